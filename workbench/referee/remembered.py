"""What this process has accepted: the same bytes are not checked twice.

Provers ask while they search, and the same certificates, or a whole that they are members of, are
ruled on when the check has ended.  Whether a certificate is accepted depends on nothing else than
what it holds, and a digest of all of that (its own digest apart, which is compared each time) is
the key.  Rejections are not kept: a prover does not ask for them again.

The processor time of a checked member is kept with it and counts wherever the member stands, so
that a certificate which is too much for its limit is so from here as well as from a report.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from workbench.referee.answer import Ruled
from workbench.referee.checkers import Judge, checked
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.kinds import digest

_MOST = 20_000  # members


class Accepted:
    """The members that were accepted, with what was said and the seconds that it took."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._known: OrderedDict[bytes, tuple[str, float]] = OrderedDict()

    def judge(self, members: Sequence[Any]) -> tuple[Judge, float]:
        """What says of each of the members what the checker says, or has said; the seconds of that.

        The seconds are the processor time that those took that are known.
        """
        keys = {id(member): _key(member) for member in members}
        known = [self._known[key] for key in keys.values() if key in self._known]

        def said(member: Any) -> tuple[Ruled, str]:  # noqa: ANN401 - any JSON value
            key = keys.get(id(member), b"")
            if key in self._known:
                return "accepted", self._known[key][0]
            start = time.process_time()
            verdict, message = checked(member)
            if key and verdict == "accepted":
                self._known[key] = message, time.process_time() - start
                if len(self._known) > _MOST:
                    self._known.popitem(last=False)
            return verdict, message

        return said, sum(seconds for _, seconds in known)


def _key(member: Any) -> bytes:  # noqa: ANN401
    """A digest of all that the member holds; empty for what the checker must say itself."""
    if not isinstance(member, dict) or ("digest" in member and member["digest"] != digest(member)):
        return b""
    bare = {name: value for name, value in member.items() if name != "digest"}
    return hashlib.sha256(key_of(bare)).digest()
