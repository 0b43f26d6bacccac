"""Power supplies of device types: nameplates, never the draw of the system."""

from collections.abc import Callable
from pathlib import Path

import pytest

from designer.io.netbox.modules import ModuleLibrary, Supply
from designer.io.netbox.walk import import_path
from tests.helpers.netbox_types import BODY, HEAD, Read, reader, supplies


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    return reader(tmp_path)


def test_quirk_6_not_powered_is_not_zero(read):
    found = read(HEAD + BODY + "is_powered: false\n")
    assert found.only.power_max_w is None
    assert "not zero" in found.one("not-powered").what
    assert "busbar" in found.only.note


BAYS = (
    "module-bays:\n  - name: PSU1\n    position: '1'\n  - name: Power Supply 2\n    position: '2'\n"
)


MODULE = (
    "---\nmanufacturer: Acme\nmodel: PWS-2K70A\npart_number: 0270\npower-ports:\n"
    "  - name: PSU{module}\n    type: iec-60320-c20\n    maximum_draw: 2700\n"
)


def test_quirk_7_supplies_in_bays_are_found_among_the_modules(read):
    found = read(HEAD + BODY + "comments: two PWS-2K70A\n" + BAYS, psu=MODULE)
    psu = found.only.psu
    assert psu is not None
    assert (psu.count, psu.rating_w, psu.inlet, psu.redundancy) == (2, 2700, "C20", "")
    assert "PWS-2K70A (Acme/psu.yaml)" in found.one("supply-resolved").what
    source = found.only.source_of("psu.rating_w")
    assert source is not None
    assert source.source.endswith("Acme/psu.yaml")
    assert found.only.power_max_w is None


@pytest.mark.parametrize(
    ("comments", "modules", "said"),
    [
        ("", {}, "no module types of this maker"),
        ("", {"psu": MODULE}, "PWS-2K70A is there"),
        ("comments: PWS-2K70AX\n", {"psu": MODULE}, "PWS-2K70A is there"),
        (
            "comments: PWS-2K70A or PWS-3K00A\n",
            {"psu": MODULE, "other": MODULE.replace("2K70A", "3K00A").replace("2700", "3000")},
            "PWS-3K00A, PWS-2K70A are there",
        ),
        ("comments: PWS-2K70A\n", {"psu": "power-ports: ["}, "no module types of this maker"),
    ],
)
def test_quirk_7_supplies_nobody_names_are_asked_for(
    read, comments: str, modules: dict[str, str], said: str
):
    found = read(HEAD + BODY + comments + BAYS, **modules)
    psu = found.only.psu
    assert psu is not None
    assert (psu.count, psu.rating_w) == (2, None)
    assert said in found.one("supply-asked").what


def test_quirk_7_an_answer_names_the_supply(tmp_path: Path):
    for name, text in (
        ("device-types/Acme/Box-1", HEAD + BODY + BAYS),
        ("module-types/Acme/p", MODULE),
    ):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / f"{name}.yaml").write_text(text)
    (part,) = import_path(tmp_path, answers={"acme-box-1": "pws-2k70a"}).parts
    assert part.psu is not None
    assert part.psu.rating_w == 2700
    (part,) = import_path(tmp_path, answers={"acme-box-1": "none such"}).parts
    assert part.psu is not None
    assert part.psu.rating_w is None


def test_quirk_7_modules_are_read_for_their_own_maker_only(tmp_path: Path):
    shelf = ModuleLibrary(tmp_path)
    assert shelf.of("..") == shelf.of("") == shelf.of("nobody") == ()


def test_quirk_8_supplies_without_watts_are_unknown(read):
    found = read(HEAD + BODY + supplies(2, None, "iec-60320-c14"))
    psu = found.only.psu
    assert psu is not None
    assert (psu.count, psu.rating_w, psu.inlet) == (2, None, "C14")
    found.one("power-unknown")


def test_quirk_8_nothing_about_power_is_said(read):
    found = read(HEAD + BODY)
    assert found.only.psu is None
    found.one("power-unknown")


@pytest.mark.parametrize("count", [1, 6])
def test_quirk_9_nameplates_are_never_the_draw_of_the_system(read, count: int):
    found = read(HEAD + BODY + supplies(count, 3000))
    part = found.only
    assert part.psu is not None
    assert (part.psu.count, part.psu.rating_w) == (count, 3000)
    assert part.power_max_w is None
    assert "power_max_w" not in part.figures()
    assert f"at most what all its supplies give together, {count * 3000:,} W" in (
        found.one("nameplate").what
    )


def test_quirk_9_supplies_that_differ_have_no_common_rating(read):
    text = supplies(1, 3000) + "  - name: PSU2\n    type: iec-60320-c14\n    maximum_draw: 800\n"
    found = read(HEAD + BODY + text)
    assert found.only.psu is not None
    assert found.only.psu.rating_w is None
    assert len(found.said("supplies-differ")) == 2


def test_quirk_9_six_supplies_in_eight_bays(read):
    bays = "module-bays:\n" + "".join(
        f"  - name: PSU 0{n}\n    position: PSU Slot {n}\n" for n in range(8)
    )
    found = read(HEAD + BODY + supplies(6, 3000) + bays)
    assert "6 power ports, but 8 bays" in found.one("supplies-differ").what


@pytest.mark.parametrize(
    ("watts", "inlet", "kept", "said"),
    [
        (2500, "iec-60320-c14", True, ""),
        (3000, "iec-60320-c14", True, "kept, but doubtful"),
        (6100, "iec-60320-c14", False, "left out"),
        (4000, "iec-60320-c20", True, ""),
        (6600, "iec-60320-c20", True, "kept, but doubtful"),
        (36_000, "dc-terminal", False, "milliwatts?"),
        (180_000, "iec-60320-c14", False, "milliwatts?"),
        (36_000, "usb-c", False, "milliwatts?"),
        (33_000, "hardwired", True, ""),
        (0, "iec-60320-c14", False, None),
    ],
)
def test_quirk_10_watts_an_inlet_cannot_carry(
    read, watts: int, inlet: str, kept: bool, said: str | None
):
    found = read(HEAD + BODY + supplies(1, watts, inlet))
    assert found.only.psu is not None
    assert found.only.psu.rating_w == (watts if kept else None)
    assert [said in f.what for f in found.said("implausible-power")] == ([True] if said else [])


@pytest.mark.parametrize(("watts", "known"), [("0", False), ("-5", False), ("1", True)])
def test_a_supply_of_no_watts_is_unknown_not_zero(read, watts: str, known: bool):
    text = supplies(1, 1).replace("maximum_draw: 1", f"maximum_draw: {watts}")
    found = read(HEAD + BODY + text)
    assert bool(found.said("bad-value")) is not known
    psu = found.only.psu
    assert (psu is not None and psu.rating_w == 1) is known


def test_quirk_21_allocated_above_the_maximum(read):
    text = supplies(1, 650).replace("650\n", "650\n    allocated_draw: 700\n")
    found = read(HEAD + BODY + text)
    assert "700 W exceeds maximum_draw 650 W" in found.one("allocated-above").what
    found.one("allocated")
    assert found.only.power_typical_w is None


@pytest.mark.parametrize(
    ("watts", "inlet", "said"),
    [
        (2500, "iec-60320-c14", None),
        (2501, "iec-60320-c14", "maximum_draw 2,501 W on C14, which carries at most 2,500 W; "
         "kept, but doubtful"),
        (5000, "iec-60320-c14", "maximum_draw 5,000 W on C14, which carries at most 2,500 W; "
         "kept, but doubtful"),
        (5001, "iec-60320-c14", "maximum_draw 5,001 W on C14, which carries at most 2,500 W; "
         "left out; milliwatts?"),
        (2_500_000, "iec-60320-c14", "maximum_draw 2,500,000 W on C14, which carries at most "
         "2,500 W; left out; milliwatts?"),
        (2_501_000, "iec-60320-c14", "maximum_draw 2,501,000 W on C14, which carries at most "
         "2,500 W; left out"),
        (12_001, "''", "maximum_draw 12,001 W on an unknown inlet, which carries at most "
         "12,000 W; kept, but doubtful"),
    ],
)  # fmt: skip
def test_watts_beyond_an_inlet_are_doubted_and_beyond_twice_left_out(
    read, watts: int, inlet: str, said: str | None
):
    found = read(HEAD + BODY + supplies(1, watts, inlet))
    assert [f.what for f in found.said("implausible-power")] == ([said] if said else [])
    psu = found.only.psu
    assert psu is not None
    assert (psu.rating_w is None) == (said is not None and "left out" in said)


@pytest.mark.parametrize(("allocated", "is_above"), [(649, False), (650, False), (651, True)])
def test_an_allocation_may_be_as_much_as_the_maximum(read, allocated: int, is_above: bool):
    text = supplies(1, 650).replace("650\n", f"650\n    allocated_draw: {allocated}\n")
    found = read(HEAD + BODY + text)
    assert found.one("allocated").what == (
        f"allocated_draw {allocated} W is somebody's plan, not a measured draw; not taken"
    )
    assert bool(found.said("allocated-above")) == is_above


def test_an_allocation_alone_is_no_rating(read):
    text = supplies(1, None) + "    allocated_draw: 500\n"
    found = read(HEAD + BODY + text)
    assert found.only.psu is not None
    assert found.only.psu.rating_w is None
    assert not found.said("allocated-above")
    assert [f.what for f in found.said("power-unknown")] == ["power ports without a maximum_draw"]


def port(name: str, inlet: str, watts: int | None) -> str:
    draw = "" if watts is None else f"    maximum_draw: {watts}\n"
    return f"  - name: {name}\n    type: {inlet}\n{draw}"


@pytest.mark.parametrize(
    ("listed", "rating_w", "said"),
    [
        ([("C14", 650), ("C14", 650)], 650, []),
        ([("C14", 650), ("C14", None)], None,
         ["supplies of 650 W and unknown: no common rating"]),
        ([("C14", 800), ("C14", 650)], None, ["supplies of 650 W, 800 W: no common rating"]),
        ([("C20", 650), ("C14", 650), ("C20", 650)], 650,
         ["power ports of 2 types (iec-60320-c14, iec-60320-c20); iec-60320-c20 taken"]),
    ],
)  # fmt: skip
def test_supplies_have_a_rating_if_they_agree(
    read, listed: list[tuple[str, int | None]], rating_w: float | None, said: list[str]
):
    text = "".join(port(f"PSU{n}", f"iec-60320-{i.lower()}", w) for n, (i, w) in enumerate(listed))
    found = read(HEAD + BODY + "power-ports:\n" + text)
    psu = found.only.psu
    assert psu is not None
    assert (psu.count, psu.inlet, psu.rating_w) == (len(listed), listed[0][0], rating_w)
    assert [f.what for f in found.said("supplies-differ")] == said
    nameplate = (
        f"{len(listed)} x 650 W is what the supplies can deliver; the system draws at most what "
        f"all its supplies give together, {len(listed) * 650:,} W over their efficiency"
    )
    assert [f.what for f in found.said("nameplate")] == [nameplate] * (rating_w is not None)
    words = "Watts are nameplates of supplies: the system draws at most"
    assert (words in found.only.note) == (rating_w is not None)


@pytest.mark.parametrize(("bays", "differ"), [(0, False), (2, False), (3, True)])
def test_as_many_bays_as_supplies_are_no_difference(read, bays: int, differ: bool):
    text = "module-bays:\n" + "".join(f"  - name: PSU{n}\n" for n in range(bays)) if bays else ""
    found = read(HEAD + BODY + supplies(2, 650) + text)
    assert bool(found.said("supplies-differ")) == differ
    assert not found.said("supply-asked")


def test_what_has_neither_supply_nor_bay_nor_power_is_said_once(read):
    assert not read(HEAD + BODY + "is_powered: false\n").said("power-unknown")
    assert not read(HEAD + BODY + BAYS).said("power-unknown")
    assert len(read(HEAD + BODY + "is_powered: true\n").said("power-unknown")) == 1


def modules(count: int) -> dict[str, str]:
    return {f"m{n}": MODULE.replace("2K70A", f"{n}K70A") for n in range(1, count + 1)}


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (2, "PWS-1K70A, PWS-2K70A are there"),
        (6, "PWS-5K70A, PWS-6K70A are there"),
        (7, "PWS-5K70A, PWS-6K70A and 1 more are there"),
    ],
)
def test_six_supplies_are_offered_by_name(read, count: int, said: str):
    found = read(HEAD + BODY + BAYS, **modules(count)).one("supply-asked")
    assert found.what.startswith("2 bays for supplies, and which ones is not filed; PWS-1K70A")
    assert found.what.endswith(said)
    assert found.mend == "name one with --psu ID=MODEL"


def test_a_bay_without_any_module_asks_for_a_checkout(read):
    found = read(HEAD + BODY + BAYS)
    assert found.one("supply-asked").mend == "import a checkout with module-types"
    assert found.only.note.endswith("Its supplies sit in bays; which ones is not filed.")
    assert found.only.psu is not None
    assert (found.only.psu.count, found.only.psu.inlet) == (2, "")


def test_modules_that_say_the_same_are_one_supply(read):
    other = MODULE.replace("PWS-2K70A", "PWS-2K70B")
    found = read(HEAD + BODY + "comments: PWS-2K70A, PWS-2K70B\n" + BAYS, a=MODULE, b=other)
    psu = found.only.psu
    assert psu is not None
    assert (psu.count, psu.inlet, psu.rating_w) == (2, "C20", 2700)
    assert found.one("supply-resolved").what == (
        "2 bays for supplies; its text names PWS-2K70A (Acme/a.yaml)"
    )


@pytest.mark.parametrize("draw", ["", "    maximum_draw: 0\n", "    maximum_draw: -1\n"])
def test_a_module_without_watts_gives_its_inlet_only(read, draw: str):
    module = MODULE.replace("    maximum_draw: 2700\n", draw)
    found = read(HEAD + BODY + "comments: PWS-2K70A\n" + BAYS, psu=module)
    psu = found.only.psu
    assert psu is not None
    assert (psu.count, psu.inlet, psu.rating_w) == (2, "C20", None)
    assert found.one("power-unknown").what == "PWS-2K70A has no maximum_draw"
    assert not found.said("nameplate")
    first, rest = found.only.provenance
    assert (first.fields, rest.fields) == (("psu.inlet",), ("*",))


def test_the_watts_of_a_module_are_nameplates_with_their_source(read):
    found = read(HEAD + BODY + "comments: PWS-2K70A\n" + BAYS, psu=MODULE)
    first, _ = found.only.provenance
    assert first.fields == ("psu.rating_w", "psu.inlet")
    assert first.source == "netbox-community/devicetype-library, Acme/psu.yaml"
    assert found.one("nameplate").what.startswith("2 x 2700 W is what the supplies can deliver")


@pytest.mark.parametrize(
    ("model", "part_number", "text", "is_named"),
    [
        ("PWS-1", "0270", "two pws-1 of it", True),
        ("PWS-1", "0270", "two pws-12", False),
        ("PWS-1", "0270", "two xpws-1", False),
        ("PWS1", "0270", "two pws1, 0270", False),
        ("PWS1", "P0270", "p0270", True),
        ("PWS1", "", "", False),
    ],
)
def test_a_text_names_a_supply_by_a_word_of_five_letters_or_more(
    model: str, part_number: str, text: str, is_named: bool
):
    assert Supply(model, part_number, "", None, "").named_in(text) == is_named


@pytest.mark.parametrize(
    ("old", "new", "is_there"),
    [
        ("", "", True),
        ("model: PWS-2K70A\n", "", False),
        ("power-ports:", "console-ports:", False),
        ("    maximum_draw: 2700\n", "    maximum_draw: 2700\n  - name: B\n", False),
    ],
)
def test_a_module_with_one_power_port_is_a_supply(
    tmp_path: Path, old: str, new: str, is_there: bool
):
    folder = tmp_path / "module-types" / "Acme"
    folder.mkdir(parents=True)
    (folder / "psu.YML").write_text(MODULE.replace(old, new))
    (folder / "notes.txt").write_text(MODULE)
    supply = Supply("PWS-2K70A", "0270", "iec-60320-c20", 2700, "Acme/psu.YML")
    shelf = ModuleLibrary(tmp_path)
    assert shelf.of("Acme") == ((supply,) if is_there else ())
    assert shelf.of("Acme") is shelf.of("Acme")
    assert ModuleLibrary(None).of("Acme") == ()


@pytest.mark.parametrize("maker", ["", ".", ".."])
def test_a_folder_that_is_no_maker_has_no_modules(tmp_path: Path, maker: str):
    folder = tmp_path / "module-types"
    folder.mkdir(parents=True)
    for place in (folder, tmp_path):
        (place / "psu.yaml").write_text(MODULE)
    assert ModuleLibrary(tmp_path).of(maker) == ()


@pytest.mark.parametrize(
    ("text", "asked"), [(BAYS, ["Acme"]), (supplies(2, 650) + BAYS, []), (supplies(2, 650), [])]
)
def test_modules_are_read_only_where_a_bay_asks_for_them(
    read, monkeypatch: pytest.MonkeyPatch, text: str, asked: list[str]
):
    makers: list[str] = []

    def of(_: ModuleLibrary, maker: str) -> tuple[Supply, ...]:
        makers.append(maker)
        return ()

    monkeypatch.setattr(ModuleLibrary, "of", of)
    read(HEAD + BODY + text, psu=MODULE)
    assert makers == asked
