"""From Renyi to approximate privacy for any two laws, in two forms, with their proofs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare, relation
from workbench.symbolic.expectations import LawStatement, event
from workbench.symbolic.text import parse

lam, rho, delta, eps = declare("lambda > 0, rho >= 0, delta > 0, real epsilon")
p, q, L, R, s = declare(
    "p q >= 0, real L R s"
)  # densities; on p > 0 L = ln(p/q), R = p^lam q^(1-lam)
mass_p, mass_q, moment, P_S, Q_S = declare("real m_p m_q M P_S Q_S")
ORDER, LEVEL = (lam, ">", 1), (delta, "<", 1)
RENYI = (moment, "<=", sp.exp((lam - 1) * rho))
LINK = (p, "=", q * sp.exp(L))


def _about(bound: sp.Expr, where: Sequence[Any], link: Sequence[Any]) -> LawStatement:
    """P(S) <= e^eps Q(S) + bound for any event S."""
    return LawStatement(
        (P_S, "<=", sp.exp(eps) * Q_S + bound), random=(p, q, L, R, s),
        means={mass_p: p, mass_q: q, moment: R, P_S: p * s, Q_S: q * s}, shows=(P_S, Q_S),
        where=[*where, (mass_p, "=", 1), (mass_q, "=", 1)],
        sure=[[[(p, "=", 0), (R, "=", 0)],
               [(p, ">", 0), *link,
                (R, "=", p * sp.exp((lam - 1) * L))]], event(s)],
    )  # fmt: skip


def conversion(*, spent: sp.Expr = sp.S.One, where: Sequence[Any] = (ORDER, RENYI),
               link: Sequence[Any] = (LINK,)) -> LawStatement:  # fmt: skip
    """The bound is delta at eps = rho + spent ln(1/delta)/(lam - 1)."""
    paid = (eps, "=", rho + spent * sp.log(1 / delta) / (lam - 1))
    return _about(delta, (*where, LEVEL, paid), link)


BEST = 1 - 1 / lam  # where (1 - w) w^(lam - 1) is largest


def at_one_order(*, factor: sp.Expr = sp.S.One, where: Sequence[Any] = (ORDER, RENYI),
                 link: Sequence[Any] = (LINK,)) -> LawStatement:  # fmt: skip
    """The bound is e^((lam - 1)(rho - eps)) (1 - 1/lam)^lam/(lam - 1), for every eps."""
    return _about(_least(factor), where, link)


def _least(factor: sp.Expr) -> sp.Expr:
    return factor * sp.exp((lam - 1) * (rho - eps)) / (lam - 1) * BEST**lam


LIGHT = ("identity", "sign", "factors", "chain", "logchain", "variation", "taylor", "logarithms",
         "products", "growth", "cases", "cover", "quadratic", "exponentials")  # fmt: skip


def renyi_to_approximate(spent: sp.Expr, where: Sequence[Any], link: Sequence[Any]) -> Outcome:
    """The values (p - e^eps q) s are at most e^(-(lam - 1) eps) R, as 1 - e^(-y) <= e^(k y)."""
    proof = LawProof(conversion(spent=spent, where=where, link=link))
    scale = sp.exp(-(lam - 1) * eps)
    ratio, power = sp.exp(eps - L), sp.exp((lam - 1) * (L - eps))
    y, k = declare("real y, k > 0")
    top = scale * sp.exp((lam - 1) * rho)
    for chance, mean in ((P_S, mass_p), (Q_S, mass_q)):
        proof.exists(chance, (1, mean), uses=[])
    proof.integrate(
        "<=", (-1, P_S), (sp.exp(eps), Q_S), (scale, moment), uses=[0], methods=LIGHT,
        facts={3: [
            (relation(1 - sp.exp(-y), "<=", sp.exp(k * y)), {"y": L - eps, "k": lam - 1}),
            (q * sp.exp(eps), "=", p * ratio), (scale * R, "=", p * power),
            (parse("r + s*q - s*p >= 0", where="p >= 0, a > 0, q = p*a, r = p*b, 1-a <= b, s = 1"),
             {"s": s, "p": p, "q": q * sp.exp(eps), "r": scale * R, "a": ratio, "b": power}),
        ]},
    )  # fmt: skip
    proof.fact((top, "<=", delta), methods=("sign", "factors"))
    proof.fact((scale * moment, "<=", top), uses=[0, 1])
    proof.fact((P_S, "<=", sp.exp(eps) * Q_S + delta), uses=[8, 9, 10], facts=[
        (parse("x <= q + d", where="0 <= -x + q + c, c <= y, y <= d"),
         {"x": P_S, "q": sp.exp(eps) * Q_S, "c": scale * moment, "d": delta, "y": top}),
    ])  # fmt: skip
    return proof.outcome(methods=("sign",))


def best_constant(
    *, factor: sp.Expr = sp.S.One, where: Sequence[Any] = (ORDER, RENYI),
    link: Sequence[Any] = (LINK,),
) -> Outcome:  # fmt: skip
    """Let b = 1 - 1/lam and z = L - eps + ln b: 1 - b e^(-z) <= b e^((lam - 1) z)/(lam - 1).

    This adds e^u >= 1 + u at u = -z and at u = (lam - 1) z.
    """
    light = ("identity", "sign", "factors", "taylor")
    proof = LawProof(at_one_order(factor=factor, where=where, link=link))
    for chance, mean in ((P_S, mass_p), (Q_S, mass_q)):
        proof.exists(chance, (1, mean), uses=[], methods=light)
    k, z = lam - 1, L - eps + sp.log(BEST)
    scale, bound = factor * sp.exp(-k * eps) / k * BEST**lam, _least(factor)
    low, high = BEST * sp.exp(-z), BEST / k * sp.exp(k * z)
    above = parse("b*exp(u) >= b + b*u", where="b > 0")
    proof.integrate("<=", (-1, P_S), (sp.exp(eps), Q_S), (scale, moment), uses=[0], methods=light,
        facts={3: [
            (above, {"b": BEST, "u": -z}), (above, {"b": BEST / k, "u": k * z}),
            (parse("1 - x <= y", where="x >= b - t, y >= c + t, b + c >= 1"),
             {"b": BEST, "c": BEST / k, "x": low, "y": high, "t": BEST * z}),
            (q * sp.exp(eps), "=", p * low), (scale * R, "=", p * factor * high),
            (parse("r + s*q - s*p >= 0", where="p >= 0, a > 0, q = p*a, r = p*b, 1-a <= b, s = 1"),
             {"s": s, "p": p, "q": q * sp.exp(eps), "r": scale * R, "a": low, "b": factor * high}),
        ]},
    )  # fmt: skip
    proof.fact((scale * moment, "<=", bound), uses=[0, 1], methods=light, facts=[
        (parse("c*m <= c*t", where="c > 0, m <= t"),
         {"c": scale, "m": moment, "t": sp.exp(k * rho)})])  # fmt: skip
    return proof.outcome(methods=("sign",), facts=[
        (parse("x <= q + d", where="0 <= -x + q + c, c <= d"),
         {"x": P_S, "q": sp.exp(eps) * Q_S, "c": scale * moment, "d": bound})])  # fmt: skip
