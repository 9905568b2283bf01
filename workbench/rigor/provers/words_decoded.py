"""How many words of a code a private estimate decodes: at most half, where there are many."""

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor import Rule, follows, induction, visible
from workbench.symbolic import declare, relation

L, E, M = declare("L E M > 0")  # E = e^(eps m)
half = sp.S.Half


def decoding(share: sp.Rational) -> Outcome:
    """Groups of m, mean success <= E/M <= 1/2, and an error of L/2 in the other half."""
    x, lost = (sp.IndexedBase(v, nonnegative=True) for v in ("x", "lost"))
    factor, m = declare("F > 0, integer m >= 0")
    group = induction(  # F = e^eps: x_m <= F x_(m+1)
        relation(x[0], "<=", factor**m * x[m]),
        "m",
        rules=[Rule("x", "m", (x[m] + lost[m]) / factor)],
    )
    N, c = declare("integer N > 0, integer c")
    q, less = (sp.IndexedBase(v, nonnegative=True) for v in ("q", "less"))
    success = sp.Sum(E * q[c] - less[c], (c, 1, N))
    total = sp.Sum(q[c], (c, 1, N))
    right, error, apart, own, other = declare("right error apart own other >= 0")
    nearer = [(1, L, apart), (1, apart, own + other), (1, own, L / 2)]
    premises = [(L**2 / 4, right, half), (1, L**2 / 4 * (1 - right), error)]
    return all_of(
        group,
        visible(success, "<=", E * total, gap=sp.Sum(less[c], (c, 1, N))),
        follows(L / 2, other, nearer),  # off by less than L/2: the nearest word is the right one
        follows(E / M, half, [(1 / M, E, M / 2)]),
        follows(share * L**2, error, premises, rest=(sp.Rational(1, 8) - share) * L**2),
        summary="at most half of the codewords are decoded",
    )
