"""Smooth and strongly convex in the 1-norm: a walk to a random corner of the cube.

The walk starts at 0 and adds z e_k, e_1 to e_d in turn, for fair signs z.  V is f after a step, g
and g_0 are the k-th derivatives before it and at 0.  The 1-norm of a step is 1, and of a point that
of the number of steps so far, k, so that smoothness and strong convexity say

    V <= F + z g + L/2,      V >= f_0 + G + z g_0 + mu (k + 1)^2/2,

F being f before the step, and G the sum of z g_0 so far.  E (F - f_0 - G) grows by L/2 at most in a
step, and in the end it is at least mu d^2/2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.inequalities import inequality
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import Relation, declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

d, k = declare("integer d > 0, integer k")
L, mu, f_0, g, g_0, z, V = declare("L mu > 0, real f_0 g g_0 z V")
F, G, T, E, E_z = declare("real F G, T >= 0, real E_gap E_z")
SIGN = [[(z, "=", 1)], [(z, "=", -1)]]
FAIR = ((z, "=", 0),)
SMOOTH = (V, "<=", F + z * g + L / 2)
STRONG = (V, ">=", f_0 + G + z * g_0 + mu * (T + 1) ** 2 / 2)
CLASS = SMOOTH, STRONG
LINES = ("sign", "identity", "cases", "products")


def corner(
    scale: int = 1, given: Sequence[Any] = FAIR, sides: Sequence[Any] = CLASS
) -> ProcessStatement:
    """Mu d <= L."""
    return ProcessStatement(
        (scale * mu * d, "<=", L), steps=d, clock=k, fixed=(g_0,), known=(g,), drawn=(z, V),
        sure=[SIGN, *sides], given=given, means={},
        states=[(F, f_0, V), (G, 0, G + z * g_0), (T, 0, T + 1)],
    )  # fmt: skip


_ABOVE = parse("y <= abs(y)")
_LESS = parse("0 <= b + m", where="0 <= b + y, y <= m")
_MORE = parse("0 <= b + c + y", where="0 <= b, -y <= c")
_TURNED = (
    parse("z*x <= y", where="z = 1, x <= y"),
    parse("z*x <= y", where="z = -1, -x <= y"),
)
_DIVIDED = parse("m*x <= l", where="0 <= x*l/2 - m*x^2/2, x > 0")


def is_far(**changes: Any) -> Outcome:  # noqa: ANN401
    """E (F - f_0 - G + (d - k) L/2) never grows."""
    proof = ProcessProof(corner(**changes), seconds=1, methods=LINES,
                         always=[(T, "=", k), (f_0 + G + mu * T**2 / 2, "<=", F)])  # fmt: skip
    here, rest, sizes = F - f_0 - G, (d - k - 1) * L / 2, (sp.Abs(g), sp.Abs(g_0))
    (step,) = proof.potential(here + (d - k) * L / 2, "<=", methods=LINES)
    step.instance(E_z, 0, {})
    low, facts = -V + L / 2 + F, {}
    for case, (way, turned) in enumerate(zip((1, -1), _TURNED, strict=True)):
        facts[case] = [
            (_ABOVE, {"y": way * g}), (_ABOVE, {"y": -way * g_0}),
            (turned, {"z": z, "x": g, "y": sizes[0]}), (turned, {"z": z, "x": -g_0, "y": sizes[1]}),
            (_LESS, {"b": low, "y": z * g, "m": sizes[0]}),
            (_MORE, {"b": low + sizes[0], "y": z * g_0, "c": sizes[1]}),
        ]  # fmt: skip
    step.exists(NEXT, (here + sum(sizes) + L / 2 + rest, 1), methods=LINES, facts=facts)
    step.integrate("<=", (here + L / 2 + rest, 1), (g - g_0, E_z), (-1, NEXT), methods=LINES)
    step.fact((NEXT, "<=", here + (d - k) * L / 2), methods=LINES)
    end = proof.end()
    end.instance(E, 0, {})
    end.integrate("<=", (1, E), (-mu * d**2 / 2, 1), methods=LINES)
    return proof.outcome(methods=LINES, facts=[
        (_LESS, {"b": -mu * d**2 / 2, "y": E, "m": d * L / 2}),
        (_DIVIDED, {"m": mu, "x": d, "l": L})])  # fmt: skip


def half_the_square(part: int = 1, largest: int = 1, slope: int = 1) -> tuple[Relation, ...]:
    """f = |x|^2/2 has L = 1, an entry h_k of h being at most |h|_1, and mu = 1/d."""
    where, whole = "integer d >= 1", "sum(i = 1..d, {})"
    square = whole.format("h[i]^2")
    both = whole.format("(x[i]+h[i])^2")
    near = f"{whole.format('x[i]^2')}/2 + {slope}*{whole.format('x[i]*h[i]')}"
    return (
        parse(f"{largest}*a <= a + sum(i = 1..m, h[i])", where="a, h >= 0, integer m >= 0"),
        parse(f"{both}/2 = {near} + {square}/2", where=where),
        parse(f"{part}*{whole.format('h[i]')}^2/d <= {square}", where=f"h >= 0, {where}"),
        parse("1/(1/d) = d", where=where),
    )


def attains_it(**changes: int) -> Outcome:
    """Half of the sum of all (h_i - h_j)^2 is d |h|^2 - |h|_1^2."""
    entry, taylor, lengths, quotient = half_the_square(**changes)
    i, j = declare("integer i j")
    h = sp.IndexedBase("h", nonnegative=True)
    gap = sp.Sum(sp.Sum((h[i] - h[j]) ** 2, (j, 1, d)), (i, 1, d)) / (2 * d)
    return all_of([certify(entry), certify(taylor), inequality(lengths, gap=gap),
                   certify(quotient)])  # fmt: skip
