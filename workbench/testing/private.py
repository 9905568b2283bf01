"""`assert_private`: a privacy claim as a line of a test suite.

The assertion fails when a fresh sample refutes the claim; a claim that is true fails it with
probability at most `alpha`.  That it passes proves nothing: no sample can show that a mechanism
is private.  With a fixed seed the answer is the same in every run.
"""

from collections.abc import Callable

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
    from workbench.audit.black_box import run_audit  # not before it is needed: numpy and scipy
    from workbench.audit.spelling import named
    from workbench.errors import ParameterError, require

    require(0 < alpha < 1, "alpha", alpha, "is outside (0, 1)", "Pass an error probability.")
    found = run_audit(
        sample,
        dataset,
        neighbour,
        epsilon=epsilon,
        delta=delta,
        samples=samples,
        alpha=alpha,
        seed=seed,
        neighbouring=neighbouring,
    )
    if found.verdict == "underpowered":
        raise ParameterError(
            f"samples = {samples} is too small: this assertion could not fail.\n  {found.power}"
        )
    if found.verdict == "violation":
        events = "\n".join(f"  {event}" for event in found.witness)
        related = f", neighbouring={neighbouring!r}" if neighbouring else ""
        raise AssertionError(
            f"{found.mechanism} is not ({epsilon:g}, {delta:g})-DP: epsilon >= "
            f"{found.epsilon_lower:.6g} (error probability {alpha:g})\n{events}\n"
            f"  reproduce: assert_private({named(found.mechanism)}, dataset={found.pair[0]}, "
            f"neighbour={found.pair[1]}, epsilon={epsilon!r}, delta={delta!r}, alpha={alpha!r}, "
            f"samples={samples}, seed={seed}{related})"
        )
