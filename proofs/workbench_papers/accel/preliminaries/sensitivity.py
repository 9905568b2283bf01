"""l1 sensitivity: how much one replaced record can move a gradient.

S_1(x) is the largest l1 distance of two per-record gradients at x, over all records of the declared
domain, not over the data at hand.  Replacing one record changes one summand, so the full gradient
moves by at most S_1(x)/n and a mini-batch gradient by at most S_1(x)/m when the record is in the
batch.  That is all a Laplace mechanism needs to know about the loss.

Two slips of the text around eq. (10) are corrected here: the bars stand for the l1 norm of a
vector, and it is the gradient that changes by at most S_1(x)/n, not F (accel.erratum-36).
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Example, Outcome, because, broken
from workbench.rigor.provers import empirical_risk as risk
from workbench.rigor.provers import instances as runs
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import declare

CASES: tuple[dict[str, Any], ...] = ({"used": True}, {"used": False})  # the record, in the batch
HALF = Fraction(1, 2)


def changed(of_gradient: bool = False) -> runs.RunStatement:
    """F (its gradient) changes by S_1(x)/n at most; here x^2/2 - y x, |y| <= R, S_1 = 2R, n = 2."""
    R, x, apart, count, *slopes = declare("R > 0, real x v N a b c d")
    zeros = declare("real f_1 f_2 g_1 g_2")  # at 0 a loss is 0
    call = runs.grad if of_gradient else runs.value
    every = [(name, k) for name in "fg" for k in (1, 2)]
    means = {y: abs(runs.grad(name, 0, k)) for y, (name, k) in zip(slopes, every, strict=True)}
    means |= {z: runs.value(name, 0, k) for z, (name, k) in zip(zeros, every, strict=True)}
    classes = [runs.QUADRATIC, runs.strongly_convex(1), runs.smooth(1)]
    return runs.RunStatement(
        (apart, "<=", R),
        where=[(count, "=", 2), *((y, "<=", R) for y in slopes), *((z, "=", 0) for z in zeros)],
        functions=[runs.Functions(name, *classes) for name in "fg"], neighbours=[("f", "g")],
        means={**means, apart: abs(call("f", x) - call("g", x)), count: runs.size("f")},
        numbers=(x,),
    )  # fmt: skip


ERRATUM = Claim(
    "accel.erratum-36",
    title="The objective changes by at most S_1(x)/n",
    printed=("erratum", "sentence after eq. (10)"),
    statement=r"""\lvert F(x; Y) - F(x; Y') \rvert \le \frac{S_1(x)}{n}
        \quad\text{with}\quad
        S_1(x) = \sup_{y,y'} \lvert \nabla f(x; y) - \nabla f(x; y') \rvert""",
    hypotheses=r"Y, Y' \text{ differ in one record}",
    note="Printed for F; it is true of the gradient of F, with the l1 norm in the definition."
    " See accel.sensitivity. As encoded n = 2, f and g are means of"
    " losses x^2/2 - y x, |y| <= R, and S_1/n is R.",
)

CLAIM = Claim(
    "accel.sensitivity",
    title="l1 sensitivity of the gradient",
    reconstructed=("definition", "eq. (10), with the l1 norm and the gradient in place"),
    statement=r"""S_1(x) = \sup_{y,y' \in \mathcal{Y}} \lVert \nabla f(x; y) - \nabla f(x; y')
        \rVert_1, \qquad \lVert \nabla F(x; Y) - \nabla F(x; Y') \rVert_1 \le \frac{S_1(x)}{n},
        \qquad \lVert \nabla F_B(x; Y) - \nabla F_B(x; Y') \rVert_1 \le \frac{S_1(x)}{m}""",
    hypotheses=r"""Y, Y' \text{ differ in one record}
        B \text{ is fixed, of size } m \le n
        \mathcal{Y} \text{ is public}""",
    encoded=tuple(risk.replaced(**case).theorem for case in CASES),
    uses=("accel.dp-definition",),
    repairs=("accel.erratum-36",),
    note="As encoded y and z are the gradients of the replaced record, S_1 is a number that none of"
    " their distances exceeds, and h is the sum of the other gradients of m records: of the batch,"
    " with the record or without it, or of all of them, m = n. A vector is the sequence of its"
    " coordinates. The bound for a fixed batch is used by the paper and not printed. The supremum"
    " need not be attained, where the paper writes max; and it runs over the public domain: the"
    " spread of the data at hand is smaller and is itself a secret.",
)


@CLAIM.proof
@broken("half_the_share", change={"factor": HALF})
@because("A record of a batch of m that moves by S_1 moves the mean by S_1/m.")
@broken("any_domain", "Gradients may be as far apart as they like.", change={"told": ()})
def one_replaced_record_moves_the_mean_by_its_share(*, change: dict[str, Any] = {}) -> Outcome:
    """Per coordinate the means differ by (y - z)/m, hence by at most S_1/m in the l1 norm."""
    return proved(*(risk.replaced(**case, **change) for case in CASES))


@ERRATUM.refutation(of="case")
@broken("gradient_does_not", of_gradient=True)
@because("At the same point the gradient changes by 1, as accel.sensitivity says.")
def objective_changes_by_more(*, of_gradient: bool = False) -> Example:
    """At x = 10 the record 1 becomes -1: F changes by 10, and S_1(x)/n is 1.
    The case d = 1, n = 2, f(x; y) = x^2/2 - y x with |y| <= 1: S_1(x) = 2; the other record is 0.
    """
    data = {name: [runs.parabola(1, y), runs.parabola(1)] for name, y in (("f", -1), ("g", 1))}
    return changed(of_gradient).refuted(data, x=10, R=1)
