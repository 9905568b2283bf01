"""Every notebook runs from top to bottom; its assertions are about the numbers that it shows.

By default its cells run in this process, which has imported the papers already.  The slow version
starts a kernel for each notebook, as its reader does.
"""

import ast
import sys
import types
import warnings
from pathlib import Path

import jupytext
import matplotlib.pyplot as plt
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "notebooks"
PATHS = sorted(FOLDER.glob("*.py"))
LONG = {"saddle", "noneuclid", "sparse", "momentum"}  # tours of papers, as that of accel is
DISPLAYS = ("_repr_mimebundle_", "_repr_html_", "_repr_latex_", "__repr__")


def run_cells(cells, module):
    """What each cell shows: its last expression, displayed in every way it knows."""
    for number, cell in enumerate(cells):
        tree = ast.parse(cell)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{module.__name__}[{number}]", "exec"), vars(module))
        if last is not None:
            code = compile(ast.Expression(last.value), f"{module.__name__}[{number}]", "eval")
            yield displayed(eval(code, vars(module)))
        assert not plt.get_fignums(), "a cell that draws ends with plt.show()"


def displayed(value):
    """All displays of a value; None shows nothing."""
    if value is None:
        return []
    return [getattr(value, way)() for way in DISPLAYS if hasattr(type(value), way)]


@pytest.fixture
def module(monkeypatch):
    """Where the cells run; classes of a notebook are looked up there."""
    made = types.ModuleType("notebook_in_a_test")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    plt.switch_backend("Agg")
    monkeypatch.setattr(plt, "show", lambda: plt.close("all"))  # as in a kernel, but unseen
    with warnings.catch_warnings():
        warnings.simplefilter("default")  # as in a kernel
        yield made
    plt.close("all")


@pytest.mark.notebook
@pytest.mark.parametrize(
    "path",
    [pytest.param(p, marks=pytest.mark.thorough if p.stem in LONG else ()) for p in PATHS],
    ids=lambda p: p.stem,
)
def test_cells_run(path, module, monkeypatch):
    monkeypatch.chdir(FOLDER)
    cells = [cell.source for cell in jupytext.read(path).cells if cell.cell_type == "code"]
    shown = list(run_cells(cells, module))
    assert any(shown), "a notebook shows something"


def test_a_figure_that_the_kernel_would_show_beside_the_value_of_a_cell_is_seen(module):
    """Jupyter shows open figures after a cell: a second time, or below the words of a legend."""
    cells = ["import matplotlib.pyplot as plt", "figure = plt.figure()\nfigure"]
    with pytest.raises(AssertionError, match=r"ends with plt\.show"):
        list(run_cells(cells, module))
    plt.show()
    assert list(run_cells([cells[0], "plt.figure()\nplt.show()"], module)) == [[]]


def test_a_cell_that_fails_or_cannot_be_shown_is_seen(module):
    assert list(run_cells(["x = 1", "x + 1"], module)) == [["2"]]
    with pytest.raises(AssertionError):
        list(run_cells(["assert x == 2"], module))
    with pytest.raises(ZeroDivisionError):
        list(run_cells(["class A:\n    def _repr_html_(self):\n        return 1 / 0\nA()"], module))


@pytest.mark.slow
@pytest.mark.notebook
@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_notebook_runs(path):
    notebook = jupytext.read(path)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(FOLDER)}}).execute()
