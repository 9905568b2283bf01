"""Functions phi of a margin t = <z, x>, with the largest |phi'| and |phi''| over all t.

    softplus           ln(1 + exp(-t))         embeddings: z = y 1_T / sqrt(s), T the active ones
    linear             t                       the regularised minimiser is -mean(z) / lam
    squared sigmoid    s(t)^2 / 2              not convex: (s(<a, x>) - y)^2 / 2 with z = (1 - 2y) a

s is the logistic function; a link knows nothing of records, so the constants of a loss follow from
it and from the largest |z|.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from workbench.privacy.arrays import Array, logistic, namespace


@dataclass(frozen=True, slots=True)
class Link:
    """phi with its first two derivatives, and bounds on their sizes."""

    name: str
    value: Callable[[Array], Array]
    slope: Callable[[Array], Array]
    curvature: Callable[[Array], Array]
    top_slope: float
    top_curvature: float
    convex: bool


SOFTPLUS = Link(
    "softplus",
    value=lambda t: np.logaddexp(0.0, -t),
    slope=lambda t: -logistic(-t),
    curvature=lambda t: np.asarray(expit(t) * expit(-t)),
    top_slope=1.0,
    top_curvature=0.25,
    convex=True,
)
LINEAR = Link(
    "linear",
    value=lambda t: t,
    slope=lambda t: namespace(t).ones_like(t),
    curvature=np.zeros_like,
    top_slope=1.0,
    top_curvature=0.0,
    convex=True,
)
SQUARED_SIGMOID = Link(
    "squared sigmoid",
    value=lambda t: np.asarray(expit(t) ** 2 / 2),
    slope=lambda t: logistic(t) ** 2 * logistic(-t),
    curvature=lambda t: np.asarray(expit(t) ** 2 * expit(-t) * (2 - 3 * expit(t))),
    top_slope=4 / 27,  # where s = 2/3
    # s^2 (1 - s)(2 - 3 s) at s = 5/8 - sqrt(33)/24, rounded up
    top_curvature=0.0770293,
    convex=False,
)
