"""Arguments of templates: what is wrong is said before anything is built."""

from dataclasses import replace

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.subjects.fabrics.fabric import FabricError, size_fabric
from designer.model.layout import Layout
from designer.planning.arguments import check
from designer.planning.floor_plan import row_name
from designer.planning.pods.fabrics import pairs_request, target_leaves, targets_request
from designer.planning.pods.nvidia import H100, IN_BAND
from designer.planning.pods.spec import Size, Step, Targets
from designer.planning.rack_filling import feed_kw
from designer.planning.templates import TEMPLATES, TemplateError, build, find

UNCONTAINED = {"empty-room", "inference-row", "lab-workstations", "starter-32"}
"""Rooms without an aisle between rows: nothing stands in it, or one row with rear doors."""
SU = Step(1 << 30, 32)
STORAGE = H100.storage
assert isinstance(STORAGE, Targets)


@pytest.mark.parametrize(
    ("template", "arguments", "said"),
    [
        ("dgx-superpod-h10", {}, "no template 'dgx-superpod-h10'; did you mean dgx-superpod-h100?"),
        ("xyz", {}, "templates: dgx-superpod-h100"),
        ("dgx-superpod-h100", {"scalable_unit": "4"}, "did you mean scalable_units?"),
        ("dgx-superpod-h100", {"scalable_units": "four"}, "'four' is not a whole number"),
        ("dgx-superpod-h100", {"scalable_units": "0"}, "a whole number from 1 to 4096"),
        ("dgx-superpod-h100", {"cooling": "hope"}, "one of rear-door, air"),
    ],
)
def test_a_bad_argument_is_named_with_its_remedy(template, arguments, said):
    with pytest.raises(TemplateError) as error:
        build(template, arguments, load_shipped())
    assert said in error.value.problem.line()


def test_a_catalogue_without_the_parts_is_said():
    with pytest.raises(TemplateError, match="add the part to the catalogue"):
        build("dgx-superpod-h100", {}, Catalog([]))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda t: t.id)
def test_every_template_builds_by_default_and_explains_itself(template):
    design = build(template.id, {}, load_shipped())
    assert design.name
    assert find(template.id) is template
    assert template.summary
    for parameter in template.parameters:
        assert parameter.help
        assert parameter.allowed()


def test_the_same_arguments_give_the_same_design():
    catalog = load_shipped()
    assert build("dgx-superpod-h100", {}, catalog) == build("dgx-superpod-h100", {}, catalog)


def test_a_row_length_is_obeyed():
    design = build("dgx-superpod-h100", {"racks_per_row": "8"}, load_shipped())
    per_row = [sum(r.row == row.id for r in design.racks) for row in design.rows]
    assert max(per_row) == 8
    assert sum(per_row) == 38


@pytest.mark.parametrize("template", ["dgx-superpod-h100", "dgx-superpod-gb200"])
def test_a_row_of_one_rack_is_refused(template):
    with pytest.raises(TemplateError, match="a row of one rack closes no aisle; 0, or 2 and more"):
        build(template, {"racks_per_row": "1"}, load_shipped())
    assert len(build(template, {"racks_per_row": "2"}, load_shipped()).rows) > 1


def test_weka_needs_eight_servers_and_more_leaves():
    design = build(
        "dgx-superpod-h100", {"storage": "weka", "storage_level": "good"}, load_shipped()
    )
    weka = [s for a in design.assemblies for s in a.slots if s.part == "weka-node"]
    assert len(weka) == 8


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda t: t.id)
def test_every_room_has_the_planning_defaults_of_the_catalogue(template):
    catalog = load_shipped()
    design = build(template.id, {}, catalog)
    assert design.room.floor_limit_kpa == catalog.default("floor-limit").value
    assert design.site.electricity_price == catalog.default("electricity-price").value
    assert design.room.containment == ("none" if template.id in UNCONTAINED else "cold")


@pytest.mark.parametrize(
    ("read_gb_s", "write_gb_s", "systems"), [(90, 65, 6), (90, 20, 13), (50, 65, 10), (1e9, 1e9, 2)]
)
def test_storage_is_bought_for_reading_and_for_writing(read_gb_s, write_gb_s, systems):
    """4 SU at the best level: 500 GB/s to read and 250 to write (Table 6); two at least."""
    catalog = load_shipped()
    part = catalog.require("ddn-es400nvx2")
    figures = part.storage.evolve(read_gb_s=read_gb_s, write_gb_s=write_gb_s)
    design = build("dgx-superpod-h100", {}, catalog.overlay([part.evolve(storage=figures)]))
    drawn = [p.part for p in Layout(design).every()]
    assert drawn.count("ddn-es400nvx2") == systems


@pytest.mark.parametrize(("radix", "ports"), [(64, 58), (32, 28), (128, 58)])
def test_in_band_leaves_keep_ports_for_uplinks(radix, ports):
    """58 of 64 ports are left for nodes; a smaller switch keeps 4 for uplinks all the same."""
    request = pairs_request(IN_BAND, 127 + 4, 8 + IN_BAND.reserved, radix)
    assert (request.su_nodes, request.nodes) == (ports, 131)
    assert request.oversubscription == ports / 4
    assert request.reserved_slots == 8 + 4


def test_row_names():
    assert [row_name(i) for i in (0, 25, 26, 27, 52)] == ["A", "Z", "AA", "AB", "BA"]


def test_feed_power():
    """√3 · 415 V · 60 A · 0.8 · 0.95 = 32.8 kW; 400 V 32 A IEC: 22.17 kVA."""
    catalog = load_shipped()
    assert feed_kw(catalog.require("pdu-415v-60a-3ph"), 0.95) == pytest.approx(32.8, abs=0.05)
    assert feed_kw(catalog.require("pdu-400v-32a-3ph"), 1.0) == pytest.approx(22.17, abs=0.01)
    with pytest.raises(ValueError, match="not a rack PDU"):
        feed_kw(catalog.require("dgx-h100"), 1.0)


@pytest.mark.parametrize("units", [*range(1, 20), 32, 64, 128])
@pytest.mark.parametrize("links", [0, 48, 500])
def test_storage_network_uplinks_find_ports(units, links):
    """Every uplink has a spine port, spread evenly; with a core, half of the ports face it."""
    targets = target_leaves(STORAGE, units, links)
    size = size_fabric(targets_request(STORAGE, Size(32 * units, 0, SU), targets, 64))
    assert size.leaf - size.target_leaf == 2 * units
    assert targets[0] * targets[1] * units >= links
    assert size.leaf_spine_cables <= size.spine * (32 if size.core else 64)
    assert size.spine >= 2
    if size.core:
        assert size.spine_core_cables <= size.core * 64
    else:
        assert 24 % size.spine == 0
        assert targets[1] % size.spine == 0


@pytest.mark.parametrize(
    ("units", "links", "leaves"),
    [(4, 0, (1, 12)), (4, 48, (1, 12)), (4, 49, (1, 24)), (4, 96, (1, 24)), (4, 97, (2, 24))],
)
def test_storage_leaves_grow_with_the_links_of_a_unit(units, links, leaves):
    """One leaf of 12 links as published (Table 8), then as many of 24 as the links take."""
    assert target_leaves(STORAGE, units, links) == leaves


@pytest.mark.parametrize(
    ("text", "allowed"),
    [("1", True), ("4096", True), ("0", False), ("4097", False), (" 4 ", True), ("-1", False)],
)
def test_both_ends_of_a_range_are_allowed(text, allowed):
    template = find("dgx-superpod-h100")
    if allowed:
        assert check(template, {"scalable_units": text}).number("scalable_units") == int(text)
    else:
        with pytest.raises(TemplateError, match="out of range"):
            check(template, {"scalable_units": text})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"target_links": 0}, "go together"),
        ({"leaf_policy": "pooled"}, "rail-per-su only"),
        ({"target_links": 33}, "no 33 up and down"),
        ({"target_links": 7}, "divide evenly over no number"),
        ({"max_tiers": 1}, "1 allowed"),
    ],
)
def test_storage_leaves_that_cannot_be(change, said):
    request = targets_request(STORAGE, Size(128, 1, SU), (1, 12), 64)
    with pytest.raises(FabricError, match=said):
        size_fabric(replace(request, **change))
