"""Audit the corpus of published faults: found or not, draws, seconds, witness.

    python -m tests.wild [--recreated] [--seed 0] [-k WORD] [--out FILE]

Exits with 1 if a fault was not found or a fixed version raised an alarm.
"""

import argparse
import json
from pathlib import Path

from tests.wild.corpus import FAULTS
from tests.wild.fault import judge
from tests.wild.recreated import FAULTS as RECREATED


def main() -> int:
    """Print one line per fault."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-k", default="", metavar="WORD", help="only names with this in them")
    parser.add_argument("--recreated", action="store_true", help="those without a thread instead")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    lines = []
    for fault in RECREATED if asked.recreated else FAULTS:
        if asked.k not in fault.name:
            continue
        bad = judge(fault, fault.faulty, seed=asked.seed)
        good = judge(fault, fault.fixed, seed=asked.seed)
        lines.append(
            {
                "name": fault.name,
                "link": fault.link,
                "found": bad.alarm,
                "alarm on the fixed version": good.alarm,
                "draws": bad.draws,
                "witness": bad.witness,
            }
        )
        mark = "found" if bad.alarm else "MISSED"
        told = f"<{fault.link}>" if fault.link else fault.fault
        print(f"{mark:7s}{' FALSE ALARM' * good.alarm}{fault.name}  {told}")
        print(f"        {bad.draws} draws, {bad.seconds:.2f} s: {bad.witness[:150]}", flush=True)
    found = sum(line["found"] for line in lines)
    alarms = sum(line["alarm on the fixed version"] for line in lines)
    print(f"{found} of {len(lines)} found, {alarms} alarms on the fixed versions")
    if asked.out:
        asked.out.write_text(json.dumps(lines, indent=1) + "\n")
    return int(found < len(lines) or alarms > 0)


if __name__ == "__main__":
    raise SystemExit(main())
