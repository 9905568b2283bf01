"""The heavy-ball LMI (22) in symbols: its three matrices, their forms, and sums over coordinates.

Vectors are sequences of coordinates 1..d with d symbolic and the minimiser at 0; a 3x3 matrix M
stands for M (x) I_d, so that its form at e = (x_t, x_{t-1}, grad F(x_t)) is the sum over the
coordinates of the form at three numbers.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Counterexample, Figure, Outcome, fails, holds, inconclusive
from workbench.rigor.check import check_certificate
from workbench.rigor.provers import TRUST
from workbench.symbolic import declare
from workbench_papers.accel.notation import symbols

METHOD = mu, L, alpha, beta = symbols("mu", "L", "alpha", "beta")
"""The class of functions and the method."""

ENERGY = P11, P12, P22, c, c0 = declare("real P_11 P_12 P_22, c c_0 >= 0")
"""The form P, and the multipliers of F - F* and of cocoercivity."""

d, i = *symbols("d"), declare("integer i")
x, p, g, w = (sp.IndexedBase(name, real=True) for name in ("x", "p", "g", "w"))
P = sp.Matrix([[P11, P12], [P12, P22]])

E = (x[i], p[i], g[i])  # one coordinate of (x_t, x_{t-1}, grad F(x_t))


def total(term: sp.Expr) -> sp.Sum:
    """The sum of one term per coordinate."""
    return sp.Sum(term, (i, 1, d))


def form(matrix: sp.Matrix, e: Sequence[sp.Expr] = E) -> sp.Expr:
    """The quadratic form of a symmetric matrix at a vector, written out."""
    size = range(len(e))
    return sp.Add(*(matrix[j, k] * e[j] * e[k] for j in size for k in size))


def X0(low: sp.Expr = mu, high: sp.Expr = L) -> sp.Matrix:
    """Twice (g - mu x)(g - L x): not positive on the class, by cocoercivity."""
    return sp.Matrix([[2 * low * high, 0, -low - high], [0, 0, 0], [-low - high, 0, 2]])


def X1(size: sp.Expr = L, step: sp.Expr = alpha, momentum: sp.Expr = beta) -> sp.Matrix:
    """The descent lemma from x_t to x_{t+1}, as printed."""
    bend, lag = size * momentum**2, (1 - size * step) * momentum
    return sp.Matrix(
        [[-bend, bend, -lag], [bend, -bend, lag], [-lag, lag, step * (2 - size * step)]]
    ) / 2  # fmt: skip


def X2(low: sp.Expr = mu) -> sp.Matrix:
    """Strong convexity between x_t and the minimiser, as printed."""
    return sp.Matrix([[low, 0, -1], [0, 0, 0], [-1, 0, 0]]) / 2


def Phi(
    rho2: sp.Expr, sign: int = -1, step: sp.Expr = alpha, momentum: sp.Expr = beta
) -> sp.Matrix:
    """[A^T P A - rho^2 P, A^T P B; B^T P A, B^T P B], B = (sign alpha, 0); printed: sign = 1."""
    AB = sp.Matrix([[1 + momentum, -momentum, sign * step], [1, 0, 0]])
    keep = sp.Matrix([[1, 0, 0], [0, 1, 0]])
    return AB.T * P * AB - rho2 * keep.T * P * keep


MATRICES = X0, X1, X2, Phi
"""What (22) is made of."""


def lmi_outcome(certificate: Mapping[str, Any], wanted: str, *figures: Figure) -> Outcome:
    """What the checker says of a certificate that `wanted` ("feasible", ...) is the case."""
    answer = check_certificate(certificate)
    if not answer.accepted:
        return inconclusive("exact LMI certificate", answer.message)
    common: dict[str, Any] = {"certificate": dict(certificate), "figures": figures, "trust": TRUST}
    if certificate["side"] == wanted:
        return holds("exact LMI certificate", answer.message, **common)
    point = tuple((k, str(v)) for k, v in certificate.get("parameters", {}).items())
    return fails(
        "exact LMI certificate", answer.message,
        counterexample=Counterexample(point, answer.message), **common,
    )  # fmt: skip
