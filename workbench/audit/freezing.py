"""Frozen randomness: foreign code runs on two neighbours with the very same draws.

Where `replay` needs the noise functions of a library by name, here the sources that Python code
draws from are watched themselves (workbench.audit.watching).  Every draw is recorded with the line
that asked for it; on the neighbour the recorded answers come back.  With equal draws the two runs
may differ only in how far the released numbers move.

Three more things are looked at.  The same dataset with the same draws must give the same result:
code that draws from elsewhere (a compiled library, a clock, another process), or that remembers
earlier calls, is refused and not passed.  With fresh draws every number that moved must change:
else no noise covers it.  And what seeds a generator must not depend on the data.

The moves bound a loss where noise is added to a value.  Where it is multiplied, decides, or picks
records, they are those of one realisation.  What happens in later calls is not seen: where a call
changes something that outlives it, such as a counter, that is named.
"""

import contextlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.audit.intact import Intact
from workbench.audit.remembered import kept, remembers
from workbench.audit.replay import Leak
from workbench.audit.watching import FrozenDraw, Parted, Watch, watched
from workbench.errors import ParameterError, require

_SLACK = 1e-9
_FRESH = 50
"""Most runs with fresh draws, for numbers that none of them changes."""

_WHOLE = 300
"""The same for whole numbers, on either dataset: these may stay as they are by chance."""

_DOUBT = 0.01
"""Probability of calling whole numbers hardly covered when they are."""


@dataclass(frozen=True, slots=True)
class FrozenRuns:
    """What two runs with equal draws showed.

    `move_l1` and `move_l2` say how far the released numbers moved; both are infinite where the
    results have another shape.
    """

    draws: tuple[FrozenDraw, ...]
    move_l1: float
    move_l2: float
    leaks: tuple[Leak, ...]
    caution: str = ""

    def __str__(self) -> str:
        """One line a leak, or how far the result moved; then what two runs cannot see."""
        count = sum(not draw.source.endswith("seed") for draw in self.draws)
        told = [f"{leak.line}: {leak.kind}: {leak.message}" for leak in self.leaks] or [
            f"no leak in {count} draws; the result moves by {self.move_l1:.6g} (l1)"
        ]
        return "\n".join([*told, self.caution] if self.caution else told)


def replay_draws(
    mechanism: Callable[[Any], Any],
    dataset: Any,  # noqa: ANN401 - what the mechanism takes
    neighbour: Any,  # noqa: ANN401
    *,
    sensitivity: float | None = None,
    norm: int = 1,
    epsilon: float | None = None,
) -> FrozenRuns:
    """Run on a dataset, then on a neighbour with the same draws, and compare.

    Args:
        mechanism: the code under audit, called with a dataset; it draws from the sources above.
        dataset: what is recorded.
        neighbour: what differs from it in one record, and gets the same draws.
        sensitivity: how far the released numbers are declared to move.
        norm: 1 or 2, the norm of that move.
        epsilon: the claimed loss, which whole numbers that no draw changes are held against; 0 if
            it is not given.

    Raises:
        ParameterError: no draw was seen (the noise comes from compiled code, or there is none), or
            the code cannot be followed.

    >>> def count(rows):
    ...     return len(rows) + np.random.default_rng().laplace(scale=0.5)
    >>> str(replay_draws(count, [1, 1], [1], sensitivity=1.0))
    'no leak in 1 draws; the result moves by 1 (l1)'
    """
    require(norm in (1, 2), "norm", norm, "is not 1 or 2", "Measure moves in l1 or l2.")
    data, other = Intact(dataset), Intact(neighbour)
    for name, given in (("dataset", dataset), ("neighbour", neighbour)):
        rule = "is an iterator: the first run uses it up"
        require(not isinstance(given, Iterator), name, type(given).__name__, rule, "Pass a list.")
    held = kept(mechanism)
    first = Watch()
    before = _run(mechanism, data, first)
    known = tuple(first.draws)
    _refuse_strangers(mechanism, data, before, first)
    second = Watch(known)
    after = _run(mechanism, other, second)
    if second.refusal:
        raise ParameterError(second.refusal)
    if not known and not second.leaks:
        raise ParameterError(
            f"mechanism = {_name(mechanism)!r} draws from no source that can be watched: its noise "
            "comes from compiled code, or from a generator deep inside its objects, or there is "
            "none.\n  Audit its outputs: audit.audit(audit.per_call(mechanism), ...)."
        )
    if isinstance(before, BaseException) and isinstance(after, BaseException):
        rule = f"raised on both datasets: {type(before).__name__}: {before}"
        way_out = "Pass data on which it runs, or see why it does not."
        require(repr(before) != repr(after), "mechanism", _name(mechanism), rule, way_out)
    leaks, moves = list(second.leaks), (0.0, 0.0)
    if not any(leak.kind == "control flow" for leak in leaks):
        if len(second.draws) < len(known):
            missing = known[len(second.draws)]
            said = f"{missing.source} is drawn on the dataset, and not on the neighbour"
            leaks.append(Leak("control flow", missing.line, said))
        found = _moves(before, after)
        line = known[-1].line
        if isinstance(found, str):
            leaks.append(Leak("output", line, f"with equal draws {found}"))
            moves = (math.inf, math.inf)
        else:
            moves = (sum(found), math.sqrt(sum(x * x for x in found)))
            if not leaks and (
                said := _bare(mechanism, (data, other), (before, after), found, epsilon)
            ):
                leaks.append(Leak("noise", line, said))
        move = moves[norm - 1]
        if sensitivity is not None and sensitivity * (1 + _SLACK) < move < math.inf:
            said = f"the result moves by {move:.6g} in l{norm}, and {sensitivity:g} is declared"
            leaks.append(Leak("sensitivity", line, said))
    return FrozenRuns(known, *moves, tuple(leaks), remembers(held, mechanism))


def _run(mechanism: Callable[[Any], Any], data: Intact, watch: Watch) -> Any:  # noqa: ANN401
    """The outcome of one run under a watch; None where it asked for another draw."""
    with watched(mechanism, watch), contextlib.suppress(Parted):
        return _outcome(mechanism, data.give())
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
    require(len(first.threads) == 1, "mechanism", _name(mechanism), rule, "Use one thread.")
    again = Watch(tuple(first.draws))
    found = _moves(before, _run(mechanism, data, again))
    if again.leaks:
        told = f"{again.leaks[0].line}: {again.leaks[0].message}"
    elif isinstance(found, str) or max(found, default=0.0) > _SLACK:
        told = found if isinstance(found, str) else f"a number moved by {max(found):.6g}"
    elif len(again.draws) < len(first.draws):
        told = f"{first.draws[len(again.draws)].source} was drawn the first time only"
    else:
        return
    raise ParameterError(
        f"mechanism = {_name(mechanism)!r} does not follow from its data and the draws that are "
        f"watched: with both the same {told}.\n  It draws from elsewhere (compiled code, a clock), "
        "remembers earlier calls, or returns objects that equal only themselves. Audit its "
        "outputs: audit.audit(audit.per_call(mechanism), ...)."
    )


def _bare(
    mechanism: Callable[[Any], Any],
    pair: tuple[Intact, Intact],
    results: tuple[Any, Any],
    found: list[float],
    epsilon: float | None,
) -> str:
    """What moves and is covered by no noise, as no fresh draws change it; nothing if there is none.

    A whole number that is the same in all of many runs, and another one on the neighbour, is told
    by that with a probability q of error at most: it costs ln((1 - q) / q) at least.
    """
    values = _numbers(results[0])
    if len(values) != len(found):
        return ""
    moved = {i for i, x in enumerate(found) if x > _SLACK}
    whole = {i for i in moved if float(values[i]).is_integer()}

    def stays(left: set[int], side: int, runs: int) -> set[int]:
        for _ in range(runs):
            if not left:
                break
            fresh = _moves(results[side], _outcome(mechanism, pair[side].give()))
            if isinstance(fresh, str) or len(fresh) != len(found):
                return set()
            left = {i for i in left if fresh[i] <= _SLACK * found[i]}
        return left

    if bare := stays(moved - whole, 0, _FRESH):
        move = max(found[i] for i in bare)
        return f"a number moves by {move:.6g}, and no draw changes it: no noise covers it"
    wrong = 1 - (_DOUBT / (2 * max(1, len(whole)))) ** (1 / _WHOLE)
    cost = math.log((1 - wrong) / wrong)
    if cost <= (epsilon or 0.0) or not (bare := stays(stays(whole, 0, _WHOLE), 1, _WHOLE)):
        return ""
    return (
        f"a whole number moves by {max(found[i] for i in bare):.6g}, and none of {_WHOLE} fresh "
        f"draws changes it on either dataset: it costs an epsilon of {cost:.3g} at least "
        f"(confidence {1 - _DOUBT:g})"
    )


def _numbers(result: Any) -> list[Any]:  # noqa: ANN401
    """The numbers of a result in the order in which their moves are listed."""
    if isinstance(result, dict):
        return [x for part in result.values() for x in _numbers(part)]
    if isinstance(result, list | tuple):
        return [x for part in result for x in _numbers(part)]
    if isinstance(result, bool | BaseException | None) or type(result) is int:
        return [result] if type(result) is int else []
    try:
        return list(np.asarray(result, dtype=float).ravel())
    except (TypeError, ValueError):
        return []


def _name(mechanism: object) -> str:
    return str(getattr(mechanism, "__name__", type(mechanism).__name__))


def _outcome(mechanism: Callable[[Any], Any], data: Any) -> Any:  # noqa: ANN401
    """The result, or the exception that the mechanism raises: that is an outcome too.

    What is lazy is asked for its values here, where its draws are watched.
    """
    try:
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


def _moves(first: Any, second: Any) -> list[float] | str:  # noqa: ANN401
    """How far each number moved, or in which way the results differ otherwise."""
    if isinstance(first, BaseException) or isinstance(second, BaseException):
        told = [
            f"{type(x).__name__}: {x}" if isinstance(x, BaseException) else "a result"
            for x in (first, second)
        ]
        return [] if told[0] == told[1] else f"the outcomes are {told[0]}, and {told[1]}"
    if type(first) is type(second) is int:
        return [float(abs(first - second))]  # exactly: floats lose their low bits
    if isinstance(first, bool) or type(first) is not type(second):
        same = type(first) is type(second) and first == second
        return [] if same else f"the results are {first!r} and {second!r}"
    if isinstance(first, dict):
        if list(first) != list(second):
            return f"the keys are {list(first)} and {list(second)}"
        return _joined(list(first.values()), list(second.values()))
    if isinstance(first, list | tuple):
        return _joined(list(first), list(second))
    if isinstance(first, np.ndarray | np.integer) and np.asarray(first).dtype.kind in "iu":
        return _moves(np.asarray(first).tolist(), np.asarray(second).tolist())
    try:
        one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    except (TypeError, ValueError):
        same = bool(first == second)
        return [] if same else f"the results are {first!r} and {second!r}"
    if one.shape != two.shape:
        return f"the shapes are {one.shape} and {two.shape}"
    moved = np.where(one == two, 0.0, np.abs(one - two))
    if np.isnan(moved).any() and not np.array_equal(np.isnan(one), np.isnan(two)):
        return "a number is NaN on one side only"
    return [float(x) for x in np.nan_to_num(moved, nan=0.0, posinf=math.inf).ravel()]


def _joined(first: list[Any], second: list[Any]) -> list[float] | str:
    if len(first) != len(second):
        return f"the lengths are {len(first)} and {len(second)}"
    parts = [_moves(a, b) for a, b in zip(first, second, strict=True)]
    told = next((part for part in parts if isinstance(part, str)), None)
    return told or [x for part in parts if not isinstance(part, str) for x in part]
