"""Proofs as data: a list of steps that ends in the statement of the theorem, checked step by step.

    {"kind": "theorem", "theorem": statement, "proof": [step, ...],
     "library": [{"theorem": statement, "proof": [...]} or {"theorem": ..., "claim": id}, ...]}

    statement  {"symbols": [...], "dimension": name or null, "given": [fact, ...],
                "conclusion": [left, op, right]}
    step       {"rule": one of `RULES`, ...}

The facts are the hypotheses, in order, and then what each step establishes.  A theorem of the
library may use only those before it, so there is no circle; one that comes without a proof is
assumed, under the id of a claim, and `assumed` lists it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from workbench.rigor.check import copies
from workbench.rigor.check.answer import Answer, Certificate, demand
from workbench.rigor.check.numbers import ONE, ZERO, minus, natural, put_all
from workbench.rigor.check.theorem import rules
from workbench.rigor.check.theorem.instance import by
from workbench.rigor.check.theorem.scope import Fact, Prove, Scope, Step, is_relation
from workbench.rigor.check.theorem.symbols import AVERAGES, counts, declared, read_symbols
from workbench.rigor.check.theorem.terms import Terms
from workbench.rigor.check.trees import Malformed, whole

Statement = Mapping[str, Any]
_STATEMENT = {"symbols", "dimension", "given", "conclusion"}
_DEEPEST = 6  # steps inside of each other


def check_theorem(c: Certificate, prove: Prove) -> Answer:
    """Whether the proof establishes the theorem; raises Malformed where a step does not hold."""
    demand(not set("~#@") & set(str(c)), "a name holds a sign that only the checker puts in names")
    library: list[Statement] = []
    for entry in [*c["library"], {"theorem": c["theorem"], "proof": c["proof"]}]:
        name = f"library {len(library)}" if len(library) < len(c["library"]) else "the proof"
        shown = set(entry) - {"theorem"}
        demand(shown in ({"proof"}, {"claim"}), "what is a theorem has a proof, or a claim")
        scope = opened(entry["theorem"], prove, library)
        if shown == {"proof"}:
            show(name, scope, entry["proof"], entry["theorem"]["conclusion"])
        library.append(entry["theorem"])
    return Answer(True, f"theorem: {len(c['proof'])} steps end in the statement")


def assumed(c: Certificate) -> list[dict[str, Any]]:
    """What the library takes from claims without a proof of its own."""
    return [{"claim": e["claim"], "theorem": e["theorem"]} for e in c["library"] if "claim" in e]


def opened(statement: Statement, prove: Prove, library: Sequence[Statement] = ()) -> Scope:
    """The symbols and hypotheses of a statement that is well-formed and not about nothing."""
    demand(set(statement) == _STATEMENT, f"a theorem has the keys {sorted(_STATEMENT)}")
    symbols, dimension = read_symbols(statement["symbols"]), statement["dimension"]
    demand(dimension is None or counts(dimension, symbols), "a dimension is an integer from 1 on")
    scope = Scope(Terms(symbols, dimension=dimension), prove, show, library)
    scope.assume(statement["given"])
    for symbol in symbols.values():
        _read_class(symbol, scope.terms)
    left, _, right = statement["conclusion"]
    new = left != right and statement["conclusion"] not in scope.facts
    demand(new, "the conclusion says nothing: its sides are the same, or it is given")
    scope.terms.gap(statement["conclusion"])
    return scope


def _read_class(symbol: Mapping[str, Any], terms: Terms) -> None:
    """The scalars and equations of a declaration; an iterate is made of earlier draws only."""
    # 0 <= mu <= L, or there is no such function
    bounds = [ZERO, *(symbol[k] for k in ("strong", "smooth") if symbol.get(k) is not None)]
    rise = all(terms.nonnegative(minus(b, a)) for a, b in pairwise(bounds))
    demand(rise, f"0 <= strong <= smooth of {symbol['name']} is not visible")
    inner = terms.within(natural(symbol["index"], 0)) if "index" in symbol else terms
    now = ["v", symbol.get("index")]
    random = any(terms.is_random(terms.vector(v)) for v in symbol.get("first", {}).values())
    demand(not random, f"{symbol['name']} starts at a random vector")
    for key in {"next", "step", "mean"} & set(symbol):
        # an equation holds z[j] and draws of index j for j <= i, a mean what is drawn before alone
        before = symbol["name"] if key == "mean" else ""
        told = ["zero"] if before and symbol[key] is None else symbol[key]
        earlier = inner.known_before(inner.vector(told), before, now)
        demand(earlier, f"the {key} of {symbol['name']} is drawn later, or a later entry")
    law, size = symbol.get("law") or ("laplace", ZERO)
    fits = inner.index(size, 1) if law in AVERAGES else inner.nonnegative(size)
    demand(fits, f"the scale of {symbol['name']} is not visibly at least 0")
    if symbol.get("mean") is not None and symbol["geometry"] is not None:
        inner.member(symbol["geometry"], symbol["mean"])


def show(name: str, scope: Scope, steps: object, wanted: Fact) -> None:
    """Take the steps; the last fact has to be the wanted relation: its sign, its right - left."""
    run(name, scope, steps)
    last = scope.facts[-1]
    shown = is_relation(last) and scope.terms.equal(last, wanted)
    demand(shown, f"{name} does not end in what it is to show")


def run(name: str, scope: Scope, steps: object) -> None:
    """Take the steps of a proof, each of which adds a fact."""
    if not isinstance(steps, list) or not steps or scope.depth > _DEEPEST:
        raise Malformed(f"{name} has no steps, or they are nested too deeply")
    for number, step in enumerate(steps):
        rule = step["rule"]
        try:
            demand(rule in RULES, "there is no such rule")
            scope.add(RULES[rule](scope, step))
        except Malformed as error:
            raise Malformed(f"{name}, step {number} ({str(rule)[:20]}): {error}") from error


def induction(scope: Scope, step: Step) -> Fact:
    """From P(first), and P(k+1) from P(k) for an integer k >= first of which no more is known.

    With a `last` index, of which it is known that k < last, it is P(last) that follows.
    """
    index, first, claimed = step["index"], whole(step["first"]), step["conclusion"]
    last, given = step.get("last"), [list(claimed)]
    if last is not None:
        scope.terms.index(last, first)
        given.insert(0, [["v", index], "<=", minus(last, ONE)])
    then, base = (["+", ["v", index], ONE], ["q", str(first)])
    scope.shows(step, put_all(claimed, {index: then}), natural(index, first), given=given)
    based = scope.terms.equal(scope.fact(step["base"]), put_all(claimed, {index: base}))
    demand(based, "the base is not the statement at the first index")
    return put_all(claimed, {index: last}) if last else ["all", index, first, list(claimed)]


def cases(scope: Scope, step: Step) -> Fact:
    """What follows where a < b, and where b <= a, for two numbers."""
    (low, high), claimed = step["of"], step["conclusion"]
    scope.terms.scalar(low), scope.terms.scalar(high)
    for case, steps in (([low, "<", high], step["less"]), ([high, "<=", low], step["not less"])):
        inner = scope.inside()
        inner.terms.where.insert(0, case)  # read first: of two conditions the last is the weaker
        inner.facts.append(case)
        scope.show("case", inner, steps, claimed)
    return list(claimed)


def sup(scope: Scope, step: Step) -> Fact:
    """From a <= b for all points of sets, of which no more is known and which b does not know."""
    points, (body, op, bound) = step["points"], step["conclusion"]
    demand(op == "<=", "what is said of the points of a supremum is <=")
    scope.shows(step, [body, op, bound], *(declared(name, of) for name, of in points))
    return [["sup", points, body], "<=", bound]


RULES = rules.RULES | copies.RULES | {rule.__name__: rule for rule in (by, induction, cases, sup)}
