"""The table of letters: no letter twice, domains as stated, API names that exist."""

import inspect

import pytest

from workbench.algorithms import Nesterov
from workbench.errors import ClaimError
from workbench.privacy import AccountingCurator
from workbench.problems import LogisticRegression
from workbench_papers.accel.notation import LETTERS, Letter, symbols


def test_every_letter_stands_once() -> None:
    assert len({letter.name for letter in LETTERS}) == len(LETTERS)
    assert len({letter.latex for letter in LETTERS}) == len(LETTERS)


@pytest.mark.parametrize("letter", LETTERS, ids=lambda letter: letter.name)
def test_symbols_carry_the_domain(letter: Letter) -> None:
    (symbol,) = symbols(letter.name)
    assert symbol == letter.symbol
    assert bool(symbol.is_integer) == (letter.domain == "count")
    assert bool(symbol.is_nonnegative) == (letter.domain != "real")
    assert bool(symbol.is_positive) == (letter.domain in ("positive", "count"))


@pytest.mark.parametrize("name", sorted({letter.api for letter in LETTERS if letter.api}))
def test_api_names_exist(name: str) -> None:
    places = (Nesterov, LogisticRegression, AccountingCurator)
    arguments = [set(inspect.signature(f).parameters) for f in (Nesterov.run, AccountingCurator)]
    assert any(hasattr(place, name) for place in places) or any(name in a for a in arguments)


def test_an_unknown_letter_is_named() -> None:
    with pytest.raises(ClaimError, match="'S_7' is not in the table"):
        symbols("S_7")
