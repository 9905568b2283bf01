"""Mirror descent on a jointly quadratic saddle with sampled points: the mean of the gap.

The gradients of a batch have the mean Phi(zh), and as Phi is affine that is Phi(z) in the mean: no
bias, however many points are sampled.  So the gap at the averages of the iterates z is that of
exact gradients with noise, and the step from there to the averages of the points is that of
`saddle_quadratic`.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.provers.saddle_means import ENTROPY, L0, SIZES, batches, k, rounds, squares
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
    x_first,
    y_first,
)  # fmt: skip
from workbench.rigor.provers.saddle_quadratic import QUADRATIC, Sampled, slopes
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem


def quadratic_gap(
    *, step: Num = tau, top: Any = L0, bound: Num | None = None, kept: str = "gxy", **change: Any,  # noqa: ANN401
) -> Proof:  # fmt: skip
    """E Gap(averages of points) <= 4 l/(tau T) + 13 tau L_0^2 for the method, or another bound.

    kept: the hypotheses that are: on the batches, and that F is quadratic for either player
    """
    of = rounds(step=step, count=None, sampled=False, **change)
    points = Sampled((of.x.drawn, of.y.drawn), (of.x.exact, of.y.exact), step)
    given: list[Any] = batches(of, top) if "g" in kept else []
    given += [(size, "<=", top**2) for size in SIZES]
    given += [(one, "<=", 0) for one, n in zip(QUADRATIC, "xy", strict=True) if n in kept]
    numbers = [top] if isinstance(top, Num) and top.symbol else []
    fixed = (d_x, d_y, X, Y, tau, T, *numbers, F, x_first, y_first)
    symbols: tuple[Any, ...] = (*fixed, *of.symbols, *points.named)
    whole = 4 * ENTROPY / (step * T) + 13 * step * top**2 if bound is None else bound
    said = (th.mean(points.gap(points.averages)), "<=", whole)
    p = Proof(Theorem(symbols, given=given, concludes=said))
    quadratic, path = (4, 5), gap_bound()
    own = {one.symbol["name"]: one for one in symbols}
    values = {s["name"]: own[s["name"]] for s in path.theorem.tree["symbols"]}
    first = p.expect(p.by(path, {**values, "tau": step}))
    second = p.expect(points.along(p, quadratic))

    def each(i: Num) -> Num:
        total = step / 2 * points.sizes(i) + points.rest(i)
        for one in of.blocks:
            error = of.error(one, i)
            sizes = one.of.dual(one.g[i]) + one.of.dual(error)
            total = total + step / 2 * sizes + error @ (one.exact[i] - one.ghost[i])
        return th.mean(total)

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        return th.total(t, 0, count - 1, each(t)), "<=", count * (13 * step * top**2)

    here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * T), []))
    facts: list[Any] = [(1, here), *points.round(p, quadratic, (2, 3))]
    moved = [(one.drawn[k], one.exact[k]) for one in of.blocks]
    for place, one in enumerate(of.blocks):
        facts += squares(p, of, one, step, (place, 2 + place))
        facts.append((-one.sign, p.centred(one.g[k], one.exact[k] - one.ghost[k])))
        # <Phi(z) - Phi(zh), z - ghost>, or the reverse, is linear in zh - z
        order = (1, 0) if one.sign == 1 else (0, 1)
        ends = [pair[n] for pair in moved for n in order]
        o = y_first if place == 0 else x_first
        points_ = (ends[0], ends[1], ends[2], ends[3], one.exact[k], one.ghost[k], o)
        facts.append((1, p.expect(p.under(QUADRATIC[place], points_))))
        facts.append((1, quadratic[place]))
        pairs = [(z, o) if place == 0 else (o, z) for z in (one.exact[k], one.ghost[k])]
        for which, (drawn, _) in zip("xy", moved, strict=True):
            facts.append((-one.sign, p.centred(drawn, slopes(which, *pairs[0], *pairs[1]))))
    p.gram(claimed(k + 1), facts)
    p.gram(said, [(1, first), (1, second), (1 / T, p.at(p.close(), T))])
    return p
