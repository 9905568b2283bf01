"""Averages of independent points at random: what the checker accepts is computed in small worlds.

A draft says that E <a(w), w - its mean> is at most a number, for an average w of K points of a
simplex that meets gradients of a smooth function there, and vectors that know it, what was before,
what is drawn with it, or what is drawn later.  In a world the points are vertices at random, one
after the other, and the function is quadratic; whatever the checker has accepted has to hold there.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from workbench.rigor.check import check_certificate
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Theorem,
    Vec,
    draws,
    function,
    integer,
    mean,
    num,
    number,
    point,
    points,
    simplex,
)

K, n, t = integer("K", at_least=1), integer("n", at_least=0), integer("t")
D, L = simplex("D", integer("d", at_least=1)), number("L", above=0)
F, x = function("F", smooth=L, on=D), points("x", D)
w = draws("w", t, mean=x[t], of=D, average=K)
v = draws("v", t, mean=x[t], of=D, average=K, together=w)
late = draws("late", t, mean=None)
SYMBOLS = (integer("d", at_least=1), D, K, n, L, F, x, w, v, late)
POINTS = REST, P, R = tuple(point(name, D) for name in ("r", "p", "q"))
Vector = list[Fraction]
Met = Callable[[Vector, Vector, Vector], Vector]


class World:
    """A law of vertices, a matrix of entries at most L, and vectors that may know what is drawn."""

    def __init__(self, rng: random.Random) -> None:
        self.size, self.count = rng.choice((1, 2, 3, 3)), rng.choice((1, 1, 2))
        weights = [rng.choice((0, 1, 1, 2)) for _ in range(self.size)]
        weights[0] += not any(weights)
        self.mean = [Fraction(one, sum(weights)) for one in weights]
        self.smooth = Fraction(rng.choice(("1/2", "1", "2")))
        rows = [[rng.choice((1, -1, 0)) for _ in weights] for _ in weights]
        if rng.random() < 0.5:  # the worst: every vertex against all others
            rows = [[1 if i == j else -1 for j in range(self.size)] for i in range(self.size)]
        self.matrix = [
            [self.smooth * rows[max(i, j)][min(i, j)] for j in range(self.size)]
            for i in range(self.size)
        ]

    def grad(self, at: Vector) -> Vector:
        """The gradient of the quadratic function of the matrix."""
        return [sum(a * b for a, b in zip(row, at, strict=True)) for row in self.matrix]

    def average(self, drawn: tuple[int, ...]) -> Vector:
        """Of these vertices."""
        return [Fraction(drawn.count(i), len(drawn)) for i in range(self.size)]

    def expectation(self, met: Met) -> Fraction:
        """E <met(w, v, late), w - mean>, late being w where there is chance for it."""
        total = Fraction(0)
        for both in product(range(self.size), repeat=2 * self.count):
            chance = Fraction(1)
            for i in both:
                chance *= self.mean[i]
            one, other = self.average(both[: self.count]), self.average(both[self.count :])
            values = met(one, other, one)
            away = [a - b for a, b in zip(one, self.mean, strict=True)]
            total += chance * sum(a * b for a, b in zip(values, away, strict=True))
        return total


def _plus(a: Vector, b: Vector) -> Vector:
    return [p + q for p, q in zip(a, b, strict=True)]


# what an average meets: as a term, as a function in a world, and how often the gradient counts
Kind = tuple[Callable[[Vec], Vec], Callable[[World], Met], int]
KINDS: tuple[Kind, ...] = (
    (F.grad, lambda o: lambda a, _b, _c: o.grad(a), 1),
    (lambda at: 2 * F.grad(at), lambda o: lambda a, _b, _c: _plus(o.grad(a), o.grad(a)), 2),
    (lambda at: F.grad(at) + F.grad(v[n]),
     lambda o: lambda a, b, _c: _plus(o.grad(a), o.grad(b)), 1),
    (lambda at: F.grad(at) + x[n], lambda o: lambda a, _b, _c: _plus(o.grad(a), o.mean), 1),
    (lambda at: F.grad(at) + w[n], lambda o: lambda a, _b, _c: _plus(o.grad(a), a), 1),
    (lambda at: F.grad(at) + late[n], lambda o: lambda a, _b, c: _plus(o.grad(a), c), 1),
    (lambda _: F.grad(w[n]), lambda o: lambda a, _b, _c: o.grad(a), 0),
    (lambda _: F.grad(v[n]), lambda o: lambda _a, b, _c: o.grad(b), 0),
)  # fmt: skip


def false_exchange(rng: random.Random) -> tuple[bool, Any]:
    """Whether a draft is accepted, and a world in which it is false."""
    met, value, times = rng.choice(KINDS)
    share, shown = (Fraction(rng.choice(("1/2", "1", "1", "2"))) for _ in range(2))
    more, within = (rng.choice((K, K, K + 1)) for _ in range(2))
    bound, inner = (
        times * one * 2 * L / count + 0 * L for one, count in ((share, more), (shown, within))
    )
    left = mean(met(w[n]) @ (w[n] - x[n]))
    p = Proof(Theorem(SYMBOLS, concludes=(left, "<=", bound)))
    u, o, wanted = p.exchange(w[n], met, POINTS, rng.choice((K, K, K, within)), inner)
    p.gram(wanted, [] if times == 0 else [
        (times * K / 2, p.descent(F, u, o)), (times * K / 2, p.descent(F, o, u)),
        (times * L * K / 4, p.scaled(D, -1, u - o, which="sq")),
        (times * L * K / 2, p.scaled(D, 1 / K, P - R, which="sq")),
        (times * L / (2 * K), p.diameter(D, P, R)),
    ])  # fmt: skip
    p.gram(p.theorem.concludes, [(num(1), p.close())])
    if not check_certificate(p.certificate).accepted:
        return False, None
    for _ in range(25):
        world = World(rng)
        count = world.count + (more is not K)
        limit = times * share * 2 * world.smooth / count
        if world.expectation(value(world)) > limit:
            return True, (world.mean, world.matrix, world.count, limit)
    return True, None
