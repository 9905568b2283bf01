"""The dependency graph as plain SVG: what rests on what, and in which state it is.

Every node is a link to its claim and carries glyph, colour and border of its status.  An edge runs
from a claim to the claims that rest on it; pale ones come from another paper, dotted ones lead from
a refuted statement to its repair.  Each names its ends by number, so that a script can bring out
the edges of a node, and each lane its paper, so that it can be brought near.
"""

from collections.abc import Callable, Sequence
from urllib.parse import quote

from markupsafe import Markup

from workbench.report.layout import HEIGHT, WIDTH, Lane, Layout, Place, lay_out
from workbench.report.model import Report, ReportedClaim
from workbench.report.status import LOOKS

_LETTERS = 22  # that fit into a node at the font size of page.css


def graph_svg(report: Report, href: Callable[[str], str]) -> Markup:
    """Draw the graph of a report, `href` giving the address of a claim; empty without claims."""
    if not report.claims:
        return Markup("")
    layout = lay_out(report.papers, report.claims)
    parts = [
        Markup(
            '<svg class="wb-graph" xmlns="http://www.w3.org/2000/svg" role="group"'
            ' aria-label="{label}" width="{w}" height="{h}" viewBox="0 0 {w} {h}">'
        ).format(
            label=f"Dependency graph of {len(report.claims)} claims; each is a link to its claim.",
            w=layout.width,
            h=layout.height,
        )
    ]
    parts += [_lane(lane, layout.width) for lane in layout.lanes]
    parts += _edges(report.claims, layout)
    parts += [
        _node(n, claim, layout.places[claim.id], href(claim.id))
        for n, claim in enumerate(report.claims)
    ]
    parts.append(Markup("</svg>"))
    return Markup("\n").join(parts)


def anchor(claim_id: str) -> str:
    """Write the link to a claim within the page."""
    return "#" + quote(claim_id, safe=".")


def cut(text: str, letters: int = _LETTERS) -> str:
    """Shorten a name in its middle, where it differs least."""
    if len(text) <= letters:
        return text
    tail = (letters - 1) // 2
    return text[: letters - 1 - tail] + "…" + text[len(text) - tail :]


def _lane(lane: Lane, width: int) -> Markup:
    return Markup(
        '<rect class="lane" data-of="{paper}" x="4" y="{y}" width="{w}" height="{h}" rx="6"/>'
        '<text class="lane" x="12" y="{ty}">{name}</text>'
    ).format(
        paper=lane.paper.id,
        y=lane.y,
        w=width - 8,
        h=lane.height,
        ty=lane.y + 17,
        name=cut(f"{lane.paper.id}: {lane.paper.title}", max(10, (width - 24) // 7)),
    )


def _edges(claims: Sequence[ReportedClaim], layout: Layout) -> list[Markup]:
    number = {c.id: n for n, c in enumerate(claims)}
    paper = {c.id: c.paper for c in claims}
    edges = []
    for claim in claims:
        for kind, sources in (("", claim.depends_on), ("repair", claim.repairs)):
            for source in sources:
                if source in number and source != claim.id:
                    kinds = kind or ("pale" if paper[source] != claim.paper else "")
                    path = _path(layout.places[source], layout.places[claim.id])
                    edges.append(
                        Markup('<path class="edge {}" data-a="{}" data-b="{}" d="{}"/>').format(
                            kinds, number[source], number[claim.id], path
                        )
                    )
    return edges


def _path(a: Place, b: Place) -> str:
    """Draw a curve: sideways to a column further right, otherwise out of the bottom of a node."""
    if b.x > a.x and not a.folded:
        x1, y1, x2, y2 = a.x + WIDTH, a.y + HEIGHT // 2, b.x, b.y + HEIGHT // 2
        bend = max(20, (x2 - x1) // 2)
        return f"M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"
    upper, lower = (a, b) if a.y <= b.y else (b, a)
    x1, y1, x2, y2 = upper.x + 12, upper.y + HEIGHT, lower.x + 12, lower.y
    bend = max(14, min(60, (y2 - y1) // 2))
    return f"M{x1} {y1}C{x1} {y1 + bend} {x2} {y2 - bend} {x2} {y2}"


def _node(number: int, claim: ReportedClaim, place: Place, address: str) -> Markup:
    look = LOOKS[claim.status]
    return Markup(
        '<a class="node s-{status}" data-n="{n}" data-id="{id}" href="{href}">'
        "<title>{title}</title>"
        '<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="4" stroke-width="{sw}"{dash}/>'
        '<text class="glyph" x="{gx}" y="{ty}">{glyph}</text>'
        '<text x="{tx}" y="{ty}">{slug}</text></a>'
    ).format(
        status=claim.status,
        n=number,
        id=claim.id,
        href=address,
        title=f"{claim.id}: {claim.status.upper()}. {claim.title}",
        x=place.x,
        y=place.y,
        w=WIDTH,
        h=HEIGHT,
        sw=look.width,
        dash=Markup(' stroke-dasharray="{}"').format(look.dash) if look.dash else "",
        gx=place.x + 8,
        tx=place.x + 24,
        ty=place.y + 17,
        glyph=look.glyph,
        slug=cut(claim.slug),
    )
