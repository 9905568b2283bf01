"""The pieces of an interval at its odd ends: how they follow each other, and those of a prefix.

The notation is that of `workbench.rigor.provers.dyadic_pieces`.  A digit of level k counts 2^k
times in the number that the digits make, so there are no more digits 1 than this number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from workbench.rigor.provers.digit_weights import TWO, ZERO, j, l, m, one
from workbench.rigor.provers.dyadic_pieces import (
    BITS,
    DOWN,
    HALF_BIT,
    UP,
    Given,
    b,
    bit,
    bound,
    chord,
    in_logarithms,
    k,
    n,
    not_between,
    pieces,
    u,
    v,
    x,
    y,
)
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem

s, t = th.integer("s"), th.integer("t")


def ones(of: Many, count: Num = m) -> Num:
    """How many of the first digits are 1."""
    return th.total(j, 0, count - 1, of[j])


def zeros(of: Many, count: Num = m) -> Num:
    """How many of the first digits are 0."""
    return th.total(j, 0, count - 1, 1 - of[j])


def cut_off(of: Many, count: Num, *, zero: bool = False) -> th.Said:
    """The digits 1, or 0, are no more than the number that they make."""
    number = TWO**count * x[count] - x[0] if of is u else y[0] - TWO**count * y[count]
    return (
        (zeros(of, count), "<=", TWO**count - 1 - number)
        if zero
        else (ones(of, count), "<=", number)
    )


@cache
def counted(of: Many, *, zero: bool = False) -> Proof:
    """A digit of level k counts 2^k >= 1 times."""
    ends, bits = (UP, BITS[0]) if of is u else (DOWN, BITS[1])
    shift = x if of is u else y
    proof = Proof(Theorem((n, shift, of), given=(ends, bits), concludes=cut_off(of, n, zero=zero)))
    here = proof.induction(l, 0, cut_off(of, l, zero=zero),
                           proof.gram(cut_off(of, ZERO, zero=zero), []))  # fmt: skip
    low, high = bit(proof, of, 1, l)
    power = proof.by(one(), {"n": l})
    now, next_one = (1 - of[l] if zero else of[l]), proof.at(0, l)
    proof.gram((0, "<=", now), [(1, high if zero else low)])
    sign = (1 if of is u else -1) * (-1 if zero else 1)
    proof.gram(cut_off(of, l + 1, zero=zero), [(1, here), (now, power), (sign * TWO**l, next_one)])
    proof.at(proof.close(), n)
    return proof


def not_fewer(proof: Proof, of: Many, *, zero: bool = False) -> int:
    """0 <= how many digits are 1, or 0, for any number of digits."""
    count, place = zeros if zero else ones, proof.given(BITS[of is v])
    at = th.integer(("t" if of is v else "s") * (1 + zero))
    none = proof.gram((0, "<=", count(of, ZERO)), [])
    here = proof.induction(at, 0, (0, "<=", count(of, at)), none)
    proof.gram((0, "<=", count(of, at + 1)), [(1, here), (1, bit(proof, of, place, at)[zero])])
    return proof.close()


def none_of(proof: Proof, of: Many, known: Sequence[tuple[Any, int]], *, zero: bool = False) -> int:
    """That no digit is 1, or 0, by what is known of the ends."""
    proof.at(not_fewer(proof, of, zero=zero), m)
    put = {"n": m, "u": u, "x": x} if of is u else {"n": m, "v": v, "y": y}
    most = proof.by(counted(of, zero=zero), put)
    return proof.gram(((zeros if zero else ones)(of), "<=", 0), [(1, most), *known])


FITS: tuple[Any, ...] = (DOWN, BITS[1], (y[0], "=", b), (x[k] + 1, "<=", y[k]))


def fits(*, given: Given = FITS, more: int = 1) -> Proof:
    """A piece at the left end of level k ends by b."""
    proof = Proof(
        Theorem((b, k, x, y, v), given=given, concludes=((x[k] + more) * TWO**k, "<=", b))
    )
    _, _, last, room = (proof.given(one) for one in FITS)
    low = proof.at(not_fewer(proof, v), k)
    most, power = proof.by(counted(v), {"n": k, "v": v, "y": y}), proof.by(one(), {"n": k})
    proof.gram((0, "<=", TWO**k), [(1, power)])
    proof.gram(((x[k] + 1) * TWO**k, "<=", b), [(TWO**k, room), (1, low), (1, most), (1, last)])
    return proof


LONGEST: tuple[Any, ...] = FITS[:3]


def longest(*, given: Given = LONGEST, times: int = 2) -> Proof:
    """One that is twice as long as the piece at the right end of level k would end after b."""
    end = (y[k] - 1) * TWO**k + times * TWO**k
    proof = Proof(Theorem((b, k, y, v), given=given, concludes=(b + 1, "<=", end)))
    low, last = proof.at(not_fewer(proof, v, zero=True), k), proof.given(LONGEST[2])
    most = proof.by(counted(v, zero=True), {"n": k, "v": v, "y": y})
    proof.gram((b + 1, "<=", (y[k] + 1) * TWO**k), [(1, low), (1, most), (-1, last)])
    return proof


def chained(of: Many, *, given: Given | None = None) -> Proof:
    """The pieces of level k + 1 begin, or end, where that of level k at the same end stops."""
    ends, symbols, now = (UP, (k, x, u), x[k] + u[k]) if of is x else (DOWN, (k, y, v), y[k] - v[k])
    said = now * TWO**k, "=", of[k + 1] * TWO ** (k + 1)
    proof = Proof(Theorem(symbols, given=[ends] if given is None else given, concludes=said))
    proof.gram(said, [(TWO**k, proof.at(proof.given(ends), k))])
    return proof


PREFIX: tuple[Any, ...] = (UP, BITS[0], (x[0], "=", 0), (x[m], "=", 0))


def of_prefix(*, given: Given = PREFIX, times: int = 1) -> Proof:
    """A prefix has as many pieces as its length has binary digits 1."""
    proof = Proof(Theorem((m, x, u, v), given=given, concludes=(times * pieces(m), "=", ones(v))))
    none = none_of(proof, u, [(-1, proof.given(PREFIX[2])), (TWO**m, proof.given(PREFIX[3]))])
    same = proof.gram((ones(v), "=", ones(v)), [])
    both = proof.rewrite((ones(u) + ones(v), "=", ones(v)), same, none)
    proof.gram((pieces(m), "=", ones(v)), [(1, both)])
    return proof


DIGITS: tuple[Any, ...] = (DOWN, BITS[1], (y[0], "=", n), (y[m], "=", 0))


def digits_of(*, given: Given = DIGITS, addend: int = 1) -> Proof:
    """A number n has at most log2(n + 1) binary digits 1."""
    proof = Proof(Theorem((n, m, y, v), given=given, concludes=(
        ones(v), "<=", th.ln(n + addend) / th.ln(2))))  # fmt: skip
    down, place, first, last = (proof.given(one) for one in DIGITS)
    low = not_fewer(proof, v, zero=True)

    def said(count: Num) -> th.Said:
        return th.exp(th.ln(2) * ones(v, count)), "<=", y[0] - TWO**count * y[count] + 1

    here = proof.induction(l, 0, said(l), proof.gram(said(ZERO), []))
    bit(proof, v, place, l)
    line = proof.by(chord(), {"w": 2 * v[l]})
    room = proof.by(counted(v, zero=True), {"n": l, "v": v, "y": y})
    proof.gram(said(l + 1), [
        (th.exp(th.ln(2) * ones(v, l)), line), (1 + v[l], here), (v[l], proof.at(low, l)),
        (v[l], room), (-(TWO**l), proof.at(down, l))])  # fmt: skip
    every = proof.at(proof.close(), m)
    proof.gram((2 * th.exp(HALF_BIT * (2 * ones(v))), "<=", 2 * n + 2), [
        (2, every), (2, first), (-2 * TWO**m, last)])  # fmt: skip
    few = proof.by(in_logarithms(), {"c": 2 * ones(v), "e": 2 * n})
    proof.gram((ones(v), "<=", th.ln(n + 1) / th.ln(2)), [(th.num(1) / 2, few)])
    return proof


MOST: tuple[Any, ...] = (
    UP, DOWN, *BITS, (x[0], "=", 1), (y[0], "=", 2 * TWO**m - 1), (x[m], "=", 1), (y[m], "=", 1),
)  # fmt: skip


def attained(*, given: Given = MOST, plus: int = 2) -> Proof:
    """[2, 2^(m+1) - 1] has 2 m pieces, as many as the bound says."""
    said = pieces(m), "=", bound(2 * (TWO**m - 1), plus)
    proof = Proof(Theorem((m, x, y, u, v), given=given, concludes=said))
    ends = [proof.given(one) for one in MOST[4:]]
    left = none_of(proof, u, [(1, ends[0]), (-(TWO**m), ends[2])], zero=True)
    right = none_of(proof, v, [(-1, ends[1]), (TWO**m, ends[3])], zero=True)
    both = zeros(u) + zeros(v), "=", 0
    rest = proof.rewrite((0 + zeros(v), "=", 0), proof.gram((ZERO, "=", ZERO), []), right)
    rest = proof.rewrite(both, rest, left)

    def said_of(count: Num) -> th.Said:
        return pieces(count), "=", 2 * count - zeros(u, count) - zeros(v, count)

    here = proof.induction(l, 0, said_of(l), proof.gram(said_of(ZERO), []))
    proof.gram(said_of(l + 1), [(1, here)])
    whole = proof.at(proof.close(), m)
    proof.gram(said, [(1, whole), (-1, rest)])
    return proof


START: Any = (y[0], "=", n)
PLACE: tuple[Any, ...] = (DOWN, START)


def place(*, given: Given = PLACE, further: int = 0) -> Proof:
    """The piece of the digit k ends at n less what the digits below it make."""

    def said(count: Num, below: Num) -> th.Said:
        return y[count] * TWO**count, "=", n - th.total(j, 0, below - 1, v[j] * TWO**j)

    proof = Proof(
        Theorem((n, k, y, v), given=given, concludes=said(k, k + further if further else k))
    )
    down, start = (proof.given(one) for one in PLACE)
    here = proof.induction(l, 0, said(l, l), proof.gram(said(ZERO, ZERO), [(1, start)]))
    proof.gram(said(l + 1, l + 1), [(1, here), (-(TWO**l), proof.at(down, l))])
    proof.at(proof.close(), k)
    return proof


ODD: tuple[Any, ...] = (DOWN, (v[k], "=", 1), (0, "<=", y[k + 1]))


def odd_end(*, given: Given = ODD[:2], odd: int = 1) -> Proof:
    """It ends at 2^k times an odd number."""
    said = y[k] * TWO**k, "=", (2 * y[k + 1] + odd) * TWO**k
    proof = Proof(Theorem((k, y, v), given=given, concludes=said))
    down, digit = proof.at(proof.given(DOWN), k), proof.given(ODD[1])
    proof.gram(said, [(TWO**k, down), (TWO**k, digit)])
    return proof


def positive_end(*, given: Given = ODD, least: int = 1) -> Proof:
    """Which is at least 1."""
    end = y[k] * TWO**k
    proof = Proof(Theorem((k, y, v), given=given, concludes=(least, "<=", end)))
    down, digit = proof.at(proof.given(DOWN), k), proof.given(ODD[1])
    first = proof.gram((1, "<=", y[k]), [(2, proof.given(ODD[2])), (-1, down), (-1, digit)])
    proof.gram((1, "<=", end), [(1, proof.by(one(), {"n": k})), (TWO**k, first)])
    return proof


UP_TO: tuple[Any, ...] = (DOWN, BITS[1], START)


def end_inside(*, given: Given = UP_TO, more: int = 0) -> Proof:
    """And at most n."""
    end = y[k] * TWO**k
    proof = Proof(
        Theorem((n, k, y, v), given=given, concludes=(end + more if more else end, "<=", n))
    )
    low, start = proof.at(not_fewer(proof, v), k), proof.given(START)
    most = proof.by(counted(v), {"n": k, "v": v, "y": y})
    proof.gram((end, "<=", n), [(1, low), (1, most), (1, start)])
    return proof


c, q = th.integer("c", at_least=0), th.integer("q")
LAST: tuple[Any, ...] = (DOWN, BITS[1], (y[0], "=", (2 * c + 1) * TWO**k), (y[k], "=", q))


def last_piece(*, given: Given = LAST, odd: int = 1) -> Proof:
    """Of 2^k (2c + 1) the first k digits are 0, and the others make 2c + 1."""
    proof = Proof(Theorem((c, q, k, y, v), given=given, concludes=(y[k], "=", 2 * c + odd)))
    start, whole = proof.given(LAST[2]), proof.given(LAST[3])
    low = proof.at(not_fewer(proof, v), k)
    most = proof.by(counted(v), {"n": k, "v": v, "y": y})
    none = proof.at(not_fewer(proof, v, zero=True), k)
    room = proof.by(counted(v, zero=True), {"n": k, "v": v, "y": y})
    proof.by(one(), {"n": k})
    rest, scale = 2 * c + 1 - q, 1 / TWO**k
    known = [(scale, start), (-1, whole)]
    proof.gram((0, "<=", rest), [(scale, low), (scale, most), *known])
    least = proof.by(not_between(), {"n": rest})
    end = proof.gram((rest, "<=", 1 - scale), [
        (scale, none), (scale, room), (-scale, start), (1, whole)])  # fmt: skip
    none = proof.gram((rest, "<=", 0), [(TWO**k, least), (TWO**k * rest, end)])
    same = proof.gram((y[k] + rest, "=", 2 * c + 1), [(1, whole)])
    proof.rewrite((y[k], "=", 2 * c + 1), same, none)
    return proof
