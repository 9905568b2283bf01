"""The (alpha, beta) plane of the heavy-ball LMI at L = 1: best certified rates, and where none is.

Every cell is decided by a checked certificate: of a rate, or that no rate below 1 is certified.
Only the colours are floating point.
"""

import functools
import io
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from workbench.claims import Plot
from workbench.convergence import heavy_ball_radius
from workbench.rigor.check import check_certificate
from workbench.solvers import HeavyBallRate, heavy_ball_rate


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Rates on a grid; rows are momenta, columns step sizes; nan where no rate is certified.

    `accepted` counts the checked certificates, of either kind.
    """

    mu: Fraction
    steps: tuple[Fraction, ...]
    momenta: tuple[Fraction, ...]
    certified: np.ndarray
    radius: np.ndarray
    accepted: int


@functools.cache  # the check and its mutant ask for the same plane
def decided(
    mu: Fraction, steps: tuple[Fraction, ...], momenta: tuple[Fraction, ...], tolerance: str
) -> Plane:
    """Decide of every cell whether (22) certifies a rate there."""
    shape, accepted = (len(momenta), len(steps)), 0
    certified, radius = np.full(shape, np.nan), np.empty(shape)
    for j, beta in enumerate(momenta):
        for k, alpha in enumerate(steps):
            found = heavy_ball_rate(mu, 1, alpha, beta, tolerance=tolerance)
            accepted += check_certificate(found.certificate).accepted
            if isinstance(found, HeavyBallRate):
                certified[j, k] = found.rho
            a, b = float(alpha), float(beta)
            radius[j, k] = max(heavy_ball_radius(x, alpha=a, beta=b) for x in (float(mu), 1.0))
    return Plane(mu, steps, momenta, certified, radius, accepted)


def pictured(plane: Plane) -> Plot:
    """The certified rate, with the spectral radius beside it on the same scale of colours."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "workbench", "svg.fonttype": "path", "font.size": 10}):
        figure = Figure(figsize=(8.4, 3.8), layout="constrained", facecolor="white")
        panels = figure.subplots(1, 2, sharey=True)
        x, y = (np.array([float(v) for v in axis]) for axis in (plane.steps, plane.momenta))
        lowest = float(plane.radius.min())
        titles = ("best certified rate", "spectral radius on quadratics")
        stable = np.where(plane.radius < 1, plane.radius, np.nan)
        for axes, values, title in zip(panels, (plane.certified, stable), titles, strict=True):
            axes.set_facecolor("0.85")
            mesh = axes.pcolormesh(
                x, y, values, vmin=lowest, vmax=1, cmap="viridis", shading="nearest",
                edgecolors="face", linewidth=0.2,
            )  # fmt: skip
            lines = axes.contour(
                x, y, values, levels=(0.8, 0.85, 0.9, 0.95), colors="white", linewidths=0.8
            )
            axes.clabel(lines, fontsize=8)
            axes.set(title=title, xlabel="alpha L")
        edge = 1 - x * (1 - float(plane.mu)) / 2
        inside = edge >= 0
        border = "alpha (L - mu) = 2 (1 - beta)"
        panels[0].plot(x[inside], edge[inside], "--", color="#D55E00", lw=2, label=border)
        panels[0].text(x[-1] * 0.97, y[-1] * 0.93, "no rate certified", ha="right")
        panels[0].legend(loc="center right", bbox_to_anchor=(1, 0.8), fontsize=7, frameon=False)
        panels[1].text(x[-1] * 0.97, y[1], "diverges", ha="right")
        panels[0].set_ylabel("beta")
        panels[0].set_ylim(y[0], y[-1])
        figure.colorbar(mesh, ax=panels, label="rate rho")
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return Plot(
        f"Heavy ball at mu = {plane.mu}, L = 1: certified rate and spectral radius",
        "Left: the best certified rate; it is smallest near alpha L = 1.8 without momentum, and"
        " beyond the dashed line no rate is certified (grey). Right: the spectral radius, smallest"
        " near alpha L = 2.3 with momentum 0.27, well inside the region without certificates.",
        out.getvalue(),
    )
