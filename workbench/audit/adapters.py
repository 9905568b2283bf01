"""Mechanisms with everything declared: additive noise, and code that runs against a curator."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike

from workbench.audit.observed import Observed, constant_dataset
from workbench.audit.transcripts import MakeRun
from workbench.errors import DataError, PrivacyError
from workbench.privacy import Curator, Dataset, Gaussian, PairedCurator, TrustedCurator
from workbench.privacy.arrays import Array
from workbench.privacy.composition import Bounds


class Noise(Protocol):
    """What `Additive` needs of a noise law; `Laplace` and `Gaussian` have it."""

    @property
    def norm(self) -> str:
        """Norm in which a sensitivity is measured: l1 or l2."""

    def sample(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        """Independent draws."""

    def log_ratio(self, noise: Array, shift: Array) -> Array:
        """Log of density(noise) / density(noise - shift), entry by entry."""

    def cdf(self, u: Array) -> Array:
        """Probability of a draw below u."""

    def delta_bounds(self, epsilon: float, *, sensitivity: float) -> Bounds:
        """Bracket of the worst case over all moves of this size."""

    def epsilon_at(self, delta: float, *, sensitivity: float) -> float:
        """Smallest epsilon with delta(epsilon) <= delta."""


@dataclass(frozen=True, slots=True)
class Additive:
    """Noise added to a query: query(dataset) is a number or a vector, and public code.

    With `sensitivity` (in the noise's norm, over all neighbours) the audit also shows the privacy
    that is proven.

    >>> from workbench.privacy import Laplace
    >>> count = Additive(Laplace(1.0), len, sensitivity=1.0)
    >>> count.log_ratio(np.array([[5.0], [0.0]]), [1, 2, 3], [1, 2]).tolist()
    [1.0, -1.0]
    """

    noise: Noise
    query: Callable[[Any], ArrayLike]
    sensitivity: float | None = None

    @property
    def name(self) -> str:
        """The noise and the query in words."""
        query = getattr(self.query, "__name__", type(self.query).__name__)
        return f"{query} + {self.noise!r}"

    def sample(self, dataset: object, size: int, rng: np.random.Generator) -> Array:
        """Outputs of shape (size, entries)."""
        value = self._answer(dataset)
        return value + self.noise.sample(rng, (size, value.size))

    def log_ratio(self, outputs: Array, dataset: object, other: object) -> Array:
        """Exact log-ratio of each output, shape (size,)."""
        value, shift = self._answer(dataset), self._answer(other) - self._answer(dataset)
        return self.noise.log_ratio(np.asarray(outputs) - value, shift).sum(axis=-1)

    def residuals(self, outputs: Array, dataset: object) -> Array:
        """Distribution function of the noise at output - answer: uniform, shape (size, entries)."""
        return self.noise.cdf(np.asarray(outputs) - self._answer(dataset))

    @property
    def sample_tilted(self) -> Callable[..., tuple[Array, Array]] | None:
        """Draws from the law p exp(theta L) and their log-weights, for Gaussian noise."""
        return self._tilted if isinstance(self.noise, Gaussian) else None

    def _tilted(
        self, dataset: object, other: object, theta: float, size: int, rng: np.random.Generator
    ) -> tuple[Array, Array]:
        """The tilted law is the normal one moved by theta steps away from the other answer."""
        assert isinstance(self.noise, Gaussian)
        value = self._answer(dataset)
        step = (self._answer(other) - value) / self.noise.sigma
        z = rng.normal(size=(size, value.size)) - theta * step
        log_weight = theta * (z @ step) + theta * theta * float(step @ step) / 2
        return value + self.noise.sigma * z, log_weight

    def delta_bounds(self, epsilon: float, dataset: object, other: object) -> Bounds:
        """Bracket of the privacy curve of this pair; exact where one entry moves, or in l2."""
        move = self._answer(other) - self._answer(dataset)
        moved = int(np.count_nonzero(move))
        if moved == 0:
            return Bounds(0.0, 0.0)
        one = self.noise.norm == "l1"
        size = float(np.abs(move).sum() if one else np.sqrt((move * move).sum()))
        worst = self.noise.delta_bounds(epsilon, sensitivity=size)
        if moved == 1 or not one:
            slack = 0.0 if moved == 1 else 2.0**-40 * worst.upper  # the root was rounded
            return Bounds(max(0.0, worst.lower - slack), worst.upper + slack)
        return Bounds(0.0, worst.upper)

    def epsilon_at(self, delta: float) -> float | None:
        """The privacy proven for all neighbours; None without a sensitivity."""
        if self.sensitivity is None:
            return None
        return self.noise.epsilon_at(delta, sensitivity=self.sensitivity)

    def _answer(self, dataset: object) -> Array:
        value = np.atleast_1d(np.asarray(self.query(dataset), dtype=np.float64))
        if value.ndim != 1 or not np.isfinite(value).all():
            raise DataError(
                f"query(dataset) = {value} is not a number or a vector of finite numbers.\n"
                "  Return what the noise is added to."
            )
        return value


@dataclass(frozen=True, slots=True)
class Curated:
    """Code that runs against a curator; its outputs are all the releases of a run.

        audit.audit(Curated(lambda curator, trials: run(method, problem, curator, trials=trials,
                    steps=20)), [problem.extremal_pair(100)], epsilon=1.0)

    Datasets are `workbench.privacy.Dataset`.  Releases are arrays with a leading trial axis.
    """

    make_run: MakeRun
    name: str = "curated run"

    def sample(self, dataset: Dataset, size: int, rng: np.random.Generator) -> Array:
        """All releases of `size` runs side by side, shape (size, entries)."""
        recorder = _Recorder(TrustedCurator(dataset, rng), size)
        self.make_run(cast(Curator, recorder), size)
        return recorder.transcript()

    def losses(
        self, dataset: Dataset, other: Dataset, size: int, rng: np.random.Generator
    ) -> tuple[Array, Array]:
        """Exact log-ratios of fresh transcripts, and bounds for their rounding errors."""
        paired = PairedCurator(dataset, other, rng, check_sensitivity=False)
        self.make_run(cast(Curator, paired), size)
        return paired.log_ratio, paired.rounding

    def tilted_losses(
        self, dataset: Dataset, other: Dataset, theta: float, size: int, rng: np.random.Generator
    ) -> tuple[Array, Array, Array]:
        """The same for transcripts drawn where the loss is large, and their log-weights."""
        paired = PairedCurator(dataset, other, rng, tilt=theta, check_sensitivity=False)
        self.make_run(cast(Curator, paired), size)
        return paired.log_ratio, paired.rounding, paired.log_weight

    def false_sensitivity(
        self, dataset: Dataset, other: Dataset, size: int, rng: np.random.Generator
    ) -> str | None:
        """The first claimed sensitivity that the pair exceeds; None if there is none."""
        try:
            self.make_run(cast(Curator, PairedCurator(dataset, other, rng)), size)
        except PrivacyError as error:
            return " ".join(str(error).split())
        return None

    def noise(self, dataset: Dataset, size: int, rng: np.random.Generator) -> Array:
        """Laplace(1) residuals of the releases on copies of one record, shape (steps, size, d)."""
        constant = constant_dataset(dataset)
        observed = Observed(TrustedCurator(constant, rng), constant, rng=rng.spawn(1)[0])
        self.make_run(cast(Curator, observed), size)
        return observed.residuals


class _Recorder:
    """Passes every call on to a curator and keeps the arrays that it returns."""

    def __init__(self, curator: Curator, trials: int) -> None:
        self._curator, self._trials = curator, trials
        self._releases: list[Array] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        method = getattr(self._curator, name)
        if not callable(method):
            return method

        def recorded(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
            answer = method(*args, **kwargs)
            if isinstance(answer, np.ndarray):
                self._releases.append(answer.reshape(self._trials, -1))
            return answer

        return recorded

    def transcript(self) -> Array:
        """Everything released, shape (trials, entries)."""
        if not self._releases:
            raise DataError(
                "make_run asked the curator for nothing: there is no release to audit.\n"
                "  Call the curator for every access to the data."
            )
        return np.concatenate(self._releases, axis=1)
