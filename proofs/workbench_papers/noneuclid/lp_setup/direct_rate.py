"""Rates of the direct version: sqrt(n) steps as printed, and the best number of steps.

Up to constants and logarithms the risk bound has three terms,

    sqrt(kappa/n),        1/T,        sqrt(kappa d T)/(n eps).

The noise grows with the number of steps, because every one of them is released.  At T = sqrt(n)
the last term is sqrt(kappa d)/(eps n^(3/4)); over T the last two terms make
(sqrt(kappa d)/(n eps))^(2/3).
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rates import Order, rate_is

TERMS = ("(kappa/n)**(1/2)", "1/T", "(d*kappa*T)**(1/2)/(n*eps)")
OWN = "(kappa/n)**(1/2) + (kappa*d)**(1/2)/(eps*n**(3/4))"
KAPPA = ("1/kappa",)
ROOT = Order(OWN, TERMS, ["T/n**(1/2)", "n**(1/2)/T"], free=["T"], region=KAPPA)
WANTED = "kappa/n**(1/2) + kappa*d**(1/2)/(eps*n**(3/4))"
PRINTED = Order(WANTED, [OWN], region=KAPPA, or_worse=True)
REGION = (*KAPPA, "1/n", "(kappa*d)**(1/2)/(n*eps)")
BEST = Order("(kappa/n)**(1/2) + ((kappa*d)**(1/2)/(n*eps))**(2/3)", TERMS, ["1/T", "T/n"],
             free=["T"], region=REGION)  # fmt: skip

CLAIM = Claim(
    "noneuclid.nvrsfw-naive.rate",
    title="Rates of the direct version: as printed, and with the best number of steps",
    printed=("rate",
             "slide: Upper Bounds: Noisy Variance-Reduced Stochastic Frank-Wolfe, first item"),
    statement=r"""\begin{gathered} \sqrt{\frac\kappa n} + \frac1T + \frac{\sqrt{d \kappa T}}{n
        \epsilon} \asymp \sqrt{\frac\kappa n} + \frac{\sqrt{\kappa d}}{\epsilon n^{3/4}} \lesssim
        \frac{\kappa}{\sqrt n} + \frac{\kappa \sqrt d}{\epsilon n^{3/4}} \text{ at } T \asymp
        \sqrt n; \\ \min_{1 \le T \le n} \sqrt{\frac\kappa n} + \frac1T + \frac{\sqrt{d \kappa
        T}}{n \epsilon} \asymp \sqrt{\frac\kappa n} + \Big( \frac{\sqrt{\kappa d}}{n \epsilon}
        \Big)^{2/3} \end{gathered}""",
    hypotheses=r"""\text{the bound on the risk with } L_0 = L_1 = D = 1, \; \kappa \ge 1; \text{ \
            logarithms left out}
        n \ge 1, \; \sqrt{\kappa d} \le n \epsilon \text{ in the second}""",
    parts=("square root", "printed", "best"),
    encoded={"square root": (ROOT,), "printed": (PRINTED,), "best": (BEST,)},
    uses=("noneuclid.nvrsfw-naive",),
    note="The number of steps is not on the slide; the power 3/4 of n identifies it. It balances"
    " the terms only if sqrt(kappa d)/eps is about n^(1/4); below that its order is the best one,"
    " too. Printed is the rate with kappa.",
)  # fmt: skip


@CLAIM.exact(part="square root")
@broken("one_record_a_step_is_useless", constraints=("T/n", "n/T"))
@because("At T = n the noise is sqrt(kappa d/n)/eps.")
@dropped("region", KAPPA, "The best order is another one.")
def the_square_root_gives_three_quarters(**changes: Any) -> Outcome:  # noqa: ANN401
    """Then 1/T = n^(-1/2) and sqrt(T)/n = n^(-3/4)."""
    return rate_is(ROOT.but(**changes))


@CLAIM.exact(part="printed", uses=())
@broken("the_optimal_rate_is_not_reached", claimed="kappa/n**(1/2) + kappa*d**(1/2)/(eps*n)")
@because("sqrt(d)/(eps n) needs the tree.")
@dropped("region", KAPPA, "For kappa < 1 it is below the root of kappa.")
def the_printed_rate_is_not_smaller(**changes: Any) -> Outcome:  # noqa: ANN401
    """The printed rate is not smaller, since kappa >= sqrt(kappa)."""
    return rate_is(PRINTED.but(**changes))


@CLAIM.exact(part="best")
@broken("one_is_not_reached", claimed="(kappa/n)**(1/2) + (kappa*d)**(1/2)/(n*eps)")
@because("sqrt(kappa d)/(n eps) is below the bound.")
@dropped("region", REGION, "The best order is another one.", 0, 2)
def two_thirds_is_the_best_exponent(**changes: Any) -> Outcome:  # noqa: ANN401
    """It is reached at T = (n eps/sqrt(kappa d))^(2/3)."""
    return rate_is(BEST.but(**changes))
