"""The judge of whole theorems: random worlds that meet the hypotheses, and the conclusion in them.

A theorem is violated by a world in which every hypothesis holds for certain and the conclusion is
false for certain, in some history.  Hypotheses about all indices are looked at as far as anything
was drawn, and at the next index: beyond that nothing is asked for.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.campaigns.domain import Entries, is_inside, names_in, points
from tests.campaigns.evaluate import NoValue, Unknown, Value, evaluate, iv
from tests.campaigns.functions import ends
from tests.campaigns.judge import Judgement, as_point
from tests.campaigns.worlds import NoWorld, World, about_vectors
from workbench.symbolic.theorem_terms import ONLY

Certificate = dict[str, Any]
Fact = list[Any]
_SCALARS = ("real", "int", "seq")
_SIZES = tuple(Fraction(t) for t in ("1", "1", "1/4", "3", "0"))
_ENOUGH = 8  # worlds that decide, once the work is done that one theorem is worth
_WORK = 4_000  # vectors
_FAR = 12  # entries of a sequence of numbers that follow a hypothesis about all indices


def judge_theorem(c: Certificate, rng: random.Random, *, count: int = 24) -> Judgement:
    """Try the statement of an accepted certificate."""
    theorem, found, work = c["theorem"], Judgement(), 0
    if any("claim" in entry for entry in c["library"]):  # it holds where another claim does
        return Judgement(unknown=1)
    for world in worlds(theorem, rng, count):
        try:
            answer, furthest = _concludes(world, theorem["conclusion"])
            if furthest > _FAR and any(fact[0] == "all" for fact in theorem["given"]):
                raise Unknown("an entry about which no hypothesis was looked at")
            if answer is False and not _meets(world, theorem):
                continue  # what the conclusion asked for was not drawn yet
        except (NoWorld, Unknown):
            continue
        except NoValue as why:
            return Judgement(violation=f"a term has no value: {why}", point=_told(world))
        if answer is False:
            return Judgement(violation="false in a world that meets its hypotheses",
                             point=_told(world))  # fmt: skip
        found.true += answer is True
        found.unknown += answer is None
        work += world.work
        if work > _WORK and found.true >= _ENOUGH:
            break
    return found


def _concludes(world: World, conclusion: Fact) -> tuple[bool | None, int]:
    """Whether the conclusion holds, and the furthest entry of a sequence of numbers it asks for."""
    asked = [0]

    def noted(entries: Entries) -> Callable[[int], Value]:
        return lambda k: (asked.append(k), entries(k))[1]

    env = {k: noted(x) if isinstance(x, Entries) else x for k, x in world.env.items()}
    return _holds(world, conclusion, env), max(asked)


def worlds(theorem: Mapping[str, Any], rng: random.Random, count: int) -> Iterator[World]:
    """Worlds in which every hypothesis certainly holds."""
    iv.prec = 100
    scalars = [_small(s, theorem) for s in theorem["symbols"] if s["sort"] in _SCALARS]
    conditions = [f for f in theorem["given"] if f[0] != "all" and _is_scalar(f)]
    zero = ["q", "0"]
    domain = {"vars": scalars, "where": conditions, "left": zero, "op": "<=", "right": zero}
    for env in points(domain, rng, count):
        iv.prec = 100
        _follow(theorem, env, rng)
        for _ in range(3):
            try:
                world = World(theorem, env, rng, size=rng.choice(_SIZES))
                if _meets(world, theorem, adjust=True):
                    yield world
                    break
            except (NoWorld, Unknown, NoValue):
                continue


def _small(s: Mapping[str, Any], theorem: Mapping[str, Any]) -> dict[str, Any]:
    """An integer without an end has one: it may be the length of a course of events."""
    made = dict(s)
    sorts = {t["sort"] for t in theorem["symbols"] if t.get("index") != ONLY}
    runs = sorts & {"seq", "draws", "iterates", "prox"}
    if s["sort"] == "int" and s["high"] is None and (runs or s["name"] == theorem["dimension"]):
        low = -2 if s["low"] is None else math.ceil(Fraction(s["low"]))
        made |= {"high": str(low + 3), "high_open": False}
    return made


def _is_scalar(relation: Fact) -> bool:
    return not (about_vectors(relation[0]) or about_vectors(relation[2]))


def _follow(theorem: Mapping[str, Any], env: Mapping[str, Any], rng: random.Random) -> None:
    """Entries of sequences of numbers that hypotheses give by the entry before."""
    for s in theorem["symbols"]:
        if s["sort"] == "seq" and rng.random() < 0.6:
            entries = env[s["name"]]
            first, ratio = entries(0), rng.choice((Fraction(1), Fraction(1), Fraction(1, 2)))
            for k in range(-3, _FAR):
                value = first * ratio ** max(k, 0)
                entries.drawn[k] = value if is_inside(s, value) else first
    for fact in theorem["given"]:
        if fact[0] != "all" or not _is_scalar(fact[3]) or fact[3][0][0] != "idx":
            continue
        _, index, start, ((_, name, at), op, right) = fact
        entries = env.get(name)
        if isinstance(entries, Entries) and op in ("<=", "="):
            for k in range(int(start), int(start) + _FAR):
                here = {**env, index: Fraction(k)}
                try:
                    value, place = evaluate(right, here), evaluate(at, here)
                except (NoValue, Unknown):
                    break
                if isinstance(value, Fraction) and isinstance(place, Fraction):
                    lower = rng.choice((0, 0, Fraction(1, 3))) if op == "<=" else 0
                    for entry in (value - lower, value):
                        if is_inside(entries.v, entry):
                            entries.drawn[int(place)] = entry


def _meets(world: World, theorem: Mapping[str, Any], *, adjust: bool = False) -> bool:
    """Whether all hypotheses hold for certain; `adjust` may move a scalar to where one is tight."""
    for fact in theorem["given"]:
        if fact[0] != "all" and _is_scalar(fact):
            continue
        if world.laplace and not _is_sure(fact):
            raise Unknown("a condition on every outcome of noise that has more outcomes")
        for relation, env in _instances(world, fact):
            if adjust and world.rng.random() < 0.7:
                _tighten(world, theorem, relation, env)
                env = {**env, **{k: world.env[k] for k in world.env}}
            if not _holds(world, relation, env):
                return False
    return True if not adjust else _meets_numbers(world, theorem) and _meets(world, theorem)


def _meets_numbers(world: World, theorem: Mapping[str, Any]) -> bool:
    """The conditions on numbers once more: a scalar may have been moved."""
    conditions = [f for f in theorem["given"] if f[0] != "all" and _is_scalar(f)]
    return all(_holds(world, f, world.env) for f in conditions)


def _is_sure(fact: Fact) -> bool:
    """Whether every random vector stands under an expectation."""

    def sure(term: Any) -> bool:
        if not isinstance(term, list) or not term or term[0] == "E":
            return True
        return term[0] not in ("vec", "at") and all(map(sure, term[1:]))

    left, _, right = fact[3] if fact[0] == "all" else fact
    return sure(left) and sure(right)


def _instances(world: World, fact: Fact) -> Iterator[tuple[Fact, dict[str, Any]]]:
    if fact[0] != "all":
        yield fact, dict(world.env)
        return
    _, index, first, relation = fact
    last = _FAR if _is_scalar(relation) else world.indices
    for k in range(int(first), max(last, int(first)) + 1):
        yield relation, {**world.env, index: Fraction(k)}


def _holds(world: World, relation: Fact, env: Mapping[str, Any]) -> bool | None:
    """Whether a relation holds in every history; None where that is not decided."""
    left, op, right = relation
    found: bool | None = True
    for gap in world.everywhere(["+", right, ["neg", left]], env):
        low, high = ends(gap)
        if op == "=":
            no, yes = low > 0 or high < 0, low == high == 0
        else:
            if op in (">", ">="):
                low, high = -high, -low
            strict = op in ("<", ">")
            no, yes = (high <= 0, low > 0) if strict else (high < 0, low >= 0)
        if no:
            return False
        found = found if yes else None
    return found


def _tighten(
    world: World, theorem: Mapping[str, Any], relation: Fact, env: Mapping[str, Any]
) -> None:
    """Move one scalar so that an inequality just holds, if it is quadratic in the scalar."""
    left, _, right = relation
    fixed = {name for s in theorem["symbols"] for name in _held_by(s)}
    movable = [
        s for s in theorem["symbols"]
        if s["sort"] == "real" and s["name"] in names_in(left) | names_in(right)
        and s["name"] not in fixed and isinstance(world.env[s["name"]], Fraction)
    ]  # fmt: skip
    if not movable:
        return
    s = world.rng.choice(movable)
    name, before = s["name"], world.env[s["name"]]

    def gap(value: Fraction) -> Fraction:
        world.env[name] = value
        world.forget()
        here = {**env, name: value}
        found = world.everywhere(["+", right, ["neg", left]], here)
        return min(ends(g)[0] for g in found)

    c, up, down = gap(Fraction(0)), gap(Fraction(1)), gap(Fraction(-1))
    square, slope = (up + down) / 2 - c, (up - down) / 2
    roots: list[Fraction] = []
    if square:
        inside = slope**2 - 4 * square * c
        if inside >= 0:
            root = Fraction(math.sqrt(inside)).limit_denominator(1000)
            roots = [(-slope + sign * root) / (2 * square) for sign in (1, -1)]
    elif slope:
        roots = [-c / slope]
    near = [r + t for r in roots for t in (Fraction(0), Fraction(1, 500), Fraction(-1, 500))]
    good = [value for value in near if is_inside(s, value) and gap(value) >= 0]
    world.env[name] = good[0] if good else before
    world.forget()


def _held_by(s: Mapping[str, Any]) -> set[str]:
    """The scalars that the class of a function or the law of a draw depends on."""
    trees = [s.get("strong"), s.get("smooth"), *(s["law"][1:] if s.get("law") else [])]
    return set().union(*(names_in(t) for t in trees if t is not None))


def _told(world: World) -> dict[str, Any]:
    """A world in words, for a finding."""
    what = {k: repr(v) for k, v in world.known.items() if not callable(v)}
    told = [f"{h.chance}: {_text(h.drawn)}" for h in world.histories[:8]]
    return {"scalars": as_point(world.env), "known": what, "histories": told}


def _text(drawn: Mapping[Any, list[Value]]) -> str:
    return ", ".join(f"{key} = {[str(x) for x in value]}" for key, value in drawn.items())
