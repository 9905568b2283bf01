"""The provers: anchors of the literature, false claims, and outcomes an author can work with."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
import sympy as sp

from workbench.claims import Grade
from workbench.errors import ClaimError
from workbench.rigor import (
    First,
    Rule,
    counterexample,
    enclosure,
    falsify,
    identity,
    induction,
    inequality,
    positive_semidefinite,
)
from workbench.rigor.boxes import split_until_certain
from workbench.rigor.check import check_certificate
from workbench.rigor.provers import inequalities
from workbench.rigor.provers.falsify import SearchResult
from workbench.symbolic import Relation, Variable, relation

x, y = sp.symbols("x y", nonnegative=True)
q, w = sp.symbols("q w", positive=True)
r = sp.Symbol("r", real=True)
n, T = sp.symbols("n T", integer=True, nonnegative=True)
t, i, j = sp.symbols("t i j", integer=True)


def on_box(made: Relation, **ends: tuple[object, object]) -> Relation:
    """The same statement on closed intervals."""
    variables = tuple(
        Variable(v.name, v.sort, str(ends[v.name][0]), False, str(ends[v.name][1]), False)
        for v in made.variables
    )
    return Relation(made.left, made.op, made.right, made.where, variables, made.extra)


def certified(outcome: object) -> bool:
    assert outcome.decision == "holds", outcome.reason
    assert check_certificate(outcome.certificate).accepted
    return outcome.grade is Grade.CERTIFIED


# true inequalities -----------------------------------------------------------------------------

CHAINS = [
    (1 + x, "<=", sp.exp(x)),
    (x**2 * sp.exp(x), "<=", (sp.exp(x) - 1) ** 2),
    (sp.sinh(x), "<=", x * sp.cosh(x)),
    (sp.exp(-x), "<=", 1 - x + x**2 / 2),
    (1 - x, "<=", sp.exp(-x)),
    (x * (sp.exp(x) - 1), "<=", x**2 / 2 * (sp.exp(x) + 1)),  # x tanh(x/2) <= x^2 / 2
    (sp.exp(x) + sp.exp(-x), ">=", 2 + x**2),
]


@pytest.mark.parametrize("claim", CHAINS, ids=str)
def test_touching_inequalities_follow_from_derivative_chains(claim: tuple) -> None:
    assert certified(inequality(relation(*claim), methods=("chain",)))


def test_log_of_subsampled_ratio_on_a_box() -> None:
    made = on_box(
        relation(sp.log(1 + q * (sp.exp(w) - 1)), "<=", 2 * q * w), q=("1/4", 1), w=("1/4", 1)
    )
    assert certified(inequality(made, methods=("boxes",)))


def test_the_classical_gaussian_rule_on_a_box() -> None:
    """delta(eps) <= e^-l for sigma = sqrt(2 ln(1.25 / delta)) / eps, eps in [1/10, 1]."""
    eps, log = sp.symbols("eps l", positive=True)
    noise = sp.sqrt(2 * (log + sp.log(sp.Rational(5, 4)))) / eps

    def tail(z: sp.Expr) -> sp.Expr:
        return sp.erfc(-z / sp.sqrt(2)) / 2

    delta = tail(1 / (2 * noise) - eps * noise) - sp.exp(eps) * tail(-1 / (2 * noise) - eps * noise)
    made = relation(delta, "<=", sp.exp(-log))
    assert certified(inequality(on_box(made, eps=("1/10", 1), l=(1, 25)), methods=("boxes",)))
    wrong = inequality(on_box(made, eps=(10, 14), l=(1, 25)), methods=("boxes",))
    assert wrong.decision == "fails"
    assert check_certificate(wrong.certificate).accepted


def test_exact_delta_of_a_gaussian_mechanism() -> None:
    """Anchor: eps = 1, sigma = 7/5, sensitivity 1."""
    sigma, eps = sp.Rational(7, 5), 1
    up, down = 1 / (2 * sigma) - eps * sigma, -1 / (2 * sigma) - eps * sigma
    delta = (sp.erfc(-up / sp.sqrt(2)) - sp.exp(eps) * sp.erfc(-down / sp.sqrt(2))) / 2
    assert enclosure(delta).value == pytest.approx(0.04127989810187706656158, rel=1e-15)


def test_the_usual_choice_of_noise_per_step_is_valid_up_to_eight_logs() -> None:
    k, c, eps = sp.symbols("k c epsilon", positive=True)
    share = eps / (2 * sp.sqrt(2 * k * c))
    spent = sp.sqrt(2 * k * c) * share + k * share**2 / 2
    assert certified(inequality(relation(spent, "<=", eps, where=[(eps, "<=", 8 * c)])))
    beyond = relation(spent, "<=", eps, where=[(eps, "<=", sp.Rational(8001, 1000) * c)])
    refuted = inequality(beyond)
    assert (refuted.decision, refuted.grade) == ("fails", Grade.CERTIFIED)
    at_anchor = counterexample(relation(spent, "<=", eps), k="8193/4096", c="2048/8193", epsilon=2)
    assert at_anchor.decision == "fails"


# false claims ----------------------------------------------------------------------------------

FALSE = [
    (sp.exp(x), "<=", 1 + 2 * x),
    (sp.log(1 + x), ">=", x - x**2 / 3),
    (x**2, ">=", x),
    (x**2, ">", 0),
    (sp.sqrt(x), "<=", x),
    (x * y, "<=", x + y),
    ((1 - q) ** 3, "<=", 1 - 3 * q),
    (sp.Sum(sp.Abs(r) ** 2, (i, 1, n)), ">", 0),
    (x**2 - 2 * x * y + y**2, ">", 0),
    (x, "<=", 10**6),
]


@pytest.mark.parametrize("claim", FALSE, ids=str)
def test_a_false_inequality_is_refuted_by_an_exact_point(claim: tuple) -> None:
    outcome = inequality(relation(*claim))
    assert outcome.decision == "fails"
    assert outcome.counterexample is not None
    assert check_certificate(outcome.certificate).accepted


def test_no_method_proves_a_false_inequality_when_the_search_is_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inequalities, "search", SearchResult)
    for claim in FALSE:
        assert inequality(relation(*claim), methods=("sign", "chain")).decision != "holds"


def test_conditions_are_met_by_construction() -> None:
    a, b, c = sp.symbols("a b c", positive=True)
    made = relation(c, "<=", b, where=[(a, "<=", b / 1000), (b, "=", c + a), (c, ">=", 50)])
    assert falsify(made) is None  # c = b - a <= b
    wrong = relation(c, ">=", b, where=[(a, "<=", b / 1000), (b, "=", c + a), (c, ">=", 50)])
    point = falsify(wrong)
    assert point is not None
    assert Fraction(point["b"]) == Fraction(point["c"]) + Fraction(point["a"])


def test_an_equation_is_solved_for_an_entry() -> None:
    p = sp.IndexedBase("p", nonnegative=True)
    made = relation(
        sp.Sum(p[t] ** 2, (t, 1, 4)),
        "<=",
        sp.Rational(1, 4),
        where=[(sp.Sum(p[t], (t, 1, 4)), "=", 1)],
    )
    point = falsify(made)
    assert point is not None
    assert sum(Fraction(v) for v in point["p"].values()) == 1


def test_a_definition_with_an_irrational_value_is_put_in() -> None:
    made = relation(w, "<=", sp.Rational(1, 2), where=[(w, "=", sp.exp(-x))])
    outcome = inequality(made)
    assert outcome.decision == "fails"


def test_a_counterexample_holds_only_the_entries_that_matter() -> None:
    a = sp.IndexedBase("a", positive=True)
    point = falsify(relation(a[3] + a[7], "<=", 1))
    assert point is not None
    assert sorted(point["a"]) == ["3", "7"]


def test_the_search_is_fast_and_repeatable() -> None:
    a, b = (sp.IndexedBase(s, positive=True) for s in "ab")
    hard = relation(
        sp.Sum(a[t] * b[t], (t, 1, T)) ** 2,
        "<=",
        sp.Sum(a[t] ** 2, (t, 1, T)) * sp.Sum(b[t] ** 2, (t, 1, T)),
    )
    before = time.process_time()
    assert falsify(hard) is None
    assert time.process_time() - before < 2  # typically 0.02 s; machines differ
    wrong = relation(sp.Sum(a[t], (t, 1, T)) ** 2, "<=", sp.Sum(a[t] ** 2, (t, 1, T)))
    assert falsify(wrong) == falsify(wrong) is not None


def test_a_stuck_proof_says_where() -> None:
    close = relation(w**4 + q**4 + 1, ">=", sp.Rational(199, 100) * q * w**2)
    reason = inequality(close, methods=("sign", "chain")).reason
    assert "sign" in reason
    assert "chain" in reason
    assert "closest call" in reason
    touching = on_box(relation(q, "<=", w * q**2 / w), q=(0, 1), w=(1, 2))
    assert "stuck at" in split_until_certain(
        on_box(relation(q**3 + q, ">=", q**2 + q), q=(0, 1)).tree,
        boxes=500, seconds=5, narrowest=Fraction(1, 2**20),
    ).reason or touching  # fmt: skip


def test_open_obligations_lower_the_grade() -> None:
    outcome = identity(r / (r * (r - 1)), 1 / (r - 1))
    assert outcome.decision == "holds"
    assert outcome.grade is Grade.DERIVED
    assert any(o.status == "open" for o in outcome.obligations)
    cancelled = identity(r / r, 1, nonzero=[r])  # sympy has made 1 = 1 of it
    assert cancelled.grade is Grade.DERIVED


def test_a_gap_must_have_a_value_where_the_statement_has_one() -> None:
    outcome = inequality(relation(r**2, ">=", 0), gap=sp.exp(2 * sp.log(r)), methods=("sign",))
    assert outcome.decision != "fails"
    if outcome.decision == "holds":  # sympy may have made r^2 of the gap
        assert check_certificate(outcome.certificate).accepted


# matrices ---------------------------------------------------------------------------------------

PRINTED = {  # heavy ball, printed sign of B: alpha = 1, beta = 1/2, mu = 4/5, L = 1, rho^2 = 9/20
    "P": [["103/87", "-22/9"], ["-22/9", "106/21"]],
}


def lyapunov_matrix(sign: int) -> list[list[Fraction]]:
    """c0 X0 + c (X1 + (1 - rho^2) X2) - (V(next) - rho^2 V) as a form in (a, b, g)."""
    alpha, beta, mu, lip, rho2 = map(Fraction, ("1", "1/2", "4/5", "1", "9/20"))
    c, c0 = Fraction(1), Fraction(31, 68)
    p = [[Fraction(e) for e in row] for row in PRINTED["P"]]
    one = sp.symbols("a b g", real=True)
    a, b, g = one
    step = (1 + sp.Rational(beta)) * a - sp.Rational(beta) * b - alpha * g
    shown = (1 + sp.Rational(beta)) * a - sp.Rational(beta) * b + sign * alpha * g
    x0 = 2 * (mu * lip * a**2 - (mu + lip) * a * g + g**2)
    x1 = -g * (step - a) - lip / 2 * (step - a) ** 2
    x2 = mu / 2 * a**2 - a * g

    def form(u: sp.Expr, v: sp.Expr) -> sp.Expr:
        return p[0][0] * u**2 + 2 * p[0][1] * u * v + p[1][1] * v**2

    total = c0 * x0 + c * (x1 + (1 - rho2) * x2) - (form(shown, a) - rho2 * form(a, b))
    half = sp.hessian(sp.nsimplify(sp.expand(total)), one) / 2
    return [[Fraction(int(e.p), int(e.q)) for e in half.row(k)] for k in range(3)]


def test_the_printed_sign_of_b_certifies_a_false_rate() -> None:
    """The exact witness: P and the printed LMI pass, and the rate that they promise fails."""
    assert certified(positive_semidefinite(PRINTED["P"], strict=True, label="P"))
    printed = positive_semidefinite(lyapunov_matrix(+1), label="the printed LMI")
    assert certified(printed)
    pivots = {f.value for f in printed.figures}
    assert pivots == {
        "675769/690200", "22134578593/222233393340", "224126089043/6020605377296"
    }  # fmt: skip
    assert positive_semidefinite(lyapunov_matrix(-1), label="the true LMI").decision == "fails"
    beta, rho2 = Fraction(1, 2), Fraction(9, 20)
    before, here = Fraction(1), Fraction(1)
    for _ in range(13):
        before, here = here, here - here + beta * (here - before)  # F(x) = x^2 / 2, alpha = 1
    assert here**2 / 2 == Fraction(2025, 33554432)
    p = [[Fraction(e) for e in row] for row in PRINTED["P"]]
    start = Fraction(1, 2) + p[0][0] + 2 * p[0][1] + p[1][1]
    bound = rho2**13 * start
    assert bound == Fraction(1901598069126573, 33259520000000000000)
    assert here**2 / 2 > bound


def test_zero_pivots_and_definiteness() -> None:
    assert certified(positive_semidefinite([[1, 1], [1, 1]]))
    assert positive_semidefinite([[1, 1], [1, 1]], strict=True).decision == "inconclusive"
    assert positive_semidefinite([[0, 0], [0, -1]]).decision == "fails"  # minors 0 and 0
    assert positive_semidefinite([[0, 1], [1, 5]]).decision == "fails"
    with pytest.raises(ClaimError, match="symmetric"):
        positive_semidefinite([[1, 2], [3, 4]])
    with pytest.raises(ClaimError, match="symmetric"):
        positive_semidefinite([])
    with pytest.raises(ClaimError, match="float"):
        positive_semidefinite([[0.5]])


# induction --------------------------------------------------------------------------------------

m, g = sp.IndexedBase("m", real=True), sp.IndexedBase("g", real=True)
a = sp.Symbol("a", positive=True)
MOMENTUM = Rule("m", "t", (1 - a) * m[t] + a * g[t])


def unrolled(factor: sp.Expr) -> sp.Expr:
    return sp.Sum(factor ** (n - 1 - i) * a * g[i], (i, 0, n - 1))


def test_what_a_condition_says_to_the_letter_needs_no_sign() -> None:
    deep = sum((sp.log(1 + r**k) ** 2 for k in range(2, 9, 2)), start=sp.Integer(0))
    for right, held in ((deep + 1, True), (deep + 2, False)):
        said = relation(q, "<=", right, where=[(q, "<=", deep + 1)])
        certificate = {"kind": "sign", "statement": said.tree}
        assert check_certificate(certificate).accepted or not held
    turned = relation(deep + 1, "<=", q, where=[(q, "<=", deep + 1)])
    assert not check_certificate({"kind": "sign", "statement": turned.tree}).accepted


def test_an_equation_follows_from_multiples_of_others() -> None:
    d = sp.Symbol("d", integer=True, positive=True)
    u, z, a = sp.IndexedBase("u", real=True), sp.IndexedBase("z", real=True), w

    def total(body: sp.Expr) -> sp.Expr:
        return sp.Sum(body, (i, 1, d))

    left, right = total((a * u[i] - z[i]) ** 2), 2 * a**2 - 2 * a * total(u[i] * z[i])
    given = [(total(u[i] ** 2), "=", 1), (total(z[i] ** 2), "=", a**2)]
    assert identity(left, right, where=given, multiples={0: a**2, 1: 1}).grade is Grade.CERTIFIED
    for wrong in ({0: a**2}, {0: a, 1: 1}, {0: a**2, 1: 2}):
        assert identity(left, right, where=given, multiples=wrong).decision == "inconclusive"
    point = {"d": 1, "u": [1], "z": [0], "w": 0}
    said = relation(left, "=", 3 * right, where=given[:1])
    assert identity(said, multiples={0: 1}, at={**point, "w": 1}).decision == "fails"


def test_momentum_unrolls_for_every_number_of_steps() -> None:
    where = [(a, "<", 1)]
    outcome = induction(
        relation(m[n], "=", unrolled(1 - a), where=where), "n",
        rules=[MOMENTUM], base=[First("m", 0, 0)], factor=1 - a,
    )  # fmt: skip
    assert certified(outcome)
    assert any("recurrence" in e.label for e in outcome.encoded)


def test_a_wrong_unrolling_is_refuted_with_the_recurrence_as_a_condition() -> None:
    outcome = induction(
        relation(m[n], "=", unrolled(1 + a)), "n",
        rules=[MOMENTUM], base=[First("m", 0, 0)], factor=1 - a,
    )  # fmt: skip
    assert outcome.decision == "fails"
    assert len(outcome.certificate["statement"]["where"]) >= 3  # first value, steps, counter
    assert check_certificate(outcome.certificate).accepted


def test_a_first_value_is_part_of_the_statement() -> None:
    """Without it the equation is false, and that is no reason to refute the statement."""
    u = sp.IndexedBase("u", real=True)
    outcome = induction(relation(u[0] + 0 * n, "=", 3), "n",
                        base=[First("u", 0, 3)])  # fmt: skip
    assert outcome.decision != "fails"


def test_an_induction_must_start_where_its_domain_starts() -> None:
    late = induction(relation(sp.Sum(i, (i, 1, n)), "=", n * (n + 1) / 2), "n", start=1)
    assert late.decision == "inconclusive"
    assert "starts" in late.reason
    k = sp.Symbol("k", integer=True)
    unbounded = induction(relation(sp.Sum(i, (i, 1, k)), "=", k * (k + 1) / 2), "k")
    assert unbounded.decision != "holds"


def test_identities_that_fail_come_with_a_point() -> None:
    outcome = identity(sp.sqrt(r**2 + 1) ** 2, r**2 + 2)
    assert outcome.decision == "fails"
    stuck = identity(sp.log(6), sp.log(2) + sp.log(3))
    assert stuck.decision == "inconclusive"  # true, but no rule splits 6
    assert "rule" in stuck.reason


def test_a_point_is_exact() -> None:
    with pytest.raises(ClaimError, match="float"):
        counterexample(relation(w, "<", 1), w=1.5)
    with pytest.raises(ClaimError, match="exact"):
        counterexample(relation(w, "<", 1), w="one")
    assert counterexample(relation(w, "<", 1), w="1/2").decision == "holds"
    assert counterexample(relation(sp.log(r), "<", 1), r=-1).decision == "inconclusive"
