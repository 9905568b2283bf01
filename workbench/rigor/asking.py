"""Whom a prover asks whether a certificate is accepted.

A check is not believed: the runner puts what it returns to the referee, a process of its own.  So
that nothing is checked twice, the provers of a check ask that process from the beginning, and it
remembers what it has accepted.  Where there is none, and in a copy of the process that has one, the
checker is called here.  Either way the answer is that of the same function.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from workbench.rigor.check import check_certificate as checked_here
from workbench.rigor.check.answer import Answer

Asked = Callable[[Any], tuple[bool, str] | None]  # an answer, or None: it cannot say
_REFEREE: ContextVar[tuple[int, Asked] | None] = ContextVar("referee", default=None)


@contextmanager
def asked_of(asked: Asked) -> Iterator[None]:
    """Inside of the block, and in this process and thread alone, certificates go to `asked`."""
    token = _REFEREE.set((os.getpid(), asked))
    try:
        yield
    finally:
        _REFEREE.reset(token)


def is_limited() -> bool:
    """Whether this is the process of a check, whose runner keeps limits of time on all of it."""
    known = _REFEREE.get()
    return known is not None and known[0] == os.getpid()


def check_certificate(certificate: Any) -> Answer:  # noqa: ANN401 - JSON of any shape
    """What the checker says of a certificate; it never raises for what the certificate holds."""
    known = _REFEREE.get()
    if known is not None and known[0] == os.getpid():
        said = known[1](certificate)
        if said is not None:
            return Answer(*said)
    return checked_here(certificate)
