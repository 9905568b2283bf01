"""Attacks on lengths: unsquared norms, Lipschitz gradients, and what stands beside them."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.provers.normalised_steps import descent
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Num,
    Theorem,
    draw,
    function,
    geometry,
    integer,
    mean,
    num,
    number,
    point,
    square,
    total,
    vector,
)

DESCENT = descent()
a, b, c = number("a"), number("b", at_least=0), number("c", above=0)
u, v, w = vector("u"), vector("v"), draw("w", mean=None)
noise = draw("e", laplace=1)
i, n = integer("i"), integer("n", at_least=1)
F, G = function("F", smooth=c), geometry("G")
ROUGH = function("R", on=G)
SHORT = (abs(w), "<=", b)
Steps = Callable[[Proof], Any]


def proof_of(says: Any, steps: Steps, *, given: Any = (), more: Any = ()) -> Proof:
    proof = Proof(Theorem((a, b, c, u, v, *more), given=given, concludes=says))
    steps(proof)
    return proof


def gram(says: Any, premises: Callable[[Proof], Any], **how: Any) -> Proof:
    return proof_of(says, lambda p: p.gram(says, premises(p)), **how)


HALF = Fraction(1, 2)
NEAR = gram(
    (abs(u + 2 * v), "<=", abs(u) + 2 * abs(v)), lambda p: [(1, p.triangle((1, u), (2, v)))]
)
TRUE = {
    "descent along directions": DESCENT,
    "the triangle inequality": NEAR,
    "a negative factor": gram((abs(-1 * u), "<=", abs(u)), lambda p: [(1, p.triangle((-1, u)))]),
    "lengths are at least 0": gram(
        (num(0), "<=", abs(u)), lambda p: [(1, p.triangle((HALF, u), (-HALF, u)))]),
    "a bounded vector": gram(
        (w @ u, "<=", b * abs(u)), lambda p: [(1, p.cauchy(0, u))], given=[SHORT], more=(w,)),
    "a mean length and a mean square": gram(
        (mean(abs(w)), "<=", (mean(square(w)) / c + c) / 2),
        lambda p: [(1, p.expect(p.middle(w, c)))], more=(w,)),
    "a Lipschitz gradient": gram(
        (abs(F.grad(u) - F.grad(v)), "<=", c * abs(u - v)), lambda p: [(1, p.lipschitz(F, u, v))],
        more=(F,)),
    "a sum of lengths": gram(
        (total(i, 0, n, abs(u)), "=", (n + 1) * abs(u)), lambda p: [], more=(n,)),
}  # fmt: skip


@pytest.mark.parametrize("what", TRUE)
def test_what_is_true_is_accepted(what: str) -> None:
    answer = check_certificate(TRUE[what].certificate)
    assert answer.accepted, answer.message


# what: (proof, what the refusal says)
FALSE: dict[str, tuple[Callable[[], Proof], str]] = {
    "a length below 0": (
        lambda: gram((abs(u), "<=", num(0)), lambda p: [(1, p.triangle((-1, u)))]), "left in"),
    "a factor of any sign": (
        lambda: gram((abs(a * u), "<=", a * abs(u)), lambda p: [(1, p.triangle((a, u)))]),
        "sign of a factor"),
    "a smaller factor": (
        lambda: gram((abs(u + 2 * v), "<=", abs(u) + abs(v)),
                     lambda p: [(1, p.triangle((1, u), (2, v)))]), "left in"),
    "a triangle in reverse": (
        lambda: gram((abs(u) + abs(v), "<=", abs(u + v)),
                     lambda p: [(-1, p.triangle((1, u), (1, v)))]), "not visibly non-negative"),
    "an equation from an inequality": (
        lambda: gram((abs(2 * u), "=", 2 * abs(u)), lambda p: [(1, p.triangle((2, u)))]),
        "not visibly non-negative"),
    "a mean of lengths as a bound of lengths": (
        lambda: gram((w @ u, "<=", b * abs(u)), lambda p: [(1, p.cauchy(0, u))],
                     given=[(mean(abs(w)), "<=", b)], more=(w,)), "a length is at most a number"),
    "a square as a length": (
        lambda: gram((w @ u, "<=", b * abs(u)), lambda p: [(1, p.cauchy(0, u))],
                     given=[(square(w), "<=", b)], more=(w,)), "a length is at most a number"),
    "a bound from below": (
        lambda: gram((w @ u, "<=", b * abs(u)), lambda p: [(1, p.cauchy(0, u))],
                     given=[(-b, "<=", abs(w))], more=(w,)), "a length is at most a number"),
    "a bound that is a length": (
        lambda: gram((w @ u, "<=", abs(v)), lambda p: [(1, p.cauchy(0, u))],
                     given=[(abs(w), "<=", abs(v))], more=(w,)), "a length is at most a number"),
    "a bound of all indices": (
        lambda: gram((u @ v, "<=", b * abs(v)), lambda p: [(1, p.cauchy(0, v))],
                     given=[(i, 0, (abs(u), "<=", b))]), "take an instance"),
    "a middle that may be 0": (
        lambda: gram((abs(u), "<=", (square(u) / c + c) / 2), lambda p: [(1, p.middle(u, b))]),
        "not visibly positive"),
    "half of a middle": (
        lambda: gram((abs(u), "<=", square(u) / c + c / 4), lambda p: [(1, p.middle(u, c))]),
        "left in"),
    "a gradient of no class": (
        lambda: gram((abs(F.grad(u) - F.grad(v)), "<=", c * abs(u - v)),
                     lambda p: [(1, p.lipschitz(ROUGH, u, v))], more=(F, G, ROUGH)), "no function"),
    "half of a Lipschitz constant": (
        lambda: gram((abs(F.grad(u) - F.grad(v)), "<=", c / 2 * abs(u - v)),
                     lambda p: [(1, p.lipschitz(F, u, v))], more=(F,)), "left in"),
    "a product of two lengths": (
        lambda: gram((abs(u) * abs(v), "<=", abs(u) * abs(v) + b), lambda p: []), "not affine"),
    "a length as a coefficient": (
        lambda: gram((square(Num(["len", u.tree]) * v), "<=", b), lambda p: []), "not a fixed"),
    "a root of a length": (
        lambda: gram((Num(["root", 2, abs(u).tree]), "<=", b), lambda p: []), "not affine"),
    "the length of a number": (
        lambda: gram((Num(["len", a.tree]), "<=", b), lambda p: []), "no vector"),
    "a mean length that is the length": (
        lambda: gram((mean(abs(w)), "=", abs(w)), lambda p: [], more=(w,)), "left in"),
    "the length of a mean": (
        lambda: gram((mean(abs(w)), "<=", b),
                     lambda p: [(1, 0)], given=[(abs(u), "<=", b)], more=(w,)), "left in"),
    "a length that is told to be large": (
        lambda: gram((c, "<=", 2 * abs(u)), lambda p: [(2, 0)], given=[(c, "<=", abs(u))]),
        "not visibly met"),
    "the length of noise": (
        lambda: gram((mean(abs(noise)), "<=", num(0)), lambda p: [(1, p.expect(0))],
                     given=[(abs(noise), "<=", num(0))], more=(noise,)), "declared law"),
}  # fmt: skip


@pytest.mark.parametrize("what", FALSE)
def test_what_is_false_is_refused(what: str) -> None:
    make, why = FALSE[what]
    answer = check_certificate(make().certificate)
    assert not answer.accepted
    assert why in answer.message


P, Q = point("p", G), point("q", G)
ON = function("H", smooth=c, on=G)
APART = ON.grad(P) - ON.grad(Q)


@pytest.mark.parametrize(
    "says",
    [
        (abs(APART), "<=", c * abs(P - Q)),
        (G.square(APART), "<=", c**2 * G.square(P - Q)),
        (G.dual(APART), "<=", c * G.square(P - Q)),
        # c/2 times the square is the most that it grows, not the least
        (ON(Q) + ON.grad(Q) @ (P - Q) + c / 2 * G.square(P - Q), "<=", ON(P)),
    ],
)
def test_a_gradient_on_a_set_has_its_constant_in_the_norm_of_the_set(says: Any) -> None:
    def of(conclusion: Any) -> Any:
        proof = Proof(Theorem((c, G, P, Q, ON), concludes=conclusion))
        proof.gram(conclusion, [(1, proof.lipschitz(ON, P, Q))])
        return check_certificate(proof.certificate)

    assert of((G.dual(APART), "<=", c**2 * G.square(P - Q))).accepted
    assert not of(says).accepted


def test_what_a_class_says_is_of_points_of_its_set() -> None:
    says = (G.dual(ON.grad(u) - ON.grad(P)), "<=", c**2 * G.square(u - P))
    proof = Proof(Theorem((c, G, u, P, ON), concludes=says))
    proof.gram(says, [(1, proof.lipschitz(ON, u, P))])
    assert "no point of G" in check_certificate(proof.certificate).message


def test_a_lemma_about_a_fixed_vector_is_none_about_a_random_one() -> None:
    lemma = gram((mean(abs(u)), "=", abs(u)), lambda p: [])
    assert check_certificate(lemma.certificate).accepted
    values = {"a": a, "b": b, "c": c, "u": u, "v": v}
    same = proof_of((mean(abs(u)), "=", abs(u)), lambda p: p.by(lemma, values))
    assert check_certificate(same.certificate).accepted
    other = proof_of(
        (mean(abs(w)), "=", abs(w)), lambda p: p.by(lemma, values | {"u": w}), more=(w,)
    )
    assert "is random" in check_certificate(other.certificate).message
