"""Poisson-sampled Laplace releases, whose losses have two atoms, against quadrature."""

import itertools
import math
import random
from fractions import Fraction

import mpmath
import pytest
from flint import acb, arb

from workbench.privacy.composition.inverting import PlanSearch, written
from workbench.rigor.check import check_certificate
from workbench.rigor.check.accounting import InversionPlan, opened, read_composition
from workbench.rigor.check.enclose import precision
from workbench.rigor.check.panels import LossLine
from workbench.rigor.check.sequences import (
    AtomSums,
    Composition,
    OffAtoms,
    OnAtoms,
    SplitComposition,
    _sums,
)

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
        for part in (OnAtoms, OffAtoms):
            with monkeypatch.context() as patch:
                mean = AtomSums.mean
                patch.setattr(
                    AtomSums,
                    "mean",
                    lambda t, level, delta, p=part, f=mean: (
                        arb(0) if isinstance(delta, p) else f(t, level, delta)
                    ),
                )
                low, high, _ = read(one)
            assert not low <= truth <= high, part.__name__


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
        ones = split.parts[0][0].nodes(c, h, 30)
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


def test_what_has_no_atoms_or_nothing_else_is_not_split():
    noise = {"kind": "laplace", "size": "1", "scale": "9", "count": 9}
    sampled = {**noise, "sampling": "add", "chance": "1/9"}
    gaussian = {**sampled, "kind": "gaussian"}
    bits = {"kind": "randomized-response", "size": "1", "count": 2}
    for pairs in ([noise], [sampled], [bits, sampled], [{**sampled, "sampling": "fixed"}]):
        assert read_composition(pairs).split is not None
    for pairs in ([bits], [gaussian], [{**sampled, "count": 1}], [sampled, gaussian]):
        assert read_composition(pairs).split is None


class Mixture:
    """Releases of several laws, and their delta: a mean over the loss of the first of them."""

    def __init__(self, releases, share):
        self.releases = releases
        self.epsilon = Fraction(str(round(share * sum(one.largest() for one in releases), 12)))

    def pairs(self):
        return [pair for one in self.releases for pair in one.pairs()]

    def truth(self):
        return mean_of_all(tuple(self.releases), number(self.epsilon))


def mean_of_all(releases, epsilon):
    one, *others = releases
    if not others:
        return one.one(epsilon)
    a = number(one.size)
    ends = [(x.loss(number(x.size)), x.loss(-number(x.size))) for x in releases]

    def rest(loss):
        return mean_of_all(others, epsilon - loss)

    found = mpmath.exp(-a) / 2 * one.weight(a) * rest(ends[0][0])
    found += one.weight(-a) / 2 * rest(ends[0][1])
    cuts = {mpmath.mpf(0), a}
    for sums in itertools.product(*ends[1:]):  # where all others are at an end of a smooth piece
        odds = (mpmath.exp(one.sign * (epsilon - sum(sums))) - 1) / number(one.chance) + 1
        if odds > 0 and 0 < (place := (mpmath.log(odds) + a) / 2) < a:
            cuts.add(place)

    def density(x):
        inner = 2 * x - a
        return mpmath.exp(-x) / 2 * one.weight(inner) * rest(one.loss(inner))

    return found + mpmath.quad(density, sorted(cuts), maxdegree=6 if len(others) == 1 else 4)


class Plain(Sampled):
    """A Laplace release that every record takes part in."""

    def __init__(self, seed):
        super().__init__(seed, "remove", 1)
        self.chance = Fraction(1)

    def pairs(self):
        return [{"kind": "laplace", "size": str(self.size), "scale": "1", "count": 1}]


MIXTURES = [
    (lambda: (Sampled(1, "remove", 1), Sampled(2, "remove", 1)), 0.4),
    (lambda: (Sampled(1, "add", 1), Sampled(2, "add", 1)), 0.3),
    (lambda: (Plain(3), Sampled(4, "remove", 1)), 0.5),
    *(pytest.param(make, share, marks=pytest.mark.thorough) for make, share in (
        (lambda: (Sampled(1, "remove", 1), Sampled(2, "remove", 1), Sampled(5, "remove", 1)), 0.5),
        (lambda: (Plain(3), Sampled(4, "remove", 1), Sampled(6, "remove", 1)), 0.6),
        (lambda: (Sampled(7, "add", 1), Sampled(8, "add", 1), Plain(1)), 0.4),
    )),
]  # fmt: skip


@pytest.mark.parametrize(("make", "share"), MIXTURES)
def test_mixtures_of_different_laws_meet_quadrature(make, share):
    with mpmath.workdps(25):
        mixture = Mixture(make(), share)
        truth = mixture.truth()
        low, high, _ = read(mixture)
    assert low <= truth <= high
    assert high - low <= 5e-7 * high


def test_bits_beside_a_sampled_release_have_a_closed_form():
    """Three bits told with odds e^(1/5) and one release, without quadrature."""
    with mpmath.workdps(60):
        one = Sampled(2, "remove", 1)
        size, one.epsilon = mpmath.mpf(1) / 5, Fraction(3, 10)
        share = 1 / (1 + mpmath.exp(-size))
        truth = sum(
            math.comb(3, k) * share**k * (1 - share) ** (3 - k)
            * one.one(number(one.epsilon) - (2 * k - 3) * size) for k in range(4)
        )  # fmt: skip
        bits = {"kind": "randomized-response", "size": "1/5", "count": 3}
        with precision(112):
            total = read_composition([bits, *one.pairs()])
            low, high = PlanSearch(total).reading(0.3).delta(one.epsilon)
        assert number(Fraction(*ratio(low))) <= truth <= number(Fraction(*ratio(high)))
        assert high - low < 1e-7 * high


@pytest.mark.parametrize("far", [1e-3, 1e-5, 1e-8])
@pytest.mark.parametrize("sampling", WAYS)
def test_next_to_the_largest_loss_both_ends_meet_quadrature(sampling, far, monkeypatch):
    with mpmath.workdps(40):
        mixture = Mixture((Sampled(1, sampling, 1), Sampled(2, sampling, 1)), 1)
        top = sum(max(x.loss(number(x.size)), x.loss(-number(x.size))) for x in mixture.releases)
        mixture.epsilon = Fraction(str(mpmath.nstr(top * (1 - mpmath.mpf(far)), 30)))
        truth = mixture.truth()
        with precision(112):
            total = read_composition(mixture.pairs())
            found = PlanSearch(total).reading(float(mixture.epsilon)).delta(mixture.epsilon)
            low, high = (number(Fraction(*ratio(end))) for end in found)
            assert low <= truth <= high
            assert high - low <= 5e-7 * high
            # the rest of delta is not nothing: without its bound the upper end is too low
            monkeypatch.setattr(SplitComposition, "at_the_top", lambda self, epsilon: arb(0))
            plan = InversionPlan(Fraction(500), Fraction(1000), Fraction(1), 0)
            _, wrong = opened(total, plan).delta(mixture.epsilon)
            assert number(Fraction(*ratio(wrong))) < truth


@pytest.mark.parametrize("sampling", [*WAYS, "fixed"])
def test_a_table_says_what_its_sums_say_one_by_one(sampling):
    pair = {"kind": "laplace", "size": "1/2", "scale": "1", "sampling": sampling, "chance": "1/3"}
    with precision(112):
        ((law, count),) = read_composition([{**pair, "count": 9}]).parts
        sums = _sums([(law, count)])
        if sampling == "fixed":  # three atoms: no order is known of sums
            assert len(sums) == math.comb(11, 2)
            assert abs(sum(mass for mass, _ in sums) - sum(p for p, _ in law.atoms) ** 9) < 1e-25
            return
        table = AtomSums(sums)
        for delta in (OnAtoms(), OffAtoms(law)):
            levels = [arb(k) / 7 for k in range(-30, 30)] + [x for _, x in sums]
            for level in levels:
                slow = sum((mass * delta(level - x) for mass, x in sums), arb(0))
                assert abs(table.mean(level, delta) - slow) < 1e-28


@pytest.mark.parametrize("kind", ["laplace", "gaussian"])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_bound_beyond_the_nodes_does_not_depend_on_earlier_ones(kind, sign):
    draw = random.Random(7)
    asked = [(arb(draw.uniform(0.3, 30)), arb(draw.uniform(1, 300))) for _ in range(4)]

    def line():
        return LossLine(kind, arb(0.7), arb(0.2), sign, above_zero=False)

    with precision(112):
        used = line()
        for c, t in asked:
            bound = used.tail(c, t)
            assert bound == line().tail(c, t)
            terms, error = line().terms(c, 2 * t)
            for u in (t, 2 * t):
                values = (w * acb(0, u * loss).exp() for w, loss in terms)
                assert abs(sum(values, acb(0))) - error <= bound
