"""Which cases are left to `make thorough` for their time: those that `long.json` lists.

`pytest --record-long` measures and writes that list.
"""

import json
from collections import defaultdict
from pathlib import Path

FILE = Path(__file__).with_name("long.json")
LISTED = frozenset(json.loads(FILE.read_text())) if FILE.exists() else frozenset()
SECONDS = 0.3  # from which on a case is a long one


def long_cases(seconds, marked):
    """Ids of long cases; of every test function, and of every file, the quickest case stays."""
    groups = defaultdict(list)
    for name, took in seconds.items():
        if name not in marked:
            groups[name.partition("[")[0]].append((took, name))
            groups[name.partition("::")[0]].append((took, name))
    stay = {min(cases)[1] for group, cases in groups.items() if "::" not in group}
    stay |= {min(cases)[1] for group, cases in groups.items() if len(cases) > 1 and "::" in group}
    return sorted(n for n, took in seconds.items() if took > SECONDS and n not in stay | marked)
