"""A mechanism that ends its process: what it meant as an end is seen as an outcome.

While a mechanism runs, `os._exit` and `os.abort` raise SystemExit in place of ending the process,
and with it the audit: that a dataset ends a program is an outcome, and may leak like any other.
It holds for the thread that calls the mechanism, and not for processes that the mechanism forks.
A fault of compiled code, or a name imported by `from os import _exit` beforehand, ends the process
still: `per_call(mechanism, processes=2)` calls it in others, and says so.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

_END, _ABORT = os._exit, os.abort
_HELD = threading.local()


@contextmanager
def exits_raise() -> Iterator[None]:
    """Within it, the end of the process is an exception in this thread.

    >>> with exits_raise():
    ...     os._exit(3)
    Traceback (most recent call last):
        ...
    SystemExit: os._exit(3)
    """
    os._exit, os.abort = _exit, _abort
    before = getattr(_HELD, "process", None)
    _HELD.process = os.getpid()
    try:
        yield
    finally:
        _HELD.process = before


def _exit(status: int) -> NoReturn:
    if getattr(_HELD, "process", None) == os.getpid():
        raise SystemExit(f"os._exit({status})")
    _END(status)


def _abort() -> NoReturn:
    if getattr(_HELD, "process", None) == os.getpid():
        raise SystemExit("os.abort()")
    _ABORT()
