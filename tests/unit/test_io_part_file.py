"""Parts written by the program read back as they were."""

from pathlib import Path

from designer.catalog.load import load_folder, load_shipped
from designer.io import part_file


def test_every_shipped_part_survives_the_round_trip(tmp_path: Path):
    shipped = load_shipped()
    part_file.write(tmp_path / "all.toml", shipped.parts, family="All", comment="Written by a test")
    read, problems = load_folder(tmp_path)
    assert problems == []
    assert read.parts == shipped.parts
