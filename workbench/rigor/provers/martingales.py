"""Tails of sums of bounded differences, for every law that has their conditional means."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.hoeffding_lemma import LAST, LIGHT
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import indicator
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

n, b, R, s, A, D = declare("integer n >= 0, b > 0, R >= 0, s > 0, real A D")
S, V, Z, m, M, E, chance = declare("real S, V >= 0, real Z m M E chance")
RANGE, CENTRED, SPREAD = ((D, ">=", A), (D, "<=", A + R)), ((D, "=", 0),), ((V, ">", 0),)


def azuma(factor: sp.Expr | int = 2, sure: Sequence[Any] = RANGE, given: Sequence[Any] = CENTRED,
          after: Sequence[Any] = SPREAD, level: sp.Symbol = b) -> ProcessStatement:  # fmt: skip
    """Pr[S_n >= b] <= e^(-factor b^2/V_n) for S_n = D_1 + ... + D_n, V_n = R_1^2 + ... + R_n^2."""
    return ProcessStatement(
        (chance, "<=", sp.exp(-factor * level**2 / V)), steps=n, fixed=(R,), known=(A,), drawn=(D,),
        sure=sure, given=given, states=[(S, 0, S + D), (V, 0, V + R**2)], random=(Z,),
        after=[*after, indicator(Z, (S, ">=", level))], means={chance: Z}, shows=(chance,),
    )  # fmt: skip


def small_differences_add_up(factor: sp.Expr | int = 2, level: sp.Symbol = b,
                             **changes: Any) -> Outcome:  # noqa: ANN401  # fmt: skip
    """E e^(s S - s^2 V/8) <= 1 for every s > 0, as no step lets it grow; then s = 4 b/V."""
    proof = ProcessProof(azuma(factor, level=level, **changes))
    now = sp.exp(s * S - s**2 * V / 8)
    still, moved = proof.potential(now, "<=", of=(s,), cases=[(R, "<=", 0)])
    _of_length_zero(still, now)
    a_step_of_bounded_range(moved, A, R, D, now)
    end, best = proof.end(), 4 * level / V
    end.instance(E, 0, {s: best})
    end.exists(chance, (1, 1))
    scale = -factor * level**2 / V
    end.integrate("<=", (sp.exp(scale), E), (-1, chance), facts={0: [
        (scale + best * S - best**2 * V / 8, ">=", 0),
        (sp.exp(scale) * sp.exp(best * S - best**2 * V / 8), ">=", 1)]})  # fmt: skip
    end.fact((E, "<=", 1), methods=("sign", "exponentials"))
    end.fact((chance, "<=", sp.exp(scale)), methods=(*LIGHT, "sos"), facts=[
        (parse("x <= c", where="0 <= c*y - x, y <= 1, c > 0"),
         {"x": chance, "c": sp.exp(scale), "y": E})])  # fmt: skip
    return proof.outcome(methods=LIGHT)


def _of_length_zero(step: LawProof, now: sp.Expr) -> None:
    """D is A, which is its mean, so that nothing moves."""
    step.instance(m, 0, {})
    step.integrate("<=", (1, m), (-A, 1))
    step.fact((A, "<=", 0))
    step.exists(NEXT, (now, 1), facts=[
        (D, "<=", 0), (s * D, "<=", 0),
        (s * (D + S) - (V + R**2) * s**2 / 8, "<=", s * S - V * s**2 / 8)])  # fmt: skip


def a_step_of_bounded_range(
    step: LawProof, low: Any, length: Any, drawn: Any, now: sp.Expr, *,  # noqa: ANN401
    rate: Any = s,  # noqa: ANN401
) -> None:  # fmt: skip
    """Hoeffding's lemma given the past: e^(s D) is below its chord, of mean 1 - p + p e^(s R).

    rate: s, a number of any sign
    """
    x, p = (drawn - low) / length, -low / length
    ratio, start = sp.exp(rate * length), sp.exp(rate * low)
    mean, rise = 1 - p + p * ratio, sp.exp(rate**2 * length**2 / 8)
    slope, share = start * (ratio - 1) / length, parse("u/r <= 1", where="u <= r, r > 0")
    places = step.known  # before these steps: the conditions
    known = [places - 1]
    step.instance(m, 0, {})
    step.integrate("<=", (1, m), (-low, 1), methods=("sign",))
    step.integrate("<=", (-1, m), (low + length, 1), methods=("sign",))
    if rate is s:
        step.exists(M, (start, 1), (sp.exp(s * (low + length)), 1), of=sp.exp(s * drawn), uses=[])
    chord: list[Any] = [
        (share, {"u": drawn - low, "r": length}),
        (parse("exp(v*x) <= 1 - x + x*exp(v)", where="0 <= x, x <= 1"),
         {"v": rate * length, "x": x}),
        (parse("q*c <= q*(1 - x) + q*x*d", where="q > 0, c <= 1 - x + x*d"),
         {"q": start, "c": sp.exp(rate * length * x), "x": x, "d": ratio}),
        (sp.exp(rate * drawn), "=", start * sp.exp(rate * length * x)),
        (sp.exp(rate * drawn), "<=", start * (1 - x) + x * start * ratio),
    ]  # fmt: skip
    if rate is not s:
        inner = sp.exp(rate * length * x)
        step.exists(M, (start * (1 + ratio), 1), of=sp.exp(rate * drawn), uses=known, methods=LIGHT,
                    facts=[*chord[:-1],
            (parse("z <= 1 + d", where="d > 0, 0 <= x, x <= 1, z <= 1 - x + x*d"),
             {"z": inner, "d": ratio, "x": x}),
            (parse("c <= q*(1 + d)", where="q > 0, z <= 1 + d, c = q*z"),
             {"q": start, "d": ratio, "z": inner, "c": sp.exp(rate * drawn)})])  # fmt: skip
    step.integrate("<=", (-1, M), (start * mean, 1), (slope, m), uses=known, methods=LIGHT,
                   facts=chord)  # fmt: skip
    step.integrate("<", (1, M), methods=("sign",), uses=[])
    step.fact((low, "<=", 0), uses=[places, places + 1])
    step.fact((-low, "<=", length), uses=[places, places + 2])
    step.fact((M, "<=", start * mean), uses=[places, places + 4], facts=[
        (parse("M <= v", where="0 <= v - M + k, k = 0"),
         {"M": M, "v": start * mean, "k": slope * m})])  # fmt: skip
    step.cuts = {"u": [Fraction(0)]}
    step.fact((M, "<=", rise), methods=LAST, uses=[*known, *range(places + 5, places + 9)],
              facts=[
        (parse("0 <= u/r", where="u >= 0, r > 0"), {"u": -low, "r": length}),
        (share, {"u": -low, "r": length}),
        (parse("1 - p + p*g > 0", where="0 <= p, p <= 1, g > 0"), {"p": p, "g": ratio}),
        (parse("log(1 - p + p*exp(u)) <= p*u + 1/8*u^2", where="0 <= p, p <= 1"),
         {"p": p, "u": rate * length}),
        (parse("M <= exp(l + t)", where="M > 0, D > 0, log(D) <= t, M <= exp(l)*D"),
         {"M": M, "D": mean, "l": rate * low, "t": p * rate * length + rate**2 * length**2 / 8}),
    ])  # fmt: skip
    left = now / rise
    step.exists(NEXT, (left, M), uses=[])
    step.fact((NEXT, "<=", now), uses=[places + 9, places + 10], facts=[
        (parse("x <= c*t", where="x <= c*M, M <= t, c > 0"),
         {"x": NEXT, "c": left, "M": M, "t": rise})])  # fmt: skip


X, a, mu, width, u, k = declare("real X a mu, R u > 0, integer k")
BETWEEN, CONSTANT = ((X, ">=", a), (X, "<=", a + width)), ((X - mu, "=", 0),)


def hoeffding(factor: sp.Expr | int = 2, sure: Sequence[Any] = BETWEEN,
              given: Sequence[Any] = CONSTANT, level: sp.Symbol = u
              ) -> ProcessStatement:  # fmt: skip
    """Pr[S_n/n >= u] <= e^(-factor n u^2/R^2) for the sum S_n of the X_t - mu_t."""
    count = sp.Symbol("n", integer=True, positive=True)
    return ProcessStatement(
        (chance, "<=", sp.exp(-factor * count * level**2 / width**2)), steps=count, clock=k,
        fixed=(a, mu), drawn=(X,), sure=sure, given=given, states=[(S, 0, S + X - mu)],
        random=(Z,), after=[indicator(Z, (S / count, ">=", level))], means={chance: Z},
        shows=(chance,),
    )  # fmt: skip


def small_terms_add_up(factor: sp.Expr | int = 2, level: sp.Symbol = u,
                       **changes: Any) -> Outcome:  # noqa: ANN401  # fmt: skip
    """E e^(s S - s^2 k R^2/8) <= 1 after k terms, for every s > 0; then s = 4 u/R^2."""
    proof = ProcessProof(hoeffding(factor, level=level, **changes))
    count = sp.Symbol("n", integer=True, positive=True)
    now, best = sp.exp(s * S - s**2 * k * width**2 / 8), 4 * level / width**2
    (step,) = proof.potential(now, "<=", of=(s,))
    a_step_of_bounded_range(step, a - mu, width, X - mu, now)
    end, scale = proof.end(), -factor * count * level**2 / width**2
    end.instance(E, 0, {s: best})
    end.exists(chance, (1, 1))
    gap = scale + best * S - best**2 * count * width**2 / 8
    end.integrate("<=", (sp.exp(scale), E), (-1, chance), facts={0: [
        (S, ">=", level * count), (best * S, ">=", best * level * count), (gap, ">=", 0),
        (sp.exp(scale) * sp.exp(gap - scale), ">=", 1)]})  # fmt: skip
    end.fact((E, "<=", 1), methods=("sign", "exponentials"))
    end.fact((chance, "<=", sp.exp(scale)), methods=(*LIGHT, "sos"), facts=[
        (parse("x <= c", where="0 <= c*y - x, y <= 1, c > 0"),
         {"x": chance, "c": sp.exp(scale), "y": E})])  # fmt: skip
    return proof.outcome(methods=LIGHT)


rate, moment = declare("r > 0, real q")


def average(share: sp.Expr | int = 1, sure: Sequence[Any] = BETWEEN,
            given: Sequence[Any] = CONSTANT) -> ProcessStatement:  # fmt: skip
    """E e^(r S_n/n) <= e^(share r^2 R^2/(8n)) for the sum S_n of the X_t - mu_t."""
    count = sp.Symbol("n", integer=True, positive=True)
    return ProcessStatement(
        (moment, "<=", sp.exp(share * rate**2 * width**2 / (8 * count))), steps=count, clock=k,
        fixed=(a, mu), drawn=(X,), sure=sure, given=given, states=[(S, 0, S + X - mu)],
        means={moment: sp.exp(rate * S / count)}, shows=(moment,),
    )  # fmt: skip


def moments_multiply(share: sp.Expr | int = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(s S - s^2 k R^2/8) <= 1 after k terms, for every s > 0; then s = r/n."""
    proof = ProcessProof(average(share, **changes))
    count = sp.Symbol("n", integer=True, positive=True)
    now = sp.exp(s * S - s**2 * k * width**2 / 8)
    (step,) = proof.potential(now, "<=", of=(s,))
    a_step_of_bounded_range(step, a - mu, width, X - mu, now)
    end, scale = proof.end(), sp.exp(share * rate**2 * width**2 / (8 * count))
    end.instance(E, 0, {s: rate / count})
    left = sp.exp(rate * S / count - rate**2 * width**2 / (8 * count))
    bound = [(sp.exp(rate * S / count), "<=", scale * left)]
    end.exists(moment, (scale, E), facts=bound)
    end.integrate("<=", (scale, E), (-1, moment), facts=bound)
    end.fact((E, "<=", 1), methods=("sign", "exponentials"))
    end.fact((moment, "<=", scale), methods=(*LIGHT, "sos"), facts=[
        (parse("x <= c", where="0 <= c*y - x, y <= 1, c > 0"),
         {"x": moment, "c": scale, "y": E})])  # fmt: skip
    return proof.outcome(methods=LIGHT)
