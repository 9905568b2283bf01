"""The experiment itself: `workbench experiment accel.section-5`."""

from workbench.convergence.grids import Experiment, Samples
from workbench_papers.accel.experiments.conclusions import CONCLUSIONS
from workbench_papers.accel.experiments.published import comparison
from workbench_papers.accel.experiments.setting import LABELS, cells, instance, simulate


def remarks(samples: Samples) -> tuple[str, ...]:
    """What the datasets are, and the comparison with the published figures."""
    used = [name for name in LABELS if any(id.startswith(f"{name},") for id in samples)]
    about = "; ".join(
        f"{name}: {instance(name).positive:.1%} of the labels are +1, F(x_0) - F* ="
        f" {instance(name).gap:.1f}"
        for name in used
    )
    return (f"Datasets: {about}.", *comparison(samples))


SECTION_5 = Experiment(
    id="accel.section-5", title="Six private methods on logistic regression",
    source="Section 5, Figures 3 and 4", cells=cells(), simulate=simulate,
    panel=("labels", "noise", "m", "c", "T"), line="method", column="T", conclusions=CONCLUSIONS,
    remarks=remarks,
)  # fmt: skip
