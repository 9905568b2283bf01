"""The second derivatives of a coordinate times a length, less a quadratic function.

    F = sqrt(2) x_1 r - (x_1^2 + x_1 sum x_j + sum x_j^2)/2,    r^2 = sum x_j^2 + x_1^2/2,

sums over the other entries.  A continuous function is the derivative of another one along an entry
where its integral between any two points is the difference: so derivatives are stated here, once
and twice, those along two entries in both orders, for entries >= 0 that are not all 0.  With
v = x_1/(sqrt(2) r), a = x_j/r, b = x_k/r and v^2 + a^2 + b^2 <= 1 the second derivatives are, less
those of the quadratic function,

    3 v - v^3,    sqrt(2) a (1 - v^2),    2 v (1 - a^2),    -2 v a b.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.attempts import Fact
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.integrals import IntegralStatement, over_range
from workbench.symbolic.text import parse

NAMES = ("x_1", "x_j", "R", "l", "a", "h")  # R, l: squares and sum of entries that stay
M, N, t = declare("real M N t")
ROOT, HALF = sp.sqrt(2), sp.S.Half
Number = Any
Symbols = dict[str, sp.Symbol]


def numbers(positive: str = "") -> Symbols:
    """The symbols, all >= 0, and one of them > 0."""
    signs = {name: {"positive" if name == positive else "nonnegative": True} for name in NAMES}
    return {name: sp.Symbol(name, **sign) for name, sign in signs.items()}


def length(first: Number, squares: Number) -> Number:
    """The number r by x_1 and the sum of the other squares."""
    return sp.sqrt(squares + first**2 / 2)


def first_slope(first: Number, squares: Number) -> Number:
    """The derivative along x_1 of the part with the length."""
    r = length(first, squares)
    return ROOT * (r + first**2 / (2 * r))


@dataclass(frozen=True)
class Along:
    """What is differentiated along an entry, and its derivative, each in two parts.

    value, slope:     of the part with the length, functions of the entry
    square, straight: of the quadratic part, which is taken away
    sign:             that of the slope
    """

    value: Callable[[Number], Number]
    slope: Callable[[Number], Number]
    square: Callable[[Number], Number]
    straight: Callable[[Number], Number]
    sign: int = 1


def once(s: Symbols) -> Iterator[Along]:
    """F along x_1 and along x_j."""
    x, rest, total = (s[name] for name in ("x_1", "R", "l"))
    yield Along(
        lambda u: ROOT * u * length(u, rest),
        lambda u: first_slope(u, rest),
        lambda u: (u**2 + u * total + rest) / 2, lambda u: u + total / 2,
    )  # fmt: skip
    yield Along(
        lambda u: ROOT * x * length(x, rest + u**2),
        lambda u: ROOT * x * u / length(x, rest + u**2),
        lambda u: (x**2 + x * (total + u) + rest + u**2) / 2, lambda u: u + x / 2,
    )  # fmt: skip


def entries(first: Number, own: Number, other: Number, r: Number, cube: Number) -> list[Number]:
    """The four second derivatives of the part with the length: 11, 1j, jj, jk."""
    w = first / r
    return [ROOT * (3 * w / 2 - cube * w**3), ROOT * own / r * (1 - w**2 / 2),
            ROOT * w * (1 - own**2 / r**2), -ROOT * w * own * other / r**2]  # fmt: skip


def twice(s: Symbols, place: int, cube: Number) -> Along:
    """By place: d_1 F along x_1; d_j F along x_1, x_j and x_k; d_1 F along x_j."""
    x, y, rest = (s[name] for name in ("x_1", "x_j", "R"))
    along_first = next(once(s))

    def entry(first: Number, own: Number, other: Number, squares: Number) -> Number:
        return entries(first, own, other, length(first, squares), cube)[place % 4 + place // 4]

    match place:
        case 0:
            return Along(along_first.slope, lambda u: entry(u, 0, 0, rest), lambda u: u,
                         lambda u: sp.S.One)  # fmt: skip
        case 1:
            return Along(lambda u: ROOT * u * y / length(u, rest),
                         lambda u: entry(u, y, 0, rest), lambda u: y + u / 2,
                         lambda u: HALF)  # fmt: skip
        case 2:
            return Along(lambda u: ROOT * x * u / length(x, rest + u**2),
                         lambda u: entry(x, u, 0, rest + u**2), lambda u: u + x / 2,
                         lambda u: sp.S.One)  # fmt: skip
        case 4:
            return Along(lambda u: first_slope(x, rest + u**2),
                         lambda u: entry(x, u, 0, rest + u**2), lambda u: x + u / 2,  # l/2 stays
                         lambda u: HALF)  # fmt: skip
    return Along(lambda u: ROOT * x * y / length(x, rest + u**2),
                 lambda u: entry(x, y, u, rest + u**2), lambda u: y + x / 2, lambda u: sp.S.Zero,
                 -1)  # fmt: skip


QUARTER = sp.Rational(1, 4)
FIRST, OTHER = ("R", "a"), ("R", "x_1", "a")  # along x_1, along another entry: one of them is > 0


def moves(of: Along, s: Symbols) -> IntegralStatement:
    """The integral of a derivative along a step is what the function gains."""
    a, h = s["a"], s["h"]
    gain = of.value(a + h) - of.value(a) - (of.square(a + h) - of.square(a))
    straight = of.straight(a + t)
    means = {M: over_range(of.sign * of.slope(a + t), t, 0, h), N: over_range(straight, t, 0, h)}
    if straight == 0:
        return IntegralStatement((of.sign * M, "=", gain), means={M: means[M]})
    return IntegralStatement((M - N, "=", gain), means=means)


def derivatives(
    cube: Number = QUARTER, *, some: bool = True
) -> list[tuple[IntegralStatement, Along, Symbols]]:
    """What F and its first derivatives gain.

    cube:    a coefficient in the second derivative along x_1
    some:    whether an entry is known to be > 0
    """
    makers: list[Callable[[Symbols], Along]] = [
        lambda s: next(once(s)), lambda s: list(once(s))[1],
        *(partial(twice, place=place, cube=cube) for place in range(5)),
    ]  # fmt: skip
    cases = (FIRST, OTHER, FIRST, FIRST, OTHER, OTHER, OTHER)
    known = [(maker, numbers(name)) for maker, names in zip(makers, cases, strict=True)
             for name in (names if some else ("",))]  # fmt: skip
    made = [(maker(s), s) for maker, s in known]
    return [(moves(of, s), of, s) for of, s in made]


def differentiated(**changes: Any) -> Outcome:  # noqa: ANN401
    """The checker differentiates what gains."""
    found = []
    for statement, of, s in derivatives(**changes):
        proof, at = IntegralProof(statement, seconds=4), s["a"] + t
        proof.evaluate(M, [Segment(of.sign * of.value(at))])
        if N in statement.means:
            proof.evaluate(N, [Segment(of.square(at))])
        found.append(proof.outcome())
    return all_of(*found)


r, x, y, z, R = declare("r > 0, x_1 x_j x_k R >= 0")
LENGTH = ((r**2, "=", x**2 / 2 + y**2 + z**2 + R),)
QUADRATIC = (1, HALF, 1, 0)  # what is taken away of the second derivatives
SHARE = parse("p/g <= 1", where="g = p + s, s >= 0, g > 0")
UNIT = parse("v <= 1", where="v^2 <= 1")
V, A, B = x / (ROOT * r), y / r, z / r
_SQUARES = (x**2 / 2, y**2, z**2, R)
_ENDS = (  # of the four, from below and from above, for v, a, b >= 0
    ("0 <= 3*v - v^3", "v >= 0, v <= 1"), ("3*v - v^3 <= 2", "v >= 0"),
    ("0 <= sqrt(2)*a*(1 - v^2)", "a >= 0, v <= 1, v >= 0"),
    ("sqrt(2)*a*(1 - v^2) <= 3/2", "a >= 0, a <= 1, v >= 0"),
    ("0 <= 2*v*(1 - a^2)", "v >= 0, a >= 0, a <= 1"),
    ("2*v*(1 - a^2) <= 2", "v >= 0, v <= 1, a >= 0"),
    ("2*v*a*b <= 1", "v >= 0, v <= 1, a >= 0, b >= 0, v^2 + a^2 + b^2 <= 1"),
    ("0 <= 2*v*a*b", "v >= 0, a >= 0, b >= 0"),
)  # fmt: skip


def small(
    quadratic: Sequence[Number] = QUADRATIC, *, given: Sequence[Any] = LENGTH,
    first: sp.Symbol = x,
) -> list[Relation]:  # fmt: skip
    """Each second derivative of F is at most 1 in size, from above and from below."""
    found, where = [], [(low, op, high.subs(x, first)) for low, op, high in given]
    for entry, less in zip(entries(first, y, z, r, QUARTER), quadratic, strict=True):
        found += [relation(side * (entry - less), "<=", 1, where=where) for side in (-1, 1)]
    return found


def are_small(**changes: Any) -> Outcome:  # noqa: ANN401
    """Each square is a share of r^2."""
    shares = [(SHARE, {"p": sum(of), "s": sum(_SQUARES) - sum(of), "g": r**2})
              for of in (_SQUARES[:1], _SQUARES[1:2], _SQUARES[:3])]  # fmt: skip
    known: list[Fact] = [(0, "<", r**2), *shares, (UNIT, {"v": V}), (UNIT, {"v": A})]
    known = known if changes.keys() <= {"quadratic"} else []  # a hypothesis is dropped
    put = {"v": V, "a": A, "b": B}

    def shown(said: Relation, end: str, where: str) -> Outcome:
        used = {name: put[name] for name in put if name in where}
        last = parse(end, where=where), used
        return certify(said, facts=[*known, last] if known else ())

    ends = zip(small(**changes), _ENDS, strict=True)
    return all_of(shown(said, *end) for said, end in ends)
