"""Two runs of foreign code with the very same draws, and what cannot be run so.

A run is recorded, repeated on the same data, which must give the same again, and then on the
neighbour.  What a mechanism raises is an outcome.
"""

import contextlib
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from workbench.audit.compared import difference
from workbench.audit.exits import exits_raise
from workbench.audit.intact import Intact
from workbench.audit.watching import Parted, Watch, watched
from workbench.errors import ParameterError, require

FRESH = 50
"""Most runs with fresh draws: for results that none of them changes."""


def told_apart(
    mechanism: Callable[[Any], Any], data: Intact, other: Intact
) -> tuple[Watch, Any, Watch, Any]:
    """A recorded run and one with its draws; recorded anew while both raise the same.

    Where the noise decides whether a mechanism raises, other draws let it run.
    """
    for _ in range(FRESH):
        first = Watch()
        before = _run(mechanism, data, first)
        _refuse_strangers(mechanism, data, before, first)
        second = Watch(tuple(first.draws))
        after = _run(mechanism, other, second)
        if second.refusal:
            raise ParameterError(second.refusal)
        if not isinstance(before, BaseException) or repr(before) != repr(after) or second.leaks:
            return first, before, second, after
        if not first.draws:
            break
    raise ParameterError(
        f"mechanism = {name_of(mechanism)!r} raised the same on both datasets, whatever it drew: "
        f"{type(before).__name__}: {before}.\n"
        "  Pass data on which it runs, or see why it does not."
    )


def _run(mechanism: Callable[[Any], Any], data: Intact, watch: Watch) -> Any:  # noqa: ANN401
    """The outcome of one run under a watch; None where it asked for another draw."""
    with watched(mechanism, watch), contextlib.suppress(Parted):
        return outcome(mechanism, data.give())
    return None


def _refuse_strangers(
    mechanism: Callable[[Any], Any],
    data: Intact,
    before: Any,  # noqa: ANN401
    first: Watch,
) -> None:
    """Raise unless the same data and the same draws give the same result once more."""
    if not first.draws:
        return
    rule = "draws in several threads, whose order is not fixed"
    require(len(first.threads) == 1, "mechanism", name_of(mechanism), rule, "Use one thread.")
    again = Watch(tuple(first.draws))
    after = _run(mechanism, data, again)
    if again.leaks:
        told = f"{again.leaks[0].line}: {again.leaks[0].message}"
    elif said := difference(before, after):
        told = said
    elif len(again.draws) < len(first.draws):
        told = f"{first.draws[len(again.draws)].source} was drawn the first time only"
    else:
        return
    raise ParameterError(
        f"mechanism = {name_of(mechanism)!r} does not follow from its data and the draws that are "
        f"watched: with both the same {told}.\n  It draws from elsewhere (compiled code, a clock), "
        "remembers earlier calls, or returns objects that equal only themselves. Audit its "
        "outputs: audit.audit(audit.per_call(mechanism), ...)."
    )


def check_alone(mechanism: Callable[..., Any]) -> None:
    """Refuse a mechanism that wants more than its data, such as a generator or a key (jax)."""
    try:
        signature = inspect.signature(mechanism)
    except (TypeError, ValueError):
        return  # a compiled function: nothing is known
    try:
        signature.bind(None)
    except TypeError as error:
        raise ParameterError(
            f"mechanism = {name_of(mechanism)!r} cannot be called with the data alone: {error}.\n"
            "  Fix the rest: lambda data: f(data, np.random.default_rng()). What is drawn with a "
            "key (jax) cannot be watched: audit outputs, audit.black_box(audit.per_call(f), ...)."
        ) from error


def name_of(mechanism: object) -> str:
    """Its name, or that of its type."""
    return str(getattr(mechanism, "__name__", type(mechanism).__name__))


def outcome(mechanism: Callable[[Any], Any], data: Any) -> Any:  # noqa: ANN401
    """The result, or the exception that the mechanism raises: that is an outcome too.

    What is lazy is asked for its values here, where its draws are watched.
    """
    try:
        with exits_raise():
            result = mechanism(data)
        if isinstance(result, Iterator):
            return list(result)
        plain = isinstance(result, int | float | complex | str | np.ndarray)
        if hasattr(result, "__array__") and not plain:
            return np.asarray(result)
        return float(result) if hasattr(result, "__float__") and not plain else result
    except Parted:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it raises
        return error
