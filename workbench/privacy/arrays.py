"""Array types of the numerical rooms; the leading axis of an array of results is the trial.

Methods, problems and curators compute in the library that holds the data: numpy, or any other that
follows the array API standard (torch, CuPy, ...), on the device where the data is.

    data = problem.dataset(rows).to(torch, device="cuda")
    method.run(problem, TrustedCurator(data, rng), trials=1_000)      # a torch tensor

They ask `namespace(x)` for the functions of an array and use what the standard has.  Draws are
always those of numpy's generator, and go over afterwards: the same seed gives the same numbers, up
to rounding.  Likelihoods, costs and checks stay in numpy.
"""

import functools
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from workbench.errors import ParameterError

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

BLOCK = 2**22
"""Largest number of floats in one temporary array (32 MiB)."""

SHORT = 32
"""Rows of so few numbers are reduced faster as columns."""

_FEW = 2048  # rows at a time, so that their columns stay in fast memory

ULP = 2.0**-52
"""The distance from 1 to the next float: one operation errs by at most half of it."""


_OF_NUMPY = (np.ndarray, np.generic, float, int)


def namespace(x: Any) -> Any:  # noqa: ANN401 - modules and arrays of any library
    """The functions of an array, by the array API standard; those of numpy for plain numbers.

    >>> namespace(np.zeros(2)) is np
    True
    """
    if isinstance(x, _OF_NUMPY):
        return np
    return _compatible().array_namespace(x)


def is_numpy(x: Any) -> bool:  # noqa: ANN401
    """Whether it is an array of numpy."""
    return isinstance(x, np.ndarray)


def to_numpy(x: Any) -> Any:  # noqa: ANN401
    """The same numbers in numpy, from any library and device."""
    if type(x) is np.ndarray:  # the common case, at every step
        return x
    if isinstance(x, np.ndarray | np.generic) or not hasattr(x, "__dlpack__"):
        return np.asarray(x)
    if hasattr(x, "__array__"):  # torch on the processor, array-api-strict
        try:
            return np.asarray(x)
        except (TypeError, RuntimeError):  # it is on another device, or carries gradients
            pass
    x = x.detach() if hasattr(x, "detach") else x
    return np.asarray(_compatible().to_device(x, "cpu"))


def like(values: Any, reference: Any) -> Any:  # noqa: ANN401
    """The same numbers in the library of `reference`, on its device.

    >>> like([1.0, 2.0], np.zeros(3))
    array([1., 2.])
    """
    if isinstance(reference, np.ndarray):
        return to_numpy(values)
    xp = namespace(reference)
    if isinstance(values, type(reference)):
        return values
    numbers = np.array(values)  # a copy: what is read-only here may be written to there
    return xp.asarray(numbers, device=_compatible().device(reference))


def as_points(z: Any) -> Any:  # noqa: ANN401
    """Lists and whole numbers as floats of numpy; an array of another library as it is."""
    if isinstance(z, np.ndarray) or not hasattr(z, "__dlpack__"):
        return np.asarray(z, dtype=np.float64)
    return z


def row_max(x: Any) -> Any:  # noqa: ANN401
    """The largest entry along the last axis, kept with length one.

    >>> row_max(np.array([[1.0, 3.0], [2.0, 0.0]])).tolist()
    [[3.0], [2.0]]
    """
    if is_numpy(x) and x.ndim == 2 and 1 < x.shape[1] <= SHORT:  # numpy is slow on short rows
        return _by_columns(x, lambda columns: columns.max(axis=0))
    return namespace(x).max(x, axis=-1, keepdims=True)


def row_sum(x: Any) -> Any:  # noqa: ANN401
    """The sum along the last axis, kept with length one; no row's depends on another's."""
    if is_numpy(x) and x.ndim == 2 and 0 < x.shape[1] <= SHORT:
        if x.shape[1] == 1:
            return x.copy()
        return _by_columns(x, lambda columns: functools.reduce(operator.add, columns))
    return namespace(x).sum(x, axis=-1, keepdims=True)


def _by_columns(x: Array, reduce: Callable[[Array], Array]) -> Array:
    """The rows reduced as columns, a few rows at a time; shape (rows, 1)."""
    if len(x) <= _FEW:
        return reduce(np.ascontiguousarray(x.T))[:, None]
    starts = range(0, len(x), _FEW)
    parts = [reduce(np.ascontiguousarray(x[i : i + _FEW].T)) for i in starts]
    return np.concatenate(parts)[:, None]


def taken(x: Any, index: Ints) -> Any:  # noqa: ANN401
    """Rows of an array by numbers of any shape: (n, k) and (trials, m) to (trials, m, k)."""
    if isinstance(x, np.ndarray):
        return x[index]
    xp = namespace(x)
    flat = xp.take(x, like(index.reshape(-1), x), axis=0)
    return xp.reshape(flat, (*index.shape, *x.shape[1:]))


def beside(*parts: Any) -> Any:  # noqa: ANN401
    """Columns side by side, of arrays of one library."""
    return namespace(parts[0]).concat(parts, axis=1)


def pick(mask: Any, x: Any, y: Any) -> Any:  # noqa: ANN401
    """The rows of x where the mask of shape (trials,) holds, those of y elsewhere."""
    return namespace(x).where(like(mask, x)[:, None], x, y)


def unit_rows(indices: Any, width: int) -> Any:  # noqa: ANN401
    """Unit vectors of these numbers, shape (trials, width).

    >>> unit_rows(np.array([1, 0]), 3).tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
    """
    xp = namespace(indices)
    numbers = xp.arange(width, dtype=xp.int64, device=indices.device)
    return xp.astype(xp.equal(numbers, indices[:, None]), xp.float64)


def picked(x: Any, which: Any) -> Any:  # noqa: ANN401
    """One row of every trial: x of shape (trials, K, d), numbers of shape (trials,)."""
    xp = namespace(x)
    return xp.take_along_axis(x, which[:, None, None], axis=1)[:, 0, :]


def logistic(t: Any) -> Any:  # noqa: ANN401
    """1 / (1 + exp(-t)), with its digits at both ends."""
    if isinstance(t, np.ndarray | np.generic | float):
        return expit(t)
    xp = namespace(t)
    small = xp.exp(-xp.abs(t))
    return xp.where(t >= 0, 1 / (1 + small), small / (1 + small))


def converted(records: Array, library: Any, device: Any) -> Any:  # noqa: ANN401
    """Records in another library, named by its module."""
    if library is np:
        return to_numpy(records)
    example = library.asarray(0.0)
    xp = namespace(example)
    numbers = np.array(to_numpy(records))
    where = {} if device is None else {"device": device}
    return xp.asarray(numbers, dtype=xp.float64, **where)


def _compatible() -> Any:  # noqa: ANN401
    """The package that smooths over what libraries do differently."""
    try:
        import array_api_compat
    except ImportError as error:
        raise ParameterError(
            "arrays of another library than numpy need the package array-api-compat.\n"
            "  pip install 'dp-workbench[arrays]'"
        ) from error
    return array_api_compat


def trial_blocks(trials: int, floats_per_trial: int, *, block: int = BLOCK) -> Iterator[slice]:
    """Consecutive slices of the trial axis whose temporaries stay below `block` floats.

    >>> list(trial_blocks(5, 2, block=4))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    size = max(1, block // max(1, floats_per_trial))
    for begin in range(0, trials, size):
        yield slice(begin, min(begin + size, trials))
