"""A binary tree over a stream of secrets: noisy weighted sums of intervals, one draw per node.

    tree = TreeStream(curator, sigma=2.0, sensitivity=0.1, decay=1 - alpha)
    tree.push(gradient)                    # leaf t = 1, 2, ...: a secret
    momentum = alpha * tree.prefix()       # a release

A node is the sum over a dyadic interval [y, z] of decay^(z - i) leaf_i, and a sum over [a, b] is

    sum over the tiles [y, z] of decay^(b - z) node[y, z]

with the fewest tiles, from the left.  A node is completed, and released once, when its last leaf
arrives; later sums use the same noisy node again.  The stream need not end at a power of two.

With windows=False only nodes that some prefix uses are released (one per leaf); windows=True
releases every node that ends at t, up to `longest` leaves.  The tree asks nothing of its curator
but additions and `gaussian`, so it is trusted, paired, accounted and broken like any algorithm.
"""

from collections.abc import Callable

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array
from workbench.privacy.base import Curator
from workbench.privacy.secrets import Secret

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
    last leaf; `longest` (a power of two) is the longest node that is made.
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
    ) -> None:
        require(0 < decay <= 1, "decay", decay, "is outside (0, 1]", "Choose 1 for plain sums.")
        power = longest is None or (longest >= 1 and longest & (longest - 1) == 0)
        require(power, "longest", longest, "is not a power of two", "Round it down to one.")
        self._curator, self._sigma, self._sensitivity = curator, sigma, sensitivity
        self._decay, self._windows, self._longest = decay, windows, longest
        self._exact: list[tuple[int, Secret]] = []  # last complete node per level, from the largest
        self._noisy: dict[tuple[int, int], Array] = {}
        self.steps = 0
        self.released = 0

    def push(self, leaf: Secret) -> None:
        """Add the next leaf; releases the nodes that it completes."""
        self.steps += 1
        t, node, size = self.steps, leaf, 1
        made = [(size, node)]
        while self._exact and self._exact[-1][0] == size and size != self._longest:
            node = self._exact.pop()[1] * self._decay**size + node
            size *= 2
            made.append((size, node))
        if size == self._longest and self._exact and self._exact[-1][0] == size:
            self._exact.pop()  # it will not be joined with anything
        self._exact.append((size, node))
        wanted = made if self._windows else made[-1:]
        for length, exact in wanted:
            first = t - length + 1
            s = self._sensitivity
            self._noisy[first, t] = self._curator.gaussian(
                exact, sigma=self._sigma, sensitivity=s(first, t) if callable(s) else s
            )
            self.released += 1
        if not self._windows:
            self._forget()

    def prefix(self) -> Array:
        """Noisy sum over the leaves 1..t with weights decay^(t - i), shape (trials, d)."""
        return self.interval(1, self.steps)

    def interval(self, first: int, last: int) -> Array:
        """Noisy sum over the leaves first..last, shape (trials, d); post-processing."""
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

    def _forget(self) -> None:
        """Keep the nodes of the current prefix: no later prefix uses another one."""
        if self._longest is None:
            used = set(tiles(1, self.steps))
            self._noisy = {tile: node for tile, node in self._noisy.items() if tile in used}
