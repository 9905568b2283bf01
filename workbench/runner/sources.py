"""Which source text a check depends on: the modules that it imports, however indirectly.

The digest of a module covers its own text, the text of every module of its own top-level package
and of `workbench` that it imports (at any depth, inside functions too), the `__init__` of every
package on the way, and the data files that lie beside the modules of its package.  Modules are
found by reading, never by importing: a `from x import y` where y is a module counts as y, and so
does a dotted name in a string (`importlib.import_module("workbench.rigor")`, tables of lazy
imports).  That is more than is needed and never less, so evidence may be called stale too often,
not too seldom.

Reading a file once is enough: what it imports is cached by (path, time of change, size).
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import json
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ENGINE = "workbench"
_DOTTED = re.compile(r"\.?[A-Za-z_]\w*(\.[A-Za-z_]\w*)+|\.[A-Za-z_]\w*")
_SETTLED = 2.0  # seconds: a file younger than this may change again within one tick of its clock
_FORMAT = "workbench-sources/1"
_NOT_DATA = (".py", ".pyc", ".pyi", ".md")


@dataclass(frozen=True, slots=True)
class _File:
    """What one file says: the hash of its bytes, and the dotted names that it may import."""

    digest: str
    names: tuple[str, ...]


@dataclass(slots=True)
class Sources:
    """Digests of modules; `cache` is a file that spares reading unchanged modules again."""

    cache: Path | None = None
    _known: dict[str, tuple[int, int, _File]] = field(default_factory=dict, init=False)
    _roots: dict[str, Path | None] = field(default_factory=dict, init=False)
    _places: dict[str, Path | None] = field(default_factory=dict, init=False)
    _edges: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False)
    _files: dict[Path, _File] = field(default_factory=dict, init=False)
    _data: dict[Path, tuple[str, ...]] = field(default_factory=dict, init=False)
    _digests: dict[tuple[str, ...], str] = field(default_factory=dict, init=False)
    _dirty: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        if self.cache is not None:
            self._known = _read_cache(self.cache)

    def digest(self, *modules: str) -> str:
        """The hash of all source text that `modules` depend on.

        >>> Sources().digest("workbench.errors") == Sources().digest("workbench.errors")
        True
        """
        if modules not in self._digests:
            total = hashlib.sha256()
            for name, path in self.closure(*modules).items():
                total.update(f"{name}\0{self._read(path, name).digest}\n".encode())
            for line in self._data_beside(modules):
                total.update(line.encode())
            self._digests[modules] = total.hexdigest()
        return self._digests[modules]

    def closure(self, *modules: str) -> dict[str, Path]:
        """The modules that `modules` import within their own package and `workbench`, by name."""
        tops = {ENGINE, *(m.split(".", 1)[0] for m in modules)}
        found: dict[str, Path] = {}
        waiting = [part for m in modules for part in _with_parents(m)]
        while waiting:
            name = waiting.pop()
            if name in found or name.split(".", 1)[0] not in tops:
                continue
            path = self._locate(name)
            if path is None:
                continue
            found[name] = path
            waiting.extend(self._imports(name, path))
        return dict(sorted(found.items()))

    def modules_of(self, module: str) -> tuple[str, ...]:
        """The names of a module and, if it is a package, of all modules in it; by reading only."""
        path = self._locate(module)
        if path is None:
            return ()
        if path.name != "__init__.py":
            return (module,)
        found = []
        for file in path.parent.rglob("*.py"):
            parts = file.relative_to(path.parent).with_suffix("").parts
            found.append(".".join([module, *(p for p in parts if p != "__init__")]))
        return tuple(sorted(found))

    def save(self) -> None:
        """Write the cache file, if anything was read that it does not hold."""
        if self.cache is None or not self._dirty:
            return
        document = {
            "schema": _FORMAT,
            "files": {
                path: [when, size, one.digest, list(one.names)]
                for path, (when, size, one) in sorted(self._known.items())
            },
        }
        write_cache(self.cache, document)
        self._dirty = False

    def _imports(self, name: str, path: Path) -> tuple[str, ...]:
        if name not in self._edges:
            self._edges[name] = tuple(
                part for target in self._read(path, name).names for part in _with_parents(target)
            )
        return self._edges[name]

    def _locate(self, name: str) -> Path | None:
        """The file of a module, found without importing anything; None for other names."""
        if name not in self._places:
            self._places[name] = self._find(name)
        return self._places[name]

    def _find(self, name: str) -> Path | None:
        top, *rest = name.split(".")
        if top not in self._roots:
            self._roots[top] = _folder_of(top)
        root = self._roots[top]
        if root is None:
            return None
        base = root.joinpath(*rest)
        for path in (base / "__init__.py", base.parent / f"{base.name}.py"):
            if path.is_file():
                return path
        return None

    def _read(self, path: Path, name: str) -> _File:
        if path in self._files:
            return self._files[path]
        stat = path.stat()
        when, size, known = self._known.get(str(path), (0, 0, None))
        if known is None or (when, size) != (stat.st_mtime_ns, stat.st_size):
            text = path.read_bytes()
            known = _File(hashlib.sha256(text).hexdigest(), _names(text, name, path))
            if time.time() - stat.st_mtime > _SETTLED:
                self._known[str(path)] = (stat.st_mtime_ns, stat.st_size, known)
                self._dirty = True
        self._files[path] = known
        return known

    def _data_beside(self, modules: Iterable[str]) -> Iterator[str]:
        """One line for each data file in the folders of `modules`."""
        folders = {p.parent for m in modules if (p := self._locate(m)) is not None}
        for folder in sorted(folders):
            if folder not in self._data:
                self._data[folder] = tuple(
                    f"{path.name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n"
                    for path in sorted(folder.iterdir())
                    if path.is_file()
                    and path.suffix not in _NOT_DATA
                    and not path.name.startswith(".")
                )
            yield from self._data[folder]


def write_cache(path: Path, document: object) -> None:
    """Write a file that only saves time: where that is impossible, nothing is lost."""
    scratch = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_text(json.dumps(document), encoding="utf-8")
        scratch.replace(path)


def _with_parents(name: str) -> tuple[str, ...]:
    """A module and the packages that hold it: importing it runs them all."""
    parts = name.split(".")
    return tuple(".".join(parts[: i + 1]) for i in range(len(parts)))


def _folder_of(top: str) -> Path | None:
    """The folder of a top-level package."""
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


def _names(text: bytes, module: str, path: Path) -> tuple[str, ...]:
    """Every dotted name in the module that may be one of a module, resolved to be absolute."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ()  # its own import says so, better than we could
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute("." * node.level + (node.module or ""), package)
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            dotted = node.value if _DOTTED.fullmatch(node.value) else ""
            found.add(_absolute(dotted, package))
    return tuple(sorted(name for name in found if name))


def _absolute(name: str, package: str) -> str:
    """Resolve leading dots against `package`.

    >>> _absolute("..solvers.erm", "workbench.rigor.provers"), _absolute(".", "workbench.rigor")
    ('workbench.rigor.solvers.erm', 'workbench.rigor')
    """
    plain = name.lstrip(".")
    level = len(name) - len(plain)
    if level == 0:
        return plain
    parts = package.split(".")
    base = parts[: len(parts) - level + 1]
    return ".".join([*base, plain] if plain else base)


def _read_cache(path: Path) -> dict[str, tuple[int, int, _File]]:
    """The cache as it was left; one that cannot be read costs time, nothing else."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(document, Mapping) or document.get("schema") != _FORMAT:
            return {}
        return {
            name: (int(when), int(size), _File(str(digest), tuple(map(str, names))))
            for name, (when, size, digest, names) in document["files"].items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}
