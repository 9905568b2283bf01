"""Weights by the binary digits of a step: one for each digit 1, which shrinks with what is below.

With digits d_0, d_1, ..., of t, the last one first, r_k is the number of the first k of them, t mod
2^k.  Where weights shrink by e^(-b) a step, the digits from k on weigh at most as much as if all
of them were 1: d_k + e^(-b d_k 2^k) W <= 1 + e^(-b 2^k) W for the weight W of those above.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.rigor.provers.expectations import LawProof, LawTree, NotProved
from workbench.rigor.provers.run import METHODS
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

Given = Sequence[Any]  # hypotheses
n, m, k = (th.integer(name, at_least=0) for name in ("n", "m", "k"))
i, j, l = (th.integer(name) for name in "ijl")  # noqa: E741
b, y, x = th.number("b", at_least=0), th.number("y", above=0), th.number("x", at_least=0)
digit, c, alpha = th.number("d", at_least=0), th.number("c", above=0), th.number("alpha", above=0)
d, r = th.numbers("d"), th.numbers("r", at_least=0)
ZERO, TWO = th.num(0), th.num(2)
DIGITS: tuple[Any, ...] = (
    (i, 0, (d[i] * d[i], "=", d[i])), (r[0], "=", 0), (i, 0, (r[i + 1], "=", r[i] + d[i] * TWO**i)),
)  # fmt: skip


def lemma(
    symbols: Sequence[Num], said: Any, facts: Sequence[Any] = (), given: Any = (),  # noqa: ANN401
    methods: Sequence[str] = METHODS,
) -> Proof:  # fmt: skip
    """A relation between numbers, from steps on the way; without a proof it has no step."""
    proof = Proof(Theorem(tuple(symbols), given=given, concludes=said))
    tree = proof.theorem.tree
    left, op, right = tree["conclusion"]
    statement = {"vars": [one.symbol for one in symbols], "where": list(tree["given"]),
                 "left": left, "op": op, "right": right, "requires": []}  # fmt: skip
    with contextlib.suppress(NotProved):
        proof.scalar(said, LawProof(LawTree({}), seconds=20).shown(statement, facts, methods))
    return proof


def chord() -> Proof:
    """e^(-x d) <= 1 - d + d e^(-x) for 0 <= d <= 1."""
    at = {"v": -sp.Symbol("x", nonnegative=True), "u": sp.Symbol("d", nonnegative=True)}
    return lemma(
        (x, digit), (th.exp(-x * digit), "<=", 1 - digit + digit * th.exp(-x)),
        given=[(digit, "<=", 1)],
        facts=[(parse("exp(v*u) <= 1 - u + u*exp(v)", where="0 <= u, u <= 1"), at)],
    )  # fmt: skip


def falling() -> Proof:
    """e^(-2x) <= e^(-x)."""
    return lemma((x,), (th.exp(-2 * x), "<=", th.exp(-x)))


def above(k: Num, count: Num) -> Num:
    """The largest weight of `count` digits from k on, seen from k."""
    return th.total(i, 0, count - 1, th.exp(-b * TWO**k * (TWO**i - 1)))


def doubled() -> Proof:
    """The largest weight begins with 1, and the rest is that from k + 1 on, shrunk."""

    def said(count: Num) -> th.Said:
        return above(k, count + 1), "=", 1 + th.exp(-b * TWO**k) * above(k + 1, count)

    proof = Proof(Theorem((k, m, b), concludes=said(m)))
    here = proof.induction(j, 0, said(j), proof.gram(said(ZERO), []))
    proof.gram(said(j + 1), [(1, here)])
    proof.at(proof.close(), m)
    return proof


def higher() -> Proof:
    """That of digits from k + 1 on is at most that from k on."""

    def said(count: Num) -> th.Said:
        return above(k + 1, count), "<=", above(k, count)

    proof = Proof(Theorem((k, m, b), concludes=said(m)))
    here = proof.induction(j, 0, said(j), proof.gram(said(ZERO), []))
    proof.by(one(), {"n": j})
    less = proof.by(falling(), {"x": b * TWO**k * (TWO**j - 1)})
    proof.gram(said(j + 1), [(1, here), (1, less)])
    proof.at(proof.close(), m)
    return proof


def one() -> Proof:
    """2^n >= 1."""
    proof = Proof(Theorem((n,), concludes=(1, "<=", TWO**n)))
    here = proof.induction(j, 0, (1, "<=", TWO**j), proof.gram((1, "<=", TWO**ZERO), []))
    proof.gram((1, "<=", TWO ** (j + 1)), [(2, here)])
    proof.at(proof.close(), n)
    return proof


def weight(count: Num, b: Any = b, times: int = 1) -> Num:  # noqa: ANN401
    """The weight of the first digits."""
    return th.total(j, 0, count - 1, d[j] * th.exp(-times * b * r[j]))


def one_more() -> Proof:
    """What is shown of the digits from k + 1 on follows for those from k on."""

    def most(k: Num, count: Num) -> Num:
        """Those before k, and the largest weight of the others."""
        return weight(k) + th.exp(-b * r[k]) * above(k, count)

    every, rest, now = weight(k + 1 + m), above(k + 1, m), d[k]
    given = (*DIGITS, (every, "<=", most(k + 1, m)))
    proof = Proof(Theorem((k, m, b, d, r), given=given, concludes=(every, "<=", most(k, m + 1))))
    u = th.exp(-b * r[k])
    bit = proof.at(0, k)
    proof.gram((0, "<=", now), [(1, proof.visible((0, "<=", now**2))), (1, bit)])
    proof.gram((now, "<=", 1), [(1, proof.visible((0, "<=", (1 - now) ** 2))), (1, bit)])
    before = th.exp(-b * (r[k] + now * TWO**k))
    moved = proof.rewrite((every, "<=", weight(k + 1) + before * rest), 3, proof.at(2, k))
    line = proof.by(chord(), {"x": b * TWO**k, "d": now})
    first = proof.by(doubled(), {"k": k, "m": m, "b": b})
    less = proof.by(higher(), {"k": k, "m": m, "b": b})
    last = proof.visible((0, "<=", th.exp(-b * TWO**k * (TWO**m - 1))))
    proof.visible((0, "<=", rest))
    low = u * (1 - now)
    proof.gram(proof.theorem.concludes, [
        (1, moved), (u * rest, line), (low - u, first), (low, less), (low, last)])  # fmt: skip
    return proof


def below_series() -> Proof:
    """sum over the digits 1 of e^(-b r_k) <= sum over i < n of e^(-b (2^i - 1))."""
    proof = Proof(Theorem((n, b, d, r), given=DIGITS, concludes=(weight(n), "<=", above(ZERO, n))))

    def said(k: Num, count: Num) -> th.Said:
        return weight(n), "<=", weight(k) + th.exp(-b * r[k]) * above(k, count)

    proof.induction(l, 0, said(n - l, l), proof.gram(said(n, ZERO), []), last=n)
    more = proof.by(one_more(), {"k": n - l - 1, "m": l, "b": b, "d": d, "r": r})
    proof.gram(said(n - l - 1, l + 1), [(1, more)])
    every = proof.gram(said(ZERO, n), [(1, proof.close())])
    proof.rewrite(proof.theorem.concludes, every, 1)
    return proof


RATE = c * th.ln(1 / (1 - alpha))
BELOW_ONE = ((alpha, "<", 1),)


def bits(*, given: Given = (*DIGITS, *BELOW_ONE), power: int = 1) -> Proof:
    """The same for (1 - alpha)^c in place of e^(-b)."""
    series = th.total(i, 0, n - 1, th.exp(-RATE * (TWO**i - power)))
    proof = Proof(
        Theorem((n, c, alpha, d, r), given=given, concludes=(weight(n, RATE), "<=", series))
    )
    proof.visible((0, "<", th.ln(1 / (1 - alpha))))
    proof.by(below_series(), {"n": n, "b": RATE, "d": d, "r": r})
    return proof


def passed_on() -> Proof:
    """e^(-y) (1 + log2(1 + 1/(2y))) <= log2(1 + 1/y)."""
    z = sp.Symbol("y", positive=True)
    log = {"l": sp.log(2), "m": sp.log(1 + 1 / (2 * z)), "k": sp.log(1 + 1 / z), "b": z,
           "w": sp.exp(z)}  # fmt: skip
    twice = 1 + th.ln(1 + 1 / (2 * y)) / th.ln(2)
    return lemma((y,), (th.exp(-y) * twice, "<=", th.ln(1 + 1 / y) / th.ln(2)), facts=[
        (parse("log(2) + log(1 + 1/(2*b)) <= (1 + b)*log(1 + 1/b)", where="b > 0"), {"b": z}),
        (parse("log(1 + 1/b) > 0", where="b > 0"), {"b": z}),
        (parse("1 + b <= exp(b)", where="b > 0"), {"b": z}),
        (parse("(1 + b)*k <= w*k", where="k > 0, 1 + b <= w"), {x: log[x] for x in "bkw"}),
        (parse("l + m <= w*k", where="l + m <= (1 + b)*k, (1 + b)*k <= w*k"), log),
        (parse("(1 + m/l)/w <= k/l", where="l, w > 0, l + m <= w*k"),
         {x: log[x] for x in "klmw"}),
    ])  # fmt: skip


def series(*, given: Given = BELOW_ONE, inside: int = 1) -> Proof:
    """sum over i < n of (1 - alpha)^(c (2^i - 1)) <= 1 + log2(1 + 1/(c ln(1/(1 - alpha))))."""
    total = th.total(i, 0, n - 1, th.exp(-RATE * (TWO**i - 1)))
    most = 1 + th.ln(inside + 1 / RATE) / th.ln(2)
    proof = Proof(Theorem((n, c, alpha), given=given, concludes=(total, "<=", most)))
    proof.visible((0, "<", th.ln(1 / (1 - alpha))))

    def said(k: Num, count: Num) -> th.Said:
        left = th.total(i, 0, count - 1, th.exp(-RATE * TWO**k * (TWO**i - 1)))
        return left, "<=", 1 + th.ln(1 + 1 / (RATE * TWO**k)) / th.ln(2)

    proof.by(one(), {"n": n})
    here = proof.induction(l, 0, said(n - l, l), proof.visible(said(n, ZERO)), last=n)
    k = n - l - 1
    proof.by(one(), {"n": k})
    more = proof.by(doubled(), {"k": k, "m": l, "b": RATE})
    step = proof.by(passed_on(), {"y": RATE * TWO**k})
    proof.gram(said(k, l + 1), [(1, step), (th.exp(-RATE * TWO**k), here), (1, more)])
    proof.close()
    return proof


def decays(*, slope: int = 1) -> Proof:
    """The same with alpha in the place of ln(1/(1 - alpha)), which is larger."""
    a, times = sp.Symbol("alpha", positive=True), sp.Symbol("c", positive=True)
    rate = sp.log(1 / (1 - a))
    ends = {"u": 1 / (times * rate), "v": 1 / (slope * times * a)}
    said = [1 + th.ln(1 + 1 / one) / th.ln(2) for one in (RATE, slope * c * alpha)]
    return lemma((c, alpha), (said[0], "<=", said[1]), given=BELOW_ONE, facts=[
        (parse(f"{slope}*alpha <= log(1/(1 - alpha))", where="0 < alpha < 1"), {"alpha": a}),
        (parse("1/(c*y) <= 1/(c*x)", where="x > 0, c > 0, x <= y"),
         {"x": slope * a, "y": rate, "c": times}),
        (parse("log(1 + u) <= log(1 + v)", where="u, v > 0, u <= v"), ends),
    ])  # fmt: skip
