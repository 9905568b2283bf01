"""The accounting curator: no data, no noise; runs an algorithm and adds up what it costs.

Sources answer zeros of the right shape, so the very `step` that runs on data is the one that is
accounted.  The relation is "replace one record, n public"; for Poisson batches it is "add or remove
one": in a dataset of n places a blank record is none.  A release over a hidden batch costs

    log(1 + (m / n) (exp(sensitivity / scale) - 1)),    sensitivity / scale when m = n,

and so on for the other mechanisms.  Secrets remember which records can be in them: a release is
charged to those only, and a reading is the largest over the records (parallel composition; Smith,
Thakurta 2013 for trees).  That is what makes a tree cost its depth and not its size.

A curator with a budget charges the whole budget once, whatever the steps turn out to cost; a
branch (`budgeted`) has a budget of its own, charged here once.  A release with a price is charged
that, after its curve was compared with it.

    epsilon                         pure loss of everything, in balls, rounded once
    delta_at, epsilon_at            through any accountant: sums, advanced, zCDP, Renyi, PLD
"""

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from flint import arb, ctx

from workbench.display import card, table
from workbench.errors import OutOfReachError, ParameterError
from workbench.privacy.arrays import Array, Ints
from workbench.privacy.calibration import PRECISION, round_up
from workbench.privacy.composition.accountants import Accountant
from workbench.privacy.composition.checks import check_relation
from workbench.privacy.curators.base import Curator
from workbench.privacy.curators.calls import Call, check_batch
from workbench.privacy.curators.costs import CostEntry, Mechanism, StepCost, priced, whole
from workbench.privacy.curators.price import Price
from workbench.privacy.curators.spending import Budget
from workbench.privacy.mechanisms import Gaussian, Laplace
from workbench.privacy.queries.datasets import NEIGHBOURING
from workbench.privacy.queries.query import Query, Statistic
from workbench.privacy.queries.secrets import Secret, Support, revealed

__all__ = ["AccountingCurator", "StepCost"]


class AccountingCurator(Curator):
    """Adds up the privacy cost of every release for datasets of n records.

    The reading holds for every pair of neighbours whose sources obey the stated sensitivities.
    Scales must be fixed in advance; where they follow earlier releases, the loss of the step must
    be (`laplace(..., loss=)`, `gaussian(..., mu=)`), or a budget pays.  Public randomness is part
    of the reading: a first permutation is the identity without loss of generality, anything further
    needs `rng`, and then the reading holds for the coins that were drawn.
    """

    def __init__(
        self,
        *,
        n: int,
        neighbouring: str = NEIGHBOURING,
        rng: np.random.Generator | None = None,
        budget: Budget | None = None,
    ) -> None:
        check_batch(1, n)
        check_relation(neighbouring)
        self.n = n
        self.neighbouring = neighbouring
        self.budget = budget
        self._coins = rng
        self._ordered = False
        self._take(budget)
        self._steps: list[StepCost] = []
        self._entries: dict[object, CostEntry] = {}

    @property
    def steps(self) -> tuple[StepCost, ...]:
        """Every release so far, those that a budget paid for included."""
        return tuple(self._steps)

    def _lines(self) -> list[tuple[str, ...]]:
        """Count, mechanism, size, batch and records of the releases that are alike."""
        kinds = Counter(
            (s.mechanism, s.ratio, (s.chance and f"chance {s.chance}") or s.batch, s.records)
            for s in self._steps
        )
        return [
            (str(count), kind, f"{ratio:.6g}", str(batch or "all"), str(records))
            for (kind, ratio, batch, records), count in kinds.items()
        ]

    def __str__(self) -> str:
        """A line for the whole, and one for releases that are alike."""
        return "\n".join([
            f"pure epsilon {self.epsilon:.10g} ({self.neighbouring}, n = {self.n})",
            *(
                f"  {count} x {kind}: sensitivity / scale {ratio}, batch {batch}, may show "
                f"{records} records"
                for count, kind, ratio, batch, records in self._lines()
            ),
            "  delta_at(epsilon) and epsilon_at(delta) read it through an accountant",
        ])  # fmt: skip

    def _repr_html_(self) -> str:
        header = ("releases", "mechanism", "sensitivity / scale", "batch", "records it may show")
        lines = self._lines()
        rows = [("pure epsilon", f"{self.epsilon:.10g}"), ("relation", self.neighbouring)]
        releases = table(header, lines) if lines else "none"
        return card("What the releases cost", [*rows, ("releases", releases)])

    @property
    def epsilon(self) -> float:
        """Total pure privacy loss, rounded up to the next float; infinite where there is none."""
        entries = list(self._entries.values())
        if any(entry.pure is None for entry in entries):
            return math.inf

        def total(counts: Ints) -> arb:
            parts = zip(counts.tolist(), entries, strict=True)
            return sum((k * e.pure for k, e in parts if e.pure is not None), arb(0))

        with ctx.workprec(PRECISION):
            return max((round_up(total(row)) for row in self._records() if row.any()), default=0.0)

    def delta_at(self, epsilon: float, *, using: Callable[..., Accountant]) -> float:
        """Proven delta at epsilon, by an accountant: `using=PLDAccountant`, say."""
        return max((one.delta(epsilon) for one in self.accountants(using)), default=0.0)

    def epsilon_at(self, delta: float, *, using: Callable[..., Accountant]) -> float:
        """Proven epsilon at delta, by an accountant: `using=ZCDPAccountant`, say."""
        return max((one.epsilon(delta) for one in self.accountants(using)), default=0.0)

    def accountants(self, using: Callable[..., Accountant]) -> list[Accountant]:
        """One accountant for each kind of record that no other kind outdoes."""
        found = []
        for counts in self._records():
            account = using(neighbouring=self.neighbouring)
            for k, entry in zip(counts.tolist(), self._entries.values(), strict=True):
                if k:
                    account.add(entry.release, count=k)
            found.append(account)
        return found

    def answer(self, call: Call) -> Array:
        """Record the cost of the release and answer zeros."""
        zeros = np.zeros(call.shape)
        if call.choice:
            zeros[:, 0] = call.count
        support: Support | None = None
        if isinstance(call.source, Secret):
            support = revealed(call.source, self)[2]
        public = not isinstance(call.source, Query | Secret) or not call.running.any()
        if public or (support is not None and not support.any()):
            return zeros
        records = self.n if support is None else int(support.sum())
        if self.budget is not None:  # paid for by the grant it was drawn from
            self._entries.setdefault("budget", whole(self.budget))
            self._steps.append(self._step(call, math.nan, records))
            return zeros
        if call.price is not None:
            self._check_price(call)
        key = self._key(call)
        entry = self._entries.get(key)
        if entry is None:
            entry = self._entries[key] = priced(*key, n=self.n, neighbouring=self.neighbouring)
        if support is None:
            entry.everyone += call.count
        else:
            entry.some = (entry.some if entry.some.size else 0) + call.count * support
        self._steps.append(self._step(call, entry.rounded, records))
        return zeros

    def permutation(self, *, trials: int) -> Ints:
        """The identity the first time: neighbours stay neighbours when records are renamed."""
        if self._ordered:
            return super().permutation(trials=trials)
        self._ordered = True
        return np.broadcast_to(np.arange(self.n), (trials, self.n))

    def branch(self, budget: Budget) -> "AccountingCurator":
        """An accountant for code with a budget of its own: all of it is charged here, once."""
        if self.budget is not None:
            raise ParameterError(
                f"budget = {type(self.budget).__name__}: it pays for everything already.\n"
                "  Give the parts budgets of their own, or the whole, not both."
            )
        child = AccountingCurator(n=self.n, rng=self._coins, budget=budget)
        child._steps, child._ordered = self._steps, True  # one permutation is free, not one each
        self._entries["branch", len(self._entries)] = whole(budget)
        return child

    def _step(self, call: Call, epsilon: float, records: int) -> StepCost:
        """The line of a release in the list of steps."""
        ratio = call.bound
        if ratio is None:
            pure, rho = call.law.costs(call.sensitivity)
            cost = pure if pure is not None else np.sqrt(2 * np.asarray(rho))
            ratio = float(np.max(np.asarray(cost)))
        index = len(self._steps)
        return StepCost(index, call.law.method, ratio, call.batch, epsilon, records, call.chance)

    def _key(self, call: Call) -> tuple[Mechanism, float, int | Fraction, Price | None]:
        """Mechanism, sensitivity, batch and price: what makes two releases equal."""
        batch = call.chance or call.batch or self.n
        if call.bound is not None:  # sensitivity / scale is all that counts
            unit = (Laplace if call.law.method == "laplace" else Gaussian)(1.0)
            return unit, call.bound, batch, call.price
        mechanism = call.law.mechanism()
        if mechanism is None or not isinstance(call.sensitivity, float):
            raise ParameterError(
                f"scale or sensitivity of step {len(self._steps)} ({call.law.method}) differs "
                "between trials: a cost read at a few points is not a cost.\n"
                "  Pass numbers that are fixed in advance to be accounted, or the loss of the step "
                "(loss= for Laplace, mu= for Gaussian noise), or give the curator a budget."
            )
        return mechanism, call.sensitivity, batch, call.price

    def _records(self) -> Ints:
        """Numbers of releases of every kind for each kind of record, dominated ones left out."""
        if not self._entries:
            return np.zeros((0, 0), dtype=np.int64)
        everyone = np.array([entry.everyone for entry in self._entries.values()], dtype=np.int64)
        some = {i: e.some for i, e in enumerate(self._entries.values()) if e.some.size}
        kinds = everyone[None]
        if some:
            apart = np.unique(np.column_stack([*some.values()]), axis=0)
            kinds = np.tile(everyone, (len(apart), 1))
            kinds[:, [*some]] += apart
        if len(kinds) > 4096:
            raise OutOfReachError(
                f"the schedule treats {len(kinds)} kinds of records differently: above 4096.\n"
                "  Use batches of equal size, or account each kind on its own."
            )
        # distinct rows: one that is nowhere above another is outdone by it
        beaten = [int((row <= kinds).all(axis=1).sum()) > 1 for row in kinds]
        return np.asarray(kinds[~np.array(beaten)])

    def _read(self, query: Query | Statistic, rows: Ints | None) -> Secret:
        support = None
        if rows is not None:
            support = np.zeros(self.n, dtype=bool)
            support[rows[rows >= 0]] = True
        return Secret(self, (), shape=query.shape, support=support)
