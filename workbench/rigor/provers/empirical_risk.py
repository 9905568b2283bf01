"""What a mean of losses has of theirs, how a record moves it, and what clipping does to distances.

In the 1-norm a vector is the sequence of its d coordinates, each with its absolute value; they may
be vectors themselves, with their lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem, Vec

G, L, a, b = (th.number(name, at_least=0) for name in ("G", "L", "a", "b"))
N, i, k, t = th.integer("N", at_least=1), *map(th.integer, "ikt")


def mean(
    *,
    changes: bool = False,
    share: Any = 1,  # noqa: ANN401 - a number
    told: Sequence[int] = (0,),
) -> Proof:
    """The mean of N gradients u_i is as short as they are, or that of changes u_i - v_i.

    changes: whether it is the changes between two points, at most L |w - w_2| each, or at most G
    share, told: a factor at the bound, and the places of the hypotheses that are kept
    """
    u, v = (th.draws(name, i, mean=None) for name in "uv")
    w, w_2 = th.vector("w"), th.vector("w_2")
    size = L * abs(w - w_2) if changes else G

    def one(at: Num) -> Any:  # noqa: ANN401 - a vector
        return u[at] - v[at] if changes else u[at]

    def summed(m: Num) -> th.Said:
        return abs(th.total(i, 0, m - 1, one(i))), "<=", m * size

    every: list[Any] = [(t, 0, (abs(one(t)), "<=", size))]
    p = Proof(Theorem(
        (L, N, w, w_2, u, v) if changes else (G, N, u),
        given=[every[place] for place in told],
        concludes=(abs(1 / N * th.total(i, 0, N - 1, one(i))), "<=", share * size),
    ))  # fmt: skip
    here = p.induction(k, 0, summed(k), p.gram(summed(0 * N), []))
    both = p.triangle((1, th.total(i, 0, k - 1, one(i))), (1, one(k)))
    p.gram(summed(k + 1), [(1, here), (1, both), (1, p.at(p.given(every[0]), k))])
    all_of_them = p.at(p.close(), N)
    whole = p.triangle((1 / N, th.total(i, 0, N - 1, one(i))))
    p.gram(p.theorem.concludes, [(1, whole), (1 / N, all_of_them)])
    return p


def clipped(*, both: bool = True, factor: Any = 1, told: Sequence[int] = (0,)) -> Proof:  # noqa: ANN401
    """|e - f|^2 <= |(1 + a) e - (1 + b) f|^2 where |e| = |f| = G, or b = 0 and |f| <= |e| = G.

    both: whether both vectors are longer than G
    factor, told: a factor at the bound, and the places of the hypotheses that are kept
    """
    e, f = th.vector("e"), th.vector("f")
    long = (1 + a) * e - ((1 + b) if both else th.num(1)) * f
    every: list[Any] = [(f @ f, "=" if both else "<=", e @ e)]
    p = Proof(Theorem((a, *((b,) if both else ()), e, f), given=[every[place] for place in told],
                      concludes=(th.square(e - f), "<=", factor * th.square(long))))  # fmt: skip
    length = p.given(every[0])
    if both:
        p.gram(p.theorem.concludes, [((1 + b) * (a - b), length)],
               squares=[((a - b) ** 2, e), (a + b + a * b, e - f)])  # fmt: skip
    else:
        p.gram(p.theorem.concludes, [(a, length)], squares=[(a**2, e), (a, e - f)])
    return p


d, m = (th.integer(name, at_least=1) for name in ("d", "m"))
S, R = th.number("S_1", at_least=0), th.number("R", at_least=0)
y, z, h = (th.draws(name, i, mean=None) for name in "yzh")


def _coordinates(
    change: Any,  # noqa: ANN401 - a vector at an index
    size: Any,  # noqa: ANN401 - a number at an index
    parts: Any,  # noqa: ANN401 - steps, with multiples, at an index
    p: Proof,
) -> int:
    """The sum over all coordinates of |change| <= size, each by the parts."""

    def summed(n: Num) -> th.Said:
        return th.total(i, 0, n - 1, abs(change(i))), "<=", th.total(i, 0, n - 1, size(i))

    here = p.induction(k, 0, summed(k), p.gram(summed(0 * d), []))
    p.gram(summed(k + 1), [(1, here), *parts(k)])
    return p.at(p.close(), d)


def norm(of: Any) -> Num:  # noqa: ANN401 - a vector at an index
    """The 1-norm."""
    return th.total(i, 0, d - 1, abs(of(i)))


def replaced(*, factor: Any = 1, used: bool = True, told: Sequence[int] = (0,)) -> Proof:  # noqa: ANN401
    """|(h + y)/m - (h + z)/m|_1 <= S_1/m where |y - z|_1 <= S_1.

    factor, told: a factor at the bound, and the places of the hypotheses that are kept
    used: whether one of the m records is the replaced one
    """

    def change(at: Num) -> Vec:
        one, other = (1 / m * (h[at] + x[at] if used else h[at]) for x in (y, z))
        return one - other

    given = [[(norm(lambda at: y[at] - z[at]), "<=", S)][place] for place in told]
    p = Proof(Theorem((S, m, d, y, z, h), given=given,
                      concludes=(norm(change), "<=", factor * S / m)))  # fmt: skip
    share = 1 / m if used else 0 * m
    every = _coordinates(change, lambda at: share * abs(y[at] - z[at]),
                         lambda at: [(1, p.triangle((share, y[at] - z[at])))], p)  # fmt: skip
    p.gram(p.theorem.concludes, [(1, every), (share, 0)] if used else [(1, every)])
    return p


def within(*, factor: Any = 2, told: Sequence[int] = (0, 1)) -> Proof:  # noqa: ANN401
    """|(h - y) - (h - z)|_1 <= 2 R where |y|_1 <= R and |z|_1 <= R.

    factor, told: the factor 2, and the places of the hypotheses that are kept
    """

    def change(at: Num) -> Vec:
        return (h[at] - y[at]) - (h[at] - z[at])

    given = [[(norm(lambda at, x=x: x[at]), "<=", R) for x in (y, z)][place] for place in told]
    p = Proof(Theorem((R, d, y, z, h), given=given, concludes=(norm(change), "<=", factor * R)))
    every = _coordinates(change, lambda at: abs(y[at]) + abs(z[at]),
                         lambda at: [(1, p.triangle((-1, y[at]), (1, z[at])))], p)  # fmt: skip
    p.gram(p.theorem.concludes, [(1, every), (1, 0), (1, 1)])
    return p


def opposite(*, factor: Any = 2) -> Proof:  # noqa: ANN401
    """2 |y|_1 <= |(h - y) - (h + y)|_1."""

    def change(at: Num) -> Vec:
        return (h[at] - y[at]) - (h[at] + y[at])

    p = Proof(Theorem((d, y, h), concludes=(factor * norm(lambda at: y[at]), "<=", norm(change))))

    def below(n: Num) -> th.Said:
        size = th.total(i, 0, n - 1, abs(y[i]))
        return factor * size, "<=", th.total(i, 0, n - 1, abs(change(i)))

    here = p.induction(k, 0, below(k), p.gram(below(0 * d), []))
    p.gram(below(k + 1), [(1, here), (2, p.triangle((Fraction(-1, 2), change(k))))])
    p.gram(p.theorem.concludes, [(1, p.at(p.close(), d))])
    return p
