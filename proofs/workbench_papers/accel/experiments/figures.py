"""Which noise explains the published figures, and whether the stored runs can be repeated.

The public code of the paper passes the Laplace scale b to a sampler that wants a standard deviation
(`accel.exp-noise-bug`).  So there are two candidates for the noise of the published figures.  Each
published curve is compared with runs under both, by the typical factor between the final errors.

Everything that is concluded from stored runs rests on their being what they claim to be; so a few
of them are simulated again from their seed.
"""

from typing import Literal

import numpy as np

from workbench.claims import Claim, Figure, Grade, Outcome, Plot, because, broken, fails, holds
from workbench.convergence.blocks import blocks_of
from workbench.convergence.grids import Curve
from workbench.convergence.plots import Line, line_plot
from workbench.convergence.summaries import LEVEL, median_band
from workbench_papers.accel.experiments import setting
from workbench_papers.accel.experiments.grid import SECTION_5
from workbench_papers.accel.experiments.published import ERRORS, distance
from workbench_papers.accel.experiments.stored import SETTING, TRUST, finals, stored

FIGURES = Claim(
    "accel.exp-figures",
    title="The published figures come from noise of scale b / sqrt(2)",
    ours=("remark", "Section 5, Figures 3 and 4; public code"),
    statement=r"""\text{For } c = 1 \text{ and each method but DP-GD, the published final errors}
        \text{ are nearer to runs with Laplace noise of scale } b/\sqrt{2}
        \text{ than to runs with the stated scale } b""",
    hypotheses=(
        *SETTING,
        r"\text{nearness: mean of } \lvert\ln\text{ ratio}\rvert \text{ over } T",
    ),
    uses=("accel.exp-grid", "accel.exp-noise-bug"),
    note="The dataset of the figures is not known; ours has nearly the same error at the start (24"
    " against about 29). DP-GD is left out: for short runs its error is all transient. With the"
    " scale b / sqrt(2) the cost is 1.41 for m = n, not 1.",
)


def explained_by(right: str, wrong: str) -> Outcome:
    """Each published curve is nearer to the noise `right` than to `wrong`."""
    samples = {id: Curve((0,), values[None]) for id, values in finals().items()}
    figures, good = [], True
    for m in setting.BATCHES:
        for method in ERRORS[m, "c=1"]:
            if method == "DP-GD":
                continue
            near, far = (distance(samples, m, "c=1", method, noise) for noise in (right, wrong))
            good = good and near < far
            figures.append(Figure(f"{method}, {m}", f"{near:.2f} against {far:.2f}"))
    decide = holds if good else fails
    return decide(
        "comparison with stored runs",
        f"typical factors to the noise {right!r} are {'all' if good else 'not all'} the smaller",
        grade=Grade.SUPPORTED, figures=tuple(figures), trust=TRUST,
    )  # fmt: skip


def picture() -> Plot:
    """Final errors of DP-NAG with the full batch: published, and measured under both noises."""
    x = [setting.number(T) for T in setting.STEPS]

    def measured(noise: str, label: str, style: Literal["--", ":"]) -> Line:
        values = np.stack(
            [finals()[setting.cell("DP-NAG", T, noise=noise).id][:20] for T in setting.STEPS]
        )
        return Line(label, x, np.median(values, axis=1), style, *median_band(values))

    return line_plot(
        "DP-NAG, c = 1, full batch: published errors and ours",
        (
            Line("published figure", x, ERRORS[setting.FULL, "c=1"]["DP-NAG"], "-"),
            measured("stated", "noise of scale b, as stated", "--"),
            measured("published", "noise of scale b / sqrt(2)", ":"),
        ),
        alt="The published errors lie on the curve for noise of scale b over root two, at half the"
        " errors for the stated noise.",
        x_label=f"T; ours: medians of 20 runs, bands {LEVEL:.0%} for each",
        y_label="final F(x) - F*",
        log_x=True,
        log_y=True,
    )


@FIGURES.exact(
    corner="one dataset like the unknown one; 20 runs with noise b / sqrt(2), 1000 with b"
)
@broken("the_stated_scale_is_not", noises=("stated", "published"))
@because("With the two noises exchanged: the stated one does not explain the figures better.")
def scale_over_root_two_is_nearer(*, noises: tuple[str, str] = ("published", "stated")) -> Outcome:
    """Typical factor between published and measured errors, under both noises."""
    return explained_by(*noises).with_plots(picture())


def repeated(seed: int, methods: tuple[str, ...], m: str) -> Outcome:
    """The first block of a few short cells, simulated again, against the stored numbers."""
    worst = 0.0
    for method in methods:
        one = setting.cell(method, "T=100", m=m)
        block = blocks_of(SECTION_5, [one], runs=SECTION_5.block, seed=seed)[0]
        again = setting.simulate(one, np.random.default_rng(block.seed), block.runs, points=1).final
        kept = finals()[one.id][: SECTION_5.block]
        worst = max(worst, float(np.abs(again / kept - 1).max()))
    figure = Figure("largest relative difference", worst)
    # stored with 5 digits; the runs are contractions, so rounding elsewhere adds next to nothing
    decide = holds if worst <= 1e-4 else fails
    text = f"cells simulated again: {len(methods)}; relative difference at most {worst:.1e}"
    return decide("repetition", text, grade=Grade.SUPPORTED, figures=(figure,), trust=TRUST)


@FIGURES.exact(corner="stored runs repeated: one cell with m = 1000, T = 100")
@broken("another_seed_gives_other_errors", shift=1)
@because("With the next seed the noise is another one, and so are the errors.")
def stored_runs_are_reproduced(*, shift: int = 0) -> Outcome:
    """The same seed gives the stored errors."""
    return repeated(int(stored()["seed"]) + shift, ("DP-NAG-opt",), setting.SUBSAMPLED)


@FIGURES.exact(
    corner="stored runs repeated: all methods, m = n, T = 100", profile="full", seconds=120.0
)
@broken("another_seed_gives_other_errors_there", "Other noise, other errors.", shift=1)
def stored_runs_with_the_full_batch_are_reproduced(*, shift: int = 0) -> Outcome:
    """The same seed gives the stored errors, for the full batch."""
    return repeated(int(stored()["seed"]) + shift, tuple(ERRORS[setting.FULL, "c=1"]), setting.FULL)
