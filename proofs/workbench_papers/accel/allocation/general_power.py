"""One formula for every noise law: splitting a budget when a share e costs a e^(-p).

Pure privacy with Laplace noise has error a_t b_t^2 and share S/(n b_t), so p = 2; Gaussian noise
under zCDP has p = 1.  For any real p > 0 the problem

    minimise  sum_t a_t e_t^(-p)   subject to   sum_t e_t = e

has the solution e*_t = e w_t / W with w_t = a_t^(1/(p+1)) and W = sum_t w_t, of value
W^(p+1) e^(-p).

The textbook proof is Hoelder's inequality.  Here x_t = e_t / e*_t and M = (W/e)^p: a step costs
M w x^(-p), and for every l >= 0

    x^(-p) - 1 + p (x - 1)  >=  (p/2) (x - 1)^2/(x + 1)  >=  p (l |x - 1| - l^2 (x + 1)/2).

The linear terms cancel in the sum, as both schedules spend e.  With A = sum_t |e_t - e*_t| and
l = A/(2 e) the excess over M W is at least M W p A^2/(4 e^2).  The number of steps and the power
stay symbolic.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken, dropped
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

T, p, whole, a, x = declare("integer T > 0, p e_total a x > 0")
W, spent, cost, apart = declare("real W E C A")
w = a ** (1 / (p + 1))
BEST, M = whole * w / W, W**p * whole**-p
POSITIVE, BUDGET = (W, ">", 0), (spent, "=", whole)
LIGHT = ("sign", "identity", "taylor", "factors", "variation", "quadratic", "cases", "sos")
OTHER = (POSITIVE, BUDGET, (apart, ">", 0))


def split(best: sp.Expr = BEST, value: sp.Expr = M * W) -> tuple[LawStatement, ...]:
    """What the shares e*_t spend and cost."""
    means = {W: w, spent: x, cost: a * x**-p}
    return tuple(
        LawStatement(
            (what, "=", is_what), random=(a, x), means=means, where=[POSITIVE],
            sure=[(x, "=", best)], over=T,
        )
        for what, is_what in ((spent, whole), (cost, value))
    )  # fmt: skip


def dearer(where: Sequence[Any] = OTHER, value: sp.Expr = M * W) -> LawStatement:
    """Any other schedule costs more than that value."""
    means = {W: w, spent: x, cost: a * x**-p, apart: sp.Abs(x - BEST)}
    return LawStatement((value, "<", cost), random=(a, x), means=means, where=where, over=T)


CLAIM = Claim(
    "accel.allocation-general-power",
    title="Optimal split of a budget when the cost of a share is a power",
    ours=("proposition", "not in the paper; Proposition 4.2 is the case p = 2"),
    statement=r"""e_t^\star = \frac{e\, a_t^{1/(p+1)}}{\sum_j a_j^{1/(p+1)}}
        \text{ is the unique minimiser of } \sum_{t=1}^T a_t e_t^{-p}
        \text{ subject to } \sum_{t=1}^T e_t = e, \text{ with value }
        e^{-p} \Bigl( \sum_j a_j^{1/(p+1)} \Bigr)^{p+1}""",
    hypotheses=r"""a_t, e_t, e > 0
        p > 0 \text{ real}
        T \ge 1""",
    parts=("feasible", "unique"),
    encoded={"feasible": split(), "unique": (dearer(),)},
    note="Pure differential privacy with Laplace noise is p = 2, zero-concentrated privacy with"
    " Gaussian noise is p = 1. As encoded e is e_total, x the share of a step, and another schedule"
    " is one with sum_t |e_t - e*_t| > 0. That the sum of the roots is positive is said for the"
    " quotients by it, and follows from a > 0.",
)


@CLAIM.proof(part="feasible")
@broken("value_with_exponent_p_minus_one", "T = 1, p = 1, a = 4, e = 1: 4, not 2.", value=M)
@broken("shares_of_the_weights", "a_t in place of its root spends another sum.", best=whole * a / W)
def the_shares_spend_the_budget_and_reach_the_value(
    *, best: sp.Expr = BEST, value: sp.Expr = M * W
) -> Outcome:
    """Each share is e w/W, and a (e w/W)^(-p) = (W/e)^p w, for a = w^(p+1)."""
    power = parse(
        "a*exp(-p*ln(x)) = m*exp(k)",
        where="w > 0, n > 0, a = exp((p+1)*k), m = exp(p*(ln(w) - ln(n))), x = n*exp(k)/w",
    )
    budget, reached = map(LawProof, split(best, value))
    budget.integrate("=", (1, spent), (-whole / W, W))
    named = {"a": a, "p": p, "x": x, "m": M, "k": sp.log(a) / (p + 1), "w": W, "n": whole}
    reached.integrate("=", (1, cost), (-M, W), facts=[(power, named)])
    return all_of([budget.outcome(), reached.outcome()])


@CLAIM.proof(part="unique")
@broken("twice_the_value", "Schedules near the best one cost about as much.", value=2 * M * W)
@dropped("where", OTHER, {1: "Larger shares cost less.", 2: "The best schedule has this value."})
def any_other_schedule_costs_more(**changes: Any) -> Outcome:  # noqa: ANN401
    """The chain of the docstring for x_t = g, with r = M w: a e^(-p) = r g^(-p)."""
    proof, g, r, y = LawProof(dearer(**changes)), x / BEST, M * w, M * (W / whole) * x
    slope = apart / (2 * whole)
    weight, off, near = M * p * slope * W / whole, sp.Abs(x - BEST), sp.Abs(g - 1)
    c, v, k = a * x**-p, sp.exp(-p * sp.log(g)), sp.log(a) / (p + 1)
    bend, m = (g - 1) ** 2 / (g + 1) / 2, whole * w / W
    gain, lost = p * r * slope * near, p * slope**2 / 2 * (y + r)
    facts: list[Any] = [
        (parse("c = r*v", where="w > 0, n > 0, x > 0, a = exp((p+1)*k), m = exp(p*(ln(w) - ln(n))),"
               " c = a*exp(-p*ln(x)), r = m*exp(k), g = w*x/(n*exp(k)), v = exp(-p*ln(g))"),
         {"c": c, "r": r, "v": v, "p": p, "x": x, "w": W, "n": whole, "m": M, "k": k, "a": a,
          "g": g}),
        (y, "=", r * g),
        (parse("exp(-p*ln(g)) >= 1 - p*ln(g)", where="g > 0"), {"p": p, "g": g}),
        (parse("g - 1 - ln(g) >= (g - 1)^2/(g + 1)/2", where="g > 0"), {"g": g}),
        (parse("(g - 1)^2/(g + 1)/2 >= l*abs(g - 1) - l^2/2*(g + 1)", where="g > 0"),
         {"g": g, "l": slope}),
        (parse("c - (1 + p)*r + p*y >= p*r*k",
               where="c = r*v, y = r*g, v >= 1 - p*h, g - 1 - h >= k, p > 0, r > 0"),
         {"c": c, "r": r, "v": v, "p": p, "y": y, "g": g, "h": sp.log(g), "k": bend}),
        (parse("p*r*k >= b - f", where="y = r*g, b = p*r*l*s, f = p*l^2/2*(y + r),"
               " k >= l*s - l^2/2*(g + 1), p > 0, r > 0"),
         {"p": p, "r": r, "k": bend, "b": gain, "f": lost, "y": y, "g": g, "l": slope, "s": near}),
        (parse("m*abs(y) >= abs(z)", where="m*y = z, m > 0"), {"m": m, "y": g - 1, "z": x - BEST}),
        (parse("j*q <= b", where="m*s >= q, b = j*m*s, j > 0"),
         {"j": weight, "q": off, "b": gain, "s": near, "m": m}),
        (parse("0 <= t - z + f", where="t >= d, d >= b - f, z <= b"),
         {"t": c - (1 + p) * r + p * y, "d": p * r * bend, "b": gain, "f": lost,
          "z": weight * off}),
    ]  # fmt: skip
    proof.fact((slope, ">", 0), methods=("sign",))
    proof.integrate(
        "<=", (1, cost), (-M * (1 + p) + p * slope**2 / 2 * M, W),
        (p * M * (W / whole) * (1 + slope**2 / 2), spent), (-weight, apart), facts=facts,
        methods=LIGHT,
    )  # fmt: skip
    last = parse(
        "m*w < c",
        where="0 <= c - m*(1+p)*w + p*l^2/2*m*w + p*m*(w/n)*(1 + l^2/2)*x - m*p*l*w/n*d,"
        " x = n, l = d/(2*n), d > 0, m > 0, n > 0, w > 0, p > 0",
    )
    named = {"m": M, "w": W, "c": cost, "p": p, "l": slope, "n": whole, "x": spent, "d": apart}
    return proof.outcome(facts=[(last, named)], methods=("sign", "identity"))
