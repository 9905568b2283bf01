"""`workbench experiment`: simulate the grid of an experiment, and say what follows from it."""

from __future__ import annotations

import functools
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import (
    DEFAULT_STORE,
    READING,
    Exit,
    cores,
    executor_option,
    json_option,
    narrate,
    patiently,
    print_json,
    writable,
)

if TYPE_CHECKING:
    from workbench.convergence.blocks import Block, Blocks
    from workbench.convergence.grids import Experiment
    from workbench.runner.grid import FoundExperiment

EVERY = 5.0  # seconds between lines of progress


@click.command("experiment", short_help="Run the experiment of a paper, or list them all.")
@click.argument("id", required=False, metavar="[ID]")
@click.option(
    "-k",
    "expression",
    metavar="EXPR",
    default="",
    help="Only cells that match words joined by and, or, not and parentheses, as in pytest;"
    " -k 'c=1, and T=100,' with the commas of their names.",
)
@click.option(
    "--runs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Runs of each cell.  [default: those of the experiment]",
)
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes.  [default: all cores]"
)
@executor_option
@click.option("--seed", type=int, default=0, show_default=True, help="The root seed.")
@click.option(
    "--store",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="WORKBENCH_STORE",
    default=DEFAULT_STORE,
    show_default=True,
    show_envvar=True,
    help="Where finished runs are kept.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where summary.md, results.json and the figures go.  [default: STORE/experiments/ID]",
)
@click.option("--fresh", is_flag=True, help="Run again what is known already.")
@json_option
def experiment_command(
    id: str | None,
    expression: str,
    runs: int | None,
    jobs: int | None,
    executor: str,
    seed: int,
    store: Path,
    out: Path | None,
    fresh: bool,
    as_json: bool,
) -> int:
    """Run the experiment ID and write a summary, its numbers and its figures; list without ID.

    Runs that are finished are kept: the same command goes on where it stopped, and asking for more
    runs adds to those that are there.
    """
    from workbench.runner.grid import context, experiment, experiments, simulate_elsewhere

    def notice(text: str) -> None:
        narrate(f"workbench: {text}")

    if id is None:
        with patiently(READING):
            found = experiments(notice=notice)
        return _list(found.values(), as_json=as_json)
    from workbench.convergence.blocks import Blocks, blocks_of, gathered
    from workbench.convergence.comparisons import decide
    from workbench.convergence.summaries import results, summary
    from workbench.runner.select import compile_expression
    from workbench.runner.versions import VARIABLES

    with patiently(READING):
        one, module = experiment(id, notice=notice)
    writable(out or store / "experiments" / id, "--store" if out is None else "--out")
    matches = compile_expression(expression)
    cells = [cell for cell in one.cells if matches(cell.id)]
    if not cells:
        narrate(
            f"workbench: -k {expression!r} matches none of the {len(one.cells)} cells of {id},"
            f" such as {one.cells[0].id}."
        )
        return Exit.NOTHING
    size, known = runs or one.runs, context(one, module)
    folder = store / "experiments" / id
    kept = Blocks(folder, notice=notice)
    blocks = blocks_of(one, cells, runs=size, seed=seed, context=known)
    variables = {name: os.environ.get(name) for name in VARIABLES}
    elsewhere = functools.partial(simulate_elsewhere, id, module, known, variables)
    todo = [block for block in blocks if fresh or kept.find(block) is None]
    try:
        done = _run(
            one,
            todo,
            kept,
            known=len(blocks) - len(todo),
            jobs=min(jobs or cores(), len(todo) or 1),
            executor=executor,
            simulate=elsewhere if executor != "local" else None,
        )
    except KeyboardInterrupt:
        done = sum(kept.find(block) is not None for block in blocks)
        narrate(
            f"workbench: interrupted with {done} of {len(blocks)} blocks done and kept."
            " The same command goes on from there."
        )
        return Exit.INTERRUPTED
    samples = gathered(blocks, kept)
    decisions = decide(one.conclusions, {id: curve.final for id, curve in samples.items()})
    text = summary(one, samples, decisions, seed=seed, runs=size)
    document = results(one, samples, decisions, seed=seed, runs=size)
    files = _write(one, out or folder, text, document, samples)
    if as_json:
        print_json("experiment", **document, files=[str(file) for file in files])
    else:
        click.echo(text, nl=False)
    narrate(f"{done} of {len(blocks)} blocks run, the others known before")
    narrate(f"wrote {len(files)} files in {out or folder}")
    return Exit.OK


def _list(found: Iterable[FoundExperiment], *, as_json: bool) -> int:
    rows = [
        {"id": one.id, "title": one.title, "source": one.source, "cells": len(one.cells),
         "runs": one.runs, "module": module}
        for one, module in found
    ]  # fmt: skip
    if as_json:
        print_json("experiments", experiments=rows)
        return Exit.OK
    for row in rows:
        click.echo("{id}  {title} ({source}): {cells} cells, {runs} runs of each".format_map(row))
    if not rows:
        narrate("workbench: the installed papers have no experiments.")
        return Exit.NOTHING
    narrate("run one of them: workbench experiment ID")
    return Exit.OK


def _run(
    one: Experiment,
    todo: Sequence[Block],
    kept: Blocks,
    *,
    known: int,
    **where: Any,  # noqa: ANN401 - they go to simulate_blocks as they are
) -> int:
    from workbench.convergence.blocks import simulate_blocks

    if todo:
        narrate(f"{len(todo)} blocks to run, {known} known; processes: {where['jobs']}")
    tell = _teller(len(todo))
    for done, block in enumerate(simulate_blocks(one, todo, kept, **where)):
        tell(done + 1, block.cell.id)
    return len(todo)


def _teller(total: int) -> Callable[[int, str], None]:
    """A line of progress every few seconds: on a terminal over the one before."""
    begin = last = time.monotonic()
    live = sys.stderr.isatty()

    def tell(done: int, name: str) -> None:
        nonlocal last
        now = time.monotonic()
        if done < total and now - last < (0.2 if live else EVERY):
            return
        last = now
        left = (now - begin) * (total - done) / done
        line = (
            f"{done}/{total} blocks ({100 * done // total} %), {now - begin:.0f} s,"
            f" at most about {left:.0f} s left, last {name}"
        )
        narrate(f"\r\x1b[K{line}" if live else line, nl=not live or done == total)

    return tell


def _write(
    one: Experiment,
    folder: Path,
    text: str,
    document: dict[str, Any],
    samples: Any,  # noqa: ANN401
) -> list[Path]:
    """summary.md, results.json and one SVG for each panel."""
    import json

    from workbench.convergence.summaries import pictures
    from workbench.errors import EvidenceError

    contents = {"summary.md": text, "results.json": json.dumps(document, sort_keys=True) + "\n"}
    for name, plot in pictures(one, samples):
        contents[f"figures/{name.replace(', ', ',')}.svg"] = plot.svg
    try:
        (folder / "figures").mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            (folder / name).write_text(content, encoding="utf-8")
    except OSError as error:
        raise EvidenceError(
            f"{folder} cannot be written: {error.strerror}. Choose another folder with --out."
        ) from error
    return [folder / name for name in contents]
