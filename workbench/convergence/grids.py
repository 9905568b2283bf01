"""An experiment: a grid of cells, how one cell is simulated, and what is concluded from all of it.

A cell is one combination of the values of the axes, such as a method, a batch size and a number of
steps.  Simulating it gives a Curve: the errors of many independent runs at some of their steps.
Runs come in blocks that are simulated, stored and repeated as a whole; the random stream of a block
is named after the experiment, the cell and the block, so a result depends neither on the order of
the cells nor on the number of processes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from workbench.claims.graph import closest
from workbench.convergence.comparisons import Conclusion
from workbench.errors import DataError, ParameterError, require
from workbench.privacy.arrays import Array

_ID = re.compile(r"[a-z](?:_?[a-z0-9])*\.[a-z0-9]+([.-][a-z0-9]+)*")
_FILE = re.compile(r"[^./\\\x00-\x1f][^/\\\x00-\x1f]{0,150}")


@dataclass(frozen=True, slots=True)
class Cell:
    """One value for each axis, as (axis, value) pairs in the order of the axes."""

    values: tuple[tuple[str, str], ...]

    @property
    def id(self) -> str:
        """The values joined by commas: the name of the cell in files and on the command line.

        >>> Cell((("T", "T=100"), ("method", "DP-GD"))).id
        'T=100,DP-GD'
        """
        return ",".join(value for _, value in self.values)

    def __getitem__(self, axis: str) -> str:
        for name, value in self.values:
            if name == axis:
                return value
        raise ParameterError(
            f"axis = {axis!r} is not an axis of the cell {self.id}.\n"
            f"  Its axes are {', '.join(name for name, _ in self.values)}."
        )


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Errors of independent runs, shape (points, runs), at the steps of the points."""

    steps: tuple[int, ...]
    errors: Array

    def __post_init__(self) -> None:
        """Check that there is one row for each point, and that no run diverged."""
        shape = self.errors.shape
        if len(shape) != 2 or shape[0] != len(self.steps) or not self.steps:
            raise DataError(
                f"errors has shape {shape}: one row for each of the {len(self.steps)} points and"
                " one column for each run is needed.\n  Return Curve(steps, errors)."
            )
        if not np.isfinite(self.errors).all():
            raise DataError(
                "errors has an entry that is not finite: a run diverged.\n"
                "  Choose smaller step sizes, or report a capped error."
            )

    @property
    def final(self) -> Array:
        """Errors at the last point, shape (runs,)."""
        return self.errors[-1]


Samples = Mapping[str, Curve]
"""A curve for each id of a cell."""

Simulate = Callable[[Cell, np.random.Generator, int], Curve]
"""Simulates a number of fresh runs of one cell with a generator."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Experiment:
    """A grid of cells with its conclusions.

    id:          `paper.slug`, as for claims
    panel:       the axes whose values make one picture; the axis `line` tells its curves apart
    column:      the axis that runs over the columns of a table
    block:       how many runs are simulated and stored together
    runs:        how many runs are asked for if nobody says otherwise
    remarks:     paragraphs of Markdown computed from the samples, for the summary
    """

    id: str
    title: str
    source: str
    cells: tuple[Cell, ...]
    simulate: Simulate
    panel: tuple[str, ...]
    line: str
    column: str
    error: str = "F(x) - F*"
    conclusions: tuple[Conclusion, ...] = ()
    remarks: Callable[[Samples], tuple[str, ...]] = lambda samples: ()
    block: int = 20
    runs: int = 20

    def __post_init__(self) -> None:
        """Check that the ids can be names of files, and that those of the cells differ."""
        require(
            _ID.fullmatch(self.id) is not None,
            "id", repr(self.id), "is not paper.slug",
            "Write lower-case words joined by dashes after the paper and a dot, as for claims.",
        )  # fmt: skip
        require(len(self.cells) > 0, "cells", "()", "is empty", "Pass at least one cell.")
        ids = [cell.id for cell in self.cells]
        twice = sorted({id for id in ids if ids.count(id) > 1})
        for id in ids:
            require(
                _FILE.fullmatch(id) is not None,
                "cells", repr(id), "cannot be the name of a file",
                "Give the axes values without slashes that do not begin with a dot.",
            )  # fmt: skip
        require(not twice, "cells", twice, "are there twice", "Give each cell its own values.")
        require(self.block >= 1, "block", self.block, "is below 1", "Store one run at least.")

    def cell(self, id: str) -> Cell:
        """The cell of this id."""
        for cell in self.cells:
            if cell.id == id:
                return cell
        known = [cell.id for cell in self.cells]
        raise ParameterError(f"cell {id!r} is not in {self.id}.{closest(id, known)}")
