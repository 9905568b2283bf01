"""False statements about batches, noise and signs, dressed up as proofs: all are turned down."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from tests.workbench.rigor.build import add, div, idx, mul, neg, power, q, sub, v, var
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.provers import batches, spreads
from workbench.rigor.provers.moments import moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement, batch, laplace, normal, order, signs

Certificate = dict[str, Any]
n, m, d, i, j, k, b, M = declare("integer n m d > 0, integer i j k, b > 0, real M")
a, c, B, eta, s, pi = (sp.IndexedBase(x, real=True) for x in ("a", "c", "B", "eta", "s", "pi"))


def _bare(outcome: Any) -> Certificate:
    assert outcome.decision == "holds", outcome.reason
    return {key: value for key, value in outcome.certificate.items() if key != "digest"}


@pytest.fixture(scope="module")
def covariance() -> Certificate:
    """Means of a batch, and an equation."""
    return _bare(moments_shown(batches.covariance()))


@pytest.fixture(scope="module")
def total() -> Certificate:
    """An average over signs, relations for all numbers, a least one, sums in another order."""
    return _bare(batches.total_shown())


@pytest.fixture(scope="module")
def close() -> Certificate:
    """Sums of relations for all numbers, and a sum that is split."""
    return _bare(spreads.euclidean_shown())


def test_what_is_proved_is_the_statement(
    covariance: Certificate, total: Certificate, close: Certificate
) -> None:
    for c in (covariance, total, close):
        assert check_certificate(c).accepted
        assert conclusions(c) == [{"says": "moments", "statement": c["moments"]}]


# means ------------------------------------------------------------------------------------------


def _shown(of: Any, value: Any, *families: Any, **more: Any) -> bool:
    where = more.pop("where", [(n, ">=", 2), (m, "<=", n)])
    statement = MomentStatement(
        (M, more.pop("op", "="), value), families=families, means={M: of}, where=where, **more
    )
    return moments_shown(statement).decision == "holds"


def _sum(x: Any, last: Any = n, index: Any = i) -> Any:
    return sp.Sum(x, (index, 1, last))


def test_moments_are_those_of_the_laws() -> None:
    whole, square = _sum(a[i]), _sum(a[i] ** 2)
    of_batch, drawn = _sum(B[i] * a[i]), batch(B, n, m)
    assert _shown(of_batch, m / n * whole, drawn)
    pairs = m * (m - 1) / (n * (n - 1))
    assert _shown(of_batch**2, m / n * square + pairs * (whole**2 - square), drawn)
    assert not _shown(of_batch**2, (m / n) ** 2 * whole**2 + m / n * (1 - m / n) * square, drawn)
    assert _shown(_sum(B[i] ** 2), m, drawn)
    for family, second in ((laplace(eta, n, b), 2), (normal(eta, n, b), 1)):
        along = _sum(a[i] * eta[i])
        assert _shown(along, sp.S.Zero, family)
        assert _shown(along**2, second * b**2 * square, family)
        assert not _shown(along**2, second * b**2 * whole**2, family)
        assert _shown(along * of_batch, sp.S.Zero, family, drawn)
    assert _shown(_sum(s[i] * a[i]) ** 2, square, signs(s, n))
    assert not _shown(_sum(s[i] * a[i]) ** 2, whole**2, signs(s, n))


def test_two_families_are_independent_and_one_is_not() -> None:
    one, other = _sum(s[i] * a[i]), _sum(eta[j] * a[j], index=j)
    assert _shown(one * other, sp.S.Zero, signs(s, n), signs(eta, n))
    assert not _shown(one * one, sp.S.Zero, signs(s, n), signs(eta, n))


def test_an_order_is_that_of_all_records() -> None:
    along, uses = _sum(c[i] * a[pi[i]]), _sum(c[i])
    whole, square = _sum(a[i]), _sum(a[i] ** 2)
    pair = (whole**2 - square) / (n * (n - 1))
    spread = pair * uses**2 + (square / n - pair) * _sum(c[i] ** 2)
    drawn = order(pi, n)
    assert _shown(along, whole / n * uses, drawn)
    assert _shown(_sum(c[i] * pi[i]), (n + 1) / 2 * uses, drawn) is False  # no sum of 1..n is known
    assert _shown(_sum(c[i] * pi[i]), _sum(i) / n * uses, drawn)
    assert _shown(along**2, spread, drawn)
    assert not _shown(along**2, spread, drawn, where=[(n, ">=", 1)])
    assert not _shown(along**2, whole**2 / n**2 * uses**2, drawn)
    two = along * _sum(c[j] * c[pi[j]], index=j)
    both = _sum(a[i] * c[i])
    apart = (whole * uses - both) / (n * (n - 1)) * (uses**2 - _sum(c[i] ** 2))
    assert _shown(two, apart + both / n * _sum(c[i] ** 2), drawn)
    assert not _shown(two, apart + square / n * _sum(c[i] ** 2), drawn)


@pytest.mark.parametrize(
    "of",
    [
        a[pi[1]], a[pi[i]], _sum(a[pi[i + 1]]), _sum(a[pi[i]], n - 1), _sum(a[pi[i]], d),
        _sum(a[pi[pi[i]]]), _sum(a[pi[i] + s[i]]), _sum(a[s[i]]), _sum(a[pi[i]] ** 3),
        _sum(_sum(a[pi[i] + pi[j]], index=j)), _sum(_sum(a[pi[i]] * a[pi[j]] * c[i + j], index=j)),
        _sum(a[i + pi[i]]) ** 2, sp.Sum(_sum(c[i] * a[k + pi[i]]), (k, 1, d)) ** 2,
        _sum(1 / (1 + a[pi[i]] ** 2)), _sum(sp.exp(a[pi[i]])), _sum(a[pi[i] / 2]),
        sp.Sum(a[k], (k, 1, pi[1])), _sum(a[pi[i]]) * _sum(s[i] ** 2),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_function_of_single_entries_of_an_order_has_no_mean(of: Any) -> None:
    assert not _shown(of, sp.S.Zero, order(pi, n), signs(s, n), where=[(n, ">=", 2)])


def test_functions_of_entries_may_differ_where_each_mean_is_taken() -> None:
    """Of a sum over places i or coordinates k; but the sum is then no factor."""
    drawn = order(pi, n)
    column = _sum(a[i + j], index=j) / n
    assert _shown(_sum(a[i + pi[i]]), _sum(column), drawn)
    assert not _shown(_sum(a[i + pi[i]]), _sum(a[2 * i]), drawn)
    assert not _shown(_sum(a[i + pi[i]]) * _sum(a[pi[i]]), sp.S.Zero, drawn)


def test_an_order_is_averaged_by_its_numbers_alone() -> None:
    """Inside of an average it is not known that entries are integers, but that they are >= 1."""
    told = {"left": q(0), "op": "<=", "right": q(1), "means": [], "families": []}
    entry = idx("pi", "i")
    inner = [{"rule": "take", "every": 0, "at": {"i": v("i")}, "inside": []}]
    at_least = {"rule": "every", "vars": [var("i", "int")], "where": [], "left": q(1), "op": "<=",
                "right": entry, "steps": inner, "proof": {"kind": "sign"}}  # fmt: skip
    for weight, fine in ((entry, True), (idx("a", entry), False)):
        step = {"rule": "average", "families": [
            {"name": "pi", "law": "order", "count": v("n"), "of": None}], "steps": [at_least],
            "left": q(0), "op": "<=", "proof": {"kind": "sign"},
            "right": power(["sum", "i", q(1), v("n"), weight], 2)}  # fmt: skip
        where = [[v("m"), "<=", v("n")], [q(2), "<=", v("n")]]
        made = _quick({**told, "where": where}, steps=[step], proof={"kind": "sign"})
        assert check_certificate(made).accepted is fine


@pytest.mark.parametrize(
    "of",
    [
        s[1], s[i], _sum(s[i + 1]), _sum(s[i], n - 1), _sum(s[i], d), sp.Sum(s[i], (i, 0, n)),
        _sum(s[i]) ** 3, _sum(s[i] ** 3), sp.exp(_sum(s[i])), 1 / (2 + _sum(s[i])),
        _sum(_sum(s[i] * s[j] * a[i + j], index=j)), sp.Abs(_sum(s[i])),
        _sum(a[i] * s[i] ** 2) * _sum(s[j], index=j),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_quadratic_function_of_whole_families_has_no_mean(of: Any) -> None:
    assert not _shown(of, sp.S.Zero, signs(s, n))


def test_the_mean_of_a_square_is_no_factor() -> None:
    """The fourth moment of normal noise is not the square of the second."""
    squares = _sum(a[i] * eta[i] ** 2)
    assert _shown(squares, b**2 * _sum(a[i]), normal(eta, n, b))
    assert not _shown(squares**2, b**4 * _sum(a[i]) ** 2, normal(eta, n, b))
    assert not _shown(squares * (1 + squares), b**2 * _sum(a[i]) * (1 + b**2 * _sum(a[i])),
                      normal(eta, n, b))  # fmt: skip


OF_BATCH = ["sum", "i", q(1), v("n"), mul(idx("B", "i"), idx("a", "i"))]


def _quick(told: dict[str, Any], **changes: Any) -> Certificate:
    """E of a sum over a batch, with changes of the statement."""
    statement = {
        "vars": [var("m", "int", 1), var("n", "int", 1), var("a", "seq")], "every": [],
        "where": [[v("m"), "<=", v("n")]],
        "families": [{"name": "B", "law": "batch", "count": v("n"), "of": v("m")}],
        "means": [{"name": "M", "of": OF_BATCH}],
        "left": v("M"), "op": "=",
        "right": mul(div("m", "n"), ["sum", "i", q(1), v("n"), idx("a", "i")]),
    }  # fmt: skip
    return {"kind": "moments", "moments": {**statement, **told}, "proof": {"kind": "identity"},
            "steps": [{"rule": "mean", "mean": "M"}], **changes}  # fmt: skip


def _family(**changes: Any) -> list[Any]:
    return [{"name": "B", "law": "batch", "count": v("n"), "of": v("m"), **changes}]


STATEMENTS: dict[str, tuple[dict[str, Any], str]] = {
    "a batch larger than all": ({"where": []}, "m <= n"),
    "a real size": ({"vars": [var("m", "real", 1), var("n", "int", 1), var("a", "seq")]}, "size"),
    "no records": ({"vars": [var("m", "int", 0), var("n", "int", 0), var("a", "seq")]}, ">= 1"),
    "an unknown law": ({"families": _family(law="poisson")}, "a law of"),
    "a count that is a number": ({"families": _family(count=q(3))}, "integer variable"),
    "an order that is not uniform": ({"families": _family(law="order")}, "uniform"),
    "a claim about an entry of an order": (
        {"families": _family(law="order", of=None), "left": idx("a", idx("B", 1))}, "no value"),
    "signs that are not fair": ({"families": _family(law="signs")}, "fair"),
    "noise of a scale below 0": ({"families": _family(law="laplace", of=neg("m"))}, "negative"),
    "noise of a random scale": (
        {"families": _family(law="laplace", of=idx("B", 1))}, "not declared"),
    "one name twice": ({"families": _family() + _family()}, "twice"),
    "the name of a number": ({"families": _family(name="m")}, "twice"),
    "a mean with the name of a number": ({"means": [{"name": "n", "of": q(1)}]}, "twice"),
    "a claim about what is drawn": ({"left": idx("B", 1)}, "not declared"),
    "a condition on what is drawn": (
        {"where": [[v("m"), "<=", v("n")], [idx("B", 1), "=", q(1)]]}, "not declared"),
    "conditions on nothing": (
        {"where": [[v("m"), "<=", v("n")], [v("m"), "<", q(1)]]}, "no value"),
    "one more key": ({"law": {}}, "the keys"),
    "a mean of what has no value": (
        {"means": [{"name": "M", "of": div(1, sub("m", 2))}]}, "no value"),
    "a claim without a value": ({"right": div(1, sub("m", 2))}, "no value"),
}  # fmt: skip


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements_without_sense_are_refused(name: str) -> None:
    told, why = STATEMENTS[name]
    answer = check_certificate(_quick(told))
    assert not answer.accepted
    assert why in answer.message


def test_the_statement_itself_is_accepted() -> None:
    assert check_certificate(_quick({})).accepted
    assert not check_certificate(_quick({"right": v("m")})).accepted


def test_the_bound_of_a_range_is_not_its_own_index() -> None:
    """Of a sum over n up to n the index is not n; within it, a sum over k up to n is another."""
    whole = ["sum", "n", q(1), v("n"), idx("B", "n")]
    assert check_certificate(
        _quick({"means": [{"name": "M", "of": whole}], "right": v("m")})
    ).accepted
    part = ["sum", "n", q(1), v("n"), ["sum", "k", q(1), v("n"), idx("B", "k")]]
    assert "over all" in check_certificate(
        _quick({"means": [{"name": "M", "of": part}], "right": v("m")})
    ).message  # fmt: skip


def test_an_index_of_the_checkers_own_captures_nothing() -> None:
    """A sum over i0 within one over i1, as the checker would call them."""
    weight = ["sum", "i0", q(1), v("n"), mul(idx("a", "i1"), idx("a", "i0"))]
    of = ["sum", "i1", q(1), v("n"), mul(idx("B", "i1"), weight)]
    total = ["sum", "i", q(1), v("n"), idx("a", "i")]
    right = mul(div("m", "n"), power(total, 2))
    assert check_certificate(_quick({"means": [{"name": "M", "of": of}], "right": right})).accepted


def test_a_mean_that_is_not_computed_is_not_known() -> None:
    assert "not computed" in check_certificate(_quick({}, steps=[])).message
    twice = [{"rule": "mean", "mean": "M"}] * 2
    assert not check_certificate(_quick({}, steps=twice)).accepted
    least = {"rule": "least", "index": "i", "low": q(1), "high": v("n"), "value": idx("a", "i"),
             "name": "M", "inside": [{"kind": "sign"}]}  # fmt: skip
    told = {"left": v("M"), "op": ">=", "right": q(1)}
    assert "new" in check_certificate(
        _quick(told, steps=[least], proof={"kind": "sign"})
    ).message  # fmt: skip


# steps ------------------------------------------------------------------------------------------


def _steps(c: Certificate, rule: str) -> list[dict[str, Any]]:
    """All steps of a rule, those within others too."""
    found = []

    def look(steps: list[dict[str, Any]]) -> None:
        for step in steps:
            if step["rule"] == rule:
                found.append(step)
            look(step.get("steps", []))

    look(c["steps"])
    return found


def _put(of: str, **values: Any) -> Callable[[Certificate], None]:
    return lambda c: _steps(c, of)[0].update(values)


def _signs(**changes: Any) -> list[Any]:
    return [{"name": "s", "law": "signs", "count": v("d"), "of": None, **changes}]


def _inner_index(c: Certificate) -> None:
    """The average is about the index of the least record, which depends on the signs."""
    (step,) = _steps(c, "average")
    step["left"] = v("low")


def _without_the_distance(c: Certificate) -> None:
    c["moments"]["every"] = []


OF_TOTAL: dict[str, tuple[Callable[[Certificate], None], str]] = {
    "a smaller bound": (lambda c: c["moments"].update(right=div(power("S_1", 2), 5)), ""),
    "records anywhere": (_without_the_distance, ""),
    "a strict average": (_put("average", op="<"), "<= or ="),
    "an average of what the draw decides": (_inner_index, "not declared"),
    "another average": (_put("average", right=q(0)), ""),
    "noise in place of signs": (
        _put("average", families=_signs(law="laplace", of=q(1))), ""),
    "signs of another number": (
        _put("average", families=_signs(count=v("n"))), ""),
    "a least one of nothing": (_put("least", low=add("n", 1)), ""),
    "a range of reals": (_put("least", high=v("S_1")), "integer"),
    "a least one with a name": (_put("least", name="n"), ""),
    "a sum of a range that it is not": (
        lambda c: _steps(c, "every")[0]["where"].pop(), ""),
    "a sum of what holds strictly": (_put("every", op="<"), ""),
    "an instance at half an index": (
        lambda c: _steps(c, "take")[0]["at"].update({"i": q("1/2")}), "integer"),
    "sums in no order": (_put("swap", sum=v("n")), ""),
    "an inequality weakened": (_put("weaken", fact=0), "equation"),
    "a fact of no place": (_put("weaken", fact=-1), "equation"),
    "a strict weakening": (_put("weaken", op="<"), "<= or >="),
    "a step of no rule": (_put("swap", rule="trust"), "no rule"),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_TOTAL)
def test_the_total_variance_is_not_bent(name: str, total: Certificate) -> None:
    change, said = OF_TOTAL[name]
    made = copy.deepcopy(total)
    change(made)
    answer = check_certificate(made)
    assert not answer.accepted
    assert said in answer.message


@pytest.mark.parametrize(
    "total", [
        ["sum", "i", q(1), v("n"), ["sum", "k", q(1), v("i"), idx("a", "k")]],
        ["sum", "i", q(1), v("n"), ["sum", "i", q(1), v("n"), idx("a", "i")]],
        ["sum", "i", q(1), v("n"), idx("a", "i")],
    ],
)  # fmt: skip
def test_sums_whose_ranges_depend_on_each_other_keep_their_order(total: Any) -> None:
    steps = [{"rule": "mean", "mean": "M"}, {"rule": "swap", "sum": total}]
    assert not check_certificate(_quick({}, steps=steps)).accepted


def test_a_sum_is_split_within_its_range() -> None:
    total = ["sum", "i", q(1), v("n"), idx("a", "i")]

    def at(place: Any) -> bool:
        split = {"rule": "split", "sum": total, "at": place, "inside": [{"kind": "sign"}] * 2}
        steps = [{"rule": "mean", "mean": "M"}, split]
        return check_certificate(_quick({}, steps=steps)).accepted

    assert at(q(1))
    assert at(v("m"))
    assert not at(add("n", 1))
    assert not at(q(0))
    assert not at(q("1/2"))


def _every(step: dict[str, Any], **more: Any) -> Certificate:
    one = {"rule": "every", "vars": [var("j", "int")], "where": [], "left": q(0), "op": "<=",
           "right": q(1), "steps": [], "proof": {"kind": "sign"}, **step}  # fmt: skip
    return _quick({}, steps=[{"rule": "mean", "mean": "M"}, one], **more)


RANGE = [[q(1), "<=", v("j")], [v("j"), "<=", v("n")]]


@pytest.mark.parametrize(
    ("step", "fine"),
    [
        ({"where": RANGE}, True),
        ({"where": []}, False),
        ({"where": RANGE[:1]}, False),
        ({"where": RANGE[::-1]}, False),
        ({"where": [*RANGE, [v("j"), "<=", v("m")]]}, False),
        ({"where": [[q(1), "<", v("j")], RANGE[1]]}, False),
        ({"where": [[q(1), "<=", v("j")], [v("j"), "<=", mul(2, "j")]]}, False),
        ({"where": RANGE, "op": "<"}, False),
        ({"where": RANGE, "vars": [var("j", "real")]}, False),
        ({"where": RANGE, "vars": [var("j", "int", 3)]}, False),
        ({"where": RANGE, "vars": [var("j", "int"), var("l", "int")]}, False),
    ],
)
def test_what_is_added_holds_for_a_whole_range(step: dict[str, Any], fine: bool) -> None:
    made = _every(step)
    made["steps"].append({"rule": "add", "every": 0})
    assert check_certificate(made).accepted is fine


@pytest.mark.parametrize(
    "step",
    [
        {"vars": [var("j", "seq")]},
        {"vars": [var("n", "int")]},
        {"right": q(-1)},
        {"right": div(1, "j")},
        {"right": idx("B", 1)},
        {"where": [[v("j"), "<=", idx("B", 1)]]},
    ],
)
def test_what_holds_for_all_numbers_is_shown(step: dict[str, Any]) -> None:
    assert check_certificate(_every({})).accepted
    assert not check_certificate(_every(step)).accepted


def test_what_is_chosen_inside_is_not_known_outside() -> None:
    """A least index for each j is not one index; nor is it known after the step."""
    least = {"rule": "least", "index": "i", "low": q(1), "high": v("n"), "name": "at",
             "value": mul(idx("a", "i"), "j"), "inside": [{"kind": "sign"}]}  # fmt: skip
    of = {"left": mul(idx("a", "at"), "j"), "right": mul(idx("a", 1), "j"), "steps": [least]}
    assert not check_certificate(_every(of)).accepted
    said = {"rule": "fact", "left": q(1), "op": "<=", "right": v("at"), "proof": {"kind": "sign"}}
    made = _every({"steps": [least]})
    assert check_certificate(made).accepted
    made["steps"].append(said)
    assert not check_certificate(made).accepted


@pytest.mark.thorough
@pytest.mark.parametrize("part", ["covariance", "total", "close"])
def test_no_number_can_be_changed(part: str, request: pytest.FixtureRequest) -> None:
    """Each number of a statement replaced: refused, or another statement."""
    base: Certificate = request.getfixturevalue(part)
    for path in _numbers(base["moments"]):
        made = copy.deepcopy(base)
        here: Any = made["moments"]
        for key in path:
            here = here[key]
        here[1] = "7/3"
        if check_certificate(made).accepted:
            assert conclusions(made) != conclusions(base)
            assert path[0] in ("every", "where"), path  # a stronger hypothesis


def _numbers(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(tree, dict):
        return [p for key in sorted(tree) for p in _numbers(tree[key], (*path, key))]
    if not isinstance(tree, list):
        return []
    if tree[:1] == ["q"]:
        return [path]
    return [p for place, one in enumerate(tree) for p in _numbers(one, (*path, place))]


def test_an_index_is_called_like_nothing_that_a_step_names() -> None:
    # E sum_k (sum_j X_j)^2 over k = 1, 2 is 2 N s^2 for noise of deviation s, whatever s is called
    def said(name: str) -> str:
        count, scale = var("N", "int", low=1), var(name, low=0)
        squared = power(["sum", "j", q(1), v("N"), idx("X", "j")], 2)
        averaged = {
            "rule": "average", "left": ["sum", "k", q(1), q(2), squared], "op": "=",
            "right": mul(2, squared), "steps": [], "proof": {"kind": "identity"},
            "families": [{"name": "X", "law": "normal", "count": v("N"), "of": v(name)}],
        }  # fmt: skip
        sides = {"left": mul(5, "N"), "op": "=", "right": mul(2, "N", power(name, 2))}
        every = {"rule": "every", "vars": [scale], "where": [], **sides, "steps": [averaged],
                 "proof": {"kind": "identity", "multiples": [[0, q(1)]]}}  # fmt: skip
        told = {"vars": [count], "where": [], "every": [], "families": [], "means": [],
                "left": q(0), "op": "<=", "right": v("N")}  # fmt: skip
        made = {"kind": "moments", "moments": told, "steps": [every], "proof": {"kind": "sign"}}
        found = check_certificate(made)
        return "accepted" if found.accepted else found.message

    for name in ("i0", "i1", "i2", "s"):
        assert "accepted" not in said(name)


def test_a_word_is_called_like_no_index_that_was_chosen() -> None:
    # sum_j exp(-rate(j) x(b, j)) with a rate that knows j, and then the rate at the least j
    answer = {"name": "a", "words": "c", "count": v("N"), "of": q(2), "parts": q(1),
              "records": q(1), "size": v("n"), "epsilon": q(0)}  # fmt: skip
    room = [mul(q(1), q(1)), "<=", v("n")]
    mean = ["sum", "b", q(1), v("N"), add(idx("c", "b"), -1)]
    told = {"vars": [var("N", "int", low=1), var("n", "int", low=1)], "where": [room], "every": [],
            "families": [], "answer": answer, "means": [{"name": "M", "of": mean}],
            "left": mul(5, "N"), "op": "<=", "right": v("M")}  # fmt: skip
    least = {"rule": "least", "index": "k", "low": q(1), "high": q(2), "value": v("k"),
             "name": "w", "inside": [{"kind": "sign"}]}  # fmt: skip
    guess = {"rule": "guess", "mean": "M", "at": "p", "word": "w", "gain": q("1/2"),
             "rate": div(power("w", 10), 10), "shown": []}  # fmt: skip
    made = {"kind": "moments", "moments": told, "steps": [least, guess], "proof": {"kind": "sign"}}
    assert "step 1: the names of a place and of a word are new" in check_certificate(made).message
