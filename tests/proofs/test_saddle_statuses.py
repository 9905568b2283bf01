"""The claims of the paper on saddle points: complete, and with the verdicts that were found."""

import pytest

from workbench.claims import Finding, Run, judge, load

LIBRARY = load(["ext", "saddle"])
CLAIMS = LIBRARY.claims

EXPECTED = """
def-problem def-gap def-exp-sampling table1 lower-bound thm1.1 ex-max-loss footnote3 lem2.1 cor2.3
cor2.4 cor2.6 lem2.8 lem2.10 cor2.12 cor2.14 ours.leave-one-out alg1 thm3.4 thm3.5 cor3.6 prop3.3
lem3.9 lem3.8 lem3.11 fbeta-smooth thm3.1 thm3.1a thm3.1b thm3.1c ours.private-iterate def-tgeom
alg2 lem3.15 alg3 prop3.17 thm3.14 alg-pvrfw thm3.22 thm3.24 alg4 thm3.20 lem4.1 alg5 prop4.3
lem-softmax-lip thm4.2 thm4.2a thm4.2b
""".split()

REFUTED = """
lem2.1.adaptive cor2.3.adaptive cor2.6.inside ex-max-loss cor3.6.unrestricted alg3.draw-first
erratum-e9 erratum-e11 erratum-e12
""".split()
BROKEN = ["lem3.11.adaptive", "thm3.1"]


def findings(ids):
    """Run every check of these claims, and its mutants."""
    return {
        id: [Finding(c, c(Run()), tuple(m(Run()) for m in c.mutants)) for c in CLAIMS[id].checks]
        for id in ids
    }


@pytest.mark.parametrize("slug", EXPECTED)
def test_every_entry_of_the_paper_has_a_claim(slug):
    assert f"saddle.{slug}" in CLAIMS


def test_what_is_false_is_refuted_and_what_rests_on_it_is_broken():
    ids = [f"saddle.{slug}" for slug in (*REFUTED, *BROKEN)]
    verdicts = judge(CLAIMS, findings(ids))
    assert {id: verdicts[id].status for id in ids} == {
        **{f"saddle.{slug}": "refuted" for slug in REFUTED},
        **{f"saddle.{slug}": "broken" for slug in BROKEN},
    }


def test_the_improvement_is_certified_and_marked_as_ours():
    ids = [
        "saddle.ours.private-iterate",
        "saddle.ours.leave-one-out",
        "saddle.lem3.9",
        "saddle.def-gap",
        "saddle.def-exp-sampling",
        "saddle.def-problem",
    ]
    verdict = judge(CLAIMS, findings(ids))[ids[0]]
    assert verdict.status == "certified"
    assert verdict.weak == ()
    assert all(id.startswith("ext.") for id in verdict.assumes)
    assert CLAIMS[ids[0]].provenance == "ours"


def test_nothing_is_printed_as_the_source_has_no_formulas():
    own = [c for c in CLAIMS.values() if c.paper == "saddle"]
    assert {c.provenance for c in own} == {"reconstructed", "ours"}


@pytest.mark.slow
def test_all_verdicts():
    tried = (".runs", ".scaling")  # nothing but trials
    ids = [i for i in CLAIMS if i.startswith("saddle.") and not any(word in i for word in tried)]
    verdicts = judge(CLAIMS, findings(ids))
    for id in ids:
        slug = id.removeprefix("saddle.")
        expected = "refuted" if slug in REFUTED else "broken" if slug in BROKEN else "certified"
        assert verdicts[id].status == expected, (id, verdicts[id].reason)
