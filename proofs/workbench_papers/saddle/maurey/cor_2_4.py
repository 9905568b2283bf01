"""Gradient bias under second-order smoothness: order 1/N, attained by cubics (Corollary 2.4).

Corollary 2.3 applies to every partial derivative, with L_2 in the place of L_1.  For a cubic
F = T[x, x, x]/6 the bias of the j-th derivative is exactly tr(T_j Cov(xh))/2, and the symmetric
tensor with T_1ab = L_2 (2 [a = b] - 1) makes it L_2 (1 - |x|_2^2)/N: the sharp bound has no room.
For quadratics the bias is 0, whatever N is.
"""

import itertools

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import identity, inequality, visible
from workbench.symbolic import declare, relation
from workbench_papers.saddle._expectation import expectation, frequencies

CLAIM = Claim(
    "saddle.cor2.4",
    title="Gradient bias at sampled vertices, second-order-smooth",
    reconstructed=("corollary", "Corollary 2.4, proof 2.5"),
    statement=r"""\begin{gathered}
        \lVert \mathbb{E} \nabla F(\widehat X) - \nabla F(\bar x) \rVert_\infty
        \le \frac{2 L_2}{N}; \\
        \text{sharp: } \le \frac{L_2}{N} \Big( 1 - \frac1d \Big),
        \text{ attained by a cubic}; \text{ on a product of simplices } \frac{4 L_2}{N},
        \; \frac{2 L_2}{N}
        \end{gathered}""",
    hypotheses=r"""\text{every } \partial_j F \text{ is } L_2\text{-smooth in } \lVert \cdot \
            \rVert_1
        x_t \text{ deterministic}, \; X_t \sim P_{x_t} \text{ independent}, \; \lambda_t = 1/N""",
    parts=("bounds", "attained", "quadratics"),
    uses=("saddle.cor2.3", "saddle.cor2.3.sharp", "saddle.cor2.3.product"),
)

L, N, d = declare("L_2 N > 0, integer d > 0")


@CLAIM.exact(part="bounds")
@broken("nothing_is_not_enough", "The bound 0 is for quadratics.", one=0)
def every_partial_derivative_is_a_smooth_function(*, one: int = 2) -> Outcomes:
    """(L_2/N)(1 - 1/d) <= 2 L_2/N, and twice that for pairs.
    Corollary 2.3 with L_2 for L_1, and its product version is twice that.
    """
    yield visible(L / N * (1 - 1 / d), "<=", one * L / N)
    yield visible(2 * L / N, "<=", 2 * one * L / N)


def partial(tensor: sp.Matrix, point: list[sp.Expr]) -> sp.Expr:
    """Half of the quadratic form of one slice T_j: the derivative of T[x, x, x]/6."""
    v = sp.Matrix(point)
    return (v.T * tensor * v)[0] / 2


def cubic_bias(size: int, draws: int, factor: int) -> Outcome:
    """E d_jF(xh) - d_jF(x) = tr(T_j (diag x - x x'))/(factor N) for a symbolic slice T_j."""
    entries = {
        (a, b): sp.Symbol(f"T{min(a, b)}{max(a, b)}", real=True)
        for a, b in itertools.product(range(size), repeat=2)
    }
    slice_ = sp.Matrix(size, size, lambda a, b: entries[a, b])
    raw = sp.symbols(f"w1:{size + 1}", positive=True)
    law = [w / sum(raw) for w in raw]
    sampled = expectation(lambda o: partial(slice_, list(frequencies(o, size))), [law] * draws)
    covariance = sp.diag(*law) - sp.Matrix(law) * sp.Matrix(law).T
    trace = (slice_ * covariance).trace()
    return identity(sampled - partial(slice_, law), trace / (factor * draws))


def extremal(scale: int) -> Outcome:
    """tr(T_1 (diag x - x x')) = 2 L (mass sum x - sum x^2) for T_1 = L (2 I - 11'), any d."""
    i, j = declare("integer i j")
    x = sp.IndexedBase("x", nonnegative=True)
    mass, squares = sp.Sum(x[i], (i, 1, d)), sp.Sum(x[i] ** 2, (i, 1, d))
    # the trace with diag: L x_i (2 - 1); with x x': L (2 sum x^2 - (sum x)^2)
    pairs = sp.Sum(sp.Sum(x[i] * x[j], (j, 1, d)), (i, 1, d))
    trace = L * (2 - 1) * mass * mass - L * (2 * squares - pairs)
    return identity(trace / (2 * N), scale * L / N * (mass**2 - squares))


@CLAIM.exact(part="attained")
@broken("half_of_the_bias_is_not_the_bias", factor=4)
@because("tr(T_1 Cov)/4 is half of the bias, and the equality fails.")
@broken("larger_entries_are_not_smooth", "With 3 [b = c] - 1 the entries exceed L_2.", flip=3)
def a_symmetric_sign_tensor_attains_it(*, factor: int = 2, flip: int = 2) -> Outcomes:
    """Bias tr(T_1 Cov)/2 by enumeration with a symbolic slice; then T_1 in any dimension."""
    yield cubic_bias(2, 3, factor)
    yield cubic_bias(3, 2, factor)
    yield extremal(1)
    yield symmetric_tensor(flip)


def symmetric_tensor(flip: int) -> Outcome:
    """T_abc = 2 [b = c] - 1 if a = 1: the entry is the same whichever index 1 is taken out."""
    found = []
    for index in itertools.product(range(3), repeat=3):
        values = []
        for place in range(3):
            if index[place] == 0:
                rest = [index[k] for k in range(3) if k != place]
                values.append(flip * int(rest[0] == rest[1]) - 1)
        found += [identity(values[0], v) for v in values[1:]]
        found += [inequality(relation(v * v, "<=", 1)) for v in values]
    return all_of(*found, summary="the tensor is symmetric and its entries are +-1 (d = 3)")


@CLAIM.exact(part="quadratics")
@broken("curved_gradients_have_a_bias", "A square has a bias.", second=sp.Integer(1))
def affine_gradients_have_no_bias(*, second: sp.Expr = sp.Integer(0)) -> Outcome:
    """E xh = x, so one vertex is enough for quadratics: L_2 = 0.
    A gradient a + b'x + second x_1^2 at the average of two draws from a law on two vertices.
    """
    a, b1, b2, p, q = declare("real a b_1 b_2, p q > 0")
    law = [p / (p + q), q / (p + q)]

    def gradient(v: list[sp.Expr]) -> sp.Expr:
        return a + b1 * v[0] + b2 * v[1] + second * v[0] ** 2

    sampled = expectation(lambda o: gradient(list(frequencies(o, 2))), [law] * 2)
    return identity(sampled, gradient(law))
