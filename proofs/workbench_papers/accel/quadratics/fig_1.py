"""Figure 1, recomputed: which momentum is good when the noise grows with the number of steps.

Setting of the paper: two variables, Q = diag(mu, L), mu = 1/2, L = 1, noise of variance (T c_w)^2
per coordinate in a run of T steps, alpha in {1/10, 1/2, 1}; |xi_0 - xi*|^2 = 10, here split equally
over the coordinates.  Compared are beta = 0, 0.3, 0.7, Nesterov's (1 - q)/(1 + q), which the figure
calls beta_opt, and heavy ball's critical (1 - q)^2, q = sqrt(alpha mu).

The text finds that beta_opt "shows a reliable performance".  Here the exact expected error
(`accel.quad-finite-time`) takes the place of the bound, which is none (errata 1, 3, 6), and
"reliable" means: the least error over T <= 250 is at most 1.5 times the least one of all five
momenta, for each step size.  This holds for beta_opt and for the critical momentum; it does not for
0, 0.3 or 0.7.

Erratum 2: the rates in the figure's left column are neither those of heavy ball nor those of mu =
1/2.  For alpha = 1/10 the shipped curve begins and ends at 0.990; the rate of heavy ball is 0.95 at
beta = 0 and 0.995 at beta = 0.99.  Nesterov's rate with mu = 1/10 is 0.99 at both.
"""

import functools
import math
from typing import Any, Literal

import numpy as np
import sympy as sp

from workbench.claims import Claim, Example, Figure, Outcome, all_of, because, broken
from workbench.convergence.plots import Line, line_plot
from workbench.rigor import First, Rule, enumeration, witness
from workbench.symbolic import Relation, declare, relation
from workbench_papers.accel._heavy_ball import alpha, beta, mu

CLAIM = Claim(
    "accel.fig-1",
    title="Two special momenta are reliable under growing noise",
    reconstructed=("remark", "Section 3.2, numerical demonstration and Figure 1"),
    statement=r"""\min_{T \le 250} E_T(\alpha, \beta) \le 1.5 \min_{\beta'}
        \min_{T \le 250} E_T(\alpha, \beta') \text{ for }
        \beta \in \Bigl\{ \frac{1 - \sqrt{\alpha\mu}}{1 + \sqrt{\alpha\mu}},\,
        (1 - \sqrt{\alpha\mu})^2 \Bigr\},\; \beta' \text{ among these and } 0,\, 0.3,\, 0.7;
        \; \alpha \in \{ 0.1,\, 0.5,\, 1 \}""",
    hypotheses=r"""Q = \operatorname{diag}(\tfrac12, 1),\; x_{-1} = x_0,\; x_0 - x^\ast = \
            (\sqrt{5/2}, \sqrt{5/2})
        \mathbb{E} w_s w_t^\top = \delta_{st} (T c_w)^2 I,\; c_w = 10^{-2}""",
    uses=("accel.quad-finite-time", "accel.quad-rate.repaired"),
    repairs=("accel.erratum-2",),
    note="The factor 1.5 makes the printed word precise; it is ours. The ratio is largest at"
    " alpha = 1/2, for the critical momentum.",
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

MU, STEPS = sp.S.Half, 250
SIZES = (sp.Rational(1, 10), sp.S.Half, sp.Integer(1))
NAMES = ("0", "0.3", "0.7", "Nesterov's", "critical")
STYLES: tuple[Literal["-", "--", ":", "-."], ...] = (":", "-.", "--", "-", "-")
T, t = declare("integer T > 0, integer t")
RESPONSES = {MU: sp.IndexedBase("h", real=True), sp.Integer(1): sp.IndexedBase("g", real=True)}
SQUARES = {MU: sp.IndexedBase("H", real=True), sp.Integer(1): sp.IndexedBase("G", real=True)}


def momentum(name: str, step: sp.Rational) -> sp.Expr:
    """The momentum of that name."""
    q = sp.sqrt(step * MU)
    special = {"Nesterov's": (1 - q) / (1 + q), "critical": (1 - q) ** 2}
    return special[name] if name in special else sp.Rational(name)


def error(name: str, step: sp.Rational) -> sp.Expr:
    """E_T in the impulse responses to h and g and the sums H_T and G_T of their first T squares."""
    total, kept = sp.Integer(0), momentum(name, step)
    for lam, h in RESPONSES.items():
        transient = (h[T] - kept * h[T - 1]) ** 2 * sp.Rational(5, 2)
        total += lam * (transient + (step * T / 100) ** 2 * SQUARES[lam][T]) / 2
    return total


def definitions(name: str, step: sp.Rational) -> dict[str, Any]:
    """h_{t+2} = (1 + beta - alpha lambda) h_{t+1} - beta h_t from h_{-1} = 0, h_0 = 1."""
    rules, base, kept = [], [], momentum(name, step)
    for lam, h in RESPONSES.items():
        total = SQUARES[lam]
        rules.append(
            Rule(h, t, (1 + kept - step * lam) * h[t + 1] - kept * h[t], shift=2, first=-1)
        )
        rules.append(Rule(total, t, total[t] + h[t] ** 2))
        base += [First(h, -1, 0), First(h, 0, 1), First(total, 0, 0)]
    return {"rules": rules, "base": base, "last": STEPS, "bits": 256}


@functools.cache  # the check, its picture and its mutants ask for the same errors
def errors(name: str, step: sp.Rational) -> tuple[float, ...]:
    """E_1, ..., E_250 in floating point, for the picture and to find where the least one is."""
    size, kept = float(step), float(momentum(name, step))
    found = np.zeros(STEPS)
    for lam in (float(MU), 1.0):
        h, squares = [0.0, 1.0], 0.0
        for k in range(STEPS):
            squares += h[-1] ** 2
            h.append((1 + kept - size * lam) * h[-1] - kept * h[-2])
            transient = (h[-1] - kept * h[-2]) ** 2 * 2.5
            found[k] += lam * (transient + (size * (k + 1) / 100) ** 2 * squares) / 2
    return tuple(map(float, found))


def reliable(*chosen: str) -> Outcome:
    """Whether the chosen momenta are within 1.5 of the best, for each of the three step sizes.
    A number between the two says so: it is below every error of every momentum, and 1.5 times as
    much is reached by each chosen one.
    """
    outcomes, figures, worst = [], [], 0.0
    for step in SIZES:
        least = {name: min(errors(name, step)) for name in NAMES}
        best = min(least.values())
        below = sp.Rational(math.floor(best * 10**9), 10**9)  # a proposal: every case is decided
        for name in NAMES:
            told = relation(below, "<=", error(name, step))
            outcomes.append(enumeration(told, {T: (1, STEPS)}, **definitions(name, step)))
            at = errors(name, step).index(least[name]) + 1
            figures.append(Figure(f"alpha = {step}, beta = {name}", least[name], note=f"T = {at}"))
            if name in chosen:
                reached = relation(error(name, step), "<=", below * sp.Rational(3, 2))
                outcomes.append(enumeration(reached, {T: (at, at)}, **definitions(name, step)))
                worst = max(worst, least[name] / best)
    text = f"the largest ratio to the best momentum is {worst:.3f}"
    return all_of(*outcomes, summary=text).with_figures(*figures)


@CLAIM.exact
@broken("large_momentum_is_not_reliable", momenta=("0.7",))
@because("With beta = 0.7 in place of the two momenta the ratio exceeds 10.")
@broken("no_momentum_is_not_reliable", momenta=("0",))
@because("With beta = 0 in place of the two momenta the ratio exceeds 3 at alpha = 1/10.")
def both_special_momenta_are_within_half_of_the_best(
    *, momenta: tuple[str, ...] = ("Nesterov's", "critical")
) -> Outcome:
    """Least errors over T <= 250 of five momenta at three step sizes, each decided."""
    outcome = reliable(*momenta)
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
