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

An accepted certificate shows its statement wherever both sides have a value; whether they do on the
whole domain is what `discharge` answers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from workbench.rigor.check.answer import Answer, Certificate, as_fmpq
from workbench.rigor.check.chain import check_chain
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.enclose import Interval, NoEnclosure, enclose, precision
from workbench.rigor.check.induction import check_induction
from workbench.rigor.check.normal import NotReducible, is_zero
from workbench.rigor.check.points import check_counterexample, decide
from workbench.rigor.check.signs import difference, holds_by_sign
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.check.trees import Malformed, rational, read_statement, read_tree, whole

__all__ = ["Answer", "check_certificate", "decide"]

_MOST_BITS = 4096  # of an enclosure


def check_certificate(certificate: Any) -> Answer:  # noqa: ANN401 - JSON of any shape
    """Check one certificate with exact or outward-rounded arithmetic; it never raises."""
    kind = certificate.get("kind") if isinstance(certificate, Mapping) else None
    checker = _KINDS.get(str(kind))
    if checker is None:
        return Answer(False, f"kind = {str(kind)[:40]!r} is not one of {', '.join(_KINDS)}")
    try:
        _compare_digest(certificate)
        if "statement" in certificate:
            read_statement(certificate["statement"])
        return checker(certificate)
    except Malformed as error:
        return Answer(False, f"{kind}: malformed certificate: {error}")
    except NotReducible as error:
        return Answer(False, f"{kind}: no normal form: {error}")
    except ZeroDivisionError:
        return Answer(False, f"{kind}: no normal form: a denominator is identically zero")
    except RecursionError:
        return Answer(False, f"{kind}: malformed certificate: nested too deeply")
    except Exception as error:  # noqa: BLE001 - a certificate may come from anywhere
        text = f"{type(error).__name__}: {error}"
        return Answer(False, f"{kind}: malformed certificate: {text[:200]}")


def digest(certificate: Certificate) -> str:
    """Sixteen hexadecimal digits of the SHA-256 of the certificate without its own digest."""
    bare = {k: v for k, v in certificate.items() if k != "digest"}
    text = json.dumps(bare, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _compare_digest(c: Certificate) -> None:
    if "digest" in c and c["digest"] != digest(c):
        raise Malformed("it does not have the digest that it states: it was changed")


def _identity(c: Certificate) -> Answer:
    s = c["statement"]
    if s["op"] != "=":
        return Answer(False, f"identity: the statement says {s['op']!r}, not '='")
    if is_zero(solved(s, ["+", s["left"], ["neg", s["right"]]]), _remaining(s)):
        return Answer(True, "identity: left - right has normal form 0")
    return Answer(False, "identity: left - right does not reduce to 0")


def _remaining(s: dict[str, Any]) -> list[dict[str, Any]]:
    gone = set(solutions(s))
    return [v for v in s["vars"] if v["name"] not in gone]


def _sign(c: Certificate) -> Answer:
    s, gap = c["statement"], c.get("gap")
    if gap is not None:
        read_tree(gap, {v["name"]: v["sort"] for v in s["vars"]})
        true_gap = difference(s["left"], s["op"], s["right"])
        if not is_zero(solved(s, ["+", true_gap, ["neg", gap]]), _remaining(s)):
            return Answer(False, "sign: the stated gap is not right - left")
        lost = unmet(s, [gap])
        if lost:
            return Answer(
                False,
                "sign: the stated gap may have no value where right - left has one"
                f" ({len(lost)} domain obligations, the first: {lost[0]['kind']})",
            )
    if holds_by_sign(s, gap):
        return Answer(True, "sign: the gap is visibly non-negative on the domain")
    return Answer(False, "sign: the gap's sign cannot be read off")


def _matrix(rows: Any) -> fmpq_mat:  # noqa: ANN401 - JSON
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise Malformed("a matrix without rows, or with rows of different lengths")
    return fmpq_mat(len(rows), len(rows[0]), [as_fmpq(x) for row in rows for x in row])


def _psd(c: Certificate) -> Answer:
    m, lower, pivots = _matrix(c["matrix"]), _matrix(c["L"]), [as_fmpq(x) for x in c["D"]]
    n, strict = m.nrows(), c.get("strict", False)
    sizes = {m.ncols(), lower.nrows(), lower.ncols(), len(pivots)}
    if not isinstance(strict, bool) or sizes != {n}:
        raise Malformed("the sizes of the matrix, L and D do not fit")
    if any(p < 0 for p in pivots) or (strict and any(p == 0 for p in pivots)):
        return Answer(False, "psd: a pivot has the wrong sign")
    if strict and any(lower[i, i] == 0 for i in range(n)):
        return Answer(False, "psd: L is singular")
    if strict and any(lower[i, j] != 0 for i in range(n) for j in range(i + 1, n)):
        return Answer(False, "psd: L is not lower triangular")
    zero = fmpq(0)
    diagonal = fmpq_mat(n, n, [pivots[i] if i == j else zero for i in range(n) for j in range(n)])
    if lower * diagonal * lower.transpose() != m:
        return Answer(False, "psd: L D L^T is not the matrix")
    shown = "positive" if strict else "non-negative"
    return Answer(True, f"psd: L D L^T is the matrix and its {n} pivots are {shown}")


def _not_psd(c: Certificate) -> Answer:
    m, x = _matrix(c["matrix"]), _matrix([[v] for v in c["vector"]])
    value = (x.transpose() * m * x)[0, 0]
    if value < 0:
        return Answer(True, f"not-psd: x^T M x = {value} < 0")
    return Answer(False, f"not-psd: x^T M x = {value} is not negative")


def _boxes(c: Certificate) -> Answer:
    s, bits = c["statement"], whole(c.get("bits", 64))
    if s["op"] == "=":
        return Answer(False, "boxes: an equation cannot be proved by enclosures")
    if s["where"]:
        return Answer(False, "boxes: conditions are not supported; parametrise the domain")
    if not 2 <= bits <= _MOST_BITS:
        raise Malformed(f"bits = {bits}")
    box: dict[str, tuple[Fraction, Fraction]] = {}
    for v in s["vars"]:
        if v["low"] is None or v["high"] is None or v["sort"] == "seq":
            return Answer(False, f"boxes: {v['name']} has no bounded interval")
        box[v["name"]] = (rational(v["low"]), rational(v["high"]))
    gap, strict = difference(s["left"], s["op"], s["right"]), s["op"] in ("<", ">")
    leaves = 0
    stack: list[tuple[Any, dict[str, tuple[Fraction, Fraction]]]] = [(c["tree"], box)]
    with precision(bits + 13):  # not the precision that the prover used
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
                return Answer(False, f"boxes: no enclosure on a leaf: {error}")
            if not (value.positive if strict else value.nonnegative):
                return Answer(False, f"boxes: the gap on a leaf is {value.text()}")
    return Answer(True, f"boxes: the gap has its sign on {leaves} boxes that cover the domain")


def _all(c: Certificate) -> Answer:
    members = c["members"]
    if not isinstance(members, list):
        raise Malformed("the members are not a list")
    answers = [check_certificate(member) for member in members]
    bad = [a.message for a in answers if not a.accepted]
    if bad or not answers:
        return Answer(False, "all: " + ("; ".join(bad) or "no members"))
    return Answer(True, f"all: {len(answers)} certificates accepted")


_KINDS = {
    "identity": _identity,
    "sign": _sign,
    "counterexample": check_counterexample,
    "psd": _psd,
    "not-psd": _not_psd,
    "boxes": _boxes,
    "chain": check_chain,
    "induction": check_induction,
    "all": _all,
}
