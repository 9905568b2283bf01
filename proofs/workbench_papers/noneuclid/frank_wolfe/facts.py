"""What the slides say around private Frank-Wolfe: near-optimal for one problem, not for the other.

Full-batch private Frank-Wolfe reaches (ln M/P)^(2/3) on the empirical risk, and for the lasso that
is the order n^(-2/3) of the lower bound.  A single pass with batches of m records has the error
1/T + 1/sqrt(m) with T m <= n: n^(-1/3) even without privacy, against n^(-1/2).  One noisy index is
released per step, so the dimension enters through ln M only.
"""

from workbench.claims import Claim, Outcome, all_of, because, broken, fails, holds, inconclusive
from workbench.rates import compare, rate_is
from workbench.rates.check import accepts
from workbench_papers.noneuclid.frank_wolfe.full_batch import orders

CLAIM = Claim(
    "noneuclid.fw-facts",
    title="Private Frank-Wolfe on empirical and population risk",
    printed=("remark", 'slides: "Is the polynomial dimension-dependence avoidable?"'),
    statement=r"""\begin{gathered}
        \text{empirical: } (\ln M/P)^{2/3}, \text{ near-optimal}; \quad
        \text{stochastic, single pass: } n^{-1/3} \text{ without privacy, above } n^{-1/2}; \\
        \text{the dimension enters through } \ln M \text{ alone}
        \end{gathered}""",
    hypotheses=r"L_0 = L_1 = D = 1, \; P = n \epsilon/\sqrt{\ln(1/\delta)} \ge \ln M",
    parts=("empirical", "near-optimal", "single pass", "dimension"),
    uses=("noneuclid.private-fw.rate", "ext.ttz15", "noneuclid.sco-rates"),
    note="That the naive conversion from empirical to population risk is suboptimal is said of an"
    " argument, not of a bound, and not checked.",
)


@CLAIM.exact(part="empirical", uses=("noneuclid.private-fw.rate",))
@broken("three_quarters_are_not_reached", claimed="(ell/P)**(3/4)")
@because("(ell/P)^(3/4) is below what the best number of steps gives.")
def the_best_number_of_steps_gives_two_thirds(*, claimed: str = "(ell/P)**(2/3)") -> Outcome:
    """The best number of steps for 1/T + ln M sqrt(T)/P gives the power 2/3."""
    return all_of(map(rate_is, orders(claimed)))


@CLAIM.exact(part="near-optimal", uses=("ext.ttz15",), corner="the lasso, eps constant; cited")
@broken("the_population_rate_is_larger", "n^(-1/2) is not the cited order.", power="-1/2")
def the_cited_lower_bound_has_the_same_order(*, power: str = "-2/3") -> Outcome:
    """(ell/P)^(2/3) at P = n and constant ell is the cited order n^(-2/3)."""
    return rate_is(f"n**({power})", ["n**(-2/3)"], free=[], region=["1/n"]).modulo("ext.ttz15")


@CLAIM.exact(part="single pass", uses=("noneuclid.sco-def", "noneuclid.sco-rates"))
@broken("the_optimal_rate_is_not_reached", claimed="n**(-1/2)")
@because("n^(-1/2) is what one pass of mirror descent has.")
def batches_of_fresh_records_are_too_expensive(*, claimed: str = "n**(-1/3)") -> Outcome:
    """1/T + 1/sqrt(m) with T m <= n is best at T = n^(1/3), m = n^(2/3): weights 1/3, 2/3."""
    return rate_is(claimed, ["1/T", "m**(-1/2)"], ["T*m/n"], free=["T", "m"], region=["1/n"])


@CLAIM.exact(
    part="dimension", uses=("noneuclid.private-fw.rate", "noneuclid.dpsco-l2"),
    corner="against the rate of a method that releases vectors, d >= P",
)  # fmt: skip
@broken("a_power_of_the_dimension_would_not_be", better="(d/P)**(2/3)")
@because("(d/P)^(2/3) is larger than sqrt(d)/P.")
def for_many_dimensions_it_is_below_the_euclidean_rate(
    *, better: str = "(ell/P)**(2/3)", worse: str = "d**(1/2)/P"
) -> Outcome:
    """(ln M/P)^(2/3) against sqrt(d)/P for d >= P.
    `better` is below `worse` in order where d >= P >= 1: powers of d before logarithms.
    """
    found = compare(better, worse, ["1/P", "P/d"], logs=["ell"])
    if not accepts(found.certificate()):
        return inconclusive("rate comparison", "the checker rejects the certificate")
    decide = holds if found.verdict == "better" else fails
    return decide(
        "rate comparison", f"{better} is {found.verdict} than {worse}",
        certificate=found.certificate(), trust=("workbench.rates.check",),
    )  # fmt: skip
