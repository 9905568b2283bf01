"""Which claims are meant: ids, prefixes of ids, and the word expressions of `-k`.

    -k "noise and not (clipping or audit)"

A word stands for "occurs in the id"; and, or, not and parentheses combine words, as in pytest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from workbench.claims.graph import closest
from workbench.errors import ParameterError

Matcher = Callable[[str], bool]
_DEEPEST = 50  # parentheses and nots within each other
_SHOWN = 200  # characters of an expression that a message repeats
_TOKEN = re.compile(r"\s*(?:([()])|([^\s()]+))")


def select(ids: Sequence[str], wanted: Iterable[str] = (), *, expression: str = "") -> list[str]:
    """The ids that one of `wanted` names (all, if there is none) and `expression` matches.

    >>> select(["sgd.a", "sgd.b-c", "adam.b"], ["sgd"], expression="b or x")
    ['sgd.b-c']
    """
    names = list(wanted)
    for name in names:
        if not any(named_by(id, name) for id in ids):
            raise ParameterError(
                f"{name!r} is neither a claim nor a prefix of claims."
                f"{closest(name, [*ids, *{id.split('.', 1)[0] for id in ids}])}"
                " `workbench list` shows them all."
            )
    matches = compile_expression(expression)
    return [id for id in ids if (not names or any(named_by(id, n) for n in names)) and matches(id)]


def named_by(id: str, name: str) -> bool:
    """Whether `name` is the id, or a part of it that ends where a word ends."""
    return id == name or (id.startswith(name) and id[len(name)] in ".-")


def compile_expression(text: str) -> Matcher:
    """Turn a word expression into a test of ids; an empty one matches everything."""
    tokens = [a or b for a, b in _TOKEN.findall(text)]
    if not tokens:
        return lambda id: True
    parser = _Parser(text, tokens)
    matcher = parser.any_of()
    if parser.tokens:
        raise parser.fault(f"{parser.tokens[0]!r} is one too many")
    return matcher


class _Parser:
    """Recursive descent over the words; the first of `tokens` is the next one."""

    def __init__(self, text: str, tokens: list[str]) -> None:
        self.text, self.tokens, self.depth = text, tokens, 0

    def fault(self, problem: str) -> ParameterError:
        return ParameterError(
            f"-k {self.text[:_SHOWN]!r}: {problem}. Join words by and, or, not and parentheses,"
            " as in -k 'noise and not audit'."
        )

    def take(self, word: str) -> bool:
        if self.tokens and self.tokens[0] == word:
            self.tokens.pop(0)
            return True
        return False

    def any_of(self) -> Matcher:
        parts = [self.all_of()]
        while self.take("or"):
            parts.append(self.all_of())
        return lambda id: any(part(id) for part in parts)

    def all_of(self) -> Matcher:
        parts = [self.one()]
        while self.take("and"):
            parts.append(self.one())
        return lambda id: all(part(id) for part in parts)

    def one(self) -> Matcher:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.fault(f"it is nested more than {_DEEPEST} deep")
        found = self.inner()
        self.depth -= 1
        return found

    def inner(self) -> Matcher:
        if self.take("not"):
            inner = self.one()
            return lambda id: not inner(id)
        if self.take("("):
            inner = self.any_of()
            if not self.take(")"):
                raise self.fault("a parenthesis is not closed")
            return inner
        if not self.tokens or self.tokens[0] in ("and", "or", ")"):
            place = f"before {self.tokens[0]!r}" if self.tokens else "at the end"
            raise self.fault(f"a word is missing {place}")
        word = self.tokens.pop(0).lower()
        return lambda id: word in id.lower()
