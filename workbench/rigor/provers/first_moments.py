"""Markov's and Jensen's inequality for every law, with their proofs."""

from __future__ import annotations

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, indicator

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
