"""Simulating an experiment block by block, on one process or several, so that nothing is lost.

    ROOT/EXPERIMENT/blocks/CELL/0003-20.seed-0.json      block 3 of cell CELL: 20 runs

Each block is written by atomic rename as soon as it is finished.  A block is used again if its key
fits: the hash of experiment, cell, block, seed and the caller's `context` (source text, versions).
A file whose content is not what was written is set aside as *.damaged, and its block runs again.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from workbench.claims import derive_seed
from workbench.convergence.grids import Cell, Curve, Experiment
from workbench.engines import Lost, engine, stream
from workbench.errors import EvidenceError, WorkbenchError, require
from workbench.processes import WorkerError
from workbench.stored import stored_text

SCHEMA = "workbench-block/2"
DIGITS = 9
"""Significant digits that are stored: far below the spread of the runs."""
_INSTEAD = "-j 1 runs it in one process, without workers."
Simulator = Callable[["Block"], Curve]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Some runs of one cell, and the seed and the key that belong to them."""

    cell: Cell
    index: int
    runs: int
    seed: int
    root: int
    key: str


def blocks_of(
    experiment: Experiment, cells: Sequence[Cell], *, runs: int, seed: int, context: str = ""
) -> tuple[Block, ...]:
    """The blocks of `runs` runs of each cell; the last one of a cell may be shorter."""
    require(runs >= 1, "runs", runs, "is below 1", "Ask for at least one run.")
    found = []
    for begin in range(0, runs, experiment.block):
        index, size = begin // experiment.block, min(experiment.block, runs - begin)
        for cell in cells:
            names = (experiment.id, cell.id, f"block {index} of {size} runs")
            text = "\0".join((SCHEMA, *names, str(seed), context))
            found.append(
                Block(
                    cell=cell, index=index, runs=size, root=seed,
                    seed=derive_seed(seed, *names),
                    key=hashlib.sha256(text.encode()).hexdigest(),
                )
            )  # fmt: skip
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Blocks:
    """The stored blocks of one experiment under `folder`; `notice` is told of damaged files."""

    folder: Path
    notice: Callable[[str], None] = field(default=lambda message: None, compare=False)

    def path(self, block: Block) -> Path:
        """Where a block lies."""
        name = f"{block.index:04d}-{block.runs}.seed-{block.root}.json"
        return self.folder / "blocks" / block.cell.id / name

    def find(self, block: Block) -> Curve | None:
        """The curve of exactly this block, or None if it is missing, stale or damaged."""
        path = self.path(block)
        try:
            document = json.loads(stored_text(path))
            if document["key"] != block.key:
                return None
            if document["digest"] != _digest(document):
                raise EvidenceError("it does not have the hash that it was written with.")
            curve = _curve(document)
            if curve.errors.shape[1] != block.runs:
                raise EvidenceError(f"it has {curve.errors.shape[1]} runs.")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise EvidenceError(
                f"{path} cannot be read: {error.strerror}."
                " Mend its permissions, or choose another folder with --store."
            ) from error
        except (ValueError, KeyError, TypeError, RecursionError, WorkbenchError) as error:
            self._set_aside(path, error)
            return None
        return curve

    def _set_aside(self, path: Path, problem: Exception) -> None:
        aside = path.with_name(path.name + ".damaged")
        try:
            path.replace(aside)
        except OSError as error:
            kept = f"It cannot be set aside ({error.strerror})"
        else:
            kept = f"It is kept as {aside.name}"
        self.notice(f"{path} is damaged: {problem} {kept}; it runs again.")

    def write(self, block: Block, curve: Curve) -> None:
        """Write the block so that a reader sees the old file or the new one, never a part."""
        path = self.path(block)
        scratch = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        document: dict[str, Any] = {
            "schema": SCHEMA,
            "key": block.key,
            "cell": block.cell.id,
            "steps": list(curve.steps),
            "errors": [[_short(value) for value in row] for row in curve.errors],
        }
        document["digest"] = _digest(document)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            scratch.write_text(json.dumps(document), encoding="utf-8")
            scratch.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                scratch.unlink()
            raise EvidenceError(
                f"{path} cannot be written: {error.strerror}."
                " Make room, or choose another folder with --store."
            ) from error


def _digest(document: dict[str, Any]) -> str:
    """The hash of all of a stored block but the hash itself."""
    rest = {name: value for name, value in document.items() if name != "digest"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _short(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _curve(document: dict[str, Any]) -> Curve:
    return Curve(tuple(document["steps"]), np.asarray(document["errors"], dtype=np.float64))


def simulate_block(experiment: Experiment, block: Block) -> Curve:
    """The runs of one block, from the random stream of its name, rounded as it is stored."""
    rng = np.random.default_rng(block.seed)
    curve = experiment.simulate(block.cell, rng, block.runs)
    if curve.errors.shape[1] != block.runs:
        raise EvidenceError(
            f"{experiment.id} returned {curve.errors.shape[1]} runs for {block.runs} of the cell"
            f" {block.cell.id}. Return one column for each run."
        )
    return Curve(curve.steps, np.vectorize(_short, otypes=[float])(curve.errors))


def simulate_blocks(
    experiment: Experiment,
    blocks: Sequence[Block],
    store: Blocks,
    *,
    jobs: int = 1,
    executor: str = "local",
    simulate: Simulator | None = None,
) -> Iterator[Block]:
    """Simulate and store the blocks; each is yielded when it is on disk, in no fixed order.

    With jobs > 1 the work is done by processes with one BLAS thread each, which import the module
    of the experiment by themselves, or by another engine (workbench.engines).  An interruption
    loses only the blocks in flight, and no more blocks than these are held in memory.  When a
    process dies, it is replaced and its block is tried again alone; a block that ends its process
    then, too, is named by a WorkerError when the others are done, or at once if nothing is.

    simulate: what a worker does for a block; simulate_block if None
    """
    require(jobs >= 1, "jobs", jobs, "is below 1", "Ask for at least one process.")
    simulate = simulate or functools.partial(simulate_block, experiment)
    lost, done = list[Block](), 0
    jobs = 0 if jobs == 1 and executor == "local" else jobs
    with engine(executor, jobs=jobs, instead=_INSTEAD) as pool:
        work = stream(pool, simulate, ((block,) for block in blocks))
        for (block,), curve in work:
            if isinstance(curve, Lost):
                lost.append(block)
                if not done and len(lost) == pool.window:
                    break
                continue
            store.write(block, curve)
            done += 1
            yield block
    if lost:
        raise WorkerError(
            f"worker processes of {experiment.id} ended twice with"
            f" {len(blocks) - done} blocks left, the second time with one block in each,"
            f" such as block {lost[0].index} of the cell {lost[0].cell.id}: something kills them"
            f" (by hand, or for want of memory), or the simulation does. {_INSTEAD}"
        )


def gathered(blocks: Sequence[Block], store: Blocks) -> dict[str, Curve]:
    """The curves of all blocks of a cell side by side, by the id of the cell."""
    parts: dict[str, list[Curve]] = {}
    for block in sorted(blocks, key=lambda one: one.index):
        curve = store.find(block)
        if curve is None:
            raise EvidenceError(
                f"{store.path(block)} is gone although it was just written: another run uses or"
                " cleans the same folder. Give each run its own --store."
            )
        parts.setdefault(block.cell.id, []).append(curve)
    return {
        id: Curve(curves[0].steps, np.concatenate([c.errors for c in curves], axis=1))
        for id, curves in parts.items()
    }
