"""The rates of three papers come out of their bounds; expected exponents were derived by hand.

In logarithms each rate is the value of a small linear program.  The comments give the weights whose
product is free of parameters; with them every exponent can be checked on paper.
"""

from fractions import Fraction

import pytest

from tests.workbench.rates.papers import BOUNDS
from workbench.rates import Rate, best_rate, compare
from workbench.rates.check import fault

STATISTICAL = {"ell": Fraction(1, 2), "n": Fraction(-1, 2)}

EXPECTED: dict[str, list[dict[str, Fraction]]] = {
    # (1/2, 1/6, 1/3) on the terms, 1/3 on privacy: ell^(1/2) P^(-1/3)
    "saddle 3.1a": [STATISTICAL, {"ell": Fraction(1, 2), "P": Fraction(-1, 3)}],
    # (3/5, 1/5, 1/5), 2/5: ell^(3/5) P^(-2/5)
    "saddle 3.1b": [STATISTICAL, {"ell": Fraction(3, 5), "P": Fraction(-2, 5)}],
    # (3/4, 1/4), 1/2: ell^(3/4) P^(-1/2)
    "saddle 3.1c": [STATISTICAL, {"ell": Fraction(3, 4), "P": Fraction(-1, 2)}],
    # 3/5 on the first, 1/5 on the third and fifth, 2/5 on the second privacy constraint:
    # ell^(3/5) (ell^(1/2))^(1/5) P^(-2/5)
    "saddle 4.2a": [STATISTICAL, {"ell": Fraction(7, 10), "P": Fraction(-2, 5)}],
    # 3/4 on the first and 1/4 on the fifth, 1/2: ell P^(-1/2)
    "saddle 4.2b": [STATISTICAL, {"ell": Fraction(1), "P": Fraction(-1, 2)}],
    # (1/(eta T))^(1/4) (eta N)^(1/4) (sqrt(d T)/(N^(3/2) eps))^(1/2) with alpha = 1/N
    "momentum 1": [
        {"N": Fraction(-1, 2)},
        {"d": Fraction(1, 4), "N": Fraction(-1, 2), "eps": Fraction(-1, 2)},
    ],
    # (1/(eta T))^(1/3) (sqrt(d eta T)/(N eps))^(2/3)
    "momentum 2": [
        {"N": Fraction(-1, 2)},
        {"d": Fraction(1, 3), "N": Fraction(-2, 3), "eps": Fraction(-2, 3)},
    ],
    # (E/(q T))^(3/4) (C T^3)^(1/4)
    "accel 4.1": [{"E": Fraction(3, 4), "q": Fraction(-3, 4), "C": Fraction(1, 4)}],
}


def rate_of(name: str) -> Rate:
    rate = best_rate(**BOUNDS[name])
    assert isinstance(rate, Rate)
    return rate


@pytest.mark.parametrize("name", EXPECTED)
def test_the_exponents_are_those_derived_by_hand(name: str) -> None:
    rate = rate_of(name)
    found, expected = list(rate.terms), list(EXPECTED[name])
    assert len(found) == len(expected)
    assert all(term in expected for term in found)
    assert fault(rate.certificate()) == ""


@pytest.mark.parametrize("name", EXPECTED)
def test_a_wrong_exponent_is_noticed(name: str) -> None:
    """Each exponent of each term is moved by 1/20 in turn; no claim like that is equal."""
    rate = rate_of(name)
    assert compare(rate.terms, rate).verdict == "equal"
    for i, term in enumerate(rate.terms):
        for symbol in term:
            for step in (Fraction(1, 20), Fraction(-1, 20)):
                claimed = rate.terms
                claimed[i] = {**term, symbol: term[symbol] + step}
                comparison = compare(claimed, rate)
                assert comparison.verdict != "equal", (claimed, symbol)
                assert fault(comparison.certificate()) == ""


def test_the_parameters_of_the_first_saddle_theorem() -> None:
    """K = (P/ell^(3/2))^(2/3), T = P^(2/3), tau = ell^(1/2) P^(-1/3) where privacy costs."""
    (regime,) = (g for g in rate_of("saddle 3.1a").regimes if "P" in g.rate.exponents)
    assert regime.setting["K"].exponents == {"P": Fraction(2, 3), "ell": Fraction(-1)}
    assert regime.setting["T"].exponents == {"P": Fraction(2, 3)}
    assert regime.setting["tau"].exponents == {"P": Fraction(-1, 3), "ell": Fraction(1, 2)}


def test_the_parameters_of_the_first_momentum_theorem() -> None:
    """T = N^2 eps / sqrt(d), eta = 1/sqrt(N T), alpha = 1/N."""
    (regime,) = (g for g in rate_of("momentum 1").regimes if "d" in g.rate.exponents)
    steps = regime.setting["T"]
    assert steps.exponents == {"N": Fraction(2), "eps": Fraction(1), "d": Fraction(-1, 2)}
    assert regime.setting["alpha"].exponents == {"N": Fraction(-1)}
    eta = regime.setting["eta"]
    assert {s: 2 * eta.exponent(s) + steps.exponent(s) for s in ("N", "eps", "d")} == {
        "N": Fraction(-1),
        "eps": Fraction(0),
        "d": Fraction(0),
    }


def test_what_the_printed_saddle_rates_leave_out() -> None:
    """Theorem 4.2a has a third term unless ell^2 <= n, and Theorem 3.1a needs ell^(3/2) <= P."""
    bound = BOUNDS["saddle 4.2a"]
    region = [c for c in bound["region"] if c != "ell**2/n"]
    wider = best_rate(**{**bound, "region": region})
    assert isinstance(wider, Rate)
    third = {"ell": Fraction(5, 6), "P": Fraction(-1, 3), "n": Fraction(-1, 6)}
    assert third in wider.terms
    assert compare(rate_of("saddle 4.2a").terms, wider).verdict == "better"
    assert compare(rate_of("saddle 4.2a"), wider).verdict == "equal"  # where both were derived
    bound = BOUNDS["saddle 3.1a"]
    wider = best_rate(**{**bound, "region": ["1/n", "1/ell"]})
    assert isinstance(wider, Rate)
    assert len(wider.terms) == 4


def test_one_over_root_n_matters_in_low_dimension_alone() -> None:
    """Theorem 6 of momentum prints d^(1/4)/sqrt(eps N): so it is where eps^2 <= d."""
    bound = BOUNDS["momentum 1"]
    rate = best_rate(**{**bound, "region": [*bound["region"], "eps**2/d"]})
    assert isinstance(rate, Rate)
    assert rate.terms == [{"d": Fraction(1, 4), "N": Fraction(-1, 2), "eps": Fraction(-1, 2)}]


def test_the_leak_of_the_second_momentum_algorithm_is_derived() -> None:
    """With gamma and both noises free, gamma = L eta N / G need not be known in advance."""
    rate = best_rate(
        ["1/(eta*T)", "eta*N", "N/T", "sqrt(d/gamma)*sigma/N"],
        ["sqrt(T/N)*(gamma + eta*N)/(sigma*eps)", "N/T", "gamma"],
        free=["eta", "T", "gamma", "sigma"],
        region=["1/N", "1/d", "d/(N*eps)**2"],
    )
    assert isinstance(rate, Rate)
    assert rate.terms == [{"d": Fraction(1, 3), "N": Fraction(-2, 3), "eps": Fraction(-2, 3)}]
    assert fault(rate.certificate()) == ""
    for regime in rate.regimes:
        assert (regime.setting["gamma"] / (regime.setting["eta"])).exponents == {"N": Fraction(1)}


@pytest.mark.parametrize(
    ("terms", "constraint", "constant"),
    [
        (["2*ell/(tau*T)", "5*tau", "16*K**(-1/2)"], "16*T**(3/2)*K**(1/2)*tau/P", 32.29),
        (["2*ell/(tau*T)", "5*tau", "8/K"], "16*T**(3/2)*K**(1/2)*tau/P", 24.85),
        (["2*ell/(tau*T)", "5*tau", "4/K"], "16*T**(3/2)*K**(1/2)*tau/P", 21.64),
        (["2*ell/(tau*T)", "5*tau"], "16*T**(3/2)*tau/P", 17.652),
    ],
)
def test_exact_constants_of_saddle(terms: list[str], constraint: str, constant: float) -> None:
    """The four values for unit constants, to half a unit of the second decimal."""
    free = ["tau", "T", "K"][: len(terms)]
    rate = best_rate(terms, constraint, free=free)
    assert isinstance(rate, Rate)
    assert rate.exact
    assert rate.sum[0].constant is not None
    assert float(rate.sum[0].constant) == pytest.approx(constant, abs=0.005)


def test_the_setting_is_optimal_to_the_constant() -> None:
    """The least A/u + B sqrt(u) is 3/4^(1/3) (A B^2)^(1/3), at u = (2A/B)^(2/3)."""
    rate = best_rate(["A/u", "B*sqrt(u)"], free=["u"])
    assert isinstance(rate, Rate)
    assert str(rate.sum[0].constant) == "3/2*2**(1/3)"
    (regime,) = rate.regimes
    assert regime.setting.exact
    assert str(regime.setting["u"]) == "2**(2/3)*(A/B)**(2/3)"
    rate = best_rate(["T**(-1/2)", "K**(-1/2)", "K*T/P**2"], free=["T", "K"])
    assert isinstance(rate, Rate)
    assert rate.bracket({"P": 1e4})[0] == pytest.approx(0.0721349953, rel=1e-8)


def test_the_optimal_noise_term_of_nesterov_levels_off() -> None:
    """With s = r^T the bound is at most E s^3 + K: only K is left, and no finite T attains it."""
    rate = best_rate(["E*x**(-3)", "K"], ["1/x"], free=["x"])
    assert isinstance(rate, Rate)
    assert rate.terms == [{"K": Fraction(1)}]
    assert rate.vanishing == (0,)


def test_the_noise_of_a_few_steps_is_split_optimally() -> None:
    """The least sum a_t b_t^2 with sum S/(n eps b_t) <= 1 is (S/(n eps))^2 (sum a_t^(1/3))^3."""
    steps = range(3)
    terms = [f"a{t}*b{t}**2" for t in steps]
    privacy = " + ".join(f"S/(n*eps*b{t})" for t in steps)
    free = [f"b{t}" for t in steps]
    rate = best_rate(terms, [privacy], free=free)
    assert isinstance(rate, Rate)
    square = {"S": Fraction(2), "n": Fraction(-2), "eps": Fraction(-2)}
    assert rate.terms == [{f"a{t}": Fraction(1), **square} for t in steps]
    data = {"S": 3.0, "n": 10.0, "eps": 0.5, "a0": 1.0, "a1": 8.0, "a2": 27.0}
    low, high = rate.bracket(data)
    assert low <= (3 / 5) ** 2 * (1 + 2 + 3) ** 3 <= high
    increasing = best_rate(terms, [privacy], free=free, region=["a0/a1", "a1/a2"])
    assert isinstance(increasing, Rate)
    assert increasing.terms == [{"a2": Fraction(1), **square}]


@pytest.mark.parametrize("k", [1, 3, 9, 30])
def test_the_allocation_tends_to_its_exact_optimum(k: int) -> None:
    """Remark 4.1 is E s^3 + K (1 - s)^3 with s = (1 - q)^(T/3): no posynomial in T.

    With (1 - q)^T <= (k / (e q T))^k it is one for each k, and K = C / q^3 up to a constant: the
    rate is E^(3/(k+3)) K^(k/(k+3)).  Each is an upper bound, and none is as good as the exact
    optimum E K / (sqrt(E) + sqrt(K))^2, which is K where K <= E, up to a factor of 4.
    """
    rate = best_rate([f"E/(q*T)**{k}", "C*T**3"], ["1/T"], free=["T"], region=["q", "C/(q**3*E)"])
    assert isinstance(rate, Rate)
    share = Fraction(3, k + 3)
    assert list(rate.terms) == [{"E": share, "C": 1 - share, "q": -3 * (1 - share)}]
    assert fault(rate.certificate()) == ""
    assert compare([{"C": Fraction(1), "q": Fraction(-3)}], rate).verdict == "better"


def test_the_reciprocal_of_the_exact_optimum_is_a_sum_of_powers() -> None:
    """At s = sqrt(K)/(sqrt(E) + sqrt(K)): 1/min = 1/E + 2/sqrt(E K) + 1/K, against a fine grid."""
    for E, K in ((10.0, 0.1), (3.0, 3.0), (1.0, 5.0)):
        grid = [E * (i / 10**4) ** 3 + K * (1 - i / 10**4) ** 3 for i in range(10**4 + 1)]
        assert min(grid) == pytest.approx(1 / (1 / E + 2 / (E * K) ** 0.5 + 1 / K), rel=1e-6)


def test_the_constant_of_a_bound_with_one_vertex_is_exact() -> None:
    """T^(-1/2) + K^(-1/2) + K T / P^2: weights 2/5, 2/5, 1/5 and (5/2)^(4/5) 5^(1/5) P^(-2/5)."""
    rate = best_rate(["T**(-1/2)", "K**(-1/2)", "K*T/P**2"], free=["T", "K"])
    assert isinstance(rate, Rate)
    assert rate.terms == [{"P": Fraction(-2, 5)}]
    assert [v.weights for v in rate.vertices] == [(Fraction(2, 5), Fraction(2, 5), Fraction(1, 5))]
    assert rate.exact
    assert float(rate.sum[0].constant) == pytest.approx(2.5**0.8 * 5**0.2, rel=1e-12)
    assert rate.value({"P": 1e4}) * 2.871745887 == pytest.approx(0.0721349953, rel=1e-8)
