"""Lemmas that drafts use at random symbols; inductions of two shapes, right and nearly right."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
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
    numbers,
    square,
    vector,
)

if TYPE_CHECKING:
    from tests.campaigns.proofs import Draft

Certificate = dict[str, Any]
a, b = number("a"), number("b", above=0)
m, T = number("m", at_least=0), integer("T", at_least=0)
i, k = integer("i"), integer("k")
p, o, g = draw("p", mean=None), vector("o"), vector("g")
v, h = draw("v"), draw("h", mean=None)
G = function("G", smooth=b, strong=m, minimiser=o)
Q = mapping("Q")


# lemmas -------------------------------------------------------------------------------------------


def _centred() -> Proof:
    """E <v, Q(p)> = 0 for a draw after p."""
    proof = Proof(Theorem((p, Q, v), concludes=(mean(v @ Q(p)), "=", num(0))))
    proof.centred(v, Q(p))
    return proof


def _in_order() -> Proof:
    """E |v + h|^2 = E |v|^2 + E |h|^2 where v is drawn after h."""
    says = (mean(square(v + h)), "=", mean(square(v)) + mean(square(h)))
    proof = Proof(Theorem((h, v), concludes=says))
    proof.gram(says, [(2, proof.centred(v, h))])
    return proof


def _above_minimum() -> Proof:
    """G(o) + (m/2) |g - o|^2 <= G(g) for the minimiser o and any g."""
    says = (G(o) + m / 2 * square(g - o), "<=", G(g))
    proof = Proof(Theorem((b, m, o, G, g), given=[(m, "<=", b)], concludes=says))
    proof.gram(says, [(1, proof.convexity(G, g, o))])
    return proof


def _scaled() -> Proof:
    """A |g|^2 <= b |g|^2 where a <= b, for any g."""
    says = (a * square(g), "<=", b * square(g))
    proof = Proof(Theorem((a, b, g), given=[(a, "<=", b)], concludes=says))
    proof.gram(says, [], squares=[(b - a, g)])
    return proof


def _bounded() -> Proof:
    """E |v|^2 <= b gives E |p + v|^2 <= E |p|^2 + b."""
    says = (mean(square(p + v)), "<=", mean(square(p)) + b)
    proof = Proof(Theorem((b, p, v), given=[(mean(square(v)), "<=", b)], concludes=says))
    proof.gram(says, [(1, 0), (2, proof.centred(v, p))])
    return proof


def _shifted() -> Proof:
    """E |g + v|^2 = |g|^2 + E |v|^2 for a fixed g."""
    says = (mean(square(g + v)), "=", square(g) + mean(square(v)))
    proof = Proof(Theorem((g, v), concludes=says))
    proof.gram(says, [(2, proof.centred(v, g))])
    return proof


MAKERS = (_centred, _in_order, _above_minimum, _scaled, _bounded, _shifted)
LEMMAS = tuple(make() for make in MAKERS)


def instance(rng: random.Random, draft: Draft) -> tuple[Proof, dict[str, Any]]:
    """A lemma, and what fits of the draft for its symbols; for one of them perhaps anything."""
    lemma = rng.choice(LEMMAS)
    own, rows = draft.F.symbol, draft.rows
    fixed = lemma is LEMMAS[5] and rng.random() < 0.5
    classed = {"b": Num(own["smooth"]), "m": Num(own["strong"] or ["q", "0"])}
    fitting = {
        **{"a": num(0), "b": num(1)}, **(classed if lemma is LEMMAS[2] else {}),
        "p": rows[0], "h": rows[0], "v": rows[-1], "o": draft.vectors[0],
        "g": rng.choice(draft.vectors[:2] if fixed else draft.vectors),
        "G": draft.F, "Q": draft.symbols[8],
    }  # fmt: skip
    put = {one.symbol["name"]: fitting[one.symbol["name"]] for one in lemma.theorem.symbols}
    name = rng.choice(list(put))
    if rng.random() < 0.6:
        if isinstance(put[name], Num):
            put[name] = draft.scale()
        elif isinstance(put[name], Vec):
            put[name] = rng.choice(draft.draws) if rng.random() < 0.5 else draft.vector()
        elif put[name] in rows:
            put[name] = rng.choice(rows)
    return lemma, put


# inductions ---------------------------------------------------------------------------------------

e = numbers("e", at_least=0)
c, r = number("c", at_least=0), number("r", at_least=0)
_SPOILED = ("", "", "", "lowest", "shift", "ahead", "base", "base", "end", "mean", "order", "cost")


def sequence_of_numbers(rng: random.Random) -> Certificate:
    """e[T] against its bound where e[i+1] <= q e[i] + c for every i; perhaps from a later i on."""
    q, spoiled = rng.choice((num(1), num(1), r, num(Fraction(1, 2)))), rng.choice(_SPOILED)
    first, lowest = rng.choice((0, 0, 0, 1)), int(spoiled == "lowest")
    shift, ahead = rng.choice((1, -1)) * (spoiled == "shift"), 1 + (spoiled == "ahead")
    extra = -1 if spoiled == "base" else rng.choice((0, 0, 0, 1))

    def limit(steps: Any) -> Num:
        steps = num(steps)
        if q.tree == ["q", "1"]:
            return e[first] + (steps - first + extra) * c
        return q ** (steps - first) * e[first] + (steps - first + extra) * c

    rule = (i, lowest, (e[i + ahead], rng.choice(("<=", "=")), q * e[i] + c))
    given = [rule, *([(r, "<=", 1)] if rng.random() < 0.7 else [])]
    theorem = Theorem((c, r, T, e), given=given, concludes=(e[T], "<=", limit(T)))
    proof = Proof(theorem)
    if spoiled != "base":
        base = proof.gram((e[num(first)], "<=", limit(num(first))), [])
    else:  # it is true, and no base
        base = proof.gram((num(0), "<=", c), [])
    here = proof.induction(k, first, (e[k], "<=", limit(k)), base)
    last = proof.at(0, k + shift)
    proof.gram((e[k + 1], "<=", limit(k + 1)), [(1, last), (q, here)])
    every = proof.close()
    proof.at(every, T + int(spoiled == "end"))
    return proof.certificate


def sequence_of_steps(rng: random.Random) -> Certificate:
    """E |z[T] - y|^2 <= T c for a walk from y with noise; fresh noise, or what resembles it."""
    y = vector("y")
    spoiled = rng.choice(_SPOILED)
    noise = draws("w", i, mean=0 if spoiled != "mean" else None)
    other = draws("u", i)
    bare = iterates("z", i, before=y, start=y)
    step, late = rng.choice((num(1), num(-1), num(2))), int(spoiled == "order")
    z = iterates("z", i, before=y, start=y, following=bare[i] + step * noise[i + late])
    lowest = int(spoiled == "lowest")
    given = [(i, lowest, (mean(square(noise[i])), "<=", c))]
    cost = Fraction(1, 2) if spoiled == "cost" else 1
    extra = -1 if spoiled == "base" else rng.choice((0, 0, 0, 1))

    def limit(steps: Any) -> Num:
        return (num(steps) + extra) * cost * step**2 * c

    concludes = (mean(square(z[T] - y)), "<=", limit(T))
    proof = Proof(Theorem((c, T, y, noise, other, z), given=given, concludes=concludes))
    if spoiled != "base":
        still = proof.gram((mean(square(y - y)), "<=", limit(0)), [])
        base = proof.unfold((mean(square(z[num(0)] - y)), "<=", limit(0)), still, [(z, 0)])
    else:  # it is true, and no base
        base = proof.gram((num(0), "<=", c), [])
    here = proof.induction(k, 0, (mean(square(z[k] - y)), "<=", limit(k)), base)
    met = proof.centred(noise[k + late], z[k] - y)
    small = proof.at(0, k - int(spoiled == "shift"))
    moved = z[k] + step * noise[k + late] - y
    grown = proof.gram(
        (mean(square(moved)), "<=", limit(k + 1)),
        [(1, here), (2 * step, met), (step**2, small)],
    )
    proof.unfold((mean(square(z[k + 1] - y)), "<=", limit(k + 1)), grown, [(z, k + 1)])
    proof.at(proof.close(), T)
    return proof.certificate


def one_noisy_step(rng: random.Random) -> Certificate:
    """E |p + g w|^2 where w is Laplace noise drawn after p, with its second moment or another."""
    size, spoiled = integer("d", at_least=1), rng.choice(_SPOILED)
    w = draw("w", mean=0 if spoiled != "mean" else None, laplace=b)
    factor = rng.choice((1, 4)) if spoiled in ("cost", "base", "shift") else 2
    said = (mean(square(p + a * w)), "=", mean(square(p)) + a**2 * (factor * size * b**2))
    symbols = (a, b, size, w, p) if spoiled == "order" else (a, b, size, p, w)
    proof = Proof(Theorem(symbols, concludes=said, dimension=size))
    proof.gram(said, [(2 * a, proof.centred(w, p)), (a**2, proof.moment(w))])
    return proof.certificate
