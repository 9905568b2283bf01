"""One step of a privacy filter: the moments of what does not leak, by Hoeffding's lemma twice.

See `workbench.rigor.provers.privacy_filter`, which says what the symbols stand for.
"""

from __future__ import annotations

from collections.abc import Sequence
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
PLAIN = tuple(name for name in LIGHT if name != "sos")  # which is slow where a condition is missing
CHORDS = ("identity", "sign", "factors", "variation", "taylor", "logarithms", "growth", "cases")
MEAN, PLACE = X / (2 * b * kept) + sp.S.Half, (loss + b) / (2 * b)  # of l in [-b, b]
QUOTIENT, LIFT = parse("u/r <= 1", where="u <= r, r > 0"), parse(
    "h*f <= h*g", where="h >= 0, f <= g")  # fmt: skip
HEAVIER, RISING = parse("x*g <= y*h", where="0 <= x, x <= y, 0 <= g, g <= h"), parse(
    "exp(x) <= exp(y)", where="x <= y")  # fmt: skip


def chord(v: Any) -> tuple[Any, Any, Any, list[Any]]:  # noqa: ANN401
    """(p - r) e^(v (x - 1/2)) <= f (p - r) + g (p - r) l, its chord: f, g, its mean, the steps."""
    end, start, left = sp.exp(v), sp.exp(-v / 2), p - r
    straight = 1 - PLACE + PLACE * end
    return start * (1 + end) / 2, start * (end - 1) / (2 * b), start * (1 - MEAN + MEAN * end), [
        (parse("0 <= u/r", where="u >= 0, r > 0"), {"u": loss + b, "r": 2 * b}),
        (QUOTIENT, {"u": loss + b, "r": 2 * b}),
        (parse("exp(v*x) <= 1 - x + x*exp(v)", where="0 <= x, x <= 1"), {"v": v, "x": PLACE}),
        (LIFT, {"h": left * start, "f": sp.exp(v * PLACE), "g": straight}),
        (left * start * straight, "=",
         left * start * (1 + end) / 2 + start * (end - 1) / (2 * b) * left * loss)]  # fmt: skip


def coin(v: Any, below: Any) -> list[Any]:  # noqa: ANN401
    """1 - y + y e^v <= e^below by Hoeffding's lemma for a coin."""
    return [
        (parse("1 - p + p*g > 0", where="0 <= p, p <= 1, g > 0"), {"p": MEAN, "g": sp.exp(v)}),
        (parse("log(1 - p + p*exp(u)) <= p*u + 1/8*u^2", where="0 <= p, p <= 1"),
         {"p": MEAN, "u": v}),
        (parse("m <= exp(t)", where="m > 0, log(m) <= u, u = t"),
         {"m": 1 - MEAN + MEAN * sp.exp(v), "u": v * MEAN + v**2 / 8, "t": below}),
    ]  # fmt: skip


def chords(step: LawProof, fixed: Sequence[int], s: Any = s) -> int:  # noqa: ANN401
    """What the chords of e^(-l) and of e^(s l) say of their means, 18 facts: the first one's place.

    fixed: the places of the conditions b > 0 and, where d is a number, d < 1
    """
    at, left = step.known, p - r
    step.integrate("<", (kept, 1), methods=LIGHT, uses=fixed)
    step.integrate("<", (1 - d, 1), methods=LIGHT, uses=fixed)
    for place, mean in enumerate((m, m_q, m_r, m_u)):  # at + 2 to at + 5
        step.instance(mean, place, {})
    up = (parse("x*l <= b*y", where="0 <= x, x <= y, l <= b, b >= 0"),
          {"x": left, "y": p, "l": loss, "b": b})  # fmt: skip
    down = (parse("-b*y <= x*l", where="0 <= x, x <= y, -b <= l, b >= 0"),
            {"x": left, "y": p, "l": loss, "b": b})  # fmt: skip
    step.exists(X, (b, m), of=left * loss, uses=[], methods=PLAIN, facts=[up, down])
    step.exists(M, (sp.exp(s * b), m), of=left * sp.exp(s * loss), uses=[], methods=PLAIN, facts=[
        (LIFT, {"h": s, "f": loss, "g": b}), (RISING, {"x": s * loss, "y": s * b}),
        (HEAVIER, {"x": left, "y": p, "g": sp.exp(s * loss), "h": sp.exp(s * b)})])  # fmt: skip
    for sign, (said, values) in ((-1, up), (1, down)):
        step.integrate("<=", (b, m), (-b, m_r), (sign, X), uses=[], methods=PLAIN,
                       facts=[(said, {**values, "y": left})])  # fmt: skip
    high, steep, share, steps = chord(2 * s * b)
    step.integrate("<=", (high, m), (-high, m_r), (steep, X), (-1, M), uses=fixed,
                   methods=CHORDS, facts=[
        *steps, (left * sp.exp(s * loss), "=", left * sp.exp(-s * b) * sp.exp(2 * s * b * PLACE))
    ])  # fmt: skip
    low, flat, part, steps = chord(-2 * b)
    back = sp.exp(b) * sp.exp(-2 * b * PLACE)
    step.integrate("<=", (low, m), (-low, m_r), (flat, X), (-1, m_q), (1, m_u), uses=fixed,
                   methods=CHORDS, facts=[
        *steps, (parse("x*f = t*f", where="x = t"),
                 {"x": left, "t": (q - u) * sp.exp(loss), "f": back}),
        ((q - u) * sp.exp(loss) * back, "=", q - u),
        (parse("k <= n", where="v = w, w = k, v <= h, h = n"),
         {"k": q - u, "w": (q - u) * sp.exp(loss) * back, "v": left * back,
          "h": left * sp.exp(b) * (1 - PLACE + PLACE * sp.exp(-2 * b)),
          "n": low * left + flat * left * loss})])  # fmt: skip
    one = {"m": m, "n": m_r, "a": a}
    step.fact((X, "<=", b * kept), uses=[at + 2, at + 4, at + 8], methods=LIGHT, facts=[
        (parse("x <= b*(1 - a)", where="0 <= b*m - b*n - x, m = 1, n = a"),
         {"x": X, "b": b, **one})])  # fmt: skip
    step.fact((-b * kept, "<=", X), uses=[at + 2, at + 4, at + 9], methods=LIGHT, facts=[
        (parse("-b*(1 - a) <= x", where="0 <= b*m - b*n + x, m = 1, n = a"),
         {"x": X, "b": b, **one})])  # fmt: skip
    step.fact((M, "<=", kept * share), uses=[*fixed, at, at + 2, at + 4, at + 10], methods=LIGHT,
              facts=[
        (parse("v <= c*(1 - a) + y", where="0 <= c*m - c*n + y - v, m = 1, n = a"),
         {"v": M, "c": high, "y": steep * X, **one}),
        (high * kept + steep * X, "=", kept * share)])  # fmt: skip
    step.fact((c, "<=", part), uses=[*fixed, at, *range(at + 2, at + 6), at + 11], methods=LIGHT,
              facts=[
        (parse("1 - d <= c*(1 - a) + y",
               where="0 <= c*m - c*n + y - k + w, m = 1, n = a, k = 1, w <= d"),
         {"k": m_q, "w": m_u, "d": d, "c": low, "y": flat * X, **one}),
        (low * kept + flat * X, "=", kept * part),
        (parse("u/r <= h", where="u <= g, g = r*h, r > 0"),
         {"u": 1 - d, "r": kept, "h": part, "g": low * kept + flat * X})])  # fmt: skip
    step.fact((0, "<=", MEAN), uses=[*fixed, at, at + 13], methods=LIGHT, facts=[
        (parse("0 <= x/(2*w) + 1/2", where="-w <= x, w > 0"), {"x": X, "w": b * kept})
    ])  # fmt: skip
    step.fact((MEAN, "<=", 1), uses=[*fixed, at, at + 12], methods=LIGHT, facts=[
        (parse("x/(2*w) + 1/2 <= 1", where="x <= w, w > 0"), {"x": X, "w": b * kept})])  # fmt: skip
    step.cuts = {"u": [Fraction(0)]}
    return at


def two_chords(step: LawProof) -> LawProof:
    """Hoeffding's lemma for l, twice: w = X/(1 - a) is the mean of l, y its place in [-b, b].

    e^(-l) has a mean of at least c, so ln c <= -w + b^2/2; and that of e^(s l) is at most
    e^(s w + s^2 b^2/2).
    """
    at = chords(step, fixed := (step.known - 1,))
    less, part = b**2 / 2 - X / kept, chord(-2 * b)[2]
    step.fact((LN, "<=", less), uses=[*fixed, at, at + 1, *range(at + 15, at + 18)],
              methods=(*LAST, "logchain"), facts=[
        (parse("u/r > 0", where="u > 0, r > 0"), {"u": 1 - d, "r": kept}),
        *coin(-2 * b, less - b),
        (LIFT, {"h": sp.exp(b), "f": part * sp.exp(-b), "g": sp.exp(less - b)}),
        (parse("exp(x)*exp(t) = exp(x + t)"), {"x": b, "t": less - b}),
        (parse("c <= z", where="c <= m, m <= h, h = z"),
         {"c": c, "m": part, "h": sp.exp(b) * sp.exp(less - b), "z": sp.exp(less)}),
        (parse("log(c) <= y", where="c > 0, c <= exp(y)"), {"c": c, "y": less})])  # fmt: skip
    return no_growth(step, at, fixed)


def no_growth(
    step: LawProof, at: int, fixed: Sequence[int], charge: Any = b**2 / 2, s: Any = s,  # noqa: ANN401
    now: Any = NOW,  # noqa: ANN401
) -> LawProof:  # fmt: skip
    """E[next W | past] <= W for W = `now`, after the `chords` and ln c <= -w + charge."""
    share, last, w = chord(2 * s * b)[2], step.known - 1, X / kept
    less = -w + charge
    more, scale = s * w + s**2 * b**2 / 2, kept * sp.exp(-s * b)
    step.fact((M, "<=", kept * sp.exp(more)), uses=[*fixed, at, at + 14, at + 16, at + 17],
              methods=(*LAST, "logchain"), facts=[
        *coin(2 * s * b, more + s * b),
        (LIFT, {"h": scale, "f": share * sp.exp(s * b), "g": sp.exp(more + s * b)}),
        (parse("h*exp(-x)*exp(z + x) = h*exp(z)"), {"h": kept, "x": s * b, "z": more}),
        (parse("v <= k", where="v <= w, w <= z, z = k"),
         {"v": M, "w": kept * share, "z": scale * sp.exp(more + s * b),
          "k": kept * sp.exp(more)})])  # fmt: skip
    total = s**2 * b**2 / 2 + s * charge
    rise, power = sp.exp(total), sp.exp(s * LN)
    step.fact((c * power * M, "<=", rise), methods=LIGHT,
              uses=[*fixed, at, at + 1, last, last + 1], facts=[
        (LIFT, {"h": c * power, "f": M, "g": kept * sp.exp(more)}),
        (LIFT, {"h": s, "f": LN, "g": less}), (RISING, {"x": s * LN, "y": s * less}),
        (c * power * kept * sp.exp(more), "=", (1 - d) * sp.exp(more) * power),
        (LIFT, {"h": (1 - d) * sp.exp(more), "f": power, "g": sp.exp(s * less)}),
        (parse("h*exp(s*w + z)*exp(s*(v - w)) = h*exp(z + s*v)"),
         {"h": 1 - d, "s": s, "w": w, "z": s**2 * b**2 / 2, "v": charge}),
        (parse("h*r <= r", where="h <= 1, r >= 0"), {"h": 1 - d, "r": rise}),
        (parse("x <= r", where="x <= y, y = z, z <= m, m = n, n <= r"),
         {"x": c * power * M, "r": rise, "y": c * power * kept * sp.exp(more),
          "z": (1 - d) * sp.exp(more) * power, "m": (1 - d) * sp.exp(more) * sp.exp(s * less),
          "n": (1 - d) * sp.exp(total)})])  # fmt: skip
    step.exists(NEXT, (now / rise * c * power, M), uses=fixed, methods=LIGHT)
    step.fact((NEXT, "<=", now), uses=[at, last + 2, last + 3], methods=LIGHT, facts=[
        (LIFT, {"h": now / rise, "f": c * power * M, "g": rise}),
        (parse("x <= r", where="x <= y, y <= m, m = r"),
         {"x": NEXT, "r": now, "y": now / rise * c * power * M, "m": now / rise * rise})
    ])  # fmt: skip
    return step
