"""Gradients at two halves and at their middle: bias over all levels, second moment of each.

At level k, of chance p_k, the estimate is made of the gradient of F at the middle of two points O
and E, less its average at these, and at a point B:

    G_k = (grad F((O + E)/2) - grad F(O)/2 - grad F(E)/2)/p_k + grad F(B).

So the mean over the levels telescopes where the middle of level k has the law of O at level k + 1,
and E that of O; the bias is that of O at level M + 1, an average of pairs of independent points.
The second moment of a level, whose F may be its own, is at most twice those of the two terms, where
the three errors of gradients have bounded second moments: V_N is that at an average of N points.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers import paired_walks as two
from workbench.rigor.provers.averaged_walks import N, t
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.gradient_bias import pair_bias, same
from workbench.rigor.provers.sampled_levels import LIGHT
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Expr, Relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

HALF = Fraction(1, 2)
d_x, d_y = (th.integer(name, at_least=1) for name in ("d_x", "d_y"))
X, Y = th.simplex("X", d_x), th.simplex("Y", d_y)
F = th.pair("F", X, Y)
x, y = th.point("x", X), th.point("y", Y)
a, b = th.point("a", X), th.point("b", Y)
M, level = (th.integer(name, at_least=0) for name in ("M", "level"))
k, n = th.integer("k"), th.integer("n")
p_k = th.numbers("p", above=0)
L0, L1, L2 = (th.number(name, at_least=0) for name in ("L_0", "L_1", "L_2"))
h = th.vector("h")
ODD, EVEN, BASE = (
    (th.draws(f"x_{which}", k, mean=None, of=X), th.draws(f"y_{which}", k, mean=None, of=Y))
    for which in "OEB"
)
DRAWN = (*ODD, *EVEN, *BASE)
ONE = (th.total(k, 0, M, p_k[k]), "=", 1)


def slope(u: Vec, w: Vec) -> Vec:
    """The gradient of F in its first point."""
    return F.slope("x", u, w)


def odd(i: Num) -> Vec:
    """The gradient at O."""
    return slope(ODD[0][i], ODD[1][i])


def even(i: Num) -> Vec:
    """The gradient at E."""
    return slope(EVEN[0][i], EVEN[1][i])


def middle(i: Num) -> Vec:
    """The gradient at the middle of both."""
    return slope(*(HALF * u[i] + HALF * v[i] for u, v in zip(ODD, EVEN, strict=True)))


def base(i: Num) -> Vec:
    """The gradient at B."""
    return slope(BASE[0][i], BASE[1][i])


def estimate(i: Num, weight: int = 1) -> Vec:
    """G at a level, the difference being divided by p_k/weight."""
    return weight / p_k[i] * (middle(i) - HALF * (odd(i) + even(i))) + base(i)


def laws(kept: str = "meb") -> list[Any]:
    """That these points have the same laws, in the mean of the gradient along h."""
    pairs = {"m": (middle(k), odd(k + 1)), "e": (even(k), odd(k)), "b": (base(k), odd(th.num(0)))}
    return [(k, 0, (th.mean(u @ h), "=", th.mean(v @ h)))
            for n, (u, v) in pairs.items() if n in kept]  # fmt: skip


def telescoped(
    *, kept: str = "meb", weight: int = 1, last: int = 1, chances: bool = True, deepest: Any = None,  # noqa: ANN401
    more: tuple[Any, ...] = (),
) -> Proof:  # fmt: skip
    """E <G, h> = E <grad F(O), h> at the level M + last, or what that is by `deepest`.

    kept: which laws are the same, "d" for `deepest`; weight: of the difference
    chances: whether they add up to 1; more: the symbols of `deepest`
    """

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        first, total = th.mean(odd(th.num(0)) @ h), th.total(k, 0, count - 1, p_k[k])
        left = th.total(k, 0, count - 1, p_k[k] * th.mean(estimate(k, weight) @ h))
        return left, "=", th.mean(odd(count) @ h) - first + total * first

    left = th.total(k, 0, M, p_k[k] * th.mean(estimate(k, weight) @ h))
    said = (left, "=", th.mean(odd(M + last) @ h))
    ends = (left, "=", deepest[2]) if deepest else said
    given = [*laws(kept), *([ONE] if chances else []), *([deepest] if "d" in kept else [])]
    symbols = (d_x, d_y, X, Y, M, p_k, h, F, *DRAWN, *more)
    p = Proof(Theorem(symbols, given=given, concludes=ends))
    zero = th.num(0)
    here = p.induction(n, 0, claimed(n), p.gram(claimed(zero), []))
    alike = [p.at(p.given(law), n) for law in laws()]
    facts: list[Any] = [(1, here), (1, alike[0]), (-HALF, alike[1]), (p_k[n], alike[2])]
    p.gram(claimed(n + 1), facts)
    first = th.mean(odd(th.num(0)) @ h)
    summed = (left, "=", th.mean(odd(M + 1) @ h) - first + ONE[0] * first)
    whole = p.rewrite(said, p.gram(summed, [(1, p.at(p.close(), M + 1))]), p.given(ONE))
    if deepest:
        p.gram(ends, [(1, whole), (1, p.given(deepest))])
    return p


def spread(count: Num) -> Num:
    """V_N."""
    return (2 * L2 / count + L1 * th.root((4 * th.ln(2 * d_x) + 4) / count)) ** 2


def _free(count: Num) -> Num:
    return 8 * L2**2 / count**2 + 8 * L1**2 * (th.ln(2 * d_x) + 1) / count


def _no_root(p: Proof, count: Num) -> int:
    """V_N is at most 8 L_2^2/N^2 + 8 L_1^2 (ln(2d) + 1)/N."""
    root = L1 * th.root((4 * th.ln(2 * d_x) + 4) / count)
    return p.visible((spread(count), "<=", _free(count)), gap=(2 * L2 / count - root) ** 2)


def near(m: Num) -> Num:
    """V_(2m) + V_m without roots, at most."""
    return 10 * L2**2 / m**2 + 12 * L1**2 * (th.ln(2 * d_x) + 1) / m


def _errors() -> tuple[tuple[Vec, int], ...]:
    """The errors of the three gradients, and how many times 2^level pairs are averaged in each."""
    at = slope(x, y)
    return (middle(level) - at, 2), (odd(level) - at, 1), (even(level) - at, 1)


def moments(kept: str = "moe") -> list[Any]:
    """What is known of the second moments of the errors."""
    return [(th.mean(X.dual(error)), "<=", spread(many * TWO**level))
            for n, (error, many) in zip("moe", _errors(), strict=True) if n in kept]  # fmt: skip


TWO = th.num(2)
SIZE = (th.supremum((a, b), X.dual(slope(a, b))), "<=", L0**2)


def second_moment(*, kept: str = "moe", factor: int = 2, bounded: bool = True) -> Proof:
    """At a level E |G|^2 <= 2 L_0^2 + 4 (V_(2m) + V_m)/p^2, where m is 2^level and p its chance.

    kept: the second moments that are known; factor: the 2
    bounded: whether gradients are at most L_0
    """
    part, m = 1 / p_k[level], TWO**level
    said = (th.mean(X.dual(estimate(level))), "<=",
            factor * L0**2 + 2 * factor * near(m) * part**2)  # fmt: skip
    symbols = (d_x, d_y, X, Y, L0, L1, L2, level, p_k, F, x, y, *DRAWN)
    given = [*moments(kept), *([SIZE] if bounded else [])]
    p = Proof(Theorem(symbols, given=given, concludes=said))
    errors = [error for error, _ in _errors()]
    halves = -HALF * (errors[1] + errors[2])
    rest, at = errors[0] + halves, (BASE[0][level], BASE[1][level])
    both = p.parallel(X, part * rest, slope(*at), which="dual")
    scaled = p.scaled(X, part, rest, which="dual")
    split = p.parallel(X, errors[0], halves, which="dual")
    halved = p.scaled(X, -HALF, errors[1] + errors[2], which="dual")
    again = p.parallel(X, errors[1], errors[2], which="dual")
    share = 2 * part**2
    facts: list[Any] = [
        (1, p.expect(both)), (2, p.expect(scaled)), (share, p.expect(split)),
        (2 * share, p.expect(halved)), (share * HALF, p.expect(again)),
        (2, p.expect(p.under(SIZE[0], at))), (2, p.given(SIZE)),
    ]  # fmt: skip
    facts += [(c * share, p.given(one)) for c, one in zip((2, 1, 1), moments(), strict=True)]
    facts += [(2 * share, _no_root(p, many * m)) for many in (2, 1)]
    p.gram(said, facts)
    return p


def bias(*, kept: str = "mebdxyg", first: Many = two.x_s, chances: bool = True) -> Proof:
    """E <G, h> - <grad F(x, y), h> <= L_2/2^M, x and y being the averages of the means.

    kept: the laws that are the same, "d" for that of O at the level M + 1, which is the average of
    as many pairs of independent points; the points in which it is known how a function bends, and
    "g", that it is <grad F, h>; first: the points of the first player
    """
    (x, x_h), (y, y_h) = (
        [th.total(t, 0, N - 1, 1 / N * z[t]) for z in both]
        for both in ((two.x, first), (two.y, two.y_s))
    )
    deepest = th.mean(odd(M + 1) @ h), "=", th.mean(slope(x_h, y_h) @ h)
    drawn = (two.x, two.y, two.y_s, first)
    exact = telescoped(kept=kept, chances=chances, deepest=deepest, more=(N, *drawn))
    near = pair_bias(smooth=kept, kept="g" in kept, first=first)
    count = (1 / N, "=", 1 / TWO ** (M + 1))
    u, w, G = th.point("u", X), th.point("w", Y), th.pair("G", X, Y)
    component = same((u, w), G(u, w), slope(u, w) @ h) if "g" in kept else []
    left = th.total(k, 0, M, p_k[k] * th.mean(estimate(k) @ h))
    said = (left - slope(x, y) @ h, "<=", L2 / TWO**M)
    given = [*laws(kept), *([ONE] if chances else []), *([deepest] if "d" in kept else []),
             *two.smooth(G, (L2, L2), kept), *component, count]  # fmt: skip
    symbols = (d_x, d_y, X, Y, L2, M, N, p_k, h, F, G, *DRAWN, *drawn)
    p = Proof(Theorem(symbols, given=given, concludes=said))
    own: dict[str, Any] = {s.symbol["name"]: s for s in symbols if s.symbol} | {"h_2": 0 * h}
    facts: list[Any] = [
        (1, p.by(of, {s["name"]: own[s["name"]] for s in of.theorem.tree["symbols"]}))
        for of in (exact, near)
    ]
    p.gram(said, [*facts, (2 * L2, p.given(count))])
    return p


LAW = "c = sum(k = 0..M, 1/2^k)"  # the chances are 1/(2^k c)
_WHERE = "L_0, L_1, L_2 >= 0, c > 0, integer d_x > 0, integer M >= 0"
_LOGS = "(log(2*d_x) + 1)"
_LEVEL = parse("1/g/c*(2*l^2 + 4*(10*y^2/g^2 + 12*x^2*z/g)/(1/g/c)^2)"
               " <= 2*l^2/c*(1/g) + 80*y^2*(1/g) + 96*x^2*z",
               where="c >= 1, c <= 2, g >= 1, z >= 0")  # fmt: skip
_LAST = parse("2*l^2/c*s + 80*y^2*s + 96*x^2*z*o <= 2*l^2 + 160*y^2 + 96*x^2*z*(m + 1)",
              where="c = s, c <= 2, c > 0, o = m + 1")  # fmt: skip


def summed(first: int = 160, second: int = 96, law: str = LAW) -> Relation:
    """What these moments add up to for the chances 2^(-k)/c of the levels, c = 2 - 2^(-M)."""
    chance, logs = "1/2^k/c", _LOGS
    each = f"{chance}*(2*L_0^2 + 4*(10*L_2^2/(2^k)^2 + 12*L_1^2*{logs}/2^k)/({chance})^2)"
    bound = f"2*L_0^2 + {first}*L_2^2 + {second}*L_1^2*{logs}*(M + 1)"
    return parse(f"sum(k = 0..M, {each}) <= {bound}", where=f"{_WHERE}, {law}" if law else _WHERE)


def _read(text: str) -> Expr:
    return parse(f"{text} = 0", where="integer M, i_ >= 0").left


def _at(fact: Relation, letters: Mapping[str, str]) -> tuple[Relation, dict[str, Expr]]:
    return fact, {v.name: _read(letters[v.name]) for v in fact.variables}


def every_level_costs_the_same(**change: Any) -> Outcome:  # noqa: ANN401
    """80 L_2^2/m + 96 L_1^2 (ln(2d) + 1) per level m = 2^k at most."""
    named = {"c": "c", "g": "2^i_", "y": "L_2", "x": "L_1", "z": _LOGS, "l": "L_0", "M": "M",
             "s": "sum(k = 0..M, 1/2^k)", "o": "sum(k = 0..M, 1)", "m": "M"}  # fmt: skip
    slow = f"2*L_0^2/c*{named['s']} + 80*L_2^2*{named['s']}"
    above = _read(f"{slow} + 96*L_1^2*{_LOGS}*{named['o']}")
    return certify(summed(**change), methods=LIGHT, facts=[
        _at(parse("1/2^M <= 1", where="integer M >= 0"), named),
        _at(parse("1/2^M > 0", where="integer M >= 0"), named),
        _at(parse(f"{named['s']} = 2 - 1/2^M", where="integer M >= 0"), named),
        _at(parse("c <= 2", where="c = s, s = 2 - r, r > 0"), {**named, "r": "1/2^M"}),
        _at(parse("c >= 1", where="c = s, s = 2 - r, r <= 1"), {**named, "r": "1/2^M"}),
        (_read(_LOGS), ">", 0),
        (summed().left, "<=", above, [(_read("2^i_"), ">=", 1), _at(_LEVEL, named)]),
        _at(parse(f"{named['o']} = M + 1", where="integer M >= 0"), named), _at(_LAST, named),
        (parse("x <= w", where="x <= y, y <= w"),
         {"x": summed().left, "y": above, "w": summed().right}),
    ])  # fmt: skip
