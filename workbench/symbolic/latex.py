"""LaTeX of the frozen tree, read in its JSON form: what the machine holds, not what was written."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from workbench.symbolic.extremes import extreme

_GREEK = frozenset(
    ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
     "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi",
     "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega")
)  # fmt: skip
_WORDS = {"eps": r"\epsilon", "lam": r"\lambda", "ell": r"\ell", "varepsilon": r"\varepsilon"}
_SUM, _MUL, _POW, _ATOM = 1, 2, 3, 4
SQUARED = "squared"


@functools.lru_cache(maxsize=4096)
def name(word: str, *more: str) -> str:
    """A variable's name: greek words become letters, digits and suffixes subscripts, prime a prime.

    The suffixes star and plus are signs, and what stands for a square, `rho_squared`, is written as
    one.  `more` holds further subscripts that are LaTeX already: the index of a sequence.
    """
    head, *rest = [part for part in word.split("_") if part] or [word]
    square = "^{2}" if rest[-1:] == [SQUARED] else ""
    rest = rest[:-1] if square else rest
    primed = "'" if rest[-1:] == ["prime"] else ""
    rest = rest[:-1] if primed else rest
    match = re.fullmatch(r"([A-Za-z]+?)(\d+)", head)
    if match:
        head, rest = match[1], [match[2], *rest]
    rest = [{"star": "*", "plus": "+"}.get(r, r) for r in rest]
    base = _WORDS.get(head) or (rf"\{head}" if head in _GREEK else head)
    if len(head) > 1 and base == head:
        base = rf"\mathrm{{{head}}}"
    base += primed
    if not rest and not more:
        return base + square
    parts = [_WORDS.get(r) or (rf"\{r}" if r in _GREEK else r) for r in rest]
    parts = [rf"\mathrm{{{p}}}" if p.isalpha() and len(p) > 1 else p for p in parts]
    return f"{base}_{{{','.join([*parts, *more])}}}{square}"


def domain(variable: Mapping[str, Any], *index: str) -> str:
    """Of which sort a declared variable is, and between which ends; of a sequence, each entry."""
    entry = (r"\cdot",) if variable["sort"] == "seq" else index
    here = name(variable["name"], *entry)
    low, high = (
        "" if variable[end] is None else latex(["q", variable[end]]) for end in ("low", "high")
    )
    below = "<" if variable["low_open"] else r"\le"
    above = "<" if variable["high_open"] else r"\le"
    ends = f"{low} {below} {here}" if low else here
    ends += f" {above} {high}" if high else ""
    kind = r"\mathbb{Z}" if variable["sort"] == "int" else r"\mathbb{R}"
    if ends == here:
        return rf"{here} \in {kind}"
    return ends if variable["sort"] != "int" else rf"{here} \in {kind},\; {ends}"


def latex(tree: list[Any]) -> str:
    """The whole expression."""
    return _render(tree)[0]


def _wrap(tree: list[Any], least: int) -> str:
    text, strength = _render(tree)
    return text if strength >= least else rf"\left({text}\right)"


def _render(tree: list[Any]) -> tuple[str, int]:
    match tree:
        case ["v", word]:
            return name(word), _POW if word.endswith(f"_{SQUARED}") else _ATOM
        case ["q", str(value)] if value.isdecimal():
            return str(int(value)), _ATOM
    if (found := extreme(tree)) is not None:
        which, parts = found
        return rf"\{which}\left\{{{', '.join(map(latex, parts))}\right\}}", _ATOM
    match tree:
        case ["q", value]:
            f = Fraction(value)
            if f.denominator == 1:
                return str(f.numerator), _ATOM if f >= 0 else _SUM
            text = rf"\frac{{{abs(f.numerator)}}}{{{f.denominator}}}"
            return (text, _MUL) if f >= 0 else (f"-{text}", _SUM)
        case ["pi"]:
            return r"\pi", _ATOM
        case ["+", *terms]:
            text = ""
            for i, term in enumerate(terms):
                piece, strength = _render(term)
                negated = piece.startswith("-")
                if not negated and strength < _SUM:
                    piece = rf"\left({piece}\right)"
                text += piece if i == 0 else (f" - {piece[1:]}" if negated else f" + {piece}")
            return text, _SUM
        case ["*", ["q", value], *rest] if Fraction(value) < 0:  # the sign goes first
            flipped = ["*", ["q", str(-Fraction(value))], *rest]
            inner = rest[0] if Fraction(value) == -1 and len(rest) == 1 else flipped
            return f"-{_wrap(inner, _MUL)}", _SUM
        case ["*", ["q", "1"], one]:
            return _wrap(one, _MUL), _MUL
        case ["*", ["q", "1"], *factors] if factors:
            return _render(["*", *factors])
        case ["*", *factors]:
            pieces = [_wrap(f, _MUL) for f in factors]
            text = pieces[0]
            for piece in pieces[1:]:
                digits = piece[0].isdigit() or piece.startswith(r"\frac{")
                text += (r" \cdot " if digits else r" \, ") + piece
            return text, _MUL
        case ["/", top, bottom]:
            text, strength = _render(top)
            if strength == _SUM and text.startswith("-") and top[0] != "+":
                return rf"-\frac{{{text[1:]}}}{{{latex(bottom)}}}", _SUM
            return rf"\frac{{{text}}}{{{latex(bottom)}}}", _MUL
        case ["neg", inner]:
            return f"-{_wrap(inner, _MUL)}", _SUM
        case ["^", base, power]:
            return f"{_wrap(base, _ATOM)}^{{{power}}}", _POW
        case ["npow", base, power]:
            return f"{_wrap(base, _ATOM)}^{{{latex(power)}}}", _POW
        case ["root", 2, inner]:
            return rf"\sqrt{{{latex(inner)}}}", _ATOM
        case ["root", k, inner]:
            return rf"\sqrt[{k}]{{{latex(inner)}}}", _ATOM
        case ["exp", ["q", "1"]]:
            return "e", _ATOM
        case ["exp", inner]:
            return f"e^{{{latex(inner)}}}", _POW
        case ["ln", inner]:
            return rf"\ln\left({latex(inner)}\right)", _ATOM
        case ["erfc", inner]:
            return rf"\operatorname{{erfc}}\left({latex(inner)}\right)", _ATOM
        case ["abs", inner]:
            return rf"\left|{latex(inner)}\right|", _ATOM
        case [("if" | "vec" | "dot" | "norm" | "size" | "f" | "grad" | "sub"), *_]:
            return _of_a_run(tree), _ATOM
        case ["E", inner]:  # of statements about means alone, like the next one
            return rf"\mathbb{{E}}\left[{latex(inner)}\right]", _ATOM
        case ["coordinates", count, inner, index]:
            return rf"\sum_{{{index}=1}}^{{{name(count)}}} {_wrap(inner, _MUL)}", _MUL - 1
        case ["coordinates", count, inner]:
            return rf"\sum_{{1 \dots {name(count)}}} {_wrap(inner, _MUL)}", _MUL - 1
        case ["row", *indices]:  # of statements about moments alone
            return ", ".join(map(latex, indices)), _ATOM
        case ["told", text]:  # of statements about integrals alone
            return text, _ATOM
        case ["idx", word, index]:
            strength = _POW if word.endswith(f"_{SQUARED}") else _ATOM
            return name(word, latex(index)), strength
        case [("sum" | "prod") as op, index, low, high, body]:
            return (
                rf"\{op}_{{{name(index)}={latex(low)}}}^{{{latex(high)}}} {_wrap(body, _MUL)}",
                _MUL - 1,
            )
    raise AssertionError(tree[0])


SIGNS = {"<=": r"\le", "<": "<", "=": "=", ">=": r"\ge", ">": ">"}


def _of_a_run(tree: list[Any]) -> str:
    """What stands in finite laws and in runs of methods alone: cases, vectors, functions."""
    match tree:
        case ["if", *_]:
            rows = []
            while tree[0] == "if":
                _, (a, sign, b), yes, tree = tree
                rows.append(rf"{latex(yes)} & \text{{if }} {latex(a)} {SIGNS[sign]} {latex(b)}")
            rows.append(rf"{latex(tree)} & \text{{else}}")
            return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"
        case ["vec", *entries]:
            return rf"\left({', '.join(map(latex, entries))}\right)"
        case ["dot", u, w]:
            return rf"\left\langle {latex(u)}, {latex(w)} \right\rangle"
        case ["norm", kind, u]:
            size = r"\infty" if kind == "inf" else kind
            return rf"\left\lVert {latex(u)} \right\rVert_{{{size}}}"
        case ["size", word]:
            return rf"\left|{name(word)}\right|"
        case [op, word, at, *more]:
            called = name(word, *map(latex, more[:1]))
            sign = {"f": "", "grad": r"\nabla ", "sub": r"\partial "}[op]
            weights = rf"; {latex(more[1])}" if len(more) > 1 else ""
            return rf"{sign}{called}\left({latex(at)}{weights}\right)"
    raise AssertionError(tree[0])
