"""The picture of a rate: which term is the largest where, in two symbols on logarithmic axes.

In logarithms each regime is a polygon, cut out exactly by the lines on which two terms are equal.
The grey part is outside the region that the rate was derived for.  matplotlib is imported on
first use; the SVG is a function of the rate and the arguments alone.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from workbench.claims import Plot
from workbench.errors import ParameterError
from workbench.rates.powers import Posynomial, PowerProduct

Polygon = list[tuple[float, float]]
# Okabe and Ito: told apart with any colour vision; each regime carries its formula, too
_COLOURS = ("#56B4E9", "#E69F00", "#009E73", "#CC79A7", "#F0E442", "#0072B2", "#D55E00")


def regime_plot(
    terms: Sequence[tuple[PowerProduct, Posynomial]],
    region: Posynomial,
    x: str,
    y: str,
    *,
    data: Sequence[str],
    spans: Mapping[str, tuple[float, float]],
    at: Mapping[str, float],
) -> Plot:
    """One polygon for each term of a rate, over spans[x] and spans[y]; the rest is held fixed.

    Args:
        terms: each term with the conditions under which it is the largest (each is <= 1).
        region: the conditions that the rate was derived under (each is <= 1).
        x: the symbol on the horizontal axis.
        y: the symbol on the vertical axis.
        data: all symbols of the rate.
        spans: the interval that each axis shows.
        at: the values of the symbols that are on no axis.

    Raises:
        ParameterError: a symbol is unknown, on both axes, or has no positive value or interval.
    """
    _check(data, x, y, spans, at)
    import matplotlib as mpl
    from matplotlib.figure import Figure

    from workbench.symbolic.latex import name

    told = []
    with mpl.rc_context({"svg.hashsalt": "workbench", "svg.fonttype": "path", "font.size": 10}):
        figure = Figure(figsize=(6.4, 4.2), layout="constrained", facecolor="white")
        axes = figure.add_subplot()
        axes.set(xscale="log", yscale="log", xlim=spans[x], ylim=spans[y])
        axes.set(xlabel=f"${name(x)}$", ylabel=f"${name(y)}$")
        axes.set_facecolor("#DDDDDD")
        for colour, (term, when) in zip(_cycle(len(terms)), terms, strict=True):
            polygon = regime((*region, *when), x, y, spans=spans, at=at)
            if not polygon:
                continue
            told.append(str(term))
            xs, ys = [math.exp(px) for px, _ in polygon], [math.exp(py) for _, py in polygon]
            axes.fill(xs, ys, facecolor=colour, edgecolor="black", linewidth=0.8)
            middle_x, middle_y = _middle(polygon)
            axes.text(
                math.exp(middle_x),
                math.exp(middle_y),
                "$" + term.latex().replace(r"\frac", r"\dfrac") + "$",
                ha="center",
                va="center",
                bbox={"boxstyle": "round", "facecolor": "white", "alpha": 0.85, "linewidth": 0},
            )
        held = ", ".join(f"{s} = {v:g}" for s, v in at.items())
        title = "Largest term of the rate" + (f" ({held})" if held else "")
        axes.set_title(title)
        axes.annotate(
            "grey: outside the region",
            (1, 0),
            (0, -30),
            xycoords="axes fraction",
            textcoords="offset points",
            ha="right",
            fontsize=8,
        )
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    alt = f"Regions of {x} and {y} in which each of these terms is the largest: "
    return Plot(title, alt + ("; ".join(told) or "none is in view") + ".", out.getvalue())


def regime(
    conditions: Sequence[PowerProduct],
    x: str,
    y: str,
    *,
    spans: Mapping[str, tuple[float, float]],
    at: Mapping[str, float],
) -> Polygon:
    """Corners, in logarithms, of the part of a rectangle where each of the conditions is <= 1.

    Args:
        conditions: power products of the symbols.
        x: the symbol on the horizontal axis.
        y: the symbol on the vertical axis.
        spans: the sides of the rectangle, as intervals of the two symbols.
        at: the values of the other symbols.
    """
    (left, right), (low, high) = (tuple(map(math.log, spans[s])) for s in (x, y))
    polygon: Polygon = [(left, low), (right, low), (right, high), (left, high)]
    for condition in conditions:
        fixed = condition.log({**at, x: 1.0, y: 1.0})
        a, b = float(condition.exponent(x)), float(condition.exponent(y))
        polygon = _cut(polygon, a, b, fixed)
    return polygon


def _cut(polygon: Polygon, a: float, b: float, c: float) -> Polygon:
    """The part of a convex polygon where a x + b y + c <= 0."""
    kept: Polygon = []
    for i, (x1, y1) in enumerate(polygon):
        x0, y0 = polygon[i - 1]
        before, here = a * x0 + b * y0 + c, a * x1 + b * y1 + c
        if before * here < 0:
            t = before / (before - here)
            kept.append((x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
        if here <= 0:
            kept.append((x1, y1))
    return kept if len(kept) > 2 else []


def _middle(polygon: Polygon) -> tuple[float, float]:
    """The centre of gravity, from the triangles that the first corner makes with each side."""
    (x0, y0), area, x, y = polygon[0], 0.0, 0.0, 0.0
    for (x1, y1), (x2, y2) in pairwise(polygon[1:]):
        part = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        area, x, y = area + part, x + part * (x0 + x1 + x2) / 3, y + part * (y0 + y1 + y2) / 3
    return (x / area, y / area) if area else (x0, y0)


def _cycle(count: int) -> list[str]:
    return [_COLOURS[i % len(_COLOURS)] for i in range(count)]


def _check(
    data: Sequence[str],
    x: str,
    y: str,
    spans: Mapping[str, tuple[float, float]],
    at: Mapping[str, float],
) -> None:
    known = ", ".join(data)
    for argument, symbol in (("x", x), ("y", y)):
        if symbol not in data:
            raise ParameterError(
                f"{argument} = {symbol!r} is not a symbol of this rate.\n  Choose among {known}."
            )
        low, high = spans.get(symbol, (0.0, 0.0))
        if not 0 < low < high < math.inf:
            raise ParameterError(
                f"spans[{symbol!r}] = {(low, high)} is no interval of positive numbers.\n"
                f"  Pass spans={{{symbol!r}: (1e2, 1e8)}}."
            )
    if x == y:
        raise ParameterError(f"y = {y!r} is the symbol of the other axis.\n  Choose two symbols.")
    for symbol in data:
        if symbol not in (x, y) and not at.get(symbol, 0) > 0:
            raise ParameterError(
                f"at[{symbol!r}] = {at.get(symbol)} is no positive number.\n"
                f"  Every symbol that is on no axis is held fixed: {known}."
            )
