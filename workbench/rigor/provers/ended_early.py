"""Runs that end before their last call: how likely it is that a budget does not last.

A call at the level that was drawn costs g and h = (2 q + 1/n) delta_c, q its share of n records.
It is made, c = 1, while the run goes on, R = 1, if V + g^2 <= V* and D + h <= delta_2, for what was
spent so far; else the run ends, for good.

Without an end the sums of all squares and of all h, U and W, have means that are fourths of V* and
delta_2, or less.  A run that has ended has U > V* or W > delta_2: so the chance is at most 1/2, as
1 - R <= U/V* + W/delta_2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

T, k = declare("integer T_0 > 0, integer k")
m, mu, n, share = declare("E_square E_q n delta_c > 0")  # E eps_N^2, E q_N, delta'
g, q, c, R = declare("g q >= 0, real c R")
most, delta_2, V, D, U, W = declare("V_star delta_2 > 0, V D U W >= 0")
chance, E_U, E_W, M, N = declare("real p_stop E_U E_W M N")
h = (2 * q + 1 / n) * share
LAW = ((g**2, "=", m), (q, "=", mu))
ALL_OF_IT = 4 * T * (2 * mu + 1 / n)
SIZES = ((4 * m * T, "<=", most),
         (most, "<", 4 * m * (T + 1)), (share, "=", delta_2 / ALL_OF_IT))  # fmt: skip
SLOWER = parse("v + c*x <= u + x", where="v <= u, c <= 1, x >= 0")


def ended(chances: Any = sp.S.Half, given: Sequence[Any] = LAW, sizes: Sequence[Any] = SIZES,  # noqa: ANN401
          last: int = 1) -> ProcessStatement:  # fmt: skip
    """The chance that the run has ended before its last call.

    last: the run ends as soon as more than V*/last would be spent
    """
    goes_on = [(R, "=", 1), (V + g**2, "<=", most), (D + h, "<=", delta_2), (c, "=", 1)]
    ends = [[(R, "=", 0), (c, "=", 0)], [(last * (V + g**2), ">", most), (c, "=", 0)],
            [(D + h, ">", delta_2), (c, "=", 0)]]  # fmt: skip
    return ProcessStatement(
        (chance, "<=", chances), steps=T, clock=k, drawn=(g, q, c), where=sizes,
        sure=[[goes_on, *ends]], given=given,
        states=[(R, 1, c), (V, 0, V + c * g**2), (D, 0, D + c * h)],
        means={chance: 1 - R}, shows=(chance,),
    )  # fmt: skip


def by_both_means(**changes: Any) -> Outcome:  # noqa: ANN401
    """1 - R <= U/(4 T m) + W/delta_2, in mean 1/4 + 1/4."""
    fall, rest = 4 * m * T, (2 * mu + 1 / n) * share
    more = {"u": U, "w": W, "x": g**2, "y": h, "a": fall, "d": delta_2}
    late = [
        (most, "<=", V + g**2),
        (parse("a <= v + x", where="a <= b, b <= v + x"),
         {"a": fall, "b": most, "v": V, "x": g**2}),
        (parse("1 <= (u + x)/a + (w + y)/d",
               where="a <= v + x, v <= u, w >= 0, y >= 0, a > 0, d > 0"), {**more, "v": V}),
    ]  # fmt: skip
    dear = [
        (delta_2, "<=", D + h),
        (
            parse(
                "1 <= (u + x)/a + (w + y)/d",
                where="d <= v + y, v <= w, u >= 0, x >= 0, a > 0, d > 0",
            ),
            {**more, "v": D},
        ),
    ]
    still = [
        (
            parse(
                "0 <= (u + x)/a + (w + y)/d", where="w >= 0, y >= 0, u >= 0, x >= 0, a > 0, d > 0"
            ),
            more,
        )
    ]
    over = [
        (parse("1 <= z", where="1 - r <= z, r = 0"), {"r": R, "z": U / fall + W / delta_2}),
        (parse("1 <= (u + x)/a + (w + y)/d",
               where="1 <= u/a + w/d, x >= 0, y >= 0, a > 0, d > 0"), more),
    ]  # fmt: skip
    ways: list[list[Any]] = [over, late, dear]
    last = {"c": c, "z": (U + g**2) / fall + (W + h) / delta_2}
    proof = ProcessProof(
        ended(**changes),
        helpers=[(U, 0, U + g**2), (W, 0, W + h)],
        always=[(V, "<=", U), (D, "<=", W), (1 - R, "<=", U / fall + W / delta_2), (R, "<=", 1)],
        facts={
            0: [(SLOWER, {"v": V, "u": U, "x": g**2, "c": c})],
            1: [(SLOWER, {"v": D, "u": W, "x": h, "c": c})],
            2: {
                0: [*still, (parse("1 - c <= z", where="c = 1, 0 <= z"), last)],
                **{
                    case: [*way, (parse("1 - c <= z", where="c = 0, 1 <= z"), last)]
                    for case, way in enumerate(ways, 1)
                },
            },
        },
    )
    for total, part, mean in ((U, g**2, m), (W, h, rest)):
        (step,) = proof.potential(total + (T - k) * mean, "<=", facts=[
            (parse("0 <= u + (t - k)*m", where="u >= 0, m > 0, k <= t"),
             {"u": total, "t": T, "k": k, "m": mean})])  # fmt: skip
        step.instance(M, 0, {})
        step.instance(N, 1, {})
        made: list[Any] = [(1, M)] if total == U else [(2 * share, N), (share / n, 1)]
        step.exists(NEXT, (total + (T - k - 1) * mean, 1), *made, facts=[
            (parse("0 <= u + x + (t - k - 1)*m", where="u >= 0, x >= 0, m > 0, k + 1 <= t"),
             {"u": total, "x": part, "t": T, "k": k, "m": mean})])  # fmt: skip
        drawn = M if total == U else 2 * share * N + share / n
        step.fact((NEXT, "<=", total + (T - k) * mean), facts=[
            (parse("2*d*y + d/n = (2*z + 1/n)*d", where="y = z, n > 0"),
             {"d": share, "y": N, "z": mu, "n": n}),
            (parse("x <= u + (t - k)*m", where="x <= u + (t - k - 1)*m + y, y = m"),
             {"x": NEXT, "u": total, "t": T, "k": k, "m": mean, "y": drawn})])  # fmt: skip
    end = proof.end()
    end.instance(E_U, 0, {})
    end.instance(E_W, 1, {})
    end.exists(chance, (1 / fall, E_U), (1 / delta_2, E_W), facts=[
        (parse("0 <= u/a + w/d", where="u >= 0, w >= 0, a > 0, d > 0"),
         {"u": U, "w": W, "a": fall, "d": delta_2})])  # fmt: skip
    return proof.outcome(facts=[
        (parse("u/(4*t*m) <= 1/4", where="u <= t*m, t > 0, m > 0"), {"u": E_U, "t": T, "m": m}),
        (parse("w/y <= 1/4", where="w <= t*z*d, d = y/(4*t*z), t > 0, z > 0, y > 0"),
         {"w": E_W, "t": T, "z": 2 * mu + 1 / n, "d": share, "y": delta_2}),
        (parse("x <= 1/2", where="x <= u + w, u <= 1/4, w <= 1/4"),
         {"x": chance, "u": E_U / fall, "w": E_W / delta_2})])  # fmt: skip
