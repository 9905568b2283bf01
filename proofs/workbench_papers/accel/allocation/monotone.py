"""Which way the optimal noise goes: weights grow, scales shrink, late steps get the budget.

After Proposition 4.2 the paper says: "Since a_{T,t} is decreasing in t, the solution (31) suggests
that the variance should start high and then should be decreased."  For Nesterov's weights

    a_{T,t} = (1 - q)^(T-t) alpha (1 + alpha L)

the premise is wrong and the conclusion right.  Noise of an early step has more time to fade, so the
weight a_{T,t} INCREASES with t, by the factor 1/(1 - q) per step; the scale b_t, proportional to
a_{T,t}^(-1/3), falls by the factor (1 - q)^(1/3), and the share eps_t rises by its inverse.  (With
the premise as printed, (31) would give the opposite conclusion.)

The ratios are small but they compound: with the constants of Section 5 and T = 1000 the first scale
is (1 - q)^(-333) times the last one.  Early iterates are thrown far away and recovered later, so no
argument about this schedule may assume bounded iterates.

Cube roots are avoided by naming r = (1 - q)^(1/3), so that 1 - q = r^3 with 0 < r < 1.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, all_of, because, broken
from workbench.rigor import certify, witness
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse
from workbench.symbolic.variables import Op
from workbench_papers.accel.notation import symbols

CLAIM = Claim(
    "accel.allocation-monotone",
    title="Direction of the weights, as printed",
    printed=("remark", "Sentence after Proposition 4.2"),
    statement=r"""a_{T,t} = (1-q)^{T-t} \alpha (1 + \alpha L) \text{ is decreasing in } t""",
    hypotheses=r"""0 < q < 1,\; 0 < \alpha \le 1/L
        1 \le t < T""",
    note="Erratum 21. The conclusion that the paper draws, noise high at first and low at the end,"
    " is right, and contradicts this premise.",
)

# as text, which nothing evaluates before the checker sees it
_GIVEN = "0 < rho < 1, alpha, L, S_1, epsilon > 0, integer n >= 1, integer t >= 1, t < T, integer T"
_WEIGHT = "rho^(3*(T - {}))*alpha*(1 + alpha*L)"
_ROOT = "(rho^(T - {})*cbrt(alpha*(1 + alpha*L)))"  # the cube root of the weight
_ROOTS = f"sum(j = 1..T, {_ROOT.format('j')})"
_SCALE = f"{_ROOTS}/{_ROOT}*S_1/(n*epsilon)"
_SHARE = f"{_ROOT}/{_ROOTS}*epsilon"


def _ratio(first: str, second: str, power: int) -> tuple[Relation, Relation]:
    value = f"rho^{power}" if power >= 0 else f"1/rho^{-power}"
    return (
        parse(f"({first})/({second}) = {value}", where=_GIVEN),
        parse(f"{value} > 1", where="0 < rho < 1"),
    )


def weights(power: int = -3) -> tuple[Relation, Relation]:
    """The ratio of two weights in a row is this power of rho, and above 1."""
    return _ratio(_WEIGHT.format("(t + 1)"), _WEIGHT.format("t"), power)


def scales(power: int = -1) -> tuple[Relation, Relation]:
    """The same for a scale and the next one."""
    return _ratio(_SCALE.format("t"), _SCALE.format("(t + 1)"), power)


def shares(power: int = -1) -> tuple[Relation, Relation]:
    """The same for a share of the budget and the one before it."""
    return _ratio(_SHARE.format("(t + 1)"), _SHARE.format("t"), power)


REPAIRED = Claim(
    "accel.allocation-monotone.repaired",
    title="Weights increase, scales decrease, budget shares increase with t",
    ours=("remark", "Sentence after Proposition 4.2, corrected"),
    statement=r"""\frac{a_{T,t+1}}{a_{T,t}} = \frac{1}{1-q} > 1, \qquad
        \frac{b_t}{b_{t+1}} = \frac{\epsilon_{t+1}}{\epsilon_t} = (1-q)^{-1/3} > 1
        \quad \text{for the scales and shares of (31)}""",
    hypotheses=r"""m = n
        0 < q < 1,\; 0 < \alpha \le 1/L, \; a_{T,t} = (1-q)^{T-t} \alpha (1 + \alpha L)
        1 \le t < T""",
    parts=("weights", "scales", "shares"),
    encoded={"weights": weights(), "scales": scales(), "shares": shares()},
    uses=("accel.prop-4-2",),
    repairs=("accel.allocation-monotone",),
    note="The premise of the sentence is wrong, its conclusion stands. q is sqrt(mu alpha); as"
    " encoded, 1 - q is rho^3. At the lengths of the paper, 136 and 396, the first"
    " scale is 18 and 14 times the last one.",
)

alpha, L, q, T, S, n, eps = symbols("alpha", "L", "q", "T", "S_1", "n", "epsilon")
t = declare("integer t > 0")


def printed_weight(step: sp.Expr) -> sp.Expr:
    """The printed weight a_{T,t}, with q in its exponent."""
    return (1 - q) ** (T - step) * alpha * (1 + alpha * L)


TWO_STEPS: dict[str, Any] = {"q": "1/10", "alpha": 1, "L": 1, "T": 2, "t": 1}


@CLAIM.refutation(of="statement")
@broken("increasing_is_right_there", op=">")
@because("With > in place of < the comparison holds at the same point, and nothing is refuted.")
def two_steps_have_growing_weights(*, op: Op = "<") -> Example:
    """T = 2, q = 1/10, alpha = L = 1: the weights are 9/5 and 2.
    The printed weights, a_{T,t+1} against a_{T,t}.
    """
    inside = [(q, "<", 1), (alpha, "<=", 1 / L), (t, "<", T)]
    return witness(
        relation(printed_weight(t + 1), op, printed_weight(t), where=inside), **TWO_STEPS
    )


@REPAIRED.exact(part="weights")
@broken("printed_direction", power=3)
@because("With the ratio 1 - q < 1, as printed, the weights would decrease.")
def weights_grow_by_one_over_one_minus_q(*, power: int = -3) -> Outcome:
    """a_{T,t+1}/a_{T,t} = r^(3(T-t-1))/r^(3(T-t)) = r^(-3), where 1 - q = r^3."""
    return all_of(map(certify, weights(power)))


@REPAIRED.exact(part="scales")
@broken("scales_do_not_shrink_like_the_weights", power=-3)
@because("With the ratio r^(-3) of the weights in place of its cube root the scales fall too fast.")
def scales_shrink_by_the_cube_root(*, power: int = -1) -> Outcome:
    """b_t / b_{t+1} = 1/r."""
    return all_of(map(certify, scales(power)))


@REPAIRED.exact(part="shares")
@broken("shares_do_not_shrink", "With the ratio r < 1 the budget would be spent early.", power=1)
def shares_grow_by_the_cube_root(*, power: int = -1) -> Outcome:
    """eps_{t+1} / eps_t = 1/r."""
    return all_of(map(certify, shares(power)))
