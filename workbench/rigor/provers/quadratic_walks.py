"""Heavy ball on a quadratic with noise: the error after n steps, summed over the eigenvectors.

Along an eigenvector the distance e_t from the minimiser obeys e_{t+1} = tau e_t - beta e_{t-1} -
alpha w_t, tau = 1 + beta - alpha lambda.  With C_t = h_{n-t} and D_t = h_{n-t-1}, the responses to
come, and the stationary covariance nu (1, r; r, 1),

    (C_t e_t - beta D_t e_{t-1})^2 - nu (C_t^2 - 2 beta r C_t D_t + beta^2 D_t^2)

does not grow in the mean; at the end it is e_n^2 - nu, and at first at most g_n^2 e_0^2 for the
path g without noise.  The roots p + i s, q - i s of z^2 - tau z + beta are at most rho in modulus:
|g_{t+1} - (p + i s) g_t| shrinks by rho in each step, and |g_t| <= rho^t (1 + (5/4)(1 + beta) t).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.claims.deciding import refused
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

n, d, k = declare("integer n d > 0, integer k >= 0")
alpha, beta, L, rho, sigma = declare("alpha > 0, beta >= 0, L rho > 0, sigma >= 0")
lam, p, q, s, a, c0, c1 = declare("lambda > 0, real p q s a c_0 c_1")
e, f, C, D, y, w = declare("real e f C D y w")
R, g, h = declare("R > 0, real g h")  # rho^t, and the path without noise
gap, far, limits, mean_w, mean_square, grown = declare("real E_n S V M_1 M_2 X")
tau = 1 + beta - alpha * lam
nu = alpha * sigma**2 * (1 + beta) / ((1 - beta) * lam * (2 + 2 * beta - alpha * lam))
TRANSIENT = rho**n + (1 + beta) * n * rho ** (n - 1)
LIGHT = ("sign", "identity", "sos", "products", "factors")

WHERE = (
    (beta, "<", 1), (rho, "<", 1), (lam, "<=", L), (alpha * lam, "<", 2 * (1 + beta)),
    (tau, "=", p + q), (beta, "=", p * q + s**2), (s * (p - q), "=", 0),
    (p**2 + s**2, "<=", beta), (p**2 + s**2, "<=", rho**2), (q**2 + s**2, "<=", rho**2),
)  # fmt: skip
GIVEN = ((w, "=", 0), (w**2, "<=", sigma**2))
RESPONSES = ((C, "=", tau * D - beta * y),)
ENDS = ((C, "=", 1), (D, "=", 0))


def error(
    half: Any = sp.S.Half, noise: Any = sp.S.Half, where: Sequence[Any] = WHERE,  # noqa: ANN401
    given: Sequence[Any] = GIVEN, sure: Sequence[Any] = RESPONSES, after: Sequence[Any] = ENDS,
) -> ProcessStatement:  # fmt: skip
    """E F(x_n) - F* <= (L/2) (rho^n + (1 + beta) n rho^(n-1))^2 |xi_0 - xi*|^2 + sum lam nu/2."""
    return ProcessStatement(
        (gap, "<=", half * L * TRANSIENT**2 * far + noise * limits),
        steps=n, clock=k, fixed=(y,), drawn=(w,), where=where, sure=sure, given=given, after=after,
        states=[(e, a, tau * e - beta * f - alpha * w), (f, a, e), (C, c0, D), (D, c1, y)],
        means={gap: lam * e**2 / 2, far: 2 * a**2, limits: lam * nu}, shows=(gap,),
        over=(d, (lam, p, q, s, a, c0, c1)),
    )  # fmt: skip


KAPPA = sp.Rational(5, 4) * (1 + beta)
SHRINKS = [  # the square of |g_{t+1} - (p + i s) g_t|, from one step to the next
    parse("u = q*g - v*h", where="t = p + q, b = v, u = t*g - b*h - p*g"),
    parse("u^2 + s^2*g^2 = (q^2 + s^2)*((g - p*h)^2 + s^2*h^2)"
          " + s*(p - q)*(s*h*(2*(g - p*h) + (p + q)*h))", where="u = q*g - (p*q + s^2)*h"),
    parse("a = b", where="m = 0, a = b + m*j"),
    parse("x <= k^2*(r*g)^2", where="x = c*y, y <= k^2*r^2, c <= g^2, y >= 0, c >= 0"),
]  # fmt: skip
ABOVE = parse("u <= b", where="u^2 + t <= b^2, t >= 0, b > 0")
BELOW = parse("-u <= b", where="u^2 + t <= b^2, t >= 0, b > 0")
INSIDE = parse("p*x <= g*b", where="x <= b, -x <= b, p <= g, -p <= g, g > 0")
LONGER = parse("x <= g*r*(1 + (k + 1)*c)", where="x = u + v, u <= c*(r*g), v <= g*(r*(1 + k*c))")
AT_FIRST = [
    (parse("-2*p <= 12/5*b + 5/12", where="p^2 + t <= b, t >= 0"), {"p": p, "b": beta, "t": s**2}),
    (parse("17/12 + 17/5*b <= 25/16*(1 + b)^2", where="b >= 0"), {"b": beta}),
    (parse("x <= m", where="x = 1 - 2*p + t, t <= b, -2*p <= 12/5*b + 5/12, 17/12 + 17/5*b <= m"),
     {"x": (1 - p) ** 2 + s**2, "p": p, "t": p**2 + s**2, "b": beta, "m": KAPPA**2}),
]  # fmt: skip


def form(x: Any, z: Any) -> Any:  # noqa: ANN401
    """x^2 - 2 beta r x z + beta^2 z^2, r = tau/(1 + beta)."""
    return x**2 - 2 * beta * tau / (1 + beta) * x * z + beta**2 * z**2


def _potential(first: Any, last: Any, x: Any, z: Any) -> Any:  # noqa: ANN401
    return lam / 2 * ((x * first - beta * z * last) ** 2 - nu * form(x, z))


NOW, START = _potential(e, f, C, D), _potential(a, a, c0, c1)


def error_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The potential from step to step, the path without noise, and both at the end."""
    then = tau * g - beta * h
    left, before, after = then - p * g, (g - p * h) ** 2 + s**2 * h**2, s**2 * g**2
    shrinks = list(zip(SHRINKS, [
        {"u": left, "q": q, "g": g, "v": p * q + s**2, "h": h, "t": tau, "b": beta, "p": p},
        {"u": left, "s": s, "g": g, "q": q, "p": p, "h": h},
        {"a": left**2 + after, "b": (q**2 + s**2) * before, "m": s * (p - q),
         "j": s * h * (2 * (g - p * h) + (p + q) * h)},
        {"x": left**2 + after, "k": KAPPA, "r": R, "g": rho, "c": q**2 + s**2, "y": before},
    ], strict=True))  # fmt: skip
    long = R * (1 + k * KAPPA)
    always = [(R, "=", rho**k), (C * g - beta * D * h, "=", c0 - beta * c1),
              (before, "<=", KAPPA**2 * R**2), (g, "<=", long), (-g, "<=", long)]  # fmt: skip

    def grows(sign: int) -> list[Any]:
        one = ABOVE if sign > 0 else BELOW
        return [
            *shrinks, (one, {"u": left, "t": after, "b": KAPPA * (R * rho)}),
            (ABOVE, {"u": p, "t": s**2, "b": rho}), (BELOW, {"u": p, "t": s**2, "b": rho}),
            (INSIDE, {"p": p, "x": sign * g, "g": rho, "b": long}),
            (LONGER, {"x": sign * then, "u": sign * left, "v": sign * p * g, "c": KAPPA, "r": R,
                      "g": rho, "k": k}),
        ]  # fmt: skip

    proof = ProcessProof(
        error(**changes), helpers=[(R, 1, rho * R), (g, 1, then), (h, 1, g)], methods=LIGHT,
        seconds=4, always=always, starts={2: AT_FIRST},
        facts={2: shrinks, 3: grows(1), 4: grows(-1)},
    )  # fmt: skip
    (one,) = proof.potential(sp.S.One, "=", methods=LIGHT)
    one.exists(NEXT, (1, 1), methods=LIGHT)
    one.integrate("=", (1, NEXT), (-1, 1), methods=LIGHT)
    square = parse("0 <= t", where="t = h*x^2, h > 0")
    (step,) = proof.potential(NOW, "<=", below=[(lam / 2 * nu * form(C, D), 0)], methods=LIGHT,
                              facts=[(square, {"t": NOW + lam / 2 * nu * form(C, D), "h": lam / 2,
                                               "x": C * e - beta * D * f})])  # fmt: skip
    keeps_its_mean(step, "<=")
    return refused("process", proof.doubt) if proof.doubt else _at_the_end(proof)


def keeps_its_mean(step: LawProof, op: str) -> None:
    """nu (form(D, y) - form(C, D)) = alpha^2 sigma^2 D^2, the Lyapunov equation.

    op: whether the variance is sigma^2, or at most that
    """
    at = step.known
    moved, noise = D * (tau * e - beta * f) - beta * y * e, alpha * D * w
    values = {"h": lam / 2, "z": moved, "x": noise, "v": nu, "q": form(D, y)}
    size, whole = "h*(2*z^2 + v^2 + q^2) + 2*h*x^2", "h*((z - x)^2 - v*q)"
    step.instance(mean_w, 0, {})
    step.instance(mean_square, 1, {})
    step.exists(
        NEXT, (lam / 2 * (2 * moved**2 + nu**2 + form(D, y) ** 2), 1),
        (lam * alpha**2 * D**2, mean_square), methods=LIGHT, uses=[],
        facts=[(parse(f"-({size}) <= {whole}", where="h > 0"), values),
               (parse(f"{whole} <= {size}", where="h > 0"), values)],
    )  # fmt: skip
    step.integrate("=", (1, NEXT), (-lam / 2 * (moved**2 - nu * form(D, y)), 1),
                   (lam * alpha * D * moved, mean_w), (-lam / 2 * alpha**2 * D**2, mean_square),
                   methods=LIGHT, uses=[])  # fmt: skip
    step.integrate("=", (C - tau * D + beta * y, 1), methods=LIGHT, uses=[])
    step.fact((C, "=", tau * D - beta * y), multiples={at + 4: -1})
    now = C * e - beta * D * f
    step.fact((moved, "=", now), uses=[at + 5], methods=LIGHT)
    lost = alpha**2 * D**2
    step.fact((nu * form(D, y), "=", nu * form(C, D) + lost * sigma**2), uses=[*range(at), at + 5],
              methods=LIGHT)  # fmt: skip
    step.fact((NEXT, op, NOW), uses=[at, at + 1, at + 3, at + 6, at + 7], methods=LIGHT, facts=[
        (parse("z^2 = u^2", where="z = u"), {"z": moved, "u": now}),
        (parse("x = h*(u - o) - h*g*t + h*g*n",
               where="m = 0, w = u, q = o + g*t, 0 = x - h*(w - q) + c*m - h*g*n"),
         {"x": NEXT, "h": lam / 2, "w": moved**2, "u": now**2, "q": nu * form(D, y),
          "o": nu * form(C, D), "c": lam * alpha * D * moved, "m": mean_w, "g": lost,
          "n": mean_square, "t": sigma**2}),
        (parse(f"x {op} y", where=f"n {op} t, x = y - h*g*t + h*g*n, h > 0, g >= 0"),
         {"x": NEXT, "y": NOW, "h": lam / 2, "g": lost, "n": mean_square, "t": sigma**2}),
    ])  # fmt: skip


def _at_the_end(proof: ProcessProof) -> Outcome:
    """(c_0 - beta c_1)^2 = g_n^2 <= 2 N^2, form(c_0, c_1) >= 0 as |r| <= 1, and lambda <= L."""
    end = proof.end()
    end.instance(grown, 1, {})
    path, response, shape = c0 - beta * c1, tau / (1 + beta), form(c0, c1)
    most = rho**n * (1 + n * KAPPA)
    bound = NOW - START + lam * nu / 2 + L * TRANSIENT**2 * a**2
    end.exists(gap, (1, grown), (sp.S.Half, limits), (L * TRANSIENT**2 / 2, far), methods=LIGHT,
               facts=[
        (parse("g = x", where="c = 1, d = 0, c*g - b*d*h = x"),
         {"g": g, "x": path, "c": C, "d": D, "b": beta, "h": h}),
        (parse("g*x <= x", where="x > 0, g < 1"), {"g": rho, "x": rho ** (n - 1)}),
        (parse("(r*(1 + 5/4*x))^2 <= 2*(r + z)^2", where="x >= 0, r > 0, z >= x*r"),
         {"x": (1 + beta) * n, "r": rho**n, "z": (1 + beta) * n * rho ** (n - 1)}),
        (parse("x^2 <= 2*y^2", where="g <= k, -g <= k, k = j, j^2 <= 2*y^2, g = x"),
         {"g": g, "x": path, "k": R * (1 + n * KAPPA), "j": most, "y": TRANSIENT}),
        (parse("x/y <= 1", where="x <= y, y > 0"), {"x": tau, "y": 1 + beta}),
        (parse("-1 <= x/y", where="-y <= x, y > 0"), {"x": tau, "y": 1 + beta}),
        (parse("0 <= x^2 - 2*r*x*z + z^2", where="r <= 1, -1 <= r"),
         {"r": response, "x": c0, "z": beta * c1}),
        (parse("0 <= a/b", where="a >= 0, b > 0"),
         {"a": alpha * sigma**2 * (1 + beta),
          "b": (1 - beta) * lam * (2 + 2 * beta - alpha * lam)}),
        (parse("0 <= v*q", where="v >= 0, q >= 0"), {"v": nu, "q": shape}),
        (parse("w = u - v", where="c = 1, d = 0, u = h*x^2, v = h*n,"
               " w = h*((c*x - b*d*f)^2 - n*(c^2 - 2*b*r*c*d + b^2*d^2))"),
         {"w": NOW, "h": lam / 2, "x": e, "u": lam * e**2 / 2, "v": lam * nu / 2, "n": nu, "c": C,
          "d": D, "b": beta, "f": f, "r": response}),
        (parse("h*x*a <= l*y*a", where="h > 0, a >= 0, x <= 2*y, h <= l/2, y >= 0"),
         {"h": lam / 2, "a": a**2, "x": path**2, "y": TRANSIENT**2, "l": L}),
        (parse("0 <= h*x", where="h > 0, x >= 0"), {"h": lam / 2, "x": nu * shape}),
        (parse("u <= w - o + v + k", where="w = u - v, o = x - q, q >= 0, x <= k"),
         {"u": lam * e**2 / 2, "w": NOW, "v": lam * nu / 2, "o": START,
          "x": lam / 2 * path**2 * a**2, "q": lam / 2 * nu * shape, "k": L * TRANSIENT**2 * a**2}),
        (parse("-b <= u", where="u <= b, 0 <= u"), {"u": lam * e**2 / 2, "b": bound}),
    ])  # fmt: skip
    total = {"u": gap, "y": grown, "v": limits / 2, "w": L * TRANSIENT**2 / 2 * far}
    return proof.outcome(methods=LIGHT, facts=[
        (parse("u <= v + w", where="y <= 0, u <= y + v + w"), total)])  # fmt: skip
