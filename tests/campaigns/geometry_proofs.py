"""Random theorems about geometries: prox steps, norms and their duals, divergences, sums.

Drafts as in `proofs`, of other symbols: two geometries with points, prox steps in both along the
same draws, and sums over an index.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from tests.campaigns.proofs import (
    Certificate,
    Draft,
    L,
    alpha,
    d,
    declared,
    i,
    mu,
    sigma,
    t,
    y,
)  # fmt: skip
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Many,
    Num,
    Theorem,
    Vec,
    draws,
    function,
    geometry,
    integer,
    mean,
    num,
    point,
    prox,
    total,
)

G, K = geometry("G"), geometry("K")
T, j, k = integer("T", at_least=0), integer("j"), integer("k", at_least=0)
b, o = point("b", K, inner=True), point("o", G, inner=True)


# lemmas -------------------------------------------------------------------------------------------


def _moved() -> Proof:
    """<X[k], R[k+1] - u> <= D(u, R[k]) - D(u, R[k+1]) for prox steps along X."""
    u, X = point("u", G), draws("X", i, mean=None)
    R = prox("R", G, i, start=o, step=X[i])
    now, then = R[k], R[k + 1]
    gain = G.divergence(u, now) - G.divergence(u, then)
    proof = Proof(Theorem((k, G, u, o, X, R), concludes=(X[k] @ (then - u), "<=", gain)))
    step, near = proof.prox(R, k, u), proof.strong(G, then, now)
    apart = proof.norm(G, then - now, which="sq")
    proof.gram(proof.theorem.concludes, [(1, step), (1, near), (num(1) / 2, apart)])
    return proof


def _near() -> Proof:
    """|u - o|^2 <= 2 D(u, o)."""
    u = point("u", G)
    says = (G.square(u - o), "<=", 2 * G.divergence(u, o))
    proof = Proof(Theorem((G, u, o), concludes=says))
    proof.gram(says, [(2, proof.strong(G, u, o))])
    return proof


def _regret() -> Proof:
    """Sum of <zeta_t, v_t - u> <= D(u, v_0) + (1/2) sum of |zeta_t|_*^2, along every path."""
    G, T, k = geometry("C"), integer("T", at_least=1), integer("k")
    u, a, half = point("u", G), point("a", G, inner=True), Fraction(1, 2)
    Z = draws("zeta", i, mean=None)
    V = prox("v", G, i, start=a, step=Z[i])

    def losses(count: Num) -> Num:
        return total(i, 0, count - 1, Z[i] @ (V[i] - u))

    def cost(count: Num) -> Num:
        return total(i, 0, count - 1, half * G.dual(Z[i]))

    def claimed(count: Num) -> Any:
        return losses(count) + G.divergence(u, V[count]), "<=", G.divergence(u, a) + cost(count)

    proof = Proof(
        Theorem((G, T, u, a, Z, V), concludes=(losses(T), "<=", G.divergence(u, a) + cost(T)))
    )
    here = proof.induction(k, 0, claimed(k), proof.gram(claimed(0 * T), []))
    moved, near = proof.prox(V, k, u), proof.strong(G, V[k + 1], V[k])
    young = proof.young(G, Z[k], V[k] - V[k + 1])
    turned = proof.scaled(G, -1, V[k + 1] - V[k], which="sq")
    proof.gram(
        claimed(k + 1),
        [(1, here), (1, moved), (1, near), (1, young), (half, turned)],
    )
    last, away = proof.at(proof.close(), T), proof.strong(G, u, V[T])
    positive = proof.norm(G, u - V[T], which="sq")
    proof.gram(proof.theorem.concludes, [(1, last), (1, away), (half, positive)])
    return proof


REGRET = _regret()
LEMMAS = (_moved(), _near())


# drafts -------------------------------------------------------------------------------------------


class GeometryDraft(Draft):
    """Symbols about geometries, and the facts that the rules gave for them so far."""

    shapes = "vvv+-*"
    rewritings = (0, 1, 1)
    # what a draft is about: the rules that it uses
    subjects = (
        ("prox", "centred", "lemma", "expect"),
        ("strong", "young", "scaled", "norm"),
        ("norm", "norm", "expect", "centred"),
        ("on a set", "on a set", "on a set", "expect", "centred"),
    )

    def declared(self) -> tuple[Any, ...]:
        rng = self.rng
        self.rules = rng.choice(self.subjects)
        u, a = point("u", G, inner=rng.random() < 0.3), point("a", G, inner=rng.random() < 0.8)
        self.Z = draws("Z", i, mean=0 if rng.random() < 0.6 else None)
        late = self.Z[i + int(rng.random() < 0.5)]
        steps = [rng.choice((late, late, 2 * late, late + y, alpha * late)) for _ in "VUW"]
        self.V, self.U = (prox(n, G, i, start=a, step=e) for n, e in zip("VU", steps, strict=False))
        self.W = prox("W", K, i, start=b, step=steps[2])
        near = [t + e for e in (-1, 0, 1)]
        self.points = {"G": [u, a, *(self.V[e] for e in (*near, 0)), self.U[t]],
                       "K": [b, *(self.W[e] for e in near)]}  # fmt: skip
        self.draws = [self.Z[e] for e in near]
        self.vectors = [y, *self.draws, *self.points["G"], *self.points["K"]]
        self.F = self.H = function("H", smooth=L, strong=rng.choice((None, None, 0)), on=G)
        objects = (G, K, u, a, b, y, self.Z, self.V, self.U, self.W, self.H)
        return (mu, L, alpha, sigma, d, t, T, *objects)

    def point(self, of: Many) -> Vec:
        """A vector that is mostly a point of the set."""
        return self.vector(1) if self.rng.random() < 0.1 else self.rng.choice(self.points[of.name])

    def divergence(self) -> Num:
        """D(u, v) of two points."""
        of = self.rng.choice((G, G, K))
        return of.divergence(self.point(of), self.point(of))

    def sum(self) -> Num:
        """A sum over an index."""
        rng, Z, V = self.rng, self.Z[j], self.V[j]
        body = rng.choice((Z @ V, Z @ (V - y), G.dual(Z), K.dual(Z), G.square(V - y), Z @ Z,
                           Z @ (V - self.V[j + 1]), G.divergence(self.point(G), V)))  # fmt: skip
        low = rng.choice((num(0), num(0), num(1), t))
        high = rng.choice((t, t - 1, t + 1, T, T - 1, low, low, low - 1))
        body = mean(body) if rng.random() < 0.2 else body
        return total(j, low, high, j * body if rng.random() < 0.4 else body)

    def term(self) -> Num:
        of = self.rng.choice((G, K))
        if self.rules[0] == "norm":
            term = self.sum()
        elif self.rules[0] == "on a set":
            u, v = self.point(G), self.point(G)
            gap = self.H.grad(u) - self.H.grad(v)
            term = self.rng.choice((self.H(u), gap @ (u - v), of.dual(gap), of.square(u - v)))
        else:
            term = self.rng.choice((
                self.divergence, self.divergence, lambda: of.square(self.vector()),
                lambda: of.dual(self.vector()), lambda: self.vector() @ self.vector(),
            ))()  # fmt: skip
        return mean(term) if self.rng.random() < 0.3 else term

    def rewritten(self, term: Num) -> Num:
        """The same in another form; now and then something that looks like it."""
        rng = self.rng
        wrong = rng.random() < 0.4
        match term.tree:
            case ["sum", index, low, high, body]:
                return self._other_sum(Num(low), Num(high), Num(body), Num(["v", index]), wrong)
            case ["breg", name, u, v]:
                return Num(["breg", name, v, u]) if wrong else term
            case [("sq" | "dual") as kind, name, u]:
                if wrong:
                    other = {"sq": "dual", "dual": "sq", "G": "K", "K": "G"}
                    swap = rng.random() < 0.5
                    return Num([other[kind], name, u] if swap else [kind, other[name], u])
                half = self.vector(0)
                return Num([kind, name, (Vec(u) + half - half).tree])
        return super().rewritten(term)

    def _other_sum(self, low: Num, high: Num, body: Num, index: Num, wrong: bool) -> Num:
        rng, c = self.rng, self.scale()
        if body.tree[0] == "*" and rng.random() < 0.7:  # a factor that knows the index
            return rng.choice((low, high, high)) * total(index, low, high, Num(body.tree[2]))
        if wrong:
            return rng.choice((
                total(index, low, high + 1, body), total(index, low + 1, high, body),
                total(index, low, high, body) - total(index, low, high - 1, body),
                total(index, low, high, mean(body)),
            ))  # fmt: skip
        more = self.Z[index] @ y
        return rng.choice((
            c * total(index, low, high, body / c),
            total(index, low, high, body + more) - total(index, low, high, more),
        ))  # fmt: skip

    def step(self, rule: str) -> None:
        """One step by a rule."""
        rng, p, of = self.rng, self.proof, self.rng.choice((G, G, K))
        if rule == "prox":
            steps = self.V if of is G else self.W
            p.prox(steps, rng.choice((t, t, t - 1, t + 1, t - 2, num(0))), self.point(of))
        elif rule == "strong":
            p.strong(of, self.point(of), self.point(of))
        elif rule == "on a set":
            which = (p.descent, p.ascent, p.lipschitz, p.lipschitz, p.convexity)
            rng.choice(which)(self.H, self.point(G), self.point(G))
        elif rule == "young":
            p.young(of, self.vector(1), self.vector(1))
        elif rule == "scaled":
            p.scaled(of, self.scale(), self.vector(), which=rng.choice(("sq", "dual")))
        elif rule == "norm":
            p.norm(of, self.vector(), which=rng.choice(("sq", "dual")))
        elif rule == "centred" and rng.random() < 0.5:
            p.centred(self.Z[t], self.V[t] - self.point(G))
        elif rule == "lemma":
            self._lemma()
        else:
            super().step(rule)

    def _lemma(self) -> None:
        """A lemma at what fits, or nearly fits."""
        rng, lemma = self.rng, self.rng.choice(LEMMAS)
        put = {"k": t - rng.choice((0, 1, 1, 2)), "G": G, "u": self.point(G), "X": self.Z,
               "o": self.points["G"][1], "R": self.V}  # fmt: skip
        if rng.random() < 0.4:
            put |= rng.choice((
                {"G": K}, {"R": self.U}, {"o": self.point(G)}, {"G": K, "u": self.point(K)},
                {"G": K, "u": self.point(K), "o": b, "R": self.W},
            ))  # fmt: skip
        names = [one.symbol["name"] for one in lemma.theorem.symbols]
        self.proof.by(lemma, {name: put[name] for name in names})


def geometry_theorem(rng: random.Random) -> Certificate:
    """A random theorem about geometries with a random proof."""
    draft = declared(rng, GeometryDraft)
    for _ in range(rng.choice((1, 2, 3, 4))):
        draft.try_step()
    return draft.conclude()
