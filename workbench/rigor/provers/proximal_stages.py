"""Inexact proximal steps on a weakly convex function, whatever solves the stages.

F + rho_w/2 |.|^2 is convex on X; y_t is the point of X at which F + beta/2 |. - x_t|^2 is least,
and x_{t+1} any point of X.  H stands for the convex function, k_t for a subgradient of it, so that
k_t - rho_w y_t is one of F.  On every path

    1/T sum |x_t - y_t|^2 <= 2 (F(x_0) - F*)/(beta T) + 2/(beta - rho_w) 1/T sum a_t,

a_t being what x_{t+1} misses in stage t: F + beta/2 |. - x_{t+1}|^2 at y_t bounds its minimum.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Expr, Relation, declare
from workbench.symbolic import theorem as th
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem, Vec

beta, weak, D = th.number("beta", above=0), th.number("rho_w", at_least=0), th.number("D", above=0)
T, t, j = th.integer("T", at_least=1), th.integer("t"), th.integer("j")
X, S = th.geometry("X"), th.convex("S")
H = th.function("H", on=X)
x, y, k = th.points("x", X), th.points("y", X), th.points("k", S)
w, z = th.point("w", X), th.point("z", X)


def value(at: Vec) -> Num:
    """The function F itself."""
    return H(at) - weak / 2 * th.square(at)


def stage(at: Vec, centre: Vec) -> Num:
    """What a stage minimises."""
    return value(at) + beta / 2 * th.square(at - centre)


def slope(at: Num, to: Vec) -> Num:
    """The derivative of stage t at y_t towards a point, with the subgradient k_t."""
    return (k[at] - weak * y[at] + beta * (y[at] - x[at])) @ (to - y[at])


def below(at: Num, to: Vec) -> Num:
    """How far the tangent of H at y_t is above it at a point."""
    return H(y[at]) + k[at] @ (to - y[at]) - H(to)


LEAST = (t, 0, (th.supremum((w,), -slope(t, w)), "<=", 0))
TANGENT = (t, 0, (th.supremum((w,), below(t, w)), "<=", 0))
BEST = (t, 0, (value(z), "<=", value(y[t])))
GIVEN: tuple[Any, ...] = ((weak, "<", beta), LEAST, TANGENT, BEST)


def path(*, price: int = 2, given: Sequence[Any] = GIVEN) -> Proof:
    """The mean square of the steps to the proximal points, for every outcome of all stages."""

    def missed(at: Num) -> Num:
        return stage(x[at + 1], x[at]) - stage(y[at], x[at])

    first = th.num(0)
    mean = th.total(t, 0, T - 1, 1 / T * missed(t))
    start = 2 / (beta * T) * (value(x[first]) - value(z))
    left = th.total(t, 0, T - 1, 1 / T * th.square(x[t] - y[t]))
    said = (left, "<=", start + price / (beta - weak) * mean)
    p = Proof(Theorem((beta, weak, T, X, S, H, z, x, y, k), given=given, concludes=said))

    def exact(at: Num, to: Vec) -> int:
        """Stage t at a point is above that at y_t by (beta - rho_w)/2 times the square."""
        far = (beta - weak) / 2 * th.square(to - y[at])
        parts = []
        for told, most in ((LEAST, -slope(at, w)), (TANGENT, below(at, w))):
            parts += [(1, p.under(th.supremum((w,), most), [to])), (1, p.at(p.given(told), at))]
        return p.gram((stage(y[at], x[at]) + far, "<=", stage(to, x[at])), parts)

    def known(last: Num) -> Any:  # noqa: ANN401 - a relation
        sides = th.total(t, 0, last, beta / 2 * th.square(x[t] - y[t]))
        misses = th.total(t, 0, last, beta / (beta - weak) * missed(t))
        after = stage(y[last + 1], x[last + 1])
        return sides, "<=", value(x[first]) - after + misses

    def step(at: Num, now: Sequence[Any]) -> int:
        half = (beta - weak) / 2
        return p.gram(known(at), [
            *now, (1, exact(at + 1, y[at])), (beta / (beta - weak), exact(at, x[at + 1]))
        ], squares=[(half, y[at] - y[at + 1])])  # fmt: skip

    p.visible((beta - weak, ">", 0))
    base = p.gram(
        (stage(y[first], x[first]), "<=", value(x[first])), [(1, exact(first, x[first]))],
        squares=[((beta - weak) / 2, x[first] - y[first])],
    )  # fmt: skip
    here = p.induction(j, 0, known(j), step(first, [(1, base)]))
    step(j + 1, [(1, here)])
    end = p.at(p.close(), T - 1)
    least = p.at(p.given(BEST), T)
    p.gram(said, [(2 / (beta * T), end), (2 / (beta * T), least)],
           squares=[(1 / T, y[T] - x[T])])  # fmt: skip
    return p


a, b, u = (th.point(name, X) for name in ("x_t", "y_t", "u"))
g = th.vector("g")
STILL: tuple[Any, ...] = (
    (th.supremum((w,), -1 * ((g + beta * (b - a)) @ (w - b))), "<=", 0),
    (abs(b), "<=", D), (abs(u), "<=", D),
)  # fmt: skip


def stationary(*, factor: int = 2, given: Sequence[Any] = STILL) -> Proof:
    """<g, y_t - u> <= 2 beta D |x_t - y_t| for each u in X and a subgradient g at y_t."""
    said = (g @ (b - u), "<=", factor * beta * D * abs(a - b))
    p = Proof(Theorem((beta, D, X, a, b, u, g), given=given, concludes=said))
    sum_of_both = p.triangle((1, b), (-1, u))
    wide = p.gram(
        (abs(b - u), "<=", 2 * D),
        [(1, sum_of_both), (1, p.given(STILL[1])), (1, p.given(STILL[2]))],
    )
    least = th.supremum((w,), -1 * ((g + beta * (b - a)) @ (w - b)))
    p.gram(said, [(1, p.under(least, [u])), (1, p.given(STILL[0])),
                  (beta, p.cauchy(wide, a - b))])  # fmt: skip
    return p


N, R, gap, A, F_0, F_best = declare("N R gap >= 0, real A F_0 F_best")
b_, r_, n_T, alpha, theta, radius = declare("beta > 0, rho_w >= 0, T > 0, alpha >= 0, theta D > 0")
E_N, E_A, E_R2, E_R, E_G = declare("real E_N E_A E_R2 E_R E_G")
MISSED = ((r_, "<", b_), (E_A, "<=", alpha))
CLOSE = ((E_R2, "<=", theta**2),)
_LINES = ("sign", "identity", "products")


def mean_square(*, price: int = 2, where: Sequence[Any] = MISSED) -> LawStatement:
    """The mean over stages and outcomes, where a stage misses alpha in the mean."""
    start = 2 * (F_0 - F_best) / (b_ * n_T)
    return LawStatement(
        (E_N, "<=", start + price * alpha / (b_ - r_)), random=(N, A), means={E_N: N, E_A: A},
        sure=[(N, "<=", start + 2 * A / (b_ - r_))], where=where,
    )  # fmt: skip


def is_mean_square(**changes: Any) -> Outcome:  # noqa: ANN401
    """The bound of every path, integrated."""
    proof = LawProof(mean_square(**changes), seconds=2)
    start, price = 2 * (F_0 - F_best) / (b_ * n_T), 2 / (b_ - r_)
    proof.integrate("<=", (start, 1), (price, E_A), (-1, E_N), methods=_LINES)
    return proof.outcome(methods=_LINES, facts=[(price * E_A, "<=", price * alpha)])


_HALF = parse("s/(2*t) <= t/2", where="s <= t^2, t > 0")
_LONG = parse("g <= c*t", where="0 <= c*m - g, m <= t, c > 0")
_ADDED = parse("m <= t", where="0 <= h + t/2 - m, h <= t/2")


def nearness(*, factor: int = 2, where: Sequence[Any] = CLOSE) -> tuple[LawStatement, ...]:
    """At a stage that is drawn uniformly: how near x_t is to y_t, and the gap at y_t."""
    parts: tuple[Any, ...] = (E_R, theta, {E_R2: R**2, E_R: R}, []), (
        E_G, factor * b_ * radius * theta, {E_R2: R**2, E_R: R, E_G: gap},
        [(gap, "<=", 2 * b_ * radius * R)],
    )  # fmt: skip
    return tuple(
        LawStatement((left, "<=", most), random=(R, gap)[: 1 + len(sure)], means=means, sure=sure,
                     where=where) for left, most, means, sure in parts)  # fmt: skip


def is_near(**changes: Any) -> Outcome:  # noqa: ANN401
    """R <= R^2/(2 theta) + theta/2, integrated."""
    found = []
    for statement in nearness(**changes):
        proof = LawProof(statement, seconds=2)
        proof.integrate("<=", (1 / (2 * theta), E_R2), (theta / 2, 1), (-1, E_R))
        added = {"h": E_R2 / (2 * theta), "t": theta, "m": E_R}
        proof.fact((E_R, "<=", theta), methods=("sign", "sos"),
                   facts=[(_HALF, {"s": E_R2, "t": theta}), (_ADDED, added)])  # fmt: skip
        if E_G in statement.means:
            proof.integrate("<=", (2 * b_ * radius, E_R), (-1, E_G), methods=_LINES)
        ends = {"c": 2 * b_ * radius, "t": theta, "m": E_R, "g": E_G}
        left = [(_LONG, ends)] if E_G in statement.means else []
        found.append(proof.outcome(methods=_LINES, facts=left))
    return all_of(found)


SIZES = "Delta, T, rho_w, G, L_0, n, d, rho, sigma, m, K > 0"
_SOLVED = "2*(G^2+d*sigma^2)/(K+1)+2*L_0^2/m+4*sqrt(2)*L_0*G/sqrt(K+1)"
WHOLE = "(2*G^2+2*L_0^2+4*sqrt(2)*L_0*G)*T/n+4*d*L_0^2*T^2/(n^2*rho)"
SOLVER = (
    f"alpha <= 1/(2*rho_w-rho_w)*({_SOLVED})",
    "sigma^2 = 2*K*L_0^2/(m^2*rho)", "m = n/T", "K >= m^2",
)  # fmt: skip


def setting(*, whole: str = WHOLE, where: Sequence[str] = SOLVER) -> Relation:
    """The mean square with the solver's error, for n/T records and their square of steps."""
    right = f"Delta/(rho_w*T)+2/rho_w^2*({whole})"
    left = "2*Delta/(2*rho_w*T)+2*alpha/(2*rho_w-rho_w)"
    return parse(f"{left} <= {right}", where=", ".join([SIZES, *where]))


_MANY = parse("m <= K+1", where="K >= m^2, m > 0")
_NOISY = parse(
    "2*d*v/(K+1) <= 4*d*l*T^2/(n^2*rho)",
    where="K > 0, d > 0, l > 0, rho > 0, m = n/T, n > 0, T > 0, v = 2*K*l/(m^2*rho)",
)
_ROOT = parse("m <= sqrt(K+1)", where="K >= m^2, m > 0")
_SHORT = parse("c/r <= c*T/n", where="c > 0, r > 0, m <= r, m = n/T, n > 0, T > 0")
_SUM = parse(
    "2*(g+r)/(K+1)+l+c/s <= y",
    where="K > 0, s > 0, 2*g/(K+1) <= h, 2*r/(K+1) <= q, c/s <= k, h+q+l+k <= y",
)
_TIMES = parse("1/(2*w-w)*z <= 1/w*y", where="z <= y, w > 0")
_THEN = parse("a <= v", where="a <= u, u <= v")
_DIVIDED = parse("2*a/(2*w-w) <= 2/w^2*y", where="a <= 1/w*y, w > 0")


def is_set(**changes: Any) -> Outcome:  # noqa: ANN401
    """1/(K + 1) and its root are at most 1/m = T/n, and K/(K + 1) is at most 1."""

    def term(text: str) -> Expr:
        return parse(f"{text} <= 1", where=SIZES).left

    steep, noise, last = term("G^2"), term("d*sigma^2"), term("4*sqrt(2)*L_0*G")
    most = [term(t) for t in ("2*G^2*T/n", "4*d*L_0^2*T^2/(n^2*rho)", "4*sqrt(2)*L_0*G*T/n")]
    whole, solver = term(WHOLE), term(_SOLVED)
    sizes = {name: term(name) for name in ("K", "m", "n", "T", "rho")}
    own = {**sizes, "d": term("d"), "l": term("L_0^2"), "v": term("sigma^2")}
    batch = {key: sizes[key] for key in ("m", "n", "T")}
    few, root = {key: sizes[key] for key in "mK"}, term("sqrt(K+1)")
    parts = {"g": steep, "r": noise, "l": term("2*L_0^2/m"), "c": last, "s": root,
             "h": most[0], "q": most[1], "k": most[2], "y": whole, "K": term("K")}  # fmt: skip
    bend, error = term("rho_w"), term("alpha")
    chain = {"a": error, "u": term(f"1/(2*rho_w-rho_w)*({_SOLVED})"),
             "v": term(f"1/rho_w*({WHOLE})")}  # fmt: skip
    return certify(setting(**changes), methods=(*_LINES, "powers", "sos"), facts=[
        (_MANY, few), (_SHORT, {**batch, "c": term("2*G^2"), "r": term("K+1")}), (_NOISY, own),
        (_ROOT, few), (_SHORT, {**batch, "c": last, "r": root}),
        (_SUM, parts), (_TIMES, {"w": bend, "z": solver, "y": whole}),
        (_THEN, chain), (_DIVIDED, {"w": bend, "a": error, "y": whole}),
    ])  # fmt: skip
