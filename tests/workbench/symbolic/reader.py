"""A reader of the LaTeX that `workbench.symbolic.latex` writes, for numbers put in.

It follows the rules of mathematical typesetting and knows nothing of the writer: a fraction is a
group, a juxtaposition multiplies and binds tighter than a sum, a power belongs to the last symbol,
a big operator takes the product that follows it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

TOKEN = re.compile(
    r"\\left[(|]|\\right[)|]|\\left\\\{|\\right\\\}|\\operatorname\{erfc\}|\\mathrm\{[A-Za-z]+\}|\\[A-Za-z]+|\\,"
    r"|\d+|[A-Za-z]|[{}_^+\-=\[\]]|,"
)


class Reader:
    """Recursive descent over the tokens; evaluates while it reads."""

    def __init__(self, text: str, values: Mapping[str, object]) -> None:
        self.tokens = TOKEN.findall(text)
        assert "".join(self.tokens).replace("\\,", "") == re.sub(r"\s|\\,", "", text), text
        self.at, self.values = 0, dict(values)

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        token = self.peek()
        assert not expected or token in expected, (token, expected, self.tokens)
        self.at += 1
        return token

    def whole(self) -> float:
        value = self.sum()
        assert self.at == len(self.tokens), self.tokens[self.at :]
        return value

    def group(self) -> float:
        self.take("{")
        value = self.sum()
        self.take("}")
        return value

    def raw_group(self) -> str:
        """The text of a {group}, unread."""
        self.take("{")
        depth, parts = 1, []
        while True:
            token = self.take()
            depth += (token == "{") - (token == "}")
            if not depth:
                return "".join(parts)
            parts.append(token)

    def sum(self) -> float:
        sign = -1 if self.peek() == "-" else 1
        if sign < 0:
            self.take()
        total = sign * self.product()
        while self.peek() in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            total += sign * self.product()
        return total

    def product(self) -> float:
        value = self.power()
        while self.peek() and self.peek() not in (
            "+",
            "-",
            "}",
            "]",
            "\\right)",
            "\\right|",
            "\\right\\}",
            ",",
            "=",
        ):
            if self.peek() in ("\\,", "\\cdot"):
                self.take()
            value *= self.power()
        return value

    def power(self) -> float:
        value = self.atom()
        if self.peek() == "^":
            self.take()
            value = value ** self.group()
        return value

    def atom(self) -> float:
        token = self.take()
        if token.isdigit():
            return float(token)
        match token:
            case "\\left(":
                value = self.sum()
                self.take("\\right)")
                return value
            case "\\left|":
                value = self.sum()
                self.take("\\right|")
                return abs(value)
            case "\\max" | "\\min":
                self.take("\\left\\{")
                values = [self.sum()]
                while self.peek() == ",":
                    self.take()
                    values.append(self.sum())
                self.take("\\right\\}")
                return max(values) if token == "\\max" else min(values)
            case "\\frac":
                return self.group() / self.group()
            case "\\sqrt":
                order = 2.0
                if self.peek() == "[":
                    self.take()
                    order = float(self.take())
                    self.take("]")
                return self.group() ** (1 / order)
            case "\\ln":
                return math.log(self.atom())
            case "\\operatorname{erfc}":
                return math.erfc(self.atom())
            case "\\pi":
                return math.pi
            case "e":
                return math.e
            case "\\sum" | "\\prod":
                return self.iterated(token)
        return self.value_of(token)

    def value_of(self, token: str) -> float:
        name = token.removeprefix("\\mathrm{").removesuffix("}").removeprefix("\\")
        found = self.values[name]
        if isinstance(found, Mapping):
            self.take("_")
            return float(found[round(self.group())])
        return float(found)

    def iterated(self, token: str) -> float:
        self.take("_")
        self.take("{")
        index = self.take()
        self.take("=")
        low = round(self.sum())
        self.take("}")
        self.take("^")
        high = round(self.group())
        start, terms, end = self.at, [], self.at
        outer = self.values.get(index)
        for k in range(low, max(high, low) + 1):
            self.at = start
            self.values[index] = k
            terms.append(self.product())
            end = self.at
        self.at = end
        if outer is None:
            self.values.pop(index)
        else:
            self.values[index] = outer
        if high < low:
            return 0.0 if token == "\\sum" else 1.0
        return sum(terms) if token == "\\sum" else math.prod(terms)


def read(text: str, values: Mapping[str, object]) -> float:
    """The value of the formula."""
    return Reader(text, values).whole()
