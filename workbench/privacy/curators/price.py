"""What a release is charged: a stated (epsilon, delta), checked against the curve that is proven.

Where noise has no pure loss, or a hidden batch amplifies, there is no single number to read off: a
release has a curve, and code states the point of it that it wants to be charged at.  The point may
lie above the curve, never below.
"""

from functools import lru_cache
from typing import NamedTuple

from workbench.errors import ParameterError, PrivacyError
from workbench.privacy.mechanisms import Gaussian, Laplace, Subsampled


class Price(NamedTuple):
    """(epsilon, delta) of one release."""

    epsilon: float
    delta: float


def check_price(
    price: Price, mechanism: object, *, sensitivity: object, n: int, batch: int | None
) -> None:
    """Refuse a price at which the release, over a hidden batch of n records, is not private."""
    if not isinstance(mechanism, Gaussian | Laplace) or not isinstance(sensitivity, float):
        raise ParameterError(
            f"price = {price}: scale or sensitivity differs between trials, or no curve is known.\n"
            "  Price releases of Laplace or Gaussian noise of one scale."
        )
    proven = _delta(mechanism, sensitivity, n, batch or n, float(price.epsilon))
    if not proven <= price.delta:
        raise PrivacyError(
            f"price = ({price.epsilon:.9g}, {price.delta:.9g}): at this epsilon delta is "
            f"{proven:.9g} (batch {batch or n} of {n}).\n  Raise the price or the noise."
        )


@lru_cache(maxsize=4096)
def _delta(
    mechanism: Gaussian | Laplace, sensitivity: float, n: int, batch: int, epsilon: float
) -> float:
    """Proven delta, rounded up."""
    return Subsampled(mechanism, n, batch).delta(epsilon, sensitivity=sensitivity)
