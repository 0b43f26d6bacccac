"""Files that people write or that are damaged: what is read of them, what is said of the rest."""

import hashlib
from pathlib import Path

import pytest

from designer.catalog import data_files, input_file
from designer.catalog.catalog import Catalog
from designer.catalog.input_file import ReadError, read_input
from designer.catalog.kinds import kind_named
from designer.catalog.library import Library
from designer.catalog.load import validate
from designer.catalog.own_text import read_parts
from designer.catalog.part import Part
from designer.catalog.part_bounds import liquid_figure

GPU = Part(id="chip", kind="gpu", name="Chip")
CATALOG = Catalog([GPU])
WHOLE = """[[part]]
id = "mine"
kind = "node"
name = "Mine"
power_max_w = 9800
provenance = [{ fields = ["*"], source = "Quote", kind = "assumed" }]
"""


def read(text: str) -> tuple[list[str], list[str]]:
    """Return the ids of a text's parts, and what is wrong, one line each."""
    parts, problems = read_parts(text, "own.toml", CATALOG, Library({}))
    return [part.id for part in parts], [problem.line() for problem in problems]


def test_a_whole_part_is_read_and_nothing_is_wrong() -> None:
    assert read(WHOLE) == (["mine"], [])


def test_a_text_without_a_part_says_how_one_begins() -> None:
    for text in ("", "# nothing yet\n"):
        ids, (said,) = read(text)
        assert ids == []
        assert "own.toml:1:1" in said
        assert "no part here" in said
        assert "begin with [[part]]" in said


def test_what_is_no_toml_is_told_once_and_with_its_line() -> None:
    ids, told = read('[[part]]\nid = "mine\n')
    assert ids == []
    assert len(told) == 1, "that no part is there follows from it"
    assert "own.toml:2" in told[0]


def test_a_part_that_is_wrong_in_itself_is_told() -> None:
    _, told = read(WHOLE.replace('"mine"', '"Mine!"'))
    assert any("Mine!" in line for line in told)


def test_what_a_part_refers_to_has_to_be_there_or_in_the_same_text() -> None:
    named = WHOLE.replace("provenance", 'replaces = "older"\nprovenance')
    _, told = read(named)
    assert any("older" in line for line in told)
    older = WHOLE.replace('"mine"', '"older"')
    assert read(named + older) == (["mine", "older"], [])


def test_a_file_that_is_not_text_is_passed_over_with_words(tmp_path: Path) -> None:
    (tmp_path / "cables").mkdir()
    (tmp_path / "gpus.toml").write_bytes(b"[[part]]\nname = '\xff'\n")
    (tmp_path / "cpus.toml").mkdir()
    said = [problem.line() for problem in validate(tmp_path)]
    assert any("gpus.toml" in line and "save it as UTF-8 text" in line for line in said)
    assert not any(str(tmp_path) in line for line in said), "called by its place in the folder"


def test_a_file_that_may_not_be_read_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ReadError) as missing:
        read_input(tmp_path / "absent.toml")
    assert "cannot be read: No such file or directory" in missing.value.problem.line()

    def refused(*_: object) -> int:
        raise OSError("the device said nothing more")

    monkeypatch.setattr(input_file.os, "open", refused)
    with pytest.raises(ReadError) as wordless:
        read_input(tmp_path / "any.toml")
    assert "cannot be read: the device said nothing more" in wordless.value.problem.line()


def test_a_folder_that_opens_like_a_file_is_called_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where opening it is refused before anybody can ask what it is."""

    def refused(*_: object) -> int:
        raise IsADirectoryError(21, "Is a directory")

    monkeypatch.setattr(input_file.os, "open", refused)
    with pytest.raises(ReadError, match="is a folder"):
        read_input(tmp_path)


def test_without_its_data_the_installation_is_said_to_be_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_files, "_PACKAGE", tmp_path / "designer")
    with pytest.raises(FileNotFoundError, match=r"'catalogs' folder is missing .* again"):
        data_files.data_folder("catalogs")
    (tmp_path / "catalogs").mkdir()
    assert data_files.data_folder("catalogs") == tmp_path / "catalogs", "a checkout"
    (tmp_path / "designer/_data/catalogs").mkdir(parents=True)
    assert data_files.data_folder("catalogs") == tmp_path / "designer/_data/catalogs", "a wheel"


def test_a_damaged_shipped_catalogue_is_not_used(tmp_path: Path) -> None:
    from designer.catalog.load import _refuse
    from designer.model.problem import Problem

    minor = Problem(where="a.toml", what="odd", severity="warning")
    _refuse([minor])
    with pytest.raises(ValueError, match=r"the shipped catalogue is damaged: b\.toml: gone"):
        _refuse([minor, Problem(where="b.toml", what="gone")])


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        ("rack", "A03", "Rack A03"),
        ("rack-system", "A03", "Rack A03"),
        ("immersion", "TANK-01", "Immersion tank TANK-01"),
        ("crah", "CRAH-01", "Air handler CRAH-01"),
        ("cdu", "CDU-01", "CDU-01"),
        ("rack", "Rack 7", "Rack 7"),
    ],
)
def test_a_thing_is_called_by_what_it_is_and_never_twice(kind: str, name: str, said: str) -> None:
    assert kind_named(kind).titled(name) == said


def test_what_draws_no_power_or_is_cooled_by_air_gives_nothing_to_a_liquid() -> None:
    """And a node of which nobody says how it is cooled may give all of its heat, or none."""
    rack = liquid_figure(Part(id="r", kind="rack", name="R"))
    air = liquid_figure(Part(id="n", kind="node", name="N", airflow="front-to-rear"))
    plate = Part(id="n", kind="node", name="N", airflow="front-to-rear", coolant_max_c=45)
    stated = liquid_figure(Part(id="n", kind="node", name="N", liquid_fraction=0.85))
    unsaid = liquid_figure(Part(id="n", kind="node", name="N"))
    assert (rack.low, rack.value, rack.high) == (0.0, 0.0, 0.0)
    assert (air.low, air.value, air.high) == (0.0, 0.0, 0.0)
    assert (stated.low, stated.value, stated.high) == (0.85, 0.85, 0.85)
    for open_ in (liquid_figure(plate), unsaid):
        assert (open_.low, open_.value, open_.high) == (0.0, None, 1.0)


def test_a_digest_is_that_of_the_figures_in_any_order_and_stays_for_years() -> None:
    """Files carry it: with another one, every design would seem to hold older parts."""
    part = Part(id="n", kind="node", name="Nœud", power_max_w=10_200, mass_kg=130.0)
    catalog = Catalog([part])
    text = '{"id":"n","kind":"node","mass_kg":130.0,"name":"Nœud","power_max_w":10200.0}'
    assert catalog.digest(part) == hashlib.sha256(text.encode()).hexdigest()[:12]
    assert catalog.digest(part.evolve(note="x")) != catalog.digest(part)
