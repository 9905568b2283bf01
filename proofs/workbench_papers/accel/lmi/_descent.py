"""The error of noisy gradient descent by its certificate in closed form, as a theorem.

    rho^2 |u|^2 - |u - alpha g|^2 = 2 c_0 <g - mu u, L u - g> + (size/(L - mu)) |g - end u|^2

with u = x - x*, g = grad F(x), c_0 = alpha rho/(L - mu), and the first product >= 0 by
cocoercivity.  For short steps rho = 1 - alpha mu and end = mu, for long ones alpha L - 1 and L.
"""

from typing import Any

from workbench.rigor.provers.cocoercivity import cocoercive
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench_papers.accel.algorithms._descent import F, L, alpha, i, k, method, mu, noise, s, x0

E_T, t = th.number("E_T", at_least=0), th.integer("t", at_least=0)
CONVEX = th.function("F", smooth=L, minimiser=s)
APART, LOUD = (mu, "<", L), (i, 0, (th.mean(th.square(noise[i])), "<=", E_T))
SHORT = (APART, (alpha * (mu + L), "<=", 2), LOUD)
LONG = (APART, (2, "<=", alpha * (mu + L)), (alpha, "<", 2 / L), LOUD)


def bound(
    *, long: bool = False, rho: th.Num | None = None, given: tuple[Any, ...] | None = None,
    noises: th.Many = noise, half: th.Num = L / 2, paid: th.Num = alpha**2, objective: th.Many = F,
) -> Proof:  # fmt: skip
    """E F(x_t) - F* <= (L/2) [rho^(2t) |x_0 - x*|^2 + (1 - rho^(2t))/(1 - rho^2) alpha^2 E_T]."""
    given = given or (LONG if long else SHORT)
    true = alpha * L - 1 if long else 1 - alpha * mu
    end, rho = L if long else mu, true if rho is None else rho
    xs = method(noises)

    def limit(steps: th.Num, factor: th.Num) -> th.Num:
        faded = rho ** (2 * steps)
        whole = (1 - faded) / (1 - rho**2) * (factor * paid * E_T)
        return faded * (factor * th.square(x0 - s)) + whole

    claimed = th.mean(F(xs[t])) - F(s), "<=", limit(t, half)
    symbols = (mu, L, alpha, E_T, t, s, x0, objective, noises, xs)
    proof = Proof(th.Theorem(symbols, given=given, concludes=claimed))
    excess, two = 2 - alpha * (mu + L), th.num(2)
    spare = -excess if long else excess
    proof.visible((0, "<", true), gap=spare / 2 + alpha * (L - mu) / 2)
    below = 2 - alpha * L if long else alpha * mu
    proof.visible((true, "<", 1), gap=below)
    proof.visible((true**2, "<", 1), gap=(1 + true) * below)

    def far(steps: th.Num) -> Any:  # noqa: ANN401 - a relation
        return th.mean(th.square(xs[steps] - s)), "<=", limit(steps, th.num(1))

    zero = 0 * t
    base = proof.gram((th.mean(th.square(x0 - s)), "<=", limit(zero, th.num(1))), [])
    known = proof.induction(k, 0, far(k), proof.unfold(far(zero), base, [(xs, 0)]))
    x, w = xs[k], noises[k]
    u, g = x - s, F.grad(x)
    values = {"mu": mu, "L": L, "s": s, "x": x, "y": s, "F": F}
    coercive = proof.by(cocoercive(), values)
    past, moved = 2 * alpha * (u - alpha * g), x - alpha * (g + w) - s
    whatever = proof.gram(
        (th.square(moved) + past @ w, "<=", rho**2 * th.square(u) + alpha**2 * th.square(w)),
        [(two * alpha * true / (L - mu), coercive)],
        squares=[(alpha * spare / (L - mu), g - end * u)],
    )
    loud = proof.at(len(given) - 1, k)
    used = [(1, proof.expect(whatever)), (-1, proof.centred(w, past)), (rho**2, known)]
    new = proof.gram((th.mean(th.square(moved)), "<=", far(k + 1)[2]), [*used, (alpha**2, loud)])
    proof.unfold(far(k + 1), new, [(xs, k + 1)])
    last = proof.at(proof.close(), t)
    smooth = proof.expect(proof.descent(F, xs[t], s))
    proof.gram(claimed, [(1, smooth), (half, last)])
    return proof
