"""Clipped values: no record moves a sum by more than the clipping norm, whatever the record is."""

from dataclasses import replace

import numpy as np

from workbench.errors import require
from workbench.privacy.arrays import ULP, Array, namespace, to_numpy
from workbench.privacy.queries.query import Query


def clipped(query: Query, *, norm: float) -> Query:
    """The query with every record's value v scaled to v min(1, norm / |v|), in l2 norm.

    Clipping moves no two points further apart, so an error of a value does not grow.  The
    `difference_error` of the query has to bound the errors of the two values it is told of
    together, as that of a smooth problem and of `mean_query` does.

    query: the query of unclipped values
    norm: the length that no clipped value exceeds

    >>> from workbench.privacy import mean_query
    >>> query = clipped(mean_query(lambda x, z: z - x, np.zeros((1, 2))), norm=1.0)
    >>> query.evaluate_mean(np.array([[[3.0, 4.0], [0.0, 0.5]]]))[0].round(12).tolist()
    [0.3, 0.65]
    """
    ok = 0 < norm < np.inf
    require(ok, "norm", norm, "is not positive and finite", "Pass the length to clip to.")

    def clip(values: Array) -> Array:
        xp = namespace(values)
        lengths = xp.sqrt(xp.sum(values * values, axis=-1, keepdims=True))
        return values * (norm / xp.clip(lengths, norm, None))

    def values(x: Array, records: Array) -> Array:
        return clip(query.values(x, records))

    def at(x: Array, record: Array) -> Array:
        return values(to_numpy(x), record[None, None])[:, 0]  # likelihoods are in numpy

    def mean(x: Array, records: Array) -> Array:
        found = values(x, records)
        return namespace(found).mean(found, axis=1)

    def difference(x: Array, old: Array, new: Array) -> Array:
        return at(x, new) - at(x, old)

    def difference_error(x: Array, old: Array, new: Array) -> Array:
        d = query.shape[1]  # l1 is at most sqrt(d) l2; two values of at most `norm` each are scaled
        own = 2 * (d + 8) * ULP * norm
        return np.sqrt(d) * (query.difference_error(to_numpy(x), old, new) + own)

    return replace(
        query, values=values, mean=mean, difference=difference, difference_error=difference_error
    )
