"""Names of the engine: it names no paper, and no two of its classes have one name."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from workbench.claims import load

ROOT = Path(__file__).resolve().parent.parent
TEXTS = {
    str(file.relative_to(ROOT)): file.read_text() for file in (ROOT / "workbench").rglob("*.py")
}
NUMBERED = re.compile(
    r"\b(?:Theorem|Lemma|Proposition|Corollary|Algorithm|Remark|Figure|Table) [A-Z]?\d[\d.]*"
    r"|\bprop_?\d+"
)
# Documents of these items, not of a paper that is examined.
GENERIC = {
    "workbench/claims/claim.py": {"Proposition 4.2"},  # what the argument `source` looks like
    "workbench/claims/paper.py": {
        "Theorem 2.1",
        "Lemma 2.2",
        "Remark 2.3",
        "Theorem 4.1",
    },  # the same for `contents`
    "workbench/claims/source.py": {"Theorem 3"},  # what a wrong source should be written like
    "workbench/cli/scaffold.py": {"Lemma 1"},  # the template that an author fills in
    "workbench/cli/paper_files.py": {"Lemma 1", "Theorem 2"},  # and that of a paper
}


LONGEST = 300  # lines of a module: longer ones are parted by what they tell


def test_no_module_of_the_engine_is_long() -> None:
    assert {name for name, text in TEXTS.items() if text.count("\n") > LONGEST} == set()


CHECK = "workbench/rigor/check/"


def imported(text: str) -> set[str]:
    """The files of the checker that a module imports."""
    nodes = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ImportFrom) and n.module]
    names = {n.module for n in nodes} | {f"{n.module}.{a.name}" for n in nodes for a in n.names}
    return {f"{name.replace('.', '/')}.py" for name in names} & set(TEXTS)


def with_its_own(room: set[str], imports: dict[str, set[str]]) -> set[str]:
    """The files of a room, and those that nobody imports but they."""
    users = {one: {name for name in imports if one in imports[name]} for one in imports}
    while more := {one for one in imports if users[one] and users[one] <= room} - room:
        room = room | more
    return room


# lines of the room for theorems with all that only it imports
LARGEST_ROOM = 1477


def test_the_room_that_accepts_theorems_can_be_read() -> None:
    imports = {name: imported(text) for name, text in TEXTS.items() if name.startswith(CHECK)}
    room = with_its_own({name for name in imports if name.startswith(f"{CHECK}theorem/")}, imports)
    assert f"{CHECK}theorem/proof.py" in room
    assert sum(TEXTS[name].count("\n") for name in room) <= LARGEST_ROOM


def test_what_only_a_room_imports_is_counted_with_it() -> None:
    lone = {"a": {"b"}, "b": {"c", "d"}, "c": set[str](), "d": set[str](), "e": {"d"}}
    assert with_its_own({"a"}, lone) == {"a", "b", "c"}


def numbered_items(text: str, allowed: set[str]) -> set[str]:
    return {m[0].rstrip(".") for m in NUMBERED.finditer(text)} - allowed


def test_the_engine_names_no_item_of_a_paper() -> None:
    found = {
        name: items
        for name, text in TEXTS.items()
        if (items := numbered_items(text, GENERIC.get(name, set())))
    }
    assert found == {}


def test_an_item_of_a_paper_would_be_seen() -> None:
    assert numbered_items("by Theorem 3.1.", set()) == {"Theorem 3.1"}
    assert numbered_items("prop31_scale", set()) == {"prop31"}


def test_the_engine_names_no_claim_of_the_shipped_papers() -> None:
    ids = set(load().claims)
    assert len(ids) > 400
    assert not {id for text in TEXTS.values() for id in re.findall(r"\w+\.[\w-]+", text)} & ids


def public_classes() -> dict[str, list[str]]:
    homes = defaultdict(list)
    for file, text in TEXTS.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(file)
    return homes


def test_no_two_public_classes_have_one_name() -> None:
    homes = public_classes()
    assert "Claim" in homes
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_the_spacing_of_floats_is_defined_once() -> None:
    assert [file for file, text in TEXTS.items() if re.search(r"^ULP\b.*=", text, re.M)] == [
        "workbench/privacy/arrays.py"
    ]
