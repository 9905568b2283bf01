"""Coverage-guided fuzzing of the JSON readers, where atheris is installed.

    python -m tests.campaigns.readers_atheris certificate -max_total_time=600

The first argument names a reader of `readers.py`, the others are libFuzzer's.  The fuzzer's bytes
choose a real document and what is changed in it, so that it gets past the first line of a reader.
"""

from __future__ import annotations

import copy
import sys
from typing import Any

VALUES = (None, True, 0, -1, 10**30, 0.5, "", "0", "-1", "1/0", "1e9", "x", "n", "<", [], {}, [[]])


def damaged(data: Any, documents: list[Any]) -> Any:
    """A document with up to four changes, as the bytes say."""
    from tests.campaigns.readers import places

    document = copy.deepcopy(documents[data.ConsumeIntInRange(0, len(documents) - 1)])
    for _ in range(data.ConsumeIntInRange(1, 4)):
        spots = list(places(document))
        if not spots:
            break
        box, key = spots[data.ConsumeIntInRange(0, len(spots) - 1)]
        other, name = spots[data.ConsumeIntInRange(0, len(spots) - 1)]
        match data.ConsumeIntInRange(0, 3):
            case 0:
                del box[key]
            case 1:
                box[key] = copy.deepcopy(other[name])
            case 2 if isinstance(box[key], str):
                box[key] = data.ConsumeUnicodeNoSurrogates(8)
            case _:
                box[key] = copy.deepcopy(VALUES[data.ConsumeIntInRange(0, len(VALUES) - 1)])
    return document


def main() -> None:
    """Feed damaged documents to one reader; any error that it does not declare is a finding."""
    try:
        import atheris
    except ImportError:
        sys.exit("atheris is not installed: pip install --group campaigns")
    with atheris.instrument_imports(include=["workbench"]):
        from tests.campaigns.readers import READERS
    reader = READERS[sys.argv.pop(1)]
    documents = reader.documents()

    def one(data: bytes) -> None:
        reader(damaged(atheris.FuzzedDataProvider(data), documents))

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
