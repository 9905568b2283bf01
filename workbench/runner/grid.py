"""What the runs of an experiment depend on, and how a machine without our disk simulates them."""

from __future__ import annotations

import functools
import os
import types
from collections.abc import Mapping

from workbench.convergence.blocks import Block, simulate_block
from workbench.convergence.grids import Curve, Experiment, experiment
from workbench.errors import EvidenceError
from workbench.runner.sources import Sources
from workbench.runner.versions import environment


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
    one = experiment(id, module=module)
    return one, context(one, module, dict(variables))
