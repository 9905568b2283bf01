"""Exponential weights in the 1-norm, at two vectors of scores, in any number of coordinates.

Let p = e^a/Z_a and q = e^b/Z_b, and low <= a - b <= high in every coordinate.  Then q lies between
s r p and l r p for s = e^(-high), l = e^(-low), r = Z_a/Z_b, and the chord of |p - q| gives

    (l - s) |p - q| <= (s + l - 2 s l r) p + (s + l - 2/r) q.

Both weights add up to 1, and 2 s l r + 2/r >= 4 sqrt(s l).  So with S = sqrt(s) and L = sqrt(l)

    |p - q|_1 <= 2 (L - S)/(L + S) <= ln(L/S) = (high - low)/2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare, relation
from workbench.symbolic.expectations import LawStatement

d, a, b, low, high = declare("integer d > 0, real a b low high")
Z_a, Z_b, distance = declare("real Z_a Z_b distance")
MEANS = {Z_a: sp.exp(a), Z_b: sp.exp(b), distance: sp.Abs(sp.exp(a) / Z_a - sp.exp(b) / Z_b)}
POSITIVE = [(0, "<", Z_a), (0, "<", Z_b)]
INSIDE = [(low, "<=", a - b), (a - b, "<=", high)]


def weights(share: sp.Rational = sp.S.Half, sure: Sequence[Any] = INSIDE) -> LawStatement:
    """The distance of the weights, for bounds low < high of the entries of a - b."""
    return LawStatement((distance, "<=", share * (high - low)), random=(a, b), means=MEANS,
                        where=[(low, "<", high), *POSITIVE], sure=sure, over=d)  # fmt: skip


EQUAL = [(b, "=", a - low)]


def shifted(sure: Sequence[Any] = EQUAL) -> LawStatement:
    """The case low = high."""
    return LawStatement((distance, "<=", 0), random=(a, b), means=MEANS, where=POSITIVE, sure=sure,
                        over=d)  # fmt: skip


x, y, s, l, A, B, m, p, q, E = declare("x y s l A B m p q E > 0")  # noqa: E741 - as above
u, v, w, T, X, R, h = declare("real u v w T X R, h >= 0")
QUICK = ("sign", "identity", "factors", "sos", "chain", "cases")
LESS = relation(y / B, "<=", x / A, where=[(y, "<=", m * x), (m * A, "<=", B)])
SIGNED = relation(abs(u - v), "<=", u - v, where=[(v, "<=", u)])
CHORD = relation(
    (l - s) * abs(x / A - y / B), "<=", (s + l - 2 * s * l * A / B) * x / A
    + (s + l - 2 * B / A) * y / B,
    where=[(s, "<", l), (s * A, "<=", B), (B, "<=", l * A), (s * x, "<=", y), (y, "<=", l * x)],
)  # fmt: skip
BELOW = relation(sp.exp(-u) * sp.exp(v), "<=", sp.exp(w), where=[(v - u, "<=", w)])
ABOVE = relation(sp.exp(w), "<=", sp.exp(-u) * sp.exp(v), where=[(w, "<=", v - u)])
FALLS = relation(sp.exp(-u), "<", sp.exp(-v), where=[(v, "<", u)])
MEANS_OF_TWO = relation(4 * m, "<=", 2 * m**2 * A / B + 2 * B / A)
SQUARES = relation(
    (q - p) * ((q + p) * T), "<=", (q - p) * (2 * (q - p)),
    where=[(4 * p * q, "<=", X), ((q**2 - p**2) * T, "<=", 2 * (p**2 + q**2) - X)],
)  # fmt: skip
CANCELS = relation(T, "<=", R, where=[(m * T, "<=", m * R)])
TANGENT = relation(2 * (sp.exp(h) - 1), "<=", h * (sp.exp(h) + 1))
SCALED = relation(p * 2 * (E - 1), "<=", p * h * (E + 1), where=[(2 * (E - 1), "<=", h * (E + 1))])
JOINED = relation(T, "<=", R, where=[(T, "<=", X), (X, "<=", R)])


def by_chords(share: sp.Rational = sp.S.Half, sure: Sequence[Any] = INSIDE) -> Outcome:
    """The chord over the coordinates, the means of two numbers, and 2 tanh(h/2) <= h."""
    S, L = sp.exp(-high), sp.exp(-low)
    proof = LawProof(weights(share, sure))
    lower, upper = (BELOW, {"u": high, "v": a, "w": b}), (ABOVE, {"u": low, "v": a, "w": b})
    proof.integrate("<=", (1, Z_b), (-S, Z_a), facts=[lower])
    proof.integrate("<=", (L, Z_a), (-1, Z_b), facts=[upper])
    at = {"x": sp.exp(a), "y": sp.exp(b), "A": Z_a, "B": Z_b, "s": S, "l": L}
    first = (S + L - 2 * S * L * Z_a / Z_b) / Z_a, Z_a
    second = (S + L - 2 * Z_b / Z_a) / Z_b, Z_b
    chord = [(FALLS, {"u": high, "v": low}), lower, upper, (CHORD, at)]
    proof.integrate("<=", first, second, (S - L, distance), facts=chord, methods=QUICK)
    P, Q, half = sp.exp(-high / 2), sp.exp(-low / 2), (high - low) / 2
    crossed = 2 * S * L * Z_a / Z_b + 2 * Z_b / Z_a
    return proof.outcome(facts=[
        (MEANS_OF_TWO, {"m": P * Q, "A": Z_a, "B": Z_b}),
        (FALLS, {"u": high / 2, "v": low / 2}),
        (SQUARES, {"T": distance, "p": P, "q": Q, "X": crossed}),
        (CANCELS, {"T": (Q + P) * distance, "R": 2 * (Q - P), "m": Q - P}),
        (TANGENT, {"h": half}),
        (SCALED, {"h": half, "E": sp.exp(half), "p": P}),
        (JOINED, {"T": (Q + P) * distance, "X": 2 * (Q - P), "R": half * (Q + P)}),
        (CANCELS, {"T": distance, "R": half, "m": Q + P}),
    ], methods=QUICK)  # fmt: skip


def by_signs(sure: Sequence[Any] = EQUAL) -> Outcome:
    """e^b = e^(-low) e^a, so no difference of weights is negative; and they add up to 0."""
    at = {"x": sp.exp(a), "y": sp.exp(b), "A": Z_a, "B": Z_b, "m": sp.exp(-low)}
    proof = LawProof(shifted(sure), seconds=9)
    proof.integrate("<=", (1, Z_b), (-sp.exp(-low), Z_a), methods=QUICK)
    terms = (1 / Z_a, Z_a), (-1 / Z_b, Z_b), (-1, distance)
    signed = (SIGNED, {"u": sp.exp(a) / Z_a, "v": sp.exp(b) / Z_b})
    proof.integrate("<=", *terms, facts=[(LESS, at), signed])
    return proof.outcome()
