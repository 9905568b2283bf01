"""The factor kappa of the generalised Gaussian mechanism is needed up to a constant: l_4.

Let e^(-f) be the density, T the derivative of f along u, I = E T^2.  For a shift by t u the law P
has, by Cauchy and Schwarz, (E_P T - E_Q T)^2 <= I (e^(D_2) - 1), while for t to 0

    (E_P T - E_Q T)/t = E (T(Z + t u) - T(Z))/t  ->  E T' = E T^2,

where the quotients are bounded, as f is convex and smooth, and the end is integration by parts.  So
D_2 <= kappa' t^2/sigma^2 needs sigma^2 I <= kappa'.  For u with equal entries, |u|_q = 1, signs are
independent and

    sigma^2 I = d E |U_1|^(2q-2) sum u_i^2,      E |U_1|^(2q-2) = E |g|^(2q-2)/E |g|_q^(2q-2).

For q = 4: sum u_i^2 = sqrt(d), E g^6 >= 1/4 by quadrature, and with G = |g|_4^4, E G = d/4, E G^2 =
d (d + 4)/16, Cauchy and Schwarz give E G^(3/2) <= sqrt(E G E G^2) = d sqrt(d + 4)/8.  So a zCDP
bound with kappa' in place of kappa = 3 needs kappa' >= sigma^2 I >= 2 sqrt(d/(d + 4)).
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import follows, identity, integral, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "noneuclid.gg-renyi.necessary",
    title="For l_4 a factor of nearly 2 is needed where kappa = 3",
    ours=("remark", "slide: GG Mechanism: Analysis; not on the slide"),
    statement=r"""D_\alpha(P \Vert Q) \le \frac{\alpha \kappa' \lVert \mu \rVert_4^2}{2 \sigma^2}
        \text{ for all } \mu \in \mathbb{R}^d \;\Longrightarrow\;
        \kappa' \ge 2 \sqrt{\frac{d}{d + 4}}""",
    hypotheses=r"""P, Q: \text{ noise of density } C e^{-\lVert z \rVert_4^2/(2 \sigma^2)} \text{ \
            around } \mu, 0""",
    parts=("small shifts", "information", "sixth moment", "norm", "together"),
    uses=("noneuclid.gg-mech.sampler", "noneuclid.kappa-regular.lq"),
    note="Order 2 alone is used. In one dimension the truth is kappa' = 1; for d to infinity the"
    " bound is 2, the limit of the information 2.028.",
)

d, sigma, q, x = declare("d sigma q x > 0")


@CLAIM.exact(part="small shifts", uses=("noneuclid.kappa-regular.lq",))
@broken("half_of_it_is_not_enough", share=sp.S.Half)
@because("sigma^2 I <= kappa'/2 does not follow; whether it is true is not claimed.")
def the_divergence_starts_with_the_information(*, share: sp.Rational = sp.Integer(1)) -> Outcomes:
    """The divergence starts with the Fisher information, so that sigma^2 I <= kappa'.
    Bounded quotients, by parts, Cauchy and Schwarz, and I t^2 <= kappa' t^2/sigma^2 for small t.
    Along u: f, T, T' at z are f, s, c; `chi` is e^(D_2) - 1, `ratio` is P/Q - 1.
    """
    t, info, needed, chi, moved = declare("t I needed chi moved > 0")
    f, s, c, w, here, there = declare("real f s c w f_z f_moved")
    at_z, at_moved, ratio, smooth, weight = declare("real T_z T_moved ratio, smooth weight > 0")
    premises = [
        (1, there, here + t * at_z + smooth * t**2),
        (1, here, there - t * at_moved + smooth * t**2),
    ]
    yield follows(t * (at_moved - at_z), 2 * smooth * t**2, premises)
    left = sp.diff((s + c * w) * sp.exp(-f - s * w - c * w**2 / 2), w).subs(w, 0)
    yield identity(left, (c - s**2) * sp.exp(-f))
    right = weight * ratio**2 + s**2 / weight
    yield visible(2 * ratio * s, "<=", right, gap=(weight * ratio - s) ** 2 / weight)
    # its mean at weight I/moved, moved = E_P T - E_Q T
    yield follows(moved**2, info * chi, [(moved, 2 * moved, info / moved * chi + moved)])
    yield identity(sp.diff(sp.exp(needed * w / sigma**2) - 1, w).subs(w, 0), needed / sigma**2)
    premises = [(sigma**2 / (info * t**2), (info * t) ** 2, info * needed * t**2 / sigma**2)]
    yield follows(sigma**2 * info, share * needed, premises, rest=(share - 1) * needed)


@CLAIM.exact(part="information", uses=())
@broken("it_is_another_power", "|U_1|^q in place of |U_1|^(2q-2).", power=q)
def the_score_is_a_power_of_the_direction(*, power: sp.Expr = 2 * q - 2) -> Outcomes:
    """I = E |z|^2 E |U_1|^(2q-2) sum u_i^2/sigma^4, and E |z|^2 = d sigma^2.
    Score: the derivative of |z|_q^2/(2 sigma^2) in z_i > 0; then z_i = |z| U_i, squared.
    `other` is the sum of the other |z_j|^q.
    """
    other, radius = declare("other radius > 0")
    score = sp.diff((x**q + other) ** (2 / q), x) / (2 * sigma**2)
    unit = declare("U > 0")
    plain = radius ** (2 - q) * x ** (q - 1) / sigma**2  # with |z|_q = radius
    yield identity(score, (x**q + other) ** ((2 - q) / q) * x ** (q - 1) / sigma**2)
    yield identity(plain**2, radius**2 * unit**power / sigma**4, where=[(x, "=", radius * unit)])


@CLAIM.exact(part="sixth moment", uses=())
@broken("it_is_less_than_0_26", "E g^6 is less than 0.26.", least=sp.Rational(26, 100))
def it_is_more_than_a_quarter(*, least: sp.Rational = sp.Rational(1, 4)) -> Outcomes:
    """E g^6 = Gamma(7/4)/Gamma(1/4) = 0.2535.
    int (x^6 - least) e^(-x^4) over [0, 2] is at least what is left out beyond 2.
    Beyond, 1 <= x^3/8, so that least times the tail is at most least e^(-16)/32.
    """
    tail = least * sp.exp(-16) / 32
    yield identity(sp.diff(-sp.exp(-(x**4)) / 4, x), x**3 * sp.exp(-(x**4)))
    yield integral((x**6 - least) * sp.exp(-(x**4)), x, 0, 2, ">=", tail)


@CLAIM.exact(part="norm", uses=())
@broken("the_fourth_moment_is_not_a_third", fourth=sp.Rational(1, 3))
@because("The fourth moment E g^4 is 1/4, not 1/3.")
def the_norm_has_this_moment_at_most(*, fourth: sp.Rational = sp.Rational(1, 4)) -> Outcomes:
    """E |g|_4^6 <= sqrt(d/4 d (d+4)/16).
    By parts E g^4 = 1/4, E g^8 = 5/16; E G^2 = d E g^8 + d (d-1) (E g^4)^2.
    """
    weight = sp.exp(-(x**4))
    square = d * sp.Rational(5, 16) + d * (d - 1) * fourth**2
    first, second = declare("first second >= 0")
    yield identity(sp.diff(x * weight, x), (1 - x**4 / fourth) * weight)
    yield identity(sp.diff(x**5 * weight, x), (5 * x**4 - 4 * x**8) * weight)
    yield identity(square, d * (d + 4) / 16)
    # Cauchy and Schwarz: the mean of this for sqrt(G/E G) and G/sqrt(E G^2)
    yield visible(2 * first * second, "<=", first**2 + second**2, gap=(first - second) ** 2)
    yield identity(d * fourth * square, (d / 8) ** 2 * (d + 4))


@CLAIM.exact(part="together", uses=("noneuclid.gg-mech.sampler",))
@broken("kappa_itself_is_not_shown_to_be_needed", constant=sp.Integer(3))
@because("3 does not follow; whether it is true is not claimed.")
def the_bound_needs_nearly_two(*, constant: sp.Rational = sp.Integer(2)) -> Outcomes:
    """sigma^2 I = d sqrt(d) E g^6/E |g|_4^6 >= (d^(3/2)/4) 8/(d sqrt(d+4)) = 2 sqrt(d/(d+4))."""
    sixth, size, needed = declare("sixth size needed > 0")
    yield identity(d * (1 / d ** sp.Rational(1, 4)) ** 2, sp.sqrt(d))
    left = constant * sp.sqrt(d) / sp.sqrt(d + 4)
    premises = [
        (1, d * sp.sqrt(d) * sixth / size, needed),
        (d * sp.sqrt(d) * 8 / (d * sp.sqrt(d + 4)), sp.Rational(1, 4), sixth),
        (d * sp.sqrt(d) * sixth * 8 / (size * d * sp.sqrt(d + 4)), size, d * sp.sqrt(d + 4) / 8),
    ]
    yield follows(left, needed, premises, rest=(2 - constant) * sp.sqrt(d) / sp.sqrt(d + 4))
