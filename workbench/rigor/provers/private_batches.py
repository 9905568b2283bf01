"""Privacy of noisy means over batches, each record in one of them at most, in a regular space.

Noise of the density ~ e^(-|z|_+^2/(2 sigma^2)) on an answer that moves by Delta at most in |.|_* is
kappa Delta^2/(2 sigma^2)-zCDP, where the space is kappa-regular.  Of N releases, one after the
other, release r has the turn u_r of the record that is replaced: 1 if it is in its batch, and else
0, where the release does not move at all.  What they cost together is what one of them costs.  Or
each of them may see the record: then it costs rho/N, where the variance is N times as large.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.privacy import left_of, shown_private
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.theorem import Num

rho, kappa = th.number("rho", above=0), th.number("kappa", above=0)
n, N = th.integer("n", at_least=1), th.integer("N", at_least=1)
r, k = th.integer("r"), th.integer("k")
moves, sigma = th.numbers("Delta", above=0), th.numbers("sigma", above=0)
turn = th.numbers("u", at_least=0)
ONCE: Any = (th.total(r, 1, N, turn[r]), "<=", 1)
SYMBOLS = (rho, kappa, n, N, moves, sigma, turn)


def scaled(share: int = 2, rounds: Any = 1) -> Any:  # noqa: ANN401 - numbers, and a hypothesis
    """The variance at which a release costs rho, or a part of it."""
    return r, 1, (sigma[r] ** 2, "=", kappa * rounds * moves[r] ** 2 / (share * rho))


GIVEN: tuple[Any, ...] = (scaled(), ONCE)
ALWAYS: tuple[Any, ...] = (scaled(rounds=N),)


def released(given: Sequence[Any] = GIVEN, *, always: bool = False) -> PrivateStatement:
    """All releases are rho-zCDP together; always: each of them may see the record."""
    symbols, adjacency = (SYMBOLS[:-1], "replace-one") if always else (SYMBOLS, "replace-record")
    return pv.private(
        symbols, records=n, rounds=N, index=r, where=given, adjacency=adjacency,
        releases=[pv.release("g", ["zcdp", _cost(always)])], guarantee=pv.zcdp(rho),
    )  # fmt: skip


def _cost(always: bool) -> Num:
    each = kappa * moves[r] ** 2 / (2 * sigma[r] ** 2)
    return each if always else turn[r] * each


def are_private(given: Sequence[Any] = GIVEN, *, always: bool = False) -> Outcome:
    """The sum of u_r rho, as kappa Delta^2/(2 sigma^2) is rho; or N times rho/N."""
    statement = released(given, always=always)
    p = left_of(SYMBOLS[:-1] if always else SYMBOLS, given, statement)
    part = rho / N if always else rho

    def said(count: Any) -> Any:  # noqa: ANN401
        whole = count * part if always else th.total(r, 1, count, part * turn[r])
        return th.total(r, 1, count, _cost(always)), "=", whole

    here = p.induction(k, 0, said(k), p.gram(said(0 * N), []))
    share = -1 * part / sigma[k + 1] ** 2
    equal = p.at(p.given(scaled(rounds=N) if always else scaled()), k + 1)
    p.gram(said(k + 1), [(1, here), (share if always else turn[k + 1] * share, equal)])
    whole = p.at(p.close(), N)
    p.gram(p.theorem.concludes, [(1, whole), *([] if always else [(rho, p.given(ONCE))])])
    return shown_private(statement, proof=p)
