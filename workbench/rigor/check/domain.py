"""A domain written with free variables, most of them non-negative.

    v in [l, oo)         v = l + s            v <= e, v >= 0     v = e / (1 + s)
    v in [l, u)          v = (l + u s)/(1+s)  e <= v             v = e + s            s >= 0

Whatever the parameters do not express (a second condition on a variable, an integer between two
bounds) is dropped: the parametrised domain may be larger than the true one, never smaller, up to
closed ends that only an infinite parameter reaches.  There, by continuity, weak inequalities
survive; strict ones do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from workbench.rigor.check.atom_signs import (
    ANY,
    NEGATIVE,
    NONNEGATIVE,
    POSITIVE,
    ZERO,
    AtomSigns,
    Signs,
)
from workbench.rigor.check.fraction import Quotient
from workbench.rigor.check.fuel import worked_out
from workbench.rigor.check.integers import is_integer
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.normal import Forms, Normalizer, NotReducible
from workbench.rigor.check.samples import has_roots
from workbench.rigor.check.trees import BINDERS, Tree, free, rational, replace, size

_Line = tuple[Normalizer, Quotient, Quotient]  # a x + b: whose forms, a and b


class Domain:
    """Variables with intervals and conditions, parametrised.

    `upper_first` prefers v = e / (1 + s) where a condition allows both forms; `linear` solves
    conditions for a variable in which they are linear.
    """

    def __init__(
        self,
        known: Mapping[str, dict[str, Any]],
        where: Sequence[Any],
        of_variable: Callable[[str], Signs],
        *,
        upper_first: bool,
        linear: bool,
    ) -> None:
        self.linear = linear
        self.asks_upper = self.asks_linear = False  # whether a condition allows both
        self.known, self.of_variable = known, of_variable
        self.fresh: dict[str, Signs] = {}  # the signs of the parameters
        self.variables: list[dict[str, Any]] = []
        self.done: dict[str, Tree] = {}  # the variables in terms of the parameters
        self.reaches_infinity = False
        conditions = list(where)
        for left, op, right in conditions:  # grows: a defined variable's own domain comes last
            if op == "=":
                conditions += self._define(left, right)
            else:
                self._use(left, op, right, upper_first=upper_first)
        for v in known.values():
            if v["name"] not in self.done:
                self._use_interval(v)
        self._forms = Forms(self.variables)
        self._written: dict[int, tuple[Tree, Tree]] = {}

    def signs(self, tree: Tree) -> Signs:
        """The signs of the tree's normal form in the parameters."""
        return self._read(self._in_parameters(tree), self._forms)[1]

    def _in_parameters(self, tree: Tree) -> Tree:
        """The tree with the parameters in it; of a part that is asked for again, the same one."""
        if id(tree) not in self._written:
            made = (
                replace(tree, self.done)
                if tree[0] in ("v", "q", *BINDERS)
                else [self._in_parameters(a) if isinstance(a, list) else a for a in tree]
            )
            self._written[id(tree)] = made, tree  # kept: no other has its id
        return self._written[id(tree)][0]

    def _read(self, tree: Tree, forms: Forms) -> tuple[Signs, Signs]:
        """The signs where all parameters are finite, and those with the closed ends."""
        return self._with_ends(*forms.of(tree))

    def _with_ends(self, normalizer: Normalizer, value: Quotient) -> tuple[Signs, Signs]:
        """The same of a normal form."""
        signs = AtomSigns(normalizer, self.of_variable, self.fresh).of_fraction(value)
        # at a closed upper end the parameter is infinite: only the weak inequality survives there
        weak = self.reaches_infinity and value.constant() is None
        return signs, signs | ZERO if weak else signs

    def _parameter(self, name: str, signs: Signs, *, integer: bool = False) -> Tree:
        name += "~"
        while name in self.known or name in self.fresh:  # a variable may be called t~ (`induction`)
            name += "~"
        self.fresh[name] = signs
        self.variables.append(
            {"name": name, "sort": "int" if integer else "real", "low": "0",
             "low_open": signs == POSITIVE, "high": None, "high_open": False}
        )  # fmt: skip
        return ["v", name]

    def _settle(self, name: str, value: Tree) -> None:
        size(value)  # as in `solutions`
        for known in self.done:
            self.done[known] = replace(self.done[known], {name: value})
        self.done[name] = value

    def _open(self, tree: Tree, other: Tree) -> bool:
        """Whether the tree is a variable that is not settled yet and that `other` is free of."""
        return (
            tree[0] == "v"
            and tree[1] in self.known
            and tree[1] not in self.done
            and tree[1] not in free(other)
        )

    def _define(self, left: Tree, right: Tree) -> list[list[Any]]:
        """Settle a variable that equals an expression; its interval becomes conditions on that."""
        left, right = replace(left, self.done), replace(right, self.done)
        if self._open(right, left):
            left, right = right, left
        elif not self._open(left, right):
            return []
        self._settle(left[1], right)
        v, found = self.known[left[1]], []
        if v["low"] is not None:
            found.append([["q", v["low"]], "<" if v["low_open"] else "<=", right])
        if v["high"] is not None:
            found.append([right, "<" if v["high_open"] else "<=", ["q", v["high"]]])
        return found

    def _use(self, left: Tree, op: str, right: Tree, *, upper_first: bool) -> None:
        if op in (">=", ">"):
            left, op, right = right, op.replace(">", "<"), left
        left, right = replace(left, self.done), replace(right, self.done)
        if not self._open(right, left) and not self._open(left, right):
            self.asks_linear = True
            if self.linear:
                signs_of = sorted((name, sorted(signs)) for name, signs in self.fresh.items())
                here = [self._so_far(), sorted(self.done), signs_of, self.reaches_infinity]
                left, right = worked_out(
                    key_of([left, right, here]), partial(self._solved_for_one, left, right)
                )
        signs = POSITIVE if op == "<" else NONNEGATIVE
        as_lower = self._open(right, left)
        own = self.of_variable(left[1]) if self._open(left, right) else ANY
        self.asks_upper |= as_lower and own <= NONNEGATIVE
        if as_lower and not (upper_first and own <= NONNEGATIVE):
            whole = frozenset(
                v["name"] for v in (*self.known.values(), *self.variables) if v["sort"] == "int"
            )
            integer = right[1] in whole and is_integer(left, whole)
            s = self._parameter(right[1], signs, integer=integer)
            self._settle(right[1], ["+", left, s])
        elif own <= NONNEGATIVE:  # v = right / (1 + s) for s = right / v - 1 >= 0
            self.reaches_infinity |= 0 in own
            s = self._parameter(left[1], signs)
            self._settle(left[1], ["/", right, ["+", ["q", "1"], s]])

    def _solved_for_one(self, left: Tree, right: Tree) -> tuple[Tree, Tree]:
        """The condition solved for a variable in which it is linear, if there is one."""
        gap, forms = ["+", right, ["neg", left]], Forms(self._so_far())
        try:
            normalizer, value = forms.of(gap)
        except (NotReducible, ZeroDivisionError):
            return left, right
        for name in sorted(free(gap) & self.known.keys() - self.done.keys()):
            if not _may_be_a_line(normalizer, value, name):
                continue
            try:
                line = _line(normalizer, value, name) or self._as_line(gap, name, forms)
            except (NotReducible, ZeroDivisionError):
                continue
            if line is None:
                continue
            atoms, slope, constant = line
            signs, with_ends = self._with_ends(atoms, slope)
            # where the slope is 0 the variable is free, unless the condition fails there
            if 0 in with_ends and self._with_ends(atoms, constant)[1] != NEGATIVE:
                continue
            if signs in (POSITIVE, NEGATIVE):
                at_zero, rise = _coefficients(gap, name)
                zero = ["/", ["neg", at_zero], rise]
                return (zero, ["v", name]) if signs == POSITIVE else (["v", name], zero)
        return left, right

    def _as_line(self, gap: Tree, name: str, forms: Forms) -> _Line | None:
        """Slope and constant of a gap that holds roots, if it is linear in the variable."""
        constant, slope = _coefficients(gap, name)
        if not forms.same(gap, ["+", ["*", slope, ["v", name]], constant]):
            return None
        return forms.work(
            lambda atoms: (atoms, atoms.reduce(atoms(slope)), atoms.reduce(atoms(constant)))
        )

    def _so_far(self) -> list[dict[str, Any]]:
        """The parameters, and the variables that are not settled yet."""
        rest = [v for n, v in self.known.items() if n not in self.done]
        return [*self.variables, *rest]

    def _use_interval(self, v: dict[str, Any]) -> None:
        name, low, high = v["name"], v["low"], v["high"]
        above = POSITIVE if v["low_open"] else NONNEGATIVE
        if v["sort"] == "seq":
            self.variables.append(v)
        elif low is None and high is None:
            self.fresh[name] = ANY
            self.variables.append(v)
        elif high is None:
            if rational(low) == 0:
                self.fresh[name] = above
                self.variables.append(v)
                return
            integer = v["sort"] == "int" and rational(low).denominator == 1
            s = self._parameter(name, above, integer=integer)
            self._settle(name, ["+", ["q", low], s])
        elif low is None:
            s = self._parameter(name, POSITIVE if v["high_open"] else NONNEGATIVE)
            self._settle(name, ["+", ["q", high], ["neg", s]])
        else:
            self.reaches_infinity |= not v["high_open"]
            s = self._parameter(name, above)
            top = ["+", ["q", low], ["*", ["q", high], s]]
            self._settle(name, ["/", top, ["+", ["q", "1"], s]])


def _coefficients(gap: Tree, name: str) -> tuple[Tree, Tree]:
    """The gap at 0, and by how much it is more at 1."""
    constant, at_one = (replace(gap, {name: ["q", k]}) for k in ("0", "1"))
    return constant, ["+", at_one, ["neg", constant]]


def _line(n: Normalizer, value: Quotient, name: str) -> _Line | None:
    """Slope and constant of a normal form without roots that may be a line, read off its terms."""
    place = n.generators.get(("v", name))
    if place is None or has_roots(n, value):
        return None
    parts: tuple[dict[Any, Any], dict[Any, Any]] = ({}, {})
    for powers, coefficient in value.num.terms():
        parts[int(powers[place])][*powers[:place], 0, *powers[place + 1 :]] = coefficient
    constant, slope = (Quotient(n.context.from_dict(part), value.den) for part in parts)
    return n, slope, constant


def _may_be_a_line(n: Normalizer, value: Quotient, name: str) -> bool:
    """Whether it is not seen at once that a normal form is no a x + b with a and b without x.

    Where it holds a root, whose powers are lowered, that cannot be seen.
    """
    places = _places(value)
    if any(n.plain(place)[1] == "root" for place in places):
        return True
    for place in places:
        order, op, *rest = n.plain(place)
        if op != "v" and any(_holds(n, part, name) for part in n.arguments[place]):
            return False
        if [op, *rest] == ["v", name] and (
            value.num.degrees()[place] > order or value.den.degrees()[place] > 0
        ):
            return False
    return True


def _holds(n: Normalizer, value: Quotient, name: str) -> bool:
    """Whether a normal form holds the variable, be it in the argument of an atom."""
    return any(
        n.plain(place)[1:] == ("v", name) or any(_holds(n, a, name) for a in n.arguments[place])
        for place in _places(value)
    )


def _places(value: Quotient) -> list[int]:
    """The generators that a normal form holds."""
    degrees = zip(value.num.degrees(), value.den.degrees(), strict=True)
    return [place for place, (top, bottom) in enumerate(degrees) if top > 0 or bottom > 0]
