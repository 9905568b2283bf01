"""A finite law as formulas: what is said of it, what is drawn, and what is made of that.

Everything is read off the statement that a certificate of the kind `finite-tree` shows to be false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from workbench.symbolic.latex import SIGNS, latex, name
from workbench.symbolic.run_text import Labelled, at_once, law_formula, possible

_LONGEST = 40  # entries of a table that are written out


def law_formulas(statement: Mapping[str, Any], first: str = "statement") -> Iterator[Labelled]:
    """The statement, its conditions, and the law which it is about."""
    left, right = latex(statement["left"]), latex(statement["right"])
    yield first, f"{left} {SIGNS[statement['op']]} {right}"
    for low, sign, high in statement["where"]:
        yield "where", f"{latex(low)} {SIGNS[sign]} {latex(high)}"
    for table, row in statement["data"]:
        yield "data", f"{name(table)} = {_row(row)}"
    if statement["start"]:
        values = (f"{name(n)} = {latex(tree)}" for n, tree in statement["start"])
        yield "at the start", r",\quad ".join(values)
    steps = statement["steps"]
    for place, step in enumerate(steps, 1):
        told = [f"step {place} of {len(steps)}"] if len(steps) > 1 else []
        told += [f"{step['times']} times in a row"] if step["times"] > 1 else []
        within = f" ({', '.join(told)})" if told else ""
        for drawn, outcomes in step["draws"]:
            label = "set" if len(possible(outcomes)) == 1 else "drawn"
            yield f"{label}{within}", f"{name(drawn)} = {law_formula(outcomes)}"
        for moved, tree in step["next"]:
            yield f"{at_once(step)}{within}", rf"{name(moved)} \leftarrow {latex(tree)}"


def _row(row: Iterable[str]) -> str:
    entries = [latex(["q", text]) for text in row]
    more = [r"\dots"] if len(entries) > _LONGEST else []
    return rf"\left({', '.join(entries[:_LONGEST] + more)}\right)"
