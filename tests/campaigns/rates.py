"""Certificates of rates: random problems, and linear programs in logarithms as their judge.

In logarithms the order of a bound is a maximum of linear functions, the best order over the
parameters the value of a linear program, and a comparison of rates one of maxima in every
direction of the data.  scipy solves these for one direction at a time; a certificate claims all.
"""

from __future__ import annotations

import hashlib
import json
import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import linprog

from tests.campaigns.judge import Judgement
from workbench.errors import WorkbenchError
from workbench.rates import best_rate, compare

Certificate = dict[str, Any]
KINDS = ("rate", "rate-unbounded", "rate-infeasible", "rate-comparison")
_ACCURACY = 1e-6
_EXPONENTS = "-2 -1 -1/2 1/2 1 1 2".split()


def digest(c: Certificate) -> str:
    """The digest that certificates of rates state."""
    bare = {k: v for k, v in c.items() if k != "digest"}
    text = json.dumps(bare, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _monomial(rng: random.Random, symbols: list[str]) -> str:
    used = [f"{s}**({rng.choice(_EXPONENTS)})" for s in symbols if rng.random() < 0.55]
    return "*".join([rng.choice("1 1 1 2 3".split()), *used])


def random_rate(rng: random.Random) -> Certificate | None:
    """The best rate of a random bound; or that there is none."""
    free, data = ["T", "tau"][: rng.choice((1, 2))], ["n", "d", "eps"][: rng.choice((1, 2, 3))]
    terms = [_monomial(rng, free + data) for _ in range(rng.choice((2, 3, 4)))]
    terms += [f"{p}*n" for p in free if rng.random() < 0.8]
    limits = [_monomial(rng, free + data) for _ in range(rng.choice((0, 1, 2)))]
    region = [_monomial(rng, data) for _ in range(rng.choice((0, 1, 2)))]
    try:
        return best_rate(terms, limits, free=free, region=region).certificate()
    except (WorkbenchError, ValueError):
        return None


def random_comparison(rng: random.Random) -> Certificate | None:
    """Two random rates; some differ by a logarithm alone, some regions are thin."""
    data = ["n", "d", "z"][: rng.choice((1, 2, 3))]
    left = [_monomial(rng, data) for _ in range(rng.choice((1, 2)))]
    right = [_monomial(rng, data) for _ in range(rng.choice((1, 2)))]
    if rng.random() < 0.6:
        right = [f"{t}*{rng.choice(('lg', 'lg', '1', '1/lg'))}" for t in left]
    region = [_monomial(rng, data) for _ in range(rng.choice((0, 1, 2)))]
    try:
        made = compare(left, right, region, logs=["lg"]).certificate()
    except (WorkbenchError, ValueError):
        return None
    return _free_of_logs(rng, made) if rng.random() < 0.6 else made


def _free_of_logs(rng: random.Random, made: Certificate) -> Certificate:
    """The same rates called equal, by powers alone and (at times thin) conditions of the region."""
    if rng.random() < 0.6:
        thin = {s: rng.choice(_EXPONENTS) for s in ("n", "d", "z") if rng.random() < 0.5}
        pair = [thin, {s: str(-Fraction(e)) for s, e in thin.items()}]
        region = [*made["problem"]["region"], *({"powers": p} for p in pair)]
        made = {**made, "problem": {**made["problem"], "region": region}}
        made["digest"] = digest(made)
    rows = [{s: Fraction(e) for s, e in r["powers"].items()} for r in made["problem"]["region"]]
    pair = [str(rng.choice((0, 0, 0, 1))) for _ in rows]
    for i, j in combinations(range(len(rows)), 2):
        if rows[i] == {s: -e for s, e in rows[j].items()}:
            pair = [str(int(k in (i, j))) for k in range(len(rows))]
    c = {**made, "verdict": "equal"}
    for side, other in (("claimed", "derived"), ("derived", "claimed")):
        c[side] = []
        for own in made["problem"][side]:
            same = [_fast(r) == _fast(own) for r in made["problem"][other]]
            at = same.index(True) if any(same) else 0
            blend = [str(int(k == at)) for k in range(len(same))]
            c[side].append({"blend": blend, "multipliers": pair, "logs": "free"})
    return c


def _fast(row: dict[str, Any]) -> dict[str, str]:
    return {s: e for s, e in row["powers"].items() if s != "lg"}


class _Space:
    """Symbols and rows of exponents as arrays."""

    def __init__(self, *groups: list[dict[str, Any]]) -> None:
        self.names = sorted({s for rows in groups for row in rows for s in row["powers"]})

    def rows(self, group: list[dict[str, Any]]) -> Any:
        made = [[float(_fraction(r["powers"].get(s, "0"))) for s in self.names] for r in group]
        return np.array(made).reshape(len(group), len(self.names))


def _fraction(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or "1")


def _directions(rng: random.Random, region: Any, size: int, count: int) -> Any:
    """Directions of the data inside the region; on its faces as well."""
    draws = np.random.default_rng(rng.getrandbits(32)).integers(-3, 4, size=(4000, size))
    draws = draws * np.random.default_rng(1).integers(0, 2, size=(4000, size))
    inside = (draws @ region.T <= _ACCURACY).all(axis=1) if len(region) else np.ones(4000, bool)
    return draws[inside][:count]


def judge(c: Certificate, rng: random.Random) -> Judgement:
    """Dispatch by kind."""
    return {
        "rate": _judge_rate,
        "rate-unbounded": _judge_unbounded,
        "rate-infeasible": _judge_infeasible,
        "rate-comparison": _judge_comparison,
    }[c["kind"]](c, rng)


def _judge_rate(c: Certificate, rng: random.Random) -> Judgement:
    p = c["problem"]
    limits = [row for group in p["constraints"] for row in group]
    space = _Space(p["terms"], limits, p["region"], c["sum"], c["requirements"])
    free = [space.names.index(s) for s in p["free"] if s in space.names]
    terms, rows = space.rows(p["terms"]), space.rows(limits)
    total, found = space.rows(c["sum"]), Judgement()
    known = space.rows([*p["region"], *c["requirements"]])
    for at in _directions(rng, known, len(space.names), 12):
        at = at.astype(float)
        at[free] = 0
        # least t with term_i . (at, phi) <= t and row . (at, phi) <= 0
        above = np.hstack([terms[:, free], -np.ones((len(terms), 1))])
        beside = np.hstack([rows[:, free], np.zeros((len(rows), 1))])
        cost = np.zeros(len(free) + 1)
        cost[-1] = 1
        solved = linprog(
            cost,
            A_ub=np.vstack([above, beside]),
            bounds=(None, None),
            b_ub=np.concatenate([-terms @ at, -rows @ at]),
        )
        if not solved.success:
            return Judgement(violation=f"no best order: {solved.message}", point=_named(space, at))
        if abs(solved.fun - (total @ at).max()) > 1e-5:
            return Judgement(violation=f"the best order is {solved.fun}", point=_named(space, at))
        found.true += 1
    found.unknown = int(not found.true)
    return found


def _named(space: _Space, at: Any) -> dict[str, Any]:
    return dict(zip(space.names, map(float, at), strict=True))


def _judge_unbounded(c: Certificate, rng: random.Random) -> Judgement:
    p = c["problem"]
    limits = [row for group in p["constraints"] for row in group]
    space = _Space(p["terms"], limits)
    at = np.array([_fraction(c["direction"].get(s, "0")) for s in space.names])
    stray = set(c["direction"]) - set(p["free"])
    good = (
        not stray
        and (space.rows(p["terms"]) @ at < 0).all()
        and (space.rows(limits) @ at <= 0).all()
    )
    return Judgement(true=1) if good else Judgement(violation="something grows in the direction")


def _judge_infeasible(c: Certificate, rng: random.Random) -> Judgement:
    p = c["problem"]
    groups = [*p["constraints"], *([row] for row in p["region"])]
    space = _Space([row for group in groups for row in group])
    rows = [row for group in groups for row in group]
    logs = np.array([sum(_fraction(e) * np.log(b) for b, e in row["coefficient"]) for row in rows])
    share = np.concatenate([np.full(len(g), np.log(len(g))) for g in groups if g]) if rows else logs
    zero = np.zeros(len(space.names))

    def possible(room: Any) -> bool:  # each row at most 1 (times its share)
        if not len(space.names):
            return bool((logs + room <= 0).all())
        return bool(
            linprog(zero, A_ub=space.rows(rows), b_ub=-logs - room, bounds=(None, None)).success
        )

    if possible(share + _ACCURACY):
        return Judgement(violation="the constraints can be met")
    return Judgement(unknown=1) if possible(-_ACCURACY * np.ones(len(rows))) else Judgement(true=1)


def _judge_comparison(c: Certificate, rng: random.Random) -> Judgement:
    p = c["problem"]
    space = _Space(p["claimed"], p["derived"], p["region"])
    slow = np.array([s in p["logs"] for s in space.names], dtype=bool)
    region = space.rows(p["region"])
    sides = {side: space.rows(p[side]) for side in ("claimed", "derived")}
    below = {
        "equal": ("claimed", "derived"),
        "better": ("claimed",),
        "worse": ("derived",),
        "incomparable": (),
    }[c["verdict"]]
    found = Judgement()
    for side in sides:
        other = "derived" if side == "claimed" else "claimed"
        if side not in below:
            at = [
                np.array([_fraction(a["at"].get(s, "0")) for s in space.names])
                for a in c[side]
                if "at" in a
            ]
            if not any(
                _exceeds(sides[side], sides[other], slow, d) and _allowed(region, slow, d)
                for d in at
            ):
                return Judgement(violation=f"{side} does not outgrow the other rate")
            found.true += 1
            continue
        fast_region = region * ~slow
        for d in _directions(rng, region[fast_region.any(axis=1)] * ~slow, len(space.names), 60):
            if not _allowed(region, slow, d):
                continue
            how = _exceeds(sides[side], sides[other], slow, d)
            if how == "fast" or (
                how == "slow" and _lasts(sides[side], sides[other], region, slow, d, rng)
            ):
                return Judgement(
                    violation=f"{side} outgrows the other rate", point=_named(space, d)
                )
            found.true += 1
    found.unknown = int(not found.true)
    return found


def _growth(rows: Any, slow: Any, d: Any) -> list[tuple[float, float]]:
    return [(round(float((row * ~slow) @ d), 9), round(float((row * slow) @ d), 9)) for row in rows]


def _allowed(region: Any, slow: Any, d: Any) -> bool:
    return all(move <= (0, 0) for move in _growth(region, slow, d))


def _exceeds(own: Any, other: Any, slow: Any, d: Any) -> str:
    """How a term outgrows all others: by powers ("fast"), by logarithms alone ("slow"), or not."""
    a, b = max(_growth(own, slow, d)), max(_growth(other, slow, d))
    return "fast" if a[0] > b[0] else "slow" if a > b else ""


def _lasts(own: Any, other: Any, region: Any, slow: Any, d: Any, rng: random.Random) -> bool:
    """Whether the tie of powers survives every small move inside the region: it is generic."""
    tight = region[np.abs((region * ~slow) @ d) < _ACCURACY] * ~slow
    moves = _directions(rng, tight, len(d), 200)
    for e in moves * ~slow:
        if _exceeds(own, other, slow, d + 1e-3 * e) != "slow":
            return False
    return bool(moves.any(axis=1).sum() >= 10)
