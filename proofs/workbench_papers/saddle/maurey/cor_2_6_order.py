"""The order N^(-1/2) of the gradient bias under first-order smoothness is real.

On two vertices let F = u|u|/2 with u = x_1 - x_2.  For all x and h, with v = u(x + h),

    |F(x + h) - F(x) - |u| (h_1 - h_2)| <= |h|_1^2/2,      ||v| - |u|| <= |h|_1,

so its gradient is (|u|, -|u|), which is 1-Lipschitz, and has a kink at the centre.  Sampled from
the centre, u is the mean of N fair signs and the bias is E|u|.  For the sum S of the signs
E S^2 = N and E S^4 <= 3 N^2, and |x| >= sqrt(3) (x^2/2 - x^4/18) at x = S/sqrt(N).
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers.sums_of_signs import FAIR, SIGN, is_not_small, mean_size
from workbench.symbolic import Relation, declare
from workbench.symbolic.text import parse


def gradient(slope: str = "abs(u)", bend: str = "1/2") -> tuple[Relation, Relation]:
    """F at x + h against F at x, and its gradient there, for u = u(x) and h = (h_1, h_2)."""
    v, size = "(u + h_1 - h_2)", "(abs(h_1) + abs(h_2))"
    model = f"{v}*abs({v})/2 - u*abs(u)/2 - {slope}*(h_1 - h_2)"
    return (parse(f"abs({model}) <= {bend}*{size}^2"), parse(f"abs(abs({v}) - abs(u)) <= {size}"))


u, h_1, h_2 = declare("real u h_1 h_2")
MOVED, LENGTH = {"u": u, "t": h_1 - h_2}, sp.Abs(h_1) + sp.Abs(h_2)
SHORT = parse("abs(h_1 - h_2) <= abs(h_1) + abs(h_2)")
MODEL = parse("abs((u + t)*abs(u + t)/2 - u*abs(u)/2 - abs(u)*t) <= 1/2*t^2")
SLOPE = parse("abs(abs(u + t) - abs(u)) <= abs(t)")
SQUARES = parse("1/2*t^2 <= 1/2*s^2", where="-s <= t, t <= s")
JOINED = parse("x <= s", where="x <= y, y <= s")
SIZES = {"t": h_1 - h_2, "s": LENGTH}


CLAIM = Claim(
    "saddle.cor2.6.order",
    title="The order N^(-1/2) of the first-order bias is real",
    ours=("remark", "Remark on Corollary 2.6; not in the paper"),
    statement=r"""F = \tfrac12 u |u|, \; u = x_1 - x_2, \; d = 2, \; \bar x = (\tfrac12, \tfrac12):
        \quad \partial_1 F = |u| \text{ is 1-Lipschitz}, \quad
        \mathbb{E} \partial_1 F(\widehat X) - \partial_1 F(\bar x)
        = \mathbb{E} |u(\widehat X)| = \mathbb{E} \Big| \frac1N \sum_{k \le N} \varepsilon_k \Big|
        \ge \frac{1}{\sqrt{3N}}""",
    hypotheses=r"\varepsilon_k \text{ independent fair signs}, \; N \ge 1",
    parts=("gradient", "bias"),
    encoded={"gradient": gradient(), "bias": (mean_size(),)},
    note="F is 1-smooth in the 1-norm, everywhere. At N = 1 the bias is 1, against the bound"
    " 2 sqrt(2). As encoded X is the sign of a step, 1 or -1 with mean 0 given those before, and S"
    " their sum, which is N u at the sampled average; at the centre u is 0.",
)


@CLAIM.exact(part="gradient")
@broken("without_the_absolute_value", "At u = -1 the slope is 1.", slope="u")
@broken("half_of_the_curvature", "At u = 0, h_2 = 0 it is h_1^2/2.", bend="1/4")
def gradient_is_the_size_of_u(**changes: Any) -> Outcome:  # noqa: ANN401
    """For t = h_1 - h_2 by the signs of u and u + t, and |t| <= |h_1| + |h_2|."""
    model, slope = gradient(**changes)
    steps: list[Any] = [
        (model, [(MODEL, MOVED), (SQUARES, SIZES)], (h_1 - h_2) ** 2 / 2, LENGTH**2 / 2),
        (slope, [SHORT, (SLOPE, MOVED)], sp.Abs(h_1 - h_2), LENGTH),
    ]
    return all_of(*(
        certify(one, methods=("sign", "cases", "sos", "products"),
                facts=[*facts, (JOINED, {"x": one.left, "y": between, "s": most})])
        for one, facts, between, most in steps
    ))  # fmt: skip


@CLAIM.proof(part="bias")
@broken("it_is_not_the_second_moment", "At N = 4 it is 3/8, and 1/sqrt(4) is 1/2.", square=1)
@dropped("sure", SIGN, {0: "A step may be 0."})
@dropped("given", FAIR, {0: "Signs that alternate have sums of at most 1."})
def moments_of_a_sum_of_signs(**changes: Any) -> Outcome:  # noqa: ANN401
    """E |S| >= sqrt(3 N) (1/2 - 3/18), by the second and the fourth moment."""
    return is_not_small(**changes)
