"""Gradient descent with noisy gradients as theorems with their proofs: one step, and T steps.

    x[t] = x[t-1] - alpha (grad F(x[t-1]) + w[t]),    theta = 1 - alpha mu (2 - alpha L),

with s the minimiser and w[t] drawn afresh, of mean 0 given what was before.
"""

from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th

mu, L, alpha = (th.number(name, above=0) for name in ("mu", "L", "alpha"))
T, t, i, k = th.integer("T", at_least=0), th.integer("t"), th.integer("i"), th.integer("k")
s, x0, x, w = (th.vector(name) for name in ("s", "x_start", "x", "w"))
noise, sigma = th.draws("w", i), th.numbers("sigma", at_least=0)
F = th.function("F", strong=mu, smooth=L, minimiser=s)
THETA = 1 - alpha * mu * (2 - alpha * L)
GIVEN = (mu, "<=", L), (alpha, "<", 2 / L)
QUIET = i, 0, (th.mean(th.square(noise[i])), "<=", sigma[i + 1] ** 2)
PAID = L * alpha**2 / 2


def met(point: th.Vec) -> th.Vec:
    """What the noise of a step from a point is multiplied with."""
    return alpha * (1 - alpha * L) * F.grad(point)


def one_step(
    *, theta: th.Num = THETA, given: tuple[Any, ...] = GIVEN, objective: th.Many = F
) -> Proof:
    """F(x') - F* + <met, w> <= theta (F(x) - F*) + (L alpha^2/2) |w|^2, whatever the noise is."""
    new, gain = x - alpha * (F.grad(x) + w), alpha * (2 - alpha * L) / 2
    told = F(new) - F(s) + met(x) @ w, "<=", theta * (F(x) - F(s)) + PAID * th.square(w)
    proof = Proof(th.Theorem((mu, L, alpha, s, objective, x, w), given=given, concludes=told))
    proof.visible((alpha * L, "<=", 2))
    both = [(1, proof.descent(F, new, x)), (2 * mu * gain, proof.convexity(F, s, x))]
    proof.gram(told, both, squares=[(gain, F.grad(x) + mu * (s - x))])
    return proof


STEP = one_step()

LIVE, SPENT = (0, "<", THETA), (THETA, "<=", 0)


def method(noises: th.Many = noise) -> th.Many:
    """The iterates from x_0."""
    xs = th.iterates("x", i, before=x0, start=x0)
    told = xs[i] - alpha * (F.grad(xs[i]) + noises[i])
    return th.iterates("x", i, before=x0, start=x0, following=told)


def stepped(proof: Proof, xs: th.Many, now: th.Num, step: th.Num, used: Proof = STEP) -> int:
    """The means of one step, from the point of index `now` to that of index `step`."""
    point, w = xs[now], noise[now]
    values = {"mu": mu, "L": L, "alpha": alpha, "s": s, "F": F, "x": point, "w": w}
    right = THETA * (th.mean(F(point)) - F(s)) + PAID * th.mean(th.square(w))
    sure, none = proof.expect(proof.by(used, values)), proof.centred(w, met(point))
    mixed = th.mean(F(xs[step])) - F(s) + th.mean(met(point) @ w), "<=", right
    opened = proof.unfold(mixed, sure, [(xs, step)])
    return proof.gram((th.mean(F(xs[step])) - F(s), "<=", right), [(1, opened), (-1, none)])


def bound(
    *, given: tuple[Any, ...] = (*GIVEN, LIVE, QUIET), late: int = 0, noises: th.Many = noise,
    used: Proof = STEP,
) -> Proof:  # fmt: skip
    """E F(x_T) - F* <= theta^T (F(x_0) - F*) + (L alpha^2/2) sum theta^(T-t) sigma_t^2."""
    xs = method(noises)

    def limit(steps: th.Num) -> th.Num:
        age = steps - t + late if late else steps - t
        faded = th.total(t, 1, steps, THETA**age * sigma[t] ** 2)
        return THETA**steps * (F(x0) - F(s)) + PAID * faded

    def claimed(steps: th.Num) -> Any:  # noqa: ANN401 - a relation
        return th.mean(F(xs[steps])) - F(s), "<=", limit(steps)

    symbols = (mu, L, alpha, T, sigma, s, x0, F, noises, xs)
    proof = Proof(th.Theorem(symbols, given=given, concludes=claimed(T)))
    zero = 0 * T
    start = proof.gram((th.mean(F(x0)) - F(s), "<=", limit(zero)), [])
    known = proof.induction(k, 0, claimed(k), proof.unfold(claimed(zero), start, [(xs, 0)]))
    again, loud = stepped(proof, xs, k, k + 1, used), proof.at(len(given) - 1, k)
    proof.gram(claimed(k + 1), [(1, again), (THETA, known), (PAID, loud)])
    proof.at(proof.close(), T)
    return proof


def last_noise(*, given: tuple[Any, ...] = (*GIVEN, SPENT, QUIET), share: int = 1) -> Proof:
    """E F(x_T) - F* <= (L alpha^2/2) sigma_T^2 for T >= 1 where theta = 0."""
    xs, steps = method(), th.integer("T", at_least=1)
    claimed = th.mean(F(xs[steps])) - F(s), "<=", share * (PAID * sigma[steps] ** 2)
    symbols = (mu, L, alpha, steps, sigma, s, x0, F, noise, xs)
    proof = Proof(th.Theorem(symbols, given=given, concludes=claimed))
    again, loud = stepped(proof, xs, steps - 1, steps), proof.at(len(given) - 1, steps - 1)
    least = proof.expect(proof.minimum(F, xs[steps - 1]))
    proof.gram(claimed, [(1, again), (-THETA, least), (PAID, loud)])
    return proof
