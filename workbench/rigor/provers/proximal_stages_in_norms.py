"""Inexact proximal steps in any norm, such as that of l_p, whatever solves the stages.

y_t is the point of X at which F + beta/2 |. - x_t|^2 is least, and x_{t+1} any point of X.  By
values alone, without any convexity, on every path

    1/T sum |x_t - y_t|^2 <= 2 (F(x_0) - F*)/(beta T) + 1/T sum |x_{t+1} - y_t|^2.

At y_t a subgradient g of F and the gradient j of |.|^2/2 at y_t - x_t, whose dual norm is
|y_t - x_t|, have <g + beta j, w - y_t> >= 0 for all w in X.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Expr, Relation, declare
from workbench.symbolic import theorem as th
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem, Vec

HALF = Fraction(1, 2)
beta, D, r = (th.number(name, above=0) for name in ("beta", "D", "r"))
T, t, i = th.integer("T", at_least=1), th.integer("t"), th.integer("i")
X = th.geometry("X")
F = th.function("F", on=X)
x, y = th.points("x", X), th.points("y", X)
w, z = th.point("w", X), th.point("z", X)


def stage(at: Vec, centre: Vec) -> Num:
    """What a stage minimises."""
    return F(at) + beta / 2 * X.square(at - centre)


def excess(at: Num, to: Vec) -> Num:
    """How far y_t is above a point, in stage t."""
    return stage(y[at], x[at]) - stage(to, x[at])


LEAST = (t, 0, (th.supremum((w,), excess(t, w)), "<=", 0))
BEST = (t, 0, (F(z), "<=", F(y[t])))
GIVEN: tuple[Any, ...] = (LEAST, BEST)


def path(*, price: int = 1, given: Sequence[Any] = GIVEN) -> Proof:
    """The mean square of the steps to the proximal points, for every outcome of all stages."""

    def mean(last: Num, weight: Any, moved: Num) -> Any:  # noqa: ANN401 - a number
        return th.total(t, 0, last, weight * moved)

    near, missed, first = X.square(y[t] - x[t]), X.square(y[t] - x[t + 1]), th.num(0)
    start = 2 / (beta * T) * (F(x[first]) - F(z))
    said = (mean(T - 1, 1 / T, near), "<=", start + price * mean(T - 1, 1 / T, missed))
    p = Proof(Theorem((beta, T, X, F, z, x, y), given=given, concludes=said))

    def least(at: Num, to: Vec) -> list[tuple[Any, int]]:
        of = th.supremum((w,), excess(at, w))
        return [(1, p.under(of, [to])), (1, p.at(p.given(LEAST), at))]

    def known(last: Num) -> Any:  # noqa: ANN401 - a relation
        after = F(x[first]) - stage(y[last + 1], x[last + 1])
        return mean(last, beta / 2, near), "<=", after + mean(last, beta / 2, missed)

    zero = p.scaled(X, 0, x[first], which="sq")
    base = p.gram((stage(y[first], x[first]), "<=", F(x[first])),
                  [*least(first, x[first]), (beta / 2, zero)])  # fmt: skip
    here = p.induction(
        i, 0, known(i), p.gram(known(first), [(1, base), *least(first + 1, y[first])])
    )
    p.gram(known(i + 1), [(1, here), *least(i + 2, y[i + 1])])
    end = p.at(p.close(), T - 1)
    p.gram(said, [(2 / (beta * T), end), (2 / (beta * T), p.at(p.given(BEST), T)),
                  (1 / T, p.norm(X, y[T] - x[T], which="sq"))])  # fmt: skip
    return p


a, b, u = (th.point(name, X) for name in ("x_t", "y_t", "u"))
g, j = th.vector("g"), th.vector("j")
ALONG = th.supremum((w,), -1 * ((g + beta * j) @ (w - b)))
STILL: tuple[Any, ...] = (
    (ALONG, "<=", 0), (X.dual(j), "<=", X.square(b - a)), (X.square(b - a), "<=", r**2),
    (X.square(b), "<=", D**2), (X.square(u), "<=", D**2),
)  # fmt: skip


def stationary(*, factor: int = 2, given: Sequence[Any] = STILL) -> Proof:
    """<g, y_t - u> <= 2 beta D r for each u in X, where |x_t - y_t| <= r."""
    said = (g @ (b - u), "<=", factor * beta * D * r)
    p = Proof(Theorem((beta, D, r, X, a, b, u, g, j), given=given, concludes=said))
    scale, far = 2 * D / r, u - b
    young = p.young(X, scale * j, far)
    wide, turned = p.parallel(X, u, -1 * b, which="sq"), p.scaled(X, -1, b, which="sq")
    least, dual, near, inside, other = (p.given(one) for one in STILL)
    size = beta / scale * HALF
    p.gram(said, [
        (1, p.under(ALONG, [u])), (1, least), (beta / scale, young),
        (size, p.scaled(X, scale, j, which="dual")), (size * scale**2, dual),
        (size * scale**2, near), (size, wide), (2 * size, turned), (2 * size, inside),
        (2 * size, other),
    ])  # fmt: skip
    return p


p_, log_N, log_v, S, Q = declare("p > 0, real lnN lnv S Q")
dim = declare("integer d > 0")
CONJUGATE = ((1, "<", p_),)
q_ = p_ / (p_ - 1)


def gradient(*, power: int = 2, where: Sequence[Any] = CONJUGATE) -> LawStatement:
    """Of v with |v|_p = N the gradient N^(2-p) |v_k|^(p-1) sign(v_k) has the length N in l_q."""
    entry = (power - p_) * log_N + (p_ - 1) * log_v
    means = {S: sp.exp(p_ * log_v), Q: sp.exp(q_ * entry)}
    return LawStatement((Q, "=", sp.exp(q_ * log_N)), random=(log_v,), means=means,
                        where=[(S, "=", sp.exp(p_ * log_N)), *where], over=dim)  # fmt: skip


_SPLIT = parse("0 = exp(u) + (-exp(a))*exp(b)", where="u = a + b")
_ENDS = parse("x = exp(b)", where="0 = x + (-exp(u))*y, y = exp(a), b = a + u")


def has_the_length(**changes: Any) -> Outcome:  # noqa: ANN401
    """The powers of one entry: (N^(2-p) |v|^(p-1))^q = N^((2-p) q) |v|^p."""
    proof = LawProof(gradient(**changes), seconds=2)
    outer = (2 - p_) * q_ * log_N
    parts = {"u": q_ * ((2 - p_) * log_N + (p_ - 1) * log_v), "a": outer, "b": p_ * log_v}
    proof.integrate("=", (1, Q), (-sp.exp(outer), S), facts=[(_SPLIT, parts)])
    ends = {"x": Q, "y": S, "u": outer, "a": p_ * log_N, "b": q_ * log_N}
    return proof.outcome(facts=[(_ENDS, ends)])


near, missed, F_0, F_best, E_near, E_missed = declare(
    "near missed >= 0, real F_0 F_best E_near E_missed"
)
b_, n_T, Lambda, M, L0, m, K = declare("beta T Lambda M L_0 m K > 0")
FAR = 4 / Lambda**2 * (M / sp.sqrt(K + 1) + L0 / sp.sqrt(m)) ** 2
MISSED = ((E_missed, "<=", FAR),)


def mean_square(*, price: int = 1, where: Sequence[Any] = MISSED) -> LawStatement:
    """The mean over stages and outcomes, where the solver misses the proximal point by so much."""
    start = 2 * (F_0 - F_best) / (b_ * n_T)
    return LawStatement(
        (E_near, "<=", start + price * FAR), random=(near, missed), where=where,
        means={E_near: near, E_missed: missed}, sure=[(near, "<=", start + missed)],
    )  # fmt: skip


def is_mean_square(**changes: Any) -> Outcome:  # noqa: ANN401
    """The bound of every path, integrated."""
    proof = LawProof(mean_square(**changes), seconds=2)
    start = 2 * (F_0 - F_best) / (b_ * n_T)
    proof.integrate("<=", (start, 1), (1, E_missed), (-1, E_near), methods=("sign", "identity"))
    added = {"b": start, "a": E_missed, "n": E_near, "f": FAR}
    return proof.outcome(methods=("sign", "identity"), facts=[(_ADDED, added)])


_ADDED = parse("n <= b + f", where="0 <= b + a - n, a <= f")
METHODS = ("sign", "identity", "sos", "factors", "powers", "substitution")
SIZES = "Delta, T, rho_w, G, L_0, M, n, d, rho, kappa, m, K > 0"
WHOLE = "(G^2+L_0^2)*T/n+2*kappa^2*d*L_0^2*T^2/(n^2*rho)"
SOLVER = "M^2/(K+1) <= G^2/(K+1)+2*kappa^2*d*L_0^2/(m^2*rho)", "m = n/T", "K >= m"


def setting(*, whole: str = WHOLE, where: Sequence[str] = SOLVER) -> Relation:
    """The mean square for beta = 2 kappa rho_w, where Lambda is rho_w, and K >= n/T steps."""
    left = "2*Delta/(2*kappa*rho_w*T)+4/rho_w^2*(M/sqrt(K+1)+L_0/sqrt(m))^2"
    right = f"Delta/(kappa*rho_w*T)+8/rho_w^2*({whole})"
    return parse(f"{left} <= {right}", where=", ".join([SIZES, *where]))


_HALVES = parse("4/w^2*(a+b)^2 <= 8/w^2*(u+v)", where="w > 0, a^2 <= u, b^2 <= v")
_FEW = parse("g/(K+1) <= g*T/n", where="K >= m, m = n/T, n > 0, T > 0, g > 0, K > 0")
_NOISE = parse("2*k*l/(m^2*rho) <= 2*k*l*T^2/(n^2*rho)",
               where="m = n/T, n > 0, T > 0, k > 0, l > 0, rho > 0")  # fmt: skip
_OVER = parse("(M/sqrt(K+1))^2 = M^2/(K+1)", where="K > 0")
_SUM = parse("x <= g + q", where="x = y, y <= h + r, h <= g, r <= q")
_RECORDS = parse("(l/sqrt(m))^2 <= l^2*T/n", where="m = n/T, n > 0, T > 0")


def is_set(**changes: Any) -> Outcome:  # noqa: ANN401
    """(a + b)^2 <= 2 a^2 + 2 b^2, and 1/(K + 1) is at most 1/m = T/n."""

    def term(text: str) -> Expr:
        return parse(f"{text} <= 1", where=SIZES).left

    size = {name: term(name) for name in ("K", "m", "n", "T", "rho", "M")}
    batch = {name: size[name] for name in ("m", "n", "T")}
    steep, noise, slopes = (
        term("G^2*T/n"),
        term("2*kappa^2*d*L_0^2*T^2/(n^2*rho)"),
        term("L_0^2*T/n"),
    )
    own = {"x": term("(M/sqrt(K+1))^2"), "y": term("M^2/(K+1)"), "h": term("G^2/(K+1)"),
           "r": term("2*kappa^2*d*L_0^2/(m^2*rho)"), "g": steep, "q": noise}  # fmt: skip
    both = {"w": term("rho_w"), "a": term("M/sqrt(K+1)"), "b": term("L_0/sqrt(m)"),
            "u": term("G^2*T/n+2*kappa^2*d*L_0^2*T^2/(n^2*rho)"), "v": slopes}  # fmt: skip
    return certify(setting(**changes), methods=METHODS, facts=[
        (_FEW, {**batch, "K": size["K"], "g": term("G^2")}),
        (_NOISE, {**batch, "rho": size["rho"], "k": term("kappa^2*d"), "l": term("L_0^2")}),
        (_OVER, {"M": size["M"], "K": size["K"]}), (_SUM, own),
        (_RECORDS, {"l": term("L_0"), **batch}), (_HALVES, both),
    ])  # fmt: skip


def switch(power: int = 2) -> tuple[Relation, ...]:
    """What p' = 1 + 1/ln d costs: the constant of convexity, the norms, the weak convexity."""
    exponent = "p = 1+1/ell, ell > 0"
    return (
        parse("1/(p-1) = ell", where=exponent), parse("exp(ell*(1-1/p)) <= exp(1)", where=exponent),
        parse(f"rho_w/2*s^2 <= exp({power})*rho_w/2*r^2",
              where="s <= exp(1)*r, s, r >= 0, rho_w > 0"),
    )  # fmt: skip


def is_switched(**changes: Any) -> Outcome:  # noqa: ANN401
    """Both norms change by d to the power 1/(1 + ln d), which is at most e."""
    return certify(switch(**changes))
