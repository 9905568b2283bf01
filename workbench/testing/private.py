"""`assert_private`: a privacy claim as a line of a test suite.

The assertion fails when a fresh sample refutes the claim; a claim that is true fails it with
probability at most `alpha`.  That it passes proves nothing: no sample can show that a mechanism
is private.  With a fixed seed the answer is the same in every run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.audit.finding import BlackBoxAudit

SAMPLES = 200_000
"""Draws of one assertion: a scalar mechanism in NumPy takes about 0.05 seconds."""


def assert_private(
    sample: Callable[..., object],
    *,
    dataset: object,
    neighbour: object,
    epsilon: float,
    delta: float = 0.0,
    alpha: float = 1e-6,
    samples: int = SAMPLES,
    seed: int = 0,
    neighbouring: str | None = None,
) -> None:
    """Raise AssertionError if outputs of `sample` refute (epsilon, delta)-DP on these neighbours.

    `sample(dataset, size, rng)` returns `size` independent outputs; a mechanism of one output a
    call, f(dataset) or f(dataset, rng), is called that many times.  `neighbouring` names the
    relation of the claim, as in `workbench.audit.black_box`.  The error carries the witness
    event, its counts and the seed that reproduces them.  An assertion that could not fail whatever
    the mechanism does is refused with a ParameterError that names the samples it needs.

    alpha: the probability with which a private mechanism may fail

    >>> def release(count, size, rng):
    ...     return count + rng.laplace(scale=1.0, size=size)
    >>> assert_private(release, dataset=0, neighbour=1, epsilon=1.0)
    >>> assert_private(release, dataset=0, neighbour=1, epsilon=0.5)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    AssertionError: release is not (0.5, 0)-DP: epsilon >= 0.9...
    """
    __tracebackhide__ = True
    refuse(
        audited(
            sample,
            dataset=dataset,
            neighbour=neighbour,
            epsilon=epsilon,
            delta=delta,
            alpha=alpha,
            samples=samples,
            seed=seed,
            neighbouring=neighbouring,
        ),
        sample,
    )


def audited(
    sample: Callable[..., object],
    *,
    dataset: object,
    neighbour: object,
    **claim: Any,  # noqa: ANN401
) -> BlackBoxAudit:
    """The audit of one assertion; what it raises has no frames of the workbench."""
    __tracebackhide__ = True
    from workbench.audit.black_box import run_audit  # not before it is needed: numpy and scipy
    from workbench.errors import WorkbenchError, require

    settings = {"delta": 0.0, "alpha": 1e-6, "samples": SAMPLES, "seed": 0, **claim}
    alpha = settings["alpha"]
    require(0 < alpha < 1, "alpha", alpha, "is outside (0, 1)", "Pass an error probability.")
    try:
        return run_audit(sample, dataset, neighbour, **settings)
    except WorkbenchError as error:
        raise error.with_traceback(None) from error.__cause__


def refuse(found: BlackBoxAudit, sample: Callable[..., object]) -> None:
    """Raise if the audit refuted its claim, or could not have refuted it."""
    __tracebackhide__ = True
    from workbench.errors import ParameterError

    if found.verdict == "underpowered":
        raise ParameterError(
            f"samples = {found.samples} is too small: this assertion could not fail.\n"
            f"  {found.power}"
        )
    if found.verdict == "violation":
        events = "\n".join(f"  {event}" for event in found.witness)
        drawn = "" if found.repeatable else (
            "\n  The mechanism has randomness of its own: a repetition draws other outputs."
        )  # fmt: skip
        raise AssertionError(
            f"{found.mechanism} is not ({found.epsilon:g}, {found.delta:g})-DP: epsilon >= "
            f"{found.epsilon_lower:.6g} (error probability {found.alpha:g})\n{events}\n"
            f"  reproduce: {_imports(sample, call := _call(found))}{call}{_unnamed(found)}{drawn}"
        )


def _call(found: BlackBoxAudit) -> str:
    """The assertion once more, with all that matters written out."""
    from workbench.audit.spelling import named

    related = f", neighbouring={found.neighbouring!r}" if found.neighbouring else ""
    return (
        f"assert_private({named(found.mechanism)}, dataset={found.pair[0]}, "
        f"neighbour={found.pair[1]}, epsilon={found.epsilon!r}, delta={found.delta!r}, "
        f"alpha={found.alpha!r}, samples={found.samples}, seed={found.seed}{related})"
    )


def _unnamed(found: BlackBoxAudit) -> str:
    """What `sample` stands for in the call, where the mechanism has no name that can be pasted."""
    from workbench.audit.spelling import STORED, named

    if named(found.mechanism) == found.mechanism:
        return ""
    if found.mechanism == STORED:
        return "\n  There dataset and neighbour are the outputs that were stored."
    return f"\n  Put the mechanism in the place of {named(found.mechanism)}: {found.mechanism}."


def _imports(sample: object, call: str) -> str:
    """The imports that a pasted call needs, if the mechanism can be imported by its name."""
    module, name = getattr(sample, "__module__", ""), getattr(sample, "__qualname__", "")
    lines = "from workbench.testing import assert_private; "
    if module and module != "__main__" and name.isidentifier():
        lines += f"from {module} import {name}; "
    lines += "from workbench import audit; " if "(audit." in call else ""
    return lines + ("import numpy as np; " if "=np." in call else "")
