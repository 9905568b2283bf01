"""Accepts or rejects the certificate of a rate; needs the standard library and nothing else.

What an accepted certificate of kind "rate" proves, in the problem that it states:

* floors: for all data and all allowed parameters, bound >= constant * product, because weights
  and multipliers cancel the parameters (weighted arithmetic-geometric means);
* requirements: combinations of constraints without parameters, which have to be <= 1;
* attainment: wherever region and requirements hold, some term of the rate is the largest, and at
  the setting given for that regime every term of the bound is at most of its order, while every
  power product of a constraint is at most of order 1;
* domination: each floor left out is at most a product of floors kept, wherever region and
  requirements hold.

Floors and attainment together say that the rate is the best one, constants aside; that constants
can be found with which the constraints hold exactly is not part of the certificate.  Numbers are
text "p/q", a coefficient is a list of pairs [prime, exponent].  A number is refused when raising
it to the powers at hand would take more than a megabit.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from workbench.rates.check.arithmetic import RejectedError, demand
from workbench.rates.check.comparison import check_comparison
from workbench.rates.check.conclusions import conclusions, orders
from workbench.rates.check.rate import check_infeasible, check_rate, check_unbounded

__all__ = ["accepts", "conclusions", "digest", "fault", "orders"]

_KINDS = {
    "rate": check_rate,
    "rate-unbounded": check_unbounded,
    "rate-infeasible": check_infeasible,
    "rate-comparison": check_comparison,
}


def accepts(certificate: Any) -> bool:  # noqa: ANN401 - any JSON value, damaged ones included
    """Whether the certificate proves what it states."""
    return not fault(certificate)


def fault(certificate: Any) -> str:  # noqa: ANN401
    """The first thing wrong with a certificate, or the empty text."""
    try:
        demand(digest(certificate) == certificate["digest"], "it was changed: the digest differs")
        _KINDS[certificate["kind"]](certificate)
    except RejectedError as error:
        return str(error)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return f"malformed: {type(error).__name__}: {error}"
    except RecursionError:
        return "malformed: nested too deeply"
    return ""


def digest(certificate: Any) -> str:  # noqa: ANN401
    """The SHA-256 of a certificate without its own digest, in canonical JSON."""
    bare = {k: v for k, v in certificate.items() if k != "digest"}
    text = json.dumps(bare, sort_keys=True, separators=(",", ":"), check_circular=False)
    return hashlib.sha256(text.encode()).hexdigest()
