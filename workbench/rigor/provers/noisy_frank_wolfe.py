"""Frank-Wolfe on a polytope with estimated gradients and noisy choices of a vertex: its risk.

S is the simplex of weights, one for each vertex of the polytope X, and P(l) the average of the
vertices with the weights l.  At step t the choice v_t = P(u_t), u_t a vertex of S, has the least
<G_t, v> + noise of all vertices; G_t is the gradient at x_t or an estimate of it, and xi_t holds
the noise of each vertex.  What is least at a vertex is least on the whole simplex:

    <G_t, v_t - P(l)> + <xi_t, u_t - l> <= 0        for all l in S.

Let <G_t - grad F(x_t), y - z> be e_t at most in the mean of the largest one, over all points y and
z of X, and the largest -xi_t of a vertex m_t at most in the mean.  For F convex and L_1-smooth, and
|x| <= D on X, the step x_{t+1} = (1 - eta) x_t + eta v_t gives

    E F(x_{t+1}) - F* <= (1 - eta) (E F(x_t) - F*) + eta (e_t + m_t) + 2 eta^2 L_1 D^2.

With eta = 2/(t + 2) this is 8 L_1 D^2/(t + 2) and the largest e_t + m_t after t steps.  With one
eta for all steps the start and what decays like (1 - eta)^t are forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem, Vec

L0, L1, D, b = (th.number(name, above=0) for name in ("L_0", "L_1", "D", "b"))
eta, budget = th.number("eta", above=0), th.number("epsilon_0", above=0)
M, d, n, T = (th.integer(name, at_least=1) for name in "MdnT")
K, t, k = th.integer("K", at_least=1), th.integer("t"), th.integer("k")
X, S = th.geometry("X"), th.geometry("S")
P, F = th.mapping("P"), th.function("F", strong=0, smooth=L1, on=X)
star, weights = th.point("x_star", X), th.point("l_star", S)
x, G = th.draws("x", t, mean=None, of=X), th.draws("G", t, mean=None)
xi, u = th.draws("xi", t), th.draws("u", t, mean=None, of=S)
v = th.draws("v", t, mean=None, of=X)
y, z, w = th.point("y", X), th.point("z", X), th.point("l", S)
scale, sensitivity = th.numbers("lambda", above=0), th.numbers("s", above=0)
OBJECTS = (X, S, P, F, star, weights, x)  # and the draws of a step
VERTICES = 1 + th.ln(M)
Said = tuple[Any, str, Any]


@dataclass(frozen=True)
class NoisyFrankWolfe:
    """A step and its estimate.

    kept, moved: 1 - eta and eta at a step
    estimate: what is in place of the gradient
    noise, error: the largest mean of noise and of the estimate's products, or None
    """

    kept: Callable[[Num], Num]
    moved: Callable[[Num], Num]
    estimate: Callable[[Num], Vec]
    noise: Callable[[Num], Num]
    error: Callable[[Num], Num] | None = None

    def step(self, at: Num) -> Vec:
        """The point after a step."""
        return self.kept(at) * x[at] + self.moved(at) * v[at]

    def chosen(self, at: Num) -> Num:
        """By how much the choice is worse than an average of vertices, at most."""
        return th.supremum((w,), self.estimate(at) @ (v[at] - P(w)) + xi[at] @ (u[at] - w))

    def off(self, at: Num) -> Num:
        """How far products with the estimate are from those with the gradient, at most."""
        return th.supremum((y, z), (self.estimate(at) - F.grad(x[at])) @ (y - z))

    def given(self) -> dict[str, Any]:
        """The hypotheses of all methods, by their names."""
        told: dict[str, Any] = {
            "choice": (self.chosen(t), "<=", 0),
            "noise": (th.mean(_largest(t)), "<=", self.noise(t)),
            "step": (F(x[t + 1]), "=", F(self.step(t))),
            "average": (self.estimate(t) @ (star - P(weights)), "=", 0),
            "point": (X.square(x[t]), "<=", D**2), "vertex": (X.square(v[t]), "<=", D**2),
        }  # fmt: skip
        if self.error is not None:
            told["error"] = (th.mean(self.off(t)), "<=", self.error(t))
        return {name: (t, 0, one) for name, one in told.items()}

    def falls(self, p: Proof, at: Num) -> int:
        """E F(x_{t+1}) - F* in terms of E F(x_t) - F*."""
        given, keeps, moves = self.given(), self.kept(at), self.moved(at)

        def here(name: str) -> int:
            return p.at(p.given(given[name]), at)

        bend = moves**2 * L1
        facts: list[Any] = [
            (1, here("step")), (1, p.descent(F, self.step(at), x[at])),
            (L1 / 2, p.scaled(X, moves, v[at] - x[at], which="sq")),
            (bend / 2, p.parallel(X, v[at], -1 * x[at], which="sq")),
            (bend, p.scaled(X, -1, x[at], which="sq")), (bend, here("vertex")),
            (bend, here("point")), (moves, p.under(self.chosen(at), (weights,))),
            (moves, here("choice")), (-1 * moves, here("average")),
            (moves, p.convexity(F, star, x[at])),
        ]  # fmt: skip
        wrong = moves * (xi[at] @ (weights - u[at])) + 2 * bend * D**2
        if self.error is not None:
            wrong += moves * self.off(at)
            facts.append((moves, p.under(self.off(at), (star, v[at]))))
        sure = p.gram((F(x[at + 1]) - F(star), "<=", keeps * (F(x[at]) - F(star)) + wrong), facts)
        means = [
            (1, p.expect(sure)), (moves, p.expect(p.under(_largest(at), (u[at],)))),
            (moves, p.centred(xi[at], weights)), (moves, here("noise")),
        ]  # fmt: skip
        if self.error is not None:
            means.append((moves, here("error")))
        rest = moves * self.mistake(at) + 2 * bend * D**2
        return p.gram((risk(at + 1), "<=", keeps * risk(at) + rest), means)

    def mistake(self, at: Num) -> Num:
        """What the choice and the estimate cost in a step, at most in the mean."""
        return self.noise(at) if self.error is None else self.noise(at) + self.error(at)


def _largest(at: Num) -> Num:
    """The largest -xi of a vertex."""
    return th.supremum((w,), -1 * (xi[at] @ w))


def risk(at: Num) -> Num:
    """E F(x) - F*."""
    return th.mean(F(x[at])) - F(star)


def _classical(estimate: Callable[[Num], Vec], noise: Any, error: Any = None) -> NoisyFrankWolfe:  # noqa: ANN401
    stay, move = (lambda at: at / (at + 2)), (lambda at: 2 / (at + 2))
    return NoisyFrankWolfe(stay, move, estimate, noise, error)


EXACT = _classical(lambda at: F.grad(x[at]), lambda _: b * VERTICES)
TREE_ERROR = 2 * D * th.root(2 * th.ln(2 * d) * (L0**2 + 16 * L1**2 * D**2) / b)
TREES = _classical(lambda at: G[at], lambda at: scale[at] * VERTICES, lambda _: TREE_ERROR)
LATE = 2 * eta * L0 * D + 4 * eta * (1 - eta) * L1 * D**2
SPREAD = eta * th.root(2 * th.ln(2 * d) / (2 * eta - eta**2))
START = th.root(th.ln(2 * d) / n)
FORGETFUL = NoisyFrankWolfe(
    lambda _: 1 - eta, lambda _: eta, lambda at: G[at],
    lambda at: 2 * sensitivity[at] / budget * VERTICES,
    lambda at: 2 * D * (2 * L0 * START * (1 - eta) ** at + (2 * (1 - eta) * L1 * D + L0) * SPREAD),
)  # fmt: skip
last = th.number("Lambda", above=0)
STEPS: Said = (th.num(2) ** (T + 1), "<=", K + 2)
GIVEN = {
    "exact": EXACT.given(),
    "trees": {**TREES.given(), "grows": (t, 0, (scale[t], "<=", last)), "steps": STEPS},
    "forgetful": {
        "eta": (eta, "<", 1), **FORGETFUL.given(),
        "sensitivity": (t, 0, (sensitivity[t], "<=", 4 * L0 * D / n * (1 - eta) ** t + LATE)),
        "steep": (th.supremum((y,), X.dual(F.grad(y))), "<=", L0**2),
        "start": (X.square(star), "<=", D**2),
    },
}  # fmt: skip


HYPOTHESES = {method: tuple(told.values()) for method, told in GIVEN.items()}


def _begun(symbols: Sequence[Any], given: Sequence[Any], claimed: Said) -> Proof:
    p = Proof(Theorem((*symbols, xi, u, v), given=given, concludes=claimed))
    p.visible((0, "<=", th.ln(M)))
    return p


def _decreasing(
    p: Proof,
    method: NoisyFrankWolfe,
    most: int,
    mistake: Num,
    smaller: tuple[Any, ...] | None = None,
) -> None:
    """E F(x_k) - F* <= most L_1 D^2/(k + 2) + mistake for all k >= 1."""

    def said(at: Num) -> Said:
        return risk(at), "<=", most * L1 * D**2 / (at + 2) + mistake

    def falls(at: Num) -> list[Any]:
        more = [] if smaller is None else [(2 / (at + 2) * VERTICES, p.at(p.given(smaller), at))]
        return [(1, method.falls(p, at)), *more]

    here = p.induction(k, 1, said(k), p.gram(said(th.num(1)), falls(th.num(0))))
    p.gram(said(k + 1), [*falls(k), (k / (k + 2), here)])


def on_the_sample(*, most: int = 8, given: Sequence[Any] = HYPOTHESES["exact"]) -> Proof:
    """E F(x_T) - F* <= 8 L_1 D^2/(T + 2) + b (1 + ln M)."""
    claimed = (risk(T), "<=", most * L1 * D**2 / (T + 2) + b * VERTICES)
    p = _begun((D, L1, b, M, T, *OBJECTS), given, claimed)
    _decreasing(p, EXACT, most, b * VERTICES)
    p.at(p.close(), T)
    return p


def on_trees(*, most: int = 8, given: Sequence[Any] = HYPOTHESES["trees"]) -> Proof:
    """E F(x_K) - F* <= 8 L_1 D^2/2^(T+1) + the errors of the estimate and of the last choices."""
    mistake = TREE_ERROR + last * VERTICES
    power = th.num(2) ** (T + 1)
    claimed = (risk(K), "<=", most * L1 * D**2 / power + mistake)
    p = _begun((D, L0, L1, b, M, d, T, K, scale, last, *OBJECTS, G), given, claimed)
    _decreasing(p, TREES, most, mistake, GIVEN["trees"]["grows"])
    there = most * L1 * D**2 / ((K + 2) * power)
    p.gram(claimed, [(1, p.at(p.close(), K)), (there, p.given(STEPS))])
    return p


def forgetful(*, start: int = 2, given: Sequence[Any] = HYPOTHESES["forgetful"]) -> Proof:
    """E F(x_T) - F* <= 2 L_0 D (1 - eta)^T + 4 eta T (1 - eta)^(T-1) L_0 D [..] + .. ."""
    told = GIVEN["forgetful"]
    decaying = 4 * L0 * D * (START + 2 * VERTICES / (n * budget))
    steady = 2 * D * (2 * L1 * D + L0) * SPREAD + 2 * eta * L1 * D**2
    steady += 4 * eta * VERTICES / budget * (L0 * D + 2 * L1 * D**2)

    def said(at: Num, kept: Num) -> Said:
        grown = eta * at * kept / (1 - eta) * decaying
        return risk(at), "<=", start * L0 * D * kept + grown + steady

    def claimed(at: Num) -> Said:
        return said(at, (1 - eta) ** at)

    symbols = (D, L0, L1, eta, budget, M, d, n, T, sensitivity, *OBJECTS, G)
    p = _begun(symbols, given, claimed(T))
    p.visible((0, "<=", SPREAD))
    p.visible((0, "<=", START))
    first, ratio = th.num(0), 2 * D / L0
    way, g = x[first] - star, F.grad(x[first])
    sizes = [
        (1, p.convexity(F, star, x[first])), (1 / ratio, p.young(X, ratio * g, way)),
        (1 / (2 * ratio), p.scaled(X, ratio, g, which="dual")),
        (ratio / 2, p.under(told["steep"][0], (x[first],))), (ratio / 2, p.given(told["steep"])),
        (1 / (2 * ratio), p.parallel(X, x[first], -1 * star, which="sq")),
        (1 / ratio, p.scaled(X, -1, star, which="sq")), (1 / ratio, p.given(told["start"])),
        (1 / ratio, p.at(p.given(told["point"]), first)),
    ]  # fmt: skip
    far = p.expect(p.gram((F(x[first]) - F(star), "<=", start * L0 * D), sizes))
    here = p.induction(k, 0, claimed(k), p.gram(claimed(first), [(1, far)]))
    p.gram(claimed(k + 1), [
        (1, FORGETFUL.falls(p, k)), (1 - eta, here),
        (eta * 2 / budget * VERTICES, p.at(p.given(told["sensitivity"]), k)),
    ])  # fmt: skip
    p.at(p.close(), T)
    return p
