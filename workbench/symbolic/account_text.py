"""What releases cost, in LaTeX: the bound on delta, and how often each pair of laws occurs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

_WORDS = {
    "gaussian": r"\mathcal{{N}}(0, {scale}^2) \text{{ moved by }} {size}",
    "laplace": r"\operatorname{{Lap}}({scale}) \text{{ moved by }} {size}",
    "discrete-gaussian": r"\mathcal{{N}}_{{\mathbb Z}}(0, {scale}^2) \text{{ moved by }} {size}",
    "discrete-laplace": r"\operatorname{{Lap}}_{{\mathbb Z}}({scale}) \text{{ moved by }} {size}",
    "randomized-response": r"\text{{a bit told with odds }} e^{{{size}}}:1",
    "approximate": r"\text{{odds }} e^{{{size}}}:1 \text{{, the secret with chance }} {delta}",
}
_SAMPLED = {
    "remove": r"\text{{, met with chance }} {chance} \text{{, against no move}}",
    "add": r"\text{{, met with chance }} {chance} \text{{; no move against it}}",
    "fixed": r"\text{{, met with chance }} {chance} \text{{; a batch of fixed size}}",
}
_SIGNS = {"at most": r"\le", "at least": r"\ge"}
_DIGITS = 15  # of a number that is written out; a longer one is a fraction with its first digits


def parts(told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The bound, and how often each pair occurs, each with its label."""
    bound = f"{_SIGNS[told['shows']]} {number(told['delta'])}"
    yield "statement", rf"\delta({number(told['epsilon'])}) {bound}"
    for pair in told["pairs"]:
        words = _WORDS[pair["kind"]] + _SAMPLED.get(pair.get("sampling", ""), "")
        sizes = {k: v if k in ("kind", "sampling") else _size(v) for k, v in pair.items()}
        text = words.format(**sizes)
        yield "of releases", rf"{pair['count']} \text{{ times }} {text}"


def number(value: object) -> str:
    """The number with all its digits, or as a fraction where they are many or do not end."""
    x = Fraction(str(value))
    left = x.denominator
    for prime in (2, 5):
        while left % prime == 0:
            left //= prime
    with localcontext(prec=400):
        exact = (Decimal(x.numerator) / x.denominator).normalize()
    if left == 1 and len(exact.as_tuple().digits) <= _DIGITS:
        return _written(exact)
    fraction = rf"\tfrac{{{x.numerator}}}{{{x.denominator}}}"
    if max(len(str(x.numerator)), len(str(x.denominator))) <= _DIGITS:
        return fraction
    with localcontext(prec=8):
        return rf"{fraction} \approx {_written((+exact).normalize())}"


def _written(value: Decimal) -> str:
    if -4 <= value.adjusted() < _DIGITS:
        return f"{value:f}"
    digits, _, power = f"{value:e}".partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}"


def _size(value: object) -> str:
    """A number that something is done to: exact, and in brackets if it is more than digits."""
    text = number(value).partition(r" \approx ")[0]
    return f"({text})" if "\\" in text else text
