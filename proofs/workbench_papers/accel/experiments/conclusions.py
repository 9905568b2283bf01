"""The conclusions that Section 5 draws from its figures, each as a statement that can be tested.

Words like "outperforms" are read run against run: in more than half of the pairs of runs the error
is smaller.  "Dramatically" and "not an order of magnitude" are read as a factor of ten.  Where the
paper speaks of all of its instances, there is one conclusion for each combination of dataset (plus,
minus) and batch size, because the answer depends on them.
"""

import itertools
from collections.abc import Iterable, Iterator

from workbench.convergence.comparisons import Below, Conclusion, Every, Exactly, Some, Statement
from workbench_papers.accel.experiments.setting import (
    BATCHES,
    FULL,
    LABELS,
    METHODS,
    STEPS,
    SUBSAMPLED,
    cell,
    number,
    plan,
)

ACCELERATED = ("DP-HB", "DP-NAG", "DP-NAG-opt")
TUNED = ("DP-MASG-opt", "DP-NAG-opt")


def below(left: str, right: str, *, factor: float = 1.0) -> Below:
    """Whether one cell ends below `factor` times another one."""
    return Below((left,), (right,), factor)


def every(parts: Iterable[Statement]) -> Every:
    """Whether all of the statements hold."""
    return Every(tuple(parts))


def small_horizon(T: str, m: str, labels: str) -> Statement:
    """Q1: DP-HB, DP-NAG and DP-NAG-opt end below DP-GD at this T."""
    gd = cell("DP-GD", T, m=m, labels=labels).id
    return every(below(cell(one, T, m=m, labels=labels).id, gd) for one in ACCELERATED)


def larger_advantage(T: str) -> Statement:
    """Q2: error of DP-GD / error of an accelerated method is larger at c = 0.1 than at c = 1."""

    def at(method: str, c: str) -> str:
        return cell(method, T, c=c).id

    return every(
        Below((at("DP-GD", "c=1"), at(one, "c=0.1")), (at("DP-GD", "c=0.1"), at(one, "c=1")))
        for one in ACCELERATED
    )


def large_horizon(T: str, labels: str) -> Statement:
    """Q3: DP-GD ends below DP-HB and DP-NAG."""
    gd = cell("DP-GD", T, labels=labels).id
    return every(below(gd, cell(one, T, labels=labels).id) for one in ("DP-HB", "DP-NAG"))


def best_against_best(m: str, labels: str) -> Statement:
    """Q4: some T of DP-HB is below all T of DP-GD."""

    def at(method: str, T: str) -> str:
        return cell(method, T, m=m, labels=labels).id

    return Some(
        tuple(every(below(at("DP-HB", T), at("DP-GD", other)) for other in STEPS) for T in STEPS)
    )


def best_at_thousand(labels: str) -> Statement:
    """Q4, second part: DP-GD is best at T = 1000."""
    last = cell("DP-GD", "T=1000", labels=labels).id
    return every(below(last, cell("DP-GD", T, labels=labels).id) for T in STEPS[:-1])


def tuned_are_best(m: str, labels: str) -> Statement:
    """Q5 and Q6: at every T both tuned methods are below all four others."""
    others = [method for method in METHODS if method not in TUNED]
    return every(
        below(cell(one, T, m=m, labels=labels).id, cell(other, T, m=m, labels=labels).id)
        for T, one, other in itertools.product(STEPS, TUNED, others)
    )


def horizons(method: str, *, c: float = 1.0, m: int = 100_000) -> tuple[int, ...]:
    """The number of steps that the plan chooses when 1000 or fewer are allowed."""
    return tuple(plan(method, m=m, c=c, T=int(number(T))).steps for T in STEPS)


def small_and_constant() -> bool:
    """Q7: both plans stop near 100 (below 150), and at the same step once T allows it."""
    allowed = [int(number(T)) for T in STEPS]
    return all(
        found[-1] < 150 and found == tuple(min(found[-1], T) for T in allowed)
        for found in map(horizons, TUNED)
    )


def recovers(method: str, *, factor: float) -> Statement:
    """Q8: at c = 1 the error is below `factor` times that at c = 0.1, at every T."""
    return every(
        below(cell(method, T).id, cell(method, T, c="c=0.1").id, factor=factor) for T in STEPS
    )


def robust() -> Statement:
    """Q8, second part: at c = 0.1 DP-NAG-opt is below DP-MASG-opt, at every T."""
    return every(
        below(cell("DP-NAG-opt", T, c="c=0.1").id, cell("DP-MASG-opt", T, c="c=0.1").id)
        for T in STEPS
    )


def full_batch(
    labels: str, *, factor: float, turned: bool, horizons: tuple[str, ...] = STEPS
) -> Statement:
    """Q9: the full batch is below m = 1000; turned: m = 1000 is below `factor` full batches."""
    pairs = [
        (cell(one, T, m=FULL, labels=labels).id, cell(one, T, m=SUBSAMPLED, labels=labels).id)
        for one in METHODS[1:]
        for T in horizons
    ]
    return every(below(b, a, factor=factor) if turned else below(a, b) for a, b in pairs)


def tuning_helps(labels: str, m: str) -> Statement:
    """Q10: DP-NAG-opt is below DP-NAG and DP-MASG-opt below DP-MASG, at every T."""
    return every(
        below(cell(f"{one}-opt", T, m=m, labels=labels).id, cell(one, T, m=m, labels=labels).id)
        for one in ("DP-NAG", "DP-MASG")
        for T in STEPS
    )


def growth(labels: str, by: float = 25.0) -> Statement:
    """Q11: from T = 200 to T = 1000 the error of DP-NAG grows by 25, up to a factor of 2."""
    early, late = (cell("DP-NAG", T, labels=labels).id for T in ("T=200", "T=1000"))
    return Every((below(late, early, factor=2 * by), below(early, late, factor=2 / by)))


def _all() -> Iterator[Conclusion]:
    for labels, m, T in itertools.product(LABELS, BATCHES, ("T=100", "T=200")):
        text = f"DP-HB, DP-NAG, DP-NAG-opt end below DP-GD ({labels}, {m}, c=1, {T})"
        yield Conclusion(f"Q1.{labels}.{m}.{T}", text, small_horizon(T, m, labels))
    for T in STEPS:
        text = f"the advantage over DP-GD is larger at c=0.1 than at c=1 (plus, {FULL}, {T})"
        yield Conclusion(f"Q2.{T}", text, larger_advantage(T))
    for labels, T in itertools.product(LABELS, ("T=500", "T=1000")):
        text = f"DP-GD ends below DP-HB and DP-NAG ({labels}, {FULL}, c=1, {T})"
        yield Conclusion(f"Q3.{labels}.{T}", text, large_horizon(T, labels))
    for labels, m in itertools.product(LABELS, BATCHES):
        text = f"the best of DP-HB over T is below the best of DP-GD ({labels}, {m}, c=1)"
        yield Conclusion(f"Q4.{labels}.{m}", text, best_against_best(m, labels))
    for labels in LABELS:
        text = f"DP-GD is best at T=1000 ({labels}, {FULL}, c=1)"
        yield Conclusion(f"Q4b.{labels}", text, best_at_thousand(labels))
    for (name, m), labels in itertools.product((("Q5", FULL), ("Q6", SUBSAMPLED)), LABELS):
        text = f"DP-NAG-opt and DP-MASG-opt are below the other four ({labels}, {m}, c=1, all T)"
        yield Conclusion(f"{name}.{labels}", text, tuned_are_best(m, labels))
    found = ", ".join(f"{one}: {horizons(one)}" for one in TUNED)
    text = f"the adjusted number of steps is small and does not depend on T (c=1; {found})"
    yield Conclusion("Q7", text, Exactly(small_and_constant()))
    for method in ("DP-MASG", "DP-MASG-opt"):
        text = f"{method} has a smaller error at c=1 than at c=0.1 (plus, {FULL}, all T)"
        yield Conclusion(f"Q8.{method}", text, recovers(method, factor=1))
        text = f"... ten times smaller (plus, {FULL}, all T)"
        yield Conclusion(f"Q8.ten.{method}", text, recovers(method, factor=0.1))
    text = f"DP-NAG-opt is below DP-MASG-opt at c=0.1 (plus, {FULL}, all T)"
    yield Conclusion("Q8.robust", text, robust())
    for labels in LABELS:
        text = f"the full batch is below m=1000, accelerated methods ({labels}, c=1, all T)"
        yield Conclusion(f"Q9.better.{labels}", text, full_batch(labels, factor=1, turned=False))
        text = f"the same at T=100 ({labels}, c=1)"
        short = full_batch(labels, factor=1, turned=False, horizons=STEPS[:1])
        yield Conclusion(f"Q9.short.{labels}", text, short)
        text = f"... but by less than ten times ({labels}, c=1, all T)"
        yield Conclusion(f"Q9.ten.{labels}", text, full_batch(labels, factor=10, turned=True))
    for labels, m in itertools.product(LABELS, BATCHES):
        text = f"optimised scales and T help DP-NAG and DP-MASG ({labels}, {m}, c=1, all T)"
        yield Conclusion(f"Q10.{labels}.{m}", text, tuning_helps(labels, m))
    for labels in LABELS:
        text = f"the error of DP-NAG grows like T^2 from T=200 to T=1000 ({labels}, {FULL}, c=1)"
        yield Conclusion(f"Q11.{labels}", text, growth(labels))


CONCLUSIONS = tuple(_all())
