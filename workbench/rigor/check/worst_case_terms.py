"""A performance estimation problem as data, and the inequalities that its classes impose.

    vectors      names of the free vectors, in any dimension
    points       [name, combination] pairs: the method's equations, in vectors declared before
    numbers      names of the free numbers (function values)
    values       [name, expression] pairs: numbers in terms of what was declared before
    oracles      {"class", "parameters", "calls": [[x, g, f], ...]}: functions and operators of an
                 unknown but fixed member of the class; f may be null for operators;
                 "adjoint" calls of a linear map; "center" of an indicator's radius
    conditions   [expression, "<=" or "="] pairs: expression <= 0 or = 0
    matrices     square matrices of expressions, positive semidefinite after symmetrisation
    measures     expressions: the worst case is the largest value of the smallest of them

A combination is a list of ["2/3", vector], an expression a list of ["2/3"], ["2/3", number] and
["2/3", vector, vector] (an inner product).  Every name is declared once, before its use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from flint import fmpq, fmpq_mat

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.interpolation import CLASSES, OracleClass, Pattern, Products
from workbench.rigor.check.trees import Malformed

Label = tuple[str | int, ...]
_ZERO, _ONE = fmpq(0), fmpq(1)
_KEYS = {"vectors", "points", "numbers", "values", "oracles", "conditions", "matrices", "measures"}
_MOST = 1000  # names, calls or conditions


@dataclass(slots=True)
class Form:
    """constant + sum of numbers + sum of inner products <names[a], names[b]>, a <= b."""

    constant: fmpq = _ZERO
    numbers: dict[str, fmpq] = field(default_factory=dict)
    products: dict[tuple[int, int], fmpq] = field(default_factory=dict)

    def add(self, other: Form, factor: fmpq) -> None:
        """Add factor * other."""
        spend(1 + len(other.numbers) + len(other.products), "sums of inequalities")
        self.constant += factor * other.constant
        for name, value in other.numbers.items():
            self.numbers[name] = self.numbers.get(name, _ZERO) + factor * value
        for key, value in other.products.items():
            self.products[key] = self.products.get(key, _ZERO) + factor * value

    def value(self, full: fmpq_mat, numbers: dict[str, fmpq], *, one: fmpq = _ONE) -> fmpq:
        """The value at a Gram matrix of the names; one = 0 leaves the constant out."""
        out = self.constant * one
        for name, weight in self.numbers.items():
            out += weight * numbers[name]
        for (a, b), weight in self.products.items():
            out += weight * full[a, b]
        return out


Calls = list[tuple[int, int, Form]]  # rows of x and g, and f


@dataclass(frozen=True, slots=True)
class Constraint:
    """form >= 0, or form = 0 for an equation."""

    label: Label
    form: Form
    equation: bool = False


@dataclass(frozen=True, slots=True)
class Gram:
    """The matrix of the forms is positive semidefinite; entries for i <= j."""

    label: Label
    size: int
    entries: dict[tuple[int, int], Form]


@dataclass(frozen=True, slots=True)
class OracleCalls:
    """The calls of one member of a class."""

    kind: OracleClass
    parameters: dict[str, fmpq]
    calls: Calls
    adjoint: Calls
    center: int | None


class StatedProblem:
    """The problem read and checked for form; Malformed says what is wrong with it."""

    def __init__(self, data: Any) -> None:  # noqa: ANN401 - JSON
        if not isinstance(data, dict) or not set(data) <= _KEYS:
            raise Malformed(f"a problem has keys among {', '.join(sorted(_KEYS))}")
        lists = {key: data.get(key, []) for key in _KEYS}
        if any(not isinstance(v, list) or len(v) > _MOST for v in lists.values()):
            raise Malformed(f"every part is a list of at most {_MOST} entries")
        self.names: dict[str, int] = {}  # vectors: the row in `rows`
        self.numbers: dict[str, Form] = {}
        for name in lists["vectors"]:
            self.names[self._new(name)] = len(self.names)
        self.free = len(self.names)
        self._rows = [[fmpq(i == j) for j in range(self.free)] for i in range(self.free)]
        for name, combination in lists["points"]:
            row = self._combination(combination)
            self.names[self._new(name)] = len(self.names)
            self._rows.append(row)
        if not self.free:
            raise Malformed("a problem has at least one free vector")
        spend(len(self._rows) ** 2 * self.free // 10, "products of matrices")
        self.rows = fmpq_mat(self._rows)
        for name in lists["numbers"]:
            self.numbers[self._new(name)] = Form(numbers={name: fmpq(1)})
        self.free_numbers = list(self.numbers)
        for name, terms in lists["values"]:
            self.numbers[self._new(name)] = self.expression(terms)
        self.oracles = [self._oracle(o) for o in lists["oracles"]]
        self.conditions = [self._condition(*c) for c in lists["conditions"]]
        self.matrices = [[list(map(self.expression, r)) for r in m] for m in lists["matrices"]]
        if any(len(row) != len(m) for m in self.matrices for row in m):
            raise Malformed("a matrix of expressions is not square")
        self.measures = list(map(self.expression, lists["measures"]))
        if not self.measures:
            raise Malformed("a problem has at least one measure")

    def _new(self, name: Any) -> str:  # noqa: ANN401
        if not (isinstance(name, str) and name.isascii() and name.isidentifier()):
            raise Malformed(f"{str(name)[:40]!r} is not a plain name")
        if name in self.names or name in self.numbers:
            raise Malformed(f"the name {name!r} is declared twice")
        return name

    def _vector(self, name: Any) -> int:  # noqa: ANN401
        if not isinstance(name, str) or name not in self.names:
            raise Malformed(f"{str(name)[:40]!r} is not a vector that was declared before")
        return self.names[name]

    def _combination(self, terms: Any) -> list[fmpq]:  # noqa: ANN401
        row = [_ZERO] * self.free
        spend(self.free * (1 + len(terms)), "combinations of vectors")
        for weight, name in terms:
            factor = as_fmpq(weight)
            row = [a + factor * b for a, b in zip(row, self._rows[self._vector(name)], strict=True)]
        return row

    def expression(self, terms: Any) -> Form:  # noqa: ANN401
        """The form of a list of terms."""
        out = Form()
        spend(len(terms), "expressions")
        for weight, *names in terms:
            factor = as_fmpq(weight)
            match names:
                case []:
                    out.constant += factor
                case [str(number)] if number in self.numbers:
                    out.add(self.numbers[number], factor)
                case [left, right]:
                    a, b = sorted((self._vector(left), self._vector(right)))
                    out.products[a, b] = out.products.get((a, b), _ZERO) + factor
                case _:
                    raise Malformed(f"{str(names)[:60]} is neither a number nor an inner product")
        return out

    def _condition(self, terms: Any, relation: Any) -> tuple[Form, bool]:  # noqa: ANN401
        if relation not in ("<=", "="):
            raise Malformed(f"the relation {str(relation)[:20]!r} is not '<=' or '='")
        return self.expression(terms), relation == "="

    def _oracle(self, o: Any) -> OracleCalls:  # noqa: ANN401
        if not set(o) <= {"class", "parameters", "calls", "adjoint", "center"}:
            raise Malformed("an oracle has an unknown key")
        kind = CLASSES.get(str(o["class"]))
        if kind is None:
            raise Malformed(f"class {str(o['class'])[:40]!r} is not one of {', '.join(CLASSES)}")
        parameters = {str(k): as_fmpq(v) for k, v in o["parameters"].items()}
        if not set(kind.required) <= set(parameters) <= {*kind.required, *kind.optional}:
            wanted = ", ".join((*kind.required, *(f"{n} if any" for n in kind.optional)))
            raise Malformed(f"the parameters of {o['class']} are {wanted or 'none'}")
        if wrong := kind.rule(parameters):
            raise Malformed(f"{o['class']}: {wrong}")
        center = self._vector(o["center"]) if "center" in o else None
        if (center is not None) != ("R" in parameters):
            raise Malformed("a center goes with a radius R, and a radius with a center")
        if o.get("adjoint") and o["class"] != "linear":
            raise Malformed(f"{o['class']} has no calls of an adjoint")
        valued = any(pattern.values for pattern in kind.patterns(parameters))
        calls, adjoint = (
            [(self._vector(x), self._vector(g), self._value(f, valued)) for x, g, f in o.get(k, [])]
            for k in ("calls", "adjoint")
        )
        return OracleCalls(kind, parameters, calls, adjoint, center)

    def _value(self, name: Any, valued: bool) -> Form:  # noqa: ANN401
        if name is None and not valued:  # an operator's call
            return Form()
        if not isinstance(name, str) or name not in self.numbers:
            raise Malformed(f"{str(name)[:40]!r} is not a number that was declared before")
        return self.numbers[name]

    def constraints(self) -> Iterator[Constraint]:
        """Everything that is >= 0 or = 0: the conditions and, for every oracle, its patterns."""
        for k, (form, equation) in enumerate(self.conditions):
            negated = Form()
            negated.add(form, fmpq(-1))
            yield Constraint(("condition", k), negated, equation)
        for o, oracle in enumerate(self.oracles):
            for pattern in oracle.kind.patterns(oracle.parameters):
                for i, j in self._places(oracle, pattern):
                    label = ("oracle", o, pattern.name, i) + (() if j is None else (j,))
                    form = self._instance(oracle, pattern, i, j)
                    yield Constraint(label, form, pattern.equation)

    def grams(self) -> Iterator[Gram]:
        """Everything that is positive semidefinite, besides the Gram matrix of the vectors."""
        half = fmpq(1, 2)
        for k, matrix in enumerate(self.matrices):
            entries = {}
            for i in range(len(matrix)):
                for j in range(i, len(matrix)):
                    entries[i, j] = Form()
                    entries[i, j].add(matrix[i][j], half)
                    entries[i, j].add(matrix[j][i], half)
            yield Gram(("matrix", k), len(matrix), entries)
        for o, oracle in enumerate(self.oracles):
            if oracle.kind.gram is not None:
                products = oracle.kind.gram(oracle.parameters)
                for part, calls in (("gram", oracle.calls), ("adjoint-gram", oracle.adjoint)):
                    if calls:
                        yield self._gram(oracle, (("oracle", o, part)), calls, products)

    def _gram(self, oracle: OracleCalls, label: Label, calls: Calls, products: Products) -> Gram:
        entries, half = {}, fmpq(1, 2)
        for i in range(len(calls)):
            for j in range(i, len(calls)):
                entries[i, j] = Form()
                for one, two in ((calls[i], calls[j]), (calls[j], calls[i])):
                    slots = {"xi": one[0], "gi": one[1], "xj": two[0], "gj": two[1]}
                    if any("xs" in key for key in products):
                        slots["xs"] = self._stationary(oracle)[0][0]
                    entries[i, j].add(Form(products=_placed(products, slots)), half)
        return Gram(label, len(calls), entries)

    def is_zero(self, row: int) -> bool:
        """Whether a vector is zero by its definition, for all free vectors."""
        return all(self.rows[row, j] == 0 for j in range(self.free))

    def _stationary(self, oracle: OracleCalls) -> Calls:
        found = [call for call in oracle.calls if self.is_zero(call[1])]
        if not found:
            raise Malformed("this class needs a call whose gradient is the zero vector")
        return found

    def _places(self, oracle: OracleCalls, pattern: Pattern) -> Iterator[tuple[int, int | None]]:
        n = len(oracle.calls)
        match pattern.over:
            case "call":
                yield from ((i, None) for i in range(n))
            case "pair":
                yield from ((i, j) for i in range(n) for j in range(n) if i != j)
            case "unordered":
                yield from combinations(range(n), 2)
            case "adjoint":
                yield from ((i, j) for i in range(n) for j in range(len(oracle.adjoint)))
            case "from-stationary":
                self._stationary(oracle)
                at = [i for i in range(n) if self.is_zero(oracle.calls[i][1])]
                yield from ((i, j) for i in at for j in range(n) if i != j)

    def _instance(self, oracle: OracleCalls, pattern: Pattern, i: int, j: int | None) -> Form:
        x, g, f = oracle.calls[i]
        slots, values = {"xi": x, "gi": g}, {"fi": f}
        if j is not None:
            other = oracle.adjoint if pattern.over == "adjoint" else oracle.calls
            slots["xj"], slots["gj"], values["fj"] = other[j]
        if oracle.center is not None:
            slots["c"] = oracle.center
        if "fs" in pattern.values or any("xs" in key for key in pattern.products):
            slots["xs"], _, values["fs"] = self._stationary(oracle)[0]
        form = Form(constant=pattern.constant, products=_placed(pattern.products, slots))
        for slot, weight in pattern.values.items():
            form.add(values[slot], weight)
        return form


def _placed(products: Products, slots: dict[str, int]) -> dict[tuple[int, int], fmpq]:
    """The products of a pattern with rows for its slots."""
    out: dict[tuple[int, int], fmpq] = {}
    for (u, v), weight in products.items():
        a, b = slots[u], slots[v]
        key = (a, b) if a <= b else (b, a)
        out[key] = out.get(key, _ZERO) + weight
    return out
