"""An adversary who chooses each step by the past, against a filter of the squares of the costs.

A step of size j = 0, 1 or 2 is randomised response with odds x^j, at the cost j ln x: its answer D
moves the loss by j D ln x.  What is chosen depends on all the answers; a size of 0 stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.rigor.provers.run import METHODS
from workbench.symbolic import declare, relation
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

T, j, r, D, X, m, gain, E_W = declare("integer T >= 0, real j, r > 0, real D X m G E_W")
loss, spent = declare("real l u")  # in units of ln x, and of its square
ODDS = sp.Rational(21, 20)
LOG = sp.log(ODDS)
LEVEL, MOST = 20, sp.Rational(1, 100)  # eps = 20 ln x, and delta_1
LOGS = 2 * sp.log(1 / MOST)
BUDGET = (sp.sqrt(LOGS + 2 * LEVEL * LOG) - sp.sqrt(LOGS)) ** 2
WEIGHT = sp.log(sp.Rational(8, 7))  # of one unit of the budget in the potential
SIZES = [[(j, "=", k), (r, "=", ODDS**k)] for k in (0, 1, 2)]
ANSWER = [[(D, "=", 1)], [(D, "=", -1)]]
LIKELY = ((D, "=", (r - 1) / (r + 1)),)
WITHIN = ((spent * LOG**2, "<=", BUDGET),)
FOURFOLD = ((spent * LOG**2, "<=", 4 * BUDGET),)
ANY = [[(j, ">=", 0), (r, "=", sp.exp(j))]]
ABOVE = [[(loss, ">=", LEVEL), (X, "=", 1 - sp.exp((LEVEL - loss) * LOG))],
         [(loss, "<=", LEVEL), (X, "=", 0)]]  # fmt: skip
LIGHT = ("sign", "identity", "products", "exponentials", "factors")
QUICK = tuple(m for m in METHODS if m not in ("cover", "taylor", "bernstein", "between", "growth"))


def gained(most: Any = MOST, sizes: Sequence[Any] = SIZES, given: Sequence[Any] = LIKELY,  # noqa: ANN401
           within: Sequence[Any] = WITHIN) -> ProcessStatement:  # fmt: skip
    """E (1 - e^(eps - L))_+ <= most for every strategy that keeps within the budget."""
    return ProcessStatement(
        (gain, "<=", most), steps=T, known=(j, r), drawn=(D,), sure=[sizes, ANSWER], given=given,
        states=[(loss, 0, loss + j * D), (spent, 0, spent + j**2)], random=(X,),
        after=[*within, ABOVE], means={gain: X}, shows=(gain,),
    )  # fmt: skip


HERE = loss / 2 - 10 + (40 - spent) * WEIGHT
POTENTIAL = sp.exp(HERE) / 10  # above the gain at every place
GROWN = parse("n*y <= n", where="0 <= 1 - y, n > 0")
JOINED = parse("x <= n", where="0 <= a + b*m - x, m = q, a + b*q <= n")
SAME = parse("0 <= 1 - x", where="x = y, y <= 1")
LEFT = parse("40 - u >= 0", where="u*s <= v, v < 40*s, s > 0")
MORE = parse("exp(a)/10 <= exp(a + b)/10", where="b >= 0")
CHORD, SIZE = (parse(f"1 - exp(-y) {told}", where="y >= 0") for told in ("<= y", ">= 0"))
LESS = parse("v*c <= v/20", where="v >= 0, c <= 1/20")
RISE = parse("v/20 <= exp(v/2)/10", where="v >= 0")
CHAIN = parse("x <= w", where="x = a, a <= p, p <= s, s <= g, g <= w")
SIGN = parse("-w <= x", where="x = a, a >= 0, w > 0")
ENDED = parse("g <= d", where="g <= m, m <= w, w <= d")
START = sp.exp(-10 + 40 * WEIGHT) / 10
TURN = [
    parse(
        "exp(a + j*D/2 + b)"
        " = exp(a)*exp(b)*((exp(j/2) + exp(-j/2))/2 + (exp(j/2) - exp(-j/2))/2*D)",
        where=f"D = {way}",
    )
    for way in (1, -1)
]


def by_a_potential(most: Any = MOST, **changes: Any) -> Outcome:  # noqa: ANN401
    """e^(l/2 - 10) (8/7)^(40 - u)/10 does not grow in the mean, and is above the gain.

    For 20 + l it is at least e^(l/2)/10 >= l/20 >= l ln x >= 1 - x^(-l), as u < 40 in the budget.
    """
    proof = ProcessProof(gained(most, **changes))
    (step,) = proof.potential(POTENTIAL, "<=")
    up, keep, q = sp.exp(j / 2), sp.exp(-WEIGHT * j**2), (r - 1) / (r + 1)
    even, odd = (up + 1 / up) / 2, (up - 1 / up) / 2
    growth = keep * (even + odd * q)
    at = [growth.subs({j: size, r: ODDS**size}) for size in (0, 1, 2)]
    step.instance(m, 0, {})
    step.exists(NEXT, (POTENTIAL * keep * even, 1), (POTENTIAL * keep * odd, m), uses=[],
                methods=LIGHT, facts={
        case: [(TURN[case % 2], {"a": HERE, "b": -WEIGHT * j**2, "j": j, "D": D})]
        for case in range(6)})  # fmt: skip
    step.integrate("<=", (1 - growth, 1), uses=[], facts={
        case: [(relation(at[case // 2], "<=", 1), {}), (growth, "=", at[case // 2]),
               (SAME, {"x": growth, "y": at[case // 2]})] for case in range(6)})  # fmt: skip
    step.fact((NEXT, "<=", POTENTIAL), methods=QUICK, facts=[
        (GROWN, {"n": POTENTIAL, "y": growth}),
        (JOINED, {"x": NEXT, "n": POTENTIAL, "a": POTENTIAL * keep * even, "m": m, "q": q,
                  "b": POTENTIAL * keep * odd})])  # fmt: skip
    end, over = proof.end(), loss - LEVEL
    here, gap = 1 - sp.exp(-over * LOG), {"y": over * LOG}
    end.instance(E_W, 0, {})
    end.exists(gain, (1, E_W), methods=QUICK, facts={0: [
        (relation(BUDGET, "<", 40 * LOG**2), {}), (LOG**2, ">", 0),
        (LEFT, {"u": spent, "s": LOG**2, "v": BUDGET}),
        (MORE, {"a": over / 2, "b": (40 - spent) * WEIGHT}), (CHORD, gap), (SIZE, gap),
        (relation(LOG, "<=", sp.Rational(1, 20)), {}), (LESS, {"v": over, "c": LOG}),
        (RISE, {"v": over}), (SIGN, {"x": X, "a": here, "w": POTENTIAL}),
        (CHAIN, {"x": X, "a": here, "p": over * LOG, "s": over / 20, "g": sp.exp(over / 2) / 10,
                 "w": POTENTIAL}),
    ]})  # fmt: skip
    end.fact((gain, "<=", most), facts=[
        (relation(START, "<=", most), {}), (ENDED, {"g": gain, "m": E_W, "w": START, "d": most}),
    ])  # fmt: skip
    return proof.outcome(methods=LIGHT)
