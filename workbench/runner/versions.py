"""The versions of what a result may depend on, asked for without importing any of it."""

from __future__ import annotations

import functools
import importlib.metadata
import platform

import workbench

PACKAGES = (
    "cvxpy",
    "dp-accounting",
    "hypothesis",
    "numpy",
    "python-flint",
    "scipy",
    "sympy",
)


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
