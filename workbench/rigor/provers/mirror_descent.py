"""Stochastic mirror descent on a convex function, as a theorem with its proof.

    x[t+1] = argmin over X of (eta/mu) <g[t], x> + D(x, x[t]),
    g[t] = grad F(x[t]) + B(x[t]) + w[t]

D is the divergence of a function that is 1-strongly convex on a compact set X (that of h is mu D
for h/mu); the errors w[t] are centred given the past, and B, where there is one, is a bias that
depends on the point.  A step costs, by the prox inequality, strong convexity and Young's,

    eta <g[t], x[t] - u> <= mu D(u, x[t]) - mu D(u, x[t+1]) + eta^2 |g[t]|_*^2/(2 mu),

the divergences telescope, and Jensen's inequality is about the average of n points.  F is a
function of two points with the second one held fixed: convex and continuously differentiable, and
no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem, Vec

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class MirrorDescent:
    """The names of the numbers, and what a mutant may change.

    distance: mu D(x*, x[0]) is at most half of its square
    step:     the step size eta
    size:     E |g[t]|_*^2 is at most its square
    count:    the number of steps
    modulus:  mu; where it is not named, it is 1
    bias:     the names of beta and D, E |B(x[t])|_*^2 <= beta^2 and E |x* - x[t]|^2 <= (2D)^2
    given:    the places of the hypotheses that are kept: the distance, then size, beta, D
    share:    of the cost of a step, 1/2 in the theorem
    reach:    how often D beta is paid, twice in the theorem
    start:    how often the distance is paid, once in the theorem
    centred:  whether the errors are
    """

    distance: str
    step: str
    size: str
    count: str
    modulus: str = ""
    bias: tuple[str, str] | None = None
    given: Sequence[int] = (0, 1, 2, 3)
    share: Fraction = HALF
    reach: int = 2
    start: int = 1
    centred: bool = True

    def proof(self) -> Proof:
        """E F(average of x[t], t < n) - F(x*) <= R^2/(2 eta n) + eta G^2/(2 mu) + 2 D beta."""
        R, eta, G = (th.number(s, above=0) for s in (self.distance, self.step, self.size))
        n, t, k, j = th.integer(self.count, at_least=1), *map(th.integer, ("t", "k", "j"))
        mu = th.number(self.modulus, above=0) if self.modulus else th.num(1)
        beta, D = (th.number(s, above=0) for s in self.bias or ("beta", "D"))
        X, Y, B = th.geometry("X"), th.geometry("Y"), th.mapping("B")
        F, y = th.saddle("F", X, Y), th.point("y", Y)
        u, first = th.point("x_star", X), th.point("x_first", X, inner=True)
        w = th.draws("w", t, mean=0 if self.centred else None)
        x = th.prox("x", X, t, start=first, step=w[t])

        def answer(i: Num) -> Vec:
            exact = F.slope("x", x[i], y) + w[i]
            return exact + B(x[i]) if self.bias else exact

        x = th.prox("x", X, t, start=first, step=eta / mu * answer(t))
        average = th.total(t, 0, n - 1, 1 / n * x[t])
        known = [
            (mu * X.divergence(u, first), "<=", HALF * R**2),
            (t, 0, (th.mean(X.dual(answer(t))), "<=", G**2)),
        ]
        if self.bias:
            known.append((t, 0, (th.mean(X.dual(B(x[t]))), "<=", beta**2)))
            known.append((t, 0, (th.mean(X.square(u - x[t])), "<=", (2 * D) ** 2)))
        extra = self.reach * D * beta if self.bias else th.num(0)
        numbers = (R, eta, G, *((mu,) if self.modulus else ()), *((beta, D) if self.bias else ()))
        maps = (B,) if self.bias else ()
        given = [known[i] for i in self.given if i < len(known)]
        theorem = Theorem(
            (*numbers, n, X, Y, *maps, F, y, u, first, w, x),
            given=given,
            concludes=(
                th.mean(F(average, y)) - F(u, y), "<=",
                self.start * R**2 / (2 * eta * n) + self.share * eta * G**2 / mu + extra,
            ),
        )  # fmt: skip
        p = Proof(theorem)

        def regret(steps: Num) -> Any:  # noqa: ANN401 - a relation
            gained = th.total(t, 0, steps - 1, eta * (th.mean(F(x[t], y)) - F(u, y)))
            cost = self.share * eta**2 * G**2 / mu + eta * extra
            left = gained + mu * th.mean(X.divergence(u, x[steps]))
            return left, "<=", mu * X.divergence(u, first) + steps * cost

        so_far = p.induction(k, 0, regret(k), p.gram(regret(0 * n), []))
        here, later, longer = x[k], x[k + 1], 2 * D / beta
        right = mu * X.divergence(u, here) + eta**2 / (2 * mu) * X.dual(answer(k))
        facts: list[tuple[Any, int]] = [
            (mu, p.prox(x, k, u)), (mu, p.strong(X, later, here)),
            (mu, p.young(X, eta / mu * answer(k), here - later)),
            (mu * HALF, p.scaled(X, eta / mu, answer(k), which="dual")),
            (mu * HALF, p.scaled(X, -1, later - here, which="sq")),
            (eta, p.saddle(F, "x", u, (here, y))),
        ]  # fmt: skip
        if self.bias:
            wrong = longer**2 * X.dual(B(here)) + X.square(u - here)
            right = right + eta / longer / 2 * wrong
            facts += [
                (eta / longer, p.young(X, longer * B(here), u - here)),
                (eta / longer / 2, p.scaled(X, longer, B(here), which="dual")),
            ]
        left = eta * (F(here, y) - F(u, y) + w[k] @ (here - u)) + mu * X.divergence(u, later)
        sure = p.expect(p.gram((left, "<=", right), facts))
        last = len(given) - 1
        sizes = [(eta**2 / (2 * mu), p.at(min(1, last), k))]
        if self.bias:
            sizes += [(eta * longer / 2, p.at(min(2, last), k)),
                      (eta / longer / 2, p.at(min(3, last), k))]  # fmt: skip
        still = p.centred(w[k], here - u)
        p.gram(regret(k + 1), [(1, so_far), (1, sure), (-1 * eta, still), *sizes])
        paid = p.at(p.close(), n)

        def jensen(steps: Num) -> Any:  # noqa: ANN401 - a relation
            linear = F.slope("x", average, y) @ (th.total(t, 0, steps - 1, x[t]) - steps * average)
            return steps * F(average, y) + linear, "<=", th.total(t, 0, steps - 1, F(x[t], y))

        so_far = p.induction(j, 0, jensen(j), p.gram(jensen(0 * n), []))
        p.gram(jensen(j + 1), [(1, so_far), (1, p.saddle(F, "x", x[j], (average, y)))])
        mean, end, each = p.expect(p.at(p.close(), n)), u - x[n], 1 / (eta * n)
        p.gram(theorem.concludes, [
            (each, paid), (1 / n, mean), (each, 0), (mu * each, p.expect(p.strong(X, u, x[n]))),
            (mu * each / 2, p.expect(p.norm(X, end, which="sq"))),
        ])  # fmt: skip
        return p
