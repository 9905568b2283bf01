"""A claim or a piece of evidence as HTML: the same fragments in the report and in a notebook.

    claim_html(claim_dict)          one claim with its statement, status and evidence
    evidence_html(evidence_dict)    one piece of evidence

Both take the dictionaries of `workbench-report/3`.  By themselves they carry no style; `notebook`
wraps them with it, for `_repr_html_` (there the browser's own mathematical font draws the formulas,
as the embedded one would weigh a quarter of a megabyte in every cell).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.report.environment import clean, environment, fragment_style
from workbench.report.node import Node
from workbench.report.reader import read_claim, read_evidence


def claim_html(claim: Mapping[str, Any], *, others: Iterable[Mapping[str, Any]] = ()) -> str:
    """Show one claim; `others` are claims whose repaired statements it may show beside its own."""
    read = read_claim(Node(claim, "claim"))
    known = {c.id: c for c in (read_claim(Node(o, "others")) for o in others)}
    module: Any = environment().get_template("fragments.html.j2").module
    return clean(str(module.claim(read, known)))


def evidence_html(evidence: Mapping[str, Any]) -> str:
    """Show one piece of evidence, closed until it is opened."""
    module: Any = environment().get_template("fragments.html.j2").module
    return clean(str(module.evidence(read_evidence(Node(evidence, "evidence")))))


def notebook(*fragments: str) -> str:
    """Wrap fragments with their style, to stand in a page that is not ours."""
    style = fragment_style()
    return f'<div class="wb" style="padding:.6rem"><style>{style}</style>{"".join(fragments)}</div>'
