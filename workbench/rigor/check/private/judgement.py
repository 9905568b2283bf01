"""The privacy of a method: rules for what it releases, and one inequality of numbers.

    {"kind": "private", "private": statement, "above": k, accounts or null, "evidence": certificate}

    statement  {"vars", "where": scalars and conditions, as in every statement; a condition may be
                one for all indices, ["all", index, first, [left, op, right]], as in a theorem
                "varying": [name, ...], "index": name or null, or ranges, see below
                "records": n, "rounds": T, "adjacency", "space": "densities",
                "state", "releases", "gathered", "next": a program, see `program`,
                "guarantee": {"notion", ...}}

It says: for datasets of n records that differ in one, T rounds have the guarantee.  The first state
is public.  If a record is added or removed, "add-or-remove-one", their number is not public: null.
A number that is `varying` may be another one in each round, chosen in any way by what was released
before; rounds may instead have a number, the `index`, and then sequences of numbers say
what is fixed in advance for each of them.  Datasets differ in any one record, "replace-one", or
"replace-record" in a certain one, to which the sensitivities of functions then refer.

With ranges [[name, low, high], ...] as the index, and null for the number of rounds, each release
is made once for each choice of these integers, such as for each node of each level of a tree; a
range may know the indices before it.  All of them are made one after the other, in any order that
is fixed in advance, whichever release and integers they are of.  After each the states are renewed
by all that was released so far, and a point is made of states alone.

The inequality that is left has a certificate of its own, or a proof as data, {"kind": "theorem",
"library", "proof"}, of the theorem with the symbols and conditions of the statement.

    {"notion": "pure", "epsilon": e}                      (e, 0)-DP
    {"notion": "zcdp", "rho": r}                          r-zCDP
    {"notion": "renyi", "order": a, "epsilon": r}         (a, r)-Renyi DP
    {"notion": "approximate", "epsilon": e, "delta": d}   (e, d)-DP

Rules, beside those of `laws` for one release and of `program` for how far an answer moves:

    composition      adaptive: pure losses add up, and zCDP losses do; over all rounds
                     duties: T >= 0; the budgets, T and n are the same whatever was released; the
                     order of releases with ranges does not matter, as what each costs is fixed
    first round      of a gathered sum nothing depends on data: it costs nothing        duty: T >= 1
    one pass         no record is in two batches of a gathered sum     duty: all batches fit into n
    mixtures         which round a draw is from depends on no data: it costs what one round does
    post-processing  points are made of releases and earlier states        duty: of nothing else
    Renyi            r-zCDP is (a, a r)-Renyi DP                                         duty: a > 1
    conversion       r-zCDP is (a r + ln(1/d)/k, d)-DP, a = 1 + k an order      duties: k > 0, d > 0
                     (e, 0)-DP is (e, d)-DP                                 duty: d >= 0, no order
    accounts         Gaussian noise, also on Poisson batches, by its exact curve: see `accounts`

The rules for laws are those for densities.  The conversion is proved elsewhere for any two laws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.numbers import ONE, SCALARS, ZERO, Numbers, minus, natural, put
from workbench.rigor.check.private.accounts import by_accounts
from workbench.rigor.check.private.program import ADD_OR_REMOVE, Cost, Round, Statement, whole_from
from workbench.rigor.check.theorem.proof import check_theorem, opened
from workbench.rigor.check.theorem.scope import Prove, is_relation
from workbench.rigor.check.theorem.symbols import read_symbols
from workbench.rigor.check.trees import Malformed, Tree, names_in, read_statement
from workbench.rigor.check.vacuous import refuse_vacuous
from workbench.rigor.check.words import is_word

_STATEMENT = {"vars", "where", "varying", "index", "records", "rounds", "adjacency", "space",
              "state", "releases", "gathered", "next", "guarantee"}  # fmt: skip
_ADJACENCY = ("replace-one", "replace-record", ADD_OR_REMOVE)
_PARTS = {"pure": ["epsilon"], "zcdp": ["rho"], "renyi": ["order", "epsilon"],
          "approximate": ["epsilon", "delta"]}  # fmt: skip


def check_private(c: Certificate, prove: Prove) -> Answer:
    """Whether the rules bound the cost of the releases; raises Malformed otherwise."""
    if not {"private", "above", "evidence"} <= set(c):
        raise Malformed("a certificate about privacy has a statement, an order and evidence")
    stated, costs = duty(c["private"], c["above"], prove)
    answer = _left(c["private"], stated, c["evidence"], prove)
    if not answer.accepted:
        raise Malformed(f"that the cost is within the guarantee: {answer.message}")
    told = "1 release a round has" if len(costs) == 1 else f"{len(costs)} releases a round have"
    return Answer(True, f"private: {told} the guarantee")


def _left(s: Statement, stated: dict[str, Any], shown: Any, prove: Prove) -> Answer:  # noqa: ANN401
    """Whether the inequality that is left is shown."""
    if shown["kind"] != "theorem":
        return prove(stated, shown)
    if set(shown) != {"kind", "library", "proof"} or any("claim" in e for e in shown["library"]):
        raise Malformed("a proof of what is left has a library and steps, and takes none on trust")
    asked = [stated["left"], stated["op"], stated["right"]]
    return check_theorem({**shown, "theorem": _theorem(s, asked)}, prove)


def _theorem(s: Statement, conclusion: list[Any]) -> dict[str, Any]:
    """The theorem about numbers with the symbols and conditions of a statement."""
    return {"symbols": s["vars"], "dimension": None, "given": s["where"], "conclusion": conclusion}


def duty(s: Statement, above: Any, prove: Prove) -> tuple[dict[str, Any], list[Cost]]:  # noqa: ANN401
    """The inequality that is left to show once all other duties of a statement are met."""
    outer, varying = _read(s, prove)
    ranges = _ranges(s)
    changing = varying | {name for name, _, _ in ranges}
    inner = _at_a_round(s, outer, ranges)
    costs = Round(s, inner, frozenset(changing), alone=isinstance(s["index"], list)).costs()
    _fit(s, outer)
    if s["rounds"] is not None:
        whole_from(outer, s["rounds"], 1 if any(cost.first > 1 for cost in costs) else 0)

    def total(which: Callable[[Cost], Tree | None]) -> Tree:
        found: list[Tree] = []
        for cost in costs:
            tree = which(cost)
            if tree is None:
                raise Malformed("a release has no loss of this kind, or no rule knows it")
            if cost.first > 1 and varying & names_in(tree):  # in the first round it may be another
                raise Malformed("the cost of a gathered sum varies by round")
            found.append(_over_rounds(s, tree, cost.first))
        return ["+", *found]

    if isinstance(above, Mapping):
        left, right = by_accounts(above, s["guarantee"], costs, total, outer, inner)
    else:
        left, right = _bounded(s["guarantee"], above, total, outer)
    outer.scalar(left), outer.scalar(right)
    order = [above] if isinstance(above, list) else []
    if varying & set().union(*map(names_in, (*_numbers(s), *order))):
        raise Malformed("a budget, an order, or a number of rounds or records varies by round")
    return {**outer.domain, "left": left, "op": "<=", "right": right}, costs


def _read(s: Statement, prove: Prove) -> tuple[Numbers, set[str]]:
    """The terms of a statement, and the names that vary."""
    if set(s) != _STATEMENT:
        raise Malformed(f"a statement about privacy has the keys {', '.join(sorted(_STATEMENT))}")
    if s["adjacency"] not in _ADJACENCY or s["space"] != "densities":
        raise Malformed("the rules are for one record, and for laws with densities")
    if (s["records"] is None) != (s["adjacency"] == ADD_OR_REMOVE) or (
        s["records"] is None and s["gathered"]
    ):
        raise Malformed("a record is added or removed where nobody is told how many there are")
    symbols = read_symbols(s["vars"])
    if any(one["sort"] not in SCALARS for one in symbols.values()):
        raise Malformed("the parameters are numbers")
    if any(one[0] == "psd" for one in s["where"]):
        raise Malformed("a condition is a relation between numbers, or one for all indices")
    if not all(map(is_relation, s["where"])):
        opened(_theorem(s, [ZERO, "<=", ONE]), prove)
    varying, index = list(s["varying"]), s["index"]
    if any(symbols.get(name, {}).get("sort") not in ("real", "int") for name in varying):
        raise Malformed("what varies by round is a number of the statement")
    names = [name for name, _, _ in _ranges(s)]
    if index is not None and (varying or not all(map(is_word, names)) or {*names} & {*symbols}
                              or len({*names}) < len(names)):  # fmt: skip
        raise Malformed("an index is a new plain word, and then nothing else varies by round")
    terms = _under(symbols, s["where"])
    if s["records"] is not None:
        whole_from(terms, s["records"], 1)
    if not isinstance(index, list):
        whole_from(terms, s["rounds"], 0)
    elif s["rounds"] is not None or s["gathered"] or not index:
        raise Malformed("ranges say how many rounds there are, and nothing is gathered in them")
    return terms, set(varying)


def _ranges(s: Statement) -> list[tuple[str, Tree, Tree]]:
    """The indices of a round, each with its first and its last value."""
    match s["index"]:
        case None:
            return []
        case list(found):
            return [(name, low, high) for name, low, high in found]
        case name:
            return [(name, ONE, s["rounds"])]


def _under(symbols: Any, where: Any) -> Numbers:  # noqa: ANN401 - JSON
    """Numbers under conditions, which are read and are not visibly contradictory."""
    where = [one for one in where if is_relation(one)]
    bare = {"vars": list(symbols.values()), "where": where, "left": ZERO, "op": "<=",
            "right": ZERO}  # fmt: skip
    read_statement(bare)
    refuse_vacuous(bare)
    terms = Numbers(symbols)
    for condition in where:
        terms.scalar(condition[0]), terms.scalar(condition[2])
        terms.where.append(condition)
    return terms


def _at_a_round(s: Statement, terms: Numbers, ranges: Any) -> Numbers:  # noqa: ANN401
    """The terms of one round, whose number is the index, or which has an index of each range."""
    known, where = list(s["vars"]), list(s["where"])
    for name, low, high in ranges:
        if low not in (ZERO, ONE):
            raise Malformed("a range begins with 0 or with 1")
        whole_from(terms, ["+", high, minus(ONE, low)], 0)  # it may be empty, and no less
        known.append(natural(name, int(low[1])))
        where.append([["v", name], "<=", high])
        terms = _under(read_symbols(known), where)
    return terms


def _fit(s: Statement, terms: Numbers) -> None:
    """Refuse gathered sums for whose batches there may not be enough records."""
    for one in s["gathered"]:
        if not terms.nonnegative(minus(s["records"], _over_rounds(s, one["batch"], 1))):
            raise Malformed("the batches of a gathered sum do not visibly fit into the records")


def _over_rounds(s: Statement, each: Tree, first: int) -> Tree:
    """What comes together in all rounds from the first or the second on."""
    ranges, whole = _ranges(s), each
    for name, low, high in reversed(ranges):
        whole = ["sum", name, low, high, whole]
    if ranges:  # with gathered sums it is one index alone
        return whole if first == 1 else minus(whole, put(each, {s["index"]: ONE}))
    return ["*", s["rounds"] if first == 1 else minus(s["rounds"], ONE), each]


def _numbers(s: Statement) -> list[Tree]:
    """What has to be the same whatever was released."""
    return [
        *(s[key] for key in ("records", "rounds") if s[key] is not None),
        *(s["guarantee"][k] for k in s["guarantee"] if k != "notion"),
    ]


def _bounded(
    said: Any,  # noqa: ANN401 - JSON
    above: Any,  # noqa: ANN401
    total: Callable[[Callable[[Cost], Tree | None]], Tree],
    terms: Numbers,
) -> tuple[Tree, Tree]:
    """What has to be at most what, for the guarantee."""
    notion = said["notion"]
    if notion not in _PARTS or set(said) != {"notion", *_PARTS[notion]}:
        raise Malformed(f"{str(said)[:60]} is no guarantee that is known")
    if above is not None and notion != "approximate":
        raise Malformed("an order is what a conversion has")
    if notion == "zcdp":
        return total(lambda c: c.loss.zcdp), said["rho"]
    if notion == "renyi":
        if not terms.positive(minus(terms.scalar(said["order"]), ONE)):
            raise Malformed("an order is not visibly above 1")
        return ["*", said["order"], total(lambda c: c.loss.zcdp)], said["epsilon"]
    if notion == "pure" or above is None:
        if notion != "pure" and not terms.nonnegative(said["delta"]):
            raise Malformed("delta is not visibly at least 0")
        return total(lambda c: c.loss.pure), said["epsilon"]
    if not terms.positive(said["delta"]):
        raise Malformed("delta is not visibly above 0")
    if not terms.positive(above):
        raise Malformed("an order is not visibly above 1")
    spent = ["*", ["+", ONE, above], total(lambda c: c.loss.zcdp)]
    return ["+", spent, ["/", ["ln", ["/", ONE, said["delta"]]], above]], said["epsilon"]
