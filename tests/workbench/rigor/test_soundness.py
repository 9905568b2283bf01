"""Random statements: whatever a checker accepts must survive exact evaluation on its domain."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from tests.workbench.rigor.build import var
from tests.workbench.rigor.domains import on
from tests.workbench.rigor.trees import Tree, random_tree
from workbench.rigor.check import check_certificate, decide
from workbench.rigor.provers.budget import Budget
from workbench.rigor.provers.run import ProofSearch
from workbench.symbolic import relation

DOMAINS = (
    (None, None, "[]"), (0, None, "[]"), (0, None, "(]"), (1, None, "[]"), (0, 1, "[]"),
    (0, 1, "(]"), (0, 1, "[)"), (-1, 2, "[]"), (None, 0, "[]"), (-2, None, "[]"), (0, 1, "()"),
)  # fmt: skip
STEPS = tuple(Fraction(*p) for p in ((0, 1), (1, 1000), (1, 2), (1, 1), (7, 3), (10, 1), (500, 1)))


def random_variable(rng: random.Random, name: str) -> dict[str, Any]:
    low, high, ends = rng.choice(DOMAINS)
    sort = rng.choice(("real", "real", "int"))
    return var(name, sort, low, high, "[]" if sort == "int" else ends)


def random_value(rng: random.Random, v: dict[str, Any]) -> Fraction:
    low, high = (None if v[k] is None else Fraction(v[k]) for k in ("low", "high"))
    if v["sort"] == "int":
        first = low if low is not None else (high - 5 if high is not None else Fraction(-3))
        return Fraction(
            rng.randint(math.ceil(first), math.floor(first + 6 if high is None else high))
        )
    step = rng.choice(STEPS)
    if low is not None and high is not None:
        value = low + (high - low) * min(step, 1)
    elif low is not None:
        value = low + step
    elif high is not None:
        value = high - step
    else:
        value = step * rng.choice((-1, 1))
    if (v["low_open"] and value == low) or (v["high_open"] and value == high):
        return random_value(rng, v)
    return value


def with_integer_powers(rng: random.Random, tree: Tree, integers: list[str]) -> Tree:
    """Some exponents and bounds made symbolic."""
    if tree[0] == "npow" and integers and rng.random() < 0.7:
        shift = str(rng.choice((-1, 0, 1)))
        exponent = ["+", ["v", rng.choice(integers)], ["q", shift]]
        return ["npow", with_integer_powers(rng, tree[1], integers), exponent]
    if tree[0] in ("sum", "prod") and rng.random() < 0.7:
        names = [n for n in integers if n != tree[1]]
        if names:
            tree = [*tree[:3], ["v", rng.choice(names)], tree[4]]
    return [tree[0], *(with_integer_powers(rng, a, integers) if isinstance(a, list) else a
                       for a in tree[1:])]  # fmt: skip


def random_statement(rng: random.Random) -> dict[str, Any]:
    names = tuple(rng.sample(("x", "y", "n", "m"), rng.randint(1, 3)))
    variables = [random_variable(rng, n) for n in names]
    integers = [v["name"] for v in variables if v["sort"] == "int"]

    def tree(depth: int) -> Tree:
        return with_integer_powers(rng, random_tree(rng, depth, names), integers)

    return {
        "vars": variables,
        "where": [
            [tree(rng.choice((0, 1, 2))), rng.choice(("<=", "<", "=", ">=", ">")), tree(1)]
            for _ in range(rng.choice((0, 0, 1, 2)))
        ],
        "left": ["q", "0"],
        "op": rng.choice(("<=", "<", ">=", ">")),
        "right": tree(3),
        "requires": [],
    }


def survives(rng: random.Random, statement: dict[str, Any]) -> bool:
    for _ in range(12):
        point = {v["name"]: str(random_value(rng, v)) for v in statement["vars"]}
        if all(decide({"left": a, "op": o, "right": b}, point) for a, o, b in statement["where"]):
            assert decide(statement, point) is not False, point
    return True


@pytest.mark.parametrize("seed", range(4))
def test_no_accepted_sign_is_contradicted(seed: int) -> None:
    rng = random.Random(seed)
    accepted = 0
    for _ in range(120):
        statement = random_statement(rng)
        if check_certificate({"kind": "sign", "statement": statement}).accepted:
            accepted += survives(rng, statement)
    assert accepted > 20  # else nothing was tested


@pytest.mark.parametrize("seed", range(2))
def test_no_accepted_counterexample_is_a_point_without_value(seed: int) -> None:
    """A refutation must be confirmed by the opposite statement at the same point."""
    rng = random.Random(100 + seed)
    opposite = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}
    refuted = 0
    for _ in range(150):
        s = random_statement(rng)
        point = {v["name"]: str(random_value(rng, v)) for v in s["vars"]}
        certificate = {"kind": "counterexample", "statement": s, "point": point}
        if check_certificate(certificate).accepted:
            refuted += 1
            assert decide({**s, "op": opposite[s["op"]]}, point) is True
    assert refuted > 10


def test_no_accepted_proof_of_any_kind_is_contradicted() -> None:
    """Random gaps of exponentials, logarithms and fractions, without a search for a refutation."""
    rng, x, accepted = random.Random(5), sp.Symbol("x", real=True), 0
    atoms = (sp.exp(x), sp.exp(-x), sp.log(1 + x), x * sp.log(1 + x), x, x**2, 1 / (1 + x))
    for _ in range(60):
        gap = sum(rng.randint(-2, 3) * rng.choice(atoms) for _ in range(3))
        made = relation(0, rng.choice(("<=", "<")), gap)
        if not made.variables:
            continue
        made = on(made, x=rng.choice(("[0, 1]", "(0, 1)", "[0, oo)", "(0, oo)", "[1, 3]")))
        light = ("sign", "factors", "chain", "logchain", "cover", "boxes", "growth")
        evidence, _ = ProofSearch(made, Budget(seconds=1, boxes=60)).attempt(made, light)
        if evidence is not None:
            accepted += 1
            v = made.tree["vars"][0]
            for _ in range(12):
                assert decide(made.tree, {"x": str(random_value(rng, v))}) is True
    assert accepted > 20
