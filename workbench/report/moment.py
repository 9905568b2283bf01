"""When a run ended: the one thing in a report, beside running times, that differs between two runs.

    moment()                        "2026-11-26T04:12:33Z", now
    told("2026-11-26T04:12:33Z")    "2026-11-26 04:12 UTC"

The variable SOURCE_DATE_EPOCH (seconds since 1970), by which packages are built reproducibly, is
taken for the clock where it is set.
"""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime

from workbench.errors import ParameterError

VARIABLE = "SOURCE_DATE_EPOCH"
_FORM = "%Y-%m-%dT%H:%M:%SZ"
_LAST = 253402300799  # the end of the year 9999


def moment() -> str:
    """The time by the clock, or by SOURCE_DATE_EPOCH, to the second in UTC."""
    said = os.environ.get(VARIABLE, "")
    if said and not (said.isascii() and said.isdigit() and int(said) <= _LAST):
        raise ParameterError(
            f"{VARIABLE} = {said!r} is not a whole number of seconds since 1970."
            f" Set it to one, as `date +%s` prints it, or unset it."
        )
    seconds = int(said) if said else int(time.time())
    return datetime.fromtimestamp(seconds, UTC).strftime(_FORM)


def is_moment(text: str) -> bool:
    """Whether a text is a time as `moment` writes it."""
    try:
        return datetime.strptime(text, _FORM).strftime(_FORM) == text
    except ValueError:
        return False


def told(text: str) -> str:
    """A time as a page shows it."""
    return datetime.strptime(text, _FORM).strftime("%Y-%m-%d %H:%M UTC")
