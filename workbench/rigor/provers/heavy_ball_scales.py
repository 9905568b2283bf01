"""Heavy ball with Laplace noise of a scale b_t in step t: weights of the scales, and the best ones.

Along d eigenvectors of a quadratic, with the responses h^(i)_j, the noise term of the exact error
is the sum over t of a_t (2 b_t^2), a_t = (alpha^2/2) sum_i lambda_i (h^(i)_(T-t))^2: two sums
change places.  Here h^(i)_j is entry (i - 1) T + j of one sequence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers import best_scales as scales
from workbench.rigor.provers import exact_walks as walks
from workbench.rigor.provers.best_scales import BEST, T, b, roots, spends, t, y
from workbench.rigor.provers.quadratic_walks import w
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import declare
from workbench.symbolic import theorem as th
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.theorem import Num, Theorem

alpha = th.number("alpha", above=0)
d = th.integer("d", at_least=1)
lam, h = th.numbers("lambda", above=0), th.numbers("h")
j, r = th.integer("j"), th.integer("r")


def curvature_weight(step: Num, *, of: Any = d, half: Any = 2) -> Num:  # noqa: ANN401
    """a_t = (alpha^2/2) sum_i lambda_i (h^(i)_(T-t))^2."""
    found: Num = alpha**2 / half * th.total(j, 1, of, lam[j] * h[(j - 1) * T + T - step] ** 2)
    return found


def weights(*, half: int = 2) -> Proof:
    """What the noise of all steps costs along all eigenvectors, in another order."""

    def said(of: Num) -> th.Said:
        own = th.total(t, 1, T, 2 * b[t] ** 2 * h[(j - 1) * T + T - t] ** 2)
        left = alpha**2 / 2 * th.total(j, 1, of, lam[j] * own)
        return left, "=", th.total(t, 1, T, curvature_weight(t, of=of, half=half) * (2 * b[t] ** 2))

    proof = Proof(Theorem((alpha, d, T, lam, h, b), concludes=said(d)))
    base = proof.gram(said(0 * d), [])
    here = proof.induction(r, 0, said(r), base)
    proof.gram(said(r + 1), [(1, here)])
    proof.at(proof.close(), d)
    return proof


QUADRATIC = alpha, d, lam, h
R, rho = th.number("R_P", above=0), th.number("rho", above=0)
CERTIFIED = alpha, d, R, rho
NAMES = "root", "best", "budget"


def certified_weight(step: Num) -> Num:
    """a_t = alpha^2 R_P d rho^(2(T - t))."""
    return alpha**2 * R * d * rho ** (2 * (T - step))


def best_scales(*, names: Sequence[str] = NAMES, power: int = 3) -> tuple[Proof, ...]:
    """The scales spend the budget, and no others that do cost less, for both weights.

    names: which of the hypotheses there are: of the roots of the weights, the best scales, others
    """
    found: list[Proof] = []
    for symbols, weight in ((QUADRATIC, curvature_weight), (CERTIFIED, certified_weight)):
        told = {"root": roots(weight, power=power), "best": BEST, "budget": spends(y)}
        given = [told[one] for one in names]
        found.append(scales.feasible(symbols, [told["best"]] if "best" in names else []))
        found.append(scales.optimal(symbols, weight, given))
    return tuple(found)


SCALE = declare("b > 0")


def error(**changes: Any) -> ProcessStatement:  # noqa: ANN401
    """The exact error, where the noise of a step has the variance 2 b^2 in each coordinate."""
    return walks.error(**_noise(changes))


def error_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """As for any variances."""
    return walks.error_shown(**_noise(changes))


def _noise(changes: dict[str, Any]) -> dict[str, Any]:
    return {"variance": 2 * SCALE**2, "given": GIVEN, **changes}


GIVEN = ((w, "=", 0), (w**2, "=", 2 * SCALE**2))

RESPONSES = walks.RESPONSES
