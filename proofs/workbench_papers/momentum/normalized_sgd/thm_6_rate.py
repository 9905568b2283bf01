"""Rate of Algorithm 1 (Theorem 6): the best order of its bound over all parameters.

The terms 1/(eta T), eta N, sqrt(d T)/(N^(3/2) eps) with weights 1/4, 1/4, 1/2 multiply to
d^(1/4)/sqrt(eps N), free of eta and T: no setting does better.  The error of reshuffling adds
1/sqrt(N).  For a repeated order, with that of `momentum.lem-11-det`, the exponent 2/5 is left.
"""

from collections.abc import Sequence
from typing import Any

from workbench.claims import Claim, Outcome, because, broken
from workbench.rates import Order, rate_is
from workbench_papers.momentum._rates import REGION

TERMS = ["1/(eta*T)", "eta", "1/(alpha*T)", "eta/alpha", "eta*N", "sqrt(alpha)",
         "alpha*sigma*sqrt(d)"]  # fmt: skip
CONSTRAINTS = ["sqrt(T/N)/(eps*sigma)", "alpha"]
LEAST = "1/(N*alpha)"  # alpha is at least 1/N
FREE = ["eta", "T", "alpha", "sigma"]
ANY_ORDER = ["1/(eta*T)", "eta*N/a", "a", "N/(a*T)", "sqrt(d*T)/(N**(3/2)*eps)"]


def theorem(
    claimed: str = "d**(1/4)/(eps*N)**(1/2) + N**(-1/2)", drop: str = "",
    region: Sequence[str] = (*REGION, "1/N"), least: str = LEAST,
) -> Order:  # fmt: skip
    """The best order of Theorem 6, under the constraints but `drop`."""
    kept = [c for c in (CONSTRAINTS[0], least, CONSTRAINTS[1]) if c != drop]
    return Order(claimed, TERMS, kept, free=FREE, region=region)


def any_order(claimed: str = "(d**(1/2)/(eps*N))**(2/5)", region: Sequence[str] = REGION) -> Order:
    """The best order with the error of an arbitrary order of the records."""
    return Order(claimed, ANY_ORDER, ["a"], free=["eta", "T", "a"], region=region)


RATE = Claim(
    "momentum.thm-6.rate",
    title="Rate of Algorithm 1",
    reconstructed=("rate", "Theorem 6, abstract"),
    statement=r"""\min_{\eta, T, \alpha, \sigma} \frac{1}{\eta T} + \eta + \frac{1}{\alpha T}
        + \frac{\eta}{\alpha} + \eta N + \sqrt\alpha + \alpha \sigma \sqrt d \text{ is of order }
        \frac{d^{1/4}}{\sqrt{\epsilon N}} + \frac{1}{\sqrt N}""",
    hypotheses=r"""R = G = L = 1; \; \sqrt d \le \epsilon N; \text{ logarithms left out}
        \tfrac1N \le \alpha \le 1; \; \sigma \ge \sqrt{T/N}/\epsilon \text{ for the budget}""",
    encoded=(theorem(),),
    uses=("momentum.thm-6", "momentum.thm-4"),
    note="The bound is that of Theorem 6 with the noise of Theorem 4, which is that of alpha >="
    " 1/N; alpha <= 1 is not needed for this order. The term 1/sqrt(N) is the error of"
    " reshuffling; it is dominated exactly if d >= eps^2.",
)

FIXED = Claim(
    "momentum.thm-6.fixed-order",
    title="Rate of Algorithm 1 for any repeated order",
    ours=("rate", "Theorem 6 with Lemma 11 replaced"),
    statement=r"""\min_{\eta, T, a \le 1} \frac{1}{\eta T} + \frac{\eta N}{a} + a
        + \frac{N}{a T} + \frac{\sqrt{d T}}{N^{3/2} \epsilon} \text{ is of order }
        \Big( \frac{\sqrt d}{\epsilon N} \Big)^{2/5}""",
    hypotheses=r"""\alpha = a/N; \; R = G = L = 1; \; \sqrt d \le \epsilon N; \; \text{logarithms \
            left out}""",
    encoded=(any_order(),),
    uses=("momentum.lem-5-sharp", "momentum.lem-11-det", "momentum.lem-12", "momentum.thm-4"),
    note="The condition a <= 1 is not needed: the best a is the rate itself.",
)


@RATE.exact
@broken("the_shuffling_error_cannot_be_left_out", claimed="d**(1/4)/(eps*N)**(1/2)")
@because("Where d < eps^2 the first term alone is too small.")
@broken("slower_momentum", "With alpha down to 1/N^2 the rate is better.", least="1/(N**2*alpha)")
@broken("without_a_budget", "No noise is as good as none.", drop="sqrt(T/N)/(eps*sigma)")
@broken("more_dimensions_than_records", region=("1/N",))
@because("Where sqrt(d) > eps N the noise dominates.")
def the_best_order_has_two_terms(**changes: Any) -> Outcome:  # noqa: ANN401
    """Weights 1/4, 1/4, 1/2 of 1/(eta T), eta N and the noise are free of eta and T."""
    return rate_is(theorem(**changes))


@FIXED.exact
@broken("one_half_is_not_reached", claimed="(d**(1/2)/(eps*N))**(1/2)")
@because("The price of an arbitrary order.")
@broken("more_dimensions_than_records", "Where sqrt(d) > eps N the noise dominates.", region=())
def the_best_order_is_two_fifths(**changes: Any) -> Outcome:  # noqa: ANN401
    """With Lemma 11-det, weights 1/5, 1/5, 1/5, 2/5 of the terms give (sqrt(d)/(eps N))^(2/5)."""
    return rate_is(any_order(**changes))
