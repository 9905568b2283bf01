"""Which text and data a check depends on: all that its module can reach, however indirectly.

The digest of a module covers, by content:

- its own text and that of every module that it imports, at any depth, inside functions too, with
  the `__init__` of every package on the way.  Followed are `workbench`, the module's own package,
  those of all papers, and whatever else lies outside the standard library and the installed
  distributions, of which the versions count (`workbench.runner.versions`);
- the data in the folders of these modules and in the folders below that are no packages, whatever
  the suffix.  Texts for people (*.md) count where a module that is reached may read them, and what
  lies beside a module outside of any package counts where that module may mean it;
- the values of the environment variables that these modules read.

Modules are found by reading, never by importing (`workbench.runner.reading` says how names that
are computed are understood).  A module that imports what reading cannot tell depends on every
module that can be imported from the folders of those followed.  To record instead what was loaded
while the check ran would miss what an earlier check of the same process had loaded, and what would
have been loaded had it existed; so evidence may be called stale too often, not too seldom.  Not
followed are data outside of the packages, and edits within installed distributions.

The contents of all files are hashed every time, which takes some milliseconds.  What a text says
follows from the text and the reader alone, and is kept under the hash of both.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from workbench.claims.paper import installed_papers
from workbench.runner import reading
from workbench.runner.caches import read_cache, write_cache
from workbench.runner.data import content_of, data_in, means
from workbench.runner.places import absolute, is_local, places_of, with_parents
from workbench.runner.reading import ALL, Text, read

ENGINE = "workbench"
_LOADERS = ("workbench.claims.paper", "workbench.runner.grid")
"""Their computed imports are those of the papers, whose modules are followed by name."""
_FORMAT = "workbench-sources/2"
_MOST = 5000  # texts that the cache holds before it forgets those that were not asked for


@dataclass(slots=True)
class Sources:
    """Digests of modules; `cache` is a file that spares reading known texts again.

    What was found once is not looked up again: make a new one to see what changed since.
    """

    cache: Path | None = None
    _known: dict[str, Text] = field(default_factory=dict, init=False)
    _used: dict[str, Text] = field(default_factory=dict, init=False)
    _tops: dict[str, tuple[Path, ...]] = field(default_factory=dict, init=False)
    _places: dict[str, Path | None] = field(default_factory=dict, init=False)
    _listed: dict[str, frozenset[str]] = field(default_factory=dict, init=False)
    _within: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False)
    _installed: dict[str, bool] = field(default_factory=dict, init=False)
    _followed: dict[str, dict[str, bool]] = field(default_factory=dict, init=False)
    _edges: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False)
    _texts: dict[str, Text] = field(default_factory=dict, init=False)
    _kept: dict[Path, tuple[tuple[str, str], ...]] = field(default_factory=dict, init=False)
    _digests: dict[tuple[str, ...], str] = field(default_factory=dict, init=False)
    _brought: frozenset[str] = field(default=frozenset(), init=False)

    def __post_init__(self) -> None:
        if self.cache is not None:
            self._known = _known_texts(read_cache(self.cache, _key()))

    def digest(self, *modules: str) -> str:
        """The hash of all that `modules` depend on.

        >>> Sources().digest("workbench.errors") == Sources().digest("workbench.errors")
        True
        """
        if modules not in self._digests:
            found = self.closure(*modules)
            texts = {name: self._text(path) for name, path in found.items()}
            lines = [f"{name} {text.digest}" for name, text in texts.items()]
            lines += self._data_of(found, prose=any(text.prose for text in texts.values()))
            lines += _environment(
                {v for name, text in texts.items() if not _places(name) for v in text.variables}
            )
            self._digests[modules] = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        return self._digests[modules]

    def texts(self, *modules: str) -> str:
        """The hash of the text of modules and of all that is in packages, imports left aside."""
        names = {name for module in modules for name in self.modules_of(module)}
        paths = {name: path for name in names if (path := self.file_of(name)) is not None}
        lines = [f"{name} {self._text(path).digest}" for name, path in sorted(paths.items())]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def closure(self, *modules: str) -> dict[str, Path]:
        """The modules that `modules` may import, by name, with their files."""
        found: dict[str, Path] = {}
        waiting = [part for m in modules for part in with_parents(m)]
        while waiting:
            name = waiting.pop()
            if name not in found and (path := self.file_of(name)) is not None:
                found[name] = path
                waiting.extend(self._imports(name, path))
        return dict(sorted(found.items()))

    def modules_of(self, module: str) -> tuple[str, ...]:
        """The names of a module and, if it is a package, of all modules in it; by reading only."""
        if module not in self._within:
            found = set() if self.file_of(module) is None else {module}
            for folder in self._folders(module):
                for file in folder.rglob("*.py"):
                    parts = file.relative_to(folder).with_suffix("").parts
                    found.add(".".join([module, *(p for p in parts if p != "__init__")]))
            self._within[module] = tuple(sorted(found))
        return self._within[module]

    def save(self) -> None:
        """Write the cache file, if its folder is there and it lacks anything that was read."""
        if self.cache is None or not self.cache.parent.is_dir():
            return
        if self._used.keys() <= self._known.keys():
            return
        if len(self._known) < _MOST:
            self._used = self._known | self._used
        entries = [
            [t.digest, t.names, t.below, t.anything, t.variables, t.prose]
            for _, t in sorted(self._used.items())
        ]
        write_cache(self.cache, _key(), entries)
        self._known = dict(self._used)

    def _imports(self, name: str, path: Path) -> tuple[str, ...]:
        """The modules to follow that one module may import, with the packages that hold them."""
        if name not in self._edges:
            text = self._text(path)
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            targets = {absolute(one, package) for one in text.names}
            for one in text.below:
                targets.update(self.modules_of(absolute(one, package)))
            if text.anything and name not in _LOADERS:
                targets.update(self._beside(name))
            parts = {part for target in targets if target for part in with_parents(target)}
            top = name.partition(".")[0]
            known = self._followed.setdefault(top, {})  # thousands name the same few hundred
            for part in parts - known.keys():
                known[part] = self._is_followed(part, {top, *self._papers()})
            self._edges[name] = tuple(part for part in parts if known[part])
        return self._edges[name]

    def _beside(self, name: str) -> Iterator[str]:
        """Every module that can be imported from the folder that holds the package of `name`."""
        top = name.split(".", 1)[0]
        for home in sorted({root.parent for root in self._roots(top)}):
            if not is_local(home):  # among the installed distributions: the versions count
                yield from self.modules_of(top)
                continue
            for entry in sorted(home.iterdir()):
                if entry.suffix == ".py" or (entry / "__init__.py").is_file():
                    yield from self.modules_of(entry.stem)

    def file_of(self, name: str) -> Path | None:
        """The file of a module, found without importing anything; None for other names."""
        if name not in self._places:
            self._places[name] = self._find(name)
        return self._places[name]

    def _find(self, name: str) -> Path | None:
        top, *rest = name.split(".")
        for root in self._roots(top):
            if not self._files(str(root)) and root.is_file():
                return None if rest else root
            base = os.sep.join((str(root), *rest))
            if "__init__.py" in self._files(base):
                return Path(base, "__init__.py")
            if rest and f"{rest[-1]}.py" in self._files(os.path.dirname(base)):
                return Path(f"{base}.py")
        return None

    def _files(self, folder: str) -> frozenset[str]:
        """The names of the files in a folder: most names that are asked for are no modules."""
        if folder not in self._listed:
            try:
                with os.scandir(folder) as entries:
                    self._listed[folder] = frozenset(e.name for e in entries if e.is_file())
            except OSError:
                self._listed[folder] = frozenset()
        return self._listed[folder]

    def _roots(self, top: str) -> tuple[Path, ...]:
        if top not in self._tops:
            self._tops[top] = places_of(top) if top.isidentifier() else ()
        return self._tops[top]

    def _papers(self) -> frozenset[str]:
        """The package of the engine, and those of the installed papers."""
        if not self._brought:
            tops = {module.partition(".")[0] for _, module in installed_papers()}
            self._brought = frozenset({ENGINE, *tops})
        return self._brought

    def _is_followed(self, name: str, own: set[str]) -> bool:
        """Whether a module is there, and in a package of `own` or no part of what is installed."""
        top = name.partition(".")[0]
        if top not in own:
            if top not in self._installed:
                self._installed[top] = not any(map(is_local, self._roots(top)))
            if self._installed[top]:
                return False
        return self.file_of(name) is not None

    def _folders(self, name: str) -> tuple[Path, ...]:
        """The folders of a package, which has several if it has no `__init__`."""
        top, *rest = name.split(".")
        folders = (root.joinpath(*rest) for root in self._roots(top))
        return tuple(folder for folder in folders if folder.is_dir())

    def _text(self, path: Path) -> Text:
        place = str(path)
        if place not in self._texts:
            content = content_of(path)
            digest = hashlib.sha256(content).hexdigest()
            text = Text(digest)
            if path.suffix == ".py":
                text = self._used[digest] = self._known.get(digest) or read(content)
            self._texts[place] = text
        return self._texts[place]

    def _data_of(self, modules: dict[str, Path], *, prose: bool) -> Iterator[str]:
        """One line for each data file in the folders of `modules`."""
        folders: dict[Path, str] = {}
        for name, path in modules.items():
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            if package:
                folders[path.parent] = package
            else:
                counts = functools.partial(means, content_of(path), self._text(path).prose)
                yield from (f"{name}: {label} {x}" for label, x in data_in(path.parent, counts))
        for folder, package in sorted(folders.items()):
            if folder not in self._kept:
                self._kept[folder] = tuple(data_in(folder, lambda entry: True))
            for label, digest in self._kept[folder]:
                if prose or not label.endswith(".md"):
                    yield f"{package}/{label} {digest}"


def _places(module: str) -> bool:
    """Whether a module says where and on how many threads things run, and never what comes out."""
    return module == "workbench.processes" or f"{module}.".startswith("workbench.engines.")


def _environment(names: set[str]) -> list[str]:
    """One line for each variable of the environment that is read, with its value if it has one."""
    wanted = sorted(os.environ) if ALL in names else sorted(names)
    return [f"${name} {os.environ.get(name)!r}" for name in wanted]


@functools.cache
def _key() -> str:
    """What the cached readings follow from beside the text: the reader."""
    reader = hashlib.sha256(Path(reading.__file__).read_bytes()).hexdigest()
    return f"{_FORMAT} {reader}"


def _known_texts(entries: object) -> dict[str, Text]:
    """The texts of a cache; one that has another form costs time, nothing else."""
    try:
        texts = [
            Text(digest, tuple(names), tuple(below), anything, tuple(variables), prose)
            for digest, names, below, anything, variables, prose in entries or ()  # type: ignore[attr-defined]
        ]
    except (TypeError, ValueError):
        return {}
    return {text.digest: text for text in texts}
