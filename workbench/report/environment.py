"""The templates, with their filters and the style sheet; everything is escaped by default."""

import base64
import functools
import json
import re
from collections.abc import Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from workbench.report import formula, graph, numbers
from workbench.report.shown import shown
from workbench.report.status import DECISION_LOOK, LOOKS

if TYPE_CHECKING:
    from jinja2 import Environment

FONT = "stix-two-math-subset.woff"
CERTIFICATE = 4000  # characters of a certificate that the page shows

_PROVENANCE = {
    "printed": "as printed",
    "reconstructed": "reconstructed",
    "ours": "ours, not in the paper",
}
# Control characters cannot stand in HTML; bidirectional overrides could make a status read as
# another.
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@functools.cache
def environment() -> "Environment":
    """Load the templates once."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("workbench.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "formula": formula.formula,
        "block": functools.partial(formula.formula, block=True),
        "prose": formula.prose,
        "show": numbers.show,
        "seconds": numbers.seconds,
        "anchor": graph.anchor,
        "picture": _picture,
        "certificate": _certificate,
        "shown": shown,
    }
    made.globals |= {"looks": LOOKS, "decision_look": DECISION_LOOK, "provenance": _PROVENANCE}
    return made


def asset(name: str) -> bytes:
    """Read a file that belongs to the report."""
    return (resources.files("workbench.report") / "assets" / name).read_bytes()


@functools.cache
def fragment_style() -> str:
    """Write the style sheet of claims and evidence, with the colours of the statuses."""
    rules = [asset("fragments.css").decode()]
    for theme, scheme in (
        ("light", "{}"),
        ("dark", "@media screen and (prefers-color-scheme: dark){{{}}}"),
    ):
        colours = [f".s-{k}{{--c:{getattr(v, theme)}}}" for k, v in LOOKS.items()]
        colours.append(f".wb{{--wb-alarm:{getattr(LOOKS['refuted'], theme)}}}")
        rules.append(scheme.format("".join(colours)))
    rules += [f".s-{k}{{--w:{v.width}px;--l:{v.line}}}" for k, v in LOOKS.items()]
    return "\n".join(rules)


@functools.cache
def page_style() -> str:
    """Write the style sheet of a page: the embedded font, claims, page, filters by status."""
    font = base64.b64encode(asset(FONT)).decode()
    face = (
        '@font-face{font-family:"STIX Two Subset";font-display:block;'
        f'src:url(data:font/woff;base64,{font}) format("woff")}}'
    )
    hidden = [
        f".wb:has(#show-{s}:not(:checked)) :is(.wb-claim,.wb-line).s-{s}{{display:none}}"
        f".wb:has(#show-{s}:not(:checked)) .node.s-{s}{{opacity:.15}}"
        for s in LOOKS
    ]
    return "\n".join([face, fragment_style(), asset("page.css").decode(), *hidden])


def clean(html: str) -> str:
    """Replace the characters that HTML cannot hold or that disguise text."""
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", html)


def _picture(svg: str) -> Markup:
    data = base64.b64encode(svg.encode("utf-8", "replace")).decode()
    return Markup("data:image/svg+xml;base64,") + data


def _certificate(data: Mapping[str, Any]) -> str:
    """Show a certificate in full while it is short; the JSON always holds all of it."""
    text = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False)
    if len(text) <= CERTIFICATE:
        return text
    return f"{text[:CERTIFICATE]}\n… {len(text)} characters; all of it is in verification.json"
