"""Draws the letters of an SVG picture as outlines, so that it looks the same without our fonts.

Qt writes `<text>` and leaves the letters to whoever shows the picture. Each becomes a group that
carries its words as `aria-label`, for search and for screen readers, and uses shapes that stand
once in the file.
"""

import html
import re
from typing import Final

from PySide6.QtGui import QPainterPath, QRawFont, QTextLayout

from designer.render.fonts import font

EM: Final = 1000
"""Units of the em in which shapes are written."""
_TEXT: Final = re.compile(r"<text\s([^>]*)>(.*?)</text>", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r'([\w:-]+)="([^"]*)"')
_DEFINITIONS: Final = re.compile(r"<defs\s*>|<svg\b[^>]*>")
"""Where definitions begin: Qt writes some of its own where it clips."""


class _Shapes:
    """The shapes of letters that a picture uses, each once."""

    def __init__(self) -> None:
        self._ids: dict[tuple[str, int, int], str] = {}
        self.definitions: list[str] = []

    def id_of(self, raw: QRawFont, glyph: int) -> str:
        """Return the name of a letter's shape in the file."""
        key = (raw.familyName(), raw.weight(), glyph)
        if key not in self._ids:
            self._ids[key] = f"l{len(self._ids)}"
            large = QRawFont(raw)
            large.setPixelSize(EM)
            outline = _outline(large.pathForGlyph(glyph))
            self.definitions.append(f'<path id="{self._ids[key]}" d="{outline}"/>')
        return self._ids[key]


def with_outlines(svg: str) -> str:
    """Return a picture that Qt wrote with every text as outlines."""
    shapes = _Shapes()
    drawn = _TEXT.sub(lambda found: _group(found, shapes), svg)
    if not shapes.definitions:
        return drawn
    definitions = "\n".join(shapes.definitions)
    begin = next((f for f in _DEFINITIONS.finditer(drawn) if f[0].startswith("<defs")), None)
    if begin is not None:
        return f"{drawn[: begin.end()]}\n{definitions}{drawn[begin.end() :]}"
    top = _DEFINITIONS.search(drawn)
    if top is None:
        raise ValueError("a picture without <svg>")
    return f"{drawn[: top.end()]}\n<defs>\n{definitions}\n</defs>{drawn[top.end() :]}"


def _group(found: re.Match[str], shapes: _Shapes) -> str:
    """Return the letters of a text as a group; the text as it was where one has no outline.

    Fonts of emoji hold pictures: whoever shows the file may have one, and nothing vanishes.
    """
    given = dict(_ATTRIBUTE.findall(found[1]))
    words, size = html.unescape(found[2]).strip(), float(given["font-size"])
    layout = QTextLayout(words, font(size, int(given["font-weight"]), tabular=False))
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    by, uses = size / EM, []
    for run in layout.glyphRuns():
        raw = run.rawFont()
        for glyph, place in zip(run.glyphIndexes(), run.positions(), strict=True):
            if raw.pathForGlyph(glyph).isEmpty():
                if not raw.boundingRect(glyph).isEmpty():
                    return found[0]
            else:
                x, y = place.x() / by, (place.y() - line.ascent()) / by
                up = f' y="{y:.0f}"' if abs(y) >= 0.5 else ""
                uses.append(f'<use xlink:href="#{shapes.id_of(raw, glyph)}" x="{x:.0f}"{up}/>')
    moved = f"translate({given['x']},{given['y']}) scale({by:g})"
    # Outlines of letters lie over themselves: by the rule around them, these would be holes.
    told = (
        f'fill="{given["fill"]}" fill-rule="nonzero" fill-opacity="{given["fill-opacity"]}" '
        'stroke="none"'
    )
    kept = f'font-size="{given["font-size"]}" font-weight="{given["font-weight"]}"'
    label = html.escape(words)
    return (
        f'<g role="img" aria-label="{label}" {told} {kept} transform="{moved}">{"".join(uses)}</g>'
    )


def _outline(path: QPainterPath) -> str:
    """Return a path as SVG writes it."""
    said, index = [], 0
    while index < path.elementCount():
        element = path.elementAt(index)
        kind = element.type
        if kind == QPainterPath.ElementType.CurveToElement:
            points = [path.elementAt(index + step) for step in range(3)]
            said.append("C" + " ".join(f"{_short(p.x)} {_short(p.y)}" for p in points))
            index += 3
            continue
        letter = "M" if kind == QPainterPath.ElementType.MoveToElement else "L"
        said.append(f"{letter}{_short(element.x)} {_short(element.y)}")
        index += 1
    return "".join(said) + "Z"


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
