"""One way to write a report as JSON, so that equal results are equal bytes.

Keys are sorted, the layout is fixed, text stays readable (UTF-8), and a number that JSON cannot
hold (nan, infinity) is an error.  Each field of a claim's evidence has a line of its own, so that a
comparison of two files reads well; what is nested deeper stands on that line.  Only times may
differ between two runs with equal results; `without_times` removes them.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from workbench.referee.digests import TIMES
from workbench.report.errors import ReportError

# Half of a surrogate pair (from an undecodable file name in a traceback) passes json but no file.
_HALF = re.compile("[\ud800-\udfff]")


DEPTH = 5
"""Levels that are laid out over lines: document, claims, claim, evidence, one piece of evidence."""


def canonical_json(document: object, *, depth: int = DEPTH) -> str:
    """Write a JSON document with sorted keys and a fixed layout, ending in a newline.

    The outer `depth` levels are laid out over lines; what is nested deeper stands on one line.
    """
    try:
        text = _text(document, depth)
    except (TypeError, ValueError, RecursionError) as error:
        raise ReportError(
            f"the report cannot be written as JSON: {error}.\n"
            "  Pass plain dictionaries, lists, texts, booleans and finite numbers;"
            " write other values as exact text."
        ) from error
    return _HALF.sub(lambda m: f"\\u{ord(m[0]):04x}", text) + "\n"


def _text(value: Any, depth: int, indent: int = 1) -> str:  # noqa: ANN401 - any JSON value
    if depth == 0 or not value or not isinstance(value, dict | list | tuple):
        return json.dumps(
            value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
        )
    line = "\n" + " " * indent
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("a key is no text")
        items = [
            f"{json.dumps(key, ensure_ascii=False)}: {_text(value[key], depth - 1, indent + 1)}"
            for key in sorted(value)
        ]
        return "{" + line + ("," + line).join(items) + line[:-1] + "}"
    items = [_text(item, depth - 1, indent + 1) for item in value]
    return "[" + line + ("," + line).join(items) + line[:-1] + "]"


def without_times(document: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Copy a document without its times (`ended`, `seconds`), at any depth."""
    if isinstance(document, Mapping):
        return {k: without_times(v) for k, v in document.items() if k not in TIMES}
    if isinstance(document, list | tuple):
        return [without_times(item) for item in document]
    return document
