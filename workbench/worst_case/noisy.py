"""Private methods: textbook methods with noise of given second moment in every gradient.

S is E |w|^2: 2 d b^2 for d coordinates of Laplace noise of scale b, d sigma^2 for Gaussian noise.
Each function returns a `MethodFamily`, whose bound is in expectation; `better` is a factor on the
noise term.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.symbolic import declare
from workbench.worst_case.families import MethodFamily
from workbench.worst_case.textbook import CALLS, STATE, begin, gap, half_distance, moved


def noisy_gradient_descent(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """With noise w, E |w|^2 = S: E |x_k - x*|^2 <= q^k |x_0 - x*|^2 + h^2 S (1 + ... + q^(k-1)).

    Here q = (1 - mu h)^2, for strongly convex f and h <= 2/(L + mu).
    Laplace noise of scale b in d coordinates has S = 2 d b^2, Gaussian noise S = d sigma^2.
    """
    k, h, L, mu, S = declare("integer k >= 0, h > 0, L > 0, mu > 0, S >= 0")

    def step(p: Any, f: Any, s: Any) -> dict[str, Any]:  # noqa: ANN401
        return moved(f, s.x - h * (s.g + p.noise(S)))

    return MethodFamily(
        symbols=(k, h, L, mu, S), index=k, where=[(mu, "<", L), (h * (L + mu), "<=", 2)],
        oracles={"f": ("smooth-strongly-convex", {"mu": mu, "L": L})}, **STATE, start=begin,
        step=step, factor=(1 - mu * h) ** 2, floor=better * h**2 * S,
        initial=lambda s: (s.x - s.best) ** 2, measure=lambda s: (s.x - s.best) ** 2,
        potential=lambda s: (s.x - s.best) ** 2,
    )  # fmt: skip


def noisy_heavy_ball(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """Steps a/(k+2), momentum k/(k+2): E f(x_k) - f* <= |x_0 - x*|^2 / (2 a (k + 1)) + a S/2.

    E |w|^2 = S in every step, a <= 1/L, f convex; the bound is that of the last iterate.
    """
    k, a, L, S = declare("integer k >= 0, a > 0, L > 0, S >= 0")

    def seen(p: Any, s: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401
        return {**s, "released": s["g"] + p.noise(S)}

    def step(p: Any, f: Any, s: Any) -> dict[str, Any]:  # noqa: ANN401
        x = s.x - s.released * (a / (k + 2)) + (s.x - s.before) * (k / (k + 2))
        return seen(p, moved(f, x, before=s.x))

    def start(p: Any, f: Any) -> dict[str, Any]:  # noqa: ANN401
        s = begin(p, f)
        return seen(p, {**s, "before": s["x"]})

    def ahead(s: Any) -> Any:  # noqa: ANN401
        return s.x + (s.x - s.before) * k - s.released * a - s.best

    return MethodFamily(
        symbols=(k, a, L, S), index=k, where=[(a, "<=", 1 / L)],
        oracles={"f": ("smooth-convex", {"L": L})},
        vectors="x best g before released", numbers="value least", calls=CALLS,
        start=start, step=step, floor=better * a**2 * S / 2,
        initial=lambda s: half_distance(s) + a**2 * S / 2, measure=gap, rate=1 / (a * (k + 1)),
        potential=lambda s: ahead(s) ** 2 / 2 + gap(s) * (a * (k + 1)),
    )  # fmt: skip


def noisy_nesterov(*, better: Any = 1) -> MethodFamily:  # noqa: ANN401
    """Noise w, n = k + 1: E f(x_n) - f* <= 2 L |x_0 - x*|^2 / (n + 1)^2 + S Q / (L (n + 1)^2).

    Q = 2^2 + 3^2 + ... + (n + 1)^2, E |w|^2 = S in every step: errors add up to about n S/(3 L).
    """
    k, L, S = declare("integer k >= 0, L > 0, S >= 0")
    squares = (k + 2) * (k + 3) * (2 * k + 5) / sp.Integer(6) - 1

    def start(p: Any, f: Any) -> dict[str, Any]:  # noqa: ANN401
        x, best = p.vector("x0"), f.stationary("x_star")
        g = f.gradient(x)
        return moved(f, x - (g + p.noise(S)) / L, before=x, best=best, least=f.value(best))

    def step(p: Any, f: Any, s: Any) -> dict[str, Any]:  # noqa: ANN401
        y = s.x + (s.x - s.before) * (k / (k + 3))
        g = f.gradient(y)
        return moved(f, y - (g + p.noise(S)) / L, before=s.x)

    def ahead(s: Any) -> Any:  # noqa: ANN401
        return s.before + (s.x - s.before) * ((k + 2) / sp.Integer(2)) - s.best

    def above(s: Any) -> Any:  # noqa: ANN401
        return gap(s) - better * squares * S / (L * (k + 2) ** 2)

    return MethodFamily(
        symbols=(k, L, S), index=k, oracles={"f": ("smooth-convex", {"L": L})},
        vectors="x best g before", numbers="value least", calls=CALLS, start=start, step=step,
        initial=lambda s: (s.before - s.best) ** 2 * (L / 2), measure=above,
        rate=4 / (k + 2) ** 2,
        potential=lambda s: ahead(s) ** 2 * (L / 2) + above(s) * ((k + 2) ** 2 / sp.Integer(4)),
    )  # fmt: skip


def noisy_constant_momentum(
    *,
    step: Any,  # noqa: ANN401
    momentum: Any,  # noqa: ANN401
    mu: Any,  # noqa: ANN401
    factor: Any,  # noqa: ANN401
    better: Any = 1,  # noqa: ANN401
) -> MethodFamily:
    """Heavy ball with constant step and momentum on mu-strongly convex f, L = 1, noise E |w|^2 = S.

    E |x_k - x*|^2 <= C q^k |x_0 - x*|^2 + 2 B S (1 + ... + q^(k-1)) for the factor q: the multiples
    C and B and the potential are sought (`seek_potential(..., constant_momentum_basis)`).
    """
    k, S = declare("integer k >= 0, S >= 0")

    def advance(p: Any, f: Any, s: Any) -> dict[str, Any]:  # noqa: ANN401
        x = s.x - (s.g + p.noise(S)) * step + (s.x - s.before) * momentum
        return moved(f, x, before=s.x)

    return MethodFamily(
        symbols=(k, S), index=k, oracles={"f": ("smooth-strongly-convex", {"mu": mu, "L": 1})},
        vectors="x best g before", numbers="value least", calls=CALLS,
        start=lambda p, f: (lambda s: {**s, "before": s["x"]})(begin(p, f)), step=advance,
        factor=factor, floor=S, initial=half_distance,
        measure=lambda s: half_distance(s) / better,
    )  # fmt: skip


def constant_momentum_basis(s: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:  # noqa: ANN401
    """Vectors and numbers of which potentials of heavy ball are made."""
    return (s.x - s.best, s.before - s.best, s.g), (gap(s),)


NOISY = {
    method.__name__: method for method in (noisy_gradient_descent, noisy_heavy_ball, noisy_nesterov)
}
