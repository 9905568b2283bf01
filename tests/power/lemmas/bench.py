"""How much of the set of lemmas is decided, side by side by us, sympy, z3 and Coq's tactics.

    python -m tests.power.lemmas.bench [--half open|kept|both] [--seconds 20] [--out FILE]

Decided means: a true lemma certified, a false one refuted at an exact point.  sympy is asked for
the sign of the simplified gap, then for its solution set in one variable, against the domain; z3
for a violation of what is polynomial arithmetic; Coq's tactics (see `coq`) only ever prove.  Each
has the same time, in a process of its own; sympy and z3 answer without certificates, and their word
is taken.  Time is that of the processor, so that what else the machine does has no say: the clock
allows `--patience` times as much, and what took more than its time counts as open.

Rows of tools that are already in FILE are kept, so that tools may be run one after the other.
`--readme 5 20` writes a table for each of these times into the README beside this file.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sympy as sp

from tests.power.lemmas import Lemma, coq, lemmas
from workbench.rigor import Budget, certify
from workbench.rigor.provers import oracle
from workbench.rigor.provers.confined import confined
from workbench.rigor.provers.falsify import falsify
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


def by_coq(r: Relation, seconds: float) -> str:
    """Whether Coq's tactics prove it."""
    if falsify(r) is not None:  # tactics prove; what is false would only cost time
        return "open"
    return "true" if coq.proves(r, seconds=seconds / 2, memory=2 * _MEMORY) else "open"


def measured(
    decide: Callable[[Relation, float], str], one: Lemma, seconds: float, patience: float
) -> Any:
    """The answer, and the seconds of the processor that it took."""
    start = used()
    answer = decide(one.relation, seconds * patience)
    return {"answer": answer, "seconds": round(used() - start, 3)}


def used() -> float:
    """Seconds of the processor, in this process and in those that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def shares(rows: list[dict[str, Any]], tool: str, seconds: float) -> str:
    """Cells for a tool: decided in time, of true and of false lemmas, wrong, median seconds."""
    told = []
    for truth in ("true", "false"):
        kind = [row for row in rows if row["truth"] == truth]
        right = sum(row[tool]["answer"] == truth and row[tool]["seconds"] <= seconds
                    for row in kind)  # fmt: skip
        told.append(f"{right} of {len(kind)}")
    wrong = sum(row[tool]["answer"] not in (row["truth"], "open") for row in rows)
    median = statistics.median(row[tool]["seconds"] for row in rows) if rows else 0.0
    return f"{' | '.join(told)} | {wrong} | {median:.2f}"


def main() -> None:
    """Run the benchmark and print its table; the rows go to a file as JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--half", choices=["open", "kept", "both"], default="open")
    parser.add_argument("--seconds", type=float, default=Budget().seconds)
    parser.add_argument("--patience", type=float, default=1.5)
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--every", type=int, default=1, help="take one lemma in so many")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--readme", type=float, nargs="+", default=[])
    given = parser.parse_args()
    missing = {"z3": not oracle.is_installed(), "coq": not coq.is_installed()}
    wanted = [t for t in given.tools.split(",") if t and not missing.get(t)]
    known = json.loads(given.out.read_text("utf-8")) if given.out and given.out.exists() else []
    rows = {row["name"]: row for row in known}
    chosen = [one for one in lemmas() if given.half in ("both", _half(one))]
    for one in chosen[:: given.every]:
        row = rows.setdefault(one.name, {"name": one.name})
        row |= {"kind": one.kind, "half": _half(one), "truth": str(one.truth).lower()}
        for tool in (t for t in wanted if t not in row):
            row[tool] = measured(TOOLS[tool], one, given.seconds, given.patience)
            if given.out:
                given.out.write_text(json.dumps([*rows.values()], indent=1), encoding="utf-8")
        sys.stderr.write(".")
        sys.stderr.flush()
    sys.stderr.write("\n")
    lines = table([*rows.values()], given.seconds)
    print("\n".join(lines))
    if given.readme:
        tables = "\n\n".join("\n".join(table([*rows.values()], t)) for t in given.readme)
        text = _README.read_text(encoding="utf-8")
        before, after = text.split(_START)[0], text.split(_END)[1]
        _README.write_text(f"{before}{_START}\n{tables}\n{_END}{after}", "utf-8")


def table(rows: list[dict[str, Any]], seconds: float) -> list[str]:
    """Lines of Markdown: every kind and each half, for every tool that answered all of them."""
    lines = [f"| within {seconds:g} s | tool | true | false | wrong | median s |",
             "|---|---|---:|---:|---:|---:|"]  # fmt: skip
    groups = {kind: [row for row in rows if row["kind"] == kind]
              for kind in dict.fromkeys(row["kind"] for row in rows)}  # fmt: skip
    groups |= {f"{half} half": [row for row in rows if row["half"] == half]
               for half in dict.fromkeys(row["half"] for row in rows)}  # fmt: skip
    groups |= {"all": rows, "asked of every tool": [r for r in rows if all(t in r for t in TOOLS)]}
    for name, found in groups.items():
        lines += [f"| {name} | {tool} | {shares(found, tool, seconds)} |"
                  for tool in TOOLS if found and all(tool in row for row in found)]  # fmt: skip
    return lines


def _half(one: Lemma) -> str:
    return "kept" if one.kept_aside else "open"


TOOLS: dict[str, Callable[[Relation, float], str]] = {
    "ours": ours, "sympy": by_sympy, "z3": by_z3, "coq": by_coq
}  # fmt: skip
_README = Path(__file__).with_name("README.md")
_START, _END = "<!-- table: written by the command -->", "<!-- end of table -->"


if __name__ == "__main__":
    main()
