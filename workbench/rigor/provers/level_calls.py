"""One call of a multilevel estimator: answers about a hidden batch, and one about a hidden record.

Record 1 is replaced.  A uniform batch is drawn so: with chance q it is B, uniform among those with
record 1, and else B with j, uniform outside of B, in the place of record 1.  The lone record is 1
with chance 1/n, and else uniform among the others.  The answers come one after the other.  Given
what was drawn, their densities are p where record 1 is in the batch, or is the lone one, r there
once it is replaced, and w without it; P, R, W are their products over the answers about parts of
the batch, F, G, H over those about the lone record.  An answer that sees the record u times leaks
x and y:  p - x <= e^(u eps) r  and  p - y <= e^(u eps) w.

So P <= e^(U eps) R + A and P <= e^(U eps) W + B, where A becomes A (p - x) + P x in a step, and its
mean gains u delta; the same for F with C and D.  What follows for the mixtures:
`workbench.rigor.provers.level_mixtures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.rigor.provers.transcripts import LESS
from workbench.symbolic import declare
from workbench.symbolic.expectations import event
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

T, N, n, own, share, q = declare(
    "integer T >= 0, integer N >= 0, integer n > 0, epsilon_1 >= 0, delta_c >= 0, q > 0"
)
k, u, p, r, w, x, y = declare("real k, u >= 0, p r w x y >= 0")
P, R, W, F, G, H, U, V = declare("P R W F G H U V >= 0")
A, B, C, D = declare("A B C D >= 0")
P_O, Q_O, Z, eps_N, delta_N = declare("real P_O Q_O Z epsilon_N delta_N")
m_p, m_r, m_w, m_x, m_y = declare("real m_p m_r m_w m_x m_y")
a, b = declare("a b >= 0")
LIGHT = ("sign", "identity", "sos", "products", "factors")
SPENT = (2 * q * share, share / n)  # by what leaks of the batch, and of the lone record
BATCH, ALONE = U + (1 - k) * u, V + k * u  # how often the record was seen
ODDS = sp.exp(u * own)
SURE = (event(k), (x, "<=", p), (p - x, "<=", ODDS * r), (y, "<=", p), (p - y, "<=", ODDS * w),
        (BATCH, "<=", 2), (ALONE, "<=", 1))  # fmt: skip
GIVEN = ((p, "=", 1), (r, "=", 1), (w, "=", 1), (x, "<=", u * share), (y, "<=", u * share))
SIZE = ((q, "<=", 1), (q, "=", 2 ** (N + 1) / n))


def mixed(chance: Any, first: Any, rest: Any) -> Any:  # noqa: ANN401 - sympy
    """With a chance the first one, and else the other one."""
    return chance * first + (1 - chance) * rest


def _on_batch(state: Any, by: Any) -> tuple[Any, int, Any]:  # noqa: ANN401
    return state, 1, state * (1 + (1 - k) * (by - 1))


def _on_record(state: Any, by: Any) -> tuple[Any, int, Any]:  # noqa: ANN401
    return state, 1, state * (1 + k * (by - 1))


def call(
    uses: Any = 2, leaks: Any = 2, sure: Sequence[Any] = SURE,  # noqa: ANN401
    given: Sequence[Any] = GIVEN, fits: Sequence[Any] = SIZE[:1], apart: bool = True,
) -> ProcessStatement:  # fmt: skip
    """P[O] <= e^(eps_N) Q[O] + delta_N for every event O of the answers.

    uses, leaks: how often a record of the batch is counted in eps_N and in delta_N
    apart: the lone record is independent of the batch, and not 1 only where that has record 1
    """
    grown = sp.log(1 + q * (sp.exp(uses * own) - 1)) + sp.log(1 + (sp.exp(own) - 1) / n)
    spent = ((eps_N, "=", grown), (delta_N, "=", leaks * q * share + share / n))
    before, after = (
        mixed(q, one, W) * mixed(1 / n, lone, H) if apart
        else one * (lone / n + (q - 1 / n) * H) + (1 - q) * W * H for one, lone in ((P, F), (R, G))
    )  # fmt: skip
    return ProcessStatement(
        (P_O, "<=", sp.exp(eps_N) * Q_O + delta_N), steps=T, fixed=(k,), known=(u,),
        drawn=(p, r, w, x, y), where=[*fits, SIZE[1], *spent], sure=sure, given=given,
        states=[*(_on_batch(*one) for one in ((P, p), (R, r), (W, w))),
                *(_on_record(*one) for one in ((F, p), (G, r), (H, w))),
                (U, 0, BATCH), (V, 0, ALONE)],
        random=(Z,), after=[event(Z)], means={P_O: Z * before, Q_O: Z * after}, shows=(P_O, Q_O),
    )  # fmt: skip


def above(top: Any, low: Any, seen: Any, leak: Any, away: Any, by: Any) -> dict[int, Any]:  # noqa: ANN401
    """top <= e^(seen eps) low + leak in the next step, in each case of k.

    Where these move, top p <= e^(seen eps) low (p - away) + leak (p - away) + top away.
    """
    case, here = place(top)
    c, then = sp.exp(seen * own), sp.exp((seen + here * u) * own) * low * (1 + here * (by - 1))
    at = {"h": here, "P": top, "p": p, "x": away, "A": leak, "z": then}
    said = "P*(1 + h*(p - 1)) <= z + A*(1 + h*(p - x - 1)) + h*P*x"
    moves = [
        (here, "=", 1),
        (parse("P*(p - x) <= c*R*(p - x) + A*(p - x)", where="x <= p, P <= c*R + A"),
         {"P": top, "p": p, "x": away, "c": c, "R": low, "A": leak}),
        (LESS, {"h": c * low, "x": p - away, "y": ODDS * by}), (c * low * ODDS * by, "=", then),
        (parse(said, where="h = 1, P*(p - x) <= s + A*(p - x), s <= t, t = z"),
         {**at, "s": c * low * (p - away), "t": c * low * ODDS * by}),
    ]  # fmt: skip
    stays = [(here, "=", 0), (c * low, "=", then),
             (parse(said, where="h = 0, P <= s + A, s = z"), {**at, "s": c * low})]  # fmt: skip
    return {case: moves, 1 - case: stays}


def within(top: Any, leak: Any, away: Any) -> dict[int, Any]:  # noqa: ANN401
    """leak <= top in the next step, in each case of k."""
    case, here = place(top)
    said = "A*(1 + h*(p - x - 1)) + h*P*x <= P*(1 + h*(p - 1))"
    return {
        (case if value else 1 - case): [
            (here, "=", value), (parse(said, where=f"h = {value}, A <= P, x <= p"),
                                 {"h": here, "P": top, "p": p, "x": away, "A": leak}),
        ] for value in (0, 1)
    }  # fmt: skip


def place(top: Any) -> tuple[int, Any]:  # noqa: ANN401
    """In which case of k a product moves, and what is 1 there and else 0."""
    return (0, 1 - k) if top == P else (1, k)


Parts = Sequence[tuple[Any, Any, Any]]  # coefficients, states, and the means of their densities
BEFORE, AFTER = ([(q, one, mean), (1 - q, W, m_w)] for one, mean in ((P, m_p), (R, m_r)))
FIRST, LAST = ([(1 / n, one, mean), (1 - 1 / n, H, m_w)] for one, mean in ((F, m_p), (G, m_r)))


def total(parts: Parts) -> Any:  # noqa: ANN401
    """A mixture."""
    return sum(c * state for c, state, _ in parts)


def _known(step: LawProof) -> int:
    """What is given of the means; the place of the first of them."""
    for which, mean in enumerate((m_p, m_r, m_w, m_x, m_y)):
        step.instance(mean, which, {})
    step.fact((1 - q, ">=", 0), methods=LIGHT)
    step.fact((1 - 1 / n, ">=", 0), methods=LIGHT)
    return step.known - 7


def mass(proof: ProcessProof, batch: Parts, alone: Parts) -> None:
    """The product of two mixtures keeps its mean."""
    x, y = total(batch), total(alone)
    (step,) = proof.potential(x * y, "=", methods=LIGHT, facts=[(1 - q, ">=", 0)])
    at = _known(step)
    terms = [((1 - k) * c * one * y, mean) for c, one, mean in batch]
    terms += [(k * c * one * x, mean) for c, one, mean in alone]
    step.exists(NEXT, *terms, uses=[at + 5, at + 6], methods=LIGHT)
    step.integrate("=", *terms, (-1, NEXT), uses=[], methods=LIGHT)


def leaks_grow(proof: ProcessProof, of: Sequence[Any], other: Parts, limits: Sequence[Any]) -> None:
    """(a one + b two - chance delta seen top) times the other mixture does not grow in the mean.

    of: the product `top`, both of its leaks, and how often the record was seen
    limits: of a + b, of how often the record is seen, and the place of the mass top * other
    """
    (top, one, two, seen), (chance, most, held) = of, limits
    y, here = total(other), place(top)[1]
    leaked, cost = a * one + b * two, chance * share * top
    value = (leaked - cost * seen) * y
    (step,) = proof.potential(
        value, "<=", of=(a, b), where=[(a + b, "<=", chance)], methods=LIGHT,
        below=[(most * chance * share, held)], facts=[
            (1 - q, ">=", 0), (1 - 1 / n, ">=", 0), (y, ">=", 0),
            (parse("0 <= (g - v*u)*y + m*v*y", where="g >= 0, v >= 0, u <= m, y >= 0"),
             {"g": leaked, "v": cost, "u": seen, "y": y, "m": most})],
    )  # fmt: skip
    at = _known(step)

    def terms(sign: int) -> list[Any]:
        """The next value for the sign 1, and what it is at most for -1."""
        now = leaked - sign * cost * seen
        still = [((1 - here) * c * now * state, mean) for c, state, mean in other]
        return [
            (here * y * (now - sign * cost * u), m_p),
            *still,
            (here * y * a * (top - sign * one), m_x),
            (here * y * b * (top - sign * two), m_y),
        ]

    step.exists(NEXT, *terms(-1), uses=[at + 5, at + 6], methods=LIGHT)
    step.integrate("=", *terms(1), (-1, NEXT), uses=[], methods=LIGHT)
    step.integrate("<=", (here, 1), uses=[], methods=LIGHT)
    (first, _), *still, (third, _), (fourth, _) = terms(1)
    then, kept = leaked - cost * (seen + u), (1 - here) * value
    still_mean = sum(c * mean for c, mean in still)
    step.fact((still_mean, "=", kept), uses=[at, at + 2], methods=LIGHT)
    d, t = u * share, here * y
    own_ = [c * (top - leak) * mean for c, leak, mean in ((a, one, m_x), (b, two, m_y))]
    most_ = [c * top * d for c in (a, b)]
    step.fact((NEXT, "<=", value), methods=LIGHT, facts=[
        *((parse("a*(P - A)*x <= a*P*d", where="a >= 0, A >= 0, A <= P, x <= d, d >= 0"),
           {"a": c, "P": top, "A": leak, "x": mean, "d": d})
          for c, leak, mean in ((a, one, m_x), (b, two, m_y))),
        (parse("z - h*d*P*(s + u) + a*P*(u*d) + b*P*(u*d) <= z - h*d*P*s",
               where="a + b <= h, d >= 0, P >= 0, u >= 0"),
         {"z": leaked, "h": chance, "d": share, "P": top, "s": seen, "u": u, "a": a, "b": b}),
        (parse("0 <= h*y", where="h >= 0, y >= 0"), {"h": here, "y": y}),
        *((LESS, {"h": t, "x": low, "y": high})
          for low, high in (*zip(own_, most_, strict=True),
                            (then + sum(most_), leaked - cost * seen))),
        (parse("x <= v + r", where="x = w*m + s + i + j, m = 1, s = r, i <= k, j <= l,"
               " w + k + l <= v"),
         {"x": NEXT, "v": t * (leaked - cost * seen), "r": kept, "w": first, "m": m_p,
          "s": still_mean, "i": third * m_x, "j": fourth * m_y, "k": t * most_[0],
          "l": t * most_[1]})])  # fmt: skip
