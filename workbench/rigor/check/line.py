"""Signs of polynomials in one variable on an open interval, exactly, by Sturm sequences.

A polynomial changes its sign only at roots of odd multiplicity.  If none of its irreducible factors
of odd multiplicity has a root inside, one value decides; factors of even multiplicity can only add
the sign 0.
"""

from __future__ import annotations

from itertools import pairwise

from flint import fmpq, fmpq_poly

from workbench.rigor.check.atom_signs import ANY, ZERO, Signs
from workbench.rigor.check.fraction import NotReducible, TooLarge
from workbench.rigor.check.fuel import spend

Interval = tuple[fmpq | None, fmpq | None]  # None: unbounded on that side
_HIGHEST_DEGREE = 80


def signs_inside(p: fmpq_poly, interval: Interval) -> Signs:
    """The signs that p takes on the open interval; all three as soon as p changes its sign."""
    if p.degree() < 0:
        return ZERO
    if p.degree() > _HIGHEST_DEGREE:
        raise TooLarge(f"a polynomial of degree {p.degree()}")
    long = max((c.p.bit_length() + c.q.bit_length() for c in p.coeffs()), default=0)
    spend((1 + long // 64) * (1 + p.degree()) ** 3, "roots of polynomials")
    touches = False
    for factor, power in p.factor()[1]:
        if roots_inside(factor, interval):
            if power % 2:
                return ANY
            touches = True
    where = _not_a_root(p, interval)
    sign = frozenset({1 if p(where) > 0 else -1})
    return sign | ZERO if touches else sign


def roots_inside(p: fmpq_poly, interval: Interval) -> int:
    """How many distinct roots an irreducible polynomial has in the open interval."""
    low, high = interval
    if p.degree() == 1:
        root = -p[0] / p[1]
        return int((low is None or root > low) and (high is None or root < high))
    sequence = [p, p.derivative()]
    while sequence[-1].degree() > 0:
        sequence.append(-(sequence[-2] % sequence[-1]))
    # an irreducible p of degree 2 or more has no rational root: the ends need no care
    return _changes(sequence, low, upper=False) - _changes(sequence, high, upper=True)


def _changes(sequence: list[fmpq_poly], at: fmpq | None, *, upper: bool) -> int:
    """Sign changes along a Sturm sequence at a point, or at one of the infinities."""
    if at is not None:
        values = [p(at) for p in sequence]
    else:
        values = [
            p.leading_coefficient() * (-1 if p.degree() % 2 and not upper else 1)
            for p in sequence if p.degree() >= 0
        ]  # fmt: skip
    signs = [v > 0 for v in values if v != 0]
    return sum(a != b for a, b in pairwise(signs))


def _not_a_root(p: fmpq_poly, interval: Interval) -> fmpq:
    """A rational point of the open interval at which p does not vanish.

    It has fewer roots than points are tried, so all these are one where none is found.
    """
    low, high = interval
    for k in range(1, p.degree() + 3):
        if low is not None and high is not None:
            at = low + (high - low) * fmpq(k, p.degree() + 3)
        elif low is not None:
            at = low + k
        else:
            at = (fmpq(0) if high is None else high) - k
        if p(at) != 0:
            return at
    raise NotReducible("an interval without a point")
