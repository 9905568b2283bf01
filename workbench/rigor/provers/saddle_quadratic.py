"""Sampled points in a jointly quadratic saddle: what they cost, whatever their means depend on.

Points X[t], Y[t] have means x[t], y[t] given the past, which may hold earlier points.  For F with a
constant Hessian a gradient at the averages of the points, against X[t] - x[t], moves to gradients
at X[t] and x[t] against the averages:

    <grad_x F(u, w) - grad_x F(v, z), p - q> = <grad_x F(p, o) - grad_x F(q, o), u - v>
                                               + <grad_y F(p, o) - grad_y F(q, o), w - z>.

Against these four ghosts make mirror descent, with steps tau, two for each player.  Their regrets
are at most 2 (ln d_x + ln d_y)/tau + 8 tau L^2 N in the mean, since gradients that differ are at
most 2 L, and the rest has mean 0, as it is linear in X[t] - x[t] and Y[t] - y[t].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from workbench.rigor.provers.saddle_means import ENTROPY, L0, SIZES, a, a_2, b, b_2, k
from workbench.rigor.provers.saddle_paths import (
    HALF,
    F,
    T,
    X,
    Y,
    d_x,
    d_y,
    t,
    tau,
    u,
    w,
    x_first,
    y_first,
)  # fmt: skip
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

_e, _e_2, _o = th.point("e", X), th.point("e_2", X), th.point("o", Y)
_f, _f_2, _o_x = th.point("f", Y), th.point("f_2", Y), th.point("o_x", X)


def slopes(which: str, at_x: Vec, at_y: Vec, to_x: Vec, to_y: Vec) -> Vec:
    """The difference of the gradients at two pairs of points, in the point of one player."""
    return F.slope(which, at_x, at_y) - F.slope(which, to_x, to_y)


def _constant(which: str, p: Vec, q: Vec, o: Vec) -> Num:
    pairs = ((p, o), (q, o)) if which == "x" else ((o, p), (o, q))
    first, second = (slopes(one, *pairs[0], *pairs[1]) for one in "xy")
    moved = slopes(which, a, b, a_2, b_2) @ (p - q)
    return moved - first @ (a - a_2) - second @ (b - b_2)


# that the Hessian of F is constant, seen from either player
QUADRATIC = (
    th.supremum((a, a_2, b, b_2, _e, _e_2, _o), _constant("x", _e, _e_2, _o)),
    th.supremum((a, a_2, b, b_2, _f, _f_2, _o_x), _constant("y", _f, _f_2, _o_x)),
)


class Ghost(NamedTuple):
    """Mirror descent with steps sign tau (one - other), and the point it is compared with."""

    of: Many
    steps: Many
    point: Vec
    one: tuple[str, Vec, Vec]
    other: tuple[str, Vec, Vec]
    sign: int

    @property
    def vector(self) -> Vec:
        """The difference of two gradients."""
        return F.slope(*self.one) - F.slope(*self.other)


class Sampled:
    """Points with their means, four ghosts, and the two steps of the proof about them."""

    def __init__(self, drawn: tuple[Many, Many], exact: tuple[Many, Many], step: Num) -> None:
        self.drawn, self.exact, self.step = drawn, exact, step
        averages = [[th.total(t, 0, T - 1, 1 / T * z[t]) for z in both] for both in (drawn, exact)]
        self.averages, self.means = averages
        self.points = (averages[0][0], w, u, averages[0][1])
        self.named = [
            th.prox(
                f"r_{n}", one.of, t, start=self.centre(one), step=(one.sign * step) * one.vector
            )
            for n, one in enumerate(self.at(t))
        ]

    def centre(self, one: Ghost) -> Vec:
        """Where a ghost starts."""
        return x_first if one.of is X else y_first

    def at(self, i: Num) -> list[Ghost]:
        """The ghosts, with what drives them in a round."""
        steps = getattr(self, "named", [X] * 4)
        found: list[Ghost] = []
        for player, (z, mean) in enumerate(zip(self.drawn, self.exact, strict=True)):
            one, other = [(p, y_first) if player == 0 else (x_first, p) for p in (z[i], mean[i])]
            for of, which in ((X, "x"), (Y, "y")):
                n, sign = len(found), 2 * player - 1
                pair = (which, *one), (which, *other)
                found.append(Ghost(of, steps[n], self.points[n], *pair, sign))
        return found

    def gap(self, of: Sequence[Vec]) -> Num:
        """The gap at averages."""
        return th.supremum((a, b), F(of[0], b) - F(a, of[1]))

    def rest(self, i: Num) -> Num:
        """What has mean 0 in a round."""
        away = [z[i] - mean[i] for z, mean in zip(self.drawn, self.exact, strict=True)]
        centres = (x_first, y_first)
        total = F.slope("x", *centres) @ away[0] - F.slope("y", *centres) @ away[1]
        for one in self.at(i):
            total = total - one.sign * (one.vector @ (one.steps[i] - self.centre(one)))
        return total

    def sizes(self, i: Num) -> Num:
        """The squares of what drives the ghosts."""
        first, *others = [one.of.dual(one.vector) for one in self.at(i)]
        for one in others:
            first = first + one
        return first

    def bound(self) -> Num:
        """The four regrets, and what has mean 0, divided by tau T."""
        each = self.step / 2 * self.sizes(t) + self.rest(t)
        return 2 * ENTROPY / (self.step * T) + 1 / T * th.total(t, 0, T - 1, each)

    def along(self, p: Proof, quadratic: tuple[int, int]) -> int:
        """Along every path: Gap(averages of points) <= Gap(averages of means) + bound."""
        (x, y), (mean_x, mean_y), step = self.averages, self.means, self.step
        gap = F(x, w) - F(u, y)
        said = (gap, "<=", self.gap(self.means) + self.bound())
        p.over((u, w), said)

        def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
            away = [th.total(t, 0, count - 1, z[t] - mean[t])
                    for z, mean in zip(self.drawn, self.exact, strict=True)]  # fmt: skip
            moved = F.slope("x", x, w) @ away[0] - F.slope("y", u, y) @ away[1]
            left, right = step * moved, 0 * step
            for one in self.at(t):
                left = left + one.of.divergence(one.point, one.steps[count])
                right = right + one.of.divergence(one.point, self.centre(one))
            each = step**2 / 2 * self.sizes(t) + step * self.rest(t)
            return left, "<=", right + th.total(t, 0, count - 1, each)

        here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * T), []))
        facts: list[Any] = [(1, here)]
        for one in self.at(k):
            g, now, then = one.sign * step, one.steps[k], one.steps[k + 1]
            facts += [
                (1, p.prox(one.steps, k, one.point)), (1, p.strong(one.of, then, now)),
                (1, p.young(one.of, g * one.vector, now - then)),
                (HALF, p.scaled(one.of, g, one.vector, which="dual")),
                (HALF, p.scaled(one.of, -1, then - now, which="sq")),
            ]  # fmt: skip
        (X_k, Y_k), (x_k, y_k) = [[z[k] for z in both] for both in (self.drawn, self.exact)]
        ends = (
            (x, x_first, w, y_first, X_k, x_k, y_first),
            (u, x_first, y, y_first, y_k, Y_k, x_first),
        )
        for place, (points, known) in enumerate(zip(ends, quadratic, strict=True)):
            facts += [(step, p.under(QUADRATIC[place], points)), (step, known)]
        p.gram(claimed(k + 1), facts)
        last: list[Any] = [(1 / (step * T), p.at(p.close(), T))]
        for one in self.at(T):
            away = one.point - one.steps[T]
            last += [
                (1 / (step * T), p.strong(one.of, one.point, one.steps[T])),
                (1 / (2 * step * T), p.norm(one.of, away, which="sq")),
                (1 / (step * T), p.entropy(one.of, one.point, self.centre(one))),
            ]
        last += [(1, p.saddle(F, "x", mean_x, (x, w))), (1, p.saddle(F, "y", mean_y, (u, y)))]
        p.gram(said, [*last, (1, p.under(self.gap(self.means), (u, w)))])
        return p.close()

    def round(self, p: Proof, quadratic: tuple[int, int], sizes: tuple[int, int]) -> list[Any]:
        """Facts: step/2 E sizes + E rest is at most 8 step L^2 in round k.

        quadratic, sizes: where the hypotheses stand
        """
        centres: tuple[Vec, Vec] = (x_first, y_first)
        facts: list[Any] = []
        (X_k, Y_k), (x_k, y_k) = [[z[k] for z in both] for both in (self.drawn, self.exact)]
        for sign, z, which in ((1, X_k, "x"), (-1, Y_k, "y")):
            facts.append((sign, p.centred(z, F.slope(which, *centres))))
        for one in self.at(k):
            place = 0 if one.of is X else 1
            for at in (one.one, one.other):
                top = p.expect(p.under(SIZES[place], at[1:]))
                facts += [(self.step, top), (self.step, sizes[place])]
            near, far = F.slope(*one.one), F.slope(*one.other)
            both = p.expect(p.parallel(one.of, near, -1 * far, which="dual"))
            turned = p.expect(p.scaled(one.of, -1, far, which="dual"))
            facts += [(self.step / 2, both), (self.step, turned)]
            # <vector, ghost - centre>, or the reverse, is linear in what was drawn
            ghost, start = one.steps[k], self.centre(one)
            ends = (ghost, start) if one.sign == -1 else (start, ghost)
            moved = (X_k, x_k, *[y_first] * 2) if one.sign == -1 else (*[x_first] * 2, Y_k, y_k)
            o = centres[1 - place]
            facts.append((1, p.expect(p.under(QUADRATIC[place], (*moved, *ends, o)))))
            facts.append((1, quadratic[place]))
            pairs = [(end, o) if place == 0 else (o, end) for end in ends]
            which = "x" if one.sign == -1 else "y"
            z = X_k if one.sign == -1 else Y_k
            facts.append((1, p.centred(z, slopes(which, *pairs[0], *pairs[1]))))
        return facts


def sampled_gap(
    *, regret: int = 2, squared: int = 8, kept: str = "xyF", drift: bool = False
) -> Proof:
    """E Gap(averages of points) <= E Gap(averages of means) + 2 l/(tau N) + 8 tau L^2, N points.

    kept: the hypotheses: that F is quadratic for either player, and the size of its gradients
    drift: whether the points may have other means
    """
    m_x = th.draws("m_x", t, mean=None, of=X)
    m_y = th.draws("m_y", t, mean=None, of=Y, together=m_x)
    x = th.draws("x", t, mean=None if drift else m_x[t], of=X)
    y = th.draws("y", t, mean=None if drift else m_y[t], of=Y, together=x)
    of = Sampled((x, y), (m_x, m_y), tau)
    given: list[Any] = [(one, "<=", 0) for one, n in zip(QUADRATIC, "xy", strict=True) if n in kept]
    given += [(size, "<=", L0**2) for size in SIZES if "F" in kept]
    more = regret * ENTROPY / (tau * T) + squared * tau * L0**2
    said = (th.mean(of.gap(of.averages)), "<=", th.mean(of.gap(of.means)) + more)
    symbols = (d_x, d_y, X, Y, tau, T, L0, F, x_first, y_first, m_x, m_y, x, y, *of.named)
    p = Proof(Theorem(symbols, given=given, concludes=said))
    along = p.expect(of.along(p, (0, 1)))

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        each = th.mean(tau / 2 * of.sizes(t) + of.rest(t))
        return th.total(t, 0, count - 1, each), "<=", count * (8 * tau * L0**2)

    here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * T), []))
    p.gram(claimed(k + 1), [(1, here), *of.round(p, (0, 1), (2, 3))])
    p.gram(said, [(1, along), (1 / T, p.at(p.close(), T))])
    return p
