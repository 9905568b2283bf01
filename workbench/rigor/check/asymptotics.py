"""The sign of an expression near an end of its interval, from asymptotic expansions.

As x tends to +oo, an expression is written as a sum of  S(x) e^(E(x))  with expansions S and
expressions E.  e^u and ln u of what has a finite limit, powers and roots are expanded about it;
erfc(u) = e^(-u^2) / (u sqrt(pi)) (1 - 1/(2 u^2) + ...) where u tends to +oo.  The summand whose
exponent dominates all others, and the first term of its S, give the sign near the end.  Where the
expansion cannot decide, NoEnclosure is raised.  Other ends become +oo: x = low + 1/t.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from workbench.rigor.check.constants import ExactConstant
from workbench.rigor.check.enclose import NoEnclosure, precision
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.normal import NotReducible, is_zero
from workbench.rigor.check.series import (
    FAR,
    Series,
    exponential,
    logarithm,
    number_series,
    tail_about,
    tail_far_out,
    to_power,
)
from workbench.rigor.check.trees import Tree, free, replace

_BITS = 192
_HIGHEST = 60  # power of a sum


def sign_near(tree: Tree, name: str, end: str | None, *, above: bool) -> int:
    """1 or -1 if the tree has that sign near the end of its variable, 0 if it tends to 0.

    `end` is a number as text, approached from above or from below; or None for +oo and -oo.
    """
    there: Tree = ["v", name]
    if end is not None:
        away: Tree = ["/", ["q", "1"], there]
        tree = replace(tree, {name: ["+", ["q", end], away if above else ["neg", away]]})
    elif above:  # -oo, from above
        tree = replace(tree, {name: ["neg", there]})
    with precision(_BITS):
        expansion = Expansion(name)
        return expansion.sign(expansion.terms(tree))


@dataclass(frozen=True)
class Term:
    """S e^E; `exponent` is E as a tree, and `growth` its expansion."""

    factor: Series
    exponent: Tree
    growth: Series


_NOTHING: Tree = ["q", "0"]


class Expansion:
    """The sums of terms that stand for trees in one variable, which tends to +oo."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.variables = [{"name": name, "sort": "real", "low": "0", "low_open": True,
                           "high": None, "high_open": False}]  # fmt: skip

    def terms(self, tree: Tree) -> list[Term]:
        """The expansion of a tree; raises NoEnclosure."""
        spend(10, "expansions")
        if self.name not in free(tree):
            return [_plain(number_series(ExactConstant.written(tree)))]
        op, *args = tree
        match op:
            case "v":
                return [_plain(Series({(Fraction(1), 0): ExactConstant.of(1)}))]
            case "neg":
                return self._product(self.terms(args[0]), [_plain(_number(-1))])
            case "+":
                return self._sum([t for a in args for t in self.terms(a)])
            case "*":
                return reduce(self._product, (self.terms(a) for a in args))
            case "/":
                return self._product(self.terms(args[0]), [self._power(args[1], Fraction(-1))])
            case "^" if 0 < args[1] <= _HIGHEST:
                return reduce(self._product, [self.terms(args[0])] * args[1])
            case "^":
                return [self._power(args[0], Fraction(args[1]))]
            case "root":
                return [self._power(args[1], Fraction(1, args[0]))]
            case "ln":
                one = self._single(args[0])
                return [_plain(logarithm(one.factor) + one.growth)]
            case "exp":
                return [Term(_number(1), args[0], self._value(args[0]))]
            case "erfc":
                return self._tail(args[0])
            case "abs":
                found = self.terms(args[0])
                sign = self.sign(found)
                if not sign:
                    raise NoEnclosure("the sign of an absolute value's argument")
                return found if sign > 0 else self.terms(["neg", args[0]])
        raise NoEnclosure(f"no expansion of {op!r} is known")

    def sign(self, found: list[Term]) -> int:
        """1 or -1, the sign of a sum of terms far out; 0 if it is unknown, but tends to 0."""
        try:
            (first,) = [a for a in found if all(
                a is b or _tends_to_infinity(a.growth + b.growth * _number(-1))
                for b in found)]  # fmt: skip
            return first.factor.leading()[2]
        except (NoEnclosure, ValueError):
            top = self._sum_of(found).top
            if top is None or top < 0:
                return 0
            raise NoEnclosure("the sign near an end is not certain") from None

    def _sum(self, found: list[Term]) -> list[Term]:
        """Terms whose exponents differ by a constant, or by what tends to one, are one."""
        kept: list[Term] = []
        for term in found:
            for place, other in enumerate(kept):
                ratio = self._ratio(term, other)
                if ratio is not None:
                    kept[place] = Term(other.factor + term.factor * ratio, other.exponent,
                                       other.growth)  # fmt: skip
                    break
            else:
                kept.append(term)
        return [term for term in kept if term.factor.top is not None]  # without exact zeros

    def _ratio(self, term: Term, other: Term) -> Series | None:
        """e^(E - F), if it has a finite limit."""
        if term.exponent == other.exponent:
            return _number(1)
        away: Tree = ["+", term.exponent, ["neg", other.exponent]]
        try:
            if is_zero(away, self.variables):
                return _number(1)
        except (NotReducible, ZeroDivisionError):
            pass
        return exponential(self._value(away))

    def _product(self, left: list[Term], right: list[Term]) -> list[Term]:
        return self._sum([
            Term(a.factor * b.factor, _added(a.exponent, b.exponent), a.growth + b.growth)
            for a in left for b in right
        ])  # fmt: skip

    def _single(self, tree: Tree) -> Term:
        found = self.terms(tree)
        if len(found) != 1:
            raise NoEnclosure("a sum of exponentials under a root, a logarithm or a fraction")
        return found[0]

    def _power(self, tree: Tree, power: Fraction) -> Term:
        one = self._single(tree)
        factor = to_power(one.factor, power)
        times: Tree = ["q", str(power)]
        exponent = one.exponent if one.exponent == _NOTHING else ["*", times, one.exponent]
        return Term(factor, exponent, one.growth.times(power))

    def _value(self, tree: Tree) -> Series:
        """The tree as a series, where no exponential grows; those that vanish are beyond it."""
        return self._sum_of(self.terms(tree))

    def _sum_of(self, found: list[Term]) -> Series:
        total = Series({})
        for term in found:
            finite = exponential(term.growth)
            if finite is not None:
                total = total + term.factor * finite
            elif _tends_to_infinity(term.growth):
                raise NoEnclosure("an exponential in an exponent grows")
            else:
                total = total + Series({}, FAR)
        return total

    def _tail(self, u: Tree) -> list[Term]:
        inner = self._value(u)
        big, centre, small = inner.split()
        if not big.terms:
            return [_plain(tail_about(centre, small))]
        if inner.leading()[2] < 0:
            turned = self._tail(["neg", u])
            return self._sum([_plain(_number(2)),
                              *self._product(turned, [_plain(_number(-1))])])  # fmt: skip
        growth = inner * inner * _number(-1)
        return [Term(tail_far_out(inner), ["neg", ["^", u, 2]], growth)]


def _plain(s: Series) -> Term:
    return Term(s, _NOTHING, Series({}))


def _number(value: int) -> Series:
    return number_series(ExactConstant.of(value))


def _added(a: Tree, b: Tree) -> Tree:
    return b if a == _NOTHING else a if b == _NOTHING else ["+", a, b]


def _tends_to_infinity(growth: Series) -> bool:
    """Whether an exponent tends to +oo, rather than -oo, faster than ln x."""
    (r, _), _, sign = growth.leading()
    if r <= 0:
        raise NoEnclosure("an exponent grows as slowly as a logarithm")
    return sign > 0
