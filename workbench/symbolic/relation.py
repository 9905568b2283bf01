"""A statement as (left, op, right) over variables with domains, under side conditions.

It is never a sympy relational.  Its JSON form is what certificates are about:

    {"vars": [{"name", "sort", "low", "low_open", "high", "high_open"}],
     "where": [[left, op, right], ...], "left": tree, "op": op, "right": tree,
     "requires": [{"kind", "tree", "bound"}, ...]}

`requires` lists the domain obligations of both sides and of the conditions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, cast, get_args

from workbench.errors import ClaimError
from workbench.symbolic.cards import StatementCard, digest_of
from workbench.symbolic.expr import (
    DomainObligation,
    Expr,
    obligations,
    substitute,
    whole,
)
from workbench.symbolic.variables import SIGNS, Condition, Op, Variable


@dataclass(frozen=True, slots=True)
class Relation(StatementCard):
    """`left op right` for all values of the variables that meet the conditions in `where`."""

    left: Expr
    op: Op
    right: Expr
    where: tuple[Condition, ...] = ()
    variables: tuple[Variable, ...] = ()
    extra: tuple[DomainObligation, ...] = ()
    _read: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def latex(self) -> str:
        """The statement as encoded."""
        return f"{self.left.latex()} {SIGNS[self.op]} {self.right.latex()}"

    def conditions_latex(self) -> tuple[str, ...]:
        """The side conditions as encoded."""
        return tuple(c.latex() for c in self.where)

    @property
    def requires(self) -> tuple[DomainObligation, ...]:
        """The domain obligations of the whole statement, each once."""
        if "requires" not in self._read:
            sides = [self.left, self.right]
            for condition in self.where:
                sides += [condition.left, condition.right]
            found = dict.fromkeys(o for side in sides for o in obligations(side))
            self._read["requires"] = tuple(dict.fromkeys((*found, *self.extra)))
        return cast("tuple[DomainObligation, ...]", self._read["requires"])

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON form of the tree, first 16 hexadecimal digits."""
        if "digest" not in self._read:  # a search asks for it at every step
            self._read["digest"] = digest_of(self.tree)
        return str(self._read["digest"])

    @property
    def tree(self) -> dict[str, Any]:
        """The JSON form: what a certificate is about; nobody changes its lists."""
        if "tree" not in self._read:
            listed = {"requires": [o.tree for o in self.requires]}
            self._read["tree"] = {**self.bare, **listed}
        return dict(self._read["tree"])

    @property
    def bare(self) -> dict[str, Any]:
        """The JSON form of a part of a proof, which lists no obligations: no proof uses them."""
        if "bare" not in self._read:
            self._read["bare"] = {
                "vars": [v.tree for v in self.variables],
                "where": [c.tree for c in self.where],
                "left": self.left.tree,
                "op": self.op,
                "right": self.right.tree,
                "requires": [],
            }
        return dict(self._read["bare"])

    def at(self, **values: Expr) -> Relation:
        """The statement with variables replaced by expressions in the remaining variables.

        The interval of a replaced variable becomes a condition on the expression; for an integer
        variable, the expression has to be visibly an integer.  Sequences cannot be replaced.
        """
        integers = {v.name for v in self.variables if v.sort == "int" and v.name not in values}
        for v in self.variables:
            if v.name in values and v.sort == "seq":
                raise ClaimError(
                    f"{v.name} is a sequence: an expression cannot take its place."
                    " State the relation anew with workbench.symbolic.relation."
                )
            if v.name in values and v.sort == "int" and not whole(values[v.name], integers):
                raise ClaimError(
                    f"{v.name} = {values[v.name].latex()} is not visibly an integer, and"
                    f" {v.name} is one: the statement says nothing there. Build the expression from"
                    " integer symbols, or state the relation anew."
                )
        kept = tuple(v for v in self.variables if v.name not in values)
        strange = frozenset().union(*(e.free() for e in values.values())) - {v.name for v in kept}
        if strange:
            raise ClaimError(
                f"{', '.join(sorted(strange))} is not among the remaining variables"
                f" ({', '.join(v.name for v in kept)}), so its domain is unknown."
                " State the relation anew with workbench.symbolic.relation."
            )

        def put(c: Condition) -> Condition:
            return Condition(substitute(c.left, values), c.op, substitute(c.right, values))

        domains = [c for v in self.variables if v.name in values for c in v.conditions()]
        return Relation(
            substitute(self.left, values),
            self.op,
            substitute(self.right, values),
            tuple(put(c) for c in (*self.where, *domains)),
            kept,
            tuple(
                DomainObligation(
                    o.kind,
                    substitute(o.expr, values),
                    tuple((i, substitute(a, values), substitute(b, values)) for i, a, b in o.bound),
                )
                for o in self.extra
            ),
        )


def relation(
    left: Any,  # noqa: ANN401 - sympy, int, Fraction or Expr
    op: Op,
    right: Any,  # noqa: ANN401
    *,
    where: Iterable[tuple[Any, str, Any]] = (),
    nonzero: Iterable[Any] = (),
    variables: Iterable[Variable] = (),
) -> Relation:
    r"""Freeze `left op right` under the conditions `where`, each a triple (left, op, right).

    `nonzero` names expressions that must not vanish although sympy cancelled them; `variables`
    declares what frozen trees mention, since those carry no domains.

    >>> import sympy as sp
    >>> x = sp.Symbol("x", positive=True)
    >>> print(relation(sp.log(1 + x), "<=", x).latex())
    \ln\left(1 + x\right) \le x
    """
    from workbench.symbolic.freezer import Freezer  # brings sympy

    if op not in get_args(Op):
        raise ClaimError(
            f"op = {op!r} is not one of {', '.join(get_args(Op))}. Choose one of these."
        )
    freezer = Freezer()
    a, b = freezer(left), freezer(right)
    conditions = []
    for one in where:
        triple: Any = one  # whatever an author wrote
        if not isinstance(triple, tuple) or len(triple) != 3 or triple[1] not in get_args(Op):
            raise ClaimError(
                f"where holds {one!r}: a condition is a triple (left, op, right), never a sympy"
                " relation, which evaluates itself away. Write (x, '<=', y)."
            )
        conditions.append(Condition(freezer(one[0]), cast(Op, one[1]), freezer(one[2])))
    extra = tuple(DomainObligation("nonzero", freezer(e)) for e in nonzero)
    met = {v.name: v for v in variables}
    for name, made in freezer.variables.items():
        if met.setdefault(name, made) != made:
            raise ClaimError(
                f"variable {name} is declared as {met[name].domain()}, and its symbol as"
                f" {made.domain()}. Declare it once, on the symbol."
            )
    for expr in (a, b, *(side for c in conditions for side in (c.left, c.right))):
        strange = (expr.free() | expr.sequences()) - set(met)
        if strange:
            raise ClaimError(
                f"{', '.join(sorted(strange))} in a frozen tree has no declared domain."
                " Pass sympy expressions, or variables=other.variables."
            )
    return Relation(a, op, b, tuple(conditions), tuple(met[n] for n in sorted(met)), extra)
