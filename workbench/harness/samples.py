"""What every run has to obey, and how often something has to happen, as outcomes."""

from collections.abc import Sequence
from typing import Any

from workbench.claims import Figure, Grade, Outcome, Run, fails, holds
from workbench.errors import require
from workbench.harness.levels import TRUST, error_level
from workbench.privacy.arrays import Array
from workbench.privacy.confidence import clopper_pearson_lower, clopper_pearson_upper


def never_above(
    left: Array,
    right: Array,
    trial: Run,
    *,
    of: str,
    allowed: float = 0.0,
    more: Sequence[Figure] = (),
) -> Outcome:
    """An inequality that every run obeys: left <= right, up to what is `allowed` for rounding.

    `left` and `right` hold one number for each run; `of` says what they are.

    trial: the run of the check, whose error level the outcome reports
    more: figures that the outcome shows besides
    """
    margins = right - left
    least = float(margins.min())
    decide = holds if least >= -allowed else fails
    return decide(
        "runs one by one",
        f"{of}: smallest margin {least:.4g} over {margins.size} runs",
        grade=Grade.SUPPORTED,
        figures=(
            Figure("runs", margins.size),
            Figure("smallest margin", least),
            Figure("mean of the left side", float(left.mean())),
            Figure("mean of the right side", float(right.mean())),
            *more,
        ),
        alpha=trial.alpha,
        looks=1,
        power="a run above the bound is found",
        trust=TRUST,
    )


def frequency(
    hits: int,
    runs: int,
    trial: Run,
    *,
    of: str,
    least: float | None = None,
    most: float | None = None,
    share: int = 1,
    more: Sequence[Figure] = (),
) -> Outcome:
    """Whether a chance is at `least`, or at `most`, a number, by its exact confidence bound.

    `hits` of `runs` independent runs; it spends 1/share of the error level of the check.

    trial: gives the error level of the check
    of: what is counted, in words
    more: figures that the outcome shows besides
    """
    one = (least is None) != (most is None)
    require(one, "least", least, f"and most = {most} are not one claim", "Pass one of them.")
    alpha, counts = error_level(trial, share), range(runs + 1)
    common: dict[str, Any] = {
        "grade": Grade.SUPPORTED,
        "alpha": trial.alpha / share,
        "looks": 1,
        "trust": ("scipy", *TRUST),
    }
    if least is not None:
        ends = [clopper_pearson_upper(k, runs, alpha=alpha) for k in counts]
        disputed = [k for k in counts if ends[k] < least]
        bound, claim, word = f"at most {ends[hits]:.4g}", f"at least {least:g}", "or fewer"
        border = max(disputed, default=-1)
    else:
        ends = [clopper_pearson_lower(k, runs, alpha=alpha) for k in counts]
        disputed = [k for k in counts if ends[k] > (most or 0.0)]
        bound, claim, word = f"at least {ends[hits]:.4g}", f"at most {most:g}", "or more"
        border = min(disputed, default=runs + 1)
    decide = fails if hits in disputed else holds
    return decide(
        "Clopper-Pearson",
        f"{of}: {hits} in {runs} runs, {bound} in the long run; claimed {claim}",
        figures=(Figure(of, hits), Figure("runs", runs), Figure("claimed chance", claim), *more),
        power=f"{border} {word} would have been disputed",
        **common,
    )
