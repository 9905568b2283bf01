"""The formulas of a page are those of the certificates, whatever a certificate holds."""

from typing import Any

import pytest

from tests.workbench.report.fixture import evidence
from workbench.report.node import Node
from workbench.report.reader import read_evidence
from workbench.report.shown import formulas, shown

X = ["v", "x"]
HALF = {"vars": [], "where": [[X, ">", ["q", "0"]]], "left": X, "op": "<=", "right": ["q", "1/2"]}
RATE = {"powers": {"n": "-1/2"}, "coefficient": [[2, "1/2"]]}


@pytest.mark.parametrize(
    ("said", "texts"),
    [
        ({"says": "relation", "statement": HALF}, ["statement", r"x \le \frac{1}{2}", "x > 0"]),
        ({"says": "violated", "statement": HALF, "point": {"x": "1"}}, ["violated", "x > 0"]),
        (
            {
                "says": "relation",
                "statement": HALF
                | {
                    "base": [{"name": "u", "at": 0, "value": ["q", "1"]}],
                    "rules": [
                        {"name": "u", "index": "t", "shift": 1, "from": 0, "body": ["q", "2"]}
                    ],
                },
            },
            ["u_{0} = 1", "u_{t + 1} = 2", r"t \ge 0"],
        ),
        ({"says": "pd", "matrix": [["1", "0"], ["0", "2"]]}, ["1 & 0", r"\succ 0"]),
        ({"says": "not psd", "matrix": [["-1"]]}, [r"\not\succeq 0"]),
        ({"says": "psd", "matrix": [["1"] * 50] * 50}, [r"50 \times 50"]),
        (
            {"says": "matrix-inequality", "matrices": [[["1"]], [["2"]]], "solvable": False},
            ["F_0 + y_{1} F_{1}", "for no", "F_{1} ="],
        ),
        (
            {
                "says": "integral", "integrand": ["+", X, ["q", "1"]], "variable": "x",
                "low": "0", "high": "1", "op": "<=", "bound": ["q", "2"],
            },
            [r"\int_{0}^{1} \left(x + 1\right)", r"\le 2"],
        ),
        (
            {
                "says": "heavy-ball-rate", "parameters": {"L": "1", "mu": "1/2"},
                "shows": "solution", "kappa": "2",
            },
            ["heavy-ball-rate: L = 1, mu = 1/2; shows solution; kappa 2"],
        ),
        (
            {
                "says": "rate",
                "problem": {"terms": [RATE], "constraints": [[RATE]], "free": [], "region": [RATE]},
                "sum": [{"powers": {"n": "1"}, "at least": []}],
                "requirements": [{"powers": {"n": "1"}, "at most": [[3, "1"]]}],
            },
            ["bound", "subject to", "best rate", r"n \le 3"],
        ),
        (
            {
                "says": "rate-comparison", "verdict": "better",
                "problem": {"claimed": [RATE], "derived": [RATE], "region": []},
            },
            ["claimed rate", "derived rate", "better"],
        ),
    ],
)  # fmt: skip
def test_each_conclusion_is_written_out(said: dict[str, Any], texts: list[str]):
    text = "\n".join(f"{one.label} {one.latex}" for one in formulas(said))
    for part in texts:
        assert part in text


def deep() -> Any:
    tree: Any = X
    for _ in range(5000):
        tree = ["neg", tree]
    return tree


@pytest.mark.parametrize(
    "certificate",
    [
        {"kind": "sign"},
        {"kind": "no such kind"},
        {"kind": "psd", "matrix": 3},
        {"kind": "rate", "problem": {}},
        {"kind": "sign", "statement": HALF | {"left": deep()}},
        {"kind": "sign", "statement": HALF | {"left": ["<script>", X]}},
        {"kind": "sign", "statement": HALF | {"op": "<script>"}},
        {"kind": "all", "members": ["<script>"]},
    ],
)
def test_a_certificate_that_cannot_be_read_shows_nothing(certificate: dict[str, Any]):
    row = evidence("check", certificate=certificate | {"digest": "0"}) | {"digest": "0"}
    (one,) = shown(read_evidence(Node(row, "row")))
    assert one.label.startswith("cannot be read off the certificate")
    assert one.latex == ""
