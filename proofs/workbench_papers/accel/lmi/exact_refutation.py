"""Proof that no certificate exists at a rate: one positive semidefinite matrix Z.

The product of Z with the form S of (22), left minus right, is

    <S, Z> = c_0 <X_0, Z> + c <X_1 + (1 - rho^2) X_2, Z> - <P, N>,
    N = (A B) Z (A B)^T - rho^2 Z[1:2, 1:2].

S, Z >= 0 make the left side non-negative.  If <X_0, Z> <= 0, the second product is negative and N
is positive definite, then nothing on the right is positive, and P = 0 and c = 0 follow.  Z itself
need only be semidefinite, and the checker asks for less of N too: it accepts what leaves kappa = 0.
By `accel.lmi-monotone-in-rho` no smaller rate is certified either.

With the certificates of `accel.lmi-exact-certificate` this brackets the best rho^2 at eight points
between two decimals that differ by 1e-8.  Only certificates of this form are refuted, not rates.
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor.provers.momentum_rate import UnsolvableRate
from workbench.rigor.provers.theorems import proved
from workbench.solvers import heavy_ball_certificate
from workbench_papers.accel._heavy_ball import lmi_outcome
from workbench_papers.accel.lmi import _no_solution as silent
from workbench_papers.accel.lmi.exact_certificate import TABLE

STEP = Fraction(1, 10**8)

CLAIM = Claim(
    "accel.lmi-exact-refutation",
    title="Rational proofs that rates are not certified, at eight points",
    ours=("algorithm", "not in the paper; about Proposition 3.4"),
    statement=r"""Z \succeq 0,\; \langle X_0, Z \rangle \le 0,\;
        \langle X_1 + (1-\rho^2) X_2, Z \rangle < 0,\;
        [A\,B] Z [A\,B]^\top - \rho^2 Z_{1:2,1:2} \succ 0 \;\Longrightarrow\;
        (22) \text{ has no solution with } (P, c) \ne 0 \text{ at } \rho \text{ or below}; \quad
        \text{with } \kappa_P > 0 \text{ there is none at } \rho^2 - 10^{-8},\, L = 1,
        \text{ for each } (\mu, \alpha, \beta; \rho^2) \text{ of accel.lmi-exact-certificate}""",
    hypotheses=r"""P \succeq 0,\; c_0, c \ge 0; \; A, B, X_0, X_1, X_2 \text{ as in } (22)
        \kappa_P = c + 2 \det P/(L P_{22}), \text{ or } c + 2 P_{11}/L \text{ if } P_{22} = 0""",
    parts=("refutation", "eight points"),
    encoded={
        "refutation": (silent.refuted().theorem,),
        "eight points": tuple(
            UnsolvableRate(mu, "1", alpha, beta, str(Fraction(rho2) - STEP))
            for mu, alpha, beta, rho2 in TABLE
        ),
    },
    uses=("accel.prop-3-4.repaired", "accel.lmi-monotone-in-rho"),
    note="That heavy ball has no such certificate does not say that it is slower. It matters that"
    " Z may be merely semidefinite: the best Z are singular. Where kappa_P > 0, (P, c) is not 0."
    " As encoded, Z = A A^T with a lower triangular A, which every Z >= 0 is, top is the refuted"
    " rate and rho one at most as large, and (P, c) = 0 is that the sum of the squares of the"
    " entries of P and c, times |e|^2, is not positive, for every vector e.",
)

GIVEN = silent.REFUTES


def lacking(*places: int) -> tuple[Any, ...]:
    """The hypotheses without these."""
    return tuple(one for k, one in enumerate(GIVEN) if k not in places)


@CLAIM.proof(part="refutation", uses=())
@broken("without_the_inequality_22", "P = I, c = c_0 = 0.", given=lacking(0))
@broken("any_rate", "A rate above the refuted one may be certified.", given=lacking(7))
@broken("without_cocoercivity", given=lacking(9))
@because("rho^2 = 0.3779 is certified at the first point; A = (8; 8, 10; 5, 2) has the rest.")
@broken("without_a_gain_below_0", given=lacking(10))
@because("rho^2 = 0.7675 is certified at the fourth point; A = (65; 67, 31; 13, 18) has the rest.")
@broken("without_growth", given=lacking(11, 12))
@because("rho^2 = 0.3779 is certified at the first point; A = (1; -4, 0; 1, 0, 0) has the rest.")
def nothing_solves_the_inequality_at_a_refuted_rate(*, given: tuple[Any, ...] = GIVEN) -> Outcome:
    """<S, Z> >= 0 is a sum of three terms <= 0, so that all of them vanish.
    No mutant drops P >= 0, without which no solution is known either, or mu <= L: else there is no
    function.
    """
    return proved(silent.refuted(given=given))


@CLAIM.exact(part="eight points")
@broken("rates_a_little_slower_are_not", shift=Fraction(2, 10**8))
@because("At the rho^2 of the table plus 1e-8 they are certified.")
def eight_rates_are_refuted(*, shift: Fraction = Fraction(0)) -> Outcomes:
    """An exact Z refutes (22) at every point of the table, at rho^2 - 1e-8 + shift."""
    for mu, step, momentum, rho2 in TABLE:
        yield lmi_outcome(
            heavy_ball_certificate(mu, 1, step, momentum, Fraction(rho2) - STEP + shift),
            "infeasible",
        )
    yield "" if shift else "eight exact refutations"
