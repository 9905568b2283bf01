"""How many records there are, with the noise of OpenDP."""

from collections.abc import Callable, Sequence

import opendp.prelude as dp

dp.enable_features("contrib")


def count(epsilon: float, sensitivity: int = 1) -> Callable[[Sequence[float]], int]:
    """An epsilon-DP count; one record changes the number of records by `sensitivity`."""
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    noise = space >> dp.m.then_laplace(scale=sensitivity / epsilon)
    return lambda rows: noise(len(rows))
