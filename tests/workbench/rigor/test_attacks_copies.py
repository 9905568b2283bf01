"""Attacks on copies of draws, vertices, limits, best responses, and what is drawn late.

Every statement here is false, or its proof takes a step that does not hold; each is refused for its
own reason.
"""

from collections.abc import Callable
from typing import Any

import pytest

from workbench.report.proof import _proof as shown_proof
from workbench.rigor.check import check_certificate
from workbench.rigor.provers.fine_walks import spread, squared_norm, vertices
from workbench.rigor.provers.left_out import left_out, twice_the_average
from workbench.rigor.provers.saddle_fresh_outputs import fresh_output
from workbench.rigor.provers.saddle_outputs import gap_of_output
from workbench.rigor.provers.shrunk_walks import bias
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Many,
    Num,
    Theorem,
    Vec,
    convex,
    draws,
    function,
    integer,
    iterates,
    mapping,
    mean,
    number,
    point,
    points,
    prox,
    saddle,
    simplex,
    supremum,
    total,
)
from workbench.symbolic.theorem_text import latex

d, e, K = integer("d", at_least=1), integer("e", at_least=1), integer("K", at_least=1)
D, E, C, t = simplex("D", d), simplex("E", e), convex("C"), integer("t")
L, N, n = number("L", above=0), integer("N", at_least=0), integer("n", at_least=1)
F, S, x = function("F", smooth=L, on=D), saddle("S", D, E), points("x", D)
c, o, a = point("c", D, inner="centre"), point("o", E, inner="centre"), point("a", D)
X = draws("X", t, mean=x[t], of=D, vertex=True)
X_2 = draws("X_2", t, mean=x[t], of=D, vertex=True, together=X, copy=X)
Y = draws("Y", t, mean=x[t], of=D)
A = draws("A", t, mean=x[t], of=D, average=K, vertex=True)
g = draws("g", t, mean=None)
V = draws("V", t, mean=x[t], of=D, vertex=True, late=True)
z = iterates("z", t, before=0 * c, start=0 * c)
moved = prox("moved", D, t, start=c, step=g[t])
SYMBOLS = (d, e, K, D, E, C, L, N, n, F, S, x, c, o, a, X, X_2, Y, A, g, V, moved)


def checked(p: Proof) -> str:
    return check_certificate(p.certificate).message


def shown(
    concludes: Any, *steps: Callable[[Proof], int], symbols: Any = SYMBOLS, given: Any = ()
) -> str:
    p = Proof(Theorem(symbols, given=given, concludes=concludes))
    p.gram(concludes, [(1, step(p)) for step in steps])
    return checked(p)


def with_symbols(*more: Many) -> str:
    return shown((mean(D.square(x[N])), "<=", mean(D.square(x[N])) + L), symbols=(*SYMBOLS, *more))


def told(symbol: Many, **more: Any) -> Many:
    return Many({**symbol.symbol, "name": "q", **more})


def swapped(
    met: Callable[[Vec], Vec], of: Many = X, copy: Many = X_2, share: Any = 1, at: Num = N
) -> str:
    left = mean(met(of[at]) @ (of[at] - x[at]))
    right = share * mean((met(of[at]) - met(copy[at])) @ (of[at] - copy[at])) / 2
    return shown((left, "=", right), lambda p: p.copied(of, at, copy, met))


def with_copy(concludes: Any, of: Many = X, **change: Any) -> str:
    p = Proof(Theorem(SYMBOLS, concludes=concludes))
    p.copy(of, concludes)
    p.steps[-1].update(change)
    p.gram(concludes, [])
    p.close()
    return checked(p)


def in_the_limit(rest: Any, shown_with: Any = 1, op: str = "<=", name: str = "M") -> str:
    """0 <= 0 from 0 <= rest/M."""
    claimed = (mean(X[N] @ c), op, mean(x[N] @ c))
    p = Proof(Theorem(SYMBOLS, concludes=claimed))
    said = p.limit(integer(name), claimed, rest)
    p.gram(said, [(shown_with, p.centred(X[N], c))])
    p.close()
    return checked(p)


def responded(concludes: Any = None, **change: Any) -> str:
    """What the checker says of a proof with the second player's best responses in S."""
    claimed = concludes or (S(a, o), "<=", S(a, o) + L)
    p = Proof(Theorem(SYMBOLS, concludes=claimed))
    p.best("r", S, "y", claimed, weight=L, centre=o)
    p.steps[-1].update(change)
    p.gram(claimed, [])
    p.close()
    return checked(p)


def response(at: Vec) -> Vec:
    return Vec(["map", "r", at.tree])


def lemma(drawn: tuple[Many, ...], put: dict[str, Any]) -> str:
    """A theorem about draws, used at others."""
    symbols = (d, D, K, L, N, x, *drawn)
    says = (mean(D.square(x[N])), "<=", mean(D.square(x[N])) + L)
    one = Proof(Theorem(symbols, concludes=says))
    one.gram(says, [])
    same = {s.symbol["name"]: s for s in symbols}
    return shown(says, lambda p: p.by(one, {**same, **put}))


APART = 4 - 4 * (x[N] @ x[N])
FALSE: dict[str, tuple[Callable[[], str], str]] = {
    # copies
    "twice of what a copy gives": (lambda: swapped(F.grad, share=2), "left in a gram"),
    "a draw that meets itself": (lambda: swapped(lambda _: X[N]), "not visibly determined"),
    "a draw that meets its gradient": (
        lambda: swapped(lambda at: F.grad(X[N]) + at), "not visibly determined"),
    "a draw that meets its copy": (lambda: swapped(lambda _: X_2[N]), "not visibly determined"),
    "what is drawn later": (lambda: swapped(lambda _: g[N]), "not visibly determined"),
    "what is made of later draws": (
        lambda: swapped(lambda _: moved[N + 1]), "not visibly determined"),
    "a later one of the draws": (lambda: swapped(lambda _: X[N + 1]), "not visibly determined"),
    "what is drawn late": (lambda: swapped(lambda _: V[N]), "not visibly determined"),
    "a sum with itself": (
        lambda: swapped(lambda at: total(t, 0, N, X[t]) + at), "not visibly determined"),
    "other draws of the same law": (lambda: swapped(F.grad, copy=Y), "is no copy"),
    "a copy of others": (lambda: swapped(F.grad, of=Y), "is no copy"),
    "the draws of a copy": (lambda: swapped(F.grad, of=X_2, copy=X), "is no copy"),
    "a conclusion about a copy": (
        lambda: with_copy((mean(Many({**Y.symbol, "name": "X_copy"})[N] @ c), "<=", L)),
        "not declared"),
    "a copy with a name that is known": (
        lambda: with_copy((L, "<=", L + 1), name="Y"), "known already"),
    "a copy with the name of an index": (
        lambda: with_copy((L, "<=", L + 1), name="t"), "known already"),
    "a copy of prox steps": (
        lambda: with_copy((L, "<=", L + 1), draws="moved"), "is no draws"),
    "a copy that is drawn alone": (
        lambda: with_symbols(told(X, copy="X")), "no copy of draws"),
    "a copy of another law": (
        lambda: with_symbols(told(Y, copy="V", **{"with": "V"}, late=True)), "no copy of draws"),
    "a copy of another mean": (
        lambda: with_symbols(told(V, copy="V", mean=c.tree, **{"with": "V"})), "no copy of draws"),
    "a copy of a copy": (
        lambda: with_symbols(told(V, copy="X_2", **{"with": "V"})), "no copy of draws"),
    "a copy of draws that stand further above": (
        lambda: with_symbols(told(V, copy="X", **{"with": "V"})), "no copy of draws"),
    # vertices
    "points that are no vertices differ": (
        lambda: shown((mean(D.square(Y[N] - Y[N])), "=", APART), lambda p: p.unequal(Y, N, Y)),
        "is no vertex"),
    "averages of vertices differ": (
        lambda: shown((mean(A[N] @ A[N]), "=", 1), lambda p: p.expect(p.vertex(A[N]))),
        "is no vertex"),
    "vertices are all equal": (
        lambda: shown((mean(D.square(X[N] - X_2[N])), "=", 4 - 8 * (x[N] @ x[N])),
                      lambda p: p.unequal(X, N, X_2)), "left in a gram"),
    "a vertex is its copy": (
        lambda: shown((mean(D.square(X[N] - X[N])), "=", APART), lambda p: p.unequal(X, N, X)),
        "is no copy"),
    "vertices of a convex set": (
        lambda: with_symbols(Many({**X.symbol, "name": "q", "geometry": "C"})),
        "not one that is known"),
    "vertices of any mean": (
        lambda: with_symbols(draws("q", t, mean=None, of=D, vertex=True)), "not one that is known"),
    "an average of no vertices": (
        lambda: with_symbols(draws("q", t, mean=x[t], of=D, vertex=True, average=N)),
        "not visibly at least 1"),
    "vertices at which more is known": (
        lambda: shown((L, "<=", L + 1), given=[(t, 0, (X[t] @ X[t], "<=", X[t] @ c))]),
        "declared law"),
    "a point meets any point equally": (
        lambda: shown((x[N] @ a, "=", 1 / d), lambda p: p.uniform(D, x[N], a)), "no inner point"),
    "a vector meets the centre": (
        lambda: shown((2 * x[N] @ c, "=", 1 / d), lambda p: p.uniform(D, 2 * x[N], c)),
        "do not visibly add up"),
    "any point for a vertex in a theorem": (
        lambda: lemma((X,), {"X": Y}), "the law of"),
    "an average of vertices for a vertex": (lambda: lemma((X,), {"X": A}), "the law of"),
    "another pair for a copy": (
        lambda: lemma((Y, told(Y, copy="Y", **{"with": "Y"})), {"Y": X, "q": X_2}),
        "end in the statement"),
    "two draws for a copy": (
        lambda: lemma((Y, told(Y, copy="Y", **{"with": "Y"})), {"Y": X_2, "q": X}), "the copy of"),
    # limits
    "a rest that grows": (lambda: in_the_limit(integer("M") * L), "not|no"),
    "a limit of equations": (lambda: in_the_limit(L, op="="), "says <="),
    "a limit over a number that is known": (lambda: in_the_limit(L, name="K"), "known already"),
    # best responses
    "a conclusion about a response": (
        lambda: responded((S(a, response(a)), "<=", L)), "not declared|is no vector"),
    "a response of no weight": (lambda: responded(weight=["q", "0"]), "visibly positive"),
    "a response of negative weight": (lambda: responded(weight=["q", "-1"]), "visibly positive"),
    "a response of a player who has another set": (
        lambda: responded(centre=c.tree), "no inner point"),
    "a response around a point at the border": (
        lambda: responded(which="x", centre=a.tree), "no inner point"),
    "a response around a random point": (
        lambda: responded(which="x", centre=moved[n].tree), "is fixed"),
    "a response of no player": (lambda: responded(which="z"), "no function of two points"),
    "a response in a function of one point": (
        lambda: responded(function="F"), "is no saddle"),
    "a response with a name that is known": (lambda: responded(name="X"), "known already"),
    "two points of one name": (lambda: responded(points=["p", "p"]), "known already"),
    # late
    "an iterate that holds what is drawn late": (
        lambda: with_symbols(prox("q", D, t, start=c, step=V[t])), "drawn later"),
    "a mean that is drawn late": (
        lambda: with_symbols(draws("q", t, mean=V[t])), "drawn later"),
    "late together with what is not": (
        lambda: with_symbols(told(Y, **{"with": "V"})), "late as they are"),
    "late in part": (lambda: with_symbols(told(Y, late=1 / 2)), "late or it is not"),
    "what is drawn late is known": (
        lambda: shown((mean((Y[N + 1] - x[N + 1]) @ V[N]), "=", 0),
                      lambda p: p.centred(Y[N + 1], V[N])), "determined before"),
    "a later one of what is drawn late": (
        lambda: shown((mean((V[N] - x[N]) @ V[N + 1]), "=", 0),
                      lambda p: p.centred(V[N], V[N + 1])), "determined before"),
    "late in a theorem about what is not": (lambda: lemma((Y,), {"Y": V}), "the late of Y"),
    # averages
    "a point further than its step": (
        lambda: shown((F(a), "<=", F(a) + L), lambda p: p.descent(
            F, total(t, 0, n - 1, 1 / n * x[t]) - 2 / n * x[0 * N], a)), "no point of"),
}  # fmt: skip


@pytest.mark.parametrize("what", FALSE)
def test_what_is_false_is_refused(what: str) -> None:
    make, reason = FALSE[what]
    message = make()
    if reason != "end in the statement":
        assert message.startswith("theorem: malformed certificate"), message
    assert any(one in message for one in reason.split("|")), message


def test_what_is_true_is_accepted() -> None:
    assert "end in the statement" in swapped(F.grad)
    assert "end in the statement" in swapped(lambda at: F.grad(at) + moved[N] + x[N + 1])
    assert "end in the statement" in in_the_limit(L)
    assert "end in the statement" in in_the_limit(0 * L)
    assert "end in the statement" in responded()
    for later in (Y[N + 7], moved[N + 7], X[N + 7]):  # all rounds are over
        assert "end in the statement" in shown(
            (mean((V[N] - x[N]) @ later), "=", 0), lambda p, u=later: p.centred(V[N], u)
        )


def test_a_draw_may_be_0_where_the_map_is_that_is_its_mean() -> None:
    Q = mapping("Q")
    q, says = draws("q", t, mean=Q(x[t])), (L, "<=", L + 1)
    more = (*SYMBOLS, Q, q)
    small, none = ((t, 0, (D.dual(q[t]) + one, "<=", L)) for one in (0 * L, 1 + L))
    assert "end in the statement" in shown(says, symbols=more, given=[small])
    assert "not visibly met" in shown(says, symbols=more, given=[none])
    beside = (t, 0, (D.dual(q[t] - x[t]), "<=", L))
    assert "beside a simplex" in shown(says, symbols=more, given=[beside])


WHOLE = (*vertices(), spread(), squared_norm(), twice_the_average(), left_out(vertex=True))


@pytest.mark.parametrize("place", range(len(WHOLE)))
def test_whole_theorems_are_shown_to_people(place: int) -> None:
    proof = WHOLE[place]
    assert "end in the statement" in checked(proof)
    assert latex(proof.theorem.tree)
    assert not shown_proof(proof.certificate, accepted=False).fault


def test_the_price_of_an_output_is_shown_to_people() -> None:
    proof = gap_of_output()
    assert not shown_proof(proof.certificate, accepted=False).fault
    text = latex(proof.theorem.tree)
    assert "when all rounds are over" in text
    assert "vertex, each with the chance" in latex(WHOLE[0].theorem.tree)


def test_a_theorem_about_a_fresh_output_is_shown_to_people() -> None:
    proof = fresh_output()
    assert not shown_proof(proof.certificate, accepted=False).fault
    assert "number that is left" in checked(fresh_output(biases=3))


def test_a_bias_needs_all_of_its_constant() -> None:
    assert "number that is left" in checked(bias(factor=7))


def test_the_supremum_of_a_response_is_over_its_points() -> None:
    """The fact that a response is one is taken at points of the sets alone."""
    claimed = (S(a, o), "<=", S(a, o) + L)
    p = Proof(Theorem(SYMBOLS, concludes=claimed))
    p.best("r", S, "y", claimed, weight=L, centre=o)
    at, to = point("at", D), point("to", E)
    met = response(at)
    near = E.divergence(to, met) + E.divergence(met, o) - E.divergence(to, o)
    best = supremum((at, to), S.slope("y", at, met) @ (to - met) + L * near)
    p.under(best, (2 * a, o))
    p.gram(claimed, [])
    p.close()
    assert "do not visibly add up" in checked(p)
