"""The templates, with their filters and the style sheet; everything is escaped by default."""

import base64
import functools
import json
import re
from collections.abc import Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from workbench.display import formula, prose
from workbench.report import graph, moment, numbers
from workbench.report.model import PROVENANCES, ReportedEncoding, ReportedEvidence
from workbench.report.proof import proofs_of
from workbench.report.shown import shown
from workbench.report.status import DECISION_LOOK, LOOKS

if TYPE_CHECKING:
    from jinja2 import Environment

FONT = "stix-two-math-subset.woff"
CERTIFICATE = 4000  # characters of a certificate that a notebook shows
AT_ONCE = 12  # formulas of one check that are written out ...
ROOM = 6000  # ... while they have no more characters of LaTeX than this
FOLDED = (
    200  # formulas of one check that are written out at all, those beyond the first ones folded
)
FOLDED_ROOM = 60_000  # ... while they have no more characters than this

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
        "formula": formula,
        "block": functools.partial(formula, block=True),
        "prose": prose,
        "show": numbers.show,
        "seconds": numbers.seconds,
        "moment": moment.told,
        "anchor": graph.anchor,
        "picture": _picture,
        "certificate": _certificate,
        "formulas": parted,
        "proofs": proofs_of,
    }
    made.globals |= {
        "looks": LOOKS,
        "decision_look": DECISION_LOOK,
        "provenance": PROVENANCES,
        "at_once": AT_ONCE,
    }
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


def font_face(address: str) -> str:
    """The rule that names the font of formulas and glyphs, which lies at this address."""
    return (
        '@font-face{font-family:"STIX Two Subset";font-display:swap;'
        f'src:url({address}) format("woff")}}'
    )


def embedded_font(name: str) -> str:
    """A font as an address that holds it."""
    return "data:font/woff;base64," + base64.b64encode(asset(name)).decode()


@functools.cache
def site_style() -> str:
    """Write the style sheet of a site: claims, and the pages around them."""
    return "\n".join([fragment_style(), asset("site.css").decode()])


@functools.cache
def site_script() -> str:
    """Write the script of a site."""
    return "\n".join(asset(name).decode() for name in ("site.js", "graph.js"))


def clean(html: str) -> str:
    """Replace the characters that HTML cannot hold or that disguise text."""
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", html)


def parted(
    evidence: ReportedEvidence,
) -> tuple[list[ReportedEncoding], list[ReportedEncoding], bool]:
    """The formulas of a piece of evidence to show at once, those to fold, and whether more are."""
    at_once: list[ReportedEncoding] = []
    folded: list[ReportedEncoding] = []
    size = 0
    for one in shown(evidence, most=FOLDED + 1):
        known = len(at_once) + len(folded)
        size += len(one.latex)
        if known == FOLDED or (known and size > FOLDED_ROOM):
            return at_once, folded, True
        fits = not folded and len(at_once) < AT_ONCE and (not at_once or size <= ROOM)
        (at_once if fits else folded).append(one)
    return at_once, folded, False


def _picture(svg: str) -> Markup:
    data = base64.b64encode(svg.encode("utf-8", "replace")).decode()
    return Markup("data:image/svg+xml;base64,") + data


def _certificate(data: Mapping[str, Any]) -> str:
    """Show a certificate in full while it is short; the JSON always holds all of it."""
    text = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False)
    if len(text) <= CERTIFICATE:
        return text
    whole = "all of it is in verification.json, and in the `report` of what ran"
    return f"{text[:CERTIFICATE]}\n… {len(text)} characters; {whole}"
