"""Noise with density C e^(-|z|^2/(2 sigma^2)) for a norm with a smooth square: how private it is.

P is the noise around mu, Q that around 0, W that around alpha mu; p, q and w are their densities
for a law that dominates all three, such as their mean, and c is ln C less the log of its density.
At an output z let p_z, p_m and p_w be the squares of the norms of z, m = z - mu and z - alpha mu,
and `slope` the derivative of the square at m along mu.  Smoothness at m, towards both sides, is

    p_z <= p_m + slope + kappa_+ U,      p_w <= p_m - (alpha-1) slope + kappa_+ (alpha-1)^2 U

for the square U of the norm of mu.  Weighted (alpha-1, 1) they bound p^alpha q^(1-alpha) by
w e^(alpha (alpha-1) kappa_+ U/(2 sigma^2)), and the mean of w is 1.  S is the square of the norm in
which the sensitivity is measured: kappa_+ U <= kappa S.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.attempts import Fact
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

alpha, sigma, kappa, k_plus, Delta = declare("alpha sigma kappa kappa_plus Delta > 0")
U, S, p_z, p_m, p_w = declare("U S p_z p_m p_w >= 0")
p, q, w, c, slope = declare("p q w > 0, real c slope")
mass_w, moment = declare("real m_w M")
WIDTH = 2 * sigma**2
ABOVE, RATIO, LEVEL = (alpha, ">", 1), (k_plus * U, "<=", kappa * S), (S, "<=", Delta**2)
DENSITIES = (
    (p, "=", sp.exp(c - p_m / WIDTH)),
    (q, "=", sp.exp(c - p_z / WIDTH)),
    (w, "=", sp.exp(c - p_w / WIDTH)),
)
SMOOTH = (
    (p_z, "<=", p_m + slope + k_plus * U),
    (p_w, "<=", p_m - (alpha - 1) * slope + k_plus * (alpha - 1) ** 2 * U),
)
OUTPUTS = (p, q, w, c, slope, p_z, p_m, p_w)
POWER = p * (p / q) ** (alpha - 1)
IN_THE_NORM = alpha * k_plus * U / WIDTH
IN_CONCENTRATED = alpha * kappa * Delta**2 / WIDTH
AS_DISPLAYED = k_plus * alpha**2 * U / (WIDTH * (alpha - 1))
CLOSE = (ABOVE, RATIO, LEVEL)
WEIGHTED = parse(
    "u+(h-1)*(v-m)-m <= h*(h-1)*k",
    where="v <= m+s+k, u <= m-(h-1)*s+(h-1)^2*k, h > 1",
)
SCALED = parse("c-m/v+h/v <= c-w/v+t/v", where="w+h-m <= t, v > 0")
MONOTONE = parse("exp(x) <= exp(y)", where="x <= y")
EQUALS = parse("r <= g", where="r = f, g = l, f <= l")
ONCE = parse("m <= g", where="0 <= a*v-m, v = 1, a <= g")
AS_ENCODED = (
    "As encoded the centres are mu and 0; p, q and w are the densities of the noise around mu, 0"
    " and alpha mu for a law that dominates all three, such as their mean, and c is ln C less the"
    " logarithm of its own density. At an output z, p_z, p_m and p_w are the squares of |.|_+ at z,"
    " z - mu and z - alpha mu, and slope is the derivative of the square at z - mu along mu:"
    " smoothness is asked there, towards both ends. U and S are the squares of |mu|_+ and |mu|_*."
)
PLAIN = ("identity", "sign", "factors", "products")  # the others are long where a condition lacks
STEEP = "The density may drop as steeply as one likes there."


def divergence(
    most: sp.Expr = IN_THE_NORM, where: Sequence[Any] = (ABOVE,), smooth: Sequence[Any] = SMOOTH
) -> LawStatement:
    """e^((alpha - 1) D_alpha(P || Q)) <= e^((alpha - 1) most)."""
    return LawStatement(
        (moment, "<=", sp.exp((alpha - 1) * most)), random=OUTPUTS,
        means={mass_w: w, moment: POWER}, shows=(moment,),
        where=[*where, (mass_w, "=", 1)], sure=[*DENSITIES, *smooth],
    )  # fmt: skip


def grown(proof: LawProof, uses: Sequence[int]) -> sp.Expr:
    """The steps to M <= e^X E w, with this factor."""
    factor = sp.exp((alpha - 1) * IN_THE_NORM)
    inner = c - p_m / WIDTH + (alpha - 1) * (p_z - p_m) / WIDTH
    outer = c - p_w / WIDTH + (alpha - 1) * IN_THE_NORM
    facts: list[Fact] = [
        (p / q, "=", sp.exp((p_z - p_m) / WIDTH)),
        (POWER, "=", sp.exp(inner)),
        (WEIGHTED, {"u": p_w, "v": p_z, "m": p_m, "s": slope, "k": k_plus * U, "h": alpha}),
        (SCALED, {"c": c, "m": p_m, "v": WIDTH, "h": (alpha - 1) * (p_z - p_m), "w": p_w,
                  "t": alpha * (alpha - 1) * k_plus * U}),
        (factor * w, "=", sp.exp(outer)),
        (MONOTONE, {"x": inner, "y": outer}),
        (EQUALS, {"r": POWER, "g": factor * w, "f": sp.exp(inner), "l": sp.exp(outer)}),
    ]  # fmt: skip
    proof.exists(moment, (factor, mass_w), of=POWER, facts=facts, methods=PLAIN, uses=uses)
    proof.integrate("<=", (factor, mass_w), (-1, moment), facts=facts, methods=PLAIN, uses=uses)
    return factor


def diverges(
    most: sp.Expr = IN_THE_NORM, where: Sequence[Any] = (ABOVE,), smooth: Sequence[Any] = SMOOTH
) -> Outcome:
    """The values are compared, and W has the mass 1."""
    proof = LawProof(divergence(most, where, smooth), seconds=2)
    factor, top = grown(proof, [0]), (alpha - 1) * most
    proof.fact(((alpha - 1) * IN_THE_NORM, "<=", top), methods=PLAIN, uses=range(len(where)))
    return proof.outcome(methods=PLAIN, facts=[
        (MONOTONE, {"x": (alpha - 1) * IN_THE_NORM, "y": top}),
        (ONCE, {"m": moment, "v": mass_w, "a": factor, "g": sp.exp(top)}),
    ])  # fmt: skip
