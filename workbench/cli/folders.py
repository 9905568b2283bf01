"""JSON files in folders of any size: found one after the other, and read a few at a time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

BATCH = 16 * 2**20
"""Bytes of the files that are held at a time, if they are more than one."""
_SCHEMA = ".schema.json"


def files_in(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The JSON files that are named, or lie in folders that are named; JSON Schemas aside."""
    for path in paths:
        if path.is_dir():
            yield from _below(path)
        else:
            yield path


def _below(folder: Path) -> Iterator[Path]:
    """The JSON files below a folder in the order of their names, without a list of them all."""
    from workbench.report.errors import ReportError

    try:
        with os.scandir(folder) as found:
            entries = sorted((e.name, e.is_dir(follow_symlinks=False)) for e in found)
    except OSError as error:
        raise ReportError(
            f"{folder} cannot be read: {error.strerror}.\n  Make it readable, or name the files"
            " that are to be checked."
        ) from error
    for name, is_folder in entries:
        if is_folder:
            yield from _below(folder / name)
        elif name.endswith(".json") and not name.startswith(".") and not name.endswith(_SCHEMA):
            yield folder / name


def batches(paths: Iterable[Path]) -> Iterator[list[Path]]:
    """The files a few at a time: as many as have `BATCH` bytes together, and at least one."""
    batch: list[Path] = []
    held = 0
    for path in paths:
        size = path.stat().st_size if path.is_file() else 0
        if batch and held + size > BATCH:
            yield batch
            batch, held = [], 0
        batch.append(path)
        held += size
    if batch:
        yield batch
