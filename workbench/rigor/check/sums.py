"""Normal forms of finite sums and products, over the atoms of a normalizer.

A sum becomes an atom for each monomial of its body that holds the index; everything else is pulled
out.  A bound index is called #1, #2, ... by how deep sums are nested, so that equal sums look alike
wherever they stand.  Bounds must be visibly integers: a range between other numbers means nothing.

A sum over nothing is 0, whatever is summed: sum_{i=1}^n 1/n is 0 at n = 0, and not n/n.  So a
denominator is pulled out of a sum only where it visibly never vanishes, where a real variable moves
it away from 0 (the sum is empty there too), or where the range is not empty.
"""

from __future__ import annotations

import re
from typing import Any

from flint import fmpq

from workbench.rigor.check.atoms import Atoms
from workbench.rigor.check.fraction import NotReducible, Quotient, TooLarge
from workbench.rigor.check.trees import Tree, free, replace

_LONGEST_EXPANSION = 400  # longer sums with numeric bounds stay atoms
_MOST_EXPANDED = 20_000  # terms of one expression, over all its sums


def finite_sum(n: Atoms, index: str, low: Tree, high: Tree, body: Tree) -> Quotient:
    """The sum over low <= index <= high; 0 if high < low."""
    first, last = _range(n, low, high)
    a, b = first.constant(), last.constant()
    if a is not None and b is not None and (b < a or b - a <= _LONGEST_EXPANSION):
        total = n.number(0)
        for k in _spend(n, range(int(a.p), int(b.p) + 1)):
            total = total + n(replace(body, {index: ["q", str(k)]}))
        return total
    peeled, kept = _peel(n, first, last)
    total = n.number(0)
    for k in _spend(n, range(peeled)):
        total = total + n(replace(body, {index: ["+", high, ["q", str(-k)]]}))
    name, inner = _inner(n, index, body)
    has_terms = peeled > 0 or _has_terms(n, first, last)
    return total + _linear(n, inner, name, first, kept, has_terms=has_terms)


def finite_product(n: Atoms, index: str, low: Tree, high: Tree, body: Tree) -> Quotient:
    """The product over low <= index <= high; 1 if high < low."""
    first, last = _range(n, low, high)
    a, b = first.constant(), last.constant()
    total = n.number(1)
    if a is not None and b is not None and (b < a or b - a <= _LONGEST_EXPANSION):
        for k in _spend(n, range(int(a.p), int(b.p) + 1)):
            total = total * n(replace(body, {index: ["q", str(k)]}))
        return n.reduce(total)
    peeled, kept = _peel(n, first, last)
    for k in _spend(n, range(peeled)):
        total = total * n(replace(body, {index: ["+", high, ["q", str(-k)]]}))
    name, inner = _inner(n, index, body)
    atom = n.generator(
        ("prod", n.label(first), n.label(kept), _canonical(n.label(inner), name)),
        (first, kept, inner),
        bound_in=(n.bound(inner) - {name}) | n.bound(first, kept),
    )
    return n.reduce(total * atom)


def _inner(n: Atoms, index: str, body: Tree) -> tuple[str, Quotient]:
    name = f"#{_height(body) + 1}"
    if name in free(body):
        raise NotReducible("sums in the bounds of sums")
    return name, n.reduce(n(replace(body, {index: ["v", name]})))


def _range(n: Atoms, low: Tree, high: Tree) -> tuple[Quotient, Quotient]:
    first, last = n.reduce(n(low)), n.reduce(n(high))
    if not (n.integral(first) and n.integral(last)):
        raise NotReducible("a sum or product whose bounds are not visibly integers")
    return first, last


def _spend(n: Atoms, terms: range) -> range:
    n.expanded += len(terms)
    if n.expanded > _MOST_EXPANDED:
        raise TooLarge(f"sums that expand into more than {_MOST_EXPANDED} terms")
    return terms


def _peel(n: Atoms, first: Quotient, last: Quotient) -> tuple[int, Quotient]:
    """How many last terms to split off, so that upper bounds differing by integers agree.

    The length of the range is a natural number plus a constant; the constant's terms are split off.
    """
    length = last - first + n.number(1)
    constant = fmpq(0)
    for powers, coefficient in length.num.terms():
        if not any(powers):
            constant = coefficient
    if 0 < constant <= _LONGEST_EXPANSION and n.natural(length):
        return int(constant.p), last - n.number(constant)
    return 0, last


def _has_terms(n: Atoms, first: Quotient, last: Quotient) -> bool:
    """Whether the length of the range is a sum of naturals, one of them positive."""
    length = last - first + n.number(1)
    return n.natural(length) and n.never_zero(length.num)


def _linear(
    n: Atoms, inner: Quotient, name: str, low: Quotient, high: Quotient, *, has_terms: bool
) -> Quotient:
    """The sum over the bound name, linear in the factors that do not contain it.

    `has_terms`: the range that the sum was written with is visibly not empty.
    """
    one = n.context.constant(1)
    free, tied = one, one
    if has_terms and name not in n.bound(Quotient(inner.den, one)):
        free = inner.den
    elif not inner.den.is_constant():
        constant, factors = inner.den.factor()
        free = free * constant
        for factor, power in factors:
            holds_index = name in n.bound(Quotient(factor, one))
            if holds_index or not (has_terms or n.never_zero(factor) or n.is_moved(factor)):
                tied = tied * factor**power
            else:
                free = free * factor**power
    groups: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
    for powers, coefficient in inner.num.terms():
        inside = tuple(int(p) if p and name in n.bound_in[i] else 0 for i, p in enumerate(powers))
        outside = tuple(int(p) - held for p, held in zip(powers, inside, strict=True))
        groups.setdefault(inside, {})[outside] = coefficient
    total = n.number(0)
    for inside, terms in groups.items():
        piece = Quotient(n.context.from_dict({inside: fmpq(1)}), tied)
        weight = Quotient(n.context.from_dict(terms), free)
        total = total + weight * _sum_atom(n, piece, name, low, high)
    return total


def _sum_atom(n: Atoms, body: Quotient, name: str, low: Quotient, high: Quotient) -> Quotient:
    length = high - low + n.number(1)
    value = body.constant()
    if value is not None and n.natural(length):
        return n.number(value) * length
    return n.generator(
        ("sum", n.label(low), n.label(high), _canonical(n.label(body), name)),
        (low, high, body),
        bound_in=(n.bound(body) - {name}) | n.bound(low, high),
    )


def _height(tree: Tree) -> int:
    """How deep sums are nested; a bound index is named by it, so equal sums look alike anywhere."""
    below = max((_height(a) for a in tree[1:] if isinstance(a, list)), default=0)
    return below + (tree[0] in ("sum", "prod"))


def _canonical(label: str, name: str) -> str:
    """A body's label with its bound index renamed by what is really nested inside it."""
    inside: list[Any] = re.findall(r"binds #(\d+)", label)
    index = f"#{1 + max(map(int, inside), default=0)}"
    if index != name and re.search(rf"{index}\b", label):
        raise NotReducible("sums in the bounds of sums")
    return f"binds {index}: " + re.sub(rf"{name}\b", index, label)
