"""Basic composition: the losses of the steps add up, adaptively.

The paper states composition for independent mechanisms.  Its algorithms need more: each query point
is a previous output, so step t is chosen by the steps before it.  For pure differential privacy the
adaptive version is true with the same sum, because the law of a transcript is a product of
conditional laws, and each factor changes by at most e^(eps_t) when one record is replaced.

Proved for the densities of transcripts, and checked that the sum cannot be improved for Laplace
noise.
"""

from collections.abc import Callable
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken, dropped
from workbench.rigor import identity
from workbench.rigor.provers import transcripts
from workbench.symbolic import declare

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
    encoded=(transcripts.pure(), transcripts.pure(back=True)),
    note="As encoded p_t and q_t are densities of output t on two neighbours, given the outputs"
    " before it, for one law such as half of their sum, and Z is the indicator of an event; P_T"
    " and Q_T are then densities of the transcripts. Such densities, measurable in all outputs,"
    " exist where these have countably generated sigma-algebras; an event of others lies in such"
    " ones. Printed for mechanisms that do not see each other's outputs; the algorithms are"
    " adaptive and need this form.",
)


@CLAIM.proof
@broken("half_is_not_paid", "Steps that spend all of their budgets.", total=transcripts.eps / 2)
@dropped("sure", transcripts.BOUNDED, "A step that is not private may reveal all.")
@dropped(
    "given",
    transcripts.DENSITIES,
    {
        0: "The chance on the first data set may not exist: the second order fails.",
        1: "The chance on the second one may not exist: the first order fails.",
    },
)
def transcript_ratio_is_a_product_of_step_ratios(**changes: Any) -> Outcome:  # noqa: ANN401
    """P <= e^(sum of the eps) Q for the products of the densities, and in the other order."""
    each = (transcripts.ratios_multiply(back=back, **changes) for back in (False, True))
    return all_of(*each)


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
