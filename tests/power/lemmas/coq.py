"""Coq's tactics on a lemma, if coqc is installed: lra, nra, psatz, and interval of coq-interval.

Roots and quotients become variables with their equations for the tactics of arithmetic, as z3
gets them; interval sees the statement itself.  An integer is a real number here, which asks for
more, and what only integers have (powers n, sums, products) is left open, as is erfc.
"""

from __future__ import annotations

import contextlib
import math
import os
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from workbench.symbolic import Expr, Relation

BUSY = 4  # so many times its seconds of processor a proof may take by the clock

_HEAD = """Require Import Reals Psatz.
From Interval Require Import Tactic.
Open Scope R_scope.
"""
_ARITHMETIC = "first [lra | nra | psatz R 2 | psatz R 4]"
_INFIX = {"+": " + ", "*": " * ", "/": " / "}
_UNARY = {"neg": "- ", "exp": "exp ", "ln": "ln ", "abs": "Rabs "}


class Untold(Exception):
    """What has no name in Coq's real numbers."""


def is_installed() -> bool:
    """Whether coqc is there."""
    return shutil.which("coqc") is not None


def proves(r: Relation, *, seconds: float, memory: int) -> bool:
    """Whether one of the tactics proves the statement in time."""
    with tempfile.TemporaryDirectory() as folder:
        goal = Path(folder) / "goal.v"
        for text in _goals(r):
            goal.write_text(text, encoding="utf-8")
            if _accepted(goal, seconds, memory):
                return True
    return False


def _accepted(goal: Path, seconds: float, memory: int) -> bool:
    """Whether Coq takes the file; its tactics start solvers, which end with it."""

    def limits() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))

    with subprocess.Popen(
        ["coqc", "-q", goal.name], cwd=goal.parent, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=limits,
    ) as done:  # fmt: skip
        try:
            return done.wait(timeout=BUSY * seconds) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(done.pid, signal.SIGKILL)


def _goals(r: Relation) -> Iterator[str]:
    """One file for arithmetic, one for intervals; whatever can be told."""
    names = {v.name: f"v{k}" for k, v in enumerate(r.variables)}
    conditions = [c for v in r.variables if v.sort != "seq" for c in v.conditions()]
    conditions += r.where
    triples = [(c.left, c.op, c.right) for c in conditions] + [(r.left, r.op, r.right)]
    for flat in (True, False):
        new: list[str] = []
        try:
            told = [f"{_told(a, names, new, flat=flat)} {op} {_told(b, names, new, flat=flat)}"
                    for a, op, b in triples]  # fmt: skip
        except Untold:
            continue
        free = [*names.values(), *(f"w{k}" for k in range(len(new)))]
        head = f"forall {' '.join(free)} : R, " if free else ""
        goal = head + " -> ".join([*new, *told])
        bisected = "".join(f", i_bisect {n}" for n in names.values())
        tactic = _ARITHMETIC if flat else (
            f"first [interval | interval with (i_prec 60, i_depth 20{bisected})"
            f" | interval with (i_prec 60, i_depth 20, i_degree 8{bisected})]")  # fmt: skip
        yield f"{_HEAD}Goal {goal}.\nProof. intros. {tactic}. Qed.\n"


def _told(e: Expr, names: dict[str, str], new: list[str], *, flat: bool) -> str:
    def part(inner: Expr) -> str:
        return _told(inner, names, new, flat=flat)

    if e.op == "q":
        value = Fraction(e.args[0])
        return _literal(value)
    if e.op == "v":
        return names[e.args[0]]
    if e.op == "pi" and not flat:
        return "PI"
    if e.op == "/" and e.args[1].op == "q":
        return f"({part(e.args[0])} * {_literal(1 / Fraction(e.args[1].args[0]))})"
    if e.op in ("+", "*") or (e.op == "/" and not flat):
        return f"({_INFIX[e.op].join(part(a) for a in e.args)})"
    if e.op == "neg" or (e.op in _UNARY and not flat):
        return f"({_UNARY[e.op]}{part(e.args[0])})"
    if e.op == "^":
        return f"({part(e.args[0])} ^ {e.args[1]})"
    if e.op == "/":
        above, below = part(e.args[0]), part(e.args[1])
        new.append(f"{below} <> 0 -> w{len(new)} * {below} = {above}")
        return f"w{len(new) - 1}"
    if e.op == "root":
        inner = part(e.args[1])
        if flat:
            new.append(f"0 <= w{len(new)} -> w{len(new)} ^ {e.args[0]} = {inner}")
            return f"w{len(new) - 1}"
        if e.args[0] == 2:
            return f"(sqrt {inner})"
    raise Untold(e.op)


def _literal(value: Fraction) -> str:
    """The tactics of arithmetic know an inverse better than a quotient."""
    if value.denominator == 1:
        return f"({value.numerator})"
    return f"({value.numerator} * / {value.denominator})"
