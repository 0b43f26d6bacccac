"""A hall of 16 racks with four nodes each, from an empty room, with the real mouse.

Rack PDUs, doors, switches, a cabled fabric, feeds: in at most 30 actions. An action is a click, a
drag, a field that is typed, or a chord of keys.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.io.design_file import load
from designer.model.layout import Layout
from tests.helpers.hand import Window

pytestmark = [pytest.mark.xwindow, pytest.mark.slow, pytest.mark.timeout(240)]

MOST_ACTIONS = 30
NODE, RACK = "dgx-h100", "rack-48u"


class Counting:
    """A hand whose actions are counted.

    Parameters
    ----------
    window
        What it works in.
    """

    def __init__(self, window: Window) -> None:
        self.window = window
        self.done: list[str] = []

    def click(self, **what: object) -> None:
        """Click on something."""
        self.done.append(f"click {what}")
        self.window.click(**what)

    def chord(self, keys: str) -> None:
        """Press keys together."""
        self.done.append(keys)
        self.window.mouse("key", keys)

    def write(self, text: str, **field: object) -> None:
        """Type into a field and leave it."""
        self.done.append(f"write {text}")
        self.window.write(text, **field)

    def search(self, text: str) -> None:
        """Type into the search of the list of parts; Enter would place the first."""
        self.done.append(f"search {text}")
        self.window.click(named="Search parts")
        self.window.mouse("key", "ctrl+a")
        self.window.mouse("type", "--delay", 4, text)

    def drag(self, start: dict[str, object], end: tuple[int, int], until: str) -> None:
        """Drag from something to a point, and let go when the card says what is expected."""
        self.done.append(f"drag {start}")
        self.window.drag(self.window.point(**start), end)
        self.window.heard(lambda told: until in told.get("preview", ""))
        self.window.mouse("mouseup", 1)


@pytest.fixture
def hand(x_display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Counting]:
    monkeypatch.setenv("HOME", str(tmp_path))
    window = Window(x_display)
    yield Counting(window)
    window.close()


def fill_one_rack(hand: Counting) -> None:
    """Begin with an empty room; place a rack, and four nodes in it."""
    window = hand.window
    window.until(lambda s: s["start_page"])
    hand.click(named="Empty room")
    window.until(lambda s: not s["start_page"] and s["totals"]["racks"] == "0")
    hand.search("rack 48u")
    hand.drag({"part": RACK}, window.point(floor=[2800, 4800]), " Rack 48U")
    window.until(lambda s: s["totals"]["racks"] == "1")
    hand.search("dgx h100")
    for number in range(1, 5):
        hand.drag({"part": NODE}, window.point(rack="R01"), f"→ {10.2 * number:.1f}"[-5:])
        power = f"{10.2 * number:.1f} kW"
        window.until(lambda s, power=power: s["current"] and s["totals"]["power"] == power)


def draw_two_rows(hand: Counting) -> None:
    """Draw the rack out to a row of eight, and duplicate the row."""
    window = hand.window
    hand.click(rack="R01")
    start, ninth = window.point(grip="count"), window.point(floor=[8800, 4800])
    end = (ninth[0], start[1])
    hand.drag({"grip": "count"}, end, "8 racks, +7")
    window.until(lambda s: len(s["racks"]) == 8 and s["current"])
    hand.chord("ctrl+d")
    window.until(lambda s: len(s["racks"]) == 16 and s["current"])


def state_feeds(hand: Counting) -> None:
    """Say what the two feeds of the room carry."""
    hand.chord("ctrl+comma")
    hand.click(item=["Sections", "Feeds"])
    for feed in ("Feed A", "Feed B"):
        hand.click(item=["Feeds", feed])
        hand.write("1200", named="Capacity, kW")
        hand.write("415", named="Voltage, V")
        hand.window.until(lambda s: s["current"])
    hand.click(named="Close")


def test_sixteen_racks_of_four_nodes_with_all_that_they_need(
    hand: Counting, tmp_path: Path
) -> None:
    window = hand.window
    fill_one_rack(hand)
    draw_two_rows(hand)
    state_feeds(hand)
    hand.click(named="Build what the rules need: Build all")
    window.heard(lambda told: "built as one step" in told.get("message", ""))
    # The list of checks follows the report within a tenth of a second.
    built = window.until(lambda s: s["checks"].startswith("0 errors"))
    assert built["steps"][-1].startswith("Build what the rules need")
    file = tmp_path / "hall.cluster.toml"
    hand.click(floor=[600, 8400])
    hand.chord("ctrl+s")
    hand.write(str(file), named="fileNameEdit")
    window.until(lambda s: s["saved"])
    assert len(hand.done) <= MOST_ACTIONS, hand.done

    design, catalog = load(file).design, load_shipped()
    report, layout = evaluate(design, catalog), Layout(design)
    assert [check.key for check in report.checks if check.severity == "error"] == []
    nodes = [placed for placed in layout.every() if placed.part == NODE]
    assert len(nodes) == 64
    racks = {placed.rack for placed in nodes}
    assert len(racks) == 16
    for rack in racks:
        held = layout.in_rack(rack)
        strips = [one for one in held if catalog.require(one.part).traits.feeds_devices]
        assert sorted(one.feed for one in strips) == ["A", "B"]
        assert [one.face for one in held].count("door") == 1
    (fabric,) = report.fabrics
    assert (fabric.nodes, fabric.placed_leaf, fabric.placed_spine) == (64, 16, 8)
    assert (fabric.connected_cables, fabric.unconnected_cables) == (1024, 0)
    assert fabric.bisection_ratio == 1.0
    assert {feed.capacity_kw for feed in design.feeds} == {1200}
