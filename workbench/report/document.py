"""Read a JSON file that may come from anybody: one meaning, or an error that says what to do.

A key that stands twice in an object means one thing to one reader and another to the next, and NaN
is no number; neither is JSON to us.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from workbench.report.errors import ReportError


def read_document(path: Path) -> Any:  # noqa: ANN401 - any JSON value
    """The content of a JSON file; raises ReportError."""
    try:
        text = path.read_text(encoding="utf-8")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except OSError as error:
        raise ReportError(
            f"{path} cannot be read: {error.strerror}.\n"
            "  Name the verification.json that `workbench verify --out DIR` wrote, or evidence"
            " below .workbench/."
        ) from error
    except (ValueError, RecursionError) as error:
        raise ReportError(
            f"{path} is not JSON, or was cut short: {error}.\n"
            "  Write it again with `workbench verify --out DIR`; finished checks are not run twice."
        ) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError(f"an object holds a key twice, among {sorted(made)[:9]}")
    return made


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")
