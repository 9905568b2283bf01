"""What is read off a certificate: symbols, both sides at a counterexample, the steps of a proof."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.workbench.report.fixture import claim, evidence, report
from workbench.referee.grading import statement_digest
from workbench.report.encoding import encoding_markdown, extent, said_of
from workbench.report.errata import errata_markdown
from workbench.report.erratum import errata_of
from workbench.report.headline import headline
from workbench.report.letters import letters_of
from workbench.report.network import Network
from workbench.report.proof import proofs_of
from workbench.report.reader import read_report
from workbench.report.reading import A_CASE, Symbol, is_printed, violations_of
from workbench.rigor.check.kinds import digest
from workbench.rigor.provers.bounded_increments import largest, tails
from workbench.symbolic.run_text import at_once

A, B = ["v", "a"], ["v", "b_t"]


def var(name, sort="real", low=None, **more):
    ends = {"low": low, "low_open": False, "high": None, "high_open": False}
    return {"name": name, "sort": sort} | ends | more


def refuted(left, op, right, point, *, text="", where=(), beside=None, **more):
    statement = {"vars": [var("a", low="0"), var("b_t", "int")], "requires": []}
    statement |= {"left": left, "op": op, "right": right, "where": list(where)}
    certificate = {"kind": "counterexample", "digest": "0", "point": point, "statement": statement}
    if beside is not None:
        certificate = {"kind": "all", "members": [certificate, beside]}
        certificate |= {"digest": digest(certificate)}
    row = evidence(
        "point", aim="refute", decision="fails", certificate=certificate,
        doc="The construction: one record.",
        counterexample={"point": [{"name": k, "value": str(v)} for k, v in point.items()],
                        "text": text},
    )  # fmt: skip
    made = claim("accel.wrong", "refuted", evidence=[row], statement=r"2 b_t \le 1", **more)
    return read_report(report([made, claim("accel.above", "broken", uses=["accel.wrong"])]))


@pytest.mark.parametrize(
    ("left", "right", "values"),
    [
        (["*", ["q", "2"], A], ["/", ["q", "1"], B], ("1", "1/3")),
        (["neg", ["^", A, 3]], ["abs", ["+", A, ["neg", B]]], ("-1/8", "5/2")),
        (["root", 2, ["q", "2"]], ["exp", ["q", "0"]], ("≈ 1.41421356237", "≈ 1")),
        (["/", ["q", "1"], ["q", "0"]], A, ("not evaluated: ZeroDivisionError", "1/2")),
    ],
)
def test_both_sides_are_evaluated_from_the_certificate(left, right, values):
    data = refuted(left, "<=", right, {"a": "1/2", "b_t": "3"})
    (violation,) = violations_of(data.claims[0].evidence[0])
    assert violation.values == values
    assert [(s.name, v) for s, v in violation.point] == [("a", "1/2"), ("b_t", "3")]


def test_an_erratum_shows_the_conditions_of_its_statement_and_of_no_other_step():
    """Another step of the same check has letters that no reader of the erratum has met."""
    other = {
        "left": ["v", "rival"],
        "op": "<=",
        "right": ["v", "top"],
        "requires": [],
        "vars": [var("rival"), var("top")],
        "where": [[["v", "rival"], "<=", ["v", "top"]]],
    }
    beside = {"kind": "sign", "digest": "0", "statement": other}
    data = refuted(A, "<=", B, {"a": "2", "b_t": "1"}, where=[[A, "<=", ["q", "3"]]], beside=beside)
    (case,) = errata_of(Network(data), data.papers[0])[0].cases
    (violation,) = case.violations
    assert violation.where == (r"a \le 3",)
    assert case.encoded == ()
    text = errata_markdown(data, "accel")
    assert "where the conditions of the statement hold:\n\n- $a \\le 3$\n" in text
    assert "rival" not in text


def test_a_case_of_the_statement_is_not_taken_for_the_whole_of_it():
    """It is told by what the claim declares: the statement that is violated, or another one."""
    data = refuted(A, "<=", B, {"a": "2", "b_t": "1"})
    violated = data.claims[0].evidence[0].certificate["statement"]
    told = []
    for declared in ((), (("", "of something else"),), (("", statement_digest(violated)),)):
        claims = (replace(data.claims[0], encoded=declared), *data.claims[1:])
        changed = replace(data, claims=claims)
        (case,) = errata_of(Network(changed), changed.papers[0])[0].cases
        told.append((A_CASE in case.words, extent(claims[0])))
    assert told == [(True, "case"), (True, "whole"), (False, "whole")]
    assert said_of(data.claims[0]).startswith("a case of the statement")
    table = encoding_markdown(data)
    assert "| refuted | 0 | 0 | 1 | 0 | 0 |" in table
    assert "| broken | 0 | 0 | 0 | 0 | 1 |" in table
    assert "| counterexample | 0 | 0 | 1 | 0 | 0 |" in table
    assert "## A case of it is refuted: 1\n\n- `accel.wrong` (refuted)" in table


def test_a_number_that_nobody_would_read_is_shown_by_its_size():
    data = refuted(["q", f"{10**700 + 1}/{3 * 10**698}"], "<=", A, {"a": "1", "b_t": "0"})
    (violation,) = violations_of(data.claims[0].evidence[0])
    assert violation.left == r"\left(\approx 33.333333\right)"
    assert "701 / 699 digits" in violation.values[0]
    data = refuted(["q", "-" + "7" * 200], "<=", A, {"a": "1", "b_t": "0"})
    (violation,) = violations_of(data.claims[0].evidence[0])
    assert violation.left == r"\left(\approx -7.7777778 \cdot 10^{199}\right)"


def test_a_side_that_nobody_would_read_is_named_with_its_length():
    data = refuted(["+", *[["*", A, B]] * 300], "<=", A, {"a": "1", "b_t": "1"})
    (violation,) = violations_of(data.claims[0].evidence[0])
    assert re.fullmatch(r"\\text\{\[left side, \d{4} characters, .*\}", violation.left)
    assert violation.values == ("300", "1")
    assert violation.left in errata_markdown(data, "accel")


def test_symbols_say_what_they_stand_for_and_whether_they_are_printed():
    data = refuted(A, "<=", B, {"a": "1", "b_t": "0"})
    wrong = data.claims[0]
    (violation,) = violations_of(wrong.evidence[0])
    (a, _), (b, _) = violation.point
    assert (a.means, b.means) == ("a number, ≥ 0", "an integer")
    assert not is_printed(a, wrong)
    assert is_printed(b, wrong)


def test_a_label_below_a_letter_is_no_number_and_an_index_may_be_one():
    made = claim("accel.wrong", "refuted", statement=r"\sigma_s^2 + x_t \le E_t", hypotheses=[])
    (said,) = read_report(report([made])).claims
    assert not is_printed(Symbol("s", "s", "a number"), said)
    assert is_printed(Symbol("t", "t", "an integer, ≥ 1"), said)
    assert is_printed(Symbol("E_t", "E_{t}", "a number"), said)
    assert is_printed(Symbol("s", "s", "a number"), replace(said, statement="s + 1"))


def test_the_errata_hold_what_a_referee_needs():
    data = refuted(A, "<=", B, {"a": "1", "b_t": "0"}, text="one record is enough")
    text = errata_markdown(data, "accel")
    for words in (
        "The construction: one record.",
        "one record is enough",
        r"$$a \not\le b_{t}$$",
        "| `a` | 1 | a number, ≥ 0; of the encoding |",
        "| `b_t` | 0 | an integer; as printed |",
        "| left side | 1 | |",
        "| right side | 0 | |",
        "no repaired statement is on record",
        "With it falls `accel.above`.",
    ):
        assert words in text, words


RUN = {
    "start": [["x", ["v", "x_0"]], ["p", ["v", "p_0"]], ["first", ["v", "x_0"]]],
    "steps": [{"times": ["v", "T"], "draws": [["w", {"laplace": ["v", "b"]}]],
               "next": [["x", ["+", ["v", "x"], ["neg", ["v", "w"]]]], ["p", ["v", "x"]]]}],
    "means": [["E_t", ["f", "F", ["v", "x"]]], ["E_0", ["f", "F", ["v", "first"]]]],
}  # fmt: skip


def told_of(run):
    row = refuted(A, "<=", B, {"a": "1", "b_t": "0"}).claims[0].evidence[0]
    row = replace(row, certificate={"kind": "instance", "run": run})
    return [(letter.latex, letter.words, letter.value) for letter in letters_of(row)]


def test_the_letters_of_a_run_are_explained_from_its_steps():
    """Which letter stays and which is one step behind is what a step says, and no name does."""
    assert told_of(RUN) == [
        ("x_{0}", "the start of", "x"),
        ("p_{0}", "the start of", "p"),
        ("x", "changed by the steps", ""),
        ("p", "one step behind", "x"),
        (r"\mathrm{first}", "kept from the start:", "x_{0}"),
        ("w", "drawn anew in each step", ""),
        (r"E_{t},\; E_{0}", "measured after the last step", ""),
    ]
    (step,) = RUN["steps"]
    moved = [*step["next"], ["first", ["v", "w"]]]
    changed = dict(told[:2] for told in told_of(RUN | {"steps": [step | {"next": moved}]}))
    assert changed[r"x,\; \mathrm{first}"] == "changed by the steps"
    still = dict(told[:2] for told in told_of(RUN | {"steps": [step | {"next": moved[:1]}]}))
    assert still["p"] == "kept from the start:"
    assert told_of(RUN | {"steps": []}) == []


def test_letters_have_their_names_beside_the_formula_as_a_formula_alone_heads_no_row():
    row = refuted(A, "<=", B, {"a": "1", "b_t": "0"}).claims[0].evidence[0]
    row = replace(row, certificate={"kind": "instance", "run": RUN})
    assert letters_of(row)[-1].names == ("E_t", "E_0")


def test_moves_that_are_made_at_once_are_said_to_be():
    """Done by hand one after the other, p would be the new x."""
    (step,) = RUN["steps"]
    assert at_once(step) == "then, at once"
    assert at_once(step | {"next": step["next"][:1]}) == "then"


def test_a_variant_of_our_own_is_no_erratum():
    data = refuted(A, "<=", B, {"a": "1", "b_t": "0"}, provenance="ours")
    assert errata_of(Network(data), data.papers[0]) == ()


@pytest.mark.parametrize(
    ("provenance", "counted", "heading"),
    [
        ("printed", "1 refuted (1 as the text has them)", "**As printed**"),
        ("reconstructed", "1 refuted (1 as the text has them)", "**Reconstructed**"),
        ("reading", "1 refuted (1 in one reading of it)", "**One reading of the text**"),
        ("boundary", "1 refuted (1 at the ends of a range that it leaves open)", "**At the ends"),
        ("ours", "1 refuted (1 variants of ours)", None),
    ],
)
def test_a_refutation_says_what_it_refutes(provenance, counted, heading):
    data = refuted(A, "<=", B, {"a": "1", "b_t": "0"}, provenance=provenance)
    assert counted in headline(data).sentence
    text = errata_markdown(data, "accel")
    assert heading is None or heading in text
    assert ("1 statements are refuted" in text) == (heading is not None)


def theorem(steps):
    """The certificate of 0 <= |u|^2, given nothing, with these steps."""
    u = ["vec", "u"]
    statement = {
        "symbols": [{"name": "u", "sort": "vector"}],
        "dimension": None,
        "given": [],
        "conclusion": [["q", "0"], "<=", ["dot", u, u]],
    }
    return {"kind": "theorem", "digest": "0", "theorem": statement, "proof": steps, "library": []}


def shown(certificate, **more):
    made = claim("accel.a", "certified", evidence=[evidence("p", certificate=certificate, **more)])
    (found,) = proofs_of(read_report(report([made])).claims[0].evidence[0])
    return found


def proof(steps):
    return shown(theorem(steps))


GRAM = {
    "rule": "gram",
    "conclusion": [["q", "0"], "<=", ["dot", ["vec", "u"], ["vec", "u"]]],
    "premises": [],
    "squares": [[["q", "1"], ["vec", "u"]]],
}


def test_a_proof_is_shown_step_by_step():
    found = proof([GRAM, {**GRAM, "premises": [[["q", "1"], 0]], "squares": []}])
    assert found.fault == ""
    told = "gram (a non-negative combination, compared in normal form)"
    assert [(s.number, s.rule, s.premises) for s in found.steps] == [
        ("0", told, ()),
        ("1", told, ("0",)),
    ]
    assert r"\lVert u \rVert^{2}" in found.steps[0].latex


@pytest.mark.parametrize("grade", ["CERTIFIED", "INCONCLUSIVE"])
def test_a_proof_that_does_not_hold_ends_where_it_fails(grade):
    found = shown(theorem([GRAM, {"rule": "no-such-rule"}]), grade=grade)
    assert [s.number for s in found.steps] == ["0"]
    assert "no-such-rule" in found.fault


@pytest.mark.parametrize("made", [tails, largest])
def test_a_rule_that_asks_for_more_than_the_end_of_its_steps_is_followed(made):
    assert shown(made().certificate).fault == ""


def triangle():
    """|-2u + v| <= 2 |u| + |v|, where the sign of each factor is written down."""
    u, v = ["vec", "u"], ["vec", "v"]
    step = {"rule": "triangle", "parts": [[["q", "-2"], u], [["v", "c"], v]]}
    made = theorem([step])
    scalar = {"name": "c", "sort": "real", "low": None, "low_open": False, "high": "0",
              "high_open": False}  # fmt: skip
    made["theorem"]["symbols"] += [{"name": "v", "sort": "vector"}, scalar]
    return made


@pytest.mark.parametrize(
    "made", [triangle, *(lambda m=m: m().certificate for m in (tails, largest))]
)
def test_what_was_accepted_is_followed_as_what_was_not(made):
    """Rules that are granted what they ask for write down what they write down otherwise."""
    certificate = made()
    granted, followed = (shown(certificate, grade=g) for g in ("CERTIFIED", "INCONCLUSIVE"))
    assert followed.fault == ""
    assert granted == followed


def test_a_number_is_exact_or_says_that_it_is_not():
    data = refuted(["*", A, A], "<=", ["ln", A], {"a": str(Fraction(1, 3)), "b_t": "0"})
    (violation,) = violations_of(data.claims[0].evidence[0])
    assert violation.values[0] == "1/9"
    assert violation.values[1].startswith("≈ -1.0986")
