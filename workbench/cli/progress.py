"""How far a run is, and what is running: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.cli.common import narrate

if TYPE_CHECKING:
    from workbench.runner import Progress

EVERY = 5.0  # seconds between plain lines
FIRST = 0.8  # seconds until the first of them
Running = Callable[[], Sequence[str]]
"""The names of what is running."""


@contextlib.contextmanager
def watching(total: int, running: Running = tuple) -> Iterator[Callable[[Progress], None]]:
    """Show progress on standard error as long as the block runs; nothing if it ends at once.

    total: how many tasks there are
    running: asked for the names of those that run, whenever something is shown

    Whether the cursor may be moved is asked of the stream itself: FORCE_COLOR promises colours to
    a log file, not a terminal.
    """
    live = sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    with (_bar if live else _lines)(total, running) as progress:
        yield progress


@contextlib.contextmanager
def _bar(total: int, running: Running) -> Iterator[Callable[[Progress], None]]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        ProgressColumn,
        TextColumn,
        TimeElapsedColumn,
    )
    from rich.progress import Progress as Bars
    from rich.progress import Task as Bar
    from rich.text import Text

    class _Running(ProgressColumn):
        """What is running, looked up whenever the bar is drawn."""

        def render(self, task: Bar) -> Text:
            return Text(_names(running()))

    console = Console(stderr=True, no_color=bool(os.environ.get("NO_COLOR")))
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[last]}"),
        _Running(),
    )
    with Bars(*columns, console=console, transient=True) as bars:
        bar = bars.add_task("", total=total, last="loading")

        def progress(now: Progress) -> None:
            bars.update(
                bar, completed=now.done, last=f"{now.task.name} {now.record.outcome.decision}"
            )

        yield progress


@contextlib.contextmanager
def _lines(total: int, running: Running) -> Iterator[Callable[[Progress], None]]:
    last, begun = f"0/{total}", False

    def more() -> str:
        nonlocal begun
        names = _names(running())
        begun = begun or bool(names)
        return names if begun else "; waiting for workers"

    def progress(now: Progress) -> None:
        nonlocal last, begun
        begun = True
        last = f"{now.done}/{now.total} ({100 * now.done // now.total} %), last {now.task.name}"

    with telling(lambda: last, more):
        yield progress


@contextlib.contextmanager
def telling(far: Callable[[], str], more: Callable[[], str] = str) -> Iterator[None]:
    """Write a plain line now and then as long as the block runs; none if it ends at once.

    far: how far it is; the seconds are added
    more: what is to be said after them
    """
    start = time.monotonic()
    ended = threading.Event()

    def tell() -> None:
        wait = min(FIRST, EVERY)
        while not ended.wait(wait):
            narrate(f"{far()}, {time.monotonic() - start:.0f} s{more()}")
            wait = EVERY

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()


def _names(running: Sequence[str]) -> str:
    return "" if not running else f"; running {', '.join(running)}"
