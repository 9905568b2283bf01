"""Findings of runs and of enumerations as outcomes."""

from fractions import Fraction

import pytest

from workbench.claims import Grade, Run
from workbench.harness import TRUST, decided, every_case


@pytest.mark.parametrize(("good", "decision"), [(True, "holds"), (False, "fails")])
def test_a_finding_rests_on_floats_unless_it_says_otherwise(good, decision):
    found = decided(good, "runs", "seen")
    assert (found.decision, found.grade, found.trust) == (decision, Grade.SUPPORTED, TRUST)
    assert (found.alpha, found.looks) == (0, None)
    exact = decided(good, "scan", "seen", grade=Grade.DERIVED, trust=("Python integers",))
    assert (exact.grade, exact.trust) == (Grade.DERIVED, ("Python integers",))


def test_a_finding_of_a_run_spends_its_error_level():
    run = Run(alpha=Fraction(1, 1000))
    once = decided(True, "runs", "seen", run=run, power="all faults are found")
    assert (once.alpha, once.looks) == (Fraction(1, 1000), 1)
    assert decided(True, "runs", "seen", run=run, looks=5, power="all").looks == 5


def test_every_case_names_the_first_that_is_not_as_stated():
    seen = []

    def cases(bad):
        for n in range(5):
            seen.append(n)
            yield f"n = {n}", n not in bad

    good = every_case(cases(()), "below five")
    assert (good.decision, good.summary) == ("holds", "below five: all 5 cases")
    assert good.reason == "exact computation, without a certificate"
    seen.clear()
    found = every_case(cases((2, 3)), "below five")
    assert found.decision == "fails"
    assert found.counterexample.text == "below five: not so for n = 2"
    assert seen == [0, 1, 2]
