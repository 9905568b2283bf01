"""Speed of the exact layer, as ratios to sympy and to bare Arb; prints, asserts nothing.

    python tests/benchmarks/rigor.py

Normal forms against sympy's expand and simplify on the same identities, which sympy may leave
undecided; checked boxes against evaluating the same formula with Arb alone, and with derivatives
against without; the search for a counterexample against one exact evaluation; rigorous quadrature
against mpmath and scipy; for `certify`, what finding a proof costs beside checking it.
"""

import time
from collections.abc import Callable
from fractions import Fraction

import sympy as sp
from flint import arb
from mpmath import mp
from scipy.integrate import quad
from sympy.core.cache import clear_cache

from workbench.rigor import certify, integral
from workbench.rigor.boxes import split_until_certain
from workbench.rigor.check import check_certificate, decide
from workbench.rigor.provers import falsify
from workbench.symbolic import Relation, Variable, relation

REPEATS = 3


def seconds(task: Callable[[], object]) -> float:
    """Least processor time of several repetitions."""
    best = float("inf")
    for _ in range(REPEATS):
        begin = time.process_time()
        task()
        best = min(best, time.process_time() - begin)
    return best


def identities() -> dict[str, tuple[sp.Expr, sp.Expr]]:
    """Pairs of equal expressions."""
    a, b, c, x = sp.symbols("a b c x", positive=True)
    g = sp.symbols("g0:20", real=True)
    state = sp.Integer(0)
    for value in g:
        state = (1 - a) * state + a * value
    unrolled = sum((1 - a) ** (19 - t) * a * g[t] for t in range(20))
    best = c / sp.cbrt(a)
    excess = a * b**2 - a * best**2 + 2 * c**3 * (1 / b - 1 / best)
    return {
        "(a + b + c)^8": (
            (a + b + c) ** 8,
            (a * (a + 2 * b) + b**2 + c * (c + 2 * a + 2 * b)) ** 4,
        ),
        "momentum, 20 steps": (state, unrolled),
        "cube roots": (excess, a * (b - best) ** 2 * (b + 2 * best) / b),
        "exponentials": (
            (sp.exp(x) - 1) ** 4 * sp.exp(-2 * x),
            (sp.exp(x / 2) - sp.exp(-x / 2)) ** 4,
        ),
    }


def normal_forms() -> None:
    """One line per identity."""
    for name, (left, right) in identities().items():
        certificate = {"kind": "identity", "statement": relation(left, "=", right).tree}
        assert check_certificate(certificate).accepted
        ours = seconds(lambda c=certificate: check_certificate(c))
        gap = left - right
        ratios = []
        for method in (sp.expand, sp.simplify):
            zero = method(gap) == 0
            taken = seconds(lambda f=method, e=gap: (clear_cache(), f(e)))
            ratios.append(f"{method.__name__} {taken / ours:7.1f} x{'' if zero else ' (no 0)'}")
        print(f"identity, {name:20s} {ours * 1e3:7.2f} ms;  sympy: {', '.join(ratios)}")


def boxes() -> None:
    """Boxes per second, found and checked, against bare evaluations."""
    q, x = sp.symbols("q x", positive=True)
    made = relation(sp.log(1 + q * (sp.exp(x) - 1)), "<=", q * x + x**2 / 8 + sp.Rational(1, 200))
    box = tuple(Variable(n, "real", "1/10", False, "1", False) for n in ("q", "x"))
    statement = Relation(made.left, made.op, made.right, (), box).tree

    def search() -> object:
        return split_until_certain(
            statement, boxes=100_000, seconds=60, narrowest=Fraction(1, 2**40)
        )

    found = search()
    certificate = {"kind": "boxes", "statement": statement, "tree": found.tree, "bits": 64}
    searching, checking = seconds(search), seconds(lambda: check_certificate(certificate))
    number, count = arb(3) / 10, 20_000

    def bare() -> None:
        for _ in range(count):
            (1 + number * (number.exp() - 1)).log() - (number * number + number**2 / 8)

    rate = count / seconds(bare)
    leaves = (found.boxes + 1) // 2
    print(
        f"boxes, 2 variables: {found.boxes} boxes; search {found.boxes / searching:.0f}/s,"
        f" check {leaves / checking:.0f} leaves/s; bare Arb {rate:.0f}/s"
        f" = {rate * checking / leaves:.1f} x the check"
    )


def derivatives() -> None:
    """Boxes and time with derivatives against without, as the slack shrinks."""
    q, x = sp.symbols("q x", positive=True)
    box = tuple(Variable(n, "real", "1/10", False, "1", False) for n in ("q", "x"))
    for slack in (50, 200):
        made = relation(
            sp.log(1 + q * (sp.exp(x) - 1)), "<=", q * x + x**2 / 8 + sp.Rational(1, slack)
        )
        statement = Relation(made.left, made.op, made.right, (), box).tree
        found = {}
        for use in (False, True):
            begin = time.process_time()
            tried = split_until_certain(
                statement, boxes=100_000, seconds=120, narrowest=Fraction(1, 2**40),
                derivatives=use,
            )  # fmt: skip
            found[use] = (tried.boxes, time.process_time() - begin)
        (plain, slow), (finer, fast) = found[False], found[True]
        print(
            f"boxes, slack 1/{slack}: {plain} boxes in {slow:.2f} s without derivatives,"
            f" {finer} in {fast:.2f} s with them: {slow / fast:.0f} x faster"
        )


def quadrature() -> None:
    """A certified integral against unverified ones of the same accuracy and of double precision."""
    x = sp.Symbol("x", real=True)
    ratio = sp.Rational(99, 100) + sp.exp(x - sp.Rational(1, 2)) / 100
    f = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi) * ratio**8
    ours = seconds(lambda: integral(f, x, -20, 30, "<=", 2))
    mp.prec = 77
    precise, double = sp.lambdify(x, f, "mpmath"), sp.lambdify(x, f, "math")
    peers = {
        "mpmath": seconds(lambda: mp.quad(precise, range(-20, 31, 5))),
        "scipy": seconds(lambda: quad(double, -20, 30, epsabs=0, epsrel=1e-13, limit=200)),
    }
    print(f"integral, 77 bits: {ours * 1e3:.1f} ms; "
          + ", ".join(f"{n} {t / ours:.2f} x" for n, t in peers.items()))  # fmt: skip


def proofs() -> None:
    """Time to find a proof, and what checking it costs beside that."""
    x, y = sp.symbols("x y", real=True)
    p, q = sp.symbols("p q", positive=True)
    u = sp.Symbol("v", nonnegative=True)
    n = sp.Symbol("n", integer=True, nonnegative=True)
    cases = {
        "e^x >= 1 + x": relation(1 + x, "<=", sp.exp(x)),
        "Bennett": relation((1 + u) * sp.log(1 + u) - u, ">=", u**2 / (2 + 2 * u / 3)),
        "Kullback-Leibler": relation(p * sp.log(p / q), ">=", p - q),
        "Bernoulli": relation((1 + u) ** n, ">=", 1 + n * u),
        "quartic": relation(x**4 + y**4 + 1, ">", sp.Rational(19, 10) * x * y**2),
    }
    for name, made in cases.items():
        outcome = certify(made)
        finding = seconds(lambda r=made: certify(r))
        checking = seconds(lambda c=outcome.certificate: check_certificate(c))
        print(
            f"certify, {name:16s} {outcome.certificate['kind']:12s} {finding * 1e3:7.1f} ms"
            f" = {finding / checking:5.0f} x its check"
        )


def searching() -> None:
    """A search that finds nothing, against one exact evaluation."""
    t, steps = sp.Symbol("t", integer=True), sp.Symbol("T", integer=True, positive=True)
    a, b = sp.IndexedBase("a", positive=True), sp.IndexedBase("b", positive=True)
    x = sp.Symbol("x", nonnegative=True)
    cauchy = sp.Sum(a[t] ** 2, (t, 1, steps)) * sp.Sum(b[t] ** 2, (t, 1, steps))
    ones = {str(k): "1" for k in range(1, 9)}
    cases = {
        "1 + x <= e^x": (relation(1 + x, "<=", sp.exp(x)), {"x": "3/7"}),
        "Cauchy-Schwarz": (
            relation(sp.Sum(a[t] * b[t], (t, 1, steps)) ** 2, "<=", cauchy),
            {"T": "8", "a": ones, "b": {**ones, "8": "2"}},
        ),
    }
    for name, (made, point) in cases.items():
        tree = made.tree
        once = seconds(lambda s=tree, p=point: decide(s, p))
        whole = seconds(lambda r=made: falsify(r))
        print(f"search, {name:15s} {whole * 1e3:7.1f} ms = {whole / once:6.0f} x one evaluation")


if __name__ == "__main__":
    normal_forms()
    boxes()
    derivatives()
    searching()
    quadrature()
    proofs()
