"""The weighted inequality of arithmetic and geometric means.

    sum t_i  >=  prod (t_i / w_i)^(w_i)          w_i > 0, sum w_i = 1,

with equality exactly if t_i = w_i sum t.  It is what proves that no setting of the parameters
brings a bound below its geometric mean.  The proof adds up tangents of the exponential function.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor.provers.entropy import by_tangents, weighted_means

CLAIM = Claim(
    "ext.weighted-means",
    title="Weighted inequality of arithmetic and geometric means",
    reconstructed=("theorem", "Hardy, Littlewood and Polya (1952), Inequalities, Theorem 9"),
    statement=r"\sum_i t_i \ge \prod_i \Big( \frac{t_i}{w_i} \Big)^{w_i}",
    hypotheses=r"t_i > 0, \; w_i > 0, \; \sum_i w_i = 1",
    encoded=(weighted_means(),),
    note="As encoded L is ln(t/w), and the product is the exponential of the sum of w L. Where a"
    " t_i is 0 the product is 0.",
)


@CLAIM.proof
@broken("twice_the_product_is_too_much", "Both sides are equal for t = w.", factor=sp.Integer(2))
@broken("weights_that_do_not_add_up_to_one", "The product may be larger.", where=())
@broken("another_exponent", "L has to be ln(t/w).", sure=())
def tangents_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """With g the product, t = g w e^(L - ln g) >= g w (1 + L - ln g), which adds up to g."""
    return by_tangents(**changes)
