"""Certificates of worst cases: bounds from multipliers alone, and instances in exact numbers.

A `problem` (worst_case_terms) names a method, classes, conditions and measures.  Everything that
its classes impose is built here anew; the certificate adds only numbers.

upper     weights w >= 0 of the measures with sum 1, multipliers of constraints h >= 0 (any sign
          for h = 0) and positive semidefinite matrices W, such that, identically in the free
          numbers and in the Gram matrix G of the free vectors,

              bound - sum w measure = sum multiplier h + sum <W, T> + <S, G> + rest,

          with S positive semidefinite and rest >= 0 a constant: in every dimension, the smallest
          measure is at most the bound
empty     the same without measures and with bound -1: no member of the classes meets the conditions
lower     G and the free numbers: G is positive semidefinite, every constraint holds, and every
          measure is at least the bound.  All classes must be tight: then members of the classes
          exist that pass through these points
unbounded the same with a second pair (G', numbers') that can be added to the first any number of
          times, and that raises every measure by at least 1 each time
"""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpq_mat

from workbench.rigor.check.answer import Answer, Certificate, as_fmpq
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.trees import Malformed
from workbench.rigor.check.worst_case_forms import Form, Label
from workbench.rigor.check.worst_case_terms import StatedProblem

KIND = "worst-case"
_COMMON = {"kind", "side", "problem", "digest"}
_KEYS = {
    "upper": _COMMON | {"bound", "weights", "multipliers", "matrices"},
    "empty": _COMMON | {"multipliers", "matrices"},
    "lower": _COMMON | {"bound", "gram", "numbers"},
    "unbounded": _COMMON | {"gram", "numbers", "ray", "ray_numbers"},
}
_ZERO = fmpq(0)


def check_worst_case(c: Certificate) -> Answer:
    """Check one side of a worst case."""
    side = str(c["side"])
    if side not in _KEYS or not set(c) <= _KEYS[side]:
        raise Malformed(f"a side is one of {', '.join(_KEYS)}, with the keys that belong to it")
    problem = StatedProblem(c["problem"])
    if side in ("upper", "empty"):
        wrong, shown = _bound(c, problem, side)
    elif not all(oracle.kind.tight for oracle in problem.oracles):
        wrong, shown = "not every class has inequalities that suffice for a member to exist", ""
    elif problem.noise:
        wrong, shown = "expected values alone are no instance of a problem with noise", ""
    elif side == "lower":
        bound = as_fmpq(c["bound"])
        wrong, shown = _instance(problem, c, bound), f"an instance has measure >= {bound}"
    else:
        wrong, shown = _instance(problem, c, None) or _ray(problem, c), "the measure is unbounded"
    return Answer(not wrong, f"{KIND}: {wrong or shown}")


# upper bounds -----------------------------------------------------------------------------------


def _bound(c: Certificate, problem: StatedProblem, side: str) -> tuple[str, str]:
    """What is wrong with the multipliers (or nothing), and what they show."""
    total, bound = Form(), fmpq(-1)
    if side == "upper":
        bound, weights = as_fmpq(c["bound"]), [as_fmpq(w) for w in c["weights"]]
        if len(weights) != len(problem.measures):
            raise Malformed("the weights are not one for each measure")
        if any(w < 0 for w in weights) or sum(weights, _ZERO) != 1:
            return "the weights of the measures are not >= 0 with sum 1", ""
        for w, measure in zip(weights, problem.measures, strict=True):
            total.add(measure, w)
    given = _labelled(c["multipliers"])
    for constraint in problem.constraints():
        value = given.pop(constraint.label, None)
        if value is None:
            continue
        factor = as_fmpq(value)
        if factor < 0 and not constraint.equation:
            return f"the multiplier of {constraint.label} is negative", ""
        total.add(constraint.form, factor)
    grams = _labelled(c["matrices"])
    for gram in problem.grams():
        rows = grams.pop(gram.label, None)
        if rows is None:
            continue
        weight = _symmetric(rows, gram.size)
        if not is_semidefinite(weight):
            return f"the matrix of {gram.label} is not positive semidefinite", ""
        for (i, j), form in gram.entries.items():
            total.add(form, weight[i, j] * (1 if i == j else 2))
    if given or grams:
        raise Malformed(f"there is no constraint {next(iter([*given, *grams]))}")
    left = [name for name, value in total.numbers.items() if value != 0]
    if left:
        return f"the coefficients of {left[0]} do not cancel", ""
    if total.constant > bound:
        return f"the constants add up to {float_text(total.constant)}, above the bound", ""
    slack = problem.rows.transpose() * _matrix(total, len(problem.names)) * problem.rows
    if not is_semidefinite(-1 * slack):
        return "the matrix S that is left over is not positive semidefinite", ""
    if side == "empty":
        return "", "no member of the classes meets the conditions"
    return "", f"the measure is at most {bound}"


def _labelled(entries: Any) -> dict[Label, Any]:  # noqa: ANN401 - JSON
    """[..., value] with the label first."""
    found: dict[Label, Any] = {}
    for *label, value in entries:
        key = tuple(label)
        if key in found or any(isinstance(part, bool) for part in key):
            raise Malformed(f"the multiplier of {str(key)[:60]} is given twice or has no label")
        found[key] = value
    return found


# instances --------------------------------------------------------------------------------------


def _instance(problem: StatedProblem, c: Certificate, bound: fmpq | None) -> str:
    """What is wrong with the Gram matrix and the numbers of an instance, or nothing."""
    gram, numbers = _point(problem, c["gram"], c["numbers"])
    if not is_semidefinite(gram):
        return "the Gram matrix is not positive semidefinite"
    full = problem.rows * gram * problem.rows.transpose()
    if found := _unstated_minimiser(problem, full):
        return f"{found} has the gradient 0, and the inequalities do not know it"
    for constraint in problem.constraints():
        value = constraint.form.value(full, numbers)
        if value < 0 or (constraint.equation and value != 0):
            return f"the instance violates {constraint.label}"
    for block in problem.grams():
        if not is_semidefinite(_values(block.size, block.entries, full, numbers, fmpq(1))):
            return f"the instance violates {block.label}"
    if bound is not None and any(m.value(full, numbers) < bound for m in problem.measures):
        return "a measure of the instance is below the bound"
    return ""


def _unstated_minimiser(problem: StatedProblem, full: fmpq_mat) -> str:
    """A call that turns out to be stationary, of a class that asks something of all such calls."""
    for o, oracle in enumerate(problem.oracles):
        patterns = oracle.kind.patterns(oracle.parameters)
        if any(pattern.over == "from-stationary" for pattern in patterns):
            for i, (_, g, _) in enumerate(oracle.calls):
                if full[g, g] == 0 and not problem.is_zero(g):
                    return f"call {i} of oracle {o}"
    return ""


def _ray(problem: StatedProblem, c: Certificate) -> str:
    """What is wrong with the direction in which an instance may go for ever, or nothing."""
    gram, numbers = _point(problem, c["ray"], c["ray_numbers"])
    if not is_semidefinite(gram):
        return "the Gram matrix of the ray is not positive semidefinite"
    full = problem.rows * gram * problem.rows.transpose()
    for constraint in problem.constraints():
        value = constraint.form.value(full, numbers, one=_ZERO)
        if value < 0 or (constraint.equation and value != 0):
            return f"the ray violates {constraint.label}"
    for block in problem.grams():
        if not is_semidefinite(_values(block.size, block.entries, full, numbers, _ZERO)):
            return f"the ray violates {block.label}"
    if any(m.value(full, numbers, one=_ZERO) < 1 for m in problem.measures):
        return "the ray does not raise every measure by 1"
    return ""


def _point(problem: StatedProblem, rows: Any, values: Any) -> tuple[fmpq_mat, dict[str, fmpq]]:  # noqa: ANN401
    if not isinstance(values, dict) or set(values) != set(problem.free_numbers):
        raise Malformed("the instance does not give every free number, and nothing else")
    return _symmetric(rows, problem.free), {k: as_fmpq(v) for k, v in values.items()}


def _values(
    size: int,
    entries: dict[tuple[int, int], Form],
    full: fmpq_mat,
    numbers: dict[str, fmpq],
    one: fmpq,
) -> fmpq_mat:
    at = {key: form.value(full, numbers, one=one) for key, form in entries.items()}
    return fmpq_mat([[at[min(i, j), max(i, j)] for j in range(size)] for i in range(size)])


# matrices ---------------------------------------------------------------------------------------


def is_semidefinite(matrix: fmpq_mat) -> bool:
    """Whether a symmetric matrix is positive semidefinite, by exact elimination.

    A zero pivot is allowed only where the rest of its row is zero.
    """
    n = matrix.nrows()
    rest = [[matrix[i, j] for j in range(n)] for i in range(n)]
    for k in range(n):
        pivot = rest[k][k]
        below = [i for i in range(k + 1, n) if rest[i][k] != 0]
        if pivot < 0 or (pivot == 0 and below):
            return False
        for i in below:
            factor = rest[i][k] / pivot
            spend(len(below) * (1 + int(factor.q).bit_length() // 64), "eliminations")
            for j in below:
                if j <= i:
                    rest[i][j] -= factor * rest[j][k]
    return True


def _matrix(form: Form, size: int) -> fmpq_mat:
    """The symmetric matrix of the inner products of a form."""
    out = fmpq_mat(size, size)
    for (a, b), value in form.products.items():
        out[a, b] += value / 2
        out[b, a] += value / 2
    return out


def _symmetric(rows: Any, n: int) -> fmpq_mat:  # noqa: ANN401 - JSON
    if not isinstance(rows, list) or len(rows) != n or any(len(row) != n for row in rows):
        raise Malformed(f"not a {n} by {n} matrix")
    upper = [[as_fmpq(row[j]) for j in range(i, n)] for i, row in enumerate(rows)]
    if any(rows[j][i] != rows[i][j] and as_fmpq(rows[j][i]) != upper[i][j - i]
           for i in range(n) for j in range(i + 1, n)):  # fmt: skip
        raise Malformed("the matrix is not symmetric")
    return fmpq_mat([[upper[min(i, j)][abs(i - j)] for j in range(n)] for i in range(n)])


def float_text(value: fmpq) -> str:
    """A short decimal text of a rational, for messages."""
    return f"{int(value.p) / int(value.q):.8g}"
