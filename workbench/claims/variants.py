"""False variants of a check, written beside the arguments that they change.

    @CLAIM.exact
    @broken("lost_factor_m", "Without the factor m the two are no inverses.", factor=1)
    def inverse_undoes_the_formula(*, factor=m) -> Outcome: ...

A reason that is too long for this line stands below it:

    @broken("the_variance_of_all_of_it", factor=n)
    @because("The accountant is also charged for the records that are never drawn.")

That each of several conditions is needed is one line, with a variant for each that lacks it, and
the reason why it is then false:

    @dropped("where", WHERE, {0: "The two may then be equal.", 2: "Any step may be as long then."})

A variant leaves a record on the function below it, and the decorator of the check above it takes
all the records that it finds, in the order in which they are written.  A variant that no check
takes would never be asked: `collect` refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from workbench.errors import ClaimError

_RECORDS = "__broken__"
_WORDS = re.compile(
    r"[A-Za-z0-9 <>=.]{1,60}"
)  # what can be the name of a variant, and be said aloud
_SUM = re.compile(r"\b(Sum|Product)\(")

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Variant:
    """A name, the reason why the variant is false, and new values for keyword arguments."""

    name: str
    why: str
    changes: Mapping[str, Any]

    def __call__(self, function: Function) -> Function:
        """Leave the record on a function, with the reason that stands below it.

        Raises:
            ClaimError: anything but a function, such as a check; a second reason.
        """
        if isinstance(function, type) or not hasattr(function, "__name__"):
            raise ClaimError(
                f"broken({self.name!r}, ...) stands above a {type(function).__name__}: a variant"
                " changes arguments of the function of a check."
                " Put it between the check's decorator and the function."
            )
        records = cast(list[Variant], vars(function).setdefault(_RECORDS, []))
        below = records.pop(0).why if records and not records[0].name else ""
        if self.why and below:
            raise ClaimError(
                f"{self.why!r} stands above because({below!r}): a variant has one reason."
                " Keep one of the two."
            )
        # decorators are applied from below
        records.insert(0, replace(self, why=self.why or below))
        return function


def broken(name: str, why: str = "", /, **changes: Any) -> Variant:  # noqa: ANN401
    """A check with changed arguments: a nearby false variant, which the check has to reject.

    It is a decorator, and stands between the decorator of the check and its function.

    name:    what the variant is called, such as "forgotten_sum"
    why:     one sentence: what was changed, and why it is then false; where it does not fit the
             line it is left out here and stands below, in `@because`
    changes: new values for keyword arguments of the check; they are held against its signature,
             and a twin name is refused, when the check is registered
    """
    return Variant(name, " ".join(why.split()), changes)


def dropped(
    argument: str, values: Sequence[Any], why: str | Mapping[int, str], /, *places: int,
    past: bool = False,
) -> Callable[[Function], Function]:  # fmt: skip
    """A variant for each of several conditions: the check without it, which it has to reject.

    argument: the keyword argument of the check that holds the conditions
    values:   what it is by default; a text without a comparison says, as in an `Order`, that it
              is at most 1
    why:      why the claim is then false: a sentence for each place, counted from 0, whose
              condition is dropped, or one sentence for all of them
    places:   where there is one sentence, the places that are dropped; without any, all of them
    past:     whether they are means given the past: (xi, "=", 0) is shown as E[xi | past] = 0

    Raises:
        ClaimError: a place that there is not, nothing to drop, or no reason.
    """
    told = dict.fromkeys(places or range(len(values)), why) if isinstance(why, str) else dict(why)
    wrong = [k for k in told if not 0 <= k < len(values)]
    if wrong or not told or (places and not isinstance(why, str)):
        raise ClaimError(
            f"dropped({argument!r}, ...): {wrong or 'nothing'} is no place of {len(values)}"
            " conditions. Count from 0, and name the places once."
        )
    if empty := [k for k, reason in told.items() if not reason.strip()]:
        raise ClaimError(
            f"dropped({argument!r}, ...): nothing is said of why the claim is false without the"
            f" conditions {empty}. Give a sentence for each."
        )

    def leave(function: Function) -> Function:
        for k in reversed(told):
            left = tuple(v for place, v in enumerate(values) if place != k)
            lacking = f"without {_shown(_mean(values[k]) if past else values[k])}"
            name = (
                lacking if _WORDS.fullmatch(lacking) else f"without condition {k + 1} of {argument}"
            )
            reason = f"{lacking[0].upper()}{lacking[1:]}: {' '.join(told[k].split())}"
            function = Variant(name.replace(" ", "_"), reason, {argument: left})(function)
        return function

    return leave


def _mean(condition: Any) -> Any:  # noqa: ANN401
    """A comparison as one of the mean given the past; other conditions show it themselves.

    >>> _shown(_mean(("abs(xi)", "=", "b")))
    'E[abs(xi) | past] = b'
    """
    if isinstance(condition, tuple) and len(condition) == 3 and not isinstance(condition[2], tuple):
        return (f"E[{condition[0]} | past]", *condition[1:])
    return condition


def _shown(condition: Any) -> str:  # noqa: ANN401
    """A condition as text: a triple as a comparison, a product of powers as at most 1.

    A list holds the parts of a condition, of which one is met, and each all that it says; four
    that begin with symbols are a mean given the past, for all values of these, and a fifth holds
    conditions on these values.
    """
    if isinstance(condition, tuple) and len(condition) > 3 and isinstance(condition[0], tuple):
        symbols, of, op, value, *limits = condition
        text = _shown((f"E[{of} | past]", op, value))
        return f"{text} for all {_range(symbols, *limits or [()])}"
    if isinstance(condition, list):
        each = (", ".join(map(_shown, part)) for part in condition)
        return " or ".join(f"({text})" for text in each)
    if isinstance(condition, tuple) and len(condition) == 3:
        if isinstance(condition[2], tuple):
            return f"{_shown(condition[2])} for all {_range(condition[0], condition[1])}"
        text = " ".join(map(str, condition))
    else:
        text = str(condition)
        if not any(sign in text for sign in "<>="):
            text = _at_most_one(text)
    return _as_typed(text.replace("**", "^").replace("log(", "ln(").replace("Abs(", "abs("))


def _range(values: Any, limits: Any) -> str:  # noqa: ANN401
    """What a condition is said for: all indices from a first one on, or values with conditions.

    >>> _range(("i", "j"), [(1, "<=", "i"), ("i", "<=", "j")])
    'i, j with 1 <= i, i <= j'
    """
    if not isinstance(limits, list | tuple):
        return f"{values} >= {limits}"
    names = ", ".join(map(str, values))
    return f"{names} with {', '.join(map(_shown, limits))}" if limits else names


def _as_typed(text: str) -> str:
    """Sums as `workbench prove` reads them: Sum(x[i], (i, 1, n)) as sum(i = 1..n, x[i])."""
    while found := _SUM.search(text):
        end, depth = found.end(), 1
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        term, _, bounds = text[found.end() : end - 1].rpartition(", (")
        if bounds.count(", ") != 2:
            break
        index, low, high = bounds[:-1].split(", ")
        word = {"Sum": "sum", "Product": "prod"}[found[1]]
        text = f"{text[: found.start()]}{word}({index} = {low}..{high}, {term}){text[end:]}"
    return text


def _at_most_one(text: str) -> str:
    """A quotient as a comparison, a/(b*c) as a <= b*c, at the last slash outside of brackets."""
    slashes = [k for k, c in enumerate(text)
               if c == "/" and text[:k].count("(") == text[:k].count(")")]  # fmt: skip
    if not slashes:
        return f"{text} <= 1"
    over, under = text[: slashes[-1]], text[slashes[-1] + 1 :]
    if under.startswith("(") and under.find(")") == len(under) - 1:
        under = under[1:-1]
    return f"{under} >= 1" if over == "1" else f"{over} <= {under}"


def because(why: str, /) -> Variant:
    """The reason of the `@broken(name, ...)` directly above it.

    why: one sentence: what was changed, and why it is then false
    """
    return Variant("", " ".join(why.split()), {})


def taken(function: Callable[..., Any]) -> tuple[Variant, ...]:
    """The records on a function, which are taken off it: each belongs to one check."""
    records = cast(list[Variant], getattr(function, _RECORDS, []))
    found = tuple(records)
    records.clear()
    return found


def left_over(function: Any) -> tuple[Variant, ...]:  # noqa: ANN401
    """The records that no check has taken yet, of whatever a module holds."""
    records = getattr(function, "__dict__", {}).get(_RECORDS, ())
    return tuple(r for r in records if isinstance(r, Variant))
