"""A normal form is kept for the next one who reads the same term, so no rule may change it."""

from collections.abc import Callable
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.check.theorem.terms import Terms
from workbench.rigor.provers import bounded_increments
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import Theorem, number, square, vector


def with_a_number_left() -> Proof:
    """0 <= |u|^2 + a from the square alone: a is left, and is at least 0."""
    a, u = number("a", at_least=0), vector("u")
    proof = Proof(Theorem((a, u), concludes=(0, "<=", square(u) + a)))
    proof.gram(proof.theorem.concludes, [], squares=[(1, u)])
    return proof


@pytest.mark.parametrize(
    "made", [with_a_number_left, bounded_increments.tails, bounded_increments.largest]
)
def test_what_is_read_stays_as_it_was_read(
    made: Callable[[], Proof], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Any, Any]] = []
    for name in ("affine", "vector"):
        read = getattr(Terms, name)

        def noted(self: Terms, term: Any, read: Any = read) -> Any:
            found = read(self, term)
            seen.append((found, dict(found)))
            return found

        monkeypatch.setattr(Terms, name, noted)
    answer = check_certificate(made().certificate)
    assert answer.accepted, answer.message
    assert seen
    assert all(now == then for now, then in seen)
