"""Outputs that were drawn before, on a dataset and on its neighbour, as a mechanism to audit."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from workbench.audit.spelling import STORED
from workbench.errors import DataError, require

DRAINED = 1e-9
"""Probability that an audit of as many stored outputs as `samples` says runs out of one side."""


class Stored:
    """Outputs that were drawn before; every one is used once at most."""

    stored = True
    pair = ("dataset", "neighbour")
    """The datasets of an audit of stored outputs: the names of the two sides."""

    def __init__(self, dataset: Sequence[Any], neighbour: Sequence[Any]) -> None:
        self._outputs = dict(zip(self.pair, (dataset, neighbour), strict=True))
        order = np.random.default_rng(0)  # they may be stored in order of size
        self._order = {side: order.permutation(len(o)) for side, o in self._outputs.items()}
        self._used = dict.fromkeys(self.pair, 0)
        self.name = STORED

    @property
    def samples(self) -> int:
        """Draws of a fair coin that will not run out of one side, but for chance DRAINED."""
        least = max(0, min(map(len, self._outputs.values())) - 1)  # one opens the audit
        root = math.sqrt(math.log(1 / DRAINED) / 2)  # Hoeffding: N / 2 + root sqrt(N) <= least
        return math.floor((math.sqrt(root * root + 2 * least) - root) ** 2)

    def __call__(self, side: object, size: int, rng: np.random.Generator) -> Any:  # noqa: ANN401
        if not (isinstance(side, str) and side in self.pair):
            raise DataError(
                "stored outputs know their own two sides only.\n  Pass the pair stored.pair: "
                "audit.audit(stored, [stored.pair], samples=stored.samples, epsilon=...), or for "
                "claims of other notions (GDP, zCDP, RDP, a trade-off curve) "
                "audit.audit_notion(stored, *stored.pair, claim, samples=stored.samples)."
            )
        begin, outputs = self._used[side], self._outputs[side]
        if begin + size > len(outputs):
            raise DataError(
                f"the {len(outputs)} outputs stored of the {side} are used up.\n"
                f"  Ask for at most samples = {self.samples} of outputs freshly stored."
            )
        self._used[side] = begin + size
        chosen = self._order[side][begin : begin + size]
        if hasattr(outputs, "__array__"):
            return np.asarray(outputs)[chosen]
        return [outputs[i] for i in chosen.tolist()]


def from_samples(dataset: Sequence[Any], neighbour: Sequence[Any]) -> Stored:
    """A sampler that hands out stored outputs: arrays or lists, one entry an output.

    The outputs must be independent draws.  Each is used once, so that an object serves one audit.

    >>> rng = np.random.default_rng(0)
    >>> stored = from_samples(rng.laplace(0, 1, 9_000), rng.laplace(5, 1, 9_000))
    >>> from workbench.audit import black_box
    >>> black_box(stored, *stored.pair, epsilon=1.0, samples=stored.samples).verdict
    'violation'
    """
    for name, outputs in (("dataset", dataset), ("neighbour", neighbour)):
        ok = hasattr(outputs, "__len__") and hasattr(outputs, "__getitem__")
        ok = ok and not isinstance(outputs, str | bytes | dict)
        rule, way_out = "is no list or array of outputs", "Pass one entry per output."
        require(ok, name, type(outputs).__name__, rule, way_out)
    return Stored(dataset, neighbour)
