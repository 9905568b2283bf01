"""Gradient steps on hidden batches that every record joins by chance, with normal noise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement

eta, b, C = (th.number(name, above=0) for name in ("eta", "b", "C"))


def sampled_steps(
    epsilon: Fraction, delta: Fraction, *, chance: Fraction, noise: Any = 1, rounds: int,  # noqa: ANN401
    length: int = 1, adjacency: str = "add-or-remove-one",
) -> PrivateStatement:  # fmt: skip
    """Steps along sums over batches, divided by b, of vectors of length C; noise of deviation C/b.

    chance: with which a record joins a batch
    noise, length: by what the noise and the vectors are longer
    """
    x, each = pv.released("x"), pv.size("2", length * C / b)
    asked = ["poisson", chance, each, x]
    return pv.private(
        (eta, b, C), rounds=rounds, adjacency=adjacency,
        state={"x": x - eta * pv.released("y")},
        releases=[pv.release("y", ["gaussian", noise * C / b], asked)],
        guarantee=pv.approximate(epsilon, delta),
    )  # fmt: skip
