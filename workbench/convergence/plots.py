"""Pictures for reports: a bound and what was measured, on the same axes.

The SVG is a function of the data alone (fixed hash salt, no date), so equal results give equal
reports.  matplotlib is imported on first use.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from workbench.claims import Plot
from workbench.claims.pictures import are_drawn


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One curve; `low` and `high` draw a band around it, whose label names its level."""

    label: str
    x: ArrayLike
    y: ArrayLike
    style: Literal["-", "--", ":", "-."] = "-"
    low: ArrayLike | None = None
    high: ArrayLike | None = None
    band: str = ""


def line_plot(
    title: str,
    lines: Sequence[Line],
    *,
    alt: str,
    x_label: str,
    y_label: str,
    log_x: bool = False,
    log_y: bool = False,
) -> Plot:
    """Curves with their bands as a Plot; `alt` says in words what the picture shows."""
    if not are_drawn():
        return Plot(title, alt, "")
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "workbench", "svg.fonttype": "path", "font.size": 10}):
        figure = Figure(figsize=(6.4, 3.8), layout="constrained", facecolor="white")
        axes = figure.add_subplot()
        for i, line in enumerate(lines):
            colour = _COLOURS[i % len(_COLOURS)]
            x = np.asarray(line.x, dtype=float)
            axes.plot(
                x, np.asarray(line.y, dtype=float), line.style, color=colour, label=line.label
            )
            if line.low is not None and line.high is not None:
                low, high = np.asarray(line.low), np.asarray(line.high)
                axes.fill_between(x, low, high, color=colour, alpha=0.2, lw=0, label=line.band)
        if log_x:
            axes.set_xscale("log")
        if log_y:
            axes.set_yscale("log")
        axes.set(xlabel=x_label, ylabel=y_label)
        axes.grid(visible=True, alpha=0.3)
        axes.legend(frameon=False)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return Plot(title, alt, out.getvalue())


# Okabe and Ito: told apart by readers with any colour vision, and by their line styles
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000")
