"""Attacks on bounded differences of averages of vertices, and on chances and largest entries.

Every proof here takes a step that does not hold, or its statement says what cannot be said; each is
refused for its own reason.
"""

from collections.abc import Callable
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.provers.bounded_differences import partials, several, tails
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Theorem,
    chance,
    convex,
    draw,
    draws,
    function,
    integer,
    mean,
    num,
    number,
    point,
    points,
    simplex,
    square,
    supremum,
    vector,
)
from workbench.symbolic.theorem_plain import plain_term
from workbench.symbolic.theorem_text import latex

t, B = integer("t"), number("B", above=0)
D = simplex("D", integer("d", at_least=1))
C, c, x = convex("C"), point("c", D), points("x", D)
F, u = function("F", smooth=B, on=D), vector("u")
one, two, rest = (point(name, D) for name in ("one", "two", "rest_"))
hole, other = point("hole", D), point("other", D)
w = draws("w", t, mean=x[t], of=D, vertex=True)
v = draws("v", t, mean=w[t], of=D, vertex=True)  # of means that are drawn
z = draws("z", t, mean=x[t], of=D)  # any points of these means
g = F.grad(c)
SPAN = supremum([one, two], g @ (one - two))
SYMBOLS = (integer("d", at_least=1), D, B, F, c, x, w, v, z)


def checked(proof: Proof) -> str:
    return check_certificate(proof.certificate).message


def tail(**change: Any) -> Proof:
    """Pr[<g, w - x> >= by] <= exp(-by^2/(2B^2)) for a vertex w."""
    told = {"term": g @ hole, "near": g @ x[0], "drawn": [(w, hole, 2 * B)], "far": 0, "by": B}
    told |= {"count": num(1), **change}
    said = (chance(g @ (w[0] - x[0]) - B), "<=", 1)
    p = Proof(Theorem(SYMBOLS, given=[(SPAN, "<=", 2 * B)], concludes=said))
    a, b, r = (point(name, D) for name in ("a", "b", "r"))
    p.over([r, a, b], (g @ (a - b), "<=", 2 * B))
    p.gram((g @ (a - b), "<=", 2 * B), [(1, p.under(SPAN, [a, b])), (1, 0)])
    p.close()
    p.over([r, a, b, other], (g @ (a - b), "<=", 2 * B))
    p.gram((g @ (a - b), "<=", 2 * B), [(1, p.under(SPAN, [a, b])), (1, 0)])
    p.close()
    for drawn in (w, z):
        p.gram((mean(g @ drawn[0] - g @ x[0]), "<=", 0), [(1, p.centred(drawn[0], g))])
    p.gram((mean(g @ v[0] - g @ x[0]), "<=", 0), [(1, p.centred(v[0], g)), (1, p.centred(w[0], g))])
    p.differences(**{k: told[k] for k in ("term", "near", "drawn", "count", "far")},
                  **{k: told[k] for k in ("by", "along", "seen", "off") if k in told})  # fmt: skip
    return p


REFUSED: dict[str, tuple[Callable[[], Proof], str]] = {
    "points of which the mean alone is known": (
        lambda: tail(drawn=[(z, hole, 2 * B)]), "no vertices of fixed means"),
    "vertices of means that are drawn": (
        lambda: tail(drawn=[(v, hole, 2 * B)]), "no vertices of fixed means"),
    "half of the differences": (lambda: tail(drawn=[(w, hole, B)]), "is not known"),
    "less than the mean": (lambda: tail(far=-B), "is not known"),
    "something random beside": (lambda: tail(term=g @ hole + g @ z[0]), "random beside"),
    "a mean inside": (lambda: tail(term=mean(g @ w[0]) + g @ hole), "random beside"),
    "a chance inside": (lambda: tail(term=chance(g @ w[0]) + g @ hole), "random beside"),
    "what is near is random": (lambda: tail(near=g @ z[0]), "random beside"),
    "the same draws twice": (
        lambda: tail(drawn=[(w, hole, 2 * B), (w, other, B * 0)]), "at two places"),
    "a level below 0": (lambda: tail(by=-B), "at least 0"),
    "another thing is bounded": (lambda: tail(seen=2 * (g @ hole) - g @ x[0]), "is not known"),
}  # fmt: skip


def test_the_proof_itself_is_accepted_up_to_its_end() -> None:
    assert "does not end in what it is to show" in checked(tail())


@pytest.mark.parametrize("attack", REFUSED)
def test_a_step_that_does_not_hold_is_refused(attack: str) -> None:
    made, reason = REFUSED[attack]
    assert reason in checked(made())


# changes of the step that bounds the largest entry of a vector, each for more than is so
LARGER: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "twice the vector": lambda s: {"seen": [["v*", ["q", "2"], s["seen"][0]], s["seen"][1]]},
    "no distance of its mean": lambda _: {"far": ["q", "0"]},
    "twice as many vertices": lambda s: {"count": ["*", ["q", "2"], s["count"]]},
    "next to nothing": lambda _: {"near": ["zero"]},
    "along another simplex": lambda _: {"along": "X"},
    "along no simplex": lambda _: {"along": "P"},
    "as a number": lambda _: {"along": None, "by": ["q", "1"]},
}  # fmt: skip


@pytest.mark.parametrize("attack", LARGER)
def test_a_largest_entry_is_bounded_as_it_is_shown(attack: str) -> None:
    proof = several()
    (step,) = (s for s in proof.certificate["proof"] if s["rule"] == "differences")
    assert check_certificate(proof.certificate).accepted
    step.update(LARGER[attack](step))
    assert "(differences): " in checked(proof)


def test_nothing_is_assumed_of_a_chance() -> None:
    given = [(chance(g @ z[0]), "<=", 0)]
    p = Proof(Theorem(SYMBOLS, given=given, concludes=(mean(g @ w[0]), "<=", 0)))
    p.gram((mean(g @ w[0]), "<=", 0), [])
    assert "about a chance" in checked(p)


def test_the_largest_entry_is_over_a_compact_set() -> None:
    y = draw("y")
    p = Proof(Theorem((C, u, y), concludes=(mean(C.peak(y)), "<=", square(u))))
    p.gram((mean(C.peak(y)), "<=", square(u)), [])
    assert "not affine" in checked(p)


def test_no_random_point_is_put_inside_of_a_chance() -> None:
    body = chance(g @ (w[0] - one))
    said = (chance(g @ (w[0] - w[0])), "<=", supremum([one], body))
    p = Proof(Theorem(SYMBOLS, concludes=said))
    p.under(supremum([one], body), [w[0]])
    assert "inside of an expectation" in checked(p)


def test_a_chance_is_no_linear_function() -> None:
    twice = (chance(2 * (g @ w[0])), "<=", 2 * chance(g @ w[0]))
    p = Proof(Theorem(SYMBOLS, concludes=twice))
    p.gram(twice, [])
    assert "are left" in checked(p)


@pytest.mark.parametrize(("proof", "word"), [(tails, r"\Pr"), (partials, r"\max")])
def test_chances_and_largest_entries_are_written(proof: Callable[[], Proof], word: str) -> None:
    theorem = proof().theorem
    assert word in latex(theorem.tree)
    assert plain_term(theorem.tree["conclusion"][0])
