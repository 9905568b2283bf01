"""Names at random for a number that a step chooses: what a mean is does not depend on its name.

A draft says what the mean of a sum of squares of all noise is, for all scales, of which each has
the name of an index that the checker may make; what is accepted has to be so in numbers.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from workbench.rigor.check import check_certificate

ONE: Any = ["q", "1"]


def _of(name: str, sort: str, low: str) -> dict[str, Any]:
    return {"name": name, "sort": sort, "low": low, "low_open": False, "high": None,
            "high_open": False}  # fmt: skip


def false_mean(rng: random.Random) -> tuple[bool, str | None]:
    """Whether a draft is accepted, and its text if it is false for some scale."""
    name, times = rng.choice(("i0", "i1", "i2", "s")), rng.randint(1, 3)
    law, factor = rng.choice((("normal", 1), ("laplace", 2)))
    right = rng.random() < 0.5  # else as if the scale were the index of the sum
    scale, total = ["v", name], sum(k * k for k in range(1, times + 1))
    square: Any = ["^", ["sum", "j", ONE, ["v", "N"], ["idx", "X", ["v", "j"]]], 2]
    sides = (["sum", "k", ONE, ["q", str(times)], square], ["*", ["q", str(times)], square])
    averaged = {
        "rule": "average", "left": sides[0], "op": "=", "right": sides[1], "steps": [],
        "proof": {"kind": "identity"},
        "families": [{"name": "X", "law": law, "count": ["v", "N"], "of": scale}],
    }  # fmt: skip
    each = ["*", ["q", str(factor)], ["v", "N"]]
    claimed = ["*", each, ["^", scale, 2], ["q", str(times)]]
    first = claimed if right else ["*", each, ["q", str(total)]]
    every = {"rule": "every", "vars": [_of(name, "real", "0")], "where": [], "left": first,
             "op": "=", "right": claimed, "steps": [averaged],
             "proof": {"kind": "identity", "multiples": [[0, ONE]]}}  # fmt: skip
    if right:
        every["proof"] = {"kind": "identity"}
    told = {"vars": [_of("N", "int", "1")], "where": [], "every": [], "families": [], "means": [],
            "left": ["q", "0"], "op": "<=", "right": ["v", "N"]}  # fmt: skip
    made = {"kind": "moments", "moments": told, "steps": [every], "proof": {"kind": "sign"}}
    accepted = check_certificate(made).accepted
    wrong = not right and any(total != times * s * s for s in (Fraction(0), Fraction(7)))
    return accepted, f"{name}: {first} = {claimed}" if accepted and wrong else None
