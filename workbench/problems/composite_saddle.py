"""Saddle problems with payoffs, quadratics and one scalar loss per player and record.

    f(x, y; z) = x^T A_z y + x^T Q x / 2 - y^T R y / 2 + b_z^T x - c_z^T y
                 + phi(a_z^T x + p_z) - psi(d_z^T y + q_z)

Matrix games, regularised games, softplus saddles, linear queries, least squares and squared hinges
are all of this form; convex optimisation is the case dy = 1.

L1, L2, Lxx, Lyy are exact: an argument a_z^T x + p_z runs through a whole interval.  L0 is exact if
no player has both a quadratic and a loss, else the sum of their two extremes.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array, is_numpy, like, namespace, to_numpy
from workbench.problems.losses import SQUARE_LOSS, ScalarLoss
from workbench.problems.simplex_saddle import SimplexSaddleProblem, check_psd

SPARSE = 0.05  # share of nonzeros below which points are multiplied as sparse matrices


@dataclass(frozen=True, slots=True, eq=False)
class Ridge:
    """loss(features_z^T v + offset_z) for each atom z; features (atoms, d), offsets (atoms,)."""

    loss: ScalarLoss
    features: Array
    offsets: Array

    def arguments(self, v: Array) -> Array:
        """The numbers that the loss is taken of, shape (trials, atoms)."""
        return v @ like(self.features.T, v) + like(self.offsets, v)

    def value(self, weights: Array, v: Array) -> Array:
        """Weighted sum over the atoms, shape (trials,)."""
        return namespace(v).sum(weights * self.loss.value(self.arguments(v)), axis=1)

    def gradient(self, weights: Array, v: Array) -> Array:
        """Its gradient, shape (trials, d)."""
        return (weights * self.loss.slope(self.arguments(v))) @ like(self.features, v)

    @property
    def ends(self) -> list[tuple[float, float]]:
        """Interval of the arguments over the simplex, for every atom."""
        low, high = (end(axis=1) + self.offsets for end in (self.features.min, self.features.max))
        return [(float(a), float(b)) for a, b in zip(low, high, strict=True)]

    def slopes(self) -> tuple[Array, Array]:
        """Smallest and largest entries of a record's gradient, shape (atoms, d)."""
        ends = self.loss.slope(np.array(self.ends))[:, :, None] * self.features[:, None, :]
        return ends.min(axis=1), ends.max(axis=1)


class CompositeSaddle(SimplexSaddleProblem):
    """See the module; made by `composite_problem`."""

    def __init__(
        self,
        name: str,
        payoffs: Array,
        Q: Array,
        R: Array,
        b: Array,
        c: Array,
        left: Ridge,
        right: Ridge,
    ) -> None:
        self.name, self.atoms = name, len(b)
        self.dx, self.dy = payoffs.shape[1:]
        self.payoffs, self.Q, self.R, self.b, self.c = payoffs, Q, R, b, c
        self.left, self.right = left, right
        parts = {"Q": Q, "R": R, "b": b, "c": c, "left": left.features, "right": right.features}
        self._here = {key: bool(part.any()) for key, part in parts.items()}

    def mean_x(self, weights: Array, x: Array, y: Array) -> Array:
        """A y + Q x + b + sum w phi' a."""
        part = self._play(weights, y, transposed=True)
        if self._here["Q"]:  # a product with zeros costs as much as any
            part = part + _total(weights) * (x @ like(self.Q, x))
        if self._here["b"]:
            part = part + weights @ like(self.b, weights)
        return part + self.left.gradient(weights, x) if self._here["left"] else part

    def mean_y(self, weights: Array, x: Array, y: Array) -> Array:
        """A^T x - R y - c - sum w psi' d."""
        part = self._play(weights, x, transposed=False)
        if self._here["R"]:
            part = part - _total(weights) * (y @ like(self.R, y))
        if self._here["c"]:
            part = part - weights @ like(self.c, weights)
        return part - self.right.gradient(weights, y) if self._here["right"] else part

    def value(self, weights: Array, x: Array, y: Array) -> Array:
        """F, shape (trials,)."""
        total, add = _total(weights)[:, 0], namespace(x).sum
        game = add(self._play(weights, x, transposed=False) * y, axis=1)
        curve = add((x @ like(self.Q, x)) * x, axis=1) - add((y @ like(self.R, y)) * y, axis=1)
        b, c = weights @ like(self.b, weights), weights @ like(self.c, weights)
        line = add(b * x, axis=1) - add(c * y, axis=1)
        losses = self.left.value(weights, x) - self.right.value(weights, y)
        return game + total * (curve / 2) + line + losses

    @cached_property
    def L0(self) -> float:
        """Largest gradient entry."""
        largest = 0.0
        one = (self.payoffs, self.Q, self.b, self.left, 2)
        two = (-self.payoffs, self.R, self.c, self.right, 1)
        for payoffs, curve, line, ridge, axis in (one, two):
            low, high = ridge.slopes()
            high = high + payoffs.max(axis=axis) + curve.max(axis=1) + line
            low = low + payoffs.min(axis=axis) + curve.min(axis=1) + line
            largest = max(largest, float(high.max()), float(-low.min()))
        return largest

    @cached_property
    def Lxx(self) -> float:
        """Largest entry of Q + phi'' a a^T."""
        return _curvature(self.Q, self.left)

    @cached_property
    def Lyy(self) -> float:
        """Largest entry of R + psi'' d d^T."""
        return _curvature(self.R, self.right)

    @cached_property
    def L1(self) -> float:
        """Largest entry of the Hessian, mixed block included."""
        return max(self.Lxx, self.Lyy, float(np.abs(self.payoffs).max()))

    @cached_property
    def L2(self) -> float:
        """Largest |phi'''| |a|^3."""
        found = [0.0]
        for ridge in (self.left, self.right):
            size = np.abs(ridge.features).max(axis=1)
            third = [ridge.loss.third(*ends) for ends in ridge.ends]
            found += [t * float(s) ** 3 for t, s in zip(third, size, strict=True) if s > 0]
        return max(found)

    def _play(self, weights: Array, v: Array, *, transposed: bool) -> Array:
        """A_w v (transposed) or A_w^T v, with A_w = sum w_z A_z."""
        tables = self.payoffs.transpose(0, 2, 1) if transposed else self.payoffs
        if len(tables) == 1:
            return _total(weights) * _product(v, tables[0])
        if weights.shape[0] == 1:
            return _product(v, np.einsum("z,zij->ij", to_numpy(weights)[0], tables))
        total = weights[:, :1] * _product(v, tables[0])
        for z in range(1, len(tables)):
            total = total + weights[:, z : z + 1] * _product(v, tables[z])
        return total


def composite_problem(
    payoffs: ArrayLike,
    *,
    Q: ArrayLike | None = None,
    R: ArrayLike | None = None,
    b: ArrayLike | None = None,
    c: ArrayLike | None = None,
    left: Ridge | None = None,
    right: Ridge | None = None,
    name: str = "saddle",
) -> CompositeSaddle:
    """Check the data: payoffs (dx, dy) or one table per atom, (atoms, dx, dy); the rest optional.

    b has shape (dx,) or (atoms, dx), and so on.  Not convex-concave is a ParameterError.

    payoffs: of the bilinear part, each atom of the data with one table
    Q, R: positive semidefinite, (dx, dx) and (dy, dy): the quadratic parts of both players
    b, c: the linear parts
    left, right: further convex and concave parts, along one direction each
    name: what messages call the problem

    >>> problem = composite_problem([[1, -1], [-1, 1]])
    >>> problem.L0, problem.L2, problem.gaps(np.array([[1.0, 0.0]]), np.array([[0.5, 0.5]])).upper
    (1.0, 0.0, array([1.]))
    """
    tables = np.array(payoffs, dtype=np.float64)
    tables = tables[None] if tables.ndim == 2 else tables
    if tables.ndim != 3 or tables.size == 0:
        raise ParameterError(
            f"payoffs has shape {np.shape(payoffs)}: a matrix, or one matrix per atom, is needed.\n"
            "  Pass an array of shape (dx, dy) or (atoms, dx, dy)."
        )
    _, dx, dy = tables.shape
    lines = [len(np.asarray(part)) for part in (b, c) if np.ndim(part) == 2]  # type: ignore[arg-type]
    atoms = max([len(tables), *lines, *(len(r.features) for r in (left, right) if r)])
    parts = {
        "payoffs": tables,
        "Q": _part("Q", Q, (dx, dx)),
        "R": _part("R", R, (dy, dy)),
        "b": _part("b", b, (atoms, dx)),
        "c": _part("c", c, (atoms, dy)),
    }
    for key, part in parts.items():
        _require_finite(key, part)
    told = f"for {len(tables)} atoms", f"does not fit {atoms} atoms"
    require(len(tables) in {1, atoms}, "payoffs", *told, "Match them.")
    for key in ("Q", "R"):
        check_psd(key, parts[key])
    return CompositeSaddle(
        name,
        tables,
        parts["Q"],
        parts["R"],
        parts["b"],
        parts["c"],
        _ridge("left", left, (atoms, dx)),
        _ridge("right", right, (atoms, dy)),
    )


def _ridge(key: str, given: Ridge | None, shape: tuple[int, int]) -> Ridge:
    """The loss of a player, checked; none is a loss of features zero."""
    if given is None:
        return Ridge(SQUARE_LOSS, np.zeros(shape), np.zeros(shape[0]))
    features = _part(f"{key}.features", given.features, shape)
    offsets = _part(f"{key}.offsets", given.offsets, shape[:1])
    _require_finite(f"{key}.features", features)
    _require_finite(f"{key}.offsets", offsets)
    return Ridge(given.loss, features, offsets)


def _require_finite(key: str, part: Array) -> None:
    ok = bool(np.isfinite(part).all())
    require(ok, key, "given", "has an entry that is not finite", "Remove infinities, nan.")


def _part(key: str, given: ArrayLike | None, shape: tuple[int, ...]) -> Array:
    part = np.zeros(shape) if given is None else np.array(given, dtype=np.float64)
    try:
        return np.broadcast_to(part, shape).copy()
    except ValueError:
        told = f"{key} has shape {part.shape}: it does not fit {shape}.\n  Pass one of that shape."
        raise ParameterError(told) from None


def _curvature(matrix: Array, ridge: Ridge) -> float:
    largest = float(np.abs(matrix).max())
    for a, ends in zip(ridge.features, ridge.ends, strict=True):
        if a.any():
            for factor in ridge.loss.curvature(*ends):
                largest = max(largest, float(np.abs(matrix + factor * np.outer(a, a)).max()))
    return largest


def _total(weights: Array) -> Array:
    """Sums of the weights, shape (1 or trials, 1)."""
    return namespace(weights).sum(weights, axis=1, keepdims=True)


def _product(v: Array, matrix: Array) -> Array:
    """V @ matrix, through a sparse matrix where few entries of v are not zero."""
    if not is_numpy(v):
        return v @ like(matrix, v)
    if v.size > 4096 and np.count_nonzero(v) < SPARSE * v.size:
        at = np.nonzero(v)
        return np.asarray(csr_array((v[at], at), shape=v.shape) @ matrix)
    return v @ matrix
