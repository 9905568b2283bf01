"""Nesterov's method with noisy gradients as theorems with proofs: one step, and T steps.

    z = x[t-1] + beta (x[t-1] - x[t-2]),    x[t] = z - alpha (grad F(z) + v[t-1] + eta[t-1]),

with q = sqrt(alpha mu), beta = (1 - q)/(1 + q), the batch error v and then the noise eta drawn
afresh in each step.  The energy of two successive points is

    V(x, p) = F(x) - F* + |c (x - s) + (sqrt(mu/2) - c)(p - s)|^2,   c = sqrt(1/(2 alpha)),

where s is the minimiser.
"""

from fractions import Fraction
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th

mu, L, alpha = (th.number(name, above=0) for name in ("mu", "L", "alpha"))
d, T = th.integer("d", at_least=1), th.integer("T", at_least=0)
t, i, k = th.integer("t", at_least=1), th.integer("i"), th.integer("k")
b, sigma = th.numbers("b", above=0), th.number("sigma_s", at_least=0)
s, x0 = th.vector("s"), th.vector("x_start")
F = th.function("F", strong=mu, smooth=L, minimiser=s)
q = th.root(alpha * mu)


def faded(size: th.Num) -> th.Num:
    """The momentum for a step size."""
    return (1 - th.root(size * mu)) / (1 + th.root(size * mu))


beta = faded(alpha)
SMALL_STEP = ((mu, "<=", L), (alpha, "<=", 1 / L))


def energy(now: th.Vec, before: th.Vec, *, size: th.Num = alpha) -> th.Num:
    """The energy V for a step size."""
    return F(now) - F(s) + th.square(carried(now, before, size=size))


def carried(now: th.Vec, before: th.Vec, *, sign: int = 1, size: th.Num = alpha) -> th.Vec:
    """The vector whose square V adds to the error."""
    c = th.root(1 / (2 * size))
    return c * (now - s) + (th.root(mu / 2) - (c if sign > 0 else -c)) * (before - s)


def ahead(now: th.Vec, before: th.Vec, *, momentum: th.Num = beta) -> th.Vec:
    """The point z at which the gradient is taken."""
    return now + momentum * (now - before)


def after(now: th.Vec, before: th.Vec, error: th.Vec, *, momentum: th.Num = beta) -> th.Vec:
    """The next point."""
    z = ahead(now, before, momentum=momentum)
    return z - alpha * (F.grad(z) + error)


# one step -----------------------------------------------------------------------------------------

x, p, w = th.draw("x", mean=None), th.draw("p", mean=None), th.draw("w")
any_x, any_p, any_w = (th.vector(name) for name in "xpw")  # one outcome of them
HALF, NOTHING = th.num(Fraction(1, 2)), th.num(0)
NOISE = alpha / 2 * (1 + alpha * L)  # what one step adds for each unit of E|w|^2


def met(now: th.Vec, before: th.Vec, *, size: th.Num = alpha, momentum: th.Num = beta) -> th.Vec:
    """What the noise of a step is multiplied with."""
    z = ahead(now, before, momentum=momentum)
    return (size * (1 - size * L) - size) * F.grad(z) + z - s - (1 - th.root(size * mu)) * (now - s)


def sure_step(
    *, momentum: th.Num = beta, noise: th.Num = NOISE, objective: th.Many = F,
    given: tuple[Any, ...] = SMALL_STEP,
) -> Proof:  # fmt: skip
    """V(x', x) + <met, w> <= (1 - q) V(x, p) + (alpha/2)(1 + alpha L) |w|^2, whatever w is."""
    x, p, w = any_x, any_p, any_w
    new, z = after(x, p, w, momentum=momentum), ahead(x, p, momentum=momentum)
    left = energy(new, x) + w @ met(x, p, momentum=momentum)
    told = left, "<=", (1 - q) * energy(x, p) + noise * th.square(w)
    proof = Proof(th.Theorem((mu, L, alpha, s, objective, x, p, w), given=given, concludes=told))
    proof.visible((alpha * mu, "<=", 1))
    proof.visible((q, "<=", 1), gap=(1 - alpha * mu) / (1 + q))
    proof.visible((alpha * L, "<=", 1))
    from_z_to_x, from_z_to_s = proof.convexity(F, x, z), proof.convexity(F, s, z)
    from_z_to_new = proof.descent(F, new, z)
    proof.gram(
        told, [(1 - q, from_z_to_x), (q, from_z_to_s), (1, from_z_to_new)],
        squares=[
            (q * (1 - q) ** 3 / (2 * alpha * (1 + q)), x - p),
            (alpha / 2 * (1 - alpha * L), F.grad(z)),
        ],
    )  # fmt: skip
    return proof


def one_step(
    *, error: th.Vec = w, objective: th.Many = F, given: tuple[Any, ...] = SMALL_STEP,
    momentum: th.Num = beta, noise: th.Num = NOISE,
) -> Proof:  # fmt: skip
    """E V(x', x) <= (1 - q) E V(x, p) + (alpha/2)(1 + alpha L) E|w|^2."""
    left = th.mean(energy(after(x, p, error, momentum=momentum), x))
    right = (1 - q) * th.mean(energy(x, p)) + noise * th.mean(th.square(error))
    theorem = th.Theorem((mu, L, alpha, s, objective, x, p, error), given=given,
                         concludes=(left, "<=", right))  # fmt: skip
    proof = Proof(theorem)
    lemma = sure_step(momentum=momentum, noise=noise, objective=objective, given=given)
    values = {"mu": mu, "L": L, "alpha": alpha, "s": s, "F": F, "x": x, "p": p, "w": error}
    sure = proof.expect(proof.by(lemma, values))
    none = proof.centred(error, met(x, p, momentum=momentum))
    proof.gram(theorem.concludes, [(1, sure), (-1, none)])
    return proof


SURE = sure_step()
STEP = one_step()


def stepped(
    proof: Proof, xs: th.Many, now: th.Num, *errors: th.Vec, quiet: int,
    size: th.Num = alpha, old: th.Vec | None = None,
) -> list[tuple[Any, int]]:  # fmt: skip
    """What shows that after a step E V is (1 - q) E V + (size/2)(1 + size L)(E|v|^2 + E|eta|^2).

    errors, quiet: v and eta, each drawn afresh, and the place of the bound on E|v|^2
    size, old: the step size, and the point before, where it is not that of the index before
    """
    point, error = xs[now], errors[0] + errors[1]
    old = xs[now - 1] if old is None else old
    values = {"mu": mu, "L": L, "alpha": size, "s": s, "F": F, "x": point, "p": old, "w": error}
    meets = met(point, old, size=size, momentum=faded(size))
    left = th.mean(energy(xs[now + 1], point, size=size)) + th.mean(error @ meets)
    right = (1 - th.root(size * mu)) * th.mean(energy(point, old, size=size))
    cost, sure = size / 2 * (1 + size * L), proof.expect(proof.by(SURE, values))
    told = left, "<=", right + cost * th.mean(th.square(error))
    used = [(1, proof.unfold(told, sure, [(xs, now + 1)]))]
    used += [(-1, proof.centred(one, meets)) for one in errors]
    apart, laplace = proof.centred(errors[1], errors[0]), proof.moment(errors[1])
    return [*used, (2 * cost, apart), (cost, laplace), (cost, proof.at(quiet, now))]


def rest(*, sign: int = 1) -> Proof:
    """V_0 = F(x_0) - F* + (mu/2)|x_0 - s|^2 at rest."""
    square_of = carried(x0, x0, sign=sign)
    at_rest = F(x0) - F(s) + th.square(square_of), "=", F(x0) - F(s) + mu / 2 * th.square(x0 - s)
    proof = Proof(th.Theorem((mu, L, alpha, s, x0, F), given=[(mu, "<=", L)], concludes=at_rest))
    proof.gram(at_rest, [])
    return proof


REST = rest()


def start(*, factor: int = 2) -> Proof:
    """F(x_0) - F* + (mu/2)|x_0 - s|^2 <= 2 (F(x_0) - F*)."""
    theorem = th.Theorem(
        (mu, L, s, x0, F), given=[(mu, "<=", L)],
        concludes=(F(x0) - F(s) + mu / 2 * th.square(x0 - s), "<=", factor * (F(x0) - F(s))),
    )  # fmt: skip
    proof = Proof(theorem)
    proof.gram(theorem.concludes, [(1, proof.convexity(F, x0, s))])
    return proof


START = start()

# T steps ------------------------------------------------------------------------------------------

v, eta = th.draws("v", i), th.draws("eta", i, laplace=b[i + 1])


def method(*, momentum: th.Num = beta, before: th.Vec = x0, noise: th.Many = eta) -> th.Many:
    """The iterates from x_0, at rest unless `before` is another point."""
    x_ = th.iterates("x", i, before=before, start=x0)
    following = after(x_[i], x_[i - 1], v[i] + noise[i], momentum=momentum)
    return th.iterates("x", i, before=before, start=x0, following=following)


X = method()
BATCH_ERROR = (i, 0, (th.mean(th.square(v[i])), "<=", sigma**2))
GIVEN = (*SMALL_STEP, BATCH_ERROR)
NOT_AT_ONCE = (alpha * mu, "<", 1)  # with alpha mu = 1 the weight (1 - q)^(T - t) is 0^0 at t = T


def added(step: th.Num, *, share: th.Num | None = None) -> th.Num:
    """What the noise of one step adds to the energy."""
    laplace = b[step] ** 2 * d
    laplace = laplace if share is None else share * laplace
    return alpha * (1 + alpha * L) * (laplace + sigma**2 / 2)


def recursion(
    *, share: th.Num | None = None, given: tuple[Any, ...] = GIVEN,
    noises: tuple[th.Many, th.Many] = (v, eta), xs: th.Many = X,
) -> Proof:  # fmt: skip
    """E V_t <= (1 - q) E V_{t-1} + alpha (1 + alpha L)(b_t^2 d + sigma_s^2/2) for every t >= 1."""
    right = (1 - q) * th.mean(energy(xs[t - 1], xs[t - 2])) + added(t, share=share)
    told = th.mean(energy(xs[t], xs[t - 1])), "<=", right
    symbols = (mu, L, alpha, d, t, b, sigma, s, x0, F, *noises, xs)
    proof = Proof(th.Theorem(symbols, given=given, dimension=d, concludes=told))
    proof.gram(told, stepped(proof, xs, t - 1, v[t - 1], eta[t - 1], quiet=len(given) - 1))
    return proof


RECURSION = recursion()


def _after_all(limit: th.Num, given: tuple[Any, ...], xs: th.Many) -> th.Theorem:
    return th.Theorem(
        (mu, L, alpha, d, T, b, sigma, s, x0, F, v, eta, xs), given=given, dimension=d,
        concludes=(th.mean(F(xs[T])) - F(s), "<=", limit),
    )  # fmt: skip


AT_REST = mu / 2 * th.square(x0 - s)


def bound(
    *, first: th.Num = AT_REST, given: tuple[Any, ...] = (NOT_AT_ONCE, *GIVEN),
    used: Proof | None = None, xs: th.Many = X, late: int = 0,
) -> Proof:  # fmt: skip
    """E F(x_T) - F* <= (1-q)^T (F(x_0) - F* + (mu/2)|x_0 - s|^2) + the faded noise of T steps."""

    def limit(steps: th.Num) -> th.Num:
        age = steps - t + late if late else steps - t
        faded = th.total(t, 1, steps, (1 - q) ** age * added(t))
        return (1 - q) ** steps * (F(x0) - F(s) + first) + faded

    theorem = _after_all(limit(T), given, xs)
    proof = Proof(theorem)

    def claimed(steps: th.Num) -> Any:  # noqa: ANN401 - a relation
        return th.mean(energy(xs[steps], xs[steps - 1])), "<=", limit(steps)

    zero = 0 * d
    at_rest = proof.gram((th.mean(energy(x0, x0)), "<=", limit(zero)), [])
    base = proof.unfold(claimed(zero), at_rest, [(xs, 0), (xs, -1)])
    known = proof.induction(k, 0, claimed(k), base)
    values = {"mu": mu, "L": L, "alpha": alpha, "d": d, "b": b, "sigma_s": sigma, "s": s,
              "x_start": x0, "F": F, "v": v, "eta": eta, "x": xs}  # fmt: skip
    again = proof.by(used or RECURSION, {**values, "t": k + 1})
    proof.gram(claimed(k + 1), [(1, again), (1 - q, known)])
    every = proof.close()
    last = proof.at(every, T)
    dropped = carried(xs[T], xs[T - 1])
    proof.gram(theorem.concludes, [(1, last)], mean_squares=[(1, dropped)])
    return proof


BOUND = bound()


def doubled(*, factor: int | th.Num = 2, given: tuple[Any, ...] = (NOT_AT_ONCE, *GIVEN)) -> Proof:
    """E F(x_T) - F* <= 2 (1-q)^T (F(x_0) - F*) + the faded noise of T steps."""
    faded = th.total(t, 1, T, (1 - q) ** (T - t) * added(t))
    limit = factor * (1 - q) ** T * (F(x0) - F(s)) + faded
    proof = Proof(_after_all(limit, given, X))
    values = {"mu": mu, "L": L, "s": s, "x_start": x0, "F": F}
    whole = proof.by(BOUND, {**values, "alpha": alpha, "d": d, "T": T, "b": b, "sigma_s": sigma,
                             "v": v, "eta": eta, "x": X})  # fmt: skip
    twice = proof.by(START, values)
    proof.visible((q, "<", 1), gap=(1 - alpha * mu) / (1 + q))
    proof.gram(proof.theorem.concludes, [(1, whole), ((1 - q) ** T, twice)])
    return proof
