"""Four slips around the heavy-ball LMI: in (22), (45), (46) and in the last line of a proof.

(22)   the lower right entry of X_0 is printed 2 I_d among scalars; with it X_0 (x) I_d has d (d+2)
       rows instead of 3 d.  It is 2.
(45)   the term alpha <grad F, w> of the line before has turned into -alpha <grad F, w>.
(46)   a factor 1/2 stands before X_2, which contains one already.  Used as printed, it gives
       certificates for rates at which heavy ball does not converge.
end    "applying E(w_t) = 0": the factor of w_t is random.  If w_t is centred but depends on x_t,
       the lemma is false; what is needed, and true for DP-SHB, is E[w_t | x_t, x_{t-1}] = 0.

All are misprints of a proof whose conclusion, `accel.lemma-b1`, is right.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import counterexample
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.theorem import Num, function
from workbench_papers.accel._heavy_ball import X1, X2, L, alpha, beta, d, form, mu
from workbench_papers.accel.heavy_ball import _energy

BLOCK = Claim(
    "accel.erratum-9",
    title="Block 2 I_d among the scalars of X_0, as printed",
    printed=("erratum", "Proposition 3.4, below eq. (22)"),
    statement=r"""X_0 = \begin{bmatrix} 2\mu L & 0 & -(\mu+L) \\ 0 & 0 & 0 \\
        -(\mu+L) & 0 & 2 I_d \end{bmatrix} \text{ is a matrix with } X_0 \otimes I_d
        \in \mathbb{R}^{3d \times 3d}""",
)

BLOCK_REPAIRED = Claim(
    "accel.erratum-9.repaired",
    title="X_0 is twice (g - mu x)(g - L x)",
    ours=("erratum", "Proposition 3.4, below eq. (22), corrected"),
    statement=r"""X_0 = \begin{bmatrix} 2\mu L & 0 & -(\mu+L) \\ 0 & 0 & 0 \\
        -(\mu+L) & 0 & 2 \end{bmatrix}, \quad
        e^\top (X_0 \otimes I_d) e = 2 \langle g - \mu x,\, g - L x \rangle \le 0""",
    hypotheses=r"F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d),\; g = \nabla F(x),\; x^\ast = 0",
    encoded=(_energy.coercive().theorem, _energy.negative().theorem),
    uses=("ext.smooth-strongly-convex-inequalities",),
    repairs=("accel.erratum-9",),
    note="As encoded, x - s stands for the printed x, so that x* = s need not be 0.",
)

HALF = Claim(
    "accel.erratum-12",
    title="Strong convexity with one half too many, as printed",
    printed=("erratum", "Proof of Lemma B.1, eq. (46)"),
    statement=r"""F(x^\ast) - F(x_t) \ge \tfrac12 e_t^\top (X_2 \otimes I_d) e_t""",
    hypotheses=r"F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d)",
    note="False for every quadratic at every point but the minimiser. Where it is coded as"
    " printed, it makes false certificates; the next line of the proof uses the right factor.",
)

SIGN = Claim(
    "accel.erratum-13",
    title="Sign of the term alpha <grad F, w>, as printed",
    printed=("erratum", "Proof of Lemma B.1, eq. (45)"),
    statement=r"""F(x_t) - F(x_{t+1}) \ge e_t^\top (X_1 \otimes I_d) e_t
        - \frac{L\alpha^2}{2} \lVert w_t \rVert^2
        + L\alpha [\beta (x_t - x_{t-1}) - \alpha \nabla F(x_t)]^\top w_t
        - \alpha \nabla F(x_t)^\top w_t""",
    hypotheses=r"F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d)",
    note="The line before has +alpha <grad F, w>. Harmless: the term is centred.",
)

CENTRED = Claim(
    "accel.erratum-14",
    title="Lemma B.1 from E w = 0 alone, as its proof says",
    reading=("erratum", "Proof of Lemma B.1, last line"),
    statement=r"""\mathbb{E} w_t = 0 \;\Longrightarrow\;
        \mathbb{E}\, e_t^\top \bigl[ (X_1 + (1-\rho^2) X_2) \otimes I_d \bigr] e_t
        \le \rho^2\, \mathbb{E}[F(x_t) - F^\ast] - \mathbb{E}[F(x_{t+1}) - F^\ast]
        + \frac{L\alpha^2}{2} \mathbb{E} \lVert w_t \rVert^2""",
    hypotheses=r"""F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d)
        0 < \rho < 1""",
    note="Noise that is centred but correlated with x_t breaks it; the noise of DP-SHB is not of"
    " that kind.",
)

lam, q = declare("lam q > 0")  # a curvature; rho^2
at, old, noise, j = declare("real x p w, integer j")
xs, ps, ws = (sp.IndexedBase(name, real=True) for name in ("x", "p", "w"))
INSIDE = [(mu, "<=", lam), (lam, "<=", L)]


@BLOCK.refutation
@broken("scalar_two_fits", block=sp.Integer(1))
@because("With the scalar 2 in place of 2 I_d there are 6 rows, and nothing is refuted.")
def two_variables_do_not_fit(*, block: sp.Expr = d) -> Outcome:
    """For d = 2 the product has 8 rows, not 6.
    With the block 2 I_d, X_0 has 2 + d rows, and X_0 (x) I_d has d (2 + d) of them, not 3 d.
    """
    return counterexample(relation((2 + block) * d, "=", 3 * d), d=2)


@BLOCK_REPAIRED.proof
@broken("corner_one", "With 1 in place of 2 in the corner it is another form.", corner=1)
@broken("convexity_is_not_enough", "mu is then no modulus of F.", strong=None)
def form_of_x0_is_cocoercivity(*, corner: int = 2, strong: Num | None = _energy.mu) -> Outcome:
    """Cocoercivity between x and x*: mu L |x|^2 + |g|^2 - (mu + L) <g, x> <= 0."""
    matrix = sp.Matrix([[2 * mu * L, 0, -mu - L], [0, 0, 0], [-mu - L, 0, corner]])
    objective = function("F", strong=strong, smooth=_energy.L, minimiser=_energy.s)
    return proved(_energy.coercive(matrix), _energy.negative(matrix, objective))


PARABOLA: dict[str, Any] = {"mu": 1, "L": 2, "lam": 1, "x": 1, "p": 0}


@HALF.refutation
@broken("without_the_half_it_holds_there", share=sp.Integer(1))
@because("Without the printed factor 1/2 both sides are -1/2, and nothing is refuted.")
def parabola_breaks_46(*, share: sp.Rational = sp.S.Half) -> Outcome:
    """(46) for F = x^2/2, mu = 1 says F* - F(1) >= -1/4, printed, and it is -1/2."""
    e = (at, old, lam * at)
    return counterexample(
        relation(-lam / 2 * at**2, ">=", share * form(X2(), e), where=INSIDE), **PARABOLA
    )


STEP: dict[str, Any] = {
    "mu": 1, "L": 1, "lam": 1, "alpha": "1/2", "beta": 0, "x": 1, "p": 1, "w": -1,
}  # fmt: skip


@SIGN.refutation
@broken("with_plus_it_holds_there", sign=1)
@because("With the sign +, as it is derived, both sides are 0, and nothing is refuted.")
def parabola_breaks_45(*, sign: int = -1) -> Outcome:
    """F = x^2/2, x = 1, w = -1, alpha = 1/2: no change of F, printed right side 1.
    (45) for F = lam x^2 / 2; p is x_{t-1}.  The step alpha (grad F + w) is 0.
    """
    g = lam * at
    move = beta * (at - old) - alpha * (g + noise)
    change = lam / 2 * (at**2 - (at + move) ** 2)
    right = form(X1(), (at, old, g)) - L * alpha**2 / 2 * noise**2
    right += L * alpha * (beta * (at - old) - alpha * g) * noise + sign * alpha * g * noise
    return counterexample(relation(change, ">=", right, where=INSIDE), **STEP)


def expected(outcomes: int) -> Relation:
    """Lemma B.1 on F = lam x^2 / 2, for equally likely outcomes (x, p, w) with mean noise 0."""

    def mean(term: sp.Expr) -> sp.Expr:
        return sp.Sum(term, (j, 1, outcomes)) / outcomes

    g = lam * xs[j]
    move = beta * (xs[j] - ps[j]) - alpha * (g + ws[j])
    matrix = X1() + (1 - q) * X2()
    left = mean(form(matrix, (xs[j], ps[j], g)))
    right = mean(
        q * lam / 2 * xs[j] ** 2 - lam / 2 * (xs[j] + move) ** 2 + L * alpha**2 / 2 * ws[j] ** 2
    )
    return relation(left, "<=", right, where=[*INSIDE, (mean(ws[j]), "=", 0), (q, "<", 1)])


SETTING: dict[str, Any] = {"mu": "1/2", "L": 1, "lam": 1, "alpha": "1/2", "beta": 0, "q": "1/2"}


@CENTRED.refutation
def noise_that_points_back_breaks_it() -> Outcome:
    """Let x = +-1 with equal chances and w = -x: E w = 0, but E[w | x] is not.
    The left side is 0, the right side -1/8; q is rho^2, and p the point before x.
    """
    return counterexample(expected(2), **SETTING, x=[1, -1], p=[1, -1], w=[-1, 1])


@noise_that_points_back_breaks_it.mutant
def conditionally_centred_noise_obeys_it() -> Outcome:
    """The four outcomes x = +-1, w = +-1 are equally likely: E[w | x] = 0."""
    points: dict[str, Any] = {"x": [1, 1, -1, -1], "p": [1, 1, -1, -1], "w": [1, -1, 1, -1]}
    return counterexample(expected(4), **SETTING, **points)
