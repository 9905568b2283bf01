"""Heavy ball that cycles: parameters at which no certificate of any kind can exist.

If heavy ball without noise runs through finitely many points for ever, on one function of the class
and from one pair of starting points, then no rate below 1 can be proved for all functions and all
starting pairs, whatever the certificate.  Two such cycles (after Goujaud, Taylor and Dieuleveut,
arXiv 2307.11291):

One variable, Polyak's parameters for L/mu = 25: F' is 25 x up to 1, x + 24 up to 2, 25 x - 24 from
2 on, and the points -2208/1225, 2592/1225, 792/1225 follow each other.  The two inequalities of the
class, for x and y in any two pieces, also say that F' is the derivative of F, and that the pieces
fit together.

Two variables, the parameters of DP-HB in Section 5 with c = 1 (L/mu = 255.1): seven points turned
by 2 pi/7 each, with the gradients that the update asks for and one common value, satisfy the
interpolation inequalities of S(mu, L).  Each ordered pair is R^k x and x, for a point x and one of
k = -3, ..., 3 other than 0.  C = cos(2 pi/7) is the only root of 8 C^3 + 4 C^2 - 4 C - 1 in the
interval that is named.  The slack is mu |x|^2 times a polynomial in C, at least 1/2 there.

The state on the cycle has x_{t-1} != x_t, so these runs do not start at rest.
"""

from dataclasses import replace
from functools import cache
from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcomes, because, broken
from workbench.rigor import certify, identity, witness
from workbench.symbolic import Relation, Variable, declare, relation
from workbench.symbolic.text import parse

SIZE = sp.Rational(2551, 10)  # L / mu
POINTS = tuple(sp.Rational(n, 1225) for n in (-2208, 2592, 792))
WHERE = (0, 2, 0)  # the pieces in which these are

x, y, old, now, new = declare("real x y x_old x_now x_new")
a, b, C, S, mu, L, alpha, beta = declare("real a b, C S mu L alpha beta > 0")
POLYAK = ((alpha, "=", sp.Rational(1, 9)), (beta, "=", sp.Rational(4, 9)))


def piece(k: int, v: sp.Expr, middle: int) -> tuple[sp.Expr, sp.Expr, list[Any]]:
    """F and F' at a point v of piece k, and where that piece is; the middle one has this slope."""
    F = (
        25 * v**2 / 2,
        middle * (v - 1) ** 2 / 2 + 25 * v - sp.Rational(25, 2),
        25 * v**2 / 2 + (middle - 25) * (v - sp.Rational(3, 2)),
    )
    slope = (25 * v, middle * (v - 1) + 25, 25 * v + middle - 25)
    ends: tuple[list[Any], ...] = ([(v, "<=", 1)], [(1, "<=", v), (v, "<=", 2)], [(2, "<=", v)])
    return sp.expand(F[k]), sp.expand(slope[k]), ends[k]


def in_the_class(strong: int = 1, smooth: int = 25, middle: int = 1) -> list[Relation]:
    """The two inequalities of S_{1,25} at x and y in any two pieces."""
    found = []
    for k, i in ((k, i) for k in range(3) for i in range(3)):
        (F, _, here), (G, slope, there) = piece(k, x, middle), piece(i, y, middle)
        gap, given = F - G - slope * (x - y), [*here, *there]
        found.append(relation(strong * (x - y) ** 2 / 2, "<=", gap, where=given))
        found.append(relation(gap, "<=", smooth * (x - y) ** 2 / 2, where=given))
    return found


def updates(middle: int = 1) -> list[Relation]:
    """Each point is in its piece, and heavy ball leads from it to the next one."""
    found = []
    for k in range(3):
        _, slope, ends = piece(WHERE[k], now, middle)
        at = (now, "=", POINTS[k])
        found += [relation(*end, where=[at]) for end in ends]
        given = [*POLYAK, at, (old, "=", POINTS[k - 1]), (new, "=", POINTS[(k + 1) % 3])]
        found.append(relation(now - alpha * slope + beta * (now - old), "=", new, where=given))
    return found


SINE = (S, "=", sp.sqrt(1 - C**2))  # sin(2 pi/7)
CUBIC = 8 * C**3 + 4 * C**2 - 4 * C - 1
LOW, HIGH = (sp.Rational(623489801 + k, 10**9) for k in (0, 1))
OTHERS = (-3, -2, -1, 1, 2, 3)
TURN, START = sp.Matrix([[C, -S], [S, C]]), sp.Matrix([a, b])


def on_interval(claimed: Relation) -> Relation:
    """The statement for C between two rationals that enclose cos(2 pi/7)."""
    root = Variable("C", "real", str(LOW), False, str(HIGH), False)
    names = tuple(root if v.name == "C" else v for v in claimed.variables)
    return replace(claimed, variables=names)


def turned(k: int) -> sp.Matrix:
    """R^k x for x = (a, b), R being the rotation by 2 pi/7."""
    return (TURN if k > 0 else TURN.T) ** abs(k) * START


def gradient(k: int) -> sp.Matrix:
    """The g with R^{k+1} x = R^k x - alpha g + beta (R^k x - R^{k-1} x)."""
    return ((1 + beta) * turned(k) - beta * turned(k - 1) - turned(k + 1)) / alpha


@cache
def between(k: int) -> sp.Expr:
    """What has to be <= 0 for the points R^k x and x, whose values are equal."""
    d, e = (of(k) - of(0) for of in (turned, gradient))
    bracket = e.dot(e) / L + mu * d.dot(d) - 2 * mu / L * e.dot(d)
    return gradient(0).dot(d) + bracket / (2 * (1 - mu / L))


def interpolated(k: int, part: int = 1) -> Relation:
    """The interpolation inequality of this pair, at the parameters of Section 5 for c = 1/part."""
    q = sp.sqrt(mu / (part * L))
    fast = [(L, "=", SIZE * mu), (alpha, "=", 1 / (part * L)), (beta, "=", (1 - q) / (1 + q))]
    return on_interval(relation(between(k), "<=", 0, where=[SINE, *fast]))


def closed() -> tuple[Relation, ...]:
    """The seventh rotation leads back, R^7 x = x; and the cubic has a root in the interval."""
    back = (relation(turned(7)[k], "=", START[k], where=[(CUBIC, "=", 0), SINE]) for k in (0, 1))
    ends = (parse(f"8*c^3 + 4*c^2 - 4*c - 1 {op} 0", where=f"c = {at}")
            for op, at in (("<", LOW), (">", HIGH)))  # fmt: skip
    return *(on_interval(r) for r in back), *ends


CLAIM = Claim(
    "accel.hb-cycles",
    title="Heavy ball cycles at Polyak's parameters; at c = 1 and L/mu = 255.1 seven points that"
    " follow each other meet all interpolation inequalities",
    reconstructed=("theorem", "not in the paper; Goujaud, Taylor, Dieuleveut, arXiv 2307.11291"),
    statement=r"""(\mu, L, \alpha, \beta) = (1, 25, \tfrac19, \tfrac49) \text{ has a cycle }
        -\tfrac{2208}{1225} \to \tfrac{2592}{1225} \to \tfrac{792}{1225}
        \text{ with } F \in \mathcal{S}_{\mu,L}, \; F(0) = 0, \;
        F' = 25x \; (x \le 1),\; x + 24 \; (1 \le x \le 2),\; 25x - 24 \; (x \ge 2);
        \quad \text{at } L = 255.1\,\mu,\; \alpha = \tfrac1L,\;
        \beta = \frac{1 - \sqrt{\mu/L}}{1 + \sqrt{\mu/L}} \text{ the points } x_t = R^t x_0
        \in \mathbb{R}^2, \; x_0 \ne 0, \; R \text{ the rotation by } \tfrac{2\pi}{7}, \;
        x_{t+7} = x_t, \text{ with }
        g_t = \tfrac1\alpha [(1 + \beta) x_t - \beta x_{t-1} - x_{t+1}] \text{ and }
        f_t = 0 \text{ meet the interpolation inequality of } \mathcal{S}_{\mu,L}
        \text{ for all pairs}""",
    parts=("one variable", "seven points"),
    encoded={
        "one variable": (*in_the_class(), *updates()),
        "seven points": (*closed(), *(interpolated(k) for k in OTHERS)),
    },
    uses=("ext.interpolation-smooth-strongly-convex", "accel.update-rules"),
    repairs=("accel.erratum-38",),
    note="By `ext.interpolation-smooth-strongly-convex` the seven points are a cycle on some F of"
    " the class. So at either parameters no rate below 1 holds for all F of it and all x_0 and"
    " x_(-1); from x_(-1) = x_0, as in the paper, nothing is shown. Where no cycle is found nothing"
    " follows. As encoded the two pieces of x and y are any two; a pair of the seven points is"
    " R^k x and x for any x = (a, b), C and S are the cosine and sine of 2 pi/7. The roots of the"
    " cubic are the cosines of 2 pi/7, 4 pi/7 and 6 pi/7, of which the first alone is positive.",
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

WAYS = ("sign", "symmetry", "factors", "sos")


@CLAIM.exact(part="one variable", uses=())
@broken("stronger_than_its_middle", "The slope of F' is 1 between 1 and 2.", strong=2)
@broken("smoother_than_its_ends", "The slope of F' is 25 below 1.", smooth=24)
@broken("parabola_has_no_such_cycle", middle=25)
@because("With slope 25 in the middle, too, F is a parabola, on which heavy ball converges.")
def three_points_follow_each_other(
    *, strong: int = 1, smooth: int = 25, middle: int = 1
) -> Outcomes:
    """The updates are identities of rational numbers; 1 <= F'' <= 25 on each piece."""
    yield certify(updates(middle), methods=("identity", "sign"))
    inside = in_the_class(strong, smooth, middle)
    hardest = inside.pop(4)  # the lower one for x in the first piece and y in the last
    yield certify(inside, methods=WAYS)
    yield certify(hardest)


@cache
def slack(k: int, part: int) -> sp.Expr:
    """The slack of the pair over mu |x|^2, at the parameters of Section 5 for c = 1/part."""
    q, square = sp.Dummy("q"), 1 / (part * SIZE)
    tuned = (1 - q) ** 2 / (1 - square)  # (1 - q)/(1 + q)
    values = {a: sp.S.One, b: sp.S.Zero, mu: sp.S.One, L: SIZE, alpha: square, beta: tuned}
    ring, *_ = sp.ring((S, q, C), sp.QQ)
    roots = map(ring.from_expr, (S**2 + C**2 - 1, q**2 - square))
    left = ring.from_expr(-between(k).xreplace(values)).rem(list(roots))
    return sp.expand(left.as_expr().subs(q, sp.sqrt(square)))


@CLAIM.exact(part="seven points", uses=())
@broken("a_tenth_of_the_step_does_not_cycle_like_this", part=10)
@because("With alpha = 1/(10 L) some interpolation inequality fails.")
def seven_points_interpolate(*, part: int = 1) -> Outcomes:
    """R^7 = 1 by the cubic; every slack is mu |x|^2 times a number that is at least 1/2."""
    rooms = {}
    for k in OTHERS:
        rooms[k] = on_interval(relation(slack(k, part), ">=", sp.S.Half))
        yield certify(rooms[k], methods=("boxes",))
    first, second, *ends = closed()
    yield certify(ends, methods=("sign", "boxes"))
    sine = S * (8 * C**3 - 4 * C**2 - 4 * C + 1)  # U_6(C) is the cubic times the bracket
    yield identity(first, multiples={0: a * (C - 1) * CUBIC - b * sine})
    yield identity(second, multiples={0: b * (C - 1) * CUBIC + a * sine})
    join = parse("x <= 0", where="x = -m*(y^2 + z^2)*s, s >= 1/2, m > 0")
    for k, room in rooms.items():
        at = {"x": between(k), "m": mu, "y": a, "z": b, "s": slack(k, part)}
        facts = [(room, {"C": C}), (join, at)]
        yield certify(interpolated(k, part), facts=facts, methods=("identity", "sign", "boxes"))


def within(factor: int) -> Relation:
    """The border of `accel.lmi-feasible-region` at mu = 1 for alpha = c/L."""
    c, L = declare("c L > 0")
    q = sp.sqrt(c / L)
    return relation(c * (1 - 1 / L), "<", factor * 2 * (1 - (1 - q) / (1 + q)))


def at_speed(c: str, factor: int = 1) -> Example:
    """Whether heavy ball at alpha = c/L is within `factor` times the border, at L/mu = 255.1."""
    point: dict[str, Any] = {"c": c, "L": "2551/10"}
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
