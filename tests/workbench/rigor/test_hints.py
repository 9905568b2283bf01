"""What a stuck search proposes has been seen to help, and stays within its time."""

from __future__ import annotations

import pytest

from tests.workbench.rigor.test_confined import spent
from workbench.rigor import Budget, certify
from workbench.rigor.provers.hints import hints
from workbench.rigor.provers.run import ProofSearch
from workbench.symbolic.text import parse


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, what is found does not hang on its clock."""
    monkeypatch.setattr("workbench.rigor.provers.hints._LONGEST", 60.0)


def proposals(statement: str, where: str, seconds: float = 20) -> list[str]:
    """The hints alone, whatever the search itself would find."""
    return hints(ProofSearch(parse(statement, where=where), Budget(seconds=seconds)), {})


def test_a_cut_that_was_seen_to_help_helps() -> None:
    said = proposals("exp(x) >= 1 + x", "-1 <= x <= 1", 600)
    assert any(text.startswith('a cut, cuts={"x": [') for text in said)
    assert all(text.endswith(("finds a proof.", "is left.")) for text in said)
    outcome = certify(parse("exp(x) >= 1 + x", where="-1 <= x <= 1"), cuts={"x": ["0"]})
    assert outcome.decision == "holds"


def test_what_holds_on_one_side_is_told_with_what_is_left() -> None:
    """It fails for x > 3 alone: below the cut at 2 there is a proof, above it there is none."""
    said = proposals("x^2*(x - 3) <= 0", "x >= 0", 600)
    assert any("where x <= 2 it is proved; x > 2 is left" in text for text in said)


def test_nothing_is_proposed_where_nothing_helps() -> None:
    """It is false on both sides of any cut, and after any change of variables."""
    assert proposals("x^2 + 1 <= x*y", "x > 0, y > 0") == []


def test_hints_have_their_share_of_the_time_and_of_the_answer() -> None:
    before = spent()
    outcome = certify(parse("erfc((x + y)/2)^2 >= erfc(x)*erfc(y)"), Budget(seconds=3))
    assert spent() - before < 4
    assert outcome.decision == "inconclusive"
    assert "Try: " in outcome.reason
    assert len(outcome.reason.splitlines()) <= 8
