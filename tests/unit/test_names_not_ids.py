"""People read names: no text of the engine, a report or a list prints an id of what has a name.

Each design gets ids that begin with a mark, and as names what its records were called. Ids are for
files and programs: they stand in JSON, in the keys of findings, and as SARIF's qualified names.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from designer.app.commands.check_command import plain, sarif
from designer.catalog.load import load_shipped
from designer.document.edits import put_feed
from designer.document.errors import EditError
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.report import Report
from designer.engine.subjects import SUBJECTS
from designer.io.export import report_html, report_markdown, report_text
from designer.io.export.bill_of_materials import bom_csv
from designer.model.change import diff
from designer.model.design import (
    Assembly,
    Design,
    Device,
    Fabric,
    Loop,
    PowerNode,
    Rack,
    Row,
    Slot,
)
from designer.model.feed_words import called_in_power, names_in_power, words_in_power
from designer.model.layout import Layout
from designer.model.marked_names import marked, with_names
from designer.model.some_names import some
from designer.planning.templates import build
from tests.helpers.renamed_ids import MARK, with_marked_ids
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG

PLACE_OF_A_NAME = "\ue000"
AS_WRITTEN = re.compile(r"'[^']*'")
"""What a file says is quoted as it is there, also where it is wrong."""
KEY = re.compile(r"waive as \S.*")


def prints_an_id(text: str) -> bool:
    said = AS_WRITTEN.sub("", text)
    return MARK in said or PLACE_OF_A_NAME in said


def texts(report: Report) -> Iterator[str]:
    """Yield what the engine says in words."""
    for check in report.checks:
        yield f"{check.rule}: {check.message} {check.advice}"
    for rack in report.racks:
        yield from (f"{limit.label}: {limit.text}" for limit in rack.limits)
        yield from (rack.cooling_reason, rack.binding_because, rack.summary)
        yield from (f"{feed.called} {feed.side}" for feed in rack.feeds)
    yield from (fabric.explanation for fabric in report.fabrics)
    yield from (entry.what for entry in report.settle)
    for section in (s for subject in SUBJECTS if subject.write for s in subject.write(report)):
        yield from (f"{section.title}: {name} {value}" for name, value in section.facts)
        yield from (f"{section.title}: {line}" for line in section.lines)
        for row in section.table.rows if section.table else ():
            yield f"{section.title}: {' | '.join(row)}"


@pytest.mark.parametrize("name", DESIGNS)
def test_what_the_engine_says_names_no_record_by_its_id(name: str) -> None:
    report = Evaluator(CATALOG).report(with_marked_ids(DESIGNS[name]()))
    assert [text for text in texts(report) if prints_an_id(text)] == []


@pytest.mark.parametrize("name", ["loops", "air in the open", "doors", "upstream, N+1"])
def test_feeds_of_one_system_by_2n_are_told_by_their_names(name: str) -> None:
    design = DESIGNS[name]()
    above = PowerNode(id="ups-1", name="UPS 1", kind="ups")
    power = (*(node.evolve(parents=("ups-1",)) for node in design.feeds), above)
    site = design.site.evolve(feed_policy="2N")
    report = Evaluator(CATALOG).report(with_marked_ids(design.evolve(power=power, site=site)))
    assert [text for text in texts(report) if prints_an_id(text)] == []


@pytest.mark.parametrize("template", ["dgx-superpod-h100", "dgx-superpod-gb200"])
def test_no_written_output_names_a_record_by_its_id(template: str) -> None:
    catalog = load_shipped()
    design = with_marked_ids(build(template, {"scalable_units": "1"}, catalog))
    report = evaluate(design, catalog)
    for write in (report_text, report_markdown, report_html):
        assert MARK not in write(design, catalog, report), write.__name__
    said = plain([*report.checks], Path("p.toml"), Layout(design))
    assert MARK not in KEY.sub("", said)
    parts = re.sub(rf"cables {MARK}\w+", "", bom_csv(design, catalog, report))
    assert MARK not in parts, "the bill of materials"


def test_sarif_has_names_for_people_and_ids_for_programs(tmp_path: Path) -> None:
    design = with_marked_ids(DESIGNS["loops"]())
    checks = [*Evaluator(CATALOG).report(design).checks]
    file = tmp_path / "p.toml"
    file.write_text("schema_version = 3\n", encoding="utf-8")
    places = [
        (ref, place)
        for check, result in zip(
            checks, sarif(checks, file, design)["runs"][0]["results"], strict=True
        )
        for ref, place in zip(check.where, result["locations"][0]["logicalLocations"], strict=True)
    ]
    assert places
    assert all(place["fullyQualifiedName"] == ref for ref, place in places)
    assert not any(MARK in place["name"] for _, place in places)


def test_racks_that_change_names_change_them_in_every_line() -> None:
    """The table of racks and the findings of one report speak of the same rack."""
    catalog = load_shipped()
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    other = {"A05": "A06", "A06": "A05"}
    racks = tuple(rack.evolve(name=other.get(rack.id, rack.name)) for rack in design.racks)
    swapped = design.evolve(racks=racks)
    before, after = (
        plain([*evaluate(one, catalog).checks], Path("p"), Layout(one)) for one in (design, swapped)
    )
    assert "info: A06: Management server" in before
    assert "info: A05: Management server" in after
    written = report_text(swapped, catalog, evaluate(swapped, catalog))
    assert re.search(r"^info +A05 +Management server: idle power", written, re.MULTILINE)


def test_a_renamed_feed_row_and_device_are_told_by_the_new_name_at_once() -> None:
    """What was computed before the name changed does not keep the old one."""
    for name in (
        "four nodes on two feeds", "cords by hand", "loops", "air in the open", "upstream, 2N",
    ):  # fmt: skip
        design = with_marked_ids(DESIGNS[name]())
        kept = Evaluator(CATALOG)
        kept.report(design)
        changed = design.evolve(
            **{
                kind: tuple(one.evolve(name=f"new {one.name}") for one in getattr(design, kind))
                for kind in ("power", "rows", "racks", "devices", "fabrics", "loops")
            }
        )
        now, fresh = (list(texts(one.report(changed))) for one in (kept, Evaluator(CATALOG)))
        assert now == fresh, name


def test_one_owner_knows_what_people_call_a_record() -> None:
    design = Design(
        racks=(Rack(id="r", name="Rack 1", part="p", x_mm=0, y_mm=0, assembly="a"),
               Rack(id="s", name="", part="p", x_mm=0, y_mm=0)),
        devices=(Device(id="d", name="leaf 1", part="p", rack="r"),),
        assemblies=(Assembly(id="a", rack_part="p", slots=(Slot(id="1", name="{rack}-n1", part="p"),
                                            Slot(id="2", name="", part="p"))),),
        rows=(Row(id="o", name="Row 1"),), fabrics=(Fabric(id="f", name="Compute"),),
        loops=(Loop(id="l", name="Loop 1"),), power=(PowerNode(id="w", name="Feed West"),),
    )  # fmt: skip
    layout = Layout(design)
    named = {"r": "Rack 1", "s": "s", "d": "leaf 1", "o": "Row 1", "f": "Compute", "l": "Loop 1",
             "w": "Feed West", "nobody": "nobody", "r/nothing": "r/nothing", "r/1": "Rack 1-n1",
             "r/2": "r/2", "s/1": "s/1", "r/d": "r/d"}  # fmt: skip
    assert {ref: layout.name_of(ref) for ref in named} == named
    assert layout.names_of(("r", "d", "s")) == ("Rack 1", "leaf 1", "s")
    assert (layout.feed_name("w"), layout.feed_name("x")) == ("Feed West", "x")
    assert (layout.fabric_name("f"), layout.fabric_name("g")) == ("Compute", "g")


def test_a_text_takes_the_names_of_the_records_that_it_marks() -> None:
    text = f"{marked('a b')} has no port, {marked('')} and {marked('c')}"
    assert with_names(text, lambda ref: f"<{ref}>") == "<a b> has no port, <> and <c>"
    assert with_names("plain", lambda _: "x") == "plain"


@pytest.mark.parametrize(
    ("name", "told"),
    [("Feed West", "feed West"), ("West", "feed West"), ("feed  a", "feed a"),
     ("Feeder 1", "Feeder 1")],
)  # fmt: skip
def test_a_feed_is_told_by_its_name_with_the_word_once(name: str, told: str) -> None:
    design = DESIGNS["four nodes on two feeds"]()
    power = tuple(node.evolve(name=name if node.id == "B" else "A") for node in design.power)
    report = Evaluator(CATALOG).report(design.evolve(power=power))
    (said,) = (check.message for check in report.checks if check.rule == "P02")
    assert f"losing feed A leaves {told if told[:4] == 'feed' else f'feed {told}'} " in said


def test_feeds_that_are_called_alike_are_told_with_their_ids() -> None:
    """Also a feed without a name, called by its id, beside another of that name."""
    nodes = [("A", "West"), ("B", "Feed West"), ("C", "East"), ("D", ""), ("E", "D")]
    power = [PowerNode(id=key, name=name) for key, name in nodes]
    assert names_in_power(power) == {
        "A": "West (id A)", "B": "Feed West (id B)", "C": "East", "D": "D", "E": "D (id E)",
    }  # fmt: skip
    assert called_in_power(power)["feed B"] == "feed West (id B)"


def test_a_preview_tells_each_of_several_feeds_that_are_called_alike() -> None:
    """It told the last of them, or none where the loads of two changed alike."""
    design = DESIGNS["four nodes on two feeds"]()
    power = tuple(node.evolve(name="West") for node in design.power)
    named = design.evolve(power=power)
    counts = []
    for before in (design, named):
        (first, *_) = before.devices
        after = before.evolve(devices=tuple(d for d in before.devices if d.id != first.id))
        changes = Evaluator(CATALOG).preview(1, before, diff(before, after), ()).changes
        told = [one.what for one in changes if one.what.startswith("feed ")]
        assert len(told) == len(set(told))
        counts.append(len(told))
    assert counts == [4, 4], "two feeds, each with what it carries after a loss"


def test_places_that_are_called_alike_are_counted() -> None:
    assert some(["A01", "Pod", "Pod", "B02"]) == "A01, Pod (2), B02"
    assert some(["Pod"] * 7 + ["Spare"], 1) == "Pod (7) and 1 more"
    assert some([f"R{n}" for n in range(6)]) == "R0, R1, R2, R3 and 2 more"
    assert some([]) == ""


def test_what_stands_upstream_is_told_with_the_word_for_it_once() -> None:
    kinds = (("ups", "UPS 5"), ("ups", "North"), ("generator", "GENERATOR 3"), ("switchboard", ""))
    power = [PowerNode(id=f"n{at}", name=name, kind=kind) for at, (kind, name) in enumerate(kinds)]
    assert [*words_in_power(power).values()] == [
        "UPS 5", "UPS North", "generator 3", "switchboard n3",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["Feed B", "feed B", "B"])
def test_a_feed_takes_no_name_by_which_another_is_called(name: str) -> None:
    """Else the checks said of one name that it carries too much, and that nobody knows that."""
    design = DESIGNS["four nodes on two feeds"]()
    first = design.power[0]
    with pytest.raises(EditError, match=f"the name {name} is taken"):
        put_feed(first.evolve(name=name))(design)
    alike = design.evolve(power=tuple(node.evolve(name="West") for node in design.power))
    changed = put_feed(alike.power[0].evolve(capacity_kw=10.0))(alike)
    assert changed.power[0].capacity_kw == 10.0, "what a file says already can be edited"
