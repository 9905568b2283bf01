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

from workbench.errors import EvidenceError
from workbench.stored import stored_text


def read_cache(path: Path, key: str) -> object | None:
    """The content that was written for exactly this key, or None."""
    try:
        head, _, content = stored_text(path).partition("\n")
        whole = json.loads(head)["digest"] == _digest(key, content)
        found: object = json.loads(content) if whole else None
    except (OSError, ValueError, TypeError, KeyError, RecursionError, EvidenceError):
        return None
    return found


def write_cache(path: Path, key: str, content: object) -> None:
    """Write it whole or not at all; where that is impossible, it is not written.

    The folder is made, but not the one above it: a mistyped name of a store makes nothing.  The
    first line has the digest, which covers the rest as it stands there.
    """
    scratch = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with contextlib.suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        text = json.dumps(content)
        head = json.dumps({"digest": _digest(key, text)})
        try:
            scratch.write_text(f"{head}\n{text}", encoding="utf-8")
            scratch.replace(path)
        finally:
            scratch.unlink(missing_ok=True)


def _digest(key: str, content: str) -> str:
    return hashlib.sha256(f"{json.dumps(key)}\n{content}".encode()).hexdigest()
