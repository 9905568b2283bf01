"""Noisy projected gradient descent in the Euclidean norm: regret, stability, and their sum.

    x_{t+1} = P(x_t - eta (grad F(x_t) + w_t)),     F the mean loss of the records, w_t the noise

Of the projection on a convex set it is asked what it does to the points in question: it does not
expand.  y_t are the points of a second run with the same noise, and one record replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Expr, Relation, declare
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

L0, L1, D, eta, v = (th.number(name, above=0) for name in ("L_0", "L_1", "D", "eta", "v"))
T, n = th.integer("T", at_least=1), th.integer("n", at_least=1)
t, k, i, j, M = (th.integer(name) for name in "tkijM")
F, G = (th.function(name, smooth=L1, strong=0) for name in "FG")
u = th.vector("x_star")
x, y = (th.draws(name, t, mean=None) for name in "xy")


def noise(mean: int | None = 0) -> th.Many:
    """The noise of each step."""
    return th.draws("w", t, mean=mean)


W = noise()


def _step(of: th.Many, points: th.Many, at: Num, w: th.Many = W) -> th.Vec:
    moved: th.Vec = points[at] - eta * (of.grad(points[at]) + w[at])
    return moved


def regret_facts(w: th.Many = W) -> tuple[Any, ...]:
    """Steps, gradients, noise, and the start."""
    return (
        (t, 0, (th.square(x[t + 1] - u), "<=", th.square(_step(F, x, t, w) - u))),
        (t, 0, (th.square(F.grad(x[t])), "<=", L0**2)),
        (t, 0, (th.mean(th.square(w[t])), "<=", v)),
        (th.square(x[0 * T] - u), "<=", D**2),
    )


REGRET = regret_facts()


def sums(name: str, points: th.Many) -> th.Many:
    """Their sums over T: the last one is the average."""
    none = th.Vec(["zero"])
    bare = th.iterates(name, t, before=none, start=none)
    return th.iterates(name, t, before=none, start=none, following=bare[t] + 1 / T * points[t])


A = sums("a", x)


def regret(*, half: int = 2, given: Sequence[Any] = REGRET, w: th.Many = W) -> Proof:
    """E F(average) - F(x*) <= D^2/(2 eta T) + (eta/half) (L_0^2 + v)."""
    told, middle = regret_facts(w), A[T]
    bound = D**2 / (2 * eta * T) + eta / half * (L0**2 + v)
    claimed = (th.mean(F(middle)) - F(u), "<=", bound)
    p = Proof(Theorem((L0, L1, D, eta, v, T, F, u, x, w, A), given=given, concludes=claimed))

    def said(at: Num) -> th.Said:
        gaps = th.total(t, 0, at - 1, th.mean(F(x[t])) - F(u))
        left = 2 * eta * gaps + th.mean(th.square(x[at] - u))
        return left, "<=", D**2 + at * (eta**2 * (L0**2 + v))

    begun = p.gram(said(0 * T), [(1, p.expect(p.given(told[3])))])
    here = p.induction(k, 0, said(k), begun)
    g = F.grad(x[k])
    sure = p.gram((
        th.square(x[k + 1] - u) + 2 * eta * (F(x[k]) - F(u)), "<=",
        th.square(x[k] - u) - 2 * eta * (w[k] @ (x[k] - u)) + 2 * eta**2 * (w[k] @ g)
        + eta**2 * (L0**2 + th.square(w[k]))), [
        (1, p.at(p.given(told[0]), k)), (eta**2, p.at(p.given(told[1]), k)),
        (2 * eta, p.convexity(F, u, x[k])),
    ])  # fmt: skip
    p.gram(said(k + 1), [
        (1, here), (1, p.expect(sure)), (-2 * eta, p.centred(w[k], x[k] - u)),
        (2 * eta**2, p.centred(w[k], g)), (eta**2, p.at(p.given(told[2]), k)),
    ])  # fmt: skip
    last = p.at(p.close(), T)

    def jensen(at: Num, summed: th.Vec) -> th.Said:
        linear = F.grad(middle) @ (T * summed - at * middle)
        return at * F(middle) + linear, "<=", th.total(t, 0, at - 1, F(x[t]))

    zero = th.num(0)
    start = p.gram(jensen(zero, th.Vec(["zero"])), [])
    here = p.induction(i, 0, jensen(i, A[i]), p.unfold(jensen(zero, A[0]), start, [(A, 0)]))
    grown = p.gram(jensen(i + 1, A[i] + 1 / T * x[i]),
                   [(1, here), (1, p.convexity(F, x[i], middle))])  # fmt: skip
    p.unfold(jensen(i + 1, A[i + 1]), grown, [(A, i + 1)])
    mean = p.expect(p.at(p.close(), T))
    p.gram(claimed, [(1 / T, mean), (1 / (2 * eta * T), last)],
           mean_squares=[(1 / (2 * eta * T), x[T] - u)])  # fmt: skip
    return p


STABLE: tuple[Any, ...] = (
    (eta * L1, "<=", 2), (th.square(x[0 * T] - y[0 * T]), "=", 0),
    (t, 0, (th.square(x[t + 1] - y[t + 1]), "<=", th.square(_step(F, x, t) - _step(G, y, t)))),
    (t, 0, (th.square(F.grad(y[t]) - G.grad(y[t])), "<=", (2 * L0 / n) ** 2)),
)  # fmt: skip


def stability(*, share: int = 1, given: Sequence[Any] = STABLE) -> Proof:
    """The averages of both runs are share L_0 eta T/n apart at most, surely."""
    apart = th.total(t, 0, T - 1, x[t] - y[t])
    claimed = (abs(1 / T * apart), "<=", L0 * eta * T / (share * n))
    p = Proof(Theorem((L0, L1, eta, T, n, F, G, x, y, W), given=given, concludes=claimed))
    slow = eta * (2 * L0 / n)

    def said(at: Num) -> th.Said:
        return th.square(x[at] - y[at]), "<=", (slow * at) ** 2

    def moved(at: Num) -> tuple[th.Vec, th.Vec]:
        """By the same gradients, and by the difference of the two."""
        r = F.grad(x[at]) - F.grad(y[at])
        return x[at] - y[at] - eta * r, eta * (F.grad(y[at]) - G.grad(y[at]))

    def short(at: Num) -> int:
        """A step of both with one function does not lengthen their distance."""
        r = F.grad(x[at]) - F.grad(y[at])
        to, back = x[at] - 1 / L1 * r, y[at] + 1 / L1 * r
        used = [p.convexity(F, to, y[at]), p.descent(F, to, x[at])]
        used += [p.convexity(F, back, x[at]), p.descent(F, back, y[at])]
        multiples = [(2 * eta, one) for one in used]
        return p.gram((th.square(moved(at)[0]), "<=", th.square(x[at] - y[at])), multiples,
                      squares=[(eta * (2 / L1 - eta), r)])  # fmt: skip

    def drift(at: Num) -> int:
        """How far the gradients of both functions are apart."""
        return p.at(p.given(STABLE[3]), at)

    def closer(at: Num, part: Num, before: int, most: Num) -> int:
        """|x - y|^2 after a step is (1 + 1/part) and 1 + part times two squares at most."""
        own, other = moved(at)
        step = p.at(p.given(STABLE[2]), at)
        facts = [(1, step), (1 + 1 / part, short(at)), (1 + 1 / part, before),
                 (eta**2 * (1 + part), drift(at))]  # fmt: skip
        return p.gram((th.square(x[at + 1] - y[at + 1]), "<=", most), facts,
                      squares=[(1 / part, own + part * other)])  # fmt: skip

    zero, one = 0 * T, th.num(1)
    p.limit(M, said(one), slow**2)
    closer(zero, 1 / M, p.given(STABLE[1]), slow**2 + slow**2 / M)
    here = p.induction(k, 1, said(k), p.close())
    closer(k, k, here, (slow * (k + 1)) ** 2)
    near = p.close()

    def total(count: Num) -> th.Vec:
        whole: th.Vec = th.total(t, 0, count - 1, x[t] - y[t])
        return whole

    def summed(at: Num) -> th.Said:
        return abs(total(at)), "<=", slow * (at * (at - 1) / 2)

    p.limit(M, (abs(x[zero] - y[zero]), "<=", 0), th.num(1) / 2)
    p.gram((abs(x[zero] - y[zero]), "<=", 1 / (2 * M)), [
        (1, p.middle(x[zero] - y[zero], 1 / M)), (M / 2, p.given(STABLE[1]))])  # fmt: skip
    same = p.close()
    here = p.induction(j, 1, summed(j), p.gram(summed(one), [(1, same)]))
    far = p.gram((abs(x[j] - y[j]), "<=", slow * j), [
        (1, p.middle(x[j] - y[j], slow * j)), (1 / (2 * slow * j), p.at(near, j))])  # fmt: skip
    p.gram(summed(j + 1), [
        (1, p.triangle((1, total(j)), (1, x[j] - y[j]))), (1, here), (1, far)])  # fmt: skip
    last = p.at(p.close(), T)
    p.gram(claimed, [(1, p.triangle((1 / T, total(T)))), (1 / T, last)])
    return p


SIZES = "L_0, D, S, T, n, d, rho > 0"
_K = "1/(2*T) + d/(n^2*rho) + 1/n"
_NOISE = "d*(2*T*L_0^2/(n^2*rho))"  # its mean square
REGRET_IS, GAP_IS = f"D^2/(2*(S/T)*T) + (S/T)/2*(L_0^2 + {_NOISE})", "L_0*(L_0*(S/T)*T/n)"
SUM = f"F_mean - F_n <= {GAP_IS}", f"F_n - F_best <= {REGRET_IS}", "F_best = F_star"


def added(where: Sequence[str] = SUM, share: int = 2) -> Relation:
    """The regret on the sample, and what is lost beyond it."""
    bound = f"D^2/({share}*S) + S*L_0^2*({_K})"
    return parse(f"F_mean - F_star <= {bound}", where=", ".join([SIZES, *where]))


_LESS = parse("0 <= b + m", where="0 <= b + y, y <= m")


def is_added(**changes: Any) -> Outcome:  # noqa: ANN401
    """F_mean - F* = (F_mean - F_n) + (F_n - F_best), and both bounds add up to the third."""
    said = added(**changes)
    gap, regret_is = (parse(f"{text} <= 1", where=SIZES).left for text in (GAP_IS, REGRET_IS))
    a, b, c, star = (parse(f"{name} <= 1").left for name in ("F_mean", "F_n", "F_best", "F_star"))
    rest = Expr("+", (gap, Expr("neg", (a,))))
    return certify(said, methods=("sign", "identity"), facts=[
        (_LESS, {"b": Expr("+", (regret_is, c)), "y": Expr("neg", (b,)), "m": rest}),
        (_LESS, {"b": Expr("+", (regret_is, rest)), "y": c, "m": star})])  # fmt: skip


def best(root: str = "2/n + 2*d/(n^2*rho) + 1/T") -> tuple[Relation, Relation]:
    """The least value over S, and where it is reached."""
    whole, value = f"D^2/(2*S) + S*L_0^2*({_K})", f"L_0*D*sqrt({root})"
    return (parse(f"{whole} = {value}", where=f"{SIZES}, S = D/(L_0*sqrt(2*({_K})))"),
            parse(f"{value} <= {whole}", where=SIZES))  # fmt: skip


MODERATE = ("T >= n", "epsilon <= Lambda")
_RHO = (
    "rho = (sqrt(Lambda+epsilon)-sqrt(Lambda))^2, Lambda > 0, epsilon > 0, L_0, D, T, n, d, rho > 0"
)


def budget(where: Sequence[str] = MODERATE, factor: int = 4) -> Relation:
    """The bound for the rho of (epsilon, delta)."""
    left = "L_0*D*sqrt(2/n + 2*d/(n^2*rho) + 1/T)"
    right = f"L_0*D*(sqrt(3/n) + {factor}*sqrt(d*Lambda)/(n*epsilon))"
    return parse(f"{left} <= {right}", where=", ".join([_RHO, *where]))


LEMMAS = ("sign", "identity", "radicals", "factors", "powers")
_EIGHTH = parse("h^2/(8*L) <= r", where="r = (sqrt(L+h)-sqrt(L))^2, L > 0, h > 0, h <= L")
_WITHIN = parse("2/n + 2*d/(n^2*r) + 1/T <= 3/n + 16*d*L/(n^2*h^2)",
                where="T >= n, h^2/(8*L) <= r, n, d, L, h, T, r > 0")  # fmt: skip
_GROWS = parse("sqrt(u) <= sqrt(v)", where="u <= v, u > 0")
_ROOTS = parse("sqrt(p+q) <= sqrt(p) + sqrt(q)", where="p, q > 0")
_TIMES = parse("k*x <= k*y", where="x <= y, k > 0")


def is_within_budget(**changes: Any) -> Outcome:  # noqa: ANN401
    """Rho >= eps^2/(8 Lambda), and the root of a sum is at most that of its parts."""
    names = "L_0 D T n d rho Lambda epsilon".split()
    size, far, steps, count, dim, zcdp, level, eps = declare(" ".join(names) + " > 0")
    own = {"L": level, "h": eps, "r": zcdp, "n": count, "d": dim, "T": steps}
    inside = 2 / count + 2 * dim / (count**2 * zcdp) + 1 / steps
    root, square = 4 * sp.sqrt(dim * level) / (count * eps), 16 * dim * level / (count * eps) ** 2
    return certify(budget(**changes), methods=LEMMAS, facts=[
        (_EIGHTH, {name: own[name] for name in "Lhr"}), (_WITHIN, own),
        (_GROWS, {"u": inside, "v": 3 / count + square}),
        (_ROOTS, {"p": 3 / count, "q": square}), (sp.sqrt(square), "=", root),
        (sp.sqrt(inside), "<=", sp.sqrt(3 / count) + root),
        (_TIMES, {"k": size * far, "x": sp.sqrt(inside), "y": sp.sqrt(3 / count) + root}),
    ])  # fmt: skip
