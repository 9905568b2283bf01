"""The embedded font draws what a formula may need, also what is drawn without being a character."""

import io

from fontTools.ttLib import TTFont

from workbench.report.environment import FONT, asset

NEEDED = (
    "0123456789+-=<>()[]{}|/,.;:!"
    "\u2212\u221a\u2016\u2223\u2264\u2265\u2260\u2248\u221e\u2211\u220f\u222b\u2208\u2209\u2192\u21a6"
    "\u27e8\u27e9\u230a\u230b\u2308\u2309\u2202\u2207\u22a4\u22c6\u22c5\u00d7\u00b1\u2026\u22ef"
    "\u03b1\u03b2\u03b3\u03b4\u03b5\u03f5\u03b6\u03b7\u03b8\u03ba\u03bb\u03bc\u03be\u03c0\u03c1\u03c3\u03c4\u03c6\u03d5\u03c7\u03c8\u03c9"
    "\u0393\u0394\u0398\u039b\u03a3\u03a6\u03a8\u03a9\u211d\u2115\u2124\u2032"
    "\U0001d465\U0001d6fc\U0001d4ae\u2130"
)


def font():
    return TTFont(io.BytesIO(asset(FONT)))


def test_the_characters_of_formulas_are_in_the_font():
    known = font().getBestCmap()
    assert [c for c in NEEDED if ord(c) not in known] == []


def test_the_font_has_a_math_table_with_stretching_delimiters_and_roots():
    loaded = font()
    variants = loaded["MATH"].table.MathVariants
    stretching = set(variants.VertGlyphCoverage.glyphs)
    known = loaded.getBestCmap()
    assert {known[ord(c)] for c in "()[]{}|\u221a\u2016"} <= stretching


def test_the_licence_lies_beside_the_font():
    assert b"SIL OPEN FONT LICENSE" in asset("STIX-TWO-MATH-OFL.txt").upper()
