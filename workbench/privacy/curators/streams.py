"""A binary tree over a stream of secrets: noisy weighted sums of intervals, one draw per node.

    tree = TreeStream(curator, sigma=2.0, sensitivity=0.1, decay=1 - alpha)
    tree.push(gradient)                    # leaf t = 1, 2, ...: a secret
    momentum = alpha * tree.prefix()       # a release

A node is the sum over a dyadic interval [y, z] of decay^(z - i) leaf_i, and a sum over [a, b] is

    sum over the tiles [y, z] of decay^(b - z) node[y, z]

with the fewest tiles, from the left.  A node is completed, and released once, when its last leaf
arrives; later sums use the same noisy node again.  The stream need not end at a power of two.

With windows=False only nodes that some prefix uses are released (one per leaf), and the prefix is
the only sum that can be asked for: it costs one addition per leaf, and memory O(log t).  With
windows=True every node that ends at t is released, up to `longest` leaves; `reach` bounds the
memory: nodes that ended `reach` leaves ago or earlier are forgotten.  The tree asks nothing of its
curator but additions and `gaussian`, so it is trusted, paired, accounted and broken like any
algorithm.
"""

from collections.abc import Callable

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array
from workbench.privacy.curators.base import Curator
from workbench.privacy.queries.secrets import Secret

Sensitivity = float | Callable[[int, int], float]


def tiles(first: int, last: int, *, longest: int | None = None) -> list[tuple[int, int]]:
    """The fewest dyadic intervals (of at most `longest` leaves) that tile first..last.

    >>> tiles(6, 13)
    [(6, 6), (7, 8), (9, 12), (13, 13)]
    """
    ok = 1 <= first <= last
    require(ok, "interval", (first, last), "is not a range that starts at 1", "Count from 1.")
    found = []
    while first <= last:
        size = 1 << ((last - first + 1).bit_length() - 1)
        aligned = (first - 1) & -(first - 1)
        size = min(size, aligned or size, longest or size)
        found.append((first, first + size - 1))
        first += size
    return found


class TreeStream:
    """Noisy decayed sums over intervals of a stream of secrets of shape (trials, d).

    Attributes:
        steps: leaves pushed so far.
        released: number of nodes released so far.

    `sensitivity` is the l2 sensitivity of a node, as a number or as a function of its first and
    last leaf; `longest` (a power of two) is the longest node that is made.  With decay 0 a node is
    its last leaf.
    """

    def __init__(
        self,
        curator: Curator,
        *,
        sigma: float,
        sensitivity: Sensitivity,
        decay: float = 1.0,
        windows: bool = False,
        longest: int | None = None,
        reach: int | None = None,
    ) -> None:
        require(0 <= decay <= 1, "decay", decay, "is outside [0, 1]", "Choose 1 for plain sums.")
        power = longest is None or (longest >= 1 and longest & (longest - 1) == 0)
        require(power, "longest", longest, "is not a power of two", "Round it down to one.")
        ok = reach is None or reach >= 1
        require(ok, "reach", reach, "is below 1", "Keep at least the last leaf.")
        self._curator, self._sigma, self._sensitivity = curator, sigma, sensitivity
        self._decay, self._windows, self._longest = decay, windows, longest
        self._reach = reach
        # complete nodes from the largest to the last leaf, each with the noisy prefix to its end
        self._stack: list[tuple[int, Secret, Array | None]] = []
        self._noisy: dict[tuple[int, int], Array] = {}
        self.steps = 0
        self.released = 0

    def push(self, leaf: Secret) -> None:
        """Add the next leaf; releases the nodes that it completes."""
        self.steps += 1
        t, node, size, stack = self.steps, leaf, 1, self._stack
        if self._windows:
            self._release(node, t, 1)
        while stack and stack[-1][0] == size and size != self._longest:
            node = stack.pop()[1] * self._decay**size + node
            size *= 2
            if self._windows:
                self._release(node, t, size)
        prefix: Array | None = None
        if not self._windows:
            before = stack[-1][2] if stack else None
            prefix = self._released(node, t, size)
            if before is not None:
                prefix = before * self._decay**size + prefix
        if size == self._longest and stack:
            stack.pop()  # it will not be joined with anything
        stack.append((size, node, prefix))
        if self._windows and self._reach is not None:
            self._forget(t - self._reach)

    def prefix(self) -> Array:
        """Noisy sum over the leaves 1..t with weights decay^(t - i), shape (trials, d)."""
        if self._windows or not self._stack:
            return self.interval(1, self.steps)
        prefix = self._stack[-1][2]
        assert prefix is not None
        return prefix

    def interval(self, first: int, last: int) -> Array:
        """Noisy sum over the leaves first..last, shape (trials, d); post-processing."""
        if not self._windows and self._stack and (first, last) == (1, self.steps):
            return self.prefix()
        total: Array | None = None
        for tile in tiles(first, last, longest=self._longest):
            if tile not in self._noisy:
                raise ParameterError(
                    f"interval = {(first, last)} needs the node {tile}, which is not there after "
                    f"{self.steps} leaves.\n  Push more leaves, or make the tree with windows=True."
                )
            part = self._noisy[tile] * self._decay ** (last - tile[1])
            total = part if total is None else total + part
        assert total is not None
        return total

    def _released(self, node: Secret, last: int, size: int) -> Array:
        """The noisy node, drawn here and nowhere else."""
        first, s = last - size + 1, self._sensitivity
        self.released += 1
        return self._curator.gaussian(
            node, sigma=self._sigma, sensitivity=s(first, last) if callable(s) else s
        )

    def _release(self, node: Secret, last: int, size: int) -> None:
        self._noisy[last - size + 1, last] = self._released(node, last, size)

    def _forget(self, before: int) -> None:
        """Drop the nodes that end at `before`; those that end earlier are gone already."""
        size = 1
        while before >= size and before % size == 0 and size <= (self._longest or size):
            self._noisy.pop((before - size + 1, before), None)
            size *= 2
