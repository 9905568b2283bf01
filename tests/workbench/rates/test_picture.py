"""What a rate shows: LaTeX, and regimes as polygons with exact borders."""

import math
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from tests.workbench.rates.papers import BOUNDS
from workbench.errors import ParameterError
from workbench.rates import Rate, best_rate
from workbench.rates.parse import posynomial
from workbench.rates.picture import regime

SPANS = {"n": (1e3, 1e8), "P": (1e2, 1e8)}


def rate_of(name: str) -> Rate:
    rate = best_rate(**BOUNDS[name])
    assert isinstance(rate, Rate)
    return rate


def inside(polygon: list[tuple[float, float]], x: float, y: float) -> bool:
    """By crossing a ray: no half-planes as in the engine."""
    crossings = 0
    for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("name", ["saddle 3.1a", "saddle 3.1c", "saddle 4.2b"])
def test_each_polygon_is_where_its_term_is_the_largest(name: str) -> None:
    rate, rng = rate_of(name), np.random.default_rng(1)
    polygons = [
        regime((*rate.conditions, *t.when), "n", "P", spans=SPANS, at={"ell": 20.0})
        for t in rate.sum
    ]
    for _ in range(200):
        x, y = (rng.uniform(*map(math.log, SPANS[s])) for s in ("n", "P"))
        data = {"n": math.exp(x), "P": math.exp(y), "ell": 20.0}
        allowed = all(c.log(data) <= 0 for c in rate.conditions)
        values = [t.product.log(data) for t in rate.sum]
        for value, polygon in zip(values, polygons, strict=True):
            assert inside(polygon, x, y) == (allowed and value == max(values))


def test_the_plot_is_an_image_with_words() -> None:
    plot = rate_of("saddle 3.1a").regime_plot("n", "P", spans=SPANS, at={"ell": 20.0})
    again = rate_of("saddle 3.1a").regime_plot("n", "P", spans=SPANS, at={"ell": 20.0})
    assert plot.svg == again.svg
    assert ET.fromstring(plot.svg).tag.endswith("svg")
    assert "(ell/n)**(1/2); (ell**3/P**2)**(1/6)" in plot.alt
    assert "ell = 20" in plot.title


def test_a_view_without_any_regime_says_so() -> None:
    plot = rate_of("saddle 3.1a").regime_plot(
        "n", "P", spans={"n": (1e3, 1e4), "P": (1.0, 2.0)}, at={"ell": 1e4}
    )
    assert "none is in view" in plot.alt


def test_what_cannot_be_drawn_is_refused() -> None:
    rate = rate_of("saddle 3.1a")
    with pytest.raises(ParameterError, match="x = 'T' is not a symbol of this rate"):
        rate.regime_plot("T", "P", spans=SPANS, at={"ell": 20.0})
    with pytest.raises(ParameterError, match="is no interval of positive numbers"):
        rate.regime_plot("n", "P", spans={"n": (0.0, 1.0)}, at={"ell": 20.0})
    with pytest.raises(ParameterError, match="the symbol of the other axis"):
        rate.regime_plot("n", "n", spans=SPANS, at={"ell": 20.0})
    with pytest.raises(ParameterError, match=r"at\['ell'\] = None is no positive number"):
        rate.regime_plot("n", "P", spans=SPANS)


def test_power_products_as_formulas() -> None:
    shown = {
        "3*x**(2/3)": r"3 \, x^{2/3}",
        "x**2": "x^{2}",
        "1/x": r"\frac{1}{x}",
        "(x*y)**(1/3)": r"\left(x \, y\right)^{1/3}",
        "2": "2",
        "1": "1",
    }
    for text, formula in shown.items():
        (term,) = posynomial(text)
        assert term.latex() == formula


def test_a_rate_is_a_formula_in_a_notebook() -> None:
    rate = rate_of("saddle 3.1a")
    assert rate.latex() == (r"\sqrt{\frac{\ell}{n}} + \left(\frac{\ell^{3}}{P^{2}}\right)^{1/6}")
    assert rate._repr_latex_() == rf"$\displaystyle {rate.latex()}$"
    assert str(rate) == "(ell/n)**(1/2) + (ell**3/P**2)**(1/6)"
    assert repr(rate) == f"<Rate: {rate}>"
    assert repr(rate.sum[0].product) == "<PowerProduct (ell/n)**(1/2)>"
