"""`workbench prove`: text in, a decision with its certificate out."""

import json
from pathlib import Path

import pytest

from workbench.cli import run
from workbench.cli.statement_options import as_typed
from workbench.rigor.check import check_certificate
from workbench.rigor.provers.stuck import _new_names
from workbench.symbolic.text import parse


def test_a_true_statement_is_proved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "proof.json"
    assert run(["prove", "sqrt(p*u) <= (p+u)/2", "--where", "p, u >= 0", "--out", str(out)]) == 0
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert lines[0] == "sqrt(p*u) <= (p + u)/2 for p >= 0, u >= 0"
    assert lines[1].startswith("Proved (")
    assert lines[2].startswith("  ")  # the outline of the proof
    assert check_certificate(json.loads(out.read_text())).accepted
    assert "workbench recheck" in told.err


def test_conditions_given_one_by_one_all_count(capsys: pytest.CaptureFixture[str]) -> None:
    """With the last condition alone, the statement below would be another one, and false."""
    for command in ("prove", "explain"):
        asked = [command, "x*y >= 0", "--where", "x >= 0", "--where", " y >= 0, "]
        assert run(asked) == 0
        assert "for x >= 0, y >= 0" in capsys.readouterr().out


def test_a_false_statement_is_refuted_at_a_point(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", "x^3 <= x", "--where", "x > 0"]) == 1
    assert "Refuted: it fails at x = " in capsys.readouterr().out


def test_what_is_open_comes_in_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    hard = "exp(-x^2)*log(2 + y^2) <= 1 + erfc(x*y)^3 + y^2"
    assert run(["prove", hard, "--seconds", "0.5"]) == 6
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("Undecided: ")
    assert len(lines) <= 9
    assert "\\" not in "".join(lines)  # no LaTeX
    assert "Try: more time: --seconds N" in "\n".join(lines)


def test_a_name_that_the_search_made_is_said_to_be_new() -> None:
    """A step of the proof may put a new variable for an expression: nobody has to guess that."""
    asked, part = parse("x^y > 1", where="x, y > 0"), parse("exp(u_1) > y", where="y > 0")
    assert _new_names(part, asked) == " (and all real u_1, new here)"
    assert _new_names(asked, asked) == ""


def test_bad_text_gets_a_caret_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", "log(1+x <= x"]) == 2
    assert capsys.readouterr().err.splitlines()[-2:] == ["    log(1+x <= x", "            ^"]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", "x^2 + 1 >= 2 x", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["decision"], told["grade"]) == ("holds", "certified")
    assert check_certificate(told["certificate"]).accepted
    assert run(["prove", "x >", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["place"] == 3


def test_a_certificate_that_was_written_is_checked_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "lemma.json"
    assert run(["prove", "x^2 >= 0", "--out", str(path)]) == 0
    assert run(["recheck", str(path)]) == 0
    assert "1 of 1 certificates accepted" in capsys.readouterr().out
    changed = json.loads(path.read_text())
    changed["statement"]["op"] = ">"
    path.write_text(json.dumps(changed))
    assert run(["recheck", str(path)]) == 1, "x^2 > 0 is false at 0"


def test_a_place_that_cannot_be_written_is_told_before_the_search(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.rigor.certify", lambda *_: pytest.fail("it searched"))
    assert run(["prove", "x^2 >= 0", "--out", str(tmp_path / "nowhere" / "x.json")]) == 2
    assert "Choose another file with --out" in capsys.readouterr().err


def test_an_open_domain_is_told_in_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    run(["prove", "(x-1)^(1/2) >= 0"])
    assert "domain obligations are open: x - 1 >= 0" in capsys.readouterr().out


def test_a_cut_is_given_as_it_is_proposed(capsys: pytest.CaptureFixture[str]) -> None:
    proposed = 'a cut, cuts={"x": ["1/2"]}: with it a search finds a proof.'
    assert as_typed(proposed) == "a cut, --cut 'x = 1/2': with it a search finds a proof."
    statement = ["exp(x) >= 1 + x", "--where", "-1 <= x <= 1"]
    assert run(["prove", *statement, "--cut", "x = 1/2"]) == 0
    assert "cover of the domain" in capsys.readouterr().out
    assert run(["explain", *statement, "--cut", "x = 1/2"]) == 0
    capsys.readouterr()
    for wrong, words in (("x", "no variable with a rational"), ("y = 1", "is no variable of")):
        assert run(["prove", *statement, "--cut", wrong]) == 2
        assert words in capsys.readouterr().err
