"""A query whose answer is the record itself, and one that depends on the point."""

import numpy as np

from workbench.privacy import Query
from workbench.privacy.arrays import Array


def identity_query(x: Array) -> Query:
    """value(x; y) = y."""
    return Query(
        points=x,
        values=lambda x, r: np.broadcast_to(r, (len(x), *r.shape[1:])),
        mean=lambda x, r: np.broadcast_to(r.mean(axis=1), x.shape),
        difference=lambda x, old, new: (new - old)[None],
        difference_error=lambda x, old, new: np.zeros(1),
    )


def product_query(x: Array) -> Query:
    """value(x; y) = tanh(x) * y, coordinate by coordinate."""
    return Query(
        points=x,
        values=lambda x, r: np.tanh(x)[:, None] * r,
        mean=lambda x, r: np.tanh(x) * r.mean(axis=1),
        difference=lambda x, old, new: np.tanh(x) * (new - old),
        difference_error=lambda x, old, new: np.full(len(x), 1e-15 * np.abs(new - old).sum()),
    )
