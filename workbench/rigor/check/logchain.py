"""Derivative chains for rational functions with logarithms, on any interval with rational ends.

To show f >= 0 on an interval: f tends to a limit >= 0 at one end, and grows as it leaves that end.
So the question passes to the derivative, and on, until no logarithm is left: a rational function
has its sign by Sturm sequences.  Before each derivative f may be multiplied by a rational function
that is positive on the interval; (a chain for  x ln x  divides by x first).  It proves inequalities
that touch at an end, where no subdivision can.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from workbench.rigor.check.answer import Answer, Certificate, as_fmpq
from workbench.rigor.check.atom_signs import NONNEGATIVE, POSITIVE
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.line import Interval, signs_inside
from workbench.rigor.check.logsum import LogSum, LogSumReader, Ratio
from workbench.rigor.check.points import decide_at
from workbench.rigor.check.trees import Malformed, Tree, read_tree

_LONGEST_CHAIN = 40


def check_logchain(c: Certificate) -> Answer:
    """Check `steps`, each {"times": tree, "from": "low" or "high"}, for the gap of a statement."""
    s, steps = c["statement"], c["steps"]
    if len(s["vars"]) != 1 or s["op"] == "=" or s["vars"][0]["sort"] == "seq":
        return Answer(False, "logchain: one variable and an inequality are needed")
    if not isinstance(steps, list) or len(steps) > _LONGEST_CHAIN:
        raise Malformed("the steps are not a list of at most 40")
    v = s["vars"][0]
    interval = ends(v)
    if interval[0] is not None and interval[0] == interval[1]:
        return Answer(False, "logchain: the interval is a single point")
    f, fault = sum_on(difference(s["left"], s["op"], s["right"]), v["name"], interval)
    if fault:
        return Answer(False, f"logchain: {fault}")
    strict, grows = s["op"] in ("<", ">"), False
    for place, step in enumerate(steps):
        read_tree(step["times"], {v["name"]: "real"})
        factor = LogSumReader(v["name"]).rational(step["times"])
        if not is_positive(factor, interval):
            return Answer(False, f"logchain: the factor of step {place} is not positive")
        f = f.scaled(factor)
        if step["from"] not in ("low", "high"):
            raise Malformed(f"a chain from {str(step['from'])[:20]!r}")
        limit = limit_at(f, interval, step["from"])
        if limit is None:
            return Answer(False, f"logchain: no limit is known for step {place}")
        if decide_at(["q", "0"], "<=", limit, {}) is not True:
            return Answer(False, f"logchain: step {place} starts below 0")
        grows = grows or decide_at(["q", "0"], "<", limit, {}) is True
        f = f.derivative() if step["from"] == "low" else f.derivative().scaled(Ratio.of(fmpq(-1)))
        grows = grows or bool(f.logs) or not f.plain.zero
    if f.logs:
        return Answer(False, "logchain: logarithms are left after the last step")
    signs = signs_inside(f.plain.num * f.plain.den, interval)
    if not signs <= NONNEGATIVE:
        return Answer(False, f"logchain: after {len(steps)} steps the sign changes")
    if strict:
        # weakly increasing and nowhere constant, since analytic: strictly increasing
        if not (grows if steps else signs == POSITIVE):
            return Answer(False, "logchain: only the weak inequality follows")
        for end, is_open in zip(interval, (v["low_open"], v["high_open"]), strict=True):
            here = {v["name"]: str(end)}
            closed = end is not None and not is_open
            if closed and decide_at(s["left"], s["op"], s["right"], here) is not True:
                return Answer(False, f"logchain: not strict at the end {end}")
    return Answer(True, f"logchain: a rational function of one sign after {len(steps)} steps")


def ends(v: dict[str, Any]) -> Interval:
    """Both ends of a variable's interval."""
    low, high = (None if v[k] is None else as_fmpq(v[k]) for k in ("low", "high"))
    return low, high


def sum_on(tree: Tree, name: str, interval: Interval) -> tuple[LogSum, str]:
    """The tree as a sum, and why it may have no value somewhere inside the interval."""
    reader = LogSumReader(name)
    f = reader(tree)
    for argument in reader.positive:
        if not is_positive(argument, interval):
            return f, "a logarithm's argument is not positive on the interval"
    for bottom in reader.nonzero:
        if 0 in signs_inside(bottom, interval):
            return f, "a denominator vanishes on the interval"
    return f, ""


def limit_at(f: LogSum, interval: Interval, end: str) -> Tree | None:
    """The limit at the low or high end as a tree of constants; None if it is not known."""
    if end == "low":
        return None if interval[0] is None else f.limit(interval[0])
    return f.limit(interval[1])


def is_positive(r: Ratio, interval: Interval) -> bool:
    """Whether a rational function has a value and is positive on the open interval."""
    return 0 not in signs_inside(r.den, interval) and (
        signs_inside(r.num * r.den, interval) == POSITIVE
    )
