"""Two records of one thing: what is filled in, what differs, and whose word is kept."""

from typing import Any

import pytest

from designer.catalog.merging import Choice, Merge, figure_text, merged
from designer.catalog.part import Part
from designer.catalog.vetting import entry_problems, unsourced_figures

SHEET = {"fields": ["*"], "source": "Maker's sheet", "kind": "vendor"}
LIBRARY = {"fields": ["*"], "source": "Library, file 1", "kind": "second-hand"}


def part(source: dict[str, Any], **fields: Any) -> Part:
    plain = {"id": "sn0", "kind": "switch", "name": "SN0", "vendor": "Acme", "height_half_u": 2}
    return Part.model_validate({**plain, "provenance": [source], **fields})


def ours(**fields: Any) -> Part:
    return part(SHEET, **fields)


def theirs(**fields: Any) -> Part:
    return part(LIBRARY, id="acme-sn0", name="SN0-X", **fields)


def kept(merge: Merge) -> dict[str, str]:
    return {figure.field: figure.kept for figure in merge.figures}


def test_what_only_the_other_states_is_filled_in_with_its_source():
    merge = merged(ours(), theirs(mass_kg=9.5, airflow="front-to-rear"), "keep")
    assert kept(merge) == {"height_half_u": "same", "mass_kg": "filled", "airflow": "filled"}
    assert (merge.part.mass_kg, merge.part.airflow) == (9.5, "front-to-rear")
    source, own = merge.part.source_of("mass_kg"), merge.part.source_of("height_half_u")
    assert source is not None
    assert own is not None
    assert (source.source, source.kind) == ("Library, file 1", "second-hand")
    assert own.source == "Maker's sheet"
    assert list(entry_problems(merge.part, lambda *_: "here")) == []


@pytest.mark.parametrize(
    ("choice", "mass", "source", "other"),
    [
        ("keep", 9.5, "Maker's sheet", "12 kg by Library, file 1"),
        ("theirs", 12, "Library, file 1", "9.5 kg by Maker's sheet"),
    ],
)
def test_where_they_differ_one_is_kept_and_the_other_told(
    choice: Choice, mass: float, source: str, other: str
):
    merge = merged(ours(mass_kg=9.5), theirs(mass_kg=12), choice)
    said = merge.part.source_of("mass_kg")
    assert said is not None
    assert merge.part.mass_kg == mass
    assert (said.source, said.other, said.fields) == (source, other, ("mass_kg",))
    assert kept(merge)["mass_kg"] == ("ours" if choice == "keep" else "theirs")
    own = merge.part.source_of("height_half_u")
    assert own is not None
    assert own.source == "Maker's sheet"


def test_a_dispute_that_stands_there_already_is_added_to():
    disputed = {**SHEET, "fields": ["mass_kg"], "other": "11 kg by a reviewer"}
    first = ours(mass_kg=9.5, provenance=[disputed, SHEET])
    merge = merged(first, theirs(mass_kg=12), "keep")
    said = merge.part.source_of("mass_kg")
    assert said is not None
    assert said.other == "11 kg by a reviewer; 12 kg by Library, file 1"
    again = merged(merge.part, theirs(mass_kg=12), "keep").part.source_of("mass_kg")
    assert again is not None
    assert again.other == said.other


@pytest.mark.parametrize(("mass", "same"), [(10.09, True), (9.91, True), (10.2, False)])
def test_what_differs_by_rounding_is_the_same(mass: float, same: bool):
    merge = merged(ours(mass_kg=10), theirs(mass_kg=mass), "theirs")
    assert kept(merge)["mass_kg"] == ("same" if same else "theirs")
    assert merge.part.mass_kg == (10 if same else mass)


def test_nothing_new_leaves_the_part_as_it_is():
    first = ours(mass_kg=10)
    merge = merged(first, theirs(mass_kg=10), "theirs")
    assert merge.part is first
    assert not merge.changed
    assert merge.counted("same") == 2


def test_what_the_other_does_not_know_is_kept():
    merge = merged(ours(mass_kg=10, depth_mm=800), theirs(), "theirs")
    assert (merge.part.mass_kg, merge.part.depth_mm) == (10, 800)


def test_a_figure_that_is_stated_now_is_no_longer_said_to_be_published_by_nobody():
    looked = [
        {"fields": ["mass_kg", "depth_mm"], "looked_in": "the sheet", "bound": "nothing"},
        {"fields": ["airflow_m3h"], "looked_in": "the sheet", "bound": "the heat"},
    ]
    merge = merged(ours(unpublished=looked), theirs(mass_kg=9), "keep")
    assert [one.fields for one in merge.part.unpublished] == [("depth_mm",), ("airflow_m3h",)]


PSU = {"count": 2, "redundancy": "1+1"}


def test_supplies_of_one_number_fill_in_each_other():
    merge = merged(ours(psu=PSU), theirs(psu={"count": 2, "rating_w": 800, "inlet": "C14"}), "keep")
    assert merge.part.psu is not None
    assert (merge.part.psu.rating_w, merge.part.psu.redundancy) == (800, "1+1")
    assert kept(merge)["psu.rating_w"] == "filled"


def test_the_rating_of_two_supplies_says_nothing_of_six():
    six = {"count": 6, "redundancy": "4+2"}
    merge = merged(ours(psu=six), theirs(psu={"count": 2, "rating_w": 800}), "keep")
    assert merge.part.psu is not None
    assert (merge.part.psu.count, merge.part.psu.rating_w) == (6, None)
    assert kept(merge) == {"height_half_u": "same", "psu.count": "ours"}


def test_supplies_of_another_number_that_are_taken_bring_their_own_redundancy():
    six = {"count": 6, "redundancy": "4+2"}
    merge = merged(ours(psu=six), theirs(psu={"count": 2, "rating_w": 800}), "theirs")
    assert merge.part.psu is not None
    assert (merge.part.psu.count, merge.part.psu.rating_w, merge.part.psu.redundancy) == (
        2,
        800,
        "",
    )


def test_supplies_without_domains_leave_those_of_ours() -> None:
    """Both state supplies: what the other says nothing of, such as domains, stays as it is."""
    domains = [{"name": "system", "count": 2, "redundancy": "1+1"}]
    mine = ours(psu={"count": 2, "redundancy": "1+1", "domains": domains})
    for said in ({"count": 2}, {"count": 2, "rating_w": 2700}):
        found = merged(mine, theirs(psu=said), "keep").part.psu
        assert found is not None
        assert [one.name for one in found.domains] == ["system"]


def test_a_group_that_ours_lacks_is_taken_whole():
    merge = merged(ours(), theirs(psu={"count": 2, "rating_w": 800}), "keep")
    assert merge.part.psu is not None
    assert merge.part.psu.rating_w == 800
    assert unsourced_figures(merge.part) == []


def test_a_plug_spelt_otherwise_is_no_dispute():
    pdu = {"volts": 208, "amps": 30, "phases": 1}
    first = ours(kind="rack-pdu", pdu={**pdu, "plug": "L6-30P"})
    second = theirs(kind="rack-pdu", pdu={**pdu, "plug": "NEMA L6-30P of 30 A"})
    assert not merged(first, second, "theirs").changed


PORT = {"purpose": "fabric", "kind": "ethernet", "rate_gbps": 400}


def test_ports_are_taken_whole_or_not():
    fabric = {"name": "fabric", "count": 64, **PORT}
    merge = merged(ours(), theirs(ports=[fabric]), "keep")
    assert [group.count for group in merge.part.ports] == [64]
    assert unsourced_figures(merge.part) == []
    other = {"name": "other", "count": 32, **PORT}
    merge = merged(ours(ports=[fabric]), theirs(ports=[other]), "theirs")
    assert [group.count for group in merge.part.ports] == [64]
    assert kept(merge)["ports"] == "ours"
    said = merge.part.source_of("ports")
    assert said is not None
    assert said.other == "32 x 400 Gb/s by Library, file 1"


@pytest.mark.parametrize(
    ("mine", "other", "depth", "word"),
    [
        ({}, {"full_depth": False}, False, "filled"),
        ({"full_depth": True}, {"full_depth": False}, True, "ours"),
        ({"full_depth": False}, {"full_depth": False}, False, "same"),
        ({}, {"full_depth": True}, True, None),
        ({"full_depth": False}, {}, False, None),
    ],
)
def test_the_depth_it_takes(
    mine: dict[str, bool], other: dict[str, bool], depth: bool, word: str | None
):
    merge = merged(ours(**mine), theirs(**other), "keep")
    assert merge.part.full_depth is depth
    assert kept(merge).get("full_depth") == word


def test_what_the_part_is_stays():
    merge = merged(ours(note="N", summary="S"), theirs(mass_kg=9, summary="T"), "theirs")
    told = merge.part
    assert (told.id, told.name, told.summary, told.note) == ("sn0", "SN0", "S", "N")
    assert told.aliases == ("SN0-X",)
    assert merged(told, theirs(mass_kg=9), "keep").part.aliases == ("SN0-X",)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("mass_kg", 12.5, "12.5 kg"),
        ("height_half_u", 3, "1.5 U"),
        ("airflow", "side", "side"),
        ("psu.rating_w", 3000.0, "3,000 W"),
        ("full_depth", False, "no"),
    ],
)
def test_a_figure_reads_with_its_unit(name: str, value: object, text: str):
    assert figure_text(name, value) == text
