"""`workbench new-claim`: a module to start from, with a check and a mutant that run."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import keyword
from pathlib import Path

import click

from workbench.cli.common import Exit, narrate

TEMPLATE = '''"""One sentence: what is claimed ({paper}: where it stands).

Then why it matters, and the idea of the proof.  A reader may stop here.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import visible
from workbench.symbolic import relation

a, b = sp.symbols("a b", real=True)

CLAIM = Claim(
    "{id}",
    kind="lemma",
    title="A square is not negative",
    source="Lemma 1",
    provenance="printed",
    statement=r"a^2 + b^2 \\ge 2 a b",
    hypotheses=(r"a, b \\in \\mathbb{{R}}",),
    encoded=(relation(a**2 + b**2, ">=", 2 * a * b),),
    uses=(),
)


@CLAIM.exact
@broken("forgotten_two", "With 3 in place of 2 it is false at a = b = 1.", factor=3)
def the_difference_is_a_square(*, factor: int = 2) -> Outcome:
    """a^2 + b^2 - 2 a b = (a - b)^2 >= 0."""
    return visible(a**2 + b**2, ">=", factor * a * b, gap=(a - b) ** 2)
'''


@click.command("new-claim", short_help="Write a claim module to start from.")
@click.argument("id", metavar="PAPER.SLUG")
def new_claim_command(id: str) -> int:
    """Write a claim module to start from into the package of its paper.

    It runs as it is: a statement, a check, and a mutant that the check rejects.
    """
    from workbench.claims import Claim
    from workbench.claims.paper import GROUP
    from workbench.errors import ClaimError

    Claim(id, kind="lemma", title="", statement="", source="", provenance="printed")  # its rules
    paper, slug = id.split(".", 1)
    points = {p.name: p.value for p in importlib.metadata.entry_points(group=GROUP)}
    if paper not in points:
        from workbench.claims.graph import closest

        raise ClaimError(
            f"paper {paper!r} of {id!r} is not installed; installed are"
            f" {', '.join(sorted(points)) or 'none'}."
            f"{closest(paper, points)} A paper is a package with an entry point in the group"
            f" {GROUP}; proofs/README.md shows one."
        )
    folder = _folder(points[paper])
    name = slug.replace("-", "_").replace(".", "_")
    if not name.isidentifier() or keyword.iskeyword(name):
        name = f"claim_{name}"
    target = folder / f"{name}.py"
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.format(id=id, paper=paper))
    except FileExistsError:
        raise ClaimError(
            f"{target} is there already: a claim is not overwritten."
            " Choose another slug, or edit it."
        ) from None
    except OSError as error:
        raise ClaimError(
            f"{target} cannot be written: {error.strerror}."
            " Work in a clone of the paper's repository, installed with `make setup`."
        ) from error
    click.echo(str(target))
    narrate(f"Now edit it, and run: workbench verify {id}")
    return Exit.OK


def _folder(module: str) -> Path:
    """The folder of a paper's package, found without importing the package itself."""
    from workbench.errors import ClaimError

    try:
        spec = importlib.util.find_spec(module)
    except ImportError:
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise ClaimError(
            f"entry point module {module!r} is not a package that can be found:"
            " claims are modules of a package. Mend the entry point, or install the package."
        )
    return Path(next(iter(spec.submodule_search_locations)))
