"""What l_r norms say about the regularity of l_infinity: (r - 1) d^(2/r), and never 2 ln d.

The square of |.|_r is smooth with constant r - 1 for r >= 2, and |.|_r is within a factor d^(1/r)
of |.|_inf.  At r = ln d, for d >= 8, that is e^2 (ln d - 1).  Among all r >= 2 the constant is
least at r = ln d + sqrt(ln^2 d - 2 ln d), and at least e ln d for every r.
"""

from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import regularity_of_the_maximum as largest

CLAIM = Claim(
    "noneuclid.regularity-linf.repaired",
    title="The regularity of l_infinity from l_r norms, and the best of them",
    ours=("lemma", "slide: Poly-SFW: Convergence Analysis, proof idea, corrected"),
    statement=r"""\ell_\infty^d \text{ is } (r - 1) d^{2/r}\text{-regular for each } r \ge 2; \;
        r = \ln d: \; e^2 (\ln d - 1); \;
        \text{least at } r_\ast = \ln d + \sqrt{\ln^2 d - 2 \ln d}; \;
        (r - 1) d^{2/r} \ge e \ln d \text{ for every } r \ge 2""",
    hypotheses=r"d \ge 8 \text{ (at } r = \ln d \text{ and for the minimum)}",
    parts=("family", "at ln d", "minimum", "never two"),
    encoded={
        "family": (largest.above(), largest.below()), "at ln d": largest.displayed(),
        "minimum": (largest.minimum(),), "never two": (largest.never(),),
    },
    repairs=("noneuclid.regularity-linf", "noneuclid.regularity-linf.display"),
    uses=("noneuclid.kappa-regular", "noneuclid.kappa-regular.lq"),
    note="A norm is kappa-regular if another one, whose square is kappa_+-smooth, is above it, and"
    " squared at most kappa/kappa_+ times it squared: see `noneuclid.kappa-regular`. |.|_r^2 is"
    " (r - 1)-smooth by `noneuclid.kappa-regular.lq`, and is at most d^(2/r) times |.|_inf^2: as"
    " encoded, for a vector with d entries that are not 0 (zeros change neither norm), lnx, lnT and"
    " lnN are the logarithms of an entry, of the largest and of |.|_r, and the mark is 1 at one"
    " largest entry, of which there is one. In the minimum l is ln d, at least 2. Another norm may"
    " give less, but not less than `noneuclid.regularity-linf.lower`.",
)  # fmt: skip


@CLAIM.proof(part="family", uses=("noneuclid.kappa-regular", "noneuclid.kappa-regular.lq"))
@broken("the_norms_are_not_equal", "(1, ..., 1) has |.|_r = d^(1/r).", power=0)
@dropped("entries", largest.ENTRIES, "Entries may be larger than T.")
@dropped("largest", largest.LARGEST, "T may be anything.")
def the_norms_are_within_a_power_of_the_dimension(**changes: Any) -> Outcome:  # noqa: ANN401
    """|x|_inf^r <= sum |x_j|^r <= d |x|_inf^r."""
    return largest.are_close(**changes)


@CLAIM.exact(part="at ln d", uses=())
@broken("not_once", "d^(1/r) would give e (ln d - 1).", constant="exp(1)")
def the_factor_enters_squared(**changes: Any) -> Outcome:  # noqa: ANN401
    """d^(2/ln d) = e^2."""
    return certify(largest.displayed(**changes))


@CLAIM.exact(part="minimum", uses=())
@broken("not_at_the_other_root", "l = 3: there it is 30.4, at r = 3 14.8.", sign="-")
def the_larger_root_is_the_minimum(**changes: Any) -> Outcome:  # noqa: ANN401
    """(ln of the constant)' = (r^2 - 2 r ln d + 2 ln d)/(r^2 (r - 1))."""
    return largest.is_least(**changes)


@CLAIM.exact(part="never two", uses=())
@broken("nor_does_it_always_exceed_six", "6 ln d is above the constant for some r.", factor="6")
def no_member_reaches_two_logarithms(**changes: Any) -> Outcome:  # noqa: ANN401
    """(r - 1) d^(2/r) >= (r - 1) e 2 ln d/r >= e ln d > 2 ln d."""
    return largest.never_less(**changes)
