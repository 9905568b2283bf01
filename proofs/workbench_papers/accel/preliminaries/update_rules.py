"""Gradient descent, heavy ball, Nesterov's method, and the mini-batch gradient.

    GD    x[t+1] = x[t] - alpha grad F(x[t])
    HB    x[t+1] = x[t] - alpha grad F(x[t]) + beta (x[t] - x[t-1])
    NAG   x[t+1] = z[t] - alpha grad F(z[t]),    z[t] = (1 + beta) x[t] - beta x[t-1]

All three start with x[-1] = x[0].  HB and NAG differ in one thing only, where the gradient is
taken; mixing up their formulas is the most common error with them.  These are definitions; what is
claimed here is that the mini-batch gradient, an average over m records drawn without replacement,
is unbiased: each record is in the batch with probability m/n.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import batches
from workbench.rigor.provers.moments import moments_shown

SIZES = batches.SIZES[1:]

CLAIM = Claim(
    "accel.update-rules",
    title="The mini-batch gradient is unbiased",
    printed=("definition", "eq. (7); eqs. (4)-(6) define GD, HB and NAG"),
    statement=r"""\nabla F_B(x) = \frac{1}{m} \sum_{i \in B} \nabla f(x; y_i), \quad
        \mathbb{E}_B \nabla F_B(x) = \nabla F(x) = \frac1n \sum_{i=1}^n \nabla f(x; y_i)""",
    hypotheses=r"""1 \le m \le n
        B \text{ is uniform among the } m\text{-subsets of } \{1,\dots,n\}""",
    encoded=(batches.unbiased(),),
    uses=("accel.problem-class",),
    note="As encoded a_1, ..., a_n is any coordinate of the n gradients. The rules (4)-(6) are"
    " definitions: what methods make of them stands with each method. The initial condition"
    " x_{-1} = x_0 is not printed beside them.",
)


@CLAIM.proof
@broken("division_by_n_is_biased", divisor=batches.n)
@because("Dividing the batch sum by n instead of m shrinks the gradient.")
@dropped("where", SIZES, {0: "There is no batch of more records than there are."})
def each_record_is_drawn_with_probability_m_over_n(**changes: Any) -> Outcome:  # noqa: ANN401
    """E sum_(i in B) a_i / m = sum_i P(i in B) a_i / m, with P(i in B) = m/n."""
    return moments_shown(batches.unbiased(**changes))
