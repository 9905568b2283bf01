"""Sums of vectors and averages at random: what the checker accepts is computed in small worlds.

A draft is an equation between terms with sums of vectors, one side of which is the other rewritten,
truly or nearly so; or the claim that a combination of points is a point of a simplex.  In a world
the points are vertices or points of a triangle, the weights fractions, and the ends small integers;
whatever the checker has accepted has to hold in every world.  Terms are read here for themselves.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from workbench.rigor.check import check_certificate
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Num,
    Theorem,
    Vec,
    integer,
    num,
    numbers,
    point,
    points,
    simplex,
    total,
    vector,
)

D = simplex("D", integer("d", at_least=1))
N, m, t = integer("N", at_least=1), integer("m", at_least=0), integer("t")
lam, nu = numbers("lam", at_least=0), numbers("nu")
p, q = points("p", D), points("q", D)
u, g = point("u", D), vector("g")
WHOLE = (total(t, 0, N - 1, lam[t]), "=", 1)
SYMBOLS = (integer("d", at_least=1), D, N, m, lam, nu, p, q, u, g)
_TRIES = 40  # worlds for a draft that is accepted


class Draft:
    """Random terms."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def end(self) -> Num:
        """An end of a sum."""
        return self.rng.choice((N - 1, N, N + 1, m, m + 1, m - 1, num(0), num(1), N + m))

    def weight(self, index: Num) -> Num:
        """A weight that may know its index."""
        rng = self.rng
        return rng.choice((
            lam[index], lam[index], nu[index], 1 / N, index + 1, num(2), lam[index + 1],
            2 * lam[index] / N, num(Fraction(1, 2)) * lam[index], -lam[index],
        ))  # fmt: skip

    def entry(self, index: Num) -> Vec:
        """A vector at an index."""
        of = self.rng.choice((p, p, p, q))
        return self.rng.choice((of[index], of[index], of[index + 1], of[index] - u, u))

    def sum(self) -> tuple[Callable[[Num], Vec], Num, Num]:
        """A body, and two ends."""
        state = self.rng.getstate()

        def body(index: Num) -> Vec:
            self.rng.setstate(state)
            return self.weight(index) * self.entry(index)  # type: ignore[no-any-return]

        body(t)
        return body, self.rng.choice((num(0), num(0), num(0), num(1), m)), self.end()

    def equation(self) -> tuple[Any, str, Any]:
        """A sum of vectors against a vector, and the same in another form, or nearly so."""
        rng = self.rng
        body, low, high = self.sum()
        after = rng.getstate()
        left = total(t, low, high, body(t))
        forms = (
            lambda: total(t, low, high - 1, body(t)) + body(high),
            lambda: total(t, low, high + 1, body(t)) - body(high + 1),
            lambda: total(t, low, high + 2, body(t)) - body(high + 2) - body(high + 1),
            lambda: body(low) + total(t, low + 1, high, body(t)),
            lambda: total(t, 0, high, body(t)) - total(t, 0, low - 1, body(t)),
            lambda: total(t, 0, high, body(t)) - total(t, 0, low, body(t)),
            lambda: total(t, low, high - 1, body(t)) + body(high - 1),
            lambda: total(t, low, high, 2 * body(t)) - total(t, low, high - 1, body(t)),
            lambda: Fraction(1, 2) * total(t, low, high, 2 * body(t)),
            lambda: total(t, low, high, body(t + 1)),
        )
        made = forms[rng.randrange(len(forms))]()
        rng.setstate(after)
        rng.random()
        with_, kind = rng.choice((g, g - u, p[m], p[N] + g)), rng.randrange(3)
        if kind == 0:
            return left @ with_, "=", made @ with_
        if kind == 1:
            return D.square(left - with_), "=", D.square(made - with_)
        return total(t, 0, m, t * (left @ g)), "=", total(t, 0, m, t * (made @ g))

    def membership(self) -> Vec:
        """A combination of points."""
        rng = self.rng
        parts = []
        ends = [self.end() for _ in range(2)]
        weight = rng.choice((lambda i: lam[i], lambda i: lam[i], lambda _: 1 / N, lambda i: nu[i]))
        of, other = rng.choice(((p, q), (p, p), (q, p)))
        parts.append(total(t, 0, rng.choice((N - 1, N - 1, ends[0])), weight(t) * of[t]))
        for _ in range(rng.randrange(4)):
            end, sign = rng.choice(ends), rng.choice((1, -1))
            series = rng.choice((of, of, other))
            if rng.random() < 0.6:
                body = weight(t) * (series[t] - of[t]) if rng.random() < 0.5 else weight(t) * of[t]
                parts.append(sign * total(t, 0, end, body))
            else:
                parts.append((sign * weight(end)) * series[end])
        made = parts[0]
        for part in parts[1:]:
            made = made + part
        return rng.choice((made, made, Fraction(1, 2) * made + Fraction(1, 2) * u))


def accepted(conclusion: Any, step: Callable[[Proof], list[Any]]) -> bool:
    """Whether the checker accepts a proof of one step."""
    proof = Proof(Theorem(SYMBOLS, given=[WHOLE, (m, "<=", N)], concludes=conclusion))
    proof.gram(conclusion, step(proof))
    return check_certificate(proof.certificate).accepted


# worlds -------------------------------------------------------------------------------------------

_CORNERS = [(Fraction(a), Fraction(b), Fraction(1 - a - b)) for a, b in ((1, 0), (0, 1), (0, 0))]


class World:
    """Small numbers and points for the symbols."""

    def __init__(self, rng: random.Random) -> None:
        self.N = rng.randrange(1, 5)
        self.numbers: dict[str, Any] = {"N": self.N, "m": rng.randrange(0, self.N + 1), "d": 3}
        raw = [Fraction(rng.randrange(0, 4)) for _ in range(self.N)]
        raw[0] += 1 - (sum(raw) > 0)
        self.weights = [w / sum(raw) for w in raw] + [Fraction(rng.randrange(3)) for _ in range(12)]
        self.free = [Fraction(rng.randrange(-3, 4)) for _ in range(16)]
        self.points = {s: [self.spot(rng) for _ in range(16)] for s in "pq"}
        self.fixed = {"u": self.spot(rng), "g": [Fraction(rng.randrange(-4, 5)) for _ in "abc"]}

    @staticmethod
    def spot(rng: random.Random) -> list[Fraction]:
        """A point of the triangle."""
        one, two = rng.choice(_CORNERS), rng.choice(_CORNERS)
        return [(a + b) / 2 for a, b in zip(one, two, strict=True)]

    def number(self, tree: Any, env: dict[str, Any]) -> Fraction:
        """The value of a scalar term."""
        match tree:
            case ["q", text]:
                return Fraction(text)
            case ["v", name]:
                return Fraction(env[name])
            case ["idx", name, at]:
                place = int(self.number(at, env))
                return (self.weights if name == "lam" else self.free)[place]
            case ["+", *parts]:
                return sum((self.number(a, env) for a in parts), Fraction(0))
            case ["*", *parts]:
                value = Fraction(1)
                for part in parts:
                    value *= self.number(part, env)
                return value
            case ["neg", a]:
                return -self.number(a, env)
            case ["/", a, b]:
                return self.number(a, env) / self.number(b, env)
            case ["sum", index, low, high, body]:
                ends = int(self.number(low, env)), int(self.number(high, env)) + 1
                return sum(
                    (self.number(body, {**env, index: i}) for i in range(*ends)), Fraction(0)
                )
            case ["dot", a, b]:
                pairs = zip(self.vector(a, env), self.vector(b, env), strict=True)
                return sum((x * y for x, y in pairs), Fraction(0))
            case ["sq", _, a]:
                return sum(abs(x) for x in self.vector(a, env)) ** 2
        raise ValueError(tree)

    def vector(self, tree: Any, env: dict[str, Any]) -> list[Fraction]:
        """The value of a vector."""
        match tree:
            case ["vec", name]:
                return self.fixed[name]
            case ["at", name, at]:
                return self.points[name][int(self.number(at, env))]
            case ["v+", *parts]:
                found = [self.vector(a, env) for a in parts]
                return [sum(column, Fraction(0)) for column in zip(*found, strict=True)]
            case ["v*", scale, a]:
                factor = self.number(scale, env)
                return [factor * x for x in self.vector(a, env)]
            case ["vsum", index, low, high, body]:
                value = [Fraction(0)] * 3
                for i in range(int(self.number(low, env)), int(self.number(high, env)) + 1):
                    more = self.vector(body, {**env, index: i})
                    value = [x + y for x, y in zip(value, more, strict=True)]
                return value
        raise ValueError(tree)


def false_equation(rng: random.Random) -> tuple[bool, Any]:
    """Whether a random equation is accepted, and a world in which it is false, if there is one."""
    conclusion = Draft(rng).equation()
    if not accepted(conclusion, lambda _: []):
        return False, None
    for _ in range(_TRIES):
        world = World(rng)
        sides = [world.number(side.tree, world.numbers) for side in (conclusion[0], conclusion[2])]
        if sides[0] != sides[1]:
            return True, (conclusion[0].tree, conclusion[2].tree, world.numbers)
    return True, None


def false_membership(rng: random.Random) -> tuple[bool, Any]:
    """Whether a random combination is accepted as a point, and a world in which it is none."""
    made = Draft(rng).membership()
    conclusion = (D.square(made - u), "<=", num(4))
    if not accepted(conclusion, lambda proof: [(1, proof.diameter(D, made, u))]):
        return False, None
    for _ in range(_TRIES):
        world = World(rng)
        value = world.vector(made.tree, world.numbers)
        if sum(value) != 1 or min(value) < 0:
            return True, (made.tree, world.numbers)
    return True, None
