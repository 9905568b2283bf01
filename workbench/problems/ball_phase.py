"""Phase retrieval on l_p balls: weakly convex in the norm of the ball, with kinks.

phase_in_norm(d, p)     |<a, x>^2 - y|, |a|_q <= 1      L0 = 2 D; rho_w = 2 in l_p, for every d

In l_2 norm the same losses need rho_w = 2 d^(1 - 2/q), which is what `weak_convexity` says.  For
p = 1 take the exponent `near_one(d)`: |x|_p <= |x|_1 <= e |x|_p and 1/(p - 1) = ln d.
"""

import math
from dataclasses import dataclass

import numpy as np

from workbench.errors import require
from workbench.privacy.arrays import ULP, Array
from workbench.problems.ball_losses import PhaseError
from workbench.problems.ball_problems import BallProblem
from workbench.problems.feasible_sets import LpBall
from workbench.problems.norms import power_norm

WEAK = 2.0 * (1 + 2.0**-30)
"""Weak convexity in the norm of the ball: <a, u - x>^2 <= |u - x|_p^2, up to rounding of |a|_q."""


@dataclass(frozen=True, slots=True, eq=False)
class DualPhaseError(PhaseError):
    """Records (a, y) with |a|_q <= 1 and y in [0, top]; `pool` has shape (N, d + 1)."""

    q: float

    def outside(self, records: Array) -> Array:
        """Long directions, or intensities outside the range."""
        y, d = records[:, -1], self.pool.shape[1] - 1
        long = power_norm(records[:, :-1], self.q) > 1 + (8 * d + 32) * ULP
        return np.asarray(long | (y < 0) | (y > self.top))


def phase_in_norm(
    d: int, p: float, *, radius: float = 1.0, atoms: int = 64, seed: int = 0
) -> BallProblem:
    """Intensities y = <a, w>^2 of directions |a|_q = 1; w = 3/5 radius (1, .., 1)/d^(1/p).

    Started at 9/10 radius e_1; +-w are optimal.
    """
    ball = LpBall(d, p, radius)
    require(p <= 2, "p", p, "is above 2", "The squared norm is strongly convex for p in (1, 2].")
    rng = np.random.default_rng(seed)
    a = rng.standard_normal((atoms, d))
    a = a / power_norm(a, ball.q)[:, None]
    y = (a @ np.full(d, 0.6 * radius * d ** (-1 / p))) ** 2
    pool = np.column_stack([a, y])
    pool.setflags(write=False)
    up = 1 + (8 * d + 32) * ULP  # more than a sum of d powers loses
    square = d ** (1 - 2 / ball.q)  # the largest |a|_2^2
    return BallProblem(
        name=f"phase retrieval in l_{p:g}",
        loss=DualPhaseError(radius**2 * up, pool, ball.q),
        ball=ball,
        lipschitz=2 * radius * up,
        smoothness=math.inf,
        euclidean=(2 * radius * square * up, 2 * square * up),
        optimum=0.0,
        weak_convexity=WEAK * square * up,
        start=0.9 * radius * np.eye(d)[0],
    )


def near_one(d: int) -> float:
    """The exponent 1 + 1/ln d that stands for p = 1.

    >>> round(near_one(1000), 4)
    1.1448
    """
    require(d >= 3, "d", d, "is below 3: 1 + 1/ln d is above 2", "Use p = 2.")
    return 1 + 1 / math.log(d)
