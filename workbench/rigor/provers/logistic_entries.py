"""Two records of one entry each, whose gradients in logistic regression are far apart.

Features of one entry each, j and k, of size C and against x have the margins -C |x_j|, -C |x_k|,
so that their gradients are at least C s(C |x_j|) + C s(C |x_k|) apart in the l1 norm, with
s(a) = 1/(1 + e^-a), and far from 0 this is as close to 2 C as one likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor import certify
from workbench.rigor.provers.batches import of_all
from workbench.rigor.provers.logistic_moves import (
    C,
    asked,
    d,
    distance,
    gap,
    h,
    i,
    inner,
    length,
    share,
    u,
    v,
    weight,
    x,
)  # fmt: skip
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

j, k, near, delta = declare("integer j k, a >= 0, delta > 0")


def against(features: Any, place: Any) -> tuple[list[Any], list[Any]]:  # noqa: ANN401
    """Features of one entry, of size C and against x: what is known of it, and of the others."""
    known = [(sp.Abs(features[place]), "=", C),
             (features[place] * x[place], "=", -C * sp.Abs(x[place]))]  # fmt: skip
    return known, [
        ((i,), of_all(i, first=first, last=last), (features[i], "=", 0))
        for first, last in ((1, place - 1), (place + 1, d))
    ]


ENTRIES = [(1, "<=", j), (j + 1, "<=", k), (k, "<=", d)]
FIRST, SECOND = against(u, j), against(v, k)
REACHED = C * share(C * sp.Abs(x[j])) + C * share(C * sp.Abs(x[k]))
PAIR = distance((u, 1), (v, 1))
GIVEN = [*FIRST[0], *SECOND[0], *ENTRIES]
EMPTY = [*FIRST[1], *SECOND[1]]


def lower(
    factor: Any = 1, where: Sequence[Any] = GIVEN, every: Sequence[Any] = EMPTY  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    """Two such records have gradients that add up."""
    return MomentStatement((factor * REACHED, "<=", PAIR), where=where, every=every)


p, q = declare("p q >= 0")
FAR = [(near, "<=", p), (near, "<=", q), (2 * C, "<=", delta * sp.exp(C * near))]


def supremum(most: Any = 2 * C, where: Sequence[Any] = FAR) -> Relation:  # noqa: ANN401
    """This is as close to 2 C as one likes, where both entries of x are large."""
    return relation(most - delta, "<", C * share(C * p) + C * share(C * q), where=where)


ENTRY = [(sp.Abs(u[j]), "=", C), (1, "<=", j), (j, "<=", d)]


def member(where: Sequence[Any] = ENTRY, every: Sequence[Any] = FIRST[1]) -> MomentStatement:
    """And such records are in the domain."""
    return MomentStatement((length(u), "=", C), where=where, every=every)


# proofs -------------------------------------------------------------------------------------------

_NOTHING = parse("abs(y) = 0", where="y = 0")
_RISES = parse("1/(1+exp(-b)) <= 1/(1+exp(v))", where="v <= -b")
_ALONE = tuple(
    parse(f"a*abs(x) <= abs({both})", where="y = 0, a >= 0") for both in ("b*y - a*x", "a*x - b*y")
)


def seen(known: Known, record: int, place: Any) -> None:  # noqa: ANN401
    """What a record of one entry moves: its margin is -C |x_j|, and the other one is 0 there."""
    of, others = ((u, v), (v, u))[record]
    for k_th, (first, last) in enumerate(((1, place - 1), (place + 1, d))):

        def nothing(inside: Known, k_th: int = k_th) -> None:
            inside.take(2 * record + k_th, {i: i})
            inside.equals({-1: x[i]})

        part = of_all(i, first=first, last=last)
        known.add(known.every([i], part, (of[i] * x[i], "=", 0), nothing))
    known.split(inner(of), place)
    margin = -C * sp.Abs(x[place])
    known.equals({-1: 1, -2: 1, -3: 1, known.place((of[place] * x[place], "=", margin)): 1})
    known.fact((inner(of), "=", margin))
    known.weaken("<=")
    known.using((_RISES, {"v": inner(of), "b": -margin}))
    known.fact((share(-margin), "<=", weight(of, 1)))
    known.take(2 - record, {i: place})  # the other record, before its entry or after
    parts = {"a": weight(of, 1), "b": weight(others, 1), "x": of[place], "y": others[place]}
    known.using((_ALONE[record], parts))
    known.fact((weight(of, 1) * sp.Abs(of[place]), "<=", gap(place, (u, 1), (v, 1))))
    known.equals({known.place((sp.Abs(of[place]), "=", C)): 1})
    known.fact((sp.Abs(of[place]), "=", C))
    known.weaken(">=")
    known.adds({-3: 1, -1: weight(of, 1)})
    known.fact((C * weight(of, 1), "<=", gap(place, (u, 1), (v, 1))))


def added(known: Known) -> dict[int, Any]:
    """The multiples of facts that make the distance at least `REACHED`, and what is left over."""
    asked(known, GIVEN, EMPTY)
    places = []
    for record, place in enumerate((j, k)):
        of = (u, v)[record]
        seen(known, record, place)
        shown = (share(C * sp.Abs(x[place])), "<=", weight(of, 1))
        places += [known.place(shown), len(known) - 1]
    entry = gap(h, (u, 1), (v, 1))
    for first, place in ((1, j), (j + 1, k)):
        known.split(sp.Sum(entry, (h, first, d)), place)
        known.weaken(">=")
        places.append(len(known) - 1)
    return dict(zip(places, (C, 1, C, 1, 1, 1), strict=True))


def left_over() -> Any:  # noqa: ANN401 - sympy
    """The entries other than j and k."""
    entry, ends = gap(h, (u, 1), (v, 1)), ((1, j - 1), (j + 1, k - 1), (k + 1, d))
    return sum(sp.Sum(entry, (h, first, last)) for first, last in ends)


def two_entries(known: Known) -> None:
    """The steps of `lower`."""
    known.adds(added(known), left_over())


_NEARER = parse("1/(1+exp(-c*a)) <= 1/(1+exp(-c*y))", where="c > 0, a <= y")
_LEVEL = parse("2*c - f < 2*c/(1+exp(-h))", where="2*c <= f*exp(h), f > 0, c > 0")


def one_entry(known: Known) -> None:
    """The steps of `member`."""
    asked(known, ENTRY, FIRST[1])
    for place, (first, last) in enumerate(((1, j - 1), (j + 1, d))):

        def nothing(inside: Known, place: int = place) -> None:
            inside.take(place, {i: i})
            inside.using((_NOTHING, {"y": u[i]}))

        part = of_all(i, first=first, last=last)
        known.add(known.every([i], part, (sp.Abs(u[i]), "=", 0), nothing))
    known.split(length(u), j)
    known.equals({-1: 1, -2: 1, -3: 1, known.place((sp.Abs(u[j]), "=", C)): 1})


def lower_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Two records of one entry each."""
    return moments_shown(lower(**changes), two_entries)


def supremum_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Both weights are nearly 1."""
    facts = [(_NEARER, {"c": C, "a": near, "y": size}) for size in (p, q)]
    return certify(
        supremum(**changes), facts=[*facts, (_LEVEL, {"c": C, "f": delta, "h": C * near})]
    )


def member_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """A record of one entry."""
    return moments_shown(member(**changes), one_entry)
