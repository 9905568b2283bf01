"""Statements about integrals over a real variable, and about draws from laws without atoms.

    b, k, u, M = declare("b > 0, integer k >= 0, real u M")
    moments = IntegralStatement(
        (M, "=", sp.factorial(k) * b**k), means={M: over_range(u**k * sp.exp(-u / b) / b, u, 0)}
    )
    law = Distribution(u, (None, 0, 0), (0, None, 1 - sp.exp(-u / b)))
    largest = IntegralStatement((M, "=", harmonic), means={M: largest_of(d, law)})

A mean is a symbol that stands for an integral of an expression: over a range, or of a function of
what is drawn.  Ends, laws and integrands may mention symbols; an end None is an infinite one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from workbench.errors import ClaimError
from workbench.symbolic.cards import StatementCard
from workbench.symbolic.expectations import Said, frozen, put
from workbench.symbolic.latex import domain, latex, name
from workbench.symbolic.variables import SIGNS

End = Any  # an expression, or None for an infinite end


class Distribution:
    """The law of a real random variable X by Pr[X <= x], on pieces from -oo to oo.

    variable: x
    pieces:   (low, high, chance) for each, one after the other
    """

    def __init__(self, variable: Any, *pieces: tuple[End, End, Any]) -> None:  # noqa: ANN401
        self.variable, self.pieces = variable, pieces

    def frozen(self, freezer: Any) -> dict[str, Any]:  # noqa: ANN401
        """As JSON."""
        told = [{"low": _end(freezer, low), "high": _end(freezer, high),
                 "chance": freezer(chance).tree} for low, high, chance in self.pieces]  # fmt: skip
        return {"variable": str(self.variable), "pieces": told}


def laplace_law(variable: Any, scale: Any = 1) -> Distribution:  # noqa: ANN401
    """The law of a number with the density e^(-|x|/scale)/(2 scale)."""
    import sympy as sp

    left, right = (sp.exp(sign * variable / scale) / 2 for sign in (1, -1))
    return Distribution(variable, (None, 0, left), (0, None, 1 - right))


def normal_law(variable: Any, scale: Any = 1) -> Distribution:  # noqa: ANN401
    """The law N(0, scale^2)."""
    import sympy as sp

    return Distribution(variable, (None, None, sp.erfc(-variable / (scale * sp.sqrt(2))) / 2))


@dataclass(frozen=True)
class Integrated:
    """An integral: of what, in which variable, over what; see `workbench.rigor.check.drawn`."""

    of: Any
    variable: Any
    form: str
    law: Distribution | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def frozen(self, freezer: Any, laws: list[Any]) -> dict[str, Any]:  # noqa: ANN401
        """As JSON; its law is added to those that there are."""
        over = {"form": self.form, **{key: _end(freezer, of) for key, of in self.more.items()}}
        if self.law is not None:
            told = self.law.frozen(freezer)
            if told not in laws:
                laws.append(told)
            over["law"] = laws.index(told)
        return {"variable": str(self.variable), "of": freezer(self.of).tree, "over": over}


def over_range(of: Any, variable: Any, low: End = None, high: End = None) -> Integrated:  # noqa: ANN401
    """The integral of an expression in a variable between two ends."""
    return Integrated(of, variable, "range", more={"low": low, "high": high})


def mean_of(law: Distribution, of: Any) -> Integrated:  # noqa: ANN401
    """The mean of a function of X, an expression in the variable of the law."""
    return Integrated(of, law.variable, "draw", law)


def largest_of(count: Any, law: Distribution, *, of: Any = None, size: bool = False) -> Integrated:  # noqa: ANN401
    """The mean of the largest of so many independent draws, or of a function of it.

    size: whether it is that of the largest size |X_i|
    """
    form = "largest size" if size else "largest"
    inner = law.variable if of is None else of
    return Integrated(inner, law.variable, form, law, {"count": count})


def ahead_of(count: Any, law: Distribution, *, by: Any, of: Any = 1) -> Integrated:  # noqa: ANN401
    """The chance that a draw exceeds so many others by at least so much, all independent.

    of: of which function of this draw the mean on that event is taken
    """
    return Integrated(of, law.variable, "ahead", law, {"count": count, "by": by})


@dataclass(frozen=True)
class IntegralStatement(StatementCard):
    """A relation between numbers and integrals, which are shown to exist.

    claims: (left, op, right)
    means:  for each symbol that stands for an integral, which one
    where:  conditions between numbers
    """

    domain: ClassVar[tuple[str, ...]] = ()  # the formula says it

    claims: Said
    means: Mapping[Any, Integrated] = field(kw_only=True)
    where: Sequence[Said] = field(default=(), kw_only=True)
    tree: dict[str, Any] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        from workbench.symbolic.freezer import Freezer  # brings sympy

        freezer, laws = Freezer(), list[Any]()
        left, op, right = frozen(freezer, self.claims)
        where = [frozen(freezer, one) for one in self.where]
        means = [{"name": str(m), **of.frozen(freezer, laws)} for m, of in self.means.items()]
        own = {one["name"] for one in means} | {one["variable"] for one in means}
        met = freezer.variables
        for word in own & set(met):
            if met[word].conditions() or met[word].sort != "real":
                raise ClaimError(
                    f"{word} is an integral, or is integrated over, and is declared with an"
                    " interval or as an integer: the ends of its range say where it lies. Declare"
                    " it as a real symbol."
                )
        tree = {"vars": [met[n].tree for n in sorted(set(met) - own)], "where": where,
                "laws": laws, "means": means, "left": left, "op": op, "right": right}  # fmt: skip
        object.__setattr__(self, "tree", tree)

    def latex(self) -> str:
        """What is claimed, and after "if" all its conditions."""
        (_, claimed), *rest = integrals_latex(self.tree)
        return claimed + r",\quad \text{if } " * bool(rest) + r",\; ".join(text for _, text in rest)


def _end(freezer: Any, tree: Any) -> Any:  # noqa: ANN401
    return None if tree is None else freezer(tree).tree


def integrals_latex(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The statement as formulas, the relation first, each with its label."""
    means = {one["name"]: ["told", _integral(one, told["laws"])] for one in told["means"]}

    def said(one: Sequence[Any]) -> str:
        return f"{latex(put(one[0], means))} {SIGNS[one[1]]} {latex(put(one[2], means))}"

    found = [("statement", said([told["left"], told["op"], told["right"]]))]
    found += [("for all", domain(v)) for v in told["vars"]]
    found += [("where", said(one)) for one in told["where"]]
    return [*found, *(("random", _law(law)) for law in told["laws"])]


def _integral(one: Mapping[str, Any], laws: Sequence[Any]) -> str:
    """An integral, a mean or a chance."""
    over, x = one["over"], one["variable"]
    if over["form"] == "range":
        low = r"-\infty" if over["low"] is None else latex(over["low"])
        high = r"\infty" if over["high"] is None else latex(over["high"])
        inner = latex(one["of"])
        inner = rf"\left({inner}\right)" if one["of"][0] in ("+", "neg") else inner
        return rf"\int_{{{low}}}^{{{high}}} {inner} \text{{ d}}{name(x)}"
    X = _random(laws[over["law"]])
    drawn = X
    if over["form"].startswith("largest"):
        size = over["form"].endswith("size")
        if over["count"] == ["q", "1"]:
            drawn = rf"\left|{X}\right|" if size else X
        else:
            entry = rf"\left|{X}_{{i}}\right|" if size else f"{X}_{{i}}"
            drawn = rf"\max_{{1 \le i \le {latex(over['count'])}}} {entry}"
            drawn = drawn if one["of"] == ["v", x] else rf"\left({drawn}\right)"
    of = put(one["of"], {x: ["told", drawn]})
    if over["form"] != "ahead":
        return rf"\mathbb{{E}}\left[{latex(of)}\right]"
    by = ["+", ["told", f"{X}_{{0}}"], ["neg", over["by"]]]
    count = latex(over["count"])
    event = rf"{latex(by)} \ge {X}_{{i}} \text{{ for }} 1 \le i \le {count}"
    if one["of"] == ["q", "1"]:
        return rf"\Pr\left[{event}\right]"
    of = put(one["of"], {x: ["told", f"{X}_{{0}}"]})
    return rf"\mathbb{{E}}\left[{latex(of)} \text{{ where }} {event}\right]"


def _law(law: Mapping[str, Any]) -> str:
    """That the draws are independent, and their distribution function."""
    X, x = _random(law), name(law["variable"])
    rows = []
    said = rf"{X}, {X}_{{0}}, {X}_{{1}}, \dots \text{{ independent, }} \Pr[{X} \le {x}] = "
    if len(law["pieces"]) == 1:
        return said + latex(law["pieces"][0]["chance"])
    for piece in law["pieces"]:
        low = "" if piece["low"] is None else rf"{latex(piece['low'])} \le "
        high = "" if piece["high"] is None else rf" \le {latex(piece['high'])}"
        rows.append(rf"{latex(piece['chance'])} & \text{{if }} {low}{x}{high}")
    inner = r" \\ ".join(rows)
    return rf"{said}\begin{{cases}} {inner} \end{{cases}}"


def _random(law: Mapping[str, Any]) -> str:
    """The random variable of a law: its variable with a capital letter."""
    word = name(law["variable"].capitalize())
    return rf"{{{word}}}" if "_" in word else word
