"""How a call is written so that it can be pasted."""

import ast

import numpy as np

LONGEST = 200
"""Longest text of a dataset that is written out."""
STORED = "stored outputs"
"""The name of a sampler that `from_samples` made."""


def spelled(data: object, *, otherwise: str) -> str:
    """The expression that makes this dataset, if there is a short one; else a name for it.

    >>> spelled([1, 2], otherwise="dataset"), spelled(object(), otherwise="dataset")
    ('[1, 2]', 'dataset')
    >>> spelled(np.array([0.5, 1.0]), otherwise="dataset")
    'np.array([0.5, 1.0])'
    """
    if isinstance(data, np.ndarray) and data.dtype in (np.float64, np.int64, np.bool_):
        text = f"np.array({data.tolist()!r})"
        exact = data.dtype == np.array(data.tolist()).dtype and bool(np.isfinite(data).all())
        return text if exact and len(text) <= LONGEST else otherwise
    text = repr(data)
    try:
        same = len(text) <= LONGEST and repr(ast.literal_eval(text)) == text
    except (ValueError, SyntaxError):
        return otherwise
    return text if same else otherwise


def named(mechanism: str, *, otherwise: str = "sample") -> str:
    """The last name of a mechanism, or a name for one that has none of its own.

    >>> named("Tests.test_it.<locals>.release"), named("<lambda>")
    ('release', 'sample')
    >>> named(STORED)  # the two names are those of its arguments
    'audit.from_samples(dataset, neighbour)'
    """
    if mechanism == STORED:
        return "audit.from_samples(dataset, neighbour)"
    last = mechanism.rpartition(".")[2]
    return last if last.isidentifier() else otherwise
