"""Derivative chains: exponential polynomials on a half line, proved by their derivatives.

f = sum_k p_k(x) e^(kx) is non-negative if all coefficients are.  Else multiply by the positive
e^(-kx) of the lowest exponent, ask for f(0) >= 0 and go on with f'.  The polynomial at the lowest
exponent loses a degree each time, so the chain ends.  It proves inequalities that touch at 0, where
no subdivision can.  On (-oo, 0] the same is done with -x.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq, fmpq_poly

from workbench.rigor.check.answer import Answer, Certificate, as_fmpq
from workbench.rigor.check.conditions import difference
from workbench.rigor.check.fraction import NotReducible, TooLarge
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.logsum import longest
from workbench.rigor.check.trees import Tree

_LONGEST_CHAIN = 64
_HIGHEST_POWER = 200
_HIGHEST_DEGREE = 1000
_MOST_BITS = 20_000


def exponential_polynomial(tree: Tree, name: str) -> dict[Fraction, fmpq_poly]:
    """sum_k p_k(x) e^(k x) as {k: p_k}; raises NotReducible for any other shape."""
    op, *args = tree
    match op:
        case "q":
            return {Fraction(0): fmpq_poly([as_fmpq(args[0])])}
        case "v" if args[0] == name:
            return {Fraction(0): fmpq_poly([0, 1])}
        case "neg":
            return {k: -p for k, p in exponential_polynomial(args[0], name).items()}
        case "+":
            total: dict[Fraction, fmpq_poly] = {}
            for arg in args:
                for k, p in exponential_polynomial(arg, name).items():
                    total[k] = total.get(k, fmpq_poly([0])) + p
            return {k: p for k, p in total.items() if p.degree() >= 0}
        case "^" if args[1] > _HIGHEST_POWER:
            raise TooLarge(f"the power {str(args[1])[:20]}")
        case "*" | "^":
            factors = args if op == "*" else [args[0]] * args[1]
            whole = {Fraction(0): fmpq_poly([1])}
            for factor in factors:
                one = exponential_polynomial(factor, name)
                made: dict[Fraction, fmpq_poly] = {}
                for k, p in whole.items():
                    for j, q in one.items():
                        _spend_on(p, q)
                        made[k + j] = made.get(k + j, fmpq_poly([0])) + p * q
                whole = made
            return {k: p for k, p in whole.items() if p.degree() >= 0}
        case "/":
            below = exponential_polynomial(args[1], name)
            if len(below) == 1:
                ((k, p),) = below.items()
                if p.degree() == 0:
                    above = exponential_polynomial(args[0], name)
                    return {j - k: q * (1 / p[0]) for j, q in above.items()}
        case "exp":
            inner = exponential_polynomial(args[0], name)
            poly = inner.get(Fraction(0), fmpq_poly([0]))
            if set(inner) <= {Fraction(0)} and poly.degree() <= 1 and poly[0] == 0:
                return {Fraction(int(poly[1].p), int(poly[1].q)): fmpq_poly([1])}
    raise NotReducible(f"{op!r} in an exponential polynomial of {name}")


def _spend_on(p: fmpq_poly, q: fmpq_poly) -> None:
    if p.degree() + q.degree() > _HIGHEST_DEGREE or max(longest(p), longest(q)) > _MOST_BITS:
        raise TooLarge("a product of long polynomials")
    spend(5 + (1 + p.degree()) * (1 + q.degree()) * (1 + longest(p) // 256), "products")


def check_chain(c: Certificate) -> Answer:
    """Check f >= 0 for x >= 0: multiply by e^(kx), differentiate, ask for f(0) >= 0, and so on."""
    s = c["statement"]
    if len(s["vars"]) != 1 or s["where"] or s["op"] == "=":
        return Answer(False, "chain: one variable, no condition and an inequality are needed")
    v = s["vars"][0]
    if "0" not in (v["low"], v["high"]):
        return Answer(False, "chain: the variable must range over a part of [0, oo) or (-oo, 0]")
    f = exponential_polynomial(difference(s["left"], s["op"], s["right"]), v["name"])
    if v["low"] != "0":
        f = {-k: p(fmpq_poly([0, -1])) for k, p in f.items()}
    zero_excluded = v["low_open"] if v["low"] == "0" else v["high_open"]
    strict = s["op"] in ("<", ">")
    positive_at_zero = sum((p(0) for p in f.values()), fmpq(0)) > 0
    for step in range(_LONGEST_CHAIN):
        coefficients = [a for p in f.values() for a in p.coeffs()]
        if all(a >= 0 for a in coefficients):
            # a function that starts above 0 and grows stays above 0; one that starts at 0 and
            # whose last derivative is positive for x > 0 is positive for x > 0
            if strict and not positive_at_zero and not (zero_excluded and coefficients):
                return Answer(False, "chain: only the weak inequality follows")
            return Answer(True, f"chain: all coefficients are non-negative after {step} steps")
        lowest = min(f)
        f = {k - lowest: p for k, p in f.items()}  # multiplied by e^(-lowest x) > 0
        if sum((p(0) for p in f.values()), fmpq(0)) < 0:
            return Answer(False, f"chain: derivative {step} is negative at 0")
        f = {
            k: q for k, p in f.items()
            if (q := p.derivative() + p * fmpq(k.numerator, k.denominator)).degree() >= 0
        }  # fmt: skip
    return Answer(False, f"chain: not settled after {_LONGEST_CHAIN} derivatives")
