"""Exact expectations over independent draws from finite laws, with symbolic probabilities."""

from collections.abc import Callable, Sequence
from itertools import product

import sympy as sp

Law = Sequence[sp.Expr]


def expectation(value: Callable[[tuple[int, ...]], sp.Expr], laws: Sequence[Law]) -> sp.Expr:
    """E value(i_1, ..., i_N) where i_t is drawn from laws[t], independently; N laws.
    The law of one draw lists the probabilities of 0, 1, ...  The result is written out over all
    outcomes and not simplified.
    """
    terms = []
    for outcome in product(*(range(len(law)) for law in laws)):
        chance = sp.Mul(*(law[i] for law, i in zip(laws, outcome, strict=True)))
        terms.append(chance * value(outcome))
    return sp.Add(*terms)


def frequencies(outcome: Sequence[int], size: int) -> list[sp.Rational]:
    """The average of the drawn vertices e_i: how often each coordinate was drawn."""
    return [sp.Rational(list(outcome).count(i), len(outcome)) for i in range(size)]
