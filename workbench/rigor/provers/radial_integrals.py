"""Integrals over R^d of a function of a norm, by the volumes of its balls.

A ball of radius r has the volume V r^d, so the integral of h(|z|) is that of h(r) V d r^(d-1).  By
parts, for h(r) = e^(-r^2/(2 sigma^2)) it is d sigma^2 times that for d - 2 with the same V, and the
gamma function at d/2, the integral of 2 t^(d-1) e^(-t^2), is (d/2 - 1) times that for d - 2.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.symbolic import declare
from workbench.symbolic.integrals import IntegralStatement, over_range

k, j, V, sigma = declare("integer k >= 0, integer j, V sigma > 0")
ANY = declare("real sigma")
r, t, mass, gamma = declare("real r t I G")


def normaliser(
    odd: bool, *, spread: Any = sigma, width: int = 2, times: Any = 1, volume: int = 0  # noqa: ANN401
) -> IntegralStatement:  # fmt: skip
    """The integral of e^(-|z|^2/(width spread^2)) is V d 2^(d/2 - 1) spread^d Gamma(d/2).

    odd:    whether this is d, which is 2 k + 1 or 2 k + 2
    volume: the volume of a ball is that of the unit ball times r to this power more than d
    """
    d = 2 * k + (1 if odd else 2)
    density = sp.exp(-(r**2) / (width * spread**2)) * V * (d + volume) * r ** (d - 1 + volume)
    euler = over_range(2 * t ** (d - 1) * sp.exp(-(t**2)), t, 0)
    two = 2**k / sp.sqrt(2) if odd else 2**k
    return IntegralStatement((mass, "=", times * V * d * two * spread**d * gamma),
                             means={mass: over_range(density, r, 0), gamma: euler})  # fmt: skip


def is_normaliser(odd: bool, **changes: Any) -> Outcome:  # noqa: ANN401
    """Both integrals by parts, from d to d + 2; they begin with d = 1 or d = 2."""
    proof = IntegralProof(normaliser(odd, **changes), seconds=4)
    d, v, root = 2 * k + (1 if odd else 2), 2 * sigma**2, sp.sqrt(2) * sigma
    product = sp.Product(j - sp.S.Half if odd else j, (j, 1, k))
    bell, wide = sp.exp(-(t**2)), sp.exp(-(r**2) / v)
    middle = sp.erfc(0, evaluate=False)  # it is 1, and cancels
    if odd:
        half = V * sp.sqrt(sp.pi) * root / 2
        first, start = -half * sp.erfc(r / root), half * middle
        base, one = -sp.sqrt(sp.pi) * sp.erfc(t), sp.sqrt(sp.pi) * middle
    else:
        first, start, base, one = -V * v * wide, V * v / 2, -bell, sp.S.One
    proof.induct(mass, k, 0, start * d * v**k * product, base=[Segment(first)],
                 factor=v / 2 * (d + 2),
                 step=[Segment(-v / 2 * V * (d + 2) * r**d * wide)])  # fmt: skip
    proof.induct(gamma, k, 0, one * product, base=[Segment(base)], factor=d / sp.S(2),
                 step=[Segment(-(t**d) * bell)])  # fmt: skip
    return proof.outcome(methods=("identity", "sign", "products"))
