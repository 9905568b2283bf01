"""Parameter settings that attain a rate, each proved on the whole of its regime.

Where one floor is the largest, every row with a weight in it has to be tight: its terms equal the
rate, its constraints equal 1.  In logarithms these are linear equations for the exponents of the
parameters.  Where they leave a parameter open, further rows are made tight, terms first (no more
of a parameter than is needed).  A setting is kept when each row stays below its bound on the whole
regime, with multipliers that say why.  A regime on which no single setting will do is split in two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, islice

from flint import fmpq

from workbench.errors import OutOfReachError
from workbench.rates.cone import (
    Direction,
    Exponents,
    Vector,
    farkas,
    fmpq_of,
    fraction_of,
    interior,
    solve,
)
from workbench.rates.constants import ONE, Constant
from workbench.rates.duality import Vertex
from workbench.rates.powers import PowerProduct
from workbench.rates.problem import RateProblem
from workbench.rates.settings import ParameterSetting, Split, Tree

_MOST_SPLITS = 12  # deep; none of the bounds seen so far needed more than 3
_MOST_CANDIDATES = 5000  # for one regime: seconds, where the bounds of papers take milliseconds


def attain(
    problem: RateProblem,
    rate: PowerProduct,
    vertices: Sequence[Vertex],
    conditions: Sequence[PowerProduct],
) -> Tree:
    """Settings at which every term is of the order of `rate`, wherever the conditions are <= 1.

    `vertices` are those whose floor is `rate`, up to its constant.
    """
    return _Search(problem, rate, vertices).tree([problem.data_part(c) for c in conditions], 0)


@dataclass
class _Regime:
    """The conditions of one regime, with what was learnt about them."""

    conditions: list[Exponents]
    known: dict[Exponents, Vector] = field(default_factory=dict)
    directions: list[Exponents] = field(default_factory=list)

    def proof(self, row: Exponents) -> Vector | None:
        """Multipliers that show row <= 0 on the regime, or None where it is not."""
        if not any(row):
            return (Fraction(0),) * len(self.conditions)
        if any(_dot(row, y) > 0 for y in self.directions):  # quicker than looking it up
            return None
        if row not in self.known:
            answer = farkas(row, [], self.conditions)
            if isinstance(answer, Direction):
                self.directions.append(tuple(fmpq_of(x) for x in answer.at))
                return None
            self.known[row] = answer.conditions
        return self.known[row]

    def proofs(self, rows: Sequence[Exponents]) -> list[Vector] | None:
        """One proof for each row, or None where some row has none."""
        found = []
        for row in rows:
            proof = self.proof(row)
            if proof is None:
                return None
            found.append(proof)
        return found

    def split(self, tried: Sequence[Sequence[Exponents]]) -> Exponents | None:
        """What to split the regime on: a failing row of the candidate that fails least.

        A candidate with a row that fails all over the regime is of no use on either side.
        """
        failing = [[row for row in excess if self.proof(row) is None] for excess in tried]
        for rows in sorted(failing, key=len):
            if all(self.proof(_negative(row)) is None for row in rows):
                return min(rows, key=str)
        return None


class _Search:
    """Settings for one rate."""

    def __init__(
        self, problem: RateProblem, rate: PowerProduct, vertices: Sequence[Vertex]
    ) -> None:
        self.problem = problem
        self.only = vertices[0] if len(vertices) == 1 else None
        self.tight = sorted({i for v in vertices for i in v.support})
        goal = problem.data_part(rate)
        zero = (fmpq(0),) * len(goal)
        count = len(problem.terms)
        self.left = [problem.free_part(row) for row in problem.rows]
        self.right = [
            tuple(g - b for g, b in zip(goal if i < count else zero, part, strict=True))
            for i, part in enumerate(problem.data_part(row) for row in problem.rows)
        ]
        self.rows = len(self.left)
        for k in range(len(problem.free)):  # last resort: a parameter that nothing else fixes
            self.left.append(tuple(fmpq(int(j == k)) for j in range(len(problem.free))))
            self.right.append(zero)

    def candidates(self) -> Iterator[tuple[tuple[int, ...], list[Exponents]]]:
        """Rows to make tight, with the inverse of their equations."""
        width = len(self.problem.free)
        start, inverse = solve([self.left[i] for i in self.tight], width)
        base = [self.tight[i] for i in start]
        if len(base) == width:
            yield tuple(base), inverse
            return
        others = [i for i in range(len(self.left)) if i not in self.tight]
        for extra in combinations(others, width - len(base)):
            rows = (*base, *extra)
            _, inverse = solve([self.left[i] for i in rows], width)
            if inverse:
                yield rows, inverse

    def tree(self, conditions: list[Exponents], depth: int) -> Tree:
        """One setting for the whole regime, or the regime split in two."""
        regime = _Regime(conditions)
        width = len(self.problem.data)
        inside = interior(conditions, width) or (fmpq(0),) * width
        limits = [_dot(part, inside) for part in self.right]
        tried = []
        for rows, inverse in islice(self.candidates(), _MOST_CANDIDATES):
            if not self._holds(rows, inverse, limits):
                continue
            exponents = [
                _combination(line, [self.right[i] for i in rows], width) for line in inverse
            ]
            excess = [self._excess(i, exponents) for i in range(self.rows)]
            proofs = regime.proofs(excess)
            if proofs is not None:
                return self._setting(rows, inverse, exponents, proofs)
            tried.append(excess)
        on = regime.split(tried) if depth < _MOST_SPLITS else None
        if on is None:
            raise OutOfReachError(
                f"best_rate found no setting after {depth} splits of a regime.\n"
                "  State more about the data in region=, or pass fewer terms."
            )
        return Split(
            self._product(on),
            self.tree([*conditions, on], depth + 1),
            self.tree([*conditions, _negative(on)], depth + 1),
        )

    def _holds(
        self, rows: tuple[int, ...], inverse: list[Exponents], limits: Sequence[fmpq]
    ) -> bool:
        """Whether the setting that makes `rows` tight keeps all limits at one place of the regime.

        This rules out nearly all candidates before anything is proved about them.
        """
        point = [_dot(line, [limits[i] for i in rows]) for line in inverse]
        return all(_dot(self.left[i], point) <= limits[i] for i in range(self.rows))

    def _excess(self, i: int, exponents: list[Exponents]) -> Exponents:
        """The exponents of row i divided by its bound, at the setting."""
        reached = _combination(self.left[i], exponents, len(self.problem.data))
        return tuple(x - b for x, b in zip(reached, self.right[i], strict=True))

    def _product(self, exponents: Exponents, coefficient: Constant = ONE) -> PowerProduct:
        powers = {s: fraction_of(x) for s, x in zip(self.problem.data, exponents, strict=True)}
        return PowerProduct.of(powers, coefficient=coefficient)

    def _setting(
        self,
        rows: tuple[int, ...],
        inverse: list[Exponents],
        exponents: list[Exponents],
        proofs: list[Vector],
    ) -> ParameterSetting:
        exact = self.only is not None and set(rows) <= set(self.tight)
        coefficients = [ONE] * len(inverse)
        if exact:
            sides = [self._optimal_share(i) for i in rows]
            coefficients = [
                Constant.product(zip(sides, map(fraction_of, line), strict=True))
                for line in inverse
            ]
        values = [self._product(x, c) for x, c in zip(exponents, coefficients, strict=True)]
        return ParameterSetting(
            tuple(zip(self.problem.free, values, strict=True)), exact, tuple(proofs)
        )

    def _optimal_share(self, i: int) -> Constant:
        """What the row's parameters have to equal, coefficients and weights taken into account."""
        assert self.only is not None
        count = len(self.problem.terms)
        own = self.problem.rows[i].coefficient
        if i < count:
            return self.only.floor.coefficient * Constant.of(self.only.weights[i]) / own
        groups, m = self.problem.groups, self.only.multipliers
        total = sum(m[k] for k in range(len(m)) if groups[k] == groups[i - count])
        return Constant.of(Fraction(m[i - count]) / total) / own


def _dot(left: Sequence[fmpq], right: Sequence[fmpq]) -> fmpq:
    return sum((a * b for a, b in zip(left, right, strict=True) if a != 0 and b != 0), fmpq(0))


def _negative(vector: Exponents) -> Exponents:
    return tuple(-x for x in vector)


def _combination(weights: Exponents, vectors: Sequence[Exponents], width: int) -> Exponents:
    used = [(w, v) for w, v in zip(weights, vectors, strict=True) if w != 0]
    return tuple(sum((w * v[s] for w, v in used), fmpq(0)) for s in range(width))
