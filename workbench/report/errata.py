"""The list of errata of one paper, from a report: what is printed, why it is false, what is right.

A statement of the paper that is refuted is listed with its counterexample and with the claims that
repair it, each with its status.  A refuted claim of provenance "ours" is a tempting variant and no
error of the paper.  Nothing is added by hand.
"""

from workbench.report.markdown import code, math, prose
from workbench.report.model import Report, ReportedClaim
from workbench.report.status import LOOKS


def errata_markdown(report: Report, paper: str) -> str:
    """The refuted claims of a paper in the order of the report, as Markdown with LaTeX."""
    about = next((p for p in report.papers if p.id == paper), None)
    claims = {c.id: c for c in report.claims}
    refuted = [
        c
        for c in report.claims
        if c.paper == paper and c.status == "refuted" and c.provenance != "ours"
    ]
    title = f"{about.title} ({about.reference})" if about else paper
    lines = [f"# Errata: {prose(title)}", ""]
    lines += [
        "Made by `make report` from the refuted claims and their repairs; not edited by hand."
        " Each counterexample is exact, and `workbench recheck` accepts its certificate.",
    ]
    for claim in refuted:
        lines += ["", f"## {prose(claim.title)}", ""]
        lines += [f"{code(claim.id)}, {prose(claim.source)}.", ""]
        lines += [math(claim.statement), ""]
        if claim.note:
            lines += [prose(claim.note), ""]
        lines += [f"- Counterexample: {prose(_counterexample(claim))}"]
        for id in claim.repaired_by:
            repair = claims.get(id)
            if repair is None:
                lines.append(f"- Repaired by {code(id)} (not in this report)")
                continue
            rests = f" modulo {', '.join(map(code, repair.assumes))}"
            lines.append(
                f"- Repaired by {code(id)}, {LOOKS[repair.status].glyph} {repair.status}"
                f"{rests if repair.assumes else ''}:"
            )
            lines += ["", "  " + math(repair.statement), ""]
    return "\n".join(lines).rstrip() + "\n"


def _counterexample(claim: ReportedClaim) -> str:
    for evidence in claim.evidence:
        if evidence.counterexample and evidence.decision == "fails":
            point = ", ".join(f"{name} = {value}" for name, value in evidence.counterexample.point)
            return point or evidence.counterexample.text
    return claim.reason
