"""From Renyi to approximate privacy for any two laws, and one step more, with their proofs."""

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


def conversion(*, spent: sp.Expr = sp.S.One, where: Sequence[Any] = (ORDER, RENYI),
               link: Sequence[Any] = (LINK,)) -> LawStatement:  # fmt: skip
    """P(S) <= e^eps Q(S) + delta at eps = rho + spent ln(1/delta)/(lam - 1), for any event S."""
    return LawStatement(
        (P_S, "<=", sp.exp(eps) * Q_S + delta), random=(p, q, L, R, s),
        means={mass_p: p, mass_q: q, moment: R, P_S: p * s, Q_S: q * s}, shows=(P_S, Q_S),
        where=[*where, LEVEL, (eps, "=", rho + spent * sp.log(1 / delta) / (lam - 1)),
               (mass_p, "=", 1), (mass_q, "=", 1)],
        sure=[[[(p, "=", 0), (R, "=", 0)],
               [(p, ">", 0), *link,
                (R, "=", p * sp.exp((lam - 1) * L))]], event(s)],
    )  # fmt: skip


JOINED = parse("r + s*q - s*p >= 0", where="p >= 0, a > 0, q = p*a, r = p*b, 1-a <= b, s = 1")
CHAIN = parse("x <= q + d", where="0 <= -x + q + c, c <= y, y <= d")
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
            (JOINED, {"s": s, "p": p, "q": q * sp.exp(eps), "r": scale * R, "a": ratio,
                      "b": power}),
        ]},
    )  # fmt: skip
    proof.fact((top, "<=", delta), methods=("sign", "factors"))
    proof.fact((scale * moment, "<=", top), uses=[0, 1])
    proof.fact((P_S, "<=", sp.exp(eps) * Q_S + delta), uses=[8, 9, 10], facts=[
        (CHAIN, {"x": P_S, "q": sp.exp(eps) * Q_S, "c": scale * moment, "d": delta, "y": top}),
    ])  # fmt: skip
    return proof.outcome(methods=("sign",))


BEST = (1 - 1 / lam) ** lam / (lam - 1)  # the largest value of (1 - w) w^(lam - 1)


def best_of_an_order(*, factor: sp.Expr = sp.S.One, where: Sequence[Any] = (ORDER, RENYI),
                     link: Sequence[Any] = (LINK,)) -> LawStatement:  # fmt: skip
    """P(S) <= e^eps Q(S) + delta at delta = factor BEST e^((lam - 1)(rho - eps)), any event S."""
    return LawStatement(
        (P_S, "<=", sp.exp(eps) * Q_S + delta), random=(p, q, L, R, s),
        means={mass_p: p, mass_q: q, moment: R, P_S: p * s, Q_S: q * s}, shows=(P_S, Q_S),
        where=[*where, (delta, "=", factor * sp.exp((lam - 1) * (rho - eps)) * BEST),
               (mass_p, "=", 1), (mass_q, "=", 1)],
        sure=[[[(p, "=", 0), (R, "=", 0)],
               [(p, ">", 0), *link, (R, "=", p * sp.exp((lam - 1) * L))]], event(s)],
    )  # fmt: skip


def best_conversion(factor: sp.Expr, where: Sequence[Any], link: Sequence[Any]) -> Outcome:
    """1 - e^(-y) <= BEST e^((lam - 1) y): both curves touch at y = -ln(1 - 1/lam)."""
    proof = LawProof(best_of_an_order(factor=factor, where=where, link=link))
    scale = sp.exp(-(lam - 1) * eps) * BEST
    ratio, power = sp.exp(eps - L), sp.exp((lam - 1) * (L - eps)) * BEST
    moved = L - eps + sp.log(1 - 1 / lam)  # 0 where they touch
    below, above = lam - (lam - 1) * sp.exp(-moved), sp.exp((lam - 1) * moved)
    top = scale * sp.exp((lam - 1) * rho)
    for chance, mean in ((P_S, mass_p), (Q_S, mass_q)):
        proof.exists(chance, (1, mean), uses=[])
    proof.integrate(
        "<=", (-1, P_S), (sp.exp(eps), Q_S), (scale, moment), uses=[0],
        facts={3: [
            (1 - 1 / lam, ">", 0),
            (parse("1 + k - k*exp(-z) <= exp(k*z)", where="k > 0"), {"k": lam - 1, "z": moved}),
            (below, "=", lam * (1 - ratio)), (above, "=", lam * power),
            (parse("1 - r <= c", where="a > 0, u <= v, u = a*(1 - r), v = a*c"),
             {"r": ratio, "c": power, "a": lam, "u": below, "v": above}),
            (q * sp.exp(eps), "=", p * ratio), (scale * R, "=", p * power),
            (JOINED, {"s": s, "p": p, "q": q * sp.exp(eps), "r": scale * R, "a": ratio,
                      "b": power}),
        ]},
    )  # fmt: skip
    proof.fact((top, "<=", delta), methods=("sign", "factors", "identity"))
    proof.fact((scale * moment, "<=", top), uses=[0, 1])
    proof.fact((P_S, "<=", sp.exp(eps) * Q_S + delta), uses=[7, 8, 9], facts=[
        (CHAIN, {"x": P_S, "q": sp.exp(eps) * Q_S, "c": scale * moment, "d": delta, "y": top}),
    ])  # fmt: skip
    return proof.outcome(methods=("sign",))


W, M, mean_W, mean_WM, BOUND = declare("W M >= 0, real E_W E_WM, B > 0")
BOUNDED = ((M, "<=", BOUND),)


def product_of_moments(total: sp.Expr = BOUND, sure: Sequence[Any] = BOUNDED) -> Outcome:
    """E[W M] <= total E W where M <= B: moments of ratios multiply along a transcript."""
    stated = LawStatement(
        (mean_WM, "<=", total * mean_W),
        random=(W, M), means={mean_W: W, mean_WM: W * M}, sure=sure, shows=(mean_WM,),
    )  # fmt: skip
    proof = LawProof(stated, seconds=3)
    proof.exists(mean_WM, (BOUND, mean_W))
    proof.integrate("<=", (BOUND, mean_W), (-1, mean_WM))
    return proof.outcome()
