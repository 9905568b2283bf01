"""One method at one size, with what is claimed of it: what an examination looks at."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, TypeVar

import numpy as np

from workbench.algorithms import Method
from workbench.claims import Figure, Plot, Run
from workbench.errors import require
from workbench.harness.accounts import Readings
from workbench.harness.audits import DatasetPair
from workbench.privacy import Accountant, Curator, Dataset, PLDAccountant, TrustedCurator
from workbench.privacy.arrays import Array
from workbench.privacy.curators.separate import SeparateCurator

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A method on a problem, and the claims that a run of it is held against.

    method:   what is run under a curator and accounted
    problem:  what it runs on; `sample(rng, n)` draws n records where errors need fresh ones
    n:        the number of records
    options:  keyword arguments of both `run` and `cost`, such as the number of steps
    pair:     two neighbouring datasets of n records each
    epsilon, delta, rho: the privacy claimed; without epsilon and rho it is the accounted pure loss
    using:    bounds delta at the claimed epsilon
    beside:   accountants whose reading of epsilon is shown as well, by name
    gaussian: all noise is normal, so that a claimed rho is audited by its exact curve
    transcripts: how many an audit draws in each order of the pair
    data:     the records on which errors are measured; None for fresh ones in every trial
    sample:   draws n fresh records, where `problem.sample` does not
    at_once:  trials on fresh records run as one program, and not one after the other
    error:    what `run` answers for some trials -> the error of each, shape (trials,)
    terms:    the error bound as a sum of named terms
    trivial:  an error that nothing exceeds
    start:    a point whose error is shown beside the bound, shape (d,)
    trials:   how many runs the mean error is taken over
    resolution: how accurately an error is computed
    picture:  draws the errors against the bound
    more:     figures that the outcomes show besides
    runs, readings, errors: in place of what the fields above make of `method`
    """

    method: Method[Any, Any] | None = None
    problem: Any = None
    _: KW_ONLY
    n: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    pair: DatasetPair | None = None
    epsilon: float | None = None
    delta: float = 0.0
    rho: float | None = None
    using: Callable[..., Accountant] = PLDAccountant
    beside: Mapping[str, Callable[..., Accountant]] = field(default_factory=dict)
    gaussian: bool = False
    transcripts: int = 0
    data: Dataset | None = None
    sample: Callable[[np.random.Generator, int], Dataset] | None = None
    at_once: bool = True
    error: Callable[[Any], Array] | None = None
    terms: Mapping[str, float] = field(default_factory=dict)
    trivial: float = math.inf
    start: Array | None = None
    trials: int = 60
    resolution: float = 1e-8
    picture: Callable[[Run], Plot] | None = None
    more: Sequence[Figure] = ()
    runs: Callable[[Curator, int], Any] | None = None
    readings: Callable[[], Readings] | None = None
    errors: Callable[[np.random.Generator, int], Array] | None = None

    def run(self, curator: Curator, trials: int) -> Any:  # noqa: ANN401 - as the method answers
        """So many trials of the method under a curator."""
        if self.runs is not None:
            return self.runs(curator, trials)
        return self._method().run(self.problem, curator, trials=trials, **self.options)

    def reading(self) -> Readings:
        """What the accountant reads while the method runs."""
        if self.readings is not None:
            return self.readings()
        return self._method().cost(self.problem, n=self.n, **self.options)

    def neighbours(self) -> DatasetPair:
        """The pair of datasets; ParameterError without one."""
        return _given(self.pair, "pair", "Pass two neighbouring datasets.")

    def draw(self, rng: np.random.Generator, size: int) -> Array:
        """Errors of so many independent trials, on `data` or each on records of its own."""
        if self.errors is not None:
            return self.errors(rng, size)
        if self.data is not None:
            return self._error(self.run(TrustedCurator(self.data, rng), size))
        sample = self.sample or self.problem.sample
        if self.at_once:
            curator = SeparateCurator(sample(rng, size * self.n), rng, trials=size)
            return self._error(self.run(curator, size))
        alone = (TrustedCurator(sample(rng, self.n), rng) for _ in range(size))
        return np.concatenate([self._error(self.run(curator, 1)) for curator in alone])

    def bound(self, factors: Mapping[str, float]) -> float:
        """The sum of the terms, each times its factor (1 where none is given)."""
        require(bool(self.terms), "terms", self.terms, "is empty", "Pass the terms of the bound.")
        strange = sorted(factors.keys() - self.terms.keys())
        rule = f"is not among the terms {', '.join(self.terms)}"
        require(not strange, "factors", ", ".join(strange), rule, "Correct the name.")
        return math.fsum(factors.get(name, 1.0) * term for name, term in self.terms.items())

    def figures(self) -> tuple[Figure, ...]:
        """The terms of the bound where there are several, and the error of the start."""
        terms = [Figure(f"term of the bound: {name}", float(v)) for name, v in self.terms.items()]
        found = terms if len(terms) > 1 else []
        if self.start is not None:
            found.append(Figure("error of the start", float(self._error(self.start[None])[0])))
        return (*found, *self.more)

    def _method(self) -> Method[Any, Any]:
        return _given(self.method, "method", "Pass a method, or `runs` and `readings`.")

    def _error(self, answer: Any) -> Array:  # noqa: ANN401 - as the method answers
        return _given(self.error, "error", "Pass what measures the errors of a run.")(answer)


def _given(value: T | None, name: str, remedy: str) -> T:
    require(value is not None, name, value, "is not given", remedy)
    assert value is not None
    return value
