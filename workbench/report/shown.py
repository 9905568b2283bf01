r"""What a piece of evidence shows of its statement: read off its certificate, typed by nobody.

The conclusions of a certificate are what its checker accepted, as data; here they become LaTeX.  A
formula that an author typed is shown only where there is no certificate.  No sympy is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from workbench.rates.constants import Constant
from workbench.rates.powers import PowerProduct
from workbench.report.model import Encoded, Evidence
from workbench.symbolic import Condition, Expr

_LARGEST = 12  # rows of a matrix that is written out


def shown(evidence: Evidence) -> tuple[Encoded, ...]:
    """The expressions to show with a piece of evidence, each with its label."""
    if evidence.certificate is None:
        return evidence.encoded
    from workbench.referee.checkers import conclusions_of

    try:
        found = [one for said in conclusions_of(evidence.certificate) for one in formulas(said)]
    except Exception as error:  # noqa: BLE001 - a stranger's certificate may hold anything
        found = [Encoded(f"cannot be read off the certificate: {type(error).__name__}", "")]
    return tuple(dict.fromkeys(found))


def formulas(said: Mapping[str, Any]) -> Iterator[Encoded]:
    """One conclusion as formulas, the statement first."""
    match said["says"]:
        case "relation" | "violated" as says:
            s = said["statement"]
            here = (s["left"], s["op"], s["right"])
            yield Encoded("statement" if says == "relation" else "violated", _condition(*here))
            for condition in s["where"]:
                yield Encoded("where", _condition(*condition))
            yield from _definitions(s)
        case "psd" | "pd" | "not psd" as says:
            sign = {"psd": r"\succeq 0", "pd": r"\succ 0", "not psd": r"\not\succeq 0"}[says]
            yield Encoded("statement", f"{_matrix(said['matrix'])} {sign}")
        case says if "problem" in said:
            yield from _rate(str(says), said)
        case says:
            told = ", ".join(f"{k} = {v}" for k, v in said.items() if k != "says")
            yield Encoded(str(says), rf"\text{{{told}}}")


def _definitions(s: Mapping[str, Any]) -> Iterator[Encoded]:
    """First values and recurrences of the sequences of an induction."""
    for b in s.get("base", ()):
        entry = ["idx", b["name"], ["q", str(b["at"])]]
        yield Encoded("first value", _condition(entry, "=", b["value"]))
    for rule in s.get("rules", ()):
        index = ["v", rule["index"]]
        entry = ["idx", rule["name"], ["+", index, ["q", str(rule["shift"])]]]
        first = rf"{_latex(index)} \ge {rule['from']}"
        yield Encoded("recurrence", rf"{_condition(entry, '=', rule['body'])} \quad ({first})")


def _rate(says: str, said: Mapping[str, Any]) -> Iterator[Encoded]:
    """A bound with its constraints and its best rate, or two rates that are compared."""
    problem = said["problem"]
    for label, key in (
        ("bound", "terms"),
        ("claimed rate", "claimed"),
        ("derived rate", "derived"),
    ):
        if key in problem:
            yield Encoded(label, _sum(problem[key]))
    for constraint in problem.get("constraints", ()):
        yield Encoded("subject to", rf"{_sum(constraint)} \le 1")
    for row in (*problem["region"], *said.get("requirements", ())):
        yield Encoded("where", rf"{_product(row)} \le 1")
    if "sum" in said:
        yield Encoded("best rate", _sum(said["sum"]))
    if "verdict" in said:
        yield Encoded("claimed is", rf"\text{{{said['verdict']}, constants aside}}")
    elif "sum" not in said:
        yield Encoded(says, "")


def _sum(rows: Iterable[Mapping[str, Any]]) -> str:
    return " + ".join(map(_product, rows))


def _product(row: Mapping[str, Any]) -> str:
    primes = tuple((int(p), Fraction(e)) for p, e in row.get("coefficient", ()))
    powers = {s: Fraction(e) for s, e in row["powers"].items()}
    return PowerProduct.of(powers, coefficient=Constant(primes)).latex()


def _condition(left: list[Any], op: Any, right: list[Any]) -> str:  # noqa: ANN401 - JSON
    return Condition(Expr.from_tree(left), op, Expr.from_tree(right)).latex()


def _latex(tree: list[Any]) -> str:
    return Expr.from_tree(tree).latex()


def _matrix(rows: list[list[str]]) -> str:
    if len(rows) > _LARGEST:
        return rf"M \in \mathbb{{Q}}^{{{len(rows)} \times {len(rows[0])}}}, M"
    lines = r" \\ ".join(" & ".join(_latex(["q", x]) for x in row) for row in rows)
    return rf"\begin{{pmatrix}} {lines} \end{{pmatrix}}"
