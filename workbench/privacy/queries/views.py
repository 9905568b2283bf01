"""What a secret holds, as arrays: operations on its views that look at no value."""

import numpy as np

from workbench.errors import ParameterError
from workbench.privacy.arrays import ULP, Array, as_points, is_numpy, like, namespace, to_numpy


def one_rounding(views: tuple[Array, ...]) -> Array | float:
    """Rounding of one operation on the difference."""
    return ULP * np.abs(views[1]).sum(axis=1) if len(views) == 2 else 0.0


def widened(view: Array, shape: tuple[int, int]) -> Array:
    """The view, broadcast."""
    return view if view.shape == shape else namespace(view).broadcast_to(view, shape)


def matching(numbers: object, view: Array) -> Array:
    """Public numbers of any kind, to be combined with a view."""
    if is_numpy(view):
        return np.asarray(to_numpy(numbers), dtype=np.float64)
    if isinstance(numbers, type(view)):
        return numbers
    moved: Array = like(np.asarray(to_numpy(numbers), dtype=np.float64), view)
    return moved


def checked(answer: Array, shape: tuple[int, int]) -> Array:
    """What a function answered, if it has this shape."""
    values = as_points(answer)
    if values.shape != shape:
        raise ParameterError(
            f"function answers shape {values.shape}: {shape} is needed.\n"
            "  Keep the trial axis, and pass dimension= where the length changes."
        )
    return values


def combined(weights: Array, views: tuple[Array, ...]) -> Array:
    """The sum of weight times view."""
    xp, first = namespace(views[0]), views[0]
    total: Array = xp.tensordot(like(weights, first), xp.stack(views), axes=1)
    return total
