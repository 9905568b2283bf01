"""That nothing but (P, c) = 0 solves the heavy-ball LMI (22), as theorems with their proofs.

(22) and P >= 0 are hypotheses about matrices, and their forms are taken at multiples of vectors.
"""

from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench_papers.accel.heavy_ball import _energy

mu, L, alpha = _energy.mu, _energy.L, _energy.alpha
beta, rho = th.number("beta", above=0), th.number("rho", at_least=0)
P11, P12, P22, c, c0 = _energy.P11, _energy.P12, _energy.P22, _energy.c, _energy.c0
e, NOTHING = th.vector("e"), th.num(0)
POSITIVE = th.psd([[P11, P12], [P12, P22]])
SQUARES = P11**2 + 2 * P12**2 + P22**2 + c**2  # 0 where (P, c) = 0, and positive elsewhere
BELOW_ONE, STABLE = (rho, "<", 1), (alpha * L, "<", 2 * (1 + beta))
BORDER = (
    _energy.CERTIFIED, POSITIVE, (beta, "<", 1), BELOW_ONE, STABLE,
    (2 * (1 - beta), "<=", alpha * (L - mu)),
)  # fmt: skip
HALF_WAY = 1 - beta, "<=", alpha * (L - mu)


def beyond_the_border(*, given: tuple[Any, ...] = BORDER) -> Proof:
    """With v_1 = (2 beta, l, (1 + beta) mu), l = 2 beta - alpha mu, and v_2 = (0, alpha, 1 - beta):
    alpha S(v_1) + k S(v_2) = -4 beta mu D X - h (2 beta mu c + P(2 beta, l) + k alpha P_22),
    D = alpha (L - mu) - 2 (1 - beta), X = c_0 (1 - beta) + c alpha/2, k = mu (4 beta - alpha mu)
    and h = alpha (1 - rho^2).
    """
    symbols = (mu, L, alpha, beta, rho, P11, P12, P22, c, c0, e)
    size = th.square(e)
    proof = Proof(th.Theorem(symbols, given=given, concludes=(SQUARES * size, "<=", NOTHING)))
    low, over = 2 * beta - alpha * mu, alpha * (L - mu) - 2 * (1 - beta)
    fade, room = alpha * (1 - rho**2), 4 * beta - alpha * mu
    k = mu * room
    proof.visible((NOTHING, "<", fade), gap=alpha * (1 - rho) * (1 + rho))
    proof.visible((NOTHING, "<", room), gap=(2 * (1 + beta) - alpha * L) + over)
    first = proof.form(0, 2 * beta * e, low * e, (1 + beta) * mu * e)
    second = proof.form(0, NOTHING * e, alpha * e, (1 - beta) * e)
    form = proof.form(1, 2 * beta * e, low * e)
    supplied = 4 * beta * mu * over * (c0 * (1 - beta) + c * alpha / 2)

    parts = {"c": 2 * beta * mu * c, "P": NOTHING, "P22": k * alpha * P22}

    def vanishes(what: th.Num, share: th.Num, name: str) -> int:
        """Of what has the factor h on the right, the part `share` times `what` is not positive."""
        whole = fade * share
        others = [x for n, x in parts.items() if n != name]
        used = [(alpha / whole, first), (k / whole, second)]
        if name != "P":
            used.append((fade / whole, form))
        rest = (supplied + fade * (others[0] + others[1])) / whole
        return proof.gram((what * size, "<=", NOTHING), used, squares=[(rest, e)])

    energy = 4 * beta**2 * P11 + 4 * beta * low * P12 + low**2 * P22
    objective, corner = vanishes(c, 2 * beta * mu, "c"), vanishes(P22, k * alpha, "P22")
    whole = vanishes(energy, th.num(1), "P")
    mixed = proof.form(1, P12 * e, -(P11 + 1) / 2 * e)
    off = proof.gram((P12**2 * size, "<=", NOTHING), [(1, mixed), ((P11 + 1) ** 2 / 4, corner)])
    head = proof.gram(
        (P11**2 * size, "<=", NOTHING), [(P11 / (2 * beta**2), whole), (low**2 / beta**2, off)],
        squares=[(1, (P11 + low / beta * P12) * e), (low**2 * P11 * P22 / (2 * beta**2), e)],
    )  # fmt: skip
    proof.gram(proof.theorem.concludes, [(c, objective), (P22, corner), (2, off), (1, head)])
    return proof
