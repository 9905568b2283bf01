"""Multiplicative weights against privately selected queries: the largest error of their average.

Y is a simplex of M coordinates, the queries with both signs, and F(x, y) = sum of y_j s_j(x), so
the largest error of x against S is the supremum over y of F(x, y) - F(S, y).  S is the histogram
of the sample and z that of the population.  b[t] + e[t] is the query that was selected in round t,
at w[t], and b[t] its mean given all before; c[t] is a multiple of (1, ..., 1) from which its
entries differ by at most 1/2.  For the average x of w[0] to w[t]

    E (t + 1) sup over y of (F(x, y) - F(S, y)) + D(S, w[t+1])/tau
        <= E D(S, w[0])/tau + (t + 1) (tau/8 + a),

a being what the selection loses in the mean, whatever was before; then sample and population differ
by the rest.  At the best tau and T the sum of the first three terms is three times 2u <= a + b for
u^2 = a b.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Expr, Relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

HALF = Fraction(1, 2)
d, n, T = (th.integer(name, at_least=1) for name in ("d", "n", "T"))
M = th.integer("M", at_least=1)  # 2m
t, k = th.integer("t"), th.integer("k")
X, Y = th.simplex("X", d), th.simplex("Y", M)
tau, eps_0 = th.number("tau", above=0), th.number("eps_0", above=0)
F = th.saddle("F", X, Y)
centre, z = th.point("w_first", X, inner="centre"), th.point("z", X)
p_, q_ = th.point("p", X), th.point("q", X)
y, v = th.point("y", Y), th.point("v", Y)
SAMPLE = th.draw("S", mean=None, of=X)
b, e = th.draws("b", t, mean=None), th.draws("e", t)
c = th.draws("c", t, mean=None, together=e)
w = th.prox("w", X, t, start=centre, step=tau * (b[t] + e[t]))
LOST, REST = 2 * th.ln(M) / (n * eps_0), th.root(th.ln(M) / (2 * n))


def largest(x: Any, against: Any) -> Num:  # noqa: ANN401 - vectors
    """The largest error of x."""
    return th.supremum((y,), F(x, y) - F(against, y))


RANGE = (t, 0, (X.dual(b[t] + e[t] - c[t]), "<=", Fraction(1, 4)))
FLAT = (t, 0, (th.supremum((p_, q_), c[t] @ (p_ - q_)), "<=", 0))
CHOSEN = (t, 0, (largest(w[t], SAMPLE), "<=", b[t] @ (w[t] - SAMPLE) + LOST))
SAMPLED = (th.mean(largest(SAMPLE, z)), "<=", REST)
GIVEN: tuple[Any, ...] = (RANGE, FLAT, CHOSEN, SAMPLED)


def largest_error(
    *, regret: Fraction | int = 1, steps: Fraction | int = 1, given: Sequence[Any] = GIVEN,
    centred: bool = True,
) -> Proof:  # fmt: skip
    """E max |q(average) - q(z)| <= ln d/(tau T) + tau/8 + 2 ln(2m)/(n eps_0) + sqrt(ln(2m)/(2n)).

    regret, steps: the factors of the first two terms; given: the hypotheses
    centred: whether b is the mean of the queries
    """

    def mean(last: Num) -> Any:  # noqa: ANN401 - a vector
        return th.total(t, 0, last, 1 / (last + 1) * w[t])

    bound = regret * th.ln(d) / (tau * T) + steps * tau / 8 + LOST + REST
    said = (th.mean(largest(mean(T - 1), z)), "<=", bound)
    off = e if centred else th.draws("e", t, mean=None)
    symbols = (d, M, n, T, X, Y, tau, eps_0, F, centre, z, SAMPLE, b, off, c, w)
    p = Proof(Theorem(symbols, given=given, concludes=said))

    def claimed(last: Num) -> Any:  # noqa: ANN401 - a relation
        left = (last + 1) * th.mean(largest(mean(last), SAMPLE))
        left = left + th.mean(X.divergence(SAMPLE, w[last + 1])) / tau
        right = th.mean(X.divergence(SAMPLE, centre)) / tau
        return left, "<=", right + (last + 1) * (tau / 8 + LOST)

    def round_(i: Num) -> list[Any]:
        """The regret of a round, and what its selection loses."""
        g = b[i] + e[i]
        lost = p.expect(p.at(p.given(CHOSEN), i))
        drawn = p.centred(e[i], w[i] - SAMPLE)
        moved = (
            g @ (w[i] - SAMPLE) + X.divergence(SAMPLE, w[i + 1]) / tau, "<=",
            X.divergence(SAMPLE, w[i]) / tau + tau / 8,
        )  # fmt: skip
        step = [
            (1 / tau, p.prox(w, i, SAMPLE)), (1 / tau, p.strong(X, w[i + 1], w[i])),
            (1 / tau, p.young(X, tau * (g - c[i]), w[i] - w[i + 1])),
            (HALF / tau, p.scaled(X, tau, g - c[i], which="dual")),
            (HALF / tau, p.scaled(X, -1, w[i + 1] - w[i], which="sq")),
            (tau / 2, p.at(p.given(RANGE), i)),
            (1, p.under(th.supremum((p_, q_), c[i] @ (p_ - q_)), (w[i], w[i + 1]))),
            (1, p.at(p.given(FLAT), i)),
        ]  # fmt: skip
        return [(1, p.expect(p.gram(moved, step))), (1, lost), (-1, drawn)]

    here = p.induction(k, 0, claimed(k), p.gram(claimed(0 * T), round_(0 * T)))
    x, before, share = mean(k + 1), mean(k), (k + 1) / (k + 2)
    split = share * largest(before, SAMPLE) + 1 / (k + 2) * largest(w[k + 1], SAMPLE)
    each = (F(x, v) - F(SAMPLE, v), "<=", split)
    p.over((v,), each)
    p.gram(each, [
        (share, p.saddle(F, "x", before, (x, v))),
        (1 / (k + 2), p.saddle(F, "x", w[k + 1], (x, v))),
        (share, p.under(largest(before, SAMPLE), (v,))),
        (1 / (k + 2), p.under(largest(w[k + 1], SAMPLE), (v,))),
    ])  # fmt: skip
    averaged = p.close()
    p.gram(claimed(k + 1), [(1, here), *round_(k + 1), (k + 2, p.expect(averaged))])
    last, x = p.at(p.close(), T - 1), mean(T - 1)
    both = (F(x, v) - F(z, v), "<=", largest(x, SAMPLE) + largest(SAMPLE, z))
    p.over((v,), both)
    p.gram(both, [(1, p.under(largest(x, SAMPLE), (v,))), (1, p.under(largest(SAMPLE, z), (v,)))])
    joined = p.close()
    p.gram(said, [
        (1, p.expect(joined)), (1 / T, last), (1, p.given(SAMPLED)),
        (1 / (tau * T), p.expect(p.entropy(X, SAMPLE, centre))),
        (1 / (tau * T), p.expect(p.strong(X, SAMPLE, w[T]))),
        (HALF / (tau * T), p.expect(p.norm(X, SAMPLE - w[T], which="sq"))),
    ])  # fmt: skip
    return p


_REGRET, _QUERIES, _REST = "ln(d)", "ln(2*m)", "sqrt(ln(2*m)/(2*n))"
_SELECTION = "2*ln(2*m)/(n*(eps/(2*sqrt(2*T*h))))"
_ERROR = f"ln(d)/(tau*T) + tau/8 + {_SELECTION} + {_REST}"
_HALF = "ln(d)^(1/4)*sqrt(ln(2*m)/(n*eps/sqrt(h)))"  # a quarter of the optimum, P put in


def least(factor: int = 4) -> Relation:
    """No step size and number of rounds have a smaller bound: h is ln(1/delta)."""
    where = "d >= 2, m >= 1, tau, T, n, eps, h > 0"
    return parse(f"{factor}*{_HALF} + {_REST} <= {_ERROR}", where=where)


def reached(scale: int = 8, logs: tuple[str, str] = (_REGRET, _QUERIES)) -> Relation:
    """The bound at T = P sqrt(ln d)/(8 ln(2m)), tau = sqrt(8 ln d/T).

    logs: ln d and ln(2m)
    """
    kind = "d >= 2, m >= 1" if logs[0] == _REGRET else ", ".join(f"{one} > 0" for one in logs)
    said = f"{_ERROR} = 4*{_HALF} + {_REST}"
    where = (
        f"{kind}, n, eps, h, T, tau > 0, T = n*eps/sqrt(h)*sqrt(ln(d))/({scale}*ln(2*m)),"
        " tau = sqrt(8*ln(d)/T)"
    )
    both = [one.replace(_REGRET, logs[0]).replace(_QUERIES, logs[1]) for one in (said, where)]
    return parse(both[0], where=both[1])


def _at(said: str, where: str, **own: str) -> tuple[Relation, dict[str, Expr]]:
    fact = parse(said, where=where)
    return fact, {one.name: parse(f"{own[one.name]} = 0").left for one in fact.variables}


_LOGS = (_at("l > 0", "l = ln(d), d >= 2", l=_REGRET, d="d"),
         _at("q > 0", "q = ln(2*m), m >= 1", q=_QUERIES, m="m"))  # fmt: skip


def best_rounds_and_steps(factor: int = 4, scale: int = 8) -> list[Outcome]:
    """Both statements: no smaller bound, and that it is reached."""
    root, paid = "sqrt(ln(d)/(8*T))", "4*sqrt(2)*ln(2*m)*sqrt(T)*sqrt(h)/(n*eps)"
    twice = {"said": "2*u <= a + b", "where": "a, b, u > 0, u^2 <= a*b"}
    lower = [
        *_LOGS, _at(**twice, u=root, a="ln(d)/(tau*T)", b="tau/8"),
        _at("2*q/(n*(x/(2*sqrt(2*T*h)))) = 4*sqrt(2)*q*sqrt(T)*sqrt(h)/(n*x)", "q, n, x, T, h > 0",
            q=_QUERIES, n="n", x="eps", T="T", h="h"),
        _at(**twice, u=f"2*{_HALF}", a=f"2*{root}", b=paid),
        _at("f + z <= a + b + c + z", "2*v <= x + y, x = 2*u, 2*u <= a + b, c = y, f = 2*v",
            f=f"4*{_HALF}", z=_REST, a="ln(d)/(tau*T)", b="tau/8", c=_SELECTION, v=f"2*{_HALF}",
            x=f"2*{root}", y=paid, u=root),
    ]  # fmt: skip
    general = reached(scale, ("l", "q"))
    named = {"l": _REGRET, "q": _QUERIES}
    put = {o.name: parse(f"{named.get(o.name, o.name)} = 0").left for o in general.variables}
    return [certify(least(factor), facts=lower),
            certify(reached(scale), facts=[*_LOGS, (general, put)])]  # fmt: skip
