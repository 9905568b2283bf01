"""The search for a counterexample, before any proof is tried.

Points are screened in floating point; what looks like a violation goes to the exact checker, which
alone decides.  After the random points the closest calls are pushed further.  The amount of work is
counted in operations, not seconds, so that a search finds the same on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.errors import ClaimError
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.points import check_counterexample
from workbench.rigor.check.solve import solutions
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.compiled import Irrational, compiled, cost
from workbench.rigor.provers.sampling import Draw, EmptyDraw, Entries, Sampler, as_floats
from workbench.symbolic import Condition, Expr, Relation

_MOST_POINTS = 300
_OPERATIONS = 60_000
_CONFIRMATIONS = 8
_ROUNDING = 1e-9  # relative; a smaller violation may be one of floating point only


@dataclass
class SearchResult:
    """What a search came back with: a point that violates the relation, or the closest call."""

    relation: Relation
    point: dict[str, Any] | None = None
    met: int = 0  # points that meet all conditions
    margin: float | None = None  # smallest gap / (|left| + |right|) seen
    closest: str = ""
    nearest: dict[str, float] = field(default_factory=dict)  # the same point, as numbers

    @property
    def note(self) -> str:
        """One sentence for a reader whose proof is stuck."""
        if not self.met:
            return "no rational point was found that meets the conditions"
        if self.margin is None:
            return ""
        return f"the closest call in {self.met} points is a relative gap of {self.margin:.2g}" + (
            f" at {self.closest}" if self.closest else ""
        )


def falsify(r: Relation, tries: int = _MOST_POINTS) -> dict[str, Any] | None:
    """A rational point where the conditions hold and the statement does not, or None."""
    return search(r, tries).point


def search(r: Relation, tries: int = _MOST_POINTS) -> SearchResult:
    """Look for a violation; where definitions have irrational values they are put in first."""
    found = sampled(r, tries)
    if found.point is None and not found.met and any(c.op == "=" for c in r.where):
        put_in = without_definitions(r)
        if put_in is not None:
            return sampled(put_in, tries)
    return found


def without_definitions(r: Relation) -> Relation | None:
    """The equivalent statement in which defined variables are replaced by what they stand for."""
    known = {n: Expr.from_tree(t) for n, t in solutions(r.tree).items()}
    names = {v.name for v in r.variables} - set(known)
    values = {n: e for n, e in known.items() if e.free() <= names}
    if not values:
        return None
    try:
        made = r.at(**values)
    except ClaimError:  # a value of another sort, of which the statement says nothing
        return None
    kept = tuple(c for c in made.where if c.left != c.right or c.op in ("<", ">"))
    found = Relation(made.left, made.op, made.right, kept, made.variables, made.extra)
    return without_definitions(found) or found


def sampled(r: Relation, tries: int = _MOST_POINTS) -> SearchResult:
    """Look for a violation among random points and near the closest calls."""
    statement = r.tree
    sampler = Sampler(statement)
    left, right = (compiled(statement[s], exact=False) for s in ("left", "right"))
    sides = [
        (compiled(a, exact=False), op, compiled(b, exact=False))
        for a, op, b in [c.tree for c in (*r.where, *_domains_of_defined(r))]
    ]
    work = cost(statement["left"]) + cost(statement["right"]) + 20 * len(statement["vars"]) + 40
    tries = max(24, min(tries if r.op != "=" else tries // 4, _OPERATIONS // work))
    if not statement["vars"]:
        tries = 1  # all points are the same
    rng = random.Random(r.digest)
    found, confirmations = SearchResult(r), _CONFIRMATIONS
    best: list[tuple[float, int, Draw]] = []
    for attempt in range(tries + tries // 2):
        if attempt < tries:
            draw = Draw(rng, style=attempt + 1 if attempt < 3 else 0)
        elif best:
            draw = rng.choice(best)[2].nearby()
        else:
            break
        try:
            env = sampler.point(draw)
            floats = {n: as_floats(v) for n, v in env.items()}
            if not all(_met(f(floats), op, g(floats)) for f, op, g in sides):
                continue
            a, b = left(floats), right(floats)
        except (EmptyDraw, Irrational, ArithmeticError, ValueError, TypeError):
            continue
        gap = _gap(a, r.op, b)
        if gap != gap:
            continue
        found.met += 1
        if r.op != "=" and (found.margin is None or gap < found.margin):
            found.margin, found.closest = gap, _in_short(env)
            found.nearest = {n: float(v) for n, v in env.items() if not isinstance(v, Entries)}
        if _suspicious(gap, r.op) and confirmations:
            confirmations -= 1
            point = as_text(env)
            if _is_violated(statement, point):
                found.point = point
                return found
        best.append((gap, attempt, draw))
        best.sort(key=lambda entry: entry[:2])
        del best[4:]
    return found


def _is_violated(statement: dict[str, Any], point: dict[str, Any]) -> bool:
    """Whether the exact checker says that all conditions hold there, and the statement does not.

    A statement whose conditions hold at a point is about something, so that is not asked.
    """
    try:
        return check_counterexample({"statement": statement, "point": point}).accepted
    except (Malformed, NotReducible, ArithmeticError, LookupError, RecursionError):
        return False  # nothing is decided there, such as at an entry that the point does not tell


def _domains_of_defined(r: Relation) -> list[Condition]:
    """Intervals of variables that equations fix: nothing draws these from their interval."""
    fixed = {n for c in r.where if c.op == "=" for n in c.left.free() | c.right.free()}
    return [c for v in r.variables if v.name in fixed and v.sort != "seq" for c in v.conditions()]


def _met(a: float, op: str, b: float) -> bool:
    slack = 1e-12 * (abs(a) + abs(b))
    if op == "=":
        return abs(a - b) <= 1e-9 * (abs(a) + abs(b)) + 1e-300
    return (b - a if op in ("<=", "<") else a - b) >= -slack


def _gap(a: float, op: str, b: float) -> float:
    """How far the statement is from being violated, relative to the size of its sides."""
    gap = b - a if op in ("<=", "<") else a - b if op in (">=", ">") else -abs(a - b)
    size = abs(a) + abs(b)
    return gap / size if size else gap


def _suspicious(gap: float, op: str) -> bool:
    if op in ("<", ">"):
        return gap <= _ROUNDING
    return gap < 0 if op != "=" else gap < -_ROUNDING


def as_text(env: Mapping[str, Any]) -> dict[str, Any]:
    """A point as certificates hold it; of a sequence, the entries that were asked for."""
    return {
        name: {str(k): str(v) for k, v in sorted(value.items())}
        if isinstance(value, Entries)
        else str(value)
        for name, value in env.items()
    }


def _in_short(env: Mapping[str, Any]) -> str:
    parts = [f"{n} = {float(v):.4g}" for n, v in env.items() if not isinstance(v, Entries)]
    return ", ".join(parts[:6])
