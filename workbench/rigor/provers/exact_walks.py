"""Heavy ball on a quadratic with noise: its mean error after n steps, exactly.

The notation is that of `workbench.rigor.provers.quadratic_walks`: C_t = h_{n-t} and D_t = h_{n-t-1}
are the responses to come.  With X_t = sum_{s<t} v_s h_{n-1-s}^2 for noise of variance v_s,

    (C_t e_t - beta D_t e_{t-1})^2 - alpha^2 X_t

keeps its mean: it is (h_n - beta h_{n-1})^2 e_0^2 at first, and e_n^2 - alpha^2 X_n at the end.

Where the noise is constant, X_n is known by the first rows (p_t, q_t) of the powers of the matrix
(tau, -beta; 1, 0), of which the next one is (tau p_t + q_t, -beta p_t): what they make of the
stationary covariance falls by alpha^2 sigma^2 p_t^2 in each step, and p_t = h_t.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.claims.deciding import refused
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.rigor.provers.quadratic_walks import (
    ENDS,
    LIGHT,
    C,
    D,
    a,
    alpha,
    c0,
    c1,
    d,
    e,
    f,
    gap,
    grown,
    lam,
    mean_square,
    mean_w,
    w,
    y,
)
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_levels import ZERO
from workbench.symbolic import declare
from workbench.symbolic import theorem as th
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

n, beta, v, X, path, noise = declare("integer n >= 0, real beta, v >= 0, real Z P Q")
centre = declare("real x_star")
tau = 1 + beta - alpha * lam
GIVEN = ((w, "=", 0), (w**2, "=", v))


def responses(share: Any = sp.S.One) -> tuple[Any, ...]:  # noqa: ANN401
    """h_(j+1) = tau h_j - share beta h_(j-1)."""
    return ((C, "=", tau * D - share * beta * y),)


RESPONSES = responses()


def error(
    share: Any = sp.S.One, given: Sequence[Any] = GIVEN, sure: Sequence[Any] = RESPONSES,  # noqa: ANN401
    after: Sequence[Any] = ENDS, *, points: bool = False, variance: Any = v,  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """E F(x_n) - F* = sum lam ((h_n - beta h_(n-1))^2 a^2 + share alpha^2 X_n)/2.

    points: e, f and a are points, of which x* is the minimiser, and not distances from it
    variance: of the noise of a step, made of a symbol of the step
    """
    own = sorted(variance.free_symbols, key=str)
    least, then = centre if points else sp.S.Zero, tau * e - beta * f - alpha * w
    if points:
        then = e - alpha * (lam * (e - least) + w) + beta * (e - f)
    far = lam * (c0 - beta * c1) ** 2 * (a - least) ** 2
    return ProcessStatement(
        (gap, "=", path / 2 + share * alpha**2 * noise / 2),
        steps=n, fixed=(y, *own), drawn=(w,), sure=sure, given=given, after=after,
        states=[(e, a, then), (f, a, e), (C, c0, D), (D, c1, y), (X, 0, X + variance * D**2)],
        means={gap: lam * (e - least) ** 2 / 2, path: far, noise: lam * X},
        shows=(gap,), over=(d, (lam, a, c0, c1, *([least] if points else []))),
    )  # fmt: skip


def _potential(first: Any, last: Any, x: Any, z: Any, spent: Any) -> Any:  # noqa: ANN401
    return lam / 2 * ((x * first - beta * z * last) ** 2 - alpha**2 * spent)


def error_shown(*, points: bool = False, variance: Any = v, **changes: Any) -> Outcome:  # noqa: ANN401
    """The potential from step to step, and at the end."""
    first, last = (e - centre, f - centre) if points else (e, f)
    now_is = _potential(first, last, C, D, X)
    proof = ProcessProof(
        error(points=points, variance=variance, **changes), methods=LIGHT, seconds=4
    )
    (one,) = proof.potential(sp.S.One, "=", methods=LIGHT)
    one.exists(NEXT, (1, 1), methods=LIGHT)
    one.integrate("=", (1, NEXT), (-1, 1), methods=LIGHT)
    square = parse("0 <= t", where="t = h*x^2, h > 0")
    more, now = lam / 2 * alpha**2 * X, C * first - beta * D * last
    (step,) = proof.potential(
        now_is, "=", below=[(more, 0)], methods=LIGHT,
        facts=[(square, {"t": now_is + more, "h": lam / 2, "x": now})],
    )  # fmt: skip
    at = step.known
    moved, lost = D * (tau * first - beta * last) - beta * y * first, alpha**2 * D**2
    left = lam / 2 * (moved**2 - alpha**2 * X - lost * variance)
    step.instance(mean_w, 0, {})
    step.instance(mean_square, 1, {})
    size = lam / 2 * (2 * moved**2 + alpha**2 * (X**2 + 1) + lost * variance)
    large, least = "h*(2*z^2 + b*(s^2 + 1) + g*t) + 2*h*x^2", "h*((z - x)^2 - b*s - g*t)"
    given = "h > 0, t, b, g >= 0"
    values = {
        "h": lam / 2,
        "z": moved,
        "x": alpha * D * w,
        "b": alpha**2,
        "s": X,
        "g": lost,
        "t": variance,
    }
    step.exists(NEXT, (size, 1), (lam * lost, mean_square), methods=LIGHT, uses=[], facts=[
        (parse(f"-({large}) <= {least}", where=given), values),
        (parse(f"{least} <= {large}", where=given), values)])  # fmt: skip
    step.integrate("=", (1, NEXT), (-left, 1), (lam * alpha * D * moved, mean_w),
                   (-lam / 2 * lost, mean_square), methods=LIGHT, uses=[])  # fmt: skip
    step.integrate("=", (C - tau * D + beta * y, 1), methods=LIGHT, uses=[])
    step.fact((C, "=", tau * D - beta * y), multiples={at + 4: -1})
    step.fact((moved, "=", now), uses=[at + 5], methods=LIGHT)
    step.fact((NEXT, "=", now_is), uses=[at, at + 1, at + 3, at + 6], methods=LIGHT, facts=[
        (parse("z^2 = u^2", where="z = u"), {"z": moved, "u": now}),
        (parse("x = h*(u - o)",
               where="m = 0, n = t, w = u, 0 = x - h*(w - o - g*t) + c*m - h*g*n"),
         {"x": NEXT, "h": lam / 2, "w": moved**2, "u": now**2, "o": alpha**2 * X,
          "c": lam * alpha * D * moved, "m": mean_w, "g": lost, "n": mean_square, "t": variance}),
    ])  # fmt: skip
    if proof.doubt:
        return refused("process", proof.doubt)
    end = proof.end()
    end.instance(grown, 1, {})
    whole = parse("w = h*x^2 - h*o", where="c = 1, d = 0, w = h*((c*x - b*d*f)^2 - o)")
    parts = {"w": now_is, "h": lam / 2, "x": first, "o": alpha**2 * X, "c": C, "d": D, "b": beta,
             "f": last}  # fmt: skip
    end.exists(gap, (1, grown), (sp.S.Half, path), (alpha**2 / 2, noise), methods=LIGHT,
               facts=[(whole, parts)])  # fmt: skip
    end.integrate("=", (1, gap), (-1, grown), (-sp.S.Half, path), (-(alpha**2) / 2, noise),
                  methods=LIGHT, facts=[(whole, parts)])  # fmt: skip
    return proof.outcome(methods=LIGHT)


step, curve, spread = th.number("alpha"), th.number("lambda", above=0), th.number("s", at_least=0)
pull, count = th.number("beta", at_least=0), th.integer("n", at_least=0)
h, p, q = (th.numbers(name) for name in "hpq")  # h[j] is h_(j-1)
i, j, k, t = (th.integer(name) for name in "ijkt")
trace = 1 + pull - step * curve
STABLE: tuple[Any, ...] = ((pull, "<", 1), (step * curve, "<", 2 * (1 + pull)))
ROWS: tuple[Any, ...] = (
    (h[0], "=", 0), (h[1], "=", 1), (t, 0, (h[t + 2], "=", trace * h[t + 1] - pull * h[t])),
    (p[0], "=", 1), (q[0], "=", 0), (t, 0, (p[t + 1], "=", trace * p[t] + q[t])),
    (t, 0, (q[t + 1], "=", -(pull * p[t]))),
)  # fmt: skip


def first_entries() -> Proof:
    """p_n = h_n, as p_n = p_(n-j) h_j + q_(n-j) h_(j-1)."""
    proof = Proof(Theorem((step, curve, pull, count, h, p, q), given=ROWS,
                          concludes=(p[count], "=", h[count + 1])))  # fmt: skip

    def said(more: Num) -> th.Said:
        row = count - more
        return p[count], "=", p[row] * h[more + 1] + q[row] * h[more]

    base = proof.gram(said(ZERO), [(-q[count], 0), (-p[count], 1)])
    here, row = proof.induction(j, 0, said(j), base, last=count), count - j - 1
    proof.gram(said(j + 1), [
        (1, here), (h[j + 1], proof.at(5, row)), (h[j], proof.at(6, row)),
        (-p[row], proof.at(2, j)),
    ])  # fmt: skip
    last = proof.close()
    proof.gram(proof.theorem.concludes, [(1, last), (h[count + 1], 3), (h[count], 4)])
    return proof


ALL = (*STABLE, *ROWS)


def constant(*, given: Sequence[Any] = ALL, share: Any = 1) -> Proof:  # noqa: ANN401
    """alpha^2 sigma^2 sum_(j<n) h_j^2 is the corner of S - T^n S (T^n)^T, s = sigma^2."""
    bottom = (1 - pull) * curve * (2 + 2 * pull - step * curve)
    nu, r = step * spread * (1 + pull) / bottom, trace / (1 + pull)

    def corner(one: Num, two: Num) -> Num:
        return nu * (one**2 + share * 2 * r * one * two + two**2)

    def said(of: Num) -> th.Said:
        total = step**2 * spread * th.total(i, 1, of, h[i] ** 2)
        return total, "=", nu - corner(p[of], q[of])

    proof = Proof(Theorem((step, curve, spread, pull, count, h, p, q), given=given,
                          concludes=said(count)))  # fmt: skip
    one, none, next_p, next_q = (proof.given(ROWS[place]) for place in (3, 4, 5, 6))
    base = proof.gram(said(ZERO), [(nu * (1 + p[0]), one), (nu * (2 * r * p[0] + q[0]), none)])
    here = proof.induction(k, 0, said(k), base)
    put = {"alpha": step, "lambda": curve, "beta": pull, "n": k, "h": h, "p": p, "q": q}
    same = proof.by(first_entries(), put)
    a_next, b_next = trace * p[k] + q[k], -(pull * p[k])
    proof.gram(said(k + 1), [
        (1, here), (-(step**2) * spread * (h[k + 1] + p[k]), same),
        (nu * (a_next + p[k + 1] + 2 * r * b_next), proof.at(next_p, k)),
        (nu * (b_next + q[k + 1] + 2 * r * p[k + 1]), proof.at(next_q, k)),
    ])  # fmt: skip
    proof.at(proof.close(), count)
    return proof
