"""Textbook methods as problems, with the worst cases that the literature states."""

from __future__ import annotations

from fractions import Fraction as Q

from workbench.worst_case import PerformanceProblem


def gradient_descent(n: int, *, step: Q = Q(1)) -> PerformanceProblem:
    """f(x_n) - f* <= R^2 / (4 n step + 2) for L = 1 and step <= 1 (Drori, Teboulle 2014)."""
    problem = PerformanceProblem()
    f = problem.oracle("smooth-convex", L=1)
    x, best = problem.vector("x0"), f.stationary("best")
    problem.require((x - best) ** 2 <= 1)
    for _ in range(n):
        x = x - f.gradient(x) * step
    problem.measure(f.value(x) - f.value(best))
    return problem


def contraction(mu: Q, step: Q) -> PerformanceProblem:
    """|x_1 - x*|^2 <= max(1 - mu step, L step - 1)^2 |x_0 - x*|^2 for L = 1."""
    problem = PerformanceProblem()
    f = problem.oracle("smooth-strongly-convex", mu=mu, L=1)
    x, best = problem.vector("x0"), f.stationary("best")
    problem.require((x - best) ** 2 <= 1)
    problem.measure((x - f.gradient(x) * step - best) ** 2)
    return problem


def proximal_point(n: int, step: Q) -> PerformanceProblem:
    """f(x_n) - f* <= R^2 / (4 step n) (Taylor, Hendrickx, Glineur 2017)."""
    problem = PerformanceProblem()
    f = problem.oracle("convex")
    x, best = problem.vector("x0"), f.stationary("best")
    problem.require((x - best) ** 2 <= 1)
    for _ in range(n):
        x = f.proximal(x, step)
    problem.measure(f.value(x) - f.value(best))
    return problem


def subgradient(n: int, step: Q) -> PerformanceProblem:
    """Min f(x_i) - f* <= M R / sqrt(n + 1) for step R / (M sqrt(n + 1)), M = R = 1."""
    problem = PerformanceProblem()
    f = problem.oracle("convex-lipschitz", M=1)
    x, best = problem.vector("x0"), f.stationary("best")
    problem.require((x - best) ** 2 <= 1)
    for k in range(n + 1):
        g, value = f.call(x)
        problem.measure(value - f.value(best))
        x = x - g * step if k < n else x
    return problem


def nesterov(n: int) -> PerformanceProblem:
    """f(x_n) - f* <= 2 L R^2 / (n^2 + 5 n + 6) with momentum (k - 1)/(k + 2)."""
    problem = PerformanceProblem()
    f = problem.oracle("smooth-convex", L=1)
    x, best = problem.vector("x0"), f.stationary("best")
    problem.require((x - best) ** 2 <= 1)
    y = x
    for k in range(1, n + 1):
        ahead = y - f.gradient(y)
        x, y = ahead, ahead + (ahead - x) * Q(k - 1, k + 2)
    problem.measure(f.value(x) - f.value(best))
    return problem


def heavy_ball(step: Q, momentum: Q, mu: Q) -> PerformanceProblem:
    """f(x_2) - f*, two steps of x - step g + momentum (x - x_prev), L = 1."""
    problem = PerformanceProblem()
    f = problem.oracle("smooth-strongly-convex", mu=mu, L=1)
    x, best = problem.vector("x0"), f.stationary("best")
    problem.require(f.value(x) - f.value(best) <= 1)
    before = x
    for _ in range(2):
        x, before = x - f.gradient(x) * step + (x - before) * momentum, x
    problem.measure(f.value(x) - f.value(best))
    return problem


def frank_wolfe(n: int) -> PerformanceProblem:
    """f(x_n) - f* <= 2 L D^2 / (n + 2) with steps 2/(k + 2) (Jaggi 2013); not tight."""
    problem = PerformanceProblem()
    f, ball = problem.oracle("smooth-convex", L=1), problem.oracle("indicator", D=1)
    x, best = problem.vector("x0"), problem.vector("best")
    ball.call(x)
    slope, least = f.call(best)
    ball.call(best, gradient=-slope)
    for k in range(n):
        corner = ball.linear_minimiser(f.gradient(x))
        x = x * (1 - Q(2, k + 2)) + corner * Q(2, k + 2)
    problem.measure(f.value(x) - least)
    return problem


def monotone_proximal_point(n: int) -> PerformanceProblem:
    """|x_n - x_{n-1}|^2 <= (1 - 1/n)^(n-1) / n R^2 (Gu, Yang 2020)."""
    problem = PerformanceProblem()
    operator = problem.oracle("monotone")
    x, zero = problem.vector("x0"), operator.stationary("zero")
    problem.require((x - zero) ** 2 <= 1)
    before = x
    for _ in range(n):
        before, x = x, operator.proximal(x, 1)
    problem.measure((x - before) ** 2)
    return problem


def projected_gradient(n: int) -> PerformanceProblem:
    """f(x_n) - f* over a set in a ball of radius 1 about the start, L = 1."""
    problem = PerformanceProblem()
    x = problem.vector("x0")
    f, convex_set = problem.oracle("smooth-convex", L=1), problem.oracle("indicator", R=1, center=x)
    best = problem.vector("best")
    slope, least = f.call(best)
    convex_set.call(best, gradient=-slope)
    convex_set.call(x)
    for _ in range(n):
        x = convex_set.proximal(x - f.gradient(x), 1)
    problem.measure(f.value(x) - least)
    return problem


def quadratic(n: int) -> PerformanceProblem:
    """f(x_n) - f* <= max over 0 <= h <= 1 of h (1 - h)^(2 n) / 2, at h = 1/(2 n + 1)."""
    problem = PerformanceProblem()
    f = problem.oracle("quadratic", mu=0, L=1)
    x, best = problem.vector("x0"), f.stationary("best")
    problem.require((x - best) ** 2 <= 1)
    for _ in range(n):
        x = x - f.gradient(x)
    problem.measure(f.value(x) - f.value(best))
    return problem


def inexact_gradient(error: Q, mu: Q) -> PerformanceProblem:
    """One step 2/((1+e) L + (1-e) mu) along d, |d - g| <= e |g|, L = 1: a rate squared in f."""
    problem = PerformanceProblem()
    f = problem.oracle("smooth-strongly-convex", mu=mu, L=1)
    x, best = problem.vector("x0"), f.stationary("best")
    g, value = f.call(x)
    d = problem.vector("d")
    problem.require((d - g) ** 2 - g**2 * error**2 <= 0)
    problem.require(value - f.value(best) <= 1)
    step = 2 / ((1 + error) + (1 - error) * mu)
    problem.measure(f.value(x - d * step) - f.value(best))
    return problem


def nonconvex(n: int) -> PerformanceProblem:
    """The least |g_i|^2 is at most 4 L (f(x_0) - f(x_n)) / (3 n) for step 1/L, L = 1."""
    problem = PerformanceProblem()
    f = problem.oracle("smooth", L=1)
    x = problem.vector("x0")
    g, first = f.call(x)
    problem.measure(g**2)
    for _ in range(n):
        x = x - g
        g, last = f.call(x)
        problem.measure(g**2)
    problem.require(first - last <= 1)
    return problem


def coordinate_descent(blocks: int, mu: Q, step: Q) -> PerformanceProblem:
    """E |x_1 - x*|^2 after a step in one of the blocks of coordinates, all equally likely, L = 1.

    It is |x - x*|^2 - (2 step/d) g (x - x*) + (step^2/d) |g|^2 at worst: with d blocks
    (d - 1 + (1 - step mu)^2) / d for step <= 2/(1 + mu).
    """
    problem = PerformanceProblem()
    f = problem.oracle("smooth-strongly-convex", mu=mu, L=1)
    x, best = problem.vector("x0"), f.stationary("best")
    parts = [problem.vector() for _ in range(blocks)]
    for k in range(blocks):
        for j in range(k):
            problem.require((parts[k] * parts[j]).equals(0))
    f.call(x, gradient=sum(parts[1:], parts[0]))
    problem.require((x - best) ** 2 <= 1)
    after = [(x - part * step - best) ** 2 for part in parts]
    problem.measure(sum(after[1:], after[0]) / blocks)
    return problem


def stochastic_gradient(count: int, mu: Q, step: Q, *, spread: Q = Q(0)) -> PerformanceProblem:
    """E |x_1 - x*|^2 for a step along the gradient of one of several functions, L = 1.

    x* minimises their mean, and the mean square of their gradients there is at most spread^2; with
    spread 0 they have a common minimiser, and the worst case is (1 - step mu)^2.
    """
    problem = PerformanceProblem()
    functions = [problem.oracle("smooth-strongly-convex", mu=mu, L=1) for _ in range(count)]
    x, best = problem.vector("x0"), problem.vector("best")
    slopes = [problem.vector() for _ in range(count - 1)]
    slopes.append(-sum(slopes[1:], slopes[0]))
    squares = [slope**2 for slope in slopes]
    problem.require(sum(squares[1:], squares[0]) <= count * spread**2)
    after = []
    for f, slope in zip(functions, slopes, strict=True):
        f.call(best, gradient=slope)
        after.append((x - f.gradient(x) * step - best) ** 2)
    problem.require((x - best) ** 2 <= 1)
    problem.measure(sum(after[1:], after[0]) / count)
    return problem
