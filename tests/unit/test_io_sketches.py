"""Small plans of recent files are kept by file, few of them, and never in the way."""

from pathlib import Path

from designer.io.sketches import Sketch, Sketches

PLAN = Sketch(name="hall", rooms=(((0, 0), (9, 0), (9, 9)),), racks=((1, 2, 3, 4),), count=1)


def test_a_sketch_is_found_again_by_its_file(tmp_path: Path) -> None:
    kept = Sketches(tmp_path)
    assert kept.of(tmp_path / "a.toml") is None
    kept.keep(tmp_path / "a.toml", PLAN)
    assert Sketches(tmp_path).of(tmp_path / "a.toml") == PLAN
    assert kept.of(tmp_path / "b.toml") is None


def test_a_sketch_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    kept = Sketches(tmp_path)
    kept.keep(tmp_path / "a.toml", PLAN)
    (file,) = (tmp_path / "sketches").iterdir()
    file.write_text("qqq zzz")
    assert kept.of(tmp_path / "a.toml") is None


def test_no_more_than_some_tens_are_kept(tmp_path: Path) -> None:
    kept = Sketches(tmp_path)
    for number in range(45):
        kept.keep(tmp_path / f"{number}.toml", PLAN)
    assert len(list((tmp_path / "sketches").iterdir())) == 40
