"""The methods as runs: what a counterexample makes of its function, step by step."""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.rigor.provers import instances as runs
from workbench.rigor.provers.finite_trees import LawTerm, terms
from workbench.rigor.provers.instances import RunStatement, RunStep, grad, value
from workbench.symbolic import declare
from workbench_papers.accel.notation import symbols

Value = Any  # an expression or a term
Said = tuple[Any, str, Any]

alpha, beta, mu, L, q, b = symbols("alpha", "beta", "mu", "L", "q", "b")
x_0, p_0, s, slope = declare("real x_0 p_0 s slope")  # starts, the minimiser, the gradient there
E, E_0 = declare("real E_t E_0")  # errors: at the end, at the start
x, p, eta, first, old = terms("x p eta first old")
F = runs.Functions("F", runs.strongly_convex(mu), runs.smooth(L))
AT_REST: list[Said] = [  # Nesterov's momentum, and the start of all counterexamples to it
    (q, "=", sp.sqrt(alpha * mu)), (beta, "=", (1 - q) / (1 + q)), (alpha, "<=", 1 / L),
    (p_0, "=", x_0)]  # fmt: skip
NOISE = alpha * (1 + alpha * L) * b**2  # of one step, at d = 1 and m = n
PARABOLA: dict[str, Any] = {  # x^2/200 with alpha = 1/L, where 1 - q is 9/10
    "x_0": 1, "p_0": 1, "s": 0, "beta": "9/11", "q": "1/10", "mu": "1/100", "L": 1, "alpha": 1
}  # fmt: skip


def error(at: LawTerm) -> LawTerm:
    """F(x) - F*."""
    return value("F", at) - value("F", s)


def heavy_ball(w: Value = sp.Integer(0)) -> LawTerm:
    """x_{t+1} = x_t - alpha (grad F(x_t) + w) + beta (x_t - x_{t-1})."""
    return x - alpha * (grad("F", x) + w) + beta * (x - p)


def form(matrix: sp.Matrix) -> tuple[sp.Expr, dict[sp.Expr, LawTerm]]:
    """A quadratic form at (x_t, x_{t-1}, grad F(x_t)), from the minimiser, and its products."""
    vectors, total, products = (x - s, p - s, grad("F", x)), sp.Integer(0), {}
    for i, u in enumerate(vectors):
        for j, v in enumerate(vectors):
            if matrix[i, j] != 0:
                name = declare(f"real e_{i}_{j}")
                total, products[name] = total + matrix[i, j] * name, runs.inner(u, v)
    return total, products


def step(
    size: sp.Expr = alpha, momentum: sp.Expr = beta, times: sp.Expr | int = 1, scale: Value = b,
    then: dict[str, LawTerm] = {},
) -> RunStep:  # fmt: skip
    """x_t = z - alpha (grad F(z) + eta), z = x_{t-1} + beta (x_{t-1} - x_{t-2})."""
    ahead = (1 + momentum) * x - momentum * p
    moved = {"x": ahead - size * (grad("F", ahead) + eta), "p": x, **then}
    return RunStep(moved, noise={"eta": runs.laplace(scale)}, times=times)


def method(
    claims: Said, *steps: RunStep, where: Sequence[Said] = AT_REST,
    means: dict[sp.Expr, Value] = {}, start: dict[str, Value] = {},
) -> RunStatement:  # fmt: skip
    """What should hold after some steps from x_0 and the point p_0 before it; F* = F(s)."""
    measured = {E: error(x), E_0: error(first), slope: grad("F", s), **means}
    return RunStatement(
        claims, functions=[F], steps=steps, means=measured, numbers=(x_0, p_0, s, alpha, beta),
        start={"x": x_0, "p": p_0, "first": x_0, "old": p_0, **start},
        where=[(slope, "=", 0), (mu, "<=", L), *where],
    )  # fmt: skip
