"""Lyapunov functions with sought coefficients: one programme for a potential and its multipliers.

A family without a potential says a method, a factor and what is measured.  Here the potential is a
quadratic form in some vectors of the state plus a linear one in some numbers, with coefficients
that do not depend on the step.  They enter the three inequalities of a family linearly, and so do
the multipliers: all are unknowns of one semidefinite programme, which also looks for the least
multiples of the declared initial value and floor.  Its solution is rounded, what is left is written
as squares, and the checker of families decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from workbench.errors import ParameterError, require
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.trees import Tree
from workbench.rigor.check.trees import replace as put
from workbench.rigor.check.worst_case_family import KIND
from workbench.rigor.check.worst_case_forms import Form, Label
from workbench.rigor.check.worst_case_parts import PARTS, ZERO, FamilyPart, as_tree
from workbench.rigor.check.worst_case_terms import StatedProblem
from workbench.rigor.provers.compiled import Irrational, compiled
from workbench.worst_case.combinations import Number, Vector, terms
from workbench.worst_case.families import MethodFamily
from workbench.worst_case.family_prover import FamilyProof, NotFound, written
from workbench.worst_case.lowered import Lowered
from workbench.worst_case.numbers import Json, exact
from workbench.worst_case.programme import Programme, Row
from workbench.worst_case.rounding import candidates
from workbench.worst_case.solver import interior, optimum

Basis = Callable[[Any], tuple[Sequence[Vector], Sequence[Number]]]
_ONE = fmpq(1)
_SHARE = 1e-3  # of the optimum, given away for coefficients that may be rounded


@dataclass(frozen=True, slots=True)
class SoughtPotential:
    """The family with the potential that was found, its proof, and the multiples it needs.

    family   with this potential, `initial` and `floor` times the multiples; None if none was found
    proof    of that family, or the reason why there is none
    """

    family: MethodFamily | None
    proof: FamilyProof
    initial: Fraction | None = None
    floor: Fraction | None = None


def seek_potential(
    family: MethodFamily,
    basis: Basis,
    *,
    at: Mapping[Any, object] | None = None,
    weights: tuple[float, float] = (1.0, 1.0),
) -> SoughtPotential:
    """A potential for a family, with the least weighted sum of multiples of its initial and floor.

    family: its `potential` is left out; `initial` and `floor` are stated up to a multiple
    basis: vectors of the state for the quadratic form, and numbers for the linear one; only
        differences of points, where the class does not know an origin
    at: the parameters at which coefficients are sought; the theorem is about all values again
    weights: what a multiple of `initial` and one of `floor` cost
    """
    known = {str(name): exact(str(name), value) for name, value in (at or {}).items()}
    search = _Search(family, basis, known)
    p = search.programme(weights)
    found = optimum(p)
    if found.z is None:
        return SoughtPotential(None, FamilyProof(None, f"no such potential: {found.status}"))
    inner = interior(p, at_most=found.value + _SHARE * (1 + abs(found.value)))
    reason = "the potential was found in floating point and has no exact neighbour"
    for z in candidates(p, found.z, inner) if inner is not None else ():
        made, c = search.certificate(z)
        answer = check_certificate(c) if c is not None else None
        if answer is not None and answer.accepted:
            initial, floor = (_fraction(v) for v in z[:2])
            return SoughtPotential(made, FamilyProof(c, answer.message), initial, floor)
        reason = reason if answer is None else answer.message
    return SoughtPotential(None, FamilyProof(None, reason))


class _Search:
    """Unknowns: multiples of the initial value and the floor, coefficients, multipliers by part."""

    def __init__(self, family: MethodFamily, basis: Basis, known: Mapping[str, Fraction]) -> None:
        self.family, self.statement, self.known = family, family.statement(), dict(known)
        named = {v["name"] for v in self.statement["vars"]}
        require(set(known) <= named, "at", sorted(set(known) - named), "is no symbol of the family",
                f"Name some of {', '.join(sorted(named))}.")  # fmt: skip
        self.values: dict[str, Tree] = {n: ["q", str(v)] for n, v in known.items()}
        self.values.setdefault(self.statement["index"], ZERO)
        lacking = sorted(named - set(self.values))
        require(not lacking, "at", lacking, "has no value", "Give one to every symbol.")
        self.basis = basis
        self.terms = [terms(one) for one in self._monomials()]
        self.parts = {name: self._part(name) for name in PARTS}

    def _monomials(self) -> list[Number]:
        vectors, numbers = self.family.at_state(self.basis)
        pairs = [vectors[i] * vectors[j] for i in range(len(vectors)) for j in range(i + 1)]
        return [*pairs, *numbers]

    def _stated(self, potential: Json | list[Any]) -> Json:
        empty = {"facts": [], "multipliers": [], "squares": [], "rest": ZERO}
        return {
            "kind": KIND, "family": self.statement, "potential": potential,
            "invariants": self.family.relations(self.family.invariants),
            **dict.fromkeys(PARTS, empty),
        }  # fmt: skip

    def _part(self, name: str) -> tuple[Lowered, list[Form]]:
        """The problem of a part, and its goal without a potential and with each monomial alone."""
        part = FamilyPart(self._stated([]), name)
        data = part.problem()
        data["measures"] += [
            FamilyPart(self._stated(one), name).problem()["measures"][0] for one in self.terms
        ]

        def number(weight: Any) -> fmpq:  # noqa: ANN401
            tree = put(put(as_tree(weight), part.now), self.values)
            try:
                value: fmpq = compiled(tree, exact=True)({})
            except Irrational as error:
                raise ParameterError(
                    f"at = {self.known} makes a number of the method irrational.\n"
                    "  Choose values at which all are rational."
                ) from error
            return value

        problem = StatedProblem(data, number=number, demand=lambda *_: None)
        first, *others = problem.measures
        for form in others:
            form.add(first, -_ONE)
        apart = [c for c in problem.constraints() if c.label[0] == "noise" and len(c.label) == 3]
        low = Lowered(problem, without=frozenset(c.label for c in apart))
        low.constraints += [c for c in apart if c.label[2] in low.kept]
        return low, [first, *others]

    def programme(self, weights: tuple[float, float]) -> Programme:
        """The three inequalities as one programme."""
        size = 2 + len(self.terms) + sum(len(low.constraints) for low, _ in self.parts.values())
        p = Programme(size, np.zeros(size))
        p.cost[:2] = weights
        lines = [np.eye(size)[k] for k in (0, 1)]
        at = 2 + len(self.terms)
        for name, (low, goals) in self.parts.items():
            # the goal without a potential counts once, or as often as its multiple says
            multiple = {"start": 0, "step": 1}.get(name)
            signed: list[tuple[int, Form, int]] = [
                *((2 + k, form, 1) for k, form in enumerate(goals[1:])),
                *((at + k, c.form, -1) for k, c in enumerate(low.constraints)),
            ]
            fixed = goals[0] if multiple is None else Form()
            if multiple is not None:
                signed.append((multiple, goals[0], 1))
            lines += [np.eye(size)[at + k] for k, c in enumerate(low.constraints) if not c.equation]
            at += len(low.constraints)
            self._equations(p, low, signed, fixed)
            n = len(low.kept)
            B = np.zeros((n * n, size))
            for k, form, sign in signed:
                B[:, k] += sign * low.matrix(form).ravel()
            p.blocks.append((n, B, low.matrix(fixed).ravel()))
            p.H = np.zeros((0, size)) if not len(p.H) else p.H
            lines.append(np.zeros(size))
            for k, form, sign in signed:
                lines[-1][k] += sign * float(int(form.constant.p) / int(form.constant.q))
            if not lines[-1].any():
                lines.pop()
        p.H, p.h = np.array(lines), np.zeros(len(lines))
        return p

    @staticmethod
    def _equations(
        p: Programme, low: Lowered, signed: list[tuple[int, Form, int]], fixed: Form
    ) -> None:
        for number in low.problem.free_numbers:
            row: Row = {}
            for k, form, sign in signed:
                value = form.numbers.get(number, fmpq(0)) * sign
                if value != 0:
                    row[k] = row.get(k, fmpq(0)) + value
            if row:
                p.rows.append(row)
                p.right.append(-fixed.numbers.get(number, fmpq(0)))

    def certificate(self, z: list[fmpq]) -> tuple[MethodFamily, Json | None]:
        """The family with this potential, and its certificate if what is left are squares."""
        initial, floor, *rest = map(_fraction, z)
        weights = rest[: len(self.terms)]

        def potential(s: Any) -> Number:  # noqa: ANN401
            vectors, numbers = self.basis(s)
            pairs = [vectors[i] * vectors[j] for i in range(len(vectors)) for j in range(i + 1)]
            first, *others = [m * w for m, w in zip([*pairs, *numbers], weights, strict=True)]
            return sum(others, first)

        made = replace(
            self.family, potential=potential, floor=floor * self.family.floor,
            initial=lambda s: self.family.initial(s) * initial,
        )  # fmt: skip
        c = {**self._stated(made.potential_terms()), "family": made.statement()}
        at = len(self.terms)
        for name, (low, _) in self.parts.items():
            multipliers: list[tuple[Label, Fraction]] = [
                (constraint.label, rest[at + k]) for k, constraint in enumerate(low.constraints)
            ]
            at += len(low.constraints)
            multipliers += self._balanced(low, multipliers)
            held = [[*label, ["q", str(value)]] for label, value in multipliers if value]
            try:
                c[name] = written(c, name, held)
            except NotFound:
                return made, None
        return made, c

    @staticmethod
    def _balanced(
        low: Lowered, multipliers: list[tuple[Label, Fraction]]
    ) -> list[tuple[Label, Fraction]]:
        """Multipliers of noise against vectors set to 0: a translation changes nothing."""
        more: list[tuple[Label, Fraction]] = []
        for dropped, kernel in low.kernel.items():
            for k, (row, _) in enumerate(low.problem.noise):
                told = [(label[2], v) for label, v in multipliers
                        if label[0] == "noise" and label[1] == k and len(label) == 3]  # fmt: skip
                value = -sum((v * _fraction(kernel.get(int(j), fmpq(0))) for j, v in told),
                             Fraction(0))  # fmt: skip
                if dropped < row:
                    more.append((("noise", k, dropped), value))
        return more


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
