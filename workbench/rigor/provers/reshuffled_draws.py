"""Sums of gradients whose records come in a new uniform order in each epoch.

An epoch begins at the point s, and y_t is the gradient there of the record of step t.  Before it
n_t records of the epoch are left, and each of them comes next with the same chance.  With P_t =
grad F(s), X_t = y_t - P_t, and Z_t the sum of the X of the epoch before step t,

    E(X_t | past) = -Z_t/n_t,    and E |X_t|^2 is the same in all steps of the epoch.

So E |Z_t|^2 <= n_t E |X_t|^2 from step to step, as (1 - 2/n) n + 1 = n - 1.  For the sums S_(t+1)
= (1 - alpha) S_t + alpha X_t it follows that E <S_t, Z_t> >= 0: what is left to draw pulls back
what was drawn, and E |S_t|^2 is at most that of independent draws, G^2 alpha/(2 - alpha).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_levels import ZERO
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

Given = Sequence[Any]  # hypotheses
alpha, eta, G = (th.number(name, above=0) for name in ("alpha", "eta", "G"))
L = th.number("L", at_least=0)
N, T = th.integer("N", at_least=1), th.integer("T", at_least=0)
e, f, g, h, o, t = (th.integer(name) for name in "efghot")
b, n = th.numbers("b", at_least=0), th.numbers("n", above=0)
w_0, F, NONE = th.vector("w_0"), th.function("F", smooth=L), Vec(["zero"])
y_any, u, v = (th.draws(name, t, mean=None) for name in "yuv")


def _made(name: str, first: Vec, following: Callable[[Vec], Vec]) -> Many:
    bare = th.iterates(name, t, before=first, start=first)
    return th.iterates(name, t, before=first, start=first, following=following(bare[t]))


class Reshuffled:
    """The points, where their epochs began, the sums over an epoch, and the momentum.

    move, more: how the point moves in step t, and the symbols of which that is made
    a: the weight of a new gradient in the momentum
    fresh: whether the mean of y given the past is told
    """

    def __init__(
        self, move: Callable[[Num], Vec], more: Sequence[Any], *, a: Num = alpha, fresh: bool = True
    ) -> None:
        new, self.move, self.more, self.a = b[t + 1], move, more, a
        w = self.w = _made("w", w_0, lambda w: w + move(t))
        self.s = _made("s", w_0, lambda s: new * (w[t] + move(t)) + (1 - new) * s)
        P = self.P = _made("P", F.grad(w_0), lambda P: new * F.grad(w[t] + move(t)) + (1 - new) * P)
        Z = self.Z = _made("Z", NONE, lambda Z: (1 - new) * (Z + y_any[t] - P[t]))
        self.y = th.draws("y", t, mean=P[t] - 1 / n[t] * Z[t] if fresh else None)
        self.M = _made("M", NONE, lambda M: (1 - a) * M + a * u[t])
        self.S = _made("S", NONE, lambda S: (1 - a) * S + a * (y_any[t] - P[t]))

    @property
    def free(self) -> Reshuffled:
        """The same for any weight."""
        return Reshuffled(self.move, self.more, fresh=self.y.symbol["mean"] is not None)

    def X(self, at: Num) -> Vec:
        """How far the gradient of a record is from the mean, where the epoch began."""
        return self.y[at] - self.P[at]

    def size(self, at: Num) -> Num:
        """Its mean square."""
        return th.mean(th.square(self.X(at)))

    @property
    def symbols(self) -> tuple[Any, ...]:
        """What the run is made of."""
        return (F, w_0, self.w, self.s, self.P, self.Z, self.y, u, self.M, self.S, *self.more)

    @property
    def order(self) -> tuple[Any, ...]:
        """What is told of the order and of the gradients at the start of an epoch."""
        keeps = 1 - b[t + 1]
        return (
            (self.a, "<=", 1), (t, 0, (b[t] * b[t], "=", b[t])), (t, 0, (1, "<=", n[t])),
            (t, 0, (b[t] * n[t], "=", b[t] * N)),
            (t, 0, (keeps * n[t + 1], "=", keeps * (n[t] - 1))),
            (t, 0, (keeps * self.size(t + 1), "=", keeps * self.size(t))),
            (t, 0, (abs(self.y[t]), "<=", G)),
        )  # fmt: skip

    @property
    def given(self) -> tuple[Any, ...]:
        """What is told of the order, and of the steps."""
        return *self.order, *self.steps

    @property
    def steps(self) -> tuple[Any, ...]:
        """What is told of the steps."""
        away = abs(self.w[t] - self.s[t])
        return (
            (b[0], "=", 1), (t, 0, (abs(self.move(t)), "<=", eta)),
            (t, 0, (abs(u[t] - self.y[t]), "<=", L * away)),
        )  # fmt: skip


Case = tuple[Callable[[Any], th.Said], Callable[[int], int], Callable[[int], int]]


def power(a: Num, at: Num) -> Num:
    """(1 - a)^at, as a product, which has a value for a = 1."""
    return th.product(o, 1, at, 1 - a)


def by_cases(p: Proof, at: Num, bit: int, case: Case) -> int:
    """What is said of b at an index, from what shows it of 0 and of 1, given b = 0 or b = 1."""
    said, none, one = case
    new = b[at]
    half = th.num(1) / 2
    p.cases(said(new), (new, half))
    p.visible((0, "<", 1 - new), gap=half - new + half)
    equal = p.gram((new, "=", 0), [(-1 / (1 - new), bit)])
    p.rewrite(said(new), none(equal), equal)
    p.otherwise()
    p.visible((0, "<", new), gap=new - half + half)
    equal = p.gram((new, "=", 1), [(1 / new, bit)])
    p.rewrite(said(new), one(equal), equal)
    return p.close()


def left(p: Proof, full: int, fewer: int, at: Num) -> int:
    """How many records of an epoch are left in the next step, from what is told where it begins."""
    told = b[at + 1] * N + (1 - b[at + 1]) * (n[at] - 1)
    return p.gram((n[at + 1], "=", told), [(1, p.at(full, at + 1)), (1, p.at(fewer, at))])


def not_negative(p: Proof, keeps: Num, bit: int) -> int:
    """0 <= 1 - b, which is its square."""
    square = p.gram((keeps**2, "=", keeps), [(1, bit)])
    return p.rewrite((0, "<=", keeps), p.visible((0, "<=", keeps**2)), square)


def drawn(run: Reshuffled, *, given: Given | None = None) -> Proof:
    """E |S_T|^2 <= G^2 alpha/(2 - alpha)."""
    w, P, Z, y, S, X, size = run.w, run.P, run.Z, run.y, run.S, run.X, run.size
    most = G**2 * alpha / (2 - alpha)
    p = Proof(Theorem((alpha, eta, G, L, N, T, b, n, *run.symbols),
                      given=run.order if given is None else given,
                      concludes=(th.mean(th.square(S[T])), "<=", most)))  # fmt: skip
    _, bit, one, full, fewer, alike, short = p.places(run.order)

    # what is drawn of an epoch has mean 0 against its start, so the gradients deviate by G at most
    def across(at: Num) -> th.Said:
        return th.mean(Z[at] @ P[at]), "=", 0

    def next_across(new: Any) -> th.Said:  # noqa: ANN401
        start = new * F.grad(w[e] + run.move(e)) + (1 - new) * P[e]
        return th.mean(((1 - new) * (Z[e] + X(e))) @ start), "=", 0

    here = p.induction(e, 0, across(e), p.unfold(across(ZERO), p.gram((0, "=", 0), []), [(Z, 0)]))
    found = by_cases(p, e + 1, p.at(bit, e + 1), (
        next_across,
        lambda _: p.gram(next_across(0), [(1 - 1 / n[e], here), (1, p.centred(y[e], P[e]))]),
        lambda _: p.gram(next_across(1), []),
    ))  # fmt: skip
    p.unfold(across(e + 1), found, [(Z, e + 1), (P, e + 1)])
    across_all = p.close()

    def deviates(at: Num) -> int:
        """E |X|^2 <= G^2."""
        long = p.at(short, at)
        square = p.expect(p.gram((th.square(y[at]), "<=", G**2), [
            (1, p.cauchy(long, y[at])), (G, long)]))  # fmt: skip
        return p.gram((size(at), "<=", G**2), [
            (1, square), (-2, p.centred(y[at], P[at])), (th.num(2) / n[at], p.at(across_all, at)),
        ], mean_squares=[(1, P[at])])  # fmt: skip

    # Z is bounded by what is left
    def limited(at: Num) -> th.Said:
        return th.mean(th.square(Z[at])), "<=", n[at] * size(at)

    def next_limited(new: Any) -> th.Said:  # noqa: ANN401
        return (th.mean(th.square((1 - new) * (Z[f] + X(f)))), "<=",
                (new * N + (1 - new) * (n[f] - 1)) * size(f + 1))  # fmt: skip

    start = p.gram((th.mean(th.square(NONE)), "<=", n[0] * size(ZERO)), [],
                   mean_squares=[(n[0], X(ZERO))])  # fmt: skip
    here = p.induction(f, 0, limited(f), p.unfold(limited(ZERO), start, [(Z, 0)]))
    some, count = p.at(one, f + 1), left(p, full, fewer, f)

    def within(equal: int) -> int:
        less = p.rewrite((n[f + 1], "=", n[f] - 1), count, equal)
        p.gram((2, "<=", n[f]), [(1, less), (1, some)])
        same = p.rewrite((size(f + 1), "=", size(f)), p.at(alike, f), equal)
        return p.gram(next_limited(0), [
            (1 - 2 / n[f], here), (2, p.centred(y[f], Z[f])), (1 - n[f], same)])  # fmt: skip

    found = by_cases(p, f + 1, p.at(bit, f + 1), (
        next_limited, within,
        lambda _: p.gram(next_limited(1), [], mean_squares=[(N, X(f + 1))]),
    ))  # fmt: skip
    found = p.rewrite((next_limited(b[f + 1])[0], "<=", n[f + 1] * size(f + 1)), found, count)
    p.unfold(limited(f + 1), found, [(Z, f + 1)])
    limited_all = p.close()

    # what is left pulls back
    def back(at: Num) -> th.Said:
        return 0, "<=", th.mean(S[at] @ Z[at])

    start = p.gram((0, "<=", th.mean(NONE @ NONE)), [])
    here = p.induction(g, 0, back(g), p.unfold(back(ZERO), start, [(S, 0), (Z, 0)]))
    keeps = 1 - b[g + 1]
    p.at(one, g)
    not_negative(p, keeps, p.at(bit, g + 1))
    next_S = (1 - alpha) * S[g] + alpha * X(g)
    found = p.gram((0, "<=", th.mean(next_S @ (keeps * (Z[g] + X(g))))), [
        (keeps * (1 - alpha) * (1 - 1 / n[g]), here), (keeps * alpha / n[g], p.at(limited_all, g)),
        (keeps * (alpha - 1), p.centred(y[g], S[g])), (-keeps * alpha, p.centred(y[g], Z[g])),
    ])  # fmt: skip
    p.unfold(back(g + 1), found, [(S, g + 1), (Z, g + 1)])
    back_all = p.close()

    def said(u: Vec) -> th.Said:
        return th.mean(th.square(u)), "<=", most

    here = p.induction(h, 0, said(S[h]), p.unfold(said(S[ZERO]), p.gram(said(NONE), []), [(S, 0)]))
    pulls = 2 * (1 - alpha) * alpha
    next_S = (1 - alpha) * S[h] + alpha * X(h)
    found = p.gram(said(next_S), [
        ((1 - alpha) ** 2, here), (alpha**2, deviates(h)), (pulls / n[h], p.at(back_all, h)),
        (pulls, p.centred(y[h], S[h])),
    ])  # fmt: skip
    p.unfold(said(S[h + 1]), found, [(S, h + 1)])
    p.at(p.close(), T)
    return p


x, mean, q = th.numbers("x"), th.number("P"), th.integer("q", at_least=0)
LIKELY: Any = (t, 0, ((N - t) * x[t], "=", N * mean - th.total(f, 0, t - 1, x[f])))
WITHIN: Any = (q + 1, "<=", N)


def as_likely(*, given: Given = (LIKELY, WITHIN)) -> Proof:
    """Where each record that is left is as likely as any other, the mean of x is P in each step."""
    p = Proof(Theorem((mean, N, q, x), given=given, concludes=(x[q], "=", mean)))
    every, _ = p.places((LIKELY, WITHIN))

    def said(count: Num) -> th.Said:
        return th.total(f, 0, count - 1, x[f]), "=", count * mean

    here = p.induction(e, 0, said(e), p.gram(said(ZERO), []), last=q)
    p.visible((0, "<", N - e), gap=(N - q - 1) + (q - 1 - e) + 2)
    p.gram(said(e + 1), [(1 - 1 / (N - e), here), (1 / (N - e), p.at(every, e))])
    some = p.close()
    p.visible((0, "<", N - q), gap=(N - q - 1) + 1)
    p.gram(p.theorem.concludes, [(1 / (N - q), p.at(every, q)), (-1 / (N - q), some)])
    return p
