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
from dataclasses import dataclass
from typing import Any

from workbench.referee.answer import Ruled
from workbench.referee.checkers import Judge, checked
from workbench.rigor.check.keys import key_of
from workbench.rigor.check.kinds import digest

_MOST = 20_000  # members


@dataclass(slots=True)
class _One:
    """A member that was accepted: what was said, the seconds that it took, and its digest."""

    message: str
    seconds: float
    digest: str | None  # where somebody has stated it


class Accepted:
    """The members that were accepted, with what was said and the seconds that it took."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._known: OrderedDict[bytes, _One] = OrderedDict()

    def judge(self, members: Sequence[Any]) -> tuple[Judge, float]:
        """What says of each of the members what the checker says, or has said; the seconds of that.

        The seconds are the processor time that those took that are known.
        """
        keys = {id(member): _key(member) for member in members}
        known = {id(member): self._find(keys[id(member)], member) for member in members}

        def said(member: Any) -> tuple[Ruled, str]:  # noqa: ANN401 - any JSON value
            key, one = keys.get(id(member), b""), known.get(id(member))
            if one is not None or (one := self._find(key, member)) is not None:
                return "accepted", one.message
            start = time.process_time()
            verdict, message = checked(member)
            if key and verdict == "accepted":
                took = time.process_time() - start
                self._known[key] = _One(message, took, member.get("digest"))
                if len(self._known) > _MOST:
                    self._known.popitem(last=False)
            return verdict, message

        return said, sum(one.seconds for one in known.values() if one is not None)

    def _find(self, key: bytes, member: Any) -> _One | None:  # noqa: ANN401
        """What is known of the member, if it has the digest that it states."""
        one = self._known.get(key)
        if one is not None and "digest" in member:
            if one.digest is None:
                one.digest = digest(member)
            return one if one.digest == member["digest"] else None
        return one


def _key(member: Any) -> bytes:  # noqa: ANN401
    """A key of all that the member holds but its digest; empty for what the checker must say."""
    if not isinstance(member, dict):
        return b""
    bare = {name: value for name, value in member.items() if name != "digest"}
    return hashlib.sha256(key_of(bare)).digest()
