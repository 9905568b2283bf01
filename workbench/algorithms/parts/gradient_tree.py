"""Gradient estimates at the leaves of a binary tree, for variance-reduced methods in phases.

A node holds a secret estimate v and the public point p at which it was made; x is the current point
when the node is first visited, and nodes are visited in depth-first order, left before right.

    root                   v = g(x)                              over b fresh records
    right child, depth j   v = v_parent + g(x) - g(p_parent)     over b / 2^j fresh records, twice
    left child             v, p of its parent

The height is that of the leaves.  A record of a node at depth j is in 2^(height - j) leaves, and
the tree uses b (1 + height / 2) records.
"""

from collections.abc import Callable, Iterator

import numpy as np

from workbench.privacy import Curator, Query, Secret
from workbench.privacy.arrays import Array


class GradientTree:
    """The path from the root to the current leaf; `gradient` makes the query at a point."""

    def __init__(
        self,
        curator: Curator,
        gradient: Callable[[Array], Query],
        *,
        height: int,
        b: int,
        first: int,
    ) -> None:
        self._curator, self._gradient = curator, gradient
        self._height = height
        self._batches = batches(height, b, first)
        self._path: list[tuple[Secret, Array]] = []

    def leaf(self, x: Array) -> Secret:
        """The estimate of the next leaf, at the current points x of shape (trials, d)."""
        depth, rows = next(self._batches)
        v = self._curator.secret(self._gradient(x), rows=rows)
        if depth:
            above, point = self._path[depth - 1]
            v = above + v - self._curator.secret(self._gradient(point), rows=rows)
        self._path[depth:] = [(v, x)] * (self._height + 1 - depth)
        return v


def batches(height: int, b: int, first: int) -> Iterator[tuple[int, slice]]:
    """For every leaf, the depth of the one node on its path that asks for records, and its rows.

    >>> [(depth, rows.stop - rows.start) for depth, rows in batches(2, 8, 0)]
    [(0, 8), (2, 2), (1, 4), (2, 2)]
    """
    for leaf in range(2**height):
        # the path enters a right child where the leaf's last one bit is
        depth = 0 if leaf == 0 else height - ((leaf & -leaf).bit_length() - 1)
        yield depth, slice(first, first + b // 2**depth)
        first += b // 2**depth


def records_used(phases: int, b: int) -> int:
    """Records of trees of height 1 .. phases: b (phases + phases (phases + 1) / 4).

    >>> records_used(2, 64)
    224
    """
    return b * phases * (phases + 5) // 4


def largest_root(n: int, phases: int) -> int:
    """The largest multiple b of 2^phases of which n records fill such trees; 0 if there is none.

    >>> largest_root(224, 2), largest_root(223, 2), largest_root(2, 1)
    (64, 60, 0)
    """
    return 4 * n // (phases * (phases + 5)) // 2**phases * 2**phases


def rows_at_depth(
    heights: range, b: int, depth: int, *, n: int
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which of n records meet nodes at this depth, in consecutive trees of these heights."""
    found = np.zeros(n, dtype=bool)
    used = 0
    for height in heights:
        for at, rows in batches(height, b, used):
            found[rows] |= at == depth
            used = rows.stop
    return found
