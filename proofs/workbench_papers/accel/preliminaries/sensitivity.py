"""l1 sensitivity: how much one replaced record can move a gradient.

S_1(x) is the largest l1 distance of two per-record gradients at x, over all records of the declared
domain, not over the data at hand.  Replacing one record changes one summand, so the full gradient
moves by at most S_1(x)/n and a mini-batch gradient by at most S_1(x)/m when the record is in the
batch.  That is all a Laplace mechanism needs to know about the loss.

Two slips of the text around eq. (10) are corrected here: the bars stand for the l1 norm of a
vector, and it is the gradient that changes by at most S_1(x)/n, not F (accel.erratum-36).
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.rigor.provers import instances as runs
from workbench.symbolic import declare
from workbench_papers.accel._line import in_every_order


def changed(of_gradient: bool = False) -> runs.RunStatement:
    """F (its gradient) changes by S_1(x)/n at most; for x^2/2 - y x, |y| <= R, one has S_1 = 2R."""
    n, R, x, apart, count, *slopes = declare("integer n > 0, R > 0, real x v N a b c d")
    call = runs.grad if of_gradient else runs.value
    every = [(name, k) for name in "fg" for k in (1, 2)]
    means = {y: abs(runs.grad(name, 0, k)) for y, (name, k) in zip(slopes, every, strict=True)}
    classes = [runs.QUADRATIC, runs.strongly_convex(1), runs.smooth(1)]
    return runs.RunStatement(
        (apart, "<=", 2 * R / n), where=[(count, "=", n), *((y, "<=", R) for y in slopes)],
        functions=[runs.Functions(name, *classes) for name in "fg"], neighbours=[("f", "g")],
        means={**means, apart: abs(call("f", x) - call("g", x)), count: runs.size("f")},
        numbers=(x,),
    )  # fmt: skip


ERRATUM = Claim(
    "accel.erratum-36",
    title="The objective does not change by at most S_1(x)/n",
    printed=("erratum", "sentence after eq. (10)"),
    statement=r"""\lvert F(x; Y) - F(x; Y') \rvert \le \frac{S_1(x)}{n}
        \quad\text{with}\quad
        S_1(x) = \sup_{y,y'} \lvert \nabla f(x; y) - \nabla f(x; y') \rvert""",
    hypotheses=r"Y, Y' \text{ differ in one record}",
    encoded=(changed(),),
    note="Printed for F; it is true of the gradient of F, with the l1 norm in the definition."
    " See accel.sensitivity. As encoded a loss is x^2/2 - y x with |y| <= R, so S_1 is 2R.",
)

CLAIM = Claim(
    "accel.sensitivity",
    title="l1 sensitivity of the gradient",
    reconstructed=(
        "definition",
        "Definition A.3, eqs. (37) and (10), with the l1 norm and the gradient in place",
    ),
    statement=r"""S_1(x) = \sup_{y,y' \in \mathcal{Y}} \lVert \nabla f(x; y) - \nabla f(x; y')
        \rVert_1, \qquad \lVert \nabla F(x; Y) - \nabla F(x; Y') \rVert_1 \le \frac{S_1(x)}{n},
        \qquad \lVert \nabla F_B(x; Y) - \nabla F_B(x; Y') \rVert_1 \le \frac{S_1(x)}{m}""",
    hypotheses=r"""Y, Y' \text{ differ in one record}
        B \text{ is fixed, of size } m \le n
        \mathcal{Y} \text{ is public}""",
    parts=("gradients", "domain"),
    uses=("accel.dp-definition",),
    repairs=("accel.erratum-36",),
    note="The bound for a fixed batch is used by the paper and not printed. The supremum need not"
    " be attained, where the paper writes max; and it runs over the public domain: the spread of"
    " the data at hand is smaller and is itself a secret.",
)

n, d, i, S = declare("integer n d > 0, integer i, S_1 > 0")


@CLAIM.exact(part="gradients")
@broken("half_the_share", factor=1 / (2 * n))
@because("Replacing a record is not half of removing and adding one.")
def one_replaced_record_moves_the_mean_by_its_share(*, factor: sp.Expr = 1 / n) -> Outcomes:
    """Per coordinate the means differ by (y - z)/n, hence by at most S_1/n in the l1 norm.
    A mean of n summands, one of them replaced, moves by factor times the change of that one.
    The replaced record stands last; n is the size of the dataset, or of a batch that holds it.
    """
    g = sp.IndexedBase("g", real=True)
    old, new = declare("real y z")
    before = (sp.Sum(g[i], (i, 1, n - 1)) + old) / n
    after = (sp.Sum(g[i], (i, 1, n - 1)) + new) / n
    one_coordinate = identity(before - after, factor * (old - new))
    change = sp.IndexedBase("D", nonnegative=True)  # |coordinate i of the gradients' difference|
    total = sp.Sum(change[i], (i, 1, d))
    left = sp.Sum(factor * change[i], (i, 1, d))
    norm = visible(left, "<=", factor * S, where=[(S, ">=", total)])
    yield one_coordinate
    yield norm


@CLAIM.exact(part="domain")
@broken("radius_in_place_of_diameter", diameter=sp.Integer(1))
@because("The largest norm of a record is not its sensitivity.")
@broken("three_times_the_radius_is_not_attained", diameter=sp.Integer(3))
@because("A bound by 3 R is true, but two records are never that far apart.")
def mean_type_quadratic_has_sensitivity_twice_the_radius(
    *, diameter: sp.Expr = sp.Integer(2)
) -> Outcomes:
    """For records in the l1 ball of radius R, S_1(x) = 2 R at every x, attained at +-R e_k.
    Records of l1 norm at most R are at most `diameter` apart, and two of them are that far.
    The gradient of f(x; y) = x^T Q x / 2 - y^T x moves by y' - y, at every x.
    """
    R = declare("R > 0")
    size, other = sp.IndexedBase("a", nonnegative=True), sp.IndexedBase("c", nonnegative=True)
    slack = sp.IndexedBase("s", nonnegative=True)
    apart = sp.Sum(size[i] + other[i] - slack[i], (i, 1, d))  # |y_i - z_i| <= |y_i| + |z_i|
    sizes = sp.Sum(size[i], (i, 1, d)), sp.Sum(other[i], (i, 1, d))
    triangle = in_every_order(
        "oyz", lambda dist: dist("y", "z"), lambda dist: dist("o", "y") + dist("o", "z")
    )
    summed = visible(apart, "<=", sizes[0] + sizes[1], gap=sp.Sum(slack[i], (i, 1, d)))
    both = declare("A C >= 0")
    left = both[0] + both[1]
    bounded = visible(left, "<=", diameter * R, where=[(both[0], "<=", R), (both[1], "<=", R)])
    attained = identity(sp.Abs(R - (-R)), diameter * R)  # y = R e_k, z = -R e_k
    yield triangle
    yield summed
    yield bounded
    yield attained


@ERRATUM.refutation
@broken("gradient_does_not", of_gradient=True)
@because("At the same point the gradient changes by 1, as accel.sensitivity says.")
def objective_changes_by_more(*, of_gradient: bool = False) -> Outcome:
    """At x = 10 the record 1 becomes -1: F changes by 10, and S_1(x)/n is 1.
    n = 2, f(x; y) = x^2/2 - y x with |y| <= 1, so S_1(x) = 2; the other record is 0.
    """
    data = {name: [runs.parabola(1, y), runs.parabola(1)] for name, y in (("f", -1), ("g", 1))}
    return changed(of_gradient).refuted(data, x=10, R=1, n=2)
