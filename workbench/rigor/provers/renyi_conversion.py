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


def _at_best(proof: LawProof, uses: Sequence[int]) -> sp.Expr:
    """The steps to P(S) <= e^eps Q(S) + scale M, with this factor.

    uses: the place of the fact that lambda is above 1
    """
    scale = sp.exp(-(lam - 1) * eps) * BEST
    ratio, power = sp.exp(eps - L), sp.exp((lam - 1) * (L - eps)) * BEST
    moved = L - eps + sp.log(1 - 1 / lam)  # 0 where they touch
    below, above = lam - (lam - 1) * sp.exp(-moved), sp.exp((lam - 1) * moved)
    for chance, mean in ((P_S, mass_p), (Q_S, mass_q)):
        proof.exists(chance, (1, mean), uses=[])
    proof.integrate(
        "<=", (-1, P_S), (sp.exp(eps), Q_S), (scale, moment), uses=uses,
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
    return scale


def best_conversion(factor: sp.Expr, where: Sequence[Any], link: Sequence[Any]) -> Outcome:
    """1 - e^(-y) <= BEST e^((lam - 1) y): both curves touch at y = -ln(1 - 1/lam)."""
    proof = LawProof(best_of_an_order(factor=factor, where=where, link=link))
    scale = _at_best(proof, [0])
    top = scale * sp.exp((lam - 1) * rho)
    proof.fact((top, "<=", delta), methods=("sign", "factors", "identity"))
    proof.fact((scale * moment, "<=", top), uses=[0, 1])
    proof.fact((P_S, "<=", sp.exp(eps) * Q_S + delta), uses=[7, 8, 9], facts=[
        (CHAIN, {"x": P_S, "q": sp.exp(eps) * Q_S, "c": scale * moment, "d": delta, "y": top}),
    ])  # fmt: skip
    return proof.outcome(methods=("sign",))


Lambda = declare("Lambda > 0")
BUDGET = (eps * (sp.exp(eps / 2) - sp.S.Half), "<=", 2 * Lambda)
SPENT = eps**2 / (4 * Lambda)


def within_a_budget(
    *, spent: sp.Expr = SPENT, where: Sequence[Any] = (BUDGET,), link: Sequence[Any] = (LINK,)
) -> LawStatement:
    """P(S) <= e^eps Q(S) + e^(-Lambda) for laws with D_lambda <= lambda spent at one order."""
    order = (lam, "=", sp.S.Half + 2 * Lambda / eps)
    return LawStatement(
        (P_S, "<=", sp.exp(eps) * Q_S + sp.exp(-Lambda)), random=(p, q, L, R, s),
        means={mass_p: p, mass_q: q, moment: R, P_S: p * s, Q_S: q * s}, shows=(P_S, Q_S),
        where=[(eps, ">", 0), order, (moment, "<=", sp.exp((lam - 1) * lam * spent)), *where,
               (mass_p, "=", 1), (mass_q, "=", 1)],
        sure=[[[(p, "=", 0), (R, "=", 0)],
               [(p, ">", 0), *link, (R, "=", p * sp.exp((lam - 1) * L))]], event(s)],
    )  # fmt: skip


def spends_the_budget(
    *, spent: sp.Expr = SPENT, where: Sequence[Any] = (BUDGET,), link: Sequence[Any] = (LINK,)
) -> Outcome:
    """The exponent is -Lambda + eps/2 - eps^2/(16 Lambda), and BEST <= 1/lam <= e^(-eps/2)."""
    proof = LawProof(within_a_budget(spent=spent, where=where, link=link), seconds=5)
    at = len(proof.statement.where)
    exponent = -Lambda + eps / 2 - eps**2 / (16 * Lambda)
    half = (lam - 1) * (lam * spent - eps)
    log_best = lam * sp.log(1 - 1 / lam) - sp.log(lam - 1)
    grown, level = sp.exp(eps / 2), sp.exp(-Lambda)
    proof.fact((grown, "<=", lam), uses=[0, 1, *range(3, at - 2)])
    proof.fact(ORDER, uses=[0, at], facts=[
        (parse("exp(x) > 1", where="x > 0"), {"x": eps / 2}),
    ])  # fmt: skip
    proof.fact((half, "=", exponent), uses=[0, 1])
    proof.fact((log_best, "<=", -eps / 2), uses=[0, at, at + 1], methods=LIGHT, facts=[
        (parse("a*log(1-1/a) - log(a-1) <= -log(a)", where="a > 1"), {"a": lam}),
        (parse("x <= log(y)", where="exp(x) <= y, y > 0"), {"x": eps / 2, "y": lam}),
        (parse("b <= -x", where="b <= -l, x <= l"),
         {"b": log_best, "x": eps / 2, "l": sp.log(lam)}),
    ])  # fmt: skip
    proof.fact((half + log_best, "<=", -Lambda), uses=[0, at + 2, at + 3], facts=[
        (parse("h + b <= -l", where="h = -l + f/2 - f^2/(16*l), b <= -f/2, l > 0"),
         {"h": half, "b": log_best, "l": Lambda, "f": eps}),
    ])  # fmt: skip
    scale = _at_best(proof, [at + 1])
    top = scale * sp.exp((lam - 1) * lam * spent)
    proof.fact((top, "=", sp.exp(half + log_best)), uses=[at + 1])
    proof.fact((top, "<=", level), uses=[at + 4, at + 8], facts=[
        (parse("exp(x) <= exp(y)", where="x <= y"), {"x": half + log_best, "y": -Lambda}),
    ])  # fmt: skip
    proof.fact((scale * moment, "<=", top), uses=[2, at + 1])
    proof.fact((P_S, "<=", sp.exp(eps) * Q_S + level), uses=[at + 7, at + 9, at + 10], facts=[
        (CHAIN, {"x": P_S, "q": sp.exp(eps) * Q_S, "c": scale * moment, "d": level, "y": top}),
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
