"""The bound of a method that stops at random, against the few terms that its rate is made of.

The bound is that of `stopped_gap` for the step tau/250 and L_0 = L_1 = L_2 = 1, where G_2 is what
bias-reduced gradients have.  With k = M + 1, which is at most 3/2 ln n, all of the following holds
up to constants: mu is k, T_0 is U/k, and G_2 is l k, so the bound has four terms of order k times

    l/(tau U),   tau l,   1/2^M,   sqrt(l/U).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.attempts import Fact
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.outcomes import counterexample
from workbench.symbolic import Expr, Relation
from workbench.symbolic.text import parse

SIZES = (
    "mu = (M + 1)/(2 - 2^(-M))", "G_2 <= 2 + 160 + 96*(ln(2*d) + 1)*(M + 1)", "ell - ln(d) >= 0",
    "2^M <= U/2", "U <= n", "D <= 4*2^M",
)  # fmt: skip
STEPS = "tau*U^(3/2) <= n*eps/sqrt(h)", "(alpha + 1)*U >= n"
LEVEL = "U/2 <= 2^(M + 1)", "D <= U"
FEW = ("U <= 2",)
_PLACE = {"M": 0, "mu": 1, "n": 2, "U": 2, "d": 1, "ell": 1, "D": 4, "G_2": 1, "tau": 1}
_FAR = {"n": 10**12, "U": 10**12, "D": 10**12, "tau": Fraction(1, 10**6)}
POINTS: tuple[dict[str, Any], ...] = tuple(_PLACE | other for other in (
    {"tau": Fraction(1, 10**6)}, {"mu": 10**6}, {"G_2": 10**6}, {"G_2": 120000, "d": 10**600},
    {"U": Fraction(1001, 1000)}, {"n": Fraction(1001, 1000)}, _FAR))  # fmt: skip
_STEP: dict[str, Any] = {"alpha": 1, "U": 1, "n": 2, "eps": 1, "h": 1, "tau": 2}
STEP_POINTS = _STEP, _STEP | {"tau": 9}, _STEP | {"n": 9, "tau": 9}
_HEAD, _ROOT, _SHARE = "4/((U - 2^M)/(4*mu))", "2*sqrt(2)*sqrt(ell*U/mu) + 2", "32*mu/U"
_PARTS = "500*ell/tau", "U/mu*(tau/250*(3*G_2 + 2))", "U/mu*(4/2^M)", _ROOT
_TERMS = "ell/(tau*U)", "tau*ell", "1/D", "sqrt(ell/U)"
_SUM, _ALL = " + ".join(_TERMS), " + ".join(_PARTS)


def bound(factor: int = 24000, sizes: Sequence[str] = SIZES) -> Relation:
    """The bound, with T_0 put in, is at most ln n times the sum of the terms.

    sizes: what is known of mu, G_2, l, M, U and D
    """
    inside = "2*ell/(tau/250) + U/mu*(tau/250*(3*G_2 + 2) + 4/2^M)"
    return parse(
        f"{_HEAD}*({inside} + {_ROOT}) <= {factor}*ln(n)*({_SUM})",
        where=", ".join(["M >= 0, n, U, D, G_2, tau > 0, d >= 1, ell >= 1", *sizes]),
    )


def step(share: int = 250, steps: Sequence[str] = STEPS) -> Relation:
    """The step tau/250 is private: h is ln(1/delta) and alpha the records of a unit, rounded down.

    steps: what is known of tau and alpha
    """
    return parse(
        f"tau/{share} <= alpha*eps/(18*sqrt(48*U*h))",
        where=", ".join(["tau, U, n, eps, h > 0, alpha >= 1", *steps]),
    )


def level(limits: Sequence[str] = LEVEL) -> Relation:
    """The largest M with 2^M <= U/2, where U/2 <= 2^(M + 1), is one of those that `bound` asks for.

    limits: what is known of M and D
    """
    return parse("D <= 4*2^M", where=", ".join(["M >= 0, U, D > 0", *limits]))


def few(factor: int = 6, limits: Sequence[str] = FEW) -> Relation:
    """For few units the sum is as large as 4, what any gap is at most, up to a factor.

    limits: what is known of U
    """
    return parse(f"4 <= {factor}*({_SUM})",
                 where=", ".join(["tau, U, D > 0, ell >= 1", *limits]))  # fmt: skip


_LETTERS = {
    "M": "M", "U": "U", "d": "d", "n": "n", "k": "M + 1", "v": "ln(n)", "t": "tau", "l": "ell",
    "w": "mu", "g": "G_2", "j": "2^(-M)", "q": "D", "x": "ln(d)", "b": "4/2^M", "r": "sqrt(ell/U)",
    "c": "ln(2*d) + 1", "o": "U*sqrt(ell/U)", "s": "sqrt(2)*sqrt(ell*U/mu)", "y": "ell*U",
    "m": "2*(ell*U/mu)", "z": _SHARE, "p": _HEAD, "f": _ALL, "h": _SUM,
    **dict(zip(("a1", "a2", "a3", "a4"), _PARTS, strict=True)),
    **dict(zip(("x1", "x2", "x3", "x4"), _TERMS, strict=True)),
}  # fmt: skip
_FACTS: tuple[tuple[str, str, dict[str, str]], ...] = (
    # M + 1 <= 3/2 ln n, and mu is between its half and itself
    ("2^(-M) <= 1", "M >= 0", {}),
    ("a >= 1", "a = 2^M, M >= 0", {"a": "2^M"}),
    ("ln(2*2^M) = (M + 1)*ln(2)", "M >= 0", {}),
    ("ln(a) <= ln(n)", "a <= n, a > 0", {"a": "2*2^M"}),
    ("2/3*k <= k*ln(2)", "k >= 0", {}),
    ("k <= 3/2*v", "2/3*k <= a, a = e1, e1 <= v", {"a": "(M + 1)*ln(2)", "e1": "ln(2*2^M)"}),
    ("w <= k", "w = k/(2 - j), 0 <= j, j <= 1, k >= 1", {}),
    ("1/2 <= w", "w = k/(2 - j), 0 <= j, j <= 1, k >= 1", {}),
    # G_2 <= 422 l (M + 1)
    ("ln(2) <= 7/10", "", {}),
    ("ln(2*d) + 1 = ln(d) + ln(2) + 1", "d >= 1", {}),
    ("x + a + 1 <= 27/10*l", "a <= 7/10, l - x >= 0, l >= 1", {"a": "ln(2)"}),
    ("c <= e2", "c = e1, e1 <= e2", {"e1": "ln(d) + ln(2) + 1", "e2": "27/10*ell"}),
    ("g <= 422*l*k", "g <= 2 + 160 + 96*c*k, c <= 27/10*l, k >= 1, l >= 1", {}),
    # each part, 4/T_0 being at most 32 mu/U
    ("4/(a/(4*w)) <= 32*w/U", "a >= U/2, w > 0, U > 0", {"a": "U - 2^M"}),
    ("z*(500*l/t) <= 16000*k*(l/(t*U))", "z = 32*w/U, w <= k, w > 0, U, t > 0, l >= 1", {}),
    ("32*w/U*(U/w*(t/250*(3*g + 2))) <= 170*k*(t*l)",
     "g <= 422*l*k, w > 0, U, t > 0, l >= 1, k >= 1", {}),
    ("32*w/U*(U/w*b) = 32*b", "w > 0, U > 0", {}),
    ("b <= 16*(1/q)", "q <= 4*a, b = 4/a, q > 0, a > 0", {"a": "2^M"}),
    ("32*b <= 512*k*x3", "b <= 16*x3, k >= 1, x3 > 0", {}),
    ("e1 <= e2", "e1 = a, a <= e2",
     {"e1": f"{_SHARE}*({_PARTS[2]})", "a": "32*(4/2^M)", "e2": "512*(M + 1)*(1/D)"}),
    ("y/w <= 2*y", "w >= 1/2, y > 0", {}),
    ("2*a <= 4*y", "a <= 2*y", {"a": "ell*U/mu"}),
    ("sqrt(m) <= sqrt(a)", "m <= a, m, a > 0", {"a": "4*(ell*U)"}),
    ("sqrt(2)*sqrt(a) = sqrt(2*a)", "a > 0", {"a": "ell*U/mu"}),
    ("s <= e1", "s = a, a <= e1", {"a": "sqrt(2*(ell*U/mu))", "e1": "sqrt(4*(ell*U))"}),
    ("sqrt(4*(l*U)) = 2*(U*sqrt(l/U))", "U > 0, l >= 1", {}),
    ("s <= 2*o", "s <= e1, e1 = 2*o", {"e1": "sqrt(4*(ell*U))"}),
    ("1 <= U*sqrt(l/U)", "U >= 1, l >= 1", {}),
    ("2*s + 2 <= 6*o", "s <= 2*o, 1 <= o", {}),
    ("32*w/U*a4 <= 192*k*r", "a4 <= 6*U*r, w <= k, w > 0, U > 0, k >= 1, r > 0", {}),
    # their sum
    ("z*(a1 + a2 + a3 + a4) <= 16000*(k*(x1 + x2 + x3 + x4))",
     "z*a1 <= 16000*k*x1, z*a2 <= 170*k*x2, z*a3 <= 512*k*x3, z*a4 <= 192*k*x4,"
     " x1, x2, x3, x4, k > 0", {}),
    ("p*f <= z*f", "p <= z, f > 0", {}),
    ("p*f <= e1", "p*f <= z*f, z*f <= e1", {"e1": f"16000*((M + 1)*({_SUM}))"}),
    ("16000*(k*h) <= 24000*v*h", "k <= 3/2*v, h > 0", {}),
)  # fmt: skip
METHODS = ("identity", "sign", "factors", "chain", "radicals", "logarithms", "exponentials",
            "products", "variation", "quadratic", "boxes")  # fmt: skip


def at_these(said: Relation, points: Iterable[dict[str, Any]]) -> Outcome | None:
    """The first of the points at which the statement is false."""
    found = (counterexample(said, **point) for point in points)
    return next((one for one in found if one.decision == "fails"), None)


def _at(said: str, where: str, own: dict[str, str]) -> tuple[Relation, dict[str, Expr]]:
    fact = parse(said, where=where)
    letters = {**_LETTERS, **own}
    return fact, {v.name: parse(f"{letters[v.name]} = 0").left for v in fact.variables}


def terms_of_the_bound(factor: int = 24000, sizes: Sequence[str] = SIZES) -> Outcome:
    """Each part of the bound is at most its term; 16000 (M + 1) <= 24000 ln n."""
    said = bound(factor, sizes)
    if (false := at_these(said, POINTS)) is not None:
        return false
    whole = parse(f"{_HEAD}*({_ALL}) = 0").left
    joined = parse("a <= b", where="a = c, c <= e1, e1 <= b")
    last = parse(f"16000*((M + 1)*({_SUM})) = 0").left
    ends = {"a": said.left, "b": said.right, "c": whole, "e1": last}
    facts: list[Fact] = [*(_at(*one) for one in _FACTS), (said.left, "=", whole), (joined, ends)]
    return certify(said, facts=facts, methods=METHODS)


_FEW: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("l/U >= 1/2", "l >= 1, U <= 2, U > 0", {}),
    ("2*a >= 1", "a >= 1/2", {"a": "ell/U"}),
    ("sqrt(b) >= 1", "b >= 1", {"b": "2*(ell/U)"}),
    ("sqrt(2*a) <= 3/2*sqrt(a)", "a > 0", {"a": "ell/U"}),
    ("1 <= e1", "1 <= a, a <= e1", {"a": "sqrt(2*(ell/U))", "e1": "3/2*sqrt(ell/U)"}),
    ("4 <= 6*(x1 + x2 + x3 + x4)", "1 <= 3/2*x4, x1, x2, x3 > 0", {}),
)  # fmt: skip


def every_budget(
    factor: int = 6, limits: Sequence[str] = FEW, levels: Sequence[str] = LEVEL
) -> Iterable[Outcome]:
    """4*2^M is twice 2^(M + 1), and sqrt(l/U) is above 2/3."""
    low, small = level(levels), few(factor, limits)
    points = ({"M": 0, "U": 8, "D": 8}, {"M": 0, "U": 2, "D": 8})
    yield at_these(low, points) or certify(low, methods=METHODS)
    places = ({"tau": Fraction(3, 4), "U": 2, "D": 100, "ell": 1},
              {"tau": Fraction(1, 100), "U": 10**4, "D": 100, "ell": 1})  # fmt: skip
    yield at_these(small, places) or certify(
        small, facts=[_at(*one) for one in _FEW], methods=METHODS
    )


def private_step(share: int = 250, steps: Sequence[str] = STEPS) -> Outcome:
    """n/U <= 2 alpha, and 18 sqrt(48) 2 is 249.4."""
    said = step(share, steps)
    return at_these(said, STEP_POINTS) or certify(said)
