"""Poisson-sampled Laplace releases, whose losses have two atoms, against quadrature."""

import random
from fractions import Fraction

import mpmath
import pytest
from flint import acb, arb

from workbench.privacy.composition.inverting import PlanSearch, written
from workbench.rigor.check import check_certificate
from workbench.rigor.check.accounting import InversionPlan, opened, read_composition
from workbench.rigor.check.enclose import precision
from workbench.rigor.check.sequences import Composition, SplitComposition

MORE_SEEDS = [pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 5)]
WAYS = ("remove", "add")


def number(x):
    return mpmath.mpf(x.numerator) / x.denominator


class Sampled:
    """A sampled Laplace release, and its delta by quadrature."""

    def __init__(self, seed, sampling, count):
        draw = random.Random(seed)
        self.size, self.chance = (
            Fraction(draw.randint(3, 200), 100),
            Fraction(draw.randint(1, 9), 10),
        )
        self.sampling, self.count = sampling, count
        self.sign = 1 if sampling == "remove" else -1
        self.epsilon = Fraction(draw.randint(10, 70), 100) * Fraction(str(round(self.largest(), 4)))

    def largest(self):
        return float(self.count * max(self.loss(self.size), self.loss(-self.size)))

    def pairs(self):
        return [{
            "kind": "laplace", "size": str(self.size), "scale": "1", "count": self.count,
            "sampling": self.sampling, "chance": str(self.chance),
        }]  # fmt: skip

    def loss(self, inner):
        q = number(self.chance)
        value = inner if isinstance(inner, mpmath.mpf) else number(Fraction(inner))
        return self.sign * mpmath.log(1 - q + q * mpmath.exp(value))

    def weight(self, inner):
        """Mass of P over that of the noise."""
        return mpmath.exp(self.loss(inner)) if self.sign > 0 else mpmath.mpf(1)

    def one(self, epsilon):
        """Delta of one release at any real epsilon, in closed form."""
        q, t = number(self.chance), mpmath.exp(epsilon)
        if self.sign > 0:
            w = (t - 1 + q) / q
            return 1 - t if w <= 0 else q * self.whole(w)
        w = (1 / t - 1 + q) / q
        return mpmath.mpf(0) if w <= 0 else t * q * (w - 1 + self.whole(w))

    def whole(self, t):
        a, level = number(self.size), mpmath.log(t)
        if level >= a:
            return mpmath.mpf(0)
        return 1 - t if level <= -a else 1 - mpmath.exp((level - a) / 2)

    def delta(self, epsilon, count):
        """The mean over one loss L of what the others give at epsilon - L."""
        if count == 1:
            return self.one(epsilon)
        a = number(self.size)
        ends = [self.loss(a), self.loss(-a)]
        found = mpmath.exp(-a) / 2 * self.weight(a) * self.delta(epsilon - ends[0], count - 1)
        found += self.weight(-a) / 2 * self.delta(epsilon - ends[1], count - 1)
        cuts = {mpmath.mpf(0), a}
        for k in range(count):  # where the sum of all others is at an end of a smooth piece
            left = epsilon - k * ends[0] - (count - 1 - k) * ends[1]
            odds = (mpmath.exp(self.sign * left) - 1) / number(self.chance) + 1
            if odds > 0 and 0 < (place := (mpmath.log(odds) + a) / 2) < a:
                cuts.add(place)

        def density(x):
            inner = 2 * x - a
            return (
                mpmath.exp(-x) / 2 * self.weight(inner)
                * self.delta(epsilon - self.loss(inner), count - 1)
            )  # fmt: skip

        return found + mpmath.quad(density, sorted(cuts), maxdegree=4 if count > 2 else 6)

    def truth(self):
        return self.delta(number(self.epsilon), self.count)


def read(one):
    """Both ends, and the plan that they come from."""
    with precision(112):
        found = PlanSearch(read_composition(one.pairs())).reading(float(one.epsilon))
        assert isinstance(found.plan, InversionPlan)
        assert found.plan.nodes > 0
        low, high = found.delta(one.epsilon)
    return number(Fraction(*ratio(low))), number(Fraction(*ratio(high))), found.plan


def ratio(exact):
    mantissa, exponent = exact.man_exp()
    value = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return value.numerator, value.denominator


CASES = [
    (0, "remove", 2), (0, "add", 2),
    *(pytest.param(seed, way, count, marks=pytest.mark.thorough)
      for seed in range(1, 5) for way in WAYS for count in (2, 3)),
]  # fmt: skip


@pytest.mark.parametrize(("seed", "sampling", "count"), CASES)
def test_both_ends_meet_quadrature(seed, sampling, count):
    with mpmath.workdps(25):
        one = Sampled(seed, sampling, count)
        truth = one.truth()
        low, high, plan = read(one)
        assert low <= truth <= high
        assert high - low <= 5e-7 * high
        certificate = {
            "kind": "accounting", "side": "at most", "pairs": one.pairs(),
            "epsilon": str(one.epsilon), "plan": written(plan),
        }  # fmt: skip
        for side, way in (("at most", 1), ("at least", -1)):
            for far, accepted in ((2, True), (-2, False)):
                delta = Fraction(str(truth + way * far * (high - low)))
                stated = {**certificate, "side": side, "delta": str(delta)}
                assert check_certificate(stated).accepted == accepted


def test_next_to_the_largest_loss_the_atoms_are_a_lower_end():
    """Without nodes too: next to the end of both losses nothing else counts for much."""
    with mpmath.workdps(25), precision(112):
        one = Sampled(0, "remove", 2)
        one.epsilon = Fraction(str(round(one.largest() * 0.9999, 8)))
        total = read_composition(one.pairs())
        plan = InversionPlan(Fraction(500), Fraction(1000), Fraction(1), 0)
        low, high = opened(total, plan).delta(one.epsilon)
        truth = one.truth()
        assert (
            0.99 * truth < number(Fraction(*ratio(low))) <= truth <= number(Fraction(*ratio(high)))
        )


def test_a_part_that_is_left_out_is_noticed(monkeypatch):
    """The ends miss the truth where one loss off the atoms, or none, is not told."""
    with mpmath.workdps(25):
        one = Sampled(0, "remove", 2)
        truth = one.truth()
        for name in ("one", "none"):
            with monkeypatch.context() as patch:
                sums = SplitComposition._sums
                wrong = 1 if name == "one" else 2
                patch.setattr(
                    SplitComposition,
                    "_sums",
                    lambda s, k, w=wrong, f=sums: [] if k == w else f(s, k),
                )
                low, high, _ = read(one)
            assert not low <= truth <= high, name


def test_what_is_beyond_the_nodes_counts(monkeypatch):
    """With few nodes the ends are apart; without a bound on the others they miss the truth."""
    with mpmath.workdps(25), precision(112):
        one = Sampled(0, "remove", 2)
        truth = one.truth()
        plan = InversionPlan(Fraction(4), Fraction(9), Fraction(12), 24)

        def holds():
            low, high = opened(read_composition(one.pairs()), plan).delta(one.epsilon)
            return number(Fraction(*ratio(low))) <= truth <= number(Fraction(*ratio(high)))

        assert holds()
        monkeypatch.setattr(Composition, "tail", lambda self, c, t: arb(0))
        assert not holds()


@pytest.mark.parametrize("sampling", WAYS)
@pytest.mark.parametrize("seed", [0, *MORE_SEEDS])
def test_transforms_meet_integrals_and_stay_below_their_bounds(seed, sampling):
    """The transform of one release by arb's integration; the rest by its binomial formula."""
    draw = random.Random(seed)
    size, q = Fraction(draw.randint(3, 150), 100), Fraction(draw.randint(1, 99), 100)
    count, c, h = draw.randint(2, 40), arb(draw.randint(1, 20)), arb(draw.randint(1, 90))
    pair = {"kind": "laplace", "size": str(size), "scale": "1", "count": count}
    with precision(112):
        total = read_composition([{**pair, "sampling": sampling, "chance": str(q)}])
        split = total.split
        assert split is not None
        a, chance = arb(size.numerator) / size.denominator, arb(q.numerator) / q.denominator
        nodes = split.nodes(c, h, 30)
        bounds = [(k, split.tail(c, k * h)) for k in (0, 3, 11, 20)]
        ones = split.law.nodes(c, h, 30)
        for k in (0, 1, 7, 29):
            s = acb(c, k * h)
            power = s + 1 if sampling == "remove" else -s

            def odds(z):
                return 1 - chance + chance * (2 * z - a).exp()

            def piece(z, _, power=power):
                return (-z).exp() / 2 * (power * odds(z).log()).exp()

            density = acb.integral(piece, 0, a)
            atoms = (-a).exp() / 2 * (power * odds(a).log()).exp()
            atoms += (power * odds(arb(0)).log()).exp() / 2
            assert ones[k].overlaps(atoms + density)
            assert (ones[k] - atoms - density).abs_upper() < 1e-15 * ones[0].abs_upper()
            rest = (
                (atoms + density) ** count - atoms**count - count * atoms ** (count - 1) * density
            )
            assert nodes[k].overlaps(rest)
        for first, bound in bounds:
            assert all(node.abs_lower() <= bound for node in nodes[first:])


def test_what_is_not_two_atoms_and_a_density_is_not_split():
    noise = {"kind": "laplace", "size": "1", "scale": "9", "count": 9}
    sampled = {**noise, "sampling": "add", "chance": "1/9"}
    assert read_composition([sampled]).split is not None
    others = [noise, {**sampled, "kind": "gaussian"}, {**sampled, "count": 1}]
    for pair in (*others, {**sampled, "sampling": "fixed"}):
        assert read_composition([pair]).split is None
