"""The file names of a site; an id from a stranger's report names no other file than its own."""

from __future__ import annotations

import hashlib
import re

_PLAIN = re.compile(r"[a-z0-9][a-z0-9._-]{0,150}")


def safe(name: str) -> str:
    """The name itself where it is a plain one, else one made from its digest.

    >>> safe("toy.prop-3-1")
    'toy.prop-3-1'
    >>> safe("../../x")
    'x-9cdf6a50100a'
    """
    if _PLAIN.fullmatch(name) and not re.fullmatch(r"x-[0-9a-f]{12}", name):
        return name
    return "x-" + hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:12]


def claim_page(id: str) -> str:
    """The path of a claim's page below the folder of the site."""
    return f"pages/claims/{safe(id)}.html"


def paper_page(id: str) -> str:
    """The path of a paper's page."""
    return f"pages/papers/{safe(id)}.html"


def errata_page(id: str) -> str:
    """The path of the page with the errata of a paper."""
    return f"pages/errata/{safe(id)}.html"


def certificate_file(digest: str) -> str:
    """The path of a certificate, named by the digest of its content."""
    return f"pages/certificates/{digest}.js"


def source_file(module: str) -> str:
    """The path of the text of a module."""
    return f"pages/sources/{safe(module)}.js"


def upwards(path: str) -> str:
    """What leads from a page to the folder of the site."""
    return "../" * path.count("/")
