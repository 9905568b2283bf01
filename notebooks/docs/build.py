"""Make the documentation: `python notebooks/docs/build.py FOLDER [--without-running]`.

The pages stand in FOLDER/html, to be read from the disk.  Notebooks are executed, and what they
showed is kept in FOLDER/cache until their source changes.  A warning is an error.
"""

import argparse
import sys
from pathlib import Path

from pages import gather
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
        "nb_execution_cache_path": str(folder / "cache"),
        "html_static_path": str(HERE / "formulas.css"),
    }
    chosen = [f"--define={name}={value}" for name, value in settings.items()]
    return build_main(
        ["-b", "html", "-q", "-W", "--keep-going", "-c", str(HERE), "-d", str(folder / "doctrees"),
         *chosen, str(source), str(folder / "html")]
    )  # fmt: skip


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--without-running", action="store_true")
    given = asked.parse_args()
    sys.exit(build(given.folder.resolve(), run=not given.without_running))
