"""One step of a privacy filter: the moments of what does not leak, by Hoeffding's lemma twice.

See `workbench.rigor.provers.privacy_filter`, which says what the symbols stand for.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.hoeffding_lemma import LAST
from workbench.rigor.provers.processes import NEXT
from workbench.rigor.provers.transcripts import m
from workbench.symbolic import declare
from workbench.symbolic.text import parse

s, b, d, a = declare("s > 0, b d a >= 0")
p, q, r, u, loss = declare("p q >= 0, real r u l")
G, K, V, m_q, m_r, m_u, X, M = declare("G >= 0, real K, V >= 0, real m_q m_r m_u X M")
c, kept = (1 - d) / (1 - a), 1 - a
LN, NOW = sp.log(c), G * sp.exp(s * K - (s + s**2) * V / 2)
LIGHT = ("sign", "identity", "sos", "products", "factors")
CHORDS = ("identity", "sign", "factors", "variation", "taylor", "logarithms", "growth", "cases")
QUOTIENT, LIFT = parse("u/r <= 1", where="u <= r, r > 0"), parse(
    "h*f <= h*g", where="h >= 0, f <= g")  # fmt: skip
HEAVIER, RISING = parse("x*g <= y*h", where="0 <= x, x <= y, 0 <= g, g <= h"), parse(
    "exp(x) <= exp(y)", where="x <= y")  # fmt: skip


def two_chords(step: LawProof) -> LawProof:
    """Hoeffding's lemma for l, twice: w = X/(1 - a) is the mean of l, y its place in [-b, b].

    e^(-l) has a mean of at least c, so ln c <= -w + b^2/2; and that of e^(s l) is at most
    e^(s w + s^2 b^2/2).
    """
    at, left = step.known, p - r
    w, y, x = X / kept, X / (2 * b * kept) + sp.S.Half, (loss + b) / (2 * b)
    inside = [(parse("0 <= u/r", where="u >= 0, r > 0"), {"u": loss + b, "r": 2 * b}),
              (QUOTIENT, {"u": loss + b, "r": 2 * b})]  # fmt: skip

    def chord(v: Any) -> tuple[Any, Any, Any, list[Any]]:  # noqa: ANN401
        """left e^(v (x - 1/2)) <= a left + c left l, its chord: a, c, its mean, and the steps."""
        end, start = sp.exp(v), sp.exp(-v / 2)
        straight = 1 - x + x * end
        return start * (1 + end) / 2, start * (end - 1) / (2 * b), start * (1 - y + y * end), [
            *inside, (parse("exp(v*x) <= 1 - x + x*exp(v)", where="0 <= x, x <= 1"),
                      {"v": v, "x": x}),
            (LIFT, {"h": left * start, "f": sp.exp(v * x), "g": straight}),
            (left * start * straight, "=",
             left * start * (1 + end) / 2 + start * (end - 1) / (2 * b) * left * loss)]  # fmt: skip

    step.integrate("<", (kept, 1), methods=LIGHT, uses=[])
    step.integrate("<", (1 - d, 1), methods=LIGHT, uses=[])
    for place, mean in enumerate((m, m_q, m_r, m_u)):  # at + 2 to at + 5
        step.instance(mean, place, {})
    up = (parse("x*l <= b*y", where="0 <= x, x <= y, l <= b, b >= 0"),
          {"x": left, "y": p, "l": loss, "b": b})  # fmt: skip
    down = (parse("-b*y <= x*l", where="0 <= x, x <= y, -b <= l, b >= 0"),
            {"x": left, "y": p, "l": loss, "b": b})  # fmt: skip
    step.exists(X, (b, m), of=left * loss, uses=[], methods=LIGHT, facts=[up, down])
    step.exists(M, (sp.exp(s * b), m), of=left * sp.exp(s * loss), uses=[], methods=LIGHT, facts=[
        (LIFT, {"h": s, "f": loss, "g": b}), (RISING, {"x": s * loss, "y": s * b}),
        (HEAVIER, {"x": left, "y": p, "g": sp.exp(s * loss), "h": sp.exp(s * b)})])  # fmt: skip
    for sign, (said, values) in ((-1, up), (1, down)):
        step.integrate("<=", (b, m), (-b, m_r), (sign, X), uses=[], methods=LIGHT,
                       facts=[(said, {**values, "y": left})])  # fmt: skip
    high, steep, share, steps = chord(2 * s * b)
    step.integrate("<=", (high, m), (-high, m_r), (steep, X), (-1, M), uses=[at - 1],
                   methods=CHORDS, facts=[
        *steps, (left * sp.exp(s * loss), "=", left * sp.exp(-s * b) * sp.exp(2 * s * b * x))
    ])  # fmt: skip
    low, flat, part, steps = chord(-2 * b)
    back = sp.exp(b) * sp.exp(-2 * b * x)
    step.integrate("<=", (low, m), (-low, m_r), (flat, X), (-1, m_q), (1, m_u), uses=[at - 1],
                   methods=CHORDS, facts=[
        *steps, (parse("x*f = t*f", where="x = t"),
                 {"x": left, "t": (q - u) * sp.exp(loss), "f": back}),
        ((q - u) * sp.exp(loss) * back, "=", q - u),
        (parse("k <= n", where="v = w, w = k, v <= h, h = n"),
         {"k": q - u, "w": (q - u) * sp.exp(loss) * back, "v": left * back,
          "h": left * sp.exp(b) * (1 - x + x * sp.exp(-2 * b)),
          "n": low * left + flat * left * loss})])  # fmt: skip
    one = {"m": m, "n": m_r, "a": a}
    step.fact((X, "<=", b * kept), uses=[at + 2, at + 4, at + 8], methods=LIGHT, facts=[
        (parse("x <= b*(1 - a)", where="0 <= b*m - b*n - x, m = 1, n = a"),
         {"x": X, "b": b, **one})])  # fmt: skip
    step.fact((-b * kept, "<=", X), uses=[at + 2, at + 4, at + 9], methods=LIGHT, facts=[
        (parse("-b*(1 - a) <= x", where="0 <= b*m - b*n + x, m = 1, n = a"),
         {"x": X, "b": b, **one})])  # fmt: skip
    step.fact((M, "<=", kept * share), uses=[at - 1, at, at + 2, at + 4, at + 10], methods=LIGHT,
              facts=[
        (parse("v <= c*(1 - a) + y", where="0 <= c*m - c*n + y - v, m = 1, n = a"),
         {"v": M, "c": high, "y": steep * X, **one}),
        (high * kept + steep * X, "=", kept * share)])  # fmt: skip
    step.fact((c, "<=", part), uses=[at - 1, at, *range(at + 2, at + 6), at + 11], methods=LIGHT,
              facts=[
        (parse("1 - d <= c*(1 - a) + y",
               where="0 <= c*m - c*n + y - k + w, m = 1, n = a, k = 1, w <= d"),
         {"k": m_q, "w": m_u, "d": d, "c": low, "y": flat * X, **one}),
        (low * kept + flat * X, "=", kept * part),
        (parse("u/r <= h", where="u <= g, g = r*h, r > 0"),
         {"u": 1 - d, "r": kept, "h": part, "g": low * kept + flat * X})])  # fmt: skip
    step.fact((0, "<=", y), uses=[at - 1, at, at + 13], methods=LIGHT, facts=[
        (parse("0 <= x/(2*w) + 1/2", where="-w <= x, w > 0"), {"x": X, "w": b * kept})
    ])  # fmt: skip
    step.fact((y, "<=", 1), uses=[at - 1, at, at + 12], methods=LIGHT, facts=[
        (parse("x/(2*w) + 1/2 <= 1", where="x <= w, w > 0"), {"x": X, "w": b * kept})])  # fmt: skip
    step.cuts = {"u": [Fraction(0)]}

    def coin(v: Any, below: Any) -> list[Any]:  # noqa: ANN401
        """1 - y + y e^v <= e^below by Hoeffding's lemma for a coin."""
        return [
            (parse("1 - p + p*g > 0", where="0 <= p, p <= 1, g > 0"), {"p": y, "g": sp.exp(v)}),
            (parse("log(1 - p + p*exp(u)) <= p*u + 1/8*u^2", where="0 <= p, p <= 1"),
             {"p": y, "u": v}),
            (parse("m <= exp(t)", where="m > 0, log(m) <= u, u = t"),
             {"m": 1 - y + y * sp.exp(v), "u": v * y + v**2 / 8, "t": below}),
        ]  # fmt: skip

    less = -w + b**2 / 2
    step.fact((LN, "<=", less), uses=[at - 1, at, at + 1, *range(at + 15, at + 18)],
              methods=(*LAST, "logchain"), facts=[
        (parse("u/r > 0", where="u > 0, r > 0"), {"u": 1 - d, "r": kept}),
        *coin(-2 * b, less - b),
        (LIFT, {"h": sp.exp(b), "f": part * sp.exp(-b), "g": sp.exp(less - b)}),
        (parse("exp(x)*exp(t) = exp(x + t)"), {"x": b, "t": less - b}),
        (parse("c <= z", where="c <= m, m <= h, h = z"),
         {"c": c, "m": part, "h": sp.exp(b) * sp.exp(less - b), "z": sp.exp(less)}),
        (parse("log(c) <= y", where="c > 0, c <= exp(y)"), {"c": c, "y": less})])  # fmt: skip
    more, scale = s * w + s**2 * b**2 / 2, kept * sp.exp(-s * b)
    step.fact((M, "<=", kept * sp.exp(more)), uses=[at - 1, at, at + 14, at + 16, at + 17],
              methods=LAST, facts=[
        *coin(2 * s * b, more + s * b),
        (LIFT, {"h": scale, "f": share * sp.exp(s * b), "g": sp.exp(more + s * b)}),
        (parse("h*exp(-x)*exp(z + x) = h*exp(z)"), {"h": kept, "x": s * b, "z": more}),
        (parse("v <= k", where="v <= w, w <= z, z = k"),
         {"v": M, "w": kept * share, "z": scale * sp.exp(more + s * b),
          "k": kept * sp.exp(more)})])  # fmt: skip
    rise, power = sp.exp((s + s**2) * b**2 / 2), sp.exp(s * LN)
    step.fact((c * power * M, "<=", rise), methods=LIGHT,
              uses=[at - 1, at, at + 1, at + 18, at + 19], facts=[
        (LIFT, {"h": c * power, "f": M, "g": kept * sp.exp(more)}),
        (LIFT, {"h": s, "f": LN, "g": less}), (RISING, {"x": s * LN, "y": s * less}),
        (c * power * kept * sp.exp(more), "=", (1 - d) * sp.exp(more) * power),
        (LIFT, {"h": (1 - d) * sp.exp(more), "f": power, "g": sp.exp(s * less)}),
        (parse("h*exp(s*w + z)*exp(s*(v - w)) = h*exp(z + s*v)"),
         {"h": 1 - d, "s": s, "w": w, "z": s**2 * b**2 / 2, "v": b**2 / 2}),
        (parse("h*r <= r", where="h <= 1, r >= 0"), {"h": 1 - d, "r": rise}),
        (parse("x <= r", where="x <= y, y = z, z <= m, m = n, n <= r"),
         {"x": c * power * M, "r": rise, "y": c * power * kept * sp.exp(more),
          "z": (1 - d) * sp.exp(more) * power, "m": (1 - d) * sp.exp(more) * sp.exp(s * less),
          "n": (1 - d) * sp.exp(s**2 * b**2 / 2 + s * b**2 / 2)})])  # fmt: skip
    step.exists(NEXT, (NOW / rise * c * power, M), uses=[at - 1], methods=LIGHT)
    step.fact((NEXT, "<=", NOW), uses=[at, at + 20, at + 21], methods=LIGHT, facts=[
        (LIFT, {"h": NOW / rise, "f": c * power * M, "g": rise}),
        (parse("x <= r", where="x <= y, y <= m, m = r"),
         {"x": NEXT, "r": NOW, "y": NOW / rise * c * power * M, "m": NOW / rise * rise})
    ])  # fmt: skip
    return step
