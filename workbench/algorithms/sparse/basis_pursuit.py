"""First-order decoders for measurements b = A z + noise, for many right sides at once.

    equality    min |z|_1 subject to A z = b          alternating directions on a working set
    ball        min |A z - b|_2 subject to |z|_1 <= R     accelerated projected gradients

A has shape (m, d), b (trials, m), answers (trials, d).  Each answer comes with a bound on how far
it is from optimal, recomputed at the end from A, b and the answer alone: a duality gap.

The equality decoder works on the columns that its multiplier y says may matter, those with the
largest |A^T y|; the gap is taken over all columns, and more of them are let in while it is large.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from workbench.algorithms.parts.projections import project_l1, soft_threshold
from workbench.errors import ParameterError, SolverError, require
from workbench.privacy.arrays import Array, Ints, beside, is_numpy, like, namespace, to_numpy

RELAX = 1.7
ROUND = 500


@dataclass(frozen=True, slots=True, eq=False)
class Decoded:
    """Points of shape (trials, d), and a bound on the excess of each, shape (trials,)."""

    z: Array
    gap: Array


def decode_equality(
    A: Array, b: Array, *, tolerance: float = 1e-3, iterations: int = 20_000
) -> Decoded:
    """A point with A z = b whose l1 norm is within `tolerance` (relative) of the least.

    >>> found = decode_equality(np.array([[1.0, 0.5]]), np.array([[2.0]]))
    >>> (abs(found.z - [2, 0]) < 0.01).all()
    np.True_
    """
    A, (m, d) = like(A, b), _check(A, b)
    xp = namespace(b)
    require(m <= d, "m", m, f"is above d = {d}: A z = b has no solution", "Measure less often.")
    require(0 < tolerance < 1, "tolerance", tolerance, "is outside (0, 1)", "Pass 1e-3, say.")
    y = _range_multiplier(A, b)
    columns = _largest(A, y, np.arange(0), 8 * m)
    state = None
    spent, gap = 0, xp.full_like(b[:, 0], xp.inf)
    while spent < iterations:
        z, y, state = _directions(xp.take(A, like(columns, A), axis=1), b, state)
        spent += ROUND
        scale = xp.clip(xp.max(xp.abs(y @ A), axis=1), min=1.0)
        size = xp.sum(xp.abs(z), axis=1)
        least = xp.sum(b * y, axis=1) / scale  # no feasible point has a smaller l1 norm
        gap = xp.where(size > 0, (size - least) / xp.clip(size, min=1e-300), 0.0)
        if not xp.any(gap > tolerance):
            return Decoded(_spread(z, columns, d), gap * size)
        wider = _largest(A, y, columns, 4 * m)
        if columns.size < wider.size:
            columns, state = wider, _moved(state, columns, wider)
    raise SolverError(
        f"l1 decoder: relative gap {float(xp.max(gap)):.1e} after {spent} iterations, wanted "
        f"{tolerance:.0e}.\n  Likely cause: m close to d.  The measurements are not lost: "
        "decode them again with a larger tolerance."
    )


def decode_ball(
    A: Array, b: Array, *, radius: float, tolerance: float = 1e-3, iterations: int = 20_000
) -> Decoded:
    """A point with |z|_1 <= radius whose |A z - b|^2 / 2 is nearly the least.

    The bound `gap` on the excess is at most tolerance |b|^2.

    >>> decode_ball(np.eye(2), np.array([[3.0, 1.0]]), radius=2.0).z.round(6).tolist()
    [[2.0, 0.0]]
    """
    A, (_m, d) = like(A, b), _check(A, b)
    xp = namespace(b)
    require(0 < tolerance < 1, "tolerance", tolerance, "is outside (0, 1)", "Pass 1e-3, say.")
    z = here = _nothing(b, d)
    if radius == 0:
        return Decoded(z, z[:, 0])
    step, momentum = 1 / _top_eigenvalue(A), 1.0
    wanted = tolerance * xp.sum(b**2, axis=1)
    for k in range(iterations):
        if k % 20 == 0:
            gradient = (z @ A.T - b) @ A
            largest = xp.max(xp.abs(gradient), axis=1)
            gap = xp.sum(gradient * z, axis=1) + radius * largest
            if xp.all(gap <= wanted):
                return Decoded(z, gap)
        new = project_l1(here - step * ((here @ A.T - b) @ A), radius=radius)
        if k % 200 == 199:  # a restart: momentum is worth little near the answer
            momentum = 1.0
        after = (1 + math.sqrt(1 + 4 * momentum**2)) / 2
        here = new + (momentum - 1) / after * (new - z)
        z, momentum = new, after
    raise SolverError(
        f"l1-ball decoder: gap {float(xp.max(gap / wanted)) * tolerance:.1e} |b|^2 after "
        f"{iterations} iterations, wanted {tolerance:.0e} |b|^2.\n  Likely cause: nearly parallel "
        "columns.  The measurements are not lost: decode them again with a larger tolerance."
    )


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """Sparse copy and scaled multiplier on the working set, and the threshold."""

    z: Array
    u: Array
    t: Array


def _directions(A: Array, b: Array, state: _State | None) -> tuple[Array, Array, _State]:
    """Some rounds of x = P(z - u), z = soft(x + u, t), u = u + x - z; P projects onto A x = b.

    Returns feasible points and multipliers y with A^T y close to the signs of x.
    """
    xp, dual = namespace(A), _solved(A, A)  # (A A^T)^-1 A, shape (m, columns)
    middle = b @ dual

    def onto(v: Array) -> Array:
        return v - (v @ A.T) @ dual + middle

    if state is None:
        x = onto(_nothing(b, A.shape[1]))
        t = xp.clip(3 * xp.mean(xp.abs(x), axis=1, keepdims=True), min=1e-300)
        state = _State(0 * x, 0 * x, t)
    z, u, t = state.z, state.u, state.t
    for _ in range(ROUND):
        x = RELAX * onto(z - u) + (1 - RELAX) * z
        z = soft_threshold(x + u, t)
        u = u + x - z
    return onto(z), u @ dual.T / t, _State(z, u, t)


def _range_multiplier(A: Array, b: Array) -> Array:
    return _solved(A, b.T).T


def _solved(A: Array, right: Array) -> Array:
    """(A A^T)^-1 times a matrix."""
    try:
        if is_numpy(A):
            return cho_solve(cho_factor(A @ A.T), right)
        return namespace(A).linalg.solve(A @ A.T, right)
    except (LinAlgError, RuntimeError) as error:
        raise ParameterError(
            f"A has dependent rows: m = {A.shape[0]} measurements repeat themselves.\n"
            "  Draw another matrix, or measure less often."
        ) from error


def _largest(A: Array, y: Array, old: Ints, count: int) -> Ints:
    """The old columns and, for every trial, the `count` ones with the largest |A^T y|."""
    d = A.shape[1]
    if 4 * count >= d:  # no point in choosing
        return np.arange(d)
    sizes = np.abs(to_numpy(y @ A))
    chosen = np.argpartition(-sizes, count, axis=1)[:, :count]
    return np.union1d(old, chosen).astype(np.int64)


def _moved(state: _State, old: Ints, new: Ints) -> _State:
    """The state on a larger working set; new columns start at zero."""
    kept = new[np.searchsorted(new, old)]
    z, u = (_spread(part, np.searchsorted(new, kept), new.size) for part in (state.z, state.u))
    return _State(z, u, state.t)


def _spread(z: Array, columns: Ints, d: int) -> Array:
    """Columns at their places among d, zero elsewhere."""
    full = beside(z, _nothing(z, 1))
    place = np.full(d, z.shape[1])
    place[columns] = np.arange(columns.size)
    return namespace(z).take(full, like(place, z), axis=1)


def _nothing(b: Array, d: int) -> Array:
    """Zeros of shape (trials, d)."""
    xp = namespace(b)
    return xp.zeros((b.shape[0], d), dtype=xp.float64, device=b.device)


def _top_eigenvalue(A: Array) -> float:
    """An upper bound on |A|^2, close to it: the trace of a power of A A^T."""
    xp, gram = namespace(A), A @ A.T
    power = gram / (scale := float(xp.max(xp.sum(xp.abs(gram), axis=1))))
    for _ in range(5):
        power = power @ power
    return scale * float(xp.linalg.trace(power)) ** (1 / 32) * (1 + 1e-9)


def _check(A: Array, b: Array) -> tuple[int, int]:
    if A.ndim != 2 or b.ndim != 2 or b.shape[1] != A.shape[0]:
        raise ParameterError(
            f"b has shape {b.shape}, A {A.shape}: every trial has a number for every row of A.\n"
            "  Pass b of shape (trials, m) and A of shape (m, d)."
        )
    return A.shape[0], A.shape[1]
