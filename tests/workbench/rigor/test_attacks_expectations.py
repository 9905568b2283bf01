"""False statements about expectations dressed up as proofs: each of these must be turned down."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workbench.rigor.build import add, div, mul, power, put, q, v, var
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.check.kinds import digest

SIGN = {"kind": "sign"}


def law(left: Any, op: str, right: Any, means: Any, **changes: Any) -> dict[str, Any]:
    """A statement about a random x in [0, 1]."""
    inside = var("x", low=0, high=1)
    made = {
        "vars": [], "random": [inside], "where": [], "sure": [], "over": None, "all": [],
        "means": [{"name": n, "of": of, "finite": finite} for n, of, finite in means],
        "left": left, "op": op, "right": right,
    }  # fmt: skip
    return {**made, **changes}


def proof(statement: dict[str, Any], *steps: Any, end: Any = SIGN) -> dict[str, Any]:
    """The certificate."""
    return {"kind": "expectation", "law": statement, "steps": list(steps), "proof": end}


def integrate(*terms: Any, op: str = "<=", cases: int = 1, uses: Any = None) -> dict[str, Any]:
    """A step that is shown by the visible sign in each case."""
    return {"rule": "integrate", "op": op, "terms": list(terms), "uses": uses,
            "proofs": [SIGN] * cases}  # fmt: skip


def exists(mean: str, of: Any, *terms: Any) -> dict[str, Any]:
    """A mean exists, by bounds that are visible."""
    return {"rule": "exists", "mean": mean, "of": of, "terms": list(terms), "uses": None,
            "low": [SIGN], "high": [SIGN]}  # fmt: skip


M, ONE = ("m", v("x"), True), q(1)
SQUARE = ("m2", power("x", 2), True)
MARKOV = law(
    v("c"), "<=", div("m", "a"), [M, ("c", v("s"), False)],
    vars=[var("a", low=0, ends="(]")], random=[var("x", low=0), var("s")],
    sure=[[[[v("x"), ">=", v("a")], [v("s"), "=", q(1)]],
           [[v("x"), "<", v("a")], [v("s"), "=", q(0)]]]],
)  # fmt: skip
EXISTS = {**exists("c", v("s"), [ONE, None]), "low": [SIGN] * 2, "high": [SIGN] * 2}
PROOF = proof(MARKOV, EXISTS, integrate([ONE, "m"], [mul(-1, "a"), "c"], cases=2))


def test_markov_is_accepted() -> None:
    assert check_certificate(PROOF).accepted
    assert conclusions(PROOF) == [{"says": "expectation", "statement": MARKOV}]


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The proof of Markov's inequality with one part replaced."""
    return put(PROOF, *path, to=value)


NO_NUMBER = law(q(0), "<=", ONE, [M])
FALSE: dict[str, tuple[dict[str, Any], str]] = {
    # the relation is shown for one of the two kinds of outcomes only
    "half of the cases": (changed(("steps", 1, "proofs"), [SIGN]), "2 cases"),
    # x = -1 and x = 5 with equal chances
    "a variable that may be negative": (changed(("law", "random", 0, "low"), None), "case 1"),
    "half of the mean": (changed(("law", "right"), div("m", mul(2, "a"))), "cannot be read off"),
    "a mean of which nothing is shown": (
        {**PROOF, "steps": PROOF["steps"][1:]}, "not known that the mean"),
    # E[1] is 1, whatever a certificate says; there is no place to say another mass
    "a law of mass 2": (changed(("law", "over"), "a"), "integer variable"),
    "a coefficient that is random": (
        proof(law(v("m2"), "<=", power("m", 2), [M, SQUARE]),
              integrate([v("x"), "m"], [q(-1), "m2"], op="=")), "not declared"),
    # E x^2 <= (E x)^2 is false for every law that is no point
    "a square of the mean": (
        proof(law(v("m2"), "<=", power("m", 2), [M, SQUARE])), "cannot be read off"),
    "a mean in the place of its variable": (
        proof(law(v("m2"), "<=", q(0), [M, SQUARE]),
              integrate([mul("m", "x"), None], op="=")), "not declared"),
    "a fixed number that is called random": (
        proof(law(v("x"), "<=", v("m"), [M])), "not declared"),
    "a condition that is random": (
        proof(law(v("m"), "<=", q(0), [M], where=[[v("x"), "<=", q(0)]]),
              integrate([q(-1), "m"])), "not declared"),
    # x -> 1/x is not integrable for the uniform law on [0, 1]
    "a mean that need not exist": (
        proof(law(q(0), "<=", v("r"), [("r", div(1, "x"), False)],
                  random=[var("x", low=0, high=1, ends="(]")]), integrate([ONE, "r"])),
        "not known that the mean"),
    "a bound from one side": (
        proof(law(q(0), "<=", v("r"), [("r", div(1, "x"), False)],
                  random=[var("x", low=0, high=1, ends="(]")]),
              exists("r", div(1, "x"), [ONE, None])), "cannot be read off"),
    "the existence of another mean": (
        proof(law(v("r"), "<=", ONE, [("r", power("x", 3), False)]),
              exists("r", v("x"), [ONE, None])), "another one"),
    "a bound by itself": (
        proof(law(q(0), "<=", v("r"), [("r", div(1, "x"), False)],
                  random=[var("x", low=0, high=1, ends="(]")]),
              exists("r", div(1, "x"), [ONE, "r"])), "not known that the mean"),
    "a mean without a value": (
        proof(law(q(0), "<=", v("r"), [("r", div(1, "x"), True)]), integrate([ONE, "r"])),
        "may have no value"),
    "a side without a value": (
        proof(law(div(1, "m"), "<=", div(1, "m"), [M])), "may have no value"),
    "a condition on what is not known to exist": (
        proof(law(v("r"), "<=", ONE, [("r", div(1, "x"), False)],
                  random=[var("x", low=0, high=1, ends="(]")],
                  where=[[v("r"), "<=", ONE]])), "not declared"),
    "an outcome that there is not": (
        proof(law(v("m"), "<=", q(0), [M], sure=[[[[v("x"), ">=", q(2)]]]]),
              integrate([q(-1), "m"])), "no outcome"),
    "a condition that is false": (
        proof(law(v("m"), "<=", q(0), [M], where=[[q(1), "<=", q(0)]])), "anything would be true"),
    "a name that stands for two means": (
        proof(law(v("m"), "<=", ONE, [M, ("m", q(1), True)])), "no name of its own"),
    "the name of a mean for a number": (
        proof(law(v("m"), "<=", ONE, [M], vars=[var("m", low=0)])), "no name of its own"),
    "a new mean with the name of a stated one": (
        proof(law(v("r"), "<=", ONE, [M, ("r", power("x", 2), False)]),
              exists("r", mul("x", "x"), [ONE, None])), "another one"),
    "a hypothesis at a number where it does not hold": (
        proof(law(ONE, "<=", q(0), [],
                  all=[{"vars": [var("t", low=1)], "where": [], "of": mul("t", "x"), "op": "<=",
                        "bound": q(0)}]),
              {"rule": "take", "mean": "h", "all": 0, "at": {"t": q(-1)}, "inside": [SIGN]}),
        "cannot be read off"),
    "sequences that are random": (
        proof(law(v("m"), "<=", ONE, [M], random=[var("x", low=0), var("y", "seq")])),
        "is a number"),
    "a place before the first fact": (
        proof(law(v("m"), "<=", ONE, [M], where=[[v("m"), ">=", q(0)]]),
              integrate([ONE, "m"], uses=[7])), "malformed"),
    "a relation that cannot be integrated": (
        proof(NO_NUMBER, integrate([ONE, "m"], op=">=")), "integrated"),
    "a rule that there is not": (proof(NO_NUMBER, {"rule": "jensen"}), "no rule"),
    "a part of another statement": (
        proof(law(v("m"), "<=", q(1), [M]) | {"law": {}}), "has the keys"),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_it_is_turned_down(name: str) -> None:
    certificate, why = FALSE[name]
    answer = check_certificate(certificate)
    assert not answer.accepted, name
    assert why in answer.message


def test_sums_over_coordinates_count_them() -> None:
    count = var("d", "int", 1)
    good = law(v("m"), "<=", v("d"), [M], vars=[count], over="d")
    step = integrate([ONE, None], [q(-1), "m"])
    assert check_certificate(proof(good, step)).accepted
    assert not check_certificate(proof({**good, "right": q(1)}, step)).accepted
    assert not check_certificate(proof({**good, "over": None, "right": q(0)}, step)).accepted


def test_it_is_as_strict_as_the_values() -> None:
    positive = law(q(0), "<", v("m"), [M], random=[var("x", low=0, high=1, ends="(]")])
    assert check_certificate(proof(positive, integrate([ONE, "m"], op="<"))).accepted
    weak = {**positive, "random": [var("x", low=0, high=1)]}
    assert not check_certificate(proof(weak, integrate([ONE, "m"], op="<"))).accepted
    assert not check_certificate(proof(weak, integrate([ONE, "m"]))).accepted


def test_a_changed_certificate_has_another_digest() -> None:
    sealed = {**PROOF, "digest": digest(PROOF)}
    assert check_certificate(sealed).accepted
    assert not check_certificate({**sealed, "steps": []}).accepted


def test_a_variance_is_not_negative() -> None:
    step = integrate([ONE, "m2"], [mul(-2, "m"), "m"], [power("m", 2), None])
    step["proofs"] = [{"kind": "sign", "gap": power(add("x", mul(-1, "m")), 2)}]
    stated = law(power("m", 2), "<=", v("m2"), [M, SQUARE])
    assert check_certificate(proof(stated, step)).accepted
