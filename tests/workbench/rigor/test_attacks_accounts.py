"""Gaussian noise by its exact curve: what accounts of pairs of laws show, and what they do not."""

from __future__ import annotations

import copy
import functools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from workbench.harness.sequences import accounts_of
from workbench.privacy import Gaussian, Laplace
from workbench.rigor.check import check_certificate
from workbench.rigor.provers.poisson_batches import sampled_steps
from workbench.rigor.provers.privacy import shown_private
from workbench.symbolic.private import (
    PrivateStatement,
    apart,
    approximate,
    gathered,
    private,
    pure,
    release,
    released,
    size,
    zcdp,
)
from workbench.symbolic.theorem import integer, number, numbers

EPSILON, DELTA, CHANCE = Fraction(2), Fraction("2.66558e-6"), Fraction(1, 100)
x, y = released("x"), released("y")
c, v, w = (number(name, above=0) for name in "cvw")
n = integer("n", at_least=10)
i = integer("i")
SERIES = numbers("s", above=0)


def normal(scale: int = 5, count: int = 4, **changes: Any) -> dict[str, Any]:
    """The account of some normal pairs, 1/scale apart."""
    pair = Gaussian(float(scale)).release(sensitivity=1.0, neighbouring="replace-one")
    told = {"epsilon": Fraction(1), "delta": Fraction(1, 100), **changes}
    return accounts_of([(pair, count)], **told)


@functools.cache
def sampled() -> dict[str, Any]:
    """The account of 1,000 sampled pairs."""
    pair = Gaussian(1.0).release(sensitivity=1.0, neighbouring="add-or-remove-one")
    return accounts_of([(pair.poisson(CHANCE), 1000)], epsilon=EPSILON, delta=DELTA)


def rounds(**changes: Any) -> PrivateStatement:
    """Four rounds of normal noise, 5 times as large as what moves."""
    made: dict[str, Any] = {
        "symbols": (c, n), "records": n, "rounds": 4, "state": {"x": x + y},
        "releases": [release("y", ["gaussian", 5 * c], ["function", "2", x], moves=c)],
        "guarantee": approximate(1, Fraction(1, 100)),
    }  # fmt: skip
    return private(**{**made, **changes})


def steps(**changes: Any) -> PrivateStatement:
    """1,000 steps on Poisson batches."""
    return sampled_steps(EPSILON, DELTA, **{"chance": CHANCE, "rounds": 1000, **changes})


def of_poisson(**changes: Any) -> PrivateStatement:
    """One release on a Poisson batch, as it is, or told wrongly."""
    made: dict[str, Any] = {"law": ["gaussian", c], "bound": size("2", c), "times": 1,
                            "moves": None, **changes}  # fmt: skip
    asked = ["poisson", CHANCE, made["bound"], x]
    told = {k: v for k, v in changes.items() if k not in ("law", "bound", "times", "moves")}
    return private(**{
        "symbols": (c,), "rounds": 1000, "state": {"x": x + y},
        "adjacency": "add-or-remove-one", "guarantee": approximate(EPSILON, DELTA),
        "releases": [release("y", made["law"], asked, moves=made["moves"], times=made["times"])],
        **told,
    })  # fmt: skip


LAPLACE = release("y", ["laplace", 5 * c], ["function", "1", x], moves=c)
TRUE: dict[str, tuple[PrivateStatement, Any]] = {
    "normal noise": (rounds(), normal()),
    "fewer rounds": (rounds(rounds=3), normal()),
    "a larger epsilon": (rounds(guarantee=approximate(2, Fraction(1, 50))), normal()),
    "noise by what was released": (rounds(varying=[c]), normal()),
    "noise that is fixed for each round": (
        rounds(symbols=(SERIES, n), index=i, releases=[
            release("y", ["gaussian", 5 * SERIES[i]], ["function", "2", x], moves=SERIES[i])]),
        normal()),
    "Poisson batches": (steps(), sampled()),
    "one release of them": (of_poisson(), sampled()),
    "fewer steps": (steps(rounds=999), sampled()),
}  # fmt: skip
TWO = [release(name, ["gaussian", 5 * c], ["function", "2", x], moves=c) for name in ("y", "u")]
FALSE: dict[str, tuple[PrivateStatement, Any]] = {
    "a round more": (rounds(rounds=5), normal()),
    "two releases": (rounds(releases=TWO), normal()),
    "two draws": (rounds(releases=[{**TWO[0], "times": ["q", "2"]}]), normal()),
    "less noise": (rounds(), normal(scale=6)),
    "Laplace noise": (rounds(releases=[LAPLACE]), normal()),
    "Laplace noise beside": (rounds(releases=[TWO[0], {**LAPLACE, "name": "u"}]), normal()),
    "a smaller epsilon": (rounds(guarantee=approximate(Fraction(99, 100), Fraction(1, 100))),
                          normal()),
    "a smaller delta": (rounds(guarantee=approximate(1, Fraction(1, 101))), normal()),
    "pure privacy": (rounds(guarantee=pure(1)), normal()),
    "zCDP": (rounds(guarantee=zcdp(1)), normal()),
    "noise that may be anything": (
        rounds(symbols=(c, v, n), varying=[v],
               releases=[release("y", ["gaussian", v], ["function", "2", x], moves=c)]), normal()),
    "a sampled account": (rounds(), sampled()),
    "an account that is not sampled": (steps(), normal(epsilon=EPSILON)),
    "a step more": (steps(rounds=1001), sampled()),
    "a larger chance": (steps(chance=Fraction(1, 99)), sampled()),
    "a smaller chance, which no rule knows": (steps(chance=Fraction(1, 101)), sampled()),
    "longer vectors": (steps(length=2), sampled()),
    "one is replaced": (steps(adjacency="replace-one"), sampled()),
    "a certain one is replaced": (steps(adjacency="replace-record"), sampled()),
    "two draws of a batch": (of_poisson(times=2), sampled()),
    "half a draw": (of_poisson(times=Fraction(1, 2)), sampled()),
    "vectors that are near each other": (of_poisson(bound=apart("2", c)), sampled()),
    "vectors of another norm": (of_poisson(bound=size("inf", c)), sampled()),
    "Laplace noise on a batch": (of_poisson(law=["laplace", c]), sampled()),
    "a sensitivity that is stated": (of_poisson(moves=c), sampled()),
    "a number of records that is told": (of_poisson(symbols=(c, n), records=n), sampled()),
    "a mean of all records": (
        of_poisson(releases=[release("y", ["gaussian", c], ["all", size("2", c), x], moves=c)]),
        sampled()),
    "a mechanism beside": (
        of_poisson(releases=[of_poisson().private["releases"][0], release("u", ["zcdp", 1])]),
        sampled()),
    "a gathered sum": (
        of_poisson(sums=[gathered("h", batch=1, bound=size("2", c), factor=1, at=x)]), sampled()),
    "pure privacy of a batch": (of_poisson(guarantee=pure(2)), None),
    "zCDP of a batch": (of_poisson(guarantee=zcdp(2)), None),
}  # fmt: skip


@pytest.mark.parametrize("told", TRUE.values(), ids=TRUE.keys())
def test_what_is_dominated_is_accepted(told: tuple[PrivateStatement, Any]) -> None:
    """The rules are of use."""
    statement, accounts = told
    assert shown_private(statement, above=accounts).decision == "holds"


@pytest.mark.parametrize("told", FALSE.values(), ids=FALSE.keys())
def test_what_is_not_dominated_is_refused(told: tuple[PrivateStatement, Any]) -> None:
    """False, or about what no rule knows."""
    statement, accounts = told
    assert shown_private(statement, above=accounts).decision == "refused"


def _change(key: str, value: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda found: [{**one, key: value} for one in found]


def _in_pairs(key: str, value: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda found: [
        {**one, "pairs": [{**p, key: value} for p in one["pairs"]]} for one in found
    ]


TAMPERED: dict[str, Callable[[list[Any]], list[Any]]] = {
    "none": lambda found: [],
    "one direction": lambda found: found[:1],
    "the other one": lambda found: found[1:],
    "one direction twice": lambda found: [found[0], found[0]],
    "a third one": lambda found: [*found, found[0]],
    "both in one": lambda found: [{**found[0], "pairs": [*found[0]["pairs"], *found[1]["pairs"]]}],
    "a lower end": _change("side", "at least"),
    "another kind": _change("kind", "sign"),
    "a smaller delta": _change("delta", "1/1000000"),
    "a delta that is larger than the guarantee": _change("delta", "1/1000"),
    "a larger epsilon": _change("epsilon", "3"),
    "fewer steps": _in_pairs("count", 999),
    "no step": _in_pairs("count", 0),
    "less than no step": _in_pairs("count", -1000),
    "more noise": _in_pairs("scale", "2"),
    "a smaller chance": _in_pairs("chance", "1/1000"),
    "batches of fixed size": _in_pairs("sampling", "fixed"),
    "Laplace noise": _in_pairs("kind", "laplace"),
    "two numbers of steps": lambda found: [found[0], *_in_pairs("count", 1001)(found[1:])],
}


@pytest.mark.parametrize("change", TAMPERED.values(), ids=TAMPERED.keys())
def test_accounts_are_taken_anew(change: Callable[[list[Any]], list[Any]]) -> None:
    """An account that is changed shows nothing, or is another one than the steps have."""
    outcome = shown_private(steps(), above=sampled())
    assert outcome.certificate is not None
    bare = copy.deepcopy(dict(outcome.certificate))
    del bare["digest"]
    assert check_certificate(bare).accepted
    bare["above"]["accounts"] = change(bare["above"]["accounts"])
    assert not check_certificate(bare).accepted


def test_the_curve_is_that_of_normal_laws() -> None:
    """Delta at epsilon of normal laws that are mu apart, by its formula, is the threshold."""
    mu, epsilon = 2 * math.sqrt(2) / 5, 2.29

    def beyond(t: float) -> float:
        return math.erfc(t / math.sqrt(2)) / 2

    delta = beyond(epsilon / mu - mu / 2) - math.exp(epsilon) * beyond(epsilon / mu + mu / 2)
    eight = {"rounds": 8, "releases": [TWO[0]]}
    for factor, decision in (("1.0001", "holds"), ("0.9999", "refused")):
        told = {"epsilon": Fraction("2.29"), "delta": Fraction(delta) * Fraction(factor)}
        stated = rounds(**eight, guarantee=approximate(*told.values()))
        assert shown_private(stated, above=normal(count=8, **told)).decision == decision


@pytest.mark.parametrize("epsilon", ["1/20", "1/2", "1"])
def test_the_curve_of_one_batch_is_that_of_its_mixtures(epsilon: str) -> None:
    """In both orders delta is an integral over a half-line up to where the densities cross."""
    q, t = 0.1, math.exp(Fraction(epsilon))

    def below(z: float) -> float:
        return math.erfc(-z / math.sqrt(2)) / 2

    far = math.log((t - 1 + q) / q) + 1 / 2  # from here on the mixture is above t N(0, 1)
    delta = q * below(1 - far) - (t - 1 + q) * below(-far)
    if t * (1 - q) < 1:  # up to here N(0, 1) is above t times the mixture
        far = math.log((1 / t - 1 + q) / q) + 1 / 2
        delta = max(delta, below(far) * (1 - t * (1 - q)) - t * q * below(far - 1))
    pair = Gaussian(1.0).release(sensitivity=1.0, neighbouring="add-or-remove-one")
    for factor, decision in (("1.0001", "holds"), ("0.9999", "refused")):
        told = Fraction(epsilon), Fraction(delta) * Fraction(factor)
        stated = sampled_steps(*told, chance=Fraction(1, 10), rounds=1)
        accounts = accounts_of([(pair.poisson(Fraction(1, 10)), 1)], epsilon=told[0], delta=told[1])
        assert shown_private(stated, above=accounts).decision == decision


def test_a_pair_of_another_law_is_no_normal_one() -> None:
    """An account of Laplace pairs says nothing of normal noise."""
    pair = Laplace(5.0).release(sensitivity=1.0, neighbouring="replace-one")
    told = accounts_of([(pair, 4)], epsilon=Fraction(1), delta=Fraction(1, 100))
    assert shown_private(rounds(), above=told).decision == "refused"


@pytest.mark.parametrize("more", ["rho", "order", "anything"])
@pytest.mark.parametrize("made", [lambda: (rounds(), normal()), lambda: (steps(), sampled())])
def test_a_guarantee_by_accounts_says_nothing_more(made: Callable[[], Any], more: str) -> None:
    """(epsilon, delta)-DP and, say, 0-zCDP: of the latter nobody showed anything."""
    statement, accounts = made()
    certificate = copy.deepcopy(shown_private(statement, above=accounts).certificate or {})
    certificate.pop("digest", None)
    assert check_certificate(certificate).accepted
    certificate["private"]["guarantee"][more] = ["q", "0"]
    assert not check_certificate(certificate).accepted


def test_the_cost_of_a_gathered_sum_is_one_for_all_rounds() -> None:
    """Noise that varies may be least for the first release in the first round, for both later.

    1/v^2 + 1/(2 w^2) <= 2: with v^2 = 1/2 in the first round, then w^2 = 1/4 and v large, the two
    rounds cost 1 + 2 and not 2.
    """
    for varying, decision in (([v, w], "refused"), ([w], "refused"), ([v], "holds")):
        statement = private(
            (n, v, w), records=n, rounds=2, state={"x": x + released("g") + released("h")},
            varying=varying, where=[(1 / v**2 + 1 / (2 * w**2), "<=", 2)],
            releases=[release("g", ["gaussian", v], ["function", "2", x], moves=1),
                      release("h", ["gaussian", w], ["gathered", "s"], moves=1)],
            sums=[gathered("s", batch=1, bound=apart("2", 1), factor=1, at=x)],
            guarantee=zcdp(2),
        )  # fmt: skip
        assert shown_private(statement).decision == decision, varying
