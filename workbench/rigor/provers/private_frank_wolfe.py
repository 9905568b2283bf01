"""Privacy of Frank-Wolfe with noisy choices on the whole sample.

A score is <g, v> for a vertex v and the mean g of n gradients; a replaced record moves it by
<f - h, v>/n, where f and h are the gradients of the record and of its rival at the same point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.privacy import left_of, shown_private
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.theorem import Num, Theorem

budget, delta, L0, D = (th.number(name, above=0) for name in ("epsilon", "delta", "L_0", "D"))
n, T = th.integer("n", at_least=1), th.integer("T", at_least=1)
LOG = th.ln(1 / delta)
MODERATE: Any = ((budget, "<=", 8 * LOG), (delta, "<", 1))
C = th.convex("C")
f, h, v = (th.vector(name) for name in "fhv")
LOSSES = ((C.dual(f), "<=", L0**2), (C.dual(h), "<=", L0**2), (C.square(v), "<=", D**2))


def moved_scores(*, most: int = 2, given: Sequence[Any] = LOSSES) -> Proof:
    """<f - h, v>/n <= 2 L_0 D/n."""
    p = Proof(Theorem((L0, D, n, C, f, h, v), given=given,
                      concludes=(1 / n * (f - h) @ v, "<=", most * L0 * D / n)))  # fmt: skip
    sizes: list[Any] = []
    ratio = D / L0  # of the lengths, so that their squares are alike
    for sign, slope, known in ((1, f, LOSSES[0]), (-1, h, LOSSES[1])):
        scaled = sign * ratio * slope
        sizes += [
            (1 / (n * ratio), p.young(C, scaled, v)), (1 / (2 * n * ratio), p.given(LOSSES[2])),
            (1 / (2 * n * ratio), p.scaled(C, sign * ratio, slope, which="dual")),
            (ratio / (2 * n), p.given(known)),
        ]  # fmt: skip
    p.gram(p.theorem.concludes, sizes)
    return p


def _choices(step: Num, guarantee: Any, where: Any, noise: int) -> PrivateStatement:  # noqa: ANN401
    at = pv.released("past")
    return pv.private(
        (budget, delta, L0, D, n, T), where=where, records=n, rounds=T,
        state={"past": pv.beside(at, pv.released("v"))}, guarantee=guarantee,
        releases=[pv.release("v", ["noisy-max", noise * L0 * D / (n * step)],
                             ["function", "inf", at], moves=2 * L0 * D / n)],
    )  # fmt: skip


def pure(noise: int = 4) -> PrivateStatement:
    """T choices with the scale 4 L_0 D T/(n eps) are (eps, 0)-DP."""
    return _choices(budget / T, pv.pure(budget), (), noise)


def approximate(noise: int = 4, where: Any = MODERATE) -> PrivateStatement:  # noqa: ANN401
    """With 4 L_0 D (8 T L)^(1/2)/(n eps) they are (eps, delta)-DP."""
    return _choices(budget / th.root(8 * T * LOG), pv.approximate(budget, delta), where, noise)


def is_pure(**changes: Any) -> Outcome:  # noqa: ANN401
    """Each choice costs eps/T."""
    return shown_private(pure(**changes))


def is_approximate(**changes: Any) -> Outcome:  # noqa: ANN401
    """At the order 1 + 4 L/eps: eps/2 + eps^2/(16 L) <= eps."""
    return shown_private(approximate(**changes), above=4 * LOG / budget)


q, N = th.integer("q", at_least=1), th.integer("N", at_least=1)
top, weight = th.number("s", above=0), th.number("Lambda", above=0)
r, k, turn = th.integer("r"), th.integer("k"), th.numbers("u", at_least=0)
SYMBOLS = (budget, delta, weight, n, N, q, top, turn)
REACHED: tuple[Any, ...] = (
    (weight, "=", LOG), (budget, "<=", 8 * weight), (r, 1, (turn[r] ** 2, "=", turn[r])),
    (th.total(r, 1, N, turn[r]), "<=", q),
)  # fmt: skip


def _scale(noise: int) -> Num:
    return noise * top * th.root(2 * q * weight) / budget


def reached(noise: int = 4, where: Any = REACHED) -> PrivateStatement:  # noqa: ANN401
    """N choices with the scale 4 s (2 q L)^(1/2)/eps, of which q see a record: u_r s or less."""
    at = pv.released("past")
    return pv.private(
        SYMBOLS, where=where, records=n, rounds=N, index=r, adjacency="replace-record",
        state={"past": pv.beside(at, pv.released("v"))},
        guarantee=pv.approximate(budget, delta),
        releases=[pv.release("v", ["noisy-max", _scale(noise)], ["function", "inf", at],
                             moves=turn[r] * top)],
    )  # fmt: skip


def are_reached(noise: int = 4, where: Any = REACHED) -> Outcome:  # noqa: ANN401
    """At the order 1 + 4 L/eps: eps/2 + eps^2/(16 L) <= eps, as the u_r add up to q at most."""
    statement, above = reached(noise, where), 4 * weight / budget
    p = left_of(SYMBOLS, where, statement, above=above)
    each = budget**2 / (16 * q * weight)

    def said(count: Num) -> th.Said:
        spent = th.total(r, 1, count, (2 * (turn[r] * top) / _scale(noise)) ** 2 / 2)
        return spent, "=", th.total(r, 1, count, each * turn[r])

    order, moderate, bit, often = map(p.given, REACHED)
    here = p.induction(k, 0, said(k), p.gram(said(0 * N), []))
    p.gram(said(k + 1), [(1, here), (each, p.at(bit, k + 1))])
    p.gram(p.theorem.concludes, [
        (1 + above, p.at(p.close(), N)), ((1 + above) * each, often),
        (-1 * budget / (4 * weight), order), (budget / (16 * weight), moderate),
    ])  # fmt: skip
    return shown_private(statement, above=above, proof=p)
