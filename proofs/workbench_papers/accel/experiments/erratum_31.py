r"""A step size computed from the records is a release that nobody pays for (Section 5).

The experiments take alpha = c/L with L = sigma_max(U^T U/n) + 2 lambda, a function of the records.
Proposition 3.1 asks that the parameters do not depend on the data, and this is why.  A released
iterate is x_1 = x_0 - alpha (g + eta): its noise has width alpha b.  If replacing a record changes
L, it changes this width, and two Laplace densities of different widths have an unbounded ratio.  So
no finite epsilon holds, however large the scale b is.

One record is enough to see it.  With C = 1 and lambda = 1/2 the record u = 0 gives L = 1 and
gradient 0 at the origin, the record u = 1 gives L = 2 and gradient -1/2.  For epsilon = 1 and one
step, b = 2; at the output x_1 = 10 the ratio of the densities is 58, where e is allowed.

With n = 100000 records one replacement changes L very little, and far outputs are rare: this is
about what can be proved, not about what happened in the experiments.  A step size made from a
constant of the domain (`accel.logistic-constants`) repairs it.
"""

import sympy as sp

from workbench.claims import Claim, Example, Outcomes, because, broken
from workbench.rigor import identity, visible, witness
from workbench.symbolic import declare, relation
from workbench.symbolic.variables import Op
from workbench_papers.accel._line import in_every_order

CLAIM = Claim(
    "accel.erratum-31",
    title="A step size computed from the records costs no privacy",
    reading=("erratum", "Section 5: L estimated from U, alpha = c/L, and epsilon = 1"),
    statement=r"""\alpha = c/L, \; L = \sigma_{\max}(\tfrac1n U^\top U + 2\lambda I), \;
        b_t = \frac{S_1}{m \epsilon_0} \;\Longrightarrow\;
        \text{the released iterates } x_1, \dots, x_T \text{ are } \epsilon\text{-DP}""",
    hypotheses=r"""\text{logistic regression, neighbours differ by one replaced record}
        \epsilon_0 = \ln\left[ 1 + \frac{n}{m} (e^{\epsilon/T} - 1) \right]""",
    uses=("accel.prop-3-1", "accel.logistic-constants"),
    note="Printed as an estimate, without a word on its privacy. With another step size the noise"
    " in the iterate has another width, and the ratio of densities is unbounded: no finite epsilon"
    " holds. Worst case, for records that change L; the experiments' L hardly moves.",
)

REPAIRED = Claim(
    "accel.erratum-31.repaired",
    title="With a step size that no record moves, the loss of a step is that of its noise",
    ours=("erratum", "Section 5, corrected"),
    statement=r"""\alpha = c/L, \; L = \tfrac14 C_2^2 + 2\lambda: \quad
        \frac{p(x_1 \mid Y)}{p(x_1 \mid Y')} \le e^{\lVert g - g' \rVert_1 / b}
        \text{ for } x_1 = x_0 - \alpha (g + \eta), \; \eta_i \sim \operatorname{Lap}(b); \quad
        \text{with step sizes } \alpha > \alpha' \text{ for } Y, Y' \;\; \frac{p}{p'} \to \infty
        \text{ as } \lVert x_1 \rVert \to \infty""",
    hypotheses=r"""g, g' \text{ the gradients of the neighbouring datasets } Y, Y' \text{ at } x_0
        C_2 = \sup_{u \in \mathcal{U}} \lVert u \rVert_2, \; c > 0, \text{ which depend on no \
            record}""",
    parts=("same step", "different steps"),
    uses=("accel.laplace-mechanism", "accel.logistic-constants"),
    repairs=("accel.erratum-31",),
    note="What Proposition 3.1 asks for: parameters that do not depend on the data.",
)


DATA = (sp.Integer(1), sp.S.Half)  # 1/L for u = 0 and u = 1 with lambda = 1/2: L = 1, 2
DOMAIN = (sp.Rational(4, 5), sp.Rational(4, 5))  # L = 1/4 + 1 in both cases


@CLAIM.refutation(of="case")
@broken("step_size_of_the_domain_does_not", steps=DOMAIN)
@because("With L = C_2^2/4 + 2 lambda for both the ratio stays below e.")
def iterate_far_away_gives_the_record_away(
    *, steps: tuple[sp.Rational, sp.Rational] = DATA
) -> Example:
    """At epsilon = 1, lambda = 1/2 and x_1 = 10 the densities are in ratio e^4.75/2 = 58 > e.
    One full-batch step of one record from x_0 = 0 with C = 1, so S_1 = 2, b = 2/epsilon, T = 1.
    Record u = 0 has gradient 0 and step size 1/L = 1, record u = 1 has -1/2 (at 0) and 1/L = 1/2.
    x_1 = -alpha (g + eta) has density e^(-|y/alpha + g|/b)/(2 alpha b) at y.
    """
    y, eps = declare("real y, epsilon > 0")
    b = 2 / eps

    def density(size: sp.Rational, gradient: sp.Rational) -> sp.Expr:
        return sp.exp(-sp.Abs(y / size + gradient) / b) / (2 * size * b)

    first, second = density(steps[0], sp.Integer(0)), density(steps[1], -sp.S.Half)
    return witness(relation(first, "<=", sp.exp(eps) * second), y=10, epsilon=1)


@REPAIRED.exact(part="same step")
@broken("half_the_shift_is_not_enough", share=sp.S.Half)
@because("With half of |g - g'| in the exponent: the ratio reaches e^(|g - g'|/b).")
def step_size_cancels(*, share: sp.Rational = sp.Integer(1)) -> Outcomes:
    """The factor 1/alpha is the same in both densities; what is left is |g - g'|/b.
    Log-ratio of the densities of alpha (g + eta): the shift over the width, in every order.
    """
    b, alpha = declare("b alpha > 0")
    far, near = declare("A B >= 0")  # |y/alpha + g'|, |y/alpha + g|

    def density(distance: sp.Expr) -> sp.Expr:
        return sp.exp(-distance / b) / (2 * alpha * b)

    loss = identity(sp.log(density(near)) - sp.log(density(far)), (far - near) / b)
    shift = in_every_order(
        "oac", lambda dist: dist("o", "c") - dist("o", "a"), lambda dist: share * dist("a", "c")
    )
    yield loss
    yield shift


@REPAIRED.exact(part="different steps")
@broken("equal_step_sizes_have_equal_tails", order="<=")
@because("With alpha = alpha' in place of different step sizes the rate is 0.")
def another_step_size_has_no_finite_loss(*, order: Op = "<") -> Outcomes:
    """The wider noise has the heavier tail, and the ratio grows without bound.
    Tails e^(-y/(alpha b)) against e^(-y/(alpha' b)): the log-ratio at y is above any M.
    Up to a constant c the log-ratio is y (1/alpha' - 1/alpha)/b; at y = (M + 1 + c)/(that rate).
    """
    b, wide, narrow, level, constant = declare("b alpha_1 alpha_2 M c > 0")
    rate = (1 / narrow - 1 / wide) / b
    faster = visible(rate, ">", 0, where=[(narrow, order, wide)])
    slope = declare("r > 0")
    beyond = visible(slope * ((level + 1 + constant) / slope) - constant, ">", level)
    yield faster
    yield beyond
