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
    return nothing_left(proof, objective, corner, vanishes(energy, th.num(1), "P"), 2 * beta, low)


def nothing_left(
    proof: Proof, objective: int, corner: int, whole: int, first: th.Num, second: th.Num
) -> Proof:
    """The end: c, P_22 and P(first, second), times |e|^2, are not positive, and first > 0."""
    size = th.square(e)
    mixed = proof.form(1, P12 * e, -(P11 + 1) / 2 * e)
    off = proof.gram((P12**2 * size, "<=", NOTHING), [(1, mixed), ((P11 + 1) ** 2 / 4, corner)])
    head = proof.gram(
        (P11**2 * size, "<=", NOTHING),
        [(2 * P11 / first**2, whole), (4 * second**2 / first**2, off)],
        squares=[
            (1, (P11 + 2 * second / first * P12) * e), (2 * second**2 / first**2 * P11 * P22, e),
        ],
    )  # fmt: skip
    proof.gram(proof.theorem.concludes, [(c, objective), (P22, corner), (2, off), (1, head)])
    return proof


# a matrix Z that refutes a rate -------------------------------------------------------------------

FACTOR = [[th.number(f"a_{j}{k}") for k in range(1, j + 1)] for j in range(1, 4)]
TOP = th.number("top", at_least=0)
TOP2 = sp.Symbol("top", nonnegative=True) ** 2


def entry(j: int, k: int) -> th.Num:
    """Z_jk for Z = A A^T, A lower triangular."""
    parts = [a * b for a, b in zip(FACTOR[j], FACTOR[k], strict=False)]
    return sum(parts[1:], parts[0])


def inner(matrix: sp.Matrix) -> th.Num:
    """<M, Z> for a symmetric matrix of the method."""
    parts = [_energy.term(matrix[j, k]) * entry(j, k) for j in range(3) for k in range(3)]
    return sum(parts[1:], parts[0])


def drift(sign: int = -1) -> tuple[th.Num, th.Num, th.Num]:
    """The entries 11, 12 and 22 of N = (A B) Z (A B)^T - top^2 Z[1:2, 1:2]."""
    row = (1 + beta, -beta, sign * alpha)
    moved = [row[0] * entry(0, k) + row[1] * entry(1, k) + row[2] * entry(2, k) for k in range(3)]
    corner = row[0] * moved[0] + row[1] * moved[1] + row[2] * moved[2]
    kept = [TOP**2 * entry(j, k) for j, k in ((0, 0), (0, 1), (1, 1))]
    return corner - kept[0], moved[0] - kept[1], entry(0, 0) - kept[2]


NAMED = [th.number(name) for name in ("N_11", "N_12", "N_22", "cocoercive", "gain")]
N11, N12, N22, COCOERCIVE, GAIN = NAMED
PRODUCTS = *drift(), inner(matrices.X0()), inner(matrices.X1() + (1 - TOP2) * matrices.X2())
DEFINITE = N11 * N22 - N12**2


def hypotheses(*, sign: int = -1) -> tuple[Any, ...]:
    """(22) at rho, the products at the rate `top`, and their signs; N for B = (sign alpha, 0)."""
    named = zip(NAMED, (*drift(sign), *PRODUCTS[3:]), strict=True)
    return (
        _energy.CERTIFIED, POSITIVE, *((a, "=", b) for a, b in named), (rho, "<=", TOP),
        (mu, "<=", L), (COCOERCIVE, "<=", NOTHING), (GAIN, "<", NOTHING), (NOTHING, "<", N11),
        (NOTHING, "<", DEFINITE),
    )  # fmt: skip


REFUTES = hypotheses()


def refuted(*, given: tuple[Any, ...] = REFUTES) -> Proof:
    """With d = top^2 - rho^2 >= 0, <S, Z> is (c_0 + c d/(2 (mu + L))) <X_0, Z> + c gain - <P, N>,
    minus c d times a sum of squares, minus d <P, Z[1:2, 1:2]>.
    """
    numbers = [a for row in FACTOR for a in row]
    symbols = (mu, L, alpha, beta, rho, TOP, *numbers, *NAMED, P11, P12, P22, c, c0, e)
    size = th.square(e)
    proof = Proof(th.Theorem(symbols, given=given, concludes=(SQUARES * size, "<=", NOTHING)))
    slower = TOP**2 - rho**2
    proof.visible((NOTHING, "<=", slower), gap=(TOP - rho) * (TOP + rho))
    columns = [[FACTOR[j][k] * e if k <= j else NOTHING * e for j in range(3)] for k in range(3)]
    used = [(1, proof.form(0, *column)) for column in columns]
    used += [(slower, proof.form(1, *column[:2])) for column in columns]
    more, bend = c0 + c * slower / (2 * (mu + L)), mu * (L - mu) / (2 * (mu + L))
    squares = [(c * slower * bend, FACTOR[0][0] * e)]
    squares += [(c * slower / (mu + L), a * e) for a in FACTOR[2]]

    def product(n11: th.Num, n12: th.Num, n22: th.Num, first: th.Num, second: th.Num) -> Any:  # noqa: ANN401
        seen = n11 * P11 + 2 * n12 * P12 + n22 * P22 - more * first - c * second
        return seen * size, "<=", NOTHING

    names = list(PRODUCTS)
    whole = proof.gram(product(*names), used, squares=squares)
    for place, name in enumerate(NAMED):
        names[place] = name
        whole = proof.rewrite(product(*names), whole, 2 + place)
    form = proof.form(1, N11 * e, N12 * e)
    spare, paid, rest = DEFINITE / N11, -more * COCOERCIVE, -c * GAIN
    objective = proof.gram(
        (c * size, "<=", NOTHING), [(-1 / GAIN, whole), (-1 / (GAIN * N11), form)],
        squares=[(-(paid + spare * P22) / GAIN, e)],
    )  # fmt: skip
    corner = proof.gram(
        (P22 * size, "<=", NOTHING), [(1 / spare, whole), (1 / DEFINITE, form)],
        squares=[((paid + rest) / spare, e)],
    )  # fmt: skip
    energy = N11**2 * P11 + 2 * N11 * N12 * P12 + N12**2 * P22
    head = proof.gram(
        (energy * size, "<=", NOTHING), [(N11, whole)],
        squares=[(N11 * (paid + rest + spare * P22), e)],
    )  # fmt: skip
    return nothing_left(proof, objective, corner, head, N11, N12)
