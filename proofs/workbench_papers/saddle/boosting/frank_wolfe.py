"""Private variance-reduced Frank-Wolfe: a self-contained version with constants (for Theorem 3.22).

A right child at depth j starts 2^(h-j) steps after its parent, each at most 4 * 2^(-h) long: two
records at its two points differ by 8 L_1 2^(-j), over b 2^(-j) records: 8 L_1/b, like 2 L_0/b at
the root.  One record reaches at most 2^h leaves of its tree, and a noisy minimum costs 2 D/lam.
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import gradient_trees as trees
from workbench.rigor.provers import node_estimates as nodes
from workbench.rigor.provers import simplex_frank_wolfe as walk
from workbench.rigor.provers import tree_errors as errors
from workbench.rigor.provers.largest_errors import CENTRED
from workbench.rigor.provers.theorems import proved

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
    hypotheses=r"""f(\cdot; z) \text{ convex}, \; \lVert \nabla f(x; z) \rVert_\infty \le L_0, \; \
            \lVert \nabla f(x; z) - \nabla f(y; z) \rVert_\infty \le L_1 \lVert x - y \rVert_1 \
            \text{ on } \Delta_d; \; L_0, L_1, \lambda > 0
        0 < \epsilon \le 8 \ln(1/\delta), \; 0 < \delta < 1, \; 2^{T_p - 1} \text{ divides } b; \; \
            \text{one record replaced; i.i.d. records for the risk}
        \text{the first point } x_0 \in \Delta_d \text{ does not depend on the data}
        \text{phase } t = 1, \dots, T_p \text{ is a tree of height } h = t - 1, \text{ in \
            pre-order: } b \text{ records at its root, } b/2^j \text{ at a right child of \
            depth } j, \text{ whose estimate adds the mean difference of gradients at its point \
            and at its parent's; a left child copies}
        \text{leaf } k = 2^h, \dots, 2^{h+1} - 1: \; \text{the vertex of the least entry with \
            noise } \operatorname{Lap}(\lambda), \; \text{a step of } 2/(k + 1) \text{ to it}""",
    parts=("records", "tree", "sensitivity", "privacy", "errors", "risk"),
    encoded={
        "records": walk.counts(),
        "tree": (*(p.theorem for p in trees.halves()), trees.errors().theorem),
        "sensitivity": (nodes.of_the_root().theorem, nodes.of_a_child().theorem),
        "privacy": (walk.choices(),),
        "errors": (*walk.shares(), errors.at_a_leaf()),
        "risk": (walk.risk().theorem,),
    },
    uses=("ext.noisy-minimum", "ext.largest-noise.bounds"),
    note="As encoded D is the largest 1-norm of a point, 1 on the simplex. In the part on the tree"
    " N_i is the number of leaves of a subtree of height i, and R_i the number of steps from a node"
    " to its right child of height i; X_0 and X_1, .., X_m are the points of the root and of the"
    " right children on the path to a leaf, c_i a mean over records less its mean. In the part on"
    " the sensitivity f and h are the gradients of the replaced record and of its rival, at points"
    " that are the same in both runs: x_0 does not depend on the data, and what follows it is a"
    " function of what was released. There v is a vertex, G and H are the estimates in both runs,"
    " w is what the node has in both and u_i what later nodes add. The child has the depth `depth`,"
    " and 2^r steps lie between it and its parent, h = depth + r, from x_i towards a vertex z_i, of"
    " which the lengths alone are asked. u_r is 1 at leaves whose scores the record moves, by"
    " Delta_0/b: those below its node, so half of 2^Tp at most; N = 2^Tp - 1 is the number of all"
    " leaves, n that of records. An item is a vertex, whose score is its entry with the opposite"
    " sign: Laplace noise is symmetric, so the largest score is at the least entry. In the part on"
    " errors x is what a coordinate of the gradient of a record changes by from the parent's point"
    " to the child's, s apart, and w = 2^(-j). Then the records on the path are drawn one after the"
    " other, R of the root (i is 1) and C of right children: y is what one adds to a coordinate, mu"
    " its mean given the past. The records of a batch are fresh, independent of all before them, so"
    " mu is what the gradient of F at the same points adds, and S is the coordinate of the error;"
    " the copies are the d coordinates, of which the one with the largest |S_K| may be chosen; V >"
    " 0 from the first record on. In the part on the risk t is k - 1, v_t the point of the simplex"
    " that is best for G_t + xi_t, x_star any point. Its conditions are asked for all t: after the"
    " K = 2^Tp - 1 steps one may put grad F(x_t) for G_t and 0 for xi_t. Of xi_t the mean of the"
    " largest entry of -xi_t is asked, and of G_t that of the largest <G_t - grad F(x_t), y - z>"
    " of two points: |y - z|_1 <= 2, so it is at most twice the largest |S_K| of the part on"
    " errors.",
)  # fmt: skip


@CLAIM.exact(part="records", uses=())
@broken("the_root_batches_count", "b T (T - 1)/4 forgets them.", quarter=-1)
def every_depth_uses_half_a_root_batch(*, quarter: int = 3) -> Outcome:
    """Phase t: b for the root and 2^(j-1) right children with b/2^j records at depths 1..t-1."""
    return all_of(map(certify, walk.counts(quarter)))


@CLAIM.proof(part="tree", uses=())
@broken("twice_as_many", "A leaf is one.", factor=2)
@broken("at_another_point_they_do_not", "G_1 has the errors of both points.", back=1)
@dropped("given", trees.WALK, {0: "N_0 may be 2.", 1: "N_1 may be 3.", 2: "R_0 may be 2."})
def errors_add_up_along_a_path(*, back: int = 0, **changes: Any) -> Outcome:  # noqa: ANN401
    """A subtree has the leaves of both its halves; a right child adds a centred term."""
    return proved(*trees.halves(**changes), trees.errors(back=back))


LONG, STEEP = "v may be as long as one likes.", "Its gradients may be as long as one likes."
STEP = "At depth 2, for r = 0, the two points may be 2 D apart, and not D."
BENT = "Its gradient may change as fast as one likes."


@CLAIM.proof(part="sensitivity", uses=())
@broken("half_of_it_is_exceeded", at_root=1)
@because("At the root: records of the gradients L_0 v and -L_0 v at a vertex v.")
@broken("half_of_a_child_is_exceeded", at_child=4)
@because("L_1 (x_1 - x_2 + x_3)^2/2 and L_1 (x_1 - x_2 - x_3)^2/2, v = e_3, from e_2 to e_1.")
@dropped("root", nodes.ROOT, {0: LONG, 1: STEEP, 2: STEEP})
@dropped("child", nodes.CHILD, {
    0: LONG, 1: STEP, 2: STEP, 3: "Points may be far from z_i.", 4: STEP, 5: BENT, 6: BENT,
})  # fmt: skip
def children_are_as_sensitive_as_the_root(
    *, at_root: int = 2, at_child: int = 8,
    root: Any = nodes.ROOT, child: Any = nodes.CHILD,  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """2^(h-j) steps of at most 4 * 2^(-h), over b 2^(-j) records: 8 L_1/b at every depth."""
    return proved(nodes.of_the_root(given=root, most=at_root),
                  nodes.of_a_child(given=child, most=at_child))  # fmt: skip


@CLAIM.proof(part="privacy", uses=("ext.noisy-minimum",))
@broken("a_quarter_of_the_noise", where=(*walk.PRIVATE[:-1], walk.enough(1)))
@because("At eps = 8 ln(1/delta) many leaves, at scores in two large groups, lose about 2 eps.")
@dropped("where", walk.PRIVATE, {
    1: "At eps = 128 ln(1/delta) many leaves, at scores in two large groups, lose about 2 eps.",
    2: "One u_r may be 2^(Tp-1): that choice loses eps (2^Tp/(16 ln(1/delta)))^(1/2).",
    3: "Many more leaves may see the record.", 4: "The noise may be as small as one likes.",
})  # fmt: skip
def half_of_the_leaves_are_affected(**changes: Any) -> Outcome:  # noqa: ANN401
    """A choice costs 2 Delta_0/(b lam) <= eps/(8 2^(Tp-1) ln(1/delta))^(1/2)."""
    return walk.are_private(**changes)


@CLAIM.proof(part="errors", uses=())
@broken("half_of_a_record", "A record may change by 4 L_1 w.", child=2)
@broken("half_of_a_series", "Three depths have 7/8.", limit=Fraction(1, 2))
@broken("without_the_two_it_is_exceeded", most=1)
@because("L_1 near 0: many independent coordinates, each a sum of many fair signs.")
@dropped("sure", errors.SIZE, "A rare record may move it as far as one likes.")
@dropped("given", CENTRED, {0: "Steps may have the mean c each."})
@dropped("many", errors.MANY, "More records have a larger error.")
def estimates_have_the_errors_of_a_root_and_a_child(
    *, child: int = 4, limit: Fraction | int = 1, **changes: Any  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """Variance proxies L_0^2/b and (4 L_1)^2/b at most; ln of the sum of 2d exponentials."""
    yield walk.are_shared(child, limit)
    yield errors.mean_at_a_leaf(**changes)


@CLAIM.proof(part="risk", uses=("ext.largest-noise.bounds",))
@broken("a_sixteenth_of_the_curvature", most=Fraction(1, 2))
@because("Tp = 1, small lambda and large b, d = 2: L_1 (x_1 - x_2)^2/2 is L_1/2 at a vertex.")
@dropped("given", walk.RISK, {
    0: "The worst vertex may be chosen.", 1: "The noise may be as large as one likes.",
    2: "x_{t+1} may be any point.", 3: "G_t may have the opposite sign.",
    4: "K may be 1 for a large Tp: L_1 (x_1 - x_2)^2/2 is L_1/2 after one step.",
})  # fmt: skip
def weighted_errors_telescope(**changes: Any) -> Outcome:  # noqa: ANN401
    """A step: h' <= (1 - eta) h + eta e + 2 eta^2 L_1, eta = 2/(t + 2); then induction."""
    return proved(walk.risk(**changes))
