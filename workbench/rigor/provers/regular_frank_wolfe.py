"""Frank-Wolfe with noisy estimates of gradients whose errors are bounded in the mean square.

At step t the choice v_t is the best point of X for the released estimate G_t, the gradient at x_t
with an error e_t of the records and the noise Z_t:  <G_t, v_t - y> <= 0 for all y in X.  Where
E |e_t|_*^2 <= a_t^2, E |Z_t|_*^2 <= b_t^2 and |x| <= D on X, and F is L_1-smooth,

    <grad F(x_t), v_t - y> <= <e_t + Z_t, y - v_t>,     at most 2D (a_t + b_t) in the mean,

which is the whole error of a step x_{t+1} = (1 - eta) x_t + eta v_t, up to 2 eta^2 L_1 D^2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

L0, L1, D, b, rho, kappa, eta, big = (
    th.number(name, above=0) for name in ("L_0", "L_1", "D", "b", "rho", "kappa", "eta", "Delta")
)
d, n, T, K = (th.integer(name, at_least=1) for name in "dnTK")
t, k = th.integer("t"), th.integer("k")
X = th.geometry("X")
star, y = th.point("x_star", X), th.point("y", X)
x, v = th.draws("x", t, mean=None, of=X), th.draws("v", t, mean=None, of=X)
G, Z = th.draws("G", t, mean=None), th.draws("Z", t, mean=None)
F = th.function("F", strong=0, smooth=L1, on=X)
Said = tuple[Any, str, Any]


@dataclass(frozen=True)
class Steps:
    """A method: its steps, and how large the errors of its estimates are.

    kept, moved: 1 - eta and eta at a step
    records, noise: a_t and b_t, or a_t alone where e_t is the whole error
    of: the function F
    """

    kept: Callable[[Num], Num]
    moved: Callable[[Num], Num]
    records: Callable[[Num], Num]
    noise: Callable[[Num], Num] | None
    of: Many = F

    def step(self, at: Num) -> Vec:
        """The point after a step."""
        return self.kept(at) * x[at] + self.moved(at) * v[at]

    def chosen(self, at: Num) -> Num:
        """By how much the choice is worse than another point, at most."""
        return th.supremum((y,), G[at] @ (v[at] - y))

    def wrong(self, at: Num) -> Vec:
        """The error of the records."""
        error = G[at] - self.of.grad(x[at])
        return error if self.noise is None else error - Z[at]

    def errors(self, at: Num) -> list[tuple[str, Vec, Num]]:
        """The errors by their names, with the roots of their mean squares."""
        found = [("records", self.wrong(at), self.records(at))]
        return found if self.noise is None else [*found, ("noise", Z[at], self.noise(at))]

    def squares(self, at: Num) -> Num:
        """What twice the mean is at most, for all errors with their roots."""
        first, *others = (X.dual(error) / size for _, error, size in self.errors(at))
        return sum(others, first)

    def sizes(self, at: Num) -> Num:
        """The roots of the mean squares of all errors."""
        return self.records(at) if self.noise is None else self.records(at) + self.noise(at)

    def given(self) -> dict[str, Any]:
        """The hypotheses by their names."""
        told: dict[str, Said] = {
            "choice": (self.chosen(t), "<=", 0),
            "step": (self.of(x[t + 1]), "=", self.of(self.step(t))),
            **{name: (th.mean(X.dual(e)), "<=", a**2) for name, e, a in self.errors(t)},
            "point": (X.square(x[t]), "<=", D**2), "vertex": (X.square(v[t]), "<=", D**2),
        }  # fmt: skip
        return {name: (t, 0, one) for name, one in told.items()}

    def against(self, p: Proof, at: Num, to: Vec, short: int) -> list[tuple[Num, int]]:
        """That <e, to - v> <= (D/a) |e|_*^2 + D a, and the same of Z; |to|^2 <= D^2 is a fact."""
        given, way = self.given(), to - v[at]
        far = [(1, p.parallel(X, to, -1 * v[at], which="sq")), (2, short),
               (2, p.scaled(X, -1, v[at], which="sq")),
               (2, p.at(p.given(given["vertex"]), at))]  # fmt: skip
        long = p.gram((X.square(way), "<=", 4 * D**2), far)
        parts = []
        for _, error, size in self.errors(at):
            ratio = 2 * D / size
            bound = ratio / 2 * X.dual(error) + D * size
            parts.append((th.num(1), p.gram((error @ way, "<=", bound), [
                (1 / ratio, p.young(X, ratio * error, way)), (1 / (2 * ratio), long),
                (1 / (2 * ratio), p.scaled(X, ratio, error, which="dual")),
            ])))  # fmt: skip
        return parts

    def means(self, p: Proof, at: Num) -> list[tuple[Num, int]]:
        """The mean squares of both errors, with the factors that they have there."""
        given = self.given()
        return [(D / size, p.at(p.given(given[name]), at)) for name, _, size in self.errors(at)]

    def descends(self, p: Proof, at: Num) -> list[tuple[Any, int]]:
        """F(x_{t+1}) <= F(x_t) + eta <grad F(x_t), v_t - x_t> + 2 eta^2 L_1 D^2, in parts."""
        given, moves = self.given(), self.moved(at)
        bend = moves**2 * L1
        return [
            (1, p.at(p.given(given["step"]), at)), (1, p.descent(self.of, self.step(at), x[at])),
            (L1 / 2, p.scaled(X, moves, v[at] - x[at], which="sq")),
            (bend / 2, p.parallel(X, v[at], -1 * x[at], which="sq")),
            (bend, p.scaled(X, -1, x[at], which="sq")), (bend, p.at(p.given(given["vertex"]), at)),
            (bend, p.at(p.given(given["point"]), at)),
        ]  # fmt: skip

    def falls(self, p: Proof, at: Num, short: int) -> int:
        """E F(x_{t+1}) - F* in terms of E F(x_t) - F*, for a convex F."""
        moves, keeps = self.moved(at), self.kept(at)
        errors = self.against(p, at, star, short)
        rest = 2 * moves**2 * L1 * D**2 + moves * D * self.sizes(at)
        left, before = F(x[at + 1]) - F(star), F(x[at]) - F(star)
        sure = p.gram((left, "<=", keeps * before + moves * D * self.squares(at) + rest), [
            *self.descends(p, at), (moves, p.under(self.chosen(at), (star,))),
            (moves, p.at(p.given(self.given()["choice"]), at)),
            (moves, p.convexity(F, star, x[at])), *((moves * c, place) for c, place in errors),
        ])  # fmt: skip
        rest += moves * D * self.sizes(at)
        return p.gram((risk(at + 1), "<=", keeps * risk(at) + rest), [
            (1, p.expect(sure)), *((moves * c, place) for c, place in self.means(p, at)),
        ])  # fmt: skip


def risk(at: Num) -> Num:
    """E F(x) - F*."""
    return th.mean(F(x[at])) - F(star)


TREES = Steps(
    lambda at: at / (at + 2), lambda at: 2 / (at + 2),
    lambda _: th.root(kappa / b) * (2 * L0 + 8 * L1 * D),
    lambda _: kappa * th.root(d) / (b * th.root(rho)) * th.root(
        2 * L0**2 + 32 * T * L1**2 * D**2),
)  # fmt: skip
SHORT: Said = (X.square(star), "<=", D**2)
PHASES: Said = (th.num(2) ** (T + 1), "<=", K + 2)
ON_TREES = (*TREES.given().values(), SHORT, PHASES)


def on_trees(*, most: int = 8, given: Sequence[Any] = ON_TREES) -> Proof:
    """E F(x_K) - F* <= 8 L_1 D^2/2^(T+1) + 2D times the error of records and the noise."""
    wrong = 2 * D * (TREES.sizes(t))
    power = th.num(2) ** (T + 1)

    def said(at: Num, over: Num) -> Said:
        return risk(at), "<=", most * L1 * D**2 / over + wrong

    symbols = (D, L0, L1, b, rho, kappa, d, T, K, X, F, star, x, G, Z, v)
    p = Proof(Theorem(symbols, given=given, concludes=said(K, power)))
    short = p.given(SHORT)
    for _, _, size in TREES.errors(t):
        p.visible((0, "<", size))
    first = p.gram(said(th.num(1), th.num(3)), [(1, TREES.falls(p, th.num(0), short))])
    here = p.induction(k, 1, said(k, k + 2), first)
    p.gram(said(k + 1, k + 3), [(1, TREES.falls(p, k, short)), (k / (k + 2), here)])
    there = most * L1 * D**2 / ((K + 2) * power)
    p.gram(said(K, power), [(1, p.at(p.close(), K)), (there, p.given(PHASES))])
    return p


EVERY = th.root(d * kappa * T / (2 * rho)) * big
FIRST = th.root(kappa) * (2 * th.root(2) * L0 / th.root(n))
LATER = th.root(kappa) * (2 * (2 * L1 * D + L0) * th.root(2 * eta * T / ((2 - eta) * n)))
DIRECT = Steps(
    lambda _: 1 - eta, lambda _: eta, lambda at: FIRST * (1 - eta) ** at + LATER, lambda _: EVERY
)
BELOW_ONE: Said = (eta, "<", 1)
STEEP: Said = (th.supremum((y,), X.dual(F.grad(y))), "<=", L0**2)
DIRECTLY = (BELOW_ONE, *DIRECT.given().values(), SHORT, STEEP)


def start(p: Proof, given: dict[str, Any], short: int) -> int:
    """E F(x_0) - F* <= 2 L_0 D, for a convex F whose gradients are at most L_0."""
    zero, ratio = th.num(0), 2 * D / L0
    way, slope = x[zero] - star, F.grad(x[zero])
    sizes = [
        (1, p.convexity(F, star, x[zero])), (1 / ratio, p.young(X, ratio * slope, way)),
        (1 / (2 * ratio), p.scaled(X, ratio, slope, which="dual")),
        (ratio / 2, p.under(STEEP[0], (x[zero],))), (ratio / 2, p.given(STEEP)),
        (1 / (2 * ratio), p.parallel(X, x[zero], -1 * star, which="sq")),
        (1 / ratio, p.scaled(X, -1, star, which="sq")), (1 / ratio, short),
        (1 / ratio, p.at(p.given(given["point"]), zero)),
    ]  # fmt: skip
    return p.expect(p.gram((F(x[zero]) - F(star), "<=", 2 * L0 * D), sizes))


def directly(*, bend: int = 2, given: Sequence[Any] = DIRECTLY) -> Proof:
    """E F(x_T) - F* <= 2 L_0 D (1 - eta)^T + 2D (FIRST eta T (1 - eta)^(T-1) + LATER) + .. ."""
    steady = 2 * D * (LATER + EVERY) + bend * eta * L1 * D**2

    def said(at: Num) -> Said:
        kept = (1 - eta) ** at
        grown = eta * at * kept / (1 - eta) * (2 * D * FIRST)
        return risk(at), "<=", 2 * L0 * D * kept + grown + steady

    symbols = (D, L0, L1, eta, rho, kappa, big, d, n, T, X, F, star, x, G, Z, v)
    p = Proof(Theorem(symbols, given=given, concludes=said(T)))
    short = p.given(SHORT)
    for size in (FIRST, LATER, EVERY):
        p.visible((0, "<", size))
    begun = start(p, DIRECT.given(), short)
    here = p.induction(k, 0, said(k), p.gram(said(th.num(0)), [(1, begun)]))
    p.gram(said(k + 1), [(1, DIRECT.falls(p, k, short)), (1 - eta, here)])
    p.at(p.close(), T)
    return p
