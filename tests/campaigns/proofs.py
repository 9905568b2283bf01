"""Random theorems with proofs as data: drafts that go forward from facts to a conclusion.

A draft declares symbols, takes random steps that follow the rules, and concludes what a combination
of their facts says.  Some steps break a rule (a draw against what holds it, another index, a lemma
at what does not fit), some conclusions say more than their facts: the checker has to tell.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.campaigns import lemmas
from workbench.rigor.check import check_certificate
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
s, y, x = vector("s"), vector("y"), vector("x", random=True)
P = mapping("P")


class Draft:
    """Symbols, and facts with the terms that they say."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        strong = rng.choice((None, num(0), mu, mu))
        least = s if rng.random() < 0.7 else None
        self.F = function("F", smooth=L, strong=strong, minimiser=least)
        self.given: list[Any] = [] if strong is not mu else [(mu, "<=", L)]
        if rng.random() < 0.5:
            self.given.append((alpha, "<=", 1 / L))
        self.laplace = rng.random() < 0.3
        self.favourite = rng.choice(_RULES) if not self.laplace else rng.choice(("moment", "lemma"))
        self.draws: list[Vec] = []
        self.vectors: list[Vec] = [s, y]
        self.equations: list[tuple[Vec, Vec]] = []  # an iterate, and what its equation says
        self.rows: list[Many] = []
        self.z: Many | None = None
        symbols = self._sequences() if rng.random() < 0.4 else self._single()
        self.symbols = (mu, L, alpha, sigma, d, s, y, self.F, P, *symbols)
        self.facts: list[Relation] = []
        placeholder = Theorem(
            self.symbols, given=self.given, concludes=(num(0), "<=", num(1)), dimension=d
        )
        self.proof = Proof(placeholder)

    def _law(self) -> dict[str, Any]:
        law = {"laplace": self.rng.choice((alpha, sigma))} if self.laplace else {}
        return {"centred": self.rng.random() < 0.65, **law} if self.rng.random() < 0.8 else {}

    def _single(self) -> tuple[Any, ...]:
        made = [draw(name, **self._law()) for name in ("w", "u")[: self.rng.choice((1, 2))]]
        self.vectors += [x, *made]
        self.draws += made
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
        kind = rng.choice("vvv+-*gm") if depth else "v"
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

    def add(self, fact: Relation, place: int) -> None:
        """Note what a step says; a proof counts its facts from the hypotheses on."""
        assert place == len(self.given) + len(self.facts)
        self.facts.append(fact)

    def step(self) -> None:
        """One step."""
        rng, p = self.rng, self.proof
        u, v = self.vector(), self.vector()
        apart = u - v
        slope = self.F.grad(v) @ apart
        rule = self.favourite if rng.random() < 0.5 else rng.choice(_RULES)
        strong, smooth = self.F.symbol["strong"], self.F.symbol["smooth"]
        if rule == "class" and rng.random() < 0.5:
            fact = (self.F(u), "<=", self.F(v) + slope + Num(smooth) / 2 * square(apart))
            self.add(fact, p.descent(self.F, u, v))
        elif rule == "class" and strong is not None:
            fact = (self.F(v) + slope + Num(strong) / 2 * square(apart), "<=", self.F(u))
            self.add(fact, p.convexity(self.F, u, v))
        elif rule == "least" and self.F.symbol["minimiser"]:
            self.add((self.F(s), "<=", self.F(u)), p.minimum(self.F, u))
        elif rule == "expect" and self.facts:
            number = rng.randrange(len(self.facts))
            left, op, right = self.facts[number]
            self.add((mean(left), op, mean(right)), p.expect(len(self.given) + number))
        elif rule == "centred":
            w = rng.choice(self.draws)
            self.add((mean(w @ u), "=", num(0)), p.centred(w, u))
        elif rule == "moment" and self.laplace:
            w = rng.choice(self.draws)
            law = lemmas.law(self.symbols, w)
            if law is not None:
                times = rng.choice((2, 2, 1, 4))  # it is 2
                self.add((mean(square(w)), "=", times * d * Num(law) ** 2), p.moment(w))
        elif rule == "given" and self.given and not isinstance(self.given[-1][2], Num):
            index = t + rng.choice((-1, 0, 1, -2))
            if isinstance(self.given[-1][2], tuple):
                fact = (mean(square(self.rows[0][index])), "<=", sigma)
                self.add(fact, p.at(len(self.given) - 1, index))
        elif rule == "lemma":
            lemma, put = lemmas.instance(rng, self)
            self.add(lemmas.said_at(lemma.theorem, put), p.by(lemma, put))
        elif rule == "unfold" and self.equations and self.facts:
            self._unfold(rng.randrange(len(self.facts)))

    def try_step(self) -> None:
        """One step, which is taken back where the checker refuses it, as an author would do."""
        before = len(self.facts)
        self.step()
        answer = check_certificate({k: x for k, x in self.proof.certificate.items()
                                    if k != "digest"})  # fmt: skip
        if len(self.facts) > before and "not end in the statement" not in answer.message:
            self.proof.steps.pop()
            self.facts.pop()
            self.proof._next -= 1

    def _unfold(self, number: int) -> None:
        iterate, equation = self.rng.choice(self.equations)
        left, op, right = self.facts[number]

        def named(term: Any) -> Any:
            if term == equation.tree:
                return iterate.tree
            return [term[0], *map(named, term[1:])] if isinstance(term, list) and term else term

        fact = (Num(named(left.tree)), op, Num(named(right.tree)))
        entries = [(self.z, Num(iterate.tree[2]))]
        self.add(fact, self.proof.unfold(fact, len(self.given) + number, entries))

    # the end -----------------------------------------------------------------------------------

    def conclude(self) -> Certificate:
        """A combination of facts and squares, in another form; half of the time with a fault."""
        rng, places = self.rng, []
        total_left, total_right = num(0), num(0)
        for _ in range(rng.choice((1, 1, 2, 2, 3)) if self.facts else 0):
            number = rng.randrange(max(0, len(self.facts) - 3), len(self.facts))
            left, op, right = self.facts[number]
            if left.tree[0] == "E" and rng.random() < 0.15:  # not the same, if it is random
                left = Num(left.tree[1])
            c = self.scale()
            if op == "=" and rng.random() < 0.4:
                c = -c
            total_left, total_right = total_left + c * left, total_right + c * right
            places.append((c, len(self.given) + number))
        squares: dict[str, list[tuple[Num, Vec]]] = {"squares": [], "mean_squares": []}
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            kind, c, u = rng.choice(list(squares)), self.scale(), self.vector()
            squares[kind].append((c, u))
            total_right = total_right + c * (square(u) if kind == "squares" else mean(square(u)))
        for _ in range(rng.choice((0, 0, 1))):
            both = self.term()
            total_left, total_right = total_left + both, total_right + self.rewritten(both)
        if rng.random() < 0.2:
            total_right = total_right + rng.choice((self.term(), self.scale(), num(-1)))
        op = "=" if not any(squares.values()) and rng.random() < 0.3 else "<="
        conclusion = (total_left, op, total_right)
        self.proof.theorem = Theorem(
            self.symbols, given=self.given, concludes=conclusion,
            dimension=d if self.laplace or rng.random() < 0.3 else None,
        )  # fmt: skip
        self.proof.gram(conclusion, places, **squares)
        return self.proof.certificate


def theorem(rng: random.Random) -> Certificate:
    """A random theorem with a random proof."""
    if rng.random() < 0.3:
        return rng.choice(_SHAPES)(rng)
    draft = Draft(rng)
    for _ in range(rng.choice((1, 2, 3, 4, 5))):
        draft.try_step()
    return draft.conclude()


_SHAPES: tuple[Callable[[random.Random], Certificate], ...] = (
    lemmas.sequence_of_numbers,
    lemmas.sequence_of_steps,
    lemmas.one_noisy_step,
)
