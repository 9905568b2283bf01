"""Nesterov's method in stages: its error bound, and its exact expected error on a quadratic.

    E_T <= 2^(s_T) prod_{i<=T} (1 - q_i) E_0 + sum_t a_{T,t} v_t / 2

where v_t bounds E |w_t|^2 of the gradient error of the step that makes x_t, s_t is its stage, and
a_{T,t} = 2^(s_T - s_t) prod_{t<i<=T} (1 - q_i) alpha_t (1 + alpha_t L).  Each stage pays a factor
2, because the momentum restarts: the energy of a method at rest is at most twice its error.

On a quadratic the error of one eigen-direction and its predecessor are a linear recursion driven by
noise, so mean and covariance of the pair follow by 2 x 2 matrices.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from workbench.algorithms import Stage, log_weights
from workbench.algorithms.momentum.horizons import log_transients
from workbench.errors import require
from workbench.privacy.arrays import Array


def _variances(values: ArrayLike, stages: Sequence[Stage]) -> Array:
    v = np.asarray(values, dtype=np.float64)
    steps = sum(stage.steps for stage in stages)
    ok = v.shape == (steps,)
    require(ok, "variances", f"of shape {v.shape}", f"does not fit {steps} steps", "One per step.")
    return v


def multistage_bound(
    stages: Sequence[Stage], *, gap: float, mu: float, L: float, variances: ArrayLike
) -> float:
    """The bound above for E F(x_T) - F*, with `gap` = E_0; one variance v_t per step.

    Every stage needs alpha <= 1 / L and the momentum of `Stage.tuned`.
    """
    for stage in stages:
        ok = 0 < stage.alpha <= 1 / L
        require(ok, "alpha", stage.alpha, f"is outside (0, 1 / L] = (0, {1 / L}]", "Shrink it.")
        best = Stage.tuned(alpha=stage.alpha, mu=mu, steps=stage.steps).beta
        ok = abs(stage.beta - best) <= 1e-12  # a few roundings of a number below 1
        require(ok, "beta", stage.beta, f"is not (1 - q) / (1 + q) = {best}", "Use Stage.tuned.")
    v = _variances(variances, stages)
    transient = float(np.exp(log_transients(stages, mu=mu)[-1]))
    return transient * gap + float(np.exp(log_weights(stages, mu=mu, L=L)) @ v) / 2


def expected_multistage_errors(
    stages: Sequence[Stage],
    *,
    eigenvalues: Sequence[float],
    offsets: Sequence[float],
    variances: ArrayLike,
    restart: bool = True,
) -> list[float]:
    """E F(x_t) - F* for t = 0..T on a quadratic, exact up to rounding.

    `offsets` are the coordinates of x_0 - x* in the eigenbasis and `variances[t]` is the variance
    per coordinate of the gradient error of step t.  `restart` = False runs on with the momentum of
    the stage before, for comparison.

    >>> one = [Stage(0.5, 0.0, 2)]
    >>> expected_multistage_errors(one, eigenvalues=[1.0], offsets=[2.0], variances=[0, 0])
    [2.0, 0.5, 0.125]
    """
    v = _variances(variances, stages)
    lam = np.asarray(eigenvalues, dtype=np.float64)
    now = np.asarray(offsets, dtype=np.float64)
    require(now.shape == lam.shape, "offsets", now, f"does not fit {lam.size} eigenvalues", "Pair.")
    before, var, cov, var_before = now, *(np.zeros(lam.size) for _ in range(3))
    errors, t = [float(lam @ now**2) / 2], 0
    for k, stage in enumerate(stages):
        for i in range(stage.steps):
            beta = 0.0 if restart and k and not i else stage.beta
            p = (1 + beta) * (1 - stage.alpha * lam)
            r = beta * (1 - stage.alpha * lam)
            noise = stage.alpha**2 * v[t]
            # e' = p e - r e_before - alpha w, so Var e' and Cov(e', e) follow
            after = p**2 * var - 2 * p * r * cov + r**2 * var_before + noise
            now, before = p * now - r * before, now
            var, cov, var_before = after, p * var - r * cov, var
            errors.append(float(lam @ (now**2 + var)) / 2)
            t += 1
    return errors
