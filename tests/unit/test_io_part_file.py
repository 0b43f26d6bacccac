"""Parts written by the program read back as they were."""

from pathlib import Path

from designer.catalog.entry import Price, Provenance
from designer.catalog.figures import Psu
from designer.catalog.load import load_folder, load_shipped
from designer.catalog.part import Part
from designer.io import part_file


def test_every_shipped_part_survives_the_round_trip(tmp_path: Path):
    shipped = load_shipped()
    part_file.write(tmp_path / "all.toml", shipped.parts, family="All", comment="Written by a test")
    read, problems = load_folder(tmp_path)
    assert problems == []
    assert read.parts == shipped.parts


def test_a_part_is_written_as_people_write_it():
    part = Part(
        id="x", kind="node", name="X", vendor="Acme", power_max_w=10_200.0, mass_kg=130.5,
        psu=Psu(count=2, rating_w=3300.0),
        prices=(Price(amount_cents=5, as_of="2026", source="s", kind="guide"),),
        provenance=(Provenance(fields=("*",), source="s", kind="guide"),), note="n",
    )  # fmt: skip
    assert part_file.dumps([part, Part(id="y", kind="rack", name="Y")], "F", "one\ntwo") == (
        "# one\n# two\n\n"
        'family = "F"\n\n'
        "[[part]]\n"
        'id = "x"\nkind = "node"\nvendor = "Acme"\nname = "X"\n'
        "mass_kg = 130.5\npower_max_w = 10200\npsu = {count = 2, rating_w = 3300}\n"
        'prices = [\n  {amount_cents = 5, as_of = "2026", source = "s", kind = "guide"},\n]\n'
        'provenance = [\n  {fields = ["*"], source = "s", kind = "guide"},\n]\n'
        'note = "n"\n\n'
        "[[part]]\n"
        'id = "y"\nkind = "rack"\nname = "Y"\n'
    )
    assert part_file.dumps([]) == "\n"
