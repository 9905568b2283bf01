"""Results of other papers, cited with their exact statements; every verdict shows which it uses."""

from workbench.claims import Paper, collect

PAPER = Paper(
    id="ext", title="Cited results", authors="various",
    reference="each claim names its own reference",
)  # fmt: skip
CLAIMS = collect(__name__)
