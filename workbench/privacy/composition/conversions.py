"""From one measure of privacy loss to another, each with its inverse, rounded to the safe side.

    Renyi (a, D)  ->  delta = exp((a - 1)(D - eps)) (1 - 1/a)^a / (a - 1)     (Canonne, Kamath,
                                                                                Steinke 2020)
    zCDP rho      ->  the best such a at D = a rho; it solves (2a - 1) rho + log(1 - 1/a) = eps
    zCDP rho      ->  eps = rho + 2 sqrt(rho log(1/delta)), inverse
                      rho = (sqrt(log(1/delta) + eps) - sqrt(log(1/delta)))^2  (Bun, Steinke 2016)
    pure eps      ->  zCDP eps^2 / 2, and exactly the Renyi divergence of randomized response
    range R       ->  zCDP R^2 / 8 for a loss that varies by at most R        (Cesar, Rogers 2021)
    q of n hidden ->  eps' = log(1 + q (e^eps - 1)), delta' = q delta         (without replacement,
                                                                                replace-one)

Any order gives a valid bound, so the order is found in floating point and only the bound at that
order is computed in balls.
"""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

from flint import arb

from workbench.errors import require
from workbench.privacy.composition.balls import enclose, largest
from workbench.privacy.composition.checks import (
    check_count,
    check_delta,
    check_epsilon,
    check_positive,
)

Divergence = Callable[[arb], arb]

LARGEST_ORDER = 2.0**200
"""Orders beyond this are not tried: a smaller order is valid as well."""

SMALLEST_GAP = 2.0**-40
"""Orders are at least one plus this."""


def _log_delta(order: arb, divergence: arb, epsilon: arb) -> arb:
    """Logarithm of the delta that a Renyi divergence of one order gives."""
    gap = order - 1
    return gap * (divergence - epsilon) - gap.log() - order * (1 / gap).log1p()


def renyi_to_delta(divergence: Divergence, epsilon: float, *, orders: Iterable[float]) -> float:
    """Smallest delta over the given orders; `divergence` maps an order to a bound on it."""
    check_epsilon(epsilon)

    def one(order: float) -> arb:
        a = arb(order)
        return _log_delta(a, divergence(a), arb(epsilon)).exp()

    return min(enclose(partial(one, order), high=1.0).upper for order in _checked(orders))


def renyi_to_epsilon(divergence: Divergence, delta: float, *, orders: Iterable[float]) -> float:
    """Smallest epsilon over the given orders; inverse of renyi_to_delta."""
    check_delta(delta)

    def one(order: float) -> arb:
        a = arb(order)
        gap = a - 1
        return divergence(a) - (arb(delta).log() + gap.log() + a * (1 / gap).log1p()) / gap

    return max(0.0, min(enclose(partial(one, order)).upper for order in _checked(orders)))


def _checked(orders: Iterable[float]) -> list[float]:
    chosen = list(orders)
    ok = bool(chosen) and all(1 < a < math.inf for a in chosen)
    require(ok, "orders", chosen, "is not a list of numbers above 1", "Renyi orders exceed 1.")
    return chosen


def best_order(rho: float, epsilon: float) -> float:
    """Order a > 1 that minimises the delta of rho-zCDP at epsilon: a float near the optimum.

    The derivative of the logarithm, (2a - 1) rho - eps + log(1 - 1/a), increases in a.
    """
    low, high = math.log(SMALLEST_GAP), math.log(LARGEST_ORDER)  # of a - 1
    for _ in range(80):
        middle = (low + high) / 2
        gap = math.exp(middle)
        slope = (2 * gap + 1) * rho - epsilon - math.log1p(1 / gap)
        low, high = (middle, high) if slope < 0 else (low, middle)
    return 1 + math.exp((low + high) / 2)


def zcdp_delta(rho: float, epsilon: float) -> float:
    """Delta of rho-zCDP at epsilon, by the best Renyi order (Canonne, Kamath, Steinke).

    >>> zcdp_delta(0.02, 1.0) < 1.25e-6
    True
    """
    check_positive("rho", rho)
    check_epsilon(epsilon)
    order = best_order(rho, epsilon)
    return renyi_to_delta(lambda a: a * arb(rho), epsilon, orders=[order])


def zcdp_epsilon(rho: float, delta: float, *, tight: bool = True) -> float:
    """Epsilon of rho-zCDP at delta; tight=False is the textbook rho + 2 sqrt(rho log(1/delta)).

    >>> round(zcdp_epsilon(0.02, 1e-6, tight=False), 4)
    1.0713
    """
    check_positive("rho", rho)
    check_delta(delta)
    plain = enclose(lambda: arb(rho) + 2 * (-arb(rho) * arb(delta).log()).sqrt()).upper
    if not tight:
        return plain
    # at the best order 1 + g of some epsilon, log(delta) is -rho g^2 - log(1 + g): it falls in g
    low, high = math.log(SMALLEST_GAP), math.log(LARGEST_ORDER)
    for _ in range(80):
        middle = (low + high) / 2
        gap = math.exp(middle)
        too_large = -rho * gap * gap - math.log1p(gap) > math.log(delta)
        low, high = (middle, high) if too_large else (low, middle)
    order = 1 + math.exp((low + high) / 2)
    return min(plain, renyi_to_epsilon(lambda a: a * arb(rho), delta, orders=[order]))


def zcdp_budget(epsilon: float, delta: float, *, tight: bool = True) -> float:
    """Largest rho whose zcdp_epsilon at delta stays within epsilon; the inverse.

    >>> round(zcdp_budget(1.0, 1e-5, tight=False), 6)
    0.02082
    """
    check_positive("epsilon", epsilon)
    check_delta(delta)
    level = -math.log(delta)
    guess = (epsilon / (math.sqrt(level + epsilon) + math.sqrt(level))) ** 2
    return largest(lambda rho: zcdp_epsilon(rho, delta, tight=tight) <= epsilon, start=guess)


def pure_to_zcdp(epsilon: float) -> float:
    """Rho of any epsilon-DP mechanism: min(eps^2 / 2, eps), rounded up."""
    check_epsilon(epsilon)
    return enclose(lambda: arb(epsilon).min(arb(epsilon) ** 2 / 2), low=0.0).upper


def bounded_range_to_zcdp(width: float) -> float:
    """Rho of a mechanism whose loss varies by at most `width`: width^2 / 8, rounded up."""
    check_epsilon(width)
    return enclose(lambda: arb(width) ** 2 / 8, low=0.0).upper


def renyi_of_pure(epsilon: float) -> Divergence:
    """Largest Renyi divergence under epsilon-DP: that of randomized response with e^epsilon : 1."""
    check_epsilon(epsilon)

    def divergence(order: arb) -> arb:
        e = arb(epsilon)
        share = 1 / (1 + (-e).exp())  # of the truth
        odds = share * ((order - 1) * e).exp() + (1 - share) * (-(order - 1) * e).exp()
        return odds.log() / (order - 1)

    return divergence


def amplified(epsilon: float, delta: float, *, n: int, m: int) -> tuple[float, float]:
    """Cost when the mechanism sees a hidden uniform m of the n records (replace-one).

    epsilon, delta: what the mechanism costs on the records that it sees
    n, m: the numbers of all records and of those that it sees

    >>> amplified(0.0, 0.5, n=4, m=2)
    (0.0, 0.25)
    """
    check_epsilon(epsilon)
    check_delta(delta, zero=True)
    check_count("m", m)
    require(m <= n, "m", m, f"exceeds n = {n}", "Choose a batch size of at most n.")
    share = Fraction(m, n)

    def part() -> arb:
        return arb(share.numerator) / share.denominator

    if m == n:
        return epsilon, delta
    loss = enclose(lambda: (part() * arb(epsilon).expm1()).log1p(), low=0.0).upper
    return loss, enclose(lambda: part() * arb(delta), low=0.0).upper
