"""Values at a few points: whether one normal form may be a multiple of another, before a division.

If a / b has one strict sign, whatever the atoms are whose signs are known, then a and b have the
same sign at every such point, or opposite ones at every such point.  Where they do not at a few,
no division is needed.  The points decide nothing else: what passes here is divided.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from workbench.rigor.check.atom_signs import AtomSigns, Signs
from workbench.rigor.check.fraction import Quotient
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.normal import Normalizer

_POINTS = 8
_HIGHEST_DEGREE, _MOST_TERMS = 40, 400  # of what is evaluated
_SIZES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53)
_UNKNOWN = 2  # where a sign would be: there is no value, or it was not looked for


class Samples:
    """The signs of normal forms at some points, for one set of atoms."""

    def __init__(self, atoms: Normalizer, of_variable: Callable[[str], Signs]) -> None:
        self._atoms, self._signs = atoms, AtomSigns(atoms, of_variable, {})
        self._placed = 0  # how many atoms have values
        self._points = [[fmpq(1)] * atoms.context.nvars() for _ in range(_POINTS)]
        self._known: dict[int, tuple[tuple[int, ...], Quotient]] = {}

    def may_be_multiple(self, a: Quotient, b: Quotient) -> bool:
        """Whether the points leave it open that a / b has one strict sign."""
        ratio = 0
        for s, t in zip(self._at_points(a), self._at_points(b), strict=True):
            if _UNKNOWN in (s, t) or not (s or t):
                continue
            if not s * t or s * t == -ratio:
                return False
            ratio = s * t
        return True

    def _at_points(self, value: Quotient) -> tuple[int, ...]:
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = self._evaluated(value), value  # kept: its id stays
        return known[0]

    def _evaluated(self, value: Quotient) -> tuple[int, ...]:
        """The sign at each point."""
        num, den = value.num, value.den
        terms, degree = len(num) + len(den), num.total_degree() + den.total_degree()
        if terms > _MOST_TERMS or degree > _HIGHEST_DEGREE or has_roots(self._atoms, value):
            return (_UNKNOWN,) * _POINTS  # powers of roots are lowered, of which no point knows
        spend(terms, "signs")
        while self._placed < len(self._atoms.meaning):
            self._give_values(self._placed)
            self._placed += 1
        if den.is_one():
            return tuple(_sign(num(*point)) for point in self._points)
        return tuple(
            _sign(num(*point)) * _sign(bottom) if (bottom := den(*point)) != 0 else _UNKNOWN
            for point in self._points
        )

    def _give_values(self, place: int) -> None:
        """Give an atom a value at each point, of a sign that it may have; e^u is above 1."""
        signs = self._signs.of_atom(place)
        for k, point in enumerate(self._points):
            size = fmpq(_SIZES[(3 * place + 5 * k) % len(_SIZES)])
            if self._atoms.meaning[place][0] == "exp":
                point[place] = size
            elif {-1, 1} <= signs:
                point[place] = -size if ((place % 7 + 1) & k).bit_count() % 2 else size
            else:
                point[place] = size * max(signs, key=abs)


def samples_of(atoms: Normalizer, of_variable: Callable[[str], Signs]) -> Samples:
    """The samples of a set of atoms, whoever asks."""
    if atoms.samples is None:
        atoms.samples = Samples(atoms, of_variable)
    found: Samples = atoms.samples
    return found


def has_roots(atoms: Normalizer, value: Quotient) -> bool:
    """Whether a root is among the atoms of the value."""
    parts = (value.num.degrees(), value.den.degrees()) if atoms.roots else ()
    return any(degrees[place] > 0 for degrees in parts for place, _ in atoms.roots)


def _sign(value: fmpq) -> int:
    return (value > 0) - (value < 0)
