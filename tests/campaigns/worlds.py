"""Worlds in which a theorem is tried: every symbol is something, and chance has finitely many ends.

Scalars are fractions of their domains, functions and maps those of `functions`, geometries those
of `geometries`, vectors have one to three coordinates.  Draws are drawn in the order of the
theorem: at each of them every history branches, and what is drawn there may depend on all that came
before; a centred one has mean 0 on each branch.  So an expectation is a finite sum.  Laplace noise
is stood for by a law on a few points with the same mean and covariance, which is exact for what is
quadratic in it: where there is such noise, functions are quadratic and maps affine.

The terms are read here for themselves; nothing of `workbench` is imported.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.campaigns import functions
from tests.campaigns.evaluate import Unknown, Value, evaluate, inverse, product, total
from tests.campaigns.functions import Vector, dot, plus, times
from tests.campaigns.geometries import geometry

Term = Any
_MOST_HISTORIES = 72
_CROWD = 8  # histories from which on what has no law has one outcome in each of them
_MOST_VECTORS = 20_000  # that are computed in one world
_ABOUT_VECTORS = (
    "dot", "value", "E", "vec", "at", "zero", "v+", "v*", "grad", "map", "breg", "sq", "dual",
    "len", "norm",
)  # fmt: skip
_ENTRIES = tuple(Fraction(t) for t in "0 0 1 -1 2 -2 1/2 3".split())


class History:
    """One course of events: its probability, and what was drawn."""

    def __init__(self, chance: Fraction, drawn: dict[Any, Vector]) -> None:
        self.chance, self.drawn = chance, drawn
        self.known: dict[Any, Vector] = {}  # iterates that were computed


class NoWorld(Exception):
    """The declarations cannot be met with these scalars."""


class World:
    """The symbols of one theorem, and the histories as far as they were asked for."""

    def __init__(
        self, theorem: Mapping[str, Any], env: Mapping[str, Any], rng: random.Random, *,
        size: Fraction = Fraction(1),
    ) -> None:  # fmt: skip
        self.symbols = {s["name"]: s for s in theorem["symbols"]}
        self.env, self.rng, self.size = dict(env), rng, size
        self.laplace = any(s.get("law") for s in theorem["symbols"])
        self.quadratic = self.laplace or rng.random() < 0.4
        self.dim = self._dimension(theorem["dimension"])
        self.known: dict[str, Any] = {}  # vectors, functions and maps
        # each may need those before
        for sort in ("vector", "map", "geometry", "function", "point"):
            for s in theorem["symbols"]:
                if s["sort"] == sort:
                    self.known[s["name"]] = self._made(s)
        self.means: dict[Any, Value] = {}
        self.work = 0
        self.histories = [History(Fraction(1), {})]
        self.indices = 0  # how many indices of sequences were drawn

    def _dimension(self, name: str | None) -> int:
        if name is None:
            return self.rng.choice((1, 1, 2, 2, 3))
        value = self.number(["v", name], self.env)
        if not isinstance(value, Fraction) or not 1 <= value <= 3:
            raise NoWorld("a large dimension")
        return int(value)

    def _vector(self) -> Vector:
        return [self.size * self.rng.choice(_ENTRIES) for _ in range(self.dim)]

    def _made(self, s: Mapping[str, Any]) -> Any:
        if s["sort"] == "vector":
            return self._vector()
        if s["sort"] == "geometry":
            return geometry(self.rng, self.dim)
        if s["sort"] == "point":
            return self.known[s["geometry"]].point(self.rng, inner=s["inner"])
        if s["sort"] == "map":
            return functions.mapping(self.rng, self.dim, affine=self.laplace)
        strong = None if s["strong"] is None else self.number(s["strong"], self.env)
        least = None if s["minimiser"] is None else self.known[s["minimiser"]]
        made = functions.function(self.rng, self.dim, strong=strong, minimiser=least,
                                  smooth=self.number(s["smooth"], self.env),
                                  quadratic=self.quadratic)  # fmt: skip
        if made is None:
            raise NoWorld("a class without a member")
        return made if s["on"] is None else self.known[s["on"]].member(made)

    # chance ------------------------------------------------------------------------------------

    def _branch(self, s: Mapping[str, Any], key: Any, env: Mapping[str, Any]) -> None:
        """Every history goes on with each value of one more random vector."""
        after = []
        crowded = len(self.histories) > _CROWD
        for history in self.histories:
            if s.get("law"):
                outcomes = functions.noise(self.dim, self.number(s["law"][1], env))
            elif crowded or self.rng.random() < 0.2:
                centred = s.get("mean") == ["zero"]
                zero = [Fraction(0)] * self.dim
                outcomes = [(Fraction(1), zero if centred else self._vector())]
            else:
                share = Fraction(self.rng.choice((1, 1, 2, 3)), 4)
                one, other = self._vector(), self._vector()
                if s.get("mean") == ["zero"]:
                    other = times(-share / (1 - share), one)
                outcomes = [(share, one), (1 - share, other)]
            after += [
                History(history.chance * chance, {**history.drawn, key: value})
                for chance, value in outcomes
            ]
        if len(after) > _MOST_HISTORIES:
            raise Unknown("too many histories")
        self.histories = after
        self.means.clear()

    def draw_until(self, index: int) -> None:
        """Draw all that the sequences of draws have up to an index."""
        if index > 7:
            raise Unknown("a late index")
        while self.indices <= index:
            for s in list(self.symbols.values()):
                if s["sort"] == "draws":
                    at = self.indices
                    self._branch(s, (s["name"], at), {**self.env, s["index"]: Fraction(at)})
            self.indices += 1

    # terms -------------------------------------------------------------------------------------

    def number(self, term: Term, env: Mapping[str, Any], history: History | None = None) -> Value:
        """The value of a scalar term in one history."""
        if not about_vectors(term):
            return evaluate(term, env)
        op, *args = term

        def below(inner: Term) -> Value:
            return self.number(inner, env, history)

        match op:
            case "dot":
                return dot(*(self.vector(u, env, history) for u in args))
            case "len":
                u = self.vector(args[0], env, history)
                return evaluate(["root", 2, ["q", str(dot(u, u))]], {})
            case "value":
                return self.known[args[0]].value(self.vector(args[1], env, history))
            case "E":
                return self._mean(args[0], env)
            case "sq" | "dual":
                u = self.vector(args[1], env, history)
                return self.known[args[0]].square(u, dual=op == "dual")  # type: ignore[no-any-return]
            case "norm":
                return evaluate(["root", 2, ["q", str(below(["sq", *args]))]], {})
            case "breg":
                u, v = (self.vector(a, env, history) for a in args[1:])
                return self.known[args[0]].divergence(u, v)  # type: ignore[no-any-return]
            case "sum":
                low, high = (evaluate(a, env) for a in args[1:3])
                each = range(int(low), int(high) + 1)
                return total([self.number(args[3], {**env, args[0]: Fraction(k)}, history)
                              for k in each])  # fmt: skip
            case "+":
                return total([below(a) for a in args])
            case "*":
                return product([below(a) for a in args])
            case "neg":
                return product([Fraction(-1), below(args[0])])
            case "/":
                return product([below(args[0]), inverse(below(args[1]))])
            case "^":
                return product([below(args[0])] * args[1])
        raise Unknown(f"a term {op}")

    def _mean(self, term: Term, env: Mapping[str, Any]) -> Value:
        key = repr(term), tuple((k, v) for k, v in env.items() if k not in self.env)
        if key not in self.means:
            found = [product([h.chance, self.number(term, env, h)]) for h in self.histories]
            self.means[key] = total(found)
        return self.means[key]

    def vector(self, term: Term, env: Mapping[str, Any], history: History | None) -> Vector:
        """The value of a vector in one history."""
        self.work += 1
        if self.work > _MOST_VECTORS:
            raise Unknown("too long a computation")
        op, *args = term
        match op:
            case "zero":
                return [Fraction(0)] * self.dim
            case "vec":
                return self.known[args[0]]  # type: ignore[no-any-return]
            case "at":
                index = evaluate(args[1], env)
                if not isinstance(index, Fraction) or index.denominator != 1:
                    raise Unknown("an index")
                return self._entry(args[0], int(index), history)
            case "v+":
                return plus(*(self.vector(u, env, history) for u in args))
            case "v*":
                return times(self.number(args[0], env, history), self.vector(args[1], env, history))
            case "grad":
                return self.known[args[0]].gradient(  # type: ignore[no-any-return]
                    self.vector(args[1], env, history)
                )
            case "map":
                points = [self.vector(u, env, history) for u in args[1:]]
                return self.known[args[0]](*points)  # type: ignore[no-any-return]
        raise Unknown(f"a vector {op}")

    def _entry(self, name: str, index: int, history: History | None) -> Vector:
        s = self.symbols[name]
        if s["sort"] == "draws":
            if index >= self.indices:
                raise Later(index)
            return _happens(history).drawn[name, index]
        first = {"0": ["vec", s["start"]]} if s["sort"] == "prox" else s["first"]
        if str(index) in first:
            return self.vector(first[str(index)], self.env, history)
        if index - 1 >= self.indices:
            raise Later(index - 1)
        known = _happens(history).known
        if (name, index) not in known:
            here = {**self.env, s["index"]: Fraction(index - 1)}
            now = self.vector(s["step" if s["sort"] == "prox" else "next"], here, history)
            if s["sort"] == "prox":
                before = self._entry(name, index - 1, history)
                now = self.known[s["geometry"]].nearest(now, before)
            known[name, index] = now
        return known[name, index]

    def forget(self) -> None:
        """Compute iterates anew: a scalar has another value."""
        self.means.clear()
        for history in self.histories:
            history.known.clear()

    def everywhere(self, term: Term, env: Mapping[str, Any]) -> list[Value]:
        """The values of a scalar term in all histories, drawn as far as it asks for."""
        while True:
            told = self.histories if self._is_random(term) else self.histories[:1]
            try:
                return [self.number(term, env, history) for history in told]
            except Later as later:
                self.draw_until(later.index)

    def _is_random(self, term: Term) -> bool:
        """Whether a random vector occurs outside of expectations."""
        if not isinstance(term, list) or not term or term[0] == "E":
            return False
        if term[0] == "at" or (term[0] == "vec" and term[1] not in self.known):
            return True
        return any(map(self._is_random, term[1:]))


class Later(Exception):
    """An entry of a sequence that was not drawn so far."""

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index


def _happens(history: History | None) -> History:
    if history is None:
        raise Unknown("a random vector where nothing is random")
    return history


def about_vectors(term: Term) -> bool:
    """Whether a term holds vectors, functions or expectations."""
    return (
        isinstance(term, list)
        and bool(term)
        and (term[0] in _ABOUT_VECTORS or any(map(about_vectors, term[1:])))
    )
