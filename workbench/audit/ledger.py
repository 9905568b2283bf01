"""One error budget for a whole audit, and who spends which part of it.

alpha is divided over levels, pairs and directions, whatever the data will say; by the union bound
every statement of the audit is true together with probability at least 1 - alpha.  What costs
nothing: level A (no sampling), level C at delta = 0 (a possible output is a proof), everything
chosen on draws that are thrown away, and looks of an e-process.
"""

from dataclasses import dataclass

SHARES = {"B": 1, "C": 1, "D": 2, "bits": 1}
"""How the levels that spend divide the budget among them."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """The error probability that one finding may spend."""

    level: str
    pair: int
    direction: str
    alpha: float


def divide(alpha: float, *, levels: list[str], pairs: int, delta: float) -> tuple[LedgerEntry, ...]:
    """The ledger of an audit; its sum is at most alpha.

    >>> [e.alpha for e in divide(0.03, levels=["B", "D"], pairs=1, delta=0.0)]
    [0.01, 0.02]
    """
    spending = [level for level in levels if level != "A" and not (level == "C" and delta == 0)]
    whole = sum(SHARES[level] for level in spending)
    entries = []
    for level in spending:
        part = alpha * SHARES[level] / whole / pairs
        sides = ("dataset", "neighbour") if level == "C" else ("both",)
        entries += [
            LedgerEntry(level, pair, side, part / len(sides))
            for pair in range(pairs)
            for side in sides
        ]
    return tuple(entries)


def share(ledger: tuple[LedgerEntry, ...], level: str, pair: int) -> float:
    """What one direction of a level may spend on a pair; 0 where it spends nothing."""
    return next((e.alpha for e in ledger if (e.level, e.pair) == (level, pair)), 0.0)
