"""Nesterov's method without noise on F = (mu/2)|x|^2, started at rest, as a theorem with its proof.

With q = sqrt(alpha mu), so alpha = q^2/mu, the rest w_t = x_t - (1 - q) x_{t-1} shrinks by 1 - q in
each step.  So <w, w>, then <x, w>, then <x, x> follow by induction, and with it the error.
"""

from collections.abc import Callable

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th

mu, q = th.number("mu", above=0), th.number("q", above=0)
T, i = th.integer("T", at_least=0), th.integer("i")
x0 = th.vector("x_start")
KEEP = 1 - q
Pair = Callable[[th.Vec, th.Vec], th.Num]  # of x_t and x_{t-1}


def after(now: th.Vec, before: th.Vec, momentum: th.Num) -> th.Vec:
    """The next point; mu z is the gradient at z."""
    z = now + momentum * (now - before)
    return z - q**2 / mu * (mu * z)


def method(momentum: th.Num = KEEP / (1 + q), before: th.Vec = x0) -> th.Many:
    """The iterates from x_0, at rest unless `before` is another point."""
    xs = th.iterates("x", i, before=before, start=x0)
    return th.iterates("x", i, before=before, start=x0, following=after(xs[i], xs[i - 1], momentum))


def error(*, slope: th.Num = q, momentum: th.Num = KEEP / (1 + q), before: th.Vec = x0) -> Proof:
    """F(x_T) = (1 - q)^T (1 + slope T)^2 (1 - q)^T F(x_0)."""
    xs, start = method(momentum, before), th.square(x0)
    factor = KEEP**T * (1 + slope * T) ** 2
    stated = mu / 2 * th.square(xs[T]), "=", factor * (KEEP**T * (mu / 2 * start))
    proof = Proof(th.Theorem((mu, q, T, x0, xs), given=[(q, "<", 1)], concludes=stated))

    def rest(now: th.Vec, old: th.Vec) -> th.Vec:
        return now - KEEP * old

    def every(
        name: str, form: Pair, right: Callable[[th.Num], th.Num], known: list[tuple[th.Num, int]]
    ) -> int:
        """A form of two successive points for all steps, from those of the step before."""
        k, zero = th.integer(name), th.num(0)
        base = proof.gram((form(x0, before), "=", right(zero)), [])
        base = proof.unfold((form(xs[zero], xs[zero - 1]), "=", right(zero)), base,
                            [(xs, 0), (xs, -1)])  # fmt: skip
        now = proof.induction(k, 0, (form(xs[k], xs[k - 1]), "=", right(k)), base)
        facts = [(c, proof.at(place, k)) for c, place in known]
        new = after(xs[k], xs[k - 1], momentum)
        made = proof.gram((form(new, xs[k]), "=", right(k + 1)), [(KEEP**2, now), *facts])
        proof.unfold((form(xs[k + 1], xs[k]), "=", right(k + 1)), made, [(xs, k + 1)])
        return proof.close()

    squares = every("j", lambda x, p: th.square(rest(x, p)),
                    lambda k: KEEP ** (2 * k) * q**2 * start, [])  # fmt: skip
    mixed = every("k", lambda x, p: x @ rest(x, p),
                  lambda k: KEEP ** (2 * k) * q * (1 + slope * k) * start,
                  [(KEEP**2, squares)])  # fmt: skip
    whole = every("l", lambda x, p: th.square(x),
                  lambda k: KEEP ** (2 * k) * (1 + slope * k) ** 2 * start,
                  [(2 * KEEP**2, mixed), (KEEP**2, squares)])  # fmt: skip
    proof.gram(stated, [(mu / 2, proof.at(whole, T))])
    return proof
