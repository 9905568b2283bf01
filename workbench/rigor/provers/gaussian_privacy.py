"""The (epsilon, delta) curve of Gaussian differential privacy, with its proof.

An event of chance Phi(-z) under one law has chance at most Phi(mu - z) under the other.  What it
has beyond e^epsilon times the first, Phi(mu - z) - e^epsilon Phi(-z), rises in z as long as
mu z - mu^2/2 is below epsilon, and falls from there on: there it is the delta of the curve.
"""

from __future__ import annotations

from workbench.claims import Outcome
from workbench.rigor.provers.attempts import Fact
from workbench.rigor.provers.certify import certify
from workbench.symbolic import Relation, declare
from workbench.symbolic.text import parse


def normal(x: str) -> str:
    """The normal distribution function, as text."""
    return f"erfc(-({x})/sqrt(2))/2"


def delta(loss: str = "epsilon", half: str = "1/2") -> str:
    """Delta at a loss, for mu; `half` of mu is where the two normal laws cross."""
    near, far = f"mu*{half} - ({loss})/mu", f"-mu*{half} - ({loss})/mu"
    return f"{normal(near)} - exp({loss})*{normal(far)}"


def private(half: str = "1/2", mu: str = "mu") -> Relation:
    """An event of a mu-GDP mechanism gains at most delta on e^epsilon times its other chance."""
    where = f"mu > 0, epsilon >= 0, x <= {normal(f'{mu} - z')}"
    return parse(f"x <= exp(epsilon)*{normal('-z')} + ({delta(half=half)})", where=where)


def attained(loss: str = "mu*z - mu^2/2") -> Relation:
    """At the epsilon of an event the bounds agree: the curve allows it what mu-GDP does."""
    left = f"exp({loss})*{normal('-z')} + ({delta(loss)})"
    return parse(f"{left} = {normal('mu - z')}", where="mu > 0, z >= mu/2")


TURN = parse(  # what an event gains against what the best one does, u away from it
    f"{normal('b - u')} - exp((c^2 - b^2)/2)*{normal('-c - u')}"
    f" <= {normal('b')} - exp((c^2 - b^2)/2)*{normal('-c')}",
    where="b + c > 0",
)


def no_event_gains_more(half: str, mu: str) -> Outcome:
    """The derivative of the gain in u is a positive factor times -u (b + c)."""
    m, e, z = declare("mu epsilon > 0, real z")
    gain = f"{normal('mu - z')} - exp(epsilon)*{normal('-z')}"
    texts = {"x": "x", "h": f"exp(epsilon)*{normal('-z')}", "d": delta(), "g": normal("mu - z")}
    parts = {name: parse(f"{text} <= 9").left for name, text in texts.items()}
    steps: list[Fact] = [
        (TURN, {"b": m / 2 - e / m, "c": m / 2 + e / m, "u": z - m / 2 - e / m}),
        parse(f"{gain} <= {delta()}", where="mu > 0"),
        (parse("x <= h + d", where="g - h <= d, x <= g"), parts),
    ]
    stated = private(half, mu)
    if stated != private():
        return certify(stated)
    return certify(stated, facts=steps, methods=("sign", "factors", "taylor"))
