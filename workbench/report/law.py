"""The finite law of a counterexample as formulas: what is drawn, what is made of it, what is false.

Everything is read off the conclusion of a certificate of the kind `finite-tree`.  Means and
cases, which no other statement has, are written here; what is inside of them is written as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from workbench.report.model import ReportedEncoding
from workbench.symbolic import Expr
from workbench.symbolic.latex import name

_LONGEST = 40  # entries of a table that are written out
_SIGNS = {"<=": r"\le", "<": "<", "=": "=", ">=": r"\ge", ">": ">"}


def law_formulas(statement: Mapping[str, Any]) -> Iterator[ReportedEncoding]:
    """The statement that is false, and the law for which it is."""
    left, right = latex(statement["left"]), latex(statement["right"])
    yield ReportedEncoding("violated", f"{left} {_SIGNS[statement['op']]} {right}")
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
            certain = len(outcomes) == 1
            text = latex(outcomes[0][1]) if certain else _law(outcomes)
            yield ReportedEncoding(
                f"{'set' if certain else 'drawn'}{within}", f"{name(drawn)} = {text}"
            )
        for moved, tree in step["next"]:
            yield ReportedEncoding(f"then{within}", rf"{name(moved)} \leftarrow {latex(tree)}")


def _row(row: Iterable[str]) -> str:
    entries = [Expr.from_tree(["q", text]).latex() for text in row]
    more = [r"\dots"] if len(entries) > _LONGEST else []
    return rf"\left({', '.join(entries[:_LONGEST] + more)}\right)"


def _law(outcomes: Iterable[Any]) -> str:
    rows = r" \\ ".join(rf"{latex(v)} & \text{{with chance }} {latex(p)}" for p, v in outcomes)
    return rf"\begin{{cases}} {rows} \end{{cases}}"


def latex(tree: list[Any]) -> str:
    """A tree with means and cases."""
    if tree[0] == "E":
        return rf"\mathbb{{E}}\left[{latex(tree[1])}\right]"
    if tree[0] == "if":
        rows = []
        while tree[0] == "if":
            _, (a, sign, b), yes, tree = tree
            rows.append(rf"{latex(yes)} & \text{{if }} {latex(a)} {_SIGNS[sign]} {latex(b)}")
        rows.append(rf"{latex(tree)} & \text{{else}}")
        return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"
    inner: dict[str, str] = {}
    text = Expr.from_tree(_plain(tree, inner)).latex()
    for stand_in, written in inner.items():
        text = text.replace(name(stand_in), written)
    return text


def _plain(tree: list[Any], inner: dict[str, str]) -> list[Any]:
    """The tree with a name in the place of each mean and each case."""
    if tree[0] in ("E", "if"):
        stand_in = f"standin{'abcdefghij'[len(inner) % 10]}{'x' * (len(inner) // 10)}"
        inner[stand_in] = latex(tree)
        return ["v", stand_in]
    return [tree[0], *(_plain(a, inner) if isinstance(a, list) else a for a in tree[1:])]
