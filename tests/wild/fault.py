"""What an entry of the corpus is, and how it is judged."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workbench import audit


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A published fault: what was claimed, what was wrong, and the same code put right.

    `faulty` and `fixed` are mechanisms as an audit takes them; the claim (epsilon, delta) is false
    of the first and true of the second on `pair`, whose relation is `neighbouring`.  `bits` says
    that the fault is in the low bits of floating-point outputs.
    """

    name: str
    link: str
    claim: str
    fault: str
    fix: str
    pair: tuple[Any, Any]
    epsilon: float
    delta: float = 0.0
    neighbouring: str
    faulty: Callable[..., Any] | object
    fixed: Callable[..., Any] | object
    bits: bool = False
    samples: int = 20_000


@dataclass(frozen=True, kw_only=True)
class Found:
    """What an audit of one of the two said."""

    alarm: bool
    draws: int
    seconds: float
    witness: str


def judge(fault: Fault, mechanism: object, *, seed: int, confidence: float = 0.99) -> Found:
    """Audit the claim; an alarm is a violation, a model mismatch, or one in the bits if asked."""
    begin = time.process_time()
    found = audit.audit(
        mechanism,
        [fault.pair],
        epsilon=fault.epsilon,
        delta=fault.delta,
        samples=fault.samples,
        confidence=confidence,
        neighbouring=fault.neighbouring,
        bits=fault.bits,
        seed=seed,
    )
    bad = [f for f in found.findings if f.verdict in ("violation", "model mismatch")]
    alarm = found.verdict in ("violation", "model mismatch") or found.bits_verdict == "violation"
    return Found(
        alarm=alarm,
        draws=found.samples,
        seconds=time.process_time() - begin,
        witness=" ".join(bad[0].words.split()) if bad else "",
    )
