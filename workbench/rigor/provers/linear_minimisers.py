"""Linear losses that move a regularised minimiser as far in the 1-norm as their size allows.

The one record that is replaced has the loss <a, .>, and after that -<a, .>, where a has s entries
L/sqrt(s), those where e is 1, and no other one; the losses of all others are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, Outcomes
from workbench.rigor.provers.batches import of_all
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

n, d, k = declare("integer n d > 0, integer k")
L, lam, s = declare("L lambda s > 0")
x, y, a = (sp.IndexedBase(name, real=True) for name in "xya")
e = sp.IndexedBase("e", nonnegative=True)
ENTRY = of_all(k, last=d)
MOVED, OWN, SIZE = sp.Abs(x[k] - y[k]), L / sp.sqrt(s), n * lam


def over(body: Any) -> Any:  # noqa: ANN401 - sympy
    """The sum over the coordinates."""
    return sp.Sum(body, (k, 1, d))


SUPPORT = ((over(e[k]), "=", s),)
GRADIENT = (
    ((k,), ENTRY, (e[k] ** 2, "=", e[k])),
    ((k,), ENTRY, (a[k], "=", OWN * e[k])),
)
MINIMISERS = (  # the gradients of both regularised risks vanish
    ((k,), ENTRY, (SIZE * x[k] + a[k], "=", 0)),
    ((k,), ENTRY, (SIZE * y[k] - a[k], "=", 0)),
)


def length(
    most: Any = L, support: Sequence[Any] = SUPPORT, gradient: Sequence[Any] = GRADIENT  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    """|a|_2 = L."""
    return MomentStatement((over(a[k] ** 2), "=", most**2), where=support, every=gradient)


def attained(
    op: str, factor: Any = 2, support: Sequence[Any] = SUPPORT,  # noqa: ANN401
    gradient: Sequence[Any] = GRADIENT[1:], still: Sequence[Any] = MINIMISERS,
) -> MomentStatement:  # fmt: skip
    """|x - y|_1 is at least, or at most, factor sqrt(s) L/(lam n)."""
    return MomentStatement(
        (over(MOVED), op, factor * sp.sqrt(s) * L / (lam * n)), where=support,
        every=[*gradient, *still],
    )  # fmt: skip


def _attained_shown(op: str, **changes: Any) -> Outcome:  # noqa: ANN401
    w = 2 * OWN * e[k] / SIZE

    def entry(at: Known) -> None:
        for place in range(3):
            at.take(place, {k: k})
        at.fact((x[k] - y[k], "=", -w),
                lambda one: one.equals({-2: 1 / SIZE, -1: -1 / SIZE, -3: -2 / SIZE}))  # fmt: skip
        at.using((parse(f"abs(v) {op} w", where="v = -w, w >= 0"), {"v": x[k] - y[k], "w": w}))

    def steps(known: Known) -> None:
        known.add(known.every([k], ENTRY, (MOVED, op, w), entry))
        known.fact((over(w), "=", 2 * sp.sqrt(s) * L / (lam * n)),
                   lambda one: one.equals({0: 2 * OWN / SIZE}))  # fmt: skip
        known.weaken(op)
        known.adds({-1: 1, -3: 1})

    return moments_shown(attained(op, **changes), steps)


def attained_shown(**changes: Any) -> Outcomes:  # noqa: ANN401
    """Each of these coordinates moves by 2L/(sqrt(s) lam n)."""
    yield _attained_shown(">=", **changes)
    yield _attained_shown("<=", **changes)


def length_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """s squares of L/sqrt(s)."""

    def entry(at: Known) -> None:
        for place in range(2):
            at.take(place, {k: k})
        at.equals({-1: a[k] + OWN * e[k], -2: OWN**2})

    def steps(known: Known) -> None:
        known.add(known.every([k], ENTRY, (a[k] ** 2, "=", OWN**2 * e[k]), entry))
        known.equals({-1: 1, 0: OWN**2})

    return moments_shown(length(**changes), steps)
