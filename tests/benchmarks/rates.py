"""Speed of derived rates, as ratios to one numerical solve by cvxpy; prints, asserts nothing.

    python tests/benchmarks/rates.py

The rate holds for all data and comes with its settings; cvxpy solves the same bound at one choice
of the data, as a geometric program.  The goal for each bound of the papers is 50 ms.
"""

import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a script, from anywhere

from tests.workbench.rates.papers import BOUNDS
from workbench.errors import SolverError
from workbench.rates import Rate, best_rate
from workbench.rates.check import accepts
from workbench.rates.numeric import solve_gp

REPEATS = 5
DATA = {"n": 1e6, "P": 1e6, "ell": 10.0, "N": 1e6, "d": 10.0, "eps": 1.0}
DATA |= {"E": 10.0, "q": 0.06, "C": 1e-6}


def milliseconds(task: Callable[[], object]) -> float:
    """Least processor time of several repetitions."""
    best = float("inf")
    for _ in range(REPEATS):
        begin = time.process_time()
        task()
        best = min(best, time.process_time() - begin)
    return 1e3 * best


def main() -> None:
    """One line for each bound."""
    print(f"{'bound':14}{'derive':>9}{'check':>9}{'cvxpy':>9}   derive/cvxpy   rate")
    for name, bound in BOUNDS.items():
        rate = best_rate(**bound)
        assert isinstance(rate, Rate)
        certificate = rate.certificate()
        derive = milliseconds(lambda bound=bound: best_rate(**bound))
        check = milliseconds(lambda certificate=certificate: accepts(certificate))
        data = {s: DATA[s] for s in rate.problem.data}
        try:
            solve = milliseconds(lambda rate=rate, data=data: solve_gp(rate.problem, data))
            ratio = f"{derive / solve:.2f}"
        except SolverError:
            solve, ratio = float("nan"), "not solved"
        verdict = "" if accepts(certificate) else "  REJECTED"
        print(
            f"{name:14}{derive:6.1f} ms{check:6.1f} ms{solve:6.1f} ms{ratio:>15}   {rate}{verdict}"
        )


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
