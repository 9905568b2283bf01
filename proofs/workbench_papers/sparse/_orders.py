"""Two rates against each other, with the certificate of the comparison."""

from collections.abc import Sequence

from workbench.claims import Counterexample, Outcome, fails, holds, inconclusive
from workbench.rates import compare
from workbench.rates.check import accepts

TRUST = ("workbench.rates.check",)


def against(
    claimed: str,
    other: str,
    wanted: Sequence[str],
    *,
    region: Sequence[str] = (),
    logs: Sequence[str] = (),
) -> Outcome:
    """`claimed` is one of `wanted` (equal, better, worse) to `other` where each of `region` <= 1.
    Constants are left aside; `logs` grow slower than any power of the other symbols.
    """
    found = compare(claimed, other, region, logs=logs)
    certificate = found.certificate()
    if not accepts(certificate):
        return inconclusive("rate comparison", "the checker rejects the certificate")
    text = f"claimed {claimed}, other {other}: claimed is {found.verdict}, constants aside"
    if found.verdict in wanted:
        return holds("rate comparison", text, certificate=certificate, trust=TRUST)
    apart = [*found.claimed_smaller, *found.claimed_larger]
    example = Counterexample((("regime", str(apart[0])),), text) if apart else None
    return fails("rate comparison", text, certificate=certificate,
                 counterexample=example, trust=TRUST)  # fmt: skip
