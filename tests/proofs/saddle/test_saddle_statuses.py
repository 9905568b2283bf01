"""The claims of the paper on saddle points: what is ours says so, and nothing is printed."""

from workbench.claims import CheckResult, Run, judge, load

LIBRARY = load(["ext", "saddle"])
CLAIMS = LIBRARY.claims


def findings(ids):
    """Run every check of these claims, and its mutants."""
    return {
        id: [
            CheckResult(c, c(Run()), tuple(m(Run()) for m in c.mutants)) for c in CLAIMS[id].checks
        ]
        for id in ids
    }


def test_the_improvement_is_certified_and_marked_as_ours():
    ids = [
        "saddle.ours.private-iterate",
        "saddle.ours.leave-one-out",
        "saddle.lem3.9.entropic",
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
