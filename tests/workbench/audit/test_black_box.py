"""Black-box audits: what they find, and what their results say."""

import json
import math
import tracemalloc

import numpy as np
import pytest

from tests.workbench.audit import strangers
from workbench import audit
from workbench.audit.choosing import BETS, INSURANCE, SECOND, SIDE, alike, chosen
from workbench.audit.coins import coin_lower
from workbench.audit.cuts import COINS, NEAR, Goal, Trial
from workbench.audit.encoding import encode
from workbench.audit.events import GuessRule
from workbench.audit.features import Feature
from workbench.audit.fixed import _shares
from workbench.audit.outcomes import Outputs
from workbench.audit.scores import Single
from workbench.errors import EvidenceError

PAIR = (strangers.LOW_HIGH, strangers.HIGH_LOW)


@pytest.mark.parametrize("name", ["SVT3", "SVT4", "SVT5", "SVT6"])
def test_broken_sparse_vectors_are_refuted(name):
    found = audit.black_box(
        getattr(strangers, name), *PAIR, epsilon=1.0, samples=100_000, confidence=1 - 1e-6
    )
    assert found.verdict == "violation"
    assert found.epsilon_lower > 1.0


@pytest.mark.parametrize(("name", "level"), [("SVT1", 0.6), ("SVT2", 0.55)])
def test_sound_sparse_vectors_are_not(name, level):
    """The bound stays below the truth, known by quadrature, and comes close to it."""
    variant = getattr(strangers, name)
    truth = variant.epsilon(*PAIR)
    found = audit.black_box(variant, *PAIR, epsilon=1.0, samples=200_000, confidence=1 - 1e-6)
    assert found.verdict == "no violation found"
    assert level < found.epsilon_lower <= truth <= 1.0


def test_quadrature_of_the_helpers_agrees_with_published_figures():
    """True losses on this pair as in the literature on black-box auditing of these variants."""
    figures = {"SVT1": 0.87458, "SVT2": 0.83888, "SVT4": 1.65949, "SVT6": 4.03082}
    for name, figure in figures.items():
        assert getattr(strangers, name).epsilon(*PAIR) == pytest.approx(figure, abs=1e-5)
    pair = strangers.ONE_BEHIND, strangers.ALL_EQUAL
    assert strangers.noisy_argmax_epsilon(*pair) == pytest.approx(0.98040, abs=1e-5)


def test_laplace_is_measured_closely():
    found = audit.black_box(strangers.laplace, 0.0, 1.0, epsilon=1.0, samples=300_000, seed=1)
    assert 0.96 < found.epsilon_lower <= 1.0
    assert found.confidence == 0.99
    assert found.repeatable
    assert (found.unusual.shortest, found.unusual.longest) == (1, 1)


def test_gaussian_at_small_delta():
    """The sigma of (1, 1e-5): pure epsilon is unbounded, epsilon at delta is at most 1."""
    pure = audit.black_box(strangers.gaussian, 0.0, 1.0, epsilon=1.0, samples=300_000)
    approximate = audit.black_box(
        strangers.gaussian, 0.0, 1.0, epsilon=1.0, delta=1e-5, samples=300_000
    )
    assert approximate.verdict == pure.verdict == "no violation found"
    assert 0.45 < approximate.epsilon_lower <= 1.0


def test_half_the_noise_is_refuted_at_delta():
    found = audit.black_box(
        lambda x, size, rng: strangers.gaussian(x, size, rng, sigma=1.0),
        0.0,
        1.0,
        epsilon=1.0,
        delta=1e-2,
        samples=100_000,
    )
    assert found.verdict == "violation"
    assert found.epsilon_lower < 2.318  # the truth at delta = 0.01


def leak_of(kind):
    """Laplace noise that tells the dataset once in 200 draws, in an unusual way."""

    def sample(x, size, rng):
        released = x + rng.laplace(size=size)
        told = rng.random(size) < 0.005 * x
        if kind in ("nan", "inf", "-inf"):
            return np.where(told, float(kind), released)
        if kind == "length":
            return [(r, r) if t else (r,) for r, t in zip(released, told, strict=True)]
        if kind == "empty":
            return [() if t else (r,) for r, t in zip(released, told, strict=True)]
        if kind == "nan in a tuple":
            return [("x", math.nan if t else 0.0) for t in told]
        if kind == "word":
            return ["secret" if t else f"{r:.0f}" for r, t in zip(released, told, strict=True)]
        if kind == "atom":
            return np.where(told, 0.123456789, released)
        raise AssertionError(kind)

    return sample


LEAKS = {
    "nan": "nan",
    "inf": "inf",
    "-inf": "-inf",
    "length": "len(output) >= 1.5",
    "empty": "len(output) <= 0.5",
    "nan in a tuple": "nan",
    "word": "len(output) >= 4",
    "atom": "0.123456789",
}


@pytest.mark.parametrize("kind", LEAKS)
def test_unusual_outcomes_are_outcomes(kind):
    found = audit.black_box(leak_of(kind), 0, 1, epsilon=1.5, samples=60_000)
    assert found.verdict == "violation"
    assert LEAKS[kind] in " ".join(event.words for event in found.witness)
    if kind == "nan":
        assert found.unusual.with_nan > 0
    if kind in ("inf", "-inf"):
        assert found.unusual.with_infinity > 0
    if kind == "length":
        assert (found.unusual.shortest, found.unusual.longest) == (1, 2)
    if kind == "empty":
        assert (found.unusual.shortest, found.unusual.longest) == (0, 1)


def test_shape_that_depends_on_the_dataset_is_a_leak():
    found = audit.black_box(
        lambda x, size, rng: rng.laplace(size=(size, len(x))),
        [1, 2],
        [1, 2, 3],
        epsilon=1.0,
        samples=2000,
    )
    assert found.verdict == "violation"


def test_deterministic_mechanisms():
    """The same constant on both sides tells nothing; different constants tell everything."""
    same = audit.black_box(lambda x, size, rng: np.ones(size), 0, 1, epsilon=0.1, samples=5000)
    assert same.verdict == "no violation found"
    assert same.epsilon_lower < 0.1
    both = audit.black_box(lambda x, size, rng: np.full(size, x), 0, 1, epsilon=3.0, samples=5000)
    assert both.verdict == "violation"
    assert both.epsilon_lower > 5


@pytest.mark.parametrize(
    "shape", [(), (1,), (3, 4), (0,)], ids=["scalar", "one", "matrix", "nothing"]
)
def test_any_shape(shape):
    found = audit.black_box(
        lambda x, size, rng: x + rng.laplace(size=(size, *shape)), 0.0, 1.0, epsilon=20, samples=999
    )
    assert found.unusual.longest == math.prod(shape)


@pytest.mark.parametrize(
    "convert",
    [
        lambda x: x.astype(np.float32),
        lambda x: np.round(x).astype(int),
        lambda x: x > 0,
        lambda x: x + 1j,
        lambda x: list(np.round(x).astype(int)),
        lambda x: [str(round(v)) for v in x],
        lambda x: np.array([str(round(v)) for v in x]),
        lambda x: [frozenset({int(v)}) for v in x],
        lambda x: [("a", (float(v), None)) for v in np.round(x)],
        lambda x: [[v, v] for v in x],
        lambda x: [10**400 if v > 0 else 0 for v in x],
        lambda x: np.array([int(v) for v in x], dtype=object),
    ],
)
def test_any_type(convert):
    found = audit.black_box(
        lambda x, size, rng: convert(x + rng.laplace(scale=0.25, size=size)),
        0.0,
        1.0,
        epsilon=0.5,
        samples=3000,
    )
    assert found.verdict == "violation"
    assert found.epsilon_lower < 4.0


def test_wide_outputs():
    """One column of 3000 carries the difference; blocks shrink so that memory stays bounded."""

    def sample(x, size, rng):
        noise = rng.laplace(size=(size, 3000))
        noise[:, 1234] += 3 * x
        return noise

    found = audit.black_box(sample, 0.0, 1.0, epsilon=1.0, samples=3000)
    assert found.verdict == "violation"
    assert "output[1234]" in found.witness[0].words


def test_memory_does_not_grow_with_the_samples():
    def peak(samples):
        tracemalloc.start()
        try:
            audit.black_box(strangers.laplace, 0.0, 1.0, epsilon=1.0, samples=samples)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    full, more = peak(5_000_000), peak(12_000_000)  # at 5,000,000 every split is at its largest
    assert full < 2**27
    assert more < 1.1 * full


def test_same_seed_same_result_and_other_seed_other_draws():
    def run(seed):
        found = audit.black_box(strangers.laplace, 0.0, 1.0, epsilon=1.0, samples=5000, seed=seed)
        return found.counts, found.epsilon_lower, found.witness

    assert run(3) == run(3)
    assert run(3) != run(4)


def test_randomness_of_its_own_is_said():
    own = np.random.default_rng(0)
    found = audit.black_box(
        lambda x, size, rng: x + own.laplace(size=size), 0.0, 1.0, epsilon=2.0, samples=5000
    )
    assert not found.repeatable
    assert "randomness of its own" in str(found)


def test_underpowered_names_the_samples_that_would_do():
    found = audit.black_box(strangers.laplace, 0.0, 1.0, epsilon=7.0, samples=1000)
    assert found.verdict == "underpowered"
    needed = int(found.power.split("samples = ")[1].split()[0])
    assert 1000 < needed < 100_000

    def tell(x, size, rng):
        return np.full(size, x)

    enough = audit.black_box(tell, 0, 1, epsilon=7.0, samples=needed)
    assert enough.verdict == "violation"


def test_power_statement_names_a_loss_beyond_the_claim():
    found = audit.black_box(strangers.laplace, 0.0, 1.0, epsilon=1.0, samples=100_000)
    least = float(found.power.split("epsilon of ")[1].split()[0])
    assert 1.0 < least < 1.2


FOUND = audit.black_box(
    strangers.randomised_response, 0, 1, epsilon=0.5, delta=0.01, samples=4000, seed=5
)


def test_json_can_be_rechecked_from_the_counts_alone():
    text = FOUND.to_json()
    again = audit.recheck(text)
    assert (again.verdict, again.confidence) == (FOUND.verdict, FOUND.confidence)
    assert again.epsilon_lower == pytest.approx(FOUND.epsilon_lower, abs=1e-9)
    assert again.power == FOUND.power
    document = json.loads(text)
    assert document["schema"] == "workbench-black-box/1"
    assert document["reproduce"] == FOUND.reproduce


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("epsilon_lower",), 0.99, "epsilon_lower"),
        (("verdict",), "no violation found", "verdict"),
        (("epsilon",), 2.0, "verdict"),
        (("alpha",), 0.2, "epsilon_lower"),
        (("counts", "correct"), 100, "events count"),
        (("counts", "draws"), 5, "usable"),
        (("counts", "draws"), "many", "usable"),
        (("counts", "sides"), 1.5, "usable"),
        (("witness", 0, "on_dataset"), 1, "events count"),
        (("witness",), [], "events count"),
        (("schema",), "other/1", "schema"),
        (("alpha",), None, "usable"),
        (("pilot",), -1, "pilot"),
        (("share",), 0.5, "epsilon_lower"),
        (("share",), 20, "share: it is outside"),
    ],
)
def test_changed_documents_are_rejected(path, value, message):
    document = json.loads(FOUND.to_json())
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises((EvidenceError, ValueError), match=message):
        audit.recheck(json.dumps(document))


def printed_once_in_a_thousand(x, size, rng):
    return np.where(rng.random(size) < 1e-3, x, strangers.laplace(x, size, rng))


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.thorough)])
def test_a_leak_too_rare_to_be_chosen_is_judged_beside_the_chosen_rule(seed):
    found = audit.black_box(
        printed_once_in_a_thousand, 0.0, 1.0, epsilon=1.0, samples=100_000, seed=seed
    )
    assert found.verdict == "violation"
    assert found.share in (SIDE, SIDE / BETS)
    assert found.counts.guesses < 200  # the event is the leak alone
    assert f"this one at {found.share:.3g} of the error level" in str(found)
    assert audit.recheck(found.to_json()).verdict == "violation"
    # at the whole error level the same counts would say more than was paid for
    assert coin_lower(found.counts, alpha=found.alpha) > found.epsilon_lower
    assert coin_lower(found.counts, alpha=found.share * found.alpha) == found.epsilon_lower


def printed_in_one_world(x, size, rng):
    leaks = (rng.random(size) < 1e-3) & (x == 1.0)
    return np.where(leaks, x, strangers.laplace(x, size, rng))


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(s, marks=pytest.mark.thorough) for s in (7, 12))]
)
def test_a_rare_leak_in_one_world_is_among_the_bolder_rules(seed):
    """Each of these was missed when one bolder rule was tried, and tables on fresh draws alone."""
    found = audit.black_box(printed_in_one_world, 0.0, 1.0, epsilon=1.0, samples=100_000, seed=seed)
    assert found.verdict == "violation"
    assert found.share in (SIDE, SIDE / BETS)
    assert audit.recheck(found.to_json()).verdict == "violation"


@pytest.mark.parametrize("seed", [10_011, pytest.param(9_010, marks=pytest.mark.thorough)])
def test_a_little_luck_in_fresh_draws_costs_little(seed):
    """By luck a rule of few guesses looks best with these seeds: others had .854 and .925."""
    counts = np.array([3.0, 1.0, 4.0, 1.0, 5.0])
    pair = (counts, counts + np.eye(5)[0])
    found = audit.black_box(strangers.histogram, *pair, epsilon=1.0, samples=100_000, seed=seed)
    assert 0.9 < found.epsilon_lower <= 1.0


def test_all_draws_that_neither_teach_nor_choose_judge():
    """A tenth teaches, the opening of the audit with it, and a fifth chooses."""
    pair = (strangers.LOW_HIGH, strangers.HIGH_LOW)
    for claim in (1.0, 4.1):
        found = audit.black_box(strangers.SVT6, *pair, epsilon=claim, samples=100_000, seed=12_001)
        assert found.counts.draws == 70_000
        assert found.used == found.samples


def drawn(ones: list[int], zeros: list[int]) -> tuple[Outputs, np.ndarray]:
    """Outputs 0, 1, ..., so many of each with the coin 1 and with the coin 0."""
    counts = np.array([ones, zeros])
    values = np.concatenate([np.repeat(np.arange(len(ones)), part) for part in counts])
    return encode(values.astype(float), values.size, "outputs"), np.repeat(
        [True, False], counts.sum(axis=1)
    )


def test_a_chosen_rule_is_moved_among_the_cuts_near_its_own():
    """The last output has odds of 5, the last two of 4.4, which all cuts of all scores prefer."""
    outputs, coin = drawn([5000, 300, 100], [5000, 70, 20])
    trial, goal = Trial(Single(Feature("entry")), outputs, coin), Goal(0.0, 0.01, 70_000, (0.5,))
    (found,) = trial.best(goal, (4.5,))
    assert found.rule.upper == 0.5
    moved = trial.near(found.rule, goal, 4.5)
    assert moved.upper == 0.5  # two thirds of its guesses are at 1: no better one is near
    outputs, coin = drawn([5000, 120, 100], [5000, 35, 15])
    trial = Trial(Single(Feature("entry")), outputs, coin)
    (found,) = trial.best(goal, (4.5,))
    moved = trial.near(found.rule, goal, 4.5)
    assert (found.rule.upper, moved.upper) == (0.5, 1.5)
    assert trial.near(moved, goal, 4.5).upper == 1.5


def test_near_cuts_are_few_and_keep_the_side_of_a_rule():
    rng = np.random.default_rng(5)
    outputs = encode(rng.normal(size=4_000), 4_000, "outputs")
    coin = rng.random(4_000) < 1 / (1 + np.exp(-outputs.column(((), "number"))))
    trial = Trial(Single(Feature("entry")), outputs, coin)
    assert trial.cuts.size > NEAR
    for goal in (Goal(0.0, 0.01, 9_000), Goal(0.01, 0.01, 9_000, heads=0.25)):
        for above in (0, 1):
            for cut in (-1.0, 1.0):
                upper, lower = (cut, -np.inf) if above else (np.inf, cut)
                moved = trial.near(GuessRule(trial.score, upper, lower, 1, 0.0), goal, 4.0)
                assert moved.sides == 1
                assert (moved.upper < np.inf) == bool(above)
                assert goal.heads in (None, moved.heads)
                rule = GuessRule(trial.score, upper, lower, 1, 0.0)
                often, usual = ((r.guesses(outputs) >= 0).sum() for r in (moved, rule))
                assert usual / 3.1 <= often <= 3.1 * usual
    nothing = GuessRule(trial.score, np.inf, -np.inf, 1, 0.0)
    assert trial.near(nothing, goal, 4.0) is nothing


def test_another_promising_rule_is_judged_beside_the_chosen_one():
    """Two entries tell as much, each on draws of its own; which is chosen is luck."""
    rng = np.random.default_rng(3)

    def draws(size: int) -> tuple[Outputs, np.ndarray]:
        coin = rng.random(size) < 0.5
        rows = rng.laplace(scale=1.0, size=(size, 2))
        rows[np.arange(size), rng.integers(2, size=size)] += 3.0 * coin
        return encode(rows, size, "outputs"), coin

    fitted, fresh = draws(4_000), draws(8_000)
    scores = [Single(Feature("entry", ((i,), "number"))) for i in (0, 1)]
    for coins in ((0.5,), (0.375,)):
        goal = Goal(0.0, 0.01, 28_000, coins)
        rules, part = chosen(scores, fitted, fresh, goal, 50.0)
        assert part == SECOND
        assert {rule.score for rule in rules} == set(scores)
        assert len({rule.heads for rule in rules}) == 1
        assert not alike(*rules, fresh[0])
        assert chosen(scores[:1], fitted, fresh, goal, 50.0)[1] in (0.0, INSURANCE)
    rules, part = chosen(scores, fitted, fresh, goal, 0.1)
    assert (len(rules), part) == (1, 0.0)  # it promises to refute the claim by itself


def test_a_rule_without_hope_is_not_helped_by_a_biased_coin():
    """Of 36 draws the coin 1/16 was chosen in a third of all audits: hardly a draw was guessed."""

    def promises(right: int, wrong: int) -> list[float]:
        coins = np.array(COINS)
        goal = Goal(0.0, 0.01, 60)
        return goal.promise(np.array(right), np.array(wrong), coins, coins, 36, 3.0).tolist()

    counts = [(right, wrong) for right in range(1, 18) for wrong in range(right)]
    hopeless = [found for found in map(promises, *zip(*counts, strict=True)) if found[0] < -5]
    ahead = [found for found in hopeless if found[0] > -10]
    assert len(ahead) > 20
    assert all(max(found) == found[0] for found in ahead)


def test_small_audits_guess_often():
    """A claim of half the loss falls to 60 draws: .07 and .34 of the audits found it before."""
    for sample, least in ((half_noise, 3), (odds_of_two, 9)):
        found = [
            audit.black_box(sample, 0, 1, epsilon=1.0, samples=100, seed=seed) for seed in range(20)
        ]
        assert {one.counts.draws for one in found} == {60}
        assert sum(one.verdict == "violation" for one in found) >= least


def half_noise(x, size, rng):
    return x + rng.laplace(scale=0.5, size=size)


def odds_of_two(x, size, rng):
    return np.where(rng.random(size) < 1 / (1 + math.exp(-2.0)), x, 1 - x)


def test_two_rules_that_guess_alike_are_one():
    outputs = encode(np.linspace(-3, 3, 61), 61, "outputs")

    def rule(upper: float, lower: float = -np.inf) -> GuessRule:
        return GuessRule(Single(Feature("entry")), upper, lower, 1, 0.0)

    assert alike(rule(1.0), rule(1.1), outputs)
    assert alike(rule(1.0, -1.0), rule(1.5, -1.5), outputs)
    assert not alike(rule(1.0), rule(2.5), outputs)
    assert not alike(rule(1.0), GuessRule(Single(Feature("entry")), 1.0, -np.inf, 0, 0.0), outputs)


@pytest.mark.parametrize("seed", [1, 5, 8, 11])
def test_of_many_cuts_one_that_exceeds_the_claim_by_little_is_no_bet(seed):
    """With these seeds a tail promised up to 1.1 of the true claim, and the chosen rule paid."""
    found = audit.black_box(strangers.laplace, 0.0, 1.0, epsilon=1.0, samples=20_000, seed=seed)
    assert found.share == 1


def test_a_chosen_rule_pays_for_the_one_beside_it():
    shares = set()
    for seed in (0, 1, 27):  # an insurance that pays, one rule alone, and one beside a bet
        found = audit.black_box(strangers.laplace, 0.0, 1.0, epsilon=1.0, samples=20_000, seed=seed)
        shares.add(found.share)
        level = found.share * found.alpha
        assert coin_lower(found.counts, alpha=level) == found.epsilon_lower
    beside = {SIDE, SIDE / BETS, INSURANCE, SECOND}
    others = (0, INSURANCE, SECOND)
    assert shares <= {1 - side - other for side in (0, SIDE) for other in others} | beside
    assert shares >= {INSURANCE, 1.0, 1 - SIDE}


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"schema": "workbench-black-box/1"}'])
def test_what_is_no_audit_is_refused(text):
    with pytest.raises(EvidenceError):
        audit.recheck(text)


def test_words_and_notebook():
    text = str(FOUND)
    assert text.startswith("violation: epsilon >= ")
    assert "seed=5" in text
    assert "private" not in text
    html = FOUND._repr_html_()
    assert "violation" in html
    assert "private" not in html

    def odd(x, size, rng):
        return ["<b>&" if v else "<b>!" for v in strangers.randomised_response(x, size, rng)]

    html = audit.black_box(odd, 0, 1, epsilon=0.5, samples=2000)._repr_html_()
    assert "<b>&'" not in html
    assert "&lt;b&gt;&amp;" in html


def test_events_add_up():
    for event in FOUND.witness:
        ahead = event.on_dataset > event.on_neighbour
        assert ahead == (event.guess == "dataset")
    assert FOUND.counts.guesses == sum(e.on_dataset + e.on_neighbour for e in FOUND.witness)


def test_the_parts_of_the_error_level_are_never_more_than_the_whole():
    for second, others in ((0.0, 0), (INSURANCE, 1), (SECOND, 1)):
        for bets in range(BETS + 1):
            parts = _shares(second, others, bets)
            assert len(parts) == 1 + others + bets
            assert 0.8 - 1e-12 <= parts[0]
            assert math.fsum(parts) <= 1 + 1e-15
