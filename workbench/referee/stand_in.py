"""Stands in for `workbench.rigor.check.conclusions` until the checker states them itself."""

from __future__ import annotations

from typing import Any


def conclusions(certificate: dict[str, Any]) -> list[dict[str, Any]]:
    """What an accepted certificate shows, as plain JSON."""
    kind = certificate["kind"]
    if kind == "counterexample":
        return [
            {
                "says": "violated",
                "statement": certificate["statement"],
                "point": certificate["point"],
            }
        ]
    if kind == "induction":
        dropped = ("kind", "digest")
        return [{"says": kind} | {k: v for k, v in certificate.items() if k not in dropped}]
    if "statement" in certificate:
        return [{"says": "relation", "statement": certificate["statement"]}]
    told = (
        "sum",
        "requirements",
        "verdict",
        "matrix",
        "matrices",
        "problem",
        "parameters",
        "strict",
    )
    return [{"says": kind} | {k: certificate[k] for k in told if k in certificate}]
