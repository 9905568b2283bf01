"""Coverage-guided fuzzing of the JSON readers, where atheris is installed.

    python -m tests.campaigns.readers_atheris certificate -max_total_time=600

The first argument names a reader of `readers.py`, the others are libFuzzer's.
"""

from __future__ import annotations

import json
import sys

try:
    import atheris
except ImportError:
    sys.exit("atheris is not installed: pip install --group campaigns")

with atheris.instrument_imports(include=["workbench"]):
    from tests.campaigns.readers import READERS


def main() -> None:
    """Feed texts that are JSON to one reader; any error that it does not declare is a finding."""
    reader = READERS[sys.argv.pop(1)]

    def one(data: bytes) -> None:
        try:
            document = json.loads(data)
        except (ValueError, RecursionError):
            return
        reader(document)

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
