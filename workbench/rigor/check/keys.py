"""Keys of JSON values, such as trees, under which a checker finds what it has read before."""

from __future__ import annotations

import marshal
from typing import Any


def key_of(value: Any) -> bytes:  # noqa: ANN401 - JSON
    """Bytes that no other value or type of value has; quicker than its text."""
    try:
        return marshal.dumps(value, 2)  # later formats write the same value in several ways
    except ValueError:  # deeper than anything that can be read
        raise RecursionError("nested too deeply") from None
