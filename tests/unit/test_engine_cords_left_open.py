"""Cords by hand, and scarce outlets, beside supplies that nobody states: what stays open."""

from collections.abc import Iterator

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import CoolingFigures, Part, PduFigures, Psu
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Cord, Design, Site
from tests.helpers import engine_designs as parts
from tests.helpers.hidden_figures import results
from tests.unit.test_engine_feeds import (
    CATALOG,
    design_of,
    device,
    feed,
    keys,
    limit_of,
    message,
    pdus,
    rack_of,
    severity,
)

SILENT = Part(id="x", kind="storage", name="X", height_half_u=4, mass_kg=20, power_max_w=300)
KNOWN = tuple(
    SILENT.evolve(psu=Psu(count=count, inlet="C14", redundancy=f"{count}+0")) for count in (1, 2, 3)
)
"""What may be in truth where the supplies of X are not stated."""
BOTH = (feed("A"), feed("B"))


def cord(supply: str, outlet: str = "") -> Cord:
    return Cord(id=supply.replace(":", "-"), supply=supply, outlet=outlet)


def catalog(*changed: Part) -> Catalog:
    return CATALOG.overlay([SILENT, *changed])


def above_x(*cords: Cord, feeds: str = "ABC") -> Design:
    """Return a DGX H100 above an X, by N+1."""
    return design_of(
        device("x0", "x", 2), device("n0", "dgx-h100", 12), *pdus(feeds), cords=cords
    )  # fmt: skip


def loads(report: Report) -> Iterator[tuple[str, float, float]]:
    for name in ("load_kw", "load_after_loss_kw"):
        for one in rack_of(report).feeds:
            figure = one.figure(name)
            yield f"{name} of {one.id}", figure.low, figure.high


def test_a_cord_by_hand_leaves_the_others_to_a_turn_that_nobody_knows() -> None:
    """The first of six on A: the five others begin on A or B, wherever X ends below them."""
    design = above_x(cord("n0:psu1", "pdu-0"))
    said = evaluate(design, catalog())
    bounds = {name: (low, high) for name, low, high in loads(said)}
    for known in KNOWN:
        for name, low, high in loads(evaluate(design, catalog(known))):
            least, most = bounds[name]
            assert least <= low <= high <= most, (known.psu, name)
    assert "P03:open:dgx-h100" in keys(said)
    assert limit_of(said, "psu-feed-lost")[2] == "unknown"


@pytest.mark.parametrize(("below", "found"), [(2, {"P03:dgx-h100:3+2+1"}), (3, set())])
def test_a_turn_that_leaves_too_few_on_some_feed_is_found_where_it_is_known(
    below: int, found: set[str]
) -> None:
    """Four of six carry a DGX H100; three on one feed leave three."""
    (known,) = (one for one in KNOWN if one.psu and one.psu.count == below)
    report = evaluate(above_x(cord("n0:psu1", "pdu-0")), catalog(known))
    assert keys(report, "P03:dgx-h100") == found


@pytest.mark.parametrize("by_hand", [(), (1, 2, 3), (1, 2, 3, 4, 5, 6)])
def test_as_many_supplies_on_each_feed_wherever_they_begin_are_certain(
    by_hand: tuple[int, ...],
) -> None:
    cords = (cord(f"n0:psu{number}", f"pdu-{number % 3}") for number in by_hand)
    assert not keys(evaluate(above_x(*cords), catalog()), "P03:open:dgx-h100")


@pytest.mark.parametrize("outlet", ["", "pdu-0:99"])
def test_a_supply_that_is_left_out_by_hand_says_nothing_of_others_that_nobody_counted(
    outlet: str,
) -> None:
    design = design_of(
        device("x0", "x", 2), *pdus("AB"), cords=(cord("x0:psu2", outlet),), power=BOTH
    )
    said = evaluate(design, catalog())
    assert "P26:open:xx1" in keys(said)
    assert not {key for key in keys(said, "P26") if ":open:" not in key}
    assert severity(said, "P10:unplugged:xx1") == "error"
    for name, low, high in loads(said):
        assert (low, high) == (0, 0.3), name
    used = results(said)["power.feeds[A].load_kw"]
    assert used == (0, 0.3)


UNRATED = parts.DGX.evolve(id="unrated", name="Unrated", psu=Psu(count=2, inlet="C20"))


@pytest.mark.parametrize(("policy", "key"), [("N+1", "P13:unrated"), ("2N", "P13:2n:unrated")])
def test_none_left_is_too_few_whatever_they_are_rated_for(policy: str, key: str) -> None:
    cords = tuple(cord(f"n0:psu{number}", "pdu-0") for number in (1, 2))
    design = design_of(
        device("n0", "unrated", 12), *pdus("AB"), cords=cords, power=BOTH,
        site=Site(feed_policy=policy),
    )  # fmt: skip
    report = evaluate(design, catalog(UNRATED))
    assert severity(report, key) == "error"
    assert not keys(report, "P03:open:unrated")


def test_none_left_of_what_may_draw_nothing_is_open() -> None:
    """What draws none for all that is known needs no supply."""
    silent = UNRATED.evolve(power_max_w=None, power_typical_w=None, power_peak_w=None)
    cords = tuple(cord(f"n0:psu{number}", "pdu-0") for number in (1, 2))
    design = design_of(device("n0", "unrated", 12), *pdus("AB"), cords=cords, power=BOTH)
    report = evaluate(design, catalog(silent))
    assert not keys(report, "P13")
    assert keys(report, "P03:open:unrated")


def one_outlet(*, on_b: int = 6) -> tuple[Part, Part]:
    """Return a rack PDU without a C13 for feed A, and one with some for feed B."""
    figures = PduFigures(volts=415, amps=60, phases=3, outlets_c19=18)
    return (
        parts.PDU.evolve(id="none", name="None", pdu=figures.evolve(outlets_c13=0)),
        parts.PDU.evolve(id="some", name="Some", pdu=figures.evolve(outlets_c13=on_b)),
    )


ONE = SILENT.evolve(
    id="y", name="Y", kind="node", power_max_w=500,
    psu=Psu(count=1, inlet="C14", rating_w=1_000, volts_min=200, volts_max=240),
)  # fmt: skip


def scarce(*loads: str) -> Design:
    strips = pdus("AB")
    return design_of(
        *(device(f"n{at}", part, 2 + 8 * at) for at, part in enumerate(loads)),
        strips[0].evolve(part="none"), strips[1].evolve(part="some"), power=BOTH,
    )  # fmt: skip


def test_a_supply_that_finds_no_outlet_may_find_one_on_the_feed_that_it_is_turned_to() -> None:
    said = evaluate(scarce("x", "y"), catalog(ONE, *one_outlet()))
    assert "P26:open:yx1" in keys(said)
    assert not {key for key in keys(said, "P26") | keys(said, "P10") if ":open:" not in key}
    (true,) = (known for known in KNOWN if known.psu and known.psu.count == 1)
    known = evaluate(scarce("x", "y"), catalog(ONE, true, *one_outlet()))
    assert "P26:dark:yx1" not in {key for key in keys(known) if "Y" in message(known, key)}
    bounds = {name: (low, high) for name, low, high in loads(said)}
    for name, low, high in loads(known):
        assert bounds[name][0] <= low <= high <= bounds[name][1], name
    assert bounds["load_kw of B"] == (0, 0.8)


def test_what_finds_no_outlet_below_supplies_that_nobody_counted_is_certain() -> None:
    said = evaluate(scarce("y", "x"), catalog(ONE, *one_outlet()))
    assert severity(said, "P26:dark:yx1") == "error"


def test_no_outlet_is_left_open_where_those_below_may_have_taken_those_of_the_other_feed() -> None:
    """Y takes the feed that X leaves it; of the two above, one hangs on A and one on B."""
    two = ONE.evolve(id="two", name="Two", psu=Psu(count=2, inlet="C14", redundancy="1+1"))
    design = scarce("x", "y", "two")
    design = design.evolve(
        devices=tuple(
            one.evolve(cording="1+1") if one.part == "two" else one for one in design.devices
        )
    )
    said = evaluate(design, catalog(ONE, two, *one_outlet(on_b=1)))
    assert "P03:open:two" in keys(said)
    assert not {key for key in keys(said, "P10") if ":open:" not in key}


def test_a_cooling_unit_goes_down_with_whichever_feed_it_is_turned_to() -> None:
    """An air unit of one supply above an X: nobody knows whether it hangs on A or on B."""
    unit = Part(
        id="cdu", kind="cdu", name="CDU", height_half_u=8, mass_kg=80, power_max_w=500,
        psu=Psu(count=1, inlet="C14", rating_w=1_000),
        cooling=CoolingFigures(method="direct-to-chip", capacity_kw=80, flow_lpm=100),
    )  # fmt: skip
    wet = parts.DGX.evolve(id="wet", name="Wet", liquid_fraction=0.8)

    def shown(*held: str) -> Report:
        design = design_of(
            *(device(f"n{at}", part, 2 + 20 * at) for at, part in enumerate(held)), *pdus("AB"),
            power=BOTH,
        )  # fmt: skip
        return evaluate(design, catalog(unit, wet))

    assert severity(shown("cdu", "x", "wet"), "C06:cdu-feed:rack:r") == "error"
    assert {key for key in keys(shown("x", "cdu", "wet"), "C06") if "cdu-feed" in key} == {
        "C06:open:cdu-feed:rack:r"
    }


def test_a_part_that_no_catalogue_has_is_asked_of_where_both_feeds_are_one_system() -> None:
    upstream = (feed("U", kind="ups"), *(feed(key, parents=("U",)) for key in "AB"))
    lost = device("n0", "part-of-nobody", 12, fabric="f")
    report = evaluate(design_of(lost, *pdus("AB"), power=upstream), catalog())
    assert keys(report, "P03") == {"P03:open:normal:part-of-nobody"}


def test_what_hangs_nowhere_is_worse_than_what_may_go_down_with_its_feed() -> None:
    """By N+1 one supply may go down with its feed, which warns; none in an outlet is an error."""
    storage = ONE.evolve(id="z", name="Z", kind="storage")
    cords = (cord("n1:psu1"),)
    design = scarce("z", "z").evolve(cords=cords)
    on_b = design.evolve(devices=tuple(
        one.evolve(part="some") if one.part == "none" else one for one in design.devices
    ))  # fmt: skip
    told = limit_of(evaluate(on_b, catalog(storage, *one_outlet())), "psu-feed-lost")
    assert told[2:] == ("error", "Z: none of its supplies hangs in an outlet")
    beside = evaluate(scarce("x", "z"), catalog(storage, *one_outlet()))
    assert limit_of(beside, "psu-feed-lost")[2] == "unknown"


def test_one_supply_that_may_hang_nowhere_is_open_in_the_limit_of_supplies() -> None:
    assert ONE.psu is not None
    storage = ONE.evolve(id="z", name="Z", kind="storage", psu=ONE.psu.evolve(inlet=""))
    told = limit_of(evaluate(scarce("z"), catalog(storage, *one_outlet())), "psu-feed-lost")
    assert told[2] == "unknown"
    assert told[3] == (
        "Z: cannot be said, because the inlet of the power supplies of Z is not known"
    )
