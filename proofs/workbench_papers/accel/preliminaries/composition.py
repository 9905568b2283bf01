"""Basic composition: the losses of the steps add up, adaptively.

The paper states composition for independent mechanisms.  Its algorithms need more: each query point
is a previous output, so step t is chosen by the steps before it.  For pure differential privacy the
adaptive version is true with the same sum, because the law of a transcript is a product of
conditional laws, and each factor changes by at most e^(eps_t) when one record is replaced.

Checked: the induction over steps for transcripts that have a density (which Laplace noise gives),
and that the sum cannot be improved for Laplace noise.  Arbitrary output spaces are cited.
"""

from collections.abc import Callable

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, induction, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "accel.composition",
    title="Adaptive basic composition",
    reconstructed=(
        "theorem",
        "Theorem A.2, in the adaptive form that Propositions 3.1 and 4.2 use",
    ),
    statement=r"""\mathcal{A}_t(\,\cdot\,; o_1,\dots,o_{t-1}) \text{ is }
        \epsilon_t\text{-DP for all } o_1,\dots,o_{t-1} \text{ and } t \le T \;\Longrightarrow\;
        (\mathcal{A}_1,\dots,\mathcal{A}_T) \text{ is }
        \left(\sum_{t=1}^T \epsilon_t\right)\text{-DP}""",
    hypotheses=r"""\epsilon_1,\dots,\epsilon_T \text{ do not depend on the data or on outputs}
        \mathcal{A}_t \text{ draws fresh randomness, given } Y \text{ and } o_1,\dots,o_{t-1}""",
    uses=("accel.dp-definition", "ext.adaptive-composition"),
    note="Printed for mechanisms that do not see each other's outputs; the algorithms are adaptive"
    " and need this form.",
)

T, t = declare("integer T >= 0, integer t")


@CLAIM.exact
@broken("last_step_is_not_free", paid=T - 1)
@because("With budgets for T - 1 steps in place of T the last step is not paid for.")
def transcript_ratio_is_a_product_of_step_ratios(*, paid: sp.Expr = T) -> Outcomes:
    """prod_t e^(eps_t - s_t) = e^(sum_t (eps_t - s_t)) <= e^(sum_t eps_t), for every T.
    The budgets of the first `paid` steps are added up.
    """
    eps, slack = sp.IndexedBase("epsilon", positive=True), sp.IndexedBase("s", nonnegative=True)
    ratio = sp.exp(eps[t] - slack[t])
    log_of_product = induction(
        relation(sp.Product(ratio, (t, 1, T)), "=", sp.exp(sp.Sum(eps[t] - slack[t], (t, 1, T)))),
        "T", start=0, factor=sp.exp(eps[T + 1] - slack[T + 1]),
    )  # fmt: skip
    gap = sp.Sum(slack[t], (t, 1, T))
    yield log_of_product
    yield visible(sp.Sum(eps[t] - slack[t], (t, 1, T)), "<=", sp.Sum(eps[t], (t, 1, paid)), gap=gap)


@CLAIM.exact(corner="two Laplace releases of sensitivity S")
@broken("root_sum_of_squares", total=lambda first, second: sp.sqrt(first**2 + second**2))
@because("The law of independent standard deviations does not apply.")
def sum_is_attained_by_two_laplace_releases(
    *, total: Callable[[sp.Expr, sp.Expr], sp.Expr] = lambda first, second: first + second
) -> Outcome:
    """The loss S/b_1 + S/b_2 is reached, so no smaller total is right in general.
    Both answers beyond both centres: the log-ratio of the pair of densities equals `total`.
    """
    S, b, c, beyond, after = declare("S b_1 b_2 x y > 0")

    def log_density(distance: sp.Expr, scale: sp.Expr) -> sp.Expr:
        return -distance / scale - sp.log(2 * scale)

    first = log_density(beyond, b) - log_density(beyond + S, b)
    second = log_density(after, c) - log_density(after + S, c)
    return identity(first + second, total(S / b, S / c))
