"""How far a record moves the recursive gradient estimate of variance-reduced Frank-Wolfe methods.

    G_t = (1 - eta)(G_(t-1) + g_t - g_t') + eta g_t,

g_t and g_t' the gradients of one fresh record at x^t and x^(t-1).  Two runs on neighbouring data
with the same points differ at first by what the replaced record adds, and from then on they get
the same terms u_0, u_1, ..., so that their difference shrinks by 1 - eta in each step.  f and h are
the gradients of the record and of its rival, as maps of the point; S is a norm with its dual.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

L0, L1, D, eta, n = (th.number(name, above=0) for name in ("L_0", "L_1", "D", "eta", "n"))
m = th.number("m", above=0)
k, i, last = th.integer("j"), th.integer("i"), th.integer("k", at_least=0)
S, f, h = th.convex("S"), th.mapping("f"), th.mapping("h")
v, w, x, y, z, G_before = (th.vector(name) for name in ("v", "w", "x", "y", "z", "G_before"))
u = th.draws("u", i, mean=None)
KEPT, ONE = 1 - eta, th.num(1)
INSIDE: Any = (eta, "<", 1)
SMALL: Any = (S.square(v), "<=", D**2)


def later(name: str, start: Vec, kept: Num = KEPT) -> Many:
    """z[0] = start, z[i + 1] = kept z[i] + u[i]."""
    bare = th.iterates(name, i, before=Vec(["zero"]), start=start)
    return th.iterates(name, i, before=Vec(["zero"]), start=start, following=kept * bare[i] + u[i])


class TwoRuns:
    """Two runs, from where the replaced record is used on; `first` is what it adds to them."""

    def __init__(
        self, first: Any, symbols: Sequence[Any], given: Sequence[Any], most: Num,  # noqa: ANN401
        kept: Num = KEPT,
    ) -> None:  # fmt: skip
        self.starts, self.kept = (first(f), first(h)), kept  # kept is KEPT, or ONE
        self.G, self.H = later("G", self.starts[0], kept), later("H", self.starts[1], kept)
        self.start = v @ (self.starts[0] - self.starts[1])
        self.p = Proof(
            Theorem(
                (*symbols, S, f, h, v, u, self.G, self.H, last),
                given=given,
                concludes=(self.apart(last), "<=", self.decay(last) * most),
            )
        )

    def decay(self, at: Num) -> Num:
        """What is left of a difference after so many steps."""
        return self.kept if self.kept is ONE else self.kept**at

    def apart(self, at: Num) -> Num:
        """<v, G[at] - H[at]>."""
        return v @ (self.G[at] - self.H[at])

    def shrink(self) -> int:
        """<v, G[k] - H[k]> = kept^k <v, G[0] - H[0]>, at the last k."""
        p, zero, kept = self.p, th.num(0), self.kept

        def said(at: Num) -> th.Said:
            return self.apart(at), "=", self.decay(at) * self.start

        base = p.unfold(said(zero), p.gram((self.start, "=", self.decay(zero) * self.start), []),
                        [(self.G, 0), (self.H, 0)])  # fmt: skip
        here = p.induction(k, 0, said(k), base)
        new = kept * self.G[k] + u[k] - (kept * self.H[k] + u[k])
        step = p.gram((v @ new, "=", self.decay(k + 1) * self.start), [(kept, here)])
        p.unfold(said(k + 1), step, [(self.G, k + 1), (self.H, k + 1)])
        return p.at(p.close(), last)

    def product(self, of: Vec, size: Num, bound: int) -> int:
        """<v, of> <= size D, where a fact says |of|^2 <= size^2."""
        p, scale = self.p, size / D
        return p.gram((v @ of, "<=", size * D), [
            (1 / scale, p.young(S, of, scale * v)), (1 / (2 * scale), bound),
            (1 / (2 * scale), p.scaled(S, scale, v, which="sq")),
            (scale / 2, self.small),
        ])  # fmt: skip

    def opposite(self, of: Vec, bound: int) -> int:
        """|-of|^2 <= L_0^2, as |of|^2 is."""
        return self.p.gram((S.dual(-1 * of), "<=", L0**2),
                           [(1, self.p.scaled(S, -1, of, which="dual")), (1, bound)])  # fmt: skip

    small = 0


def slopes(at: Vec) -> tuple[Any, ...]:
    """The gradients of both records at a point are at most L_0."""
    return tuple((S.dual(of(at)), "<=", L0**2) for of in (f, h))


BATCH: tuple[Any, ...] = (SMALL, *slopes(x), INSIDE)
NEW = y + eta * (z - y)


def stream(apart: int = 2) -> tuple[Any, ...]:
    """The vertex z is `apart` D from the point y at most, and gradients are L_1-Lipschitz there."""
    smooth = ((S.dual(of(NEW) - of(y)), "<=", L1**2 * S.square(NEW - y)) for of in (f, h))
    return (SMALL, *slopes(NEW), (S.square(z - y), "<=", (apart * D) ** 2), *smooth, INSIDE)


def of_the_batch(*, given: Sequence[Any] = BATCH, most: Any = 4) -> Proof:  # noqa: ANN401 - a number
    """<v, G_k - H_k> <= (1 - eta)^k 4 L_0 D/n for a record of the n/2 of the first estimate."""
    runs = TwoRuns(lambda of: 2 / n * (w + of(x)), (L0, D, eta, n, w, x), given, most * L0 * D / n)
    p = runs.p
    decayed = runs.shrink()
    sizes = [runs.product(f(x), L0, 1), runs.product(-1 * h(x), L0, runs.opposite(h(x), 2))]
    each = KEPT**last * 2 / n
    p.gram(p.theorem.concludes, [(1, decayed), *((each, size) for size in sizes)])
    return p


def of_the_stream(
    *, apart: int = 2, given: Sequence[Any] | None = None, lengths: int = 2, slopes: int = 2,
    many: bool = False,
) -> Proof:  # fmt: skip
    """<v, G_k - H_k> <= (1 - eta)^k (2 eta L_0 D + 2 eta (1 - eta) L_1 D E), |z - y| <= E.

    apart: E is so many times D
    lengths, slopes: the factors 2 of both terms
    many: whether the step has m records, of which w is what all others add, and not one
    """
    given, E = stream(apart) if given is None else given, apart * D
    most = slopes * eta * L0 * D + lengths * apart * eta * KEPT * L1 * D**2
    share, symbols = (1 / m, (m, w)) if many else (ONE, ())

    def first(of: Any) -> Vec:  # noqa: ANN401 - a map
        if many:
            return KEPT * G_before + share * (w + KEPT * (of(NEW) - of(y)) + eta * of(NEW))
        return KEPT * (G_before + (of(NEW) - of(y))) + eta * of(NEW)

    runs = TwoRuns(first, (L0, L1, D, eta, *symbols, G_before, y, z), given,
                   share * most if many else most)  # fmt: skip
    p = runs.p
    decayed = runs.shrink()
    step = p.gram((S.square(NEW - y), "<=", (eta * E) ** 2),
                  [(1, p.scaled(S, eta, z - y, which="sq")), (eta**2, 3)])  # fmt: skip
    sizes = []
    for sign, of, slope, change in ((1, f, 1, 4), (-1, h, 2, 5)):
        moved = of(NEW) - of(y)
        short = p.gram((S.dual(moved), "<=", (L1 * eta * E) ** 2), [(1, change), (L1**2, step)])
        if sign < 0:
            short = p.gram((S.dual(-1 * moved), "<=", (L1 * eta * E) ** 2),
                           [(1, p.scaled(S, -1, moved, which="dual")), (1, short)])  # fmt: skip
            slope = runs.opposite(of(NEW), slope)
        left = KEPT**last * share
        sizes.append((left * KEPT, runs.product(sign * moved, L1 * eta * E, short)))
        sizes.append((left * eta, runs.product(sign * of(NEW), L0, slope)))
    p.gram(p.theorem.concludes, [(1, decayed), *sizes])
    return p


M = th.mapping("M")
x_new, x_old, G_old, past = (th.draw(name, mean=None) for name in ("x_new", "x_old", "G_old", "a"))
g_new, g_old, across = (th.vector(name) for name in ("g_new", "g_old", "a"))


def expanded(weight: Num = eta) -> Proof:
    """(1 - eta)(G + g_new - g_old) + eta g_new is (1 - eta) G + g_new - (1 - eta) g_old."""
    made = (1 - weight) * (G_before + g_new - g_old) + weight * g_new
    told = KEPT * G_before + g_new - KEPT * g_old
    p = Proof(Theorem((eta, G_before, g_new, g_old, across),
                      concludes=(made @ across, "=", told @ across)))  # fmt: skip
    p.gram(p.theorem.concludes, [])
    return p


def centred(*, fresh: bool = True, kept: Num = KEPT) -> Proof:
    """E <e_new - (1 - eta) e_old, a> = 0 for all a that are known before the record.

    M is the gradient of the population, and w is g_new - (1 - eta) g_old.
    """
    w = th.draw("w", mean=M(x_new) - KEPT * M(x_old) if fresh else None)
    after, before = KEPT * G_old + w - M(x_new), G_old - M(x_old)
    p = Proof(Theorem((eta, M, x_new, x_old, G_old, past, w),
                      concludes=(th.mean((after - kept * before) @ past), "=", 0)))  # fmt: skip
    p.gram(p.theorem.concludes, [(1, p.centred(w, past))])
    return p


def unrolled(own: int = 1) -> Proof:
    """<v, e_k> = (1 - eta)^k (<v, e_0> + sum <v, u_i>/(1 - eta)^(i + 1)) for such a recursion."""
    e = later("e", w)

    def said(at: Num) -> th.Said:
        terms = th.total(i, 0, at - 1, v @ u[i] / KEPT ** (i + own))
        return v @ e[at], "=", KEPT**at * (v @ w + terms)

    p = Proof(Theorem((eta, v, w, u, e, last), given=(INSIDE,), concludes=said(last)))
    zero = th.num(0)
    base = p.unfold(said(zero), p.gram((v @ w, "=", said(zero)[2]), []), [(e, 0)])
    here = p.induction(k, 0, said(k), base)
    step = p.gram((v @ (KEPT * e[k] + u[k]), "=", said(k + 1)[2]), [(KEPT, here)])
    p.unfold(said(k + 1), step, [(e, k + 1)])
    p.at(p.close(), last)
    return p


SIZES = "n > 0, T > 0, kappa > 0, L_0 > 0, L_1 > 0, D > 0, eta > 0, eta < 1"


def squares(bound: str = "(2*L_1*D+L_0)") -> tuple[Relation, ...]:
    """How long a gradient of a step is, and what the squares of all records add up to."""
    long = "eta*(2*(1-eta)*L_1*D+L_0)"
    later = f"8*eta*T*{bound}^2/((2-eta)*n)"
    return (
        parse(f"(1-eta)*r + eta*g <= {long}", where=f"{SIZES}, r <= 2*eta*L_1*D, g <= L_0"),
        parse(f"{long} <= eta*{bound}", where=SIZES),
        parse("n/2*(k*(2*L_0/(n/2)))^2 = k^2*8*L_0^2/n", where=f"{SIZES}, k > 0"),
        parse("sum(t = 1..m, (1-eta)^(2*(t-1)))*(2*eta-eta^2) = 1-(1-eta)^(2*m)",
              where="eta > 0, eta < 1, integer m >= 1"),
        parse(f"(n/(2*T))*s*(2*eta*{bound}/(n/(2*T)))^2 <= {later}",
              where=f"{SIZES}, s >= 0, s*(2*eta-eta^2) <= 1"),
        parse(f"kappa*(k^2*8*L_0^2/n + {later}) <= (sqrt(kappa)*(2*sqrt(2)*L_0/sqrt(n))*k"
              f" + sqrt(kappa)*(2*{bound}*sqrt(2*eta*T/((2-eta)*n))))^2", where=f"{SIZES}, k > 0"),
    )  # fmt: skip
