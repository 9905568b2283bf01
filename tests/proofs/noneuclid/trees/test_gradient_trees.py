"""Trees of gradient estimates, private descent and two data sets, against slow computations."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest


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


def visits(phase, path=""):
    """Paths in the order of the algorithm, by recursion."""
    yield path
    if len(path) < phase:
        yield from visits(phase, path + "0")
        yield from visits(phase, path + "1")


@pytest.mark.parametrize("phases", [1, 2, 3, 5])
def test_the_walk_against_a_recursion(phases):
    nodes = list(walk(phases, 2**phases))
    expected = [(t, path) for t in range(1, phases + 1) for path in visits(t)]
    assert [(node.phase, node.path) for node in nodes] == expected
    leaves = {t: [p for p in visits(t) if len(p) == t] for t in range(1, phases + 1)}
    for node in nodes:
        below = [i for i, p in enumerate(leaves[node.phase]) if p.startswith(node.path)]
        assert list(node.leaves) == below
    rows = sorted(r for node in nodes for r in node.rows)
    assert rows == list(range(len(rows)))


@pytest.mark.parametrize(("T", "b", "used"), [(2, 64, 224), (4, 64, 576), (6, 256, 4224)])
def test_records_of_all_phases(T, b, used):
    assert sum(len(node.rows) for node in walk(T, b)) == used


@pytest.mark.parametrize("phase", [1, 3, 6])
def test_moves_and_proxies_with_the_actual_steps(phase):
    """Every right child: distance to its parent's point; every leaf: the sum of the proxies."""
    start = 2**phase - 2
    nodes = {node.path: node for node in walk(phase, 2**phase) if node.phase == phase}
    proxy = {"": 1.0}  # L_0 = b = 1
    for path, node in nodes.items():
        if not path:
            continue
        parent = nodes[path[:-1]]
        steps = range(start + parent.leaves.start, start + node.leaves.start)
        moved = sum(2 / (k + 2) * 2 for k in steps)
        proxy[path] = proxy[path[:-1]]
        if path.endswith("1"):
            assert moved <= 2.0 ** (2 - node.depth) * (1 + 1e-12)
            proxy[path] += moved**2 / 2.0**-node.depth  # L_1 = D = 1
    assert max(proxy.values()) <= 17


def test_weighted_steps_against_the_recursion():
    L1, D, K, rng = 1.3, 0.7, 62, np.random.default_rng(0)
    c = rng.uniform(0, 1, K)
    h = 5.0
    for k in range(K):
        eta = 2 / (k + 2)
        h = (1 - eta) * h + eta * c[k] + 2 * eta**2 * L1 * D**2
    assert h <= c.max() + 8 * L1 * D**2 / (K + 1)


def test_two_data_sets_against_randomised_response():
    """The bound on the total variation is attained by randomised response with n eps."""
    n, epsilon = 10, 0.01
    p = math.exp(n * epsilon) / (1 + math.exp(n * epsilon))
    assert p - (1 - p) == pytest.approx(math.tanh(n * epsilon / 2))


@pytest.mark.parametrize(("epsilon", "logs"), [(0.1, 0.2), (1.0, 1.0), (3.0, 11.5)])
def test_the_euclidean_bound_with_the_budget_inserted(epsilon, logs):
    rho = (math.sqrt(logs + epsilon) - math.sqrt(logs)) ** 2
    assert rho + 2 * math.sqrt(rho * logs) == pytest.approx(epsilon)
    n, d = 50, 7
    K = 1 / (2 * n) + d / (n**2 * rho) + 1 / n
    grid = np.geomspace(1e-4, 1e4, 20001)
    least = (1 / (2 * grid) + grid * K).min()
    assert least == pytest.approx(math.sqrt(2 * K), rel=1e-6)
    assert math.sqrt(2 * K) <= math.sqrt(3 / n) + 4 * math.sqrt(d * logs) / (n * epsilon)


@pytest.mark.parametrize("p", [2.5, 3, 4, 6, 10])
def test_the_power_of_the_norm_is_uniformly_convex(p):
    x, y = np.meshgrid(np.linspace(-2, 2, 161), np.linspace(-2, 2, 161))
    apart = np.abs(x - y)
    divergence = (np.abs(x) ** p - np.abs(y) ** p) / p - np.sign(y) * np.abs(y) ** (p - 1) * (x - y)
    assert (divergence >= 2 ** (2 - p) / p * apart**p - 1e-9).all()
