"""How a curator pays: grants of its budget, and what a release takes from them.

A curator without a budget pays nothing and answers everything; what that costs is for an accountant
to say.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.errors import ParameterError, require
from workbench.privacy.curators.calls import Call
from workbench.privacy.curators.price import check_price
from workbench.privacy.curators.spending import Budget, Spending, spending
from workbench.privacy.queries.query import Query
from workbench.privacy.queries.secrets import Secret


class Paying:
    """The part of a curator that knows its budget; `n` is the public number of records."""

    n: int
    _spending: Spending | None = None

    def may_spend(
        self,
        *,
        epsilon: ArrayLike | None = None,
        rho: ArrayLike | None = None,
        delta: ArrayLike | None = None,
        count: int = 1,
        active: ArrayLike = True,
    ) -> NDArray[np.bool_]:
        """Whether `count` releases of this cost each may still be made, per trial; charges them.

        Ask before the draw.  The cost is `epsilon` or `rho`, whatever the budget counts.  With
        `delta` it is the cost of one step, whose releases have prices that add up to it.
        """
        if self._spending is None:
            raise ParameterError(
                "budget = None: this curator has no privacy filter.\n"
                "  Make it with budget=PrivacyFilter(...), ConcentratedFilter(...) or PureFilter()."
            )
        return self._spending.may_spend(
            epsilon=epsilon, rho=rho, delta=delta, count=count, active=active
        )

    def _pay(self, call: Call) -> None:
        """Take the release from the grant, where there is a budget."""
        if self._spending is None or not isinstance(call.source, Query | Secret):
            return
        if call.price is not None:
            self._check_price(call)
            self._spending.take(call.price, active=call.running)
            return
        pure, rho = call.law.costs(call.sensitivity)
        share = float(call.chance or (call.batch or self.n) / self.n)
        if share < 1 and pure is not None:
            pure = np.log1p(share * np.expm1(pure))
            rho = np.minimum(rho, np.minimum(pure, pure * pure / 2)) if rho is not None else None
        self._spending.draw(pure, rho, count=call.count, active=call.running)

    def _check_price(self, call: Call) -> None:
        """Refuse a price that the curve of the release exceeds."""
        assert call.price is not None
        way_out = "Let an accountant add up its releases."
        require(call.chance is None, "price", call.price, "is stated for a Poisson batch", way_out)
        check_price(
            call.price,
            call.law.mechanism(),
            sensitivity=call.sensitivity,
            n=self.n,
            batch=call.batch,
        )

    def _take(self, budget: Budget | None) -> None:
        self._spending = spending(budget)
