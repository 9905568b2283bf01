"""A curator around another one: passes on whatever it does not change."""

from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.privacy.arrays import Array, Ints
from workbench.privacy.curators.base import Curator
from workbench.privacy.curators.calls import Call
from workbench.privacy.queries.query import Query, Statistic
from workbench.privacy.queries.secrets import Secret


class PassingCurator(Curator):
    """Base of mutants and observers: override `answer`, and `secret` where it matters."""

    def __init__(self, curator: Curator) -> None:
        self._curator = curator
        self.n = cast(int, getattr(curator, "n", 0))
        self._example = getattr(curator, "_example", self._example)

    @property
    def innermost(self) -> Curator:
        """The curator that answers in the end."""
        inside = self._curator
        return inside.innermost if isinstance(inside, PassingCurator) else inside

    def answer(self, call: Call) -> Array:
        """The release of the curator inside."""
        return call.send(self._curator)

    def secret(self, query: Query | Statistic, *, rows: ArrayLike | slice | None = None) -> Secret:
        """The secret of the curator inside."""
        return self._curator.secret(query, rows=rows)

    def permutation(self, *, trials: int) -> Ints:
        """The permutation of the curator inside."""
        return self._curator.permutation(trials=trials)

    def truncated_geometric(self, *, p: float, top: int, trials: int) -> Ints:
        """The levels of the curator inside."""
        return self._curator.truncated_geometric(p=p, top=top, trials=trials)

    def integers(self, *, high: int, trials: int) -> Ints:
        """The numbers of the curator inside."""
        return self._curator.integers(high=high, trials=trials)

    def may_spend(
        self,
        *,
        epsilon: ArrayLike | None = None,
        rho: ArrayLike | None = None,
        delta: ArrayLike | None = None,
        count: int = 1,
        active: ArrayLike = True,
    ) -> NDArray[np.bool_]:
        """The decision of the curator inside."""
        return self._curator.may_spend(
            epsilon=epsilon, rho=rho, delta=delta, count=count, active=active
        )

    def _read(self, query: Query | Statistic, rows: Ints | None) -> Secret:
        return self._curator.secret(query, rows=rows)
