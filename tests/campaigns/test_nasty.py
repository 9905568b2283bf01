"""The campaign of nasty statements reads, measures, and finds limits that do not hold."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.campaigns import nasty
from workbench.claims import inconclusive
from workbench.symbolic.text import parse

MEMORY = 2 * 2**30


def test_every_statement_can_be_read() -> None:
    asked = list(nasty.nasty())
    assert len(asked) >= 50
    assert all(parse(statement, where=where) for _, statement, where in asked)


def test_numbers_of_thousands_of_digits_end_a_search_in_words() -> None:
    (asked,) = [a for a in nasty.nasty() if a[1].startswith("exp(x/" + "7" * 2000)]
    row = nasty.run_one(*asked[1:], seconds=1.0)
    assert not nasty.faults(row, 1.0, MEMORY)


def test_a_search_that_breaks_its_limits_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: Any) -> Any:
        time.sleep(1.3)
        return inconclusive("all provers", "\n".join("nine lines" for _ in range(9)))

    def wrong(*_: Any) -> Any:
        raise ValueError("by the way")

    monkeypatch.setattr(nasty, "certify", late)
    row = nasty.run_one("x >= 0", "", seconds=0.1)
    assert nasty.faults(row, 0.1, MEMORY) == ["late", "more than 8 lines"]
    assert nasty.faults(row, 10, 2**20)[0] == "large"
    monkeypatch.setattr(nasty, "certify", wrong)
    assert nasty.faults(nasty.run_one("x >= 0", "", 1.0), 1.0, MEMORY) == ["ValueError: by the way"]
