"""Functions of two points at random: what the checker accepts of them is computed in small worlds.

A draft says what the mean of a function at the averages of two players' points may be above the
value at the averages of their means, or that the function is above its tangents as one point moves.
In a world it is quadratic, bends as it is said to, and the points are vertices, drawn apart or
together; whatever the checker has accepted has to hold there.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

from workbench.rigor.check import check_certificate
from workbench.rigor.provers import paired_walks as walks
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th

Vector = list[Fraction]
TOGETHER = th.draws("x_s", walks.t, mean=walks.x[walks.t], of=walks.X, together=walks.y_s)
ENDS = th.point("u", walks.X), th.point("v", walks.X), th.point("w", walks.Y)


class Game:
    """F(x, y) = x'Ax/2 + y'By/2 + x'Cy for matrices of equal size."""

    def __init__(self, rng: random.Random) -> None:
        self.size = rng.choice((2, 3, 4))
        worst = rng.random() < 0.5  # every vertex against all others
        each = range(self.size)
        self.blocks = [
            [
                [Fraction((1 if i == j else -1) if worst else rng.choice((1, -1))) for j in each]
                for i in each
            ]
            for _ in range(3)
        ]
        for block in self.blocks[:2]:
            for i, j in product(each, repeat=2):
                block[i][j] = block[max(i, j)][min(i, j)]

    def form(self, block: int, u: Vector, v: Vector) -> Fraction:
        """A product with a block."""
        rows = zip(u, self.blocks[block], strict=True)
        return sum((a * m * b for a, row in rows for m, b in zip(row, v, strict=True)), Fraction(0))

    def value(self, x: Vector, y: Vector) -> Fraction:
        """F at a pair of points."""
        return self.form(0, x, x) / 2 + self.form(1, y, y) / 2 + self.form(2, x, y)


def _corner(size: int, place: int) -> Vector:
    return [Fraction(i == place) for i in range(size)]


def false_average(rng: random.Random) -> tuple[bool, Any]:
    """Whether a draft about averages is accepted, and a world in which it is false."""
    share, together = Fraction(rng.choice(("1", "1", "1/2", "1/4"))), rng.random() < 0.4
    sign, kept = rng.choice((1, -1)), rng.choice(("xy", "xy", "xy", "xy", "x", "y"))
    first = TOGETHER if together else walks.x_s
    draft = walks.two_averages(sign=sign, share=share, kept=kept, first=first)
    if not check_certificate(draft.certificate).accepted:
        return False, None
    for _ in range(25):
        game = Game(rng)
        centre, each = [Fraction(1, game.size)] * game.size, range(game.size)
        drawn = [(i, i) for i in each] if together else list(product(each, repeat=2))
        values = [game.value(*(_corner(game.size, i) for i in pair)) for pair in drawn]
        moved = sign * (sum(values) / len(values) - game.value(centre, centre))
        sizes = sum(1 if which in kept else 0 for which in "xy")  # where N is 1
        if moved > share * sizes:
            return True, (game.blocks, together, moved)
    return True, None


def false_tangent(rng: random.Random) -> tuple[bool, Any]:
    """The same of F(v, w) against F(u, w) + <grad_x F(u, w), v - u> - share L_xx |v - u|^2."""
    share, by_class = Fraction(rng.choice(("1/2", "1/4", "0"))), rng.random() < 0.5
    u, v, w = ENDS
    F, size = walks.F, walks.L_xx
    below = F(u, w) + F.slope("x", u, w) @ (v - u) - share * size * walks.X.square(v - u)
    given = walks.smooth(F, (size, size))
    symbols = (walks.d_x, walks.d_y, walks.X, walks.Y, size, F, *ENDS)
    p = Proof(th.Theorem(symbols, given=given, concludes=(below, "<=", F(v, w))))
    if by_class:
        facts = [
            (1, p.saddle(F, "x", v, (u, w))),
            (share * size, p.norm(walks.X, v - u, which="sq")),
        ]
    else:
        facts = [(1, p.under(walks.bend(F, "x", size, -1), (u, v, w))), (1, 1)]
    p.gram(p.theorem.concludes, facts)
    if not check_certificate(p.certificate).accepted:
        return False, None
    for _ in range(40):
        game = Game(rng)
        i, j = rng.randrange(game.size), rng.randrange(game.size)
        apart = [a - b for a, b in zip(_corner(game.size, j), _corner(game.size, i), strict=True)]
        length = sum((abs(a) for a in apart), Fraction(0))
        if game.form(0, apart, apart) / 2 < -share * length**2:
            return True, (game.blocks, i, j)
    return True, None
