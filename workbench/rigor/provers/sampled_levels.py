"""What a call at a random level costs: its mean square, and how many calls a budget pays for.

The level is N <= M with chances in proportion to 2^(-N).  A call at level N looks at a hidden batch
of a share q_N = 2^(N+1)/n of n records, at a cost of 2 epsilon_1 without the hiding, and at one
hidden record at epsilon_1.  With its cost eps_N as the subsampling lemma has it, T_0 is the number
of calls that the budget of a filter pays for in the mean with a fourth of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, Outcomes
from workbench.rigor.provers.certify import METHODS, certify
from workbench.rigor.provers.sums import TERM
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse

M, k, T = declare("integer M >= 0, integer k, integer T_0 > 0")
n, own, eps, d1, d2, share, c = declare("n epsilon_1 epsilon delta_1 delta_2 delta_c c > 0")
REST = 2 ** (-M)
LAW = ((c, "=", 2 - REST),)  # of the levels: their chances are 2^(-N)/c
WITHIN = ((M + 1, "<=", sp.log(n) / sp.log(2)), (own, "<=", sp.S.Half))
SLOPE = sp.exp(1) - 1
UNIT = SLOPE**2 * own**2
LEAST, ONES = sp.Sum(2**k, (k, 0, M)), sp.Sum(2 ** (-k), (k, 0, M))
ALONE = (sp.exp(own) - 1) / n
LOGS = sp.log(1 / d1)
BUDGET = (sp.sqrt(2 * LOGS + 2 * eps) - sp.sqrt(2 * LOGS)) ** 2  # of the filter

LIGHT = tuple(m for m in METHODS if m not in ("cover", "taylor", "boxes", "bernstein"))
CHORD = parse("exp(v) - 1 <= (exp(1) - 1)*v", where="v >= 0, v <= 1")
TANGENT, ABOVE = (parse(f"log(1 + y) {told}", where="y >= 0") for told in ("<= y", ">= 0"))
JOINED, EQUAL = (parse("0 <= z - x", where=f"x <= y, y {op} z") for op in ("<=", "="))
CHAIN = parse("x <= z", where="x <= y, y = w, w <= z")
INVERSE = parse("1/v <= z", where="v = a/b, b/a <= z, a > 0, b > 0")
SQUARE = parse("a^2 <= u^2", where="a >= 0, a <= u")
BOTH = parse("(a + b)^2 <= 2*u + 2*v", where="a^2 <= u, b^2 <= v")
TIMES = parse("q*x <= q*y", where="q > 0, x <= y")
POSITIVE = parse("a/b > 0", where="a > 0, b > 0")
LARGEST = parse("2^(M+1) <= n", where="M + 1 <= log(n)/log(2), n > 0, integer M >= 0")
GEOMETRIC = relation(ONES, "=", 2 - REST), relation(LEAST, "=", 2 * 2**M - 1)
TERMS = parse("v/d*(2*(4*c*g)^2 + 2*s) = (32*c^2*g + 2*s*v)/d", where="v = 1/g, g > 0, d > 0")
TOTAL = parse("a/d*s + b/d*t = a*g + b", where="s = 2*g - 1, t = 2 - 1/g, d = 2 - 1/g, g >= 1")
FEW = parse("32*u/n^2*g + 2*u/n^2 <= 17*u/n", where="n >= 2*g, g >= 1, u >= 0, n > 0")
ROOTS = parse("v^2/a^2 <= (a - b)^2", where="v = (a^2-b^2)/2, a >= b, b >= 0, a > 0")
HIGHER = parse("sqrt(2)*sqrt(l) <= sqrt(2*v+2*l)", where="l >= 0, v >= 0")
SOME = parse("s > 0", where="s = 2*(M+1)/(n*d), n > 0, d > 0, M >= 0")
CALLS = parse(
    "n*w/(4*c*u) < T + 1",
    where="w <= y, y < 4*(T+1)*m, m <= c*u/n, n > 0, u > 0, c > 0, T > 0",
)
SPLIT = parse("s <= 2*(M+1)/n", where="s = 2*(M+1)/(n*d), d >= 1, n > 0, M >= 0")
COUNT = parse("4*T*(2*m+1/n)/d <= 4*T*(4*M+5)/(n*d)", where="m <= 2*(M+1)/n, n > 0, d > 0, T > 0")


def chance(level: Any) -> Any:  # noqa: ANN401 - an integer
    """The chance of a level."""
    return 2 ** (-level) / c


def sampled(level: Any) -> Any:  # noqa: ANN401
    """The share of the records in the batch."""
    return 2 ** (level + 1) / n


def cost(level: Any) -> Any:  # noqa: ANN401
    """The epsilon of a call at a level."""
    return sp.log(1 + sampled(level) * (sp.exp(2 * own) - 1)) + sp.log(1 + ALONE)


MEAN_SQUARE = sp.Sum(chance(k) * cost(k) ** 2, (k, 0, M))
MEAN_SHARE = sp.Sum(chance(k) * sampled(k), (k, 0, M))
FLOOR = ((4 * MEAN_SQUARE * T, "<=", BUDGET), (BUDGET, "<", 4 * MEAN_SQUARE * (T + 1)))
SPLITTED = ((share, "=", d2 / (4 * T * (2 * MEAN_SHARE + 1 / n))),)


def mean_square(constant: Any = 17, within: Sequence[Any] = WITHIN,  # noqa: ANN401
                law: Sequence[Any] = LAW) -> Relation:  # fmt: skip
    """E eps_N^2 is at most constant (e - 1)^2 epsilon_1^2/n."""
    return relation(MEAN_SQUARE, "<=", constant * UNIT / n, where=[*law, *within])


def horizon(constant: Any = 136, within: Sequence[Any] = WITHIN,  # noqa: ANN401
            floor: Sequence[Any] = FLOOR, law: Sequence[Any] = LAW) -> Relation:  # fmt: skip
    """T_0 + 1 > n eps^2/(constant (e - 1)^2 epsilon_1^2 (ln(1/delta_1) + eps))."""
    bound = n * eps**2 / (constant * UNIT * (LOGS + eps))
    return relation(T + 1, ">", bound, where=[*law, *within, *floor, (d1, "<", 1)])


def smallest(levels: Any = 4, ones: Any = 5, split: Sequence[Any] = SPLITTED,  # noqa: ANN401
             law: Sequence[Any] = LAW) -> Relation:  # fmt: skip
    """1/delta_c <= 4 T_0 (levels M + ones)/(n delta_2), the delta_c that the calls can share."""
    return relation(1 / share, "<=", 4 * T * (levels * M + ones) / (n * d2), where=[*law, *split])


def _steps() -> list[Any]:
    """Term by term (a + b)^2 <= 2 a^2 + 2 b^2; then two geometric sums."""
    i, slow, alone = TERM, 2 * SLOPE * own * sampled(TERM), SLOPE * own / n
    batch = sampled(i) * (sp.exp(2 * own) - 1)
    left, right = sp.log(1 + batch), sp.log(1 + ALONE)
    doubled, scaled = 2 * slow**2 + 2 * alone**2, (32 * UNIT / n**2, 2 * UNIT / n**2)
    terms = [
        (POSITIVE, {"a": 2 ** (-i), "b": c}), (batch, ">=", 0),
        (TIMES, {"q": sampled(i), "x": sp.exp(2 * own) - 1, "y": SLOPE * 2 * own}),
        (TANGENT, {"y": batch}), (ABOVE, {"y": batch}),
        (JOINED, {"x": left, "y": batch, "z": slow}), (left, "<=", slow),
        (SQUARE, {"a": left, "u": slow}),
        (BOTH, {"a": left, "b": right, "u": slow**2, "v": alone**2}),
        (TIMES, {"q": chance(i), "x": (left + right) ** 2, "y": doubled}),
        (parse("2^(-k) = 1/2^k", where="integer k >= 0"), {"k": i}),
        (TERMS, {"v": 2 ** (-i), "g": 2**i, "d": c, "c": SLOPE * own / n, "s": alone**2}),
        (EQUAL, {"x": chance(i) * (left + right) ** 2, "y": chance(i) * doubled,
                 "z": scaled[0] / c * 2**i + scaled[1] / c * 2 ** (-i)}),
    ]  # fmt: skip
    above = sum(one / c * s for one, s in zip(scaled, (LEAST, ONES), strict=True))
    return [
        (CHORD, {"v": 2 * own}), (CHORD, {"v": own}), (sp.exp(own) - 1, ">=", 0),
        (sp.exp(2 * own) - 1, ">=", 0), (ALONE, ">=", 0), (ALONE, "<=", alone),
        (TANGENT, {"y": ALONE}), (ABOVE, {"y": ALONE}),
        (JOINED, {"x": right, "y": ALONE, "z": alone}), (right, "<=", alone),
        (SQUARE, {"a": right, "u": alone}), (REST, "<=", 1),
        (MEAN_SQUARE, "<=", above, terms), *((one, {"M": M}) for one in GEOMETRIC),
        (LARGEST, {"M": M, "n": n}), (2**M, ">=", 1),
        (TOTAL, {"a": scaled[0], "b": scaled[1], "s": LEAST, "t": ONES, "d": c, "g": 2**M}),
        (FEW, {"u": UNIT, "n": n, "g": 2**M}),
        (CHAIN, {"x": MEAN_SQUARE, "y": above, "w": scaled[0] * 2**M + scaled[1],
                 "z": 17 * UNIT / n}),
    ]  # fmt: skip


def by_the_tangents(*, at: Any = None, **changes: Any) -> Outcome:  # noqa: ANN401
    """eps_N <= 2 (e - 1) eps_1 q_N + (e - 1) eps_1/n, and E q_N^2 <= 2/n."""
    return certify(mean_square(**changes), at=at, methods=LIGHT, facts=_steps())


def by_the_mean_square(*, at: Any = None, **changes: Any) -> Outcome:  # noqa: ANN401
    """eps^2/(2 (L + eps)) <= V* < 4 (T_0 + 1) E eps_N^2."""
    a, b = sp.sqrt(2 * LOGS + 2 * eps), sp.sqrt(2 * LOGS)
    return certify(horizon(**changes), at=at, methods=LIGHT, facts=[
        (UNIT, ">", 0), *_steps(), (MEAN_SQUARE, "<=", 17 * UNIT / n), (LOGS, ">", 0),
        (HIGHER, {"l": LOGS, "v": eps}), (a, ">", 0), (ROOTS, {"v": eps, "a": a, "b": b}),
        (eps**2 / (2 * (LOGS + eps)), "<=", BUDGET),
        (CALLS, {"n": n, "w": eps**2 / (2 * (LOGS + eps)), "c": 17, "u": UNIT, "y": BUDGET,
                 "T": T, "m": MEAN_SQUARE}),
    ])  # fmt: skip


def by_the_mean_share(*, at: Any = None, **changes: Any) -> Outcome:  # noqa: ANN401
    """2 E q_N + 1/n <= (4 (M + 1) + 1)/n."""
    inverse = 4 * T * (2 * MEAN_SHARE + 1 / n)
    return certify(smallest(**changes), at=at, methods=LIGHT, facts=[
        (REST, "<=", 1), (MEAN_SHARE, "=", 2 * (M + 1) / (n * c)),
        (c, ">=", 1), (SPLIT, {"s": MEAN_SHARE, "M": M, "n": n, "d": c}),
        (COUNT, {"T": T, "m": MEAN_SHARE, "n": n, "d": d2, "M": M}),
        (SOME, {"s": MEAN_SHARE, "n": n, "d": c, "M": M}), (inverse, ">", 0),
        (INVERSE, {"v": share, "a": d2, "b": inverse, "z": 4 * T * (4 * M + 5) / (n * d2)}),
    ])  # fmt: skip


level = declare("integer N >= 0")
PART = parse("x + y <= s + t", where="x <= a, y <= b, a <= s, b <= t")
NORMALISED = "c = sum(k = 0..M, 1/2^k)"
ALL_POWERS = parse("sum(k = 0..M, 1/2^k) = 2 - 1/2^M", where="integer M >= 0")
ONLY_POWERS = parse("sum(k = 0..M, 2^k) = 2*2^M - 1", where="integer M >= 0")
SQUARES = parse("sum(k = 0..M, 1/2^k*(2^(k + 1))^2) = 4*2^M*(2 - 1/2^M)", where="integer M >= 0")


def linear_cost(share: Any = 1, within: Sequence[Any] = WITHIN[1:]) -> Relation:  # noqa: ANN401
    """eps_N <= share (2 (e - 1) epsilon_1 q_N + (e - 1) epsilon_1/n)."""
    bound = 2 * share * SLOPE * own * sampled(level) + share * SLOPE * own / n
    return relation(cost(level), "<=", bound, where=list(within))


def by_the_chord(**changes: Any) -> Outcome:  # noqa: ANN401
    """ln(1 + y) <= y, and e^v - 1 <= (e - 1) v on [0, 1], for v = 2 epsilon_1 and epsilon_1."""
    batch, slow = sampled(level) * (sp.exp(2 * own) - 1), 2 * SLOPE * own * sampled(level)
    return certify(linear_cost(**changes), methods=LIGHT, facts=[
        (CHORD, {"v": 2 * own}), (CHORD, {"v": own}), (sp.exp(own) - 1, ">=", 0),
        (sp.exp(2 * own) - 1, ">=", 0), (batch, ">=", 0), (ALONE, ">=", 0),
        (TIMES, {"q": sampled(level), "x": sp.exp(2 * own) - 1, "y": SLOPE * 2 * own}),
        (ALONE, "<=", SLOPE * own / n), (TANGENT, {"y": batch}), (TANGENT, {"y": ALONE}),
        (PART, {"x": sp.log(1 + batch), "y": sp.log(1 + ALONE), "a": batch, "b": ALONE,
                "s": slow, "t": SLOPE * own / n}),
    ])  # fmt: skip


def square_sizes(total: str = "4*2^M") -> Relation:
    """E (2^(N+1))^2, the chance of level k being 1/(2^k c)."""
    return parse(f"sum(k = 0..M, 1/2^k/c*(2^(k + 1))^2) = {total}",
                 where=f"integer M >= 0, c > 0, {NORMALISED}")  # fmt: skip


def square_costs(constant: int = 8, fits: str = ", M + 1 <= log(n)/log(2)") -> Relation:
    """E (2 (e - 1) epsilon_1 q_N)^2 <= constant (e - 1)^2 epsilon_1^2/n."""
    return parse(
        "sum(k = 0..M, 1/2^k/c*(2*(exp(1) - 1)*epsilon_1*2^(k + 1)/n)^2)"
        f" <= {constant}*(exp(1) - 1)^2*epsilon_1^2/n",
        where=f"integer M >= 0, c > 0, n > 0, epsilon_1 >= 0, {NORMALISED}{fits}",
    )


def _text(text: str) -> Any:  # noqa: ANN401
    return parse(f"{text} = 0", where="integer M >= 0").left


def by_geometric_sums(total: str = "4*2^M", **changes: Any) -> Outcomes:  # noqa: ANN401
    """sum 2^(-k) 4^(k + 1) = 4 (2^(M + 1) - 1), and 2^(M + 1) <= n."""
    powers, only = "sum(k = 0..M, 1/2^k*(2^(k + 1))^2)", "sum(k = 0..M, 2^k)"
    last, power, c_ = {"M": _text("M")}, _text("2^M"), _text("c")
    said = square_sizes(total)
    yield certify(said, methods=LIGHT, facts=[
        (ALL_POWERS, last), (SQUARES, last), (said.left, "=", _text(f"{powers}/c")),
        (parse("s/c = 4*g", where="s = 4*g*v, c = v, c > 0"),
         {"s": _text(powers), "c": c_, "g": power, "v": _text("2 - 1/2^M")}),
    ])  # fmt: skip
    said, unit = square_costs(**changes), "(exp(1) - 1)^2*epsilon_1^2"
    yield certify(said, methods=LIGHT, facts=[
        (ALL_POWERS, last), (ONLY_POWERS, last), (said.left, "=", _text(f"16*{unit}/n^2/c*{only}")),
        (LARGEST, {**last, "n": _text("n")}), (power, ">=", 1),
        (parse("16*u/n^2/d*s <= 8*u/n",
               where="s = 2*g - 1, d = 2 - 1/g, 2*g <= n, u >= 0, n > 0, g >= 1"),
         {"u": _text(unit), "n": _text("n"), "g": power, "d": c_, "s": _text(only)}),
    ])  # fmt: skip
