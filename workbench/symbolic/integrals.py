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

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any, ClassVar

from workbench.errors import ClaimError
from workbench.symbolic.cards import StatementCard
from workbench.symbolic.expectations import Said, frozen, put
from workbench.symbolic.increments import FORM, GrownBy, derivative_of, grown
from workbench.symbolic.latex import domain, latex, name
from workbench.symbolic.variables import SIGNS

End = Any  # an expression, or None for an infinite end
_ONE = ["q", "1"]


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
    """A relation between numbers and integrals, and that these exist.

    claims: (left, op, right)
    means:  for each symbol that stands for an integral, which one; or for an `increment`
    where:  conditions between numbers
    """

    domain: ClassVar[tuple[str, ...]] = ()  # the formula says it

    claims: Said
    means: Mapping[Any, Integrated | GrownBy] = field(kw_only=True)
    where: Sequence[Said] = field(default=(), kw_only=True)
    tree: dict[str, Any] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        from workbench.symbolic.freezer import Freezer  # brings sympy

        freezer, laws = Freezer(), list[Any]()
        left, op, right = frozen(freezer, self.claims)
        where = [frozen(freezer, one) for one in self.where]
        means = [{"name": str(m), **of.frozen(freezer, laws)} for m, of in self.means.items()]
        own = {one["name"] for one in means} | {one["variable"] for one in means}
        own |= {value for one in means for value in one["over"].get("values", ())}
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
    letters = _Letters(told)
    means = {one["name"]: ["told", letters.integral(one)] for one in told["means"]}

    def said(one: Sequence[Any]) -> str:
        return f"{latex(put(one[0], means))} {SIGNS[one[1]]} {latex(put(one[2], means))}"

    claimed = said([told["left"], told["op"], told["right"]]) + _existence(told["means"])
    found = [("statement", claimed)]
    found += [("for all", domain(v)) for v in told["vars"]]
    found += [("where", said(one)) for one in told["where"]]
    found += [("where", text) for one in told["means"] for text in derivative_of(one)]
    return [*found, *(("random", text) for text in letters.laws())]


def _existence(means: Sequence[Mapping[str, Any]]) -> str:
    """That the integrals exist; a chance always does."""
    kinds = Counter("integral" if one["over"]["form"] == "range" else "mean"
                    for one in means
                    if one["over"]["form"] != FORM and not _is_chance(one))  # fmt: skip
    if not kinds:
        return ""
    told = " and ".join(f"the {kind}{'s' * (often > 1)}" for kind, often in kinds.items())
    return rf", \text{{ and {told} exist{'s' * (kinds.total() == 1)}}}"


def _is_chance(one: Mapping[str, Any]) -> bool:
    return bool(one["over"]["form"] == "ahead" and one["of"] == _ONE)


class _Letters:
    """What is drawn: X from a law in x, or X_1, ..., X_n, and X_0 ahead of them; all of it new."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.told = told
        taken = set(_words(told)) - {one["name"] for one in told["means"]}
        self.index = next((letter for letter in "ijklmn" if letter not in taken), "i")
        self.words: list[str] = []
        for law in told["laws"]:
            own = law["variable"].capitalize()
            choice = [own, f"{own}_prime", *ascii_uppercase]
            self.words.append(next((w for w in choice if w not in {*taken, *self.words}), own))

    def drawn(self, one: Mapping[str, Any]) -> list[str]:
        """The letters of a mean under a law: X, or those with an index, by their first and last."""
        over, word = one["over"], self.words[one["over"]["law"]]
        ahead = [name(word, "0")] if over["form"] == "ahead" else []
        count = over.get("count", _ONE)
        if count == _ONE:
            return [*ahead, name(word, "1")] if ahead else [name(word)]
        return [*ahead, name(word, "1"), r"\dots", name(word, _number_last(count))]

    def integral(self, one: Mapping[str, Any]) -> str:
        """An integral, a mean or a chance."""
        over, x = one["over"], one["variable"]
        if over["form"] == FORM:
            return grown(one)
        if over["form"] == "range":
            low = r"-\infty" if over["low"] is None else latex(over["low"])
            high = r"\infty" if over["high"] is None else latex(over["high"])
            inner = latex(one["of"])
            inner = rf"\left({inner}\right)" if one["of"][0] in ("+", "neg") else inner
            return rf"\int_{{{low}}}^{{{high}}} {inner} \text{{ d}}{name(x)}"
        first, *more = self.drawn(one)
        entry = name(self.words[over["law"]], self.index)
        among = "" if over["form"] == "draw" else (
            rf"1 \le {self.index} \le {_number_last(over['count'])}")  # fmt: skip
        if over["form"] == "ahead":
            by = latex(["+", ["told", first], ["neg", over["by"]]])
            event = rf"{by} \ge {more[0]}" if len(more) == 1 else (
                rf"{by} \ge {entry} \text{{ for all }} {among}")  # fmt: skip
            if _is_chance(one):
                return rf"\Pr\left[{event}\right]"
            mark = ["told", rf"\mathbf{{1}}\left\{{{event}\right\}}"]  # 1 on the event, else 0
            of = latex(["*", put(one["of"], {x: ["told", first]}), mark])
            return rf"\mathbb{{E}}\left[{of}\right]"
        drawn = entry if more else first
        drawn = rf"\left|{drawn}\right|" if over["form"] == "largest size" else drawn
        if more:
            drawn = rf"\max_{{{among}}} {drawn}"
            drawn = drawn if one["of"] == ["v", x] else rf"\left({drawn}\right)"
        return rf"\mathbb{{E}}\left[{latex(put(one['of'], {x: ['told', drawn]}))}\right]"

    def laws(self) -> Iterator[str]:
        """For the letters of each law, as far as they occur, what they are."""
        for place, law in enumerate(self.told["laws"]):
            x, word = name(law["variable"]), self.words[place]
            of = (one for one in self.told["means"] if one["over"].get("law") == place)
            for letters in dict.fromkeys(tuple(self.drawn(one)) for one in of):
                said, each = "", letters[0]
                if len(letters) > 1:
                    each = name(word, self.index)
                    said = rf"{', '.join(letters)} \text{{ independent, each with }} "
                chance = rf"\Pr\left[{each} \le {x}\right] = {_by_pieces(law)}"
                yield rf"{said}{chance} \text{{ for all }} {x} \in \mathbb{{R}}"


def _by_pieces(law: Mapping[str, Any]) -> str:
    """A distribution function."""
    if len(law["pieces"]) == 1:
        return latex(law["pieces"][0]["chance"])
    rows = []
    for piece in law["pieces"]:
        low = "" if piece["low"] is None else rf"{latex(piece['low'])} \le "
        high = "" if piece["high"] is None else rf" \le {latex(piece['high'])}"
        inside = f"{low}{name(law['variable'])}{high}"
        rows.append(rf"{latex(piece['chance'])} & \text{{if }} {inside}")
    inner = r" \\ ".join(rows)
    return rf"\begin{{cases}} {inner} \end{{cases}}"


def _number_last(tree: list[Any]) -> str:
    """A number of draws: d - 1 and not -1 + d."""
    if tree[0] == "+":
        tree = ["+", *sorted(tree[1:], key=lambda term: bool(term[0] == "q"))]
    return latex(tree)


def _words(told: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    """All names that occur, and some other words."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, Mapping | list):
        for one in told.values() if isinstance(told, Mapping) else told:
            yield from _words(one)
