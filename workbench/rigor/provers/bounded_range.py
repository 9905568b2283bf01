"""What a loss in an interval of length R costs under concentrated privacy, for any two laws.

With densities p and q and the loss L = ln(p/q), Hoeffding's lemma under the first law is used
twice.  The mean of e^(-L) is 1, so that K = E_p L is at most R^2/8; and the mean of e^(s L) is at
most e^(s K + s^2 R^2/8), for s = alpha - 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.hoeffding_lemma import LAST
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

a, R, A, p, q, L = declare("alpha R > 0, real A, p q >= 0, real L")
mass_p, mass_q, M, K = declare("real m_p m_q M K")
ORDER, WITHIN = (a, ">", 1), ((A, "<=", L), (L, "<=", A + R))
MASSES = ((mass_p, "=", 1), (mass_q, "=", 1))
EIGHTH = sp.Rational(1, 8)
LIGHT = ("sign", "identity", "sos", "products", "factors")
CHORDS = ("identity", "sign", "factors", "variation", "taylor", "logarithms", "growth", "cases")
LIFT, RISING = parse("h*f <= h*g", where="h >= 0, f <= g"), parse(
    "exp(x) <= exp(y)", where="x <= y")  # fmt: skip


def moment(*, share: Any = EIGHTH, where: Sequence[Any] = (ORDER, *MASSES),  # noqa: ANN401
           within: Sequence[Any] = WITHIN) -> LawStatement:  # fmt: skip
    """E p^alpha q^(1 - alpha) <= e^(share alpha (alpha - 1) R^2), where A <= ln(p/q) <= A + R."""
    return LawStatement(
        (M, "<=", sp.exp(share * a * (a - 1) * R**2)), random=(p, q, L),
        means={mass_p: p, mass_q: q, M: p * sp.exp((a - 1) * L)}, shows=(M,), where=where,
        sure=[[[(p, "=", 0), (q, "=", 0)], [(q, ">", 0), (p, "=", q * sp.exp(L)), *within]]],
    )  # fmt: skip


def hoeffding_twice(**changes: Any) -> Outcome:  # noqa: ANN401
    """e^(s L) is below its chord, and ln(1 - y + y e^u) <= y u + u^2/8 for its mean, s R = u."""
    proof, s = LawProof(moment(**changes), seconds=10, cuts={"u": [Fraction(0)]}), a - 1
    x, y = (L - A) / R, (K - A) / R
    inside = [(parse("0 <= u/r", where="u >= 0, r > 0"), {"u": L - A, "r": R}),
              (parse("u/r <= 1", where="u <= r, r > 0"), {"u": L - A, "r": R})]  # fmt: skip

    def chord(v: Any) -> tuple[Any, Any, list[Any]]:  # noqa: ANN401
        """p e^(v L) <= c p + d p L: c, d and the steps."""
        start, ratio = sp.exp(v * A), sp.exp(v * R)
        c, d = start * (1 + A / R - A / R * ratio), start * (ratio - 1) / R
        return c, d, [
            *inside, (parse("exp(v*x) <= 1 - x + x*exp(v)", where="0 <= x, x <= 1"),
                      {"v": v * R, "x": x}),
            (LIFT, {"h": p * start, "f": sp.exp(v * R * x), "g": 1 - x + x * ratio}),
            (p * start * (1 - x + x * ratio), "=", c * p + d * p * L),
            (p * start * sp.exp(v * R * x), "=", p * sp.exp(v * L))]  # fmt: skip

    far = 1 + A**2 + R
    proof.exists(K, (far, mass_p), of=p * L, uses=[], methods=LIGHT, facts={1: [
        (-far, "<=", A), (A + R, "<=", far),
        (parse("-c*p <= l*p", where="p >= 0, b <= l, -c <= b"), {"c": far, "p": p, "l": L, "b": A}),
        (parse("l*p <= c*p", where="p >= 0, l <= b, b <= c"),
         {"c": far, "p": p, "l": L, "b": A + R})]})  # fmt: skip
    proof.exists(M, (sp.exp(s * (A + R)), mass_p), uses=[0], methods=LIGHT, facts={1: [
        (LIFT, {"h": s, "f": L, "g": A + R}),
        (RISING, {"x": s * L, "y": s * (A + R)}),
        (LIFT, {"h": p, "f": sp.exp(s * L), "g": sp.exp(s * (A + R))})]})  # fmt: skip
    high, steep, steps = chord(s)
    proof.integrate("<=", (high, mass_p), (steep, K), (-1, M), uses=[], methods=CHORDS,
                    facts={1: steps})  # fmt: skip
    low, flat, steps = chord(-1)
    proof.integrate("<=", (low, mass_p), (flat, K), (-1, mass_q), uses=[], methods=CHORDS,
                    facts={1: [
        *steps, (parse("q <= p*exp(-l)", where="p = q*exp(l)"), {"p": p, "q": q, "l": L}),
        (parse("k <= n", where="k <= w, w = v, v <= g, g = n"),
         {"k": q, "w": p * sp.exp(-L), "v": p * sp.exp(-A) * sp.exp(-R * x),
          "g": p * sp.exp(-A) * (1 - x + x * sp.exp(-R)), "n": low * p + flat * p * L}),
    ]})  # fmt: skip
    proof.integrate("<=", (1, K), (-A, mass_p), uses=[], methods=LIGHT, facts={1: [
        (LIFT, {"h": p, "f": A, "g": L})]})  # fmt: skip
    proof.integrate("<=", (-1, K), (A + R, mass_p), uses=[], methods=LIGHT, facts={1: [
        (LIFT, {"h": p, "f": L, "g": A + R})]})  # fmt: skip
    proof.fact((0, "<=", y), uses=[1, 7], methods=LIGHT, facts=[
        (parse("0 <= u/r", where="0 <= k - l*m, m = 1, u = k - l, r > 0"),
         {"u": K - A, "k": K, "l": A, "m": mass_p, "r": R})])  # fmt: skip
    proof.fact((y, "<=", 1), uses=[1, 8], methods=LIGHT, facts=[
        (parse("u/r <= 1", where="0 <= -k + l*m, m = 1, u = k - l + r, r > 0"),
         {"u": K - A, "k": K, "l": A + R, "m": mass_p, "r": R})])  # fmt: skip

    def coin(v: Any, top: Any) -> tuple[Any, list[Any]]:  # noqa: ANN401
        """e^(v A) (1 - y + y e^(v R)) and the steps to e^top, by Hoeffding's lemma for a coin."""
        mean = 1 - y + y * sp.exp(v * R)
        return sp.exp(v * A) * mean, [
            (parse("1 - p + p*g > 0", where="0 <= p, p <= 1, g > 0"), {"p": y, "g": sp.exp(v * R)}),
            (parse("log(1 - p + p*exp(u)) <= p*u + 1/8*u^2", where="0 <= p, p <= 1"),
             {"p": y, "u": v * R}),
            (parse("m <= exp(t)", where="m > 0, log(m) <= u, u = t"),
             {"m": mean, "u": v * R * y + (v * R) ** 2 / 8, "t": top - v * A}),
            (LIFT, {"h": sp.exp(v * A), "f": mean, "g": sp.exp(top - v * A)}),
            (parse("exp(x)*exp(t) = exp(x + t)"), {"x": v * A, "t": top - v * A})]  # fmt: skip

    less, more = -K + R**2 / 8, s * K + s**2 * R**2 / 8
    below, steps = coin(-1, less)
    proof.fact((1, "<=", below), uses=[1, 2, 6], methods=LIGHT, facts=[
        (parse("1 <= c + d", where="0 <= c*m + d - n, m = 1, n = 1"),
         {"c": low, "m": mass_p, "d": flat * K, "n": mass_q}), (low + flat * K, "=", below)
    ])  # fmt: skip
    proof.fact((0, "<=", less), uses=[9, 10, 11], methods=(*LAST, "logchain"), facts=[
        *steps, (parse("1 <= z", where="1 <= m, m <= h, h = z"),
                 {"m": below, "h": sp.exp(-A) * sp.exp(less + A), "z": sp.exp(less)}),
        (parse("log(c) <= y", where="c > 0, c <= exp(y)"), {"c": sp.S.One, "y": less})
    ])  # fmt: skip
    above, steps = coin(s, more)
    proof.fact((M, "<=", above), uses=[1, 5], methods=LIGHT, facts=[
        (parse("v <= c + d", where="0 <= c*m + d - v, m = 1"),
         {"v": M, "c": high, "m": mass_p, "d": steep * K}), (high + steep * K, "=", above)
    ])  # fmt: skip
    proof.fact((M, "<=", sp.exp(more)), uses=[9, 10, 13], methods=LAST, facts=[
        *steps, (parse("v <= x", where="v <= m, m <= h, h = x"),
                 {"v": M, "m": above, "h": sp.exp(s * A) * sp.exp(more - s * A),
                  "x": sp.exp(more)})])  # fmt: skip
    top = a * s * R**2 / 8
    proof.fact((more, "<=", top), uses=[0, 12], methods=LIGHT, facts=[
        (LIFT, {"h": s, "f": K, "g": R**2 / 8})])  # fmt: skip
    return proof.outcome(methods=LIGHT, facts=[
        (RISING, {"x": more, "y": top}),
        (parse("v <= z", where="v <= w, w <= z"),
         {"v": M, "w": sp.exp(more), "z": sp.exp(top)})])  # fmt: skip
