"""What a painter was told to draw, as records: texts, boxes, lines, with colours by token.

Drawings are recorded as SVG, the one device of Qt that keeps every call readable. `marks_of` gives
the marks in the order in which they were painted, so later ones lie above earlier ones; tests ask
them for places and words. `assert_as_kept` compares a whole drawing with the text that is kept of
it in `tests/golden/drawings`, number by number within a tolerance.
"""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize, QSizeF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from designer.render.fonts import load_fonts
from designer.render.theme import LEAST_EM_MM, METHOD_COLOURS, ROLE_COLOURS, Theme
from tests.helpers.gates import REPOSITORY

KEPT: Final = REPOSITORY / "tests" / "golden" / "drawings"
MADE: Final = REPOSITORY / "out" / "drawings"
TOLERANCE: Final = 0.15
"""In units of the recording: as far as rounding differs, and no further."""
_TOKENS: Final = tuple(
    field.name
    for field in fields(Theme)
    if field.name not in ("name", "is_dark", "is_print", "least_px")
)
_NUMBER: Final = re.compile(r"(?<![\w#])-?\d+(?:\.\d+)?(?![\w])")


def token_theme(*, is_print: bool = False, is_dark: bool = False) -> Theme:
    """Return a theme in which each token has a colour of its own, so that marks can name it."""
    colours = {name: f"#{0xA00000 + 0x010101 * n:06x}" for n, name in enumerate(_TOKENS)}
    least = LEAST_EM_MM / 25.4 * 96 if is_print else 0.0
    return Theme("tokens", **colours, is_print=is_print, is_dark=is_dark, least_px=least)


_SCREEN: Final = token_theme()
_NAMES: Final = {
    "#000000": "black",
    "#ffffff": "white",
    **{colour: f"role-{role}" for role, colour in ROLE_COLOURS.items()},
    **{colour: f"method-{method}" for method, colour in METHOD_COLOURS.items()},
    **{getattr(_SCREEN, name): name for name in _TOKENS},
}


@dataclass(frozen=True)
class Mark:
    """One thing that was drawn. Lengths are in the units of the recording.

    Attributes
    ----------
    kind
        `text`, `box`, `line`, `circle` or `shape`.
    left, top, width, height
        Where it lies; of a text the beginning of its base line (no size), of a line from where to
        where, so that both may be negative.
    fill, stroke
        Tokens of the theme; empty for none. A share of opacity is written behind.
    size, weight
        Of the letters.
    turned
        Whether it runs upwards instead of to the right.
    """

    kind: str
    left: float
    top: float
    width: float = 0.0
    height: float = 0.0
    fill: str = ""
    stroke: str = ""
    line: float = 0.0
    dashes: str = ""
    words: str = ""
    size: float = 0.0
    weight: int = 0
    turned: bool = False

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def style(self) -> str:
        """How it is drawn, in words."""
        if self.kind == "text":
            way = " upwards" if self.turned else ""
            return f"text{way} {self.size:.1f} weight-{self.weight} {self.fill}"
        said = [self.kind]
        if self.fill:
            said.append(f"fill {self.fill}")
        if self.stroke:
            said.append(f"stroke {self.stroke} {self.line:.2f}")
        if self.dashes:
            said.append(f"dashes {self.dashes}")
        return " ".join(said)

    @property
    def place(self) -> str:
        if self.kind == "text":
            return f"{self.left:.1f},{self.top:.1f}"
        between = "+" if self.kind == "line" else " "
        return f"{self.left:.1f},{self.top:.1f}{between}{self.width:.1f}x{self.height:.1f}"


def marks_of(
    wide: float, tall: float, draw: Callable[[QPainter], None], unit: float = 1.0
) -> list[Mark]:
    """Return what `draw` paints on a device of this size, `unit` of its dots to one of ours."""
    return recorded(wide, tall, QPainter(), draw, unit)


def recorded(
    wide: float, tall: float, painter: QPainter, draw: Callable[[QPainter], None], unit: float = 1.0
) -> list[Mark]:
    """Do the same with a painter at rest, which what is drawn may know beforehand."""
    load_fonts()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    size = QSizeF(wide * unit, tall * unit)
    generator.setSize(QSize(round(size.width()), round(size.height())))
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    painter.begin(generator)
    try:
        draw(painter)
    finally:
        painter.end()
    return [_scaled(mark, 1 / unit) for mark in marks_in(bytes(buffer.data().data()))]


def marks_in(svg: bytes) -> list[Mark]:
    """Return the marks of an SVG file that Qt wrote."""
    found = []
    for group in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}g"):
        for node in group:
            tag = node.tag.rpartition("}")[2]
            if tag == "g" and "aria-label" in node.attrib:
                found.append(_outlined(node.attrib, group.attrib))
            elif tag not in ("g", "use"):
                found.append(_mark(tag, node.attrib, group.attrib, "".join(node.itertext())))
    return found


def texts(marks: Iterable[Mark]) -> list[str]:
    """Return all that was written, in order."""
    return [mark.words for mark in marks if mark.kind == "text"]


def text_mark(marks: Iterable[Mark], words: str) -> Mark:
    """Return the one text that says this."""
    found = [mark for mark in marks if mark.kind == "text" and mark.words == words]
    assert len(found) == 1, f"{words!r} is written {len(found)} times"
    return found[0]


def listed(marks: Sequence[Mark]) -> str:
    """Return marks as lines of text: a line for each text and for each run of one style."""
    lines = []
    for style, run in groupby(marks, key=lambda mark: mark.style):
        if style.startswith("text"):
            lines += [f"{style}: {mark.place} | {mark.words}" for mark in run]
        else:
            lines += [f"{style}: {'; '.join(mark.place for mark in run)}"]
    return "".join(f"{line}\n" for line in lines)


def assert_as_kept(name: str, sections: dict[str, Sequence[Mark]]) -> None:
    """Compare drawings with what is kept of them, and say which lines differ.

    What was made is left in `out/drawings`. Where a drawing was meant to change, read the
    difference and copy that file over the kept one.
    """
    made = "\n".join(f"== {title}\n{listed(marks)}" for title, marks in sections.items())
    kept_file = KEPT / f"{name}.txt"
    kept = kept_file.read_text(encoding="utf-8") if kept_file.exists() else ""
    different = list(_differences(kept.splitlines(), made.splitlines()))
    if different:
        MADE.mkdir(parents=True, exist_ok=True)
        (MADE / kept_file.name).write_text(made, encoding="utf-8")
    assert not different, f"{kept_file.name}:\n" + "\n".join(different[:20])


def assert_same_drawing(
    title: str, one: Sequence[Mark], other: Sequence[Mark], finer: float
) -> None:
    """Compare what should look the same on a device with `finer` times as many dots.

    Lengths of marks are in nominal pixels already; those of dashes are not.
    """
    other = [
        replace(mark, dashes=" ".join(f"{n / finer:g}" for n in _numbers(mark.dashes)))
        for mark in other
    ]
    different = list(_differences(listed(one).splitlines(), listed(other).splitlines()))
    assert not different, f"{title}:\n" + "\n".join(different[:20])


def _differences(kept: list[str], made: list[str]) -> Iterator[str]:
    section = ""
    for number in range(max(len(kept), len(made))):
        was = kept[number] if number < len(kept) else "(nothing)"
        is_now = made[number] if number < len(made) else "(nothing)"
        if was.startswith("=="):
            section = was
        if not _alike(was, is_now):
            yield f"{section}, line {number + 1}\n  kept {was[:400]}\n  made {is_now[:400]}"


def _alike(one: str, other: str) -> bool:
    drawn, _, words = one.partition(" | ")
    drawn_other, _, words_other = other.partition(" | ")
    if words != words_other or _NUMBER.sub("", drawn) != _NUMBER.sub("", drawn_other):
        return False
    pairs = zip(_NUMBER.findall(drawn), _NUMBER.findall(drawn_other), strict=True)
    return all(abs(float(a) - float(b)) <= TOLERANCE for a, b in pairs)


def _outlined(own: dict[str, str], group: dict[str, str]) -> Mark:
    """Return a text whose letters are outlines."""
    x, y, _ = _numbers(own["transform"])
    return _mark("text", {**own, "x": f"{x}", "y": f"{y}"}, group, own["aria-label"])


def _scaled(mark: Mark, by: float) -> Mark:
    return replace(
        mark, left=mark.left * by, top=mark.top * by, width=mark.width * by,
        height=mark.height * by, line=mark.line * by, size=mark.size * by,
    )  # fmt: skip


def _mark(tag: str, own: dict[str, str], group: dict[str, str], words: str) -> Mark:
    matrix = _matrix(group.get("transform", ""))
    stroke, line = _ink(group, "stroke"), float(group.get("stroke-width", 1)) if group else 0.0
    if tag == "text":
        x, y = _mapped(matrix, float(own["x"]), float(own["y"]))
        return Mark(
            "text", x, y, fill=_ink(own, "fill"), words=words.strip(),
            size=float(own["font-size"]), weight=int(own["font-weight"]), turned=matrix[1] < 0,
        )  # fmt: skip
    points = [_mapped(matrix, x, y) for x, y in _points(tag, own)]
    dashes = group.get("stroke-dasharray", "").replace(",", " ") if stroke else ""
    line *= abs(matrix[0] + matrix[1])
    if tag == "polyline" and len(points) == 2:
        (x1, y1), (x2, y2) = points
        return Mark("line", x1, y1, x2 - x1, y2 - y1, "", stroke, line, dashes)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width, height = max(x for x, _ in points) - left, max(y for _, y in points) - top
    kind = {"rect": "box", "image": "picture", "circle": "circle", "ellipse": "circle"}.get(
        tag, "shape"
    )
    fill = "" if own.get("fill") == "none" else _ink(group, "fill")
    return Mark(kind, left, top, width, height, fill, stroke, line if stroke else 0.0, dashes)


def _ink(attributes: dict[str, str], what: str) -> str:
    colour = attributes.get(what, "none")
    if colour == "none":
        return ""
    share = float(attributes.get(f"{what}-opacity", 1))
    return _NAMES.get(colour, colour) + ("" if share == 1 else f" at {share:.2f}")


def _points(tag: str, own: dict[str, str]) -> list[tuple[float, float]]:
    if tag in ("rect", "image"):
        x, y, width, height = (float(own[name]) for name in ("x", "y", "width", "height"))
        return [(x, y), (x + width, y + height)]
    if tag in ("circle", "ellipse"):
        x, y = float(own["cx"]), float(own["cy"])
        across, along = float(own.get("rx", own.get("r", 0))), float(own.get("ry", own.get("r", 0)))
        return [(x - across, y - along), (x + across, y + along)]
    numbers = _numbers(own.get("points", own.get("d", "")))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _matrix(text: str) -> tuple[float, ...]:
    found = tuple(_numbers(text))
    return found if len(found) == 6 else (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def _mapped(matrix: tuple[float, ...], x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]
