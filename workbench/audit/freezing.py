"""Frozen randomness: foreign code runs on two neighbours with the very same draws.

Where `replay` needs the noise functions of a library by name, here the sources that Python code
draws from are watched themselves (workbench.audit.watching).  Every draw is recorded with the line
that asked for it; on the neighbour the recorded answers come back.  With equal draws the two runs
may differ only in how far the released numbers move.

Three more things are looked at.  The same dataset with the same draws must give the same result:
code that draws from elsewhere (a compiled library, a clock, another process), or that remembers
earlier calls, is refused and not passed.  With fresh draws every number that moved must change:
else no noise covers it.  And what seeds a generator must not depend on the data.

What is no number (yes or no, a text, a key) has no distance.  Where it differs, and no fresh draw
changes it on either dataset, it is a leak; where draws change it, as in randomised response, its
price is not seen here, and the audit says so.

The moves bound a loss where noise is added to a value.  Where it is multiplied, decides, or picks
records, they are those of one realisation.  What happens in later calls is not seen: where a call
changes something that outlives it, such as a counter, that is named.
"""

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workbench.audit.compared import SLACK, is_choice, leaves, moves
from workbench.audit.intact import Intact
from workbench.audit.leaks import Kind, Leak
from workbench.audit.neighbours import check_pair
from workbench.audit.recording import FRESH, check_alone, name_of, outcome, told_apart
from workbench.audit.remembered import kept, remembers
from workbench.audit.watching import FrozenDraw
from workbench.errors import ParameterError, require

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

    >>> import numpy as np
    >>> def count(rows):
    ...     return len(rows) + np.random.default_rng().laplace(scale=0.5)
    >>> str(replay_draws(count, [1, 1], [1], sensitivity=1.0))
    'no leak in 1 draws; the result moves by 1 (l1)'
    """
    require(norm in (1, 2), "norm", norm, "is not 1 or 2", "Measure moves in l1 or l2.")
    require(callable(mechanism), "mechanism", mechanism, "cannot be called", "Pass f(dataset).")
    check_alone(mechanism)
    check_pair(dataset, neighbour)
    data, other = Intact(dataset), Intact(neighbour)
    held = kept(mechanism)
    first, before, second, after = told_apart(mechanism, data, other)
    known = tuple(first.draws)
    if not known and not second.leaks:
        raise ParameterError(
            f"mechanism = {name_of(mechanism)!r} draws from no source that can be watched: its "
            "noise comes from compiled code, or from a generator deep inside its objects, or there "
            "is none.\n  Audit its outputs: audit.audit(audit.per_call(mechanism), ...)."
        )
    leaks, move_by = list(second.leaks), (0.0, 0.0)
    cautions = [remembers(held, mechanism)]
    if not any(leak.kind == "control flow" for leak in leaks):
        if len(second.draws) < len(known):
            missing = known[len(second.draws)]
            said = f"{missing.source} is drawn on the dataset, and not on the neighbour"
            leaks.append(Leak("control flow", missing.line, said))
        line = _line_of(mechanism, known)
        fresh = _Fresh(mechanism, (data, other), (before, after), epsilon)
        far = fresh.numbers()
        move_by = (sum(far), math.sqrt(sum(x * x for x in far)))
        if not leaks:
            leaks += [Leak(kind, line, said) for kind, said in fresh.uncovered()]
            cautions += fresh.cautions
        move = move_by[norm - 1]
        if sensitivity is not None and sensitivity * (1 + SLACK) < move < math.inf:
            said = f"the result moves by {move:.6g} in l{norm}, and {sensitivity:g} is declared"
            leaks.append(Leak("sensitivity", line, said))
    return FrozenRuns(known, *move_by, tuple(leaks), " ".join(filter(None, cautions)))


def _line_of(mechanism: Callable[[Any], Any], known: tuple[FrozenDraw, ...]) -> str:
    """Of a fault of the result: the last draw in the mechanism's own file, or where it begins.

    A library that draws for it is not where what its noise does not cover was released.
    """
    bare = inspect.unwrap(getattr(mechanism, "__func__", mechanism))
    code = getattr(bare, "__code__", None) or getattr(type(bare).__call__, "__code__", None)
    if code is None:
        return known[-1].line
    own = [draw.line for draw in known if draw.line.rpartition(":")[0] == code.co_filename]
    return own[-1] if own else f"{code.co_filename}:{code.co_firstlineno}"


class _Fresh:
    """Two results with equal draws, and whether fresh draws change what differs between them.

    What is the same in all of many runs, and another on the neighbour, is told by that with a
    probability q of error at most: it costs ln((1 - q) / q) at least.
    """

    def __init__(
        self,
        mechanism: Callable[[Any], Any],
        pair: tuple[Intact, Intact],
        results: tuple[Any, Any],
        epsilon: float | None,
    ) -> None:
        self.mechanism, self.pair, self.results = mechanism, pair, results
        self.epsilon, self.cautions = epsilon or 0.0, list[str]()
        self.found = moves(*results)
        self.values = [] if isinstance(self.found, str) else leaves(results[0])

    def numbers(self) -> list[float]:
        """How far each number moved; infinitely far where the results have another shape."""
        if isinstance(self.found, str):
            return [math.inf]
        return [x for x, one in zip(self.found, self.values, strict=True) if not is_choice(one)]

    def uncovered(self) -> list[tuple[Kind, str]]:
        """What differs and is covered by no noise, as no fresh draws change it."""
        if isinstance(self.found, str):
            return self._told("output", [0], self._differs, self._shape)
        moved = [i for i, x in enumerate(self.found) if x > SLACK]
        choices = [i for i in moved if is_choice(self.values[i])]
        rest = [i for i in moved if i not in choices]
        whole = [i for i in rest if float(self.values[i]).is_integer()]
        if bare := self._stay(set(rest) - set(whole), 0, FRESH):
            move = max(self.found[i] for i in bare)
            said = f"a number moves by {move:.6g}, and no draw changes it: no noise covers it"
            return [("noise", said)]
        told: list[tuple[Kind, str]] = []
        if choices:
            told += self._told("output", choices, self._differs, self._places)
        if whole:
            words = "a whole number moves by {:.6g}".format
            told += self._told("noise", whole, lambda i: words(self.found[i]), self._places)
        return told

    def _differs(self, place: int) -> str:
        found = self.found
        if not isinstance(found, str):
            other = leaves(self.results[1])[place]
            found = f"the results are {self.values[place]!r} and {other!r}"
        return f"with equal draws {found}"

    def _told(
        self,
        kind: Kind,
        places: list[int],
        words: Callable[[int], str],
        stay: Callable[[set[int]], set[int]],
    ) -> list[tuple[Kind, str]]:
        """A leak if fresh draws do not change one of the places on either dataset."""
        wrong = 1 - (_DOUBT / (2 * len(places))) ** (1 / _WHOLE)
        cost = math.log((1 - wrong) / wrong)
        if cost > self.epsilon and (left := stay(set(places))):
            said = (
                f"{words(min(left))}, and none of {_WHOLE} fresh draws changes that on either "
                f"dataset: it costs an epsilon of {cost:.3g} at least (confidence {1 - _DOUBT:g})"
            )
            return [(kind, said)]
        if kind == "output":
            self.cautions.append(
                f"Caution: {words(places[0])}; what that costs is not seen here. Audit the "
                "outputs: audit.audit(audit.per_call(mechanism), ...)."
            )
        return []

    def _again(self, side: int) -> list[float] | str:
        fresh = outcome(self.mechanism, self.pair[side].give())
        return moves(self.results[side], fresh)

    def _shape(self, places: set[int]) -> set[int]:
        """Its places, unless a fresh draw gives a result of another shape."""
        other = any(isinstance(self._again(k), str) for k in (0, 1) for _ in range(_WHOLE))
        return set() if other else places

    def _places(self, places: set[int]) -> set[int]:
        """The places with the same value in all fresh draws, on either dataset."""
        return self._stay(self._stay(places, 0, _WHOLE), 1, _WHOLE)

    def _stay(self, left: set[int], side: int, runs: int) -> set[int]:
        for _ in range(runs):
            if not left:
                break
            fresh = self._again(side)
            if isinstance(fresh, str) or len(fresh) != len(self.found):
                return set()
            left = {i for i in left if fresh[i] <= SLACK * float(self.found[i])}
        return left
