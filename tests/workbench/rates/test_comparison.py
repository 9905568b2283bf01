"""Comparing rates: verdicts against values along random directions, logarithms against hand."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from workbench.errors import ParameterError
from workbench.rates import best_rate, compare
from workbench.rates.check import fault
from workbench.rates.powers import PowerProduct
from workbench.rates.verdict import BelowRate, growth

SADDLE = ["1/n", "1/ell", "ell**(3/2)/P"]


def rate(*terms: dict[str, int | Fraction]) -> list[PowerProduct]:
    return [PowerProduct.of(t) for t in terms]


def test_the_four_verdicts() -> None:
    cubic, better = "sqrt(ell/n) + (ell**(3/2)/P)**(1/3)", "sqrt(ell/n) + (ell**(3/2)/P)**(2/5)"
    assert compare(cubic, cubic).verdict == "equal"
    assert compare(better, cubic, SADDLE).verdict == "better"
    assert compare(cubic, better, SADDLE).verdict == "worse"
    assert compare("1/P", "sqrt(1/n)", SADDLE).verdict == "incomparable"


def test_a_dominated_term_changes_nothing() -> None:
    """The geometric mean of two terms, and a term that the region makes small."""
    for more in ("sqrt(ell/n) + (ell/P)**(1/2) + (ell**2/(n*P))**(1/4)", "ell/P + sqrt(ell/n)"):
        comparison = compare(more, "sqrt(ell/n) + (ell/P)**(1/2)", ["ell/P"])
        assert all(isinstance(a, BelowRate) for a in comparison.claimed)
        assert fault(comparison.certificate()) == ""


def test_the_regime_where_two_rates_cross() -> None:
    """1/P > n^(-1/2) exactly where P^2 < n."""
    comparison = compare("1/P", "sqrt(1/n)", ["1/n", "1/P"])
    (larger,), (smaller,) = comparison.claimed_larger, comparison.claimed_smaller
    assert [w.exponents for w in larger.when] == [{"P": Fraction(1), "n": Fraction(-1, 2)}]
    assert [w.exponents for w in smaller.when] == [{"P": Fraction(-1), "n": Fraction(1, 2)}]
    assert "(n/P**2)**(1/2) >= 1" in str(comparison)
    assert str(compare("1/P", "1", ["P"])).endswith("for instance with P ~ s**(-1) as s grows")


def test_logarithms_decide_between_equal_powers_only() -> None:
    region, logs = ["1/d", "1/n", "1/lg"], ["lg"]
    cases = {
        ("lg*sqrt(d)/n", "sqrt(d)/n"): "worse",
        ("sqrt(d)/n", "lg*sqrt(d)/n"): "better",
        ("lg**9*sqrt(d)/n", "d/n"): "better",
        ("sqrt(d)/n", "d/(n*lg**9)"): "better",
        ("lg**2*d/n", "lg*d/n + lg**3*d/n"): "better",
        ("lg*d/n + lg**3*d/n", "lg**3*d/n"): "equal",
        ("lg/n", "mg/n"): "incomparable",
    }
    for (claimed, derived), verdict in cases.items():
        comparison = compare(claimed, derived, region, logs=[*logs, "mg"])
        assert comparison.verdict == verdict, (claimed, derived)
        assert fault(comparison.certificate()) == ""
    assert compare("lg**9*sqrt(d)/n", "d/n", region).verdict == "incomparable"  # a plain symbol
    assert compare("lg/n", "1/n", logs=logs).verdict == "incomparable"  # lg may be below 1


@pytest.mark.parametrize("logs", [(), ("d",), ("d", "P")])
def test_random_rates_along_random_directions(logs: tuple[str, ...]) -> None:
    """Below holds in every generic direction tried; a divergence holds in its own, exactly.

    Growth is a pair, power first and logarithm second, and pairs compare in that order.
    """
    rng = np.random.default_rng(len(logs))
    still = (0, 0)
    seen = set()
    for _ in range(60):
        symbols = ["n", "d", "P"][: rng.integers(2, 4)]

        def some(count: int, symbols: list[str] = symbols) -> list[PowerProduct]:
            return [
                PowerProduct.of({s: Fraction(int(rng.integers(-3, 4)), 2) for s in symbols})
                for _ in range(count)
            ]

        claimed, derived = some(rng.integers(1, 3)), some(rng.integers(1, 3))
        region = [r for r in some(rng.integers(0, 3)) if r.powers]
        try:
            comparison = compare(claimed, derived, region, logs=logs)
        except ParameterError:
            continue  # a region that ties powers
        seen.add(comparison.verdict)
        assert fault(comparison.certificate()) == ""
        for answers, rivals in ((comparison.claimed, derived), (comparison.derived, claimed)):
            for answer in answers:
                if not isinstance(answer, BelowRate):
                    at = dict(answer.at)
                    assert all(growth(answer.term / r, at, logs) > still for r in rivals)
                    assert all(growth(r, at, logs) <= still for r in region)
                    continue
                for _ in range(20):
                    at = {s: Fraction(int(rng.integers(-999, 999))) for s in symbols}
                    if all(at.values()) and all(growth(r, at, logs) <= still for r in region):
                        assert any(growth(answer.term / r, at, logs) <= still for r in rivals)
    assert len(seen) >= 3  # not one verdict for everything


def test_a_claimed_theorem_against_the_derived_rate() -> None:
    """First-order saddle points: the exponent 2/5 is more than Theorem 3.1a shows, 1/4 is less."""
    derived = best_rate(
        ["ell/(tau*T)", "tau", "K**(-1/2)"],
        ["T/n", "tau*T**(3/2)*K**(1/2)/P", "1/K", "1/T"],
        free=["tau", "T", "K"],
        region=SADDLE,
    )
    ell, n, budget = sp.symbols("ell n P", positive=True)
    for power, verdict in ((3, "equal"), (2, "better"), (4, "worse")):
        root = sp.Rational(2, 5) if power == 2 else sp.Rational(1, power)
        claimed = sp.sqrt(ell / n) + (sp.sqrt(ell) ** 3 / budget) ** root
        assert compare(claimed, derived, SADDLE).verdict == verdict


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(ParameterError, match=r"claimed = .* holds no term"):
        compare([], "1/n")
    with pytest.raises(ParameterError, match="ties powers to each other"):
        compare("lg/n", "1/n", ["n/P", "P/n"], logs=["lg"])
    unbounded = best_rate("1/T", free=["T"])
    with pytest.raises(ParameterError):
        compare("1/n", unbounded)
