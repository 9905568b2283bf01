"""The risk of a regularised minimiser with noise: losses Lipschitz in the largest coordinate.

F_lam, F_star and F are the risks at the minimiser x_lam, at a comparator, and at the point that is
released; A and B are the squared 2-norms of the first two.  M is the largest size of the d noises.
Without a projection the released point is at the distance M of x_lam; with one it is at a distance
m <= r + M, where r <= M is its distance of the noisy point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.claims.deciding import refused
from workbench.rigor.provers.largest_noise import (
    E_S,
    LEVEL,
    LIGHT,
    MEANS,
    TOPS,
    M,
    S,
    d,
    drawn,
    proved,
    sigma,
)
from workbench.rigor.provers.processes import before_all
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

L, D, lam, eps, n, s, H = declare("L D lambda epsilon > 0, integer n s > 0, H > 0")
delta, F_lam, F_star, F = declare("delta > 0, real F_lambda F_star F")
A, B, r, m, E_F = declare("A B r m >= 0, real E_F")
MINIMAL = (F_lam + lam / 2 * A, "<=", F_star + lam / 2 * B), (B, "<=", D**2)
PROJECTED = (r, "<=", M), (m, "<=", r + M), (sp.Abs(F - F_lam), "<=", sp.sqrt(s) * L * m)
FREE = ((sp.Abs(F - F_lam), "<=", sp.sqrt(s) * L * M),)
WITHOUT_MINIMAL = {0: "x_lambda may be anywhere.", 1: "x* may be far from 0."}
"""Why the bound is false without each of MINIMAL, and, below, of PROJECTED."""
WITHOUT_PROJECTED = {
    0: "xhat may be anywhere.",
    1: "Nothing else is said of the distance of xhat and x_lambda.",
    2: "The risk at xhat may be anything.",
}
WIDTH = sp.log(sp.Rational(5, 4) / delta)


@dataclass(frozen=True)
class NoiseOfRisk:
    """A law of noise, its scale, and what the released point owes to it.

    law:     "normal" or "laplace"
    scale:   sigma
    after:   what is known of the risk at the released point
    costs:   what is claimed to be lost by the noise
    where:   conditions on the numbers
    """

    law: str
    scale: Any
    after: Sequence[Any]
    costs: Any
    where: Sequence[Any] = ()

    @property
    def reach(self) -> int:
        """How many times M the released point may be off."""
        return 2 if len(self.after) > 1 else 1


NORMAL = NoiseOfRisk(
    "normal",
    sp.sqrt(8 * WIDTH) * L / (lam * n * eps),
    PROJECTED,
    8 * L**2 * sp.sqrt(s * LEVEL * WIDTH) / (lam * n * eps),
    ((delta, "<", 1),),
)
PRINTED = NoiseOfRisk(
    "laplace",
    2 * sp.sqrt(2 * s) * L / (lam * n * eps) * (2 * H / lam + 1),
    FREE,
    2 * sp.sqrt(2) * s * L**2 * (1 + sp.log(d)) / (lam * n * eps) * (2 * H / lam + 1),
)

SHARP = NoiseOfRisk(
    "laplace",
    sp.sqrt(s) * L / (lam * n * eps) * (sp.sqrt(2 * H / lam) + 2),
    FREE,
    s * L**2 * (1 + sp.log(d)) / (lam * n * eps) * (sp.sqrt(2 * H / lam) + 2),
)
CONSTRAINED = NoiseOfRisk(
    "laplace",
    2 * sp.sqrt(d) * L / (lam * n * eps),
    PROJECTED,
    4 * sp.sqrt(s * d) * L**2 * (1 + sp.log(d)) / (lam * n * eps),
)


def risk(
    noise: NoiseOfRisk, share: Any = 1, *, minimal: Sequence[Any] = MINIMAL, scaled: bool = True,  # noqa: ANN401
    after: Sequence[Any] | None = None, given: Sequence[Any] | None = None,
) -> ProcessStatement:  # fmt: skip
    """E F - F_star <= (lam/2) D^2 + share times the cost of the noise."""
    own = noise.after if after is None else after
    return drawn(
        noise.law, (E_F - F_star, "<=", lam * D**2 / 2 + share * noise.costs), {E_F: F},
        given=given, random=(F, r, m) if noise.reach > 1 else (F,), after=own, shows=(E_F,),
        where=[*noise.where, *([(sigma, "=", noise.scale)] if scaled else []), *minimal],
    )  # fmt: skip


WITHIN, BEYOND = parse("w <= abs(w)"), parse("-abs(w) <= w")
REACHED = parse("c*m <= 2*c*t", where="m <= r + t, r <= t, c >= 0")
TIMES = parse("q*c*t <= q*c*l + q*c*g*s", where="t <= l + g*s, q >= 0, c >= 0")
ABOVE = parse("f <= g + u", where="f - g <= v, v <= x, x <= y, y <= u")
UNDER = parse("-(abs(g) + u) <= f", where="-v <= f - g, v <= x, x <= y, y <= u")
OVER = parse("f <= abs(g) + u", where="f <= g + u")
FITTED = parse("g - h <= l*w/2", where="g + l/2*a <= h + l/2*b, a >= 0, b <= w, l > 0")
WHOLE = parse("f - h <= x + c", where="0 <= g + k + q*y - f, g - h <= x, y = z, k + q*z = c")


def at(fact: Any, place: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401
    """A general fact at those of these expressions that it asks for."""
    return fact, {v.name: place[v.name] for v in fact.variables}


def _place(noise: NoiseOfRisk, low: Any, factor: Any) -> dict[str, Any]:  # noqa: ANN401
    """Where the general facts about F, F_lam and the largest noise are put."""
    c, q = sp.sqrt(s) * L, noise.reach
    return {"w": F - F_lam, "v": sp.Abs(F - F_lam), "f": F, "g": F_lam, "y": q * c * M,
            "x": c * m if q > 1 else c * M, "u": q * c * (low + factor * S)}  # fmt: skip


def to_the_noise(noise: NoiseOfRisk, low: Any, factor: Any) -> list[Any]:  # noqa: ANN401
    """Facts that end in F <= F_lam + the number and the multiple of S that bound q c M."""
    c, q, place = sp.sqrt(s) * L, noise.reach, _place(noise, low, factor)
    reached = [(REACHED, {"c": c, "m": m, "r": r, "t": M})] if q > 1 else []
    times = (TIMES, {"q": sp.Integer(q), "c": c, "t": M, "l": low, "g": factor, "s": S})
    return [*reached, times, at(WITHIN, place), at(ABOVE, place)]


def by_the_largest(noise: NoiseOfRisk, share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """|F - F_lam| <= sqrt(s) L times the distance, which is at most M or 2 M."""
    statement = risk(noise, share, **changes)
    lost, q, c = share * noise.costs, noise.reach, sp.sqrt(s) * L
    fitted = (FITTED, {"g": F_lam, "h": F_star, "l": lam, "w": D**2, "a": A, "b": B})
    if MINIMAL[0] not in changes.get("minimal", MINIMAL):
        return refused("process", "that x_lambda is a minimiser is not given")
    numbers = before_all(statement)  # what is soonest refused comes first
    numbers.fact((B, "<=", D**2), methods=("sign",))
    numbers.fact((F_lam - F_star, "<=", lam * D**2 / 2), methods=LIGHT, facts=[fitted])
    numbers.fact((q * c * TOPS[noise.law], "=", lost), methods=("identity",))
    if numbers.why:
        return refused("process", f"end: {numbers.why}")
    proof, end, (low, factor, known) = proved(noise.law, statement)
    place = _place(noise, low, factor)
    upper = [*known, *to_the_noise(noise, low, factor)]
    own = range(len(statement.tree["where"]), end.known)
    easy: dict[str, Any] = {"methods": LIGHT, "uses": own}
    end.exists(E_F, (sp.Abs(F_lam) + q * c * low, 1), (q * c * factor, E_S), **easy, facts=[
        *upper, at(BEYOND, place), at(UNDER, place), at(OVER, place)])  # fmt: skip
    end.integrate("<=", (F_lam + q * c * low, 1), (q * c * factor, E_S), (-1, E_F), **easy,
                  facts=upper)  # fmt: skip
    return proof.outcome(methods=LIGHT, facts=[
        fitted,
        (low + factor * MEANS[noise.law], "=", TOPS[noise.law]),
        (q * c * TOPS[noise.law], "=", noise.costs),
        (WHOLE, {"f": E_F, "h": F_star, "x": lam * D**2 / 2, "c": lost, "g": F_lam,
                 "k": q * c * low, "q": q * c * factor, "y": E_S, "z": MEANS[noise.law]}),
    ])  # fmt: skip
