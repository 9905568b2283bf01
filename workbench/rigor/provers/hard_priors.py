"""How far a private answer is from the mean of records whose parts are drawn from hard priors.

Part k of K has m_k of the n records, points of R^t in block k of the coordinates, under a prior at
which every private estimator of the mean of this part errs in the mean square by at least B_k.
The mean of all records is m_k/n times that of part k in block k, so the errors add up to at least
sum_k (m_k/n)^2 B_k.  Entries of the answer beyond the blocks only add to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.batches import of_all
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import HardPriors, MomentStatement
from workbench.symbolic.text import parse

K, t, n, d, h = declare("integer K t n d h > 0")
k, i, j = declare("integer k i j")
eps, delta, beta, R = declare("epsilon > 0, delta beta >= 0, real R")
a, w, B = (sp.IndexedBase(name, real=True) for name in "awB")
m = sp.IndexedBase("m", nonnegative=True)
PLACE = (k - 1) * t + i
OFF = (a[PLACE] - m[k] / n * w[PLACE]) ** 2
ALL = sp.Sum(m[k], (k, 1, K))
ROOM = ((ALL, "<=", n), (K * t, "<=", d))
PARTS = sp.Sum((m[k] / n) ** 2 * B[k], (k, 1, K))
ERRS = (PARTS, "<=", R)


def erring(
    low: Any, where: Sequence[Any], every: Sequence[Any] = (), delta: Any = delta,  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    """That low is at most the mean square error of the answer, in d coordinates."""
    total = sp.Sum(OFF, (i, 1, t), (k, 1, K)) + sp.Sum(a[j] ** 2, (j, K * t + 1, d))
    release = HardPriors(a, w, parts=K, length=t, sizes=m, size=n, least=B, epsilon=eps,
                         delta=delta)  # fmt: skip
    return MomentStatement((low, "<=", R), answer=release, means={R: total}, where=where,
                           every=every)  # fmt: skip


def blocks(factor: int = 1, where: Sequence[Any] = ROOM) -> MomentStatement:
    """At least sum_k (m_k/n)^2 B_k."""
    return erring(factor * PARTS, where)


def bounded(known: Known) -> None:
    """The steps of `blocks`."""
    known.prior(R, at="part", word="entry")
    known.fact(ERRS, lambda one: one.adds({-1: 1}))


def blocks_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The errors of the blocks add up."""
    return moments_shown(blocks(**changes), bounded)


# parts of any size, none of them larger than h ----------------------------------------------------

FULL = (*ROOM, (ALL, "=", n))
EVEN = (
    ((k,), of_all(k, last=K), (m[k], "<=", h)),
    ((k,), [*of_all(k, last=K), (m[k], "<=", h)], (beta, "<=", B[k])),
)
TANGENT = parse("b*(2*x/l - 1/l^2) <= x^2*y", where="b <= y, b >= 0, l > 0")


def even(factor: int = 1, where: Sequence[Any] = FULL, every: Sequence[Any] = EVEN
         ) -> MomentStatement:  # fmt: skip
    """At least beta/K, for B_k >= beta wherever m_k <= h."""
    return erring(factor * beta / K, where, every)


def even_parts(known: Known) -> None:
    """(m_k/n)^2 >= 2 m_k/(n K) - 1/K^2, and the m_k add up to n."""
    bounded(known)
    low = beta * (2 * m[k] / n / K - 1 / K**2)

    def each(one: Known) -> None:
        one.take(0, {k: k})
        one.take(1, {k: k})
        one.using((TANGENT, {"b": beta, "x": m[k] / n, "l": K, "y": B[k]}))

    known.add(known.every([k], of_all(k, last=K), (low, "<=", (m[k] / n) ** 2 * B[k]), each))
    known.fact((sp.Sum(low, (k, 1, K)), "=", beta / K),
               lambda one: one.equals({known.place(FULL[-1]): 2 * beta / n / K}))  # fmt: skip
    known.weaken(">=")
    known.adds({known.place(ERRS): 1, 5: 1, -1: 1})


def even_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """No part is larger than h."""
    return moments_shown(even(**changes), even_parts)


# parts of one size --------------------------------------------------------------------------------

r = declare("integer r > 0")


ALIKE = tuple(((k,), of_all(k, last=K), said)
              for said in ((m[k], "=", r), (beta, "<=", B[k])))  # fmt: skip
SAME = parse("(r/n)^2*b <= (x/n)^2*y", where="b <= y, x = r, n > 0")


def few(power: int = 1, every: Sequence[Any] = ALIKE) -> MomentStatement:
    """At least K (r/n)^2 beta."""
    return erring(K**power * (r / n) ** 2 * beta, ROOM, every)


def equal_parts(known: Known, least: Any = beta) -> None:  # noqa: ANN401
    """Each part adds (r/n)^2 times the least error."""

    def each(one: Known) -> None:
        one.take(0, {k: k})
        one.take(1, {k: k})
        one.using((SAME, {"b": least, "x": m[k], "r": r, "n": n, "y": B[k]}))

    said = ((r / n) ** 2 * least, "<=", (m[k] / n) ** 2 * B[k])
    known.add(known.every([k], of_all(k, last=K), said, each))
    places = {known.place(ERRS): 1, -1: 1}
    known.fact((K * (r / n) ** 2 * least, "<=", R), lambda one: one.adds(places))


def few_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Parts of r records each."""

    def steps(known: Known) -> None:
        bounded(known)
        equal_parts(known)

    return moments_shown(few(**changes), steps)
