"""Regret of mirror descent as a theorem: each rule is needed, and each refuses what is false."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Many,
    Num,
    Theorem,
    Vec,
    draws,
    geometry,
    integer,
    mean,
    point,
    prox,
    total,
    vector,
)

G, T, i, k = geometry("C"), integer("T", at_least=1), integer("i"), integer("k")
u, a = point("u", G), point("a", G, inner=True)
Z = draws("zeta", i, centred=False)
V = prox("v", G, i, start=a, step=Z[i])
HALF = Fraction(1, 2)


def regret(
    *, share: Fraction = HALF, against: Vec = u, start: Vec = a, steps: Many = V, shift: int = 0
) -> Proof:
    """Sum of <zeta_t, v_t - u> <= D(u, v_0) + (1/2) sum of |zeta_t|_*^2, along every path."""

    def losses(count: Num) -> Num:
        return total(i, 0, count - 1, Z[i] @ (steps[i] - against))

    def bound(count: Num) -> Num:
        return G.divergence(against, start) + total(i, 0, count - 1, share * G.dual(Z[i]))

    def claimed(count: Num) -> Any:
        return losses(count) + G.divergence(against, steps[count]), "<=", bound(count)

    theorem = Theorem(
        (G, T, against, start, Z, steps), concludes=(losses(T), "<=", bound(T))
    )  # fmt: skip
    proof = Proof(theorem)
    zero = 0 * T
    base = proof.gram(claimed(zero), [])
    here = proof.induction(k, 0, claimed(k), base)
    moved = proof.prox(steps, k + shift, against)
    near = proof.strong(G, steps[k + 1], steps[k])
    young = proof.young(G, Z[k], steps[k] - steps[k + 1])
    turned = proof.scaled(G, -1, steps[k + 1] - steps[k], which="sq")
    more, cost = proof.split(losses(k + 1)), proof.split(bound_sum(k + 1, share))
    proof.gram(
        claimed(k + 1),
        [(1, here), (1, moved), (1, near), (1, young), (HALF, turned), (1, more), (-1, cost)],
    )
    last = proof.at(proof.close(), T)
    away = proof.strong(G, against, steps[T])
    positive = proof.norm(G, against - steps[T], which="sq")
    proof.gram(theorem.concludes, [(1, last), (1, away), (HALF, positive)])
    return proof


def bound_sum(count: Num, share: Fraction) -> Num:
    return total(i, 0, count - 1, share * G.dual(Z[i]))


REGRET = regret()
OTHER = geometry("K")


def test_mirror_descent_has_its_regret_along_every_path() -> None:
    found = REGRET.outcome()
    assert found.decision == "holds", found.reason
    assert r"\arg\min" in REGRET.theorem.latex()


BEYOND = prox("v", G, i, start=a, step=Z[i + 1])
REFUSED: dict[str, tuple[Callable[[], Proof], str]] = {
    "a smaller share": (lambda: regret(share=Fraction(1, 4)), "left in a gram step"),
    "a comparison outside of the set": (lambda: regret(against=vector("u")), "is no point"),
    "a start where nothing is differentiable": (
        lambda: regret(steps=prox("v", G, i, start=u, step=Z[i])), "inner point",
    ),
    "another start": (lambda: regret(start=point("b", G, inner=True)), ""),
    "other steps": (
        lambda: regret(steps=prox("v", G, i, start=a, step=2 * Z[i])), "left in a gram step",
    ),
    "steps that see the future": (lambda: regret(steps=BEYOND), "later entry"),
    "the step after": (lambda: regret(shift=1), "left in a gram step"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_does_not_follow_is_refused(what: str) -> None:
    make, reason = REFUSED[what]
    found = make().outcome()
    assert found.decision == "refused"
    assert reason in found.reason, found.reason


def by_itself(conclusion: Any, step: Callable[[Proof], int], multiple: int = 1) -> str:
    proof = Proof(Theorem((G, OTHER, T, u, a, Z, V), concludes=conclusion))
    proof.gram(conclusion, [(multiple, step(proof))])
    return check_certificate(proof.certificate).message


SUM = total(i, 0, T - 1, G.dual(Z[i]))
FALSE: dict[str, tuple[Callable[[], str], str]] = {
    "a norm for its dual": (
        lambda: by_itself((G.dual(u), "<=", 2 * G.divergence(u, a)),
                          lambda p: p.strong(G, u, a), 2), "left in a gram",
    ),
    "the norm of another geometry": (
        lambda: by_itself((OTHER.square(u - a), "<=", 2 * G.divergence(u, a)),
                          lambda p: p.strong(G, u, a), 2), "left in a gram",
    ),
    "a divergence from the border": (
        lambda: by_itself((0, "<=", G.divergence(a, u)), lambda p: p.strong(G, a, u)), "inner",
    ),
    "a divergence of a vector of another set": (
        lambda: by_itself((0, "<=", OTHER.divergence(u, a)), lambda p: p.strong(OTHER, u, a)),
        "no point of K",
    ),
    "a norm that is linear in its factor": (
        lambda: by_itself((G.dual(2 * u), "<=", 2 * G.dual(u)),
                          lambda p: p.scaled(G, 2, u, which="dual")), "left in a gram",
    ),
    "a sum of no terms split": (
        lambda: by_itself((total(i, 0, 0 * T - 1, G.dual(Z[i])), "<=", 0),
                          lambda p: p.split(total(i, 0, 0 * T - 1, G.dual(Z[i])))), "at least one",
    ),
    "a factor with the index of its sum": (
        lambda: by_itself((total(i, 0, T, i * G.dual(Z[i])), "<=", T * SUM),
                          lambda p: p.split(SUM)), "factor with its index",
    ),
    "a sum before the first draw": (
        lambda: by_itself((total(i, 0 * T - 1, T, G.dual(Z[i])), "<=", SUM),
                          lambda p: p.split(SUM)), "at least 0",
    ),
    "a longer sum": (
        lambda: by_itself((total(i, 0, T, G.dual(Z[i])), "<=", SUM), lambda p: p.split(SUM)),
        "left in a gram",
    ),
    "the expectation of one term of a sum": (
        lambda: by_itself((mean(SUM), "<=", SUM), lambda p: p.split(SUM)), "left in a gram",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FALSE)
def test_no_rule_says_more_than_it_does(what: str) -> None:
    make, reason = FALSE[what]
    message = make()
    assert reason in message, message
