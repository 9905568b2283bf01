"""Means of one number of Laplace or normal noise, from its distribution function.

Statements about draws know a law by some of these means, and here they are those of the law.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.symbolic import declare
from workbench.symbolic.integrals import (
    Distribution,
    IntegralStatement,
    laplace_law,
    largest_of,
    mean_of,
    normal_law,
)

x, M, a, theta, sigma = declare("real x M, a >= 0, real theta, sigma > 0")
LAPLACE = ("laplace mean", "laplace square", "laplace excess")
NORMAL = ("normal square", "normal size", "normal exponential")


class NoiseMean(NamedTuple):
    """Of what it is the mean, or of what function of the size; its value; cuts, and parts."""

    law: Distribution
    of: Any
    value: Any
    parts: Sequence[Segment]
    cuts: Sequence[Any] = ()
    size: bool = False


def mean_called(which: str, a: Any = a, sigma: Any = sigma) -> NoiseMean:  # noqa: ANN401
    """One of the means, above the level a and at the scale sigma."""
    law, tail = laplace_law(x, sigma), sp.exp(-x / sigma)
    normal, root = normal_law(x, sigma), sigma * sp.sqrt(2)
    below = sp.erfc(-x / root) / 2  # the chance, and the density
    bell = sp.exp(-(x**2) / (2 * sigma**2)) / (sigma * sp.sqrt(2 * sp.pi))
    left, right = x - sigma, x + sigma
    grown = sp.exp(theta**2 * sigma**2 / 2)
    match which:
        case "laplace mean":
            parts = [
                Segment(left / (2 * tail), (0,), sign="-"),
                Segment(-right * tail / 2, (1,)),
            ]
            return NoiseMean(law, x, 0, parts, [0])
        case "laplace square":
            parts = [Segment((left**2 + sigma**2) / (2 * tail), (0,)),
                     Segment(-(right**2 + sigma**2) * tail / 2, (1,))]  # fmt: skip
            return NoiseMean(law, x**2, 2 * sigma**2, parts, [0])
        case "laplace excess":
            parts = [
                Segment(0, (1, 0), twice=True),
                Segment((a - right) * tail, (1, 0), twice=True),
            ]
            above = (x - a + sp.Abs(x - a)) / 2
            return NoiseMean(law, above, sigma * sp.exp(-a / sigma), parts, [a], size=True)
        case "normal square":
            return NoiseMean(normal, x**2, sigma**2, [Segment(sigma**2 * (below - x * bell), (0,))])
        case "normal size":
            parts = [Segment(-2 * sigma**2 * bell, (0, 0))]
            return NoiseMean(normal, x, sp.sqrt(2 / sp.pi) * sigma, parts, size=True)
    parts = [Segment(grown * sp.erfc((theta * sigma**2 - x) / root) / 2, (0,))]
    return NoiseMean(normal, sp.exp(theta * x), grown, parts)


def stated(which: str, *, share: Any = 1, **at: Any) -> IntegralStatement:  # noqa: ANN401
    """That a mean is this value, or a share of it."""
    one = mean_called(which, **at)
    mean = largest_of(1, one.law, of=one.of, size=True) if one.size else mean_of(one.law, one.of)
    return IntegralStatement((M, "=", share * one.value), means={M: mean})


def shown(which: str, *, share: Any = 1, **at: Any) -> Outcome:  # noqa: ANN401
    """By primitives on both sides of 0, or of the level, or on the whole line."""
    one = mean_called(which, **at)
    proof = IntegralProof(stated(which, share=share, **at))
    proof.evaluate(M, one.parts, cuts=one.cuts)
    return proof.outcome()
