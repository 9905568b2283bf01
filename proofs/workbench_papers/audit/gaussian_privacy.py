"""Gaussian differential privacy: its (epsilon, delta) curve, and how it adds up.

An event of chance Phi(-z) under one law has chance at most Phi(mu - z) under the other.  What it
has beyond e^epsilon times the first, Phi(mu - z) - e^epsilon Phi(-z), rises in z as long as
mu z - mu^2/2 is below epsilon, and falls from there on: there it is the delta of the curve.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, argued, broken
from workbench.rigor import certify, identity
from workbench.symbolic import Relation, declare
from workbench.symbolic.text import parse


def Phi(x: str) -> str:
    """The normal distribution function."""
    return f"erfc(-({x})/sqrt(2))/2"


def delta(loss: str = "epsilon", half: str = "1/2") -> str:
    """Delta at a loss, for mu; `half` of mu is where the two normal laws cross."""
    return f"{Phi(f'mu*{half} - ({loss})/mu')} - exp({loss})*{Phi(f'-mu*{half} - ({loss})/mu')}"


def private(half: str = "1/2", mu: str = "mu") -> Relation:
    """An event of a mu-GDP mechanism gains at most delta on e^epsilon times its other chance."""
    where = f"mu > 0, epsilon >= 0, x <= {Phi(f'{mu} - z')}"
    return parse(f"x <= exp(epsilon)*{Phi('-z')} + ({delta(half=half)})", where=where)


def attained(loss: str = "mu*z - mu^2/2") -> Relation:
    """At the epsilon of an event the bounds agree: the curve has the event of GDP, and no less."""
    left = f"exp({loss})*{Phi('-z')} + ({delta(loss)})"
    return parse(f"{left} = {Phi('mu - z')}", where="mu > 0, z >= mu/2")


CURVE = Claim(
    "audit.gdp-curve",
    title="The (epsilon, delta) curve of mu-GDP, event by event, and that it says no less",
    ours=("theorem", "Dong, Roth and Su (2022), Gaussian differential privacy, Corollary 1"),
    statement=r"""P(S) \le \Phi(\mu - z), \; Q(S) = \Phi(-z) \Longrightarrow
        P(S) \le e^\epsilon Q(S) + \delta_\mu(\epsilon), \quad
        \delta_\mu(\epsilon) = \Phi\Big(\frac\mu2 - \frac\epsilon\mu\Big)
        - e^\epsilon \Phi\Big(-\frac\mu2 - \frac\epsilon\mu\Big); \qquad
        e^{\epsilon} \Phi(-z) + \delta_\mu(\epsilon) = \Phi(\mu - z)
        \text{ at } \epsilon = \mu z - \frac{\mu^2}2""",
    hypotheses=r"""\mu > 0; \; \epsilon \ge 0, \; z \in \mathbb R; \text{ in the equation } z \ge \mu/2
        \text{mu-GDP: so it is for every event } S \text{ with } 0 < Q(S) < 1""",
    parts=("curve", "converse"),
    encoded={"curve": (private(),), "converse": (attained(),)},
    note="x is P(S). An event with Q(S) = 0 has P(S) = 0 under mu-GDP, and one with Q(S) = 1 needs"
    " no bound. By the equation the curve bounds P(S) by Phi(mu - z) where z >= mu/2, the other"
    " events being complements of such, with P and Q exchanged.",
)

SUM = Claim(
    "audit.gdp-composition",
    title="Gaussian pairs mu_1, ..., mu_k compose to one of mu = (mu_1^2 + ... + mu_k^2)^(1/2)",
    ours=("theorem", "Dong, Roth and Su (2022), Gaussian differential privacy, Corollary 2"),
    statement=r"""\ln \prod_i \frac{\varphi(x_i - \mu_i)}{\varphi(x_i)} = \mu u - \frac{\mu^2}2, \quad
        u = \frac1\mu \sum_i \mu_i x_i \sim \mathcal N(0, 1) \text{ if } x_i \sim \mathcal N(0, 1)
        \text{ are independent}""",
    hypotheses=r"\mu = \sqrt{\mu_1^2 + \dots + \mu_k^2}, \; \mu_i > 0",
    uses=("ext.normal-sums",),
    note="A sequence has the trade-off curve of one pair. That steps may look at what came before"
    " is ext.gdp-composition, which is cited.",
)

TURN = parse(  # what an event gains on the best one, by its distance from it
    f"{Phi('b - u')} - exp((c^2 - b^2)/2)*{Phi('-c - u')}"
    f" <= {Phi('b')} - exp((c^2 - b^2)/2)*{Phi('-c')}", where="b + c > 0",
)  # fmt: skip


@CURVE.exact(part="curve")
@broken("half_the_delta_of_another_cut", "The laws cross at mu/2, not at mu/3.", half="1/3")
@broken("a_larger_mu", "Events of 2 mu gain more.", mu="2*mu")
def no_event_gains_more(*, half: str = "1/2", mu: str = "mu") -> Outcome:
    """The derivative in u of the gain is a positive factor times -u (b + c)."""
    m, e, z = declare("mu epsilon > 0, real z")
    gain = parse(f"{Phi('mu - z')} - exp(epsilon)*{Phi('-z')} <= {delta()}", where="mu > 0")
    of = {name: parse(f"{text} <= 9").left for name, text in (
        ("x", "x"), ("h", f"exp(epsilon)*{Phi('-z')}"), ("d", delta()), ("g", Phi("mu - z")))}  # fmt: skip
    steps = [(TURN, {"b": m / 2 - e / m, "c": m / 2 + e / m, "u": z - m / 2 - e / m}), gain,
             (parse("x <= h + d", where="g - h <= d, x <= g"), of)]  # fmt: skip
    return certify(private(half, mu), facts=steps if (half, mu) == ("1/2", "mu") else ())


@CURVE.exact(part="converse")
@broken("another_epsilon", "At mu z the bounds differ.", loss="mu*z")
def the_curve_touches_each_event(*, loss: str = "mu*z - mu^2/2") -> Outcome:
    """There mu/2 - epsilon/mu is mu - z, and -mu/2 - epsilon/mu is -z."""
    return certify(attained(loss))


N, i = declare("integer k > 0, integer i")
m, s, t = declare("mu s > 0, real t")
x, mus = sp.IndexedBase("x", real=True), sp.IndexedBase("m", positive=True)


@SUM.exact
@broken("the_mus_themselves_do_not_add_up", "mu is not the sum of squares.", power=1)
def log_ratios_add_up(*, power: int = 2) -> Outcomes:
    """Squares cancel; E e^(t u) is the product of E e^(t mu_i x_i/mu) = e^(t^2 mu_i^2/(2 mu^2))."""
    squares, half = sp.Sum(mus[i] ** 2, (i, 1, N)), sp.S.Half
    mean = [(m**power, "=", squares)]
    ratio = sp.Sum((x[i] ** 2 - (x[i] - mus[i]) ** 2) / 2, (i, 1, N))
    found = sp.Sum(mus[i] * x[i], (i, 1, N)) - m**2 / 2
    yield argued(identity(ratio, found, where=mean, multiples={0: half}),
                 "The normal law is the one with the moments e^(t^2/2).")  # fmt: skip
    moments = sp.Sum(t**2 * mus[i] ** 2 / (2 * m**2), (i, 1, N))
    yield identity(moments, t**2 / 2, where=mean, multiples={0: -(t**2) / (2 * m**2)})
