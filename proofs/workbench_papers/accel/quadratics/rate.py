"""The rate of heavy ball on quadratics: eq. (26) prints the roots of Nesterov's method.

In one eigen-direction of Q the error obeys e[t+1] = tau e[t] - beta e[t-1], tau = 1 + beta - alpha
lam.  The rate is the larger modulus of the roots of z^2 - tau z + beta (this is what appendix B.3
has).  (26) prints (1 + beta)(1 - alpha lam) and beta (1 - alpha lam) in place of tau and beta:
Nesterov's recursion.  At alpha lam = 1 both are 0, but heavy ball has |z| = sqrt(beta).

The modulus is sqrt(beta) for complex roots, and (|tau| + sqrt(tau^2 - 4 beta))/2 for real ones.  It
is at most r >= 0 exactly if beta <= r^2, |tau| <= 2 r, and the polynomial is not negative at r and
-r.  These values are affine in lam, so what holds at mu and L holds in between: over [mu, L] the
largest rate is found at an end.  It is below 1 exactly for 0 < alpha lam < 2 (1 + beta): the
polynomial is alpha lam at 1 and 2 (1 + beta) - alpha lam at -1, and its roots multiply to beta < 1.
"""

import re
from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcomes, because, broken, dropped
from workbench.rigor import certify, witness
from workbench.rigor.provers.heavy_ball_roots import (
    HEIGHT,
    ROOT,
    T,
    at,
    at_both_ends,
    complex_modulus,
    parts_of,
    real_moduli,
)
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse
from workbench_papers.accel._heavy_ball import alpha, beta

CLAIM = Claim(
    "accel.quad-rate",
    title="Rate of DP-SHB on quadratics, as printed (erratum 1)",
    printed=("rate", "Theorem 3.5, eq. (26)"),
    statement=r"""\rho = \max_{\lambda \in \{\mu, L\}} \max_\pm \lvert a_{\lambda,\pm} \rvert, \quad
        a_{\lambda,\pm} = \frac{(1+\beta)(1-\alpha\lambda)
        \pm \sqrt{(1+\beta)^2 (1-\alpha\lambda)^2 - 4\beta(1-\alpha\lambda)}}{2}
        \text{ are the eigenvalues of } \begin{bmatrix} 1+\beta-\alpha\lambda & -\beta \\ 1 & 0
        \end{bmatrix}""",
    hypotheses=r"0 \le \beta < 1,\; 0 < \alpha\lambda < 2(1+\beta)",
    note="These are the eigenvalues of Nesterov's method. Appendix B.3 has the right ones; the"
    " slip is in the theorem. The printed rate can be too small, which is unsafe.",
)

METHOD = "alpha > 0, 0 <= beta < 1"
REAL, COMPLEX = f"{T}^2 >= 4*beta", f"{T}^2 < 4*beta"
AT_ENDS = (
    "mu <= lam", "lam <= L", "sqrt(p^2 + s^2) <= rho, sqrt(q^2 + s^2) <= rho",
    "sqrt(x^2 + v^2) <= rho, sqrt(y^2 + v^2) <= rho",
)  # fmt: skip
STABLE = ("0 < alpha*lam", "alpha*lam < 2*(1 + beta)")


def roots(trace: str = T, determinant: str = "beta") -> list[tuple[Relation, Relation]]:
    """Both factors at every z, and the larger modulus: of real roots, then of complex ones.

    Each beside the same about t for tau and r >= 0 for the root of tau^2 - 4 beta.
    """
    left, size = f"z^2 - {trace}*z + {determinant}", "(abs(t) + r)/2"
    real = [(f"{left} = (z - (t + r)/2)*(z - (t - r)/2)", "")]
    for root, own in (("(t + r)/2", "t >= 0"), ("(t - r)/2", "t <= 0")):
        real += [(f"abs({root}) <= {size}", ""), (f"abs({root}) >= {size}", own)]
    pair = f"{left} = (z - {T}/2)^2 + {HEIGHT}^2", f"({T}/2)^2 + {HEIGHT}^2 = beta"
    said = [(one, f"{REAL}, {own}", f"r >= 0, {own}") for one, own in real]
    said += [(one, COMPLEX, "") for one in pair]
    return [
        (parse(put(one), where=f"{METHOD}, {put(kind)}".rstrip(", ")),
         parse(one, where=general.rstrip(", ")))
        for one, kind, general in said
    ]  # fmt: skip


def put(text: str) -> str:
    """The text about t and r with what they stand for."""
    return re.sub(r"\b[tr]\b", lambda met: T if met[0] == "t" else ROOT, text)


def moduli(limit: str, where: str, method: str = METHOD) -> tuple[Relation, Relation]:
    """The larger modulus of real roots, and that of complex ones."""
    both = (f"(abs({T}) + {ROOT})/2", REAL), (f"sqrt(({T}/2)^2 + {HEIGHT}^2)", COMPLEX)
    real, other = (parse(f"{m} {limit}", where=f"{method}, {where}, {kind}") for m, kind in both)
    return real, other


def ends(where: tuple[str, ...] = AT_ENDS) -> tuple[Relation, Relation]:
    """At mu the roots are p + i s and q - i s, at L x + i v and y - i v; rho bounds them all."""
    pairs = (
        "rho >= 0, mu > 0, p + q = 1 + beta - alpha*mu, p*q + s^2 = beta, s*(p - q) = 0",
        "x + y = 1 + beta - alpha*L, x*y = beta - v^2, v*(x - y) = 0",
    )
    return moduli("<= rho", ", ".join((*pairs, *where)))


def inside(limit: str = "< 1", factor: int = 2) -> tuple[Relation, Relation]:
    """Where both roots p + i s, q - i s have modulus below 1."""
    where = (
        f"{METHOD}, p + q = {T}, p*q + s^2 = beta, s*(p - q) = 0,"
        f" sqrt(p^2 + s^2) {limit}, sqrt(q^2 + s^2) {limit}"
    )
    said = "0 < alpha*lam", f"alpha*lam < {factor}*(1 + beta)"
    low, high = (parse(one, where=where) for one in said)
    return low, high


def stable(where: tuple[str, ...] = STABLE, method: str = METHOD) -> tuple[Relation, Relation]:
    """Where 0 < alpha lam < 2 (1 + beta)."""
    return moduli("< 1", ", ".join(where), method)


REPAIRED = Claim(
    "accel.quad-rate.repaired",
    title="Rate of DP-SHB on quadratics: roots of its characteristic polynomial",
    ours=("rate", "Theorem 3.5, eq. (26), corrected as in appendix B.3"),
    statement=r"""a_{\lambda,\pm} = \tfrac12 \Bigl[ (1+\beta-\alpha\lambda)
        \pm \sqrt{(1+\beta-\alpha\lambda)^2 - 4\beta} \Bigr],\quad
        \max_{\mu \le \lambda \le L} \max_\pm \lvert a_{\lambda,\pm} \rvert
        = \max(\rho_\mu, \rho_L),\quad
        \rho_\lambda < 1 \iff 0 < \alpha\lambda < 2(1+\beta)""",
    hypotheses=r"""0 < \mu \le L,\; \alpha > 0,\; 0 \le \beta < 1
        a_{\lambda,\pm} \text{ the roots of } z^2 - (1+\beta-\alpha\lambda) z + \beta,\;
        \rho_\lambda = \max_\pm \lvert a_{\lambda,\pm} \rvert""",
    parts=("roots", "ends", "stability"),
    encoded={
        "roots": tuple(one for one, _ in roots()),
        "ends": ends(),
        "stability": (*stable(), *inside()),
    },
    uses=("accel.quadratic-model", "accel.dynamical-system.repaired"),
    repairs=("accel.quad-rate",),
    note="These are the roots of heavy ball's characteristic polynomial; the error they lead to is"
    " `accel.thm-3-5.repaired`. The block form of B.3 needs the eigenbasis of Q, a permutation"
    " alone is not enough. As encoded, real and complex roots are two statements; a pair of roots"
    " is p + i s and q - i s, with p + q, p q + s^2 and s (p - q) as the polynomial has them; a"
    " maximum is the least rho that bounds the roots at both ends, which are among the lambda.",
)


lam = declare("lam > 0")
tau = 1 + beta - alpha * lam


def squared_modulus(trace: sp.Expr, determinant: sp.Expr) -> Relation:
    """Complex roots have the squared modulus `determinant`; for heavy ball it is beta."""
    complex_roots = [(trace**2, "<", 4 * determinant), (tau**2, "<", 4 * beta), (beta, "<", 1)]
    return relation(determinant, "=", beta, where=complex_roots)


POINT: dict[str, Any] = {"alpha": 1, "beta": "3/10", "lam": "1/2"}

PULL = 1 - alpha * lam


@CLAIM.refutation(of="case")
@broken("product_of_the_roots_is_beta", trace=tau, determinant=beta)
@because("With heavy ball's own trace and determinant they agree there.")
def printed_rate_is_too_small(
    *, trace: sp.Expr = (1 + beta) * PULL, determinant: sp.Expr = beta * PULL
) -> Example:
    """At alpha = 1, mu = L = 1/2, beta = 3/10: rho^2 = 3/10, printed 3/20."""
    return witness(squared_modulus(trace, determinant), **POINT)


VALUE = parse("0 < x", where="p < 1, q < 1, x = (1 - p)*(1 - q) + s^2")  # the polynomial at 1
LIGHT = ("identity", "sign", "powers", "cases", "sos", "factors", "substitution")


@REPAIRED.exact(part="roots", uses=())
@broken(
    "printed_trace_and_determinant", trace="(1+beta)*(1-alpha*lam)",
    determinant="beta*(1-alpha*lam)",
)  # fmt: skip
@because("With trace and determinant of Nesterov's method, as printed, in place of heavy ball's.")
def roots_of_the_characteristic_polynomial(**changes: str) -> Outcomes:
    """Both factors multiply out; |tau| + sqrt(tau^2 - 4 beta) is twice the larger modulus."""
    for k, (one, general) in enumerate(roots(**changes)):
        yield certify(one, facts=[(general, at(t=T, r=ROOT))] if 0 < k < 5 else ())


PAIR = {"alpha": "13/20", "beta": "1/4", "lam": 1, "mu": 1, "L": 1, "rho": 1, "s": "2/5",
        "v": "2/5"} | dict.fromkeys("pqxy", "3/10")  # fmt: skip
UNIT = {"alpha": 1, "beta": 0, "mu": 1, "L": 1} | dict.fromkeys("pqsxyv", 0) | {"rho": 0}


@REPAIRED.exact(part="ends", uses=())
@dropped("where", AT_ENDS, {
    0: "At lambda = 0 the root 1 is larger.", 1: "At lambda = 3 the root -2 is larger.",
    2: "The root 1/2 at mu = 1/2.", 3: "The root -1 at L = 2."})  # fmt: skip
def largest_modulus_is_at_an_end(*, where: tuple[str, ...] = AT_ENDS) -> Outcomes:
    """rho^2 -+ tau rho + beta >= 0 at an end is (rho -+ p)(rho -+ q) + s^2; it is affine in lam."""
    real, other = ends(where)
    points: list[dict[str, Any]] = [
        {"lam": 0}, {"lam": 3}, {"mu": "1/2", "lam": "1/2", "p": "1/2"}, {"L": 2, "lam": 2, "x": -1}
    ]  # fmt: skip
    lost = [UNIT | points[k] for k, one in enumerate(AT_ENDS) if one not in where]
    facts, point = at_both_ends(), lost[0] if lost else UNIT | {"lam": 1}
    yield certify(real, at=point, facts=[*facts, *real_moduli("rho", "<=")], methods=LIGHT)
    told = [*facts[16:19], complex_modulus("rho")]
    yield certify(other, at=PAIR, facts=told, methods=LIGHT)


@REPAIRED.exact(part="stability", uses=())
@dropped("where", STABLE, {0: "At lambda = 0 the root 1.", 1: "At beta = 0, alpha lambda = 2: -1."})
@broken("momentum_one", "Complex roots of modulus 1.", method="alpha > 0, 0 <= beta <= 1")
@broken("border_one_plus_beta", "At beta = 0 the root -1/2.", factor=1, lam="3/2", p="-1/2")
@broken("roots_on_the_circle", "The root 1 at lambda = 0.", limit="<= 1", lam=0, p=1)
def rate_is_below_one_exactly_there(
    *, where: tuple[str, ...] = STABLE, method: str = METHOD, lam: str | int = 0, p: str | int = "",
    **changes: Any,  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """The polynomial is alpha lam = (1 - p)(1 - q) + s^2 at 1, and (1 + p)(1 + q) + s^2 at -1."""
    real, other = stable(where, method)
    point = {"alpha": 1, "beta": 0, "q": 0, "s": 0, "lam": lam, "p": p} if p else None
    values = at(b="beta", x="alpha*lam")
    told = [
        (parse("1 + b - x < 2*1", where="x > 0, b < 1"), values),
        (parse("-(1 + b - x) < 1 + b", where="x < 2*(1 + b)"), values),
        (parse("-x < z", where="-x < y, y <= z"), at(x=T, y="1 + beta", z="2*1")),
    ]
    yield certify(other)
    yield certify(real, facts=[*told, *real_moduli("1", "<")])
    for sign, one in zip(("", "-"), inside(**changes), strict=True):
        x = "2*(1 + beta) - alpha*lam" if sign else "alpha*lam"
        value = at(x=x, p=f"{sign}p", q=f"{sign}q", s="s")
        facts = [*parts_of("p", "s", "1", "<"), *parts_of("q", "s", "1", "<"), (VALUE, value)]
        yield certify(one, facts=facts, methods=LIGHT, at=point)
