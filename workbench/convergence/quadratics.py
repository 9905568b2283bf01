"""The exact expected error of momentum on a quadratic, at any step, for any noise schedule.

In the eigen-direction of lambda the error obeys e[t+1] = p e[t] - r e[t-1] - alpha w[t], with

    heavy ball   p = 1 + beta - alpha lambda,           r = beta,
    Nesterov     p = (1 + beta) (1 - alpha lambda),     r = beta (1 - alpha lambda).

With the impulse response h[-1] = 0, h[0] = 1, h[j+1] = p h[j] - r h[j-1] and e[-1] = e[0],

    E F(x_T) - F* = 1/2 sum lambda ((h[T] - r h[T-1])^2 e[0]^2 + alpha^2 sum_s var[s] h[T-1-s]^2).

Only sums and products: with fractions.Fraction inputs the answer is an exact fraction.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, TypeVar

from workbench.errors import require

Number = TypeVar("Number", float, Fraction)
Method = Literal["heavy-ball", "nesterov"]


def impulse_response(
    eigenvalue: Number, *, alpha: Number, beta: Number, method: Method, steps: int
) -> tuple[list[Number], Number]:
    """h[0], ..., h[steps] and r; gradient descent is heavy ball with beta = 0.

    An error in one eigen-direction follows h[t+1] = p h[t] - r h[t-1] from h[0] = 1, h[-1] = 0.

    eigenvalue: of the direction that is looked at
    alpha, beta: step size and momentum
    method: "heavy-ball" or "nesterov"
    """
    one = eigenvalue - eigenvalue + 1
    if method == "heavy-ball":
        p, r = one + beta - alpha * eigenvalue, beta
    else:
        p = (one + beta) * (one - alpha * eigenvalue)
        r = beta * (one - alpha * eigenvalue)
    h, before = [one], one - one
    for _ in range(steps):
        h.append(p * h[-1] - r * before)
        before = h[-2]
    return h, r


def expected_suboptimality(
    eigenvalues: Sequence[Number],
    offsets: Sequence[Number],
    *,
    alpha: Number,
    beta: Number,
    variances: Sequence[Number],
    method: Method = "heavy-ball",
) -> Number:
    """E F(x_T) - F* after T = len(variances) steps, started at rest.

    `offsets` are the coordinates of x_0 - x* in the eigenbasis; `variances[s]` is the variance per
    coordinate of the gradient error of step s, zero-mean and uncorrelated in time (2 b^2 for
    Laplace noise of scale b and a full batch).

    eigenvalues: those of the Hessian, one for each offset
    alpha, beta: step size and momentum
    method: "heavy-ball" or "nesterov"

    >>> expected_suboptimality([1.0], [2.0], alpha=0.5, beta=0.0, variances=[0.0])
    0.5
    """
    require(
        len(eigenvalues) == len(offsets) > 0,
        "offsets",
        f"of length {len(offsets)}",
        f"does not match {len(eigenvalues)} eigenvalues",
        "Pass one coordinate of x_0 - x* per eigenvalue.",
    )
    steps = len(variances)
    total = eigenvalues[0] - eigenvalues[0]
    for eigenvalue, offset in zip(eigenvalues, offsets, strict=True):
        h, r = impulse_response(eigenvalue, alpha=alpha, beta=beta, method=method, steps=steps)
        transient = (h[steps] - r * h[steps - 1]) * offset if steps else offset
        noise = total - total
        for s, variance in enumerate(variances):
            noise = noise + variance * h[steps - 1 - s] * h[steps - 1 - s]
        total = total + eigenvalue * (transient * transient + alpha * alpha * noise)
    return total / 2
