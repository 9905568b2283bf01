"""The parts of a certificate as JSON data for `workbench.rates.check`: exact numbers as text."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from workbench.rates.check import digest
from workbench.rates.constants import Constant
from workbench.rates.duality import Vertex
from workbench.rates.powers import PowerProduct
from workbench.rates.problem import RateProblem
from workbench.rates.settings import Split, Tree


def texts(values: Iterable[Fraction]) -> list[str]:
    """Numbers as text."""
    return [str(v) for v in values]


def product(p: PowerProduct) -> dict[str, Any]:
    """A power product."""
    return {"coefficient": constant(p.coefficient), "powers": {s: str(e) for s, e in p.powers}}


def constant(c: Constant) -> list[list[Any]]:
    """A constant, as its primes with their exponents."""
    return [[p, str(e)] for p, e in c.primes]


def stated(problem: RateProblem) -> dict[str, Any]:
    """The problem that an answer is about."""
    return {
        "terms": [product(t) for t in problem.terms],
        "constraints": [[product(p) for p in c] for c in problem.constraints],
        "free": list(problem.free),
        "region": [product(c) for c in problem.region],
    }


def floor(vertex: Vertex) -> dict[str, Any]:
    """The lower bound that a vertex of the dual gives."""
    return {
        "weights": texts(vertex.weights),
        "multipliers": texts(vertex.multipliers),
        "coefficient": constant(vertex.floor.coefficient),
    }


def settings(tree: Tree) -> dict[str, Any]:
    """The settings that attain a term, by regimes."""
    if isinstance(tree, Split):
        return {
            "on": {"powers": product(tree.on)["powers"]},
            "below": settings(tree.below),
            "above": settings(tree.above),
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
