"""Noisy variance-reduced stochastic Frank-Wolfe on a tree: noise once per node, in a single pass.

Phases t = 1..T; phase t is a binary tree of depth t, whose 2^t leaves are steps k = 2^t - 2 and so
on, of size 2/(k + 2) <= 2^(1-t).  The root holds a mean gradient of b fresh records; a right child
at depth j adds to its parent's estimate the mean difference of gradients at the iterates of the two
first visits, from b 2^(-j) fresh records; a left child copies.  Each root and each right child is
released with generalised Gaussian noise, which its descendants inherit.

    sensitivity   2 L_0/b at a root; a right child comes 2^(t-j) steps after its parent, each of
                  length at most 2^(1-t) 2D: 2 L_1 2^(2-j) D/(b 2^(-j)) = 8 L_1 D/b
    privacy       a record is in one node: the releases are rho-zCDP together
    error         one root and at most one right child per depth lie on the path to a leaf
    steps         k(k+1) h_k telescopes: F(x) - F* <= 8 L_1 D^2/(K + 1) + the largest 2 D |e_k|
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import certify, follows, identity, induction, visible
from workbench.symbolic import declare, relation
from workbench.symbolic.text import parse

CLAIM = Claim(
    "noneuclid.nvrsfw-tree",
    title="Noisy variance-reduced Frank-Wolfe on a tree: privacy, risk and cost with constants",
    reconstructed=(
        "algorithm",
        "slide: Upper Bounds: Noisy Variance-Reduced Stochastic Frank-Wolfe, second item",
    ),
    statement=r"""\begin{gathered}
        \sigma_0^2 = \frac{\kappa (2 L_0/b)^2}{2 \rho}, \; \sigma_1^2
        = \frac{\kappa (8 L_1 D/b)^2}{2 \rho} \text{ give } \rho\text{-zCDP}; \\
        \mathbb{E} F(x) - F^\ast \le \frac{8 L_1 D^2}{2^{T+1} - 1} + 2 D \Big[ \sqrt{\frac\kappa b}
        (2 L_0 + 8 L_1 D) + \frac{\kappa \sqrt d}{b \sqrt\rho}
        \sqrt{2 L_0^2 + 32 T L_1^2 D^2} \Big]; \\
        n = b \Big( T + \frac{T(T+1)}{4} \Big) \text{ records, at most } 2n \text{ gradients, }
        2^{T+1} - 2 \text{ linear minimisations}
        \end{gathered}""",
    hypotheses=r"""f(\cdot, z) \; L_0\text{-Lipschitz}, L_1\text{-smooth}, F \text{ convex}, X \
            \text{ in a ball of radius } D
        \text{dual } \kappa\text{-regular}; \; 2^T \text{ divides } b; \; \text{i.i.d. records, \
            each used at one node}""",
    parts=("records", "cost", "sensitivity", "privacy", "statistical error", "noise", "steps"),
    uses=("noneuclid.gg-renyi.repaired", "noneuclid.gg-error.sums", "noneuclid.kappa-regular",
          "ext.bounded-range", "ext.descent-lemma", "ext.second-moment"),
    note="The slide gives the rate only. Any space with a regular dual will do; nothing is"
    " amplified.",
)  # fmt: skip

b, L0, L1, D, rho, kappa, k_plus, d = declare("b L_0 L_1 D rho kappa kappa_plus d > 0")
T, t, j = declare("integer T > 0, integer t j")
two, half = sp.Integer(2), sp.S.Half
depth, size = declare("depth size > 0")  # 2^(-j) and 2^(-t)


@CLAIM.exact(part="records", uses=())
@broken("a_quarter_of_a_root_is_too_little", quarter=8)
@because("At T = 1 the root takes b and the right child b/2: 3 b/2, not 5 b/4.")
def a_depth_takes_half_a_root(*, quarter: int = 4) -> Outcomes:
    """sum_t b (1 + t/2) = b (T + T(T+1)/4).
    A depth has 2^(j-1) right children with b 2^(-j) records: b/2; then all depths and phases.
    """
    phase = b + t * b / 2
    yield identity(1 / (2 * depth) * b * depth, b / 2)
    claimed = relation(sp.Sum(phase, (t, 1, T)), "=", b * (T + T * (T + 1) / quarter))
    yield induction(claimed, "T", start=1)


@CLAIM.exact(part="cost", uses=())
@broken("the_last_phase_has_only_half_of_the_leaves", leaves=two**T)
@because("With 2^T leaves half of them are left out.")
def a_record_costs_at_most_two_gradients(*, leaves: sp.Expr = 2 * two**T - 2) -> Outcomes:
    """One gradient at a root, two at a right child; sum_t 2^t leaves are 2^(T+1) - 2 in all."""
    used = b * (T + T * (T + 1) / 4)
    gradients = b * (T + 2 * T * (T + 1) / 4)
    yield visible(gradients, "<=", 2 * used)
    yield induction(relation(sp.Sum(two**t, (t, 1, T)), "=", leaves), "T", start=1)


@CLAIM.exact(part="sensitivity", uses=())
@broken("half_of_it_is_exceeded", "4 L_1 D/b forgets that two records are compared.", child=4)
def every_right_child_has_the_same(*, child: int = 8) -> Outcomes:
    """Every right child has the sensitivity 2 L_1 2^(2-j) D/(b 2^(-j)) at its depth j.
    2/(k+2) 2D <= 2 size 2D for k >= 2^t - 2; depth/size of them; two records, b depth each.
    """
    moved, step = declare("moved k >= 0")
    known = [(1 / size, "<=", step + 2)]
    yield visible(2 / (step + 2) * 2 * D, "<=", 4 * size * D, where=known)
    yield identity(depth / size * 4 * size * D, 4 * depth * D)
    left = 2 * L1 * moved / (b * depth)
    premises = [(2 * L1 / (b * depth), moved, 4 * depth * D)]
    yield follows(left, child * L1 * D / b, premises, rest=(child - 8) * L1 * D / b)


@CLAIM.exact(part="privacy", uses=("noneuclid.gg-renyi.repaired", "ext.bounded-range"))
@broken("two_nodes_would_cost_twice", "A record in two nodes.", nodes=2)
def only_one_release_sees_the_record(*, nodes: int = 1) -> Outcome:
    """The others are computed from released values and other records; leaves release nothing.
    kappa S^2/(2 sigma^2) at the node of the record, 0 at the others: the sum is rho.
    """
    text = f"{nodes}*kappa*S^2/(2*(kappa*S^2/(2*rho))) = rho"
    return certify(parse(text, where="kappa, S, rho > 0"))


m = declare("integer m >= 0")


@CLAIM.exact(part="statistical error", uses=("noneuclid.kappa-regular", "ext.second-moment"))
@broken("four_is_too_little", "2 L_0 + 4 L_1 D.", child=4)
def estimates_add_up_along_a_path(*, child: int = 8) -> Outcomes:
    """4 L_0^2 + 64 L_1^2 D^2 <= (2 L_0 + 8 L_1 D)^2.
    Centred terms of norm 2 L_0, and 2 L_1 4 D 2^(-j), b 2^(-j) of them; kappa/b is in front.
    """
    tail = declare("tail > 0")  # sum of 2^(-j), at most 1
    yield identity(b * (2 * L0 / b) ** 2, 4 * L0**2 / b)
    right = 64 * L1**2 * D**2 * depth / b
    yield identity(b * depth * (2 * L1 * 4 * D * depth / (b * depth)) ** 2, right)
    yield induction(relation(sp.Sum(half**j, (j, 1, m)), "=", 1 - half**m), "m")
    left = 4 * L0**2 + 64 * L1**2 * D**2 * tail
    rest = 4 * child * L0 * L1 * D + (child**2 - 64) * L1**2 * D**2
    yield follows(left, (2 * L0 + child * L1 * D) ** 2, [(64 * L1**2 * D**2, tail, 1)], rest=rest)


@CLAIM.exact(part="noise", uses=("noneuclid.gg-error.sums", "ext.second-moment"))
@broken("one_child_is_too_few", children=sp.Integer(1))
@because("As if only one right child were on the path.")
def noises_add_up_along_a_path(*, children: sp.Expr = T) -> Outcomes:
    """One root, at most T right children.
    kappa_+ d (sigma_0^2 + T sigma_1^2) <= kappa^2 d/(b^2 rho) (2 L_0^2 + 32 T L_1^2 D^2).
    """
    first = kappa * (2 * L0 / b) ** 2 / (2 * rho)
    other = kappa * (8 * L1 * D / b) ** 2 / (2 * rho)
    total = kappa * d * (first + T * other)
    limit = kappa**2 * d / (b**2 * rho) * (2 * L0**2 + 32 * children * L1**2 * D**2)
    mean = declare("mean_square >= 0")
    yield identity(total, limit)
    yield follows(
        mean, total,
        [(1, mean, k_plus * d * (first + T * other)), (d * (first + T * other), k_plus, kappa)],
    )  # fmt: skip


@CLAIM.exact(part="steps", uses=("ext.descent-lemma",))
@broken("half_of_the_curvature_is_exceeded", curvature=4)
@because("8 (k+1)/(k+2) exceeds 4 from k = 1 on.")
def weighted_errors_telescope(*, curvature: int = 8) -> Outcomes:
    """K = 2^(T+1) - 2; a step has length at most 2 eta D.
    h_(k+1) <= (1-eta) h_k + eta c_k + 2 eta^2 L_1 D^2, times (k+1)(k+2), eta = 2/(k+2); the sum.
    c_k = 2 D |e_k|; with K steps K(K+1) h_K <= sum 2(k+1) c_k + 8 L_1 D^2 K.
    """
    K, worst, h, c, k = declare("K > 0, worst h c k >= 0")
    total = (K * (K + 1) * worst + curvature * L1 * D**2 * K) / (K * (K + 1))
    eta, bend = 2 / (k + 2), 8 * L1 * D**2 * (k + 1) / (k + 2)
    after = (1 - eta) * h + eta * c + 2 * eta**2 * L1 * D**2
    yield identity((k + 1) * (k + 2) * after, k * (k + 1) * h + 2 * (k + 1) * c + bend)
    yield visible(bend, "<=", curvature * L1 * D**2)
    yield induction(relation(sp.Sum(2 * j, (j, 1, T)), "=", T * (T + 1)), "T", start=1)
    yield identity(total, worst + curvature * L1 * D**2 / (K + 1))
