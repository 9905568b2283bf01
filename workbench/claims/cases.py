"""What a refutation hands over: a statement, and the point or law at which it is false.

The statement is the one that the checker decides, so that a claim shows it without typing it a
second time: `@CLAIM.refutation(of="statement")` where it is the whole statement of the claim,
`of="case"` where it is a case of it, such as one dimension, a quotient of two densities, a finite
law.  A case that is false refutes the claim, and says less than the claim does: why the claim
implies it at that point stands in the words of its check.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Literal, Protocol

Of = Literal["", "statement", "case"]


class Encodes(Protocol):
    """A machine-readable statement: see `workbench.symbolic.Relation`."""

    def latex(self) -> str:
        """The statement as encoded."""
        ...

    @property
    def digest(self) -> str:
        """A hash of the statement as encoded."""
        ...


class Example(ABC):
    """A statement, and where it should be false: nothing is decided before it is asked for."""

    __slots__ = ()

    @abstractmethod
    def says(self) -> Encodes:
        """What should be false."""

    @abstractmethod
    def place(self) -> Mapping[str, str]:
        """The numbers at which it should be false."""

    @abstractmethod
    def outcome(self) -> Any:  # noqa: ANN401 - an Outcome, which knows no cases
        """Decide it: `fails` where it is false there, with a certificate."""


def decided(result: Any) -> Any:  # noqa: ANN401 - whatever a check returns or yields
    """The outcome of a case; anything else as it is."""
    return result.outcome() if isinstance(result, Example) else result
