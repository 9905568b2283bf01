"""DP-Sniper as it was published (Bichsel, Steffen, Bogunovic, Vechev 2021), for comparison.

No package has it.  A logistic regression learns which of two datasets an output came from; the
attack is the set of outputs whose probability is above a threshold t, those at t with chance q, so
that the second dataset is in it with chance c = 0.01; fresh draws estimate both chances, and
epsilon is certified from a Clopper-Pearson bound on each.  Half of the draws teach, half estimate.
What the published code does beyond that (neural networks, a search for pairs) is left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import betaincinv, expit

Draw = Callable[[Any, int, np.random.Generator], Any]

CHANCE = 0.01
TAUGHT = 200_000  # draws that the regression sees; the threshold is taken from all of its half


def certified(
    draw: Draw, first: object, second: object, *, draws: int, seed: int, alpha: float = 0.01
) -> float:
    """The epsilon that DP-Sniper certifies with this confidence and number of draws in all."""
    rng, each = np.random.default_rng(seed), draws // 4
    one, two = (_rows(draw(data, each, rng)) for data in (first, second))
    score = _learned(one[:TAUGHT], two[:TAUGHT])
    there = np.sort(score(two))[::-1]
    t = there[min(each - 1, math.ceil(CHANCE * each) - 1)]
    above, at = (there > t).mean(), (there == t).mean()
    q = min(1.0, max(0.0, (CHANCE - above) / at))

    def hits(data: object) -> float:
        found = score(_rows(draw(data, each, rng)))
        return float((found > t).sum() + rng.binomial(int((found == t).sum()), q))

    ours, theirs = hits(first), hits(second)
    low = betaincinv(ours, each - ours + 1, alpha / 2) if ours else 0.0
    high = betaincinv(theirs + 1, each - theirs, 1 - alpha / 2) if theirs < each else 1.0
    return max(0.0, float(np.log(low / high))) if low > 0 else 0.0


def _rows(outputs: object) -> np.ndarray:
    table = np.asarray(outputs, dtype=np.float64)
    return table.reshape(len(table), -1)


def _learned(one: np.ndarray, two: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """The logits of a regression on standardised outputs, lightly regularised."""
    both = np.concatenate([one, two])
    centre, width = both.mean(axis=0), both.std(axis=0)
    width = np.where(width > 0, width, 1.0)
    features = np.column_stack([(both - centre) / width, np.ones(len(both))])
    sign = np.concatenate([np.ones(len(one)), -np.ones(len(two))])

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        margin = sign * (features @ w)
        slope = -(sign * expit(-margin)) @ features / len(both)
        return float(np.logaddexp(0, -margin).mean() + 1e-6 * w @ w), slope + 2e-6 * w

    w = minimize(loss, np.zeros(features.shape[1]), jac=True, method="L-BFGS-B").x
    return lambda rows: ((rows - centre) / width) @ w[:-1] + w[-1]
