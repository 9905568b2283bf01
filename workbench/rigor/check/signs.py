"""Signs of expressions over a domain: which statements are visibly true.

The sign of a tree is the set of signs {-1, 0, 1} that it may take.  It is read off the structure
(squares, products, exponentials).  Where a sum mixes signs, it may be a multiple of the gap of a
condition; else the domain is written with non-negative parameters (see `domain`) and the expression
is brought to its normal form, with e^u = 1 + s wherever u >= 0.  If all of its coefficients have
one sign, so has the expression.  This proves many inequalities outright, and every step can be
followed by hand.  A tree whose sign stays open is not refuted.

What is asked of a whole statement is looked for in the cheapest way first: structure alone, the gap
of a condition, and only then both for every part.
"""

from __future__ import annotations

from functools import cached_property, partial
from itertools import product
from typing import Any

from workbench.rigor.check.atom_signs import (
    ANY,
    NEGATIVE,
    NONNEGATIVE,
    POSITIVE,
    ZERO,
    AtomSigns,
    Signs,
    added,
    multiplied,
    raised,
)
from workbench.rigor.check.conditions import compared_with_zero, difference, spoken_of, stated
from workbench.rigor.check.domain import Domain
from workbench.rigor.check.fraction import Quotient
from workbench.rigor.check.fuel import kept, spend
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.normal import Forms, Normalizer, NotReducible
from workbench.rigor.check.samples import samples_of
from workbench.rigor.check.trees import Tree, fresh_index, rational

Statement = dict[str, Any]


class SignReader:
    """Reads signs under the variables and conditions of one statement.

    by_structure: whether the structure of an expression is all that is looked at
    """

    def __init__(self, statement: Statement, *, by_structure: bool = False) -> None:
        self.by_structure = by_structure
        self.variables = {v["name"]: v for v in statement["vars"]}
        self.where = list(statement["where"])
        self._cache: dict[bytes, Signs] = {}
        self._multiples: dict[bytes, Signs | None] = {}
        self._domains: dict[tuple[bool, bool], Domain] = {}
        self._forms = Forms(statement["vars"])
        self.duties: dict[bytes, Any] | None = None  # of the conditions, for who asks for them
        self._given: dict[bytes, Signs] = {}
        said = [(key_of(gap), signs) for gap, signs in stated(self.where)]
        self._stated = {gap for gap, _ in said}
        beside = [(key_of(tree), signs) for tree, signs in compared_with_zero(self.where)]
        for key, signs in [*beside, *said]:
            self._given[key] = self._given.get(key, ANY) & signs

    @cached_property
    def _by_structure(self) -> SignReader:
        known = {"vars": list(self.variables.values()), "where": self.where}
        return reader_of(known, by_structure=True)

    @cached_property
    def _gaps(self) -> list[tuple[str, Tree, set[str]]]:
        """What the inequalities among the conditions say: the gaps, and the names in them."""
        gaps = [(op, difference(a, op, b)) for a, op, b in self.where if op != "="]
        return [(op, gap, spoken_of(gap)) for op, gap in gaps]

    def __call__(self, tree: Tree) -> Signs:
        """The signs that the tree may take on the domain."""
        key = key_of(tree)
        spend(5 + len(key) // 150, "signs")
        if key not in self._cache:
            given = self._given.get(key, ANY)
            # a sum whose sign is a condition is not opened: that is slow, and rarely says more
            if given != ANY and tree[0] == "sum":
                signs = given
            elif key in self._stated and not self.by_structure:  # nor are the two sides of one
                signs = given & self._by_structure(tree)
            else:
                signs = given & self._structural(tree)
            if signs == ANY and not self.by_structure:
                signs = self._by_parametrisation(tree)
            self._cache[key] = signs or ANY  # no sign at all: there is no value
        return self._cache[key]

    # structure ---------------------------------------------------------------------------------

    def _structural(self, tree: Tree) -> Signs:
        op, *args = tree
        match op:
            case "q":
                top = rational(args[0]).numerator
                return frozenset({(top > 0) - (top < 0)})
            case "v" | "idx":
                return self.of_variable(args[0])
            case "pi" | "exp" | "erfc":
                return POSITIVE
            case "neg":
                return frozenset(-s for s in self(args[0]))
            case "+":
                return added(self(a) for a in args)
            case "*":
                return multiplied([self(a) for a in args])
            case "/":
                return multiplied([self(args[0]), self(args[1]) - ZERO])
            case "^":
                return frozenset(s ** args[1] for s in self(args[0]))
            case "npow":
                return raised(self(args[0]))
            case "root":
                signs = self(args[1])
                return signs if signs <= NONNEGATIVE else NONNEGATIVE
            case "abs":
                return frozenset(s * s for s in self(args[0]))
            case "ln":
                return self(["+", args[0], ["q", "-1"]])
            case "sum" | "prod":
                return self._iterated(op, *args)
        return ANY

    def of_variable(self, name: str) -> Signs:
        """The signs that the domain of a variable or sequence allows."""
        v = self.variables.get(name)
        if v is None:
            return ANY
        signs = set(ANY)
        if v["low"] is not None:
            low = rational(v["low"])
            if low > 0 or (low == 0 and v["low_open"]):
                signs -= {0, -1}
            elif low == 0:
                signs -= {-1}
        if v["high"] is not None:
            high = rational(v["high"])
            if high < 0 or (high == 0 and v["high_open"]):
                signs -= {0, 1}
            elif high == 0:
                signs -= {1}
        return frozenset(signs)

    def _iterated(self, op: str, index: str, low: Tree, high: Tree, body: Tree) -> Signs:
        index, body = fresh_index(index, body, frozenset(self.variables))
        signs = self.within(index, low, high)(body)
        if op == "sum":
            if len(signs) == 1 and self(["+", high, ["neg", low]]) <= NONNEGATIVE:
                return signs  # at least one term, all of one sign
            return signs | ZERO
        return POSITIVE if signs == POSITIVE else NONNEGATIVE if signs <= NONNEGATIVE else ANY

    def within(self, index: str, low: Tree, high: Tree) -> SignReader:
        """A reader for the inside of a sum or product; the index is the name of nothing else."""
        here = ["v", index]
        made = {"name": index, "sort": "int", "low": low[1] if low[0] == "q" else None,
                "low_open": False, "high": None, "high_open": False}  # fmt: skip
        return reader_of(
            {
                "vars": [*self.variables.values(), made],
                "where": [*self.where, [low, "<=", here], [here, "<=", high]],
            },
            by_structure=self.by_structure,
        )

    # parametrisation ---------------------------------------------------------------------------

    def _by_parametrisation(self, tree: Tree) -> Signs:
        best = self.by_condition(tree)
        if best is None and tree[0] == "idx":
            best = ANY  # entries of sequences are no parameters: there is nothing to gain
        if best is None:
            best = ANY
            asked: list[Domain] = []
            for linear, upper_first in product((False, True), repeat=2):
                try:
                    domain = self._domain(upper_first, linear)
                    if domain in asked:
                        continue
                    asked.append(domain)
                    best &= domain.signs(tree)
                except (NotReducible, ZeroDivisionError):
                    continue
                if len(best) == 1:
                    break
        return best

    def _domain(self, upper_first: bool, linear: bool) -> Domain:
        key = (upper_first, linear)
        if key not in self._domains:
            self._domains[key] = self._same_domain(upper_first, linear) or Domain(
                self.variables, self.where, self.of_variable, upper_first=upper_first, linear=linear
            )
        return self._domains[key]

    def _same_domain(self, upper_first: bool, linear: bool) -> Domain | None:
        """A domain that comes out the same, as none of its conditions asks for the difference."""
        if upper_first and not (known := self._domain(False, linear)).asks_upper:
            return known
        if linear and not (known := self._domain(upper_first, False)).asks_linear:
            return known
        return None

    def by_condition(self, tree: Tree) -> Signs | None:
        """The signs of a positive or negative multiple of the gap of one of the conditions."""
        key = key_of(tree)
        if key not in self._multiples:
            self._multiples[key] = self._as_multiple(tree)
        return self._multiples[key]

    def _as_multiple(self, tree: Tree) -> Signs | None:
        names = spoken_of(tree) if self._gaps else frozenset()
        for op, gap, of_gap in self._gaps:
            if of_gap and names.isdisjoint(of_gap):
                continue  # what leaves the sign of the gap open is not in the tree to cancel it
            try:
                found = self._forms.work(partial(self._ratio, tree, gap))
            except (NotReducible, ZeroDivisionError):
                continue
            if found is None:
                continue
            normalizer, ratio = found
            atoms = AtomSigns(normalizer, self.of_variable, {})
            bottom = atoms.of_polynomial(ratio.den)
            if 0 in bottom:
                continue  # where the ratio has no value, the condition says nothing
            signs = multiplied([atoms.of_polynomial(ratio.num), bottom])
            if signs in (POSITIVE, NEGATIVE):
                strict = POSITIVE if op in ("<", ">") else NONNEGATIVE
                return frozenset(s * t for s in signs for t in strict)
        return None

    def _ratio(
        self, tree: Tree, gap: Tree, atoms: Normalizer
    ) -> tuple[Normalizer, Quotient] | None:
        """The tree divided by the gap, unless points show that this has no sign."""
        a, b = atoms.reduce(atoms(tree)), atoms.reduce(atoms(gap))
        if not samples_of(atoms, self.of_variable).may_be_multiple(a, b):
            return None
        return atoms, atoms.reduce(a / b)


def reader_of(statement: Statement, *, by_structure: bool = False) -> SignReader:
    """The reader of signs under the variables and conditions of a statement; all share one."""
    key = "signs", key_of([statement["vars"], statement["where"]]), by_structure
    return kept(key, lambda: SignReader(statement, by_structure=by_structure))


def holds_by_sign(statement: Statement, gap: Tree | None = None) -> bool:
    """Whether `left op right` follows from the sign of right - left (or of `gap`)."""
    if seen_by_sign(statement, gap):
        return True
    tree, wanted = _gap_and_signs(statement, gap)
    return reader_of(statement)(tree) <= wanted


def seen_by_sign(statement: Statement, gap: Tree | None = None) -> bool:
    """Whether it follows from the structure of the gap, or from one condition.

    What is said to the letter by one of the conditions needs no sign.
    """
    if [statement[k] for k in ("left", "op", "right")] in [list(one) for one in statement["where"]]:
        return True
    tree, wanted = _gap_and_signs(statement, gap)
    if reader_of(statement, by_structure=True)(tree) <= wanted:
        return True
    signs = reader_of(statement).by_condition(tree)
    return signs is not None and signs <= wanted


def _gap_and_signs(statement: Statement, gap: Tree | None) -> tuple[Tree, Signs]:
    """The gap of a statement, and the signs that it may have."""
    left, op, right = statement["left"], statement["op"], statement["right"]
    wanted = ZERO if op == "=" else POSITIVE if op in ("<", ">") else NONNEGATIVE
    return difference(left, op, right) if gap is None else gap, wanted
