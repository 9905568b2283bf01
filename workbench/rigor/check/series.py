"""Truncated expansions: finite sums of c x^r (ln x)^k with a remainder, as x tends to +oo.

    S = sum c x^r (ln x)^k + O(x^rest)        c a constant, r rational, any power of ln x in O

Sums, products, powers, logarithms and exponentials of such sums are such sums again, where the
sign of the first term is certain; what is not certain is counted to the remainder, or raises
NoEnclosure.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from workbench.rigor.check.constants import ExactConstant
from workbench.rigor.check.enclose import NoEnclosure
from workbench.rigor.check.fuel import spend

_ORDER = 6  # terms of an expansion
_MOST = 40  # terms of a sum
FAR = Fraction(-24)  # powers that are not followed any further

Exponents = tuple[Fraction, int]  # of x and of ln x


@dataclass(frozen=True)
class Series:
    """A finite sum of c x^r (ln x)^k, and O(x^rest) with any power of ln x, or nothing else."""

    terms: dict[Exponents, ExactConstant]
    rest: Fraction | None = None

    @property
    def top(self) -> Fraction | None:
        """The largest power of x; None for an exact 0."""
        powers = [r for r, _ in self.terms] + ([] if self.rest is None else [self.rest])
        return max(powers, default=None)

    def __add__(self, other: Series) -> Series:
        made = dict(self.terms)
        for key, c in other.terms.items():
            made[key] = made[key] + c if key in made else c
        return _kept(made, [self.rest, other.rest])

    def __mul__(self, other: Series) -> Series:
        spend(10 + 5 * len(self.terms) * len(other.terms), "expansions")
        made: dict[Exponents, ExactConstant] = {}
        for (r, k), a in self.terms.items():
            for (s, j), b in other.terms.items():
                key = (r + s, k + j)
                made[key] = made[key] + a * b if key in made else a * b
        rests = [None if x.rest is None or y.top is None else x.rest + y.top
                 for x, y in ((self, other), (other, self))]  # fmt: skip
        return _kept(made, rests)

    def times(self, number: Fraction | int) -> Series:
        """The product with a rational number."""
        return self * number_series(ExactConstant.of(number))

    def leading(self) -> tuple[Exponents, ExactConstant, int]:
        """The first term and its sign, which must be certain."""
        if not self.terms:
            raise NoEnclosure("the leading term of an expansion is not certain")
        key = max(self.terms)
        sign = self.terms[key].sign
        if not sign:
            raise NoEnclosure("the leading term of an expansion is not certain")
        return key, self.terms[key], sign

    def split(self) -> tuple[Series, ExactConstant, Series]:
        """What tends to infinity, the constant, and what tends to 0."""
        if self.rest is not None and self.rest >= 0:
            raise NoEnclosure("an expansion is too short")
        big = {k: c for k, c in self.terms.items() if k > ONE}
        small = {k: c for k, c in self.terms.items() if k[0] < 0}
        return Series(big), self.terms.get(ONE, ExactConstant.of(0)), Series(small, self.rest)


ONE: Exponents = (Fraction(0), 0)
_LN: Exponents = (Fraction(0), 1)


def number_series(value: ExactConstant) -> Series:
    """A constant as a series."""
    return _kept({ONE: value}, [])


def _kept(terms: dict[Exponents, ExactConstant], rests: list[Fraction | None]) -> Series:
    """The terms above the remainder; first ones of unknown sign go to the remainder."""
    known = [r for r in rests if r is not None]
    made = dict(terms)
    far = [k for k in made if k[0] <= FAR]
    if len(made) > _MOST:
        far += sorted(made)[: len(made) - _MOST]
    known += [k[0] for k in far]
    rest = max(known) if known else None
    made = {k: c for k, c in made.items() if rest is None or k[0] > rest}
    while made:
        key = max(made)
        sign = made[key].sign
        if sign:
            break
        del made[key]
        if sign is None:
            rest = key[0]
            made = {k: c for k, c in made.items() if k[0] > rest}
    return Series(made, rest)


def composed(small: Series, coefficients: list[ExactConstant]) -> Series:
    """sum_j c_j small^j for what tends to 0, of an analytic function."""
    total, power = number_series(coefficients[0]), number_series(ExactConstant.of(1))
    for c in coefficients[1:]:
        power = power * small
        total = total + power * number_series(c)
    top = (power * small).top
    return total if top is None else total + Series({}, top)


def _relative(s: Series) -> tuple[Fraction, ExactConstant, int, Series]:
    """s = c x^r (1 + small), with the sign of c."""
    (r, k), c, sign = s.leading()
    rest = Series({key: a for key, a in s.terms.items() if key != (r, k)}, s.rest)
    small = rest * Series({(-r, 0): c.power(Fraction(-1))})
    if k or (small.top is not None and small.top >= 0):
        raise NoEnclosure("a logarithm leads an expansion")
    return r, c, sign, small


def to_power(s: Series, power: Fraction) -> Series:
    """s^power, for a positive s unless the power is an integer."""
    r, c, sign, small = _relative(s)
    if power.denominator != 1 and sign < 0:
        raise NoEnclosure("a root of what is negative")
    binomials = [Fraction(1)]
    for j in range(_ORDER - 1):
        binomials.append(binomials[j] * (power - j) / (j + 1))
    first = Series({(r * power, 0): c.power(power)})
    return composed(small, [ExactConstant.of(b) for b in binomials]) * first


def logarithm(s: Series) -> Series:
    """The logarithm of a positive s."""
    r, c, sign, small = _relative(s)
    if sign < 0:
        raise NoEnclosure("a logarithm of what is negative")
    of_one_plus = [Fraction(0), *(Fraction((-1) ** (j + 1), j) for j in range(1, _ORDER))]
    made = composed(small, [ExactConstant.of(b) for b in of_one_plus])
    growth = {_LN: ExactConstant.of(r)} if r else {}
    return made + number_series(c.applied("ln")) + Series(growth)


def exponential(s: Series) -> Series | None:
    """e^s, if it has a finite limit or is a power of x times that; None if it has not."""
    power = s.terms.get(_LN, ExactConstant.of(0)).rational
    big, constant, small = Series({k: c for k, c in s.terms.items() if k != _LN}, s.rest).split()
    if big.terms:
        return None
    if power is None:
        raise NoEnclosure("a power of x with an exponent that is not rational")
    coefficients = [Fraction(1)]
    for j in range(1, _ORDER):
        coefficients.append(coefficients[-1] / j)
    first = Series({(power, 0): constant.applied("exp")})
    return composed(small, [ExactConstant.of(c) for c in coefficients]) * first


_TWO_OVER_ROOT_PI: list[object] = ["/", ["q", "2"], ["root", 2, ["pi"]]]


def tail_far_out(u: Series) -> Series:
    """e^(u^2) erfc(u), for u that tends to +oo."""
    inverse = to_power(u, Fraction(-1))
    square, power, total, c = inverse * inverse, inverse, Series({}), Fraction(1)
    for j in range(_ORDER):
        total = total + power.times(c)
        c, power = -c * Fraction(2 * j + 1, 2), power * square
    made = (total + Series({}, power.top)).times(Fraction(1, 2))
    return made * number_series(ExactConstant.written(_TWO_OVER_ROOT_PI))


def tail_about(centre: ExactConstant, small: Series) -> Series:
    """erfc(centre + small), by the coefficients of its derivative."""
    scale = ExactConstant.written(_TWO_OVER_ROOT_PI) * ExactConstant.of(-1)
    bell = [scale * (centre * centre * ExactConstant.of(-1)).applied("exp")]
    for j in range(_ORDER - 2):
        inner = centre * bell[j] + (bell[j - 1] if j else ExactConstant.of(0))
        bell.append(inner * ExactConstant.of(Fraction(-2, j + 1)))
    made = [b * ExactConstant.of(Fraction(1, j + 1)) for j, b in enumerate(bell)]
    return composed(small, [centre.applied("erfc"), *made])
