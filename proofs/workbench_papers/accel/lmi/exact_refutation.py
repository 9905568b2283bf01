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

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.solvers import heavy_ball_certificate
from workbench.symbolic import declare
from workbench_papers.accel._heavy_ball import X0, X1, X2, P, Phi, alpha, beta, c, c0, lmi_outcome
from workbench_papers.accel.lmi.exact_certificate import TABLE

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
    hypotheses=r"P \succeq 0,\; c_0, c \ge 0",
    parts=("pairing", "conclusion", "eight points"),
    uses=("accel.prop-3-4.repaired", "accel.lmi-monotone-in-rho"),
    note="That heavy ball has no such certificate does not say that it is slower. That Z may be"
    " semidefinite only matters: the best Z are singular.",
)

r, z11, z12, z13, z22, z23, z33 = declare("rho_squared > 0, real z11 z12 z13 z22 z23 z33")
Z = sp.Matrix([[z11, z12, z13], [z12, z22, z23], [z13, z23, z33]])


def inner(a: sp.Matrix, b: sp.Matrix) -> sp.Expr:
    """tr(A B) of symmetric matrices."""
    return sp.Add(*(a[j, k] * b[j, k] for j in range(a.rows) for k in range(a.cols)))


@CLAIM.exact(part="pairing", uses=())
@broken("printed_sign_of_b", sign=1)
@because("With the printed B = (alpha, 0) in place of (-alpha, 0) the product is another one.")
def product_splits_into_three_terms(*, sign: int = -1) -> Outcome:
    """<S, Z> in three terms, for all Z, P, c_0, c; `sign` is that of B inside N."""
    AB = sp.Matrix([[1 + beta, -beta, sign * alpha], [1, 0, 0]])
    drift = AB * Z * AB.T - r * Z[:2, :2]
    gain = X1() + (1 - r) * X2()
    S = c0 * X0() + c * gain - Phi(r)
    return identity(inner(S, Z), c0 * inner(X0(), Z) + c * inner(gain, Z) - inner(P, drift))


@CLAIM.exact(part="conclusion", uses=())
@broken("other_sign_in_the_square", sign=-1)
@because("With (1 - q b)^2 in place of (1 + q b)^2 the identity fails.")
def nothing_is_left_of_the_energy(*, sign: int = 1) -> Outcomes:
    """A sum of three terms <= 0 that is not negative: c = 0, and <P, N> = 0 makes P = 0.
    <P, N> = k tr P + squares for N = k I + (a form >= 0); so <P, N> = 0 only for P = 0.
    All 2x2 forms >= 0 are [[a, a b], [a b, a b^2 + e]] with a, e >= 0 or [[0, 0], [0, e]].
    """
    a, e, p, f, b, q, k = declare("a e p f >= 0, real b q, k > 0")
    first = sp.Matrix([[p, p * q], [p * q, p * q**2 + f]])
    extra = sp.Matrix([[a, a * b], [a * b, a * b**2 + e]])
    squares = p * a * (1 + sign * q * b) ** 2 + p * q**2 * e + f * (a * b**2 + e)
    yield identity(inner(first, extra + k * sp.eye(2)), k * first.trace() + squares)
    yield visible(0, "<=", squares)


@CLAIM.exact(part="eight points")
@broken("rates_a_little_slower_are_not", shift=Fraction(2, 10**8))
@because("At the rho^2 of the table plus 1e-8 they are certified.")
def eight_rates_are_refuted(*, shift: Fraction = Fraction(0)) -> Outcomes:
    """An exact Z refutes (22) at every point of the table, at rho^2 - 1e-8 + shift."""
    for mu, step, momentum, rho2 in TABLE:
        yield lmi_outcome(
            heavy_ball_certificate(
                mu, 1, step, momentum, Fraction(rho2) - Fraction(1, 10**8) + shift
            ),
            "infeasible",
        )
    yield "" if shift else "eight exact refutations"
