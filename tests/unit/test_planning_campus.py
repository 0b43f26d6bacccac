"""A site of several halls: each is what the same template draws alone, and none reaches another."""

from collections import Counter

import pytest

from designer.catalog.load import load_shipped
from designer.document.kept_places import keeping_places
from designer.document.members import Members
from designer.engine.evaluate import evaluate
from designer.engine.subjects.fabrics import measures
from designer.engine.subjects.fabrics.carrying import Carried, carried
from designer.engine.subjects.fabrics.graph import Graph
from designer.engine.workload_report import WorkloadReport
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.change import Change, apply
from designer.model.design import Design
from designer.model.hall import Halls
from designer.model.layout import Layout
from designer.model.workload import Workload
from designer.planning.templates import build
from designer.ui.fields.fabric_records import fabrics
from designer.ui.fields.record_fields import rack_fields
from designer.wiring.network import NetworkExpander, expand_network

PARTS = load_shipped()
UNITS, PER_HALL = 5, 2


def pod(units: int, **arguments: object) -> Design:
    said = {"scalable_units": units, **arguments}
    return build("dgx-superpod-h100", {key: str(value) for key, value in said.items()}, PARTS)


@pytest.fixture(scope="module")
def site() -> Design:
    return pod(UNITS, units_per_hall=PER_HALL, ufm="external")


@pytest.fixture(scope="module")
def alone() -> Design:
    return pod(PER_HALL, ufm="external")


def parts_by_hall(design: Design) -> dict[str, Counter[str]]:
    """Return what stands in each hall, by part."""
    layout, found = Layout(design), {hall.id: Counter() for hall in design.halls}
    where = Halls(design.halls).of(design.racks)
    for rack, hall in zip(design.racks, where, strict=True):
        found[hall][rack.part] += 1
        found[hall].update(placed.part for placed in layout.in_rack(rack.id))
    return found


def test_as_many_units_as_a_hall_holds_are_one_room(alone: Design) -> None:
    assert not alone.halls
    assert pod(PER_HALL, units_per_hall=PER_HALL, ufm="external") == alone


def test_each_hall_holds_what_a_single_one_of_its_size_does(site: Design, alone: Design) -> None:
    layout = Layout(alone)
    single = Counter(rack.part for rack in alone.racks)
    single.update(placed.part for placed in layout.every())
    found = parts_by_hall(site)
    assert list(found) == ["H01", "H02", "H03"]
    assert found["H01"] == found["H02"] == single
    assert single["dgx-h100"] == 64
    assert found["H03"]["dgx-h100"] == 32


def test_each_fabric_serves_its_hall_alone(site: Design, alone: Design) -> None:
    single = {it.fabric.id: it for it in expand_network(alone, PARTS).fabrics}
    where = dict(zip((r.id for r in site.racks), Halls(site.halls).of(site.racks), strict=True))
    for wiring in expand_network(site, PARTS).fabrics:
        fabric, members = wiring.fabric, wiring.members
        assert fabric.id == f"{fabric.hall}-{fabric.id.partition('-')[2]}"
        racks = {members.racks[at] for at in (*members.node_rack, *members.switch_rack)}
        assert {where[rack] for rack in racks} == {fabric.hall}
        if fabric.hall != "H03":
            one = single[fabric.id.partition("-")[2]]
            assert len(wiring.nodes) == len(one.nodes)
            assert (wiring.links.count.sum(), wiring.links.fault.any()) == (
                one.links.count.sum(), one.links.fault.any(),
            )  # fmt: skip


def test_a_site_is_found_as_sound_as_one_hall(site: Design, alone: Design) -> None:
    report, single = evaluate(site, PARTS), evaluate(alone, PARTS)
    assert report.not_computed == ()
    assert {c.rule for c in report.checks if c.severity != "info"} <= {
        c.rule for c in single.checks if c.severity != "info"
    }
    per_hall = {it.id: it for it in report.fabrics}
    for one in single.fabrics:
        here = per_hall[f"H02-{one.id}"]
        for name in ("nodes", "leaf", "spine", "core", "bisection_ratio", "islands", "unconnected"):
            assert getattr(here, name) == getattr(one, name), name
    assert report.storage is not None
    assert single.storage is not None
    assert report.storage.ports_left == single.storage.ports_left == 0


def test_a_rack_that_moves_to_another_hall_hangs_on_its_fabrics(site: Design) -> None:
    rack = next(it for it in site.racks if it.assembly == "H01-dgx-x4")
    spot = site.halls[1].outline[0]
    moved = apply(site, Change(put=(("racks", (rack.evolve(x_mm=spot[0], y_mm=spot[1]),)),)))
    kept = keeping_places(Members(Layout(site)), moved)
    # What left keeps its places free: no cable of another ends elsewhere for it.
    free = Counter(place.nodes_of for place in kept.places if not place.taken_by)
    networks = ("H01-compute", "H01-in-band", "H01-out-of-band", "H01-storage")
    assert free == {networks: 4, ("H01-out-of-band",): 3}  # systems, and the rack's PDUs
    counts = {it.fabric.id: len(it.nodes) for it in expand_network(kept, PARTS).fabrics}
    assert (counts["H01-compute"], counts["H02-compute"], counts["H03-compute"]) == (60, 68, 32)


def test_halls_that_are_drawn_anew_decide_anew(site: Design) -> None:
    first = site.halls[0]
    gone = first.evolve(outline=tuple((x - 500_000, y) for x, y in first.outline))
    after = apply(site, Change(put=(("halls", (gone,)),)))
    counts = {it.fabric.id: len(it.nodes) for it in expand_network(after, PARTS).fabrics}
    assert (counts["H01-compute"], counts["H02-compute"]) == (0, 64)


def test_nodes_outside_of_all_halls_with_a_fabric_are_found(site: Design) -> None:
    racks = tuple(
        rack.evolve(x_mm=0, y_mm=0) for rack in site.racks if rack.assembly == "H03-dgx-x4"
    )
    after = apply(site, Change(put=(("racks", racks),)))
    found = [it for it in evaluate(after, PARTS).checks if it.rule == "R09"]
    assert "32 DGX H100 nodes belong to no compute fabric" in {it.message for it in found}
    assert {where for it in found for where in it.where} == {rack.id for rack in racks}


def test_a_file_of_a_site_is_read_as_it_was_written(site: Design) -> None:
    text = dumps(site, PARTS)
    opened = loads(text)
    assert opened.design == site
    assert not opened.problems
    wrong = loads(text.replace('hall = "H02"', 'hall = "H20"', 1))
    assert "there is no hall 'H20'" in " ".join(map(str, wrong.problems))


def test_names_and_ids_are_those_of_one_thing(site: Design) -> None:
    for records in (site.racks, site.rows, site.trays, site.assemblies):
        assert len({it.id for it in records}) == len({it.name for it in records}) == len(records)
    assert not {it.id for it in site.racks} & {it.id for it in site.rows}
    every = [placed.name for placed in Layout(site).every()]
    assert len(set(every)) == len(every)


def test_a_million_gpus_are_few_records() -> None:
    design = pod(3_907)
    assert len(design.halls) == 31
    assert sum(map(len, (design.racks, design.rows, design.trays, design.assemblies))) < 60_000
    per_hall = Counter(rack.assembly[:3] for rack in design.racks if "-dgx-" in rack.assembly)
    assert per_hall == {f"H{at:02d}": 1024 for at in range(1, 31)} | {"H31": 67 * 8}
    ground = design.room.outline[2]
    assert all(x < ground[0] and y < ground[1] for hall in design.halls for x, y in hall.outline)


def test_more_than_one_hall_says_that_nothing_joins_them(site: Design) -> None:
    assert site.name == "DGX SuperPOD H100, 5 SU"
    assert "No network joins them" in site.note
    assert site.note.count("RA-11333-001") == 2


def test_a_network_that_followed_edits_is_that_of_a_fresh_look(site: Design) -> None:
    expander = NetworkExpander(PARTS)
    rack = next(it for it in site.racks if it.assembly == "H01-dgx-x4")
    spot = site.halls[1].outline[0]
    moved = rack.evolve(x_mm=spot[0], y_mm=spot[1])
    edits = (
        moved, moved.evolve(assembly="H02-compute-net-01"), rack.evolve(assembly=""), rack,
    )  # fmt: skip
    expander.expand(site)
    for one in edits:
        design = apply(site, Change(put=(("racks", (one,)),)))
        followed, fresh = expander.expand(design), expand_network(design, PARTS)
        assert [it.fabric.id for it in followed.fabrics] == [it.fabric.id for it in fresh.fabrics]
        for mine, anew in zip(followed.fabrics, fresh.fabrics, strict=True):
            assert mine.members.same_as(anew.members)


def test_an_edit_in_one_hall_makes_no_fabric_of_another_anew(site: Design) -> None:
    expander = NetworkExpander(PARTS)
    before = {it.fabric.id: it for it in expander.expand(site).fabrics}
    rack = next(it for it in site.racks if it.assembly == "H01-dgx-x4")
    after = apply(site, Change(put=(("racks", (rack.evolve(assembly=""),)),)))
    now = {it.fabric.id: it for it in expander.expand(after).fabrics}
    assert expander.expanded == 4
    assert {key for key, it in now.items() if it is not before[key]} == {
        "H01-compute", "H01-in-band", "H01-out-of-band", "H01-storage",
    }  # fmt: skip


def test_what_halls_alike_carry_is_measured_once(
    site: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def counted(graph: Graph, full: int) -> Carried:
        asked.append(graph.places)
        return carried(graph, full)

    monkeypatch.setattr(measures, "carried", counted)
    evaluate(site, PARTS)
    # Four networks of two sizes of hall; the third hall is the smaller one.
    assert len(asked) <= 8


def test_a_run_lies_on_the_network_of_one_hall(site: Design) -> None:
    run = Workload(
        id="run", model="llama-3-8b", global_batch=512, sequence_tokens=4096, tokens=1e12
    )

    def told(gpus: int) -> tuple[WorkloadReport, list[str]]:
        report = evaluate(site.evolve(workloads=(run.evolve(gpus=gpus),)), PARTS)
        (one,) = report.workloads
        return one, [it.message for it in report.checks if it.rule == "L02"]

    whole, of_hall, more = told(0), told(512), told(1024)
    # 160 nodes stand, 64 of them in the largest hall.
    assert "No network joins more than 512 of 1,280 GPUs" in whole[0].verdict
    assert of_hall[1] == whole[1] == []
    said = "asks for 1,024 GPUs, and the network of a hall joins 512 at most"
    assert any(said in message for message in more[1])
    assert more[0].days == of_hall[0].days


def test_forms_say_in_which_hall_a_rack_stands_and_give_a_fabric_its_hall(site: Design) -> None:
    racks = tuple(it for it in site.racks if it.assembly in ("H01-dgx-x4", "H03-dgx-x4"))
    assert {it.hint for it in rack_fields(site, PARTS, racks[:1]) if it.name == "x_mm"} == {
        "in Hall 01"
    }
    hints = {it.hint for it in rack_fields(site, PARTS, racks) if it.name == "y_mm"}
    assert hints == {"in Hall 01, Hall 03"}
    fields = {it.name: it for it in fabrics(PARTS).fields(site, "H02-compute")}
    assert (fields["hall"].value, fields["hall"].choices[0]) == ("H02", ("the whole site", ""))
    whole = fields["hall"].edit("")(site)
    assert {it.hall for it in whole.fabrics if it.id == "H02-compute"} == {""}
    assert "hall" not in {it.name for it in fabrics(PARTS).fields(pod(1), "compute")}


def test_halls_of_filled_racks_share_no_network_but_the_kind_inside_the_racks() -> None:
    """Each hall of the GB200 pod ends at 128 racks, 9,216 GPUs, as its reference does."""
    design = build("dgx-superpod-gb200", {"scalable_units": "17"}, PARTS)
    assert [it.id for it in design.fabrics] == ["H01-compute", "H02-compute", "nvlink"]
    found = {key: parts["gb200-nvl72"] for key, parts in parts_by_hall(design).items()}
    assert found == {"H01": 128, "H02": 8}
    alone = build("dgx-superpod-gb200", {"scalable_units": "16"}, PARTS)
    single = Counter(placed.part for placed in Layout(alone).every())
    assert parts_by_hall(design)["H01"]["qm9700"] == single["qm9700"] > 0
    nodes = {it.fabric.id: len(it.nodes) for it in expand_network(design, PARTS).fabrics}
    # 18 compute trays of a rack are nodes of their own.
    assert nodes == {"H01-compute": 2304, "H02-compute": 144, "nvlink": 2448}
    made = build("dgx-superpod-gb200", {"scalable_units": "1737"}, PARTS)
    assert sum(rack.part == "gb200-nvl72" for rack in made.racks) * 72 >= 1_000_000
