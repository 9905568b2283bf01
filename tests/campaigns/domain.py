"""Points of a statement's domain: its ends, what lies just inside, zeros of its conditions.

A point gives every variable a fraction; a variable that a condition defines (x = e) has the value
of e there.  A sequence has entries drawn from its domain as they are asked for, or those that its
first values and its recurrence define.  What is defined has no domain of its own: the definition
alone says what its values are.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tests.campaigns.evaluate import NoValue, Tree, Unknown, Value, compare, evaluate, iv

Statement = dict[str, Any]
SPECIAL = tuple(
    Fraction(t)
    for t in "0 1 -1 2 -2 3 1/2 -1/2 4 1/4 9 16 10 -3 7/3 1/1000 -1/1000 100 -10 5 6".split()
)
_TINY = (Fraction(1, 1000), Fraction(1, 10**12), Fraction(1), Fraction(1, 2))
_DEEPEST = 60  # entries of a sequence that a recurrence computes


class Entries:
    """A sequence: given entries, a recurrence, or entries drawn from its domain when asked for."""

    def __init__(self, v: Mapping[str, Any], rng: random.Random, literals: Sequence[Fraction]):
        self.v, self.rng, self.literals = v, rng, literals
        self.drawn: dict[int, Fraction] = {}
        self.base: dict[int, Tree] = {}
        self.rule: dict[str, Any] | None = None
        self.last = math.inf  # up to which the rule holds
        self.env: dict[str, Any] = {}
        self._known: dict[tuple[int, int], Value] = {}
        self._running: set[int] = set()

    def __call__(self, k: int) -> Value:
        tree, env = self._definition(k)
        if tree is None:
            if k not in self.drawn:
                self.drawn[k] = draw(self.rng, self.v, self.literals)
            return self.drawn[k]
        if (iv.prec, k) not in self._known:
            if k in self._running or len(self._running) > _DEEPEST:
                raise Unknown("a recurrence that goes deep")
            self._running.add(k)
            try:
                self._known[iv.prec, k] = evaluate(tree, env)
            finally:
                self._running.discard(k)
        return self._known[iv.prec, k]

    def forget(self) -> None:
        """Compute the defined entries anew: a variable has another value."""
        self._known.clear()

    def _definition(self, k: int) -> tuple[Tree | None, dict[str, Any]]:
        if k in self.base:
            return self.base[k], self.env
        rule = self.rule
        if rule is not None and self.last >= k >= rule["from"] + rule["shift"]:
            at = Fraction(k - rule["shift"])
            return rule["body"], {**self.env, rule["index"]: at}
        return None, self.env


def is_inside(v: Mapping[str, Any], value: Fraction) -> bool:
    """Whether a fraction is in the declared domain of a variable."""
    if v["sort"] == "int" and value.denominator != 1:
        return False
    for end, beyond in (("low", -1), ("high", 1)):
        if v[end] is not None:
            gap = (value - Fraction(v[end])) * beyond
            if gap > 0 or (gap == 0 and v[f"{end}_open"]):
                return False
    return True


def candidates(v: Mapping[str, Any], literals: Sequence[Fraction] = ()) -> list[Fraction]:
    """Values where something may happen: ends, just inside, small numbers, the statement's own."""
    domain = tuple(v[k] for k in ("sort", "low", "low_open", "high", "high_open"))
    return _candidates(domain, tuple(literals))


@lru_cache(maxsize=4096)
def _candidates(domain: tuple[Any, ...], literals: tuple[Fraction, ...]) -> list[Fraction]:
    v = dict(zip(("sort", "low", "low_open", "high", "high_open"), domain, strict=True))
    low, high = (None if v[end] is None else Fraction(v[end]) for end in ("low", "high"))
    found = [*SPECIAL, *literals]
    for end, inward in ((low, 1), (high, -1)):
        if end is not None:
            whole = Fraction(math.floor(end))
            found += [end, *(end + inward * t for t in _TINY), *(whole + k for k in range(-3, 5))]
    if low is not None and high is not None:
        found += [low + (high - low) * Fraction(k, 12) for k in range(13)]
    return [c for c in dict.fromkeys(found) if is_inside(v, c)]


def draw(rng: random.Random, v: Mapping[str, Any], literals: Sequence[Fraction] = ()) -> Fraction:
    """A value of the domain; extreme ones are frequent."""
    found = candidates(v, literals)
    if found and rng.random() < 0.75:
        return rng.choice(found)
    low, high = (None if v[end] is None else Fraction(v[end]) for end in ("low", "high"))
    for _ in range(20):
        part = Fraction(rng.randint(0, 64), 64)
        if low is not None and high is not None:
            value = low + (high - low) * part
        else:
            size = part * rng.choice((1, 4, 64, 10**6))
            value = low + size if low is not None else high - size if high is not None else size
            if low is None and high is None:
                value *= rng.choice((1, -1))
        value = Fraction(round(value)) if v["sort"] == "int" else value
        if is_inside(v, value):
            return value
    return rng.choice(found) if found else Fraction(0)


def literals_of(*trees: Tree) -> list[Fraction]:
    """The rational numbers that occur in trees."""
    found: list[Fraction] = []
    stack: list[Any] = list(trees)
    while stack:
        node = stack.pop()
        if isinstance(node, list) and node:
            if node[0] == "q":
                found.append(Fraction(node[1]))
            stack += [a for a in node[1:] if isinstance(a, list)]
    return [f for f in dict.fromkeys(found) if f.denominator < 10**6 and abs(f) < 10**9][:12]


def names_in(tree: Any, bound: frozenset[str] = frozenset()) -> frozenset[str]:
    """The variables and sequences that occur free."""
    if not isinstance(tree, list) or not tree:
        return frozenset()
    op, *args = tree
    if op in ("v", "idx"):
        own = frozenset({args[0]}) - (bound if op == "v" else frozenset())
        return own.union(*(names_in(a, bound) for a in args[1:]))
    if op in ("sum", "prod"):
        index, low, high, body = args
        return names_in(low, bound) | names_in(high, bound) | names_in(body, bound | {index})
    return frozenset().union(*(names_in(a, bound) for a in args))


def sides(s: Statement) -> list[Tree]:
    """All trees of a statement."""
    return [s["left"], s["right"], *(side for a, _, b in s["where"] for side in (a, b))]


def points(
    s: Statement, rng: random.Random, count: int, definitions: Mapping[str, Any] | None = None
) -> Iterator[dict[str, Any]]:
    """Environments in the domain for which every condition certainly holds; at most `count`."""
    literals, aliases = literals_of(*sides(s)), _aliases(s)
    for turn in range(count):
        env: dict[str, Any] = {}
        for v in s["vars"]:
            if v["sort"] == "seq":
                env[v["name"]] = Entries(v, rng, literals)
            elif turn == 0 and (c := candidates(v)):
                env[v["name"]] = c[-1] if v["low"] is None else min(c)
            else:
                env[v["name"]] = draw(rng, v, literals)
        _define(env, definitions)
        for name, tree in aliases.items():
            env[name] = _later(tree, env)
        if turn % 2 and len(aliases) < len(s["vars"]):
            _touch(s, rng, env, aliases)
        for _ in range(3):
            if holds(s, env, aliases):
                yield env
                break
            _touch(s, rng, env, aliases, violated_only=True)


def _later(tree: Tree, env: dict[str, Any]) -> Any:
    return lambda: evaluate(tree, env)


def _define(env: dict[str, Any], definitions: Mapping[str, Any] | None) -> None:
    for rule in (definitions or {}).get("rules", []):
        env[rule["name"]].rule = rule
        env[rule["name"]].last = (definitions or {}).get("last", math.inf)
        env[rule["name"]].env = env
    for known in (definitions or {}).get("base", []):
        for k in range(known["at"], known.get("to", known["at"]) + 1):
            env[known["name"]].base[k] = known["value"]
        env[known["name"]].env = env


def _aliases(s: Statement) -> dict[str, Tree]:
    """Variables that a condition x = e defines, in an order without circles."""
    found: dict[str, Tree] = {}
    plain = {v["name"] for v in s["vars"] if v["sort"] != "seq"}
    for left, op, right in s["where"]:
        for a, b in ((left, right), (right, left)):
            if op == "=" and a[0] == "v" and a[1] in plain - set(found):
                reached, before = names_in(b), frozenset[str]()
                while reached != before:
                    before = reached
                    reached = reached.union(*(names_in(found[n]) for n in reached if n in found))
                if a[1] not in reached:
                    found[a[1]] = b
                    break
    return found


def holds(s: Statement, env: dict[str, Any], aliases: Mapping[str, Tree]) -> bool:
    """Whether the point is certainly in the domain and meets every condition."""
    try:
        for v in s["vars"]:
            if v["name"] in aliases:
                value = env[v["name"]]()
                if isinstance(value, Fraction):
                    if not is_inside(v, value):
                        return False
                elif v["sort"] == "int" or not all(
                    compare(["v", v["name"]], op, ["q", v[end]], env)
                    for end, op in (("low", ">"), ("high", "<"))
                    if v[end] is not None
                ):
                    return False
        for left, op, right in s["where"]:
            own = op == "=" and any(
                a[0] == "v" and aliases.get(a[1]) is b for a, b in ((left, right), (right, left))
            )
            if not own and not compare(left, op, right, env):
                return False
    except (NoValue, Unknown):
        return False
    return True


def _touch(
    s: Statement, rng: random.Random, env: dict[str, Any], aliases: Mapping[str, Tree], *,
    violated_only: bool = False,
) -> None:  # fmt: skip
    """Move one variable to where a condition, or the statement itself, becomes an equality."""
    relations = list(s["where"])
    if not violated_only:
        relations.append([s["left"], s["op"], s["right"]])
    if not relations:
        return
    if violated_only:
        wrong = [r for r in relations if not _is_true(r, env)]
        relations = wrong or relations
    left, _, right = rng.choice(relations)
    gap = ["+", right, ["neg", left]]
    plain = {v["name"]: v for v in s["vars"] if v["sort"] != "seq" and v["name"] not in aliases}
    reached = names_in(gap).union(*(names_in(t) for n, t in aliases.items()))
    free = sorted(reached & set(plain))
    if not free:
        return
    name = rng.choice(free)
    before = env[name]
    entries = [e for e in env.values() if isinstance(e, Entries)]
    for _ in range(2):  # secant steps: exact where the condition is linear in the variable
        a = env[name]
        g = []
        for x in (a, a + 1):
            env[name] = x
            for e in entries:
                e.forget()
            try:
                value = evaluate(gap, env)
            except (NoValue, Unknown):
                value = None
            g.append(value)
        env[name] = a
        if not all(isinstance(x, Fraction) for x in g) or g[0] == g[1]:
            break
        moved = a - g[0] / (g[1] - g[0])
        if moved.denominator > 10**40:
            break
        env[name] = moved
    beside = env[name] + rng.choice((0, 0, 0, 1, -1, *_TINY, *(-t for t in _TINY)))
    if plain[name]["sort"] == "int":
        beside = Fraction(round(beside))
    env[name] = beside if is_inside(plain[name], beside) else before
    for e in entries:
        e.forget()


def _is_true(relation: list[Any], env: dict[str, Any]) -> bool:
    try:
        return bool(compare(*relation, env))
    except (NoValue, Unknown):
        return False
