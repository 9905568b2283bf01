"""The formulas of a page are those of the certificates, whatever a certificate holds."""

from typing import Any

import pytest

from tests.workbench.report.fixture import evidence
from workbench.display import formula
from workbench.report import environment
from workbench.report.node import Node
from workbench.report.reader import read_evidence
from workbench.report.shown import formulas, shown
from workbench.symbolic.private import apart, private, pure, release, released, size
from workbench.symbolic.theorem import Vec, integer, number, root

X = ["v", "x"]
HALF = {"vars": [], "where": [[X, ">", ["q", "0"]]], "left": X, "op": "<=", "right": ["q", "1/2"]}
DESCENT = {
    "vectors": ["x", "best", "g1"], "points": [["zero", []], ["p", [["1", "x"], ["-1", "g1"]]]],
    "numbers": ["f0", "f1", "f2"], "values": [],
    "oracles": [{"class": "smooth-convex", "parameters": {"L": "1"},
                 "calls": [["best", "zero", "f0"], ["x", "g1", "f1"], ["p", "g2", "f2"]]}],
    "conditions": [[[["1", "x", "x"], ["-2", "best", "x"], ["-1"]], "<="]],
    "measures": [[["1", "f2"], ["-1", "f0"]]], "noise": [],
}  # fmt: skip
_S, _B, _EPS = (number(one, above=0) for one in ("S", "b", "eps"))
_N, _T = integer("n", at_least=1), integer("T", at_least=0)
_X = Vec(["vec", "x"])
PRIVATE = private(
    (_S, _B, _EPS, _N, _T), records=_N, rounds=_T, state={"x": _X - released("g")},
    where=[(_T * _S / (_N * _B), "<=", _EPS)], guarantee=pure(_EPS),
    releases=[release("g", ["laplace", _B], ["all", apart("1", _S), _X], moves=_S / _N)],
)  # fmt: skip
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
        (
            {
                "says": "momentum-rate", "shows": "no solution",
                "parameters": {"beta": "1/5", "rho2": "9/20"},
            },
            [r"heavy ball at \beta = \frac{1}{5},\; \rho^2 =", "no energy of this form"],
        ),
        (
            {
                "says": "accounting", "shows": "at most", "epsilon": "2", "delta": "1/400000",
                "pairs": [{"count": 1000, "kind": "gaussian", "scale": "1", "size": "1/3",
                           "sampling": "remove", "chance": "1/100"}],
            },
            [r"\delta(2) \le 2.5 \cdot 10^{-6}", "of releases 1000",
             r"\mathcal{N}(0, 1^2) \text{ moved by } (\tfrac{1}{3})", "0.01", "against no move"],
        ),
        (
            {"says": "worst-case", "shows": "at most", "bound": "1/10", "problem": DESCENT},
            [r"statement f_{2} - f_{0} \le \frac{1}{10}", "smooth convex", "L = 1",
             r"g_{1} \in \partial h(x),\quad f_{1} = h(x)", "p = x - g_{1}",
             r"\left\lVert x \right\rVert_{2}^{2} - 2 \, \left\langle best, x \right\rangle"
             .replace("best", r"\mathrm{best}"),
             r"- 1 \le 0"],
        ),
        (
            {"says": "worst-case", "shows": "at least", "bound": "1/10", "problem": DESCENT},
            [r"\ge \frac{1}{10} \text{ for some member}"],
        ),
        (
            PRIVATE.tree,
            [r"T \text{ rounds are } (\epsilon, 0)\text{-DP", r"where \frac{T \, S}{n \, b}",
             "plus Laplace noise of scale } b", r"then x \leftarrow x - g", "an integer"],
        ),
    ],
)  # fmt: skip
def test_each_conclusion_is_written_out(said: dict[str, Any], texts: list[str]):
    text = "\n".join(f"{one.label} {one.latex}" for one in formulas(said))
    for part in texts:
        assert part in text
    assert "{'" not in text, "no part is shown as the machine's data"
    assert all(str(formula(one.latex)) for one in formulas(said) if one.latex)


def test_what_has_no_formula_is_named_and_not_poured_out():
    (one,) = formulas({"says": "news", "of": {"deep": ["v", "x"] * 100}, "size": "3"})
    assert one.label == "news: of (in the certificate); size 3"


def declared(name: str, sort: str, low: str | None, high: str | None) -> dict[str, Any]:
    return {"name": name, "sort": sort, "low": low, "low_open": True, "high": high,
            "high_open": False}  # fmt: skip


def test_a_statement_is_shown_with_the_domain_that_it_holds_on():
    variables = [
        declared("x", "real", "0", "1/2"),
        declared("n", "int", None, "9"),
        declared("z", "real", None, None),
        declared("b", "seq", "1", None),
    ]
    (_, domains, _) = formulas({"says": "relation", "statement": HALF | {"vars": variables}})
    assert domains.label == "for all"
    assert domains.latex.split(r",\quad ") == [
        r"0 < x \le \frac{1}{2}",
        r"n \in \mathbb{Z},\; n \le 9",
        r"z \in \mathbb{R}",
        r"1 < b_{\cdot}",
    ]


def test_a_theorem_is_shown_with_what_its_symbols_stand_for():
    symbols = [declared("x", "real", "0", "1/2")]
    theorem = {"symbols": symbols, "dimension": None, "given": [], "conclusion": [X, "<=", X]}
    (_, one) = formulas({"says": "theorem", "statement": theorem, "assumes": []})
    assert one.latex == r"0 < x \le \frac{1}{2} \text{: a number}"


def test_names_that_look_alike_are_told():
    variables = [declared("x1", "real", None, None), declared("x_1", "real", None, None)]
    *_, last = formulas({"says": "relation", "statement": HALF | {"vars": variables}})
    assert last.label == "x1 and x_1 are different, and both are written"
    squares = [declared(one, "real", None, None) for one in ("rho", "rho_squared")]
    *_, last = formulas({"says": "relation", "statement": HALF | {"vars": squares}})
    assert last.label == "rho^2 and rho_squared are different, and both are written"
    inner = ["sum", "x_1", ["q", "0"], ["q", "9"], ["v", "x1"]]
    statement = HALF | {"vars": variables[:1], "left": inner}
    *_, last = formulas({"says": "relation", "statement": statement})
    assert "are different" in last.label


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


def test_what_is_not_shown_at_once_is_folded():
    one = {"kind": "sign", "statement": HALF}

    def told(count: int) -> tuple[list[Any], list[Any], bool]:
        whole = {"kind": "all", "members": [one] * count, "digest": "0"}
        row = evidence("check", certificate=whole) | {"digest": "0"}
        return environment.parted(read_evidence(Node(row, "row")))

    for count, first, later, more in (
        (3, 6, 0, False), (10, 12, 8, False), (300, 12, environment.FOLDED - 12, True)
    ):  # fmt: skip
        at_once, folded, rest = told(count)
        assert (len(at_once), len(folded), rest) == (first, later, more)


def test_a_bound_on_records_may_hold_a_root() -> None:
    """What a record is bounded by is written once: the order of a root stays an integer."""
    told = release("g", ["laplace", _B], ["all", size("1", root(_S)), _X])["query"]
    assert told[1] == ["size", "1", root(_S).tree]
