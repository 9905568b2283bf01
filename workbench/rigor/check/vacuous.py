"""Statements about nothing: what contradictory conditions would make true.

An interval without a point is refused where the statement is read.  Here are the conditions that
can be compared with it at sight: those between a variable, or an entry of a sequence, and a
constant, and those between two constants, also when what equations define is put in; combinations
of conditions (see `contradictions`); and matrices that are called positive semidefinite.  Whether
conditions of other shapes can hold together is not decided; they stand in the statement for
everyone to see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from workbench.rigor.check.contradictions import contradictory
from workbench.rigor.check.fraction import NotReducible, Quotient, TooLarge
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.normal import Forms, Normalizer
from workbench.rigor.check.points import decide_at, literal
from workbench.rigor.check.trees import (
    Malformed,
    Tree,
    free,
    interval_fault,
    names_in,
    replace,
    size,
)

_FLIPPED = {"<=": ">=", "<": ">", "=": "=", ">=": "<=", ">": "<"}
_FALSE = "a condition is false: anything would be true"
_ZERO: Tree = ["q", "0"]
_NOTHING = {"vars": [], "where": [], "of": _ZERO, "op": "=", "bound": _ZERO}
_LARGEST = 2_000  # nodes of a condition that is looked at with equations put in
_MIDDLE = 400  # nodes of a condition into which equations are put
_SHORT = 100  # nodes of an equation that is solved for a variable in it
_MOST_ROWS = 6  # of a matrix whose minors of three rows are looked at
Rows = Sequence[Sequence[Tree]]
Relation = list[Any]
Variables = Mapping[str, dict[str, Any]]


def refuse_vacuous(
    s: dict[str, Any], *, semidefinite: Sequence[Rows] = (), of_means: Sequence[Relation] = ()
) -> None:
    """Raise Malformed if no point of the domain visibly meets the conditions.

    semidefinite: symmetric matrices that are positive semidefinite by hypothesis
    of_means: relations that hold for the means of their sides, whatever is random
    """
    where = [*s["where"], *(minor for rows in semidefinite for minor in _minors(rows))]
    variables = _narrowed({**s, "where": where})
    if put_in := _solved(where, variables):
        few = [one for one in where if size(one[0]) + size(one[2]) <= _MIDDLE]
        there = [[replace(a, put_in), op, replace(b, put_in)] for a, op, b in few]
        there += [end for name, value in put_in.items() for end in _ends(variables[name], value)]
        there = [one for one in there if size(one[0]) + size(one[2]) <= _LARGEST]
        left = [variables.get(v["name"], v) for v in s["vars"] if v["name"] not in put_in]
        variables |= _narrowed({**s, "vars": left, "where": there})
        where += there
    if contradictory([variables.get(v["name"], v) for v in s["vars"]], where, of_means):
        raise Malformed("conditions contradict each other: anything would be true")
    for rows in semidefinite:
        if _negative_somewhere([[replace(a, put_in) for a in row] for row in rows]):
            raise Malformed("a matrix is not positive semidefinite: anything would be true")


def refuse_no_law(
    law: dict[str, Any], s: dict[str, Any], means: Mapping[str, Tree], cases: Iterable[Any]
) -> None:
    """Raise Malformed if visibly no law is as a statement about means says.

    A hypothesis for all numbers is looked at for numbers of which no more is known.  The mean of a
    square is at least the square of the mean.  Sums over coordinates are left aside.

    s: its numbers, means and random variables, and what is known of the former
    means: of what those are that exist by hypothesis
    cases: what is sure, once for each choice among the alternatives
    """
    refuse_vacuous(s)
    if all(map(is_vacuous, cases)):
        raise Malformed("no outcome visibly meets what is sure: anything would be true")
    if law["over"] is not None:
        return
    sure = [part for clause in law["sure"] if len(clause) == 1 for part in clause[0]]
    told: list[Relation] = [[["v", name], "=", of] for name, of in means.items()]
    told += [[["^", mean, 2], "<=", ["^", of, 2]] for mean, _, of in told]
    said = [[one["of"], one["op"], one["bound"]] for one in law["all"] if not one["vars"]]
    for one in [one for one in law["all"] if one["vars"]] or ([_NOTHING] if told or said else []):
        here = [*s["where"], *sure, *one["where"]]
        of_means = [*told, *said, [one["of"], one["op"], one["bound"]]]
        refuse_vacuous({**s, "vars": [*s["vars"], *one["vars"]], "where": here}, of_means=of_means)


def is_vacuous(s: dict[str, Any]) -> bool:
    """Whether no point of the domain visibly meets the conditions."""
    try:
        refuse_vacuous(s)
    except Malformed:
        return True
    return False


def _narrowed(s: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The variables, and entries of sequences, in the intervals that conditions leave to them."""
    declared = {v["name"]: v for v in s["vars"]}
    narrowed = {name: dict(v) for name, v in declared.items() if v["sort"] != "seq"}
    for left, op, right in s["where"]:
        if not (names_in(left) | names_in(right)):
            if decide_at(left, op, right, {}) is False:
                raise Malformed(_FALSE)
            continue
        for side, told, other in ((left, op, right), (right, _FLIPPED[op], left)):
            value = None if names_in(other) else _constant(other)
            if side[0] in ("v", "idx") and side[1] in declared and value is not None:
                name = _named(side)
                one = narrowed.setdefault(name, {**declared[side[1]], "name": name})
                _narrow(one, told, value)
    for v in narrowed.values():
        fault = interval_fault(v)
        if fault:
            raise Malformed(f"no value of {v['name']!r} meets the conditions: {fault}")
    return {name: v for name, v in narrowed.items() if name in declared}


def _named(side: Tree) -> str:
    """A variable, or an entry of a sequence, whose index may be written in several ways."""
    if side[0] == "v":
        return str(side[1])
    at = None if names_in(side[2]) else _constant(side[2])
    return f"{side[1]}[{side[2] if at is None else at}]"


def _constant(tree: Tree) -> Fraction | None:
    try:
        return literal(tree)
    except (NotReducible, ZeroDivisionError):
        return None


def _narrow(v: dict[str, Any], op: str, value: Fraction) -> None:
    """Intersect the interval of v with `v op value`."""
    for end, ops, inside in (("low", (">=", ">", "="), 1), ("high", ("<=", "<", "="), -1)):
        if op in ops:
            now, is_open = v[end], op in ("<", ">")
            beyond = None if now is None else (value - Fraction(now)) * inside
            if beyond is None or beyond > 0:
                v[end], v[f"{end}_open"] = str(value), is_open
            elif beyond == 0:
                v[f"{end}_open"] |= is_open


# equations ----------------------------------------------------------------------------------------


def _solved(where: Sequence[Relation], variables: Variables) -> dict[str, Tree]:
    """What variables are by the equations, free of all that are solved for."""
    found: dict[str, Tree] = {
        name: ["q", v["low"]] for name, v in variables.items()
        if v["low"] is not None and v["low"] == v["high"]
    }  # fmt: skip
    for left, op, right in where:
        if op != "=" or size(left) + size(right) > _LARGEST:
            continue
        sides = replace(left, found), replace(right, found)
        name, value = _solution(*sides, [*variables.values()])
        made = {known: replace(tree, {name: value}) for known, tree in found.items()}
        if name and all(size(tree) <= _LARGEST for tree in (value, *made.values())):
            found = {**made, name: value}
    return found


def _solution(left: Tree, right: Tree, variables: list[dict[str, Any]]) -> tuple[str, Tree]:
    """A variable and what it is by an equation, if it is a side, or stands there linearly."""
    own = {v["name"] for v in variables}
    for side, other in ((left, right), (right, left)):
        if side[0] == "v" and side[1] in own and side[1] not in free(other):
            return side[1], other
    gap, forms = ["+", left, ["neg", right]], Forms(variables)
    try:
        for name, factor in _linear(*forms.of(gap), own) if size(gap) <= _SHORT else ():
            rest = replace(gap, {name: _ZERO})
            if forms.zero(["+", gap, ["neg", rest], ["*", ["neg", factor], ["v", name]]]):
                return name, ["/", ["neg", rest], factor]
    except (NotReducible, TooLarge, ZeroDivisionError):
        pass
    return "", _ZERO


def _linear(atoms: Normalizer, form: Quotient, own: set[str]) -> Iterator[tuple[str, Tree]]:
    """The variables that a polynomial holds in one term alone, with the number before them."""
    terms = [(list(powers), c) for powers, c in form.num.terms()] if form.den.is_one() else []
    for powers, factor in terms:
        place = powers.index(1) if sum(powers) == 1 else -1
        if place >= 0 and sum(other[place] > 0 for other, _ in terms) == 1:
            kind, name, *_ = (*atoms.meaning[place], "")
            if kind == "v" and name in own:
                yield name, ["q", str(factor)]


def _ends(v: dict[str, Any], value: Tree) -> list[Relation]:
    """That a value is in the interval of a variable."""
    return [
        [value, op if v[f"{end}_open"] else f"{op}=", ["q", v[end]]]
        for end, op in (("low", ">"), ("high", "<")) if v[end] is not None
    ]  # fmt: skip


# matrices -----------------------------------------------------------------------------------------


def _minors(rows: Rows) -> list[Relation]:
    """That principal minors of up to three rows are at least 0."""
    found: list[Relation] = []
    for count in (1, 2, 3) if len(rows) <= _MOST_ROWS else (1, 2):
        for places in combinations(range(len(rows)), count):
            terms = [
                ["*", ["q", str(sign)], *(rows[j][k] for j, k in zip(places, order, strict=True))]
                for sign, order in _orders(places)
            ]
            found.append([_ZERO, "<=", ["+", *terms]])
    return found


def _orders(places: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """The orders of some numbers, and their signs."""
    return [
        ((-1) ** sum(a > b for a, b in combinations(order, 2)), order)
        for order in permutations(places)
    ]


def _negative_somewhere(rows: Rows) -> bool:
    """Whether a block of constants on the diagonal of a symmetric matrix is not semidefinite."""
    size_ = range(len(rows))
    fixed = [[not names_in(rows[j][k]) for k in size_] for j in size_]
    blocks = set[tuple[int, ...]]()
    for start in size_:
        block: list[int] = []
        for k in (start, *size_):
            if k not in block and fixed[k][k] and all(fixed[k][j] for j in block):
                block.append(k)
        blocks.add(tuple(sorted(block)))
    return any(_eliminated([[rows[j][k] for k in block] for j in block]) for block in blocks)


def _eliminated(rows: Rows) -> bool:
    """Whether elimination meets a pivot below 0, or 0 with something else beside it."""
    while rows:
        signs = [_sign(row[k]) for k, row in enumerate(rows)]
        if -1 in signs:
            return True
        if 1 not in signs:
            zeros = [row for row, sign in zip(rows, signs, strict=True) if sign == 0]
            return any(_sign(a) in (-1, 1) for row in zeros for a in row)
        p = signs.index(1)
        others = [k for k in range(len(rows)) if k != p]
        spend(2 * len(others) ** 2, "matrices")
        rows = [[_less(rows[j][k], rows[j][p], rows[p][k], rows[p][p]) for k in others]
                for j in others]  # fmt: skip
        if any(a[0] != "q" and size(a) > _LARGEST for row in rows for a in row):
            return False
    return False


def _sign(a: Tree) -> int | None:
    """The sign of a constant, or None if it is not certain."""
    if a[0] == "q":
        return (Fraction(a[1]) > 0) - (Fraction(a[1]) < 0)
    for sign, op in ((-1, "<"), (1, ">"), (0, "=")):
        if decide_at(a, op, _ZERO, {}):
            return sign
    return None


def _less(a: Tree, b: Tree, c: Tree, pivot: Tree) -> Tree:
    """a - b c/pivot, a number where it is rational."""
    if all(part[0] == "q" for part in (a, b, c, pivot)):
        here, one, other, by = (Fraction(part[1]) for part in (a, b, c, pivot))
        return ["q", str(here - one * other / by)]
    found: Tree = ["+", a, ["neg", ["/", ["*", b, c], pivot]]]
    value = _constant(found)
    return found if value is None else ["q", str(value)]
