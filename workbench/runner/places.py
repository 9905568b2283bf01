"""Where modules lie: found by looking, without importing anything."""

from __future__ import annotations

import functools
import importlib.util
import os
import site
import sys
import sysconfig
from pathlib import Path


@functools.cache
def with_parents(name: str) -> tuple[str, ...]:
    """A module and the packages that hold it: importing it runs them all."""
    parts = name.split(".")
    return tuple(".".join(parts[: i + 1]) for i in range(len(parts)))


def places_of(top: str) -> tuple[Path, ...]:
    """The folders of a top-level package, or the file of a top-level module."""
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return ()
    if spec is None:
        return ()
    if spec.submodule_search_locations:
        return tuple(Path(folder) for folder in spec.submodule_search_locations)
    if not spec.has_location or spec.origin is None:
        return ()  # built in, or frozen
    return (Path(spec.origin),)


@functools.cache
def _installed() -> tuple[str, ...]:
    """The folders of the standard library and of the installed distributions."""
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    folders = [sysconfig.get_path(name) for name in names]
    folders += [*site.getsitepackages(), site.getusersitepackages()]
    # Those of an environment below or beside this one, which a .pth file or PYTHONPATH adds.
    folders += [p for p in sys.path if Path(p).name in ("site-packages", "dist-packages")]
    return tuple(os.path.realpath(folder) + os.sep for folder in folders)


@functools.cache
def is_local(path: Path) -> bool:
    """Whether a file or folder lies outside of what is installed."""
    return not (os.path.realpath(path) + os.sep).startswith(_installed())


def absolute(name: str, package: str) -> str:
    """Resolve leading dots against `package`.

    >>> absolute("..solvers.erm", "workbench.rigor.provers"), absolute(".", "workbench.rigor")
    ('workbench.rigor.solvers.erm', 'workbench.rigor')
    """
    plain = name.lstrip(".")
    level = len(name) - len(plain)
    if level == 0:
        return plain
    parts = package.split(".")
    base = parts[: len(parts) - level + 1]
    return ".".join([*base, plain] if plain else base)
