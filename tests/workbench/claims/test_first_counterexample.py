"""How far the parts of a check are asked for: all of them, but for a variant that is false."""

from collections.abc import Iterator

import pytest

from workbench.claims import Claim, Grade, Outcome, all_of, fails, holds
from workbench.claims.check import Check
from workbench.claims.deciding import refused


def good() -> Outcome:
    return holds("m", "s", certificate={"kind": "sign"})


def bad(*, certified: bool) -> Outcome:
    if certified:
        return fails("m", "s", certificate={"kind": "counterexample"})
    return fails("m", "s", grade=Grade.DERIVED)


def made(*, manner: str, generator: bool, certified: bool) -> tuple[Check, list[int]]:
    """A check of three parts, of which a variant makes the second one false."""
    claim = Claim("toy.x", title="t", statement="s", ours=("lemma", "here"))
    asked: list[int] = []

    def parts(wrong: int) -> Iterator[Outcome]:
        for k in range(3):
            asked.append(k)
            yield bad(certified=certified) if k == wrong else good()

    def body(*, wrong: int = -1) -> Outcome | Iterator[Outcome]:
        return parts(wrong) if generator else all_of(parts(wrong))

    check = getattr(claim, manner)(body)
    check.mutant(lambda: body(wrong=1))
    return check, asked


@pytest.mark.parametrize("generator", [False, True])
@pytest.mark.parametrize(("manner", "certified", "expected"), [
    ("exact", True, [0, 1]),
    ("proof", True, [0, 1]),
    ("exact", False, [0, 1, 2]),  # another part may have a certificate
    ("refutation", True, [0, 1, 2]),  # its variant has to hold, in all parts
])  # fmt: skip
def test_a_false_variant_ends_with_its_first_counterexample(manner, generator, certified, expected):
    check, asked = made(manner=manner, generator=generator, certified=certified)
    assert check().decision == "holds"
    assert asked == [0, 1, 2]
    asked.clear()
    assert check.mutants[0]().decision == "fails"
    assert asked == expected


@pytest.mark.parametrize("generator", [False, True])
def test_a_check_that_fails_keeps_all_its_parts(generator):
    claim = Claim("toy.x", title="t", statement="s", ours=("lemma", "here"))
    asked: list[int] = []

    def parts() -> Iterator[Outcome]:
        for k in range(3):
            asked.append(k)
            yield bad(certified=True)

    def body() -> Outcome | Iterator[Outcome]:
        return parts() if generator else all_of(parts())

    outcome = claim.exact(body)()
    assert asked == [0, 1, 2]
    assert len(outcome.certificate["members"]) == 3


@pytest.mark.parametrize(("manner", "expected"), [("proof", [0, 1]), ("exact", [0, 1, 2])])
def test_a_refused_part_ends_a_variant_of_a_proof_and_of_nothing_else(manner, expected):
    """That a proof is refused rejects a variant of a proof; an exact check needs it to fail."""
    claim = Claim("toy.x", title="t", statement="s", ours=("lemma", "here"))
    asked: list[int] = []

    def body(*, wrong: int = -1) -> Iterator[Outcome]:
        for k in range(3):
            asked.append(k)
            yield refused("m", "no step left") if k == wrong else good()

    check = getattr(claim, manner)(body)
    variant = check.mutant(lambda: body(wrong=1))
    assert variant().decision == "refused"
    assert asked == expected
    assert check.rejects(variant()) == (manner == "proof")
