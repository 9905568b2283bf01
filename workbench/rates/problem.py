"""A bound before its parameters are chosen: terms, constraints, and what is known of the data.

    minimise   sum of terms   over the free parameters
    subject to each constraint <= 1,   where each condition of the region is <= 1

Everything is a sum of power products with positive coefficients.  Symbols that are not free are
data: n, eps, d, ell = log d, L0 and whatever else the bound names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from workbench.errors import ParameterError
from workbench.rates.cone import Exponents, fmpq_of
from workbench.rates.parse import name_of, posynomial
from workbench.rates.powers import Posynomial, PowerProduct


@dataclass(frozen=True, slots=True)
class RateProblem:
    """A geometric program with symbolic data."""

    terms: Posynomial
    constraints: tuple[Posynomial, ...]
    free: tuple[str, ...]
    region: Posynomial
    integer: tuple[str, ...]
    data: tuple[str, ...]  # the symbols that are not free, sorted

    @property
    def rows(self) -> Posynomial:
        """The terms, then every power product of every constraint."""
        return (*self.terms, *(p for c in self.constraints for p in c))

    @property
    def groups(self) -> tuple[int, ...]:
        """For each row that is not a term, the constraint that it belongs to."""
        return tuple(j for j, c in enumerate(self.constraints) for _ in c)

    def free_part(self, product: PowerProduct) -> Exponents:
        """The exponents of the free parameters."""
        return vector(product, self.free)

    def data_part(self, product: PowerProduct) -> Exponents:
        """The exponents of the data."""
        return vector(product, self.data)


def vector(product: PowerProduct, symbols: Sequence[str]) -> Exponents:
    """The exponents of the symbols, in their order."""
    exponents = product.exponents
    return tuple(fmpq_of(exponents[s]) if s in exponents else _ZERO for s in symbols)


_ZERO = fmpq(0)


def make_problem(
    terms: Any,  # noqa: ANN401 - what `posynomial` takes, or an iterable of it
    constraints: Any,  # noqa: ANN401
    *,
    free: Iterable[Any],
    region: Any = (),  # noqa: ANN401
    integer: Iterable[Any] = (),
) -> RateProblem:
    """The problem that the arguments of `best_rate` describe; malformed ones are refused."""
    names = tuple(name_of(s) for s in several(free))
    whole = tuple(name_of(s) for s in several(integer))
    bound = tuple(t for item in several(terms) for t in posynomial(item))
    limits = tuple(posynomial(item) for item in several(constraints))
    natural = tuple(posynomial({s: -1}) for s in whole)
    limits = (*(c for c in limits if c not in natural), *natural)
    known = tuple(t for item in several(region) for t in posynomial(item))
    met = {s for p in (*bound, *known, *(p for c in limits for p in c)) for s in p.symbols}
    data = tuple(sorted(met - set(names)))
    made = RateProblem(bound, limits, names, known, whole, data)
    if not made.terms:
        raise ParameterError(
            "terms = [] holds no term: an empty bound has no rate.\n  Pass at least one."
        )
    for argument, given in (("free", names), ("integer", whole)):
        if len(set(given)) < len(given):
            raise ParameterError(
                f"{argument} = {list(given)} names a parameter twice.\n  Name each once."
            )
    used = {s for row in made.rows for s in row.symbols}
    for name in names:
        if name not in used:
            raise ParameterError(
                f"free parameter {name!r} is in no term and no constraint.\n"
                f"  Known symbols are {', '.join(sorted(used)) or 'none'}: mend the spelling,"
                " or leave it out."
            )
    for name in whole:
        if name not in names:
            raise ParameterError(
                f"integer = {list(whole)} names {name!r}, which is not free.\n"
                f"  Choose among {', '.join(names) or 'no parameter at all'}."
            )
    for condition in made.region:
        if not condition.symbols:
            raise ParameterError(
                f"region = {condition} <= 1 holds no symbol: it says nothing about the data.\n"
                "  Leave it out."
            )
        if stray := sorted(condition.symbols & set(names)):
            raise ParameterError(
                f"region = {condition} <= 1 holds the free parameter {stray[0]!r}.\n"
                "  The region is about the data; what restricts a parameter is a constraint."
            )
    return made


def several(value: Any) -> list[Any]:  # noqa: ANN401
    """The items of an iterable; a single expression counts as one item."""
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
        return list(value)
    return [value]
