"""Weighted arithmetic-geometric means: the lower bounds that no choice of parameters escapes.

For weights w_i >= 0 with sum 1, and multipliers m_l >= 0 on the power products of the constraints,

    sum_i t_i  >=  prod_i (t_i / w_i)^w_i  >=  prod_i (t_i / w_i)^w_i  prod_l (g_l M_l / m_l)^m_l

where M_l is the sum of the multipliers within the constraint of g_l.  When the weights cancel all
free parameters, the right side depends on the data alone: a floor under the bound.  The best order
is the largest of the finitely many floors at the vertices of the polytope of such weights.  Rays
of that polyhedron have no weight on terms: they say which data allow any choice of parameters.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from workbench.rates.cone import Vector, extreme_rays
from workbench.rates.constants import ONE, Constant
from workbench.rates.powers import PowerProduct
from workbench.rates.problem import RateProblem


@dataclass(frozen=True, slots=True)
class Vertex:
    """Weights on the terms and multipliers on the constraints, in the order of the problem's rows.

    `floor` is the power product that they give, with its exact constant: the bound is never less.
    `ceiling` is the constant with which the largest vertex bounds the best value from above.
    """

    weights: Vector
    multipliers: Vector
    floor: PowerProduct
    ceiling: Constant

    @property
    def support(self) -> tuple[int, ...]:
        """The rows with a positive weight or multiplier."""
        both = (*self.weights, *self.multipliers)
        return tuple(i for i, z in enumerate(both) if z)


@dataclass(frozen=True, slots=True)
class Requirement:
    """A combination of constraints without free parameters: `product` <= 1 must hold.

    `slack` is the factor by which product <= 1/slack is known to be enough.
    """

    multipliers: Vector
    product: PowerProduct
    slack: Constant


def dual(problem: RateProblem) -> tuple[tuple[Vertex, ...], tuple[Requirement, ...]]:
    """All vertices of the dual polyhedron, and its extreme rays."""
    count = len(problem.terms)
    vertices, requirements = [], []
    for ray in extreme_rays([problem.free_part(row) for row in problem.rows]):
        total = sum(ray[:count])
        scaled = tuple(Fraction(z, total or 1) for z in ray)
        weights, multipliers = scaled[:count], scaled[count:]
        if total:
            vertices.append(
                Vertex(
                    weights,
                    multipliers,
                    floor(problem, weights, multipliers),
                    _ceiling(problem, weights, multipliers),
                )
            )
        else:
            product = floor(problem, weights, multipliers)
            slack = _ceiling(problem, weights, multipliers) / product.coefficient
            requirements.append(Requirement(multipliers, product, slack))
    return tuple(vertices), tuple(requirements)


def floor(problem: RateProblem, weights: Vector, multipliers: Vector) -> PowerProduct:
    """The right side of the inequality above."""
    whole = PowerProduct.product(zip(problem.rows, (*weights, *multipliers), strict=True))
    totals: dict[int, Fraction] = {}
    for j, m in zip(problem.groups, multipliers, strict=True):
        totals[j] = totals.get(j, Fraction(0)) + m
    spread = [(Constant.of(w), -w) for w in weights if w]
    spread += [
        (Constant.of(totals[j] / m), m)
        for j, m in zip(problem.groups, multipliers, strict=True)
        if m
    ]
    return PowerProduct(whole.coefficient * Constant.product(spread), whole.powers)


def _ceiling(problem: RateProblem, weights: Vector, multipliers: Vector) -> Constant:
    """N prod c_i^w_i prod (size of its constraint * coefficient)^m_l, for N terms.

    It is the value of the linear program whose constraints give each of their power products an
    equal share, times the N terms: a choice of parameters attains it.
    """
    whole = Constant.product(
        (row.coefficient, z) for row, z in zip(problem.rows, (*weights, *multipliers), strict=True)
    )
    sizes = [len(c) for c in problem.constraints]
    shares = Constant.product(
        (Constant.of(sizes[j]), m) for j, m in zip(problem.groups, multipliers, strict=True)
    )
    count = Constant.of(len(problem.terms)) if any(weights) else ONE
    return whole * shares * count
