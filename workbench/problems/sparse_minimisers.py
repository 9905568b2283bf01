"""argmin F(x) + lam/2 |x|^2 for F(x) = mean phi(<z_i, x>), free or over a Euclidean ball.

Newton steps, each by conjugate gradients, on a sparse matrix of records.  Over |x|_2 <= D the
minimiser is free, with a larger lam: a root in one variable.  The distance from the true minimiser
is bounded at the answer, because the sensitivity of the minimiser, a theorem, has to pay for it:

    free         |x - x*| <= e = |gradient| / lam                      (strong convexity)
    norm = D     + ||x|^2 - D^2| (H + lam') / (2 min(|x|, D) lam)      (how |x| moves with lam')
    norm <= D    + e sqrt((H + lam) / lam)                             (x* may be just outside)

where lam' = lam + multiplier and |x| is known up to e.  The gradient is taken with its rounding.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.sparse import csr_array

from workbench.errors import SolverError, require
from workbench.privacy.arrays import Array
from workbench.problems.sparse_links import Link

STEPS = 100
UNIT = 2.0**-53


@dataclass(frozen=True, slots=True, eq=False)
class Near:
    """A point of shape (d,), a bound on its l2 distance from the minimiser, and the multiplier."""

    x: Array
    distance: float
    multiplier: float


def minimise(
    matrix: csr_array,
    link: Link,
    *,
    lam: float,
    radius: float | None,
    accuracy: float,
    lipschitz: float,
    smoothness: float,
) -> Near:
    """Solve, bound the distance, and refuse an answer that is further away than `accuracy`."""
    ok = 0 < lam < np.inf
    require(ok, "lam", lam, "is not positive and finite", "Regularise: choose lam > 0.")
    require(accuracy > 0, "accuracy", accuracy, "is not positive", "Pass an l2 distance > 0.")
    ok = radius is None or 0 < radius < np.inf
    require(ok, "radius", radius, "is not positive and finite", "Pass None for all of R^d.")
    problem = _Regularised(matrix, link, lipschitz, smoothness)
    x, e = problem.solve(np.zeros(matrix.shape[1]), lam)
    size, extra = float(np.linalg.norm(x)), 0.0
    distance, found = e, x
    if radius is not None and size <= radius:
        distance = e + e * math.sqrt((smoothness + lam) / lam)
    elif radius is not None:
        found, e, extra = problem.on_the_sphere(x, lam, radius)
        size = float(np.linalg.norm(found))
        gap = abs(size**2 - radius**2) + 8 * UNIT * size**2 + e * (2 * size + e)
        slope = (smoothness + lam + extra) / (2 * lam * (min(size, radius) - e))
        distance = e + gap * slope if size > e else math.inf
    if not distance <= accuracy:
        raise SolverError(
            f"regularised minimiser: known up to {distance:.1e}, wanted {accuracy:.1e}.\n"
            "  Likely cause: a very small lam for so many records.  Choose a larger lam, or pass a "
            "larger accuracy; a sensitivity has to pay for it."
        )
    return Near(found, distance, extra)


@dataclass(frozen=True, slots=True, eq=False)
class _Regularised:
    """mean phi(<z_i, x>) + lam/2 |x|^2, for any lam."""

    matrix: csr_array
    link: Link
    lipschitz: float
    smoothness: float

    def solve(self, x: Array, lam: float) -> tuple[Array, float]:
        """Minimiser by damped Newton steps from x, and a bound on its l2 error."""
        error = math.inf
        for _ in range(STEPS):
            margins = self.matrix @ x
            gradient = self._gradient(x, margins, lam)
            floor = self._rounding(x, lam)
            now = (float(np.linalg.norm(gradient)) + floor) / lam
            if now >= error / 2 and now * lam <= 8 * floor:  # rounding is all that is left
                break
            error = now
            step = self._newton(margins, gradient, lam)
            x = x - self._damping(x, margins, step, gradient, lam) * step
        margins = self.matrix @ x
        gradient = self._gradient(x, margins, lam)
        return x, (float(np.linalg.norm(gradient)) + self._rounding(x, lam)) / lam

    def on_the_sphere(self, x: Array, lam: float, radius: float) -> tuple[Array, float, float]:
        """The minimiser of norm `radius`, its error, and the multiplier."""
        best = [x]

        def miss(extra: float) -> float:  # linear in extra where phi is
            best[0] = self.solve(best[0], lam + extra)[0]
            return 1 / float(np.linalg.norm(best[0])) - 1 / radius

        top = self.lipschitz / radius  # |x| <= |grad F(0)| / (lam + extra)
        while miss(top) < 0:
            top *= 2
        extra = float(brentq(miss, 0.0, top, xtol=1e-300, rtol=8.9e-16, maxiter=200))
        x, e = self.solve(best[0], lam + extra)
        return x, e, extra

    def _gradient(self, x: Array, margins: Array, lam: float) -> Array:
        slopes = self.link.slope(margins)
        return np.asarray(self.matrix.T @ slopes / len(margins) + lam * x)

    def _rounding(self, x: Array, lam: float) -> float:
        """Bound on the l2 error of a gradient: sums of n products, margins of s products."""
        n = self.matrix.shape[0]
        per_row = self.matrix.nnz // n
        size = float(np.linalg.norm(x))
        inner = self.smoothness * (per_row + 8) * size
        return UNIT * ((n + 16) * self.lipschitz + inner + 4 * lam * size)

    def _newton(self, margins: Array, gradient: Array, lam: float) -> Array:
        """Conjugate gradients on (Z^T D Z / n + lam) step = gradient."""
        weights = self.link.curvature(margins) / len(margins)
        step, residual = np.zeros_like(gradient), gradient.copy()
        direction, size = residual.copy(), float(residual @ residual)
        wanted = size * 1e-20
        for _ in range(2 * len(margins) + 10):
            if size <= wanted:
                break
            image = self.matrix.T @ (weights * (self.matrix @ direction)) + lam * direction
            length = size / float(direction @ image)
            step += length * direction
            residual -= length * image
            before, size = size, float(residual @ residual)
            direction = residual + (size / before) * direction
        return step

    def _damping(self, x: Array, margins: Array, step: Array, gradient: Array, lam: float) -> float:
        """The largest 2^-k that decreases the objective by a quarter of what its slope says."""
        along, change, slope = self.matrix @ step, lam * float(step @ step) / 2, gradient @ step
        here = float(self.link.value(margins).mean())
        inner = lam * float(x @ step)
        for k in range(40):
            t = 0.5**k
            value = float(self.link.value(margins - t * along).mean()) - t * inner + t * t * change
            if value <= here - t * float(slope) / 4:
                return t
        return 1.0  # at the bottom the objective no longer resolves a decrease
