"""The mean Frank-Wolfe gap of smooth functions that need not be convex, with estimated gradients.

    gap(x) = sup over y in X of <grad F(x), x - y>,     attained at some y_t for x = x_t.

With the step x_{t+1} = (1 - eta) x_t + eta v_t, where v_t is the best point for the estimate G_t,
or the best vertex for G_t and the noise xi_t of each vertex,

    eta gap(x_t) <= F(x_t) - F(x_{t+1}) + eta (error) + 2 eta^2 L_1 D^2,

and the error is <G_t - grad F(x_t), y_t - v_t>, and <xi_t, l_t - u_t> where there is noise of
vertices: u_t and l_t are the weights of v_t and y_t.  The values of F telescope.  e is any bound
on the root of the mean square of the error of an estimate, or on the mean of its largest entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.noisy_frank_wolfe import M, P, S, u, w, xi, z
from workbench.rigor.provers.regular_frank_wolfe import (
    L0,
    L1,
    D,
    G,
    Said,
    Steps,
    T,
    X,
    eta,
    k,
    t,
    v,
    x,
    y,
)
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

off_by, scale = th.number("e", above=0), th.number("lambda", above=0)
F = th.function("F", smooth=L1, on=X)
best, weights = th.draws("best", t, mean=None, of=X), th.draws("m", t, mean=None, of=S)
NORM = Steps(lambda _: 1 - eta, lambda _: eta, lambda _: off_by, None, F)
VALUES: Said = (th.supremum((y, z), F(y) - F(z)), "<=", 2 * L0 * D)


def gap(at: Num) -> Num:
    """The gap at a point of the method."""
    return th.supremum((y,), F.grad(x[at]) @ (x[at] - y))


def chosen(at: Num) -> Num:
    """By how much the choice of a vertex is worse than an average of vertices, at most."""
    return th.supremum((w,), G[at] @ (v[at] - P(w)) + xi[at] @ (u[at] - w))


def off(at: Num) -> Num:
    """How far products with the estimate are from those with the gradient, at most."""
    return th.supremum((y, z), (G[at] - F.grad(x[at])) @ (y - z))


def largest(at: Num) -> Num:
    """The largest -xi of a vertex."""
    return th.supremum((w,), -1 * (xi[at] @ w))


_COMMON: dict[str, Any] = {
    "eta": (eta, "<=", 1), "values": VALUES,
    "best": (t, 0, (gap(t), "<=", F.grad(x[t]) @ (x[t] - best[t]))),
}  # fmt: skip
_STEPS = NORM.given()
GIVEN: dict[str, dict[str, Any]] = {
    "norm": {**_COMMON, **_STEPS, "short": (t, 0, (X.square(best[t]), "<=", D**2))},
    "vertices": {
        **_COMMON, **{name: _STEPS[name] for name in ("step", "point", "vertex")},
        "choice": (t, 0, (chosen(t), "<=", 0)),
        "average": (t, 0, (G[t] @ (best[t] - P(weights[t])), "=", 0)),
        "noise": (t, 0, (th.mean(largest(t)), "<=", scale * (1 + th.ln(M)))),
        "error": (t, 0, (th.mean(off(t)), "<=", 2 * D * off_by)),
    },
}  # fmt: skip
HYPOTHESES = {version: tuple(told.values()) for version, told in GIVEN.items()}


def _norm(p: Proof, at: Num) -> int:
    """eta E gap in terms of values, where errors are known in the mean square."""
    told = GIVEN["norm"]
    bend, spent = 2 * eta**2 * L1 * D**2, eta * D * off_by
    sure = (eta * gap(at), "<=",
            F(x[at]) - F(x[at + 1]) + eta * D * NORM.squares(at) + spent + bend)  # fmt: skip
    errors = NORM.against(p, at, best[at], p.at(p.given(told["short"]), at))
    return p.gram((eta * th.mean(gap(at)), "<=", _fallen(at) + 2 * spent + bend), [
        (1, p.expect(p.gram(sure, [
            *NORM.descends(p, at), (eta, p.at(p.given(told["best"]), at)),
            (eta, p.under(NORM.chosen(at), (best[at],))), (eta, p.at(p.given(told["choice"]), at)),
            *((eta * c, place) for c, place in errors),
        ]))), *((eta * c, place) for c, place in NORM.means(p, at)),
    ])  # fmt: skip


def _vertices(p: Proof, at: Num) -> int:
    """eta E gap in terms of values, where the largest noise and error are known in the mean."""
    told = GIVEN["vertices"]
    bend = 2 * eta**2 * L1 * D**2
    wrong = eta * (off(at) + xi[at] @ (weights[at] - u[at]))
    sure = (eta * gap(at), "<=", F(x[at]) - F(x[at + 1]) + wrong + bend)
    spent = eta * (2 * D * off_by + scale * (1 + th.ln(M)))
    return p.gram((eta * th.mean(gap(at)), "<=", _fallen(at) + spent + bend), [
        (1, p.expect(p.gram(sure, [
            *NORM.descends(p, at), (eta, p.at(p.given(told["best"]), at)),
            (eta, p.under(chosen(at), (weights[at],))), (eta, p.at(p.given(told["choice"]), at)),
            (-1 * eta, p.at(p.given(told["average"]), at)),
            (eta, p.under(off(at), (best[at], v[at]))),
        ]))),
        (eta, p.expect(p.under(largest(at), (u[at],)))), (eta, p.centred(xi[at], weights[at])),
        (eta, p.at(p.given(told["noise"]), at)), (eta, p.at(p.given(told["error"]), at)),
    ])  # fmt: skip


def _fallen(at: Num) -> Num:
    return th.mean(F(x[at])) - th.mean(F(x[at + 1]))


def mean_gap(
    version: str, *, bend: int = 2, given: Sequence[Any] | None = None
) -> Proof:  # fmt: skip
    """The mean of E gap(x_t) over t < T is 2 L_0 D/(eta T) + 2 eta L_1 D^2 + the errors at most."""
    norm = version == "norm"
    cost = 2 * D * off_by + (0 if norm else scale * (1 + th.ln(M)))
    every = th.total(t, 0, T - 1, th.mean(gap(t)))
    said = (1 / T * every, "<=", 2 * L0 * D / (eta * T) + bend * eta * L1 * D**2 + cost)
    more = () if norm else (M, scale)
    draws = (x, best, G, v) if norm else (x, best, weights, G, xi, u, v)
    sets = (X, F) if norm else (X, S, P, F)
    p = Proof(Theorem((D, L0, L1, eta, off_by, T, *more, *sets, *draws), concludes=said,
                      given=HYPOTHESES[version] if given is None else given))  # fmt: skip

    def claimed(at: Num) -> Said:
        gaps = th.total(t, 0, at - 1, eta * th.mean(gap(t)))
        first = th.mean(F(x[th.num(0)])) - th.mean(F(x[at]))
        return gaps, "<=", first + at * eta * (cost + 2 * eta * L1 * D**2)

    here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * T), []))
    p.gram(claimed(k + 1), [(1, here), (1, (_norm if norm else _vertices)(p, k))])
    whole, spent = p.at(p.close(), T), 1 / (eta * T)
    ends = p.expect(p.under(VALUES[0], (x[th.num(0)], x[T])))
    p.gram(said, [(spent, whole), (spent, ends), (spent, p.given(VALUES))])
    return p


FEWER = "p >= 0, p <= q-1"
SIZES = "b_0 > 0, b_1 > 0, q >= 1, eta > 0, L_0 > 0, L_1 > 0, D > 0"


def squares(apart: int = 2, factor: int = 16) -> tuple[Relation, ...]:
    """Twice what a restart and an increment have, and what all since the restart add up to."""
    first, later = f"{apart}*L_0/b_0", f"{apart}*(2*eta*L_1*D)/b_1"
    added = f"4*L_0^2/b_0 + {factor}*q*eta^2*L_1^2*D^2/b_1"
    return (
        parse(f"b_0*({first})^2 + p*b_1*({later})^2 <= {added}", where=f"{SIZES}, {FEWER}"),
        parse("v_0 + p*v_1 <= v_0 + q*v_1", where=f"v_0 >= 0, v_1 >= 0, {FEWER}"),
    )


def proxies(factor: int = 4) -> Relation:
    """What the squares of the largest entries add up to."""
    added = f"L_0^2/b_0 + {factor}*q*eta^2*L_1^2*D^2/b_1"
    return parse(f"b_0*(L_0/b_0)^2 + q*b_1*(2*eta*L_1*D/b_1)^2 <= {added}", where=SIZES)
