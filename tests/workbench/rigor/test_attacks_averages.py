"""Attacks on averages of points, on what is drawn together, and on hypotheses about both.

Every statement here is false, or nothing meets its hypotheses, or its proof takes a step that does
not hold; each is refused for its own reason.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from workbench.report.proof import _proof as shown_proof
from workbench.rigor.check import check_certificate
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Many,
    Num,
    Theorem,
    Vec,
    draw,
    draws,
    function,
    geometry,
    integer,
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

d, n, K = integer("d", at_least=1), integer("n", at_least=1), integer("K", at_least=1)
D, E, G, t = simplex("D", d), simplex("Y", n), geometry("G"), integer("t")
L, N = number("L", above=0), integer("N", at_least=0)
F, BENT, S = function("F", smooth=L, on=D), function("B", smooth=L), saddle("S", D, E)
STEEP = function("H", strong=L, smooth=L)
x, y, Q = points("x", D), points("y", E), mapping("Q")
w = draws("w", t, mean=x[t], of=D, average=K)
v = draws("v", t, mean=x[t], of=D, average=K, together=w)
e = draws("e", t, mean=None, together=v)
z = draws("z", t, mean=x[t], of=D, average=K)
g = draws("g", t, mean=None)
h = draws("h", t, mean=F.grad(w[t]), together=g)
c, a, b = point("c", D, inner=True), point("a", D), point("b", E)
moved = prox("moved", D, t, start=c, step=g[t])
PLACED, MOVING = draws("q", t, mean=None, of=D), draws("q", t, mean=x[t])
SYMBOLS = (d, n, K, D, E, L, N, F, BENT, S, STEEP, x, y, Q, w, v, e, z, g, h, c, moved)
REST, P, R = (point(name, D) for name in ("r", "p", "q"))


def checked(proof: Proof) -> str:
    return check_certificate(proof.certificate).message


def exchanged(
    met: Callable[[Vec], Vec], bound: Any = 2 * L / K, *, of: Many = w, count: Num = K,
    names: tuple[Vec, ...] = (REST, P, R), symbols: Any = SYMBOLS, at: Num = N, cost: Any = None,
) -> str:  # fmt: skip
    """What the checker says of E <met(w), w - x> <= bound, met being a gradient of F or simpler."""
    left = mean(met(of[at]) @ (of[at] - x[at]))
    p = Proof(Theorem(symbols, concludes=(left, "<=", bound)))
    u, o, wanted = p.exchange(of[at], met, names, count, bound)
    facts = []
    if cost is None:
        p.gram(wanted, [])
    else:
        _, first, second = names
        facts = [
            (K / 2, p.descent(F, u, o)), (K / 2, p.descent(F, o, u)),
            (L * K / 4, p.scaled(D, -1, u - o, which="sq")),
            (L * K / 2, p.scaled(D, 1 / K, first - second, which="sq")),
            (L / (2 * K), p.diameter(D, first, second)),
        ]  # fmt: skip
        p.gram(wanted, facts)
    p.gram(p.theorem.concludes, [(1, p.close())])
    return checked(p)


def smooth(bound: Any = 2 * L / K, **change: Any) -> str:
    return exchanged(F.grad, bound, cost=1, **change)


def with_symbols(*more: Any) -> str:
    """What the checker says of a theorem with these symbols as well."""
    return checked(simple(more))


def simple(more: Any = (), given: Any = (), concludes: Any = None, steps: Any = ()) -> Proof:
    said = concludes or (mean(D.square(x[N])), "<=", mean(D.square(x[N])) + L)
    p = Proof(Theorem((*SYMBOLS, *more), given=given, concludes=said))
    facts = [(1, step(p)) for step in steps]
    p.gram(said, facts)
    return p


def given(*facts: Any, more: Any = ()) -> str:
    return checked(simple(more, facts))


def told(lemma: tuple[Any, ...], put: dict[str, Any]) -> str:
    """What the checker says of a lemma about two sequences of draws, at those of this theorem."""
    one = Proof(Theorem(lemma, concludes=(mean(D.square(x[N])), "<=", mean(D.square(x[N])) + L)))
    one.gram(one.theorem.concludes, [])
    same = {s.symbol["name"]: s for s in lemma}
    return checked(simple(steps=[lambda p: p.by(one, {**same, **put})]))


def pair(**second: Any) -> tuple[Any, ...]:
    first = draws("m", t, mean=x[t], of=D, average=K)
    other = draws("o", t, mean=x[t], of=D, **second)
    return (d, D, K, L, N, x, first, other)


def slopes(*at: Vec) -> Vec:
    return S.slope("x", *at)


LATE = draws("late", t, mean=x[t], of=D, average=K)
ONE = supremum((a, b), D.dual(slopes(a, b)))
FALSE: dict[str, tuple[Callable[[], str], str]] = {
    # an exchange
    "half of the bound": (lambda: smooth(L / K), "number that is left"),
    "a draw that is no average": (lambda: smooth(of=moved, symbols=SYMBOLS), "is no draw"),
    "draws without a number of points": (
        lambda: exchanged(lambda at: at, 0 * L, of=draws("g", t, mean=None)), "no mean or no set"),
    "an average of one point more": (
        lambda: smooth(2 * L / (K + 1), count=K + 1), "left in a gram"),
    "an average that meets itself": (lambda: exchanged(lambda _: w[N], 0 * L), "may depend on"),
    "an average that meets its gradient": (
        lambda: exchanged(lambda _: F.grad(w[N]), 0 * L), "may depend on"),
    "an average that meets its map": (
        lambda: exchanged(lambda at: Q(w[N] + 0 * at), 0 * L), "may depend on"),
    "an average that meets a sum with itself": (
        lambda: exchanged(lambda _: total(t, 0, N, w[t]), 0 * L), "may depend on"),
    "what is drawn later": (lambda: exchanged(lambda _: g[N], 0 * L), "may depend on"),
    "an average that is drawn later": (lambda: exchanged(lambda _: z[N], 0 * L), "may depend on"),
    "what is drawn together, and is no average": (
        lambda: exchanged(lambda _: e[N], 0 * L), "may depend on"),
    "what is made of later draws": (
        lambda: exchanged(lambda _: moved[N + 1], 0 * L), "may depend on"),
    "an average of a later round": (lambda: exchanged(lambda _: v[N + 1], 0 * L), "may depend on"),
    "a point that is known": (lambda: smooth(names=(REST, P, c)), "known already"),
    "one point twice": (lambda: smooth(names=(REST, P, P)), "known already"),
    "the hole for a point": (lambda: smooth(names=(REST, P, point("hole", D))), "known already"),
    "a bound that knows the points": (
        lambda: exchanged(lambda at: at, (P - R) @ (P - R)), "not declared|fixed number|is no"),
    "a bound that is random": (
        lambda: exchanged(lambda at: at, mean(w[N] @ w[N])), "operator 'E'"),
    "an average of no points": (
        lambda: with_symbols(draws("q", t, mean=x[t], of=D, average=N)), "not visibly at least 1"),
    "an average of half a point": (
        lambda: with_symbols(draws("q", t, mean=x[t], of=D, average=L)), "an integer"),
    "an average of points anywhere": (
        lambda: with_symbols(draws("q", t, mean=x[t], average=K)), "not one that is known"),
    "an average of points of any mean": (
        lambda: with_symbols(draws("q", t, mean=None, of=D, average=K)), "not one that is known"),
    "the moment of an average": (
        lambda: checked(moment_of_an_average()), "no known second moment"),
    # together
    "together with what stands before the last": (
        lambda: with_symbols(draws("q", t, together=g)), "just before it"),
    "together with oneself": (
        lambda: with_symbols(Many({**draws("q", t).symbol, "with": "q"})), "just before it"),
    "together with what is no draw": (
        lambda: with_symbols(draws("q", t, together=x)), "of no such sort"),
    "a mean of what is drawn together": (
        lambda: with_symbols(draws("q", t, mean=h[t], together=h)), "drawn later"),
    "against what is drawn together": (
        lambda: checked(simple(concludes=(mean((h[N] - F.grad(w[N])) @ g[N]), "=", 0),
                               steps=[lambda p: p.centred(h[N], g[N])])), "determined before"),
    # theorems about averages
    "one after the other for together": (
        lambda: told(pair(average=K), {"m": w, "o": v}), "in another order"),
    "together for one after the other": (
        lambda: told(pair(average=K, together=Many({"name": "m"})), {"m": v, "o": z}),
        "in another order"),
    "one average twice": (
        lambda: told(pair(average=K, together=Many({"name": "m"})), {"m": w, "o": w}),
        "in another order"),
    "an average of another number": (
        lambda: told((*pair(average=K)[:2], n, *pair(average=n)[3:-2],
                      draws("m", t, mean=x[t], of=D, average=n)), {"m": w}), "the law of"),
    "any draw for an average": (
        lambda: told((*pair()[:-2], draws("m", t, mean=None, average=K, of=D)), {"m": g}),
        "not one that is known"),
    # the square of a sum
    "the square of a sum is that of its parts": (
        lambda: checked(simple(
            concludes=(D.square(x[N] + x[0 * N]), "<=", D.square(x[N]) + D.square(x[0 * N])),
            steps=[lambda p: p.parallel(D, x[N], x[0 * N], which="sq")])), "left in a gram"),
    "the square of a sum in the other norm": (
        lambda: checked(simple(
            concludes=(D.square(x[N] + c), "<=", 2 * D.square(x[N]) + 2 * D.square(c)),
            steps=[lambda p: p.parallel(D, x[N], c, which="dual")])), "left in a gram"),
    # hypotheses that nothing meets
    "gradients below a negative number, inside": (
        lambda: given((supremum((a, b), D.dual(slopes(a, b)) + 1), "<=", 0)), "not visibly met"),
    "the same in the mean": (
        lambda: given((mean(supremum((a, b), D.dual(slopes(a, b)) + 1)), "<=", 0)),
        "not visibly met"),
    "a supremum that is at most another one less 1": (
        lambda: given((supremum((a, b), D.dual(slopes(a, b))), "<=",
                       supremum((a, b), D.dual(slopes(a, b)) - 1))), "not visibly met"),
    "squares of points that are at most 0": (
        lambda: given((supremum((a, b), slopes(a, b) @ a + D.square(a)), "<=", 0)),
        "all points of a set"),
    "a supremum that is at least a square": (
        lambda: given((0, "<=", supremum((a, b), slopes(a, b) @ a - D.square(a)))),
        "all points of a set"),
    "a supremum that equals a square": (
        lambda: given((supremum((a, b), slopes(a, b) @ a - D.square(a)), "=", 0)),
        "all points of a set"),
    "a map that is at least a point": (
        lambda: given((supremum((a,), D.square(a) - Q(a) @ a), "<=", 0)), "all points of a set"),
    "a map that is the identity": (
        lambda: given((supremum((a,), D.dual(Q(a) - a)), "<=", 0)), "all points of a set"),
    "a map of a draw that is a point": (
        lambda: given((t, 0, (D.dual(Q(g[t]) - x[t]), "<=", 0))), "beside a simplex"),
    "inner products of points": (
        lambda: given((supremum((a, b), slopes(a, b) @ a + a @ a), "<=", 0)),
        "all points of a set"),
    "inner products of points with gradients that are not 0": (
        lambda: given((supremum((a,), STEEP.grad(a) @ a), "<=", 0)), "all points of a set"),
    "products of all points with a draw that is a point": (
        lambda: given((t, 0, (supremum((a,), PLACED[t] @ a), "<=", 0)), more=[PLACED]),
        "all points of a set"),
    "products of all points with a draw whose mean is a point": (
        lambda: given((t, 0, (supremum((a,), MOVING[t] @ a), "<=", 0)), more=[MOVING]),
        "all points of a set"),
    "products of all points with a draw that are at least 1": (
        lambda: given((t, 0, (1 + 0 * L, "<=", supremum((a,), g[t] @ a)))), "not visibly met"),
    "the same in the mean, with opposite signs": (
        lambda: given((t, 0, (mean(supremum((a,), -1 * (g[t] @ a))), "<=", -1 * L))),
        "not visibly met"),
    "products of all points with a draw, and squares": (
        lambda: given((t, 0, (supremum((a,), g[t] @ a + D.square(a)), "<=", 0))),
        "all points of a set"),
    "a draw of a mean that is not 0": (
        lambda: given((t, 0, (D.dual(draws("q", t, mean=x[t])[t]), "<=", 0)),
                      more=[draws("q", t, mean=x[t])]), "beside a simplex"),
    "a draw whose mean is the gradient of another function": (
        lambda: given((t, 0, (D.dual(draws("q", t, mean=STEEP.grad(x[t]))[t]), "<=", 0)),
                      more=[draws("q", t, mean=STEEP.grad(x[t]))]), "beside a simplex"),
    "a draw and a point": (
        lambda: given((t, 0, (D.dual(g[t] - x[t]), "<=", 0))), "beside a simplex"),
    "a draw and a prox point": (
        lambda: given((t, 0, (D.dual(g[t] - moved[t]), "<=", 0))), "declared law|beside a simplex"),
    "an average of no size": (lambda: given((t, 0, (D.square(w[t]), "<=", 0))), "declared law"),
}  # fmt: skip


def moment_of_an_average() -> Proof:
    size = integer("m", at_least=1)
    says = (mean(w[N] @ w[N]), "<=", 2 * size * K**2)
    p = Proof(Theorem((*SYMBOLS, size), concludes=says, dimension=size))
    p.gram(says, [(1, p.moment(w[N]))])
    return p


def test_three_that_are_drawn_together_stay_different() -> None:
    first = draws("m", t, mean=x[t], of=D, average=K)
    second = draws("o", t, mean=x[t], of=D, average=K, together=first)
    third = draws("last", t, mean=x[t], of=D, average=K, together=second)
    symbols: tuple[Any, ...] = (d, D, K, L, N, F, x, first, second, third)
    says = (mean(F.grad(third[N]) @ (first[N] - x[N])), "<=", 0 * L)
    lemma = Proof(Theorem(symbols, concludes=says))
    met = lemma.exchange(first[N], lambda _: F.grad(third[N]), (REST, P, R), K, 0 * L)
    lemma.gram(met[2], [])
    lemma.gram(says, [(1, lemma.close())])
    assert "end in the statement" in checked(lemma)  # the third knows nothing of the first
    own = (mean(F.grad(w[N]) @ (w[N] - x[N])), "<=", 0 * L)  # false: an average knows itself
    same = {one.symbol["name"]: one for one in symbols}
    p = Proof(Theorem(SYMBOLS, concludes=own))
    p.gram(own, [(1, p.by(lemma, {**same, "m": w, "o": v, "last": w}))])
    assert "or one twice" in checked(p)


@pytest.mark.parametrize("what", FALSE)
def test_what_is_false_is_refused(what: str) -> None:
    make, reason = FALSE[what]
    message = make()
    assert message.startswith("theorem: malformed certificate"), message
    assert any(one in message for one in reason.split("|")), message


def test_what_is_true_is_accepted() -> None:
    assert "end in the statement" in smooth()
    # at the other average that is drawn with it, and at what was before
    assert "end in the statement" in exchanged(lambda _: F.grad(v[N]), 0 * L)
    assert "end in the statement" in exchanged(lambda _: F.grad(moved[N]) + x[N], 0 * L)
    assert "end in the statement" in told(
        pair(average=K, together=Many({"name": "m"})), {"m": w, "o": v}
    )
    assert "end in the statement" in given(
        (t, 0, (D.dual(g[t]), "<=", L)),
        (supremum((a, b), slopes(a, b) @ a - D.square(a)), "<=", 0),
        (t, 0, (mean(supremum((a,), -1 * (g[t] @ a))), "<=", L)),
        (t, 0, (supremum((a,), g[t] @ a), "<=", 0)),
        (ONE, "<=", Fraction(1, 2)),
    )


def left_out() -> Proof:
    """E <grad F(w), w - x> <= 2 L/K."""
    says = (mean(F.grad(w[N]) @ (w[N] - x[N])), "<=", 2 * L / K)
    p = Proof(Theorem((d, D, K, L, N, F, x, w), concludes=says))
    u, o, wanted = p.exchange(w[N], F.grad, (REST, P, R), K, 2 * L / K)
    p.gram(wanted, [
        (K / 2, p.descent(F, u, o)), (K / 2, p.descent(F, o, u)),
        (L * K / 4, p.scaled(D, -1, u - o, which="sq")),
        (L * K / 2, p.scaled(D, 1 / K, P - R, which="sq")), (L / (2 * K), p.diameter(D, P, R)),
    ])  # fmt: skip
    p.gram(says, [(1, p.close())])
    return p


def used(**given: Any) -> str:
    """What the checker says of the theorem above at other draws, as a lemma."""
    put: dict[str, Any] = {"d": d, "D": D, "K": K, "L": L, "N": N, "F": F, "x": x, "w": w, **given}
    says = (mean(F.grad(v[N]) @ (v[N] - x[N])), "<=", 2 * L / K)
    p = Proof(Theorem(SYMBOLS, concludes=says))
    p.gram(says, [(1, p.by(left_out(), put))])
    return checked(p)


def test_a_lemma_about_an_average_is_used_at_one_of_the_like() -> None:
    assert "end in the statement" in used(w=v)
    assert "the law of w" in used(w=v, K=n)
    assert "the mean of w" in used(w=e)
    assert "left in a gram" in used(w=z)


def test_a_single_average_is_exchanged_too() -> None:
    one = replace(draw("one"), symbol=draws("one", t, mean=c, of=D, average=K).symbol)
    two = Vec(["at", "two", ["q", "0"]], {**(one.symbol or {}), "name": "two"})
    for met, said in ((two, "may depend on"), (c, "end in the statement")):
        says = (mean(met @ (one - c)), "<=", 0)
        p = Proof(Theorem((d, D, K, c, one, two), concludes=says))
        _, _, wanted = p.exchange(one, lambda _, met=met: met, (REST, P, R), K, 0 * K)
        p.gram(wanted, [])
        p.gram(says, [(1, p.close())])
        assert said in checked(p)


def test_an_average_is_written_and_its_exchange_is_shown() -> None:
    text = latex(Theorem((*SYMBOLS,), concludes=(mean(D.square(w[N])), "<=", L)).tree)
    assert r"the average of } K \text{ points" in text
    assert r"drawn together with } w_{t}" in text
    shown = shown_proof(left_out().certificate, accepted=False)
    assert shown.fault == ""
    assert shown.steps[0].rule.startswith("exchange (one point exchanged: E <")
    assert shown.steps[0].rule.endswith("6 steps inside")
    assert r"\frac{2 \, L}{K}" in shown.steps[0].latex
