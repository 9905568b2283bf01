"""Functions at averages of N sampled vertices, with high probability, and the largest of several.

One vertex moves an average by (p - q)/N, and a function that is L_0-Lipschitz by 2 L_0/N: in M
equal parts, each of which costs 2 L_0/(N M) and, as the function bends, a rest of order 1/M^2.  So,
by McDiarmid's inequality, the function is near its mean, which a walk finds near the value at the
average of the means.  With A = L_1/N and sigma^2 = L_0^2/N, or twice both for two simplices,

    Pr[|F(Xh) - F(xb)| >= A + beta] <= 2 exp(-beta^2/(2 sigma^2)),
    E max_i (F_i(Xh) - F_i(xb))^2 <= (A + sigma sqrt(2 ln(2m) + 2))^2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from workbench.rigor.check.numbers import put
from workbench.rigor.provers.averaged_walks import HALF, N, t
from workbench.rigor.provers.fine_walks import Bent, ends, walk_in_parts
from workbench.rigor.provers.paired_walks import X, Y, d_x, d_y, x, y
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

L0, L1 = th.number("L_0", above=0), th.number("L_1", above=0)
beta, M, j = th.number("beta", above=0), th.integer("M", at_least=1), th.integer("j")
x_s = th.draws("x_s", t, mean=x[t], of=X, vertex=True, late=True)
y_s = th.draws("y_s", t, mean=y[t], of=Y, vertex=True)
DRIFT = th.draws("x_s", t, mean=None, of=X, late=True)
KINK = th.function("F", on=X)


@dataclass(frozen=True)
class Drawn:
    """Points of one of the simplices: their means, and what is drawn around them."""

    of: Many
    means: Many
    drawn: Many

    def point(self, name: str) -> Vec:
        """A point of the simplex."""
        return th.point(f"{name}_{self.of.name}", self.of)


FIRST, SECOND = Drawn(X, x, x_s), Drawn(Y, y, y_s)


def _weight(_: Num) -> Num:
    return th.num(1) / N


@dataclass(frozen=True)
class Told:
    """A number or a vector at points of one simplex or of two, and how it bends and grows.

    term: at a point of each block; of a vector the entries are meant, its products with `end`
    slope: of (block, end, points): the derivative of the number, or of an entry, in one point
    steep, L: it grows by 2 steep from vertex to vertex at most, and bends by L
    along: the simplex whose vertices give the entries
    bent: the class says how it bends
    """

    blocks: Sequence[Drawn]
    term: Callable[..., Any]
    slope: Callable[..., Vec]
    steep: Num
    L: Num
    along: Many | None = None
    bent: Many | None = None
    of_proof: bool = True  # names of points that are not those of the hypotheses

    @property
    def end(self) -> list[Vec]:
        """The point along which a vector is looked at."""
        return (
            [] if self.along is None else [th.point("end" if self.of_proof else "way", self.along)]
        )

    def value(self, *points: Vec) -> Num:
        """The number, or the entry."""
        found: Num = self.term(*points)
        return found if self.along is None else self.term(*points) @ self.end[0]

    def others(self, place: int) -> list[Vec]:
        """The point of the other block."""
        return [
            b.point("beside" if self.of_proof else "at")
            for k, b in enumerate(self.blocks)
            if k != place
        ]

    def _slope(self, place: int, own: Vec, others: Sequence[Vec]) -> Vec:
        return self.slope(place, self.end, *_at(place, own, others))

    def growth(self, place: int) -> tuple[list[Vec], Num]:
        """The points and the number that is at most 2 steep: it is Lipschitz in a block."""
        if self.of_proof:
            return replace(self, of_proof=False).growth(place)
        own = self.blocks[place]
        at, p, q = (own.point(name) for name in ("at", "p", "q"))
        points, others = [at, p, q, *self.others(place), *self.end], self.others(place)
        return points, th.supremum(points, self._slope(place, at, others) @ (p - q))

    def bend(self, place: int, sign: int) -> Num:
        """How far it is above its model, less what it may be."""
        if self.of_proof:
            return replace(self, of_proof=False).bend(place, sign)
        own, others = self.blocks[place], self.others(place)
        at, to = own.point("at"), own.point("to")
        moved = self.value(*_at(place, to, others)) - self.value(*_at(place, at, others))
        above = sign * moved - sign * self._slope(place, at, others) @ (to - at)
        return th.supremum(
            [at, to, *others, *self.end], above - HALF * self.L * own.of.square(to - at)
        )

    def given(self, kept: Sequence[str] = ("growth", "bend")) -> list[Any]:
        """The hypotheses of all blocks."""
        found: list[Any] = []
        for place in range(len(self.blocks)):
            if "growth" in kept:
                found.append((self.growth(place)[1], "<=", 2 * self.steep))
            if self.bent is None and "bend" in kept:
                found += [(self.bend(place, sign), "<=", 0) for sign in (1, -1)]
        return found

    def grown(self, p: Proof, place: int, points: Sequence[Vec]) -> list[Any]:
        """Facts that add up to <slope, p - q> <= 2 steep at these points, with their multiples."""
        _, growth = self.growth(place)
        return [(1, p.under(growth, points)), (1, p.given((growth, "<=", 2 * self.steep)))]

    def curve(self, place: int, others: Sequence[Vec]) -> Bent:
        """The function of one point, the other one being as it is."""

        def bound(p: Proof, sign: int, to: Vec, at: Vec) -> int:
            if self.bent is not None:
                return (p.descent if sign == 1 else p.ascent)(self.bent, to, at)
            above, own = self.bend(place, sign), self.blocks[place].of
            here = [self.value(*_at(place, u, others)) for u in (at, to)]
            model = sign * here[0] + sign * self._slope(place, at, others) @ (to - at)
            said = (sign * here[1], "<=", model + HALF * self.L * own.square(to - at))
            met = p.under(above, [at, to, *others, *self.end])
            return p.gram(said, [(1, met), (1, p.given((above, "<=", 0)))])

        return Bent(lambda u: self.value(*_at(place, u, others)),
                    lambda u: self._slope(place, u, others), bound)  # fmt: skip


def _at(place: int, own: Vec, others: Sequence[Vec]) -> tuple[Vec, ...]:
    return (own, *others) if place == 0 else (*others, own)


def _exchanged(p: Proof, of: Told, place: int) -> tuple[list[Vec], Any, int]:
    """By how much a vertex in place of another one moves it: 2 steep/N, in M equal parts."""
    block, others, L = of.blocks[place], of.others(place), of.L
    rest, first, last = points = [block.point(name) for name in ("rest", "first", "last")]
    bent, stay = of.curve(place, others), (1 - 1 / N) * rest

    def between(count: Num) -> Vec:
        return stay + 1 / N / M * (M - count) * last + 1 / N / M * count * first

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        cost = count * (2 * of.steep / N / M + 2 * L / (N * M) ** 2)
        return bent.value(between(count)), "<=", bent.value(stay + 1 / N * last) + cost

    gap = bent.value(stay + 1 / N * first) - bent.value(stay + 1 / N * last)
    over, said = [*points, *others, *of.end], (gap, "<=", 2 * of.steep / N)
    p.over(over, said)
    left = p.limit(M, said, 2 * L / N**2)
    here = p.induction(j, 0, claimed(j), p.gram(claimed(th.num(0)), []), last=M)
    facts: list[Any] = [(1, here), (1, bent.bound(p, 1, between(j + 1), between(j)))]
    grown = of.grown(p, place, [between(j), first, last, *others, *of.end])
    facts += [(1 / N / M * c, fact) for c, fact in grown]
    facts.append((HALF * L, p.scaled(block.of, 1 / N / M, first - last, which="sq")))
    facts.append((HALF * L / (N * M) ** 2, p.diameter(block.of, first, last)))
    p.gram(claimed(j + 1), facts)
    p.gram(left, [(1, p.close())])
    p.close()
    return over, said, p.close()


def near(p: Proof, of: Told, *, sign: int = 1, by: Num | None = None, seen: Vec | None = None,
         off: Num | int = 0) -> int:  # fmt: skip
    """The place of what the bounded differences say, of the number times sign, or of a vector."""
    sizes, far = 2 * of.steep / N, len(of.blocks) * of.L / N
    for place in range(len(of.blocks)):
        over, said, exchanged = _exchanged(p, of, place)
        if sign == -1:
            rest, first, last, *more = again = [Vec(["vec", f"{v.tree[1]}_2"], {
                **(v.symbol or {}), "name": f"{v.tree[1]}_2"}) for v in over]  # fmt: skip
            renamed = {v.tree[1]: w.tree for v, w in zip(over, again, strict=True)}
            turned = (-1 * Num(put(said[0].tree, renamed)), "<=", sizes)
            p.over(again, turned)
            there = p.under(th.supremum(over, said[0]), [rest, last, first, *more])
            p.gram(turned, [(1, there), (1, exchanged)])
            p.close()
    middles, sampled = _ends(of)
    for way in (1, -1) if of.end else (sign,):
        claimed = (th.mean(way * (of.value(*sampled) - of.value(*middles))), "<=", far)
        if of.end:
            p.over(of.end, claimed)
        walked = []
        for place, block in enumerate(of.blocks):
            others = [] if len(middles) == 1 else [sampled[1] if place == 0 else middles[0]]
            bent, X, x = of.curve(place, others), block.drawn, block.means
            walked.append(walk_in_parts(p, bent, block.of, _weight, X=X, x=x, sign=way, L=of.L))
        p.gram(claimed, [(1, one) for one in walked])
        if of.end:
            p.close()
    holes = [block.point("hole") for block in of.blocks]
    told = [(block.drawn, hole, sizes) for block, hole in zip(of.blocks, holes, strict=True)]
    made, at = of.term(*holes), of.term(*middles)
    if sign == -1:
        made, at = -1 * made, -1 * at
    return p.differences(made, at, told, N, far, by=by, along=of.along, seen=seen, off=off)


F = th.function("F", smooth=L1, on=X)
PAIR = th.pair("F", X, Y)
P, S_x, S_y = th.mapping("P"), th.mapping("S"), th.mapping("S_2")
L, L2 = th.number("L", above=0), th.number("L_2", above=0)
G, m = th.function("F", smooth=L, on=X), th.integer("m", at_least=1)
E = th.simplex("E", m)
BOTH: Sequence[str] = ("growth", "bend")


def _ends(of: Told) -> tuple[list[Vec], list[Vec]]:
    """The averages of the means, and those of the points, of all blocks."""
    both = [ends(_weight, block.drawn, block.means) for block in of.blocks]
    return [one for one, _ in both], [one for _, one in both]


def _tails(of: Told, symbols: Sequence[Any], share: int, most: int, kept: Sequence[str]) -> Proof:
    """Pr[|F(Xh) - F(xb)| >= A + beta] <= most exp(-beta^2/(2 sigma^2)), as the sum of both ends."""
    count, (middles, sampled) = len(of.blocks), _ends(of)
    gap = of.value(*sampled) - of.value(*middles)
    both = [th.chance(sign * gap - (count * of.L / N + beta)) for sign in (1, -1)]
    bound = th.exp(-1 * share * beta**2 / (2 * (count * of.steep**2 / N)))
    said = (both[0] + both[1], "<=", most * bound)
    p = Proof(Theorem(tuple(symbols), given=of.given(kept), concludes=said))
    p.gram(said, [(1, near(p, of, sign=sign, by=beta)) for sign in (1, -1)])
    return p


def tails(*, drawn: Many = x_s, F: Many = F, share: int = 1, most: int = 2,
          kept: Sequence[str] = BOTH) -> Proof:  # fmt: skip
    """For points of one simplex; share: what the exponent is multiplied by."""
    of = Told([Drawn(X, x, drawn)], F, lambda _i, _e, u: F.grad(u), L0, L1, bent=F)
    return _tails(of, (d_x, X, L0, L1, N, beta, F, x, drawn), share, most, kept)


def tails_of_two(*, share: int = 1, kept: Sequence[str] = BOTH) -> Proof:
    """For points of two simplices."""
    of = Told([FIRST, SECOND], PAIR, lambda i, _e, *at: PAIR.slope("xy"[i], *at), L0, L1)
    return _tails(of, (d_x, d_y, X, Y, L0, L1, N, beta, PAIR, x, y, y_s, x_s), share, 2, kept)


def _largest(
    of: Told,
    along: Many,
    symbols: Sequence[Any],
    size: Num,
    share: Fraction | int,
    kept: Sequence[str],
) -> Proof:
    """E of the largest square of an entry is at most (A + sigma sqrt(2 ln(2 size) + 2))^2."""
    count, (middles, sampled) = len(of.blocks), _ends(of)
    gap = of.term(*sampled) - of.term(*middles)
    spread = count * of.steep**2 / N * share * (2 * th.ln(2 * size) + 2)
    bound = (count * of.L / N + th.root(spread)) ** 2
    said = (th.mean(along.peak(gap)), "<=", bound)
    p = Proof(Theorem(tuple(symbols), given=of.given(kept), concludes=said))
    p.gram(said, [(1, near(p, of))])
    return p


def several(*, drawn: Many = x_s, share: Fraction | int = 1, kept: Sequence[str] = BOTH) -> Proof:
    """For m functions of one point, the entries of P, with derivatives S(u, e) of <P(u), e>."""
    of = Told([Drawn(X, x, drawn)], P, lambda _, e, u: S_x(u, *e), L0, L1, along=E)
    return _largest(of, E, (d_x, m, X, E, L0, L1, N, P, S_x, x, drawn), m, share, kept)


def partials(*, drawn: Many = x_s, share: Fraction | int = 1, kept: Sequence[str] = BOTH) -> Proof:
    """For the partial derivatives of a function of one point."""
    of = Told([Drawn(X, x, drawn)], G.grad, lambda _, e, u: S_x(u, *e), L1, L2, along=X)
    return _largest(of, X, (d_x, X, L, L1, L2, N, G, S_x, x, drawn), d_x, share, kept)


def partials_of_two(*, share: Fraction | int = 1, kept: Sequence[str] = BOTH) -> Proof:
    """For those in the first of two points."""
    slopes = (S_x, S_y)
    of = Told([FIRST, SECOND], lambda *at: PAIR.slope("x", *at),
              lambda i, e, *at: slopes[i](*at, *e), L1, L2, along=X)  # fmt: skip
    symbols = (d_x, d_y, X, Y, L1, L2, N, PAIR, S_x, S_y, x, y, y_s, x_s)
    return _largest(of, X, symbols, d_x, share, kept)
