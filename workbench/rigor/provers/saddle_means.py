"""Mirror descent on a convex-concave function with sampled points: the mean of the gap.

A round draws zh = (xh, yh), each the average of K independent points with mean z = (x, y), the
iterates, and then g, with mean Phi(zh) given zh and the past: the gradients of F there.  Along
every path the bound of `saddle_paths` holds, linearised at zh, in which no point is left with which
zh is compared.  Round by round, in the mean, where |g| <= L_0 and |Phi| <= L_0:

* squares: L_0^2 and, for the errors Phi - g, 4 L_0^2, in each block;
* <Phi(zh) - g, zh - v> is 0, since zh and the ghost v are known before the batch;
* <g, zh - z> is <Phi(zh), zh - z>, at most 2 (L_xx + L_yy)/K: one of the K points is exchanged for
  a copy of it, which moves zh by 1/K of their distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workbench.rigor.provers.saddle_paths import (
    F,
    T,
    X,
    Y,
    d_x,
    d_y,
    gap_bound,
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

K, k = th.integer("K", at_least=1), th.integer("k")
L0, L_xx, L_yy = (th.number(name, above=0) for name in ("L_0", "L_xx", "L_yy"))
a, a_2, b, b_2 = th.point("a", X), th.point("a_2", X), th.point("b", Y), th.point("b_2", Y)
ENTROPY = th.ln(d_x) + th.ln(d_y)
SIZES = (
    th.supremum((a, b), X.dual(F.slope("x", a, b))), th.supremum((a, b), Y.dual(F.slope("y", a, b)))
)  # fmt: skip


@dataclass(frozen=True)
class Player:
    """One player: iterates, their averages of points, gradients of the batch, ghost iterates."""

    which: str
    of: Many
    exact: Many
    drawn: Many
    g: Many
    ghost: Many
    sign: int  # of the gradient in the saddle operator

    def slope(self, at_x: Vec, at_y: Vec) -> Vec:
        """The gradient of F in the point of this player."""
        return F.slope(self.which, at_x, at_y)


@dataclass(frozen=True)
class SampledRounds:
    """Rounds with steps tau g, and ghosts for the errors at zh, or at z."""

    x: Player
    y: Player
    sampled: bool

    @property
    def blocks(self) -> tuple[Player, Player]:
        """Both players."""
        return self.x, self.y

    def at(self, i: Num) -> tuple[Vec, Vec]:
        """The pair at which the gradients of a batch are compared with those of F."""
        return tuple(one.drawn[i] if self.sampled else one.exact[i] for one in self.blocks)

    def error(self, one: Player, i: Num) -> Vec:
        """The error of a batch."""
        slope = one.slope(*self.at(i))
        return slope - one.g[i] if one.sign == 1 else one.g[i] - slope

    @property
    def symbols(self) -> tuple[Many, ...]:
        """All that is drawn and made, in its order."""
        parts = ("drawn", "g", "exact", "ghost")
        return tuple(getattr(one, part) for part in parts for one in self.blocks)

    def gap(self) -> Num:
        """The gap at the averages of the sampled points."""
        x, y = (th.total(t, 0, T - 1, 1 / T * one.drawn[t]) for one in self.blocks)
        return th.supremum((u, w), F(x, w) - F(u, y))


def rounds(
    *, step: Num = tau, count: Num | None = K, sampled: bool = True, unbiased: bool = True,
    against: int = -1,
) -> SampledRounds:  # fmt: skip
    """The method; the arguments are what the theorems and their mutants change."""
    named = {name: th.draws(name, t, mean=None) for name in ("x_h", "y_h", "g_x", "g_y")}
    first, second = named["g_x"][t], (against * step) * named["g_y"][t]
    x = th.prox("x", X, t, start=x_first, step=step * first)
    y = th.prox("y", Y, t, start=y_first, step=second)
    x_h = th.draws("x_h", t, mean=x[t], of=X, average=count)
    y_h = th.draws("y_h", t, mean=y[t], of=Y, average=count, together=x_h)
    means = [F.slope(which, x_h[t], y_h[t]) if unbiased else None for which in "xy"]
    g_x = th.draws("g_x", t, mean=means[0])
    g_y = th.draws("g_y", t, mean=means[1], together=g_x)

    def players(v: Many, ghost: Many) -> SampledRounds:
        second = Player("y", Y, y, y_h, g_y, ghost, -1)
        return SampledRounds(Player("x", X, x, x_h, g_x, v, 1), second, sampled)

    made = players(x, y)
    v = th.prox("v", X, t, start=x_first, step=step * made.error(made.x, t))
    ghost = th.prox("w", Y, t, start=y_first, step=step * made.error(made.y, t))
    return players(v, ghost)


def batches(of: SampledRounds, size: Any) -> list[Any]:  # noqa: ANN401 - a number, relations
    """|g| <= L_0 in every round, in both blocks."""
    return [(t, 0, (one.of.dual(one.g[t]), "<=", size**2)) for one in of.blocks]


def lipschitz(one: Player, constant: Any) -> Num:  # noqa: ANN401 - a number
    """The largest |Phi(a, b) - Phi(a', b)|^2 - constant^2 |a - a'|^2, for one block."""
    if one.which == "x":
        points, near, far, moved = (a, a_2, b), (a, b), (a_2, b), a - a_2
    else:
        points, near, far, moved = (a, b, b_2), (a, b), (a, b_2), b - b_2
    apart = one.of.dual(one.slope(*near) - one.slope(*far))
    return th.supremum(points, apart - constant**2 * one.of.square(moved))


def squares(
    p: Proof, of: SampledRounds, one: Player, step: Num, known: tuple[int, int]
) -> list[Any]:
    """Facts: step/2 times E |g|^2 + E |Phi - g|^2 is at most step 5 L_0^2/2.

    known: where |g| <= L_0 and |Phi| <= L_0 stand
    """
    slope, g, sign = one.slope(*of.at(k)), one.g[k], one.sign
    own, top = p.expect(p.at(known[0], k)), p.expect(p.under(SIZES[sign < 0], of.at(k)))
    both = p.expect(p.parallel(one.of, sign * slope, -sign * g, which="dual"))
    turned = p.expect(p.scaled(one.of, -1, g if sign == 1 else slope, which="dual"))
    return [(step * 3 / 2, own), (step, top), (step, known[1]), (step / 2, both), (step, turned)]


def correlation(p: Proof, of: SampledRounds, one: Player, constant: Any, known: int) -> int:  # noqa: ANN401
    """E <Phi(zh), zh - z> <= 2 constant/K in one block, by the exchange of a point.

    known: where the Lipschitz constant stands
    """
    rest, first, second = (th.point(f"{name}_{one.which}", one.of) for name in ("r", "p", "q"))

    def pair(at: Vec) -> tuple[Vec, Vec]:
        return (at, of.y.drawn[k]) if one.which == "x" else (of.x.drawn[k], at)

    def met(at: Vec) -> Vec:
        return one.sign * one.slope(*pair(at))

    points = (rest, first, second)
    near, far, wanted = p.exchange(one.drawn[k], met, points, K, 2 * constant / K)
    moved, scale = met(near) - met(far), K / constant
    young = p.young(one.of, scale * moved, first - second)
    scaled = p.scaled(one.of, scale, moved, which="dual")
    places = (near, far, of.y.drawn[k]) if one.which == "x" else (of.x.drawn[k], near, far)
    close = p.under(lipschitz(one, constant), places)
    turned = p.scaled(
        one.of, one.sign, one.slope(*pair(near)) - one.slope(*pair(far)), which="dual"
    )
    shorter = p.scaled(one.of, 1 / K, first - second, which="sq")
    apart = p.diameter(one.of, first, second)
    p.gram(wanted, [(constant / (2 * K), young), (constant / (4 * K), scaled), (scale / 4, turned),
                    (scale / 4, close), (scale / 4, known), (K * constant / 4, shorter),
                    (constant / (2 * K), apart)])  # fmt: skip
    return p.close()


def expected_gap(
    *, step: Num = tau, sizes: tuple[Any, Any, Any] = (L0, L_xx, L_yy), bound: Num | None = None,
    regret: int = 2, squared: int = 5, biased: int = 2, given: tuple[str, ...] = ("g", "x", "y"),
    **change: Any,  # noqa: ANN401
) -> Proof:  # fmt: skip
    """E Gap <= 2l/(tau T) + 5 tau L_0^2 + 2 (L_xx + L_yy)/K, or another `bound`.

    sizes: L_0, L_xx, L_yy, where they are other numbers
    given: the hypotheses that are kept: on the batches, and the Lipschitz constants of the blocks
    """
    top, *constants = sizes
    of = rounds(step=step, **change)
    numbers = [one for one in sizes if isinstance(one, Num) and one.symbol]
    symbols: tuple[Any, ...] = (
        d_x,
        d_y,
        X,
        Y,
        tau,
        T,
        K,
        *numbers,
        F,
        x_first,
        y_first,
        *of.symbols,
    )
    kept: list[Any] = [*batches(of, top), *((size, "<=", top**2) for size in SIZES)]
    kept = kept if "g" in given else kept[2:]
    facts = [(lipschitz(*one), "<=", 0) for one in zip(of.blocks, constants, strict=True)]
    kept += [fact for fact, which in zip(facts, "xy", strict=True) if which in given]
    each = squared * step * top**2 + biased * (constants[0] + constants[1]) / K
    whole = regret * ENTROPY / (step * T) + each if bound is None else bound
    p = Proof(Theorem(symbols, given=kept, concludes=(th.mean(of.gap()), "<=", whole)))
    path, own = gap_bound(sampled=True), {one.symbol["name"]: one for one in symbols}
    values = {s["name"]: own[s["name"]] for s in path.theorem.tree["symbols"]}
    along = p.expect(p.by(path, {**values, "tau": step}))

    def term(i: Num) -> Num:
        total: Any = None
        for one in of.blocks:
            error, drawn = of.error(one, i), one.drawn[i]
            sizes = one.of.dual(one.g[i]) + one.of.dual(error)
            rest = error @ (drawn - one.ghost[i]) + one.sign * (one.g[i] @ (drawn - one.exact[i]))
            total = step / 2 * sizes + rest if total is None else total + step / 2 * sizes + rest
        return th.mean(total)

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        return th.total(t, 0, count - 1, term(t)), "<=", count * each

    here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * T), []))
    ends: list[Any] = [(1, here)]
    for place, (one, constant) in enumerate(zip(of.blocks, constants, strict=True)):
        ends += squares(p, of, one, step, (place, 2 + place))
        ends.append((-one.sign, p.centred(one.g[k], one.drawn[k] - one.ghost[k])))
        ends.append((one.sign, p.centred(one.g[k], one.drawn[k] - one.exact[k])))
        ends.append((1, correlation(p, of, one, constant, 4 + place)))
    p.gram(claimed(k + 1), ends)
    p.gram(p.theorem.concludes, [(1, along), (1 / T, p.at(p.close(), T))])
    return p
