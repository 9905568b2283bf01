"""The best constant of a lemma: proved on one side, refuted at a point on the other.

Which side holds is read off a grid of values.  Between a value that random points refute and one
that they do not, bisection closes in; then the simplest rational beyond is certified, and if no
proof is found, looser ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from workbench.claims import Outcome
from workbench.display import card
from workbench.errors import require
from workbench.rigor.provers.budget import Budget
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.falsify import falsify, search
from workbench.symbolic import Relation
from workbench.symbolic.expr import rational
from workbench.symbolic.plain import plain_relation

_STEPS = 24  # of the bisection
_PROOFS = 5  # tried, each farther from the refuted end than the one before
_NEAREST, _BEYOND = 12, (-40, -30, -20, 16, 20, 30, 40)  # powers of two


@dataclass(frozen=True, slots=True)
class Bracket:
    """The best constant lies between `fails`, refuted exactly, and `holds`, certified.

    Whether the best constant itself is attained is left open, unless `holds` is it.  `holds` is
    None if no value was certified; the last try is then in `proof`.
    """

    fails: Fraction
    refutation: Outcome
    holds: Fraction | None
    proof: Outcome

    def _repr_html_(self) -> str:
        shown = "nothing was certified" if self.holds is None else f"{self.holds}"
        near = "" if self.holds is None else f", which is {float(self.holds):.10g}"
        rows = [
            ("holds with", shown + near),
            ("by", self.proof.summary),
            ("fails with", f"{self.fails}, which is {float(self.fails):.10g}"),
            ("because", self.refutation.summary),
        ]
        return card("The best constant lies between", rows)


def best_constant(r: Relation, name: str, *, budget: Budget | None = None) -> Bracket:
    """Bracket the best value of the variable `name`, for which the rest of the statement holds.

    The statement must hold for large values and fail for small ones, or the other way round, in
    the interval of the variable; `budget` is for each of the few proofs that are tried.  A
    constant with two ends, or none, is a ParameterError that says where the answer turns.
    """
    found = [v for v in r.variables if v.name == name and v.sort == "real"]
    require(bool(found), "name", name, "is no real variable of the relation", "Name its constant.")
    good, bad = _turn(r, name)
    far = good
    for _ in range(_STEPS):
        middle = (good + bad) / 2
        if falsify(_with(r, name, middle)) is None:
            good = middle
        else:
            bad = middle
    refutation = certify(_with(r, name, bad), budget)
    proof = refutation
    for c in _candidates(bad, good, far):
        proof = certify(_with(r, name, c), budget)
        if proof.decision == "holds":
            return Bracket(bad, refutation, c, proof)
        if proof.decision == "fails":  # the proof's search met a point that the quick one missed
            bad, refutation = c, proof
    return Bracket(bad, refutation, None, proof)


def _turn(r: Relation, name: str) -> tuple[Fraction, Fraction]:
    """Two values next to each other on the grid: one that nothing refutes, and a refuted one."""
    looks: dict[Fraction, bool] = {}
    for c in sorted(c for c in _grid() if _inside(r, name, c)):
        seen = search(_with(r, name, c))
        if seen.point is not None or seen.met:  # elsewhere nothing has a value
            looks[c] = seen.point is None
    grid, told = list(looks), plain_relation(r)
    require(
        bool(grid), "relation", told, f"has no point, for any value of {name} that was tried",
        "Its conditions may contradict each other: state those that can hold together.",
    )  # fmt: skip
    turns = [(a, b) for a, b in pairwise(grid) if looks[a] != looks[b]]
    if not turns:
        all_hold = looks[grid[0]]
        require(
            False, "relation", told,
            f"{'is refuted for no' if all_hold else 'fails for every'} value of {name} that was"
            f" tried, from {_short(grid[0])} to {_short(grid[-1])}",
            "There is no best constant, or it lies beyond: scale the constant." if all_hold else
            "No constant does, or it lies between or beyond these: bound the variables.",
        )  # fmt: skip
    places = ", ".join(f"between {_short(a)} and {_short(b)}" for a, b in turns)
    require(
        len(turns) == 1, "relation", told,
        f"changes {len(turns)} times between true and false as {name} grows, {places}",
        f"Ask for one end at a time: an interval of {name} in which it turns once.",
    )  # fmt: skip
    below, above = turns[0]
    return (below, above) if looks[below] else (above, below)


def _short(c: Fraction) -> str:
    return f"{float(c):.3g}"


def _grid() -> Iterator[Fraction]:
    yield Fraction(0)
    for k in (*range(-_NEAREST, _NEAREST + 1), *_BEYOND):
        yield from (Fraction(2) ** k, -(Fraction(2) ** k))


def _inside(r: Relation, name: str, c: Fraction) -> bool:
    v = next(v for v in r.variables if v.name == name)
    low, high = (None if e is None else Fraction(e) for e in (v.low, v.high))
    return not (
        (low is not None and (c < low or (v.low_open and c == low)))
        or (high is not None and (c > high or (v.high_open and c == high)))
    )


def _with(r: Relation, name: str, c: Fraction) -> Relation:
    """The statement for one value; what its own interval says is then a fact about numbers."""
    made = r.at(**{name: rational(c)})
    kept = tuple(w for w in made.where if w.left.free() | w.right.free())
    return replace(made, where=kept)


def _candidates(bad: Fraction, good: Fraction, far: Fraction) -> Iterator[Fraction]:
    """The simplest rational beyond the refuted end, then looser ones."""
    width = good - bad
    for k in range(_PROOFS):
        yield _simplest(*sorted((bad + width, bad + width * (1 + 2 * 64**k))))
        if abs(width * 64**k) > abs(far - bad):
            break
    yield far


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The rational with the smallest denominator in [low, high]."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -_simplest(-high, -low)
    whole = low.numerator // low.denominator
    if whole == low:
        return low
    if whole + 1 <= high:
        return Fraction(whole + 1)
    return whole + 1 / _simplest(1 / (high - whole), 1 / (low - whole))
