"""Heavy ball that cycles: parameters at which no certificate of any kind can exist.

If heavy ball without noise runs through finitely many points for ever, on one function of the class
and from one pair of starting points, then no rate below 1 can be proved for all functions and all
starting pairs, whatever the certificate.  Two such cycles (after Goujaud, Taylor and Dieuleveut,
arXiv 2307.11291):

One variable, Polyak's parameters for L/mu = 25: F' is 25 x up to 1, x + 24 up to 2, 25 x - 24 from
2 on, and the points -2208/1225, 2592/1225, 792/1225 follow each other.

Two variables, the parameters of DP-HB in Section 5 with c = 1 (L/mu = 255.1): the seven points
x_t = (cos(2 pi t/7), sin(2 pi t/7)), with the gradients that the update asks for and one common
value, satisfy the interpolation inequalities of S(mu, L) with room.  By rotation only six pairs
differ.  In terms of C = cos(2 pi/7), a root of 8 C^3 + 4 C^2 - 4 C - 1, all slacks are polynomials,
so that a narrow rational interval around C decides.

The state on the cycle has x_{t-1} != x_t, so these runs do not start at rest.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcomes, because, broken
from workbench.rigor import identity, inequality, witness
from workbench.symbolic import Relation, Variable, declare, relation

CLAIM = Claim(
    "accel.hb-cycles",
    title="Heavy ball cycles at Polyak's parameters, and at those of the experiments",
    reconstructed=("theorem", "not in the paper; Goujaud, Taylor, Dieuleveut, arXiv 2307.11291"),
    statement=r"""(\mu, L, \alpha, \beta) = (1, 25, \tfrac19, \tfrac49) \text{ has a cycle }
        -\tfrac{2208}{1225} \to \tfrac{2592}{1225} \to \tfrac{792}{1225}
        \text{ with } F' = 25x \; (x \le 1),\; x + 24 \; (1 \le x \le 2),\; 25x - 24 \; (x \ge 2);
        \quad L = 255.1\,\mu,\; \alpha = \tfrac1L,\;
        \beta = \frac{1 - \sqrt{\mu/L}}{1 + \sqrt{\mu/L}} \text{ has a cycle of } 7
        \text{ points in } \mathbb{R}^2 \text{ for some } F \in \mathcal{S}_{\mu,L}""",
    parts=("one variable", "seven points"),
    uses=("ext.interpolation-smooth-strongly-convex", "accel.update-rules"),
    repairs=("accel.erratum-38",),
    note="No rate below 1 holds for all of the class at these parameters. Where no cycle is found"
    " nothing follows.",
)

EXPERIMENTS = Claim(
    "accel.erratum-38",
    title="Proposition 3.4 as a guarantee for the experiments",
    reading=("erratum", "Section 5, parameters of DP-HB, with Proposition 3.4"),
    statement=r"""\alpha (L - \mu) < 2 (1 - \beta) \text{ (necessary for any rate by (22)) for }
        \alpha = \frac{c}{L},\; \beta = \frac{1 - \sqrt{\alpha\mu}}{1 + \sqrt{\alpha\mu}},\;
        L = 255.1\,\mu,\; c \in \{ 0.1, 1 \}""",
    uses=("accel.lmi-feasible-region",),
    note="The text does not say that the proposition covers its experiments; it gives no other"
    " guarantee for DP-HB beyond quadratics. It prints mu and c; beta is that of the authors'"
    " code, and L/mu that of data made as Section 5 says. (22) is read with the repaired B. A beta"
    " below 0.502 (c = 1) or 0.95 (c = 0.1) meets the condition. For c = 1 there is a cycle:"
    " accel.hb-cycles.",
)

RATIO = Fraction(2551, 10)  # L / mu

A, B = sp.Rational(1, 9), sp.Rational(4, 9)
POINTS = tuple(sp.Rational(n, 1225) for n in (-2208, 2592, 792))


def slope(point: sp.Rational, middle: int) -> sp.Rational:
    """F' of the first cycle; the slope between 1 and 2 is `middle`."""
    if point <= 1:
        return 25 * point
    if point <= 2:
        return 25 + middle * (point - 1)
    return 25 + middle + 25 * (point - 2)


@CLAIM.exact(part="one variable", uses=("accel.update-rules",))
@broken("parabola_has_no_such_cycle", middle=25)
@because("With slope 25 in the middle, too, F is a parabola, on which heavy ball converges.")
def three_points_follow_each_other(*, middle: int = 1) -> Outcomes:
    """Exact updates at the three points; F' is continuous with slopes 25, 1, 25.
    The three updates, as identities of rational numbers; and all slopes lie in [1, 25].
    """
    steps = []
    for k in range(3):
        old, now, new = POINTS[k - 1], POINTS[k], POINTS[(k + 1) % 3]
        steps.append(identity(now - A * slope(now, middle) + B * (now - old), new))
    inside = [inequality(relation(1, "<=", middle)), inequality(relation(middle, "<=", 25))]
    yield from steps
    yield from inside
    yield "three exact updates close the cycle"


C = declare("real C")  # cos(2 pi / 7)


def cosine(k: int) -> sp.Expr:
    """cos(2 pi k/7) as a polynomial in C."""
    return sp.expand(sp.chebyshevt(abs(k) % 7, C))


def slack(j: int, speed: Fraction) -> sp.Expr:
    """The slack of the pair (0, j) at mu = 1, L = 2551/10, alpha = speed / L, equal values.
    With D(k) = <x_k - x_{j+k}, x_0 - x_j> and alpha g_t = (1 + beta) x_t - beta x_{t-1} - x_{t+1}.
    """
    size = sp.Rational(RATIO.numerator, RATIO.denominator)
    step = sp.Rational(speed.numerator, speed.denominator) / size
    q = sp.sqrt(step)
    b = (1 - q) / (1 + q)

    def D(k: int) -> sp.Expr:
        return 2 * cosine(k) - cosine(j + k) - cosine(j - k)

    forward = (1 + b) * cosine(j) - b * cosine(j - 1) - cosine(j + 1)  # alpha <g_j, x_0>
    own = (1 + b) - (1 + b) * C  # alpha <g_j, x_j>
    towards = (1 + b) * (D(0) - D(1))  # alpha <g_0 - g_j, x_0 - x_j>
    spread = (2 * (1 + b + b**2)) * D(0) - 2 * (1 + b) ** 2 * D(1) + 2 * b * D(2)
    bracket = spread / (step**2 * size) + D(0) - 2 * towards / (step * size)
    return -(forward - own) / step - bracket / (2 * (1 - 1 / size))


def on_interval(claimed: Relation) -> Relation:
    """The statement for C between two rationals that enclose cos(2 pi/7)."""
    low, high = "623489801858/1000000000000", "623489801859/1000000000000"
    return replace(claimed, variables=(Variable("C", "real", low, False, high, False),))


@CLAIM.exact(part="seven points")
@broken("a_tenth_of_the_step_does_not_cycle_like_this", speed=Fraction(1, 10))
@because("With c = 1/10 in place of 1 some interpolation inequality fails.")
def seven_points_interpolate(*, speed: Fraction = Fraction(1)) -> Outcomes:
    """At mu = 1, L = 255.1 all six slacks are at least 1/2, that is 0.0019 at L = 1.
    All six slacks, in units where mu = 1; and the cubic changes sign on the interval.
    """
    low, high = (sp.Rational(623489801858 + k, 10**12) for k in (0, 1))

    def cubic(c: sp.Rational) -> sp.Rational:
        return 8 * c**3 + 4 * c**2 - 4 * c - 1

    ends = [inequality(relation(cubic(low), "<", 0)), inequality(relation(cubic(high), ">", 0))]
    slacks = [
        inequality(on_interval(relation(slack(j, speed), ">=", sp.S.Half)), methods=("boxes",))
        for j in range(1, 7)
    ]
    yield from ends
    yield from slacks
    yield "six interpolation inequalities hold with room"


def within(factor: int) -> Relation:
    """The border of `accel.lmi-feasible-region` at mu = 1 for alpha = c/L."""
    c, L = declare("c L > 0")
    q = sp.sqrt(c / L)
    return relation(c * (1 - 1 / L), "<", factor * 2 * (1 - (1 - q) / (1 + q)))


def at_speed(c: str, factor: int = 1) -> Example:
    """Whether heavy ball at alpha = c/L is within `factor` times the border, at L/mu = 255.1."""
    point: dict[str, Any] = {"c": c, "L": RATIO}
    return witness(within(factor), **point)


@EXPERIMENTS.refutation(of="case")
@broken("five_times_the_border_would_be_needed", times=5)
@because("With five times the border in place of the border: 0.9961 < 5 * 0.2357.")
def fast_choice_is_beyond_the_border(*, times: int = 1) -> Example:
    """The fast choice has c = 1: 0.9961 > 0.2357."""
    return at_speed("1", times)


@EXPERIMENTS.refutation(of="case")
@broken("twice_the_border_would_be_needed", times=2)
@because("With twice the border in place of the border: 0.0996 < 2 * 0.0777.")
def slow_choice_is_beyond_it_too(*, times: int = 1) -> Example:
    """The slow choice has c = 1/10: 0.0996 > 0.0777."""
    return at_speed("1/10", times)
