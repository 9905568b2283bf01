"""`workbench list`, `show` and `trust`: what is claimed, and what the answers rest on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import (
    Exit,
    expression_option,
    installed,
    json_option,
    nothing,
    print_json,
    selected,
    setting_options,
)
from workbench.cli.shown_claim import card, values_at

if TYPE_CHECKING:
    from workbench.claims import Claim, Library, Paper, Verdict


@click.command("list", short_help="List the claims of the installed papers.")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@expression_option
@click.option("--tree", is_flag=True, help="Below each claim, indented, what it rests on.")
@json_option
def list_command(ids: tuple[str, ...], expression: str, tree: bool, as_json: bool) -> int:
    """List the claims of the installed papers; nothing is run."""
    library = installed(ids)
    claims = [library[id] for id in selected(library, ids, expression=expression)]
    if not claims:
        return nothing(library, expression=expression)
    if as_json:
        print_json("list", claims=[_head(claim) for claim in claims])
    elif tree:
        for claim in claims:
            _branch(library, claim.id, depth=0, above=())
    else:
        width = max(len(claim.id) for claim in claims)
        for claim in claims:
            click.echo(f"{claim.id:<{width}}  {claim.kind:<11}  {claim.title}")
    return Exit.OK


def _branch(library: Library, id: str, *, depth: int, above: tuple[str, ...]) -> None:
    from workbench.claims.graph import uses_of

    claim = library.claims.get(id)
    click.echo(f"{'    ' * depth}{id}{'' if claim is None else f'  {claim.title}'}")
    if claim is not None and id not in above:
        for used in uses_of(claim):
            _branch(library, used, depth=depth + 1, above=(*above, id))


def _head(claim: Claim) -> dict[str, Any]:
    from workbench.claims.graph import uses_of

    return {
        "id": claim.id,
        "kind": claim.kind,
        "title": claim.title,
        "source": claim.source,
        "provenance": claim.provenance,
        "depends_on": list(uses_of(claim)),
        "repairs": list(claim.repairs),
        "checks": [check.name for check in claim.checks],
    }


@click.command("show", short_help="Show one claim and how it is checked, or the items of a paper.")
@click.argument("id", metavar="ID")
@click.option("--latex", "as_latex", is_flag=True, help="Formulas as LaTeX, as they are written.")
@json_option
def show_command(id: str, as_latex: bool, as_json: bool) -> int:
    """Show one claim: its statement, what it uses, and how it is checked.

    Where ID is a paper it shows the items in their order, each with its claims.
    """
    library = installed((id,))
    paper = next((p for p in library.papers if p.id == id), None)
    if paper is not None:
        return _show_paper(library, paper, as_json=as_json)
    claim = library[id]
    found = values_at(library, claim)
    checks = [
        {
            "name": check.name,
            "doc": check.doc,
            "aim": check.aim,
            "manner": check.manner,
            "part": check.part,
            "corner": check.corner,
            "stronger": check.stronger,
            "profile": check.profile,
            "seconds": check.seconds,
            "mutants": [{"name": m.name, "doc": m.doc} for m in check.mutants],
        }
        for check in claim.checks
    ]
    if as_json:
        from workbench.cli.judgement import unused

        print_json(
            "show",
            claim=_head(claim)
            | {
                "statement": claim.statement,
                "hypotheses": list(claim.hypotheses),
                "parts": list(claim.parts),
                "note": claim.note,
                "citation": claim.citation,
                "module": claim.module,
                "encoded": [one.latex() for _, one in claim.statements()],
                "cases": [
                    {
                        "check": check.name,
                        "encoded": one.latex(),
                        "at": place,
                        "values": list(found[check.name]),
                    }
                    for check, one, place in claim.cases()
                ],
                "unused": list(unused(claim)),
                "checks": checks,
            },
        )
        return Exit.OK
    click.echo("\n".join(card(claim, found, as_latex=as_latex)))
    return Exit.OK


def _show_paper(library: Library, paper: Paper, *, as_json: bool) -> int:
    from workbench.report.contents import sections

    claims = [claim for claim in library.claims.values() if claim.paper == paper.id]
    if as_json:
        print_json(
            "show",
            paper={
                "id": paper.id,
                "title": paper.title,
                "authors": paper.authors,
                "reference": paper.reference,
                "items": [asdict(item) for item in paper.items()],
            },
            claims=[_head(claim) for claim in claims],
        )
        return Exit.OK
    click.echo(f"{paper.id}: {paper.title}")
    click.echo(f"  {', '.join(filter(None, (paper.authors, paper.reference)))}")
    for section in sections(paper.items(), claims):
        click.echo(f"\n{section.title or 'Contents'}")
        for entry in section.entries:
            click.echo(f"  {entry.label}{'' if entry.listed else ': no claim'}")
            for claim in entry.claims:
                click.echo(f"    {claim.id}  {claim.title}")
    click.echo(f"\nverify it: workbench verify {paper.id}")
    return Exit.OK


@click.command("trust", short_help="Print what the verdict on a claim rests on.")
@click.argument("id", metavar="ID")
@setting_options
@json_option
def trust_command(id: str, store: Path, seed: int, profile: str, as_json: bool) -> int:
    """Print what the verdict on a claim rests on, from stored evidence; nothing is run.

    That is: cited results at the leaves, claims that are still open, software, rules, error levels.
    """
    from workbench.claims.verdict import UNSEEN
    from workbench.cli.common import narrate
    from workbench.runner import RunSetting, Sources, Store, plan
    from workbench.runner.session import further_papers, verdicts_of

    evidence = Store(store, notice=lambda text: narrate(f"workbench: {text}"))
    sources = Sources(evidence.sources)
    library = installed((id,), store=store, sources=sources)
    claim = library[id]
    below = below_of(library, claim.id)
    setting = RunSetting(seed=seed, profile="full" if profile == "full" else "quick")
    planned = plan(library, below, setting=setting, sources=sources)
    sources.save()
    found = {t.name: evidence.find(t) for t in planned.tasks}
    missing = sorted({t.claim for t in planned.tasks if found[t.name] is None})
    again = f"workbench verify {' '.join(missing)} --seed {seed} --profile {profile}"
    if claim.id in missing:
        narrate(f"workbench: {claim.id} is not verified yet: run `{again}`")
        return Exit.OPEN
    records = {name: record for name, record in found.items() if record is not None}
    if further := further_papers(library, records.values()):
        library = installed([id, *further], store=store, sources=sources)
    verdicts = verdicts_of(library, planned, records)
    verdict = verdicts[claim.id]
    cited = [i for i in verdict.assumes if i in library.claims and library[i].kind == "cited"]
    others = [i for i in verdict.assumes if i not in cited]
    best = verdict.effective[0] if verdict.effective else None
    errors = sorted(best.errors) if best else []
    content: dict[str, Any] = {
        "id": claim.id,
        "status": verdict.status,
        "grade": verdict.grade.name,
        "reason": verdict.reason.replace(UNSEEN, "not verified yet"),  # nothing runs here
        "cited": [{"id": i, "citation": library[i].citation} for i in cited],
        "open": [
            {"id": i, "status": "not verified yet" if i in missing else _status(verdicts, i)}
            for i in others
        ],
        "software": list(verdict.trust),
        "joints": [
            joint
            for task in planned.tasks
            if task.claim == claim.id and task.name in records
            for joint in records[task.name].outcome.joints
        ],
        "errors": [{"check": name, "alpha": str(alpha)} for name, alpha in errors],
        "alpha": str(verdict.alpha),
        "not_verified": missing,
    }
    if as_json:
        print_json("trust", **content)
        return Exit.OK
    first, *more = f"{claim.id} is {verdict.status}: {content['reason']}".splitlines()
    click.echo("\n".join([first, *(f"    {line}" for line in more)]))
    for title, rows in (
        ("cited results", [f"{c['id']}: {c['citation']}" for c in content["cited"]]),
        ("claims that are open", [f"{o['id']} ({o['status']})" for o in content["open"]]),
        ("joints in words", content["joints"]),
        ("taken on trust", content["software"]),
        ("error levels", [f"{e['check']}: {e['alpha']}" for e in content["errors"]]),
    ):
        click.echo(f"  {title}:{'' if rows else ' none'}")
        for row in rows:
            click.echo(f"    {row}")
    if missing:
        click.echo(f"  not verified yet: run {again}")
    return Exit.OK


def below_of(library: Library, id: str) -> list[str]:
    """The claim and all claims that it rests on, those of papers that are not there left out."""
    from workbench.claims.graph import uses_of

    found: list[str] = []
    waiting = [id]
    while waiting:
        one = waiting.pop()
        if one not in found and one in library.claims:
            found.append(one)
            waiting.extend(uses_of(library[one]))
    return [i for i in library.claims if i in found]


def _status(verdicts: Mapping[str, Verdict], id: str) -> str:
    return verdicts[id].status if id in verdicts else "not a claim of the installed papers"
