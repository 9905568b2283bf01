"""Statements about draws one after the other, as they are written and as they are shown."""

from __future__ import annotations

import pytest
import sympy as sp

from workbench.errors import ClaimError
from workbench.report.shown import formulas
from workbench.rigor.provers import martingales, transcripts
from workbench.rigor.provers.quadratic_walks import error
from workbench.rigor.provers.ville import ville
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement, process_latex


def test_entries_have_the_index_of_their_step() -> None:
    told = process_latex(martingales.azuma().tree)
    assert told[0] == ("statement", r"\mathbb{E}\left[Z\right] \le e^{-\frac{2 \, b^{2}}{V_{n}}}")
    assert ("where", r"S_{0} = 0,\; S_{t} = D_{t} + S_{t - 1}") in told
    assert (
        "almost surely, in each step", r"\mathbb{E}\left[D_{t} \mid \text{past}\right] = 0"
    ) in told  # fmt: skip
    assert ("fixed numbers", r"0 \le R_{t},\; t = 1, \dots, n") in told
    assert ("almost surely", r"V_{n} > 0") in told


def test_what_is_shown_of_a_mean_is_part_of_the_claim() -> None:
    claimed, *conditions = martingales.azuma().latex().split(r",\quad ")
    assert claimed.endswith(r"\mathbb{E}\left[Z\right] \text{ exists}")
    assert not any("exist" in one for one in conditions)
    assert r"\text{fixed numbers: } 0 \le R_{t},\; t = 1, \dots, n" in conditions


def test_the_report_shows_the_same() -> None:
    statement = martingales.hoeffding()
    shown = formulas({"says": "process", "statement": statement.tree})
    assert [(one.label, one.latex) for one in shown] == process_latex(statement.tree)


def test_fixed_states_are_those_that_no_draw_enters() -> None:
    states = {s["var"]["name"]: s["fixed"] for s in transcripts.approximate().tree["states"]}
    assert states == {"P": False, "Q": False, "B": True, "D": True}


def test_a_state_made_of_a_random_state_is_random() -> None:
    n, x, S, V, m = declare("integer n >= 0, real x S V m")
    made = ProcessStatement((m, "<=", sp.S.Zero), steps=n, drawn=(x,), means={m: V},
                            states=[(V, 0, S), (S, 0, S + x)])  # fmt: skip
    assert [s["fixed"] for s in made.tree["states"]] == [False, False]


def test_a_state_is_a_real_number() -> None:
    n, x, S, m = declare("integer n >= 0, real x, integer S, real m")
    with pytest.raises(ClaimError, match="Declare a real symbol"):
        ProcessStatement((m, "<=", sp.S.Zero), steps=n, drawn=(x,), means={m: S},
                         states=[(S, 0, S + x)])  # fmt: skip


def test_a_state_by_cases_and_a_limit_are_told_as_such() -> None:
    told = dict(process_latex(ville().tree)[::-1])
    assert told["statement"] == r"\mathbb{E}\left[H_{\infty}\right] \le \alpha"
    every = [text for _, text in process_latex(ville().tree)]
    cases = r"H_{0} = 0,\; H_{t} = 1 \text{ where } M_{t} \ge \frac{1}{\alpha}, \; H_{t - 1}"
    assert cases + r" \text{ elsewhere}" in every
    assert r"H_{\infty} = \lim H_{t}" in every
    assert r"0 \le M_{t},\; t = 1, 2, \dots" in every
    assert any(r"\le W_{t - 1}" in text for text in every)


def test_means_over_coordinates_are_told_as_sums() -> None:
    told = error().tree
    assert told["over"]["size"] == "d"
    assert [one["name"] for one in told["over"]["each"]] == "lambda p q s a c_0 c_1".split()
    said = process_latex(told)
    assert r"\sum_{1 \dots d} \mathbb{E}" in dict(said[::-1])["statement"]
    assert any("coordinate 1..d" in label for label, _ in said)
