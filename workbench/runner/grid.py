"""The experiments of the papers: where they are, what their runs depend on, how others run them.

An experiment is a value of type `Experiment` in a module of a paper.  Papers are found through
their entry points, as claims are, and of their modules those are imported whose text has that word:
to list two experiments takes two modules, and not the claims of seven papers.
"""

from __future__ import annotations

import functools
import importlib
import os
import re
import types
from collections.abc import Callable, Mapping
from typing import NamedTuple

from workbench.claims.graph import closest
from workbench.claims.paper import installed_papers
from workbench.convergence.blocks import Block, simulate_block
from workbench.convergence.grids import Curve, Experiment
from workbench.errors import EvidenceError, WorkbenchError
from workbench.runner.data import content_of
from workbench.runner.sources import Sources
from workbench.runner.versions import environment

_WORD = re.compile(rb"\bExperiment\b")


class ExperimentError(WorkbenchError):
    """An experiment that nobody has, or that two papers have."""


class FoundExperiment(NamedTuple):
    """An experiment with the module that has it."""

    experiment: Experiment
    module: str


def experiments(
    *, only: str | None = None, notice: Callable[[str], None] = lambda text: None
) -> dict[str, FoundExperiment]:
    """The experiments of the installed papers, by id.

    only: the one paper to look at; all if None
    notice: told of a module that cannot be imported, whose experiments are not found
    """
    sources, found = Sources(), dict[str, FoundExperiment]()
    packages = sorted({module for name, module in installed_papers() if only in (None, name)})
    for module in (name for package in packages for name in sources.modules_of(package)):
        path = sources.file_of(module)
        if path is None or not _WORD.search(content_of(path)):
            continue
        try:
            there = _in(module)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's module may raise anything
            notice(f"{module} cannot be imported: {type(error).__name__}: {error}.")
            continue
        for one in there:
            if found.setdefault(one.id, FoundExperiment(one, module)).experiment is not one:
                raise ExperimentError(
                    f"experiment {one.id!r} is defined twice, in {found[one.id].module} and in"
                    f" {module}: ids are unique.\n  Rename one."
                )
    return dict(sorted(found.items()))


def experiment(id: str, *, notice: Callable[[str], None] = lambda text: None) -> FoundExperiment:
    """The experiment of this id, which is looked for in the paper of that name first."""
    found = experiments(only=id.partition(".")[0], notice=notice)
    if id not in found:
        found = experiments(notice=notice)
    if id not in found:
        raise ExperimentError(
            f"{id!r} is not an experiment of the installed papers ({', '.join(found) or 'none'})."
            f"{closest(id, found)} `workbench experiment` lists them."
        )
    return found[id]


def _in(module: str) -> list[Experiment]:
    """The experiments at the level of a module, which is imported."""
    return [v for v in vars(importlib.import_module(module)).values() if isinstance(v, Experiment)]


def context(one: Experiment, module: str, variables: Mapping[str, str | None] | None = None) -> str:
    """What a stored run depends on beside its name: text and data, and the environment.

    module: that of the experiment
    variables: those of the environment that tell libraries how to compute; ours if None
    """
    modules = {one.simulate.__module__}
    if not isinstance(one.simulate, types.FunctionType):  # made by a call, which its module holds
        modules.add(module)
    return f"{Sources().digest(*sorted(modules))} {environment(variables)}"


def simulate_elsewhere(
    id: str, module: str, wanted: str, variables: Mapping[str, str | None], block: Block
) -> Curve:
    """The runs of one block; raises EvidenceError where the experiment depends on other things.

    id: the name of the experiment
    module: where it is
    wanted: its context on the machine that asks
    variables: the environment of that machine, as far as it tells libraries how to compute
    """
    one, found = _known(id, module, tuple(variables.items()))
    if found != wanted:
        raise EvidenceError(
            f"{id} would not be the same experiment on {os.uname().nodename}: its text, its data,"
            " or what is installed differs there. Install the same versions of the workbench, of"
            " the papers and of all libraries on every machine, or use --executor local."
        )
    return simulate_block(one, block)


@functools.cache
def _known(
    id: str, module: str, variables: tuple[tuple[str, str | None], ...]
) -> tuple[Experiment, str]:
    one = next(one for one in _in(module) if one.id == id)
    return one, context(one, module, dict(variables))
