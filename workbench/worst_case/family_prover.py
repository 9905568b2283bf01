"""From numbers to formulas: what shows a family is guessed from solutions and then proved.

At some parameters each of the three inequalities is solved numerically, with the smallest sum of
multipliers.  Every multiplier that is not 0 is fitted by a rational function of the parameters and
of the roots that occur; what is left of the inequality is a quadratic form, which an exact
elimination writes as squares.  The checker decides: a wrong guess leaves the family without a
proof, and the reason says where.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import scipy.linalg
from flint import fmpq

from workbench.rigor.asking import check_certificate
from workbench.rigor.check.fraction import NotReducible, Quotient
from workbench.rigor.check.normal import Normalizer, over_atoms
from workbench.rigor.check.signs import holds_by_sign
from workbench.rigor.check.trees import Malformed, Tree, replace
from workbench.rigor.check.worst_case_family import KIND, Inequality, unseen
from workbench.rigor.check.worst_case_parts import PARTS, ZERO, FamilyPart, as_tree
from workbench.rigor.check.worst_case_terms import StatedProblem
from workbench.rigor.provers.attempts import as_relation
from workbench.rigor.provers.budget import Budget
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.remembering import prove
from workbench.worst_case.families import MethodFamily
from workbench.worst_case.fitting import as_factors, fitted, sampled, value_at
from workbench.worst_case.lowered import Array, Lowered
from workbench.worst_case.numbers import Json
from workbench.worst_case.programme import Programme, dual
from workbench.worst_case.solver import optimum

_NOTHING = 1e-5  # a multiplier below this is taken for 0, and the checker sees whether it was
_LITTLE = 1e-3
_TRIED = 4  # points at which the constraints that are not needed are found out
_SECONDS = 20.0  # for the sign of one formula
Label = tuple[str | int, ...]
Point = dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class FamilyProof:
    """The certificate of a family, or None and the reason."""

    certificate: Json | None
    reason: str


def prove_family(family: MethodFamily, *, points: int = 60) -> FamilyProof:
    """Search for the multipliers and squares that show a family with its potential.

    family: the method, its bound and the potential
    points: at how many parameters each inequality is solved numerically
    """
    empty = {"facts": [], "multipliers": [], "squares": [], "rest": ZERO}
    c: Json = {
        "kind": KIND, "family": family.statement(), "potential": family.potential_terms(),
        "invariants": family.relations(family.invariants), **dict.fromkeys(PARTS, empty),
    }  # fmt: skip
    for name in PARTS:
        try:
            c[name] = _Search(c, name, points).proof()
        except (NotFound, Malformed, NotReducible) as error:
            return FamilyProof(None, f"{name}: {error}")
    answer = check_certificate(c)
    return FamilyProof(c if answer.accepted else None, answer.message)


class NotFound(Exception):
    """No proof of one of the three inequalities, and why."""


def written(c: Json, name: str, multipliers: list[list[Any]]) -> Json:
    """The proof of a part from its multipliers: squares, a rest, and facts about signs."""
    found: Json = {"facts": [], "multipliers": multipliers, "squares": [], "rest": ZERO}
    part = FamilyPart({**c, name: found}, name)
    found["squares"], found["rest"] = over_atoms(
        part.here["vars"], lambda atoms: _squares(Inequality(part), atoms)
    )
    wrong, demands, trees = over_atoms(part.here["vars"], Inequality(part).shown)
    if wrong:
        raise NotFound(wrong)
    for tree, strict, _ in demands:
        _see(part, found["facts"], tree, strict)
    if wrong := unseen(part, found["facts"], demands, trees, prove):
        raise NotFound(wrong)
    return found


def _see(part: FamilyPart, facts: list[Json], tree: Tree, strict: bool) -> None:
    """A fact that tells the sign of a formula, where it cannot be seen without one."""
    where = [*part.here["where"], *(one["fact"] for one in facts)]
    said = {**part.here, "where": where, "op": "<" if strict else "<=", "right": tree}
    if holds_by_sign(said):
        return
    outcome = certify(as_relation(said), Budget(seconds=_SECONDS))
    if outcome.decision == "holds" and outcome.certificate is not None:
        evidence = {k: v for k, v in outcome.certificate.items() if k not in _OUTER}
        facts.append({"fact": [ZERO, said["op"], tree], "proof": evidence})


class _Search:
    """The search for the proof of one part."""

    def __init__(self, c: Json, name: str, points: int) -> None:
        self.c, self.name, self.part = c, name, FamilyPart(c, name)
        self.points = sampled(self.part.here, points if self.part.here["vars"] else 1)
        if not self.points:
            raise NotFound("no point of the domain was found")

    def proof(self) -> Json:
        return written(self.c, self.name, self._multipliers())

    # multipliers ---------------------------------------------------------------------------------

    def _multipliers(self) -> list[list[Any]]:
        data = self.part.problem()
        allowed = self._support(data)
        solved = [(p, self._solved(data, p, allowed)) for p in self.points]
        table = [(p, s) for p, s in solved if s is not None]
        if len(table) < 0.9 * len(solved):
            bad = next(p for p, s in solved if s is None)
            at = ", ".join(f"{n} = {v}" for n, v in bad.items())
            raise NotFound(f"the inequality was not solved at {at}: is the bound true there?")
        held = [frozenset(n for n, v in s.items() if abs(v) > _NOTHING) for _, s in table]
        usual = max(set(held), key=held.count, default=frozenset())
        table = [row for row, labels in zip(table, held, strict=True) if labels == usual]
        coordinates: list[Tree] = [["v", v["name"]] for v in self.part.here["vars"]]
        coordinates += _roots(data)
        made = []
        for label in sorted(usual, key=str):
            tree = fitted(coordinates, [p for p, _ in table], [s[label] for _, s in table])
            if tree is None:
                raise NotFound(f"no rational function fits the multiplier of {label}")
            tree = over_atoms(self.part.here["vars"], partial(_factored, tree))
            made.append([*label, tree])
        return made

    def _support(self, data: Json) -> set[Label] | None:
        """A smallest set of constraints that suffices at some points: they have one solution."""
        some = self.points[:: max(1, len(self.points) // _TRIED)][:_TRIED]
        first = [self._solved(data, p, None) for p in some]
        kept = [p for p, s in zip(some, first, strict=True) if s is not None]
        if not kept:
            raise NotFound("the inequality was solved at no point: is the bound true?")
        size: dict[Label, float] = {}
        for s in first:
            for label, value in (s or {}).items():
                size[label] = size.get(label, 0.0) + abs(value)
        allowed = set(size)
        for label in sorted(size, key=lambda n: (size[n], str(n))):
            fewer = allowed - {label}
            if all(self._solved(data, p, fewer) is not None for p in kept):
                allowed = fewer
        return allowed

    def _solved(
        self, data: Json, point: Point, allowed: set[Label] | None
    ) -> dict[Label, float] | None:
        """The multipliers of least sum at a point."""
        known = {**{n: ["q", str(v)] for n, v in point.items()}}

        def number(weight: Any) -> fmpq:  # noqa: ANN401
            tree = replace(replace(as_tree(weight), self.part.now), known)
            value = value_at(tree, {})
            return fmpq(value.numerator, value.denominator)

        problem = StatedProblem(data, number=number, demand=lambda *_: None)
        for form in problem.measures:  # the goal is to be >= 0, the measure at most 0
            goal, form.constant = dict(form.numbers), -form.constant
            form.numbers = {n: -v for n, v in goal.items()}
            form.products = {k: -v for k, v in form.products.items()}
        low = Lowered(problem)
        if allowed is not None:
            low.constraints = [one for one in low.constraints if one.label in allowed]
        p = dual(low)
        count = 1 + len(low.constraints)
        if p.cost.any():
            p.H, p.h = np.vstack([p.H, -p.cost]), np.append(p.h, 1e-11 * np.abs(p.cost).max())
        p.cost = np.zeros(p.size)
        for k, constraint in enumerate(low.constraints, start=1):
            p.cost[k] = 0.0 if constraint.equation else 1.0 + 0.01 * k
        found = optimum(p)
        if found.z is None or p.margin(found.z) < -1e-6 * max(1.0, np.abs(found.z).max()):
            return None
        labels = [constraint.label for constraint in low.constraints]
        z = _polished(p, found.z)
        values = dict(zip(labels, map(float, z[1:count]), strict=True))
        return {c.label: values.get(c.label, 0.0) for c in problem.constraints()}


_OUTER = ("statement", "digest")


def _polished(p: Programme, z: Array) -> Array:
    """The same, more exactly: Newton's method for S(z) U = 0, U a basis of the kernel of S.

    A solver is half as exact in what it makes singular as it is elsewhere.
    """
    E, e = p.equations()
    n, B, d = p.blocks[0] if p.blocks else (0, np.zeros((0, len(z))), np.zeros(0))
    values, vectors = np.linalg.eigh((B @ z + d).reshape(n, n))
    kernel = vectors[:, values < _LITTLE * np.abs(z).max()]
    count = kernel.shape[1]
    if not count:
        return z
    _, _, order = scipy.linalg.qr(kernel.T, pivoting=True)
    first, others = order[:count], order[count:]
    U = kernel @ np.linalg.inv(kernel[first])
    moved = z.copy()
    for _ in range(6):
        S = (B @ moved + d).reshape(n, n)
        by_z = np.einsum("ijk,jl->ilk", B.reshape(n, n, -1), U).reshape(n * count, -1)
        by_u = np.kron(S[:, others], np.eye(count))
        rows = np.block([[E, np.zeros((len(E), by_u.shape[1]))], [by_z, by_u]])
        missed = np.concatenate([E @ moved - e, (S @ U).ravel()])
        change = np.linalg.lstsq(rows, -missed, rcond=1e-12)[0]
        moved = moved + change[: len(z)]
        U = U.copy()
        U[others] += change[len(z) :].reshape(len(others), count)
    close = np.abs(moved - z).max() < 10 * _LITTLE * np.abs(z).max()
    return moved if close and np.abs(missed).max() < 1e-8 * np.abs(z).max() else z


def _factored(tree: Tree, atoms: Normalizer) -> Tree:
    return as_factors(atoms, atoms.reduce(atoms(tree)))


def _roots(data: Any) -> list[Tree]:  # noqa: ANN401 - JSON
    """The roots that occur in the formulas of a problem, each once."""
    found: dict[str, Tree] = {}

    def walk(node: Any) -> Iterator[None]:  # noqa: ANN401
        if isinstance(node, Mapping):
            node = list(node.values())
        if isinstance(node, list):
            if len(node) == 3 and node[0] == "root" and isinstance(node[2], list):
                found.setdefault(str(node), node)
            for one in node:
                yield from walk(one)

    list(walk(data))
    return list(found.values())


def _squares(inequality: Inequality, atoms: Normalizer) -> tuple[list[Any], Tree]:
    """What is left of the goal, as weights and vectors by exact elimination, and the constant."""
    left, total = inequality.remainder(atoms)
    names = list(inequality.problem.names)
    rest: dict[tuple[int, int], Quotient] = {}
    for (i, j), value in total.items():
        made = inequality.number("0") + value
        rest[i, j] = rest[j, i] = made.value * atoms.number(Fraction(1, 1 if i == j else 2))
    free = range(inequality.problem.free)
    zero = atoms.number(0)
    S = {(i, j): atoms.reduce(rest.get((i, j), zero)) for i in free for j in free}
    alive = [i for i in free if any(not S[i, j].zero for j in free)]
    made_squares = []
    while alive:
        pivots = [i for i in alive if not S[i, i].zero]
        if not pivots:
            if any(not S[i, j].zero for i in alive for j in alive):
                raise NotFound("the quadratic form that is left is not a sum of squares")
            break
        k = min(pivots, key=lambda i: len(S[i, i].num) + len(S[i, i].den))
        row = {j: atoms.reduce(S[k, j] / S[k, k]) for j in alive}
        vector = [[as_factors(atoms, row[j]), names[j]] for j in alive if not row[j].zero]
        made_squares.append([as_factors(atoms, S[k, k]), vector])
        alive.remove(k)
        for i in alive:
            for j in alive:
                S[i, j] = atoms.reduce(S[i, j] - row[i] * S[k, j])
    constant = inequality.number("0") + left.constant
    return made_squares, as_factors(atoms, atoms.reduce(constant.value))
