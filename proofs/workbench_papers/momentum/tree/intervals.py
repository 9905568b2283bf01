"""The dyadic intervals, nodes of the aggregation tree (Section 3), and how many there are.

    I = { [a 2^k + 1, (a + 1) 2^k] : k, a >= 0, (a + 1) 2^k <= T },   |I| = sum_k floor(T/2^k)

Ends are 1-based: y - 1 is aligned, not y.  With pop(T) the number of one-bits, |I| = 2T - pop(T):
writing T = 2s + b, level 0 has T nodes and the rest is a tree over s, so |I|(T) = T + |I|(s).
"""

from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rigor import certify
from workbench.rigor.provers import binary_digits as digits
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation
from workbench.symbolic.text import parse


def nodes_of_a_level(most: int = 1, end: int = 1) -> tuple[Relation, Relation]:
    """Node a of length p fits into T if a + 1 <= f, the floor of T/p, and else it does not."""
    whole = "integer a >= 0, integer f >= 0, p > 0, f*p <= T"
    return (
        parse("(a + 1)*p <= T", where=f"{whole}, a + {most} <= f"),
        parse("(a + 1)*p > T", where=f"{whole}, T < (f + {end})*p, a >= f"),
    )


CLAIM = Claim(
    "momentum.intervals",
    title="Dyadic intervals: the complete nodes of the tree over T leaves",
    reconstructed=("definition", "Section 3"),
    statement=r"""\mathcal{I} = \{ [a 2^k + 1, (a+1) 2^k] : k, a \ge 0, \; (a+1) 2^k \le T \}, \quad
        |\mathcal{I}| = \sum_{k \ge 0} \lfloor T/2^k \rfloor = 2T - \mathrm{pop}(T) \le 2T - 1""",
    hypotheses=r"T \ge 1; \; \mathrm{pop}(T) \text{ is the number of one-bits of } T",
    parts=("levels", "count"),
    encoded={
        "levels": nodes_of_a_level(),
        "count": tuple(one.theorem for one in (
            digits.counted(), digits.bounded(), digits.cut(), digits.cut(above=True))),
    },
    note="T need not be a power of two; there are no incomplete nodes. As encoded p is 2^k, f the"
    " floor of T/p: so the nodes of level k, which differ from those of others in length, are"
    " a = 0, ..., f - 1. The binary digits d_1, ..., d_n of T, from the first one on, are 0 or 1,"
    " s_i is the number of the first i, so that T = s_n; s_(n-k) is the floor of T/2^k by the last"
    " two statements, with m for n - k, and 0 for k >= n.",
)  # fmt: skip


@CLAIM.exact(part="levels")
@broken("one_more_does_not_fit", "a = f: (f + 1) p <= T is false for T = f p.", most=0)
@broken("a_longer_rest", "T < (f + 2) p leaves room for a = f.", end=2)
def a_level_has_as_many_nodes_as_fit(**changes: int) -> Outcomes:
    """(a + 1) p <= f p <= T; and (a + 1) p >= (f + 1) p > T where a >= f."""
    yield from map(certify, nodes_of_a_level(**changes))


_CUT = digits.CUT


@CLAIM.proof(part="count")
@broken("ones_count_twice", "T = 1: 1 = 2 - 2.", counted={"ones": 2})
@broken("from_another_number", "s_0 = 1, d_1 = 0: 2 = 4.", counted={"given": digits.DIGITS[1:]})
@broken("without_the_recurrence", "s_1 = 0, d_1 = 1.", counted={"given": digits.DIGITS[:1]})
@broken("two_less", "T = 1: 1 <= 0.", bounded={"less": 2})
@broken("without_a_first_one", "All may be 0.", bounded={"given": tuple(digits.DIGITS)})
@broken("p_0_is_two", "2 s_m <= s_m.", below={"given": (_CUT[0], *_CUT[2:])})
@broken("p_1_is_large", "p_1 = 3, d = 0, s_m = 1: 3 <= 2.", below={"given": (*_CUT[:2], _CUT[3])})
@broken("any_number_may_follow", "s_(m+1) = 0.", below={"given": _CUT[1:]})
@broken("p_0_is_zero", "s_m + 1 <= 0.", above={"given": (_CUT[0], *_CUT[2:])})
@broken("p_1_is_zero", "s_(m+1) + 1 <= 0.", above={"given": (*_CUT[:2], _CUT[3])})
@broken("a_digit_of_five", "2 s_m + 6 <= 2 s_m + 2.", above={"given": _CUT[:3]})
def levels_add_up_to_twice_the_leaves(**changes: dict[str, Any]) -> Outcome:
    """s_(j+1) + 2 s_j - sum d = 2 s_(j+1) - d_(j+1) - sum d; and d_1 = 1; and digit by digit."""
    counted, bounded, below, above = (
        changes.get(name, {}) for name in ("counted", "bounded", "below", "above")
    )
    return proved(digits.counted(**counted), digits.bounded(**bounded), digits.cut(**below),
                  digits.cut(above=True, **above))  # fmt: skip
