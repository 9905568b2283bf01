"""Rational points of a statement's domain, most of its conditions met by construction.

A variable that a condition defines gets its value, one that a condition bounds is drawn below or
above the bound, an entry of a sequence is drawn when it is first asked for.  What remains (an
equation such as sum_t p_t = 1) is solved for something in which it is linear, or left to chance.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import fmpq

from workbench.rigor.check.trees import Tree, free
from workbench.rigor.provers.compiled import Function, Irrational, compiled, exactly, number

_USUAL = tuple(
    fmpq(*pair)
    for pair in ((1, 1), (2, 1), (1, 2), (3, 1), (1, 10), (5, 1), (9, 10), (1, 3), (7, 4), (10, 1),
                 (1, 100), (20, 1), (13, 5), (99, 100), (1, 1000), (100, 1), (1000, 1))
)  # fmt: skip
_ZERO, _ONE = fmpq(0), fmpq(1)
_PARTS = tuple(fmpq(n, 64) for n in range(65))
_CLOSE = fmpq(1, 1000)  # to an end that does not belong to the domain
_MIDDLE_AND_ENDS = (fmpq(1, 2), _ZERO, _ONE)
_BETWEEN = (_ZERO, _ONE, _CLOSE, 1 - _CLOSE, *_PARTS[::3])
_FACTORS = (fmpq(1, 2), fmpq(9, 10), fmpq(11, 10), fmpq(2))
Interval = tuple[fmpq | None, bool, fmpq | None, bool]
_ANYWHERE: Interval = (None, False, None, False)


class EmptyDraw(Exception):
    """The draw meets no point of the domain."""


@dataclass
class Draw:
    """The free choices behind a point: a position in its interval for every variable and entry."""

    rng: random.Random
    style: int = 0  # 0: anything; 1, 2, 3: everything in the middle, at the lower, at the upper end
    chosen: dict[Any, fmpq] = field(default_factory=dict)

    def position(self, key: Any, *, integer: bool, sides: int, long: bool) -> fmpq:  # noqa: ANN401
        """Where to go: a fraction of [0, 1] if both sides are bounded, else a distance."""
        if key not in self.chosen:
            self.chosen[key] = self._new(integer=integer, sides=sides, long=long)
        return self.chosen[key]

    def _new(self, *, integer: bool, sides: int, long: bool) -> fmpq:
        if sides == 2:
            if self.style:
                return _MIDDLE_AND_ENDS[self.style - 1]
            return self.rng.choice(_BETWEEN)
        if self.style:
            return fmpq((1, 0, 8 if integer else 100)[self.style - 1])
        if integer:
            far = (20, 100, 1000) if long else (12,)
            return fmpq(self.rng.choice((0, 1, 2, 3, 4, 6, 9, *far)))
        value = (
            self.rng.choice(_USUAL) if self.rng.random() < 0.7
            else fmpq(self.rng.randint(0, 400), 100)
        )  # fmt: skip
        return value * self.rng.choice((-1, 1)) if sides == 0 else value

    def nearby(self) -> Draw:
        """The same choices with one or two of them changed a little."""
        made = Draw(self.rng, self.style, dict(self.chosen))
        if made.chosen:
            for key in self.rng.sample(list(made.chosen), min(len(made.chosen), 2)):
                old = made.chosen[key]
                changed = old * self.rng.choice(_FACTORS)
                made.chosen[key] = _CLOSE if changed == 0 else _shorter(changed, 4000)
        return made


class Entries(dict[int, fmpq]):
    """The entries of one sequence, drawn when they are asked for."""

    def __init__(self, sampler: Sampler, variable: dict[str, Any], draw: Draw) -> None:
        super().__init__()
        self._drawn = (sampler, variable, draw)

    def __missing__(self, k: int) -> fmpq:
        sampler, variable, draw = self._drawn
        self[k] = sampler.place(variable, _ANYWHERE, draw, k)
        return self[k]


class Sampler:
    """Draws points of one statement's domain."""

    def __init__(self, statement: dict[str, Any]) -> None:
        self.variables = {v["name"]: v for v in statement["vars"]}
        self.own = {name: _interval_of(v) for name, v in self.variables.items()}
        self.where = statement["where"]
        sides = [statement["left"], statement["right"], *(s for c in self.where for s in c[::2])]
        self.short = frozenset().union(*(_counts(side) for side in sides))
        self.defined: dict[str, Function] = {}
        self.entries: list[tuple[str, Function, Function]] = []
        self.bounds: dict[str, list[tuple[str, Function, Function]]] = {}
        self.equations: list[tuple[Function, Tree]] = []
        self._needs: dict[str, frozenset[str]] = {n: frozenset() for n in self.variables}
        for left, op, right in sorted(self.where, key=lambda c: c[1] != "="):  # definitions first
            self._sort_out(left, op, right)
        self.order = self._ordered()

    def _sort_out(self, left: Tree, op: str, right: Tree) -> None:
        if op in (">=", ">"):
            left, op, right = right, op.replace(">", "<"), left
        for one, other, side in ((left, right, "upper"), (right, left, "lower")):
            if one[0] != "v" or one[1] not in self.variables or one[1] in self.defined:
                continue
            if not self._acyclic(one[1], other):
                continue
            if op == "=":
                self.defined[one[1]] = exactly(other)
            else:
                both = (side + op[1:], exactly(other), compiled(other, exact=False))
                self.bounds.setdefault(one[1], []).append(both)
            self._needs[one[1]] |= free(other)
            return
        if op == "=" and left[0] == "idx":
            self.entries.append((left[1], exactly(left[2]), exactly(right)))
        elif op == "=":
            gap = ["+", left, ["neg", right]]
            self.equations.append((exactly(gap), gap))

    def _acyclic(self, name: str, other: Tree) -> bool:
        seen, todo = set(), set(free(other))
        while todo:
            one = todo.pop()
            if one == name:
                return False
            if one not in seen:
                seen.add(one)
                todo |= self._needs.get(one, frozenset())
        return True

    def _ordered(self) -> list[str]:
        order: list[str] = []

        def visit(name: str) -> None:
            if name in self._needs and name not in order:
                for other in sorted(self._needs[name]):
                    visit(other)
                order.append(name)

        for name in self.variables:
            visit(name)
        return order

    # drawing ---------------------------------------------------------------------------------

    def point(self, draw: Draw) -> dict[str, Any]:
        """A point: rationals by name, sequences as mappings; raises Infeasible."""
        env: dict[str, Any] = {
            n: Entries(self, v, draw) for n, v in self.variables.items() if v["sort"] == "seq"
        }
        try:
            for name in self.order:
                if name in self.defined:
                    env[name] = self.defined[name](env)
                elif name not in env:
                    v = self.variables[name]
                    env[name] = self.place(v, self._interval(name, env), draw)
            for name, at, value in self.entries:
                env[name][int(at(env))] = value(env)
            for gap, tree in self.equations:
                self._solve(gap, tree, env)
        except (ArithmeticError, ValueError, TypeError) as error:
            raise EmptyDraw(str(error)) from error
        return env

    def _interval(self, name: str, env: Mapping[str, Any]) -> Interval:
        if name not in self.bounds:
            return _ANYWHERE
        low, low_open, high, high_open = _ANYWHERE
        for kind, exact, floating in self.bounds[name]:
            try:
                value = exact(env)
            except Irrational:
                near = floating({n: as_floats(v) for n, v in env.items()})
                inside = -1e-9 if kind.startswith("upper") else 1e-9
                value = _shorter(near + inside * abs(near), 10**12)
            strict = not kind.endswith("=")
            if kind.startswith("upper") and (high is None or value <= high):
                high, high_open = value, strict or (high_open and value == high)
            elif kind.startswith("lower") and (low is None or value >= low):
                low, low_open = value, strict or (low_open and value == low)
        return low, low_open, high, high_open

    def place(self, v: dict[str, Any], more: Interval, draw: Draw, k: int | None = None) -> fmpq:
        """A value in the variable's interval, narrowed by conditions."""
        low, low_open, high, high_open = more
        least, least_open, most, most_open = self.own[v["name"]]
        if least is not None and (low is None or least >= low):
            low, low_open = least, least_open
        if most is not None and (high is None or most <= high):
            high, high_open = most, most_open
        integer = v["sort"] == "int"
        if integer:
            if low is not None:
                low, low_open = fmpq(math.floor(low) + 1 if low_open else math.ceil(low)), False
            if high is not None:
                high = fmpq(math.ceil(high) - 1 if high_open else math.floor(high))
                high_open = False
        sides = (low is not None) + (high is not None)
        u = draw.position(
            (v["name"], k), integer=integer, sides=sides, long=v["name"] not in self.short
        )
        if sides < 2 and integer:
            u = fmpq(round(u))
        if sides:
            u = abs(u)
        if low is not None and high is not None:
            if low > high or (low == high and (low_open or high_open)):
                raise EmptyDraw(v["name"])
            u = min(u, _ONE)
            u = _CLOSE if low_open and u == 0 else 1 - _CLOSE if high_open and u == 1 else u
            value = low + (high - low) * u
            return fmpq(round(value)) if integer else value
        if low is not None:
            return low + (_CLOSE if low_open and u == 0 else u)
        if high is not None:
            return high - (_CLOSE if high_open and u == 0 else u)
        return u

    def _solve(self, gap: Function, tree: Tree, env: dict[str, Any]) -> None:
        """Change one variable or entry, in which the equation is linear, so that it holds."""
        if gap(env) == 0:
            return
        spots: list[tuple[dict[Any, Any], Any]] = [
            (env, n) for n in sorted(free(tree)) if n in self.variables and n not in self.defined
        ]
        spots += [(env[n], k) for n in sorted(env) if isinstance(env[n], Entries) for k in env[n]]
        for holder, key in spots[:12]:
            old = holder[key]
            try:
                at = []
                for trial in (0, 1, 2):
                    holder[key] = fmpq(trial)
                    at.append(gap(env))
                slope = at[1] - at[0]
                if slope and at[2] - at[1] == slope:
                    holder[key] = -at[0] / slope
                    if gap(env) == 0:
                        return
            except (ArithmeticError, ValueError):
                pass
            holder[key] = old
        raise EmptyDraw("an equation")


def _interval_of(variable: dict[str, Any]) -> Interval:
    """The interval in which a variable is declared."""
    low, high = variable["low"], variable["high"]
    return (
        None if low is None else number(low), variable["low_open"],
        None if high is None else number(high), variable["high_open"],
    )  # fmt: skip


def _shorter(value: fmpq | float, denominator: int) -> fmpq:
    """The nearest rational whose denominator is at most this."""
    exact = Fraction(value) if isinstance(value, float) else Fraction(int(value.p), int(value.q))
    near = exact.limit_denominator(denominator)
    return fmpq(near.numerator, near.denominator)


def as_floats(value: Any) -> Any:  # noqa: ANN401
    """A value or the entries of a sequence, in floating point."""
    return Floats(value) if isinstance(value, Entries) else float(value)


class Floats:
    """A sequence's entries in floating point."""

    def __init__(self, entries: Entries) -> None:
        self._entries = entries

    def __getitem__(self, k: int) -> float:
        return float(self._entries[k])


def _counts(tree: Tree) -> frozenset[str]:
    """Variables in the bounds of sums, in exponents and in indices: they must stay small."""
    op = tree[0]
    below = [_counts(a) for a in tree[1:] if isinstance(a, list)]
    if op in ("sum", "prod"):
        below.append(free(tree[2]) | free(tree[3]))
    elif op == "npow":
        below.append(free(tree[2]))
    return frozenset().union(*below)
