"""Colours as eyes see them: contrast of WCAG 2, and distances with common colour blindness.

Sources: relative luminance and contrast ratio as defined by the W3C, Web Content Accessibility
Guidelines 2.2 (5 October 2023); matrices of full protanopia, deuteranopia and tritanopia on linear
RGB by Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision
Deficiency, IEEE TVCG 15(6), 2009, table of severity 1.0; CIELAB of CIE 15:2004 with the white D65.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QColor

Triple = tuple[float, float, float]

BLINDNESS: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> Triple:
    """Return a colour's linear red, green and blue, each 0 to 1."""
    seen = QColor(colour)
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (seen.redF(), seen.greenF(), seen.blueF())
    )
    return red, green, blue


def luminance(colour: str) -> float:
    """Return the relative luminance."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio, from 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def distance(one: str, other: str, blindness: str) -> float:
    """Return the CIE 1976 distance of two colours for an eye; about 2.3 can just be noticed."""
    there, here = _lab(_seen(one, blindness)), _lab(_seen(other, blindness))
    return sum((a - b) ** 2 for a, b in zip(there, here, strict=True)) ** 0.5


def _seen(colour: str, blindness: str) -> Triple:
    rows, rgb = BLINDNESS[blindness], linear(colour)
    red, green, blue = (min(max(_dot(row, rgb), 0.0), 1.0) for row in rows)
    return red, green, blue


def _dot(row: Sequence[float], rgb: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(row, rgb, strict=True))


def _lab(rgb: Triple) -> Triple:
    x = _dot((0.4124564, 0.3575761, 0.1804375), rgb) / 0.95047
    y = _dot((0.2126729, 0.7151522, 0.0721750), rgb)
    z = _dot((0.0193339, 0.1191920, 0.9503041), rgb) / 1.08883
    fx, fy, fz = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
