"""Terms of theorems as plain text: names of conditions hold no data of the tree."""

from workbench.symbolic import theorem as th
from workbench.symbolic.theorem_text import symbol


def test_every_kind_of_term_has_a_text() -> None:
    size, t = th.integer("n", at_least=1), th.integer("t")
    D = th.simplex("D", size)
    x, y, w = th.point("x", D), th.point("y", D), th.points("w", D)
    f, g, v = th.function("f", on=D), th.saddle("g", D, D), th.vector("v")
    move = th.mapping("B")
    texts = {
        f"{(x - y) @ v}": "<x - y, v>",
        f"{v @ v}": "|v|^2",
        f"{abs(2 * v)}": "|2*v|",
        f"{f(x) - f(y)}": "f(x) - f(y)",
        f"{f.grad(w[t]) @ x}": "<grad f(w[t]), x>",
        f"{g.slope('x', x, y) @ (x - y)}": "<gradx g(x, y), x - y>",
        f"{D.divergence(x, y)}": "D_D(x, y)",
        f"{D.square(x - y)}": "|x - y|_D^2",
        f"{D.dual(move(x))}": "|B(x)|_D*^2",
        f"{th.mean(2 * f(x))}": "E[2*f(x)]",
        f"{th.supremum([x], f(x))}": "sup(x in D: f(x))",
        f"{th.total(t, 0, size - 1, w[t]) @ v}": "<sum(t = 0..n - 1, w[t]), v>",
        f"{((1 + size) * (x - y)) @ v}": "<(1 + n)*(x - y), v>",
    }
    assert list(texts) == list(texts.values())


def test_iterates_say_of_their_start_what_they_use() -> None:
    i, x0, start = th.integer("i"), th.vector("x_0"), th.vector("x_start")

    def told(first: th.Vec, *, back: bool) -> str:
        bare = th.iterates("x", i, before=first, start=first)
        following = 2 * bare[i] - bare[i - 1] if back else 2 * bare[i]
        made = th.iterates("x", i, before=first, start=first, following=following)
        return symbol(made.symbol, None).partition(r",\; ")[2]

    begun = r"x_{0} = x_{\mathrm{start}}"
    assert told(start, back=False) == begun
    assert told(x0, back=False) == ""
    assert told(start, back=True) == r"x_{-1} = x_{\mathrm{start}},\; " + begun
    assert told(x0, back=True) == "x_{-1} = x_{0}"
