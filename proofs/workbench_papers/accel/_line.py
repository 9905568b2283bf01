"""Three points on a line: distances without absolute values, by cases on their order.

Six orders cover all triples of reals, ties included: with gaps s, t >= 0 the points stand at 0, s
and s + t, and the distance of two points is the later position minus the earlier one.  A statement
about absolute values that is linear in each order is proved by six signs.
"""

import itertools
from collections.abc import Callable, Iterator

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor import visible
from workbench.symbolic import declare

Distance = Callable[[str, str], sp.Expr]


def orders(points: str) -> Iterator[Distance]:
    """The distance function of each order of three points named by single letters."""
    s, t = declare("s t >= 0")
    for order in itertools.permutations(points):
        place = dict(zip(order, (sp.Integer(0), s, s + t), strict=True))

        def distance(p: str, q: str, *, place: dict[str, sp.Expr] = place) -> sp.Expr:
            near, far = sorted((p, q), key=list(place).index)
            return place[far] - place[near]

        yield distance


def in_every_order(
    points: str, left: Callable[[Distance], sp.Expr], right: Callable[[Distance], sp.Expr]
) -> Outcome:
    """The statement left <= right for three reals, whatever their order."""
    return all_of(
        *(visible(left(distance), "<=", right(distance)) for distance in orders(points)),
        summary=f"six orders of {', '.join(points)} on a line",
    )
