"""Two risks that no private method keeps small together, on two constant data sets.

p and q are the densities of the output under the two data sets, y the coordinate of the output that
the losses see, |y| <= D, and g = e^N what a change of all records costs. Where P[A] <= g Q[A] + s
for the event A of p > g q, and Q[B] <= g P[B] + s for that of q > g p, the means of y differ by

    E y (p - q) <= D E |p - q|,
    |p - q| <= (g - 1)/(g + 1) (p + q) + 2/(g + 1) ((p - g q)_+ + (q - g p)_+),

at most 2 D ((g - 1)/(g + 1) + 2 s/(g + 1)), and half of it is missing from the worse risk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import declare
from workbench.symbolic import theorem as th
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

L0, D, N, s = declare("L_0 D N > 0, s >= 0")
p, q, y, i, j = declare("p q >= 0, real y i j")
mass_p, mass_q, plus, minus, worst = declare("real m_p m_q m_plus m_minus worst")
P_A, Q_A, P_B, Q_B = declare("real P_A Q_A P_B Q_B")
g = sp.exp(N)
MEANS = {mass_p: p, mass_q: q, plus: y * p, minus: y * q,
         P_A: p * i, Q_A: q * i, P_B: p * j, Q_B: q * j}  # fmt: skip
LAWS = ((mass_p, "=", 1), (mass_q, "=", 1))
PRIVATE = ((P_A, "<=", g * Q_A + s), (Q_B, "<=", g * P_B + s))
RISKS = ((L0 * (D - plus), "<=", worst), (L0 * (D + minus), "<=", worst))
EVENTS = [
    [(p, ">", g * q), (i, "=", 1), (j, "=", 0)],
    [(q, ">", g * p), (i, "=", 0), (j, "=", 1)],
    [(p, "<=", g * q), (q, "<=", g * p), (i, "=", 0), (j, "=", 0)],
]
INSIDE = ((y, "<=", D), (-y, "<=", D))


def worse(
    leak: Any = 1, private: Sequence[Any] = PRIVATE, risks: Sequence[Any] = RISKS,  # noqa: ANN401
    inside: Sequence[Any] = INSIDE,
) -> LawStatement:  # fmt: skip
    """L_0 D (1 - tanh(N/2) - leak s) is at most the worse of the two risks."""
    return LawStatement(
        (L0 * D * (1 - sp.tanh(N / 2) - leak * s), "<=", worst), random=(p, q, y, i, j),
        means=MEANS, where=[*LAWS, *private, *risks], sure=[EVENTS, *inside],
    )  # fmt: skip


GROWS = parse("x <= g*x", where="x >= 0, g > 1")
LESS = parse("q <= p", where="p > g*q, q <= g*q")
BALANCED = parse("p-q <= (g-1)/(g+1)*(p+q)", where="p <= g*q, g > 1")
_FAR = "(g-1)/(g+1)*(p+q)+2/(g+1)*((p-g*q)*i+(q-g*p)*j)"
APART = tuple(
    tuple(parse(f"{one} <= {_FAR}", where=case) for one in ("p-q", "q-p"))
    for case in ("g > 1, i = 1, j = 0, q <= p", "g > 1, i = 0, j = 1, p <= q")
)
NEITHER = parse("u <= v+c*(a*i+b*j)", where="u <= v, i = 0, j = 0")
TIMES = parse("0 <= d*v-y*u", where="y <= d, -y <= d, d > 0, u <= v, -u <= v")
ABOVE_ONE = parse("exp(n) > 1", where="n > 0")
TANH = parse("tanh(n/2) = (exp(n)-1)/(exp(n)+1)", where="n > 0")
SMALLER = parse("2/(g+1)*x <= s", where="x <= s, s >= 0, g > 1")
MOVED = parse("m-k <= 2*d*t+2*d*s", where="0 <= d*t+d*t+d*a+d*b-m+k, a <= s, b <= s, d > 0")
HALVES = parse("l*(m-k) <= l*(2*d*t+2*d*s)", where="m-k <= 2*d*t+2*d*s, l > 0")
LAST = parse("l*d*(1-t-s) <= w", where=(
    "l*(d-m) <= w, l*(d+k) <= w, l*(m-k) <= l*(2*d*t+2*d*s)"))  # fmt: skip


def is_large(leak: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """The means of y differ by 2 D (tanh(N/2) + s) at most."""
    light = ("sign", "identity", "cases", "products", "factors")
    proof = LawProof(worse(leak, **changes), seconds=2)
    odds, share = (g - 1) / (g + 1), 2 / (g + 1)
    far = odds * (p + q) + share * ((p - g * q) * i + (q - g * p) * j)
    names = {"p": p, "q": q, "g": g, "i": i, "j": j}
    known: list[Any] = [(ABOVE_ONE, {"n": N}), (GROWS, {"x": p, "g": g}), (GROWS, {"x": q, "g": g})]
    back = {"p": q, "q": p, "g": g}
    near = {"v": odds * (p + q), "c": share, "a": p - g * q, "b": q - g * p, "i": i, "j": j}
    own: list[list[Any]] = [
        [(LESS, {"p": p, "q": q, "g": g}), *((one, names) for one in APART[0])],
        [(LESS, back), *((one, names) for one in APART[1])],
        [(BALANCED, {"p": p, "q": q, "g": g}), (BALANCED, back),
         *((NEITHER, near | {"u": u}) for u in (p - q, q - p))],
    ]  # fmt: skip
    last = (TIMES, {"d": D, "v": far, "y": y, "u": p - q})
    facts = {place: [*known, *own[place], last] for place in range(3)}
    proof.integrate(
        "<=", (D * odds, mass_p), (D * odds, mass_q), (D * share, P_A), (-D * share * g, Q_A),
        (D * share, Q_B), (-D * share * g, P_B), (-1, plus), (1, minus), methods=light, facts=facts,
    )  # fmt: skip
    gains = share * (P_A - g * Q_A), share * (Q_B - g * P_B)
    odds_of = {"t": sp.tanh(N / 2), "s": s, "d": D, "m": plus, "k": minus}
    return proof.outcome(methods=("sign", "identity", "products", "factors"), facts=[
        (ABOVE_ONE, {"n": N}), (TANH, {"n": N}),
        (SMALLER, {"g": g, "x": P_A - g * Q_A, "s": s}),
        (SMALLER, {"g": g, "x": Q_B - g * P_B, "s": s}),
        (MOVED, odds_of | {"a": gains[0], "b": gains[1]}),
        (HALVES, odds_of | {"l": L0}), (LAST, odds_of | {"l": L0, "w": worst}),
    ])  # fmt: skip


E, delta = th.number("E", at_least=1), th.number("delta", at_least=0)
n, t, k, m = th.integer("n", at_least=0), *(th.integer(name) for name in "tkm")
chances = th.numbers("P", at_least=0)
STEP: Any = (t, 0, (chances[t + 1], "<=", E * chances[t] + delta))


def group(share: int = 1, given: Sequence[Any] = (STEP,)) -> Proof:
    """P_n <= E^n P_0 + n delta E^n, where a change of one record gives P_{t+1} <= E P_t + delta."""

    def said(at: Num) -> th.Said:
        return chances[at], "<=", E**at * chances[0 * n] + share * at * delta * E**at

    proof = Proof(Theorem((E, delta, n, chances), given=given, concludes=said(n)))
    power = proof.induction(k, 0, (1, "<=", E**k), proof.gram((1, "<=", E ** (0 * n)), []))
    proof.gram((1, "<=", E ** (k + 1)), [(1, power), (E**k, proof.visible((1, "<=", E)))])
    powers = proof.close()
    here = proof.induction(m, 0, said(m), proof.gram(said(0 * n), []))
    proof.gram(said(m + 1), [
        (1, proof.at(proof.given(STEP), m)), (E, here), (delta, proof.at(powers, m + 1)),
    ])  # fmt: skip
    proof.at(proof.close(), n)
    return proof
