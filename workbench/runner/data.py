"""The data that lie beside the modules of a check: which files count, and their hashes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path


def data_in(folder: Path, counts: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """Name and hash of each file in a folder that is no module of it, and in the folders below.

    Of the entries of `folder` itself those are taken for which `counts` says so.  A folder below
    that is a package speaks for itself, by its modules.
    """
    seen: set[str] = set()
    for here, below, files in os.walk(folder, followlinks=True):
        first = here == str(folder)
        seen.add(os.path.realpath(here))
        below[:] = sorted(
            name
            for name in below
            if (counts(name) or not first)
            and name != "__pycache__"
            and not name.startswith(".")
            and os.path.realpath(os.path.join(here, name)) not in seen
            and not os.path.isfile(os.path.join(here, name, "__init__.py"))
            and not os.path.isfile(os.path.join(here, name, "pyvenv.cfg"))
        )
        for name in sorted(files):
            if not (first and (name.endswith(".py") or not counts(name))):
                path = Path(here, name)
                content = content_of(path)
                yield path.relative_to(folder).as_posix(), hashlib.sha256(content).hexdigest()


def means(text: bytes, lists: bool, entry: str) -> bool:
    """Whether a module with this text may mean an entry of its folder, by what it names."""
    words = {entry, Path(entry).stem, Path(entry).suffix} - {""}
    return lists or any(word.encode(errors="surrogateescape") in text for word in words)


def content_of(path: Path) -> bytes:
    """The bytes of a file; one that cannot be read differs from all that can."""
    try:
        return path.read_bytes() if path.is_file() else b"\0no file"
    except OSError as error:
        return f"\0unreadable: {error.errno}".encode()
