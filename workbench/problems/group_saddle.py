"""The largest of several group losses, as a saddle problem (distributionally robust learning).

    f(x, y; i) = sum_g y_g log(1 + exp(-b_gi a_gi^T x))

Record i holds one example of every group.  Convex in x, linear in y >= 0.  The mixed derivatives
are the groups' gradients, so that values, gradients and Hessians of the losses all count:

    L0 = max(|phi' a|, phi)
    L1 = max(phi'' |a|^2, |phi' a|)
    L2 = max(|phi'''| |a|^3, phi'' |a|^2)

phi is convex and increasing in its argument, so the maxima of value and slope are at vertices; the
losses are non-negative and bounded, without which L0 would be infinite.
"""

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array, is_numpy, like, namespace
from workbench.problems.losses import SOFTPLUS_LOSS
from workbench.problems.simplex_saddle import SimplexSaddleProblem


class GroupSaddle(SimplexSaddleProblem):
    """Features (groups, atoms, d), already multiplied by -label."""

    def __init__(self, name: str, features: Array) -> None:
        self.name = name
        self.features = features
        self.dy, self.atoms, self.dx = features.shape
        low, high = features.min(axis=2), features.max(axis=2)
        self._ends = np.stack([low, high], axis=2).reshape(-1, 2)
        self._reach = np.abs(features).max(axis=2).ravel()

    def _arguments(self, x: Array) -> Array:
        if not is_numpy(x):
            flat = self.features.reshape(-1, self.dx)
            return namespace(x).reshape(x @ like(flat.T, x), (-1, self.dy, self.atoms))
        return np.einsum("rd,gid->rgi", x, self.features, optimize=True)

    def mean_x(self, weights: Array, x: Array, y: Array) -> Array:
        """Gradient of the weighted group losses."""
        slopes = SOFTPLUS_LOSS.slope(self._arguments(x)) * y[:, :, None] * weights[:, None, :]
        if not is_numpy(x):
            flat = like(self.features.reshape(-1, self.dx), x)
            return namespace(x).reshape(slopes, (-1, flat.shape[0])) @ flat
        return np.einsum("rgi,gid->rd", slopes, self.features, optimize=True)

    def mean_y(self, weights: Array, x: Array, y: Array) -> Array:
        """The group losses themselves."""
        losses = SOFTPLUS_LOSS.value(self._arguments(x)) * weights[:, None, :]
        return namespace(x).sum(losses, axis=2)

    def value(self, weights: Array, x: Array, y: Array) -> Array:
        """Weighted group losses, shape (trials,)."""
        return namespace(x).sum(self.mean_y(weights, x, y) * y, axis=1)

    @cached_property
    def _slope(self) -> float:
        return float((SOFTPLUS_LOSS.slope(self._ends).max(axis=1) * self._reach).max())

    @cached_property
    def L0(self) -> float:
        """Largest slope or value: a slope times its largest feature, at most, and a loss."""
        return max(self._slope, float(SOFTPLUS_LOSS.value(self._ends).max()))

    @cached_property
    def Lxx(self) -> float:
        """Largest phi'' |a|^2."""
        tops = [SOFTPLUS_LOSS.curvature(float(a), float(b))[1] for a, b in self._ends]
        return float((np.array(tops) * self._reach**2).max())

    @property
    def Lyy(self) -> float:
        """Linear in y."""
        return 0.0

    @cached_property
    def L1(self) -> float:
        """Largest Hessian entry, mixed block included."""
        return max(self.Lxx, self._slope)

    @cached_property
    def L2(self) -> float:
        """Largest third derivative; those with one y are the Hessians of the losses."""
        thirds = np.array([SOFTPLUS_LOSS.third(float(a), float(b)) for a, b in self._ends])
        return max(float((thirds * self._reach**3).max()), self.Lxx)


def group_problem(
    features: ArrayLike, labels: ArrayLike, *, name: str = "group losses"
) -> GroupSaddle:
    """Check the data: features (groups, atoms, d), labels -1 or 1 of shape (groups, atoms)."""
    a, b = np.array(features, dtype=np.float64), np.array(labels, dtype=np.float64)
    if a.ndim != 3 or a.size == 0 or b.shape != a.shape[:2]:
        raise ParameterError(
            f"features has shape {a.shape}, labels {b.shape}: (groups, atoms, d) and (groups, "
            "atoms) are needed.\n  Pass one example of every group in every record."
        )
    ok = bool(np.isin(b, (-1.0, 1.0)).all())
    require(ok, "labels", "given", "has an entry that is not -1 or 1", "Recode the classes.")
    finite = bool(np.isfinite(a).all())
    require(finite, "features", "given", "has an entry that is not finite", "Remove nan, inf.")
    return GroupSaddle(name, -b[:, :, None] * a)
