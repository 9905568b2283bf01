"""Files that only save time: whatever is wrong with one, nothing but time is lost.

A cache says what it was computed from (`key`) and carries the hash of its content, so that one that
is old, cut short or changed by anything but this module is not believed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path


def read_cache(path: Path, key: str) -> object | None:
    """The content that was written for exactly this key, or None."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        content = document["content"]
        whole = document["digest"] == _digest(key, content)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return content if whole else None


def write_cache(path: Path, key: str, content: object) -> None:
    """Write it whole or not at all; where that is impossible, it is not written."""
    scratch = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        plain = json.loads(json.dumps(content))
        text = json.dumps({"digest": _digest(key, plain), "content": plain})
        try:
            scratch.write_text(text, encoding="utf-8")
            scratch.replace(path)
        finally:
            scratch.unlink(missing_ok=True)


def _digest(key: str, content: object) -> str:
    return hashlib.sha256(json.dumps([key, content]).encode()).hexdigest()
