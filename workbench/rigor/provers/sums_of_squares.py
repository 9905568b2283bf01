"""The sum S of m squares of independent N(0, 1) numbers, for even m: its law, and how it decays.

    E e^(kappa y^2) = (1 - 2 kappa)^(-1/2),  so  E e^(kappa S) = (1 - 2 kappa)^(-m/2).

For m = 2 k + 2 this is also the mean of e^(2 kappa U) for U of density u^k e^(-u)/k!, u > 0, by
parts, and the chance that U exceeds t is e^(-t) (1 + t + ... + t^k/k!).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.integrals import IntegralStatement, mean_of, normal_law, over_range
from workbench.symbolic.processes import ProcessStatement

kappa, y, u, M, E, S = declare("real kappa y u M E, S >= 0")
k, j, i, m, n, t = declare("integer k >= 0, integer j i, integer m >= 0, integer n, t >= 0")
DENSITY = u**k * sp.exp(-u)
ROOT = sp.sqrt(1 - 2 * kappa)
BELOW: Any = ((kappa, "<", sp.S.Half),)
v = declare("v > 0")  # the mean for one of them
EACH: Any = ((sp.exp(kappa * y**2), "=", v),)


def _product(last: Any) -> Any:  # noqa: ANN401
    return sp.Product(i, (i, 1, last))


def _decay(last: Any = k) -> Any:  # noqa: ANN401
    """k! e^(-t) (1 + t + ... + t^last/last!)."""
    return _product(k) * sp.exp(-t) * sp.Sum(t**j / _product(j), (j, 0, last))


def of_one(value: Any = 1 / ROOT, where: Sequence[Any] = BELOW) -> IntegralStatement:  # noqa: ANN401
    """E e^(kappa y^2) for y of law N(0, 1)."""
    mean = mean_of(normal_law(y), sp.exp(kappa * y**2))
    return IntegralStatement((M, "=", value), means={M: mean}, where=where)


def one_square(**changes: Any) -> Outcome:  # noqa: ANN401
    """e^(kappa y^2) times the density is that of N(0, 1/(1 - 2 kappa)), up to a factor."""
    proof = IntegralProof(of_one(**changes))
    proof.evaluate(M, [Segment(sp.erfc(-y * ROOT / sp.sqrt(2)) / (2 * ROOT), (0,))])
    return proof.outcome()


def of_all(value: Any = v**m, given: Sequence[Any] = EACH) -> ProcessStatement:  # noqa: ANN401
    """E e^(kappa S) = v^m for the sum S of m squares, where v is the mean for one of them."""
    return ProcessStatement(
        (M, "=", value), steps=m, clock=n, drawn=(y,), given=given,
        states=[(S, 0, S + y**2)], means={M: sp.exp(kappa * S)}, shows=(M,),
    )  # fmt: skip


def all_squares(**changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(kappa S) v^-n = 1 after n of them."""
    proof = ProcessProof(of_all(**changes), seconds=3)
    now = sp.exp(kappa * S) * v**-n
    (step,) = proof.potential(now, "=")
    step.instance(E, 0, {})
    step.exists(NEXT, (now / v, E))
    step.integrate("=", (now / v, E), (-1, NEXT))
    step.fact((NEXT, "=", now))
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(M, (v**m, E))
    end.integrate("=", (v**m, E), (-1, M))
    end.fact((E, "=", 1))
    return proof.outcome()


def of_density(
    value: Any = (1 - 2 * kappa) ** (-k - 1), where: Sequence[Any] = BELOW  # noqa: ANN401
) -> IntegralStatement:  # fmt: skip
    """The mean of e^(2 kappa U), times k!, for U of density u^k e^(-u)/k!."""
    integral = over_range(DENSITY * sp.exp(2 * kappa * u), u, 0)
    return IntegralStatement((M, "=", _product(k) * value), means={M: integral}, where=where)


def the_density(**changes: Any) -> Outcome:  # noqa: ANN401
    """By parts, each is (k + 1)/(1 - 2 kappa) times the one before."""
    proof, rate = IntegralProof(of_density(**changes)), 1 - 2 * kappa
    low = sp.exp(-u + 2 * kappa * u) / rate
    value = _product(k) * rate ** (-k - 1)
    proof.induct(M, k, 0, value, base=[Segment(-low)], step=[Segment(-(u ** (k + 1)) * low)],
                 factor=(k + 1) / rate)  # fmt: skip
    return proof.outcome()


def beyond(last: Any = k) -> IntegralStatement:  # noqa: ANN401
    """Pr[U > t], times k!."""
    return IntegralStatement((M, "=", _decay(last)), means={M: over_range(DENSITY, u, t)})


def the_tail(**changes: Any) -> Outcome:  # noqa: ANN401
    """By parts, t^(k+1) e^(-t) is what the next one has more than k + 1 times this one."""
    proof, low = IntegralProof(beyond(**changes)), sp.exp(-u)
    proof.induct(M, k, 0, _decay(), base=[Segment(-low)], step=[Segment(-(u ** (k + 1)) * low)],
                 factor=k + 1)  # fmt: skip
    return proof.outcome()
