"""Attacks on semidefinite hypotheses, on proofs by cases, and on equations that are put in."""

from collections.abc import Callable
from typing import Any

import pytest

from workbench.rigor.check import check_certificate
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic.theorem import (
    Theorem,
    function,
    integer,
    num,
    number,
    numbers,
    psd,
    square,
    total,
    vector,
)

Steps = Callable[[Proof], Any]
a, b, c, zero = number("a"), number("b"), number("c"), num(0)
u, v = vector("u"), vector("v")
i, n, xs = integer("i"), integer("n", at_least=1), numbers("y")
MATRIX = psd([[a, b], [b, c]])
FORM = a * square(u) + 2 * b * (u @ v) + c * square(v)
POSITIVE = zero, "<=", FORM


def proof_of(concludes: Any, steps: Steps, *, given: Any = (), more: Any = ()) -> Proof:
    proof = Proof(Theorem((a, b, c, *more, u, v), given=given, concludes=concludes))
    steps(proof)
    return proof


def judged(proof: Proof) -> Any:
    return check_certificate(proof.certificate)


def by_form(*vectors: Any, multiple: Any = 1) -> Steps:
    return lambda p: p.gram(p.theorem.concludes, [(multiple, p.form(0, *vectors))])


LEMMA = proof_of(POSITIVE, by_form(u, v), given=(MATRIX,))


def borrowed(given: Any) -> Proof:
    values = {"a": a, "b": b, "c": c, "u": u, "v": v}
    return proof_of(POSITIVE, lambda p: p.by(LEMMA, values), given=given)


def in_cases(p: Proof, less: Any, rest: Any, of: Any = (zero, a)) -> None:
    """0 <= |a| in two cases, whose last steps are given."""
    p.cases(p.theorem.concludes, of)
    less(p)
    p.otherwise()
    rest(p)
    p.close()


SQUARE = zero, "<=", a * b
SAME = (a, "=", b)


def visibly(p: Proof) -> None:
    p.visible(p.theorem.concludes)


def test_what_is_true_is_proved() -> None:
    """The form of a matrix, a lemma about it, both signs of a number, both kinds of equations."""
    assert judged(LEMMA).accepted
    assert judged(borrowed((MATRIX,))).accepted
    both = ((zero, "<=", b), (b, "<=", zero))
    split = proof_of(SQUARE, lambda p: in_cases(p, visibly, visibly), given=both)
    assert judged(split).accepted, judged(split).message
    for given in ((SAME,), ((a, "<=", b), (b, "<=", a))):
        told = proof_of(
            (a * square(u), "=", b * square(u)),
            lambda p: p.rewrite(p.theorem.concludes, p.gram((zero, "=", zero * square(u)), []), 0),
            given=given,
        )
        assert judged(told).accepted, judged(told).message


FALSE: dict[str, tuple[Callable[[], Proof], str]] = {
    "the form of no matrix": (
        lambda: proof_of(POSITIVE, by_form(u, v), given=((zero, "<=", a),)), "not of the kind psd",
    ),
    "the form of a matrix that is not symmetric": (
        lambda: proof_of(POSITIVE, by_form(u, v), given=(psd([[a, b], [c, c]]),)), "symmetric",
    ),
    "a matrix that has a negative minor": (
        lambda: proof_of(POSITIVE, by_form(u, v), given=(psd([[1, 2], [2, 1]]),)), "is false",
    ),
    "a matrix that is not square": (
        lambda: proof_of(POSITIVE, by_form(u, v), given=(psd([[a, b]]),)), "",
    ),
    "fewer vectors than rows": (lambda: proof_of(POSITIVE, by_form(u), given=(MATRIX,)), ""),
    "another form": (lambda: proof_of(POSITIVE, by_form(v, u), given=(MATRIX,)), "are left"),
    "a negative multiple of a form": (
        lambda: proof_of((FORM, "<=", zero), by_form(u, v, multiple=-1), given=(MATRIX,)),
        "not visibly non-negative",
    ),
    "a lemma about a matrix, without it": (lambda: borrowed(()), "hypothesis 0"),
    "a lemma about a matrix, with another": (
        lambda: borrowed((psd([[c, b], [b, a]]),)), "hypothesis 0",
    ),
    "a lemma about a matrix, with a larger one": (
        lambda: borrowed((psd([[a, b, b], [b, c, c], [b, c, c]]),)), "hypothesis 0",
    ),
    "one case alone": (
        lambda: proof_of(
            (zero, "<=", a), lambda p: in_cases(p, visibly, lambda p: p.visible((a, "<=", zero)))
        ),
        "case does not end in what it is to show",
    ),
    "a case that is left out": (
        lambda: proof_of((zero, "<=", a), lambda p: in_cases(p, visibly, lambda p: None)),
        "no steps",
    ),
    "the other case": (
        lambda: proof_of((zero, "<=", a), lambda p: in_cases(p, visibly, visibly)),
        "cannot be read",
    ),
    "a case that goes on after its end": (
        lambda: proof_of(
            (zero, "<=", a),
            lambda p: (
                in_cases(p, lambda p: p.visible((zero, "<=", square_of(a))), visibly),
                p.visible((zero, "<=", a)),
            ),
        ),
        "",
    ),
    "cases of a vector": (
        lambda: proof_of(SQUARE, lambda p: in_cases(p, visibly, visibly, of=(zero, u @ v))), "",
    ),
    "an inequality as an equation": (
        lambda: proof_of(
            (a * square(u), "=", b * square(u)),
            lambda p: p.rewrite(p.theorem.concludes, p.gram((zero, "=", zero * square(u)), []), 0),
            given=((a, "<=", b),),
        ),
        "no equation",
    ),
    "an equation between vectors": (
        lambda: proof_of(
            (2 * square(u), "=", 2 * square(v)),
            lambda p: p.rewrite(p.theorem.concludes, p.gram((zero, "=", zero * square(u)), []), 0),
            given=((u @ u, "=", v @ v),),
        ),
        "no equation of numbers",
    ),
    "an equation that proves another": (
        lambda: proof_of(
            (a * square(u), "=", c * square(u)),
            lambda p: p.rewrite(p.theorem.concludes, p.gram((zero, "=", zero * square(u)), []), 0),
            given=(SAME,),
        ),
        "is not the premise",
    ),
    "an equation about the index of a sum": (
        lambda: proof_of(
            (total(n, 1, 2, xs[n]) * square(u), "=", 2 * xs[1] * square(u)),
            lambda p: p.rewrite(p.theorem.concludes, p.gram((zero, "=", zero * square(u)), []), 0),
            given=((n, "=", num(1)),),
            more=(n, xs),
        ),
        "is not the premise",
    ),
    "an equation for the modulus of a class": (
        lambda: proof_of(
            (square(u), "<=", zero), lambda p: p.convexity(CONVEX, u, v), more=(CONVEX,)
        ),
        "end in what it is to show",
    ),
}  # fmt: skip
CONVEX = function("F", strong=0, smooth=1)


def square_of(x: Any) -> Any:
    return x**2


@pytest.mark.parametrize("what", FALSE)
def test_no_false_statement_is_accepted(what: str) -> None:
    made, reason = FALSE[what]
    answer = judged(made())
    assert not answer.accepted, what
    assert reason in answer.message, answer.message


def test_cases_are_not_nested_without_end() -> None:
    def deep(p: Proof, depth: int) -> None:
        p.cases(p.theorem.concludes, (zero, a))
        deep(p, depth - 1) if depth else visibly(p)
        p.otherwise()
        visibly(p)
        p.close()

    claimed = zero, "<=", a**2
    assert judged(proof_of(claimed, lambda p: deep(p, 5))).accepted
    answer = judged(proof_of(claimed, lambda p: deep(p, 6)))
    assert not answer.accepted
    assert "too deeply" in answer.message


def test_two_conditions_on_one_number_count_both() -> None:
    """The weaker of two conditions does not hide the stronger one, in whatever order they come."""
    for given in (((zero, "<", a), (zero, "<=", a)), ((zero, "<=", a), (zero, "<", a))):
        proof = proof_of((1 / a * square(u), "<=", 2 / a * square(u)), lambda p: p.gram(
            p.theorem.concludes, [], squares=[(1 / a, u)]), given=given)  # fmt: skip
        assert judged(proof).accepted, judged(proof).message
