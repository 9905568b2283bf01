"""Certified points a second of the heavy-ball LMI, beside cvxpy; prints, asserts nothing.

    python tests/benchmarks/heavy_ball_lmi.py

The same points for every method.  `heavy_ball_rate` returns exact certificates of both sides;
cvxpy, by bisection of the margin in rho^2 to 1e-7, only floating-point numbers.  PEPit and AutoLyap
are timed too where they are installed; they answer other questions about the same method (worst
case after ten steps; a richer certificate), so that their rates differ from those of the LMI.
`heavy_ball_extended` is a richer certificate as well, with exact verification.
"""

import importlib
import importlib.util
import math
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from workbench.errors import SolverError
from workbench.rigor.check import check_certificate
from workbench.solvers import HeavyBallRate, check, heavy_ball_extended, heavy_ball_rate
from workbench.solvers.exact import HeavyBallLmi

POINTS = [
    ("1/2", "1", "1/5"),
    ("1/2", "3/2", "3/10"),
    ("1/10", "1", "2/5"),
    ("1/10", "1/2", "3/10"),
    ("1/100", "1", "2/5"),
    ("1/100", "1/10", "9/10"),
]
Point = tuple[Fraction, Fraction, Fraction]


def ours(point: Point) -> float:
    """Certify and refute."""
    mu, alpha, beta = point
    answer = heavy_ball_rate(mu, 1, alpha, beta)
    return answer.rho if isinstance(answer, HeavyBallRate) else math.nan


def richer(point: Point) -> float:
    """The richer certificate by bisection in rho^2 to 1e-5, each answer exactly verified."""
    mu, alpha, beta = point
    low, high = Fraction(0), Fraction(1)
    while high - low > Fraction(1, 10**5):
        middle = (low + high) / 2
        try:
            heavy_ball_extended(mu, 1, alpha, beta, middle)
        except SolverError:
            low = middle
        else:
            high = middle
    return math.sqrt(high)


def array(matrix: Any) -> np.ndarray:
    """A rational matrix as floats."""
    return np.array([[float(x) for x in row] for row in matrix])


def naive(point: Point) -> float:
    """A new cvxpy problem for each rho^2."""
    cp = importlib.import_module("cvxpy")
    mu, alpha, beta = point
    lmi = HeavyBallLmi(mu, Fraction(1), alpha, beta)
    step, keep = array(lmi.AB), np.eye(2, 3)

    def margin(rho2: float) -> float:
        P, t = cp.Variable((2, 2), PSD=True), cp.Variable()
        c0, c = cp.Variable(nonneg=True), cp.Variable(nonneg=True)
        gain = array(lmi.X1) + (1 - rho2) * array(lmi.X2)
        form = c0 * array(lmi.X0) + c * gain - step.T @ P @ step + rho2 * keep.T @ P @ keep
        rules = [form - t * np.eye(3) >> 0, cp.trace(P) + c0 + c == 1]
        cp.Problem(cp.Maximize(t), rules).solve(solver=cp.CLARABEL)
        return float(t.value)

    return bisect(margin)


class Parametrised:
    """One compiled cvxpy problem for every point and every rho^2."""

    def __init__(self) -> None:
        cp = importlib.import_module("cvxpy")
        self.first, self.gain = (
            cp.Parameter((3, 3), symmetric=True),
            cp.Parameter((3, 3), symmetric=True),
        )
        self.by_p = [cp.Parameter((3, 3), symmetric=True) for _ in range(3)]
        P, self.t = cp.Variable((2, 2), PSD=True), cp.Variable()
        c0, c = cp.Variable(nonneg=True), cp.Variable(nonneg=True)
        form = c0 * self.first + c * self.gain
        for entry, matrix in zip((P[0, 0], P[0, 1], P[1, 1]), self.by_p, strict=True):
            form = form + entry * matrix
        rules = [form - self.t * np.eye(3) >> 0, cp.trace(P) + c0 + c == 1]
        self.problem, self.solver = cp.Problem(cp.Maximize(self.t), rules), cp.CLARABEL

    def __call__(self, point: Point) -> float:
        mu, alpha, beta = point
        lmi = HeavyBallLmi(mu, Fraction(1), alpha, beta)
        step, keep, self.first.value = array(lmi.AB), np.eye(2, 3), array(lmi.X0)
        basis = [np.diag([1.0, 0.0]), np.array([[0.0, 1.0], [1.0, 0.0]]), np.diag([0.0, 1.0])]

        def margin(rho2: float) -> float:
            self.gain.value = array(lmi.X1) + (1 - rho2) * array(lmi.X2)
            for matrix, unit in zip(self.by_p, basis, strict=True):
                matrix.value = rho2 * keep.T @ unit @ keep - step.T @ unit @ step
            self.problem.solve(solver=self.solver)
            return float(self.t.value)

        return bisect(margin)


def bisect(margin: Callable[[float], float]) -> float:
    """Least rho whose margin is positive, to 1e-7 in rho^2."""
    low, high = 0.0, 1.0 - 1e-9
    while high - low > 1e-7:
        middle = (low + high) / 2
        low, high = (low, middle) if margin(middle) > 1e-10 else (middle, high)
    return math.sqrt(high)


def pepit(point: Point) -> float:
    """Worst case of F(x_10) - F* over F(x_0) - F*, to the power 1/20, by PEPit."""
    PEPit = importlib.import_module("PEPit")
    functions = importlib.import_module("PEPit.functions")
    mu, alpha, beta = map(float, point)
    problem, steps = PEPit.PEP(), 10
    f = problem.declare_function(functions.SmoothStronglyConvexFunction, mu=mu, L=1.0)
    best = f.stationary_point()
    x = old = problem.set_initial_point()
    problem.set_initial_condition(f(x) - f(best) <= 1)
    for _ in range(steps):
        x, old = x - alpha * f.gradient(x) + beta * (x - old), x
    problem.set_performance_metric(f(x) - f(best))
    return float(problem.solve(verbose=0, wrapper="cvxpy", solver="CLARABEL")) ** (1 / (2 * steps))


def autolyap(point: Point) -> float:
    """The richer certificate (no history, values of F) of AutoLyap, whose rho is our rho^2."""
    auto = importlib.import_module("autolyap")
    algorithms = importlib.import_module("autolyap.algorithms")
    classes = importlib.import_module("autolyap.problemclass")
    mu, alpha, beta = map(float, point)
    problem = classes.InclusionProblem([classes.SmoothStronglyConvex(mu, 1.0)])
    method = algorithms.HeavyBallMethod(gamma=alpha, delta=beta)
    linear = auto.IterationIndependent.LinearConvergence
    P, p, T, t = linear.get_parameters_function_value_suboptimality(method)
    answer = linear.bisection_search_rho(
        problem, method, P, T, p, t, S_equals_T=True, s_equals_t=True, remove_C3=True,
        tol=1e-7, solver_options=auto.SolverOptions(backend="cvxpy", cvxpy_solver="CLARABEL"),
        verbosity=0,
    )  # fmt: skip
    return math.sqrt(answer["rho"])


def methods() -> dict[str, Callable[[Point], float]]:
    """Every method whose packages are there."""
    table: dict[str, Callable[[Point], float]] = {
        "heavy_ball_rate (exact, both sides)": ours,
        "cvxpy, one compiled problem": Parametrised(),
        "cvxpy, rebuilt for each rho": naive,
        "heavy_ball_extended (richer)": richer,
    }
    if importlib.util.find_spec("PEPit") is not None:
        table["PEPit, worst case of 10 steps"] = pepit
    if importlib.util.find_spec("autolyap") is not None:
        table["AutoLyap, richer certificate"] = autolyap
    return table


def main() -> None:
    """Print seconds per point and the rates of every method."""
    warnings.simplefilter("ignore")  # general solvers complain close to the optimum
    points = [(Fraction(mu), Fraction(alpha), Fraction(beta)) for mu, alpha, beta in POINTS]
    width = 38
    print(" " * width + "   ms/point   points/s   rho at each point")
    for name, method in methods().items():
        method(points[0])  # imports and first compilation
        repeats = 20 if method is ours else 1
        begin = time.process_time()
        for _ in range(repeats):
            rates = [method(point) for point in points]
        seconds = (time.process_time() - begin) / (repeats * len(points))
        shown = " ".join(f"{rate:.7f}" for rate in rates)
        print(f"{name:{width}s} {1e3 * seconds:10.1f} {1 / seconds:10.1f}   {shown}")
    answers = [heavy_ball_rate(mu, 1, alpha, beta) for mu, alpha, beta in points]
    checkers = {
        "check of both certificates": check,
        "the same by workbench.rigor": check_certificate,
    }
    for name, checker in checkers.items():
        begin = time.process_time()
        for answer in answers:
            checker(answer.certificate)
        seconds = (time.process_time() - begin) / len(points)
        print(f"{name:{width}s} {1e3 * seconds:10.1f} {1 / seconds:10.1f}")


if __name__ == "__main__":
    main()
