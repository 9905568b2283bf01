"""Make the documentation: `python notebooks/docs/build.py FOLDER [--without-running]`.

The pages stand in FOLDER/html, to be read from the disk.  Notebooks are executed, and what they
showed is kept in FOLDER/cache until their source, the engine or a paper changes.  A warning is an
error, and so is a notebook whose page shows nothing or what could not be read, or a link that leads
nowhere.
"""

import argparse
import hashlib
import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import unquote

from pages import ROOT, gather
from sphinx.cmd.build import build_main

HERE = Path(__file__).resolve().parent


def build(folder: Path, *, run: bool = True) -> int:
    """Make all pages below a folder; the exit status of Sphinx.

    folder: where the source, the cache and the pages go
    run: execute the notebooks; otherwise they are shown without output
    """
    source = folder / "source"
    gather(source)
    settings = {
        "nb_execution_mode": "cache" if run else "off",
        "nb_execution_cache_path": str(_cache(folder / "cache")),
        "html_static_path": str(HERE / "formulas.css"),
    }
    chosen = [f"--define={name}={value}" for name, value in settings.items()]
    status = build_main(
        ["-b", "html", "-q", "-W", "--keep-going", "-c", str(HERE), "-d", str(folder / "doctrees"),
         *chosen, str(source), str(folder / "html")]
    )  # fmt: skip
    found = list(faults(folder / "html", run=run)) if status == 0 else []
    for fault in found:
        print(fault, file=sys.stderr)
    return status or int(bool(found))


def _stop(*_: object) -> None:
    """End at once: an exception would be told as a fault of Sphinx, and nothing has to be tidied.

    The kernel that is at work ends with its parent.
    """
    again = "interrupted; executed notebooks are kept, and the same command goes on behind them"
    print(f"\n{again}", file=sys.stderr, flush=True)
    os._exit(130)


def _cache(folder: Path) -> Path:
    """Where what the notebooks showed is kept: the name says what they ran, and others are gone."""
    text = hashlib.sha256()
    for room in ("workbench", "proofs"):
        for path in sorted((ROOT / room).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                text.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    kept = folder / text.hexdigest()[:16]
    for other in folder.glob("*"):
        if other.name != kept.name:
            shutil.rmtree(other, ignore_errors=True)
    return kept


def faults(pages: Path, *, run: bool = True) -> Iterator[str]:
    """What is wrong with the pages: links that lead nowhere, tutorials that show nothing.

    pages: the folder of the pages
    run: the notebooks were executed
    """
    texts = {path.resolve(): path.read_text(encoding="utf-8") for path in pages.rglob("*.html")}
    places = {path: set(_PLACE.findall(text)) for path, text in texts.items()}
    for path, text in texts.items():
        here = path.relative_to(pages.resolve())
        for link in dict.fromkeys(_LINK.findall(text)):
            target, _, place = (unquote(part) for part in link.partition("#"))
            there = (path.parent / target.partition("?")[0]).resolve() if target else path
            if not there.exists() or (place and place not in places.get(there, {place})):
                yield f"{here}: the link {link} leads nowhere"
        notebook = here.parts[0] == "notebooks" and "cell_input" in text
        if notebook and "cannot be read off the certificate:" in text:
            yield f"{here}: a certificate is shown that cannot be read"
        if run and notebook and not re.search(r'class="[^"]*\bcell_output\b', text):
            yield f"{here}: no cell shows anything: the notebook was not executed"


_LINK = re.compile(r'(?:href|src)="(?!https?:|mailto:|data:|javascript:)([^"]+)"')
_PLACE = re.compile(r'\b(?:id|name)="([^"]+)"')


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--without-running", action="store_true")
    given = asked.parse_args()
    signal.signal(signal.SIGINT, _stop)
    with ThreadPoolExecutor(1) as pool:  # in the main thread, nbclient would take the signal
        made = pool.submit(build, given.folder.resolve(), run=not given.without_running)
        sys.exit(made.result())
