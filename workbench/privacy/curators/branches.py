"""Code with a budget of its own, run by a curator that may know nothing of budgets.

`budgeted(curator, budget)` answers like the curator and holds every release to the budget's grants.
Under an accountant the whole budget is charged once, whatever the releases turn out to cost; so
several runs, each with its own budget, add up.  A noiseless curator protects nothing and refuses
nothing.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.errors import ParameterError
from workbench.privacy.curators.accounting import AccountingCurator
from workbench.privacy.curators.base import Curator
from workbench.privacy.curators.passing import PassingCurator
from workbench.privacy.curators.spending import Budget
from workbench.privacy.curators.trusted import NoiselessCurator


class _Branch(PassingCurator):
    """Passes everything on; grants come from a budget of its own."""

    def __init__(self, curator: Curator, budget: Budget) -> None:
        super().__init__(curator)
        self._take(budget)

    def may_spend(
        self,
        *,
        epsilon: ArrayLike | None = None,
        rho: ArrayLike | None = None,
        delta: ArrayLike | None = None,
        count: int = 1,
        active: ArrayLike = True,
    ) -> NDArray[np.bool_]:
        """The decision of the budget."""
        return Curator.may_spend(
            self, epsilon=epsilon, rho=rho, delta=delta, count=count, active=active
        )


def budgeted(curator: Curator, budget: Budget) -> Curator:
    """The curator with a fresh budget, which pays for all that is asked through the answer."""
    if isinstance(curator, AccountingCurator):
        return curator.branch(budget)
    inside = curator.innermost if isinstance(curator, PassingCurator) else curator
    if isinstance(inside, AccountingCurator):
        raise ParameterError(
            f"curator = {type(curator).__name__} around an accountant: it would be charged what one"
            " run of zeros happens to ask, not the budget.\n  Pass the accountant itself."
        )
    return curator if isinstance(inside, NoiselessCurator) else _Branch(curator, budget)
