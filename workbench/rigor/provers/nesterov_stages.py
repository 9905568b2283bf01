"""Multi-stage Nesterov with noisy gradients as a theorem with its proof: T steps, any stages.

    z = x[t-1] + (1 - r_t) beta_t (x[t-1] - x[t-2]),    x[t] = z - alpha_t (grad F(z) + v + eta),

where r_t is 1 at the first step of a stage, which forgets the momentum, and 0 at all others, which
keep the step size.  P_t is 2^(s_t) times the product of 1 - q_i for i <= t: P_1 = 2 (1 - q_1), and
P_{t+1} = (1 + r_{t+1})(1 - q_{t+1}) P_t.  The energy of a step size is that of `nesterov_energies`.
"""

from typing import Any

from workbench.rigor.provers import nesterov_energies
from workbench.rigor.provers.nesterov_energies import (
    BATCH_ERROR,
    F,
    L,
    b,
    d,
    eta,
    mu,
    s,
    sigma,
    t,
    v,
    x0,
)
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th

i, k, T = th.integer("i"), th.integer("k"), th.integer("T", at_least=1)
alpha, r, P = th.numbers("alpha", above=0), th.numbers("r", at_least=0), th.numbers("P", above=0)
ORDERED, ONE, HALF = (mu, "<=", L), th.num(1), 1 / th.num(2)
x, p = th.vector("x"), th.vector("p")
now_size, old_size = th.number("alpha", above=0), th.number("alpha_old", above=0)
fresh = th.number("r", at_least=0)


def q(size: th.Num) -> th.Num:
    """The contraction of a step size."""
    return th.root(size * mu)


def energy(size: th.Num, now: th.Vec, before: th.Vec) -> th.Num:
    """F - F* and the square of `nesterov_energies` for a step size."""
    return nesterov_energies.energy(now, before, size=size)


def kept(now: th.Vec, before: th.Vec, restarts: th.Num) -> th.Vec:
    """The old point, or the new one where the momentum restarts."""
    return now - (1 - restarts) * (now - before)


EITHER = fresh * (1 - fresh), "=", th.num(0)
SAME_SIZE = (1 - fresh) * (now_size - old_size), "=", th.num(0)


def bridge(
    *, factor: th.Num = 1 + fresh, given: tuple[Any, ...] = (ORDERED, EITHER, SAME_SIZE)
) -> Proof:
    """At the first step of a stage the energy at most doubles; at others it is the same one."""
    old = energy(old_size, x, p)
    claimed = energy(now_size, x, kept(x, p, fresh)), "<=", factor * old
    symbols = (mu, L, now_size, old_size, fresh, s, F, x, p)
    proof = Proof(th.Theorem(symbols, given=given, concludes=claimed))
    zero, rest = th.num(0), 1 - fresh
    proof.cases(claimed, (zero, fresh))
    once = proof.visible((fresh, "=", ONE), gap=fresh * rest / fresh)
    doubled = proof.gram(
        (energy(now_size, x, x), "<=", 2 * old), [(1, proof.convexity(F, x, s))],
        squares=[(2, nesterov_energies.carried(x, p, size=old_size))],
    )  # fmt: skip
    proof.rewrite(claimed, doubled, once)
    proof.otherwise()
    none = proof.visible((fresh, "=", zero))
    same = proof.visible((now_size, "=", old_size), gap=-(rest * (now_size - old_size) / rest))
    bare = energy(now_size, x, p), "<=", old
    proof.rewrite(claimed, proof.rewrite(bare, proof.gram((old, "<=", old), []), same), none)
    proof.close()
    return proof


BRIDGE = bridge()


def after(now: th.Vec, before: th.Vec, step: th.Num, error: th.Vec, *, forgets: th.Num) -> th.Vec:
    """The point of step `step`, whose momentum restarts with a stage."""
    size = alpha[step]
    z = now + (1 - forgets * r[step]) * ((1 - q(size)) / (1 + q(size))) * (now - before)
    return z - size * (F.grad(z) + error)


def method(*, forgets: th.Num = ONE, before: th.Vec = x0) -> th.Many:
    """The iterates from x_0, at rest unless `before` is another point."""
    xs = th.iterates("x", i, before=before, start=x0)
    told = after(xs[i], xs[i - 1], i + 1, v[i] + eta[i], forgets=forgets)
    return th.iterates("x", i, before=before, start=x0, following=told)


X = method()
SMALL = (i, 1, (alpha[i], "<=", 1 / L))
STAGES = (
    (i, 1, (r[i] * (1 - r[i]), "=", th.num(0))),
    (i, 1, ((1 - r[i + 1]) * (alpha[i + 1] - alpha[i]), "=", th.num(0))),
)


def weights(*, first: int = 2, double: th.Num = 1 + r[i + 1]) -> tuple[Any, Any]:
    """P_t by its first value and its recurrence."""
    again = double * (1 - q(alpha[i + 1])) * P[i]
    return (P[1], "=", first * (1 - q(alpha[1]))), (i, 1, (P[i + 1], "=", again))


GIVEN = (ORDERED, SMALL, *STAGES, *weights(), BATCH_ERROR)


def bound(
    *, given: tuple[Any, ...] = GIVEN, share: th.Num = ONE, late: bool = False, xs: th.Many = X
) -> Proof:
    """E F(x_T) - F* <= P_T E_0 + sum_t (P_T/P_t) alpha_t (1 + alpha_t L)(b_t^2 d + sigma_s^2/2)."""
    first = F(x0) - F(s)

    def noise(step: th.Num) -> th.Num:
        size = alpha[step]
        return size * (1 + size * L) * (share * (b[step] ** 2 * d) + sigma**2 / 2)

    def faded(steps: th.Num) -> th.Num:
        heard = noise(t) * (1 - q(alpha[t])) if late else noise(t)
        return th.total(t, 1, steps, heard / P[t])

    claimed = th.mean(F(xs[T])) - F(s), "<=", P[T] * first + P[T] * faded(T)
    symbols = (mu, L, d, T, alpha, r, P, b, sigma, s, x0, F, v, eta, xs)
    proof = Proof(th.Theorem(symbols, given=given, dimension=d, concludes=claimed))

    def reached(steps: th.Num) -> Any:  # noqa: ANN401 - a relation
        right = P[steps] * first + P[steps] * faded(steps)
        return th.mean(energy(alpha[steps], xs[steps], xs[steps - 1])), "<=", right

    def stepped(now: th.Num, after_it: th.Num, known: int, factor: th.Num, right: th.Num) -> int:
        """E V after the step, where E V before it is at most `factor` times `right`, by `known`."""
        size = alpha[after_it]
        proof.at(proof.given(SMALL), after_it)
        proof.visible((size * mu, "<=", 1), gap=(1 / L - size) * mu + (L - mu) / L)
        proof.visible((q(size), "<=", 1), gap=(1 - size * mu) / (1 + q(size)))
        point, old = xs[now], kept(xs[now], xs[now - 1], r[after_it])
        quiet, left = proof.given(BATCH_ERROR), th.mean(energy(size, xs[after_it], point))
        moved = nesterov_energies.stepped(
            proof, xs, now, v[now], eta[now], quiet=quiet, size=size, old=old
        )
        claimed = left, "<=", factor * (1 - q(size)) * right + noise(after_it)
        return proof.gram(claimed, [*moved, (1 - q(size), known)])

    zero = th.num(0)
    at_rest = proof.gram(
        (th.mean(energy(alpha[1], x0, kept(x0, x0, r[1]))), "<=", 2 * first),
        [(1, proof.convexity(F, x0, s))],
    )
    old = kept(xs[zero], xs[zero - 1], r[1])
    before = proof.unfold(
        (th.mean(energy(alpha[1], xs[zero], old)), "<=", 2 * first), at_rest, [(xs, 0), (xs, -1)]
    )
    begun = stepped(zero, ONE, before, th.num(2), first)
    weight = len(given) - 3
    left = th.mean(energy(alpha[1], xs[1], xs[zero]))
    base = proof.rewrite((left, "<=", P[1] * first + noise(ONE)), begun, weight)
    base = proof.gram(reached(ONE), [(1, base)])
    known = proof.induction(k, 1, reached(k), base)
    proof.at(proof.given(STAGES[0]), k + 1), proof.at(proof.given(STAGES[1]), k)
    values = {"mu": mu, "L": L, "alpha": alpha[k + 1], "alpha_old": alpha[k], "r": r[k + 1],
              "s": s, "F": F, "x": xs[k], "p": xs[k - 1]}  # fmt: skip
    bridged = proof.expect(proof.by(BRIDGE, values))
    right = P[k] * first + P[k] * faded(k)
    grown = proof.gram(
        (th.mean(energy(alpha[k + 1], xs[k], kept(xs[k], xs[k - 1], r[k + 1]))), "<=",
         (1 + r[k + 1]) * right),
        [(1, bridged), (1 + r[k + 1], known)],
    )  # fmt: skip
    gone = stepped(k, k + 1, grown, 1 + r[k + 1], right)
    left = th.mean(energy(alpha[k + 1], xs[k + 1], xs[k]))
    weighed = P[k + 1] * first + P[k + 1] * faded(k) + noise(k + 1)
    told = proof.rewrite((left, "<=", weighed), gone, proof.at(weight + 1, k))
    proof.gram(reached(k + 1), [(1, told)])
    last = proof.at(proof.close(), T)
    square_left = nesterov_energies.carried(xs[T], xs[T - 1], size=alpha[T])
    proof.gram(claimed, [(1, last)], mean_squares=[(1, square_left)])
    return proof
