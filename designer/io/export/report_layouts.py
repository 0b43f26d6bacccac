"""The content of a report as plain text, Markdown or one HTML page that needs nothing else."""

import html
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.page import Section, Table
from designer.engine.report import Report
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from designer.io.export.report_content import Content, report_content
from designer.io.export.report_units import content_as_read
from designer.model.design import Design
from designer.model.one_line import one_line
from designer.model.presented import METRIC, Presented

RowClass = Callable[[tuple[str, ...]], str]
_WIDTH: Final = 100
_WIDEST_CELL: Final = 60
_WIDEST_TABLE: Final = 150
"""Characters of a landscape page in a small typewriter face."""
_NARROWEST_TEXT: Final = 24
_STYLE: Final = (
    "body{font:14px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;margin:.5rem 0}th,td{padding:.2rem .8rem .2rem 0;"
    "text-align:left;vertical-align:top;border-bottom:1px solid #ccc}"
    ".r{text-align:right;font-variant-numeric:tabular-nums}dl{display:grid;"
    "grid-template-columns:max-content auto;gap:.2rem 1.5rem}dt{color:#666}dd{margin:0}"
    "@media(prefers-color-scheme:dark){body{background:#16181d;color:#ddd}dt{color:#999}"
    "th,td{border-color:#444}}"
)


def report_text(
    design: Design,
    catalog: Catalog,
    report: Report,
    subjects: Iterable[Subject] = SUBJECTS,
    read: Presented = METRIC,
) -> str:
    """Return the report as aligned plain text that a reviewer can sign."""
    return content_text(content_as_read(report_content(design, catalog, report, subjects), read))


def report_markdown(
    design: Design,
    catalog: Catalog,
    report: Report,
    subjects: Iterable[Subject] = SUBJECTS,
    read: Presented = METRIC,
) -> str:
    """Return the report as Markdown."""
    return content_markdown(
        content_as_read(report_content(design, catalog, report, subjects), read)
    )


def report_html(
    design: Design,
    catalog: Catalog,
    report: Report,
    subjects: Iterable[Subject] = SUBJECTS,
    read: Presented = METRIC,
) -> str:
    """Return the report as one HTML page without anything from elsewhere."""
    content = content_as_read(report_content(design, catalog, report, subjects), read)
    return content_html(content, language=read.language)


def content_text(content: Content) -> str:
    """Return sections as aligned plain text."""
    return "\n".join(_text(content)) + "\n"


def content_markdown(content: Content) -> str:
    """Return sections as Markdown."""
    return "\n".join(_markdown(content)) + "\n"


def content_html(
    content: Content,
    row_class: RowClass = lambda _: "",
    style: str = "",
    language: str = "en",
) -> str:
    """Return sections as one HTML page without anything from elsewhere.

    Parameters
    ----------
    row_class
        What class a row of a table has, by its cells; empty for none.
    style
        What such classes look like.
    language
        That of the texts, for browsers and screen readers.
    """
    return "\n".join(_html(content, row_class, style, language)) + "\n"


def _text(content: Content) -> Iterator[str]:
    title = one_line(content.title)
    yield title
    yield "=" * len(title)
    yield from textwrap.wrap(content.subtitle, _WIDTH)
    for section in content.sections:
        yield ""
        yield section.title
        yield "-" * len(section.title)
        wide = max((len(label) for label, _ in section.facts), default=0)
        yield from (f"{label:<{wide}}  {one_line(fact)}" for label, fact in section.facts)
        if section.table and section.table.rows:
            yield from _text_table(section.table)
        for line in section.lines:
            # Signature lines keep their spaces; sentences are wrapped.
            kept = "____" in line
            yield from [line] if kept else _wrapped(one_line(line), _WIDTH)


def _text_table(table: Table) -> Iterator[str]:
    rows = [tuple(title for title, _ in table.columns)]
    rows += [tuple(map(one_line, row)) for row in table.rows]
    widths = _widths(rows)
    for number, row in enumerate(rows):
        cells = [_wrapped(c, w) or [""] for c, w in zip(row, widths, strict=True)]
        for line in range(max(map(len, cells))):
            parts = (
                (cell[line] if line < len(cell) else "").rjust(width)
                if align == "right"
                else (cell[line] if line < len(cell) else "").ljust(width)
                for cell, width, (_, align) in zip(cells, widths, table.columns, strict=True)
            )
            yield "  ".join(parts).rstrip()
        if number == 0:
            yield "  ".join("-" * width for width in widths)


def _wrapped(text: str, width: int) -> list[str]:
    """Return one line as lines of so many characters; most need no taking apart."""
    if text and len(text) <= width and not text[-1].isspace():
        return [text]
    return textwrap.wrap(text, width)


def _widths(rows: list[tuple[str, ...]]) -> list[int]:
    """Return the widths of columns: as wide as their text, the widest narrowed to fit the page."""
    widths = [min(max(map(len, column)), _WIDEST_CELL) for column in zip(*rows, strict=True)]
    over = sum(widths) + 2 * (len(widths) - 1) - _WIDEST_TABLE
    while over > 0 and max(widths) > _NARROWEST_TEXT:
        widths[widths.index(max(widths))] -= 1
        over -= 1
    return widths


def _markdown(content: Content) -> Iterator[str]:
    yield from (f"# {_escaped(content.title)}", "", f"_{content.subtitle}_")
    for section in content.sections:
        yield from ("", f"## {section.title}", "")
        yield from (f"- {label}: **{_escaped(fact)}**" for label, fact in section.facts)
        if section.table and section.table.rows:
            if section.facts:
                yield ""
            columns = section.table.columns
            yield f"| {' | '.join(title for title, _ in columns)} |"
            yield f"| {' | '.join('---:' if a == 'right' else '---' for _, a in columns)} |"
            yield from (f"| {' | '.join(map(_escaped, row))} |" for row in section.table.rows)
        for line in section.lines:
            yield from ("", _escaped(line))


def _html(content: Content, row_class: RowClass, style: str, language: str) -> Iterator[str]:
    title = _safe(content.title)
    yield f'<!DOCTYPE html>\n<html lang="{_safe(language)}"><head><meta charset="utf-8">'
    yield f"<title>{title}</title><style>{_STYLE}{style}</style></head><body>"
    yield f"<h1>{title}</h1><p><em>{_safe(content.subtitle)}</em></p>"
    for section in content.sections:
        yield from _html_section(section, row_class)
    yield "</body></html>"


def _html_section(section: Section, row_class: RowClass) -> Iterator[str]:
    yield f"<h2>{_safe(section.title)}</h2>"
    if section.facts:
        pairs = (f"<dt>{_safe(k)}</dt><dd>{_safe(v)}</dd>" for k, v in section.facts)
        yield f"<dl>{''.join(pairs)}</dl>"
    if section.table and section.table.rows:
        classes = [' class="r"' if align == "right" else "" for _, align in section.table.columns]
        titles = zip((title for title, _ in section.table.columns), classes, strict=True)
        head = "".join(f"<th{c}>{_safe(title)}</th>" for title, c in titles)
        yield f"<table><thead><tr>{head}</tr></thead><tbody>"
        for row in section.table.rows:
            cells = zip(row, classes, strict=True)
            named = row_class(row)
            begin = f'<tr class="{named}">' if named else "<tr>"
            yield f"{begin}{''.join(f'<td{c}>{_safe(cell)}</td>' for cell, c in cells)}</tr>"
        yield "</tbody></table>"
    yield from (f"<p>{_safe(line)}</p>" for line in section.lines)


def _safe(text: str) -> str:
    """Return text for a page: no control characters, nothing that a browser takes for a mark."""
    return html.escape(one_line(text))


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_|<>\[\]#])", r"\\\1", one_line(text))
