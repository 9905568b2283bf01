"""Whole numbers by their binary digits, and the sum of what is left when digits are cut off.

With digits d_1, ..., d_n from the first one on, s_i is the number of the first i digits, so that
T = s_n, and s_(n-k) is the integer part of T/2^k:

    s_(i+1) = 2 s_i + d_(i+1),      s_1 + ... + s_n = 2 T - (d_1 + ... + d_n)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

n, k = th.integer("n", at_least=1), th.integer("k", at_least=0)
i, j, r = (th.integer(name) for name in "ijr")
s, d, p = th.numbers("s"), th.numbers("d", at_least=0), th.numbers("p", at_least=0)
DIGITS: list[Any] = [(s[0], "=", 0), (i, 0, (s[i + 1], "=", 2 * s[i] + d[i + 1]))]
POWERS: list[Any] = [(p[0], "=", 1), (i, 0, (p[i + 1], "=", 2 * p[i]))]
SMALL: Any = (i, 0, (d[i], "<=", 1))
LEADING: Any = (d[1], "=", 1)
CUT: tuple[Any, ...] = (*DIGITS[1:], *POWERS, SMALL)


def left(most: Num) -> Num:
    """s_1 + ... + s_most."""
    return th.total(r, 1, most, s[r])


def counted(*, given: Sequence[Any] = DIGITS, ones: int = 1) -> Proof:
    """s_1 + ... + s_n = 2 s_n - (d_1 + ... + d_n).

    given, ones: the hypotheses, and how often the digits are subtracted
    """

    def said(most: Num, ones: int = 1) -> th.Said:
        return left(most), "=", 2 * s[most] - ones * th.total(r, 1, most, d[r])

    p = Proof(Theorem((n, s, d), given=given, concludes=said(n, ones)))
    first, next_one = p.places(DIGITS)
    here = p.induction(j, 0, said(j), p.gram(said(0 * n), [(-2, first)]))
    p.gram(said(j + 1), [(1, here), (-1, p.at(next_one, j))])
    p.gram(p.theorem.concludes, [(1, p.at(p.close(), n))])
    return p


def bounded(*, given: Sequence[Any] = (*DIGITS, LEADING), less: int = 1) -> Proof:
    """s_1 + ... + s_n <= 2 s_n - 1 if the first digit is 1.

    given, less: the hypotheses, and what is subtracted
    """
    said = left(n), "<=", 2 * s[n] - less
    p = Proof(Theorem((n, s, d), given=given, concludes=said))
    most = th.num(1), "<=", th.total(r, 1, 1 + j, d[r])
    here = p.induction(
        j, 0, most, p.gram((1, "<=", th.total(r, 1, 1 + 0 * n, d[r])), [(-1, p.given(LEADING))])
    )
    p.gram((1, "<=", th.total(r, 1, 2 + j, d[r])), [(1, here), (1, p.visible((0, "<=", d[j + 2])))])
    ones = p.at(p.close(), n - 1)
    p.gram(said, [(1, p.by(counted(), {"n": n, "s": s, "d": d})), (1, ones)])
    return p


def cut(*, above: bool = False, given: Sequence[Any] = CUT) -> Proof:
    """2^k s_j <= s_(j+k), and s_(j+k) + 1 <= 2^k (s_j + 1): s_j is the integer part of s_(j+k)/2^k.

    above, given: whether it is the second one, and the hypotheses
    """
    m = th.integer("m", at_least=0)

    def said(steps: Num) -> th.Said:
        if above:
            return s[m + steps] + 1, "<=", p[steps] * (s[m] + 1)
        return p[steps] * s[m], "<=", s[m + steps]

    t = Proof(Theorem((k, m, s, d, p), given=given, concludes=said(k)))
    doubles, first, next_power, small = t.places(CUT)
    base = t.gram(said(0 * k), [(-(s[m] + 1) if above else s[m], first)])
    here = t.induction(j, 0, said(j), base)
    grows, next_one = t.at(doubles, m + j), t.at(next_power, j)
    if above:
        parts = [(2, here), (1, grows), (-(s[m] + 1), next_one), (1, t.at(small, m + j + 1))]
    else:
        parts = [(2, here), (-1, grows), (s[m], next_one),
                 (1, t.visible((0, "<=", d[m + j + 1])))]  # fmt: skip
    t.gram(said(j + 1), parts)
    t.gram(t.theorem.concludes, [(1, t.at(t.close(), k))])
    return t
