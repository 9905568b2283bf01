"""Rates of the direct version: sqrt(n) steps as printed, and the best number of steps.

Up to constants and logarithms the risk bound has three terms,

    sqrt(kappa/n),        1/T,        sqrt(kappa d T)/(n eps).

The noise grows with the number of steps, because every one of them is released.  At T = sqrt(n)
the last term is sqrt(kappa d)/(eps n^(3/4)); over T the last two terms make
(sqrt(kappa d)/(n eps))^(2/3).
"""

from workbench.claims import Claim, Outcome, because, broken
from workbench.rates import rate_is

CLAIM = Claim(
    "noneuclid.nvrsfw-naive.rate",
    title="Rates of the direct version: as printed, and with the best number of steps",
    printed=(
        "rate",
        "slide: Upper Bounds: Noisy Variance-Reduced Stochastic Frank-Wolfe, first item",
    ),
    statement=r"""T = \sqrt n: \; \sqrt{\frac\kappa n} + \frac{\sqrt{\kappa d}}{\epsilon n^{3/4}}
        \le \frac{\kappa}{\sqrt n} + \frac{\kappa \sqrt d}{\epsilon n^{3/4}}; \quad
        \min_T: \; \sqrt{\frac\kappa n} + \Big( \frac{\sqrt{\kappa d}}{n \epsilon}
        \Big)^{2/3}""",
    hypotheses=r"""L_0 = L_1 = D = 1, \; \kappa \ge 1; \text{ logarithms left out}
        1 \le T \le n, \; \sqrt{\kappa d} \le n \epsilon \text{ in the second}""",
    parts=("square root", "printed", "best"),
    uses=("noneuclid.nvrsfw-naive",),
    note="The number of steps is not on the slide; the power 3/4 of n identifies it. It is best"
    " only if sqrt(kappa d)/eps is about n^(1/4).",
)

REGION = ("1/n", "1/kappa", "1/d")
TERMS = ["(kappa/n)**(1/2)", "1/T", "(d*kappa*T)**(1/2)/(n*eps)"]


def with_steps(claimed: str, steps: str, *, or_worse: bool = False) -> Outcome:
    """The three terms at this number of steps, up to a factor."""
    return rate_is(
        claimed,
        TERMS,
        [f"T/({steps})", f"({steps})/T"],
        free=["T"],
        region=REGION,
        or_worse=or_worse,
    )


@CLAIM.exact(part="square root")
@broken("one_record_a_step_is_useless", "T = n: the noise is sqrt(kappa d/n)/eps.", steps="n")
def the_square_root_gives_three_quarters(*, steps: str = "n**(1/2)") -> Outcome:
    """1/T = n^(-1/2) and sqrt(T)/n = n^(-3/4)."""
    return with_steps("(kappa/n)**(1/2) + (kappa*d)**(1/2)/(eps*n**(3/4))", steps)


@CLAIM.exact(part="printed")
@broken("the_optimal_rate_is_not_reached", claimed="kappa/n**(1/2) + kappa*d**(1/2)/(eps*n)")
@because("sqrt(d)/(eps n) needs the tree.")
def the_printed_rate_is_not_smaller(
    *, claimed: str = "kappa/n**(1/2) + kappa*d**(1/2)/(eps*n**(3/4))"
) -> Outcome:
    """The printed rate is not smaller, since kappa >= sqrt(kappa)."""
    return with_steps(claimed, "n**(1/2)", or_worse=True)


@CLAIM.exact(part="best")
@broken("one_is_not_reached", claimed="(kappa/n)**(1/2) + (kappa*d)**(1/2)/(n*eps)")
@because("sqrt(kappa d)/(n eps) is below the bound.")
def two_thirds_is_the_best_exponent(
    *, claimed: str = "(kappa/n)**(1/2) + ((kappa*d)**(1/2)/(n*eps))**(2/3)"
) -> Outcome:
    """T = (n eps/sqrt(kappa d))^(2/3). The three terms over T."""
    region = (*REGION, "(kappa*d)**(1/2)/(n*eps)")
    return rate_is(claimed, TERMS, ["1/T", "T/n"], free=["T"], region=region)
