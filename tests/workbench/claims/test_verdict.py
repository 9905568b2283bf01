"""The algebra of evidence, and verdicts against a naive evaluation of their definition."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.claims import (
    CheckResult,
    Claim,
    Counterexample,
    Evidence,
    Grade,
    Outcome,
    holds,
    judge,
)
from workbench.claims.evidence import TOP, pareto
from workbench.errors import ClaimError

NAMES = st.frozensets(st.sampled_from("abc"), max_size=3)
TESTS = {"t": Fraction(1, 100), "u": Fraction(1, 7), "v": Fraction(9, 10)}
EVIDENCE = st.builds(
    Evidence,
    level=st.sampled_from(Grade),
    trust=NAMES,
    assumes=NAMES,
    errors=st.frozensets(st.sampled_from(sorted(TESTS.items()))),
)


@given(EVIDENCE, EVIDENCE, EVIDENCE)
def test_joining_is_a_semilattice_with_a_top(a, b, c):
    assert (a & b) & c == a & (b & c)
    assert a & b == b & a
    assert a & a == a
    assert a & TOP == a


@given(EVIDENCE, EVIDENCE, EVIDENCE)
def test_at_least_is_the_order_of_that_semilattice(a, b, c):
    assert a.at_least(b) == (a & b == b)
    assert a.at_least(a & b)
    if a.at_least(b) and b.at_least(a):
        assert a == b
    if a.at_least(b):
        assert (a & c).at_least(b & c)


@given(EVIDENCE, EVIDENCE)
def test_error_probabilities_add_up_and_one_test_counts_once(a, b):
    assert (a & b).alpha <= min(Fraction(1), a.alpha + b.alpha)
    assert (a & b).alpha >= max(a.alpha, b.alpha)
    assert (a & a).alpha == a.alpha
    assert a.alpha == min(1, sum(alpha for _, alpha in a.errors))


@given(st.lists(EVIDENCE, max_size=8))
def test_the_front_keeps_exactly_what_nothing_beats(alternatives):
    front = pareto(alternatives)
    best = {a for a in alternatives if not any(b.at_least(a) and b != a for b in alternatives)}
    assert set(front) == best
    assert len(front) == len(best)
    assert [e.level for e in front] == sorted((e.level for e in front), reverse=True)


@given(st.lists(EVIDENCE, max_size=6), st.randoms())
def test_the_front_does_not_depend_on_the_order(alternatives, random):
    shuffled = alternatives[:]
    random.shuffle(shuffled)
    assert pareto(alternatives) == pareto(shuffled)


# --------------------------------------------------------------------------- verdicts of claims


def outcome(decision: str, grade: Grade = Grade.CERTIFIED, **more) -> Outcome:
    reason = "because" if decision in ("refused", "inconclusive", "error") else ""
    if grade == Grade.ARGUED:
        more = {"joints": ("so it holds",)} | more
    if grade >= Grade.ARGUED:
        more = {"certificate": {"kind": "identity"}} | more
    return Outcome(decision=decision, grade=grade, method="m", summary="s", reason=reason, **more)


POINT = Counterexample((("x", "1"),), "x = 1")


def claim(id: str, *, uses=(), parts=(), kind="lemma", citation="") -> Claim:
    return Claim(
        id,
        title="",
        statement="",
        ours=(kind, ""),
        uses=uses,
        parts=parts,
        citation=citation,
    )


def finding(
    of: Claim,
    result: Outcome,
    *,
    aim="support",
    sound=True,
    part="",
    corner="",
    stronger="",
    uses=None,
    proof=False,
    mutant=None,
) -> CheckResult:
    register = of.proof if proof else of.exact if aim == "support" else of.refutation
    name = f"c{len(of.checks)}"

    def body() -> Outcome:
        return result

    body.__name__ = name
    check = register(body, part=part, corner=corner, stronger=stronger, uses=uses)
    good, bad = ("fails", "holds") if aim == "support" else ("holds", "fails")
    return CheckResult(
        check, result, (outcome(good if sound else bad) if mutant is None else mutant,)
    )


def verdict(of: Claim, *findings: CheckResult, others=()):
    claims = {c.id: c for c in (of, *(c for c, _ in others))}
    return judge(claims, {of.id: findings} | {c.id: f for c, f in others})[of.id]


@pytest.mark.parametrize("grade", [g for g in Grade if Grade.INCONCLUSIVE < g < Grade.PROVED])
def test_the_status_is_the_level_earned(grade: Grade):
    c = claim("t.a")
    assert verdict(c, finding(c, outcome("holds", grade))).status == grade.name.lower()


def test_the_best_of_several_checks_counts():
    c = claim("t.a")
    found = [finding(c, outcome("holds", g)) for g in (Grade.SUPPORTED, Grade.CERTIFIED)]
    assert verdict(c, *found).status == "certified"


def test_a_check_of_a_corner_is_support_and_a_failed_refutation_is_nothing():
    c = claim("t.a")
    assert verdict(c, finding(c, outcome("holds"), corner="n = 1")).status == "supported"
    c = claim("t.a")
    assert verdict(c, finding(c, outcome("holds"), aim="refute")).status == "inconclusive"


def test_all_parts_are_needed_and_the_weakest_counts():
    c = claim("t.a", parts=("if", "only if"))
    first = finding(c, outcome("holds"), part="if")
    alone = verdict(c, first)
    assert alone.status == "inconclusive"
    assert "not covered: only if" in alone.reason
    second = finding(c, outcome("holds", Grade.DERIVED), part="only if")
    assert verdict(c, first, second).status == "derived"
    assert verdict(c, second, finding(c, outcome("holds"))).status == "certified"


def test_only_an_exact_counterexample_refutes():
    for result, status in (
        (outcome("fails", counterexample=POINT), "refuted"),
        (outcome("fails", Grade.SUPPORTED, counterexample=POINT), "disputed"),
        (outcome("fails"), "disputed"),
    ):
        c = claim("t.a")
        assert verdict(c, finding(c, result, aim="refute")).status == status


def test_a_claim_whose_own_proof_is_refused_is_open_whatever_else_speaks_for_it():
    c = claim("t.a")
    refusal = outcome("refused", Grade.INCONCLUSIVE)
    found = verdict(c, finding(c, outcome("holds")), finding(c, refusal, proof=True))
    assert (found.status, found.grade) == ("inconclusive", Grade.INCONCLUSIVE)
    assert "its proof c1 is refused: because" in found.reason
    user = claim("t.b", uses=("t.a",))
    below = (c, (finding(c, refusal, proof=True),))
    assert verdict(user, finding(user, outcome("holds")), others=(below,)).weak == ("t.a",)
    c = claim("t.a")
    false = finding(c, outcome("fails", counterexample=POINT), aim="refute")
    assert verdict(c, false, finding(c, refusal, proof=True)).status == "refuted"


def test_a_refused_mutant_is_rejected_by_a_proof_alone():
    refusal = outcome("refused", Grade.INCONCLUSIVE)
    for proof, status in ((True, "certified"), (False, "error")):
        c = claim("t.a")
        found = finding(c, outcome("holds"), proof=proof, mutant=refusal)
        assert found.sound == proof
        assert verdict(c, found).status == status
    c = claim("t.a")
    assert not finding(c, outcome("holds"), proof=True, sound=False).sound


def test_what_rests_on_an_argued_claim_says_so():
    below = claim("t.below")
    c = claim("t.a", uses=("t.below",))
    others = ((below, (finding(below, outcome("holds", Grade.ARGUED)),)),)
    found = verdict(c, finding(c, outcome("holds")), others=others)
    assert (found.status, found.weak) == ("certified", ("t.below",))
    assert "t.below (argued)" in found.reason


def test_a_sufficient_condition_that_fails_refutes_nothing():
    against = outcome("fails", counterexample=POINT)
    c = claim("t.a")
    alone = verdict(c, finding(c, against, stronger="each summand is non-negative"))
    assert alone.status == "inconclusive"
    assert "c0 proves too much (each summand is non-negative)" in alone.reason
    c = claim("t.a")
    both = [finding(c, against, stronger="each summand"), finding(c, outcome("holds"))]
    found = verdict(c, *both)
    assert found.status == "certified"
    assert "c0 failed for more than the statement (each summand)" in found.reason
    c = claim("t.a")  # a corner belongs to the statement, and a counterexample there counts
    assert verdict(c, finding(c, against, corner="n = 1")).status == "refuted"


@pytest.mark.parametrize("grade", [Grade.SUPPORTED, Grade.DERIVED])
def test_an_exact_counterexample_is_not_hidden_behind_a_label(grade: Grade):
    against = outcome("fails", counterexample=POINT)
    c = claim("t.a")
    both = [finding(c, against, stronger="much more"), finding(c, outcome("holds", grade))]
    found = verdict(c, *both)
    assert found.status == "inconclusive"
    assert "c0 has an exact counterexample to what it calls more" in found.reason
    c = claim("t.a")  # a test that failed for more than the statement says nothing exact
    tested = outcome("fails", Grade.SUPPORTED, alpha=Fraction(1, 100))
    both = [finding(c, tested, stronger="much more"), finding(c, outcome("holds", grade))]
    assert verdict(c, *both).status == grade.name.lower()


def test_evidence_never_assumes_its_own_claim():
    c = claim("t.a")
    assert verdict(c, finding(c, outcome("holds", assumes=("t.a",)))).status == "error"
    c = claim("t.a")
    against = outcome("fails", counterexample=POINT, assumes=("t.a",))
    found = verdict(c, finding(c, against, aim="refute"))
    assert found.status == "error"
    assert found.reason == "c0 assumes the claim itself: that proves nothing"


def test_a_counterexample_is_as_good_as_what_it_rests_on():
    against = outcome("fails", counterexample=POINT)

    def resting_on(below: Claim, *found: CheckResult):
        c = claim("t.a")
        refuting = finding(c, against, aim="refute", uses=(below.id,))
        return verdict(c, refuting, others=[(below, found)])

    base = claim("t.base")
    assert resting_on(base, finding(base, outcome("holds"))).status == "refuted"
    cited = claim("x.cited", kind="cited", citation="B (1)")
    found = resting_on(cited)
    assert (found.status, found.assumes) == ("refuted", ("x.cited",))
    for said, *below in (
        ("t.base (refuted)", outcome("fails", counterexample=POINT)),
        ("t.base (supported)", outcome("holds", Grade.SUPPORTED)),
        ("t.base (inconclusive)", outcome("inconclusive", Grade.INCONCLUSIVE)),
        ("t.base (no check was run)",),
    ):
        base = claim("t.base")
        found = resting_on(base, *(finding(base, o) for o in below))
        assert found.status == "inconclusive"
        assert said in found.reason
    c = claim("t.a")
    with pytest.raises(ClaimError, match="in a circle"):
        verdict(c, finding(c, against, aim="refute", uses=("t.a",)))


def test_a_dispute_shows_the_error_level_of_the_tests_behind_it():
    c = claim("t.a")
    against = outcome("fails", Grade.SUPPORTED, alpha=Fraction(1, 100))
    found = verdict(c, finding(c, outcome("holds")), finding(c, against))
    assert (found.status, found.alpha) == ("disputed", Fraction(1, 100))


def test_a_dispute_is_told_by_a_test_before_a_bound_that_refutes_nothing():
    """An accountant reads an upper bound; the audit after it is what speaks against the claim."""
    c = claim("t.a")
    bound = replace(outcome("fails", Grade.DERIVED), summary="the accountant reads 10")
    audit = replace(
        outcome("fails", Grade.SUPPORTED, alpha=Fraction(1, 100)),
        summary="violation: epsilon >= 10",
    )
    for found in (
        verdict(c, finding(c, bound), finding(c, audit)),
        verdict(c, finding(c, audit), finding(c, bound)),
    ):
        assert (found.status, found.reason) == ("disputed", "violation: epsilon >= 10")
        assert found.alpha == Fraction(1, 100)
    assert verdict(c, finding(c, bound)).reason == "the accountant reads 10"


def test_many_alternatives_never_hide_the_one_that_stands():
    bad = claim("t.bad")
    others = [(bad, [finding(bad, outcome("fails", counterexample=POINT), aim="refute")])]
    parts = tuple("abcdefg")
    c = claim("t.a", parts=parts)
    found = [finding(c, outcome("holds"), part=p, uses=("t.bad",)) for p in parts]
    found += [finding(c, outcome("holds", Grade.DERIVED), part=p) for p in parts]
    assert verdict(c, *found, others=others).status == "derived"


def test_what_is_certified_modulo_a_disputed_claim_says_so():
    base = claim("t.base")
    against = outcome("fails", Grade.SUPPORTED, alpha=Fraction(1, 100))
    others = [(base, [finding(base, against)])]
    c = claim("t.a", uses=("t.base",))
    found = verdict(c, finding(c, outcome("holds")), others=others)
    assert found.assumes == ("t.base",)
    assert found.weak == ("t.base",)
    assert "t.base (disputed)" in found.reason


def test_unsound_evidence_counts_for_nothing_in_either_direction():
    c = claim("t.a")
    assert verdict(c, finding(c, outcome("holds"), sound=False)).status == "error"
    c = claim("t.a")
    against = outcome("fails", counterexample=POINT)
    assert verdict(c, finding(c, against, aim="refute", sound=False)).status == "error"
    c = claim("t.a")
    bare = finding(c, outcome("holds"))
    assert verdict(c, CheckResult(bare.check, bare.outcome, ())).status == "error"


def test_an_error_is_never_outvoted_by_a_success():
    c = claim("t.a")
    found = verdict(c, finding(c, outcome("holds")), finding(c, outcome("error")))
    assert found.status == "error"
    assert "c1: because" in found.reason


def test_certified_both_ways_is_inconsistent_unless_something_was_assumed():
    c = claim("t.a")
    against = outcome("fails", counterexample=POINT)
    both = [finding(c, outcome("holds")), finding(c, against, aim="refute")]
    assert verdict(c, *both).status == "inconsistent"
    c = claim("t.a", uses=("x.cited",))
    cited = claim("x.cited", kind="cited", citation="B (1)")
    both = [finding(c, outcome("holds")), finding(c, against, aim="refute")]
    assert verdict(c, *both, others=[(cited, ())]).status == "refuted"


def test_a_refuted_premise_breaks_an_argument_and_does_not_refute():
    bad, good = claim("t.bad"), claim("t.good")
    others = [
        (bad, [finding(bad, outcome("fails", counterexample=POINT), aim="refute")]),
        (good, [finding(good, outcome("holds", Grade.DERIVED))]),
    ]
    c = claim("t.a", uses=("t.bad",))
    first = finding(c, outcome("holds"))
    broken = verdict(c, first, others=others)
    assert broken.status == "broken"
    assert "t.bad" in broken.reason
    second = finding(c, outcome("holds"), uses=("t.good",))
    assert verdict(c, first, second, others=others).status == "certified"
    above = claim("t.above", uses=("t.a",))
    chain = [*others, (c, [first])]
    assert verdict(above, finding(above, outcome("holds")), others=chain).status == "broken"


def test_what_is_open_or_cited_is_named():
    cited = claim("x.cited", kind="cited", citation="B (1)")
    unknown = claim("t.open")
    c = claim("t.a", uses=("x.cited", "t.open", "gone.claim"))
    found = verdict(c, finding(c, outcome("holds")), others=[(cited, ()), (unknown, ())])
    assert found.status == "certified"
    assert found.assumes == ("gone.claim", "t.open", "x.cited")
    assert found.reason.endswith("; not looked at in this run: t.open")
    assert verdict(cited).status == "assumed"
    assert verdict(unknown).reason == "no check was run"


def test_a_shared_test_is_charged_once():
    base = claim("t.base")
    tested = outcome("holds", Grade.SUPPORTED, alpha=Fraction(1, 100))
    left, right = claim("t.l", uses=("t.base",)), claim("t.r", uses=("t.base",))
    top = claim("t.top", uses=("t.l", "t.r"))
    others = [
        (base, [finding(base, tested)]),
        (left, [finding(left, outcome("holds"))]),
        (right, [finding(right, outcome("holds"))]),
    ]
    assert verdict(top, finding(top, outcome("holds")), others=others).alpha == Fraction(1, 100)


IDS = ["t.a", "t.b", "t.c", "t.d"]


@st.composite
def networks(draw):
    """Up to four claims, each using earlier ones, with parts, alternatives and refutations."""
    claims, findings = {}, {}
    for place, id in enumerate(IDS[: draw(st.integers(1, 4))]):
        earlier = st.lists(st.sampled_from(IDS[:place]), unique=True) if place else st.just([])
        parts = draw(st.sampled_from([(), ("p", "q")]))
        c = claim(id, uses=tuple(draw(earlier)), parts=parts)
        found = []
        for _ in range(draw(st.integers(0, 3))):
            grade = draw(st.sampled_from([Grade.SUPPORTED, Grade.DERIVED, Grade.CERTIFIED]))
            uses = draw(st.none() | earlier.map(tuple))
            part = draw(st.sampled_from(["", *parts]))
            found.append(finding(c, outcome("holds", grade), uses=uses, part=part))
        if draw(st.integers(0, 3)) == 0:
            c.checks.clear()
            found = [finding(c, outcome("fails", counterexample=POINT), aim="refute")]
        claims[id], findings[id] = c, found
    return claims, findings


def naive(claims, findings, id):
    """The set of (level, assumes) of all derivations, by plain enumeration; None if refuted."""
    if any(f.outcome.decision == "fails" for f in findings[id]):
        return None
    parts = claims[id].parts or ("",)
    ways = [[f for f in findings[id] if f.check.part in ("", p)] for p in parts]
    if not all(ways):
        return {(Grade.INCONCLUSIVE, frozenset({id}))}
    results = set()
    for choice in product(*ways):
        uses = {
            u for f in choice for u in (claims[id].uses if f.check.uses is None else f.check.uses)
        }
        below = [naive(claims, findings, u) for u in uses]
        if any(b is None for b in below):
            continue
        for parents in product(*below):
            level = min([f.outcome.grade for f in choice] + [p[0] for p in parents])
            results.add((level, frozenset().union(*(p[1] for p in parents))))
    return results or None


@given(networks())
def test_verdicts_are_those_of_plain_enumeration(network):
    claims, findings = network
    for id, found in judge(claims, findings).items():
        expected = naive(claims, findings, id)
        if any(f.outcome.decision == "fails" for f in findings[id]):
            assert found.status == "refuted"
        elif expected is None:
            assert found.status == "broken"
        else:
            assert found.status not in ("refuted", "broken", "inconsistent")
            if found.effective:
                assert max(e.level for e in found.effective) == max(level for level, _ in expected)
                assert {(e.level, e.assumes) for e in found.effective} <= expected


def test_a_refutation_that_finds_nothing_is_no_support():
    """One point where the statement holds says nothing about the others."""
    claim = Claim("toy.slip", title="t", statement="s", printed=("erratum", "x"))

    @claim.refutation
    def no_counterexample() -> Outcome:
        """It holds at the point."""
        return holds("exact counterexample", "holds at x = 1", grade=Grade.SUPPORTED)

    @no_counterexample.mutant
    def the_repair() -> Outcome:
        """So does the repair."""
        return holds("exact counterexample", "holds at x = 1", grade=Grade.SUPPORTED)

    finding = CheckResult(no_counterexample, no_counterexample(), (the_repair(),))
    verdict = judge({claim.id: claim}, {claim.id: [finding]})[claim.id]
    assert verdict.status == "inconclusive"
    assert "no counterexample" in verdict.reason
