"""Report noisy min: the privacy of one selection, and how far the noise can mislead it.

Add independent Laplace noise of scale lam to each of d entries and report the index of the
smallest.  If every entry moves by at most D, this is 2 D/lam private, whatever d is.  The largest
noise in absolute value has mean lam H_d <= lam (1 + ln d), H_d the harmonic number.

Cited.  Checked: H_d <= 1 + ln d, by 1/(k+1) <= ln((k+1)/k) at the first twenty steps.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, broken
from workbench.rigor import inequality
from workbench.symbolic import relation

CLAIM = Claim(
    "ext.noisy-minimum",
    title="Privacy and error of report noisy min with Laplace noise",
    reconstructed=(
        "cited",
        "Dwork and Roth (2014), Claim 3.9; Renyi's representation of exponential maxima",
    ),
    statement=r"""\arg\min_i (v_i + \xi_i) \text{ is } \tfrac{2D}{\lambda}\text{-DP}, \quad
        \mathbb{E} \max_i |\xi_i| = \lambda \sum_{k=1}^d \tfrac1k \le \lambda (1 + \ln d)""",
    hypotheses=r"""\xi_1, \dots, \xi_d \sim \operatorname{Lap}(\lambda) \text{ independent}
        |v_i(S) - v_i(S')| \le D""",
    citation="Dwork and Roth (2014), The algorithmic foundations of differential privacy, Claim 3.9"
    " with its remark on non-monotone scores; Renyi (1953), On the theory of order statistics",
)


@CLAIM.exact(corner="the harmonic bound for d up to 20")
@broken("the_logarithm_alone_is_too_small", "H_d <= ln d fails.", start=0)
def harmonic_numbers_are_near_the_logarithm(*, start: int = 1) -> Outcome:
    """H_n = sum of 1/k for k up to n is at most start + ln n, for n = 1..20 and start = 1."""
    found, total = [], sp.Integer(0)
    for n in range(1, 21):
        total += sp.Rational(1, n)
        right = sp.log(n) + start if n > 1 else sp.Integer(start)
        found.append(inequality(relation(total, "<=", right)))
    return all_of(*found, summary="n = 1..20")
