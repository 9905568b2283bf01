"""What a mechanism looks like in a notebook: its parameters, and what one release of it costs."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from workbench.display import card, table

_DELTAS = (1e-3, 1e-6, 1e-9)


class MechanismCard:
    """The display of a mechanism that is a frozen dataclass of its parameters."""

    __slots__ = ()

    def _repr_html_(self: Any) -> str:
        words = (type(self).__doc__ or "").strip().partition("\n")[0]
        rows: list[tuple[str, Any]] = [
            *((f.name, repr(getattr(self, f.name))) for f in fields(self)),
            ("sensitivity in", getattr(self, "norm", "")),
        ]
        if hasattr(self, "epsilon_at"):
            costs = [(f"{d:g}", f"{self.epsilon_at(d, sensitivity=1.0):.6g}") for d in _DELTAS]
            rows.append(("a release at sensitivity 1", table(("delta", "proven epsilon"), costs)))
        return card(f"{type(self).__name__}: {words}", rows)
