"""Sets on which functions are what they are said to be, and the range of a direction over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from workbench.rigor.check.run_values import scalar
from workbench.rigor.check.trees import Malformed

_ZERO = fmpq(0)
Vector = tuple[Any, ...]  # of rational numbers, or of polynomials in noise
Range = tuple[fmpq | None, fmpq | None]  # None: without an end


class Outside(ValueError):
    """A function is not in its class, or was not shown to be; the message says why."""


@dataclass(frozen=True, slots=True)
class Region:
    """A set: all points, the simplex, a box (low, high), or the l1 ball of a radius about 0."""

    kind: str
    sizes: tuple[fmpq, ...]

    def __post_init__(self) -> None:
        most = {"all": 0, "simplex": 0, "box": 2, "ball": 1}
        if most.get(self.kind) != len(self.sizes) or sorted(self.sizes) != list(self.sizes):
            raise Malformed(f"{str(self.kind)[:20]!r} is no set, or an empty one")
        if self.kind == "ball" and self.sizes[0] < 0:
            raise Malformed("a ball of a negative radius")

    def range(self, a: Vector) -> Range:
        """The range of <a, x>."""
        match self.kind:
            case "simplex":
                return min(a), max(a)
            case "box":
                ends = [[e * x for x in self.sizes] for e in a]
                return sum(map(min, ends), _ZERO), sum(map(max, ends), _ZERO)
            case "ball":
                reach = max(map(abs, a)) * self.sizes[0]
                return -reach, reach
        return None, None

    def holds(self, x: Vector) -> bool:
        """Whether a point without noise is in the set."""
        if self.kind == "all":
            return True
        point = [scalar(e) for e in x]
        match self.kind:
            case "simplex":
                return min(point) >= 0 and sum(point, _ZERO) == 1
            case "box":
                return all(self.sizes[0] <= e <= self.sizes[1] for e in point)
        return sum(map(abs, point), _ZERO) <= self.sizes[0]
