"""The privacy of one call of a multilevel estimator, by the mixtures over what is hidden in it.

The answers about the batch have the densities P and R of their products where record 1 is in it and
where that is replaced, and W without it; those about the lone record F, G, H.  As

    P <= e^(2 eps) R + A,    P <= e^(2 eps) W + B,    q = a + b,

for a = q (1 + q (c - 1))/c and b = q (c - 1)(1 - q)/c with c = e^(2 eps), both mixtures with the
chance q obey

    q P + (1 - q) W <= (1 + q (e^(2 eps) - 1)) (q R + (1 - q) W) + a A + b B,

and so do F, G, H with 1/n for q and eps for 2 eps.  The product of both leaks what they leak.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.claims.deciding import refused
from workbench.rigor.provers.level_calls import (
    AFTER,
    BEFORE,
    FIRST,
    LAST,
    LIGHT,
    P_O,
    Q_O,
    SPENT,
    A,
    B,
    C,
    D,
    F,
    G,
    H,
    P,
    R,
    U,
    V,
    W,
    Z,
    a,
    above,
    b,
    call,
    delta_N,
    eps_N,
    leaks_grow,
    m_p,
    mass,
    mixed,
    n,
    own,
    p,
    place,
    q,
    r,
    share,
    total,
    w,
    within,
    x,
    y,
)
from workbench.rigor.provers.processes import ProcessProof, before_all
from workbench.symbolic import declare
from workbench.symbolic.text import parse

E_P, E_B, E_F, E_Q, L_P, L_F, M_P, M_F = declare("real E_P E_B E_F E_Q L_P L_F M_P M_F")


def _mixture(most: Any, chance: Any, of: Sequence[Any], grown: Any) -> list[Any]:  # noqa: ANN401
    """With c = e^most the mixture is at most 1 + chance (c - 1) times the other one, and leaks."""
    top, low, rest, one, two, seen, often = of
    c = sp.exp(most)
    first, second = chance * grown / c, chance * (c - 1) * (1 - chance) / c
    leaked = first * one + second * two
    return [
        (first, ">=", 0), (second, ">=", 0),
        (parse("exp(u*x) <= exp(v*x)", where="u <= v, x >= 0"), {"u": seen, "v": often, "x": own}),
        *((parse("a*P <= a*(c*R + A)", where="a >= 0, P <= d*R + A, d <= c, R >= 0"),
           {"a": weight, "P": top, "c": c, "R": under, "A": leak, "d": sp.exp(seen * own)})
          for weight, under, leak in ((first, low, one), (second, rest, two))),
        (parse("x + y <= g", where="x <= s, y <= t, s + t = g"),
         {"x": first * top, "y": second * top, "s": first * (c * low + one),
          "t": second * (c * rest + two),
          "g": grown * mixed(chance, low, rest) - (1 - chance) * rest + leaked}),
        (parse("x <= g", where="y <= g - z, x = y + z"),
         {"x": mixed(chance, top, rest), "y": first * top + second * top, "z": (1 - chance) * rest,
          "g": grown * mixed(chance, low, rest) + leaked}),
    ]  # fmt: skip


EXCESS = [parse(said, where="g >= 0, v >= 0, u <= m, y >= 0")
          for said in ("g*y <= (g - v*u)*y + m*v*y", "-((g - v*u)*y + m*v*y) <= g*y")]  # fmt: skip
PRODUCT = parse("x*y <= s*t + g*y + x*k",
                where="x <= s + g, y <= t + k, k <= y, s >= 0, g >= 0, k >= 0")  # fmt: skip
INSIDE = parse("a*C + b*D <= h*F + r", where="a + b = h, C <= F, D <= F, a >= 0, b >= 0, r >= 0")
CHOSEN = parse("z*x <= s*(z*t) + g", where="z >= 0, z <= 1, x <= s*t + g, g >= 0")
NAMED = parse("exp(z) = a*b", where="z = log(a) + log(b), a > 0, b > 0")
C_B, C_R = sp.exp(2 * own), sp.exp(own)
GROWN = 1 + q * (C_B - 1), 1 + (C_R - 1) / n


def _at_the_end(proof: ProcessProof) -> Outcome:
    """The product of both mixtures, and the means of what leaked."""
    end = proof.end()
    grown, more = GROWN
    shares = q * grown / C_B, q * (C_B - 1) * (1 - q) / C_B
    others = more / C_R / n, (C_R - 1) * (1 - 1 / n) / C_R / n
    leaked, lost = shares[0] * A + shares[1] * B, others[0] * C + others[1] * D
    both, lone = total(BEFORE), total(FIRST)
    then, last = total(AFTER), total(LAST)
    end.fact((1 - q, ">=", 0), methods=LIGHT)
    end.fact((1 - 1 / n, ">=", 0), methods=LIGHT)
    end.fact((C_B - 1, ">=", 0))
    end.fact((C_R - 1, ">=", 0))
    facts = list(range(end.known - 4, end.known))
    for which, mean in enumerate((E_P, E_B, E_F, E_Q)):
        end.instance(mean, which, {})
    end.instance(L_P, 4, dict(zip((a, b), shares, strict=True)))
    end.instance(L_F, 5, dict(zip((a, b), others, strict=True)))
    for mean, of in ((P_O, E_B), (Q_O, E_Q)):
        end.exists(mean, (1, of), uses=facts, methods=LIGHT)
    for mean, of, g, other, seen, cost, often, most in (
        (M_P, L_P, leaked, lone, U, q * share * P, 2, (SPENT[0], E_P)),
        (M_F, L_F, lost, both, V, share * F / n, 1, (SPENT[1], E_F)),
    ):
        end.exists(mean, (1, of), most, of=g * other, uses=facts, methods=LIGHT, facts=[
            (g, ">=", 0), (other, ">=", 0),
            *((one, {"g": g, "v": cost, "u": seen, "m": often, "y": other}) for one in EXCESS),
        ])  # fmt: skip
    end.integrate(
        "<=", (grown * more, Q_O), (1, M_P), (1, M_F), (-1, P_O), uses=facts, methods=LIGHT,
        facts=[
            *_mixture(2 * own, q, (P, R, W, A, B, U, 2), grown),
            *_mixture(own, 1 / n, (F, G, H, C, D, V, 1), more), (leaked, ">=", 0),
            (lost, ">=", 0), (grown * then, ">=", 0), (both, ">=", 0), (lone, ">=", 0),
            (INSIDE, {"a": others[0], "b": others[1], "h": 1 / n, "C": C, "D": D, "F": F,
                      "r": (1 - 1 / n) * H}),
            (PRODUCT, {"x": both, "y": lone, "s": grown * then, "t": more * last, "g": leaked,
                       "k": lost}),
            (leaked * lone + both * lost, ">=", 0),
            (CHOSEN, {"z": Z, "x": both * lone, "s": grown * more, "t": then * last,
                      "g": leaked * lone + both * lost}),
        ],
    )  # fmt: skip
    for mean, of, one, d in ((M_P, L_P, E_P, SPENT[0]), (M_F, L_F, E_F, SPENT[1])):
        end.fact((mean, "<=", d), methods=LIGHT, facts=[
            (parse("x <= d", where="x <= w + d*y, w <= 0, y = 1"),
             {"x": mean, "w": of, "y": one, "d": d})])  # fmt: skip
    return proof.outcome(methods=LIGHT, facts=[
        (grown, ">", 0), (more, ">", 0), (NAMED, {"z": eps_N, "a": grown, "b": more}),
        (parse("x <= z*y + d", where="0 <= g*y + k + l - x, g = z, k <= s, l <= t, d = s + t"),
         {"x": P_O, "y": Q_O, "g": grown * more, "z": sp.exp(eps_N), "k": M_P, "l": M_F,
          "s": SPENT[0], "t": SPENT[1], "d": delta_N})])  # fmt: skip


def by_both_mixtures(**changes: Any) -> Outcome:  # noqa: ANN401
    """Mixtures grow by a factor and leak; both are independent, so their product leaks the sum."""
    stated = call(**changes)
    numbers = before_all(stated)  # what is soonest refused comes first
    numbers.fact((1 - q, ">=", 0), methods=LIGHT)
    numbers.fact((eps_N, "=", sum(map(sp.log, GROWN))), methods=("sign", "identity"))
    numbers.fact((delta_N, "=", sum(SPENT)), methods=("sign", "identity"))
    if numbers.why:
        return refused("process", numbers.why)
    kept = [(P, R, U, A, x, r), (P, W, U, B, y, w), (F, G, V, C, x, r), (F, H, V, D, y, w)]
    leaks = [(top, leak, away) for top, _, _, leak, away, _ in kept]
    facts = [*(above(*one) for one in kept), *(within(*one) for one in leaks)]
    proof = ProcessProof(
        stated, methods=LIGHT, seconds=4, facts=dict(enumerate(facts)),
        helpers=[(leak, 0, leak * (1 + here * (p - away - 1)) + here * top * away)
                 for top, leak, away in leaks for here in (place(top)[1],)],
        always=[*((top, "<=", sp.exp(seen * own) * low + leak)
                  for top, low, seen, leak, *_ in kept),
                *((leak, "<=", top) for top, leak, _ in leaks), (U, "<=", 2), (V, "<=", 1)],
    )  # fmt: skip
    for of in ([(1, P, m_p)], FIRST), (BEFORE, FIRST), (BEFORE, [(1, F, m_p)]), (AFTER, LAST):
        mass(proof, *of)
    for product, other, limits in (
        ((P, A, B, U), FIRST, (q, 2, 0)),
        ((F, C, D, V), BEFORE, (1 / n, 1, 2)),
    ):
        if not proof.doubt:
            leaks_grow(proof, product, other, limits)
    return refused("process", proof.doubt) if proof.doubt else _at_the_end(proof)
