"""The walk from the average of the means to that of the points, each step in M equal parts.

P is the average of X_i up to k and of x_i after it, D = lam_k (X_k - x_k).  A part of a step costs

    F(P + (j+1)/M D) <= F(P + j/M D) + <grad F(P + j/M D), D>/M + (L/2) |D|^2/M^2,

and with a copy X' of the point, for D' as for D, the mean of the middle term is

    E <grad F(P + j/M D) - grad F(P + j/M D'), D - D'>/(2M) <= L j/(2 M^2) E |D - D'|^2.

All parts add up to (L/4) E |D - D'|^2 and a rest of order 1/M, which vanishes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.averaged_walks import HALF, L, N, k, t
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

M, j = th.integer("M", at_least=1), th.integer("j")


@dataclass(frozen=True)
class Bent:
    """A function of one point, its gradient, and the fact of how far sign F(to) may be.

    bound: of a proof, a sign and the two points
    """

    value: Callable[[Vec], Num]
    slope: Callable[[Vec], Vec]
    bound: Callable[[Proof, int, Vec, Vec], int]


def curve(F: Many) -> Bent:
    """A function that is smooth on a set."""
    return Bent(F, F.grad, lambda p, sign, *ends: (p.descent if sign == 1 else p.ascent)(F, *ends))


def fine_walk(
    of: Many, symbols: tuple[Any, ...], weight: Callable[[Num], Num], *, X: Many, x: Many,
    sign: int = 1, copy: Many | None = None, given: Any = (), smooth: Num | None = L,  # noqa: ANN401
    share: Fraction = HALF * HALF, apart: str = "copy", beside: Vec | None = None,
) -> Proof:  # fmt: skip
    """Sign (E F(Xh) - F(xb)) <= (L/4) sum of weight^2 E |X - X'|^2.

    copy: X', where the theorem has one; share: of L in the bound, where it is not 1/4
    apart: what is said of E |X - X'|^2: nothing more, or that it is 4 - 4 |x|^2 for "vertices", or
    that it is at most 4, the square of the "diameter"
    beside: what is added to both averages
    """
    F = th.function("F", smooth=smooth, on=of)
    copies = () if copy is None else (copy,)
    cost = priced(of, weight, X=X, x=x, copy=copy, share=share, apart=apart)
    averages = ends(weight, X, x, beside)
    left = sign * (th.mean(F(averages[1])) - th.mean(F(averages[0])))
    said = (left, "<=", th.total(t, 0, N - 1, cost(t)))
    p = Proof(Theorem((*symbols, x, X, *copies, F), given=given, concludes=said))
    walk_in_parts(p, curve(F), of, weight, X=X, x=x, sign=sign, copy=copy, share=share,
                  apart=apart, beside=beside)  # fmt: skip
    return p


def ends(weight: Callable[[Num], Num], X: Many, x: Many, beside: Vec | None = None) -> list[Vec]:
    """The averages of the means and of the points."""
    both = [th.total(t, 0, N - 1, weight(t) * z[t]) for z in (x, X)]
    return both if beside is None else [beside + one for one in both]


def priced(
    of: Many, weight: Callable[[Num], Num], *, X: Many, x: Many, copy: Many | None, apart: str,
    share: Fraction, L: Num = L,
) -> Callable[[Num], Num]:  # fmt: skip
    """What a step costs."""
    other = copy or Many({**X.symbol, "name": f"{X.name}_copy"})

    def pairs(i: Num) -> Num:
        far = th.mean(of.square(X[i] - other[i])) if apart == "copy" else th.num(4)
        if apart == "vertices":
            far = far - 4 * (x[i] @ x[i])
        return share * L * weight(i) ** 2 * far

    return pairs


def walk_in_parts(
    p: Proof, F: Bent, of: Many, weight: Callable[[Num], Num], *, X: Many, x: Many, sign: int,
    copy: Many | None = None, share: Fraction = HALF * HALF, apart: str = "diameter",
    beside: Vec | None = None, L: Num = L,
) -> int:  # fmt: skip
    """The steps of such a proof; returns the place of what they show."""
    centre, sampled = ends(weight, X, x, beside)
    other = copy or Many({**X.symbol, "name": f"{X.name}_copy"})
    pairs = priced(of, weight, X=X, x=x, copy=copy, share=share, apart=apart, L=L)

    def rest(i: Num) -> Num:
        return HALF * L * weight(i) ** 2 * th.mean(of.square(X[i] - x[i])) - pairs(i)

    def over(count: Num, each: Callable[[Num], Num]) -> Num:
        return th.total(t, 0, count - 1, each(t))

    left = sign * (th.mean(F.value(sampled)) - th.mean(F.value(centre)))
    walked = (left, "<=", over(N, pairs))
    if copy is None:
        p.copy(X, walked)
    said = p.limit(M, walked, over(N, rest))

    def split(first: Num, second: Num) -> Vec:  # points before, means after
        points = th.total(t, 0, first - 1, weight(t) * X[t])
        points = points if beside is None else beside + points
        return points + th.total(t, second, N - 1, weight(t) * x[t])

    def reached(count: Num) -> Vec:
        return split(count, count)

    def between(count: Num, drawn: Vec) -> Vec:  # after so many of the M parts of a step
        kept = weight(k) / M * (M - count) * x[k]
        return split(k, k + 1) + kept + weight(k) / M * count * drawn

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        cost = over(count, lambda i: pairs(i) + rest(i) / M)
        before = sign * th.mean(F.value(centre)) + cost
        return sign * th.mean(F.value(reached(count))), "<=", before

    here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * N), []), last=N)
    start = reached(k)
    length = p.expect(p.scaled(of, weight(k) / M, X[k] - x[k], which="sq"))

    def parts(count: Num) -> Any:  # noqa: ANN401 - a relation
        far = th.mean(of.square(X[k] - other[k]))
        cost = count * (count - 1) / M**2 * (share * L * weight(k) ** 2 * far)
        cost = cost + count / M**2 * (HALF * L * weight(k) ** 2 * th.mean(of.square(X[k] - x[k])))
        before = sign * th.mean(F.value(start)) + cost
        return sign * th.mean(F.value(between(count, X[k]))), "<=", before

    def after(count: Num) -> list[Any]:
        step = p.expect(F.bound(p, sign, between(count + 1, X[k]), between(count, X[k])))
        return [(1, step), (HALF * L, length)]

    zero, one = th.num(0), th.num(1)
    still = p.centred(X[k], F.slope(start))
    base = p.gram(parts(one), [*after(zero), (sign * weight(k) / M, still)])
    inner = p.induction(j, 1, parts(j), base, last=M)

    swapped = p.copied(X, k, other, lambda drawn: F.slope(between(j, drawn)))
    near, far = between(j, X[k]), between(j, other[k])
    both = [p.expect(F.bound(p, sign, *pair)) for pair in ((near, far), (far, near))]
    step = j / M * weight(k)
    turned = p.expect(p.scaled(of, -1, step * (X[k] - other[k]), which="sq"))
    longer = p.expect(p.scaled(of, step, X[k] - other[k], which="sq"))
    facts: list[Any] = [(1, inner), *after(j), (sign * weight(k) / M, swapped)]
    facts += [(1 / (2 * j), one) for one in both]
    facts += [(L / (4 * j), turned), (L / (2 * j), longer)]
    p.gram(parts(j + 1), facts)
    done: list[Any] = [(1, here), (1, p.close())]
    scale = (1 - 1 / M) * share * L * weight(k) ** 2
    if apart == "vertices":
        done.append((scale, p.unequal(X, k, other)))
    if apart == "diameter":
        done.append((scale, p.expect(p.diameter(of, X[k], other[k]))))
    p.gram(claimed(k + 1), done)
    p.gram(said, [(1, p.close())])
    shown = p.close()
    return shown if copy is not None else p.close()


d, i = th.integer("d", at_least=1), th.integer("i")
D = th.simplex("Delta", d)
MEANS, CENTRE = th.points("x", D), th.point("c", D, inner="centre")


def of_means(x: Many) -> Many:
    """Vertices of these means."""
    return th.draws("X", t, mean=x[t], of=D, vertex=True)


VERTICES = of_means(MEANS)


def vertices(*, X: Many = VERTICES, x: Many = MEANS, **change: Any) -> list[Proof]:  # noqa: ANN401
    """(L/N^2) sum of 1 - |x|^2 for vertices of a simplex, for both signs."""
    return [
        fine_walk(D, (d, D, L, N), lambda _: th.num(1) / N, X=X, x=x, sign=sign, apart="vertices",
                  **change)
        for sign in (1, -1)
    ]  # fmt: skip


def spread(*, factor: int = 1) -> Proof:
    """(L/N^2) sum of 1 - |x|^2 is at most (L/N)(1 - factor/d), as |x|^2 is at least 1/d."""

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        each = L / N**2 * (1 - MEANS[t] @ MEANS[t])
        return th.total(t, 0, count - 1, each), "<=", count * (L / N**2 * (1 - factor / d))

    said = (claimed(N)[0], "<=", L / N * (1 - factor / d))
    p = Proof(Theorem((d, D, L, N, MEANS, CENTRE), concludes=said))
    here = p.induction(i, 0, claimed(i), p.gram(claimed(0 * N), []))
    near, own = p.uniform(D, MEANS[i], CENTRE), p.uniform(D, CENTRE, CENTRE)
    scale = L / N**2
    p.gram(claimed(i + 1), [(1, here), (-2 * scale, near), (scale, own)],
           squares=[(scale, MEANS[i] - CENTRE)])  # fmt: skip
    p.gram(said, [(1, p.at(p.close(), N))])
    return p


def _sums(name: str, of: Many) -> Many:
    """What is drawn so far, or the means so far, added up."""
    nothing = Vec(["zero"])
    bare = th.iterates(name, t, before=nothing, start=nothing)
    return th.iterates(name, t, before=nothing, start=nothing, following=bare[t] + of[t])


def squared_norm(
    *, X: Many = VERTICES, share: int = 1, L: Num = L, less: Fraction | int = 0
) -> Proof:
    """E F(Xh) - F(xb) = (L/N^2) sum of 1 - |x|^2 for F = L |x|^2, with the sums S of X, R of x.

    less: for F = L (|x|^2 - less)
    """
    S, R, v, n = _sums("S", X), _sums("R", MEANS), th.vector("v"), th.integer("n", at_least=0)
    cross = Proof(
        Theorem((d, D, n, MEANS, v, X, S, R), concludes=(th.mean(S[n] @ v), "=", th.mean(R[n] @ v)))
    )
    zero, following = th.num(0), [(S, i + 1), (R, i + 1)]

    def met(count: Num) -> Any:  # noqa: ANN401 - a relation
        return th.mean(S[count] @ v), "=", th.mean(R[count] @ v)

    base = cross.unfold(met(zero), cross.gram((zero, "=", zero), []), [(S, zero), (R, zero)])
    here = cross.induction(i, 0, met(i), base)
    then = (th.mean((S[i] + X[i]) @ v), "=", th.mean((R[i] + MEANS[i]) @ v))
    more = cross.gram(then, [(1, here), (1, cross.centred(X[i], v))])
    cross.unfold(met(i + 1), more, following)
    cross.at(cross.close(), n)
    value = L / N**2 * (th.mean(S[N] @ S[N]) - th.mean(R[N] @ R[N]))
    each = share * L / N**2 * (1 - MEANS[t] @ MEANS[t])
    if less:
        point, mean = (L * (1 / N**2 * th.mean(z[N] @ z[N]) - less) for z in (S, R))
        value = point - mean
    said = (value, "=", th.total(t, 0, N - 1, each))
    p = Proof(Theorem((d, D, L, N, MEANS, X, S, R), concludes=said))

    def claimed(count: Num, s: Vec, r: Vec) -> Any:  # noqa: ANN401 - a relation
        return (
            L / N**2 * (th.mean(s @ s) - th.mean(r @ r)), "=", th.total(t, 0, count - 1, each)
        )  # fmt: skip

    empty = p.gram(claimed(zero, Vec(["zero"]), Vec(["zero"])), [])
    start = p.unfold(claimed(zero, S[zero], R[zero]), empty, [(S, zero), (R, zero)])
    here = p.induction(i, 0, claimed(i, S[i], R[i]), start)
    scale = L / N**2
    past = p.by(
        cross, {"d": d, "Delta": D, "n": i, "x": MEANS, "v": MEANS[i], "X": X, "S": S, "R": R}
    )
    facts = [(1, here), (2 * scale, p.centred(X[i], S[i])), (2 * scale, past),
             (scale, p.expect(p.vertex(X[i])))]  # fmt: skip
    grown = p.gram(claimed(i + 1, S[i] + X[i], R[i] + MEANS[i]), facts)
    p.unfold(claimed(i + 1, S[i + 1], R[i + 1]), grown, following)
    p.at(p.close(), N)
    return p
