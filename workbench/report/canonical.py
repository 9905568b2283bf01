"""One way to write a report as JSON, so that equal results are equal bytes.

Keys are sorted, the layout is fixed, text stays readable (UTF-8), and a number that JSON cannot
hold (nan, infinity) is an error.  Only times may differ between two runs with equal results;
`without_times` removes them.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from workbench.report.errors import ReportError

# Half of a surrogate pair (from an undecodable file name in a traceback) passes json but no file.
_HALF = re.compile("[\ud800-\udfff]")


def canonical_json(document: object) -> str:
    """Write a JSON document with sorted keys and one item per line, ending in a newline."""
    try:
        text = json.dumps(document, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ReportError(
            f"the report cannot be written as JSON: {error}.\n"
            "  Pass plain dictionaries, lists, texts, booleans and finite numbers;"
            " write other values as exact text."
        ) from error
    return _HALF.sub(lambda m: f"\\u{ord(m[0]):04x}", text) + "\n"


def without_times(document: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Copy a document without its `seconds`, at any depth."""
    if isinstance(document, Mapping):
        return {k: without_times(v) for k, v in document.items() if k != "seconds"}
    if isinstance(document, list | tuple):
        return [without_times(item) for item in document]
    return document
