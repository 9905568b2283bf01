"""Basic, advanced and optimal composition of k releases, with explicit constants.

    basic       sum of eps_i, sum of delta_i
    advanced    eps sqrt(2 k log(1/s)) + k eps (e^eps - 1)      (Dwork, Rothblum, Vadhan 2010)
    sharper     eps sqrt(2 k log(1/s)) + k eps tanh(eps / 2)    the mean loss of randomized response
    optimal     the curve of k-fold randomized response         (Kairouz, Oh, Viswanath 2015)

each with delta = sum of delta_i + s for a slack s.  The common choice of a step

    eps_0 = eps / (2 sqrt(2 k log(1/delta)))

is (eps, delta)-DP after k steps if and, by this argument, only if eps <= 8 log(1/delta): the first
term is eps / 2 and the second at most k eps_0^2 / 2 = eps^2 / (16 log(1/delta)).  `advanced_step`
refuses a budget outside that range.
"""

import math
from collections.abc import Iterable
from typing import Literal

from flint import arb, ctx

from workbench.errors import require
from workbench.privacy.calibration import PRECISION
from workbench.privacy.composition.balls import Bounds, down, enclose, largest, smallest, up
from workbench.privacy.composition.checks import (
    check_count,
    check_delta,
    check_epsilon,
    check_positive,
)

Form = Literal["drv", "sharper"]


def total(costs: Iterable[float]) -> float:
    """Sum of costs, rounded up once.

    >>> total([0.1] * 10) >= 1.0
    True
    """
    with ctx.workprec(PRECISION):
        return up(sum((arb(cost) for cost in costs), arb(0)))


def basic_composition(costs: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """(sum of epsilons, sum of deltas); valid for fully adaptive choices of fixed costs.

    >>> basic_composition([(0.5, 0.0), (0.25, 0.0)])
    (0.75, 0.0)
    """
    pairs = list(costs)
    for epsilon, delta in pairs:
        check_epsilon(epsilon)
        check_delta(delta, zero=True)
    return total(e for e, _ in pairs), total(d for _, d in pairs)


def basic_step(epsilon: float, *, steps: int) -> float:
    """Largest cost of each of `steps` equal releases whose sum is at most epsilon."""
    check_positive("epsilon", epsilon)
    check_count("steps", steps)
    with ctx.workprec(PRECISION):
        return down(arb(epsilon) / steps)


def advanced_composition(
    epsilon: float,
    delta: float = 0.0,
    *,
    steps: int,
    slack: float,
    form: Form = "sharper",
) -> tuple[float, float]:
    """Cost of `steps` adaptive (epsilon, delta)-DP releases, with failure probability `slack`.

    >>> epsilon, delta = advanced_composition(0.1, steps=100, slack=1e-5, form="drv")
    >>> round(epsilon, 4), delta
    (5.8502, 1e-05)
    """
    check_epsilon(epsilon)
    check_delta(delta, zero=True)
    check_count("steps", steps)
    check_delta(slack)

    def loss() -> arb:
        e = arb(epsilon)
        mean = e.expm1() if form == "drv" else (e / 2).tanh()
        return e * (-2 * steps * arb(slack).log()).sqrt() + steps * e * mean

    failure = enclose(lambda: steps * arb(delta) + arb(slack), high=1.0)
    return enclose(loss, low=0.0).upper, failure.upper


def advanced_choice_is_valid(epsilon: float, delta: float) -> bool:
    """Whether eps <= 8 log(1/delta), decided in balls: the two sides are never equal.

    (log(1/delta) is transcendental for rational delta in (0, 1), epsilon is rational.)
    """
    check_positive("epsilon", epsilon)
    check_delta(delta)
    gap = enclose(lambda: -8 * arb(delta).log() - arb(epsilon))
    return gap.lower > 0


def advanced_step(epsilon: float, delta: float, *, steps: int) -> float:
    """Cost of each of `steps` adaptive pure releases so that the whole is (epsilon, delta)-DP.

    It is eps / (2 sqrt(2 k log(1/delta))), rounded so that reading it back through
    `squares_epsilon` never exceeds epsilon.

    >>> round(advanced_step(1.0, 1e-6, steps=100), 6)
    0.009512
    """
    check_count("steps", steps)
    require(
        advanced_choice_is_valid(epsilon, delta),
        "epsilon",
        epsilon,
        f"exceeds 8 log(1/delta) = {-8 * math.log(delta):.6g}: the choice is not private there",
        "Use filter_budget(epsilon, delta), which is valid everywhere.",
    )
    choice = enclose(lambda: arb(epsilon) / (2 * (-2 * steps * arb(delta).log()).sqrt())).lower
    if squares_epsilon(choice, delta, steps=steps) <= epsilon:
        return choice
    return largest(lambda e: squares_epsilon(e, delta, steps=steps) <= epsilon, start=choice)


def squares_epsilon(step: float, slack: float, *, steps: int) -> float:
    """sqrt(2 log(1/slack) V) + V / 2 at V = steps step^2, rounded up."""

    def loss() -> arb:
        v = steps * arb(step) ** 2
        return (-2 * arb(slack).log() * v).sqrt() + v / 2

    return enclose(loss, low=0.0).upper


def optimal_delta(epsilon: float, *, step: float, steps: int) -> Bounds:
    """Exact delta of `steps` adaptive step-DP releases at epsilon: k-fold randomized response.

    sum over j of C(k, j) e^(j step) (1 + e^step)^-k (1 - e^(eps - (2 j - k) step))_+, in balls.

    >>> optimal_delta(0.0, step=1.0, steps=1).contains(0.46211715726000975)  # tanh(1/2)
    True
    """
    check_epsilon(epsilon)
    check_positive("step", step)
    check_count("steps", steps)

    def curve() -> arb:
        e, s = arb(epsilon), arb(step)
        answer = arb(0)
        weight = ((-steps) * (-s).exp().log1p()).exp()  # j = k, the truth every time
        for lies in range(steps + 1):
            gain = (e - (steps - 2 * lies) * s).expm1()
            if bool(gain >= 0):
                break
            answer -= weight * gain.min(arb(0))
            weight *= (-s).exp() * (steps - lies) / (lies + 1)
        return answer

    return enclose(curve, low=0.0, high=1.0)


def optimal_epsilon(delta: float, *, step: float, steps: int) -> float:
    """Smallest epsilon at which `steps` adaptive step-DP releases cost at most delta."""
    check_delta(delta)
    if optimal_delta(0.0, step=step, steps=steps).upper <= delta:
        return 0.0
    return smallest(
        lambda x: optimal_delta(x, step=step, steps=steps).upper <= delta,
        start=total([step] * steps),
        relative=2.0**-45,
    )
