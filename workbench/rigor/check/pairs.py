"""Pairs of laws as data, and the law of the privacy loss of each.

A pair as data:

    gaussian             size / scale standard deviations apart
    laplace              size / scale scales apart
    discrete-gaussian    mass ~ exp(-x^2 / (2 scale^2)) on the integers, moved by a whole size
    discrete-laplace     mass ~ exp(-|x| / scale) on the integers, moved by a whole size
    randomized-response  a bit told truly with odds e^size : 1
    approximate          the same, and with probability delta the secret in clear

With "sampling" it is seen by a record with chance q only: r = 1 - q + q e^l, l the loss without.

    remove, add          Poisson sampling: (mixture, Q) and (Q, mixture)
    fixed                a uniform batch of fixed size, replace one: f(a) = (mixture, Q) for a >= 1
                         and 1 - a + a f(1/a) below (Balle, Barthe, Gaboardi 2018; Zhu, Dong,
                         Wang 2022): the losses above 0 of the mixture, the same from the other
                         side, and the rest at 0
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb, ctx

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.enclose import precision
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.losses import Atoms, GaussianLoss, LaplaceLoss, LossLaw, SumLoss
from workbench.rigor.check.panels import LossLine
from workbench.rigor.check.profiles import laplace_profile, normal_profile, sampled_profile
from workbench.rigor.check.trees import Malformed, rational

SAMPLINGS = ("remove", "add", "fixed")
_MOST_ATOMS = 4096
_BITS = 64
_FINER = 200
_KEYS = {
    "gaussian": {"size", "scale"},
    "laplace": {"size", "scale"},
    "discrete-gaussian": {"size", "scale"},
    "discrete-laplace": {"size", "scale"},
    "randomized-response": {"size"},
    "approximate": {"size", "delta"},
}


def read_law(pair: Any) -> LossLaw:  # noqa: ANN401 - JSON
    """The law that a pair as data has, its numbers finer than what they enter; raises Malformed.

    On a grid neighbouring values of a profile are subtracted twice, at ten thousands of points, and
    what is left of a rounded chance would add up.
    """
    with precision(ctx.prec + _FINER):
        return _law(pair)


def _law(pair: Any) -> LossLaw:  # noqa: ANN401 - JSON
    kind = pair["kind"]
    sampled = {"sampling", "chance"} & set(pair)
    if kind not in _KEYS or set(pair) - sampled != _KEYS[kind] | {"kind"}:
        raise Malformed(f"a pair is one of {', '.join(_KEYS)}, with the keys that belong to it")
    size = _positive(pair["size"], "size")
    if sampled:
        return _sampled(pair, kind, size)
    if kind in ("randomized-response", "approximate"):
        lost = as_fmpq(pair.get("delta", "0"))
        if not 0 <= lost < 1:
            raise Malformed("delta is outside [0, 1)")
        rest = 1 - arb(lost)
        atoms = [(rest * mass * loss.exp(), loss) for mass, loss in _told(arb(as_fmpq(str(size))))]
        return SumLoss(atoms, [], infinite=arb(lost), lattice=(size, 2 * size), top=size)
    scale = _positive(pair["scale"], "scale")
    if kind == "gaussian":
        return GaussianLoss(size / scale)
    return LaplaceLoss(size / scale) if kind == "laplace" else _discrete(kind, size, scale)


def _positive(text: Any, name: str) -> Fraction:  # noqa: ANN401 - JSON
    value = rational(text)
    if value <= 0:
        raise Malformed(f"{name} = {value} is not positive")
    return value


def _told(size: arb) -> Atoms:
    """Masses of Q and losses of a bit told truly with odds e^size."""
    share = 1 / (1 + (-size).exp())
    return [(1 - share, size), (share, -size)]


def _discrete(kind: str, size: Fraction, scale: Fraction) -> SumLoss:
    """Noise on the integers: P is the noise moved by `size`, Q the noise."""
    if size.denominator != 1:
        raise Malformed("the size of a move on the integers is a whole number")
    d, gaussian = int(size), kind == "discrete-gaussian"
    b = arb(as_fmpq(str(scale)))
    if not gaussian:  # |x| <= |x - d| + d: outside of 0..d the loss is -d / b or d / b
        ends = 1 / (1 + (-1 / b).exp())  # mass of x >= 0
        atoms = [(ends, arb(as_fmpq(str(size / scale)))), (ends * (-d / b).exp(), arb(-d) / b)]
        one = (1 - (-1 / b).exp()) / (1 + (-1 / b).exp())
        _few(d, scale)
        atoms += [
            (one * (-arb(d - x) / b).exp(), arb(as_fmpq(str((2 * x - d) / scale))))
            for x in range(1, d)
        ]
        return SumLoss(atoms, [], lattice=(size / scale, 2 / scale), top=size / scale)
    reach = int(scale * 13) + 2
    _few(2 * reach + d, scale)
    mass = [(-((arb(x) / b) ** 2) / 2).exp() for x in range(reach + 1)]
    beyond = 2 * (-((arb(reach + 1) / b) ** 2) / 2).exp() / (1 - (-(arb(reach + 1)) / b**2).exp())
    total = mass[0] + 2 * sum(mass[1:], arb(0)) + arb(0, beyond.abs_upper())
    half = size * size / (2 * scale * scale)
    step = size / (scale * scale)

    # P at x + d has the mass of x, and its loss is (2 x d + d^2) / (2 scale^2)
    atoms = [
        (mass[abs(x)] / total, arb(as_fmpq(str(half + x * step)))) for x in range(-reach, reach + 1)
    ]

    def left_out(c: arb) -> arb:
        # sum over |x| > reach of exp(-x^2 / 2 b^2 + c (d^2 + 2 |x| d) / 2 b^2)
        def above(moved: arb) -> arb:
            first = arb(reach + 1) - moved
            if not first > 0:
                return arb("inf")
            return (-((first / b) ** 2) / 2).exp() / (1 - (-first / b**2).exp())

        shift = (c * (c + 1) * arb(as_fmpq(str(half)))).exp()
        return shift * 2 * above(c * d) / total

    return SumLoss(atoms, [], lattice=(half, step), left_out=left_out)


def _few(count: int, scale: Fraction) -> None:
    if count > _MOST_ATOMS:
        raise Malformed(f"{count} losses: more than {_MOST_ATOMS}")
    length = scale.numerator.bit_length() + scale.denominator.bit_length()
    spend(count * (20 + length // 20), "losses of noise on the integers")


def _sampled(pair: Any, kind: str, size: Fraction) -> SumLoss:  # noqa: ANN401 - JSON
    """A pair that a record meets with a chance only."""
    chance, sampling = _positive(pair["chance"], "chance"), pair["sampling"]
    if sampling not in SAMPLINGS or not chance < 1:
        raise Malformed(f"sampling is one of {', '.join(SAMPLINGS)}, its chance below 1")
    q = arb(as_fmpq(str(chance)))
    atoms: Atoms
    lines: list[LossLine] = []
    ratio = arb(0)
    signs = {"remove": (1,), "add": (-1,), "fixed": (1, -1)}[sampling]
    fixed = sampling == "fixed"
    if kind == "randomized-response":
        atoms = _told(arb(as_fmpq(str(size))))
    elif kind in ("gaussian", "laplace"):
        ratio = arb(as_fmpq(str(size / _positive(pair["scale"], "scale"))))
        lines = [LossLine(kind, ratio, q, sign, above_zero=fixed) for sign in signs]
        atoms = []
        if kind == "laplace":  # under Q beyond the centre of P, and on the other side of its own
            atoms = [((-ratio).exp() / 2, ratio), (arb(0.5), -ratio)]
    else:
        raise Malformed(f"{kind} is not sampled here")
    if fixed:
        atoms = [one for one in atoms if one[1] > 0]
    odds = [(mass, 1 - q + q * loss.exp()) for mass, loss in atoms]
    own = [(mass * r if sign > 0 else mass, sign * r.log()) for sign in signs for mass, r in odds]
    if fixed:
        mass = sum((m for m, _ in own), sum((line.mass() for line in lines), arb(0)))
        own.append((1 - mass, arb(0)))
    own.sort(key=lambda one: -float(one[1]))
    bounds = [loss.upper() for _, loss in own]  # the losses of atoms are the extreme ones
    if kind == "gaussian":
        bounds = [(-(-q).log1p()).upper()] if sampling == "add" else []
    top = _above(max(bounds, key=float)) if bounds else None
    if not lines:
        return SumLoss(own, lines, top=top)
    bottom = min((x.lower() for _, x in own), key=float) if kind == "laplace" else None
    whole = normal_profile(ratio) if kind == "gaussian" else laplace_profile(ratio)
    profile = sampled_profile(whole, q, sampling)
    return SumLoss(own, lines, profile=profile, top=top, bottom=bottom)


def _above(x: arb) -> Fraction:
    """A rational number a little above."""
    scaled = ((x * 2**_BITS).ceil() + 1).unique_fmpz()
    return Fraction(int(scaled), 2**_BITS)
