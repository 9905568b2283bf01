"""Anytime online-to-batch: gradients at the running average (Lemma 4.1).

x^t = (1/A_t) sum_{i <= t} a_i w^i.  As a_t (x^t - w^t) = A_{t-1} (x^{t-1} - x^t),

    a_t (F(x^t) - F(u)) <= a_t <grad F(x^t), w^t - u> + A_{t-1} <grad F(x^t), x^{t-1} - x^t>
                        <= a_t <grad F(x^t), w^t - u> + A_{t-1} (F(x^{t-1}) - F(x^t)),

and the last terms telescope.  With a_t = t the average moves slowly: |x^{t+1} - x^t|_1 <= 4/(t+2).
"""

from collections.abc import Callable
from typing import Any

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor.provers.theorems import Proof, proved
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

C, K, T = th.convex("C"), th.convex("K"), th.integer("T", at_least=0)
t, i, j, k = (th.integer(name) for name in ("t", "i", "j", "k"))
alpha, w, u = th.numbers("alpha", above=0), th.points("w", C), th.point("u", C)
F = th.function("F", strong=0, on=C)


def mass(weight: Callable[[Num], Num], last: Num) -> Any:  # noqa: ANN401 - a number
    """A, up to an index."""
    return th.total(j, 0, last, weight(j))


def average(weight: Callable[[Num], Num], points: Many, last: Num) -> Any:  # noqa: ANN401 - a vector
    """x, at an index."""
    return th.total(i, 0, last, weight(i) / mass(weight, last) * points[i])


def conversion(
    *, of: Many = F, plays: Many = w, against: Vec = u, weights: Many = alpha, ahead: int = 0
) -> Proof:
    """F(x_T) - F(u) <= (1/A_T) sum of alpha_t <grad F(x_t), w_t - u>, over t <= T."""

    def x(last: Num) -> Any:  # noqa: ANN401 - a vector
        return average(lambda n: weights[n], plays, last)

    def A(last: Num) -> Any:  # noqa: ANN401 - a number
        return mass(lambda n: weights[n], last)

    def regret(last: Num) -> Any:  # noqa: ANN401 - a number
        return th.total(t, 0, last, weights[t] * (of.grad(x(t)) @ (plays[t + ahead] - against)))

    def claimed(last: Num) -> Any:  # noqa: ANN401 - a relation
        return A(last) * (of(x(last)) - of(against)), "<=", regret(last)

    conclusion = (of(x(T)) - of(against), "<=", 1 / A(T) * regret(T))
    sets = (C,) if plays is w else (C, K)
    p = Proof(Theorem((*sets, T, weights, of, plays, against), concludes=conclusion))
    first = p.gram(claimed(0 * T), [(weights[0 * T], p.convexity(of, against, x(0 * T)))])
    here = p.induction(k, 0, claimed(k), first)
    now, before = p.convexity(of, against, x(k + 1)), p.convexity(of, x(k), x(k + 1))
    p.gram(claimed(k + 1), [(1, here), (weights[k + 1], now), (A(k), before)])
    p.gram(conclusion, [(1 / A(T), p.at(p.close(), T))])
    return p


d, s = th.integer("d", at_least=1), th.integer("t", at_least=1)
D = th.simplex("Delta", d)


def slowly(*, limit: int = 4, of: Many = D) -> Proof:
    """|x_{t+1} - x_t|^2 <= (limit/(t+2))^2 for the weights 1, 2, ... of the points w_0, w_1, ..."""
    points = th.points("w", of)

    def x(last: Num) -> Any:  # noqa: ANN401 - a vector
        return average(lambda n: n + 1, points, last - 1)

    conclusion = (of.square(x(s + 1) - x(s)), "<=", (limit / (s + 2)) ** 2)
    p = Proof(Theorem((d, of, s, points), concludes=conclusion))

    def A(last: Num) -> Any:  # noqa: ANN401 - a number
        return mass(lambda n: n + 1, last - 1)

    def counted(last: Num) -> Any:  # noqa: ANN401 - a relation
        return A(last), "=", last * (last + 1) / 2

    p.gram(counted(k + 1), [(1, p.induction(k, 0, counted(k), p.gram(counted(0 * s), [])))])
    known = p.at(p.close(), s + 1)
    rate, share = (s + 1) / A(s + 1), 2 / (s + 2)
    equal = p.gram((rate, "=", share), [(-2 / (A(s + 1) * (s + 2)), known)])
    moved = p.scaled(of, rate, points[s] - x(s), which="sq")
    near = p.diameter(of, points[s], x(s))
    p.gram(conclusion, [(1, moved), (rate**2, near), (4 * (rate + share), equal)])
    return p


CLAIM = Claim(
    "saddle.lem4.1",
    title="Anytime online-to-batch conversion",
    reconstructed=("lemma", "Lemma 4.1"),
    statement=r"""F(x^T) - F(u) \le \frac{1}{A_T} \sum_{t \le T} \alpha_t
        \langle \nabla F(x^t), w^t - u \rangle, \quad
        \alpha_t = t: \; \lVert x^{t+1} - x^t \rVert_1 \le \frac{4}{t+2}""",
    hypotheses=r"""F \text{ convex and differentiable on the convex set } C \ni w^t, u
        \alpha_t > 0, \; A_t = \sum_{i \le t} \alpha_i, \; x^t = \frac{1}{A_t} \sum_{i \le t} \
            \alpha_i w^i
        \text{in the last bound } C \text{ is the probability simplex}""",
    encoded=(conversion().theorem, slowly().theorem),
    note="The gradient is taken at the average, which already contains w^t. The last bound"
    " stands in the text after the lemma. As encoded w and alpha are numbered from"
    " 0; the last bound is squared.",
)


@CLAIM.proof
@broken("with_the_play_of_the_next_round", change={"ahead": 1})
@because("The gradient at x^t tells nothing of w^{t+1}.")
@broken("without_convexity", change={"of": th.function("F", on=C)})
@because("Convexity is used at u and at the previous average.")
@broken("against_a_point_outside", "There F is any number.", change={"against": th.vector("u")})
@broken("with_plays_that_are_points_of_another_set", change={"plays": th.points("w", K)})
@because("Averages need not be in C, outside of which F is any number.")
@broken("with_weights_that_may_be_negative", change={"weights": th.numbers("alpha")})
@because("Then x^t may be outside of C, where F is any number.")
def weighted_gaps_add_up(*, change: dict[str, Any] = {}) -> Outcome:
    """An induction: convexity at u and at the previous average, whose weights telescope."""
    return proved(conversion(**change), slowly())


@CLAIM.proof
@broken("not_twice_as_slowly", "2/(t+2) is exceeded by opposite vertices.", limit=2)
@broken("in_any_convex_set", "Two points may be far apart.", of=th.convex("Delta"))
def the_average_moves_slowly(*, limit: int = 4, of: Many = D) -> Outcome:
    """x^{t+1} - x^t = (2/(t+2)) (w^{t+1} - x^t)."""
    return proved(conversion(), slowly(limit=limit, of=of))
