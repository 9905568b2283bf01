"""How far a run is: a live bar on a terminal, a plain line every few seconds elsewhere."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from workbench.cli.common import narrate

if TYPE_CHECKING:
    from workbench.runner import Progress

EVERY = 5.0  # seconds between plain lines


@contextlib.contextmanager
def watching(total: int) -> Iterator[Callable[[Progress], None]]:
    """Show progress on standard error as long as the block runs; nothing if it ends at once.

    Whether the cursor may be moved is asked of the stream itself: FORCE_COLOR promises colours to
    a log file, not a terminal.
    """
    live = sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    with (_bar if live else _lines)(total) as progress:
        yield progress


@contextlib.contextmanager
def _bar(total: int) -> Iterator[Callable[[Progress], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True, no_color=bool(os.environ.get("NO_COLOR")))
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[last]}"),
    )
    with Bars(*columns, console=console, transient=True) as bars:
        bar = bars.add_task("", total=total, last="loading")

        def progress(now: Progress) -> None:
            bars.update(
                bar, completed=now.done, last=f"{now.task.name} {now.record.outcome.decision}"
            )

        yield progress


@contextlib.contextmanager
def _lines(total: int) -> Iterator[Callable[[Progress], None]]:
    start = time.monotonic()
    ended = threading.Event()
    last = "0 done"

    def line() -> str:
        return f"{last}, {time.monotonic() - start:.0f} s"

    def tell() -> None:
        while not ended.wait(EVERY):
            narrate(line())

    def progress(now: Progress) -> None:
        nonlocal last
        last = f"{now.done}/{now.total} ({100 * now.done // now.total} %), last {now.task.name}"

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield progress
    finally:
        ended.set()
        teller.join()
