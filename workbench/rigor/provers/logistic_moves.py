"""How far apart the gradients of two records are in logistic regression, in the l1 norm.

A record (u, z) with |u|_1 <= C and z = +-1 has at x the gradient -z u/(1 + e^v), v = z <u, x>, and
the penalty adds the same to all.  With s(a) = 1/(1 + e^-a) and |x_l| <= X for all l,

    -v <= C X,    so that two gradients are at most 2 C s(C X) apart,

and C at the origin; opposite labels with the same u are |u|_1 apart at every x.
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

d, i, h = declare("integer d > 0, integer i h")
C, X = declare("C > 0, X >= 0")
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


def asked(known: Known, given: Sequence[Any], every: Sequence[Any] = ()) -> None:
    """Ask for conditions first, and not when half of the work is done."""
    for one in given:
        known.place(one)
    for one in every:
        known.general(one)


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
    asked(known, RECORDED, box(largest))
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


def full(known: Known) -> None:
    """The steps of `opposite`: s(v) + s(-v) = 1."""
    two = gap(h, (u, 1), (u, -1))
    known.add(known.every([h], of_all(h, last=d), (two, "=", sp.Abs(u[h]))))
    known.equals({-1: 1})


def upper_shown(*, largest: Any = X, **changes: Any) -> Outcome:  # noqa: ANN401
    """Any two records."""
    return moments_shown(upper(largest=largest, **changes), lambda known: bounded(known, largest))


def strict_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """A weight is less than 1."""
    return certify(strict(**changes))


def opposite_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Opposite labels."""
    return moments_shown(opposite(**changes), full)


def gradient_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The gradient of ln p."""
    return all_of(
        moments_shown(below(**changes), lambda known: near_the_tangent(known, under=True)),
        moments_shown(above(**changes), lambda known: near_the_tangent(known, under=False)),
    )
