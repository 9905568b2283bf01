"""Images of vectors under a Gaussian matrix that is drawn for one release: how long, how private.

A has m rows of independent N(0, 1/m) entries, so |A w|^2 = |w|^2 S/m for the sum S of m squares of
normal numbers, and E e^(kappa y^2) = (1 - 2 kappa)^(-1/2) for each of them.  At kappa = 5/18,

    Pr[S > 9 m/4] <= e^(-5 m/8) (3/2)^m = e^(-m (5/4 - ln(9/4))/2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.expectations import LawStatement, indicator
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

m, k, kappa, delta = declare("integer m > 0, integer k, kappa >= 0, delta > 0")
y, S, Z, chance, mean, E = declare("real y, S >= 0, real Z p M E_S")
GAIN, RATE = sp.Rational(9, 4), sp.Rational(5, 4) - sp.log(sp.Rational(9, 4))
NORMAL: Any = (((kappa,), sp.exp(kappa * y**2), "=", (1 - 2 * kappa) ** sp.Rational(-1, 2),
                [(kappa, "<", sp.S.Half)]),)  # fmt: skip
ROWS: Any = ((2 * sp.log(2 / delta), "<=", m * RATE),)


def long(
    most: Any = delta / 2, given: Sequence[Any] = NORMAL, where: Sequence[Any] = ROWS,  # noqa: ANN401
    gain: Any = GAIN,  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """Pr[|A w|^2 > (9/4) |w|^2] <= delta/2, for m >= 2 ln(2/delta)/(5/4 - ln(9/4))."""
    return ProcessStatement(
        (chance, "<=", most), steps=m, clock=k, drawn=(y,), given=given, where=where,
        states=[(S, 0, S + y**2)], random=(Z,), after=[indicator(Z, (S / m, ">", gain))],
        means={chance: Z}, shows=(chance,),
    )  # fmt: skip


_REACHED = "(3/2)^m*exp(-b)*((2/3)^m*exp(a))"
_POWERS = tuple(
    parse(text, where="integer m >= 0")
    for text in (
        "exp(-m*(5/4-log(9/4))/2) = exp(-5*m/8)*exp(m*log(3/2))",
        "exp(m*log(3/2)) = (3/2)^m",
    )
)


def seldom_long(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(5 S/18) (2/3)^m <= 1, and S > 9 m/4 where Z = 1."""
    proof = ProcessProof(long(**changes), seconds=5)
    rate, less = sp.Rational(5, 18), sp.Rational(2, 3)
    now = sp.exp(rate * S) * less**k
    (step,) = proof.potential(now, "=")
    step.instance(mean, 0, {kappa: rate})
    step.exists(NEXT, (now * less, mean))
    step.integrate("=", (now * less, mean), (-1, NEXT))
    step.fact((NEXT, "=", now))
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(chance, (1, 1))
    low = sp.exp(-rate * GAIN * m) * sp.Rational(3, 2) ** m
    at = {"m": m, "b": rate * GAIN * m, "a": rate * S, "z": Z}
    end.integrate("<=", (low, E), (-1, chance), facts={
        0: [(parse("b*m <= s", where="s/m > b, m > 0"), {"s": S, "m": m, "b": GAIN}),
            (parse(f"z <= {_REACHED}", where="z = 1, b <= a, integer m >= 1"), at)],
        1: [(parse(f"z <= {_REACHED}", where="z = 0, integer m >= 1"), at)],
    })  # fmt: skip
    half, bound = sp.exp(-m * RATE / 2), sp.exp(-sp.log(2 / delta))
    return proof.outcome(facts=[
        (half, "<=", bound), (bound, "=", delta / 2),
        *((one, {"m": m}) for one in _POWERS),
        (parse("v = h", where="u = w, h = g*u, v = g*w"),
         {"v": low, "h": half, "g": sp.exp(-rate * GAIN * m), "u": _POWERS[1].left,
          "w": _POWERS[1].right}),
        (parse("x <= t", where="0 <= t*y - x, y = 1"), {"x": chance, "t": low, "y": E}),
        (parse("x <= s", where="x <= t, t = h, h <= b, b = s"),
         {"x": chance, "t": low, "h": half, "b": bound, "s": delta / 2}),
    ])  # fmt: skip


P, Q, bad, eps, E_P, E_Q, E_bad = declare("P Q >= 0, real bad, epsilon > 0, real E_P E_Q E_bad")
LIKELY = (P, "<=", sp.exp(eps) * Q + delta / 2)
SHORT: Any = ((P, "<=", 1), [[(bad, "=", 1)], [(bad, "=", 0), LIKELY]])
RARE: Any = ((E_bad, "<=", delta / 2),)


def image(
    most: Any = delta, sure: Sequence[Any] = SHORT, where: Sequence[Any] = RARE  # noqa: ANN401
) -> LawStatement:  # fmt: skip
    """E P <= e^eps E Q + delta for events of the release with the chances P and Q, given A."""
    return LawStatement(
        (E_P, "<=", sp.exp(eps) * E_Q + most), random=(P, Q, bad), sure=sure, where=where,
        means={E_P: P, E_Q: Q, E_bad: bad}, shows=(E_P,),
    )  # fmt: skip


def over_all_matrices(**changes: Any) -> Outcome:  # noqa: ANN401
    """P <= bad + e^eps Q + delta/2."""
    law = LawProof(image(**changes), seconds=3)
    law.exists(E_P, (1, 1))
    law.integrate("<=", (1, E_bad), (sp.exp(eps), E_Q), (delta / 2, 1), (-1, E_P))
    return law.outcome(facts=[
        (parse("p <= q + d", where="0 <= b + q + d/2 - p, b <= d/2"),
         {"p": E_P, "q": sp.exp(eps) * E_Q, "b": E_bad, "d": delta})])  # fmt: skip


L, n, D, image_of_D = declare("L > 0, integer n > 0, D D_A >= 0")  # |w|_2^2, |A w|_2^2
RECORDS: Any = ((image_of_D, "<=", GAIN * D), (D, "<=", (2 * L) ** 2))


def moved(most: Any = 3, where: Sequence[Any] = RECORDS) -> Relation:  # noqa: ANN401
    """|A w|_2/n <= 3 L/n for |A w|_2 <= (3/2) |w|_2, |w|_2 <= 2 L."""
    return relation(sp.sqrt(image_of_D) / n, "<=", most * L / n, where=where)


SMALL, GRIDS = sp.Rational(1, 10**5), {2: (7, 9, 10, 12, 16), 10: (7, 10)}  # four times the gains
count = 1 + max(map(len, GRIDS.values()))
above, chances = (sp.symbols(f"{one}_1:{count}", real=True) for one in ("I", "p"))
costs = sp.symbols(f"delta_1:{count}", real=True)


def exceeds(rows: int, gain: Any) -> Any:  # noqa: ANN401
    """Pr[S > m gain^2] for even m: e^-x sum_{k < m/2} x^k/k!, x = m gain^2/2."""
    x = sp.Rational(rows, 2) * gain**2
    return sp.exp(-x) * sum((x**j / sp.factorial(j) for j in range(rows // 2)), sp.Integer(0))


def few(rows: int, cost: Any, most: Any = SMALL, told: Sequence[int] = (0, 1)) -> LawStatement:  # noqa: ANN401
    """E P <= e E Q + 10^-5 for so many rows: P <= e Q + cost(gain) for |A w|_2 <= gain |w|_2.

    told: whether the costs are told, 0, and the chances that gains are exceeded, 1
    """
    grid = [sp.Rational(one, 4) for one in GRIDS[rows]]
    size = len(grid)
    cases = [
        [
            *((one, "=", int(j < i)) for j, one in enumerate(above[:size])),
            *([(P, "<=", sp.E * Q + costs[i])] if i < size else []),
        ]
        for i in range(size + 1)
    ]
    where = [
        [(costs[i], "=", cost(gain)) for i, gain in enumerate(grid)],
        [(chances[i], "=", exceeds(rows, gain)) for i, gain in enumerate(grid)],
    ]
    means = {E_P: P, E_Q: Q, **dict(zip(chances[:size], above[:size], strict=True))}
    return LawStatement(
        (E_P, "<=", sp.E * E_Q + most), random=(P, Q, *above[:size]), sure=[(P, "<=", 1), cases],
        where=[one for part in told for one in where[part]], means=means, shows=(E_P,),
    )  # fmt: skip


def layers(rows: int, cost: Any, **changes: Any) -> Outcome:  # noqa: ANN401
    """P <= e Q + delta_1 + I_1 (delta_2 - delta_1) + ... + I_j (1 - delta_j)."""
    law, size = LawProof(few(rows, cost, **changes), seconds=10), len(GRIDS[rows])
    steps = [
        (after - before, mean)
        for before, after, mean in zip(
            costs[:size], [*costs[1:size], 1], chances[:size], strict=True
        )
    ]
    law.exists(E_P, (1, 1))
    law.integrate("<=", (sp.E, E_Q), (costs[0], 1), *steps, (-1, E_P), uses=[])
    total = costs[0] + sum(c * mean for c, mean in steps)
    told = [*costs[:size], *chances[:size]]
    small = relation(total, "<=", SMALL, where=few(rows, cost).where)
    return law.outcome(methods=("sign", "identity", "products", "boxes"), facts=[
        (small, {one.name: one for one in told}),
        (parse("p <= q + d", where="0 <= q + t - p, t <= d"),
         {"p": E_P, "q": sp.E * E_Q, "t": total, "d": SMALL})])  # fmt: skip
