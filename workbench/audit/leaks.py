"""What a replay finds."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["sensitivity", "scale", "seed", "control flow", "output", "noise", "budget"]


@dataclass(frozen=True, slots=True)
class Leak:
    """One difference between the two runs that the noise does not explain."""

    kind: Kind
    line: str
    message: str
