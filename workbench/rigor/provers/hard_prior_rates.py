"""The lower bound for approximate DP from the cited one for dense vectors, in blocks of length s.

With P = n eps and lam the exponent of the dense bound, r = ceil(sqrt(s lam)/eps) records are in
each of K blocks, K the largest with K r <= n and K s <= d: as sqrt(s lam) <= eps r, the error is at
least K (r/n)^2 c^2 s lam/(eps r)^2 = K c^2 s lam/P^2.  Where P^2 <= s lam, all n are in one block.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.batches import of_all
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.hard_priors import (
    ERRS,
    ROOM,
    B,
    K,
    R,
    bounded,
    d,
    eps,
    equal_parts,
    erring,
    k,
    m,
    n,
    r,
    t,
)
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

P, lam, c, c1, c2, delta = declare("P lambda c c_1 c_2 delta > 0")
EXPONENT = (1 + c1) * sp.log(r)
VALID = ((eps, "<=", 1), (lam, "<=", c2 * t), (EXPONENT, "<=", lam))
LARGE, SMALL = (t * lam, "<=", (eps * r) ** 2), ((eps * r) ** 2, "<=", t * lam)
DENSE = c**2 * t * lam / (eps * r) ** 2
ALIKE = ((k,), of_all(k, last=K), (m[k], "=", r))
FLAT, STEEP = (((k,), [*of_all(k, last=K), *VALID, one], (least, "<=", B[k]))
               for one, least in ((SMALL, c**2), (LARGE, DENSE)))  # fmt: skip
GIVEN = (*ROOM, (P, "=", n * eps), (eps, "<=", 1), (lam, "<=", c2 * t),
         ((1 + c1) * sp.log(n), "<=", lam))  # fmt: skip
ONE = (*GIVEN, (P**2, "<=", t * lam), (K, "=", 1), (r, "=", n))
MANY = (*GIVEN, (1, "<=", t * lam), LARGE, (eps * (r - 1), "<=", sp.sqrt(t * lam)),
        (K * r, "<=", n), (n, "<", (K + 1) * r))  # fmt: skip
FULL = (*GIVEN, LARGE, (K * r, "<=", n), (d, "<", (K + 1) * t))
CHOSEN = ((delta, "<=", n ** (-1 - c1)), ((1 + c1) * sp.log(n) / c2, "<=", t),
          (lam, "<=", -sp.log(delta)))  # fmt: skip
ENOUGH = ((sp.sqrt(t * lam), "<=", n * eps),)


def exponents(chosen: Sequence[Any] = CHOSEN) -> tuple[Relation, ...]:
    """Either case of the minimum lam is at least (1 + c') ln n, and delta <= e^-lam."""
    least = (1 + c1) * sp.log(n)
    said = ((least, -sp.log(delta)), (least, c2 * t), (delta, sp.exp(-lam)))
    return tuple(
        relation(left, "<=", right, where=[one for one in (asked,) if one in chosen])
        for (left, right), asked in zip(said, CHOSEN, strict=True)
    )


def records(where: Sequence[Any] = ENOUGH) -> Relation:
    """There is room for one part: sqrt(s lam)/eps is at most the integer n."""
    return relation(sp.sqrt(t * lam) / eps, "<=", n, where=list(where))


def one_block(parts: int = 4, where: Sequence[Any] = ONE) -> MomentStatement:
    """At least c^2/parts."""
    return erring(c**2 / parts, where, (ALIKE, FLAT), delta=sp.exp(-lam))


def many_blocks(parts: int = 4, where: Sequence[Any] = MANY) -> MomentStatement:
    """At least c^2 sqrt(s lam)/(parts P)."""
    return erring(c**2 * sp.sqrt(t * lam) / (parts * P), where, (ALIKE, STEEP), delta=sp.exp(-lam))


def all_blocks(parts: int = 4, where: Sequence[Any] = FULL) -> MomentStatement:
    """At least c^2 d lam/(parts P^2)."""
    return erring(c**2 * d * lam / (parts * P**2), where, (ALIKE, STEEP), delta=sp.exp(-lam))


ROOT = sp.sqrt(t * lam)
LEAST = K * c**2 * t * lam / P**2
GROWS = parse("log(x) <= log(y)", where="x <= y, x > 0")
POWERS = parse("exp(x) <= exp(y)", where="x <= y")
UNDER = parse("f*u <= z", where="f*v <= z, u <= v, f > 0")
FEWER = parse("x <= y", where="k*x <= y, k >= 1, x > 0")
EQUAL = parse("x <= y", where="x = y")
WHOLE = parse("(f*x)^2 <= z", where="w^2 <= z, w = y*f, x = y")
ALONE = parse("h <= y", where="k*(x/n)^2*h <= y, k = 1, x = n, n > 0")
SCALED = parse("k*c^2*w/p^2 <= k*(x/n)^2*(c^2*w/(f*x)^2)", where="p = n*f, x, n, f > 0")
ABOVE = parse("1 <= sqrt(x)", where="1 <= x")
TWICE = parse("f*x <= 2*w", where="f*(x-1) <= w, f <= 1, 1 <= w")
FLOOR = parse("x <= 2*k*y", where="x < (k+1)*y, k >= 1, y > 0")
BUDGET = parse("p <= 4*k*w", where="n <= 2*k*x, f*x <= 2*w, p = n*f, k, f > 0")


def _given(known: Known, where: Sequence[Any]) -> None:
    """What is not given is named before the work begins."""
    for one in where:
        known.place(one)
    bounded(known)


def _dense(known: Known, least: Any, *kept: Any) -> None:  # noqa: ANN401
    """The dense bound holds in each block: K (r/n)^2 least <= R; `kept` is known afterwards."""
    known.using((GROWS, {"x": r, "y": n}),
                (UNDER, {"f": 1 + c1, "u": sp.log(r), "v": sp.log(n), "z": lam}))  # fmt: skip
    known.fact(VALID[-1])
    known.forget(ERRS, *VALID, *kept)
    equal_parts(known, least)


def _one(known: Known) -> None:
    _given(known, ONE)
    known.using((EQUAL, {"x": r, "y": n}))
    known.fact((r, "<=", n))
    known.using((WHOLE, {"f": eps, "x": r, "y": n, "w": P, "z": t * lam}))
    known.fact(SMALL)
    _dense(known, c**2, SMALL, (K, "=", 1), (r, "=", n))
    known.using((ALONE, {"h": c**2, "k": K, "x": r, "n": n, "y": R}))
    known.fact((c**2, "<=", R))
    known.forget((c**2, "<=", R))


def _blocks(known: Known, *last: Any) -> None:  # noqa: ANN401
    """K c^2 s lam/P^2 <= R."""
    known.using((FEWER, {"k": K, "x": r, "y": n}))
    known.fact((r, "<=", n))
    _dense(known, DENSE, LARGE, (P, "=", n * eps), *last)
    put = {"k": K, "c": c, "w": t * lam, "p": P, "x": r, "n": n, "f": eps}
    known.using((SCALED, put))
    known.fact((LEAST, "<=", K * (r / n) ** 2 * DENSE))
    known.fact((LEAST, "<=", R), lambda one: one.adds({-2: 1, -1: 1}))
    known.forget(*last, (LEAST, "<=", R))


def _many(known: Known) -> None:
    _given(known, MANY)
    one, more, full, budget = (MANY[k] for k in (6, 8, 10, 2))
    _blocks(known, one, more, full, budget, (eps, "<=", 1))
    known.using((FLOOR, {"k": K, "x": n, "y": r}))
    known.fact((n, "<=", 2 * K * r))
    known.forget(one, more, budget, (eps, "<=", 1), (n, "<=", 2 * K * r), (LEAST, "<=", R))
    known.using((ABOVE, {"x": t * lam}))
    known.fact((1, "<=", ROOT))
    known.using((TWICE, {"f": eps, "x": r, "w": ROOT}))
    known.fact((eps * r, "<=", 2 * ROOT))
    known.using((BUDGET, {"p": P, "k": K, "x": r, "f": eps, "n": n, "w": ROOT}))
    known.fact((P, "<=", 4 * K * ROOT))
    known.forget((P, "<=", 4 * K * ROOT), (LEAST, "<=", R))
    known.adds({0: c**2 * ROOT / (4 * P**2), 1: 1})


def _all(known: Known) -> None:
    _given(known, FULL)
    known.using((FLOOR, {"k": K, "x": d, "y": t}))
    known.fact((d, "<=", 2 * K * t))
    _blocks(known, (d, "<=", 2 * K * t))
    known.adds({0: c**2 * lam / (4 * P**2), 1: 1}, LEAST / 2)


def one_block_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """For m = n and K = 1 the dense bound is c^2."""
    return moments_shown(one_block(**changes), _one)


def many_blocks_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """As eps r <= 2 sqrt(s lam), 4 K sqrt(s lam) >= P."""
    return moments_shown(many_blocks(**changes), _many)


def all_blocks_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """As 2 K s >= d."""
    return moments_shown(all_blocks(**changes), _all)


def exponents_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The logarithm of delta, and the exponential of it."""
    facts: list[list[Any]] = [[(GROWS, {"x": delta, "y": n ** (-1 - c1)})], [],
                              [(POWERS, {"x": lam, "y": -sp.log(delta)})]]  # fmt: skip
    both = zip(exponents(**changes), facts, strict=True)
    return all_of(*(certify(one, facts=told) for one, told in both))
