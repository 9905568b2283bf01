"""The steps of a proof in which others are nested: inductions, suprema, cases and exchanges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.symbolic.theorem import Many, Num, Vec, num, said


class NestedSteps:
    """Steps, each of which gives the number of its fact.

    known: how many facts there are before the first step
    """

    def __init__(self, known: int) -> None:
        self.steps: list[dict[str, Any]] = []
        self._next = known
        self._open = [self.steps]

    def _add(self, rule: str, **parts: Any) -> int:  # noqa: ANN401 - JSON
        self._open[-1].append({"rule": rule, **parts})
        self._next += 1
        return self._next - 1

    def induction(
        self,
        index: Num,
        first: int,
        conclusion: Any,  # noqa: ANN401 - a relation
        base: int,
        *,
        last: Any = None,  # noqa: ANN401 - a number
    ) -> int:
        """Open the step of an induction; returns the fact that holds at the index.

        last: where it ends; `close` then gives the relation at this index
        """
        told = {"index": index.tree[1], "first": first, "conclusion": said(conclusion)}
        step: dict[str, Any] = {"rule": "induction", **told, "base": base, "steps": []}
        if last is not None:
            step["last"] = num(last).tree
        self._open[-1].append(step)
        self._open.append(step["steps"])
        self._next += 1 if last is None else 2
        return self._next - 1

    def cases(self, conclusion: Any, of: tuple[Any, Any]) -> int:  # noqa: ANN401
        """Begin with the case of[0] < of[1], and return this fact; then `otherwise`, and `close`.

        conclusion: what both cases end in
        of: two numbers
        """
        told: dict[str, Any] = {"conclusion": said(conclusion), "of": [num(a).tree for a in of]}
        step: dict[str, Any] = {"rule": "cases", **told, "less": [], "not less": []}
        self._open[-1].append(step)
        self._open.append(step["less"])
        self._next += 1
        return self._next - 1

    def otherwise(self) -> int:
        """The case of[1] <= of[0], which is the fact that is returned."""
        self._next -= len(self._open.pop())
        self._open.append(self._open[-1][-1]["not less"])
        return self._next - 1

    def over(self, points: Sequence[Vec], conclusion: Any) -> None:  # noqa: ANN401 - a relation
        """Open the proof of a relation for all of these `point`s; `close` gives their supremum."""
        bound = [[v.symbol["name"], v.symbol["geometry"]] for v in points if v.symbol is not None]
        told: dict[str, Any] = {"points": bound, "conclusion": said(conclusion)}
        step: dict[str, Any] = {"rule": "sup", **told, "steps": []}
        self._open[-1].append(step)
        self._open.append(step["steps"])

    def exchange(
        self,
        drawn: Vec,
        a: Callable[[Vec], Vec],
        points: Sequence[Vec],
        count: Num,
        bound: Any,  # noqa: ANN401 - a number
    ) -> tuple[Vec, Vec, Any]:
        """Open the proof that E <a(w), w - its mean> <= bound for an average w of points.

        Returns the averages u, v of the rest and of p, or of q, and the relation
        <a(u) - a(v), p - q>/2 <= bound, in which the steps before `close` have to end.

        drawn, a: the average w, and what it meets
        points: the rest, p and q, each a `point` of the set
        count: of the points of which w is the average
        """
        rest, p, q = points
        hole = Vec(["vec", "hole"])
        told = {"draw": drawn.tree, "points": [one.tree[1] for one in points], "hole": "hole"}
        told |= {"vector": a(hole).tree, "bound": num(bound).tree}
        step: dict[str, Any] = {"rule": "exchange", **told, "steps": []}
        self._open[-1].append(step)
        self._open.append(step["steps"])
        u, v = ((count - 1) / count * rest + 1 / count * one for one in (p, q))
        return u, v, (num(1) / 2 * ((a(u) - a(v)) @ (p - q)), "<=", bound)

    def _opened(self, rule: str, **told: Any) -> None:  # noqa: ANN401 - JSON
        step: dict[str, Any] = {"rule": rule, **told, "steps": []}
        self._open[-1].append(step)
        self._open.append(step["steps"])

    def copy(self, draws: Many, conclusion: Any) -> Many:  # noqa: ANN401 - a relation
        """Open the proof of a relation with a copy of these draws, which it does not mention."""
        name = f"{draws.name}_copy"
        self._opened("copy", draws=draws.name, name=name, conclusion=said(conclusion))
        return Many({**draws.symbol, "name": name})

    def limit(self, index: Num, conclusion: Any, rest: Any) -> Any:  # noqa: ANN401 - relations
        """Open the proof of left <= right from left <= right + rest/index for all indices >= 1.

        Returns the relation in which the steps before `close` have to end.
        """
        left, op, right = conclusion
        told = {"index": index.tree[1], "conclusion": said(conclusion), "rest": num(rest).tree}
        self._opened("limit", **told)
        return left, op, right + num(rest) / index

    def increments(
        self, index: Num, count: Num, term: Any, drawn: Many, against: Vec, *,  # noqa: ANN401
        cost: Num, size: Num, far: Num, square: Num, by: Num | None = None,
        along: Vec | None = None,
    ) -> int:  # fmt: skip
        """Open the proof of what bounded steps of `term` say, from index 0 to `count`.

        The steps before `close` show that <X - m, against> is at most `size` with either sign, for
        a draw X and its mean m, and then that the term grows by this and `cost` at most; for a
        vector that < , along> does, and does with the negative of both.

        far, square: what is known to bound the sum of the costs, and of the squares of the sizes
        by: the level of the tail of a number
        along: a `point` of the simplex along which a vector is looked at
        Returns the place of the fact that the index is before the last.
        """
        point = {} if along is None or along.symbol is None else along.symbol
        sizes = {"cost": cost, "size": size, "far": far, "square": square, "count": count}
        told = {key: one.tree for key, one in sizes.items()}
        told |= {"draw": drawn.name, "against": against.tree, "by": None if by is None else by.tree}
        told |= {"along": point.get("geometry"), "end": point.get("name"), "term": term.tree}
        self._opened("increments", index=index.tree[1], **told)
        self._next += 1
        return self._next - 1

    def best(
        self,
        name: str,
        of: Many,
        which: str,
        conclusion: Any,  # noqa: ANN401 - a relation
        *,
        weight: Any,  # noqa: ANN401 - a number
        centre: Vec,
    ) -> int:
        """Open the proof of a relation with the best responses of one player, a map of this name.

        which: "x" or "y", the player of the function `of`
        weight, centre: the weight of the divergence from the centre
        Returns the place of the fact that it is one.
        """
        told = {"name": name, "function": of.name, "which": which, "conclusion": said(conclusion)}
        told |= {"points": [f"{name}_at", f"{name}_to"], "centre": centre.tree}
        self._opened("best", **told, weight=num(weight).tree)
        self._next += 1
        return self._next - 1

    def close(self) -> int:
        """End the innermost step that has steps of its own; returns what it establishes."""
        steps = self._open.pop()
        outer = self._open[-1][-1]
        none = outer["rule"] in ("sup", "exchange", "copy", "limit")
        inside = 0 if none else 2 if "last" in outer else 1
        self._next += 1 - len(steps) - inside
        return self._next - 1
