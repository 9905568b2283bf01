"""Instances on l_p balls, with the best constants known for their domains.

least_squares(d, p)       (<a, x> - y)^2/2, |a|_q = 1       L0 = D + |w|_p + noise, L1 = 1
quadratic_means(d)        |x - z|^2/2, |z| = 1, p = 2       L0 = D + 1, L1 = 1
sigmoid_regression(d, p)  (s(<a, x>) - y)^2/2, |a|_q = 1    L0 = 4/27, L1 = 0.0771; not convex
phase_retrieval(d)        |<a, x>^2 - y|, |a| <= 1, p = 2   L0 = 2 D; 2-weakly convex, kinks
linear_means(d, p)        <z, x>, |z|_q = 1                 L0 = 1, L1 = 0
ripple()                  z psi(x), d = 1                   L0, L1 given, attained; not convex
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import require
from workbench.problems.ball_extremes import Ripple, SignedDirection
from workbench.problems.ball_losses import (
    CentredSquare,
    PhaseError,
    SigmoidSquare,
    SquaredError,
    signs,
)
from workbench.problems.ball_problems import BallProblem
from workbench.problems.feasible_sets import LpBall
from workbench.problems.nonconvex_losses import TriangleWave
from workbench.problems.norms import power_norm


def _up(value: float, d: int) -> float:
    """Constants are bounds: rounded up by more than a sum of d powers loses."""
    return value * (1 + (8 * d + 32) * 2.0**-52)


def least_squares(
    d: int,
    p: float,
    *,
    radius: float = 1.0,
    noise: float = 0.5,
    w: ArrayLike | None = None,
) -> BallProblem:
    """Regression with features of l_q norm 1; the optimum w defaults to (0.5, -0.2, 0.1, 0, ..)."""
    ball = LpBall(d, p, radius)
    best = np.zeros(d)
    best[:3] = [0.5, -0.2, 0.1][:d]
    best = best * radius if w is None else np.array(w, dtype=np.float64)
    inside = best.shape == (d,) and bool(ball.contains(best[None])[0])
    require(inside, "w", best.tolist(), f"is not in the ball of radius {radius:g}", "Shorten it.")
    require(noise >= 0, "noise", noise, "is negative", "Pass a size >= 0.")
    best.setflags(write=False)
    size = d ** (-1 / ball.q)
    reach = radius + float(power_norm(best, p)) + noise
    length = size * math.sqrt(d)
    return BallProblem(
        name="least squares",
        loss=SquaredError(size, best, noise),
        ball=ball,
        lipschitz=_up(reach, d),
        smoothness=_up(1.0, d),
        euclidean=(_up(length * reach, d), _up(length**2, d)),
        optimum=noise**2 / 2,
    )


def quadratic_means(d: int, *, radius: float = 1.0, m: float = 0.5) -> BallProblem:
    """Squared distances to signs of length 1 and mean m <= radius, in the Euclidean ball."""
    require(0 <= m <= min(1, radius), "m", m, "is outside [0, min(1, D)]", "Lower the mean.")
    constants = (_up(radius + 1, d), _up(1.0, d))
    return BallProblem(
        name="quadratic means",
        loss=CentredSquare(d, m),
        ball=LpBall(d, 2.0, radius),
        lipschitz=constants[0],
        smoothness=constants[1],
        euclidean=constants,
        optimum=(1 - m**2) / 2,
    )


def sigmoid_regression(
    d: int, p: float, *, radius: float = 4.0, atoms: int = 256, seed: int = 0
) -> BallProblem:
    """Not convex; a pool of records whose labels follow a direction, one in eight the wrong way."""
    ball = LpBall(d, p, radius)
    size = d ** (-1 / ball.q)
    rng = np.random.default_rng(seed)
    a = size * signs(rng, atoms, d)
    direction = np.where(np.arange(d) % 2 == 0, 1.0, -0.5)
    label = (a @ direction > 0) ^ (np.arange(atoms) % 8 == 7)
    pool = np.column_stack([a, label.astype(np.float64)])
    pool.setflags(write=False)
    steep = 4 / 27  # largest s^2 (1 - s), at s = 2/3
    s = (15 - math.sqrt(33)) / 24  # where |s^2 (1 - s) (2 - 3 s)| is largest
    curved = s**2 * (1 - s) * (2 - 3 * s)
    length = size * math.sqrt(d)
    return BallProblem(
        name="sigmoid regression",
        loss=SigmoidSquare(size, pool),
        ball=ball,
        lipschitz=_up(steep, d),
        smoothness=_up(curved, d),
        euclidean=(_up(length * steep, d), _up(length**2 * curved, d)),
        weak_convexity=_up(length**2 * curved, d),
    )


def phase_retrieval(
    d: int, *, radius: float = 1.0, atoms: int = 64, noise: float = 0.0, seed: int = 0
) -> BallProblem:
    """Intensities y = <a, w>^2 (+ noise) of directions |a| = 1; w = 3/5 radius (1, .., 1)/sqrt d.

    Started at 9/10 radius e_1.  Without noise +-w are optimal.
    """
    require(0 <= noise < np.inf, "noise", noise, "is negative or infinite", "Pass a size >= 0.")
    rng = np.random.default_rng(seed)
    a = rng.standard_normal((atoms, d))
    a = a / power_norm(a, 2.0)[:, None]
    w = np.full(d, 0.6 * radius * d**-0.5)
    y = (a @ w) ** 2 + noise * rng.random(atoms)
    pool = np.column_stack([a, y])
    pool.setflags(write=False)
    constants = (_up(2 * radius, d), _up(2.0, d))
    return BallProblem(
        name="phase retrieval",
        loss=PhaseError(max(radius**2, float(y.max())), pool),
        ball=LpBall(d, 2.0, radius),
        lipschitz=constants[0],
        smoothness=math.inf,
        euclidean=constants,
        optimum=0.0 if noise == 0 else math.nan,
        weak_convexity=_up(2.0, d),
        start=0.9 * radius * np.eye(d)[0],
    )


def linear_means(d: int, p: float, *, radius: float = 1.0, m: float = 0.5) -> BallProblem:
    """Products with sign vectors of l_q norm 1; each sign has mean -m."""
    require(0 <= m <= 1, "m", m, "is outside [0, 1]", "A mean of signs is there.")
    ball = LpBall(d, p, radius)
    size = d ** (-1 / ball.q)
    return BallProblem(
        name="linear means",
        loss=SignedDirection(d, size, m),
        ball=ball,
        lipschitz=_up(1.0, d),
        smoothness=0.0,
        euclidean=(_up(size * math.sqrt(d), d), 0.0),
        optimum=-m * radius,
    )


def ripple(
    *, G: float = 1.0, L: float = 1.0, radius: float = 1.0, peak: float = 0.0
) -> BallProblem:
    """Records +-1 turn a wave of slopes up and down; the slope is G at `peak`; starts at D.

    The mean is zero: nothing can be learned, but sensitivities are attained.
    """
    constants = (_up(G, 1), _up(L, 1))
    return BallProblem(
        name="ripple",
        loss=Ripple(TriangleWave(G, L), peak - G / L),
        ball=LpBall(1, 2.0, radius),
        lipschitz=constants[0],
        smoothness=constants[1],
        euclidean=constants,
        optimum=0.0,
        weak_convexity=constants[1],
        start=np.array([radius]),
    )
