"""The query of a function of one's own: the mean over the records of what it is at each."""

from collections.abc import Callable

import numpy as np

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array
from workbench.privacy.queries.query import Query

_UNIT = 2.0**-53  # relative rounding error of one operation in double precision


def mean_query(
    function: Callable[[Array, Array], Array], points: Array, *, ulps: float = 16.0
) -> Query:
    """The mean over the records of a function of a point and a record, to be asked of a curator.

    The function is written as for one point and one record, with NumPy's broadcasting: it is called
    with points of shape (trials, 1, d) and records of shape (1, m, k) or (trials, m, k), and
    answers the value of every record at every point, shape (trials, m, d), or anything that
    broadcasts to it.  An audit compares the values of the two records in which neighbours differ:
    it takes their difference in floating point, with a bound on its rounding.  Where that bound
    hides what an audit should see, a `Query` of one's own leaves out the terms that cancel.

    function: (points, records) -> values; without randomness and without side effects
    points: public points, shape (trials, d): functions of earlier releases
    ulps: how many units of rounding error an entry of a value may have, relative to that entry

    Raises:
        ParameterError: points that are no matrix, a negative `ulps`, or values of another shape.

    >>> points, records = np.zeros((5, 2)), np.arange(6.0).reshape(1, 3, 2)
    >>> query = mean_query(lambda x, z: np.clip(x - z, -1, 1), points)
    >>> query.evaluate_mean(records)[0].tolist()
    [-0.6666666666666666, -1.0]
    """
    require(ulps >= 0, "ulps", ulps, "is negative", "Pass a bound on a relative rounding error.")

    def values(x: Array, records: Array) -> Array:
        found = np.asarray(function(x[:, None, :], records), dtype=float)
        shape = (len(x), records.shape[-2], x.shape[1])
        try:
            return np.broadcast_to(found, shape)
        except ValueError as error:
            raise ParameterError(
                f"function answers shape {found.shape}, which does not broadcast to (trials, m, d)"
                f" = {shape}.\n  Let the last axis be the coordinates of a point: reduce with"
                " keepdims=True."
            ) from error

    def at(x: Array, record: Array) -> Array:
        return values(x, record.reshape(1, 1, -1))[:, 0]

    def mean(x: Array, records: Array) -> Array:
        return values(x, records).mean(axis=1)

    def difference(x: Array, old: Array, new: Array) -> Array:
        return at(x, new) - at(x, old)

    def difference_error(x: Array, old: Array, new: Array) -> Array:
        size = np.abs(at(x, new)).sum(axis=1) + np.abs(at(x, old)).sum(axis=1)
        return (ulps + 1) * _UNIT * size

    return Query(
        points=points, values=values, mean=mean, difference=difference,
        difference_error=difference_error,
    )  # fmt: skip
