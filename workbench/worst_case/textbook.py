"""Textbook methods with their rates, for all step numbers and parameters, with what proves them.

Each function returns a `MethodFamily`; its docstring is the theorem.  `better` is a factor on the
bound: with one below 1 it is no longer the textbook's, and no proof of it is found.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.symbolic import declare
from workbench.worst_case.families import MethodFamily
from workbench.worst_case.language import PerformanceProblem

CALLS = (("f", "x", "g", "value"), ("f", "best", "zero", "least"))
STATE: dict[str, Any] = {"vectors": "x best g", "numbers": "value least", "calls": CALLS}


def begin(p: Any, f: Any) -> dict[str, Any]:  # noqa: ANN401
    """A start x0, a minimiser, and the gradient and value at the start."""
    x, best = p.vector("x0"), f.stationary("x_star")
    g, value = f.call(x)
    return {"x": x, "best": best, "g": g, "value": value, "least": f.value(best)}


def moved(f: Any, x: Any, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """The state at a new point, with its gradient and value."""
    g, value = f.call(x)
    return {"x": x, "g": g, "value": value, **more}


def half_distance(s: Any) -> Any:  # noqa: ANN401
    """Half the squared distance to the minimiser."""
    return (s.x - s.best) ** 2 / 2


def gap(s: Any) -> Any:  # noqa: ANN401
    """The value above the least one."""
    return s.value - s.least


def gradient_descent(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """Steps h <= 1/L: f(x_k) - f* <= L |x_0 - x*|^2 / (4 k h L + 2), tight (Drori, Teboulle)."""
    k, h, L = declare("integer k >= 0, h > 0, L > 0")
    return MethodFamily(
        symbols=(k, h, L), index=k, where=[(h, "<=", 1 / L)],
        oracles={"f": ("smooth-convex", {"L": L})}, **STATE, start=begin,
        step=lambda p, f, s: moved(f, s.x - h * s.g),
        initial=half_distance, measure=gap, rate=better * L / (2 * k * h * L + 1),
        potential=lambda s: half_distance(s) + gap(s) * (h * (2 * k + 1) / 2)
        - s.g * (s.x - s.best) * (h / 2)
        + s.g**2 * (h / (4 * L) + h**2 * k**2 / 2 + h * k / (2 * L)),
    )  # fmt: skip


def contraction(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """Strongly convex f, h <= 2/(L + mu): |x_k - x*|^2 <= (1 - mu h)^(2 k) |x_0 - x*|^2."""
    k, h, L, mu = declare("integer k >= 0, h > 0, L > 0, mu > 0")
    return MethodFamily(
        symbols=(k, h, L, mu), index=k, where=[(mu, "<", L), (h * (L + mu), "<=", 2)],
        oracles={"f": ("smooth-strongly-convex", {"mu": mu, "L": L})}, **STATE, start=begin,
        step=lambda p, f, s: moved(f, s.x - h * s.g),
        initial=half_distance, measure=half_distance, potential=half_distance,
        factor=better * (1 - mu * h) ** 2,
    )  # fmt: skip


def heavy_ball(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """Steps a/(k+2), momentum k/(k+2), a <= 1/L: f(x_k) - f* <= |x_0 - x*|^2 / (2 a (k + 1)).

    Convex functions (Ghadimi, Feyzmahdavian, Johansson 2015).  With constant steps and momentum no
    such theorem holds for all smooth strongly convex functions: heavy ball may cycle.
    """
    k, a, L = declare("integer k >= 0, a > 0, L > 0")

    def step(p: Any, f: Any, s: Any) -> dict[str, Any]:  # noqa: ANN401
        x = s.x - s.g * (a / (k + 2)) + (s.x - s.before) * (k / (k + 2))
        return moved(f, x, before=s.x)

    def ahead(s: Any) -> Any:  # noqa: ANN401
        return s.x + (s.x - s.before) * k - s.g * a - s.best

    return MethodFamily(
        symbols=(k, a, L), index=k, where=[(a, "<=", 1 / L)],
        oracles={"f": ("smooth-convex", {"L": L})},
        vectors="x best g before", numbers="value least", calls=CALLS,
        start=lambda p, f: (lambda s: {**s, "before": s["x"]})(begin(p, f)), step=step,
        initial=half_distance, measure=gap, rate=better / (a * (k + 1)),
        potential=lambda s: ahead(s) ** 2 / 2 + gap(s) * (a * (k + 1)),
    )  # fmt: skip


def nesterov(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """Momentum (n - 1)/(n + 2), n = k + 1: f(x_n) - f* <= 2 L |x_0 - x*|^2 / (n + 1)^2."""
    k, L = declare("integer k >= 0, L > 0")

    def start(p: Any, f: Any) -> dict[str, Any]:  # noqa: ANN401
        x, best = p.vector("x0"), f.stationary("x_star")
        return moved(f, x - f.gradient(x) / L, before=x, best=best, least=f.value(best))

    def step(p: Any, f: Any, s: Any) -> dict[str, Any]:  # noqa: ANN401
        y = s.x + (s.x - s.before) * (k / (k + 3))
        return moved(f, y - f.gradient(y) / L, before=s.x)

    def ahead(s: Any) -> Any:  # noqa: ANN401
        return s.before + (s.x - s.before) * ((k + 2) / sp.Integer(2)) - s.best

    return MethodFamily(
        symbols=(k, L), index=k, oracles={"f": ("smooth-convex", {"L": L})},
        vectors="x best g before", numbers="value least", calls=CALLS, start=start, step=step,
        initial=lambda s: (s.before - s.best) ** 2 * (L / 2), measure=gap,
        rate=better * 4 / (k + 2) ** 2,
        potential=lambda s: ahead(s) ** 2 * (L / 2) + gap(s) * ((k + 2) ** 2 / sp.Integer(4)),
    )  # fmt: skip


def optimised_gradient(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """With phi = (1 + sqrt(1 + 8 t^2))/2, n = k + 1: f(x_n) - f* <= L |x_0 - x*|^2 / (2 phi^2).

    t is the k-th of t_0 = 1, t_(i+1) = (1 + sqrt(1 + 4 t_i^2))/2, which is at least (k + 2)/2, so
    that the bound is below L |x_0 - x*|^2 / (n + 1)^2 (Drori, Teboulle; Kim, Fessler).
    """
    k, t, L = declare("integer k >= 0, t > 0, L > 0")
    after = (1 + sp.sqrt(1 + 4 * t**2)) / 2
    last = (1 + sp.sqrt(1 + 8 * t**2)) / 2

    def next_point(s: Any, size: Any) -> Any:  # noqa: ANN401
        return (s.x - s.g / L) * (1 - 1 / size) + s.z / size

    def step(p: Any, f: Any, s: Any) -> dict[str, Any]:  # noqa: ANN401
        made = moved(f, next_point(s, after))
        return {**made, "z": s.z - made["g"] * (2 * after / L)}

    def finish(p: Any, f: Any, s: Any) -> dict[str, Any]:  # noqa: ANN401
        return {"reached": f.value(next_point(s, last))}

    return MethodFamily(
        symbols=(k, t, L), index=k, scalars={t: (1, after)}, invariants=[((k + 2), "<=", 2 * t)],
        oracles={"f": ("smooth-convex", {"L": L})},
        vectors="x best g z", numbers="value least", calls=CALLS,
        start=lambda p, f: (lambda s: {**s, "z": s["x"] - s["g"] * (2 / L)})(begin(p, f)),
        step=step, finish=finish,
        initial=lambda s: (s.x - s.best) ** 2 * (L / 2), measure=lambda s: s.reached - s.least,
        rate=better / last**2,
        potential=lambda s: (gap(s) - s.g**2 / (2 * L)) * (2 * t**2)
        + (s.z - s.best) ** 2 * (L / 2),
    )  # fmt: skip


def proximal_point(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """Steps s, n = k + 1: f(x_n) - f* <= |x_0 - x*|^2 / (4 s n) for f convex, tight.

    Taylor, Hendrickx, Glineur 2017.
    """
    k, s = declare("integer k >= 0, s > 0")

    def nearer(f: Any, x: Any) -> dict[str, Any]:  # noqa: ANN401
        y = f.proximal(x, s)
        return {"x": y, "g": (x - y) / s, "value": f.value(y)}

    def start(p: Any, f: Any) -> dict[str, Any]:  # noqa: ANN401
        x, best = p.vector("x0"), f.stationary("x_star")
        return {**nearer(f, x), "first": x, "best": best, "least": f.value(best)}

    return MethodFamily(
        symbols=(k, s), index=k, oracles={"f": ("convex", {})},
        vectors="x best g first", numbers="value least", calls=CALLS, start=start,
        step=lambda p, f, at: nearer(f, at.x),
        initial=lambda at: (at.first - at.best) ** 2 / 2, measure=gap,
        rate=better / (2 * s * (k + 1)),
        potential=lambda at: half_distance(at) + at.g * (at.x - at.best) * (s / 2)
        + at.g**2 * (s**2 * (k + 1) ** 2 / 2) + gap(at) * (s * (2 * k + 1) / 2),
    )  # fmt: skip


def monotone_proximal_point(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """Monotone operator, n = k + 1: |x_n - x_(n-1)|^2 <= |x_0 - x*|^2 / n."""
    k, s = declare("integer k >= 0, s > 0")

    def nearer(operator: Any, x: Any) -> dict[str, Any]:  # noqa: ANN401
        y = operator.proximal(x, s)
        return {"x": y, "value": (x - y) / s}

    def start(p: Any, operator: Any) -> dict[str, Any]:  # noqa: ANN401
        x, zero_of = p.vector("x0"), operator.stationary("x_star")
        return {**nearer(operator, x), "root": zero_of, "first": x}

    return MethodFamily(
        symbols=(k, s), index=k, oracles={"A": ("monotone", {})}, vectors="x root value first",
        calls=[("A", "x", "value", None), ("A", "root", "zero", None)], start=start,
        step=lambda p, operator, at: nearer(operator, at.x),
        initial=lambda at: (at.first - at.root) ** 2, measure=lambda at: (at.value * s) ** 2,
        rate=better / (k + 1),
        potential=lambda at: (at.x - at.root) ** 2 + (at.value * s) ** 2 * (k + 1),
    )  # fmt: skip


def frank_wolfe(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """Steps 2/(k + 2): f(x_k) - f(y) <= 2 L D^2 / (k + 2), k >= 1, y any point of the set.

    D is the diameter of the set.  That the iterates lie in it, being means of its points, is
    assumed of them as calls of its indicator.
    """
    k, L, D = declare("integer k >= 0, L > 0, D > 0")

    def start(p: Any, f: Any, convex_set: Any) -> dict[str, Any]:  # noqa: ANN401
        x, best = p.vector("x0"), p.vector("y")
        slope, least = f.call(best)
        normal, nought = convex_set.call(best)
        inside, none = convex_set.call(x)
        return moved(f, x, best=best, slope=slope, least=least, normal=normal, nought=nought,
                      inside=inside, none=none)  # fmt: skip

    def step(p: Any, f: Any, convex_set: Any, s: Any) -> dict[str, Any]:  # noqa: ANN401
        corner = convex_set.linear_minimiser(s.g)
        x = s.x * (k / (k + 2)) + corner * (2 / (k + 2))
        inside, none = convex_set.call(x)
        return moved(f, x, inside=inside, none=none)

    def above(s: Any) -> Any:  # noqa: ANN401
        return gap(s) - better * 2 * L * D**2 / (k + 2)

    return MethodFamily(
        symbols=(k, L, D), index=k, after=1,
        oracles={"f": ("smooth-convex", {"L": L}), "set": ("indicator", {"D": D})},
        vectors="x best g slope normal inside", numbers="value least nought none",
        calls=[("f", "x", "g", "value"), ("f", "best", "slope", "least"),
               ("set", "x", "inside", "none"), ("set", "best", "normal", "nought")],
        start=start, step=step, initial=lambda s: gap(s) * 0, measure=above,
        rate=1 / (k * (k + 1)), potential=lambda s: above(s) * (k * (k + 1)),
    )  # fmt: skip


def subgradient(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """Steps R/(M sqrt(N)): b - f* <= M R / sqrt(N) for b at most f(x_0), ..., f(x_(N-1)).

    |x_0 - x*| <= R, subgradients of norm at most M, N >= 1.
    """
    k, N, M, R = declare("integer k >= 0, integer N > 0, M > 0, R > 0")
    h = R / (M * sp.sqrt(N))

    def start(p: Any, f: Any) -> dict[str, Any]:  # noqa: ANN401
        x, best = p.vector("x0"), f.stationary("x_star")
        p.require((x - best) ** 2 <= R**2)
        return {"x": x, "best": best, "least": f.value(best), "lowest": p.number("b")}

    def step(p: Any, f: Any, s: Any) -> dict[str, Any]:  # noqa: ANN401
        g, value = f.call(s.x)
        p.require(s.lowest <= value)
        return {"x": s.x - g * h}

    return MethodFamily(
        symbols=(k, N, M, R), index=k, horizon=N, oracles={"f": ("convex-lipschitz", {"M": M})},
        vectors="x best", numbers="least lowest", calls=[("f", "best", "zero", "least")],
        start=start, step=step, initial=lambda s: (s.least - s.least) + M * R,
        measure=lambda s: s.lowest - s.least, rate=better / sp.sqrt(N),
        potential=lambda s: ((s.x - s.best) ** 2 / 2 + (s.lowest - s.least) * (h * k)
                             + (N - k) * R**2 / (2 * N)) * (M / R),
    )  # fmt: skip


TEXTBOOK = {
    method.__name__: method
    for method in (
        gradient_descent, contraction, heavy_ball, nesterov,
        optimised_gradient, proximal_point, monotone_proximal_point, frank_wolfe, subgradient,
    )
}  # fmt: skip


def nesterov_energy(q: Any, *, momentum: Any = None) -> PerformanceProblem:  # noqa: ANN401
    """One step from any two points with V <= 1; the measure is V after it, at L = h = 1, mu = q^2.

    V = f(x) - f* + |x - x* - (1 - q)(before - x*)|^2/2 is at most 1 - q then, for the momentum
    (1 - q)/(1 + q) that is taken if none is given.
    """
    problem = PerformanceProblem()
    f = problem.oracle("smooth-strongly-convex", mu=q**2, L=1)
    x, before, best = problem.vector("x"), problem.vector("before"), f.stationary("x_star")

    def energy(x: Any, before: Any) -> Any:  # noqa: ANN401
        return f.value(x) - f.value(best) + ((x - best) - (before - best) * (1 - q)) ** 2 / 2

    problem.require(energy(x, before) <= 1)
    ahead = x + (x - before) * ((1 - q) / (1 + q) if momentum is None else momentum)
    problem.measure(energy(ahead - f.gradient(ahead), x))
    return problem
