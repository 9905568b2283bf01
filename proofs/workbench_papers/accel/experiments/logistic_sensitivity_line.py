r"""l1 sensitivity of logistic regression with one variable, and a point with an inexact bound.

For d >= 2 the sensitivity comes close to 2C, by records on different coordinates.  With one
variable there is no second coordinate.  The records w C, w = z u/C in [-1, 1], have gradients
C w/(1 + e^(w v)) at v = C |x|, and S_1(x)/C is the spread of w/(1 + e^(w v)) over w:

* below it is at least -s(v), with s the logistic function, attained at w = -1;
* above, with y = w v, it is at most m/v, where m = max y/(1 + e^y) = 0.27846..., bounded by
  rational m' through m' (1 + e^y) - y = k(y + ln m') + m' + 1 + ln m' >= 0, k(t) = e^t - 1 - t;
* for v <= 1.27 it is attained at w = 1, and the spread is s(v) + s(-v) = 1 exactly.

So S_1(x) = C near the origin, and the supremum over x is max_v s(v) + m/v = 1.0516..., near v = 4.

For d = 2 the lower bound C [s(C |x_1|) + s(C |x_2|)] is not exact: at C = 20, x = (0.55, -0.0256)
it is 32.51, and two records, one of them with both coordinates, are 33.35 apart.
"""

from dataclasses import replace

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import certify, enclosure, identity, inequality, visible
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse
from workbench_papers.accel.experiments.logistic_sensitivity import logistic

CLAIM = Claim(
    "accel.logistic-sensitivity.one-variable",
    title="l1 sensitivity of logistic regression with one variable: at most 1.0516 C",
    ours=("lemma", "not in the paper"),
    statement=r"""d = 1: \; 1.05155\, C \le \sup_x S_1(x) \le 1.05165\, C; \qquad
        d = 2, C = 20, x = (0.55, -0.0256): \; S_1(x) \ge 33.35
        > C \left[ \varsigma(C |x_1|) + \varsigma(C |x_2|) \right]""",
    hypotheses=r"""\mathcal{U} = \{u : \lVert u \rVert_1 \le C\},\; z \in \{-1, 1\},\; \
            \varsigma(v) = 1/(1 + e^{-v})""",
    parts=("one variable", "two variables"),
    uses=("accel.logistic-sensitivity.repaired",),
    note="With one variable a noise scale made from 2C is almost twice what is needed.",
)


def between(claimed: Relation, low: str, high: str) -> Relation:
    """The statement for its one variable between two rationals."""
    (one,) = claimed.variables
    return replace(claimed, variables=(replace(one, low=low, low_open=False, high=high),))


def one_variable(limit: str, peak: str = "0.27847") -> Outcome:
    """The largest spread of w/(1 + e^(w v)), w in [-1, 1], over all v >= 0, is at most `limit`.
    Below: -w/(1 + e^(-w v)) >= -s(v).  Above, with y = w v: y/(1 + e^y) <= peak; near 0, where
    v <= 1.27, w/(1 + e^(w v)) <= 1/(1 + e^v), so that the spread is s(v) + s(-v) = 1.
    """
    top, bound = sp.Rational(peak), sp.Rational(limit)
    w, y, far, tail = (sp.Symbol(name, positive=True) for name in ("w", "y", "v", "h"))
    near = sp.Rational("1.27")
    # peak (1 + e^y) - y = k(y + ln peak) + peak + 1 + ln peak
    shifted = y + sp.log(top)
    bell = all_of(
        identity(
            top * (1 + sp.exp(y)) - y,
            (sp.exp(shifted, evaluate=False) - 1 - shifted) + top + 1 + sp.log(top),
        ),
        certify(parse("exp(v) - 1 - v >= 0")),
        inequality(relation(top + 1 + sp.log(top), ">=", 0), methods=("boxes",)),
    )
    wide = relation(logistic(far) + top / far, "<=", bound)
    grown = declare("e_v > 0")  # e^v, tangent e^(w v) >= e^v (1 - v (1 - w))
    tangent = relation(
        w * (1 + grown), "<=", 1 + grown * (1 - tail * (1 - w)),
        where=[(w, "<=", 1), (grown * (tail - 1), "<=", 1)],
    )  # fmt: skip
    return all_of(
        bell,
        inequality(between(wide, str(near), "40"), methods=("boxes",)),
        visible(1 + top / 40, "<=", bound),
        inequality(
            between(relation(sp.exp(far) * (far - 1), "<=", 1), "0", str(near)), methods=("boxes",)
        ),
        inequality(tangent, gap=(1 - w) * (1 - grown * (tail - 1))),
        visible(sp.Integer(1), "<=", bound),
        visible(w / (1 + grown + y), "<=", 1 / (1 + grown), where=[(w, "<=", 1)]),
        summary=f"at most {limit} C",
    )


def reached(level: str) -> Outcome:
    """At v = 4 and w = 0.317 the spread is above `level`."""
    at, w = sp.Integer(4), sp.Rational("0.317")
    spread = logistic(at) + w / (1 + sp.exp(w * at))
    return inequality(relation(spread, ">=", sp.Rational(level)), methods=("boxes",)).with_figures(
        Figure("spread of the gradients / C at C |x| = 4", enclosure(spread).value)
    )


@CLAIM.exact(part="one variable")
@broken("a_little_less_is_exceeded", "It is 1.0516 C at C |x| = 4.", limit="1.05")
@broken("a_larger_value_is_not_reached", level="1.06")
@because("With 1.06 C as the value that is reached: it is above the supremum.")
def one_variable_reaches_no_more_than_half_of_it(
    *, limit: str = "1.05165", level: str = "1.05155"
) -> Outcomes:
    """Between 1.05155 C, attained at C |x| = 4, and 1.05165 C everywhere."""
    yield one_variable(limit)
    yield reached(level)


def better_pair(level: str) -> Outcome:
    """C = 20, x = (0.55, -0.0256): two records whose gradients are further apart than the bound.
    Records z u = (-7/5, 93/5) and (-20, 0), both of l1 norm at most 20.
    """
    point = (sp.Rational("0.55"), sp.Rational("-0.0256"))
    records = ((sp.Rational(-7, 5), sp.Rational(93, 5)), (sp.Integer(-20), sp.Integer(0)))
    weights = [logistic(-(r[0] * point[0] + r[1] * point[1])) for r in records]
    moved = [weights[0] * records[0][k] - weights[1] * records[1][k] for k in range(2)]
    distance = sp.Abs(moved[0]) + sp.Abs(moved[1])
    simple = 20 * (logistic(20 * point[0]) + logistic(-20 * point[1]))
    return all_of(
        inequality(relation(distance, ">=", sp.Rational(level)), methods=("boxes",)),
        inequality(relation(simple, "<=", sp.Rational("32.51")), methods=("boxes",)),
    ).with_figures(
        Figure("distance of two gradients", enclosure(distance).value),
        Figure("lower bound", enclosure(simple).value),
    )


@CLAIM.exact(part="two variables")
@broken("the_upper_bound_is_not_reached_by_this_pair", level="39.99")
@because("With 39.99, next to the upper bound, in place of 33.35: this pair is not so far apart.")
def lower_bound_is_not_exact(*, level: str = "33.35") -> Outcome:
    """33.35 is reached where the simple lower bound is 32.51."""
    return better_pair(level)
