"""What replacing one record does to a sum of plain differences of gradients, over a repeated order.

The steps i = 0, ..., l - 1 of a node come N steps after the points v_i, and step i adds

    g_(i+N) - g_i,      g_i = o_i + chi_i grad f(v_i),

where chi_i is 1 if the replaced record, with the loss f or g, is used there, once in any N steps.
So its part is the sum over the last N steps less that over the first N ones, of length G each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.rigor.provers.replaced_records import (
    ONCE,
    G,
    L,
    N,
    chi,
    eta,
    i,
    j,
    k,
    length,
    r,
    t,
)
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

n = th.integer("n", at_least=0)
f, g = (th.function(name, smooth=L) for name in "fg")
v, o = (th.draws(name, i, mean=None) for name in "vo")
SHORT: Any = (t, 0, (abs(v[t] - v[t + 1]), "<=", eta))
BOUNDED: tuple[Any, ...] = tuple((t, 0, (abs(of.grad(v[t])), "<=", G)) for of in (f, g))


LONG: tuple[Any, ...] = (*BOUNDED, ONCE)


def repeats() -> Proof:
    """Once in any N steps is in the same step of every N steps."""
    proof = Proof(Theorem((N, n, chi), given=[ONCE], concludes=(chi[n + N], "=", chi[n])))

    def slid(m: Num) -> th.Said:
        now, then = (th.total(i, 0, m - 1, chi[n + step + i]) for step in (0, 1))
        return chi[n] + then, "=", now + chi[n + m]

    turn = proof.induction(r, 0, slid(r), proof.gram(slid(0 * N), []))
    proof.gram(slid(r + 1), [(1, turn)])
    slides = proof.at(proof.close(), N)
    proof.gram(proof.theorem.concludes, [
        (-1, slides), (1, proof.at(0, n + 1)), (-1, proof.at(0, n))])  # fmt: skip
    return proof


def query(of: Many) -> Callable[[Num], Vec]:
    """What a step adds."""

    def gradient(a: Num) -> Vec:
        return o[a] + chi[a] * of.grad(v[a])

    return lambda a: gradient(a + N) - gradient(a)


def moved(count: Num) -> Vec:
    """By how much the sum over the first steps moves."""
    f_part, g_part = (th.total(i, 0, count - 1, query(of)(i)) for of in (f, g))
    return f_part - g_part


STEPS: tuple[Any, ...] = (SHORT, ONCE)


def short(*, given: Sequence[Any] = STEPS, factor: Any = 2) -> Proof:  # noqa: ANN401
    """A node that uses the record c times moves by 2 c L eta N at most."""

    def said(m: Num, factor: Any = 2) -> th.Said:  # noqa: ANN401
        return abs(moved(m)), "<=", factor * (L * eta * N) * th.total(i, 0, m - 1, chi[i])

    p = Proof(Theorem((L, eta, N, length, chi, f, g, v, o), given=given,
                      concludes=said(length, factor)))  # fmt: skip
    steps = p.given(SHORT)
    here = p.induction(k, 0, said(k), p.gram(said(0 * length), []))

    def path(m: Num) -> th.Said:
        return abs(v[k] - v[k + m]), "<=", m * eta

    so_far = p.induction(j, 0, path(j), p.gram(path(0 * N), []))
    one = p.triangle((1, v[k] - v[k + j]), (1, v[k + j] - v[k + j + 1]))
    p.gram(path(j + 1), [(1, so_far), (1, one), (1, p.at(steps, k + j))])
    far = p.at(p.close(), N)
    back = [of.grad(v[k]) - of.grad(v[k + N]) for of in (f, g)]
    new = -chi[k] * back[0] + chi[k] * back[1]
    most = 2 * (L * eta * N) * th.total(i, 0, k, chi[i])
    plain = p.gram((abs(moved(k) + new), "<=", most), [
        (1, here), (1, p.triangle((1, moved(k)), (-chi[k], back[0]), (chi[k], back[1]))),
        *((chi[k], p.lipschitz(of, v[k], v[k + N])) for of in (f, g)), (2 * L * chi[k], far),
    ])  # fmt: skip
    same = p.by(repeats(), {"N": N, "n": k, "chi": chi})
    whole = abs(moved(k) + query(f)(k) - query(g)(k))
    p.rewrite((whole, "<=", most), plain, same)
    p.gram(p.theorem.concludes, [(1, p.at(p.close(), length))])
    return p


def window(of: Many, first: Num, count: Num = N) -> Vec:
    """The part of the record in so many steps from one on."""
    return th.total(i, 0, count - 1, chi[first + i] * of.grad(v[first + i]))


def in_window(of: Many) -> Proof:
    """In N steps it is G at most."""
    given = [(t, 0, (abs(of.grad(v[t])), "<=", G)), ONCE]
    p = Proof(
        Theorem((L, G, N, n, chi, of, v), given=given, concludes=(abs(window(of, n)), "<=", G))
    )

    def said(m: Num) -> th.Said:
        return abs(window(of, n, m)), "<=", G * th.total(i, 0, m - 1, chi[n + i])

    here = p.induction(r, 0, said(r), p.gram(said(0 * N), []))
    both = p.triangle((1, window(of, n, r)), (chi[n + r], of.grad(v[n + r])))
    p.gram(said(r + 1), [(1, here), (1, both), (chi[n + r], p.at(0, n + r))])
    p.gram(p.theorem.concludes, [(1, p.at(p.close(), N)), (G, p.at(1, n))])
    return p


def slides(of: Many) -> Proof:
    """One step later the first one is lost, and another one new."""

    def said(m: Num) -> th.Said:
        lost, new = (chi[a] * of.grad(v[a]) for a in (n, n + m))
        return abs(window(of, n + 1, m) - window(of, n, m) + lost - new), "<=", 0

    p = Proof(Theorem((L, N, n, chi, of, v), concludes=said(N)))
    here = p.induction(r, 0, said(r), p.gram(said(0 * N), []))
    p.gram(said(r + 1), [(1, here)])
    p.at(p.close(), N)
    return p


def long(*, given: Sequence[Any] = LONG, factor: Any = 4) -> Proof:  # noqa: ANN401
    """And by 4 G at most, as its differences telescope."""
    p = Proof(Theorem((L, G, N, length, chi, f, g, v, o), given=given,
                      concludes=(abs(moved(length)), "<=", factor * G)))  # fmt: skip

    def ends(of: Many, m: Num) -> Vec:
        return window(of, m) - window(of, 0 * m)

    def rest(m: Num) -> Vec:
        return moved(m) - ends(f, m) + ends(g, m)

    here = p.induction(k, 0, (abs(rest(k)), "<=", 0), p.gram((abs(rest(0 * length)), "<=", 0), []))
    put = {"L": L, "N": N, "n": k, "chi": chi, "v": v}
    turns = [p.by(slides(of), {**put, of.name: of}) for of in (f, g)]

    def turn(of: Many) -> Vec:
        lost, new = (chi[a] * of.grad(v[a]) for a in (k, k + N))
        return window(of, k + 1) - window(of, k) + lost - new

    both = p.triangle((1, rest(k)), (-1, turn(f)), (1, turn(g)))
    p.gram((abs(rest(k + 1)), "<=", 0), [(1, here), (1, both), *((1, one) for one in turns)])
    none = p.at(p.close(), length)
    pieces = [window(of, at) for of in (f, g) for at in (length, 0 * length)]
    signs = (1, -1, -1, 1)
    whole = p.triangle((1, rest(length)), *zip(signs, pieces, strict=True))
    parts = [(1, none), (1, whole)]
    for of in (f, g):
        for at in (length, 0 * length):
            own = {"L": L, "G": G, "N": N, "n": at, "chi": chi, "v": v, of.name: of}
            parts.append((1, p.by(in_window(of), own)))
    p.gram((abs(moved(length)), "<=", 2 * (2 * G)), parts)
    return p
