"""Prefix and interval sums from a binary tree of noisy node sums.

Leaves are the steps 1..T; the nodes are the complete dyadic intervals [a 2^k + 1, (a + 1) 2^k] with
(a + 1) 2^k <= T.  Each node sum gets its own noise, once; every interval is answered by the fewest
nodes that tile it.  A record that lives in one leaf touches the nodes above it, at most

    levels = floor(log2 T) + 1,

the prefix [1, t] uses as many nodes as t has binary ones, and two prefixes share the noise of the
nodes they share.  T need not be a power of two.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from flint import arb

from workbench.errors import require
from workbench.privacy.arrays import Array
from workbench.privacy.composition.balls import Bounds, smallest
from workbench.privacy.composition.checks import check_count, check_delta, check_positive
from workbench.privacy.composition.release import Release
from workbench.privacy.mechanisms.cards import MechanismCard
from workbench.privacy.mechanisms.gaussian import Gaussian, gaussian_curve
from workbench.privacy.mechanisms.laplace import Laplace, laplace_curve


@dataclass(frozen=True)
class TreeSums(MechanismCard):
    """Noisy sums over the dyadic nodes of `steps` leaves.

    >>> TreeSums(7, Gaussian(2.0)).prefix_variance(7)  # 7 = 4 + 2 + 1
    12.0
    """

    steps: int
    noise: Laplace | Gaussian

    def __post_init__(self) -> None:
        """Check the number of leaves."""
        check_count("steps", self.steps)

    @property
    def levels(self) -> int:
        """Largest number of nodes above one leaf, itself included."""
        return self.steps.bit_length()

    @property
    def norm(self) -> str:
        """Norm in which the change of one leaf is measured."""
        return self.noise.norm

    @cached_property
    def nodes(self) -> tuple[tuple[int, int], ...]:
        """First and last leaf of every node, level by level from the leaves up."""
        return tuple(
            ((a << k) + 1, (a + 1) << k) for k in range(self.levels) for a in range(self.steps >> k)
        )

    @cached_property
    def _index(self) -> dict[tuple[int, int], int]:
        return {node: i for i, node in enumerate(self.nodes)}

    def tiling(self, first: int, last: int) -> tuple[int, ...]:
        """Indices of the fewest nodes that tile the leaves first..last.

        >>> tree = TreeSums(8, Laplace(1.0))
        >>> [tree.nodes[i] for i in tree.tiling(2, 7)]
        [(2, 2), (3, 4), (5, 6), (7, 7)]
        """
        ok = 1 <= first <= last <= self.steps
        require(ok, "interval", (first, last), f"is not inside 1..{self.steps}", "Count from 1.")
        tiles = []
        while first <= last:
            aligned = ((first - 1) & -(first - 1)) or 1 << self.levels
            size = min(aligned, 1 << ((last - first + 1).bit_length() - 1))
            tiles.append(self._index[first, first + size - 1])
            first += size
        return tuple(tiles)

    def above(self, leaf: int) -> tuple[int, ...]:
        """Indices of the nodes that contain a leaf."""
        return tuple(i for i, (a, b) in enumerate(self.nodes) if a <= leaf <= b)

    def prefix_variance(self, t: int) -> float:
        """Variance of the noise of the prefix 1..t, per coordinate: binary ones of t, times one."""
        return t.bit_count() * self.noise.variance

    def variance(self, first: int, last: int) -> float:
        """Variance of the noise of an interval, per coordinate."""
        return len(self.tiling(first, last)) * self.noise.variance

    def prefix_covariance(self) -> Array:
        """Covariance matrix of the noises of all prefixes, per coordinate."""
        uses = np.zeros((self.steps, len(self.nodes)))
        for t in range(1, self.steps + 1):
            uses[t - 1, list(self.tiling(1, t))] = 1.0
        return self.noise.variance * uses @ uses.T

    def sample(
        self, rng: np.random.Generator, *, trials: int, shape: tuple[int, ...] = ()
    ) -> Array:
        """Noise of every node, shape (trials, nodes, *shape)."""
        check_count("trials", trials)
        return self.noise.sample(rng, (trials, len(self.nodes), *shape))

    def prefix_sums(self, nodes: Array) -> Array:
        """Values of all prefixes from values of the nodes: shape (trials, steps, ...)."""
        sums = np.empty((nodes.shape[0], self.steps, *nodes.shape[2:]))
        for t in range(1, self.steps + 1):
            low = t & -t  # the last tile has this size
            sums[:, t - 1] = nodes[:, self._index[t - low + 1, t]]
            if t > low:
                sums[:, t - 1] += sums[:, t - low - 1]
        return sums

    def node_sums(self, leaves: Array) -> Array:
        """Exact node sums of values at the leaves, shape (..., steps) to (..., nodes)."""
        running = np.concatenate([np.zeros((*leaves.shape[:-1], 1)), leaves.cumsum(-1)], axis=-1)
        first, last = np.array(self.nodes).T
        return np.asarray(running[..., last] - running[..., first - 1])

    def log_ratio(self, noise: Array, leaf: int, shift: Array | float) -> Array:
        """Log-likelihood ratio of all nodes when one leaf moves by `shift`, per trial.

        `noise` has shape (trials, nodes, *shape), shift broadcasts against `shape`.
        """
        touched = noise[:, list(self.above(leaf))]
        move = np.broadcast_to(np.asarray(shift, dtype=np.float64), touched.shape)
        parts = self.noise.log_ratio(touched, move)
        return np.asarray(parts.reshape(parts.shape[0], -1).sum(axis=1))

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Bracket of the curve of all nodes together when one leaf moves by `sensitivity`.

        Exact for Gaussian noise: one Gaussian of sensitivity S sqrt(levels).  For Laplace noise the
        truth lies between one node and a single move of levels S; the accountants do better.
        """
        check_positive("sensitivity", sensitivity)
        noise, levels, size = self.noise, arb(self.levels), arb(sensitivity)
        if isinstance(noise, Gaussian):
            sigma = arb(noise.sigma)
            return gaussian_curve(lambda: levels.sqrt() * size / sigma, epsilon)
        scale = arb(noise.scale)
        one = noise.delta_bounds(epsilon, sensitivity=sensitivity)
        moved = laplace_curve(lambda: levels * size / scale, epsilon)
        return Bounds(one.lower, moved.upper)

    def delta(self, epsilon: float, *, sensitivity: float) -> float:
        """Proven delta at epsilon: the upper end of the bracket."""
        return self.delta_bounds(epsilon, sensitivity=sensitivity).upper

    def releases(self, *, sensitivity: float, neighbouring: str) -> Sequence[tuple[Release, int]]:
        """The nodes that one leaf touches, as releases with their number, for an accountant."""
        one = self.noise.release(sensitivity=sensitivity, neighbouring=neighbouring)
        return [(one, self.levels)]

    @classmethod
    def calibrate(
        cls, epsilon: float, delta: float = 0.0, *, sensitivity: float, steps: int
    ) -> "TreeSums":
        """The least noise that makes all node sums (epsilon, delta)-DP: Laplace where delta = 0.

        >>> TreeSums.calibrate(1.0, sensitivity=1.0, steps=8).noise
        Laplace(scale=4.0)
        """
        check_delta(delta, zero=True)
        check_count("steps", steps)
        levels = steps.bit_length()
        if delta == 0:
            scale = Laplace.calibrate(epsilon, sensitivity=levels * sensitivity).scale
        else:
            joint = math.sqrt(levels) * sensitivity
            scale = Gaussian.calibrate(epsilon, delta, sensitivity=joint).sigma
        law = Laplace if delta == 0 else Gaussian

        def affordable(x: float) -> bool:
            return cls(steps, law(x)).delta(epsilon, sensitivity=sensitivity) <= delta

        return cls(steps, law(smallest(affordable, start=scale)))
