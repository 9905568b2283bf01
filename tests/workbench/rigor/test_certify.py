"""All provers on one statement: what they decide, how, and what they say when they give up."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from tests.workbench.rigor.domains import on
from workbench.claims import Claim, Grade, Outcome
from workbench.claims.deciding import first_rejection_decides
from workbench.errors import ClaimError, ParameterError
from workbench.rates import Order
from workbench.referee.checkers import ruling_on
from workbench.rigor import Budget, certify, explain
from workbench.rigor.asking import asked_of
from workbench.rigor.check import check_certificate
from workbench.rigor.provers.run import ProofSearch
from workbench.rigor.provers.sums import TERM
from workbench.symbolic import Relation, relation
from workbench.symbolic.text import parse

x = sp.Symbol("x", real=True)
y = sp.Symbol("y", real=True)
p, q, w = sp.symbols("p q w", positive=True)
u = sp.Symbol("v", nonnegative=True)
n = sp.Symbol("n", integer=True, nonnegative=True)
i = sp.Symbol("i", integer=True)
ln, half = sp.log, sp.Rational(1, 2)
entropy = x * ln(2 * x) + (1 - x) * ln(2 - 2 * x)

TRUE: dict[str, Relation] = {
    "e^x >= 1 + x": relation(1 + x, "<=", sp.exp(x)),
    "ln(1+x) <= x": on(relation(ln(1 + x), "<=", x), x="(-1, oo)"),
    "1/ln(1/(1-x)) <= 1/x - 1/2": on(relation(1 / ln(1 / (1 - x)), "<=", 1 / x - half), x="(0, 1)"),
    "Bennett": relation((1 + u) * ln(1 + u) - u, ">=", u**2 / (2 + 2 * u / 3)),
    "Pinsker": on(relation(entropy, ">=", 2 * (x - half) ** 2), x="(0, 1)"),
    "Kullback-Leibler": relation(p * ln(p / q), ">=", p - q),
    "arithmetic and geometric mean": relation(sp.sqrt(p), "<=", (1 + p) / 2),
    "subsampling, first order": on(
        relation(ln(1 + q * (sp.exp(w) - 1)), "<=", q * (sp.exp(w) - 1)), q="[0, 1]", w="[0, 1]"
    ),
    "subsampling, linear": on(
        relation(ln(1 + q * (sp.exp(w) - 1)), "<=", 2 * q * w), q="[0, 1]", w="[0, 1]"
    ),
    "r^3 - 3 r + 2 >= 0": relation(p**3 - 3 * p + 2, ">=", 0),
    "x^4 + y^4 + 1 > 1.9 x y^2": relation(x**4 + y**4 + 1, ">", sp.Rational(19, 10) * x * y**2),
    "Motzkin": relation(x**4 * y**2 + x**2 * y**4 + 1, ">=", 3 * x**2 * y**2),
    "Robinson": relation(
        x**4 * y**2 + x**4 + y**4 * x**2 + y**4 + x**2 + y**2 - 3 * x**2 * y**2,
        "<=",
        x**6 + y**6 + 1,
    ),
    "cosh x <= e^(x^2/2)": relation(sp.cosh(x), "<=", sp.exp(x**2 / 2)),
    "x tanh(x/2) <= x^2/2": relation(x * sp.tanh(x / 2), "<=", x**2 / 2),
    "an identity": relation((x + y) ** 2, "=", x**2 + 2 * x * y + y**2),
    "a sum": relation(sp.Sum(i, (i, 1, n)), ">=", 0),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_are_certified(name: str) -> None:
    outcome = certify(TRUE[name], Budget(seconds=60))
    assert outcome.decision == "holds", outcome.reason
    assert outcome.grade is Grade.CERTIFIED
    assert check_certificate(outcome.certificate).accepted


FALSE: dict[str, Relation] = {
    "e^x <= 1 + 2x": relation(sp.exp(u), "<=", 1 + 2 * u),
    "ln(1+x) >= x - x^2/3": relation(ln(1 + u), ">=", u - u**2 / 3),
    "Bennett with 3": relation((1 + u) * ln(1 + u) - u, ">=", u**2 / (2 + u / 3)),
    "Pinsker with 2.1": on(
        relation(entropy, ">=", sp.Rational(21, 10) * (x - half) ** 2), x="(0, 1)"
    ),
    "Kullback-Leibler, too much": relation(p * ln(p / q), ">=", (p - q) * sp.Rational(11, 10)),
    "subsampling, linear with 1": on(
        relation(ln(1 + q * (sp.exp(w) - 1)), "<=", q * w), q="[0, 1]", w="[0, 1]"
    ),
    "Motzkin with 3.1": relation(
        x**4 * y**2 + x**2 * y**4 + 1, ">=", sp.Rational(31, 10) * x**2 * y**2
    ),
    "cosh x <= e^(0.49 x^2)": relation(sp.cosh(x), "<=", sp.exp(sp.Rational(49, 100) * x**2)),
    "strict where it touches": relation(p**3 - 3 * p + 2, ">", 0),
    "a narrow hole": on(
        relation((x - sp.Rational(31, 97)) ** 2, ">", sp.Rational(1, 10**9)), x="[0, 1]"
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_nearby_false_statements_are_refuted_by_an_exact_point(name: str) -> None:
    outcome = certify(FALSE[name])
    assert outcome.decision == "fails", outcome
    assert outcome.grade is Grade.CERTIFIED
    assert outcome.certificate["kind"] == "counterexample"
    assert check_certificate(outcome.certificate).accepted


def test_giving_up_says_where_each_method_is_stuck() -> None:
    touching = on(relation(sp.exp(x * y) + x**2, ">=", 1 + x * y), x="[-1, 1]", y="[-1, 1]")
    slow = Budget(seconds=120)  # the width is what ends it, on any machine
    reason = certify(touching, slow, methods=("sign", "boxes", "chain")).reason
    assert "stuck at x = " in reason  # the box,
    assert "+-" in reason  # its width,
    assert "enclosure [" in reason  # what is known there,
    assert "limit reached: narrowest side" in reason  # and why the search ended
    assert "Tight: both sides agree up to rounding near x = " in reason
    assert "Try: " in reason
    assert len(reason.splitlines()) <= 8


def test_a_domain_is_cut_where_the_author_says() -> None:
    made = on(relation(entropy, ">=", 2 * (x - half) ** 2), x="(0, 1)")
    outcome = certify(made, methods=("logchain",), cuts={"x": ["1/2"]})
    assert outcome.grade is Grade.CERTIFIED
    assert outcome.certificate["pieces"]["at"] == ["x", "1/2"]
    elsewhere = certify(made, methods=("logchain",), cuts={"x": [Fraction(1, 3)]})
    open_part = "Left to show: x*log(2*x) + (1 - x)*log(2 - 2*x) >= 2*(-1/2 + x)^2 for"
    assert open_part in elsewhere.reason


@pytest.mark.parametrize("argument", ["cuts", "at"])
def test_a_name_that_is_no_variable_is_refused(argument: str) -> None:
    made = [parse("exp(x) >= 1 + x"), parse("y <= abs(y)")]
    with pytest.raises(ParameterError, match=rf"{argument} = \{{z: ...\}} names no variable"):
        certify(made, **{argument: {"x": ["0"], "z": ["0"]}})
    with pytest.raises(ParameterError, match="Name one of x"):
        explain(made[0], cuts={"z": ["0"]})


def test_a_refuted_reduction_refutes_nothing() -> None:
    """Growth in w fails here (its slope is negative near q = 1/8, w = 7/8); the claim is true."""
    made = on(relation(ln(1 + q * (sp.exp(w) - 1)), "<=", 2 * q * w), q="[0, 1]", w="[0, 1]")
    outcome = certify(made, methods=("growth", "boxes"), budget=Budget(seconds=20, boxes=400))
    assert outcome.decision != "fails"


def test_domain_obligations_get_certificates_of_their_own() -> None:
    """The denominator x^2 - 2 x + 2 = (x-1)^2 + 1 is positive, but not visibly."""
    outcome = certify(relation(1 / (x**2 - 2 * x + 2), "<=", 1))
    assert outcome.grade is Grade.CERTIFIED
    assert outcome.certificate["kind"] == "all"
    assert [o.by for o in outcome.obligations] == ["certificate (logchain)"]
    assert check_certificate(outcome.certificate).accepted
    open_still = certify(relation(x / (x - 3), "=", 1 + 3 / (x - 3)))
    assert open_still.grade is Grade.DERIVED


def test_logarithms_and_exponentials_do_not_undo_each_other() -> None:
    outcome = certify(
        parse("W + exp(v) >= exp(u)", where="W > 0, exp(u) <= (W^5 + exp(v)^5)^(1/5)"),
        methods=("sign", "logarithms", "exponentials"),
    )
    assert outcome.decision == "inconclusive"
    assert "cut off" not in outcome.reason


def test_a_search_keeps_to_its_budget() -> None:
    close = relation(sp.exp(x) / 4 + 3 * sp.exp(-x / 3) / 4, "<=", sp.exp(2 * x**2 / 9))
    assert certify(close, Budget(seconds=5), methods=("sign", "factors", "sos")).reason
    for wrong in ({"seconds": 0}, {"boxes": 0}, {"narrowest": Fraction(0)}):
        with pytest.raises(ParameterError, match="not positive"):
            Budget(**wrong)
    with pytest.raises(ParameterError, match="Choose from"):
        certify(close, methods=("magic",))


# z3 --------------------------------------------------------------------------------------------


def test_without_z3_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    assert certify(relation(x**2 + y**2 + 1, ">", x * y)).decision == "holds"


def test_a_model_of_z3_is_evaluated_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("z3")
    from workbench.rigor.provers import oracle, squares

    k, c, eps = sp.symbols("k c epsilon", positive=True)
    share = eps / (2 * sp.sqrt(2 * k * c))
    spent = sp.sqrt(2 * k * c) * share + k * share**2 / 2
    beyond = relation(spent, "<=", eps, where=[(eps, "<=", sp.Rational(8001, 1000) * c)])
    point, _ = oracle.ask(beyond, seconds=10)
    certificate = {"kind": "counterexample", "statement": beyond.tree, "point": point}
    assert check_certificate(certificate).accepted
    sharp = relation(spent, "<=", eps, where=[(eps, "<=", 8 * c)])
    assert oracle.ask(sharp, seconds=10) == (None, "none")
    motzkin = relation(x**4 * y**2 + x**2 * y**4 + 1, ">=", 3 * x**2 * y**2)
    monkeypatch.setattr(squares, "sum_of_squares", lambda s: (None, "not tried"))
    word = certify(motzkin)  # true, but no sum of squares: nobody else proves it now
    assert (word.decision, word.grade, word.trust) == ("holds", Grade.DERIVED, ("z3",))
    assert "exp" in oracle.ask(relation(sp.exp(x), ">=", 0), seconds=1)[1]


def claiming(*statements: Relation | Order) -> Claim:
    return Claim(
        "mine.pair", title="two inequalities", ours=("lemma", "this test"),
        statement="...", encoded=statements,
    )  # fmt: skip


def test_a_claim_is_as_certain_as_its_weakest_statement() -> None:
    first, second = relation(1 + x, "<=", sp.exp(x)), relation(p**3 - 3 * p + 2, ">=", 0)
    both = certify(claiming(first, second), Budget(seconds=60))
    assert (both.decision, both.grade) == ("holds", Grade.CERTIFIED), both.reason
    assert both.certificate is not None
    assert [m["statement"] for m in both.certificate["members"]] == [first.tree, second.tree]
    assert check_certificate(both.certificate).accepted
    one_false = certify(claiming(first, relation(p**3 - 3 * p + 2, ">", 0)))
    assert one_false.decision == "fails"
    assert one_false.counterexample is not None


def test_a_claim_without_relations_is_refused() -> None:
    with pytest.raises(ParameterError, match=r"mine\.pair has no machine-readable statement"):
        certify(claiming())
    with pytest.raises(ParameterError, match=r"theorems, orders(.|\n)*workbench verify mine\.pair"):
        certify(claiming(relation(x, "<=", x), Order("1", ["1"])))


def test_facts_on_the_way_belong_to_the_proof_and_not_to_the_statement():
    stated = parse("log(1 + k*(exp(s/(b + w)) - 1)) < log(1 + k*(exp(s/b) - 1))",
                   where="s, b, w, k > 0")  # fmt: skip
    s, b, w = sp.symbols("s b w", positive=True)
    found = certify(stated, facts=[(s / (b + w), "<", s / b)])
    assert (found.decision, found.method) == ("holds", "facts first")
    shown = ruling_on(found.certificate).conclusions
    assert [one["statement"] for one in shown] == [stated.tree]
    false = certify(stated, facts=[(s / (b + w), ">", s / b)])
    assert false.decision == "inconclusive"
    assert "Left to show" in false.reason
    instance = (parse("exp(u) < exp(v)", where="u < v"), {"u": s / (b + w), "v": s / b})
    found = certify(stated, facts=[instance])
    assert [o["statement"] for o in ruling_on(found.certificate).conclusions] == [stated.tree]
    with pytest.raises(ClaimError, match="cannot be used at u"):
        certify(stated, facts=[(instance[0], {"u": s})])
    general = parse("e*u <= 3*u", where="u >= 0")
    with pytest.raises(ClaimError, match=r"variables, u, .* e in a text is Euler's number"):
        certify(stated, facts=[(general, {"e": s, "u": b})])
    with pytest.raises(ClaimError, match="mentions v"):
        certify(stated, facts=[(sp.Symbol("v", real=True), "<=", s)])


def test_facts_about_the_terms_of_sums_are_used_term_by_term():
    u, k = sp.Symbol("u", positive=True), sp.Symbol("k", integer=True)
    stretched, general = sp.exp(u) - 1, parse("log(1 + y) <= y", where="y >= 0")
    left = sp.Sum(ln(1 + 2**k * stretched), (k, 0, n))
    right = sp.Sum(2**k * stretched, (k, 0, n))
    stated, here = relation(left, "<=", right), (general, {"y": 2**TERM * stretched})

    def shown(*facts: tuple[Any, ...], of: tuple[Any, Any] = (left, right)) -> Outcome:
        return certify(stated, methods=("sign", "chain", "logchain"), facts=[
            (stretched, ">", 0), (of[0], "<=", of[1], facts)])  # fmt: skip

    found = shown(here)
    assert [o["statement"] for o in ruling_on(found.certificate).conclusions] == [stated.tree]
    for other in (shown(), shown((2**TERM * stretched, "<=", 0)), shown(here, of=(u, 2 * u))):
        assert other.decision == "inconclusive"


@pytest.mark.parametrize(
    ("text", "where", "told"),
    [
        ("a <= 0", "a > 0, a <= 0", "no value of 'a' meets the conditions"),
        ("a*b <= 1", "a >= 1, a < 1, b > 0", "no value of 'a' meets the conditions"),
        ("x <= 1", "b*(k+1) = k, x >= 0, x <= b, k >= 0, b >= 0", "Undecided"),  # k by itself
    ],
)
def test_conditions_of_every_kind_end_in_a_reason(text: str, where: str, told: str) -> None:
    found = certify(parse(text, where=where), Budget(seconds=5))
    assert found.decision == "inconclusive"
    assert told in found.reason


def test_no_case_is_made_of_what_holds_the_index_of_a_sum() -> None:
    total = "sum(i = 1..n, abs({} - {}))".format
    left, right = total("a[i]", "c[i]"), f"{total('a[i]', 'b[i]')} + {total('b[i]', 'c[i]')}"
    assert certify(parse(f"{left} <= {right}", where="integer n >= 1")).decision == "holds"


def test_an_equation_follows_from_a_condition_with_its_sides_exchanged() -> None:
    equal = parse("exp(y) = ln(p)", where="ln(p)*1 = exp(y), p > 0")
    assert certify(equal).decision == "holds"
    assert certify(parse("exp(y) = 2*ln(p)", where="ln(p)*1 = exp(y), p > 0")).decision != "holds"


def test_a_point_named_by_the_author_is_tried_first() -> None:
    wrong = relation((p - Fraction(355, 113)) ** 2, ">", 0)
    assert certify(wrong, at={"p": "355/113"}).decision == "fails"
    assert certify(relation(p, ">", 0), at={"p": 1}).decision == "holds"


def no_process(*_: Any, **__: Any) -> Any:
    """Stands for the process of a search."""
    pytest.fail("a process was made for a search")


@pytest.mark.parametrize("name", ["Bennett", "Kullback-Leibler"])
def test_a_check_searches_in_its_own_process_first(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has limits of its own, and most of what it asks for is found before they matter."""
    own = sys.modules["workbench.rigor.provers.certify"]
    monkeypatch.setattr(own, "confined", no_process)
    monkeypatch.setattr(own, "search", no_process)
    with asked_of(lambda certificate: None):
        assert certify(TRUE[name], Budget(seconds=19)).grade is Grade.CERTIFIED


def test_a_false_variant_is_tried_at_points_before_anything_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Outside of a variant what is false is refuted all the same."""
    false = relation(1 + x + x**2 / 4, "<=", sp.exp(x))
    with asked_of(lambda certificate: None):
        assert certify(false).decision == "fails"
        monkeypatch.setattr(ProofSearch, "attempt", no_process)
        with first_rejection_decides():
            assert certify(false, Budget(seconds=19)).decision == "fails"
