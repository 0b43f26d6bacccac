"""PDF files as Qt draws them, with what it cannot write, and the same bytes for the same pages."""

import io
from collections.abc import Sequence
from typing import Final, cast
from xml.sax.saxutils import escape

from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject
from PySide6.QtCore import QIODevice, QUuid
from PySide6.QtGui import QPageLayout, QPdfWriter

from designer import __version__

DOTS_PER_INCH: Final = 1200
_NAMESPACE: Final = QUuid("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
"""That of object identifiers, RFC 4122: ids of documents follow from what they are of."""


def new_pdf(
    device: QIODevice, layout: QPageLayout, title: str, seed: bytes, author: str = ""
) -> QPdfWriter:
    """Return a PDF to be drawn on.

    Parameters
    ----------
    seed
        What the id of the document follows from.
    """
    writer = QPdfWriter(device)
    writer.setResolution(DOTS_PER_INCH)
    writer.setPageLayout(layout)
    writer.setTitle(title)
    writer.setCreator(f"Cluster Designer {__version__}")
    if author:
        writer.setAuthor(author)
    # What Qt would make up differs from run to run: an id, and the time in three places.
    writer.setDocumentId(QUuid.createUuidV5(_NAMESPACE, seed))
    writer.setDocumentXmpMetadata(_xmp(title).encode())
    return writer


def finished(pages: bytes, titles: Sequence[str], subject: str, keywords: str) -> bytes:
    """Return a PDF that was drawn with an outline and a subject, which Qt cannot write.

    Parameters
    ----------
    titles
        Of the first pages, in the outline.
    """
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pages)))
    _name_fonts(writer)
    for number, title in enumerate(titles):
        writer.add_outline_item(title=title, page_number=number)
    kept = {key: value for key, value in (writer.metadata or {}).items() if "Date" not in key}
    writer.metadata = {**kept, "/Subject": subject, "/Keywords": keywords}
    done = io.BytesIO()
    writer.write(done)
    return done.getvalue()


def _name_fonts(writer: PdfWriter) -> None:
    """Tag embedded fonts in order of use: Qt tags them in that of a hash, which is random."""
    known: set[int] = set()
    for page in writer.pages:
        fonts = cast("DictionaryObject", page["/Resources"]).get("/Font", DictionaryObject())
        for font in fonts.get_object().values():
            (inner,) = font.get_object()["/DescendantFonts"]
            reference = inner.get_object().raw_get("/FontDescriptor")
            if reference.idnum not in known:
                tag = f"AAAA{chr(ord('A') + len(known) // 26)}{chr(ord('A') + len(known) % 26)}"
                known.add(reference.idnum)
                described = reference.get_object()
                name = str(described["/FontName"]).rpartition("+")[2].lstrip("/")
                described[NameObject("/FontName")] = NameObject(f"/{tag}+{name}")


def _xmp(title: str) -> str:
    """Return the packet that says of the file what its information says, without a date."""
    tool, title = f"Cluster Designer {__version__}", escape(title)
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        f' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="{tool}">'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>'
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>\n'
    )
