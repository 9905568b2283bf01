"""Looking for a chain of weighted derivatives that ends in something of one sign.

Between two derivatives, positive factors are taken out, and the rest may be divided by one of its
summands: its derivative is then gone, as for e^(-x^2) (...) once erfc stands alone.  Signs along a
grid, in floating point, say which chains are worth a proof.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count, islice
from typing import Any

from workbench.rigor.check.atom_signs import NEGATIVE, POSITIVE
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.signs import SignReader
from workbench.rigor.check.trees import Tree, free
from workbench.rigor.check.variation import (
    ENDS,
    Signs,
    above,
    end_part,
    interior,
    last_part,
    sign_at_end,
    unfit,
)
from workbench.rigor.provers.attempts import Evidence, ProvePart, Unfit, as_relation
from workbench.rigor.provers.compiled import Irrational, compiled
from workbench.rigor.provers.expansions import grid_of
from workbench.rigor.provers.roots import terms_of
from workbench.rigor.provers.summands import (
    ONE,
    TRANSCENDENTAL,
    awkwardness,
    is_transcendental,
    nodes_of,
    parted,
    product_of,
    size_of,
    sum_of,
)
from workbench.rigor.provers.tidy import factors, tidy
from workbench.symbolic import Relation

_DEEPEST = 5  # derivatives
_MOST_FORMS, _FEWER_FORMS = 60, 16  # for one and for several variables
_MOST_WEIGHTS = 5  # at one level
_MOST_PROOFS = 6
_MOST_OTHERS = 2  # chains whose end is not algebraic
_LARGEST = 400  # nodes of a form
_ROUNDING, _SMALLEST = 1e-10, 1e-250


@dataclass(frozen=True)
class Level:
    """F = weight times f, and its signs along the grid."""

    weight: Tree
    form: Tree
    signs: Signs


def varied(r: Relation, prove_part: ProvePart) -> Evidence:
    """A certificate of variation (see `check.variation`), or why there is none."""
    gap = difference(r.left.tree, r.op, r.right.tree)
    ops = {n[0] for n in nodes_of(gap)}
    if r.op == "=" or not ops & set(TRANSCENDENTAL) or ops & {"sum", "prod", "idx", "npow"}:
        raise Unfit("an inequality with exponentials or logarithms is needed")
    why = ""
    for v in r.variables:
        if v.sort != "real" or v.name not in free(gap) or unfit(r.bare, v.name):
            continue
        search, why = _search(r, v.name), "the signs of its derivatives change too often"
        for chain in search.chains():
            found, why = search.closed(chain, prove_part)
            if found is not None:
                return found, ""
    if not why:
        raise Unfit("no variable to differentiate in")
    return None, f"variation: {why}"


@lru_cache(maxsize=256)  # a search comes back to the same statement, with more depth
def _search(r: Relation, name: str) -> _Search:
    return _Search(r, name)


class _Search:
    """The chains in one variable; those with the simplest end grow first."""

    def __init__(self, r: Relation, name: str) -> None:
        self.s, self.name = r.bare, name
        self.inside = interior(r.bare, name)
        self.reader = SignReader(self.inside)
        self.points = grid_of(r, name)
        self.known: dict[tuple[str, str], Any] = {}
        self.found: list[list[Level]] = []
        self.more = self._grown(difference(r.left.tree, r.op, r.right.tree))

    def chains(self) -> Iterator[list[Level]]:
        """Chains whose end has one sign, which decides the statement; algebraic ends first."""
        yield from self.found
        while len(self.found) < _MOST_PROOFS:
            chain = next(self.more, None)
            if chain is None:
                return
            self.found.append(chain)
            yield chain

    def _grown(self, gap: Tree) -> Iterator[list[Level]]:
        order, seen = count(), set[tuple[int, str]]()
        waiting: list[tuple[Any, int, list[Level]]] = [((), next(order), [])]
        others: list[tuple[Any, int, list[Level]]] = []
        most = _MOST_FORMS if len(self.s["vars"]) == 1 else _FEWER_FORMS
        while waiting and len(seen) < most:
            _, _, chain = heappop(waiting)
            try:
                tree = gap if not chain else derivative(chain[-1].form, self.name)
            except NotReducible:
                continue
            for level in self._levels(tree):
                key = (len(chain), repr(level.form))
                if key in seen or (chain and not self._may_follow(chain[-1], level)):
                    continue
                seen.add(key)
                if not chain and level.signs != (1,):
                    return
                longer, toil = [*chain, level], self._toil(level.form)
                rank = (toil, size_of(level.form), len(longer))
                if chain and len(level.signs) == 1 and self._ends_decide(longer):
                    if not toil:
                        yield longer
                    else:
                        heappush(others, (rank, next(order), longer))
                if toil and len(longer) <= _DEEPEST:
                    heappush(waiting, (rank, next(order), longer))
        for _ in range(min(_MOST_OTHERS, len(others))):
            yield heappop(others)[2]

    def _toil(self, tree: Tree) -> int:
        """How far a form is from algebra: by its exponentials, and tails times what varies."""
        toil: dict[str, int] = {}
        for term in terms_of(tree):
            algebraic, others = parted(term, self.name)
            if others:
                awkward = awkwardness(others) and self.name in free(algebraic)
                key = repr(sorted(map(repr, others)))
                toil[key] = max(toil.get(key, 0), len(others) + bool(awkward))
        return sum(toil.values())

    def _levels(self, tree: Tree) -> Iterator[Level]:
        for weight, form in self._weighted(tree):
            if size_of(form) > _LARGEST:
                continue
            signs = self._signs(form)
            if signs is not None:
                yield Level(weight, form, signs)

    def _weighted(self, tree: Tree) -> Iterator[tuple[Tree, Tree]]:
        """Weights with what they make of a tree: without positive factors, and over a summand."""
        neat = tidy(tree, self.s["vars"])
        sides: tuple[list[Tree], list[Tree]] = ([], [])
        for factor, power in factors(neat, self.s["vars"]) or []:
            if self.name in free(factor) and self.reader(factor) <= POSITIVE:
                taken = factor if abs(power) == 1 else ["^", factor, abs(power)]
                sides[power > 0].append(taken)
        weight = ONE if not any(sides) else ["/", product_of(sides[0]), product_of(sides[1])]
        bare = self._form(["*", weight, neat])
        yield weight, bare
        for divisor in islice(self._divisors(bare), _MOST_WEIGHTS):
            yield ["/", weight, divisor], self._form(["/", bare, divisor])

    def _form(self, tree: Tree) -> Tree:
        """The normal form; over a sum, one fraction for each group with the same exponentials."""
        neat = tidy(tree, self.s["vars"])
        if neat[0] != "/" or neat[2][0] != "+" or is_transcendental(neat[2], self.name):
            return neat
        groups: dict[str, list[Tree]] = {}
        for term in terms_of(neat[1]):
            key = repr(sorted(map(repr, parted(term, self.name)[1])))
            groups.setdefault(key, []).append(term)
        if len(groups) < 2:
            return neat
        parts = [tidy(["/", sum_of(g), neat[2]], self.s["vars"]) for g in groups.values()]
        return ["+", *parts]

    def _divisors(self, tree: Tree) -> Iterator[Tree]:
        """What a group of summands with the same exponentials is made of, if it is positive."""
        groups: dict[str, tuple[list[Tree], list[Tree]]] = {}
        for term in terms_of(tree):
            algebraic, others = parted(term, self.name)
            key = repr(sorted(map(repr, others)))
            groups.setdefault(key, ([], others))[0].append(algebraic)
        if len(groups) < 2 and not any(others for _, others in groups.values()):
            return
        seen = set()
        for coefficients, others in sorted(groups.values(), key=lambda g: -awkwardness(g[1])):
            whole = sum_of(coefficients)
            signs = self.reader(whole)
            if signs <= NEGATIVE:
                whole = ["neg", whole]
            options = [whole] if signs <= POSITIVE or signs <= NEGATIVE else []
            growing = [o for o in others if o[0] == "exp"]  # erfc alone has a simple derivative
            for parts in [*([first, *growing] for first in options), growing, [*options, *others]]:
                divisor = self._form(product_of(parts))
                if self.name in free(divisor) and repr(divisor) not in seen and (
                    self.reader(divisor) <= POSITIVE
                ):  # fmt: skip
                    seen.add(repr(divisor))
                    yield divisor

    def _signs(self, form: Tree) -> Signs | None:
        """The signs along the grid; None if they change more than once, or not in one way."""
        try:
            terms = [compiled(t, exact=False) for t in terms_of(form)]
        except Irrational:
            return None
        found: set[Signs] = set()
        for line in self.points:
            signs: list[int] = []
            for env in line:
                try:
                    values = [float(term(env)) for term in terms]
                except (Irrational, ArithmeticError, ValueError, TypeError):
                    continue
                size, total = sum(map(abs, values)), sum(values)
                if not _SMALLEST < size < math.inf or abs(total) < _ROUNDING * size:
                    continue
                sign = 1 if total > 0 else -1
                if not signs or signs[-1] != sign:
                    signs.append(sign)
            found.add(tuple(signs))
        found.discard(())
        for allowed in ((1,), (-1,), (1, -1), (-1, 1)):
            if found <= {allowed, allowed[:1], allowed[-1:]}:
                return allowed if found else (1,)
        return None

    def _end_signs(self, level: Level) -> tuple[int | None, int | None]:
        """What the checker finds near the ends; with several variables, what points suggest."""
        made = []
        for end in ENDS:
            key = (repr(level.form), end)
            if key not in self.known:
                self.known[key] = (
                    sign_at_end(self.s, self.name, level.form, end)
                    if len(self.s["vars"]) == 1 else self._suggested(level, end)
                )  # fmt: skip
            made.append(self.known[key])
        return made[0], made[1]

    def _suggested(self, level: Level, end: str) -> int | None:
        sign = level.signs[0 if end == "low" else -1]
        return None if end_part(self.s, self.name, level.form, end, sign) is None else sign

    def _may_follow(self, level: Level, following: Level) -> bool:
        return above(following.signs, self._end_signs(level)) is not None

    def _ends_decide(self, chain: list[Level]) -> bool:
        signs: Signs | None = chain[-1].signs
        for level in reversed(chain[:-1]):
            signs = None if signs is None else above(signs, self._end_signs(level))
        return signs == (1,)

    def closed(self, chain: list[Level], prove_part: ProvePart) -> Evidence:
        """The certificate of a chain, with proofs of its last sign and of those at the ends."""
        sign, strict = chain[-1].signs[0], self.s["op"] in ("<", ">")
        part = last_part(self.inside, chain[-1].form, sign, strict=strict)
        last, why = prove_part(as_relation(part))
        if last is None:
            return None, why
        levels: list[dict[str, Any]] = []
        for level in chain:
            made: dict[str, Any] = {"weight": level.weight, "form": level.form}
            if len(self.s["vars"]) > 1 and level is not chain[-1]:
                for end, end_sign in zip(ENDS, self._end_signs(level), strict=True):
                    at_end = end_sign and end_part(self.s, self.name, level.form, end, end_sign)
                    proof = prove_part(as_relation(at_end))[0] if at_end else None
                    if proof is not None:
                        made[end] = {"sign": end_sign, "proof": proof}
            levels.append(made)
        return {"kind": "variation", "variable": self.name, "levels": levels, "sign": sign,
                "last": last}, ""  # fmt: skip
