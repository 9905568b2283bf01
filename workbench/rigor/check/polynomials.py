"""Statements about polynomials: the gap as an exact polynomial in the statement's variables."""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from workbench.rigor.check.conditions import difference
from workbench.rigor.check.normal import NotReducible, normal_form
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.check.trees import Tree


class Polynomials:
    """Polynomials over Q in the variables of one statement that no condition defines."""

    def __init__(self, s: dict[str, Any]) -> None:
        self.statement = s
        gone = set(solutions(s))
        self.variables = [v for v in s["vars"] if v["name"] not in gone]
        self.names = [v["name"] for v in self.variables if v["sort"] != "seq"]
        self.context = fmpq_mpoly_ctx.get(self.names or ["x"])
        self.gens = dict(zip(self.names, self.context.gens(), strict=False))

    def __call__(self, tree: Tree) -> fmpq_mpoly:
        """The polynomial that a tree reduces to; raises NotReducible if it is none."""
        normalizer, value = normal_form(solved(self.statement, tree), self.variables)
        if not value.den.is_one():
            raise NotReducible("a fraction where a polynomial is needed")
        total = self.context.constant(0)
        for powers, coefficient in value.num.terms():
            term = self.context.constant(coefficient)
            for place, power in enumerate(powers):
                if power:
                    order, op, *rest = normalizer.plain(place)
                    if op != "v" or order != 1:
                        raise NotReducible(f"{op!r} in a polynomial")
                    if rest[0] not in self.gens:
                        raise NotReducible(f"{rest[0]!r} is defined by itself")
                    term = term * self.gens[rest[0]] ** power
            total = total + term
        return total

    def gap(self) -> fmpq_mpoly:
        """The polynomial whose non-negativity is the statement."""
        s = self.statement
        return self(difference(s["left"], s["op"], s["right"]))

    def number(self, value: fmpq) -> fmpq_mpoly:
        """A constant polynomial."""
        return self.context.constant(value)
