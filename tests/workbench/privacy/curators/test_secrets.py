"""Secrets combine with secrets and public numbers, and refuse everything else."""

import pickle

import numpy as np
import pytest

from tests.workbench.privacy.toy import identity_query, product_query
from workbench.errors import ParameterError, PrivacyError
from workbench.privacy import (
    AccountingCurator,
    Dataset,
    NoiselessCurator,
    PairedCurator,
    Statistic,
    TrustedCurator,
)
from workbench.privacy.queries.secrets import revealed

ROWS = np.random.default_rng(0).uniform(-1, 1, (6, 3))
FIRST = Dataset(ROWS)
SECOND = FIRST.replace(2, [0.7, -0.1, 0.4])
X = np.random.default_rng(1).normal(size=(4, 3))
OWN = np.array([[2, 1], [0, 3], [2, 5], [4, 1]])


def curators():
    rng = np.random.default_rng(0)
    return {
        "trusted": TrustedCurator(FIRST, rng),
        "noiseless": NoiselessCurator(FIRST),
        "paired": PairedCurator(FIRST, SECOND, rng),
        "accounting": AccountingCurator(n=6),
    }


def combined(curator, w):
    """One expression with every operation; `curator.secret` may be any reader."""
    a = curator.secret(product_query(X))
    b = curator.secret(identity_query(X), rows=[2, 4])
    c = curator.secret(product_query(X), rows=OWN)
    total = 2.0 * a - b / 4 + X - (1.0 - c) * X[:, :1]
    total = X + (X[:, :1] * total - (X - total)) - X
    return (-total @ w).map(np.tanh, rounding=1e-14)


class Plain:
    """The same reading, with the secrets in clear."""

    def __init__(self, data):
        self.records = data.records

    def secret(self, query, rows=None):
        rows = np.arange(6) if rows is None else np.asarray(rows)
        records = self.records[rows]
        return Clear(query.evaluate_mean(records if records.ndim == 3 else records[None]))


class Clear(np.ndarray):
    """An array with `map`."""

    def __new__(cls, values):
        return np.asarray(values).view(cls)

    def map(self, function, rounding):
        return function(self)


def test_secrets_follow_the_arithmetic_of_arrays():
    w = np.random.default_rng(2).normal(size=(3, 2))
    truth, other = (np.asarray(combined(Plain(d), w)) for d in (FIRST, SECOND))
    found = {name: combined(curator, w) for name, curator in curators().items()}
    for name, secret in found.items():
        assert secret.shape == (4, 2)
        views, error, _ = revealed(secret, secret._owner)
        if name == "accounting":
            assert views == ()
            continue
        np.testing.assert_allclose(views[0], truth, atol=1e-14)
        if name == "paired":
            np.testing.assert_allclose(views[1], other - truth, atol=1e-13)
            actual = np.abs(views[1] - (other - truth)).sum(axis=1)
            assert (actual <= error + 1e-15).all()
            assert (error < 1e-12).all()


def test_a_difference_keeps_its_digits_when_values_are_large():
    big = Dataset(np.array([[1e9 + 1.0], [1e9]]))
    curator = PairedCurator(big, big.replace(0, [1e9]), np.random.default_rng(0), steer=1)
    secret = (curator.secret(identity_query(np.zeros((3, 1)))) - 1e9) * 1e-3
    curator.laplace(secret, scale=1e-3, sensitivity=5e-4)
    np.testing.assert_allclose(curator.log_ratio, 0.5, rtol=1e-12)


def test_records_that_cannot_be_in_a_secret_do_not_move_it():
    curator = curators()["paired"]
    untouched = curator.secret(identity_query(X), rows=[0, 1])
    curator.gaussian(untouched, sigma=1.0, sensitivity=1e-6)
    assert (curator.log_ratio == 0).all()


def test_batches_of_different_sizes_are_filled_up():
    rows = np.array([[2, 1, 0], [0, -1, -1], [2, 5, -1], [-1, -1, -1]])
    truth, other = (
        np.array(
            [
                (np.tanh(X[r]) * d.records[row[row >= 0]]).mean(axis=0)
                if row.max() >= 0
                else 0 * X[r]
                for r, row in enumerate(rows)
            ]
        )
        for d in (FIRST, SECOND)
    )
    for name, curator in curators().items():
        secret = curator.secret(product_query(X), rows=rows)
        views, _, support = revealed(secret, curator)
        if name == "accounting":
            np.testing.assert_array_equal(np.flatnonzero(support), [0, 1, 2, 5])
            continue
        np.testing.assert_allclose(views[0], truth, atol=1e-15)
        if name == "paired":
            np.testing.assert_allclose(views[1], other - truth, atol=1e-15)


def test_a_statistic_is_evaluated_on_both_datasets():
    curator = curators()["paired"]
    median = Statistic(function=lambda r: np.median(r, axis=0)[None], shape=(4, 3), rounding=1e-15)
    views, error, _ = revealed(curator.secret(median, rows=[0, 2, 4]), curator)
    expected = np.median(SECOND.records[[0, 2, 4]], axis=0) - np.median(ROWS[[0, 2, 4]], axis=0)
    np.testing.assert_allclose(views[1], np.tile(expected, (4, 1)), atol=1e-15)
    assert (error >= 2e-15).all()
    for other in ("trusted", "noiseless", "accounting"):
        assert curators()[other].secret(median).shape == (4, 3)
    with pytest.raises(ParameterError, match="the same records in all trials"):
        curator.secret(median, rows=OWN)


LEAKS = {
    "printed": str,
    "formatted": lambda s: f"{s:.3f}",
    "used as a condition": lambda s: 1 if s else 0,
    "compared": lambda s: s > 0,
    "equal": lambda s: s == 0,
    "used as an index": lambda s: [1, 2, 3][s],
    "turned into a number": float,
    "handed to numpy": np.asarray,
    "summed by numpy": np.sum,
    "exponentiated": np.exp,
    "written into an array": lambda s: np.add(X, s, out=X.copy()),
    "iterated over": list,
    "indexed": lambda s: s[0],
    "pickled": pickle.dumps,
    "multiplied by a secret": lambda s: s * s,
    "a divisor": lambda s: s / s,
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
@pytest.mark.parametrize("name", ["trusted", "paired", "accounting", "noiseless"])
def test_what_would_leak_is_refused(leak, name):
    secret = curators()[name].secret(identity_query(X))
    with pytest.raises(PrivacyError, match=r"secret is .*\n.*through a mechanism"):
        leak(secret)


def test_refusals_say_what_is_public():
    secret = curators()["trusted"].secret(identity_query(X))
    assert repr(secret) == "<secret of shape (4, 3)>"
    assert secret.shape == (4, 3)
    assert secret.trials == 4
    with pytest.raises(TypeError, match="unhashable"):
        hash(secret)
    with pytest.raises(PrivacyError, match="used as a condition"):
        curators()["trusted"].secret(identity_query(X), rows=secret)


def test_secrets_of_two_curators_do_not_mix():
    one, two = (curators()["trusted"].secret(identity_query(X)) for _ in range(2))
    with pytest.raises(PrivacyError, match="another curator"):
        one + two
    with pytest.raises(PrivacyError, match="belongs to another curator"):
        curators()["trusted"].laplace(one, scale=1.0, sensitivity=1.0)


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda s: s + np.ones((5, 3)), r"operand has shape \(5, 3\)"),
        (lambda s: s * np.ones((2, 4, 3)), "keeps its trials"),
        (lambda s: s @ np.ones((2, 2)), r"matrix has shape \(2, 2\)"),
        (lambda s: s.map(lambda v: v.sum(axis=1), rounding=0.0), "Keep the trial axis"),
    ],
)
def test_shapes_are_checked(use, message):
    with pytest.raises(ParameterError, match=message):
        use(curators()["trusted"].secret(identity_query(X)))


@pytest.mark.parametrize("rows", [[6], [-1], [[0, 1]], [0.5], []])
def test_rows_are_checked(rows):
    for curator in curators().values():
        with pytest.raises(ParameterError, match="rows"):
            curator.secret(identity_query(X), rows=rows)


def test_one_column_spread_over_several_spreads_its_error():
    curator = PairedCurator(
        Dataset(np.array([[1.0], [0.0]])), Dataset(np.zeros((2, 1))), np.random.default_rng(0)
    )
    one = curator.secret(identity_query(np.zeros((2, 1)))).map(lambda v: v, rounding=1e-3)
    for wide in (one * np.ones((2, 4)), one + np.ones((2, 4))):
        assert (revealed(wide, curator)[1] >= 4e-3).all()
