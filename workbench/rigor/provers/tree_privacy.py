"""Privacy of sums that are released one after the other, such as the nodes of a tree.

Output i is a function of the data and of the outputs before it, with Gaussian noise.  A certain
record is replaced, and w_i is its weight in node i, so that the node moves by 2 G w_i.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers import noise_scales as scales
from workbench.rigor.provers.noise_scales import BELOW_ONE, delta, eps, tau
from workbench.symbolic import declare
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement

Conditions = tuple[Any, ...]
order = th.number("lambda", above=1)
G, top, sigma = (th.number(name, above=0) for name in ("G", "w_max", "sigma"))
i, n, k, V = th.integer("i"), *(th.integer(name, at_least=1) for name in ("n", "k", "V"))
w = th.numbers("w", at_least=0)
SQUARES = th.total(i, 1, k, w[i] ** 2)
CHARGE = (SQUARES, "<=", top**2 * V)  # at most V weights are not 0, and none is above the largest
PAIR = pv.approximate(eps, delta)


def released(moves: th.Num, scale: th.Num, **parts: Any) -> PrivateStatement:  # noqa: ANN401
    """The k outputs, each of the data and of the outputs before it."""
    answer = ["function", "2", pv.released("past")]
    return pv.private(
        records=n, index=i, adjacency="replace-record", **{"rounds": k, **parts},
        state={"past": pv.beside(pv.released("past"), pv.released("y"))},
        releases=[pv.release("y", ["gaussian", scale], answer, moves=moves)],
    )  # fmt: skip


def _nodes(
    where: Conditions, guarantee: Any, more: tuple[th.Num, ...], noise: th.Num  # noqa: ANN401
) -> PrivateStatement:  # fmt: skip
    symbols = (w, G, n, k, V, *more)
    return released(2 * G * w[i], noise, where=where, symbols=symbols, guarantee=guarantee)


def nodes_in_renyi(where: Conditions = (CHARGE,), factor: int = 2) -> PrivateStatement:
    """(lambda, lambda V/(factor tau^2))-RDP for noise tau 2 G w_max."""
    guarantee = pv.renyi(order, order * V / (factor * tau**2))
    return _nodes(where, guarantee, (order, tau, top), tau * (2 * G * top))


def conditions(form: str, count: Any = V) -> Conditions:  # noqa: ANN401
    """Of one of the three forms."""
    return (CHARGE, BELOW_ONE, *scales.scale(form, count))


def nodes(where: Conditions) -> PrivateStatement:
    """(eps, delta)-DP under a condition on tau, for noise tau 2 G w_max."""
    return _nodes(where, PAIR, (eps, delta, tau, top), tau * (2 * G * top))


def nodes_are_private(form: str, where: Conditions) -> Outcome:
    """By the order 1 + sqrt(L/rho), rho = V/(2 tau^2)."""
    u = sp.IndexedBase("w", nonnegative=True)
    most, t, j, last = declare("w_max tau > 0, integer i, integer k > 0")
    spent = sp.Sum(u[j] ** 2 / (2 * t**2 * most**2), (j, 1, last))
    return scales.by_scale(nodes(where), form, spent, V)


def families(number: int = 3, v: int = 3) -> PrivateStatement:
    """Families of nodes that are 1/(2 tau^2)-zCDP each, with the noise for v of them."""
    where = (BELOW_ONE, *scales.scale("sum", th.num(v)))
    releases = [pv.release(name, ["zcdp", 1 / (2 * tau**2)]) for name in "abcdef"[:number]]
    return pv.private((tau, eps, delta, n), records=n, rounds=1, where=where, releases=releases,
                      guarantee=PAIR)  # fmt: skip


def families_are_private(number: int = 3, v: int = 3) -> Outcome:
    """They cost v/(2 tau^2)."""
    t = declare("tau > 0")
    return scales.by_scale(families(number, v), "sum", sp.S(number) / (2 * t**2), v)
