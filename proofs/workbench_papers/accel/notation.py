"""The paper's letters, once: how each one is written, called in code, and where it lives.

Every claim about gradient descent, heavy ball and Nesterov's method speaks of the same few
quantities.  This table fixes them, so that a formula in a claim, an argument of an algorithm and a
column of a report can be matched without guessing.  The traps are in the last column: a Laplace
noise of scale b has variance 2 b^2, the sensitivity S_1 belongs to one record and is not divided by
n, neighbours differ in one replaced record, and the number of steps is fixed in advance.

`symbols("S_1", "epsilon")` gives sympy symbols with the domains of the table, so that the claims
of this paper do not disagree about what is positive and what is an integer.
"""

from dataclasses import dataclass
from typing import Literal

import sympy as sp

from workbench.errors import ClaimError

Domain = Literal["positive", "nonnegative", "real", "count"]
_ASSUMPTIONS: dict[str, dict[str, bool]] = {
    "positive": {"positive": True}, "nonnegative": {"nonnegative": True}, "real": {"real": True},
    "count": {"positive": True, "integer": True},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Letter:
    """One quantity: LaTeX, sympy name, name in the API of `workbench` ("" if none), domain."""

    latex: str
    name: str
    api: str
    domain: Domain
    meaning: str

    @property
    def symbol(self) -> sp.Symbol:
        """The sympy symbol with this letter's domain."""
        return sp.Symbol(self.name, **_ASSUMPTIONS[self.domain])


LETTERS: tuple[Letter, ...] = (
    Letter(r"\mu", "mu", "strong_convexity", "positive", "strong convexity; mu <= L"),
    Letter("L", "L", "smoothness", "positive", "Lipschitz constant of the gradient"),
    Letter("d", "d", "", "count", "number of coordinates"),
    Letter("n", "n", "n", "count", "records; public, the same for neighbouring datasets"),
    Letter("m", "m", "m", "count", "records in a batch, drawn without replacement; m <= n"),
    Letter("T", "T", "steps", "count", "released iterates, fixed in advance"),
    Letter(r"\alpha", "alpha", "alpha", "positive", "step size"),
    Letter(r"\beta", "beta", "beta", "nonnegative", "momentum"),
    Letter("q", "q", "", "positive", "sqrt(alpha mu): Nesterov's method contracts by 1 - q"),
    Letter("b", "b", "b", "positive", "scale of the Laplace noise; its variance is 2 b^2"),
    Letter("S_1", "S_1", "l1_sensitivity", "positive", "l1 sensitivity of ONE record's gradient"),
    Letter(r"\epsilon", "epsilon", "epsilon", "positive", "privacy budget of the whole run"),
    Letter("E_0", "E_0", "", "nonnegative", "F(x_0) - F*"),
    Letter(r"\sigma_s^2", "sigma_s2", "", "nonnegative", "bound on E |v_t|^2, the batch's error"),
)
_BY_NAME = {letter.name: letter for letter in LETTERS}


def symbols(*names: str) -> tuple[sp.Symbol, ...]:
    """Symbols of the table, in the order asked for.

    >>> symbols("S_1", "T")[1].is_integer
    True
    """
    unknown = [n for n in names if n not in _BY_NAME]
    if unknown:
        raise ClaimError(
            f"letter {unknown[0]!r} is not in the table: known are {', '.join(_BY_NAME)}."
            " Add it to workbench_papers.accel.notation.LETTERS, or make a local symbol."
        )
    return tuple(_BY_NAME[n].symbol for n in names)
