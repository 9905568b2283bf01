"""The certificate kinds, each with the small function that accepts or rejects it.

A certificate is JSON: {"kind", "statement", ...}; exact numbers are text such as "-3/7".  Only the
standard library and python-flint are imported here: no sympy, no solver, no code of the provers.

    identity        left - right reduces to 0
    sign            right - left (or the stated gap, equal to it) is visibly non-negative
    counterexample  at a rational point every condition holds and the statement does not
    psd             a rational matrix equals L D L^T with D >= 0
    not-psd         x^T M x < 0 for a rational vector x
    boxes           a tree of splits; on every leaf the enclosure has the right sign
    chain           an exponential polynomial on [0, oo): derivatives down to a positive one
    induction       base and step of an identity in a natural number
    all             several certificates at once
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat, fmpq_poly

from workbench.rigor.check.enclose import Interval, NoEnclosure, enclose, point, precision
from workbench.rigor.check.normal import NotReducible, is_zero, normal_form, replace
from workbench.rigor.check.signs import difference, holds_by_sign

Certificate = Mapping[str, Any]
_PRECISIONS = (64, 128, 256, 1024)
_LONGEST_CHAIN = 64


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a certificate was accepted, and why, in one sentence."""

    accepted: bool
    message: str


def check_certificate(certificate: Certificate) -> Answer:
    """Check one certificate with exact or outward-rounded arithmetic."""
    kind = certificate.get("kind")
    checker = _KINDS.get(str(kind))
    if checker is None:
        return Answer(False, f"kind = {kind!r} is not one of {', '.join(_KINDS)}")
    try:
        return checker(certificate)
    except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError) as error:
        return Answer(False, f"{kind}: malformed certificate ({type(error).__name__}: {error})")
    except NotReducible as error:
        return Answer(False, f"{kind}: no normal form ({error})")


def _identity(c: Certificate) -> Answer:
    s = c["statement"]
    if s["op"] != "=":
        return Answer(False, f"identity: the statement says {s['op']!r}, not '='")
    variables = _with_equalities(s)
    left, right = _solved(s, s["left"]), _solved(s, s["right"])
    if is_zero(["+", left, ["neg", right]], variables):
        return Answer(True, "identity: left - right has normal form 0")
    return Answer(False, "identity: left - right does not reduce to 0")


def _with_equalities(s: dict[str, Any]) -> list[dict[str, Any]]:
    gone = set(_solutions(s))
    return [v for v in s["vars"] if v["name"] not in gone]


def _solutions(s: dict[str, Any]) -> dict[str, Any]:
    """Conditions `variable = expression`, read as definitions, later ones in terms of earlier."""
    found: dict[str, Any] = {}
    for left, op, right in s["where"]:
        if op == "=" and left[0] == "v" and left[1] not in found:
            found[left[1]] = replace(right, found)
    return found


def _solved(s: dict[str, Any], tree: list[Any]) -> list[Any]:
    return replace(tree, _solutions(s))


def _sign(c: Certificate) -> Answer:
    s = c["statement"]
    gap = c.get("gap")
    if gap is not None:
        true_gap = difference(s["left"], s["op"], s["right"])
        same = _solved(s, ["+", true_gap, ["neg", gap]])
        if not is_zero(same, _with_equalities(s)):
            return Answer(False, "sign: the stated gap is not right - left")
    if holds_by_sign(s, gap):
        return Answer(True, "sign: the gap is visibly non-negative on the domain")
    return Answer(False, "sign: the gap's sign cannot be read off")


def _counterexample(c: Certificate) -> Answer:
    s, values = c["statement"], c["point"]
    for v in s["vars"]:
        if v["name"] not in values:
            return Answer(False, f"counterexample: variable {v['name']!r} has no value")
        listed = values[v["name"]]
        if isinstance(listed, Mapping):
            entries = list(listed.values())
        else:
            entries = [listed] if isinstance(listed, str) else list(listed)
        for entry in entries:
            if not _in_domain(v, Fraction(entry)):
                return Answer(False, f"counterexample: {v['name']} = {entry} is off its domain")
    for left, op, right in s["where"]:
        if _decide(left, op, right, values) is not True:
            return Answer(False, f"counterexample: the condition with {op!r} is not certainly met")
    if _decide(s["left"], s["op"], s["right"], values) is False:
        return Answer(True, "counterexample: all conditions hold and the statement does not")
    return Answer(False, "counterexample: the statement is not certainly violated")


def _in_domain(v: Mapping[str, Any], value: Fraction) -> bool:
    if v["sort"] == "int" and value.denominator != 1:
        return False
    if v["low"] is not None:
        low = Fraction(v["low"])
        if value < low or (v["low_open"] and value == low):
            return False
    if v["high"] is not None:
        high = Fraction(v["high"])
        if value > high or (v["high_open"] and value == high):
            return False
    return True


def decide(statement: Mapping[str, Any], values: Mapping[str, Any]) -> bool | None:
    """Whether `left op right` holds at a rational point: True, False, or None if undecided."""
    return _decide(statement["left"], statement["op"], statement["right"], values)


def _decide(left: Any, op: str, right: Any, values: Mapping[str, Any]) -> bool | None:  # noqa: ANN401
    """Exact comparison at a rational point, by enclosures of growing precision."""
    gap = ["+", right, ["neg", left]]
    for bits in _PRECISIONS:
        try:
            with precision(bits):
                value = enclose(gap, point(values))
        except NoEnclosure:
            continue
        if value.positive:
            return op in ("<=", "<")
        if value.negative:
            return op in (">=", ">")
    plain = {n: ["q", v] for n, v in values.items() if isinstance(v, str)}
    exact = _entries(replace(gap, plain), values)
    try:
        if is_zero(exact, []):
            return op in ("<=", "=", ">=")
    except (NotReducible, ZeroDivisionError):
        return None
    return None


def _entries(tree: Any, values: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Put in the entries of sequences at indices that are literal integers, sums expanded."""
    if not isinstance(tree, list):
        return tree
    op = tree[0]
    if op in ("sum", "prod"):
        _, index, low, high, body = tree
        first, last = (_literal(_entries(b, values)) for b in (low, high))
        terms = [
            _entries(replace(body, {index: ["q", str(k)]}), values)
            for k in range(int(first), int(last) + 1)
        ]
        if not terms:
            return ["q", "0" if op == "sum" else "1"]
        return ["+" if op == "sum" else "*", *terms]
    if op == "idx":
        index = int(_literal(_entries(tree[2], values)))
        entries = values[tree[1]]
        return ["q", entries[str(index)] if isinstance(entries, Mapping) else entries[index - 1]]
    return [op, *(_entries(a, values) for a in tree[1:])]


def _literal(tree: Any) -> Fraction:  # noqa: ANN401
    constant = normal_form(tree, [])[1].constant()
    if constant is None:
        raise ValueError("an index or a bound is not a number")
    return Fraction(int(constant.p), int(constant.q))


def _matrix(rows: list[list[str]]) -> fmpq_mat:
    entries = [_rational(x) for row in rows for x in row]
    return fmpq_mat(len(rows), len(rows[0]) if rows else 0, entries)


def _rational(text: str) -> fmpq:
    f = Fraction(text)
    return fmpq(f.numerator, f.denominator)


def _psd(c: Certificate) -> Answer:
    m, lower, pivots = _matrix(c["matrix"]), _matrix(c["L"]), [_rational(x) for x in c["D"]]
    n = m.nrows()
    if any(p < 0 for p in pivots) or (c.get("strict") and any(p <= 0 for p in pivots)):
        return Answer(False, "psd: a pivot has the wrong sign")
    if c.get("strict") and any(lower[i, i] == 0 for i in range(n)):
        return Answer(False, "psd: L is singular")
    if c.get("strict") and any(lower[i, j] != 0 for i in range(n) for j in range(i + 1, n)):
        return Answer(False, "psd: L is not lower triangular")
    diagonal = fmpq_mat(n, n, [pivots[i] if i == j else fmpq(0) for i in range(n) for j in range(n)])
    if lower * diagonal * lower.transpose() != m:
        return Answer(False, "psd: L D L^T is not the matrix")
    return Answer(True, f"psd: L D L^T is the matrix and its {n} pivots are non-negative")


def _not_psd(c: Certificate) -> Answer:
    m = _matrix(c["matrix"])
    x = _matrix([[v] for v in c["vector"]])
    value = (x.transpose() * m * x)[0, 0]
    if value < 0:
        return Answer(True, f"not-psd: x^T M x = {value} < 0")
    return Answer(False, f"not-psd: x^T M x = {value} is not negative")


def _boxes(c: Certificate) -> Answer:
    s = c["statement"]
    gap = difference(s["left"], s["op"], s["right"])
    strict = s["op"] in ("<", ">")
    if s["op"] == "=":
        return Answer(False, "boxes: an equation cannot be proved by enclosures")
    if s["where"]:
        return Answer(False, "boxes: conditions are not supported; parametrise the domain")
    box: dict[str, tuple[Fraction, Fraction]] = {}
    for v in s["vars"]:
        if v["low"] is None or v["high"] is None or v["sort"] == "seq":
            return Answer(False, f"boxes: {v['name']} has no bounded interval")
        box[v["name"]] = (Fraction(v["low"]), Fraction(v["high"]))
    leaves = 0
    stack: list[tuple[Any, dict[str, tuple[Fraction, Fraction]]]] = [(c["tree"], box)]
    with precision(int(c.get("bits", 64)) + 13):  # not the precision that the prover used
        while stack:
            node, here = stack.pop()
            if isinstance(node, list):
                name, below, above = node
                low, high = here[name]
                middle = (low + high) / 2
                stack.append((below, {**here, name: (low, middle)}))
                stack.append((above, {**here, name: (middle, high)}))
                continue
            leaves += 1
            try:
                value = enclose(gap, {n: Interval.of(a, b) for n, (a, b) in here.items()})
            except NoEnclosure as error:
                return Answer(False, f"boxes: no enclosure on a leaf ({error})")
            if not (value.positive if strict else value.nonnegative):
                return Answer(False, f"boxes: the gap on a leaf is {value.text()}")
    return Answer(True, f"boxes: the gap has its sign on all {leaves} boxes, which cover the domain")


def exponential_polynomial(tree: list[Any], name: str) -> dict[Fraction, fmpq_poly]:
    """sum_k p_k(x) e^(k x) as {k: p_k}; raises NotReducible for any other shape."""
    op, *args = tree
    match op:
        case "q":
            return {Fraction(0): fmpq_poly([_rational(args[0])])}
        case "v" if args[0] == name:
            return {Fraction(0): fmpq_poly([0, 1])}
        case "neg":
            return {k: -p for k, p in exponential_polynomial(args[0], name).items()}
        case "+":
            total: dict[Fraction, fmpq_poly] = {}
            for arg in args:
                for k, p in exponential_polynomial(arg, name).items():
                    total[k] = total.get(k, fmpq_poly([0])) + p
            return {k: p for k, p in total.items() if p != 0}
        case "*" | "^":
            factors = args if op == "*" else [args[0]] * int(args[1])
            whole = {Fraction(0): fmpq_poly([1])}
            for factor in factors:
                one = exponential_polynomial(factor, name)
                made: dict[Fraction, fmpq_poly] = {}
                for k, p in whole.items():
                    for j, q in one.items():
                        made[k + j] = made.get(k + j, fmpq_poly([0])) + p * q
                whole = made
            return {k: p for k, p in whole.items() if p != 0}
        case "/":
            below = exponential_polynomial(args[1], name)
            if len(below) == 1:
                ((k, p),) = below.items()
                if p.degree() == 0:
                    above = exponential_polynomial(args[0], name)
                    return {j - k: q * (1 / p[0]) for j, q in above.items()}
        case "exp":
            inner = exponential_polynomial(args[0], name)
            poly = inner.get(Fraction(0), fmpq_poly([0]))
            if set(inner) <= {Fraction(0)} and poly.degree() <= 1 and poly[0] == 0:
                return {Fraction(int(poly[1].p), int(poly[1].q)): fmpq_poly([1])}
    raise NotReducible(f"{op!r} in an exponential polynomial of {name}")


def _chain(c: Certificate) -> Answer:
    """f >= 0 on [0, oo): multiply by e^(kx), differentiate, ask for f(0) >= 0, and so on."""
    s = c["statement"]
    if len(s["vars"]) != 1 or s["where"] or s["op"] == "=":
        return Answer(False, "chain: one variable, no condition and an inequality are needed")
    v = s["vars"][0]
    if v["low"] != "0":
        return Answer(False, "chain: the variable must range over [0, oo) or (0, oo)")
    f = exponential_polynomial(difference(s["left"], s["op"], s["right"]), v["name"])
    strict = s["op"] in ("<", ">")
    positive_at_zero = sum((p(0) for p in f.values()), fmpq(0)) > 0
    for step in range(_LONGEST_CHAIN):
        coefficients = [a for p in f.values() for a in p.coeffs()]
        if all(a >= 0 for a in coefficients):
            # a function that starts above 0 and grows stays above 0; one that starts at 0 and
            # whose last derivative is positive for x > 0 is positive for x > 0
            if strict and not positive_at_zero and not (v["low_open"] and coefficients):
                return Answer(False, "chain: only the weak inequality follows")
            return Answer(True, f"chain: all coefficients are non-negative after {step} steps")
        lowest = min(f)
        f = {k - lowest: p for k, p in f.items()}  # multiplied by e^(-lowest x) > 0
        if sum((p(0) for p in f.values()), fmpq(0)) < 0:
            return Answer(False, f"chain: derivative {step} is negative at 0")
        f = {
            k: q for k, p in f.items()
            if (q := p.derivative() + p * fmpq(k.numerator, k.denominator)) != 0
        }  # fmt: skip
    return Answer(False, f"chain: not settled after {_LONGEST_CHAIN} derivatives")


def _induction(c: Certificate) -> Answer:
    """left = right for all n >= start: true at start, and the change over one step is the same.

    `rules` lists recurrences {"name": u, "index": t, "shift": k, "from": a, "body": e}, each
    meaning u[t+k] = e for all t >= a; they are used at t = n.
    """
    s, name, start = c["statement"], c["variable"], int(c["start"])
    if s["op"] != "=":
        return Answer(False, "induction: the statement must be an equation")
    if any(_mentions(part, name) for left, _, right in s["where"] for part in (left, right)):
        return Answer(False, "induction: a condition mentions the induction variable")
    rules = c.get("rules", [])
    if any(int(rule["from"]) > start for rule in rules):
        return Answer(False, "induction: a recurrence starts after the induction does")
    variables = [v for v in _with_equalities(s) if v["name"] != name]
    gap = _solved(s, ["+", s["left"], ["neg", s["right"]]])
    base = replace(gap, {name: ["q", str(start)]})
    for known in c.get("base", []):  # values such as u[0] = e, part of the definition
        base = _rewrite(base, known["name"], int(known["at"]), known["value"])
    if not is_zero(base, variables):
        return Answer(False, f"induction: the base case {name} = {start} does not reduce to 0")
    here = {"name": "n~", "sort": "int", "low": "0", "low_open": False,
            "high": None, "high_open": False}  # fmt: skip
    n = ["+", ["v", "n~"], ["q", str(start)]]
    after = replace(gap, {name: ["+", n, ["q", "1"]]})
    before = replace(gap, {name: n})
    for rule in rules:
        body = replace(rule["body"], {rule["index"]: n})
        at = ["+", n, ["q", str(int(rule.get("shift", 1)))]]
        after = _advance(after, rule["name"], at, body, [*variables, here])
    factor = c.get("factor", ["q", "1"])  # gap(n+1) = factor * gap(n)
    factor = replace(_solved(s, factor), {name: n})
    step = ["+", after, ["neg", ["*", factor, before]]]
    if not is_zero(step, [*variables, here]):
        return Answer(False, "induction: the step does not reduce to 0")
    return Answer(True, f"induction: base at {start} and step both reduce to 0")


def _mentions(tree: Any, name: str) -> bool:  # noqa: ANN401
    if not isinstance(tree, list):
        return False
    return tree[:2] == ["v", name] or any(_mentions(a, name) for a in tree[1:])


def _rewrite(tree: Any, name: str, at: int, value: Any) -> Any:  # noqa: ANN401
    if not isinstance(tree, list):
        return tree
    if tree[0] == "idx" and tree[1] == name and is_zero(["+", tree[2], ["q", str(-at)]], []):
        return value
    return [tree[0], *(_rewrite(a, name, at, value) for a in tree[1:])]


def _advance(tree: Any, name: str, at: Any, body: Any, variables: list[Any]) -> Any:  # noqa: ANN401
    if not isinstance(tree, list):
        return tree
    if tree[0] in ("sum", "prod"):
        return tree  # inside a sum the index is bound: the last term is split off by the normal form
    if (
        tree[0] == "idx"
        and tree[1] == name
        and is_zero(["+", tree[2], ["neg", at]], variables)
    ):
        return body
    return [tree[0], *(_advance(a, name, at, body, variables) for a in tree[1:])]


def _all(c: Certificate) -> Answer:
    answers = [check_certificate(member) for member in c["members"]]
    bad = [a.message for a in answers if not a.accepted]
    if bad or not answers:
        return Answer(False, "all: " + ("; ".join(bad) or "no members"))
    return Answer(True, f"all: {len(answers)} certificates accepted")


_KINDS = {
    "identity": _identity,
    "sign": _sign,
    "counterexample": _counterexample,
    "psd": _psd,
    "not-psd": _not_psd,
    "boxes": _boxes,
    "chain": _chain,
    "induction": _induction,
    "all": _all,
}
