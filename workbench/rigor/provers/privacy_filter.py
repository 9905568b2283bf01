"""Fully adaptive composition: budgets that depend on what was seen, and a filter that stops.

In step t the outputs on two neighbours have the densities p_t and q_t given the past, for one law
such as half of their sum; b_t and d_t are chosen before the step, from what was seen.  P and Q are
the products.  What leaks are any parts r of p, of mean a <= d, and u of q, of mean at most d, such
as (p - e^b q)_+ and (q - e^b p)_+.

The parts p - r and q - u without what leaks have a log-ratio l in [-b, b].  The first one is made
smaller by c = (1 - d)/(1 - a), so that its mean is 1 - d, which the mean of the second one is at
least.  For the products G and H of these, with K the sum of the l + ln c,

    E[P - G - P D] <= 0,     E[G e^(s K - (s + s^2) V/2)] <= 1 for every s > 0,

by Hoeffding's lemma for l, once for e^(-l) and once for e^(s l).  At the end G is at most
e^eps H + G e^(s (K - eps)), and the best s makes the mean of the last term delta_1.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.claims.deciding import refused
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.filter_step import (
    HEAVIER,
    LIFT,
    LIGHT,
    LN,
    NOW,
    QUOTIENT,
    RISING,
    G,
    K,
    V,
    a,
    b,
    c,
    d,
    kept,
    loss,
    m_r,
    p,
    q,
    r,
    s,
    two_chords,
    u,
)
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.rigor.provers.transcripts import events, m, masses
from workbench.symbolic import declare
from workbench.symbolic.expectations import event
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

T, eps, delta_1, delta_2 = declare("integer T >= 0, epsilon > 0, delta_1 > 0, delta_2 >= 0")
P, Q, D, H, Z = declare("P Q D H >= 0, real Z")
P_O, Q_O, E_P, E_L, E_W = declare("real P_O Q_O E_P E_L E_W")
PARTS = ((0, "<=", r), (r, "<=", p), (0, "<=", u), (u, "<=", q))  # what leaks
RATIO = ((p - r, "=", (q - u) * sp.exp(loss)), (-b, "<=", loss), (loss, "<=", b))
LOG = sp.log(1 / delta_1)
PRIVATE = ((d, "<", 1), (a, "<", 1), (a, "<=", d), *PARTS, *RATIO)
GIVEN = ((p, "=", 1), (q, "=", 1), (r, "=", a), (u, "<=", d))


def filtered(factor: Any = 1, half: Any = sp.S.Half) -> tuple[Any, ...]:  # noqa: ANN401
    """A step is taken only where both budgets allow it."""
    spent = V + b**2
    return (sp.sqrt(2 * factor * LOG * spent) + half * spent, "<=", eps), (D + d, "<=", delta_2)


def adaptive(
    sure: Sequence[Any] = PRIVATE,
    given: Sequence[Any] = GIVEN,
    budgets: Sequence[Any] = filtered(),
    leak: Any = delta_2,  # noqa: ANN401
    known: Sequence[Any] = (b, d, a),
    where: Sequence[Any] = (),
) -> ProcessStatement:
    """P[O] <= e^epsilon Q[O] + delta_1 + delta_2 for every event O."""
    return ProcessStatement(
        (P_O, "<=", sp.exp(eps) * Q_O + delta_1 + leak), steps=T, known=known,
        drawn=(p, q, r, u, loss), where=[(delta_1, "<", 1), *where],
        sure=[*sure, *budgets], given=given,
        states=[(P, 1, P * p), (Q, 1, Q * q), (V, 0, V + b**2), (D, 0, D + d)], random=(Z,),
        after=[event(Z)], means={P_O: Z * P, Q_O: Z * Q}, shows=(P_O, Q_O),
    )  # fmt: skip


# why the claim is false without one of these, or that it is not
WITHOUT_SURE = {
    2: "T = 1, b = ln 2, a = 1/2, d = 0, p = q/2 + r, q = 0 where r > 0, delta_1 = 1/4.",
    3: "r = p - q, u = 0, l = 0 for any p, q.",
    4: "Only the proof is refused: u <= q says it, by the log-ratio.",
    5: "u = q - p, r = 0, l = 0 for any p, q.",
    6: "Only the proof is refused: r <= p says it, by the log-ratio.",
    7: "r = u = 0 for any p, q.",
    8: "p = e^b q, or p near 0, in each step: the loss is T b, with T b^2 = 1 and T large.",
    9: "q = e^b p, or q near 0, in each step: q is near 0 in some step, with T b^2 = 1, T large.",
}
WITHOUT_GIVEN = {
    0: "p = e^b q in each step: E P = e^(T b), with T b^2 = 1 and T large.",
    1: "q = e^(-b) p in each step: E Q = e^(-T b), with T b^2 = 1 and T large.",
    2: "T = 1, b = ln 2, a = d = 0, p = q/2 + r, q = 0 where r > 0, E r = 1/2, delta_1 = 1/4.",
    3: "p = e^b q or p = 0 in each step: the loss is T b, with T b^2 = 1 and T large.",
}
SMALLER = [(QUOTIENT, {"u": 1 - d, "r": kept})]
ROOT = sp.sqrt(2 * LOG)


def budgets_fit(spent: Sequence[Any] = (), **changes: Any) -> Outcome:  # noqa: ANN401
    """P = G + what has leaked, and G e^(s K - (s + s^2) V/2) does not grow in the mean.

    spent: steps from the first budget, as it is said, to sqrt(2 ln(1/delta_1) V) + V/2 <= epsilon
    """
    return within_budgets(adaptive(**changes), spent, last=last_of(changes))


def last_of(changes: Collection[str]) -> Collection[int]:
    """The budgets and what is kept are shown last where others are varied: that takes long."""
    return (0, 1, 5) if "sure" in changes else ()


def within_budgets(
    of: ProcessStatement, spent: Sequence[Any], leaked: Sequence[Any] = (),
    more: Sequence[str] = (), kept: Sequence[tuple[Any, Sequence[Any]]] = (),
    last: Collection[int] = (),
) -> Outcome:  # fmt: skip
    """The same for another statement about the states P, Q, V and D.

    spent, leaked: steps to both budgets of the next step; more: methods for them
    kept: relations that always hold as well, each with the steps to it in the next step
    last: which of the relations are shown at the end
    """
    both = sp.exp(K) * sp.exp(loss)
    proof = ProcessProof(
        of, methods=(*LIGHT, *more), seconds=4, last=last,
        helpers=[(G, 1, G * c * (p - r)), (H, 1, H * (q - u)), (K, 0, K + loss + LN)],
        always=[(D, "<=", delta_2), (sp.sqrt(2 * LOG * V) + V / 2, "<=", eps), (G, "<=", P),
                (G, "<=", H * sp.exp(K)), (H, "<=", Q), *(relation for relation, _ in kept)],
        facts={
            0: leaked, 1: spent,
            2: [*SMALLER, (HEAVIER, {"x": c, "y": sp.S.One, "g": p - r, "h": p}),
                (HEAVIER, {"x": G, "y": P, "g": c * (p - r), "h": p})],
            3: [(parse("g*x <= m*v", where="0 <= x, g <= m, x = v"),
                 {"g": G, "m": H * sp.exp(K), "x": p - r, "v": (q - u) * sp.exp(loss)}),
                (H * (q - u) * sp.exp(K + loss + LN), "=", c * H * (q - u) * both),
                (parse("c*x <= n", where="c > 0, x <= t, n = c*t"),
                 {"c": c, "x": G * (p - r), "n": H * (q - u) * sp.exp(K + loss + LN),
                  "t": H * (q - u) * both})],
            4: [(HEAVIER, {"x": H, "y": Q, "g": q - u, "h": q})],
            **{place: steps for place, (_, steps) in enumerate(kept, 5)},
        },
    )  # fmt: skip
    masses(proof, ("sign", "identity"))
    still, moved = proof.potential(NOW, "<=", of=(s,), cases=[(b, "<=", 0)], methods=LIGHT)
    for step in (lambda: _without_a_budget(still), lambda: _leak(proof), lambda: two_chords(moved)):
        if not proof.doubt:
            step()
    return refused("process", proof.doubt) if proof.doubt else _at_the_end(proof)


def _leak(proof: ProcessProof) -> None:
    """E[P - G] grows by at most P d: what leaks has the mean a + (1 - a)(1 - c) = d."""
    (step,) = proof.potential(P - G - P * D, "<=", below=[(delta_2, 0)], methods=LIGHT, facts=[
        (parse("0 <= P - g - P*D + z*P", where="g <= P, D <= z, P >= 0"),
         {"P": P, "g": G, "D": D, "z": delta_2})])  # fmt: skip
    at = step.known
    step.integrate("<", (kept, 1), methods=LIGHT, uses=[])
    step.instance(m, 0, {})
    step.instance(m_r, 2, {})
    step.exists(NEXT, (P * (1 + D + d) + G * c, m), uses=[], methods=LIGHT)
    step.integrate("=", (P - P * (D + d) - G * c, m), (G * c, m_r), (-1, NEXT), uses=[],
                   methods=LIGHT)  # fmt: skip
    step.fact((NEXT, "<=", P - G - P * D), methods=LIGHT, uses=[*range(at + 3), at + 4], facts=[
        (parse("x = v + w*a", where="0 = v*m + w*n - x, m = 1, n = a"),
         {"x": NEXT, "v": P - P * (D + d) - G * c, "w": G * c, "m": m, "n": m_r, "a": a}),
        (G * c - G * c * a, "=", G * (1 - d)), (LIFT, {"h": d, "f": G, "g": P}),
        (parse("x <= u", where="x = v - y + z, y - z = t, v - t <= u"),
         {"x": NEXT, "v": P - P * (D + d), "y": G * c, "z": G * c * a, "t": G * (1 - d),
          "u": P - G - P * D})])  # fmt: skip


def _without_a_budget(step: LawProof) -> None:
    """Where b = 0 nothing moves but c, which makes all smaller."""
    at = step.known
    then, now = s * (K + loss + LN) - (s + s**2) * (V + b**2) / 2, s * K - (s + s**2) * V / 2
    step.instance(m, 0, {})
    step.integrate("<", (kept, 1), methods=LIGHT, uses=[])
    step.exists(NEXT, (NOW, m), uses=[at - 1], methods=LIGHT, facts=[
        *SMALLER, (parse("log(x) <= 0", where="x > 0, x <= 1"), {"x": c}),
        (parse("x <= y", where="x <= z, z <= y"), {"x": loss, "z": b, "y": sp.S.Zero}),
        (parse("h*x <= 0", where="h > 0, x <= 0"), {"h": s, "x": loss + LN}),
        (RISING, {"x": then, "y": now}),
        (HEAVIER, {"x": c, "y": sp.S.One, "g": p - r, "h": p}),
        (LIFT, {"h": G, "f": c * (p - r), "g": p}),
        (HEAVIER, {"x": G * c * (p - r), "y": G * p, "g": sp.exp(then), "h": sp.exp(now)})
    ])  # fmt: skip
    step.fact((NEXT, "<=", NOW), methods=LIGHT, uses=[at, at + 2], facts=[
        (parse("x <= c", where="x <= c*y, y = 1"), {"x": NEXT, "c": NOW, "y": m})])  # fmt: skip


def _at_the_end(proof: ProcessProof) -> Outcome:
    """G <= e^eps H + G e^(s (K - eps)), and the last exponent is at most that of W less LOG."""
    end = events(proof)
    at = end.known
    top = sp.sqrt(2 * LOG + 2 * eps)
    best = ROOT * (top + ROOT) / (2 * eps)  # where sqrt(V) is as large as it may be
    end.instance(E_L, 3, {})
    end.fact((0, "<", LOG), uses=[0])
    end.instance(E_W, 2, {s: best})
    root = parse("0 < sqrt(l)", where="l > 0")
    end.fact((0, "<", ROOT), uses=[at + 1], facts=[(root, {"l": LOG})])
    end.fact((0, "<", top), uses=[at + 1], facts=[(root, {"l": 2 * LOG + 2 * eps})])
    end.fact((0, "<", best), uses=[at + 1, at + 3, at + 4], facts=[
        (parse("0 < x*(y + x)/(2*f)", where="x > 0, y > 0, f > 0"),
         {"x": ROOT, "y": top, "f": eps})])  # fmt: skip
    W, v, gap = G * sp.exp(best * K - (best + best**2) * V / 2), sp.sqrt(V), K - eps
    cost, spare = "exp((s*v)*v/2 + (s*v)^2/2 - s*f)", {"s": best, "f": eps, "v": v}
    last = {"P": P, "g": G, "a": D * P, "b": delta_2 * P, "f": sp.exp(eps), "z": Z, "Q": Q,
            "d": delta_1, "w": W}  # fmt: skip
    whole = "0 <= P - g - a + b + f*(z*Q) + d*w - z*P"
    leaked = (LIFT, {"h": P, "f": D, "g": delta_2})
    end.cuts = {"j": [Fraction(0)]}
    end.integrate(
        "<=", (1, E_L), (delta_2, E_P), (sp.exp(eps), Q_O), (delta_1, E_W), (-1, P_O),
        uses=[at + 1, at + 3, at + 4, at + 5],
        methods=LIGHT,
        facts={0: [
            leaked, (parse("0 <= w*d", where="w >= 0, d >= 0"), {"w": W, "d": delta_1}),
            (parse(whole, where="z = 0, g <= P, a <= b, 0 <= w*d"), last),
        ], 1: [
            (parse("u <= y", where="u >= 0, y > 0, u^2 <= y^2"), {"u": v + ROOT, "y": top}),
            (LIFT, {"h": top + ROOT, "f": v, "g": top - ROOT}),
            (LIFT, {"h": ROOT / (2 * eps), "f": (top + ROOT) * v, "g": 2 * eps}),
            (parse("a*v/2 + a^2/2 - m <= -x^2/2",
                   where="a >= 0, a <= x, v >= 0, v <= y - x, m = x*(y + x)/2"),
             {"a": best * v, "x": ROOT, "v": v, "y": top, "m": best * eps}),
            (parse("exp(-l) = d", where="l = log(1/d), d > 0"), {"l": LOG, "d": delta_1}),
            (parse("exp(a*v/2 + a^2/2 - m) <= d",
                   where="a*v/2 + a^2/2 - m <= -x^2/2, exp(-x^2/2) = d, d > 0"),
             {"a": best * v, "x": ROOT, "v": v, "m": best * eps, "d": delta_1}),
            (parse("1 - exp(-j) <= exp(s*j)", where="s > 0"), {"s": best, "j": gap}),
            (parse("g*exp(-(k - f)) <= exp(f)*h", where="g <= h*exp(k)"),
             {"g": G, "h": H, "k": K, "f": eps}),
            (parse("g*(1 - u) <= g*z", where="g >= 0, 1 - u <= z"),
             {"g": G, "u": sp.exp(-gap), "z": sp.exp(best * gap)}),
            (parse(f"g*exp(s*k - (s + s^2)*v^2/2)*{cost} = g*exp(s*(k - f))"),
             {"g": G, "k": K, **spare}),
            (parse(f"w*{cost} <= w*d", where=f"w >= 0, {cost} <= d"),
             {"w": W, "d": delta_1, **spare}),
            (parse("g <= h + w", where="g*(1 - u) <= b, g*u <= h, b = c, c <= w"),
             {"g": G, "u": sp.exp(-gap), "b": G * sp.exp(best * gap), "h": sp.exp(eps) * H,
              "c": W * sp.exp(best * V / 2 + best**2 * V / 2 - best * eps), "w": W * delta_1}),
            leaked, (LIFT, {"h": sp.exp(eps), "f": H, "g": Q}),
            (parse(whole, where="z = 1, a <= b, g <= k + w*d, k <= f*Q"),
             {**last, "k": sp.exp(eps) * H}),
        ]},
    )  # fmt: skip
    end.fact((P_O, "<=", sp.exp(eps) * Q_O + delta_1 + delta_2), methods=LIGHT,
             uses=[len(proof.statement.where), at, at + 2, at + 6], facts=[
        (parse("c*m = c", where="m = 1"), {"c": delta_2, "m": E_P}),
        (parse("w <= 1", where="w <= c, c = 1"), {"w": E_W, "c": sp.S.One}),
        (LIFT, {"h": delta_1, "f": E_W, "g": sp.S.One}),
        (parse("x <= y + d + c", where="0 <= l + a + y + b - x, a = c, b <= d, l <= 0"),
         {"x": P_O, "y": sp.exp(eps) * Q_O, "d": delta_1, "c": delta_2, "l": E_L,
          "a": delta_2 * E_P, "b": delta_1 * E_W})])  # fmt: skip
    return proof.outcome(methods=LIGHT)
