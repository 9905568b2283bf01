"""One player of a saddle problem against points of the other that are public: convex optimisation.

    player x:  min over v of F(v, y)           player y:  min over w of -F(x, w)

The opponent's points, one per trial, were released before.  Constants are those of the player's own
block: curvature in the other block or between the two does not matter here.
"""

from workbench.errors import require
from workbench.privacy.arrays import Array, beside, like
from workbench.problems.atom_queries import BlockQuery
from workbench.problems.simplex_saddle import SimplexSaddleProblem


class FixedOpponent(SimplexSaddleProblem):
    """The problem of `player`, "x" or "y", against `opponent` of shape (trials, d of the other)."""

    def __init__(self, problem: SimplexSaddleProblem, opponent: Array, *, player: str) -> None:
        ok = player in {"x", "y"}
        require(ok, "player", player, 'is not "x" or "y"', "Name the player who responds.")
        width = problem.dy if player == "x" else problem.dx
        ok = opponent.ndim == 2 and opponent.shape[1] == width
        require(ok, "opponent", opponent.shape, f"is not (trials, {width})", "Pass one per trial.")
        self.name = f"{problem.name}, player {player}"
        self.dx, self.dy = (problem.dx if player == "x" else problem.dy), 1
        self.atoms = problem.atoms
        self._problem, self._opponent, self._first = problem, opponent, player == "x"

    def gradient_x(self, points: Array) -> BlockQuery:
        """Query of the player's mean gradient at (v, 1), shape (trials, dx + 1)."""
        v = points[:, : self.dx]
        if self._first:
            return self._problem.gradient_x(beside(v, like(self._opponent, v)))
        query = self._problem.gradient_y(beside(like(self._opponent, v), v))
        return query.scaled(-1.0)  # type: ignore[return-value]

    def mean_x(self, weights: Array, x: Array, y: Array) -> Array:
        """The player's gradient."""
        if self._first:
            return self._problem.mean_x(weights, x, like(self._opponent, x))
        return -self._problem.mean_y(weights, like(self._opponent, x), x)

    def mean_y(self, weights: Array, x: Array, y: Array) -> Array:
        """The only point of a simplex with one vertex: the value itself, as a slope."""
        return self.value(weights, x, y)[:, None]

    def value(self, weights: Array, x: Array, y: Array) -> Array:
        """What the player minimises, shape (trials,)."""
        if self._first:
            return self._problem.value(weights, x, like(self._opponent, x))
        return -self._problem.value(weights, like(self._opponent, x), x)

    @property
    def L0(self) -> float:
        """That of the problem: a bound."""
        return self._problem.L0

    @property
    def Lxx(self) -> float:
        """The player's own block."""
        return self._problem.Lxx if self._first else self._problem.Lyy

    @property
    def Lyy(self) -> float:
        """Nothing to curve."""
        return 0.0

    @property
    def L1(self) -> float:
        """The player's own block."""
        return self.Lxx

    @property
    def L2(self) -> float:
        """That of the problem: a bound."""
        return self._problem.L2
