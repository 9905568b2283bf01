"""A(x) + sum_i B_i(x) ln|p_i(x)| with rational functions A, B_i and irreducible polynomials p_i.

Logarithms are split over the factors of their argument, ln(u v / w) = ln|u| + ln|v| - ln|w|, which
is an identity wherever the argument is positive.  So equal sums look alike, and derivatives and
limits are exact.  Constants are factored too: the p_i of degree 0 are primes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flint import fmpq, fmpq_poly, fmpz

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.fraction import NotReducible, TooLarge
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.trees import Tree

_HIGHEST_POWER = 60
_HIGHEST_DEGREE = 200
_MOST_BITS = 20_000


def longest(p: fmpq_poly) -> int:
    """The bits of the longest coefficient."""
    return max((c.p.bit_length() + c.q.bit_length() for c in p.coeffs()), default=0)


class Ratio:
    """A rational function of one variable in lowest terms, its denominator monic."""

    __slots__ = ("den", "num")

    def __init__(self, num: fmpq_poly, den: fmpq_poly | None = None) -> None:
        if den is None:
            den = fmpq_poly([1])
        if den.degree() < 0:
            raise ZeroDivisionError("a denominator is identically zero")
        if max(num.degree(), den.degree()) > _HIGHEST_DEGREE:
            raise TooLarge(f"a rational function of degree above {_HIGHEST_DEGREE}")
        long = max(longest(num), longest(den))
        if long > _MOST_BITS:
            raise TooLarge(f"a rational function with coefficients of more than {_MOST_BITS} bits")
        spend(20 + (1 + long // 256) * (1 + num.degree()) * (1 + den.degree()), "fractions")
        common = num.gcd(den)
        lead = (den // common).leading_coefficient()
        self.num, self.den = (num // common) * (1 / lead), (den // common) * (1 / lead)

    @classmethod
    def of(cls, value: fmpq) -> Ratio:
        return cls(fmpq_poly([value]))

    def __add__(self, other: Ratio) -> Ratio:
        return Ratio(self.num * other.den + other.num * self.den, self.den * other.den)

    def __neg__(self) -> Ratio:
        return Ratio(-self.num, self.den)

    def __mul__(self, other: Ratio) -> Ratio:
        return Ratio(self.num * other.num, self.den * other.den)

    def inverse(self) -> Ratio:
        return Ratio(self.den, self.num)

    def derivative(self) -> Ratio:
        top = self.num.derivative() * self.den - self.num * self.den.derivative()
        return Ratio(top, self.den * self.den)

    @property
    def zero(self) -> bool:
        return bool(self.num.degree() < 0)

    def limit(self, at: fmpq | None) -> fmpq | None:
        """The value at a point, or at infinity for None; None at a pole."""
        if at is not None:
            bottom = self.den(at)
            return None if bottom == 0 else self.num(at) / bottom
        gap = self.num.degree() - self.den.degree()
        if gap > 0:
            return None
        return self.num.leading_coefficient() if gap == 0 else fmpq(0)


@dataclass(slots=True)
class LogSum:
    """The rational part, and a coefficient for each logarithm by the text of its polynomial."""

    plain: Ratio
    logs: dict[str, tuple[fmpq_poly, Ratio]] = field(default_factory=dict)

    def __add__(self, other: LogSum) -> LogSum:
        logs = dict(self.logs)
        for key, (p, c) in other.logs.items():
            total = logs[key][1] + c if key in logs else c
            logs[key] = (p, total)
        return LogSum(self.plain + other.plain, {k: v for k, v in logs.items() if not v[1].zero})

    def scaled(self, factor: Ratio) -> LogSum:
        """Every coefficient multiplied by a rational function."""
        logs = {k: (p, c * factor) for k, (p, c) in self.logs.items()}
        return LogSum(self.plain * factor, {k: v for k, v in logs.items() if not v[1].zero})

    def derivative(self) -> LogSum:
        """The derivative, in which ln|p| becomes p'/p."""
        plain = self.plain.derivative()
        for p, c in self.logs.values():
            plain = plain + c * Ratio(p.derivative(), p)
        logs = {k: (p, c.derivative()) for k, (p, c) in self.logs.items()}
        return LogSum(plain, {k: v for k, v in logs.items() if not v[1].zero})

    def limit(self, at: fmpq | None) -> Tree | None:
        """The limit at a point (or at infinity, for None) as a tree of constants, if it is known.

        A logarithm that grows beyond all bounds must be met by a coefficient that goes to 0 like a
        rational function, hence faster.
        """
        start = self.plain.limit(at)
        if start is None:
            return None
        total = LogSum(Ratio.of(start))
        growth = fmpq(0)
        for p, c in self.logs.values():
            weight = c.limit(at)
            if weight is None:
                return None
            if weight == 0:
                continue
            if at is None:
                growth += weight * p.degree()
                value = abs(p.leading_coefficient())
            else:
                value = abs(p(at))
                if value == 0:
                    return None
            total = total + log_of(fmpq_poly([value])).scaled(Ratio.of(weight))
        return None if growth != 0 else total.constant()

    def constant(self) -> Tree:
        """The tree of a sum without the variable."""
        parts: list[Tree] = [["q", str(self.plain.limit(fmpq(0)))]]
        for p, c in self.logs.values():
            parts.append(["*", ["q", str(c.limit(fmpq(0)))], ["ln", ["q", str(p[0])]]])
        return ["+", *parts]


def log_of(p: fmpq_poly) -> LogSum:
    """ln|p| as a sum over the factors of p."""
    content, factors = p.factor()
    total = LogSum(Ratio.of(fmpq(0)))
    for factor, power in factors:
        total = total + _atom(factor, int(power))
    content = abs(fmpq(content))
    for part, sign in ((content.p, 1), (content.q, -1)):
        for prime, power in fmpz(part).factor_smooth() if part != 1 else ():
            total = total + _atom(fmpq_poly([int(prime)]), sign * int(power))
    return total


def _atom(p: fmpq_poly, coefficient: int) -> LogSum:
    return LogSum(Ratio.of(fmpq(0)), {p.str(): (p, Ratio.of(fmpq(coefficient)))})


class LogSumReader:
    """Reads a tree in one variable, and notes what must be positive or must not vanish."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.positive: list[Ratio] = []
        self.nonzero: list[fmpq_poly] = []

    def __call__(self, tree: Tree) -> LogSum:
        """The sum that a tree stands for; raises NotReducible for any other shape."""
        op, *args = tree
        match op:
            case "q":
                return LogSum(Ratio.of(as_fmpq(args[0])))
            case "v" if args[0] == self.name:
                return LogSum(Ratio(fmpq_poly([0, 1])))
            case "neg":
                return self(args[0]).scaled(Ratio.of(fmpq(-1)))
            case "+":
                total = self(args[0])
                for arg in args[1:]:
                    total = total + self(arg)
                return total
            case "*":
                total = self(args[0])
                for arg in args[1:]:
                    total = _product(total, self(arg))
                return total
            case "^" if args[1] <= _HIGHEST_POWER:
                total = LogSum(Ratio.of(fmpq(1)))
                base = self(args[0])
                for _ in range(args[1]):
                    total = _product(total, base)
                return total
            case "/":
                below = self.rational(args[1])
                self.nonzero.append(below.num)
                return self(args[0]).scaled(below.inverse())
            case "ln":
                inner = self.rational(args[0])
                if inner.zero:
                    raise NotReducible("the logarithm of 0")
                self.positive.append(inner)
                return log_of(inner.num) + log_of(inner.den).scaled(Ratio.of(fmpq(-1)))
        raise NotReducible(f"{op!r} in a rational function of {self.name} with logarithms")

    def rational(self, tree: Tree) -> Ratio:
        """The same for a tree without logarithms."""
        value = self(tree)
        if value.logs:
            raise NotReducible("a logarithm in a denominator or in another logarithm")
        return value.plain


def _product(a: LogSum, b: LogSum) -> LogSum:
    if a.logs and b.logs:
        raise NotReducible("a product of logarithms")
    return b.scaled(a.plain) if b.logs else a.scaled(b.plain)
