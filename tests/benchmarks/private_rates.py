"""Certified bounds of private methods at equal privacy, with the best step and number of steps.

    python -m tests.benchmarks.private_rates

Every step releases a gradient with noise w, E |w|^2 = T v: at a fixed privacy the variance grows
with the number of steps T (Gaussian noise under zCDP: v = d Delta^2 / (2 rho)).  L = R = 1; the
rates are proved here before they are used (`workbench.worst_case.noisy`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

from workbench.worst_case import prove_family, seek_potential
from workbench.worst_case.noisy import (
    constant_momentum_basis,
    noisy_constant_momentum,
    noisy_gradient_descent,
    noisy_heavy_ball,
    noisy_nesterov,
)

STEPS = [*range(1, 60), *range(60, 2000, 20)]
SIZES = [10 ** (-k / 20) for k in range(80)]


def heavy_ball(v: float) -> tuple[float, str]:
    """E f - f* <= R^2/(2 a T) + a S/2, for the last iterate."""
    return min((1 / (2 * a * T) + a * T * v / 2, f"T = {T}, a = {a:.3g}")
               for T in STEPS for a in SIZES)  # fmt: skip


def nesterov(v: float) -> tuple[float, str]:
    """E f - f* <= (2 R^2 + S Q)/(T + 1)^2, for the last iterate; its step is fixed."""

    def bound(T: int) -> float:
        n = T + 1
        return (2 + T * v * (n * (n + 1) * (2 * n + 1) / 6 - 1)) / n**2

    return min((bound(T), f"T = {T}") for T in STEPS)


def descent(v: float, *, mu: float = 0.1) -> tuple[float, str]:
    """(L/2) E |x - x*|^2 for mu = 1/10: q^T R^2/2 + h^2 S (1 - q^T)/(2 (1 - q))."""
    found = []
    for T in STEPS:
        for h in SIZES:
            q = (1 - mu * h) ** 2
            found.append(
                (q**T / 2 + h**2 * T * v * (1 - q**T) / (1 - q) / 2, f"T = {T}, h = {h:.3g}")
            )
    return min(found)


def momentum(*, mu: Fraction = Fraction(1, 10)) -> Callable[[float], tuple[float, str]]:
    """(L/2) E |x - x*|^2 for mu = 1/10, constant step and momentum, by sought potentials."""
    proved = []
    for a, b, q, weight in itertools.product(
        (Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)),
        (Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)),
        (Fraction(n, 100) for n in (74, 78, 82, 86, 90, 93, 95, 97)),
        (1.0, 30.0),
    ):
        found = seek_potential(
            noisy_constant_momentum(step=a, momentum=b, mu=mu, factor=q), constant_momentum_basis,
            at={"S": 1}, weights=(1.0, weight),
        )  # fmt: skip
        if found.initial is not None and found.floor is not None:
            proved.append((a, b, float(q), float(found.initial), float(found.floor)))

    def best(v: float) -> tuple[float, str]:
        return min(
            (C * q**T / 2 + B * T * v * (1 - q**T) / (1 - q), f"T = {T}, a = {a}, b = {b}")
            for a, b, q, C, B in proved for T in STEPS
        )  # fmt: skip

    return best


METHODS = (
    ("heavy ball, convex", noisy_heavy_ball, heavy_ball),
    ("Nesterov, convex", noisy_nesterov, nesterov),
    ("gradient descent, mu = 1/10", noisy_gradient_descent, descent),
)


def table() -> list[str]:
    """The rows as Markdown."""
    noises = (1e-2, 1e-4, 1e-6)
    rows = [f"| method | {' | '.join(f'v = {v:g}' for v in noises)} |", "|---|---|---|---|"]
    for name, family, best in METHODS:
        proof = prove_family(family())
        if proof.certificate is None:
            raise RuntimeError(f"{name}: {proof.reason}")
        rows.append(_row(name, best, noises))
    rows.append(_row("heavy ball with constant momentum, mu = 1/10", momentum(), noises))
    return rows


def _row(name: str, best: Callable[[float], tuple[float, str]], noises: tuple[float, ...]) -> str:
    cells = [f"{value:.3g} ({at})" for value, at in map(best, noises)]
    return f"| {name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    print("\n".join(table()))
