"""How many hints the papers' checks give to the provers by hand, now and at an earlier revision.

    python tests/benchmarks/hints.py [--at REVISION]

A hint is a keyword argument that names the methods of a search, its cuts, or what an induction
multiplies by, in a call of a prover that would look for these itself.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
HINTS = ("methods", "cuts", "factors", "factor")
PROVERS = ("certify", "inequality", "induction", "enumeration")


def hints_of(source: str) -> Counter[str]:
    """The hints of one module, by keyword.

    >>> hints_of('certify(claimed, methods=("boxes",), cuts={"x": ["1/2"]}); plot(methods=3)')
    Counter({'methods': 1, 'cuts': 1})
    """
    found: Counter[str] = Counter()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            given = [k.arg for k in node.keywords if k.arg in HINTS]
            found.update(str(name) for name in given if called in PROVERS)
    return found


def now() -> Counter[str]:
    """The hints of all papers as they are in this folder."""
    modules = (ROOT / "proofs").rglob("*.py")
    return sum((hints_of(p.read_text(encoding="utf-8")) for p in modules), Counter())


def at(revision: str) -> Counter[str]:
    """The hints of all papers at a revision of this repository."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True,
                              check=True).stdout  # fmt: skip

    listed = git("ls-tree", "-r", "--name-only", revision, "proofs").splitlines()
    modules = [path for path in listed if path.endswith(".py")]
    return sum((hints_of(git("show", f"{revision}:{path}")) for path in modules), Counter())


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--at", help="a revision to compare with")
    given = parser.parse_args()
    here = now()
    print(f"now: {here.total()} hints {dict(here)}")
    if given.at:
        before = at(given.at)
        dropped = 1 - here.total() / before.total()
        print(f"{given.at}: {before.total()} hints {dict(before)}; {dropped:.0%} are gone")


if __name__ == "__main__":
    main()
