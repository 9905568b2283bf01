"""The noise of a momentum that is put together from windows of one epoch, and its variance.

The windows are independent: window i has the weight w_i and n_i nodes of variance s_i.  So

    v = alpha^2 sum_i w_i^2 n_i s_i,  E |noise| <= sqrt(d v);
    w_0 = rho^e, w_1 = c_(e-1), w_(l+2) = c_l,  c_l = sum_j rho^j kappa^(l-j) <= R = 1/(1 - rho).

(c_l + rho^(l+1) R)^2 is R^2 at l = 0 and falls by (1 - kappa^2) c_l^2 or more in each step, so that
sum c_l^2 <= 1/((1 - rho)^2 gamma (2 - gamma)) for kappa = 1 - gamma.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.windows import a, b, c, grown, kappa, powers, rho
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

Given = Sequence[Any]
e, d, B = th.integer("e", at_least=1), th.integer("d", at_least=1), th.number("B", at_least=0)
alpha, gamma, x = (th.number(name, above=0) for name in ("alpha", "gamma", "x"))
A, S = th.number("sigma_A", at_least=0), th.number("sigma_B", at_least=0)
i, j, k, l = (th.integer(name) for name in "ijkl")  # noqa: E741 - the index of the paper
i1, i2, i3, i4, i5, i6, i7 = (th.integer(f"k_{place}") for place in range(1, 8))
w, n, s = th.numbers("w"), th.numbers("n", at_least=0), th.numbers("s", at_least=0)
BELOW_ONE: Any = (rho, "<", 1)
GIVEN: list[Any] = [
    BELOW_ONE, (kappa, "=", 1 - gamma), *powers(a, rho), *powers(b, kappa),
    (l, 0, (c[l], "=", th.total(j, 0, l, a[j] * b[l - j]))),
    (w[0], "=", a[e]), (w[1], "=", c[e - 1]), (l, 0, (w[l + 2], "=", c[l])),
    (s[0], "=", A**2), (s[1], "=", A**2), (l, 0, (s[l + 2], "=", S**2)),
    (n[0], "<=", B), (n[1], "<=", 2 * B), (l, 0, (n[l + 2], "<=", 2 * B)),
]  # fmt: skip
FULL = gamma * (1 + kappa)
R = 1 / (1 - rho)


def _spread(top: Num) -> Num:
    """The sum of w_i^2 n_i s_i."""
    return th.total(i, 0, top, w[i] ** 2 * n[i] * s[i])


def _squares(count: Num) -> Num:
    return th.total(l, 0, count - 1, c[l] ** 2)


def _most(first: int) -> Num:
    return (alpha / (1 - rho)) ** 2 * B * (first * A**2 + 2 * S**2 / FULL)


def _for_all(p: Proof, index: Num, said: Any, base: int, step: Any) -> int:  # noqa: ANN401 - of an index
    """A relation for all indices, by what it adds."""
    here = p.induction(index, 0, said(index), base)
    step(index, here)
    return p.close()


def _rule(p: Proof, of_c: int) -> int:
    """c_(k+1) = kappa c_k + rho^(k+1), for all k."""

    def grows(at: Num, _: int = 0) -> int:
        new = p.by(grown(), {"kappa": kappa, "t": at, "a": a, "b": b})
        return p.gram(rule(at), [(1, p.at(of_c, at + 1)), (-kappa, p.at(of_c, at)), (1, new)])

    def rule(at: Num) -> th.Said:
        return c[at + 1], "=", kappa * c[at] + a[at + 1]

    return _for_all(p, i1, rule, grows(th.num(0)), lambda at, _: grows(at + 1))


def _start(p: Proof, at: Sequence[int]) -> int:
    """c_0 = 1."""
    zero = th.num(0)
    return p.gram((c[0], "=", 1), [(1, p.at(at[6], zero)), (b[0], at[2]), (1, at[4])])


def variance(*, given: Given = GIVEN, first: int = 3) -> Proof:
    """v <= (alpha/(1 - rho))^2 B (first sigma_A^2 + 2 sigma_B^2/(gamma (2 - gamma)))."""
    p = Proof(Theorem((rho, gamma, kappa, alpha, A, S, B, e, a, b, c, w, n, s), given=given,
                      concludes=(alpha**2 * _spread(e), "<=", _most(first))))  # fmt: skip
    at = p.places(GIVEN)
    zero, rule = th.num(0), _rule(p, at[6])
    one = _start(p, at)
    _, kappa_is, first_a, next_a, _, _, _, w_0, w_1, w_l, s_0, s_1, s_l, n_0, n_1, n_l = at
    # 0 <= a_k <= 1
    above = _for_all(
        p,
        i2,
        lambda k: (0, "<=", a[k]),
        p.gram((0, "<=", a[0]), [(-1, first_a)]),
        lambda k, here: p.gram((0, "<=", a[k + 1]), [(rho, here), (-1, p.at(next_a, k))]),
    )
    below = _for_all(
        p,
        i3,
        lambda k: (a[k], "<=", 1),
        p.gram((a[0], "<=", 1), [(1, first_a)]),
        lambda k, here: p.gram((a[k + 1], "<=", 1), [(rho, here), (1, p.at(next_a, k))]),
    )
    # 0 <= c_k and (1 - rho) c_k <= 1 - rho a_k
    positive = _for_all(
        p, i4, lambda k: (0, "<=", c[k]), p.gram((0, "<=", c[0]), [(-1, one)]),
        lambda k, here: p.gram((0, "<=", c[k + 1]),
                               [(kappa, here), (1, p.at(above, k + 1)), (-1, p.at(rule, k))]),
    )  # fmt: skip

    def short(k: Num) -> th.Said:
        return (1 - rho) * c[k], "<=", 1 - rho * a[k]

    small = _for_all(
        p, i5, short, p.gram(short(zero), [(1 - rho, one), (rho, first_a)]),
        lambda k, here: p.gram(short(k + 1), [
            (1, here), (1 - rho, p.at(rule, k)), (gamma * (1 - rho), p.at(positive, k)),
            (1, p.at(next_a, k)), ((1 - rho) * c[k], kappa_is),
        ]),
    )  # fmt: skip
    # sum_(l<k) c_l^2 + (c_k + rho a_k R)^2/(gamma (1 + kappa)) <= R^2/(gamma (1 + kappa))

    def left(k: Num) -> Num:
        return c[k] + rho * a[k] * R

    def lost(k: Num) -> th.Said:
        return _squares(k) + left(k) ** 2 / FULL, "<=", R**2 / FULL

    def falls(k: Num, here: int) -> None:
        z = rho * a[k] * R
        both = (left(k + 1) + kappa * c[k] + z) / FULL
        p.at(above, k), p.at(positive, k)
        product = p.visible((0, "<=", c[k] * a[k]))
        p.gram(lost(k + 1), [
            (2 * rho * R / (1 + kappa), product),
            (1, here), (both, p.at(rule, k)), (both * R, p.at(next_a, k)),
            (c[k] * ((1 + kappa) * c[k] + 2 * z) / FULL, kappa_is),
        ])  # fmt: skip

    begin = p.gram(lost(zero), [
        ((c[0] + 1 + 2 * rho * a[0] * R) / FULL, one),
        ((rho * R * (2 + rho * R * (a[0] + 1))) / FULL, first_a)])  # fmt: skip
    squares = _for_all(p, i6, lost, begin, falls)

    def added(k: Num) -> th.Said:
        return _spread(k + 1), "<=", 3 * R**2 * B * A**2 + 2 * B * S**2 * _squares(k)

    def new(k: Num, here: int) -> None:
        old, now = w[k + 2] + c[k], c[k] ** 2
        p.gram(added(k + 1), [
            (1, here), (old * n[k + 2] * s[k + 2], p.at(w_l, k)), (now * n[k + 2], p.at(s_l, k)),
            (now * S**2, p.at(n_l, k)),
        ])  # fmt: skip

    long = p.visible((1, "<=", R), gap=rho / (1 - rho))
    p.at(above, e)
    last, most, weight = a[e], p.at(below, e), c[e - 1]
    p.at(positive, e - 1)
    top = p.gram((weight, "<=", R),
                 [(R, p.at(small, e - 1)), (rho * R, p.at(above, e - 1))])  # fmt: skip
    begin = p.gram(added(zero), [
        ((w[0] + last) * n[0] * s[0], w_0), (last**2 * n[0], s_0), (last**2 * A**2, n_0),
        (B * A**2, most), (last * B * A**2, most), (B * A**2, long), (B * A**2 * R, long),
        ((w[1] + weight) * n[1] * s[1], w_1), (weight**2 * n[1], s_1), (weight**2 * A**2, n_1),
        (2 * B * A**2 * weight, top), (2 * B * A**2 * R, top),
    ])  # fmt: skip
    every = p.at(_for_all(p, i7, added, begin, new), e - 1)
    rest = p.visible((0, "<=", left(e - 1) ** 2))
    p.gram(p.theorem.concludes, [
        (alpha**2, every), (2 * alpha**2 * B * S**2, p.at(squares, e - 1)),
        (2 * alpha**2 * B * S**2 / FULL, rest),
    ])  # fmt: skip
    return p


IN_FIRST: tuple[Any, ...] = (BELOW_ONE, (kappa, "=", 1 - gamma), (n[0], "<=", B))


def in_first_epoch(*, given: Given = IN_FIRST, first: int = 3) -> Proof:
    """The same bound for alpha^2 n_0 sigma_A^2, the variance before the first epoch is over."""
    p = Proof(Theorem((rho, gamma, kappa, alpha, A, S, B, n), given=given,
                      concludes=(alpha**2 * n[0] * A**2, "<=", _most(first))))  # fmt: skip
    few = p.places(IN_FIRST)[2]
    long = p.visible((1, "<=", R), gap=rho / (1 - rho))
    each = alpha**2 * B * A**2
    rest = p.visible((0, "<=", 2 * S**2 / FULL))
    p.gram(p.theorem.concludes, [(alpha**2 * A**2, few), (each, long), (each * R, long),
                                 ((alpha * R) ** 2 * B, rest)])  # fmt: skip
    return p


last = th.integer("e", at_least=0)


def drawn(mean: int | None = 0) -> Many:
    """The noise of each window."""
    return th.draws("Y", k, mean=mean)


Y = drawn()
NOISE: tuple[Any, ...] = (
    (k, 0, (th.mean(th.square(Y[k])), "<=", d * n[k] * s[k])),
    (d * (alpha**2 * _spread(last)), "<=", x**2),
)  # fmt: skip


def length(*, given: Given = NOISE, of: Many = Y, share: Any = 1) -> Proof:  # noqa: ANN401 - a number
    """E |alpha sum_(i<=e) w_i Y_i| <= share x for each x > 0 with d v <= x^2."""
    none = Vec(["zero"])
    bare = th.iterates("Z", k, before=none, start=none)
    Z = th.iterates("Z", k, before=none, start=none, following=bare[k] + w[k] * of[k])
    end = alpha * Z[last + 1]
    p = Proof(Theorem((d, last, alpha, x, w, n, s, of, Z), given=given,
                      concludes=(th.mean(abs(end)), "<=", share * x)))  # fmt: skip

    def said(u: Vec, count: Num) -> th.Said:
        return th.mean(th.square(u)), "<=", d * _spread(count - 1)

    each, whole_noise = p.places(NOISE)
    zero = th.num(0)
    start = p.unfold(said(Z[0], zero), p.gram(said(none, zero), []), [(Z, 0)])
    here = p.induction(i1, 0, said(Z[i1], i1), start)
    new = p.gram(said(Z[i1] + w[i1] * of[i1], i1 + 1), [
        (1, here), (2 * w[i1], p.centred(of[i1], Z[i1])), (w[i1] ** 2, p.at(each, i1)),
    ])  # fmt: skip
    p.unfold(said(Z[i1 + 1], i1 + 1), new, [(Z, i1 + 1)])
    whole = p.at(p.close(), last + 1)
    middle = p.expect(p.middle(end, x))
    p.gram(
        p.theorem.concludes, [(1, middle), (alpha**2 / (2 * x), whole), (1 / (2 * x), whole_noise)]
    )
    return p
