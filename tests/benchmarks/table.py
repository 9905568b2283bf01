"""Speed of the whole workbench as one table, one page with plots, and JSON.

    python -m tests.benchmarks.table --out .workbench/bench

Every algorithm beside its floor (its noise and its products with the data, in the same run) and
beside a loop over single trials; two of them in torch and CuPy, where these are installed, beside
numpy; the accountant beside dp-accounting; the heavy-ball LMI beside cvxpy, PEPit and AutoLyap, and
worst cases beside PEPit, where these are installed; audits beside their draws, beside dp_auditorium
where it is installed, and beside DP-Sniper at equal draws (of which it gets as many again for the
other order of the pair); certificates checked a second; `verify` cold, known, with one claim
touched; memory of audits of up to 10^9 draws; growth with fitted exponents.  The other scripts of
this folder look at one room each, and more closely.

Processor seconds, those of child processes included; worst cases and arrays are by the clock.  It
asserts nothing; every figure is measured when it runs.  `--only algorithms audits` measures some
groups and keeps what the folder has of the others.
"""

from __future__ import annotations

import argparse
import html
import importlib.util
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks import (
    accountant,
    arrays,
    auditorium,
    floors,
    heavy_ball_lmi,
    sniper,
    verify_paths,
    worst_case,
)
from tests.benchmarks import black_box as pairs
from tests.campaigns import corpus
from tests.workbench.runner.toy import GOOD, Toys, check
from workbench.audit import black_box
from workbench.referee.checkers import ruling_on

AIM, FLOOR = 2.0, "its floor"
PEPPED = (
    "gradient_descent", "heavy_ball_momentum", "accelerated_gradient_convex", "proximal_point",
    "optimized_gradient", "subgradient_method",
)  # fmt: skip
SNIPED = ("Laplace", "histogram", "noisy max, argmax", "SVT2", "SVT4 (broken)", "prefix sums")
"""Pairs of `black_box.py` on which DP-Sniper is run beside the audit, at equal draws."""


@dataclass(frozen=True)
class Row:
    """One measurement: what, its seconds, and the seconds of something beside it."""

    group: str
    what: str
    seconds: float | None
    beside: str = ""
    other: float | None = None
    remark: str = ""

    def __str__(self) -> str:
        took = " " * 12 if self.seconds is None else f"{self.seconds:10.4g} s"
        ratio = "" if self.ratio is None else f"{self.ratio:9.3g} x {self.beside}"
        return f"{self.group:12s} {self.what:34s} {took} {ratio}  {self.remark}"

    @property
    def ratio(self) -> float | None:
        """Its time in units of what is beside it."""
        return self.seconds / self.other if self.seconds and self.other else None


def seconds(task: Callable[[], object]) -> float:
    """Processor time of a call."""
    begin = time.process_time()
    task()
    return time.process_time() - begin


def algorithms() -> Iterator[Row]:
    """Every algorithm at 1,000 trials."""
    for name, run, data in floors.cases():
        took, floor = floors.measured(run, data, floors.TRIALS)
        loop = floors.looped(run, data, floors.TRIALS)
        above = took > AIM * floor
        why = floors.reason(name, run, data, took) if above else ""
        yield Row("algorithm", name, took, FLOOR, floor, why)
        yield Row("algorithm", f"{name}, loop", took, "a loop over trials", loop)


def array_libraries() -> Iterator[Row]:
    """The same runs in torch and CuPy, where they are installed, beside numpy; by the clock."""
    sizes = arrays.SIZES
    found = False
    for name, place, took, plain, off in arrays.measured(**sizes):
        found = True
        yield Row("arrays", f"{name}, {place}", took, "numpy", plain, f"answers off by {off:.1e}")
    if not found:
        yield Row("arrays", "torch, CuPy", None, remark="not installed")


def accountants() -> Iterator[Row]:
    """The exact accountant and dp-accounting."""
    accountant.theirs([("gaussian", {"standard_deviation": 1.0}, 1)], 1e-5)  # import: not counted
    for name, release, count, kind, more in accountant.plans()[:5]:
        begin = time.process_time()
        ledger = accountant.PLDAccountant(neighbouring=accountant.ADD)
        ledger.add(release, count=count)
        ledger.epsilon_bounds(1e-5)
        ours = time.process_time() - begin
        theirs = seconds(lambda k=kind, m=more, c=count: accountant.theirs([(k, m, c)], 1e-5))
        yield Row("accountant", f"{name}, {count} times", ours, "dp-accounting", theirs)


def matrix_inequalities() -> Iterator[Row]:
    """The heavy-ball LMI by each method that is installed."""
    points = [tuple(map(Fraction, point)) for point in heavy_ball_lmi.POINTS[:2]]
    took = {
        name: seconds(lambda m=method: [m(p) for p in points]) / len(points)
        for name, method in heavy_ball_lmi.methods().items()
    }
    names = list(took)
    for name in names[1:]:
        yield Row("LMI", f"{names[0]} at a point", took[names[0]], name, took[name])
    for package in ("PEPit", "autolyap"):
        if importlib.util.find_spec(package) is None:
            yield Row("LMI", package, None, remark="not installed")


def worst_cases() -> Iterator[Row]:
    """Worst cases with exact proofs, beside PEPit on some of its own examples."""
    if importlib.util.find_spec("PEPit") is None:
        yield Row("worst case", "PEPit's examples", None, remark="PEPit is not installed")
    for path in worst_case.examples([]):
        if path.stem not in PEPPED:
            continue
        name = f"{path.parent.name}/{path.stem}"[-34:]
        for value, theirs, answer in worst_case.solved(path)[:1]:
            if isinstance(answer, str):
                yield Row("worst case", name, None, "PEPit", theirs, answer)
                continue
            ours = answer.seconds.solve + answer.seconds.certify
            off = worst_case.off(answer.upper, value)
            shown = f"proved {float(answer.upper or 0):.7g}, PEPit {value:.7g}, off by {off:.1e}"
            yield Row("worst case", name, ours, "PEPit", theirs, shown)


def laplace(count: float, size: int, rng: np.random.Generator) -> Any:
    """A count with Laplace noise that spends 1."""
    return count + rng.laplace(size=size)


def audits() -> Iterator[Row]:
    """An audit beside its draws."""
    rng, samples = np.random.default_rng(0), 1_000_000
    drawing = seconds(lambda: [laplace(c, samples // 2, rng) for c in (0, 1)])
    begin = time.process_time()
    found = black_box(laplace, 0.0, 1.0, epsilon=0.5, samples=samples)
    took = time.process_time() - begin
    shown = f"certified epsilon {found.epsilon_lower:.4f} of 1"
    yield Row("audit", f"Laplace, {samples} draws", took, "drawing", drawing, shown)
    for name in SNIPED:
        sampler, pair, truth, _ = pairs.CASES[name]
        begin = time.process_time()
        found = black_box(sampler, *pair, epsilon=truth, samples=samples, seed=1)
        ours, begin = time.process_time() - begin, time.process_time()
        peer = max(
            sniper.certified(sampler, *order, draws=samples, seed=1) for order in (pair, pair[::-1])
        )
        theirs = time.process_time() - begin
        shown = f"certified {found.epsilon_lower:.4f}, DP-Sniper {peer:.4f}, truth {truth:.4f}"
        yield Row("audit", f"{name}, {samples} draws", ours, "DP-Sniper", theirs, shown)
        if auditorium.is_installed():
            begin = time.process_time()
            peer = auditorium.rejected(sampler, *pair, draws=samples, seed=1)
            theirs = time.process_time() - begin
            if peer is not None:
                shown = f"certified {found.epsilon_lower:.4f}, dp_auditorium rejects {peer:.4f}"
                what = f"{name}, {samples} draws"
                yield Row("audit", what, ours, "dp_auditorium", theirs, shown)
    if not auditorium.is_installed():
        yield Row("audit", "dp_auditorium", None, remark="in no package registry; not installed")


def certificates() -> Iterator[Row]:
    """How many certificates are checked in a second, by kind of those that take longest."""
    for kind, group in sorted(corpus.read().items()):
        some = group[:10]
        took = seconds(lambda s=some: [ruling_on(c) for c in s])
        rate = len(some) / took if took else float("inf")
        yield Row("certificate", kind, took / len(some), remark=f"{rate:.0f} a second")


def verifications() -> Iterator[Row]:
    """`verify` of a paper of twelve small claims, and of one claim of the papers that ship."""
    with tempfile.TemporaryDirectory() as folder:
        toys = Toys(Path(folder) / "papers")
        toys.paper(good=GOOD, **{f"m{i}": check(f"c-{i}", "return yes()") for i in range(11)})

        def run() -> float:
            begin = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = toys.run("verify", "-j", "2", timeout=300)
            assert done.returncode in (0, 1, 6), done.stderr
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime

        yield Row("verify", "twelve claims, cold", run())
        yield Row("verify", "twelve claims, known", run())
    for what, cpu, wall in verify_paths.paths(whole=False):
        yield Row("verify", what, cpu, remark=f"{wall:.2f} s by the clock")


AUDIT = """
import resource, sys, time
from tests.benchmarks.table import laplace
from workbench.audit import black_box
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
begin = time.process_time()
found = black_box(laplace, 0.0, 1.0, epsilon=1.0, samples=int(sys.argv[1]))
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
print(time.process_time() - begin, before, after, found.epsilon_lower)
"""


def memory() -> Iterator[Row]:
    """The most memory of an audit, by its number of draws, each in a process of its own."""
    for exponent in (7, 8, 9):
        words = [sys.executable, "-c", AUDIT, str(10**exponent)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        took, before, after, found = map(float, done.stdout.split())
        said = f"{after:.0f} MiB at most, {before:.0f} of them before; certified {found:.5f}"
        yield Row("memory", f"audit of 10^{exponent} draws", took, remark=said)


GROUPS: dict[str, Callable[[], Iterator[Row]]] = {
    group.__name__: group
    for group in (
        algorithms, array_libraries, accountants, matrix_inequalities, worst_cases, audits,
        certificates, verifications, memory,
    )
}  # fmt: skip


def page(rows: list[Row], growing: list[dict[str, Any]], about: str) -> str:
    """The table and the plots as one HTML page without scripts."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, 4, figsize=(14, 3.2), constrained_layout=True)
    for axis, what in zip(axes, ("n", "d", "T", "trials"), strict=True):
        for one in growing:
            if one["what"] == what:
                name = f"{one['method']}: {what}^{one['exponent']:.2f}"
                axis.loglog(one["sizes"], one["seconds"], marker="o", label=name)
        axis.set_xlabel(what)
        if axis.lines:
            axis.legend(fontsize=7)
    axes[0].set_ylabel("processor seconds")
    picture = io.StringIO()
    figure.savefig(picture, format="svg")
    plt.close(figure)
    cells = [
        (
            *(r.group, r.what, "" if r.seconds is None else f"{r.seconds:.4g}", r.beside),
            "" if r.ratio is None else f"{r.ratio:.3g}",
            r.remark,
        )
        for r in rows
    ]
    lines = ("".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in cells)
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    head = "".join(f"<th>{h}</th>" for h in ("", "what", "seconds", "beside", "ratio", ""))
    svg = picture.getvalue()
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Speed</title>"
        "<style>svg{max-width:100%;height:auto}td{padding:0 .6em}</style>"
        f"<h1>Speed</h1><p>{html.escape(about)}</p>{svg[svg.index('<svg') :]}"
        f"<table><tr>{head}</tr>\n{body}</table></html>\n"
    )


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path(".workbench/bench"))
    parser.add_argument(
        "--only", nargs="+", choices=[*GROUPS, "growth"],
        help="these groups; what the folder holds of the others stays in the table",
    )  # fmt: skip
    options = parser.parse_args()
    file = options.out / "bench.json"
    old = json.loads(file.read_text()) if options.only and file.exists() else {}
    rows: dict[str, list[Any]] = {"growth": old.get("growth", [])}
    rows |= {name: [Row(**row) for row in old.get("rows", {}).get(name, [])] for name in GROUPS}
    for name in options.only or [*GROUPS, "growth"]:
        rows[name] = []
        for row in GROUPS[name]() if name in GROUPS else grown():
            rows[name].append(row)
            print(row if name in GROUPS else "growth       {method} in {what:6s} {sizes}: like"
                  " {what}^{exponent:.2f}".format(**row), flush=True)  # fmt: skip
        write(options.out, rows)  # a run that is cut off leaves what it measured
    if "algorithms" in (options.only or GROUPS):
        print(summary(rows["algorithms"]))
    print(f"wrote {options.out}/index.html and bench.json")


def grown() -> Iterator[dict[str, Any]]:
    """How seconds grow with one size, the others fixed."""
    for method, what, sizes, took in floors.growth():
        slope = floors.exponent(sizes, took)
        yield {"method": method, "what": what, "sizes": sizes, "seconds": took, "exponent": slope}


def summary(rows: list[Row]) -> str:
    """How many algorithms are near their floors."""
    ratios = [row.ratio for row in rows if row.ratio and row.beside == FLOOR]
    within = sum(ratio <= AIM for ratio in ratios)
    return f"{within} of {len(ratios)} algorithms are within {AIM:g} x of their floors."


def write(out: Path, rows: dict[str, list[Any]]) -> None:
    """The rows of all groups as JSON and as a page."""
    listed = [row for name in GROUPS for row in rows[name]]
    about = summary(listed)
    above = [row.what for row in listed if row.ratio and row.beside == FLOOR and row.ratio > AIM]
    out.mkdir(parents=True, exist_ok=True)
    shown = {name: [asdict(row) for row in rows[name]] for name in GROUPS}
    document = {"rows": shown, "growth": rows["growth"], "above": above}
    (out / "bench.json").write_text(json.dumps(document, indent=1) + "\n")
    (out / "index.html").write_text(page(listed, rows["growth"], about))


if __name__ == "__main__":
    main()
