"""What a repository keeps of a run, all of it made from one reading of the report."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from workbench.claims.paper import installed_papers
from workbench.cli.common import narrate
from workbench.cli.rendering import errata_text, map_text, rendered, try_output, writing


def record_all(run: Path, output: Path, folder: Path, beside: Sequence[str]) -> Iterator[Path]:
    """Write what a release has, and yield the path of each file when it is there.

    run: the verification.json of a run
    output: the folder of the pages, which show what is recorded now
    folder: the place of baseline.json and summary.md
    beside: the papers whose errata and map lie in the folder of their package
    """
    from workbench.cli.hypotheses import unused_of
    from workbench.cli.judgement import read_baseline
    from workbench.report import single_file
    from workbench.report.baseline import baseline_json, unused_in
    from workbench.report.reader import load_report, read_report

    report = load_report(run)
    places = {paper: _folder(paper) for paper in beside}
    texts = {place / "ERRATA.md": errata_text(report, id) for id, place in places.items()}
    statuses = {claim["id"]: claim["status"] for claim in report["claims"]}
    texts |= {place / "PAPER.md": map_text(statuses, id) for id, place in places.items()}
    for path in (folder / "baseline.json", output / "report.html", *texts):
        try_output(path, one=True, printed=False)
    try_output(output, one=False, printed=False)

    narrate("asking each certificate for the hypotheses that it does without ...")
    texts[folder / "baseline.json"] = baseline_json(report, unused_of(report))
    yield from _written(texts)
    recorded = read_baseline(folder / "baseline.json", "--record")
    with writing(output):
        files = rendered(report, output, recorded, single=False)
    yield from files
    page = single_file(read_report(report), unused=unused_in(report["claims"], recorded))
    summary = (output / "summary.md").read_text(encoding="utf-8")
    yield from _written({output / "report.html": page, folder / "summary.md": summary})


def _written(texts: Mapping[Path, str]) -> Iterator[Path]:
    for path, text in texts.items():
        with writing(path):
            path.write_text(text, encoding="utf-8")
        yield path


def _folder(paper: str) -> Path:
    """The folder of the package of an installed paper."""
    packages = dict(installed_papers())
    spec = importlib.util.find_spec(packages[paper]) if paper in packages else None
    if spec is None or spec.origin is None:
        raise click.BadParameter(
            f"{paper!r} is not an installed paper ({', '.join(packages) or 'there is none'}).",
            param_hint="--beside",
        )
    folder = Path(spec.origin).parent
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
