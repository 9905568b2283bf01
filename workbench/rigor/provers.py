"""Provers: they look for a certificate, hand it to the checker, and report what it said.

Nothing here is trusted.  A claim's check calls one of these functions and returns its outcome:

    identity(left, right)             both sides have the same normal form
    inequality(relation)              sign, derivative chain, then boxes, in the order that works
    counterexample(relation, ...)     the statement fails at this rational point
    positive_semidefinite(matrix)     exact L D L^T
    induction(relation, ...)          an identity for all natural numbers

Before any proof is tried, the statement is evaluated exactly at rational points of its domain: a
wrong one is mostly refuted at once, with the point.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import flint

from workbench.claims import (
    Counterexample,
    Encoded,
    Figure,
    Grade,
    Obligation,
    Outcome,
    fails,
    holds,
    inconclusive,
)
from workbench.errors import ClaimError
from workbench.rigor.boxes import split_until_certain
from workbench.rigor.check import check_certificate, decide, discharge
from workbench.rigor.check.normal import NotReducible, is_zero
from workbench.symbolic import DomainObligation, Expr, Relation, Variable, freeze, relation
from workbench.symbolic.freeze import Freezer

TRUST = (f"python-flint {flint.__version__}", "workbench.rigor.check")
_TRIES = 300  # rational points tried before a proof is looked for
_VALUES = tuple(
    Fraction(v) for v in "1 2 1/2 3 1/10 5 9/10 1/3 7/4 10 1/100 20 13/5 99/100".split()
)


def identity(
    left: Any,  # noqa: ANN401 - sympy, int, Fraction or Expr
    right: Any,  # noqa: ANN401
    *,
    where: Iterable[tuple[Any, Any, Any]] = (),
    nonzero: Iterable[Any] = (),
    summary: str = "",
) -> Outcome:
    """`left = right` wherever both are defined; `where` may define symbols by (v, "=", expr)."""
    r = relation(left, "=", right, where=where, nonzero=nonzero)
    certificate = {"kind": "identity", "statement": r.tree}
    if check_certificate(certificate).accepted:
        return _certified(r, certificate, "normal form", summary or "left - right reduces to 0")
    return _refuted_at_a_point(r) or inconclusive(
        "normal form",
        "left - right does not reduce to 0, and differs at no rational point that was tried:"
        " a rule for its functions may be missing",
        encoded=_encoded(r),
    )


def inequality(
    r: Relation,
    *,
    gap: Any = None,  # noqa: ANN401 - an expression equal to right - left
    methods: Sequence[str] = ("sign", "chain", "boxes"),
    boxes: int = 20_000,
    seconds: float = 20.0,
    narrowest: Fraction = Fraction(1, 2**40),
    summary: str = "",
) -> Outcome:
    """An inequality on its whole domain.

    `gap` is an expression equal to right - left whose sign is visible (a sum of squares, ...).
    `boxes`, `seconds` and `narrowest` bound the subdivision; at a point where both sides touch it
    cannot succeed, and the outcome says where it is stuck.
    """
    wrong = _refuted_at_a_point(r)
    if wrong is not None:
        return wrong
    stuck = []
    for method in methods:
        if method == "boxes":
            found = split_until_certain(r.tree, boxes=boxes, seconds=seconds, narrowest=narrowest)
            if found.point is not None:
                return counterexample(r, **found.point)
            if found.tree is None:
                stuck.append(f"boxes: {found.reason}")
                continue
            certificate: dict[str, Any] = {
                "kind": "boxes", "statement": r.tree, "tree": found.tree, "bits": 64
            }  # fmt: skip
        else:
            certificate = {"kind": method, "statement": r.tree}
            if gap is not None and method == "sign":
                certificate["gap"] = freeze(gap).tree
        answer = check_certificate(certificate)
        if answer.accepted:
            outcome = _certified(r, certificate, _METHOD[method], summary or answer.message)
            if gap is not None and method == "sign":
                shown = Encoded("gap, visibly non-negative", freeze(gap).latex())
                outcome = _with_encoded(outcome, shown)
            return outcome
        stuck.append(answer.message)
    return inconclusive("inequality", "; ".join(stuck), encoded=_encoded(r))


_METHOD = {"sign": "visible sign", "chain": "derivative chain", "boxes": "Arb boxes"}


def counterexample(r: Relation, *, note: str = "", **values: Any) -> Outcome:  # noqa: ANN401
    """Decide the statement at one rational point; `fails` carries the exact counterexample.

    Values are ints, Fractions or strings "p/q"; a list is a sequence that starts at index 1, a
    mapping gives entries by index.
    """
    point = {name: _exact(name, value) for name, value in values.items()}
    certificate = {"kind": "counterexample", "statement": r.tree, "point": point}
    answer = check_certificate(certificate)
    shown = Counterexample(
        tuple((n, _value_text(v)) for n, v in point.items()),
        note or answer.message,
    )
    figures = tuple(
        _side(label, side, point) for label, side in (("left", r.left), ("right", r.right))
    )
    if answer.accepted:
        return fails(
            "exact counterexample",
            note or f"fails at {_point_text(point)}",
            grade=Grade.CERTIFIED,
            counterexample=shown,
            certificate=_stamped(certificate),
            encoded=_encoded(r),
            figures=figures,
            trust=TRUST,
        )
    known = {v.name for v in r.variables}
    if known <= set(point) and decide(r.tree, point) is True:
        return holds(
            "exact counterexample",
            f"the statement holds at {_point_text(point)}",
            grade=Grade.SUPPORTED,
            encoded=_encoded(r),
            figures=figures,
            trust=TRUST,
        )
    return inconclusive("exact counterexample", answer.message, encoded=_encoded(r))


def positive_semidefinite(
    matrix: Sequence[Sequence[Any]], *, strict: bool = False, label: str = "matrix"
) -> Outcome:
    """A symmetric rational matrix is (strictly) positive semidefinite, by exact L D L^T.

    A zero pivot is allowed only when the rest of its column vanishes; otherwise a rational vector x
    with x^T M x < 0 is returned as the counterexample.
    """
    m = [[Fraction(_exact(label, x)) for x in row] for row in matrix]
    n = len(m)
    if any(len(row) != n for row in m) or any(
        m[i][j] != m[j][i] for i in range(n) for j in range(i)
    ):
        raise ClaimError(
            f"{label} is not a square symmetric matrix: only those have L D L^T."
            " Symmetrise the quadratic form first."
        )
    lower, pivots, bad = _ldl(m, strict=strict)
    text = [[str(x) for x in row] for row in m]
    if bad is None:
        certificate = _stamped(
            {"kind": "psd", "matrix": text, "L": [[str(x) for x in row] for row in lower],
             "D": [str(d) for d in pivots], "strict": strict}
        )  # fmt: skip
        answer = check_certificate(certificate)
        if answer.accepted:
            return holds(
                "exact LDL^T",
                f"{label} is positive {'definite' if strict else 'semidefinite'}",
                grade=Grade.CERTIFIED,
                certificate=certificate,
                figures=tuple(Figure(f"pivot {i + 1}", _short(d)) for i, d in enumerate(pivots)),
                trust=TRUST,
            )
        return inconclusive("exact LDL^T", answer.message)
    certificate = _stamped({"kind": "not-psd", "matrix": text, "vector": [str(x) for x in bad]})
    answer = check_certificate(certificate)
    if not answer.accepted:
        return inconclusive("exact LDL^T", f"{label} is singular, and definiteness was asked for")
    return fails(
        "exact LDL^T",
        f"{label} is indefinite: {answer.message}",
        grade=Grade.CERTIFIED,
        counterexample=Counterexample((("x", str([str(x) for x in bad])),), answer.message),
        certificate=certificate,
        trust=TRUST,
    )


def induction(
    r: Relation,
    variable: str,
    *,
    start: int = 0,
    rules: Sequence[Mapping[str, Any]] = (),
    base: Sequence[Mapping[str, Any]] = (),
    factor: Any = 1,  # noqa: ANN401
    summary: str = "",
) -> Outcome:
    """An identity for every integer `variable` >= start.

    rules:  recurrences {"name", "index", "shift", "from", "body"}: name[index + shift] = body
    base:   first values {"name", "at", "value"} of the sequences
    factor: the expression F with gap(n + 1) = F gap(n); 1 if the gap does not change
    """
    freezer = Freezer()
    bodies = [freezer(rule["body"]) for rule in rules]
    values = [freezer(b["value"]) for b in base]
    of_factor = freezer(factor)
    known = {v.name: v for v in r.variables}
    indices = {rule["index"] for rule in rules}
    names = {b["name"] for b in base} | {rule["name"] for rule in rules}
    more = {n: v for n, v in freezer.variables.items() if n not in known and n not in indices}
    for name in sorted(names - set(known) - set(more)):
        more[name] = Variable(name, "seq")
    wider = replace(r, variables=(*r.variables, *(more[n] for n in sorted(more))))
    certificate = {
        "kind": "induction",
        "statement": wider.tree,
        "variable": variable,
        "start": start,
        "rules": [
            {"from": 0, "shift": 1, **rule, "body": body.tree}
            for rule, body in zip(rules, bodies, strict=True)
        ],
        "base": [{**b, "value": value.tree} for b, value in zip(base, values, strict=True)],
        "factor": of_factor.tree,
    }  # fmt: skip
    answer = check_certificate(certificate)
    if answer.accepted:
        return _certified(wider, certificate, "induction", summary or answer.message)
    if not rules and not base:
        wrong = _refuted_at_a_point(r)
        if wrong is not None:
            return wrong
    wrong = _unrolled_counterexample(r, variable, start, rules, base)
    return wrong or inconclusive("induction", answer.message, encoded=_encoded(r))


def enclosure(value: Any, /, **point: Any) -> Figure:  # noqa: ANN401
    """The value of an expression at a rational point, enclosed by Arb, as a figure."""
    expr = freeze(value)
    exact = {n: _exact(n, v) for n, v in point.items()}
    return _side(expr.latex(), expr, exact)


# --------------------------------------------------------------------------------------------------


def _certified(r: Relation, certificate: dict[str, Any], method: str, summary: str) -> Outcome:
    duties = tuple(
        Obligation(
            _obligation_latex(o),
            "discharged" if o["discharged"] else "open",
            "visible sign" if o["discharged"] else "",
        )
        for o in discharge(r.tree)
    )
    still_open = [d.latex for d in duties if d.status == "open"]
    return holds(
        method,
        summary,
        grade=Grade.DERIVED if still_open else Grade.CERTIFIED,
        reason=f"domain obligations are open: {'; '.join(still_open)}" if still_open else "",
        certificate=_stamped(certificate),
        encoded=_encoded(r),
        obligations=duties,
        trust=TRUST,
    )


def _obligation_latex(o: Mapping[str, Any]) -> str:
    bound = tuple((i, Expr.from_tree(a), Expr.from_tree(b)) for i, a, b in o["bound"])
    return DomainObligation(o["kind"], Expr.from_tree(o["tree"]), bound).latex()


def _stamped(certificate: dict[str, Any]) -> dict[str, Any]:
    text = json.dumps(certificate, sort_keys=True, separators=(",", ":"))
    return {**certificate, "digest": hashlib.sha256(text.encode()).hexdigest()[:16]}


def _encoded(r: Relation) -> tuple[Encoded, ...]:
    shown = [Encoded("statement as encoded", r.latex())]
    shown += [Encoded("where", text) for text in r.conditions_latex()]
    return tuple(shown)


def _with_encoded(outcome: Outcome, *more: Encoded) -> Outcome:
    return replace(outcome, encoded=outcome.encoded + more)


def _exact(name: str, value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, Mapping):
        return {str(k): _exact(name, v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_exact(name, v) for v in value]
    if isinstance(value, bool | float):
        raise ClaimError(
            f"{name} = {value!r} is a {type(value).__name__}: a counterexample is exact."
            " Write a Fraction, an int or a string such as '1/10'."
        )
    return str(Fraction(str(value)))


def _short(value: Fraction) -> str | float:
    text = str(value)
    return text if len(text) <= 40 else float(value)


def _point_text(point: Mapping[str, Any]) -> str:
    parts = [f"{n} = {_value_text(v)}" for n, v in point.items()]
    text = ", ".join(parts)
    return text if len(text) <= 200 else text[:197] + "..."


def _value_text(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {v}" for k, v in value.items()) + "}"
    return "(" + ", ".join(value) + ")"


def _side(label: str, side: Expr, point: Mapping[str, Any]) -> Figure:
    from workbench.rigor.check.enclose import NoEnclosure, enclose, precision
    from workbench.rigor.check.enclose import point as environment

    with precision(128):
        try:
            value = enclose(side.tree, environment(point))
        except (NoEnclosure, KeyError, IndexError):
            return Figure(label, "undefined")
        middle = (value.low + value.high) / 2
        return Figure(label, float(middle), note="midpoint of an Arb enclosure")


def _refuted_at_a_point(r: Relation) -> Outcome | None:
    """Try rational points of the domain; a violated one is returned as an exact counterexample."""
    point = falsify(r)
    return None if point is None else counterexample(r, **point)


def falsify(r: Relation, tries: int = _TRIES) -> dict[str, Any] | None:
    """A rational point where the conditions hold and the statement does not, or None."""
    rng = random.Random(r.digest)  # noqa: S311 - search, not secrecy; the same at every run
    defined = {c.left.args[0]: c.right for c in r.where if c.op == "=" and c.left.op == "v"}
    for attempt in range(tries):
        point: dict[str, Any] = {}
        for v in r.variables:
            if v.name in defined:
                continue
            if v.sort == "seq":
                point[v.name] = {str(k): _draw(rng, v, attempt) for k in range(-1, 14)}
            else:
                point[v.name] = _draw(rng, v, attempt)
        try:
            for name, expr in defined.items():
                point[name] = _value_at(expr, point)
        except (ValueError, NotReducible, ZeroDivisionError, KeyError):
            continue
        certificate = {"kind": "counterexample", "statement": r.tree, "point": point}
        try:
            if decide(r.tree, point) is False and check_certificate(certificate).accepted:
                return point
        except (KeyError, IndexError, ValueError, NotReducible):
            continue
    return None


def _draw(rng: random.Random, v: Any, attempt: int) -> str:  # noqa: ANN401
    if v.sort == "int":
        low = int(Fraction(v.low)) if v.low is not None else 0
        high = int(Fraction(v.high)) if v.high is not None else low + (4 if attempt % 2 else 9)
        return str(rng.randint(low, high))
    value = rng.choice(_VALUES) if attempt % 3 else Fraction(rng.randint(1, 400), 100)
    if v.low is not None and v.high is not None:
        low, high = Fraction(v.low), Fraction(v.high)
        value = low + (high - low) * Fraction(rng.randint(0, 64), 64)
    elif v.low is not None:
        value = Fraction(v.low) + value
    elif v.high is not None:
        value = Fraction(v.high) - value
    else:
        value *= rng.choice((-1, 1))
    return str(value)


def _unrolled_counterexample(
    r: Relation,
    variable: str,
    start: int,
    rules: Sequence[Mapping[str, Any]],
    base: Sequence[Mapping[str, Any]],
) -> Outcome | None:
    """Run the recurrences at rational data and look for the first step where the sides differ."""
    from workbench.rigor.check.kinds import decide as decide_at

    rng = random.Random(r.digest)  # noqa: S311
    driven = {rule["name"] for rule in rules} | {b["name"] for b in base}
    bodies = [{**{"from": 0, "shift": 1}, **rule, "body": freeze(rule["body"])} for rule in rules]
    names = {v.name: v for v in r.variables}
    freezer = Freezer()
    for rule in rules:
        freezer(rule["body"])
    for b in base:
        freezer(b["value"])
    names.update({k: v for k, v in freezer.variables.items() if k not in names})
    for attempt in range(40):
        point: dict[str, Any] = {}
        for v in names.values():
            if v.name in (variable, *(rule["index"] for rule in rules)):
                continue
            if v.sort == "seq":
                point[v.name] = (
                    {} if v.name in driven and not _free_start(v.name, base)
                    else {str(k): _draw(rng, v, attempt) for k in range(-1, 12)}
                )  # fmt: skip
            else:
                point[v.name] = _draw(rng, v, attempt)
        try:
            for b in base:
                point.setdefault(b["name"], {})
                if not isinstance(point[b["name"]], dict):
                    point[b["name"]] = {}
                point[b["name"]][str(b["at"])] = _value_at(freeze(b["value"]), point)
            for n in range(start, start + 6):
                for rule in bodies:
                    local = {**point, rule["index"]: str(n)}
                    at = str(n + int(rule["shift"]))
                    point.setdefault(rule["name"], {})[at] = _value_at(rule["body"], local)
            for n in range(start, start + 4):
                here = {**point, variable: str(n)}
                if all(decide_at({"left": c.left.tree, "op": c.op, "right": c.right.tree}, here)
                       for c in r.where) and decide_at(r.tree, here) is False:  # fmt: skip
                    wanted = {v.name for v in r.variables} | {variable}
                    return counterexample(r, **{k: v for k, v in here.items() if k in wanted})
        except (ValueError, KeyError, IndexError, NotReducible, ZeroDivisionError):
            continue
    return None


def _free_start(name: str, base: Sequence[Mapping[str, Any]]) -> bool:
    return not any(b["name"] == name and int(b["at"]) == 0 for b in base)


def _value_at(expr: Expr, point: Mapping[str, Any]) -> str:
    from workbench.rigor.check.points import literal, written_out

    return str(literal(written_out(expr.tree, point)))


def _ldl(
    m: list[list[Fraction]], *, strict: bool
) -> tuple[list[list[Fraction]], list[Fraction], list[Fraction] | None]:
    """L (unit lower triangular), D, and a vector of negative or zero form when it fails."""
    n = len(m)
    lower = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    rest = [row[:] for row in m]
    pivots: list[Fraction] = []
    for k in range(n):
        pivot = rest[k][k]
        column = [rest[i][k] for i in range(k + 1, n)]
        if pivot < 0 or (pivot == 0 and (strict or any(column))):
            return lower, pivots, _negative_vector(lower, rest, k)
        pivots.append(pivot)
        for i in range(k + 1, n):
            lower[i][k] = rest[i][k] / pivot if pivot else Fraction(0)
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                rest[i][j] -= lower[i][k] * pivot * lower[j][k]
    return lower, pivots, None


def _negative_vector(
    lower: list[list[Fraction]], rest: list[list[Fraction]], k: int
) -> list[Fraction]:
    """x with x^T M x <= 0, from the Schur complement `rest` at step k; solve L^T x = y."""
    n = len(rest)
    y = [Fraction(0)] * n
    y[k] = Fraction(1)
    if rest[k][k] == 0:
        for j in range(k + 1, n):
            if rest[k][j]:
                # (t e_k + e_j): 2 t r_kj + r_jj < 0 for a suitable t
                y[j] = Fraction(1)
                y[k] = -(abs(rest[j][j]) + 1) / rest[k][j]
                break
    x = y[:]
    for i in range(k - 1, -1, -1):
        x[i] = y[i] - sum((lower[j][i] * x[j] for j in range(i + 1, n)), Fraction(0))
    return x


def same(left: Any, right: Any) -> bool:  # noqa: ANN401
    """Whether two expressions reduce to the same normal form (a helper for tests and authors)."""
    r = relation(left, "=", right)
    return is_zero(["+", r.left.tree, ["neg", r.right.tree]], [v.tree for v in r.variables])
