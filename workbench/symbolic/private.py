"""Statements about the privacy of a method, as data: what it releases, and its guarantee.

    S, b, eps = number("S", above=0), number("b", above=0), number("eps", above=0)
    n, T = integer("n", at_least=1), integer("T", at_least=0)
    x = Vec(["vec", "x"])
    statement = private(
        (S, b, eps, n, T),
        records=n, rounds=T, state={"x": x - released("g")}, where=[(T * S / (n * b), "<=", eps)],
        releases=[release("g", ["laplace", b], ["all", apart("1", S), x], moves=S / n)],
        guarantee=pure(eps),
    )

What the parts say, and by which rules they are checked: `workbench.rigor.check.private`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.symbolic.cards import StatementCard
from workbench.symbolic.theorem import Num, Vec, fact, num

Guarantee = Mapping[str, Any]


def _plain(value: Any) -> Any:  # noqa: ANN401 - terms, and lists of them
    """A part of a statement as JSON; a number stands for itself."""
    if isinstance(value, Vec | Num):
        return value.tree
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if value is None or isinstance(value, str) else num(value).tree


def pure(epsilon: Any) -> Guarantee:  # noqa: ANN401 - a number
    """(epsilon, 0)-differential privacy."""
    return {"notion": "pure", "epsilon": _plain(epsilon)}


def zcdp(rho: Any) -> Guarantee:  # noqa: ANN401
    """rho-zero-concentrated differential privacy."""
    return {"notion": "zcdp", "rho": _plain(rho)}


def renyi(order: Any, epsilon: Any) -> Guarantee:  # noqa: ANN401
    """(order, epsilon)-Renyi differential privacy."""
    return {"notion": "renyi", "order": _plain(order), "epsilon": _plain(epsilon)}


def approximate(epsilon: Any, delta: Any) -> Guarantee:  # noqa: ANN401
    """(epsilon, delta)-differential privacy."""
    return {"notion": "approximate", "epsilon": _plain(epsilon), "delta": _plain(delta)}


def released(name: str) -> Vec:
    """What a release of this name, or a state, is."""
    return Vec(["vec", name])


def beside(*points: Vec) -> Vec:
    """Several points as one."""
    return Vec(["beside", *(p.tree for p in points)])


def apart(norm: str, most: Any) -> list[Any]:  # noqa: ANN401
    """That two values of one record, at a point, are at most so far apart in a norm."""
    return ["apart", norm, num(most)]


def size(norm: str, most: Any) -> list[Any]:  # noqa: ANN401
    """That a value of one record, at a point, has at most this norm."""
    return ["size", norm, num(most)]


def in_steps(
    step: Num, first: int, last: Any, *, turn: Num, bound: Sequence[Any], at: Vec, weight: Any = 1  # noqa: ANN401
) -> list[Any]:  # fmt: skip
    """The sum over steps of the value of the record that has its turn, times a weight.

    step, first, last: the index of the steps, and its first and last value
    turn: an entry of a sequence, 1 where the record that is replaced has its turn, and else 0
    bound: of the value of one record, see `apart` and `size`
    at: the point of a round
    """
    of, place = turn.tree[1:]
    return ["steps", step.tree[1], first, last, weight, [of, Num(place)], bound, at]


def release(
    name: str, law: Sequence[Any], query: Sequence[Any] | None = None, *, moves: Any = None,  # noqa: ANN401
    times: Any = 1,  # noqa: ANN401
) -> dict[str, Any]:  # fmt: skip
    """A release of a round.

    name, law, query: see the checker
    moves: by how much the answer moves when a record is replaced, as the method says
    times: how many draws are made of it, at most
    """
    return {"name": name, "law": _plain(law), "query": _plain(query),
            "sensitivity": _plain(moves), "times": _plain(times)}  # fmt: skip


def gathered(
    name: str,
    *,
    batch: Any,  # noqa: ANN401 - a number
    bound: Sequence[Any],
    factor: Any,  # noqa: ANN401
    at: Vec,
) -> dict[str, Any]:
    """A sum over rounds of `factor` times means over batches of records of their own.

    name: of the sum
    batch: how many records a round has
    bound: of the value of one record, see `apart` and `size`
    factor: of the mean of a round
    at: the point of a round
    """
    return {"name": name, "batch": _plain(batch), "bound": _plain(bound),
            "factor": _plain(factor), "at": at.tree}  # fmt: skip


def private(
    symbols: Iterable[Num | Any],
    *,
    records: Any = None,  # noqa: ANN401
    rounds: Any = None,  # noqa: ANN401
    releases: Sequence[Mapping[str, Any]],
    guarantee: Guarantee,
    state: Mapping[str, Vec] | None = None,
    sums: Sequence[Mapping[str, Any]] = (),
    where: Iterable[Any] = (),
    varying: Iterable[Num] = (),
    index: Num | Sequence[tuple[Num, Any, Any]] | None = None,
    adjacency: str = "replace-one",
) -> PrivateStatement:
    """That so many rounds of a program have a guarantee.

    symbols, where: what is declared, and conditions on it; (index, first, relation) for all indices
    records, rounds: their numbers; where a record is added or removed there is none of records
    releases, sums: of each round, see `release` and `gathered`
    guarantee: see `pure`, `zcdp`, `renyi`, `approximate`
    state: for each point, what it is after a round; at first it is public
    varying: symbols that may differ from round to round, by what was released before
    index: the number of a round, where sequences say what is fixed in advance for it; or several
           (index, first, last): each release is made for each choice of them, in any order, and
           there is no number of rounds
    adjacency: "replace-one", or "replace-record", a certain one, or "add-or-remove-one"
    """
    points = state or {}
    statement = {
        "vars": [dict(s.symbol or {}) for s in symbols],
        "where": [fact(one) for one in where],
        "varying": [one.tree[1] for one in varying],
        "index": _index(index), "records": _plain(records), "rounds": _plain(rounds),
        "adjacency": adjacency, "space": "densities",
        "state": list(points), "releases": list(releases), "gathered": list(sums),
        "next": {name: v.tree for name, v in points.items()}, "guarantee": dict(guarantee),
    }  # fmt: skip
    return PrivateStatement(json.loads(json.dumps(statement)))


def _index(index: Num | Sequence[tuple[Num, Any, Any]] | None) -> Any:  # noqa: ANN401 - JSON
    if index is None or isinstance(index, Num):
        return None if index is None else index.tree[1]
    return [[one.tree[1], num(low).tree, num(high).tree] for one, low, high in index]


@dataclass(frozen=True, slots=True)
class PrivateStatement(StatementCard):
    """That a method has a guarantee of privacy."""

    private: Mapping[str, Any]

    @property
    def tree(self) -> dict[str, Any]:
        """What an accepted certificate shows."""
        return {"says": "private", "statement": dict(self.private)}

    def latex(self) -> str:
        """The guarantee, each release and each new state, and what the parameters are."""
        from workbench.symbolic.private_text import latex  # brings sympy

        return latex(self.private)
