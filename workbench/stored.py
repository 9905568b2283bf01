"""Reading what was stored: files, and nothing of which reading might never end."""

from __future__ import annotations

import stat
from pathlib import Path

from workbench.errors import EvidenceError


def stored_text(path: Path) -> str:
    """The text of a file; raises EvidenceError of a folder, a pipe or a device in its place."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise EvidenceError("it is no file, but a folder, a pipe or a device.")
    return path.read_text(encoding="utf-8")
