"""Limits of a tree as a variable grows, by rules that say nothing where they do not apply.

Of each part u of the tree, from the inside out, three things may be known for x -> oo:

    limit   the number that it tends to, as a tree without x
    slow    |u| <= C (1 + x)^m for large x, with some C and m that do not depend on x
    fades   x^m u -> 0 for every m; so the limit is 0

What does not mention x is its own limit; x is slow.  Sums and products of what has a limit have
the sum and product of the limits; a product of slow parts is slow, and fades where one of them
does.  A power u^n with n >= 0 is slow where u is, and fades where u does and n >= 1; a quotient
has these where the limit of its denominator is visibly not 0.  e^u and erfc(-u) fade where u is
affine or quadratic in x, with a leading coefficient that is visibly negative: that is the first
derivative of u, or the second, where the next one reduces to 0.  All functions here are continuous
where they have a value.
"""

from __future__ import annotations

from dataclasses import dataclass

from workbench.rigor.check.atom_signs import NEGATIVE, NONNEGATIVE
from workbench.rigor.check.derivative import derivative
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.signs import Statement, reader_of
from workbench.rigor.check.trees import Malformed, Tree, free, replace

_ZERO: Tree = ["q", "0"]
_HIGHEST = 2  # degree in x of what is in an exponential


@dataclass(frozen=True, slots=True)
class Far:
    """What is known of a part of the tree far out."""

    limit: Tree | None = None
    slow: bool = False
    fades: bool = False


_NOTHING, _FADES = Far(), Far(_ZERO, slow=True, fades=True)


def limit(s: Statement, tree: Tree, name: str, end: int) -> Tree:
    """What the tree tends to as the variable tends to +oo or -oo; Malformed where no rule says so.

    s:   a statement among whose variables is this one, and whose domain allows it to tend there
    end: 1 for +oo, -1 for -oo
    """
    along = tree if end > 0 else replace(tree, {name: ["neg", ["v", name]]})
    found = _Reader(s, name).far(along).limit
    if found is None:
        raise Malformed(f"no rule gives a limit for {name} far out")
    return found


class _Reader:
    """The rules for one variable; signs are those on the domain of the numbers alone."""

    def __init__(self, s: Statement, name: str) -> None:
        real = {"name": name, "sort": "real", "low": None, "low_open": False, "high": None,
                "high_open": False}  # fmt: skip
        others = [v for v in s["vars"] if v["name"] != name]
        kept = [c for c in s["where"] if not any(name in free(side) for side in (c[0], c[2]))]
        here = {**s, "vars": [*others, real], "where": kept, "left": _ZERO, "right": _ZERO}
        self.name, self.variables, self.signs = name, here["vars"], reader_of(here)

    def far(self, tree: Tree) -> Far:
        if self.name not in free(tree):
            return Far(tree, slow=True)
        op, *args = tree
        match op:
            case "v":
                return Far(slow=True)
            case "neg":
                return self._joined("neg", [self.far(args[0])])
            case "+" | "*":
                return self._joined(op, [self.far(a) for a in args])
            case "^":
                return self._power(self.far(args[0]), ["q", str(args[1])], tree)
            case "npow" if self.name not in free(args[1]):
                return self._power(self.far(args[0]), args[1], tree)
            case "/":
                return self._quotient(*map(self.far, args))
            case "exp" | "erfc":
                return self._function(op, args[0])
        return _NOTHING

    def _joined(self, op: str, parts: list[Far]) -> Far:
        """A sum, a product, or the negative of what is known of its parts."""
        slow = all(p.slow for p in parts)
        if slow and (any if op == "*" else all)(p.fades for p in parts):
            return _FADES
        limits = [p.limit for p in parts]
        return Far(None if None in limits else [op, *limits], slow=slow)

    def _power(self, base: Far, n: Tree, tree: Tree) -> Far:
        """u^n for a fixed n; with n < 0 only where the limit of u is visibly not 0."""
        if self.signs(n) <= NONNEGATIVE:
            if base.fades and self.signs(["+", n, ["q", "-1"]]) <= NONNEGATIVE:
                return _FADES
            return Far(_put(tree, base.limit), slow=base.slow)
        if base.limit is None or 0 in self.signs(base.limit):
            return _NOTHING
        return Far(_put(tree, base.limit), slow=True)

    def _quotient(self, top: Far, bottom: Far) -> Far:
        if bottom.limit is None or 0 in self.signs(bottom.limit):
            return _NOTHING
        if top.fades:
            return _FADES
        return Far(None if top.limit is None else ["/", top.limit, bottom.limit], slow=top.slow)

    def _function(self, op: str, inner: Tree) -> Far:
        known = self.far(inner)
        if known.limit is not None:
            return Far([op, known.limit], slow=True)
        falls, rises = self._falls(inner), self._falls(["neg", inner])
        if falls if op == "exp" else rises:
            return _FADES
        return Far(["q", "2"], slow=True) if op == "erfc" and falls else _NOTHING

    def _falls(self, inner: Tree) -> bool:
        """Whether a part is visibly affine or quadratic in the variable, and tends to -oo."""
        for _ in range(_HIGHEST):
            inner = derivative(inner, self.name)
            if is_zero(derivative(inner, self.name), self.variables):
                return self.signs(inner) <= NEGATIVE
        return False


def _put(power: Tree, base: Tree | None) -> Tree | None:
    return None if base is None else [power[0], base, power[2]]
