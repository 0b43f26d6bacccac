"""Labels of ports: one for each that is in use, with its cable and the far end."""

import csv
import io

from designer.io.export.place_labels import digest_of, place_labels, place_labels_csv
from tests.unit.test_engine_cable_media import FAR, MEDIA, design


def test_every_port_in_use_has_one_label_with_cable_and_far_end() -> None:
    found = design(FAR)
    near, far = place_labels(found, MEDIA, "ports")
    assert (near.key, far.key) == ("A-38:1", "B-38:1")
    assert (near.name, far.name) == ("1", "1")
    assert near.what == "to B-38:1, cable A-38:1/B-38:1"
    assert far.what == "to A-38:1, cable A-38:1/B-38:1"
    assert near.where.startswith("A · U38 · ")
    digest = digest_of(found, MEDIA).upper()
    assert [one.code for one in (near, far)] == [f"PORT A-38:1 {digest}", f"PORT B-38:1 {digest}"]


def test_a_port_without_a_cable_has_none() -> None:
    found = design(FAR)
    assert place_labels(found.evolve(fabrics=(), cables=()), MEDIA, "ports") == []


def test_the_table_has_a_line_for_each_port() -> None:
    table = place_labels_csv(place_labels(design(FAR), MEDIA, "ports"))
    rows = list(csv.DictReader(io.StringIO(table.removeprefix("\ufeff"))))
    assert [row["id"] for row in rows] == ["A-38:1", "B-38:1"]
    assert rows[0]["what"] == "to B-38:1, cable A-38:1/B-38:1"
