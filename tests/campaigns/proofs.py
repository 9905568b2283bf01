"""Random theorems with proofs as data: drafts that go forward from facts to a conclusion.

A draft declares symbols, takes random steps, keeps those that the checker's rules take, and
concludes what a combination of the facts says that the rules gave: a rule that says too much ends
in a theorem that is false.  Many steps break a rule (a draw against what holds it, another index, a
lemma at what does not fit), some conclusions say more than their facts: the checker has to tell.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.campaigns import lemmas
from workbench.rigor.check.fraction import NotReducible
from workbench.rigor.check.kinds import prove
from workbench.rigor.check.theorem.proof import opened, run
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Many,
    Num,
    Theorem,
    Vec,
    draw,
    draws,
    function,
    integer,
    iterates,
    mapping,
    mean,
    num,
    number,
    square,
    vector,
)

Certificate = dict[str, Any]
Relation = tuple[Num, str, Num]
_RULES = (
    "class",
    "class",
    "least",
    "expect",
    "centred",
    "centred",
    "moment",
    "given",
    "unfold",
    "lemma",
    "lemma",
    "lemma",
)
mu, L, alpha, sigma = number("mu", at_least=0), *(number(n, above=0) for n in ("L", "alpha", "r"))
t, i, d = integer("t", at_least=1), integer("i"), integer("d", at_least=1)
s, y, x = vector("s"), vector("y"), draw("x", mean=None)
P = mapping("P")


class Draft:
    """Symbols, and the facts that the rules gave for them so far."""

    rules: tuple[str, ...] = _RULES
    shapes = "vvv+-*gm"
    rewritings = (0, 0, 1)  # terms of a conclusion with another form of them on its other side

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.given: list[Any] = []
        self.vectors: list[Vec] = []
        self.draws: list[Vec] = []
        self.laplace, self.dimension = False, rng.random() < 0.3
        self.symbols = self.declared()
        self.favourite = rng.choice(self.rules)
        placeholder = Theorem(
            self.symbols, given=self.given, concludes=(num(0), "<=", num(1)),
            dimension=d if self.laplace or self.dimension else None,
        )  # fmt: skip
        self.proof = Proof(placeholder)
        self.scope = opened(placeholder.tree, prove)

    def declared(self) -> tuple[Any, ...]:
        """The symbols; sets the vectors, draws and hypotheses that the steps are made of."""
        rng = self.rng
        strong = rng.choice((None, num(0), mu, mu))
        least = s if rng.random() < 0.7 else None
        self.F = function("F", smooth=L, strong=strong, minimiser=least)
        self.given = [] if strong is not mu else [(mu, "<=", L)]
        if rng.random() < 0.5:
            self.given.append((alpha, "<=", 1 / L))
        self.laplace = rng.random() < 0.3
        self.vectors = [s, y]
        self.equations: list[tuple[Vec, Vec]] = []  # an iterate, and what its equation says
        self.rows: list[Many] = []
        self.z: Many | None = None
        symbols = self._sequences() if rng.random() < 0.4 else self._single()
        return (mu, L, alpha, sigma, d, s, y, self.F, P, *symbols)

    def _law(self) -> dict[str, Any]:
        law = {"laplace": self.rng.choice((alpha, sigma))} if self.laplace else {}
        return (
            {"mean": 0 if self.rng.random() < 0.65 else None, **law}
            if self.rng.random() < 0.8
            else {}
        )

    def _single(self) -> tuple[Any, ...]:
        made = [draw(name, **self._law()) for name in ("w", "u")[: self.rng.choice((1, 2))]]
        self.vectors += [x, *made]
        self.draws += made
        self.rows = [Many(dict(one.symbol or {})) for one in (x, *made)]
        if self.rng.random() < 0.3:
            self.given.append((mean(square(self.draws[0])), "<=", sigma))
        return (x, *made)

    def _sequences(self) -> tuple[Any, ...]:
        """Draws w (and u) for each index, and z[i+1] = z[i] - alpha (grad F(z[i]) + w[i])."""
        rng = self.rng
        self.rows = [draws(n, i, **self._law()) for n in ("w", "u")[: rng.choice((1, 2))]]
        bare = iterates("z", i, before=y, start=y)
        half, shift = rng.choice((Fraction(1, 2), 0)), rng.choice((0, 0, 0, 0, 0, -1, 1))
        noise = rng.choice(self.rows)

        def following(row: Many, at: Any) -> Vec:
            point = row[at] + half * (row[at] - row[at - 1])
            return point - alpha * (self.F.grad(point) + noise[at + shift])

        self.z = iterates("z", i, before=y, start=y, following=following(bare, i))
        self.equations = [(self.z[t + k], following(self.z, t + k - 1)) for k in (0, 1)]
        near = [row[t + k] for row in (*self.rows, self.z) for k in (-1, 0, 1)]
        self.vectors += [*near, *(said for _, said in self.equations)]
        self.draws += [row[t + k] for row in self.rows for k in (-1, 0, 1)]
        if rng.random() < 0.4:
            self.given.append((i, 0, (mean(square(self.rows[0][i])), "<=", sigma)))
        return (t, *self.rows, self.z)

    # terms -------------------------------------------------------------------------------------

    def scale(self) -> Num:
        """A coefficient, mostly one that is not negative."""
        c = self.rng.choice((1, 1, 1, 2, Fraction(1, 2), alpha, L, sigma, 1 / L, mu, alpha * L, -1))
        return num(c)

    def vector(self, depth: int = 2) -> Vec:
        """A random vector."""
        rng = self.rng
        kind = rng.choice(self.shapes) if depth else "v"
        if kind == "v":
            return rng.choice(self.vectors)
        one = self.vector(depth - 1)
        match kind:
            case "+":
                return one + self.vector(depth - 1)
            case "-":
                return one - self.vector(depth - 1)
            case "*":
                return self.scale() * one
            case "g":
                return self.F.grad(one)
        return P(one)

    def term(self) -> Num:
        """A random scalar term."""
        term = self.rng.choice((
            lambda: self.vector() @ self.vector(), lambda: square(self.vector()),
            lambda: self.F(self.vector()), self.scale,
        ))()  # fmt: skip
        return mean(term) if self.rng.random() < 0.4 else term

    def rewritten(self, term: Num) -> Num:
        """The same in another form."""
        match term.tree:
            case ["E", inner]:
                if self.rng.random() < 0.15:  # not the same, if it is random
                    return Num(inner)
                return mean(self.rewritten(Num(inner)))
            case ["dot", u, v]:
                half = self.vector(1)
                return (Vec(v) - half) @ Vec(u) + Vec(u) @ half
            case ["value", _, u]:
                half = self.vector(0)
                return self.F((Vec(u) + half) - half)
        return term + 0

    # steps -------------------------------------------------------------------------------------

    @property
    def facts(self) -> list[int]:
        """The places of the facts that steps gave."""
        return list(range(len(self.given), len(self.scope.facts)))

    def try_step(self) -> None:
        """One step, which is taken back where the checker refuses it, as an author would do."""
        before = len(self.proof.steps)
        self.step(self.favourite if self.rng.random() < 0.5 else self.rng.choice(self.rules))
        library = [entry["theorem"] for entry in self.proof.library]
        for step in self.proof.steps[before:]:
            try:
                self.scope.library = library
                run("a draft", self.scope, [step])
            except (Malformed, NotReducible, ZeroDivisionError, LookupError):
                self.proof.steps.pop()
                self.proof._next -= 1

    def step(self, rule: str) -> None:
        """One step by a rule."""
        rng, p = self.rng, self.proof
        u, v = self.vector(), self.vector()
        if rule == "class":
            rng.choice((p.descent, p.convexity))(self.F, u, v)
        elif rule == "least":
            p.minimum(self.F, u)
        elif rule == "expect" and self.facts:
            p.expect(rng.choice(self.facts))
        elif rule == "centred":
            p.centred(rng.choice(self.draws), u)
        elif rule == "moment":
            p.moment(rng.choice(self.draws))
        elif rule == "given" and self.given and isinstance(self.given[-1][2], tuple):
            p.at(len(self.given) - 1, t + rng.choice((-1, 0, 1, -2)))
        elif rule == "lemma":
            p.by(*lemmas.instance(rng, self))
        elif rule == "unfold" and self.equations and self.facts:
            self._unfold(rng.choice(self.facts))

    def _unfold(self, number: int) -> None:
        iterate, equation = self.rng.choice(self.equations)
        left, op, right = self.fact(number)

        def named(term: Any) -> Any:
            if term == equation.tree:
                return iterate.tree
            return [term[0], *map(named, term[1:])] if isinstance(term, list) and term else term

        fact = (Num(named(left.tree)), op, Num(named(right.tree)))
        self.proof.unfold(fact, number, [(self.z, Num(iterate.tree[2]))])

    def fact(self, number: int) -> Relation:
        """A fact, at one index where it is about all."""
        left, op, right = self.scope.facts[number]
        return Num(left), op, Num(right)

    # the end -----------------------------------------------------------------------------------

    def conclude(self) -> Certificate:
        """A combination of facts and squares, in another form; half of the time with a fault."""
        rng, places = self.rng, []
        total_left, total_right = num(0), num(0)
        for _ in range(rng.choice((1, 1, 2, 2, 3)) if self.facts else 0):
            number = rng.choice(self.facts[-3:])
            left, op, right = self.fact(number)
            if left.tree[0] == "E" and rng.random() < 0.15:  # not the same, if it is random
                left = Num(left.tree[1])
            c = self.scale()
            if op == "=" and rng.random() < 0.4:
                c = -c
            total_left, total_right = total_left + c * left, total_right + c * right
            places.append((c, number))
        squares: dict[str, list[tuple[Num, Vec]]] = {"squares": [], "mean_squares": []}
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            kind, c, u = rng.choice(list(squares)), self.scale(), self.vector()
            squares[kind].append((c, u))
            total_right = total_right + c * (square(u) if kind == "squares" else mean(square(u)))
        for _ in range(rng.choice(self.rewritings)):
            one = self.term()
            other = self.rewritten(one)
            one, other = rng.choice(((one, other), (other, one)))
            total_left, total_right = total_left + one, total_right + other
        if rng.random() < 0.2:
            total_right = total_right + rng.choice((self.term(), self.scale(), num(-1)))
        op = "=" if not any(squares.values()) and rng.random() < 0.3 else "<="
        conclusion = (total_left, op, total_right)
        self.proof.theorem = replace(self.proof.theorem, concludes=conclusion)
        self.proof.gram(conclusion, places, **squares)
        return self.proof.certificate


def declared(rng: random.Random, kind: type[Draft]) -> Draft:
    """A draft with declarations that the checker reads."""
    while True:
        try:
            return kind(rng)
        except Malformed:
            continue


def theorem(rng: random.Random) -> Certificate:
    """A random theorem with a random proof."""
    if rng.random() < 0.3:
        return rng.choice(_SHAPES)(rng)
    draft = declared(rng, Draft)
    for _ in range(rng.choice((1, 2, 3, 4, 5))):
        draft.try_step()
    return draft.conclude()


_SHAPES: tuple[Callable[[random.Random], Certificate], ...] = (
    lemmas.sequence_of_numbers,
    lemmas.sequence_of_steps,
    lemmas.one_noisy_step,
)
