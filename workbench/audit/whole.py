"""The whole audit: every level that a mechanism's interface unlocks, on every pair, side by side.

The levels are those of workbench.audit.levels, and are never mixed: the model, the sampler against
the model, likelihood ratios under the model, and two samples without any model.  One error ledger
covers pairs, directions and levels.  No verdict ever says "private".
"""

import hashlib
import operator
import time
from collections.abc import Sequence

import numpy as np

from workbench.audit.bits import LowestBits
from workbench.audit.black_box import FEWEST, check_claim, drawing, run_audit
from workbench.audit.conformance import ConformanceRow
from workbench.audit.draws import IMPOSSIBLE, DependentDrawsError
from workbench.audit.inside import DatasetPair, conformance, likelihood, model
from workbench.audit.ledger import LedgerEntry, divide, share
from workbench.audit.levels import AnyFinding, ConformanceFinding, TwoSampleFinding
from workbench.audit.mechanism import Access, access, declared_score
from workbench.audit.neighbours import check_pair, relation
from workbench.audit.spelling import named, spelled
from workbench.audit.summary import Audit
from workbench.engines import Pool
from workbench.errors import DataError, require

INSIDE = 10_000
"""Most draws per pair and direction of the levels that look inside."""

SHOWN = 60
"""Longest text of a dataset in a report."""


def audit(
    mechanism: object,
    pairs: Sequence[DatasetPair],
    *,
    epsilon: float,
    delta: float = 0.0,
    samples: int = 200_000,
    confidence: float = 0.99,
    seed: int = 0,
    levels: str = "ABCD",
    sequential: bool = False,
    bits: bool = False,
    neighbouring: str | None = None,
    jobs: int = 1,
    executor: str = "local",
) -> Audit:
    """Audit the claim "mechanism is (epsilon, delta)-DP" on pairs of neighbouring datasets.

    `mechanism` is a function sample(dataset, size, rng), or an object with that method and any of
    those in workbench.audit.mechanism; `levels` may leave some of them out.  `samples` is the
    number of draws of all two-sample audits together; levels B and C draw at most a tenth more
    each.  With `sequential` the two-sample audits stop as soon as the claim is refuted.  With
    `bits` the lowest bits of floating-point outputs are audited too, as a verdict of its own.
    `neighbouring` names the relation of the claim, as in `black_box`; the pairs are held to it.

    confidence: the probability that no statement is false
    seed: everything that is drawn follows from it
    jobs: processes that draw for the two-sample audits; no result depends on them
    executor: the engine that has them: local, dask, dask://HOST:PORT or ray

    >>> from workbench.audit import Additive
    >>> from workbench.privacy import Laplace
    >>> found = audit(Additive(Laplace(1.0), len, sensitivity=1.0), [([1], [])], epsilon=0.5)
    >>> found.verdict, [f.level for f in found.findings if f.verdict == "violation"]
    ('violation', ['A', 'A', 'C', 'C', 'D'])
    >>> found.proven, round(found.epsilon_lower, 6)
    (1.0, 1.0)
    """
    begin = time.perf_counter()
    looked = access(mechanism)
    ok = 0 < confidence < 1
    require(ok, "confidence", confidence, "is outside (0, 1)", "Pass a value such as 0.99.")
    pairs = _checked(pairs)
    related = tuple(relation(*pair, declared=neighbouring) for pair in pairs)
    each = operator.index(samples) // len(pairs)
    rule = f"leaves fewer than {FEWEST} draws for each of {len(pairs)} pairs"
    require(each >= FEWEST, "samples", samples, rule, "Pass more samples or fewer pairs.")
    check_claim(looked.sample, epsilon, delta, each, 1 - confidence, seed)
    ok = bool(levels) and set(levels) <= set("ABCD")
    require(ok, "levels", repr(levels), "are not letters of ABCD", "Pass for instance 'ABD'.")
    run = [level for level in looked.levels if level in levels]
    require(
        bool(run),
        "levels",
        repr(levels),
        f"are not offered by {looked.name}",
        f"It offers {looked.levels}; see workbench.audit.mechanism for what unlocks the others.",
    )
    ledger = divide(
        1 - confidence, levels=[*run, *(["bits"] if bits else [])], pairs=len(pairs), delta=delta
    )
    findings: list[AnyFinding] = []
    with drawing(executor, jobs) as pool:
        plan = _Plan(
            looked, float(epsilon), float(delta), each, int(seed), ledger, sequential, pool
        )
        for number, pair in enumerate(pairs):
            findings += plan.pair(number, pair, run, bits=bits)
    proven = None if looked.epsilon_at is None else looked.epsilon_at(float(delta))
    return Audit(
        mechanism=looked.name,
        epsilon=float(epsilon),
        delta=float(delta),
        alpha=1 - confidence,
        proven=None if proven is None else float(proven),
        pairs=tuple(describe(pair) for pair in pairs),
        relations=related,
        findings=tuple(sorted(findings, key=lambda f: (f.level, f.pair))),
        ledger=ledger,
        samples=plan.drawn,
        seconds=time.perf_counter() - begin,
        seed=int(seed),
        reproduce=(
            f"audit.audit({named(looked.name, otherwise='mechanism')}, "
            f"{spelled(list(pairs), otherwise='pairs')}, "
            f"epsilon={float(epsilon)!r}, delta={float(delta)!r}, samples={samples}, "
            f"confidence={confidence!r}, seed={seed}"
            f"{'' if levels == 'ABCD' else f', levels={levels!r}'}"
            f"{', sequential=True' if sequential else ''}{', bits=True' if bits else ''}"
            f"{f', neighbouring={neighbouring!r}' if neighbouring else ''})"
        ),
    )


class _Plan:
    """What every pair is audited with, and how many draws that took."""

    def __init__(
        self,
        mechanism: Access,
        epsilon: float,
        delta: float,
        samples: int,
        seed: int,
        ledger: tuple[LedgerEntry, ...],
        sequential: bool,
        pool: Pool,
    ) -> None:
        self.mechanism, self.epsilon, self.delta = mechanism, epsilon, delta
        self.samples, self.seed, self.ledger = samples, seed, ledger
        self.sequential, self.pool, self.drawn = sequential, pool, 0

    def pair(
        self, number: int, pair: DatasetPair, run: list[str], *, bits: bool
    ) -> list[AnyFinding]:
        """All findings on one pair."""
        found: list[AnyFinding] = []
        claim = {"epsilon": self.epsilon, "delta": self.delta}
        size = min(INSIDE, max(100, self.samples // 20))
        if "A" in run:
            found += model(self.mechanism, pair, number, **claim)
        if "B" in run:
            alpha = share(self.ledger, "B", number)
            rng = self.rng(number, 1)
            found.append(conformance(self.mechanism, pair, number, size=size, alpha=alpha, rng=rng))
            self.drawn += 2 * size
        if "C" in run:
            alpha = share(self.ledger, "C", number)
            for side in (0, 1):
                rng = self.rng(number, 2, side)
                found.append(
                    likelihood(
                        self.mechanism, pair, number, side, **claim, size=size, alpha=alpha, rng=rng
                    )
                )
                self.drawn += size
        if "D" in run:
            found.append(self.two_samples(number, pair))
        if bits:
            found.append(self.bits(number, pair))
        return found

    def two_samples(self, number: int, pair: DatasetPair) -> AnyFinding:
        """Level D, with the declared log-ratio among the scores; dependent draws are a mismatch."""
        alpha = share(self.ledger, "D", number)
        try:
            audit = run_audit(
                self.mechanism.sample,
                *pair,
                epsilon=self.epsilon,
                delta=self.delta,
                samples=self.samples,
                alpha=alpha,
                seed=self.number(number, 3),
                sequential=self.sequential,
                scores=declared_score(self.mechanism, pair, self.rng(number, 4)),
                pool=self.pool,
            )
        except DependentDrawsError as error:
            name = f"draws of two calls that are dependent ({str(error).splitlines()[0]})"
            row = ConformanceRow(name, 1.0, 0.0, IMPOSSIBLE)
            return ConformanceFinding(pair=number, rows=(row,), alpha=alpha)
        self.drawn += audit.used
        return TwoSampleFinding(pair=number, audit=audit)

    def bits(self, number: int, pair: DatasetPair) -> AnyFinding:
        """The lowest bits of the outputs, as a two-sample audit of their own."""
        audit = run_audit(
            LowestBits(self.mechanism.sample),
            *pair,
            epsilon=self.epsilon,
            delta=self.delta,
            samples=self.samples,
            alpha=share(self.ledger, "bits", number),
            seed=self.number(number, 5),
            sequential=self.sequential,
            pool=self.pool,
        )
        self.drawn += audit.used
        return TwoSampleFinding(pair=number, audit=audit, level="bits")

    def rng(self, *path: int) -> np.random.Generator:
        """The generator with this address."""
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=path))

    def number(self, *path: int) -> int:
        """The seed with this address."""
        sequence = np.random.SeedSequence(self.seed, spawn_key=path)
        return int(sequence.generate_state(1, np.uint32)[0])


def _checked(pairs: object) -> list[DatasetPair]:
    """A list of pairs, each of two different datasets."""
    rule = "is not a list of pairs of datasets"
    ok = isinstance(pairs, Sequence) and len(pairs) > 0
    require(
        ok,
        "pairs",
        repr(pairs)[:SHOWN],
        rule,
        "Pass [(dataset, neighbour), ...]; for strategies there is audit.search.",
    )
    assert isinstance(pairs, Sequence)
    checked = []
    for i, pair in enumerate(pairs):
        if not (isinstance(pair, tuple | list) and len(pair) == 2):
            raise DataError(
                f"pairs[{i}] = {repr(pair)[:SHOWN]} is not a pair of datasets.\n"
                "  Pass [(dataset, neighbour), ...], a list even for one pair."
            )
        try:
            check_pair(*pair)
        except DataError as error:
            if isinstance(pairs, tuple) and len(pairs) == 2:  # the one pair itself, by mistake
                raise DataError(
                    f"pairs[{i}] = {repr(pair)[:SHOWN]}: {error}\n"
                    "  For one pair pass a list: [(dataset, neighbour)]."
                ) from error
            raise
        checked.append((pair[0], pair[1]))
    return checked


def describe(pair: DatasetPair) -> str:
    """A pair in words, with a hash by which longer datasets can be told apart."""
    texts = [repr(getattr(data, "records", data)) for data in pair]
    short = " and ".join(t if len(t) <= SHOWN else f"{t[: SHOWN - 3]}..." for t in texts)
    digest = hashlib.sha256("\0".join(map(_bytes, pair)).encode()).hexdigest()[:12]
    return f"{' '.join(short.split())} (sha256 {digest})"


def _bytes(data: object) -> str:
    records = getattr(data, "records", data)
    if isinstance(records, np.ndarray) and records.dtype.kind in "biufc":
        return f"{records.dtype.str} {records.shape} {records.tobytes().hex()}"
    return repr(records)
