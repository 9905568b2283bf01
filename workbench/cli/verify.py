"""`workbench verify`: run what is not known yet, judge, report."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import (
    BASELINE,
    Exit,
    append,
    cores,
    executor_option,
    expression_option,
    installed,
    json_option,
    narrate,
    nothing,
    print_json,
    selected,
    setting_options,
    uncollected,
    writable,
    writable_file,
)
from workbench.referee.answer import printable

if TYPE_CHECKING:
    from workbench.cli.judgement import JudgedClaim
    from workbench.runner import Session

GOOD = ("proved", "certified", "argued", "derived", "supported", "assumed")
GRADES = ("PROVED", "CERTIFIED", "ARGUED", "DERIVED", "SUPPORTED", "ASSUMED")


@click.command("verify", short_help="Run the checks of claims, judge, and report.")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@expression_option
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=0),
    default=None,
    metavar="N",
    help="Worker processes; 0 runs inside this one, for debuggers.  [default: all cores]",
)
@executor_option
@setting_options
@click.option(
    "--require",
    type=click.Choice(GRADES, case_sensitive=False),
    help="Exit with 6 if a claim that is neither cited nor recorded as false earned less.",
)
@click.option("--fresh", is_flag=True, help="Run again what is known already.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write index.html with its pages, verification.json, junit.xml and summary.md there.",
)
@click.option(
    "--summary",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help='Append the summary in Markdown to FILE, as to "$GITHUB_STEP_SUMMARY".',
)
@click.option(
    "--single-file",
    is_flag=True,
    help="With --out: all pages in report.html alone, without certificates.",
)
@json_option
@click.option(
    "--baseline",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A baseline or report whose statuses are expected."
    f"  [default: {BASELINE}, and what papers bring]",
)
@click.option("--no-baseline", is_flag=True, help="Expect nothing.")
def verify_command(
    ids: tuple[str, ...],
    expression: str,
    jobs: int | None,
    executor: str,
    store: Path,
    seed: int,
    profile: str,
    require: str | None,
    fresh: bool,
    out: Path | None,
    summary: Path | None,
    single_file: bool,
    as_json: bool,
    baseline: Path | None,
    no_baseline: bool,
) -> int:
    """Run the checks of the claims named by ID (a claim, or a prefix such as a paper).

    Without ID and -k, all claims of all installed papers. Evidence that fits the source text,
    the versions and the setting is not made again.
    """
    if baseline is not None and no_baseline:
        raise click.UsageError("--baseline and --no-baseline exclude each other.")
    if single_file and out is None:
        raise click.UsageError("--single-file needs --out DIR, the folder for report.html.")
    if jobs != 0:  # the checks, which may take any time, run in other processes
        click.get_current_context().with_resource(uncollected())
    from workbench.cli.judgement import exit_code, judge_run, lost, news_of, read_baseline

    recorded = {} if no_baseline else read_baseline(baseline, "--baseline")

    from workbench.claims import Grade
    from workbench.claims.verdict import UNSEEN
    from workbench.cli.progress import watching
    from workbench.report.build import build_report, concerned
    from workbench.report.moment import moment
    from workbench.report.reader import read_report
    from workbench.report.summary import summary_markdown
    from workbench.runner import (
        EarlyWorker,
        Interrupted,
        RunSetting,
        Sources,
        Store,
        plan,
        verify,
    )

    moment()  # a SOURCE_DATE_EPOCH that is no time is told before work is done
    if out is not None:
        writable(out, "--out", make=False)
    if summary is not None:
        writable_file(summary, "--summary")
    evidence = Store(store, notice=lambda text: narrate(f"workbench: {text}"))
    sources = Sources(evidence.sources)
    evidence.prepare()
    local = executor == "local" and jobs != 0
    wanted_jobs = cores() if jobs is None else jobs
    cold = not ids and not evidence.library.is_dir()  # so there is work for all from the start
    with EarlyWorker(max(1, wanted_jobs) if cold else 1) as early:
        library = installed(
            ids,
            store=store,
            sources=sources,
            checks=jobs == 0,
            elsewhere=early.call if local else None,
        )
        claims = selected(library, ids, expression=expression)
        if not claims and not concerned(library, ids):
            return nothing(library, expression=expression)

        if out is not None:
            writable(out, "--out")
        setting = RunSetting(seed=seed, profile="full" if profile == "full" else "quick")
        planned = plan(library, claims, setting=setting, sources=sources)
        sources.save()
        try:
            in_flight = functools.partial(evidence.in_flight, planned.tasks)
            with watching(len(planned.tasks), in_flight) as progress:
                session = verify(
                    library,
                    planned,
                    evidence,
                    jobs=wanted_jobs,
                    executor=executor,
                    fresh=fresh,
                    progress=progress,
                    early=early,
                )
        except Interrupted as stop:
            narrate(
                f"workbench: interrupted with {stop.done} of {stop.total} checks done and kept."
                " The same command goes on from there."
            )
            return Exit.INTERRUPTED

    if further := session.further:  # what a check assumes is known when it has run
        wider = installed([*ids, *further], store=store, sources=sources, checks=jobs == 0)
        session = session.judged_in(wider)
    report = build_report(session, wanted=ids, expression=expression)
    judged = judge_run(
        report["claims"], recorded, require=Grade[(require or "INCONCLUSIVE").upper()]
    )
    gone = [] if ids or expression else lost(report["claims"], recorded)
    code = exit_code([*judged, *gone])
    known = {id: one.status for id, one in recorded.items()}
    news = news_of(report, (*judged, *gone))
    files: tuple[Path, ...] = ()
    if out is not None:
        from workbench.report import write_report

        files = write_report(report, out, single=single_file, recorded=recorded, news=news)
    if summary is not None:
        text = summary_markdown(read_report(report), recorded=known, news=news)
        append(summary, text, "--summary")
    if as_json:
        _print_document(report, judged, gone, session, files, code)
    else:
        _print_table(report, judged, gone)
    for path in files:
        narrate(f"wrote {path}")
    if unseen := [c["id"] for c in report["claims"] if UNSEEN in c["reason"]]:
        narrate(f"`workbench trust {unseen[0]}` goes on below what was not looked at.")
    from workbench.cli.table import several

    ran = len(session.records) - session.reused
    narrate(
        f"{several(ran, 'check')} run, {session.reused} known before, in {session.seconds:.1f} s;"
        f" exit code {int(code)}"
    )
    return code


def _print_document(
    report: Mapping[str, Any],
    judged: Sequence[JudgedClaim],
    gone: Sequence[JudgedClaim],
    session: Session,
    files: Sequence[Path],
    code: Exit,
) -> None:
    from workbench.cli.judgement import repeat

    print_json(
        report["command"],
        exit=int(code),
        seed=report["seed"],
        profile=report["profile"],
        totals=report["totals"],
        checks={"run": len(session.records) - session.reused, "known": session.reused},
        digest=report["digest"],
        failures=report["failures"],
        gone=[one.id for one in gone],
        files=[str(path) for path in files],
        seconds=round(session.seconds, 3),
        claims=[
            {
                "id": claim["id"],
                "status": claim["status"],
                "grade": claim["grade"],
                "reason": claim["reason"],
                "assumes": claim["assumes"],
                "recorded": one.recorded or None,
                "expected": one.expected,
                "why": one.why,
                "repeat": repeat(report, claim["id"]),
            }
            for claim, one in zip(report["claims"], judged, strict=True)
        ],
    )


def _print_table(
    report: Mapping[str, Any], judged: Sequence[JudgedClaim], gone: Sequence[JudgedClaim]
) -> None:
    from workbench.cli.judgement import repeat
    from workbench.cli.table import badge, cut, total_line

    width = max(len(claim["id"]) for claim in report["claims"])
    for claim, one in zip(report["claims"], judged, strict=True):
        expected = one.expected and one.recorded == one.status and one.status not in GOOD
        reason = claim["reason"].partition("\n")[0]  # the rest comes below, if it is news
        said = f"(as recorded) {reason}" if expected else reason
        row = cut(printable(said), beside=width + 18)
        click.echo(f"{badge(claim['status'])}  {claim['id']:<{width}}  {row}")
    click.echo(total_line(report["totals"]))
    click.echo(f"digest {report['digest']}")
    for one in gone:
        click.echo(f"{printable(one.id)} is gone: {one.why}.")
    for claim, one in zip(report["claims"], judged, strict=True):
        if not one.expected:
            click.echo(f"\n{one.id} is {one.status}: {one.why}.")
            for found in claim["evidence"]:
                if found["decision"] != "holds" or not all(m["rejected"] for m in found["mutants"]):
                    first, *more = f"{found['check']}: {_told(found)}".splitlines()
                    click.echo(printable(f"  {first}"))
                    for line in (*more, *found["trace"].rstrip().splitlines()):
                        click.echo("    " + printable(line))
            if not claim["evidence"]:
                for line in claim["reason"].splitlines():
                    click.echo(printable(f"  {line}"))
            click.echo(f"  again: {repeat(report, one.id)}")


def _told(evidence: Mapping[str, Any]) -> str:
    accepted = [m["name"] for m in evidence["mutants"] if not m["rejected"]]
    if accepted and evidence["decision"] in ("holds", "fails"):
        return f"accepts its mutant {', '.join(accepted)}, so it proves nothing"
    return f"{evidence['decision']}: {evidence['reason'] or evidence['summary']}"
