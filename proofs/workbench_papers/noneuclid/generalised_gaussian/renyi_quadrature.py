"""The divergence of generalised Gaussian noise in dimensions 1, 2 and 3, by quadrature.

Order 2, sigma = 1, l_4 with kappa = 3, independently of the proof: the moment

    int e^(-p(z - mu) + p(z)/2) dz <= e^(kappa p(mu)) int e^(-p(z)/2) dz,     p = |.|_4^2,

over a box.  All coordinates but the first are cut into cells; in a cell the left side is at most,
and the right side at least, what the extreme values of |z_i| and |z_i - mu_i| make of it.  What
remains is one integral over the first coordinate, enclosed rigorously.  In one dimension the moment
is e^(mu^2) exactly, and kappa = 1 would do.
"""

from itertools import product

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import integral
from workbench.symbolic import declare

CLAIM = Claim(
    "noneuclid.gg-renyi.quadrature",
    title="The divergence of generalised Gaussian noise by quadrature, in dimensions 1, 2 and 3",
    ours=("remark", "slide: GG Mechanism: Analysis; not on the slide"),
    statement=r"""\int_B e^{-\lVert z - \mu \rVert_4^2 + \lVert z \rVert_4^2/2} \,\mathrm{d}z
        \le e^{3 \lVert \mu \rVert_4^2} \int_B e^{-\lVert z \rVert_4^2/2} \,\mathrm{d}z""",
    hypotheses=r"""d = 1: \; \mu = \tfrac12, \; B = [-12, 12]; \text{ with } 1 \text{ in place of \
            } 3 \text{ an equality, within } 10^{-9}
        d = 2: \; \mu = (1, 1), \; B = [-4, 6]^2
        d = 3: \; \mu = (1, 0, 0), \; B = [-4, 6] \times [-3, 3]^2""",
    parts=("line", "plane", "space"),
)

x = declare("real x")
WIDTH = sp.S.Half
Cell = tuple[sp.Rational, sp.Rational]


@CLAIM.exact(part="line")
@broken("another_factor", "A factor e^(1.01 mu^2) is another one.", factor=sp.Rational(101, 100))
def on_the_line_it_is_that_of_a_normal_law(*, factor: sp.Rational = sp.Integer(1)) -> Outcomes:
    """The moment is within a relative 10^-9 of e^(factor mu^2), factor = 1."""
    shift, slack = sp.S.Half, sp.Rational(1, 10**9)
    moment = sp.exp(-((x - shift) ** 2) + x**2 / 2) / sp.sqrt(2 * sp.pi)
    value = sp.exp(factor * shift**2)
    yield integral(moment, x, -12, 12, "<=", value * (1 + slack))
    yield integral(moment, x, -12, 12, ">=", value * (1 - slack))


def extremes(cell: Cell, centre: int) -> tuple[sp.Rational, sp.Rational]:
    """Least |y - centre| and largest |y| in a cell that has no zero of either inside."""
    low, high = cell
    return min(abs(low - centre), abs(high - centre)), max(abs(low), abs(high))


def in_a_box(cells: list[Cell], shift: tuple[int, ...], bound: sp.Expr) -> Outcome:
    """The first coordinate is shifted by 1, the others by `shift`; each runs over the cells.
    The bounds of a cell depend on two sums of fourth powers only: equal ones are counted.
    """
    known = {c: [extremes(cell, c) for cell in cells] for c in set(shift)}
    counts: dict[tuple[sp.Rational, sp.Rational], int] = {}
    for chosen in product(*(known[c] for c in shift)):
        key = (sp.Add(*(near**4 for near, _ in chosen)), sp.Add(*(far**4 for _, far in chosen)))
        counts[key] = counts.get(key, 0) + 1
    total = sp.Integer(0)
    for (near, far), count in counts.items():
        here = sp.sqrt(x**4 + far) / 2
        total += count * (sp.exp(here - sp.sqrt((x - 1) ** 4 + near)) - sp.exp(bound - here))
    return integral(total, x, -4, 6, "<=", 0, cuts=(0, 1))


@CLAIM.exact(part="plane", stronger="the same for sums of extremes over cells")
@broken("a_gaussian_divergence_is_exceeded", bound=sp.sqrt(2))
@because("|mu|^2 = sqrt(2), as if kappa were 1.")
def in_the_plane_it_is_below_the_bound(*, bound: sp.Expr = 3 * sp.sqrt(2)) -> Outcome:
    """The shift is mu = (1, 1), kappa |mu|^2 = 3 sqrt(2): 20 strips over [-4, 6]."""
    return in_a_box([(k * WIDTH, (k + 1) * WIDTH) for k in range(-8, 12)], (1,), bound)


@CLAIM.exact(part="space", stronger="the same for sums of extremes over cells")
@broken("cells_of_this_size_show_no_more", bound=sp.Integer(1))
@because("With the exponent 1 the sums over cells are on the wrong side.")
def in_space_it_is_below_the_bound(*, bound: sp.Expr = sp.Integer(3)) -> Outcome:
    """The shift is
    mu = e_1, kappa |mu|^2 = 3: 12 strips over [-3, 3] in each of the other coordinates.
    """
    return in_a_box([(k * WIDTH, (k + 1) * WIDTH) for k in range(-6, 6)], (0, 0), bound)
