"""What is installed and set on this machine, asked for without importing any of it.

`versions` is what a report tells; `environment` is all that a result may depend on beside the text
and data of its check, for the key of its evidence.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import os
import platform
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import workbench
from workbench.runner.places import is_local

PACKAGES = (
    "clarabel",
    "cvxpy",
    "highspy",
    "hypothesis",
    "mpmath",
    "numpy",
    "osqp",
    "python-flint",
    "scipy",
    "scs",
    "sympy",
)

VARIABLES = (
    "MKL_CBWR",
    "MPMATH_NOGMPY",
    "MPMATH_NOSAGE",
    "MPMATH_STRICT",
    "NPY_DISABLE_CPU_FEATURES",
    "NPY_PROMOTION_STATE",
    "OPENBLAS_CORETYPE",
    "SYMPY_GROUND_TYPES",
    "SYMPY_USE_CACHE",
)
"""The variables that tell libraries how to compute."""

_PAPERS = "[workbench.papers]"
_POINT = re.compile(r"^[^\[=\n]+=\s*(\w+)", re.MULTILINE)  # the package of an entry point
_EDITABLE = re.compile(r'"editable"\s*:\s*true')  # its files are followed as text


@functools.cache
def _installed() -> tuple[tuple[str, str], ...]:
    found = {"python": platform.python_version(), "workbench": workbench.__version__}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return tuple(sorted(found.items()))


def versions() -> dict[str, str]:
    """Name and version of python, of the workbench, and of each library that is installed."""
    return dict(_installed())


def environment(variables: Mapping[str, str | None] | None = None) -> str:
    """The hash of what a result may depend on in its surroundings.

    That is: the interpreter and the kind of machine, name and version of every distribution that
    can be imported, the contents of those that were installed from a folder (their version need
    not change with them), and the variables that tell libraries how to compute.  On how many
    threads is not among them: workers always compute on one.  Nor are papers: their texts count
    where they are reached, so that a new one changes nothing for the others.

    variables: their values; those of this process if None
    """
    values = os.environ if variables is None else variables
    lines = [sys.version, sys.implementation.name, sys.platform, platform.machine()]
    lines.append(f"optimize {sys.flags.optimize}")  # without asserts a property cannot fail
    lines += [f"${name} {values.get(name)!r}" for name in VARIABLES]
    for folder in map(Path, dict.fromkeys(sys.path)):
        if not (folder.parent / "__init__.py").exists():  # else it came with the package around it
            lines += _distributions(folder)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _distributions(folder: Path) -> Iterator[str]:
    """A few lines for each distribution in a folder of the import path.

    The name of its own folder has its name and version; so the hundred files that say more need
    not be read.
    """
    try:
        names = sorted(entry.name for entry in os.scandir(folder))
    except OSError:
        return
    for name in names:
        if name.endswith((".dist-info", ".egg-info")) and not _is_papers(folder, name):
            yield name
            yield _text(folder / name / "PKG-INFO")  # a folder for development has no version
            origin = _text(folder / name / "direct_url.json")
            if origin and not _EDITABLE.search(origin):
                yield _text(folder / name / "RECORD")


def _is_papers(folder: Path, name: str) -> bool:
    """Whether a distribution is papers and nothing else, by what it says that it has installed.

    A line that is run when Python starts is something else.
    """
    points = _text(folder / name / "entry_points.txt")
    if [line for line in points.splitlines() if line.startswith("[")] != [_PAPERS]:
        return False
    record = _text(folder / name / "RECORD")
    if not record:
        return is_local(folder)  # it lies beside its modules, which are followed as text
    known = {*_POINT.findall(points), name}
    tops = {line.partition(",")[0].partition("/")[0] for line in record.splitlines()} - known
    return all(
        top.endswith(".pth") and not re.search(r"^import\s", _text(folder / top), re.MULTILINE)
        for top in tops
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
