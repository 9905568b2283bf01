"""From counts to a bound, a verdict and a statement of power; needs nothing but the counts.

`stakes` is None where the number of draws was fixed, and judged once.  Where it was judged at every
look it is the epsilon that fixed the stakes of the e-process (workbench.audit.sequential).
"""

import math
from dataclasses import replace
from typing import Literal, TypedDict

from workbench.audit.coins import (
    SEEN,
    Counts,
    coin_detectable,
    coin_lower,
    guesses_needed,
)
from workbench.audit.sequential import refutes, sequential_detectable, sequential_lower
from workbench.audit.two_binomials import LARGEST, BinomialTest, exact_detectable, exact_lower

JudgeVerdict = Literal["violation", "no violation found", "underpowered"]


class JudgeSetting(TypedDict):
    """What the judges need besides the counts."""

    delta: float
    alpha: float
    pilot: float
    stakes: float | None


MOST = 10**15
"""More draws than this are not worth naming."""


def bound(
    counts: Counts, *, delta: float, alpha: float, pilot: float, stakes: float | None = None
) -> float:
    """Lower confidence bound for epsilon; `pilot` is a guess made before (delta > 0 only)."""
    if stakes is not None:
        return sequential_lower(counts, claim=stakes, delta=delta, alpha=alpha)
    if delta == 0:
        return coin_lower(counts, alpha=alpha)
    return exact_lower(counts, delta=delta, alpha=alpha, pilot=pilot)


def can_refute(
    counts: Counts,
    epsilon: float,
    *,
    delta: float,
    alpha: float,
    pilot: float,
    stakes: float | None = None,
) -> bool:
    """Whether the claim would have been refuted if every guess had been right."""
    if stakes is not None:
        return refutes(counts.all_right(), epsilon, claim=stakes, delta=delta, alpha=alpha)
    if delta == 0:
        return counts.guesses >= guesses_needed(epsilon, alpha=alpha, odds=counts.odds)
    return BinomialTest(counts.all_right(), delta=delta, pilot=pilot).rejects(epsilon, alpha=alpha)


def verdict_of(
    counts: Counts,
    lower: float,
    epsilon: float,
    *,
    delta: float,
    alpha: float,
    pilot: float,
    stakes: float | None = None,
) -> JudgeVerdict:
    """What the audit may say."""
    if lower > epsilon:
        return "violation"
    able = can_refute(counts, epsilon, delta=delta, alpha=alpha, pilot=pilot, stakes=stakes)
    return "no violation found" if able else "underpowered"


def draws_needed(
    counts: Counts, epsilon: float, *, delta: float, alpha: float, stakes: float | None = None
) -> int | None:
    """Judged draws at which this rule could refute the claim at all; None if MOST are too few.

    A rule that never guessed is taken to guess always: the answer is then a lower bound.
    """
    if counts.guesses == 0:
        counts = replace(counts, correct=counts.draws)
    if delta == 0 and stakes is None:
        guesses = guesses_needed(epsilon, alpha=alpha, odds=counts.odds)
        draws = -(-guesses * counts.draws // counts.guesses)
        return draws if draws <= MOST else None
    scale = 1.0
    while counts.draws * scale <= MOST:
        more = replace(
            counts,
            correct=math.floor(counts.guesses * scale),
            wrong=0,
            draws=math.ceil(counts.draws * scale),
        )
        if can_refute(
            more, epsilon, delta=delta, alpha=alpha, pilot=min(epsilon, LARGEST), stakes=stakes
        ):
            return more.draws
        scale *= 1.25
    return None


def power_of(
    counts: Counts,
    epsilon: float,
    *,
    delta: float,
    alpha: float,
    pilot: float,
    overhead: float,
    stakes: float | None = None,
) -> str:
    """What would have been found, in words; `overhead` is all draws over judged draws."""
    share = counts.guesses / counts.draws
    seen = f"The rule guessed on {counts.guesses} of {counts.draws} judged draws ({share:.3g})."
    if counts.guesses == 0:
        seen = f"The rule guessed on none of {counts.draws} judged draws."
    if not can_refute(counts, epsilon, delta=delta, alpha=alpha, pilot=pilot, stakes=stakes):
        needed = draws_needed(counts, epsilon, delta=delta, alpha=alpha, stakes=stakes)
        if needed is None:
            return (
                f"{seen} No number of draws up to {MOST:.0e} would refute the claim with this rule."
            )
        return (
            f"{seen} Even if every guess had been right, that could not refute the claim: at "
            f"least samples = {math.ceil(needed * overhead)} is needed."
        )
    about = "about " if delta else ""
    if stakes is not None:
        least = sequential_detectable(counts, epsilon, delta=delta, alpha=alpha)
    elif delta == 0:
        least = coin_detectable(counts, epsilon, alpha=alpha)
    else:
        least = exact_detectable(counts, epsilon, delta=delta, alpha=alpha)
    if least == math.inf:
        return f"{seen} Only a violation that makes nearly every guess right would have been found."
    return (
        f"{seen} On its events, an epsilon of {about}{least:.4g} or more would have refuted the "
        f"claim with probability {SEEN}; a violation in other events is not seen."
    )
