"""A statement about means of polynomials in a random batch, independent noise and random signs.

    moments  {"vars", "where", "every", "families", "means", "left", "op", "right"}, and perhaps
             "answer" or "records"
    steps    what is shown on the way, see below
    proof    a certificate of the statement, as one about numbers

    vars      numbers and sequences of numbers, which are fixed
    where     relations between them
    every     {"vars", "where", "left", "op", "right"}: for all these numbers with these conditions
    families  {"name", "law", "count", "of"}: X_1, ..., X_count, each family independent of the
              others and drawn from a law of the table below
    records   whose means are those of any functions, see `moments_records`
    answer    that of a private mechanism, see `moments_answer` and `moments_prior`
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
all that is drawn is square-integrable, and noise of the scale 0 is 0; and that of an answer does by
hypothesis.  Each step adds a fact, or one for all numbers:

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
    forget   {"keep"}: of the relations between numbers these are known from now on
    renamed, near           means over records, see `moments_records`
    guess, mistake, prior   a mean of the answer from below, see `moments_answer`, `moments_prior`

What the steps of `average` and `every` choose is known in them alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.cover import Prove
from workbench.rigor.check.moments_answer import answer_of, duties_of
from workbench.rigor.check.moments_families import as_placed, entries_of, families_of, real
from workbench.rigor.check.moments_records import RecordScope
from workbench.rigor.check.moments_relations import relation_of, strings
from workbench.rigor.check.moments_steps import MomentScope
from workbench.rigor.check.trees import Malformed, read_statement
from workbench.rigor.check.vacuous import refuse_vacuous

_KEYS = {"vars", "where", "every", "families", "means", "left", "op", "right"}
_ZERO, _ONE = ["q", "0"], ["q", "1"]
_SURE = [_ZERO, "=", _ZERO]


def check_moments(c: Certificate, prove: Prove) -> Answer:
    """Take the steps one after the other, and then the statement about numbers."""
    told = c["moments"]
    scope = stated(told, prove)
    if why := scope.run(c["steps"]) or scope.lacks():
        return Answer(False, f"moments: {why}")
    answer = scope.shown([told["left"], told["op"], told["right"]], c["proof"])
    return Answer(answer.accepted, f"moments: {answer.message}")


def stated(told: Any, prove: Prove, *, is_part: bool = False) -> MomentScope:  # noqa: ANN401 - JSON
    """What is known before the first step; only as a part it may be of nothing."""
    if not isinstance(told, Mapping) or set(told) - {"answer", "records"} != _KEYS:
        raise Malformed(f"a statement about moments has the keys {', '.join(sorted(_KEYS))}")
    kind = RecordScope if "records" in told else MomentScope
    scope = kind(told["vars"], prove, strings(told))
    for one in told["where"]:
        scope.add(one)
    refuse = _pass if is_part else refuse_vacuous
    refuse(scope.said(_SURE))
    for one in told["every"]:
        inner = scope.within(one["vars"], one["where"])
        inner.has_value(relation_of(one))
        refuse(inner.said(_SURE))
        inner.add(relation_of(one))  # it may not contradict what is known of any such numbers
        refuse(inner.said(_SURE))
        scope.every.append({key: one[key] for key in ("vars", "where", "left", "op", "right")})
    if isinstance(scope, RecordScope):
        scope.declare(told["records"], refuse)
    scope.families = families_of(told["families"], scope.said(_SURE))
    drawn, errors = entries_of(told["families"]), set[str]()
    if "answer" in told:
        scope.answer = answer_of(told["answer"], scope.said(_SURE))
        both = (scope.answer.name, scope.answer.words)
        drawn += [{**real(name), "sort": "seq"} for name in both]
        errors = {one["name"] for one in told["means"] if strings(one["of"]) & set(both)}
    random = scope.within(drawn, [])  # no name twice
    for one in told["means"]:
        if set(one) != {"name", "of"} or one["name"] in {*scope.means, *scope.errors}:
            raise Malformed("a mean has a name of its own, and a tree")
        if one["name"] in errors:
            scope.errors[one["name"]] = one["of"]
            _errs(scope, one["of"])
            continue
        random.has_value([as_placed(one["of"], told["families"]), "=", _ZERO])
        scope.means[one["name"]] = one["of"]
    named = [real(name) for name in (*scope.means, *scope.errors)]
    everything = scope.within([*drawn, *named], [])
    everything.has_value(relation_of(told))
    read_statement({**everything.said(relation_of(told)), "vars": [*scope.vars, *named]})
    return scope


def _pass(s: Any) -> None:  # noqa: ANN401
    """Let a part be about nothing; who judges the whole looks at that."""


def _errs(scope: MomentScope, of: Any) -> None:  # noqa: ANN401 - JSON
    """Refuse what is no mean of the answer, or may have no value."""
    new = (name for k in range(10**6) if (name := f"i{k}") not in scope.names)
    if scope.answer is not None:
        step = {"rule": scope.answer.rules[0], "mean": "", "rate": _ONE, "gain": _ZERO,
                "at": next(new), "word": next(new)}  # fmt: skip
        for variables, where, relation in duties_of(scope.answer, of, step)[0]:
            scope.within(variables, where).has_value(relation)
