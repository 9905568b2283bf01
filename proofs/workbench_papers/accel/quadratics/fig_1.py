"""Figure 1, recomputed: which momentum is good when the noise grows with the number of steps.

Setting of the paper: two variables, Q = diag(mu, L), mu = 1/2, L = 1, noise of variance (T c_w)^2
per coordinate in a run of T steps, alpha in {1/10, 1/2, 1}; |xi_0 - xi*|^2 = 10, here split equally
over the coordinates.  Compared are beta = 0, 0.3, 0.7, Nesterov's (1 - q)/(1 + q), which the figure
calls beta_opt, and heavy ball's critical (1 - q)^2, q = sqrt(alpha mu).

The text finds that beta_opt "shows a reliable performance".  Here the exact expected error
(`accel.quad-finite-time`) takes the place of the bound, which is none (errata 1, 3, 6), and
"reliable" means: the least error over T <= 250 is at most 1.5 times the least one of all five
momenta, for each step size.  A number v says so: it is below all errors of all momenta, and 1.5 v
is reached.  This holds for beta_opt and for the critical momentum; it does not for 0, 0.3 or 0.7.

Erratum 2: the rates in the figure's left column are neither those of heavy ball nor those of mu =
1/2.  For alpha = 1/10 the shipped curve begins and ends at 0.990; the rate of heavy ball is 0.95 at
beta = 0 and 0.995 at beta = 0.99.  Nesterov's rate with mu = 1/10 is 0.99 at both.
"""

import functools
from dataclasses import replace
from typing import Any, Literal

import sympy as sp

from workbench.claims import Claim, Example, Outcome, all_of, because, broken
from workbench.convergence.plots import Line, line_plot
from workbench.rigor import enumeration, witness
from workbench.rigor.provers.lengthening_noise import LengtheningNoise
from workbench.symbolic import Defined, Relation, relation
from workbench_papers.accel._heavy_ball import alpha, beta, mu

MU, STEPS = sp.S.Half, 250
RUNS = LengtheningNoise((MU, sp.S.One), sp.Rational(5, 2), sp.Rational(1, 100), STEPS)
NAMES = ("0", "0.3", "0.7", "Nesterov's", "critical")
BELOW = {sp.Rational(1, 10): "0.0049", sp.S.Half: "0.00187", sp.Integer(1): "0.0019"}  # v by alpha
STYLES: tuple[Literal["-", "--", ":", "-."], ...] = (":", "-.", "--", "-", "-")


def momentum(name: str, step: sp.Rational) -> sp.Expr:
    """The momentum of that name."""
    q = sp.sqrt(step * MU)
    special = {"Nesterov's": (1 - q) / (1 + q), "critical": (1 - q) ** 2}
    return special[name] if name in special else sp.Rational(name)


@functools.cache  # the check, its picture and its mutants ask for the same errors
def errors(name: str, step: sp.Rational) -> tuple[float, ...]:
    """E_1, ..., E_250 in floating point, for the picture and to find where the least one is."""
    return RUNS.floats(momentum(name, step), step)


def reliable(*chosen: str, runs: LengtheningNoise = RUNS) -> tuple[Defined, ...]:
    """The errors of all momenta are above v, and 1.5 v is reached by each chosen one."""
    said = []
    for step, below in BELOW.items():
        v, most = sp.Rational(below), sp.Rational(below) * sp.Rational(3, 2)
        said += [runs.never_below(v, momentum(name, step), step) for name in NAMES]
        for name in chosen:
            at = errors(name, step).index(min(errors(name, step))) + 1
            said.append(runs.reaches(most, momentum(name, step), step, at))
    return tuple(said)


SPECIAL = ("Nesterov's", "critical")
CLAIM = Claim(
    "accel.fig-1",
    title="Two special momenta are reliable under growing noise",
    reconstructed=("remark", "Section 3.2, numerical demonstration and Figure 1"),
    statement=r"""\min_{1 \le T \le 250} E_T(\alpha, \beta) \le 1.5\, v_\alpha
        \le 1.5 \min_{\beta'} \min_{1 \le T \le 250} E_T(\alpha, \beta') \text{ for }
        \beta \in \Bigl\{ \frac{1 - \sqrt{\alpha\mu}}{1 + \sqrt{\alpha\mu}},\,
        (1 - \sqrt{\alpha\mu})^2 \Bigr\},\; \beta' \text{ among these and } 0,\, 0.3,\, 0.7; \;
        v_\alpha = 0.0049,\, 0.00187,\, 0.0019 \text{ for } \alpha = 0.1,\, 0.5,\, 1""",
    hypotheses=r"""Q = \operatorname{diag}(\tfrac12, 1),\; x_{-1} = x_0,\; x_0 - x^\ast = \
            (\sqrt{5/2}, \sqrt{5/2}), \; \mu = \tfrac12
        \mathbb{E}[w_t \mid \text{past}] = 0, \; \mathbb{E}[w_t w_t^\top \mid \text{past}] = \
            (T c_w)^2 I, \; c_w = 10^{-2}
        E_T = \mathbb{E} F(x_T) - F^\ast = \tfrac12 \sum_{\lambda \in \{1/2, 1\}} \lambda \bigl[ \
            \tfrac52 (h_T - \beta h_{T-1})^2 + \alpha^2 (T c_w)^2 \sum_{j<T} h_j^2 \bigr] \
            \text{ by \texttt{accel.quad-finite-time}, with its } h""",
    encoded=reliable(*SPECIAL),
    uses=("accel.quad-finite-time", "accel.quad-rate.repaired"),
    repairs=("accel.erratum-2",),
    note="The factor 1.5 makes the printed word precise; it is ours. v_alpha is a number of ours"
    " between the two. c_w = 1e-2 is one of the paper's two values; the other one, 1e-4, is not"
    " treated here. As encoded b_0 is the momentum, h and g are the"
    " responses for lambda = 1/2 and 1, and H_T, G_T the sums of their first T squares; 1.5 v is"
    " compared with the error at one T.",
)

CURVES = Claim(
    "accel.erratum-2",
    title="Rates in Figure 1, as plotted",
    printed=("erratum", "Figure 1, left column, alpha = 0.1, as shipped by the authors"),
    statement=r"""\rho(\mu = 0.5, L = 1, \alpha = 0.1, \beta) = 0.990 \pm 0.002
        \text{ at } \beta = 0 \text{ and at } \beta = 0.99""",
    note="The curve is that of eq. (26), which is Nesterov's rate, with mu = 0.1. The values are"
    " read off the vector graphics of the authors' code.",
)


@CLAIM.exact
@broken("large_momentum_is_not_reliable_at_alpha_1", momenta=("0.7",))
@because("With beta = 0.7 its least error at alpha = 1 exceeds 10 times the least of all five.")
@broken("no_momentum_is_not_reliable", momenta=("0",))
@because("With beta = 0 its least error at alpha = 1/10 exceeds 3 times the least of all five.")
@broken(
    "less_noise_has_less_error",
    "With c_w = 1/1000 the errors of the special momenta fall below v_alpha.",
    runs=replace(RUNS, noise=sp.Rational(1, 1000)),
)
def both_special_momenta_are_within_half_of_the_best(
    *, momenta: tuple[str, ...] = SPECIAL, runs: LengtheningNoise = RUNS
) -> Outcome:
    """Ball arithmetic at every T <= 250 for five momenta and three step sizes."""
    least = {(name, step): min(errors(name, step)) for name in NAMES for step in BELOW}
    worst = max(
        least[name, step] / min(least[one, step] for one in NAMES)
        for step in BELOW for name in momenta
    )  # fmt: skip
    text = f"the largest ratio to the best momentum is {worst:.3f}"
    outcome = all_of(
        (enumeration(one, bits=256) for one in reliable(*momenta, runs=runs)), summary=text
    )
    if outcome.decision != "holds":
        return outcome  # and no picture, which takes longer than all that is decided
    lines = [
        Line(f"beta = {name}", range(1, STEPS + 1), errors(name, MU), style)  # alpha = 1/2
        for name, style in zip(NAMES, STYLES, strict=True)
    ]
    return outcome.with_plots(
        line_plot(
            "Exact expected error after T steps, alpha = 1/2, noise growing with T",
            lines,
            alt="All curves fall and then rise in T. The lowest minimum is that of Nesterov's"
            " momentum, then beta = 0.3 and the critical momentum; beta = 0.7 is the worst.",
            x_label="number of steps T",
            y_label="E F(x_T) - F*",
            log_x=True,
            log_y=True,
        )
    )


def plotted(squared_rate: sp.Expr, reading: sp.Rational) -> Relation:
    """The rate is within 0.002 of what the figure shows."""
    off = sp.sqrt(squared_rate) - reading
    return relation(off**2, "<=", sp.Rational(1, 500) ** 2)


PRINTED: dict[str, Any] = {"alpha": "1/10", "mu": "1/2"}
CODED: dict[str, Any] = {"alpha": "1/10", "mu": "1/10"}


@CURVES.refutation(of="case")
@broken("smaller_mu_explains_the_left_end", setting=CODED)
@because("With mu = 1/10, as the code has it, in place of 1/2 the rate is 0.99, as plotted.")
def left_end_is_not_the_rate_of_gradient_descent(*, setting: dict[str, Any] = PRINTED) -> Example:
    """At beta = 0 the rate is 1 - alpha mu = 0.95."""
    return witness(plotted((1 - alpha * mu) ** 2, sp.Rational(99, 100)), **setting)


@CURVES.refutation(of="case")
@broken("nesterov_explains_the_right_end", rate=beta * (1 - alpha * mu), setting=CODED)
@because("Nesterov's rate there is sqrt(beta (1 - alpha mu)) = 0.99, with mu = 1/10.")
def right_end_is_not_the_rate_of_heavy_ball(
    *, rate: sp.Expr = beta, setting: dict[str, Any] = {}
) -> Example:
    """At beta = 0.99 the roots are complex, and the rate of heavy ball is sqrt(0.99) = 0.995."""
    return witness(plotted(rate, sp.Rational(99, 100)), beta="99/100", **setting)
