"""Statements about random variables that are drawn one after the other.

    n, R, A, D, S, V, Z, b = ...
    azuma = ProcessStatement(
        (chance, "<=", sp.exp(-2 * b**2 / V)),
        steps=n, fixed=(R,), known=(A,), drawn=(D,),
        sure=[(D, ">=", A), (D, "<=", A + R)],
        given=[(D, "=", 0)],                        # E[D_t | past] = 0
        states=[(S, 0, S + D), (V, 0, V + R**2)],   # S_0 = 0, S_t = S_(t-1) + D_t; at the end S_n
        random=(Z,), after=[indicator(Z, (S, ">=", b))], means={chance: Z}, shows=(chance,),
    )

A symbol of a step stands for its entry of index t; that of a state, in an equation, for the one
before the step, and in what is claimed for the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar

from workbench.errors import ClaimError
from workbench.symbolic.cards import StatementCard
from workbench.symbolic.expectations import (
    EXIST,
    SHOWN,
    Said,
    alternatives,
    either,
    frozen,
    put,
    universal,
)
from workbench.symbolic.latex import domain, latex
from workbench.symbolic.variables import SIGNS


@dataclass(frozen=True)
class ProcessStatement(StatementCard):
    """A relation between numbers and means after n draws, of any law that has what is given.

    claims: (left, op, right)
    steps:  how often is drawn, an integer symbol >= 0; or None where this has no end: then the
            claim is a bound on the mean of the limit of one state that never falls
    clock:  a symbol for the number of draws so far, where a state asks for it
    fixed:  symbols that are a number in each step
    known:  symbols that are random, and determined before the step
    drawn:  symbols that are drawn in the step
    sure:   what holds almost surely in each step, as in a `LawStatement`
    given:  (of, op, bound): the mean of `of` given the past exists, and is in this relation to the
            bound; or for all values of some symbols, (symbols, of, op, bound, conditions)
    states: (symbol, at the start, after the step), the last one in the symbols before the step, or
            as (inequality, what it is then, what it is else)
    random, after, means, where, shows: of the end, as those of a `LawStatement`
    over:   (d, symbols): all this is so in each of the coordinates 1..d, where each symbol is a
            number of its own, and means are sums over the coordinates
    copies: an integer symbol >= 1: all that is random is there so often, with one past, and what is
            said of the end is said of one of the copies, chosen in any way that may depend on all
            that was drawn, such as the largest
    """

    domain: ClassVar[tuple[str, ...]] = ()  # the formula says it

    claims: Said
    steps: Any = field(kw_only=True)
    drawn: Sequence[Any] = field(kw_only=True)
    states: Sequence[tuple[Any, Any, Any]] = field(kw_only=True)
    means: Mapping[Any, Any] = field(kw_only=True)
    clock: Any = field(default=None, kw_only=True)
    fixed: Sequence[Any] = field(default=(), kw_only=True)
    known: Sequence[Any] = field(default=(), kw_only=True)
    sure: Sequence[Any] = field(default=(), kw_only=True)
    given: Sequence[Any] = field(default=(), kw_only=True)
    where: Sequence[Said] = field(default=(), kw_only=True)
    random: Sequence[Any] = field(default=(), kw_only=True)
    after: Sequence[Any] = field(default=(), kw_only=True)
    shows: Sequence[Any] = field(default=(), kw_only=True)
    over: tuple[Any, Sequence[Any]] | None = field(default=None, kw_only=True)
    copies: Any = field(default=None, kw_only=True)
    tree: dict[str, Any] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        from workbench.symbolic.freezer import Freezer  # brings sympy

        freezer = Freezer()

        def declared(symbols: Iterable[Any]) -> list[Any]:
            for symbol in symbols:
                freezer(symbol)
            return [freezer.variables[str(s)].tree for s in symbols]

        def clauses(told: Iterable[Any]) -> list[Any]:
            return [[[frozen(freezer, one) for one in part] for part in alternatives(clause)]
                    for clause in told]  # fmt: skip

        parts = {"fixed": declared(self.fixed), "known": declared(self.known),
                 "drawn": declared(self.drawn), "random": declared(self.random)}  # fmt: skip
        given = [universal(freezer, one if len(one) > 3 else ((), *one)) for one in self.given]
        left, op, right = frozen(freezer, self.claims)
        tree = {
            "steps": None if self.steps is None else str(self.steps),
            "clock": None if self.clock is None else str(self.clock),
            **parts, "where": [frozen(freezer, one) for one in self.where],
            "sure": clauses(self.sure), "given": given,
            "states": frozen_states(freezer, self.states, [*self.known, *self.drawn]),
            "after": clauses(self.after),
            "means": [{"name": str(m), "of": freezer(of).tree, "finite": m not in self.shows}
                      for m, of in self.means.items()],
            "left": left, "op": op, "right": right,
        }  # fmt: skip
        own = {v["name"] for part in parts.values() for v in part}
        own |= {s["var"]["name"] for s in tree["states"]} | {str(m) for m in self.means}
        own |= {v["name"] for one in given for v in one["vars"]} | {tree["clock"]}
        for count in (self.steps, self.copies):
            if count is not None:
                freezer(count)
        if self.copies is not None:
            tree["copies"] = str(self.copies)
        if self.over is not None:
            size, each = self.over
            freezer(size)
            tree["over"] = {"size": str(size), "each": declared(each)}
            own |= {str(one) for one in each}
        met = freezer.variables
        tree["vars"] = [met[n].tree for n in sorted(set(met) - own)]
        object.__setattr__(self, "tree", tree)

    def latex(self) -> str:
        """What is claimed, then its conditions, each kind after its label."""
        (_, claimed), *rest = process_latex(self.tree)
        shown = [text for label, text in rest if label == SHOWN]
        claimed += "".join(rf" \text{{ and }} {text} \text{{ exists}}" for text in shown)
        kinds = groupby((one for one in rest if one[0] != SHOWN), key=itemgetter(0))
        return claimed + "".join(
            rf",\quad \text{{{label}: }} " + r",\; ".join(text for _, text in one)
            for label, one in kinds
        )


def frozen_states(freezer: Any, states: Iterable[Any], random: Iterable[Any]) -> list[Any]:  # noqa: ANN401
    """States with their equations; fixed are those that no random symbol enters."""
    made = [
        {"var": (freezer(s), freezer.variables[str(s)].tree)[1], "start": freezer(start).tree,
         "next": _then(freezer, then)}
        for s, start, then in states
    ]  # fmt: skip
    names = {str(s) for s in random}
    while True:
        moving = {s["var"]["name"] for s in made if _names(s["next"]) & names} - names
        if not moving:
            break
        names |= moving
    if strange := [s["var"]["name"] for s in made if s["var"]["sort"] != "real"]:
        raise ClaimError(f"state {strange[0]} is declared as an integer. Declare a real symbol.")
    return [{**s, "fixed": s["var"]["name"] not in names} for s in made]


def _then(freezer: Any, then: Any) -> Any:  # noqa: ANN401
    if not isinstance(then, tuple):
        return freezer(then).tree
    event, inside, outside = then
    return {"if": frozen(freezer, event), "then": freezer(inside).tree,
            "else": freezer(outside).tree}  # fmt: skip


def _names(tree: Any) -> set[str]:  # noqa: ANN401 - a tree, or trees by cases
    if isinstance(tree, dict):
        return set().union(*map(_names, tree.values()))
    if not isinstance(tree, list):
        return set()
    return {tree[1]} if tree[0] == "v" else set().union(*map(_names, tree))


def _total(mean: list[Any], over: Mapping[str, Any]) -> list[Any]:
    return mean if over["size"] is None else ["coordinates", over["size"], mean]


def process_latex(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The statement as formulas, the relation first, each with its label."""
    every = {v["name"] for key in ("vars", "fixed", "known", "drawn", "random") for v in told[key]}
    states = [s["var"]["name"] for s in told["states"]]
    t = next(letter for letter in "tijkl" if letter not in {*every, *states, told["clock"]})
    entries = [v["name"] for key in ("fixed", "known", "drawn") for v in told[key]]
    now = {n: ["idx", n, ["v", t]] for n in entries}
    before = {n: ["idx", n, ["+", ["v", t], ["q", "-1"]]] for n in states}
    if told["clock"] is not None:
        before[told["clock"]] = ["+", ["v", t], ["q", "-1"]]
    endless, last_one = told["steps"] is None, told["steps"] or "infty"
    ends = {n: ["idx", n, ["v", last_one]] for n in states}
    over = told.get("over", {"size": None, "each": []})
    for one in told["means"]:
        ends[one["name"]] = _total(["E", put(one["of"], ends)], over)
    until = r", 2, \dots" if endless else rf", \dots, {latex(['v', told['steps']])}"
    first, last = f"{t} = 1{until}", "in each step"

    def said(one: Sequence[Any], values: Mapping[str, Any]) -> str:
        left, op, right = one
        return f"{latex(put(left, values))} {SIGNS[op]} {latex(put(right, values))}"

    def clauses(key: str, values: Mapping[str, Any]) -> list[str]:
        return [either([[said(r, values) for r in part] for part in one]) for one in told[key]]

    found = [("statement", said([told["left"], told["op"], told["right"]], ends))]
    found += [("for all", domain(v)) for v in told["vars"]]
    each = f"numbers for each coordinate 1..{over['size']}, draws and states of its own"
    found += [(each, domain(v)) for v in over["each"]]
    if "copies" in told:
        found.append(("copies", rf"{latex(['v', told['copies']])} \text{{ of all that is random,}}"
                      r" \text{ with one past; at the end one is chosen in any way,}"
                      r" \text{ which may depend on all that was drawn}"))  # fmt: skip
    own = " (of each coordinate)" if "over" in told else ""
    for label, key in (("fixed numbers", "fixed"), ("random, known before the step", "known"),
                       ("random, drawn in the step", "drawn")):  # fmt: skip
        found += [(label + own, domain(v, t) + rf",\; {first}") for v in told[key]]
    found += [("where", said(one, {})) for one in told["where"]]
    found += [(f"almost surely, {last}", text) for text in clauses("sure", {**now, **before})]
    for one in told["given"]:
        mean = rf"\mathbb{{E}}\left[{latex(put(one['of'], now))} \mid \text{{past}}\right]"
        text = f"{mean} {SIGNS[one['op']]} {latex(put(one['bound'], {**now, **before}))}"
        limits = [*map(domain, one["vars"]), *(said(c, now) for c in one["where"])]
        more = rf" \text{{ for all }} {', '.join(limits)}" if limits else ""
        found.append((f"almost surely, {last}", text + more))
    for state in told["states"]:
        word = state["var"]["name"]
        start = said([["idx", word, ["q", "0"]], "=", state["start"]], {})
        here, told_next = ["idx", word, ["v", t]], state["next"]
        if isinstance(told_next, dict):
            event = said(told_next["if"], {**now, **before})
            ways = (latex(put(told_next[w], {**now, **before})) for w in ("then", "else"))
            then = rf"{latex(here)} = {next(ways)} \text{{ where }} {event}, \; {next(ways)}"
            then += r" \text{ elsewhere}"
        else:
            then = said([here, "=", put(told_next, {**now, **before})], {})
        found.append(("where", rf"{start},\; {then}"))
    if endless:
        last_ones = (rf"{latex(ends[n])} = \lim {latex(['idx', n, ['v', t]])}" for n in states)
        found += [("where", text) for text in last_ones if text.split(" ")[0] in found[0][1]]
    found += [("random, of any law", domain(v)) for v in told["random"]]
    for text in clauses("after", ends):  # those about means are no more than conditions on numbers
        found.append(("where" if r"\mathbb{E}" in text else "almost surely", text))
    for label, finite in ((EXIST, True), (SHOWN, False)):
        exist = [latex(ends[m["name"]]) for m in told["means"] if m["finite"] is finite]
        found += [(label, r",\quad ".join(exist))] if exist else []
    return [(label, text.replace(r"\mathrm{infty}", r"\infty")) for label, text in found]
