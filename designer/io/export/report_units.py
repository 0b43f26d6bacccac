"""The content of a report as its reader has chosen: units, numbers, language.

JSON and lists stay metric and English.
"""

from designer.engine.page import Section, Table
from designer.io.export.report_content import Content
from designer.model.presented import Presented


def content_as_read(content: Content, read: Presented) -> Content:
    """Return a report with each fact, cell and line in a reader's units."""
    if read.is_plain:
        return content
    sections = tuple(_section(one, read) for one in content.sections)
    return Content(read.text(content.title), read.text(content.subtitle), sections)


def _section(section: Section, read: Presented) -> Section:
    facts = tuple(
        (read.text(read.heading(label)), read.cell(fact, read.unit_at_end(label)))
        for label, fact in section.facts
    )
    table = None if section.table is None else _table(section.table, read)
    return Section(read.text(section.title), facts, table, tuple(map(read.text, section.lines)))


def _table(table: Table, read: Presented) -> Table:
    units = [read.unit_at_end(title) for title, _ in table.columns]
    columns = tuple((read.text(read.heading(title)), align) for title, align in table.columns)
    rows = tuple(
        tuple(read.cell(cell, unit) for cell, unit in zip(row, units, strict=True))
        for row in table.rows
    )
    return Table(columns, rows)
