"""Hypotheses at random: what the checker takes can be met, and what it calls contradictory cannot.

A draft about objects bounds inner products of points of a simplex with a draw that is told to have
a mean, a law or a place, or of nothing else; worlds are looked for that meet it.  A draft about
numbers is contradictory by the way it is made, a combination of its conditions being false, or
holds at a point that was drawn first; so does a draft about a matrix.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from workbench.rigor.check import check_certificate
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Theorem

Vector = tuple[Fraction, ...]
Law = list[tuple[Fraction, Vector]]  # outcomes with their chances
Point = dict[str, Fraction]
ZERO, ONE = Fraction(0), Fraction(1)
FAR = Fraction(1000)  # an outcome of noise that has outcomes of all sizes


def _taken(symbols: Any, given: Any) -> bool:
    """Whether a theorem with these hypotheses is accepted that says that 0 <= 1."""
    told = Theorem(tuple(symbols), given=tuple(given), concludes=(th.num(0), "<=", th.num(1)))
    step = {"rule": "gram", "conclusion": [["q", "0"], "<=", ["q", "1"]], "premises": []}
    made = {"kind": "theorem", "theorem": told.tree, "proof": [step], "library": []}
    return check_certificate(made).accepted


# draws beside points ------------------------------------------------------------------------------

n, c = th.integer("n", at_least=2), th.number("c", at_least=0)
S, t = th.simplex("S", n), th.integer("t")
p, v = th.point("p", S), th.point("v", S)
means = th.points("m", S)
DRAWS = {
    "any": th.draws("X", t, mean=None),
    "centred": th.draws("X", t),
    "in the set": th.draws("X", t, mean=means[t], of=S),
    "a vertex": th.draws("X", t, mean=means[t], of=S, vertex=True),
    "noise": th.draws("X", t, laplace=1),
}


def _outcomes(kind: str, size: int) -> Iterator[Law]:
    """Laws that such a draw may have, in a simplex of this size."""
    corners = [tuple(Fraction(i == j) for j in range(size)) for i in range(size)]
    middle = tuple(Fraction(1, size) for _ in range(size))
    inside = [*corners, middle]
    if kind in ("in the set", "a vertex"):
        yield from ([(ONE, one)] for one in (inside if kind == "in the set" else corners))
        return
    both = [(one, tuple(-a for a in one)) for one in inside]
    far = [(tuple(FAR * a for a in one), tuple(FAR * a for a in other)) for one, other in both]
    if kind == "any":
        yield from ([(ONE, one)] for pair in (*both, *far) for one in pair)
    if kind != "noise":
        yield [(ONE, (ZERO,) * size)]
    for pair in far if kind == "noise" else both:
        yield [(Fraction(1, 2), one) for one in pair]


def false_hypothesis(rng: random.Random) -> tuple[bool, str | None]:
    """Whether a hypothesis is taken, and its text if then no world meets it."""
    kind, mean = rng.choice(list(DRAWS)), rng.random() < 0.4
    X, shape, sign = (
        DRAWS[kind],
        rng.choice(("all", "all", "one", "length")),
        rng.choice((1, 1, -1)),
    )
    bounds: tuple[int | str, ...] = (0, 0, 1, -1, "c", "-c")
    bound, op = rng.choice(bounds), rng.choice(("<=", "<=", "<=", "="))
    term = {"all": th.supremum((v,), sign * X[0 * n] @ v), "one": sign * X[0 * n] @ p,
            "length": th.square(X[0 * n])}[shape]  # fmt: skip
    right = {"c": c, "-c": -c}[bound] if isinstance(bound, str) else th.num(bound)
    given = (th.mean(term) if mean else term, op, right)
    more = [means] if kind in ("in the set", "a vertex") else []
    if not _taken((n, c, S, p, *more, X), [given]):
        return False, None
    text = f"{kind}: {'E ' * mean}{shape}, {sign} {op} {bound}"
    for size, number in product((2, 3), (ZERO, ONE, FAR**2)):
        limit = {"c": number, "-c": -number}[bound] if isinstance(bound, str) else Fraction(bound)
        places = [tuple(Fraction(i == j) for j in range(size)) for i in range(size)]
        for law, place in product(_outcomes(kind, size), places):
            values = [(chance, _value(shape, sign, x, place)) for chance, x in law]
            told = [sum((a * b for a, b in values), ZERO)] if mean else [b for _, b in values]
            if all(a == limit if op == "=" else a <= limit for a in told):
                return True, None
    return True, text


def _value(shape: str, sign: int, x: Vector, place: Vector) -> Fraction:
    if shape == "all":
        return max(sign * a for a in x)
    if shape == "length":
        return sum((a * a for a in x), ZERO)
    return sign * sum((a * b for a, b in zip(x, place, strict=True)), ZERO)


# numbers ------------------------------------------------------------------------------------------

NAMES = tuple("xyz")
FREE = {name: th.number(name) for name in NAMES}
Polynomial = dict[tuple[str, ...], Fraction]  # products, sorted, and the factor before each


def _polynomial(rng: random.Random, point: Point) -> Polynomial:
    """A polynomial that is 0 at the point."""
    made: Polynomial = {}
    for _ in range(rng.randint(1, 3)):
        names = tuple(sorted(rng.choices(NAMES, k=rng.randint(1, 2))))
        made[names] = made.get(names, ZERO) + rng.choice((-3, -2, -1, 1, 2, 3))
    made[()] = -_at(made, point)
    return made


def _at(made: Polynomial, point: Point) -> Fraction:
    total = ZERO
    for names, factor in made.items():
        value = factor
        for name in names:
            value *= point[name]
        total += value
    return total


def _term(made: Polynomial) -> Any:
    total = th.num(0)
    for names, factor in made.items():
        one = th.num(factor)
        for name in names:
            one = one * FREE[name]
        total = total + one
    return total


def _point(rng: random.Random) -> Point:
    return {name: Fraction(rng.randint(-4, 4), rng.randint(1, 3)) for name in NAMES}


def missed_contradiction(rng: random.Random) -> str | None:
    """The text of conditions that contradict each other, if they are taken.

    Some that hold at a point, and one of these: a combination of theirs is below 0, a square is
    below that of a bound, a product below that of bounds.
    """
    point, given = _point(rng), list[Any]()
    made = [_polynomial(rng, point) for _ in range(rng.randint(1, 3))]
    given = [(th.num(0), "<=", _term(one)) for one in made]
    match rng.choice(("sum", "square", "product", "chain", "minor")):
        case "sum":
            total: Polynomial = {(): Fraction(1, rng.randint(1, 5))}
            for one in made:
                weight = Fraction(rng.randint(1, 4), rng.randint(1, 3))
                for names, factor in one.items():
                    total[names] = total.get(names, ZERO) + weight * factor
            given.append((_term(total), "<=", th.num(0)))
        case "square":
            low = Fraction(rng.randint(1, 5), 2)
            given += [(th.num(low), "<=", FREE["x"]), (FREE["x"] ** 2, "<", th.num(low**2))]
        case "product":
            a, b = (Fraction(rng.randint(1, 5), 2) for _ in range(2))
            given += [(th.num(a), "<=", FREE["x"]), (th.num(b), "<", FREE["y"]),
                      (FREE["x"] * FREE["y"], "<=", th.num(a * b))]  # fmt: skip
        case "minor":
            a, b = (Fraction(rng.randint(1, 4)) for _ in range(2))
            given += [
                th.psd([[a, FREE["x"]], [FREE["x"], b]]),
                (th.num((a + b) / 2), "<", FREE["x"]),
            ]
        case _:
            value = Fraction(rng.randint(-3, 3))
            given += [(FREE["x"] + FREE["y"], "=", th.num(value)),
                      (FREE["x"] - FREE["y"], "=", th.num(value)),
                      (FREE["x"] ** 3, "<", th.num(value**3))]  # fmt: skip
    rng.shuffle(given)
    return str(given) if _taken(FREE.values(), given) else None


def false_refusal(rng: random.Random) -> str | None:
    """The text of conditions that a point meets, if they are refused."""
    point = _point(rng)
    given = []
    for _ in range(rng.randint(1, 6)):
        made = _polynomial(rng, point)
        op = rng.choice(("<=", "<=", "=", "<"))
        if op == "<":
            made[()] += Fraction(1, rng.randint(1, 9))
        given.append((th.num(0), op, _term(made)))
    return None if _taken(FREE.values(), given) else str(given)


def missed_law(rng: random.Random) -> str | None:
    """The text of means that no law has, if they are taken: E X >= a, and E X^2 < a^2.

    Every second time they are those of a law, E X <= a, and are to be taken.
    """
    a, met = Fraction(rng.randint(1, 6), rng.randint(1, 3)), rng.random() < 0.5
    x: Any = ["v", "x"]
    real = {"name": "x", "sort": "real", "low": None, "low_open": False, "high": None,
            "high_open": False}  # fmt: skip
    told = ((x, "<=" if met else ">=", a), (["^", x, 2], "<", a**2))
    every = [{"vars": [], "where": [], "of": of, "op": op, "bound": ["q", str(bound)]}
             for of, op, bound in told]  # fmt: skip
    law = {"vars": [], "random": [real], "where": [], "sure": [], "over": None, "means": [],
           "all": every, "left": ["q", "0"], "op": "<=", "right": ["q", "1"]}  # fmt: skip
    made = {"kind": "expectation", "law": law, "steps": [], "proof": {"kind": "sign"}}
    return None if check_certificate(made).accepted == met else f"{met}: {a}"


# matrices -----------------------------------------------------------------------------------------


def wrong_matrix(rng: random.Random) -> str | None:
    """A matrix that is semidefinite and refused, or the reverse.

    It is a sum of squares, less a square that takes a vector below 0 in every second one, or has
    one number beside the diagonal; some of its numbers are given by equations.
    """
    if rng.random() < 0.3:
        rows, met = rng.randint(4, 8), rng.random() < 0.5
        off = Fraction(-1, rows - 1 if met else rows - 2)
        matrix = [[ONE if i == j else off for j in range(rows)] for i in range(rows)]
        return None if _taken((), [th.psd(matrix)]) == met else f"{met}: {matrix}"
    rows, rank = rng.randint(2, 5), rng.randint(1, 4)
    factors = [[rng.randint(-2, 2) for _ in range(rows)] for _ in range(rank)]
    matrix = [
        [Fraction(sum(f[i] * f[j] for f in factors)) for j in range(rows)] for i in range(rows)
    ]
    met = rng.random() < 0.5
    if not met:
        u = [Fraction(rng.randint(-2, 2)) for _ in range(rows)]
        u[rng.randrange(rows)] = ONE
        form = sum((u[i] * matrix[i][j] * u[j] for i in range(rows) for j in range(rows)), ZERO)
        size = sum((a * a for a in u), ZERO)
        less = (form + Fraction(1, rng.randint(1, 4))) / size**2
        matrix = [[a - less * u[i] * u[j] for j, a in enumerate(row)]
                  for i, row in enumerate(matrix)]  # fmt: skip
    told: list[list[Any]] = [[th.num(a) for a in row] for row in matrix]
    given, place = list[Any](), (rng.randrange(rows), rng.randrange(rows))
    if rng.random() < 0.5:
        i, j = place
        told[i][j] = told[j][i] = FREE["x"]
        given.append((2 * FREE["x"], "=", th.num(2 * matrix[i][j])))
    given.append(th.psd(told))
    rng.shuffle(given)
    return None if _taken(FREE.values(), given) == met else f"{met}: {matrix}"
