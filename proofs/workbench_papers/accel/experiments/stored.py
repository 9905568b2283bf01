"""Stored runs of the experiment, and how a statement is tested on them.

`results.json` beside this file holds final errors of the experiment (`cut` says how it was made):
1,000 runs of each cell with the stated noise, 20 of each with that of the public code.
A statement is tested run against run by exact sign tests (`workbench.convergence.comparisons`); it
holds or fails at the error level of its check only, and is inconclusive otherwise.
"""

import functools
import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from workbench.claims import Figure, Grade, Outcome, Run, fails, holds, inconclusive
from workbench.convergence.comparisons import Every, Statement, enough
from workbench.privacy.arrays import Array

TRUST = ("numpy", "floating point", "stored runs of accel.section-5")
SETTING = (
    r"d = 20,\; n = 10^5,\; \epsilon = 1,\; \lambda = 0.01,\; c \in \{0.1, 1\},\;"
    r" m \in \{10^3, 10^5\},\; T \in \{100, 200, 500, 1000\}",
    r"\text{datasets } \textit{plus} \text{ (95 of 100 labels are +1) and } \textit{minus}"
    r" \text{ (33 of 100)}",
)
"""The hypotheses of every claim on these runs."""


LOOKS = 2
"""The runs were looked at with 20 to 60 of each cell, and with all of them."""

PATH = Path(__file__).with_name("results.json")


@functools.cache
def stored() -> dict[str, Any]:
    """The stored document."""
    return dict(json.loads(PATH.read_text(encoding="utf-8")))


@functools.cache
def finals() -> dict[str, Array]:
    """Final errors by cell."""
    return {id: np.array(values) for id, values in stored()["finals"].items()}


def turned(statement: Statement) -> Statement:
    """The same with every comparison the other way round, and all of them for some."""
    if isinstance(statement, Every):
        return Every(tuple(map(turned, statement.parts)))
    return statement.negated()


def tested(statement: Statement, run: Run) -> Outcome:
    """Both sides of the statement, each look at a share of the level of the check."""
    level = run.alpha / LOOKS
    pro, contra = statement.p_value(finals()), statement.negated().p_value(finals())
    sizes = sorted({finals()[id].size for id in statement.cells})
    runs = " or ".join(map(str, sizes))
    won, lost = (_least(side, sizes, level) for side in (statement, statement.negated()))
    more: dict[str, Any] = {
        "figures": (
            Figure("p-value of its negation", pro, note=f"at most {level}: it is seen to hold"),
            Figure("p-value of the claim", contra, note=f"at most {level}: it is seen to fail"),
            Figure(
                "level of each of the two", str(level), note=f"{run.alpha} shared by {LOOKS} looks"
            ),
            Figure("runs of each cell", runs),
        ),
        "alpha": run.alpha,
        "looks": LOOKS,
        "trust": TRUST,
        "power": f"seen to hold where each comparison that it needs is seen in {won},"
        f" to fail where each that its negation needs is seen in {lost}",
    }
    if pro <= level:
        text = f"seen to hold: its negation has p = {pro:.2g}, at most {level} is enough"
        return holds("sign test", text, grade=Grade.SUPPORTED, **more)
    if contra <= level:
        text = f"seen to fail: p = {contra:.2g}, at most {level} is enough"
        return fails("sign test", text, grade=Grade.SUPPORTED, **more)
    del more["alpha"]
    return inconclusive(
        "sign test",
        f"{runs} runs of each cell do not decide it at the level {level} of each side"
        f" (p = {pro:.2g} for, {contra:.2g} against);"
        " more may: workbench experiment accel.section-5 --runs 10000",
        **more,
    )


def _least(statement: Statement, sizes: Sequence[int], level: Fraction) -> str:
    counts = (f"{enough(statement, runs=n, level=float(level))} of {n}" for n in sizes)
    return f"at least {' or '.join(counts)} runs"
