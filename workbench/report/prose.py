"""Plain text of a report in which the ids of claims become links."""

import re
from collections.abc import Callable

from markupsafe import Markup

from workbench.display.formulas import prose

_TAGS = re.compile(r"(<math.*?</math>|<[^>]*>)", re.DOTALL)
_ID = re.compile(r"(?<![\w./-])[a-z][a-z0-9_]*\.[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?")


def linked(text: str, href: Callable[[str], str]) -> Markup:
    """Show prose; each id for which `href` gives an address leads there."""

    def link(match: re.Match[str]) -> str:
        address = href(match[0])
        return f'<a href="{Markup.escape(address)}">{match[0]}</a>' if address else match[0]

    parts = _TAGS.split(str(prose(text)))
    parts[::2] = [_ID.sub(link, part) for part in parts[::2]]
    return Markup("".join(parts))
