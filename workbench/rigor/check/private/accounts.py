"""(epsilon, delta)-DP of Gaussian noise by its exact curve, from accounts of pairs of laws.

    {"accounts": [certificate, ...]}    in the place of an order

Each is a certificate of the kind `accounting` that delta at the epsilon of the guarantee, or at a
smaller one, is at most that of the guarantee, for products of pairs of laws (P, Q).

A pair dominates a release if no two neighbouring datasets give laws with a larger E_Q (dP/dQ - t)_+
for any t, whatever was released before.  Then the product of the pairs of all releases dominates
their adaptive composition, and so all that is made of it (Dong, Roth and Su 2022; Zhu, Dong and
Wang 2022).  Fewer factors are dominated by more.

    normal    All releases have Gaussian noise.  What moves by s in 2-norm under noise c is, in both
              orders, dominated by normal laws s/c apart.  A product of such pairs is by a rotation
              one pair, the root of the sum of squares apart, and one that is less apart is
              dominated: smaller scales and fresh noise make it of the other.
              One account, of normal pairs: what is left is that the sum of squares of all releases
              is at most that of these pairs.
    sampled   All releases are sums over Poisson batches.  Given who else joins and what was
              released, the laws are N(w, c^2 I), and with chance q N(w + v, c^2 I) instead, where
              |v| <= s; by a rotation and a shift that is one coordinate, and what is less than s/c
              apart is dominated as above.  E_Q (dP/dQ - t)_+ is jointly convex in P and Q, so who
              else joins need not be known.  With R = (1 - q) N(0, 1) + q N(s/c, 1) the pair is
              (R, N(0, 1)) if the record is in the first dataset, and (N(0, 1), R) otherwise.
              Two accounts, "remove" and "add", of one pair each with the same numbers: duties:
              every release has this q and this s/c.  What is left is that there are no more
              releases than the account has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from workbench.rigor.check.accounting import check_accounting
from workbench.rigor.check.numbers import ONE, Numbers, minus
from workbench.rigor.check.private.program import Cost
from workbench.rigor.check.trees import Malformed, Tree, rational, whole

Total = Callable[[Callable[[Cost], Tree | None]], Tree]
_PLAIN = {"kind", "size", "scale", "count"}


def by_accounts(
    told: Mapping[str, Any], said: Mapping[str, Any], costs: Sequence[Cost], total: Total,
    terms: Numbers, inside: Numbers,
) -> tuple[Tree, Tree]:  # fmt: skip
    """What has to be at most what, once the accounts are accepted and the duties are met.

    said:          the guarantee
    total:         sums what each release costs over all of them
    terms, inside: numbers outside of the rounds, and in one of them
    """
    if (set(told) != {"accounts"} or said["notion"] != "approximate"
            or set(said) != {"notion", "epsilon", "delta"}):  # fmt: skip
        raise Malformed("accounts are what (epsilon, delta) is shown by")
    accounts = list(told["accounts"])
    if all(cost.sampled is None for cost in costs):
        asked = _normal(accounts, total)
    else:
        asked = _sampled(accounts, costs, total, inside)
    for one in accounts:  # last, as it takes the most time
        _accepted(one, said, terms)
    return asked


def _accepted(account: Any, said: Mapping[str, Any], terms: Numbers) -> None:  # noqa: ANN401 - JSON
    if account["kind"] != "accounting" or account["side"] != "at most":
        raise Malformed("an account says of pairs of laws that delta is at most a number")
    for key in ("epsilon", "delta"):
        if not terms.nonnegative(minus(said[key], _exact(rational(account[key])))):
            raise Malformed(f"the {key} of an account is not visibly within the guarantee")
    answer = check_accounting(account)
    if not answer.accepted:
        raise Malformed(answer.message)


def _normal(accounts: list[Any], total: Total) -> tuple[Tree, Tree]:
    if len(accounts) != 1:
        raise Malformed("of Gaussian noise there is one account")
    spent = Fraction(0)
    for pair in accounts[0]["pairs"]:
        if pair["kind"] != "gaussian" or set(pair) != _PLAIN:
            raise Malformed("of Gaussian noise an account has normal pairs")
        spent += whole(pair["count"]) * _apart(pair) ** 2
    return total(lambda cost: cost.loss.squares), _exact(spent)


def _sampled(
    accounts: list[Any], costs: Sequence[Cost], total: Total, inside: Numbers
) -> tuple[Tree, Tree]:
    pairs = [dict(one) for account in accounts for one in account["pairs"]]
    ways = sorted(str(pair.pop("sampling", None)) for pair in pairs)
    if ways != ["add", "remove"] or len(accounts) != len(pairs) or pairs[0] != pairs[1]:
        raise Malformed("of Poisson batches there are two accounts, of one pair in both orders")
    pair = pairs[0]
    if pair["kind"] != "gaussian" or set(pair) != {*_PLAIN, "chance"}:
        raise Malformed("of Poisson batches an account has one normal pair")
    numbers = _exact(rational(pair["chance"])), _exact(_apart(pair))
    for cost in costs:
        if cost.sampled is None:
            raise Malformed("one account is for Poisson batches alone")
        for mine, told in zip(cost.sampled, numbers, strict=True):
            if not inside.zero(minus(inside.scalar(mine), told)):
                raise Malformed("a release is not visibly that of the account")
    return total(lambda _: ONE), _exact(Fraction(whole(pair["count"])))


def _apart(pair: Mapping[str, Any]) -> Fraction:
    """How many standard deviations the normal laws are apart."""
    return rational(pair["size"]) / rational(pair["scale"])


def _exact(value: Fraction) -> Tree:
    return ["q", str(value)]
