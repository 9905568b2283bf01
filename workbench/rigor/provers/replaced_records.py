"""What replacing one record does to weighted sums of gradients, along given earlier outputs.

Steps are counted back from the last one: step k has age k, weight c_k >= 0 and the point v_k.
chi_k is the share of the replaced record in step k, 1 where it is used and 0 elsewhere, and o_k
what the other records add, which both datasets have in common.  So a sum moves by

    |sum c_k (o_k + chi_k u_k) - sum c_k (o_k + chi_k v_k)| <= 2 G sum c_k chi_k

for gradients u_k and v_k of length G at most, and u_k = -v_k = e with |e| = G attains it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

G, L, eta = (th.number(name, at_least=0) for name in ("G", "L", "eta"))
alpha, gamma = (th.number(name, above=0) for name in ("alpha", "gamma"))
N, length = (th.integer(name, at_least=1) for name in ("N", "l"))
k, i, t = th.integer("k"), th.integer("i"), th.integer("t")
j, r, s = th.integer("j"), th.integer("r"), th.integer("s")
c, chi = th.numbers("c", at_least=0), th.numbers("chi", at_least=0)
POWERS: list[Any] = [(alpha, "<=", 1), (c[0], "=", 1), (t, 0, (c[t + 1], "=", (1 - alpha) * c[t]))]
ONCE: Any = (t, 0, (th.total(i, 0, N - 1, chi[t + i]), "=", 1))  # in any N steps


def share(last: Num) -> Num:
    """The weight of the record in all steps up to this age."""
    return th.total(i, 0, last, c[i] * chi[i])


def _sequences(*names: str) -> list[Many]:
    return [th.draws(name, i, mean=None) for name in names]


def _moved(last: Num, one: Callable[[Num], Vec], other: Callable[[Num], Vec]) -> Vec:
    return th.total(i, 0, last, c[i] * one(i)) - th.total(i, 0, last, c[i] * other(i))


def _said(of: Sequence[Any], kept: Sequence[int]) -> list[Any]:
    return [of[place] for place in kept]


def bounded(*, powers: bool = False, factor: Any = 2, told: Sequence[int] = (0, 1)) -> Proof:  # noqa: ANN401
    """A weighted sum moves by 2 G times the weight of the record, whatever the gradients are.

    powers: whether c_k is (1 - alpha)^k
    factor, told: the factor 2, and the places of the bounds of u and v that are kept
    """
    u, v, o = _sequences("u", "v", "o")

    def moved(last: Num) -> Num:
        return abs(_moved(last, lambda a: o[a] + chi[a] * u[a], lambda a: o[a] + chi[a] * v[a]))

    def said(m: Num) -> th.Said:
        return moved(m - 1), "<=", factor * G * share(m - 1)

    bounds = _said([(t, 0, (abs(x[t]), "<=", G)) for x in (u, v)], told)
    given = POWERS if powers else []
    p = Proof(Theorem((G, *((alpha,) if powers else ()), length, c, chi, u, v, o),
                      given=[*bounds, *given], concludes=said(length)))  # fmt: skip
    here = p.induction(k, 0, said(k), p.gram(said(0 * length), []))
    weight, before = c[k] * chi[k], _moved(k - 1, lambda a: chi[a] * u[a], lambda a: chi[a] * v[a])
    parts = [(1, here), (1, p.triangle((1, before), (weight, u[k]), (-weight, v[k])))]
    p.gram(said(k + 1), [*parts, *((weight, p.at(place, k)) for place in range(len(bounds)))])
    p.gram(p.theorem.concludes, [(1, p.at(p.close(), length))])
    return p


def attained(*, powers: bool = False, factor: Any = 2, opposite: int = -1) -> Proof:  # noqa: ANN401
    """Gradients e and -e of the two records at every step attain it, with G = |e|.

    powers: whether c_k is (1 - alpha)^k
    factor, opposite: the factor 2, and that of the second gradient
    """
    e, (o,) = th.vector("e"), _sequences("o")
    last, weight = length - 1, share(length - 1)
    moved = _moved(last, lambda a: o[a] + chi[a] * e, lambda a: o[a] + chi[a] * opposite * e)
    said = factor * weight * abs(e), "<=", abs(moved)
    p = Proof(Theorem(((alpha,) if powers else ()) + (length, c, chi, e, o),
                      given=POWERS if powers else [], concludes=said))  # fmt: skip
    size = 2 * weight
    more = p.triangle((1, e), (1, size * e))  # (1 + s) |e| <= |(1 + s) e| <= |e| + |s e|
    back = p.triangle((1 / (1 + size), (1 + size) * e))
    p.gram(said, [(1 + size, back), (1, more)])
    return p


def repeated(*, told: Sequence[int] = (0, 1, 2, 3, 4), first: int = 0) -> Proof:
    """Used once in any N steps, a record has in l <= m N steps the weight sum (1 - alpha)^(i N).

    told: the places of the hypotheses that are kept
    first: where the sum over m terms begins
    """
    m = th.integer("m", at_least=1)
    said = share(length - 1), "<=", th.total(i, first, m - 1, c[i * N])
    hypotheses = [*POWERS, ONCE, (length, "<=", m * N)]
    p = Proof(Theorem((alpha, N, m, length, c, chi), given=_said(hypotheses, told), concludes=said))

    def block(j: Num) -> th.Said:  # the steps of age k N and j - 1 more
        uses = th.total(i, 0, j - 1, chi[k * N + i])
        return share(k * N + j - 1), "<=", share(k * N - 1) + c[k * N] * uses

    def blocks(n: Num) -> th.Said:
        return share(n * N - 1), "<=", th.total(i, 0, n - 1, c[i * N])

    falling, in_order = p.given(hypotheses[2]), p.given(ONCE)
    zero = 0 * length
    here = p.induction(k, 0, blocks(k), p.gram(blocks(zero), []))
    start = k * N
    falls = p.induction(j, 0, (c[start + j], "<=", c[start]),
                        p.gram((c[start + zero], "<=", c[start]), []))  # fmt: skip
    p.gram(
        (c[start + j + 1], "<=", c[start]),
        [(1, falls), (1, p.at(falling, start + j)), (alpha, p.visible((0, "<=", c[start + j])))],
    )
    falls = p.close()
    so_far = p.induction(r, 0, block(r), p.gram(block(zero), []))
    p.gram(block(r + 1), [(1, so_far), (chi[start + r], p.at(falls, r))])
    full = p.at(p.close(), N)
    p.gram(blocks(k + 1), [(1, here), (1, full), (c[start], p.at(in_order, start))])
    every = p.at(p.close(), m)
    last = length + s - 1
    more = p.induction(
        s,
        0,
        (share(length - 1), "<=", share(last)),
        p.gram((share(length - 1), "<=", share(length + zero - 1)), []),
    )
    used = p.visible((0, "<=", c[length + s] * chi[length + s]))
    p.gram((share(length - 1), "<=", share(last + 1)), [(1, more), (1, used)])
    p.gram(said, [(1, every), (1, p.at(p.close(), m * N - length))])
    return p


def once(*, told: Sequence[int] = (0, 1, 2, 3, 4)) -> Proof:
    """In N steps or fewer the weight of a record is at most 1."""
    said = share(length - 1), "<=", th.num(1)
    hypotheses = [*POWERS, ONCE, (length, "<=", N)]
    p = Proof(Theorem((alpha, N, length, c, chi), given=_said(hypotheses, told), concludes=said))
    p.gram(said, [(1, p.by(repeated(), {
        "alpha": alpha, "N": N, "m": 1, "l": length, "c": c, "chi": chi})), (1, 1)])  # fmt: skip
    return p


def difference(
    *,
    long: bool = False,
    weight: Any = 1,  # noqa: ANN401 - a number
    told: Sequence[int] = (0, 1, 2),
    smooth: Any = L,  # noqa: ANN401
) -> Proof:
    """|g_k - (1 - gamma) g_(k+N)| <= B for the gradients of one record along steps of length eta.

    long: whether B is gamma G + (1 - gamma) 2 G, in place of gamma G + (1 - gamma) L eta N
    weight, told, smooth: a factor at 1 - gamma, the places of the hypotheses, the class of the loss
    """
    f, (v,), kappa, n = th.function("f", smooth=smooth), _sequences("v"), 1 - gamma, _AGE
    hypotheses = [(gamma, "<=", 1), *_along(v, f)]
    p = Proof(Theorem(
        (gamma, G, L, eta, N, n, f, v), given=_said(hypotheses, told),
        concludes=(abs(_change(f, v, n)), "<=", _most(long, weight)),
    ))  # fmt: skip

    _, short, small = map(p.given, hypotheses)

    def path(m: Num) -> th.Said:
        return abs(v[n] - v[n + m]), "<=", m * eta

    so_far = p.induction(j, 0, path(j), p.gram(path(0 * N), []))
    one = p.triangle((1, v[n] - v[n + j]), (1, v[n + j] - v[n + j + 1]))
    p.gram(path(j + 1), [(1, so_far), (1, one), (1, p.at(short, n + j))])
    far, now = p.at(p.close(), N), f.grad(v[n])
    apart = now - f.grad(v[n + N])
    parts = [(1, p.triangle((gamma, now), (kappa, apart))), (gamma, p.at(small, n))]
    if long:
        parts += [(kappa, p.triangle((1, now), (-1, now - apart))),
                  (kappa, p.at(small, n)), (kappa, p.at(small, n + N))]  # fmt: skip
    else:
        parts += [(kappa, p.lipschitz(f, v[n], v[n + N])), (kappa * L, far)]
    p.gram(p.theorem.concludes, parts)
    return p


_AGE = th.integer("n", at_least=0)


def _along(v: Many, *losses: Many) -> list[Any]:
    bounds = [(t, 0, (abs(f.grad(v[t])), "<=", G)) for f in losses]
    return [(t, 0, (abs(v[t] - v[t + 1]), "<=", eta)), *bounds]


def _most(long: bool, weight: Any = 1) -> Num:  # noqa: ANN401
    return gamma * G + weight * (1 - gamma) * (2 * G if long else L * eta * N)


def _change(f: Many, v: Many, age: Num) -> Vec:
    return f.grad(v[age]) - (1 - gamma) * f.grad(v[age + N])


def differences(
    *,
    long: bool = False,
    factor: Any = 2,  # noqa: ANN401 - a number
    told: Sequence[int] = (0, 1, 2, 3, 4),
) -> Proof:
    """A weighted sum of g_k - (1 - gamma) g_(k+N) moves by 2 B times the weight of the record.

    long: which B, as in `difference`
    factor, told: the factor 2, and the places of the hypotheses that are kept
    """
    f, g = (th.function(name, smooth=L) for name in ("f", "g"))
    v, o = _sequences("v", "o")

    def query(of: Many) -> Callable[[Num], Vec]:
        def gradient(a: Num) -> Vec:
            return o[a] + chi[a] * of.grad(v[a])

        return lambda a: gradient(a) - (1 - gamma) * gradient(a + N)

    def said(m: Num) -> th.Said:
        moved = abs(_moved(m - 1, query(f), query(g)))
        return moved, "<=", factor * _most(long) * share(m - 1)

    hypotheses = [(gamma, "<=", 1), *_along(v, f, g), ONCE]
    p = Proof(Theorem((gamma, G, L, eta, N, length, c, chi, f, g, v, o),
                      given=_said(hypotheses, told), concludes=said(length)))  # fmt: skip
    in_order = p.given(ONCE)
    zero = 0 * length
    here = p.induction(k, 0, said(k), p.gram(said(zero), []))

    def slid(m: Num) -> th.Said:
        now, then = (th.total(i, 0, m - 1, chi[k + step + i]) for step in (0, 1))
        return chi[k] + then, "=", now + chi[k + m]

    turn = p.induction(r, 0, slid(r), p.gram(slid(zero), []))
    p.gram(slid(r + 1), [(1, turn)])
    slides = p.at(p.close(), N)
    same = p.gram(
        (chi[k + N], "=", chi[k]),
        [(-1, slides), (1, p.at(in_order, k + 1)), (-1, p.at(in_order, k))],
    )
    own = {"gamma": gamma, "G": G, "L": L, "eta": eta, "N": N, "n": k, "v": v}
    terms = [p.by(difference(long=long), {**own, "f": of}) for of in (f, g)]
    before, weight = _moved(k - 1, query(f), query(g)), c[k] * chi[k]
    changes = _change(f, v, k), _change(g, v, k)
    moved = p.triangle((1, before), (weight, changes[0]), (-weight, changes[1]))
    right = factor * _most(long) * share(k)
    plain = abs(before + weight * (changes[0] - changes[1]))
    parts = [(1, here), (1, moved), *((weight, one) for one in terms)]
    new = abs(before + c[k] * (query(f)(k) - query(g)(k)))
    p.rewrite((new, "<=", right), p.gram((plain, "<=", right), parts), same)
    p.gram(p.theorem.concludes, [(1, p.at(p.close(), length))])
    return p


def full_gradients(
    *,
    leak: bool = False,
    factor: Any = 2,  # noqa: ANN401 - a number
    weight: Any = 1,  # noqa: ANN401
    told: Sequence[int] = (0, 1, 2, 3),
) -> Proof:
    """How far a difference of mean gradients at two points moves when one of N records does.

    leak: whether it is grad F(w) - (1 - gamma) grad F(v), in place of grad F(w) - grad F(v)
    factor, weight, told: the factor 2, one at gamma, and the places of the hypotheses
    """
    f, g = (th.function(name, smooth=L) for name in ("f", "g"))
    others, w, v = th.mapping("o"), th.vector("w"), th.vector("v")
    kappa = 1 - gamma if leak else th.num(1)

    def query(of: Many) -> Vec:
        now, then = ((1 / N) * (others(u) + of.grad(u)) for u in (w, v))
        return now - kappa * then

    hypotheses: list[Any] = [(abs(w - v), "<=", eta)]
    if leak:
        hypotheses += [(gamma, "<=", 1), *((abs(of.grad(w)), "<=", G) for of in (f, g))]
    most = weight * gamma * G + kappa * L * eta if leak else L * eta
    p = Proof(Theorem(
        (*((gamma, G) if leak else ()), L, eta, N, others, f, g, w, v),
        given=_said(hypotheses, [place for place in told if place < len(hypotheses)]),
        concludes=(abs(query(f) - query(g)), "<=", factor * most / N),
    ))  # fmt: skip
    near, *few = map(p.given, hypotheses)
    signs = ((1, f), (-1, g))
    pieces = [(sign / N * kappa, of.grad(w) - of.grad(v)) for sign, of in signs]
    ends = [(sign / N * gamma, of.grad(w)) for sign, of in signs] if leak else []
    parts: list[tuple[Any, int]] = [(1, p.triangle(*pieces, *ends))]
    for place, (_, of) in zip(few[1:] or [0, 0], signs, strict=True):
        parts += [(kappa / N, p.lipschitz(of, w, v)), (kappa * L / N, near)]
        parts += [(gamma / N, place)] if leak else []
    p.gram(p.theorem.concludes, parts)
    return p
