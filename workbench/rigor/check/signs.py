"""Signs of expressions over a domain: which statements are visibly true.

The sign of a tree is the set of signs {-1, 0, 1} that it may take.  It is read off the structure
(squares, products, exponentials); where a sum mixes signs, the domain is parametrised instead:

    v in [l, oo)         v = l + s            v <= e, v >= 0     v = e / (1 + s)
    v in [l, u)          v = (l + u s)/(1+s)  e <= v             v = e + s            s >= 0

and the expression is brought to its normal form, with e^u = 1 + s wherever u >= 0.  If all of its
coefficients have one sign, so has the expression.  This proves many inequalities outright, and
every step can be followed by hand.  A tree whose sign stays open is not refuted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq_mpoly

from workbench.rigor.check.normal import (
    Fraction2,
    Normalizer,
    NotReducible,
    Tree,
    normal_form,
    replace,
)

Signs = frozenset[int]
ANY: Signs = frozenset({-1, 0, 1})
POSITIVE, NONNEGATIVE, ZERO = frozenset({1}), frozenset({0, 1}), frozenset({0})
Statement = dict[str, Any]


class SignReader:
    """Reads signs under the variables and conditions of one statement."""

    def __init__(self, statement: Statement) -> None:
        self.variables = {v["name"]: v for v in statement["vars"]}
        self.where = statement["where"]
        self._cache: dict[str, Signs] = {}
        self._ranges: dict[str, tuple[Tree, Tree]] = {}

    def __call__(self, tree: Tree) -> Signs:
        """The signs that the tree may take on the domain."""
        key = repr(tree)
        if key not in self._cache:
            structural = self._structural(tree)
            if structural == ANY or structural == frozenset({-1, 0}) | NONNEGATIVE:
                structural = self._by_parametrisation(tree)
            self._cache[key] = structural
        return self._cache[key]

    # structure ---------------------------------------------------------------------------------

    def _structural(self, tree: Tree) -> Signs:
        op, *args = tree
        match op:
            case "q":
                value = Fraction(args[0])
                return frozenset({(value > 0) - (value < 0)})
            case "v" | "idx":
                return self._of_variable(args[0])
            case "pi" | "exp" | "erfc":
                return POSITIVE
            case "neg":
                return frozenset(-s for s in self(args[0]))
            case "+":
                return _added([self(a) for a in args])
            case "*":
                return _multiplied([self(a) for a in args])
            case "/":
                return _multiplied([self(args[0]), self(args[1]) - ZERO])
            case "^":
                signs = self(args[0])
                return frozenset(s ** int(args[1]) for s in signs) if args[1] else POSITIVE
            case "npow":
                signs = self(args[0])
                return signs | POSITIVE if signs <= NONNEGATIVE and 0 in signs else (
                    POSITIVE if signs == POSITIVE else ANY
                )
            case "root":
                signs = self(args[1])
                return signs if signs <= NONNEGATIVE else NONNEGATIVE
            case "abs":
                return frozenset(abs(s) for s in self(args[0]))
            case "ln":
                return self(["+", args[0], ["q", "-1"]])
            case "sum" | "prod":
                return self._iterated(op, *args)
        return ANY

    def _of_variable(self, name: str) -> Signs:
        v = self.variables.get(name)
        if v is None:
            return ANY
        signs = set(ANY)
        if v["low"] is not None:
            low = Fraction(v["low"])
            if low > 0 or (low == 0 and v["low_open"]):
                signs -= {0, -1}
            elif low == 0:
                signs -= {-1}
        if v["high"] is not None:
            high = Fraction(v["high"])
            if high < 0 or (high == 0 and v["high_open"]):
                signs -= {0, 1}
            elif high == 0:
                signs -= {1}
        return frozenset(signs)

    def _iterated(self, op: str, index: str, low: Tree, high: Tree, body: Tree) -> Signs:
        inner = SignReader(self._within(index, low, high))
        signs = inner(body)
        if op == "sum":
            empty = self(["+", high, ["neg", low]]) <= NONNEGATIVE
            return signs if empty and 0 not in signs and len(signs) == 1 else signs | ZERO
        return POSITIVE if signs == POSITIVE else NONNEGATIVE if signs <= NONNEGATIVE else ANY

    def _within(self, index: str, low: Tree, high: Tree) -> Statement:
        """This statement's domain with the index of a sum or product in its range."""
        made = {"name": index, "sort": "int", "low": None, "low_open": False,
                "high": None, "high_open": False}  # fmt: skip
        if low[0] == "q":
            made["low"] = low[1]
        others = [v for n, v in self.variables.items() if n != index]
        here = ["v", index]
        return {
            "vars": [*others, made],
            "where": [*self.where, [low, "<=", here], [here, "<=", high]],
        }

    # parametrisation ---------------------------------------------------------------------------

    def _by_parametrisation(self, tree: Tree) -> Signs:
        try:
            matched = self._by_condition(tree)
            if matched is not None:
                return matched
            best = ANY
            for both in (False, True):
                signs = self._parametrised(tree, upper_first=both)
                best &= signs
            return best or ANY
        except (NotReducible, ZeroDivisionError):
            return ANY

    def _by_condition(self, tree: Tree) -> Signs | None:
        """The tree is a positive or negative multiple of the gap of one of the conditions."""
        variables = list(self.variables.values())
        for left, op, right in self.where:
            if op == "=":
                continue
            gap = ["+", right, ["neg", left]] if op in ("<=", "<") else ["+", left, ["neg", right]]
            try:
                normalizer, ratio = normal_form(["/", tree, gap], variables)
            except ZeroDivisionError:
                continue
            signs = self._of_fraction(normalizer, ratio, {})
            if signs in (POSITIVE, frozenset({-1})):
                strict = POSITIVE if op in ("<", ">") else NONNEGATIVE
                return frozenset(s * t for s in signs for t in strict)
        return None

    def _parametrised(self, tree: Tree, *, upper_first: bool) -> Signs:
        fresh: dict[str, Signs] = {}
        variables: list[dict[str, Any]] = []
        done: dict[str, Tree] = {}
        closed_end = False

        def new(name: str, signs: Signs) -> Tree:
            fresh[name] = signs
            variables.append(
                {"name": name, "sort": "real", "low": "0", "low_open": signs == POSITIVE,
                 "high": None, "high_open": False}  # fmt: skip
            )
            return ["v", name]

        def settle(name: str, value: Tree) -> None:
            for known in done:
                done[known] = replace(done[known], {name: value})
            done[name] = value

        for left, op, right in self.where:
            if op in (">=", ">"):
                left, op, right = right, op.replace(">", "<"), left
            left, right = replace(left, done), replace(right, done)
            signs = POSITIVE if op == "<" else NONNEGATIVE
            as_upper = (
                left[0] == "v" and left[1] not in done and left[1] in self.variables
                and not _mentions(right, left[1]) and self._of_variable(left[1]) <= NONNEGATIVE
            )  # fmt: skip
            as_lower = (
                right[0] == "v" and right[1] not in done and right[1] in self.variables
                and not _mentions(left, right[1])
            )  # fmt: skip
            if op == "=":
                if right[0] == "v" and not _mentions(left, right[1]) and right[1] not in done:
                    settle(right[1], left)
                elif left[0] == "v" and not _mentions(right, left[1]) and left[1] not in done:
                    settle(left[1], right)
            elif as_lower and not (upper_first and as_upper):
                settle(right[1], ["+", left, new(f"{right[1]}~", signs)])
            elif as_upper:
                s = new(f"{left[1]}~", signs)
                closed_end |= 0 in self._of_variable(left[1])
                settle(left[1], ["/", right, ["+", ["q", "1"], s]])
        for name, v in self.variables.items():
            if name in done:
                continue
            if v["sort"] == "seq":
                variables.append(v)
                continue
            low, high = v["low"], v["high"]
            if low is not None and high is None:
                if Fraction(low) == 0:
                    fresh[name] = POSITIVE if v["low_open"] else NONNEGATIVE
                    variables.append(v)
                else:
                    s = new(f"{name}~", POSITIVE if v["low_open"] else NONNEGATIVE)
                    settle(name, ["+", ["q", low], s])
            elif low is not None and high is not None:
                s = new(f"{name}~", POSITIVE if v["low_open"] else NONNEGATIVE)
                closed_end |= not v["high_open"]
                top = ["+", ["q", low], ["*", ["q", high], s]]
                settle(name, ["/", top, ["+", ["q", "1"], s]])
            elif high is not None:
                s = new(f"{name}~", POSITIVE if v["high_open"] else NONNEGATIVE)
                settle(name, ["+", ["q", high], ["neg", s]])
            else:
                fresh[name] = ANY
                variables.append(v)
        normalizer, value = normal_form(replace(tree, done), variables)
        signs = self._of_fraction(normalizer, value, fresh)
        # at a closed upper end the parameter is infinite: only the weak inequality survives there
        return signs | ZERO if closed_end and signs != ANY else signs

    def _of_fraction(self, n: Normalizer, f: Fraction2, fresh: dict[str, Signs]) -> Signs:
        if f.num.is_zero():
            return ZERO
        top, bottom = (self._of_polynomial(n, p, fresh) for p in (f.num, f.den))
        return _multiplied([top, bottom - ZERO])

    def _of_polynomial(self, n: Normalizer, p: fmpq_mpoly, fresh: dict[str, Signs]) -> Signs:
        signs = {i: self._of_generator(n, i, fresh) for i, d in enumerate(p.degrees()) if d > 0}
        shift = [
            i for i in signs
            if n.meaning[i][0] == "exp"
            and self._of_fraction(n, n.arguments[i][0], fresh) <= NONNEGATIVE
        ]  # fmt: skip
        if shift and len(list(p.terms())) > 1:
            images = list(n.context.gens())
            for i in shift:  # e^u = 1 + s with s >= 0
                images[i] = images[i] + 1
                inner = self._of_fraction(n, n.arguments[i][0], fresh)
                signs[i] = POSITIVE if inner == POSITIVE else NONNEGATIVE
            p = p.compose(*images, ctx=n.context)
        pieces = []
        for powers, coefficient in p.terms():
            factors = [frozenset({1 if coefficient > 0 else -1})]
            factors += [
                frozenset(s ** int(power) for s in signs[i])
                for i, power in enumerate(powers)
                if power
            ]
            pieces.append(_multiplied(factors))
        return _added(pieces)

    def _of_generator(self, n: Normalizer, place: int, fresh: dict[str, Signs]) -> Signs:
        meaning, argument = n.meaning[place], n.arguments[place]
        if n.is_positive[place]:
            return POSITIVE
        if meaning[0] == "rooted":
            meaning = meaning[2:]
        match meaning[0]:
            case "v":
                return fresh.get(meaning[1], ANY)
            case "idx":
                return self._of_variable(meaning[1])
            case "root":
                return NONNEGATIVE
            case "abs":
                return NONNEGATIVE
            case "ln":
                return self._of_fraction(n, argument[0] - n.number(1), fresh)
            case "npow":
                base = self._of_fraction(n, argument[0], fresh)
                return base if base == POSITIVE else NONNEGATIVE if base <= NONNEGATIVE else ANY
            case "sum":
                body = self._of_fraction(n, argument[2], fresh)
                return body | ZERO
        return ANY


def _added(parts: list[Signs]) -> Signs:
    total: Signs = ZERO
    for part in parts:
        total = frozenset(r for s in total for t in part for r in _sum_signs(s, t))
    return total


def _sum_signs(s: int, t: int) -> tuple[int, ...]:
    if s == 0 or t == 0 or s == t:
        return (s or t,)
    return (-1, 0, 1)


def _multiplied(parts: list[Signs]) -> Signs:
    total: Signs = POSITIVE
    for part in parts:
        total = frozenset(s * t for s in total for t in part)
    return total


def _mentions(tree: Tree, name: str) -> bool:
    if tree[0] == "v":
        return bool(tree[1] == name)
    return any(_mentions(a, name) for a in tree[1:] if isinstance(a, list))


def holds_by_sign(statement: Statement, gap: Tree | None = None) -> bool:
    """Whether `left op right` follows from the sign of right - left (or of `gap`)."""
    left, op, right = statement["left"], statement["op"], statement["right"]
    tree = gap if gap is not None else difference(left, op, right)
    signs = SignReader(statement)(tree)
    if op == "=":
        return signs == ZERO
    return signs <= (POSITIVE if op in ("<", ">") else NONNEGATIVE)


def difference(left: Tree, op: str, right: Tree) -> Tree:
    """The expression whose non-negativity is the statement."""
    if op in (">=", ">"):
        left, right = right, left
    return ["+", right, ["neg", left]]


def discharge(statement: Statement) -> list[dict[str, Any]]:
    """Each domain obligation of the statement, with whether its sign discharges it."""
    found = []
    for obligation in statement["requires"]:
        reader = SignReader(statement)
        for index, low, high in obligation["bound"]:
            reader = SignReader(reader._within(index, low, high))
        signs = reader(obligation["tree"])
        met = {
            "nonzero": 0 not in signs,
            "positive": signs <= POSITIVE,
            "nonnegative": signs <= NONNEGATIVE,
        }[obligation["kind"]]
        found.append({**obligation, "discharged": met})
    return found
