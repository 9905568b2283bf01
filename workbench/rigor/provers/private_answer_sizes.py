"""The lower bounds for pure DP by signs and by opposite points: how many blocks and records.

P = n eps and t = max(s, 4).  In each of K blocks m records hold signs where s >= 4, and opposite
points where s < 4, of which a half of (m/n)^2 L^2 is left at least.  Where s >= 4P, all records are
in one block.  Otherwise m = floor(t/(4 eps)) and K = max(1, floor(d/(1024 t))), so that m/n >=
t/(8P), K >= d/(2048 t), and the error is at least K (m/n)^2 L^2/2 >= L^2 t d/(2^18 P^2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.moments import Known, Steps, moments_shown
from workbench.rigor.provers.private_answers import (
    HALF,
    POINTS,
    ROOM,
    SHARE,
    SIGNS,
    K,
    L,
    N,
    R,
    by,
    d,
    eps,
    erring,
    guessed_signs,
    m,
    mistaken_points,
    n,
    off_by,
    s,
)
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

P, t, z = declare("P t > 0, real z")
BUDGET = (P, "=", n * eps)
ONE = (BUDGET, (4 * P, "<=", s), (m, "=", n), ROOM, *SIGNS)
MANY = (BUDGET, (4 * eps * m, "<=", s), (s, "<", 4 * eps * (m + 1)), ROOM,
        (d, "<", 1024 * s * (K + 1)), *SIGNS)  # fmt: skip
FEW = (BUDGET, (s, "<=", 4), (eps * m, "<=", 1), (1, "<", eps * (m + 1)), ROOM,
       (d, "<", 4096 * (K + 1)), *POINTS)  # fmt: skip
OF_SIGNS, OF_POINTS = 1 - 2 * eps * m / s, 2 / (1 + sp.exp(eps * m))


def one_block(parts: Any = 2, where: Sequence[Any] = ONE) -> MomentStatement:  # noqa: ANN401
    """At least L^2/parts, with the signs of all n records in one block."""
    return erring(L**2 / parts, off_by, N, 2, 1, where)


def many_signs(power: int = 18, where: Sequence[Any] = MANY, count: Any = N) -> MomentStatement:  # noqa: ANN401
    """At least L^2 s d/(2^power P^2)."""
    return erring(L**2 * s * d / (2**power * P**2), off_by, count, 2, 1, where)


def few_entries(power: int = 18, where: Sequence[Any] = FEW) -> MomentStatement:
    """The same by opposite points."""
    return many_signs(power, where, K)


SPENT = parse("4*c*m <= s", where="4*w <= s, w = n*c, m = n")
LEFT = parse("1/2 <= 1-2*c*m/s", where="4*c*m <= s, s > 0")
LEFT_OF_POINTS = parse("1/2 <= 2/(1+exp(x))", where="x <= 1")
ALL = parse("l^2/2 <= k*(m/n)^2*l^2*x", where="1/2 <= x, m = n, k >= 1, n > 0, l > 0")
RECORDS = parse("t <= 8*c*m", where="t < 4*c*(m+1), m >= 1, c > 0")
BLOCKS = parse("d <= 2048*t*k", where="d < 1024*t*(k+1), k >= 1, t > 0")
SPREAD = "s <= t, w = n*c, t <= 8*c*m, d <= 2048*t*k, 1/2 <= x, l, t, d, n, m, k, c, w, x > 0"
END = parse("l^2*s*d/(2^18*w^2) <= k*(m/n)^2*l^2*x", where=SPREAD)
NAMES = {"l": L, "k": K, "m": m, "n": n}


def _shown(
    of: MomentStatement, asked: Sequence[Any], left: Any, found: Steps, error: Steps  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """Steps to K (m/n)^2 L^2 left, and from there to the bound."""
    least = K * SHARE**2 * L**2 * left

    def steps(known: Known) -> None:
        for one in asked:  # what is not given is named before the work begins
            known.place(one)
        bound = known.every([z], [], (of.claims[0], "<=", least), error)
        found(known)
        known.fact((least, "<=", R))
        known.take(bound, {z: 0})
        known.adds({-1: 1, -2: 1})

    return moments_shown(of, steps)


def _all_records(one: Known) -> None:
    one.fact((4 * eps * m, "<=", s), by(SPENT, c=eps, m=m, s=s, w=P, n=n))
    one.fact((HALF, "<=", OF_SIGNS), by(LEFT, c=eps, m=m, s=s))
    one.using((ALL, {**NAMES, "x": OF_SIGNS}))


def _third_term(one: Known, left: Any, t: Any, power: int) -> None:  # noqa: ANN401
    """Steps from m/n >= t/(8P) and K >= d/(2048 t) to the bound with 2^18, which is weakened."""
    one.fact((t, "<=", 8 * eps * m), by(RECORDS, c=eps, m=m, t=t))
    one.fact((d, "<=", 2048 * t * K), by(BLOCKS, d=d, t=t, k=K))
    use = by(END, **NAMES, w=P, c=eps, t=t, s=s, d=d, x=left)
    third, least = L**2 * s * d / P**2, K * SHARE**2 * L**2 * left
    one.fact((third / 2**18, "<=", least), use)
    weaker = parse(f"x/2^{power} <= y", where="x/2^18 <= y, x > 0")
    one.using((weaker, {"x": third, "y": least}))


def _by_signs(one: Known, power: int) -> None:
    one.fact((HALF, "<=", OF_SIGNS), by(LEFT, c=eps, m=m, s=s))
    _third_term(one, OF_SIGNS, s, power)


def _by_points(one: Known, power: int) -> None:
    one.fact((HALF, "<=", OF_POINTS), by(LEFT_OF_POINTS, x=eps * m))
    _third_term(one, OF_POINTS, sp.Integer(4), power)


def one_block_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """2 n eps/s <= 1/2."""
    return _shown(one_block(**changes), ONE, OF_SIGNS, guessed_signs, _all_records)


def many_signs_shown(power: int = 18, **changes: Any) -> Outcome:  # noqa: ANN401
    """2 eps m/s <= 1/2, and the sizes of m and K."""
    of = many_signs(power, **changes)
    return _shown(of, MANY, OF_SIGNS, guessed_signs, lambda one: _by_signs(one, power))


def few_entries_shown(power: int = 18, **changes: Any) -> Outcome:  # noqa: ANN401
    """2/(1 + e) >= 1/2, and the sizes of m and K for t = 4."""
    of = few_entries(power, **changes)
    return _shown(of, FEW, OF_POINTS, mistaken_points, lambda one: _by_points(one, power))


# the sizes themselves -----------------------------------------------------------------------------

SMALL = ((2048 * P, "<=", d),)
SOME = ((eps, "<=", 1), (4, "<=", t))
SINGLE = ((4 * eps * m, "<=", t), (t, "<=", 4 * n * eps))
SECOND = ((2, "<=", K), (1024 * K * t, "<=", d))
SEVERAL = ((4 * eps * m, "<=", t), (1024 * K * t, "<=", d), (d, "<", 2048 * n * eps))


def logarithm(least: int = 1, where: Sequence[Any] = SMALL) -> Relation:
    """ln(d/P) >= least."""
    return relation(least, "<=", sp.log(d / P), where=list(where))


def logarithm_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """ln(d/P) >= ln 3."""
    large = parse("3 <= d/w", where="2048*w <= d, w > 0")
    facts = [(large, {"d": d, "w": P}), (parse("1 <= log(x)", where="x >= 3"), {"x": d / P})]
    return certify(logarithm(**changes), facts=facts)


def room(
    some: Sequence[Any] = SOME, single: Sequence[Any] = SINGLE,
    second: Sequence[Any] = SECOND, several: Sequence[Any] = SEVERAL,
) -> tuple[Relation, ...]:  # fmt: skip
    """There is such an m, there is room for one block, and for K >= 2 of them where d < 2048 P."""
    return (
        relation(1, "<=", t / (4 * eps), where=list(some)),
        relation(m, "<=", n, where=list(single)),
        relation(2048 * t, "<=", d, where=list(second)),
        relation(K * m, "<=", n, where=list(several)),
    )


def room_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """K m <= d/(4096 eps) < n."""
    return certify(room(**changes))
