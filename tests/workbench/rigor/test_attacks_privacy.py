"""Statements about privacy that are false, or that no rule shows: each must be turned down."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
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
    renyi,
    size,
    zcdp,
)
from workbench.symbolic.theorem import integer, ln, num, number, numbers, root, total

S, b, eps, rho, delta = (number(name, above=0) for name in ("S", "b", "eps", "rho", "delta"))
order = number("lam", above=1)
n, m, T, K = (integer(name, at_least=1) for name in ("n", "m", "T", "K"))
i = integer("i")
x, y = released("x"), released("y")
FITS, LOG = (m * T, "<=", n), ln(1 / delta)
ROW, CHANGE = numbers("s", above=0), numbers("D", at_least=0)


def mean(**changes: Any) -> PrivateStatement:
    """Laplace noise on the mean of all gradients, T rounds."""
    made: dict[str, Any] = {
        "symbols": (S, b, eps, n, T), "records": n, "rounds": T,
        "where": [(T * S / (n * b), "<=", eps)], "state": {"x": x - released("g")},
        "releases": [release("g", ["laplace", b], ["all", apart("1", S), x], moves=S / n)],
        "guarantee": pure(eps),
    }  # fmt: skip
    return private(**{**made, **changes})


def gaussian(**changes: Any) -> PrivateStatement:
    """The same with normal noise."""
    made: dict[str, Any] = {
        "symbols": (S, b, rho, eps, delta, order, n, m, T), "guarantee": zcdp(rho),
        "where": [(T * S**2 / (2 * n**2 * b**2), "<=", rho), (m, "<=", n)],
        "releases": [release("g", ["gaussian", b], ["all", apart("2", S), x], moves=S / n)],
    }  # fmt: skip
    return mean(**{**made, **changes})


def one_pass(*, times: Any = K, sums: Any = (), **changes: Any) -> PrivateStatement:
    """Vertices by exponential weights, each batch used once; S bounds the entries of gradients."""
    made: dict[str, Any] = {
        "symbols": (S, b, eps, n, m, T, K), "state": {}, "guarantee": pure(eps),
        "where": [FITS, ((T - 1) * K * 4 * b * S / m, "<=", eps)],
        "releases": [release("v", ["exponential", 1], ["gathered", "h"], moves=2 * b * S / m,
                             times=times)],
        "sums": [gathered("h", batch=m, bound=size("inf", S), factor=-b, at=released("v"))],
    }  # fmt: skip
    return mean(**{**made, **({"sums": sums} if sums else {}), **changes})


def at_earlier_rounds(*, most: Any = T) -> PrivateStatement:
    """Vertices at the scores of rounds drawn before; round t adds t times a gradient."""
    moves = 2 * b * S * most / m
    return one_pass(
        index=i, where=[FITS, (total(i, 1, T, K * 2 * moves) - K * 2 * moves, "<=", eps)],
        releases=[release("v", ["exponential", 1], ["earlier", "h"], moves=moves, times=K)],
        sums=[gathered("h", batch=m, bound=size("inf", S), factor=-b * i, at=released("v"))],
    )  # fmt: skip


def converted(e: Any, **changes: Any) -> PrivateStatement:
    """rho-zCDP in one round."""
    return private((rho, delta, eps), records=1, rounds=1, guarantee=approximate(e, delta),
                   releases=[release("A", ["zcdp", rho])],
                   **{"where": [(delta, "<", 1)], **changes})  # fmt: skip


def listed(**changes: Any) -> PrivateStatement:
    """Rounds with numbers that are fixed for each of them."""
    spent = total(i, 1, T, CHANGE[i] ** 2 / (2 * ROW[i] ** 2))
    made: dict[str, Any] = {
        "symbols": (order, ROW, CHANGE, rho, n, T), "where": [(spent, "<=", rho)], "index": i,
        "state": {}, "guarantee": renyi(order, order * rho),
        "releases": [release("y", ["gaussian", ROW[i]], ["function", "2", x], moves=CHANGE[i])],
    }  # fmt: skip
    return mean(**{**made, "state": {"x": x}, **changes})


SCORES = ["all", size("inf", S), x]
BEST = root(LOG) / root(rho)
TRUE: dict[str, tuple[PrivateStatement, Any]] = {
    "a mean": (mean(), None),
    "normal noise": (gaussian(), None),
    "Renyi privacy": (gaussian(guarantee=renyi(order, order * rho)), None),
    "Laplace noise is concentrated": (
        gaussian(guarantee=zcdp(T * (S / (n * b)) ** 2 / 2), where=[],
                 releases=[release("g", ["laplace", b], ["all", apart("1", S), x], moves=S / n)]),
        None,
    ),
    "one pass": (one_pass(), None),
    "a conversion": (converted(rho + 2 * root(rho) * root(LOG)), BEST),
    "pure privacy is approximate": (mean(symbols=(S, b, eps, delta, n, T),
                                         guarantee=approximate(eps, delta)), None),
    "rounds that differ": (listed(), None),
    "noise by what was released": (
        mean(symbols=(S, b, eps, n, T), varying=[S, b], where=[(b, "=", T * S / (n * eps))]), None),
    "at earlier rounds": (at_earlier_rounds(), None),
    "the largest noisy score": (
        mean(where=[], state={"x": released("v")}, guarantee=pure(T * (2 * (2 * S / n) / b)),
             releases=[release("v", ["noisy-max", b], SCORES, moves=2 * S / n)]), None),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_true_ones_are_accepted(name: str) -> None:
    statement, above = TRUE[name]
    found = shown_private(statement, above=above)
    assert found.decision == "holds", found.reason
    assert statement.latex()


def changed(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Another value at a key of the statement."""

    def change(c: dict[str, Any]) -> None:
        c["private"][key] = value

    return change


def of_release(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Another value in the first release."""

    def change(c: dict[str, Any]) -> None:
        c["private"]["releases"][0][key] = value

    return change


def twice(key: str) -> Callable[[dict[str, Any]], None]:
    """One entry of a list a second time."""

    def change(c: dict[str, Any]) -> None:
        c["private"][key].append(c["private"][key][0])

    return change


# of a true statement: what is changed, and what is then said
CHANGES: dict[str, tuple[str, Any, str]] = {
    "another adjacency": ("a mean", changed("adjacency", "add-or-remove-one"), "nobody is told"),
    "another space": ("a mean", changed("space", "countable"), "densities"),
    "nothing is released": ("a mean", changed("releases", []), "releases something"),
    "a state that is not said": ("a mean", changed("next", {}), "what every state is"),
    "a point that looks at data": (
        "a mean", changed("next", {"x": ["vec", "record"]}), "not made of"),
    "a point that looks at a gathered sum": (
        "one pass",
        lambda c: c["private"].update(state=["x"], next={"x": ["vec", "h"]}), "not made of"),
    "a point of a later release": (
        "a mean", of_release("query", ["all", ["apart", "1", ["v", "S"]], ["vec", "g"]]),
        "not made of"),
    "an earlier round of another sum": (
        "at earlier rounds", of_release("query", ["earlier", "other"]), "no rule knows"),
    "chances of rounds that are told": (
        "at earlier rounds", of_release("query", ["earlier", "h", ["v", "b"]]), "no rule knows"),
    "a mixture that moves by its mean": (
        "at earlier rounds", of_release("sensitivity", ["/", ["*", ["v", "b"], ["v", "S"]],
                                                        ["v", "m"]]), "not visibly that of"),
    "a release never declared": (
        "one pass", of_release("query", ["gathered", "other"]), "no rule knows"),
    "one name twice": ("a mean", twice("releases"), "different plain words"),
    "one sum twice": ("one pass", twice("gathered"), "different plain words"),
    "a number of rounds below 0": (
        "a mean", changed("rounds", ["+", ["v", "T"], ["q", "-2"]]), "at least 0"),
    "a number of rounds that is no integer": ("a mean", changed("rounds", ["v", "b"]), "integer"),
    "a law for another norm": ("a mean", of_release("law", ["gaussian", ["v", "b"]]), "the norm"),
    "Laplace noise taken for normal noise": (
        "normal noise", of_release("law", ["laplace", ["v", "b"]]), "the norm"),
    "half of the sensitivity": (
        "a mean", of_release("sensitivity", ["/", ["v", "S"], ["*", ["q", "2"], ["v", "n"]]]),
        "not visibly that of its query"),
    "a sensitivity below 0": (
        "rounds that differ", of_release("sensitivity", ["neg", ["v", "rho"]]), "at least 0"),
    "the size of one record alone": (
        "one pass",
        of_release("sensitivity", ["/", ["*", ["v", "b"], ["v", "S"]], ["v", "m"]]),
        "not visibly that of its query"),
    "a factor of the other sign is no smaller": (
        "one pass",
        lambda c: c["private"]["gathered"][0].update(
            factor=["*", ["q", "2"], ["v", "b"]]), "not visibly that of its query"),
    "no pure loss": (
        "normal noise", changed("guarantee", {"notion": "pure", "epsilon": ["v", "rho"]}),
        "no loss of this kind"),
    "normal noise on a hidden batch": (
        "normal noise",
        of_release("query", ["batch", ["v", "m"], ["apart", "2", ["v", "S"]], ["vec", "x"]]),
        "not visibly that of its query"),
    "draws below 0": ("one pass", of_release("times", ["q", "-1"]), "number of draws"),
    "a scale of 0": ("a mean", of_release("law", ["laplace", ["q", "0"]]), "a scale"),
    "an order of 1": (
        "Renyi privacy",
        changed("guarantee", {"notion": "renyi", "order": ["q", "1"], "epsilon": ["v", "rho"]}),
        "above 1"),
    "an order where there is no conversion": (
        "normal noise", lambda c: c.update(above=["q", "1"]), "what a conversion has"),
    "an order of 1 to convert with": (
        "a conversion", lambda c: c.update(above=["q", "0"]), "above 1"),
    "a delta of 0": (
        "a conversion",
        lambda c: c["private"]["guarantee"].update(delta=["q", "0"]), "above 0"),
    "a delta below 0": (
        "pure privacy is approximate",
        lambda c: c["private"]["guarantee"].update(delta=["neg", ["v", "delta"]]), "at least 0"),
    "another notion": (
        "normal noise", changed("guarantee", {"notion": "mutual", "rho": ["v", "rho"]}),
        "no guarantee"),
    "a notion with a part too many": (
        "normal noise",
        lambda c: c["private"]["guarantee"].update(delta=["q", "1"]), "no guarantee"),
    "a budget that varies": (
        "noise by what was released", changed("varying", ["S", "b", "eps"]), "varies by round"),
    "rounds that vary": (
        "noise by what was released", changed("varying", ["S", "b", "T"]), "varies by round"),
    "records that vary": (
        "noise by what was released", changed("varying", ["S", "b", "n"]), "varies by round"),
    "a gathered sum whose noise varies": (
        "one pass", changed("varying", ["b"]), "one for all rounds"),
    "what varies is no number": (
        "a mean", changed("varying", ["x"]), "a number of the statement"),
    "an index that is a symbol": ("rounds that differ", changed("index", "T"), "new plain word"),
    "an index beside what varies": (
        "rounds that differ", changed("varying", ["rho"]), "new plain word"),
    "an index called like a state": ("rounds that differ", changed("index", "x"), "not declared"),
    "an unknown bound": (
        "a mean",
        of_release("query", ["all", ["near", "1", ["v", "S"]], ["vec", "x"]]), "bounds nothing"),
    "an unknown norm": (
        "a mean",
        of_release("query", ["all", ["apart", "3", ["v", "S"]], ["vec", "x"]]), "bounds nothing"),
    "a query that is a mechanism": ("a mean", of_release("law", ["pure", ["v", "b"]]), "the norm"),
    "a key too many": ("a mean", changed("more", 1), "has the keys"),
    "a vector for a parameter": (
        "a mean",
        lambda c: c["private"]["vars"].append({"name": "u", "sort": "vector"}), "are numbers"),
    "contradictory conditions": (
        "a mean",
        lambda c: c["private"]["where"].append([["v", "b"], "<=", ["q", "0"]]), "no value of"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_that_no_rule_knows_is_refused(name: str) -> None:
    of, change, reason = CHANGES[name]
    statement, above = TRUE[of]
    found = shown_private(statement, above=above).certificate
    assert found is not None
    made: dict[str, Any] = copy.deepcopy(dict(found))
    del made["digest"]
    assert check_certificate(made).accepted
    if len(made["private"]["releases"]) == 1:
        assert check_certificate(made).message == "private: 1 release a round has the guarantee"
    change(made)
    answer = check_certificate(made)
    assert not answer.accepted
    assert reason in answer.message, answer.message


# what is false, and the order of a conversion that somebody claims it with
FALSE: dict[str, tuple[PrivateStatement, Any]] = {
    # at T = 1 the loss S/(n b) is above its half
    "half the cost": (mean(where=[(T * S / (2 * n * b), "<=", eps)]), None),
    "one round for all": (mean(where=[(S / (n * b), "<=", eps)]), None),
    # a batch of more than there are, and the same in one pass
    "a batch beyond the records": (
        mean(symbols=(S, b, eps, n, m, T), where=[(T * S / (m * b), "<=", eps)],
             releases=[release("g", ["laplace", b], ["batch", m, apart("1", S), x], moves=S / m)]),
        None),
    "batches that overlap": (one_pass(where=[((T - 1) * K * 4 * b * S / m, "<=", eps)]), None),
    "batches that overlap in the last round": (
        one_pass(where=[(m * (T - 1), "<=", n), ((T - 1) * K * 4 * b * S / m, "<=", eps)]), None),
    "one vertex for all": (
        one_pass(where=[FITS, ((T - 1) * 4 * b * S / m, "<=", eps)]), None),
    "a batch by parallel composition": (
        one_pass(where=[FITS, (K * 4 * b * S / m, "<=", eps)]), None),
    # exponential weights move with their normaliser
    "exponential weights without their normaliser": (
        one_pass(where=[FITS, ((T - 1) * K * 2 * b * S / m, "<=", eps)]), None),
    # the conversion at any order is above rho
    "an epsilon of rho": (converted(rho), BEST),
    "an epsilon below rho": (converted(rho / 2), BEST),
    "a conversion with one root": (converted(rho + root(rho) * root(LOG)), BEST),
    "normal noise at the cost of its half": (gaussian(guarantee=zcdp(rho / 2)), None),
    "Renyi privacy of another order": (
        gaussian(guarantee=renyi(order, rho)), None),
    # Laplace noise at the zCDP of normal noise of its variance 2 b^2
    "Laplace noise as normal noise": (
        gaussian(guarantee=zcdp(T * (S / n) ** 2 / (4 * b**2)), where=[],
                 releases=[release("g", ["laplace", b], ["all", apart("1", S), x], moves=S / n)]),
        None),
    "a record that is in all rounds": (
        listed(where=[(CHANGE[1] ** 2 / (2 * ROW[1] ** 2), "<=", rho)]), None),
    # rounds may take turns: cost s in one, 1 - s in the next
    "noise of a round for the noise of all": (
        mean(symbols=(S, b, eps, n, T), varying=[b], where=[(T * S / (n * b), ">=", eps)]), None),
    "the largest noisy score without its other side": (
        mean(where=[], state={"x": released("v")}, guarantee=pure(T * (2 * S / n / b)),
             releases=[release("v", ["noisy-max", b], SCORES, moves=2 * S / n)]), None),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_false_statements_are_not_shown(name: str) -> None:
    statement, above = FALSE[name]
    found = shown_private(statement, above=above)
    assert found.decision == "refused"
    assert "not decided" not in found.reason


def test_a_certain_record_has_no_hidden_batch() -> None:
    """The rule for hidden batches exchanges the record for others."""
    asked = ["batch", m, apart("1", S), x]
    made = mean(symbols=(S, b, eps, n, m, T), adjacency="replace-record",
                where=[(m, "<=", n), (T * S / (m * b), "<=", eps)],
                releases=[release("g", ["laplace", b], asked, moves=S / m)])  # fmt: skip
    assert "no rule knows the query" in shown_private(made).reason


def test_the_amplified_loss_is_not_that_of_one_draw() -> None:
    """Two draws on one hidden batch: ln(1 + (m/n)(e^(2c) - 1)) in place of twice the other."""
    from workbench.symbolic.theorem import exp

    asked, c = ["batch", m, apart("1", S), x], S / (m * b)

    def claimed(loss: Any) -> str:
        one = release("g", ["laplace", b], asked, moves=S / m, times=2)
        made = mean(symbols=(S, b, n, m), rounds=1, where=[(m, "<=", n)], releases=[one],
                    guarantee=pure(loss))  # fmt: skip
        return str(shown_private(made).decision)

    assert claimed(ln(1 + m / n * (exp(2 * c) - 1))) == "holds"
    assert claimed(2 * ln(1 + m / n * (exp(c) - 1))) == "refused"
    assert claimed(num(2) * c * m / n) == "refused"
