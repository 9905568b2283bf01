"""Proofs that a method is private: the one inequality that the rules leave, put to the provers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workbench.claims import Grade, Outcome, holds, refused
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.private.judgement import duty
from workbench.rigor.check.trees import Malformed
from workbench.rigor.provers.attempts import Fact, as_relation
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.known_lemmas import accept, refusal
from workbench.rigor.provers.outcomes import TRUST, stamped
from workbench.rigor.provers.remembering import prove
from workbench.rigor.provers.run import METHODS
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.theorem import Num, Theorem, num

_LAWS = {
    "laplace": "the Laplace mechanism", "gaussian": "the zCDP of the Gaussian mechanism",
    "exponential": "the bounded range of the exponential mechanism",
    "noisy-max": "report noisy max with Laplace noise",
}  # fmt: skip
_NOTIONS = {
    "pure": "adaptive composition of pure differential privacy",
    "zcdp": "adaptive composition of zCDP",
    "renyi": "adaptive composition of zCDP, as Renyi privacy",
    "approximate": "adaptive composition of zCDP, and its conversion to (epsilon, delta)",
}


def shown_private(
    statement: PrivateStatement,
    *,
    above: Any = None,  # noqa: ANN401 - a number
    facts: Iterable[Fact] = (),
    methods: Sequence[str] = METHODS,
    also: Iterable[str] = (),
    proof: Proof | None = None,
) -> Outcome:
    """Whether the rules for its releases give a method its guarantee.

    statement: what is shown
    above: by how much the order of the conversion from zCDP to (epsilon, delta) is above 1, or
           {"accounts": [...]}, certificates that pairs of laws cost no more
    facts, methods: steps on the way to the inequality that is left, as for `certify`
    also: what else is taken for granted, for the row
    proof: of the inequality that is left, see `left_of`
    """
    told, k = statement.private, _order(above)
    try:
        stated, _ = duty(told, k, prove)
    except (Malformed, KeyError, TypeError, ValueError) as error:
        return refused("privacy by rules", str(error))
    bare = {"kind": "private", "private": dict(told), "above": k, "evidence": {"kind": "sign"}}
    if proof is not None:
        if soon := refusal(proof.theorem.tree, proof.library, proof.steps):
            return refused("privacy by rules", proof.in_words(soon))
        bare["evidence"] = {"kind": "theorem", "library": proof.library, "proof": proof.steps}
    answer = check_certificate(bare)
    if not answer.accepted and proof is not None:
        return refused("privacy by rules", proof.in_words(answer.message))
    accept(proof.library if proof is not None else ())
    if not answer.accepted:
        found = certify(as_relation(stated), facts=facts, methods=methods)
        if found.decision != "holds" or found.certificate is None:
            return refused("privacy by rules", f"{answer.message}; {found.summary}")
        evidence = dict(found.certificate)
        for key in ("statement", "digest"):
            evidence.pop(key, None)
        bare["evidence"] = evidence
        answer = check_certificate(bare)
        if not answer.accepted:
            return refused("privacy by rules", answer.message)
    return holds(
        "privacy by rules", answer.message, grade=Grade.CERTIFIED, certificate=stamped(bare),
        trust=(*TRUST, f"rules: {', '.join(rules(told, k))}", *also),
    )  # fmt: skip


def left_of(
    symbols: Sequence[Any], where: Sequence[Any], statement: PrivateStatement, *, above: Any = None  # noqa: ANN401
) -> Proof:  # fmt: skip
    """A proof, to be filled with steps, of the inequality that the rules leave of a statement.

    symbols, where: those of the statement
    """
    try:
        left, _ = duty(statement.private, _order(above), prove)
    except Malformed:  # `shown_private` says why
        left = {"left": ["q", "0"], "right": ["q", "1"]}
    said = (Num(left["left"]), "<=", Num(left["right"]))
    return Proof(Theorem(tuple(symbols), given=where, concludes=said))


def _order(above: Any) -> Any:  # noqa: ANN401 - JSON
    """An order as a tree; accounts stand for themselves."""
    return above if above is None or isinstance(above, Mapping) else num(above).tree


def rules(told: Mapping[str, Any], above: Any) -> list[str]:  # noqa: ANN401 - JSON
    """The rules that a proof uses, in words."""
    queries = [one["query"] or ["any"] for one in told["releases"]]
    kinds = dict.fromkeys(one["law"][0] for one in told["releases"])
    if isinstance(above, Mapping):
        pair = "sampled normal laws dominate Poisson batches under normal noise"
        if queries[0][0] != "poisson":
            pair = "normal laws dominate the Gaussian mechanism"
        return [pair, "products of dominating pairs dominate compositions", "post-processing"]
    named = [_LAWS[kind] for kind in kinds if kind in _LAWS]
    if any(query[0] == "batch" for query in queries):
        named.append("amplification by hidden batches drawn without replacement")
    notion = told["guarantee"]["notion"]
    notion = "pure" if notion == "approximate" and above is None else notion
    if notion != "pure" and kinds.keys() & {"laplace", "noisy-max", "pure"}:
        named.append("epsilon^2/2-zCDP of a pure mechanism")
    if any(query[0] in ("gathered", "earlier") for query in queries):
        named.append("batches of records of their own")
    if any(query[0] == "earlier" for query in queries):
        named.append("mixtures by chances that no data move")
    return [*named, _NOTIONS[notion], "post-processing"]
