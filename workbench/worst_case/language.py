"""Problems in the words of the field: vectors, function values, oracles, conditions, a measure.

    problem = Problem()
    f = problem.oracle("smooth-convex", L=1)
    x, best = problem.vector("x0"), f.stationary("xs")
    problem.require((x - best) ** 2 <= 1)
    for _ in range(5):
        x = x - f.gradient(x)
    problem.measure(f.value(x) - f.value(best))

Every number is exact: int, Fraction, sympy Rational, text such as "1/3"; a float is refused.
A sympy expression is taken as a formula: such problems are parts of a family (see `families`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.errors import ParameterError, require
from workbench.rigor.check.interpolation import CLASSES
from workbench.worst_case.combinations import LinearCondition, Number, Vector, terms
from workbench.worst_case.numbers import Json, exact_or_formula, weight

_MANY_VALUED = frozenset({
    "convex", "strongly-convex", "convex-lipschitz", "convex-quadratic-growth", "indicator",
    "support", "monotone", "strongly-monotone", "negatively-comonotone",
})  # fmt: skip
"""Classes with several subgradients at a point: asking twice may give two answers."""


class Oracle:
    """A fixed but unknown function or operator of a class; made by `Problem.oracle`."""

    def __init__(self, problem: PerformanceProblem, kind: str, data: Json) -> None:
        self.problem, self.kind, self.data = problem, kind, data
        self._known: list[tuple[Vector, Vector, Number]] = []

    def call(self, x: Vector, *, gradient: Vector | None = None) -> tuple[Vector, Number]:
        """A (sub)gradient and the value at x; a given vector becomes a subgradient there."""
        same = [c for c in self._known if c[0].weights == x.weights]
        if same and gradient is None and self.kind not in _MANY_VALUED:
            return same[0][1], same[0][2]
        g = self.problem.vector() if gradient is None else gradient
        f = same[0][2] if same else self.problem.number()
        self._known.append((x, g, f))
        named = [self.problem.named(x), self.problem.named(g), next(iter(f.weights))[0]]
        self.data["calls"].append(named)
        return g, f

    def know(self, x: Vector, g: Vector, f: Number | None) -> None:
        """A call that was made before: x, g and f are of the problem already."""
        self._known.append((x, g, Number(self.problem, {}) if f is None else f))
        name = None if f is None else self.problem.named_number(f)
        self.data["calls"].append([self.problem.named(x), self.problem.named(g), name])

    def gradient(self, x: Vector) -> Vector:
        """A (sub)gradient at x, or the operator's value."""
        return self.call(x)[0]

    def value(self, x: Vector) -> Number:
        """The function's value at x."""
        known = [c[2] for c in self._known if c[0].weights == x.weights]
        return known[0] if known else self.call(x)[1]

    def stationary(self, name: str) -> Vector:
        """A new point where 0 is a (sub)gradient: a minimiser, or a zero of the operator."""
        x = self.problem.vector(name)
        self.call(x, gradient=Vector(self.problem, {}))
        return x

    def proximal(self, x: Vector, step: object) -> Vector:
        """The point y = x - step g with g a (sub)gradient at y."""
        size = exact_or_formula("step", step)
        positive = not isinstance(size, Fraction) or size > 0
        require(positive, "step", step, "is not positive: the proximal point may not exist",
                "Pass a positive step.")  # fmt: skip
        g = self.problem.vector()
        y = x - g * size
        self.call(y, gradient=g)
        return y

    def linear_minimiser(self, direction: Vector) -> Vector:
        """For an indicator: a point of the set that minimises <direction, s>."""
        s = self.problem.vector()
        self.call(s, gradient=-direction)
        return s


class PerformanceProblem:
    """A performance estimation problem under construction; `data()` is its exact form."""

    def __init__(self) -> None:
        self._vectors: list[str] = []
        self._numbers: list[str] = []
        self._points: dict[tuple[tuple[str, Fraction], ...], str] = {}
        self._values: dict[tuple[tuple[tuple[str, ...], Fraction], ...], str] = {}
        self._oracles: list[Json] = []
        self._conditions: list[LinearCondition] = []
        self._measures: list[Number] = []
        self._noise: list[tuple[str, Any]] = []

    def vector(self, name: str | None = None) -> Vector:
        """A free vector."""
        return Vector(
            self, {self._new(name or f"v{len(self._vectors)}", self._vectors): Fraction(1)}
        )

    def noise(self, second_moment: object) -> Vector:
        """A random vector w, E w = 0 whatever was declared before it, with E |w|^2 as given.

        From here on all numbers and inner products are expected values.  For d coordinates of
        Laplace noise of scale b the second moment is 2 d b^2, for Gaussian noise d sigma^2.
        """
        w = self.vector()
        self._noise.append(
            (next(iter(w.weights)), exact_or_formula("second_moment", second_moment))
        )
        return w

    def number(self, name: str | None = None) -> Number:
        """A free number."""
        made = self._new(name or f"f{len(self._numbers)}", self._numbers)
        return Number(self, {(made,): Fraction(1)})

    def _new(self, name: str, names: list[str]) -> str:
        require(name.isidentifier() and name.isascii(), "name", repr(name), "is not a plain word",
                "Use letters, digits and _.")  # fmt: skip
        taken = name in (*self._vectors, *self._numbers)
        require(not taken, "name", repr(name), "is taken", "Choose another name.")
        names.append(name)
        return name

    def oracle(self, kind: str, *, center: Vector | None = None, **parameters: object) -> Oracle:
        """A function or operator of one of the classes of `rigor.check.interpolation`."""
        known = CLASSES.get(kind)
        if known is None:
            raise ParameterError(f"class = {kind!r} is unknown.\n  Choose: {', '.join(CLASSES)}.")
        values = {k: exact_or_formula(k, v) for k, v in parameters.items()}
        wanted = (*known.required, *known.optional)
        fits = set(known.required) <= set(values) <= set(wanted)
        require(fits, "parameters", sorted(values), f"are not those of {kind}",
                f"Pass {', '.join(wanted) or 'none'}.")  # fmt: skip
        numbers = all(isinstance(v, Fraction) for v in values.values())
        checked = known.rule({k: _flint(v) for k, v in values.items()}) if numbers else ()
        for value, strict, wrong in checked:
            require(value > 0 or (value == 0 and not strict), "class", kind,
                    f"does not allow this: {wrong}", "Change the parameters.")  # fmt: skip
        data: Json = {"class": kind, "parameters": {k: weight(v) for k, v in values.items()},
                      "calls": []}  # fmt: skip
        if center is not None:
            data["center"] = self.named(center)
        self._oracles.append(data)
        return Oracle(self, kind, data)

    def require(self, condition: LinearCondition) -> None:
        """Ask for a condition, the initial one for example."""
        self._conditions.append(condition)

    def measure(self, number: Number) -> None:
        """What the worst case is of; of several measures, the smallest counts."""
        self._measures.append(number)

    def named(self, x: Vector) -> str:
        """The name of a vector; a combination without one gets one."""
        require(x.problem is self, "vector", "of another problem", "cannot be used here",
                "Build all vectors from one PerformanceProblem.")  # fmt: skip
        if len(x.weights) == 1 and next(iter(x.weights.values())) == 1:
            return next(iter(x.weights))
        plain = not x.weights and "zero" not in (*self._vectors, *self._numbers)
        made = "zero" if plain else f"p{len(self._points)}"
        return self._points.setdefault(tuple(sorted(x.weights.items())), made)

    def named_number(self, number: Number) -> str:
        """The name of a number; a combination without one gets one."""
        if len(number.weights) == 1:
            [(key, value)] = number.weights.items()
            if len(key) == 1 and value == 1:
                return key[0]
        return self._values.setdefault(
            tuple(sorted(number.weights.items())), f"w{len(self._values)}"
        )

    def data(self) -> Json:
        """The problem as the checker reads it."""
        require(bool(self._measures), "measures", 0, "make no problem", "Call measure(...).")
        return self.parts()

    def parts(self) -> Json:
        """What there is of the problem so far, as the checker reads it."""
        points = {name: weights for weights, name in self._points.items()}
        clash = set(points) & {*self._vectors, *self._numbers}
        require(not clash, "name", sorted(clash), "is used for a computed point", "Rename it.")
        return {
            "vectors": self._vectors,
            "points": [[n, [[weight(w), v] for v, w in held]] for n, held in points.items()],
            "numbers": self._numbers,
            "values": [[n, terms(Number(self, dict(key)))] for key, n in self._values.items()],
            "oracles": self._oracles,
            "conditions": [[terms(c.number), c.relation] for c in self._conditions],
            "measures": [terms(m) for m in self._measures],
            "noise": [[name, weight(moment)] for name, moment in self._noise],
        }


def _flint(value: Fraction) -> Any:  # noqa: ANN401
    from flint import fmpq

    return fmpq(value.numerator, value.denominator)
