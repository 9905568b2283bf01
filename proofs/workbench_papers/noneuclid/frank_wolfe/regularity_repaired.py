"""What l_r norms say about the regularity of l_infinity: (r - 1) d^(2/r), and never 2 ln d.

The square of |.|_r is smooth with constant r - 1 for r >= 2, and |.|_r is within a factor d^(1/r)
of |.|_inf.  At r = ln d, for d >= 8, that is e^2 (ln d - 1).  Among all r >= 2 the constant is
least at r = ln d + sqrt(ln^2 d - 2 ln d), and at least e ln d for every r.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import certify, follows, identity, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.regularity-linf.repaired",
    title="The regularity of l_infinity from l_r norms, and the best of them",
    ours=("lemma", "slide: Poly-SFW: Convergence Analysis, proof idea, corrected"),
    statement=r"""\ell_\infty^d \text{ is } (r - 1) d^{2/r}\text{-regular for each } r \ge 2; \;
        r = \ln d: \; e^2 (\ln d - 1); \;
        \text{least at } r_\ast = \ln d + \sqrt{\ln^2 d - 2 \ln d}; \;
        (r - 1) d^{2/r} \ge e \ln d \text{ for every } r \ge 2""",
    hypotheses=r"d \ge 8 \text{ (at } r = \ln d \text{ and for the minimum)}",
    parts=("family", "minimum", "never two"),
    repairs=("noneuclid.regularity-linf", "noneuclid.regularity-linf.display"),
    uses=("noneuclid.kappa-regular", "noneuclid.kappa-regular.lq"),
)

ell, r = declare("ell r > 0")  # ell = ln d


@CLAIM.exact(part="family")
@broken("not_once", "d^(1/r) would give e (ln d - 1).", power=1)
def the_factor_enters_squared(*, power: int = 2) -> Outcomes:
    """The norms compare by sum |x_j|^r <= d max |x_j|^r, and smoothness r - 1.
    |x|_r <= d^(1/r) |x|_inf, squared, times r - 1; d^(2/ln d) = e^2.
    """
    norm, top, root = declare("norm top root >= 0")  # root = d^(1/r)
    constant = (r - 1) * sp.exp(power * ell / r)
    yield identity(constant.subs(r, ell), sp.exp(2) * (ell - 1))
    yield follows(norm**2, root**2 * top**2, [(norm + root * top, norm, root * top)])


@CLAIM.exact(part="minimum", uses=())
@broken("it_is_not_a_double_root", "r_+ is not a double root.", sign=-1)
def the_larger_root_is_the_minimum(*, sign: int = 1) -> Outcomes:
    """r^2 - 2 r ln d + 2 ln d = (r - r_+)(r - r_-).
    (ln of the constant)' = (r - r_+)(r - r_-)/(r^2 (r - 1)), and r_- <= 2 <= r_+ if ell >= 2.
    """
    root = sp.sqrt(ell**2 - 2 * ell)
    far = [(ell, ">=", 2)]
    shape = r**2 - 2 * ell * r + 2 * ell
    slope = sp.diff(sp.log(r - 1) + 2 * ell / r, r)
    yield identity(slope, shape / (r**2 * (r - 1)), where=[(r, ">=", 2)])
    yield identity(shape, (r - ell - root) * (r - ell + sign * root), where=far)
    yield visible(shape.subs(r, 2), "<=", 0, where=far, gap=2 * (ell - 2))
    yield "falling from 2 to r_+, rising after it"


@CLAIM.exact(part="never two", uses=())
@broken("nor_does_it_always_exceed_six", claimed=sp.Integer(6))
@because("6 ln d is above the constant for some r.")
def no_member_reaches_two_logarithms(*, claimed: sp.Expr = sp.E) -> Outcomes:
    """(r - 1) d^(2/r) >= (r - 1) e 2 ln d/r >= e ln d > 2 ln d.
    e^x >= e x at x = 2 ell/r, and r - 1 >= r/2: the constant is at least e ell.
    """
    x = declare("x >= 0")
    grown = declare("grown > 0")  # e^(2 ell/r)
    yield certify(relation(1 + x, "<=", sp.exp(x)))  # e y <= e^y at y = 1 + x, and below
    yield certify(relation(1 - x, "<=", sp.exp(-x)))
    premises = [(r - 1, sp.E * 2 * ell / r, grown)]
    rest = sp.E * ell * (r - 2) / r + (sp.E - claimed) * ell
    yield follows(claimed * ell, (r - 1) * grown, premises, where=[(r, ">=", 2)], rest=rest)
    yield inequality(relation(2, "<", sp.E), methods=("boxes",))
