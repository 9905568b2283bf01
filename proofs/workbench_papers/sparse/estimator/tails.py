"""The higher moments of the estimator: the third grows like n^(1/2), the fourth like n.

If the difference of level k has the size c 2^(-k/2), which is what noise does, the weighted one has
the size c 2^(-k/2)/p_k, and with 1/p_k = 2^k (2 - h), h = 2^(-M),

    E (size)^2 = c^2 (2 - h) (M + 1),
    E (size)^3 = c^3 (2 - h)^2 sum_k 2^(k/2) = c^3 (2 - h)^2 (2^((M+1)/2) - 1)/(sqrt(2) - 1),
    E (size)^4 = c^4 (2 - h)^3 sum_k 2^k = c^4 (2 - h)^3 (2^(M+1) - 1).

A mean of a moderate number of draws is then no normal variable: quantiles, not standard errors.
"""

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import induction
from workbench.symbolic import Relation
from workbench.symbolic.text import parse


def moments(third: str = "b", last: str = "M + 1") -> tuple[Relation, ...]:
    """sum_k p_k (b^(-k)/p_k)^r with p_k = b^(-2k)/c, for r = 2, 3, 4."""
    chance = "(1/(c*(b^2)^k))"
    values = {
        2: "c*(M + 1)", 3: f"c^2*({third}^({last}) - 1)/({third} - 1)",
        4: f"c^3*((b^2)^({last}) - 1)/(b^2 - 1)",
    }  # fmt: skip
    return tuple(
        parse(
            f"sum(k = 0..M, {chance}*((1/b^k)/{chance})^{power}) = {value}",
            where="b > 1, 1 <= c < 2, integer M >= 0",
        )
        for power, value in values.items()
    )


CLAIM = Claim(
    "sparse.mlmc-moment.tails",
    title="Second, third and fourth moment of a weighted difference of levels",
    ours=("remark", "not on the poster"),
    statement=r"""X = \frac{2^{-N/2}}{p_N}: \quad \mathbb{E} X^2 = (2 - h)(M + 1), \quad
        \mathbb{E} X^3 = (2 - h)^2 \frac{2^{(M+1)/2} - 1}{\sqrt2 - 1}, \quad
        \mathbb{E} X^4 = (2 - h)^3 (2^{M+1} - 1), \quad h = 2^{-M}""",
    hypotheses=r"p_k = \frac{2^{-k}}{2 - h}, \; 0 \le k \le M",
    encoded=moments(),
    uses=("sparse.mlmc",),
    note="As encoded for every b > 1 in the place of sqrt 2, and for every c in [1, 2) in the place"
    " of 2 - h.",
)


@CLAIM.exact(uses=())
@broken("the_third_moment_does_not_grow_like_the_fourth", third="(b^2)")
@because("The third power weighs level k by b^k, not by its square.")
@broken("the_last_level_is_included", "b^M - 1 leaves it out.", last="M")
def every_power_weighs_the_levels_more(*, third: str = "b", last: str = "M + 1") -> Outcomes:
    """The power of a level is geometric:
    p (b^(-k)/p)^r = c^(r - 1) b^((r - 2) k) for r = 2, 3, 4; then a geometric sum in M.
    """
    for moment in moments(third, last):
        yield induction(moment, "M")
    yield "second, third and fourth power"
