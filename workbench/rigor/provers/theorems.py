"""Proofs as data, written step by step; the checker reads them, and nothing here is believed.

p = Proof(THEOREM)
at_x = p.convexity(F, x, z)              # each step gives the number of its fact
p.gram(THEOREM.concludes, [(1 - q, at_x), ...], squares=[(c, x - z)])
p.outcome()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from workbench.claims import Grade, Outcome, all_of, holds, refused
from workbench.rigor.asking import check_certificate
from workbench.rigor.check.kinds import digest
from workbench.rigor.provers.hypotheses import doubts
from workbench.rigor.provers.known_lemmas import accept, refusal
from workbench.rigor.provers.named_hypotheses import NamedHypotheses
from workbench.rigor.provers.nested_steps import NestedSteps
from workbench.rigor.provers.outcomes import TRUST
from workbench.rigor.provers.remembering import remembered
from workbench.symbolic.theorem import Many, Num, Theorem, Vec, num, said

Pairs = Sequence[tuple[Any, Any]]


class Proof(NestedSteps, NamedHypotheses):
    """The steps of a proof, and the theorems that it uses.

    theorem: what is proved
    met: exact values of its numbers at which its conditions on numbers hold, where a search misses
    """

    def __init__(self, theorem: Theorem, *, met: Mapping[str, str] | None = None) -> None:
        NestedSteps.__init__(self, len(theorem.given))
        NamedHypotheses.__init__(self, theorem.tree["given"])
        self.theorem, self.met = theorem, met
        self.library: list[dict[str, Any]] = []

    def scalar(self, conclusion: Any, certificate: Mapping[str, Any]) -> int:  # noqa: ANN401
        """A relation between numbers, with a certificate that holds no statement of its own."""
        return self._add("scalar", conclusion=said(conclusion), certificate=dict(certificate))

    def visible(self, conclusion: Any, *, gap: Num | None = None) -> int:  # noqa: ANN401
        """A relation whose gap (or another form of it) has a visible sign."""
        return self.scalar(conclusion, {"kind": "sign"} if gap is None else
                           {"kind": "sign", "gap": gap.tree})  # fmt: skip

    def convexity(self, function: Many, to: Vec, at: Vec) -> int:
        """The class inequality from below."""
        return self._add("convexity", function=function.name, points=[to.tree, at.tree])

    def descent(self, function: Many, to: Vec, at: Vec) -> int:
        """The class inequality from above."""
        return self._add("descent", function=function.name, points=[to.tree, at.tree])

    def ascent(self, function: Many, to: Vec, at: Vec) -> int:
        """The class inequality of a smooth function from below."""
        return self._add("ascent", function=function.name, points=[to.tree, at.tree])

    def saddle(self, function: Many, which: str, to: Vec, at: tuple[Vec, Vec]) -> int:
        """Convexity in the first point of a function of two, or concavity in the second.

        which: "x" or "y"
        to, at: the point that it moves to, and the two points of the gradient
        """
        both = [at[0].tree, at[1].tree]
        return self._add("saddle", function=function.name, which=which, to=to.tree, at=both)

    def lipschitz(self, function: Many, to: Vec, at: Vec) -> int:
        """|grad F(to) - grad F(at)| <= L |to - at|; on a set squared, and dual on the left."""
        return self._add("lipschitz", function=function.name, points=[to.tree, at.tree])

    def triangle(self, *parts: tuple[Any, Vec]) -> int:
        """|sum c u| <= sum |c| |u| for numbers c, whose signs are visible, and vectors u."""
        return self._add("triangle", parts=[[num(c).tree, u.tree] for c, u in parts])

    def cauchy(self, premise: int, vector: Vec) -> int:
        """<u, vector> <= a |vector| from |u| <= a."""
        return self._add("cauchy", premise=premise, vector=vector.tree)

    def middle(self, vector: Vec, number: Any, *, of: Many | None = None) -> int:  # noqa: ANN401
        """|vector| <= (|vector|^2/number + number)/2, in the norm of a geometry if one is told."""
        norm = {} if of is None else {"geometry": of.name}
        return self._add("middle", vector=vector.tree, number=num(number).tree, **norm)

    def minimum(self, function: Many, point: Vec) -> int:
        """The minimum is below the value at a point."""
        return self._add("minimum", function=function.name, point=point.tree)

    def gram(
        self,
        conclusion: Any,  # noqa: ANN401 - a relation
        premises: Pairs,
        *,
        squares: Pairs = (),
        mean_squares: Pairs = (),
    ) -> int:
        """Premises with multiples, and squares of vectors with theirs."""
        parts: dict[str, Any] = {"premises": [[num(c).tree, place] for c, place in premises]}
        for key, found in (("squares", squares), ("mean squares", mean_squares)):
            if found:
                parts[key] = [[num(c).tree, u.tree] for c, u in found]
        return self._add("gram", conclusion=said(conclusion), **parts)

    def expect(self, premise: int) -> int:
        """Expectations on both sides."""
        return self._add("expect", premise=premise)

    def centred(self, draw: Vec, against: Vec) -> int:
        """E <draw - its mean, against> = 0."""
        return self._add("centred", draw=draw.tree, against=against.tree)

    def moment(self, draw: Vec) -> int:
        """The second moment of a law."""
        return self._add("moment", draw=draw.tree)

    def copied(self, draws: Many, index: Any, copy: Many, a: Callable[[Vec], Vec]) -> int:  # noqa: ANN401
        """E <a(X), X - its mean> = E <a(X) - a(X'), X - X'>/2 for draws X and their copy X'."""
        told = {"draw": draws[index].tree, "copy": copy.name, "hole": "hole"}
        return self._add("copied", **told, vector=a(Vec(["vec", "hole"])).tree)

    def unequal(self, draws: Many, index: Any, copy: Many) -> int:  # noqa: ANN401 - a number
        """E |X - X'|_1^2 = 4 - 4 E |m|^2 for vertices X of mean m and their copy X'."""
        return self._add("unequal", draw=draws[index].tree, copy=copy.name)

    def vertex(self, drawn: Vec) -> int:
        """|X|^2 = 1 for a vertex X."""
        return self._add("vertex", draw=drawn.tree)

    def differences(
        self, term: Any, near: Any, drawn: Sequence[tuple[Many, Vec, Any]], count: Num, far: Any, *,  # noqa: ANN401
        by: Any = None, along: Many | None = None, seen: Any = None, off: Any = 0,  # noqa: ANN401
    ) -> int:  # fmt: skip
        """Pr[term - near >= far + by] at averages of vertices; or, of vectors, the largest square.

        term: a number or a vector, in which the second of each of `drawn` stands for the average
        near: what it is compared with, the mean being `far` from it at most
        drawn: vertices, what stands for their average, and how far the term moves with one of them
        seen, off: what is bounded in place of term - near, if it is not that, and how far they are
        apart
        """
        told = [[X.name, hole.tree[1], num(size).tree] for X, hole, size in drawn]
        sizes = {"far": num(far).tree, "by": None if by is None else num(by).tree}
        sizes["seen"] = [(term - near if seen is None else seen).tree, num(off).tree]
        return self._add("differences", term=term.tree, near=near.tree, drawn=told, **sizes,
                         points=["rest", "p", "q", "end"], count=count.tree,
                         along=along and along.name)  # fmt: skip

    def uniform(self, of: Many, u: Vec, centre: Vec) -> int:
        """<u, centre> = 1/size in a simplex."""
        return self._add("uniform", geometry=of.name, points=[u.tree, centre.tree])

    def prox(self, steps: Many, index: Any, point: Vec) -> int:  # noqa: ANN401 - a number
        """The first-order condition of one prox step, against a point of the set."""
        return self._add("prox", prox=steps.name, index=num(index).tree, point=point.tree)

    def strong(self, of: Many, to: Vec, at: Vec) -> int:
        """|to - at|^2 / 2 <= D(to, at)."""
        return self._add("strong", geometry=of.name, points=[to.tree, at.tree])

    def young(self, of: Many, u: Vec, v: Vec) -> int:
        """<u, v> <= |u|_*^2 / 2 + |v|^2 / 2."""
        return self._add("young", geometry=of.name, vectors=[u.tree, v.tree])

    def scaled(self, of: Many, factor: Any, u: Vec, *, which: str) -> int:  # noqa: ANN401
        """|c u|^2 = c^2 |u|^2; which is "sq" or "dual"."""
        told = {"which": which, "factor": num(factor).tree, "vector": u.tree}
        return self._add("scaled", geometry=of.name, **told)

    def norm(self, of: Many, u: Vec, *, which: str) -> int:
        """0 <= |u|^2; which is "sq" or "dual"."""
        return self._add("norm", geometry=of.name, which=which, vector=u.tree)

    def form(self, premise: int, *vectors: Vec) -> int:
        """0 <= the form of a matrix that a hypothesis calls positive semidefinite."""
        return self._add("form", premise=premise, vectors=[u.tree for u in vectors])

    def rewrite(self, conclusion: Any, premise: int, equation: int) -> int:  # noqa: ANN401
        """A relation that is the premise once an equation between numbers is put in.

        equation: the place of a = b, or of a <= b where b <= a is known too
        """
        return self._add("rewrite", conclusion=said(conclusion), premise=premise, equation=equation)

    def parallel(self, of: Many, u: Vec, v: Vec, *, which: str) -> int:
        """|u + v|^2 <= 2 |u|^2 + 2 |v|^2; which is "sq" or "dual"."""
        return self._add("parallel", geometry=of.name, which=which, vectors=[u.tree, v.tree])

    def diameter(self, of: Many, u: Vec, v: Vec) -> int:
        """|u - v|_1^2 <= 4 in a simplex."""
        return self._add("diameter", geometry=of.name, points=[u.tree, v.tree])

    def entropy(self, of: Many, u: Vec, centre: Vec) -> int:
        """D(u, centre) <= ln size in a simplex."""
        return self._add("entropy", geometry=of.name, points=[u.tree, centre.tree])

    def under(self, supremum: Num, points: Sequence[Vec]) -> int:
        """What a supremum is of, at points, is at most the supremum."""
        return self._add("under", sup=supremum.tree, points=[u.tree for u in points])

    def at(self, premise: int, index: Any) -> int:  # noqa: ANN401 - a number
        """An instance of a fact about all indices."""
        return self._add("at", premise=premise, index=num(index).tree)

    def unfold(
        self,
        conclusion: Any,  # noqa: ANN401 - a relation
        premise: int,
        entries: Iterable[tuple[Many, Any]],
    ) -> int:
        """A relation that is the premise once the equations of these iterates are put in."""
        told = [[z.name, num(i).tree] for z, i in entries]
        return self._add("unfold", conclusion=said(conclusion), premise=premise, iterates=told)

    def by(self, used: Proof | Theorem, put: Mapping[str, Any], *, claim: str = "") -> int:
        """A proved theorem, or that of a claim that is assumed, at other symbols."""
        values = {k: v.name if isinstance(v, Many) else getattr(v, "tree", v) if
                  isinstance(v, Num | Vec) else num(v).tree for k, v in put.items()}  # fmt: skip
        return self._add("by", theorem=self._place(used, claim), put=values)

    def _place(self, used: Proof | Theorem, claim: str) -> int:
        if isinstance(used, Proof):
            self.lacking |= used.lacking
            moved: list[
                int
            ] = []  # where the lemmas are here, in their order: each uses earlier ones
            for lemma in used.library:
                moved_proof = {"proof": _moved(lemma["proof"], moved)} if "proof" in lemma else {}
                moved.append(self._kept({**lemma, **moved_proof}))
            steps = _moved(used.steps, moved)
            entry: dict[str, Any] = {"theorem": dict(used.theorem.tree), "proof": steps}
        else:
            entry = {"theorem": dict(used.tree), "claim": claim}
        return self._kept(entry)

    def _kept(self, entry: dict[str, Any]) -> int:
        if entry not in self.library:
            self.library.append(entry)
        return self.library.index(entry)

    @property
    def certificate(self) -> dict[str, Any]:
        """The proof as a certificate."""
        bare = self._bare
        return {**bare, "digest": digest(bare)}

    @property
    def _bare(self) -> dict[str, Any]:
        return {"kind": "theorem", "theorem": dict(self.theorem.tree), "proof": self.steps,
                "library": self.library}  # fmt: skip

    def outcome(self) -> Outcome:
        """Whether the checker accepts the proof; where it does not, it is refused."""
        return remembered(["theorem", self._bare, self.met], self._judged)

    def _judged(self) -> Outcome:
        if soon := refusal(self.theorem.tree, self.library, self.steps):
            return refused("theorem", self.in_words(soon))
        certificate = self.certificate
        answer = check_certificate(certificate)
        if not answer.accepted:
            return refused("theorem", self.in_words(answer.message))
        accept(self.library)
        assumes = tuple(e["claim"] for e in self.library if "claim" in e)
        trust = (*TRUST, *doubts(self.theorem.tree, self.met))
        return holds("theorem", answer.message, grade=Grade.CERTIFIED, certificate=certificate,
                     assumes=assumes, trust=trust)  # fmt: skip


def proved(*proofs: Proof) -> Outcome:
    """All theorems, or the first one whose proof is not accepted."""
    found = []
    for proof in proofs:
        found.append(proof.outcome())
        if found[-1].decision != "holds":
            return found[-1]
    return all_of(found)


def _moved(steps: list[dict[str, Any]], places: list[int]) -> list[dict[str, Any]]:
    """Steps whose theorems stand at other places of the library."""
    made = []
    for step in steps:
        one = dict(step)
        if one["rule"] == "by":
            one["theorem"] = places[one["theorem"]]
        for inner in ("steps", "less", "not less"):
            if inner in one:
                one[inner] = _moved(one[inner], places)
        made.append(one)
    return made
