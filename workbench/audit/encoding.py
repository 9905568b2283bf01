"""From what a mechanism returned to outputs, dense where they are plain numbers.

Arrays of numbers, and lists of numbers or of rows of one length whose types are all the same, stay
arrays of floats as long as those hold all of it; everything else is taken apart
(workbench.audit.structures).
"""

import math
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from workbench.audit.outcomes import MechanismError, Outputs
from workbench.audit.structures import EXACT, take_apart
from workbench.privacy.arrays import Array


def encode(raw: Any, size: int, call: str) -> Outputs:  # noqa: ANN401
    """Outputs of one call, which must be an array or a list of `size` outputs."""
    if not isinstance(raw, list | tuple | np.ndarray) and hasattr(raw, "__array__"):
        raw = np.asarray(raw)
    if not isinstance(raw, np.ndarray | list | tuple):
        raise MechanismError(
            f"{call} returned {type(raw).__name__}: one output per draw is needed.\n"
            "  Return an array with leading axis `size`, or a list of `size` outputs; a mechanism "
            "of one output a call is audited as audit.per_call(f)."
        )
    if isinstance(raw, np.ndarray) and raw.ndim == 0:
        raise MechanismError(
            f"{call} returned an array of shape (): its leading axis must have length {size}.\n"
            "  Draw `size` independent outputs in one call and stack them, or pass "
            "audit.per_call(f) for a mechanism of one output a call."
        )
    if len(raw) != size:
        what = f"an array of shape {raw.shape}" if isinstance(raw, np.ndarray) else "a list"
        raise MechanismError(
            f"{call} returned {what} with {len(raw)} outputs: {size} were asked for.\n"
            "  Draw `size` independent outputs in one call and stack them along the leading axis."
        )
    if isinstance(raw, np.ndarray) and not isinstance(raw, np.ma.MaskedArray):
        values = _numbers(raw)
        if values is not None:
            return Outputs(size, values, scalar=raw.ndim == 1 and raw.dtype.kind != "c")
    if isinstance(raw, np.ndarray):
        named = raw.dtype.names is not None  # a list would forget the names of fields
        raw = list(raw) if named else raw.tolist()  # what is masked becomes None
    return _plain(raw) or take_apart(raw, call)


def _numbers(raw: np.ndarray) -> Array | None:
    """An array as rows of floats, if those hold all of it."""
    if raw.dtype.kind == "c":
        raw = np.stack([raw.real, raw.imag], axis=-1)
    if raw.dtype.kind not in "biuf" or raw.dtype.itemsize > 8:
        return None
    large = raw.dtype.kind in "iu" and raw.dtype.itemsize == 8 and raw.size
    if large and (int(raw.max()) > EXACT or int(raw.min()) < -EXACT):
        return None
    flat = raw.reshape(len(raw), math.prod(raw.shape[1:]))
    return np.array(flat, dtype=np.float64)  # a copy: the mechanism may use its buffer again


def _plain(raw: Sequence[Any]) -> Outputs | None:
    """Numbers of one type, or rows of one type and length of those; None for anything else."""
    kinds = set(map(type, raw))
    if len(kinds) != 1:
        return None
    kind = kinds.pop()
    if kind in (list, tuple):
        if len(set(map(len, raw))) != 1:
            return None
        entries = set(map(type, chain.from_iterable(raw)))
        name = kind.__name__
    else:
        entries, name = {kind}, ""
    if len(entries) != 1 or not entries <= {int, float, bool}:
        return None
    try:
        values = np.array(raw).reshape(len(raw), -1)
    except OverflowError:
        return None
    found = _numbers(values)
    entry = entries.pop().__name__
    return (
        None
        if found is None
        else Outputs(len(raw), found, scalar=not name, types=(name or entry, entry))
    )
