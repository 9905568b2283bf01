"""Samples that are hard for private means of sparse vectors: one codeword in every block.

The coordinates are split into K blocks.  All points of block k are one word of a code, drawn
uniformly and independently of the other blocks; points that belong to no block are 0.  An
epsilon-DP estimator that has m points in a block misses the word half of the time, where the code
has at least 2 e^(epsilon m) words, and is then off by half of their distance.

    sparse_code(t, s)       s of t coordinates, L/sqrt(s) each, overlaps at most s/2
    sign_code(s, size)      `size` words of s signs L/sqrt(s), distances at least s/4
    OPPOSITE                +L and -L in one coordinate
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from workbench.errors import require
from workbench.privacy.arrays import Array, Ints
from workbench.problems.sparse_vectors import SparseVectors


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """Words on `length` coordinates: positions and signs of shape (M, s)."""

    length: int
    positions: Ints
    signs: Array

    def __len__(self) -> int:
        """Number M of words."""
        return len(self.positions)

    def blocks(
        self, vectors: SparseVectors, rng: np.random.Generator, n: int, *, K: int, m: int = 0
    ) -> Array:
        """Records of shape (n, 2 s): K blocks of m points each, all n points in turn if m = 0."""
        s = self.positions.shape[1]
        require(vectors.s == s, "vectors.s", vectors.s, f"is not {s}", "Match the code.")
        fits = 1 <= K <= vectors.d // self.length
        rule = f"is outside 1..{vectors.d // self.length}, the blocks of {self.length} coordinates"
        require(fits, "K", K, rule, "Take fewer or shorter blocks.")
        require(m * K <= n, "n", n, f"is below K m = {m * K}", "Collect more records.")
        block = np.arange(n) % K
        used = (np.arange(n) < m * K) | (m == 0)
        word = rng.integers(len(self), size=K)[block]
        where = np.where(
            used[:, None], self.positions[word] + self.length * block[:, None], np.arange(s)
        )
        what = np.where(used[:, None], self.signs[word], 0.0) * (vectors.radius / s**0.5)
        return np.hstack([where.astype(np.float64), what])


OPPOSITE = Code(1, np.zeros((2, 1), dtype=np.int64), np.array([[1.0], [-1.0]]))


def sparse_code(t: int, s: int) -> Code:
    """Chosen greedily from all s-subsets of t coordinates; at least `sparse_code_size` words.

    >>> len(sparse_code(9, 1)), len(sparse_code(7, 3))
    (9, 7)
    """
    require(1 <= s <= t, "s", s, f"is outside 1..t = {t}", "Use a longer block.")
    sets = comb(t, s)
    most = 200_000 if s <= 2 else 5000
    require(sets <= most, "t", t, f"has {sets} subsets of {s}", "Use a shorter block.")
    every = np.array(list(combinations(range(t), s)))
    if s <= 2:  # different sets share at most s/2
        return Code(t, every, np.ones(every.shape))
    member = np.zeros((sets, t), dtype=np.int64)
    np.put_along_axis(member, every, 1, axis=1)
    free, words = np.ones(sets, dtype=bool), []
    while free.any():
        chosen = int(free.argmax())
        words.append(chosen)
        free &= 2 * (member @ member[chosen]) <= s
    return Code(t, every[words], np.ones((len(words), s)))


def sparse_code_size(t: int, s: int) -> float:
    """C(t, j)/C(s, j)^2 with j = floor(s/2) + 1.

    >>> sparse_code_size(100, 1), sparse_code_size(9, 4)
    (100.0, 5.25)
    """
    j = s // 2 + 1
    return comb(t, j) / comb(s, j) ** 2


def sign_code(s: int, size: int, *, seed: int = 0) -> Code:
    """Random words, kept where they are far from those before; (27/16)^(s/4) always exist."""
    most = int((27 / 16) ** (s / 4))
    rule = f"is outside 1..{most}, which is what {s} signs are sure to have room for"
    require(1 <= size <= most, "size", size, rule, "Ask for fewer words, or use more signs.")
    rng = np.random.default_rng(seed)
    words = np.ones((0, s))
    while len(words) < size:
        word = rng.choice([-1.0, 1.0], s)
        if (4 * (words != word).sum(axis=1) >= s).all():
            words = np.vstack([words, word])
    return Code(s, np.tile(np.arange(s), (size, 1)), words)
