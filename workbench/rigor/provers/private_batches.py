"""Privacy of noisy means over batches, each record in one of them at most, in a regular space.

Noise of the density ~ e^(-|z|_+^2/(2 sigma^2)) on an answer that moves by Delta at most in |.|_* is
kappa Delta^2/(2 sigma^2)-zCDP, where the space is kappa-regular.  Of N releases, one after the
other, release r has the turn u_r of the record that is replaced: 1 if it is in its batch, and else
0, where the release does not move at all.  What they cost together is what one of them costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.privacy import left_of, shown_private
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement

rho, kappa = th.number("rho", above=0), th.number("kappa", above=0)
n, N = th.integer("n", at_least=1), th.integer("N", at_least=1)
r, k = th.integer("r"), th.integer("k")
moves, sigma = th.numbers("Delta", above=0), th.numbers("sigma", above=0)
turn = th.numbers("u", at_least=0)
ONCE: Any = (th.total(r, 1, N, turn[r]), "<=", 1)
SYMBOLS = (rho, kappa, n, N, moves, sigma, turn)


def scaled(share: int = 2) -> Any:  # noqa: ANN401 - a hypothesis
    """The variance at which a release costs rho."""
    return r, 1, (sigma[r] ** 2, "=", kappa * moves[r] ** 2 / (share * rho))


GIVEN: tuple[Any, ...] = (scaled(), ONCE)


def released(given: Sequence[Any] = GIVEN) -> PrivateStatement:
    """All releases are rho-zCDP together."""
    cost = turn[r] * (kappa * moves[r] ** 2 / (2 * sigma[r] ** 2))
    return pv.private(
        SYMBOLS, records=n, rounds=N, index=r, where=given, adjacency="replace-record",
        releases=[pv.release("g", ["zcdp", cost])], guarantee=pv.zcdp(rho),
    )  # fmt: skip


def are_private(given: Sequence[Any] = GIVEN) -> Outcome:
    """The sum of u_r rho, as kappa Delta^2/(2 sigma^2) is rho."""
    statement = released(given)
    p = left_of(SYMBOLS, given, statement)

    def said(count: Any) -> Any:  # noqa: ANN401
        cost = turn[r] * (kappa * moves[r] ** 2 / (2 * sigma[r] ** 2))
        return th.total(r, 1, count, cost), "=", th.total(r, 1, count, rho * turn[r])

    here = p.induction(k, 0, said(k), p.gram(said(0 * N), []))
    share = -1 * turn[k + 1] * rho / sigma[k + 1] ** 2
    p.gram(said(k + 1), [(1, here), (share, p.at(p.given(scaled()), k + 1))])
    whole = p.at(p.close(), N)
    p.gram(p.theorem.concludes, [(1, whole), (rho, p.given(ONCE))])
    return shown_private(statement, proof=p)
