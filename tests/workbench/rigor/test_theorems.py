"""The language of theorems: its example runs, its LaTeX is read, sympy is not believed."""

import re
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

import workbench.rigor.check.theorem as room
from workbench.display.formulas import formula
from workbench.errors import ClaimError
from workbench.symbolic.theorem import integer, number
from workbench.symbolic.theorem_text import symbol

README = Path(room.__file__).with_name("README.md")


def example(*changes: tuple[str, str]) -> dict[str, Any]:
    (text,) = re.findall(r"```python\n(.*?)```", README.read_text(), flags=re.S)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    space: dict[str, Any] = {}
    exec(text, space)
    return space


def test_the_example_of_the_readme_is_a_theorem() -> None:
    assert example()["outcome"].decision == "holds"


def test_the_statement_is_shown_as_it_is_held() -> None:
    text = example()["THEOREM"].latex()
    assert r"\nabla F(x_{0})" in text
    assert r"\text{if } \alpha \le \frac{1}{L}" in text
    assert r"w_{0} \text{: drawn after those above, with mean 0" in text
    assert "wb-refused" not in formula(text, block=True)


def test_a_vector_of_which_nothing_is_asked_is_not_said_to_be_drawn() -> None:
    free: dict[str, Any] = {"name": "g", "index": "i", "geometry": None, "mean": None, "law": None}
    assert "drawn" not in symbol(free | {"sort": "draws"}, None)
    assert r"g_{i} \text{: any vectors, fixed" in symbol(free | {"sort": "draws"}, None)
    alone = free | {"sort": "draws", "index": "only"}
    assert r"g_{0} \text{: any vector, fixed" in symbol(alone, None)
    assert "drawn after those above" in symbol(alone | {"mean": ["zero"]}, None)


def lie(*_: object, **__: object) -> sp.Expr:
    return sp.Integer(0)


def test_a_lying_sympy_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    true = example()["p"].certificate
    for name in ("diff", "integrate", "simplify"):
        monkeypatch.setattr(sp, name, lie)
    assert example()["p"].certificate == true
    assert example(("L * alpha**2 / 2 * mean", "L * alpha**2 / 3 * mean"))["outcome"].decision == (
        "refused"
    )


def test_floats_and_truth_values_are_no_terms() -> None:
    alpha = number("alpha")
    with pytest.raises(ClaimError, match="exact numbers"):
        alpha + 0.1
    with pytest.raises(ClaimError, match="no truth value"):
        bool(alpha)
    with pytest.raises(ClaimError, match="no truth value"):
        assert alpha == integer("n")
