"""Privacy profiles of pairs of laws: f(t) = E (dP/dQ - t)_+ under Q, which is delta at log t.

A profile answers f(t), without infinite losses, and Q(dP/dQ > t), minus a slope of f at t.  f is
convex and falls.  With r = dP/dQ of the pair without sampling, and a record met with chance q,

    remove  dP/dQ = 1 - q + q r          f(t) = q f0((t - 1 + q) / q)
    add     dP/dQ = 1 / (1 - q + q r)    f(t) = t q (w - 1 + f0(w)),   w = (1 / t - 1 + q) / q
    fixed   the profile of "remove" for t >= 1, and 1 - t + t f(1 / t) below.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

Profile = Callable[[arb], tuple[arb, arb]]
"""t > 0 -> f(t), and Q(dP/dQ > t)."""


def normal_profile(mu: arb) -> Profile:
    """Two normal laws, mu standard deviations apart."""

    def at(t: arb) -> tuple[arb, arb]:
        loss = t.log() / mu
        under_q = _beyond(loss + mu / 2)
        return (_beyond(loss - mu / 2) - t * under_q).max(arb(0)), under_q

    return at


def laplace_profile(a: arb) -> Profile:
    """Two Laplace laws, a scales apart."""

    def at(t: arb) -> tuple[arb, arb]:
        loss = t.log()
        if loss >= a:
            return arb(0), arb(0)
        if loss <= -a:
            return 1 - t, arb(1)
        cut = loss.max(-a).min(a)
        under_q = (-(a + cut) / 2).exp() / 2
        f = (1 - (-(a - cut) / 2).exp() / 2 - t * under_q).max(arb(0))
        if -a < loss < a:
            return f, under_q
        return f.union((1 - t).max(arb(0))), under_q.union(arb(0 if loss > 0 else 1))

    return at


def profile_of_atoms(atoms: list[tuple[arb, arb]], missing: arb) -> Profile:
    """Masses of P and their losses; `missing` bounds the mass that P has elsewhere."""
    ordered = sorted(atoms, key=lambda one: -float(one[1]))
    sums = [(arb(0), arb(0))]
    for mass, loss in ordered:
        p, q = sums[-1]
        sums.append((p + mass, q + mass * (-loss).exp()))
    slack = arb(0, missing.abs_upper())

    def at(t: arb) -> tuple[arb, arb]:
        level = t.log()
        low, high = 0, len(ordered)
        while low < high:  # how many losses are above for sure
            middle = (low + high) // 2
            low, high = (middle + 1, high) if ordered[middle][1] > level else (low, middle)
        p, q = sums[low]
        f, under_q = p - t * q, q
        for k in range(low, len(ordered)):
            mass, loss = ordered[k]
            if loss < level:
                break
            one = mass * (-loss).exp()
            f += (mass - t * one).max(arb(0))
            under_q = under_q.union(under_q + one)
        else:  # below all atoms: what is missing may lie here
            under_q = under_q if missing == 0 else under_q.union(arb(1))
        return (f + slack).max(arb(0)), under_q + slack

    return at


def sampled_profile(whole: Profile, q: arb, sampling: str) -> Profile:
    """The profile of a pair that a record meets with chance q."""

    def remove(t: arb) -> tuple[arb, arb]:
        inner = (t - 1 + q) / q
        if inner > 0:
            f, under_q = whole(inner)
            return q * f, under_q
        if inner <= 0:
            return 1 - t, arb(1)
        return (q * arb(0).union(inner) + 1 - t).union(1 - t), arb(1).union(arb(0))

    def add(t: arb) -> tuple[arb, arb]:
        w = (1 / t - 1 + q) / q
        if w <= 0:
            return arb(0), arb(0)
        if not w > 0:
            return arb(0).union(t * q * w.abs_upper()), arb(0).union(arb(1))
        f, under_q = whole(w)
        under_p = f + w * under_q
        return t * q * (w - 1 + f).max(arb(0)), (1 - q) * (1 - under_q) + q * (1 - under_p)

    def fixed(t: arb) -> tuple[arb, arb]:
        if t >= 1:
            return remove(t)
        f, under_q = remove(1 / t)
        below = 1 - t + t * f, 1 - f - under_q / t
        if t < 1:
            return below
        above = remove(t)
        return above[0].union(below[0]), above[1].union(below[1])

    return {"remove": remove, "add": add, "fixed": fixed}[sampling]


def _beyond(x: arb) -> arb:
    """The mass of a normal law beyond x."""
    return (x / arb(2).sqrt()).erfc() / 2
