"""`workbench explain`: goals, methods and reasons, as text and as JSON."""

import json

import pytest

from workbench.cli import run

ABOVE = ["x*erfc(x) <= exp(-x^2)/sqrt(pi)", "--where", "x >= 0"]


def test_a_proof_shows_its_goals_and_what_failed_before(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", *ABOVE]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("x*erfc(x) <= exp(-x^2)/sqrt(pi) for x >= 0  [proved: ")
    assert any(line.startswith("- visible sign: ") for line in lines)
    assert any(line.startswith("- ") and line.endswith(": proved") for line in lines)
    assert any(line.startswith("    ") for line in lines)


def test_what_is_open_says_why_each_method_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    hard = "exp(-x^2)*log(2 + y^2) <= 1 + erfc(x*y)^3 + y^2"
    assert run(["explain", hard, "--seconds", "1"]) == 6
    told = capsys.readouterr().out
    assert "[open]" in told.splitlines()[0]
    assert "Undecided: " in told


def test_a_false_statement_is_refuted(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "x^3 <= x", "--where", "x > 0"]) == 1
    assert "Refuted: fails at x = " in capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", *ABOVE, "--json"]) == 0
    (search,) = json.loads(capsys.readouterr().out)["searches"]
    assert search["decision"] == "holds"
    assert search["goal"]["result"].startswith("proved: ")
    assert any(a["goals"] for a in search["goal"]["attempts"])


def test_bad_text_and_unknown_ids_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "log(1+x <= x"]) == 2
    assert "^" in capsys.readouterr().err
    assert run(["explain", "nobody.nothing"]) == 2
