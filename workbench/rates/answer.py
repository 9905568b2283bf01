"""The answer of `best_rate` where there is a rate; the other ones are in `refusals`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from workbench.display import card
from workbench.errors import OutOfReachError, ParameterError
from workbench.rates.certificate import floor, product, settings, stated, texts, wrapped
from workbench.rates.cone import Vector
from workbench.rates.constants import Constant
from workbench.rates.duality import Requirement, Vertex
from workbench.rates.powers import Posynomial, PowerProduct
from workbench.rates.problem import RateProblem
from workbench.rates.refusals import Degenerate, Infeasible, Unbounded
from workbench.rates.settings import ParameterSetting, Tree, leaves

if TYPE_CHECKING:
    from workbench.claims import Plot


@dataclass(frozen=True, slots=True)
class RateTerm:
    """One term of a rate: the largest one wherever `when` holds.

    `constant` is the limit of best value / product deep inside that regime.  It is None where
    several vertices give the same power product: then the constant solves a convex problem, and
    `numerical_constant` finds it with a solver.  It is None, too, where the data are tied.
    """

    product: PowerProduct
    vertices: tuple[int, ...]
    when: Posynomial
    tree: Tree
    constant: Constant | None


@dataclass(frozen=True, slots=True)
class Regime:
    """A region of the data (each condition of `when` is <= 1), its rate and a setting for it."""

    rate: PowerProduct
    when: Posynomial
    setting: ParameterSetting

    def __str__(self) -> str:
        where = " and ".join(f"{condition} <= 1" for condition in self.when)
        values = ", ".join(f"{name} = {value}" for name, value in self.setting.values)
        return f"{self.rate}{f' where {where}' if where else ''}{f', with {values}' * bool(values)}"


@dataclass(frozen=True, slots=True)
class Dominated:
    """A floor that never matters: product = prod terms^blend * prod conditions^multipliers.

    The blend sums to 1 over the terms of the rate; the conditions are those of `Rate.conditions`.
    """

    vertices: tuple[int, ...]
    product: PowerProduct
    blend: Vector
    multipliers: Vector


@dataclass(frozen=True, slots=True)
class Rounding:
    """Rounding the parameters so costs at most this factor, whatever the data."""

    factor: Constant
    directions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Rate:
    """The best order of a bound, exact in its exponents, with everything that proves it.

    `vanishing` lists the terms that weigh nothing in any vertex: enough of some parameter makes
    them as small as wanted, so the infimum of the bound need not be attained.  `tied` says that
    the conditions tie some data to each other up to constants, as n <= P with P <= n does.
    """

    problem: RateProblem
    sum: tuple[RateTerm, ...]
    vertices: tuple[Vertex, ...]
    requirements: tuple[Requirement, ...]
    dominated: tuple[Dominated, ...]
    vanishing: tuple[int, ...]
    tied: bool
    rounding: Rounding | None

    @property
    def terms(self) -> list[dict[str, Fraction]]:
        """The power products whose sum is the rate, each as symbol name to exponent."""
        return [t.product.exponents for t in self.sum]

    @property
    def conditions(self) -> Posynomial:
        """The stated region, then what the constraints require of the data; each is <= 1."""
        return (*self.problem.region, *(r.product for r in self.requirements))

    @property
    def regimes(self) -> tuple[Regime, ...]:
        """Where which term is the largest, and a setting of the parameters for it."""
        return tuple(
            Regime(t.product, (*t.when, *path), setting)
            for t in self.sum
            for path, setting in leaves(t.tree)
        )

    @property
    def exact(self) -> bool:
        """Whether constant * product is the best value itself, for all data that allow one.

        So it is with a single vertex (degree of difficulty zero), unless a sum of several terms
        in a constraint mixes with what the constraints require.
        """
        single = all(len(c) == 1 for c in self.problem.constraints)
        return len(self.vertices) == 1 and (single or not self.requirements)

    def value(self, data: Mapping[str, float]) -> float:
        """The sum of the terms, without constants."""
        self._known(data)
        return math.fsum(t.product.value(data) for t in self.sum)

    def bracket(self, data: Mapping[str, float]) -> tuple[float, float]:
        """Two numbers between which the best value of the bound lies at these data.

        The upper one is infinite where the constraints are not surely satisfiable.
        """
        self._known(data)
        low = max(v.floor.value(data) for v in self.vertices)
        high = max(v.floor.bare.value(data) * float(v.ceiling) for v in self.vertices)
        for r in self.requirements:
            if r.product.log(data) + r.slack.log() > 0:
                high = math.inf
        return low, high

    def numerical_constant(self, term: int) -> float:
        """The limit of best value / term deep inside its regime; found by a solver (cvxpy).

        Where the constant is determined exactly, that one is returned.
        """
        if not 0 <= term < len(self.sum):
            raise ParameterError(
                f"term = {term} is not the number of a term of {self}.\n"
                f"  Choose from 0 to {len(self.sum) - 1}."
            )
        if self.tied:
            raise OutOfReachError(
                "numerical_constant needs a regime with room inside, but the conditions tie some"
                " data to each other.\n"
                "  Replace one of the tied symbols by the other, or ask bracket(data)."
            )
        exact = self.sum[term].constant
        if exact is not None:
            return float(exact)
        from workbench.rates.numeric import constant_of

        return constant_of(self.problem, [self.vertices[i] for i in self.sum[term].vertices])

    def certificate(self) -> dict[str, Any]:
        """JSON data that `workbench.rates.check.accepts` decides on, with nothing else to trust."""
        return wrapped(
            "rate",
            stated(self.problem),
            requirements=[
                {
                    "weights": ["0"] * len(self.problem.terms),
                    "multipliers": texts(r.multipliers),
                    **product(r.product),
                }
                for r in self.requirements
            ],
            sum=[
                {
                    "powers": product(t.product)["powers"],
                    "floors": [floor(self.vertices[i]) for i in t.vertices],
                    "tree": settings(t.tree),
                }
                for t in self.sum
            ],
            dominated=[
                {
                    "powers": product(d.product)["powers"],
                    "floors": [floor(self.vertices[i]) for i in d.vertices],
                    "blend": texts(d.blend),
                    "multipliers": texts(d.multipliers),
                }
                for d in self.dominated
            ],
        )

    def regime_plot(
        self,
        x: str,
        y: str,
        *,
        spans: Mapping[str, tuple[float, float]],
        at: Mapping[str, float] | None = None,
    ) -> Plot:
        """Which term is the largest where, in two symbols on logarithmic axes."""
        from workbench.rates.picture import regime_plot

        return regime_plot(
            [(t.product, t.when) for t in self.sum],
            self.conditions,
            x,
            y,
            data=self.problem.data,
            spans=spans,
            at=at or {},
        )

    def latex(self) -> str:
        """The rate as LaTeX, without constants."""
        return " + ".join(t.product.latex() for t in self.sum)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"

    def _repr_html_(self) -> str:
        rows = [
            ("needs", [f"{c} <= 1" for c in self.conditions]),
            ("regimes", [str(regime) for regime in self.regimes]),
        ]
        return card("The best rate, without constants", rows, formula=self.latex())

    def __repr__(self) -> str:
        return f"<Rate: {self}>"

    def __str__(self) -> str:
        return " + ".join(str(t.product) for t in self.sum)

    def _known(self, data: Mapping[str, float]) -> None:
        for symbol in self.problem.data:
            if symbol not in data or not data[symbol] > 0:
                raise ParameterError(
                    f"data[{symbol!r}] = {data.get(symbol)} is no positive number.\n"
                    f"  Give one for each of {', '.join(self.problem.data)}."
                )


RateAnswer = Rate | Unbounded | Infeasible | Degenerate
