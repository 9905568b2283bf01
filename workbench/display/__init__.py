r"""What objects look like in a notebook: a card with a formula and a table, in plain HTML.

    card("A fair coin is sub-Gaussian", [("source", "folklore")], formula=r"\cosh t \le e^{t^2/2}")

Text is escaped; `...` in it is code and \(...\) a formula.  Nothing is loaded from elsewhere and
nothing is a script, so a card reads the same in JupyterLab, in an editor and on a page of the
documentation, in light and in dark.
"""

from workbench.display.card import NOT_RUN, card, foldable, folded, table
from workbench.display.formulas import formula, prose

__all__ = ["NOT_RUN", "card", "foldable", "folded", "formula", "prose", "table"]
