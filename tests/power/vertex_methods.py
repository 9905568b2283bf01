"""The Frank-Wolfe methods over vertices, on pairs of linear losses (see `methods`)."""

import numpy as np

from tests.power.methods import Case, on
from workbench.algorithms.frank_wolfe.full_batch import FullBatchFrankWolfe
from workbench.algorithms.frank_wolfe.polyhedral import PolyhedralFrankWolfe
from workbench.algorithms.frank_wolfe.recursive import RecursiveFrankWolfe
from workbench.algorithms.frank_wolfe.tree import TreeFrankWolfe
from workbench.problems.sign_instances import signed_means

LINEAR = signed_means(means=[1.0]).problem


def case(method, n, row):
    """Three records of four pull one way, and one of them is turned round."""
    signs = np.tile([1.0, 1.0, 1.0, -1.0], n)[:n]
    data = LINEAR.dataset(np.column_stack([signs, np.zeros(n)]))
    return Case(on(LINEAR, method), (data.replace(row, [-signs[row], 0.0]), data))


TREE = TreeFrankWolfe(scales=(1.5, 1.5, 1.5), b=8)
RECURSIVE = RecursiveFrankWolfe(eta=0.3, scale=1.5, T=8, q=4, b0=8, b1=1)

CASES = {
    "full batch": case(FullBatchFrankWolfe(scale=1.0, T=12), 8, 0),
    "polyhedral": case(PolyhedralFrankWolfe(eta=0.05, loss=0.3, T=12), 32, 0),
    "tree": case(TREE, TREE.records, 3 * TREE.b // 2),
    "recursive": case(RECURSIVE, RECURSIVE.records, RECURSIVE.records // 2),
}
HARMLESS: dict[tuple[str, str], str] = {}
