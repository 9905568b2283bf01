"""Certificates for the heavy-ball LMI, made again from their data and compared.

Any number that differs from the one made here is a reason to reject.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from workbench.errors import EvidenceError
from workbench.solvers.exact import (
    KIND,
    NAMES,
    HeavyBallLmi,
    Json,
    bracket,
    feasible,
    infeasible,
    noise_bound,
    slower,
)
from workbench.solvers.matrices import Matrix, transpose


def check(certificate: Mapping[str, Any]) -> str:
    """What an accepted certificate shows, in one sentence; anything else is an EvidenceError."""
    try:
        if certificate["side"] == "bracket":
            return _check_bracket(certificate)
        built, given = _rebuilt(certificate)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise EvidenceError(f"{KIND}: malformed certificate: {reason[:200]}") from error
    if built is None:
        raise EvidenceError(f"{KIND}: side {certificate['side']!r} does not hold at {given}.")
    if not _same(built, certificate):
        wrong = [k for k in sorted({*built, *certificate}) if built.get(k) != certificate.get(k)]
        raise EvidenceError(f"{KIND}: {', '.join(wrong)}: not what the data give.")
    rho2 = built["parameters"]["rho2"]
    if built["side"] == "feasible":
        return f"the LMI holds at rho^2 = {rho2} with kappa = {built['kappa']} > 0"
    if built["side"] == "noise-bound":
        return f"no solution at rho^2 = {rho2} has a noise constant below {built['bound']}"
    return f"the LMI has no useful solution at any rho^2 {'<' if rho2 == '1' else '<='} {rho2}"


def _check_bracket(certificate: Mapping[str, Any]) -> str:
    """Both members hold, at the same parameters, the primal above the dual."""
    members = certificate["members"]
    if bracket(members[0], members[1] if len(members) > 1 else None) != certificate:
        raise EvidenceError(f"{KIND}: a bracket has a primal and at most one dual member.")
    shown = [check(member) for member in members]
    sides = [member["side"] for member in members]
    if sides[0] != "feasible" or not set(sides[1:]) <= {"infeasible", "slower"}:
        raise EvidenceError(f"{KIND}: a bracket of the sides {sides}.")
    bare = [{n: member["parameters"][n] for n in NAMES} for member in members]
    if bare[0] != bare[-1]:
        raise EvidenceError(f"{KIND}: the members are about different parameters.")
    return "; ".join(shown)


def _rebuilt(certificate: Mapping[str, Any]) -> tuple[Json | None, Json]:
    """The certificate as the data of the given one make it, and its parameters."""
    given = dict(certificate["parameters"])
    mu, L, alpha, beta, rho2 = (_number(given[name]) for name in (*NAMES, "rho2"))
    if not (0 < mu <= L and alpha > 0 and 0 <= beta < 1):
        raise EvidenceError(f"{KIND}: the parameters {given} are outside their domain.")
    lmi = HeavyBallLmi(mu, L, alpha, beta)
    match certificate["side"]:
        case "feasible":
            P, c0, c = certificate["P"], certificate["c0"], certificate["c"]
            return feasible(lmi, rho2, _matrix(P, 2), _number(c0), _number(c)), given
        case "infeasible":
            return infeasible(lmi, rho2, _matrix(certificate["Z"], 3)), given
        case "noise-bound":
            Z, bound = _matrix(certificate["Z"], 3), _number(certificate["bound"])
            return noise_bound(lmi, rho2, Z, bound=bound), given
        case "slower":
            return slower(lmi, rho2), given
    raise ValueError(f"side = {certificate['side']!r}")


def _same(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Equal as JSON text, which tells true from 1."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


def _number(text: object) -> Fraction:
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is not a number written as text")
    value = Fraction(text)
    if str(value) != text:
        raise ValueError(f"{text!r} is not in lowest terms")
    return value


def _matrix(rows: Sequence[Sequence[object]], size: int) -> Matrix:
    matrix = tuple(tuple(_number(x) for x in row) for row in rows)
    if len(matrix) != size or any(len(row) != size for row in matrix):
        raise ValueError(f"not a {size} by {size} matrix")
    if matrix != transpose(matrix):
        raise ValueError("the matrix is not symmetric")
    return matrix
