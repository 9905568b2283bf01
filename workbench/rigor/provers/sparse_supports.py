"""All supports of sparse vectors at once: how many there are, and how seldom one is stretched.

The number C of sets of k among d columns obeys C (k + 1)^k <= (e d)^k, as (k + 2)^(k + 1) is at
most e (k + 1)^(k + 1).  Of N matrices, each bad with a chance of at most q, some is bad with a
chance of at most N q.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

s, d, k, C = declare("integer s > 0, integer d > 0, integer k, C >= 0")
chance, Z = declare("real p Z")


def supports(most: Any = sp.E * d / s) -> ProcessStatement:  # noqa: ANN401
    """There are at most (e d/s)^s sets of s among d columns."""
    return ProcessStatement(
        (C, "<=", most**s), steps=s, clock=k, drawn=(Z,), where=[(s, "<=", d)],
        states=[(C, 1, C * (d - k) / (k + 1))], means={},
    )  # fmt: skip


_GROWN = parse("(k+2)^(k+1) <= exp(1)*(k+1)^(k+1)", where="integer k >= 0")


def are_few(**changes: Any) -> Outcome:  # noqa: ANN401
    """C (k + 1)^k <= (e d)^k, at last for k = s."""
    u, w, v = (k + 2) ** (k + 1), (k + 1) ** (k + 1), (k + 1) ** k
    before, then = sp.exp(k) * d**k, sp.exp(k + 1) * d ** (k + 1)
    rest: Any = (parse("0 <= d - k", where="k + 1 <= s, s <= d"), {"d": d, "k": k, "s": s})
    step: list[Any] = [
        rest, (_GROWN, {"k": k}), (w, "=", (k + 1) * v),
        (parse("c*g/b*u <= f*g*(c*v)", where="u <= f*w, w = b*v, c, g >= 0, b, f > 0"),
         {"c": C, "g": d - k, "b": k + 1, "u": u, "f": sp.E, "w": w, "v": v}),
        (parse("f*g*z <= f*d*t", where="z <= t, g <= d, g, z, f, t >= 0"),
         {"f": sp.E, "g": d - k, "z": C * v, "d": d, "t": before}),
        (sp.E * d * before, "=", then),
        (parse("x <= t", where="x <= y, y <= z, z = t"),
         {"x": C * (d - k) / (k + 1) * u, "y": sp.E * (d - k) * (C * v), "z": sp.E * d * before,
          "t": then}),
    ]  # fmt: skip
    proof = ProcessProof(supports(**changes), always=[(C * v, "<=", before)],
                         facts={-1: [rest], 0: step}, seconds=5)  # fmt: skip
    proof.end()
    return proof.outcome(facts=[
        (parse("s^s <= (s+1)^s", where="integer s >= 1"), {"s": s}),
        (parse("c <= x/y", where="c*z <= x, y <= z, c >= 0, y > 0"),
         {"c": C, "x": sp.exp(s) * d**s, "y": s**s, "z": (s + 1) ** s}),
        (sp.exp(s) * d**s / s**s, "=", (sp.E * d / s) ** s),
    ])  # fmt: skip


N, m, T = declare("integer N > 0, integer m > 0, integer T > 0")
bad, B, W, delta, mean, E = declare("real z, B >= 0, W delta > 0, real M E_B")
q = declare("q > 0")
SELDOM: Any = ((bad, "<=", q),)
EITHER: Any = ([[(bad, "=", 0)], [(bad, "=", 1)]],)
REST = sp.S.Half - sp.sqrt(s / m)  # t, for which 1 + sqrt(s/m) + t is 3/2
ONCE: Any = ((T, "=", 1), (q, "=", sp.exp(-m * REST**2 / 2)))
LEVEL: Any = (W, "=", s * sp.log(sp.E * d / s) + sp.log(2 / delta))
ROWS: Any = ((N, "<=", (sp.E * d / s) ** s),
             (2 * (sp.sqrt(s) + sp.sqrt(2 * W)), "<=", sp.sqrt(m)))  # fmt: skip


def stretched(
    most: Any = delta / 2, given: Sequence[Any] = SELDOM, where: Sequence[Any] = ROWS  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """Pr[some support is stretched by more than 3/2 = 1 + sqrt(s/m) + t] <= delta/2."""
    return ProcessStatement(
        (chance, "<=", most), steps=T, clock=k, copies=N, drawn=(bad,), sure=EITHER, given=given,
        where=[*ONCE, LEVEL, *where], states=[(B, 0, bad)], means={chance: B}, shows=(chance,),
    )  # fmt: skip


def seldom_stretched(**changes: Any) -> Outcome:  # noqa: ANN401
    """N e^(-m t^2/2) <= (e d/s)^s e^-W = delta/2."""
    kept = {case: [(parse("z <= 1", where=f"z = {case}"), {"z": bad})] for case in (0, 1)}
    sign = {case: [(parse("0 <= z", where=f"z = {case}"), {"z": bad})] for case in (0, 1)}
    proof = ProcessProof(stretched(**changes), always=[(B, "<=", 1)],
                         facts={-1: sign, 0: kept}, seconds=2)  # fmt: skip
    left = (parse("0 <= q*(T-k)", where="k <= T, q > 0"), {"q": q, "T": T, "k": k})
    (step,) = proof.potential(B + q * (T - k), "<=", facts=[left])
    step.instance(mean, 0, {})
    rest = q * (T - k - 1)
    left = (parse("0 <= q*(T-k-1)", where="k + 1 <= T, q > 0"), {"q": q, "T": T, "k": k})
    step.exists(NEXT, (rest, 1), (1, mean), facts={c: [left, *sign[c]] for c in (0, 1)})
    step.fact(
        (NEXT, "<=", B + q * (T - k)),
        facts=[
            (
                parse("x <= b + q*(T-k)", where="x <= q*(T-k-1) + y, y <= q, b >= 0"),
                {"x": NEXT, "b": B, "q": q, "T": T, "k": k, "y": mean},
            )
        ],
    )
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(chance, (1, 1))
    end.integrate("<=", (1, E), (-1, chance))
    many, power = (sp.E * d / s) ** s, s * sp.log(sp.E * d / s)
    light = ("sign", "identity", "radicals", "induction", "products")
    return proof.outcome(methods=light, facts=[
        (parse("y <= n*q", where="T = 1, y <= n*(q*T)"), {"y": E, "n": N, "q": q, "T": T}),
        (parse("w <= m*(1/2 - sqrt(s/m))^2/2",
               where="2*(sqrt(s) + sqrt(2*w)) <= sqrt(m), m, s, w > 0"),
         {"w": W, "m": m, "s": s}),
        (parse("q <= exp(-w)", where="q = exp(-x), w <= x"),
         {"q": q, "w": W, "x": m * REST**2 / 2}),
        (parse("f^s = exp(s*log(f))", where="integer s >= 0, f > 0"), {"f": sp.E * d / s, "s": s}),
        (parse("a*exp(-w) = d/2", where="w = x + log(2/d), a = exp(x), d > 0"),
         {"a": many, "w": W, "x": power, "d": delta}),
        (parse("n*q <= a*b", where="n <= a, q <= b, n, q, b >= 0"),
         {"n": N, "q": q, "a": many, "b": sp.exp(-W)}),
        (parse("p <= h", where="0 <= y - p, y <= n, n <= a, a = h"),
         {"p": chance, "y": E, "n": N * q, "a": many * sp.exp(-W), "h": delta / 2}),
    ])  # fmt: skip


P, Q, gain, some, eps, E_P, E_Q, E_some = declare(
    "P Q gain >= 0, real bad, epsilon > 0, real x y E_bad"
)
GAIN = sp.Rational(3, 2)
LIKELY = (P, "<=", sp.exp(eps) * Q + delta / 2)
GIVEN: Any = ((P, "<=", 1), [[(gain, ">", GAIN), (some, "=", 1)],
                             [(gain, "<=", GAIN), (some, "=", 0), LIKELY]])  # fmt: skip
RARE: Any = ((E_some, "<=", delta / 2),)


def image(
    most: Any = delta, sure: Sequence[Any] = GIVEN, where: Sequence[Any] = RARE  # noqa: ANN401
) -> LawStatement:  # fmt: skip
    """E P <= e^eps E Q + delta for events of (A, b) with the chances P and Q, given A."""
    return LawStatement(
        (E_P, "<=", sp.exp(eps) * E_Q + most), random=(P, Q, gain, some), sure=sure, where=where,
        means={E_P: P, E_Q: Q, E_some: some}, shows=(E_P,),
    )  # fmt: skip


def over_all_matrices(**changes: Any) -> Outcome:  # noqa: ANN401
    """P <= Z + e^eps Q + delta/2."""
    law = LawProof(image(**changes), seconds=2)
    law.exists(E_P, (1, 1))
    law.integrate("<=", (1, E_some), (sp.exp(eps), E_Q), (delta / 2, 1), (-1, E_P))
    return law.outcome(facts=[
        (parse("p <= q + d", where="0 <= b + q + d/2 - p, b <= d/2"),
         {"p": E_P, "q": sp.exp(eps) * E_Q, "b": E_some, "d": delta})])  # fmt: skip
