"""Options of the commands that take a statement: its conditions, and where its domain is cut."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from workbench.claims import Outcome


def _joined(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> str:
    return ", ".join(filter(None, (value.strip().rstrip(",") for value in values)))


where_option = click.option(
    "--where",
    multiple=True,
    metavar="CONDITIONS",
    callback=_joined,
    help="Ranges and conditions: 'x >= 0, 0 < p < q, integer n >= 1'; given again, all count.",
)


def _cuts(
    context: click.Context, option: click.Parameter, values: tuple[str, ...]
) -> dict[str, list[str]]:
    from fractions import Fraction

    cuts: dict[str, list[str]] = {}
    for value in values:
        name, _, point = (part.strip() for part in value.partition("="))
        try:
            Fraction(point)
        except (ValueError, ZeroDivisionError):
            name = ""
        if not name.isidentifier():
            raise click.BadParameter(
                f"{value!r} is no variable with a rational number. Write --cut 'x = 1/2'."
            )
        cuts.setdefault(name, []).append(point)
    return cuts


cut_option = click.option(
    "--cut",
    "cuts",
    multiple=True,
    metavar="POINT",
    callback=_cuts,
    help="Where the domain is cut, each piece with a proof of its own: 'x = 1/2'; may be repeated.",
)


def as_typed(text: str) -> str:
    """A proposal of the search as it is typed here: cuts={"x": ["1"]} as --cut 'x = 1'."""
    return re.sub(r'cuts=\{"(\w+)": \["([^"]+)"\]\}', r"--cut '\1 = \2'", text)


def unmet(outcome: Outcome) -> list[str]:
    """What to say of a proof beside the proof: that nobody has seen its conditions hold."""
    from workbench.claims.evidence import NO_POINT

    doubt = "No point was found that meets the conditions: can they hold together?"
    return [doubt] if NO_POINT in outcome.trust else []
