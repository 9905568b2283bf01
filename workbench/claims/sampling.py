"""Property tests as checks: hypothesis draws the instances, the claim's function asserts.

A property that survives is SUPPORTED, with the number of instances in which it reached an
assertion; one that fails is shown with hypothesis' smallest failing instance, and counts as
evidence against, not as a refutation: the arithmetic is floating point.  A property that never
asserts, or that swallows an assertion that failed, is an error.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from workbench.claims.assertions import watched
from workbench.claims.deciding import fails, holds
from workbench.claims.outcome import Counterexample, Figure, Grade, Outcome
from workbench.claims.run import Run, derive_seed
from workbench.errors import ClaimError


def as_check(
    prop: Callable[..., None], *, strategies: Mapping[str, Any], examples: int
) -> Callable[[Run], Outcome]:
    """A check body that runs `prop` on `examples` instances (ten times as many at full profile).

    `prop` is a function, or a partial one: a property with changed keyword arguments.
    """
    function = prop.func if isinstance(prop, partial) else prop
    name = function.__name__

    def body(run: Run) -> Outcome:
        import hypothesis
        from hypothesis import HealthCheck, Phase, given, seed, settings

        wanted = run.effort(quick=examples, full=10 * examples)
        package = function.__module__.split(".", 1)[0]
        seen = 0
        failing: dict[str, Any] = {}

        def counted(**instance: Any) -> None:  # noqa: ANN401
            nonlocal seen
            try:
                with watched(package) as what:
                    prop(**instance)
            except AssertionError:
                failing.clear()
                failing.update(instance)
                raise
            if what.failed:
                raise ClaimError(
                    f"{name} swallows an assertion that failed, at {instance}: a property"
                    " lets its AssertionError through. Remove the `except` around it."
                )
            seen += what.asserted  # an instance that `assume` turns away was not tested either

        test = given(**strategies)(counted)
        test = settings(
            max_examples=wanted,
            database=None,
            deadline=None,
            derandomize=False,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.explicit, Phase.generate, Phase.target, Phase.shrink),
        )(test)
        test = seed(derive_seed(run.seed, function.__module__, function.__name__))(test)
        trust = (f"hypothesis {hypothesis.__version__}", "floating point")
        try:
            with _no_constants_of_other_modules():
                test()
        except AssertionError as error:
            point = tuple((name, repr(value)) for name, value in failing.items())
            return fails(
                "property test",
                f"fails on an instance: {(str(error) or 'assertion').splitlines()[0]}",
                grade=Grade.SUPPORTED,
                counterexample=Counterexample(point, "smallest failing instance found"),
                trust=trust,
            )
        if not seen:
            raise ClaimError(
                f"{name} reached no assertion in any of {wanted} instances, so it could"
                " not have failed. Let it assert, on a line of its own, for the instances drawn."
            )
        return holds(
            "property test",
            f"no counterexample among {seen} instances",
            grade=Grade.SUPPORTED,
            figures=(Figure("instances", seen),),
            trust=trust,
        )

    body.__doc__ = function.__doc__
    body.stated = prop  # type: ignore[attr-defined]  # whose code the check is made of
    return body


@contextlib.contextmanager
def _no_constants_of_other_modules() -> Iterator[None]:
    """Keep hypothesis from mixing in constants that it finds in the source of loaded modules.

    Which modules are loaded depends on the checks that ran before in this process, and so would
    the instances.  Versions of hypothesis that do not collect constants need nothing.
    """
    from hypothesis.internal.conjecture import providers

    collect = getattr(providers, "_get_local_constants", None)
    cache = getattr(providers, "CONSTANTS_CACHE", None)
    if collect is None or cache is None:
        yield
        return
    empty = type(providers.GLOBAL_CONSTANTS)()
    setattr(providers, "_get_local_constants", lambda: empty)  # noqa: B010 - not an attribute for mypy
    cache.cache.clear()
    try:
        yield
    finally:
        setattr(providers, "_get_local_constants", collect)  # noqa: B010
        cache.cache.clear()
