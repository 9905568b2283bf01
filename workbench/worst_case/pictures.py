"""Pictures of certificates: the worst function, the multipliers between points, a band of bounds.

They show floating-point views of exact numbers and prove nothing; the certificates do.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from workbench.errors import require
from workbench.worst_case.answer import WorstCaseBounds


def multiplier_graph(answer: WorstCaseBounds, axes: Any, *, oracle: int = 0) -> None:  # noqa: ANN401
    """The multipliers of an upper bound as arrows between the calls of one oracle.

    An arrow from j to i is the inequality f_i >= f_j + ..., its width the multiplier.
    """
    c = answer.certificate
    require(c is not None, "answer", "", "has no upper bound", "Its reason says why.")
    calls = (c or {})["problem"]["oracles"][oracle]["calls"]
    angles = np.pi / 2 - 2 * np.pi * np.arange(len(calls)) / len(calls)
    places = np.column_stack([np.cos(angles), np.sin(angles)])
    edges = [(m[3], m[4], float(Fraction(m[5]))) for m in (c or {})["multipliers"]
             if m[0] == "oracle" and m[1] == oracle and len(m) == 6]  # fmt: skip
    largest = max((abs(w) for _, _, w in edges), default=1.0)
    for i, j, weight in edges:
        if abs(weight) < 1e-3 * largest:
            continue
        arrow = {
            "arrowstyle": "-|>", "shrinkA": 14, "shrinkB": 14, "color": "tab:blue",
            "linewidth": 0.6 + 3 * abs(weight) / largest, "connectionstyle": "arc3,rad=0.12",
        }  # fmt: skip
        axes.annotate("", xy=places[i], xytext=places[j], arrowprops=arrow)
        ahead, back = places[i], places[j]
        # A diagonal has its number nearer to where it starts: in the middle many arrows meet.
        share = 0.5 if abs(i - j) in (1, len(calls) - 1) else 0.3
        place = share * ahead + (1 - share) * back
        place += 0.11 * np.array([ahead[1] - back[1], back[0] - ahead[0]])
        axes.text(*place, f"{weight:.3g}", fontsize=8, ha="center", va="center",
                  bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5})  # fmt: skip
    for (x, _, _), place in zip(calls, places, strict=True):
        axes.text(*place, x, ha="center", va="center",
                  bbox={"boxstyle": "circle", "facecolor": "white"})  # fmt: skip
    axes.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.4), aspect="equal")
    axes.axis("off")


def worst_function(answer: WorstCaseBounds, axes: Any, *, oracle: int = 0) -> None:  # noqa: ANN401
    """The function of an instance along the direction in which its points vary most.

    Points are values, strokes are slopes; the dashed line is the largest of the tangents, below
    which no convex function with these values can lie.
    """
    instance = answer.instance
    require(instance is not None, "answer", "", "has no instance", "Its reason says why.")
    problem = (instance or {})["problem"]
    gram = np.array([[float(Fraction(v)) for v in row] for row in (instance or {})["gram"]])
    sizes, directions = np.linalg.eigh(gram)
    vectors = dict(
        zip(problem["vectors"], directions * np.sqrt(np.clip(sizes, 0, None)), strict=True)
    )
    for name, held in problem["points"]:
        zero = np.zeros(len(gram))
        vectors[name] = sum((float(Fraction(w)) * vectors[v] for w, v in held), zero)
    values = {n: float(Fraction(v)) for n, v in (instance or {})["numbers"].items()}
    calls = [c for c in problem["oracles"][oracle]["calls"] if c[2] in values]
    x, g = (np.array([vectors[c[k]] for c in calls]) for k in (0, 1))
    f = np.array([values[c[2]] for c in calls])
    along = np.linalg.svd(x - x.mean(axis=0))[2][0]
    at, slope = (x - x[0]) @ along, g @ along
    line = np.linspace(at.min() - 0.1 * np.ptp(at), at.max() + 0.1 * np.ptp(at), 200)
    axes.plot(line, (f + slope * (line[:, None] - at)).max(axis=1), "--", color="grey", lw=1)
    for t, s, value, (name, _, _) in zip(at, slope, f, calls, strict=True):
        reach = 0.06 * np.ptp(at)
        axes.plot([t - reach, t + reach], [value - s * reach, value + s * reach], color="tab:red")
        axes.plot(t, value, "o", color="tab:blue")
        axes.annotate(name, (t, value), textcoords="offset points", xytext=(5, 5), fontsize=8)
    axes.set(xlabel="along the points", ylabel="value")


def bound_curve(
    parameters: Sequence[Any],
    answers: Sequence[WorstCaseBounds],
    axes: Any,  # noqa: ANN401
) -> None:
    """Certified upper and lower bounds against a parameter, with the band between them."""
    shown = [(float(p), a) for p, a in zip(parameters, answers, strict=True)
             if a.upper is not None and a.lower is not None]  # fmt: skip
    at = [p for p, _ in shown]
    above, below = ([float(side) for side in sides] for sides in (
        [a.upper or 0 for _, a in shown], [a.lower or 0 for _, a in shown]))  # fmt: skip
    axes.fill_between(
        at, below, above, alpha=0.3, color="tab:blue", label="between the two, joined for the eye"
    )
    axes.plot(at, above, "v", ms=4, color="tab:blue", label="at most, by a certificate")
    axes.plot(at, below, "^", ms=4, color="tab:orange", label="at least, by an instance")
    axes.grid(visible=True, alpha=0.3)
    axes.legend(frameon=False, fontsize=8)
