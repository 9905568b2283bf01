"""Mean squares of sums of centred steps, in a norm whose square is smooth, and in one beside it.

With |x + y|^2 <= |x|^2 + <grad |x|^2, y> + kappa |y|^2 the middle term has mean zero for a step y
that is centred given the past; so the mean squares of martingale differences add up.
"""

from __future__ import annotations

from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Said, Theorem, Vec

P, S, G = th.convex("P"), th.convex("S"), th.mapping("G")
small, large = th.number("kappa_plus", above=0), th.number("kappa", above=0)
n, i, j, k = th.integer("n", at_least=1), *(th.integer(c) for c in "ijk")


def sums(
    *, norm: Many = P, constant: Num = small, centre: int | None = 0, without: int = -1
) -> Proof:
    """E |xi_0 + .. + xi_(n-1)|^2 <= constant sum E |xi_j|^2, in |.|_+ = P or in |.|_* = S."""
    xi = th.draws("xi", j, mean=centre)

    def walked(count: Num) -> Vec:
        return th.total(j, 0, count - 1, xi[j])

    def claimed(count: Num, left: Many) -> Said:
        squares = constant * th.mean(norm.square(xi[j]))
        return th.mean(left.square(walked(count))), "<=", th.total(j, 0, count - 1, squares)

    smooth = P.square(walked(k)) + G(walked(k)) @ xi[k] + small * P.square(xi[k])
    every: list[Any] = [
        (k, 0, (P.square(walked(k) + xi[k]), "<=", smooth)),
        (k, 0, (S.square(walked(k)), "<=", P.square(walked(k)))),
        (k, 0, (P.square(xi[k]), "<=", large / small * S.square(xi[k]))),
    ]
    more = () if norm is P else (S, large)
    given = [g for place, g in enumerate(every[: 1 + len(more)]) if place != without]
    p = Proof(Theorem((P, G, small, n, xi, *more), given=given, concludes=claimed(n, norm)))
    step_is, lower, upper = map(p.given, every)
    here = p.induction(i, 0, claimed(i, P), p.gram(claimed(0 * n, P), []))
    step = [(1, here), (1, p.expect(p.at(step_is, i))), (1, p.centred(xi[i], G(walked(i))))]
    p.gram(claimed(i + 1, P), [*step, *((small, p.expect(p.at(upper, i))) for _ in more[:1])])
    last = p.at(p.close(), n)
    if more:
        p.gram(claimed(n, S), [(1, last), (1, p.expect(p.at(lower, n)))])
    return p


d = th.integer("d", at_least=1)
xi, scale, w, most = (
    th.draws("xi", j), th.numbers("sigma", above=0), th.numbers("w", at_least=0),
    th.number("W", at_least=0),
)  # fmt: skip
N = th.integer("N", at_least=0)


def walk(count: Num) -> Vec:
    """The sum of so many steps."""
    return th.total(j, 0, count - 1, xi[j])


SMOOTH = (k, 0, (P.square(walk(k) + xi[k]), "<=",
                 P.square(walk(k)) + G(walk(k)) @ xi[k] + small * P.square(xi[k])))  # fmt: skip
NOISES = (SMOOTH, (k, 0, (th.mean(P.square(xi[k])), "<=", d * scale[k] ** 2)))
RECORDS = (
    SMOOTH, (k, 0, (S.square(walk(k)), "<=", P.square(walk(k)))),
    (k, 0, (P.square(xi[k]), "<=", large / small * S.square(xi[k]))),
    (k, 0, (S.square(xi[k]), "<=", w[k])), (th.total(j, 0, N - 1, w[j]), "<=", most),
)  # fmt: skip


def noises(*, constant: Any = small, given: Any = NOISES, centre: int | None = 0) -> Proof:  # noqa: ANN401
    """E |xi_0 + .. + xi_(n-1)|_+^2 <= kappa_+ d sum sigma_j^2, from that of each noise."""
    drawn = xi if centre == 0 else th.draws("xi", j, mean=centre)

    def claimed(count: Num, factor: Any) -> Said:  # noqa: ANN401
        bound = factor * d * th.total(j, 0, count - 1, scale[j] ** 2)
        return th.mean(P.square(walk(count))), "<=", bound

    p = Proof(Theorem((P, G, small, d, n, scale, drawn), given=given,
                      concludes=claimed(n, constant)))  # fmt: skip
    here = p.induction(i, 0, claimed(i, constant), p.gram(claimed(0 * n, constant), []))
    p.gram(claimed(i + 1, constant), [
        (1, here), (1, p.expect(p.at(p.given(SMOOTH), i))), (1, p.centred(xi[i], G(walk(i)))),
        (small, p.at(p.given(NOISES[1]), i)),
    ])  # fmt: skip
    p.at(p.close(), n)
    return p


def records(*, constant: Any = large, given: Any = RECORDS, centre: int | None = 0) -> Proof:  # noqa: ANN401
    """E |xi_0 + .. + xi_(N-1)|_*^2 <= kappa W, from |xi_j|_*^2 <= w_j, of which W is the sum."""
    drawn = xi if centre == 0 else th.draws("xi", j, mean=centre)

    def claimed(count: Num) -> Said:
        return th.mean(P.square(walk(count))), "<=", constant * th.total(j, 0, count - 1, w[j])

    end = (th.mean(S.square(walk(N))), "<=", constant * most)
    p = Proof(Theorem((P, S, G, small, large, N, w, most, drawn), given=given, concludes=end))
    here = p.induction(i, 0, claimed(i), p.gram(claimed(0 * N), []))
    p.gram(claimed(i + 1), [
        (1, here), (1, p.expect(p.at(p.given(SMOOTH), i))), (1, p.centred(xi[i], G(walk(i)))),
        (small, p.expect(p.at(p.given(RECORDS[2]), i))),
        (large, p.expect(p.at(p.given(RECORDS[3]), i))),
    ])  # fmt: skip
    p.gram(end, [(1, p.at(p.close(), N)), (1, p.expect(p.at(p.given(RECORDS[1]), N))),
                 (large, p.given(RECORDS[4]))])  # fmt: skip
    return p


first, later, T, m = (
    th.number("v_0", at_least=0), th.number("v_1", at_least=0),
    th.integer("T", at_least=0), th.integer("m", at_least=0),
)  # fmt: skip
PATH = (
    *RECORDS[:2], (th.mean(P.square(xi[0 * m])), "<=", d * first),
    (k, 1, (th.mean(P.square(xi[k])), "<=", d * later)), (m, "<=", T),
)  # fmt: skip


def on_a_path(*, share: Any = 1, given: Any = PATH, centre: int | None = 0) -> Proof:  # noqa: ANN401
    """E |xi_0 + .. + xi_m|_*^2 <= kappa_+ d (v_0 + T v_1), from the mean square of each noise."""
    drawn = xi if centre == 0 else th.draws("xi", j, mean=centre)

    def claimed(count: Num) -> Said:
        return th.mean(P.square(walk(count + 1))), "<=", small * d * (first + count * later)

    end = (th.mean(S.square(walk(m + 1))), "<=", small * d * (first + share * T * later))
    symbols = (P, S, G, small, d, first, later, T, m, drawn)
    p = Proof(Theorem(symbols, given=given, concludes=end))

    def grows(count: Num) -> list[Any]:
        return [(1, p.expect(p.at(p.given(SMOOTH), count))),
                (1, p.centred(xi[count], G(walk(count))))]  # fmt: skip

    begun = p.gram(claimed(0 * m), [*grows(0 * m), (small, p.given(PATH[2]))])
    here = p.induction(i, 0, claimed(i), begun)
    p.gram(claimed(i + 1), [(1, here), *grows(i + 1), (small, p.at(p.given(PATH[3]), i + 1))])
    p.gram(end, [(1, p.at(p.close(), m)), (1, p.expect(p.at(p.given(RECORDS[1]), m + 1))),
                 (small * d * later, p.given(PATH[4]))])  # fmt: skip
    return p


a, c = th.number("a", above=0), th.number("c", above=0)
g, mu = th.vector("g"), th.vector("mu")
SLOPES = ((S.square(g), "<=", a**2), (S.square(mu), "<=", a**2))


def centred(*, most: int = 2, given: Any = SLOPES) -> Proof:  # noqa: ANN401
    """|(g - mu)/c|_*^2 <= (2 a/c)^2 for a value g and its mean mu, both at most a long."""
    said = (S.square(1 / c * (g - mu)), "<=", (most * a / c) ** 2)
    p = Proof(Theorem((S, a, c, g, mu), given=given, concludes=said))
    p.gram(said, [
        (1, p.scaled(S, 1 / c, g - mu, which="sq")),
        (1 / c**2, p.parallel(S, g, -1 * mu, which="sq")), (2 / c**2, p.given(SLOPES[0])),
        (2 / c**2, p.scaled(S, -1, mu, which="sq")), (2 / c**2, p.given(SLOPES[1])),
    ])  # fmt: skip
    return p


zeta, s, V = th.draws("zeta", j), th.numbers("s", at_least=0), th.number("V", at_least=0)


def both(count: Num) -> Vec:
    """The sum of so many records, each with a noise."""
    return th.total(j, 0, count - 1, xi[j] + zeta[j])


_SEEN, _PAST = both(k) + xi[k], both(k)
MIXED = (
    (k, 0, (P.square(_SEEN), "<=",
            P.square(_PAST) + G(_PAST) @ xi[k] + small * P.square(xi[k]))),
    (k, 0, (P.square(_SEEN + zeta[k]), "<=",
            P.square(_SEEN) + G(_SEEN) @ zeta[k] + small * P.square(zeta[k]))),
    (k, 0, (S.square(_PAST), "<=", P.square(_PAST))), *RECORDS[2:],
    (k, 0, (th.mean(P.square(zeta[k])), "<=", d * s[k])), (th.total(j, 0, N - 1, s[j]), "<=", V),
)  # fmt: skip


def mixed(*, constant: Any = large, given: Any = MIXED, centre: int | None = 0) -> Proof:  # noqa: ANN401
    """E |e|_*^2 <= kappa W + kappa_+ d V for the sum e of N records and noises."""
    drawn = xi if centre == 0 else th.draws("xi", j, mean=centre)

    def claimed(count: Num) -> Said:
        added = constant * w[j] + small * d * s[j]
        return th.mean(P.square(both(count))), "<=", th.total(j, 0, count - 1, added)

    end = (th.mean(S.square(both(N))), "<=", constant * most + small * d * V)
    symbols = (P, S, G, small, large, d, N, w, s, most, V, drawn, zeta)
    p = Proof(Theorem(symbols, given=given, concludes=end))
    record, noise, lower, upper, sized, total, squared, noisy = map(p.given, MIXED)
    here = p.induction(i, 0, claimed(i), p.gram(claimed(0 * N), []))
    p.gram(claimed(i + 1), [
        (1, here), (1, p.expect(p.at(record, i))), (1, p.expect(p.at(noise, i))),
        (1, p.centred(xi[i], G(both(i)))), (1, p.centred(zeta[i], G(both(i) + xi[i]))),
        (small, p.expect(p.at(upper, i))), (large, p.expect(p.at(sized, i))),
        (small, p.at(squared, i)),
    ])  # fmt: skip
    p.gram(end, [(1, p.at(p.close(), N)), (1, p.expect(p.at(lower, N))), (large, total),
                 (small * d, noisy)])  # fmt: skip
    return p
