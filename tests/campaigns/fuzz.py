"""The campaign: certificates of every kind, made at random or by one change to real ones, judged.

    python -m tests.campaigns.fuzz --minutes 60 --seed 1 [--report verification.json]

Each batch runs in a process of its own, with limits of memory and of time for each certificate:
a checker that dies or hangs is a finding like a false statement that it accepts.  The figures are
written to figures.json and into README.md; findings, as JSON lines, to the file of `--findings`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import random
import resource
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tests.campaigns import (
    accounts,
    corpus,
    data,
    draws,
    families,
    figures,
    inductions,
    instances,
    integrals,
    laws,
    makers,
    means,
    moments,
    parts,
    private,
    processes,
    proofs,
    rates,
    reductions,
    regions,
    tamper,
    theorems,
    worst_cases,
)
from tests.campaigns.geometry_proofs import geometry_theorem
from tests.campaigns.judge import Judgement, judge_counterexample, judge_statement
from tests.campaigns.mutate import changed_proof, mutated
from workbench.rates.check import fault
from workbench.rigor.check import check_certificate

Certificate = dict[str, Any]

MATRICES = ("psd", "not-psd", "matrix-inequality", "no-matrix-inequality")
MAKERS = {
    **makers.MAKERS, **regions.MAKERS, **parts.MAKERS, **inductions.MAKERS, **reductions.MAKERS,
    **data.MAKERS, "integral": integrals.integral, "finite-tree": laws.finite_tree,
    "instance": instances.instance,
    "expectation": means.expectation, "process": processes.process,
    "moments": moments.moments, "integration": draws.integration,
    "accounting": accounts.accounting,
    "theorem": proofs.theorem, "geometry": geometry_theorem, "private": private.private,
}  # fmt: skip
SUBJECTS = ("geometry",)  # of theorems, with makers and figures of their own
KINDS = (*MAKERS, "momentum-rate", "worst-case", "worst-case-family", *rates.KINDS, "all")
_BATCH = 60
_SECONDS = 30  # for one certificate
_MEMORY = 3 * 2**30


def accepted(c: Certificate) -> bool:
    """Whether the checker of its format accepts a certificate."""
    if c.get("kind") in rates.KINDS:
        return not fault(c)
    return check_certificate(c).accepted


def judge(c: Certificate, rng: random.Random) -> Judgement:
    """The independent judgement of an accepted certificate."""
    kind = c["kind"]
    if kind == "all":
        found = [judge(member, rng) for member in c["members"]]
        return next((f for f in found if f.violation), min(found, key=lambda f: f.true))
    if kind in rates.KINDS:
        return rates.judge(c, rng)
    if kind in MATRICES:
        return data.judge_matrix(c, rng)
    if kind == "integral":
        return integrals.judge_integral(c, rng)
    if kind == "momentum-rate":
        return data.judge_heavy_ball(c, rng)
    if kind == "theorem":
        return theorems.judge_theorem(c, rng)
    if kind == "finite-tree":
        return laws.judge_law(c, rng)
    if kind == "instance":
        return instances.judge_instance(c, rng)
    if kind == "expectation":
        return means.judge_law_statement(c, rng)
    if kind == "process":
        return processes.judge_process(c, rng)
    if kind == "moments":
        return moments.judge_moments(c, rng)
    if kind == "integration":
        return draws.judge_integration(c, rng)
    if kind == "accounting":
        return accounts.judge_account(c, rng)
    if kind == "private":
        return private.judge_private(c, rng)
    if kind == "worst-case-family":
        return families.judge(c, rng)
    if kind == "worst-case":
        return worst_cases.judge(c, rng, corpus.written().get(kind, []))
    return judge_counterexample(c) if kind == "counterexample" else judge_statement(c, rng)


def made(kind: str, rng: random.Random, known: dict[str, list[Certificate]]) -> Certificate | None:
    """A certificate of the kind: a random one, or a real one with one change (or two)."""
    own = known.get(kind, [])
    proved = kind == "theorem" or kind in SUBJECTS
    if own and rng.random() < (0.25 if proved else 0.5):
        one = rng.choice(own)
        c = changed_proof(rng, one) if proved else mutated(rng, one)
        return corpus.sealed(mutated(rng, c) if rng.random() < 0.3 else c)
    if kind == "all":
        return {"kind": "all", "members": [MAKERS[k](rng) for k in ("identity", "chain")]}
    if kind == "momentum-rate":
        return data.heavy_ball(rng, own)
    if kind == "worst-case":
        return worst_cases.worst_case(rng, own)
    if kind == "worst-case-family":
        return families.family(rng, own)
    if kind in rates.KINDS:
        make = rates.random_comparison if kind == "rate-comparison" else rates.random_rate
        tries = (make(rng) for _ in range(1 if kind in ("rate", "rate-comparison") else 20))
        c = next((c for c in tries if c and c["kind"] == kind), None)
        if c and kind != "rate-comparison" and rng.random() < 0.15:  # the problem of another one
            other = rates.random_rate(rng)
            return corpus.sealed({**c, "problem": other["problem"]}) if other else None
        return corpus.sealed(mutated(rng, c)) if c and rng.random() < 0.3 else c
    return MAKERS[kind](rng)


def batch(
    kind: str, seed: str, known: dict[str, list[Certificate]], size: int = _BATCH,
    about: Callable[[Certificate], None] = lambda c: None,
    passes: Callable[[Certificate], bool] | None = None, first: bool = False,
) -> tuple[Counter[str], list[dict[str, Any]]]:  # fmt: skip
    """Make, check and judge; the counts and the findings.

    `about` hears of each certificate; `passes` says which ones are judged, instead of `accepted`;
    `first` ends the batch at the first finding.
    """
    rng, counts, findings = random.Random(f"{seed}/{kind}"), Counter[str](), []
    for _ in range(size):
        about({"making": kind})
        c = made(kind, rng, known)
        if c is None:
            continue
        about(c)
        counts["tried"] += 1
        if not (passes or accepted)(c):
            continue
        counts["accepted"] += 1
        about({"judging": kind})
        try:
            found = judge(c, rng)
        except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError) as error:
            found = Judgement(
                violation=f"accepted, but not readable: {type(error).__name__}: {error}"
            )
        if found.violation:
            counts["violations"] += 1
            findings.append(
                {"kind": kind, "why": found.violation, "point": found.point, "certificate": c}
            )
            if first:
                break
        else:
            counts["judged" if found.true else "unknown"] += 1
    return counts, findings


def in_a_process(work: Callable[[Callable[[Any], None]], Any], seconds: float = _SECONDS) -> Any:
    """The result of `work(about)` in a child; or, if it died or hung, what it was about and how.

    The seconds are of the processor, since the last time that the child said what it is about; a
    child that waits, or gets little of a busy machine, has five times as many.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with os.fdopen(writer, "w") as out:

            def tell(tag: str, value: Any) -> None:
                signal.setitimer(signal.ITIMER_PROF, seconds)  # its signal ends the process
                out.write(json.dumps([tag, value]) + "\n")
                out.flush()

            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # FLINT prints before it aborts
            tell("result", work(lambda c: tell("about", c)))
        os._exit(0)
    os.close(writer)
    lines, last, late = b"", None, False
    with os.fdopen(reader, "rb", buffering=0) as pipe:
        while True:
            late = not select.select([pipe], [], [], 5 * seconds)[0]
            if late:
                break
            chunk = pipe.read(1 << 16)
            *whole, lines = (lines + chunk).split(b"\n")
            last = json.loads(whole[-1]) if whole else last
            if not chunk:
                break
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    late |= os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGPROF
    if last is not None and last[0] == "result":
        return last[1]
    why = f"took longer than {seconds} s" if late else "died"
    return {"why": f"the checker {why}", "about": last[1] if last else None}


Batch = tuple[str, str, dict[str, int], list[dict[str, Any]]]


def batches(
    seconds: float, seed: int, known: dict[str, list[Certificate]], first: int = 0, step: int = 1
) -> Iterator[Batch]:
    """(part, kind, counts, findings) of every `step`-th turn from `first` on, until the time is up.

    Each turn is a batch of one kind, and one of tampering with it, with a seed of its own.
    """
    start, turn = time.monotonic(), first
    while time.monotonic() - start < seconds:
        kind, number = KINDS[turn % len(KINDS)], turn // len(KINDS)
        turn += step
        for name, work in (("fuzz", batch), ("tampering", tamper.batch)):
            run = partial(work, kind, f"{seed}/{number}", known)
            answer = in_a_process(lambda about, run=run: run(about=about))
            if isinstance(answer, dict):  # lost; a maker or judge that hangs is no finding
                lost = {"making", "judging"} & set(answer["about"] or {})
                answer = [{"unknown" if lost else "violations": 1}, [{"kind": kind, **answer}]]
            yield name, kind, answer[0], answer[1]


def shared(workers: int, *given: Any) -> Iterator[Batch]:
    """The same from several processes, each with its share of the turns."""
    context = multiprocessing.get_context("fork")
    told: Any = context.SimpleQueue()

    def work(first: int) -> None:
        for answer in batches(*given, first=first, step=workers):
            told.put(answer)
        told.put(None)

    running = [context.Process(target=work, args=(first,)) for first in range(workers)]
    for process in running:
        process.start()
    for _ in running:
        yield from iter(told.get, None)
    for process in running:
        process.join()


def campaign(
    seconds: float, seed: int, known: dict[str, list[Certificate]], findings: Path, workers: int = 1
) -> figures.Figures:
    """Batches of all kinds in turn, and of tampering, until the time is up."""
    found = figures.Figures(seed=seed)
    start, turns = time.monotonic(), 0
    findings.parent.mkdir(parents=True, exist_ok=True)
    given = (seconds, seed, known)
    with findings.open("w") as out:
        for name, kind, counts, seen in shared(workers, *given) if workers > 1 else batches(*given):
            found.add(name, kind, counts)
            for finding in seen:
                print(json.dumps(finding), file=out, flush=True)
                print(f"{kind}: {finding['why']}", file=sys.stderr)
            turns += 1
            if turns % (2 * len(KINDS)) == 0:  # a run that is cut off leaves what it found
                found.seconds = round(time.monotonic() - start)
                found.write()
    found.seconds = round(time.monotonic() - start)
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes that share the turns")
    parser.add_argument(
        "--report", default=corpus.FILE, help="mutate the certificates of this report"
    )
    parser.add_argument("--findings", type=Path, default=Path(".workbench/findings.jsonl"))
    given = parser.parse_args()
    known = corpus.read(given.report)
    found = campaign(60 * given.minutes, given.seed, known, given.findings, given.workers)
    found.write()
    print(found.table())
    if found.violations:
        sys.exit(f"{found.violations} violations, in {given.findings}")


if __name__ == "__main__":
    main()
