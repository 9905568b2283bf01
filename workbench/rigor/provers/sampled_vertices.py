"""The average of K vertices of a simplex that are drawn one after the other with the same law.

A coordinate of a vertex is 1 or 0.  Here the numbers are the multiples of a vector e: A_k is e or
0, so |A_k|^2 = <A_k, e>.  Of two coordinates at most one is e, so <A_k, B_k> = 0; where the first
is 0 the second is e with chance r = y/(1 - x), and any r will do for x = 1.  A draw less its mean
is orthogonal to all before it, so of a product of two sums only the products of one draw count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

K, t, j = th.integer("K", at_least=1), th.integer("t"), th.integer("j")
x, y, r = (th.number(name, at_least=0) for name in ("x", "y", "r"))
e = th.vector("e")
LENGTH, SECOND = e @ e, r * (1 - x)  # SECOND is y


def drawn(name: str, mean: Vec | None) -> Many:
    """A coordinate of each draw; its mean given all before, where it is known."""
    return th.draws(name, t, mean=mean)


A, B = drawn("A", x * e), drawn("B", r * (e - drawn("A", x * e)[t]))
TOLD: tuple[Any, ...] = (
    (t, 0, (A[t] @ A[t], "=", A[t] @ e)), (SECOND, "=", y), (t, 0, (A[t] @ B[t], "=", 0)),
)  # fmt: skip


def _sums(name: str, of: Many) -> Many:
    """What has been drawn so far, added up."""
    bare = th.iterates(name, t, before=0 * e, start=0 * e)
    return th.iterates(name, t, before=0 * e, start=0 * e, following=bare[t] + of[t])


def _for_every(
    p: Proof, said: Callable[..., th.Said], sums: Sequence[Many],
    step: Callable[[int], list[Any]], of: Sequence[Many], means: Sequence[Num],
) -> int:  # fmt: skip
    """A relation between sums less their means after K draws; `step` adds one draw."""
    zero, parts = th.num(0), list(zip(sums, of, means, strict=True))
    empty = p.gram(said(zero, *(0 * e - (zero * m) * e for m in means)), [])
    base = p.unfold(said(zero, *(s[zero] - (zero * m) * e for s, _, m in parts)), empty,
                    [(s, zero) for s in sums])  # fmt: skip
    here = p.induction(j, 0, said(j, *(s[j] - (j * m) * e for s, _, m in parts)), base)
    more = said(j + 1, *(s[j] + o[j] - ((j + 1) * m) * e for s, o, m in parts))
    p.unfold(said(j + 1, *(s[j + 1] - ((j + 1) * m) * e for s, _, m in parts)),
             p.gram(more, step(here)), [(s, j + 1) for s in sums])  # fmt: skip
    return p.at(p.close(), K)


def average(*, mean: Num = x, of: Many = A) -> Proof:
    """E <xh, e> = mean |e|^2 for the average xh of the draws of one coordinate."""
    S = _sums("S", of)
    p = Proof(
        Theorem((K, x, e, of, S), concludes=(th.mean((1 / K * S[K]) @ e), "=", mean * LENGTH))
    )

    def step(here: int) -> list[Any]:
        return [(1, here), (1, p.centred(of[j], e))]

    last = _for_every(p, lambda _, u: (th.mean(u @ e), "=", 0), [S], step, [of], [x])
    p.gram(p.theorem.concludes, [(1 / K, last)])
    return p


def variance(*, given: Sequence[Any] = TOLD[:1], over: Num = K, of: Many = A) -> Proof:
    """E |xh - x e|^2 = x (1 - x) |e|^2/K.

    given, over, of: the hypotheses, what is in the place of K, and the draws
    """
    S, each = _sums("S", of), x * (1 - x)
    p = Proof(Theorem((K, x, e, of, S), given=given, concludes=(
        th.mean(th.square(1 / K * S[K] - x * e)), "=", each * LENGTH / over)))  # fmt: skip

    def step(here: int) -> list[Any]:
        before = p.centred(of[j], S[j] - (j * x) * e)
        alone = p.centred(of[j], e)
        return [
            (1, here),
            (2, before),
            (1, p.expect(p.at(p.given(TOLD[0]), j))),
            (1 - 2 * x, alone),
        ]

    last = _for_every(
        p, lambda k, u: (th.mean(u @ u), "=", k * each * LENGTH), [S], step, [of], [x]
    )
    p.gram(p.theorem.concludes, [(1 / K**2, last)])
    return p


def covariance(*, given: Sequence[Any] = TOLD[1:], over: Num = K) -> Proof:
    """E <xh - x e, yh - y e> = -x y |e|^2/K for two coordinates.

    given, over: the hypotheses, and what is in the place of K
    """
    S, R = _sums("S", A), _sums("R", B)

    def claimed(second: Num, over: Num) -> th.Said:
        both = (1 / K * S[K] - x * e) @ (1 / K * R[K] - second * e)
        return th.mean(both), "=", -x * second * LENGTH / over

    p = Proof(Theorem((K, x, y, r, e, A, B, S, R), given=given, concludes=claimed(y, over)))

    def step(here: int) -> list[Any]:
        one, other = S[j] - (j * x) * e, R[j] - (j * SECOND) * e
        return [
            (1, here), (1, p.centred(A[j], other)), (1, p.centred(B[j], one)),
            (-r, p.centred(A[j], one)), (1, p.expect(p.at(p.given(TOLD[2]), j))),
            (-x, p.centred(B[j], e)),
            (x * r - SECOND, p.centred(A[j], e)),
        ]  # fmt: skip

    def said(k: Num, u: Vec, v: Vec) -> th.Said:
        return th.mean(u @ v), "=", -k * x * SECOND * LENGTH

    last = _for_every(p, said, [S, R], step, [A, B], [x, SECOND])
    p.rewrite(
        p.theorem.concludes, p.gram(claimed(SECOND, over), [(1 / K**2, last)]), p.given(TOLD[1])
    )
    return p
