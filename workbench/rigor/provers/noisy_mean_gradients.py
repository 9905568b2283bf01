"""The privacy of noisy means of what the records say at points that were released before.

The mean of n vectors of length at most L_0, one for each record, moves by 2 L_0/n where a record is
replaced, if each depends on its record and the point alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.privacy import shown_private
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.theorem import Num

L0, rho = th.number("L_0", above=0), th.number("rho", above=0)
T, n = th.integer("T", at_least=1), th.integer("n", at_least=1)

CHOSEN: dict[str, Any] = {"kind": ("function", "2"), "moves": 2 * L0}
"""One subgradient of the mean of all losses: at a kink any record may choose it for all of them."""


def releases(
    *, noise: int = 2, moves: Any = None, kind: Sequence[Any] = ("all", pv.size("2", L0)),  # noqa: ANN401
    records: Num = n, rounds: Num = T, more: Sequence[Num] = (), where: Sequence[Any] = (),
    guarantee: pv.Guarantee | None = None,
) -> PrivateStatement:  # fmt: skip
    """T noisy mean gradients of all records, of variance 2 T L_0^2/(n^2 rho), are rho-zCDP.

    kind, moves: what is asked for at a point, and by how much it moves
    more, where: symbols of another guarantee, and what is known of them
    """
    past, scale = pv.released("past"), L0 / records * th.root(noise * rounds / rho)
    most = 2 * L0 / records if moves is None else moves
    return pv.private(
        (L0, rho, records, rounds, *more), records=records, rounds=rounds, where=where,
        guarantee=guarantee or pv.zcdp(rho),
        state={"past": pv.beside(past, pv.released("g"))},
        releases=[pv.release("g", ["gaussian", scale], [*kind, past], moves=most)],
    )  # fmt: skip


def are_private(**changes: Any) -> Outcome:  # noqa: ANN401
    """A release costs (2 L_0/n)^2/(2 s^2) = rho/T."""
    return shown_private(releases(**changes))


epsilon, delta = (th.number(name, above=0) for name in ("epsilon", "delta"))
_LEVEL, _BOTH = th.root(th.ln(1 / delta)), th.root(th.ln(1 / delta) + epsilon)
CONVERTED: tuple[Any, ...] = ((delta, "<", 1), (rho, "=", (_BOTH - _LEVEL) ** 2))


def approximate(converted: Sequence[Any] = CONVERTED) -> PrivateStatement:
    """With this rho they are (epsilon, delta)-DP."""
    shown = pv.approximate(epsilon, delta)
    return releases(more=(epsilon, delta), where=converted, guarantee=shown)


def is_approximate(**changes: Any) -> Outcome:  # noqa: ANN401
    """Rho + 2 (rho Lambda)^(1/2) = epsilon, at the order 1 + (Lambda/rho)^(1/2)."""
    return shown_private(approximate(**changes), above=_LEVEL * (_BOTH + _LEVEL) / epsilon)
