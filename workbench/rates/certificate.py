"""Answers as JSON data for `workbench.rates.check`: exact numbers as text, nothing implied."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from workbench.rates.check import digest
from workbench.rates.constants import Constant
from workbench.rates.duality import Vertex
from workbench.rates.powers import PowerProduct
from workbench.rates.problem import Problem
from workbench.rates.settings import Split, Tree

if TYPE_CHECKING:
    from workbench.rates.answer import Rate
    from workbench.rates.refusals import Infeasible, Unbounded


def of_rate(rate: Rate) -> dict[str, Any]:
    """The certificate of a rate."""
    return wrapped(
        "rate",
        _problem(rate.problem),
        requirements=[
            {
                "weights": ["0"] * len(rate.problem.terms),
                "multipliers": texts(r.multipliers),
                **product(r.product),
            }
            for r in rate.requirements
        ],
        sum=[
            {
                "powers": product(t.product)["powers"],
                "floors": [_floor(rate.vertices[i]) for i in t.vertices],
                "tree": _tree(t.tree),
            }
            for t in rate.sum
        ],
        dominated=[
            {
                "powers": product(d.product)["powers"],
                "floors": [_floor(rate.vertices[i]) for i in d.vertices],
                "blend": texts(d.blend),
                "multipliers": texts(d.multipliers),
            }
            for d in rate.dominated
        ],
    )


def of_unbounded(answer: Unbounded) -> dict[str, Any]:
    """The certificate that a bound can be driven to 0."""
    along = dict(answer.direction)
    changes = [
        sum((e * along[s] for s, e in row.powers if s in along), Fraction(0))
        for row in answer.problem.rows
    ]
    return wrapped(
        "rate-unbounded",
        _problem(answer.problem),
        direction={p: str(x) for p, x in answer.direction},
        changes=texts(changes),
    )


def of_infeasible(answer: Infeasible) -> dict[str, Any]:
    """The certificate that the constraints contradict each other or the region."""
    stated = Constant.product(
        (c.coefficient, z) for c, z in zip(answer.problem.region, answer.region, strict=True)
    )
    return wrapped(
        "rate-infeasible",
        _problem(answer.problem),
        multipliers=texts(answer.multipliers),
        region=texts(answer.region),
        coefficient=_constant(answer.excess / stated),
        excess=_constant(answer.excess),
    )


def texts(values: Iterable[Fraction]) -> list[str]:
    """Numbers as text."""
    return [str(v) for v in values]


def product(p: PowerProduct) -> dict[str, Any]:
    """A power product."""
    return {"coefficient": _constant(p.coefficient), "powers": {s: str(e) for s, e in p.powers}}


def _constant(c: Constant) -> list[list[Any]]:
    return [[p, str(e)] for p, e in c.primes]


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "terms": [product(t) for t in problem.terms],
        "constraints": [[product(p) for p in c] for c in problem.constraints],
        "free": list(problem.free),
        "region": [product(c) for c in problem.region],
    }


def _floor(vertex: Vertex) -> dict[str, Any]:
    return {
        "weights": texts(vertex.weights),
        "multipliers": texts(vertex.multipliers),
        "coefficient": _constant(vertex.floor.coefficient),
    }


def _tree(tree: Tree) -> dict[str, Any]:
    if isinstance(tree, Split):
        return {
            "on": {"powers": product(tree.on)["powers"]},
            "below": _tree(tree.below),
            "above": _tree(tree.above),
        }
    return {
        "setting": {p: product(value) for p, value in tree.values},
        "exact": tree.exact,
        "proofs": [texts(proof) for proof in tree.proofs],
    }


def wrapped(kind: str, problem: dict[str, Any], **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """A certificate with its digest."""
    bare = {"kind": kind, "problem": problem, **more}
    return {**bare, "digest": digest(bare)}
