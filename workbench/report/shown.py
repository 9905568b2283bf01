r"""What a piece of evidence shows of its statement: read off its certificate, typed by nobody.

The conclusions of a certificate are what its checker accepted, as data; here they become LaTeX.  A
formula that an author typed is shown only where there is no certificate.  No sympy is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from workbench.rates.constants import Constant
from workbench.rates.powers import PowerProduct
from workbench.report import methods
from workbench.report.model import ReportedEncoding, ReportedEvidence
from workbench.symbolic import account_text, private_text, theorem_text
from workbench.symbolic.expectations import law_latex
from workbench.symbolic.integrals import integrals_latex
from workbench.symbolic.latex import SQUARED, domain, latex, name
from workbench.symbolic.law_text import law_formulas
from workbench.symbolic.moments import moments_latex
from workbench.symbolic.processes import process_latex
from workbench.symbolic.run_text import object_formulas, run_formulas

_OPERATORS = {"<=": r"\le", "<": "<", "=": "=", ">=": r"\ge", ">": ">"}
_LARGEST = 12  # rows of a matrix that is written out
_WORDS = 200  # characters of a part of a conclusion that is told in words


def shown(evidence: ReportedEvidence, *, most: int | None = None) -> tuple[ReportedEncoding, ...]:
    """The expressions to show with a piece of evidence, each with its label; the first `most`."""
    if evidence.certificate is None:
        return evidence.encoded[:most]
    return tuple(islice(_read_off(evidence.certificate), most))


def _read_off(certificate: Mapping[str, Any]) -> Iterator[ReportedEncoding]:
    from workbench.referee.checkers import conclusions_of, members_of

    try:
        for member in members_of(certificate):
            for said in conclusions_of(member):
                yield from formulas(said)
            if member["kind"] == "sign" and member.get("gap") is not None:
                yield ReportedEncoding("gap, visibly non-negative", latex(member["gap"]))
    except Exception as error:  # noqa: BLE001 - a stranger's certificate may hold anything
        yield ReportedEncoding(f"cannot be read off the certificate: {type(error).__name__}", "")


def formulas(said: Mapping[str, Any]) -> Iterator[ReportedEncoding]:
    """One conclusion as formulas, the statement first."""
    match said["says"]:
        case "violated" if "steps" in said["statement"]:
            for label, text in law_formulas(said["statement"], "violated"):
                yield ReportedEncoding(label, text)
        case "violated" if "run" in said["statement"]:
            for label, text in run_formulas(said["statement"], "violated"):
                yield ReportedEncoding(label, text)
            for label, text in object_formulas(said["object"]):
                yield ReportedEncoding(label, text)
        case "relation" | "violated" as says:
            s = said["statement"]
            here = (s["left"], s["op"], s["right"])
            yield ReportedEncoding(
                "statement" if says == "relation" else "violated", _condition(*here)
            )
            if s["vars"]:
                yield ReportedEncoding("for all" if says == "relation" else "of", _domains(s))
            for condition in s["where"]:
                yield ReportedEncoding("where", _condition(*condition))
            yield from _definitions(s)
            yield from _alike(s)
        case "psd" | "pd" | "not psd" as says:
            sign = {"psd": r"\succeq 0", "pd": r"\succ 0", "not psd": r"\not\succeq 0"}[says]
            yield ReportedEncoding("statement", f"{_matrix(said['matrix'])} {sign}")
        case "matrix-inequality":
            yield from _matrix_inequality(said)
        case "integral":
            inner, of = latex(said["integrand"]), latex(["v", said["variable"]])
            ends = rf"_{{{_number(said['low'])}}}^{{{_number(said['high'])}}}"
            inner = rf"\left({inner}\right)" if said["integrand"][0] == "+" else inner
            whole = rf"\int{ends} {inner} \, \mathrm{{d}}{of}"
            yield ReportedEncoding(
                "statement", f"{whole} {_OPERATORS[said['op']]} {latex(said['bound'])}"
            )
        case "theorem":
            theorem = said["statement"]
            yield ReportedEncoding("statement", theorem_text.relation(theorem["conclusion"]))
            for symbol in theorem["symbols"]:
                text = theorem_text.symbol(symbol, theorem["dimension"])
                yield ReportedEncoding("for all", text)
            for hypothesis in theorem["given"]:
                yield ReportedEncoding("where", theorem_text.hypothesis(hypothesis))
            yield from _alike(theorem)
        case "expectation":
            for label, text in law_latex(said["statement"]):
                yield ReportedEncoding(label, text)
            yield from _alike(said["statement"])
        case "process":
            for label, text in process_latex(said["statement"]):
                yield ReportedEncoding(label, text)
            yield from _alike(said["statement"])
        case "moments":
            for label, text in moments_latex(said["statement"]):
                yield ReportedEncoding(label, text)
            yield from _alike(said["statement"])
        case "integration":
            for label, text in integrals_latex(said["statement"]):
                yield ReportedEncoding(label, text)
            yield from _alike(said["statement"])
        case "private":
            for label, text in private_text.parts(said["statement"]):
                yield ReportedEncoding(label, text)
        case "worst-case":
            yield from methods.worst_case(said)
        case "accounting":
            for label, text in account_text.parts(said):
                yield ReportedEncoding(label, text)
        case "momentum-rate":
            yield from methods.momentum(said)
        case says if "problem" in said:
            yield from _rate(str(says), said)
        case says:
            told = "; ".join(_plain(k, v) for k, v in said.items() if k != "says")
            yield ReportedEncoding(f"{says}: {told}", "")


def _domains(s: Mapping[str, Any]) -> str:
    return r",\quad ".join(map(domain, s["vars"]))


def _alike(statement: Any) -> Iterator[ReportedEncoding]:  # noqa: ANN401 - JSON
    """Different names that a formula writes in one way."""
    of: dict[str, set[str]] = {}
    for one in _names(statement):
        of.setdefault(name(one), set()).add(one)
    for one in {n for names in of.values() for n in names}:
        if (square := f"{one}_{SQUARED}") in of.get(name(square), ()):
            of[name(square)].add(f"{one}^2")
    for text, names in sorted(of.items()):
        if len(names) > 1:
            told = f"{' and '.join(sorted(names))} are different, and both are written"
            yield ReportedEncoding(told, text)


def _names(statement: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    """What is declared in a statement, and the indices that it binds; in no order."""
    waiting = [statement]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield from (value[key] for key in ("name", "index") if isinstance(value.get(key), str))
            waiting += value.values()
        elif isinstance(value, list):
            if value[:1] in (["sum"], ["prod"], ["all"]):
                yield str(value[1])
            waiting += value


def _definitions(s: Mapping[str, Any]) -> Iterator[ReportedEncoding]:
    """First values and recurrences of the sequences of an induction."""
    for b in s.get("base", ()):
        entry = ["idx", b["name"], ["q", str(b["at"])]]
        yield ReportedEncoding("first value", _condition(entry, "=", b["value"]))
    for rule in s.get("rules", ()):
        index = ["v", rule["index"]]
        entry = ["idx", rule["name"], ["+", index, ["q", str(rule["shift"])]]]
        first = rf"{latex(index)} \ge {rule['from']}"
        yield ReportedEncoding(
            "recurrence", rf"{_condition(entry, '=', rule['body'])} \quad ({first})"
        )


def _rate(says: str, said: Mapping[str, Any]) -> Iterator[ReportedEncoding]:
    """A bound with its constraints and its best rate, or two rates that are compared."""
    problem = said["problem"]
    for label, key in (
        ("bound", "terms"),
        ("claimed rate", "claimed"),
        ("derived rate", "derived"),
    ):
        if key in problem:
            yield ReportedEncoding(label, _sum(problem[key]))
    for constraint in problem.get("constraints", ()):
        yield ReportedEncoding("subject to", rf"{_sum(constraint)} \le 1")
    for row in problem["region"]:
        yield ReportedEncoding("where", rf"{_product(row)} \le 1")
    for row in said.get("requirements", ()):
        yield ReportedEncoding(
            "then", rf"{_product(row)} \le {_product({'coefficient': row['at most']})}"
        )
    if "sum" in said:
        yield ReportedEncoding("best rate", _sum(said["sum"]))
    if "verdict" in said:
        yield ReportedEncoding("claimed is", rf"\text{{{said['verdict']}, constants aside}}")
    elif "sum" not in said:
        yield ReportedEncoding(says, "")


def _sum(rows: Iterable[Mapping[str, Any]]) -> str:
    return " + ".join(map(_product, rows))


def _product(row: Mapping[str, Any]) -> str:
    primes = tuple((int(p), Fraction(e)) for p, e in row.get("coefficient", ()))
    powers = {s: Fraction(e) for s, e in row.get("powers", {}).items()}
    return PowerProduct.of(powers, coefficient=Constant(primes)).latex()


def _matrix_inequality(said: Mapping[str, Any]) -> Iterator[ReportedEncoding]:
    """F_0 + y_1 F_1 + ... >= 0 for some y, or for none."""
    count = len(said["matrices"]) - 1
    terms = ["F_0", *(f"y_{{{i}}} F_{{{i}}}" for i in range(1, count + 1))]
    which = r"\text{ for some } y" if said["solvable"] else r"\text{ for no } y"
    yield ReportedEncoding("statement", " + ".join(terms) + r" \succeq 0" + which)
    for i, matrix in enumerate(said["matrices"]):
        yield ReportedEncoding("where", f"F_{{{i}}} = {_matrix(matrix)}")


def _condition(left: list[Any], op: Any, right: list[Any]) -> str:  # noqa: ANN401 - JSON
    return f"{latex(left)} {_OPERATORS[op]} {latex(right)}"


def _number(text: str) -> str:
    return latex(["q", text])


def _plain(name: str, value: Any) -> str:  # noqa: ANN401 - JSON
    """A part of a conclusion without a formula, as words; the certificate holds all of it."""
    text = f"{name} {value}"
    if isinstance(value, Mapping):
        text = ", ".join(f"{k} = {v}" for k, v in value.items())
    return text if len(text) <= _WORDS else f"{name} (in the certificate)"


def _matrix(rows: list[list[str]]) -> str:
    if len(rows) > _LARGEST:
        return rf"M_{{{len(rows)} \times {len(rows)}}}"
    lines = r" \\ ".join(" & ".join(map(_number, row)) for row in rows)
    return rf"\begin{{pmatrix}} {lines} \end{{pmatrix}}"
