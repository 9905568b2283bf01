"""How much of the set of lemmas is decided, by us and side by side by sympy and z3.

    python -m tests.power.lemmas.bench [--half open|kept|both] [--seconds 20] [--out FILE]

Decided means: a true lemma certified, a false one refuted at an exact point.  sympy is asked for
the sign of the simplified gap, then for its solution set in one variable, against the domain; z3
for a violation of what is polynomial arithmetic.  Each has the same time, in a process of its own;
sympy and z3 answer without certificates, and their word is taken.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sympy as sp

from tests.power.lemmas import Lemma, lemmas
from workbench.rigor import Budget, certify
from workbench.rigor.provers import oracle
from workbench.rigor.provers.confined import confined
from workbench.symbolic import Relation, to_sympy

_MEMORY = 2 * 2**30


def ours(r: Relation, seconds: float) -> str:
    """`true`, `false` or `open`; what is not certified counts as open."""
    outcome = certify(r, Budget(seconds=seconds))
    if outcome.grade.name != "CERTIFIED":
        return "open"
    return {"holds": "true", "fails": "false"}.get(outcome.decision, "open")


def by_sympy(r: Relation, seconds: float) -> str:
    """The answer of sympy's simplification and of its solver for one variable."""
    return str(confined(lambda: _sympy(r), lambda: "open", seconds=seconds, memory=_MEMORY).value
               or "open")  # fmt: skip


def _sympy(r: Relation) -> str:
    try:
        return _sympy_says(r)
    except Exception:  # noqa: BLE001 - whatever it raises, it has not decided
        return "open"


def _sympy_says(r: Relation) -> str:
    names = {}
    for v in r.variables:
        positive = v.low is not None and not v.low.startswith("-") and (
            v.low_open or v.low != "0")  # fmt: skip
        known: dict[str, bool] = {"integer": True} if v.sort == "int" else {"real": True}
        if positive:
            known["positive"] = True
        elif v.low is not None and not v.low.startswith("-"):
            known["nonnegative"] = True
        names[v.name] = sp.Symbol(v.name, **known)
    left, right = to_sympy(r.left, names), to_sympy(r.right, names)
    gap = sp.simplify(right - left if r.op in ("<=", "<", "=") else left - right)
    if r.op == "=":
        return "true" if gap == 0 else "open"
    sign = gap.is_positive if r.op in ("<", ">") else gap.is_nonnegative
    if sign is not None:
        return "true" if sign else "false"
    if len(r.variables) != 1 or r.where:
        return "open"
    x, v = names[r.variables[0].name], r.variables[0]
    y = sp.Symbol("y", real=True)
    domain = sp.Interval(
        -sp.oo if v.low is None else sp.Rational(v.low),
        sp.oo if v.high is None else sp.Rational(v.high), v.low_open, v.high_open,
    )  # fmt: skip
    claim = gap.subs(x, y) > 0 if r.op in ("<", ">") else gap.subs(x, y) >= 0
    found = sp.solve_univariate_inequality(claim, y, relational=False, domain=domain)
    if found == domain:
        return "true"
    return "false" if sp.simplify(sp.Complement(domain, found)).is_empty is False else "open"


def by_z3(r: Relation, seconds: float) -> str:
    """The answer of z3 about polynomials and fractions; it is asked for a violation."""

    def ask() -> str:
        point, answer = oracle.ask(r, seconds=seconds)
        return "false" if point is not None else "true" if answer == "none" else "open"

    return str(confined(ask, lambda: "open", seconds=seconds, memory=_MEMORY).value or "open")


def measured(decide: Callable[[Relation, float], str], one: Lemma, seconds: float) -> Any:
    """The answer and the seconds that it took."""
    start = time.monotonic()
    answer = decide(one.relation, seconds)
    return {"answer": answer, "seconds": round(time.monotonic() - start, 3)}


def shares(rows: list[dict[str, Any]], tool: str) -> str:
    """One line for a tool: decided of true and false lemmas, wrong answers, median seconds."""
    told = []
    for truth in ("true", "false"):
        kind = [row for row in rows if row["truth"] == truth]
        right = sum(row[tool]["answer"] == truth for row in kind)
        told.append(f"{right:3d} of {len(kind):3d} {truth}")
    wrong = sum(row[tool]["answer"] not in (row["truth"], "open") for row in rows)
    median = statistics.median(row[tool]["seconds"] for row in rows) if rows else 0.0
    return f"{', '.join(told)}, {wrong} wrong, median {median:.2f} s"


def main() -> None:
    """Run the benchmark and print its table; the rows go to a file as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--half", choices=["open", "kept", "both"], default="open")
    parser.add_argument("--seconds", type=float, default=Budget().seconds)
    parser.add_argument("--tools", default="ours,sympy,z3")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    tools = {"ours": ours, "sympy": by_sympy, "z3": by_z3}
    wanted = [t for t in given.tools.split(",") if t != "z3" or oracle.is_installed()]
    chosen = [one for one in lemmas() if given.half in ("both", _half(one))]
    rows = []
    for one in chosen:
        row: dict[str, Any] = {"name": one.name, "kind": one.kind, "half": _half(one),
                               "truth": str(one.truth).lower()}  # fmt: skip
        for tool in wanted:
            row[tool] = measured(tools[tool], one, given.seconds)
        rows.append(row)
        sys.stderr.write(".")
        sys.stderr.flush()
    if given.out:
        given.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    sys.stderr.write("\n")
    for kind in [*dict.fromkeys(row["kind"] for row in rows), "all"]:
        for tool in wanted:
            found = [row for row in rows if kind in ("all", row["kind"])]
            print(f"{kind:12s} {tool:6s} {shares(found, tool)}")


def _half(one: Lemma) -> str:
    return "kept" if one.kept_aside else "open"


if __name__ == "__main__":
    main()
