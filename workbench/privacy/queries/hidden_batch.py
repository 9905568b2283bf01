"""The exact log-ratio of one release over a hidden batch: two finite mixtures compared.

Component c puts the release at the mean of a batch with c_g records of kind g.  The drawn batch
is one of them, so the distance of component c from the release is known without any answer:

    centre_c = sum_g (c_g - drawn_g) gap_g / m,    gap_g = value(kind g) - value(a reference kind),

and on the second dataset the components that hold the changed record move by change / m.  Densities
are taken relative to the noise's own density, so that the digits of far away iterates never enter.

A release has one such part, or three: a batch of 2m and its two random halves (module `halves`),
all divided by m.  In a Poisson batch each record is on its own, and the sum is divided by the mean
size m = chance n.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from workbench.errors import DataError
from workbench.privacy.arrays import ULP, Array, Ints
from workbench.privacy.curators.laws import NoiseLaw
from workbench.privacy.queries.halves import draw_halves, halved_mixture
from workbench.privacy.queries.mixtures import hypergeometric_mixture, poisson_mixture
from workbench.privacy.queries.query import Query


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Noise that was used, log-ratio, bound on its rounding error, and size of what was summed."""

    noise: Array
    log_ratio: Array
    rounding: Array
    size: Array


@dataclass(frozen=True, slots=True, eq=False)
class HiddenBatch:
    """Kinds of records (the changed one first), how many of each, and the law of a batch.

    `counts` has shape (components, parts, kinds); the sums over a part are divided by m.
    """

    kinds: Array
    sizes: Ints
    counts: Ints
    log_weights: Array
    m: int | float
    chance: float = 0.0

    @classmethod
    def of(
        cls, kinds: Array, sizes: Ints, batch: int | Fraction, *, halved: bool, limit: int
    ) -> "HiddenBatch":
        """The law of a batch, or of a batch and its halves; of a Poisson batch for a fraction."""
        if isinstance(batch, Fraction):
            mixture, q = poisson_mixture(sizes, float(batch), limit=limit), float(batch)
            size = float(batch * int(sizes.sum()))
            return cls(kinds, sizes, mixture.counts[:, None], mixture.log_weights, size, q)
        if halved:
            counts, log_weights = halved_mixture(sizes, batch // 2, limit=limit)
            return cls(kinds, sizes, counts, log_weights, batch // 2)
        mixture = hypergeometric_mixture(sizes, batch, limit=limit)
        return cls(kinds, sizes, mixture.counts[:, None], mixture.log_weights, batch)

    @property
    def parts(self) -> int:
        """One, or three."""
        return int(self.counts.shape[1])

    @property
    def floats_per_trial(self) -> int:
        """Size of the temporaries of `compare`, per coordinate of the query."""
        return 6 * self.parts * self.counts.shape[0] + 2 * self.kinds.shape[0]

    def draw(self, rng: np.random.Generator, trials: int) -> Ints:
        """How many records of each kind are in the parts of every trial, (trials, parts, kinds)."""
        if self.chance:
            return rng.binomial(self.sizes, self.chance, (trials, self.sizes.size))[:, None]
        if self.parts > 1:
            return draw_halves(rng, self.sizes, int(self.m), trials)
        if self.sizes.size > 2:
            return rng.multivariate_hypergeometric(self.sizes, int(self.m), size=trials)[:, None]
        changed = rng.integers(int(self.sizes.sum()), size=trials) < self.m
        return np.stack([changed, self.m - changed], axis=-1)[:, None].astype(np.int64)

    def mean(self, query: Query, drawn: Ints) -> Array:
        """The release without noise, for the drawn batches, shape (trials, parts d)."""
        values = query.in_numpy.evaluate_values(self.kinds[None])
        return np.einsum("rpg,rgd->rpd", drawn, values).reshape(len(drawn), -1) / self.m

    def compare(
        self, query: Query, *, new: Array, noise: Array, law: NoiseLaw, drawn: Ints, steer: int
    ) -> Compared:
        """Log-ratio of the releases at `noise` around the drawn batches."""
        old, counts = self.kinds[0], self.counts
        reference = self.kinds[1 + int(np.argmax(self.sizes[1:]))]
        if self.chance:  # numbers of records differ: distances are those from an empty batch
            reference = _blank(query, old, new)
        gaps = [query.evaluate_difference(reference, kind) for kind in self.kinds]
        change = query.evaluate_difference(old, new)
        stack = np.stack(np.broadcast_arrays(*gaps))  # (kinds, trials or 1, d)
        base = sum(drawn[:, :, g].T[..., None] * gap for g, gap in enumerate(gaps)) / self.m
        centres = np.tensordot(counts, stack, axes=1) / self.m - base
        moved = centres + counts[:, :, 0, None, None] * change / self.m
        centres, moved = _side_by_side(centres), _side_by_side(moved)
        reach = np.maximum(np.abs(centres), np.abs(moved)).max(axis=0)
        if steer:
            push = np.tile(np.where(change < 0, -1.0, 1.0), (1, self.parts))
            noise = -steer * push * (np.abs(noise) + reach)
        ours, size = self._log_density(noise, centres, law)
        theirs, other = self._log_density(noise, moved, law)
        errors = [query.evaluate_difference_error(reference, kind) for kind in self.kinds]
        errors.append(query.evaluate_difference_error(old, new))
        # Every number above is a sum of at most `operations` terms of at most `size` in all, and
        # each centre carries the rounding of at most three differences; a part of 2m counts twice.
        slope = law.slope(noise, reach)
        times = float(counts.sum(axis=2).max(axis=0).sum()) / self.m
        size = size + other + times * 2 * np.abs(stack).max(axis=0).sum(axis=1) * slope
        size = size + 2 * law.magnitude(noise, reach) * (law.method != "laplace")
        operations = counts.shape[0] + counts.shape[2] + self.parts * query.shape[1] + 8
        error = np.max(np.broadcast_arrays(*errors), axis=0) * slope
        return Compared(
            noise, ours - theirs, operations * ULP * (1 + size) + times * 6 * error, size
        )

    def _log_density(self, noise: Array, centres: Array, law: NoiseLaw) -> tuple[Array, Array]:
        """Return log of sum_c w_c p(noise - centre_c) / p(noise), and a bound on its size."""
        exponents = self.log_weights[:, None] - law.log_ratio(noise, centres)
        top = exponents.max(axis=0)
        return np.log(np.exp(exponents - top).sum(axis=0)) + top, np.abs(top)


def _blank(query: Query, old: Array, new: Array) -> Array:
    """The one of two records whose value is zero at all points."""
    for record in (new, old):
        if not query.in_numpy.evaluate_values(record[None, None]).any():
            return record
    raise DataError(
        "first and second differ in a record that is in both: under a Poisson batch neighbours "
        "differ in a record that is there or not.\n"
        "  Let one of the two have a blank record, whose value in the query is zero."
    )


def _side_by_side(parts: Array) -> Array:
    """(components, parts, trials, d) as (components, trials, parts d)."""
    components, number, trials, d = parts.shape
    return np.moveaxis(parts, 1, 2).reshape(components, trials, number * d)
