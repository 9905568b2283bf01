"""Attacks on theorems about geometries put to use: what does not fit is refused, and says why.

Each lemma is given symbols of another geometry, set, class, order or law than its own.
"""

from collections.abc import Callable
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Theorem,
    draws,
    function,
    geometry,
    integer,
    mean,
    number,
    point,
    prox,
    total,
    vector,
)

G, K = geometry("G"), geometry("K")
u, a, b = point("u", G), point("a", G, inner=True), point("b", G, inner=True)
far = point("far", K, inner=True)
g, h, s, q = vector("g"), vector("h"), vector("s"), vector("q")
L, M = number("L", above=0), number("M", above=0)
T, t, i, k = integer("T", at_least=1), integer("t", at_least=0), integer("i"), integer("k")
Z, W = draws("zeta", i, mean=None), draws("w", i)
V = prox("v", G, i, start=a, step=Z[i])
F = function("F", smooth=L, strong=0, minimiser=s)
STEEP = function("S", smooth=M, strong=0, minimiser=s)
ELSEWHERE = function("E", smooth=L, strong=0, minimiser=q)


def lemma(symbols: Any, conclusion: Any, **more: Any) -> Theorem:
    return Theorem(symbols, concludes=conclusion, **more)


NEAR = lemma((G, u, a), (G.square(u - a), "<=", 2 * G.divergence(u, a)))
HOELDER = lemma((G, g, h), (g @ h, "<=", G.dual(g) / 2 + G.square(h) / 2))
IN_MEAN = lemma((G, g, h), (g @ h, "<=", mean(G.dual(g) / 2 + G.square(h) / 2)))
LEAST = lemma((L, s, q, F), (F(s), "<=", F(q)))
STEP = lemma(
    (G, u, a, Z, V, t),
    (Z[t] @ (V[t + 1] - u), "<=", G.divergence(u, V[t]) - G.divergence(u, V[t + 1])),
)
NOISE = lemma((W, t, g), (mean(W[t] @ g), "=", 0))
LONG = lemma((G, Z, T), (G.dual(Z[0 * T]), "<=", total(i, 0, T - 1, G.dual(Z[i]))))

COARSE = prox("y", G, i, start=a, step=2 * Z[i])
MOVED = prox("y", G, i, start=b, step=Z[i])
ABROAD = prox("y", K, i, start=far, step=Z[i])
BIASED = draws("beta", i, mean=None)
ONE = number("c", at_least=0)
SYMBOLS = (G, K, L, M, ONE, T, t, u, a, b, far, g, h, s, q, F, STEEP, ELSEWHERE, Z, W, BIASED, V)


def used(theorem: Theorem, *more: Any, **put: Any) -> str:
    """What the checker says to a proof that only puts other symbols into the lemma."""
    own = {one.symbol["name"]: one for one in theorem.symbols}
    symbols = (*SYMBOLS, *more)
    proof = Proof(Theorem(symbols, concludes=(ONE, "<=", ONE + 1)))
    proof.by(theorem, own | put, claim="toy.lemma")
    proof.gram(proof.theorem.concludes, [])
    return check_certificate(proof.certificate).message


FITS: dict[str, Callable[[], str]] = {
    "the same": lambda: used(NEAR),
    "another inner point": lambda: used(NEAR, a=b, u=a),
    "the start of prox steps": lambda: used(NEAR, u=V[0 * T]),
    "other vectors": lambda: used(HOELDER, g=h, h=g - u),
    "a random point of the path": lambda: used(NEAR, u=V[t]),
    "a random vector": lambda: used(HOELDER, g=Z[t]),
    "the geometry of": lambda: used(NEAR, G=K, u=far, a=far),
    "prox steps": lambda: used(STEP),
    "a sum over one term": lambda: used(LONG, T=0 * T + 1),
}

REFUSED: dict[str, tuple[Callable[[], str], str]] = {
    "a point of another set": (lambda: used(NEAR, u=far), "no point of G"),
    "a geometry that is not that of the points": (lambda: used(NEAR, G=K), "no point of K"),
    "a vector for a point": (lambda: used(NEAR, u=g), "no point of G"),
    "a combination of points": (lambda: used(NEAR, u=2 * u - b), "no point of G"),
    "a point of the border for an inner one": (lambda: used(NEAR, a=u), "no inner point of G"),
    "a random point of the path for a fixed one": (lambda: used(IN_MEAN, h=V[t]), "random"),
    "a random vector for a fixed one": (lambda: used(IN_MEAN, g=Z[t]), "random"),
    "a vector for a geometry": (lambda: used(HOELDER, G=g), "geometry"),
    "prox steps of another geometry": (lambda: used(STEP, ABROAD, v=ABROAD), "the geometry of"),
    "prox steps and their geometry": (lambda: used(STEP, ABROAD, v=ABROAD, G=K), "no point of K"),
    "longer prox steps": (lambda: used(STEP, COARSE, v=COARSE), "the step of"),
    "prox steps from elsewhere": (lambda: used(STEP, MOVED, v=MOVED), "the start of"),
    "prox steps along other draws": (lambda: used(STEP, zeta=BIASED), "the step of"),
    "a step before the first": (lambda: used(STEP, t=t - 1), "interval"),
    "half of a step": (lambda: used(STEP, t=t / 2), "integer"),
    "draws that are not centred": (lambda: used(NOISE, w=BIASED), "the mean of"),
    "draws for a prox sequence": (lambda: used(STEP, v=Z), "prox"),
    "a function of another class": (lambda: used(LEAST, F=STEEP), "the smooth of F"),
    "a function with another minimiser": (lambda: used(LEAST, F=ELSEWHERE), "minimiser"),
    "another vector for the minimiser": (lambda: used(LEAST, s=q), "minimiser"),
    "a sum over nothing": (lambda: used(LONG, T=0 * T), "interval"),
    "a symbol that is given nothing": (
        lambda: used(lemma((G, g, h, q), HOELDER_SAID), r=g), "every symbol",
    ),
    "an undeclared index": (lambda: used(HOELDER, g=Z[k]), "not declared"),
}  # fmt: skip
HOELDER_SAID = (g @ h, "<=", G.dual(g) / 2 + G.square(h) / 2)


@pytest.mark.parametrize("what", FITS)
def test_what_fits_can_be_put_in(what: str) -> None:
    said = FITS[what]()
    assert said.startswith("theorem: 2 steps end in the statement"), said


@pytest.mark.parametrize("what", REFUSED)
def test_what_does_not_fit_is_refused(what: str) -> None:
    make, reason = REFUSED[what]
    said = make()
    assert "step 0 (by)" in said, said
    assert reason in said, said


def test_a_bound_index_of_the_lemma_captures_nothing() -> None:
    """The caller's index has the name that is bound in the lemma."""
    summed = lemma((G, Z, T, g), (total(i, 0, T, g @ Z[i]), "<=", total(i, 0, T, g @ Z[i]) + 1))
    proof = Proof(Theorem((G, Z, T, g, L, h), concludes=(total(k, 0, T, h @ Z[k]), "<=", 0 * L)))
    proof.by(summed, {"G": G, "zeta": Z, "T": T, "g": Z[i]}, claim="toy.lemma")
    assert "not declared" in check_certificate(proof.certificate).message
