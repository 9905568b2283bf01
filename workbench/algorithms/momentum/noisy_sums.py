"""Other ways to a private momentum than the tree of `tree_momentum`, for comparison.

Each takes secrets g[1], g[2], ... of shape (trials, d) and answers noisy sums
sum_{i <= t} decay^(t - i) g[i]; `variance(t)` is the noise of a coordinate of the sum.

    IndependentSums   releases every g[t] (noisy gradients with momentum)
    RefinedTree       releases every node of the binary tree, and estimates each from itself and its
                      subtree (Honaker): half of its variance, and more, is gone
    FactorisedSums    decay^k are the coefficients of C C with c_k = binom(2k, k) 4^-k decay^k:
                      releases y = C g + noise, answers C y
"""

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from workbench.privacy import Curator, Secret
from workbench.privacy.arrays import Array, like, namespace
from workbench.privacy.queries.secrets import weighted_sum


class NoisySums(Protocol):
    """Takes leaves, answers the noisy decayed sum of them."""

    def push(self, leaf: Secret) -> None:
        """Add the next leaf."""
        ...

    def prefix(self) -> Array:
        """Noisy sum over the leaves so far, shape (trials, d)."""
        ...


class IndependentSums:
    """Noise for every leaf; `sensitivity` is that of one leaf."""

    def __init__(self, curator: Curator, *, sigma: float, sensitivity: float, decay: float) -> None:
        self._curator, self._sigma, self._sensitivity = curator, sigma, sensitivity
        self._decay = decay
        self._sum: Any = 0.0

    def push(self, leaf: Secret) -> None:
        """Release the leaf."""
        noisy = self._curator.gaussian(leaf, sigma=self._sigma, sensitivity=self._sensitivity)
        self._sum = self._decay * self._sum + noisy

    def prefix(self) -> Array:
        """The decayed sum of what was released."""
        return self._sum

    @staticmethod
    def variance(t: int, *, sigma: float, decay: float) -> float:
        """Of a coordinate of the sum over 1..t."""
        return sigma**2 * math.fsum(decay ** (2 * k) for k in range(t))


class RefinedTree:
    """All nodes of the tree, each estimated from itself and its subtree.

    `sensitivity` is a function of the first and last leaf of a node.  The estimate from below has
    variance (1 + decay^size) nu for a node of `size` leaves whose halves have variance nu, and is
    independent of the node's own noise; the weights are those of inverse variances.
    """

    def __init__(
        self,
        curator: Curator,
        *,
        sigma: float,
        sensitivity: Callable[[int, int], float],
        decay: float,
    ) -> None:
        self._curator, self._sigma, self._sensitivity = curator, sigma, sensitivity
        self._decay, self._steps = decay, 0
        self._nu = [sigma**2]
        # complete nodes, largest first: size, node, its estimate, the estimated prefix to its end
        self._stack: list[tuple[int, Secret, Array, Array]] = []

    def push(self, leaf: Secret) -> None:
        """Add a leaf; releases all the nodes that it completes."""
        self._steps += 1
        node, size, level, stack = leaf, 1, 0, self._stack
        found = self._released(node, size)
        while stack and stack[-1][0] == size:
            _, left, left_found, _ = stack.pop()
            node, below = left * self._decay**size + node, left_found * self._decay**size + found
            size, level = 2 * size, level + 1
            above = (1 + self._decay**size) * self._nu[level - 1]
            share = above / (above + self._sigma**2)
            if level == len(self._nu):
                self._nu.append(share * self._sigma**2)
            found = share * self._released(node, size) + (1 - share) * below
        prefix = found if not stack else stack[-1][3] * self._decay**size + found
        stack.append((size, node, found, prefix))

    def prefix(self) -> Array:
        """From the largest complete nodes."""
        return self._stack[-1][3]

    def _released(self, node: Secret, size: int) -> Array:
        s = self._sensitivity(self._steps - size + 1, self._steps)
        return self._curator.gaussian(node, sigma=self._sigma, sensitivity=s)

    @staticmethod
    def variance(t: int, *, sigma: float, decay: float) -> float:
        """Of a coordinate of the sum over 1..t."""
        total, nu = 0.0, sigma**2
        for k in range(t.bit_length()):
            if k:
                nu = 1 / (sigma**-2 + 1 / ((1 + decay ** (2**k)) * nu))
            if t >> k & 1:
                total += nu * decay ** (2 * (t % 2**k))
        return total


class FactorisedSums:
    """The square root of the momentum operator; O(t) work at step t, and O(t) memory.

    `sensitivity` is a function of t: how far a record moves y[t].
    """

    def __init__(
        self,
        curator: Curator,
        *,
        sigma: float,
        sensitivity: Callable[[int], float],
        decay: float,
    ) -> None:
        self._curator, self._sigma, self._sensitivity = curator, sigma, sensitivity
        self._decay = decay
        self._c: Array = np.zeros(0)
        self._leaves: list[Secret] = []
        self._noisy: list[Array] = []

    def push(self, leaf: Secret) -> None:
        """Release y[t] = sum_k c_k g[t-k]."""
        self._leaves.append(leaf)
        t = len(self._leaves)
        if t > self._c.size:
            self._c = root_coefficients(2 * t, decay=self._decay)
        total = weighted_sum(self._c[t - 1 :: -1], self._leaves)
        self._noisy.append(
            self._curator.gaussian(total, sigma=self._sigma, sensitivity=self._sensitivity(t))
        )

    def prefix(self) -> Array:
        """C y at t."""
        xp, t = namespace(self._noisy[0]), len(self._noisy)
        c = like(self._c[t - 1 :: -1], self._noisy[0])
        return xp.tensordot(c, xp.stack(self._noisy), axes=1)

    @staticmethod
    def variance(t: int, *, sigma: float, decay: float) -> float:
        """Of a coordinate of the sum over 1..t."""
        return sigma**2 * float((root_coefficients(t, decay=decay) ** 2).sum())


def root_coefficients(count: int, *, decay: float) -> Array:
    """c_0..c_(count-1): the power series of (1 - decay z)^(-1/2).

    >>> root_coefficients(4, decay=1.0).tolist()
    [1.0, 0.5, 0.375, 0.3125]
    """
    k = np.arange(1, count)
    return np.concatenate([[1.0], np.cumprod(decay * (2 * k - 1) / (2 * k))])[:count]


def root_weights(steps: int, *, n: int, decay: float) -> Array:
    """How far the first record of a repeated order moves y[1..T], per unit that it moves a leaf.

    It is used most often and earliest: no record has larger weights in the sense of their norm.
    """
    c = root_coefficients(steps, decay=decay)
    weights = np.zeros(steps)
    for start in range(0, steps, n):
        weights[start:] += c[: steps - start]
    return weights


def heaviest_root_weights(steps: int, *, n: int, decay: float) -> Array:
    """For each t = 1..T, c_0 + c_n + c_2n + ...: the weight in y[t] of the record used at t.

    No record has a larger one, as the coefficients fall.  Rounded up.
    """
    sums = np.cumsum(root_coefficients(steps, decay=decay)[::n])
    return np.asarray(sums[np.arange(steps) // n] * (1 + 2.0**-40))
