"""Lower bounds for private query release, and the step from samples to populations.

    empirical error      n >= c ln|Q| sqrt(ln|X|) / (eps a^2) records are needed for error a
    resampling           a lower bound for the empirical error carries over to the population

Both are cited and cannot be checked by computing.  What is checked is that the first one, solved
for the error, reads a >= sqrt(c) (ln|X|)^(1/4) (ln|Q|)^(1/2) / sqrt(n eps).
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import inequality
from workbench.symbolic import declare, relation

RELEASE = Claim(
    "ext.bun-ullman-vadhan",
    title="Lower bound on the sample size of private query release",
    reconstructed=(
        "cited",
        "Bun, Ullman and Vadhan (2014), Fingerprinting codes and the price of approximate DP",
    ),
    statement=r"""n \ge \Omega\Big( \frac{\ln |\mathcal{Q}| \sqrt{\ln |\mathcal{X}|}}
        {\epsilon\, \alpha^2} \Big)""",
    hypotheses=r"""(\epsilon, \delta)\text{-DP}, \; \delta = o(1/n)
        \text{error at most } \alpha \text{ on every query of some family } \mathcal{Q} \text{ \
            over the domain } \mathcal{X}""",
    citation="Bun, Ullman and Vadhan (2014), Fingerprinting codes and the price of approximate"
    " differential privacy: the lower bound for families of arbitrary counting queries",
    note="The bound does not show a factor ln(1/delta); whether an upper bound with such a factor"
    " is optimal in it, this theorem does not say.",
)

RESAMPLING = Claim(
    "ext.bassily2019-resampling",
    title="From empirical to population risk by resampling",
    reconstructed=("cited", "Bassily, Feldman, Talwar and Thakurta (2019), the lower bounds"),
    statement=r"""\text{a lower bound on the empirical excess risk of } (\epsilon, \delta)
        \text{-DP methods holds, up to constants, for the population excess risk}""",
    hypotheses=r"\text{the population is the empirical law of a hard dataset}",
    citation="Bassily, Feldman, Talwar and Thakurta (2019), Private stochastic convex optimization"
    " with optimal rates: the reduction from the population to the empirical risk",
)

n, eps, alpha, c, X, Q = declare("n epsilon alpha c X Q > 0")


def solved(power: sp.Rational) -> Outcome:
    """alpha^2 n eps >= c Q sqrt(X) gives alpha >= sqrt(c Q) X^power/sqrt(n eps)."""
    return inequality(
        relation(
            sp.sqrt(c * Q) * X**power / sp.sqrt(n * eps), "<=", alpha,
            where=[(c * Q * sp.sqrt(X), "<=", n * eps * alpha**2)],
        )
    )  # fmt: skip


@RELEASE.exact(corner="the bound solved for the error; X and Q stand for the logarithms")
@broken("the_square_root_of_the_domain_is_too_much", power=sp.S.Half)
@because("(ln|X|)^(1/2) does not follow; whether it is true is not claimed.")
def error_that_the_sample_size_allows(*, power: sp.Rational = sp.Rational(1, 4)) -> Outcome:
    """The bound, solved for the error: alpha >= sqrt(c) (ln|X|)^(1/4) (ln|Q|)^(1/2)/sqrt(n eps)."""
    return solved(power)


@RESAMPLING.exact(corner="the same arithmetic with a constant lost in the step")
@broken("powers_may_not_be_lost", power=sp.S.Half)
@because("(ln|X|)^(1/2) does not follow; whether it is true is not claimed.")
def constants_may_be_lost(*, power: sp.Rational = sp.Rational(1, 4)) -> Outcome:
    """A factor c in the sample size is a factor sqrt(c) in the error."""
    return solved(power)
