"""What one file of Python depends on, as far as its text says: by reading it, never by running it.

A check can reach other code and data in ways that no import statement shows.  So what is read here
errs on one side only:

- a dotted name in a string counts as an import, and so does the name of another source file;
- `import_module(f"package.{name}")` counts as all modules of `package`;
- any other use of the means to import or to run text (an alias, `getattr`, `exec`, `runpy`, a
  changed `sys.path`) counts as `anything`: what it reaches cannot be told;
- a variable of the environment counts by its name, and where no name can be told they all count.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import re
from dataclasses import dataclass

ALL = "*"  # among the variables: every one of them

_DOTTED = re.compile(r"\.?[A-Za-z_]\w*(\.[A-Za-z_]\w*)+|\.[A-Za-z_]\w*")
_SOURCE_FILE = re.compile(r"(?:.*/)?([A-Za-z_]\w*)\.py")
_MARKDOWN = re.compile(r"(?i)(?<![a-z])(md|markdown)(?![a-z])")

_IMPORTERS = frozenset({"import_module", "__import__", "run_module", "find_spec"})
_READERS = frozenset({"files", "get_data", "read_text", "read_binary", "open_text", "open_binary"})
_RUNNERS = frozenset(
    "run_path spec_from_file_location module_from_spec exec_module load_module walk_packages"
    " iter_modules entry_points resolve_name SourceFileLoader SourcelessFileLoader meta_path"
    " path_hooks __loader__ __builtins__ subprocess Popen posix_spawn".split()
)
_BARE_RUNNERS = frozenset({"exec", "eval", "compile"})  # as attributes they are other things
_LISTERS = frozenset("iterdir listdir scandir glob iglob rglob fwalk".split())
_ENVIRONMENT = frozenset({"environ", "environb"})
_GETENV = frozenset({"getenv", "getenvb"})
_HOME = ("__name__", "__package__")


@dataclass(frozen=True, slots=True)
class Text:
    """What one file depends on, by the hash of its bytes.

    names:      dotted names that may be modules; a leading dot is relative to its own package
    below:      packages of which it may import any module; "." is its own
    anything:   whether it may import or run what reading cannot tell
    variables:  names of environment variables; ALL for every one
    prose:      whether it may read texts that are written for people (*.md)
    """

    digest: str
    names: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    anything: bool = False
    variables: tuple[str, ...] = ()
    prose: bool = False


@functools.cache
def read(content: bytes) -> Text:
    """Read the content of a file of Python.

    >>> text = read(b"import numpy, os; from . import a; os.environ['SEED']")
    >>> text.names, text.variables
    (('.', '.a', 'numpy', 'os'), ('SEED',))
    >>> read(b"import_module(f'shop.{name}')").below, read(b"import_module(name)").anything
    (('shop',), True)
    """
    digest = hashlib.sha256(content).hexdigest()
    try:
        reader = _Reader()
        reader.visit(ast.parse(content))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Text(digest, anything=True)  # its own import says what is wrong with it
    return Text(
        digest,
        names=tuple(sorted(reader.names)),
        below=tuple(sorted(reader.below)),
        anything=reader.anything,
        variables=tuple(sorted(reader.variables)),
        prose=reader.prose or (reader.walks and not reader.names.isdisjoint({"os", "pathlib"})),
    )


class _Reader(ast.NodeVisitor):
    """Collects from the nodes of one file; a call that is understood hides the name it calls."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.below: set[str] = set()
        self.variables: set[str] = set()
        self.anything = self.prose = self.walks = False

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.names.add(alias.name)
            self._mention(alias.name.split(".")[0], bare=True)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        base = "." * node.level + (node.module or "")
        self.names.add(base)
        for alias in node.names:
            joint = "" if base.endswith(".") else "."
            self.names.add(f"{base}{joint}{alias.name}")
            plain = alias.asname is None and alias.name in _IMPORTERS | _ENVIRONMENT | _GETENV
            if not plain:  # under its own name each use is looked at
                self._mention(alias.name, bare=node.module == "builtins")
            if (base, alias.name) == ("sys", "path"):
                self.anything = True

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring says nothing to the machine
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if not isinstance(node.value, str):
            return
        if _DOTTED.fullmatch(node.value):
            self.names.add(node.value)
        elif node.value.isidentifier():
            self._mention(node.value, bare=False)
        if file := _SOURCE_FILE.fullmatch(node.value):
            self.names.add("." + file[1])
        self.prose |= _MARKDOWN.search(node.value) is not None

    def visit_Name(self, node: ast.Name) -> None:
        self._mention(node.id, bare=True)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        self._mention(node.attr, bare=owner == "builtins")
        self.anything |= (owner, node.attr) == ("sys", "path")
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        name, owner = _called(node.func)
        understood = False
        if name in _IMPORTERS | _READERS and node.args:
            understood = self._module(node.args[0], sure=name in _IMPORTERS)
        elif name in _GETENV or (owner is not None and _is_environment(owner)):
            understood = bool(node.args) and self._variable(node.args[0])
        if not understood:
            self.visit(node.func)
        elif name in _IMPORTERS | _READERS and isinstance(node.func, ast.Attribute):
            self.visit(node.func.value)
        for part in (*node.args, *(keyword.value for keyword in node.keywords)):
            self.visit(part)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not (_is_environment(node.value) and self._variable(node.slice)):
            self.visit(node.value)
        self.visit(node.slice)

    def visit_Compare(self, node: ast.Compare) -> None:
        rest = node.comparators
        if (
            isinstance(node.ops[0], ast.In | ast.NotIn)
            and _is_environment(rest[0])
            and self._variable(node.left)
        ):
            rest = rest[1:]
        for part in (node.left, *rest):
            self.visit(part)

    def _mention(self, word: str, *, bare: bool) -> None:
        """A name that stands where no call or index explains what it is used for."""
        if word in _IMPORTERS | _RUNNERS or (bare and word in _BARE_RUNNERS | {"runpy", "imp"}):
            self.anything = True
        if word in _ENVIRONMENT | _GETENV:
            self.variables.add(ALL)
        self.prose |= word in _LISTERS
        self.walks |= word == "walk"  # of a folder, or of a tree that is none

    def _module(self, argument: ast.expr, *, sure: bool) -> bool:
        """Note the module that `argument` names, if that can be told."""
        start, whole = _start_of(argument)
        if whole and start:
            self.names.add(start)
            return True
        package, dot, rest = start.rpartition(".")
        if dot and not rest:
            self.below.add(package or ".")
            return True
        self.anything |= sure
        return False

    def _variable(self, argument: ast.expr) -> bool:
        """Note the variable that `argument` names, if that can be told."""
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str | bytes):
            name = argument.value
            self.variables.add(name if isinstance(name, str) else name.decode(errors="replace"))
            return True
        return False


def _called(function: ast.expr) -> tuple[str, ast.expr | None]:
    """The last name of what is called, and the object whose method it is."""
    if isinstance(function, ast.Attribute):
        return function.attr, function.value
    return (function.id, None) if isinstance(function, ast.Name) else ("", None)


def _is_environment(node: ast.expr) -> bool:
    return _called(node)[0] in _ENVIRONMENT


def _start_of(node: ast.expr) -> tuple[str, bool]:
    """How a text begins, and whether that is all of it; its own name begins with a dot."""
    if isinstance(node, ast.Constant):
        return (node.value, True) if isinstance(node.value, str) else ("", False)
    if isinstance(node, ast.JoinedStr):
        parts: list[ast.expr] = list(node.values)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [node.left, node.right]
    elif isinstance(node, ast.Name) and node.id in _HOME:
        return "", True  # followed by a dot: relative to its own package
    else:
        return "", False
    text = ""
    for part in parts:
        inner = part.value if isinstance(part, ast.FormattedValue) else part
        start, whole = _start_of(inner)
        text += start
        if not whole:
            return text, False
    return text, True
