"""Wavelengths of modules and their reach by the grade of the fibre: figures, links, findings."""

import pytest

from designer.catalog.cable_figures import CableFigures
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.search import parse
from designer.catalog.vocabulary import figures_named
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import Tray
from designer.model.figures import missing
from designer.model.ranges import out_of_range
from designer.ui.fields.part_fields import NUMBER_LISTS, form_field, numbers_of, sections_of
from designer.wiring.cable_media import ANY_SOCKET, Socket, offer
from tests.helpers.cable_halls import PARTS, at, hall, leaf, node


def module(key: str = "module", **more: object) -> Part:
    figures = {
        "medium": "MMF", "rate_gbps": 100, "connector": "QSFP28", "optics": "SR4",
        "fibre": "MPO-12", **more,
    }  # fmt: skip
    return Part(id=key, kind="transceiver", name=key, cable=CableFigures.model_validate(figures))


def fibre(grade: str = "", **more: object) -> Part:
    figures = {"medium": "MMF", "rate_gbps": 100, "fibre": "MPO-12", "grade": grade, **more}
    key = grade.casefold() or "plain"
    return Part(id=key, kind="cable", name=key, cable=CableFigures.model_validate(figures))


BY_GRADE = module(reach_om3_m=30, reach_om4_m=50, length_max_m=50, wavelengths_nm=(850,))


@pytest.mark.parametrize(
    ("grade", "reach"),
    [("OM3", 30), ("OM4", 50), ("OM5", 50), ("", 30), ("OM2", None), ("OS2", None)],
)
def test_a_module_reaches_by_the_grade_of_the_fibre(grade: str, reach: float | None) -> None:
    assert BY_GRADE.cable is not None
    assert BY_GRADE.cable.reach_over(grade) == reach
    found = offer((ANY_SOCKET, ANY_SOCKET), 100, (BY_GRADE, fibre(grade)), lambda _: missing("p"))
    assert [option.reach_m for option in found.options] == [reach]


def test_a_module_that_states_one_reach_alone_has_it_over_every_fibre() -> None:
    plain = module(length_max_m=100).cable
    assert plain is not None
    assert [plain.reach_over(grade) for grade in ("OM3", "OM4", "")] == [100, 100, 100]


def test_the_shorter_of_two_modules_and_the_length_of_the_fibre_decide() -> None:
    ends = (Socket(frozenset({"QSFP28"})), Socket(frozenset({"QSFP28"})))
    longer = module("longer", reach_om3_m=70, reach_om4_m=100)
    found = offer(ends, 100, (BY_GRADE, longer, fibre("OM4")), lambda _: missing("p"))
    told = {tuple(m and m.id for m in o.modules): o.reach_m for o in found.options}
    assert told["module", "longer"] == told["longer", "module"] == told["module", "module"] == 50
    assert told["longer", "longer"] == 100
    sold = offer(ends, 100, (longer, fibre("OM4", length_max_m=20)), lambda _: missing("p"))
    assert [option.reach_m for option in sold.options] == [20]


def findings(metres: float, *parts: Part) -> list[Check]:
    racks = (at("a", 1000, 1000), at("b", 1000 + round(1000 * metres), 1000))
    line = Tray(id="t", name="Main", corners=((0, 1000), (90_000, 1000)), height_mm=2100)
    design = hall(racks, (node("n", "a", 38), leaf("leaf", "b", 38)), (line,))
    return [
        one for one in evaluate(design, Catalog((*PARTS.parts, *parts))).checks
        if one.rule == "F10"
    ]  # fmt: skip


def test_om3_of_40_m_on_a_module_that_reaches_30_m_is_too_far() -> None:
    (check,) = findings(39, BY_GRADE, fibre("OM3"))
    assert check.severity == "error"
    assert "30 m" in check.message
    assert findings(20, BY_GRADE, fibre("OM3")) == []
    assert findings(39, BY_GRADE, fibre("OM4")) == []


def test_modules_of_unlike_light_make_no_link() -> None:
    """100GBASE-LR4 has four channels around 1300 nm, modules of CWDM4 others: neither hears."""
    ends = (Socket(frozenset({"QSFP28"})), Socket(frozenset({"QSFP28"})))
    light = {"medium": "SMF", "optics": "LR4", "fibre": "LC", "length_max_m": 10_000}
    lan = module("lan", wavelengths_nm=(1295.56, 1300.05, 1304.58, 1309.14), **light)
    coarse = module("coarse", wavelengths_nm=(1271, 1291, 1311, 1331), **light)
    silent = module("silent", **light)
    glass = fibre("OS2", medium="SMF", fibre="LC")
    found = offer(ends, 100, (lan, coarse, silent, glass), lambda _: missing("p"))
    pairs = {tuple(m.id for m in o.modules if m) for o in found.options}
    assert ("lan", "lan") in pairs
    assert ("coarse", "coarse") in pairs
    assert not pairs & {("lan", "coarse"), ("coarse", "lan")}
    assert {("lan", "silent"), ("silent", "coarse")} <= pairs, "nobody says that they do not"


def test_1310_and_1311_nm_are_one_channel() -> None:
    one, two = CableFigures(medium="SMF", rate_gbps=100, wavelengths_nm=(1310,)), None
    two = one.evolve(wavelengths_nm=(1311,))
    assert one.same_light(two)
    assert not one.same_light(one.evolve(wavelengths_nm=(1310, 1330)))
    assert not one.same_light(one.evolve(wavelengths_nm=(1331,)))


@pytest.mark.parametrize(
    ("figures", "field"),
    [
        ({"length_max_m": 60}, "length_max_m"),
        ({"connector": ""}, "reach_om3_m"),
        ({"wavelengths_nm": (85,)}, "wavelengths_nm"),
    ],
)
def test_reaches_that_contradict_each_other_are_told(
    figures: dict[str, object], field: str
) -> None:
    assert BY_GRADE.cable is not None
    assert list(out_of_range(BY_GRADE.cable)) == []
    wrong = [path for path, _ in out_of_range(BY_GRADE.cable.evolve(**figures))]
    assert wrong == [(field,)]


def test_light_and_reach_are_facts_and_are_found() -> None:
    facts = BY_GRADE.facts()
    assert facts["cable.wavelengths_nm"] == "850"
    assert facts["cable.reach_om3_m"] == 30
    four = module(wavelengths_nm=(1271, 1291, 1311, 1331))
    assert four.facts()["cable.wavelengths_nm"] == "1271, 1291, 1311, 1331"
    assert figures_named(four, "wavelengths") == (1271, 1291, 1311, 1331)
    assert parse("wavelengths=1311 reach_om3>=30") is not None


def test_the_form_of_an_own_part_has_light_and_reach_by_fibre() -> None:
    (fields,) = [fields for title, fields in sections_of("transceiver") if title == "Cable"]
    by_name = {".".join(field.path): field for field in fields}
    assert by_name["cable.wavelengths_nm"].unit == "nm"
    assert {f"cable.reach_{one}_m" for one in ("om3", "om4", "om5", "os2")} <= set(by_name)
    assert {"cable.wavelengths_nm", "pdu.bank_c13", "pdu.bank_c19"} == NUMBER_LISTS
    shown = form_field(by_name["cable.wavelengths_nm"], [1271, 1291.5])
    assert (shown.kind, shown.value) == ("text", "1271, 1291.5")
    assert numbers_of("1271, 1291.5,") == [1271, 1291.5]
    assert numbers_of(" ") is None
