"""How often audits cry violation over claims that are exactly true.

    python tests/campaigns/false_alarms.py [--seeds 200] [--samples 1000] [--out FILE] [--only NAME]

Every mechanism of tests/campaigns/exact.py is audited at confidence .95 with every seed, with a
fixed number of draws and sequentially.  At most one alarm in twenty is allowed for each kind; the
upper end of a Clopper-Pearson interval (.999) says what the count proves.  Everything printed and
written is counted here: pieces of the campaign (`--only`) at the same settings add up in the file.
"""

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.campaigns.exact import MECHANISMS
from workbench import audit
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


def known(path, settings):
    """What a file of the same settings says already."""
    if path is None or not path.exists():
        return {}
    document = json.loads(path.read_text())
    same = all(document.get(key) == value for key, value in settings.items())
    return document["mechanisms"] if same else {}


def main():
    """Print one line per mechanism, the totals, and write them as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--sequential-seeds", type=int, default=50)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--only", choices=MECHANISMS, action="append")
    asked = parser.parse_args()
    settings = {
        "confidence": CONFIDENCE,
        "samples": asked.samples,
        "seeds": {"fixed": asked.seeds, "sequential": asked.sequential_seeds},
    }
    lines, totals = known(asked.out, settings), {}
    for name in asked.only or MECHANISMS:
        begin = time.process_time()
        fixed = alarms(name, seeds=range(asked.seeds), samples=asked.samples)
        looking = alarms(
            name, seeds=range(asked.sequential_seeds), samples=asked.samples, sequential=True
        )
        lines[name] = {"fixed": fixed, "sequential": looking}
        print(
            f"{name:26s} {fixed:3d} of {asked.seeds}, sequential {looking:3d} of "
            f"{asked.sequential_seeds}  {time.process_time() - begin:.1f} s",
            flush=True,
        )
        if asked.out:  # after every mechanism: a run may be ended
            asked.out.write_text(json.dumps({**settings, "mechanisms": lines}, indent=1) + "\n")
    for kind, seeds in (("fixed", asked.seeds), ("sequential", asked.sequential_seeds)):
        count, runs = sum(line[kind] for line in lines.values()), seeds * len(lines)
        upper = clopper_pearson_upper(count, runs, alpha=1e-3)
        totals[kind] = {"alarms": count, "runs": runs, "share": count / runs, "at most": upper}
        print(f"{kind}: {count} of {runs} = {count / runs:.4f}, at most {upper:.4f}")
    if asked.out:
        document = {**settings, "mechanisms": lines, "totals": totals}
        asked.out.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
