"""One release as data, and the arguments that describe it, checked.

A `Call` says what is released, by which law, and which sensitivity it relies on.  Numbers may be
one per trial; rows of records are public.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array, Ints, like, namespace, to_numpy
from workbench.privacy.curators.choices import ChoiceLaw, SoftmaxLaw, WinnerLaw
from workbench.privacy.curators.laws import LaplaceLaw, NoiseLaw
from workbench.privacy.curators.price import Price
from workbench.privacy.queries.halves import Halved
from workbench.privacy.queries.query import Query, Statistic
from workbench.privacy.queries.secrets import Secret

Source = Query | Secret | Array
Law = NoiseLaw | ChoiceLaw


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Call:
    """One release: what, by which law, relying on which sensitivity, in which trials.

    `bound`, where given, bounds sensitivity / scale at every point: the scale follows from it.
    `price`, where given, is what the release is charged.  With `chance` every record is in the
    batch on its own with this chance, and a sum is divided by chance times n.
    """

    law: Law
    source: Source
    sensitivity: float | Array
    batch: int | None = None
    bound: float | None = None
    active: NDArray[np.bool_] | None = None
    price: Price | None = None
    chance: Fraction | None = None

    @property
    def trials(self) -> int:
        """Number of trials."""
        return self.shape[0]

    @property
    def shape(self) -> tuple[int, int]:
        """Shape (trials, d) of the source."""
        shape = self.source.shape
        return int(shape[0]), int(shape[1])

    @property
    def choice(self) -> bool:
        """Whether the release is a choice."""
        return isinstance(self.law, SoftmaxLaw | WinnerLaw)

    @property
    def count(self) -> int:
        """Number of releases of the cost of one: the choices of a softmax."""
        return self.law.count if isinstance(self.law, SoftmaxLaw | WinnerLaw) else 1

    @property
    def running(self) -> NDArray[np.bool_]:
        """Active trials, shape (trials,)."""
        return np.ones(self.trials, dtype=bool) if self.active is None else self.active

    def masked(self, answer: Array | Ints) -> Array:
        """Zero where the trial is not active."""
        if isinstance(answer, np.ndarray):
            answer = np.asarray(answer, dtype=np.float64)
        if self.active is None or self.active.all():
            return answer
        xp, active = namespace(answer), like(self.active, answer)
        return xp.where(active[:, None], answer, xp.zeros_like(answer))

    def send(self, curator: object) -> Array:
        """Make the same call of another curator, by the name of its method."""
        options: dict[str, object] = {"sensitivity": self.sensitivity, **self.law.options}
        if self.bound is not None:
            options = {"loss" if isinstance(self.law, LaplaceLaw) else "mu": self.bound} | {
                "sensitivity": self.sensitivity
            }
        if self.batch is not None:
            options["batch"] = self.batch
        if self.chance is not None:
            options["chance"] = self.chance
        if self.active is not None:
            options["active"] = self.active
        if self.price is not None:
            options["price"] = self.price
        method = cast(Callable[..., Array], getattr(curator, self.law.method))
        return self.raw(method(self.source, **options))

    def raw(self, answer: Array) -> Array:
        """Numbers of hits behind an answer that is a choice."""
        if not self.choice:
            return answer
        if self.law.method == "softmax_vertices":
            return answer * self.count
        hits = np.arange(self.shape[1]) == to_numpy(answer)[:, None]
        return like(hits.astype(np.float64), answer)


def positive(name: str, value: ArrayLike | float, trials: int) -> float | Array:
    """A positive number, or one per trial as an array of shape (trials, 1)."""
    if isinstance(value, float) and 0 < value < np.inf:  # the common case, at every step
        return float(value)
    array = np.asarray(to_numpy(value), dtype=np.float64)
    if array.ndim == 0:
        number = float(array)
        require(
            0 < number < np.inf, name, number, "is not positive and finite", f"Pass {name} > 0."
        )
        return number
    if array.shape not in {(trials,), (trials, 1)}:
        raise ParameterError(
            f"{name} has shape {array.shape}: a number or one number per trial is needed.\n"
            f"  Pass a scalar or an array of shape ({trials},)."
        )
    smallest = float(array.min()) if np.isfinite(array).all() else np.nan
    require(
        smallest > 0, f"min({name})", smallest, "is not positive and finite", f"Pass {name} > 0."
    )
    return array.reshape(trials, 1)


def scaled(
    name: str,
    value: ArrayLike | None,
    bound_name: str,
    bound: float | None,
    sensitivity: ArrayLike,
    trials: int,
) -> tuple[float | Array, float | Array]:
    """Scale and sensitivity; sensitivity / bound, two floats up, where the bound is given."""
    s = positive("sensitivity", sensitivity, trials)
    if (value is None) == (bound is None):
        raise ParameterError(
            f"{name} and {bound_name} are both given or both missing: one of them says how much "
            "noise is added.\n  Pass exactly one."
        )
    if value is not None:
        return positive(name, value, trials), s
    assert bound is not None
    positive(bound_name, bound, trials)
    up = np.nextafter(np.nextafter(s / bound, np.inf), np.inf)
    return (float(up) if np.ndim(up) == 0 else np.asarray(up)), s


def check_halves(source: Source, batch: int) -> None:
    """Refuse halves of an odd batch."""
    if isinstance(source, Halved):
        require(batch % 2 == 0, "batch", batch, "is odd: it has no halves", "Pass an even batch.")


def check_whole(query: Query | Statistic) -> None:
    """Refuse halves of rows that are public: no record would be in one half by chance."""
    ok = not isinstance(query, Halved)
    way_out = "Read query.plain(), or release the halves of a hidden batch."
    require(ok, "query", "with halves", "is read as a secret: a batch has halves", way_out)


def as_chance(chance: Fraction | float, source: Source, batch: int | None) -> Fraction:
    """The chance of a record to be in a Poisson batch of a query, as an exact number."""
    q = Fraction(chance)
    require(0 < q < 1, "chance", chance, "is outside (0, 1)", "Leave it out for all the records.")
    ok = isinstance(source, Query) and not isinstance(source, Halved) and batch is None
    rule = "is given for a secret, for halves or beside batch"
    require(ok, "chance", chance, rule, "Pass a plain query, and no batch.")
    return q


def check_batch(batch: int, n: int) -> None:
    """Refuse a batch that n records cannot fill."""
    require(1 <= batch <= n, "batch", batch, f"is outside 1..n = {n}", "Choose m with 1 <= m <= n.")


def checked_rows(rows: ArrayLike | slice | None, n: int, trials: int) -> Ints | None:
    """Row indices of shape (m,) or (trials, m) with -1 for none, or None for all records."""
    if rows is None:
        return None
    if isinstance(rows, Secret):
        bool(rows)  # refuses
    if isinstance(rows, slice) and len(found := range(*rows.indices(n))):
        return np.arange(found.start, found.stop, found.step)
    index = np.arange(n)[rows] if isinstance(rows, slice) else np.asarray(rows)
    shaped = index.ndim == 1 or (index.ndim == 2 and index.shape[0] == trials)
    if not shaped or index.size == 0 or index.dtype.kind not in "iu":
        raise ParameterError(
            f"rows has shape {index.shape} and type {index.dtype}: row numbers are needed.\n"
            f"  Pass integers of shape (m,), or ({trials}, m) for each trial its own."
        )
    if index.dtype == np.int64 and int(index.view(np.uint64).max()) < n:  # negative ones are large
        return index
    low = int(index.item() if index.size == 1 else index.min())
    high = low if index.size == 1 else int(index.max())
    if low < (-1 if index.ndim == 2 else 0) or high >= n:
        require(False, "rows", f"[{low}, {high}]", f"leaves 0..{n - 1}", "Count rows from 0.")
    return index.astype(np.int64, copy=False)
