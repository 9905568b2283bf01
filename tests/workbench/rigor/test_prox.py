"""The rules of mirror descent: none says more than it does (the regret itself is a claim)."""

from collections.abc import Callable
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Theorem,
    draws,
    geometry,
    integer,
    mean,
    point,
    prox,
    total,
)

G, T, i, k = geometry("C"), integer("T", at_least=1), integer("i"), integer("k")
u, a = point("u", G), point("a", G, inner=True)
Z = draws("zeta", i, mean=None)
V = prox("v", G, i, start=a, step=Z[i])
OTHER = geometry("K")


def by_itself(conclusion: Any, step: Callable[[Proof], int], multiple: int = 1) -> str:
    proof = Proof(Theorem((G, OTHER, T, u, a, Z, V), concludes=conclusion))
    proof.gram(conclusion, [(multiple, step(proof))])
    return check_certificate(proof.certificate).message


def zero(proof: Proof) -> int:
    return proof.norm(G, Z[T], which="dual")


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
    "a sum of no terms": (
        lambda: by_itself((0, "<=", total(i, 0, 0 * T - 2, G.dual(Z[i]))), zero),
        "before its start",
    ),
    "a factor with the index of its sum": (
        lambda: by_itself((total(i, 0, T, i * G.dual(Z[i])), "<=", T * SUM), zero),
        "left in a gram",
    ),
    "a sum before the first draw": (
        lambda: by_itself((total(i, 0 * T - 1, T, G.dual(Z[i])), "<=", SUM), zero), "at least 0",
    ),
    "a longer sum": (
        lambda: by_itself((total(i, 0, T, G.dual(Z[i])), "<=", SUM), zero), "left in a gram",
    ),
    "the expectation of one term of a sum": (
        lambda: by_itself((mean(SUM), "<=", SUM), zero), "left in a gram",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FALSE)
def test_no_rule_says_more_than_it_does(what: str) -> None:
    make, reason = FALSE[what]
    message = make()
    assert reason in message, message
