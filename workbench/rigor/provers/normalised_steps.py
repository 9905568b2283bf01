"""Descent along the directions of vectors m_t that are anything: w_(t+1) = w_t - eta m_t/|m_t|.

U(m) is m/|m|, and 0 or any other vector of length at most 1 where m = 0: all that is told of it is
|m| <= <m, U(m)> and |U(m)| <= 1.  With eps = m - grad F(w), <grad F, U> = <m - eps, U> >= |m| -
|eps| >= |grad F| - 2 |eps|.  With smoothness

    F(w_(t+1)) <= F(w_t) - eta |grad F(w_t)| + 2 eta |eps_t| + L eta^2/2,

and the sum telescopes, along every path.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem, Vec

L, eta, T = th.number("L", at_least=0), th.number("eta", above=0), th.integer("T", at_least=1)
t, k, w_0, U = th.integer("t"), th.integer("k"), th.vector("w_0"), th.mapping("U")
SHARP: tuple[Any, ...] = (1, Fraction(1, 2), 2)


def descent(
    *,
    constants: Sequence[Any] = SHARP,
    mean: bool = False,
    along: bool = False,
    smooth: Num | None = L,
    told: Sequence[int] = (0, 1),
    step: Num = eta,
) -> Proof:
    """(1/T) sum |grad F(w_t)| <= a (F(w_0) - F(w_T))/(eta T) + b L eta + (c/T) sum |eps_t|.

    constants: a, b and c
    mean: of the expectations in place of the path
    along: eps_t = n_t - grad F(w_t) for any n_t along U(m_t), such as c m_t with c > 0
    smooth, told, step: the class of F, the places of the hypotheses, the length of a step
    """
    F, m = th.function("F", smooth=smooth), th.draws("m", t, mean=None)
    n = th.draws("n", t, mean=None) if along else m
    bare = th.iterates("w", t, before=w_0, start=w_0)
    w = th.iterates("w", t, before=w_0, start=w_0, following=bare[t] - step * U(m[t]))
    a, b, c = map(th.num, constants)
    hypotheses = [
        (t, 0, (abs(n[t]), "<=", n[t] @ U(m[t]))),
        (t, 0, (abs(U(m[t])), "<=", 1)),
    ]

    def wrong(i: Num) -> Vec:
        return n[i] - F.grad(w[i])

    def total(count: Num, body: Any) -> Num:  # noqa: ANN401 - a number at an index
        return th.total(t, 0, count - 1, th.mean(body) if mean else body)

    def descended(i: Num, then: Vec) -> th.Said:
        gain = eta * abs(F.grad(w[i])) - 2 * eta * abs(wrong(i))
        return F(then), "<=", F(w[i]) - gain + L * eta**2 / 2

    def claimed(i: Num) -> th.Said:
        gain = eta * abs(F.grad(w[t])) - 2 * eta * abs(wrong(t))
        return th.total(t, 0, i - 1, gain), "<=", F(w_0) - F(w[i]) + i * L * eta**2 / 2

    gap = th.mean(F(w_0) - F(w[T])) if mean else F(w_0) - F(w[T])
    right = a * gap / (eta * T) + b * L * eta + c * total(T, abs(wrong(t))) / T
    theorem = Theorem(
        (L, eta, T, w_0, F, U, m, *((n,) if along else ()), w),
        given=[hypotheses[place] for place in told],
        concludes=(total(T, abs(F.grad(w[t]))) / T, "<=", right),
    )
    p = Proof(theorem)

    length, unit_length = map(p.given, hypotheses)

    def positive(body: Any) -> int:  # noqa: ANN401 - of an index, a vector
        """0 <= sum |u_t|, as |u - u| <= 2 |u|."""

        def so_far(i: Num) -> th.Said:
            return th.num(0), "<=", th.total(t, 0, i - 1, abs(body(t)))

        here = p.induction(k, 0, so_far(k), p.gram(so_far(0 * T), []), last=T)
        none = p.triangle((Fraction(1, 2), body(k)), (Fraction(-1, 2), body(k)))
        p.gram(so_far(k + 1), [(1, here), (1, none)])
        return p.close()

    slack = [positive(lambda i: F.grad(w[i])), positive(wrong)]
    here = p.induction(
        k, 0, claimed(k), p.unfold(claimed(0 * T), p.gram((0 * T, "<=", 0 * T), []), [(w, 0)])
    )
    new = w[k] - eta * U(m[k])
    unit, half = p.at(unit_length, k), L * eta**2 / 2
    parts = [
        (1, p.descent(F, new, w[k])),
        (eta, p.at(length, k)),
        (half, p.cauchy(unit, U(m[k]))),  # |U|^2 <= |U|
        (half, unit),
        (eta, p.cauchy(unit, wrong(k))),  # <U, eps> <= |eps|
        (eta, p.triangle((1, n[k]), (-1, wrong(k)))),  # |grad F| <= |n| + |eps|
    ]
    down = p.unfold(descended(k, w[k + 1]), p.gram(descended(k, new), parts), [(w, k + 1)])
    p.gram(claimed(k + 1), [(1, here), (1, down)])
    shown = [p.at(p.close(), T), *slack]
    last, grads, errors = [p.expect(one) for one in shown] if mean else shown
    p.gram(theorem.concludes, [(a / (eta * T), last), ((a - 1) / T, grads),
                               ((c - 2 * a) / T, errors)])  # fmt: skip
    return p


d = th.integer("d", at_least=1)
R, sigma = th.number("R", at_least=0), th.number("sigma", above=0)


def noisy_gradients(
    *, told: Sequence[int] = (0, 1, 2, 3), smooth: Num | None = L, errors: Any = 2, step: Num = eta  # noqa: ANN401
) -> Proof:  # fmt: skip
    """(1/T) sum E |grad F(w_t)| <= R/(eta T) + eta L/2 + 2 sqrt(d) sigma for noisy gradients m_t.

    told: the places of the hypotheses on U, on the gap and on the noise that are kept
    smooth, errors, step: the class of F, how often errors count, the length of a step
    """
    F, m = th.function("F", smooth=smooth), th.draws("m", t, mean=None)
    bare = th.iterates("w", t, before=w_0, start=w_0)
    w = th.iterates("w", t, before=w_0, start=w_0, following=bare[t] - step * U(m[t]))
    most = th.root(d) * sigma

    def noise(i: Num) -> Vec:
        return m[i] - F.grad(w[i])

    hypotheses = [
        (t, 0, (abs(m[t]), "<=", m[t] @ U(m[t]))), (t, 0, (abs(U(m[t])), "<=", 1)),
        (t, 0, (F(w_0) - F(w[t]), "<=", R)),
        (t, 0, (th.mean(th.square(noise(t))), "<=", d * sigma**2)),
    ]  # fmt: skip
    grads = th.total(t, 0, T - 1, th.mean(abs(F.grad(w[t])))) / T
    bound = R / (eta * T) + eta * L / 2 + errors * most
    p = Proof(Theorem((L, eta, R, sigma, d, T, w_0, F, U, m, w),
                      given=[hypotheses[place] for place in told],
                      concludes=(grads, "<=", bound)))  # fmt: skip
    lemma = p.by(descent(mean=True), {"L": L, "eta": eta, "T": T, "w_0": w_0, "F": F, "U": U,
                                      "m": m, "w": w})  # fmt: skip

    start, small = map(p.given, hypotheses[2:])

    def said(count: Num) -> th.Said:
        return th.total(t, 0, count - 1, th.mean(abs(noise(t)))), "<=", count * most

    here = p.induction(k, 0, said(k), p.gram(said(0 * T), []))
    half = p.expect(p.middle(noise(k), most))
    p.gram(said(k + 1), [(1, here), (1, half), (1 / (2 * most), p.at(small, k))])
    every = p.at(p.close(), T)
    gap = p.expect(p.at(start, T))
    p.gram(p.theorem.concludes, [(1, lemma), (1 / (eta * T), gap), (2 / T, every)])
    return p
