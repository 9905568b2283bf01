"""Variants of a proof are refused by its known lemmas, and nothing is accepted by them."""

from __future__ import annotations

import pytest

from workbench.claims.deciding import first_rejection_decides
from workbench.rigor import asking
from workbench.rigor.provers import known_lemmas, theorems
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Theorem

a, b = th.number("a"), th.number("b")


def square(factor: int = 1) -> Proof:
    """0 <= (a - b)^2, or with another factor at 2ab."""
    said = 2 * factor * a * b, "<=", a**2 + b**2
    p = Proof(Theorem((a, b), concludes=said))
    p.scalar(said, {"kind": "sign", "gap": ((a - b) ** 2).tree})
    return p


def below(factor: int = 1, lemma: int = 1) -> Proof:
    """2 factor ab <= a^2 + b^2 + 1, by the lemma."""
    p = Proof(Theorem((a, b), concludes=(2 * factor * a * b, "<=", a**2 + b**2 + 1)))
    p.gram(p.theorem.concludes, [(1, p.by(square(lemma), {"a": a, "b": b}))])
    return p


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_lemmas, "_ACCEPTED", set())


def _asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is put to the checker from here on."""
    asked: list[object] = []
    checked = asking.check_certificate

    def noted(certificate: object) -> object:
        asked.append(certificate)
        return checked(certificate)

    monkeypatch.setattr(theorems, "check_certificate", noted)
    return asked


def test_a_variant_is_refused_by_the_steps_that_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    assert below().outcome().decision == "holds"
    asked = _asked(monkeypatch)
    with first_rejection_decides(of_proof=True):
        wrong = below(factor=3).outcome()
    assert wrong.decision == "refused"
    assert not asked
    assert "step 1 (gram)" in wrong.reason


def test_a_true_variant_goes_to_the_checker(monkeypatch: pytest.MonkeyPatch) -> None:
    p = below()
    known_lemmas.accept(p.library)
    asked = _asked(monkeypatch)
    with first_rejection_decides(of_proof=True):
        assert known_lemmas.refusal(p.theorem.tree, p.library, p.steps) == ""
        assert p._judged().decision == "holds"
    assert len(asked) == 1


@pytest.mark.parametrize("accepted", [False, True])
def test_a_false_lemma_is_never_taken_for_granted(
    monkeypatch: pytest.MonkeyPatch, accepted: bool
) -> None:
    if accepted:
        assert below().outcome().decision == "holds"
    asked = _asked(monkeypatch)
    with first_rejection_decides(of_proof=True):
        assert below(factor=3, lemma=3).outcome().decision == "refused"
    assert len(asked) == 1  # it has no known lemma


def test_a_proof_that_is_no_variant_is_for_the_checker_alone() -> None:
    p, wrong = below(), below(factor=3)
    known_lemmas.accept(p.library)
    assert known_lemmas.refusal(wrong.theorem.tree, wrong.library, wrong.steps) == ""


def test_what_is_no_proof_is_for_the_checker() -> None:
    p = below()
    known_lemmas.accept(p.library)
    with first_rejection_decides(of_proof=True):
        assert known_lemmas.refusal({}, p.library, p.steps)  # malformed, and so refused
        assert known_lemmas.refusal(p.theorem.tree, p.library, [{}]) == ""
