"""Laplace noise for a minimiser that moves by so much in the 1-norm, released once.

How far the minimiser moves when a record is replaced is what a lemma says; the noise has that over
epsilon as its scale.
"""

from __future__ import annotations

from typing import Any

from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement

L, lam, eps, s = (th.number(name, above=0) for name in ("L", "lambda", "epsilon", "s"))
H = th.number("H", at_least=0)
n, d = th.integer("n", at_least=1), th.integer("d", at_least=1)
PRINTED = 2 * th.root(2 * s) * L / (lam * n) * (2 * H / lam + 1)
SHARP = th.root(s) * L / (lam * n) * (th.root(2 * H / lam) + 2)
CONSTRAINED = 2 * th.root(d) * L / (lam * n)


def released(moves: th.Num, *symbols: th.Num, factor: int = 1) -> PrivateStatement:
    """The minimiser, which moves by factor times this, with noise of scale moves/epsilon."""
    answer = ["function", "1", pv.released("known")]  # of the data and of what is public
    return pv.private(
        (L, lam, eps, n, *symbols), records=n, rounds=1, guarantee=pv.pure(eps),
        state={"known": pv.released("known")},
        releases=[pv.release("x", ["laplace", moves / eps], answer, moves=factor * moves)],
    )  # fmt: skip


def printed(**changes: Any) -> PrivateStatement:  # noqa: ANN401
    """Over R^d, for smooth losses with sparse gradients."""
    return released(PRINTED, s, H, **changes)


def sharp(**changes: Any) -> PrivateStatement:  # noqa: ANN401
    """Over R^d, for smooth losses with sparse gradients; a smaller noise."""
    return released(SHARP, s, H, **changes)


def constrained(**changes: Any) -> PrivateStatement:  # noqa: ANN401
    """Over any closed convex set."""
    return released(CONSTRAINED, d, **changes)
