"""What a checker says of a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from workbench.rigor.check.trees import Malformed, rational

Certificate = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a certificate was accepted, and why, in one sentence."""

    accepted: bool
    message: str


def demand(holds: object, otherwise: str) -> None:
    """Refuse the certificate where something does not hold, with what is told of it."""
    if not holds:
        raise Malformed(otherwise)


def as_fmpq(text: str) -> fmpq:
    """The exact number that a text such as "-3/7" stands for."""
    value = rational(text)
    return fmpq(value.numerator, value.denominator)
