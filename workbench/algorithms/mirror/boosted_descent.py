"""Boosting private mirror descent on two simplices to high probability, by private selection.

    S1, S2, S3 = thirds of the records
    (x_i, y_i)   = debiased mirror descent on part i of S1                   i = 1..R
    y'_ij, x'_ij = private Frank-Wolfe against x_i, against y_i, each on a part of S2, j = 1..m
    s_i          = -(max_j F_S3(x_i, y'_ij) - min_j F_S3(x'_ij, y_i))
    answer (x_i, y_i) with chance ~ exp(eps n3 s_i / (16 L0))

R = ceil(log2(4 / beta)), m = ceil(log2(8 R / beta)): except with probability beta / 2 there is a
good candidate, and a good run among the responses of every candidate.  All parts are disjoint, so
the whole costs what its dearest part costs.  A score is an average of differences
f(x_i, y') - f(x', y_i) of points at distance at most 4, one per record: it moves by 8 L0 / n3, and
losses need not be bounded.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from workbench.algorithms.frank_wolfe.simplex import PrivateFrankWolfe
from workbench.algorithms.method import Method
from workbench.algorithms.mirror.debiased_descent import DebiasedMirrorDescent
from workbench.algorithms.mirror.vertex_sampling import SHAVE
from workbench.errors import ParameterError, require
from workbench.privacy import Curator, Query, Secret, Statistic
from workbench.privacy.arrays import ULP, Array, Ints, beside, namespace, picked
from workbench.privacy.curators.calls import Call, checked_rows
from workbench.privacy.curators.passing import PassingCurator
from workbench.problems.fixed_opponent import FixedOpponent
from workbench.problems.simplex_saddle import SimplexSaddleProblem


class Boosted(NamedTuple):
    """Chosen pair (trials, dx), (trials, dy) and its number; all candidates and responses.

    Candidates have shape (trials, R, dx) and (trials, R, dy), responses (trials, R, m, ..).

    x, y: the chosen pair; which: the number of its candidate, shape (trials,)
    xs, ys: the candidates
    responses_x, responses_y: the responses to each candidate
    """

    x: Array
    y: Array
    which: Ints
    xs: Array
    ys: Array
    responses_x: Array
    responses_y: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class BoostedMirrorDescent(Method[SimplexSaddleProblem, Boosted]):
    """R runs of `descent`, m Frank-Wolfe runs per candidate and player, and a choice at epsilon.

    walk_x, walk_y: the Frank-Wolfe method with which each player responds
    """

    descent: DebiasedMirrorDescent
    walk_x: PrivateFrankWolfe
    walk_y: PrivateFrankWolfe
    R: int
    m: int
    epsilon: float

    def __post_init__(self) -> None:
        """Check the parameters."""
        require(self.R >= 1, "R", self.R, "is below 1", "Make at least one candidate.")
        require(self.m >= 1, "m", self.m, "is below 1", "Make at least one response each.")
        ok = 0 < self.epsilon < np.inf
        require(ok, "epsilon", self.epsilon, "is not positive and finite", "Choose epsilon > 0.")

    @classmethod
    def calibrated(
        cls,
        problem: SimplexSaddleProblem,
        *,
        n: int,
        beta: float,
        U: int,
        M: int,
        phases: int,
        epsilon: float,
        delta: float,
        accounting: str = "strong",
    ) -> "BoostedMirrorDescent":
        """Every part at the largest step, or the smallest noise, that (epsilon, delta) pays for."""
        R, m = repetitions(beta)
        parts = _parts(n, R, m)
        descent = DebiasedMirrorDescent.calibrated(
            problem, n=parts[0], U=U, M=M, epsilon=epsilon, delta=delta, accounting=accounting
        )
        walks = (
            PrivateFrankWolfe.calibrated(
                FixedOpponent(problem, np.zeros((1, width)), player=player),
                n=parts[1], phases=phases, epsilon=epsilon, delta=delta,
            )
            for player, width in (("x", problem.dy), ("y", problem.dx))
        )  # fmt: skip
        walk_x, walk_y = walks
        return cls(descent=descent, walk_x=walk_x, walk_y=walk_y, R=R, m=m, epsilon=epsilon)

    def selection_error(
        self, problem: SimplexSaddleProblem, *, n: int, beta: float
    ) -> tuple[float, float]:
        """Error u of all averages of S3, and what the choice loses; each fails at most beta / 4."""
        third = n // 3
        spread = 8 * math.log(8 * self.R * self.m**2 / beta)
        u = 4 * problem.L0 * math.sqrt(spread / 4 / third)
        return u, 16 * problem.L0 / (third * self.epsilon) * math.log(4 * self.R / beta)

    def run(self, problem: SimplexSaddleProblem, curator: Curator, *, trials: int = 1) -> Boosted:
        """All four steps; trials are independent."""
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        own, walk, third = _parts(curator.n, self.R, self.m)
        first, xs, ys = 0, [], []
        for _ in range(self.R):
            out = self.descent.run(problem, Part(curator, first, own), trials=trials)
            xs.append(out.x)
            ys.append(out.y)
            first += own
        first = third
        answers: list[list[Array]] = []
        for x, y in zip(xs, ys, strict=True):
            found = []
            for player, opponent, method in (("y", x, self.walk_y), ("x", y, self.walk_x)):
                side = FixedOpponent(problem, opponent, player=player)
                for _ in range(self.m):
                    found.append(_response(method, side, Part(curator, first, walk), trials))
                    first += walk
            answers.append(found)
        rows = slice(2 * third, 3 * third)
        sets = zip(xs, ys, answers, strict=True)
        scores = [self._score(problem, curator, x, y, found, rows) for x, y, found in sets]
        together = scores[0]
        for score in scores[1:]:
            together = together.beside(score)
        moved = 4 * problem.spread / third
        factor = SHAVE * self.epsilon / (2 * moved)
        which = curator.exponential(together, factor=factor, sensitivity=moved)
        stack = namespace(xs[0]).stack
        all_x, all_y = stack(xs, axis=1), stack(ys, axis=1)
        return Boosted(
            picked(all_x, which), picked(all_y, which), which, all_x, all_y,
            stack([stack(found[self.m :], axis=1) for found in answers], axis=1),
            stack([stack(found[: self.m], axis=1) for found in answers], axis=1),
        )  # fmt: skip

    def _score(
        self,
        problem: SimplexSaddleProblem,
        curator: Curator,
        x: Array,
        y: Array,
        found: list[Array],
        rows: slice,
    ) -> Secret:
        """Minus the estimated gap of one candidate, shape (trials, 1)."""
        up = [part for response in found[: self.m] for part in (x, response)]
        down = [part for response in found[self.m :] for part in (response, y)]
        query = problem.losses(beside(*up, *down))
        atoms = np.arange(problem.atoms, dtype=np.float64)[None, :, None]
        every = query.in_numpy.evaluate_values(atoms)
        rounding = 16 * ULP * float(np.abs(every).max())  # of two maxima, and of their difference
        losses = curator.secret(query, rows=rows)

        def gap(values: Array) -> Array:
            xp = namespace(values)
            highest = xp.max(values[:, : self.m], axis=1, keepdims=True)
            return xp.min(values[:, self.m :], axis=1, keepdims=True) - highest

        return losses.map(gap, dimension=1, rounding=rounding)


class Part(PassingCurator):
    """The records first .. first + n - 1 of another curator, as if there were no others."""

    def __init__(self, curator: Curator, first: int, n: int) -> None:
        ok = 0 <= first and n >= 1 and first + n <= curator.n
        require(ok, "first", first, f"+ {n} leaves the {curator.n} records", "Take fewer.")
        super().__init__(curator)
        self.n, self._start = n, first

    def secret(self, query: Query | Statistic, *, rows: ArrayLike | slice | None = None) -> Secret:
        """The secret of the part; an index of -1 stays one."""
        index = checked_rows(rows, self.n, query.shape[0])
        if index is None:
            return self._curator.secret(query, rows=slice(self._start, self._start + self.n))
        return self._curator.secret(query, rows=np.where(index < 0, -1, index + self._start))

    def answer(self, call: Call) -> Array:
        """A release from a secret or from public numbers."""
        if isinstance(call.source, Query):
            raise ParameterError(
                "source is a query: a part of the records has no hidden batches.\n"
                "  Ask for a secret of rows, and release that."
            )
        return super().answer(call)


def repetitions(beta: float) -> tuple[int, int]:
    """Candidates R and responses m for a failure probability of at most beta.

    >>> repetitions(0.25)
    (4, 7)
    """
    require(0 < beta < 1, "beta", beta, "is outside (0, 1)", "Try 0.1.")
    R = math.ceil(math.log2(4 / beta))
    return R, math.ceil(math.log2(8 * R / beta))


def _parts(n: int, R: int, m: int) -> tuple[int, int, int]:
    """Records of a descent, of a Frank-Wolfe run, and of a third."""
    ok = n >= 6 * R * m
    require(ok, "n", n, f"is below 6 R m = {6 * R * m}", "Collect more records.")
    return n // (3 * R), n // (6 * R * m), n // 3


def _response(
    method: PrivateFrankWolfe, side: FixedOpponent, curator: Curator, trials: int
) -> Array:
    """A point of Frank-Wolfe; the only one there is where the player has no choice."""
    if side.dx == 1:
        return curator.copies([1.0], trials)
    return method.run(side, curator, trials=trials)
