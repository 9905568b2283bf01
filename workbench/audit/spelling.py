"""How a call is written so that it can be pasted."""

import ast

import numpy as np

LONGEST = 200
"""Longest text of a dataset that is written out."""
SHOWN = 60
"""Longest word that is written out."""
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


def short(text: str, most: int = SHOWN) -> str:
    """The text, cut where it is long."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def shown(output: object) -> str:
    """An output in words; an array says of what type its numbers are.

    >>> shown(np.array([1.0])), shown(np.array([1])), shown([1.0])
    ('array([1.], dtype=float64)', 'array([1], dtype=int64)', '[1.0]')
    """
    text = repr(output)
    if isinstance(output, np.ndarray) and text.endswith(")") and "dtype=" not in text:
        text = f"{text[:-1]}, dtype={output.dtype})"
    return short(text, 4 * SHOWN)
