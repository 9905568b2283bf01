"""Near-stationary points by the bias-reduced SGD, for the process without stopping.

    E F(x_{t+1}) <= F(x_t) - eta <grad F, E G> + (H/2) eta^2 nu^2,
    -<grad F, E G> <= -|grad F|^2/2 + beta^2/2

Summed: the mean square of the gradient is at most 2 Phi_0/(eta T) + eta H nu^2 + beta^2, and
2 sqrt(2 Phi_0 H nu^2/T) + beta^2 at the best eta.  The choice eps' = eps/sqrt(l) of the convex case
gives the printed rate, exponent 1/4.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rigor import follows, identity, induction
from workbench.symbolic import relation
from workbench_papers.sparse._orders import against

CLAIM = Claim(
    "sparse.sgd-nonconvex",
    kind="theorem",
    title="Bias-reduced SGD for smooth losses: near-stationary points",
    source="Table 2, row 5",
    provenance="reconstructed",
    statement=r"""\frac1{T_0} \sum_{t < T_0} \mathbb{E} \lVert \nabla F_S(x_t) \rVert_2^2
        \le \frac{2 \Phi_0}{\eta T_0} + \eta H \nu^2 + \beta^2; \quad
        \eta = \sqrt{\frac{2 \Phi_0}{H T_0 \nu^2}}: \;
        2 \sqrt{\frac{2 \Phi_0 H \nu^2}{T_0}} + \beta^2""",
    hypotheses=(
        r"\text{the process without stopping, no projection}; \; F_S \; H\text{-smooth}, \; \Phi_0"
        r" = F_S(x_0) - \inf F_S",
        r"\lVert \mathbb{E}[\mathcal{G} \mid x_t] - \nabla F_S(x_t) \rVert_2 \le \beta, \;"
        r" \mathbb{E}[\lVert \mathcal{G} \rVert_2^2 \mid x_t] \le \nu^2",
    ),
    parts=("step", "sum", "step size"),
    uses=("ext.descent-lemma", "ext.conditional-expectation"),
    note="About the empirical risk, not the population.",
)

RATE = Claim(
    "sparse.sgd-nonconvex.rate",
    kind="rate",
    title="The printed rate of the gradient norm: exponent 1/4",
    source="Table 2, row 5",
    provenance="reconstructed",
    statement=r"""\epsilon' = \epsilon/\sqrt\ell: \quad \Big( \sqrt{\frac{Q \epsilon' \ell}{n
        \epsilon^2}} + \frac{Q}{n \epsilon'} \Big)^{1/2} \asymp \frac{(s\, g\, \ell^2)^{1/8}}{(n
        \epsilon)^{1/4}}, \quad Q = \sqrt{s\, g\, \ell}""",
    hypotheses=(
        r"T_0 \asymp n \epsilon^2/(\epsilon'^2 \ell), \; \nu^2 \asymp Q/\epsilon', \; \beta^2"
        r" \asymp Q/(n \epsilon'); \; L = H = \Phi_0 = 1, \text{ powers of } \ln n \text{ left"
        r" out}",
        r"\epsilon \le \tfrac12 \sqrt\ell, \; (s\, g\, \ell^2)^{1/2} \le n \epsilon: \text{ where"
        r" the rate is at most } 1",
    ),
    uses=("sparse.sgd-nonconvex", "sparse.stopped-sgd.horizon", "sparse.mlmc-moment",
          "sparse.mlmc-privacy"),
    note="Printed is the right side; the left one is our way to it. g = ln(2d) for the projection"
    " mechanism, ln(d/s) for recovery.",
)  # fmt: skip

eta, nu, beta, H, Phi, T = sp.symbols("eta nu beta H Phi_0 T_0", positive=True)


@CLAIM.exact(part="step")
@broken(
    "not_all_of_it", "At a gradient of the size of the bias nothing is gained.", share=sp.Integer(1)
)
def half_of_the_square_survives_the_bias(*, share: sp.Rational = sp.Rational(1, 2)) -> Outcome:
    """(eta/2)|g|^2 <= F - F+ + (eta/2) beta^2 + (H/2) eta^2 nu^2.

    F+ <= F - eta <g, g + b> + H eta^2 nu^2/2 and |b| <= beta; share eta |g|^2 is gained.
    """
    before, after, g, b = sp.symbols("before after g b", real=True)
    inner, square = sp.symbols("inner square", real=True)  # <g, b> >= -|g| |b|
    return follows(
        share * eta * g**2,
        before - after + eta / 2 * beta**2 + H * eta**2 * nu**2 / 2,
        [
            (1, after, before - eta * (g**2 + inner) + H * eta**2 * square / 2),
            (H * eta**2 / 2, square, nu**2),
            (eta, -inner, g * b),
            (eta / 2, b**2, beta**2),
        ],
        rest=eta / 2 * (g - b) ** 2,
        at={"eta": 1, "H": 1, "nu": 1, "beta": 1, "g": 1, "b": 1, "inner": -1, "square": 1,
         "before": 0, "after": "1/2"},
    )  # fmt: skip


@CLAIM.exact(part="sum")
@broken("the_first_value_remains", "Without Phi_0 the bound is false.", start=0)
def the_values_telescope(*, start: int = 1) -> Outcome:
    """The values telescope, and F_T >= inf F: 2 Phi_0/(eta T) + eta H nu^2 + beta^2."""
    n = sp.Symbol("n", nonnegative=True, integer=True)
    t = sp.Symbol("t", integer=True)
    F = sp.IndexedBase("F", real=True)
    mean, fall = sp.symbols("mean fall", nonnegative=True)
    bound = 2 * start * Phi / (eta * T) + eta * H * nu**2 + beta**2
    steps = sp.Sum(F[t] - F[t + 1], (t, 0, n - 1))
    return all_of(
        induction(relation(steps, "=", F[0] - F[n]), "n"),
        follows(
            mean,
            bound,
            [
                (2 / (eta * T), eta * T / 2 * mean,
                 fall + T * (eta / 2 * beta**2 + H * eta**2 * nu**2 / 2)),
                (2 / (eta * T), fall, Phi),
            ],
            at={"eta": 1, "T_0": 1, "H": 1, "nu": 1, "beta": 1, "Phi_0": 1,
                                   "fall": 1, "mean": 4},
        ),
    )  # fmt: skip


@CLAIM.exact(part="step size")
@broken("one_of_them_is_not_the_sum", "Each term is half of it.", factor=1)
def the_step_size_balances(*, factor: int = 2) -> Outcome:
    """2 Phi_0/(eta T) = eta H nu^2 at that eta; together 2 sqrt(2 Phi_0 H nu^2/T)."""
    best = sp.sqrt(2 * Phi / (H * T)) / nu
    claimed = factor * sp.sqrt(2 * Phi * H / T) * nu
    return identity(2 * Phi / (best * T) + best * H * nu**2, claimed)


# the square of the norm; e is eps'
TERMS = ("(s*g*ell)**(1/4)*(e*ell)**(1/2)*n**(-1/2)/epsilon", "(s*g*ell)**(1/2)/(n*e)")
REGION = ("(s*g*ell**2)**(1/2)/(n*epsilon)", "1/ell", "1/(s*g)")  # each <= 1
PRINTED = "(s*g*ell**2)**(1/4)*(n*epsilon)**(-1/2)"


def printed(claimed: str) -> Outcome:
    """Both terms at eps' = eps/sqrt(l), against the square of the printed rate."""
    own = "(epsilon*ell**(-1/2))"
    at = [t.replace("e*ell", f"{own}*ell").replace("n*e)", f"n*{own})") for t in TERMS]
    return against(claimed, " + ".join(at), ["equal"], region=REGION)


@RATE.exact
@broken(
    "it_does_not_give_the_better_one",
    "Exponent 1/3 needs another budget per call.",
    claimed="(s*g*ell**2)**(1/3)*(n*epsilon)**(-2/3)",
)
def the_convex_choice_gives_the_printed_rate(*, claimed: str = PRINTED) -> Outcome:
    """The first term is the printed rate squared; the bias is smaller."""
    return printed(claimed)
