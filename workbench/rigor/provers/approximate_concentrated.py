"""Approximate concentrated privacy: what it says of events, where delta appears twice.

Two laws with densities p and q are delta-approximately rho-close where there are events, E under
the first law and F under the second, of chances at least 1 - delta, such that the laws given them
are rho-close at all orders.  e and f are the chances of E and F given the output, and x and y the
densities of the laws given E and F.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.gaussian_privacy import normal
from workbench.rigor.provers.renyi_conversion import JOINED, LIGHT
from workbench.symbolic import Relation, declare
from workbench.symbolic.expectations import LawStatement, event
from workbench.symbolic.text import parse

a, rho, delta, level, eps = declare("alpha rho > 0, delta >= 0, delta_1 epsilon > 0")
p, q, e, f, x, y, L, s = declare("p q e f x y >= 0, real L s")
mass_p, mass_q, P_E, Q_F, P_S, Q_S = declare("real m_p m_q P_E Q_F P_S Q_S")
moment, X, Y = declare("real M P_SE Q_SF")  # the chances of S given E and F
MASSES = ((mass_p, "=", 1), (mass_q, "=", 1))
KEPT = ((P_E, ">=", 1 - delta), (Q_F, ">=", 1 - delta))
LEVELS = ((delta, "<", 1), (level, "<", 1))
CHANCES = ((e, "<=", 1), (f, "<=", 1))
GIVEN = ((P_E * x, "=", p * e), (Q_F * y, "=", q * f))
LINK = (x, "=", y * sp.exp(L))
root = sp.sqrt(sp.log(1 / level) / rho)
SPENT = rho + 2 * sp.sqrt(rho * sp.log(1 / level))
TOTAL = delta + (1 - delta) * level


def events(
    *, total: Any = TOTAL, spent: Any = SPENT, kept: Sequence[Any] = KEPT,  # noqa: ANN401
    link: Sequence[Any] = (LINK,), chances: Sequence[Any] = CHANCES,
) -> LawStatement:  # fmt: skip
    """P(S) <= e^spent Q(S) + total for any event S, where it is that of rho-zCDP at delta_1."""
    return LawStatement(
        (P_S, "<=", sp.exp(eps) * Q_S + total), random=(p, q, e, f, x, y, L, s),
        means={mass_p: p, mass_q: q, P_E: p * e, Q_F: q * f, P_S: p * s, Q_S: q * s},
        shows=(P_S, Q_S), where=[*LEVELS, (eps, "=", spent), *MASSES, *kept],
        every=[((a,), x * sp.exp((a - 1) * L), "<=", sp.exp((a - 1) * a * rho), ((a, ">", 1),))],
        sure=[*chances, *GIVEN, [[(x, "=", 0)], [(x, ">", 0), *link]], event(s)],
    )  # fmt: skip


SHARE = ("sign", "identity", "sos", "products", "factors", "chain")
PRODUCTS = ("sign", "identity", "products")


def two_deltas(**changes: Any) -> Outcome:  # noqa: ANN401
    """Given E and F the conversion of rho; then P(S) <= 1 - P(E) (1 - P(S | E))."""
    proof = LawProof(events(**changes), seconds=10)
    at = proof.known
    proof.exists(P_S, (1, mass_p), uses=[], methods=SHARE)
    proof.exists(Q_S, (1, mass_q), uses=[], methods=SHARE)
    for mean, density, chance, whole in ((X, x, P_E, P_E), (Y, y, Q_F, Q_F)):
        law = {X: (p, e), Y: (q, f)}[mean]
        proof.fact((chance, ">", 0), uses=[0, at - 2, at - 1], methods=SHARE, facts=[
            (parse("c > 0", where="c >= 1 - d, d < 1"), {"c": chance, "d": delta})])  # fmt: skip
        proof.exists(mean, (1 / chance, whole), of=density * s, uses=[proof.known - 1],
                     methods=SHARE, facts=[
            (parse("x <= u/c", where="c*x = u, c > 0"),
             {"x": density, "c": chance, "u": law[0] * law[1]}),
            (parse("x*s <= u", where="x >= 0, s <= 1, x <= u"),
             {"x": density, "s": s, "u": law[0] * law[1] / chance})])  # fmt: skip
    proof.instance(moment, 0, {a: 1 + root})
    scale, ratio, power = sp.exp(-root * eps), sp.exp(eps - L), sp.exp(root * (L - eps))
    here = proof.known
    proof.integrate("<=", (-1, X), (sp.exp(eps), Y), (scale, moment), uses=[1], methods=LIGHT,
                    facts={2: [], 3: [
        (root, ">", 0),
        (parse("1 - exp(-y) <= exp(k*y)", where="k > 0"), {"y": L - eps, "k": root}),
        (parse("y*exp(t) = x*exp(t - l)", where="x = y*exp(l)"),
         {"x": x, "y": y, "t": eps, "l": L}),
        (scale * x * sp.exp(root * L), "=", x * power),
        (JOINED, {"s": s, "p": x, "q": y * sp.exp(eps), "r": scale * x * sp.exp(root * L),
                  "a": ratio, "b": power}),
    ]})  # fmt: skip
    proof.integrate("<=", (-1, P_S), (1, mass_p), (-1, P_E), (P_E, X), uses=[],
                    methods=PRODUCTS, facts=[
        (parse("p*s <= p - p*c + p*c*s", where="p >= 0, c <= 1, s <= 1"), {"p": p, "c": e, "s": s}),
        (parse("u*s <= c*x*s", where="c*x = u, s >= 0"), {"c": P_E, "x": x, "u": p * e, "s": s}),
        (parse("v <= z + g", where="v <= z + t, t <= g"),
         {"v": p * s, "z": p - p * e, "t": p * e * s, "g": P_E * x * s}),
    ])  # fmt: skip
    proof.integrate("<=", (1, Q_S), (-Q_F, Y), uses=[], methods=SHARE, facts=[
        (parse("q*f*s <= q*s", where="q >= 0, f <= 1, s >= 0"), {"q": q, "f": f, "s": s}),
        (parse("c*x*s <= u*s", where="c*x = u, s >= 0"), {"c": Q_F, "x": y, "u": q * f, "s": s}),
        (parse("v <= z", where="v <= t, t <= z"),
         {"v": Q_F * y * s, "z": q * s, "t": q * f * s}),
    ])  # fmt: skip
    bound = sp.exp(root * (1 + root) * rho)
    proof.fact((scale * bound, "<=", level), uses=[1, 2], methods=LIGHT)
    proof.fact((X, "<=", sp.exp(eps) * Y + level), uses=[here - 1, here, here + 3], methods=SHARE,
               facts=[
        (parse("u <= v + d", where="0 <= v - u + c*m, m <= b, c*b <= d, c > 0"),
         {"u": X, "v": sp.exp(eps) * Y, "c": scale, "m": moment, "b": bound, "d": level})
    ])  # fmt: skip
    proof.integrate("<=", (1, Y), uses=[], methods=SHARE)
    proof.fact((X, "<=", 1), uses=[at + 2, at + 3], methods=SHARE)
    end = {"d": delta, "x": X, "y": Y, "w": P_S, "z": Q_S, "v": sp.exp(eps), "l": level}
    proof.fact((P_S, "<=", delta + (1 - delta) * X), uses=[at - 4, at - 2, here + 1, here + 6],
               methods=SHARE, facts=[
        (parse("w <= d + (1 - d)*x", where="0 <= m - w - c + c*x, m = 1, x <= 1, c >= 1 - d"),
         {"d": delta, "x": X, "w": P_S, "m": mass_p, "c": P_E})])  # fmt: skip
    proof.fact(((1 - delta) * Y, "<=", Q_S), uses=[at - 1, here + 2, here + 5], methods=SHARE,
               facts=[
        (parse("(1 - d)*y <= z", where="0 <= z - c*y, c >= 1 - d, y >= 0"),
         {"d": delta, "y": Y, "z": Q_S, "c": Q_F})])  # fmt: skip
    return proof.outcome(methods=PRODUCTS, facts=[
        (parse("w <= v*z + d + (1 - d)*l", where="w <= d + (1 - d)*x, x <= v*y + l,"
               " (1 - d)*y <= z, d < 1, v > 0"), end)])  # fmt: skip


def once(total: str = "1/100", chance: str = "1/100") -> Relation:
    """Normal laws 1 apart, so rho = 1/2, under a mechanism that tells all with some chance.

    It gains more than `total` at the epsilon of rho and delta_1 = 1/100.
    """
    loss = "(1/2 + 2*sqrt(log(100)/2))"
    near, far = normal(f"1/2 - {loss}"), normal(f"-1/2 - {loss}")
    gained = f"{chance} + (1 - {chance})*({near}) - exp({loss})*(1 - {chance})*({far})"
    return parse(f"{gained} > {total}")


def gains_more(**changes: Any) -> Outcome:  # noqa: ANN401
    """The chances of what is above the cut at 1/2 + epsilon, and of what tells all, in numbers."""
    return certify(once(**changes))
