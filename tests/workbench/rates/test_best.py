"""The engine against linear programs, brute force and geometric programs, on random bounds."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from tests.workbench.rates.oracle import (
    ACCURACY,
    least_order,
    logs,
    random_problem,
    vertices_by_brute_force,
)
from tests.workbench.rates.papers import BOUNDS
from workbench.errors import OutOfReachError, ParameterError, SolverError
from workbench.rates import Degenerate, Infeasible, Rate, Unbounded, best_rate
from workbench.rates.answer import RateAnswer
from workbench.rates.check import accepts, fault
from workbench.rates.duality import dual
from workbench.rates.numeric import solve_gp
from workbench.rates.problem import RateProblem


def solved(problem: RateProblem) -> RateAnswer:
    return best_rate(
        problem.terms,
        [" + ".join(map(str, c)) for c in problem.constraints],
        free=problem.free,
        region=problem.region,
        integer=problem.integer,
    )


def points(rng: np.random.Generator, problem: RateProblem, count: int) -> list[dict[str, float]]:
    """Small integers, so that ties happen."""
    return [{s: float(rng.integers(-5, 6)) for s in problem.data} for _ in range(count)]


@pytest.mark.parametrize("block", range(4))
def test_random_bounds_against_linear_programs(block: int) -> None:
    """Value, feasibility, domination, regimes and settings, at data with and without ties."""
    for seed in range(block * 20, block * 20 + 20):
        rng = np.random.default_rng(seed)
        problem = random_problem(rng)
        answer = solved(problem)
        if isinstance(answer, Infeasible | Degenerate):
            continue  # constants decide; tested below
        assert fault(answer.certificate()) == ""
        for point in points(rng, problem, 5):
            best = least_order(problem, point)
            allowed = all(logs(r.product, point) <= 0 for r in answer.requirements)
            if isinstance(answer, Unbounded):
                assert (best == -np.inf) == allowed, seed
                continue
            assert np.isnan(best) != allowed, seed
            if allowed:
                floors = max(logs(v.floor, point) for v in answer.vertices)
                assert abs(floors - best) < ACCURACY, seed
            if allowed and all(logs(c, point) <= 0 for c in problem.region):
                assert abs(max(logs(t.product, point) for t in answer.sum) - best) < ACCURACY, seed
                _settings_attain(answer, point, best)


def _settings_attain(rate: Rate, point: dict[str, float], best: float) -> None:
    here = [g for g in rate.regimes if all(logs(c, point) <= 1e-9 for c in g.when)]
    assert here, "no regime holds at data of the region"
    for regime in here:
        reached = {**point, **{p: logs(value, point) for p, value in regime.setting.values}}
        count = len(rate.problem.terms)
        for i, row in enumerate(rate.problem.rows):
            assert logs(row, reached) <= (best if i < count else 0.0) + ACCURACY


def test_vertices_against_brute_force() -> None:
    """Each choice of few rows is tried; the cone is never eliminated in the oracle."""
    small = [random_problem(np.random.default_rng(seed)) for seed in range(40)]
    small = [p for p in small if len(p.rows) <= 8][:8]
    assert len(small) == 8
    for problem in small:
        found, _ = dual(problem)
        assert {(*v.weights, *v.multipliers) for v in found} == vertices_by_brute_force(problem)


def test_bracket_against_geometric_programs() -> None:
    """With coefficients: the solver's value lies between floor and ceiling."""
    seen = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        problem = random_problem(rng, coefficients=True)
        answer = solved(problem)
        if not isinstance(answer, Rate) or answer.vanishing or len(problem.rows) > 10:
            continue
        for point in points(rng, problem, 3):
            data = {s: float(np.exp(x)) for s, x in point.items()}
            low, high = answer.bracket(data)
            if high == np.inf or not 1e-4 < low < 1e4:
                continue
            try:
                value = solve_gp(problem, data).value
            except SolverError:
                continue  # it says so itself where it is not accurate
            assert low * (1 - 1e-6) <= value <= high * (1 + 1e-6), seed
            if answer.exact:
                assert value == pytest.approx(low, rel=1e-6)
            seen += 1
    assert seen >= 8


def test_far_inside_a_regime_the_constant_is_reached() -> None:
    """Theorem 3.1a of saddle where n is the bottleneck and where P is, against cvxpy."""
    rate = best_rate(
        ["2*ell/(tau*T)", "5*tau", "16*K**(-1/2)"],
        ["T/n", "16*tau*T**(3/2)*K**(1/2)/P"],
        free=["tau", "T", "K"],
        region=["1/n", "1/ell", "ell/P", "ell**(3/2)/P"],
    )
    assert isinstance(rate, Rate)
    ell = 10.0
    for i, data in enumerate([{"n": 1e4, "P": 1e12}, {"n": 1e16, "P": 1e9}]):
        data["ell"] = ell
        assert rate.sum[i].constant is not None
        value = solve_gp(rate.problem, data).value
        assert value / rate.sum[i].product.value(data) == pytest.approx(
            rate.numerical_constant(i), rel=1e-4
        )
    # the constants: 2 l/a, 5/b, 16/w and 16/P to the powers 1/2, 1/6, 1/3, 1/3
    by_hand = (2 * 2) ** (1 / 2) * (5 * 6) ** (1 / 6) * (16 * 3) ** (1 / 3) * 16 ** (1 / 3)
    assert rate.numerical_constant(1) == pytest.approx(by_hand, rel=1e-12)
    assert by_hand == pytest.approx(32.29, abs=0.005)


def test_several_vertices_with_one_product_need_a_solver() -> None:
    """Terms x, 3x and 1/x against y: two vertices give sqrt(y), and (x + 3x)(y/x) >= 4y."""
    rate = best_rate(["x", "3*x*z", "y/x"], ["z", "1/z"], free=["x", "z"])
    assert isinstance(rate, Rate)
    (term,) = rate.sum
    assert term.product.exponents == {"y": Fraction(1, 2)}
    assert term.constant is None
    assert rate.numerical_constant(0) == pytest.approx(4.0, rel=1e-6)


def test_sympy_and_text_and_mappings_agree() -> None:
    tau, steps, ell, n = sp.symbols("tau T ell n", positive=True)
    expected = {"ell": Fraction(1, 2), "n": Fraction(-1, 2)}
    for terms, constraints, free in (
        (ell / (tau * steps) + tau, [steps / n], [tau, steps]),
        ("ell/(tau*T) + tau", "T/n", ["tau", "T"]),
        ([{"ell": 1, "tau": -1, "T": -1}, {"tau": 1}], [{"T": 1, "n": -1}], ["tau", "T"]),
    ):
        rate = best_rate(terms, constraints, free=free)
        assert isinstance(rate, Rate)
        assert rate.terms == [expected]
        assert rate.exact
        assert rate.value({"ell": 4.0, "n": 100.0}) == pytest.approx(0.2)
        assert rate.bracket({"ell": 4.0, "n": 100.0})[0] == pytest.approx(0.4)


def test_a_bound_that_falls_to_zero_is_unbounded() -> None:
    answer = best_rate(["1/T", "1/(T*K)"], ["K/n"], free=["T", "K"])
    assert isinstance(answer, Unbounded)
    assert accepts(answer.certificate())
    assert str(answer).startswith("0: the bound falls without limit as s grows in T ~ s")


def test_constraints_that_contradict_each_other_are_infeasible() -> None:
    answer = best_rate("1/T", ["T/5", "6/T"], free=["T"])
    assert isinstance(answer, Infeasible)
    assert float(answer.excess) == pytest.approx(6 / 5)
    assert accepts(answer.certificate())
    assert "6/5" in str(answer)
    assert isinstance(best_rate("1/T", ["T/6", "6/T"], free=["T"]), Rate)
    # T + 1/T >= 2, with a region that forces n <= 1/2 on T <= n, T >= 1
    assert isinstance(best_rate("1/T", ["T + 1/T"], free=["T"]), Infeasible)
    answer = best_rate("1/T", ["T/n", "1/T"], free=["T"], region=["2*n"])
    assert isinstance(answer, Infeasible)
    assert accepts(answer.certificate())


def test_where_constants_decide_the_answer_is_degenerate() -> None:
    """T^2/7 + 1/T <= 1 can be met (T = 3/2), but not with half of the bound for each."""
    answer = best_rate("1/T", ["T**2/7 + 1/T"], free=["T"])
    assert isinstance(answer, Degenerate)
    assert "hangs on constants" in str(answer)


def test_tied_data_have_a_rate_but_no_limit_constant() -> None:
    rate = best_rate(["1/T", "1/(2*T*m)"], ["T/n"], free=["T"], region=["m", "1/m"])
    assert isinstance(rate, Rate)
    assert rate.tied
    assert rate.sum[0].constant is None
    with pytest.raises(OutOfReachError, match="tie some data"):
        rate.numerical_constant(0)
    with pytest.raises(ParameterError, match="term = 3 is not the number"):
        rate.numerical_constant(3)


def test_rounding_costs_a_stated_factor() -> None:
    """With T and K both rounded, an exhaustive search over integers agrees."""
    rate = best_rate(["9/T", "T*K/n", "4/K"], ["T*K/(50*n)"], free=["T", "K"], integer=["T", "K"])
    assert isinstance(rate, Rate)
    assert rate.rounding is not None
    factor = float(rate.rounding.factor)
    for n in (1.0, 3.0, 40.0, 1000.0):
        best = solve_gp(rate.problem, {"n": n}).value
        integer = min(
            9 / t + t * k / n + 4 / k for t in range(1, 60) for k in range(1, 60) if t * k <= 50 * n
        )
        assert best * (1 - 1e-6) <= integer <= factor * best
    fixed = best_rate("1/T", ["T*n", "1/(T*n)"], free=["T"], integer=["T"])
    assert isinstance(fixed, Rate)
    assert fixed.rounding is None  # T = 1/n exactly: no other integer is allowed


def test_what_is_too_large_is_given_up_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    free = [f"p{k}" for k in range(6)]
    rows = ["*".join(f"{p}**({rng.integers(-9, 10)})" for p in free) for _ in range(22)]
    with pytest.raises(OutOfReachError, match="more than 800 irreducible ways"):
        best_rate([f"{row}*n**{i}" for i, row in enumerate(rows)], free=free)
    monkeypatch.setattr("workbench.rates.attain._MOST_SPLITS", 0)
    bound = {**BOUNDS["saddle 4.2a"], "region": ["1/n", "1/ell", "ell**(7/4)/P"]}
    with pytest.raises(OutOfReachError, match="no setting after 0 splits"):
        best_rate(**bound)


def test_the_smallest_problems() -> None:
    """No data, no parameters, a constraint without parameters, T >= 1 stated twice."""
    constant = best_rate("1/T", "T/5", free=["T"])
    assert isinstance(constant, Rate)
    assert constant.terms == [{}]
    assert constant.bracket({}) == pytest.approx((0.2, 0.2))
    needs = best_rate("n", ["n/d"], free=[])
    assert isinstance(needs, Rate)
    assert [c.exponents for c in needs.conditions] == [{"n": Fraction(1), "d": Fraction(-1)}]
    assert needs.bracket({"n": 3.0, "d": 2.0})[1] == np.inf
    assert isinstance(best_rate("n", ["2"], free=[]), Infeasible)
    twice = best_rate("T", "1/T", free=["T"], integer=["T"])
    assert isinstance(twice, Rate)
    assert twice.exact


def test_data_have_to_be_given_and_positive() -> None:
    rate = best_rate("1/T", "T/n", free=["T"])
    assert isinstance(rate, Rate)
    with pytest.raises(ParameterError, match=r"data\['n'\] = None is no positive number"):
        rate.value({})
    with pytest.raises(ParameterError, match=r"data\['n'\] = -1"):
        rate.bracket({"n": -1.0})


def test_a_region_that_holds_nowhere_is_refused() -> None:
    with pytest.raises(ParameterError, match="holds for no data"):
        best_rate("1/T", "T/n", free=["T"], region=["2*n", "1/n"])
