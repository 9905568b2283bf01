"""Statements about batches, noise and signs, as they are written and as they are shown."""

from __future__ import annotations

import pytest
import sympy as sp

from workbench.errors import ClaimError
from workbench.report.shown import formulas
from workbench.rigor.provers import batches, releases
from workbench.symbolic import declare
from workbench.symbolic.moments import (
    MomentStatement,
    batch,
    laplace,
    moments_latex,
    normal,
    order,
    signs,
)


def test_a_mean_is_shown_with_what_it_is_a_mean_of() -> None:
    told = moments_latex(batches.unbiased().tree)
    assert told[0] == (
        "statement",
        r"\mathbb{E}\left[\frac{\sum_{i=1}^{n} B_{i} \, a_{i}}{m}\right]"
        r" = \frac{\sum_{i=1}^{n} a_{i}}{n}",
    )
    assert ("where", r"m \le n") in told
    (law,) = (text for label, text in told if label == "random")
    assert r"m\text{-subset of } \{1, \dots, n\}" in law


def test_entries_by_rows_have_two_indices_and_a_legend() -> None:
    told = moments_latex(batches.total().tree)
    distance = r"\sum_{k=1}^{d} \left|-g_{j, k} + g_{i, k}\right| \le S_{1} \text{ for all }"
    assert any(text.startswith(distance) for _, text in told)
    assert told[-1] == ("where", r"g_{i, k} = g_{\left(i - 1\right) \, d + k}")


def test_the_report_shows_the_same() -> None:
    statement = releases.NoisyMean().in_direction()
    shown = formulas({"says": "moments", "statement": statement.tree})
    assert [(one.label, one.latex) for one in shown] == moments_latex(statement.tree)
    assert r"\sim \text{Lap}\left(\frac{S_{x}}{\epsilon_{0} \, m}\right)" in statement.latex()


def test_each_law_is_named() -> None:
    n, m, i, b, M = declare("integer n m > 0, integer i, b > 0, real M")
    X = sp.IndexedBase("X", real=True)
    laws = {
        batch(X, n, m): "subset",
        laplace(X, n, b): "Lap",
        normal(X, n, b): "N",
        signs(X, n): "fair",
        order(X, n): "random order",
    }
    for family, word in laws.items():
        means = {M: sp.Sum(X[i], (i, 1, n))}
        made = MomentStatement((M, "<=", n), families=[family], means=means, where=[(m, "<=", n)])
        assert word in made.latex()


def test_two_indices_are_flattened_by_hand() -> None:
    i, M = declare("integer i, real M")
    g = sp.IndexedBase("g", real=True)
    with pytest.raises(ClaimError, match="Flatten"):
        MomentStatement((M, "=", g[1, i]), means={M: i})
