"""What a name may be."""

from __future__ import annotations

from typing import Any


def is_word(name: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether a name is a plain word of ASCII: other scripts have letters that look like these."""
    return isinstance(name, str) and name.isascii() and name.isidentifier()
