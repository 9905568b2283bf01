"""What certificates show: equal for two proofs of one statement, different for two statements."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from tests.workbench.rigor import test_attacks_integration
from tests.workbench.rigor.build import (
    add,
    certificate,
    idx,
    mul,
    op,
    power,
    q,
    state,
    total,
    var,
)  # fmt: skip
from tests.workbench.rigor.test_instances import AT, descent
from tests.workbench.rigor.test_worst_case import upper
from tests.workbench.rigor.test_worst_case_family import proof as family_proof
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.check.kinds import KINDS
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers import transcripts
from workbench.rigor.provers.batches import covariance
from workbench.rigor.provers.instances import parabola
from workbench.rigor.provers.moments import moments_shown
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.private import apart, private, pure, release, released
from workbench.symbolic.theorem import Theorem, function, number, vector

SIGN = {"kind": "sign"}
unit, line, n = var("x", low=0, high=1), var("x", low=0), var("n", "int", 0)
PAIR = [var("x", low=0, ends="(]"), var("y", low=0, ends="(]")]
OVER_UNIT = state([unit], 0, "<=", add("x", 1))
OVER_LINE = state([line], 0, "<=", "x")
u, DEFINED = var("u", "seq"), state([n, var("u", "seq")], idx("u", "n"), "=", "n")
COUNTS = {"base": [{"name": "u", "at": 0, "value": q(0)}],
          "rules": [{"name": "u", "index": "t", "shift": 1, "from": 0,
                     "body": add(idx("u", "t"), 1)}]}  # fmt: skip
TWO = [["2", "0"], ["0", "2"]]
ONE = [["1", "0"], ["0", "1"]]


def psd(**more: Any) -> dict[str, Any]:
    return {"kind": "psd", "matrix": TWO, "L": ONE, "D": ["2", "2"], **more}


# certificates of one statement each, in groups that show the same
L, s, x = number("L", above=0), vector("s"), vector("x")
F = function("F", smooth=L, strong=0, minimiser=s)
AT_LEAST = Theorem((L, s, x, F), concludes=(F(s), "<=", F(x)))
MINIMUM, LONGER = Proof(AT_LEAST), Proof(AT_LEAST)
MINIMUM.minimum(F, x)
LONGER.gram(AT_LEAST.concludes, [(1, LONGER.convexity(F, x, s))])
RELEASED = private(
    [], records=1, rounds=1, state={"z": released("r")}, guarantee=pure(11),
    releases=[release("r", ["laplace", Fraction(1, 10)], ["all", apart("1", 1), released("z")],
                      moves=1)],
).private  # fmt: skip

FALSE_FOR_A_PARABOLA = descent().refuted({"F": parabola(1)}, **AT).outcome().certificate
COIN = {"kind": "finite-tree", "numbers": [["c", "1"]], "data": [], "start": [["x", q(0)]],
        "steps": [{"times": 1, "draws": [["u", [[q("1/2"), q(1)], [q("1/2"), q(-1)]]]],
                   "next": [["x", ["v", "u"]]]}],
        "where": [], "left": ["E", ["^", ["v", "x"], 2]], "op": "<",
        "right": ["v", "c"]}  # fmt: skip

BELOW_ONE = {
    "vars": [], "random": [var("x", low=0, high=1)], "where": [], "sure": [], "over": None,
    "means": [{"name": "m", "of": ["v", "x"], "finite": True}], "all": [],
    "left": ["v", "m"], "op": "<=", "right": q(1),
}  # fmt: skip

SAME: dict[str, list[dict[str, Any]]] = {
    "a sum above 0": [
        certificate("sign", OVER_UNIT),
        certificate("boxes", OVER_UNIT, tree="n", bits=64),
        certificate("boxes", OVER_UNIT, tree=["x", "m", "c"], bits=96),
        certificate("bernstein", OVER_UNIT, tree="b"),
        certificate("cover", OVER_UNIT, pieces={"at": ["x", "1/2"], "below": SIGN, "above": SIGN}),
        certificate("growth", OVER_UNIT, variable="x", strict="start", start=SIGN, slope=SIGN,
                    **{"from": "low"}),
        certificate("logchain", OVER_UNIT, steps=[]),
        certificate("substitution", OVER_UNIT, tree=add("x", 1), gap=["v", "w"],
                    variable={**var("w", low=0), "name": "w"}, low=SIGN, proof=SIGN),
        {"kind": "all", "members": [certificate("sign", OVER_UNIT)]},
    ],
    "x above 0": [
        certificate("sign", OVER_LINE),
        certificate("chain", OVER_LINE),
        certificate("factors", OVER_LINE,
                    factors=[{"tree": ["v", "x"], "power": 1, "proof": SIGN}]),
        certificate("between", OVER_LINE, middle=q(0), left=SIGN, right=SIGN),
        certificate("lemmas", OVER_LINE, facts=[{"fact": [q(0), "<=", ["v", "x"]], "proof": SIGN}],
                    proof=SIGN),
        certificate("cases", OVER_LINE, tree=add("x", -1), above=SIGN, below=SIGN),
        certificate("radicals", OVER_LINE, powers={"x": 2}, proof=SIGN),
        certificate("powers", OVER_LINE, lower=q(0), upper=["v", "x"], power=2, sign=SIGN,
                    proof=SIGN),
        certificate("taylor", OVER_LINE, variable="x", centre=q(0), order=1,
                    proofs={"last": SIGN}),
        certificate("sos", OVER_LINE, margin="0",
                    terms=[{"times": [0], "basis": [[0]], "L": [["1"]], "D": ["1"]}]),
    ],
    "a tail": [
        certificate("variation", state([line], 0, "<=", op("exp", mul(-1, "x"))), variable="x",
                    levels=[{"weight": q(1), "form": op("exp", mul(-1, "x"))},
                            {"weight": q(1), "form": mul(-1, op("exp", mul(-1, "x")))}],
                    sign=-1, last=SIGN),
        certificate("sign", state([line], 0, "<=", op("exp", mul(-1, "x")))),
    ],
    "a finite law": [
        COIN,
        {"kind": "all", "members": [COIN]},
    ],
    "a function of a class": [dict(FALSE_FOR_A_PARABOLA or {})],
    "two variables": [
        certificate("symmetry", state(PAIR, "x", "<=", add("x", "y")), variable="y",
                    group="scale", degree=1, proof=SIGN),
        certificate("sign", state(PAIR, "x", "<=", add("x", "y"))),
    ],
    "an equation": [
        certificate("identity", state([n], add("n", 1), "=", add(1, "n"))),
        certificate("induction", state([n], add("n", 1), "=", add(1, "n")), variable="n", start=0),
    ],
    "a recurrence": [
        certificate("induction", DEFINED, variable="n", start=0, factor=q(1), **COUNTS),
        certificate("induction", DEFINED, variable="n", start=0, **COUNTS),
    ],
    "an inequality by steps": [
        certificate("inductive", state([n], 0, "<=", "n"), variable="n", start=0, factor=q(1),
                    slack=q(1), strict="factor", proofs=dict.fromkeys(("factor", "slack"), SIGN)
                    | {"start": None}),
        certificate("sign", state([n], 0, "<=", "n")),
    ],
    "a sum of squares": [
        certificate("termwise", state([n, u], 0, "<=", total("i", 1, "n", power(idx("u", "i"), 2))),
                    index="j", low=q(1), high=["v", "n"], term=power(idx("u", "j"), 2), proof=SIGN),
        certificate("sign", state([n, u], 0, "<=", total("i", 1, "n", power(idx("u", "i"), 2)))),
    ],
    "exponentials": [
        certificate("logarithms", state([unit], op("exp", "x"), "<=", op("exp", mul(2, "x"))),
                    proof=SIGN),
        certificate("chain", state([line], op("exp", "x"), "<=", op("exp", mul(2, "x"))))
        | {"statement": state([unit], op("exp", "x"), "<=", op("exp", mul(2, "x")))},
    ],
    "logarithms": [
        certificate("exponentials", state([unit], op("ln", add(1, "x")), "<=", op("ln", 3)),
                    proof=SIGN),
        certificate("boxes", state([unit], op("ln", add(1, "x")), "<=", op("ln", 3)), tree="n",
                    bits=64),
    ],
    "a counterexample": [
        certificate("counterexample", state([line], "x", "<=", 1), point={"x": "2"}),
    ],
    "another point": [certificate("counterexample", state([line], "x", "<=", 1), point={"x": "3"})],
    "a matrix": [psd(), psd(L=[["2", "0"], ["0", "2"]], D=["1/2", "1/2"]), psd(strict=False)],
    "a definite matrix": [psd(strict=True)],
    "no such matrix": [
        {"kind": "not-psd", "matrix": [["-1"]], "vector": ["1"]},
        {"kind": "not-psd", "matrix": [["-2/2"]], "vector": ["5"]},
    ],
    "a solution": [
        {"kind": "matrix-inequality", "matrices": [TWO, ONE], "y": [y], "L": ONE, "D": [d, d]}
        for y, d in (("0", "2"), ("1", "3"))
    ],
    "no solution": [
        {"kind": "no-matrix-inequality", "matrices": [[["-1"]], [["0"]]], "L": [["1"]], "D": [d]}
        for d in ("1", "2")
    ],
    "an integral": [
        {"kind": "integral", "integrand": ["v", "x"], "variable": "x", "low": "0", "high": "1",
         "cuts": cuts, "op": "<=", "bound": q("3/4"), "bits": bits}
        for cuts, bits in (([], 64), (["1/3"], 128))
    ],
    "an integral, more sharply": [
        {"kind": "integral", "integrand": ["v", "x"], "variable": "x", "low": "0", "high": "1",
         "cuts": [], "op": "<=", "bound": q("2/3"), "bits": 64}
    ],
    "no rate of heavy ball": [
        {"kind": "momentum-rate", "side": "slower",
         "parameters": {"mu": "1", "L": "1", "alpha": "1/10", "beta": "0", "rho2": "1/2"},
         "members": [{"kind": "psd", "matrix": [["31/200"]], "L": [["1"]], "D": ["31/200"],
                      "strict": False}]},
    ],
    "finitely many cases": [
        certificate("enumeration", state([var("n", "int", 1, 9)], "n", "<=", power("n", 2)))
    ],
    "a worst case": [upper()],
    "a family of worst cases": [family_proof()],
    "a mean": [
        {"kind": "expectation", "proof": SIGN, "law": BELOW_ONE, "steps": [
            {"rule": "integrate", "op": "<=", "terms": [[q("1"), None], [q("-1"), "m"]],
             "uses": uses, "proofs": [SIGN]}]}
        for uses in (None, [])
    ],
    "draws one after the other": [transcripts.ratios_multiply().certificate or {}],
    "a batch": [moments_shown(covariance()).certificate or {}],
    "a mean of draws": [test_attacks_integration.SIZE],
    "a theorem": [MINIMUM.certificate, LONGER.certificate],
    "what releases cost at most": [
        {"kind": "accounting", "side": "at most", "epsilon": epsilon, "delta": delta,
         "pairs": [{"kind": "laplace", "size": "1", "scale": "1", "count": 2}], "plan": plan}
        for epsilon, delta in (("1", "1/2"), ("2/2", "2/4"))
        for plan in ({"c": "1", "beyond": "2", "span": "9", "nodes": 0},
                     {"c": "3", "beyond": "9", "span": "9", "nodes": 96})
    ],
    "what releases cost at least": [
        {"kind": "accounting", "side": "at least", "epsilon": "1", "delta": "6/25",
         "pairs": [{"kind": "laplace", "size": "1", "scale": "1", "count": 2}],
         "plan": {"c": "1", "beyond": "2", "span": "9", "nodes": 0}},
    ],
    "a private method": [
        {"kind": "private", "private": RELEASED, "above": None, "evidence": evidence}
        for evidence in (SIGN, {"kind": "boxes", "tree": "n"})
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_proofs_of_one_statement_show_the_same(name: str) -> None:
    first, *others = SAME[name]
    for one in (first, *others):
        answer = check_certificate(one)
        assert answer.accepted, answer.message
        assert conclusions(one) == conclusions(first)
        json.dumps(conclusions(one))


def test_different_statements_show_different_things() -> None:
    shown = {name: conclusions(group[0]) for name, group in SAME.items()}
    for one, other in combinations(shown, 2):
        assert shown[one] != shown[other], (one, other)


def test_every_kind_is_covered() -> None:
    assert {c["kind"] for group in SAME.values() for c in group} == set(KINDS)


def test_what_is_proved_is_part_of_what_is_shown() -> None:
    """Another side, another condition, another rule or another number: another conclusion."""
    (shown,) = conclusions(SAME["a recurrence"][0])
    assert shown["statement"] == {**DEFINED, **COUNTS}
    for path in (("rules", 0, "body"), ("base", 0, "value"), ("left",), ("right",), ("where",)):
        made = copy.deepcopy(SAME["a recurrence"][0])
        place = made if path[0] in made else made["statement"]
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = [[q(0), "<", q(1)]] if path == ("where",) else q(7)
        assert conclusions(made) != [shown], path


def test_all_shows_what_its_members_show() -> None:
    members = [SAME["a matrix"][0], SAME["x above 0"][1], SAME["a counterexample"][0]]
    shown = conclusions({"kind": "all", "members": members})
    assert [c["says"] for c in shown] == ["psd", "relation", "violated"]


def test_a_certificate_without_a_statement_shows_nothing() -> None:
    with pytest.raises(Malformed):
        conclusions({"kind": "sign"})
