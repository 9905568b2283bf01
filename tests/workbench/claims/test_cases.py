"""Refutations that hand over a case: what they put to the machine is known before they are run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from workbench.claims import Claim, Example, Outcome
from workbench.errors import ClaimError
from workbench.referee.grading import statement_digest
from workbench.rigor import identity, witness
from workbench.rigor.check import conclusions
from workbench.rigor.provers.finite_trees import FiniteTree, LawStep, mean, terms, uniform
from workbench.symbolic import declare, relation

x, y = declare("x y > 0")


def claim() -> Claim:
    return Claim("toy.claim", title="A toy", ours=("lemma", "Nowhere"), statement="x < y")


def test_a_statement_is_declared_and_a_case_is_told_apart() -> None:
    whole, part = claim(), claim()

    @whole.refutation(of="statement")
    def the_other_way_round() -> Example:
        return witness(relation(x, "<", y), x=2, y=1)

    @part.refutation(of="case")
    def at_one() -> Example:
        return witness(relation(x, "<", 1), x=2)

    ((of, declared),) = whole.statements()
    assert (of, declared.digest) == ("", relation(x, "<", y).digest)
    assert part.statements() == whole.cases() == ()
    ((check, said, place),) = part.cases()
    assert (check, said.digest, place) == (at_one, relation(x, "<", 1).digest, "x = 2")
    assert at_one().decision == the_other_way_round().decision == "fails"


def test_nothing_is_decided_for_it() -> None:
    """The statement is asked for first, and what comes after it is not reached."""
    toy = claim()

    @toy.refutation(of="case")
    def first_the_case() -> Iterator[Outcome | Example]:
        yield witness(relation(x, "<", 1), x=2)
        raise AssertionError("reached")

    assert first_the_case.case()[1] == "x = 2"
    with pytest.raises(AssertionError, match="reached"):
        first_the_case()


def test_a_law_is_the_statement_that_its_certificate_violates() -> None:
    w, c, drawn = terms("w c X")
    step = LawStep(times=3, draws={"X": uniform((1, -1))}, then={"w": w + drawn})
    walk = FiniteTree((mean(w**2), "<=", c), {"w": 0}, [step], numbers={"c": 2})
    toy = claim()

    @toy.refutation(of="case")
    def the_walk_goes_further() -> Example:
        return walk

    ((_, said, place),) = toy.cases()
    (shown,) = conclusions(the_walk_goes_further().certificate)
    assert said.digest == statement_digest(shown["statement"])
    assert place == "c = 2"
    assert said.latex().startswith(
        r"\mathbb{E}\left[w^{2}\right] \le c,\quad \text{at the start: }"
    )
    other = FiniteTree((mean(w**2), "<=", c), {"w": 1}, [step], numbers={"c": 2})
    assert other.digest != walk.digest


def test_what_hands_over_no_case_is_refused() -> None:
    toy = claim()

    @toy.refutation(of="statement")
    def decides_at_once() -> Outcome:
        return identity(x, x)

    assert toy.statements() == ()
    with pytest.raises(ClaimError, match="hands over no case"):
        decides_at_once()
    with pytest.raises(ClaimError, match="is for refutations"):

        @toy.exact(of="case")
        def supports() -> Outcome:
            return identity(x, x)
