"""The best number of rounds of a game against private selection, and its step size.

    ln d/(tau T) + tau/8 + 2 ln(2m)/(n eps_0) + sqrt(ln(2m)/(2n)),       eps_0 <= sqrt(8 rho/T)

Regret is at least sqrt(ln d/(2T)), the selection at least ln(2m) sqrt(T)/(n sqrt(2 rho)), and their
sum at least twice the root of their product: three times 2u <= a + b where u^2 <= a b.
"""

from __future__ import annotations

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.certify import certify
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse

n, rho, T, tau, eps_0, d, m = declare("n rho T tau eps_0 > 0, integer d m > 0")
TWO_POINTS = (2, "<=", d)
REGRET, CHOICES = sp.log(d), sp.log(2 * m)
SAMPLE = sp.sqrt(CHOICES / (2 * n))
LIMIT = sp.sqrt(8 * rho / T)
ERROR = REGRET / (tau * T) + tau / 8 + 2 * CHOICES / (n * eps_0) + SAMPLE
HALF = sp.root(REGRET, 4) * sp.sqrt(CHOICES / (n * sp.sqrt(rho))) / sp.sqrt(2)


def least(factor: int = 1, limited: bool = True) -> Relation:
    """No step size, number of rounds and eps_0 within the limit have a smaller error."""
    where = [TWO_POINTS, *([(eps_0, "<=", LIMIT)] if limited else [])]
    return relation(factor * 2 * HALF + SAMPLE, "<=", ERROR, where=where)


def reached(scale: int = 1, l: sp.Expr = REGRET, q: sp.Expr = CHOICES) -> Relation:  # noqa: E741
    """The error at the best number of rounds, with eps_0 at its limit."""
    least = {REGRET: l, CHOICES: q}
    best = [(T, "=", scale * n * sp.sqrt(l * rho) / q), (tau, "=", sp.sqrt(8 * l / T)),
            (eps_0, "=", LIMIT), *([TWO_POINTS] if l == REGRET else [])]  # fmt: skip
    return relation(ERROR.subs(least), "=", (2 * HALF + SAMPLE).subs(least), where=best)


TWO = parse("2*u <= a+b", where="a,b,u > 0, u^2 <= a*b")
CHOSEN = parse("q*w/(n*s) <= 2*q/(n*f)", where="q,w,n,s,f > 0, f*w <= 2*s")
ADDED = parse("m+z <= a+b+f+z", where="2*u <= a+b, y <= f, 2*v <= x+y, x = 2*u, m = 2*v")


def by_means(factor: int = 1, limited: bool = True, scale: int = 1) -> Outcome:
    """Both statements."""
    w, s = sp.sqrt(T), sp.sqrt(2 * rho)
    half, regret = sp.sqrt(REGRET / (8 * T)), (REGRET / (tau * T), tau / 8)
    chosen, paid = CHOICES * w / (n * s), 2 * CHOICES / (n * eps_0)
    here = {"u": half, "a": regret[0], "b": regret[1]}
    joined = {"u": HALF, "a": sp.sqrt(REGRET / (2 * T)), "b": chosen}
    added = {"m": 2 * HALF, "z": SAMPLE, **here, "f": paid, "y": chosen, "v": HALF,
             "x": sp.sqrt(REGRET / (2 * T))}  # fmt: skip
    lower = certify(least(factor, limited), facts=[
        (TWO, here), (eps_0 * w, "<=", 2 * s),
        (CHOSEN, {"q": CHOICES, "w": w, "n": n, "s": s, "f": eps_0}), (TWO, joined), (ADDED, added),
    ])  # fmt: skip
    l, q = declare("l q > 0")  # noqa: E741 - for the logarithms
    put = {"l": REGRET, "q": CHOICES, "n": n, "rho": rho, "T": T, "tau": tau, "eps_0": eps_0}
    return all_of([lower, certify(reached(scale), facts=[(reached(scale, l, q), put)])])
