"""Descent along a reshuffled momentum at alpha = 1/N: the step, the noise, the number of steps.

With W = 6 R L N and A sqrt(T) for the noise, R/(eta T) + 6 eta L N + 2 A sqrt(T) is 4 W^(1/4)
sqrt(A) at eta = sqrt(R/(6 L N T)) and T = sqrt(W)/A: each of the four parts is sqrt(W/T)
(`workbench.rigor.provers.reshuffled_descent` has the bound before).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import sympy as sp

from workbench.rigor.provers.digit_weights import lemma
from workbench.rigor.provers.reshuffled_descent import R, T, d, given, level, run, t, utility
from workbench.rigor.provers.reshuffled_draws import F, G, L, N, b, n
from workbench.rigor.provers.reshuffled_momentum import named
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

w_bar, eps, Lambda, V, B = (
    th.number(name, above=0) for name in ("w_bar", "epsilon", "Lambda", "V", "B")
)
K = th.integer("K", at_least=0)
some_L, some_R = th.number("L", above=0), th.number("R", above=0)
WHOLE = 6 * R * L * N
STEP = th.root(R / (6 * L * N * T))
SCALE = 2 * G * w_bar * (2 * th.root(V * Lambda) / eps)


def cost(of: Num) -> Num:
    """A, for a value of B."""
    return 4 * G * w_bar * th.root((K + 3) * of * d * Lambda) / (eps * N * th.root(N))


def fourth_root(of: Num, value: Any = 4) -> Num:  # noqa: ANN401 - a number
    """value (6 R L N)^(1/4) sqrt(of)."""
    return value * Num(["root", 4, WHOLE.tree]) * th.root(of)


@cache
def balanced() -> Proof:
    """R/(eta T) + 6 eta L N + 2 A sqrt(T) <= 4 (6 R L N)^(1/4) sqrt(A) for A = sqrt(6 R L N)/T."""
    at = dict(zip("xlnt", sp.symbols("R L N T", positive=True), strict=True))
    x, w, s = at["x"], 6 * at["l"] * at["n"], at["t"]
    A = th.root(WHOLE) / T
    total = R / (STEP * T) + 6 * STEP * L * N + 2 * A * th.root(T)
    return lemma((some_R, some_L, N, T), (total, "<=", fourth_root(A)), [
        (parse("x/(sqrt(x/(w*t))*t) <= sqrt(x*w)/sqrt(t)", where="x, w, t > 0"),
         {"x": x, "w": w, "t": s}),
        (parse("sqrt(x/(w*t))*w <= sqrt(x*w)/sqrt(t)", where="x, w, t > 0"),
         {"x": x, "w": w, "t": s}),
        (parse("sqrt(p)/sqrt(t) <= root(4, p)*sqrt(sqrt(p)/t)", where="p, t > 0"),
         {"p": x * w, "t": s}),
    ])  # fmt: skip


@cache
def noisy() -> Proof:
    """2 alpha sigma sqrt(d B) <= 2 A sqrt(T) at alpha = 1/N."""
    told = 2 * (1 / N * SCALE * th.root(d * B)), "<=", 2 * (cost(B) * th.root(T))
    symbols = (G, w_bar, eps, Lambda, K, V, B, N, d, T)
    methods = ("sign", "radicals", "factors", "powers")
    return lemma(symbols, told, given=[(V, "<=", T / N * (K + 3))], methods=methods)


RUN = run(1 / N, step=STEP)
GIVEN: tuple[Any, ...] = (
    *given(RUN, SCALE), (V, "<=", T / N * (K + 3)), (T * cost(level(1 / N)), "=", th.root(WHOLE)),
)  # fmt: skip


def optimised(*, told: Sequence[Any] = GIVEN, value: Any = 4) -> Proof:  # noqa: ANN401 - a number
    """The bound at these parameters; value: the constant of its first term."""
    w, A, most = RUN.w, cost(level(1 / N)), level(1 / N)
    grads = th.total(t, 0, T - 1, th.mean(abs(F.grad(w[t])))) / T
    bound = fourth_root(A, value) + 2 * G * N / T + 2 * G / th.root(2 * N - 1)
    p = Proof(Theorem((w_bar, eps, Lambda, V, K, some_R, G, some_L, N, d, T, b, n, *RUN.symbols),
                      given=told, concludes=(grads, "<=", bound)))  # fmt: skip
    whole = p.places(GIVEN)[-1]
    before = p.by(utility(run(1 / N)), named(RUN) | {
        "eta": STEP, "sigma": SCALE, "R": R, "d": d, "T": T})  # fmt: skip
    put = {"G": G, "w_bar": w_bar, "epsilon": eps, "Lambda": Lambda, "K": K, "V": V, "B": most,
           "N": N, "d": d, "T": T}  # fmt: skip
    noise = p.by(noisy(), put)
    root = th.root(WHOLE) / T
    sum_is = p.by(balanced(), {"R": R, "L": L, "N": N, "T": T})
    equal = p.gram((A, "=", root), [(1 / T, whole)])
    parts = R / (STEP * T) + 6 * STEP * L * N + 2 * A * th.root(T)
    sums = p.rewrite((parts, "<=", fourth_root(A)), sum_is, equal)
    p.gram(p.theorem.concludes, [(1, before), (1, noise), (1, sums)])
    return p
