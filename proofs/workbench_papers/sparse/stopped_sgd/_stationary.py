"""Stochastic gradient steps with a biased oracle on a smooth function, as theorems with proofs.

    x[t+1] = x[t] - eta (grad F(x[t]) + B(x[t]) + w[t])

B is the bias of the oracle at a point and w its error, which is centred given the past.  One step
loses eta/2 times the square of the gradient, up to bias and noise; T steps telescope.
"""

from fractions import Fraction
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th

HALF = th.num(Fraction(1, 2))
H, eta, nu, Phi = (th.number(name, above=0) for name in ("H", "eta", "nu", "Phi_0"))
beta, T = th.number("beta", at_least=0), th.integer("T_0", at_least=1)
i, k = th.integer("t"), th.integer("k")
F, B, x0 = th.function("F", smooth=H), th.mapping("B"), th.vector("x_start")
w = th.draws("w", i)


def oracle(point: th.Vec, error: th.Vec) -> th.Vec:
    """What the oracle answers at a point."""
    return F.grad(point) + B(point) + error


def one_step(*, gained: th.Num = HALF) -> Proof:
    """F(x') + (eta/2)|grad F|^2 + eta <e, grad F> <= F(x) + (eta/2)|B|^2 + (H eta^2/2)|G|^2."""
    x, error = th.vector("x"), th.vector("e")
    answer, g = oracle(x, error), F.grad(x)
    new = x - eta * answer
    left = gained * eta * th.square(g)
    right = HALF * eta * th.square(B(x)) + H * eta**2 / 2 * th.square(answer)
    told = F(new) + left + eta * (error @ g), "<=", F(x) + right
    p = Proof(th.Theorem((H, eta, F, B, x, error), concludes=told))
    p.gram(told, [(1, p.descent(F, new, x))], squares=[(HALF * eta, g + B(x))])
    return p


def steps(length: th.Num) -> th.Many:
    """The iterates for a step size."""
    x = th.iterates("x", i, before=x0, start=x0)
    following = x[i] - length * oracle(x[i], w[i])
    return th.iterates("x", i, before=x0, start=x0, following=following)


def given(x: th.Many) -> tuple[Any, ...]:
    """Phi_0 is at least F(x_0) - inf F; bounds on bias and second moment, for all steps."""
    return (
        (i, 0, (F(x0) - Phi, "<=", F(x[i]))), (i, 0, (th.mean(th.square(B(x[i]))), "<=", beta**2)),
        (i, 0, (th.mean(th.square(oracle(x[i], w[i]))), "<=", nu**2)),
    )  # fmt: skip


def gradients(x: th.Many, share: th.Num, count: th.Num) -> th.Num:
    """The sum of the mean squares of `count` gradients, each times the share."""
    return th.total(i, 0, count - 1, share * th.mean(th.square(F.grad(x[i]))))


def summed(
    *, start: int = 2, errors: th.Many = w, without: int | None = None, used: Proof | None = None
) -> Proof:
    """The mean square of the gradients of T steps; `without` is a hypothesis that is left out."""
    x = steps(eta)
    known = [one for place, one in enumerate(given(x)) if place != without]
    theorem = th.Theorem(
        (H, eta, nu, Phi, beta, T, F, B, x0, errors, x),
        given=known,
        concludes=(
            1 / T * gradients(x, th.num(1), T),
            "<=",
            start * Phi / (eta * T) + eta * H * nu**2 + beta**2,
        ),
    )
    p = Proof(theorem)
    cost = HALF * eta * beta**2 + H * eta**2 / 2 * nu**2

    def claimed(count: th.Num) -> Any:  # noqa: ANN401 - a relation
        return gradients(x, HALF * eta, count) + th.mean(F(x[count])), "<=", F(x0) + count * cost

    zero = 0 * T
    base = p.unfold(claimed(zero), p.gram((F(x0), "<=", F(x0) + zero * cost), []), [(x, 0)])
    here = p.induction(k, 0, claimed(k), base)
    values = {"H": H, "eta": eta, "F": F, "B": B, "x": x[k], "e": errors[k]}
    answer, g = oracle(x[k], errors[k]), F.grad(x[k])
    moved = p.unfold(
        (
            th.mean(F(x[k + 1]) + HALF * eta * th.square(g) + eta * (errors[k] @ g)),
            "<=",
            th.mean(F(x[k]))
            + th.mean(HALF * eta * th.square(B(x[k])) + H * eta**2 / 2 * th.square(answer)),
        ),
        p.expect(p.by(used or STEP, values)),
        [(x, k + 1)],
    )
    none = p.centred(errors[k], g)
    bias, noise = (p.at(place, k) for place in (len(known) - 2, len(known) - 1))
    both = [(1, here), (1, moved), (-1 * eta, none)]
    p.gram(claimed(k + 1), [*both, (HALF * eta, bias), (H * eta**2 / 2, noise)])
    last, least = p.at(p.close(), T), p.expect(p.at(0, T))
    p.gram(theorem.concludes, [(2 / (eta * T), last), (2 / (eta * T), least)])
    return p


def balanced(*, factor: int = 2) -> Proof:
    """The bound at eta = sqrt(2 Phi_0/(H T nu^2)), where its first two terms are equal."""
    best = th.root(2 * Phi / (H * T * nu**2))
    x = steps(best)
    theorem = th.Theorem(
        (H, nu, Phi, beta, T, F, B, x0, w, x),
        given=given(x),
        concludes=(
            1 / T * gradients(x, th.num(1), T),
            "<=",
            factor * th.root(2 * Phi * H * nu**2 / T) + beta**2,
        ),
    )
    p = Proof(theorem)
    values = {"H": H, "eta": best, "nu": nu, "Phi_0": Phi, "beta": beta, "T_0": T, "F": F, "B": B,
              "x_start": x0, "w": w, "x": x}  # fmt: skip
    p.gram(theorem.concludes, [(1, p.by(SUM, values))])
    return p


STEP = one_step()
SUM = summed()
BEST = balanced()
