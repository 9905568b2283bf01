"""The trees of gradient estimates, walked: what each node uses and what it reaches."""

from collections.abc import Iterator
from typing import NamedTuple


class Node(NamedTuple):
    """One node of phase `phase`: its path (a string of 0 and 1), its records, its leaves.

    rows:   the records drawn at this node, as a range of the stream; empty for a left child
    leaves: the leaves below it, as a range of the leaves of the phase; the first is where its
            point is taken
    """

    phase: int
    path: str
    rows: range
    leaves: range

    @property
    def depth(self) -> int:
        """Distance from the root."""
        return len(self.path)


def walk(phases: int, b: int) -> Iterator[Node]:
    """All nodes in the order of the algorithm: depth first, the left child before the right one.

    b: records of a root, a multiple of 2^phases; a right child at depth j draws b/2^j.

    >>> [node.path for node in walk(1, 2)], [len(node.rows) for node in walk(1, 2)]
    (['', '0', '1'], [2, 0, 1])
    """
    used = 0
    for phase in range(1, phases + 1):
        seen = 0
        waiting = [""]
        while waiting:
            path = waiting.pop()
            size = 0 if path.endswith("0") else b // 2 ** len(path)
            below = 2 ** (phase - len(path))
            yield Node(phase, path, range(used, used + size), range(seen, seen + below))
            used += size
            if len(path) == phase:
                seen += 1
            else:
                waiting += [path + "1", path + "0"]
