"""Rates that are derived: the best order of a bound over its parameters, with its certificate.

The checker `workbench.rates.check` needs the standard library alone, so everything else loads on
first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.rates.answer import Rate, Regime
    from workbench.rates.best import best_rate
    from workbench.rates.comparison import compare
    from workbench.rates.constants import Constant
    from workbench.rates.order import Order
    from workbench.rates.outcomes import rate_is
    from workbench.rates.powers import PowerProduct
    from workbench.rates.refusals import Degenerate, Infeasible, Unbounded
    from workbench.rates.verdict import Comparison

_HOME = {
    "Comparison": "verdict",
    "Constant": "constants",
    "Degenerate": "refusals",
    "Infeasible": "refusals",
    "Order": "order",
    "PowerProduct": "powers",
    "Rate": "answer",
    "Regime": "answer",
    "Unbounded": "refusals",
    "best_rate": "best",
    "compare": "comparison",
    "rate_is": "outcomes",
}

__all__ = [
    "Comparison",
    "Constant",
    "Degenerate",
    "Infeasible",
    "Order",
    "PowerProduct",
    "Rate",
    "Regime",
    "Unbounded",
    "best_rate",
    "compare",
    "rate_is",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(f"workbench.rates.{_HOME[name]}"), name)
    raise AttributeError(name)
