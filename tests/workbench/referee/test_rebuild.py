"""Edits of a report that was really made: which are found, by whom, and which only the root shows.

Each edit is put to `rebuild` twice: as it is, where a digest gives it away, and with all digests
written anew by somebody who knows how.  What is found then is found because it does not follow.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.workbench.referee.small import TWO, ruled, small_report
from workbench.referee.digests import report_digest, stamped
from workbench.referee.rebuild import rebuild
from workbench.report.errors import ReportError
from workbench.report.node import Node
from workbench.report.reader import read_evidence, read_report, totals_of
from workbench.report.shown import shown
from workbench.rigor.check.kinds import digest

PSD = {"kind": "psd", "matrix": [["1"]], "L": [["1"]], "D": ["1"]}
PSD |= {"digest": digest(PSD)}
Edit = Callable[[dict[str, Any]], Any]


def claim(report: dict[str, Any], slug: str) -> dict[str, Any]:
    (found,) = (c for c in report["claims"] if c["id"] == f"toy.{slug}")
    return found


def row(report: dict[str, Any], slug: str) -> dict[str, Any]:
    return claim(report, slug)["evidence"][0]


def places(report: dict[str, Any]) -> set[str]:
    return {one.where for one in rebuild(report, ruled(report))}


def test_a_report_follows_from_itself():
    report = small_report()
    assert [(c["id"], c["status"]) for c in report["claims"]] == [
        ("toy.law", "assumed"),
        ("toy.declared", "certified"),
        ("toy.square", "certified"),
        ("toy.sum", "certified"),
        ("toy.false", "refuted"),
        ("toy.false.repaired", "supported"),
        ("toy.half", "certified"),
        ("toy.drawn", "supported"),
        ("toy.open", "inconclusive"),
        ("toy.user", "certified"),
        ("toy.broken", "broken"),
        ("toy.told", "argued"),
        ("toy.stuck", "inconclusive"),
    ]
    assert report["outside"] == {"toy.far": "lemma", "toy.far-law": "cited"}
    assert claim(report, "user")["weak"] == ["toy.far", "toy.open"]
    assert rebuild(report, ruled(report)) == []
    assert rebuild(stamped(report), ruled(report)) == []


def swap(one: str, other: str) -> Edit:
    def edit(report: dict[str, Any]) -> None:
        a, b = row(report, one), row(report, other)
        a["certificate"], b["certificate"] = b["certificate"], a["certificate"]

    return edit


def put(slug: str, **fields: Any) -> Edit:
    return lambda report: claim(report, slug).update(fields)


def put_row(slug: str, **fields: Any) -> Edit:
    return lambda report: row(report, slug).update(fields)


def relabelled(report: dict[str, Any]) -> None:
    claim(report, "false").update(status="certified", grade="CERTIFIED", reason="holds")
    recounted(report)


def recounted(report: dict[str, Any]) -> None:
    report["totals"] = totals_of([c["status"] for c in report["claims"]])


def counted(report: dict[str, Any]) -> None:
    report["totals"]["certified"] += 1


def flipped(report: dict[str, Any]) -> None:
    row(report, "square")["mutants"][0].update(decision="holds")


def flipped_and_said_so(report: dict[str, Any]) -> None:
    row(report, "square")["mutants"][0].update(decision="holds", rejected=False)


def unmutated(report: dict[str, Any]) -> None:
    row(report, "square")["mutants"] = []


def half_left_out(report: dict[str, Any]) -> None:
    del claim(report, "half")["evidence"][1]


def widened(report: dict[str, Any]) -> None:
    half_left_out(report)
    row(report, "half")["part"] = ""


def refutation_left_out(report: dict[str, Any]) -> None:
    claim(report, "false")["evidence"] = []


def divided(report: dict[str, Any]) -> None:
    """A certificate that is accepted, and whose statement may have no value."""
    ratio = ["/", ["v", "x"], ["v", "x"]]
    real = {"sort": "real", "low": None, "low_open": False, "high": None, "high_open": False}
    statement = {"vars": [{"name": "x", **real}], "where": [], "left": ratio, "op": "=",
                 "right": ratio}  # fmt: skip
    certificate = {"kind": "identity", "statement": statement, "digest": ""}
    del certificate["digest"]
    row(report, "sum")["certificate"] = certificate


def false_identity(report: dict[str, Any]) -> None:
    certificate = row(report, "square")["certificate"]
    certificate["statement"]["right"] = ["v", "x"]
    del certificate["digest"]


def citation(report: dict[str, Any]) -> None:
    claim(report, "law")["citation"] = "A much better book"


def uncited(report: dict[str, Any]) -> None:
    claim(report, "law").update(kind="lemma", citation="")


def circle(report: dict[str, Any]) -> None:
    claim(report, "square")["uses"] = ["toy.drawn"]


def budget(**fields: str) -> Edit:
    return lambda report: report["budget"].update(fields)


def outside(**kinds: str) -> Edit:
    return lambda report: report["outside"].update(
        {k.replace("_", "-").replace("toy-", "toy."): v for k, v in kinds.items()}
    )


# where the rebuild finds the edit although all digests fit
FOUND: dict[str, tuple[Edit, str]] = {
    "certificates swapped, one of a declared statement": (
        swap("declared", "square"), "toy.declared::positive",
    ),
    "certificates swapped, one of a counterexample": (swap("false", "square"), "toy.false::a_half"),
    "certificates swapped": (swap("square", "sum"), "toy.square::binomial"),
    "a statement that is no longer declared": (put("square", encoded=[]), "toy.square::binomial"),
    "a declared statement moved to the other part": (
        put("half", encoded=2 * [{"part": "first", "digest": TWO.digest}]),
        "toy.half::added_second",
    ),
    "another declared statement": (
        put("declared", encoded=[{"part": "", "digest": "0" * 16}]),
        "toy.declared::positive",
    ),
    "matrix (1) is psd, where a statement is declared": (
        put_row("declared", certificate=PSD), "toy.declared::positive",
    ),
    "refuted relabelled certified": (relabelled, "toy.false"),
    "refuted relabelled proved": (put("false", status="proved", grade="PROVED"), "toy.false"),
    "certificate deleted": (put_row("square", certificate=None), "toy.square::binomial"),
    "certificate of something false": (false_identity, "toy.square::binomial"),
    "certificate with an open duty": (divided, "toy.sum::added_up"),
    "grade typed": (put_row("drawn", grade="CERTIFIED"), "toy.drawn::sampled"),
    "proved typed": (put_row("square", grade="PROVED"), "toy.square::binomial"),
    "joints dropped, the grade typed": (
        put_row("told", joints=[], grade="CERTIFIED"), "toy.told::in_words",
    ),
    "argued typed": (put_row("drawn", grade="ARGUED", joints=["so"]), "toy.drawn::sampled"),
    "joints of what is certified": (put_row("square", joints=["so"]), "toy.square::binomial"),
    "a refused proof forgotten": (put_row("stuck", decision="inconclusive"), "toy.stuck"),
    "a refused mutant of what is no proof": (put_row("stuck", manner="exact"), "toy.stuck::proof"),
    "decision turned": (put_row("false", decision="holds"), "toy.false"),
    "another counterexample": (
        put_row("false", counterexample={"point": [{"name": "x", "value": "1/3"}], "text": ""}),
        "toy.false::a_half",
    ),
    "no counterexample": (put_row("false", counterexample=None), "toy.false::a_half"),
    "aim turned": (put_row("false", aim="support"), "toy.false::a_half"),
    "mutant flipped": (flipped, "toy.square::binomial"),
    "mutant flipped and said so": (flipped_and_said_so, "toy.square"),
    "mutants deleted": (unmutated, "toy.square"),
    "error level removed": (put_row("drawn", alpha=None), "toy.drawn"),
    "error level doubled": (put_row("drawn", alpha="1/500"), "toy.drawn::sampled"),
    "error level of a claim": (put("drawn", alpha="0"), "toy.drawn"),
    "budget": (budget(spent="0"), "budget"),
    "shares beyond the total": (budget(total="1/10000000000"), "budget"),
    "uses without the citation": (put("user", uses=["toy.square", "toy.open"]), "toy.user"),
    "uses without what is open": (
        put("user", uses=["toy.law", "toy.square", "toy.far", "toy.far-law"]), "toy.user",
    ),
    "uses without what is refuted": (put("broken", uses=[]), "toy.broken"),
    "uses of the check in place of the claim's": (put_row("user", uses=[]), "toy.user"),
    "a use of what is certified without assumptions": (put("drawn", uses=[]), "toy.drawn"),
    "uses in a circle": (circle, "the report"),
    "outside: a lemma called cited": (outside(toy_far="cited"), "toy.user"),
    "outside: a citation called lemma": (outside(toy_far_law="lemma"), "toy.user"),
    "part left out": (half_left_out, "toy.half"),
    "parts forgotten": (put("half", parts=["first", "second", "third"]), "toy.half"),
    "corner forgotten": (put_row("false.repaired", corner=""), "toy.false.repaired"),
    "stronger invented": (put_row("false", stronger="much more"), "toy.false"),
    "refutation left out": (refutation_left_out, "toy.false"),
    "reason": (put("square", reason="holds, by inspection"), "toy.square"),
    "assumes": (put("user", assumes=[]), "toy.user"),
    "trust": (put("square", trust=[]), "toy.square"),
    "weak": (put("user", weak=[]), "toy.user"),
    "repair": (put("false", repaired_by=[]), "toy.false"),
    "citation": (citation, "toy.law::citation"),
    "a claim that is cited no more": (uncited, "toy.law"),
    "seed of a check": (put_row("square", seed=5), "toy.square::binomial"),
    "seed of the run": (lambda r: r.update(seed=5), "toy.square::binomial"),
    "another check": (put_row("square", check="trinomial"), "toy.square::trinomial"),
    "a command that runs something else": (
        put_row("square", repeat="workbench verify toy.square; rm -r ~"), "toy.square::binomial",
    ),
    "a citation that runs something": (put_row("law", repeat="rm -r ~"), "toy.law::citation"),
    "a run of something else": (
        lambda r: r.update(command=f"rm -r ~; {r['command']}"), "command",
    ),
    "a run in another setting": (
        lambda r: r.update(command=r["command"].replace("quick", "full")), "command",
    ),
    "a claim of another paper": (
        lambda r: (r["papers"].append(r["papers"][0] | {"id": "real"}),
                   put("square", paper="real")(r)),
        "toy.square",
    ),
}  # fmt: skip

# edits of a report that still follows from itself: it is the report of another run, which the
# published root alone tells from this one
ROOT_ONLY: dict[str, Edit] = {
    "words of a statement": put("square", statement="1 = 2"),
    "words of a hypothesis": put("square", hypotheses=["x > 0"]),
    "title, source, note": put("square", title="T", source="S", note="N"),
    "printed or ours": put("square", provenance="ours"),
    "matrix (1) is psd, where nothing is declared": put_row("told", certificate=PSD),
    "words of a check": put_row("square", doc="D", summary="S", method="M"),
    "figures": put_row("drawn", figures=[{"name": "n", "value": 1, "unit": "", "note": ""}]),
    "looks and power": put_row("drawn", looks=99, power="everything"),
    "a check of a part called one of the whole, and the other part left out": widened,
    "versions": lambda report: report["versions"].update(python="2.7"),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_does_not_follow_is_found_whatever_the_digests_say(name: str):
    edit, where = FOUND[name]
    report = small_report()
    edit(report)
    assert where in places(report)
    assert "the report" in places(report)
    assert where in places(stamped(report))


@pytest.mark.parametrize("name", ROOT_ONLY)
def test_what_still_follows_has_another_root(name: str):
    report = small_report()
    ROOT_ONLY[name](report)
    assert "the report" in places(report)
    written = stamped(report)
    assert places(written) == set()
    assert written["digest"] != small_report()["digest"]
    assert report_digest(written) == written["digest"]


@pytest.mark.parametrize("edit", [counted, put("false", status="certified")])
def test_totals_that_do_not_add_up_are_not_even_read(edit: Edit):
    report = small_report()
    edit(report)
    assert "totals" in places(stamped(report)) or "toy.false" in places(stamped(report))
    with pytest.raises(ReportError, match="totals"):
        read_report(stamped(report))


def test_a_formula_beside_a_certificate_is_not_even_read():
    report = small_report()
    row(report, "square")["encoded"] = [{"label": "statement", "latex": "1 = 2"}]
    with pytest.raises(ReportError, match="beside a certificate"):
        read_report(stamped(report))


def test_the_formula_that_is_shown_is_that_of_the_certificate():
    report = small_report()
    swap("square", "sum")(report)
    formula, *_ = shown(read_evidence(Node(row(report, "square"), "row")))
    assert (formula.label, formula.latex) == ("statement", "2 + 0 = 2")
    put_row("square", certificate=PSD)(report)
    formula, *_ = shown(read_evidence(Node(row(report, "square"), "row")))
    assert r"\succeq 0" in formula.latex


def test_every_difference_names_the_place_and_both_sides():
    report = small_report()
    relabelled(report)
    said = [one.what for one in rebuild(stamped(report), ruled(report))]
    assert any("status = certified, and from its evidence follows refuted" in s for s in said)
