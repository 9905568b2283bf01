"""One step of advanced composition: the moments of what does not leak, and what does.

See `workbench.rigor.provers.composed_steps`, which says what the symbols stand for; S is its s.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.filter_step import (
    HEAVIER,
    LIFT,
    LIGHT,
    LN,
    QUOTIENT,
    G,
    K,
    X,
    a,
    b,
    c,
    chord,
    chords,
    d,
    kept,
    loss,
    m_r,
    no_growth,
    p,
    q,
    r,
    u,
)
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.rigor.provers.transcripts import P, Q, m, masses
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

k, j, s, delta_1 = declare("integer k > 0, integer j, s >= 0, delta_1 > 0")
mu, E, lam, rate = declare("real mu E Lambda S")
LOG, MU = sp.log(1 / delta_1), b * sp.tanh(b / 2)


def started(of: ProcessStatement, epsilon: Any) -> ProcessProof:  # noqa: ANN401
    """What holds at all times, and the potentials: P, Q, then W for every s, then what leaks."""
    W = G * sp.exp(s * K - j * (s * mu + s**2 * b**2 / 2))
    numbers = [(mu, MU), (E, epsilon), (lam, LOG), (rate, sp.sqrt(2 * k * LOG) / (k * b))]
    rest, top = p - r, Q * sp.exp(K)
    proof = ProcessProof(
        of, methods=LIGHT, seconds=4,
        helpers=[*((name, value, name) for name, value in numbers),
                 (G, 1, G * c * rest), (K, 0, K + loss + LN)],
        always=[*((name, "=", value) for name, value in numbers), (G, "<=", P), (G, "<=", top)],
        facts={
            len(numbers): [
                (QUOTIENT, {"u": 1 - d, "r": kept}),
                (HEAVIER, {"x": c, "y": sp.S.One, "g": rest, "h": p}),
                (HEAVIER, {"x": G, "y": P, "g": c * rest, "h": p})],
            len(numbers) + 1: [
                (parse("x <= v*y", where="x = (v - u)*y, u >= 0, y > 0"),
                 {"x": rest, "v": q, "u": u, "y": sp.exp(loss)}),
                (HEAVIER, {"x": G, "y": top, "g": rest, "h": q * sp.exp(loss)}),
                (LIFT, {"h": c, "f": G * rest, "g": top * q * sp.exp(loss)}),
                (c * top * q * sp.exp(loss), "=", Q * q * sp.exp(K + loss + LN))],
        },
    )  # fmt: skip
    masses(proof, ("sign", "identity"))
    (step,) = proof.potential(W, "<=", of=(s,), methods=LIGHT)
    if not proof.doubt:
        _leak(proof)
    if not proof.doubt:
        _moment(step, W)
    return proof


def _leak(proof: ProcessProof) -> None:
    """E[P - G] grows by at most P d: what leaks has the mean a + (1 - a)(1 - c) = d."""
    (step,) = proof.potential(P - G - j * d * P, "<=", below=[(k * d, 0)], methods=LIGHT, facts=[
        (parse("0 <= P - g - j*x + k*x", where="g <= P, j <= k, x >= 0"),
         {"P": P, "g": G, "j": j, "k": k, "x": d * P})])  # fmt: skip
    at = step.known
    then = P * (1 - (j + 1) * d)
    step.integrate("<", (kept, 1), methods=LIGHT, uses=[1])
    step.instance(m, 0, {})
    step.instance(m_r, 2, {})
    step.exists(NEXT, (P * (1 + (j + 1) * d) + G * c, m), uses=[1], methods=LIGHT)
    step.integrate("=", (then - G * c, m), (G * c, m_r), (-1, NEXT), uses=[1], methods=LIGHT)
    step.fact((NEXT, "<=", P - G - j * d * P), methods=LIGHT, uses=[*range(at + 3), at + 4], facts=[
        (parse("x = v + w*a", where="0 = v*m + w*n - x, m = 1, n = a"),
         {"x": NEXT, "v": then - G * c, "w": G * c, "m": m, "n": m_r, "a": a}),
        (G * c - G * c * a, "=", G * (1 - d)), (LIFT, {"h": d, "f": G, "g": P}),
        (parse("x <= u", where="x = v - y + z, y - z = t, v - t <= u"),
         {"x": NEXT, "v": then, "y": G * c, "z": G * c * a, "t": G * (1 - d),
          "u": P - G - j * d * P})])  # fmt: skip


def _moment(step: LawProof, now: Any) -> None:  # noqa: ANN401
    """The mean of l is at most b (cosh b - c)/sinh b, and ln c <= c - 1 <= b (c - 1)/sinh b."""
    fixed = (0, 1)
    at, w = chords(step, fixed, s), X / kept
    steep, high = (sp.exp(b) - sp.exp(-b)) / (2 * b), (sp.exp(b) + sp.exp(-b)) / 2
    step.integrate("<=", (d - a, 1), methods=LIGHT, uses=[])
    step.fact((LN, "<=", -w + mu), uses=[*fixed, at - 7, at, at + 1, at + 15, at + 18], facts=[
        (parse("u/r > 0", where="u > 0, r > 0"), {"u": 1 - d, "r": kept}),
        (QUOTIENT, {"u": 1 - d, "r": kept}),
        (parse("log(c) <= c - 1", where="c > 0"), {"c": c}),
        (parse("1 <= (exp(b) - exp(-b))/(2*b)", where="b > 0"), {"b": b}),
        (chord(-2 * b)[2], "=", high - steep * w),
        (high - 1, "<=", MU * steep), (high - 1, "<=", mu * steep),
        (parse("g*(l + w) - h + 1 <= 0", where="g >= 1, l <= c - 1, c <= 1, c <= h - g*w"),
         {"l": LN, "w": w, "h": high, "g": steep, "c": c}),
        (parse("g*(l + w - m) <= 0", where="g*(l + w) - h + 1 <= 0, h - 1 <= m*g"),
         {"l": LN, "w": w, "h": high, "g": steep, "m": mu}),
        (parse("x <= 0", where="g*x <= 0, g >= 1"), {"g": steep, "x": LN + w - mu})])  # fmt: skip
    no_growth(step, at, fixed, mu, s, now)
