"""Relations in statements about moments, and the names in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Relation = list[Any]  # left, op, right


def relation_of(one: Mapping[str, Any]) -> Relation:
    """The relation that something says."""
    return [one["left"], one["op"], one["right"]]


def strings(tree: Any) -> frozenset[str]:  # noqa: ANN401 - JSON
    """All texts in a piece of JSON, among them every name."""
    if isinstance(tree, Mapping):
        return strings(list(tree.values()))
    if isinstance(tree, list):
        return frozenset().union(*map(strings, tree))
    return frozenset({tree}) if isinstance(tree, str) else frozenset()
