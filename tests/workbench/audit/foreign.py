"""A small library in another's style: noise primitives, and mechanisms with one fault each."""

import numpy as np

rng = np.random.default_rng(7)


def add_laplace(value, scale, sensitivity=1.0):
    return value + rng.laplace(scale=scale, size=np.shape(value))


def add_gaussian(value, sigma):
    return value + rng.normal(scale=sigma, size=np.shape(value))


def clipped_sum(data):
    return add_laplace(np.clip(data, 0, 1).sum(), scale=2.0)


def unclipped_sum(data):
    return add_laplace(np.sum(data), scale=2.0)


def scale_of_the_data(data):
    return add_laplace(np.clip(data, 0, 1).sum(), scale=1 + np.max(data))


def early_stop(data):
    first = add_laplace(np.clip(data, 0, 1).sum(), scale=2.0)
    if np.max(data) > 5:
        return first
    return first + add_laplace(0.0, scale=2.0)


def other_branch(data):
    if np.max(data) > 5:
        return add_laplace(1.0, scale=2.0)
    return add_laplace(0.0, scale=2.0)


def exact_beside(data):
    return {"sum": add_laplace(np.clip(data, 0, 1).sum(), scale=2.0), "largest": np.max(data)}


def asked_twice(data):
    return [add_laplace(np.clip(data, 0, 1).sum(), scale=2.0) for _ in range(2)]


def length_of_the_data(data):
    return add_laplace(np.clip(data[data < 5], 0, 1), scale=2.0)


def noisy_steps(data):
    state = np.zeros(2)
    for _ in range(4):
        state = state + add_gaussian(np.clip(data, -1, 1).mean() * np.ones(2), sigma=1.0)
    return state
