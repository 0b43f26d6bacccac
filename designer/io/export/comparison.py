"""Two designs beside each other as a text: for people, for other programs, as a page."""

from collections.abc import Callable
from typing import Final

from designer.io.export.comparison_content import Compared, comparison_content
from designer.io.export.comparison_json import comparison_json
from designer.io.export.report_layouts import content_html, content_text


def comparison_text(compared: Compared) -> str:
    """Return it as aligned plain text."""
    return content_text(comparison_content(compared))


def comparison_html(compared: Compared) -> str:
    """Return it as one HTML page without anything from elsewhere."""
    return content_html(comparison_content(compared))


COMPARISON_FORMATS: Final[dict[str, Callable[[Compared], str]]] = {
    "text": comparison_text,
    "json": comparison_json,
    "html": comparison_html,
}
"""What `diff --format` offers."""
