"""The clipboard's formats of what is copied, and what of a clipboard can be pasted.

Our own format and plain text are the same TOML, so that a clip passes through a text as well; other
programs take it as a table, as a vector drawing or as an image. Tables and pictures are made when
somebody asks for them: of 500 racks they took half of what copying did.
"""

from collections.abc import Callable
from functools import lru_cache
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
HTML: Final = "text/html"
TABLES: Final = (TSV, HTML)
PICTURES: Final = (SVG, PNG)
MOST_TEXT: Final = 20_000_000
"""Characters of a text that are looked at for a clip."""


class ClipMime(QMimeData):
    """What is copied, in every format that somebody may ask for."""

    def __init__(self, clip: Design, catalog: Catalog, picture: ClipPicture | None) -> None:
        super().__init__()
        self._clip, self._catalog, self._picture = clip, catalog, picture
        self._made: dict[str, QByteArray] = {}
        text = dumps(clip, catalog)
        data = QByteArray(text.encode())
        self.setData(CLIP, data)
        self.setData(TOML, data)
        self.setText(text)

    def formats(self) -> list[str]:
        """Return every format, those of pictures where there are racks to draw."""
        return [*super().formats(), *TABLES, *(PICTURES if self._picture else ())]

    def hasFormat(self, mimetype: str) -> bool:  # noqa: N802 - Qt's name
        """Return whether there is such a format."""
        return mimetype in self.formats()

    def retrieveData(  # noqa: N802 - Qt's name
        self, mimetype: str, preferred: QMetaType | QMetaType.Type
    ) -> Any:  # noqa: ANN401 - Qt's type
        """Return the data of a format; tables and pictures are made once, when asked for."""
        make = self._maker(mimetype)
        if make is None:
            return super().retrieveData(mimetype, preferred)
        if mimetype not in self._made:
            self._made[mimetype] = QByteArray(make())
        return self._made[mimetype]

    def _maker(self, mimetype: str) -> Callable[[], bytes] | None:
        """Return what makes a format that is not held already."""
        if mimetype in TABLES:
            write = clip_tsv if mimetype == TSV else clip_html
            return lambda: write(tuple(clip_rows(self._clip, self._catalog))).encode()
        if self._picture is None or mimetype not in PICTURES:
            return None
        return self._picture.svg if mimetype == SVG else self._picture.png


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


@lru_cache(maxsize=1)
def _read(text: str) -> Clip | None:
    """Return the clip that a text is; the last one is kept, as it is pasted again and again."""
    if not text or len(text) > MOST_TEXT:
        return None
    try:
        read = loads(text, "clipboard")
    except ReadError:
        return None
    return Clip(read.design, read.parts) if is_clip(read.design) else None
