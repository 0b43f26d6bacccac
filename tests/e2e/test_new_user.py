"""A new architect's first session, with the real mouse and the real engine, from an empty window.

Place a rack, drag four nodes and their PDUs into it, see the numbers and the checks change, undo,
redo, rename, save, lose the program, get the work back, print.
"""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from designer.io.design_file import load
from tests.helpers.hand import Window
from tests.helpers.printed import pages_of

pytestmark = [pytest.mark.xwindow, pytest.mark.slow, pytest.mark.timeout(300)]

Start = Callable[[], Window]
NODE, PDU = "dgx-h100", "pdu-415v-60a-3ph"


@pytest.fixture
def start(x_display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Start the program as often as the test needs it; the home folder stays the same."""
    monkeypatch.setenv("HOME", str(tmp_path))
    started: list[Window] = []

    def begin() -> Window:
        started.append(Window(x_display))
        return started[-1]

    yield begin
    for window in started:
        window.close()


def sized(window: Window, power: str) -> dict[str, object]:
    """Wait until the dashboard shows this power for the design as it stands."""
    return window.until(lambda s: s["current"] and s["totals"]["power"] == power)


def drop(window: Window, part: str, *, until: str, **target: object) -> None:
    """Drag a part from the palette; let go when the card says what is expected."""
    window.drag(window.point(part=part), window.point(**target))
    window.heard(lambda told: until in told.get("preview", ""))
    window.mouse("mouseup", 1)


def place_a_rack_with_four_nodes(window: Window) -> None:
    """Begin with an empty room and fill one rack, by elevation and by floor."""
    window.until(lambda s: s["start_page"])
    window.click(named="Empty room")
    # What a person sees, which follows the report at most a tenth of a second later.
    nothing = {"gpus": "0", "power": "0.0 kW", "racks": "0", "capital": "$0"}
    window.until(lambda s: not s["start_page"] and s["totals"] == nothing)
    drop(window, "rack-48u", until=" Rack 48U", floor=[3000, 4000])
    window.until(lambda s: s["totals"]["racks"] == "1")
    # The rack is selected and stands in the elevation: two nodes there, two on the floor.
    for number, half_u in enumerate((8, 26), 1):
        drop(window, NODE, until="kW", u=half_u)
        sized(window, f"{10.2 * number:.1f} kW")
    for number in (3, 4):
        drop(window, NODE, until=f"→ {10.2 * number:.1f}", rack="R01")
        sized(window, f"{10.2 * number:.1f} kW")


def printed(window: Window, file: Path) -> list[str]:
    """Print all sheets and return the text of each page."""
    window.click(named="Print")
    window.click(named="Write PDF…")
    window.write(str(file), named="fileNameEdit")
    window.until(lambda s: "Wrote" in s["message"])
    return [page.strip() for page in pages_of(file)]


def test_a_new_user_draws_saves_loses_recovers_and_prints(start: Start, tmp_path: Path) -> None:
    window = start()
    place_a_rack_with_four_nodes(window)
    filled = sized(window, "40.8 kW")
    assert filled["totals"]["gpus"] == "32"
    window.until(lambda s: s["bars"] == [pytest.approx(40.8)])
    assert len(filled["devices"]) == 4
    without = window.until(lambda s: not s["checks"].startswith("0 errors"))["checks"]

    for _ in range(2):
        drop(window, PDU, until="PDU", rack="R01")
    fed = window.until(lambda s: len(s["devices"]) == 6 and s["checks"] != without)

    # Undo and redo, one step at a time, by keys.
    steps, position = fed["steps"], fed["position"]
    for count in range(1, 4):
        window.mouse("key", "ctrl+z")
        window.until(lambda s, to=position - count: s["position"] == to)
    undone = sized(window, "30.6 kW")
    assert [part for _, part, _ in undone["devices"]] == [NODE] * 3
    for count in range(2, -1, -1):
        window.mouse("key", "ctrl+shift+z")
        window.until(lambda s, to=position - count: s["position"] == to)
    redone = sized(window, "40.8 kW")
    assert (redone["steps"], redone["devices"]) == (steps, fed["devices"])

    window.click(rack="R01")
    window.mouse("key", "ctrl+r")
    window.write("POD1", named="New name")
    window.until(lambda s: s["racks"] == ["POD1"])

    # Save under a name, work on, and lose the program without warning.
    file = tmp_path / "first.toml"
    window.click(rack="R01")  # no window manager gives the keyboard back after a dialog
    window.mouse("key", "ctrl+s")
    window.write(str(file), named="fileNameEdit")
    assert "Saved first.toml" in window.until(lambda s: s["saved"])["message"]
    assert len(load(file).design.devices) == 6
    window.click(rack="R01")
    window.mouse("key", "ctrl+r")
    window.write("POD2", named="New name")
    window.until(lambda s: s["racks"] == ["POD2"] and not s["saved"])
    window.process.send_signal(signal.SIGKILL)
    window.process.wait()

    again = start()
    again.click(named="Recover New room")
    back = again.until(lambda s: s["racks"] == ["POD2"] and s["current"])
    assert (back["devices"], back["saved"]) == (fed["devices"], False)
    assert "Recovered: 1 record differs from the saved file" in back["message"]
    assert load(file).design.racks[0].name == "POD1", "the file is as it was saved"

    pages = printed(again, tmp_path / "sheets.pdf")
    assert "Floor plan" in pages[0]
    assert "POD2" in pages[-1]
    assert "40.8" in next(page for page in pages if "FRONT" in page)
