"""The answers of `best_rate` where there is no rate, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.rates.certificate import constant, stated, texts, wrapped
from workbench.rates.cone import Vector
from workbench.rates.constants import Constant
from workbench.rates.duality import Requirement
from workbench.rates.powers import raised
from workbench.rates.problem import RateProblem


@dataclass(frozen=True, slots=True, repr=False)
class Unbounded:
    """The bound can be driven to 0: raise s in parameter = s**exponent * (any allowed value).

    Every term falls and no constraint is touched, wherever the constraints can be met at all.
    """

    problem: RateProblem
    direction: tuple[tuple[str, Fraction], ...]
    requirements: tuple[Requirement, ...]

    def certificate(self) -> dict[str, Any]:
        """JSON data for `workbench.rates.check.accepts`."""
        along = dict(self.direction)
        changes = [
            sum((e * along[s] for s, e in row.powers if s in along), Fraction(0))
            for row in self.problem.rows
        ]
        return wrapped(
            "rate-unbounded",
            stated(self.problem),
            direction={p: str(x) for p, x in self.direction},
            changes=texts(changes),
        )

    def __repr__(self) -> str:
        return f"<Unbounded: {self}>"

    def __str__(self) -> str:
        moves = ", ".join(f"{p} ~ {raised('s', e)}" for p, e in self.direction if e)
        return f"0: the bound falls without limit as s grows in {moves}"


@dataclass(frozen=True, slots=True, repr=False)
class Infeasible:
    """No data of the region and no parameters satisfy the constraints.

    The product of the constraints and of the region's conditions, raised to these multipliers,
    holds no symbol; it would have to be at most 1, and is `excess` > 1.
    """

    problem: RateProblem
    multipliers: Vector
    region: Vector
    excess: Constant

    def certificate(self) -> dict[str, Any]:
        """JSON data for `workbench.rates.check.accepts`."""
        given = Constant.product(
            (c.coefficient, z) for c, z in zip(self.problem.region, self.region, strict=True)
        )
        return wrapped(
            "rate-infeasible",
            stated(self.problem),
            multipliers=texts(self.multipliers),
            region=texts(self.region),
            coefficient=constant(self.excess / given),
            excess=constant(self.excess),
        )

    def __repr__(self) -> str:
        return f"<Infeasible: {self}>"

    def __str__(self) -> str:
        return f"infeasible: the constraints multiply to {self.excess} <= 1"


@dataclass(frozen=True, slots=True, repr=False)
class Degenerate:
    """Exponents do not decide whether the constraints can be met: it hangs on constants.

    `multipliers` and `region` give a product of constraints and conditions without symbols.  It is
    allowed, being at most 1, but would be too large if each power product of a constraint were to
    have an equal share of it.
    """

    problem: RateProblem
    multipliers: Vector
    region: Vector

    def __repr__(self) -> str:
        return f"<Degenerate: {self}>"

    def __str__(self) -> str:
        return (
            "degenerate: feasibility hangs on constants. Loosen a constraint by a constant factor,"
            " or replace a sum in a constraint by its largest term"
        )
