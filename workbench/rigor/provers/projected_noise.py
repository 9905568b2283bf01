"""The mean error of a projected noisy point: by the largest noise, by their squares, by two balls.

U is the squared distance of the projection and the point; it is at most 2 R times the largest of
the d noises, where the set is in the 1-norm ball of radius R = L s^(1/2), and at most the sum of
their squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.largest_noise import (
    E_S,
    LEVEL,
    LIGHT,
    MEANS,
    TOPS,
    M,
    S,
    d,
    drawn,
    k,
    proved,
    sigma,
    xi,
)
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import Relation, declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

L, eps, delta, n, s = declare("L epsilon delta > 0, integer n s > 0")
U, Q, E_U, E_Q, m = declare("U Q >= 0, real E_U E_Q m")
WIDTH, WIDE = sp.log(sp.Rational(5, 4) / delta), 1 + sp.log(d)
RADIUS = L * sp.sqrt(s)
BY_LARGEST, BY_SQUARES = ((U, "<=", 2 * RADIUS * M),), ((U, "<=", Q),)


@dataclass(frozen=True)
class NoiseOfMean:
    """A law of noise on a mean of sparse vectors, its scale, and both bounds on the mean error.

    square: the mean of its square, in units of sigma^2
    """

    law: str
    scale: Any
    square: int
    sparse: Any
    dense: Any
    where: Sequence[Any] = ()


LAPLACE = NoiseOfMean("laplace", 2 * L * sp.sqrt(s) / (n * eps), 2, 4 * L**2 * s * WIDE / (n * eps),
                      8 * L**2 * s * d / (n * eps) ** 2)  # fmt: skip
NORMAL = NoiseOfMean(
    "normal", 2 * sp.sqrt(2) * L * sp.sqrt(WIDTH) / (n * eps), 1,
    8 * L**2 * sp.sqrt(s * WIDTH * LEVEL) / (n * eps), 8 * L**2 * d * WIDTH / (n * eps) ** 2,
    ((delta, "<", 1),),
)  # fmt: skip


def _where(noise: NoiseOfMean, scaled: bool) -> list[Any]:
    return [*noise.where, *([(sigma, "=", noise.scale)] if scaled else [])]


def sparse(
    noise: NoiseOfMean, share: Any = 1, *, after: Sequence[Any] = BY_LARGEST,  # noqa: ANN401
    given: Sequence[Any] | None = None, scaled: bool = True,
) -> ProcessStatement:  # fmt: skip
    """E U <= share times the bound by the largest noise."""
    return drawn(noise.law, (E_U, "<=", share * noise.sparse), {E_U: U}, given=given, random=(U,),
                 after=after, shows=(E_U,), where=_where(noise, scaled))  # fmt: skip


def dense(
    noise: NoiseOfMean, share: Any = 1, *, after: Sequence[Any] = BY_SQUARES,  # noqa: ANN401
    given: Sequence[Any] | None = None, scaled: bool = True,
) -> ProcessStatement:  # fmt: skip
    """E U <= share times the sum of the mean squares."""
    known = [(xi**2, "=", noise.square * sigma**2)] if given is None else given
    return ProcessStatement(
        (E_U, "<=", share * noise.dense), steps=d, clock=k, drawn=(xi,), given=known,
        states=[(Q, 0, Q + xi**2)], random=(U,), after=after, means={E_U: U}, shows=(E_U,),
        where=_where(noise, scaled),
    )  # fmt: skip


TIMES = parse("u <= c*l + c*g*s", where="u <= c*t, t <= l + g*s, c >= 0")
UNDER = parse("-(c*l + c*g*s) <= u", where="0 <= u, u <= c*l + c*g*s")
WHOLE = parse("u <= v", where="0 <= k + q*y - u, y = z, k + q*z = v")
LEFT = parse("0 <= s*(d - k - 1)", where="s > 0, k + 1 <= d")


def by_the_largest(noise: NoiseOfMean, share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """U <= 2 R M, and M is at most a number and a multiple of a sum of known mean."""
    statement = sparse(noise, share, **changes)
    proof, end, (low, factor, known) = proved(noise.law, statement)
    c = 2 * RADIUS
    at = {"u": U, "c": c, "l": low, "g": factor, "s": S}
    own = range(len(statement.tree["where"]), end.known)
    easy: dict[str, Any] = {"methods": LIGHT, "uses": own}
    upper = [*known, (TIMES, at | {"t": M})]
    end.exists(E_U, (c * low, 1), (c * factor, E_S), **easy, facts=[*upper, (UNDER, at)])
    end.integrate("<=", (c * low, 1), (c * factor, E_S), (-1, E_U), **easy, facts=upper)
    return proof.outcome(methods=LIGHT, facts=[
        (low + factor * MEANS[noise.law], "=", TOPS[noise.law]),
        (c * TOPS[noise.law], "=", noise.sparse),
        (WHOLE, {"u": E_U, "v": share * noise.sparse, "k": c * low, "q": c * factor, "y": E_S,
                 "z": MEANS[noise.law]}),
    ])  # fmt: skip


def by_the_squares(noise: NoiseOfMean, share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """The mean of the sum of squares is d times that of one."""
    proof = ProcessProof(dense(noise, share, **changes), methods=LIGHT, seconds=4)
    one = noise.square * sigma**2
    (step,) = proof.potential(Q + one * (d - k), "=", methods=LIGHT)
    at = step.known
    step.instance(m, 0, {})
    rest = Q + one * (d - k - 1)
    step.exists(NEXT, (rest, 1), (1, m), methods=LIGHT, facts=[(LEFT, {"s": one, "d": d, "k": k})])
    step.integrate("=", (rest, 1), (1, m), (-1, NEXT), uses=[], methods=LIGHT)
    step.fact((NEXT, "=", Q + one * (d - k)), uses=[at, at + 2], methods=LIGHT)
    end = proof.end()
    end.instance(E_Q, 0, {})
    end.exists(E_U, (1, E_Q), methods=LIGHT)
    end.integrate("<=", (1, E_Q), (-1, E_U), methods=LIGHT)
    return proof.outcome(methods=LIGHT, facts=[
        (WHOLE, {"u": E_U, "v": share * noise.dense, "k": 0 * d, "q": sp.S.One, "y": E_Q,
                 "z": one * d})])  # fmt: skip


z, h = declare("real z h")
DISTANCE, OLD, NEW = declare("real DISTANCE OLD NEW")
IN_BALLS = (OLD, "<=", L**2), (NEW, "<=", L**2)


def two_balls(share: Any = 1, where: Sequence[Any] = IN_BALLS) -> LawStatement:  # noqa: ANN401
    """|h - z|^2 <= 4 share L^2 for points z and h of the ball of radius L."""
    return LawStatement(
        (DISTANCE, "<=", 4 * share * L**2), random=(z, h), where=where, over=d,
        means={DISTANCE: (h - z) ** 2, OLD: z**2, NEW: h**2},
    )  # fmt: skip


def by_the_diameter(share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """|h - z|^2 + |h + z|^2 = 2 |h|^2 + 2 |z|^2."""
    proof = LawProof(two_balls(share, **changes), seconds=2)
    proof.integrate("<=", (2, OLD), (2, NEW), (-1, DISTANCE), uses=[])
    return proof.outcome(methods=LIGHT)


def regimes(crossing: str = "2*d/(1 + log(d))") -> tuple[Relation, ...]:
    """Where the sparse term of Laplace noise is the smaller one, and where it is below L^2."""
    few, many = "4*L^2*s*(1 + log(d))/(n*epsilon)", "8*L^2*s*d/(n*epsilon)^2"
    known = "L, epsilon > 0, integer n >= 1, integer s >= 1, integer d >= 1"
    return (
        parse(f"{few} <= {many}", where=f"{known}, n*epsilon <= {crossing}"),
        parse(f"{few} > {many}", where=f"{known}, n*epsilon > {crossing}"),
        parse(f"{few} < L^2", where=f"{known}, n*epsilon > 4*s*(1 + log(d))"),
        parse(f"{few} >= L^2", where=f"{known}, n*epsilon <= 4*s*(1 + log(d))"),
    )


def order(factor: int = 3) -> Relation:
    """The logarithm of the table in the place of 1 + ln d."""
    return parse(f"1 + log(d) <= {factor}*log(d)", where="integer d >= 2")


def crossing(point: str = "d*sqrt(log(5/(4*delta))/(s*log(2*d)))") -> tuple[Relation, ...]:
    """Where the sparse term of normal noise is the smaller one."""
    few = "8*L^2*sqrt(s*log(5/(4*delta))*log(2*d))/(n*epsilon)"
    many = "8*L^2*d*log(5/(4*delta))/(n*epsilon)^2"
    known = "0 < delta < 1, L, epsilon > 0, integer n >= 1, integer s >= 1, integer d >= 1"
    return (parse(f"{few} <= {many}", where=f"{known}, n*epsilon <= {point}"),
            parse(f"{few} > {many}", where=f"{known}, n*epsilon > {point}"))  # fmt: skip


_SIGNS = "a > 0, b > 0, s > 0, m > 0"
_HERE = f"{_SIGNS}, d > 0, l > 0"
_BELOW = parse("m*sqrt(s*a*b) <= d*a", where=f"{_HERE}, m <= d*sqrt(a/(s*b))")
_ABOVE = parse("m*sqrt(s*a*b) > d*a", where=f"{_HERE}, m > d*sqrt(a/(s*b))")
_FEW = parse("8*l^2*sqrt(s*a*b)/m <= 8*l^2*d*a/m^2", where=f"{_HERE}, m*sqrt(s*a*b) <= d*a")
_MANY = parse("8*l^2*sqrt(s*a*b)/m > 8*l^2*d*a/m^2", where=f"{_HERE}, m*sqrt(s*a*b) > d*a")
_LOGS = {"a": WIDTH, "b": LEVEL}
_POSITIVE = [(0, "<", one) for one in _LOGS.values()]


def cross(**changes: Any) -> Iterator[Outcome]:  # noqa: ANN401
    """n eps sqrt(s Lambda ln 2d) is at most d Lambda up to that point, and above it beyond."""
    put = {**_LOGS, "s": s, "d": d, "m": n * eps, "l": L}
    for r, way in zip(crossing(**changes), ((_BELOW, _FEW), (_ABOVE, _MANY)), strict=True):
        yield certify(r, facts=[*_POSITIVE, *((fact, put) for fact in way)])


def printed(factor: int = 3) -> Relation:
    """The logarithm of the table in the place of ln(2d), for few entries."""
    return parse(f"log(2*d) <= {factor}*log(d/s)",
                 where="integer s >= 1, integer d >= 4, s^2 <= d")  # fmt: skip


def rows(factor: int = 4) -> tuple[Relation, ...]:
    """The bounds for Laplace noise are the smaller ones, or not."""
    one, other = f"{factor}*log(5/(4*delta))*log(2*d)", "s*(1 + log(d))^2"
    known = "0 < delta < 1, L, epsilon > 0, integer n >= 1, integer s >= 1, integer d >= 1"
    few = "4*L^2*s*(1 + log(d))/(n*epsilon)", "8*L^2*sqrt(s*log(5/(4*delta))*log(2*d))/(n*epsilon)"
    many = "8*L^2*s*d/(n*epsilon)^2", "8*L^2*d*log(5/(4*delta))/(n*epsilon)^2"
    return (
        parse(f"{few[0]} < {few[1]}", where=f"{known}, {one} > {other}"),
        parse(f"{few[0]} >= {few[1]}", where=f"{known}, {one} <= {other}"),
        parse(f"{many[0]} < {many[1]}", where=f"{known}, log(5/(4*delta)) > s"),
        parse(f"{many[0]} >= {many[1]}", where=f"{known}, log(5/(4*delta)) <= s"),
    )


_SIZE = f"{_SIGNS}, x > 0, l > 0"
_LESS = parse("x < 2*sqrt(s*a*b)", where=f"{_SIZE}, x^2 < 4*s*a*b")
_MORE = parse("x >= 2*sqrt(s*a*b)", where=f"{_SIZE}, x^2 >= 4*s*a*b")
_PURE = parse("4*l^2*x/m < 8*l^2*sqrt(s*a*b)/m", where=f"{_SIZE}, x < 2*sqrt(s*a*b)")
_LARGE = parse("4*l^2*x/m >= 8*l^2*sqrt(s*a*b)/m", where=f"{_SIZE}, x >= 2*sqrt(s*a*b)")


def compared(**changes: Any) -> Iterator[Outcome]:  # noqa: ANN401
    """Of the sparse terms the squares are compared, of the others what they do not share."""
    sparser, sparse, fewer, rest = rows(**changes)
    x, square = s * (1 + sp.log(d)), 4 * s * WIDTH * LEVEL
    put = {**_LOGS, "s": s, "m": n * eps, "l": L, "x": x}
    known = [*_POSITIVE, (0, "<=", sp.log(d))]
    yield certify(sparser, facts=[*known, (x**2, "<", square), (_LESS, put), (_PURE, put)])
    yield certify(sparse, facts=[*known, (x**2, ">=", square), (_MORE, put), (_LARGE, put)])
    yield from map(certify, (fewer, rest))


def by_half_the_logarithm(factor: int = 3) -> Outcome:
    """ln s^2 <= ln d and ln 4 <= ln d, so that ln 2 + ln d <= 3 (ln d - ln s)."""
    return certify(printed(factor), facts=[
        (sp.log(4), "<=", sp.log(d)), (2 * sp.log(2), "<=", sp.log(d)),
        (parse("log(s^2) <= log(d)", where="s^2 <= d, s >= 1, d >= 1"), {"s": s, "d": d}),
        (parse("l + t <= 3*(l - p)", where="q = 2*p, q <= l, 2*t <= l"),
         {"l": sp.log(d), "t": sp.log(2), "p": sp.log(s), "q": sp.log(s**2)}),
    ])  # fmt: skip
