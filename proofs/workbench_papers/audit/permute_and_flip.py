"""Permute-and-flip under concentrated privacy: epsilon^2/8 is too little (opendp/opendp 2911).

A choice by the exponential mechanism with pure loss epsilon has bounded range, and costs
epsilon^2/8 of zCDP.  Permute-and-flip, which is report noisy max with exponential noise, has the
same pure loss and not that cost: between two equal candidates and two whose scores have moved by
one each, in opposite directions, it gives

    (1/2, 1/2)   and   (1 - e^-epsilon/2, e^-epsilon/2),

whose relative entropy is (epsilon - ln(2 - e^-epsilon))/2: near epsilon^2/2 for small epsilon, the
cost of any mechanism with that pure loss.  At epsilon = 4 it is below epsilon^2/8.
"""

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import certify
from workbench.symbolic import Relation
from workbench.symbolic.text import parse


def entropy_above(divisor: int = 8, most: int = 3) -> Relation:
    """Relative entropy of (1/2, 1/2) from (better, worse) above epsilon^2 over the divisor."""
    better, worse = "(1 - exp(-epsilon)/2)", "(exp(-epsilon)/2)"
    entropy = f"log((1/2)/{better})/2 + log((1/2)/{worse})/2"
    return parse(f"{entropy} > epsilon^2/{divisor}", where=f"0 < epsilon <= {most}")


CLAIM = Claim(
    "audit.permute-and-flip",
    title="Two laws, those of permute-and-flip, have a relative entropy above epsilon^2/8",
    ours=("proposition", "https://github.com/opendp/opendp/issues/2911"),
    statement=r"""\frac12 \ln \frac{1/2}{1 - e^{-\epsilon}/2}
        + \frac12 \ln \frac{1/2}{e^{-\epsilon}/2} > \frac{\epsilon^2}{8}""",
    hypotheses=r"0 < \epsilon \le 3",
    encoded=(entropy_above(),),
    note="The relative entropy of (1/2, 1/2), the law for the scores 0, 0, from that for 1, -1: the"
    " lower one comes first with chance 1/2, and is kept then with chance e^-epsilon. That is not"
    " part of the statement. rho-zCDP bounds all Renyi divergences by rho alpha, so this one (alpha"
    " to 1) by rho. A black-box audit refutes epsilon^2/8 from samples at epsilon = 2.",
)


@CLAIM.exact
@broken("no_more_than_any_pure_mechanism", divisor=2)
@because("epsilon^2/2 is the cost of every mechanism with this pure loss; nothing exceeds it.")
@broken("up_to_four", "At epsilon = 4 it is 1.66, and epsilon^2/8 is 2.", most=4)
def the_entropy_is_above_the_claimed_cost(*, divisor: int = 8, most: int = 3) -> Outcome:
    """For all epsilon up to 3, near 0 by the terms of an expansion that count, then in boxes."""
    return certify(entropy_above(divisor, most), cuts={"epsilon": ["1/2"]})
