"""Functions at averages of points drawn one after another, with high probability.

z_k is the average of the points X_i up to k and of their means x_i after it.  A function that bends
by L_1 grows from z_k to z_{k+1} by lam_k <its slope at z_k, X_k - x_k> and (L_1/2) lam_k^2 M^2 at
most, where |X_k - x_k| <= M.  One that is L_0-Lipschitz moves by L_0 lam_k M/n at most as the n-th
part of this step is taken, so the product is at most L_0 lam_k M; its mean given the past is 0.
By Azuma's inequality, with A = (L_1/2) M^2 sum lam^2 and sigma^2 = L_0^2 M^2 sum lam^2,

    Pr[|F(Xh) - F(xb)| >= A + beta] <= 2 exp(-beta^2/(2 sigma^2)),
    E max_i (F_i(Xh) - F_i(xb))^2 <= (A + sigma sqrt(2 ln(2m) + 2))^2 for i = 1, ..., m.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.averaged_walks import HALF, LAM, N, k, t
from workbench.rigor.provers.digit_weights import lemma
from workbench.rigor.provers.fine_walks import Bent, curve, ends
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

L0, L1, M, sigma, beta, c = (
    th.number(name, above=0) for name in ("L_0", "L_1", "M", "sigma", "beta", "c")
)
A, n, m = th.number("A", at_least=0), th.integer("n", at_least=1), th.integer("m", at_least=1)
C, E = th.geometry("C"), th.simplex("E", m)
WAY, END = th.point("e", E), th.point("end", E)  # in hypotheses, and in proofs
F, P, S = th.function("F", smooth=L1, on=C), th.mapping("P"), th.mapping("S")


def summed(body: Num) -> Num:
    """The sum over all points of a number that knows k."""
    return th.total(k, 0, N - 1, body)


_SQUARES = summed(LAM[k] ** 2)
_WHOLE = (summed(LAM[k]), "=", 1)
_A = (A, "=", HALF * L1 * M**2 * _SQUARES)
_SIGMA = (sigma**2, "=", L0**2 * M**2 * _SQUARES)


@dataclass(frozen=True)
class DrawnInTurn:
    """Points X and their means x."""

    X: Many
    x: Many

    def far(self) -> Vec:
        """How far a point is from its mean."""
        away: Vec = self.X[k] - self.x[k]
        return away

    def near(self) -> Any:  # noqa: ANN401 - a hypothesis
        """No point is further than M from its mean."""
        return (t, 0, (C.square(self.X[t] - self.x[t]), "<=", M**2))

    def split(self, first: Num, second: Num) -> Vec:
        """Points before the first, means from the second on."""
        points: Vec = th.total(t, 0, first - 1, LAM[t] * self.X[t])
        return points + th.total(t, second, N - 1, LAM[t] * self.x[t])

    def gap(self, term: Callable[[Vec], Any]) -> Any:  # noqa: ANN401
        """What a term is at the average of the points more than at that of the means."""
        middle, sampled = ends(lambda i: LAM[i], self.X, self.x)
        return term(sampled) - term(middle)


def drawn(means: Many, mean: Any = "told", of: Many | None = C) -> DrawnInTurn:  # noqa: ANN401
    """Points around these means."""
    return DrawnInTurn(th.draws("X", t, mean=means[t] if mean == "told" else mean, of=of), means)


POINTS = drawn(th.points("x", C))
UNTOLD = drawn(POINTS.x, mean=None)  # points of any mean
OUTSIDE = drawn(POINTS.x, of=None)  # points that are perhaps not in the set
FED_BACK = drawn(th.draws("y", t, mean=None, of=C))  # points around means that are drawn


@dataclass(frozen=True)
class BentAndSteep:
    """A function, or the entries of a vector along `END`.

    term: at a point
    bent: how the function, or an entry, bends
    bends: the hypotheses that say so, where no class does
    steep: the largest of its growth less L_0 times the distance
    way: where an entry is looked at
    """

    term: Callable[[Vec], Any]
    bent: Bent
    steep: Num
    bends: Sequence[Any] = ()
    way: tuple[Vec, ...] = ()


def _steep(value: Callable[[Vec], Num], *way: Vec) -> Num:
    u, v = th.point("u", C), th.point("v", C)
    return th.supremum([u, v, *way], value(u) - value(v) - L0 * C.norm(u - v))


def _bend(sign: int) -> Num:
    """How far an entry of P is above its model, less what it may be."""
    at, to = (th.point(name, C) for name in ("at", "to"))
    above = sign * ((P(to) - P(at)) @ WAY) - sign * (S(at, WAY) @ (to - at))
    return th.supremum([at, to, WAY], above - HALF * L1 * C.square(to - at))


def _entry(p: Proof, sign: int, to: Vec, at: Vec) -> int:
    """Sign <P(to), end> is at most that of its model and (L_1/2) |to - at|^2 more."""
    above = _bend(sign)
    model = sign * (P(at) @ END) + sign * (S(at, END) @ (to - at))
    said = (sign * (P(to) @ END), "<=", model + HALF * L1 * C.square(to - at))
    return p.gram(said, [(1, p.under(above, [at, to, END])), (1, p.given((above, "<=", 0)))])


EACH = BentAndSteep(P, Bent(lambda u: P(u) @ END, lambda u: S(u, END), _entry),
             _steep(lambda u: P(u) @ WAY, WAY), [(_bend(s), "<=", 0) for s in (1, -1)],
             (END,))  # fmt: skip


def _alone(F: Many) -> BentAndSteep:
    return BentAndSteep(F, curve(F), _steep(F))


def _product(p: Proof, of: BentAndSteep, sign: int, at: DrawnInTurn) -> None:
    """Sign <lam_k slope at z_k, X_k - x_k> <= L_0 lam_k M, from the n-th part of the step."""
    here, far = at.split(k, k), at.far()
    part = at.split(k, k + 1) + LAM[k] / n * at.X[k] + LAM[k] / n * (n - 1) * at.x[k]
    said = (sign * (far @ (LAM[k] * of.bent.slope(here))), "<=", L0 * M * LAM[k])
    wanted = p.limit(n, said, HALF * (L0 * M + L1 * LAM[k] ** 2 * M**2))
    level, half = LAM[k] + 1 / n, L0 * HALF
    moved = [part, here] if sign == 1 else [here, part]
    p.gram(wanted, [
        (n, of.bent.bound(p, -sign, part, here)), (n, p.under(of.steep, [*moved, *of.way])),
        (n, p.given((of.steep, "<=", 0))),
        (n * L0, p.middle(moved[0] - moved[1], level * M / n, of=C)),
        (n * half / (level * M / n), p.scaled(C, sign * LAM[k] / n, far, which="sq")),
        (n * L1 * HALF, p.scaled(C, LAM[k] / n, far, which="sq")),
        ((half / (level * M / n) + L1 * HALF) * LAM[k] ** 2 / n, p.at(p.given(at.near()), k)),
        (half * M, p.visible((LAM[k] ** 2 / level, "<=", LAM[k]), gap=LAM[k] / n / level)),
    ])  # fmt: skip
    p.close()


def _bounded(
    p: Proof, of: BentAndSteep, at: DrawnInTurn, *, sign: int = 1, by: Num | None = None
) -> int:
    """The place of what Azuma's inequality says of a number times a sign, or of a vector."""
    here, then, slope = (
        at.split(k, k),
        at.split(k + 1, k + 1),
        LAM[k] * of.bent.slope(at.split(k, k)),
    )
    cost, size = HALF * L1 * M**2 * LAM[k] ** 2, L0 * M * LAM[k]
    p.gram((summed(cost), "<=", A), [(-1, p.given(_A))])
    p.gram((summed(size**2), "<=", sigma**2), [(-1, p.given(_SIGMA))])
    p.increments(k, N, sign * of.term(here), at.X, sign * slope, cost=cost, size=size, far=A,
                 square=sigma**2, by=by, along=of.way[0] if of.way else None)  # fmt: skip
    for way in (1, -1):
        _product(p, of, way, at)
    for way in (1, -1) if of.way else (sign,):
        grown = of.bent.value(then) - of.bent.value(here) - at.far() @ slope
        p.gram((way * grown, "<=", cost), [
            (1, of.bent.bound(p, way, then, here)),
            (HALF * L1, p.scaled(C, LAM[k], at.far(), which="sq")),
            (HALF * L1 * LAM[k] ** 2, p.at(p.given(at.near()), k)),
        ])  # fmt: skip
    return p.close()


def _opened(
    of: BentAndSteep,
    at: DrawnInTurn,
    symbols: Sequence[Any],
    said: Any,  # noqa: ANN401 - a relation
    without: str,
) -> Proof:
    """A proof under all hypotheses, or without some."""
    known = {"whole": [_WHOLE], "A": [_A], "sigma": [_SIGMA], "steep": [(of.steep, "<=", 0)],
             "bend": of.bends, "near": [at.near()]}  # fmt: skip
    given = [one for name, facts in known.items() if name != without for one in facts]
    return Proof(Theorem((*symbols, at.x, at.X), given=given, concludes=said))


def tails(*, at: DrawnInTurn = POINTS, F: Many = F, lam: Many = LAM, share: int = 1, most: int = 2,
          without: str = "") -> Proof:  # fmt: skip
    """For one function; share: what the exponent is multiplied by."""
    both = [th.chance(sign * at.gap(F) - (A + beta)) for sign in (1, -1)]
    said = (both[0] + both[1], "<=", most * th.exp(-1 * share * beta**2 / (2 * sigma**2)))
    of, symbols = _alone(F), (C, L0, L1, M, N, lam, A, sigma, beta, F)
    p = _opened(of, at, symbols, said, without)
    p.gram(said, [(1, _bounded(p, of, at, sign=sign, by=beta)) for sign in (1, -1)])
    return p


_SQUARE = 2 * sigma**2 * (1 + th.ln(2 * m))  # sigma^2 (2 ln(2m) + 2)
_SYMBOLS = (m, C, E, L0, L1, M, N, LAM, A, sigma)


def largest(*, at: DrawnInTurn = POINTS, tail: Fraction | int = 4, without: str = "") -> Proof:
    """For m functions, the entries of P: the split of the tail at any A + c."""
    fallen = tail * m * sigma**2 * th.exp(-1 * c**2 / (2 * sigma**2))
    said = (th.mean(E.peak(at.gap(P))), "<=", (A + c) ** 2 + fallen * (1 + A / c))
    p = _opened(EACH, at, (*_SYMBOLS, c, P, S), said, without)
    shown, u = _bounded(p, EACH, at), th.number("u")
    tangent = p.by(lemma((u,), (1 + u, "<=", th.exp(u))), {
        "u": th.ln(2 * m) - c**2 / (2 * sigma**2)})  # fmt: skip
    wide = p.gram((_SQUARE, "<=", c**2 + fallen), [(2 * sigma**2, tangent)])
    rest, root = fallen / (2 * c), th.root(_SQUARE)
    gap = (c**2 + fallen - _SQUARE + rest**2) / (c + rest + root)
    short = p.visible((root, "<=", c + rest), gap=gap)
    p.gram(said, [(1, shown), (1, wide), (2 * A, short)])
    return p


def largest_at_best(*, at: DrawnInTurn = POINTS, more: int = 3, without: str = "") -> Proof:
    """The same without c."""
    bound = 3 * A**2 + sigma**2 * (4 * th.ln(2 * m) + more)
    said = (th.mean(E.peak(at.gap(P))), "<=", bound)
    p = _opened(EACH, at, (*_SYMBOLS, P, S), said, without)
    shown, root = _bounded(p, EACH, at), th.root(_SQUARE)
    gap = HALF * (2 * A - root) ** 2 + sigma**2 * th.ln(2 * m) + sigma**2 * (more - 3)
    p.gram(said, [(1, shown), (1, p.visible(((A + root) ** 2, "<=", bound), gap=gap))])
    return p
