"""Record and replay: a mechanism of foreign Python code, its noise primitives watched.

The code runs on a dataset; every call of a declared primitive (a function that adds noise to a
value) is recorded with its value, scale and the line that made it, and what it answered is frozen.
On a neighbour the same code runs again and is handed the frozen answers.  Whatever still differs is
the doing of the data and not of the noise, so that a deterministic fault shows in two runs:

    sensitivity   the value moved by more than is declared
    scale         the scale depends on the data
    control flow  another line, another primitive, more or fewer calls
    output        the answers were the same, and the results differ: something leaked beside
    budget        the pure losses |move| / scale of Laplace calls, or the zCDP of Gaussian ones, add
                  up to more than is claimed

Nothing found is no proof.  Where no noise functions could be named, see `replay_draws` (freezing).
"""

import contextlib
import copy
import inspect
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from workbench.audit.intact import Intact, alike
from workbench.audit.leaks import Leak
from workbench.audit.neighbours import check_pair
from workbench.audit.recording import check_alone
from workbench.audit.remembered import kept, remembers
from workbench.errors import ParameterError, require

Arguments = dict[str, Any]
_SLACK = 1e-9  # relative: what doubles may err in a declared sensitivity


@dataclass(frozen=True, slots=True)
class Primitive:
    """A function that adds noise to a value: where it is found, and what its arguments are called.

    `target` is "module.name" or "module.Class.name", as the code under audit looks it up.  `norm`
    measures moves: 1 for Laplace noise, 2 for Gaussian noise.  `sensitivity` names the argument
    that declares the sensitivity, where there is one.
    """

    target: str
    value: str
    scale: str
    law: Literal["laplace", "gaussian"]
    sensitivity: str = ""

    def __post_init__(self) -> None:
        """Check the law."""
        known = self.law in ("laplace", "gaussian")
        require(known, "law", repr(self.law), "is neither 'laplace' nor 'gaussian'", "Pass one.")


Handler = Callable[[Primitive, str, Arguments, Callable[[], Any]], Any]


@dataclass(frozen=True, slots=True)
class NoiseCall:
    """One call of a primitive: who called, with what, and what it answered."""

    target: str
    line: str
    law: str
    value: Any
    scale: Any
    sensitivity: float | None
    answer: Any


@dataclass(frozen=True, slots=True)
class Replay:
    """What two runs showed: the calls on the dataset, the moves on the neighbour, the leaks."""

    calls: tuple[NoiseCall, ...]
    moves: tuple[float, ...]
    leaks: tuple[Leak, ...]
    epsilon: float
    rho: float
    caution: str = ""

    def __str__(self) -> str:
        """One line a leak, with the line of the code under audit; then what is not seen."""
        told = [f"{leak.line}: {leak.kind}: {leak.message}" for leak in self.leaks]
        nothing = f"no leak in {len(self.calls)} calls of a primitive"
        return "\n".join([*(told or [nothing]), self.caution]).rstrip()


def replay(
    mechanism: Callable[[Any], Any],
    dataset: object,
    neighbour: object,
    *,
    primitives: Sequence[Primitive],
    epsilon: float | None = None,
    rho: float | None = None,
) -> Replay:
    """Run on a dataset with recording, on a neighbour with the frozen answers, and compare.

    Args:
        mechanism: the code under audit, a function of its data and of the primitives alone.
        dataset: what is recorded.
        neighbour: what differs from it in one record, and gets the frozen answers.
        primitives: the functions that add noise.
        epsilon: claimed pure loss, against the sum of |move|_1 / scale over the Laplace calls.
        rho: claimed zCDP, against the sum of |move|_2^2 / (2 scale^2) over the Gaussian calls.

    Raises:
        ParameterError: a primitive that cannot be found or called as declared, or none was called.
    """
    require(bool(primitives), "primitives", primitives, "is empty", "Name the noise functions.")
    check_alone(mechanism)
    calls: list[NoiseCall] = []

    def record(one: Primitive, line: str, given: Arguments, run: Callable[[], Any]) -> Any:  # noqa: ANN401
        answer = run()
        calls.append(_called(one, line, given, copy.deepcopy(answer)))
        return answer

    check_pair(dataset, neighbour)
    data, other, held = Intact(dataset), Intact(neighbour), kept(mechanism)
    with _patched(primitives, record):
        first = mechanism(data.give())
    require(bool(calls), "mechanism", mechanism, "calls no primitive", "Declare those it calls.")
    again, leaks = _answered(mechanism, data, primitives, calls, first)
    if leaks:
        raise ParameterError(
            f"mechanism = {getattr(mechanism, '__name__', mechanism)!r} is no function of its data "
            f"and its primitives: on the same data, with the same answers, {leaks[0].message}.\n"
            "  Declare every function that it draws noise with; or it remembers earlier calls."
        )
    again, leaks = _answered(mechanism, other, primitives, calls, first)
    moves = tuple(_move(a, b) for a, b in zip(calls, again, strict=False))
    leaks += [
        leak for a, b, m in zip(calls, again, moves, strict=False) for leak in _moved(a, b, m)
    ]
    spent = [_loss(a, b) for a, b in zip(calls, again, strict=False)]
    pure = sum(x for call, x in zip(calls, spent, strict=False) if call.law == "laplace")
    zcdp = sum(x for call, x in zip(calls, spent, strict=False) if call.law == "gaussian")
    for name, claimed, found in (("epsilon", epsilon, pure), ("rho", rho, zcdp)):
        if claimed is not None and found > claimed * (1 + _SLACK):
            said = f"the calls lose {name} = {found:.6g}, and {claimed:g} is claimed"
            leaks.append(Leak("budget", calls[-1].line, said))
    return Replay(tuple(calls), moves, tuple(leaks), pure, zcdp, remembers(held, mechanism))


def _answered(
    mechanism: Callable[[Any], Any],
    data: Intact,
    primitives: Sequence[Primitive],
    calls: Sequence[NoiseCall],
    first: object,
) -> tuple[list[NoiseCall], list[Leak]]:
    """The calls of a run with frozen answers, and where its path or its result differs."""
    leaks: list[Leak] = []
    again: list[NoiseCall] = []

    def answer(one: Primitive, line: str, given: Arguments, run: Callable[[], Any]) -> Any:  # noqa: ANN401
        del run  # no noise of its own: the frozen answer
        before = calls[len(again)] if len(again) < len(calls) else None
        if before is None or (before.target, before.line) != (one.target, line):
            there = "nothing more" if before is None else f"{before.target} at {before.line}"
            leaks.append(Leak("control flow", line, f"{one.target} here, {there} on the dataset"))
            raise _Diverged
        again.append(_called(one, line, given, before.answer))
        return copy.deepcopy(before.answer)

    with _patched(primitives, answer), contextlib.suppress(_Diverged):
        leaks += _ended(calls, again, first, mechanism(data.give()))
    return again, leaks


class _Diverged(Exception):
    """The neighbour took another path: no frozen answer belongs to this call."""


def _called(one: Primitive, line: str, given: Arguments, answer: Any) -> NoiseCall:  # noqa: ANN401
    declared = float(given[one.sensitivity]) if one.sensitivity else None
    value, scale = (np.array(given[name], dtype=float) for name in (one.value, one.scale))
    return NoiseCall(one.target, line, one.law, value, scale, declared, answer)


def _ended(
    calls: Sequence[NoiseCall], again: Sequence[NoiseCall], first: object, second: object
) -> list[Leak]:
    """What differs at the end: calls that are missing, or else the results."""
    for missing in calls[len(again) :]:
        said = f"{missing.target} is called on the dataset alone"
        return [Leak("control flow", missing.line, said)]
    if not _same(first, second):
        said = "all calls got the same answers, and the results differ: something leaks beside them"
        return [Leak("output", calls[-1].line, said)]
    return []


def _same(first: object, second: object) -> bool:
    """Whether two results are equal, arrays by their entries, NaN equal to itself."""
    if hasattr(first, "__array__") and hasattr(second, "__array__"):
        with contextlib.suppress(TypeError):  # entries without NaN, such as text
            return bool(np.array_equal(first, second, equal_nan=True))
    return alike(first, second)


def _move(first: NoiseCall, second: NoiseCall) -> float:
    """How far the value moved, in the norm of the noise."""
    move = _moves(first, second)
    return float(move.sum() if first.law == "laplace" else np.sqrt((move**2).sum()))


def _moves(first: NoiseCall, second: NoiseCall) -> Any:  # noqa: ANN401
    """How far each entry moved; NaN, and another shape, is far from every number."""
    one, two = first.value, second.value
    if one.shape != two.shape:
        return np.array(np.inf)
    same = (one == two) | (np.isnan(one) & np.isnan(two))
    with np.errstate(invalid="ignore"):
        return np.where(same, 0.0, np.nan_to_num(np.abs(one - two), nan=np.inf, posinf=np.inf))


def _moved(first: NoiseCall, second: NoiseCall, move: float) -> list[Leak]:
    """What is wrong with one call: its scale, or its move against the declared sensitivity."""
    found = []
    if not np.array_equal(first.scale, second.scale):
        said = f"{first.target} has scale {first.scale} on the dataset, {second.scale} beside it"
        found.append(Leak("scale", first.line, said))
    declared = first.sensitivity
    if declared != second.sensitivity:
        said = f"{first.target} declares {declared} on the dataset, {second.sensitivity} beside it"
        return [*found, Leak("sensitivity", first.line, said)]
    if move == math.inf or (declared is not None and move > declared * (1 + _SLACK)):
        said = f"the value of {first.target} moves by {move:.6g}, and {declared} is declared"
        found.append(Leak("sensitivity", first.line, said))
    return found


def _loss(first: NoiseCall, second: NoiseCall) -> float:
    """Pure loss of Laplace noise, zCDP of Gaussian noise, entry by entry."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = _moves(first, second) / np.maximum(first.scale, 0.0)
    ratio = np.nan_to_num(ratio, nan=0.0, posinf=np.inf)  # 0 / 0: what does not move needs no noise
    return float(ratio.sum() if first.law == "laplace" else (ratio**2).sum() / 2)


@contextlib.contextmanager
def _patched(primitives: Sequence[Primitive], handler: Handler) -> Iterator[None]:
    """Every primitive replaced by one that asks the handler; the originals come back at the end."""
    before: list[tuple[Any, str, Any]] = []
    try:
        for one in primitives:
            owner, name = _found(one.target)
            original = getattr(owner, name)
            before.append((owner, name, original))
            setattr(owner, name, _watched(one, original, handler))
        yield
    finally:
        for owner, name, original in reversed(before):
            setattr(owner, name, original)


def _found(target: str) -> tuple[Any, str]:
    path, _, name = target.rpartition(".")
    parts = path.split(".")
    for k in range(len(parts), 0, -1):
        owner: Any = sys.modules.get(".".join(parts[:k]))
        if owner is None:
            continue
        with contextlib.suppress(AttributeError):
            for part in parts[k:]:
                owner = getattr(owner, part)
            getattr(owner, name)
            return owner, name
    raise ParameterError(
        f"target = {target!r} is not found.\n"
        "  Write it as module.function, as the code looks it up, and import the module first."
    )


def _watched(one: Primitive, original: Callable[..., Any], handler: Handler) -> Callable[..., Any]:
    signature = inspect.signature(original)
    if missing := {one.value, one.scale, one.sensitivity} - {"", *signature.parameters}:
        has = f"it has {', '.join(signature.parameters)}"
        raise ParameterError(
            f"{one.target} has no argument {', '.join(sorted(missing))}; {has}.\n"
            "  Correct the names in the primitive."
        )

    def watched(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as the original
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        frame = sys._getframe(1)
        line = f"{frame.f_code.co_filename}:{frame.f_lineno}"
        return handler(one, line, dict(bound.arguments), lambda: original(*args, **kwargs))

    return watched
