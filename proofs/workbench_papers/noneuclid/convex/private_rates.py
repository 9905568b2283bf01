"""The table of private rates: what is derived here, what is cited, and how its rows fit together.

The table itself did not survive in the slides; its rows are put together from the slides after it.
Upper bounds of the smooth rows are derived from bounds with constants; lower bounds are cited, and
every one is capped by the range of the risk.  The row for p > 2 is the Euclidean one with the
radius d^(1/2 - 1/p) D; at p = 2 the row for 1 < p <= 2 becomes the Euclidean one.
"""

from workbench.claims import Claim, Outcome, all_of, because, broken
from workbench.rates import rate_is
from workbench_papers.noneuclid.convex import euclidean_rate as dpsco_l2_rate
from workbench_papers.noneuclid.lp_setup import tree_rate as nvrsfw_tree_rate

CLAIM = Claim(
    "noneuclid.dpsco-table",
    title="Private stochastic convex optimisation: the table of upper bounds",
    reconstructed=("rate", "slide: DP-SCO, the table; reconstructed from the slides after it"),
    statement=r"""\begin{gathered}
        p = 1 \text{, smooth: } \sqrt{\ell/n} + (\ell/P)^{2/3}; \quad
        1 < p \le 2 \text{, smooth: } \sqrt{\kappa/n} + \kappa \sqrt d/P; \\
        p = 2 \text{, smooth: } 1/\sqrt n + \sqrt d/P; \quad
        2 < p \le \infty: \; d^{1/2 - 1/p} \big( 1/\sqrt n + \sqrt d/P \big)
        \end{gathered}""",
    hypotheses=r"""L_0 = L_1 = D = 1, \; \ell = \ln d, \; \kappa = 1/(p - 1), \; P = n \
            \epsilon/\sqrt{\ln(1/\delta)}; \text{ powers of } \ln n \text{ left out}
        1 \le \ell \le P \text{ in the first row}""",
    parts=("one", "up to two", "two", "beyond two", "fit"),
    uses=("noneuclid.asi-tree-risk.rate", "noneuclid.nvrsfw-tree.rate",
          "noneuclid.dpsco-l2.rate", "noneuclid.dpsco-l2", "noneuclid.sco-rates"),
)  # fmt: skip

LOWER = Claim(
    "noneuclid.dpsco-table.lower",
    title="Private stochastic convex optimisation: the table of lower bounds",
    reconstructed=("rate", "slide: DP-SCO, the table; reconstructed from the slides after it"),
    statement=r"""\min\{1, \cdot\} \text{ of: } p = 1: \; \sqrt{\ell/n}
        + \min\{ \sqrt d/(\epsilon n), (\ell/(\epsilon n))^{2/3} \}; \quad
        p = 1 \text{, nonsmooth (also above): } \sqrt{\ell/n} + \sqrt d/(\epsilon n); \quad
        1 < p \le 2: \; 1/\sqrt n + (p - 1) \sqrt d/(\epsilon n)""",
    hypotheses=r"\epsilon \lesssim 1; \text{ conditions on } \delta \text{ as in the citations}",
    uses=("ext.afkt2021-bounds", "ext.lp-lower-bounds", "ext.ny83"),
    note="Cited. Checked: no cited lower bound is above the upper bound of its row.",
)


@CLAIM.exact(part="one", uses=("noneuclid.asi-tree-risk.rate",))
@broken("three_quarters_are_not_reached", claimed="(ell/n)**(1/2) + (ell/P)**(3/4)")
@because("(ell/P)^(3/4) is below what the bound gives.")
def trees_of_gradients_give_two_thirds(
    *, claimed: str = "(ell/n)**(1/2) + (ell/P)**(2/3)"
) -> Outcome:
    """A = B = C = 1. The bound on the tree, at equal constants."""
    return rate_is(claimed, ["1/N", "ell*N**(1/2)/P", "(ell/n)**(1/2)"], ["N/n"], free=["N"],
                   region=["1/n", "1/ell", "ell/P"], integer=["N"])  # fmt: skip


@CLAIM.exact(part="up to two", uses=("noneuclid.nvrsfw-tree.rate",))
@broken("not_without_the_factor_kappa", private="d**(1/2)/(n*eps)")
@because("Without the factor kappa the second term is below what the bound gives.")
def noise_on_the_nodes_costs_the_dimension(*, private: str = "kappa*d**(1/2)/(n*eps)") -> Outcome:
    """sqrt(kappa/n) + kappa sqrt(d)/(n eps)."""
    return rate_is(nvrsfw_tree_rate.PRINTED.but(claimed=f"(kappa/n)**(1/2) + {private}"))


@CLAIM.exact(part="two", uses=("noneuclid.dpsco-l2.rate",))
@broken("not_with_a_smaller_power_of_the_dimension", power="1/4")
@because("With d^(1/4) in place of sqrt(d) the second term is below what the bound gives.")
def noisy_descent_gives_the_euclidean_row(*, power: str = "1/2") -> Outcome:
    """The bound of noisy descent has the order 1/sqrt(n) + sqrt(d)/P."""
    return dpsco_l2_rate.rate(f"n**(-1/2) + d**({power})/P")


@CLAIM.exact(part="beyond two", uses=("noneuclid.dpsco-l2", "noneuclid.sco-rates"))
@broken("its_root_is_not_enough", claimed="R**(1/2)*n**(-1/2) + R**(1/2)*d**(1/2)/P")
@because("With sqrt(R) both terms are below what the bound gives.")
def a_ball_of_l_p_lies_in_a_larger_euclidean_ball(
    *, claimed: str = "R*n**(-1/2) + R*d**(1/2)/P"
) -> Outcome:
    """R/sqrt(n) + R sqrt(d)/P; R is 1 at p = 2 and sqrt(d) for the cube.
    The Euclidean bound with the radius R = d^(1/2 - 1/p) >= 1, over S and T >= S.
    """
    terms = ["R**2/S", "S/T", "S*d/P**2", "S/n"]
    return rate_is(claimed, terms, ["S/T"], free=["S", "T"], region=["1/n", "1/d", "1/R"])


@CLAIM.exact(part="fit", uses=())
@broken("near_one_they_do_not", "kappa of order ln d, at p = 1 + 1/ln d.", kappa="ell")
def at_two_the_rows_agree(*, kappa: str = "1") -> Outcome:
    """The row for 1 < p <= 2 at kappa = 1 is the Euclidean row."""
    row = [f"({kappa}/n)**(1/2)", f"{kappa}*d**(1/2)/P"]
    return rate_is("n**(-1/2) + d**(1/2)/P", row, free=[], region=["1/n", "1/d"])


def below(lower: str, upper: list[str]) -> Outcome:
    """The cited lower bound, with P for the larger eps n, is at most the upper bound of its row."""
    region = ["1/n", "1/ell", "1/kappa", "1/d", "P/n"]
    # the claim `upper` is no smaller than the best order of the one-term bound `lower`
    return rate_is(upper, [lower], free=[], region=region, or_worse=True)


ROWS = (
    ("(ell/n)**(1/2)", ["(ell/n)**(1/2)", "(ell/P)**(2/3)"]),
    ("(ell/P)**(2/3)", ["(ell/n)**(1/2)", "(ell/P)**(2/3)"]),
    ("n**(-1/2)", ["(kappa/n)**(1/2)", "kappa*d**(1/2)/P"]),
    ("d**(1/2)/(kappa*P)", ["(kappa/n)**(1/2)", "kappa*d**(1/2)/P"]),
)


@LOWER.exact(corner="consistency with the upper bounds; the bounds themselves are cited")
@broken(
    "the_nonsmooth_bound_is_above_the_smooth_row",
    rows=(("d**(1/2)/P", ["(ell/n)**(1/2)", "(ell/P)**(2/3)"]),),
)
@because("The bound sqrt(d)/P without the minimum is above the smooth row.")
def no_lower_bound_is_above_its_upper_bound(
    *, rows: tuple[tuple[str, list[str]], ...] = ROWS
) -> Outcome:
    """Rows p = 1 and 1 < p <= 2; the minimum is at most its second entry."""
    return all_of((below(low, up) for low, up in rows), summary="term by term").modulo(*LOWER.uses)
