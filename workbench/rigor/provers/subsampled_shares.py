"""The cost of a budget that is shared by steps with hidden batches: best shares, and a bound.

A step t with the share s_t costs a_t/h(s_t)^2, which lies above its tangents (`share_tangents`).
Summed up over the steps, tangents of one slope show that a schedule is best, tangents at the mean
of two schedules that the cost is convex, and any tangents give a lower bound: their slopes sigma_t
cost at most eps (nu + sum (sigma_t - nu)_+), as sum p_t s_t <= (sum p_t) (sum s_t) for p, s >= 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers import share_tangents as one
from workbench.rigor.provers.share_tangents import (
    MIXED,
    RATIO,
    S,
    bought,
    k,
    m,
    n,
    nu,
    positive_part,
    price,
    share_of,
    slope,
    w,
)
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

i, j, r, t = (th.integer(name) for name in "ijrt")
T, eps = th.integer("T", at_least=1), th.number("eps", above=0)
a, b, s, f, y = (th.numbers(name, above=0) for name in "absfy")


def summed(proof: Proof, j: Num, said: Any, step: Any, more: Any = None) -> int:  # noqa: ANN401
    """A relation of sums over t = 1..N for all N, by induction over j = N - 1.

    said: the relation of the sums up to a number
    step: makes the premises, with multiples, of the term at a number
    more: those that the sums before it add, from j
    """
    first, now = 0 * T + 1, j + 2
    base = proof.gram(said(first), step(first))
    here = proof.induction(j, 0, said(j + 1), base)
    proof.gram(said(now), [(1, here), *step(now), *([] if more is None else more(j))])
    return proof.close()


def total(of: Any, body: Any) -> Num:  # noqa: ANN401
    """The sum of body(t) over t = 1..of."""
    found: Num = th.total(t, 1, of, body(t))
    return found


def cost(share: Any, of: Any = T) -> Num:  # noqa: ANN401
    """The sum of a_t/h(s_t)^2."""
    return total(of, lambda t: a[t] / bought(share(t)) ** 2)


def spends(share: Any) -> th.Said:  # noqa: ANN401
    """The shares add up to the budget."""
    return total(T, lambda t: share[t]), "=", eps


PRICED = (t, 1, (s[t], "=", price(b[t])))


def level(bent: Any = None) -> Any:  # noqa: ANN401 - a hypothesis
    """The cost falls equally fast with each share of f, if `bent` is the slope of h there."""
    steep = slope(f[t]) if bent is None else bent
    return (t, 1, (2 * a[t] * steep / bought(f[t]) ** 3, "=", nu))


LEVEL = level()
OPTIMAL = RATIO, LEVEL, spends(f), spends(s)
BOUNDED = RATIO, spends(s)


def _in_shares(of: Num, ratio: Num) -> th.Said:
    spent = total(of, lambda t: a[t] / bought(s[t], ratio=ratio) ** 2)
    return total(of, lambda t: a[t] * b[t] ** 2), "=", (S / m) ** 2 * spent


def in_shares(given: Sequence[Any] = (PRICED,), *, ratio: Num = n / m) -> Theorem:
    """The cost of scales b, in terms of what they spend."""
    return Theorem((T, n, m, S, a, b, s), given=tuple(given), concludes=_in_shares(T, ratio))


def in_shares_shown(*, ratio: Num = n / m, **changes: Any) -> tuple[Proof, Proof]:  # noqa: ANN401
    """Term by term; and the scale of a share."""
    proof = Proof(in_shares(ratio=ratio, **changes))
    spends = proof.given(PRICED)

    def step(now: Num) -> list[Any]:
        proof.at(spends, now)
        square = proof.by(one.inverse(), {"n": n, "m": m, "S_1": S, "c": b[now], "u": s[now]})
        return [(a[now], square)]

    whole = summed(proof, i, lambda of: _in_shares(of, ratio), step)
    proof.gram(proof.theorem.concludes, [(1, proof.at(whole, T - 1))])
    return proof, one.shown_by(one.spent_by(ratio=ratio), ())


def _convex(of: Num) -> th.Said:
    ends = (1 - w) * cost(lambda t: s[t], of) + w * cost(lambda t: f[t], of)
    return cost(lambda t: (1 - w) * s[t] + w * f[t], of), "<=", ends


def convex(given: Sequence[Any] = MIXED) -> Theorem:
    """The cost of the mean of two schedules, with weights 1 - w and w."""
    return Theorem((T, k, w, a, s, f), given=tuple(given), concludes=_convex(T))


def convex_shown(**changes: Any) -> Proof:  # noqa: ANN401
    """Term by term."""
    proof = Proof(convex(**changes))

    def step(now: Num) -> list[Any]:
        told = {"k": k, "w": w, "v": a[now], "c": s[now], "u": f[now]}
        return [(1, proof.by(one.mixed(), told))]

    proof.gram(_convex(T), [(1, proof.at(summed(proof, i, _convex, step), T - 1))])
    return proof


def optimal(given: Sequence[Any] = OPTIMAL) -> Theorem:
    """A schedule f of equal slopes costs no more than any other one, s."""
    claimed = cost(lambda t: f[t]), "<=", cost(lambda t: s[t])
    return Theorem((T, k, eps, nu, a, s, f), given=tuple(given), concludes=claimed)


def optimal_shown(**changes: Any) -> Proof:  # noqa: ANN401
    """Tangents of one slope, at two schedules that spend the same."""
    proof = Proof(optimal(**changes))
    falls, own, other = map(proof.given, OPTIMAL[1:])

    def said(of: Num) -> th.Said:
        moved = total(of, lambda t: s[t]) - total(of, lambda t: f[t])
        return cost(lambda t: f[t], of) - nu * moved, "<=", cost(lambda t: s[t], of)

    def step(now: Num) -> list[Any]:
        proof.at(falls, now)
        told = {"k": k, "nu": nu, "v": a[now], "c": f[now], "u": s[now]}
        return [(1, proof.by(one.even(), told))]

    same = proof.gram((total(T, lambda t: s[t]) - total(T, lambda t: f[t]), "=", 0),
                      [(1, other), (-1, own)])  # fmt: skip
    tangents = proof.at(summed(proof, i, said, step), T - 1)
    proof.gram(proof.theorem.concludes, [(1, tangents), (nu, same)])
    return proof


def sigma(t: Num) -> Num:
    """How fast the cost of step t falls with its share, where that buys y_t."""
    return 2 * a[t] * (1 + (k - 1) * th.exp(-y[t])) / y[t] ** 3


def over(t: Num) -> Num:
    """By how much this is above nu."""
    return positive_part(sigma(t) - nu)


def bounded(given: Sequence[Any] = BOUNDED, *, excess: int = 1) -> Theorem:
    """The dual bound: sum [a/y^2 + sigma h^(-1)(y)] - eps (nu + sum (sigma - nu)_+)."""
    centres = total(T, lambda t: a[t] / y[t] ** 2 + sigma(t) * share_of(y[t]))
    bound = centres - eps * (nu + excess * total(T, over))
    claimed = bound, "<=", cost(lambda t: s[t])
    return Theorem((T, k, eps, nu, a, s, y), given=tuple(given), concludes=claimed)


def bounded_shown(**changes: Any) -> Proof:  # noqa: ANN401
    """Tangents at the shares that buy y, then what their slopes cost."""
    proof = Proof(bounded(**changes))
    free = nu + total(T, over)
    spent = proof.gram((free * total(T, lambda t: s[t]), "=", free * eps),
                       [(free, proof.given(BOUNDED[1]))])  # fmt: skip

    def said(of: Num) -> th.Said:
        tangents = total(of, lambda t: a[t] / y[t] ** 2 + sigma(t) * (share_of(y[t]) - s[t]))
        return tangents, "<=", cost(lambda t: s[t], of)

    def step(now: Num) -> list[Any]:
        return [(1, proof.by(one.centre(), {"k": k, "v": a[now], "c": y[now], "u": s[now]}))]

    below = proof.at(summed(proof, i, said, step), T - 1)

    def rest(t: Num) -> dict[str, Num]:
        return {"x": sigma(t) - nu}

    def product(of: Num) -> th.Said:
        moved = total(of, lambda t: (sigma(t) - nu) * s[t])
        return moved, "<=", total(of, over) * total(of, lambda t: s[t])

    def positive(of: Num) -> th.Said:
        return 0, "<=", total(of, over)

    above, least = one.parts()
    every = summed(proof, j, positive, lambda now: [(1, proof.by(above, rest(now)))])

    def own(now: Num) -> list[Any]:
        return [(s[now], proof.by(least, rest(now)))]

    def mixed(before: Num) -> list[Any]:
        known = total(before + 1, lambda t: s[t])
        return [(s[before + 2], proof.at(every, before)),
                (known, proof.by(above, rest(before + 2)))]  # fmt: skip

    spread = proof.at(summed(proof, r, product, own, mixed), T - 1)
    proof.gram(proof.theorem.concludes, [(1, below), (1, spread), (-1, spent)])
    return proof
