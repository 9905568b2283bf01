"""What the search box reads: a row for each claim, with the words that it may be found by."""

from __future__ import annotations

import re
from typing import Any

from workbench.report.model import Report, ReportedClaim
from workbench.report.site.names import claim_page
from workbench.report.status import LOOKS

_WORD = re.compile(r"[^\W_]{3,}")


def index_of(report: Report) -> dict[str, Any]:
    """Rows of page, id, title, status, source and words; `words` is lower case, each word once."""
    return {
        "glyphs": {name: look.glyph for name, look in LOOKS.items()},
        "claims": [
            [claim_page(c.id), c.id, c.title, c.status, c.source, _words(c)] for c in report.claims
        ],
    }


def _words(claim: ReportedClaim) -> str:
    texts = [claim.kind, claim.note, claim.statement, claim.reason, claim.citation, claim.module]
    texts += claim.hypotheses
    for evidence in claim.evidence:
        texts += [evidence.check, evidence.doc, evidence.summary, evidence.method]
        texts += evidence.joints
    found = dict.fromkeys(word.lower() for text in texts for word in _WORD.findall(text))
    return " ".join(found)
