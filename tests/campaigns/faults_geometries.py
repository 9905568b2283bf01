"""Faults of the rules about geometries, prox steps, divergences, dual norms, sums over an index."""

from __future__ import annotations

from typing import Any

from tests.campaigns.faults_theorems import THEOREM, Patch, always, with_rule
from workbench.rigor.check.numbers import UNDER, minus, put
from workbench.rigor.check.theorem.instance import _fits_named
from workbench.rigor.check.theorem.rules import axiom, between, prox
from workbench.rigor.check.theorem.symbols import _read_one
from workbench.rigor.check.theorem.terms import Terms
from workbench.rigor.check.theorem.vectors import Vectors

_QUARTER = ["q", "1/4"]
affine, member = Terms.affine, Terms.member


def any_member(terms: Terms, of: str, term: Any, *, inner: bool = False) -> int:
    """Every vector is in the set, and an inner point of it."""
    return terms.number(terms.vector(term))


def inner_member(terms: Terms, of: str, term: Any, *, inner: bool = False) -> int:
    """Every point is an inner one."""
    return member(terms, of, term)


def read_without_start(symbol: Any, symbols: Any) -> None:
    """Prox steps may start anywhere."""
    if symbol["sort"] != "prox":
        _read_one(symbol, symbols)


def prox_of_the_point_before(scope: Any, step: Any) -> Any:
    """The condition of a prox step, about the point from which it starts."""
    left, op, right = prox(scope, step)
    now = ["at", step["prox"], step["index"]]
    return [[*left[:2], ["v+", now, ["v*", ["q", "-1"], step["point"]]]], op, right]


def prox_for_half_a_divergence(scope: Any, step: Any) -> Any:
    """Half of the divergence at the start is enough."""
    left, op, [_, first, *rest] = prox(scope, step)
    return [left, op, ["+", ["*", ["q", "1/2"], first], *rest]]


def twice_as_strong(scope: Any, step: Any) -> Any:
    """Strong convexity without its 1/2."""
    left, op, right = axiom(scope, step)
    return [["*", ["q", "2"], left], op, right]


def strong_in_the_dual(scope: Any, step: Any) -> Any:
    """Strong convexity in the dual norm."""
    [times, half, [_, *which]], op, right = axiom(scope, step)
    return [[times, half, ["dual", *which]], op, right]


def strong_from_above(scope: Any, step: Any) -> Any:
    """A divergence is the half of a square."""
    left, _, right = axiom(scope, step)
    return [left, "=", right]


def lipschitz_as_growth(scope: Any, step: Any) -> Any:
    """A Lipschitz gradient on a set bends at least as much as it may, as the rule once said."""
    if scope.terms.symbols[step["function"]]["on"] is None:
        return between(scope, step)
    value, _, model = between(scope, {**step, "rule": "descent"})
    return [model, "<=", value]


def lipschitz_in_the_norm(scope: Any, step: Any) -> Any:
    """Slopes are measured in the norm of the points."""
    left, op, right = between(scope, step)
    return [["sq", *left[1:]] if left[0] == "dual" else left, op, right]


def young_with_quarters(scope: Any, step: Any) -> Any:
    """The means of two squares, each with 1/4."""
    left, op, [_, _, squares] = axiom(scope, step)
    return [left, op, ["*", _QUARTER, squares]]


def young_in_one_norm(scope: Any, step: Any) -> Any:
    """No dual norm is needed."""
    left, op, [times, half, [_, dual, own]] = axiom(scope, step)
    return [left, op, [times, half, ["+", ["sq", *dual[1:]], own]]]


def scaled_once(scope: Any, step: Any) -> Any:
    """The square of a norm is linear in a factor."""
    left, op, [_, _, right] = axiom(scope, step)
    return [left, op, ["*", step["factor"], right]]


def norm_above_one(scope: Any, step: Any) -> Any:
    """Squares of norms are at least 1."""
    _, op, right = axiom(scope, step)
    return [["q", "1"], op, right]


def symmetric(terms: Terms, term: Any) -> Any:
    """D(u, v) is D(v, u)."""
    if isinstance(term, list) and term[:1] == ["breg"]:
        term = [*term[:2], *sorted(term[2:], key=repr)]
    return affine(terms, term)


def one_norm(terms: Terms, term: Any) -> Any:
    """A norm is its own dual."""
    if isinstance(term, list) and term[:1] == ["dual"]:
        term = ["sq", *term[1:]]
    return affine(terms, term)


def one_geometry(terms: Terms, term: Any) -> Any:
    """All geometries have the norm of the first one."""
    if isinstance(term, list) and term[:1] in (["sq"], ["dual"]):
        first = next(n for n, s in terms.symbols.items() if s["sort"] == "geometry")
        term = [term[0], first, term[2]]
    return affine(terms, term)


def ends_anywhere(terms: Terms, end: Any) -> Any:
    """Sums of one term are equal, whatever their ends are."""
    return terms._ends[-1], 0


def end_one_later(terms: Terms, end: Any) -> Any:
    """The single terms between two ends are those after them; `averages` finds it."""
    known, more = _end(terms, end)
    return (known, more) if more == 0 else (["+", known, ["q", "1"]], more)


def sum_of_nothing(terms: Terms, term: Any, *how: Any) -> Any:
    """A sum whose ends are equal has no term."""
    return {} if terms.zero(minus(term[2], term[3])) else _sums(terms, term, *how)


def factor_at_the_end(terms: Terms, term: Any, *how: Any) -> Any:
    """A factor that knows the index is taken out of its sum, at the last index."""
    found = _sums(terms, term, *how)
    return {key: put(factor, {UNDER[0]: term[3]}) for key, factor in found.items()}


def mean_of_a_sum(terms: Terms, atom: int | None) -> int | None:
    """Nothing is random in a sum."""
    if atom is not None and terms.things[atom][0] == "sum":
        return atom
    return _mean(terms, atom)


def fits_by_sort(terms: Any, symbol: Any, values: Any) -> None:
    """Prox steps fit where they are prox steps, along whatever."""
    if symbol["sort"] != "prox":
        _fits_named(terms, symbol, values)


_sums, _end, _mean = Vectors.sums, Vectors._end, Terms._mean
_AFFINE = f"{THEOREM}.terms.Terms.affine"
_SUMS = f"{THEOREM}.vectors.Vectors"
_MEMBER = f"{THEOREM}.vectors.Vectors.member"
# fault: (kind that shows it, what is replaced)
FAULTS: dict[str, tuple[str, Patch]] = {
    "every vector is in the set": ("geometry", (_MEMBER, any_member)),
    "every point is inner": ("geometry", (_MEMBER, inner_member)),
    "prox steps start anywhere": (
        "geometry", (f"{THEOREM}.symbols._read_one", read_without_start)),
    "prox steps see the future": (
        "geometry", (f"{THEOREM}.vectors.Vectors.known_before", always)),
    "a prox step says it of the point before": (
        "geometry", with_rule("prox", prox_of_the_point_before)),
    "a prox step for half a divergence": (
        "geometry", with_rule("prox", prox_for_half_a_divergence)),
    "twice as strong": ("geometry", with_rule("strong", twice_as_strong)),
    "strong in the dual norm": ("geometry", with_rule("strong", strong_in_the_dual)),
    "a divergence is half a square": ("geometry", with_rule("strong", strong_from_above)),
    "a Lipschitz gradient on a set bends": (
        "geometry", with_rule("lipschitz", lipschitz_as_growth)),
    "slopes in the norm of points": ("geometry", with_rule("lipschitz", lipschitz_in_the_norm)),
    "quarters of squares": ("geometry", with_rule("young", young_with_quarters)),
    "no dual norm is needed": ("geometry", with_rule("young", young_in_one_norm)),
    "squares are linear in a factor": ("geometry", with_rule("scaled", scaled_once)),
    "a norm is at least one": ("geometry", with_rule("norm", norm_above_one)),
    "divergences are symmetric": ("geometry", (_AFFINE, symmetric)),
    "a norm is its own dual": ("geometry", (_AFFINE, one_norm)),
    "all geometries have one norm": ("geometry", (_AFFINE, one_geometry)),
    "the ends of a sum do not count": ("geometry", (f"{_SUMS}._end", ends_anywhere)),
    "a sum of one term is empty": ("geometry", (f"{_SUMS}.sums", sum_of_nothing)),
    "a factor leaves its sum": ("geometry", (f"{_SUMS}.sums", factor_at_the_end)),
    "a sum is its mean": ("geometry", (f"{THEOREM}.terms.Terms._mean", mean_of_a_sum)),
    "a lemma about other prox steps": (
        "geometry", (f"{THEOREM}.instance._fits_named", fits_by_sort)),
}  # fmt: skip
