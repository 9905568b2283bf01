"""What an accepted certificate shows, read off the certificate itself, as plain JSON.

One entry for each thing that is shown, without the means by which it is: two proofs of one
statement have equal conclusions, and certificates of different statements never do.

    relation               a statement holds wherever both sides have a value; the recurrences and
                           first values that an induction or an enumeration uses belong to it, as
                           "rules" and "base" (and "last", up to which an enumeration computes)
    violated               it does not, at a point at which both sides have a value; the statement
                           may be one about the means of a finite law, which then belongs to it,
                           or about what a method makes of functions, which are then its "object"
    psd, pd, not psd       a matrix, as written: x^T M x >= 0, > 0 for x != 0, or < 0 for some x
    matrix-inequality      F_0 + sum_i y_i F_i is positive semidefinite for some y, or for no y
    integral               an integral against a bound
    momentum-rate          a rate of gradient steps with momentum, or that no energy shows it
    expectation            a statement about means, for every law of its random variables
    process                such a statement at the end of draws, one after the other
    moments                a statement about means of quadratic functions of what is drawn
    integration            a statement about integrals with symbols, and about draws
    private                that a recorded method is differentially private, with all it releases
    accounting             a bound on delta at an epsilon of a sequence of releases
    theorem                a theorem as a whole, and the theorems that it takes from other claims
    worst-case             a bound on what a method does at worst, or that an instance reaches one
    worst-case-family      such a bound for every number of steps and every parameter

Only an accepted certificate shows anything: check it first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.rigor.check.answer import Certificate
from workbench.rigor.check.theorem.proof import assumed
from workbench.rigor.check.trees import Malformed, rational

Conclusion = dict[str, Any]


def conclusions(certificate: Certificate) -> list[Conclusion]:
    """What the certificate shows if the checker accepts it; raises Malformed for no certificate."""
    kind = certificate.get("kind")
    if kind == "all":
        return [shown for member in certificate["members"] for shown in conclusions(member)]
    if kind in _OTHERS:
        return _OTHERS[kind](certificate)
    if "statement" not in certificate:
        raise Malformed(f"a certificate of the kind {str(kind)[:40]!r} without a statement")
    return [{"says": "relation", "statement": _with_definitions(certificate)}]


def _with_definitions(c: Certificate) -> dict[str, Any]:
    """The statement, with what defines its sequences: by induction, or in an enumeration."""
    if c["kind"] not in ("induction", "inductive", "enumeration"):
        return dict(c["statement"])
    given = {name: c[name] for name in ("rules", "base") if c.get(name)}
    if c["kind"] == "enumeration" and "rules" in given:
        given["last"] = c["last"]  # the rules hold for entries up to this one
    return {**c["statement"], **given}


def _violated(c: Certificate) -> list[Conclusion]:
    return [{"says": "violated", "statement": dict(c["statement"]), "point": dict(c["point"])}]


def _false_for_a_law(c: Certificate) -> list[Conclusion]:
    parts = ("data", "start", "steps", "where", "left", "op", "right")
    names = [{"name": name, "sort": "real"} for name, _ in c["numbers"]]
    statement = {"vars": names, **{part: c[part] for part in parts}}
    return [{"says": "violated", "statement": statement, "point": dict(c["numbers"])}]


def _false_for_an_object(c: Certificate) -> list[Conclusion]:
    statement = {**c["statement"], "run": dict(c["run"])}
    shown = {"point": dict(c["point"]), "object": dict(c["object"])}
    return [{"says": "violated", "statement": statement, **shown}]


def _psd(c: Certificate) -> list[Conclusion]:
    return [{"says": "pd" if c.get("strict", False) else "psd", "matrix": _matrix(c["matrix"])}]


def _not_psd(c: Certificate) -> list[Conclusion]:
    return [{"says": "not psd", "matrix": _matrix(c["matrix"])}]


def _matrix_inequality(c: Certificate) -> list[Conclusion]:
    matrices = [_matrix(m) for m in c["matrices"]]
    solved = c["kind"] == "matrix-inequality"
    return [{"says": "matrix-inequality", "matrices": matrices, "solvable": solved}]


def _integral(c: Certificate) -> list[Conclusion]:
    ends = {end: str(rational(c[end])) for end in ("low", "high")}
    stated = {key: c[key] for key in ("integrand", "variable", "op", "bound")}
    return [{"says": "integral", **stated, **ends}]


def _momentum(c: Certificate) -> list[Conclusion]:
    if c["side"] == "bracket":
        return [shown for member in c["members"] for shown in _momentum(member)]
    numbers = {name: str(rational(value)) for name, value in c["parameters"].items()}
    shown: Conclusion = {"says": "momentum-rate", "parameters": numbers}
    match c["side"]:
        case "feasible":
            constants = {name: str(rational(c[name])) for name in ("kappa", "noise")}
            return [{**shown, "shows": "solution"}, {**shown, "shows": "constants", **constants}]
        case "noise-bound":
            return [{**shown, "shows": "noise at least", "bound": str(rational(c["bound"]))}]
        case "infeasible" | "slower":  # for both reasons no energy shows the rate
            return [{**shown, "shows": "no solution"}]
    raise Malformed(f"side {str(c['side'])[:20]!r}")


def _theorem(c: Certificate) -> list[Conclusion]:
    return [{"says": "theorem", "statement": dict(c["theorem"]), "assumes": assumed(c)}]


def _expectation(c: Certificate) -> list[Conclusion]:
    return [{"says": "expectation", "statement": dict(c["law"])}]


def _process(c: Certificate) -> list[Conclusion]:
    return [{"says": "process", "statement": dict(c["process"])}]


def _moments(c: Certificate) -> list[Conclusion]:
    return [{"says": "moments", "statement": dict(c["moments"])}]


def _integration(c: Certificate) -> list[Conclusion]:
    return [{"says": "integration", "statement": dict(c["integration"])}]


def _private(c: Certificate) -> list[Conclusion]:
    return [{"says": "private", "statement": dict(c["private"])}]


def _accounting(c: Certificate) -> list[Conclusion]:
    numbers = {name: str(rational(c[name])) for name in ("epsilon", "delta")}
    pairs = [dict(pair) for pair in c["pairs"]]
    return [{"says": "accounting", "pairs": pairs, "shows": c["side"], **numbers}]


def _worst_case(c: Certificate) -> list[Conclusion]:
    shown: Conclusion = {"says": "worst-case", "problem": dict(c["problem"])}
    match c["side"]:
        case "upper":
            return [{**shown, "shows": "at most", "bound": str(rational(c["bound"]))}]
        case "lower":
            return [{**shown, "shows": "at least", "bound": str(rational(c["bound"]))}]
        case "empty":
            return [{**shown, "shows": "no member meets the conditions"}]
        case "unbounded":
            return [{**shown, "shows": "unbounded"}]
    raise Malformed(f"side {str(c['side'])[:20]!r}")


def _family(c: Certificate) -> list[Conclusion]:
    return [{"says": "worst-case-family", "family": dict(c["family"])}]


def _matrix(rows: list[list[str]]) -> list[list[str]]:
    return [[str(rational(entry)) for entry in row] for row in rows]


_OTHERS: dict[Any, Callable[[Certificate], list[Conclusion]]] = {
    "counterexample": _violated,
    "finite-tree": _false_for_a_law,
    "instance": _false_for_an_object,
    "psd": _psd,
    "not-psd": _not_psd,
    "matrix-inequality": _matrix_inequality,
    "no-matrix-inequality": _matrix_inequality,
    "integral": _integral,
    "momentum-rate": _momentum,
    "theorem": _theorem,
    "expectation": _expectation,
    "process": _process,
    "moments": _moments,
    "integration": _integration,
    "private": _private,
    "accounting": _accounting,
    "worst-case": _worst_case,
    "worst-case-family": _family,
}
