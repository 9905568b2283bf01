"""Frank-Wolfe on one simplex with gradients estimated on trees: private choices, and the risk.

Step t = 0, 1, .. goes from x_t to x_{t+1} = t/(t + 2) x_t + 2/(t + 2) v_t, where v_t is the vertex
whose entry of G_t + xi_t is the least; G_t is an estimate of the gradient of F, and xi_t is noise.
Two points of a simplex are 2 apart at most, so the risk h_t = E F(x_t) - F* obeys

    h_{t+1} <= t/(t + 2) h_t + 2/(t + 2) (e + m) + 8 L_1/(t + 2)^2,

e and m being what estimates and noise add.  After K = 2^Tp - 1 steps it is 8 L_1/2^Tp + e + m.

A record moves the scores of half of 2^Tp leaves at most, each by Delta_0/b.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.privacy import left_of, shown_private
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation, declare
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

L0, L1, b, lam = (th.number(name, above=0) for name in ("L_0", "L_1", "b", "lambda"))
d, K, phases = (th.integer(name, at_least=1) for name in ("d", "K", "T_p"))
t, k = th.integer("t"), th.integer("k")
X = th.simplex("X", d)
F = th.function("F", strong=0, smooth=L1, on=X)
star, w, y, z = (th.point(name, X) for name in ("x_star", "w", "y", "z"))
x, G = th.draws("x", t, mean=None, of=X), th.draws("G", t, mean=None)
xi, v = th.draws("xi", t), th.draws("v", t, mean=None, of=X)
NOISE = lam * (1 + th.ln(d))
ERROR = 2 * th.root(2 * th.ln(2 * d) * (L0**2 + 16 * L1**2) / b)
LEAVES = th.num(2) ** phases


def _chosen(at: Num) -> Num:
    return th.supremum((w,), (G[at] + xi[at]) @ (v[at] - w))


def _largest(at: Num) -> Num:
    return th.supremum((w,), -1 * (xi[at] @ w))


def _off(at: Num) -> Num:
    return th.supremum((y, z), (G[at] - F.grad(x[at])) @ (y - z))


CHOICE, LOUD = (t, 0, (_chosen(t), "<=", 0)), (t, 0, (th.mean(_largest(t)), "<=", NOISE))
STEP = (t, 0, (F(x[t + 1]), "=", F(t / (t + 2) * x[t] + 2 / (t + 2) * v[t])))
NEAR, LAST = (t, 0, (th.mean(_off(t)), "<=", ERROR)), (K + 1, "=", LEAVES)
RISK: tuple[Any, ...] = (CHOICE, LOUD, STEP, NEAR, LAST)


def risk(*, most: Fraction | int = 8, twice: int = 2, given: Sequence[Any] = RISK) -> Proof:
    """E F(x_K) - F* <= 8 L_1/2^Tp + 2 (2 ln(2d) (L_0^2 + 16 L_1^2)/b)^(1/2) + 2 lambda (1 + ln d).

    twice: how often the noise counts
    """

    def excess(at: Num) -> Num:
        return th.mean(F(x[at])) - F(star)

    def said(at: Num) -> th.Said:
        return excess(at), "<=", most * L1 / (at + 2) + ERROR + NOISE

    claimed = (excess(K), "<=", most * L1 / LEAVES + ERROR + twice * NOISE)
    symbols = (L0, L1, b, lam, d, K, phases, X, F, star, x, G, xi, v)
    p = Proof(Theorem(symbols, given=given, concludes=claimed))
    p.visible((0, "<=", th.ln(d)))

    def falls(at: Num) -> int:
        moves = 2 / (at + 2)
        new = at / (at + 2) * x[at] + moves * v[at]
        wrong = moves * (xi[at] @ (star - v[at]) + _off(at)) + 2 * moves**2 * L1
        sure = p.gram((F(x[at + 1]) - F(star), "<=", (1 - moves) * (F(x[at]) - F(star)) + wrong), [
            (1, p.at(p.given(STEP), at)), (1, p.descent(F, new, x[at])),
            (L1 / 2, p.scaled(X, moves, v[at] - x[at], which="sq")),
            (L1 / 2 * moves**2, p.diameter(X, v[at], x[at])),
            (moves, p.under(_chosen(at), (star,))), (moves, p.at(p.given(CHOICE), at)),
            (moves, p.under(_off(at), (star, v[at]))), (moves, p.convexity(F, star, x[at])),
        ])  # fmt: skip
        return p.gram((excess(at + 1), "<=", (1 - moves) * excess(at) + moves * (ERROR + NOISE)
                       + 2 * moves**2 * L1), [
            (1, p.expect(sure)), (moves, p.expect(p.under(_largest(at), (v[at],)))),
            (moves, p.at(p.given(LOUD), at)), (moves, p.centred(xi[at], star)),
            (moves, p.at(p.given(NEAR), at)),
        ])  # fmt: skip

    zero = th.num(0)
    here = p.induction(k, 1, said(k), p.gram(said(th.num(1)), [(1, falls(zero))]))
    p.gram(said(k + 1), [(1, falls(k)), (k / (k + 2), here)])
    p.gram(claimed, [(1, p.at(p.close(), K)), (-most * L1 / ((K + 2) * LEAVES), p.given(LAST))])
    return p


eps, delta, top = (th.number(name, above=0) for name in ("epsilon", "delta", "Delta_0"))
n, N = th.integer("n", at_least=1), th.integer("N", at_least=1)
r, m, turn = th.integer("r"), th.integer("m"), th.numbers("u", at_least=0)
SYMBOLS = (eps, delta, lam, b, top, n, N, phases, turn)
LOG = th.ln(1 / delta)
FIRST: tuple[Any, ...] = ((delta, "<", 1), (eps, "<=", 8 * LOG))
REACHED: tuple[Any, ...] = (
    (r, 1, (turn[r] ** 2, "=", turn[r])), (2 * th.total(r, 1, N, turn[r]), "<=", LEAVES),
)  # fmt: skip


def enough(noise: int = 4) -> Any:  # noqa: ANN401 - a condition
    """Lambda >= 4 Delta_0 (2^Tp ln(1/delta))^(1/2)/(b eps)."""
    return (noise * top * th.root(LEAVES * LOG) / (b * eps), "<=", lam)


PRIVATE = (*FIRST, *REACHED, enough())


def choices(where: Sequence[Any] = PRIVATE) -> PrivateStatement:
    """N choices with the noise lambda; a record moves the scores of those with u_r = 1."""
    at = pv.released("past")
    return pv.private(
        SYMBOLS, where=where, records=n, rounds=N, index=r, adjacency="replace-record",
        state={"past": pv.beside(at, pv.released("i"))}, guarantee=pv.approximate(eps, delta),
        releases=[pv.release("i", ["noisy-max", lam], ["function", "inf", at],
                             moves=turn[r] * (top / b))],
    )  # fmt: skip


def are_private(where: Sequence[Any] = PRIVATE) -> Outcome:
    """At the order 1 + 4 L/eps: eps/2 + eps^2/(16 L) <= eps, as the u_r add up to 2^(Tp-1)."""
    statement, above = choices(where), 4 * LOG / eps
    p = left_of(SYMBOLS, where, statement, above=above)
    each = 2 * (top / (b * lam)) ** 2

    def said(count: Num) -> th.Said:
        spent = th.total(r, 1, count, (2 * (turn[r] * (top / b)) / lam) ** 2 / 2)
        return spent, "=", th.total(r, 1, count, each * turn[r])

    moderate, bit, half = map(p.given, (FIRST[1], *REACHED))
    here = p.induction(m, 0, said(m), p.gram(said(0 * N), []))
    p.gram(said(m + 1), [(1, here), (each, p.at(bit, m + 1))])
    whole = p.at(p.close(), N)
    size = p.visible((each * LEAVES / 2, "<=", eps**2 / (16 * LOG)))
    p.gram(p.theorem.concludes, [
        (1 + above, whole), ((1 + above) * each / 2, half), (1 + above, size),
        (eps / (16 * LOG), moderate),
    ])  # fmt: skip
    return shown_private(statement, above=above, proof=p)


def counts(quarter: int = 3) -> tuple[Relation, ...]:
    """Records of a phase, and of all; the first step k of a phase, and 2/(k + 1) at its step i."""
    where = "integer t >= 1"
    return (
        parse("b+sum(j = 1..t-1, 2^(j-1)*(b/2^j)) = b*(1+(t-1)/2)", where="b > 0, " + where),
        parse(f"sum(t = 1..T_p, b*(1+(t-1)/2)) = b*T_p*(T_p+({quarter}))/4",
              where="b > 0, integer T_p >= 1"),
        parse("1+sum(s = 1..t-1, 2^(s-1)) = 2^(t-1)", where=where),
        parse("2/(2^(t-1)+i+1) <= 2/2^(t-1)", where=where + ", integer i >= 0"),
    )  # fmt: skip


def shares(child: int = 4, limit: Fraction | int = 1) -> tuple[Relation, ...]:
    """How far apart points are, what a record of a right child adds, and how many there are."""
    return (
        parse("2^r*(2/2^(j+r))*2 = 4*(1/2)^j", where="integer r >= 0, integer j >= 1"),
        parse(f"x/(b*w) <= {child}*L_1/b", where="b, w, L_1, s > 0, x <= L_1*s, s <= 4*w"),
        parse(f"sum(j = 1..m, b*(1/2)^j) = b*({limit}-(1/2)^m)", where="b > 0, integer m >= 0"),
    )


_NEAR = parse("x <= L_1*r", where="x <= L_1*s, s <= r, L_1 > 0")
_TIMES = parse("k*x <= k*y", where="x <= y, k > 0")


def are_shared(child: int = 4, limit: Fraction | int = 1) -> Outcome:
    """The three relations of `shares`."""
    apart, added, depths = shares(child, limit)
    records, share, bend, moved, far = declare("b w L_1 > 0, real x, s > 0")
    near = {"x": moved, "L_1": bend, "s": far, "r": 4 * share}
    facts: list[Any] = [
        (_NEAR, near), (_TIMES, {"k": 1 / (records * share), "x": moved, "y": 4 * bend * share}),
    ]  # fmt: skip
    at = {"b": 1, "w": 1, "L_1": 1, "s": 4, "x": 4}
    return all_of([certify(apart), certify(added, facts=facts, at=at), certify(depths)])
