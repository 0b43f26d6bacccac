"""Labels of cables: two for each, near end first, in order; as a table."""

import csv
import io

from designer.engine.cable_report import CablesAsked
from designer.io.export.cable_labels import cable_labels, labels_csv
from tests.unit.test_engine_cable_media import FAR, MEDIA, design


def test_each_end_has_a_label_that_begins_with_it() -> None:
    one, two = cable_labels(design(FAR), MEDIA)
    assert (one.end, one.text, one.lines) == ("A", "A-38:1/B-38:1", ("A-38:1/", "B-38:1"))
    assert (two.end, two.text) == ("Z", "B-38:1/A-38:1")
    assert {one.of_cable, two.of_cable} == {"A-38:1/B-38:1"}
    assert one.about == "21 m · MMF · Net"


def test_labels_may_be_those_of_some_cables_or_of_one_rack() -> None:
    found = design(FAR)
    assert cable_labels(found, MEDIA, CablesAsked(medium="DAC")) == []
    assert [label.end for label in cable_labels(found, MEDIA, rack="b")] == ["Z"]


def test_the_table_has_a_line_for_each_end() -> None:
    rows = list(csv.DictReader(io.StringIO(labels_csv(design(FAR), MEDIA).removeprefix("\ufeff"))))
    assert [row["label"] for row in rows] == ["A-38:1/B-38:1", "B-38:1/A-38:1"]
    assert (rows[1]["near"], rows[1]["far"], rows[1]["rack"]) == ("B-38:1", "A-38:1", "B")
    assert (rows[0]["cable"], rows[0]["m bought"], rows[0]["unit"]) == ("cord", "21", "38")
