"""Momentum from windows of one epoch: recursions from epoch to epoch, and their sums.

    S_(k+1) = kappa S_k + H_k,  M_(k+1) = rho M_k + S_(k+1):
    M_e = rho^e M_0 + c_(e-1) S_1 + sum_(l=0..e-2) c_l H_(e-1-l),   c_l = sum_j rho^j kappa^(l-j).

The sum is unrolled from M_e down: after m steps rho^m M_(e-m) + c_(m-1) S_(e-m+1) are left, and
kappa c_(m-1) + rho^m = c_m.  So the weights enter one at a time.  Powers are sequences with a
recurrence, since a base may be 0: u_i is (1 - alpha)^i, a_i is rho^i and b_i is kappa^i.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem

alpha = th.number("alpha", above=0)
kappa, rho = (th.number(name, at_least=0) for name in ("kappa", "rho"))
N, r, n, t, J = (th.integer(name, at_least=0) for name in ("N", "r", "n", "t", "J"))
d, z = th.integer("d"), th.integer("z")
e = th.integer("e", at_least=1)
i, j, k, l, m, s = (th.integer(name) for name in "ijklms")  # noqa: E741 - the index of the paper
u, a, b, g, M, S, H, c = (th.numbers(name) for name in "uabgMSHc")
m_, V = th.numbers("m"), th.numbers("V")
q = 1 - alpha


def powers(of: Many, base: Num) -> list[Any]:
    """of_i = base^i."""
    return [(of[0], "=", 1), (k, 0, (of[k + 1], "=", base * of[k]))]


def window(count: Num, after: Num | None = None) -> Num:
    """sum_(i=1..count) (1 - alpha)^(count - i) g_(after + i)."""
    return th.total(i, 1, count, u[count - i] * g[i if after is None else after + i])


def _later(p: Proof, last: Num, body: Callable[[Num], Num], recurrence: int) -> int:
    """sum_(i=1..last) u_(last+1-i) body_i is 1 - alpha times that of u_(last-i)."""

    def said(most: Num) -> th.Said:
        late, now = (th.total(i, 1, most, u[age - i] * body(i)) for age in (last + 1, last))
        return late, "=", q * now

    here = p.induction(s, 0, said(s), p.gram(said(0 * last), []), last=last)
    p.gram(said(s + 1), [(1, here), (body(s + 1), p.at(recurrence, last - s - 1))])
    return p.close()


def shift() -> Proof:
    """A step later every weight of a sum is 1 - alpha times what it was."""
    late, now = (th.total(i, 1, t, u[age - i] * g[d + i]) for age in (t + 1, t))
    p = Proof(Theorem((alpha, t, d, u, g), given=powers(u, q), concludes=(late, "=", q * now)))
    _later(p, t, lambda at: g[d + at], 1)
    return p


PIECES: list[Any] = [
    *powers(u, q), (m_[0], "=", 0), (k, 0, (m_[k + 1], "=", q * m_[k] + alpha * g[k + 1])),
    (V[0], "=", 0), (k, 0, (V[k + 1], "=", q * ((1 - c[k]) * V[k]) + g[k + 1])), (c[t], "=", 1),
]  # fmt: skip


def pieces(*, given: Sequence[Any] = PIECES, late: int = 0) -> Proof:
    """The momentum from the pieces of 1..t: c_i is 1 where one ends, V_i its sum up to i.

    given, late: the hypotheses, and by how much the weights are late
    """

    def total_of(most: Num, late: int = 0) -> Num:
        return th.total(i, 1, most, c[i] * u[most + late - i] * V[i])

    def said(most: Num) -> th.Said:
        return m_[most], "=", alpha * total_of(most) + alpha * ((1 - c[most]) * V[most])

    p = Proof(Theorem((alpha, t, u, c, g, m_, V), given=given,
                      concludes=(m_[t], "=", alpha * total_of(t, late))))  # fmt: skip
    first, decay, none, momentum, empty, piece, ends = p.places(PIECES)
    base = p.gram(said(0 * t), [(1, none), (-alpha * (1 - c[0]), empty)])
    here = p.induction(j, 0, said(j), base)
    moved = _later(p, j, lambda at: c[at] * V[at], decay)
    new = alpha * (c[j + 1] * V[j + 1])
    p.gram(said(j + 1), [(q, here), (1, p.at(momentum, j)), (-alpha, moved),
                         (-alpha, p.at(piece, j)), (-new, first)])  # fmt: skip
    p.gram(p.theorem.concludes, [(1, p.at(p.close(), t)), (-alpha * V[t], ends)])
    return p


def cut(*, factor: Any = None) -> Proof:  # noqa: ANN401 - a number
    """A sum up to n + N is that up to n, times (1 - alpha)^N, and that over the N steps after it.

    factor: in place of (1 - alpha)^N
    """

    def said(after: Num, scale: Num) -> th.Said:
        return window(n + after), "=", scale * window(n) + window(after, n)

    p = Proof(Theorem((alpha, N, n, u, g), given=powers(u, q),
                      concludes=said(N, u[N] if factor is None else factor)))  # fmt: skip
    same = {"alpha": alpha, "u": u, "g": g}
    past = window(n)
    here = p.induction(j, 0, said(j, u[j]),
                       p.gram(said(0 * n, u[0 * n]), [(-past, 0)]))  # fmt: skip
    whole, part = (p.by(shift(), {**same, "t": t, "d": d}) for t, d in ((n + j, 0), (j, n)))
    p.gram(said(j + 1, u[j + 1]), [(q, here), (1, whole), (-1, part), (-past, p.at(1, j))])
    p.gram(p.theorem.concludes, [(1, p.at(p.close(), N))])
    return p


def grown() -> Proof:
    """c_(t+1) = kappa c_t + rho^(t+1)."""

    def weight(most: Num, age: Num) -> Num:
        return th.total(j, 0, most, a[j] * b[age - j])

    said = weight(t + 1, t + 1), "=", kappa * weight(t, t) + a[t + 1]
    p = Proof(Theorem((kappa, t, a, b), given=powers(b, kappa), concludes=said))

    def so_far(most: Num) -> th.Said:
        return weight(most - 1, t + 1), "=", kappa * weight(most - 1, t)

    here = p.induction(s, 0, so_far(s), p.gram(so_far(0 * t), []), last=t + 1)
    p.gram(so_far(s + 1), [(1, here), (a[s], p.at(1, t - s))])
    p.gram(said, [(1, p.close()), (a[t + 1], 0)])
    return p


ROOM: tuple[Any, ...] = (kappa, rho, e, a, b, c, M, S, H)
WEIGHTS: list[Any] = [*powers(a, rho), *powers(b, kappa),
                      (l, 0, (c[l], "=", th.total(j, 0, l, a[j] * b[l - j])))]  # fmt: skip
LEAK: Any = (k, 1, (S[k + 1], "=", kappa * S[k] + H[k]))
DECAY: Any = (k, 0, (M[k + 1], "=", rho * M[k] + S[k + 1]))


def total(steps: Num, late: int = 0) -> th.Said:
    """M_e after so many steps back: what is left, and the windows that were met.

    late: by how many epochs the weights of the windows are
    """
    met = th.total(l, 0, steps - 2, c[l + late if late else l] * H[e - 1 - l])
    left = (M[0], S[1]) if steps is e else (M[e - steps], S[e - steps + 1])
    return M[e], "=", a[steps] * left[0] + c[steps - 1] * left[1] + met


TOTAL = total(e)


def buffers(*, given: Sequence[Any] = (*WEIGHTS, LEAK, DECAY),
            claimed: th.Said = TOTAL) -> Proof:  # fmt: skip
    """Two recursions from epoch to epoch, unrolled."""
    p = Proof(Theorem(ROOM, given=given, concludes=claimed))
    one, power, first_b, _, weights, leak, decay = p.places((*WEIGHTS, LEAK, DECAY))
    first = M[e - 1]
    base = p.gram(total(th.num(1)), [
        (1, p.at(decay, e - 1)), (-first, p.at(power, 0)), (-rho * first, one),
        (-S[e], p.at(weights, 0)), (-S[e] * b[0], one), (-S[e], first_b),
    ])  # fmt: skip
    here = p.induction(m, 0, total(m + 1), base, last=e - 1)
    weight = p.by(grown(), {"kappa": kappa, "t": m, "a": a, "b": b})
    heavier = p.gram((c[m + 1], "=", kappa * c[m] + a[m + 1]), [
        (1, p.at(weights, m + 1)), (-kappa, p.at(weights, m)), (1, weight)])  # fmt: skip
    p.gram(total(m + 2), [
        (1, here), (a[m + 1], p.at(decay, e - m - 2)), (c[m], p.at(leak, e - m - 1)),
        (-M[e - m - 2], p.at(power, m + 1)), (-S[e - m - 1], heavier),
    ])  # fmt: skip
    p.close()
    return p


DEFINED: list[Any] = [
    (k, 0, (M[k], "=", window(k * N + r))),
    (k, 1, (S[k], "=", window(N, (k - 1) * N + r))),
    (k, 1, (H[k], "=", th.total(
        i, 1, N, u[N - i] * (g[k * N + r + i] - kappa * g[(k - 1) * N + r + i])))),
]  # fmt: skip
EPOCHS: list[Any] = [*powers(u, q), (rho, "=", u[N]), *WEIGHTS, *DEFINED]


def reconstructed(*, given: Sequence[Any] = EPOCHS, claimed: th.Said = TOTAL) -> Proof:
    """The momentum after e epochs and r steps, from windows of one epoch."""
    symbols = (alpha, kappa, rho, N, r, e, u, a, b, c, g, M, S, H)
    p = Proof(Theorem(symbols, given=given, concludes=claimed))
    _, _, leak, *_, of_m, of_s, of_h = p.places(EPOCHS)

    def leaks(at: Num) -> int:
        said = S[at + 1], "=", kappa * S[at] + H[at]
        return p.gram(said, [(1, p.at(of_s, at + 1)), (-kappa, p.at(of_s, at)),
                             (-1, p.at(of_h, at))])  # fmt: skip

    def decays(at: Num) -> int:
        said = M[at + 1], "=", rho * M[at] + S[at + 1]
        put = {"alpha": alpha, "N": N, "n": at * N + r, "u": u, "g": g}
        return p.gram(said, [
            (1, p.by(cut(), put)), (1, p.at(of_m, at + 1)), (-u[N], p.at(of_m, at)),
            (-1, p.at(of_s, at + 1)), (-M[at], leak),
        ])  # fmt: skip

    p.induction(s, 1, (S[s + 1], "=", kappa * S[s] + H[s]), leaks(th.num(1)))
    leaks(s + 1)
    p.close()
    p.induction(m, 0, (M[m + 1], "=", rho * M[m] + S[m + 1]), decays(th.num(0)))
    decays(m + 1)
    p.close()
    names = {str(x.symbol["name"]): x for x in ROOM}
    p.by(buffers(), names)
    return p


def none_before(*of: Many) -> list[Any]:
    """These sequences are 0 up to 0."""
    return [(k, 0, (x[-k], "=", 0)) for x in of]


PREFIXES: list[Any] = [
    *powers(u, q), *none_before(g, M, H), (k, 0, (M[k], "=", window(k))),
    (k, 0, (H[k], "=", th.total(i, 1, k, u[k - i] * (g[i] - kappa * g[i - N])))),
]  # fmt: skip


def prefix(*, given: Sequence[Any] = PREFIXES, leak: Num = kappa) -> Proof:
    """M_z = kappa M_(z-N) + H_z for every whole number z.

    given, leak: the hypotheses, and the factor kappa
    """
    said = M[z], "=", leak * M[z - N] + H[z]
    p = Proof(Theorem((alpha, kappa, N, z, u, g, M, H), given=given, concludes=said))

    def older(most: Num) -> Num:
        return th.total(i, 1, most, u[z - i] * g[i - N])

    *_, no_m, no_h, of_m, of_h = p.places(PREFIXES)
    p.cases(said, (z, 0 * z))
    p.gram(said, [(1, p.at(no_m, -z)), (-leak, p.at(no_m, N - z)), (-1, p.at(no_h, -z))])
    p.otherwise()
    same = older(z), "=", M[z - N]
    p.cases(same, (N, z))
    none = p.by(nothing(), {"N": N, "t": N, "z": z, "u": u, "g": g})

    def later(most: Num) -> th.Said:
        return older(N + most), "=", th.total(i, 1, most, u[z - N - i] * g[i])

    here = p.induction(m, 0, later(m), p.gram(later(0 * z), [(1, none)]))
    p.gram(later(m + 1), [(1, here)])
    p.gram(same, [(1, p.at(p.close(), z - N)), (-1, p.at(of_m, z - N))])
    p.otherwise()
    none = p.by(nothing(), {"N": N, "t": z, "z": z, "u": u, "g": g})
    p.gram(same, [(1, none), (-1, p.at(no_m, N - z))])
    shifted = p.close()
    p.gram(said, [(1, p.at(of_m, z)), (-1, p.at(of_h, z)), (leak, shifted)])
    p.close()
    return p


def nothing() -> Proof:
    """In the first epoch there was none before."""

    def said(most: Num) -> th.Said:
        return th.total(i, 1, most, u[z - i] * g[i - N]), "=", th.num(0)

    given = [*none_before(g), (t, "<=", N)]
    p = Proof(Theorem((N, t, z, u, g), given=given, concludes=said(t)))
    here = p.induction(s, 0, said(s), p.gram(said(0 * t), []), last=t)
    p.gram((s, "<=", N - 1), [(1, 1), (1, here - 1)])
    p.gram(said(s + 1), [(1, here), (u[z - s - 1], p.at(0, N - s - 1))])
    p.close()
    return p


SERIES: list[Any] = [*PREFIXES, *powers(b, kappa), (t, "<=", (J + 1) * N)]


def series(*, given: Sequence[Any] = SERIES, first: int = 0) -> Proof:
    """M_t = sum_(j=0..J) kappa^j H_(t - jN), as soon as there is no epoch before.

    given, first: the hypotheses, and where the sum begins
    """

    def so_far(terms: Num, first: int = 0) -> Num:
        return th.total(j, first, terms, b[j] * H[t - j * N])

    def said(steps: Num) -> th.Said:
        return M[t], "=", so_far(steps - 1) + b[steps] * M[t - steps * N]

    symbols = (alpha, kappa, N, t, J, u, b, g, M, H)
    p = Proof(Theorem(symbols, given=given, concludes=(M[t], "=", so_far(J, first))))
    *_, no_m, _, _, _, first_b, next_b, _ = p.places(SERIES)
    here = p.induction(m, 0, said(m), p.gram(said(0 * t), [(-M[t], first_b)]))
    put = {"alpha": alpha, "kappa": kappa, "N": N, "z": t - m * N}
    step = p.by(prefix(), {**put, "u": u, "g": g, "M": M, "H": H})
    p.gram(said(m + 1), [(1, here), (b[m], step), (-M[t - (m + 1) * N], p.at(next_b, m))])
    rest = p.at(p.close(), J + 1)
    p.gram(p.theorem.concludes, [(1, rest), (b[J + 1], p.at(no_m, (J + 1) * N - t))])
    return p
