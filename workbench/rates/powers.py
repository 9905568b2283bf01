"""Power products: a positive coefficient times named symbols raised to rational powers.

A rate is a sum of them, and so is a bound before its parameters are chosen.  Every symbol is a
positive quantity, so powers multiply without conditions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from workbench.rates.constants import ONE, Constant


@dataclass(frozen=True, slots=True, repr=False)
class PowerProduct:
    """coefficient * product of symbol**exponent; `powers` is sorted and holds no zero exponent.

    >>> p = PowerProduct.of({"ell": Fraction(1, 2), "n": Fraction(-1, 2)})
    >>> print(p, p * p)
    (ell/n)**(1/2) ell/n
    """

    coefficient: Constant = ONE
    powers: tuple[tuple[str, Fraction], ...] = ()

    @classmethod
    def of(
        cls, exponents: Mapping[str, int | Fraction], *, coefficient: Constant = ONE
    ) -> PowerProduct:
        """From a mapping of symbol name to exponent."""
        return cls(coefficient, tuple(sorted((s, Fraction(e)) for s, e in exponents.items() if e)))

    @classmethod
    def product(cls, factors: Iterable[tuple[PowerProduct, Fraction]]) -> PowerProduct:
        """The product of the factors raised to their powers."""
        factors = [(f, power) for f, power in factors if power]
        total: dict[str, Fraction] = {}
        for factor, power in factors:
            for symbol, exponent in factor.powers:
                total[symbol] = total.get(symbol, Fraction(0)) + exponent * power
        return cls.of(
            total, coefficient=Constant.product((f.coefficient, power) for f, power in factors)
        )

    @property
    def exponents(self) -> dict[str, Fraction]:
        """Symbol name to exponent, a fresh mapping."""
        return dict(self.powers)

    @property
    def symbols(self) -> frozenset[str]:
        """The names of the symbols that occur."""
        return frozenset(s for s, _ in self.powers)

    @property
    def bare(self) -> PowerProduct:
        """The same product with coefficient 1."""
        return PowerProduct(ONE, self.powers)

    def exponent(self, symbol: str) -> Fraction:
        """The exponent of one symbol, 0 where it does not occur."""
        return self.exponents.get(symbol, Fraction(0))

    def __mul__(self, other: PowerProduct) -> PowerProduct:
        return PowerProduct.product([(self, Fraction(1)), (other, Fraction(1))])

    def __truediv__(self, other: PowerProduct) -> PowerProduct:
        return PowerProduct.product([(self, Fraction(1)), (other, Fraction(-1))])

    def __pow__(self, power: int | Fraction) -> PowerProduct:
        return PowerProduct.product([(self, Fraction(power))])

    def log(self, data: Mapping[str, float]) -> float:
        """The logarithm at positive values of the symbols."""
        return math.fsum(
            [self.coefficient.log(), *(float(e) * math.log(data[s]) for s, e in self.powers)]
        )

    def value(self, data: Mapping[str, float]) -> float:
        """The value at positive values of the symbols."""
        return math.exp(self.log(data))

    def _shape(self) -> tuple[Fraction, list[tuple[str, int]], list[tuple[str, int]]]:
        """The common exponent, and what it is applied to, above and below the fraction bar."""
        if not self.powers:
            return Fraction(1), [], []
        scale = math.lcm(*(e.denominator for _, e in self.powers))
        common = Fraction(math.gcd(*(int(e * scale) for _, e in self.powers)), scale)
        above = [(s, int(e / common)) for s, e in self.powers if e > 0]
        below = [(s, -int(e / common)) for s, e in self.powers if e < 0]
        return common, above, below

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"

    def __repr__(self) -> str:
        return f"<PowerProduct {self}>"

    def __str__(self) -> str:
        def side(factors: list[tuple[str, int]]) -> str:
            return "*".join(s if e == 1 else f"{s}**{e}" for s, e in factors)

        common, above, below = self._shape()
        text = side(above) or "1"
        if below:
            text += f"/({side(below)})" if len(below) > 1 else f"/{side(below)}"
        if common != 1:
            base = text if len(above) == 1 and not below else f"({text})"
            text = raised(base, common)
        if self.coefficient == ONE:
            return text
        return str(self.coefficient) + (f"*{text}" if self.powers else "")

    def latex(self) -> str:
        """As LaTeX, with all powers under one exponent."""
        from workbench.symbolic.latex import name  # brings sympy, which a rate does not need

        def side(factors: list[tuple[str, int]]) -> str:
            return r" \, ".join(name(s) if e == 1 else f"{name(s)}^{{{e}}}" for s, e in factors)

        common, above, below = self._shape()
        text = rf"\frac{{{side(above) or '1'}}}{{{side(below)}}}" if below else side(above)
        if common == Fraction(1, 2):
            text = rf"\sqrt{{{text}}}"
        elif common != 1 and len(above) + len(below) == 1 and above:
            text = rf"{text}^{{{common}}}"
        elif common != 1:
            text = rf"\left({text}\right)^{{{common}}}"
        if self.coefficient == ONE:
            return text or "1"
        return self.coefficient.latex() + (rf" \, {text}" if text else "")


def raised(base: str, exponent: Fraction) -> str:
    """A power as text.

    >>> raised("s", Fraction(1)), raised("s", Fraction(2)), raised("s", Fraction(-1, 2))
    ('s', 's**2', 's**(-1/2)')
    """
    if exponent == 1:
        return base
    plain = exponent > 0 and exponent.denominator == 1
    return f"{base}**{exponent}" if plain else f"{base}**({exponent})"


Posynomial = tuple[PowerProduct, ...]


def times(left: Posynomial, right: Posynomial) -> Posynomial:
    """The product of two sums, expanded."""
    return collected(a * b for a in left for b in right)


def collected(terms: Iterable[PowerProduct]) -> Posynomial:
    """The sum with equal power products added up where their coefficients are rational."""
    found: dict[tuple[tuple[str, Fraction], ...], Fraction] = {}
    rest: list[PowerProduct] = []
    for term in terms:
        rational, roots = term.coefficient.split()
        if roots:
            rest.append(term)
        else:
            found[term.powers] = found.get(term.powers, Fraction(0)) + rational
    return (*(PowerProduct(Constant.of(c), p) for p, c in found.items()), *rest)
