"""The mean of the largest of d independent noises, and of what is Lipschitz in it.

The noises are drawn one after the other, and M is the largest size so far.  Normal noise is
known by its moments E e^(theta xi), and Laplace noise by E (|xi| - a)_+ = sigma e^(-a/sigma).
With beta = sqrt(2 ln 2d)/sigma, and a = sigma ln d,

    beta M <= 2 ln(2d) - 1 + sum of (e^(beta xi) + e^(-beta xi))/(4 d^2),    whose mean is 1,
    M <= a + sum of (|xi| - a)_+,                                           whose mean is sigma.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

d, k, sigma = declare("integer d > 0, integer k, sigma > 0")
xi, M, S, theta, a = declare("real xi, M S >= 0, real theta, a >= 0")
E_M, E_S, up, down = declare("real E_M E_S m_up m_down")
LIGHT = (
    "sign",
    "identity",
    "sos",
    "products",
    "factors",
    "cases",
    "exponentials",
    "powers",
    "logchain",
)
NORMAL = ((theta,), sp.exp(theta * xi), "=", sp.exp(theta**2 * sigma**2 / 2))
OVER = (sp.Abs(xi) - a + sp.Abs(sp.Abs(xi) - a)) / 2
LAPLACE = ((a,), OVER, "=", sigma * sp.exp(-a / sigma), [(a, ">=", 0)])
LEVEL = sp.log(2 * d)
TOPS = {"normal": sigma * sp.sqrt(2 * LEVEL), "laplace": sigma * (1 + sp.log(d))}
MEANS = {"normal": sp.S.One, "laplace": sigma}  # of S
LAWS = {"normal": NORMAL, "laplace": LAPLACE}


def largest(law: str, share: Any = 1, given: Sequence[Any] | None = None) -> ProcessStatement:  # noqa: ANN401
    """E M <= share sigma sqrt(2 ln(2d)), or share sigma (1 + ln d)."""
    return drawn(law, (E_M, "<=", share * TOPS[law]), {E_M: M}, given=given, shows=(E_M,))


def drawn(
    law: str, claims: Any, means: Mapping[Any, Any], *, given: Sequence[Any] | None = None,  # noqa: ANN401
    **parts: Any,  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """A claim about M after d draws of this law."""
    return ProcessStatement(
        claims, steps=d, clock=k, drawn=(xi,), given=[LAWS[law]] if given is None else given,
        states=[(M, 0, ((sp.Abs(xi), ">", M), sp.Abs(xi), M))], means=means, **parts,
    )  # fmt: skip


then = declare("real M_next")
STEEP = sp.sqrt(2 * LEVEL) / sigma  # beta
TANGENT = parse("u <= w - 1 + exp(u - w)")
EITHER = parse("exp(b*abs(x)) <= exp(b*x) + exp(-b*x)", where="b > 0")
FAR = parse("b*x <= w - 1 + s + h",
            where="b*y <= w - 1 + f/c, x = y, f <= g, h = g/c, c > 0, s >= 0")  # fmt: skip
STAYS = parse("b*x <= w + s + h", where="b*y <= w + s, x = y, h >= 0")
GROWN = parse("m <= t + s + (y - t + abs(y - t))/2", where="m = y, s >= 0")
POSITIVE_PART = parse("0 <= (u + abs(u))/2")
SUM = parse("0 <= s + h", where="s >= 0, h >= 0")
LEFT = parse("0 <= s*(d - k - 1)/d", where="d > 0, s > 0, k + 1 <= d")
BOUNDED = parse("-(s + r + h) <= s + h + r", where="s >= 0, h >= 0, r >= 0")
NOT_BELOW = parse("-(l + f*s) <= m", where="l >= 0, f > 0, s >= 0, m >= 0")
SLOPE = parse("m <= w/b + s/b", where="b*m <= w + s, b > 0")
TOTAL = parse("m <= l + f*s", where="0 <= l + f*g - m, g = s")
HALF = parse("1 <= 2*log(2*d)", where="d >= 1")
SAME = parse("m <= t + s + (y - t + abs(y - t))/2", where="m = x, x <= t + s")


def proved(law: str, statement: ProcessStatement) -> tuple[ProcessProof, LawProof, Any]:
    """A proof up to its end, where M is at most a number and a multiple of S.

    Returned are the proof, its end, where E_S is the mean of S, and the number, the factor, and
    steps to that bound.
    """
    return {"normal": _by_exponentials, "laplace": _by_excesses}[law](statement)


def _by_exponentials(statement: ProcessStatement) -> tuple[ProcessProof, LawProof, Any]:
    square = 4 * d**2
    both = sp.exp(STEEP * xi) + sp.exp(-STEEP * xi)
    size = sp.Abs(xi)
    facts: dict[int, Any] = {0: {
        0: [(0, "<", STEEP), (TANGENT, {"u": STEEP * size, "w": 2 * LEVEL}),
            (sp.exp(STEEP * size - 2 * LEVEL), "=", sp.exp(STEEP * size) / square),
            (EITHER, {"b": STEEP, "x": xi}),
            (FAR, {"b": STEEP, "x": then, "y": size, "w": 2 * LEVEL, "s": S, "c": square,
                   "f": sp.exp(STEEP * size), "g": both, "h": both / square})],
        1: [(STAYS, {"b": STEEP, "x": then, "y": M, "w": 2 * LEVEL - 1, "s": S,
                     "h": both / square})],
    }}  # fmt: skip
    proof = ProcessProof(
        statement, helpers=[(S, 0, S + both / square)], seconds=4,
        always=[(STEEP * M, "<=", 2 * LEVEL - 1 + S)],
        facts=facts, starts={0: [(HALF, {"d": d})]},
    )  # fmt: skip
    (step,) = proof.potential(S + (d - k) / d, "=", methods=LIGHT)
    at = step.known
    step.instance(up, 0, {theta: STEEP})
    step.instance(down, 0, {theta: -STEEP})
    rest = S + (d - k - 1) / d
    terms = ((rest, 1), (1 / square, up), (1 / square, down))
    step.exists(NEXT, *terms, methods=LIGHT)
    step.integrate("=", *terms, (-1, NEXT), uses=[], methods=LIGHT)
    step.fact((NEXT, "=", S + (d - k) / d), uses=[at, at + 1, at + 3], methods=LIGHT)
    end = proof.end()
    end.instance(E_S, 0, {})
    end.fact((E_S, "=", 1), methods=LIGHT)
    end.fact((0, "<", LEVEL), uses=[])
    end.fact((0, "<", sp.sqrt(LEVEL)), uses=[])
    low = (2 * LEVEL - 1) / STEEP
    known = [(0, "<", STEEP), (HALF, {"d": d}), (0, "<=", low),
             (SLOPE, {"m": M, "w": 2 * LEVEL - 1, "b": STEEP, "s": S})]  # fmt: skip
    return proof, end, (low, 1 / STEEP, known)


def _by_excesses(statement: ProcessStatement) -> tuple[ProcessProof, LawProof, Any]:
    level = sigma * sp.log(d)
    over = OVER.subs(a, level)
    size = sp.Abs(xi)
    facts: dict[int, Any] = {-1: [(POSITIVE_PART, {"u": size - level}), (SUM, {"s": S, "h": over})],
        0: {0: [(GROWN, {"m": then, "y": size, "t": level, "s": S})],
            1: [(SAME, {"m": then, "x": M, "y": size, "t": level, "s": S})]}}  # fmt: skip
    proof = ProcessProof(
        statement, helpers=[(S, 0, S + over)], methods=LIGHT, seconds=4,
        always=[(M, "<=", level + S)],
        facts=facts,
    )  # fmt: skip
    (step,) = proof.potential(S + sigma * (d - k) / d, "=", methods=LIGHT)
    at = step.known
    step.instance(up, 0, {a: level})
    rest = S + sigma * (d - k - 1) / d
    step.exists(NEXT, (rest, 1), (1, up), methods=LIGHT, facts=[
        (POSITIVE_PART, {"u": size - level}), (LEFT, {"d": d, "k": k, "s": sigma}),
        (BOUNDED, {"s": S, "h": over, "r": sigma * (d - k - 1) / d})])  # fmt: skip
    step.integrate("=", (rest, 1), (1, up), (-1, NEXT), uses=[], methods=LIGHT)
    step.fact((NEXT, "=", S + sigma * (d - k) / d), uses=[at, at + 2], methods=LIGHT)
    end = proof.end()
    end.instance(E_S, 0, {})
    end.fact((E_S, "=", sigma), methods=LIGHT)
    return proof, end, (level, sp.S.One, [(0, "<=", level)])


def by_the_sum(law: str, share: Any = 1, given: Sequence[Any] | None = None) -> Outcome:  # noqa: ANN401
    """The mean of the bound for M."""
    proof, end, (low, factor, known) = proved(law, largest(law, share, given))
    end.exists(E_M, (low, 1), (factor, E_S), facts=[
        *known, (NOT_BELOW, {"m": M, "l": low, "f": factor, "s": S})])  # fmt: skip
    end.integrate("<=", (low, 1), (factor, E_S), (-1, E_M), facts=known)
    return proof.outcome(facts=[
        (TOTAL, {"m": E_M, "l": low, "f": factor, "g": E_S, "s": MEANS[law]}),
        (low + factor * MEANS[law], "=", TOPS[law]),
    ])  # fmt: skip
