"""The privacy of a recorded method: rules for what it releases, and one inequality of numbers.

    {"kind": "private", "private": statement, "evidence": certificate of cost <= epsilon}

    statement  {"vars", "where": scalars and conditions, as in every statement,
                "records": n, "bound": S, "rounds": T, "epsilon": e,
                "adjacency": "replace-one", "space": "densities",
                "state": [name, ...], "releases": [release, ...], "next": {name: vector, ...}}
    release    {"name", "law": "laplace", "scale": b, "sensitivity": s, "batch": m, "at": vector}

It says: for datasets of n records that differ in one, T rounds are (e, 0)-differentially private.
In a round each release in turn is the mean of a gradient over a hidden batch of m records, drawn
afresh without replacement, at a point made of the state and of earlier releases, plus fresh Laplace
noise of scale b in each coordinate; then the state is what `next` says.  The first state is public,
and two gradients at one point differ by at most S in l1 norm.  Rules, in this order:

    Laplace          a mean over m records moves by at most S/m <= s: s/b    duty: s >= S/m, b > 0
    subsampling      of m of n without replacement: ln(1 + (m/n)(e^(s/b) - 1))  duty: 1 <= m <= n
    composition      adaptive, of fixed budgets: the sum over releases, T times     duty: T >= 0
    post-processing  states are made of releases and earlier states         duty: of nothing else

The subsampling rule is for replacing one record, and these rules are for laws with densities.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.theorem.scope import Prove, Scope
from workbench.rigor.check.theorem.symbols import SCALARS, read_symbols
from workbench.rigor.check.theorem.terms import ONE, ZERO, Terms, minus, pure
from workbench.rigor.check.trees import Malformed, Tree, read_statement
from workbench.rigor.check.vacuous import refuse_vacuous
from workbench.rigor.check.words import is_word

_STATEMENT = {"vars", "where", "records", "bound", "rounds", "epsilon", "adjacency", "space",
              "state", "releases", "next"}  # fmt: skip
_RELEASE = {"name", "law", "scale", "sensitivity", "batch", "at"}


def check_private(c: Certificate, prove: Prove) -> Answer:
    """Whether the rules bound the cost of the releases by epsilon; raises Malformed otherwise."""
    s = c["private"]
    if set(s) != _STATEMENT:
        raise Malformed(f"a statement about privacy has the keys {', '.join(sorted(_STATEMENT))}")
    if (s["adjacency"], s["space"]) != ("replace-one", "densities"):
        raise Malformed("the rules are for replacing one record, and for laws with densities")
    symbols = read_symbols(s["vars"])
    if any(one["sort"] not in SCALARS for one in symbols.values()):
        raise Malformed("the parameters are numbers")
    bare = {"vars": list(symbols.values()), "where": s["where"], "left": ZERO, "op": "<=",
            "right": ZERO}  # fmt: skip
    read_statement(bare)
    refuse_vacuous(bare)
    terms = Terms(symbols)
    scope = Scope(terms, prove)
    for condition in s["where"]:
        terms.scalar(condition[0]), terms.scalar(condition[2])
        scope.add(condition)
    terms.index(s["rounds"], 0)
    terms.index(s["records"], 1)
    _read_program(s, terms)
    each = [_cost(release, s, scope) for release in s["releases"]]
    cost: Tree = ["*", s["rounds"], ["+", *each]]
    terms.scalar(cost), terms.scalar(s["epsilon"])
    answer = prove({**terms.domain, "left": cost, "op": "<=", "right": s["epsilon"]}, c["evidence"])
    if not answer.accepted:
        raise Malformed(f"that the cost is at most epsilon: {answer.message}")
    return Answer(True, f"private: {len(each)} releases a round cost at most epsilon")


def _cost(release: Mapping[str, Any], s: Mapping[str, Any], scope: Scope) -> Tree:
    """What one release costs, after its duties."""
    terms = scope.terms
    m, n, shift, scale = (release["batch"], s["records"], release["sensitivity"], release["scale"])
    terms.index(m, 1)
    if not terms.nonnegative(minus(n, m)):
        raise Malformed("a batch is not visibly within the records")
    if not terms.positive(scale):
        raise Malformed("a scale is not visibly positive")
    moved = minus(shift, ["/", s["bound"], m])
    if not (terms.nonnegative(s["bound"]) and (terms.zero(moved) or terms.nonnegative(moved))):
        raise Malformed("a stated sensitivity is not visibly that of a mean over the batch")
    pure_cost: Tree = ["/", shift, scale]
    return ["ln", ["+", ONE, ["*", ["/", m, n], minus(["exp", pure_cost], ONE)]]]


def _read_program(s: Mapping[str, Any], terms: Terms) -> None:
    """Each point is made of the state and of earlier releases, each state of all of them."""
    known = list(s["state"])
    for release in s["releases"]:
        if set(release) != _RELEASE or release["law"] != "laplace":
            raise Malformed("a release that no rule knows")
        _made_of(release["at"], known, terms)
        known.append(release["name"])
    names = [*known, *terms.symbols]
    if not all(is_word(n) for n in known) or len(set(names)) != len(names):
        raise Malformed("states and releases are different plain words")
    if not s["releases"] or set(s["next"]) != set(s["state"]):
        raise Malformed("a round releases something, and then says what every state is")
    for vector in s["next"].values():
        _made_of(vector, known, terms)


def _made_of(vector: Any, known: list[str], terms: Terms) -> None:  # noqa: ANN401 - JSON
    match vector:
        case ["vec", str(name)] if name in known:
            return
        case ["v+", _, *_]:
            for part in vector[1:]:
                _made_of(part, known, terms)
            return
        case ["v*", scale, inner] if pure(scale):
            terms.scalar(scale)
            _made_of(inner, known, terms)
            return
    raise Malformed(f"{str(vector)[:60]!r} is not made of what was released")
