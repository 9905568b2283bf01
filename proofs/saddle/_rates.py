"""Orders of bounds over their parameters, as outcomes: derived, certified, compared with a claim.

A bound is a sum of power products in the free parameters (tau, T, K, ...) and the data n, P, ell;
constraints mean `<= 1`.  `workbench.rates` finds the best order with a certificate that its own
checker accepts; the exponents that prove that no setting does better are shown once more as
identities.  Claimed and derived rates are compared with ell as a logarithm: powers of n and P come
first, powers of ell decide between equal ones.

A rate leaves constants out (those of the bound, L_0, L_1, L_2, of rounding T and K), so an outcome
is DERIVED at best, although its exponents are certified.
"""

from collections.abc import Sequence

import sympy as sp

from workbench.claims import Encoded, Figure, Grade, Outcome, all_of, fails, holds, inconclusive
from workbench.rates import Rate, best_rate, compare
from workbench.rates.check import accepts
from workbench.rigor import identity

REGION = ("1/n", "1/ell", "1/P")  # n, ell, P >= 1
_TRUST = ("workbench.rates.check",)


def best_order(
    terms: Sequence[str],
    constraints: Sequence[str],
    *,
    free: Sequence[str],
    claimed: str,
    integer: Sequence[str] = (),
    at_most: bool = False,
) -> Outcome:
    """The best order of the sum of `terms` is `claimed` (or, with `at_most`, no larger)."""
    rate = best_rate(terms, constraints, free=free, region=REGION, integer=integer)
    if not isinstance(rate, Rate):
        return inconclusive("rate duality", f"no rate was derived: {rate}")
    comparison = compare(claimed, rate, REGION, logs=["ell"])
    if not (accepts(rate.certificate()) and accepts(comparison.certificate())):
        return inconclusive("rate duality", "the checker of rates rejects the certificate")
    encoded = (Encoded("derived rate", rate.latex()),)
    if comparison.verdict != "equal" and not (at_most and comparison.verdict == "worse"):
        return fails(
            "rate duality",
            f"the claimed rate {claimed} is {comparison.verdict} than the derived one, {rate}",
            grade=Grade.DERIVED,
            encoded=encoded,
            trust=_TRUST,
        )
    found = holds(
        "rate duality",
        f"best order {rate}; claimed {claimed}: {comparison.verdict}",
        grade=Grade.DERIVED,
        encoded=encoded,
        figures=(Figure("dual vertices", len(rate.vertices)),),
        trust=_TRUST,
    )
    return all_of(found, *floors(rate, terms, [*constraints, *(f"1/{p}" for p in integer)]),
                  summary=found.summary)  # fmt: skip


def floors(rate: Rate, terms: Sequence[str], constraints: Sequence[str]) -> list[Outcome]:
    """For each term of the rate: terms^weights * constraints^multipliers, parameters cancelled."""
    rows = [positive(text) for text in (*terms, *constraints)]
    found = []
    for term in rate.sum:
        vertex = rate.vertices[term.vertices[0]]
        powers = [*vertex.weights, *vertex.multipliers]
        left = sp.Mul(*(row ** sp.Rational(str(e)) for row, e in zip(rows, powers, strict=True)))
        found.append(identity(sp.powdenest(left, force=True), positive(str(term.product))))
    return found


def positive(text: str) -> sp.Expr:
    """The expression with all its symbols positive."""
    expr = sp.sympify(text, rational=True)
    named = {s: sp.Symbol(s.name, positive=True) for s in expr.free_symbols}
    return expr.subs(named)
