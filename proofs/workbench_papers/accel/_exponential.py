"""e^v >= 1 + v for every real v, the one inequality that several proofs of this paper come down to.

Convexity arguments (Hoelder, Jensen, Bernoulli) with a real exponent turn into identities with
k(v) = e^v - 1 - v on one side; what is left is k >= 0, a derivative chain on either side of 0.
"""

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor import inequality
from workbench.symbolic import declare, relation


def k(v: sp.Expr) -> sp.Expr:
    """e^v - 1 - v."""
    return sp.exp(v) - 1 - v


def nonnegative(constant: int = 1) -> Outcome:
    """e^v - constant - v >= 0 for every real v: once for v = u >= 0, once for v = -u."""
    u = declare("u >= 0")
    return all_of(inequality(relation(sp.exp(u) - constant - u, ">=", 0)),
                  inequality(relation(sp.exp(-u) - constant + u, ">=", 0)))  # fmt: skip
