"""What a regularisation costs at its minimiser, from the growth of the regularised risk."""

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor import follows
from workbench.symbolic import declare

lam, D = declare("lambda D > 0")


def regularisation(share: sp.Rational) -> Outcome:
    """F(x_lam) + (lam/2)(|x_lam|^2 + |x* - x_lam|^2) <= F(x*) + (lam/2)|x*|^2, |x*| <= D."""
    at_minimum, best, norm, size, product = declare("real F_lam F_star norm size product")
    grown = norm + (size - 2 * product + norm)  # squares, and <x_lam, x*>
    premises = [
        (1, at_minimum + lam / 2 * grown, best + lam / 2 * size),
        (lam, 0, size / 4 - product + norm), (lam / 4, size, D**2),
    ]  # fmt: skip
    at = {"F_lam": -1, "F_star": -2, "norm": 1, "size": 4, "product": 2, "D": 2, "lambda": 1}
    rest = (share - sp.Rational(1, 4)) * lam * D**2
    return follows(at_minimum - best, share * lam * D**2, premises, rest=rest, at=at)
