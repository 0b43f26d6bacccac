"""The letter of a feed: one for each, alike on drawings, in the report and on sheets."""

from typing import Any

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.design import Assembly, Cord, Design, Device, PowerNode, Rack, Slot
from designer.model.feed_words import feed_letters, with_letter
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.drawing import RackDrawing, rack_drawing
from designer.render.sheets.sheet_list import rack_groups, sides_of
from designer.wiring import rack_cords
from designer.wiring.power import expand_power

PDU = "pdu-415v-60a-3ph"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("a", "b"), "A B"),
        (("b", "a"), "B A"),
        (("Feed b", "feed_c", "feed-a"), "B C A"),
        (("left", "right"), "A B"),
        (("zone", "a"), "B A"),
        (("1", "2"), "A B"),
        (("A", "East", "West"), "A B C"),
        (("West", "A"), "B A"),
        (("a", "A", "Feed A"), "A B C"),
        (("ß", "B"), "A B"),
        (("Feed H01-A", "Feed H01-B", "Feed H02-A", "Hall 12 C"), "1A 1B 2A 12C"),
        (("H2-A", "H02-A", "H00-A", "HA-A"), "2A A B C"),
    ],
)
def test_a_feed_keeps_its_own_letter_or_gets_the_next_free_one(
    names: tuple[str, ...], letters: str
) -> None:
    power = [PowerNode(id=f"f{at}", name=name) for at, name in enumerate(names)]
    assert " ".join(feed_letters(power).values()) == letters
    assert list(feed_letters(PowerNode(id=name) for name in names).values()) == letters.split()


def test_only_feeds_have_letters_and_no_two_the_same_one() -> None:
    power = [PowerNode(id="U", kind="ups"), *(PowerNode(id=f"feed{n:02d}") for n in range(28))]
    letters = list(feed_letters(power).values())
    assert len(letters) == len(set(letters)) == 28
    assert letters[25:] == ["Z", "AA", "AB"]


def test_a_name_stands_with_its_letter_where_that_is_another() -> None:
    assert (with_letter("a", "A"), with_letter("West", "B")) == ("A", "West (B)")
    assert with_letter("?", "?") == "?"


def test_renamed_feeds_have_one_letter_each_wherever_they_are_read(catalog: Catalog) -> None:
    """B is called East, C is called West: no letter of one is that of another."""
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    called = {"B": "East", "C": "West"}
    design = design.evolve(
        power=tuple(
            node.evolve(name=called[node.id]) if node.id in called else node
            for node in design.power
        )
    )
    report = evaluate(design, catalog)
    layout, reports = Layout(design), {one.id: one for one in report.racks}
    rack = next(r for r in design.racks if len(reports[r.id].feeds) == 3)
    drawing = rack_drawing(layout, catalog, rack, reports[rack.id])
    assert [d.feeds for d in drawing.zero_u] == [("A",), ("B",), ("C",)]
    node = next(d for d in drawing.mounted if d.look.psu_count == 6)
    assert sorted(node.feeds) == list("AABBCC")
    assert [feed.side for feed in reports[rack.id].feeds] == ["A", "B", "C"]
    assert sides_of(drawing, reports[rack.id]) == "A East (B) West (C)"
    assert sides_of(drawing, None) == "A East (B) West (C)"


def test_feeds_that_swap_names_swap_letters(catalog: Catalog) -> None:
    power = (PowerNode(id="A", name="B"), PowerNode(id="B", name="A"))
    design = filled(pdus="AB").evolve(power=power)
    assert letters_of(design, catalog)["/n"] == tuple("BABABA")
    (rack,) = evaluate(design, catalog).racks
    assert [(feed.id, feed.side) for feed in rack.feeds] == [("A", "B"), ("B", "A")]


def filled(
    pdus: str = "ABC", cording: str = "", cords: tuple[Cord, ...] = (), power: str = "ABC"
) -> Design:
    """Return a room of one rack with a DGX H100 and a PDU on each feed; `-` names none."""
    slots = tuple(
        Slot(id=f"p{at}", part=PDU, face="zero-u", name=f"p{at}", feed=feed.strip("-"))
        for at, feed in enumerate(pdus)
    )
    node = Slot(id="n", part="dgx-h100", half_u=4, name="n", cording=cording)
    return Design(
        assemblies=(Assembly(id="s", name="s", rack_part="rack-48u", slots=(*slots, node)),),
        racks=(Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0, assembly="s"),),
        power=tuple(PowerNode(id=feed) for feed in power),
        cords=cords,
    )


def drawn(design: Design, catalog: Catalog) -> RackDrawing:
    return rack_drawing(Layout(design), catalog, design.racks[0])


def letters_of(design: Design, catalog: Catalog) -> dict[str, tuple[str, ...]]:
    return {d.key.removeprefix("r"): d.feeds for d in drawn(design, catalog).devices}


def wired(design: Design, catalog: Catalog) -> dict[str, str]:
    """Return the key of the PDU that each supply hangs on, as the graph has it."""
    return {
        end: start.partition(":")[0]
        for start, end in expand_power(design, catalog).links()
        if ":psu" in end
    }


@pytest.mark.parametrize(
    ("cording", "letters"),
    [
        ("", "ABCABC"),
        ("by-side", "AABBCC"),
        ("3+3", "AAABBB"),
        ("2+2+2", "AABBCC"),
        ("2+2", "AABB––"),
    ],
)
def test_supplies_are_drawn_as_their_spread_deals_them(
    catalog: Catalog, cording: str, letters: str
) -> None:
    design = filled(cording=cording)
    assert "".join(letters_of(design, catalog)["/n"]) == letters
    links = wired(design, catalog)
    by_pdu = {"r/p0": "A", "r/p1": "B", "r/p2": "C", None: "–"}
    assert [by_pdu[links.get(f"r/n:psu{n}")] for n in range(1, 7)] == list(letters)


def test_cords_by_hand_are_drawn(catalog: Catalog) -> None:
    cords = (
        Cord(id="1", supply="r/n:psu2", outlet="r/p0"),
        Cord(id="2", supply="r/n:psu3", outlet=""),
        Cord(id="3", supply="r/n:psu4", outlet="elsewhere"),
    )
    assert "".join(letters_of(filled(cords=cords), catalog)["/n"]) == "AA–ABC"


def test_cords_of_racks_that_are_not_drawn_are_not_followed(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each edit followed the cords of all racks before it drew one: 80 ms with 5,000 of them."""
    one = filled(cords=(Cord(id="1", supply="r/n:psu2", outlet="r/p0"),))
    other = one.racks[0].evolve(id="q", name="Q", x_mm=1_200)
    cords = (*one.cords, Cord(id="2", supply="q/n:psu1", outlet="q/p2"))
    design = one.evolve(racks=(*one.racks, other), cords=cords)
    followed: list[str] = []
    follow = rack_cords.cords_of_rack

    def noted(rack: str, *rest: Any) -> Any:
        followed.append(rack)
        return follow(rack, *rest)

    monkeypatch.setattr(rack_cords, "cords_of_rack", noted)
    assert "".join(letters_of(design, catalog)["/n"]) == "AACABC"
    assert followed == ["r"]


def test_a_device_whose_supplies_nobody_counted_has_none_to_draw(catalog: Catalog) -> None:
    catalog = catalog.overlay([catalog.require("dgx-h100").evolve(psu=None)])
    for outlet in ("", "r/p0"):
        cords = (Cord(id="1", supply="r/n:psu2", outlet=outlet),)
        assert letters_of(filled(cords=cords), catalog)["/n"] == ()


def test_devices_of_a_rack_and_of_its_assembly_are_told_apart(catalog: Catalog) -> None:
    own = Device(id="r-n", name="own", part="dgx-h100", rack="r", half_u=40, cording="2+2")
    design = filled().evolve(devices=(own,))
    found = {d.key: "".join(d.feeds) for d in drawn(design, catalog).mounted}
    assert found == {"r/n": "ABCABC", "r-n": "AABB––"}


def test_a_rack_corded_by_hand_has_a_sheet_of_its_own(catalog: Catalog) -> None:
    """Otherwise it would be drawn as the first of those that are alike but for the cords."""
    design = filled(cords=(Cord(id="1", supply="q/n:psu1", outlet="q/p1"),))
    (rack,) = design.racks
    racks = (*(rack.evolve(id=key, name=key) for key in "pqr"),)
    groups = rack_groups(Layout(design.evolve(racks=racks)), catalog, None)
    assert [[one.id for one in group.racks] for group in groups] == [["p", "r"], ["q"]]


@pytest.mark.parametrize(
    ("pdus", "power", "strips", "supplies"),
    [
        ("-A", "AB", "?A", "A?A?A?"),
        ("--", "AB", "??", "??????"),
        ("AX", "AB", "A?", "A?A?A?"),
        ("", "AB", "", "––––––"),
    ],
)
def test_what_names_no_feed_of_the_room_has_no_letter(
    catalog: Catalog, pdus: str, power: str, strips: str, supplies: str
) -> None:
    design = filled(pdus=pdus, power=power)
    found = letters_of(design, catalog)
    assert "".join(letter for at in range(len(pdus)) for letter in found[f"/p{at}"]) == strips
    assert "".join(found["/n"]) == supplies
    (rack,) = evaluate(design, catalog).racks
    assert {feed.side for feed in rack.feeds} == set(strips)


def test_where_a_part_that_is_lost_may_be_a_pdu_nobody_knows_where_supplies_hang(
    catalog: Catalog,
) -> None:
    gone = Device(id="g", name="g", part="gone", rack="r", face="zero-u", feed="B")
    cords = (
        Cord(id="1", supply="r/n:psu1", outlet="r/p0"), Cord(id="2", supply="r/n:psu2", outlet="")
    )  # fmt: skip
    design = filled(pdus="A", cords=cords).evolve(devices=(gone,))
    assert "".join(letters_of(design, catalog)["/n"]) == "A–????"
