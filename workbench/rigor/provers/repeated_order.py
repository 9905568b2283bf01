"""The error of a momentum whose gradients come in one order that is repeated, path by path.

The step of age j, counted back from the last one, has the gradient u_j of its record at the point
W_j, with the weight alpha c_j, and v_j is the gradient of the same record at the last point W_0.
With the weights V_s of the records (`workbench.rigor.provers.repeated_weights`)

    |sum_(j<T) alpha c_j u_j - (1/N) sum_(s<N) v_s|
        <= c_T G + eta L (1 - alpha)/alpha + G sum_s |V_s - (1 - c_T)/N|.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.provers.repeated_weights import (
    POWERS,
    SYMBOLS,
    USES,
    Given,
    N,
    Q,
    T,
    a,
    alpha,
    apart,
    c,
    n,
    q,
    r,
    s,
    t,
    weight,
)
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_counts import falling
from workbench.rigor.provers.tree_levels import ZERO, grown
from workbench.rigor.provers.tree_levels import z as inside
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem, Vec

G, L, eta = (th.number(name, at_least=0) for name in ("G", "L", "eta"))
x = th.number("x")
h, i, j, m = (th.integer(name) for name in "hijm")
W, u, v = (th.draws(name, j, mean=None) for name in "Wuv")
STEPS: tuple[Any, ...] = (
    (t, 0, (abs(W[t + 1] - W[t]), "<=", eta)),
    (t, 0, (abs(u[t] - v[t]), "<=", L * abs(W[t] - W[0]))),
)
ORDER: Any = (t, 0, (abs(v[t + N] - v[t]), "<=", 0))  # the record of N steps before
BOUNDED: Any = (t, 0, (abs(v[t]), "<=", G))


def _sum(count: Num, of: Any, term: Num = j) -> Vec:  # noqa: ANN401 - a vector at an age
    return th.total(term, 0, count - 1, of(term))


def drift() -> Proof:
    """Gradients at the last point in place of those where they were taken."""
    ratio = (1 - alpha) / alpha
    p = Proof(Theorem((alpha, L, eta, q, c, W, u, v), given=[*POWERS, *STEPS], concludes=(
        abs(_sum(q, lambda i: alpha * c[i] * (u[i] - v[i]))), "<=", eta * L * ratio)))  # fmt: skip

    def moved(age: Num) -> th.Said:
        return abs(W[age] - W[0]), "<=", age * eta

    here = p.induction(i, 0, moved(i), p.gram(moved(ZERO), []))
    both = p.triangle((1, W[i + 1] - W[i]), (1, W[i] - W[0]))
    p.gram(moved(i + 1), [(1, here), (1, both), (1, p.at(3, i))])
    far = p.close()

    def said(count: Num) -> th.Said:
        return (abs(_sum(count, lambda i: alpha * c[i] * (u[i] - v[i]))), "<=",
                eta * L * (ratio - c[count] * (count + ratio)))  # fmt: skip

    here = p.induction(s, 0, said(s), p.gram(said(ZERO), [(eta * L * ratio, 1)]))
    new = alpha * c[s]
    both = p.triangle((1, _sum(s, lambda i: alpha * c[i] * (u[i] - v[i]))), (new, u[s] - v[s]))
    p.gram(said(s + 1), [
        (1, here), (1, both), (new, p.at(4, s)), (new * L, p.at(far, s)),
        (eta * L * (s + 1 + ratio), p.at(2, s)),
    ])  # fmt: skip
    every = p.at(p.close(), q)
    low = p.visible((0, "<=", eta * L * c[q] * (q + ratio)))
    p.gram(p.theorem.concludes, [(1, every), (1, low)])
    return p


def same_record() -> Proof:
    """Any number of epochs before, the record is the same."""
    p = Proof(Theorem((N, n, q, v), given=[ORDER], concludes=(abs(v[n + q * N] - v[n]), "<=", 0)))

    def said(count: Num) -> th.Said:
        return abs(v[n + count * N] - v[n]), "<=", 0

    def step() -> list[Any]:
        now = n + r * N
        return [(1, p.triangle((1, v[now + N] - v[now]), (1, v[now] - v[n]))), (1, p.at(0, now))]

    grown(p, said, step, q, by=r)
    return p


def by_records() -> Proof:
    """A weighted sum over ages is one over records."""

    def said(count: Num) -> th.Said:
        return (abs(_sum(N, lambda i: weight(i, count) * v[i])
                    - _sum(count * N, lambda i: a[i] * v[i])), "<=", 0)  # fmt: skip

    p = Proof(Theorem((N, Q, a, v), given=[ORDER], concludes=said(Q)))

    def block(count: Num) -> Vec:
        ages = _sum(r * N + count, lambda i: a[i] * v[i]) - _sum(r * N, lambda i: a[i] * v[i])
        return _sum(count, lambda i: weight(i, r + 1) * v[i] - weight(i, r) * v[i]) - ages

    here = p.induction(r, 0, said(r), p.gram(said(ZERO), []))
    inner = p.induction(s, 0, (abs(block(s)), "<=", 0), p.gram((abs(block(ZERO)), "<=", 0), []))
    age = s + r * N
    both = p.triangle((1, block(s)), (-a[age], v[age] - v[s]))
    same = p.by(same_record(), {"N": N, "n": s, "q": r, "v": v})
    p.gram((abs(block(s + 1)), "<=", 0), [(1, inner), (1, both), (a[age], same)])
    every = p.at(p.close(), N)
    old = _sum(N, lambda i: weight(i, r) * v[i]) - _sum(r * N, lambda i: a[i] * v[i])
    both = p.triangle((1, old), (1, block(N)))
    p.gram(said(r + 1), [(1, here), (1, every), (1, both)])
    p.at(p.close(), Q)
    return p


def one_more() -> Proof:
    """A multiple of a vector of length G at most, of any sign."""
    g, h = (th.vector(name) for name in "gh")
    told = abs(g + x * h), "<=", abs(g) + G * abs(x)
    p = Proof(Theorem((G, x, g, h), given=[(abs(h), "<=", G)], concludes=told))
    signs = [p.scalar((one, "<=", abs(x)), {
        "kind": "cases", "tree": x.tree, "above": {"kind": "sign"}, "below": {"kind": "sign"},
    }) for one in (-x, x)]  # fmt: skip
    p.cases(told, (x, ZERO))
    p.gram(told, [(1, p.triangle((1, g), (x, h))), (-x, 0), (G, signs[0])])
    p.otherwise()
    p.gram(told, [(1, p.triangle((1, g), (x, h))), (x, 0), (G, signs[1])])
    p.close()
    return p


ALL: tuple[Any, ...] = (*USES, *STEPS, ORDER, BOUNDED)


def error(*, given: Given = ALL, order: Any = 1) -> Proof:  # noqa: ANN401
    """How far the momentum is from the mean gradient at the last point."""
    middle = (1 - c[T]) / N
    taken = _sum(T, lambda i: alpha * c[i] * u[i]) - 1 / N * _sum(N, lambda i: v[i])
    right = c[T] * G + eta * L * (1 - alpha) / alpha + order * G * apart(N, middle, T)
    p = Proof(Theorem((G, L, eta, *SYMBOLS, W, u, v), given=given,
                      concludes=(abs(taken), "<=", right)))  # fmt: skip
    moved = p.by(drift(), {"alpha": alpha, "L": L, "eta": eta, "q": T, "c": c, "W": W, "u": u,
                           "v": v})  # fmt: skip
    *_, small, one, old, of_age, _, _, _, bound = p.places(ALL)
    whole = _sum(T, lambda i: alpha * c[i] * v[i])

    def ages(age: Num) -> Vec:
        return a[age] * v[age]

    def first(count: Num) -> Vec:
        return _sum(count, lambda i: alpha * c[i] * v[i]) - _sum(count, ages)

    here = p.induction(s, 0, (abs(first(s)), "<=", 0), p.gram((abs(first(ZERO)), "<=", 0), []),
                       last=T)  # fmt: skip
    low = p.by(falling(), {"n": s, "r": T - 1 - s, "z": inside})
    rest = alpha * c[s] - a[s]
    known = (1, p.at(of_age, s))
    p.gram((0, "<=", rest), [known, (alpha * c[s], p.at(small, s))])
    none = p.gram((rest, "<=", 0), [(-1, known[1]), (alpha * c[s], low), (-alpha * c[s], one)])
    p.gram(
        (abs(first(s + 1)), "<=", 0),
        [
            (1, here),
            (1, p.triangle((1, first(s)), (rest, v[s]))),
            (rest, p.at(bound, s)),
            (G, none),
        ],
    )
    young = p.close()

    def all_of(count: Num) -> Vec:
        return whole - _sum(T + count, ages)

    def step() -> list[Any]:
        end = T + r
        return [(1, p.triangle((1, all_of(r)), (-a[end], v[end]))), (a[end], p.at(bound, end)),
                (G, p.at(of_age, end)), (G * alpha * c[end], p.at(old, r))]  # fmt: skip

    kept = grown(p, lambda count: (abs(all_of(count)), "<=", 0), step, T * (N - 1),
                 base=[(1, young)], by=r)  # fmt: skip
    records = p.by(by_records(), {"N": N, "Q": T, "a": a, "v": v})

    def spread(count: Num) -> Vec:
        return _sum(count, lambda i: weight(i, T) * v[i]) - middle * _sum(count, lambda i: v[i])

    def near(count: Num) -> th.Said:
        return abs(spread(count)), "<=", G * apart(count, middle, T)

    here = p.induction(h, 0, near(h), p.gram(near(ZERO), []))
    p.at(bound, h)
    more = p.by(one_more(), {"G": G, "x": weight(h, T) - middle, "g": spread(h), "h": v[h]})
    p.gram(near(h + 1), [(1, here), (1, more)])
    spreads = p.at(p.close(), N)

    def long(count: Num) -> th.Said:
        return abs(_sum(count, lambda i: v[i])), "<=", count * G

    here = p.induction(m, 0, long(m), p.gram(long(ZERO), []))
    both = p.triangle((1, _sum(m, lambda i: v[i])), (1, v[m]))
    p.gram(long(m + 1), [(1, here), (1, both), (1, p.at(bound, m))])
    mean = p.at(p.close(), N)
    apart_from_it = p.triangle(
        (1, _sum(T, lambda i: alpha * c[i] * (u[i] - v[i]))), (1, all_of(T * (N - 1))),
        (-1, _sum(N, lambda i: weight(i, T) * v[i]) - _sum(T * N, ages)), (1, spread(N)),
        (-c[T] / N, _sum(N, lambda i: v[i])),
    )  # fmt: skip
    p.gram(
        p.theorem.concludes,
        [(1, apart_from_it), (1, moved), (1, kept), (1, records), (1, spreads), (c[T] / N, mean)],
    )
    return p
