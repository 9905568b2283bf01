"""How Sphinx makes the documentation; `make docs` runs it with warnings as errors.

Everything is read from the disk: formulas are MathML in a font that lies beside the pages, and
nothing is asked of the network.
"""

import contextlib
import inspect
import shutil
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import zmq
from docstrings import markdown, with_short_arrays
from docutils import nodes
from docutils.utils import new_document
from jupyter_client.manager import KernelManager
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import workbench
from workbench.display import formula

logger = logging.getLogger(__name__)

project = "dp-workbench"
author = "The dp-workbench maintainers"
release = version = workbench.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc"]
nitpicky = False  # annotations name types of other libraries, whose documentation is elsewhere
html_theme = "furo"
html_title = f"dp-workbench {release}"
html_copy_source = False
html_show_sphinx = False
html_math_renderer = "mathml"
html_css_files = ["formulas.css"]
pygments_style, pygments_dark_style = "default", "monokai"

myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 3
nb_custom_formats = {".py": ["jupytext.reads", {"fmt": "py:percent"}]}
nb_execution_raise_on_error = True
nb_execution_timeout = 240
nb_merge_streams = True
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
if zmq.has("curve"):  # a kernel warns where what it says could be overheard
    KernelManager.transport_encryption.default_value = "auto"
suppress_warnings = ["mystnb.unknown_mime_type"]


class Docstring(SphinxDirective):
    """Its content, or the docstring of the module that it names, as Markdown."""

    has_content = True
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Parse the text where it stands."""
        text = "\n".join(self.content)
        if self.arguments:
            text = markdown(inspect.getdoc(sys.modules[self.arguments[0]]) or "")
        made = new_document(self.get_source_info()[0], self.state.document.settings)
        MystParser().parse(text, made)
        return list(made.children)


def as_markdown(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Replace a docstring by a directive that reads it as Markdown."""
    text = markdown("\n".join(lines), names_of(thing))
    lines[:] = ["", ".. docstring::", "", *(f"   {line}" for line in text.splitlines()), ""]


def names_of(thing: Any) -> frozenset[str]:  # noqa: ANN401 - whatever is documented
    """The parameters of a function, the fields of a class."""
    found = {f.name for f in fields(thing)} if is_dataclass(thing) else set()
    with contextlib.suppress(TypeError, ValueError):  # no function, or one without a signature
        found |= set(inspect.signature(thing).parameters)
    return frozenset(found)


def short_signature(
    app: Sphinx, what: str, name: str, thing: object, options: object,
    signature: str | None, returned: str | None,
) -> tuple[str | None, str | None]:  # fmt: skip
    """Name the arrays in a signature as its source does."""
    return signature and with_short_arrays(signature), returned and with_short_arrays(returned)


def inline_formula(writer: Any, node: nodes.math) -> None:  # noqa: ANN401 - Sphinx's translator
    """Write a formula within a line, and stop there."""
    writer.body.append(_formula(node, block=False))
    raise nodes.SkipNode


def displayed_formula(writer: Any, node: nodes.math_block) -> None:  # noqa: ANN401
    """Write a formula on its own line, and stop there."""
    writer.body.append(_formula(node, block=True))
    raise nodes.SkipNode


def _formula(node: nodes.Element, *, block: bool) -> str:
    shown = str(formula(node.astext(), block=block))
    if "wb-refused" in shown:
        logger.warning("a formula cannot be shown: %s", node.astext(), location=node)
    return shown


def add_font(app: Sphinx, error: Exception | None) -> None:
    """Put the font of formulas, and the rule that names it, beside the pages."""
    if error is None and app.builder.format == "html":
        static = Path(app.outdir, "_static")
        assets = Path(workbench.__path__[0], "report", "assets")
        shutil.copy(assets / "stix-two-math-subset.woff", static)
        shutil.copy(assets / "STIX-TWO-MATH-OFL.txt", static)


def setup(app: Sphinx) -> None:
    """Register what is ours."""
    app.add_directive("docstring", Docstring)
    app.add_html_math_renderer("mathml", (inline_formula, None), (displayed_formula, None))
    app.connect("autodoc-process-docstring", as_markdown)
    app.connect("autodoc-process-signature", short_signature)
    app.connect("build-finished", add_font)
