"""Attacks on steps that are bounded given the past, and on norms that are not squared.

Every proof here takes a step that does not hold, or its statement says what cannot be said; each is
refused for its own reason.
"""

from collections.abc import Callable
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.provers.bounded_increments import largest, tails
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem, Vec
from workbench.symbolic.theorem_plain import plain_term
from workbench.symbolic.theorem_text import latex

k, t, N = th.integer("k"), th.integer("t"), th.integer("N", at_least=1)
B, d = th.number("B", above=0), th.integer("d", at_least=1)
C, D = th.geometry("C"), th.simplex("D", d)
F, c, u = th.function("F", smooth=B, on=C), th.point("c", C), th.vector("u")
x, at, one, two = th.points("x", C), *(th.point(name, C) for name in ("at", "one", "two"))
X = th.draws("X", t, mean=x[t], of=C)
Y = th.draws("Y", t, mean=None, of=C)  # drawn after X, of any mean
Z = th.draws("Z", t, mean=x[t], of=C, late=True)  # drawn after all of both
SPAN = th.supremum([at, one, two], F.grad(at) @ (one - two))
SYMBOLS = (d, N, B, C, D, F, c, u, x, X, Y, Z)


def checked(proof: Proof) -> str:
    return check_certificate(proof.certificate).message


def tail(
    *, drawn: th.Many = X, slope: Callable[[Num], Vec] = lambda _: F.grad(c),
    ways: tuple[int, ...] = (1, -1), **change: Any,
) -> Proof:  # fmt: skip
    """Pr[sum of <g, X_t - x_t> >= B] <= exp(-1/(2N)) for a gradient g, where steps are <= B."""
    term = th.total(t, 0, k - 1, slope(t) @ (drawn[t] - x[t]))
    told = {"cost": th.num(0), "size": B, "far": th.num(0), "square": N * B**2, "by": B}
    told |= {"count": N, "term": term, "against": slope(k), "index": k, **change}
    p = Proof(Theorem(SYMBOLS, given=[(SPAN, "<=", B)], concludes=(th.chance(u @ u), "<=", 1)))
    order = (told.pop(key) for key in ("index", "count", "term"))
    p.increments(*order, drawn, told.pop("against"), **told)
    product = (drawn[k] - x[k]) @ slope(k)
    for way in ways:
        points = [c, drawn[k], x[k]] if way == 1 else [c, x[k], drawn[k]]
        p.gram((way * product, "<=", B), [(1, p.under(SPAN, points)), (1, 0)])
    for way in (1, -1):
        p.gram((way * (product - product), "<=", 0), [])
    p.close()
    return p


def renamed(**change: Any) -> Callable[[], Proof]:
    """The proof with other words in its step."""

    def made() -> Proof:
        p = tail()
        p.steps[-1].update(change)
        return p

    return made


EARLIER = "not visibly determined before it"
SMALL = "not known to be as small"
REFUSED: dict[str, tuple[Callable[[], Proof], str]] = {
    "a mean that is not told": (lambda: tail(drawn=Y), "is not told"),
    "a slope at the point itself": (lambda: tail(slope=lambda i: F.grad(X[i])), EARLIER),
    "a slope at a later point": (lambda: tail(slope=lambda i: F.grad(X[i + 1])), EARLIER),
    "a slope at what is drawn after it": (lambda: tail(slope=lambda i: F.grad(Y[i])), EARLIER),
    "a slope at what is drawn late": (lambda: tail(slope=lambda _: F.grad(Z[0])), EARLIER),
    "half of the size": (lambda: tail(size=B / 2, square=N * B**2), SMALL),
    "one side of the product": (lambda: tail(ways=(1, 1)), SMALL),
    "a drift that costs nothing": (
        lambda: tail(term=th.total(t, 0, k - 1, F.grad(c) @ (X[t] - c))), "end in what"),
    "twice the product": (
        lambda: tail(term=th.total(t, 0, k - 1, 2 * (F.grad(c) @ (X[t] - x[t])))), "end in what"),
    "one square for all": (lambda: tail(square=B**2), SMALL),
    "a square too few": (lambda: tail(square=(N - 1) * B**2), SMALL),
    "less than the costs": (lambda: tail(far=-B), SMALL),
    "costs that are not counted": (lambda: tail(cost=B), "end in what"),
    "a level below 0": (lambda: tail(by=-B), "at least 0"),
    "no step at all": (lambda: tail(count=th.num(0), square=th.num(0)), "at least 1"),
    "half of a step": (lambda: tail(count=N / 2), "not visibly an integer"),
    "more steps than are added up": (lambda: tail(count=2 * N), SMALL),
    "a random size": (lambda: tail(size=C.norm(X[k])), ""),
    "an index that is known": (lambda: tail(index=N), "known already"),
    "an index of draws": (lambda: tail(index=t), "known already"),
    "no draws": (renamed(draw="x"), "is no draws"),
    "no name": (renamed(draw=None), "is no draws"),
    "along no simplex": (renamed(along="C", end="end"), ""),
    "along a point that is known": (renamed(along="D", end="X"), "known already"),
    "along a point called like the index": (renamed(along="D", end="k"), "known already"),
    "no steps": (renamed(steps=[]), "no steps"),
}  # fmt: skip


def test_the_proof_itself_is_accepted_up_to_its_end() -> None:
    assert "the proof does not end in what it is to show" in checked(tail())


@pytest.mark.parametrize("attack", REFUSED)
def test_a_step_that_does_not_hold_is_refused(attack: str) -> None:
    made, reason = REFUSED[attack]
    message = checked(made())
    assert reason in message
    assert "the proof does not end" not in message  # it stops before


# changes of the step that bounds a largest entry, each for more than is so
LARGER: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "twice the vector": lambda s: {"term": ["v*", ["q", "2"], s["term"]]},
    "no drift": lambda _: {"far": ["q", "0"]},
    "half of the squares": lambda s: {"square": ["*", ["q", "1/2"], s["square"]]},
    "twice as many steps": lambda s: {"count": ["*", ["q", "2"], s["count"]]},
    "next to nothing": lambda _: {"against": ["zero"]},
    "along another set": lambda _: {"along": "C"},
    "along a map": lambda _: {"along": "P"},
    "as a number": lambda _: {"along": None, "by": ["q", "1"]},
}  # fmt: skip


@pytest.mark.parametrize("attack", LARGER)
def test_a_largest_entry_is_bounded_as_it_is_shown(attack: str) -> None:
    proof = largest()
    (step,) = (s for s in proof.certificate["proof"] if s["rule"] == "increments")
    assert check_certificate(proof.certificate).accepted
    step.update(LARGER[attack](step))
    assert "(increments): " in checked(proof)


def test_one_sign_alone_bounds_no_largest_square() -> None:
    proof = largest()
    (step,) = (s for s in proof.certificate["proof"] if s["rule"] == "increments")
    step["steps"][-1]["conclusion"] = step["steps"][-4]["conclusion"]
    assert "(increments): " in checked(proof)


def test_a_norm_is_bounded_by_its_square_and_a_number_above_0() -> None:
    for number, reason in ((-B, "not visibly positive"), (0 * B, "not visibly positive")):
        p = Proof(Theorem(SYMBOLS, concludes=(C.norm(u), "<=", B)))
        p.middle(u, number, of=C)
        assert reason in checked(p)
    p = Proof(Theorem(SYMBOLS, concludes=(C.norm(u), "<=", B)))
    p.middle(u, B, of=F)
    assert "not affine" in checked(p)


DISTANCES = {
    "far from 0": (B, "<=", C.norm(u)),
    "points far from one another": (B, "<=", th.supremum([one, two], C.norm(one - two))),
    "points none of which is near 0": (th.supremum([one], B - C.norm(one)), "<=", 0),
    "a norm below 0": (C.norm(u), "<=", -B),
    "a point of a simplex at 0": (D.norm(th.point("e", D)), "<=", 0),
}


@pytest.mark.parametrize("given", DISTANCES)
def test_a_hypothesis_about_norms_is_met_by_something(given: str) -> None:
    e = th.point("e", D)
    p = Proof(Theorem((*SYMBOLS, e), given=[DISTANCES[given]], concludes=(u @ u, "<=", B)))
    p.gram((u @ u, "<=", B), [])
    assert "(gram): " not in checked(p)


@pytest.mark.parametrize("made", [tails, largest])
def test_norms_are_written(made: Callable[[], Proof]) -> None:
    (steep,) = (f for f in made().theorem.tree["given"] if "'norm'" in str(f))
    assert "_C" in plain_term(steep[0])
    assert r"\rVert_{C}" in latex(made().theorem.tree)
