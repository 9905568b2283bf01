"""The finite law of a counterexample as formulas: what is drawn, what is made of it, what is false.

Everything is read off the conclusion of a certificate of the kind `finite-tree`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from workbench.report.model import ReportedEncoding
from workbench.symbolic.latex import SIGNS, latex, name
from workbench.symbolic.run_text import law_formula, possible

_LONGEST = 40  # entries of a table that are written out


def law_formulas(statement: Mapping[str, Any]) -> Iterator[ReportedEncoding]:
    """The statement that is false, and the law for which it is."""
    left, right = latex(statement["left"]), latex(statement["right"])
    yield ReportedEncoding("violated", f"{left} {SIGNS[statement['op']]} {right}")
    for low, sign, high in statement["where"]:
        yield ReportedEncoding("where", f"{latex(low)} {SIGNS[sign]} {latex(high)}")
    for table, row in statement["data"]:
        yield ReportedEncoding("data", f"{name(table)} = {_row(row)}")
    if statement["start"]:
        first = (f"{name(n)} = {latex(tree)}" for n, tree in statement["start"])
        yield ReportedEncoding("at the start", r",\quad ".join(first))
    steps = statement["steps"]
    for place, step in enumerate(steps, 1):
        told = [f"step {place} of {len(steps)}"] if len(steps) > 1 else []
        told += [f"{step['times']} times in a row"] if step["times"] > 1 else []
        within = f" ({', '.join(told)})" if told else ""
        for drawn, outcomes in step["draws"]:
            label = "set" if len(possible(outcomes)) == 1 else "drawn"
            yield ReportedEncoding(f"{label}{within}", f"{name(drawn)} = {law_formula(outcomes)}")
        for moved, tree in step["next"]:
            yield ReportedEncoding(f"then{within}", rf"{name(moved)} \leftarrow {latex(tree)}")


def _row(row: Iterable[str]) -> str:
    entries = [latex(["q", text]) for text in row]
    more = [r"\dots"] if len(entries) > _LONGEST else []
    return rf"\left({', '.join(entries[:_LONGEST] + more)}\right)"
