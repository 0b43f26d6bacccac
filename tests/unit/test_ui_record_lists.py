"""The lists of the design as data: what each line says, what can be added, what is refused."""

from collections.abc import Callable

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.errors import EditError
from designer.engine.network_report import FabricReport
from designer.engine.report import Check, Report
from designer.model.design import (
    Assembly,
    Design,
    Device,
    Fabric,
    Note,
    Obstacle,
    PowerNode,
    PriceOverride,
    Rack,
    Revision,
    Room,
    Site,
    Slot,
    Waiver,
)
from designer.ui.fields.assembly_records import MOST_NAMED, assemblies
from designer.ui.fields.fabric_records import explanation, fabrics, node_choices, switch_choices
from designer.ui.fields.field import Field
from designer.ui.fields.paper_records import notes, prices, revisions, waivers
from designer.ui.fields.record_kind import RecordKind
from designer.ui.fields.room_records import feeds, obstacles

SHIPPED = load_shipped()
CATALOG = Catalog(
    SHIPPED.get(part_id)  # type: ignore[misc]  # of the shipped catalogue
    for part_id in ("dgx-b200", "dgx-h100", "pdu-415v-60a-3ph", "qm9700", "rack-48u", "sn2201")
)
EVERY = (
    feeds(CATALOG), obstacles(), prices(CATALOG), revisions(), notes(), waivers(), fabrics(CATALOG),
    assemblies(CATALOG),
)  # fmt: skip


def room(left: int, top: int) -> Room:
    right, bottom = left + 6000, top + 4000
    return Room(outline=((left, top), (right, top), (right, bottom), (left, bottom)))


DESIGN = Design(
    site=Site(currency="EUR"),
    room=room(600, 1200).evolve(
        tile_mm=500,
        obstacles=(Obstacle(id="ramp", name="", x_mm=0, y_mm=0, width_mm=1500, depth_mm=600),),
    ),
    power=(
        PowerNode(id="T1", name="Transformer", kind="transformer"),
        PowerNode(id="U1", name="", kind="ups", capacity_kw=1250.5, parents=("T1",)),
        PowerNode(id="A", name="Feed A", capacity_kw=2000, parents=("U1",)),
        PowerNode(id="B", name="", parents=("U1",)),
    ),
    assemblies=(
        Assembly(
            id="su", name="", rack_part="rack-48u",
            slots=(
                Slot(id="p1", part="pdu-415v-60a-3ph", half_u=0, face="zero-u", feed="A"),
                Slot(id="n1", part="dgx-h100", half_u=4),
                Slot(id="n2", part="dgx-h100", half_u=20),
                Slot(id="x", part="gone", half_u=40),
            ),
        ),
        Assembly(id="bare", name="Bare rack", rack_part="rack-48u"),
    ),
    racks=tuple(
        Rack(id=f"A{n:02}", name=f"A{n:02}", part="rack-48u", x_mm=800 * n, y_mm=2400,
             assembly="su" if n < 3 else "")
        for n in (3, 2, 1)
    ),
    devices=(
        Device(id="pdu", name="pdu", part="pdu-415v-60a-3ph", rack="A03", half_u=0, face="zero-u",
               feed="A"),
        Device(id="twin-1", name="twin", part="dgx-h100", rack="A03", half_u=4),
        Device(id="twin-2", name="twin", part="dgx-h100", rack="A03", half_u=20),
    ),
    fabrics=(
        Fabric(id="compute", name="", nodes=("dgx-h100",), rails=8, rate_gbps=400),
        Fabric(id="store", name="Storage", purpose="storage", rails=1, rate_gbps=200),
    ),
    prices=(PriceOverride(id="qm9700", amount_cents=2_500_050, currency="EUR"),
            PriceOverride(id="gone", amount_cents=100, currency="USD")),
    revisions=(
        Revision(id="B", date="2026-02-01", text="", entry=2),
        Revision(id="A", date="2026-03-01", text="first issue", entry=1),
    ),
    notes=(Note(id="n1", text="leaks", target="A01"), Note(id="n2", text="ramp")),
    waivers=(Waiver(id="feeds:A01", reason="one\n feed  only"),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        (
            feeds(CATALOG),
            [
                ("A", "Feed A · 2,000 kW"), ("B", "B · capacity —"),
                ("T1", "Transformer · capacity —"),
                ("U1", "U1 · UPS · 1,250.5 kW"),
            ],
        ),
        (obstacles(), [("ramp", "ramp · 1,500 × 600 mm")]),
        (
            prices(CATALOG),
            [("qm9700", "QM9700 · €25,000.50"), ("gone", "gone · $1.00")],
        ),
        (
            revisions(),
            [("B", "B · 2026-02-01 · no text yet"), ("A", "A · 2026-03-01 · first issue")],
        ),
        (notes(), [("n1", "1 · leaks"), ("n2", "2 · ramp")]),
        (waivers(), [("feeds:A01", "feeds:A01 · one feed only")]),
        (
            fabrics(CATALOG),
            [("compute", "compute · compute · 8 × 400 Gb/s a node"),
             ("store", "Storage · storage · 1 × 200 Gb/s a node")],
        ),
        (assemblies(CATALOG), [("su", "su · 2 copies"), ("bare", "Bare rack · 0 copies")]),
    ],
    ids=lambda value: value.title if isinstance(value, RecordKind) else "",
)  # fmt: skip
def test_each_record_has_a_line(kind: RecordKind, lines: list[tuple[str, str]]) -> None:
    assert kind.lines(DESIGN) == lines
    assert kind.lines(Design()) == []


# Assemblies and feeds, which others stand on, have tests of their own.
@pytest.mark.parametrize("kind", EVERY[1:-1], ids=lambda kind: kind.title)
def test_removing_one_leaves_the_others(kind: RecordKind) -> None:
    (key, _), *rest = kind.lines(DESIGN)
    after = kind.remove(key)(DESIGN)
    assert [one for one, _ in kind.lines(after)] == [one for one, _ in rest]


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.title)
def test_what_a_field_is_given_is_what_it_shows_then(kind: RecordKind) -> None:
    """Each field of each record is written by itself; no other field of the record changes."""
    for key, _ in kind.lines(DESIGN):
        for field in kind.fields(DESIGN, key):
            value = other_value(field)
            if value is None:
                continue
            after = field.edit(value)(DESIGN)
            before_all = {one.name: one.value for one in kind.fields(DESIGN, key)}
            after_all = {one.name: one.value for one in kind.fields(after, key)}
            if field.name == "element_kind":
                # Another kind has other fields as well.
                after_all = {name: after_all[name] for name in before_all if name in after_all}
            assert after_all == before_all | {field.name: value}, f"{key} {field.name}"


def other_value(field: Field) -> object:
    """Return a value that a field takes and does not hold; None where a case of its own says so."""
    if field.kind == "choice":
        return next((value for _, value in field.choices if value not in (field.value, "")), None)
    if field.kind == "date":
        return "2026-10-30"
    if field.kind == "several" or field.name in ("currency", "price_currency", "target"):
        return None
    if field.kind in ("integer", "number"):
        return 0.7 if field.name == "efficiency" else 7
    return f"other {field.name}"


def added(kind: RecordKind, text: str, choice: str = "", design: Design = DESIGN) -> str:
    """Return the line of a record that was added, which is the only new one."""
    key, edit = kind.add(design, choice, text)
    before, after = dict(kind.lines(design)), dict(kind.lines(edit(design)))
    assert set(after) - set(before) == {key}
    return after[key]


def refused(kind: RecordKind, text: str, choice: str = "") -> str:
    with pytest.raises(EditError) as refusal:
        kind.add(DESIGN, choice, text)
    return str(refusal.value)


def test_what_is_added_has_a_line_of_its_own() -> None:
    assert added(feeds(CATALOG), "C") == "Feed C · capacity —"
    assert added(obstacles(), "Column 2") == "Column 2 · 500 × 500 mm"
    assert added(obstacles(), "Ramp") == "Ramp · 500 × 500 mm", "a name may come twice, an id not"
    assert added(notes(), "mind the step") == "3 · mind the step"
    assert added(revisions(), "C").endswith(" · no text yet")
    assert added(prices(CATALOG), "2,950.5", "dgx-h100") == "DGX H100 · €2,950.50"
    assert added(prices(CATALOG), "0", "dgx-h100") == "DGX H100 · €0.00"
    assert added(fabrics(CATALOG), "In-band A").startswith("In-band A · ")


def test_an_obstacle_is_added_in_the_upper_left_corner_of_the_room() -> None:
    key, edit = obstacles().add(DESIGN, "", "Column")
    made = next(o for o in edit(DESIGN).room.obstacles if o.id == key)
    assert (made.x_mm, made.y_mm, made.width_mm, made.depth_mm) == (600, 1200, 500, 500)


@pytest.mark.parametrize(
    ("kind", "text", "choice", "words"),
    [
        (feeds(CATALOG), "", "", "a feed needs a letter or a short name"),
        (feeds(CATALOG), "A", "", "there is a feed A already"),
        (feeds(CATALOG), "U1", "", "there is a feed U1 already"),
        (obstacles(), "", "", "an obstacle needs a name"),
        (notes(), "", "", "a remark needs words"),
        (revisions(), "A", "", "there is a revision A already"),
        (revisions(), "", "", "give its letter"),
        (prices(CATALOG), "100", "", "choose a part"),
        (prices(CATALOG), "-1", "dgx-h100", "a price is not below 0"),
        (prices(CATALOG), "dear", "dgx-h100", "'dear' is not a number"),
        (waivers(), "x", "", "nothing can be added here"),
        (assemblies(CATALOG), "x", "", "nothing can be added here"),
    ],
)
def test_what_cannot_be_added_says_why(
    kind: RecordKind, text: str, choice: str, words: str
) -> None:
    assert refused(kind, text, choice) == words


@pytest.mark.parametrize(
    ("kind", "first", "then"),
    [
        (feeds(CATALOG), "A", "C"), (obstacles(), "Column 1", "Column 2"), (revisions(), "A", "C"),
        (notes(), "", ""), (waivers(), "", ""), (fabrics(CATALOG), "compute", ""),
        (prices(CATALOG), "", ""),
    ],
    ids=lambda value: value.title if isinstance(value, RecordKind) else "",
)  # fmt: skip
def test_what_is_suggested_is_not_taken_yet(kind: RecordKind, first: str, then: str) -> None:
    assert (kind.suggest(Design()), kind.suggest(DESIGN)) == (first, then)


def test_letters_that_look_like_numbers_are_left_out() -> None:
    taken = tuple(Revision(id=c, date="2026-01-01", text="") for c in "ABCDEFGH")
    assert revisions().suggest(Design(revisions=taken)) == "J"
    every = tuple(Revision(id=c, date="2026-01-01", text="") for c in "ABCDEFGHJKLMNPRTUVWY")
    assert revisions().suggest(Design(revisions=every)) == ""
    feeds_a_to_h = tuple(PowerNode(id=c) for c in "ABCDEFGH")
    assert feeds(CATALOG).suggest(Design(power=feeds_a_to_h)) == "J"


def said(kind: RecordKind, key: str, report: Report | None = None) -> str:
    return kind.explain(DESIGN, report, key)


def test_a_list_on_which_nothing_follows_says_nothing() -> None:
    assert said(obstacles(), "ramp") == said(revisions(), "A") == ""


def test_a_feed_says_what_hangs_on_it() -> None:
    assert said(feeds(CATALOG), "A") == (
        "3 rack PDUs hang on it; with the feed removed they are on none."
    ), "one of its own and one in each copy"
    assert said(feeds(CATALOG), "B") == "No rack PDU hangs on it."
    assert said(feeds(CATALOG), "U1") == "It feeds Feed A, B."
    assert said(feeds(CATALOG), "T1") == "It feeds U1."
    lone = DESIGN.evolve(racks=DESIGN.racks[:1])
    assert feeds(CATALOG).explain(lone, None, "A").startswith("1 rack PDU hangs on it; ")
    alone = Design(power=(PowerNode(id="U1", kind="ups"),))
    assert feeds(CATALOG).explain(alone, None, "U1") == "It feeds nothing."


def test_an_assembly_says_what_it_holds_and_who_copies_it() -> None:
    assert said(assemblies(CATALOG), "su") == (
        "Holds 1 × Rack PDU 415 V 60 A 3-phase, 2 × DGX H100, 1 × gone.\nCopied by A01, A02."
    )
    assert said(assemblies(CATALOG), "bare") == "Holds nothing.\nNo rack copies it."
    many = tuple(
        DESIGN.racks[1].evolve(id=f"r{n:02}", name=f"r{n:02}") for n in range(MOST_NAMED + 2)
    )
    for count, end in ((MOST_NAMED, "r10, r11."), (MOST_NAMED + 2, "r10, r11 and 2 more.")):
        words = assemblies(CATALOG).explain(DESIGN.evolve(racks=many[:count]), None, "su")
        assert words.endswith(end)


def test_a_price_says_what_the_catalogue_knows() -> None:
    words = said(prices(CATALOG), "qm9700")
    known = CATALOG.price("qm9700")
    assert known is not None
    assert words == f"The catalogue says $32,870.00, {known.as_of}: {known.source}"
    assert said(prices(CATALOG), "gone") == "The catalogue has no price of this part."


def test_prices_can_be_given_for_parts_without_one_those_in_use_first() -> None:
    keys = [key for key, _ in prices(CATALOG).choices(DESIGN)]
    assert "qm9700" not in keys
    assert set(keys[:3]) == {"dgx-h100", "rack-48u", "pdu-415v-60a-3ph"}
    names = [words for _, words in prices(CATALOG).choices(DESIGN)]
    assert names[0] == "NVIDIA DGX H100"
    rest = [CATALOG.get(key).name for key in keys[3:]]  # type: ignore[union-attr]  # of this catalogue
    assert rest == sorted(rest)


def test_a_remark_says_when_what_it_was_about_is_gone() -> None:
    assert said(notes(), "n1") == said(notes(), "n2") == said(notes(), "no such") == ""
    gone = DESIGN.evolve(notes=(Note(id="n1", text="x", target="A99"),))
    assert notes().explain(gone, None, "n1") == (
        "What it was about, A99, is no longer in the design."
    )
    on_device = DESIGN.evolve(notes=(Note(id="n1", text="x", target="A01/n1"),))
    assert notes().explain(on_device, None, "n1") == ""


@pytest.mark.parametrize(
    ("words", "target"),
    [("A01", "A01"), ("pdu", "pdu"), ("A01/n1", "A01/n1"), ("twin-2", "twin-2"), ("", "")],
)
def test_a_remark_is_pinned_by_id_or_by_a_name_that_is_clear(words: str, target: str) -> None:
    field = next(f for f in notes().fields(DESIGN, "n2") if f.name == "target")
    assert field.edit(words)(DESIGN).notes[1].target == target


@pytest.mark.parametrize(
    ("words", "refusal"),
    [("twin", "'twin' names 2 racks or devices"), ("Z9", "'Z9' names no racks or devices")],
)
def test_a_name_of_several_or_of_nothing_pins_no_remark(words: str, refusal: str) -> None:
    field = next(f for f in notes().fields(DESIGN, "n2") if f.name == "target")
    with pytest.raises(EditError) as raised:
        field.edit(words)(DESIGN)
    assert str(raised.value) == refusal


def test_a_rack_is_meant_before_a_device_of_its_name() -> None:
    racks = (DESIGN.racks[0].evolve(name="twin"), *DESIGN.racks[1:])
    field = next(f for f in notes().fields(DESIGN, "n2") if f.name == "target")
    assert field.edit("twin")(DESIGN.evolve(racks=racks)).notes[1].target == "A03"


def test_a_waiver_says_what_it_waives_or_that_it_is_stale() -> None:
    assert said(waivers(), "feeds:A01") == "The checks have not run yet."
    assert said(waivers(), "feeds:A01", Report()).startswith("Stale: ")
    found = Check(rule="feeds", severity="error", message="no rack PDU", key="feeds:A01")
    other = found.evolve(key="other", message="other")
    assert said(waivers(), "feeds:A01", Report(checks=(other, found))) == "Waives: no rack PDU"


def fabric(**fields: object) -> Report:
    base = {"id": "compute", "name": "compute", "explanation": "Rail by rail."}
    other = FabricReport(id="store", explanation="Other.")
    return Report(fabrics=(other, FabricReport.model_validate({**base, **fields})))


@pytest.mark.parametrize(
    ("report", "lines"),
    [
        (None, ["The engine has not sized this fabric yet."]),
        (Report(), ["The engine has not sized this fabric yet."]),
        (
            fabric(leaf=8, placed_leaf=6, spine=0, placed_spine=1),
            ["Rail by rail.", "Placed: 6 of 8 leaf, 1 of 0 spine switches."],
        ),
        (fabric(leaf=0, spine=0, core=0), ["Rail by rail."]),
        (
            fabric(bisection_gbps=3200.0, bisection_ratio=1.0, leaf=0, spine=0, core=0),
            ["Rail by rail.", "Bisection 400 GB/s each way, 1:1."],
        ),
        (
            fabric(bisection_gbps=400.0, leaf=0, spine=0, core=0),
            ["Rail by rail.", "Bisection 50 GB/s each way."],
        ),
    ],
)
def test_a_fabric_says_what_the_engine_makes_of_it(report: Report | None, lines: list[str]) -> None:
    assert explanation(DESIGN, report, "compute").splitlines() == lines


def choices(pick: Callable[..., tuple[tuple[str, str], ...]], *args: object) -> dict[str, str]:
    return {part_id: words for words, part_id in pick(*args)}


def test_switches_that_fit_are_offered_and_the_chosen_one_with_what_is_wrong() -> None:
    compute = DESIGN.fabrics[0]
    offered = choices(switch_choices, CATALOG, compute)
    assert offered["qm9700"] == "NVIDIA QM9700"
    assert "sn2201" not in offered
    assert "dgx-h100" not in offered
    chosen = choices(switch_choices, CATALOG, compute, "sn2201")
    assert chosen.keys() == offered.keys() | {"sn2201"}
    assert chosen["sn2201"].startswith("NVIDIA SN2201, does not fit: ")
    assert "sn2201:" not in chosen["sn2201"]
    no_switch = choices(switch_choices, CATALOG, compute, "dgx-h100")
    assert no_switch["dgx-h100"].startswith("NVIDIA DGX H100, does not fit: ")


def test_nodes_that_fit_are_offered_those_in_use_first_and_others_with_the_reason() -> None:
    compute = DESIGN.fabrics[0].evolve(nodes=("dgx-h100", "sn2201", "gone"))
    offered = node_choices(DESIGN, CATALOG, compute)
    assert offered[0] == ("NVIDIA DGX H100", "dgx-h100")
    fitting = [words for words, part in offered if "does not fit" not in words]
    assert len(fitting) == len(offered) - 2
    assert "NVIDIA DGX B200" in fitting[1:], "by name it would come first"
    (switch, lost) = offered[-2:]
    assert switch[1] == "sn2201"
    assert switch[0].startswith("NVIDIA SN2201, does not fit: ")
    assert lost[1] == "gone"
    assert lost[0].startswith("gone, does not fit: ")


def test_a_fabric_that_no_part_fits_says_what_was_asked_for() -> None:
    bare = Catalog(())
    fields = {field.name: field for field in fabrics(bare).fields(DESIGN, "store")}
    assert fields["nodes"].choices == ()
    assert fields["nodes"].source == ("no part has ports for it: InfiniBand at 200 Gb/s, storage")
    full = {field.name: field for field in fabrics(CATALOG).fields(DESIGN, "compute")}
    assert full["nodes"].source == ""
    assert [full[name].choices[0][0] for name in ("switch", "spine_switch", "core_switch")] == [
        "none", "as leaf", "as spine",
    ]  # fmt: skip
