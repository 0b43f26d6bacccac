"""The clipboard's formats of what is copied, and what of a clipboard can be pasted.

Our own format and plain text are the same TOML, so that a clip passes through a text as well; other
programs take it as a table, as a vector drawing or as an image. Pictures are painted when somebody
asks for them.
"""

from typing import Any, Final, NamedTuple

from PySide6.QtCore import QByteArray, QMetaType, QMimeData

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.edits.clips import is_clip
from designer.io.clip_table import clip_html, clip_rows, clip_tsv
from designer.io.design_file import ReadError, loads
from designer.io.design_text import dumps
from designer.model.design import Design
from designer.render.clip_picture import ClipPicture

CLIP: Final = "application/x-cluster-design"
TOML: Final = "application/toml"
TSV: Final = "text/tab-separated-values"
SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
PICTURES: Final = (SVG, PNG)
MOST_TEXT: Final = 20_000_000
"""Characters of a text that are looked at for a clip."""


class ClipMime(QMimeData):
    """What is copied, in every format that somebody may ask for."""

    def __init__(self, clip: Design, catalog: Catalog, picture: ClipPicture | None) -> None:
        super().__init__()
        self._picture = picture
        self._painted: dict[str, QByteArray] = {}
        text = dumps(clip, catalog)
        data = QByteArray(text.encode())
        self.setData(CLIP, data)
        self.setData(TOML, data)
        self.setText(text)
        rows = tuple(clip_rows(clip, catalog))
        self.setData(TSV, QByteArray(clip_tsv(rows).encode()))
        self.setHtml(clip_html(rows))

    def formats(self) -> list[str]:
        """Return every format, those of pictures where there are racks to draw."""
        return [*super().formats(), *(PICTURES if self._picture else ())]

    def hasFormat(self, mimetype: str) -> bool:  # noqa: N802 - Qt's name
        """Return whether there is such a format."""
        return mimetype in self.formats()

    def retrieveData(  # noqa: N802 - Qt's name
        self, mimetype: str, preferred: QMetaType | QMetaType.Type
    ) -> Any:  # noqa: ANN401 - Qt's type
        """Return the data of a format; pictures are painted once, when asked for."""
        if self._picture is None or mimetype not in PICTURES:
            return super().retrieveData(mimetype, preferred)
        if mimetype not in self._painted:
            paint = self._picture.svg if mimetype == SVG else self._picture.png
            self._painted[mimetype] = QByteArray(paint())
        return self._painted[mimetype]


class Clip(NamedTuple):
    """What can be pasted, with the parts that the design it was copied from brought."""

    design: Design
    parts: tuple[Part, ...] = ()


def clip_in(mime: QMimeData | None) -> Clip | None:
    """Return what a clipboard holds that can be pasted; None: nothing.

    Text is taken as well that is a design: from a file, a message, or another window.
    """
    if mime is None:
        return None
    for name in (CLIP, TOML):
        if mime.hasFormat(name):
            return _read(bytes(mime.data(name).data()).decode("utf-8", "replace"))
    return _read(mime.text()) if may_be_text(mime) else None


def may_be_clip(mime: QMimeData | None) -> bool:
    """Return whether a clipboard may hold something to paste, without reading all of it."""
    if mime is None:
        return False
    return mime.hasFormat(CLIP) or mime.hasFormat(TOML) or may_be_text(mime)


def may_be_text(mime: QMimeData) -> bool:
    """Return whether its text may be a design."""
    return mime.hasText() and "schema_version" in mime.text()[:4000]


def _read(text: str) -> Clip | None:
    if not text or len(text) > MOST_TEXT:
        return None
    try:
        read = loads(text, "clipboard")
    except ReadError:
        return None
    return Clip(read.design, read.parts) if is_clip(read.design) else None
