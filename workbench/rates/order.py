"""The best order of a bound as a statement, which a claim declares and a certificate shows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import InitVar, dataclass, field
from typing import Any

from workbench.rates.certificate import product, stated
from workbench.rates.check.conclusions import order
from workbench.rates.parse import name_of, posynomial
from workbench.rates.powers import Posynomial
from workbench.rates.problem import RateProblem, make_problem, several


@dataclass(frozen=True)
class Order:
    """The least value of a bound over its free parameters is of the claimed order.

    With `or_worse` it is of this order or a smaller one.  Constants are left aside, also those with
    which a setting meets the constraints; where symbols stand for logarithms, the orders are
    compared in generic directions of the powers.

    claimed: the order that is claimed
    terms: the terms of the bound; their largest counts
    constraints: expressions, each of which means <= 1
    free: the parameters over which the bound is minimised
    region: expressions in the data alone, each of which means <= 1: what the constraints ask of
            the data belongs to it
    integer: parameters that are at least 1
    logs: symbols that stand for logarithms, and grow more slowly than any power
    """

    claimed: Any
    terms: InitVar[Any]
    constraints: InitVar[Any] = ()
    free: InitVar[Iterable[Any]] = field(default=(), kw_only=True)
    region: InitVar[Any] = field(default=(), kw_only=True)
    integer: InitVar[Iterable[Any]] = field(default=(), kw_only=True)
    logs: Any = field(default=(), kw_only=True)
    or_worse: bool = field(default=False, kw_only=True)
    problem: RateProblem = field(init=False)
    _given: dict[str, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(
        self,
        terms: object,
        constraints: object,
        free: Iterable[Any],
        region: object,
        integer: Iterable[Any],
    ) -> None:
        given: dict[str, Any] = {"free": tuple(free), "region": region, "integer": tuple(integer)}
        object.__setattr__(self, "problem", make_problem(terms, constraints, **given))
        object.__setattr__(self, "_given", {**given, "terms": terms, "constraints": constraints})

    def but(self, **changes: Any) -> Order:  # noqa: ANN401
        """The same statement with some of its parts changed, as the mutants of a check do it.

        >>> Order("sqrt(d/n)", ["1/T", "T*d/n"], free=["T"]).but(claimed="d/n").claimed
        'd/n'
        """
        own = {"claimed": self.claimed, "logs": self.logs, "or_worse": self.or_worse}
        return Order(**{**own, **self._given, **changes})

    @property
    def digest(self) -> str:
        """SHA-256 of what a certificate of it shows, first 16 hexadecimal digits."""
        text = json.dumps(self.tree, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def tree(self) -> dict[str, Any]:
        """The statement as data: the conclusion of its certificate."""
        claimed = [{"powers": product(t)["powers"]} for t in self._claimed()]
        logs = [name_of(s) for s in several(self.logs)]
        verdicts = ["equal", "worse"] if self.or_worse else ["equal"]
        return order(stated(self.problem), [], claimed, logs, verdicts)

    def latex(self) -> str:
        """The statement as encoded."""
        from workbench.symbolic.latex import name  # brings sympy, which a rate does not need

        given = self.problem
        limits = [rf"{_sum(c)} \le 1" for c in given.constraints]
        data = [rf"{c.latex()} \le 1" for c in given.region]
        bound = _sum(given.terms)
        if given.free:
            bound = rf"\min_{{{', '.join(map(name, given.free))}}} \left\{{ {bound} \right\}}"
        sign = r"\lesssim" if self.or_worse else r"\asymp"
        text = f"{bound} {sign} {_sum(self._claimed())}"
        known = r",\quad ".join((*limits, *data))
        return rf"{text} \quad \text{{if }} {known}" if known else text

    def _claimed(self) -> Posynomial:
        return tuple(dict.fromkeys(t.bare for c in several(self.claimed) for t in posynomial(c)))


def _sum(terms: Posynomial) -> str:
    return " + ".join(t.latex() for t in terms)
