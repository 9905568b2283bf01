"""The door for PEPit: its `PEP` objects as their users wrote them, read by their shape alone.

PEPit is not imported.  Floats become exact: each is replaced by the simplest fraction within
`tolerance` of it (relative), so that 0.3333333333333333 is 1/3 again, and what is left over of a
cancellation (below `tolerance` times the largest coefficient beside it) is 0.  The certificate is
about the exact problem that `read_pepit` returns; tolerance = 0 keeps the binary fractions.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from workbench.errors import OutOfReachError
from workbench.worst_case.answer import WorstCaseBounds, worst_case
from workbench.worst_case.numbers import TOLERANCE, FloatReader, Json

_CLASSES: dict[str, tuple[str, tuple[str, ...]]] = {
    "ConvexFunction": ("convex", ()),
    "StronglyConvexFunction": ("strongly-convex", ("mu",)),
    "SmoothConvexFunction": ("smooth-convex", ("L",)),
    "SmoothStronglyConvexFunction": ("smooth-strongly-convex", ("mu", "L")),
    "SmoothFunction": ("smooth", ("L",)),
    "ConvexLipschitzFunction": ("convex-lipschitz", ("M",)),
    "SmoothConvexLipschitzFunction": ("smooth-convex-lipschitz", ("L", "M")),
    "ConvexQGFunction": ("convex-quadratic-growth", ("L",)),
    "ConvexIndicatorFunction": ("indicator", ("D", "R")),
    "ConvexSupportFunction": ("support", ("M",)),
    "SmoothStronglyConvexQuadraticFunction": ("quadratic", ("mu", "L")),
    "RsiEbFunction": ("restricted-secant", ("mu", "L")),
    "MonotoneOperator": ("monotone", ()),
    "StronglyMonotoneOperator": ("strongly-monotone", ("mu",)),
    "CocoerciveOperator": ("cocoercive", ("beta",)),
    "NegativelyComonotoneOperator": ("negatively-comonotone", ("rho",)),
    "LipschitzOperator": ("lipschitz", ("L",)),
    "NonexpansiveOperator": ("lipschitz", ()),
    "CocoerciveStronglyMonotoneOperatorCheap": ("cocoercive-strongly-monotone", ("mu", "beta")),
    "LipschitzStronglyMonotoneOperatorCheap": ("lipschitz-strongly-monotone", ("mu", "L")),
    "LinearOperator": ("linear", ("L",)),
    "SymmetricLinearOperator": ("symmetric-linear", ("mu", "L")),
    "SkewSymmetricLinearOperator": ("skew-symmetric-linear", ("L",)),
}


def from_pepit(problem: Any, *, tolerance: Fraction = TOLERANCE) -> WorstCaseBounds:  # noqa: ANN401
    """Both sides of the worst case of a PEPit problem, solved before or not.

    Raises OutOfReachError where the problem uses a class that has no counterpart here.
    """
    return worst_case(read_pepit(problem, tolerance=tolerance))


def read_pepit(problem: Any, *, tolerance: Fraction = TOLERANCE) -> Json:  # noqa: ANN401
    """The exact problem that a PEPit problem stands for."""
    return _Reader(tolerance).read(problem)


def _orthogonal_blocks(problem: Any) -> Iterator[Any]:  # noqa: ANN401
    """PEPit's block partitions: vectors of different blocks are orthogonal."""
    module = sys.modules[type(problem).__module__]
    for partition in getattr(getattr(module, "BlockPartition", None), "list_of_partitions", []):
        for left, right in itertools.product(partition.blocks_dict.values(), repeat=2):
            for k, j in itertools.combinations(range(len(left)), 2):
                yield left[k] * right[j]


class _Reader:
    def __init__(self, tolerance: Fraction) -> None:
        self.exact: Callable[..., Fraction] = FloatReader(tolerance)
        self.vectors: dict[str, None] = {}
        self.numbers: dict[str, None] = {}
        self.points: dict[tuple[tuple[str, Fraction], ...], str] = {}
        self.values: dict[tuple[tuple[str, ...], ...], str] = {}

    def read(self, problem: Any) -> Json:  # noqa: ANN401
        functions = list(problem.list_of_functions)
        every = list(type(functions[0]).list_of_functions) if functions else []
        adjoints = [f.T for f in every if type(f).__name__ == "LinearOperator"]
        oracles = [self._oracle(f) for f in every if f.get_is_leaf() and f not in adjoints]
        owners = [problem, *every]
        conditions = [
            [self._terms(c.expression), "=" if c.equality_or_inequality == "equality" else "<="]
            for owner in owners for c in owner.list_of_constraints if c.activated
        ]  # fmt: skip
        matrices = [
            [[self._terms(e) for e in row] for row in m.matrix_of_expressions]
            for owner in owners for m in owner.list_of_psd if m.activated
        ]  # fmt: skip
        conditions += [[self._terms(e), "="] for e in _orthogonal_blocks(problem)]
        measures = [self._terms(m) for m in problem.list_of_performance_metrics]
        return {
            "vectors": list(self.vectors),
            "points": [[n, [[str(w), v] for v, w in terms]] for terms, n in self.points.items()],
            "numbers": list(self.numbers),
            "values": [[name, [list(t) for t in terms]] for terms, name in self.values.items()],
            "oracles": oracles, "conditions": conditions, "matrices": matrices,
            "measures": measures,
        }  # fmt: skip

    def _oracle(self, function: Any) -> Json:  # noqa: ANN401
        kind = type(function).__name__
        if kind not in _CLASSES or getattr(function, "v", None) is not None:
            raise OutOfReachError(f"class = {kind} of the PEPit problem has no counterpart here.\n"
                                  f"  Known: {', '.join(_CLASSES)}.")  # fmt: skip
        name, wanted = _CLASSES[kind]
        given = {n: getattr(function, n) for n in wanted}
        parameters = {n: v for n, v in given.items() if v is not None and math.isfinite(v)}
        if kind == "NonexpansiveOperator":
            parameters = {"L": 1}
        if "L" in given and "L" not in parameters:  # PEPit's L = inf
            name = {"smooth-convex": "convex", "smooth-strongly-convex": "strongly-convex"}[name]
        data: Json = {
            "class": name,
            "parameters": {n: str(self.exact(v)) for n, v in parameters.items()},
            "calls": [self._call(*c) for c in function.list_of_points],
        }
        if name == "linear":
            data["adjoint"] = [self._call(*c) for c in function.T.list_of_points]
        if "R" in parameters:
            data["center"] = self._point(function.center)
        return data

    def _call(self, x: Any, g: Any, f: Any) -> list[str]:  # noqa: ANN401
        return [self._point(x), self._point(g), self._value(f)]

    def _leaf(self, leaf: Any) -> str:  # noqa: ANN401
        name = f"v{leaf.counter}"
        self.vectors.setdefault(name)
        return name

    def _point(self, point: Any) -> str:  # noqa: ANN401
        weights = self._weights(point.decomposition_dict)
        combined = tuple(sorted((self._leaf(leaf), w) for leaf, w in weights))
        if len(combined) == 1 and combined[0][1] == 1:
            return combined[0][0]
        return self.points.setdefault(combined, f"p{len(self.points)}")

    def _value(self, expression: Any) -> str:  # noqa: ANN401
        terms = tuple(tuple(t) for t in self._terms(expression))
        if len(terms) == 1 and len(terms[0]) == 2 and terms[0][0] == "1":
            return terms[0][1]
        return self.values.setdefault(terms, f"w{len(self.values)}")

    def _terms(self, expression: Any) -> list[list[str]]:  # noqa: ANN401
        found: dict[tuple[str, ...], Fraction] = {}
        for key, weight in self._weights(expression.decomposition_dict):
            names: tuple[str, ...]
            if isinstance(key, tuple):
                names = tuple(sorted(self._leaf(leaf) for leaf in key))
            elif isinstance(key, int):
                names = ()
            else:
                names = (f"f{key.counter}",)
                self.numbers.setdefault(names[0])
            found[names] = found.get(names, Fraction(0)) + weight
        return [[str(w), *names] for names, w in found.items() if w]

    def _weights(self, decomposition: Any) -> Iterator[tuple[Any, Fraction]]:  # noqa: ANN401
        scale = max((abs(float(w)) for w in decomposition.values()), default=0.0)
        for key, weight in decomposition.items():
            value = self.exact(weight, scale)
            if value:
                yield key, value
