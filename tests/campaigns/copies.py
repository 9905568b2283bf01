"""Copies of draws, vertices, limits and best responses at random, computed in small worlds.

A draft says that a vertex X of a simplex and its copy obey an equation or a bound, or that the
smoothed best-response value V of a bilinear game bends by so much between two points.  In a world
the vertices are drawn from a finite law, functions are quadratic, and V is a logarithm of a sum of
exponentials; whatever the checker has accepted has to hold there.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from tests.campaigns.exchanges import Vector, World
from workbench.rigor.check import check_certificate
from workbench.rigor.check.theorem.proof import RULES, opened
from workbench.rigor.provers import saddle_outputs as outputs
from workbench.rigor.provers.saddle_paths import F as GAME
from workbench.rigor.provers.saddle_paths import X as LEFT
from workbench.rigor.provers.saddle_paths import d_x, d_y, y_first
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Theorem,
    Vec,
    draws,
    function,
    integer,
    mean,
    num,
    number,
    point,
    points,
    simplex,
    supremum,
)

d, n, t = integer("d", at_least=1), integer("n", at_least=0), integer("t")
D, L, x = simplex("D", d), number("L", above=0), points("x", simplex("D", d))
F = function("F", smooth=L, on=D)
X = draws("X", t, mean=x[t], of=D, vertex=True)
X_2 = draws("X_2", t, mean=x[t], of=D, vertex=True, together=X, copy=X)
LATER = draws("g", t, mean=None)
SYMBOLS = (d, D, n, L, F, x, X, X_2, LATER)
Met = Callable[[World, Vector, Vector], Vector]  # in a world, with X (or its copy) and the true X


def _plus(a: Vector, b: Vector) -> Vector:
    return [p + q for p, q in zip(a, b, strict=True)]


# what a draw meets: as a term, and in a world
KINDS: tuple[tuple[Callable[[Vec], Vec], Met], ...] = (
    (F.grad, lambda o, a, _: o.grad(a)),
    (lambda at: F.grad(at) + x[n], lambda o, a, _: _plus(o.grad(a), o.mean)),
    (lambda at: at, lambda _o, a, _: a),
    (lambda at: F.grad(at) + X[n], lambda o, a, own: _plus(o.grad(a), own)),
    (lambda _: F.grad(X[n]), lambda o, _a, own: o.grad(own)),
    (lambda at: at + LATER[n], lambda _o, a, own: _plus(a, own)),
)


def _pairs(world: World) -> list[tuple[Fraction, Vector, Vector]]:
    """A vertex and its copy, with their chances."""
    size, found = range(world.size), []
    for i, j in product(size, size):
        one, other = ([Fraction(k == m) for k in size] for m in (i, j))
        found.append((world.mean[i] * world.mean[j], one, other))
    return found


def _dot(a: Vector, b: Vector) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def false_copy(rng: random.Random) -> tuple[bool, Any]:
    """Whether a draft about a draw and its copy is accepted, and a world in which it is false."""
    met, value = rng.choice(KINDS)
    share = Fraction(rng.choice(("1/2", "1/2", "1", "1/4")))
    left = mean(met(X[n]) @ (X[n] - x[n]))
    right = share * mean((met(X[n]) - met(X_2[n])) @ (X[n] - X_2[n]))
    p = Proof(Theorem(SYMBOLS, concludes=(left, "=", right)))
    p.gram(p.theorem.concludes, [(1, p.copied(X, n, X_2, met))])
    if not check_certificate(p.certificate).accepted:
        return False, None
    for _ in range(25):
        world = World(rng)
        low = high = Fraction(0)
        for chance, one, other in _pairs(world):
            away = [a - b for a, b in zip(one, other, strict=True)]
            at, there = value(world, one, one), value(world, other, one)
            low += chance * _dot(at, [a - b for a, b in zip(one, world.mean, strict=True)])
            high += chance * share * _dot([a - b for a, b in zip(at, there, strict=True)], away)
        if low != high:
            return True, (world.mean, world.matrix, low, high)
    return True, None


def false_distance(rng: random.Random) -> tuple[bool, Any]:
    """The same of the distance of a vertex and its copy, in the limit of bounds or at once."""
    whole, less, rest = (rng.choice((0, 2, 4, 4, 8)) for _ in range(3))
    apart = mean(D.square(X[n] - X_2[n]))
    claimed = (apart, "<=", whole - less * (x[n] @ x[n]) + 0 * L)
    p, limited = Proof(Theorem(SYMBOLS, concludes=claimed)), rng.random() < 0.7
    grows = rng.choice((num(1), num(1), integer("M")))
    said = p.limit(integer("M"), claimed, rest * grows) if limited else claimed
    p.gram(said, [(1, p.unequal(X, n, X_2))])
    if limited:
        p.close()
    if not check_certificate(p.certificate).accepted:
        return False, None
    for _ in range(25):
        world = World(rng)
        far = sum(4 * chance for chance, one, other in _pairs(world) if one != other)
        if far > whole - less * _dot(world.mean, world.mean):
            return True, (world.mean, far)
    return True, None


SIDE = outputs.Side("x", LEFT, outputs.Y, outputs.RESPONSE[0], y_first, X, X, 0)


def false_response(rng: random.Random) -> tuple[bool, Any]:
    """Whether V(u)/2 + V(v)/2 - V((u + v)/2) <= share (L + L^2/beta) |u - v|^2 is accepted.

    V(a) is the largest F(a, .) - beta D(., centre), and share is 1/4 by this proof, 1/8 in truth.
    """
    share = Fraction(rng.choice(("1/4", "1/4", "1/8", "1/16", "1/32")))
    beta, bend = outputs.beta, outputs.L
    u, v, w = point("p", LEFT), point("q", LEFT), point("o", outputs.Y)
    half, far = Fraction(1, 2), point("p", LEFT) - point("q", LEFT)

    def best(at: Vec) -> Any:
        return supremum((w,), GAME(at, w) - beta * outputs.Y.divergence(w, y_first))

    middle = half * u + half * v
    bound = share * (bend + bend**2 / beta) * LEFT.square(far)
    claimed = (half * best(u) + half * best(v) - best(middle), "<=", bound)
    given = [(outputs.joint(*one), "<=", 0) for one in outputs.SMOOTH]
    p = Proof(
        Theorem((d_x, d_y, LEFT, outputs.Y, beta, bend, GAME, y_first, u, v),
                given=given, concludes=claimed)
    )  # fmt: skip
    holds, cond = p.best("r", GAME, "y", claimed, weight=beta, centre=y_first), SIDE.best()
    facts: list[Any] = [(half, SIDE.step(p, cond, holds, at, middle)) for at in (u, v)]
    facts.append((half * half, SIDE.slower(p, cond, holds, u, v)))
    facts.append((1, p.under(best(middle), (SIDE.response(middle),))))
    for at in (u, v):
        worth = (GAME(at, w) - beta * outputs.Y.divergence(w, y_first), "<=", SIDE.worst(at))
        p.over((w,), worth)
        met = SIDE.response(at)
        p.gram(worth, [
            (1, p.saddle(GAME, "y", w, (at, met))), (1, p.under(cond, (at, w))), (1, holds),
            (beta, p.strong(outputs.Y, w, met)), (beta / 2, p.norm(outputs.Y, w - met, which="sq")),
        ])  # fmt: skip
        facts.append((half, p.close()))
    p.gram(claimed, facts)
    p.close()
    if not check_certificate(p.certificate).accepted:
        return False, None
    for _ in range(40):
        weight, game = rng.choice((0.02, 0.1, 0.5, 1.0)), _game(rng)
        one, other = rng.random(), rng.random()

        def value(a: float, game: Any = game, weight: float = weight) -> float:
            played = _played(game, a)
            top = max(played)
            raised = sum(math.exp((each - top) / weight) for each in played)
            return top + weight * math.log(raised / len(played))

        left = value(one) / 2 + value(other) / 2 - value((one + other) / 2)
        if left > float(share) * (1 + 1 / weight) * (2 * (one - other)) ** 2 + 1e-9:
            return True, (game, weight, one, other)
    return True, None


def _game(rng: random.Random) -> list[list[int]]:
    return [[rng.choice((1, -1)) for _ in range(rows)] for rows in [rng.choice((2, 3))] * 2]


def _played(game: list[list[int]], a: float) -> list[float]:
    """What each answer is worth against the first row with weight a."""
    return [a * one + (1 - a) * other for one, other in zip(*game, strict=True)]


def false_condition(rng: random.Random) -> tuple[bool, Any]:
    """Whether the condition that a best response is said to meet fails for one, in a game."""
    which = rng.choice("xy")
    own, other = (LEFT, outputs.Y) if which == "x" else (outputs.Y, LEFT)
    centre = point("c", own, inner="centre")
    claimed = (num(1) * outputs.beta, "<=", outputs.beta + 1)
    p = Proof(Theorem((d_x, d_y, LEFT, outputs.Y, outputs.beta, GAME, centre), concludes=claimed))
    p.best("r", GAME, which, claimed, weight=2 * outputs.beta, centre=centre)
    scope, told = opened(p.theorem.tree, lambda *_: None), []
    scope.show = lambda _, inner, *__: told.append(inner.facts[-1])
    RULES["best"](scope, p.steps[0])
    (_, bound, body), game, weight = told[0][0], _game(rng), rng.choice((0.1, 0.5, 1.0))
    assert [geometry for _, geometry in bound] == [other.name, own.name]
    for _ in range(20):
        a = rng.random()
        sign, played = (-1 if which == "x" else 1), _played(game, a)
        raised = [math.exp(sign * one / (2 * weight)) for one in played]
        best = [one / sum(raised) for one in raised]
        parts = [rng.random() ** 3 for _ in played]
        to = [one / sum(parts) for one in parts]
        world = {bound[0][0]: a, bound[1][0]: to, "r": best, "c": [1 / len(to)] * len(to)}
        if _number(body, {**world, "beta": weight, "slope": played}) > 1e-9:
            return True, (which, game, weight, a, to)
    return True, None


def _number(tree: Any, world: dict[str, Any]) -> float:
    """A number of a condition, in a world with one pair of points."""
    match tree:
        case ["q", value]:
            return float(Fraction(value))
        case ["v", name]:
            return float(world[name])
        case ["neg", inner]:
            return -_number(inner, world)
        case ["+", *parts]:
            return sum(_number(one, world) for one in parts)
        case ["*", *parts]:
            return math.prod(_number(one, world) for one in parts)
        case ["dot", u, v]:
            return float(
                sum(map(math.prod, zip(_vector(u, world), _vector(v, world), strict=True)))
            )
        case ["breg", _, u, v]:
            pairs = zip(_vector(u, world), _vector(v, world), strict=True)
            return sum(a * math.log(a / b) for a, b in pairs if a)
    raise AssertionError(tree)


def _vector(tree: Any, world: dict[str, Any]) -> list[float]:
    match tree:
        case ["vec", name]:
            return list(world[name])
        case ["map", "r", _]:
            return list(world["r"])
        case ["gradx" | "grady", *_]:
            return list(world["slope"])
        case ["v*", scale, u]:
            return [_number(scale, world) * one for one in _vector(u, world)]
        case ["v+", *parts]:
            return [sum(row) for row in zip(*(_vector(one, world) for one in parts), strict=True)]
    raise AssertionError(tree)
