"""The best rate of a bound over its free parameters, with the proof that nothing better exists.

Vertices of the dual polyhedron   ->  floors that no setting escapes
rays of it                        ->  what the constraints require of the data
domination by Farkas multipliers  ->  which floors matter in the region
settings, one for each regime     ->  the floors are attained
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product as choices
from typing import Any

from flint import fmpq

from workbench.errors import ParameterError
from workbench.rates.answer import Dominated, Rate, RateAnswer, RateTerm, Rounding
from workbench.rates.attain import attain
from workbench.rates.cone import Direction, Multipliers, Vector, extreme_rays, farkas, interior
from workbench.rates.constants import ONE, Constant
from workbench.rates.duality import Requirement, Vertex, dual, floor
from workbench.rates.powers import PowerProduct
from workbench.rates.problem import RateProblem, make_problem
from workbench.rates.refusals import Degenerate, Infeasible, Unbounded


def best_rate(
    terms: Any,  # noqa: ANN401 - text, sympy expressions, or an iterable of them
    constraints: Any = (),  # noqa: ANN401
    *,
    free: Iterable[Any],
    region: Any = (),  # noqa: ANN401
    integer: Iterable[Any] = (),
) -> RateAnswer:
    """The smallest order of the sum of `terms` over the `free` parameters.

    Each of `constraints` and each condition of `region` means `<= 1`; the region is about the data
    only.  Parameters named in `integer` are natural numbers: each gets the constraint `>= 1`, and
    the answer says what rounding costs.  All symbols are positive.

    >>> rate = best_rate(
    ...     ["ell/(tau*T)", "tau", "K**(-1/2)"],
    ...     ["T/n", "tau*T**(3/2)*K**(1/2)/P"],
    ...     free=["tau", "T", "K"],
    ... )
    >>> print(rate)
    (ell/n)**(1/2) + (ell**3/P**2)**(1/6)
    """
    return best_of(make_problem(terms, constraints, free=free, region=region, integer=integer))


def best_of(problem: RateProblem) -> RateAnswer:
    """The same of a problem that has been read."""
    vertices, requirements = dual(problem)
    trouble = _infeasible(problem, requirements)
    if trouble is not None:
        return trouble
    rounding = _rounding(problem, vertices, requirements)
    requirements = tuple(r for r in requirements if r.product.powers)
    if not vertices:
        return _unbounded(problem, requirements)
    conditions = (*problem.region, *(r.product for r in requirements))
    rows = [problem.data_part(c) for c in conditions]
    tied = interior(rows, len(problem.data)) is None
    groups: dict[PowerProduct, list[int]] = {}
    for i, vertex in enumerate(vertices):
        groups.setdefault(vertex.floor.bare, []).append(i)
    found = sorted(groups, key=_simplicity)
    kept = _undominated(problem, found, conditions)
    total = []
    for p in kept:
        own = [vertices[i] for i in groups[p]]
        when = tuple(q / p for q in kept if q != p)
        total.append(
            RateTerm(
                product=p,
                vertices=tuple(groups[p]),
                when=when,
                tree=attain(problem, p, own, (*conditions, *when)),
                constant=own[0].floor.coefficient if len(own) == 1 and not tied else None,
            )
        )
    return Rate(
        problem=problem,
        sum=tuple(total),
        vertices=vertices,
        requirements=requirements,
        dominated=tuple(
            _dominated(problem, p, groups[p], kept, conditions) for p in found if p not in kept
        ),
        vanishing=tuple(
            i for i in range(len(problem.terms)) if not any(v.weights[i] for v in vertices)
        ),
        tied=tied,
        rounding=rounding,
    )


def _simplicity(product: PowerProduct) -> tuple[int, int, str]:
    """Few symbols first, then small denominators: (ell/n)**(1/2) before (ell**3/P**2)**(1/6)."""
    powers = product.powers
    return len(powers), math.lcm(*(e.denominator for _, e in powers)), str(product)


def _undominated(
    problem: RateProblem, products: Sequence[PowerProduct], conditions: Sequence[PowerProduct]
) -> list[PowerProduct]:
    """The products that are the largest somewhere in the region."""
    exponents = {p: problem.data_part(p) for p in products}
    region = [problem.data_part(c) for c in conditions]
    for p in reversed(products):
        own = exponents.pop(p)
        if not exponents or isinstance(farkas(own, [*exponents.values()], region), Direction):
            exponents[p] = own
    return [p for p in products if p in exponents]


def _dominated(
    problem: RateProblem,
    product: PowerProduct,
    vertices: Sequence[int],
    kept: Sequence[PowerProduct],
    conditions: Sequence[PowerProduct],
) -> Dominated:
    answer = farkas(
        problem.data_part(product),
        [problem.data_part(q) for q in kept],
        [problem.data_part(c) for c in conditions],
    )
    assert isinstance(answer, Multipliers)  # what dominates can be dominated only by better ones
    return Dominated(tuple(vertices), product, answer.blend, answer.conditions)


def _unbounded(problem: RateProblem, requirements: tuple[Requirement, ...]) -> Unbounded:
    """No weights cancel the parameters, so some direction lowers every term."""
    rows = [problem.free_part(row) for row in problem.rows]
    count = len(problem.terms)
    answer = farkas((fmpq(0),) * len(problem.free), rows[:count], rows[count:])
    assert isinstance(answer, Direction)
    return Unbounded(problem, tuple(zip(problem.free, answer.at, strict=True)), requirements)


def _infeasible(
    problem: RateProblem, requirements: Sequence[Requirement]
) -> Infeasible | Degenerate | None:
    """Whether the constraints contradict each other, or the region, through their constants."""
    region = problem.region
    if all(c.coefficient == ONE for c in region) and all(
        r.product.coefficient == ONE and r.slack == ONE for r in requirements
    ):
        return None
    rows = [problem.data_part(r.product) for r in requirements]
    rows += [problem.data_part(c) for c in region]
    doubt: Degenerate | None = None
    for ray in extreme_rays(rows):
        used = ray[: len(requirements)]
        multipliers: Vector = tuple(
            sum((z * r.multipliers[k] for z, r in zip(used, requirements, strict=True)), Fraction())
            for k in range(len(problem.groups))
        )
        outside: Vector = tuple(Fraction(z) for z in ray[len(requirements) :])
        weightless = (Fraction(0),) * len(problem.terms)
        stated = Constant.product((c.coefficient, z) for c, z in zip(region, outside, strict=True))
        excess = floor(problem, weightless, multipliers).coefficient * stated
        if excess.exceeds_one():
            if not any(used):
                raise ParameterError(
                    f"region = {', '.join(f'{c} <= 1' for c in region)} holds for no data.\n"
                    "  Drop one of the conditions, or mend its constant."
                )
            return Infeasible(problem, multipliers, outside, excess)
        shares = Constant.product(
            (r.product.coefficient * r.slack, Fraction(z))
            for r, z in zip(requirements, used, strict=True)
        )
        if doubt is None and (shares * stated).exceeds_one():
            doubt = Degenerate(problem, multipliers, outside)
    return doubt


def _rounding(
    problem: RateProblem, vertices: Sequence[Vertex], requirements: Sequence[Requirement]
) -> Rounding | None:
    """The least factor that rounding up or down costs; None where it may leave the constraints.

    A parameter p >= 1 changes by a factor of at most 2, so each row grows by at most a power of 2.
    Constraints that grow are tightened beforehand.  That multiplies each floor by the growth to
    the power of its multipliers, and is allowed where no requirement rests on such a constraint.
    """
    if not problem.integer or not vertices:
        return None
    count, own = len(problem.terms), len(problem.integer)
    best: tuple[Constant, tuple[str, ...]] | None = None
    for ways in choices(("down", "up"), repeat=own):
        growth = []
        for row in problem.rows:
            shifts = [
                max(row.exponent(p) * (1 if way == "up" else -1), Fraction(0))
                for p, way in zip(problem.integer, ways, strict=True)
            ]
            growth.append(sum(shifts, Fraction(0)))
        growth[len(growth) - own :] = [Fraction(0)] * own  # rounding keeps p >= 1
        tighter = growth[count:]
        if any(m and g for r in requirements for m, g in zip(r.multipliers, tighter, strict=True)):
            continue
        power = max(growth[:count]) + max(
            sum((m * g for m, g in zip(v.multipliers, tighter, strict=True)), Fraction(0))
            for v in vertices
        )
        factor = Constant.of(2) ** power
        if best is None or (best[0] / factor).exceeds_one():
            best = factor, ways
    if best is None:
        return None
    return Rounding(best[0], tuple(zip(problem.integer, best[1], strict=True)))
