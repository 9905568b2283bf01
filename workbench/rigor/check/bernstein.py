"""Bernstein coefficients: polynomials on boxes with rational ends, exactly.

On a box a polynomial is a convex combination of its Bernstein coefficients, so it lies between the
least and the largest.  A certificate is a tree of halvings ["x", below, above] with leaves "b"; on
each leaf the coefficients are computed from the statement, and all of them must have the right
sign.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

from flint import fmpq, fmpq_mpoly

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.boxes import Box, box_of
from workbench.rigor.check.fraction import TooLarge
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.polynomials import Polynomials
from workbench.rigor.check.trees import Malformed

_MOST_COEFFICIENTS = 20_000
_MOST_LEAVES = 20_000
Coefficients = dict[tuple[int, ...], fmpq]


def check_bernstein(c: Certificate) -> Answer:
    """Check `tree`, the halvings, for a polynomial inequality on a box; conditions are not used."""
    s = c["statement"]
    box = box_of(s)
    if s["op"] == "=" or isinstance(box, str):
        return Answer(False, "bernstein: an inequality on a bounded box is needed")
    polynomials = Polynomials(s)
    gap, strict = polynomials.gap(), s["op"] in ("<", ">")
    stack: list[tuple[Any, Box]] = [(c["tree"], box)]
    leaves = 0
    while stack:
        node, here = stack.pop()
        if isinstance(node, list):
            name, below, above = node
            low, high = here[name]
            stack.append((below, {**here, name: (low, (low + high) / 2)}))
            stack.append((above, {**here, name: ((low + high) / 2, high)}))
            continue
        leaves += 1
        if node != "b" or leaves > _MOST_LEAVES:
            raise Malformed(f"the leaf {str(node)[:20]!r}, number {leaves}")
        least = min(coefficients(gap, polynomials, here).values())
        if least < 0 or (strict and least == 0):
            return Answer(False, f"bernstein: a coefficient on a leaf is {least}")
    return Answer(True, f"bernstein: all coefficients have the sign on {leaves} boxes that cover")


def coefficients(p: fmpq_mpoly, polynomials: Polynomials, box: Box) -> Coefficients:
    """The Bernstein coefficients of p on a box, by multi-index."""
    degrees = [int(d) for d in p.degrees()] if not p.is_zero() else [0] * len(polynomials.names)
    if math.prod(d + 1 for d in degrees) > _MOST_COEFFICIENTS:
        raise TooLarge(f"more than {_MOST_COEFFICIENTS} Bernstein coefficients")
    images = []
    for name in polynomials.names:
        low, high = (fmpq(e.numerator, e.denominator) for e in box.get(name, _POINT))
        images.append(polynomials.gens[name] * (high - low) + low)
    moved = p.compose(*images, ctx=polynomials.context) if images else p
    table: Coefficients = dict.fromkeys(product(*(range(d + 1) for d in degrees)), fmpq(0))
    for powers, value in moved.terms():
        table[tuple(int(k) for k in powers)] = value
    spend(3 * len(table) * (1 + sum(degrees)), "Bernstein coefficients")
    for axis, degree in enumerate(degrees):  # sum_{i <= k} C(k, i) / C(d, i) a_i, one axis a time
        table = {
            at: sum(
                (
                    table[(*at[:axis], i, *at[axis + 1 :])]
                    * fmpq(math.comb(at[axis], i), math.comb(degree, i))
                    for i in range(at[axis] + 1)
                ),
                fmpq(0),
            )
            for at in table
        }
    return table


_POINT = (Fraction(0), Fraction(0))
