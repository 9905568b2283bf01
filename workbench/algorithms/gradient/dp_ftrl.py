"""Private follow-the-regularised-leader on tree sums (DP-FTRL), for many trials at once.

    G[t] = sum over i <= t of the clipped gradients of batch i, plus noise,
    x[t+1] = argmin <G[t], x> + b |x - start|^2 / (2 eta) = start - (eta / b) G[t]

(Kairouz and others 2021).  Batch t is the next b records in their order, at the point x[t]: nothing
is sampled, and no chance has to be believed.  A binary tree gives the noise: every node that some
prefix uses is released once, with noise N(0, (z C)^2 I), and a record is in the one leaf of its
batch.  By replacing a record a node moves by 2 C, and no more than

    floor(log2 T) + 1        nodes above a leaf move, T = floor(n / b)

in every epoch.  A new epoch starts a new tree on top of the last noisy sum.
"""

from dataclasses import dataclass

from workbench.algorithms.gradient.dp_sgd import HasGradients
from workbench.algorithms.method import Method
from workbench.algorithms.parts.parameters import check_count, check_positive
from workbench.errors import require
from workbench.privacy import Curator, TreeStream
from workbench.privacy.arrays import Array
from workbench.privacy.queries.clipping import clipped


@dataclass(frozen=True, slots=True, kw_only=True)
class DPFTRL(Method[HasGradients, Array]):
    """Step size eta, noise multiplier z, clipping norm C, batch size b, number of epochs."""

    eta: float
    z: float
    C: float
    b: int
    epochs: int = 1

    def __post_init__(self) -> None:
        """Check the parameters that need no problem."""
        for name, value in (("eta", self.eta), ("z", self.z), ("C", self.C)):
            check_positive(name, value)
        check_count("b", self.b)
        check_count("epochs", self.epochs)

    def run(self, problem: HasGradients, curator: Curator, *, trials: int = 1) -> Array:
        """All epochs; the last points, shape (trials, d)."""
        check_count("trials", trials)
        require(self.b <= curator.n, "b", self.b, f"is above n = {curator.n}", "Choose b <= n.")
        x = start = curator.copies(problem.start, trials)
        before = 0 * start  # the noisy sum over the epochs that are over
        for _ in range(self.epochs):
            tree = TreeStream(curator, sigma=self.z * self.C, sensitivity=2 * self.C)
            for t in range(curator.n // self.b):
                gradient = clipped(problem.mean_gradient(x), norm=self.C)
                batch = curator.secret(gradient, rows=slice(t * self.b, (t + 1) * self.b))
                tree.push(batch * float(self.b))
                x = start - self.eta / self.b * (before + tree.prefix())
            before = before + tree.prefix()
        return x
