"""A statement about means of polynomials in a random batch, independent noise and random signs.

    moments  {"vars", "where", "every", "families", "means", "left", "op", "right"}
    steps    what is shown on the way, see below
    proof    a certificate of the statement, as one about numbers

    vars      numbers and sequences of numbers, which are fixed
    where     relations between them
    every     {"vars", "where", "left", "op", "right"}: for all these numbers with these conditions
    families  {"name", "law", "count", "of"}: X_1, ..., X_count, each family independent of the
              others and drawn from a law of the table below
    means     {"name", "of"}: the number `name` is E[of], `of` a polynomial of degree at most two in
              the families, and in entries of sequences whose index is an entry of an order

              law      of       what is drawn                      E X   E X^2   E X_i X_j
              batch    size m   indicators of a uniform m-subset   m/n   m/n     m(m-1)/(n(n-1))
              laplace  scale b  independent Laplace noise, b >= 0  0     2 b^2   0
              normal   s        independent normal noise, s >= 0   0     s^2     0
              signs    null     independent fair signs, -1 or 1    0     1       0
              order    null     the numbers 1, ..., N, each once, in a uniformly random order; for
                                functions of them, f(X_i) and g(X_j), see `moments_families`

What is accepted is: for all numbers and sequences with all this, left op right.  Every mean exists:
all that is drawn is square-integrable, and noise of the scale 0 is 0.  Each step adds a fact, or
one for all numbers:

    mean     {"mean"}: it is the polynomial in p, v and c of `moments_mean`
    average  {"families", "left", "op", "right", "steps", "proof"}: a relation that holds whatever
             these families are (in the interval of their law), by steps of its own, holds between
             the means of its sides, <= or =
    every    {"vars", "where", "left", "op", "right", "steps", "proof"}: for all these numbers
    take     {"every", "at", "inside"}: an instance of a relation for all numbers
    add      {"every"}: low <= i <= high alone are asked of an integer i: the sum over all of them
    split    {"sum", "at", "inside"}: a sum is that before an index, the entry there, and the rest
    swap     {"sum"}: two sums in the other order, the range of each fixed for the other
    weaken   {"fact", "op"}: one of the two inequalities, <= or >=, of an equation that is known
    least    {"index", "low", "high", "value", "name", "inside"}: of finitely many values, at least
             one, that at the index `name` is the least; of the index nothing more is known
    fact     {"left", "op", "right", "proof"}: a relation between numbers, from those before it

What the steps of `average` and `every` choose is known in them alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove
from workbench.rigor.check.moments_families import as_placed, entries_of, families_of, real
from workbench.rigor.check.moments_steps import MomentScope, relation_of, strings
from workbench.rigor.check.trees import Malformed, read_statement
from workbench.rigor.check.vacuous import refuse_vacuous

_KEYS = {"vars", "where", "every", "families", "means", "left", "op", "right"}
_ZERO = ["q", "0"]
_SURE = [_ZERO, "=", _ZERO]


def check_moments(c: Certificate, prove: Prove) -> Answer:
    """Take the steps one after the other, and then the statement about numbers."""
    told = c["moments"]
    scope = stated(told, prove)
    if why := scope.run(c["steps"]) or scope.lacks():
        return Answer(False, f"moments: {why}")
    answer = scope.shown([told["left"], told["op"], told["right"]], c["proof"])
    return Answer(answer.accepted, f"moments: {answer.message}")


def stated(told: Any, prove: Prove) -> MomentScope:  # noqa: ANN401 - JSON
    """What is known before the first step."""
    if not isinstance(told, Mapping) or set(told) != _KEYS:
        raise Malformed(f"a statement about moments has the keys {', '.join(sorted(_KEYS))}")
    scope = MomentScope(told["vars"], prove, strings(told))
    for one in told["where"]:
        scope.add(one)
    refuse_vacuous(scope.said(_SURE))
    for one in told["every"]:
        inner = scope.within(one["vars"], one["where"])
        inner.has_value(relation_of(one))
        refuse_vacuous(inner.said(_SURE))
        inner.add(relation_of(one))  # it may not contradict what is known of any such numbers
        refuse_vacuous(inner.said(_SURE))
        scope.every.append({key: one[key] for key in ("vars", "where", "left", "op", "right")})
    scope.families = families_of(told["families"], scope.said(_SURE))
    drawn = entries_of(told["families"])
    random = scope.within(drawn, [])  # no name twice
    for one in told["means"]:
        if set(one) != {"name", "of"} or one["name"] in scope.means:
            raise Malformed("a mean has a name of its own, and a tree")
        random.has_value([as_placed(one["of"], told["families"]), "=", _ZERO])
        scope.means[one["name"]] = one["of"]
    named = [real(name) for name in scope.means]
    everything = scope.within([*drawn, *named], [])
    everything.has_value(relation_of(told))
    read_statement({**everything.said(relation_of(told)), "vars": [*scope.vars, *named]})
    return scope
