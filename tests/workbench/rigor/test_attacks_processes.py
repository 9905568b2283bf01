"""False statements about draws one after the other, dressed up as proofs: all are turned down."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import sympy as sp

from tests.workbench.rigor.build import add, mul, neg, power, q, sub, v, var
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.check.process_runs import refuse_no_run
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers import martingales, quadratic_walks, stopped_gap, transcripts
from workbench.rigor.provers import ville as ville_s
from workbench.rigor.provers.processes import NEXT, ProcessProof, before_all
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement

Certificate = dict[str, Any]
SIGN = {"kind": "sign"}


@pytest.fixture(scope="module")
def leaks() -> Certificate:
    """Basic composition: states, a helper, what always holds, three potentials."""
    return _bare(transcripts.leaks_add_up())


@pytest.fixture(scope="module")
def azuma() -> Certificate:
    """A known random variable, a potential for all numbers s, and two cases of its step."""
    return _bare(martingales.small_differences_add_up())


@pytest.fixture(scope="module")
def hoeffding() -> Certificate:
    """A clock."""
    return _bare(martingales.small_terms_add_up())


@pytest.fixture(scope="module")
def ville() -> Certificate:
    """A state by cases, draws without an end, and the limit of a state."""
    return _bare(ville_s.seldom_large())


def _bare(outcome: Any) -> Certificate:
    assert outcome.decision == "holds"
    return {key: value for key, value in outcome.certificate.items() if key != "digest"}


def test_what_is_proved_is_the_statement(
    leaks: Certificate, azuma: Certificate, hoeffding: Certificate, ville: Certificate
) -> None:
    for certificate in (leaks, azuma, hoeffding, ville):
        assert check_certificate(certificate).accepted
        assert conclusions(certificate) == [
            {"says": "process", "statement": certificate["process"]}
        ]


def _state(name: str, start: Any, then: Any, *, fixed: bool = False) -> dict[str, Any]:
    return {"var": var(name), "fixed": fixed, "start": start, "next": then}


def _set(*path: Any) -> Callable[[Certificate], None]:
    *way, last, value = path

    def change(c: Certificate) -> None:
        here: Any = c
        for key in way:
            here = here[key]
        here[last] = value

    return change


def _drop(*path: Any) -> Callable[[Certificate], None]:
    *way, last = path

    def change(c: Certificate) -> None:
        here: Any = c
        for key in way:
            here = here[key]
        del here[last]

    return change


def _end_speaks_of_a_helper(c: Certificate) -> None:
    c["process"]["after"].append([[[v("G"), ">=", v("P")]]])


def _helper_in_the_claim(c: Certificate) -> None:
    c["process"]["means"][0]["of"] = v("G")


OF_LEAKS: dict[str, tuple[Callable[[Certificate], None], str | None]] = {
    "half of a delta": (_set("process", "states", 3, "next", add("D", mul(q("1/2"), "delta"))),
                        ""),
    "a last delta for nothing": (_set("process", "right", v("Q_O")), ""),
    "means that need not be 1": (_drop("process", "given", 0), ""),
    "a positive part of something else": (_set("process", "sure", []), ""),
    "an end about a helper": (_end_speaks_of_a_helper, "not declared"),
    "a claim about a helper": (_helper_in_the_claim, "not declared"),
    "a helper with the name of a state": (_set("helpers", 0, "var", "name", "P"), "twice"),
    "a helper with the name of a mean": (_set("helpers", 0, "var", "name", "P_O"), "twice"),
    "a helper that starts at a random number": (_set("helpers", 0, "start", v("p")), "not decl"),
    "a helper that starts too late": (_set("helpers", 0, "start", q(1)), ""),
    "a fixed state made of a draw": (_set("process", "states", 0, "fixed", True), "not declared"),
    "a state that is neither": (_set("process", "states", 0, "fixed", 1), "fixed or it is not"),
    "a bound on a mean that is drawn": (_set("process", "given", 2, "bound", v("p")), "not decl"),
    "a mean of a state": (_set("process", "given", 2, "of", v("P")), "not declared"),
    "a potential without a lower bound": (_set("potentials", 2, "below", []), ""),
    "a potential bounded by itself": (_set("potentials", 2, "below", [[v("D"), 2]]), "earlier"),
    "a potential bounded by a random multiple": (
        _set("potentials", 2, "below", [[v("P"), 0]]), "not declared"),
    "a place that is a truth value": (_set("potentials", 2, "below", [[v("D"), False]]), "earlier"),
    "a potential that grows": (_set("potentials", 2, "op", ">="), "<= or ="),
    "another potential": (_set("potentials", 2, "value", v("G")), ""),
    "a potential of a draw": (_set("potentials", 2, "value", v("p")), "not declared"),
    "what holds at no start": (_set("always", -1, "relation", [v("P"), "<=", v("G")]), ""),
    "what holds in one case only": (_drop("always", -1, "steps", 0), ""),
    "an interval that is not kept": (_drop("always", 0), "intervals"),
    "a state below 0": (_set("process", "states", 0, "next", neg(mul("P", "p"))), ""),
    "no steps at the end": (_set("end", "steps", []), ""),
    "the law of the end is its own": (_set("end", "law", {}), None),
    "the number of steps is real": (_set("process", "vars", 0, "sort", "real"), "integer"),
    "steps that may be negative": (_set("process", "vars", 0, "low", None), "integer"),
    "a sequence that is drawn": (_set("process", "drawn", 0, "sort", "seq"), "is a number"),
    "an integer state": (_set("process", "states", 0, "var", "sort", "int"), "real number"),
    "one more key": (_set("process", "more", "T"), "the keys"),
    "coordinates without a number of them": (_set("process", "over", "T"), "coordinates has"),
    "coordinates and nothing of each": (_set("process", "over", {"size": "T"}), "coordinates has"),
    "means that are sums all at once": (
        _set("process", "over", {"size": "T", "each": []}), "not declared"),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_LEAKS)
def test_composition_is_not_bent(name: str, leaks: Certificate) -> None:
    change, said = OF_LEAKS[name]
    made = copy.deepcopy(leaks)
    change(made)
    answer = check_certificate(made)
    if said is None:  # what a certificate says of the law of its end is not read
        assert answer.accepted
        return
    assert not answer.accepted
    assert said in answer.message


def test_a_bound_on_a_potential_holds_for_all_numbers() -> None:
    """E[b S_n] need not exist: that b S is bounded where b = 0 is a bound on nothing else."""
    n, b, k, x, S, M, E = declare("integer n >= 0, b >= 0, k >= 0, real x, S >= 0, real M E")
    proof = ProcessProof(
        ProcessStatement(
            (0, "<=", M), steps=n, known=(k,), drawn=(x,), states=[(S, 0, S + k)],
            means={M: b * S}, shows=(M,),
        )
    )  # fmt: skip
    (step,) = proof.potential(b * S, "=", where=[(b, "=", 0)])
    step.exists(NEXT, (1, 1))
    step.integrate("=", (1, NEXT))
    (step,) = proof.potential(-b * S, "<=", below=[(1, 0)])
    step.exists(NEXT, (b * (S + k), 1))
    step.integrate("<=", (-1, NEXT), (-b * S, 1))
    end = proof.end()
    end.instance(E, 1, {})
    end.exists(M, (-1, E))
    end.integrate("<=", (1, M))
    found = proof.outcome()
    assert found.decision != "holds"
    assert "conditions of its own" in found.reason


def _fitting(fits: Any, last: Sequence[int] = ()) -> ProcessProof:
    """That S_n <= b for sums of x >= 0 where, in each step, what is named is at most b."""
    n, b, S, x, M = declare("integer n >= 0, b >= 0, S >= 0, x >= 0, real M")
    proof = ProcessProof(
        ProcessStatement(
            (M, "<=", b), steps=n, drawn=(x,), sure=[(fits(S, x), "<=", b)],
            states=[(S, 0, S + x)], means={M: S}, shows=(M,),
        ),
        always=[(S, "<=", b)], last=last,
    )  # fmt: skip
    proof.end().exists(M, (b, 1))
    return proof


def test_a_state_in_what_is_sure_is_the_one_before_the_step() -> None:
    """What fits before the step may be too much after it: S = 0, x = 2b."""
    assert _fitting(lambda S, x: S + x).outcome().decision == "holds"
    for late in (lambda S, _: S, lambda _, x: x):
        assert _fitting(late).outcome().decision != "holds"


def test_what_is_shown_last_is_shown() -> None:
    """The order of the work is no part of the proof, and nothing is left out."""
    first, last = (_fitting(lambda S, x: S + x, last=places).outcome() for places in ((), (0,)))
    assert first.certificate == last.certificate
    late = _fitting(lambda _, x: x, last=(0,))
    assert not late.doubt
    assert late.outcome().decision != "holds"


def _level_chosen_by_the_draws(c: Certificate) -> None:
    next(s for s in c["end"]["steps"] if s["rule"] == "take")["at"]["s"] = v("S")


def _case_of_a_draw(c: Certificate) -> None:
    c["potentials"][0]["step"]["if"][0] = v("D")


def _two_cases_of_one_kind(c: Certificate) -> None:
    c["potentials"][0]["step"]["else"] = c["potentials"][0]["step"]["then"]


OF_AZUMA: dict[str, tuple[Callable[[Certificate], None], str]] = {
    "twice the exponent": (
        _set("process", "right", ["exp", ["/", mul(-4, power("b", 2)), v("V")]]), ""),
    "a range that is drawn": (_set("process", "fixed", 0, "name", "D"), "twice"),
    "an end of the range that is the sum so far": (
        _set("process", "sure", 0, [[[v("D"), ">=", v("S")]]]), ""),
    "differences with a mean": (_set("process", "given", 0, "bound", v("R")), ""),
    "ranges in the mean only": (_set("process", "sure", []), ""),
    "ranges that may all be 0": (_drop("process", "after", 0), ""),
    "a sum that starts higher": (_set("process", "states", 0, "start", q(1)), ""),
    "spread that is not added": (_set("process", "states", 1, "next", v("V")), ""),
    "an exponent chosen by the draws": (_level_chosen_by_the_draws, "not declared"),
    "an exponent with the name of a state": (
        _set("potentials", 0, "vars", 0, "name", "S"), ""),
    "a condition on the exponent by a state": (
        _set("potentials", 0, "where", [[v("s"), "<=", v("V")]]), "not declared"),
    "a case of what is drawn": (_case_of_a_draw, "not declared"),
    "a case without its contrary": (
        _set("potentials", 0, "step", "if", 1, "="), "an inequality"),
    "the other case twice": (_two_cases_of_one_kind, ""),
    "the name of the next mean": (_set("process", "known", 0, "name", "Next"), ""),
    "the chance of another event": (_set("process", "after", 1, 0, 0, 2, sub("b", 1)), ""),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_AZUMA)
def test_a_tail_is_not_bent(name: str, azuma: Certificate) -> None:
    change, said = OF_AZUMA[name]
    made = copy.deepcopy(azuma)
    change(made)
    answer = check_certificate(made)
    assert not answer.accepted
    assert said in answer.message


@pytest.mark.parametrize(
    "change",
    [
        _set("process", "clock", None),
        _set("process", "clock", "n"),
        _set("process", "clock", "X"),
        _set("process", "steps", "u"),
        _set("process", "after", 0, 0, 0, 0, v("k")),
    ],
)
def test_the_clock_is_its_own(
    change: Callable[[Certificate], None], hoeffding: Certificate
) -> None:
    made = copy.deepcopy(hoeffding)
    change(made)
    assert not check_certificate(made).accepted


@pytest.fixture(scope="module")
def walks() -> Certificate:
    """Heavy ball on a quadratic: coordinates, each with numbers of its own."""
    return _bare(quadratic_walks.error_shown())


OVER = ("process", "over")
OF_WALKS: dict[str, tuple[Callable[[Certificate], None], str]] = {
    "one coordinate counts for all": (_drop(*OVER), "not declared"),
    "a number of coordinates that may be 0": (_set("process", "vars", 3, "low", "0"), ""),
    "as many coordinates as each has": (_set(*OVER, "size", "lambda"), "variable >= 1"),
    "as many coordinates as there are": (_set(*OVER, "size", "m"), "variable >= 1"),
    "no number of coordinates": (_set(*OVER, "size", None), "coordinates has"),
    "one more key": (_set(*OVER, "index", "k"), "coordinates has"),
    "steps of each coordinate": (_set("process", "steps", "lambda"), "integer variable"),
    "a claim about a number of each": (_set("process", "right", v("lambda")), "not declared"),
    "a claim about a fixed state": (_set("process", "right", v("C")), "not declared"),
    "a multiple that each coordinate chooses": (
        _set("end", "steps", 1, "terms", 0, 0, v("a")), "not declared"),
    "a fact at the end about each": (
        _set("end", "steps", [{"rule": "fact", "fact": [v("a"), "<=", v("a")], "uses": None,
                               "proof": SIGN}]), "not declared"),
    "a name of two": (_set(*OVER, "each", 0, "name", "L"), "twice"),
    "a sequence of each": (_set(*OVER, "each", 0, "sort", "seq"), "is a number"),
    "a draw that is a number of each": (_set("process", "drawn", 0, "name", "a"), "twice"),
    "eigenvalues of any size": (_drop("process", "where", 2), ""),
    "no end of the responses": (_drop("process", "after", 0), ""),
    "draws without an end": (_set("process", "steps", None), ""),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_WALKS)
def test_a_sum_over_coordinates_is_not_bent(name: str, walks: Certificate) -> None:
    change, said = OF_WALKS[name]
    made = copy.deepcopy(walks)
    change(made)
    answer = check_certificate(made)
    assert not answer.accepted
    assert said in answer.message


OF_VILLE: dict[str, tuple[Callable[[Certificate], None], str]] = {
    "half of it": (_set("process", "right", mul(q("1/2"), "alpha")), ""),
    "a start above the level": (_set("process", "states", 0, "start", q(2)), ""),
    "wealth that may grow": (_set("process", "given", 0, "bound", mul(2, "W")), ""),
    "wealth that is bounded after the draw": (
        _set("process", "given", 0, "bound", v("M")), "not declared"),
    "wealth that is bounded by what is hit then": (
        _set("process", "given", 0, "bound", v("H_next")), "not declared"),
    "debts": (_set("process", "drawn", 0, "low", None), ""),
    "what was hit is forgotten": (_set("process", "states", 1, "next", "else", q(0)), ""),
    "it is hit below": (_set("process", "states", 1, "next", "if", 1, "<="), ""),
    "it is hit exactly": (_set("process", "states", 1, "next", "if", 1, "="), "an inequality"),
    "one more case": (_set("process", "states", 1, "next", "or", q(0)), "if, then and else"),
    "a case of the state after the step": (
        _set("process", "states", 1, "next", "if", 0, v("H_next")), "not declared"),
    "a case without a value": (_set("process", "vars", 0, "low_open", False), "no value"),
    "a fixed state by cases": (_set("process", "states", 1, "fixed", True), ""),
    "a state with the name of another one later": (
        _set("process", "states", 0, "var", "name", "H_next"), "twice"),
    "a level of many numbers with that name": (
        _set("potentials", 0, "vars", [var("H_next")]), "twice"),
    "a limit of what may fall": (_set("process", "means", 0, "of", v("W")), ""),
    "a limit of something made of states": (
        _set("process", "means", 0, "of", mul("H", "W")), "one state"),
    "a limit without a low end": (_set("process", "states", 1, "var", "low", None), "low end"),
    "no proofs that it rises": (_set("rises", []), ""),
    "a limit without a clock": (_set("process", "clock", None), "a clock"),
    "a bound that moves with the clock": (
        _set("process", "right", mul("alpha", add("k", 1))), "not declared"),
    "a bound that knows the mean": (_set("process", "right", v("p")), "does not know it"),
    "a limit from below": (_set("process", "op", "="), "a clock, and a bound"),
    "an end that never comes": (
        _set("process", "after", [[[v("H"), "=", q(0)]]]), "a clock, and a bound"),
    "a number of steps as well": (_set("process", "steps", "alpha"), "integer"),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_VILLE)
def test_a_limit_is_not_bent(name: str, ville: Certificate) -> None:
    change, said = OF_VILLE[name]
    made = copy.deepcopy(ville)
    change(made)
    answer = check_certificate(made)
    assert not answer.accepted
    assert said in answer.message


def test_nothing_is_said_of_no_law() -> None:
    """Draws that are at once below 0 and above 1 would make anything true."""
    told = {
        "vars": [var("n", "int", low=0)], "steps": "n", "clock": None, "fixed": [], "known": [],
        "drawn": [var("x", high=0)], "where": [], "sure": [[[[v("x"), ">=", q(1)]]]], "given": [],
        "states": [_state("S", q(0), add("S", "x"))], "random": [], "after": [],
        "means": [], "left": q(1), "op": "<=", "right": q(0),
    }  # fmt: skip
    made = {"kind": "process", "process": told, "helpers": [], "always": [], "potentials": [],
            "end": {"steps": [], "proof": SIGN}}  # fmt: skip
    answer = check_certificate(made)
    assert not answer.accepted
    assert "no outcome" in answer.message


# Larger totals to compare with, and hypotheses that say more: what is accepted then is true.
TRUE_TOO = {("process", "states", place, "start", 1) for place in (1, 2)}
NARROWER = ("low", "low_open", "high", "high_open")


@pytest.mark.parametrize("part", ["process", "helpers", "potentials"])
def test_a_single_change_is_refused_or_told(part: str, leaks: Certificate) -> None:
    """Every number, name and sign of the statement and of what is told beside it, one by one."""
    for path in _leaves(leaks[part], (part,)):
        if {"step", "least"} & {*path}:
            continue
        made = copy.deepcopy(leaks)
        here: Any = made
        for key in path[:-1]:
            here = here[key]
        here[path[-1]] = _other(here[path[-1]])
        if check_certificate(made).accepted:
            assert (conclusions(made) != conclusions(leaks)) is (part == "process"), path
            told = path[-1] in NARROWER or path[1] in ("given", "sure") or path in TRUE_TOO
            assert told, path


def _leaves(value: Any, path: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        return [one for key, inner in items for one in _leaves(inner, (*path, key))]
    return [path]


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if value is None:
        return "0"
    return {"<=": "<", "=": "<=", "0": "1", "1": "2"}.get(value, f"{value}x")


def _equal_means(after: Any, shows: Sequence[str] = (), right: Any = 0) -> ProcessProof:
    """E W <= E V for variables W, V of any law, beside a sum; from what is said of the end."""
    n, x, S, W, V = declare("integer n >= 0, x >= 0, real S W V")
    of = dict(zip(("E_W", "E_V", "E_S"), declare("real E_W E_V E_S"), strict=True))
    proof = ProcessProof(ProcessStatement(
        (of["E_W"] - of["E_V"], "<=", right), steps=n, drawn=(x,), given=[(x, "=", 0)],
        states=[(S, 0, S + x)], random=(W, V), means={of["E_W"]: W, of["E_V"]: V, of["E_S"]: S},
        after=after(W, V, S, of), shows=[of[name] for name in shows],
    ))  # fmt: skip
    proof.end()
    return proof


def test_means_at_the_end_are_those_that_exist_by_hypothesis() -> None:
    def equal(_w: Any, _v: Any, _s: Any, of: Any) -> Any:
        return [(of["E_W"], "=", of["E_V"])]

    assert _equal_means(equal).outcome().decision == "holds"
    assert _equal_means(equal, right=-1).outcome().decision != "holds"
    for shown in ("E_W", "E_V"):
        assert "not declared" in _equal_means(equal, shows=[shown]).outcome().reason


@pytest.mark.parametrize("after", [
    lambda W, V, S, of: [],
    lambda W, V, S, of: [(W, "<=", of["E_V"])],
    lambda W, V, S, of: [(of["E_W"], "=", V)],
    lambda W, V, S, of: [(of["E_W"], "=", of["E_V"] + S)],
    lambda W, V, S, of: [[[(of["E_W"], "=", of["E_V"])], [(W, "<=", V)]]],
    lambda W, V, S, of: [[[(of["E_W"], "=", of["E_V"]), (W, ">=", V)]]],
    lambda W, V, S, of: [(of["E_S"], "=", 0)],
    lambda W, V, S, of: [(of["E_W"], "=", 0), (of["E_W"], ">=", 1)],
])  # fmt: skip
def test_conditions_about_means_are_of_numbers_alone(after: Any) -> None:
    """None says that the means are equal, or it speaks of more, or contradicts itself."""
    assert _equal_means(after).outcome().decision != "holds"


def test_a_condition_about_means_is_not_known_in_a_step(leaks: Certificate) -> None:
    """What is said of means at the end is no condition on numbers, which hold in each step."""
    for key in ("where", "sure"):
        made = copy.deepcopy(leaks)
        said = [v(made["process"]["means"][0]["name"]), "<=", q(0)]
        made["process"]["means"][0]["finite"] = True
        made["process"][key].append(said if key == "where" else [[said]])
        answer = check_certificate(made)
        assert not answer.accepted
        assert "not declared" in answer.message


def test_what_a_definition_does_not_say_is_refused_before_any_step() -> None:
    """Proofs from numbers alone are no part of the certificate, and name what is missing."""
    told, length = stopped_gap.stopped(), stopped_gap.SIZES[2]
    whole = before_all(told)
    whole.fact(length, uses=[2])
    assert not whole.why
    fewer = before_all(stopped_gap.stopped(where=[s for s in stopped_gap.SIZES if s != length]))
    fewer.fact(length)
    assert "T_0 = (U - D)/(4*mu) is false" in fewer.why


def products(*, most: Any = None, sure: Sequence[Any] = ()) -> Any:
    """E S_n <= s for factors x >= 0 of mean at most 1, and at most `most` - C in step C + 1."""
    n = declare("integer n >= 0")
    x, S, s, m, E, C = declare("x S >= 0, s > 0, real m E C")
    proof = ProcessProof(ProcessStatement(
        (m, "<=", s), steps=n, drawn=(x,), states=[(S, s, S * x), (C, 0, C + 1)], means={m: S},
        given=[(x, "<=", 1), *([] if most is None else [(x, "<=", most - C)])],
        sure=[(C, "<=", one) for one in sure], shows=(m,),
    ))  # fmt: skip
    (step,) = proof.potential(S, "<=")
    step.instance(E, 0, {})
    step.exists(NEXT, (S, E))
    step.fact((NEXT, "<=", S))
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(m, (1, E))
    return proof.outcome()


def test_a_process_that_cannot_go_on_is_refused() -> None:
    for found in (products(), products(most=2), products(sure=[2])):
        assert found.decision == "holds", found.reason
    told = _bare(products(sure=[2]))["process"]
    told["sure"] = [[[[v("C"), "<=", q(1)]]]]
    with pytest.raises(Malformed, match="takes 3"):
        refuse_no_run(told)
    refuse_no_run({**told, "where": [*told["where"], [v("n"), "<=", q(2)]]})  # nor is it said to
    half = sp.Rational(1, 2)
    # in the last step what is at least 0 has a mean below 0, or C = 2 is at most 1
    for found, steps in ((products(most=half), 2), (products(most=3 * half), 3),
                         (products(sure=[1]), 3)):  # fmt: skip
        assert found.decision != "holds"
        assert f"no process takes {steps} of these steps" in found.reason
