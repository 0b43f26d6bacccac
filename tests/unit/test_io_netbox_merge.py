"""Imported parts and the parts of a catalogue that they are."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from designer.catalog.figures import Psu
from designer.catalog.part import Part
from designer.io.netbox.merge import known_of, merge_known
from designer.io.netbox.report import Imported
from designer.io.netbox.walk import import_path
from tests.helpers.netbox_types import BODY, HEAD

SHEET = {"fields": ["*"], "source": "Sheet", "kind": "vendor"}


def known(part_id: str, name: str, **fields: Any) -> Part:
    return Part.model_validate(
        {"id": part_id, "kind": "switch", "vendor": "Acme", "name": name,
         "provenance": [SHEET], **fields}
    )  # fmt: skip


def brought(folder: Path, **types: str) -> Imported:
    """Return what files of the library bring: model by file, with a part number after `/`."""
    for file, model in types.items():
        name, _, number = model.partition("/")
        path = folder / "device-types" / "Acme" / f"{file}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = HEAD.replace("Box 1", name).replace("acme-box-1", f"acme-{file}")
        path.write_text(text + (f"part_number: {number}\n" if number else "") + BODY)
    return import_path(folder)


def test_of_two_files_that_are_one_part_the_one_of_its_name_counts(tmp_path: Path):
    imported = brought(tmp_path, a="X9999-BASE/X9999", b="X9999")
    part = known("x", "X9999")
    assert known_of(imported, [part]) == {"acme-b": part}
    outcome = merge_known(imported, [part], "keep", {})
    assert [one.id for one in outcome.imported.parts] == ["acme-a", "x"]
    assert [file.ids for file in outcome.imported.files] == [("acme-a",), ("x",)]


def test_a_part_number_counts_where_no_file_bears_the_name(tmp_path: Path):
    part = known("x", "X9999")
    assert known_of(brought(tmp_path, a="Box 9/X9999"), [part]) == {"acme-a": part}


def test_an_empty_catalogue_knows_nothing(tmp_path: Path):
    imported = brought(tmp_path, a="X9999")
    outcome = merge_known(imported, [], "theirs", {})
    assert (outcome.merges, outcome.refused) == ((), ())
    assert outcome.imported.parts == imported.parts


def test_what_a_merge_did_stands_in_the_file_s_report(tmp_path: Path):
    imported = brought(tmp_path, a="X9999")
    outcome = merge_known(imported, [known("x", "X9999", mass_kg=12)], "keep", {})
    (file,) = outcome.imported.files
    (said,) = (problem.what for problem in file.problems if problem.code == "known")
    assert said == "merged with x: 2 filled in, 1 kept of ours"
    (merge,) = outcome.changed
    assert merge.disputes() == ["x: Mass: 12 kg (Sheet) | 10 kg: ours kept"]
    assert merge.lines()[0] == "x: Rack units taken: 1 U, unknown before"
    assert merge.table()["part"] == "x"


def test_a_part_of_the_users_own_is_left_out_with_its_file(tmp_path: Path):
    imported = brought(tmp_path, a="X9999", b="X8888")
    outcome = merge_known(imported, [known("x", "X9999")], "keep", {"x": "own.toml"})
    assert [part.id for part in outcome.imported.parts] == ["acme-b"]
    (problem,) = outcome.refused
    assert problem.line().endswith("merge into that file: --into own.toml")
    file = outcome.imported.files[0]
    assert file.ids == ()
    assert file.problems[-1].severity == "error"


def test_supplies_of_theirs_that_cannot_feed_what_ours_draws_are_refused(tmp_path: Path):
    part = known("x", "X9999", power_max_w=10_200, psu={"count": 6, "rating_w": 3300})
    imported = brought(tmp_path, a="X9999")
    one = imported.parts[0].evolve(psu=Psu(count=1, rating_w=3300))
    outcome = merge_known(replace(imported, parts=(one,)), [part], "theirs", {})
    (refused,) = outcome.refused
    assert "power_max_w 10200 W exceeds what all its supplies draw, 3,750 W" in refused.what
    assert refused.mend == "use --merge both, and compare the two"
    assert outcome.imported.parts == ()
