"""The population risk of a regularised minimiser with noise, for records drawn at random.

F_lam and G_lam are the risk and that on the records S at the minimiser x_lam, random as S is, and
G_star is that on S at a comparator, of risk F_star.  W and V are the losses of a fresh record at
x_lam(S), and at x_lam(S'), S' being S with this record in place of one of it: so E W = E F_lam, and
E V = E G_lam, as the fresh record and the one of S may be exchanged.  The points are rho apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, Outcomes
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.largest_noise import E_S, LIGHT, MEANS, TOPS, S, drawn, proved, sigma
from workbench.rigor.provers.noisy_minimisers import (
    BEYOND,
    E_F,
    FITTED,
    A,
    B,
    D,
    F,
    F_lam,
    F_star,
    L,
    NoiseOfRisk,
    lam,
    m,
    n,
    r,
    s,
    to_the_noise,
)  # fmt: skip
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

G_lam, G_star, W, V, rho = declare("real G_lambda G_star W V, rho >= 0")
E_lam, E_S_lam, E_G, E_W, E_V = declare("real E_lambda E_fit E_G E_W E_V")
ADDED = 2 * L**2 / (lam * n)
ON_S = (G_lam + lam / 2 * A, "<=", G_star + lam / 2 * B), (B, "<=", D**2)
CLOSE = (sp.Abs(W - V), "<=", L * rho), (rho, "<=", 2 * L / (lam * n))
EXCHANGED = (E_W, "=", E_lam), (E_V, "=", E_S_lam), (E_G, "=", F_star)


def population(
    noise: NoiseOfRisk, share: Any = 1, *, minimal: Sequence[Any] = ON_S,  # noqa: ANN401
    close: Sequence[Any] = CLOSE, exchanged: Sequence[Any] = EXCHANGED, scaled: bool = True,
    after: Sequence[Any] | None = None, given: Sequence[Any] | None = None,
) -> ProcessStatement:  # fmt: skip
    """E F - F_star <= (lam/2) D^2 + 2 share L^2/(lam n) + the cost of the noise, for a random S.

    F_lam and G_lam are now the risk and that on S at x_lam, random as S is, and G_star is that on S
    at the comparator.  W and V are the losses of a fresh record at x_lam(S), and at x_lam(S') for
    S' with this record in place of one of S; these points are rho apart.
    """
    own = noise.after if after is None else after
    claims = (E_F - F_star, "<=", lam * D**2 / 2 + share * ADDED + noise.costs)
    near = [one for one in minimal if one == ON_S[1]]
    return drawn(
        noise.law, claims, given=given,
        after=[*own, *(one for one in minimal if one not in near), *close, *exchanged],
        means={E_F: F, E_lam: F_lam, E_S_lam: G_lam, E_G: G_star, E_W: W, E_V: V},
        random=(F, F_lam, G_lam, G_star, A, W, V, rho, *((r, m) if noise.reach > 1 else ())),
        where=[*near, *noise.where, *([(sigma, "=", noise.scale)] if scaled else [])],
    )  # fmt: skip


JOINED = parse("f <= k + x + g - y + u", where="f <= g + u, y - k <= x")
APART = parse("0 <= c + t", where="t >= 0-a, a <= l*q, q <= p, l > 0, c = l*p")
SUMMED = parse("f - h <= x + p + c",
               where="0 <= x + k + q*y + t + g - j - f, 0 <= p - w + v, w = g, v = j, t = h, y = z,"
               " k + q*z = c")  # fmt: skip


def by_stability(noise: NoiseOfRisk, share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """F <= F_lam + the noise, G_lam <= G_star + (lam/2) D^2, and E(F_lam - G_lam) = E(W - V)."""
    statement = population(noise, share, **changes)
    proof, end, (low, factor, known) = proved(noise.law, statement)
    q, c = noise.reach, sp.sqrt(s) * L
    cost = lam * D**2 / 2
    numbers = len(statement.tree["where"]) + len(changes.get("exchanged", EXCHANGED))
    easy: dict[str, Any] = {"methods": LIGHT, "uses": [0, *range(numbers, end.known)]}
    end.integrate(
        "<=", (cost + q * c * low, 1), (q * c * factor, E_S), (1, E_G), (1, E_lam), (-1, E_S_lam),
        (-1, E_F), **easy, facts=[
            *known, *to_the_noise(noise, low, factor),
            (FITTED, {"g": G_lam, "h": G_star, "l": lam, "w": D**2, "a": A, "b": B}),
            (JOINED, {"f": F, "k": G_star, "x": cost, "g": F_lam, "y": G_lam,
                      "u": q * c * (low + factor * S)})],
    )  # fmt: skip
    end.integrate("<=", (ADDED, 1), (-1, E_W), (1, E_V), methods=LIGHT, uses=[], facts=[
        (BEYOND, {"w": V - W}), (APART, {"t": V - W, "a": sp.Abs(V - W), "c": ADDED, "l": L,
                                     "q": rho, "p": 2 * L / (lam * n)})])  # fmt: skip
    return proof.outcome(methods=LIGHT, facts=[
        (low + factor * MEANS[noise.law], "=", TOPS[noise.law]),
        (q * c * TOPS[noise.law], "=", noise.costs),
        (SUMMED, {"f": E_F, "h": F_star, "x": cost, "p": share * ADDED, "c": noise.costs,
                  "k": q * c * low, "q": q * c * factor, "y": E_S, "z": MEANS[noise.law],
                  "t": E_G, "g": E_lam, "j": E_S_lam, "w": E_W, "v": E_V}),
    ])  # fmt: skip


q, P = declare("q P > 0")  # (s ln(2d) ln(1.25/delta))^(1/2) and n eps
_MEAN = parse("2*x*y <= x^2*l + y^2/l", where="l > 0")
_SPLIT = parse("sqrt(u + v) <= sqrt(u) + sqrt(v)", where="u > 0, v > 0")
_TIMES = parse("k*x <= k*y", where="x <= y, k > 0")


def optimum(share: Any = 1) -> tuple[Relation, ...]:  # noqa: ANN401
    """The bound at the best lam, no less at any, and at most 2 L D/n^(1/2) + 4 L D (q/P)^(1/2)."""
    costs = 2 * L**2 / n + 8 * L**2 * q / P
    whole, best = lam * D**2 / 2 + costs / lam, D * sp.sqrt(2 * costs)
    terms = 2 * share * L * D / sp.sqrt(n) + 4 * L * D * sp.sqrt(q / P)
    return (
        relation(whole, "=", best, where=[(lam, "=", sp.sqrt(2 * costs) / D)]),
        relation(best, "<=", whole), relation(best, "<=", terms),
    )  # fmt: skip


def by_two_roots(share: Any = 1) -> Outcomes:  # noqa: ANN401
    """x^2 lam + y^2/lam - 2 x y = (x lam - y)^2/lam, and (u + v)^(1/2) <= u^(1/2) + v^(1/2)."""
    u, v = 2 * L**2 / n, 8 * L**2 * q / P
    same, least, below = optimum(share)
    yield certify(same)
    yield certify(least, facts=[(_MEAN, {"x": D / sp.sqrt(2), "y": sp.sqrt(u + v), "l": lam})])
    yield certify(below, facts=[
        (_SPLIT, {"u": u, "v": v}),
        (_TIMES, {"k": sp.sqrt(2) * D, "x": sp.sqrt(u + v), "y": sp.sqrt(u) + sp.sqrt(v)}),
    ])  # fmt: skip
