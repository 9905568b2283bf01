"""Stable methods generalise: a new record and one of the sample exchange their names."""

from __future__ import annotations

from functools import partial
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.records import Records

n, i, s, m = declare("integer n > 0, integer i, real s m")
a, b = (sp.IndexedBase(name, real=True) for name in "ab")
WHOLE = (1, "<=", i), (i, "<=", n)
MEAN = sp.Sum(a[i], (i, 1, n)) / n


def generalises(share: Any = 1, *, stable: Any = s) -> MomentStatement:  # noqa: ANN401
    """|m - mean of the a_i| <= share s, m at a new record and a_i at record i.

    stable: how far f is from itself with one record replaced, at most
    """
    means = {m: ("f", "S", "new"), a[i]: ("f", "S", ("record", i))}
    return MomentStatement((sp.Abs(m - MEAN), "<=", share * s),
                           records=Records(n, {"f": stable}, means))  # fmt: skip


def by_exchange(**changes: Any) -> Outcome:  # noqa: ANN401
    """a_i is the mean at a new record with record i replaced, and that is s away from m."""

    def steps(known: Known) -> None:
        known.renamed(b, a)
        same = known.last
        known.near(m, b)
        for place, sign in enumerate((1, -1), same + 1):
            at_i = partial(_at_an_index, same, place, sign)
            every = known.every((i,), WHOLE, (sign * (m - a[i]), "<=", s), at_i)
            known.add(every)
            known.adds({-1: 1 / n})
            known.fact((sign * (m - MEAN), "<=", s))

    return moments_shown(generalises(**changes), steps, summary="records exchange their names")


def _at_an_index(same: int, near: int, sign: int, known: Known) -> None:
    """sign (m - a_i) = sign (m - b_i) <= s."""
    known.take(same, {i: i})
    known.equals({-1: sign})
    known.fact((sign * (m - a[i]), "=", sign * (m - b[i])))
    known.weaken("<=")
    known.take(near, {i: i})
    known.adds({-1: 1, -2: 1})
