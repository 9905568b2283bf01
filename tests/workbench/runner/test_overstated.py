"""What an author may write by hand to get a better verdict than the evidence earns; none works.

Each case is a claim of a scratch paper whose statement is false or unproved.  `try_claim` takes the
road of a real run: the check, its mutants, the referee, the verdict.
"""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from tests.workbench.runner.arithmetic import ONE, Stated, equal, no, yes
from workbench.claims import (
    Claim,
    Counterexample,
    Grade,
    Library,
    Outcome,
    all_of,
    fails,
    holds,
    inconclusive,
)
from workbench.errors import ClaimError
from workbench.runner import plan, try_claim
from workbench.runner.session import verify
from workbench.runner.store import Store

TWO = Stated(equal("2", "2").certificate["statement"])
POINT = Counterexample((("x", "1"),), "x = 1")


def scratch(**more) -> Claim:
    given = {"title": "t", "statement": "1 = 2"} | more
    return Claim("scratch.a", ours=("lemma", "s"), **given)


def tried(body: Callable[..., Outcome], mutant: Callable[..., Outcome] = no, **options):
    """The verdict on a claim with one check."""
    c = scratch()
    register = c.refutation if options.pop("refute", False) else c.exact
    register(**options)(body).mutant(mutant)
    verdict, _ = try_claim(c)
    return verdict


def typed(grade: Grade) -> Callable[[], Outcome]:
    return lambda: (equal("1", "1"), holds("by hand", "believe me", grade=grade))[1]


@pytest.mark.parametrize("grade", [Grade.CERTIFIED, Grade.PROVED])
def test_a_grade_that_is_typed(grade):
    found = tried(typed(grade))
    assert found.status == "error"
    assert f"grade = {grade.name}" in found.reason


def test_a_grade_that_is_typed_over_an_outcome():
    derived = holds("m", "s", grade=Grade.DERIVED)
    found = tried(lambda: replace((yes(), derived)[1], grade=Grade.CERTIFIED))
    assert found.status == "error"
    found = tried(lambda: replace(yes(), grade=Grade.PROVED))
    assert found.status == "error"


@pytest.mark.parametrize(
    "certificate",
    [
        {"kind": "identity"},
        {"kind": "garbage"},
        {},
        {"kind": "all", "members": []},
        no().certificate | {"kind": "identity"},
        {"kind": "sign", "statement": no().certificate["statement"]},
        {"kind": "all", "members": [yes().certificate, {"kind": "identity"}]},
    ],
)
def test_a_certificate_that_shows_nothing(certificate):
    found = tried(lambda: (yes(), holds("m", "s", certificate=certificate))[1])
    assert found.status == "error"
    assert "the checker rejects its certificate" in found.reason


def test_a_certificate_of_another_statement_than_the_declared_one():
    from workbench.symbolic import relation

    c = scratch(encoded=(relation(1, "=", 2),))
    c.exact(yes).mutant(no)
    verdict, _ = try_claim(c)
    assert verdict.status == "argued"
    for right, status in ((2, "certified"), (1, "derived")):  # u = u shows nothing
        one = relation(1, "<=", right)
        c = scratch(encoded=(one,))
        shown = {"kind": "sign", "statement": one.tree}
        c.exact(lambda shown=shown: (yes(), holds("m", "s", certificate=shown))[1]).mutant(no)
        verdict, _ = try_claim(c)
        assert verdict.status == status


@pytest.mark.parametrize(
    ("declared", "part", "status"),
    [
        ((), "", "argued"),
        ((ONE,), "", "certified"),
        ((ONE,), "first", "argued"),  # the statement of the whole is not that of the part
        ({"first": (ONE,)}, "first", "certified"),
        ({"first": (ONE,)}, "", "certified"),
        ({"first": ()}, "first", "argued"),
        ({"first": ()}, "", "argued"),
        ({"first": (ONE, TWO)}, "first", "argued"),
    ],
)
def test_a_part_is_certified_by_the_statement_of_that_part(declared, part, status):
    c = scratch(encoded=declared, parts=("first",))
    c.exact(part=part)(yes).mutant(no)
    verdict, (found, *_) = try_claim(c)
    assert verdict.status == status
    assert bool(found.outcome.joints) == (status == "argued")


def test_parts_that_stay_without_a_statement_leave_the_whole_argued():
    c = scratch(encoded={"first": (ONE,)}, parts=("first", "second"))
    c.exact(yes).mutant(no)
    assert try_claim(c)[0].status == "argued"
    c = scratch(encoded={"first": (ONE,), "second": (TWO,)}, parts=("first", "second"))
    c.exact(part="first")(yes).mutant(no)
    c.exact(part="second")(lambda: equal("2", "2")).mutant(no)
    assert try_claim(c)[0].status == "certified"


@pytest.mark.parametrize("options", [{"corner": "one"}, {"stronger": "much more"}])
def test_a_corner_or_more_than_the_statement_is_not_what_was_declared(options):
    c = scratch(encoded=(ONE,))
    c.exact(**options)(yes).mutant(no)
    _, (found, *_) = try_claim(c)
    assert found.outcome.grade == Grade.ARGUED


def test_a_statement_of_a_part_that_is_none_is_refused():
    with pytest.raises(ClaimError, match="encoded states 'third'"):
        scratch(encoded={"third": (ONE,)}, parts=("first",))


@pytest.mark.parametrize("options", [{}, {"part": "first"}, {"corner": "one"}])
def test_a_counterexample_to_another_statement_than_the_declared_one(options):
    from workbench.symbolic import relation

    def refuted(*declared):
        c = scratch(encoded=declared, parts=(options["part"],) if "part" in options else ())
        violated = {"kind": "counterexample", "statement": relation(1, "=", 2).tree, "point": {}}
        shown = fails("m", "s", certificate=violated, counterexample=Counterexample((), "1 = 2"))
        c.exact(**options)(lambda: (yes(), shown)[1]).mutant(no)
        verdict, _ = try_claim(c)
        return verdict.status, verdict.grade

    assert refuted(relation(1, "=", 1)) == ("disputed", Grade.DERIVED)
    assert refuted(relation(1, "=", 1), relation(1, "=", 2)) == ("refuted", Grade.CERTIFIED)
    assert refuted() == ("refuted", Grade.CERTIFIED)


def test_a_label_in_place_of_the_declared_statement():
    from workbench.symbolic import relation

    for declared in ((), (relation(1, "=", 2),)):
        c = scratch(encoded=declared)
        c.exact(stronger="much more")(yes).mutant(no)
        assert try_claim(c)[0].status == "argued"


def test_a_counterexample_to_what_is_declared_behind_a_label():
    from workbench.symbolic import relation

    one, two = relation(1, "=", 1), relation(1, "=", 2)

    def verdict(declared):
        c = scratch(encoded=(declared,))
        violated = {"kind": "counterexample", "statement": two.tree, "point": {}}
        shown = fails("m", "s", certificate=violated, counterexample=Counterexample((), "1 = 2"))
        c.exact(stronger="much more")(lambda: (yes(), shown)[1]).mutant(no)
        return try_claim(c)[0]

    assert verdict(one).status == "inconclusive"
    found = verdict(two)
    assert found.status == "error"
    assert "its certificate violates what the claim declares" in found.reason


def test_a_part_without_a_certificate_in_a_conjunction():
    found = tried(lambda: all_of(yes(), holds("m", "s", grade=Grade.SUPPORTED)))
    assert found.status == "supported"


def test_a_statistical_check_that_certifies():
    c = scratch()

    @c.statistical
    def drawn(run) -> Outcome:
        """No alpha is spent, so it is an exact computation without a certificate at most."""
        return (equal("1", "1"), holds("m", "s", grade=Grade.CERTIFIED))[1]

    drawn.mutant(lambda run: no())
    verdict, _ = try_claim(c)
    assert verdict.status == "error"


@pytest.mark.parametrize("grade", [Grade.CERTIFIED, Grade.DERIVED])
def test_a_statistical_failure_that_refutes(grade):
    def body(run) -> Outcome:
        more = {"grade": grade, "certificate": no().certificate, "counterexample": POINT}
        return fails("m", "s", alpha=run.alpha / 2, **more)

    c = scratch()
    c.statistical(body).mutant(lambda run: no())
    verdict, _ = try_claim(c)
    assert verdict.status == "error"
    assert "statistical evidence is at most SUPPORTED" in verdict.reason


def test_a_counterexample_without_a_certificate():
    def body() -> Outcome:
        return (no(), fails("m", "s", grade=Grade.DERIVED, counterexample=POINT))[1]

    assert tried(body, yes, refute=True).status == "disputed"
    bare = replace(no(), counterexample=None)
    assert tried(lambda: (yes(), bare)[1], yes, refute=True).status == "disputed"


def test_evidence_that_assumes_its_own_claim():
    assert tried(lambda: yes(assumes=("scratch.a",))).status == "error"
    assert tried(lambda: no(assumes=("scratch.a",)), yes, refute=True).status == "error"


def test_evidence_that_assumes_what_nobody_knows():
    assert tried(lambda: yes(assumes=("scratch.b",))).status == "error"


def test_a_refutation_that_rests_on_a_refuted_claim(tmp_path):
    bad = Claim("scratch.bad", title="", statement="", ours=("lemma", ""))
    bad.refutation(no).mutant(yes)
    c = scratch()
    c.refutation(uses=("scratch.bad",))(no).mutant(yes)
    library = Library((), {bad.id: bad, c.id: c})
    found = verify(library, plan(library), Store(tmp_path), jobs=0).verdicts
    assert found["scratch.bad"].status == "refuted"
    assert found["scratch.a"].status == "inconclusive"


def test_a_counterexample_behind_a_label():
    c = scratch()
    c.exact(stronger="much more than the statement")(lambda: no()).mutant(lambda: equal("2", "1"))

    @c.sampled(x=st.integers(), examples=20)
    def survives(x: int) -> None:
        assert x == x

    @survives.mutant
    def does_not(x: int) -> None:
        assert survives is None

    verdict, _ = try_claim(c)
    assert verdict.status in ("inconclusive", "error")


def test_a_property_that_cannot_fail():
    def early(x: int) -> None:
        return

    def deaf(x: int) -> None:
        with contextlib.suppress(AssertionError):
            assert x < 5

    for prop in (early, deaf):
        c = scratch()
        check = c.sampled(x=st.integers(0, 99), examples=20)(prop)
        check.mutant(prop)
        verdict, _ = try_claim(c)
        assert verdict.status == "error"


@pytest.mark.parametrize(
    "mutant",
    [
        lambda: fails("m", "no", grade=Grade.DERIVED),
        lambda: fails("m", "no", certificate={"kind": "identity"}),
        lambda: inconclusive("m", "not decided"),
    ],
)
def test_a_mutant_that_is_a_constant(mutant):
    found = tried(yes, mutant)
    assert found.status == "error"


def test_a_mutant_whose_counterexample_is_garbage():
    def body() -> Outcome:
        return (no(), fails("m", "no", certificate={"kind": "garbage"}))[1]

    found = tried(yes, body)
    assert found.status == "error"
    assert "its mutant body: the checker rejects its certificate" in found.reason


def test_an_error_probability_out_of_range():
    for alpha in (Fraction(-1, 9), Fraction(10, 9)):
        found = tried(lambda alpha=alpha: holds("m", "s", grade=Grade.SUPPORTED, alpha=alpha))
        assert found.status == "error"


class Liar(Fraction):
    """A number that is never too large."""

    def __gt__(self, other: object) -> bool:
        return False


def test_an_error_probability_that_compares_as_it_likes():
    found = tried(lambda: (yes(), holds("m", "s", grade=Grade.SUPPORTED, alpha=Liar(1, 9)))[1])
    assert found.status == "error"
    assert "spent alpha = 1/9 of 0" in found.reason


class Twofold(dict[str, object]):
    """A certificate that is another one each time that it is read."""

    def items(self):
        self.turns = getattr(self, "turns", 0) + 1
        return (yes() if self.turns % 2 else no()).certificate.items()


def test_a_certificate_that_changes_under_the_eyes_of_the_referee():
    c = scratch()
    c.exact(lambda: (yes(), holds("m", "s", certificate=Twofold(kind="all")))[1]).mutant(no)
    verdict, (record,) = try_claim(c)
    assert verdict.status == "argued"
    assert record.outcome.certificate == yes().certificate
    assert type(record.outcome.certificate) is dict
