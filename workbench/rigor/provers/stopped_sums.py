"""Sums over the rounds that take place, which is known before a round: optional stopping.

g is 1 where a round takes place and 0 where it does not, h the mean of what it adds, a, given the
past.  S, the sum of g a, less B, the sum of g h, keeps its mean 0: g h is the mean of g a given the
past.  All means exist, as Q, the sum of g (|a| + |h|), grows by 2M at most in the mean of a round,
if M is at least the mean of |a| given the past.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

n, k, M = declare("integer n >= 0, integer k, M >= 0")
a, g, h, mu = declare("real a g h mu")
S, B, T, Q, E_S, E_B, E_T, E_Q, E_W, E_a, E_size = declare(
    "real S B T, Q >= 0, real E_S E_B E_T E_Q E_W E_a E_size"
)
EVENT = ([[(g, "=", 0)], [(g, "=", 1)]],)


def told(alike: bool) -> tuple[Any, ...]:
    """What is known of a term given the past: its mean, and how large it is."""
    return (a, "=", mu if alike else h), (sp.Abs(a), "<=", M)


def stopped(
    alike: bool, given: Sequence[Any] | None = None, sure: Sequence[Any] = EVENT,
    factor: int = 1, late: bool = False,
) -> ProcessStatement:  # fmt: skip
    """E S_n = E B_n for the sums of g a and of g h; or mu E T_n where all rounds have the mean mu.

    late: whether g is drawn in the round
    """
    means = {E_S: S, **({E_T: T} if alike else {E_B: B})}
    known = told(alike) if given is None else given
    own = () if alike else (h,)
    counted = (T, 0, T + g) if alike else (B, 0, B + g * h)
    return ProcessStatement(
        (E_S, "=", factor * (mu * E_T if alike else E_B)), steps=n, clock=k,
        known=own if late else (*own, g), drawn=(a, g) if late else (a,), given=known, sure=sure,
        states=[(S, 0, S + g * a), counted], means=means, shows=tuple(means),
    )  # fmt: skip


LINES = ("sign", "identity", "cases", "products")
_ABOVE = parse("y <= abs(y)")
_GROWS = parse("x + c*(y-z) <= q + c*(u+v)", where="x <= q, c >= 0, y <= u, -z <= v")
_OTHER = parse("x + c*z <= q + c*(u+v)", where="x <= q, c >= 0, z <= v, u >= 0")
_MOVED = tuple(parse("x + c*(y-z) <= r + v + u", where=f"c = {c}, x <= r, y <= u, -z <= v, u >= 0,"
                     " v >= 0") for c in (0, 1))  # fmt: skip
_SIZED = parse("abs(x) <= m", where="x = y, y <= s, -y <= s, s <= m")
_LESS = parse("0 <= b + m - x", where="0 <= b + y - x, y <= m")
_FAR = parse("x <= q + n*t", where="x-m*t <= q, t >= 0, m <= n")
_BOTH = parse("x <= 2*q", where="x-y <= q, y <= q")


def _used(lemma: Any, values: dict[str, Any]) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401
    return lemma, {v.name: values[v.name] for v in lemma.variables}


def keeps_its_mean(alike: bool, **changes: Any) -> Outcome:  # noqa: ANN401
    """E (S - B) stays 0, and E (Q + 2M (n - k)) never grows."""
    added, total = (mu, mu * T) if alike else (h, B)
    size, apart = sp.Abs(added), S - total
    both = {"c": g, "u": sp.Abs(a), "v": size, "q": Q, "r": sp.Abs(apart)}

    def above(*terms: Any) -> list[Any]:  # noqa: ANN401
        return [(_ABOVE, {"y": one}) for one in terms]

    ways = [(w, {**both, "x": w * apart, "y": w * a, "z": w * added}) for w in (1, -1)]
    facts: dict[int, Any] = {
        place: [*above(w * a, -w * added), _used(_GROWS, at)] for place, (w, at) in enumerate(ways)
    }
    if not alike:
        for place, w in enumerate((1, -1)):
            here = _used(_OTHER, {**both, "x": w * total, "z": w * added})
            facts[2 + place] = [*above(w * added), here]
    ends = [(T, "<=", k), (0, "<=", T)] if alike else [(total, "<=", Q), (-total, "<=", Q)]
    proof = ProcessProof(
        stopped(alike, **changes), helpers=[(Q, 0, Q + g * (sp.Abs(a) + size))],
        always=[(apart, "<=", Q), (-apart, "<=", Q), *ends], facts=facts, seconds=1, methods=LINES,
    )  # fmt: skip
    rest = Q + 2 * M * (n - k - 1)
    (step,) = proof.potential(Q + 2 * M * (n - k), "<=")
    step.instance(E_a, 0, {})
    step.instance(E_size, 1, {})
    for way in (1, -1):
        step.integrate("<=", (1, E_size), (way, E_a), methods=LINES)
    step.exists(NEXT, (rest + size, 1), (1, E_size), methods=LINES)
    step.integrate("<=", (rest + size, 1), (1, E_size), (-1, NEXT), methods=LINES)
    named = {"x": added, "y": E_a, "s": E_size, "m": M}
    step.fact((size, "<=", M), methods=LINES, facts=[(_SIZED, named)])
    step.fact((NEXT, "<=", Q + 2 * M * (n - k)), methods=LINES, facts=[
        (_LESS, {"x": NEXT, "b": rest + size, "y": E_size, "m": M}),
        (_LESS, {"x": NEXT, "b": rest + M, "y": size, "m": M})])  # fmt: skip
    (same,) = proof.potential(apart, "=", below=[(1, 0)])
    same.instance(E_a, 0, {})
    same.instance(E_size, 1, {})
    moved: dict[int, Any] = {0: [], 1: []}  # rounds that do not take place, and that do
    for case, one in enumerate(_MOVED):
        for w, at in ways:
            moved[case] += [*above(w * a, -w * added, w * apart), _used(one, at)]
    same.exists(NEXT, (sp.Abs(apart) + size, 1), (1, E_size), methods=LINES, facts=moved)
    same.integrate("=", (apart - g * added, 1), (g, E_a), (-1, NEXT), methods=("identity",))
    same.fact((NEXT, "=", apart), methods=LINES)
    end = proof.end()
    end.instance(E_Q, 0, {})
    end.instance(E_W, 1, {})
    if alike:
        end.exists(E_T, (n, 1), methods=LINES)
        far: list[Any] = []
        for w in (1, -1):
            far += above(w * mu)
            far.append((_FAR, {"x": w * S, "q": Q, "m": w * mu, "t": T, "n": size}))
        end.exists(E_S, (1, E_Q), (size, E_T), methods=LINES, facts=far)
    else:
        end.exists(E_B, (1, E_Q), methods=LINES)
        end.exists(E_S, (2, E_Q), methods=LINES, facts=[
            (_BOTH, {"x": w * S, "y": w * B, "q": Q}) for w in (1, -1)])  # fmt: skip
    end.integrate("=", (1, E_S), (-mu, E_T) if alike else (-1, E_B), (-1, E_W), methods=LINES)
    return proof.outcome()
