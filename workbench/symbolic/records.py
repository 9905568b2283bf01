"""Means of functions of independent records of one law: part of statements about moments.

    S, z, w = "S", "new", ("record", i)
    Records(n, stable={"f": s}, means={m: ("f", S, z), a[i]: ("f", S, w)})

What the parts say, and by which rules they are checked: `workbench.rigor.check.moments_records`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.symbolic.latex import name


@dataclass(frozen=True)
class Records:
    """Records z_1, ..., z_count and a new one, functions of them, and means of these.

    stable: for each function how far it is at most from itself with one record replaced, or None
    means:  for a symbol, or an entry a[i] of a sequence, (function, data, record): data is "S" or
            ("replaced", i), the record "new" or ("record", i)
    """

    count: Any
    stable: Mapping[str, Any]
    means: Mapping[Any, tuple[Any, Any, Any]]

    def frozen(self, freezer: Any) -> dict[str, Any]:  # noqa: ANN401
        """As JSON."""
        functions = [{"name": f, "stable": None if s is None else freezer(s).tree[1]}
                     for f, s in self.stable.items()]  # fmt: skip
        means = []
        for mean, of in self.means.items():
            tree = freezer(mean).tree
            told = [p if isinstance(p, str) else [p[0], str(p[1])] for p in of]
            index = tree[2][1] if tree[0] == "idx" else None
            means.append({"name": tree[1], "index": index, "of": told})
        return {"count": freezer(self.count).tree[1], "functions": functions, "means": means}


def names_of(told: Mapping[str, Any]) -> set[str]:
    """The symbols that stand for means, and the indices of sequences of them."""
    means = told["means"]
    return {one["name"] for one in means} | {one["index"] for one in means} - {None}


def records_latex(told: Mapping[str, Any] | None) -> Iterator[str]:
    """What is drawn, what the functions are, and of what the means are."""
    if told is None:
        return
    n = name(told["count"])
    yield (rf"z_1, \dots, z_{{{n}}}, z \text{{ independent records of one law, any on any"
           rf" measurable space}},\; S = (z_1, \dots, z_{{{n}}})")  # fmt: skip
    yield r"w \text{ independent of them}"
    for one in told["functions"]:
        f = name(one["name"])
        if one["stable"] is None:
            yield rf"{f} \text{{ any measurable function}}"
            continue
        yield (
            rf"\mathbb{{E}}_w \left|{f}(D, r, w) - {f}(D', r, w)\right| \le"
            rf" {name(one['stable'])} \text{{ for all }} {n} \text{{ records }} D \text{{, all }}"
            rf" D' \text{{ that differ from them in one, and all records }} r,\; {f}"
            r" \text{ measurable}"
        )
    for one in told["means"]:
        f, data, record = one["of"]
        at = "S" if data == "S" else rf"S^{{{name(data[1])} \leftarrow z}}"
        r = "z" if record == "new" else f"z_{{{name(record[1])}}}"
        index, word = one["index"], name(one["name"])
        left = word if index is None else rf"{word}_{{{name(index)}}}"
        value = rf"{name(f)}({at}, {r}, w)"
        yield rf"{left} = \mathbb{{E}}\left[{value}\right] \text{{, which exists}}"
