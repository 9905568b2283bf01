"""Certificates about matrices and heavy ball: random ones, and their judges."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.campaigns.judge import Judgement
from tests.campaigns.matrices import HeavyBall, Matrix, combined, inner, is_psd, ldl, read, text

Certificate = dict[str, Any]
_ENTRIES = (0, 0, 1, -1, 2, Fraction(1, 2), -2, 3)


def _symmetric(rng: random.Random, n: int) -> Matrix:
    rows = [[Fraction(rng.choice(_ENTRIES)) for _ in range(n)] for _ in range(n)]
    return [[rows[min(i, j)][max(i, j)] for j in range(n)] for i in range(n)]


def _factored(rng: random.Random, n: int) -> tuple[Matrix, list[Fraction], Matrix]:
    """L, D, and L D L^T; now and then L is not triangular, or a pivot is zero or negative."""
    full = rng.random() < 0.2
    lower = [
        [Fraction(rng.choice(_ENTRIES) if j < i or full else int(i == j)) for j in range(n)]
        for i in range(n)
    ]
    pivots = [Fraction(rng.choice((0, 1, 2, Fraction(1, 2), 3, 1))) for _ in range(n)]
    if rng.random() < 0.1:
        pivots[0] = -pivots[0]
    product = [
        [
            sum((lower[i][k] * pivots[k] * lower[j][k] for k in range(n)), Fraction(0))
            for j in range(n)
        ]
        for i in range(n)
    ]
    return lower, pivots, product


def _spoil(rng: random.Random, m: Matrix) -> Matrix:
    if rng.random() < 0.2:
        i, j = rng.randrange(len(m)), rng.randrange(len(m))
        m = [list(row) for row in m]
        m[i][j] += rng.choice((1, -1, Fraction(1, 10**6)))
    return m


def psd(rng: random.Random) -> Certificate:
    lower, pivots, m = _factored(rng, rng.choice((1, 2, 3)))
    return {
        "kind": "psd",
        "matrix": text(_spoil(rng, m)),
        "L": text(lower),
        "D": [str(d) for d in pivots],
        "strict": rng.random() < 0.5,
    }


def not_psd(rng: random.Random) -> Certificate:
    n = rng.choice((1, 2, 3))
    m = _spoil(rng, _symmetric(rng, n))
    return {
        "kind": "not-psd",
        "matrix": text(m),
        "vector": [str(rng.choice(_ENTRIES)) for _ in range(n)],
    }


def matrix_inequality(rng: random.Random) -> Certificate:
    n = rng.choice((1, 2, 3))
    lower, pivots, total = _factored(rng, n)
    others = [_symmetric(rng, n) for _ in range(rng.choice((0, 1, 2)))]
    y = [Fraction(rng.choice(_ENTRIES)) for _ in others]
    first = combined([total, *others], [-a for a in y])
    return {
        "kind": "matrix-inequality",
        "matrices": [text(m) for m in (_spoil(rng, first), *others)],
        "y": [str(a) for a in y],
        "L": text(lower),
        "D": [str(d) for d in pivots],
    }


def no_matrix_inequality(rng: random.Random) -> Certificate:
    n = rng.choice((1, 2, 3))
    lower, pivots, z = _factored(rng, n)
    others = [_symmetric(rng, n) for _ in range(rng.choice((0, 1, 2)))]
    for m in others:
        if z[0][0] != 0 and rng.random() < 0.9:
            m[0][0] -= inner(m, z) / z[0][0]
    matrices = [_spoil(rng, _symmetric(rng, n)), *others]
    return {
        "kind": "no-matrix-inequality",
        "matrices": [text(m) for m in matrices],
        "L": text(lower),
        "D": [str(d) for d in pivots],
    }


def heavy_ball(rng: random.Random, known: list[Certificate]) -> Certificate | None:
    """A known certificate with other parameters, its members made anew from the definition."""
    flat = [m for c in known for m in (c["members"] if c["side"] == "bracket" else [c])]
    if not flat:
        return None
    c = dict(rng.choice(flat))
    c.pop("digest", None)
    nudge = [Fraction(1)] * 8 + [Fraction(k, 1000) for k in (999, 1001, 980, 1020)]
    moved = {k: Fraction(x) * rng.choice(nudge) for k, x in c["parameters"].items()}
    if rng.random() < 0.5:  # where the certificate has room
        moved["rho2"] *= Fraction(
            1000 + rng.choice((1, 20, 100)) * (1 if c["side"] == "feasible" else -1), 1000
        )
    c["parameters"] = {k: str(x) for k, x in moved.items()}
    lmi = HeavyBall(c["parameters"])
    parts: list[Matrix] = []
    match c["side"]:
        case "feasible":
            P, c0, weight = read(c["P"]), Fraction(c["c0"]), Fraction(c["c"])
            parts = [lmi.slack(P, c0, weight), P, [[c0]], [[weight]]]
            kappa, noise = lmi.constants(P, weight)
            c["kappa"], c["noise"] = str(kappa), str(noise)
        case "slower":
            tau, r = 1 + lmi.beta - lmi.alpha * lmi.L, lmi.rho2
            excess = lmi.beta - r if lmi.beta > r else tau * tau * r - (r + lmi.beta) ** 2
            parts = [[[excess]]]
        case _:
            Z = read(c["Z"])
            first, gain, convex = lmi.forms()
            drift, x0, x1 = lmi.drift(Z), inner(first, Z), inner(gain, Z)
            if c["side"] == "infeasible":
                parts = [Z, drift, [[-x0]], [[-x1]]]
                if not (x1 < 0 and (x0 < 0 or drift[0][0] > 0)):
                    parts.append([[-inner(convex, Z)]])
            else:
                W = [[drift[0][0] + 1, drift[0][1]], drift[1]]
                bound = Fraction(c["bound"]) * rng.choice(nudge)
                c["bound"] = str(bound)
                parts = [Z, W, [[-x0]], [[lmi.L / 2 - x1 - bound]], [[W[0][0] * lmi.L / 2 - bound]]]
    c["members"] = []
    for m in parts:
        found = ldl(m) or (
            [[Fraction(i == j) for j in range(len(m))] for i in range(len(m))],
            [Fraction(0)] * len(m),
        )
        c["members"].append(
            {
                "kind": "psd",
                "matrix": text(m),
                "L": text(found[0]),
                "D": [str(d) for d in found[1]],
                "strict": False,
            }
        )
    return c


def judge_matrix(c: Certificate, rng: random.Random) -> Judgement:
    """Psd and not-psd by elimination; inequalities at the stated y, or at many y."""
    if c["kind"] in ("psd", "not-psd"):
        m = read(c["matrix"])
        right = is_psd(m, strict=bool(c.get("strict"))) == (c["kind"] == "psd")
        symmetric = all(m[i][j] == m[j][i] for i in range(len(m)) for j in range(i))
        right = right and (symmetric or c["kind"] == "not-psd")
        return Judgement(true=1) if right else Judgement(violation="elimination says otherwise")
    matrices = [read(m) for m in c["matrices"]]
    if c["kind"] == "matrix-inequality":
        good = is_psd(combined(matrices, [Fraction(y) for y in c["y"]]))
        return Judgement(true=1) if good else Judgement(violation="it is not positive semidefinite")
    for _ in range(40):
        y = [Fraction(rng.choice(_ENTRIES)) * rng.choice((1, 10, 100)) for _ in matrices[1:]]
        if is_psd(combined(matrices, y)):
            return Judgement(violation="a solution exists", point={"y": [str(a) for a in y]})
    return Judgement(true=1)


def judge_heavy_ball(c: Certificate, rng: random.Random) -> Judgement:
    """Its matrices from the definition, its rate on quadratics, and random solutions against it."""
    if c["side"] == "bracket":
        found = [judge_heavy_ball(m, rng) for m in c["members"]]
        return next((f for f in found if f.violation), Judgement(true=1))
    lmi = HeavyBall(c["parameters"])
    span = [lmi.mu + (lmi.L - lmi.mu) * Fraction(k, 16) for k in range(17)]
    if c["side"] == "slower":
        good = lmi.is_slower(lmi.L) or (
            lmi.rho2 == 1 and abs(1 + lmi.beta - lmi.alpha * lmi.L) >= 1 + lmi.beta
        )
        return Judgement(true=1) if good else Judgement(violation="it is as fast on a quadratic")
    if c["side"] == "feasible":
        P, c0, weight = read(c["P"]), Fraction(c["c0"]), Fraction(c["c"])
        kappa, noise = lmi.constants(P, weight)
        good = is_psd(lmi.slack(P, c0, weight)) and is_psd(P) and min(c0, weight) >= 0 < kappa
        good = good and (str(kappa), str(noise)) == (c["kappa"], c["noise"])
        if not good or any(lmi.is_slower(h) for h in span):
            return Judgement(violation="the matrices, or a quadratic, say otherwise")
        return Judgement(true=1)
    found = Judgement()
    for _ in range(40):  # no solution may contradict it
        r = lmi.rho2 if c["side"] == "noise-bound" else lmi.rho2 * Fraction(rng.randint(1, 99), 100)
        here = HeavyBall({**c["parameters"], "rho2": str(r)})
        a, b, d = (Fraction(rng.randint(-20, 60), 60) for _ in range(3))
        P = [[abs(a), b], [b, abs(d)]]
        c0, weight = (Fraction(rng.randint(0, 60), 60) for _ in range(2))
        kappa, noise = here.constants(P, weight)
        if kappa > 0 and is_psd(P) and is_psd(here.slack(P, c0, weight)):
            found.true += 1
            if c["side"] == "infeasible" or (noise is not None and noise < Fraction(c["bound"])):
                return Judgement(
                    violation="a solution contradicts it", point={"P": text(P), "rho2": str(r)}
                )
    found.unknown = int(not found.true)
    return found


MAKERS: dict[str, Callable[[random.Random], Certificate | None]] = {
    "psd": psd,
    "not-psd": not_psd,
    "matrix-inequality": matrix_inequality,
    "no-matrix-inequality": no_matrix_inequality,
}
