"""What a sampled output costs in gap: points drawn around means that are fixed before any is drawn.

For the first player, let r(a) be where F(a, .) - beta D(., centre) is largest, and A(a) this value.
A is convex, and its gradient grad_x F(a, r(a)) is Lipschitz with the constant B = L + L^2/beta, as
r moves by L/beta times the distance.  A step of the walk from the average x of the means to that of
the points, D = (X_k - x_k)/N, is taken in M equal parts, each of which, if it ends at P, costs

    E <grad A(P), D>/M = E <grad A(P) - grad A(P'), D - D'>/(2M) <= B j/(2 M^2) E |D - D'|^2

with a copy of the point, and |D - D'| <= 2/N.  So E A(sampled) <= E A(x) + (L + L^2/beta)/N.  As
0 <= D(., centre) <= ln d, the gap is within beta (ln d_x + ln d_y) of both players' A.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.fine_walks import M, j
from workbench.rigor.provers.saddle_means import ENTROPY, a, a_2, b, b_2
from workbench.rigor.provers.saddle_paths import (
    F,
    X,
    Y,
    d_x,
    d_y,
    t,
    u,
    w,
    x_first,
    y_first,
)  # fmt: skip
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

k = th.integer("n")
N, L, beta = th.integer("N", at_least=1), th.number("L_1", above=0), th.number("beta", above=0)
RESPONSE = th.mapping("r"), th.mapping("s")


def joint(which: str, moved: str) -> Num:
    """The largest |gradient difference|^2 - L^2 |difference|^2 as one of the two points moves.

    which, moved: the player of the gradient, and the one whose point moves
    """
    points, far, away = ((a, a_2, b), (a_2, b), X.square(a - a_2)) if moved == "x" else (
        (a, b, b_2), (a, b_2), Y.square(b - b_2))  # fmt: skip
    of = X if which == "x" else Y
    return th.supremum(points, of.dual(F.slope(which, a, b) - F.slope(which, *far)) - L**2 * away)


SMOOTH = tuple((which, moved) for which in "xy" for moved in "xy")


@dataclass(frozen=True)
class Side:
    """One player whose points are sampled, and the responses of the other one."""

    which: str
    of: Many
    against: Many
    response: Many
    centre: Vec  # of the other player
    drawn: Many
    means: Many
    known: int  # where the four facts on gradients stand

    @property
    def other(self) -> str:
        """The other player."""
        return "y" if self.which == "x" else "x"

    @property
    def sign(self) -> int:
        """Of F in what this player pays."""
        return 1 if self.which == "x" else -1

    def pair(self, own: Any, other: Any) -> Any:  # noqa: ANN401 - vectors
        """In the order of F."""
        return (own, other) if self.which == "x" else (other, own)

    def value(self, own: Vec, other: Vec) -> Num:
        """What this player pays."""
        return self.sign * F(*self.pair(own, other))

    def slope(self, which: str, own: Vec, other: Vec) -> Vec:
        """The gradient of F in one of the points."""
        return F.slope(which, *self.pair(own, other))

    def worst(self, own: Vec) -> Num:
        """A: what this player pays at the best response, less beta times its divergence."""
        met = self.response(own)
        return self.value(own, met) - beta * self.against.divergence(met, self.centre)

    def gradient(self, own: Vec) -> Vec:
        """That of A."""
        return self.sign * self.slope(self.which, own, self.response(own))

    def smooth(self, p: Proof, which: str, moved: str, points: tuple[Vec, Vec, Vec]) -> list[int]:
        """The facts that a gradient moves by L times the distance at most."""
        n = SMOOTH.index((which, moved))
        ordered = points if moved == "x" else (points[2], points[0], points[1])
        return [p.under(joint(which, moved), ordered), self.known + n]

    def slower(self, p: Proof, best: Num, holds: int, v: Vec, o: Vec) -> int:
        """<grad A(v) - grad A(o), v - o> <= (L + L^2/beta) |v - o|^2."""
        s, of, against = self.sign, self.of, self.against
        at_v, at_o = self.response(v), self.response(o)
        apart, moved, bent = v - o, at_v - at_o, L**2 / beta
        one = self.slope(self.which, v, at_v) - self.slope(self.which, o, at_v)
        two = self.slope(self.which, o, at_v) - self.slope(self.which, o, at_o)
        across = self.slope(self.other, v, at_v) - self.slope(self.other, o, at_v)
        facts: list[Any] = [
            (L, p.young(of, s / L * one, apart)),
            (L / 2, p.scaled(of, s / L, one, which="dual")),
            (bent, p.young(of, s / bent * two, apart)),
            (bent / 2, p.scaled(of, s / bent, two, which="dual")),
            (beta, p.young(against, s / beta * across, moved)),
            (beta / 2, p.scaled(against, s / beta, across, which="dual")),
            (beta, p.strong(against, at_v, at_o)), (beta, p.strong(against, at_o, at_v)),
            (-1 * beta / 2, p.scaled(against, -1, moved, which="sq")),
            (1, p.under(best, (v, at_o))), (1, p.under(best, (o, at_v))), (2, holds),
            (1, p.saddle(F, self.other, at_o, self.pair(o, at_v))),
            (1, p.saddle(F, self.other, at_v, self.pair(o, at_o))),
        ]  # fmt: skip
        facts += [(1 / (2 * L), n) for n in self.smooth(p, self.which, self.which, (v, o, at_v))]
        near = self.smooth(p, self.which, self.other, (at_v, at_o, o))
        facts += [(1 / (2 * bent), n) for n in near]
        facts += [(1 / (2 * beta), n) for n in self.smooth(p, self.other, self.which, (v, o, at_v))]
        bound = (L + bent) * of.square(apart)
        return p.gram(((self.gradient(v) - self.gradient(o)) @ apart, "<=", bound), facts)

    def step(self, p: Proof, best: Num, holds: int, to: Vec, at: Vec) -> int:
        """A(to) <= A(at) + <grad A(to), to - at>."""
        there, here = self.response(to), self.response(at)
        facts: list[Any] = [
            (1, p.saddle(F, self.which, at, self.pair(to, there))),
            (1, p.saddle(F, self.other, there, self.pair(at, here))),
            (1, p.under(best, (at, there))), (1, holds),
            (beta, p.strong(self.against, there, here)),
            (beta / 2, p.norm(self.against, there - here, which="sq")),
        ]  # fmt: skip
        said = (self.worst(to), "<=", self.worst(at) + self.gradient(to) @ (to - at))
        return p.gram(said, facts)

    def best(self) -> Num:
        """The first-order condition of the response, as a supremum that is at most 0."""
        at, to = (th.point(name, of) for name, of in (("at", self.of), ("to", self.against)))
        met, c = self.response(at), self.centre
        near = self.against.divergence(to, met) + self.against.divergence(met, c)
        gains = (self.sign * self.slope(self.other, at, met)) @ (to - met)
        return th.supremum((at, to), gains + beta * (near - self.against.divergence(to, c)))

    def sampled(self, p: Proof, holds: int) -> int:
        """E A(average of the points) <= E A(average of the means) + (L + L^2/beta)/N."""
        mean = th.total(t, 0, N - 1, 1 / N * self.means[t])
        point = th.total(t, 0, N - 1, 1 / N * self.drawn[t])
        bend = L + L**2 / beta
        said = (th.mean(self.worst(point)), "<=", th.mean(self.worst(mean)) + bend / N)
        copy = p.copy(self.drawn, said)
        fine = p.limit(M, said, bend / N)

        def split(first: Num, second: Num) -> Vec:  # points before, means after
            means = th.total(t, second, N - 1, 1 / N * self.means[t])
            return th.total(t, 0, first - 1, 1 / N * self.drawn[t]) + means

        def reached(count: Num) -> Vec:
            return split(count, count)

        def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
            cost = count * ((1 + 1 / M) * bend / N**2)
            return th.mean(self.worst(reached(count))), "<=", th.mean(self.worst(mean)) + cost

        here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * N), []), last=N)
        start, drawn, other = reached(k), self.drawn[k], copy[k]

        def at(moved: Vec, count: Num) -> Vec:
            kept = (M - count) / M * (1 / N) * self.means[k]
            return split(k, k + 1) + kept + count / M * (1 / N) * moved

        def parts(count: Num) -> Any:  # noqa: ANN401 - a relation
            cost = count * (count + 1) / M**2 * (bend / N**2)
            return th.mean(self.worst(at(drawn, count))), "<=", th.mean(self.worst(start)) + cost

        inner = p.induction(j, 0, parts(j), p.gram(parts(0 * N), []), last=M)
        best = self.best()
        moved = p.expect(self.step(p, best, holds, at(drawn, j + 1), at(drawn, j)))
        swapped = p.copied(self.drawn, k, copy, lambda z: self.gradient(at(z, j + 1)))
        slow = p.expect(self.slower(p, best, holds, at(drawn, j + 1), at(other, j + 1)))
        scale = (j + 1) / M * (1 / N)
        apart = p.expect(p.scaled(self.of, scale, drawn - other, which="sq"))
        near = p.expect(p.diameter(self.of, drawn, other))
        each = 1 / (2 * (j + 1))
        facts = [(1, inner), (1, moved), (1 / (M * N), swapped), (each, slow)]
        facts += [(each * bend, apart), (each * bend * scale**2, near)]
        p.gram(parts(j + 1), facts)
        p.gram(claimed(k + 1), [(1, here), (1, p.close())])
        p.gram(fine, [(1, p.close())])
        p.close()
        return p.close()


def gap(of: Any) -> Num:  # noqa: ANN401 - two vectors
    """The gap at a pair."""
    return th.supremum((u, w), F(of[0], w) - F(u, of[1]))


def averages(points: tuple[Many, Many], count: Num = N) -> list[Any]:
    """Of both players' points."""
    return [th.total(t, 0, count - 1, 1 / count * z[t]) for z in points]


def price(share: Fraction | int = 1) -> Num:
    """A share of beta (ln d_x + ln d_y) + 2 (L + L^2/beta)/N."""
    return share * (beta * ENTROPY + 2 * (L + L**2 / beta) / N)


def sampled_output(
    p: Proof, drawn: tuple[Many, Many], means: tuple[Many, Many], known: int
) -> int:  # fmt: skip
    """E Gap(averages of points) <= E Gap(averages of means) + the price.

    known: where the four facts on gradients stand, in the order of `SMOOTH`
    """
    sides = [
        Side(which, of, against, RESPONSE[which == "y"], centre, z, m, known)
        for which, of, against, centre, z, m in zip(
            "xy", (X, Y), (Y, X), (y_first, x_first), drawn, means, strict=True)
    ]  # fmt: skip
    points, exact = averages(drawn), averages(means)
    said = (th.mean(gap(points)), "<=", th.mean(gap(exact)) + price())
    told = []
    for one in sides:
        name = one.response.name
        told.append(p.best(name, F, one.other, said, weight=beta, centre=one.centre))
    costs = [one.sampled(p, holds) for one, holds in zip(sides, told, strict=True)]
    worst = [one.worst(point) for one, point in zip(sides, points, strict=True)]
    above = (F(points[0], w) - F(u, points[1]), "<=", worst[0] + worst[1] + beta * ENTROPY)
    p.over((u, w), above)
    facts: list[Any] = []
    for one, holds, point, to in zip(sides, told, points, (w, u), strict=True):
        met = one.response(point)
        facts += [
            (1, p.saddle(F, one.other, to, one.pair(point, met))),
            (1, p.under(one.best(), (point, to))), (1, holds),
            (beta, p.strong(one.against, to, met)),
            (beta / 2, p.norm(one.against, to - met, which="sq")),
            (beta, p.entropy(one.against, to, one.centre)),
        ]  # fmt: skip
    p.gram(above, facts)
    over = p.expect(p.close())
    mets = [one.response(point) for one, point in zip(sides, exact, strict=True)]
    facts = [(1, p.under(gap(exact), (mets[1], mets[0])))]
    for one, met in zip(sides, mets, strict=True):
        facts += [
            (beta, p.strong(one.against, met, one.centre)),
            (beta / 2, p.norm(one.against, met - one.centre, which="sq")),
        ]
    least = sides[0].worst(exact[0]) + sides[1].worst(exact[1])
    under = p.expect(p.gram((least, "<=", gap(exact)), facts))
    p.gram(said, [(1, over), (1, under), *((1, cost) for cost in costs)])
    p.close()
    return p.close()


def gap_of_output(
    *, share: Fraction | int = 1, kept: str = "abcd", late: bool = True, drift: bool = False
) -> Proof:
    """E Gap(averages of points) <= E Gap(averages of means) + beta l + 2 (L + L^2/beta)/N.

    share: of the price; kept: which of the four facts on gradients are known
    late: whether the points are drawn when all their means are; drift: whether they may have others
    """
    m_x = th.draws("m_x", t, mean=None, of=X)
    m_y = th.draws("m_y", t, mean=None, of=Y, together=m_x)
    x = th.draws("x", t, mean=None if drift else m_x[t], of=X, late=late)
    y = th.draws("y", t, mean=None if drift else m_y[t], of=Y, late=late, together=x)
    given = [(joint(*one), "<=", 0) for one, n in zip(SMOOTH, "abcd", strict=True) if n in kept]
    more = price(share)
    said = (th.mean(gap(averages((x, y)))), "<=", th.mean(gap(averages((m_x, m_y)))) + more)
    symbols = (d_x, d_y, X, Y, beta, N, L, F, x_first, y_first, m_x, m_y, x, y)
    p = Proof(Theorem(symbols, given=given, concludes=said))
    p.gram(said, [(1, sampled_output(p, (x, y), (m_x, m_y), 0))])
    return p
