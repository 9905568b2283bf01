"""Weighted means and Pinsker's inequality in any number of coordinates, with their proofs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

d, t, w, p, q, K, L = declare("integer d > 0, t w > 0, p q >= 0, real K L")
W, T, S = declare("real W T S")
RATIO = (t, "=", w * sp.exp(L))  # L = ln(t/w)
WEIGHTS = (W, "=", 1)


def weighted_means(*, factor: sp.Expr = sp.S.One, where: Sequence[Any] = (WEIGHTS,),
                   sure: Sequence[Any] = (RATIO,)) -> LawStatement:  # fmt: skip
    """The statement factor prod (t/w)^w <= sum t, the product as e^(sum w ln(t/w))."""
    return LawStatement((factor * sp.exp(S), "<=", T), random=(t, w, L),
                        means={W: w, T: t, S: w * L}, where=where, sure=sure, over=d)  # fmt: skip


def by_tangents(**changes: Any) -> Outcome:  # noqa: ANN401
    """With g the product, t = g w e^(L - ln g) >= g w (1 + L - ln g), which adds up to g."""
    proof, g = LawProof(weighted_means(**changes)), sp.exp(S)
    proof.integrate(
        "<=", (1, T), (-g * (1 - S), W), (-g, S), uses=[], methods=("sign", "identity", "taylor"),
        facts=[
            (parse("c*exp(u) >= c + c*u", where="c > 0"), {"c": g * w, "u": L - S}),
            (t, "=", g * w * sp.exp(L - S)),
            (parse("0 <= y - m", where="y = x, x >= m"),
             {"y": t, "x": g * w * sp.exp(L - S), "m": g * w + g * w * (L - S)}),
        ],
    )  # fmt: skip
    last = parse("g <= y", where="0 <= y - g*(1 - s)*m - g*s, m = 1")
    return proof.outcome(methods=("sign", "identity", "products"),
                         facts=[(last, {"g": g, "y": T, "m": W, "s": S})])  # fmt: skip


P, Q, KL, N = declare("real P Q KL N")
LOSS = (p, "=", q * sp.exp(L))  # L = ln(p/q)
MASS_P, MASS_Q = (P, "=", 1), (Q, "=", 1)


def pinsker(*, factor: sp.Expr = sp.S.Half, where: Sequence[Any] = (MASS_P, MASS_Q),
            link: Sequence[Any] = (LOSS,)) -> LawStatement:  # fmt: skip
    """The statement factor (sum |p - q|)^2 <= sum p ln(p/q), where K is p ln(p/q)."""
    sure = [[(p, "=", 0), (K, "=", 0)], [(p, ">", 0), (q, ">", 0), *link, (K, "=", p * L)]]
    return LawStatement((factor * N**2, "<=", KL), random=(p, q, L, K),
                        means={P: p, Q: q, KL: K, N: sp.Abs(p - q)}, where=where, sure=[sure],
                        over=d)  # fmt: skip


def by_one_variable(**changes: Any) -> Outcome:  # noqa: ANN401
    """3 (x - 1)^2 <= (2x + 4)(x ln x - x + 1) at x = p/q, added up with a free factor.

    The factor n = sum |p - q|: n |a| <= n^2 m/12 + f where 3 a^2 <= m f.
    """
    light = ("sign", "identity", "chain", "cases", "sos")
    proof, x = LawProof(pinsker(**changes), cuts={"u": [0]}), sp.exp(L)
    m, f = 2 * p + 4 * q, K - p + q
    one = parse("3*(exp(u) - 1)^2 <= (2*exp(u) + 4)*(exp(u)*u - exp(u) + 1)")
    scaled = parse("3*b^2 <= m*h", where="b = q*a, m = q*c, h = q*g, 3*a^2 <= c*g")
    young = parse("m*(n^2*m/12 + f - n*abs(a)) >= 0", where="3*a^2 <= m*f")
    steps: dict[int, Any] = {
        0: [(parse("0 <= q*(n^2/3 - n + 1)", where="q >= 0"), {"q": q, "n": N})],
        1: [(one, {"u": L}), (p - q, "=", q * (x - 1)), (m, "=", q * (2 * x + 4)),
            (f, "=", q * (x * L - x + 1)),
            (scaled, {"b": p - q, "m": m, "h": f, "q": q, "a": x - 1, "c": 2 * x + 4,
                      "g": x * L - x + 1}),
            (young, {"n": N, "a": p - q, "m": m, "f": f}),
            (parse("g >= 0", where="m*g >= 0, m > 0"),
             {"m": m, "g": N**2 * m / 12 + f - N * sp.Abs(p - q)})],
    }  # fmt: skip
    proof.integrate(
        "<=", (-N, N), (N**2 / 6, P), (N**2 / 3, Q), (1, KL), (-1, P), (1, Q), uses=[],
        methods=light, facts=steps,
    )  # fmt: skip
    return proof.outcome(methods=("sign", "identity", "products"), facts=[
        (parse("n^2/2 <= k", where="0 <= -n^2 + n^2/6*p + n^2/3*q + k - p + q, p = 1, q = 1"),
         {"n": N, "k": KL, "p": P, "q": Q})])  # fmt: skip
