"""The accountants of the paper and of bounded range, and the losses on which runs are attacked."""

from collections.abc import Callable, Mapping

import numpy as np

from workbench.harness import DatasetPair
from workbench.privacy import Accountant, AdvancedAccountant, ZCDPAccountant
from workbench.problems import composite_problem
from workbench.problems.composite_saddle import CompositeSaddle

ACCOUNTANTS: Mapping[str, Callable[..., Accountant]] = {
    "strong": AdvancedAccountant,
    "zcdp": ZCDPAccountant,
}
"""Strong composition of pure losses, as in the paper, and bounded range."""

BESIDE: Mapping[str, Callable[..., Accountant]] = {
    "strong composition": AdvancedAccountant,
    "bounded range": ZCDPAccountant,
}
"""What the rows show of both."""


def pulled(n: int, *, row: int = 0, players: int = 2) -> tuple[CompositeSaddle, DatasetPair]:
    """Linear losses of two vertices for each player: all records pull one way, but for `row`.
    One of the `players` may have a single point.
    """
    sides = [[1.0, -1.0], [-1.0, 1.0]]
    problem = composite_problem(
        np.zeros((2, players)), b=sides, c=sides if players == 2 else None, name="pull"
    )
    second = problem.dataset(np.zeros(n))
    return problem, (second.replace(row, [1.0]), second)
