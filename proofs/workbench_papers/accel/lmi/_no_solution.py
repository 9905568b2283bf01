"""That nothing but (P, c) = 0 solves the heavy-ball LMI (22), as theorems with their proofs.

(22) and P >= 0 are hypotheses about matrices, and their forms are taken at multiples of vectors.
"""

from typing import Any

import sympy as sp

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench_papers.accel import _heavy_ball as matrices
from workbench_papers.accel.heavy_ball import _energy

mu, L, alpha = _energy.mu, _energy.L, _energy.alpha
beta, rho = th.number("beta", above=0), th.number("rho", at_least=0)
P11, P12, P22, c, c0 = _energy.P11, _energy.P12, _energy.P22, _energy.c, _energy.c0
e, NOTHING = th.vector("e"), th.num(0)
SIZE, SOLUTION = th.square(e), (P11, P12, P22, c, c0, e)
POSITIVE = th.psd([[P11, P12], [P12, P22]])
# a sum of squares that is 0 where (P, c) = 0, and positive elsewhere
ZERO = (P11**2 + 2 * P12**2 + P22**2 + c**2) * SIZE, "<=", NOTHING


def nothing_left(
    proof: Proof, whole: int, n11: th.Num, n12: th.Num, spare: th.Num, paid: th.Num, rate: th.Num
) -> Proof:
    """The end: n11 P_11 + 2 n12 P_12 + (n12^2/n11 + spare) P_22 + rate c + paid, times |e|^2, is
    not positive by the fact `whole`, while n11, spare, rate > 0 and paid >= 0.
    """
    form = proof.form(1, n11 * e, n12 * e)
    used = [(1, whole), (1 / n11, form)]
    objective = proof.gram((c * SIZE, "<=", NOTHING), [(a / rate, one) for a, one in used],
                           squares=[((paid + spare * P22) / rate, e)])  # fmt: skip
    corner = proof.gram((P22 * SIZE, "<=", NOTHING), [(a / spare, one) for a, one in used],
                        squares=[((paid + rate * c) / spare, e)])  # fmt: skip
    mixed = proof.form(1, P12 * e, -(P11 + 1) / 2 * e)
    off = proof.gram((P12**2 * SIZE, "<=", NOTHING), [(1, mixed), ((P11 + 1) ** 2 / 4, corner)])
    slope = n12 / n11
    rest = (paid + rate * c + spare * P22) / n11 + slope**2 * P22
    head = proof.gram(
        (P11**2 * SIZE, "<=", NOTHING), [(2 * P11 / n11, whole), (4 * slope**2, off)],
        squares=[(1, (P11 + 2 * slope * P12) * e), (2 * P11 * rest, e)],
    )  # fmt: skip
    proof.gram(ZERO, [(c, objective), (P22, corner), (2, off), (1, head)])
    return proof


BORDER = (
    _energy.CERTIFIED, POSITIVE, (beta, "<", 1), (rho, "<", 1), (alpha * L, "<", 2 * (1 + beta)),
    (2 * (1 - beta), "<=", alpha * (L - mu)),
)  # fmt: skip
HALF_WAY = 1 - beta, "<=", alpha * (L - mu)


def beyond_the_border(*, given: tuple[Any, ...] = BORDER) -> Proof:
    """With v_1 = (2 beta, l, (1 + beta) mu), l = 2 beta - alpha mu, and v_2 = (0, alpha, 1 - beta):
    alpha S(v_1) + k S(v_2) = 4 beta mu D X - h (2 beta mu c + P(2 beta, l) + k alpha P_22),
    D = 2 (1 - beta) - alpha (L - mu), X = c_0 (1 - beta) + c alpha/2, k = mu (4 beta - alpha mu)
    and h = alpha (1 - rho^2).
    """
    symbols = (mu, L, alpha, beta, rho, *SOLUTION)
    proof = Proof(th.Theorem(symbols, given=given, concludes=ZERO))
    low, over = 2 * beta - alpha * mu, alpha * (L - mu) - 2 * (1 - beta)
    fade, room = alpha * (1 - rho**2), 4 * beta - alpha * mu
    proof.visible((NOTHING, "<", fade), gap=alpha * (1 - rho) * (1 + rho))
    proof.visible((NOTHING, "<", room), gap=(2 * (1 + beta) - alpha * L) + over)
    first = proof.form(0, 2 * beta * e, low * e, (1 + beta) * mu * e)
    second = proof.form(0, NOTHING * e, alpha * e, (1 - beta) * e)
    n11, n12, spare = fade * 4 * beta**2, fade * 2 * beta * low, fade * mu * room * alpha
    paid = 4 * beta * mu * over * c0 * (1 - beta)
    rate = 2 * beta * mu * (over * alpha + fade)
    seen = n11 * P11 + 2 * n12 * P12 + (fade * low**2 + spare) * P22 + rate * c + paid
    whole = proof.gram((seen * SIZE, "<=", NOTHING), [(alpha, first), (mu * room, second)])
    return nothing_left(proof, whole, n11, n12, spare, paid, rate)


# a matrix Z that refutes a rate -------------------------------------------------------------------

FACTOR = [[th.number(f"a_{j}{k}") for k in range(1, j + 1)] for j in range(1, 4)]
TOP, TOP2 = th.number("top", at_least=0), sp.Symbol("top", nonnegative=True) ** 2
NAMED = [th.number(name) for name in ("N_11", "N_12", "N_22", "cocoercive", "gain")]
N11, N12, N22, COCOERCIVE, GAIN = NAMED


def inner(matrix: sp.Matrix) -> th.Num:
    """<M, Z> for a symmetric matrix of the method, and Z = A A^T, A lower triangular."""
    parts = [
        _energy.term(matrix[j, k]) * a * b
        for j in range(3) for k in range(3) for a, b in zip(FACTOR[j], FACTOR[k], strict=False)
    ]  # fmt: skip
    return sum(parts[1:], parts[0])


def drift(j: int, k: int) -> th.Num:
    """N_jk for N = (A B) Z (A B)^T - top^2 Z[1:2, 1:2]: <Phi, Z> is <P, N> for every P."""
    others = {p: int(p == (matrices.P11, matrices.P12, matrices.P22)[j + k]) for p in matrices.P}
    return inner(matrices.Phi(TOP2).subs(others)) / (1 if j == k else 2)


PRODUCTS = (
    drift(0, 0), drift(0, 1), drift(1, 1), inner(matrices.X0()),
    inner(matrices.X1() + (1 - TOP2) * matrices.X2()),
)  # fmt: skip
DEFINITE = N11 * N22 - N12**2
REFUTES = (
    _energy.CERTIFIED, POSITIVE, *((a, "=", b) for a, b in zip(NAMED, PRODUCTS, strict=True)),
    (rho, "<=", TOP), (mu, "<=", L), (COCOERCIVE, "<=", NOTHING), (GAIN, "<", NOTHING),
    (NOTHING, "<", N11), (NOTHING, "<", DEFINITE),
)  # fmt: skip
POINT = dict.fromkeys("rho top a_32 a_33 cocoercive P_11 P_12 P_22 c c_0".split(), "0") | {
    "mu": "1/2", "L": "1", "alpha": "1", "beta": "1/5", "a_11": "1", "a_21": "-4", "a_22": "1",
    "a_31": "1", "N_11": "26/25", "N_12": "1", "N_22": "1", "gain": "-77/100",
}  # fmt: skip


def refuted(*, given: tuple[Any, ...] = REFUTES) -> Proof:
    """With d = top^2 - rho^2 >= 0, <S, Z> is (c_0 + c d/(2 (mu + L))) <X_0, Z> + c gain - <P, N>,
    minus c d times a sum of squares, minus d <P, Z[1:2, 1:2]>.
    """
    symbols = (mu, L, alpha, beta, rho, TOP, *FACTOR[0], *FACTOR[1], *FACTOR[2], *NAMED, *SOLUTION)
    proof = Proof(th.Theorem(symbols, given=given, concludes=ZERO), met=POINT)
    slower = TOP**2 - rho**2
    proof.visible((NOTHING, "<=", slower), gap=(TOP - rho) * (TOP + rho))
    columns = [[FACTOR[j][k] * e if k <= j else NOTHING * e for j in range(3)] for k in range(3)]
    used: list[tuple[Any, int]] = [(1, proof.form(0, *column)) for column in columns]
    used += [(slower, proof.form(1, *column[:2])) for column in columns]
    more, bend = c0 + c * slower / (2 * (mu + L)), mu * (L - mu) / (2 * (mu + L))
    squares = [(c * slower * bend, FACTOR[0][0] * e)]
    squares += [(c * slower / (mu + L), a * e) for a in FACTOR[2]]

    def product(n11: th.Num, n12: th.Num, n22: th.Num, first: th.Num, second: th.Num) -> Any:  # noqa: ANN401
        seen = n11 * P11 + 2 * n12 * P12 + n22 * P22 - more * first - c * second
        return seen * SIZE, "<=", NOTHING

    names = list(PRODUCTS)
    whole = proof.gram(product(*names), used, squares=squares)
    for place, name in enumerate(NAMED):
        names[place] = name
        whole = proof.rewrite(product(*names), whole, 2 + place)
    return nothing_left(proof, whole, N11, N12, DEFINITE / N11, -more * COCOERCIVE, -GAIN)
