"""Functions by their data, and whether they belong to a class: exact, in rational numbers.

    {"ridges": [[a, pieces], ...]}   f(x) = sum_k p_k(<a_k, x>), where a profile p is a list of
                                     pieces [from, c, b, r], the first from null: there p(t) is
                                     c t^2/2 + b t + r, up to the next piece
    {"planes": [[a, r], ...]}        f(x) = max_k <a_k, x> + r_k

Linear functions, quadratics, Huber losses, distances along a direction are sums of ridges.  Whether
such a function is in a class is decided by conditions that suffice, and that are needed as well for
one ridge along a coordinate, and for planes:

    convex            slopes of profiles do not fall at their kinks, and sum c a a^T >= 0
    strongly-convex   the same with sum c a a^T >= mu
    smooth            profiles have no kinks; |gradient(x) - gradient(y)|_* <= L |x - y|
    lipschitz         |gradient|_* <= G where it exists
    sparse            gradients have at most s coordinates that are not 0
    quadratic         profiles of one piece

A set `on` which the statement is about limits the range of each <a, x>, and so the pieces.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq, fmpq_mat

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.regions import Outside, Range, Region, Vector
from workbench.rigor.check.trees import Malformed
from workbench.rigor.check.worst_case import is_semidefinite

_ZERO = fmpq(0)
NORMS = ("1", "2", "inf")


@dataclass(frozen=True, slots=True)
class Piece:
    """c t^2/2 + b t + r for low <= t <= high."""

    low: fmpq | None
    high: fmpq | None
    curve: fmpq
    slope: fmpq
    rest: fmpq

    def value(self, t: Any) -> Any:  # noqa: ANN401 - a number or a polynomial
        """The value at t."""
        return self.curve * t * t / 2 + self.slope * t + self.rest

    def derivative(self, t: Any) -> Any:  # noqa: ANN401
        """The slope at t."""
        return self.curve * t + self.slope

    def meets(self, among: Range) -> bool:
        """Whether the piece and the range have a point in common."""
        low, high = among
        after = self.high is not None and low is not None and self.high < low
        before = self.low is not None and high is not None and self.low > high
        return not (after or before)

    def steepest(self, among: Range) -> list[fmpq]:
        """The slopes at the ends of what the piece has of a range; refused where they grow."""
        low = max((x for x in (self.low, among[0]) if x is not None), default=None)
        high = min((x for x in (self.high, among[1]) if x is not None), default=None)
        if self.curve != 0 and (low is None or high is None):
            raise Outside("its gradient has no bound")
        return [self.slope if t is None else self.derivative(t) for t in (low, high)]


@dataclass(frozen=True, slots=True)
class Member:
    """A function of `dimension` coordinates."""

    dimension: int
    ridges: tuple[tuple[Vector, tuple[Piece, ...]], ...]
    planes: tuple[tuple[Vector, fmpq], ...]

    def value(self, x: Vector) -> Any:  # noqa: ANN401
        """The value at a point."""
        if self.planes:
            return max(self._heights(x))
        total: Any = _ZERO
        for a, pieces in self.ridges:
            t = dot(a, x)
            total += self._piece(pieces, t)[-1].value(t)
        return total

    def gradient(self, x: Vector) -> Vector:
        """The gradient at a point; refused where there is none."""
        total: list[Any] = [_ZERO] * self.dimension
        if self.planes:
            first, *others = self._highest(x)
            if any(self.planes[k][0] != self.planes[first][0] for k in others):
                raise Malformed("a function has no gradient at a point where it is asked for")
            return self.planes[first][0]
        for a, pieces in self.ridges:
            t = dot(a, x)
            slope, *others = (piece.derivative(t) for piece in self._piece(pieces, t))
            if any(other != slope for other in others):
                raise Malformed("a function has no gradient at a point where it is asked for")
            total = [u + slope * v for u, v in zip(total, a, strict=True)]
        return tuple(total)

    def subgradient(self, x: Vector, weights: Vector) -> Vector:
        """The mean of the slopes of the planes that are highest at a point, with given weights."""
        if len(weights) != len(self.planes) or sum(weights, _ZERO) != 1 or min(weights) < 0:
            raise Malformed("the weights of a subgradient are not a law on the planes")
        if any(w != 0 and k not in self._highest(x) for k, w in enumerate(weights)):
            raise Malformed("a subgradient has a weight where its plane is not the highest")
        parts = [(w, a) for w, (a, _) in zip(weights, self.planes, strict=True) if w != 0]
        return tuple(sum((w * a[i] for w, a in parts), _ZERO) for i in range(self.dimension))

    def _heights(self, x: Vector) -> list[fmpq]:
        if len(self.planes) > 1 and not all(isinstance(e, fmpq) for e in x):
            raise Malformed("noise inside of a function that is no quadratic")
        return [dot(a, x) + r for a, r in self.planes]

    def _highest(self, x: Vector) -> list[int]:
        heights = self._heights(x)
        return [k for k, one in enumerate(heights) if one == max(heights)]

    @staticmethod
    def _piece(pieces: tuple[Piece, ...], t: Any) -> list[Piece]:  # noqa: ANN401
        """The pieces that hold t: one, or two at a kink."""
        if len(pieces) == 1:
            return [pieces[0]]
        if not isinstance(t, fmpq):
            raise Malformed("noise inside of a function that is no quadratic")
        return [piece for piece in pieces if piece.meets((t, t))]


def dot(u: Vector, v: Vector) -> Any:  # noqa: ANN401
    """The inner product of two vectors of one length."""
    if len(u) != len(v):
        raise Malformed(f"vectors of {len(u)} and of {len(v)} coordinates")
    spend(len(u), "inner products")
    return sum((a * b for a, b in zip(u, v, strict=True) if a != 0), _ZERO)


def read_member(data: Any) -> Member:  # noqa: ANN401 - JSON
    """A function from its data; one that jumps is refused."""
    if not isinstance(data, dict) or len(data) != 1 or not set(data) <= {"ridges", "planes"}:
        raise Malformed("a function is given by its ridges or by its planes")
    ridges = tuple((_vector(a), _pieces(p)) for a, p in data.get("ridges", ()))
    planes = tuple((_vector(a), as_fmpq(r)) for a, r in data.get("planes", ()))
    lengths = {len(a) for a, _ in (*ridges, *planes)}
    if len(lengths) != 1 or 0 in lengths:
        raise Malformed("the directions of a function have not one number of coordinates")
    return Member(lengths.pop(), ridges, planes)


def _vector(entries: Any) -> Vector:  # noqa: ANN401
    return tuple(map(as_fmpq, entries))


def _pieces(rows: Any) -> tuple[Piece, ...]:  # noqa: ANN401
    starts = [None if start is None else as_fmpq(start) for start, *_ in rows]
    first, *later = starts or [_ZERO]
    ends = [start for start in later if start is not None]
    if first is not None or len(ends) < len(later) or ends != sorted(set(ends)):
        raise Malformed("the pieces of a profile do not follow each other from the left")
    found = [
        Piece(low, high, *map(as_fmpq, numbers))
        for low, high, (_, *numbers) in zip(starts, [*later, None], rows, strict=True)
    ]
    for one, next_one in _neighbours(found):
        if one.value(one.high) != next_one.value(one.high):
            raise Malformed("a profile jumps between two pieces")
    return tuple(found)


def _neighbours(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Piece]]:
    return itertools.pairwise(pieces)


# classes ----------------------------------------------------------------------------------------


def in_class(f: Member, kind: str, constant: fmpq | None, norm: str, on: Region) -> None:
    """Refuse a function that is not in a class on a set.

    Raises:
        Outside: the function is not in the class, or the conditions here do not show it.
    """
    parts = []
    for a, pieces in f.ridges:
        among = on.range(a)
        parts.append((a, [piece for piece in pieces if piece.meets(among)], among))
    match kind, constant:
        case "convex", None:
            _curved(f, parts, _ZERO)
        case "strongly-convex", fmpq() as mu:
            if f.planes and mu > 0:
                raise Outside("planes are not strongly convex")
            _curved(f, parts, mu)
        case "smooth", fmpq() as size:
            _smooth(f, parts, size, norm)
        case "lipschitz", fmpq() as size:
            _lipschitz(f, parts, size, norm)
        case "sparse", fmpq() as size:
            most = max(sum(e != 0 for e in a) for a, _ in f.planes) if f.planes else sum(
                any(a[i] != 0 for a, _ in f.ridges) for i in range(f.dimension))  # fmt: skip
            if most > size:
                raise Outside(f"a gradient has {most} coordinates that are not 0")
        case "quadratic", None:
            if f.planes or any(len(pieces) > 1 for _, pieces in f.ridges):
                raise Outside("it has more than one piece")
        case _:
            raise Malformed(f"{str(kind)[:40]!r} is no class, or has another constant")


def _curved(f: Member, parts: Any, mu: fmpq) -> None:  # noqa: ANN401
    for _, pieces, among in parts:
        for one, after in _neighbours(pieces):
            inside = among[0] != one.high != among[1]
            if inside and after.derivative(one.high) < one.derivative(one.high):
                raise Outside("the slope of a profile falls at a kink")
    if parts and not is_semidefinite(_hessian(f, parts, min, -mu, 1)):
        raise Outside("its curvature is too small")


def _smooth(f: Member, parts: Any, size: fmpq, norm: str) -> None:  # noqa: ANN401
    if f.planes and len(f.planes) > 1:
        raise Outside("planes are not smooth")
    for _, pieces, among in parts:
        for one, after in _neighbours(pieces):
            inside = among[0] != one.high != among[1]
            if inside and after.derivative(one.high) != one.derivative(one.high):
                raise Outside("a profile has a kink")
    if norm == "2":
        if not is_semidefinite(_hessian(f, parts, max, size, -1)):
            raise Outside("its curvature is too large")
        if not is_semidefinite(_hessian(f, parts, min, size, 1)):
            raise Outside("its curvature is too small")
    elif norm == "1":
        for i in range(f.dimension):
            for j in range(i + 1):
                terms = (max(abs(p.curve) for p in ps) * abs(a[i] * a[j]) for a, ps, _ in parts)
                if sum(terms, _ZERO) > size:
                    raise Outside("its gradient changes too fast")
    else:
        raise Malformed(f"smoothness in the norm {str(norm)[:20]!r}")


def _hessian(f: Member, parts: Any, extreme: Any, size: fmpq, sign: int) -> fmpq_mat:  # noqa: ANN401
    """size I + sign sum c a a^T, with the smallest or the largest c of each profile."""
    n = f.dimension
    total = fmpq_mat([[size if i == j else _ZERO for j in range(n)] for i in range(n)])
    for a, pieces, _ in parts:
        curve = sign * extreme(piece.curve for piece in pieces)
        places = [i for i in range(n) if a[i] != 0] if curve != 0 else []
        spend(len(places) ** 2, "curvatures")
        for i in places:
            for j in places:
                total[i, j] += curve * a[i] * a[j]
    return total


def _lipschitz(f: Member, parts: Any, size: fmpq, norm: str) -> None:  # noqa: ANN401
    if size < 0:
        raise Outside("a negative constant")
    low, high = [_ZERO] * f.dimension, [_ZERO] * f.dimension
    for a, pieces, among in parts:
        slopes = [s for piece in pieces for s in piece.steepest(among)]
        for i, e in enumerate(a):
            low[i] += min(e * s for s in slopes)
            high[i] += max(e * s for s in slopes)
    largest = [max(abs(u), abs(v)) for u, v in zip(low, high, strict=True)]
    for one in [a for a, _ in f.planes] or [tuple(largest)]:
        if not _dual_at_most(one, size, norm):
            raise Outside("its gradient is too long")


def _dual_at_most(g: Sequence[fmpq], size: fmpq, norm: str) -> bool:
    match norm:
        case "1":
            return max(map(abs, g)) <= size
        case "2":
            return sum((e * e for e in g), _ZERO) <= size * size
        case "inf":
            return sum(map(abs, g), _ZERO) <= size
    raise Malformed(f"a constant in the norm {str(norm)[:20]!r}")
