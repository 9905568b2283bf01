"""The door for AutoLyap: its inclusion problems and algorithms, read by their shape alone.

AutoLyap asks for the least c with V(Q_K, q_K, K) <= c V(Q_0, q_0, 0) that a chain of Lyapunov
functions shows; the answer here is a certified bracket of the largest V(Q_K, q_K, K) with
V(Q_0, q_0, 0) <= 1, which is the least such c.  AutoLyap is not imported; floats become exact as in
the door for PEPit.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from workbench.errors import OutOfReachError
from workbench.worst_case.answer import WorstCaseBounds, worst_case
from workbench.worst_case.combinations import Number, Vector
from workbench.worst_case.language import Oracle, PerformanceProblem
from workbench.worst_case.numbers import TOLERANCE, FloatReader

_CLASSES: dict[str, tuple[str, tuple[str, ...]]] = {
    "Convex": ("convex", ()),
    "StronglyConvex": ("strongly-convex", ("mu",)),
    "Smooth": ("smooth", ("L",)),
    "SmoothConvex": ("smooth-convex", ("L",)),
    "SmoothStronglyConvex": ("smooth-strongly-convex", ("mu", "L")),
    "IndicatorFunctionOfClosedConvexSet": ("indicator", ()),
    "SupportFunctionOfClosedConvexSet": ("support", ()),
    "MaximallyMonotone": ("monotone", ()),
    "StronglyMonotone": ("strongly-monotone", ("mu",)),
    "LipschitzOperator": ("lipschitz", ("L",)),
    "Cocoercive": ("cocoercive", ("beta",)),
}


def from_autolyap(
    problem: Any,  # noqa: ANN401
    algorithm: Any,  # noqa: ANN401
    steps: int,
    initial: tuple[Any, Any],
    final: tuple[Any, Any],
    *,
    tolerance: Fraction = TOLERANCE,
) -> WorstCaseBounds:
    """Both sides of the largest V(Q_K, q_K, K) with V(Q_0, q_0, 0) <= 1, K = steps.

    problem: an `InclusionProblem` of AutoLyap
    algorithm: an `Algorithm` of AutoLyap
    steps: the number K of iterations
    initial, final: (Q, q) as AutoLyap's `get_parameters_...` return them; q None for operators
    tolerance: how far an exact number may be from its float, relative

    Raises OutOfReachError where a component is of a class that has no counterpart here.
    """
    return worst_case(read_autolyap(problem, algorithm, steps, initial, final, tolerance=tolerance))


def read_autolyap(
    problem: Any,  # noqa: ANN401
    algorithm: Any,  # noqa: ANN401
    steps: int,
    initial: tuple[Any, Any],
    final: tuple[Any, Any],
    *,
    tolerance: Fraction = TOLERANCE,
) -> PerformanceProblem:
    """The exact problem that AutoLyap's `problem`, `algorithm` and number of `steps` stand for.

    `initial` and `final` are the two pairs (Q, q), `tolerance` is that of floats.
    """
    exact, p = FloatReader(tolerance), PerformanceProblem()
    oracles = [_oracle(p, problem.components[i], exact) for i in range(1, algorithm.m + 1)]
    x = [p.vector(f"x{i}") for i in range(algorithm.n)]
    best = p.vector("y_star")
    stars = [p.vector(f"u_star{i}") for i in range(algorithm.m - 1)]
    last = -sum(stars[1:], stars[0]) if stars else Vector(p, {})
    least = [o.call(best, gradient=u)[1] for o, u in zip(oracles, [*stars, last], strict=True)]
    owner = [i for i, count in enumerate(algorithm.m_bar_is) for _ in range(count)]
    is_function = [i + 1 in algorithm.I_func for i in range(algorithm.m)]
    ends = {}
    for k in range(steps + 1):
        A, B, C, D = algorithm.get_ABCD(k)
        u = [p.vector() for _ in owner]
        values = []
        for r, i in enumerate(owner):
            y = _combined(p, C[r], x, exact) + _combined(p, D[r], u, exact)
            value = oracles[i].call(y, gradient=u[r])[1]
            values += [value] if is_function[i] else []
        if k in (0, steps):
            known = [f for f, kept in zip(least, is_function, strict=True) if kept]
            ends[k] = ([*x, *u, *stars, best], [*values, *known])
        x = [_combined(p, A[r], x, exact) + _combined(p, B[r], u, exact) for r in range(len(x))]
    p.require(_value(p, *ends[0], *initial, exact) <= 1)
    p.measure(_value(p, *ends[steps], *final, exact))
    return p


def _oracle(p: PerformanceProblem, conditions: Any, exact: FloatReader) -> Oracle:  # noqa: ANN401
    kinds = [type(one).__name__ for one in conditions]
    if len(kinds) != 1 or kinds[0] not in _CLASSES:
        raise OutOfReachError(f"class = {', '.join(kinds)} of the AutoLyap problem has no"
                              f" counterpart here.\n  Known: {', '.join(_CLASSES)}.")  # fmt: skip
    name, wanted = _CLASSES[kinds[0]]
    values = {n: float(getattr(conditions[0], n)) for n in wanted}
    parameters: dict[str, Any] = {n: exact(v) for n, v in values.items() if math.isfinite(v)}
    return p.oracle(name, **parameters)


def _combined(
    p: PerformanceProblem,
    weights: Any,  # noqa: ANN401
    vectors: list[Vector],
    exact: FloatReader,
) -> Vector:
    total = Vector(p, {})
    for weight, vector in zip(weights, vectors, strict=True):
        total = total + vector * exact(weight)
    return total


def _value(
    p: PerformanceProblem,
    vectors: list[Vector],
    values: list[Number],
    Q: Any,  # noqa: ANN401
    q: Any,  # noqa: ANN401
    exact: FloatReader,
) -> Number:
    """The quadratic form Q of the vectors plus the linear form q of the values."""
    total = Number(p, {})
    for row, one in zip(Q, vectors, strict=True):
        total = total + one * _combined(p, row, vectors, exact)
    for weight, value in zip([] if q is None else q, values, strict=q is not None):
        total = total + value * exact(weight)
    return total
