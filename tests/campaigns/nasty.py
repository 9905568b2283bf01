"""Whether the limits of a search hold, whatever it is asked.

    python -m tests.campaigns.nasty [--seconds 2 20] [--readme]

Nasty statements go through `certify` in a process of their own: towers of powers, numbers of a
thousand digits, nests, forty variables, long sums, tails against Gaussians.  For each the time
beyond its budget is measured from outside, and the peak of its memory, that of the processes which
it started included, by the kernel.  A limit that does not hold ends the run with an error.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from workbench.claims import Outcome
from workbench.rigor import Budget, certify
from workbench.symbolic.text import parse

_README = Path(__file__).with_name("README.md")
_START, _END = "<!-- nasty: written by the command -->", "<!-- end of nasty -->"
_X = "abcdfghjklmnopqrstuvwxyz"


def nasty() -> Iterator[tuple[str, str, str]]:
    """Kind, statement and conditions."""
    for depth in (3, 8, 20):
        yield "towers", "exp(" * depth + "x" + ")" * depth + " >= x", "x >= 0"
        yield "towers", "(" * depth + "x" + "^2 + 1)" * depth + " >= x", ""
    yield "towers", "(x^999 + 1)^999 >= x", "x >= 0"
    yield "towers", "((x + y + z + 1)^30 + 1)^30 >= x*y*z", "x, y, z >= 0"
    yield "towers", "x^n >= n^x/2^(n^n)", "x >= 1, integer n >= 1"
    for digits in (40, 400, 2000):
        big = "7" * digits
        yield "numbers", f"{big}*x^4 - {big}1*x^3 + x^2*{big} >= -{big}", ""
        yield "numbers", f"log(1 + x/{big}) <= x/{big}", "x >= 0"
        yield "numbers", f"exp(x/{big}) + exp(-x/{big}) >= 2 + x^2/{big}^2", ""
    for depth in (5, 20, 50):
        yield "nests", "sqrt(1 + " * depth + "x" + ")" * depth + " <= 2 + x", "x >= 0"
        yield "nests", "log(1 + " * depth + "x" + ")" * depth + " <= x", "x >= 0"
        yield "nests", "1/(1 + " * depth + "x" + ")" * depth + " <= 1", "x >= 0"
    for many in (10, 40):
        names = [f"x{k}" for k in range(many)]
        squares = " + ".join(f"{n}^2" for n in names)
        total = " + ".join(names)
        yield "variables", f"({total})^2 <= {many}*({squares})", ""
        yield "variables", f"({total})^4 <= {many**3}*({'+'.join(f'{n}^4' for n in names)})", ""
        yield "variables", f"log({total}) <= {total} - 1", f"{', '.join(names)} > 0"
        yield "variables", " * ".join(f"(1 + {n})" for n in names) + f" >= 1 + {total}", (
            f"{', '.join(names)} >= 0")  # fmt: skip
    for top in ("100", "10^5", "10^9", "n"):
        where = "integer n >= 1" if top == "n" else ""
        yield "sums", f"sum(k = 1..{top}, 1/k^2) <= 17/10", where
        yield "sums", f"sum(k = 1..{top}, sin1*k^5*exp(-k)) <= 200", (where and where + ", ") + (
            "0 <= sin1 <= 1")  # fmt: skip
        yield "sums", f"prod(k = 1..{top}, 1 + 1/k^3) <= 3", where
    yield "sums", "sum(i = 1..n, sum(j = 1..i, sum(k = 1..j, 1/(i*j*k)))) <= n^3", "integer n >= 1"
    yield "sums", "factorial(n)^2 <= factorial(2*n)", "integer n >= 0"
    for scale in ("1", "1/7", "100", "10^30"):
        yield "tails", f"erfc({scale}*x) <= exp(-({scale}*x)^2)", "x >= 0"
        yield "tails", f"erfc({scale}*x + y) <= 2*exp(-y^2)", "x, y >= 0"
    yield "tails", "erfc(x)*erfc(y)*erfc(z) <= exp(-x^2 - y^2 - z^2)", "x, y, z >= 0"
    yield "tails", "erfc(exp(x)) <= exp(-exp(x))*exp(exp(-x))", ""
    yield "tails", "erfc(sqrt(log(1 + x^2 + y^4))) <= 1/(1 + x^2)^(1/3)", ""
    yield "conditions", "a + b + c >= 3", "a*b*c = 1, a, b, c > 0"
    chained = ", ".join(f"{a} <= {b}^2" for a, b in pairwise(_X))
    yield "conditions", f"{' + '.join(_X)} >= -10^100", chained
    yield "conditions", "x <= y", "x^5 + y^5 <= 1, x^7*y^3 >= 1/10, exp(x*y) <= 3, log(y) <= x"


def run_one(statement: str, where: str, seconds: float) -> dict[str, Any]:
    """What became of it: the decision, the excess over the budget in seconds, the peak in bytes."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        told: dict[str, Any] = {}
        try:
            r = parse(statement, where=where)
            start = time.monotonic()
            outcome: Outcome = certify(r, Budget(seconds=seconds))
            told = {"decision": outcome.decision, "seconds": time.monotonic() - start,
                    "lines": len(outcome.reason.splitlines())}  # fmt: skip
        except Exception as error:  # noqa: BLE001 - an error is a finding, not the end
            told = {
                "decision": f"{type(error).__name__}: {error}"[:200],
                "seconds": 0.0,
                "lines": 1,
            }
        peaks = [resource.getrusage(who).ru_maxrss
                 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]  # fmt: skip
        os.write(writing, json.dumps(told | {"peak": 1024 * max(peaks)}).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as source:
        text = source.read()
    os.waitpid(child, 0)
    if not text:
        return {"decision": "the process died", "seconds": 0.0, "lines": 0, "peak": 0}
    found: dict[str, Any] = json.loads(text)
    return found


def faults(row: dict[str, Any], seconds: float, memory: int) -> list[str]:
    """The limits that did not hold."""
    late = row["seconds"] - seconds > max(1.0, seconds / 10)
    large = row["peak"] > memory
    strange = row["decision"] not in ("holds", "fails", "inconclusive")
    long = row["lines"] > 8
    named = {"late": late, "large": large, row["decision"]: strange, "more than 8 lines": long}
    return [name for name, is_so in named.items() if is_so]


def table(rows: list[dict[str, Any]]) -> list[str]:
    """Lines of Markdown, one for every kind and budget."""
    lines = ["| kind | budget s | asked | decided | cut off or stuck | most beyond s | peak MiB |"
             " limits broken |", "|---|---:|---:|---:|---:|---:|---:|---:|"]  # fmt: skip
    for kind, budget in dict.fromkeys((row["kind"], row["budget"]) for row in rows):
        here = [row for row in rows if (row["kind"], row["budget"]) == (kind, budget)]
        decided = sum(row["decision"] in ("holds", "fails") for row in here)
        beyond = max(0.0, *(row["seconds"] - budget for row in here), 0.0)
        lines.append(
            f"| {kind} | {budget:g} | {len(here)} | {decided} | {len(here) - decided} |"
            f" {beyond:.2f} | {max(row['peak'] for row in here) / 2**20:.0f} |"
            f" {sum(bool(row['faults']) for row in here)} |"
        )
    return lines


def main() -> int:
    """Ask everything, print the table, and say whether the limits held."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, nargs="+", default=[2.0])
    parser.add_argument("--kind")
    parser.add_argument("--readme", action="store_true")
    given = parser.parse_args()
    rows = []
    for seconds in given.seconds:
        for kind, statement, where in nasty():
            if given.kind in (None, kind):
                row = run_one(statement, where, seconds)
                row |= {"kind": kind, "budget": seconds, "statement": statement[:60]}
                row["faults"] = faults(row, seconds, Budget().memory)
                rows.append(row)
                if row["faults"]:
                    print(json.dumps(row), file=sys.stderr)
    lines = table(rows)
    print("\n".join(lines))
    if given.readme:
        text = _README.read_text(encoding="utf-8")
        before, after = text.split(_START)[0], text.split(_END)[1]
        _README.write_text(f"{before}{_START}\n{chr(10).join(lines)}\n{_END}{after}", "utf-8")
    return int(any(row["faults"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
