"""The certificate kinds, each with the small function that accepts or rejects it.

A certificate is JSON: {"kind", "statement", ...}; exact numbers are text such as "-3/7".  Only the
standard library and python-flint are imported here: no sympy, no solver, no code of the provers.

    identity        left - right reduces to 0, or to multiples of equations among the conditions
    sign            right - left (or the stated gap, equal to it) is visibly non-negative
    counterexample  at a rational point every condition holds and the statement does not
    finite-tree     a statement about means is false for a finite law, which is computed
    instance        functions of a class, and what a method makes of them: a statement is false
    psd             a rational matrix equals L D L^T with D >= 0
    not-psd         x^T M x < 0 for a rational vector x
    matrix-inequality, no-matrix-inequality
                    F_0 + sum y_i F_i is positive semidefinite; or it is so for no y
    bernstein       a tree of splits; on every leaf the Bernstein coefficients have the right sign
    sos             a polynomial equals a sum of squares with non-negative multipliers
    boxes           a tree of splits; on every leaf the enclosure has the right sign
    chain           an exponential polynomial on [0, oo): derivatives down to a positive one
    logchain        a rational function with logarithms on an interval: the same, by Sturm sequences
    induction       base and step of an identity in a natural number
    momentum-rate   a rate of gradient steps with momentum, or that none follows
    worst-case      a bound on the worst case of a method over classes, or instances that reach one
    worst-case-family
                    the same for every number of steps and parameter, by a potential
    integral        a definite integral against a constant, enclosed anew
    factors         the gap is a product, each factor with a certificate of its sign
    inductive       base and step of an inequality in a natural number
    enumeration     a statement about finitely many integers, case by case
    termwise        right - left is a sum, each of whose terms is non-negative
    growth          the gap is right at one end of a variable, and its slope has the right sign
    substitution    a more general statement, with a variable for an expression
    cover           the domain cut into pieces, each with its own certificate
    taylor          the terms of an expansion about a centre, and its remainder, are non-negative
    variation       derivatives that change their sign once, signs near the ends by asymptotics
    symmetry        a homogeneous gap with one variable at 1; one that no shift changes, at 0
    radicals        variables as powers of their roots
    powers          the same powers of both sides compare
    between         both inequalities with an expression in between
    cases           the statement for both signs of an expression
    exponentials    the exponentials of both sides compare
    lemmas          facts on the same domain, and then the statement with their help
    expectation     a statement about means, for every law of its random variables
    process         such a statement at the end of n draws, by what each draw does
    moments         a statement about means of quadratic functions of a batch, of noise or of signs
    integration     a statement about integrals with symbols, and draws, by primitives on pieces
    theorem         a whole theorem, its proof as data: see the folder `theorem`
    private         the privacy of a recorded method, by rules: see `private`
    accounting      delta at an epsilon of a sequence of releases, by inverting a transform
    all             several certificates at once

What a statement says, for proofs and counterexamples alike:

    for every point of the domain (integers where the sort is int) at which every condition has a
    value and holds, and both sides have a value, left op right.

An expression has a value where each part of it has one: an empty sum is 0 and an empty product is
1, whatever is summed; u^0 is 1; a root needs an argument >= 0.  So a proof and a counterexample of
one statement exclude each other.  A proof may use that the obligations of its own sides and
conditions are met, at the point at hand and at no other: an induction, which passes through many
points, has to meet all that depend on n.  What `requires` lists is never used by a proof, and a
counterexample has to meet it.  Whether both sides have a value on the whole domain, and whether
`requires` is met there, is what `discharge` answers.

A statement about nothing is refused: an interval without a point, or conditions that visibly leave
none (`vacuous`).  So is a certificate that asks for more work than one certificate may (`fuel`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from workbench.rigor.check.accounting import check_accounting
from workbench.rigor.check.answer import Answer, Certificate
from workbench.rigor.check.bernstein import check_bernstein
from workbench.rigor.check.between import check_between
from workbench.rigor.check.boxes import check_boxes
from workbench.rigor.check.cases import check_cases
from workbench.rigor.check.chain import check_chain
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.cover import Prove, check_cover
from workbench.rigor.check.duties import unmet
from workbench.rigor.check.enumeration import check_enumeration
from workbench.rigor.check.expansion import check_taylor
from workbench.rigor.check.expectation import check_expectation
from workbench.rigor.check.exponentials import check_exponentials
from workbench.rigor.check.factors import check_factors
from workbench.rigor.check.finite_tree import check_finite_tree
from workbench.rigor.check.fraction import NotReducible, TooLarge
from workbench.rigor.check.fuel import OutOfFuel, tank
from workbench.rigor.check.growth import check_growth
from workbench.rigor.check.induction import check_induction
from workbench.rigor.check.inductive import check_inductive
from workbench.rigor.check.instance import check_instance
from workbench.rigor.check.integral import check_integral
from workbench.rigor.check.integration import check_integration
from workbench.rigor.check.lemmas import check_lemmas
from workbench.rigor.check.lmi import check_momentum
from workbench.rigor.check.logarithms import check_logarithms
from workbench.rigor.check.logchain import check_logchain
from workbench.rigor.check.matrices import check_not_psd, check_psd
from workbench.rigor.check.matrix_inequality import check_matrix_inequality, check_no_solution
from workbench.rigor.check.moments import check_moments
from workbench.rigor.check.normal import is_zero
from workbench.rigor.check.points import check_counterexample, decide
from workbench.rigor.check.powers import check_powers
from workbench.rigor.check.private.judgement import check_private
from workbench.rigor.check.process import check_process
from workbench.rigor.check.radicals import check_radicals
from workbench.rigor.check.signs import holds_by_sign
from workbench.rigor.check.solve import solutions, solved
from workbench.rigor.check.sos import check_sos
from workbench.rigor.check.substitution import check_substitution
from workbench.rigor.check.symmetry import check_symmetry
from workbench.rigor.check.termwise import check_termwise
from workbench.rigor.check.theorem.proof import check_theorem
from workbench.rigor.check.trees import Malformed, read_statement, read_tree, whole
from workbench.rigor.check.vacuous import refuse_vacuous
from workbench.rigor.check.variation import check_variation
from workbench.rigor.check.worst_case import check_worst_case
from workbench.rigor.check.worst_case_family import check_family

__all__ = ["Answer", "check_certificate", "decide"]


def check_certificate(certificate: Any) -> Answer:  # noqa: ANN401 - JSON of any shape
    """Check one certificate with exact or outward-rounded arithmetic; it never raises."""
    with tank():
        return _checked(certificate, prove, is_part=False)


def _checked(certificate: Any, parts: Prove, *, is_part: bool) -> Answer:  # noqa: ANN401
    kind = certificate.get("kind") if isinstance(certificate, Mapping) else None
    if str(kind) not in KINDS:
        return Answer(False, f"kind = {str(kind)[:40]!r} is not one of {', '.join(KINDS)}")
    try:
        _compare_digest(certificate)
        if "statement" in certificate:
            read_statement(certificate["statement"])
            if not is_part:  # a part of a proof may be about nothing, such as a piece of a cover
                refuse_vacuous(certificate["statement"])
        if str(kind) in _OF_PARTS:
            return _OF_PARTS[str(kind)](certificate, parts)
        return _WITHOUT_PARTS[str(kind)](certificate)
    except Malformed as error:
        return Answer(False, f"{kind}: malformed certificate: {error}")
    except (TooLarge, OutOfFuel) as error:
        if is_part and isinstance(error, OutOfFuel):
            raise  # there is one tank for a certificate and its parts
        return Answer(False, f"{kind}: too large to check: {error}")
    except NotReducible as error:
        return Answer(False, f"{kind}: no normal form: {error}")
    except ZeroDivisionError:
        return Answer(False, f"{kind}: no normal form: a denominator is identically zero")
    except RecursionError:
        return Answer(False, f"{kind}: malformed certificate: nested too deeply")
    except Exception as error:  # noqa: BLE001 - a certificate may come from anywhere
        text = f"{type(error).__name__}: {error}"
        return Answer(False, f"{kind}: malformed certificate: {text[:200]}")


def digest(certificate: Certificate) -> str:
    """Sixteen hexadecimal digits of the SHA-256 of the certificate without its own digest."""
    bare = {k: v for k, v in certificate.items() if k != "digest"}
    text = json.dumps(bare, sort_keys=True, separators=(",", ":"), check_circular=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _compare_digest(c: Certificate) -> None:
    if "digest" in c and c["digest"] != digest(c):
        raise Malformed("it does not have the digest that it states: it was changed")


def _identity(c: Certificate) -> Answer:
    s = c["statement"]
    if s["op"] != "=":
        return Answer(False, f"identity: the statement says {s['op']!r}, not '='")
    rest, multiples = ["+", s["left"], ["neg", s["right"]]], c.get("multiples", [])
    for place, multiple in multiples:
        low, op, high = s["where"][whole(place)]
        read_tree(multiple, {v["name"]: v["sort"] for v in s["vars"]})
        if op != "=" or whole(place) < 0 or unmet(s, [multiple]):
            return Answer(False, "identity: a multiple of no equation, or one without a value")
        rest.append(["*", ["q", "-1"], multiple, ["+", low, ["neg", high]]])
    if is_zero(solved(s, rest), _remaining(s)):
        made = "is made of the equations of its conditions" if multiples else "has normal form 0"
        return Answer(True, f"identity: left - right {made}")
    return Answer(False, "identity: left - right does not reduce to 0")


def _remaining(s: dict[str, Any]) -> list[dict[str, Any]]:
    gone = set(solutions(s))
    return [v for v in s["vars"] if v["name"] not in gone]


def _sign(c: Certificate) -> Answer:
    s, gap = c["statement"], c.get("gap")
    if gap is not None:
        read_tree(gap, {v["name"]: v["sort"] for v in s["vars"]})
        true_gap = difference(s["left"], s["op"], s["right"])
        if not is_zero(solved(s, ["+", true_gap, ["neg", gap]]), _remaining(s)):
            return Answer(False, "sign: the stated gap is not right - left")
        lost = unmet(s, [gap])
        if lost:
            return Answer(
                False,
                "sign: the stated gap may have no value where right - left has one"
                f" ({len(lost)} domain obligations, the first: {lost[0]['kind']})",
            )
    if holds_by_sign(s, gap):
        return Answer(True, "sign: the gap is visibly non-negative on the domain")
    return Answer(False, "sign: the gap's sign cannot be read off")


def prove(
    statement: dict[str, Any],
    evidence: Any,  # noqa: ANN401 - JSON
    parts: Prove | None = None,
) -> Answer:
    """Whether a certificate without a statement of its own shows the given statement.

    parts: what judges the parts of the proof, by default this function; a prover, which nobody
           believes, may have seen them before
    """
    if not isinstance(evidence, Mapping) or "statement" in evidence:
        raise Malformed("the certificate of a part is an object without a statement")
    if evidence.get("kind") not in _ABOUT_A_STATEMENT:
        return Answer(False, f"kind = {str(evidence.get('kind'))[:40]!r} shows no part")
    if evidence.get("rules") or evidence.get("base"):  # `conclusions` would not tell of them
        return Answer(False, "a part defines sequences, which its statement does not say")
    return _checked({**evidence, "statement": statement}, parts or prove, is_part=True)


def _all(c: Certificate) -> Answer:
    members = c["members"]
    if not isinstance(members, list):
        raise Malformed("the members are not a list")
    answers = [check_certificate(member) for member in members]
    bad = [a.message for a in answers if not a.accepted]
    if bad or not answers:
        return Answer(False, "all: " + ("; ".join(bad) or "no members"))
    return Answer(True, f"all: {len(answers)} certificates accepted")


_WITHOUT_PARTS: dict[str, Callable[[Certificate], Answer]] = {
    "identity": _identity,
    "sign": _sign,
    "counterexample": check_counterexample,
    "finite-tree": check_finite_tree,
    "instance": check_instance,
    "psd": check_psd,
    "not-psd": check_not_psd,
    "matrix-inequality": check_matrix_inequality,
    "no-matrix-inequality": check_no_solution,
    "boxes": check_boxes,
    "bernstein": check_bernstein,
    "sos": check_sos,
    "integral": check_integral,
    "chain": check_chain,
    "logchain": check_logchain,
    "induction": check_induction,
    "momentum-rate": check_momentum,
    "enumeration": check_enumeration,
    "worst-case": check_worst_case,
    "accounting": check_accounting,
    "all": _all,
}
_OF_PARTS: dict[str, Callable[[Certificate, Prove], Answer]] = {
    "worst-case-family": check_family,
    "factors": check_factors,
    "termwise": check_termwise,
    "inductive": check_inductive,
    "growth": check_growth,
    "substitution": check_substitution,
    "logarithms": check_logarithms,
    "cover": check_cover,
    "taylor": check_taylor,
    "variation": check_variation,
    "symmetry": check_symmetry,
    "radicals": check_radicals,
    "powers": check_powers,
    "between": check_between,
    "cases": check_cases,
    "exponentials": check_exponentials,
    "lemmas": check_lemmas,
    "theorem": check_theorem,
    "private": check_private,
    "expectation": check_expectation,
    "process": check_process,
    "moments": check_moments,
    "integration": check_integration,
}
KINDS = (*_WITHOUT_PARTS, *_OF_PARTS)
_ABOUT_A_STATEMENT = (
    "identity", "induction", "sign", "boxes", "bernstein", "sos", "chain", "logchain", "factors",
    "growth", "substitution", "logarithms", "cover", "termwise", "inductive", "taylor", "variation",
    "symmetry", "radicals", "powers", "between", "cases", "lemmas", "exponentials",
)  # fmt: skip
