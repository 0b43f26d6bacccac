"""Two designs beside each other as a text: for people, for other programs, as a page."""

from collections.abc import Callable
from typing import Final

from designer.document.change_words import SIGNS
from designer.io.export.comparison_content import Compared, comparison_content
from designer.io.export.comparison_json import comparison_json
from designer.io.export.report_layouts import content_html, content_text


def comparison_text(compared: Compared) -> str:
    """Return it as aligned plain text."""
    return content_text(comparison_content(compared))


def comparison_html(compared: Compared) -> str:
    """Return it as one HTML page without anything from elsewhere."""
    return content_html(comparison_content(compared), _row_class, _STYLE)


_MARKS: Final = {sign: kind for kind, sign in SIGNS.items()}
_STYLE: Final = (
    "tr[class]>td:first-child{white-space:nowrap;font-weight:600}"
    ".added>td:first-child{color:#1a7f37}.removed>td:first-child{color:#b42318}"
    ".moved>td:first-child{color:#175cd3}.changed>td:first-child{color:#8a5a00}"
    "@media(prefers-color-scheme:dark){.added>td:first-child{color:#4ade80}"
    ".removed>td:first-child{color:#ff8a80}.moved>td:first-child{color:#84adff}"
    ".changed>td:first-child{color:#fdb022}}"
)
"""The sign and the word before each row are there in any case: colour says nothing alone."""


def _row_class(row: tuple[str, ...]) -> str:
    """Return what a row tells of, by the sign that it begins with."""
    sign, space, _ = row[0].partition(" ")
    return _MARKS.get(sign, "") if space else ""


COMPARISON_FORMATS: Final[dict[str, Callable[[Compared], str]]] = {
    "text": comparison_text,
    "json": comparison_json,
    "html": comparison_html,
}
"""What `diff --format` offers."""
