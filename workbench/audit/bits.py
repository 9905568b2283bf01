"""Low bits of floating-point outputs: a leak of the arithmetic, not of the mathematics.

Sums and logarithms of floats leave traces in the last bits of a release: 0 + noise keeps bits that
1 + noise has to round away.  Mechanisms that are private in real numbers fail here, so this is a
verdict of its own, for those who ask.  What is looked at is, for every entry, the exponent of its
lowest set bit: a function of the output, so that a violation found in it is one of the mechanism.
Outputs with floats somewhere inside keep their structure, and lose everything but those exponents.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.audit.draws import Sampler
from workbench.audit.outcomes import MechanismError
from workbench.privacy.arrays import Ints

ZERO = 2_000
"""Stands for the lowest bit of 0, NaN and the infinities: above every exponent."""


def lowest_bit(x: np.ndarray) -> Ints:
    """Exponent of the lowest set bit of each float.

    >>> lowest_bit(np.array([1.0, 1.5, 0.1, 6.0]))
    array([  0,  -1, -55,   1])
    """
    values = np.asarray(x, dtype=np.float64)
    usual = np.isfinite(values) & (values != 0)
    mantissa, exponent = np.frexp(np.where(usual, values, 1.0))
    whole = np.abs(np.ldexp(mantissa, 53)).astype(np.int64)
    lowest = whole & -whole
    zeros = np.frexp(lowest.astype(np.float64))[1] - 1  # a power of two: exact
    return np.where(usual, exponent.astype(np.int64) - 53 + zeros, ZERO)


@dataclass(frozen=True, slots=True)
class LowestBits:
    """A sampler that releases only the lowest set bits of another one's outputs."""

    sample: Sampler

    def __call__(self, dataset: object, size: int, rng: np.random.Generator) -> Any:  # noqa: ANN401
        outputs = self.sample(dataset, size, rng)
        if isinstance(outputs, np.ndarray) and outputs.dtype.kind == "f":
            return lowest_bit(outputs)
        if not isinstance(outputs, list | tuple):
            raise MechanismError(
                f"the mechanism returned {type(outputs).__name__}: bits are looked at in arrays "
                "of floating-point numbers, and in lists of outputs that hold some.\n"
                "  Leave out bits=True for this mechanism."
            )
        return [_bits_of(output) for output in outputs]


def _bits_of(output: object) -> object:
    """The lowest bits of the floats in an output, in its structure; None for all else."""
    if isinstance(output, float | np.floating):
        return int(lowest_bit(np.array([output]))[0])
    if isinstance(output, np.ndarray) and output.dtype.kind == "f":
        return tuple(lowest_bit(output).ravel().tolist())
    if isinstance(output, list | tuple):
        return tuple(map(_bits_of, output))
    if isinstance(output, Mapping):
        return {key: _bits_of(value) for key, value in output.items()}
    return None
