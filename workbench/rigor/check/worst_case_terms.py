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
    noise        [vector, m] pairs: a random vector w with E |w|^2 = m and E <w, v> = 0 for every v
                 declared before it; then all numbers and inner products are expectations

A combination is a list of ["2/3", vector], an expression a list of ["2/3"], ["2/3", number] and
["2/3", vector, vector] (an inner product).  Every name is declared once, before its use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from flint import fmpq, fmpq_mat

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.interpolation import CLASSES, Pattern, Products
from workbench.rigor.check.trees import Malformed
from workbench.rigor.check.worst_case_forms import (
    Calls,
    Constraint,
    Form,
    Gram,
    Label,
    OracleCalls,
)

_ZERO, _ONE = fmpq(0), fmpq(1)
_KEYS = {"vectors", "points", "numbers", "values", "oracles", "conditions", "matrices", "measures",
         "noise"}  # fmt: skip
_MOST = 1000  # names, calls or conditions
Demanded = Callable[[Any, bool, str], None]  # value, strict: > 0, what is wrong


class StatedProblem:
    """The problem read and checked for form; Malformed says what is wrong with it."""

    def __init__(
        self,
        data: Any,  # noqa: ANN401 - JSON
        *,
        number: Callable[[Any], Any] = as_fmpq,
        demand: Demanded | None = None,
    ) -> None:
        self._matrix: fmpq_mat | None = None
        self._number, self._demand = number, demand or _is_met
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
        self.noise = [(self._vector(name), self._number(m)) for name, m in lists["noise"]]
        self._read_noise()

    def _read_noise(self) -> None:
        """Noise is a free vector of its own, and no answer of an oracle comes to lie before it."""
        drawn = [row for row, _ in self.noise]
        if len(set(drawn)) < len(drawn) or any(row >= self.free for row in drawn):
            raise Malformed("noise is a free vector, named once")
        for row, moment in self.noise:
            self._demand(moment, False, f"the second moment of {list(self.names)[row]} is negative")
        for oracle in self.oracles if drawn else ():
            for x, g, _ in (*oracle.calls, *oracle.adjoint):
                held = [j for j in range(self.free)
                        if self._rows[x][j] != 0 or self._rows[g][j] != 0]  # fmt: skip
                if held and held[-1] in drawn:
                    raise Malformed("a call holds noise and no later vector: it binds the noise")

    @property
    def rows(self) -> fmpq_mat:
        """All vectors in terms of the free ones, a row for each."""
        if self._matrix is None:
            self._matrix = fmpq_mat(self._rows)
        return self._matrix

    def row(self, name: Any) -> list[Any]:  # noqa: ANN401 - JSON
        """A vector in terms of the free ones."""
        return self._rows[self._vector(name)]

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
            factor = self._number(weight)
            row = [a + factor * b for a, b in zip(row, self._rows[self._vector(name)], strict=True)]
        return row

    def expression(self, terms: Any) -> Form:  # noqa: ANN401
        """The form of a list of terms."""
        out = Form()
        spend(len(terms), "expressions")
        for weight, *names in terms:
            factor = self._number(weight)
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
        parameters = {str(k): self._number(v) for k, v in o["parameters"].items()}
        if not set(kind.required) <= set(parameters) <= {*kind.required, *kind.optional}:
            wanted = ", ".join((*kind.required, *(f"{n} if any" for n in kind.optional)))
            raise Malformed(f"the parameters of {o['class']} are {wanted or 'none'}")
        for value, strict, wrong in kind.rule(parameters):
            self._demand(value, strict, f"{o['class']}: {wrong}")
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
        for k, (row, moment) in enumerate(self.noise):
            yield Constraint(("noise", k), Form(moment, {}, {(row, row): fmpq(-1)}), equation=True)
            for before in range(row):
                form = Form(products={(before, row): _ONE})
                yield Constraint(("noise", k, before), form, equation=True)
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
        return all(value == 0 for value in self._rows[row])

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


def _is_met(value: fmpq, strict: bool, wrong: str) -> None:
    if value < 0 or (strict and value == 0):
        raise Malformed(wrong)
