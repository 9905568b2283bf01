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
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import sympy as sp
from flint import arb, fmpq

from proofs.accel._heavy_ball import alpha, beta, mu
from workbench.claims import Claim, Figure, Grade, Outcome, fails, holds, inconclusive
from workbench.convergence.plots import Line, line_plot
from workbench.rigor import counterexample
from workbench.rigor.check.enclose import precision
from workbench.symbolic import Relation, relation

CLAIM = Claim(
    "accel.fig-1",
    kind="remark",
    title="Two special momenta are reliable under growing noise",
    source="Section 3.2, numerical demonstration and Figure 1",
    provenance="reconstructed",
    statement=r"""\min_{T \le 250} E_T(\alpha, \beta) \le 1.5 \min_{\beta'}
        \min_{T \le 250} E_T(\alpha, \beta') \text{ for }
        \beta \in \Bigl\{ \frac{1 - \sqrt{\alpha\mu}}{1 + \sqrt{\alpha\mu}},\,
        (1 - \sqrt{\alpha\mu})^2 \Bigr\},\; \beta' \text{ among these and } 0,\, 0.3,\, 0.7;
        \; \alpha \in \{ 0.1,\, 0.5,\, 1 \}""",
    hypotheses=(
        r"Q = \operatorname{diag}(\tfrac12, 1),\; x_{-1} = x_0,\;"
        r" x_0 - x^\ast = (\sqrt{5/2}, \sqrt{5/2})",
        r"\mathbb{E} w_s w_t^\top = \delta_{st} (T c_w)^2 I,\; c_w = 10^{-2}",
    ),
    uses=("accel.quad-finite-time", "accel.quad-rate.repaired"),
    repairs=("accel.erratum-2",),
    note="The factor 1.5 makes the printed word precise; it is ours. The ratio is largest at"
    " alpha = 1/2, for the critical momentum.",
)

CURVES = Claim(
    "accel.erratum-2",
    kind="erratum",
    title="Rates in Figure 1, as plotted",
    source="Figure 1, left column, alpha = 0.1, as shipped by the authors",
    provenance="printed",
    statement=r"""\rho(\mu = 0.5, L = 1, \alpha = 0.1, \beta) = 0.990 \pm 0.002
        \text{ at } \beta = 0 \text{ and at } \beta = 0.99""",
    note="The curve is that of eq. (26), which is Nesterov's rate, with mu = 0.1. The values are"
    " read off the vector graphics of the authors' code.",
)

BITS = 256  # each step loses a bit or so
MU, STEPS, SIZES = Fraction(1, 2), 250, (Fraction(1, 10), Fraction(1, 2), Fraction(1))
NAMES = ("0", "0.3", "0.7", "Nesterov's", "critical")
STYLES: tuple[Literal["-", "--", ":", "-."], ...] = (":", "-.", "--", "-", "-")


@dataclass(frozen=True, slots=True)
class Least:
    """The least error over T = 1..250 as an interval, the T where it is, and the errors."""

    low: float
    high: float
    steps: int
    errors: tuple[float, ...]


def ball(x: Fraction) -> arb:
    """A rational as a ball."""
    return arb(fmpq(x.numerator, x.denominator))


def momenta(step: Fraction) -> tuple[arb, ...]:
    """The five momenta as balls of 256 bits, in the order of NAMES."""
    with precision(BITS):
        return _momenta(step)


def _momenta(step: Fraction) -> tuple[arb, ...]:
    q = ball(step * MU).sqrt()
    fixed = (Fraction(0), Fraction(3, 10), Fraction(7, 10))
    return (*map(ball, fixed), (1 - q) / (1 + q), (1 - q) * (1 - q))


@functools.cache  # the check, its picture and its mutants ask for the same errors
def _least_errors(step: Fraction) -> tuple[Least, ...]:
    """The least error of each momentum, in the order of NAMES."""
    return tuple(least_error(step, m) for m in momenta(step))


def least_error(step: Fraction, momentum: arb, noise: Fraction = Fraction(1, 100)) -> Least:
    """min over T of E_T, by the impulse response in ball arithmetic of 256 bits."""
    with precision(BITS):
        return _least_error(step, momentum, noise)


def _least_error(step: Fraction, momentum: arb, noise: Fraction) -> Least:
    a, start = ball(step), ball(Fraction(5, 2))
    state = [(lam, arb(0), arb(1), arb(0)) for lam in (ball(MU), arb(1))]  # h_{t-1}, h_t, sum h^2
    errors = []
    for t in range(1, STEPS + 1):
        variance = ball((t * noise) ** 2)
        error, moved = arb(0), []
        for lam, before, now, squares in state:
            total = squares + now * now
            after = (1 + momentum - a * lam) * now - momentum * before
            moved_by = after - momentum * now
            transient = moved_by * moved_by * start
            error += lam * (transient + a * a * variance * total) / 2
            moved.append((lam, now, after, total))
        state = moved
        errors.append(error)
    best = min(range(STEPS), key=lambda k: float(errors[k].mid()))
    low = min(float(e.lower()) for e in errors)
    return Least(
        low * (1 - 1e-15),  # from a ball's end to a float, rounded outward
        float(errors[best].upper()) * (1 + 1e-15),
        best + 1,
        tuple(float(e.mid()) for e in errors),
    )


def reliable(*chosen: str) -> Outcome:
    """Whether the chosen momenta are within 1.5 of the best, for each of the three step sizes."""
    worst, decided, figures = 0.0, True, []
    for step in SIZES:
        found = dict(zip(NAMES, _least_errors(step), strict=True))
        low, high = min(f.low for f in found.values()), min(f.high for f in found.values())
        for name, one in found.items():
            note = f"at T = {one.steps}"
            figures.append(Figure(f"alpha = {step}, beta = {name}", one.high, note=note))
        ratios = [(found[name].low / high, found[name].high / low) for name in chosen]
        worst = max(worst, *(upper for _, upper in ratios))
        decided &= all(upper <= 1.5 or lower > 1.5 for lower, upper in ratios)
    common: dict[str, Any] = {"figures": tuple(figures), "trust": ("python-flint",)}
    if not decided:
        return inconclusive("ball arithmetic", "a ratio is 1.5 within rounding", **common)
    text = f"the largest ratio to the best momentum is {worst:.3f}"
    made = holds if worst <= 1.5 else fails
    # every case of the statement, rounded outward: nothing is left to believe but the arithmetic
    return made("ball arithmetic", text, grade=Grade.CERTIFIED, **common)


@CLAIM.exact
def both_special_momenta_are_within_half_of_the_best() -> Outcome:
    """Least errors over T <= 250 of five momenta at three step sizes, in ball arithmetic."""
    outcome = reliable("Nesterov's", "critical")
    drawn = zip(NAMES, _least_errors(Fraction(1, 2)), STYLES, strict=True)
    lines = [
        Line(f"beta = {name}", range(1, STEPS + 1), found.errors, style)
        for name, found, style in drawn
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


@both_special_momenta_are_within_half_of_the_best.mutant
def large_momentum_is_not_reliable() -> Outcome:
    """For beta = 0.7 the ratio exceeds 10."""
    return reliable("0.7")


@both_special_momenta_are_within_half_of_the_best.mutant
def no_momentum_is_not_reliable() -> Outcome:
    """For beta = 0 the ratio exceeds 3 at alpha = 1/10."""
    return reliable("0")


def plotted(squared_rate: sp.Expr, reading: sp.Rational) -> Relation:
    """The rate is within 0.002 of what the figure shows."""
    off = sp.sqrt(squared_rate) - reading
    return relation(off**2, "<=", sp.Rational(1, 500) ** 2)


PRINTED: dict[str, Any] = {"alpha": "1/10", "mu": "1/2"}
CODED: dict[str, Any] = {"alpha": "1/10", "mu": "1/10"}


@CURVES.refutation
def left_end_is_not_the_rate_of_gradient_descent() -> Outcome:
    """At beta = 0 the rate is 1 - alpha mu = 0.95."""
    return counterexample(plotted((1 - alpha * mu) ** 2, sp.Rational(99, 100)), **PRINTED)


@left_end_is_not_the_rate_of_gradient_descent.mutant
def smaller_mu_explains_the_left_end() -> Outcome:
    """For mu = 1/10 it is 0.99."""
    return counterexample(plotted((1 - alpha * mu) ** 2, sp.Rational(99, 100)), **CODED)


@CURVES.refutation
def right_end_is_not_the_rate_of_heavy_ball() -> Outcome:
    """At beta = 0.99 the roots are complex, and the rate of heavy ball is sqrt(0.99) = 0.995."""
    return counterexample(plotted(beta, sp.Rational(99, 100)), beta="99/100")


@right_end_is_not_the_rate_of_heavy_ball.mutant
def nesterov_explains_the_right_end() -> Outcome:
    """Nesterov's rate there is sqrt(beta (1 - alpha mu)) = 0.99, with mu = 1/10."""
    rate = beta * (1 - alpha * mu)
    return counterexample(plotted(rate, sp.Rational(99, 100)), beta="99/100", **CODED)
