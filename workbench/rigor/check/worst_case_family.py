"""Certificates of families: the worst case of a method for every number of steps and parameter.

A `family` says: in the state of a method (vectors, numbers, calls of oracles) that begins as
`start` tells and goes on as `step` tells, for all k = 0, 1, 2, ..., every parameter in its domain
and every member of the classes,

    measure <= rate * (factor^k initial + floor (1 + factor + ... + factor^(k-1)))

at step k, from `after` on; with a `horizon` N, at step N alone, and the steps may depend on N.
`scalars` are sequences of numbers, each by its first value and the next one.

What proves it is a `potential` V, an expression in the state whose weights depend on k, and three
inequalities, each shown by multipliers of the classes' inequalities and by squares:

    start    initial - V(0)                       step    factor V(k) + floor - V(k+1)
    finish   rate V(k) - measure

    goal = sum multiplier constraint + sum weight |vector|^2 + rest

identically in vectors and numbers, the multipliers of inequalities, the weights and the rest being
formulas that are visibly >= 0.  `facts` are relations, each with a certificate, that help to see
it; `invariants` hold for the scalars at every k, which is shown by induction along with the rest.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.formulas import Formula
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.normal import Normalizer, over_atoms
from workbench.rigor.check.signs import holds_by_sign
from workbench.rigor.check.trees import Malformed, Tree, read_tree, replace
from workbench.rigor.check.worst_case_forms import Form
from workbench.rigor.check.worst_case_parts import PARTS, FamilyPart, as_tree
from workbench.rigor.check.worst_case_terms import StatedProblem

KIND = "worst-case-family"
Products = dict[tuple[int, int], Any]
Demand = tuple[Tree, bool, str]  # > 0 (True) or >= 0, and what is wrong otherwise
_PROOF = {"facts", "multipliers", "squares", "rest"}
_OPS = ("<=", "<", "=", ">=", ">")


def check_family(c: Certificate, prove: Prove) -> Answer:
    """Check the three inequalities, and that the calls of the state go with it."""
    if set(c) - {"digest"} != {"kind", "family", "potential", "invariants", *PARTS}:
        raise Malformed("a family comes with a potential, invariants and three proofs")
    for name in PARTS:
        part = FamilyPart(c, name)
        if set(c[name]) != _PROOF:
            raise Malformed(f"a proof has the keys {', '.join(sorted(_PROOF))}")
        wrong, demands, trees = over_atoms(part.here["vars"], Inequality(part).shown)
        if wrong := wrong or unseen(part, c[name]["facts"], demands, trees, prove):
            return Answer(False, f"{KIND}: {name}: {wrong}")
    return Answer(True, f"{KIND}: the bound holds for every number of steps")


class Inequality:
    """The inequality of a part as an identity in vectors and numbers."""

    def __init__(self, part: FamilyPart) -> None:
        self.part, self.proof = part, part.c[part.part]

    def shown(self, atoms: Normalizer) -> tuple[str, list[Demand], list[Tree]]:
        """What is wrong with the identity or nothing, what has to be >= 0, and all formulas."""
        left, total = self.remainder(atoms)
        for weight, terms in self.proof["squares"]:
            factor = self.number(weight)
            self.demand(factor, False, "the weight of a square is negative")
            vector: list[Any] = [fmpq(0)] * self.problem.free
            for part, name in terms:
                size = self.number(part)
                row = self.problem.row(name)
                vector = [a + size * b for a, b in zip(vector, row, strict=True)]
            _take(total, vector, factor)
        rest = self.number(self.proof["rest"])
        self.demand(rest, False, "the rest is negative")
        wrong = ""
        if any(value != 0 for value in left.numbers.values()):
            name = next(n for n, value in left.numbers.items() if value != 0)
            wrong = f"the coefficients of {name} do not cancel"
        elif any(value != 0 for value in total.values()):
            wrong = "the inner products do not cancel"
        elif rest - left.constant != 0:
            wrong = "the constants do not add up to the rest"
        return wrong, self.demands, self.trees

    def number(self, weight: Any) -> Formula:  # noqa: ANN401 - JSON
        """A weight as a formula on the domain of this part."""
        tree = replace(as_tree(weight), self.part.now)
        read_tree(tree, self.part.sorts)
        self.trees.append(tree)
        return Formula(self.atoms, tree)

    def demand(self, value: Formula, strict: bool, wrong: str) -> None:
        """Ask for a sign."""
        self.demands.append((value.tree, strict, wrong[:200]))

    def remainder(self, atoms: Normalizer) -> tuple[Form, Products]:
        """The goal without the multiples of constraints: a form, and its products by themselves."""
        self.atoms, part = atoms, self.part
        self.trees: list[Tree] = []
        self.demands: list[Demand] = []
        for gap, strict in part.invariants():
            read_tree(gap, part.sorts)
            self.trees.append(gap)
            self.demands.append((gap, strict, "an invariant is not kept"))
        if part.part != "start":
            self.demand(self.number(part.family["rate" if part.part == "finish" else "factor"]),
                        False, "the rate or the factor is negative")  # fmt: skip
        data = part.problem()
        self.problem = StatedProblem(data, number=self.number, demand=self.demand)
        part.carried(self.problem, data)
        left = self.problem.measures[0]
        given = {tuple(label): value for *label, value in self.proof["multipliers"]}
        if len(given) < len(self.proof["multipliers"]):
            raise Malformed("a multiplier is given twice")
        for constraint in self.problem.constraints():
            if constraint.label in given:
                factor: Any = self.number(given.pop(constraint.label))
                if not constraint.equation:
                    wrong = f"the multiplier of {constraint.label} is negative"
                    self.demand(factor, False, wrong)
                left.add(constraint.form, -factor)
        if given:
            raise Malformed(f"there is no constraint {next(iter(given))}")
        return left, _expanded(self.problem, left)


def unseen(
    part: FamilyPart, facts: list[Any], demands: list[Demand], trees: list[Tree], prove: Prove
) -> str:
    """The first sign that cannot be seen or value that may not exist, with the help of facts."""
    s = part.here
    for one in facts:
        left, op, right = one["fact"]
        if op not in _OPS:
            raise Malformed(f"a fact says {str(op)[:10]!r}")
        read_tree(left, part.sorts)
        read_tree(right, part.sorts)
        if lost := unmet(s, [left, right]):
            return f"a fact may have no value: {lost[0]['kind']}"
        answer = prove({**s, "left": left, "op": op, "right": right}, one["proof"])
        if not answer.accepted:
            return f"a fact: {answer.message}"
        s = {**s, "where": [*s["where"], one["fact"]]}
    if lost := unmet(s, [*trees, *(tree for tree, _, _ in demands)]):
        return f"a formula may have no value: {lost[0]['kind']} {str(lost[0]['tree'])[:120]}"
    for tree, strict, wrong in demands:
        spend(20, "signs")
        if not holds_by_sign({**s, "op": "<" if strict else "<=", "right": tree}):
            return wrong
    return ""


def _expanded(problem: StatedProblem, form: Form) -> Products:
    """The inner products of a form as a quadratic form in the free vectors."""
    total: Products = {}
    names = list(problem.names)
    for (a, b), value in form.products.items():
        left, right = problem.row(names[a]), problem.row(names[b])
        for i, x in enumerate(left):
            for j, y in enumerate(right):
                if x != 0 and y != 0:
                    key = (i, j) if i <= j else (j, i)
                    total[key] = total.get(key, fmpq(0)) + value * x * y
    return total


def _take(total: Products, vector: list[Any], factor: Formula) -> None:
    """Take factor |vector|^2 away."""
    held = [(i, x) for i, x in enumerate(vector) if x != 0]
    for i, x in held:
        for j, y in held:
            key = (i, j) if i <= j else (j, i)
            total[key] = total.get(key, fmpq(0)) - factor * x * y
