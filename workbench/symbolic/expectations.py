"""Statements about expectations that hold for every law of their random variables.

    X, s, a, EX, chance = declare("X >= 0, real s, a > 0, real EX chance")
    markov = LawStatement(
        (chance, "<=", EX / a),
        random=(X, s),
        means={EX: X, chance: s},
        sure=[indicator(s, (X, ">=", a))],
    )

A mean is a symbol that stands for the expectation of an expression.  Which law it is, is not said:
the statement is about every one for which the conditions hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from workbench.errors import ClaimError
from workbench.symbolic.cards import StatementCard
from workbench.symbolic.latex import domain, latex, name
from workbench.symbolic.variables import SIGNS

Said = tuple[Any, str, Any]  # left, op, right
Alternatives = Sequence[Sequence[Said]]
EXIST, SHOWN = "where these means exist", "and it is shown that these means exist"
_AGAINST = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}


def indicator(s: Any, event: Said) -> Alternatives:  # noqa: ANN401 - a symbol
    """That s is 1 where an inequality holds, and 0 elsewhere."""
    left, op, right = event
    if op not in _AGAINST:
        raise ClaimError(f"event says {op!r}: an event of an indicator is an inequality.")
    return [[event, (s, "=", 1)], [(left, _AGAINST[op], right), (s, "=", 0)]]


def event(s: Any) -> Alternatives:  # noqa: ANN401 - a symbol
    """That s is the indicator of some event, any one."""
    return [[(s, "=", 0)], [(s, "=", 1)]]


@dataclass(frozen=True)
class LawStatement(StatementCard):
    """A relation between numbers and means, for every law of some random variables.

    claims: (left, op, right)
    random: the random variables, as symbols with their domains
    means:  for each symbol that stands for a mean, of what it is one
    where:  conditions between numbers and means
    sure:   what holds almost surely, each a list of alternatives; one relation may stand alone
    shows:  the means whose existence belongs to what is claimed; that of others is a hypothesis
    every:  hypotheses for all values of some symbols, (symbols, of, op, bound, conditions): the
            mean of `of` exists, and is in this relation to the bound
    over:   an integer symbol d >= 1: means are sums over coordinates 1..d, and what is called
            random are the coordinates of fixed vectors
    """

    domain: ClassVar[tuple[str, ...]] = ()  # the formula says it

    claims: Said
    random: Sequence[Any] = field(kw_only=True)
    means: Mapping[Any, Any] = field(kw_only=True)
    where: Sequence[Said] = field(default=(), kw_only=True)
    sure: Sequence[Any] = field(default=(), kw_only=True)
    shows: Sequence[Any] = field(default=(), kw_only=True)
    every: Sequence[Any] = field(default=(), kw_only=True)
    over: Any = field(default=None, kw_only=True)
    tree: dict[str, Any] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        from workbench.symbolic.freezer import Freezer  # brings sympy

        freezer = Freezer()
        names = [str(m) for m in self.means]
        means = [{"name": str(m), "of": freezer(of).tree, "finite": m not in self.shows}
                 for m, of in self.means.items()]  # fmt: skip
        where = [frozen(freezer, one) for one in self.where]
        sure = [[[frozen(freezer, one) for one in part] for part in alternatives(clause)]
                for clause in self.sure]  # fmt: skip
        left, op, right = frozen(freezer, self.claims)
        bound = [universal(freezer, one) for one in self.every]
        for symbol in (*self.random, *([] if self.over is None else [self.over])):
            freezer(symbol)
        own = {str(x) for x in self.random}
        inner = {v["name"] for one in bound for v in one["vars"]}
        for word in names:
            if freezer.variables.get(word) is not None and freezer.variables[word].conditions():
                raise ClaimError(
                    f"the mean {word} is declared with an interval, and what it is a mean of says"
                    " where it lies. Declare it as a real symbol."
                )
        met = freezer.variables
        fixed = sorted(set(met) - own - inner - set(names))
        tree = {
            "vars": [met[n].tree for n in fixed],
            "random": [met[n].tree for n in sorted(own)],
            "where": where, "sure": sure, "over": None if self.over is None else str(self.over),
            "means": means, "all": bound, "left": left, "op": op, "right": right,
        }  # fmt: skip
        object.__setattr__(self, "tree", tree)

    def latex(self) -> str:
        """What is claimed, and after "if" all its conditions."""
        said = {label: list[str]() for label in ("statement", "and", "if")}
        for label, text in law_latex(self.tree):
            place = {"statement": "statement", SHOWN: "and"}.get(label, "if")
            verb = r" \text{ exist}" if r",\quad" in text else r" \text{ exists}"
            said[place].append(text + verb * (label in (EXIST, SHOWN)))
        claimed = r" \text{ and } ".join(said["statement"] + said["and"])
        return claimed + r",\quad \text{if } " * bool(said["if"]) + r",\; ".join(said["if"])


def frozen(freezer: Any, one: Said) -> list[Any]:  # noqa: ANN401
    """A relation as JSON."""
    left, op, right = one
    if op not in SIGNS:
        raise ClaimError(f"{one!r} is no relation: write (left, op, right).")
    return [freezer(left).tree, op, freezer(right).tree]


def universal(freezer: Any, one: Any) -> dict[str, Any]:  # noqa: ANN401
    """A hypothesis about a mean for all values of some symbols, as JSON."""
    symbols, of, op, bound, *conditions = one
    for symbol in symbols:
        freezer(symbol)
    where = [frozen(freezer, c) for c in (conditions[0] if conditions else ())]
    return {"vars": [freezer.variables[str(s)].tree for s in symbols], "where": where,
            "of": freezer(of).tree, "op": op, "bound": freezer(bound).tree}  # fmt: skip


def alternatives(clause: Any) -> Iterable[Any]:  # noqa: ANN401
    """What is sure as a list of alternatives; one relation may stand alone."""
    return [[clause]] if isinstance(clause, tuple) else clause


def law_latex(law: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A statement about means as formulas, the relation first, each with its label."""
    over, means = law["over"], dict[str, list[Any]]()
    index = [] if over is None else [_index(law)]
    if index:
        means |= {v["name"]: ["told", name(v["name"], *index)] for v in law["random"]}
    for one in law["means"]:
        means[one["name"]] = _mean(put(one["of"], means), over, index)

    def said(one: Sequence[Any]) -> str:
        left, op, right = one
        return f"{latex(put(left, means))} {SIGNS[op]} {latex(put(right, means))}"

    found = [("statement", said([law["left"], law["op"], law["right"]]))]
    found += [("for all", domain(v)) for v in law["vars"]]
    of = "random, of any law" if over is None else f"coordinates, for each of 1..{over}"
    each = "".join(rf", {j} = 1, \dots, {name(over)}" for j in index)
    found += [(of, domain(v, *index) + each) for v in law["random"]]
    for clause in law["sure"]:
        whole = either([[said(one) for one in part] for part in clause])
        found.append(("almost surely" if over is None else "always", whole))
    found += [("where", said(one)) for one in law["where"]]
    for one in law["all"]:
        limits = r",\; ".join([*map(domain, one["vars"]), *map(said, one["where"])])
        text = said([_mean(one["of"], over, index), one["op"], one["bound"]])
        found.append(("where", rf"{text} \text{{ for all }} {limits}"))
    exist = [latex(means[m["name"]]) for m in law["means"] if m["finite"] and over is None]
    shown = [latex(means[m["name"]]) for m in law["means"] if not m["finite"]]
    if exist:
        found.append((EXIST, r",\quad ".join(exist)))
    if shown:
        found.append((SHOWN, r",\quad ".join(shown)))
    return found


def either(clause: Sequence[Sequence[str]]) -> str:
    """Alternatives of which one holds, each of some relations that hold together."""
    joined = [r",\; ".join(part) for part in clause]
    if len(clause) == 1:
        return joined[0]
    bracketed = [
        rf"\left({text}\right)" if len(part) > 1 else text
        for text, part in zip(joined, clause, strict=True)
    ]
    return r" \text{ or } ".join(bracketed)


def _mean(tree: list[Any], over: str | None, index: Sequence[str]) -> list[Any]:
    return ["E", tree] if over is None else ["coordinates", over, tree, *index]


def _index(law: Mapping[str, Any]) -> str:
    """A letter for the coordinates that stands for nothing else."""
    taken = {v["name"] for v in [*law["vars"], *law["random"]]}
    taken |= {v["name"] for one in law["all"] for v in one["vars"]}
    return next((letter for letter in "jikl" if letter not in taken), "j")


def put(tree: list[Any], means: Mapping[str, list[Any]]) -> list[Any]:
    """A tree with terms in the place of some names, to be shown."""
    if tree[0] == "v" and tree[1] in means:
        return means[tree[1]]
    return [tree[0], *(put(a, means) if isinstance(a, list) else a for a in tree[1:])]
