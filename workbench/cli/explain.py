"""`workbench explain`: the whole search for a proof as a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from workbench.cli.common import (
    Exit,
    installed,
    json_option,
    narrate,
    print_json,
)
from workbench.cli.statement_options import as_typed, cut_option, unmet, where_option

if TYPE_CHECKING:
    from workbench.claims import Claim
    from workbench.symbolic import Relation


@click.command("explain", short_help="Show all that a search for a proof tries.")
@click.argument("what", metavar="STATEMENT|ID")
@where_option
@cut_option
@click.option("--seconds", default=20.0, show_default=True, help="The time for each search.")
@json_option
def explain_command(
    what: str, where: str, cuts: dict[str, list[str]], seconds: float, as_json: bool
) -> int:
    """Search for a proof of a statement, or of those that a claim declares, and tell all of it.

    The tree shows the goals, the methods tried for each, the goals these led to, and why each
    stopped. Exit code 0: all proved; 1: one is refuted; 6: one is undecided.
    """
    from workbench.rigor import Budget, explain
    from workbench.symbolic.text import TextError

    try:
        subject = _subject(what, where)
    except TextError as error:
        if as_json:
            print_json("explain", error=error.rule, place=error.place)
        narrate(f"workbench: {error}")
        return Exit.USAGE
    found = explain(subject, Budget(seconds=seconds), cuts=cuts)
    if as_json:
        print_json("explain", searches=[one.as_json() for one in found])
    else:
        for one in found:
            click.echo(as_typed(str(one)))
            if one.outcome.decision == "fails":
                click.echo(f"Refuted: {one.outcome.summary}.")
            elif one.outcome.decision != "holds":
                click.echo(as_typed(one.outcome.reason))
            for line in unmet(one.outcome):
                click.echo(line)
    decisions = {one.outcome.decision for one in found}
    return Exit.WORSE if "fails" in decisions else Exit.OK if decisions == {"holds"} else Exit.OPEN


def _subject(what: str, where: str) -> Claim | Relation:
    """A statement has a sign of comparison; the id of a claim has none."""
    from workbench.errors import ParameterError
    from workbench.symbolic.text import parse

    if any(sign in what for sign in "<>=") or where:
        return parse(what, where=where)
    if "." not in what:
        raise ParameterError(
            f"{what!r} is neither a statement, which has one of <= < = >= >, nor the id of a claim,"
            " which is paper.slug. Write 'log(1+x) <= x' --where 'x >= 0', or see `workbench list`."
        )
    return installed((what,))[what]
