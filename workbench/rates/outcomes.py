"""A rate that a paper claims, held against the best rate of the bound it comes from.

    @CLAIM.exact(part="rate")
    def bound_is_balanced() -> Outcome:
        return rate_is("sqrt(d/n)", ["1/T", "T*d/n"], free=["T"])

Two certificates stand behind the answer: that nothing better follows from the bound and that the
derived rate is reached, and how claim and derived rate compare.  `workbench recheck` decides on
both with the checker of this room alone.  Together they show the statement as a whole, which a
claim declares as an `Order`:

    BEST = Order("sqrt(d/n)", ["1/T", "T*d/n"], free=["T"], region=["d/n"])
    CLAIM = Claim(..., encoded=(BEST,))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from workbench.claims import Counterexample, Encoded, Grade, Outcome, fails, holds, inconclusive
from workbench.rates.answer import Rate
from workbench.rates.best import best_of
from workbench.rates.check import fault
from workbench.rates.comparison import compare
from workbench.rates.order import Order
from workbench.rates.powers import Posynomial

METHOD = "linear-programming duality of rates"
TRUST = ("workbench.rates.check",)


def rate_is(
    claimed: Any,  # noqa: ANN401 - an Order; or text, sympy, mappings, or an iterable of them
    terms: Any = (),  # noqa: ANN401
    constraints: Any = (),  # noqa: ANN401
    *,
    free: Iterable[Any] = (),
    region: Any = (),  # noqa: ANN401
    integer: Iterable[Any] = (),
    logs: Iterable[Any] = (),
    or_worse: bool = False,
) -> Outcome:
    """Whether `claimed` is the best order of the bound over the `free` parameters.

    With `or_worse` a claim that is larger than necessary holds too: it is an upper bound, and only
    a claim that the bound does not reach fails.  All arguments are those of `best_rate` and
    `compare`.  The outcome is CERTIFIED in both directions; constants are left aside.

    claimed: the order that is claimed; an `Order` says all the rest as well
    terms: the terms of the bound; their largest counts
    constraints: expressions, each of which means <= 1
    free: the parameters over which the bound is minimised
    region: expressions in the data alone, each of which means <= 1
    integer: parameters that are natural numbers
    logs: symbols that stand for logarithms, and grow more slowly than any power

    >>> rate_is("sqrt(d/n)", ["1/T", "T*d/n"], free=["T"]).decision
    'holds'
    >>> print(rate_is("d/n", ["1/T", "T*d/n"], free=["T"], region=["d/n"]).summary)
    claimed d/n, derived (d/n)^(1/2): claimed is better, constants aside
    """
    if not isinstance(claimed, Order):
        claimed = Order(
            claimed, terms, constraints, free=free, region=region, integer=integer, logs=logs,
            or_worse=or_worse,
        )  # fmt: skip
    derived = best_of(claimed.problem)
    if not isinstance(derived, Rate):
        return inconclusive(METHOD, f"the bound has no best rate: {derived}")
    found = compare(claimed.claimed, derived, logs=claimed.logs)
    certificates = [derived.certificate(), found.certificate()]
    wrong = [text for c in certificates if (text := fault(c))]
    if wrong:
        return inconclusive(METHOD, f"the checker rejects the certificate: {'; '.join(wrong)}")
    stated = tuple(a.term for a in found.claimed)
    told: dict[str, Any] = {
        "certificate": {"kind": "all", "members": certificates},
        "trust": TRUST,
        "encoded": (
            Encoded("bound", _sum(derived.problem.terms)),
            *(Encoded("subject to", rf"{_sum(c)} \le 1") for c in derived.problem.constraints),
            *(Encoded("where", rf"{c.latex()} \le 1") for c in derived.conditions),
            Encoded("best rate", derived.latex()),
            Encoded("claimed rate", _sum(stated)),
        ),
    }
    asked, best = (t.replace("**", "^") for t in (" + ".join(map(str, stated)), str(derived)))
    text = f"claimed {asked}, derived {best}: claimed is {found.verdict}, constants aside"
    if asked == best:
        text = f"the best order is {best}, as claimed, constants aside"
    if found.verdict == "equal" or (claimed.or_worse and found.verdict == "worse"):
        return holds(METHOD, text, grade=Grade.CERTIFIED, **told)
    larger = "derived" if found.claimed_smaller else "claimed"
    apart = (found.claimed_smaller or found.claimed_larger)[0]
    point = tuple((symbol, f"{apart.scale}^({e})") for symbol, e in apart.at if e)
    wide = str(apart).replace("**", "^")
    return fails(
        METHOD,
        text,
        grade=Grade.CERTIFIED,
        counterexample=Counterexample(point, f"a term of the {larger} rate is larger: {wide}"),
        **told,
    )


def _sum(terms: Posynomial) -> str:
    return " + ".join(t.latex() for t in terms)
