"""The price of one step: eps(S, b, n, m) = ln(1 + (m/n)(e^(S/(bm)) - 1)).

A mini-batch gradient of sensitivity S/m, blurred by Laplace noise of scale b, loses S/(bm); the
hidden batch amplifies it.  The function is inverted in closed form to find the scale for a budget,
its price rises with the sensitivity and falls with noise and with the number of records, and
without subsampling it is S/(bn).

The printed domain b in [0, oo) includes b = 0, where S/(bm) has no value (accel.erratum-37), and no
value would do: the loss exceeds every bound as b goes to 0.
"""

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken
from workbench.rigor import certify, witness
from workbench.symbolic import Relation, declare, freeze, relation, substitute

S, b, eps, more, n, m = declare("S b epsilon delta > 0, integer n m > 0")


def loss(
    S: sp.Expr, b: sp.Expr, n: sp.Expr, m: sp.Expr, *, batch: sp.Expr | None = None
) -> sp.Expr:
    """Eq. (11); `batch` is the size that divides the sensitivity, m unless said otherwise."""
    return sp.log(1 + m / n * (sp.exp(S / (b * (m if batch is None else batch))) - 1))


def scale(S: sp.Expr, eps: sp.Expr, n: sp.Expr, m: sp.Expr) -> sp.Expr:
    """The scale at which one step costs eps."""
    return S / (m * sp.log(1 + n / m * (sp.exp(eps) - 1)))


def inverse(batch: sp.Expr = m) -> tuple[Relation, Relation]:
    """The loss at the scale for eps is eps, and the scale for the loss at b is b.
    The formulas are put into each other as frozen trees, so that the checker has to cancel
    logarithm and exponential itself.
    """
    spent, needed = freeze(loss(S, b, n, m, batch=batch)), freeze(scale(S, eps, n, m))
    sizes = [(S, ">", 0), (m, "<=", n)]
    return (relation(substitute(spent, {"b": needed}), "=", eps, where=sizes),
            relation(substitute(needed, {"epsilon": spent}), "=", b, where=sizes))  # fmt: skip


def full_batch(batch: sp.Expr = n) -> Relation:
    """eps(S, b, n, n) = S/(b batch)."""
    return relation(loss(S, b, n, m), "=", S / (b * batch), where=[(m, "=", n)])


def monotone(cheaper: sp.Expr = b + more) -> tuple[Relation, ...]:
    """The loss is positive, rises with S, and falls with the scale and the number of records."""
    here, sizes = loss(S, b, n, m), [(m, "<=", n)]
    return (
        relation(here, ">", 0, where=sizes),
        relation(here, "<", loss(S + more, b, n, m), where=sizes),
        relation(loss(S, cheaper, n, m), "<", here, where=sizes),
        relation(loss(S, b, n + 1, m), "<", here, where=sizes),
    )


ERRATUM = Claim(
    "accel.erratum-37",
    title="The scale b = 0 is not in the domain of the privacy loss",
    boundary=("erratum", "eq. (11), domain"),
    statement=r"""\varepsilon(S, b, n, m) \text{ is a real number for all }
        S, b \in [0, \infty), \text{ so that } b\,m \ne 0""",
    hypotheses=r"1 \le m \le n",
    note="The domain is b > 0, see accel.eps-function: at b = 0 the formula divides by zero.",
)

CLAIM = Claim(
    "accel.eps-function",
    title="Privacy loss of one noisy mini-batch step",
    printed=("definition", "eq. (11)"),
    statement=r"""\varepsilon(S, b, n, m) = \ln\left[1 + \frac{m}{n}
        \left(e^{S/(bm)} - 1\right)\right], \qquad \varepsilon(S, b, n, n) = \frac{S}{bn}, \qquad
        \varepsilon(S, b, n, m) = \epsilon \;\text{ if and only if }\;
        b = \frac{S}{m \ln\left[1 + \frac{n}{m}(e^{\epsilon} - 1)\right]}""",
    hypotheses=r"""S, b, \epsilon > 0
        1 \le m \le n""",
    parts=("inverse", "full batch", "monotone"),
    encoded={"inverse": inverse(), "full batch": (full_batch(),), "monotone": monotone()},
    uses=("accel.laplace-mechanism", "accel.subsampling"),
    repairs=("accel.erratum-37",),
    note="The inverse is printed in Proposition 3.1; the directions in which the loss rises and"
    " falls are ours. That m <= n belongs to sampling; the formulas hold without it. For S = 0 the"
    " loss is 0 at any scale. Remark 4.2 writes the arguments in"
    " another order.",
)


@CLAIM.exact(part="inverse")
@broken("sensitivity_divided_by_n", batch=n)
@because("A loss with S/(bn) in the exponent, the sensitivity of the full gradient, does not fit.")
def formula_and_inverse_undo_each_other(*, batch: sp.Expr = m) -> Outcome:
    """eps(S, b(eps)) = eps and b(eps(S, b)) = b."""
    return certify(inverse(batch))


@CLAIM.exact(part="full batch")
@broken("undivided_sensitivity", batch=sp.Integer(1))
@because("S/b, without the division by n, is the loss of a sum and not of a mean.")
def full_batch_costs_sensitivity_over_scale_and_n(*, batch: sp.Expr = n) -> Outcome:
    """At m = n the logarithm undoes the exponential: eps(S, b, n, n) = S/(b batch)."""
    return certify(full_batch(batch))


@CLAIM.exact(part="monotone")
@broken("less_noise_is_not_cheaper", cheaper=b**2 / (b + more))
@because("A scale b^2/(b + delta), smaller than b, costs more.")
def loss_rises_with_sensitivity_and_falls_with_noise_and_records(
    *, cheaper: sp.Expr = b + more
) -> Outcomes:
    """Strictly, for all S, b > 0 and 1 <= m <= n; and the loss is positive.
    Up in S, down in b (`cheaper` is the larger scale), down in n: compared through e^eps.
    """
    positive, in_S, in_b, in_n = monotone(cheaper)
    k, u, v = declare("k u v > 0")
    grows = relation(sp.log(1 + k * (sp.exp(u) - 1)), "<", sp.log(1 + k * (sp.exp(v) - 1)),
                     where=[(u, "<", v)])  # fmt: skip
    yield certify((positive, in_S, in_n))
    yield certify(in_b, facts=[(grows, {"k": m / n, "u": S / (cheaper * m), "v": S / (b * m)})])


@ERRATUM.refutation(of="case")
@broken("a_positive_scale_is_in_the_domain", scale=1)
@because("With b = 1 in place of 0 the divisor is 1, and nothing is refuted.")
def the_printed_domain_contains_a_division_by_zero(*, scale: int = 0) -> Example:
    """At b = 0, m = 1 the divisor of S/(bm) is 0.
    The exponent S/(bm) of eq. (11) has a value at this scale only if bm > 0.
    """
    printed = declare("b >= 0")
    return witness(relation(printed * m, ">", 0), b=scale, m=1)
