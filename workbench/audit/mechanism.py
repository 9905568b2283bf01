"""What an audit may ask of a mechanism: each optional method unlocks a level.

    sample(dataset, size, rng)              `size` independent outputs               (D, needed)
    log_ratio(outputs, dataset, other)      exact log p(o | dataset) / p(o | other),
                                            shape (size,), of outputs of `sample`    (B, C, and D)
    residuals(outputs, dataset)             shape (size, k): independent and uniform
                                            on (0, 1) if the sampler is right        (B)
    sample_tilted(dataset, other, theta, size, rng)    outputs of another law, and
                                            log p(o | dataset) / (their density)     (C)
    delta_bounds(epsilon, dataset, other)   bracket (.lower, .upper) of the exact
                                            privacy curve of this pair               (A)
    epsilon_at(delta)                       the privacy proven for all neighbours    (shown beside)

A plain function counts as `sample`.  Code that runs against a curator never shows its density from
outside; its adapter (workbench.audit.adapters) has these instead of the second to fourth:

    losses(dataset, other, size, rng)       log-ratios of `size` fresh transcripts, and bounds for
                                            their rounding errors
    noise(dataset, size, rng)               Laplace(1) residuals, shape (steps, size, d)
    tilted_losses(dataset, other, theta, size, rng)    losses of tilted transcripts, and their
                                            log-weights as the third array
    false_sensitivity(dataset, other, size, rng)        the first claimed sensitivity that is too
                                            small on this pair, in words; None if all hold
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.audit.draws import Sampler
from workbench.audit.intact import Intact
from workbench.audit.outcomes import MechanismError, Outputs
from workbench.audit.wrapping import as_sampler
from workbench.errors import WorkbenchError, require
from workbench.privacy.arrays import Array

OPTIONAL = (
    "log_ratio",
    "residuals",
    "sample_tilted",
    "delta_bounds",
    "epsilon_at",
    "losses",
    "noise",
    "tilted_losses",
    "false_sensitivity",
)

GUARD = 1e-9
"""A declared log-ratio may be off by this much, relative to 1 + |log-ratio|."""

CALL = 5_000
"""Most draws asked for in one call of the levels that look inside."""


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """A mechanism, with None for what it does not offer."""

    name: str
    sample: Sampler
    log_ratio: Callable[..., Any] | None = None
    residuals: Callable[..., Any] | None = None
    sample_tilted: Callable[..., Any] | None = None
    delta_bounds: Callable[..., Any] | None = None
    epsilon_at: Callable[..., Any] | None = None
    losses: Callable[..., Any] | None = None
    noise: Callable[..., Any] | None = None
    tilted_losses: Callable[..., Any] | None = None
    false_sensitivity: Callable[..., Any] | None = None

    @property
    def levels(self) -> str:
        """The levels that this interface unlocks, as letters."""
        loss = self.log_ratio is not None or self.losses is not None
        inside = loss or self.residuals is not None or self.noise is not None
        return f"{'A' if self.delta_bounds else ''}{'B' if inside else ''}{'C' if loss else ''}D"

    def draw(self, dataset: object, size: int, rng: np.random.Generator) -> Any:  # noqa: ANN401
        """Outputs as the mechanism returns them."""
        data = Intact(dataset).give()  # the levels after this one need it as it is
        return _guarded(self.sample, f"{self.name}.sample")(data, size, rng)

    def fresh_losses(
        self, dataset: object, other: object, size: int, rng: np.random.Generator
    ) -> tuple[Array, Array]:
        """Log-ratios of fresh draws on `dataset`, and bounds for their errors, shape (size,)."""
        if self.losses is not None:
            ratio, rounding = self.losses(dataset, other, size, rng)
            return np.asarray(ratio, dtype=np.float64), np.asarray(rounding, dtype=np.float64)
        parts = [
            self.ratio_of(self.draw(dataset, min(CALL, size - at), rng), dataset, other)
            for at in range(0, size, CALL)
        ]
        ratio = np.concatenate(parts)
        return ratio, GUARD * (1 + np.abs(ratio))

    def ratio_of(self, outputs: Any, dataset: object, other: object) -> Array:  # noqa: ANN401
        """Declared log-ratios of outputs, with their shape checked."""
        assert self.log_ratio is not None
        with np.errstate(divide="ignore", over="ignore"):  # an infinite ratio is an answer
            ratio = np.asarray(self.log_ratio(outputs, dataset, other), dtype=np.float64)
        if ratio.shape != (len(outputs),):
            raise MechanismError(
                f"{self.name}.log_ratio returned shape {ratio.shape} for {len(outputs)} outputs: "
                f"one number per output is needed.\n  Return an array of shape ({len(outputs)},)."
            )
        return ratio

    def uniforms(self, outputs: Any, dataset: object) -> Array:  # noqa: ANN401
        """Residuals of outputs, shape (size, k), with shape and range checked."""
        assert self.residuals is not None
        u = np.asarray(self.residuals(outputs, dataset), dtype=np.float64)
        u = u[:, None] if u.ndim == 1 else u
        if u.ndim != 2 or len(u) != len(outputs) or not ((u >= 0) & (u <= 1)).all():
            raise MechanismError(
                f"{self.name}.residuals returned shape {u.shape}, with values that may leave "
                f"[0, 1]: one row of numbers in [0, 1] per output is needed.\n"
                "  Return the distribution function of each entry given the earlier ones."
            )
        return u


def access(mechanism: object) -> Access:
    """Look which methods a mechanism has."""
    sample: Any = getattr(mechanism, "sample", None)
    if not callable(sample):
        sample = mechanism
    sample = as_sampler(sample)
    ok = callable(sample)
    rule = "is neither callable nor has a method `sample`"
    require(ok, "mechanism", mechanism, rule, "Pass sample(dataset, size, rng).")
    rule, way_out = "is a class", "Pass an instance of it."
    require(not isinstance(mechanism, type), "mechanism", mechanism, rule, way_out)
    found = {name: getattr(mechanism, name, None) for name in OPTIONAL}
    name = str(
        getattr(mechanism, "name", None)
        or getattr(mechanism, "__qualname__", None)
        or type(mechanism).__qualname__
    )
    offered = {k: _guarded(v, f"{name}.{k}") for k, v in found.items() if callable(v)}
    return Access(name, sample, **offered)


def _guarded(method: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The method, with whatever it raises told as its fault."""

    def call(*arguments: Any) -> Any:  # noqa: ANN401
        try:
            return method(*arguments)
        except WorkbenchError:
            raise
        except Exception as error:
            raise MechanismError(
                f"{name} raised {type(error).__name__}: {error}\n"
                "  Call it with the audited datasets and a few outputs to see where."
            ) from error

    return call


@dataclass(frozen=True, slots=True, eq=False)
class Declared:
    """The declared log-ratio as a score for the two-sample level, which need not trust it."""

    mechanism: Access
    pair: tuple[object, object]
    shape: tuple[int, ...]

    def __call__(self, outputs: Outputs) -> Array:
        values: Any = list(outputs.raw)
        if outputs.values is not None:
            values = outputs.values.reshape(len(outputs), *self.shape)
        return self.mechanism.ratio_of(values, *self.pair)

    def words(self, low: float, high: float) -> str:
        if low == -np.inf and high == np.inf:
            return "any output"
        return (
            f"declared log-ratio <= {high:.6g}"
            if low == -np.inf
            else f"declared log-ratio >= {low:.6g}"
        )


def declared_score(
    mechanism: Access, pair: tuple[object, object], rng: np.random.Generator
) -> tuple[Declared, ...]:
    """The score, if the mechanism declares a log-ratio of outputs that keep their shape."""
    if mechanism.log_ratio is None:
        return ()
    probe = mechanism.draw(pair[0], 2, rng)
    if isinstance(probe, np.ndarray) and probe.dtype.kind in "biuf":
        return (Declared(mechanism, pair, probe.shape[1:]),)
    words = isinstance(probe, list) and all(isinstance(o, str) for o in probe)
    return (Declared(mechanism, pair, ()),) if words else ()
