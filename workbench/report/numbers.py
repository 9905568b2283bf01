"""Show numbers: floats to six digits, exact rationals as they are while they fit on a line.

A rational of several hundred digits says less than its first digits and its size, so it is shown as
`≈ 0.31415927 (exact: 210 / 195 digits)`.  Its full text stays in the certificate and in the JSON.
"""

import re
from decimal import Context, Decimal, InvalidOperation

FITS = 24  # characters of an exact rational that are shown as they are
_RATIONAL = re.compile(r"(-?\d+)(?:/(\d+))?")
_WIDE = Context(prec=8, Emin=-(10**12), Emax=10**12)


def show(value: str | float | int) -> str:
    """Show a figure: exact text if it is short, else its leading digits and its size."""
    if isinstance(value, str):
        return _exact(value)
    if isinstance(value, bool | int):
        return _exact(str(value)) if abs(value) < 10**4000 else "an integer of over 4000 digits"
    return f"{value:.6g}"


def _exact(text: str) -> str:
    match = _RATIONAL.fullmatch(text.strip())
    if not match or len(text) <= FITS:
        return text if len(text) <= 400 else f"{text[:300]}… ({len(text)} characters)"
    top, bottom = match[1], match[2] or "1"
    size = f"{len(top.lstrip('-'))}" + (f" / {len(bottom)}" if match[2] else "")
    try:
        ratio = _WIDE.divide(Decimal(top), Decimal(bottom))
    except (InvalidOperation, ZeroDivisionError):
        return f"{top[:6]}…/{bottom[:6]}… (not a number: {size} digits)"
    return f"≈ {ratio:.8g} (exact: {size} digits)"


def seconds(value: float) -> str:
    """Show a duration."""
    if value < 0.01:
        return "< 0.01 s"
    if value < 60:
        return f"{value:.2g} s" if value < 10 else f"{value:.0f} s"
    return f"{value // 60:.0f} min {value % 60:.0f} s"


def count(number: int, noun: str, plural: str = "") -> str:
    """Say how many: `1 claim`, `3 claims`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
