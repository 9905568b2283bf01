"""What a function grows by, of whose derivative bounds are known: part of statements on integrals.

s, P, V = declare("real s P V")
IntegralStatement((V, "<=", c), means={V: increment(P, s, 0, 1, told=[(P, "<=", 2 * c * s)])})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.symbolic.expectations import Said, frozen
from workbench.symbolic.latex import latex, name
from workbench.symbolic.variables import SIGNS

FORM = "increment"


@dataclass(frozen=True)
class GrownBy:
    """An increment; see `increment`, and `workbench.rigor.check.increment`."""

    slope: Any
    variable: Any
    ends: tuple[Any, Any]
    told: Sequence[Said]
    beside: Sequence[Any]

    def frozen(self, freezer: Any, _: Any) -> dict[str, Any]:  # noqa: ANN401
        """As JSON."""
        low, high = (freezer(end).tree for end in self.ends)
        over = {"form": FORM, "low": low, "high": high,
                "values": [str(self.slope), *map(str, self.beside)],
                "told": [frozen(freezer, one) for one in self.told]}  # fmt: skip
        return {"variable": str(self.variable), "of": freezer(self.slope).tree, "over": over}


def increment(
    slope: Any, variable: Any, low: Any, high: Any, *, told: Sequence[Said],  # noqa: ANN401
    beside: Sequence[Any] = (),
) -> GrownBy:  # fmt: skip
    """What a function grows by from one number to another, whatever function it is.

    slope:  its derivative between them, a real symbol
    told:   conditions on it at each value of the variable
    beside: further real symbols in these conditions, which have some value there
    """
    return GrownBy(slope, variable, (low, high), told, beside)


def grown(one: Mapping[str, Any]) -> str:
    """An increment of a function that is called by the name of the mean."""
    word = rf"\varphi_{{{name(one['name'])}}}"
    low, high = (latex(one["over"][end]) for end in ("low", "high"))
    return rf"\left({word}({high}) - {word}({low})\right)"


def derivative_of(one: Mapping[str, Any]) -> Iterator[str]:
    """What is known of the function of an increment."""
    over, s = one["over"], name(one["variable"])
    if over["form"] != FORM:
        return
    low, high = latex(over["low"]), latex(over["high"])
    slope = latex(one["of"])
    yield rf"\varphi_{{{name(one['name'])}}} \text{{ continuous on }} [{low}, {high}]"
    yield rf"\varphi_{{{name(one['name'])}}}'({s}) = {slope} \text{{ where }} {low} < {s} < {high}"
    known = r",\; ".join(rf"{latex(a)} {SIGNS[op]} {latex(b)}" for a, op, b in over["told"])
    some = [name(value) for value in over["values"] if ["v", value] != one["of"]]
    yield known + (rf" \text{{ there, for some }} {', '.join(some)}" if some else r" \text{ there}")
