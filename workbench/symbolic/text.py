"""Ordinary mathematical text as a relation: `log(1+x) <= x/sqrt(1+x)` where `x >= 0`.

    statement    expression (<= | < | = | >= | >) expression
    conditions   chains separated by commas: x >= 0, 0 < p < q <= 1, integer n >= 1
                 names before a chain share its ends: x, y > 0
    expression   + - * / ^ (or **), parentheses, 2 x and 2 (x + 1) for products, 0.5 for 1/2,
                 exp log ln sqrt cbrt abs erf erfc sinh cosh tanh, log u for log(u), pi,
                 root(k, x), factorial(n), sum(i = 1..n, 1/i), prod(i = 1..n, i), x[i]

A name that stands alone is a variable, but for pi and e, which is Euler's number and never a
variable: a condition about numbers alone, such as e >= 0, is refused.

The text is read by the grammar above and nothing of it is ever executed.  No value is rounded and
nothing is cancelled, so `x/x` keeps its condition x != 0.  What does not fit the grammar is an
error with a caret under the place.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from workbench.symbolic.expr import Expr
from workbench.symbolic.grammar import RELATIONS, FormulaReader, TextError, constant
from workbench.symbolic.relation import Relation
from workbench.symbolic.variables import Condition, Op, Variable

__all__ = ["TextError", "parse"]


def parse(statement: str, *, where: str = "") -> Relation:
    r"""The relation that the text says, under the conditions in `where`.

    Variables are real unless `integer` stands before them; a condition that compares a variable
    with a number narrows its interval, any other one is kept as it is.

    >>> print(parse("log(1+x) <= x/sqrt(1+x)", where="x >= 0").latex())
    \ln\left(1 + x\right) \le \frac{x}{\sqrt{1 + x}}
    """
    conditions = _Conditions(where, {})
    variables: dict[str, Variable] = {}
    kept = conditions.conditions(variables)
    reader = FormulaReader(statement, variables)
    left = reader.expression()
    op = reader.relation()
    right = reader.expression()
    reader.end("a statement is one comparison of two expressions")
    used = reader.met | conditions.met
    for name in sorted(used):
        sort = "seq" if name in reader.sequences | conditions.sequences else "real"
        known = variables.setdefault(name, Variable(name, sort))
        if (sort == "seq") != (known.sort == "seq"):
            variables[name] = Variable(name, "seq", known.low, known.low_open, known.high,
                                       known.high_open)  # fmt: skip
    found = tuple(variables[n] for n in sorted(used | set(variables)))
    return Relation(left, op, right, tuple(kept), found)


class _Conditions(FormulaReader):
    """The text of the conditions."""

    def conditions(self, variables: dict[str, Variable]) -> list[Condition]:
        """All conditions; those about one variable and a number become its interval."""
        found: list[Condition] = []
        while self.here.kind != "end":
            whole = self.taken("integer", "integers")
            start = self.here
            chain: list[Any] = [[self.expression()]]
            while self.taken(","):
                chain[0].append(self.expression())
            while self.here.text in RELATIONS:
                chain += [self.relation(), [self.expression()]]
            if len(chain) == 1 and not whole:
                self.fault("a condition compares: x >= 0", start)
            if whole and any(e.op != "v" for e in chain[0]) and len(chain) < 4:
                self.fault(f"integer stands before names: integer n >= 1{_EULER}", start)
            for e in (e for one in chain[::2] for e in one if whole and e.op == "v"):
                known = variables.get(e.args[0], Variable(e.args[0]))
                variables[e.args[0]] = _narrowed(known, sort="int")
            for k in range(1, len(chain), 2):
                for left in chain[k - 1]:
                    for right in chain[k + 1]:
                        if not any(side.free() | side.sequences() for side in (left, right)):
                            self.fault(f"a condition is about a variable: x >= 0{_EULER}", start)
                        self.compared(left, chain[k], right, variables, found)
            if self.here.kind != "end":
                self.need(",")
        return found

    def compared(
        self, left: Expr, op: Op, right: Expr, variables: dict[str, Variable],
        found: list[Condition],
    ) -> None:  # fmt: skip
        value = constant(right)
        if left.op != "v":
            flipped = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "=": "="}
            left, op, right, value = right, cast(Op, flipped[op]), left, constant(left)
        if left.op in ("v", "idx") and value is not None and op != "=":
            name = left.args[0]
            known = variables.get(name, Variable(name, "seq" if left.op == "idx" else "real"))
            end, is_open = ("low" if op in (">=", ">") else "high"), op in ("<", ">")
            before = getattr(known, end)
            closer = before is None or (
                value > Fraction(before) if end == "low" else value < Fraction(before)
            )
            if closer or (value == Fraction(before) and is_open):
                known = _narrowed(known, **{end: str(value), f"{end}_open": is_open})
            variables[name] = known
            return
        found.append(Condition(left, op, right))


_EULER = "; e and pi are numbers, so name a variable otherwise"


def _narrowed(v: Variable, **change: Any) -> Variable:  # noqa: ANN401 - its fields
    made = {**v.tree, **change}
    if made["sort"] == "int":  # the integers of an open interval are those of a closed one
        for end, step in (("low", 1), ("high", -1)):
            if made[f"{end}_open"] and Fraction(made[end]).denominator == 1:
                made |= {end: str(int(made[end]) + step), f"{end}_open": False}
    return Variable(**made)
