"""Whole audits: which levels run, what their verdicts make together, and what is written down."""

import json
import math

import numpy as np
import pytest
from scipy.stats import norm

from tests.workbench.audit.strangers import laplace, randomised_response
from workbench import audit
from workbench.algorithms import HeavyBall
from workbench.audit.bits import lowest_bit
from workbench.audit.inside import fisher
from workbench.audit.ledger import divide
from workbench.audit.mechanism import Declared, access
from workbench.audit.whole import describe
from workbench.errors import DataError, EvidenceError, ParameterError
from workbench.privacy import Gaussian, Laplace, uniform_scale
from workbench.problems import reference_quadratic

COUNT = audit.Additive(Laplace(1.0), len, sensitivity=1.0)
PAIRS = [([1], [])]


class Halved(audit.Additive):
    """Declares its noise and draws half of it."""

    def sample(self, dataset, size, rng):
        return len(dataset) + self.noise.sample(rng, (size, 1)) / 2


class Doubled(audit.Additive):
    """Declares its noise and draws twice of it: private, but not as declared."""

    def sample(self, dataset, size, rng):
        return len(dataset) + self.noise.sample(rng, (size, 1)) * 2


def verdicts(found):
    return {f.level: f.verdict for f in found.findings}


def test_everything_declared_runs_every_level():
    found = audit.audit(COUNT, PAIRS, epsilon=1.0, samples=40_000)
    assert [f.level for f in found.findings] == list("AABCCD")
    assert set(verdicts(found).values()) == {"no violation found"}
    assert (found.epsilon, found.proven) == (1.0, 1.0)
    assert 1 - 1e-8 < found.observed <= 1.0
    assert found.epsilon_lower <= 1.0


@pytest.mark.parametrize(
    ("levels", "verdict"),
    [("A", "no violation found"), ("B", "underpowered"), ("C", "no violation found")],
)
def test_conformance_alone_cannot_refute_a_claim(levels, verdict):
    found = audit.audit(COUNT, PAIRS, epsilon=1.0, samples=4_000, levels=levels)
    assert found.verdict == verdict


def test_a_bare_function_unlocks_two_samples_only():
    found = audit.audit(laplace, [(0.0, 1.0)], epsilon=0.5, samples=40_000)
    assert verdicts(found) == {"D": "violation"}
    assert found.proven is None
    assert "times on the dataset" in found.witness[0]


def test_a_false_claim_is_refuted_by_every_level_that_can():
    found = audit.audit(COUNT, PAIRS, epsilon=0.5, samples=40_000)
    assert verdicts(found) == {
        "A": "violation",
        "B": "no violation found",
        "C": "violation",
        "D": "violation",
    }
    assert found.verdict == "violation"


def test_half_the_noise_is_a_mismatch_and_a_violation():
    found = audit.audit(Halved(Laplace(1.0), len), PAIRS, epsilon=1.0, samples=40_000)
    assert verdicts(found) == {
        "A": "no violation found",
        "B": "model mismatch",
        "C": "no violation found",
        "D": "violation",
    }
    assert found.verdict == "violation"
    assert 1.0 < found.epsilon_lower <= 2.0


def test_twice_the_noise_is_a_mismatch_and_no_violation():
    """A and C see epsilon = 1 in the declared law; they do not count against the code."""
    found = audit.audit(Doubled(Laplace(1.0), len), PAIRS, epsilon=0.7, samples=40_000)
    assert verdicts(found)["C"] == "violation"
    assert found.verdict == "model mismatch"
    assert found.epsilon_lower <= 0.5
    assert "scale" in found.witness[0] or "exp(-L)" in " ".join(found.witness)


def test_change_of_measure_alone_finds_the_halved_noise():
    """No residuals are declared here, only the log-ratio."""

    class Mechanism:
        sample = staticmethod(Halved(Laplace(1.0), len).sample)
        log_ratio = staticmethod(COUNT.log_ratio)

    found = audit.audit(Mechanism(), PAIRS, epsilon=1.0, samples=40_000, levels="B")
    assert found.verdict == "model mismatch"
    assert {row.name for row in found.findings[0].rejected} == {
        "exp(-L) on the dataset where L > 0",
        "exp(L) on the neighbour where L < 0",
    }


def test_outputs_that_the_declared_law_forbids_are_a_mismatch():
    class Mechanism:
        def sample(self, bit, size, rng):
            return randomised_response(bit, size, rng)

        def log_ratio(self, outputs, data, other):
            return np.where(outputs == data, math.inf, -math.inf)

    found = audit.audit(Mechanism(), [(0, 1)], epsilon=1.0, samples=4_000)
    assert found.verdict == "model mismatch"
    assert "impossible under the declared law" in found.witness[0]
    audit.recheck(found.to_json())  # with infinite numbers in it


def test_an_unbounded_loss_is_infinite():
    """Exponential noise: outputs in (0, 1) are possible on one of the datasets only."""

    class Exponential:
        def sample(self, x, size, rng):
            return x + rng.exponential(size=size)

        def log_ratio(self, outputs, data, other):
            return self.log_density(outputs - data) - self.log_density(outputs - other)

        def log_density(self, u):
            return np.where(u >= 0, -u, -math.inf)

    found = audit.audit(Exponential(), [(0.0, 1.0)], epsilon=2.0, samples=20_000)
    assert verdicts(found)["B"] == "no violation found"
    assert found.verdict == "violation"
    assert found.epsilon_lower == found.observed == math.inf
    assert audit.recheck(found.to_json()).epsilon_lower == math.inf


def test_the_declared_ratio_is_a_score_for_words_too():
    """Four words; the declared ratio tells which of them speak for the dataset."""
    words, bias = np.array(["ab", "ba", "bb", "aa"]), np.array([0.4, 0.3, 0.2, 0.1])

    class Spoken:
        def sample(self, bit, size, rng):
            return list(rng.choice(words, size=size, p=bias if bit else bias[::-1]).tolist())

        def log_ratio(self, outputs, data, other):
            at = np.array([words.tolist().index(o) for o in outputs])
            return np.log(bias[at] / bias[::-1][at]) * (1 if data else -1)

    found = audit.audit(Spoken(), [(1, 0)], epsilon=0.5, samples=20_000)
    assert verdicts(found) == {"B": "no violation found", "C": "violation", "D": "violation"}
    assert found.observed == pytest.approx(math.log(4), abs=1e-8)


def test_the_declared_ratio_in_words():
    score = Declared(access(COUNT), PAIRS[0], (1,))
    assert score.words(-np.inf, np.inf) == "any output"
    assert score.words(0.5, np.inf) == "declared log-ratio >= 0.5"
    assert score.words(-np.inf, -0.5) == "declared log-ratio <= -0.5"


def test_pairs_are_described_and_told_apart():
    long = np.zeros((40, 3)), np.ones((40, 3))
    text = describe(long)
    assert "..." in text
    assert text != describe((long[0], long[1] + 1e-9))
    assert describe(([1], [])).startswith("[1] and [] (sha256 ")


def test_a_fixed_seed_inside_is_a_mismatch():
    def release(x, size, rng):
        return x + np.random.default_rng(0).laplace(size=size)

    found = audit.audit(release, [(0, 1)], epsilon=1.0)
    assert found.verdict == "model mismatch"
    assert "ignores its generator" in found.witness[0]


def test_dependence_between_entries_is_found_by_residuals():
    """One draw for both entries: the two-sample level sees a pair that it cannot tell apart."""

    class Same(audit.Additive):
        def sample(self, dataset, size, rng):
            return self._answer(dataset) + self.noise.sample(rng, (size, 1))

    mechanism = Same(Laplace(1.0), lambda rows: [len(rows), 0.0])
    found = audit.audit(mechanism, [([1], [])], epsilon=1.0, samples=20_000, levels="B")
    assert "neighbouring steps" in found.witness[0]


@pytest.mark.parametrize(("epsilon", "delta"), [(1.0, 1e-5), (10.0, 1e-5), (0.5, 1e-2)])
def test_tilting_measures_gaussian_noise_closely(epsilon, delta):
    noise = Gaussian.calibrate(epsilon, delta, sensitivity=1.0)
    mechanism = audit.Additive(noise, len, sensitivity=1.0)
    found = audit.audit(mechanism, PAIRS, epsilon=epsilon, delta=delta, samples=60_000, levels="BC")
    assert found.verdict == "no violation found"
    assert 0.98 * epsilon < found.observed <= epsilon


def test_the_textbook_gaussian_is_refuted_at_large_epsilon():
    sigma = math.sqrt(2 * math.log(1.25 / 1e-5)) / 10
    mechanism = audit.Additive(Gaussian(sigma), len, sensitivity=1.0)
    found = audit.audit(mechanism, PAIRS, epsilon=10.0, delta=1e-5, samples=20_000, levels="BC")
    assert found.verdict == "violation"
    assert found.findings[-1].trials == 1000
    assert 10.1 < found.observed <= found.proven < 10.4


def test_weights_of_the_tilted_law_are_its_density_ratio():
    mechanism = audit.Additive(Gaussian(2.0), lambda x: [x, 0.0])
    rng = np.random.default_rng(0)
    outputs, log_weight = mechanism.sample_tilted(1.0, 4.0, 0.7, 5, rng)
    honest = norm.logpdf(outputs, [1.0, 0.0], 2.0).sum(axis=1)
    moved = norm.logpdf(outputs, [1.0 - 0.7 * 3.0, 0.0], 2.0).sum(axis=1)
    assert log_weight == pytest.approx(honest - moved)
    assert audit.Additive(Laplace(1.0), len).sample_tilted is None


def heavy_ball(**change):
    problem, _ = reference_quadratic()
    b = uniform_scale(1.0, problem.l1_sensitivity, n=30, m=30, steps=4)
    method = HeavyBall(**({"alpha": 0.5, "beta": 0.3, "b": b, "m": 30} | change))

    def make_run(curator, trials):
        return method.run(problem, curator, steps=4, trials=trials)

    return audit.Curated(make_run, "heavy ball"), [problem.extremal_pair(30)]


def test_code_against_a_curator_is_audited_by_its_transcripts():
    mechanism, pairs = heavy_ball()
    found = audit.audit(mechanism, pairs, epsilon=1.0, samples=20_000)
    assert [f.level for f in found.findings] == list("BCCD")
    assert found.verdict == "no violation found"
    assert found.observed == pytest.approx(1.0, abs=1e-9)
    mechanism, pairs = heavy_ball(b=0.1)
    assert audit.audit(mechanism, pairs, epsilon=1.0, samples=20_000).verdict == "violation"


def test_transcripts_of_a_run_are_tilted_for_a_small_delta():
    """Sixteen Laplace steps: the exact loss is a sum of independent ones, added up on a lattice."""
    problem, _ = reference_quadratic()
    method = HeavyBall(alpha=0.5, beta=0.3, b=8 * problem.l1_sensitivity / 30, m=30)
    mechanism = audit.Curated(
        lambda curator, trials: method.run(problem, curator, steps=16, trials=trials)
    )
    found = audit.audit(
        mechanism,
        [problem.extremal_pair(30)],
        epsilon=1.5,
        delta=1e-4,
        samples=200_000,
        levels="C",
    )
    truth = sum_of_laplace_losses(move=1 / 8, steps=16, delta=1e-4)
    assert found.findings[0].tilt > 1
    assert 0.97 * truth < found.observed <= truth


def sum_of_laplace_losses(*, move, steps, delta, cells=400):
    """Smallest epsilon with delta(epsilon) <= delta, by convolution; losses are rounded up.

    One step: L = move with chance 1/2, -move with chance exp(-move)/2, else density exp((L -
    move)/2)/4 between.
    """
    width = 2 * move / cells
    edges = np.linspace(-move, move, cells + 1)
    below = np.exp((edges - move) / 2) / 2
    one = np.concatenate([[math.exp(-move) / 2], np.diff(below)])
    one[-1] += 0.5
    law = np.ones(1)
    for _ in range(steps):
        law = np.convolve(law, one)
    loss = -steps * move + width * np.arange(law.size)
    low, high = 0.0, steps * move
    for _ in range(50):
        middle = (low + high) / 2
        excess = (law * -np.expm1(np.minimum(0.0, middle - loss))).sum()
        low, high = (middle, high) if excess > delta else (low, middle)
    return high


def test_a_false_sensitivity_is_a_mismatch():
    """Noise enough for the claim, by luck: the query moves twice as far as the code says."""
    problem, _ = reference_quadratic()

    def make_run(curator, trials):
        query = problem.mean_gradient(np.zeros((trials, 2)))
        curator.laplace(query, scale=1.0, sensitivity=problem.l1_sensitivity / 60, batch=30)

    pairs = [problem.extremal_pair(30)]
    found = audit.audit(audit.Curated(make_run), pairs, epsilon=1.0, samples=10_000)
    assert verdicts(found) == {
        "B": "model mismatch",
        "C": "no violation found",
        "D": "no violation found",
    }
    assert "claimed sensitivities that are false" in found.witness[0]


@pytest.mark.parametrize("name", ["log_ratio", "residuals", "delta_bounds", "sample"])
def test_what_a_mechanism_raises_is_told_as_its_fault(name):
    class Mine(audit.Additive):
        pass

    def broken(*arguments):
        raise ZeroDivisionError("by zero")

    setattr(Mine, name, broken)
    with pytest.raises(audit.MechanismError, match=f"{name} raised ZeroDivisionError: by zero"):
        audit.audit(Mine(Laplace(1.0), len), PAIRS, epsilon=1.0, samples=1_000)


def test_a_run_that_asks_for_nothing_is_refused():
    with pytest.raises(audit.MechanismError, match="asked the curator for nothing"):
        audit.audit(
            audit.Curated(lambda curator, trials: None), heavy_ball()[1], epsilon=1.0, levels="D"
        )


def test_bits_are_a_verdict_of_their_own():
    found = audit.audit(COUNT, [([1], [])], epsilon=1.0, samples=40_000, bits=True)
    assert found.verdict == "no violation found"
    assert found.bits_verdict == "violation"
    assert audit.audit(COUNT, PAIRS, epsilon=1.0, samples=4_000).bits_verdict is None
    with pytest.raises(audit.MechanismError, match="bits=True"):
        audit.audit(
            lambda x, size, rng: np.full(size, x), [(0, 1)], epsilon=1.0, levels="D", bits=True
        )


def test_lowest_bit_by_division():
    rng = np.random.default_rng(0)
    values = np.concatenate([rng.laplace(size=50), -rng.integers(1, 99, 20) / 8.0, [5e-324]])
    for x, exponent in zip(values.tolist(), lowest_bit(values).tolist(), strict=True):
        numerator, denominator = abs(x).as_integer_ratio()
        slow = 0
        while numerator % 2 == 0:
            numerator, slow = numerator // 2, slow + 1
        assert exponent == slow - (denominator.bit_length() - 1)
    assert lowest_bit(np.array([0.0, math.nan, math.inf])).tolist() == [2000] * 3


def test_fisher_by_enumeration():
    """Twice the smaller tail of all tables with these margins."""
    for hits, draws, others, other_draws in ((3, 5, 1, 7), (0, 4, 0, 4), (2, 3, 5, 6)):
        total, marked = draws + other_draws, hits + others
        weight = {
            k: math.comb(draws, k) * math.comb(other_draws, marked - k)
            for k in range(max(0, marked - other_draws), min(draws, marked) + 1)
        }
        whole = math.comb(total, marked)
        low = sum(w for k, w in weight.items() if k <= hits) / whole
        high = sum(w for k, w in weight.items() if k >= hits) / whole
        assert fisher(hits, draws, others, other_draws) == pytest.approx(min(1, 2 * min(low, high)))


@pytest.mark.parametrize("delta", [0.0, 1e-6])
@pytest.mark.parametrize("levels", ["D", "BD", "ABCD"])
def test_the_ledger_never_spends_more_than_it_has(delta, levels):
    ledger = divide(0.01, levels=[*levels, "bits"], pairs=3, delta=delta)
    assert sum(entry.alpha for entry in ledger) <= 0.01 * (1 + 1e-12)
    assert sum(entry.alpha for entry in ledger) >= 0.0099
    assert {entry.pair for entry in ledger} == {0, 1, 2}


def test_several_pairs_share_the_budget():
    found = audit.audit(laplace, [(0.0, 1.0), (0.0, 0.5)], epsilon=0.8, samples=80_000)
    assert [f.alpha for f in found.findings] == [pytest.approx(0.005)] * 2
    assert [f.verdict for f in found.findings] == ["violation", "no violation found"]
    assert "pair 0" in found.witness[0]


def test_sequential_audits_stop_early():
    found = audit.audit(laplace, [(0.0, 1.0)], epsilon=0.3, samples=500_000, sequential=True)
    assert found.verdict == "violation"
    assert found.samples < 30_000


def test_json_is_enough_to_judge_again():
    for mechanism, delta in ((COUNT, 0.0), (audit.Additive(Gaussian(1.0), len), 1e-3)):
        found = audit.audit(mechanism, PAIRS, epsilon=0.5, delta=delta, samples=20_000, bits=True)
        again = audit.recheck(found.to_json())
        assert (again.verdict, again.confidence) == (found.verdict, pytest.approx(0.99))
        assert again.epsilon_lower == pytest.approx(found.epsilon_lower)


def forge(found, change):
    document = json.loads(found.to_json())
    change(document)
    return json.dumps(document)


FORGERIES = {
    "verdict": lambda d: d.update(verdict="no violation found"),
    "bound": lambda d: d.update(epsilon_lower=9.0),
    "level": lambda d: d["findings"][-1].update(verdict="underpowered"),
    "ratio": lambda d: d["findings"][3].update(largest=0.1),
    "row": lambda d: d["findings"][2]["rows"][0].update(p_value=0.0),
    "budget": lambda d: d["ledger"][0].update(alpha=0.5),
    "missing": lambda d: d.pop("findings"),
    "foreign": lambda d: d.update(schema="something/1"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_changed_document_is_refused(name):
    found = audit.audit(COUNT, PAIRS, epsilon=0.5, samples=4_000)
    with pytest.raises(EvidenceError):
        audit.recheck(forge(found, FORGERIES[name]))


def test_text_and_page_say_the_three_numbers_and_never_private():
    found = audit.audit(COUNT, PAIRS, epsilon=1.0, samples=20_000, seed=5)
    for text in (str(found), found._repr_html_(), found.to_json()):
        assert "seed=5" in text
        assert "is private" not in text.lower()
    assert "claimed 1, proven 1, observed epsilon >= 1" in str(found)
    assert "would have been found" in found.power
    assert "<table>" in found._repr_html_()
    assert "&gt;=" in found._repr_html_()


def test_the_same_seed_finds_the_same():
    one, two = (audit.audit(COUNT, PAIRS, epsilon=1.0, samples=8_000, seed=3) for _ in "ab")
    assert one.findings[-1].audit.counts == two.findings[-1].audit.counts
    other = audit.audit(COUNT, PAIRS, epsilon=1.0, samples=8_000, seed=4)
    assert one.findings[-1].audit.counts != other.findings[-1].audit.counts


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"pairs": []}, ParameterError, "is not a list of pairs"),
        ({"pairs": (0, 1)}, DataError, r"pairs\[0\] = 0 is not a pair"),
        ({"pairs": [(1, 1)]}, DataError, "identical"),
        ({"samples": 10}, ParameterError, "samples"),
        ({"epsilon": -1.0}, ParameterError, "epsilon"),
        ({"confidence": 1.0}, ParameterError, "confidence"),
        ({"levels": "X"}, ParameterError, "levels"),
        ({"levels": "A"}, ParameterError, "are not offered by laplace"),
        ({"mechanism": 3}, ParameterError, "mechanism = 3"),
        ({"mechanism": audit.Additive}, ParameterError, "Pass an instance"),
    ],
)
def test_nonsense_is_refused(change, error, words):
    arguments = {"mechanism": laplace, "pairs": [(0.0, 1.0)], "epsilon": 1.0} | change
    with pytest.raises(error, match=words):
        audit.audit(arguments.pop("mechanism"), arguments.pop("pairs"), **arguments)


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        ("log_ratio", lambda o, a, b: np.zeros(3), "one number per output"),
        ("residuals", lambda o, a: np.full(len(o), 2.0), r"numbers in \[0, 1\]"),
    ],
)
def test_declarations_of_the_wrong_shape_are_named(name, answer, words):
    mechanism = type("Mine", (), {"sample": staticmethod(laplace), name: staticmethod(answer)})()
    with pytest.raises(audit.MechanismError, match=f"Mine.{name} returned(.|\n)*{words}"):
        audit.audit(mechanism, [(0.0, 1.0)], epsilon=1.0, samples=1_000)


def test_curves_of_pairs():
    two = audit.Additive(Laplace(1.0), lambda x: [x, x])
    assert two.delta_bounds(1.0, 0.0, 1.0).lower == 0.0  # a bound only: two entries move
    assert two.delta_bounds(1.0, 0.0, 1.0).upper > 0.2
    assert two.delta_bounds(1.0, 1.0, 1.0).upper == 0.0
    normal = audit.Additive(Gaussian(1.0), lambda x: [3 * x, 4 * x])
    one = Gaussian(1.0).delta_bounds(1.0, sensitivity=1.0)
    found = normal.delta_bounds(1.0, 0.0, 0.2)
    assert found.lower < one.lower <= one.upper < found.upper < one.upper * (1 + 1e-9)
    with pytest.raises(DataError, match="is not a number or a vector"):
        audit.Additive(Laplace(1.0), lambda x: [[x]]).sample(0, 1, np.random.default_rng(0))


def test_one_pair_in_place_of_a_list_is_recognised():
    with pytest.raises(DataError, match=r"For one pair pass a list: \[\(dataset, neighbour\)\]"):
        audit.audit(lambda rows, rng: rng.normal(), ([1, 1], [1]), epsilon=1.0, samples=300)
