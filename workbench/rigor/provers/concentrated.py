"""What a pure loss costs under concentrated privacy, and what that means for events.

Both are about two laws with densities p and q for one probability law, such as half of their sum.
Where q > 0 the loss is L = ln(p/q), so that p^a q^(1 - a) = q e^(a L) = p e^((a - 1) L).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.renyi_conversion import CHAIN, JOINED, LIGHT
from workbench.rigor.provers.run import METHODS
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, event
from workbench.symbolic.text import parse

a, eps, rho, delta = declare("alpha epsilon rho delta > 0")
p, q, L, s = declare("p q >= 0, real L s")  # densities, the loss, the indicator of an event
mass_p, mass_q, moment, P_S, Q_S = declare("real m_p m_q M P_S Q_S")
MASSES = ((mass_p, "=", 1), (mass_q, "=", 1))
ORDER, LEVEL = (a, ">", 1), (delta, "<", 1)
BOUNDED = tuple(n for n in METHODS if n != "taylor")  # which would be sought in vain
LINK, WITHIN = (p, "=", q * sp.exp(L)), ((-eps, "<=", L), (L, "<=", eps))


def moment_of_pure(*, share: sp.Expr = sp.S.Half, where: Sequence[Any] = (ORDER,),
                   within: Sequence[Any] = WITHIN) -> LawStatement:  # fmt: skip
    """E p^a q^(1 - a) <= e^(share a (a - 1) eps^2), where |ln(p/q)| <= eps."""
    return LawStatement(
        (moment, "<=", sp.exp(share * a * (a - 1) * eps**2)), random=(p, q, L),
        means={mass_p: p, mass_q: q, moment: q * sp.exp(a * L)}, shows=(moment,),
        where=[*where, *MASSES],
        sure=[[[(p, "=", 0), (q, "=", 0)], [(q, ">", 0), LINK, *within]]],
    )  # fmt: skip


def pure_to_concentrated(
    share: sp.Expr, where: Sequence[Any], within: Sequence[Any], seconds: float = 100
) -> Outcome:
    """e^(a L) is below its chord in e^L, whose mean is cosh((2 a - 1) eps/2)/cosh(eps/2)."""
    stated = moment_of_pure(share=share, where=where, within=within)
    proof = LawProof(stated, seconds=seconds)
    u, v, t = sp.exp(eps), sp.exp(-eps), sp.exp(L)
    U, V, T = sp.exp(a * eps), sp.exp(-a * eps), sp.exp(a * L)
    tangent = parse("exp(k*y) >= 1 + k*(exp(y) - 1)", where="k > 1")
    chord = parse("(u - v)*T <= (t - v)*U + (u - t)*V", where="T > 0, t > 0, v > 0, k > 1, v <= t,"
                  " t <= u, U >= T*(1 + k*(u/t - 1)), V >= T*(1 + k*(v/t - 1))")  # fmt: skip
    slope, start = (U - V) / (u - v), (u * V - v * U) / (u - v)
    below = [
        (u - v, ">", 0), (v, "<=", t), (t, "<=", u),
        *((tangent, {"k": a, "y": end - L}) for end in (eps, -eps)),
        *((sp.exp(a * end), ">=", T * (1 + a * (sp.exp(end) / t - 1))) for end in (eps, -eps)),
        (chord, {"u": u, "v": v, "t": t, "U": U, "V": V, "T": T, "k": a}),
        (T, "<=", slope * t + start),
    ]  # fmt: skip
    proof.exists(moment, (slope, mass_p), (start, mass_q), facts={1: below}, methods=BOUNDED)
    half, ends = eps / 2, (2 * a - 1) * eps / 2
    near, far = (sp.exp(x) + sp.exp(-x) for x in (half, ends))
    growth = parse(f"exp(y) + exp(-y) <= (exp(h) + exp(-h))*exp({share}*(y^2 - h^2))",
                   where="h > 0, y >= h")  # fmt: skip
    top = sp.exp(share * a * (a - 1) * eps**2)
    whole = parse("M <= b + c", where="M <= b*x + c*y, x = 1, y = 1")
    proof.fact((moment, "<=", slope + start), uses=[1, 2, 3], facts=[
        (whole, {"M": moment, "b": slope, "c": start, "x": mass_p, "y": mass_q}),
    ])  # fmt: skip
    proof.fact((u - v, ">", 0), uses=[])
    proof.fact(((slope + start) * near, "<=", far), uses=[5])
    proof.fact(
        (far, "<=", near * top),
        uses=[0],
        facts=[(growth, {"y": ends, "h": half})],
        methods=("sign", "factors", "variation", "taylor", "growth"),
    )
    joined = parse("M*n <= n*t", where="n > 0, M <= r, r*n <= f, f <= n*t")
    at = {"M": moment, "r": slope + start, "n": near, "f": far, "t": top}
    proof.fact(
        (moment * near, "<=", near * top), facts=[(joined, at)], methods=("sign", "products")
    )
    return proof.outcome(facts=[
        (parse("M <= t", where="n > 0, M*n <= n*t"), {"M": moment, "n": near, "t": top}),
    ], methods=("sign", "factors"))  # fmt: skip


root = sp.sqrt(sp.log(1 / delta) / rho)  # a - 1 at the order that gives the least epsilon
SPENT = rho + 2 * sp.sqrt(rho * sp.log(1 / delta))


def events(
    *, spent: sp.Expr = SPENT, where: Sequence[Any] = (LEVEL,),
    above: Sequence[Any] = ((a, ">", 1),), link: Sequence[Any] = (LINK,),
) -> LawStatement:  # fmt: skip
    """P(S) <= e^spent Q(S) + delta for any event S, if E p^a q^(1 - a) <= e^((a - 1) a rho), all a.

    above: the orders for which the moment is bounded
    """
    return LawStatement(
        (P_S, "<=", sp.exp(eps) * Q_S + delta), random=(p, q, L, s),
        means={mass_p: p, mass_q: q, P_S: p * s, Q_S: q * s}, shows=(P_S, Q_S),
        where=[*where, (eps, "=", spent), *MASSES],
        every=[((a,), p * sp.exp((a - 1) * L), "<=", sp.exp((a - 1) * a * rho), above)],
        sure=[[[(p, "=", 0)], [(p, ">", 0), *link]], event(s)],
    )  # fmt: skip


def concentrated_to_approximate(
    spent: sp.Expr, where: Sequence[Any], above: Sequence[Any], link: Sequence[Any]
) -> Outcome:
    """(p - e^eps q) s <= e^(-k eps) p e^(k L), and the moment of order 1 + k at k = root."""
    proof = LawProof(events(spent=spent, where=where, above=above, link=link))
    for chance, mean in ((P_S, mass_p), (Q_S, mass_q)):
        proof.exists(chance, (1, mean), uses=[])
    proof.instance(moment, 0, {a: 1 + root})
    scale, ratio = sp.exp(-root * eps), sp.exp(eps - L)
    power = sp.exp(root * (L - eps))
    below = parse("1 - exp(-y) <= exp(k*y)", where="k > 0")
    proof.integrate("<=", (-1, P_S), (sp.exp(eps), Q_S), (scale, moment), uses=[0], facts={3: [
        (root, ">", 0), (below, {"y": L - eps, "k": root}),
        (q * sp.exp(eps), "=", p * ratio), (scale * p * sp.exp(root * L), "=", p * power),
        (JOINED, {"s": s, "p": p, "q": q * sp.exp(eps), "r": scale * p * sp.exp(root * L),
                  "a": ratio, "b": power}),
    ]}, methods=LIGHT)  # fmt: skip
    top = sp.exp(root * (1 + root) * rho)
    proof.fact((scale * moment, "<=", scale * top), methods=LIGHT)
    proof.fact((scale * top, "<=", delta), methods=LIGHT)
    return proof.outcome(facts=[
        (CHAIN, {"x": P_S, "q": sp.exp(eps) * Q_S, "c": scale * moment, "d": delta,
                 "y": scale * top}),
    ], methods=LIGHT)  # fmt: skip
