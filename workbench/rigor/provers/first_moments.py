"""Markov's and Jensen's inequality and the mean of a maximum for every law, with their proofs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.renyi_conversion import LIGHT
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, indicator
from workbench.symbolic.text import parse

Y, level, hit, EY, chance = declare("Y >= 0, a > 0, real s EY chance")


def tail(scale: sp.Expr = sp.S.One, value: sp.Symbol = Y, at: sp.Symbol = level) -> LawStatement:
    """Pr[Y >= a] <= scale E Y/a; hit is the indicator of the event."""
    return LawStatement(
        (chance, "<=", scale * EY / at),
        random=(value, hit), means={EY: value, chance: hit}, shows=(chance,),
        sure=[indicator(hit, (value, ">=", at))],
    )  # fmt: skip


def markov(scale: sp.Expr, value: sp.Symbol, at: sp.Symbol) -> Outcome:
    """Whatever the value is, the indicator of value >= a is at most value/a."""
    proof = LawProof(tail(scale, value, at))
    proof.exists(chance, (1, 1))
    proof.integrate("<=", (scale, EY), (-at, chance))
    return proof.outcome()


r, mean, square = declare("r >= 0, real m v")


def jensen(factor: sp.Expr = sp.S.One, shows: tuple[sp.Symbol, ...] = (mean,)) -> LawStatement:
    """The claim factor E r <= sqrt(E r^2), where r is the norm of a random vector."""
    return LawStatement(
        (factor * mean, "<=", sp.sqrt(square)),
        random=(r,), means={square: r**2, mean: r}, shows=shows,
    )  # fmt: skip


def root_of_the_mean_square(factor: sp.Expr, shows: tuple[sp.Symbol, ...]) -> Outcome:
    """The mean of (|X| - E |X|)^2 >= 0; and |X| <= 1 + |X|^2 has a mean."""
    proof = LawProof(jensen(factor, shows))
    proof.exists(mean, (1, 1), (1, square))
    proof.integrate("<=", (1, square), (-2 * mean, mean), (mean**2, 1))
    proof.integrate("<=", (1, square))
    return proof.outcome()


t, c, M, W, mean_M, mean_W = declare("t > 0, real c M, W >= 0, real mu E_W")
SUMMED, LARGEST = ((mean_W, "<=", sp.S.One),), ((sp.exp(t * M - c), "<=", W),)


def maximum(
    share: sp.Expr = sp.S.One, where: Sequence[Any] = SUMMED, sure: Sequence[Any] = LARGEST,
    seconds: float = 20,
) -> Outcome:  # fmt: skip
    """t E M <= share c, where e^(t M - c) is at most a W >= 0 with mean at most 1."""
    stated = LawStatement(
        (t * mean_M, "<=", share * c),
        random=(M, W), means={mean_M: M, mean_W: W}, where=where, sure=sure,
    )  # fmt: skip
    proof = LawProof(stated, seconds=seconds)
    at = {"u": t * M - c, "v": sp.exp(t * M - c), "w": W}
    facts = [
        (parse("exp(u) >= 1 + u"), {"u": t * M - c}),
        (parse("1 + u <= w", where="v <= w, 1 + u <= v"), at),
    ]
    proof.integrate("<=", (c - 1, 1), (-t, mean_M), (1, mean_W), facts=facts, methods=LIGHT)
    return proof.outcome()
