"""How often audits cry violation over claims that are exactly true.

    python -m tests.campaigns.false_alarms [--workers N] [--minutes M] [--only NAME] [--out FILE]
                                           [--seeds 200] [--sequential-seeds 200]

Every mechanism of tests/campaigns/exact.py is audited at confidence .95 with the seeds 0, 1, ...,
with a fixed number of draws and sequentially.  At most one alarm in twenty is allowed for each
kind; the upper end of a Clopper-Pearson interval (.999) says what the count proves.  Everything
printed and written is counted here, and no count depends on the workers.  The same command, or one
that asks for more seeds, goes on where the file stops, if the settings and the sources of the
audits are still the same, and begins anew otherwise.
"""

import argparse
import hashlib
import json
import re
import time
from pathlib import Path

from tests.campaigns.exact import MECHANISMS
from workbench import audit
from workbench.audit import __file__ as audits
from workbench.engines import Lost, engine, stream
from workbench.privacy.confidence import clopper_pearson_upper

CONFIDENCE = 0.95
EXACT = Path(__file__).with_name("exact.py")
KINDS = {"fixed": 50, "sequential": 5}
"""Seeds of a piece of work: some seconds each."""


def alarms(name, *, seeds, samples, sequential=False):
    """How many audits of a true claim end with a violation."""
    sample, pair, epsilon, delta = MECHANISMS[name]
    return sum(
        audit.black_box(
            sample,
            *pair,
            epsilon=epsilon,
            delta=delta,
            samples=samples,
            confidence=CONFIDENCE,
            seed=seed,
            sequential=sequential,
        ).verdict
        == "violation"
        for seed in seeds
    )


def counted(name, kind, seeds, samples):
    """One piece of work: its alarms, and what it took of the processor in seconds."""
    begin = time.process_time()
    found = alarms(name, seeds=seeds, samples=samples, sequential=kind == "sequential")
    return found, time.process_time() - begin


def sources(mechanisms):
    """A digest of what is simulated: the mechanisms, and the modules that such an audit imports."""
    room, found, waiting = Path(audits).parent, hashlib.sha256(), {"black_box", "wrapping"}
    read = {}
    while waiting := waiting - read.keys():
        read |= {name: (room / f"{name}.py").read_text() for name in waiting}
        texts = "".join(read[name] for name in waiting)
        waiting = set(re.findall(r"from workbench\.audit\.(\w+) import", texts))
    for name, text in sorted(read.items()):
        found.update(f"{name}\n{text}".encode())
    found.update(mechanisms.read_bytes())
    return found.hexdigest()[:16]


def known(path, settings):
    """What a file of the same settings says already, by mechanism and kind."""
    if path is None or not path.exists():
        return {}
    document = json.loads(path.read_text())
    same = all(document.get(key) == value for key, value in settings.items())
    return document["mechanisms"] if same else {}


def totals(lines):
    """Alarms of each kind over all mechanisms that were run, and what that proves."""
    found = {}
    for kind in KINDS:
        parts = [line[kind] for line in lines.values() if kind in line]
        count, runs = (sum(part[key] for part in parts) for key in ("alarms", "runs"))
        if runs:
            found[kind] = {
                "mechanisms": f"{len(parts)} of {len(MECHANISMS)}",
                "seeds": [min(part["runs"] for part in parts), max(part["runs"] for part in parts)],
                "alarms": count, "runs": runs,
                "share": count / runs, "at most": clopper_pearson_upper(count, runs, alpha=1e-3),
            }  # fmt: skip
    return found


def pieces(lines, names, seeds, samples, end):
    """What is left to do, in the order of the seeds of each line; none after the end."""
    for kind, each in KINDS.items():
        for name in names:
            done = lines.get(name, {}).get(kind, {"runs": 0})["runs"]
            for first in range(done, seeds[kind], each):
                if time.monotonic() > end:
                    return
                yield name, kind, range(first, min(first + each, seeds[kind])), samples


def main():
    """Print one line per mechanism, the totals, and write them as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--sequential-seeds", type=int, default=200)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=0, help="processes; 0 is this one")
    parser.add_argument("--minutes", type=float, default=60.0, help="after which nothing is begun")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--only", choices=MECHANISMS, action="append")
    asked = parser.parse_args()
    seeds = {"fixed": asked.seeds, "sequential": asked.sequential_seeds}
    settings = {"confidence": CONFIDENCE, "samples": asked.samples, "sources": sources(EXACT)}
    lines, spent = known(asked.out, settings), 0.0
    end = time.monotonic() + 60 * asked.minutes
    work = pieces(lines, asked.only or MECHANISMS, seeds, asked.samples, end)
    with engine("local", jobs=asked.workers, instead="Pass --workers 0.") as pool:
        for (name, kind, run, _), answer in stream(pool, counted, work, ordered=True):
            if isinstance(answer, Lost):
                raise SystemExit(f"{name}, {kind}, seeds {run}: its process died twice")
            line = lines.setdefault(name, {}).setdefault(kind, {"runs": 0, "alarms": 0})
            line["runs"], line["alarms"] = run.stop, line["alarms"] + answer[0]
            spent += answer[1]
            if run.stop == seeds[kind]:
                print(f"{name:26s} {kind:10s} {line['alarms']:3d} of {line['runs']}", flush=True)
            if asked.out:  # after every piece: a run may be ended
                document = {**settings, "mechanisms": lines, "totals": totals(lines)}
                asked.out.write_text(json.dumps(document, indent=1) + "\n")
    for kind, one in totals(lines).items():
        print(
            f"{kind}, {one['mechanisms']} mechanisms: {one['alarms']} of {one['runs']} = "
            f"{one['share']:.4f}, at most {one['at most']:.4f}"
        )
    print(f"{spent:.0f} s of processor")


if __name__ == "__main__":
    main()
