"""How to spread a privacy budget over T steps (eq. (30)): the problem, and why "=" is "<=".

The bound of Theorem 4.1 depends on the Laplace scales through sum_t a_{T,t} b_t^2, and a step of
scale b costs epsilon(S, b, n, m) = ln(1 + (m/n)(e^(S/(b m)) - 1)) of the budget.  Problem (30) asks
for the scales of least cost that spend exactly eps.

Two facts make it a sensible problem, and they are what is checked here.

* It has feasible points: equal shares eps/T, turned into scales by the inverse of (11).
* Allowing a smaller total changes nothing.  Whoever has a share h of the budget left over adds it
  to any one step: the scale S/(m ln(1 + (n/m)(e^(e+h) - 1))) of that step falls, and so does the
  cost a b^2.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, because, broken, dropped
from workbench.rigor import certify
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse
from workbench_papers.accel.notation import symbols

S, n, m, T, eps = symbols("S_1", "n", "m", "T", "epsilon")
t, s, new, x, v, h = declare("integer t s, b_new x v h > 0")
a, b = (sp.IndexedBase(name, positive=True) for name in "ab")


def price(b: sp.Expr) -> sp.Expr:
    """What a step of scale b costs, (11)."""
    return sp.log(1 + m / n * (sp.exp(S / (b * m)) - 1))


def scale(share: sp.Expr) -> sp.Expr:
    """The scale at which a step costs this share, by the inverse of (11)."""
    return S / (m * sp.log(1 + n / m * (sp.exp(share) - 1)))


def total(term: sp.Expr) -> sp.Sum:
    """The sum of one term per step."""
    return sp.Sum(term, (t, 1, T))


SPENT, COST, OWN = total(price(b[t])), total(a[t] * b[t] ** 2), price(b[s])
INSIDE, UNSPENT = ((m, "<=", n), (1, "<=", s), (s, "<=", T)), (SPENT, "<", eps)


def equal_shares(each: sp.Expr = eps / T) -> Relation:
    """T steps of the same share."""
    return relation(total(price(x)), "=", eps, where=[(m, "<=", n), (x, "=", scale(each))])


def exchanged(where: Sequence[Any] = (UNSPENT,)) -> tuple[Relation, Relation]:
    """Of a schedule the scale of step s is lowered to spend all: the new total, and the cost."""
    given = [*INSIDE, *where, (new, "=", scale(OWN + eps - SPENT))]
    lower = COST - a[s] * b[s] ** 2 + a[s] * new**2
    return (
        relation(SPENT - OWN + price(new), "=", eps, where=given),
        relation(lower, "<", COST, where=given),
    )


CLAIM = Claim(
    "accel.noise-allocation-problem",
    title="Least noise under a privacy budget, over all schedules of scales",
    printed=("definition", "Eq. (30)"),
    statement=r"""\min_{b_1, \dots, b_T > 0} \; \sum_{t=1}^T a_{T,t} b_t^2
        \quad \text{subject to} \quad
        \sum_{t=1}^T \varepsilon(S_1, b_t, n, m) = \epsilon: \quad \text{equal shares }
        \epsilon/T \text{ are feasible, and a schedule that spends less costs more than the one}
        \text{ that spends the rest in any one step}""",
    hypotheses=r"""a_{T,t} > 0,\; S_1, \epsilon > 0,\; 1 \le m \le n,\; T \ge 1 \text{ fixed}
        \varepsilon(S,b,n,m) = \ln\left[ 1 + \frac{m}{n} (e^{S/(bm)} - 1) \right]""",
    parts=("feasible", "active"),
    encoded={"feasible": (equal_shares(),), "active": exchanged()},
    uses=("accel.eps-function",),
    note="Printed is the problem; the two facts are ours. So the constraint may be written with"
    " <=: at an optimum the whole budget is spent. As encoded b_new takes the place of b_s, and is"
    " the scale that costs what step s costs and what the schedule leaves of the budget.",
)  # fmt: skip


@CLAIM.exact(part="feasible", uses=())
@broken("full_shares_overspend", each=eps)
@because("With b(eps) in place of b(eps/T) in every step the total is T eps.")
def equal_shares_are_feasible(*, each: sp.Expr = eps / T) -> Outcome:
    """T steps at b(eps/T) spend eps in all, whatever m is."""
    return certify(equal_shares(each))


@CLAIM.exact(part="active", uses=())
@dropped("where", (UNSPENT,), "Who has overspent has to raise a scale to spend eps.")
def spending_what_is_left_over_lowers_the_cost(*, where: Sequence[Any] = (UNSPENT,)) -> Outcome:
    """The logarithm of 1 + (n/m)(e^v - 1) grows with v, so that the new scale is smaller."""
    spends, costs = exchanged(where)
    rest, at = eps - SPENT, {"m": m, "n": n, "S_1": S}
    bought = sp.log(1 + n / m * (sp.exp(OWN + rest) - 1))
    inverse = relation(price(x), "=", v, where=[(m, "<=", n), (x, "=", scale(v))])
    grows = relation(sp.log(1 + n / m * (sp.exp(v + h) - 1)), ">", S / (m * x),
                     where=[(m, "<=", n), (v, "=", price(x))])  # fmt: skip
    smaller = parse("y < x", where="y = s/(m*l), l > s/(m*x), s > 0, m > 0, x > 0, l > 0")
    cheaper = parse("c - a*x^2 + a*y^2 < c", where="y < x, a > 0, y > 0")
    positive = [
        (parse("log(1 + g*(exp(y) - 1)) > 0", where="g > 0, y > 0"),
         {"g": m / n, "y": S / (b[s] * m)}),
        (parse("f + k - w > 0", where="f > 0, w < k"), {"f": OWN, "k": eps, "w": SPENT}),
    ]  # fmt: skip
    ways = ("identity", "sign", "factors", "variation")
    told = [*positive, (inverse, {**at, "v": OWN + rest, "x": new})]
    first = certify(spends, facts=told, methods=ways)
    second = certify(costs, methods=ways, facts=[
        *positive, (grows, {**at, "v": OWN, "h": rest, "x": b[s]}), (bought, ">", 0),
        (smaller, {"y": new, "s": S, "m": m, "l": bought, "x": b[s]}),
        (cheaper, {"c": COST, "a": a[s], "x": b[s], "y": new})])  # fmt: skip
    return all_of(first, second)
