"""Exponential weights are 1-Lipschitz from scores in the maximum norm to weights in the 1-norm.

Their distance is at most half of the range of the difference of the scores: |p - q| is below its
chord in every coordinate, and the sum of the chords is 2 tanh(range/4) at most.  So no condition on
the step size is needed where the proof of Theorem 4.2 bounds |w - w'| through e^(2s) - 1 <= 4s.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers.exponential_weights import (
    EQUAL,
    INSIDE,
    by_chords,
    by_signs,
    high,
    low,
    shifted,
    weights,
)
from workbench.symbolic import Relation, declare, relation

top = declare("real top")
SIZES = [(high, "<=", top), (-top, "<=", low)]


def spread(share: sp.Rational = sp.S.Half, where: Sequence[Any] = SIZES) -> Relation:
    """Half of the difference of two entries is at most the largest absolute value."""
    return relation(share * (high - low), "<=", top, where=where)


_PARTS: dict[str, tuple[Any, ...]] = {
    "half the range": (weights(),), "no range": (shifted(),), "maximum norm": (spread(),),
}  # fmt: skip
CLAIM = Claim(
    "saddle.lem-softmax-lip",
    title="Stability of exponential weights without a condition on the step size",
    ours=("lemma", "In place of a step of proof 4.5"),
    statement=r"""\lVert \mathrm{softmax}(a) - \mathrm{softmax}(b) \rVert_1
        \le \tfrac12 \big( \max_i - \min_i \big) (a - b)_i \le \lVert a - b \rVert_\infty""",
    hypotheses=r"a, b \in \mathbb{R}^d",
    parts=("half the range", "no range", "maximum norm"),
    encoded=_PARTS,
    note="For d = 2 it is |tanh(u/2) - tanh(v/2)| <= |u - v|/2, tight at 0. The condition of the"
    " form tau kappa T L_0 <= 1 in the proof may be dropped. As encoded low and high are any bounds"
    " of the entries of a - b, such as the least and the largest one, which are in"
    " [-top, top]; that sums of exponentials are positive is written down.",
)


@CLAIM.proof(part="half the range")
@broken("a_third_of_the_range_is_not_enough", share=sp.Rational(1, 3))
@because("For d = 2 and near 0 half of the range is attained.")
@dropped("sure", INSIDE, "b = 0, a = (0, -1) or (0, 1), high - low = 1/1000: .46 > .0005.")
def the_chord_is_summed(**changes: Any) -> Outcome:  # noqa: ANN401
    """The chord over the coordinates, the means of two numbers, and 2 tanh(h/2) <= h."""
    return by_chords(**changes)


@CLAIM.proof(part="no range")
@dropped("sure", EQUAL, "b may be any vector.")
def equal_shifts_change_no_weight(**changes: Any) -> Outcome:  # noqa: ANN401
    """e^b = e^(-low) e^a, so no difference of weights is negative; and they add up to 0."""
    return by_signs(**changes)


@CLAIM.exact(part="maximum norm")
@broken("three_quarters_of_it", "The entries top and -top.", share=sp.Rational(3, 4))
@dropped("where", SIZES, "high - low may be any number, whatever top is.")
def two_entries_are_twice_the_largest_apart(
    *, share: sp.Rational = sp.S.Half, where: Sequence[Any] = SIZES
) -> Outcome:
    """(high - low)/2 <= (|high| + |low|)/2."""
    return certify(spread(share, where))
