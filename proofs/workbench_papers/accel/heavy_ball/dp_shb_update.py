"""Private stochastic heavy ball: what it releases, and why momentum costs no privacy (eq. (9)).

Step t asks for a noisy mini-batch gradient g_t = grad F_B(x_t) + eta_t and moves

    x_{t+1} = x_t - alpha g_t + beta (x_t - x_{t-1}),        x_{-1} = x_0.

The published object is the list of iterates x_1..x_T.  Given the public x_0, alpha and beta it
carries exactly the same information as the list of noisy gradients g_0..g_{T-1}:

    backwards   g_t = (x_t + beta (x_t - x_{t-1}) - x_{t+1}) / alpha,
    forwards    the recursion itself.

Both maps are fixed, data-free functions and undo each other.  So whatever is private about the
gradients is private about the iterates and the other way round, and no privacy bound for heavy
ball depends on alpha or beta.  Two vectors are equal where they have the same inner product with
every vector v.
"""

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor.provers.theorems import Proof, proved
from workbench.symbolic import theorem as th

alpha, beta = th.number("alpha", above=0), th.number("beta", above=0)
i, t = th.integer("i"), th.integer("t", at_least=0)
x0, v = th.vector("x_start"), th.vector("v")
g = th.draws("g", i, mean=None)  # whatever they are


def step(now: th.Vec, before: th.Vec, gradient: th.Vec, *, momentum: th.Num = beta) -> th.Vec:
    """The right side of (9)."""
    return now - alpha * gradient + momentum * (now - before)


BARE = th.iterates("x", i, before=x0, start=x0)
X = th.iterates("x", i, before=x0, start=x0, following=step(BARE[i], BARE[i - 1], g[i]))


def gradient_of(
    now: th.Vec, before: th.Vec, after: th.Vec, *, momentum: th.Num = beta, size: th.Num = alpha
) -> th.Vec:
    """The formula for the noisy gradient."""
    return (1 / size) * (now + momentum * (now - before) - after)


def gradients(momentum: th.Num = beta, *, size: th.Num = alpha) -> Proof:
    """For the iterates of (9), from rest, the formula gives back the noisy gradient."""
    claimed = v @ gradient_of(X[t], X[t - 1], X[t + 1], momentum=momentum, size=size), "=", v @ g[t]
    symbols = (alpha, beta, t, x0, v, g, X)
    proof = Proof(th.Theorem(symbols, given=[(beta, "<", th.num(1))], concludes=claimed))
    now = X[t], X[t - 1]
    told = v @ gradient_of(*now, step(*now, g[t]), momentum=momentum, size=size), "=", v @ g[t]
    proof.unfold(claimed, proof.gram(told, []), [(X, t + 1)])
    return proof


here, old, after = (th.vector(name) for name in ("x_t", "x_before", "x_after"))


def replayed(momentum: th.Num = beta) -> Proof:
    """The step of (9) with the gradient of the formula leads to x_{t+1}, whatever points these are;
    at t = 0 the point x_{t-1} is x_0.
    """
    claimed = v @ step(here, old, gradient_of(here, old, after), momentum=momentum), "=", v @ after
    symbols = (alpha, beta, here, old, after, v)
    proof = Proof(th.Theorem(symbols, given=[(beta, "<", th.num(1))], concludes=claimed))
    proof.gram(claimed, [])
    return proof


CLAIM = Claim(
    "accel.dp-shb-update",
    title="DP-SHB: releasing the iterates is releasing the noisy gradients",
    printed=("algorithm", "Section 3, eqs. (8)-(9)"),
    statement=r"""x_{t+1} = x_t - \alpha \tilde g_t + \beta (x_t - x_{t-1}),\quad x_{-1} = x_0,\quad
        \tilde g_t = \nabla F_{B_t}(x_t) + \eta_t
        \;\Longleftrightarrow\;
        \tilde g_t = \frac{x_t + \beta (x_t - x_{t-1}) - x_{t+1}}{\alpha}
        \ \text{ for all } t \ge 0""",
    hypotheses=r"""\alpha > 0
        0 < \beta < 1
        x_0, \alpha, \beta \text{ independent of the data}""",
    parts=("gradients from iterates", "iterates from gradients"),
    encoded={
        "gradients from iterates": (gradients().theorem,),
        "iterates from gradients": (replayed().theorem,),
    },
    uses=("accel.noisy-gradient", "accel.update-rules"),
    note="Printed is the update; that it can be inverted is ours, and x_{-1} = x_0 is read off"
    " (15). Algebra only. The two transcripts are functions of each other, so the privacy of"
    " DP-SHB depends on neither step size nor momentum, provided that these were not computed from"
    " the data. As encoded, an equation of vectors is one of inner products with any v, g_t are"
    " any random vectors, and x_{t-1}, x_t, x_{t+1} are any points in the second part. That beta"
    " is in (0, 1) is not needed.",
)


@CLAIM.proof(part="gradients from iterates", uses=())
@broken("forgotten_momentum_gives_another_gradient", momentum=th.num(0))
@because("(x_t - x_{t+1}) / alpha is the gradient of plain descent, not of heavy ball.")
@broken("twice_the_step", "With 2 alpha it gives g_t/2.", size=2 * alpha)
def released_iterates_give_back_the_noisy_gradient(
    *, momentum: th.Num = beta, size: th.Num = alpha
) -> Outcome:
    """(x_t + beta (x_t - x_{t-1}) - x_{t+1}) / alpha = g_t, with x_{t+1} made by (9)."""
    return proved(gradients(momentum, size=size))


@CLAIM.proof(part="iterates from gradients", uses=())
@broken("replaying_with_another_momentum_leaves_the_path", momentum=2 * beta)
@because("With momentum 2 beta in place of beta the replayed path leaves the released one.")
def replaying_the_gradients_gives_back_the_iterates(*, momentum: th.Num = beta) -> Outcome:
    """The step of (9) with the gradient of the formula leads to x_{t+1}, at every t."""
    return proved(replayed(momentum))
