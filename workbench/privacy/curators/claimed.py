"""The sensitivity that an algorithm claims, against how far its source really moves."""

import numpy as np

from workbench.errors import PrivacyError
from workbench.privacy.arrays import ULP, Array
from workbench.privacy.curators.calls import Call
from workbench.privacy.curators.choices import SoftmaxLaw, WinnerLaw


def check_sensitivity(call: Call, shift: Array, error: Array, *, step: int) -> None:
    """Compare the claimed sensitivity with the actual change of the source."""
    norm, d = call.law.norm, shift.shape[1]
    if isinstance(call.law, SoftmaxLaw | WinnerLaw):
        actual = np.abs(shift).max(axis=1)
        if call.law.monotone:  # a change in both directions counts twice
            actual = np.maximum(shift.max(axis=1), 0) - np.minimum(shift.min(axis=1), 0)
    else:
        actual = call.law.size(shift)
    bound = call.sensitivity if isinstance(call.sensitivity, float) else call.sensitivity[:, 0]
    # d + 8 roundings of a d-term sum, of the division by m and of the claim itself
    excess = actual - error - bound * (1 + (d + 8) * ULP)
    if call.active is not None:
        excess = np.where(call.active, excess, -np.inf)
    worst = int(excess.argmax())
    if not excess[worst] <= 0:  # what is no number is no change that the claim covers
        bound, actual = np.broadcast_arrays(bound, actual, excess)[:2]
        raise PrivacyError(
            f"sensitivity = {bound[worst]:.12g} is claimed at step {step}: the two "
            f"datasets differ by {actual[worst]:.12g} in {norm} norm (trial {worst}).\n"
            "  Claim the largest change that one record can make, over the whole declared "
            "domain (S / m for the mean over a batch of m), or clip the records."
        )
