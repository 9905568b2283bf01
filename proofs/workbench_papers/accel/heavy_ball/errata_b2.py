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

from workbench.claims import Claim, Example, Outcome, because, broken
from workbench.rigor import witness
from workbench.rigor.provers.finite_trees import term, terms, uniform
from workbench.rigor.provers.instances import RunStatement, RunStep, grad, parabola
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import declare, relation
from workbench.symbolic.theorem import Num, function
from workbench_papers.accel import _runs as run
from workbench_papers.accel._heavy_ball import X1, X2, L, alpha, beta, d, mu
from workbench_papers.accel.heavy_ball import _energy

noise, before, centre, after, square = declare("real w F_x E_w F_y W")


def convexity(share: sp.Rational = sp.S.Half) -> RunStatement:
    """(46): F* - F(x) is at least `share` times the form of X_2."""
    right, products = run.form(X2())
    return run.method((-run.E, ">=", share * right), means=products, where=())


def change(sign: int = -1) -> RunStatement:
    """(45) for a step with the error w; sign = -1 is the printed one."""
    right, products = run.form(X1())
    g, ahead, lag = grad("F", run.x), run.heavy_ball(noise), beta * (run.x - run.p)
    rest = L * alpha * (lag - alpha * g) * noise + sign * alpha * g * noise
    measured = {**products, before: run.error(run.x) - run.error(ahead), centre: rest}
    right += centre - L * alpha**2 / 2 * noise**2
    return run.method((before, ">=", right), means=measured, where=())


def lemma(back: str = "1") -> RunStatement:
    """Lemma B.1 for x_t = x_{t-1} = +-1 with equal chances and w = -x with chance `back`."""
    (w, X, sign), q = terms("w X sign"), declare("q > 0")  # rho^2
    left, products = run.form(X1() + (1 - q) * X2())
    signs = [(term(back), -1), (1 - term(back), 1)]
    law = RunStep({"x": X, "p": X, "w": sign * X}, draws={"X": uniform((1, -1)), "sign": signs})
    measured = {**products, after: run.error(run.heavy_ball(w)), centre: w, square: w**2}
    right = q * run.E - after + L * alpha**2 / 2 * square
    return run.method(
        (left, "<=", right), law, means=measured, where=[(centre, "=", 0), (q, "<", 1)],
        start={"w": sp.Integer(0)},
    )  # fmt: skip


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
    " that kind. As encoded q = rho^2 and s = x*; x, p are x_t, x_{t-1}, first and old those of"
    " the start; e_{i,j} are the means of products of x - s, p - s and grad F(x), of which the"
    " left side is the form; E_t and F_y are the errors of x_t and x_{t+1}, E_w and W the moments"
    " of w. That the law of x and w is that of the counterexample is part of what is encoded.",
)


@BLOCK.refutation(of="case")
@broken("scalar_two_fits", block=sp.Integer(1))
@because("With the scalar 2 in place of 2 I_d there are 6 rows, and nothing is refuted.")
def two_variables_do_not_fit(*, block: sp.Expr = d) -> Example:
    """For d = 2 the product has 8 rows, not 6.
    With the block 2 I_d, X_0 has 2 + d rows, and X_0 (x) I_d has d (2 + d) of them, not 3 d.
    """
    return witness(relation((2 + block) * d, "=", 3 * d), d=2)


@BLOCK_REPAIRED.proof
@broken("corner_one", "With 1 in place of 2 in the corner it is another form.", corner=1)
@broken("convexity_is_not_enough", "mu is then no modulus of F.", strong=None)
def form_of_x0_is_cocoercivity(*, corner: int = 2, strong: Num | None = _energy.mu) -> Outcome:
    """Cocoercivity between x and x*: mu L |x|^2 + |g|^2 - (mu + L) <g, x> <= 0."""
    matrix = sp.Matrix([[2 * mu * L, 0, -mu - L], [0, 0, 0], [-mu - L, 0, corner]])
    objective = function("F", strong=strong, smooth=_energy.L, minimiser=_energy.s)
    return proved(_energy.coercive(matrix), _energy.negative(matrix, objective))


START: dict[str, Any] = {"mu": 1, "L": 1, "alpha": "1/2", "beta": 0, "x_0": 1, "p_0": 1, "s": 0}


@HALF.refutation(of="case")
@broken("without_the_half_it_holds_there", share=sp.Integer(1))
@because("Without the printed factor 1/2 both sides are -1/2, and nothing is refuted.")
def parabola_breaks_46(*, share: sp.Rational = sp.S.Half) -> Example:
    """F = x^2/2, mu = L = 1, x_t = 1: (46) says F* - F(1) >= -1/4, printed, and it is -1/2.
    The case d = 1 of (46).
    """
    return convexity(share).refuted({"F": parabola(1)}, **START)


@SIGN.refutation(of="case")
@broken("with_plus_it_holds_there", sign=1)
@because("With the sign +, as it is derived, both sides are 0, and nothing is refuted.")
def parabola_breaks_45(*, sign: int = -1) -> Example:
    """F = x^2/2, mu = L = 1, x_t = x_{t-1} = 1, w = -1, alpha = 1/2, beta = 0: no change of F,
    printed right side 1.  The case d = 1 of (45), for fixed x_t, x_{t-1} and w.
    """
    return change(sign).refuted({"F": parabola(1)}, **START, w=-1)


@CENTRED.refutation(of="case")
@broken("conditionally_centred_noise_obeys_it", back="1/2")
@because("The four outcomes x = +-1, w = +-1 are equally likely: E[w | x] = 0.")
def noise_that_points_back_breaks_it(*, back: str = "1") -> Example:
    """x_t = x_{t-1} = +-1 with equal chances, w = -x_t: E w = 0, but E[w | x_t] is not.
    F = x^2/2, mu = rho^2 = 1/2, L = 1, alpha = 1/2, beta = 0: the left side is 0, the right -1/8.
    The case d = 1 of the lemma for this law of x_t, x_{t-1} and w.
    """
    return lemma(back).refuted({"F": parabola(1)}, **{**START, "mu": "1/2"}, q="1/2")
