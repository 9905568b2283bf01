"""The twelve statuses of a claim: what each is called, how it looks, and which is worse.

Colour, glyph and border each identify a status alone, so the report survives a colour-blind reader,
a black-and-white printer and a screen reader.  The glyphs are in the embedded font; the colours
keep a contrast of at least 4.5 against the paper of their theme (both are tested).

The order of `RANK` runs from the best news to the worst.  It orders *news about a claim*, not the
strength of evidence: REFUTED is certified, yet only a contradiction inside the workbench is worse.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How one status is drawn: a glyph, a colour per theme, a border for CSS and for SVG."""

    name: str
    glyph: str
    light: str
    dark: str
    line: str  # CSS border style
    width: int  # border width in px, in CSS and in SVG
    dash: str  # SVG stroke-dasharray; "" draws a full line
    meaning: str


LOOKS: dict[str, Look] = {
    look.name: look
    for look in (
        Look(
            name="proved",
            glyph="■",
            light="#0b6b3a",
            dark="#6fdc9f",
            line="double",
            width=4,
            dash="",
            meaning="a proof assistant's kernel accepted the statement",
        ),
        Look(
            name="certified",
            glyph="✓",
            light="#1a5fb4",
            dark="#8ab8ff",
            line="solid",
            width=3,
            dash="",
            meaning="the checker accepted a certificate of every statement that the claim declares",
        ),
        Look(
            name="argued",
            glyph="⊢",
            light="#23677f",
            dark="#8fd0e8",
            line="double",
            width=3,
            dash="6 2",
            meaning="every computation is certified; sentences join them to the statement",
        ),
        Look(
            name="derived",
            glyph="∴",
            light="#4b3fa8",
            dark="#b9aeff",
            line="solid",
            width=2,
            dash="",
            meaning="symbolic computation or a solver's word, without a checkable certificate",
        ),
        Look(
            name="supported",
            glyph="≈",
            light="#00687a",
            dark="#6fd3e4",
            line="solid",
            width=1,
            dash="",
            meaning="could have been refuted by tests or statistics, and was not",
        ),
        Look(
            name="assumed",
            glyph="†",
            light="#5c6370",
            dark="#aab2bf",
            line="dotted",
            width=1,
            dash="1 2",
            meaning="rests on a result cited from the literature",
        ),
        Look(
            name="inconclusive",
            glyph="?",
            light="#775900",
            dark="#e3c25f",
            line="dotted",
            width=3,
            dash="2 5",
            meaning="no check could decide; the claim may be true or false",
        ),
        Look(
            name="error",
            glyph="!",
            light="#3b3b3b",
            dark="#e8e8e8",
            line="dotted",
            width=5,
            dash="5 5",
            meaning="a check failed to run; nothing is known",
        ),
        Look(
            name="disputed",
            glyph="±",
            light="#a04600",
            dark="#ffb276",
            line="dashed",
            width=1,
            dash="4 3",
            meaning="statistics speak against it at a stated error level",
        ),
        Look(
            name="broken",
            glyph="⊬",
            light="#8a2f62",
            dark="#f39ccb",
            line="dashed",
            width=2,
            dash="9 3",
            meaning="every argument for it uses something refuted",
        ),
        Look(
            name="refuted",
            glyph="×",
            light="#b3122a",
            dark="#ff8f98",
            line="dashed",
            width=4,
            dash="9 4",
            meaning="false as stated: an exact counterexample was verified",
        ),
        Look(
            name="inconsistent",
            glyph="⊥",
            light="#7a1fc0",
            dark="#d9a8ff",
            line="groove",
            width=6,
            dash="14 3 2 3",
            meaning="certified both true and false: a fault of the workbench",
        ),
    )
}

STATUSES: tuple[str, ...] = tuple(LOOKS)
RANK: dict[str, int] = {status: place for place, status in enumerate(STATUSES)}
GRADES = ("PROVED", "CERTIFIED", "ARGUED", "DERIVED", "SUPPORTED", "ASSUMED", "INCONCLUSIVE")

# What the first line of a report must name, in the order it names them.
AGAINST = ("inconsistent", "refuted", "disputed", "broken")
UNCHECKED = ("error", "inconclusive")
ALARMING = frozenset(AGAINST) | {"error"}

# The decision of one check borrows the look of the status it argues for.
DECISION_LOOK = {
    "holds": "certified",
    "fails": "refuted",
    "refused": "inconclusive",
    "inconclusive": "inconclusive",
    "error": "error",
}
