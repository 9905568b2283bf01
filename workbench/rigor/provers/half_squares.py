"""How strongly convex half of the squared l_p norm can be, from two points and their midpoint.

At (a, b) and (b, a) a modulus c asks for |(a, b)|_p^2 >= 2^(2/p) ((a + b)^2 + c (a - b)^2)/4.  With
a = e^s, b = e^-s and cosh(z) <= e^(z^2/2), sinh(s) >= s this is 1 + (1 + c) s^2 <= e^(p s^2), which
for small s leaves 1 + c <= p.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import Relation, declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

a, b, c, p, E_1 = declare("a b c p > 0, real E_1")
LENGTH, AWAY = (a**p + b**p) ** (2 / p), ((a + b) ** 2 + c * (a - b) ** 2) / 4
CONVEX = (((a, b), LENGTH, ">=", 2 ** (2 / p) * AWAY),)
ABOVE_ONE = ((1, "<=", p),)


def modulus(
    *, most: sp.Expr = p - 1, every: Sequence[Any] = CONVEX, where: Sequence[Any] = ABOVE_ONE
) -> LawStatement:
    """No modulus is above p - 1."""
    return LawStatement((c, "<=", most), random=(), means={}, every=every, where=where)


_SIZE = parse("(exp(s)^p+exp(-s)^p)^(2/p) <= 2^(2/p)*exp(p*s^2)", where="p > 0")
_FAR = parse("1+(1+c)*s^2 <= ((exp(s)+exp(-s))^2+c*(exp(s)-exp(-s))^2)/4", where="s >= 0, c > 0")
_OVER = parse("x <= y", where="n >= m*g, x <= g, n <= m*y, m > 0")
_SMALL = parse("exp(x) <= 1+x+x^2", where="0 <= x <= 1")
_LEFT = parse("(k-p)*w <= p^2*w^2", where="1+k*w <= y, y <= 1+p*w+(p*w)^2")
_TIMES = parse("m*x <= m*y", where="x <= y, m >= 0")
_END = parse("g <= 0", where="2*g*abs(g)*(1+abs(g)) <= abs(g)^2")


def is_at_most(**changes: Any) -> Outcome:  # noqa: ANN401
    """At s^2 = z/(2 p^2 (1 + z)) with z = |c + 1 - p|."""
    proof = LawProof(modulus(**changes), seconds=3)
    gap = c + 1 - p
    z = sp.Abs(gap)
    w = z / (2 * p**2 * (1 + z))
    s, scale = sp.sqrt(w), 2 ** (2 / p)
    at = {a: sp.exp(s), b: sp.exp(-s)}
    proof.instance(E_1, 0, at)
    proof.integrate("<=", (scale * sp.exp(p * w), 1), (-1, E_1), facts=[(_SIZE, {"s": s, "p": p})])
    over = {"n": E_1, "m": scale, "g": AWAY.subs(at), "x": 1 + (1 + c) * w, "y": sp.exp(p * w)}
    proof.fact((1 + (1 + c) * w, "<=", sp.exp(p * w)),
               facts=[(_FAR, {"s": s, "c": c}), (_OVER, over)])  # fmt: skip
    return proof.outcome(facts=[
        (p * w, "<=", 1), (_SMALL, {"x": p * w}),
        (_LEFT, {"k": 1 + c, "w": w, "p": p, "y": sp.exp(p * w)}),
        (_TIMES, {"m": 4 * p**2 * (1 + z) ** 2, "x": (1 + c - p) * w, "y": p**2 * w**2}),
        (2 * gap * z * (1 + z), "<=", z**2), (_END, {"g": gap}),
    ])  # fmt: skip


d, q = declare("integer d > 0, q > 0")
x, N_1, N_q, S_1, S_q = declare("real lnx lnN lnN_q S S_q")
EXPONENT = ((3, "<=", d), (1, "<=", q), (q, "=", 1 + 1 / sp.log(d)))
LENGTHS = ((S_1, "=", sp.exp(N_1)), (S_q, "=", sp.exp(q * N_q)))

LONGER = ((S_1, "<=", sp.exp(N_1)), LENGTHS[1])
SHORTER = (LENGTHS[0], (S_q, ">=", sp.exp(q * N_q)))


def switched(
    *,
    power: sp.Expr = sp.S.One,
    lengths: Sequence[Any] = LENGTHS,
    exponent: Sequence[Any] = EXPONENT,
) -> LawStatement:
    """|x|_1 <= e |x|_q with q = 1 + 1/ln d, in logarithms."""
    return LawStatement((N_1, "<=", power + N_q), random=(x,), where=[*exponent, *lengths], over=d,
                        means={S_1: sp.exp(x), S_q: sp.exp(q * x)})  # fmt: skip


_TANGENT = parse("exp(y) <= 1-1/q+exp(q*y)/q", where="q >= 1")
_SPLIT = parse("exp(q*(x-r)) = exp(q*x-q*r)", where="q >= 1")
_LIFTED = parse("0 <= exp(r)*(1-1/q)+exp(r-q*r)/q*exp(q*x)-exp(x)",
                where="exp(x-r) <= 1-1/q+exp(q*(x-r))/q, q >= 1")  # fmt: skip
_WHOLE = parse("exp(r-q*r)/q*v = d*exp(r)/q", where="v = exp(q*(r+log(d)/q)), q >= 1, d > 0")
_SUM = parse("s <= y", where="0 <= y*(1-1/q)+t-s, t = y/q, q >= 1")
_ENDS = parse("n <= k+1", where="n <= l+k-m, l-m <= 1")
_SAME = parse("n <= y", where="s = n, s <= y")
_LOGS = parse("log(u) <= log(v)", where="u <= v, u > 0, v > 0")


def costs_e(**changes: Any) -> Outcome:  # noqa: ANN401
    """Each |x_j| is at most R (1 - 1/q + |x_j/R|^q/q), where R^q is the mean of all |x_j|^q."""
    proof = LawProof(switched(**changes), seconds=3)
    r = N_q - sp.log(d) / q
    proof.integrate("<=", (sp.exp(r) * (1 - 1 / q), 1), (sp.exp(r - q * r) / q, S_q), (-1, S_1),
                    uses=[1], facts=[(_TANGENT, {"y": x - r, "q": q}),
                                     (_LIFTED, {"x": x, "r": r, "q": q})])  # fmt: skip
    top = d * sp.exp(r)
    whole = {"r": r, "q": q, "v": S_q, "d": d}
    summed = {"s": S_1, "y": top, "q": q, "t": sp.exp(r - q * r) / q * S_q}
    proof.fact((S_1, "<=", top), uses=[1, 4, 5], facts=[(_WHOLE, whole), (_SUM, summed)])
    proof.fact((sp.log(d) - sp.log(d) / q, "<=", 1), uses=[0, 2])
    proof.fact((sp.exp(N_1), "<=", top), uses=[3, 6],
               facts=[(_SAME, {"n": sp.exp(N_1), "s": S_1, "y": top})])  # fmt: skip
    proof.fact((N_1, "<=", sp.log(d) + N_q - sp.log(d) / q), uses=[1, 8],
               facts=[(_LOGS, {"u": sp.exp(N_1), "v": top})])  # fmt: skip
    ends = {"n": N_1, "k": N_q, "l": sp.log(d), "m": sp.log(d) / q}
    return proof.outcome(facts=[(_ENDS, ends)])


def flat(first: str = "1 + h", second: str = "1 - h") -> tuple[Relation, ...]:
    """|(first, second)|_1^2 is 4 on [-1, 1]."""
    square = f"(abs({first}) + abs({second}))^2"
    return tuple(parse(f"{square} {op} 4", where="-1 <= h <= 1") for op in ("<=", ">="))


CONJUGATE = parse("1/(q-1) = log(d)", where="q = 1+1/log(d), d >= 3")
