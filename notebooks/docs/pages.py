"""The pages of the documentation, gathered from the repository: READMEs, notebooks, docstrings.

The folders keep their places, so that a link that works in the repository works on the pages.  The
reference has a page for each room, and on it every name of the room's `__all__`.
"""

import importlib
import inspect
import pkgutil
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import workbench

ROOT = Path(__file__).resolve().parents[2]
_TEXTS = (
    "*.md",
    "notebooks/*.md",
    "notebooks/*.py",
    "proofs/*.md",
    "proofs/workbench_papers/*/*.md",
    "reports/README.md",
    "tests/README.md",
    "tests/campaigns/README.md",
    "tests/wild/README.md",
    "workbench/README.md",
    "workbench/report/assets/README.md",
    "workbench/rigor/check/theorem/README.md",
)
# Modules beside the rooms that a reader is sent to by name.
MODULES = (
    "workbench.errors",
    "workbench.symbolic.text",
    "workbench.symbolic.theorem",
    "workbench.testing.strategies",
)
_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")


def rooms() -> dict[str, ModuleType]:
    """Every package of the engine that says in `__all__` what it offers."""
    found = {}
    for info in pkgutil.walk_packages(workbench.__path__, "workbench."):
        if info.ispkg:
            room = importlib.import_module(info.name)
            if getattr(room, "__all__", ()):
                found[info.name] = room
    return found


def gather(folder: Path) -> None:
    """Write the source of all pages into a folder, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    for pattern in _TEXTS:
        for path in ROOT.glob(pattern):
            place = folder / path.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text(encoding="utf-8")
            place.write_text(_linked(text, path) if path.suffix == ".md" else text)
    first = Path(__file__).with_name("index.md").read_text(encoding="utf-8")
    (folder / "index.md").write_text(_linked(first, ROOT / "index.md"))
    reference = folder / "reference"
    reference.mkdir()
    homes = _homes()
    for name, room in rooms().items():
        (reference / f"{name}.md").write_text("\n".join(_room(name, room, homes)))
    for name in MODULES:
        (reference / f"{name}.md").write_text("\n".join(_module(name)))


def _linked(text: str, path: Path) -> str:
    """The text; what a link leads to and is no page becomes the name of a file."""

    def link(match: re.Match[str]) -> str:
        target = (path.parent / match[1]).resolve()
        if not target.exists():
            raise FileNotFoundError(f"{path.relative_to(ROOT)}: the link {match[1]} leads nowhere")
        return match[0] if target in pages else "]" + _NOWHERE

    pages = {found for pattern in _TEXTS for found in ROOT.glob(pattern)}
    shown = _LINK.sub(link, text)
    return re.sub(r"\[([^\[\]]*)\]" + re.escape(_NOWHERE), r"\1", shown)


_NOWHERE = "\0"


def _homes() -> dict[int, str]:
    """Where each class and function is described: in the outermost room that offers it."""
    found: dict[int, str] = {}
    for name, room in sorted(rooms().items(), key=lambda item: item[0].count(".")):
        for one in room.__all__:
            if _kind(thing := getattr(room, one)) != "data":
                found.setdefault(id(thing), f"{name}.{one}")
    return found


def _room(name: str, room: ModuleType, homes: dict[int, str]) -> Iterator[str]:
    yield f"# {name}\n"
    yield _directive("py:module", name)
    yield _directive("docstring", name)
    for kind, title in (("class", "Classes"), ("function", "Functions"), ("data", "Values")):
        offered = [one for one in sorted(room.__all__) if _kind(getattr(room, one)) == kind]
        here = {one: homes.get(id(getattr(room, one)), f"{name}.{one}") for one in offered}
        if here:
            yield f"## {title}\n"
        for one, home in here.items():
            if home == f"{name}.{one}":
                yield _automatic(kind, home, getattr(room, one))
        if elsewhere := [f"{{py:obj}}`{h}`" for o, h in here.items() if h != f"{name}.{o}"]:
            yield f"Described with the room that they are taken from: {', '.join(elsewhere)}.\n"


def _module(name: str) -> Iterator[str]:
    module = importlib.import_module(name)
    yield f"# {name}\n"
    yield _directive("py:module", name)
    yield _directive("docstring", name)
    for one, thing in vars(module).items():
        if not one.startswith("_") and getattr(thing, "__module__", "") == name:
            yield _automatic(_kind(thing), f"{name}.{one}", thing)


def _kind(thing: Any) -> str:  # noqa: ANN401 - whatever a room offers
    if inspect.isclass(thing):
        return "class"
    return "function" if inspect.isroutine(thing) else "data"


def _automatic(kind: str, name: str, thing: Any) -> str:  # noqa: ANN401
    options = (
        ":members:\n   :show-inheritance:" if kind == "class" else ":no-value:" * (kind == "data")
    )
    return f"```{{eval-rst}}\n.. auto{kind}:: {name}\n   {options}\n```\n"


def _directive(name: str, argument: str) -> str:
    return f"```{{{name}}} {argument}\n```\n"
