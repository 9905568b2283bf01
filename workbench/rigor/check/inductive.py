"""Induction for inequalities: gap(start) >= 0, and gap(n+1) = factor gap(n) + slack.

With factor >= 0 and slack >= 0 for all n >= start, gap(n) >= 0 follows for all of them; gap(n) > 0,
if it starts so and the factor (or the slack, as `strict` says) is positive.  The three signs are
statements of their own; only an equality at the start needs no more than its normal form.
Recurrences define sequences as in `induction`.
"""

from __future__ import annotations

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.cover import Prove, Statement
from workbench.rigor.check.factors import sign_of
from workbench.rigor.check.induction import Frame, frame_of
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.trees import Malformed, Tree


def check_inductive(c: Certificate, prove: Prove) -> Answer:
    """Check `factor` and `slack` with `proofs`: of the start, of the factor and of the slack."""
    s = c["statement"]
    if s["op"] == "=":
        return Answer(False, "inductive: the statement must be an inequality")
    made = frame_of(c, difference(s["left"], s["op"], s["right"]))
    if isinstance(made, str):
        return Answer(False, f"inductive: {made}")
    factor, slack = c["factor"], c["slack"]
    fault = made.breaks([factor, slack])
    if fault:
        return Answer(False, f"inductive: {fault}")
    if not made.follows(factor, slack):
        return Answer(False, "inductive: gap(n+1) is not factor gap(n) + slack")
    for name, part in parts_of(made, factor, slack, c["strict"]).items():
        if name == "start" and starts_at_zero(made, part):
            continue
        answer = prove(part, c["proofs"][name])
        if not answer.accepted:
            return Answer(False, f"inductive: {name}: {answer.message}")
    return Answer(True, f"inductive: base at {made.start}, and every step keeps the sign")


def starts_at_zero(made: Frame, start: Statement) -> bool:
    """Whether a weak inequality starts as an equality, which needs no proof of its own."""
    return start["op"] == "<=" and is_zero(made.first, made.variables)


def parts_of(made: Frame, factor: Tree, slack: Tree, strict: str) -> dict[str, Statement]:
    """The three statements; a strict one is kept so by its "factor" or by its "slack"."""
    if strict not in ("factor", "slack"):
        raise Malformed(f"strict by {str(strict)[:20]!r}")
    s = made.statement
    op = "<" if s["op"] in ("<", ">") else "<="
    return {
        "start": sign_of(s, made.first, op),
        "factor": sign_of(s, factor, op if strict == "factor" else "<="),
        "slack": sign_of(s, slack, op if strict == "slack" else "<="),
    }
