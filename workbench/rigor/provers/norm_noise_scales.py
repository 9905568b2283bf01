"""From which scale on noise that depends on a norm with a smooth square is (epsilon, delta)-DP.

Through the divergence of one order alpha, see `norm_noise`, and the best constant of this order:
1 - e^(-y) <= BEST e^((alpha - 1) y).  With rho = kappa Delta^2/(2 sigma^2) the logarithm of delta
is at most (alpha - 1)(alpha rho - epsilon) + ln BEST.  Lambda is ln(1/delta).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.norm_noise import (
    ABOVE,
    DENSITIES,
    LEVEL,
    MONOTONE,
    OUTPUTS,
    POWER,
    RATIO,
    SMOOTH,
    WIDTH,
    Delta,
    S,
    U,
    alpha,
    grown,
    k_plus,
    kappa,
    mass_w,
    moment,
    p,
    p_m,
    p_z,
    q,
    sigma,
    w,
)
from workbench.rigor.provers.renyi_conversion import JOINED, LIGHT
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, event
from workbench.symbolic.text import parse

epsilon, Lambda, r, s = declare("epsilon Lambda r > 0, real s")
mass_p, mass_q, P_S, Q_S = declare("real m_p m_q P_S Q_S")
DELTA, ROOT = sp.exp(-Lambda), sp.sqrt(Lambda)
NEAR, FAR = (RATIO, LEVEL), "The centres may be far apart."
EQUALS = parse("r <= g", where="r = f, g = l, f <= l")
BEST = (1 - 1 / alpha) ** alpha / (alpha - 1)  # of an order, see `renyi_conversion`
MASSES = ((mass_w, "=", 1), (mass_p, "=", 1), (mass_q, "=", 1))
TANGENT = parse("1 + k - k*exp(-z) <= exp(k*z)", where="k > 0")
TIMES = parse("h*x <= h*y", where="x <= y, h > 0")
OVER = parse("x/v <= r", where="x <= y, y <= v*r, v > 0")
ORDERED = parse("(h-1)*(h*x-f) <= (h-1)*(h*y-f)", where="x <= y, h > 1")
SPENT = parse("h+b <= g", where="h <= m, m = n, n + b <= g")
CHAIN = parse("x <= q + d", where="0 <= -x + q + c*m, 0 <= g*v-m, v = 1, c > 0, c*g <= d")


def approximate(
    where: Sequence[Any], near: Sequence[Any] = NEAR, smooth: Sequence[Any] = SMOOTH
) -> LawStatement:  # fmt: skip
    """P(S) <= e^epsilon Q(S) + e^(-Lambda) for every event S, whose indicator is s."""
    return LawStatement(
        (P_S, "<=", sp.exp(epsilon) * Q_S + DELTA), random=(*OUTPUTS, s),
        means={mass_w: w, mass_p: p, mass_q: q, P_S: p * s, Q_S: q * s}, shows=(P_S, Q_S),
        where=[*where, *MASSES, *near], sure=[*DENSITIES, *smooth, event(s)],
    )  # fmt: skip


def _hockey_stick(proof: LawProof, uses: Sequence[int], scale: sp.Expr) -> sp.Expr:
    """The steps to P(S) <= e^epsilon Q(S) + scale M and M <= grown E w, with the second factor.

    1 - e^(-y) <= BEST e^((alpha - 1) y), which touch at y = -ln(1 - 1/alpha).

    uses: the place of the fact that alpha is above 1
    """
    factor = grown(proof, uses)
    loss = (p_z - p_m) / WIDTH
    ratio, power = sp.exp(epsilon - loss), sp.exp((alpha - 1) * (loss - epsilon)) * BEST
    moved = loss - epsilon + sp.log(1 - 1 / alpha)
    below, above = alpha - (alpha - 1) * sp.exp(-moved), sp.exp((alpha - 1) * moved)
    for chance, mean in ((P_S, mass_p), (Q_S, mass_q)):
        proof.exists(chance, (1, mean), uses=[])
    proof.integrate("<=", (-1, P_S), (sp.exp(epsilon), Q_S), (scale, moment), uses=uses,
                    methods=LIGHT, facts={1: [
        (1 - 1 / alpha, ">", 0),
        (TANGENT, {"k": alpha - 1, "z": moved}),
        (1 - ratio, "=", below / alpha), (power, "=", above / alpha),
        (TIMES, {"h": 1 / alpha, "x": below, "y": above}),
        (EQUALS, {"r": 1 - ratio, "g": power, "f": below / alpha, "l": above / alpha}),
        (p / q, "=", sp.exp(loss)), (q * sp.exp(epsilon), "=", p * ratio),
        (scale * POWER, "=", p * power),
        (JOINED, {"s": s, "p": p, "q": q * sp.exp(epsilon), "r": scale * POWER, "a": ratio,
                  "b": power}),
    ]})  # fmt: skip
    return factor


def is_private(
    stated: LawStatement, rho: sp.Expr, exponent: sp.Expr, *, variance: sp.Expr,
    spent: Sequence[Any] = (), best: Sequence[Any] = (), shown: Sequence[int] = (),
    above: Sequence[int] = (1,), known: Sequence[Any] = (),
) -> Outcome:  # fmt: skip
    """The steps to the statement at one order, by the best constant of this order.

    stated:   with `variance` <= sigma^2 and alpha = .. as its first two conditions
    rho:      at least kappa Delta^2/(2 sigma^2)
    exponent: (alpha - 1)(alpha rho - epsilon), by `spent`
    best:     steps to exponent + ln BEST <= -Lambda
    shown:    places of the conditions, and of what is `known` after them, for these two
    above:    the places of what shows that alpha is above 1
    known:    facts that come first, each with its steps
    """
    proof = LawProof(stated, seconds=2)
    last = len(stated.where)
    load, log_best = k_plus * U / WIDTH, alpha * sp.log(1 - 1 / alpha) - sp.log(alpha - 1)
    half, scale = (alpha - 1) * (alpha * load - epsilon), sp.exp(-(alpha - 1) * epsilon) * BEST
    for said, steps in known:
        proof.fact(said, uses=[2], facts=steps)
    at, left = last + len(known), sp.exp(epsilon) * Q_S
    proof.fact(ABOVE, uses=above, methods=LIGHT)
    proof.fact((k_plus * U, "<=", kappa * Delta**2), uses=[last - 2, last - 1], methods=LIGHT,
               facts=[(TIMES, {"h": kappa, "x": S, "y": Delta**2})])  # fmt: skip
    proof.fact((kappa * Delta**2, "<=", WIDTH * rho), uses=[0], methods=LIGHT,
               facts=[(TIMES, {"h": 2 * rho, "x": variance, "y": sigma**2})])  # fmt: skip
    proof.fact((load, "<=", rho), uses=[at + 1, at + 2], methods=LIGHT, facts=[
        (OVER, {"x": k_plus * U, "y": kappa * Delta**2, "v": WIDTH, "r": rho}),
    ])  # fmt: skip
    proof.fact(((alpha - 1) * (alpha * rho - epsilon), "=", exponent), uses=[1, *shown],
               facts=spent, methods=LIGHT)  # fmt: skip
    proof.fact((exponent + log_best, "<=", -Lambda), uses=[1, at, *shown], facts=best)
    proof.fact((half + log_best, "<=", -Lambda), uses=[at, at + 3, at + 4, at + 5], methods=LIGHT,
               facts=[
        (ORDERED, {"h": alpha, "x": load, "y": rho, "f": epsilon}),
        (SPENT, {"h": half, "b": log_best, "g": -Lambda, "n": exponent,
                 "m": (alpha - 1) * (alpha * rho - epsilon)}),
    ])  # fmt: skip
    factor = _hockey_stick(proof, [at], scale)
    proof.fact((scale * factor, "=", sp.exp(half + log_best)), uses=[at], methods=LIGHT)
    proof.fact((scale * factor, "<=", DELTA), uses=[at + 6, at + 12], methods=LIGHT,
               facts=[(MONOTONE, {"x": half + log_best, "y": -Lambda})])  # fmt: skip
    proof.fact((scale, ">", 0), uses=[at], methods=LIGHT)
    proof.fact((P_S, "<=", left + DELTA), uses=[last - 5, at + 8, at + 11, at + 13, at + 14],
               methods=LIGHT, facts=[
        (CHAIN, {"x": P_S, "q": left, "d": DELTA, "c": scale, "m": moment, "g": factor,
                 "v": mass_w}),
    ])  # fmt: skip
    return proof.outcome(methods=("sign",))


LEAST = kappa * Delta**2 / (2 * r**2)


def always(*, variance: sp.Expr = LEAST, **parts: Any) -> LawStatement:  # noqa: ANN401
    """From kappa Delta^2/(2 r^2) on, for r = sqrt(Lambda + epsilon) - sqrt(Lambda)."""
    root = (r, "=", sp.sqrt(Lambda + epsilon) - ROOT)
    return approximate([(variance, "<=", sigma**2), (alpha, "=", 1 + ROOT / r), root], **parts)


def is_always_private(*, variance: sp.Expr = LEAST, **parts: Any) -> Outcome:  # noqa: ANN401
    """The order 1 + sqrt(Lambda)/r: r^2 + 2 r sqrt(Lambda) = epsilon."""
    best = [(parse("a*log(1-1/a) <= log(a-1)", where="a > 1"), {"a": alpha})]
    return is_private(
        always(variance=variance, **parts), r**2, -Lambda, variance=variance, best=best, shown=[8],
        known=[((epsilon, "=", r**2 + 2 * r * ROOT), [])],
    )  # fmt: skip


SCALE, ORDER = 2 * kappa * Delta**2 * Lambda / epsilon**2, sp.S.Half + 2 * Lambda / epsilon
ROOM = epsilon / 2 - epsilon**2 / (16 * Lambda)
REGION = (ROOM - 1, "<=", sp.log(2 * Lambda / epsilon - sp.S.Half))
INSIDE = ((epsilon, "<", 4 * Lambda), REGION)
ENOUGH = (ABOVE, (ROOM + alpha * sp.log(1 - 1 / alpha), "<=", sp.log(alpha - 1)))


def at_one_order(
    where: Sequence[Any], *, scale: sp.Expr = SCALE, **parts: Any  # noqa: ANN401
) -> LawStatement:  # fmt: skip
    """From 2 kappa Delta^2 Lambda/epsilon^2 on, by the order 1/2 + 2 Lambda/epsilon."""
    return approximate([(scale, "<=", sigma**2), (alpha, "=", ORDER), *where], **parts)


def is_private_at_one_order(
    where: Sequence[Any], *, scale: sp.Expr = SCALE, **parts: Any  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """Where ROOM + alpha ln(1 - 1/alpha) <= ln(alpha - 1), or with -1 in place of the logarithm."""
    log, other = sp.log(1 - 1 / alpha), sp.log(2 * Lambda / epsilon - sp.S.Half)
    best = [
        (1 - 1 / alpha, ">", 0), (parse("log(1-x) <= -x", where="x < 1"), {"x": 1 / alpha}),
        (parse("h*l <= -1", where="l <= -x, x = 1/h, h > 0"),
         {"h": alpha, "l": log, "x": 1 / alpha}),
        (sp.log(alpha - 1), "=", other),
        (parse("u-f+b-l <= -f", where="b <= -1, u-1 <= r, r = l"),
         {"b": alpha * log, "l": sp.log(alpha - 1), "f": Lambda, "u": ROOM, "r": other}),
    ]  # fmt: skip
    return is_private(
        at_one_order(where, scale=scale, **parts), epsilon**2 / (4 * Lambda), -Lambda + ROOM,
        variance=scale, above=[1, 2], shown=range(2, 2 + len(where)),
        best=best if REGION in where else [],
    )  # fmt: skip
