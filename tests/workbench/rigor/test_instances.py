"""Counterexamples that are functions with a run: what they show, and all that is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from workbench.claims import Grade
from workbench.errors import ClaimError
from workbench.referee.grading import statement_digest
from workbench.report.shown import formulas
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.check.instance import means_of
from workbench.rigor.check.kinds import digest
from workbench.rigor.provers.finite_trees import terms
from workbench.rigor.provers.instances import (
    CONVEX,
    QUADRATIC,
    Functions,
    RunStatement,
    RunStep,
    grad,
    inner,
    laplace,
    linear,
    lipschitz,
    norm,
    parabola,
    planes,
    ridge,
    size,
    smooth,
    sparse,
    strongly_convex,
    subgradient,
    summed,
    value,
    vector,
)
from workbench.symbolic import declare
from workbench.symbolic.run_text import object_formulas

alpha, mu, L, b, G, R = declare("alpha mu L b G R > 0")
x_0, m = declare("real x_0 m")
x, eta = terms("x eta")
HUBER = ridge(1, (None, 0, -1, "-1/2"), (-1, 1, 0, 0), (1, 0, 1, "-1/2"))
CLIPPED = ridge(1, (None, 1, 0, 0), (1, 0, 1, "-1/2"))


def descent(bound: Any = 0, op: str = "<=", *, steps: int = 1) -> RunStatement:
    """After some noisy steps of descent E F(x) is at most the bound."""
    step = RunStep({"x": x - alpha * (grad("F", x) + eta)}, noise={"eta": laplace(b)}, times=steps)
    return RunStatement(
        (m, op, bound), where=[(mu, "<=", L)], numbers=(x_0, alpha, b, mu, L),
        functions=[Functions("F", strongly_convex(mu), smooth(L))],
        start={"x": x_0}, steps=[step], means={m: value("F", x)},
    )  # fmt: skip


AT = {"alpha": "1/2", "b": "1/3", "mu": 1, "L": 2, "x_0": 1}
TRUE = descent().refuted({"F": parabola(1)}, **AT).outcome().certificate


def of(family: Any, *classes: Any, on: Any = None, at: Any = 0, **numbers: Any) -> dict[str, Any]:
    """A certificate that F(x) = 10^6 is false, for functions of some classes."""
    names = [s for s in (mu, L, G, R) if str(s) in numbers]
    stated = RunStatement(
        (m, "=", 10**6), numbers=names, functions=[Functions("F", *classes, on=on)],
        means={m: value("F", at)},
    )  # fmt: skip
    return dict(stated.refuted({"F": family}, **numbers).outcome().certificate or {})


def test_an_exact_mean_over_noise() -> None:
    """X = 1/2 - eta/2 with E eta^2 = 2/9: E x^2/2 = (1/4 + 1/18)/2."""
    case = descent().refuted({"F": parabola(1)}, **AT)
    outcome = case.outcome()
    (shown,) = conclusions(outcome.certificate)
    assert case.says().digest == statement_digest(shown["statement"])
    assert case.place()["b"] == "1/3"
    assert (outcome.decision, outcome.grade) == ("fails", Grade.CERTIFIED)
    assert means_of(outcome.certificate) == {"m": "11/72"}
    assert dict(outcome.counterexample.point)["b"] == "1/3"
    # 1/4, and 1/16 + 1/4 of 2/9
    two = descent(steps=2).refuted({"F": parabola(1)}, **AT).outcome()
    assert means_of(two.certificate) == {"m": "19/288"}


def test_a_near_miss_is_not_refuted() -> None:
    for op, bound in (("<=", "11/72"), (">=", "11/72"), ("=", "11/72")):
        stated = descent(sp.Rational(bound), op)
        assert stated.refuted({"F": parabola(1)}, **AT).outcome().decision == "holds"
    strict = descent(sp.Rational("11/72"), "<").refuted({"F": parabola(1)}, **AT)
    assert strict.outcome().decision == "fails"


@pytest.mark.parametrize(
    ("family", "classes", "on", "numbers"),
    [
        (HUBER, [CONVEX, smooth(L), lipschitz(G)], None, {"L": 1, "G": 1}),
        (parabola(-1), [smooth(L)], None, {"L": 1}),
        (parabola(1), [lipschitz(G)], ("box", -R, R), {"G": 3, "R": 3}),
        (planes([1], [-1]), [CONVEX, lipschitz(G)], None, {"G": 1}),
        (linear(2), [QUADRATIC, sparse(1)], None, {}),
    ],
)
def test_members_of_classes(family: Any, classes: Any, on: Any, numbers: Any) -> None:
    assert check_certificate(of(family, *classes, on=on, **numbers)).accepted


@pytest.mark.parametrize(
    ("why", "family", "classes", "on", "numbers"),
    [
        ("curvature is too large", HUBER, [smooth(L)], None, {"L": "99/100"}),
        ("too long", HUBER, [lipschitz(G)], None, {"G": "99/100"}),
        ("planes are not smooth", planes([1], [-1]), [smooth(L)], None, {"L": 9}),
        ("kink", ridge(1, (None, 0, -1, 0), (0, 0, 1, 0)), [smooth(L)], None, {"L": 9}),
        ("too small", parabola(1), [strongly_convex(mu)], None, {"mu": 2}),
        ("falls at a kink", ridge(1, (None, 0, 1, 0), (0, 0, -1, 0)), [CONVEX], None, {}),
        ("no bound", parabola(1), [lipschitz(G)], None, {"G": 9}),
        ("too long", parabola(1), [lipschitz(G)], ("box", -R, R), {"G": "29/10", "R": 3}),
        ("more than one piece", HUBER, [QUADRATIC], None, {}),
        ("jumps", ridge(1, (None, 0, 0, 0), (0, 0, 0, 1)), [CONVEX], None, {}),
    ],
)
def test_what_is_off_its_class_is_refused(
    why: str, family: Any, classes: Any, on: Any, numbers: Any
) -> None:
    with pytest.raises(ClaimError, match=why):
        of(family, *classes, on=on, **numbers)


def test_vectors_sets_and_subgradients() -> None:
    u = vector("1/2", "1/2")
    star = summed(ridge([1, -1], curve=1), linear([1, 0]))
    assert check_certificate(of(star, smooth(L), sparse(2), at=u, L=2)).accepted
    with pytest.raises(ClaimError, match="too large"):
        of(star, smooth(L), at=u, L="19/10")
    assert check_certificate(of(star, smooth(L, "1"), at=u, L=1)).accepted
    assert check_certificate(of(star, lipschitz(G, "1"), on=("simplex",), at=u, G=2)).accepted
    with pytest.raises(ClaimError, match="too long"):
        of(star, lipschitz(G, "1"), on=("simplex",), at=u, G="19/10")
    with pytest.raises(ClaimError, match="off the set"):
        of(star, smooth(L), on=("simplex",), at=vector(1, 1), L=2)
    corner = planes([1, 0], [0, 1])
    half = subgradient("F", u, 1, u)
    stated = RunStatement(
        (m, ">", sp.Rational("1/2")), functions=[Functions("F", CONVEX)],
        means={m: norm(half, "inf") * size("F") + inner(u, u) - sp.Rational("1/2")},
    )  # fmt: skip
    assert stated.refuted({"F": corner}).outcome().decision == "fails"


def test_families_are_means_and_neighbours_differ_once() -> None:
    stated = RunStatement(
        (m, "<=", 0), functions=[Functions("f", QUADRATIC), Functions("g", QUADRATIC)],
        neighbours=[("f", "g")], means={m: value("f", 1) - value("g", 1)},
    )  # fmt: skip
    one, two = linear(1), linear(-1)
    outcome = stated.refuted({"f": [one, one], "g": [one, two]}).outcome()
    assert means_of(outcome.certificate) == {"m": "1"}
    with pytest.raises(ClaimError, match="more than one member"):
        stated.refuted({"f": [one, one], "g": [two, two]}).outcome()


def test_it_is_shown_as_formulas() -> None:
    (said,) = conclusions(dict(TRUE or {}))
    text = "\n".join(f"{one.label}: {one.latex}" for one in formulas(said))
    for part in (
        r"F \text{ is } \mu\text{-strongly convex},\; L\text{-smooth}", "x = x_{0}",
        r"\operatorname{Lap}\left(b\right)", r"m = \mathbb{E}\left[F\left(x\right)\right]",
        r"F(x) = \frac{1}{2} \, x^2",
    ):  # fmt: skip
        assert part in text
    assert descent().latex().startswith(r"m \le 0")
    assert descent().digest == descent().digest != descent(1).digest
    shown = "\n".join(one.latex for one in formulas(conclusions(of(HUBER, CONVEX))[0]))
    assert r"\text{if } x \ge 1" in shown
    assert r"\text{else}" in shown
    many = {"functions": {"f": [linear(-1)] * 3 + [linear(1)] * 2}, "tables": {}}
    assert [text for _, text in object_formulas(many)] == [
        r"f_{1}(x) = \dots = f_{3}(x) = -x", "f_{4}(x) = f_{5}(x) = x"
    ]  # fmt: skip


# attacks: each change makes another object, another method or another statement ------------------


def _change(path: tuple[Any, ...], new: Any) -> Callable[[dict[str, Any]], None]:
    def change(c: dict[str, Any]) -> None:
        place: Any = c
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = new

    return change


PIECE = ("object", "functions", "F", 0, "ridges", 0, 1, 0)
STEP = ("run", "steps", 0)
ATTACKS: dict[str, Callable[[dict[str, Any]], None]] = {
    "a function below the class": _change((*PIECE, 1), "1/2"),
    "a function above the class": _change((*PIECE, 1), "5/2"),
    "no function": _change(("object", "functions", "F"), []),
    "a float": _change((*PIECE, 1), 1.0),
    "a class that nobody knows": _change(("run", "functions", 0, "is", 0, 0), "nice"),
    "a class without its constant": _change(("run", "functions", 0, "is", 0, 1), None),
    "a norm that nobody knows": _change(("run", "functions", 0, "is", 1, 2), "3"),
    "a set that nobody knows": _change(("run", "functions", 0, "on"), ["half-space"]),
    "a start off the numbers": _change(("run", "start", 0, 1), ["v", "y"]),
    "noise of another law": _change((*STEP, "draws", 0, 1), {"cauchy": ["q", "1"]}),
    "noise that depends on itself": _change((*STEP, "draws", 0, 1), {"laplace": ["v", "eta"]}),
    "half a step": _change((*STEP, "times"), ["q", "1/2"]),
    "steps without end": _change((*STEP, "times"), ["q", "1000000000"]),
    "a step that moves a number": _change((*STEP, "next", 0, 0), "alpha"),
    "an iterate that is typed": _change(("point", "x"), "0"),
    "a mean that is typed": _change(("point", "m"), "7"),
    "a mean of nothing": _change(("run", "means"), []),
    "a condition that does not hold": _change(("point", "mu"), "3"),
    "a number off its domain": _change(("point", "b"), "0"),
    "a statement that is true": _change(("statement", "right"), ["q", "11/72"]),
    "another part": _change(("words",), "trust me"),
    "a method with another part": _change(("run", "trust"), "me"),
    "|.| of noise": _change(("run", "means", 0, 1), ["abs", ["v", "x"]]),
    "noise inside of a function with pieces": _change(
        PIECE[:-1], [[None, "1", "0", "0"], ["0", "2", "0", "0"]]
    ),
    "a division by noise": _change(("run", "means", 0, 1), ["/", ["q", "1"], ["v", "x"]]),
    "a power without end": _change(("run", "means", 0, 1), ["^", ["v", "x"], 10**6]),
    "a member that is not there": _change(
        ("run", "means", 0, 1), ["f", "F", ["v", "x"], ["q", "2"]]
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_turned_down(name: str) -> None:
    c = json.loads(json.dumps(TRUE))
    assert check_certificate(c).accepted
    ATTACKS[name](c)
    assert not check_certificate(c).accepted  # with the digest of the sound one
    c["digest"] = digest(c)
    answer = check_certificate(c)
    assert not answer.accepted
    assert answer.message.startswith("instance: "), answer.message


def test_another_object_or_method_is_another_conclusion() -> None:
    first = conclusions(dict(TRUE or {}))
    for path, new in (
        ((*PIECE, 1), "3/2"), ((*STEP, "times"), ["q", "2"]), (("statement", "right"), ["q", "-1"])
    ):  # fmt: skip
        c = copy.deepcopy(dict(TRUE or {}))
        _change(path, new)(c)
        c["digest"] = digest(c)
        assert check_certificate(c).accepted
        assert conclusions(c) != first


@pytest.mark.parametrize(
    "dead",
    [
        ["q"], ["v", "unknown"], ["f", "H", ["v", "x"]], ["dot", ["v", "x"]],
        ["^", ["q", "1"], "x"], "x",
    ],
)  # fmt: skip
def test_a_branch_that_is_never_taken_is_read_too(dead: Any) -> None:
    def run(other: Any) -> dict[str, Any]:
        c = copy.deepcopy(dict(TRUE or {}))
        ((_, tree),) = c["run"]["means"]
        c["run"]["means"] = [["m", ["if", [["q", "1"], ">", ["q", "0"]], tree, other]]]
        return {**c, "digest": digest(c)}

    assert check_certificate(run(["/", ["q", "1"], ["q", "0"]])).accepted  # it has no value there
    assert "malformed" in check_certificate(run(dead)).message
