"""What Section 5 concludes from its figures, tested on stored runs of the same experiment.

All of this is about two datasets, one start and one epsilon, so it is support and nothing more.
The paper's own datasets are not known, and its conclusions depend on them: where the label -1
prevails, the start has a huge loss, plain gradient descent leaves it fast, and several conclusions
turn round.  Statistics can dispute a conclusion, not refute it; a repair says what the runs support
instead.  The mutants turn every comparison round.
"""

from collections.abc import Callable

from workbench.claims import Claim, Figure, Grade, Outcome, Run, because, broken, fails, holds
from workbench.convergence.comparisons import Statement
from workbench_papers.accel.experiments import conclusions as q
from workbench_papers.accel.experiments.setting import (
    BATCHES,
    FULL,
    LABELS,
    STEPS,
    SUBSAMPLED,
    cell,
    number,
)
from workbench_papers.accel.experiments.stored import SETTING, TRUST, tested, turned


def claimed(
    slug: str, title: str, statement: str, test: Callable[[], Statement], *, corner: str,
    repairs: tuple[str, ...] = (), note: str = "", read: str = "",
    false: tuple[str, str, Callable[[], Statement]] | None = None,
) -> Claim:  # fmt: skip
    """One conclusion with its check and its mutant."""
    made = Claim(
        f"accel.exp-claims.{slug}", title=title,
        printed=None if repairs or read else ("remark", "Section 5"),
        reading=("remark", f"Section 5, {read}") if read else None,
        ours=("remark", "Section 5") if repairs else None, statement=statement, hypotheses=SETTING,
        uses=("accel.exp-figures",), repairs=tuple(f"accel.exp-claims.{one}" for one in repairs),
        note=note,
    )  # fmt: skip

    name, why, other = false or ("the_other_way_round", TURNED, lambda: turned(test()))

    @made.statistical(corner=corner, uses=("accel.exp-figures",))
    @broken(name, why, said=other)
    def runs_decide(run: Run, *, said: Callable[[], Statement] = test) -> Outcome:
        """Sign tests over the stored runs, all parts of the conclusion together."""
        return tested(said(), run)

    return made


TURNED = "Every comparison the other way round, as one of them is seen as it is claimed."
ALL = "both datasets, both batch sizes, c = 1"
PLAIN = "both datasets, m = n, c = 1"
PLUS = "dataset plus, m = n"


def _q1(*horizons: str) -> Callable[[], Statement]:
    return lambda: q.every(
        q.small_horizon(T, m, labels) for T in horizons for m in BATCHES for labels in LABELS
    )


def _best_at(horizon: dict[str, str]) -> Callable[[], Statement]:
    return lambda: q.every(
        q.below(cell("DP-GD", T, labels=labels).id, cell("DP-GD", other, labels=labels).id)
        for labels, T in horizon.items()
        for other in STEPS
        if other != T
    )


CONCLUSIONS = (
    claimed(
        "q1",
        "Short runs: DP-HB, DP-NAG and DP-NAG-opt end below DP-GD",
        r"\text{At } T = 100 \text{ and } T = 200: \text{ error of DP-HB, DP-NAG, DP-NAG-opt }"
        r" < \text{ error of DP-GD}",
        _q1("T=100", "T=200"), corner=ALL, read="for few steps, read as T = 100 and 200",
        note="False at T = 200 on the dataset minus, where gradient descent has arrived by then.",
    ),
    claimed(
        "q1.repaired", "At T = 100: DP-HB, DP-NAG and DP-NAG-opt end below DP-GD",
        r"\text{At } T = 100: \text{ error of DP-HB, DP-NAG, DP-NAG-opt } < \text{ error of DP-GD}",
        _q1("T=100"), corner=ALL, repairs=("q1",),
    ),
    claimed(
        "q2",
        "The advantage of acceleration is larger for the small step size",
        r"\frac{\text{error of DP-GD}}{\text{error of DP-HB, DP-NAG, DP-NAG-opt}}"
        r" \text{ is larger at } c = 0.1 \text{ than at } c = 1, \text{ for all } T",
        lambda: q.every(map(q.larger_advantage, STEPS)), corner=PLUS, read="read for every T",
        note="At T = 100 it is the other way round: with c = 0.1 nobody has arrived yet. For"
        " DP-NAG-opt at T = 200 too, by little.",
    ),
    claimed(
        "q2.repaired",
        "The advantage is larger for the small step size from T = 500 on",
        r"\frac{\text{error of DP-GD}}{\text{error of DP-HB, DP-NAG, DP-NAG-opt}}"
        r" \text{ is larger at } c = 0.1 \text{ than at } c = 1, \text{ for } T \ge 500",
        lambda: q.every(map(q.larger_advantage, STEPS[2:])), corner=PLUS, repairs=("q2",),
        note="The bound on T was chosen after a look at the first 20 runs; the later runs alone"
        " give the same answer.",
    ),
    claimed(
        "q3",
        "Long runs: DP-GD ends below DP-HB and DP-NAG",
        r"\text{At } T = 500, 1000,\; c = 1,\; m = n: \text{ error of DP-GD }"
        r" < \text{ error of DP-HB, DP-NAG}",
        lambda: q.every(q.large_horizon(T, labels) for T in STEPS[2:] for labels in LABELS),
        corner=PLAIN,
    ),
    claimed(
        "q4", "The best of DP-HB beats the best of DP-GD",
        r"\min_T \text{error of DP-HB} < \min_T \text{error of DP-GD} \text{ at } c = 1",
        lambda: q.every(q.best_against_best(m, labels) for m in BATCHES for labels in LABELS),
        corner=ALL, note="It depends on the labels: false on the dataset minus.",
    ),
    claimed(
        "q4.repaired",
        "The best of DP-HB beats the best of DP-GD if almost all labels are +1",
        r"\min_T \text{error of DP-HB} < \min_T \text{error of DP-GD} \text{ at } c = 1"
        r" \text{ on the dataset plus}",
        lambda: q.every(q.best_against_best(m, "plus") for m in BATCHES),
        corner="dataset plus, both batch sizes, c = 1",
        repairs=("q4",),
    ),
    claimed(
        "q4b",
        "DP-GD is at its best at T = 1000",
        r"\text{Among } T = 100, 200, 500, 1000 \text{ DP-GD has its least error at } T = 1000"
        r" \; (c = 1, m = n)",
        lambda: q.every(map(q.best_at_thousand, LABELS)),
        corner=PLAIN,
        note="The authors' own figure has the least error at T = 500.",
    ),
    claimed(
        "q4b.repaired",
        "DP-GD is at its best at T = 500, or at T = 200 where most labels are -1",
        r"\text{Among } T = 100, 200, 500, 1000 \text{ DP-GD has its least error at } T = 500"
        r" \text{ (plus) and } T = 200 \text{ (minus)} \; (c = 1, m = n)",
        _best_at({"plus": "T=500", "minus": "T=200"}),
        corner=PLAIN,
        repairs=("q4b",),
    ),
    claimed(
        "q5",
        "DP-NAG-opt and DP-MASG-opt are the best two with the full batch",
        r"\text{At every } T,\; c = 1,\; m = n: \text{ DP-NAG-opt and DP-MASG-opt end below the}"
        r" \text{ other four methods}",
        lambda: q.every(q.tuned_are_best(FULL, labels) for labels in LABELS),
        corner=PLAIN,
    ),
    claimed(
        "q6",
        "DP-NAG-opt and DP-MASG-opt are the best two with batches of 1000",
        r"\text{At every } T,\; c = 1,\; m = 10^3: \text{ DP-NAG-opt and DP-MASG-opt end below the}"
        r" \text{ other four methods}",
        lambda: q.every(q.tuned_are_best(SUBSAMPLED, labels) for labels in LABELS),
        corner="both datasets, m = 1000, c = 1",
        note="On the dataset minus DP-GD at T = 200 is about as good as the two: 1,000 runs do not"
        " tell which is better.",
    ),
    claimed(
        "q6.repaired",
        "DP-NAG-opt and DP-MASG-opt are the best two with batches of 1000 if most labels are +1",
        r"\text{At every } T,\; c = 1,\; m = 10^3,\; \text{dataset plus: DP-NAG-opt and}"
        r" \text{ DP-MASG-opt end below the other four methods}",
        lambda: q.tuned_are_best(SUBSAMPLED, "plus"),
        corner="dataset plus, m = 1000, c = 1",
        repairs=("q6",),
    ),
    claimed(
        "q8",
        "DP-MASG and DP-MASG-opt suffer from the small step size",
        r"\text{At every } T,\; m = n: \text{ error at } c = 1 < \text{ error at } c = 0.1,"
        r" \text{ for DP-MASG and DP-MASG-opt}",
        lambda: q.every(q.recovers(one, factor=1) for one in ("DP-MASG", "DP-MASG-opt")),
        corner=PLUS,
        note="The bound predicts it: for c < 1/9 a stage no longer makes up for its restart"
        " (accel.masg-small-step).",
    ),
    claimed(
        "q8.magnitude",
        "... and recover dramatically",
        r"\text{At every } T,\; m = n: \text{ error at } c = 1 < \frac{1}{10}"
        r" \text{ error at } c = 0.1, \text{ for DP-MASG and DP-MASG-opt}",
        lambda: q.every(q.recovers(one, factor=0.1) for one in ("DP-MASG", "DP-MASG-opt")),
        corner=PLUS,
        note="'Dramatically' is read as a factor of ten."
        " The first 60 runs left it open; the later ones alone decide it.",
    ),
    claimed(
        "q8.robust",
        "DP-NAG-opt is more robust to the small step size than DP-MASG-opt",
        r"\text{At every } T,\; c = 0.1,\; m = n: \text{ error of DP-NAG-opt }"
        r" < \text{ error of DP-MASG-opt}",
        q.robust,
        corner=PLUS,
    ),
    claimed(
        "q9",
        "The full batch beats batches of 1000",
        r"\text{At every } T,\; c = 1: \text{ each method but DP-GD has a smaller error with }"
        r" m = n \text{ than with } m = 10^3",
        lambda: q.every(q.full_batch(labels, factor=1, turned=False) for labels in LABELS),
        corner="both datasets, c = 1",
        note="The predicted gap at T = 1000 is only a factor 1.05^2."
        " The first 60 runs left it open; the later ones alone decide it.",
    ),
    claimed(
        "q9.short",
        "The full batch beats batches of 1000 in short runs",
        r"\text{At } T = 100,\; c = 1: \text{ each method but DP-GD has a smaller error with }"
        r" m = n \text{ than with } m = 10^3",
        lambda: q.every(
            q.full_batch(labels, factor=1, turned=False, horizons=STEPS[:1]) for labels in LABELS
        ),
        corner="both datasets, c = 1, T = 100",
        note="The predicted gap of the noise terms is a factor 1.4375^2 = 2.07.",
    ),
    claimed(
        "q9.magnitude",
        "... but not by an order of magnitude",
        r"\text{At every } T,\; c = 1: \text{ error with } m = 10^3 < 10 \times"
        r" \text{ error with } m = n, \text{ for each method but DP-GD}",
        lambda: q.every(q.full_batch(labels, factor=10, turned=True) for labels in LABELS),
        corner="both datasets, c = 1",
    ),
    claimed(
        "q10",
        "Optimising scales and number of steps helps, also under subsampling",
        r"\text{At every } T,\; c = 1: \text{ DP-NAG-opt} < \text{DP-NAG and DP-MASG-opt}"
        r" < \text{DP-MASG}",
        lambda: q.every(q.tuning_helps(labels, m) for labels in LABELS for m in BATCHES),
        corner=ALL,
    ),
    claimed(
        "q11",
        "With equal noise the error of long runs grows like T^2",
        r"12.5 < \frac{\text{error of DP-NAG at } T = 1000}{\text{error at } T = 200} < 50"
        r" \text{ where } T^2 \text{ predicts } 25 \; (c = 1, m = n)",
        lambda: q.every(map(q.growth, LABELS)),
        corner=PLAIN,
        false=("cubic_growth", "T^3 predicts 125: the median ratios are 25.4 and 28.0.",
               lambda: q.every(q.growth(labels, 125.0) for labels in LABELS)),
    ),
)  # fmt: skip

Q7 = Claim(
    "accel.exp-claims.q7",
    title="The adjusted number of steps is small and does not depend on T",
    printed=("remark", "Section 5"),
    statement=r"""c = 1: \; T' = \min(T, 121) \text{ for DP-NAG-opt and } T' = \min(T, 89)
        \text{ for DP-MASG-opt}""",
    hypotheses=(SETTING[0], r"\mu = 0.02,\; L = 5.1,\; E_{\text{guess}} = 10"),
    uses=("accel.alg-dp-nag-opt", "accel.alg-dp-masg-opt"),
    note="With the transient as printed, without the factor 2, DP-NAG-opt stops after 106 steps;"
    " the public code minimises another expression and stops after 136.",
)


@Q7.exact
@broken("printed_transient_stops_earlier", nag=106)
@because("With 106, the length for the printed coefficient 1, in place of 121.")
def plans_stop_there(*, nag: int = 121, masg: int = 89) -> Outcome:
    """The plans of all eight cells choose min(T, ...) steps, as is claimed."""
    allowed = [int(number(T)) for T in STEPS]
    found = {"DP-NAG-opt": nag, "DP-MASG-opt": masg}
    good = all(
        q.horizons(method) == tuple(min(T, best) for T in allowed) for method, best in found.items()
    )
    figures = tuple(Figure(f"T' of {method}", str(q.horizons(method))) for method in found)
    decide = holds if good else fails
    text = "; ".join(f"{f.name}: {f.value}" for f in figures)
    return decide("scan of all numbers of steps", text, grade=Grade.DERIVED, figures=figures,
                  trust=TRUST[:2])  # fmt: skip
