"""The whole site in one file: the same pages, packed, and unpacked by the browser when asked for.

The pages of each paper are one gzip stream in base64; the script of the site takes the place of the
file system.  Certificates and sources are left out: a page names the command that shows them.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections import defaultdict
from types import MappingProxyType

from markupsafe import Markup

from workbench.report.environment import (
    FONT,
    clean,
    embedded_font,
    environment,
    font_face,
    site_script,
    site_style,
)
from workbench.report.model import Report
from workbench.report.site.pages import PROJECT, Site, Unused
from workbench.report.site.search import index_of

_MAIN = re.compile(r'<main id="main"[^>]*>(.*)</main>', re.DOTALL)
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def single_file(report: Report, *, unused: Unused = MappingProxyType({})) -> str:
    """Write a report as one self-contained HTML file, without certificates."""
    site = Site(report, whole=False, unused=unused)
    groups: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
    first = ""
    for path, make in site.pages():
        text = make()
        title, main = _TITLE.search(text), _MAIN.search(text)
        assert title is not None
        assert main is not None
        if path == "index.html":
            first = main[1]
        groups[_group(path)][path] = [title[1], main[1]]
    packs = {name: _packed(pages) for name, pages in groups.items()}
    where = {path: name for name, pages in groups.items() for path in pages}
    script = site_script()
    return clean(
        environment()
        .get_template("single.html.j2")
        .render(
            title=PROJECT,
            report=report,
            project=PROJECT,
            root="",
            first=Markup(first),
            style=Markup(f"{font_face(embedded_font(FONT))}\n{site_style()}"),
            script=Markup(script),
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            data=Markup(
                _inline({"where": where, "packs": packs, "index": _packed(index_of(report))})
            ),
        )
    )


def _group(path: str) -> str:
    """The pack of a page: those of one paper's claims together, every other page by itself."""
    folder, _, name = path.rpartition("/")
    return f"claims of {name.partition('.')[0]}" if folder == "pages/claims" else path


def _packed(data: object) -> str:
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(gzip.compress(text.encode("utf-8", "replace"), mtime=0)).decode()


def _inline(data: object) -> str:
    """JSON that may stand inside a script element."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
