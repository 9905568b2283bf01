"""Private variance-reduced Frank-Wolfe: a self-contained version with constants (for Theorem 3.22).

Phases t = 1..Tp; phase t is a binary tree of height h = t - 1 whose 2^h leaves are the steps
k = 2^h .. 2^(h+1) - 1.  A node holds a gradient estimate: the root's from b fresh records, a right
child's at depth j adds the difference of gradients at two iterates, from b/2^j fresh records.  Each
leaf picks the vertex with the smallest entry after Laplace noise of scale lam, and steps 2/(k + 1).

Privacy.  A right child at depth j starts 2^(h-j) steps after its parent, each at most 4 * 2^(-h)
long: the iterates differ by at most 4 * 2^(-j), two records by 8 L_1 2^(-j), over b 2^(-j) records:
8 L_1/b, like 2 L_0/b at the root.  One record reaches at most 2^h leaves, and a noisy minimum costs
2 D/lam.

Utility.  Frank-Wolfe with errors e_k in its linear steps obeys
k(k+1) h_{k+1} <= (k-1)k h_k + 2k e_k + 8 L_1 k/(k+1); summed, h <= 8 L_1/2^Tp + max e.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity, induction, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "saddle.alg-pvrfw",
    title="Private variance-reduced Frank-Wolfe: privacy and utility with constants",
    ours=("algorithm", "Cited in Theorem 3.22; constants are not in the paper"),
    statement=r"""\begin{gathered}
        \lambda \ge \frac{4 \Delta_0 \sqrt{2^{T_p} \ln(1/\delta)}}{b \epsilon},
        \; \Delta_0 = \max(2 L_0, 8 L_1), \text{ gives } (\epsilon, \delta)\text{-DP}; \\
        \mathbb{E} F(x) - F^\ast \le \frac{8 L_1}{2^{T_p}}
        + 2 \sqrt{\frac{2 \ln(2d) (L_0^2 + 16 L_1^2)}{b}} + 2 \lambda (1 + \ln d); \\
        \text{records used: } b\, T_p (T_p + 3)/4
        \end{gathered}""",
    hypotheses=r"""f(\cdot; z) \text{ convex}, L_0\text{-Lipschitz}, L_1\text{-smooth in } \lVert \
            \cdot \rVert_1 \text{ on } \Delta_d
        0 < \epsilon \le 8 \ln(1/\delta), \; 2^{T_p - 1} \text{ divides } b""",
    parts=("records", "sensitivity", "privacy", "steps", "errors"),
    uses=("saddle.cor3.6", "ext.maximal-inequality", "ext.hoeffding-lemma", "ext.noisy-minimum",
          "ext.largest-noise.bounds", "ext.descent-lemma"),
)  # fmt: skip

T, t, k = declare("integer T > 0, integer t k")
b, L0, L1, lam, eps, Lambda, leaves = declare("b L_0 L_1 lam epsilon Lambda leaves > 0")


@CLAIM.exact(part="records")
@broken("the_root_batches_count", "b T (T - 1)/4 forgets them.", constant=-1)
def every_depth_uses_half_a_root_batch(*, constant: int = 3) -> Outcomes:
    """The records used are the sum over t of b (1 + (t-1)/2) = b T (T + 3)/4.
    Phase t: b for the root and 2^(j-1) right children with b/2^j records at depths 1..t-1.
    """
    j = declare("integer j")
    two = sp.Integer(2)
    level = sp.Sum(two ** (j - 1) * (b / two**j), (j, 1, 5))
    phase = b + (t - 1) * b / 2
    yield identity(level, 5 * b / 2)
    claimed = relation(sp.Sum(phase, (t, 1, T)), "=", b * T * (T + constant) / 4)
    yield induction(claimed, "T", start=1)


depth, size = declare("depth size > 0")  # 2^(-j) and 2^(-h)


@CLAIM.exact(part="sensitivity")
@broken("half_of_it_is_exceeded", "4 L_1/b forgets that two records are compared.", child=4)
def children_are_as_sensitive_as_the_root(*, child: int = 8) -> Outcomes:
    """The sensitivity is 8 L_1/b for a child and 2 L_0/b for the root.
    Steps 2/(k+1) * 2 <= 4 * 2^(-h) for k >= 2^h; 2^(h-j) of them; two records over b 2^(-j).
    """
    moved, step = declare("moved >= 0, k > 0")
    yield visible(2 * 2 / (step + 1), "<=", 4 * size, where=[(1 / size, "<=", step)])
    yield identity(depth / size * 4 * size, 4 * depth)
    left = 2 * L1 * moved / (b * depth)
    yield follows(left, child * L1 / b, [(2 * L1 / (b * depth), moved, 4 * depth)])


@CLAIM.exact(part="privacy")
@broken("twice_as_many_would_not_fit", affected=2)
@because("With 2^Tp affected leaves the noise is too small.")
def half_of_the_leaves_are_affected(*, affected: int = 1) -> Outcome:
    """One record reaches at most 2^(Tp - 1) leaves.
    2 D/lam <= eps/(2 sqrt(2 k Lambda)) for k = affected leaves/2, D = D_0/b, 2^Tp = leaves.
    """
    D0 = declare("Delta_0 > 0")
    scale = 4 * D0 * sp.sqrt(leaves * Lambda) / (b * eps)
    right = eps / (2 * sp.sqrt(2 * affected * leaves / 2 * Lambda))
    return visible(2 * D0 / b / lam, "<=", right, where=[(scale, "<=", lam)])


@CLAIM.exact(part="steps")
@broken("half_of_the_curvature_is_exceeded", "8 k/(k+1) exceeds 4 from k = 2 on.", curvature=4)
def weighted_errors_telescope(*, curvature: int = 8) -> Outcomes:
    """Curvature (L_1/2)(2 eta)^2 = 2 L_1 eta^2; F(x) - F* <= 8 L_1/2^Tp + the largest error.
    h_{k+1} <= (1 - eta) h_k + eta e_k + 2 L_1 eta^2, times k(k+1), eta = 2/(k+1); the sum.
    """
    h, e, n = declare("real h e, integer k > 0")
    eta = 2 / (n + 1)
    after = (1 - eta) * h + eta * e + 2 * L1 * eta**2
    weighted = (n - 1) * n * h + 2 * n * e + 8 * L1 * n / (n + 1)
    worst = declare("worst >= 0")
    # (1/(K(K+1))) [sum 2k worst + 8 L_1 K] = worst + 8 L_1/(K+1), and K + 1 = 2^Tp
    total = (n * (n + 1) * worst + 8 * L1 * n) / (n * (n + 1))
    yield identity(n * (n + 1) * after, weighted)
    yield visible(8 * L1 * n / (n + 1), "<=", curvature * L1)
    yield induction(relation(sp.Sum(2 * k, (k, 1, T)), "=", T * (T + 1)), "T", start=1)
    yield identity(total, worst + 8 * L1 / (n + 1))


@CLAIM.exact(part="errors")
@broken("four_is_too_little", "(L_0^2 + 4 L_1^2)/b is below the sum of the proxies.", child=4)
def estimates_add_up_along_a_path(*, child: int = 16) -> Outcomes:
    """The error has a variance proxy (L_0^2 + 16 L_1^2)/b over 2d entries, and d noises.
    Variance proxies: L_0^2/b at the root, (4 L_1 2^(-j))^2/(b 2^(-j)) at depth j, summed.
    Gradient error and noise enter a linear step twice each: at the chosen and the best vertex.
    """
    gradient, noise, step, logs, d = declare("gradient noise step >= 0, log_2d log_d > 0")
    half = sp.S.Half
    j, m = declare("integer j, integer m >= 0")
    series = induction(relation(sp.Sum(half**j, (j, 1, m)), "=", 1 - half**m), "m")
    proxy = declare("proxy > 0")
    tail = declare("tail > 0")  # sum of 2^(-j), at most 1
    yield identity((4 * L1 * depth) ** 2 / (b * depth), 16 * L1**2 * depth / b)
    yield series
    left, right = L0**2 / b + 16 * L1**2 / b * tail, (L0**2 + child * L1**2) / b
    yield follows(left, right, [(16 * L1**2 / b, tail, 1)], rest=(child - 16) * L1**2 / b)
    premises = [
        (1, step, 2 * gradient + 2 * noise), (2, gradient, sp.sqrt(2 * logs * proxy)),
        (2, noise, lam * (1 + d)),
    ]  # fmt: skip
    yield follows(step, 2 * sp.sqrt(2 * logs * proxy) + 2 * lam * (1 + d), premises)
