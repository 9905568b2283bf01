"""The four certificates of a worst case, each from a programme and accepted by the checker.

upper, lower      from the optima of the dual and of the primal programme
empty             from multipliers that contradict each other
unbounded         from one instance and a direction in which it goes on for ever
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
from flint import fmpq, fmpq_mat

from workbench.rigor.asking import check_certificate
from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.worst_case import KIND
from workbench.worst_case.faces import NOTHING, with_interior
from workbench.worst_case.lowered import Lowered
from workbench.worst_case.numbers import Json
from workbench.worst_case.programme import Programme
from workbench.worst_case.rounding import as_it_is, candidates, outward
from workbench.worst_case.solver import LARGE, SolverResult, interior, optimum

_ROOM = 0.05  # that a point inside may cost: the less, the more of it is margin
_FEW = 8  # exact points between an optimum and a point inside
_CLOSE = 1e-6  # a bound this near the optimum, relatively, is worth no further solve
_ATTEMPTS = ((0.0, 1), (1e-10, 0), (1e-9, 1))  # margin, solver's setting
Build = Callable[[list[fmpq]], Json]


def upper(data: Json, low: Lowered, p: Programme, found: SolverResult, goal: float) -> Json | None:
    """The least upper bound that a rounded dual solution shows; `goal` is a value below."""
    return _nearest(p, found, lambda z: _multipliers(data, low, z, side="upper"), 1, goal)


def lower(data: Json, low: Lowered, p: Programme, found: SolverResult, goal: float) -> Json | None:
    """The largest measure of a rounded instance; `goal` is a value above, negative."""
    return _nearest(p, found, lambda z: _instance(data, low, z), -1, goal)


def sharp(data: Json, low: Lowered, p: Programme, value: Fraction, *, side: str) -> Json | None:
    """The certificate of exactly this value, from the face of the programme on which it lies."""
    sign = 1 if side == "upper" else -1
    goal = fmpq(value.numerator, value.denominator)
    face = replace(p, rows=[*p.rows, p.exact_cost], right=[*p.right, sign * goal])
    build = (
        (lambda z: _multipliers(data, low, z, side="upper")) if side == "upper"
        else (lambda z: _instance(data, low, z))
    )  # fmt: skip
    made = _first(_inside(face), build)
    return made if made is not None and Fraction(made["bound"]) == value else None


def empty(data: Json, low: Lowered, p: Programme) -> Json | None:
    """Multipliers, with no weight on a measure, whose constants add up to -1 or less."""
    k = len(low.problem.measures)
    refuting = replace(
        p, right=[*p.right, *[fmpq(0)] * k], rows=[*p.rows, *({i: fmpq(1)} for i in range(k))]
    )
    weighing = refuting.rows.index({i: fmpq(1) for i in range(k)})
    refuting.right[weighing] = fmpq(0)
    keep = [i for i, row in enumerate(p.H) if not row[:k].any()]
    refuting.H, refuting.h = np.vstack([p.H[keep], -p.cost]), np.append(p.h[keep], -2.0)
    refuting.exact_line = lambda _: ({}, fmpq(0))
    return _first(_inside(refuting), lambda z: _multipliers(data, low, z, side="empty"))


def unbounded(data: Json, low: Lowered, p: Programme) -> Json | None:
    """An instance, and a direction that keeps every condition and raises every measure by 1."""
    size = p.size
    ahead = np.zeros((1, size))
    ahead[0, -1] = 1.0
    ray = replace(
        p, right=[fmpq(0)] * len(p.right), H=np.vstack([p.H, ahead]),
        h=np.append(np.zeros(len(p.h)), -2.0),
        blocks=[(n, B, np.zeros_like(d)) for n, B, d in p.blocks],
        exact_line=lambda _: ({}, fmpq(0)),
    )  # fmt: skip
    for start in _inside(p):
        for direction in _inside(ray):
            made = _instance(data, low, start)
            gram, numbers = _point(low, direction)
            del made["bound"]
            made |= {"side": "unbounded", "ray": gram, "ray_numbers": numbers}
            if check_certificate(made).accepted:
                return made
    return None


# from programmes to exact points ------------------------------------------------------------------


def _nearest(
    p: Programme, found: SolverResult, build: Build, sign: int, goal: float
) -> Json | None:
    """The best certificate near the optimum; sign * bound is what should be small.

    `goal` is what the other programme says of it: a certificate within a fraction of `_CLOSE` of it
    needs no further solve.  An optimum without a margin is moved inside until rounding does no
    harm.  Where that costs too much, the solver is asked again: for the optimum on the smallest
    face, and for optima that keep a small margin themselves.
    """
    if found.z is None:
        return None
    cost = partial(_cost, sign=sign)
    made = _first(as_it_is(p, found.z), build)
    if cost(made) <= _near(goal):
        return made
    size = abs(found.value) if abs(found.value) > _CLOSE else 1.0
    reduced, inner = p, interior(p, at_most=found.value + size)
    if inner is not None and p.margin(inner) > NOTHING:
        made = min(made, _first(candidates(p, found.z, inner), build), key=cost)
        if cost(made) <= _near(goal):
            return made
    else:
        reduced, inner = with_interior(
            p, at_most=found.value + size, size=1e2 * (1 + float(np.abs(found.z).max()))
        )
        if inner is None:
            return made
    again = optimum(reduced)
    goal = again.value if again.z is not None else found.value
    if cost(made) <= _near(goal):
        return made
    best = found.z if again.z is None else again.z
    nearer = interior(reduced, at_most=goal + _ROOM * size)
    inner = inner if nearer is None or reduced.margin(nearer) <= NOTHING else nearer
    made = min(made, _first(candidates(reduced, best, inner), build), key=cost)
    goal = min(goal, again.value if again.z is not None else goal)
    for margin, setting in _ATTEMPTS:
        if cost(made) <= _near(goal) or reduced.size > LARGE:
            break
        shifted = optimum(reduced, margin=margin, first=setting)
        if shifted.z is not None:
            made = min(made, _first(candidates(reduced, shifted.z, inner), build), key=cost)
    return made


def _near(goal: float) -> float:
    return goal + 0.4 * _CLOSE * (abs(goal) if abs(goal) > _CLOSE else 1.0)


def _cost(certificate: Json | None, sign: int) -> float:
    return float("inf") if certificate is None else sign * float(Fraction(certificate["bound"]))


def _inside(p: Programme) -> Iterator[list[fmpq]]:
    """Exact points well inside."""
    reduced, inner = with_interior(p, at_most=1e6, size=1e6)
    if inner is not None:
        yield from candidates(reduced, inner, inner)


def _first(points: Iterator[list[fmpq]], build: Build) -> Json | None:
    """The first certificate that the checker accepts, of a few: what ails them is the same."""
    some = itertools.islice(points, _FEW)
    return next((c for c in map(build, some) if check_certificate(c).accepted), None)


# certificates -------------------------------------------------------------------------------------


def _multipliers(data: Json, low: Lowered, z: list[fmpq], *, side: str) -> Json:
    measures = low.problem.measures
    k = len(measures)
    bound = sum((w * m.constant for w, m in zip(z[:k], measures, strict=True)), fmpq(0))
    multipliers = []
    for value, constraint in zip(z[k:], low.constraints, strict=False):
        bound += value * constraint.form.constant
        if value != 0:
            multipliers.append([*constraint.label, str(value)])
    at, matrices = k + len(low.constraints), []
    for gram in low.grams:
        W = [[fmpq(0)] * gram.size for _ in range(gram.size)]
        for (i, j), form in gram.entries.items():
            W[i][j] = W[j][i] = z[at]
            bound += z[at] * form.constant * (1 if i == j else 2)
            at += 1
        matrices.append([*gram.label, [[str(v) for v in row] for row in W]])
    made: Json = {"kind": KIND, "side": side, "problem": data, "multipliers": multipliers,
                  "matrices": matrices}  # fmt: skip
    if side == "upper":
        made |= {"bound": str(outward(bound, 1)), "weights": [str(w) for w in z[:k]]}
    return made


def _instance(data: Json, low: Lowered, z: list[fmpq]) -> Json:
    gram, numbers = _point(low, z)
    problem = low.problem
    G = fmpq_mat([[as_fmpq(v) for v in row] for row in gram])
    full = problem.rows * G * problem.rows.transpose()
    exact = {name: as_fmpq(v) for name, v in numbers.items()}
    least = min(m.value(full, exact) for m in problem.measures)
    return {"kind": KIND, "side": "lower", "problem": data, "bound": str(outward(least, -1)),
            "gram": gram, "numbers": numbers}  # fmt: skip


def _point(low: Lowered, z: list[fmpq]) -> tuple[list[list[str]], dict[str, str]]:
    """The Gram matrix of all free vectors and the free numbers, as text."""
    free, kept = low.problem.free, low.kept
    G = [["0"] * free for _ in range(free)]
    at = 0
    for i in range(len(kept)):
        for j in range(i, len(kept)):
            G[kept[i]][kept[j]] = G[kept[j]][kept[i]] = str(z[at])
            at += 1
    return G, {n: str(v) for n, v in zip(low.problem.free_numbers, z[at:], strict=False)}
