"""What a check may draw on while it runs: its own random stream, its share of the error budget.

Seeds derive from names, never from order or worker, so a report does not depend on how many
processes made it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np

Profile = Literal["quick", "full"]


def derive_seed(root: int, *names: str) -> int:
    """A 64-bit seed for the stream called `names` under the root seed.

    >>> derive_seed(0, "sgd.lemma-2-1", "audit") == derive_seed(0, "sgd.lemma-2-1", "audit")
    True
    """
    text = "\x1f".join((str(root), *names))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The setting of one check: seed, error probability that it may spend, and effort."""

    seed: int = 0
    alpha: Fraction = Fraction(1, 1000)
    profile: Profile = "quick"

    def rng(self, *names: str) -> np.random.Generator:
        """A fresh generator for the named purpose; equal names give equal streams."""
        import numpy as np

        return np.random.default_rng(derive_seed(self.seed, *names))

    def effort(self, *, quick: int, full: int) -> int:
        """A sample size by profile."""
        return full if self.profile == "full" else quick
