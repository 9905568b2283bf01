"""The bound of anytime mirror descent at stale points, against the terms that its rate is made of.

The bound is that of `anytime_stale` for the step tau/91 and L_0 = L_1 = L_2 = 1, with what the
bias, the second moment and the value error of K vertices are, for smooth functions (a) and for
those with smooth derivatives (b).  Here l is ln d, and 2 ln(2d) + 2 <= 27/5 l.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.attempts import Fact
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.stopped_gap_terms import METHODS, at_these
from workbench.symbolic import Expr, Relation
from workbench.symbolic.text import parse

_LOGS = "2*ln(2*exp(ell)) + 2"
_BIAS = {"a": "2/sqrt(K)", "b": "1/K"}
_MOMENT = {"a": f"4*(1/K + sqrt(({_LOGS})/K))", "b": f"(1/K + sqrt(({_LOGS})/K))^2"}
_LAST = {"a": ("1/sqrt(K)", "tau*kappa*T*sqrt(ell/K)", "tau*kappa*T/K"),
         "b": ("1/K", "tau*kappa*T*ell/K", "tau*kappa*T/K^2")}  # fmt: skip
_REGRET, _SQUARES = "2*ell/(tau/91*T*(T + 1))", "tau/91*(2*T + 1)/6"
_COUPLING = "tau/91*kappa*(2*T + 1)/3*V_K"
STEPS = ("tau*T^2*sqrt(K*kappa) <= n*eps/sqrt(h)", "tau*T^(5/2)*sqrt(K/kappa) <= n*eps/sqrt(h)",
         "(B + 1)*T >= n")  # fmt: skip
_PLACE: dict[str, Any] = {"tau": 1, "T": 1, "K": 1, "kappa": 1, "ell": 1, "V_K": 0}
POINTS = (_PLACE | {"tau": Fraction(1, 10**9), "T": 1000}, _PLACE | {"V_K": 10**6})
_STEP: dict[str, Any] = {"tau": 2, "T": 1, "K": 1, "kappa": 1, "n": 2, "eps": 1, "h": 1, "B": 1}
STEP_POINTS = (
    _STEP, _STEP | {"n": 9, "tau": 9},
    _STEP | {"T": 10**4, "n": 10**4, "kappa": 10**4, "tau": Fraction(1, 10**4)},
    _STEP | {"T": 10**4, "n": 10**4, "tau": Fraction(1, 10**4)},
)  # fmt: skip


def bound(letter: str, factor: int = 182, *, moment: bool = True) -> Relation:
    """The bound is at most `factor` times the sum of the terms.

    letter: of the part of the theorem; moment: whether it is said what V_K is at most
    """
    bias, (first, *more) = _BIAS[letter], _LAST[letter]
    terms = " + ".join(["ell/(tau*T^2)", "tau*T", first, "kappa/T", *more])
    known = f", V_K <= {_MOMENT[letter]}" if moment else ""
    return parse(
        f"{_REGRET} + {_SQUARES} + 2*({bias}) + 16*kappa/T + {_COUPLING} + 1/K"
        f" <= {factor}*({terms})",
        where=f"tau > 0, T >= 1, K >= 1, kappa >= 1, ell >= 1, V_K >= 0{known}",
    )


def step(share: int = 91, steps: Sequence[str] = STEPS) -> Relation:
    """The step tau/91 is private: h is ln(1/delta) and B the size of a batch, n/T rounded down.

    steps: what is known of tau and B
    """
    return parse(
        f"tau/{share} <= B*eps/(16*sqrt(2)*T*sqrt(K*(kappa + T/kappa)*h))",
        where=", ".join(["tau, n, eps, h > 0, B, T, K, kappa >= 1", *steps]),
    )


def _at(said: str, where: str = "", **own: str) -> tuple[Relation, dict[str, Expr]]:
    fact = parse(said, where=where)
    letters = {"l": "ell", "K": "K", "V": "V_K", "t": "tau", "T": "T", "k": "kappa", "y": _LOGS,
               "h": "h", "n": "n", "B": "B", "m": "eps", **own}  # fmt: skip
    return fact, {v.name: parse(f"{letters[v.name]} = 0").left for v in fact.variables}


_ROOT, _EACH, _BOTH = f"sqrt(({_LOGS})/K)", f"({_LOGS})/K", "2*(1/K)^2 + 2*({})"
_COMMON: tuple[Fact, ...] = (
    _at("ln(2) <= 7/10"), _at("2*ln(2*exp(l)) + 2 = 2*l + 2*ln(2) + 2"),
    _at("2*l + 2*a + 2 <= 27/5*l", "a <= 7/10, l >= 1", a="ln(2)"),
    _at("y <= c", "y = a, a <= c", a="2*ell + 2*ln(2) + 2", c="27/5*ell"),
    _at("y/K <= 27/5*(l/K)", "y <= 27/5*l, K >= 1"),
    _at("2*l/(t/91*T*(T + 1)) <= 182*(l/(t*T^2))", "l >= 1, t > 0, T >= 1"),
    _at("t/91*(2*T + 1)/6 <= t*T", "t > 0, T >= 1"),
)  # fmt: skip
_OWN: dict[str, tuple[Fact, ...]] = {
    "a": (
        _at("sqrt(a) <= sqrt(c)", "a <= c, a, c > 0", a=_EACH, c="27/5*(ell/K)"),
        _at("sqrt(27/5*a) <= 3*sqrt(a)", "a > 0", a="ell/K"),
        _at("f <= c", "f <= a, a <= c", f=_ROOT, a="sqrt(27/5*(ell/K))", c="3*sqrt(ell/K)"),
        _at("4*(x + a) <= 12*(c + x)", "a <= 3*c, x >= 0", a=_ROOT, c="sqrt(ell/K)", x="1/K"),
        _at("V <= f", "V <= a, a <= f", a=_MOMENT["a"], f="12*(sqrt(ell/K) + 1/K)"),
        _at("t/91*k*(2*T + 1)/3*V <= t*k*T*c", "V <= 12*c, t > 0, k >= 1, T >= 1, c > 0",
            c="sqrt(ell/K) + 1/K"),
        _at("t*k*T*(a + 1/K) = t*k*T*a + t*k*T/K", "K >= 1", a="sqrt(ell/K)"),
        _at("a <= f", "a <= c, c = f", a=_COUPLING, c="tau*kappa*T*(sqrt(ell/K) + 1/K)",
            f=" + ".join(_LAST["a"][1:])),
        _at("1/K <= 1/sqrt(K)", "K >= 1"),
    ),
    "b": (
        _at("(x + sqrt(a))^2 <= 2*x^2 + 2*a", "a > 0, x > 0", x="1/K", a=_EACH),
        _at("V <= f", "V <= a, a <= f", a=_MOMENT["b"], f=_BOTH.format(_EACH)),
        _at("2*x^2 + 2*a <= 60*(c + x^2)", "a <= 27/5*c, c >= 0, x >= 0", a=_EACH, c="ell/K",
            x="1/K"),
        _at("V <= f", "V <= a, a <= f", a=_BOTH.format(_EACH), f="60*(ell/K + (1/K)^2)"),
        _at("t/91*k*(2*T + 1)/3*V <= t*k*T*c", "V <= 60*c, t > 0, k >= 1, T >= 1, c > 0",
            c="ell/K + (1/K)^2"),
        _at("t*k*T*(l/K + (1/K)^2) = t*k*T*l/K + t*k*T/K^2", "K >= 1"),
        _at("a <= f", "a <= c, c = f", a=_COUPLING, c="tau*kappa*T*(ell/K + (1/K)^2)",
            f=" + ".join(_LAST["b"][1:])),
    ),
}  # fmt: skip


def _summed(letter: str) -> Fact:
    """The sum of all parts, each at most its term; b_K is twice its term in part a."""
    bias, known = {"a": ("2*x", "d"), "b": ("x", "x")}[letter]
    first, second, third = _LAST[letter]
    names = {"a": _REGRET, "b": _SQUARES, "c": _COUPLING, "d": "1/K", "x": first, "q": "kappa/T",
             "p": "ell/(tau*T^2)", "f": "tau*T", "r": second, "z": third}  # fmt: skip
    less = ", d <= x" if known == "d" else ""
    return _at(f"a + b + 2*({bias}) + 16*q + c + {known} <= 182*(p + f + x + q + r + z)",
               f"a <= 182*p, b <= f, c <= r + z{less}, p, f, x, q, r, z >= 0", **names)  # fmt: skip


def terms_of_the_bound(letter: str, factor: int = 182, *, moment: bool = True) -> Outcome:
    """Each part of the bound is at most its term."""
    said = bound(letter, factor, moment=moment)
    facts = [*_COMMON, *_OWN[letter], _summed(letter)]
    return at_these(said, POINTS) or certify(said, facts=facts, methods=METHODS)


_X, _P, _Q = "sqrt(K*(kappa + T/kappa)*h)", "sqrt(K*kappa)", "sqrt(K/kappa)"
_FIRST, _SECOND = f"{_P}*sqrt(h)", f"sqrt(T)*{_Q}*sqrt(h)"
_FITS: tuple[Fact, ...] = (
    _at("n <= 2*B*T", "(B + 1)*T >= n, B >= 1, T >= 1"),
    _at("t*T^2*p*sqrt(h) <= n*m", "t*T^2*p <= n*m/sqrt(h), h > 0", p=_P),
    _at("t*(T^2*sqrt(T))*q*sqrt(h) <= n*m", "t*T^(5/2)*q <= n*m/sqrt(h), h > 0, T >= 1", q=_Q),
    # the root of a sum is at most the sum of the roots
    _at("a + b <= (sqrt(a) + sqrt(b))^2", "a, b > 0", a="K*kappa*h", b="K*(T/kappa)*h"),
    _at("sqrt(c) <= f", "c <= f^2, c, f > 0", c="K*kappa*h + K*(T/kappa)*h",
        f="sqrt(K*kappa*h) + sqrt(K*(T/kappa)*h)"),
    _at("sqrt(K*k*h) = sqrt(K*k)*sqrt(h)", "K, k, h > 0"),
    _at("sqrt(K*(T/k)*h) = sqrt(T)*sqrt(K/k)*sqrt(h)", "K, k, h, T > 0"),
    _at("sqrt(K*(k + T/k)*h) = sqrt(K*k*h + K*(T/k)*h)", "K, k, h, T > 0"),
    _at("x <= c + f", "x = r, r <= a + b, a = c, b = f", x=_X, c=_FIRST, f=_SECOND,
        r="sqrt(K*kappa*h + K*(T/kappa)*h)", a="sqrt(K*kappa*h)", b="sqrt(K*(T/kappa)*h)"),
    _at("t*T^2*x <= t*T^2*p*r + t*T^2*w*q*r", "x <= p*r + w*q*r, t > 0, T >= 1", x=_X, p=_P,
        q=_Q, r="sqrt(h)", w="sqrt(T)"),
    # 16 sqrt(2) 4 <= 91
    _at("t*T*x <= 4*B*m", "t*T^2*x <= a + b, a <= n*m, b <= n*m, n <= 2*B*T, T >= 1, m > 0",
        x=_X, a=f"tau*T^2*{_FIRST}", b=f"tau*T^2*{_SECOND}"),
    _at("16*sqrt(2) <= 91/4"),
    _at("t*y <= 91*m", "y = c*T*x, c <= 91/4, t*T*x <= 4*m, t, T, x > 0", c="16*sqrt(2)",
        y=f"16*sqrt(2)*T*{_X}", m="B*eps", x=_X),
    _at("t/91 <= m/y", "t*y <= 91*m, y > 0", m="B*eps", y=f"16*sqrt(2)*T*{_X}"),
)  # fmt: skip


def private_step(share: int = 91, steps: Sequence[str] = STEPS) -> Outcome:
    """n/T <= 2 B, and the root of both limits together is at most the sum of their roots."""
    said = step(share, steps)
    return at_these(said, STEP_POINTS) or certify(said, facts=_FITS, methods=METHODS)
