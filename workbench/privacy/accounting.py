"""The accounting curator: no data, no noise; runs an algorithm and adds up what it costs.

Queries return zeros of the right shape, so the very `step` that runs on data is the one that is
accounted.  The cost is pure epsilon under "replace one record", step by step

    log(1 + (m / n) (exp(sensitivity / scale) - 1)),    sensitivity / scale when m = n,

and adds up by adaptive composition of pure differential privacy.  Everything is ball arithmetic,
rounded once, towards more loss.
"""

from dataclasses import dataclass

import numpy as np
from flint import arb, ctx
from numpy.typing import ArrayLike

from workbench.errors import ParameterError
from workbench.privacy.arrays import Array
from workbench.privacy.calibration import PRECISION, round_up, step_loss
from workbench.privacy.curators import check_batch, positive
from workbench.privacy.datasets import NEIGHBOURING
from workbench.privacy.queries import Query


@dataclass(frozen=True, slots=True)
class StepCost:
    """One release: what was claimed about it, and what it costs (rounded up)."""

    index: int
    scale: float
    sensitivity: float
    batch: int
    epsilon: float


class AccountingCurator:
    """Adds up the pure privacy cost of every release for datasets of n records.

    The reading holds for every pair of neighbours whose queries obey the stated sensitivities; it
    is the sum of the stated steps, so the scale of a step must not depend on releases.
    """

    neighbouring = NEIGHBOURING

    def __init__(self, *, n: int) -> None:
        check_batch(1, n)
        self.n = n
        self._steps: list[StepCost] = []
        self._costs: dict[tuple[float, float, int], tuple[arb, float]] = {}
        self._total = arb(0)

    @property
    def steps(self) -> tuple[StepCost, ...]:
        """Every release so far."""
        return tuple(self._steps)

    @property
    def epsilon(self) -> float:
        """Total pure privacy loss, rounded up to the next float."""
        return round_up(self._total) if self._steps else 0.0

    def laplace(
        self, query: Query, *, scale: ArrayLike, sensitivity: ArrayLike, batch: int
    ) -> Array:
        """Record the cost of the release and answer zeros, shape (trials, d)."""
        b = self._public_number("scale", positive("scale", scale, query.trials))
        s = self._public_number("sensitivity", positive("sensitivity", sensitivity, query.trials))
        check_batch(batch, self.n)
        key = (s, b, batch)
        with ctx.workprec(PRECISION):
            if key not in self._costs:
                cost = step_loss(arb(s) / arb(b), n=self.n, m=batch)
                self._costs[key] = cost, round_up(cost)
            cost, rounded = self._costs[key]
            self._total += cost
        self._steps.append(StepCost(len(self._steps), b, s, batch, rounded))
        return np.zeros(query.shape)

    def _public_number(self, name: str, value: float | Array) -> float:
        if isinstance(value, float):
            return value
        raise ParameterError(
            f"{name} has shape {value.shape} at step {len(self._steps)}: a cost read at a few "
            "points is not a cost.\n  Pass one number that is fixed in advance to be accounted."
        )
