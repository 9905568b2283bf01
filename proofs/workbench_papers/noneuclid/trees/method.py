"""Frank-Wolfe on trees of gradient estimates: records, leaves, and how estimates add up.

Phase t = 1..T walks a complete binary tree of depth t in pre-order.  The root averages the gradient
over b fresh records at the current point; a left child copies its parent; a right child at depth j
adds the mean difference of the gradients at its own point and at its parent's point, over b/2^j
fresh records.  Each of the 2^t leaves takes a noisy Frank-Wolfe step of size 2/(k + 2), where k
counts all steps so far: 2^t - 2 before phase t.

The slides give the idea (a recursive estimate with tree aggregation, in one pass); the constants
and the order of the visits are reconstructed here.
"""

from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import First, Rule, certify, identity, induction, visible
from workbench.symbolic import declare, relation
from workbench.symbolic.text import parse
from workbench_papers.noneuclid.trees._walk import Node, walk

CLAIM = Claim(
    "noneuclid.asi-tree",
    title="Frank-Wolfe on gradient trees: records, leaves, telescoping",
    reconstructed=("algorithm", "slide: l_1-Setup: Further Improvements"),
    statement=r"""\begin{gathered}
        \text{phase } t \text{ uses } b (1 + t/2) \text{ records, all phases }
        b \big( T + \tfrac{T (T+1)}{4} \big), \text{ each at one node}; \\
        \text{phase } t \text{ takes the steps } k = 2^t - 2, \dots, 2^{t+1} - 3, \;
        \eta_k \le 2^{1-t}; \quad \text{a right child at depth } j \text{ starts } 2^{t-j}
        \text{ steps after its parent and reaches } 2^{t-j} \text{ leaves}; \\
        G_{\mathrm{leaf}} - \nabla F(X_{\mathrm{leaf}}) = \text{sum of the centred terms of the root
        and of the right children on the path}
        \end{gathered}""",
    hypotheses=r"2^T \text{ divides } b, \; T \ge 1, \; n \ge b \big( T + T(T+1)/4 \big)",
    parts=("records", "steps", "tree", "telescoping"),
    note="b records make the root of a tree, T is the number of phases, X the point of a node and G"
    " its estimate. The slide's amplification by shuffling is not used.",
)

T, t, b = declare("integer T > 0, integer t, b > 0")


@CLAIM.exact(part="records")
@broken("one_depth_too_few", "T(T-1)/4 forgets that the leaves draw records as well.", constant=-1)
def every_depth_uses_half_a_root(*, constant: int = 1) -> Outcomes:
    """The records used are b (1 + t/2) per phase, b (T + T(T+1)/4) in all.
    2^(j-1) right children of b/2^j records at each depth j = 1..t; sums over j and t.
    """
    j, m = declare("integer j, integer m >= 0")
    two = sp.Integer(2)
    x = declare("x > 0")  # 2^j
    level = x / 2 * (b / x)
    phase = b * (1 + t / 2)
    yield identity(level, b / 2)
    yield induction(relation(b + sp.Sum(b / two, (j, 1, m)), "=", b * (1 + m / two)), "m")
    claimed = relation(sp.Sum(phase, (t, 1, T)), "=", b * (T + T * (T + constant) / 4))
    yield induction(claimed, "T", start=1)


@CLAIM.exact(part="steps")
@broken("not_one_step_later", "2^t - 1 would be one step later.", offset=1)
def a_phase_starts_at_a_power_of_two(*, offset: int = 2) -> Outcomes:
    """A phase t begins where k + 2 >= 2^t, so eta_k = 2/(k + 2) <= 2^(1-t).
    sum of 2^s for s < t is 2^t - 2 from s = 1; 2/(k + 2) <= 2 * 2^(-t) from there on.
    """
    two, s = sp.Integer(2), declare("integer s")
    m = declare("integer m > 0")
    size, k = declare("size k > 0")  # 2^(-t)
    yield induction(relation(sp.Sum(two**s, (s, 1, m - 1)), "=", two**m - offset), "m", start=1)
    yield visible(2 / (k + 2), "<=", 2 * size, where=[(1 / size - 2, "<=", k), (size, "<=", 1)])


DEEPEST = 6


def faults(nodes: list[Node], later: int) -> int:
    """How many nodes break a rule: fresh records, leaves, distance from the parent."""
    home = {(node.phase, node.path): node for node in nodes}
    drawn = [row for node in nodes for row in node.rows]
    found = len(drawn) - len(set(drawn))
    for node in nodes:
        span = 2 ** (node.phase - node.depth)
        found += len(node.leaves) != span
        if node.path:
            parent = home[node.phase, node.path[:-1]]
            apart = node.leaves.start - parent.leaves.start
            found += apart != (later * span if node.path.endswith("1") else 0)
    return found


def tree(later: int) -> Outcome:
    """Every node for T = 1..6 with b = 2^T: no fault; the counts are those of the formulas."""
    checks = []
    for phases in range(1, DEEPEST + 1):
        nodes = list(walk(phases, 2**phases))
        used = sum(len(node.rows) for node in nodes)
        formula = Fraction(2**phases) * (phases + Fraction(phases * (phases + 1), 4))
        leaves = sum(node.depth == node.phase for node in nodes)
        checks += [
            identity(faults(nodes, later), 0), identity(used, sp.Rational(formula)),
            identity(leaves, 2 ** (phases + 1) - 2),
        ]  # fmt: skip
    return all_of(*checks, summary=f"every node of the trees with T = 1..{DEEPEST}")


def halves() -> Outcome:
    """A subtree of 2m leaves is two of m: the right one starts m leaves later; by induction 2^i."""
    i = declare("integer i >= 0")
    N, k = sp.IndexedBase("N", real=True), declare("integer k")
    return induction(
        relation(N[i], "=", sp.Integer(2) ** i), "i",
        rules=[Rule("N", "k", 2 * N[k])],
        base=[First("N", 0, 1)], factor=2,
    )  # fmt: skip


@CLAIM.exact(part="tree")
@broken("a_right_child_does_not_start_later_than_that", later=2)
@because("2 2^(t-j) is the number of leaves of its parent, and half of them come first.")
def subtrees_are_visited_one_after_the_other(*, later: int = 1) -> Outcomes:
    """N(i + 1) = 2 N(i) leaves at height i = t - j; walked in full up to T = 6."""
    yield halves()
    yield tree(later)


@CLAIM.exact(part="telescoping")
@broken("at_another_point_they_do_not", point="other")
@because("The difference must start where the parent's estimate was made.")
def errors_add_up_along_a_path(*, point: str = "parent") -> Outcomes:
    """A right child adds a centred term, a left child nothing.
    e_s = e_parent + (mean difference - its mean), the difference taken from the parent's X.
    """
    centred = f"diff - (F_own - F_{point})"
    yield certify(parse(f"(before + F_parent + diff) - F_own = before + ({centred})"))
    yield certify(parse("before + F_parent - F_parent = before"))  # a left child copies G and X
