"""How often audits cry violation over claims that are exactly true.

    python tests/campaigns/false_alarms.py [--out FILE] [--minutes 5] [--only NAME] [--seeds 200]

Every mechanism of tests/campaigns/exact.py is audited at confidence .95 with every seed, with a
fixed number of draws and sequentially.  At most one alarm in twenty is allowed for each kind; the
upper end of a Clopper-Pearson interval (.999) says what the count proves.  Everything printed and
written is counted here.  The same command goes on where the file stops, if the settings and the
sources of the audits are still the same, and begins anew otherwise.
"""

import argparse
import hashlib
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.campaigns.exact import MECHANISMS
from workbench import audit
from workbench.audit import __file__ as audits
from workbench.privacy.confidence import clopper_pearson_upper

CONFIDENCE = 0.95


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


def sources():
    """A digest of what is simulated: the audits, and the mechanisms."""
    found = hashlib.sha256()
    for path in (*sorted(Path(audits).parent.glob("*.py")), Path(__file__).with_name("exact.py")):
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:16]


def known(path, settings):
    """What a file of the same settings says already, by mechanism and kind."""
    if path is None or not path.exists():
        return {}
    document = json.loads(path.read_text())
    same = all(document.get(key) == value for key, value in settings.items())
    return document["mechanisms"] if same else {}


def totals(lines, seeds):
    """Alarms of each kind over all mechanisms that were run, and what that proves."""
    found = {}
    for kind, each in seeds.items():
        counts = [line[kind] for line in lines.values() if kind in line]
        count, runs = sum(counts), each * len(counts)
        if runs:
            found[kind] = {
                "mechanisms": f"{len(counts)} of {len(MECHANISMS)}", "alarms": count, "runs": runs,
                "share": count / runs, "at most": clopper_pearson_upper(count, runs, alpha=1e-3),
            }  # fmt: skip
    return found


def main():
    """Print one line per mechanism, the totals, and write them as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--sequential-seeds", type=int, default=50)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=60.0, help="after which nothing is begun")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--only", choices=MECHANISMS, action="append")
    asked = parser.parse_args()
    seeds = {"fixed": asked.seeds, "sequential": asked.sequential_seeds}
    settings = {
        "confidence": CONFIDENCE,
        "samples": asked.samples,
        "seeds": seeds,
        "sources": sources(),
    }
    lines, end = known(asked.out, settings), time.monotonic() + 60 * asked.minutes
    left = [(n, k) for k in seeds for n in asked.only or MECHANISMS if k not in lines.get(n, {})]
    for name, kind in left:
        if time.monotonic() > end:
            break
        begin = time.process_time()
        count = alarms(
            name, seeds=range(seeds[kind]), samples=asked.samples, sequential=kind == "sequential"
        )
        lines.setdefault(name, {})[kind] = count
        seconds = time.process_time() - begin
        print(f"{name:26s} {kind:10s} {count:3d} of {seeds[kind]}  {seconds:.1f} s", flush=True)
        if asked.out:  # after every line: a run may be ended
            document = {**settings, "mechanisms": lines, "totals": totals(lines, seeds)}
            asked.out.write_text(json.dumps(document, indent=1) + "\n")
    for kind, one in totals(lines, seeds).items():
        print(
            f"{kind}, {one['mechanisms']} mechanisms: {one['alarms']} of {one['runs']} = "
            f"{one['share']:.4f}, at most {one['at most']:.4f}"
        )


if __name__ == "__main__":
    main()
