"""How far a private answer is from the mean of records that hold random words.

In each of K parts m records hold the words of this part, and all others of the n records are 0: so
the mean of all records is m/n times the words.  Entries of the answer beyond them only add to its
error.  The words are

    opposite   L or -L in one coordinate:       (x - w)^2 + (x + w)^2 >= 2 w^2,  w = m L/n
    signs      s signs of u = L/sqrt(s):        e^(-(p-1)^2/2) + e^(-(p+1)^2/2) <= 2 e^(-1/2)
    groups     u at one of q places, in each of s groups: words other than the nearest one are
               w/sqrt(2) away, w = m u/n, so that 1 + (q - 1)/q bounds the sum of e^(-2 ln(q) D/w^2)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.batches import of_all
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement, PrivateRelease
from workbench.symbolic.text import parse

K, N, s, m, n, q, d = declare("integer K N s m n q d > 0")
b, i, j, k, p, r, at, near, word = declare("integer b i j k p r at near word")
L, u, eps, R = declare("L u epsilon > 0, real R")
a, c, v = (sp.IndexedBase(name, real=True) for name in "acv")
SHARE, EACH = m / n, L / sp.sqrt(s)
HALF = sp.S.Half
ROOM = (K * m, "<=", n)


def erring(low: Any, off: Callable[[Any, Any], Any], count: Any, of: Any, size: Any,  # noqa: ANN401
           where: Sequence[Any], every: Sequence[Any] = ()) -> MomentStatement:  # fmt: skip
    """That low <= E sum_b off(b, c_b) + the squares of the entries beyond `count` times `size`."""
    total = sp.Sum(off(b, c[b]), (b, 1, count)) + sp.Sum(a[i] ** 2, (i, count * size + 1, d))
    release = PrivateRelease(a, c, count, of, parts=K, records=m, size=n, epsilon=eps)
    return MomentStatement((low, "<=", R), answer=release, means={R: total}, where=where,
                           every=every)  # fmt: skip


def by(lemma: Any, **put: Any) -> Callable[[Known], None]:  # noqa: ANN401
    """Steps to what a general fact says there."""
    return lambda one: one.using((lemma, put))


def off_by(place: Any, k: Any) -> Any:  # noqa: ANN401
    """The square of the distance of one entry from word k, times m/n."""
    return (a[place] - SHARE * v[k]) ** 2


# opposite points and signs ------------------------------------------------------------------------

POINTS = ((v[1], "=", L), (v[2], "=", -L))
SIGNS = ((N, "=", K * s), (v[1], "=", EACH), (v[2], "=", -EACH))
ENDS = parse("2*(h*l)^2 <= (x-h*y)^2+(x-h*z)^2", where="y = l, z = -l")
BELL = parse("exp(-(p-1)^2/2)+exp(-(p+1)^2/2) <= 2*exp(-1/2)")
SCALED = parse(
    "exp(-f*(x-h*y)^2)+exp(-f*(x-h*z)^2) <= g",
    where=(
        "w > 0, y = l, z = -l, w = h*l, f = 1/(2*w^2), exp(-(x/w-1)^2/2)+exp(-(x/w+1)^2/2) <= g"
    ),
)


def opposite(factor: int = 2, where: Sequence[Any] = (ROOM, *POINTS)) -> MomentStatement:
    """At least factor K (m/n)^2 L^2/(1 + e^(eps m))."""
    low = factor * K * SHARE**2 * L**2 / (1 + sp.exp(eps * m))
    return erring(low, off_by, K, 2, 1, where)


def mistaken_points(known: Known) -> None:
    """The steps of `opposite`."""
    for one in POINTS:
        known.place(one)
    put = {"x": a[at], "h": SHARE, "l": L, "y": v[1], "z": v[2]}
    known.mistake(R, (SHARE * L) ** 2, None, None, lambda one: one.using((ENDS, put)))


def opposite_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Opposite points are mistaken for each other."""
    return moments_shown(opposite(**changes), mistaken_points)


def signs(factor: int = 2, where: Sequence[Any] = (ROOM, *SIGNS)) -> MomentStatement:
    """At least K (m/n)^2 L^2 (1 - factor eps m/s)."""
    return erring(K * SHARE**2 * L**2 * (1 - factor * eps * m / s), off_by, N, 2, 1, where)


def guessed_signs(known: Known) -> None:
    """The steps of `signs`."""
    for one in SIGNS:  # what is not given is named before the work begins
        known.place(one)
    w = SHARE * EACH
    put = {"f": 1 / (2 * w**2), "x": a[at], "h": SHARE, "l": EACH, "y": v[1], "z": v[2], "w": w,
           "g": 2 * sp.exp(-HALF)}  # fmt: skip
    known.guess(R, put["f"], HALF, None, None,
                lambda one: one.using((BELL, {"p": a[at] / w}), (SCALED, put)))  # fmt: skip


def signs_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The sum over both signs of e^(-t (x - w)^2) is the largest at x = 0, for t = 1/(2 w^2)."""
    return moments_shown(signs(**changes), guessed_signs)


# one entry in each group --------------------------------------------------------------------------


def entry(k: Any, place: Any) -> Any:  # noqa: ANN401
    """Entry `place` of word k."""
    return v[(k - 1) * q + place]


WORDS = (
    ((j,), of_all(j, last=q), (entry(j, j), "=", u)),
    ((j, i), [(1, "<=", i), (i, "<", j), (j, "<=", q)], (entry(j, i), "=", 0)),
    ((j, i), [(1, "<=", j), (j, "<", i), (i, "<=", q)], (entry(j, i), "=", 0)),
)
SIZES = ((N, "=", K * s), (u, "=", EACH), (2, "<=", q))
CLOSE = parse("h^2*(v-w)^2/2 <= (x-h*v)^2+(x-h*w)^2")
FIRST, OTHER = (parse("u^2 <= (v-w)^2", where=f"{one}, {two}")
                for one, two in (("v = u", "w = 0"), ("v = 0", "w = u")))  # fmt: skip
FAR = parse(
    "exp(-z*y) <= 1/q", where=("h^2*u^2 <= 2*y, z = 2*log(q)/(h*u)^2, h > 0, u > 0, q >= 2")
)
NEAR = parse("exp(-z*y) <= 1", where="z > 0, y >= 0")
COUNTED = parse("t <= q*exp(-log(q/2))", where="t <= 2, q > 0")
RATE, GAIN = 2 * sp.log(q) / (SHARE * u) ** 2, sp.log(q / sp.S(2))
LEAST = (N * GAIN - K * m * eps) / RATE  # what the step says
MOVED = (entry(p, i) - entry(r, i)) ** 2


def distance(place: Any, k: Any) -> Any:  # noqa: ANN401
    """The square of the distance of a group of the answer from word k, times m/n."""
    return sp.Sum((a[(place - 1) * q + i] - SHARE * entry(k, i)) ** 2, (i, 1, q))


def groups(factor: int = 1, where: Sequence[Any] = (ROOM, *SIZES),
           every: Sequence[Any] = WORDS) -> MomentStatement:  # fmt: skip
    """At least K (m/n)^2 (L^2/2) (ln(q/2) - factor eps m/s)/ln q."""
    low = K * SHARE**2 * L**2 / 2 * (GAIN - factor * eps * m / s) / sp.log(q)
    return erring(low, distance, N, q, q, where, every)


def _apart(one: Known) -> None:
    """|v_p - v_r|^2 >= 2 u^2: without the entries p and r the sum is >= 0."""
    low, gap, high = range(3)
    one.forget((1, "<=", p), (p + 1, "<=", r), (r, "<=", q))
    one.fact((p, "<", r), lambda here: here.adds({gap: 1}, 1))
    one.fact((p, "<=", q), lambda here: here.adds({gap: 1, high: 1}, 1))
    one.fact((1, "<=", r), lambda here: here.adds({gap: 1, low: 1}, 1))
    for place, put in ((0, {j: p}), (0, {j: r}), (1, {j: r, i: p}), (2, {j: p, i: r})):
        one.take(place, put)
    known = []
    for total, index in ((sp.Sum(MOVED, (i, 1, q)), p), (sp.Sum(MOVED, (i, p + 1, q)), r)):
        one.split(total, index)
        one.weaken(">=")
        known.append(len(one) - 1)
    for index, lemma in ((p, FIRST), (r, OTHER)):
        use = by(lemma, u=u, v=entry(p, index), w=entry(r, index))
        one.fact((u**2, "<=", MOVED.subs(i, index)), use)
        known.append(len(one) - 1)
    rest = [sp.Sum(MOVED, (i, *ends)) for ends in ((1, p - 1), (p + 1, r - 1), (r + 1, q))]
    one.adds(dict.fromkeys(known, 1), sum(rest))


class Guessed:
    """Steps to `LEAST` <= R."""

    def __init__(self, known: Known) -> None:
        ends = [(1, "<=", p), (p + 1, "<=", r), (r, "<=", q)]
        said = (2 * u**2, "<=", sp.Sum(MOVED, (i, 1, q)))
        self.apart = known.every([p, r], ends, said, _apart)
        known.guess(R, RATE, GAIN, None, None, self._each)

    def _each(self, one: Known) -> None:
        """Of the words the nearest one counts 1 at most, and the others 1/q each."""
        one.forget((2, "<=", q))
        one.least(distance(at, k), k, 1, q, "near")
        kept, nearest, terms = sp.exp(-RATE * distance(at, k)), one.last, {}
        for is_first, limits in ((True, (1, near - 1)), (False, (near + 1, q))):
            ends = [(limits[0], "<=", k), (k, "<=", limits[1])]
            one.add(one.every([k], ends, (kept, "<=", 1 / q), self._far(nearest, is_first)))
            terms[len(one) - 1] = 1
        one.fact((kept.subs(k, near), "<=", 1), by(NEAR, z=RATE, y=distance(at, near)))
        terms[len(one) - 1] = 1
        total = sp.Sum(kept.subs(k, word), (word, 1, q))
        for whole, op in ((total, "<="), (sp.Sum(1 / q, (word, 1, q)), ">=")):
            one.split(whole, near)
            one.weaken(op)
            terms[len(one) - 1] = 1
        one.fact((total, "<=", 2), lambda here: here.adds(terms, 1 / q))
        one.using((COUNTED, {"t": total, "q": q}))

    def _far(self, nearest: int, is_first: bool) -> Callable[[Known], None]:
        """Steps to e^(-RATE D) <= 1/q for a word k before the nearest one, or after it."""
        low, high = (k, near) if is_first else (near, k)
        limit = (k, "<=", near - 1) if is_first else (near + 1, "<=", k)
        end = (near, "<=", q) if is_first else (1, "<=", near)
        more = (k, "<=", q) if is_first else (1, "<=", k)

        def steps(one: Known) -> None:
            places = {one.place(limit): 1, one.place(end): 1}
            one.fact(more, lambda here: here.adds(places, 1))
            one.take(self.apart, {p: low, r: high})
            gap = len(one) - 1
            one.take(nearest, {k: k})
            x, y, z = a[(at - 1) * q + i], entry(low, i), entry(high, i)
            both = (x - SHARE * y) ** 2 + (x - SHARE * z) ** 2
            said = (SHARE**2 * (y - z) ** 2 / 2, "<=", both)
            use = by(CLOSE, h=SHARE, x=x, v=y, w=z)
            one.add(one.every([i], of_all(i, last=q), said, use))
            one.fact((SHARE**2 * u**2, "<=", 2 * distance(at, k)),
                     lambda here: here.adds({gap: SHARE**2 / 2, -1: 1, -2: 1}))  # fmt: skip
            one.using((FAR, {"z": RATE, "y": distance(at, k), "q": q, "h": SHARE, "u": u}))

        return steps


def groups_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The sum over all words of e^(-RATE D) is at most 2."""

    def steps(known: Known) -> None:
        for one in (ROOM, *SIZES):  # what is not given is named before the work begins
            known.place(one)
        Guessed(known)

    return moments_shown(groups(**changes), steps)
