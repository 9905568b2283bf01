"""`workbench prove`: one statement in ordinary text, decided here and now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import (
    Exit,
    append,
    json_option,
    narrate,
    print_json,
    writable_file,
)
from workbench.cli.statement_options import as_typed, cut_option, unmet, where_option

if TYPE_CHECKING:
    from workbench.claims import Outcome
    from workbench.symbolic import Relation

_DEEPEST = 4  # levels of the outline


@click.command("prove", short_help="Prove or refute one inequality, with a certificate.")
@click.argument("statement")
@where_option
@cut_option
@click.option("--seconds", default=20.0, show_default=True, help="The time for the search.")
@click.option("--out", type=click.Path(path_type=Path), help="A file for the certificate, as JSON.")
@json_option
def prove_command(
    statement: str,
    where: str,
    cuts: dict[str, list[str]],
    seconds: float,
    out: Path | None,
    as_json: bool,
) -> int:
    """Prove or refute one STATEMENT, such as 'log(1+x) <= x/sqrt(1+x)', for all real values.

    Variables are real unless --where says otherwise; e and pi are the numbers. The proof is
    accepted by the small checker; a refutation is a rational point.

    Exit code 0: proved; 1: refuted; 6: undecided.
    """
    from workbench.rigor import Budget, certify
    from workbench.symbolic.text import TextError, parse

    try:
        r = parse(statement, where=where)
    except TextError as error:
        if as_json:
            print_json("prove", error=error.rule, place=error.place)
        narrate(f"workbench: {error}")
        return Exit.USAGE
    if strange := sorted({*cuts} - {v.name for v in r.variables}):
        raise click.BadParameter(
            f"{strange[0]} is no variable of {statement!r}. Name one of those in it.",
            param_hint="--cut",
        )
    if out is not None:
        writable_file(out, "--out")
    outcome = certify(r, Budget(seconds=seconds), cuts=cuts)
    if out is not None and outcome.certificate:
        append(out, json.dumps(outcome.certificate, indent=1), "--out", mode="w")
        narrate(f"The certificate is in {out}; `workbench recheck {out}` checks it again.")
    if as_json:
        print_json(
            "prove", statement=r.tree, decision=outcome.decision, grade=outcome.grade.name.lower(),
            method=outcome.method, summary=outcome.summary, reason=outcome.reason,
            trust=list(outcome.trust), certificate=outcome.certificate,
        )  # fmt: skip
    else:
        for line in _lines(r, outcome):
            click.echo(line)
    return {"holds": Exit.OK, "fails": Exit.WORSE}.get(outcome.decision, Exit.OPEN)


def _lines(r: Relation, outcome: Outcome) -> list[str]:
    """What a reader sees: the statement, the decision, the outline of the proof."""
    from workbench.symbolic.plain import plain_relation

    lines = [plain_relation(r)]
    if outcome.decision == "holds":
        certified = outcome.grade.name == "CERTIFIED"
        lines.append(f"Proved ({outcome.method})." if certified else
                     f"Holds, {outcome.grade.name.lower()} only: {outcome.reason}.")  # fmt: skip
        lines += outline(outcome.certificate or {})
        lines += unmet(outcome)
    elif outcome.decision == "fails":
        lines.append(f"Refuted: it fails at {_point(outcome)}.")
        lines += [f"  {f.name}: {f.value}" for f in outcome.figures]
    else:
        lines.append(as_typed(outcome.reason))
    return lines


def _point(outcome: Outcome) -> str:
    found = outcome.counterexample
    return "" if found is None else ", ".join(f"{n} = {v}" for n, v in found.point)


def outline(certificate: Mapping[str, Any], *, depth: int = 1) -> list[str]:
    """The tree of a proof, one line for every step: its kind, and on what it acts.

    >>> outline({"kind": "growth", "variable": "x", "from": "low", "start": {"kind": "sign"},
    ...          "slope": {"kind": "boxes"}})
    ['  growth from an end: x, low', '    start: visible sign', '    slope: Arb boxes']
    """
    from workbench.rigor.provers.run import NAMES

    kind = str(certificate.get("kind"))
    told = [str(certificate[k]) for k in ("variable", "from", "group") if k in certificate]
    told = [t for t in told if "{" not in t]
    if kind == "taylor":
        told.append(f"order {certificate['order']}")
    lines = [f"{'  ' * depth}{NAMES.get(kind, kind)}{': ' if told else ''}{', '.join(told)}"]
    if depth > _DEEPEST:
        return lines
    for name, part in _parts(certificate):
        below = outline(part, depth=depth + 1)
        lines += [f"{'  ' * (depth + 1)}{name}: {below[0].strip()}", *below[1:]]
    return lines


def _parts(certificate: Any) -> list[tuple[str, dict[str, Any]]]:  # noqa: ANN401 - JSON
    """The certificates inside a certificate, with their names."""
    found: list[tuple[str, dict[str, Any]]] = []
    for key, value in certificate.items():
        if key == "factors":
            found += [(f"factor {k}", f["proof"]) for k, f in enumerate(value, 1) if f["proof"]]
        elif key in ("proofs", "pieces", "below", "above") and "kind" not in value:
            found += _parts(value)
        elif isinstance(value, dict) and "kind" in value:
            found.append((key, value))
        elif key == "members":
            found += [(f"part {k}", m) for k, m in enumerate(value, 1)]
    return found
