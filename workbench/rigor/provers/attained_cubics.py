"""A cubic whose gradient has the largest bias at sampled vertices that its third derivatives allow.

F = T[x, x, x]/6 for the symmetric tensor T with T_1ab = L_2 (2 [a = b] - 1), its other entries 0:
all derivatives d_jF are L_2-smooth in the 1-norm, and d_1F is L_2 (|x|^2 - 1/2) on the simplex.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.averaged_walks import HALF
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.equations import identity
from workbench.rigor.provers.fine_walks import squared_norm
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse

L, z, h, i, m = declare("L_2 > 0, real z h, integer i, integer m >= 0")
y = sp.IndexedBase("y", real=True)
MASS, SQUARES = sp.Sum(y[i], (i, 1, m)), sp.Sum(y[i] ** 2, (i, 1, m))


def slope(share: sp.Expr = sp.S.Half, flip: int = 2) -> Relation:
    """F at z + h in place of z, where z is the first coordinate and y_1, ..., y_m are the others.

    T_111 = (flip - 1) L_2, T_11b = -L_2, T_1ab = L_2 (flip [a = b] - 1) for others a and b
    """
    j = declare("integer j")
    pairs = sp.Sum(sp.Sum(y[i] * y[j], (j, 1, m)), (i, 1, m))

    def cubic(u: sp.Expr) -> sp.Expr:
        form = (flip - 1) * u**3 - 3 * u**2 * MASS + 3 * u * (flip * SQUARES - pairs)
        return L / 6 * form

    model = h * L * (z**2 + SQUARES - share) + L * h**2 / 6 * (3 * z - 3 * MASS + h)
    return relation(cubic(z + h) - cubic(z), "=", model, where=[(z + MASS, "=", 1)])


def entries(flip: int = 2) -> tuple[Relation, ...]:
    """Either sign of a coordinate of T_j h: h_k less the others, where h is p - q and a_i - b_i."""
    p, q = declare("p q >= 0")
    a, b = (sp.IndexedBase(name, nonnegative=True) for name in ("a", "b"))
    norm, others = p + q + sp.Sum(a[i] + b[i], (i, 1, m)), sp.Sum(a[i] - b[i], (i, 1, m))
    of = L * ((flip - 1) * (p - q) - others)
    return relation(of, "<=", L * norm), relation(-of, "<=", L * norm)


def shown(share: sp.Expr = sp.S.Half, flip: int = 2) -> Outcome:
    """The first, as the coordinates add up to 1, and the others by the sign of each part."""
    first = identity(slope(share, flip), multiples={0: -h * L / 2 * (z + MASS + 1)})
    return all_of(first, certify(entries(flip), methods=("sign",)))


def of_vertices(**change: Any) -> Proof:  # noqa: ANN401
    """The bias of L_2 (|x|^2 - 1/2)."""
    return squared_norm(L=th.number("L_2", above=0), less=HALF, **change)


def uniform(entry: int = 1) -> Relation:
    """What it is where all means have entries 1/d, or `entry`/d."""
    bound = f"L_2/N^2*N*(1 - d*({entry}/d)^2) = L_2/N*(1 - 1/d)"
    return parse(bound, where="L_2, N > 0, integer d > 0")
