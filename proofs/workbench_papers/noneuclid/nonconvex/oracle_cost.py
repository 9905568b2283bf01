"""Oracle complexity of the weakly convex method, and what remains of the surrounding remarks.

T times an inner solver that costs min{m^(3/2), m^2 eps/sqrt(d)} gradients on m = n/T records makes

    min{ n^(3/2)/sqrt(T), n^2 eps/(T sqrt(d)) },

at most the printed value, and less by a power of n for the T of the rate.

Of the remarks around it only this can be checked: without privacy the bound of the method is of
order n^(-1/4).  That nothing better is known, that vanishing excess risk is hard to reach for
non-convex losses, and the open problems are context.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rates import Order, rate_is
from workbench.rigor import certify
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse


def added(first: str = "sqrt(T)") -> tuple[Relation, Relation]:
    """T stages on n/T records each, in both terms of the minimum."""
    return (
        parse(f"T*sqrt(n/T)^3 = sqrt(n)^3/{first}", where="n > 0, T >= 1"),
        parse(
            "T*((n/T)^2*epsilon/sqrt(d)) = n^2*epsilon/(T*sqrt(d))",
            where="n, epsilon, d > 0, T >= 1",
        ),
    )


def bounded(least: str = "1") -> tuple[Relation, Relation]:
    """Both terms are at most those of a single stage."""
    return (
        parse("sqrt(n)^3/sqrt(T) <= sqrt(n)^3", where=f"n > 0, T >= {least}"),
        parse(
            "n^2*epsilon/(T*sqrt(d)) <= n^2*epsilon/sqrt(d)",
            where=f"n, epsilon, d > 0, T >= {least}",
        ),
    )


CLAIM = Claim(
    "noneuclid.nc-weak-cost",
    title="Gradients of the weakly convex method",
    printed=("rate", "slide: DP Stochastic Weakly Convex Optimization, last item"),
    statement=r"""T \min\Big\{ \Big(\frac nT\Big)^{3/2}, \Big(\frac nT\Big)^2
        \frac{\epsilon}{\sqrt d} \Big\} = \min\Big\{ \frac{n^{3/2}}{\sqrt T},
        \frac{n^2 \epsilon}{T \sqrt d} \Big\} \le \min\Big\{ n^{3/2},
        \frac{n^2 \epsilon}{\sqrt d} \Big\}""",
    hypotheses=r"""\text{a stage on } m \text{ records costs } \min\{ m^{3/2}, m^2 \epsilon/\sqrt \
            d \} \text{ gradients}
        T \ge 1 \text{ stages}""",
    parts=("sum", "bound"),
    encoded={"sum": added(), "bound": bounded()},
    uses=("noneuclid.nc-weak",),
    note="The cost of the inner solver is a hypothesis, as on the slide; the solver whose privacy"
    " and error are proved here needs m^3 gradients. As encoded the minima are compared term by"
    " term.",
)

n, T, eps, d = declare("n T epsilon d > 0")
three_halves = sp.Rational(3, 2)


def saved(first: sp.Rational = sp.Rational(5, 4)) -> tuple[Relation, Relation]:
    """Both terms at T = sqrt(n)."""
    known = [(T, "=", sp.sqrt(n))]
    second, least = n**2 * eps / (T * sp.sqrt(d)), n**three_halves * eps / sp.sqrt(d)
    return (
        relation(n**three_halves / sp.sqrt(T), "=", n**first, where=known),
        relation(second, "=", least, where=known),
    )


BETTER = Claim(
    "noneuclid.nc-weak-cost.not-tight",
    title="The printed number of gradients is not tight",
    ours=("remark", "slide: DP Stochastic Weakly Convex Optimization, last item"),
    statement=r"""T = \sqrt n \le (n \epsilon/\sqrt d)^{2/3}: \quad
        \min\Big\{ n^{5/4}, \frac{n^{3/2} \epsilon}{\sqrt d} \Big\} \text{ gradients}""",
    hypotheses=CLAIM.hypotheses[:1],
    encoded=saved(),
    uses=("noneuclid.nc-weak-cost",),
    note="As encoded term by term; that T is the square root is the rate's choice there.",
)


ORDER = Order("n**(-1/4)", ["T**(-1/2)", "(T/n)**(1/2)"], free=["T"])

FACTS = Claim(
    "noneuclid.nc-facts",
    title="Without privacy the weakly convex method has the rate n^(-1/4)",
    printed=("remark", "slides: Nonconvex and Weakly Convex Optimization, remarks"),
    statement=r"\min_T \frac1{\sqrt T} + \sqrt{\frac Tn} \asymp n^{-1/4}",
    hypotheses=r"\text{the bound on } \vartheta \text{ without privacy; no constants, logarithms}",
    encoded=(ORDER,),
    uses=("noneuclid.nc-weak",),
    note="That this is the best known rate, that vanishing excess risk is hard for non-convex"
    " losses, and the open problems are not checked: they are about other methods.",
)


@CLAIM.exact(part="sum", uses=())
@broken("fewer_records_cost_more_than_linearly_less", "n^(3/2)/T is not the sum.", first="T")
def stages_add_up(*, first: str = "sqrt(T)") -> Outcome:
    """T stages add up to both sides of the minimum.
    T (n/T)^(3/2) = n^(3/2)/sqrt(T), T (n/T)^2 eps/sqrt(d) = n^2 eps/(T sqrt(d)).
    """
    return all_of(*map(certify, added(first)))


@CLAIM.exact(part="bound", uses=())
@broken("less_than_a_stage_is_none", "T = 1/4 would exceed it.", least="1/4")
def the_printed_number_is_not_exceeded(*, least: str = "1") -> Outcome:
    """With T >= least stages, one or more, 1/sqrt(T) and 1/T are at most 1 in both numbers."""
    return all_of(*map(certify, bounded(least)))


@BETTER.exact
@broken("it_does_not_make_it_linear", "n.", first=sp.Integer(1))
def the_root_of_n_saves_a_quarter(*, first: sp.Rational = sp.Rational(5, 4)) -> Outcome:
    """At T = sqrt(n) the first number is n^(3/2 - 1/4), the second n^(3/2) eps/sqrt(d)."""
    return all_of(*map(certify, saved(first)))


@FACTS.exact
@broken("a_half_is_for_convex_losses", "n^(-1/2).", claimed="n**(-1/2)")
def a_quarter_is_what_the_bound_gives(**changes: Any) -> Outcome:  # noqa: ANN401
    """The roots of 1/T and of T/n over T are best at T = sqrt(n), where both are n^(-1/4)."""
    return rate_is(ORDER.but(**changes))
