"""Rational certificates of rates: what the heavy-ball LMI certifies, with no solver to believe.

`heavy_ball_rate` finds a rate and rounds its solution to rationals with room on all sides, so that
rounding cannot destroy it; the rate is rounded up.  What is accepted afterwards is a certificate:
from mu, L, alpha, beta, rho^2, P, c_0, c the checker builds the 3x3 matrix of (22) itself and
compares it with exact factors L D L^T, D > 0.

The table has eight points at L = 1 and a decimal above the best rho^2 of each.  The rates just
below are refuted in `accel.lmi-exact-refutation`, so each is the best one to its last digit.  In
fast certificates c may be tiny: dividing by c, as (23) does, would multiply the bound by millions,
see `accel.lyapunov-function`.
"""

from fractions import Fraction

from workbench.claims import Claim, Figure, Outcome, all_of, because, broken
from workbench.rigor.provers.momentum_rate import SolvableRate
from workbench.solvers import heavy_ball_certificate
from workbench_papers.accel._heavy_ball import lmi_outcome

TABLE = (  # mu, alpha, beta at L = 1; a decimal above the best certifiable rho^2
    ("1/2", "1", "1/5", "0.37780818"),
    ("1/2", "3/2", "3/10", "0.59237779"),
    ("1/2", "1/2", "1/5", "0.40625067"),
    ("1/10", "1", "1/5", "0.76744130"),
    ("1/10", "1", "2/5", "0.85224746"),
    ("1/10", "1/2", "3/10", "0.85754984"),
    ("1/100", "1", "2/5", "0.96852948"),
    ("1/100", "1/10", "9/10", "0.98097831"),
)

CLAIM = Claim(
    "accel.lmi-exact-certificate",
    title="Rational certificates of rates at eight points",
    ours=("algorithm", "not in the paper; about Proposition 3.4"),
    statement=r"""(22) \text{ as repaired has a rational solution } P \succeq 0,\; c_0, c \ge 0,\;
        \kappa_P > 0 \text{ with } L = 1 \text{ at } (\mu, \alpha, \beta; \rho^2) = """
    + r",\; ".join(f"({m}, {a}, {b};\\, {r})" for m, a, b, r in TABLE),
    hypotheses=r"\kappa_P = c + 2 \lvert P \rvert/P_{22} \; (c + 2 P_{11} \text{ if } P_{22} = 0)",
    encoded=tuple(SolvableRate(mu, "1", *rest) for mu, *rest in TABLE),
    uses=("accel.prop-3-4.repaired", "accel.lmi-monotone-in-rho"),
    note="Each solution is in the certificate, with every pivot; `workbench recheck` builds the"
    " matrices from the parameters.",
)


@CLAIM.exact
@broken("rates_a_little_faster_are_not", shift=Fraction(-2, 10**8))
@because("With rho^2 lowered by 2e-8 the same points are refuted.")
def eight_rates_are_certified(*, shift: Fraction = Fraction(0)) -> Outcome:
    """At each point the matrices of (22) and P have an exact factorisation L D L^T."""
    outcomes = []
    for mu, alpha, beta, rho2 in TABLE:
        found = heavy_ball_certificate(mu, 1, alpha, beta, Fraction(rho2) + shift)
        figures: tuple[Figure, ...] = ()
        if found["side"] == "feasible":
            point = f"mu = {mu}, alpha = {alpha}, beta = {beta}"
            value = float(Fraction(found["kappa"]))
            figures = (Figure(f"kappa at {point}", value, note=f"rho^2 = {rho2}"),)
        outcomes.append(lmi_outcome(found, "feasible", *figures))
    return all_of(*outcomes, summary="eight exact certificates" if not shift else "")
