"""Markov's and Jensen's inequality and the mean of a maximum for every law, with their proofs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, indicator
from workbench.symbolic.text import parse

Y, level, hit, EY, chance = declare("Y >= 0, a > 0, real s EY chance")


def tail(scale: sp.Expr = sp.S.One, value: sp.Symbol = Y, at: sp.Symbol = level) -> LawStatement:
    """Pr[Y >= a] <= scale E Y/a; hit is the indicator of the event."""
    return LawStatement(
        (chance, "<=", scale * EY / at),
        random=(value, hit), means={EY: value, chance: hit}, shows=(chance,),
        sure=[indicator(hit, (value, ">=", at))],
    )  # fmt: skip


def markov(scale: sp.Expr, value: sp.Symbol, at: sp.Symbol) -> Outcome:
    """Whatever the value is, the indicator of value >= a is at most value/a."""
    proof = LawProof(tail(scale, value, at))
    proof.exists(chance, (1, 1))
    proof.integrate("<=", (scale, EY), (-at, chance))
    return proof.outcome()


r, mean, square = declare("r >= 0, real m v")


def jensen(factor: sp.Expr = sp.S.One, shows: tuple[sp.Symbol, ...] = (mean,)) -> LawStatement:
    """The claim factor E r <= sqrt(E r^2), where r is the norm of a random vector."""
    return LawStatement(
        (factor * mean, "<=", sp.sqrt(square)),
        random=(r,), means={square: r**2, mean: r}, shows=shows,
    )  # fmt: skip


def root_of_the_mean_square(factor: sp.Expr, shows: tuple[sp.Symbol, ...]) -> Outcome:
    """The mean of (|X| - E |X|)^2 >= 0; and |X| <= 1 + |X|^2 has a mean."""
    proof = LawProof(jensen(factor, shows))
    proof.exists(mean, (1, 1), (1, square))
    proof.integrate("<=", (1, square), (-2 * mean, mean), (mean**2, 1))
    proof.integrate("<=", (1, square))
    return proof.outcome()


m, sigma, t, M, X, h = declare("integer m > 0, sigma > 0, t >= 0, real M X h")
mean_M, AT, EXP, PLACE = declare("real mu AT EXP PLACE")
MOMENTS = ((t,), sp.exp(t * X), "<=", sp.exp(t**2 * sigma**2 / 2))
PLACED = ((t,), (m * h - 1) * sp.exp(t * M), "=", sp.S.Zero)
SPREAD = ((t,), sp.exp(t * X), "<=", sp.exp(2 * t**2 * sigma**2))
ANYWHERE = ((t,), (m * h - 1) * sp.exp(t * M), "<=", sp.S.Zero)
REACHED = ((h, "=", 1), (X, "=", M))


QUICK = ("sign", "identity", "cases", "products", "powers", "sos")
COUNTED = parse("x <= m*b", where="x <= m*a - p, p = 0, a <= b, m > 0")
SHARE, BELOW = (
    parse("x/l <= 1", where="x <= l, l > 0"),
    parse("a <= b", where="0 <= x-a+b-1, x <= 1"),
)
PART, LARGER = parse("(u+abs(u))^2/4 <= (u+abs(u))/2*u"), parse("u <= (u+abs(u))/2")
TOP = parse("p <= 2*l*v", where="p <= a, a/v <= l + p/(2*v), v > 0")
ROOT = parse("p <= s*sqrt(2)*sqrt(l)", where="p^2 <= 2*l*s^2, p >= 0, l >= 0, s > 0")


def maximum(share: sp.Expr = sp.S.One, every: Sequence[Any] = (MOMENTS, PLACED),
            reached: Sequence[Any] = REACHED) -> LawStatement:  # fmt: skip
    """E M <= share sigma sqrt(2 ln m), M the largest of X_1, ..., X_m.

    X is X_i for i uniform in 1..m and independent of all else, and h is 1 where i is the first
    place of M: so the mean of m h - 1 is 0, given X_1, ..., X_m.
    """
    return LawStatement(
        (mean_M, "<=", share * sigma * sp.sqrt(2 * sp.log(m))), random=(M, X, h),
        means={mean_M: M}, sure=[[reached, [(h, "=", 0)]]], every=every,
    )  # fmt: skip


def by_the_best_exponent(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(t M) <= m E e^(t X), so t mu <= ln m + t^2 sigma^2/2; then t = mu_+/sigma^2."""
    p, top = LawProof(maximum(**changes), seconds=5), (mean_M + sp.Abs(mean_M)) / 2
    best = top / sigma**2
    limit = m * sp.exp(best**2 * sigma**2 / 2)
    level = sp.log(m) + best**2 * sigma**2 / 2
    p.instance(AT, 0, {t: best})
    p.instance(PLACE, 1, {t: best})
    p.exists(EXP, (m, AT), (-1, PLACE), of=sp.exp(best * M))
    p.integrate("<=", (1 / limit, EXP), (-best, mean_M), (level - 1, 1),
                facts=[(parse("exp(u) >= 1 + u"), {"u": best * M - level})])  # fmt: skip
    square = {"p": top**2, "v": sigma**2, "l": sp.log(m)}
    p.fact(
        (EXP, "<=", limit),
        uses=[0, 1, 2],
        methods=QUICK,
        facts=[
            (COUNTED, {"x": EXP, "m": m, "a": AT, "p": PLACE, "b": sp.exp(best**2 * sigma**2 / 2)})
        ],
    )
    p.fact((best * mean_M, "<=", level), uses=[3, 4], methods=QUICK, facts=[
        (SHARE, {"x": EXP, "l": limit}),
        (BELOW, {"x": EXP / limit, "a": best * mean_M, "b": level})])  # fmt: skip
    p.fact((top**2, "<=", 2 * sp.log(m) * sigma**2), uses=[5], methods=QUICK, facts=[
        (PART, {"u": mean_M}), (TOP, square | {"a": top * mean_M})])  # fmt: skip
    return p.outcome(methods=QUICK, facts=[
        (LARGER, {"u": mean_M}), (ROOT, {"p": top, "l": sp.log(m), "s": sigma}),
        (parse("u <= c", where="u <= p, p <= c"),
         {"u": mean_M, "p": top, "c": sigma * sp.sqrt(2 * sp.log(m))})])  # fmt: skip
