"""Limits of one search."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from workbench.errors import require


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a search: processor seconds, bytes, boxes of a subdivision, its narrowest side."""

    seconds: float = 20.0
    boxes: int = 20_000
    narrowest: Fraction = Fraction(1, 2**40)
    memory: int = 2 * 2**30

    def __post_init__(self) -> None:
        require(self.seconds > 0, "seconds", self.seconds, "is not positive", "Allow some time.")
        require(self.memory > 0, "memory", self.memory, "is not positive", "Allow some bytes.")
        require(self.boxes > 0, "boxes", self.boxes, "is not positive", "Allow at least one box.")
        require(
            self.narrowest > 0, "narrowest", self.narrowest, "is not positive",
            "Give a width: without one the search dives into any point where both sides touch.",
        )  # fmt: skip
