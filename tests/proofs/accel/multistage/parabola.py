"""Multi-stage Nesterov on a parabola in exact rationals: the expected error and its bound.

One variable, F = lambda x^2/2, Laplace noise of scale b_t in step t, momentum restarted at each
change of stage.  Mean and second moments of (x_t, x_{t-1}) obey linear recursions, and every
quantity of the bound is rational when kappa and the step sizes are squares.
"""

from collections.abc import Sequence
from fractions import Fraction

from workbench_papers.accel.multistage.schedule import stage_lengths


def errors_and_bounds(
    *, place: Fraction, root_kappa: int, first: int, speed: Fraction, scales: Sequence[Fraction]
) -> list[tuple[Fraction, Fraction]]:
    """E_t/E_0 and the bound after each step, exact: one variable, L = 1, stages of (33) with C = 3.

    F = lambda x^2/2, lambda from mu = 1/kappa (place 0) to 1 (place 1), x_0 = 1; n_1 = first and
    step sizes speed^2/4^k (speed^2 in stage 1), so that every q is rational.
    """
    low = Fraction(1, root_kappa**2)
    curvature = low + place * (1 - low)
    start = curvature / 2
    mean, before = Fraction(1), Fraction(1)
    square = [Fraction(0)] * 3  # Var x_t, Cov(x_t, x_{t-1}), Var x_{t-1}
    fade, noise, found, done = Fraction(1), Fraction(0), [], 0
    for stage, count in enumerate(stage_lengths(first, 3, steps=len(scales)), start=1):
        root = speed / (2**stage if stage > 1 else 1)
        size, q = root**2, root / root_kappa
        beta = (1 - q) / (1 + q)
        before, square = mean, [square[0]] * 3  # restart: x_{t-1} := x_t for the query point
        fade, noise = 2 * fade, 2 * noise
        for b_t in scales[done : done + count]:
            keep = 1 - size * curvature
            trace, back = (1 + beta) * keep, beta * keep
            mean, before = trace * mean - back * before, mean
            now, mixed, old = square
            moved = trace**2 * now - 2 * trace * back * mixed + back**2 * old
            square = [moved + 2 * (size * b_t) ** 2, trace * now - back * mixed, now]
            fade *= 1 - q
            noise = (1 - q) * noise + size * (1 + size) * b_t**2
            error = curvature / 2 * (mean**2 + square[0])
            found.append((error / start, fade + noise / start))
        done += count
    return found
