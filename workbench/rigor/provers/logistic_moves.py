"""How far apart the gradients of two records are in logistic regression, in the l1 norm.

A record (u, z) with |u|_1 <= C and z = +-1 has at x the gradient -z u/(1 + e^v), v = z <u, x>, and
the penalty adds the same to all.  With s(a) = 1/(1 + e^-a) and |x_l| <= X for all l,

    -v <= C X,    so that two gradients are at most 2 C s(C X) apart,

and C at the origin; opposite labels with the same u are |u|_1 apart at every x.  Features of one
entry each, j and k, against x, are at least C s(C |x_j|) + C s(C |x_k|) apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor import certify
from workbench.rigor.provers.batches import of_all
from workbench.rigor.provers.logistic_losses import a, b, parabola, tangent
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

d, j, k, i, h = declare("integer d > 0, integer j k i h")
C, X, near, delta = declare("C > 0, X a >= 0, delta > 0")
z, t, r = declare("real z t, q_1 > 0")
x, y, u, v = (sp.IndexedBase(name, real=True) for name in "xyuv")
ALL = of_all(i, last=d)


def inner(features: Any, at: Any = x) -> Any:  # noqa: ANN401 - sympy
    """<u, x>."""
    return sp.Sum(features[i] * at[i], (i, 1, d))


def weight(features: Any, label: Any, at: Any = x) -> Any:  # noqa: ANN401
    """1/(1 + e^v): the gradient of a record is -z u times this."""
    return 1 / (1 + sp.exp(label * inner(features, at)))


def length(features: Any) -> Any:  # noqa: ANN401
    """|u|_1."""
    return sp.Sum(sp.Abs(features[i]), (i, 1, d))


def gap(index: Any, first: Any = (u, z), second: Any = (v, t)) -> Any:  # noqa: ANN401
    """How far apart the gradients of two records are in one entry."""
    one, other = (label * weight(of, label) * of[index] for of, label in (first, second))
    return sp.Abs(other - one)


def distance(first: Any = (u, z), second: Any = (v, t)) -> Any:  # noqa: ANN401
    """How far apart they are in the l1 norm."""
    return sp.Sum(gap(h, first, second), (h, 1, d))


def share(margin: Any) -> Any:  # noqa: ANN401
    """s(a) = 1/(1 + e^-a)."""
    return 1 / (1 + sp.exp(-margin))


# statements ---------------------------------------------------------------------------------------

SIZES = ((length(u), "<=", C), (length(v), "<=", C))
RECORDED = (*SIZES, (z**2, "=", 1), (t**2, "=", 1))


def box(largest: Any = X) -> Any:  # noqa: ANN401
    """No entry of x is larger."""
    return [((i,), ALL, (x[i], "<=", largest)), ((i,), ALL, (x[i], ">=", -largest))]


def upper(
    factor: Any = 2, largest: Any = X, where: Sequence[Any] = RECORDED,  # noqa: ANN401
    every: Sequence[Any] | None = None,
) -> MomentStatement:  # fmt: skip
    """Any two gradients are at most 2 C s(C X) apart."""
    every = box(largest) if every is None else every
    bound = factor * C * share(C * largest)
    return MomentStatement((distance(), "<=", bound), where=where, every=every)


def strict(most: Any = 2 * C) -> Relation:  # noqa: ANN401
    """This is less than 2 C."""
    return relation(2 * C * share(C * X), "<", most)


def opposite(factor: Any = 1) -> MomentStatement:  # noqa: ANN401
    """Opposite labels with the same features are |u|_1 apart, at every x."""
    return MomentStatement((distance((u, 1), (u, -1)), "=", factor * length(u)))


def against(features: Any, place: Any) -> tuple[list[Any], list[Any]]:  # noqa: ANN401
    """Features of one entry, of size C and against x: what is known of it, and of the others."""
    known = [(sp.Abs(features[place]), "=", C),
             (features[place] * x[place], "=", -C * sp.Abs(x[place]))]  # fmt: skip
    return known, [
        ((i,), of_all(i, first=first, last=last), (features[i], "=", 0))
        for first, last in ((1, place - 1), (place + 1, d))
    ]


def likelihood(at: Any) -> Any:  # noqa: ANN401
    """ln p(z | u, x)."""
    return sp.log(1 / (1 + sp.exp(-z * inner(u, at))))


def ahead(sign: int = -1) -> Any:  # noqa: ANN401
    """What it is at y more than its tangent at x is, with the printed slope."""
    power = sp.exp(sign * z * inner(u))
    slope = z * u[h] * power / (1 + power)
    return likelihood(y) - likelihood(x) - sp.Sum(slope * (y[h] - x[h]), (h, 1, d))


BENDS = (z * inner(u, y) - z * inner(u)) ** 2 / 8


def below(sign: int = -1) -> MomentStatement:
    """It is at most its tangent."""
    return MomentStatement((ahead(sign), "<=", 0))


def above(sign: int = -1) -> MomentStatement:
    """And less by no more than a multiple of a square of y - x: so this is the gradient."""
    return MomentStatement((-BENDS, "<=", ahead(sign)))


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

_TURNED = parse("-z*u*x <= b*abs(u)", where="z >= -1, z <= 1, x <= b, x >= -b")
_FALLS = parse("1/(1+exp(v)) <= 1/(1+exp(-b))", where="-v <= b")
_UP = parse("a*t*x <= a*abs(x)", where="a >= 0, t >= -1, t <= 1")
_DOWN = parse("-a*t*x <= a*abs(x)", where="a >= 0, t >= -1, t <= 1")
_APART = parse("abs(y-x) <= p+q", where="y <= p, -y <= p, x <= q, -x <= q")


def near_the_tangent(known: Known, *, under: bool) -> None:
    """The steps of `below` and `above`, where ln(1/q) = -ln q, one way at each point."""
    place = tangent(known) if under else parabola(known)
    turned = known.every([r], [], (sp.log(1 / r), "=", -sp.log(r)))
    ends = {a: z * inner(u), b: z * inner(u, y)}
    for end, op in zip(ends.values(), ("<=", ">=") if not under else (">=", "<="), strict=True):
        known.take(turned, {r: 1 + sp.exp(-end)})
        known.weaken(op)
    known.take(place, ends)
    known.adds({-1: 1, -2: 1, -4: 1})


RECORDS = ((u, z), (v, t))


def asked(known: Known, given: Sequence[Any]) -> None:
    """Ask for conditions first, and not when half of the work is done."""
    for one in given:
        known.place(one)


def label_in_range(known: Known, label: Any) -> None:  # noqa: ANN401
    """-1 <= z <= 1, from z^2 = 1."""
    known.equals({known.place((label**2, "=", 1)): 1})
    known.fact((label**2, "=", 1))
    known.weaken("<=")
    square = len(known) - 1
    for end in (1, -1):
        known.adds({square: sp.S.Half}, (label - end) ** 2 / 2)
        known.fact((end * label, "<=", 1))


def bounded(known: Known, largest: Any = X) -> None:  # noqa: ANN401
    """The steps of `upper`: each weight is at most s(C X), and the entries add up."""
    asked(known, RECORDED)
    sizes, top = [], share(C * largest)
    for of, label in RECORDS:
        label_in_range(known, label)

        def one(inside: Known, of: Any = of, label: Any = label) -> None:  # noqa: ANN401
            for end in (0, 1):
                inside.take(end, {i: i})
            inside.using((_TURNED, {"z": label, "u": of[i], "x": x[i], "b": largest}))

        turned = (-label * of[i] * x[i], "<=", largest * sp.Abs(of[i]))
        known.add(known.every([i], ALL, turned, one))
        size = known.place((length(of), "<=", C))
        known.adds({-1: 1, size: largest})
        known.fact((-label * inner(of), "<=", C * largest))
        known.using((_FALLS, {"v": label * inner(of), "b": C * largest}))
        known.fact((weight(of, label), "<=", top))
        sizes.append((size, weight(of, label), len(known) - 1))

    def apart(inside: Known) -> None:
        parts = [(weight(of, label), label, of[h]) for of, label in RECORDS]
        ends = [(end, {"a": w, "t": label, "x": entry})
                for w, label, entry in parts for end in (_UP, _DOWN)]  # fmt: skip
        (one, size), (other, most) = ((w * label * e, w * sp.Abs(e)) for w, label, e in parts)
        inside.using(*ends, (_APART, {"y": other, "x": one, "p": most, "q": size}))
        inside.by("factors", "cases", "sign")

    both = sum(weight(of, label) * sp.Abs(of[h]) for of, label in RECORDS)
    known.add(known.every([h], of_all(h, last=d), (gap(h), "<=", both), apart))
    known.adds({-1: 1, **{n: w for n, w, _ in sizes}, **{n: C for _, _, n in sizes}})


_NOTHING = parse("abs(y) = 0", where="y = 0")
_RISES = parse("1/(1+exp(-b)) <= 1/(1+exp(v))", where="v <= -b")
_ALONE = tuple(
    parse(f"a*abs(x) <= abs({both})", where="y = 0, a >= 0") for both in ("b*y - a*x", "a*x - b*y")
)


def full(known: Known) -> None:
    """The steps of `opposite`: s(v) + s(-v) = 1."""
    two = gap(h, (u, 1), (u, -1))
    known.add(known.every([h], of_all(h, last=d), (two, "=", sp.Abs(u[h]))))
    known.equals({-1: 1})


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
    asked(known, GIVEN)
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
    asked(known, ENTRY)
    for place, (first, last) in enumerate(((1, j - 1), (j + 1, d))):

        def nothing(inside: Known, place: int = place) -> None:
            inside.take(place, {i: i})
            inside.using((_NOTHING, {"y": u[i]}))

        part = of_all(i, first=first, last=last)
        known.add(known.every([i], part, (sp.Abs(u[i]), "=", 0), nothing))
    known.split(length(u), j)
    known.equals({-1: 1, -2: 1, -3: 1, known.place((sp.Abs(u[j]), "=", C)): 1})


def upper_shown(*, largest: Any = X, **changes: Any) -> Outcome:  # noqa: ANN401
    """Any two records."""
    return moments_shown(upper(largest=largest, **changes), lambda known: bounded(known, largest))


def strict_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """A weight is less than 1."""
    return certify(strict(**changes))


def opposite_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Opposite labels."""
    return moments_shown(opposite(**changes), full)


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


def gradient_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The gradient of ln p."""
    return all_of(
        moments_shown(below(**changes), lambda known: near_the_tangent(known, under=True)),
        moments_shown(above(**changes), lambda known: near_the_tangent(known, under=False)),
    )
