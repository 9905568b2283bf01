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

from workbench.claims import Claim, Outcome, all_of, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import logistic_losses as logistic
from workbench.rigor.provers import uniform_features as uniform
from workbench.rigor.provers.decimals import half_unit
from workbench.symbolic import Relation, declare, relation

CLAIM = Claim(
    "accel.logistic-constants",
    title="Strong convexity and smoothness constants of logistic regression",
    printed=("lemma", "Section 5"),
    statement=r"""\lambda \lVert h \rVert^2 \le F(y) - F(x) - \nabla F(x)^\top h
        \le \tfrac{1}{8n} \lVert U h \rVert^2 + \lambda \lVert h \rVert^2
        \le \tfrac{L}{2} \lVert h \rVert^2, \; h = y - x, \;
        L = \sigma_{\max}\left( \tfrac1n U^\top U + 2\lambda I \right); \quad
        \text{the same with } L' = \tfrac14 C_2^2 + 2\lambda \text{ in place of } L, \;
        C_2 = \sup_{u \in \mathcal{U}} \lVert u \rVert_2; \quad
        \text{so } F \in \mathcal{S}_{2\lambda, L}(\mathbb{R}^d) \text{ and }
        F \in \mathcal{S}_{2\lambda, L'}(\mathbb{R}^d)""",
    hypotheses=r"""F(x) = \frac1n \sum_i \ln(1 + e^{-z_i u_i^\top x}) + \lambda \lVert x \rVert^2
        z_i \in \{-1, 1\},\; \lambda > 0;\; \text{the rows of } U \text{ are } u_i^\top
        u_i \in \mathcal{U}, \text{ a bounded set, the domain of the features}""",
    parts=("strong convexity", "smoothness", "printed constant", "domain"),
    encoded={
        "strong convexity": (logistic.strong(),), "smoothness": (logistic.smooth(),),
        "printed constant": (logistic.eigenvalue(),), "domain": (logistic.domain(),),
    },
    uses=("accel.logistic-model.repaired", "accel.problem-class"),
    note="Printed are mu = 2 lambda and the matrix of L, whose first term is four times what is"
    " needed; the bound with 1/(8n) and L' are ours. 'u_t being its column t' should say row. L"
    " depends on the data (accel.erratum-31), L' on their domain alone. As encoded L is any number"
    " with h^T (U^T U/n + 2 lambda I) h <= L |h|^2, of which the largest eigenvalue is the least"
    " that serves all h, and C_2 any number that no |u_i| exceeds; (L'/2)|h|^2 is written as"
    " (lambda + C_2^2/8)|h|^2.",
)  # fmt: skip

d, lam, square, mu = declare("integer d > 0, lambda D mu > 0")  # D: the square of C_2
LARGEST, THIRD = sp.Rational(1, 12) + d / 4, sp.Rational(1, 3)


def values(dimension: int = 20) -> tuple[Relation, ...]:
    """The constants at the numbers of the experiments, to the printed digits."""
    at = [(d, "=", dimension), (lam, "=", sp.Rational(1, 100)), (mu, "=", 2 * lam)]
    printed = (
        (LARGEST + 2 * lam, "5.10"), (LARGEST / 4 + 2 * lam, "1.29"),
        ((LARGEST + 2 * lam) / mu, "255"), ((LARGEST / 4 + 2 * lam) / mu, "64.5"),
        (square / 4 + 2 * lam, "100.02", (square, "=", 20**2)),
        (square / 4 + 2 * lam, "5.02", (square, "=", d)),
    )  # fmt: skip
    return tuple(
        relation(sp.Abs(value - sp.Rational(text)), "<=", half_unit(text), where=[*at, *more])
        for value, text, *more in printed
    )


VALUES = Claim(
    "accel.logistic-constants.values",
    title="Smoothness constants of the experiments, in expectation",
    ours=("remark", "Section 5, recomputed"),
    statement=r"""u \sim \mathcal{U}[0,1]^{d}: \quad
        \mathbb{E} (u^\top h)^2 = \tfrac{1}{12} \lVert h \rVert^2 + \tfrac14 (\mathbf{1}^\top h)^2,
        \; \sigma_{\max}(\mathbb{E} u u^\top) = \tfrac{1}{12} + \tfrac{d}{4}; \quad d = 20: \;
        \sigma_{\max}(\mathbb{E} u u^\top) + 2\lambda \approx 5.10, \;
        \tfrac14 \sigma_{\max}(\mathbb{E} u u^\top) + 2\lambda \approx 1.29, \;
        \kappa \approx 255, \; 64.5; \quad \tfrac14 C_2^2 + 2\lambda \le 100.02 \text{ with }
        C_2 \le 20 \text{ on the } \ell_1 \text{ ball of radius } 20, \; \le 5.02 \text{ with }
        C_2^2 \le d \text{ on } [0,1]^{20}""",
    hypotheses=r"d = 20,\; \lambda = \tfrac{1}{100},\; \mu = 2\lambda",
    parts=("moments", "form", "eigenvalue", "domains", "values"),
    encoded={
        "moments": (uniform.moment(1, sp.S.Half), uniform.moment(2, THIRD)),
        "form": (uniform.quadratic(),),
        "eigenvalue": (uniform.largest(), uniform.attained()),
        "domains": (uniform.in_ball(), uniform.in_box()), "values": values(),
    },
    uses=("accel.logistic-constants",),
    note="Values after the sign for `about` are right to the digits shown. As encoded the entries"
    " of u are drawn one after the other, each with the mean 1/2 and the second moment 1/3 given"
    " those before it, which are the two integrals; S, R and Q add up h u, h and h^2, and the form"
    " is at most 1/12 + d/4 times |h|^2, and equal to that where all entries of h are equal. D is"
    " the bound of the square of C_2.",
)  # fmt: skip


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


@VALUES.proof(part="moments")
@broken("a_third_as_the_mean", "The mean of a uniform number is 1/2.", mean=THIRD)
@broken("a_quarter_as_the_square", "The mean of its square is 1/3.", square=sp.Rational(1, 4))
def moments_of_a_uniform_number(
    *, mean: sp.Rational = sp.S.Half, square: sp.Rational = THIRD
) -> Outcome:  # fmt: skip
    """The integrals of v and of v^2 over [0, 1]."""
    return all_of(uniform.moment_shown(1, mean), uniform.moment_shown(2, square))


@VALUES.proof(part="form")
@broken("a_third_of_q", "1/3 is the second moment, and 1/12 the variance.", share=THIRD)
@dropped(
    "given",
    uniform.GIVEN,
    {0: "With the mean 0 there is no term with R^2.", 1: "A larger second moment adds to Q."},
)
def form_of_independent_features(**changes: Any) -> Outcome:  # noqa: ANN401
    """(S_t - R_t/2 + a)^2 - Q_t/12 keeps its mean, for every number a."""
    return uniform.quadratic_shown(**changes)


@VALUES.proof(part="eigenvalue")
@broken("one_feature_less", "At h = (1, ..., 1) it is 1/12 + d/4.", most={"growth": d - 1})
@broken("any_direction", "In other directions it is less.", least={"every": ()})
def largest_eigenvalue_is_that_of_equal_entries(
    *, most: dict[str, Any] = {}, least: dict[str, Any] = {}
) -> Outcome:  # fmt: skip
    """Half the sum of all (h_i - h_j)^2 is d |h|^2 - (sum h)^2."""
    return all_of(uniform.largest_shown(**most), uniform.attained_shown(**least))


@VALUES.proof(part="domains")
@broken("any_vector", "It may be longer.", ball={"where": ()})
@dropped("every", uniform.BOX, {0: "It may be longer.", 1: "With entries of -2 it is longer."})
def lengths_in_the_domains(*, ball: dict[str, Any] = {}, **box: Any) -> Outcome:  # noqa: ANN401
    """In the ball u_i^2 <= C |u_i|, in the box u_i^2 <= 1."""
    return all_of(uniform.in_ball_shown(**ball), uniform.in_box_shown(**box))


@VALUES.proof(part="values")
@broken("nineteen_features_have_other_constants", dimension=19)
@because("With 19 features the largest eigenvalue is smaller by 1/4.")
def constants_of_the_experiments(*, dimension: int = 20) -> Outcome:
    """1/12 + 20/4 + 1/50 = 5.1033..., and so on."""
    return certify(values(dimension))
