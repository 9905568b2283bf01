"""Releases as residuals: independent Laplace(1) numbers if the declared law was followed.

    Laplace               (release - exact) / scale
    Gaussian              z = (release - exact) / sigma, through its distribution function
    generalized Gaussian  the radius through the chi law; the direction, times a fresh radius that
                          makes its coordinates independent of density ~ exp(-|g|^r), through that
    choices               numbers of hits one after the other, likeliest first, each binomial given
                          those before it; a discrete law is spread evenly over its jump by a coin

Each is exact, so one battery of tests serves every mechanism.  Where a trial makes no release the
residuals are drawn from the law that they should have, and say nothing.
"""

import numpy as np
from scipy.special import betainc, gammaincc, log_ndtr

from workbench.errors import ParameterError
from workbench.privacy.arrays import Array
from workbench.privacy.curators.calls import Call
from workbench.privacy.curators.choices import SoftmaxLaw, WinnerLaw
from workbench.privacy.curators.laws import GaussianLaw, LaplaceLaw
from workbench.privacy.curators.vector_law import VectorLaw
from workbench.privacy.mechanisms import GeneralizedGaussian

MOST = 16
"""Largest number of choices whose hits are looked at one by one."""

TINY = 2.0**-1000


def laplace_residuals(call: Call, release: Array, exact: Array, rng: np.random.Generator) -> Array:
    """Residuals of one release, shape (trials, k)."""
    match call.law:
        case LaplaceLaw(scale):
            z = (release - exact) / scale
        case GaussianLaw(sigma):
            g = (release - exact) / sigma
            z = -np.sign(g) * (log_ndtr(-np.abs(g)) + np.log(2))
        case VectorLaw(law):
            z = _vectors(law, release - exact, rng)
        case SoftmaxLaw() | WinnerLaw() as law:
            z = _hits(law.log_chances(exact), release, call.count, rng)
        case other:  # a law of another's making
            raise ParameterError(
                f"law = {other} has no residuals.\n  Write its transformation here."
            )
    return np.where(call.running[:, None], z, rng.laplace(size=z.shape))


def _quantiles(u: Array) -> Array:
    """Laplace(1) numbers of which u in [0, 1] are the probabilities below."""
    smaller = np.maximum(np.minimum(u, 1 - u), TINY)
    return np.asarray(-np.sign(u - 0.5) * np.log(2 * smaller))


def _vectors(law: GeneralizedGaussian, noise: Array, rng: np.random.Generator) -> Array:
    d, r = law.dimension, law.order
    size = law.size(noise)
    upper = gammaincc(d / 2, (size / law.sigma) ** 2 / 2)
    fresh = rng.gamma(d / r, size=len(noise)) ** (1 / r)
    g = noise / np.maximum(size, TINY)[:, None] * fresh[:, None]
    tail = -np.log(np.maximum(gammaincc(1 / r, np.abs(g) ** r), TINY))
    return np.column_stack([_quantiles(1 - upper), np.sign(g) * tail])


def _hits(log_chances: Array, counts: Array, total: int, rng: np.random.Generator) -> Array:
    order = np.argsort(-log_chances, axis=1, kind="stable")
    p = np.exp(np.take_along_axis(log_chances, order, axis=1))
    k = np.rint(np.take_along_axis(counts, order, axis=1))
    coins = rng.random((len(k), min(p.shape[1], MOST)))
    if total == 1:  # the place of the choice says it all
        here = (k * p).sum(axis=1)
        before = (k * (p.cumsum(axis=1) - p)).sum(axis=1)
        return _quantiles(before + coins[:, 0] * here)[:, None]
    columns = []
    left, rest = np.full(len(k), float(total)), p.sum(axis=1)
    for j in range(min(p.shape[1] - 1, MOST)):
        share = np.clip(p[:, j] / np.maximum(rest, TINY), 0.0, 1.0)
        upto, below = _binomial(k[:, j], left, share), _binomial(k[:, j] - 1, left, share)
        columns.append(_quantiles(below + coins[:, j] * (upto - below)))
        left, rest = left - k[:, j], np.maximum(rest - p[:, j], 0.0)
    return np.column_stack(columns) if columns else _quantiles(coins[:, :1])


def _binomial(k: Array, n: Array, p: Array) -> Array:
    """Chance of at most k hits in n."""
    inside = betainc(np.maximum(n - k, 1.0), np.maximum(k + 1, 1.0), 1 - p)
    return np.where(k < 0, 0.0, np.where(k >= n, 1.0, inside))
