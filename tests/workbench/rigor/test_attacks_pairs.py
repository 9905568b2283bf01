"""Attacks on functions of two points that are not known to be convex, and on values at all points.

Every statement here is false, or its proof takes a step that does not hold; each is refused for its
own reason.
"""

from collections.abc import Callable
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.provers.paired_walks import two_averages
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Many,
    Theorem,
    convex,
    function,
    integer,
    number,
    pair,
    point,
    saddle,
    simplex,
    supremum,
    vector,
)
from workbench.symbolic.theorem_text import latex

d, e, L, mu = (
    integer("d", at_least=1),
    integer("e", at_least=1),
    number("L", above=0),
    number("mu", above=0),
)
D, E, C = simplex("D", d), simplex("E", e), convex("C")
F, S, V = pair("F", D, E), saddle("S", D, E), function("V", smooth=L, strong=0)
R = function("R", smooth=1 + mu, strong=mu)
a, b, w, h = point("a", D), point("b", D), point("w", E), vector("h")
c = point("c", E, inner="centre")
SYMBOLS = (d, e, L, mu, D, E, C, F, S, V, R, a, b, w, c, h)
TANGENT = F(a, w) + F.slope("x", a, w) @ (b - a)
SAYS = (L, "<=", L + 1)


def shown(
    concludes: Any, *steps: Callable[[Proof], int], symbols: Any = SYMBOLS, given: Any = ()
) -> str:
    p = Proof(Theorem(symbols, given=given, concludes=concludes))
    p.gram(concludes, [(1, step(p)) for step in steps])
    return check_certificate(p.certificate).message


def responded(which: str) -> str:
    p = Proof(Theorem(SYMBOLS, concludes=SAYS))
    p.best("r", F, which, SAYS, weight=L, centre=c)
    p.gram(SAYS, [])
    p.close()
    return check_certificate(p.certificate).message


def lemma(of: Many, given: Many) -> str:
    """A theorem about a function of two points, used at another one."""
    one = Proof(Theorem((d, e, D, E, L, of), concludes=SAYS))
    one.gram(SAYS, [])
    return shown(
        SAYS, lambda p: p.by(one, {"d": d, "e": e, "D": D, "E": E, "L": L, of.name: given})
    )


def at_all(value: Any, *bound: Any) -> str:
    """Under the hypothesis that a number is at most 0 at all points."""
    return shown(SAYS, given=[(supremum(bound or (a_,), value), "<=", 0)])


a_ = point("p", D)
FALSE: dict[str, tuple[Callable[[], str], str]] = {
    "it is above its tangents": (
        lambda: shown((TANGENT, "<=", F(b, w)), lambda p: p.saddle(F, "x", b, (a, w))),
        "no function of two points"),
    "it is below its tangents in the other point": (
        lambda: shown((F(a, c), "<=", F(a, w) + F.slope("y", a, w) @ (c - w)),
                      lambda p: p.saddle(F, "y", c, (a, w))), "no function of two points"),
    "it has best responses": (lambda: responded("y"), "is no saddle"),
    "it bends by its class": (
        lambda: shown((F(b, w), "<=", TANGENT + L / 2 * D.square(b - a)),
                      lambda p: p._add("descent", function="F", points=[b.tree, a.tree])),
        "is no function"),
    "its points change places": (
        lambda: shown((F(w, a), "<=", F(w, a) + L)), "no point of"),
    "a point outside of its set": (
        lambda: shown((F(2 * a, w), "<=", F(2 * a, w) + L)), "do not visibly add up"),
    "it has one point": (lambda: shown((F(a), "<=", F(a) + L)), "function of 2 points"),
    "a gradient of one point": (
        lambda: shown((F.grad(a) @ h, "<=", F.grad(a) @ h + L)), "no vector"),
    "a set that is not compact": (
        lambda: shown(SAYS, symbols=(*SYMBOLS, pair("q", D, C))), "of no such sort"),
    "a pair for a saddle in a theorem": (lambda: lemma(S, F), "is no saddle"),
    "other sets in a theorem": (
        lambda: lemma(pair("q", E, D), F), "the x of q is not that of F"),
    # values at all points
    "a function of values that are less than they are": (
        lambda: at_all(F(a_, w) + 1), "not visibly met"),
    "a function that bends, and is at most 0": (lambda: at_all(R(a_)), "more than what gradients"),
    "points of which more is known": (
        lambda: at_all(F(a_, w) + b @ a_ - D.square(a_)), "more than what gradients"),
}  # fmt: skip


@pytest.mark.parametrize("what", FALSE)
def test_what_is_false_is_refused(what: str) -> None:
    make, reason = FALSE[what]
    message = make()
    assert message.startswith("theorem: malformed certificate"), message
    assert reason in message, message


def test_what_is_true_is_accepted() -> None:
    for value in (F(a_, w), S(a_, w), V(a_), F(a_, w) - F.slope("x", a_, w) @ h):
        assert "end in the statement" in at_all(value)
    assert lemma(pair("q", D, E), F).endswith("end in the statement")


@pytest.mark.parametrize("sign", [1, -1])
def test_a_theorem_about_two_averages_is_shown_to_people(sign: int) -> None:
    proof = two_averages(sign=sign)
    assert "end in the statement" in check_certificate(proof.certificate).message
    assert "a differentiable function of a point of" in latex(proof.theorem.tree)
