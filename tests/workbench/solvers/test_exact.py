"""The certificates of the heavy-ball LMI: what is accepted, and that nothing damaged is."""

import contextlib
import copy
import json
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import EvidenceError
from workbench.rigor.check import check_certificate
from workbench.solvers import check, heavy_ball_certificate, heavy_ball_rate
from workbench.solvers.balls import ball, precision
from workbench.solvers.circle import Circle, Trajectory
from workbench.solvers.exact import HeavyBallLmi, bracket, feasible, infeasible, rounded_up, slower
from workbench.solvers.matrices import factor, inner, multiply, transpose
from workbench.solvers.rounding import atom, path

F = Fraction
small = st.fractions(-3, 3, max_denominator=12)


def spots(node: object, where: tuple = ()) -> Iterator[tuple]:
    """Where the texts of a JSON document are."""
    if isinstance(node, str):
        yield where
    elif isinstance(node, (dict, list)):
        for key, child in node.items() if isinstance(node, dict) else enumerate(node):
            yield from spots(child, (*where, key))


def replaced(document: dict, where: tuple, value: object) -> dict:
    copied = copy.deepcopy(document)
    here = copied
    for key in where[:-1]:
        here = here[key]
    here[where[-1]] = value
    return copied


CERTIFICATES = {
    "bracket": heavy_ball_rate("1/2", 1, 1, "1/5").certificate,
    "scaled": heavy_ball_rate(2, 5, "1/10", "3/10").certificate,
    "path": heavy_ball_rate("0.42", 1, "0.111", "0.6").certificate,
    "resonance": heavy_ball_rate(1, 25, "1/9", "4/9").certificate,
    "boundary": heavy_ball_rate("1/2", 1, 2, "1/2").certificate,
    "divergence": heavy_ball_rate("1/2", 1, 9, "1/2").certificate,
    "slower": heavy_ball_rate(2, 2, "1/3", "1/7").certificate,
    "divergence, one curvature": heavy_ball_rate(2, 2, 5, "1/3").certificate,
}


# ------------------------------------------------------------------------------ what is built


def test_the_matrices_are_the_inequalities_that_they_stand_for() -> None:
    """Each form at (x, x_prev, g), expanded by hand from the update and the class."""
    mu, L, alpha, beta, rho2 = F(1, 3), F(2), F(2, 5), F(1, 7), F(4, 5)
    lmi = HeavyBallLmi(mu, L, alpha, beta)
    P = ((F(3), F(-1, 2)), (F(-1, 2), F(2)))
    for x, old, g in [(F(1), F(2), F(3)), (F(-1), F(1, 2), F(5)), (F(0), F(1), F(-2))]:
        e = ((x,), (old,), (g,))

        def at(form, e=e) -> Fraction:
            return multiply(multiply(transpose(e), form), e)[0][0]

        new = x - alpha * g + beta * (x - old)

        def energy(a: Fraction, b: Fraction) -> Fraction:
            return P[0][0] * a * a + 2 * P[0][1] * a * b + P[1][1] * b * b

        assert at(lmi.X0) == 2 * (g - mu * x) * (g - L * x)
        assert at(lmi.X1) == -g * (new - x) - L / 2 * (new - x) ** 2
        assert at(lmi.X2) == mu / 2 * x * x - g * x
        change = energy(new, x) - rho2 * energy(x, old)
        assert at(lmi.slack(P, F(0), F(0), rho2)) == -change
        Z = multiply(e, transpose(e))
        assert inner(P, lmi.drift(Z, rho2)) == change


@given(st.lists(small, min_size=6, max_size=6), st.integers(0, 2))
def test_a_factorisation_exists_exactly_for_semidefinite_matrices(entries, rank: int) -> None:
    a, b, c, d, e, f = entries
    matrix = ((a, b, c), (b, d, e), (c, e, f))
    rows = matrix[: rank + 1]
    gram = multiply(transpose(rows), rows)
    for one in (matrix, gram):
        found = factor(one)
        minors = principal_minors(one)
        assert (found is not None) == all(minor >= 0 for minor in minors)
        if found is not None:
            lower, pivots = found
            diagonal = tuple(
                tuple(pivots[i] if i == j else F(0) for j in range(3)) for i in range(3)
            )
            assert multiply(multiply(lower, diagonal), transpose(lower)) == one


def principal_minors(m: tuple) -> list[Fraction]:
    """All seven principal minors of a 3x3 matrix; PSD means that none is negative."""
    pairs = [(0, 1), (0, 2), (1, 2)]
    twos = [m[i][i] * m[j][j] - m[i][j] ** 2 for i, j in pairs]
    three = (
        m[0][0] * twos[2]
        - m[0][1] * (m[0][1] * m[2][2] - m[1][2] * m[0][2])
        + m[0][2] * (m[0][1] * m[1][2] - m[1][1] * m[0][2])
    )
    return [m[0][0], m[1][1], m[2][2], *twos, three]


@given(
    st.fractions(F(1, 20), F(19, 20), max_denominator=40),
    st.fractions(F(1, 20), 3, max_denominator=40),
    st.fractions(0, F(19, 20), max_denominator=40),
    st.fractions(F(1, 20), F(19, 20), max_denominator=40),
    st.fractions(-1, 1, max_denominator=40),
)
def test_the_quadratics_of_the_circle_are_products_with_atoms(m, a, b, r, share) -> None:
    """Two derivations: the search's coefficients in s, and <X, Z> of the exact atom."""
    lmi, s = HeavyBallLmi(m, F(1), a, b), share * r  # s^2 <= r
    Z = atom(lmi, s, r)
    assert factor(Z) is not None
    assert lmi.drift(Z, r) == ((0, 0), (0, 0))
    with precision(128):
        circle = Circle(ball(m), ball(a), ball(b), ball(r))
        for quadratic, form in ((circle.q0, lmi.X0), (circle.q1, lmi.gain(r))):
            assert abs(quadratic(ball(s)) - ball(inner(form, Z))) < 1e-25


@pytest.mark.parametrize("square", [F(1), F(1, 4), F(2, 10**9), F(123457, 234567), F(1, 10**40)])
def test_the_root_is_the_least_float_above(square: Fraction) -> None:
    root = rounded_up(square)
    assert F(root) ** 2 >= square
    assert F(float(np.nextafter(root, 0))) ** 2 < square


# ---------------------------------------------------------------------- what is not accepted


@pytest.mark.parametrize("name", CERTIFICATES)
def test_the_certificate_is_accepted_by_both_checkers(name: str) -> None:
    certificate = json.loads(json.dumps(CERTIFICATES[name]))
    assert check(certificate)
    assert check_certificate(certificate).accepted


@pytest.mark.parametrize("name", CERTIFICATES)
def test_a_certificate_with_any_one_number_changed_is_rejected(name: str) -> None:
    certificate = CERTIFICATES[name]
    changed = 0
    for where in spots(certificate):
        here = certificate
        for key in where:
            here = here[key]
        try:
            number = F(here)
        except ValueError:
            lies = ["feasible", "other"] if where[-1] == "side" else ["other"]
        else:
            lies = [
                str(-number - 1),
                str(number + F(1, 10**12)),
                str(2 * number + 1),
                float(number),
            ]
        for lie in lies:
            if lie == here:
                continue
            with pytest.raises(EvidenceError):
                check(replaced(certificate, where, lie))
            changed += 1
    assert changed > 20


@pytest.mark.parametrize(
    "junk",
    [
        {},
        {"side": "feasible"},
        {"side": "bracket"},
        {"side": "bracket", "members": []},
        {"side": "bracket", "members": [1]},
        {"side": "infeasible", "parameters": []},
        {"side": 3, "parameters": {}},
        {"side": "sideways", "parameters": CERTIFICATES["resonance"]["parameters"]},
        {**CERTIFICATES["resonance"], "Z": [["1"]]},
        {**CERTIFICATES["resonance"], "Z": [["1", "2", "0"], ["0", "1", "0"], ["0", "0", "1"]]},
        [],
        None,
        "text",
    ],
)
def test_junk_is_an_error_with_a_reason(junk) -> None:
    with pytest.raises(EvidenceError, match="momentum-rate"):
        check(junk)


def test_members_of_two_problems_do_not_make_a_bracket() -> None:
    one, two = heavy_ball_rate("1/2", 1, 1, "1/5"), heavy_ball_rate("1/10", 1, 1, "1/5")
    with pytest.raises(EvidenceError, match="different parameters"):
        check(bracket(one.primal, two.dual))
    with pytest.raises(EvidenceError, match="of the sides"):
        check(bracket(one.primal, one.primal))
    with pytest.raises(EvidenceError, match="of the sides"):
        check(bracket(one.dual, one.primal))


def test_parameters_outside_the_class_are_not_accepted() -> None:
    lmi = HeavyBallLmi(F(2), F(1), F(1), F(0))  # mu > L
    made = infeasible(lmi, F(1, 2), atom(lmi, F(1, 2), F(1, 2)))
    if made is not None:
        with pytest.raises(EvidenceError, match="outside their domain"):
            check(made)
    assert infeasible(HeavyBallLmi(F(1), F(2), F(1), F(0)), F(2), ((F(1),) * 3,) * 3) is None
    certificate = heavy_ball_certificate("1/2", 1, 1, "1/5", "1/2")
    with pytest.raises(EvidenceError, match="outside their domain"):
        check(replaced(certificate, ("parameters", "beta"), "1"))


@settings(max_examples=200, deadline=None)
@given(
    st.lists(small, min_size=6, max_size=6),
    st.fractions(F(-9, 10), F(9, 10), max_denominator=30),
    st.fractions(F(1, 30), F(1), max_denominator=30),
)
def test_no_matrix_refutes_a_certified_rate(entries, share, more) -> None:
    """Z from Gram matrices, atoms and paths, at a rho^2 where a solution has been accepted."""
    lmi = HeavyBallLmi(F(1, 2), F(1), F(1), F(1, 5))
    r = F("0.3778081744") + more * F("0.62")
    rows = (tuple(entries[:3]), tuple(entries[3:]))
    p = r + more * (F(3, 2) - r)
    for Z in (multiply(transpose(rows), rows), atom(lmi, share * r, r), atom(lmi, share * r, p)):
        assert infeasible(lmi, r, Z) is None
    with contextlib.suppress(ZeroDivisionError):
        assert infeasible(lmi, r, path(lmi, r, Trajectory(*entries[:4]))) is None
    assert slower(lmi, r) is None


def test_one_refutation_of_the_limit_serves_every_rate() -> None:
    """On the boundary of the region the same Z refutes each rho^2 < 1, but not rho^2 = 1 alone."""
    lmi = HeavyBallLmi(F(1, 2), F(1), F(2), F(1, 2))
    Z = tuple(tuple(map(F, row)) for row in CERTIFICATES["boundary"]["Z"])
    assert inner(lmi.X0, Z) == inner(lmi.X1, Z) == 0
    for rho2 in (F(1, 10), F(1, 2), F(999, 1000), 1 - F(1, 10**30)):
        assert infeasible(lmi, rho2, Z) is not None


def test_a_matrix_that_only_touches_is_not_a_refutation() -> None:
    """At one curvature P = (1, -z)(1, -z)^T is feasible below the spectral radius: kappa = 0."""
    lmi = HeavyBallLmi(F(1), F(1), F(1, 6), F(1, 3))  # roots 2/3 and 1/2 of z^2 - 7/6 z + 1/3
    u = F(2, 3)
    P, rho2 = ((F(1), -u), (-u, u * u)), F(1, 3)  # 1/4 < rho^2 < 4/9
    S = lmi.slack(P, F(1000), F(0), rho2)
    assert factor(S) is not None
    assert lmi.kappa(P, F(0)) == 0
    assert feasible(lmi, rho2, P, F(1000), F(0)) is None
    assert slower(lmi, rho2) is not None


# ------------------------------------------------------------------------------ printed sign

WITNESS = {
    "P": ((F(103, 87), F(-22, 9)), (F(-22, 9), F(106, 21))),
    "c0": F(31, 68),
    "c": F(1),
    "rho2": F(9, 20),
}


def printed(mu: Fraction, L: Fraction, alpha: Fraction, beta: Fraction) -> HeavyBallLmi:
    """The LMI with B = (+alpha, 0), as in the text: for tests only, `check` knows one sign."""
    return HeavyBallLmi(mu, L, alpha, beta, sign=1)


def test_the_printed_sign_certifies_a_rate_that_is_false() -> None:
    """Its LMI holds, with these pivots, and x^2 / 2 breaks the bound after 13 steps."""
    alpha, beta, mu, L = F(1), F(1, 2), F(4, 5), F(1)
    P, c0, c, rho2 = (WITNESS[key] for key in ("P", "c0", "c", "rho2"))
    wrong = printed(mu, L, alpha, beta)
    certificate = feasible(wrong, rho2, P, c0, c)
    assert certificate is not None
    assert certificate["members"][0]["D"] == [
        "675769/690200",
        "22134578593/222233393340",
        "224126089043/6020605377296",
    ]
    x = old = F(1)
    energy = P[0][0] + 2 * P[0][1] + P[1][1] + c * F(1, 2)
    for _ in range(13):
        x, old = x - alpha * x + beta * (x - old), x
    bound = rho2**13 * energy / c
    assert x * x / 2 == F(2025, 33554432)
    assert bound == F(1901598069126573, 33259520000000000000)
    assert x * x / 2 > bound


def test_the_witness_of_the_printed_sign_is_rejected_here() -> None:
    alpha, beta, mu, L = F(1), F(1, 2), F(4, 5), F(1)
    P, c0, c, rho2 = (WITNESS[key] for key in ("P", "c0", "c", "rho2"))
    assert feasible(HeavyBallLmi(mu, L, alpha, beta), rho2, P, c0, c) is None
    with pytest.raises(EvidenceError):
        check(feasible(printed(mu, L, alpha, beta), rho2, P, c0, c))
    assert heavy_ball_certificate(mu, L, alpha, beta, rho2)["side"] == "infeasible"
