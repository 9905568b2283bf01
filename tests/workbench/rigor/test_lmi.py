"""The certificates of the heavy-ball LMI: any one number damaged is noticed, also in a file."""

import copy
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import run
from workbench.rigor.check import check_certificate
from workbench.solvers import HeavyBallRate, heavy_ball_noise, heavy_ball_rate

F = Fraction


def certificate(*point: str | int) -> dict[str, Any]:
    answer = heavy_ball_rate(*point)
    return json.loads(json.dumps(answer.certificate))


CERTIFICATES = {
    "bracket": certificate("1/2", 1, 1, "1/5"),
    "scaled": certificate(2, 5, "1/10", "3/10"),
    "resonance": certificate(1, 25, "1/9", "4/9"),
    "boundary": certificate("1/2", 1, 2, "1/2"),
    "slower": certificate(2, 2, "1/3", "1/7"),
    "divergence": certificate(2, 2, 5, "1/3"),
    "noise": json.loads(
        json.dumps(heavy_ball_noise("1/2", 1, "1/2", "1/5", "73/125").lower_certificate)
    ),
}


def numbers(node: Any, where: tuple = ()) -> Iterator[tuple]:
    """Where the numbers of a document are."""
    if isinstance(node, dict | list):
        for key, child in node.items() if isinstance(node, dict) else enumerate(node):
            yield from numbers(child, (*where, key))
    elif isinstance(node, bool):
        yield where
    elif isinstance(node, str):
        try:
            F(node)
        except ValueError:
            return
        yield where


def at(document: Any, where: tuple) -> Any:
    for key in where:
        document = document[key]
    return document


def replaced(document: dict[str, Any], where: tuple, value: object) -> dict[str, Any]:
    copied = copy.deepcopy(document)
    at(copied, where[:-1])[where[-1]] = value
    return copied


def lies(truth: Any) -> list[Any]:
    if isinstance(truth, bool):
        return [1, "yes"]
    number = F(truth)
    changed = [-number, number + F(1, 10**15), number * (1 - F(1, 10**9)), 2 * number + 1]
    return [str(x) for x in changed if x != number] + [float(number), None]


@pytest.mark.parametrize("name", CERTIFICATES)
def test_a_certificate_with_one_damaged_number_is_rejected(name: str) -> None:
    whole = CERTIFICATES[name]
    assert check_certificate(whole).accepted
    damaged = [
        replaced(whole, spot, lie) for spot in numbers(whole) for lie in lies(at(whole, spot))
    ]
    accepted = [d for d in damaged if check_certificate(d).accepted]
    assert not accepted
    assert len(damaged) > 10


def test_recheck_says_no_to_a_file_with_any_one_number_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One file for each number, all given to the command at once."""
    whole = CERTIFICATES["bracket"]
    spots = list(numbers(whole))
    for i, spot in enumerate(spots):
        truth = at(whole, spot)
        lie = 1 if isinstance(truth, bool) else str(F(truth) + F(1, 10**9))
        (tmp_path / f"{i:03}.json").write_text(
            json.dumps({"certificate": replaced(whole, spot, lie)})
        )
    assert run(["recheck", str(tmp_path), "--json"]) == 1
    shown = json.loads(capsys.readouterr().out)
    assert shown["accepted"] == 0
    assert len(shown["certificates"]) == len(spots)
    (tmp_path / "whole.json").write_text(json.dumps({"certificate": whole}))
    assert run(["recheck", str(tmp_path / "whole.json")]) == 0


@pytest.mark.parametrize(
    "change",
    [
        {"side": "bracket"},
        {"side": "sideways"},
        {"side": 3},
        {"members": []},
        {"members": [1, 2, 3, 4]},
        {"P": [["1"]]},
        {"P": [["1", "2"], ["3", "4"]]},
        {"Z": [["1"]]},
        {"parameters": {}},
        {"parameters": None},
        {"extra": "1"},
    ],
)
def test_a_certificate_of_another_shape_is_rejected(change: dict[str, Any]) -> None:
    feasible = CERTIFICATES["bracket"]["members"][0]
    answer = check_certificate({**feasible, **change})
    assert not answer.accepted
    assert answer.message.startswith("momentum-rate")


def test_members_about_two_problems_do_not_make_a_bracket() -> None:
    one, two = CERTIFICATES["bracket"]["members"], CERTIFICATES["scaled"]["members"]

    def bracket(*members: Any) -> Any:
        return check_certificate({**CERTIFICATES["bracket"], "members": list(members)})

    assert bracket(*one).accepted
    assert bracket(one[0]).accepted
    assert "different parameters" in bracket(one[0], two[1]).message
    for members in ((one[1], one[0]), (one[0], one[0]), (one[0], one[1], one[1]), ()):
        assert not bracket(*members).accepted


def parameters(mu: str, L: str, alpha: str, beta: str, rho2: str) -> dict[str, str]:
    return {"mu": mu, "L": L, "alpha": alpha, "beta": beta, "rho2": rho2}


def one(value: str) -> dict[str, Any]:
    return {"kind": "psd", "matrix": [[value]], "L": [["1"]], "D": [value], "strict": False}


def test_gradient_descent_by_hand() -> None:
    """P = diag(1, 0), c = 0, c0 = alpha (1 - alpha mu) / (L - mu): slack m (mu, 0, -1)^2."""
    mu, alpha = F(1, 2), F(1)
    c0, m = alpha * (1 - alpha * mu) / (1 - mu), alpha * (2 - alpha * (1 + mu)) / (1 - mu)
    row = [mu * mu * m, F(0), -mu * m]
    slack = [row, [F(0)] * 3, [-mu * m, F(0), m]]
    text = [[str(x) for x in r] for r in slack]
    eye = [["1", "0", "0"], ["0", "1", "0"], [str(-1 / mu), "0", "1"]]
    by_hand = {
        "kind": "momentum-rate",
        "side": "feasible",
        "parameters": parameters("1/2", "1", "1", "0", "1/4"),
        "P": [["1", "0"], ["0", "0"]],
        "c0": str(c0),
        "c": "0",
        "kappa": "2",
        "noise": "1/2",
        "members": [
            {
                "kind": "psd",
                "matrix": text,
                "L": eye,
                "D": [str(row[0]), "0", "0"],
                "strict": False,
            },
            {
                "kind": "psd",
                "matrix": [["1", "0"], ["0", "0"]],
                "L": [["1", "0"], ["0", "1"]],
                "D": ["1", "0"],
                "strict": False,
            },
            one(str(c0)),
            one("0"),
        ],
    }
    assert check_certificate(by_hand).accepted
    faster = replaced(by_hand, ("parameters", "rho2"), "1/5")
    assert not check_certificate(faster).accepted
    # a unit column at a zero pivot is the only one: anything there would leave L D L^T unchanged
    hidden = replaced(by_hand, ("members", 1, "L", 1), ["0", "2"])
    assert not check_certificate(hidden).accepted
    assert not check_certificate(replaced(by_hand, ("P",), [["1", "0"], ["0", "1"]])).accepted


def test_a_rate_is_not_certified_where_nothing_bounds_the_function() -> None:
    """With mu = L, P = (1, -z)(1, -z)^T: S >= 0 below the spectral radius, but kappa = 0."""
    answer = heavy_ball_rate(1, 1, "1/6", "1/3")
    assert isinstance(answer, HeavyBallRate)
    members = answer.certificate["members"]
    lie = replaced(members[1], ("parameters", "rho2"), str(answer.rho2))
    assert check_certificate(members[1]).accepted
    assert not check_certificate(lie).accepted  # it is not slower than the certified rate
