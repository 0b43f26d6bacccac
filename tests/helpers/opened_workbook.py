"""A workbook as a spreadsheet reads it: cells below their headings, sheet by sheet."""

import io
import re
import zipfile
from xml.etree import ElementTree

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def opened(data: bytes) -> dict[str, list[dict[str, str | float]]]:
    """Return each sheet as rows of what stands below each heading."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        names = [
            sheet.attrib["name"]
            for sheet in ElementTree.fromstring(file.read("xl/workbook.xml")).iter(f"{_MAIN}sheet")
        ]
        return {
            name: _rows(ElementTree.fromstring(file.read(f"xl/worksheets/sheet{at}.xml")))
            for at, name in enumerate(names, 1)
        }


def _rows(page: ElementTree.Element) -> list[dict[str, str | float]]:
    assert list(page.iter(f"{_MAIN}f")) == [], "no cell computes anything"
    rows = []
    for row in page.iter(f"{_MAIN}row"):
        cells = {}
        for cell in row:
            where = re.sub(r"\d", "", cell.attrib["r"])
            text = "".join(part.text or "" for part in cell.iter(f"{_MAIN}t"))
            value = cell.find(f"{_MAIN}v")
            if cell.attrib.get("t") == "inlineStr":
                cells[where] = text
            elif value is not None:
                cells[where] = float(value.text or "")
        rows.append(cells)
    titles = rows[0]
    return [{str(titles[at]): cell for at, cell in row.items()} for row in rows[1:]]
