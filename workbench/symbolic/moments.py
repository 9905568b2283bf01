"""Statements about means of quadratic functions of a random batch, of noise and of signs.

    n, m, i, Q = declare("integer n >= 2, integer m >= 1, integer i, real Q")
    a, B = (sp.IndexedBase(name, real=True) for name in "aB")
    spread = MomentStatement(
        (Q, "=", (n - m) / (m * (n - 1)) * variance),
        families=[batch(B, n, m)],
        means={Q: (sp.Sum(B[i] * a[i], (i, 1, n)) / m - mean) ** 2},
        where=[(m, "<=", n)],
    )

A family is a sequence of random numbers of a declared law; a mean is a symbol that stands for the
expectation of an expression of degree at most two in the families.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from workbench.symbolic.cards import StatementCard
from workbench.symbolic.expectations import Said, frozen, put
from workbench.symbolic.latex import domain, latex, name
from workbench.symbolic.records import Records, names_of, records_latex
from workbench.symbolic.variables import SIGNS

_SOME = r"{x}_{{1}}, \dots, {x}_{{{n}}}"
_LAWS = {
    "laplace": r"\text{{independent, }} " + _SOME + r" \sim \text{{Lap}}\left({of}\right)",
    "normal": r"\text{{independent, }} " + _SOME + r" \sim N\left(0, {of}^2\right)",
    "signs": _SOME + r" \in \{{-1, 1\}} \text{{ fair and independent}}",
    "order": _SOME + r" \text{{ is }} 1, \dots, {n} \text{{ in a uniformly random order}}",
    "batch": r"{x}_{{i}} = 1 \text{{ for }} i \text{{ in a uniform }} {of}\text{{-subset of }}"
    r" \{{1, \dots, {n}\}},\; {x}_{{i}} = 0 \text{{ for the others}}",
}


@dataclass(frozen=True)
class Family:
    """Random numbers X[1], ..., X[count] of a law, independent of all other families."""

    symbol: Any
    law: str
    count: Any
    of: Any = None

    def frozen(self, freezer: Any) -> dict[str, Any]:  # noqa: ANN401
        """As JSON."""
        of = None if self.of is None else freezer(self.of).tree
        count = freezer(self.count).tree
        return {"name": str(self.symbol), "law": self.law, "count": count, "of": of}


@dataclass(frozen=True)
class PrivateRelease:
    """A private answer a[1], a[2], ... to records that know random words.

    words:   c[1], ..., c[count], independent, uniform on 1, ..., of, and divided into parts
    records: for each part so many of the `size` records know its words, and no others
    epsilon: the answer is epsilon-DP where one record is replaced
    """

    symbol: Any
    words: Any
    count: Any
    of: Any
    parts: Any = field(kw_only=True)
    records: Any = field(kw_only=True)
    size: Any = field(kw_only=True)
    epsilon: Any = field(kw_only=True)

    def frozen(self, freezer: Any) -> dict[str, Any]:  # noqa: ANN401
        """As JSON."""
        numbers = ("count", "of", "parts", "records", "size", "epsilon")
        told = {key: freezer(getattr(self, key)).tree for key in numbers}
        return {"name": str(self.symbol), "words": str(self.words), **told}


@dataclass(frozen=True)
class HardPriors:
    """A private answer a[1], a[2], ... to records whose parts are drawn from hard priors.

    means:   w[(k - 1)*length + i], entry i of the mean of part k, for k up to `parts`
    sizes:   part k has sizes[k] of the `size` records, in block k; the others are 0
    least:   every (epsilon, delta)-DP estimator of the mean of part k alone errs in the mean square
             by at least least[k] under its prior
    epsilon, delta: so private is the answer where one record is replaced
    """

    symbol: Any
    means: Any
    parts: Any = field(kw_only=True)
    length: Any = field(kw_only=True)
    sizes: Any = field(kw_only=True)
    size: Any = field(kw_only=True)
    least: Any = field(kw_only=True)
    epsilon: Any = field(kw_only=True)
    delta: Any = field(kw_only=True)

    def frozen(self, freezer: Any) -> dict[str, Any]:  # noqa: ANN401
        """As JSON."""
        for sequence in (self.sizes, self.least):
            freezer(sequence[1])
        numbers = ("parts", "length", "size", "epsilon", "delta")
        told = {key: freezer(getattr(self, key)).tree for key in numbers}
        names = {"name": self.symbol, "words": self.means, "sizes": self.sizes, "least": self.least}
        return {**told, **{key: str(one) for key, one in names.items()}}


def batch(symbol: Any, count: Any, size: Any) -> Family:  # noqa: ANN401 - sympy
    """The indicators of a uniform subset of so many of 1, ..., count, without replacement."""
    return Family(symbol, "batch", count, size)


def laplace(symbol: Any, count: Any, scale: Any) -> Family:  # noqa: ANN401
    """Independent Laplace noise."""
    return Family(symbol, "laplace", count, scale)


def normal(symbol: Any, count: Any, deviation: Any) -> Family:  # noqa: ANN401
    """Independent centred normal noise."""
    return Family(symbol, "normal", count, deviation)


def signs(symbol: Any, count: Any) -> Family:  # noqa: ANN401
    """Independent fair signs."""
    return Family(symbol, "signs", count)


def order(symbol: Any, count: Any) -> Family:  # noqa: ANN401
    """The numbers 1, ..., count in a uniformly random order; they may index sequences."""
    return Family(symbol, "order", count)


@dataclass(frozen=True)
class MomentStatement(StatementCard):
    """A relation between numbers and means over some families.

    claims:   (left, op, right)
    families: what is drawn
    answer:   that of a private mechanism, perhaps
    records:  records of one law, and means of functions of them, perhaps
    means:    for each symbol that stands for a mean, of what it is one
    where:    conditions between numbers and sequences
    every:    hypotheses for all values of some symbols, (symbols, conditions, (left, op, right))
    """

    domain: ClassVar[tuple[str, ...]] = ()  # the formula says it

    claims: Said
    families: Sequence[Family] = field(default=(), kw_only=True)
    answer: PrivateRelease | HardPriors | None = field(default=None, kw_only=True)
    records: Records | None = field(default=None, kw_only=True)
    means: Mapping[Any, Any] = field(default_factory=dict, kw_only=True)
    where: Sequence[Said] = field(default=(), kw_only=True)
    every: Sequence[Any] = field(default=(), kw_only=True)
    tree: dict[str, Any] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        from workbench.symbolic.freezer import Freezer  # brings sympy

        freezer = Freezer()
        left, op, right = frozen(freezer, self.claims)
        every = [for_all(freezer, *one) for one in self.every]
        families = [f.frozen(freezer) for f in self.families]
        tree = {
            "where": [frozen(freezer, one) for one in self.where], "every": every,
            "families": families,
            "means": [{"name": str(m), "of": freezer(of).tree} for m, of in self.means.items()],
            "left": left, "op": op, "right": right,
        }  # fmt: skip
        own = {str(m) for m in self.means} | {f["name"] for f in families}
        if self.answer is not None:
            tree["answer"] = self.answer.frozen(freezer)
            own |= {tree["answer"]["name"], tree["answer"]["words"]}
        if self.records is not None:
            tree["records"] = self.records.frozen(freezer)
            own |= names_of(tree["records"])
        own |= {v["name"] for one in every for v in one["vars"]}
        met = freezer.variables
        tree["vars"] = [met[n].tree for n in sorted(set(met) - own)]
        object.__setattr__(self, "tree", tree)

    def latex(self) -> str:
        """What is claimed, and after "if" all its conditions."""
        (_, claimed), *rest = moments_latex(self.tree)
        return claimed + r",\quad \text{if } " * bool(rest) + r",\; ".join(text for _, text in rest)


def for_all(freezer: Any, symbols: Sequence[Any], where: Sequence[Said], said: Said) -> Any:  # noqa: ANN401
    """A relation for all values of some symbols under conditions, as JSON."""
    for symbol in symbols:
        freezer(symbol)
    left, op, right = frozen(freezer, said)
    return {"vars": [freezer.variables[str(s)].tree for s in symbols],
            "where": [frozen(freezer, one) for one in where],
            "left": left, "op": op, "right": right}  # fmt: skip


def moments_latex(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The statement as formulas, the relation first, each with its label."""
    means = {one["name"]: ["E", one["of"]] for one in told["means"]}
    tables: dict[str, str] = {}

    def said(one: Sequence[Any]) -> str:
        left, right = (latex(_by_rows(put(one[side], means), tables)) for side in (0, 2))
        return f"{left} {SIGNS[one[1]]} {right}"

    found = [("statement", said([told["left"], told["op"], told["right"]]))]
    found += [("for all", domain(v)) for v in told["vars"]]
    found += [("where", said(one)) for one in told["where"]]
    for one in told["every"]:
        limits = r",\; ".join([*map(domain, one["vars"]), *map(said, one["where"])])
        text = said([one["left"], one["op"], one["right"]])
        found.append(("where", rf"{text} \text{{ for all }} {limits}"))
    for one in told["families"]:
        of = "" if one["of"] is None else latex(one["of"])
        text = _LAWS[one["law"]].format(x=name(one["name"]), n=latex(one["count"]), of=of)
        found.append(("random", text))
    if len(told["families"]) > 1:
        every = r",\; ".join(f"{name(one['name'])}" for one in told["families"])
        found.append(("random", rf"{every} \text{{ independent of each other}}"))
    found += [("random", text) for text in _answered(told.get("answer"))]
    found += [("random", text) for text in records_latex(told.get("records"))]
    for table, length in sorted(tables.items()):
        entry = latex(["idx", table, ["row", ["v", "i"], ["v", "k"]]])
        told_by = latex(["idx", table, ["+", ["*", _LESS, ["v", length]], ["v", "k"]]])
        found.append(("where", f"{entry} = {told_by}"))
    return found


def _answered(told: Mapping[str, Any] | None) -> list[str]:
    """What an answer and its records are, if there is one."""
    if told is None:
        return []
    x, words = name(told["name"]), name(told["words"])
    if "least" in told:
        m, least, i = name(told["sizes"]), name(told["least"]), "(k - 1)"
        K, t, n, epsilon, delta = (
            latex(told[key]) for key in ("parts", "length", "size", "epsilon", "delta")
        )
        budget = rf"({epsilon}, {delta})\text{{-DP"
        return [
            rf"\text{{parts }} k = 1, \dots, {K} \text{{ of }} {n} \text{{ records: the }} {m}_k"
            rf" \text{{ records of part }} k \text{{ are points of }} \mathbb{{R}}^{{{t}}}"
            rf" \text{{ in the entries }} {i} {t} + 1, \dots, k {t} \text{{, drawn from a prior of"
            r" its own, independent of the other parts; all else is 0}",
            rf"{words}_{{{i} {t} + i}} \text{{ entry }} i \text{{ of the mean of the points of part"
            r" } k",
            rf"{least}_k \text{{ at most the mean square error of every }} {budget} estimator of"
            rf" the mean of the }} {m}_k \text{{ points, where one is replaced, under the prior of"
            r" part } k",
            rf"{x}_{{1}}, {x}_{{2}}, \dots \text{{ the answer of any }} {budget} mechanism to these"
            r" records, where one is replaced}",
        ]
    keys = ("count", "of", "parts", "records", "size", "epsilon")
    N, q, K, m, n, epsilon = (latex(told[key]) for key in keys)
    return [
        rf"{words}_{{1}}, \dots, {words}_{{{N}}} \text{{ independent, uniform on }} 1, \dots, {q}"
        rf" \text{{, divided into }} {K} \text{{ parts}}",
        rf"{n} \text{{ records: for each part }} {m} \text{{ that depend on its words alone, the"
        r" others on no word}",
        rf"{x}_{{1}}, {x}_{{2}}, \dots \text{{ the answer of any }} {epsilon}\text{{-DP mechanism"
        r" to these records, where one is replaced}",
    ]


_LESS = ["+", ["v", "i"], ["q", "-1"]]


def _by_rows(tree: Any, tables: dict[str, str]) -> Any:  # noqa: ANN401 - a tree
    """A tree to be shown, with g_{i, k} for the entry (i - 1) d + k of a sequence; tells d."""
    if not isinstance(tree, list):
        return tree
    match tree:
        case ["idx", word, ["+", k, ["*", ["v", length], ["+", ["q", "-1"], i]]]]:
            tables[word] = length
            return ["idx", word, ["row", i, k]]
    return [_by_rows(a, tables) for a in tree]
