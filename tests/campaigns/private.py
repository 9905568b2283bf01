"""Random statements about privacy, and their judge: the loss of worst datasets, computed directly.

Two datasets of n records differ in one; gradients are numbers (any two differ by at most S), and
every batch of m records is listed, or counted where there are many.  The density of a release is
then a mean of Laplace densities, and the logarithm of the ratio at an output is a loss that the
mechanism has.  Releases are drawn afresh, so losses of releases add up.  A statement is violated
where the loss is for certain above epsilon.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mpmath import iv

from tests.campaigns.domain import points
from tests.campaigns.evaluate import NoValue, Unknown, Value, evaluate
from tests.campaigns.functions import ends
from tests.campaigns.judge import Judgement, as_point
from tests.campaigns.statements import ONE, Tree, q, v, var

Certificate = dict[str, Any]
_MOST_BATCHES = 300


def judge_private(c: Certificate, rng: random.Random, *, count: int = 20) -> Judgement:
    """Compare epsilon with losses at points of the domain of an accepted statement."""
    s, found = c["private"], Judgement()
    small = [_small(one) for one in s["vars"]]
    domain = {"vars": small, "where": s["where"], "left": q(0), "op": "<=", "right": q(0)}
    for env in points(domain, rng, count):
        iv.prec = 100
        try:
            epsilon, loss = evaluate(s["epsilon"], env), total_loss(s, env, rng)
            above = ends(loss)[0] > ends(epsilon)[1]
            within = ends(loss)[1] <= ends(epsilon)[0]
        except Unknown:
            found.unknown += 1
            continue
        except NoValue as why:
            return Judgement(violation=f"something has no value: {why}", point=as_point(env))
        if above:
            told = f"the loss {float(ends(loss)[0]):.6g} is above epsilon"
            return Judgement(violation=told, point=as_point(env))
        found.true += within
        found.unknown += not within  # the two are equal, as far as intervals tell
    return found


def _small(one: Mapping[str, Any]) -> dict[str, Any]:
    made = dict(one)
    if one["sort"] == "int" and one["high"] is None:
        made |= {"high": str(math.ceil(Fraction(one["low"] or 0)) + 6), "high_open": False}
    return made


def total_loss(s: Mapping[str, Any], env: Mapping[str, Any], rng: random.Random) -> Value:
    """The loss of all releases of all rounds, at the worst of some outputs and datasets."""
    n, rounds = (_whole(s[key], env) for key in ("records", "rounds"))
    bound, found = evaluate(s["bound"], env), iv.mpf(0)
    for release in s["releases"]:
        scale, m = evaluate(release["scale"], env), _whole(release["batch"], env)
        if not 1 <= m <= n or ends(scale)[0] <= 0 or ends(bound)[0] < 0:
            raise NoValue("a batch, a scale or a bound that is none")
        found += max(
            (_loss(n, m, bound, scale, others) for others in (_none(n), _some(rng, n))),
            key=lambda one: ends(one)[0],
        )
    return found * max(rounds, 0)


def _whole(tree: Tree, env: Mapping[str, Any]) -> int:
    value = evaluate(tree, env)
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise NoValue("a number that is not whole")
    return int(value)


def _none(n: int) -> list[Fraction]:
    """All other records have the gradient 0."""
    return [Fraction(0)] * (n - 1)


def _some(rng: random.Random, n: int) -> list[Fraction]:
    """Shares of the bound that the gradients of the other records are."""
    return [rng.choice((Fraction(0), Fraction(1, 2), Fraction(1))) for _ in range(n - 1)]


def _loss(n: int, m: int, bound: Value, scale: Value, others: list[Fraction]) -> Value:
    """The largest logarithm of the ratio of densities where the record is at 0, or at the bound."""
    if math.comb(n, m) > _MOST_BATCHES:
        if any(others):
            return iv.mpf(0)
        with_it, without = math.comb(n - 1, m - 1), math.comb(n - 1, m)
        laws = [Counter({Fraction(k): with_it}) for k in (0, 1)]
        for law in laws:
            law[Fraction(0)] += without
    else:
        batches = list(itertools.combinations(range(n), m))
        laws = [
            Counter(sum((all_records[k] for k in batch), Fraction(0)) for batch in batches)
            for all_records in ([k, *others] for k in (Fraction(0), Fraction(1)))
        ]
    unit = _interval(bound) / m
    outputs = [unit * k for k in (-1, 0, 1, m, m + 1)]

    def density(law: Counter[Fraction], at: Value) -> Value:
        return sum(count * iv.exp(-abs(at - unit * _interval(k)) / _interval(scale))
                   for k, count in law.items())  # fmt: skip

    ratios = [
        iv.log(density(laws[j], at) / density(laws[1 - j], at)) for at in outputs for j in (0, 1)
    ]
    return max(ratios, key=lambda one: ends(one)[0])


def _interval(value: Value) -> Value:
    if isinstance(value, Fraction):
        return iv.mpf(value.numerator) / value.denominator
    return value


# makers -------------------------------------------------------------------------------------------


def private(rng: random.Random) -> Certificate:
    """A method of one to three releases a round, and an epsilon that may be its cost."""
    n, m, rounds = _number(rng, "n", 1), _number(rng, "m", 1), _number(rng, "T", rng.choice((0, 1)))
    bound, b = _positive(rng, "S"), _positive(rng, "b")
    where = [[m[0], "<=", n[0]]] if rng.random() < 0.95 else []
    releases, costs = [], []
    for k in range(rng.choice((1, 1, 2, 3))):
        batch = rng.choice((m[0], m[0], m[0], n[0], ONE))
        shift = ["/", bound[0], rng.choice((*[batch] * 9, m[0], n[0], ONE))]
        if rng.random() < 0.15:
            shift = rng.choice((["*", shift, q("1/2")], ["*", shift, q(2)], bound[0]))
        scale = rng.choice((b[0], b[0], ["*", q(2), b[0]], ["/", b[0], batch]))
        at = rng.choice((["vec", "x"], ["v+", ["vec", "x"], ["v*", b[0], ["vec", "x"]]]))
        releases.append({"name": f"r{k}", "law": "laplace", "scale": scale, "at": at,
                         "sensitivity": shift, "batch": batch})  # fmt: skip
        rate = rng.choice(
            (["/", batch, n[0]],) * 9
            + (["/", batch, ["+", n[0], ONE]], ["^", ["/", batch, n[0]], 2])
        )
        cost = rng.choice((["/", shift, scale],) * 9 + (["/", bound[0], scale],))
        costs.append(_amplified(rng, rate, cost))
    epsilon = ["*", rng.choice((rounds[0],) * 7 + (ONE,)), ["+", *costs]]
    if rng.random() < 0.1:
        epsilon = ["*", q(rng.choice(("1/2", "9/10", "2"))), epsilon]
    statement = {
        "vars": [one for _, one in (n, m, rounds, bound, b) if one is not None], "where": where,
        "records": n[0], "bound": bound[0], "rounds": rounds[0], "epsilon": epsilon,
        "adjacency": "replace-one", "space": "densities", "state": ["x"], "releases": releases,
        "next": {"x": ["v+", ["vec", "x"], ["v*", ["neg", b[0]], ["vec", releases[-1]["name"]]]]},
    }  # fmt: skip
    evidence = {"kind": "sign"} if statement["vars"] else {"kind": "boxes", "tree": "n"}
    return {"kind": "private", "private": statement, "evidence": evidence}


def _amplified(rng: random.Random, rate: Tree, cost: Tree) -> Tree:
    """The cost of one release by the rule, or by another one."""
    grown = ["+", ["exp", cost], ["neg", ONE]]
    exact = ["ln", ["+", ONE, ["*", rate, grown]]]
    return rng.choice((exact,) * 9 + (["*", rate, cost], ["*", rate, grown], cost))


def _number(rng: random.Random, name: str, low: int) -> tuple[Tree, dict[str, Any] | None]:
    if rng.random() < 0.7:
        return v(name), var(name, "int", str(rng.choice((low,) * 24 + (low - 1,))))
    return q(rng.choice((1, 2, 3, 5))), None


def _positive(rng: random.Random, name: str) -> tuple[Tree, dict[str, Any] | None]:
    if rng.random() < 0.7:
        return v(name), var(name, "real", "0", None, rng.choice(("(]",) * 24 + ("[]",)))
    return q(rng.choice(("1", "2", "1/2", "3"))), None
