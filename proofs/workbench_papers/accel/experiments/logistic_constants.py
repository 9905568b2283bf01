r"""Strong convexity and smoothness of regularised logistic regression, and what may be computed.

The loss l(v) = ln(1 + e^-v) of a margin v is above its tangent, and at most (w - v)^2/8 above it
at w.  Summed over the records, with R = F(y) - F(x) - <grad F(x), y - x> and h = y - x,

    lambda |h|^2  <=  R  <=  (1/(8n)) sum_i <u_i, h>^2 + lambda |h|^2,

so mu = 2 lambda is right, and L = sigma_max(U^T U/n + 2 lambda I), as the paper takes it, is valid
with a factor 4 to spare in its first term.  In the experiments (features uniform on [0,1]^20, in
expectation) that is 5.10 against 1.29: the step size "1/L" is about a quarter of what the function
allows.

This L is computed from the records.  Its step size then carries information that no noise covers:
`accel.erratum-31`.  A constant of the domain is C_2^2/4 + 2 lambda, C_2 the largest l2 norm of a
feature vector, by the inequality of Cauchy and Schwarz.  For the declared l1 ball of radius 20 it
is 100.02; for the box [0,1]^20, in which the features really lie, it is 5.02.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, all_of, because, broken
from workbench.rigor import enclosure, visible
from workbench.rigor.provers import logistic_losses as logistic
from workbench.rigor.provers.decimals import rounds_to
from workbench.symbolic import declare

CLAIM = Claim(
    "accel.logistic-constants",
    title="Strong convexity and smoothness constants of logistic regression",
    printed=("lemma", "Section 5"),
    statement=r"""\lambda \lVert h \rVert^2 \le F(y) - F(x) - \nabla F(x)^\top h
        \le \tfrac{1}{8n} \lVert U h \rVert^2 + \lambda \lVert h \rVert^2
        \le \tfrac{L}{2} \lVert h \rVert^2, \; h = y - x, \;
        L = \sigma_{\max}\left( \tfrac1n U^\top U + 2\lambda I \right); \quad
        \text{the same with } L = \tfrac14 C_2^2 + 2\lambda, \;
        C_2 = \sup_{u \in \mathcal{U}} \lVert u \rVert_2; \quad
        \text{so } F \in \mathcal{S}_{2\lambda, L}(\mathbb{R}^d)""",
    hypotheses=r"""F(x) = \frac1n \sum_i \ln(1 + e^{-z_i u_i^\top x}) + \lambda \lVert x \rVert^2
        z_i \in \{-1, 1\},\; \lambda > 0;\; \text{the rows of } U \text{ are } u_i^\top""",
    parts=("strong convexity", "smoothness", "printed constant", "domain"),
    encoded={
        "strong convexity": (logistic.strong(),), "smoothness": (logistic.smooth(),),
        "printed constant": (logistic.eigenvalue(),), "domain": (logistic.domain(),),
    },
    uses=("accel.logistic-model.repaired", "accel.problem-class"),
    note="Printed are mu = 2 lambda and the matrix of L, whose first term is four times what is"
    " needed; 'u_t being its column t' should say row. It depends on the data (accel.erratum-31)."
    " As encoded L is any number with h^T (U^T U/n + 2 lambda I) h <= L |h|^2, of which the largest"
    " eigenvalue is the least that serves all h, and C_2 any number that no |u_i| exceeds.",
)  # fmt: skip

VALUES = Claim(
    "accel.logistic-constants.values",
    title="Smoothness constants of the experiments, in expectation",
    ours=("remark", "Section 5, recomputed"),
    statement=r"""u \sim \mathcal{U}[0,1]^{20}: \quad
        \sigma_{\max}(\mathbb{E} u u^\top) + 2\lambda = 5.10, \;
        \tfrac14 \sigma_{\max}(\mathbb{E} u u^\top) + 2\lambda = 1.29, \; \kappa = 255, \; 64.5;
        \quad \tfrac14 C_2^2 + 2\lambda = 100.02 \text{ on the } \ell_1 \text{ ball of radius } 20,
        \; 5.02 \text{ on } [0,1]^{20}""",
    hypotheses=r"d = 20,\; \lambda = \tfrac{1}{100},\; \mu = 2\lambda",
    uses=("accel.logistic-constants",),
    note="For n = 100000 records the matrix of the data is close to its expectation.",
)


@CLAIM.proof(part="strong convexity")
@broken("twice_the_modulus", "Where all features are 0, F is the penalty alone.", factor=2)
def losses_are_above_their_tangents(**changes: Any) -> Outcome:  # noqa: ANN401
    """l(w) >= l(v) + l'(v) (w - v), summed over the records; the penalty adds lambda |h|^2."""
    return logistic.strong_shown(**changes)


@CLAIM.proof(part="smoothness")
@broken("a_ninth", constant=sp.Rational(1, 9))
@because("At x = 0 the remainder of a short step is 1/8 of the square, and higher powers.")
@broken("any_labels", "With z = 2 the margins, and so the squares, are larger.", every=())
def losses_are_below_their_parabolas(**changes: Any) -> Outcome:  # noqa: ANN401
    """l(w) <= l(v) + l'(v) (w - v) + (w - v)^2/8, summed over the records, as z_i^2 = 1."""
    return logistic.smooth_shown(**changes)


@CLAIM.proof(part="printed constant")
@broken("half_of_it", "Where all features are 0, L = 2 lambda is needed.", factor=sp.S.Half)
@broken("any_constant", "A matrix may be larger than L I.", where=())
def printed_constant_is_large_enough(**changes: Any) -> Outcome:  # noqa: ANN401
    """(1/8)|U h|^2/n <= (1/2)|U h|^2/n."""
    return logistic.eigenvalue_shown(**changes)


@CLAIM.proof(part="domain")
@broken("radius_without_its_square", "One record of length C_2 = 2 bends more.", power=1)
@broken("longer_records", "A long record bends more.", every=())
def constant_of_the_domain(**changes: Any) -> Outcome:  # noqa: ANN401
    """|u|^2 |h|^2 - <u, h>^2 = (1/2) sum_jk (u_k h_j - u_j h_k)^2 >= 0, for each record."""
    return logistic.domain_shown(**changes)


i = declare("integer i")


@VALUES.exact
@broken("nineteen_features_have_other_constants", dimension=19)
@because("With 19 features the largest eigenvalue is smaller by 1/4.")
def constants_of_the_uniform_distribution(*, dimension: int = 20) -> Outcome:
    """E u_i^2 = 1/3 and E u_i u_j = 1/4, so sigma_max = 1/12 + 20/4.
    E u u^T = I/12 + J/4: eigenvector (1, ..., 1), and 1/12 on its orthogonal complement.
    """
    penalty, second, mean = sp.Rational(1, 50), sp.Rational(1, 3), sp.S.Half
    variance = second - mean**2
    largest = variance + dimension * mean**2
    x = sp.IndexedBase("x", real=True)
    total = declare("real X")
    form = variance * sp.Sum(x[i] ** 2, (i, 1, dimension)) + mean**2 * total**2
    spread = dimension * mean**2 * sp.Sum((x[i] - total / dimension) ** 2, (i, 1, dimension))
    rayleigh = visible(
        form, "<=", largest * sp.Sum(x[i] ** 2, (i, 1, dimension)),
        where=[(total, "=", sp.Sum(x[i], (i, 1, dimension)))], gap=spread,
    )  # fmt: skip
    printed, sharp = largest + penalty, largest / 4 + penalty
    shown = {
        "L as printed": (printed, "5.10"), "L with the factor 1/4": (sharp, "1.29"),
        "kappa as printed": (printed / penalty, "255"),
        "kappa with the factor 1/4": (sharp / penalty, "64.5"),
        "L of the l1 ball of radius 20": (sp.Rational(400, 4) + penalty, "100.02"),
        "L of the box": (sp.Rational(dimension, 4) + penalty, "5.02"),
    }  # fmt: skip
    return all_of(
        rayleigh, *(rounds_to(value, text) for value, text in shown.values())
    ).with_figures(*(Figure(name, enclosure(value).value) for name, (value, _) in shown.items()))
