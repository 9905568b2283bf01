"""The text of a paper's module, found and read without importing anything."""

from __future__ import annotations

from functools import cache

from workbench.claims.paper import installed_papers
from workbench.runner import Sources


class Reader:
    """Text of modules by name; None for a module that belongs to no installed paper."""

    def __init__(self) -> None:
        self._tops = {module.partition(".")[0] for _, module in installed_papers()}
        self._sources = Sources()
        self._read = cache(self._text)

    def __call__(self, module: str) -> str | None:
        """The text of a module, or None."""
        return self._read(module)

    def _text(self, module: str) -> str | None:
        if module.partition(".")[0] not in self._tops:
            return None
        path = self._sources.file_of(module)
        try:
            return None if path is None else path.read_text(encoding="utf-8")
        except (OSError, UnicodeError):
            return None
