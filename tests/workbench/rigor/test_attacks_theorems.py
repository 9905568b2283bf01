"""Attacks on proofs as data: what is not proved must be refused, with the reason it is not.

The theorem under attack is small: a gradient step with noise does not increase the mean of F by
more than (L alpha^2/2) E|w|^2, and T steps do not by more than T times that.
"""

import copy
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from workbench.referee.checkers import ruling_on
from workbench.referee.grading import graded
from workbench.rigor.check import check_certificate, conclusions
from workbench.rigor.check.numbers import put
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Theorem,
    Vec,
    draw,
    draws,
    function,
    integer,
    iterates,
    mean,
    num,
    number,
    numbers,
    root,
    said,
    square,
    vector,
)

Certificate = dict[str, Any]

L, alpha = number("L", above=0), number("alpha", above=0)
d, T, t, i, k = (integer(n, at_least=1) for n in ("d", "T", "t", "i", "k"))
sigma = number("sigma", at_least=0)
s, x0 = vector("s"), vector("a")
x, w = draw("x", mean=None), draw("w")
F = function("F", smooth=L, strong=0, minimiser=s)
COST = L * alpha**2 / 2


def one_step(
    *, given: Any = ((alpha, "<=", 1 / L),), noise: Vec = w, against: Vec | None = None
) -> Proof:
    new = x - alpha * (F.grad(x) + w)
    theorem = Theorem(
        (L, alpha, s, F, x, noise),
        given=given,
        concludes=(mean(F(new)), "<=", mean(F(x)) + COST * mean(square(w))),
    )
    proof = Proof(theorem)
    expected = proof.expect(proof.by(SURE, at_outcome(x, w)))
    met = proof.centred(w, past(x) if against is None else against)
    proof.gram(theorem.concludes, [(1, expected), (1, met)])
    return proof


def past(point: Vec) -> Vec:
    return (-alpha + L * alpha**2) * F.grad(point)


def sure_step() -> Proof:
    """The step at one outcome: no chance, no mean."""
    x, w = vector("x"), vector("w")
    new = x - alpha * (F.grad(x) + w)
    says = F(new), "<=", F(x) + COST * square(w) + w @ past(x)
    proof = Proof(Theorem((L, alpha, s, F, x, w), given=((alpha, "<=", 1 / L),), concludes=says))
    proof.visible((alpha * L, "<=", 1))
    smooth = proof.descent(F, new, x)
    proof.gram(says, [(1, smooth)], squares=[(alpha * (1 - L * alpha / 2), F.grad(x))])
    return proof


def at_outcome(point: Vec, noise: Vec) -> dict[str, Any]:
    return {"L": L, "alpha": alpha, "s": s, "F": F, "x": point, "w": noise}


SURE = sure_step()
STEP = one_step()
W = draws("w", i)
BARE = iterates("z", i, before=x0, start=x0)
Z = iterates("z", i, before=x0, start=x0, following=BARE[i] - alpha * (F.grad(BARE[i]) + W[i]))
SECOND = (i, 0, (mean(square(W[i])), "<=", sigma**2))


def all_steps(*, shift: int = 0, given: Any = ((alpha, "<=", 1 / L), SECOND)) -> Proof:
    def limit(steps: Any) -> Any:
        return F(x0) + steps * COST * sigma**2

    theorem = Theorem(
        (L, alpha, sigma, T, s, x0, F, W, Z), given=given, concludes=(mean(F(Z[T])), "<=", limit(T))
    )
    proof = Proof(theorem)
    zero = 0 * T
    still = proof.gram((mean(F(x0)), "<=", limit(zero)), [])
    base = proof.unfold((mean(F(Z[zero])), "<=", limit(zero)), still, [(Z, 0)])
    here = proof.induction(k, 0, (mean(F(Z[k])), "<=", limit(k)), base)
    moved = proof.expect(proof.by(SURE, at_outcome(Z[k], W[k + shift])))
    right = mean(F(Z[k])) + COST * mean(square(W[k])) + mean(W[k] @ past(Z[k]))
    opened = proof.unfold((mean(F(Z[k + 1])), "<=", right), moved, [(Z, k + 1)])
    small, none = proof.at(len(given) - 1, k), proof.centred(W[k], past(Z[k]))
    used = [(1, opened), (1, here), (COST, small), (1, none)]
    proof.gram((mean(F(Z[k + 1])), "<=", limit(k + 1)), used)
    proof.gram(theorem.concludes, [(1, proof.at(proof.close(), T))])
    return proof


ALL = all_steps()


def refused(certificate: Any, reason: str) -> None:
    certificate = {key: value for key, value in certificate.items() if key != "digest"}
    answer = check_certificate(certificate)
    assert not answer.accepted
    assert reason in answer.message, answer.message


def simple(conclusion: Any, steps: Callable[[Proof], Any], **more: Any) -> Certificate:
    proof = Proof(Theorem((L, alpha, s, x0, F, x, w), concludes=conclusion, **more))
    steps(proof)
    return proof.certificate


@pytest.mark.parametrize("proof", [STEP, ALL])
def test_the_theorems_are_proved_and_the_referee_reads_their_statements(proof: Proof) -> None:
    ruling = ruling_on(proof.certificate)
    assert ruling.verdict == "accepted", ruling.message
    (shown,) = ruling.conclusions
    assert shown == {"says": "theorem", "statement": proof.theorem.tree, "assumes": []}
    outcome = proof.outcome()
    found = graded(outcome, ruling, encoded=[proof.theorem.digest])
    rules = [*outcome.trust, "the checker's rules about expectations"]
    assert found == replace(outcome, trust=tuple(rules))
    assert graded(outcome, ruling, encoded=["0" * 16]).grade < outcome.grade


DROPPED: dict[str, tuple[Callable[[], Proof], str]] = {
    "the small step": (lambda: one_step(given=()), "hypothesis 0"),
    "the order of draws": (lambda: one_step(noise=vector("w")), "no vector of the theorem"),
    "the mean of the noise": (lambda: one_step(noise=draw("w", mean=None)), "not told"),
    "independence of the noise": (lambda: one_step(against=w), "determined before"),
    "the duty of the lemma": (lambda: all_steps(given=(SECOND,)), "hypothesis 0"),
    "the second moment": (lambda: all_steps(given=((alpha, "<=", 1 / L),)), "not of the kind all"),
    "the index of the noise": (lambda: all_steps(shift=1), "is not the premise"),
    "the past of the noise": (lambda: all_steps(shift=-1), "at least 0"),
}


@pytest.mark.parametrize("what", DROPPED)
def test_no_hypothesis_can_be_dropped(what: str) -> None:
    make, reason = DROPPED[what]
    refused(make().certificate, reason)


def test_noise_that_the_iterate_has_seen_is_not_centred_against_it() -> None:
    theorem = Theorem((L, alpha, s, x0, F, t, W, Z), concludes=(mean(W[t] @ Z[t + 1]), "=", 0))
    proof = Proof(theorem)
    proof.centred(W[t], Z[t + 1])
    refused(proof.certificate, "determined before")
    before = Proof(Theorem(theorem.symbols, concludes=(mean(W[t] @ Z[t]), "=", 0)))
    before.centred(W[t], Z[t])
    assert before.outcome().decision == "holds"


def test_what_is_known_before_a_draw_is_declared_before_it() -> None:
    steps = Proof(Theorem((L, alpha, s, F, w, x), concludes=(mean(w @ x), "=", 0)))
    steps.centred(w, x)
    refused(steps.certificate, "determined before")


def pythagoras(u: Vec) -> Proof:
    """E |u + w|^2 = E |u|^2 + E |w|^2 where u is fixed, or drawn before w."""
    says = mean(square(u + W[t])), "=", mean(square(u)) + mean(square(W[t]))
    proof = Proof(Theorem((t, u, W), concludes=says))
    proof.gram(says, [(2, proof.centred(W[t], u))])
    return proof


def test_a_lemma_with_a_mean_is_not_used_outcome_by_outcome() -> None:
    lemma = pythagoras(vector("u"))
    for at, reason in ((x0, ""), (W[t], "what it is given is random"), (Z[t], "is random")):
        says = mean(square(at + W[t])), "=", mean(square(at)) + mean(square(W[t]))
        proof = Proof(Theorem((L, alpha, s, x0, F, t, W, Z), concludes=says))
        proof.by(lemma, {"t": t, "u": at, "w": W})
        if reason:
            refused(proof.certificate, reason)
        else:
            assert proof.outcome().decision == "holds"


def test_a_lemma_about_draws_is_not_used_at_a_mean_of_its_own() -> None:
    """What a lemma says of a mean without a draw is no statement about every outcome."""
    u = vector("u")
    lemma = Proof(Theorem((u,), concludes=(mean(square(u)), "<=", square(u) + square(u))))
    lemma.gram(lemma.theorem.concludes, [], squares=[(1, u)])
    proof = Proof(Theorem((L, alpha, s, x0, F, t, W, Z), concludes=(num(0), "<=", square(Z[t]))))
    proof.by(lemma, {"u": W[t]})
    refused(proof.certificate, "what it is given is random")


def test_an_iterate_that_holds_a_later_draw_is_refused() -> None:
    ahead = iterates("z", i, before=x0, start=x0, following=W[i + 1])
    symbols = (L, alpha, s, x0, F, t, W, ahead)
    proof = Proof(Theorem(symbols, concludes=(mean(W[t] @ ahead[t]), "=", 0)))
    proof.centred(W[t], ahead[t])
    refused(proof.certificate, "later entry")


ETA = draws("eta", i, laplace=sigma)
BARE_Y = iterates("y", i, before=x0, start=x0)
NOISY = iterates("y", i, before=x0, start=x0, following=BARE_Y[i] - ETA[i])


def noisy(given: Any) -> Certificate:
    """What follows from a hypothesis that no noise of the declared kind meets."""
    symbols = (L, alpha, sigma, d, t, s, x0, F, W, ETA, NOISY)
    proof = Proof(Theorem(symbols, dimension=d, given=[given], concludes=(num(1), "<=", 0)))
    proof.minimum(F, x0)
    return proof.certificate


FALSE: dict[str, tuple[Callable[[], Certificate], str]] = {
    "another modulus": (
        lambda: simple(
            (F(x0), "<=", F(s) + L / 3 * square(x0 - s)),
            lambda p: p.gram(p.theorem.concludes, [(1, p.descent(F, x0, s))]),
            given=((L, "<=", 3),),
        ),
        "left in a gram",
    ),
    "a negative multiple": (
        lambda: simple(
            (F(x0), "<=", F(s)),
            lambda p: p.gram(p.theorem.concludes, [(-1, p.minimum(F, x0))]),
        ),
        "multiple of a premise",
    ),
    "a negative square": (
        lambda: simple(
            (square(x0 - s), "<=", 0),
            lambda p: p.gram(p.theorem.concludes, [], squares=[(-1, x0 - s)]),
        ),
        "or of a square",
    ),
    "an expectation of a product": (
        lambda: simple((mean(F(x) * F(x)), "<=", 1), lambda p: p.minimum(F, x)),
        "not affine",
    ),
    "a product of expectations": (
        lambda: simple((mean(x @ w) * mean(x @ w), "<=", 1), lambda p: p.minimum(F, x)),
        "not affine",
    ),
    "a mean in place of its random variable": (
        lambda: simple(
            (F(s), "<=", F(x)),
            lambda p: p.gram(p.theorem.concludes, [(1, p.expect(p.minimum(F, x)))]),
        ),
        "left in a gram",
    ),
    "the same on both sides": (
        lambda: simple((F(x0), "<=", F(x0)), lambda p: p.gram(p.theorem.concludes, [])),
        "says nothing",
    ),
    "its own hypothesis": (
        lambda: simple(
            (F(x0), "<=", 1),
            lambda p: p.gram((F(x0), "<=", 1), [(1, 0)]),
            given=((F(x0), "<=", 1),),
        ),
        "says nothing",
    ),
    "hypotheses that nothing meets": (
        lambda: simple((F(x0), "<=", F(s)), lambda p: p.minimum(F, x0), given=((num(1), "<=", 0),)),
        "anything would be true",
    ),
    "noise of a law that is bounded": (
        lambda: noisy((square(ETA[t]), "<=", 1)),
        "of which no more is known",
    ),
    "noise of a law with another second moment": (
        lambda: noisy((mean(square(ETA[t])), "<=", sigma**2)),
        "of which no more is known",
    ),
    "iterates of noise with a law that stay bounded": (
        lambda: noisy((i, 0, (square(NOISY[i]), "<=", sigma**2))),
        "of which no more is known",
    ),
    "centred noise with a mean": (
        lambda: noisy((mean(W[t] @ x0), "=", 1)),
        "not visibly met where all vectors are 0",
    ),
    "centred noise on one side": (
        lambda: noisy((i, 0, (num(1), "<=", W[i] @ x0))),
        "not visibly met where all vectors are 0",
    ),
    "a norm that is negative, of a draw": (
        lambda: noisy((i, 0, (mean(square(W[i])), "<=", -(sigma**2)))),
        "not visibly met where all vectors are 0",
    ),
    "a square that is negative": (
        lambda: simple(
            (F(x0), "<=", F(s)), lambda p: p.minimum(F, x0), given=((square(x0), "<=", -(L**2)),)
        ),
        "not visibly met where all vectors are 0",
    ),
    "a value below the least": (
        lambda: simple(
            (F(x0), "<=", F(s)), lambda p: p.minimum(F, x0), given=((F(x0) + 1, "<=", F(s)),)
        ),
        "not visibly met where all vectors are 0",
    ),
    "an undeclared symbol": (
        lambda: simple((F(x0), "<=", F(vector("y"))), lambda p: p.minimum(F, x0)),
        "no vector of the theorem",
    ),
    "a class without a member": (
        lambda: (
            Proof(
                Theorem(
                    (L, s, x0, function("F", smooth=L, strong=2 * L, minimiser=s)),
                    concludes=(F(s), "<=", F(x0)),
                )
            ).certificate
        ),
        "not visible",
    ),
    "a term without a value": (
        lambda: simple((root(alpha - L) * F(s), "<=", F(x0)), lambda p: p.minimum(F, x0)),
        "no value",
    ),
}


@pytest.mark.parametrize("what", FALSE)
def test_no_false_statement_is_accepted(what: str) -> None:
    make, reason = FALSE[what]
    refused(make(), reason)


def forged(change: Callable[[Certificate], None], proof: Proof = ALL) -> Certificate:
    certificate = copy.deepcopy(proof.certificate)
    change(certificate)
    return certificate


@pytest.mark.parametrize("more", [{"law": ["laplace", L.tree]}, {"mean": ["zero"]}, {"late": True}])
@pytest.mark.parametrize("sort", ["real", "int"])
def test_of_a_number_nothing_is_told_that_nobody_reads(sort: str, more: dict[str, Any]) -> None:
    def told(c: Certificate) -> None:
        symbol = next(s for s in c["theorem"]["symbols"] if s["sort"] == sort)
        symbol.update(more)

    refused(forged(told), "has other keys than")


@pytest.mark.parametrize(
    ("sort", "key", "value"), [("iterates", "next", None), ("draws", "mean", [])]
)
def test_an_equation_is_told(sort: str, key: str, value: Any) -> None:
    def untold(c: Certificate) -> None:
        next(s for s in c["theorem"]["symbols"] if s["sort"] == sort)[key] = value

    refused(forged(untold), "is no vector")


def test_a_theorem_may_not_use_itself_or_a_later_one() -> None:
    def circle(c: Certificate) -> None:
        put_in = c["proof"][2]["steps"][0]["put"]
        c["library"][0]["proof"] = [{"rule": "by", "theorem": 0, "put": put_in}]

    refused(forged(circle), "no earlier theorem")


def test_a_lemma_that_is_another_one_proves_nothing() -> None:
    def stronger(c: Certificate) -> None:
        c["library"][0]["theorem"]["conclusion"][2] = F(vector("x")).tree

    refused(forged(stronger), "does not end in what it is to show")

    def assumed(c: Certificate) -> None:
        stronger(c)
        c["library"][0] = {"theorem": c["library"][0]["theorem"], "claim": "accel.nothing"}

    refused(forged(assumed), "not the premise")


def test_what_is_taken_from_a_claim_has_to_be_said() -> None:
    def assume(c: Certificate) -> None:
        c["library"][0] = {"theorem": c["library"][0]["theorem"], "claim": "ext.step"}
        del c["digest"]

    certificate = forged(assume)
    assert conclusions(certificate)[0]["assumes"][0]["claim"] == "ext.step"
    outcome = ALL.outcome()
    from dataclasses import replace

    silent = replace(outcome, certificate=certificate)
    told = replace(silent, assumes=("ext.step",))
    ruling = ruling_on(certificate)
    said = [ALL.theorem.digest]
    assert graded(silent, ruling, encoded=said).grade < outcome.grade
    assert graded(told, ruling, encoded=said).grade == outcome.grade


@pytest.mark.parametrize(
    ("index", "reason"), [("T", "known already"), ("i", "known already"), ("k + 1", "plain word")]
)
def test_the_index_of_an_induction_is_new(index: str, reason: str) -> None:
    refused(forged(lambda c: c["proof"][2].update(index=index)), reason)


def test_the_base_of_an_induction_is_its_first_case() -> None:
    refused(forged(lambda c: c["proof"][2].update(first=1)), "the base is not")


def test_substitution_captures_nothing() -> None:
    inner = ["sum", "j", ["q", "1"], ["v", "T"], ["*", ["v", "j"], ["v", "alpha"]]]
    index, body = put(inner, {"alpha": ["v", "j"]})[1::3]
    assert index != "j"
    assert body == ["*", ["v", index], ["v", "j"]]


def nodes(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, tree
    children: Any = ()
    if isinstance(tree, dict | list):
        children = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in children:
        yield from nodes(value, (*path, key))


def changed(certificate: Certificate, rng: random.Random) -> Certificate:
    """One random place dropped, doubled, or replaced by what stands at another one."""
    made = copy.deepcopy(certificate)
    del made["digest"]
    places = [(path, value) for path, value in nodes(made) if path]
    path, value = rng.choice(places)
    parent: Any = made
    for key in path[:-1]:
        parent = parent[key]
    how = rng.choice(["drop", "double", "other", "other"])
    if how == "other" or not isinstance(parent, list):
        same = [v for _, v in places if type(v) is type(value)]
        parent[path[-1]] = copy.deepcopy(rng.choice(same))
    elif how == "drop":
        del parent[path[-1]]
    else:
        parent.insert(path[-1], copy.deepcopy(value))
    return made


@pytest.mark.parametrize("seed", range(2))
def test_a_random_change_of_a_proof_proves_no_other_statement(seed: int) -> None:
    """What is accepted states the theorem itself, or says the same with a wider symbol."""
    rng, accepted = random.Random(seed), 0
    for _ in range(120):
        proof = rng.choice([STEP, ALL])
        made = changed(proof.certificate, rng)
        if not check_certificate(made).accepted:
            continue
        accepted += 1
        own = proof.theorem.tree
        assert made["theorem"]["conclusion"] == own["conclusion"]
        assert made["theorem"]["given"] == own["given"]
    assert accepted < 40


def test_a_part_brings_no_definitions_of_its_own() -> None:
    """Of b[t+1] = b[t] and b[0] = 0 follows b[T] <= 0; of nothing it does not."""
    b, steps = numbers("b"), integer("T", at_least=0)
    conclusion = (b[steps], "<=", 0)
    sign = {"kind": "sign"}
    defined = {
        "kind": "inductive", "variable": "T", "start": 0, "strict": "factor",
        "rules": [{"name": "b", "index": "t", "shift": 1, "from": 0, "body": b[t].tree}],
        "base": [{"name": "b", "at": 0, "value": ["q", "0"]}],
        "factor": ["q", "1"], "slack": ["q", "0"],
        "proofs": dict.fromkeys(("start", "factor", "slack"), sign),
    }  # fmt: skip
    left, op, right = said(conclusion)
    statement = {"vars": [steps.symbol, b.symbol], "where": [], "left": left, "op": op,
                 "right": right}  # fmt: skip
    assert check_certificate({**defined, "statement": statement}).accepted
    assert "rules" in conclusions({**defined, "statement": statement})[0]["statement"]
    refused(
        {"kind": "cover", "statement": statement, "pieces": defined}, "a part defines sequences"
    )
    proof = Proof(Theorem((steps, b), concludes=conclusion))
    proof.scalar(conclusion, defined)
    refused(proof.certificate, "a part defines sequences")
