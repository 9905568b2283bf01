"""`workbench new-claim` and `init-paper`: a module and a package to start from; both run."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import keyword
import re
from pathlib import Path

import click

from workbench.cli.common import Exit, installed, narrate

TEMPLATE = '''"""One sentence: what is claimed ({paper}: where it stands).

Then why it matters, and the idea of the proof.  A reader may stop here.
"""

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import visible
from workbench.symbolic import declare, relation

a, b = declare("real a b")

CLAIM = Claim(
    "{id}",
    title="A square is not negative",
    printed=("lemma", "Lemma 1"),
    statement=r"a^2 + b^2 \\ge 2 a b",
    hypotheses=r"a, b \\in \\mathbb{{R}}",
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

    Claim(id, title="", printed=("lemma", ""), statement="")  # its rules
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
    if taken := installed((id,)).claims.get(id):
        raise ClaimError(
            f"{id} is a claim already, in {taken.module}: ids are unique."
            " Choose another slug, or edit it."
        )
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


@click.command("init-paper", short_help="Write a package for the claims of a paper.")
@click.argument("name", metavar="NAME")
def init_paper_command(name: str) -> int:
    """Write a package for the claims of a paper into the new folder NAME.

    It can be installed, verified and tested as it is: one claim with a check and a mutant, its
    tests, a recipe for continuous integration, and a README with the commands.
    """
    from workbench.cli.paper_files import files
    from workbench.errors import ClaimError

    folder = Path(name)
    paper = folder.name
    if not re.fullmatch(r"[a-z](?:_?[a-z0-9])*", paper) or keyword.iskeyword(paper):
        raise ClaimError(
            f"NAME = {paper!r} cannot be the name of a paper: it is a package of Python and the"
            " first part of ids, so it begins with a letter, has lower case letters, digits and"
            " single underscores, and is no word of Python itself."
            f" Choose such a name: workbench init-paper {folder.parent / _possible(paper)}"
        )
    if folder.exists():
        raise ClaimError(
            f"{folder} is there already: nothing is overwritten. Choose another name or place."
        )
    if taken := _taken(paper):
        raise ClaimError(
            f"NAME = {paper!r} is {taken}: a paper would hide it, or be hidden by it."
            f" Choose another name, such as {paper}_claims."
        )
    new = [str(f) for f in reversed(folder.parents) if not f.exists()]
    try:
        folder.mkdir(parents=True)
        for path, text in files(paper, TEMPLATE.format(id=f"{paper}.lemma-1", paper=paper)).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ClaimError(
            f"{folder} cannot be written: {error.strerror}. Choose another place."
        ) from error
    click.echo(str(folder))
    if new:
        narrate(f"New folders on the way: {', '.join(new)}.")
    narrate(f"Now: pip install -e {folder} && workbench verify {paper} --out report")
    return Exit.OK


def _possible(name: str) -> str:
    """The nearest name that a paper can have.

    >>> _possible("My-Paper 2"), _possible("class"), _possible("2024")
    ('my_paper_2', 'class_paper', 'paper_2024')
    """
    word = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    if not word[:1].isalpha():
        word = f"paper_{word}".rstrip("_")
    return f"{word}_paper" if keyword.iskeyword(word) else word


def _taken(name: str) -> str:
    """What bears this name already; "" if nothing does."""
    from workbench.claims.paper import installed_papers

    if name in dict(installed_papers()):
        return "the name of an installed paper"
    return "the name of a module" if importlib.util.find_spec(name) is not None else ""


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
