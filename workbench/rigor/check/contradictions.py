"""Conditions that visibly contradict each other: a combination of them says that 0 is positive.

What a condition says is linear in the products of atoms in its normal form.  Of these products
nothing is used but their signs, the ends of the intervals of variables, products of two of these
ends, and that squares of x - t are at least 0.  So a contradiction that is found is one for all
real numbers; that none is found says nothing.  Each product is eliminated in turn, as Fourier and
Motzkin do it, over the rationals, and the search gives up where too many inequalities arise.

All this stays true of means: a relation may be one between means, as E is linear and keeps signs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, islice
from operator import add
from typing import Any

from flint import fmpq

from workbench.rigor.check.atom_signs import NEGATIVE, NONNEGATIVE, POSITIVE, AtomSigns, Signs
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.fraction import NotReducible, TooLarge
from workbench.rigor.check.fuel import spend, worked_out
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.normal import Forms, Normalizer
from workbench.rigor.check.signs import reader_of
from workbench.rigor.check.trees import size

_LARGEST = 600  # nodes of a condition that is looked at
_LONGEST = 40  # its terms
_MOST = 300  # inequalities at a time
Powers = tuple[int, ...]  # a product of atoms: their exponents
Row = tuple[dict[Powers, fmpq], fmpq, bool]  # sum of c m + constant >= 0, or, strictly, > 0
Relation = list[Any]


def contradictory(
    variables: list[dict[str, Any]], where: Sequence[Relation], of_means: Sequence[Relation] = ()
) -> bool:
    """Whether no values of the variables visibly meet the conditions, and those of means."""
    if not where and not of_means:
        return False
    everything = key_of(["contradictions", variables, list(where), list(of_means)])
    return worked_out(everything, lambda: _found(variables, where, of_means))


def _found(
    variables: list[dict[str, Any]], where: Sequence[Relation], of_means: Sequence[Relation]
) -> bool:
    try:
        return Forms(variables).work(
            lambda atoms: _clash(_System(variables, atoms).rows(where, of_means))
        )
    except (NotReducible, TooLarge, ZeroDivisionError):
        return False


class _System:
    """Linear inequalities in products of atoms."""

    def __init__(self, variables: list[dict[str, Any]], atoms: Normalizer) -> None:
        self.atoms = atoms
        self.named = {v["name"]: v for v in variables if v["sort"] != "seq"}
        reader = reader_of({"vars": variables, "where": []}, by_structure=True)
        self.signs = AtomSigns(
            atoms, reader.of_variable, {name: reader.of_variable(name) for name in self.named}
        )

    def rows(self, where: Iterable[Relation], of_means: Iterable[Relation]) -> list[Row]:
        """What the conditions say, and what is known of the products in them."""
        sure, meant = self._read(where, (POSITIVE, NEGATIVE)), self._read(of_means)
        products = {m for row, *_ in (*sure, *meant) for m in row}
        factors = _factors(products)
        ends = [end for m in sorted(products | factors) for end in self._ends(m)]
        alone = [row for row in (*ends, *sure) if len(row[0]) == 1 and sum(min(row[0])) == 1]
        pairs = combinations_with_replacement([r for r in alone if min(r[0]) in factors], 2)
        known = [_product(a, b) for a, b in islice(pairs, _MOST) if _times(a, b) in products]
        squares = [_square(m, -row[1] / c) for row in (*alone, *meant) if len(row[0]) == 1
                   for m, c in row[0].items() if tuple(2 * k for k in m) in products]  # fmt: skip
        return [*sure, *meant, *ends, *map(self._sign, products), *known, *squares]

    def _read(self, relations: Iterable[Relation], below: Iterable[Signs] = ()) -> list[Row]:
        """What relations say; their denominators are constants or have one of these signs."""
        found: list[Row] = []
        for left, op, right in islice(relations, _MOST):
            gap = difference(left, op, right)
            try:
                if size(gap) > _LARGEST:
                    continue
                form = self.atoms.reduce(self.atoms(gap))
                signs = self.signs.of_polynomial(form.den)
            except (NotReducible, TooLarge, ZeroDivisionError):
                continue
            if len(form.num) > _LONGEST or not (form.den.is_one() or signs in below):
                continue
            for sign in (1, -1) if op == "=" else (1,):
                row = {m: c * sign * min(signs) for m, c in _terms(form.num)}
                constant = sum((row.pop(m) for m in list(row) if not any(m)), fmpq(0))
                found.append((row, constant, op in ("<", ">")))
        return found

    def _ends(self, m: Powers) -> list[Row]:
        """The interval of a variable."""
        place = m.index(1) if sum(m) == 1 and 1 in m else None
        kind, name, *_ = ("", "") if place is None else (*self.atoms.meaning[place], "")
        v = self.named.get(name) if kind == "v" else None
        return [] if v is None else [
            ({m: fmpq(sign)}, -sign * fmpq(*_parts(v[end])), bool(v[f"{end}_open"]))
            for end, sign in (("low", 1), ("high", -1)) if v[end] is not None
        ]  # fmt: skip

    def _sign(self, m: Powers) -> Row:
        """The sign of a product, or that 0 is at least 0."""
        signs = self.signs.of_polynomial(self.atoms.context.from_dict({m: fmpq(1)}))
        if signs <= NONNEGATIVE:
            return {m: fmpq(1)}, fmpq(0), signs == POSITIVE
        if 1 not in signs:
            return {m: fmpq(-1)}, fmpq(0), signs == NEGATIVE
        return {}, fmpq(0), False


def _terms(p: Any) -> list[tuple[Powers, fmpq]]:  # noqa: ANN401 - of python-flint
    return [(tuple(map(int, powers)), c) for powers, c in p.terms()]


def _parts(text: str) -> tuple[int, int]:
    top, _, bottom = str(text).partition("/")
    return int(top), int(bottom or 1)


def _factors(products: Iterable[Powers]) -> set[Powers]:
    """The atoms of products of two."""
    found = set[Powers]()
    for m in products:
        if sum(m) == 2:
            for place in [place for place, k in enumerate(m) if k]:
                found.add((*[0] * place, 1, *[0] * (len(m) - place - 1)))
    return found


def _times(one: Row, other: Row) -> Powers:
    """The product of the atoms of two inequalities about one atom each."""
    return tuple(map(add, min(one[0]), min(other[0])))


def _product(one: Row, other: Row) -> Row:
    """The product of two inequalities about one atom each."""
    ((m, a),), ((n, b),) = one[0].items(), other[0].items()
    row = {_times(one, other): a * b}
    for at, factor in ((m, a * other[1]), (n, b * one[1])):
        row[at] = row.get(at, fmpq(0)) + factor
    return {m: c for m, c in row.items() if c != 0}, one[1] * other[1], one[2] and other[2]


def _square(m: Powers, t: fmpq) -> Row:
    """(x - t)^2 >= 0."""
    row = {tuple(2 * k for k in m): fmpq(1), m: -2 * t}
    return {m: c for m, c in row.items() if c != 0}, t * t, False


def _clash(rows: list[Row]) -> bool:
    """Whether a combination with factors >= 0 says that a number below 0 is at least 0."""
    while True:
        rows = _different(rows)
        spend(len(rows), "contradictions")
        if any(not row and (least < 0 or (strict and least == 0)) for row, least, strict in rows):
            return True
        above, below = Counter[Powers](), Counter[Powers]()
        for row, *_ in rows:
            for m, c in row.items():
                (above if c > 0 else below)[m] += 1
        if one_sided := (above.keys() ^ below.keys()):  # such rows say nothing of the others
            rows = [row for row in rows if row[0].keys().isdisjoint(one_sided)]
            continue
        if not above or len(rows) > _MOST:
            return False
        m = min(above, key=lambda m: (above[m] * below[m], m))
        if above[m] * below[m] > _MOST:
            return False
        held = [row for row in rows if m in row[0]]
        upper, lower = ([row for row in held if (row[0][m] > 0) == up] for up in (True, False))
        rest = [row for row in rows if m not in row[0]]
        rows = rest + [_without(m, a, b) for a in upper for b in lower]


def _without(m: Powers, above: Row, below: Row) -> Row:
    """The combination of two rows in which a product is not left."""
    (row, constant, strict), (other, least, open_) = above, below
    a, b = -other[m], row[m]
    total = {n: a * c for n, c in row.items() if n != m}
    for n, c in other.items():
        if n != m:
            total[n] = total[n] + b * c if n in total else b * c
    kept = {n: c for n, c in total.items() if c != 0}
    return kept, a * constant + b * least, strict or open_


def _different(rows: list[Row]) -> list[Row]:
    """Of rows that are multiples of each other up to the constant, the strongest one."""
    found: dict[Any, Row] = {}
    for row, constant, strict in rows:
        scale = abs(row[min(row)]) if row else fmpq(1)
        made = row if scale == 1 else {m: c / scale for m, c in row.items()}
        key = frozenset((m, int(c.p), int(c.q)) for m, c in made.items())
        here = made, constant / scale, strict
        if key not in found or (here[1], not strict) < (found[key][1], not found[key][2]):
            found[key] = here
    return list(found.values())
