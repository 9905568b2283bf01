"""The second moments of features that are uniform on [0, 1]^d, and their largest eigenvalue.

A uniform number has the mean 1/2 and the second moment 1/3.  For d of them that are drawn one after
the other, independently, and any numbers h_1, ..., h_d,

    E (sum_k h_k u_k)^2 = (sum_k h_k^2)/12 + (sum_k h_k)^2/4  <=  (1/12 + d/4) sum_k h_k^2,

with equality where all h_k are equal: the largest eigenvalue of E u u^T is 1/12 + d/4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.batches import of_all
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.integrals import IntegralStatement, over_range
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

d, i, j = declare("integer d > 0, integer i j")
C, g = declare("C >= 0, real g")
steps = declare("integer d >= 0")
h, u, v, a, M, second, S, R = declare("real h u v a M E_2 S R")
mean_u, mean_square, start = declare("real m_1 m_2 A")
Q = declare("Q >= 0")
x, y = (sp.IndexedBase(name, real=True) for name in "hu")
TWELFTH = sp.Rational(1, 12)
GIVEN = ((u, "=", sp.S.Half), (u**2, "=", sp.Rational(1, 3)))


def moment(power: int, value: Any) -> IntegralStatement:  # noqa: ANN401 - sympy
    """The mean of a power of a uniform number."""
    return IntegralStatement((M, "=", value), means={M: over_range(v**power, v, 0, 1)})


def quadratic(share: Any = TWELFTH, given: Sequence[Any] = GIVEN) -> ProcessStatement:  # noqa: ANN401
    """E <h, u>^2 for independent entries."""
    return ProcessStatement(
        (second, "=", share * Q + R**2 / 4), steps=steps, fixed=(h,), drawn=(u,), given=given,
        states=[(S, 0, S + h * u), (R, 0, R + h), (Q, 0, Q + h**2)], means={second: S**2},
        shows=(second,),
    )  # fmt: skip


ALL = of_all(i, last=d)
SQUARES, TOTAL = sp.Sum(x[i] ** 2, (i, 1, d)), sp.Sum(x[i], (i, 1, d))
EQUAL = ((i,), ALL, (x[i], "=", g))


def largest(growth: Any = d) -> MomentStatement:  # noqa: ANN401
    """This form is at most 1/12 + d/4 times the square of h."""
    most = (TWELFTH + growth / 4) * SQUARES
    return MomentStatement((TWELFTH * SQUARES + TOTAL**2 / 4, "<=", most))


def attained(every: Sequence[Any] = (EQUAL,)) -> MomentStatement:
    """It is that where all entries of h are equal."""
    most = (TWELFTH + d / 4) * SQUARES
    return MomentStatement((TWELFTH * SQUARES + TOTAL**2 / 4, "=", most), every=every)


LENGTH = sp.Sum(y[i] ** 2, (i, 1, d))
BALL = ((sp.Sum(sp.Abs(y[i]), (i, 1, d)), "<=", C),)
BOX = (((i,), ALL, (y[i], "<=", 1)), ((i,), ALL, (0, "<=", y[i])))


def in_ball(where: Sequence[Any] = BALL) -> MomentStatement:
    """A vector in the l1 ball of radius C is no longer than C."""
    return MomentStatement((LENGTH, "<=", C**2), where=where)


def in_box(every: Sequence[Any] = BOX) -> MomentStatement:
    """A vector in [0, 1]^d has a square of at most d."""
    return MomentStatement((LENGTH, "<=", d), every=every)


# proofs -------------------------------------------------------------------------------------------

LIGHT = ("sign", "identity", "sos", "products", "factors")


def moment_shown(power: int, value: Any) -> Outcome:  # noqa: ANN401
    """A primitive is v^(power + 1)/(power + 1)."""
    proof = IntegralProof(moment(power, value))
    proof.evaluate(M, [Segment(v ** (power + 1) / (power + 1))])
    return proof.outcome()


def quadratic_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """(S_t - R_t/2 + a)^2 - Q_t/12 keeps its mean, a^2, for every number a: at the end a = R/2."""
    proof, centre = ProcessProof(quadratic(**changes)), S - R / 2 + a
    (one,) = proof.potential(sp.S.One, "=", methods=LIGHT)
    one.exists(NEXT, (1, 1), methods=LIGHT)
    one.integrate("=", (1, NEXT), (-1, 1), methods=LIGHT)
    now = centre**2 - Q / 12
    (step,) = proof.potential(now, "=", of=(a,), below=[(Q / 12, 0)], methods=LIGHT)
    step.instance(mean_u, 0, {})
    step.instance(mean_square, 1, {})
    size = 2 * centre**2 + h**2 / 2 + (Q + h**2) / 12
    step.exists(NEXT, (size, 1), (2 * h**2, mean_square), (-2 * h**2, mean_u), methods=LIGHT)
    fixed = centre**2 - centre * h + h**2 / 4 - (Q + h**2) / 12
    step.integrate("=", (fixed, 1), (2 * centre * h - h**2, mean_u), (h**2, mean_square),
                   (-1, NEXT), methods=LIGHT)  # fmt: skip
    step.fact((NEXT, "=", now), methods=LIGHT)
    end = proof.end()
    end.instance(start, 1, {a: R / 2})
    end.exists(second, (1, start), (Q / 12, 1), methods=LIGHT)
    end.integrate("=", (1, start), (Q / 12, 1), (-1, second), methods=LIGHT)
    return proof.outcome(methods=LIGHT)


def lagrange(known: Known) -> None:
    """The steps of `largest`: d sum h_i^2 - (sum h_i)^2 is half the sum of all (h_i - h_j)^2."""
    apart = (x[i] - x[j]) ** 2

    def row(inside: Known) -> None:
        inside.add(inside.every([j], of_all(j, last=d), (0, "<=", apart)))
        inside.adds({-1: 1})

    known.add(known.every([i], ALL, (0, "<=", sp.Sum(apart, (j, 1, d))), row))
    known.adds({-1: sp.Rational(1, 8)})


def all_equal(known: Known) -> None:
    """The steps of `attained`."""

    def square(inside: Known) -> None:
        inside.take(0, {i: i})
        inside.equals({-1: x[i] + g})

    known.add(0)
    known.add(known.every([i], ALL, (x[i] ** 2, "=", g**2), square))
    known.equals({0: (TOTAL + d * g) / 4, 1: -d / 4})


_UNIT = parse("y^2 <= 1", where="y <= 1, y >= 0")
_SQUARE = parse("y^2 <= c*abs(y)", where="abs(y) <= c")


def short(known: Known) -> None:
    """The steps of `in_ball`: no entry is larger than C, so u_i^2 <= C |u_i|."""
    size = sp.Abs(y[j])

    def one(inside: Known) -> None:
        inside.split(sp.Sum(size, (j, 1, d)), i)
        inside.weaken(">=")
        rest = sum(sp.Sum(size, (j, first, last)) for first, last in ((1, i - 1), (i + 1, d)))
        inside.adds({0: 1, -1: 1}, rest)
        inside.fact((sp.Abs(y[i]), "<=", C))
        inside.using((_SQUARE, {"y": y[i], "c": C}))

    known.add(known.every([i], ALL, (y[i] ** 2, "<=", C * sp.Abs(y[i])), one))
    known.adds({-1: 1, 0: C})


def within(known: Known) -> None:
    """The steps of `in_box`: u_i^2 <= 1."""

    def one(inside: Known) -> None:
        for end in (0, 1):
            inside.take(end, {i: i})
        inside.using((_UNIT, {"y": y[i]}))

    known.add(known.every([i], ALL, (y[i] ** 2, "<=", 1), one))
    known.adds({-1: 1})


def largest_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The largest eigenvalue from above."""
    return moments_shown(largest(**changes), lagrange)


def attained_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Its eigenvector."""
    return moments_shown(attained(**changes), all_equal)


def in_ball_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The l1 ball."""
    return moments_shown(in_ball(**changes), short)


def in_box_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The box."""
    return moments_shown(in_box(**changes), within)
