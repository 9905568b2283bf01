"""Estimates at a random level, by private means of a batch, of its halves and of one record.

At level k, of chance p_k, A_B is the private mean of a batch, A_O and A_E are those of its halves,
A_I is that of one record, and the estimate is

    G_k = (A_B - (A_O + A_E)/2)/p_k + A_I.

Its mean telescopes where A_B has the law of A_O one level deeper, A_E that of A_O, and A_I that of
A_O at level 0.  With the exact means a and b of the halves, (a + b)/2 of the batch and g of the
record, only the errors of the private means remain in the difference.  They are small at deep
levels, so that each level adds as much to the second moment.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.sampled_levels import LIGHT
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Expr, Relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem, Vec

HALF, TWO = Fraction(1, 2), th.num(2)
M = th.integer("M", at_least=0)
k, n = th.integer("k"), th.integer("n")
p_k = th.numbers("p", above=0)
h = th.vector("h")
A_B, A_O, A_E, A_I = (th.draws(f"A_{part}", k, mean=None) for part in "BOEI")


def estimate(i: Num, weight: int = 1) -> Vec:
    """G at a level, the difference being divided by p_k/weight."""
    return weight / p_k[i] * (A_B[i] - HALF * (A_O[i] + A_E[i])) + A_I[i]


def laws(kept: str = "bei") -> list[Any]:
    """That these have the same law, in the mean along h."""
    pairs = {"b": (A_B[k], A_O[k + 1]), "e": (A_E[k], A_O[k]), "i": (A_I[k], A_O[th.num(0)])}
    return [(k, 0, (th.mean(pairs[one][0] @ h), "=", th.mean(pairs[one][1] @ h)))
            for one in pairs if one in kept]  # fmt: skip


def telescoped(
    first: int = 0, *, kept: str = "bei", weight: int = 1, last: int = 1, chances: bool = True,
    left_out: bool = True,
) -> Proof:  # fmt: skip
    """E <G, h> = E <A_O, h> at the level M + last, for levels first, ..., M.

    kept: which laws are the same; weight: of the difference; chances: whether they add up to 1
    left_out: whether it is said what is missing without the level 0
    """
    base, lowest = th.mean(A_O[th.num(0)] @ h), th.num(first)
    final = M - lowest if first else M

    def at(i: Num) -> Num:
        """A level, counted from the first one."""
        return i + lowest if first else i

    def added(until: Num) -> Num:
        """The mean over the levels up to one, counted from the first."""
        return th.total(k, 0, until, p_k[at(k)] * th.mean(estimate(at(k), weight) @ h))

    def mass(until: Num) -> Num:
        """The chance of these levels."""
        return th.total(k, 0, until, p_k[at(k)])

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        ends = th.mean(A_O[at(count)] @ h) - th.mean(A_O[lowest] @ h)
        return added(count - 1), "=", ends + mass(count - 1) * base

    missing = base - th.mean(A_O[lowest] @ h) if first and left_out else th.num(0)
    deep = th.mean(A_O[M + last] @ h)
    said = (added(final), "=", deep + missing if first else deep)
    law = (mass(final), "=", 1)
    given = [*laws(kept), *([law] if chances else [])]
    p = Proof(Theorem((M, p_k, h, A_O, A_E, A_B, A_I), given=given, concludes=said))
    here = p.induction(n, 0, claimed(n), p.gram(claimed(th.num(0)), []))
    alike = [p.at(p.given(one), at(n)) for one in laws()]
    facts: list[Any] = [(1, here), (1, alike[0]), (-HALF, alike[1]), (p_k[at(n)], alike[2])]
    p.gram(claimed(n + 1), facts)
    ends = th.mean(A_O[M + 1] @ h) - th.mean(A_O[lowest] @ h)
    summed = p.gram((said[0], "=", ends + law[0] * base), [(1, p.at(p.close(), final + 1))])
    p.rewrite(said, summed, p.given(law))
    return p


L, V0 = th.number("L", at_least=0), th.number("V_0", above=0)
c = th.number("c", above=0)
a, b, g = (th.draws(f"z_{part}", k, mean=None) for part in "OEI")  # exact means
z = th.vector("z")  # the mean over all records
LAW = (c, "=", 2 - 1 / TWO**M)
CHANCE = 1 / (c * TWO**k)
ONE = (th.total(k, 0, M, CHANCE), "=", 1)


def errors(i: Num, middle: Fraction = HALF) -> tuple[Vec, Vec, Vec, Vec]:
    """Of the private means at a level; `middle` of both halves is that of the batch."""
    return A_B[i] - middle * (a[i] + b[i]), A_O[i] - a[i], A_E[i] - b[i], A_I[i] - g[i]


def spread(kept: str = "boeig", middle: Fraction = HALF) -> list[Any]:
    """The mean squares of the errors, and of the exact mean of one record."""
    of = zip("boeig", (*errors(k, middle), g[k]), strict=True)
    most = (V0 / TWO ** (k + 1), V0 / TWO**k, V0 / TWO**k, V0, L**2)
    return [(k, 0, (th.mean(th.square(u)), "<=", top))
            for (name, u), top in zip(of, most, strict=True) if name in kept]  # fmt: skip


def weighted(i: Num) -> Vec:
    """G at a level of the chance 1/(2^k c)."""
    return c * TWO**i * (A_B[i] - HALF * (A_O[i] + A_E[i])) + A_I[i]


def second_moment(
    *, kept: str = "boeig", levels: int = 3, single: int = 4, middle: Fraction = HALF
) -> Proof:
    """E |G|^2 <= single L^2 + 4 (levels M + 4) V_0, the chance of level k being 1/(2^k c)."""

    def claimed(count: Num) -> Any:  # noqa: ANN401 - a relation
        added = th.total(k, 0, count - 1, CHANCE * th.mean(th.square(weighted(k))))
        mass = th.total(k, 0, count - 1, CHANCE)
        return added, "<=", mass * (4 * L**2 + 4 * V0) + 6 * V0 * c * count

    whole = th.total(k, 0, M, CHANCE * th.mean(th.square(weighted(k))))
    said = (whole, "<=", single * L**2 + 4 * (levels * M + 4) * V0)
    symbols = (L, V0, c, M, a, b, g, A_O, A_E, A_B, A_I)
    p = Proof(Theorem(symbols, given=[LAW, ONE, *spread(kept, middle)], concludes=said))
    here = p.induction(n, 0, claimed(n), p.gram(claimed(th.num(0)), []))
    inverse, chance = c * TWO**n, 1 / (c * TWO**n)
    shares = (4 * inverse**2, 2 * inverse**2, 2 * inverse**2, 4, 4)
    facts: list[Any] = [(1, here)]
    facts += [(chance * s, p.at(p.given(one), n)) for s, one in zip(shares, spread(), strict=True)]
    whole_, odd, even, single_ = errors(n)
    halves = HALF * (odd + even)
    p.gram(claimed(n + 1), facts, mean_squares=[
        (chance, inverse * (whole_ - halves) - g[n] - single_),
        (2 * chance * inverse**2, whole_ + halves), (chance * inverse**2, odd - even),
        (2 * chance, g[n] - single_)])  # fmt: skip
    sums = p.gram((whole, "<=", ONE[0] * (4 * L**2 + 4 * V0) + 6 * V0 * c * (M + 1)),
                  [(1, p.at(p.close(), M + 1))])  # fmt: skip
    known = p.rewrite((whole, "<=", 4 * L**2 + 4 * V0 + 6 * V0 * c * (M + 1)), sums, p.given(ONE))
    small = p.rewrite((6 * V0 * (M + 1) * c, "<=", 12 * V0 * (M + 1)),
                      p.visible((6 * V0 * (M + 1) * LAW[2], "<=", 12 * V0 * (M + 1)),
                                gap=6 * V0 * (M + 1) / TWO**M), p.given(LAW))  # fmt: skip
    p.gram(said, [(1, known), (1, small)])
    return p


def bias(*, kept: str = "beiuvh", size: int = 1, chances: bool = True) -> Proof:
    """E <G, h> - <z, h> <= (V_0/(size 2^(M+1)))^(1/2) where |h| <= 1, for any chances p_k.

    kept: the laws that are the same; that the mean of the largest batch has the mean z, "u", and
    that its error has a mean square, "v"; that |h| <= 1, "h"
    """
    error = A_B[M] - HALF * (a[M] + b[M])
    most = V0 / TWO ** (M + 1)
    unbiased = (th.mean((HALF * (a[M] + b[M])) @ h), "=", z @ h)
    near = (th.mean(th.square(error)), "<=", most)
    short = (th.square(h), "<=", 1)
    exact = telescoped(kept=kept, chances=chances)
    left, _, _ = exact.theorem.concludes
    top, beta = th.root(most / size), th.root(most)
    own = [one for name, one in zip("uvh", (unbiased, near, short), strict=True) if name in kept]
    given = [*exact.theorem.given, *own]
    p = Proof(Theorem((M, p_k, V0, h, z, a, b, A_O, A_E, A_B, A_I), given=given,
                      concludes=(left - z @ h, "<=", top)))  # fmt: skip
    symbols = {"M": M, "p": p_k, "h": h, "A_O": A_O, "A_E": A_E, "A_B": A_B, "A_I": A_I}
    whole = p.by(exact, symbols)
    facts = [(1, whole), (-1, p.at(p.given(laws()[0]), M)), (1, p.given(unbiased)),
             (HALF / beta, p.given(near)), (HALF * beta, p.given(short))]  # fmt: skip
    p.gram((left - z @ h, "<=", beta), facts, mean_squares=[(HALF * beta, 1 / beta * error - h)])
    return p


LESS_THAN_HALF = "log(n)/log(2) < M + 2"  # M + 1 is the floor of this logarithm


def last_batch(inside: int = 2, where: str = LESS_THAN_HALF) -> Relation:
    """The bias in terms of n: more than half of the records are in the largest batch."""
    given = ", ".join(one for one in ("integer M >= 0, V_0 > 0, n > 0", where) if one)
    return parse(f"sqrt(V_0/2^(M + 1)) <= sqrt({inside}*V_0/n)", where=given)


def _text(text: str) -> Expr:
    return parse(f"{text} = 0", where="integer M >= 0").left


def by_its_size(**changes: Any) -> Outcome:  # noqa: ANN401
    """2^(M + 1) > n/2."""
    v, n_, m, size = map(_text, ("V_0", "n", "M", "2^(M + 1)"))
    return certify(last_batch(**changes), methods=LIGHT, facts=[
        (parse("n < 2^(M + 2)", where=f"{LESS_THAN_HALF}, n > 0, integer M >= 0"),
         {"n": n_, "M": m}),
        (parse("v/g <= 2*v/n", where="n < 2*g, v > 0, g > 0, n > 0"),
         {"n": n_, "v": v, "g": size}),
        (parse("sqrt(x) <= sqrt(y)", where="x <= y, x > 0"),
         {"x": _text("V_0/2^(M + 1)"), "y": _text("2*V_0/n")}),
    ])  # fmt: skip
