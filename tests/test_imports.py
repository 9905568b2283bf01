"""What may be loaded, seen from outside: each question is put to a fresh interpreter.

The import contracts in pyproject.toml read the source; these tests look at `sys.modules`, so they
also see an import that hides in a package's `__init__`, in a plugin or in a function.  Circles are
looked for in the source, where no import can hide.
"""

import ast
import json
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HEAVY = {"cvxpy", "flint", "hypothesis", "matplotlib", "numpy", "scipy", "sympy"}
CYTHON = re.compile(r"cython_runtime|_cython_\w+")  # made in memory by python-flint's compiled code


def modules_after(code: str) -> frozenset[str]:
    """Names in `sys.modules` after `code`, less those of an interpreter that ran nothing."""
    program = (
        "import sys\n"
        "before = set(sys.modules)\n"
        f"try:\n    exec({code!r})\n"
        "except SystemExit as stop:\n"
        "    assert not stop.code, f'exit status {stop.code}'\n"
        "import json\n"
        "print('\\n' + json.dumps(sorted(set(sys.modules) - before)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return frozenset(json.loads(done.stdout.splitlines()[-1]))


def roots(modules: frozenset[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def command(*words: str) -> str:
    return f"sys.argv = {['workbench', *words]!r}; from workbench.cli import main; main()"


def test_the_probe_sees_an_import() -> None:
    assert "fractions" in modules_after("import fractions")
    assert "fractions" not in modules_after("pass")


def test_the_certificate_checker_trusts_only_the_standard_library_and_flint() -> None:
    loaded = modules_after(
        "import pkgutil, workbench.rigor.check as c\n"
        "for m in pkgutil.walk_packages(getattr(c, '__path__', ()), c.__name__ + '.'):\n"
        "    __import__(m.name)"
    )
    assert "flint" in roots(loaded)  # else there is no checker to speak of
    strangers = {name for name in roots(loaded) if not CYTHON.fullmatch(name)}
    assert strangers - sys.stdlib_module_names <= {"flint", "workbench"}
    ours = {name for name in loaded if name.partition(".")[0] == "workbench"}
    allowed = {"workbench", "workbench.errors", "workbench.rigor"}
    assert {n for n in ours if not n.startswith("workbench.rigor.check")} <= allowed


def test_the_process_that_checks_certificates_loads_the_checkers_and_nothing_else() -> None:
    loaded = modules_after("import workbench.referee.server")
    assert "flint" in roots(loaded)
    strangers = {name for name in roots(loaded) if not CYTHON.fullmatch(name)}
    assert strangers - sys.stdlib_module_names <= {"flint", "workbench"}
    ours = {name for name in loaded if name.partition(".")[0] == "workbench"}
    rooms = {".".join(name.split(".")[:3]) for name in ours if name.count(".") > 1}
    assert {room for room in rooms if not room.startswith("workbench.referee")} == {
        "workbench.rigor.check",
        "workbench.rates.check",
    }
    assert not {name for name in roots(loaded)} & {"subprocess", "asyncio", "concurrent"}


@pytest.mark.parametrize(
    "words", [("--help",), ("--version",), ("verify", "--help"), ("audit", "--help")]
)
def test_asking_for_help_loads_nothing_heavy(words: tuple[str, ...]) -> None:
    assert not roots(modules_after(command(*words))) & HEAVY


def test_browsing_never_loads_a_solver() -> None:
    """Two commands in one interpreter, as importing the papers takes seconds.

    Without an index of the papers they are imported, and that needs no solver either.
    """
    code = f"""
import workbench_papers.accel, workbench_papers.saddle, workbench_papers.ext
try:
    {command("list")}
except SystemExit as stop:
    assert not stop.code
{command("show", "accel.prop-4-2")}"""
    loaded = roots(modules_after(code))
    assert "workbench_papers" in loaded
    assert not loaded & {"cvxpy", "matplotlib"}


def imported(tree: ast.AST, modules: set[str]) -> set[str]:
    """The modules that a source imports anywhere, in functions and for annotations too."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & modules or {node.module}
    return found & modules


def circles(*packages: Path) -> list[list[str]]:
    """Circles of imports among the modules of the packages; cutting each leaves no circle."""
    sources = {
        ".".join(file.relative_to(package.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): file
        for package in packages
        for file in package.rglob("*.py")
    }
    graph = {
        name: imported(ast.parse(file.read_text()), set(sources)) - {name}
        for name, file in sources.items()
    }
    found = []
    while True:
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            circle = error.args[1]  # each imports the one before it
            found.append(circle)
            graph[circle[1]].discard(circle[0])
        else:
            return found


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles(ROOT / "workbench", ROOT / "proofs" / "workbench_papers") == []


def test_a_circle_is_found_in_a_function_and_behind_a_package(tmp_path: Path) -> None:
    package = tmp_path / "p"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("from p import b\n")
    (package / "b.py").write_text("def f():\n    from p.c import x\n")
    (package / "c.py").write_text("if TYPE_CHECKING:\n    import p.a\n")
    (package / "d.py").write_text("import p.c\n")
    assert [set(circle) for circle in circles(package)] == [{"p.a", "p.b", "p.c"}]
