"""Counterexamples that are objects: functions of a class, and what a method makes of them.

    x, p, eta = terms("x p eta")
    z = (1 + beta) * x - beta * p
    stated = RunStatement(
        (after, "<=", (1 - q) * before),
        where=[(q, "=", sp.sqrt(alpha * mu))],
        functions=[Functions("F", strongly_convex(mu), smooth(L))],
        start={"x": x_0, "p": x_0},
        steps=[RunStep({"x": z - alpha * (grad("F", z) + eta), "p": x}, noise={"eta": laplace(b)})],
        means={after: value("F", x), before: value("F", p)},
    )
    case = stated.refuted({"F": parabola("1/100")}, alpha=1, mu="1/100", ...)

The statement is about every member of the classes; the case adds the object.  The checker tests
the classes, takes the steps and decides anew: `workbench.rigor.check.instance`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from workbench.rigor.provers.finite_trees import LawTerm, term
from workbench.rigor.provers.outcomes import exact
from workbench.rigor.provers.run_cases import FunctionExample
from workbench.symbolic.cards import StatementCard
from workbench.symbolic.run_text import run_formulas

Class = tuple[str, Any, str]  # its name, its constant or None, the norm of the points
Data = Mapping[str, Any]  # of a function, see `workbench.rigor.check.members`


def value(name: str, at: Any, k: Any = None) -> LawTerm:  # noqa: ANN401 - terms or numbers
    """The value of the mean of a family at a point, or of its member k, from 1."""
    return _call("f", name, at, k)


def grad(name: str, at: Any, k: Any = None) -> LawTerm:  # noqa: ANN401
    """The gradient of the mean of a family at a point, or of its member k."""
    return _call("grad", name, at, k)


def _call(op: str, name: str, at: Any, k: Any) -> LawTerm:  # noqa: ANN401
    return LawTerm([op, name, term(at).tree, *([] if k is None else [term(k).tree])])


def subgradient(name: str, at: Any, k: Any, weights: Any) -> LawTerm:  # noqa: ANN401
    """A subgradient of a largest of planes: the mean of the highest ones with given weights."""
    return LawTerm(["sub", name, *(term(one).tree for one in (at, k, weights))])


def vector(*entries: Any) -> LawTerm:  # noqa: ANN401
    """A vector of some numbers."""
    return LawTerm(["vec", *(term(e).tree for e in entries)])


def inner(u: Any, w: Any) -> LawTerm:  # noqa: ANN401
    """The inner product of two vectors."""
    return LawTerm(["dot", term(u).tree, term(w).tree])


def norm(u: Any, p: str) -> LawTerm:  # noqa: ANN401
    """The norm of a vector for p = "1" or "inf"; of a square of the other one take `inner`."""
    return LawTerm(["norm", p, term(u).tree])


def size(name: str) -> LawTerm:
    """The number of members of a family."""
    return LawTerm(["size", name])


def laplace(scale: Any) -> dict[str, Any]:  # noqa: ANN401
    """Laplace noise, of variance twice the square of the scale."""
    return {"laplace": term(scale).tree}


# classes ----------------------------------------------------------------------------------------

CONVEX: Class = ("convex", None, "2")
QUADRATIC: Class = ("quadratic", None, "2")


def strongly_convex(mu: Any) -> Class:  # noqa: ANN401
    """f - mu |x|^2/2 is convex."""
    return ("strongly-convex", mu, "2")


def smooth(size: Any, norm: str = "2") -> Class:  # noqa: ANN401
    """The gradient is Lipschitz with this constant, from a norm of points to its dual."""
    return ("smooth", size, norm)


def lipschitz(size: Any, norm: str = "2") -> Class:  # noqa: ANN401
    """The dual norm of the gradient is at most the constant."""
    return ("lipschitz", size, norm)


def sparse(size: Any) -> Class:  # noqa: ANN401
    """Gradients have at most so many coordinates that are not 0."""
    return ("sparse", size, "2")


class Functions:
    """A family of functions of some classes, everywhere or on a set.

    on: ("simplex",), ("box", low, high), or ("ball", radius) for the norm 1
    """

    def __init__(self, name: str, *classes: Class, on: Sequence[Any] | None = None) -> None:
        self.sizes = [c for _, c, _ in classes if c is not None] + list((on or ())[1:])
        self.tree = {
            "name": name,
            "is": [[kind, None if c is None else term(c).tree, p] for kind, c, p in classes],
            "on": None if on is None else [on[0], *(term(one).tree for one in on[1:])],
        }


# functions --------------------------------------------------------------------------------------


def ridge(
    a: Any, *pieces: Sequence[Any], curve: Any = 0, slope: Any = 0, rest: Any = 0  # noqa: ANN401
) -> dict[str, Any]:  # fmt: skip
    """c t^2/2 + b t + r at t = <a, x>, or the same from piece to piece: (from, c, b, r).

    a: the direction, a number for functions of one coordinate
    """
    direction = exact("a direction", a if isinstance(a, list | tuple) else [a])
    rows = pieces or ((None, curve, slope, rest),)
    return {
        "ridges": [[direction, [[None if s is None else exact("a start", s),
                                 *exact("a piece", rest)] for s, *rest in rows]]]
    }  # fmt: skip


def parabola(curve: Any, slope: Any = 0) -> dict[str, Any]:  # noqa: ANN401
    """c x^2/2 + b x in one coordinate."""
    return ridge(1, curve=curve, slope=slope)


def linear(a: Any) -> dict[str, Any]:  # noqa: ANN401
    """<a, x>; of one coordinate where a is a number."""
    return ridge(a, slope=1)


def summed(*parts: Mapping[str, Any]) -> dict[str, Any]:
    """The sum of some ridges."""
    return {"ridges": [one for part in parts for one in part["ridges"]]}


def planes(*rows: Any) -> dict[str, Any]:  # noqa: ANN401
    """The largest of <a, x>, for some vectors a."""
    return {"planes": [[exact("a plane", row), "0"] for row in rows]}


# statements -------------------------------------------------------------------------------------


class RunStep:
    """One step, or `times` of them: noise and draws, and what the state becomes."""

    def __init__(
        self, then: Mapping[str, Any], *, noise: Mapping[str, Any] = {},
        draws: Mapping[str, Iterable[tuple[Any, Any]]] = {},
        times: Any = 1,  # noqa: ANN401
    ) -> None:  # fmt: skip
        drawn = [[n, [[term(p).tree, term(v).tree] for p, v in law]] for n, law in draws.items()]
        self.tree = {
            "times": term(times).tree,
            "draws": [*drawn, *([name, law] for name, law in noise.items())],
            "next": [[name, term(t).tree] for name, t in then.items()],
        }


@dataclass(frozen=True, eq=False)
class RunStatement(StatementCard):
    """What should hold for every function of some classes, and what a method makes of it.

    claims:     (left, op, right)
    means:      symbols of the statement, each with what it is the mean of over the last state; one
                that stands neither in the claim nor in a condition is left out
    functions:  families with their classes
    start:      the state before the first step
    steps:      of the method
    where:      conditions between numbers and means
    numbers:    symbols that stand in the run alone
    tables:     names of vectors that are given with the object
    neighbours: pairs of families that differ in at most one member
    """

    domain: ClassVar[tuple[str, ...]] = ()  # the formula says it

    claims: tuple[Any, str, Any]
    means: Mapping[Any, Any] = field(kw_only=True)
    functions: Sequence[Functions] = field(default=(), kw_only=True)
    start: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    steps: Sequence[RunStep] = field(default=(), kw_only=True)
    where: Sequence[tuple[Any, str, Any]] = field(default=(), kw_only=True)
    numbers: Sequence[Any] = field(default=(), kw_only=True)
    tables: Sequence[str] = field(default=(), kw_only=True)
    neighbours: Sequence[tuple[str, str]] = field(default=(), kw_only=True)
    tree: dict[str, Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        from workbench.symbolic.freezer import Freezer  # brings sympy

        freezer = Freezer()
        where = [[freezer(a).tree, op, freezer(b).tree] for a, op, b in self.where]
        left, op, right = self.claims
        sides = freezer(left).tree, freezer(right).tree
        used = {m: of for m, of in self.means.items() if str(m) in freezer.variables}
        sizes = [one for family in self.functions for one in family.sizes]
        for symbol in (*used, *self.numbers, *sizes):
            freezer(symbol)
        run = {
            "functions": [one.tree for one in self.functions],
            "neighbours": [list(pair) for pair in self.neighbours],
            "tables": list(self.tables),
            "start": [[name, term(t).tree] for name, t in self.start.items()],
            "steps": [step.tree for step in self.steps],
            "means": [[str(m), term(of).tree] for m, of in used.items()],
        }
        variables = [v.tree for _, v in sorted(freezer.variables.items())]
        stated = {"vars": variables, "where": where, "left": sides[0], "op": op, "right": sides[1]}
        object.__setattr__(self, "tree", {**stated, "requires": [], "run": run})

    def latex(self) -> str:
        """The statement, its classes and the method, each kind of line behind its word."""
        parts, last = [], "statement"
        for label, text in run_formulas(self.tree):
            parts.append(text if label == last else rf"\text{{{label} }} {text}")
            last = label
        return r",\quad ".join(parts)

    def refuted(
        self,
        functions: Mapping[str, Data | Sequence[Data]],
        *,
        tables: Mapping[str, Any] = {},
        **point: Any,  # noqa: ANN401
    ) -> FunctionExample:
        """The statement for one object, for a refutation that says of what it is; see `Example`.

        functions: for each family its function, or the list of its members
        tables:    for each table its vector
        point:     the numbers
        """
        families = {
            name: [dict(one) for one in ([f] if isinstance(f, Mapping) else f)]
            for name, f in functions.items()
        }
        vectors = {name: exact(name, list(row)) for name, row in tables.items()}
        numbers = {name: exact(name, one) for name, one in point.items()}
        return FunctionExample(self, {"functions": families, "tables": vectors}, numbers)
