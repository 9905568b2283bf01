"""The weighted inequality of arithmetic and geometric means.

    sum t_i  >=  prod (t_i / w_i)^(w_i)          w_i > 0, sum w_i = 1,

with equality exactly if t_i = w_i sum t.  It is what proves that no setting of the parameters
brings a bound below its geometric mean.  Cited; checked for the weights (1/2, 1/2) and (1/3, 2/3),
where the difference is a square times a positive factor.
"""

from workbench.claims import Claim, Outcomes, broken
from workbench.rigor import visible
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.weighted-means",
    title="Weighted inequality of arithmetic and geometric means",
    reconstructed=("cited", "Hardy, Littlewood and Polya (1952), Inequalities, Theorem 9"),
    statement=r"\sum_i t_i \ge \prod_i \Big( \frac{t_i}{w_i} \Big)^{w_i}",
    hypotheses=r"t_i \ge 0, \; w_i > 0, \; \sum_i w_i = 1",
    citation="Hardy, Littlewood and Polya (1952), Inequalities, Theorem 9",
)

s, t = declare("s t > 0")


@CLAIM.exact(corner="two terms, weights 1/2 and 1/3")
@broken("three_times_the_product_is_too_much", "s^2 + t^2 >= 3 s t fails at s = t.", double=3)
def two_weights_are_squares(*, double: int = 2) -> Outcomes:
    """The difference is a square times a positive factor.
    s^2 + t^2 >= 2 s t, and s^3/3 + 2 t^3/3 >= s t^2 as (s - t)^2 (s + 2t)/3.
    """
    yield visible(double * s * t, "<=", s**2 + t**2, gap=(s - t) ** 2)
    yield visible(s * t**2, "<=", s**3 / 3 + 2 * t**3 / 3, gap=(s - t) ** 2 * (s + 2 * t) / 3)
