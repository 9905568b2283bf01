"""A measured exponent is confirmed, refused or left open, by a band that is exact at every size."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from workbench.claims import Run
from workbench.errors import ParameterError
from workbench.harness import derived_exponent, exponent_is
from workbench.harness.slopes import slope

RUN = Run(alpha=Fraction(1, 1000))


def test_a_slope_and_its_band_on_known_laws():
    """Exact powers have their exponent; the band is an interval of order statistics at its ends."""
    at, rng = [1.0, 3.0, 10.0, 40.0], np.random.default_rng(0)
    exact = slope(at, [np.full(30, 2 * x**-0.4) for x in at], alpha=0.01)
    assert exact.low == pytest.approx(-0.4) == exact.high == exact.value
    noise = [x**-0.5 * rng.exponential(1.0, 50) for x in at]
    found = slope(at, noise, alpha=0.01)
    k = next(k for k in range(25, 0, -1) if 2 * binom.cdf(k - 1, 50, 0.5) <= 0.01 / 4)
    corners = []
    for ends in itertools.product((k - 1, -k), repeat=4):
        logs = [np.log(np.sort(sample)[e]) for sample, e in zip(noise, ends, strict=True)]
        corners.append(np.polyfit(np.log(at), logs, 1)[0])
    assert (found.low, found.high) == pytest.approx((min(corners), max(corners)))
    assert found.low < -0.5 < found.high
    assert slope(at, [sample[:5] for sample in noise], alpha=0.01).high == np.inf


def decided(exponent: Fraction, *, runs: int, share: int = 1):
    """Errors n^(-1/2) times exponential noise, held against an exponent."""
    cells = [
        (n, lambda rng, size, n=n: n**-0.5 * rng.exponential(1.0, size)) for n in (1.0, 1e3, 1e6)
    ]
    return exponent_is(
        exponent, RUN, cells, of="n", tolerance=Fraction(1, 20), runs=runs, share=share
    )


def test_the_exponent_of_runs_is_told_from_its_neighbours():
    true = decided(Fraction(-1, 2), runs=400, share=2)
    assert (true.decision, true.alpha, true.looks) == ("holds", RUN.alpha / 2, 3)
    assert decided(Fraction(-2, 5), runs=400).decision == "fails"
    assert decided(Fraction(-1, 2), runs=5).decision == "inconclusive"
    shown = {f.name: f.value for f in true.figures}
    assert shown["band, lower end"] < shown["measured slope of the log median"] < -0.45


def test_an_exponent_is_read_off_the_term_of_the_rate_that_is_named():
    terms, constraints, free = ["ell/(tau*T)", "tau"], ["T/n", "tau*T**(3/2)/P"], ["tau", "T"]
    read = {
        (regime, symbol): derived_exponent(
            terms, constraints, free=free, regime=regime, symbol=symbol
        )
        for regime, symbol in (("P", "P"), ("P", "ell"), ("n", "n"), ("n", "P"))
    }
    assert list(read.values()) == [Fraction(-1, 2), Fraction(3, 4), Fraction(-1, 2), 0]
    with pytest.raises(ParameterError, match="regime = 'ell' occurs in 2 terms of the best rate"):
        derived_exponent(terms, constraints, free=free, regime="ell", symbol="n")
    with pytest.raises(ParameterError, match="regime = 'tau' occurs in 0 terms"):
        derived_exponent(["tau"], [], free=["tau"], regime="tau", symbol="tau")
