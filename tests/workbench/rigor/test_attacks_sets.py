"""Attacks on theorems about sets, sums of vectors, draws with a mean, and suprema.

Every statement here is false, or its proof takes a step that does not hold; each is refused for
its own reason.
"""

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
    convex,
    draws,
    function,
    geometry,
    integer,
    iterates,
    ln,
    mapping,
    mean,
    number,
    numbers,
    point,
    points,
    prox,
    saddle,
    simplex,
    supremum,
    total,
    vector,
)

C, G = convex("C"), geometry("G")
d, n = integer("d", at_least=1), integer("n", at_least=1)
D, E = simplex("D", d), simplex("Y", n)
L, N = number("L", above=0), integer("N", at_least=1)
t, k = integer("t"), integer("k")
lam = numbers("lam", at_least=0)
free = numbers("mu")
x, X = points("x", C), draws("X", t, mean=points("x", C)[t], of=C)
F = function("F", smooth=L, on=C)
BENT = function("B", smooth=L)
c = point("c", D, inner="centre")
u, v, a, b = point("u", D), point("v", D), point("a", D), point("b", E)
p, P = points("p", D), draws("P", t, mean=points("p", D)[t], of=D)
g = draws("g", t)
S = saddle("S", D, E)
one = total(t, 0, N - 1, lam[t])
E_POINT = point("w", E)
SYMBOLS = (C, G, d, n, D, E, L, N, lam, free, x, X, F, BENT, c, u, v, p, P, g, S)


def said(conclusion: Any, *steps: Callable[[Proof], Any], given: Any = (), add: Any = ()) -> str:
    """What the checker says of a theorem whose proof takes these steps and then adds them up."""
    proof = Proof(Theorem((*SYMBOLS, *add), given=given, concludes=conclusion))
    facts = [(1, step(proof)) for step in steps]
    proof.gram(conclusion, facts)
    return check_certificate(proof.certificate).message


def averaged(weight: Any, high: Any = N - 1, of: Many = X) -> Vec:
    return total(t, 0, high, weight * of[t])


def below(term: Vec, given: Any = (), of: Vec = x[0 * N], function: Many = F) -> str:
    """A class inequality at a point that may not be in the set."""
    to = function(of) - L / 2 * C.square(of - term)
    return said(
        (to, "<=", function(term) + function.grad(term) @ (of - term)),
        lambda q: q.descent(function, of, term),
        given=given,
    )


def closed(points_: Any, conclusion: Any, inside: Callable[[Proof], Any]) -> Callable[[Proof], int]:
    def step(proof: Proof) -> int:
        proof.over(points_, conclusion)
        inside(proof)
        return proof.close()

    return step


def last_step(
    conclusion: Any, high: Any, claim: Callable[[Num], Any], step: Any, add: Any = ()
) -> str:
    """An induction that ends, of which the step is given."""
    proof = Proof(Theorem((*SYMBOLS, *add), concludes=conclusion))
    proof.induction(k, 0, claim(k), proof.gram(claim(0 * N), []), last=high)
    step(proof)
    proof.gram(conclusion, [(1, proof.close())])
    return check_certificate(proof.certificate).message


HALF = Fraction(1, 2)
SUM = (one, "=", 1)
pull = supremum((a,), mean(g[0 * N] @ a))
pulled = mean(supremum((a,), g[0 * N] @ a))
y = prox("y", D, t, start=c, step=g[t])
Q = mapping("Q")
LATER = draws("Z", t, mean=Q(g[t]), of=None)


def gap(of: Vec, against: Vec) -> Num:
    return supremum((a, b), S(of, b) - S(a, against))


FALSE: dict[str, tuple[Callable[[], str], str]] = {
    # averages and sets
    "weights that do not add up": (lambda: below(averaged(lam[t])), "add up"),
    "weights that add up to one over another range": (
        lambda: below(averaged(lam[t], N), given=[SUM]), "add up"),
    "weights that add up to two": (
        lambda: below(averaged(lam[t]), given=[(one, "=", 2)]), "add up"),
    "weights that may be negative": (
        lambda: below(averaged(free[t]), given=[(total(t, 0, N - 1, free[t]), "=", 1)]),
        "no point of C"),
    "an average of points of another set": (
        lambda: below(averaged(1 / N, of=P)), "no point of C"),
    "a draw of no set": (lambda: below(averaged(1 / N, of=g)), "no point of C"),
    "a combination that is no average": (lambda: below(2 * x[N] - x[N + 1]), "no point of C"),
    "a part of the sum taken away": (
        lambda: below(averaged(2 / N) - averaged(1 / N, N - 2)), "no point of C"),
    "a part of the sum taken away twice": (
        lambda: below(averaged(1 / N) - averaged(1 / N, n) + averaged(1 / N, n, of=x)
                      - averaged(1 / N, n + 3) + averaged(1 / N, n + 3, of=x),
                      given=[(n + 4, "<=", N)]), "no point of C"),
    "a part of the sum taken away with another weight": (
        lambda: below(averaged(1 / N) - averaged(2 / N, n) + averaged(2 / N, n, of=x),
                      given=[(n + 1, "<=", N)]), "no point of C"),
    "a later part taken away, which may be longer": (
        lambda: below(averaged(1 / N) + averaged(1 / N, n) - averaged(1 / N, n + 3)),
        "no point of C"),
    "half of a point": (lambda: below(HALF * x[N]), "add up"),
    "a function of the set outside": (
        lambda: below(x[N], of=vector("q")), "is no vector"),
    "the gradient of a function outside of its set": (
        lambda: said((F(x[N]), "<=", F(g[N])), lambda q: q.minimum(F, g[N])), "no point of C"),
    "the norm of the space for that of the set": (
        lambda: said((F(x[N]), "<=", F(x[0 * N]) + F.grad(x[0 * N]) @ (x[N] - x[0 * N])
                      + L / 2 * ((x[N] - x[0 * N]) @ (x[N] - x[0 * N]))),
                     lambda q: q.descent(F, x[N], x[0 * N])), "left in a gram"),
    "a smooth function is convex": (
        lambda: said((F(x[N]) + F.grad(x[N]) @ (x[0 * N] - x[N]), "<=", F(x[0 * N])),
                     lambda q: q.convexity(F, x[0 * N], x[N])), "no function whose class"),
    "smooth from below without its cost": (
        lambda: said((F(x[N]) + F.grad(x[N]) @ (x[0 * N] - x[N]), "<=", F(x[0 * N])),
                     lambda q: q.ascent(F, x[0 * N], x[N])), "left in a gram"),
    # sums
    "an inner product of two sums": (
        lambda: said((averaged(1) @ averaged(1), "<=", 0)), "two sums"),
    "a sum from its end to its start": (
        lambda: said((total(t, N, 0, D.square(P[t])), "<=", 0)), "ends before its start"),
    "a square leaves its sum": (
        lambda: said((D.square(averaged(1, of=P)), "<=", total(t, 0, N - 1, D.square(P[t])))),
        "left in a gram"),
    "a factor leaves its sum": (
        lambda: said((total(t, 0, N, t * D.square(P[t])), "<=",
                      N * total(t, 0, N, D.square(P[t])))), "left in a gram"),
    "three sums inside of each other": (
        lambda: said((total(t, 0, N, total(k, 0, N, averaged(1) @ x[k])), "<=", 0)),
        "inside of another"),
    "the index of one sum in another": (
        lambda: said((total(t, 0, N, x[t] @ total(k, 0, N, lam[t] * x[k])), "<=",
                      total(t, 0, N, x[t] @ total(k, 0, N, lam[k] * x[k])))), "left in a gram"),
    "a sum to another end": (
        lambda: said((averaged(1, N) @ x[n], "<=", averaged(1, N - 1) @ x[n])), "left in a gram"),
    # draws with a mean
    "against what is drawn at the same time": (
        lambda: said((mean(X[N] @ X[N]), "=", mean(x[N] @ X[N])),
                     lambda q: q.centred(X[N], X[N])), "determined before"),
    "against an average that holds the draw": (
        lambda: said((mean(X[n] @ averaged(1)), "=", mean(x[n] @ averaged(1))),
                     lambda q: q.centred(X[n], averaged(1))), "determined before"),
    "against the gradient at such an average": (
        lambda: said((mean(X[n] @ BENT.grad(averaged(1, n))), "=",
                      mean(x[n] @ BENT.grad(averaged(1, n)))),
                     lambda q: q.centred(X[n], BENT.grad(averaged(1, n)))), "determined before"),
    "a mean of no draw": (
        lambda: said((mean(X[N] @ x[n]), "<=", 0), lambda q: q.centred(X[N], x[n])),
        "left in a gram"),
    "a mean that is fed back": (
        lambda: said((mean(LATER[N] @ x[n]), "=", mean(Q(g[N]) @ x[n])),
                     lambda q: q.centred(LATER[N], x[n]),
                     add=(Q, draws("Z", t, mean=Q(points("x", C)[t] + X[t + 1]), of=None))),
        "drawn later"),
    "a mean outside of the set": (
        lambda: said((mean(D.square(P[N])), "<=", 4),
                     add=(draws("W", t, mean=x[t], of=D),)), "no point of D"),
    "a mean that nobody tells": (
        lambda: said((mean(P[N] @ u), "=", 0), lambda q: q.centred(draws("W", t)[N], u),
                     add=(draws("W", t, mean=None, of=D),)), "not told"),
    "a hypothesis that no vertex meets": (
        lambda: said((mean(P[N] @ u), "<=", -1),
                     given=[(mean(P[N] @ P[N]), "<=", 0)]), "a hypothesis about"),
    "a set whose points are all 0": (
        lambda: said((D.square(u), "<=", 0), lambda q: q.under(supremum((a,), D.square(a)), (u,)),
                     given=[(supremum((a,), D.square(a)), "<=", 0)]), "all points of a set"),
    "a difference of gradients and points": (
        lambda: said((0, "<=", -1), given=[
            (supremum((a, b), D.dual(S.slope("x", a, b) - a)), "<=", 0)]), "all points of a set"),
    "a function that is negative": (
        lambda: said((0, "<=", -1), given=[(supremum((a, b), S(a, b)), "<=", -L)]),
        "not visibly met"),
    "gradients of a negative size": (
        lambda: said((0, "<=", -1), given=[
            (supremum((a, b), D.dual(S.slope("x", a, b))), "<=", -1)]), "not visibly met"),
    "noise of a law in a set": (
        lambda: said((mean(P[N] @ u), "<=", 1),
                     add=(draws("W", t, mean=0, laplace=L, of=D),)), "not one that is known"),
    # simplices
    "a simplex is shorter": (
        lambda: said((D.square(u - v), "<=", 3), lambda q: q.diameter(D, u, v)), "number that is"),
    "a vector of no simplex": (
        lambda: said((D.square(u - vector("q")), "<=", 4),
                     lambda q: q.diameter(D, u, vector("q")), add=(vector("q"),)), "no point of D"),
    "the diameter of any set": (
        lambda: said((C.square(x[n] - x[N]), "<=", 4), lambda q: q.diameter(C, x[n], x[N])),
        "no simplex"),
    "the entropy from a point that is not the centre": (
        lambda: said((D.divergence(u, v), "<=", ln(d)), lambda q: q.entropy(D, u, v)),
        "no inner point"),
    "the entropy from a later step": (
        lambda: said((D.divergence(u, y[N]), "<=", ln(d)), lambda q: q.entropy(D, u, y[N]),
                     add=(y,)), "no inner point"),
    "the entropy of another simplex": (
        lambda: said((D.divergence(u, c), "<=", ln(n)), lambda q: q.entropy(D, u, c)),
        "number that is"),
    "a centre of a set that is no simplex": (
        lambda: said((G.square(c), "<=", 4), add=(point("m", G, inner="centre"),)), "point or not"),
    "prox steps in a set that is not compact": (
        lambda: said((C.square(x[n]), "<=", 4),
                     add=(prox("z", C, t, start=c, step=g[t]),)), "of no such sort"),
    # two arguments
    "concave in the first point": (
        lambda: said((S(v, b), "<=", S(u, b) + S.slope("x", u, b) @ (v - u)),
                     lambda q: q.saddle(S, "x", v, (u, b)), add=(b,)), "left in a gram"),
    "convex in the second point": (
        lambda: said((S(u, E_POINT) + S.slope("y", u, E_POINT) @ (b - E_POINT), "<=", S(u, b)),
                     lambda q: q.saddle(S, "y", b, (u, E_POINT)), add=(b, E_POINT)),
        "left in a gram"),
    "the gradient of the other point": (
        lambda: said((S(u, b) + S.slope("y", u, b) @ (v - u), "<=", S(v, b)),
                     lambda q: q.saddle(S, "x", v, (u, b)), add=(b,)), "left in a gram"),
    "the points in the other order": (
        lambda: said((S(b, u), "<=", S(b, v)), add=(b,)), "no point of D"),
    "one point too few": (lambda: said((S(u), "<=", S(v))), "function of 2 points"),
    "convex in both at once": (
        lambda: said((S(HALF * u + HALF * v, b), "<=", HALF * S(u, b) + HALF * S(v, E_POINT)),
                     lambda q: q.saddle(S, "x", u, (HALF * u + HALF * v, b)),
                     lambda q: q.saddle(S, "x", v, (HALF * u + HALF * v, b)), add=(b, E_POINT)),
        "left in a gram"),
    # suprema
    "a supremum inside for one outside": (
        lambda: said((pulled, "<=", pull)), "left in a gram"),
    "a supremum outside for one inside": (
        lambda: said((pull, "<=", 0), lambda q: q.centred(g[0 * N], u)), "left in a gram"),
    "a random point in a supremum of means": (
        lambda: said((mean(g[0 * N] @ P[N]), "<=", pull), lambda q: q.under(pull, (P[N],))),
        "inside of an expectation"),
    "a point of another set in a supremum": (
        lambda: said((g[0 * N] @ x[N], "<=", supremum((a,), g[0 * N] @ a)),
                     lambda q: q.under(supremum((a,), g[0 * N] @ a), (x[N],))), "no point of D"),
    "a bound that knows the point": (
        lambda: said((supremum((a,), g[0 * N] @ a), "<=", g[0 * N] @ u),
                     closed((a,), (g[0 * N] @ a, "<=", g[0 * N] @ a),
                            lambda q: q.gram((g[0 * N] @ a, "<=", g[0 * N] @ a), []))),
        "not declared|is no vector"),
    "a supremum over a symbol of the theorem": (
        lambda: said((supremum((u,), g[0 * N] @ u), "<=", g[0 * N] @ u),
                     closed((u,), (g[0 * N] @ u, "<=", g[0 * N] @ u),
                            lambda q: q.gram((g[0 * N] @ u, "<=", g[0 * N] @ u), []))),
        "symbol of the theorem"),
    "a supremum of what holds for one point": (
        lambda: said((supremum((a,), g[0 * N] @ a - g[0 * N] @ u), "<=", 0),
                     closed((a,), (g[0 * N] @ a - g[0 * N] @ u, "<=", 0),
                            lambda q: q.gram((g[0 * N] @ u - g[0 * N] @ u, "<=", 0), []))),
        "sup does not end"),
    "a supremum over a set that is not compact": (
        lambda: said((supremum((point("q", C),), g[0 * N] @ point("q", C)), "<=", 0)), "compact"),
    "a supremum from below": (
        lambda: said((0, "<=", supremum((a,), g[0 * N] @ a)),
                     closed((a,), (0, "<=", g[0 * N] @ a),
                            lambda q: q.gram((0, "<=", g[0 * N] @ a), []))),
        "left in a gram|sup does not end|not declared|is no vector"),
    "two suprema for one of a sum": (
        lambda: said((supremum((a,), g[0 * N] @ a) + supremum((a,), -(g[0 * N] @ a)), "<=", 0)),
        "left in a gram"),
    "the gap at an average for the average of gaps": (
        lambda: said((total(t, 0, N - 1, gap(p[t], b)), "<=", N * gap(p[n], b)), add=(b,)),
        "symbol of the theorem"),
    "a supremum over one point twice": (
        lambda: said((supremum((a, a), g[0 * N] @ a), "<=", 0)), "different points"),
    # inductions that end
    "an induction beyond its end": (
        lambda: last_step((C.square(x[N]), "<=", 0), N, lambda j: (j * C.square(x[N]), "<=", 0),
                          lambda q: q.gram(((k + 1) * C.square(x[N]), "<=", 0), [])),
        "left in a gram"),
    "an induction that ends before its start": (
        lambda: last_step((L, "<=", L + 1), -N, lambda j: (j * L - j * L, "<=", 1),
                          lambda q: q.gram((L - L, "<=", 1), [])), "at least 0"),
    "an induction to half of a number": (
        lambda: last_step((L, "<=", L + 1), HALF * N, lambda j: (j * L - j * L, "<=", 1),
                          lambda q: q.gram((L - L, "<=", 1), [])), "an integer"),
    # iterates
    "an iterate that holds a later draw in a sum": (
        lambda: said((mean(g[N] @ u), "=", 0), lambda q: q.centred(g[N], u), add=(
            iterates("z", k, before=u, start=u, following=total(t, 0, k + 1, g[t])),)),
        "later entry"),
}  # fmt: skip


@pytest.mark.parametrize("what", FALSE)
def test_what_is_false_is_refused(what: str) -> None:
    make, reason = FALSE[what]
    message = make()
    assert message.startswith("theorem: malformed certificate"), message
    assert any(one in message for one in reason.split("|")), message
